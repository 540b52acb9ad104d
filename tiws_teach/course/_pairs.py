"""Paired comparisons over seeds: how often one method is better, and by how much."""

import pandas as pd

SAME = 1e-12
"""Results that differ by at most this count as equal: the difference is only rounding."""


def paired_wins(gain: pd.Series, by: str | list[str], first: str = "better", second: str = "worse") -> pd.DataFrame:
    """Count for each group the pairs in which the first method is better, and return the mean gain.

    Parameters
    ----------
    gain : Series
        Gain of the first method over the second in each pair (each seed); above 0 if the first is better.
    by : str or list of str
        The index levels that name the groups, which keep their order.
    first, second : str
        The names of the columns with the counts.

    Returns
    -------
    DataFrame
        Indexed by group. Columns: `first`, "equal" and `second`, numbers of pairs; and "mean difference".

    Source: tiws_teach, its own.
    """
    counts = {first: gain > SAME, "equal": gain.abs() <= SAME, second: gain < -SAME}
    table = pd.DataFrame(counts).groupby(level=by, sort=False).sum()
    return table.assign(**{"mean difference": gain.groupby(level=by, sort=False).mean()})
