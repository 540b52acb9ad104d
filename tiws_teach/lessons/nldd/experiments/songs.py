"""Songs, digits and one test row between two distances: state -> result."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import pandas as pd
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from tiws_teach._validation import check_count
from tiws_teach.datasets import load
from tiws_teach.multilabel import (
    BinaryRelevance,
    NLDDClassifier,
    nearest_double_distance,
)

SONGS = pd.DataFrame(
    [
        (66, 2.0, 1, 1, 0),
        (72, 3.5, 1, 1, 0),
        (80, 1.5, 1, 1, 0),
        (70, 6.5, 0, 1, 0),
        (84, 8.0, 0, 1, 0),
        (92, 7.0, 0, 1, 0),
        (100, 2.5, 1, 0, 0),
        (112, 3.5, 1, 0, 0),
        (120, 7.5, 0, 0, 1),
        (132, 5.5, 0, 0, 1),
        (140, 8.5, 0, 0, 1),
        (150, 6.0, 0, 0, 1),
    ],
    index=[f"song {number}" for number in range(1, 13)],
    columns=["tempo", "brightness", "sad", "calm", "lively"],
)
"""Twelve made-up songs: tempo in beats a minute, brightness of the sound from 0 to 10, and three labels, 0 or 1."""

MOODS = ["sad", "calm", "lively"]
TEMPI, BRIGHTNESS = (55.0, 160.0), (0.0, 10.0)


def quick() -> LogisticRegression:
    """Return the lesson's fast classifier of a label; a C 100 times as large or as small has a larger 0/1 loss."""
    return LogisticRegression(C=0.01, solver="liblinear")


def label_words(labelset, names) -> str:
    """Return a labelset in words."""
    present = [str(name) for name, there in zip(names, labelset, strict=True) if there]
    return " + ".join(present) if present else "none"


def seen_before(labelsets, training) -> np.ndarray:
    """Return which of the labelsets occur in the training rows."""
    known = set(map(tuple, np.asarray(training).tolist()))
    return np.array([tuple(labelset) in known for labelset in np.asarray(labelsets).tolist()], dtype=bool)


# songs ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SongMap:
    """Songs in the plane, and the prediction of binary relevance at every point of a grid."""

    songs: pd.DataFrame  # `SONGS`
    tempo: np.ndarray  # the grid's coordinates along both axes
    brightness: np.ndarray
    # (3, n_brightness, n_tempo), of each label's classifier; the label is predicted where it is above 0
    scores: np.ndarray
    seen: np.ndarray  # (n_brightness, n_tempo), where the predicted labelset is that of a song
    invented: dict[str, float]  # the labelsets that no song has, with the share of the grid where they are predicted


def song_map(n_places: int = 121) -> SongMap:
    """Fit binary relevance to the twelve songs, and predict at every point of a grid (Gweon, 2017, section 2.2)."""
    model = BinaryRelevance(make_pipeline(StandardScaler(), LogisticRegression(C=10)))
    model.fit(SONGS[["tempo", "brightness"]].to_numpy(), SONGS[MOODS])
    tempo, brightness = np.linspace(*TEMPI, n_places), np.linspace(*BRIGHTNESS, n_places)
    grid, shape = np.stack(np.meshgrid(tempo, brightness), axis=-1).reshape(-1, 2), (n_places, n_places)
    predicted = model.predict(grid)
    seen = seen_before(predicted, SONGS[MOODS])
    counts = pd.Series([label_words(labelset, MOODS) for labelset in predicted[~seen]], dtype=str).value_counts()
    return SongMap(
        songs=SONGS,
        tempo=tempo,
        brightness=brightness,
        scores=model.decision_function(grid).round(6).T.reshape(3, *shape),  # the same picture on any processor
        seen=seen.reshape(shape),
        invented=(counts / len(grid)).to_dict(),
    )


# digits -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Split:
    """A training set and a test set of digits."""

    X: np.ndarray  # (n_rows, 64), grey values, 0 to 16
    Y: pd.DataFrame  # (n_rows, 5), 0 or 1; the columns name the labels
    digit: np.ndarray
    X_new: np.ndarray  # (n_rows, 64)
    Y_new: pd.DataFrame  # (n_rows, 5)
    digit_new: np.ndarray


@cache
def _digits() -> tuple[np.ndarray, pd.DataFrame, np.ndarray]:
    bunch = load("digit_labels")
    return bunch.data.to_numpy(), bunch.target, bunch.digit.to_numpy()


def digits(n: int = 300, n_new: int = 600, seed: int = 0) -> Split:
    """Draw a training set and a test set of digits at random (Alpaydin and Kaynak, 1998; labels: tiws_teach)."""
    X, Y, digit = _digits()
    n = check_count("n", n, 2, len(X) - 1)
    n_new = check_count("n_new", n_new, 1, len(X) - n)
    order = np.random.default_rng(seed).permutation(len(X))
    known, new = order[:n], order[n : n + n_new]
    return Split(X[known], Y.iloc[known], digit[known], X[new], Y.iloc[new], digit[new])


