"""Read ARFF files, dense and sparse, as used by Weka and the multi-label collections Mulan and MEKA.

Every row, dense or sparse, becomes pairs of (attribute, token), so that one function reads both forms. In a sparse row
a missing attribute has the value 0 if it is numeric and the first declared value if it is nominal, as Weka defines the
format.

SciPy reads only the dense form. liac-arff 2.5.0 refuses ml_slashdot, whose @relation line ends with a comment, and
takes 3 to 5 times as long for the sparse sets.
"""

import csv
import gzip
import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from numbers import Integral
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pandas as pd

from tiws_teach._validation import fail

AGAIN = "Download the original file again."
_NUMERIC = {"numeric", "real", "integer"}
_ATTRIBUTE = re.compile(r"""@attribute\s+(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|(\S+))\s+(.+)$""", re.IGNORECASE)
_ESCAPE = re.compile(r"\\(.)")


@dataclass(frozen=True)
class Attribute:
    """One declared attribute; `declared` is None for a number, otherwise the declared values in order."""

    name: str
    declared: tuple[str, ...] | None

    @property
    def number(self) -> Callable[[str], float]:
        """The function that maps a token to a number: its value, or its position among the declared values."""
        if self.declared is None:
            return lambda token: np.nan if token == "?" else float(token)
        return {"?": np.nan, **{value: float(place) for place, value in enumerate(self.declared)}}.__getitem__


def _tokens(text: str) -> list[str]:
    """Split at commas outside quotes (single or double) and strip blanks."""
    mark = '"' if '"' in text and "'" not in text else "'"
    reader = csv.reader([text], quotechar=mark, escapechar="\\", skipinitialspace=True)
    return [token.strip() for token in next(reader)]


def parse_attribute(line: str) -> Attribute:
    """Return the attribute that an @attribute line declares."""
    match = _ATTRIBUTE.match(line)
    if match is None:
        fail("an @attribute line", "have a name and a type", repr(line), AGAIN)
    single, double, plain, kind = match.groups()
    name = plain if plain is not None else _ESCAPE.sub(r"\1", single if single is not None else double)
    kind = kind.strip()
    if kind.startswith("{") and kind.endswith("}"):
        return Attribute(name, tuple(_tokens(kind[1:-1])))
    if kind.lower() not in _NUMERIC:
        rule = "be numeric or nominal"
        fail(f"the attribute {name!r}", rule, f"the type {kind!r}", "Convert it to one of the two.")
    return Attribute(name, None)


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
    named = set()
    for cell in _tokens(line[1:-1]) if line[1:-1].strip() else []:
        position, _, token = cell.partition(" ")
        if not 0 <= int(position) < n_attributes or int(position) in named:
            raise ValueError(f"its attribute numbers must be distinct and in [0, {n_attributes - 1}]; got {position}")
        named.add(int(position))
        yield int(position), token.strip()


def _column(numbers: np.ndarray, attribute: Attribute) -> np.ndarray | pd.Series:
    """Return a column in its final type: floats, integers for values such as {0,1}, otherwise strings."""
    if attribute.declared is None:
        return numbers
    known = ~np.isnan(numbers)
    if known.all() and all(re.fullmatch(r"-?\d+", value) for value in attribute.declared):
        return np.array([int(value) for value in attribute.declared], dtype=np.int64)[numbers.astype(np.intp)]
    words = [attribute.declared[int(number)] if number == number else None for number in numbers]
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
        fail("an ARFF file", "have @attribute lines and a @data line", "none", AGAIN)
    repeated = _repeated(attribute.name for attribute in attributes)
    if repeated:
        fail("the attributes of an ARFF file", "have unique names", f"{repeated} more than once", "Rename them.")
    return attributes, rows


def read_arff(lines: Iterable[str]) -> pd.DataFrame:
    """Return the table of an ARFF file, dense or sparse."""
    attributes, rows = _split_header(lines)
    convert = [attribute.number for attribute in attributes]
    table = np.zeros((len(rows), len(attributes)))  # 0 is both the omitted number and the first declared value
    for row, (number, line) in enumerate(rows):
        try:
            for position, token in _cells(line, len(attributes)):
                table[row, position] = convert[position](token)
        except (ValueError, KeyError) as error:
            raise ValueError(
                f"line {number} of the ARFF file is invalid: {error}. Correct it, or download the original file again."
            ) from error
    return pd.DataFrame({attribute.name: _column(table[:, j], attribute) for j, attribute in enumerate(attributes)})


