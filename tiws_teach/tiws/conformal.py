"""Conformal intervals: how far off the estimates of seen categories are when they are hidden in turn.

If an unseen category is a draw from the same population as the seen ones, its error is as likely to have any rank among
theirs. The half width is the error that all but a share 1 - level of them do not exceed.
"""

import numpy as np

from tiws_teach._validation import check_floats, check_number


def conformal_half_width(errors, level):
    """Return the ceil((m + 1) level)-th smallest of m absolute errors, or the largest if there are too few.

    Parameters
    ----------
    errors : array-like of shape (m,)
        In units of the target.
    level : float
        In (0, 1).

    Returns
    -------
    float, in units of the target.

    Examples
    --------
    >>> conformal_half_width([0.1, -0.3, 0.2, 0.4], 0.6)
    0.3

    Source: Vovk, Gammerman and Shafer (2005); Lei et al. (2018), split conformal intervals.
    Equation: 2.15.
    """
    ordered = np.sort(np.abs(check_floats("errors", errors, 1)))
    rank = int(np.ceil((len(ordered) + 1) * check_number("level", level, 0, 1, open_low=True, open_high=True) - 1e-9))
    return float(ordered[min(rank, len(ordered)) - 1])
