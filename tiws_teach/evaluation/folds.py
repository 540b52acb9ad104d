"""One table for all methods on all data sets, and the same folds for each of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pandas as pd
from sklearn.base import clone
from sklearn.metrics import get_scorer, zero_one_loss
from sklearn.model_selection import KFold
from tqdm.auto import tqdm

from tiws_teach._validation import check_choice, check_count, fail


def cross_validated_table(
    estimators: Mapping[str, Any],
    data_sets: Mapping[str, Any],
    metrics: Mapping[str, Callable[..., float] | str] | None = None,
    *,
    cv: Any = 10,
    random_state: int = 0,
    progress: bool = False,
) -> pd.DataFrame:
    """Return the scores of all methods on all data sets, fold by fold; all methods see the same folds.

    Parameters
    ----------
    estimators : dict of str -> estimator
        Cloned for each fold; may be pipelines or searches.
    data_sets : dict of str -> (X, y), or of str -> function that returns (X, y)
        Arrays, sparse matrices, frames or lists; y may be two-dimensional, or a list of label sets.
    metrics : dict of str -> callable or str, optional
        ``metric(y_true, y_pred)``, or the name of one of scikit-learn's scorers. By default the error rate.
    cv : int or splitter, default=10
        A number of random folds, or any splitter of scikit-learn that is given X and y.
    random_state : int, default=0
        The seed of the folds, if `cv` is a number.
    progress : bool, default=False
        Whether to show a progress bar.

    Returns
    -------
    DataFrame
        Tidy: data, method, fold (from 0), metric, score; data sets and methods in the order given.

    Raises
    ------
    ValueError
        If there is no estimator or no data set, or more folds than rows.

    Source: Demsar (2006), section 3, for the table; cross-validation as scikit-learn has it.
    """
    for argument, given in (("estimators", estimators), ("data_sets", data_sets)):
        if not isinstance(given, Mapping) or not given:
            fail(argument, "be a dict with at least one entry", repr(given), "Give each a name.")
    asked = {"error rate": zero_one_loss} if metrics is None else metrics
    rows = []
    with tqdm(total=len(data_sets) * len(estimators), disable=not progress, unit="method") as bar:
        for data, given in data_sets.items():
            X, y = given() if callable(given) else given
            folds = _folds(X, y, cv, random_state)
            for method, estimator in estimators.items():
                bar.set_description(f"{data}, {method}")
                for fold, (train, test) in enumerate(folds):
                    found = _scores(estimator, X, y, train, test, asked)
                    rows += [(data, method, fold, metric, score) for metric, score in found.items()]
                bar.update()
    return pd.DataFrame(rows, columns=["data", "method", "fold", "metric", "score"])


def _folds(X, y, cv, random_state) -> list[tuple[np.ndarray, np.ndarray]]:
    if not hasattr(cv, "split"):
        n_rows = X.shape[0] if hasattr(X, "shape") else len(X)
        cv = KFold(check_count("cv", cv, 2, n_rows), shuffle=True, random_state=random_state)
    return list(cv.split(X, y))


def _scores(estimator, X, y, train, test, metrics) -> dict[str, float]:
    """Fit a clone on the training rows and return each metric on the test rows."""
    fitted = clone(estimator).fit(_take(X, train), _take(y, train))
    asked, truth = _take(X, test), _take(y, test)
    predicted = fitted.predict(asked) if any(callable(metric) for metric in metrics.values()) else None
    return {
        name: float(metric(truth, predicted) if callable(metric) else get_scorer(metric)(fitted, asked, truth))
        for name, metric in metrics.items()
    }


def _take(values, rows):
    if hasattr(values, "iloc"):
        return values.iloc[rows]
    return values[rows] if hasattr(values, "shape") else [values[row] for row in rows]


def mean_scores(results: pd.DataFrame, metric: str | None = None) -> pd.DataFrame:
    """Return the table of scores: the mean over the folds for each data set and method.

    Parameters
    ----------
    results : DataFrame
        From `cross_validated_table`.
    metric : str, optional
        Which metric; needed if there are several.

    Returns
    -------
    DataFrame of shape (n_data_sets, n_methods)

    Raises
    ------
    ValueError
        If there are several metrics and none is named.

    Source: Demsar (2006), section 3.
    """
    names = list(results["metric"].unique())
    if metric is None and len(names) > 1:
        fail("metric", "be named where there are several", metric, f"Choose of {', '.join(names)}.")
    chosen = results[results["metric"] == check_choice("metric", names[0] if metric is None else metric, names)]
    return chosen.pivot_table(index="data", columns="method", values="score", sort=False)
