"""Exercises of lesson 09: a scaled value, a k, a distance, neighbours from similarities, and a broken twin."""

from __future__ import annotations

import numpy as np
import pandas as pd
from sklearn.datasets import load_wine
from sklearn.model_selection import train_test_split
from sklearn.neighbors import KNeighborsClassifier
from sklearn.preprocessing import StandardScaler

from tiws_teach.course.exercises import exercise, function, match_number, number, pair, whole
from tiws_teach.distances import kernel_distance
from tiws_teach.lessons.knn_in_practice.experiments import WINE_COLUMNS, largest_equal, smallest_equal

VALUES, OWN = np.array([23.0, 28.0, 23.0]), 28.0
SCORES = pd.Series([0.97, 0.97, 0.97, 0.97, 0.95, 0.92], range(1, 7))
PRODUCTS = np.array([[4.0, 2.0], [2.0, 9.0]])
TWINS = ("Ada", "Bo")
RULES = ("learn the scaler on training rows", "use an odd k", "stratify the split")


@exercise(
    "knn_in_practice.1",
    expects=number(),
    hints=["The mean is 24.67. Subtract it first.", "The standard deviation divides the squares by 3: it is 2.36."],
    misconceptions={
        "not divided": "You subtracted the mean. Divide by the standard deviation.",
        "n minus one": "You divided the squares by 2. StandardScaler divides by the number of rows.",
        "range": "That is the value on a scale from 0 to 1, as MinMaxScaler gives it.",
        "reversed": "The sign is reversed: value minus mean.",
        "variance": "You divided by the variance. Its root is the standard deviation.",
    },
)
def standardised_value(answer: float) -> bool | str:
    """Give 28 in standard deviations from the mean of 23, 28 and 23."""
    apart = OWN - VALUES.mean()
    right = apart / VALUES.std()
    wrong = {"not divided": apart, "n minus one": apart / VALUES.std(ddof=1), "reversed": -right}
    wrong |= {"range": (OWN - VALUES.min()) / np.ptp(VALUES), "variance": apart / VALUES.var()}
    return match_number(answer, right, wrong)


@exercise(
    "knn_in_practice.2",
    expects=whole(1, 6),
    hints=["Which scores equal the best one?", "Take the last of them."],
    misconceptions={
        "smallest": "That is the smallest of the equals.",
        "largest of all": "That is the largest k of the table; its score is lower.",
        "odd": "An odd k avoids ties between two classes, and you may prefer it. The rule of the notes says another.",
    },
    praise="The lesson measures what the rule gains.",
)
def k_by_the_rule(answer: int) -> bool | str:
    """Give the largest k among those with the best score."""
    right = largest_equal(SCORES)
    return match_number(
        answer, right, {"smallest": smallest_equal(SCORES), "largest of all": SCORES.index[-1], "odd": right - 1}
    )


@exercise(
    "knn_in_practice.3",
    expects=number(),
    hints=[
        "Equation 9.3 needs the product of each object with itself, and that of the two.",
        "It is 4 + 9 - 2 * 2, and the root of it.",
    ],
    misconceptions={
        "no root": "That is the squared distance.",
        "once": "The similarity counts twice: (u - v)(u - v) = uu - 2uv + vv.",
        "complement": "That is 1 - s. The similarities here are scalar products and exceed 1.",
        "plus": "The similarity is subtracted: alike objects are near.",
        "reciprocal": "That is 1 / s - 1, which needs similarities of at most 1. These are scalar products.",
    },
)
def distance_of_products(answer: float) -> bool | str:
    """Give the kernel distance of two objects with scalar products 4, 9 and 2."""
    right = kernel_distance(PRODUCTS)[0, 1]
    own, shared = np.trace(PRODUCTS), PRODUCTS[0, 1]
    wrong = {"no root": right**2, "once": np.sqrt(own - shared), "complement": 1 - shared}
    return match_number(answer, right, wrong | {"plus": np.sqrt(own + 2 * shared), "reciprocal": 1 / shared - 1})


