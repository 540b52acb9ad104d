"""Predictions of lesson 11."""

from __future__ import annotations

from tiws_teach.course.questions import Choice, Number, Question

QUESTIONS: dict[str, Question] = {
    "categories.1": Number(
        "500 samples of four waiting times each: what is the standard deviation of the 500 means?",
        low=0,
        high=2,
        unit="minutes",
        typical=1,
        why="It is about the standard deviation of one time, 1, divided by the root of four.",
    ),
    "categories.2": Choice(
        "And with 25 times in each sample?",
        options=("larger", "the same", "smaller"),
        typical="smaller",
        why="Errors of single times cancel out more often.",
    ),
    "categories.3": Number(
        "By which factor does the spread shrink from n = 4 to n = 16?",
        low=0,
        high=16,
        typical=4,
        why="It goes with the root: four times as many values halve the spread, up to chance.",
    ),
}