# one test row between two distances -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sweep:
    """One test digit, its two distances from every training row, and the row that a weighting chooses."""

    number: int  # of the test digit in the explorer, from 1
    images: str  # one of `IMAGES`
    share: float  # share of the label distance in the sum, from 0 to 1; each distance is divided by its mean
    fitted_share: float  # the share by the coefficients of the regression
    coefficients: tuple[float, float]  # b1 and b2
    Dx: np.ndarray  # (n_rows,)
    Dy: np.ndarray  # (n_rows,)
    chosen: int
    names: list[str]
    true: np.ndarray  # labels of the digit; next the labels of the chosen row, and of binary relevance
    labelset: np.ndarray
    relevance: np.ndarray
    relevance_seen: bool  # whether some training row has the labelset of binary relevance
    image: np.ndarray  # (8, 8)
    chosen_image: np.ndarray  # (8, 8)
    digit: int
    chosen_digit: int
    # number of images, those to choose from and all -> for how many the fitted weights choose a wrong labelset
    failures: dict[int, int]

    @property
    def wrong(self) -> tuple[int, int]:
        """How many labels are wrong in the chosen labelset, and in that of binary relevance."""
        return int((self.labelset != self.true).sum()), int((self.relevance != self.true).sum())


@dataclass(frozen=True)
class _Fitted:
    split: Split
    model: NLDDClassifier
    Dx: np.ndarray
    Dy: np.ndarray
    relevance: np.ndarray
    rows: dict[str, np.ndarray]
    is_wrong: np.ndarray
    share: float


N_SHOWN = 12
IMAGES = ("random", "disagreements")
"""Test images drawn at random, or those on which both distances, binary relevance and NLDD disagree most."""


@cache
def _fitted() -> _Fitted:
    """Fit once, and choose the test digits of both kinds of `IMAGES`."""
    split = digits()
    model = NLDDClassifier(quick(), random_state=0).fit(split.X, split.Y)
    Dx, Dy = model.double_distances(split.X_new)
    Y = split.Y.to_numpy()
    relevance = model.binary_relevance_.predict(split.X_new)
    by_x, by_y = Y[Dx.argmin(axis=1)], Y[Dy.argmin(axis=1)]
    predicted = model.predict(split.X_new)
    calls = np.stack([by_x, by_y, relevance, predicted])
    kinds = [len({tuple(call) for call in row.tolist()}) for row in calls.transpose(1, 0, 2)]
    drawn = np.random.default_rng(0).choice(len(Dx), N_SHOWN, replace=False)
    rows = {"random": drawn, "disagreements": np.argsort(-np.array(kinds), kind="stable")[:N_SHOWN]}
    is_wrong = (predicted != split.Y_new.to_numpy()).any(axis=1)
    _, b1, b2 = model.coefficients_
    x, y = b1 * Dx.mean(), b2 * Dy.mean()
    return _Fitted(split, model, Dx, Dy, relevance, rows, is_wrong, y / (x + y))


def sweep(number: int = 1, share: float = 0.5, weights: str = "slider", images: str = "random") -> Sweep:
    """Weight the two distances of one test digit, and choose the training row with the smallest sum.

    Source: Gweon (2017), section 2.3.2.
    """
    fitted, split = _fitted(), _fitted().split
    rows = fitted.rows[images]
    row = rows[number - 1]
    if weights == "fitted":
        share, (b1, b2) = fitted.share, fitted.model.coefficients_[1:]
    else:
        b1, b2 = (1 - share) / fitted.Dx.mean(), share / fitted.Dy.mean()
    Dx, Dy, Y = fitted.Dx[row], fitted.Dy[row], split.Y.to_numpy()
    chosen = int(nearest_double_distance(Dx[np.newaxis], Dy[np.newaxis], (0.0, b1, b2))[0])
    return Sweep(
        number=number,
        images=images,
        share=float(share),
        fitted_share=float(fitted.share),
        coefficients=(float(b1), float(b2)),
        Dx=Dx,
        Dy=Dy,
        chosen=chosen,
        names=list(split.Y.columns),
        true=split.Y_new.to_numpy()[row],
        labelset=Y[chosen],
        relevance=fitted.relevance[row],
        relevance_seen=bool(seen_before(fitted.relevance[[row]], Y)[0]),
        image=split.X_new[row].reshape(8, 8),
        chosen_image=split.X[chosen].reshape(8, 8),
        digit=int(split.digit_new[row]),
        chosen_digit=int(split.digit[chosen]),
        failures={len(each): int(each.sum()) for each in (fitted.is_wrong[rows], fitted.is_wrong)},
    )


# small examples to compute by hand -----------------------------------------------------------------------------------

HAND = pd.DataFrame(
    [(0.6, 0.8, 1, 0, 0), (1.2, 1.6, 1, 1, 0), (-2.4, 3.2, 0, 0, 1)],
    index=["song A", "song B", "song C"],
    columns=["z_1", "z_2", *MOODS],
)
"""Three training songs: two standardised features and three labels."""

NEW_SONG, SAID = (0.0, 0.0), (0.8, 0.6, 0.0)
"""A new song: its standardised features, and the probabilities of its three labels."""

PAIR_DX = np.array([[1, 1, 2, 3], [2, 0.5, 0.5, 4], [3, 2, 1, 1]])
PAIR_DY = np.array([[0.9, 0.4, 0.4, 0.8], [0.3, 0.7, 0.6, 0.3], [0.2, 0.2, 0.5, 0.9]])
"""Distances of three rows of T2 from four rows of T1."""

SEVEN_PAIRS = pd.DataFrame(
    {"Dx": [1, 0.5, 2, 1, 2, 3, 0.2], "Dy": [0.4, 0.6, 0.3, 0.5, 0.2, 0.9, 0.1], "wrong": [1, 1, 1, 2, 0, 3, 0]}
)
"""Seven pairs with their number of wrong labels, of four."""
