"""Read the files of a set into features and target: one function for each format, or for a set with its own format.

A reader takes the name of a set, and the options of `load` as keywords.
"""

import csv
import re
import tarfile
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from tiws_teach._validation import fail, project_folder
from tiws_teach.datasets._bunch import Parts, class_codes
from tiws_teach.datasets._cache import fetch
from tiws_teach.datasets.arff import load_arff

_OUTCOMES = ["died", "survived"]
_ANSWERS = {"adult_sample": ["at most 50,000", "more than 50,000"], "shop_visits": ["left", "bought"]}
_DIGITS = {
    "even": {0, 2, 4, 6, 8},
    "prime": {2, 3, 5, 7},
    "above four": {5, 6, 7, 8, 9},
    "round loop": {0, 6, 8, 9},
    "multiple of three": {0, 3, 6, 9},
}
_WRITERS = (0, 130, 256, 386, 516, 646, 776, 915, 1029, 1157, 1287, 1415, 1545, 1667, 1797)
"""Where the blocks of images begin and end that scikit-learn's course takes for the writers of its digits."""
_COLOURS = ["red", "green", "blue", "gold", "white", "black", "orange"]
_TELL_THE_COLOURS = ["colours", "mainhue", "topleft", "botright"]
_FLAG_WORDS = {
    "landmass": ["", "North America", "South America", "Europe", "Africa", "Asia", "Oceania"],
    "zone": ["", "north-east", "south-east", "south-west", "north-west"],
    "language": [
        "", "English", "Spanish", "French", "German", "Slavic", "other Indo-European", "Chinese", "Arabic",
        "Japanese, Turkish, Finnish or Magyar", "other",
    ],
    "religion": ["Catholic", "other Christian", "Muslim", "Buddhist", "Hindu", "ethnic", "Marxist", "other"],
}  # fmt: skip
_REVIEW = re.compile(r"txt_sentoken/(neg|pos)/(cv(\d)\d\d_\d+\.txt)$")


def _embedded(name: str, **options: Any) -> pd.DataFrame:
    """Read a table that comes with the project."""
    return pd.read_csv(project_folder("datasets") / f"{name}.csv", encoding="utf-8", **options)


def read_counts(name: str) -> Parts:
    """Read an embedded table of counts; the rows are always in the same order."""
    table = _embedded(name)
    rows, outcomes = expand_counts(table), list(table.columns[-2:])
    return Parts(rows.drop(columns=outcomes[1]), rows[outcomes[1]], outcomes)


def expand_counts(table: pd.DataFrame) -> pd.DataFrame:
    """Return one row for each person of a table whose last two columns count the outcomes 0 and 1."""
    outcomes = list(table.columns[-2:])
    persons = table[outcomes].to_numpy().ravel()
    cells = np.repeat(np.arange(len(table)), 2)
    rows = table.drop(columns=outcomes).iloc[np.repeat(cells, persons)].reset_index(drop=True)
    return rows.assign(**{outcomes[1]: np.repeat(np.tile([0, 1], len(table)), persons).astype(np.int64)})


def read_digit_labels(_name: str) -> Parts:
    """Load scikit-learn's digits and derive five labels from each; the images stand in the order of their writers."""
    from sklearn.datasets import load_digits  # scikit-learn takes a second to import

    images = load_digits(as_frame=True)
    digit = images.target.rename("digit")
    labels = pd.DataFrame({name: digit.isin(digits).astype("int64") for name, digits in _DIGITS.items()})
    writer = pd.Series(np.repeat(np.arange(len(_WRITERS) - 1), np.diff(_WRITERS)), name="writer")
    return Parts(images.data, labels, list(_DIGITS), {"digit": digit, "writer": writer})


def read_flags(name: str) -> Parts:
    """Read the flags of 194 countries; codes become words, and columns that state colours are left out."""
    rows = _embedded(name)
    for column, words in _FLAG_WORDS.items():
        rows[column] = rows[column].map(dict(enumerate(words)))
    data = rows.drop(columns=["name", *_COLOURS, *_TELL_THE_COLOURS])
    return Parts(data, rows[_COLOURS], _COLOURS, {"country": rows["name"].rename("country")})


def read_flights(name: str) -> Parts:
    """Read an embedded sample of flights, in the order of their departure."""
    rows = _embedded(name, parse_dates=["date"])
    return Parts(rows.drop(columns="late"), rows["late"], ["on time", "late"])


def read_answers(name: str) -> Parts:
    """Read an embedded table whose last column is the target; the visits stand in the order of their months."""
    rows = _embedded(name)
    target = rows.columns[-1]
    return Parts(rows.drop(columns=target), rows[target], _ANSWERS[name])


