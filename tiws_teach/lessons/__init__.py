"""One room for each lesson: experiments, plots, explorer, exercises, questions. No lesson imports another."""

from tiws_teach._extras import require

require("lab", "matplotlib", "seaborn", "ipywidgets")
