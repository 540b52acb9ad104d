"""What a table of scores is: data sets by methods, numbers throughout, and enough of them for a test."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from tiws_teach._validation import fail

DIGITS = 12
LEAST_DATA_SETS = 6


def score_table(scores: Any) -> pd.DataFrame:
    """Return the scores as floats, cut to twelve digits of the largest, so that equal ones are equal."""
    table = pd.DataFrame(scores)
    if table.shape[1] < 2 or not len(table):
        fail("scores", "have a row for each data set and two columns at least", table.shape, "One column for a method.")
    if not table.columns.is_unique:
        fail("scores", "name each method once", list(table.columns), "Rename the columns.")
    try:
        table = table.astype(float)
    except (TypeError, ValueError):
        fail("scores", "be numbers", table.dtypes.astype(str).to_dict(), "See mean_scores for tidy results.")
    bad = table.index[~np.isfinite(table).all(axis=1)].tolist()
    if bad:
        fail("scores", "be finite", f"missing or infinite ones on {bad[0]!r}", "Leave such data sets out, and say so.")
    return pd.DataFrame(even_out(table.to_numpy(), DIGITS), table.index, table.columns)


def even_out(values: np.ndarray, digits: int) -> np.ndarray:
    """Return values as whole multiples of the largest one's last digit, so that those that differ by less are equal."""
    unit = np.abs(values).max(initial=0) * 10.0**-digits or 1.0
    return np.rint(values / unit) * unit


def enough(scores: Any) -> pd.DataFrame:
    """Return the table of scores if it has data sets enough for a test of significance."""
    table = score_table(scores)
    if len(table) < LEAST_DATA_SETS:
        fail(
            "scores",
            f"have at least {LEAST_DATA_SETS} data sets",
            len(table),
            "With five, the smallest two-sided p-value of the signed ranks is 2 / 2**5 = .0625: no result could be "
            "significant. Report average_ranks and the differences fold by fold instead.",
        )
    return table
