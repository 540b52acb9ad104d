"""ARFF, dense and sparse, as the multi-label collections use it.

SciPy reads only the dense form, so both are read here, by one path: every row becomes pairs of (attribute, token).
In a sparse row an attribute that is not named has the value 0 if it is numeric and the first declared value if it is
nominal, which is how Weka defines the format.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import numpy as np
import pandas as pd

_NUMERIC = {"numeric", "real", "integer"}
_ATTRIBUTE = re.compile(r"""@attribute\s+(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|(\S+))\s+(.+)$""", re.IGNORECASE)
_ESCAPE = re.compile(r"\\(.)")


@dataclass(frozen=True)
class Attribute:
    """One declared attribute; `declared` is None for a number, else the declared values in order."""

    name: str
    declared: tuple[str, ...] | None


def _tokens(text: str) -> list[str]:
    """Split at commas outside quotes (single or double) and strip blanks."""
    mark = '"' if '"' in text and "'" not in text else "'"
    reader = csv.reader([text], quotechar=mark, escapechar="\\", skipinitialspace=True)
    return [token.strip() for token in next(reader)]


def parse_attribute(line: str) -> Attribute:
    """Return the attribute that an @attribute line declares."""
    match = _ATTRIBUTE.match(line)
    if match is None:
        raise ValueError(f"an @attribute line must have a name and a type; got {line!r}. Get the original file again.")
    single, double, plain, kind = match.groups()
    name = plain if plain is not None else _ESCAPE.sub(r"\1", single if single is not None else double)
    kind = kind.strip()
    if kind.startswith("{") and kind.endswith("}"):
        return Attribute(name, tuple(_tokens(kind[1:-1])))
    if kind.lower() not in _NUMERIC:
        raise ValueError(
            f"the attribute {name!r} must be numeric or nominal; got the type {kind!r}. No other type is read."
        )
    return Attribute(name, None)


def _converter(attribute: Attribute) -> Callable[[str], float]:
    """Return the function from a token to a number: the value itself, or the position among the declared values."""
    if attribute.declared is None:
        return lambda token: np.nan if token == "?" else float(token)
    positions = {value: float(position) for position, value in enumerate(attribute.declared)}
    positions.setdefault("?", np.nan)
    return positions.__getitem__


def _cells(line: str, n_attributes: int) -> Iterator[tuple[int, str]]:
    """Yield (attribute position, token) of one data row, dense or sparse."""
    if not line.startswith("{"):
        tokens = _tokens(line)
        if len(tokens) != n_attributes:
            raise ValueError(f"it must have {n_attributes} values; got {len(tokens)}")
        yield from enumerate(tokens)
        return
    if not line.endswith("}"):
        raise ValueError("a sparse row must end with a brace")
    for cell in _tokens(line[1:-1]) if line[1:-1].strip() else []:
        position, _, token = cell.partition(" ")
        if not 0 <= int(position) < n_attributes:
            raise ValueError(f"its attribute numbers must be in [0, {n_attributes - 1}]; got {position}")
        yield int(position), token.strip()


def _column(numbers: np.ndarray, attribute: Attribute) -> np.ndarray | pd.Series:
    """Return a column as it is to be used: floats, integers for values such as {0,1}, else plain strings."""
    if attribute.declared is None:
        return numbers
    known = ~np.isnan(numbers)
    if known.all() and all(re.fullmatch(r"-?\d+", value) for value in attribute.declared):
        return np.array([int(value) for value in attribute.declared], dtype=np.int64)[numbers.astype(np.intp)]
    words = [attribute.declared[int(number)] if ok else None for number, ok in zip(numbers, known, strict=True)]
    return pd.Series(words, dtype=object).astype(pd.Series(["a"]).dtype)


def _split_header(lines: Iterable[str]) -> tuple[list[Attribute], list[tuple[int, str]]]:
    """Return the declared attributes and the data rows with their line numbers."""
    attributes: list[Attribute] = []
    rows: list[tuple[int, str]] = []
    in_data = False
    for number, raw in enumerate(lines, start=1):
        line = raw.strip()
        if not line or line.startswith("%"):
            continue
        if in_data:
            rows.append((number, line))
        elif line.lower().startswith("@attribute"):
            attributes.append(parse_attribute(line))
        in_data = in_data or line.lower() == "@data"
    if not in_data or not attributes:
        raise ValueError("an ARFF file must have @attribute lines and a @data line; got none. Get the file again.")
    return attributes, rows


def read_arff(lines: Iterable[str]) -> pd.DataFrame:
    """Return the table of an ARFF file, dense or sparse.

    Parameters
    ----------
    lines : iterable of str
        The lines of the file.

    Returns
    -------
    DataFrame of shape (n_rows, n_attributes)
        Numbers as float64, nominal attributes with whole-number values such as {0,1} as int64, others as strings;
        "?" is missing.

    Raises
    ------
    ValueError
        If the header or a row breaks the format; the message names the line.
    """
    attributes, rows = _split_header(lines)
    convert = [_converter(attribute) for attribute in attributes]
    table = np.zeros((len(rows), len(attributes)))  # 0 is both the number left out and the first declared value
    for row, (number, line) in enumerate(rows):
        try:
            for position, token in _cells(line, len(attributes)):
                table[row, position] = convert[position](token)
        except (ValueError, KeyError) as error:
            raise ValueError(
                f"line {number} of the ARFF file is broken: {error}. Get the original file again."
            ) from error
    columns = {attribute.name: _column(table[:, j], attribute) for j, attribute in enumerate(attributes)}
    return pd.DataFrame(columns)
