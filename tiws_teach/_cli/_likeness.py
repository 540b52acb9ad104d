"""Find submissions that are alike: the same file, code that differs in names only, another student's right answer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from keyword import kwlist
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tiws_teach._cli.assignment import Homework

SHORTEST, LEAST, LENGTH = 40, 0.8, 5
"""Tokens of one's own from which code is compared, the share of equal pieces that is noted, tokens of a piece."""
TOKEN = re.compile(r"#.*|[^\W\d]\w*|[\d.]+|\S")


def pieces(cells: Sequence[str]) -> tuple[set[tuple[str, ...]], int]:
    """Return the runs of tokens of some cells, without comments, names and numbers, and the number of tokens."""
    words = [token for token in TOKEN.findall("\n".join(cells)) if not token.startswith("#")]
    tokens = [token if token in kwlist else re.sub(r"\w+|[\d.]{2,}", "name", token) for token in words]
    return set(zip(*(tokens[start:] for start in range(LENGTH)), strict=False)), len(tokens)


def alike(own: Sequence[Sequence[str]], hashes: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """Yield the pairs of submissions with the same file or nearly the same own code, and which of the two."""
    code = [pieces(cells) for cells in own]
    for first, second in combinations(range(len(own)), 2):
        (one, n_one), (two, n_two) = code[first], code[second]
        if hashes[first] and hashes[first] == hashes[second]:
            yield first, second, "the same file as"
        elif min(n_one, n_two) >= SHORTEST and len(one & two) >= LEAST * len(one | two):
            yield first, second, "nearly the same code as"


def copied(homework: Homework, submissions: Sequence[Any]) -> Iterator[tuple[int, str, str]]:
    """Yield the wrong numbers that are right for another student to four decimals, by the place of the submission."""
    others = {each.student: homework.drawn(each.student) for each in submissions if each.verdicts}
    for place, each in enumerate(submissions):
        for number, (item, verdict) in enumerate(zip(homework.items, each.verdicts, strict=False)):
            if verdict.kind in ("not yet", "misconception") and item.expects.words.startswith("one number"):
                value = each.answers[f"answer_{number + 1}"]["value"]
                for other in others.keys() - {each.student}:
                    if replace(item, within=1e-4).judge(others[other][number], value).right:
                        yield place, item.key, other
