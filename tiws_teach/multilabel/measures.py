"""Measures for labelset predictions: two losses (lower is better) and two scores (higher is better).

Each is computed for each row, from 0 to 1, and averaged over the rows. In the formulas y is the true labelset of a row,
y' the predicted one, L the number of labels and | | the size of a labelset.
"""

from typing import Any

import numpy as np

from tiws_teach._docs import documented
from tiws_teach._validation import fail
from tiws_teach.multilabel._input import indicator_matrix, other_names


@documented
def hamming_loss(Y_true, Y_pred, *, per_row=False) -> Any:
    """Return the share of the labels that are wrong.

    {label_measure}

    Examples
    --------
    >>> hamming_loss([[1, 1, 0, 0]], [[1, 0, 1, 0]])
    0.5

    Source: Gweon (2017), section 2.4.2, Hamming loss.
    Equation: 5.1.
    """
    true, predicted = _pair(Y_true, Y_pred)
    return _over_rows(np.mean(true != predicted, axis=1), per_row)


@documented
def zero_one_loss(Y_true, Y_pred, *, per_row=False) -> Any:
    """Return the share of rows whose labelset is not exactly right.

    {label_measure}

    Examples
    --------
    >>> zero_one_loss([[1, 1, 0, 0], [0, 1, 0, 0]], [[1, 0, 1, 0], [0, 1, 0, 0]])
    0.5

    Source: Gweon (2017), section 2.4.2, 0/1 loss.
    Equation: 5.2.
    """
    true, predicted = _pair(Y_true, Y_pred)
    return _over_rows(np.any(true != predicted, axis=1).astype(float), per_row)


@documented
def multilabel_accuracy(Y_true, Y_pred, *, per_row=False) -> Any:
    """Return the Jaccard index, the number of labels in both sets over the number in either; 1 if both are empty.

    {label_measure}

    Examples
    --------
    >>> multilabel_accuracy([[1, 1, 0, 0], [0, 0, 0, 0]], [[1, 0, 1, 1], [0, 0, 0, 0]], per_row=True)
    array([0.25, 1.  ])

    Source: Gweon (2017), section 2.4.2, multi-label accuracy (Godbole and Sarawagi, 2004).
    Equation: 5.3.
    """
    true, predicted = _pair(Y_true, Y_pred)
    both, either = (true & predicted).sum(axis=1), (true | predicted).sum(axis=1)
    return _over_rows(np.where(either == 0, 1.0, both / np.maximum(either, 1)), per_row)


@documented
def f_measure(Y_true, Y_pred, *, per_row=False) -> Any:
    """Return ``2 |y and y'| / (|y| + |y'|)``, the harmonic mean of precision and recall; 1 if both sets are empty.

    {label_measure}

    Examples
    --------
    >>> f_measure([[1, 1, 0, 0], [0, 0, 0, 0]], [[1, 0, 1, 1], [0, 0, 0, 0]], per_row=True)
    array([0.4, 1. ])

    Source: Gweon (2017), section 2.4.2, F-measure.
    Equation: 5.4.
    """
    true, predicted = _pair(Y_true, Y_pred)
    both, sizes = (true & predicted).sum(axis=1), true.sum(axis=1) + predicted.sum(axis=1)
    return _over_rows(np.where(sizes == 0, 1.0, 2 * both / np.maximum(sizes, 1)), per_row)


def _pair(Y_true, Y_pred):
    """Return two label matrices of one shape."""
    (true, names), (predicted, others) = indicator_matrix(Y_true), indicator_matrix(Y_pred)
    if true.shape != predicted.shape:
        advice = "Pass the same rows and labels to both."
        fail("Y_pred", f"have the shape of Y_true, {true.shape}", f"shape {predicted.shape}", advice)
    if other_names(names, others):
        advice = "Reorder its columns as in Y_true."
        fail("Y_pred", "have the labels of Y_true in the same order", repr(others.tolist()), advice)
    return true, predicted


def _over_rows(values, per_row):
    return values if per_row else float(values.mean())
