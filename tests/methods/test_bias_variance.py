"""Bias and variance: by hand, the loops, closed forms, the identity, Monte-Carlo errors, and bad input."""

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.dummy import DummyRegressor
from sklearn.ensemble import BaggingRegressor
from sklearn.linear_model import LinearRegression, Ridge
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.tree import DecisionTreeRegressor

from methods.checks import refused
from tiws_teach.bias_variance import (
    bias_variance_decomposition,
    draw_from,
    neighbor_weights,
    optimism,
    smoother_parts,
    squared_loss_parts,
    variance_of_average,
    zero_one_parts,
)
from tiws_teach.bias_variance.decomposition import jackknife
from tiws_teach.literal import bias_variance as oracle

HOURS = (np.arange(30) + 0.5) * 12 / 30
ROWS = HOURS[:, np.newaxis]
POINTS = np.linspace(0.13, 11.8, 41)[:, np.newaxis]
SIGMA = 3.0


def wave(hours):
    return 14 * np.sin(2 * np.pi * np.ravel(hours) / 12)


def draw_even(rng):
    """The same hours in every set, new levels."""
    return ROWS, wave(HOURS) + rng.normal(0, SIGMA, len(HOURS))


def draw_classes(rng):
    return ROWS, (rng.random(len(HOURS)) < above(HOURS)).astype(int)


def above(hours):
    return 1 / (1 + np.exp(-wave(hours) / 5))


def probabilities(points):
    p = above(points)
    return np.column_stack([1 - p, p])


def decompose(estimator, n_sets=400, **options):
    options = {"noise": SIGMA**2, "random_state": 0} | options
    return bias_variance_decomposition(estimator, draw_even, POINTS, wave(POINTS), n_sets=n_sets, **options)


# --- equation 8.1


def test_squared_loss_by_hand():
    found = squared_loss_parts([[8, 1], [10, 1], [12, 1], [14, 1]], [9, 3], noise=[4, 0])
    # mean 11, squared deviations 9 + 1 + 1 + 9 = 20, variance 20/3, squared bias 4 - 20/12
    np.testing.assert_allclose(found["variance"], [20 / 3, 0])
    np.testing.assert_allclose(found["squared_bias"], [4 - 20 / 12, 4])
    np.testing.assert_allclose(found["error"], [(1 + 1 + 9 + 25) / 4 + 4, 4])
    np.testing.assert_array_equal(found["noise"], [4, 0])


numbers = st.lists(st.integers(-50, 50), min_size=2, max_size=12)


@given(numbers, st.integers(-50, 50), st.integers(0, 20))
def test_squared_loss_equals_the_loops_and_the_error_is_the_mean_loss(predictions, truth, noise):
    found = squared_loss_parts(np.array(predictions)[:, np.newaxis], [truth], noise).iloc[0]
    squared_bias, variance, error = oracle.squared_parts(predictions, truth, noise)
    assert found.to_dict() == pytest.approx(
        {"squared_bias": float(squared_bias), "variance": float(variance), "noise": noise, "error": float(error)}
    )
    assert found["squared_bias"] + found["variance"] + found["noise"] == pytest.approx(found["error"], abs=1e-12)


# --- equations 8.2 and 8.3


@pytest.mark.parametrize("k", [1, 2, 7, 30])
def test_neighbours_have_variance_noise_by_k_and_the_bias_of_their_mean(k):
    weights = neighbor_weights(POINTS, ROWS, k)
    found = smoother_parts(weights, wave(HOURS), wave(POINTS), SIGMA**2)
    np.testing.assert_allclose(found["variance"], SIGMA**2 / k)
    means = KNeighborsRegressor(k).fit(ROWS, wave(HOURS)).predict(POINTS)
    np.testing.assert_allclose(found["squared_bias"], (means - wave(POINTS)) ** 2, atol=1e-12)
    np.testing.assert_allclose(found["error"], found["squared_bias"] + found["variance"] + SIGMA**2)
    y = draw_even(np.random.default_rng(0))[1]
    np.testing.assert_allclose(weights @ y, KNeighborsRegressor(k).fit(ROWS, y).predict(POINTS))


