"""Choose how many columns to keep, from the scores along a path.

m    number of columns      s_m    mean score over the folds of the model with m columns      se_m    its standard error
"""

import numpy as np
import pandas as pd

from tiws_teach._validation import fail
from tiws_teach.selection.stepwise import ROUNDING, first_best


def one_standard_error(fold_scores: pd.DataFrame) -> int:
    """Return the smallest number of columns whose mean score is within one standard error of the best mean score.

    Parameters
    ----------
    fold_scores : DataFrame of shape (n_steps, n_folds)
        Scores, higher is better, indexed by the number of columns: `SelectionPath.fold_scores`.

    Returns
    -------
    int
        A number of columns from the index.

    Examples
    --------
    >>> import pandas as pd
    >>> one_standard_error(pd.DataFrame([[0.70, 0.82], [0.84, 0.86], [0.84, 0.90]], index=[1, 2, 3]))
    2

    Source: Breiman, Friedman, Olshen and Stone (1984), Classification and Regression Trees, section 3.4.3.
    Equation: 12.4.
    """
    _check_scores(fold_scores)
    means, errors = fold_scores.mean(axis=1), fold_scores.sem(axis=1)
    best = first_best(means.sort_index())
    return int(means.index[means >= means[best] - errors[best] - ROUNDING].min())


def _check_scores(fold_scores: pd.DataFrame) -> None:
    """Refuse what is not a table of finite scores of two folds or more."""
    if not isinstance(fold_scores, pd.DataFrame):
        advice = "Pass the fold_scores of a SelectionPath, or a frame indexed by the number of columns."
        fail("fold_scores", "be a DataFrame", type(fold_scores).__name__, advice, TypeError)
    if fold_scores.shape[0] < 1 or fold_scores.shape[1] < 2:
        fail("fold_scores", "have a row and two folds", f"shape {fold_scores.shape}", "Use two folds or more.")
    if not np.isfinite(fold_scores.to_numpy(dtype=float)).all():
        fail("fold_scores", "be finite", "a missing or infinite score", "Drop the folds that failed.")
