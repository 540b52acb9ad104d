"""The words of a lesson: its ``words.toml`` has the questions, and what each exercise tells the learner.

A question has a text, an answer (``range`` or ``options``, a ``typical`` guess, perhaps ``unit`` or ``cuts``) and why.
An exercise has ``hints``, one a line; what each slip is told, under the slip's name; and perhaps ``praise``. If the
answer is a function, ``returns`` says what it has to return. A broken twin has ``rules`` to choose from, the broken one
first, and an ``example`` of an answer.

Where an edition gives questions or exercises other numbers, ``[renamed.questions]`` and ``[renamed.exercises]`` say for
each old number the key of today, or an empty text where nothing took its place.
"""

import ast
import inspect
import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from tiws_teach._validation import fail
from tiws_teach.course.expect import EVERYWHERE

TWIN = ("the honest one", "wrong rule")
"""The slips of every broken twin."""


@dataclass(frozen=True)
class Told:
    """What one exercise tells the learner."""

    hints: tuple[str, ...] = ()
    slips: Mapping[str, str] = field(default_factory=dict)
    praise: str = ""
    returns: str = ""
    rules: tuple[str, ...] = ()
    example: str = ""


@cache
def words_in(folder: Path) -> tuple[dict[str, dict[str, Any]], dict[str, Told]]:
    """Read the words of the lesson in this folder: the fields of its questions, and what its exercises tell, by key."""
    table = tomllib.loads((folder / "words.toml").read_text(encoding="utf-8"))
    check_keys(f"{folder.name}/words.toml", table, {"questions", "exercises"}, {"renamed"})
    asked, parts = (
        {f"{folder.name}.{n}": part for n, part in table[name].items()} for name in ("questions", "exercises")
    )
    for key, part in parts.items():
        check_keys(f"exercise {key}", part, {"hints"}, part)
    return asked, {key: _told(part) for key, part in parts.items()}


@cache
def renamed_in(folder: Path) -> dict[str, dict[str, str]]:
    """Return the key of today for each old key of questions and of exercises; an empty text where there is none."""
    table = tomllib.loads((folder / "words.toml").read_text(encoding="utf-8")).get("renamed", {})
    check_keys(f"renamed in {folder.name}/words.toml", table, set(), {"questions", "exercises"})
    return {kind: {f"{folder.name}.{n}": key for n, key in keys.items()} for kind, keys in table.items()}


def _told(part: dict[str, Any]) -> Told:
    """Return what an exercise tells; what is none of its fields is a slip."""
    known = [name for name in ("praise", "returns", "rules", "example") if name in part]
    slips = {name: words for name, words in part.items() if name not in ("hints", *known)}
    return Told(tuple(part["hints"].splitlines()), slips, **{name: part[name] for name in known})


def check_keys(place: str, table: Collection[str], needed: set[str], more: Collection[str] = ()) -> None:
    """Raise if a table of words lacks a key or has an unknown one."""
    wrong = sorted(needed - set(table)) or sorted(set(table) - needed - set(more))
    if wrong:
        problem = "no" if wrong[0] in needed else "an unknown"
        rule = f"have the keys {', '.join([*sorted(needed), *sorted(more)])}"
        fail(place, rule, f"{problem} key {wrong[0]!r}", "Correct it in words.toml.")


def check_slips(judges: ModuleType, keys: Collection[str], toml: Mapping[str, Told]) -> None:
    """Raise if a slip that the judges name has no words, or if words have no slip or no exercise."""
    name = f"{judges.__name__.split('.')[-2]}/words.toml"
    if set(keys) != set(toml):
        fail(f"the exercises in {name}", f"be {', '.join(sorted(keys))}", ", ".join(sorted(toml)), "Add or remove one.")
    tree = ast.parse(inspect.getsource(judges))
    texts: set[Any] = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    texts |= {rule for each in toml.values() for rule in each.rules}
    explained = {slip for each in toml.values() for slip in each.slips}
    silent = set(_named(tree)) - explained - set(EVERYWHERE)
    if silent:
        fail(f"each slip in {name}", "have words", f"none for {min(silent)!r}", "Write what the learner is told.")
    unused = sorted(slip for slip in explained - set(TWIN) if slip.rpartition(": ")[2] not in texts)
    if unused:
        fail(f"the words in {name}", "belong to a slip", repr(unused[0]), "Name it in judges.py, or remove its words.")


def _named(tree: ast.Module) -> Iterator[str]:
    """Yield the slips that judges name: in ``Slip("name")``, in the table of `first`, and beside what is right."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Slip", "first"):
            constants = [key for each in node.args[:1] for key in getattr(each, "keys", [each])]
            yield from (str(each.value) for each in constants if isinstance(each, ast.Constant))
        elif isinstance(node, ast.Dict):
            keys = [str(key.value) for key in node.keys if isinstance(key, ast.Constant)]
            yield from (key for key in keys if "right" in keys and key != "right")
