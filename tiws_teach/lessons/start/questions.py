"""Predictions of lesson 00."""

from __future__ import annotations

from tiws_teach.course.questions import Number, Question

QUESTIONS: dict[str, Question] = {
    "start.1": Number(
        "1,000 people are screened for an illness that 10 of them have. A test says 'healthy' to everybody. "
        "For what share of the people is it right?",
        low=0,
        high=1,
        typical=0.99,
        why="It is right for the 990 healthy people, and yet it finds no ill person: high accuracy is not enough.",
    ),
}
