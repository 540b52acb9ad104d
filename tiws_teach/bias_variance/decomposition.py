"""Bias and variance of any scikit-learn estimator, measured by fitting it to many training sets."""

from dataclasses import dataclass
from functools import partial

import numpy as np
import pandas as pd
from sklearn.base import clone
from sklearn.utils import check_random_state

from tiws_teach._extras import progress_bar
from tiws_teach._validation import check_choice, check_count, check_same_index, fail
from tiws_teach.bias_variance.parts import check_codes, check_squared, squared_loss_parts, zero_one_parts

LOSSES = ("squared", "zero_one")


@dataclass(frozen=True)
class BiasVariance:
    """Result of the fits to many training sets.

    Parameters
    ----------
    loss : {"squared", "zero_one"}
    points : DataFrame of shape (n_points, 4) or (n_points, 6)
        The parts at each point, from `squared_loss_parts` or `zero_one_parts`.
    standard_errors : Series
        Standard error of each column's mean over the points, from the spread of the training sets (jackknife).
    predictions : ndarray of shape (n_sets, n_points)
        Numbers or class codes.
    train_errors : ndarray of shape (n_sets,)
        Mean loss of each model on its own training rows.
    test_errors : ndarray of shape (n_sets,)
        Expected loss of each model on new values at the points, from truth and noise.

    Source: tiws_teach, its own.
    """

    loss: str
    points: pd.DataFrame
    standard_errors: pd.Series
    predictions: np.ndarray
    train_errors: np.ndarray
    test_errors: np.ndarray

    @property
    def mean(self) -> pd.Series:
        """Parts averaged over the points."""
        return self.points.mean()

    @property
    def summary(self) -> pd.DataFrame:
        """Mean over the points and its Monte Carlo error, one line for each part."""
        return pd.DataFrame({"mean": self.mean, "standard error": self.standard_errors})


def draw_from(X, y, n_rows=None, *, replace=True):
    """Return a function that draws training sets from a table, for data whose source is unknown.

    Parameters
    ----------
    X : DataFrame or ndarray of shape (n, n_features)
    y : Series or ndarray of shape (n,)
    n_rows : int, optional
        Number of rows of a training set; by default n.
    replace : bool, default=True
        Whether a row may be drawn twice, as in the bootstrap. Such sets are more alike than independent samples would
        be.

    Returns
    -------
    callable
        rng -> (X_train, y_train), to pass to `bias_variance_decomposition`.

    Source: Efron (1979), Bootstrap methods: another look at the jackknife.
    """
    if len(y) != len(X):
        fail("y", f"have one value for each of the {len(X)} rows of X", len(y), "Pass the rows of one table.")
    check_same_index(X, y)
    size = check_count("n_rows", len(X) if n_rows is None else n_rows, 1, None if replace else len(X))

    def draw(rng):
        rows = rng.choice(len(X), size=size, replace=replace)
        return tuple(table.iloc[rows] if hasattr(table, "iloc") else np.asarray(table)[rows] for table in (X, y))

    return draw


