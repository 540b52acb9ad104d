"""Check the input of the metrics: columns of classes, and scores."""

from typing import Any

import numpy as np
import pandas as pd

from tiws_teach._validation import check_one_type, fail


def check_column(argument: str, values: Any) -> np.ndarray:
    """Return one value for each row as an array; refuse missing values."""
    check_one_type(argument, values)
    values = np.asarray(values)
    if values.ndim != 1 or len(values) == 0:
        fail(argument, "have one value for each row", f"shape {values.shape}", "Pass a 1-D array with at least 1 row.")
    missing = int(np.sum(pd.isna(values)))
    if missing:
        fail(argument, "have no missing values", f"{missing} of them", "Drop these rows.")
    return values


def code_classes(labels: Any, **columns: Any) -> tuple[list[Any], list[np.ndarray]]:
    """Return the classes, in the order of `labels` or sorted, and each column as positions among them."""
    for name, column in columns.items():
        check_discrete(name, column)
    coded = {name: pd.factorize(check_column(name, column)) for name, column in columns.items()}
    names = sorted_classes(columns, [classes.tolist() for _, classes in coded.values()])
    if labels is not None:
        names = _ordered(list(labels), names)
    position = {c: i for i, c in enumerate(names)}
    places = [np.array([position[c] for c in classes.tolist()])[codes] for codes, classes in coded.values()]
    return names, places


def check_discrete(argument: str, values: Any) -> None:
    """Refuse numbers that are no whole ones, such as probabilities: they are no classes."""
    numbers = np.asarray(values)
    if numbers.dtype.kind != "f":
        return
    broken = numbers[np.isfinite(numbers) & (numbers != np.floor(numbers))]
    if broken.size:
        advice = "Pass classes, for example probabilities >= 0.5."
        fail(argument, "hold classes", f"the continuous value {broken[0]:g}", advice)


def sorted_classes(columns: Any, by_column: list[list[Any]]) -> list[Any]:
    """Return all distinct classes in sorted order."""
    try:
        return sorted(set().union(*by_column))
    except TypeError:
        kinds = sorted({type(c).__name__ for part in by_column for c in part})
        advice = "Convert one of them, for example y.astype(str)."
        fail(" and ".join(columns), "hold classes of one type", " and ".join(kinds), advice)


def _ordered(labels: list[Any], classes: list[Any]) -> list[Any]:
    twice = [c for i, c in enumerate(labels) if c in labels[:i]]
    if twice:
        fail("labels", "name each class once", f"{twice[0]!r} twice", "Remove one of them.")
    lacking = [c for c in classes if c not in labels]
    if lacking:
        fail("labels", "name every class that occurs", f"no {lacking[0]!r}", "Add it, or select the rows first.")
    return labels


def check_scores(scores: Any) -> np.ndarray:
    """Return the scores as floats."""
    values = check_column("scores", scores)
    if values.dtype.kind not in "biuf":
        fail("scores", "be numbers", f"dtype {values.dtype}", "Pass, for example, predict_proba(X)[:, 1].")
    return values.astype(float)


def positive_rows(y_true: Any, pos_label: Any, n_scores: int) -> np.ndarray:
    """Return whether each row is of the positive class."""
    names, (codes,) = code_classes(None, y_true=y_true)
    if len(codes) != n_scores:
        fail("scores", f"have one value for each of the {len(codes)} rows of y_true", n_scores, "Pass the same rows.")
    if len(names) > 2:
        advice = "Pass y_true == label for one class at a time."
        fail("y_true", "have two classes", f"{len(names)} of them", advice)
    if pos_label is None:
        if isinstance(names[-1], str) or len(names) < 2:
            fail("pos_label", "be given for strings or a single class", f"classes {names}", "Name the positive class.")
        pos_label = names[-1]
    if pos_label not in names:
        fail("y_true", f"hold a row of the positive class {pos_label!r}", f"classes {names}", "Check pos_label.")
    return codes == names.index(pos_label)
