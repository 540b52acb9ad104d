"""Metrics of scores: precision and recall as the decision threshold falls."""

import numpy as np
import pandas as pd

from tiws_teach._docs import documented
from tiws_teach.metrics._input import check_scores, positive_rows


@documented
def precision_recall_steps(y_true, scores, pos_label=None):
    """Return precision and recall at each threshold; rows with at least this score are predicted as positive.

    {scored_rows}

    Returns
    -------
    DataFrame of shape (n_different_scores, 3)
        Columns threshold (descending), precision and recall (rising to 1).

    Source: Manning, Raghavan and Schütze (2008), section 8.4.
    """
    values = check_scores(scores)
    positive = positive_rows(y_true, pos_label, len(values))
    order = np.argsort(-values, kind="stable")
    last = np.append(np.flatnonzero(np.diff(values[order])), len(values) - 1)  # equal scores share a threshold
    hits = np.cumsum(positive[order])[last]
    return pd.DataFrame({"threshold": values[order][last], "precision": hits / (last + 1), "recall": hits / hits[-1]})


@documented
def average_precision(y_true, scores, pos_label=None):
    """Return sum (R_i - R_i-1) P_i over the thresholds: the area under the steps of precision against recall.

    {scored_rows}

    Returns
    -------
    float
        In (0, 1]; for random scores about the share of positive rows.

    Source: Manning, Raghavan and Schütze (2008), section 8.4.
    Equation: 1.7.
    """
    steps = precision_recall_steps(y_true, scores, pos_label)
    return float(np.sum(np.diff(steps["recall"], prepend=0.0) * steps["precision"]))
