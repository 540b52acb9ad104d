"""Predictions of lesson 00."""

from __future__ import annotations

from tiws_teach.course.questions import Number, Question

QUESTIONS: dict[str, Question] = {
    "start.1": Number(
        "1,000 people are screened for an illness that 10 of them have. A test that says 'healthy' to all "
        "is right for which share of them?",
        low=0,
        high=1,
        typical=0.5,
        why="It finds not a single ill person. Accuracy is not everything.",
    ),
}
