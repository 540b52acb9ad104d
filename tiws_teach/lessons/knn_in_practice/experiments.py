"""Who is near in a survey, for each way to read its columns; drugs that are known by their names alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import pandas as pd
from sklearn.neighbors import NearestNeighbors
from sklearn.preprocessing import StandardScaler

from tiws_teach.datasets import load

NUMBERS, WORDS = ["age", "hours", "gain", "stands_for"], ["education", "job", "marital"]
READINGS = ["raw numbers", "z-scores", "three z-scores", "words as codes", "words, 0 or 1", "words as z-scores"]
"""Ways to turn the columns into coordinates; those from the third on leave `stands_for` out."""
PERSON = {"gain": 0, "stands_for": 189_778, "education": "bachelor", "job": "managerial", "marital": "married"}
SHOWN = 300
STEMS = {
    "beta blocker": "atenolol bisoprolol metoprolol nebivolol propranolol timolol carvedilol",
    "ACE inhibitor": "captopril enalapril lisinopril ramipril perindopril quinapril fosinopril",
    "sartan": "losartan valsartan candesartan irbesartan telmisartan olmesartan eprosartan",
    "statin": "atorvastatin simvastatin rosuvastatin pravastatin fluvastatin lovastatin pitavastatin",
    "penicillin": "amoxicillin ampicillin oxacillin piperacillin flucloxacillin benzylpenicillin ticarcillin",
    "benzodiazepine": "diazepam lorazepam oxazepam alprazolam midazolam clonazepam triazolam",
    "painkiller": "paracetamol ibuprofen indometacin naproxen diclofenac ketoprofen celecoxib",
}
"""International nonproprietary names (WHO) by class."""


@dataclass(frozen=True)
class Neighborhood:
    """The nearest of the people shown, their distances and votes, and what each column adds to a distance."""

    reading: str
    weighted: bool
    person: pd.Series
    people: pd.DataFrame
    rows: np.ndarray
    distances: np.ndarray
    weights: np.ndarray
    shares: pd.Series

    @property
    def vote(self) -> float:
        """The share of the votes for more than 50,000 dollars."""
        return float(np.average(self.people["higher"].iloc[self.rows], weights=self.weights))


@cache
def survey() -> pd.DataFrame:
    """Return the survey with its answers; a gap is a word of its own."""
    return load("adult_sample").frame.fillna({"job": "unknown"})


@cache
def people_shown() -> pd.DataFrame:
    """Return the people on the map."""
    return survey().sample(SHOWN, random_state=0).reset_index(drop=True)


def coordinates(rows: pd.DataFrame, reading: str, fitted: pd.DataFrame) -> dict[str, np.ndarray]:
    """Return for each column that counts its coordinates, with what the reading learns from the rows `fitted`."""
    found = {}
    for column in NUMBERS if reading in READINGS[:2] else NUMBERS[:3]:
        values, known = (table[[column]].to_numpy(float) for table in (rows, fitted))
        found[column] = values if reading == READINGS[0] else (values - known.mean()) / known.std()
    for column in WORDS if reading in READINGS[3:] else []:
        names = np.unique(fitted[column])
        values, known = (table[[column]].to_numpy() == names for table in (rows, fitted))
        if reading == READINGS[3]:
            values, known = (table @ np.arange(len(names))[:, np.newaxis] for table in (values, known))
        scales = 1 if reading == READINGS[4] else known.std(axis=0)
        found[column] = values / scales
    return found


@cache
def nearest_people(age: float, hours: float, k: int, reading: str, weighted: bool = False) -> Neighborhood:
    """Ask the k nearest of the people shown about a person; at equal distances the one who stands first."""
    people = people_shown()
    person = pd.Series({"age": age, "hours": hours} | PERSON)
    here, there = (coordinates(each, reading, people) for each in (person.to_frame().T, people))
    squared = {column: ((there[column] - here[column]) ** 2).sum(axis=1) for column in there}
    distances = np.sqrt(sum(squared.values()))
    rows = np.argsort(distances, kind="stable")[:k]
    weights = np.ones(k)
    if weighted:
        near = distances[rows]
        weights = (near == 0).astype(float) if near[0] == 0 else 1 / near
    parts = pd.Series({column: there[column].var(axis=0).sum() for column in there})
    return Neighborhood(reading, weighted, person, people, rows, distances[rows], weights, parts / parts.sum())


def drugs() -> pd.Series:
    """Return the class of each drug by its name."""
    return pd.Series({name: kind for kind, names in STEMS.items() for name in names.split()}, name="class")


def flipped(y: np.ndarray, share: float, seed: int) -> np.ndarray:
    """Return labels 0 and 1 of which each is wrong with the probability `share`."""
    return np.where(np.random.default_rng(seed).random(len(y)) < share, 1 - y, y)


def right_votes(A: np.ndarray, a: np.ndarray, B: np.ndarray, b: np.ndarray, ks: Sequence[int]) -> np.ndarray:
    """Return which rows of B each k labels right; the scaler is learned on A, and a tie goes to class 0."""
    scaler = StandardScaler().fit(A)
    search = NearestNeighbors(n_neighbors=ks[-1]).fit(scaler.transform(A))
    ones = a[search.kneighbors(scaler.transform(B), return_distance=False)].cumsum(axis=1)
    return (2 * ones[:, np.array(ks) - 1] > np.array(ks)) == (b == 1)[:, np.newaxis]
