"""Ranks of methods over data sets, and Friedman's test of whether all methods are equal.

N    data sets      k    methods      r_ij    rank of method j on data set i (1 is best)      R_j    its mean over i
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from scipy import stats

from tiws_teach._docs import documented
from tiws_teach._validation import fail
from tiws_teach.evaluation._scores import enough, score_table


@documented
def ranks(scores: Any, *, higher_is_better: bool = False) -> pd.DataFrame:
    """Return the ranks r_ij of the methods on each data set: 1 for the best, mean ranks for ties.

    {ranked_scores}

    Returns
    -------
    DataFrame of shape (n_data_sets, n_methods)

    Source: Demsar (2006), section 3.2.2.
    """
    table = score_table(scores)
    return (-table if higher_is_better else table).rank(axis=1, method="average")


@documented
def average_ranks(scores: Any, *, higher_is_better: bool = False) -> pd.Series:
    """Return the mean rank R_j of each method over the data sets.

    {ranked_scores}

    Returns
    -------
    Series indexed by method
        In [1, n_methods]; lower is better.

    Examples
    --------
    >>> average_ranks([[0.1, 0.2, 0.2], [0.3, 0.2, 0.4]]).tolist()
    [1.5, 1.75, 2.75]

    Source: Demsar (2006), section 3.2.2.
    """
    return ranks(scores, higher_is_better=higher_is_better).mean().rename("average rank")


@dataclass(frozen=True)
class Friedman:
    """Result of Friedman's test.

    Attributes
    ----------
    statistic, p_value : float
        Chi-squared with k - 1 degrees of freedom, corrected for ties.
    iman_davenport, iman_davenport_p : float
        F with k - 1 and (k - 1)(N - 1) degrees of freedom; less conservative, and better for small N and k.

    Source: Demsar (2006), section 3.2.2.
    """

    statistic: float
    p_value: float
    iman_davenport: float
    iman_davenport_p: float


def friedman(scores: Any) -> Friedman:
    """Test whether all methods have the same mean rank.

    Parameters
    ----------
    scores : DataFrame or array-like of shape (n_data_sets, n_methods)
        At least six data sets and three methods. The test does not depend on whether high or low is better.

    Returns
    -------
    Friedman
        Statistic 0 and p 1 if all methods are equal on every data set.

    Source: Demsar (2006), section 3.2.2; Iman and Davenport (1980); Conover (1999), section 5.8, for equal ranks.
    """
    table = enough(scores)
    n, k = table.shape
    if k < 3:
        fail("scores", "have at least three methods", k, "Compare two methods with wilcoxon_hochberg.")
    if table.eq(table.iloc[:, 0], axis=0).all(axis=None):
        return Friedman(0.0, 1.0, 0.0, 1.0)
    chi2, p = stats.friedmanchisquare(*table.to_numpy().T)
    rest = n * (k - 1) - chi2
    f = (n - 1) * chi2 / rest if rest > 1e-9 * chi2 else np.inf  # inf: every data set has the same order
    return Friedman(float(chi2), float(p), float(f), float(stats.f.sf(f, k - 1, (k - 1) * (n - 1))))
