"""Draw the map of the lessons, each as the problem that leads to it."""

import textwrap
from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes

from tiws_teach.plots import COLORS

_LETTERS = 21
"""The longest line in a box of the map."""
_BEND = 0.43
"""Where an arrow between two rows of the map turns, in columns from its start: between two boxes."""


def plot_series(lessons: Sequence[Any], ax: Axes) -> Axes:
    """Draw the lessons from left to right, each with an arrow from what it builds on; planned ones dashed and pale."""
    place = _places(lessons)
    boxes = {lesson.number: _draw_box(lesson, place[lesson.number], ax) for lesson in lessons}
    for lesson in lessons:
        for before in lesson.builds_on:
            (x, y), level = place[before], place[lesson.number][1]
            arrow = {"arrowstyle": "->", "color": "0.4", "shrinkA": 3, "shrinkB": 3, "patchB": boxes[lesson.number]}
            if y == level:
                arrow["patchA"] = boxes[before]
            else:  # round the corner: a slanted arrow would pass behind the boxes of other lessons
                ax.plot([x, x + _BEND, x + _BEND], [y, y, level], color="0.4", linewidth=1, zorder=1)
                x, arrow["shrinkA"] = x + _BEND, 0
            ax.annotate("", place[lesson.number], (x, level), arrowprops=arrow, zorder=1)  # behind the boxes
    ax.set(xlim=(-0.5, 3.5), ylim=(-0.6, max(y for _, y in place.values()) + 0.6))
    ax.axis("off")
    return ax


def describe_series(lessons: Sequence[Any]) -> str:
    """Return which lessons are there, which are planned, and what each builds on, in words."""
    there = [lesson for lesson in lessons if lesson.is_there]
    planned = [lesson for lesson in lessons if not lesson.is_there]
    return f"Map of the lessons by problem. There: {_listed(there)}. Planned: {_listed(planned) or 'none'}."


def _draw_box(lesson: Any, place: tuple[float, float], ax: Axes) -> Any:
    """Draw one lesson and return the outline of its box."""
    ink, face = ("black", [0.8 + 0.2 * part for part in COLORS[0]]) if lesson.is_there else ("0.35", "white")
    box = {
        "boxstyle": "round,pad=0.4",
        "facecolor": face,
        "edgecolor": ink,
        "linestyle": "-" if lesson.is_there else "--",
    }
    words = f"{lesson.number:02d} {textwrap.fill(_problem(lesson), _LETTERS)}"
    return ax.text(*place, words, ha="center", va="center", fontsize=10, color=ink, bbox=box).get_bbox_patch()


def _listed(lessons: Sequence[Any]) -> str:
    parts = []
    for lesson in lessons:
        needs = f" (after {', '.join(f'{number:02d}' for number in lesson.builds_on)})" if lesson.builds_on else ""
        parts.append(f"{lesson.number:02d} {_problem(lesson)}{needs}")
    return "; ".join(parts)


def _problem(lesson: Any) -> str:
    return lesson.problem or lesson.title


def _places(lessons: Sequence[Any]) -> dict[int, tuple[float, float]]:
    """Return a place for each lesson: columns by how many lessons come before, rows so that chains stay level."""
    column: dict[int, int] = {}
    row: dict[int, float] = {}
    free = 0.0
    after: dict[int, list[Any]] = {lesson.number: [] for lesson in lessons}
    for lesson in lessons:
        for before in lesson.builds_on:
            after[before].append(lesson)
    stack = [(lesson, 0) for lesson in reversed(lessons) if not lesson.builds_on]
    while stack:
        lesson, depth = stack.pop()
        column[lesson.number] = depth
        stack += [(later, depth + 1) for later in reversed(after[lesson.number])]
        row[lesson.number] = free
        free += 0 if after[lesson.number] and depth else 1
    top = max(row.values())
    row[0] = top / 2
    return {number: (float(column[number]), top - row[number]) for number in column}
