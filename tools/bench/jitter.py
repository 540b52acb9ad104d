"""JitterTreeClassifier next to scikit-learn's DecisionTreeClassifier on codes: time and growth."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, OrdinalEncoder
from sklearn.tree import DecisionTreeClassifier

from tiws_teach import JitterTreeClassifier
from tools.bench._frames import make_frames
from tools.bench._measure import growth, race, seconds
from tools.bench._report import Block, Table, figure

FEATURES, CATEGORIES = 10, 20
LIMITS = {"max_depth": 8, "min_samples_leaf": 20}
JITTER = "JitterTreeClassifier"


def measure(quick: bool) -> Iterator[Block]:
    """Yield the blocks of the section on jitter trees."""
    small, repeats = (20, 1) if quick else (1, 5)
    rows = {n // small: (n // small, FEATURES, CATEGORIES) for n in (10_000, 30_000, 100_000, 300_000)}
    categories = {size: (10_000, FEATURES, size) for size in (10, 30, 100, 300)}
    yield (
        f"Trees of depth {LIMITS['max_depth']} with {LIMITS['min_samples_leaf']} rows or more in a leaf: seconds to "
        "fit, and to predict the probabilities of as many new rows, in which each feature has a category without a "
        "training row. JitterTreeClassifier sends it both ways; to the codes it is none of the categories. The "
        "exponent is the b of time = a size^b, fitted to fit and prediction together at the three largest sizes. "
        f"First the rows n, with {FEATURES} features of {CATEGORIES} categories:"
    )
    yield from _growth("rows n", rows, repeats)
    yield f"The categories l of each of {FEATURES} features, with 10,000 rows:"
    yield from _growth("categories l", categories, repeats)
    yield (
        "A split of one-hot codes parts one category from the others, a split of ordinal codes cuts an order that "
        "means nothing, and a jitter tree may take any subset. The trees differ; of their accuracy this says nothing."
    )


def _growth(label: str, shapes: dict[int, tuple[int, int, int]], repeats: int) -> list[Block]:
    """Return a table of times, one row for each size, and a sentence with the ratios."""
    rows, totals = [], []
    for size, shape in shapes.items():
        frames = make_frames(*shape)
        times = race({name: _job(make, *frames) for name, make in MODELS.items()}, repeats, budget=15)
        totals.append([found.total for found in times.values()])
        rows.append((f"{size:,}", *(figure(step) for found in times.values() for step in found.steps)))
    exponents = [figure(growth(list(shapes), taken)) for taken in zip(*totals, strict=True)]
    rows.append(("exponent", *(cell for exponent in exponents for cell in (exponent, ""))))
    header = (label, *(f"{name} {step}" for name in MODELS for step in ("fit", "predict")))
    ratios = np.array(totals)[:, :1] / np.array(totals)
    spans = [
        f"{figure(ratio.min())} to {figure(ratio.max())} times that of {name}"
        for name, ratio in zip(MODELS, ratios.T, strict=True)
        if name != JITTER
    ]
    return [Table(header, tuple(rows)), f"{JITTER}'s time is {' and '.join(spans)}."]


def _job(make, X, y, X_new):
    def run():
        model = make()
        return seconds(lambda: model.fit(X, y)), seconds(lambda: model.predict_proba(X_new))

    return run


MODELS = {
    JITTER: lambda: JitterTreeClassifier(**LIMITS),
    "DecisionTreeClassifier (one-hot)": lambda: make_pipeline(
        OneHotEncoder(handle_unknown="ignore"), DecisionTreeClassifier(**LIMITS)
    ),
    "DecisionTreeClassifier (ordinal)": lambda: make_pipeline(
        OrdinalEncoder(handle_unknown="use_encoded_value", unknown_value=-1), DecisionTreeClassifier(**LIMITS)
    ),
}
