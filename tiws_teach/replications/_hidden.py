"""The data sets in which categories are hidden, and the rule by which features and categories are chosen."""

from collections.abc import Callable, Iterable
from functools import cache

import numpy as np
import pandas as pd

from tiws_teach.datasets import load

SETS = ("titanic", "mushroom", "diabetes130", "diabetes130_chapters")
MIN_ROWS = {"titanic": 30, "mushroom": 30, "diabetes130": 200, "diabetes130_chapters": 200}
"""Minimum number of rows of a category that is hidden. Readmission is a noisy target and needs more."""
MIN_SEEN = 2
"""Minimum number of other categories of the feature: with only one there is nothing to weight."""
DIAGNOSES = ("diag_1", "diag_2", "diag_3")

# class, embark_town, adult_male and alone say again what pclass, embarked, who, sibsp and parch say
_TITANIC = ("pclass", "sex", "sibsp", "parch", "embarked", "who", "deck")
_DIABETES = (
    *("race", "gender", "age", "admission_type_id", "discharge_disposition_id", "admission_source_id"),
    *("medical_specialty", *DIAGNOSES, "max_glu_serum", "A1Cresult", "insulin", "change", "diabetesMed"),
)
_DIED_OR_HOSPICE = ("11", "13", "14", "19", "20", "21")
# first number of each ICD-9-CM chapter, and its name
_CHAPTERS = (
    (1, "infections"),
    (140, "neoplasms"),
    (240, "endocrine"),
    (280, "blood"),
    (290, "mental"),
    (320, "nervous"),
    (390, "circulatory"),
    (460, "respiratory"),
    (520, "digestive"),
    (580, "genitourinary"),
    (630, "pregnancy"),
    (680, "skin"),
    (710, "musculoskeletal"),
    (740, "congenital"),
    (760, "perinatal"),
    (780, "symptoms"),
    (800, "injury"),
)


def icd9_chapter(codes: pd.Series) -> pd.Series:
    """Return the chapter of ICD-9-CM codes such as 250.83, V57 or E909; missing stays missing."""
    edges = [first for first, _ in _CHAPTERS] + [1000]
    numbers = pd.to_numeric(codes, errors="coerce")
    named = pd.cut(numbers, edges, right=False, labels=[name for _, name in _CHAPTERS]).astype(object)
    first = codes.str[0]
    chapter = named.where(numbers.notna(), first.map({"E": "external causes", "V": "other contacts"}))
    return chapter.astype(object).where(codes.notna(), np.nan)


@cache
def load_set(name: str) -> tuple[pd.DataFrame, np.ndarray]:
    """Return the features, all strings with NaN for missing, and the 0/1 target.

    titanic: seven features that do not repeat each other; survived. mushroom: all features; poisonous. diabetes130: the
    first stay of each patient who neither died nor went to a hospice, 15 features; readmitted at all.
    diabetes130_chapters: the same with the three diagnoses cut to their ICD-9 chapters. hisco_titles: the occupations
    in marriage records, "(deceased)" being a column of its own; whether the code is that of a production worker.
    """
    if name == "titanic":
        bunch = load("titanic")
        data = bunch.data[list(_TITANIC)]
    elif name == "mushroom":
        bunch = load("mushroom")
        data = bunch.data
    elif name == "hisco_titles":
        return _job_titles()
    else:
        return _first_stays(chapters=name.endswith("_chapters"))
    return _as_words(data), bunch.target.to_numpy(dtype=float)


def hidden_categories(name: str) -> list[tuple[str, str]]:
    """Return (feature, category) for all categories that are hidden in turn, in the order of the columns."""
    data, _ = load_set(name)
    features = DIAGNOSES if name.endswith("_chapters") else data.columns
    pairs = []
    for feature in features:
        rows = data[feature].value_counts().sort_index()
        if len(rows) > MIN_SEEN:
            pairs += [(str(feature), str(category)) for category in rows.index[rows >= MIN_ROWS[name]]]
    return pairs


def keys_of_hidden(sets: Iterable[str], categories: Callable[[str], list[tuple[str, str]]]) -> list[dict[str, str]]:
    """Return the key of each hidden category of some sets: data set, feature and category."""
    return [
        {"data": name, "feature": feature, "category": value} for name in sets for feature, value in categories(name)
    ]


def _first_stays(*, chapters: bool) -> tuple[pd.DataFrame, np.ndarray]:
    bunch = load("diabetes130", columns=["encounter_id", "patient_nbr", *_DIABETES], outcome="any")
    stays = bunch.data.assign(y=bunch.target)
    stays["encounter_id"] = stays["encounter_id"].astype("int64")
    stays = stays.sort_values("encounter_id").drop_duplicates("patient_nbr")
    stays = stays[~stays["discharge_disposition_id"].isin(_DIED_OR_HOSPICE)].reset_index(drop=True)
    data = _as_words(stays[list(_DIABETES)])
    if chapters:
        data = data.assign(**{name: icd9_chapter(data[name]) for name in DIAGNOSES})
    return data, stays["y"].to_numpy(dtype=float)


def _job_titles() -> tuple[pd.DataFrame, np.ndarray]:
    bunch = load("hisco_marriage")
    text = bunch.data["text"].astype(object)
    deceased = text.str.contains("(deceased)", regex=False)
    title = text.str.replace("(deceased)", "", regex=False).str.strip()
    data = pd.DataFrame({"title": title, "deceased": deceased})
    production = bunch.target.astype(str).str.zfill(5).str[0].isin(["7", "8", "9"])  # major groups 7/8/9 of HISCO
    return _as_words(data), production.to_numpy(dtype=float)


def _as_words(data: pd.DataFrame) -> pd.DataFrame:
    return data.astype(str).astype(object).where(data.notna(), np.nan).reset_index(drop=True)