def read_multilabel(name: str) -> Parts:
    """Read an ARFF file and the XML file that lists its label columns."""
    paths = fetch(name).values()
    (labels,) = (path for path in paths if path.suffix == ".xml")
    (table,) = (path for path in paths if path.suffix != ".xml")
    bunch = load_arff(table, labels)
    return Parts(bunch.data, bunch.target.astype("int64"), bunch.target_names)


def read_titanic(name: str) -> Parts:
    """Read the passengers; the file's column `alive` repeats the target and is left out."""
    rows = pd.read_csv(_only(name), encoding="utf-8", keep_default_na=False, na_values=[""])
    return Parts(rows.drop(columns=["survived", "alive"]), rows["survived"].astype("int64"), _OUTCOMES)


def read_mushroom(name: str) -> Parts:
    """Read the letters as strings."""
    rows = pd.read_csv(_only(name), encoding="utf-8", dtype=str, keep_default_na=False, na_values=["?"])
    classes = {"e": "edible", "p": "poisonous"}
    return Parts(rows.drop(columns="label"), class_codes(rows["label"], classes, "poisonous"), list(classes.values()))


def read_sms_spam(name: str) -> Parts:
    """Read a label and a text from each line."""
    rows = _read_tabs(_only(name), ["label", "text"])
    return Parts(rows[["text"]], class_codes(rows["label"], {"ham": "ham", "spam": "spam"}, "spam"), ["ham", "spam"])


def read_polarity_v2(name: str) -> Parts:
    """Read the reviews from their archive, sorted by class, then by file name."""
    rows = []
    with tarfile.open(_only(name), "r:gz") as archive:
        for member in archive:
            match = _REVIEW.search(member.name)
            stream = archive.extractfile(member) if match else None
            if match and stream is not None:
                rows.append((match[1], match[2], int(match[3]), stream.read().decode("utf-8")))
    table = pd.DataFrame(sorted(rows), columns=["label", "file", "fold", "text"])
    classes = {"neg": "negative", "pos": "positive"}
    target = class_codes(table["label"], classes, "positive")
    return Parts(table[["text"]], target, list(classes.values()), {"fold": table["fold"], "file": table["file"]})


def read_hisco_marriage(name: str, *, special: bool = True) -> Parts:
    """Read the answers and the titles of all codes; without `special`, drop rows with the code -1."""
    if not isinstance(special, bool):
        fail("special", "be True or False", repr(special), "Pass True or False.", TypeError)
    paths = fetch(name)
    rows = pd.read_csv(paths["TOYDATA.csv"], dtype=str, keep_default_na=False, encoding="utf-8")
    titles = pd.read_csv(paths["hisco_key.csv"], dtype=str, keep_default_na=False, encoding="utf-8")
    titles = titles.assign(code=_five_digits(titles["hisco"].str.strip())).query("code != ''")
    code = _five_digits(rows["hisco_1"]).rename("code")
    keep = code.ne("-1") | special
    code, data = code[keep].reset_index(drop=True), rows.loc[keep, ["occ1"]].reset_index(drop=True)
    data.columns = pd.Index(["text"])
    names = titles.set_index("code")["en_hisco_text"].rename("title")
    return Parts(data, code, sorted(code.unique()), {"code_titles": names})


def read_onet27_titles(name: str) -> Parts:
    """Read the job titles, and title and description of every code."""
    paths = fetch(name)
    rows = _read_tabs(paths["Alternate Titles.txt"], ["code", "text", "short_title", "sources"], header=True)
    codes = _read_tabs(paths["Occupation Data.txt"], ["code", "title", "description"], header=True).set_index("code")
    extra = {"code_titles": codes["title"], "code_descriptions": codes["description"]}
    return Parts(rows[["text"]], rows["code"], sorted(rows["code"].unique()), extra)


def read_coded_titles(name: str) -> Parts:
    """Read an embedded table of job titles with their codes, and the title of every code."""
    rows = _embedded(name, dtype=str)
    names = rows.drop_duplicates("code").set_index("code")["occupation"].rename("title")
    data = rows.drop(columns=["code", "occupation"])
    return Parts(data, rows["code"], sorted(rows["code"].unique()), {"code_titles": names})


def _only(name: str) -> Path:
    """Return the path of the only file of a set."""
    (path,) = fetch(name).values()
    return path


def _read_tabs(path: Path, columns: list[str], header: bool = False) -> pd.DataFrame:
    """Read strings separated by tabs; a quotation mark is an ordinary character."""
    return pd.read_csv(
        path,
        sep="\t",
        names=columns,
        header=0 if header else None,
        dtype=str,
        quoting=csv.QUOTE_NONE,
        keep_default_na=False,
        encoding="utf-8",
    )


def _five_digits(codes: pd.Series) -> pd.Series:
    """Restore leading zeros; negative codes (no title, no work) and empty ones are unchanged."""
    return codes.where(~codes.str.fullmatch(r"\d+"), codes.str.zfill(5))
