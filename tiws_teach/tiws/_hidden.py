"""The estimate of a hidden category's mean target by any encoder, classifier or regressor."""

import numpy as np
import pandas as pd
from sklearn.base import clone, is_classifier

from tiws_teach._validation import fail
from tiws_teach.tiws._estimates import ALL_ROWS, feature_estimates, read_rows
from tiws_teach.tiws.encoder import TIWSEncoder


def estimate_hidden(option, X, targets, target_type, hidden, column, cache):
    """Return an option's estimate of the mean target in hidden rows, which all have one category of a column."""
    if target_type == "multiclass":
        y = targets[~hidden].argmax(axis=1)
        present, out = np.unique(y), np.zeros(targets.shape[1])  # a class may be in hidden rows only
        out[present] = _estimate(option, X, y, target_type, hidden, column, cache, len(present))
        return out
    return _estimate(option, X, targets[~hidden, 0], target_type, hidden, column, cache, 1)


def _estimate(option, X, y, target_type, hidden, column, cache, n_targets):
    """Return an option's estimate: one number, or the share of each class in `y`."""
    train, rows = X[~hidden], X[hidden]
    option = clone(option)
    if target_type == "continuous" and "target_type" in option.get_params(deep=False):
        option.set_params(target_type=target_type)  # an encoder that guesses takes whole numbers for classes
    if isinstance(option, TIWSEncoder):
        own = (option.by_column or {}).get(column, {})
        option.set_params(target_type=target_type, by_column=None, **own)
        j = X.columns.get_loc(column) if option.encode is None else list(option.encode).index(column)
        key = tuple(
            map(repr, (option.handle_missing, option.categories, option.baseline, option.smooth, option.encode))
        )
        if key not in cache:
            cache[key] = read_rows(option, train, y, [rows])[0].rows[j]
        option.target_type_ = target_type
        table = feature_estimates(cache[key], j, [ALL_ROWS], option)[0]
        return table[list(cache[key].counts.labels[j]).index(rows[column].iloc[0])]
    option.fit(train, y)
    if hasattr(option, "transform"):
        estimate = _code_of(option.transform(rows), X, column, n_targets if n_targets > 2 else 1)
        return estimate if n_targets != 2 else np.array([1 - estimate[0], estimate[0]])
    estimate = option.predict_proba(rows) if is_classifier(option) else np.asarray(option.predict(rows))
    estimate = estimate.reshape(len(rows), -1).mean(axis=0)
    return estimate[[-1]] if n_targets == 1 else estimate


def _code_of(encoded, X, column, n_targets):
    """Return the mean code of a column from what a transformer has returned for the hidden rows."""
    if isinstance(encoded, pd.DataFrame) and column in encoded.columns and n_targets == 1:
        return np.array([encoded[column].mean()])
    values = np.asarray(encoded, dtype=float)
    if values.shape[1] != X.shape[1] * n_targets:
        rule = f"return one code for each of the {X.shape[1]} columns"
        advice = "Put it into a pipeline with a classifier or a regressor."
        fail("encoders", rule, f"{values.shape[1]} columns", advice)
    return values.reshape(len(values), -1, n_targets)[:, X.columns.get_loc(column)].mean(axis=0)
