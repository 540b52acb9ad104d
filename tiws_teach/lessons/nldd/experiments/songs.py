"""Songs and digits with several labels, and small examples to compute by hand."""

from dataclasses import dataclass
from functools import cache

import numpy as np
import pandas as pd
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from tiws_teach._validation import check_count
from tiws_teach.datasets import load
from tiws_teach.multilabel import BinaryRelevance

SONGS = pd.DataFrame(
    [(66, 2.0, 1, 1, 0), (72, 3.5, 1, 1, 0), (80, 1.5, 1, 1, 0), (70, 6.5, 0, 1, 0),
     (84, 8.0, 0, 1, 0), (92, 7.0, 0, 1, 0), (100, 2.5, 1, 0, 0), (112, 3.5, 1, 0, 0),
     (120, 7.5, 0, 0, 1), (132, 5.5, 0, 0, 1), (140, 8.5, 0, 0, 1), (150, 6.0, 0, 0, 1)],
    index=[f"song {number}" for number in range(1, 13)],
    columns=["tempo", "brightness", "sad", "calm", "lively"],
)  # fmt: skip
"""Twelve made-up songs: tempo in beats a minute, brightness of the sound from 0 to 10, and three labels, 0 or 1."""

MOODS = ["sad", "calm", "lively"]
TEMPI, BRIGHTNESS = (55.0, 160.0), (0.0, 10.0)


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
    scores = model.decision_function(grid).round(6).T.reshape(3, *shape)  # the same picture on any processor
    return SongMap(SONGS, tempo, brightness, scores, seen.reshape(shape), (counts / len(grid)).to_dict())


# digits -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Split:
    """A training set and a test set of rows with several labels."""

    X: np.ndarray  # (n_rows, n_features)
    Y: pd.DataFrame  # (n_rows, n_labels), 0 or 1; the columns name the labels
    what: np.ndarray  # the digit or the country of each row
    X_new: np.ndarray
    Y_new: pd.DataFrame
    what_new: np.ndarray


@cache
def _digits() -> tuple[np.ndarray, pd.DataFrame, np.ndarray, np.ndarray]:
    bunch = load("digit_labels")
    return bunch.data.to_numpy(), bunch.target, bunch.digit.to_numpy(), bunch.writer.to_numpy()


def digits(n: int = 300, n_new: int = 600, seed: int = 0) -> Split:
    """Draw training images of seven writers, test images of the others (Alpaydin and Kaynak, 1998; our labels)."""
    X, Y, digit, writer = _digits()
    rng = np.random.default_rng(seed)
    is_known = np.isin(writer, rng.permutation(writer.max() + 1)[:7])
    n = check_count("n", n, 2, int(is_known.sum()))
    n_new = check_count("n_new", n_new, 1, int((~is_known).sum()))
    known, new = (rng.permutation(np.flatnonzero(part))[:size] for part, size in ((is_known, n), (~is_known, n_new)))
    return Split(X[known], Y.iloc[known], digit[known], X[new], Y.iloc[new], digit[new])


# small examples to compute by hand --------------------------------------------------------------------------------

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