@pytest.mark.parametrize("k", [1, 4, 15, 30])
def test_optimism_is_the_gap_between_training_error_and_new_values(k):
    weights = neighbor_weights(ROWS, ROWS, k)
    rng = np.random.default_rng(1)
    y, new = (wave(HOURS) + rng.normal(0, SIGMA, (20_000, 30)) for _ in range(2))
    fitted = y @ weights.T
    gap = ((new - fitted) ** 2).mean() - ((y - fitted) ** 2).mean()
    assert optimism(weights, SIGMA**2) == pytest.approx(2 * SIGMA**2 / k)
    assert gap == pytest.approx(2 * SIGMA**2 / k, abs=0.15)


# --- equation 8.5


def test_zero_one_by_hand():
    # optimal class 1 with .8; four of ten sets say 1, so the main prediction is 0
    found = zero_one_parts([[0]] * 6 + [[1]] * 4, [[0.2, 0.8]]).iloc[0]
    assert found.to_dict() == pytest.approx(
        {"bias": 1, "variance": 0.4, "noise": 0.2, "net_variance": -0.4, "net_noise": -0.04, "error": 0.56}
    )
    found = zero_one_parts([[0]] * 4 + [[1]] * 6, [[0.2, 0.8]]).iloc[0]
    assert found.to_dict() == pytest.approx(
        {"bias": 0, "variance": 0.4, "noise": 0.2, "net_variance": 0.4, "net_noise": 0.04, "error": 0.44}
    )


def test_equals_go_to_the_lower_class():
    found = zero_one_parts([[1], [0]], [[0.5, 0.5]]).iloc[0]
    assert found["bias"] == 0
    assert found["net_variance"] == 0.5
    assert found["error"] == 0.5


@settings(max_examples=200)
@given(st.data(), st.integers(2, 4))
def test_zero_one_equals_the_loops_and_the_parts_add_up(data, n_classes):
    predictions = data.draw(st.lists(st.integers(0, n_classes - 1), min_size=2, max_size=9))
    counts = data.draw(st.lists(st.integers(0, 6), min_size=n_classes, max_size=n_classes).filter(sum))
    p = [Fraction(count, sum(counts)) for count in counts]
    bias, variance, noise, c2, c1, error = oracle.zero_one_parts(predictions, p)
    assert bias + c2 * variance + c1 * noise == error  # the theorem, exactly
    found = zero_one_parts(np.array(predictions)[:, np.newaxis], [[float(share) for share in p]]).iloc[0]
    expected = [bias, variance, noise, c2 * variance, c1 * noise, error]
    np.testing.assert_allclose(found, [float(value) for value in expected], atol=1e-12)
    assert found["bias"] + found["net_variance"] + found["net_noise"] == pytest.approx(found["error"], abs=1e-12)


# --- equation 8.4


@pytest.mark.parametrize(("n", "correlation"), [(1, 0.3), (2, 0.0), (5, 0.6), (4, 1.0)])
def test_the_variance_of_an_average(n, correlation):
    covariance = np.full((n, n), correlation * 4) + (1 - correlation) * 4 * np.eye(n)
    weights = np.full(n, 1 / n)
    assert variance_of_average(4, correlation, n) == pytest.approx(weights @ covariance @ weights)


@pytest.mark.parametrize("n", [2, 5])
def test_the_variance_of_an_average_of_predictions_as_opposed_as_can_be_is_0(n):
    assert variance_of_average(np.array([4.0, 9.0]), -1 / (n - 1), n) == pytest.approx([0, 0])


# --- the decomposition against closed forms


