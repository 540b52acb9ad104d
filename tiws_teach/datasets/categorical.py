"""Downloadable sets whose features are mainly categories: titanic, mushroom, diabetes130."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from typing import Any

import pandas as pd

from tiws_teach._validation import check_choice, fail
from tiws_teach.datasets._bunch import class_codes, make_bunch
from tiws_teach.datasets._cache import fetch

_ARCHIVE_FOLDER = "dataset_diabetes"
_DIABETES_IDS = ("encounter_id", "patient_nbr")
_DIABETES_NUMBERS = (
    "time_in_hospital",
    "num_lab_procedures",
    "num_procedures",
    "num_medications",
    "number_outpatient",
    "number_emergency",
    "number_inpatient",
    "number_diagnoses",
)
_READMITTED = (("NO", "not readmitted"), (">30", "after more than 30 days"), ("<30", "within 30 days"))


def load_titanic() -> Any:
    """Load the 891 Titanic passengers with fare, age, family and deck.

    Returns
    -------
    sklearn.utils.Bunch
        `frame` (891 x 14), `data` (pclass, sibsp, parch as integers, age and fare as floats, adult_male and alone as
        booleans, the rest strings), `target` (survived, 0 or 1), `feature_names`, `target_names`, `DESCR`
        (also `description`), `licence`, `citation`. The file's column `alive` repeats the target and is left out.

    Raises
    ------
    DatasetError
        If the file is not to be had; the message says how to mend it.

    Source: Kaggle Titanic training set, as distributed with seaborn.
    """
    path = fetch("titanic")["titanic.csv"]
    rows = pd.read_csv(path, encoding="utf-8", keep_default_na=False, na_values=[""])
    data = rows.drop(columns=["survived", "alive"])
    return make_bunch("titanic", data, rows["survived"].astype("int64"), ["died", "survived"])


def load_mushroom() -> Any:
    """Load 8,124 mushrooms by 22 categories each, edible or poisonous.

    Returns
    -------
    sklearn.utils.Bunch
        `frame` (8124 x 23), `data` (22 columns of one-letter strings; missing stalk-root as NaN), `target`
        (poisonous: 0 edible, 1 poisonous), `feature_names`, `target_names`, `DESCR` (also `description`), `licence`,
        `citation`.

    Raises
    ------
    DatasetError
        If the file is not to be had; the message says how to mend it.

    Source: Schlimmer (1987), UCI Machine Learning Repository.
    """
    path = fetch("mushroom")["agaricus-lepiota.data"]
    rows = pd.read_csv(path, encoding="utf-8", dtype=str, keep_default_na=False, na_values=["?"])
    classes = (("e", "edible"), ("p", "poisonous"))
    return make_bunch(
        "mushroom",
        rows.drop(columns="label"),
        class_codes(rows["label"], classes, "poisonous"),
        ["edible", "poisonous"],
    )


def load_diabetes130(columns: Sequence[str] | None = None, *, outcome: str = "early") -> Any:
    """Load 101,766 hospital stays of patients with diabetes; ICD-9 codes as strings.

    Parameters
    ----------
    columns : sequence of str or None
        The features to load, in this order; None: all 47. The identifiers encounter_id and patient_nbr come only when
        they are named here.
    outcome : {"early", "any", "three"}
        The target: readmitted within 30 days (0 or 1), readmitted at all (0 or 1), or 0 not readmitted,
        1 after more than 30 days, 2 within 30 days.

    Returns
    -------
    sklearn.utils.Bunch
        `frame` (101766 x 48), `data` (eight counts as integers, everything else strings, missing as NaN), `target`
        (readmitted), `feature_names`, `target_names`, `code_names` (a dict of three Series: what the codes of admission
        type, discharge disposition and admission source mean), `DESCR` (also `description`), `licence`, `citation`.

    Raises
    ------
    ValueError
        If `outcome` or one of `columns` is unknown.
    DatasetError
        If the file is not to be had; the message says how to mend it.

    Source: Strack et al. (2014), BioMed Research International, article 781670.
    """
    check_choice("outcome", outcome, ("early", "any", "three"))
    with zipfile.ZipFile(fetch("diabetes130")["dataset_diabetes.zip"]) as archive:
        wanted = _wanted_columns(archive, columns)
        rows = _read_stays(archive, wanted)
        code_names = _read_code_names(archive.read(f"{_ARCHIVE_FOLDER}/IDs_mapping.csv").decode("utf-8"))
    target = class_codes(rows["readmitted"], _READMITTED, "readmitted")
    names = [name for _, name in _READMITTED]
    if outcome == "early":
        target, names = (target == 2).astype("int64"), ["not within 30 days", "within 30 days"]
    elif outcome == "any":
        target, names = (target > 0).astype("int64"), ["not readmitted", "readmitted"]
    return make_bunch("diabetes130", rows[wanted], target, names, code_names=code_names)


def _wanted_columns(archive: zipfile.ZipFile, columns: Sequence[str] | None) -> list[str]:
    """Return the feature columns to read, or raise for a name that the file does not have."""
    with archive.open(f"{_ARCHIVE_FOLDER}/diabetic_data.csv") as stream:
        header = stream.readline().decode("utf-8").strip().split(",")
    known = [column for column in header if column != "readmitted"]
    if columns is None:
        return [column for column in known if column not in _DIABETES_IDS]
    wanted = [columns] if isinstance(columns, str) else list(columns)
    if isinstance(columns, str) or not wanted or not set(wanted) <= set(known) or len(set(wanted)) < len(wanted):
        rule = "be a list of different columns of the file"
        fail("columns", rule, repr(columns), f"The columns are: {', '.join(known)}.")
    return wanted


def _read_stays(archive: zipfile.ZipFile, wanted: Sequence[str]) -> pd.DataFrame:
    """Return the wanted columns and `readmitted`; the word None in the file means "not measured" and stays a word."""
    kinds = {column: "int64" if column in _DIABETES_NUMBERS else str for column in [*wanted, "readmitted"]}
    with archive.open(f"{_ARCHIVE_FOLDER}/diabetic_data.csv") as stream:
        return pd.read_csv(stream, usecols=list(kinds), dtype=kinds, keep_default_na=False, na_values=["?"])


def _read_code_names(text: str) -> dict[str, pd.Series]:
    """Return the three tables of IDs_mapping.csv, which stand one under the other with a line "," between."""
    names = {}
    for block in text.replace("\r\n", "\n").split("\n,\n"):
        table = pd.read_csv(io.StringIO(block), dtype=str, keep_default_na=False)
        code = str(table.columns[0])
        names[code] = table.set_index(code)["description"].str.strip()
    return names
