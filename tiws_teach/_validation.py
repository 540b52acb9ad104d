"""Argument checks. Every message names the argument, the rule, the value and what to do."""

import math
import numbers
import reprlib
from collections.abc import Collection
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

_PACKAGE = Path(__file__).resolve().parent

LARGEST = 1e140
"""Largest value for which sums of squares do not overflow."""


def fail(argument: str, rule: str, value: Any, advice: str, error: type[Exception] = ValueError) -> NoReturn:
    """Raise ``<argument> must <rule>; got <value>. <advice>``."""
    raise error(f"{argument} must {rule}; got {value}. {advice}")


def check_choice(argument: str, value: Any, choices: Collection[Any]) -> Any:
    """Return `value` if it is one of `choices`."""
    if not any(value is choice or (_alike(value, choice) and value == choice) for choice in choices):
        listed = ", ".join(repr(choice) for choice in choices)
        fail(argument, f"be one of {listed}", repr(value), f"Choose one of the {len(choices)} names.")
    return value


def _alike(value: Any, choice: Any) -> bool:
    """Return whether two values have one type; a bool does not count as a number."""
    return isinstance(value, type(choice)) and isinstance(value, bool) == isinstance(choice, bool)


def check_number(
    argument: str, value: Any, low: float, high: float = np.inf, *, open_low: bool = False, open_high: bool = False
) -> float:
    """Return `value` if it is a finite real number in [low, high], without a bound that is open."""
    bounds = f"{'(' if open_low else '['}{low:g}, {high:g}{')' if open_high or np.isinf(high) else ']'}"
    advice = f"Pass a number in {bounds}."
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        fail(argument, f"be a number in {bounds}", repr(value), advice, TypeError)
    number = float(value)
    is_open = (open_low and number == low) or (open_high and number == high)
    if is_open or not (math.isfinite(number) and low <= number <= high):
        fail(argument, f"be in {bounds}", repr(value), advice)
    return number


def check_count(argument: str, value: Any, low: int, high: int | None = None) -> int:
    """Return `value` if it is a whole number in [low, high]; `high` None means no upper bound."""
    bounds = f"[{low}, {'inf' if high is None else high}]"
    advice = f"Pass a whole number in {bounds}."
    if isinstance(value, bool) or not isinstance(value, numbers.Integral):
        fail(argument, f"be a whole number in {bounds}", repr(value), advice, TypeError)
    count = int(value)
    if count < low or (high is not None and count > high):
        fail(argument, f"be in {bounds}", value, advice)
    return count


def check_floats(
    argument: str,
    values: Any,
    ndim: int | None = None,
    low: float = -np.inf,
    high: float = np.inf,
    *,
    infinite: bool = False,
    empty: bool = False,
) -> np.ndarray:
    """Return numbers in [low, high] as an array of floats; refuse text, dates and missing values."""
    try:
        array = np.asarray(values)
        if array.dtype.kind not in "biufO":
            raise TypeError(array.dtype)
        array = array.astype(float, copy=False)
    except (TypeError, ValueError):
        advice = "Pass an array of numbers without gaps."
        fail(argument, "hold real numbers", reprlib.repr(values), advice, TypeError)
    if (ndim is not None and array.ndim != ndim) or not (empty or array.size):
        axes = (
            "at least one value" if ndim is None else f"{ndim} {'axis' if ndim == 1 else 'axes'} and at least one value"
        )
        fail(argument, f"have {axes}", f"shape {array.shape}", "Pass an array of this shape.")
    right = (array >= low) & (array <= high) & (infinite or np.isfinite(array))
    if not np.all(right):
        rule = (
            "be finite" if np.isinf([low, high]).all() else f"be in [{low:g}, {high:g}{')' if np.isinf(high) else ']'}"
        )
        fail(argument, rule, f"{array[~right][0]:g}", "Drop or replace such values first.")
    return array


def check_positions(rows_of: Any, n_rows: int) -> np.ndarray:
    """Return the positions of the requested rows, by default of all."""
    wanted = np.arange(n_rows) if rows_of is None else np.asarray(rows_of)
    if wanted.ndim != 1 or wanted.dtype.kind not in "iu" or not np.isin(wanted, np.arange(n_rows)).all():
        advice = "Pass a list of row positions, such as [0]."
        fail("rows_of", f"hold whole numbers in [0, {n_rows - 1}]", reprlib.repr(rows_of), advice)
    return wanted


def check_one_type(argument: str, labels: Any) -> None:
    """Refuse a mixture of strings and numbers, because numpy would silently convert the numbers to strings."""
    values = labels if getattr(labels, "dtype", None) == np.dtype(object) or isinstance(labels, list | tuple) else ()
    kinds = set(map(type, values))
    others = tuple(kind for kind in kinds if issubclass(kind, numbers.Number | np.bool_))
    if not any(issubclass(kind, str) for kind in kinds):
        return
    strays = [value for value in values if isinstance(value, others) and value == value]  # NaN equals nothing
    if strays:
        advice = f"Convert them, for example [str(label) for label in {argument}]."
        fail(argument, "hold labels of one type", f"strings and {type(strays[0]).__name__} {strays[0]!r}", advice)


def check_same_index(X: Any, y: Any, names: tuple[str, str] = ("X", "y")) -> None:
    """Refuse two frames or series with different or reordered indices, which would be paired wrongly."""
    if not (hasattr(X, "iloc") and hasattr(y, "iloc")) or X.index.equals(y.index):
        return
    shared = len(X.index.intersection(y.index))
    overlap = f"{shared} of {len(X)} rows in common" + (", in another order" if shared == len(X) == len(y) else "")
    advice = f"Pass {names[1]}.loc[{names[0]}.index], or {names[1]}.to_numpy() to match the rows by position."
    fail(names[1], f"have the index of {names[0]}", overlap, advice)


def project_folder(name: str) -> Path:
    """Return the folder `name` that ships with the project, in a checkout or in an installed wheel."""
    for folder in (_PACKAGE / "_files" / name, _PACKAGE.parent / name):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"the folder {name!r} of tiws_teach is missing; reinstall the package or clone it again.")