def smoother(X, points, penalty):
    """Weights of ridge regression with a free intercept."""
    center = X.mean(axis=0)
    A, B = X - center, points - center
    return B @ np.linalg.solve(A.T @ A + penalty * np.eye(A.shape[1]), A.T) + 1 / len(X)


LINEAR = [
    (KNeighborsRegressor(1), neighbor_weights(POINTS, ROWS, 1)),
    (KNeighborsRegressor(5), neighbor_weights(POINTS, ROWS, 5)),
    (KNeighborsRegressor(30), neighbor_weights(POINTS, ROWS, 30)),
    (DummyRegressor(), np.full((41, 30), 1 / 30)),
    (LinearRegression(), smoother(ROWS, POINTS, 0)),
    (Ridge(200), smoother(ROWS, POINTS, 200)),
]


@pytest.mark.parametrize(("estimator", "weights"), LINEAR)
def test_measured_is_what_the_closed_form_says(estimator, weights):
    found = decompose(estimator, n_sets=300)
    exact = smoother_parts(weights, wave(HOURS), wave(POINTS), SIGMA**2).mean()
    off = (found.mean - exact).abs()
    assert (off <= 4 * found.standard_errors + 1e-9).all(), (off, found.standard_errors)
    assert found.standard_errors["error"] < 0.3
    assert found.standard_errors["noise"] == 0


def test_train_and_test_errors_of_each_set():
    found = decompose(KNeighborsRegressor(1), n_sets=5)
    np.testing.assert_array_equal(found.train_errors, 0)
    np.testing.assert_allclose(found.test_errors, ((found.predictions - wave(POINTS)) ** 2).mean(axis=1) + SIGMA**2)
    assert found.test_errors.mean() == pytest.approx(found.mean["error"])
    found = decompose(DummyRegressor(), n_sets=2000)
    expected = (wave(HOURS) ** 2).mean() + SIGMA**2 * (1 - 1 / 30)
    assert found.train_errors.mean() == pytest.approx(expected, rel=0.01)


def test_the_decomposition_is_the_loop():
    rng = np.random.default_rng(7)
    predictions = []
    for _ in range(6):
        X, y = draw_even(rng)
        predictions.append(KNeighborsRegressor(3).fit(X, y).predict(POINTS))
    found = decompose(KNeighborsRegressor(3), n_sets=6, random_state=np.random.default_rng(7))
    np.testing.assert_array_equal(found.predictions, predictions)
    pd.testing.assert_frame_equal(found.points, squared_loss_parts(predictions, wave(POINTS), SIGMA**2))


# --- 0/1 loss


def test_a_classifier_is_judged_by_zero_one_loss():
    found = bias_variance_decomposition(
        KNeighborsClassifier(5), draw_classes, POINTS, probabilities(POINTS), loss="zero_one", n_sets=80, random_state=0
    )
    mean = found.mean
    assert mean["bias"] + mean["net_variance"] + mean["net_noise"] == pytest.approx(mean["error"], abs=1e-12)
    assert found.test_errors.mean() == pytest.approx(mean["error"])
    assert mean["noise"] == pytest.approx(np.minimum(above(POINTS), 1 - above(POINTS)).mean())
    assert 0 < found.train_errors.mean() < mean["error"]
    assert found.predictions.shape == (80, 41)


def test_class_names_are_read_in_the_order_of_the_columns():
    names = np.array(["low", "high"])

    def draw(rng):
        X, y = draw_classes(rng)
        return X, names[y]

    plain, named = (
        bias_variance_decomposition(
            KNeighborsClassifier(3),
            made,
            POINTS,
            probabilities(POINTS),
            loss="zero_one",
            n_sets=10,
            random_state=0,
            **how,
        )
        for made, how in ((draw_classes, {}), (draw, {"classes": ["low", "high"]}))
    )
    pd.testing.assert_frame_equal(plain.points, named.points)
    np.testing.assert_array_equal(plain.train_errors, named.train_errors)


# --- Monte-Carlo errors, randomness


