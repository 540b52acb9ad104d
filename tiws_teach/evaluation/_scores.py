"""Check a table of scores: data sets by methods, only numbers, and enough data sets for a test."""

from typing import Any

import numpy as np
import pandas as pd

from tiws_teach._validation import fail

DIGITS = 12
LEAST_DATA_SETS = 6


def score_table(scores: Any) -> pd.DataFrame:
    """Return the scores as floats, rounded to twelve digits of the largest, so that ties are exact."""
    table = pd.DataFrame(scores)
    if table.shape[1] < 2 or not len(table):
        rule = "have a row for each data set and at least two columns"
        fail("scores", rule, table.shape, "Use one column per method.")
    if not table.columns.is_unique:
        fail("scores", "name each method once", list(table.columns), "Rename the columns.")
    try:
        table = table.astype(float)
    except (TypeError, ValueError):
        fail("scores", "be numbers", table.dtypes.astype(str).to_dict(), "See mean_scores for tidy results.")
    bad = table.index[~np.isfinite(table).all(axis=1)].tolist()
    if bad:
        fail("scores", "be finite", f"missing or infinite ones on {bad[0]!r}", "Drop such data sets, and report it.")
    return pd.DataFrame(even_out(table.to_numpy(), DIGITS), table.index, table.columns)


def even_out(values: np.ndarray, digits: int) -> np.ndarray:
    """Return values as multiples of the last of `digits` digits of the largest, so that smaller differences vanish."""
    unit = np.abs(values).max(initial=0) * 10.0**-digits or 1.0
    return np.rint(values / unit) * unit


def enough(scores: Any) -> pd.DataFrame:
    """Return the table of scores if it has enough data sets for a significance test."""
    table = score_table(scores)
    if len(table) < LEAST_DATA_SETS:
        fail(
            "scores",
            f"have at least {LEAST_DATA_SETS} data sets",
            len(table),
            "With five, the smallest two-sided p-value of the signed ranks is 2 / 2**5 = .0625: no result can be "
            "significant. Report average_ranks and the differences by fold instead.",
        )
    return table
