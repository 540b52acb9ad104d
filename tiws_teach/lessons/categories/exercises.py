"""Exercises of lesson 11."""

from __future__ import annotations

import numpy as np

from tiws_teach.course.exercises import choice, exercise, function, match_number, number

TIMES = np.array([1.0, 2.0, 3.0, 6.0])  # minutes


@exercise(
    "categories.1",
    expects=number(),
    hints=["Add the four times.", "Divide the sum by how many there are."],
    misconceptions={"sum": "That is the sum. Divide it by the number of times."},
)
def mean_of_four(answer: float) -> bool | str:
    """Give the mean of four times."""
    return match_number(answer, TIMES.mean(), {"sum": TIMES.sum()})


@exercise(
    "categories.2",
    expects=number(),
    hints=["The standard error is the standard deviation divided by a root.", "There are four times, so divide by 2."],
    misconceptions={"standard deviation": "That is the standard deviation of the times. Divide it by the root of n."},
)
def standard_error(answer: float) -> bool | str:
    """Give the standard error of the mean of four times, with n - 1 in the variance."""
    deviation = TIMES.std(ddof=1)
    return match_number(answer, deviation / 2, {"standard deviation": deviation})


@exercise(
    "categories.3",
    expects=function("times"),
    hints=["Which of the two names in numpy averages?", "numpy.mean(times)"],
    misconceptions={"median": "That is the median. With skewed times it lies below the mean."},
)
def a_mean_of_your_own(answer) -> bool | str:
    """Write a function that returns the mean."""
    found = float(answer(np.array([0.0, 1.0, 5.0])))
    return match_number(found, 2.0, {"median": 1.0})


@exercise(
    "categories.4",
    expects=choice("Ada", "Bo"),
    hints=["Print both results for one sample.", "Which of the two uses all the values?"],
    misconceptions={"blames the right one": "Ada's code averages every value. Look at what Bo's slice leaves out."},
)
def broken_twin(answer: str) -> bool | str:
    """Name the colleague who made a mistake."""
    return True if answer == "Bo" else "blames the right one"
