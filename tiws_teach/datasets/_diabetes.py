"""Read the archive of diabetes130: hospital stays in one table, the meanings of three codes in another."""

import io
import zipfile
from collections.abc import Sequence

import pandas as pd

from tiws_teach._validation import check_choice, fail
from tiws_teach.datasets._bunch import Parts, class_codes
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
_READMITTED = {"NO": "not readmitted", ">30": "after more than 30 days", "<30": "within 30 days"}


def read_diabetes130(name: str, *, columns: Sequence[str] | None = None, outcome: str = "early") -> Parts:
    """Read the stays with the features `columns` (None: all except the identifiers) and one of three outcomes."""
    check_choice("outcome", outcome, ("early", "any", "three"))
    with zipfile.ZipFile(fetch(name)["dataset_diabetes.zip"]) as archive:
        wanted = _wanted_columns(archive, columns)
        rows = _read_stays(archive, wanted)
        code_names = _read_code_names(archive.read(f"{_ARCHIVE_FOLDER}/IDs_mapping.csv").decode("utf-8"))
    target = class_codes(rows["readmitted"], _READMITTED, "readmitted")
    names = list(_READMITTED.values())
    if outcome == "early":
        target, names = (target == 2).astype("int64"), ["not within 30 days", "within 30 days"]
    elif outcome == "any":
        target, names = (target > 0).astype("int64"), ["not readmitted", "readmitted"]
    return Parts(rows[wanted], target, names, {"code_names": code_names})


def _wanted_columns(archive: zipfile.ZipFile, columns: Sequence[str] | None) -> list[str]:
    """Return the feature columns to read, or raise for a name that the file does not have."""
    with archive.open(f"{_ARCHIVE_FOLDER}/diabetic_data.csv") as stream:
        header = stream.readline().decode("utf-8").strip().split(",")
    known = [column for column in header if column != "readmitted"]
    if columns is None:
        return [column for column in known if column not in _DIABETES_IDS]
    wanted = [columns] if isinstance(columns, str) else list(columns)
    if isinstance(columns, str) or not wanted or not set(wanted) <= set(known) or len(set(wanted)) < len(wanted):
        rule = "be a list of distinct columns of the file"
        fail("columns", rule, repr(columns), f"The columns are: {', '.join(known)}.")
    return wanted


def _read_stays(archive: zipfile.ZipFile, wanted: Sequence[str]) -> pd.DataFrame:
    """Return the wanted columns and `readmitted`; the word None in the file means "not measured" and stays a string."""
    kinds = {column: "int64" if column in _DIABETES_NUMBERS else str for column in [*wanted, "readmitted"]}
    with archive.open(f"{_ARCHIVE_FOLDER}/diabetic_data.csv") as stream:
        return pd.read_csv(stream, usecols=list(kinds), dtype=kinds, keep_default_na=False, na_values=["?"])


def _read_code_names(text: str) -> dict[str, pd.Series]:
    """Return the three tables of IDs_mapping.csv, which follow one another, separated by a line ","."""
    names = {}
    for block in text.replace("\r\n", "\n").split("\n,\n"):
        table = pd.read_csv(io.StringIO(block), dtype=str, keep_default_na=False)
        code = str(table.columns[0])
        names[code] = table.set_index(code)["description"].str.strip()
    return names
