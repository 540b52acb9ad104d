"""Find submissions that are alike: the same file, code that differs in names only, another student's right answer."""

from __future__ import annotations

import io
import keyword
import tokenize
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tiws_teach._cli.assignment import Homework

SHORTEST, LEAST, LENGTH = 40, 0.8, 5
"""Tokens of one's own from which code is compared, the share of equal pieces that is noted, tokens of a piece."""
LAYOUT = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}


def pieces(cells: Sequence[str]) -> tuple[set[tuple[str, ...]], int]:
    """Return the runs of tokens of some cells, without names, numbers and comments, and the number of tokens."""
    tokens: list[str] = []
    for cell in cells:
        try:
            for token in tokenize.generate_tokens(io.StringIO(cell).readline):
                is_name = token.type == tokenize.NAME and not keyword.iskeyword(token.string)
                if token.type not in LAYOUT:
                    tokens.append("name" if is_name else "0" if token.type == tokenize.NUMBER else token.string)
        except (tokenize.TokenError, SyntaxError):
            tokens += cell.split()
    return {tuple(tokens[i : i + LENGTH]) for i in range(len(tokens) - LENGTH + 1)}, len(tokens)


def alike(
    cells: Sequence[Sequence[str]], given: Sequence[Sequence[str]], hashes: Sequence[str]
) -> Iterator[tuple[int, int, str]]:
    """Yield the pairs of submissions with the same file or nearly the same own code, and which of the two."""
    own = [pieces([cell for cell in book if cell not in handed]) for book, handed in zip(cells, given, strict=True)]
    for first, second in combinations(range(len(cells)), 2):
        (one, n_one), (two, n_two) = own[first], own[second]
        if hashes[first] and hashes[first] == hashes[second]:
            yield first, second, "the same file as"
        elif min(n_one, n_two) >= SHORTEST and len(one & two) >= LEAST * len(one | two):
            yield first, second, "nearly the same code as"


def copied(homework: Homework, found: Sequence[Any]) -> Iterator[tuple[int, str, str]]:
    """Yield the wrong numbers that are right for another student, by the place of the submission."""
    others = {each.student: homework.drawn(each.student) for each in found if each.verdicts}
    for place, each in enumerate(found):
        for number, verdict in enumerate(each.verdicts):
            item, event = homework.items[number], each.answers.get(f"answer_{number + 1}", {})
            if verdict.kind == "not yet" and item.expects.words.startswith("one number"):
                for other, drawn in others.items():
                    if other != each.student and item.judge(drawn[number], event.get("value")).right:
                        yield place, item.key, other
