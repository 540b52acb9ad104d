"""One method against the others: Wilcoxon's signed ranks over data sets, corrected for the number of comparisons.

d_i    difference of two methods on data set i      m    comparisons      p_(1) <= ... <= p_(m)    their p-values
"""

from typing import Any

import numpy as np
import pandas as pd
from scipy import stats

from tiws_teach._validation import check_choice, fail
from tiws_teach.evaluation._scores import enough, even_out

DIGITS = 9
"""Differences that agree to this many digits of the largest count as equal, whatever the rounding of the last ones."""
LARGEST_EXACT = 100
"""Up to this many nonzero differences use the exact distribution of the signed ranks; more use the normal one."""


def signed_ranks(differences: Any) -> tuple[np.ndarray, float]:
    """Return the ranks of ``|d_i|`` with the sign of d_i, and the rank sum that the zeros add to each side.

    Zeros have the lowest ranks and are split evenly between the sides; with an odd number of zeros one is dropped.
    Differences that agree to nine digits of the largest are equal.

    Parameters
    ----------
    differences : array-like of shape (n_data_sets,)

    Returns
    -------
    signed : ndarray of the differences that are not zero
    shared : float

    Source: Demsar (2006), section 3.1.3.
    """
    d = np.asarray(differences, dtype=float)
    if d.ndim != 1 or not np.isfinite(d).all():
        fail("differences", "be a 1-D list of finite numbers", d.tolist(), "Drop data sets without a score.")
    d = even_out(d, DIGITS)
    n_zeros = int(np.sum(d == 0)) // 2 * 2
    d = d[d != 0]
    return np.sign(d) * (stats.rankdata(np.abs(d)) + n_zeros), n_zeros * (n_zeros + 1) / 4


def signed_rank_p(signed: np.ndarray) -> tuple[float, float]:
    """Return the probabilities of a sum of negative ranks at most and at least this large, if signs are fair coins.

    Parameters
    ----------
    signed : ndarray
        From `signed_ranks`.

    Returns
    -------
    small, large : float
        Exact for up to 100 ranks, with any ties; otherwise from the normal distribution.

    Source: Wilcoxon (1945); Demsar (2006), section 3.1.3.
    """
    size, total = np.abs(signed), np.sum(np.abs(signed))
    negative = size[signed < 0].sum()
    if len(size) > LARGEST_EXACT:
        z = (negative - total / 2) / np.sqrt(np.sum(size**2) / 4)
        return float(stats.norm.cdf(z)), float(stats.norm.sf(z))
    # scipy.stats.wilcoxon(method="exact") assumes ranks 1 to n, which is wrong if differences are tied.
    chances = np.ones(1)  # of each sum of doubled ranks, which are whole numbers
    for doubled in np.rint(2 * size).astype(int):
        chances = (np.append(chances, np.zeros(doubled)) + np.append(np.zeros(doubled), chances)) / 2
    at = round(2 * negative)
    return float(min(chances[: at + 1].sum(), 1)), float(min(chances[at:].sum(), 1))


def hochberg(p_values: Any) -> np.ndarray:
    """Return p-values corrected for multiple comparisons by stepping up: min over j >= i of (m - j + 1) p_(j).

    Parameters
    ----------
    p_values : array-like of shape (n_comparisons,)

    Returns
    -------
    ndarray of shape (n_comparisons,)
        In the given order; compare each directly with the significance level.

    Examples
    --------
    >>> hochberg([0.01, 0.04, 0.03]).round(2).tolist()
    [0.03, 0.04, 0.04]

    Source: Hochberg (1988), Biometrika 75; Demsar (2006), section 3.2.2.
    """
    p = np.atleast_1d(np.asarray(p_values, dtype=float))
    if p.ndim != 1 or not np.all((p >= 0) & (p <= 1)):
        fail("p_values", "be a 1-D list of numbers in [0, 1]", p.tolist(), "Pass one for each comparison.")
    falling = np.argsort(-p, kind="stable")
    corrected = np.empty(len(p))
    corrected[falling] = np.minimum.accumulate(p[falling] * np.arange(1, len(p) + 1))
    return corrected


def wilcoxon_hochberg(
    scores: Any, reference: Any, *, higher_is_better: bool = False, alternative: str = "two-sided"
) -> pd.DataFrame:
    """Compare one method with each of the others over data sets: signed ranks, corrected for multiple comparisons.

    Parameters
    ----------
    scores : DataFrame or array-like of shape (n_data_sets, n_methods)
        At least six data sets.
    reference : column of `scores`
        The method to compare with all the others.
    higher_is_better : bool, default=False
    alternative : {"two-sided", "better"}, default="two-sided"
        Whether the reference differs from a method, or is better than it (one-sided).

    Returns
    -------
    DataFrame indexed by method
        gain (mean advantage of the reference), wins, ties and losses of the reference, rank_sum_for
        and rank_sum_against (the signed ranks in its favour and against it), p and p_hochberg.

    Source: Demsar (2006), sections 3.1.3 and 3.2.2; Hochberg (1988).
    """
    table = enough(scores)
    check_choice("reference", reference, list(table.columns))
    check_choice("alternative", alternative, ("two-sided", "better"))
    rows = []
    for method in table.columns.drop(reference):
        gain = table[method] - table[reference]
        rows.append({"method": method, **_compare(-gain if higher_is_better else gain, alternative)})
    results = pd.DataFrame(rows).set_index("method")
    return results.assign(p_hochberg=hochberg(results["p"]))


def _compare(gain: pd.Series, alternative: str) -> dict[str, float]:
    """Return one row of the comparison; `gain` is positive if the reference is better."""
    gain = pd.Series(even_out(gain.to_numpy(), DIGITS), gain.index)
    signed, shared = signed_ranks(gain)
    p_better, p_worse = signed_rank_p(signed)
    return {
        "gain": gain.mean(),
        "wins": int((gain > 0).sum()),
        "ties": int((gain == 0).sum()),
        "losses": int((gain < 0).sum()),
        "rank_sum_for": signed[signed > 0].sum() + shared,
        "rank_sum_against": -signed[signed < 0].sum() + shared,
        "p": p_better if alternative == "better" else min(2 * min(p_better, p_worse), 1.0),
    }
