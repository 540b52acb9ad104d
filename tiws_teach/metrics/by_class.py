"""Metrics by class; accuracy alone would hide the small class.

TP    rows of a class predicted as this class         FP    rows of other classes predicted as this class
FN    rows of the class predicted as another one      n     rows
"""

import numpy as np
import pandas as pd

from tiws_teach._docs import documented
from tiws_teach._validation import check_number, fail
from tiws_teach.metrics._input import code_classes


def confusion_table(y_true, y_pred, labels=None):
    """Return the confusion matrix: how many rows of each class (lines) were predicted as each class (columns).

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n_rows,)
        Classes: strings, integers or booleans.
    labels : sequence, optional
        The classes in the desired order, including all that occur; by default those that occur, sorted.

    Returns
    -------
    DataFrame of shape (n_classes, n_classes)
        Counts of rows; index named "true", columns named "predicted".

    Examples
    --------
    >>> confusion_table(["ill", "well", "well"], ["well", "well", "well"])
    predicted  ill  well
    true
    ill          0     1
    well         0     2

    Source: course notes, Imbalanced vs balanced data set: accuracy is not the right measure.
    """
    names, (true, predicted) = code_classes(labels, y_true=y_true, y_pred=y_pred)
    if len(true) != len(predicted):
        fail("y_pred", f"have one class for each of the {len(true)} rows of y_true", len(predicted), "Pass all rows.")
    counts = np.bincount(true * len(names) + predicted, minlength=len(names) ** 2).reshape(len(names), -1)
    return pd.DataFrame(counts, pd.Index(names, name="true"), pd.Index(names, name="predicted"))


@documented
def precision(y_true, y_pred, pos_label=None, labels=None, zero_division=0.0):
    """Return the share of the rows predicted as a class that belong to it: TP / (TP + FP).

    {of_classes}

    Source: van Rijsbergen (1979), chapter 7.
    Equation: 1.3.
    """
    table = confusion_table(y_true, y_pred, labels)
    return _of_class(_ratio(_hits(table), table.sum(axis=0), zero_division, "precision"), pos_label)


@documented
def recall(y_true, y_pred, pos_label=None, labels=None, zero_division=0.0):
    """Return the share of the rows of a class that are predicted as this class: TP / (TP + FN).

    {of_classes}

    Source: van Rijsbergen (1979), chapter 7.
    Equation: 1.4.
    """
    table = confusion_table(y_true, y_pred, labels)
    return _of_class(_ratio(_hits(table), table.sum(axis=1), zero_division, "recall"), pos_label)


@documented
def f1(y_true, y_pred, pos_label=None, labels=None, zero_division=0.0):
    """Return the harmonic mean of precision and recall: 2 TP / (2 TP + FP + FN).

    It is 0 if a class has rows or predictions but no true positive.

    {of_classes}

    Source: van Rijsbergen (1979), chapter 7, E with equal weights.
    Equation: 1.5.
    """
    table = confusion_table(y_true, y_pred, labels)
    both = table.sum(axis=0) + table.sum(axis=1)
    return _of_class(_ratio(2 * _hits(table), both, zero_division, "f1"), pos_label)


def balanced_accuracy(y_true, y_pred):
    """Return the mean recall of the classes that have rows.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n_rows,)
        Classes.

    Returns
    -------
    float
        In [0, 1]; 1 / C if the same class is predicted for every row, C classes have rows, and that class is one of
        them (0 if it is not).

    Source: Brodersen et al. (2010), The balanced accuracy and its posterior distribution.
    Equation: 1.6.
    """
    return float(recall(y_true, y_pred, zero_division=np.nan).mean())


def majority_accuracy(y_true, y_train=None):
    """Return the accuracy of the baseline that always predicts the largest class.

    Parameters
    ----------
    y_true : array-like of shape (n_rows,)
        Classes.
    y_train : array-like, optional
        Rows that determine the largest class (ties go to the first in sorted order); by default `y_true`.

    Returns
    -------
    float
        In [0, 1].

    Source: course notes, Imbalanced vs balanced data set: accuracy is not the right measure.
    """
    _, (true, train) = code_classes(None, y_true=y_true, y_train=y_true if y_train is None else y_train)
    return float(np.mean(true == np.bincount(train).argmax()))


def expected_cost(confusion, costs):
    """Return the mean cost of a row, sum n_ij c_ij / n, when class i predicted as class j costs c_ij.

    Parameters
    ----------
    confusion : DataFrame or array-like of shape (n_classes, n_classes)
        Counts with true classes as lines: a `confusion_table`.
    costs : DataFrame or array-like of shape (n_classes, n_classes)
        In any unit; the diagonal is usually 0. A frame is matched by its labels, an array by position.

    Returns
    -------
    float
        In the unit of the costs. With 0 on the diagonal and 1 elsewhere it is the error rate.

    Source: Elkan (2001), The foundations of cost-sensitive learning, section 1.
    """
    if isinstance(confusion, pd.DataFrame) and isinstance(costs, pd.DataFrame):
        lacking = [*confusion.index.difference(costs.index), *confusion.columns.difference(costs.columns)]
        if lacking:
            fail("costs", "have a line and a column for each class of confusion", f"none for {lacking[0]!r}", "Add it.")
        costs = costs.reindex(index=confusion.index, columns=confusion.columns)
    counts, costs = np.asarray(confusion, dtype=float), np.asarray(costs, dtype=float)
    if counts.shape != costs.shape:
        fail("costs", f"have the shape of confusion, {counts.shape}", costs.shape, "Pass one cost for each cell.")
    if counts.sum() == 0:
        fail("confusion", "count at least one row", 0, "Pass a confusion_table.")
    return float(np.sum(counts * costs) / np.sum(counts))


def cost_threshold(false_alarm, miss):
    """Return t = a / (a + m): call a row positive if its probability exceeds t.

    Parameters
    ----------
    false_alarm : float
        Cost a of calling a negative row positive; at least 0, in any unit.
    miss : float
        Cost m of calling a positive row negative; positive, in the same unit.

    Returns
    -------
    float
        In [0, 1). At this probability both calls have the same expected cost, (1 - t) a = t m.

    Source: Elkan (2001), The foundations of cost-sensitive learning, section 1, with correct calls free of cost.
    Equation: 1.8.
    """
    a = check_number("false_alarm", false_alarm, 0)
    m = check_number("miss", miss, 0, open_low=True)
    return a / (a + m)


def _hits(table):
    return pd.Series(np.diag(table), index=table.index)


def _ratio(part, whole, zero_division, name):
    values = np.full(len(part), float(zero_division))
    np.divide(part.to_numpy(), whole.to_numpy(), out=values, where=whole.to_numpy() > 0)
    return pd.Series(values, index=pd.Index(part.index, name="class"), name=name)


def _of_class(by_class, pos_label):
    if pos_label is None:
        return by_class
    names = by_class.index.tolist()
    if pos_label not in names:
        fail("pos_label", f"be one of the classes {names}", repr(pos_label), "Name it as y_true does.")
    return float(by_class.iloc[names.index(pos_label)])  # by position: .loc would read a list of booleans as a mask