def test_the_standard_errors_are_the_spread_of_repeated_calls():
    runs = [decompose(KNeighborsRegressor(3), n_sets=30, random_state=seed) for seed in range(24)]
    spread = pd.DataFrame([run.mean for run in runs]).std()
    told = pd.DataFrame([run.standard_errors for run in runs]).mean()
    for part in ("squared_bias", "variance", "error"):
        assert 0.7 < told[part] / spread[part] < 1.4, part


def test_random_state_decides_all_and_a_generator_moves_on():
    tree = BaggingRegressor(DecisionTreeRegressor(max_features=1), n_estimators=3)
    one, two, other = (decompose(tree, n_sets=4, random_state=seed).predictions for seed in (0, 0, 1))
    np.testing.assert_array_equal(one, two)
    assert not np.array_equal(one, other)
    rng = np.random.default_rng(0)
    first, second = (decompose(tree, n_sets=4, random_state=rng).predictions for _ in range(2))
    assert not np.array_equal(first, second)


def test_open_seeds_are_part_of_the_variance_and_set_ones_stay():
    def always(rng):
        return draw_even(np.random.default_rng(0))

    def spread(seed):
        bags = BaggingRegressor(DecisionTreeRegressor(), n_estimators=2, random_state=seed)
        found = bias_variance_decomposition(bags, always, POINTS, wave(POINTS), n_sets=5, random_state=0)
        return found.mean["variance"]

    assert spread(None) > 0.1
    assert spread(5) == pytest.approx(0, abs=1e-20)


def test_a_bar_is_shown_when_asked_for(capsys):
    decompose(DummyRegressor(), n_sets=3)
    assert capsys.readouterr().err == ""
    decompose(DummyRegressor(), n_sets=3, progress=True)
    assert "3/3" in capsys.readouterr().err


def test_summary_and_frozen():
    found = decompose(DummyRegressor(), n_sets=3)
    assert list(found.summary.columns) == ["mean", "standard error"]
    pd.testing.assert_series_equal(found.summary["mean"], found.mean, check_names=False)
    with pytest.raises(AttributeError):
        found.loss = "other"


# --- training sets from a table


def test_draw_from_a_table_keeps_rows_together():
    X = pd.DataFrame({"a": np.arange(20)}, index=[f"r{i}" for i in range(20)])
    y = pd.Series(np.arange(20) * 10, index=X.index)
    rng = np.random.default_rng(0)
    rows, values = draw_from(X, y)(rng)
    assert len(rows) == 20
    assert rows.index.has_duplicates
    np.testing.assert_array_equal(rows["a"] * 10, values)
    rows, values = draw_from(X.to_numpy(), list(y), 8, replace=False)(rng)
    assert len(set(values)) == 8
    np.testing.assert_array_equal(rows[:, 0] * 10, values)


# --- bad input


def of(**options):
    options = {"truth": wave(POINTS), "n_sets": 3, "random_state": 0} | options
    return lambda: bias_variance_decomposition(DummyRegressor(), draw_even, POINTS, **options)


def of_classes(truth, classes=None):
    options = {"loss": "zero_one", "classes": classes, "n_sets": 3, "random_state": 0}
    return lambda: bias_variance_decomposition(KNeighborsClassifier(1), draw_classes, POINTS, truth, **options)


