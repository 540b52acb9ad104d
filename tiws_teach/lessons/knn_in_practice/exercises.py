"""Exercises of lesson 09: a scaled value, a search, neighbours from similarities, and a broken twin."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

import numpy as np
import pandas as pd
from sklearn.datasets import load_breast_cancer, load_wine
from sklearn.model_selection import cross_val_score, train_test_split
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from tiws_teach.course.exercises import exercise, function, mapping, match_number, number, pair
from tiws_teach.lessons.knn_in_practice.experiments import WINE_COLUMNS

VALUES, NEW = np.array([23.0, 28.0, 23.0]), 30.0
TWINS = ("Ada", "Bo")
RULES = ("learn the scaler on training rows", "drop outliers before scaling", "tune on the training rows")


@exercise(
    "knn_in_practice.1",
    expects=number(),
    hints=[
        "The pipeline learned the mean and the standard deviation from the training rows. Which are they?",
        "The mean is 24.67, the standard deviation (squares divided by 3) 2.36.",
    ],
    misconceptions={
        "not divided": "You subtracted the mean. Divide by the standard deviation.",
        "n minus one": "You divided the squares by 2. StandardScaler divides by the number of rows.",
        "range": "That is the value on a scale from 0 to 1 of the training rows, as MinMaxScaler gives it.",
        "reversed": "The sign is reversed: value minus mean.",
        "variance": "You divided by the variance. Its root is the standard deviation.",
        "all rows": "You took the test row into the mean and the standard deviation. The pipeline learns both from the "
        "training rows only.",
    },
    praise="A test value may be far outside the training rows. The scaler does not move to meet it.",
)
def standardised_value(answer: float) -> bool | str:
    """Give the test value 30 in standard deviations from the mean of the training values 23, 28 and 23."""
    apart = NEW - VALUES.mean()
    right = apart / VALUES.std()
    everything = np.append(VALUES, NEW)
    wrong = {"not divided": apart, "n minus one": apart / VALUES.std(ddof=1), "reversed": -right}
    wrong |= {"range": (NEW - VALUES.min()) / np.ptp(VALUES), "variance": apart / VALUES.var()}
    return match_number(answer, right, wrong | {"all rows": (NEW - everything.mean()) / everything.std()})


@exercise(
    "knn_in_practice.2",
    expects=mapping("k", "accuracy"),
    hints=[
        'The steps of make_pipeline(StandardScaler(), KNeighborsClassifier()) are "standardscaler" and '
        '"kneighborsclassifier".',
        'The grid: {"standardscaler": [StandardScaler(), "passthrough"], "kneighborsclassifier__n_neighbors": '
        "range(1, 12)}.",
        "search = GridSearchCV(pipe, grid, cv=5).fit(A_m, a_m). Then search.best_params_ and search.score(B_m, b_m).",
    ],
    misconceptions={
        "inner score": "That is the best score in the inner folds, best_score_. It helped to choose, so it is no test. "
        "Score the chosen model on B_m, b_m.",
        "chosen on the test rows": "You took the k with the best score on the test rows. They may judge "
        "the choice, not make it.",
        "never scaled": "You searched the raw columns only. Let the search try the scaler, too.",
    },
    praise="The search found k and the scaling in the training rows alone. On the 200 test rows, some other k does "
    "just as well, so these rows could not have told which to take. But 11 is the edge of the grid: widen it. Up to "
    "30, no other k is better in the inner folds (0.949 at 11, at most 0.946 beyond).",
)
def choice_of_your_own(answer: dict[str, float]) -> bool | str:
    """Give the k that a search over k and the scaling finds for the tumours, and the test accuracy of that model."""
    for name, k, accuracy in _searched():
        if answer["k"] == k and abs(answer["accuracy"] - accuracy) < 0.002:
            return True if name == "right" else name
    return False


@lru_cache(maxsize=1)
def _searched() -> list[tuple[str, int, float]]:
    """Return k and accuracy by the search, and by three misconceptions."""
    tumours = load_breast_cancer()
    X, y = tumours.data[:, :10], tumours.target_names[tumours.target]  # numbers as labels would give another split
    A, B, a, b = train_test_split(X, y, test_size=200, stratify=y, random_state=0)
    rows = []
    for scaled, k in product((True, False), range(1, 12)):
        model = make_pipeline(StandardScaler() if scaled else "passthrough", KNeighborsClassifier(k))
        inner = cross_val_score(model, A, a, cv=5).mean()
        rows.append({"scaled": scaled, "k": k, "inner": inner, "accuracy": model.fit(A, a).score(B, b)})
    table = pd.DataFrame(rows)
    raw = table[~table["scaled"]]
    best = table.loc[table["inner"].idxmax()]
    chosen = [("right", best), ("never scaled", raw.loc[raw["inner"].idxmax()])]
    foremost = table[table["accuracy"] == table["accuracy"].max()]
    chosen += [("chosen on the test rows", row) for _, row in foremost.iterrows()]
    found = [(name, int(row["k"]), float(row["accuracy"])) for name, row in chosen]
    return [*found, ("inner score", int(best["k"]), float(best["inner"]))]


@exercise(
    "knn_in_practice.3",
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
    "knn_in_practice.4",
    expects=pair(TWINS, RULES, ("Ada", "tune on the training rows")),
    hints=[
        "One wine of the file has a typing error. Why should the label of another wine change?",
        "What does each of them show to the scaler?",
    ],
    misconceptions={
        "the honest one": "That colleague's labels do not depend on which other wines are in the file.",
        "outliers": "The person is right. Dropping the typing error would only hide the fault: the labels would still "
        "depend on which wines are in the file.",
        "tuning": "The person is right, but neither of them tunes: both take five neighbours. What sees the test rows?",
    },
    praise="What is learned from data is learned inside the fold, harmless as it may look.",
)
def scaling_twin(answer: tuple[str, str]) -> bool | str:
    """Name the colleague whose labels depend on the other test rows, and the broken rule."""
    changed = _changes()
    person, rule = answer
    if person != max(changed, key=changed.__getitem__):
        return "the honest one"
    if rule == RULES[0]:
        return True
    return "outliers" if rule == RULES[1] else "tuning"


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
