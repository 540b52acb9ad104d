"""One room for each lesson: experiments, plots, explorer, exercises, questions. No lesson imports another."""
