"""JitterTreeClassifier next to scikit-learn's DecisionTreeClassifier on codes: time and growth."""

from collections.abc import Iterator, Mapping

from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, OrdinalEncoder
from sklearn.tree import DecisionTreeClassifier

from tiws_teach import JitterTreeClassifier
from tools.bench._frames import make_frames
from tools.bench._measure import compare, fitted
from tools.bench._report import Block

FEATURES, CATEGORIES = 10, 20
LIMITS = {"max_depth": 8, "min_samples_leaf": 20}
MODELS = {
    "JitterTreeClassifier": lambda: JitterTreeClassifier(**LIMITS),
    "DecisionTreeClassifier (one-hot)": lambda: make_pipeline(
        OneHotEncoder(handle_unknown="ignore"), DecisionTreeClassifier(**LIMITS)
    ),
    "DecisionTreeClassifier (ordinal)": lambda: make_pipeline(
        OrdinalEncoder(handle_unknown="use_encoded_value", unknown_value=-1), DecisionTreeClassifier(**LIMITS)
    ),
}


def measure(quick: bool) -> Iterator[Block]:
    small, repeats = (20, 1) if quick else (1, 5)
    yield (
        f"Trees of depth {LIMITS['max_depth']} with {LIMITS['min_samples_leaf']} rows or more in a leaf: seconds to "
        "fit, and to predict the probabilities of as many new rows, in which each feature has a category without a "
        "training row. JitterTreeClassifier sends it both ways; to the codes it is none of the categories. The "
        "exponent is the b of time = a size^b, fitted to fit and prediction together at the three largest sizes. "
        f"First the rows n, with {FEATURES} features of {CATEGORIES} categories:"
    )
    rows = [n // small for n in (10_000, 30_000, 100_000, 300_000)]
    yield from growth_in("rows n", {n: (n, FEATURES, CATEGORIES) for n in rows}, repeats)
    yield f"The categories l of each of {FEATURES} features, with 10,000 rows:"
    yield from growth_in("categories l", {size: (10_000, FEATURES, size) for size in (10, 30, 100, 300)}, repeats)
    yield (
        "A split of one-hot codes parts one category from the others, a split of ordinal codes cuts an order that "
        "means nothing, and a jitter tree may take any subset. The trees differ; of their accuracy this says nothing."
    )


def growth_in(label: str, shapes: Mapping[int, tuple[int, int, int]], repeats: int) -> list[Block]:
    """Return a table of times, one row for each size, and a sentence with the ratios."""
    rows = {f"{size:,}": shape for size, shape in shapes.items()}
    compared = compare(
        label, rows, jobs, repeats, ratios={}, steps=("fit", "predict"), budget=15, exponent_of=list(shapes)
    )
    ours, *peers = MODELS
    spans = [f"{compared.span(0, j)} times that of {name}" for j, name in enumerate(peers, 1)]
    return [compared.table, f"{ours}'s time is {' and '.join(spans)}."]


def jobs(*shape: int):
    """Return jobs that fit each model to a frame of a shape, and predict another one."""
    X, y, X_new = make_frames(*shape)
    return {name: fitted(make, (X, y), X_new) for name, make in MODELS.items()}
