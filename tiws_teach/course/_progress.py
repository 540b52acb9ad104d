"""How far a learner is: predictions made and hit, exercises solved, and what comes next."""

from typing import Any

import pandas as pd

from tiws_teach.course import _store, exercises, questions
from tiws_teach.course._rooms import package_of
from tiws_teach.course._series import Lesson, series

COLUMNS = ("predicted", "predictions", "right", "solved", "exercises")
"""Counts of a lesson: predictions made, how many there are, how many were right; exercises solved, how many."""


def progress() -> pd.DataFrame:
    """Return how many predictions were made and hit, and how many exercises were solved, for each lesson.

    Returns
    -------
    pandas.DataFrame
        One row for each lesson, in series order: predicted of how many predictions; right, those whose result was
        revealed and was the guess; solved of how many exercises. In canned mode, in which the stored outputs are
        made, all are 0.

    Source: tiws_teach.course, the records of this machine's user.
    """
    records = {} if _store.is_canned() else _store.read_records()
    lessons = [lesson for lesson in series() if lesson.is_there]
    rows = [_counts(lesson, records) for lesson in lessons]
    index = pd.Index([f"{lesson.number:02d} {lesson.name}" for lesson in lessons], name="lesson")
    return pd.DataFrame(rows, index=index, columns=list(COLUMNS))


def next_step(table: pd.DataFrame) -> str:
    """Return in one sentence what to do next: the first lesson with an exercise that is not solved."""
    left = table[table["solved"] < table["exercises"]]
    if left.empty:
        return "You have solved every exercise of the series."
    first = left.iloc[0]
    return f"Next: {left.index[0]}, {first['solved']} of {first['exercises']} exercises solved."


def hit_rate(table: pd.DataFrame) -> str:
    """Return in one sentence how many predictions were right."""
    made, hits = int(table["predicted"].sum()), int(table["right"].sum())
    return f"{hits} of {made} predictions were right." if made else "No predictions yet."


def keys_of(lesson: Lesson) -> tuple[list[str], list[str]]:
    """Return the keys of a lesson's predictions and of its exercises."""
    package = package_of(lesson.topic)
    exercises.load(package)
    return list(questions.table(package)), exercises.registered(lesson.topic)


def _counts(lesson: Lesson, records: dict[str, Any]) -> tuple[int, ...]:
    asked, given = keys_of(lesson)
    texts = {key: questions.find(key).text for key in asked}  # a guess counts for the question as it is worded now
    noted = {key: record for key, record in records.get("predictions", {}).items() if isinstance(record, dict)}
    guesses = {key: record for key, record in noted.items() if key in texts and record.get("question") == texts[key]}
    hits = sum(bool(record.get("hit")) for record in guesses.values())
    solved = sum(key in records.get("solved", {}) for key in given)
    return len(guesses), len(asked), hits, solved, len(given)
