"""Paired comparisons over seeds: how often one way is ahead, and by how much."""

from __future__ import annotations

import pandas as pd

SAME = 1e-12
"""Results that differ by no more than this are equal: they differ by rounding only."""


def paired_wins(gain: pd.Series, by: str | list[str], first: str = "better", second: str = "worse") -> pd.DataFrame:
    """Count for each group in how many pairs the first way is ahead, and return the mean gain.

    Parameters
    ----------
    gain : Series
        What the first way gains over the second in each pair (each seed), above 0 where the first is better.
    by : str or list of str
        The levels of the index that name the groups; they keep the order in which they come.
    first, second : str
        The names of the columns that count.

    Returns
    -------
    DataFrame
        Indexed by group. Columns: `first`, "equal" and `second`, numbers of pairs; and "mean difference".

    Source: tiws_teach, its own.
    """
    counts = {first: gain > SAME, "equal": gain.abs() <= SAME, second: gain < -SAME}
    table = pd.DataFrame(counts).groupby(level=by, sort=False).sum()
    return table.assign(**{"mean difference": gain.groupby(level=by, sort=False).mean()})
