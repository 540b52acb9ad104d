"""Hide a job and answer for it: by the mean, a regression, or similar jobs: settings -> result."""

from dataclasses import dataclass
from functools import cache

import numpy as np
import pandas as pd
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder

from tiws_teach import datasets
from tiws_teach.tiws import (
    category_residuals,
    category_similarity,
    document_matrix,
    estimates_with_baseline,
    unseen_weights,
)
from tiws_teach.tiws.equations import smoothed_means

OTHERS = ["education", "marital", "sex"]
WORDS = {
    "education": ["no diploma", "high school", "some college", "bachelor", "higher degree"],
    "marital": ["married", "not married"],
    "sex": ["female", "male"],
}
ANSWERS = ("mean of others", "regression", "similar (counts)", "similar (sharp)", "both", "with mix")
SIMILAR = {"similar (counts)": ("tfidf", 1), "similar (sharp)": ("conditional", 8), "both": ("hellinger", 4)}
"""The similarity and the sharpness: the paper's; sharp, on shares, its sign kept; and those of TIWSEncoder."""
MIN_ROWS = 100


@dataclass(frozen=True)
class HiddenJob:
    """The answer for a job whose incomes were hidden."""

    job: str
    answer: str
    rows: int
    shares: pd.DataFrame  # of each word of the other columns: in the job, in all others
    seen: pd.DataFrame  # of each other job: rows, estimate, weight (0 if the answer is no weighted mean)
    estimate: float
    truth: float
    overall: float  # mean of all other rows


@cache
def adults() -> tuple[pd.DataFrame, pd.Series]:
    """Return the rows of the lesson and their target."""
    bunch = datasets.load("adult_jobs")
    return bunch.data, bunch.target


@cache
def jobs() -> list[str]:
    """Return the jobs that may be hidden: those with enough rows to know the truth."""
    rows = adults()[0]["job"].value_counts()
    return sorted(rows.index[rows >= MIN_ROWS])


@cache
def documents() -> pd.DataFrame:
    """Return the document matrix of all jobs; counts need no target, so it is the same whichever job is hidden."""
    return document_matrix(adults()[0], "job")


@cache
def cells() -> pd.DataFrame:
    """Return a row for each job and kind of person, with their number n and their share y of the target."""
    X, y = adults()
    return y.groupby([X["job"], *(X[column] for column in OTHERS)]).agg(n="size", y="mean").reset_index()


@cache
def regression(job: str) -> np.ndarray:
    """Return for every cell what a regression on the other columns predicts that never saw a row of the job."""
    seen = cells()[cells()["job"] != job]
    model = make_pipeline(OneHotEncoder(handle_unknown="ignore"), LogisticRegression(max_iter=1000))
    twice, outcome = pd.concat([seen, seen]), np.repeat([0, 1], len(seen))
    persons = np.concatenate([seen["n"] * (1 - seen["y"]), seen["n"] * seen["y"]])
    model.fit(twice[OTHERS], outcome, logisticregression__sample_weight=persons)
    return model.predict_proba(cells()[OTHERS])[:, 1]


@cache
def with_mix(job: str) -> np.ndarray:
    """Return for every cell what a regression predicts that sees the columns of the row and the mix of its job."""
    n, y = cells()["n"].to_numpy(), cells()["y"].to_numpy()
    row, jobs_of = pd.get_dummies(cells()[OTHERS], dtype=float), cells()["job"]
    counts = row.mul(n, axis=0).groupby(jobs_of).transform("sum")
    mix = counts.div(cells()["n"].groupby(jobs_of).transform("sum"), axis=0)
    wide, seen = np.hstack([row, mix]), (jobs_of != job).to_numpy()
    persons = np.concatenate([(n * (1 - y))[seen], (n * y)[seen]])
    model = LogisticRegression(solver="newton-cholesky")  # lbfgs stops early on columns that are nearly collinear
    model.fit(np.vstack([wide[seen]] * 2), np.repeat([0, 1], seen.sum()), persons)
    return model.predict_proba(wide)[:, 1]


@cache
def weights_of(job: str, similarity: str, sharpness: float) -> pd.Series:
    """Return the weights of all other jobs by their similarity to a hidden one."""
    counts = documents()
    s = category_similarity(counts, similarity).loc[[job]].drop(columns=job)
    return unseen_weights(s, s.shape[1], sharpness=sharpness).iloc[0]


FITTED = {"regression": regression, "with mix": with_mix}


@cache
def hide_job(job: str, answer: str) -> HiddenJob:
    """Hide the incomes of one job, and answer for it by one of `ANSWERS`."""
    is_hidden = cells()["job"] == job
    hidden, known = cells()[is_hidden], cells()[~is_hidden]
    names, codes = np.unique(known["job"], return_inverse=True)
    overall = np.average(known["y"], weights=known["n"])
    means = smoothed_means(codes, known[["y"]].to_numpy(), len(names), 1, np.array([overall]), known["n"].to_numpy())[0]
    rows = known.groupby("job")["n"].sum()
    seen = pd.DataFrame({"rows": rows, "estimate": means[:, 0], "weight": 0.0}, names)
    if answer == "mean of others":
        seen["weight"], estimate = rows / rows.sum(), overall
    elif answer in FITTED:
        estimate = _predicted(FITTED[answer](job), is_hidden)
    else:
        seen["weight"] = weights_of(job, *SIMILAR[answer])
        added = _residuals(job, is_hidden, codes) if answer == "both" else seen["estimate"]
        before = _predicted(regression(job), is_hidden) if answer == "both" else 0.0
        estimate = estimates_with_baseline([before], seen[["weight"]].T, added)[0]  # without regression, equation 2.8
    shares = pd.DataFrame({"hidden": _shares(hidden), "others": _shares(known)})
    truth = np.average(hidden["y"], weights=hidden["n"])
    return HiddenJob(job, answer, int(hidden["n"].sum()), shares, seen, float(estimate), float(truth), float(overall))


def _predicted(predicted: np.ndarray, is_hidden: pd.Series) -> float:
    """Return the mean prediction over the hidden rows."""
    return float(np.average(predicted[is_hidden], weights=cells()["n"][is_hidden]))


def _residuals(job: str, is_hidden: pd.Series, codes: np.ndarray) -> np.ndarray:
    """Return equation 2.13 for each seen job."""
    known, predicted = cells()[~is_hidden], regression(job)[~is_hidden]
    n = known["n"].to_numpy()
    return category_residuals(codes, known[["y"]].to_numpy(), predicted[:, np.newaxis], codes.max() + 1, 1, n)[:, 0]


def _shares(part: pd.DataFrame) -> pd.Series:
    """Return the share of each word of the other columns among some rows."""
    of_words = [part.groupby(column)["n"].sum().reindex(words, fill_value=0) for column, words in WORDS.items()]
    return pd.concat(of_words) / part["n"].sum()
