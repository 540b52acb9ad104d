"""One room for each lesson: experiments, plots, explorer, exercises, questions. No lesson imports another."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tiws_teach.course import Explorer


def explorers() -> dict[str, type[Explorer]]:
    """Return the explorers of all lessons by name."""
    from tiws_teach.course.exercises import topics  # here, so that importing the package of the lessons stays cheap

    rooms = [f"{__name__}.{topic}.explorer" for topic in topics()]
    members = [value for room in rooms for value in vars(importlib.import_module(room)).values()]
    found = [value for value in members if isinstance(value, type) and value.__module__ in rooms]
    return {value.__name__: value for value in found}