def load_arff(
    path: str | os.PathLike[str], labels: int | str | os.PathLike[str] | Sequence[str] = 0, *, encoding: str = "utf-8"
) -> Any:
    r"""Load your own ARFF file, dense or sparse, and split its columns into features and labels.

    Parameters
    ----------
    path : str or path
        The file; a name that ends in .gz is decompressed while reading.
    labels : int, str, path or sequence of str
        Which attributes are labels. k > 0: the first k; k < 0: the last -k (MEKA writes this number as -C into the
        @relation line); 0: none. A file name that ends in .xml: the labels listed in this Mulan file. Otherwise a list
        of label names.
    encoding : str
        Encoding of the ARFF file.

    Returns
    -------
    sklearn.utils.Bunch
        `frame`, `data` (the features), `target` (DataFrame of the labels; without columns if there are none),
        `feature_names`, `target_names` (the labels). Numeric attributes are float64,
        nominal ones with whole-number values such as {0,1} int64, others strings; "?" is missing.

    Raises
    ------
    FileNotFoundError
        If the ARFF or the XML file does not exist.
    ValueError
        If a file is invalid, or if `labels` does not match the attributes; the message gives the line or label.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from tiws_teach.datasets import load_arff
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "songs.arff"
    ...     lines = ["@relation songs", "@attribute tempo numeric", "@attribute calm {0,1}", "@data", "80,1", "{0 140}"]
    ...     _ = path.write_text("\n".join(lines))
    ...     songs = load_arff(path, labels=-1)
    >>> songs.feature_names, songs.target_names
    (['tempo'], ['calm'])
    >>> songs.frame.to_numpy().tolist()
    [[80.0, 1.0], [140.0, 0.0]]

    Source: Weka's description of the format; labels as in Mulan (XML) and MEKA (-C).
    """
    from sklearn.utils import Bunch  # scikit-learn takes a second to import

    table = _read_table(_existing(path, "path"), encoding)
    names = label_names(labels, list(table.columns))
    data, target = table.drop(columns=names), table[names]
    frame = pd.concat([data, target], axis=1)
    return Bunch(frame=frame, data=data, target=target, feature_names=list(data.columns), target_names=names)


def _existing(path: str | os.PathLike[str], argument: str) -> Path:
    """Return the path if it is a file."""
    if not Path(path).is_file():
        advice = "Check the folder and the name."
        fail(argument, "be a file that exists", repr(os.fspath(path)), advice, FileNotFoundError)
    return Path(path)


def _read_table(path: Path, encoding: str) -> pd.DataFrame:
    """Return the table of an ARFF file; decompress it if its name ends in .gz."""
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding=encoding) as stream:
        try:
            return read_arff(stream)
        except UnicodeDecodeError as error:
            raise ValueError(
                f"encoding must be that of {path.name}; got {encoding!r}: {error.reason}. Try encoding='latin-1'."
            ) from error


def label_names(labels: Any, attributes: list[str]) -> list[str]:
    """Return the label names, given as a number, an XML file or a list, after checking that they are attributes."""
    if isinstance(labels, Integral) and not isinstance(labels, bool):
        count, most = int(labels), len(attributes)
        if abs(count) > most:
            fail("labels", f"be in [{-most}, {most}]", count, "The file has no more attributes.")
        return attributes[:count] if count >= 0 else attributes[count:]
    if isinstance(labels, os.PathLike) or (isinstance(labels, str) and labels.endswith(".xml")):
        names = _names_in_xml(_existing(labels, "labels"))
    elif isinstance(labels, str) or not isinstance(labels, Sequence):
        rule = "be a whole number, the name of a file that ends in .xml, or a list of names"
        fail("labels", rule, repr(labels), "Pass labels=-1 for the last attribute.", TypeError)
    else:
        names = list(labels)
    wrong = [name for name in names if name not in attributes] or _repeated(names)
    if wrong:
        fail("labels", "be distinct attributes of the ARFF file", repr(wrong), "Compare with its @attribute lines.")
    return names


def _repeated(names: Iterable[str]) -> list[str]:
    """Return the names that occur more than once."""
    return [name for name, count in Counter(names).items() if count > 1]


def _names_in_xml(path: Path) -> list[str]:
    """Return the label names of an XML file of the Mulan format, in its order."""
    try:
        root = ElementTree.parse(path).getroot()
        names = [element.attrib["name"] for element in root.iter() if element.tag.endswith("label")]
    except (ElementTree.ParseError, KeyError) as error:
        raise ValueError(f"{path.name} must be an XML file of labels; got {error}. {AGAIN}") from error
    if not names:
        fail(path.name, 'list labels as <label name="...">', "none", AGAIN)
    return names
