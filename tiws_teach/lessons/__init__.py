"""One room for each lesson: experiments, plots, explorer, exercises, questions. No lesson imports another."""

from __future__ import annotations

import importlib
import pkgutil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tiws_teach.course import Explorer


def explorers() -> dict[str, type[Explorer]]:
    """Return the explorers of all lessons by name."""
    rooms = [f"{__name__}.{room.name}.explorer" for room in pkgutil.iter_modules(__path__)]
    members = [value for room in rooms for value in vars(importlib.import_module(room)).values()]
    found = [value for value in members if isinstance(value, type) and value.__module__ in rooms]
    return {value.__name__: value for value in found}
