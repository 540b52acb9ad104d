"""Choose the number of neighbours as in the thesis: on a validation set of one third of the training rows."""

from sklearn.model_selection import GridSearchCV, ShuffleSplit


def choose_n_neighbors(estimator, X, y, candidates=range(1, 21), random_state=None) -> GridSearchCV:
    """Choose k by the accuracy on a third of the rows after fitting on the rest; then refit on all rows.

    Parameters
    ----------
    estimator : estimator
        A classifier with the parameter `n_neighbors`, or a Pipeline that ends in one.
    X : array-like of shape (n_rows, n_features)
        Training rows only; keep the test set out of the choice.
    y : array-like of shape (n_rows,)
        Classes.
    candidates : iterable of int, default=range(1, 21)
        Numbers of neighbours; ties go to the first.
    random_state : int, RandomState instance or None, default=None
        Randomness of the split.

    Returns
    -------
    sklearn.model_selection.GridSearchCV
        Fitted; `best_params_`, `cv_results_`, `predict` and the rest as in scikit-learn.

    Source: Gweon (2017), section 3.3.2.
    """
    inside = f"{estimator.steps[-1][0]}__" if hasattr(estimator, "steps") else ""
    split = ShuffleSplit(n_splits=1, test_size=1 / 3, random_state=random_state)
    return GridSearchCV(estimator, {f"{inside}n_neighbors": list(candidates)}, cv=split).fit(X, y)
