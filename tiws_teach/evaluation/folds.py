"""Cross-validate all methods on all data sets with the same folds, in one table."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np
import pandas as pd
from sklearn.metrics import make_scorer, zero_one_loss
from sklearn.model_selection import KFold, cross_validate
from sklearn.preprocessing import MultiLabelBinarizer

from tiws_teach._extras import progress_bar
from tiws_teach._tables import are_label_sets
from tiws_teach._validation import check_choice, check_count, check_same_index, fail


def cross_validated_table(
    estimators: Mapping[str, Any],
    data_sets: Mapping[str, Any],
    metrics: Mapping[str, Callable[..., float] | str] | None = None,
    *,
    cv: Any = 10,
    random_state: int = 0,
    progress: bool = False,
) -> pd.DataFrame:
    """Return the scores of all methods on all data sets, fold by fold; all methods use the same folds.

    Parameters
    ----------
    estimators : dict of str -> estimator
        Cloned for each fold; may be pipelines or searches.
    data_sets : dict of str -> (X, y), or of str -> function that returns (X, y)
        Arrays, sparse matrices, frames or lists; y may be two-dimensional, or a list of label sets. Label sets are
        encoded as indicators once for each data set, with a column for each label in sorted order; estimators and
        metrics receive these.
    metrics : dict of str -> callable or str, optional
        ``metric(y_true, y_pred)``, or the name of one of scikit-learn's scorers. By default the error rate.
    cv : int or splitter, default=10
        A number of random folds, or any scikit-learn splitter that takes X and y.
    random_state : int, default=0
        The seed of the folds, if `cv` is a number.
    progress : bool, default=False
        Whether to show a progress bar.

    Returns
    -------
    DataFrame
        Tidy: data, method, fold (from 0), metric, score; data sets and methods in the order given.

    Source: Demsar (2006), section 3, for the table; cross-validation as in scikit-learn.
    """
    for argument, given in (("estimators", estimators), ("data_sets", data_sets)):
        if not isinstance(given, Mapping) or not given:
            fail(argument, "be a dict with at least one entry", repr(given), "Pass {name: entry}.")
    if metrics is not None and not (isinstance(metrics, Mapping) and metrics):
        fail("metrics", "be a dict with at least one entry", repr(metrics), "Pass {name: metric}.", TypeError)
    asked = {"error rate": zero_one_loss} if metrics is None else metrics
    scoring = {name: make_scorer(metric) if callable(metric) else metric for name, metric in asked.items()}
    rows = []
    for data, given in data_sets.items():
        X, y = given() if callable(given) else given
        check_same_index(X, y)
        y = _encoded(y)
        folds = _folds(X, y, cv, random_state)
        for method, estimator in progress_bar(estimators.items(), progress, desc=data, unit="method"):
            scores = cross_validate(estimator, X, y, cv=folds, scoring=scoring, error_score="raise")
            rows += [(data, method, i, name, scores[f"test_{name}"][i]) for i in range(len(folds)) for name in asked]
    return pd.DataFrame(rows, columns=["data", "method", "fold", "metric", "score"])


def _encoded(y: Any) -> Any:
    """Return label sets as indicators of all labels of the data set; a fold alone may lack some labels."""
    rows = list(y) if getattr(y, "ndim", 1) == 1 and isinstance(y, Iterable) else []
    if not are_label_sets(rows):
        return y
    stray = [row for row in rows if not isinstance(row, set | frozenset | list | tuple)]
    if stray:
        fail("y", "hold a set of labels for each row", repr(stray[0]), "Write {'sad'} for a row with one label.")
    return MultiLabelBinarizer().fit_transform(rows)


def _folds(X: Any, y: Any, cv: Any, random_state: int) -> list[tuple[np.ndarray, np.ndarray]]:
    if not hasattr(cv, "split"):
        n_rows = X.shape[0] if hasattr(X, "shape") else len(X)
        cv = KFold(check_count("cv", cv, 2, n_rows), shuffle=True, random_state=random_state)
    return list(cv.split(X, y))


def mean_scores(results: pd.DataFrame, metric: str | None = None) -> pd.DataFrame:
    """Return the table of scores: the mean over the folds for each data set and method.

    Parameters
    ----------
    results : DataFrame
        From `cross_validated_table`.
    metric : str, optional
        Which metric; required if there are several.

    Returns
    -------
    DataFrame of shape (n_data_sets, n_methods)

    Source: Demsar (2006), section 3.
    """
    lacking = {"data", "method", "metric", "score"} - set(getattr(results, "columns", ()))
    if lacking or not len(results):
        problem = f"no column {sorted(lacking)[0]!r}" if lacking else "no row"
        fail("results", "be a table of scores by fold", problem, "Pass what cross_validated_table returns.")
    names = list(results["metric"].unique())
    if metric is None and len(names) > 1:
        fail("metric", "be named if there are several", metric, f"Choose one of {', '.join(names)}.")
    chosen = results[results["metric"] == check_choice("metric", names[0] if metric is None else metric, names)]
    return chosen.pivot_table(index="data", columns="method", values="score", sort=False)