BAD = [
    (lambda: variance_of_average(1, 0, 0), r"n must be in \[1, inf\]; got 0"),
    (
        lambda: variance_of_average(1, 2, 5),
        r"correlation must be in \[-0\.25, 1\]; got 2\. Pass one number, or one for",
    ),
    (lambda: variance_of_average(1, [0.5, -0.5], 5), r"correlation must be in \[-0\.25, 1\]; got -0\.5"),
    (lambda: variance_of_average(1, np.nan, 1), r"correlation must be in \[-1, 1\]; got nan"),
    (lambda: variance_of_average(-1, 0, 5), r"variance must be in \[0, inf\]; got -1"),
    (of(loss="absolute"), "loss must be one of 'squared', 'zero_one'; got 'absolute'"),
    (of(n_sets=2), r"n_sets must be in \[3, inf\]; got 2"),
    (of(noise=-1), r"noise must be in \[0, inf\)"),
    (of(noise=[1, 2]), "noise must be one variance >= 0, or one for each of the 41 points"),
    (of(truth=[1, 2]), r"truth must have one value for each of the 41 points; got shape \(2,\)"),
    (of(truth=np.full(41, np.nan)), "truth must be finite; got NaN"),
    (of(loss="zero_one", noise=1.0), "noise must be left at 0 for 0/1 loss; got 1.0. It follows from"),
    (of(classes=[0, 1]), "classes must be left out for squared loss"),
    (of_classes(probabilities(POINTS) * 2), "probabilities must be >= 0 and sum to 1 at each point"),
    (of_classes(probabilities(POINTS)[:5]), "probabilities must have a line for each of the 41 points"),
    (of_classes(probabilities(POINTS), [0, 1, 2]), "classes must name the 2 columns of truth"),
    (of_classes(probabilities(POINTS), [1, 2]), "classes must hold every class that is predicted"),
    (
        lambda: bias_variance_decomposition(DummyRegressor(), (ROWS, HOURS), POINTS, wave(POINTS)),
        r"draw must be a function: rng -> \(X_train, y_train\); got tuple\. For a table",
    ),
    (lambda: draw_from(ROWS, HOURS, 31, replace=False), r"n_rows must be in \[1, 30\]; got 31"),
    (lambda: draw_from(ROWS, HOURS[1:]), "y must have one value for each of the 30 rows of X; got 29"),
    (lambda: draw_from(pd.DataFrame(ROWS), pd.Series(HOURS)[::-1]), "y must have the index of X; got 30 of 30 rows in"),
    (lambda: squared_loss_parts([[1, 2]], [1, 2]), "predictions must have a line for each of at least 2 training sets"),
    (lambda: squared_loss_parts([[1, np.inf], [1, 2]], [1, 2]), "predictions must be finite"),
    (lambda: zero_one_parts([[0], [2]], [[0.5, 0.5]]), "predictions must be class codes, 0 to 1"),
    (lambda: smoother_parts([[1, 0, 0]], [1, 2], [1], 1), r"weights must have shape \(1, 2\), points by rows"),
    (lambda: optimism([[1, 0]], 1), "weights must be square"),
    (lambda: neighbor_weights(POINTS, ROWS, 31), r"k must be in \[1, 30\]"),
    (lambda: neighbor_weights(POINTS * 1e160, ROWS, 1), r"queries and rows must hold values of size at most 1e\+140; "),
]
test_bad_input_is_refused = refused(BAD)


@pytest.mark.parametrize("n_sets", [12, 50])
def test_the_jackknife_of_a_mean_is_its_standard_error(n_sets):
    """One training set a group: sqrt((n - 1) / n sum of squares) is the standard error of a mean, with ddof = 1."""
    predictions = np.random.default_rng(0).normal(size=(n_sets, 1))
    found = jackknife(lambda rows: pd.DataFrame({"mean": rows.mean(axis=0)}), predictions)
    assert found["mean"] == pytest.approx(predictions.std(ddof=1) / n_sets**0.5)


def test_the_corrected_squared_bias_is_right_on_average_and_the_plain_one_is_not():
    rng = np.random.default_rng(0)
    predictions = rng.normal(2, 3, size=(5, 40_000))  # bias 2 - 1, variance 9, five training sets
    found = squared_loss_parts(predictions, np.ones(40_000)).mean()
    assert found["squared_bias"] == pytest.approx(1, abs=0.06)
    assert found["variance"] == pytest.approx(9, abs=0.1)
    assert ((predictions.mean(axis=0) - 1) ** 2).mean() == pytest.approx(1 + 9 / 5, abs=0.06)
