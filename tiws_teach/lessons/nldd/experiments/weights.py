"""One new row between two distances, and the losses by the weight between them: state -> result."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import pandas as pd
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from tiws_teach import multilabel as ml
from tiws_teach._validation import project_folder
from tiws_teach.datasets import load, make_labelsets
from tiws_teach.lessons.nldd.experiments.songs import Split, digits, seen_before

DATA = {"flags": "flags", "digits": "digits by writer", "related": "simulated 0.8", "unrelated": "simulated 0"}
"""What the explorer offers -> its name in the stored losses (``replicate nldd_weights``)."""
N_SHOWN = 6
LOSSES = ("zero_one", "hamming")
TOOLS = {"BR": "BR", "forests": "forests", "LP, forest": "forest of sets"}
NOTHING = {"zero_one": "most frequent set", "hamming": "majority of each label"}


def logistic() -> Any:
    """Return the lesson's classifier of a label."""
    return make_pipeline(StandardScaler(), LogisticRegression(C=0.1, max_iter=2000))


@cache
def stored_losses() -> pd.DataFrame:
    """Return the losses of every split by weight and tool, as ``replicate nldd_weights`` stored them."""
    path = project_folder("notebooks") / "replications" / "results" / "nldd_weights.csv"
    return pd.read_csv(path, comment="#", dtype={"data": str, "way": str}, encoding="utf-8")


def curves(name: str) -> pd.DataFrame:
    """Return the losses of one data set that copy a labelset at a given weight: a line for each split and share."""
    table = stored_losses()
    return table[(table["data"] == name) & table["way"].str.startswith("at ")]


def least(runs: pd.DataFrame, loss: str) -> pd.Series:
    """Return the share at which each split, of each data set, has its least loss: every one of several equal ones."""
    by = runs.columns.intersection(["data", "split"]).to_list()
    return runs[runs[loss] == runs.groupby(by)[loss].transform("min")].set_index(by)["share"]


def ends(shares: pd.Series) -> str:
    """Return the smallest and the largest share, in words."""
    return f"{100 * shares.min():.0f}–{shares.max():.0%}"


def tools(loss: str) -> dict[str, str]:
    """Return what the tools of section 5 are called in the stored losses -> in the picture of a loss."""
    known = {"forests": "forests, label by label", "LP, forest": "forest, whole sets"}
    known |= {"SVM": "SVM, label by label", "LP, SVM": "SVM, whole sets", "at 0.00": "1-NN, Dx alone"}
    known |= {"NLDD": "NLDD, learned", f"NLDD, validated for {loss}": "NLDD, validated"}
    return known | {NOTHING[loss]: "doing nothing"}


@cache
def mean_losses(name: str) -> tuple[pd.DataFrame, pd.DataFrame, int]:
    """Return the mean losses by the share on Dy, those of the tools, and the number of splits."""
    table = stored_losses().query("data == @name")
    means = table.groupby("way")[[*LOSSES]].mean()
    means.loc["doing nothing"] = [means[loss][NOTHING[loss]] for loss in LOSSES]  # what is predicted without features
    tools = means.loc[[*TOOLS, "doing nothing"]].rename(TOOLS)
    return curves(name).groupby("share")[[*LOSSES]].mean(), tools, int(table["split"].nunique())


@dataclass(frozen=True)
class Scene:
    """Training rows, and the test rows of the explorer, with both distances divided by their means."""

    names: list[str]
    Y: np.ndarray  # (n_rows, n_labels), of the training rows
    rows: list[str]  # what the training rows are, in words
    Dx: np.ndarray  # (N_SHOWN, n_rows)
    Dy: np.ndarray  # (N_SHOWN, n_rows)
    Y_new: np.ndarray  # (N_SHOWN, n_labels)
    new: list[str]  # what the test rows are, in words
    relevance: np.ndarray  # (N_SHOWN, n_labels), predicted by binary relevance