def bias_variance_decomposition(
    estimator, draw, X, truth, *, noise=0.0, loss="squared", classes=None, n_sets=200, random_state=None, progress=False
):
    """Fit an estimator to many training sets and split its expected loss into bias, variance and noise.

    Parameters
    ----------
    estimator : scikit-learn regressor or classifier
        Cloned for each training set. If a `random_state` in it is None, each clone gets its own seed, so that the
        variance includes the estimator's randomness; a fixed `random_state` stays.
    draw : callable
        rng -> (X_train, y_train): draws a training set with a numpy Generator; see `draw_from`.
    X : array-like of shape (n_points, n_features)
        The points at which to evaluate.
    truth : array-like of shape (n_points,) or (n_points, n_classes)
        For squared loss the mean of y at each point, for 0/1 loss the probability of each class. If only test
        values are known, they can replace the truth in a regression; the noise is then part of the squared bias.
    noise : float or array-like of shape (n_points,), default=0.0
        Variance of y at the points; for squared loss only.
    loss : {"squared", "zero_one"}, default="squared"
    classes : sequence, optional
        For 0/1 loss: the classes in the order of the columns of `truth`; by default 0, 1, ...
    n_sets : int, default=200
        Number of training sets, at least 3.
    random_state : int, RandomState instance, Generator or None, default=None
    progress : bool, default=False
        Whether to show a bar.

    Returns
    -------
    BiasVariance

    Examples
    --------
    >>> from sklearn.dummy import DummyRegressor
    >>> def draw(rng):
    ...     return [[0]] * 4, rng.normal(10, 2, size=4)
    >>> found = bias_variance_decomposition(DummyRegressor(), draw, [[0]], [7], noise=4, n_sets=4000, random_state=0)
    >>> found.mean.round().to_dict()  # (10 - 7)^2, and 4 / 4 for the mean of four values
    {'squared_bias': 9.0, 'variance': 1.0, 'noise': 4.0, 'error': 14.0}

    Source: Geman, Bienenstock and Doursat (1992), section 2.2; Domingos (2000), sections 2 and 3.
    """
    check_choice("loss", loss, LOSSES)
    if not callable(draw):
        advice = "For a table, pass draw_from(X, y)."
        fail("draw", "be a function: rng -> (X_train, y_train)", type(draw).__name__, advice, TypeError)
    if loss == "zero_one" and np.any(noise):
        fail("noise", "be left at 0 for 0/1 loss", noise, "It follows from the probabilities in truth.")
    if loss == "squared" and classes is not None:
        fail("classes", "be left out for squared loss", classes, "Pass loss='zero_one' for a classifier.")
    rng = as_generator(random_state)
    sets = progress_bar(range(check_count("n_sets", n_sets, 3)), progress, unit="fit")
    fits = [_fit(estimator, draw, X, rng) for _ in sets]
    predictions, at_rows, y = ([fit[part] for fit in fits] for part in range(3))
    if loss == "squared":
        g, f, noise = check_squared(predictions, truth, noise)
        parts = partial(squared_loss_parts, truth=f, noise=noise)
        test_errors = ((g - f) ** 2 + noise).mean(axis=1)
        train_errors = [np.mean((a - np.asarray(b)) ** 2) for a, b in zip(at_rows, y, strict=True)]
    else:
        g, p = check_codes(_codes(predictions, truth, classes), truth)
        parts = partial(zero_one_parts, probabilities=p)
        test_errors = 1 - p[np.arange(len(p)), g].mean(axis=1)
        train_errors = [np.mean(a != np.asarray(b)) for a, b in zip(at_rows, y, strict=True)]
    return BiasVariance(loss, parts(g), jackknife(parts, g), g, np.array(train_errors), test_errors)


def jackknife(parts, predictions, n_groups=50):
    """Return the standard errors of the parts' means over the points, by leaving out groups of training sets.

    All points share the training sets, so only the spread over these counts: Efron and Tibshirani (1993), section 11.5.
    """
    group = np.arange(len(predictions)) % n_groups
    means = pd.DataFrame([parts(predictions[group != left_out]).mean() for left_out in np.unique(group)])
    return np.sqrt((len(means) - 1) * means.var(ddof=0))


def as_generator(random_state):
    """Return the given Generator, or one seeded from `random_state` as scikit-learn reads it."""
    if isinstance(random_state, np.random.Generator):
        return random_state
    return np.random.default_rng(check_random_state(random_state).randint(2**31 - 1))


def _fit(estimator, draw, X, rng):
    """Fit a clone to one training set; return predictions at the points, at its own rows, and its own y."""
    rows, y = draw(rng)
    model = clone(estimator)
    seeds = {name: value for name, value in model.get_params().items() if name.split("__")[-1] == "random_state"}
    open_seeds = [name for name, value in seeds.items() if value is None]
    model.set_params(**{name: int(rng.integers(2**31 - 1)) for name in open_seeds}).fit(rows, y)
    return model.predict(X), model.predict(rows), y


def _codes(predictions, truth, classes):
    """Return predicted classes as positions in `classes`, by default 0, 1, ..."""
    names = pd.Index(range(np.shape(truth)[-1]) if classes is None else list(classes))
    if len(names) != np.shape(truth)[-1]:
        fail("classes", f"name the {np.shape(truth)[-1]} columns of truth", list(names), "Pass them in that order.")
    codes = np.array([names.get_indexer(pd.Index(line)) for line in predictions])
    if (codes < 0).any():
        strange = np.asarray(predictions)[codes < 0][0]
        fail("classes", "hold every class that is predicted", list(names), f"Add {strange!r}.")
    return codes
