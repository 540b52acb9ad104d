"""What a learner recorded under the keys of an earlier edition counts for the questions and exercises of today."""

import importlib
from pathlib import Path
from typing import Any

from tiws_teach.course._rooms import package_of
from tiws_teach.course._words import renamed_in, words_in

RENUMBERED = "renumbered"
"""The record of a solved exercise of a lesson whose exercises have other numbers than once; before, it was True."""


def solved_mark(key: str) -> Any:
    """Return what is recorded of an exercise that is solved now."""
    return RENUMBERED if "exercises" in _renamed(key) else True


def of_today(kind: str, key: str, entry: Any) -> tuple[str, Any]:
    """Return the key of today and the entry of a record; the key of an exercise that is gone says so."""
    renamed = _renamed(key).get("questions" if kind == "predictions" else "exercises", {})
    if kind == "solved":
        return (key if entry == RENUMBERED else _new(key, renamed)), True
    if key not in renamed or entry.get("question") == _text(key):
        return key, entry
    new = _new(key, renamed)
    return new, entry | {"question": _text(new) or entry.get("question")}


def _new(key: str, renamed: dict[str, str]) -> str:
    return renamed.get(key, key) or f"{key} (gone)"


def _renamed(key: str) -> dict[str, dict[str, str]]:
    """Return the old keys of the key's lesson, none if there is no such lesson any more."""
    folder = _folder(key)
    return renamed_in(folder) if folder else {}


def _text(key: str) -> str:
    """Return the wording of a question of today, empty if there is none."""
    folder = _folder(key)
    return words_in(folder)[0].get(key, {}).get("text", "") if folder else ""


def _folder(key: str) -> Path | None:
    try:
        return Path(str(importlib.import_module(package_of(key)).__file__)).parent
    except ValueError:
        return None