@exercise(
    "knn_in_practice.4",
    expects=function("S", "y", "k"),
    hints=[
        "For each object, sort the others by similarity, the largest first: np.argsort(-S[i], kind='stable').",
        "Take the object itself out of the order before you cut at k.",
        "collections.Counter(votes).most_common(1)[0][0] is the most frequent label.",
    ],
    misconceptions={
        "itself": "Each object votes for itself: with k = 1 your classifier is always right. Take it out.",
        "farthest": "You take the least similar objects. A similarity is sorted the other way than a distance.",
        "one only": "You look at the most similar object only, whatever k is.",
    },
    praise='That is KNeighborsClassifier(metric="precomputed") with leave-one-out.',
)
def neighbours_of_your_own(answer) -> bool | str:
    """Return the label that the k most similar other objects give each object."""
    agreed = {"itself", "farthest", "one only"}
    right = True
    for seed in range(6):
        S, y = _alike(seed)
        found = np.asarray(answer(S.copy(), y.copy(), 3))
        if found.shape != y.shape:
            return False
        right &= np.array_equal(found, _left_out(S, y, 3))
        wrong = {"itself": _voted(S, y, 3), "farthest": _left_out(-S, y, 3), "one only": _left_out(S, y, 1)}
        agreed &= {name for name, labels in wrong.items() if np.array_equal(found, labels)}
    return True if right else next(iter(sorted(agreed)), False)


def _alike(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Draw similarities of points of two classes, without ties."""
    rng = np.random.default_rng(seed)
    y = np.repeat([0, 1], 8)
    points = rng.normal(size=(16, 2)) + y[:, np.newaxis]
    return np.exp(-np.linalg.norm(points[:, np.newaxis] - points, axis=2)), y


def _left_out(S: np.ndarray, y: np.ndarray, k: int) -> np.ndarray:
    """Return the vote of the k most similar other objects."""
    others = S.copy()
    np.fill_diagonal(others, -np.inf)
    return _voted(others, y, k)


def _voted(S: np.ndarray, y: np.ndarray, k: int) -> np.ndarray:
    """Return the vote of the k most similar objects."""
    return (2 * y[np.argsort(-S, axis=1, kind="stable")[:, :k]].sum(axis=1) > k).astype(int)


@exercise(
    "knn_in_practice.5",
    expects=pair(TWINS, RULES, ("Ada", "use an odd k")),
    hints=[
        "One wine of the file has a typing error. Why should the label of another wine change?",
        "What does each of them show to the scaler?",
    ],
    misconceptions={
        "the honest one": "That colleague's labels do not depend on which other wines are in the file.",
        "wrong rule": "The person is right, but both twins use the same k and the same split. What sees the test rows?",
    },
    praise="What is learned from data is learned inside the fold, harmless as it may look.",
)
def scaling_twin(answer: tuple[str, str]) -> bool | str:
    """Name the colleague whose labels depend on the other test rows, and the broken rule."""
    changed = _changes()
    person, rule = answer
    if person != max(changed, key=changed.__getitem__):
        return "the honest one"
    return True if rule == RULES[0] else "wrong rule"


def _changes() -> dict[str, int]:
    """Return how many labels of other wines change in each twin's result if one wine has a typing error."""
    X, y = load_wine(return_X_y=True, as_frame=True)
    A, B, a, _ = train_test_split(X[WINE_COLUMNS], y, train_size=60, stratify=y, random_state=1)
    typo = B.copy()
    typo.iloc[0, 1] *= 1000
    model = KNeighborsClassifier(5)
    labels: dict[str, list[np.ndarray]] = {name: [] for name in TWINS}
    for test in (B, typo):
        for name, seen in zip(TWINS, (pd.concat([A, test]), A), strict=True):
            scaler = StandardScaler().fit(seen)
            labels[name].append(model.fit(scaler.transform(A), a).predict(scaler.transform(test))[1:])
    return {name: int((clean != wrong).sum()) for name, (clean, wrong) in labels.items()}
