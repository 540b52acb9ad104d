"""Predictions of lesson 00."""

from __future__ import annotations

from tiws_teach.course.questions import Number, Question

QUESTIONS: dict[str, Question] = {
    "start.1": Number(
        "1,000 people are screened for an illness that 10 of them have. The test raises an alarm for 9 of these 10, "
        "and a false alarm for 90 of the 990 healthy. What share of the people with an alarm are ill?",
        low=0,
        high=1,
        typical=0.9,
        why="9 of 99. The test finds nine in ten of the ill, but there are 99 healthy people for each ill one, and "
        "most alarms are false.",
    ),
    "start.2": Number(
        "Add up the squared distances from one wine to all others, over the 13 measurements. What share of the sum "
        "comes from proline alone?",
        low=0,
        high=1,
        typical=0.3,
        why="proline has by far the largest numbers, so its differences drown those of the other twelve.",
    ),
    "start.3": Number(
        "The raw columns give 0.69. What accuracy do the z-scores give?",
        low=0,
        high=1,
        typical=0.75,
        why="Now all 13 measurements decide who is near, not proline alone.",
    ),
}
