"""Number of rows of each class after resampling: `sampling_strategy` as in imbalanced-learn."""

import numbers
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pandas as pd
from sklearn.utils.multiclass import type_of_target

from tiws_teach._validation import check_choice, check_count, check_number, check_one_type, fail

NAMES = ("auto", "minority", "majority", "not minority", "not majority", "all")


def class_codes(y: Any) -> tuple[np.ndarray, np.ndarray]:
    """Return the classes of `y` in sorted order, and the position of each row's class among them."""
    check_one_type("y", y)
    values = y.to_numpy() if isinstance(y, pd.Series) else np.asarray(y)
    if values.ndim != 1 or values.size == 0:
        fail("y", "have one class for each row", f"shape {values.shape}", "Pass a 1-D array with at least 1 row.")
    missing = int(np.sum(pd.isna(values)))
    if missing:
        fail("y", "have no missing values", f"{missing} of them", "Drop these rows, or give them a class.")
    try:
        kind = type_of_target(values)
    except TypeError:  # a mixture of strings and numbers cannot be sorted
        kind = "mixed"
    if kind not in ("binary", "multiclass"):
        advice = "Pass strings, integers or booleans, all of one type; bin a number into classes (pandas.cut)."
        fail("y", "hold classes", f"a target of type {kind!r}", advice)
    codes, classes = pd.factorize(values, sort=True)
    return np.asarray(classes), codes


def rows_by_class(y: Any) -> dict[Any, np.ndarray]:
    """Return the numbers of the rows of each class, in sorted order of the classes."""
    classes, codes = class_codes(y)
    return {c: np.flatnonzero(codes == code) for code, c in enumerate(classes.tolist())}


def wanted_counts(
    strategy: float | str | Mapping[Any, int] | Callable[[np.ndarray], Mapping[Any, int]],
    y: Any,
    counts: dict[Any, int],
    *,
    over: bool,
) -> dict[Any, int]:
    """Return the target number of rows of each resampled class, in sorted order of the classes."""
    if len(counts) < 2:
        fail("y", "have at least two classes", f"only {next(iter(counts))!r}", "Pass rows of another class too.")
    if isinstance(strategy, str):
        return _by_name(strategy, counts, over)
    if isinstance(strategy, Mapping):
        return _by_class(strategy, counts, over)
    if callable(strategy):
        return _by_class(strategy(np.asarray(y)), counts, over)
    if not isinstance(strategy, numbers.Real):
        rule = "be a ratio, a name, a dict of class -> rows, or a function of y that returns such a dict"
        fail("sampling_strategy", rule, repr(strategy), "Pass 'auto' to make all classes equal.", TypeError)
    return _by_ratio(strategy, counts, over)


def _by_name(name, counts, over):
    check_choice("sampling_strategy", name, NAMES)
    useless = "majority" if over else "minority"
    if name == useless:
        other = "minority" if over else "majority"
        work = "add rows to" if over else "remove rows from"
        fail("sampling_strategy", f"not {work} the {name}", repr(name), f"Choose 'auto' or {other!r}.")
    largest, smallest = max(counts, key=counts.__getitem__), min(counts, key=counts.__getitem__)
    goal = counts[largest if over else smallest]
    if name == "auto":
        name = "not majority" if over else "not minority"
    alone = {"minority": smallest, "majority": largest}.get(name.removeprefix("not "))
    return {c: goal for c in counts if name == "all" or (c == alone) != name.startswith("not ")}


def _by_ratio(ratio, counts, over):
    ratio = check_number("sampling_strategy", ratio, 0, 1, open_low=True)
    if len(counts) != 2:
        advice = "Pass a dict of class -> rows instead."
        fail("sampling_strategy", "be a ratio only if y has two classes", f"{ratio:g} for {len(counts)}", advice)
    small, large = sorted(counts, key=counts.__getitem__)
    if counts[small] == counts[large]:
        large, small = (small, large) if over else (large, small)  # if the classes are equal, the first stays unchanged
    least = (counts[small] + over) / counts[large]
    changed = small if over else large
    # rounded down as in imbalanced-learn, from the difference and from the quotient
    rows = counts[small] + int(counts[large] * ratio - counts[small]) if over else int(counts[small] / ratio)
    if (over and rows <= counts[small]) or (not over and rows > counts[large]):
        rule = f"be at least {least:.3g} to {'add a row' if over else 'remove rows'}"
        fail("sampling_strategy", rule, f"{ratio:g}", "Pass a higher ratio.")
    return {changed: rows}


def _by_class(strategy, counts, over):
    unknown = [c for c in strategy if c not in counts]
    if unknown:
        advice = f"The classes of y are {list(counts)}."
        fail("sampling_strategy", "name classes of y", repr(unknown[0]), advice)
    for c in strategy:
        low, high = (counts[c], None) if over else (0, counts[c])
        check_count(f"sampling_strategy[{c!r}]", strategy[c], low, high)
    return {c: int(strategy[c]) for c in counts if c in strategy}
