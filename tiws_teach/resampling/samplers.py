"""Three ways to change the rows: drop majority rows, repeat minority rows, or add points between minority rows.

One generator draws for all classes, in sorted order. With an integer seed the draws are those of imbalanced-learn, but
for `smote` only in the first class, because its SMOTE restarts for each class.
"""

import numpy as np

from tiws_teach._docs import documented
from tiws_teach._neighbors import nearest_rows
from tiws_teach._validation import check_count, fail
from tiws_teach.resampling._rows import as_floats, as_rows, check_lengths, generator, take, with_floats
from tiws_teach.resampling._targets import rows_by_class, wanted_counts
from tiws_teach.resampling.equations import interpolate


@documented
def undersample(X, y, sampling_strategy="auto", random_state=None, replacement=False, return_indices=False):
    """Drop random rows of the larger classes.

    {resampled_rows}
    replacement : bool, default=False
        Draw with replacement.
    return_indices : bool, default=False
        Return the numbers of the chosen rows as well.

    Returns
    -------
    X_new, y_new : of the types of X and y
        Class by class in sorted order of the classes, each class in the order of the draws. Rows of a frame keep their
        index labels, or are numbered from 0 if they are drawn with replacement.
    indices : ndarray of int64, shape (n_new_rows,)
        Only with `return_indices`: ``X_new`` is ``X[indices]``.

    Examples
    --------
    >>> undersample([[1], [2], [3], [4]], ["many", "many", "many", "few"], random_state=0)
    (array([[4],
           [3]]), array(['few', 'many'], dtype='<U4'))

    Source: course notes, Imbalanced vs balanced data set, 1) Undersampling.
    """
    X, y = check_lengths(as_rows(X), y)
    groups, wanted, rng = plan(sampling_strategy, y, random_state, over=False)
    parts = []
    for c, rows in groups.items():
        parts.append(rows[rng.choice(len(rows), size=wanted[c], replace=replacement)] if c in wanted else rows)
    indices = np.concatenate(parts)
    return (*(take(rows, indices, renumber=replacement) for rows in (X, y)), *([indices] if return_indices else []))


@documented
def oversample(X, y, sampling_strategy="auto", random_state=None, return_indices=False):
    """Repeat rows of the smaller classes, drawn at random with replacement.

    {resampled_rows}
    return_indices : bool, default=False
        Return the numbers of the rows as well.

    Returns
    -------
    X_new, y_new : of the types of X and y
        All original rows, then the repetitions, class by class. Rows of a frame are numbered from 0, as in
        imbalanced-learn: a repeated label would select two rows at once.
    indices : ndarray of int64, shape (n_new_rows,)
        Only with `return_indices`: ``X_new`` is ``X[indices]``. The same number in training set and test set reveals
        data leakage.

    Examples
    --------
    >>> oversample([[1], [2], [3], [4]], ["many", "many", "many", "few"], random_state=0)[0].ravel()
    array([1, 2, 3, 4, 4, 4])

    Source: course notes, Imbalanced vs balanced data set, 2) Oversampling, repetition.
    """
    X, y = check_lengths(as_rows(X), y)
    groups, wanted, rng = plan(sampling_strategy, y, random_state, over=True)
    parts = [np.arange(len(y))]
    for c, rows in groups.items():
        if c in wanted:
            parts.append(rows[rng.choice(len(rows), size=wanted[c] - len(rows), replace=True)])
    indices = np.concatenate(parts)
    return (*(take(rows, indices, renumber=True) for rows in (X, y)), *([indices] if return_indices else []))


@documented
def smote(X, y, sampling_strategy="auto", k_neighbors=5, random_state=None, metric="euclidean", return_indices=False):
    """Add synthetic points to the smaller classes, each between a row and one of its nearest rows of the same class.

    Each new point is `interpolate` (equation 1.2) of a random row, a random one of its `k_neighbors` nearest rows of
    the class, and a random step in [0, 1). A row is never its own neighbour; ties go to the lower row number.
    Distances, and therefore the neighbours, depend on the units of the features: standardise them first.

    Parameters
    ----------
    X : DataFrame, ndarray or list of rows, of shape (n_rows, n_features)
        Numbers without missing values. Columns of categories, strings or booleans are refused.
    y : array-like of shape (n_rows,)
        Classes, at least two.
    sampling_strategy : float, str, dict or callable, default="auto"
        As in `oversample`.
    k_neighbors : int, default=5
        In [1, rows of the class - 1].
    {random_state}
    {metric}
    return_indices : bool, default=False
        Return the two parents of each row as well.

    Returns
    -------
    X_new, y_new : of the types of X and y
        All original rows, then the synthetic ones, class by class. Whole numbers become floats, because there is no
        whole number between 1 and 2. Rows of a frame are numbered from 0.
    indices : ndarray of int64, shape (n_new_rows, 2)
        Only with `return_indices`: the row from which each point starts, and its neighbour; for the
        rows of X both are the row itself.

    Examples
    --------
    >>> X, y = [[0.0], [1.0], [2.0], [10.0], [20.0]], [0, 0, 0, 1, 1]
    >>> smote(X, y, k_neighbors=1, random_state=0)[0].round(2).ravel()
    array([ 0.  ,  1.  ,  2.  , 10.  , 20.  , 15.93])

    Source: Chawla et al. (2002), SMOTE, section 4.2.
    """
    X, y = check_lengths(as_rows(X), y)
    values = as_floats(X)
    k_neighbors = check_count("k_neighbors", k_neighbors, 1)
    groups, wanted, rng = plan(sampling_strategy, y, random_state, over=True)
    parents, points = [np.repeat(np.arange(len(y)), 2).reshape(-1, 2)], []
    for c, rows in groups.items():
        n_new = wanted.get(c, len(rows)) - len(rows)
        if n_new > 0:
            near = neighbours_in_class(values[rows], c, k_neighbors, metric)
            pick = rng.choice(near.size, size=n_new, replace=True)  # a row and one of its neighbours in one draw
            here, there = rows[pick // k_neighbors], rows[near.ravel()[pick]]
            parents.append(np.column_stack([here, there]))
            points.append(interpolate(values[here], values[there], rng.uniform(size=n_new)))
    indices = np.concatenate(parents)
    X_new, y_new = with_floats(X, np.concatenate([values, *points])), take(y, indices[:, 0], renumber=True)
    return (X_new, y_new, *([indices] if return_indices else []))


def plan(strategy, y, random_state, *, over):
    """Return the rows of each class, the target size of each resampled class, and the generator."""
    groups = rows_by_class(y)
    counts = {c: len(rows) for c, rows in groups.items()}
    return groups, wanted_counts(strategy, y, counts, over=over), generator(random_state)


def neighbours_in_class(values, c, k_neighbors, metric):
    """Return the positions of the nearest other rows of one class, shape (n_class_rows, k_neighbors)."""
    if k_neighbors >= len(values):
        rule = f"be less than the {len(values)} rows of class {c!r}"
        advice = "Lower k_neighbors, or repeat the rows with oversample."
        if len(values) == 1:  # no k_neighbors is low enough
            advice = "Repeat the row with oversample, or collect more rows of the class."
        fail("k_neighbors", rule, k_neighbors, advice)
    return nearest_rows(values, values, k_neighbors, metric, leave_out_self=True)[1]
