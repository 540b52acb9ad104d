"""The lessons of the series: titles, what each builds on, and which are there."""

from __future__ import annotations

from dataclasses import dataclass

from tiws_teach._validation import project_folder


@dataclass(frozen=True)
class Lesson:
    """One lesson: its number, its short title, the numbers that it builds on, and whether its notebook is there."""

    number: int
    title: str
    builds_on: tuple[int, ...]
    is_there: bool


_SERIES = (
    (0, "start here", ()),
    (1, "imbalance and\nresampling", (0,)),
    (2, "unseen categories\n(TIWS)", (0,)),
    (3, "imbalanced text\n(WCTF-IDF)", (1,)),
    (4, "conditional\nneighbours (kCNN)", (0,)),
    (5, "several labels\n(NLDD)", (4,)),
    (6, "outliers (LOF)", (0,)),
    (7, "curse of\ndimensionality", (6,)),
    (8, "bias and variance", (0,)),
    (9, "kNN in practice", (8,)),
    (10, "train against test", (9,)),
    (11, "categories and\nmissing values", (2,)),
    (12, "feature selection", (7,)),
    (13, "occupation coding", (3,)),
)


def series() -> list[Lesson]:
    """Return the lessons of the series, those that are there and those that are planned.

    Returns
    -------
    list of Lesson
        In their order.

    Source: tiws_teach, its own.
    """
    there = {path.name[:2] for path in project_folder("notebooks").glob("[0-9][0-9]_*.ipynb")}
    return [Lesson(number, title, needs, f"{number:02d}" in there) for number, title, needs in _SERIES]
