"""The model of a baseline: it predicts the target of a row from the columns other than one."""

import numbers
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd
from scipy import sparse
from sklearn.base import clone, is_classifier
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from sklearn.utils import get_tags

from tiws_teach._validation import fail
from tiws_teach.tiws.baseline import category_residuals
from tiws_teach.tiws.equations import smoothed_means


@dataclass(frozen=True)
class FittedBaseline:
    """The baseline of one feature, and the residuals of its seen categories, shape (n_categories, n_targets).

    `one_hot` is None for a Pipeline, which gets the labels as a frame; `model` is None if there is nothing to predict
    from or nothing to predict, and then `constant`, the mean target of the training rows, is predicted.
    """

    feature: int
    one_hot: OneHotEncoder | None
    model: Any
    constant: np.ndarray
    residuals: np.ndarray
    scaler: StandardScaler | None = None

    def predict(self, codes, counts, numbers=None):
        """Return the predicted target of each row from the columns other than the feature."""
        n_rows, n_targets = len(codes[0]), len(self.constant)
        if self.model is None or n_rows == 0:
            return np.tile(self.constant, (n_rows, 1))
        rows = _others(codes, self.feature, counts, self.one_hot, numbers, self.scaler)
        if not is_classifier(self.model):
            return np.asarray(self.model.predict(rows), dtype=float).reshape(n_rows, -1)
        probabilities = self.model.predict_proba(rows)
        if n_targets == 1:
            return probabilities[:, [-1]]
        out = np.zeros((n_rows, n_targets))
        out[:, self.model.classes_.astype(int)] = probabilities  # a part of the rows may lack a class
        return out


def fit_baseline(rows, feature, part, options):
    """Return the baseline of one feature, fitted on a part of the training rows."""
    codes, targets = [code[part] for code in rows.codes], rows.targets[part]
    weights = None if rows.weights is None else rows.weights[part]
    numbers = None if rows.numbers is None else rows.numbers.iloc[: len(rows.targets)].iloc[part]
    scaler = None if numbers is None else StandardScaler().fit(numbers, sample_weight=weights)
    one_hot, model = _fitted(codes, targets, weights, feature, rows.counts, options, numbers, scaler)
    empty = FittedBaseline(feature, one_hot, model, rows.prior(part), np.zeros((0, targets.shape[1])), scaler)
    n_seen = rows.counts.n_seen[feature]
    own = np.where(codes[feature] < n_seen, codes[feature], -1).astype(np.int64)
    predicted = empty.predict(codes, rows.counts, numbers)
    return replace(empty, residuals=category_residuals(own, targets, predicted, n_seen, options.smooth, weights))


def mean_predictions(fit, rows, n_categories, codes, counts, weights=None, numbers=None):
    """Return the mean prediction of the categories `rows`, from the rows that have them; the others are arbitrary."""
    chosen = np.isin(codes[fit.feature], rows)
    of_rows = [code[chosen] for code in codes]
    shares = None if weights is None else weights[chosen]
    own, numbers = of_rows[fit.feature].astype(np.int64), None if numbers is None else numbers.iloc[chosen]
    return smoothed_means(own, fit.predict(of_rows, counts, numbers), n_categories, 0, fit.constant, shares)[0]


def _fitted(codes, targets, weights, feature, counts, options, numbers, scaler):
    """Return the one-hot encoder (None for a Pipeline) and the fitted model (None where there is nothing to fit)."""
    if not counts.others(feature) or np.ptp(targets, axis=0).max() == 0:
        return None, None
    model, takes_sparse = _model(options, 1e-4 if numbers is None else 1e-10)  # with numbers the order of rows counts
    one_hot = None
    if not isinstance(model, Pipeline):
        one_hot = OneHotEncoder(handle_unknown="ignore", sparse_output=takes_sparse)
        one_hot.fit(_codes_of(codes, feature, counts))
    y = targets[:, 0] if targets.shape[1] == 1 else targets
    if is_classifier(model):
        y = (targets[:, 0] if targets.shape[1] == 1 else targets.argmax(axis=1)).astype(int)
    name = f"{model.steps[-1][0]}__sample_weight" if isinstance(model, Pipeline) else "sample_weight"
    given = {} if weights is None else {name: weights}
    return one_hot, model.fit(_others(codes, feature, counts, one_hot, numbers, scaler), y, **given)


def _model(options, tol):
    """Return a fresh copy of the baseline's model, and whether it takes sparse rows; `tol` is that of ridge."""
    kind = options.target_type_
    if options.baseline == "regression":
        return (Ridge(tol=tol) if kind == "continuous" else LogisticRegression(max_iter=1000)), True
    if kind == "continuous" and is_classifier(options.baseline):
        advice = "Pass a regressor, or set target_type='multiclass'."
        fail("baseline", "be a regressor for a continuous target", repr(options.baseline), advice)
    return clone(options.baseline), get_tags(options.baseline).input_tags.sparse


def _others(codes, feature, counts, one_hot, numbers, scaler):
    """Return the rows of the other columns: one-hot, or as a frame of labels for a Pipeline; numbers as they are."""
    if one_hot is None:
        frame = pd.DataFrame({counts.names[k]: _labels(codes[k], counts.labels[k]) for k in counts.others(feature)})
        return frame if numbers is None else frame.assign(**{name: numbers[name].to_numpy() for name in numbers})
    rows = one_hot.transform(_codes_of(codes, feature, counts))
    if numbers is None:
        return rows
    scaled = np.nan_to_num(scaler.transform(numbers))  # a missing number is the mean
    return sparse.hstack([rows, scaled], format="csr") if sparse.issparse(rows) else np.hstack([rows, scaled])


def _labels(codes, labels):
    """Return the label of each row, NaN where missing: numbers as floats whatever the rows, others as objects."""
    cells = np.append(labels, np.nan)[codes]
    return cells.astype(float) if all(isinstance(label, numbers.Real) for label in labels) else cells


def _codes_of(codes, feature, counts):
    return np.column_stack([codes[k] for k in counts.others(feature)])