def flags(seed: int = 0) -> Split:
    """Split the flags into two thirds and one third at random (Forsyth, 1990)."""
    bunch = load("flags")
    X = pd.get_dummies(bunch.data, dtype=float).to_numpy()
    train, test = train_test_split(np.arange(len(X)), test_size=1 / 3, random_state=seed)
    Y, country = bunch.target, bunch.country.to_numpy()
    return Split(X[train], Y.iloc[train], country[train], X[test], Y.iloc[test], country[test])


def _split(data: str) -> Split:
    """Return one split of a data set, with what its rows are."""
    if data == "flags":
        return flags()
    if data == "digits":
        split = digits()
        told = (np.array([f"an image of {digit}" for digit in part]) for part in (split.what, split.what_new))
        return Split(split.X, split.Y, next(told), split.X_new, split.Y_new, next(told))
    known, new = (make_labelsets(size, correlation=0.8 * (data == "related"), random_state=seed)
                  for size, seed in ((200, 0), (500, 10_000)))  # fmt: skip
    rows = (np.array([f"row {number}" for number in range(1, len(part.data) + 1)]) for part in (known, new))
    return Split(known.data.to_numpy(), known.target, next(rows), new.data.to_numpy(), new.target, next(rows))


@cache
def scene(data: str) -> Scene:
    """Fit once, and draw test rows for which the weight decides between a right and a wrong labelset."""
    split = _split(data)
    Y, Y_new = split.Y.to_numpy(), split.Y_new.to_numpy()
    scaling = ml.feature_scaling(split.X)
    Dx = ml.feature_distances(*(ml.standardized_features(X, *scaling) for X in (split.X_new, split.X)))
    model = ml.BinaryRelevance(logistic()).fit(split.X, Y)
    Dy = ml.label_distances(model.predict_proba(split.X_new), Y)
    Dx, Dy = Dx / Dx.mean(), Dy / Dy.mean()
    chosen = np.array([ml.nearest_double_distance(Dx, Dy, (0, 1 - share, share)) for share in np.linspace(0, 1, 11)])
    share_right = (Y[chosen] == Y_new).all(axis=2).mean(axis=0)
    differ = np.flatnonzero((share_right > 0.15) & (share_right < 0.85))
    shown = np.random.default_rng(0).choice(differ, N_SHOWN, replace=False)
    names = [str(name).replace("_", " ") for name in split.Y.columns]
    known, new, relevance = split.what.tolist(), split.what_new[shown].tolist(), model.predict(split.X_new[shown])
    return Scene(names, Y, known, Dx[shown], Dy[shown], Y_new[shown], new, relevance)


@dataclass(frozen=True)
class Weighed:
    """One test row, the training row that a weight chooses for it, and the losses by the weight."""

    data: str
    share: float  # of the weight on Dy, from 0 to 1
    names: list[str]
    Dx: np.ndarray  # (n_rows,), divided by its mean
    Dy: np.ndarray  # (n_rows,), divided by its mean
    wrong: np.ndarray  # (n_rows,), wrong labels if that row were copied
    chosen: int
    sets: dict[str, np.ndarray]  # truth, copied labelset, and that of binary relevance
    told: tuple[str, str]  # what the test row and the chosen row are
    is_known: bool  # whether some training row has the labelset of binary relevance
    losses: pd.DataFrame  # mean losses by the share
    tools: pd.DataFrame  # mean losses of the everyday tools
    n_splits: int


def weigh(data: str = "flags", number: int = 1, share: float = 0.5) -> Weighed:
    """Weight the two distances of one test row, and copy the labelset of the nearest training row."""
    shown, row = scene(data), number - 1
    Dx, Dy, true = shown.Dx[row], shown.Dy[row], shown.Y_new[row]
    chosen = int(ml.nearest_double_distance(Dx[np.newaxis], Dy[np.newaxis], (0.0, 1 - share, share))[0])
    sets = {"truth": true, "copied": shown.Y[chosen], "BR": shown.relevance[row]}
    is_known = bool(seen_before(shown.relevance[[row]], shown.Y)[0])
    wrong, told = (true != shown.Y).sum(axis=1), (shown.new[row], shown.rows[chosen])
    return Weighed(data, share, shown.names, Dx, Dy, wrong, chosen, sets, told, is_known, *mean_losses(DATA[data]))
