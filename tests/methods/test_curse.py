"""The curse of dimensionality: by hand, the loops, scipy, known laws, and bad input."""

import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse, stats
from scipy.spatial.distance import cdist
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.neighbors import KNeighborsClassifier

import tiws_teach.curse
from methods.checks import refused
from tiws_teach.curse import (
    ball_share,
    distance_contrast,
    estimated_means_accuracy,
    hughes_curve,
    intrinsic_dimension,
    known_means_accuracy,
    points_to_cover,
    relative_spread,
    shell_share,
    side_for_share,
    trunk_example,
)
from tiws_teach.literal import curse as oracle

METRICS = ("euclidean", "manhattan", "cosine")
PEERS = {"euclidean": "euclidean", "manhattan": "cityblock", "cosine": "cosine"}
dimensions = st.integers(1, 400)
tables = st.integers(0, 2**31 - 1).map(np.random.default_rng)


class TrunkRule(ClassifierMixin, BaseEstimator):
    """The rule of equation 7.9: which side of the plane through 0, its normal the mean of the signed rows."""

    def fit(self, X, y):
        self.normal_ = ((2 * y - 1)[:, np.newaxis] * X).mean(axis=0)
        return self

    def predict(self, X):
        return (X @ self.normal_ > 0).astype(int)


# volumes ------------------------------------------------------------------------------------------------------------


def test_points_by_hand():
    assert [points_to_cover(d) for d in (1, 2, 3, 10, 20)] == [2, 4, 8, 1024, 1_048_576]
    assert points_to_cover(6, levels=3) == 729
    assert points_to_cover(1000) == 2**1000  # exact, no float
    assert isinstance(points_to_cover(np.int64(3), np.int64(2)), int)


@pytest.mark.parametrize("d", range(1, 7))
@pytest.mark.parametrize("levels", [1, 2, 5])
def test_points_are_counted_one_by_one(d, levels):
    assert points_to_cover(d, levels) == oracle.points_to_cover(d, levels)


def test_sides_and_shells_by_hand():
    np.testing.assert_allclose(side_for_share(0.01, [1, 2, 10, 100]), [0.01, 0.1, 0.630957, 0.954993], atol=1e-6)
    np.testing.assert_allclose(shell_share(0.05, [1, 2, 10]), [0.1, 0.19, 0.651322], atol=1e-6)
    assert (side_for_share(0, 3), side_for_share(1, 3), shell_share(0, 3), shell_share(0.5, 3)) == (0, 1, 0, 1)
    assert isinstance(side_for_share(0.5, 3), float)


def test_balls_by_hand():
    np.testing.assert_allclose(ball_share([1, 2, 3, 4]), [1, math.pi / 4, math.pi / 6, math.pi**2 / 32], rtol=1e-12)
    assert ball_share(10) == pytest.approx(0.002490, abs=1e-6)
    assert ball_share(10_000) == 0


@given(st.floats(0.0, 1.0, allow_subnormal=False), st.floats(0.0, 0.5), dimensions)
def test_volumes_equal_the_loops(share, depth, d):
    assert side_for_share(share, d) == pytest.approx(oracle.side_for_share(share, d), rel=1e-9)
    assert shell_share(depth, d) == pytest.approx(oracle.shell_share(depth, d), abs=1e-12)
    assert ball_share(d) == pytest.approx(oracle.ball_share(d), rel=1e-9)


@given(st.floats(0.001, 0.999), dimensions)
def test_the_small_cube_holds_its_share_and_grows_with_d(share, d):
    assert side_for_share(share, d) ** d == pytest.approx(share)
    assert side_for_share(share, d) < side_for_share(share, d + 1) < 1
    assert shell_share((1 - side_for_share(share, d)) / 2, d) == pytest.approx(1 - share)
    assert ball_share(d + 1) < ball_share(d) or d > 300  # below the smallest float


# contrast -----------------------------------------------------------------------------------------------------------


def test_contrast_by_hand():
    rows = [[0, 3], [4, 0], [6, 8]]  # distances 3, 4, 10 and 3, 4, 14 from the origin
    np.testing.assert_allclose(distance_contrast(rows, [[0, 0]]), [7 / 3])
    np.testing.assert_allclose(distance_contrast(rows, [[0, 0]], "manhattan"), [11 / 3])
    np.testing.assert_allclose(distance_contrast(rows, [[1, 0]], "cosine"), [np.inf])
    np.testing.assert_allclose(distance_contrast([[3, 4], [0, 1]], [[1, 0]], "cosine"), [(1 - 0.4) / 0.4])


def test_contrast_at_its_ends():
    assert distance_contrast([[1, 0], [0, 1]], [[0, 0]]).tolist() == [0]  # all equally far
    assert distance_contrast([[0, 0]], [[0, 0]]).tolist() == [0]  # both distances 0
    assert distance_contrast([[0, 0], [0, 1]], [[0, 0]]).tolist() == [np.inf]
    assert distance_contrast([[1, 2], [2, 1]], [[0, 0]], "cosine").tolist() == [0]  # no direction: both at 1


@settings(max_examples=40)
@given(tables, st.integers(1, 12), st.integers(1, 6), st.integers(1, 5), st.sampled_from(METRICS))
def test_contrast_equals_the_loops(rng, n, d, n_queries, metric):
    rows, queries = rng.integers(0, 5, (n, d)).astype(float), rng.integers(0, 5, (n_queries, d)) + 0.5
    expected = oracle.distance_contrast(rows.tolist(), queries.tolist(), metric)
    found = distance_contrast(rows, queries, metric)
    sparse_too = distance_contrast(sparse.csr_array(rows), sparse.csr_array(queries), metric)
    if metric == "cosine":  # the loops round: differences from 1 below 1e-14 are nothing
        held = np.array(expected) < 1e10
        found, sparse_too, expected = found[held], sparse_too[held], np.array(expected)[held]
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(sparse_too, expected, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("metric", METRICS)
def test_contrast_equals_scipys_distances_in_every_chunk(metric, monkeypatch):
    monkeypatch.setattr(tiws_teach.curse.contrast, "CHUNK", 0.02)  # some seven queries of 300 distances
    rng = np.random.default_rng(0)
    rows, queries = rng.normal(size=(300, 7)), rng.normal(size=(40, 7))
    apart = cdist(queries, rows, PEERS[metric])
    expected = (apart.max(axis=1) - apart.min(axis=1)) / apart.min(axis=1)
    for form, other in ((np.asarray, pd.DataFrame), (sparse.csr_matrix, np.asarray), (pd.DataFrame, sparse.csc_matrix)):
        np.testing.assert_allclose(distance_contrast(form(rows), other(queries), metric), expected, rtol=1e-8)


@pytest.mark.parametrize(("make", "offset"), [(np.asarray, 1e8), (sparse.csr_array, 1e4)])
def test_a_duplicate_is_at_distance_0_far_from_the_origin(make, offset):
    rows = np.array([[0, 0.25], [0, 1.25]]) + offset
    assert distance_contrast(make(rows), make(rows[:1])).tolist() == [np.inf]
    beside = np.full((1, 2), offset)
    np.testing.assert_allclose(distance_contrast(make(rows), make(beside)), [4.0])


def test_a_scaled_duplicate_has_cosine_distance_0():
    rows = np.random.default_rng(0).random((20, 5))
    assert np.isinf(distance_contrast(rows, 3.7 * rows, "cosine")).all()


def test_spread_by_hand_and_by_loops():
    assert float(relative_spread([1, 3])) == 0.5
    np.testing.assert_allclose(relative_spread([[2, 2, 2], [0, 0, 3]]), [0, math.sqrt(2)])
    lines = np.random.default_rng(0).random((4, 9))
    np.testing.assert_allclose(relative_spread(lines), [oracle.relative_spread(line) for line in lines.tolist()])


# intrinsic dimension ------------------------------------------------------------------------------------------------


@settings(max_examples=25)
@given(tables, st.integers(4, 15), st.integers(1, 4))
def test_intrinsic_dimension_equals_the_loops(rng, n, d):
    rows = rng.normal(size=(n, d))
    for k in (2, 3):
        assert intrinsic_dimension(rows, k) == pytest.approx(oracle.intrinsic_dimension(rows.tolist(), k), rel=1e-9)


def test_intrinsic_dimension_knows_no_scale_and_may_be_infinite():
    rows = np.random.default_rng(0).normal(size=(50, 3))
    assert intrinsic_dimension(1000 * rows) == pytest.approx(intrinsic_dimension(rows))
    corners = np.eye(4)  # all at the same distance from one another
    assert intrinsic_dimension(corners, k=3) == np.inf


# Hughes -------------------------------------------------------------------------------------------------------------


def test_yardsticks_by_hand():
    assert known_means_accuracy(1) == pytest.approx(0.841345, abs=1e-6)
    np.testing.assert_allclose(known_means_accuracy([5, 500]), [0.934615, 0.995424], atol=1e-6)
    np.testing.assert_allclose(estimated_means_accuracy([1, 5, 500], 40), [0.835443, 0.927055, 0.921463], atol=0.02)
    assert known_means_accuracy(10, separation=0) == estimated_means_accuracy(10, 40, separation=0) == 0.5


@given(dimensions, st.integers(1, 500), st.floats(0, 3))
def test_yardsticks_equal_the_loops_and_are_in_order(d, n, separation):
    known, estimated = known_means_accuracy(d, separation), estimated_means_accuracy(d, n, separation)
    assert known == pytest.approx(oracle.known_means_accuracy(d, separation), abs=1e-12)
    assert estimated == pytest.approx(oracle.estimated_means_accuracy(d, n, separation), abs=1e-12)
    assert 0.5 <= estimated <= known <= known_means_accuracy(d + 1, separation)


def test_the_example_has_the_means_that_it_says():
    X, y = trunk_example(20_000, 4, separation=2.0, random_state=0)
    assert np.bincount(y).tolist() == [10_000, 10_000]
    np.testing.assert_allclose(X[y == 1].mean(axis=0), 2 / np.sqrt([1, 2, 3, 4]), atol=0.03)
    np.testing.assert_allclose(X[y == 0].mean(axis=0), -2 / np.sqrt([1, 2, 3, 4]), atol=0.03)
    np.testing.assert_allclose(X[y == 0].std(axis=0), 1, atol=0.03)
    assert abs(np.corrcoef(X[y == 0].T)[0, 1]) < 0.03


def test_the_first_features_do_not_depend_on_d():
    few, many = trunk_example(10, 3, random_state=5)[0], trunk_example(10, 8, random_state=5)[0]
    np.testing.assert_array_equal(few, many[:, :3])
    rng = np.random.default_rng(5)
    np.testing.assert_array_equal(trunk_example(10, 3, random_state=rng)[0], few)


def test_a_curve_is_reproducible_and_each_d_stands_for_itself():
    knn = KNeighborsClassifier(3)
    curve = hughes_curve(knn, [1, 4, 9], 20, 5, n_test=50, random_state=0)
    pd.testing.assert_frame_equal(curve, hughes_curve(knn, [1, 4, 9], 20, 5, n_test=50, random_state=0))
    assert curve.loc[4, "accuracy"] == hughes_curve(knn, [4], 20, 5, n_test=50, random_state=0).loc[4, "accuracy"]
    other = hughes_curve(knn, [1, 4, 9], 20, 5, n_test=50, random_state=1)
    assert not other["accuracy"].equals(curve["accuracy"])
    assert not hasattr(knn, "classes_")  # a clone is fitted
    np.testing.assert_allclose(curve["known means"], known_means_accuracy([1, 4, 9]))
    np.testing.assert_allclose(curve["estimated means"], estimated_means_accuracy([1, 4, 9], 20))


def test_a_curve_is_the_mean_of_its_training_sets():
    rule, repeats, d = KNeighborsClassifier(1), 4, 3
    shares = []
    for child in np.random.default_rng(7).spawn(repeats):
        train, test = child.spawn(2)
        (X, y), (X_new, y_new) = trunk_example(10, d, random_state=train), trunk_example(30, d, random_state=test)
        nearest = [min(range(10), key=lambda i, q=q: oracle.distance(X[i], q, "euclidean")) for q in X_new]
        shares.append(np.mean([y[i] == label for i, label in zip(nearest, y_new, strict=True)]))
    curve = hughes_curve(rule, [d], 10, repeats, n_test=30, random_state=7)
    assert curve.loc[d, "accuracy"] == pytest.approx(np.mean(shares))
    assert curve.loc[d, "standard error"] == pytest.approx(stats.sem(shares))


def test_the_estimated_means_are_met_by_the_rule_that_estimates_them():
    curve = hughes_curve(TrunkRule(), [10, 100, 1000], 40, 60, random_state=0)
    np.testing.assert_allclose(curve["accuracy"], curve["estimated means"], atol=0.01)
    X, y = trunk_example(30, 6, random_state=1)
    queries = trunk_example(20, 6, random_state=2)[0]
    normal = np.where(y == 1, X.T, -X.T).mean(axis=1)
    np.testing.assert_array_equal(TrunkRule().fit(X, y).predict(queries), queries @ normal > 0)


# bad input ----------------------------------------------------------------------------------------------------------


test_bad_input_is_told = refused(
    [
        (lambda: points_to_cover(0), r"d must be in \[1, inf\]; got 0"),
        (lambda: points_to_cover(2.5), "d must be a whole number"),
        (lambda: points_to_cover(2, levels=0), r"levels must be in \[1, inf\]; got 0"),
        (lambda: side_for_share(1.5, 2), r"share must be in \[0, 1\]; got 1.5"),
        (lambda: side_for_share("half", 2), "share must be a number"),
        (lambda: side_for_share(0.5, [2, 0]), r"d must be in \[1, inf\]; got 0. Pass a number of dimensions"),
        (lambda: side_for_share(0.5, 2.0), "d must be whole numbers"),
        (lambda: ball_share(True), "d must be whole numbers"),
        (lambda: ball_share(np.array([], dtype=int)), "d must hold at least one number of dimensions"),
        (lambda: shell_share(0.6, 2), r"depth must be in \[0, 0.5\]; got 0.6"),
        (lambda: distance_contrast([[1, 2]], [[1, 2, 3]]), "queries must have the 2 columns of X; got 3 columns"),
        (lambda: distance_contrast([[1, 2]], [[1, 2]], "hamming"), "metric must be one of 'euclidean', 'manhattan'"),
        (lambda: distance_contrast([[1, np.nan]], [[1, 2]]), "contains NaN"),
        (lambda: distance_contrast([[1, 1e150]], [[1, 2]]), r"X must hold values of size at most 1e\+140; got 1e\+150"),
        (lambda: distance_contrast([[1, 2]], [[1, -1e150]]), r"queries must hold values of size at most 1e\+140"),
        (lambda: relative_spread([1, 1e160]), r"distances must hold values of size at most 1e\+140; got 1e\+160"),
        (lambda: intrinsic_dimension([[0], [1], [1e160]], 2), r"X must hold values of size at most 1e\+140; got 1e"),
        (lambda: distance_contrast(np.empty((0, 2)), [[1, 2]]), "minimum of 1 is required"),
        (lambda: distance_contrast([1, 2], [[1, 2]]), "Expected 2D array"),
        (lambda: relative_spread([0, 0]), "distances must not all be 0 for a query; got a mean of 0"),
        (lambda: relative_spread([[1, -1], [1, 1]]), "distances must be 0 or more; got -1"),
        (lambda: intrinsic_dimension(np.eye(4), k=4), r"k must be in \[2, 3\]; got 4"),
        (lambda: intrinsic_dimension(np.eye(4), k=1), r"k must be in \[2, 3\]; got 1"),
        (lambda: intrinsic_dimension([[0], [1], [1], [3]], k=2), "X must hold each row once; got 2 rows that have a"),
        (lambda: known_means_accuracy(3, separation=-1), r"separation must be in \[0, 1e\+140\]"),
        (lambda: estimated_means_accuracy(3, 0), r"n must be in \[1, inf\]; got 0"),
        (lambda: trunk_example(0, 3), r"n must be in \[1, inf\]; got 0"),
        (lambda: trunk_example(3, 0), r"d must be in \[1, inf\]; got 0"),
        (lambda: hughes_curve("knn", [1]), "estimator must be a classifier with fit and predict; got 'knn'"),
        (lambda: hughes_curve(KNeighborsClassifier, [1]), "Pass an instance such as"),
        (lambda: hughes_curve(TrunkRule(), []), "d must be whole numbers"),
        (lambda: hughes_curve(TrunkRule(), [1], n_train=1), r"n_train must be in \[2, inf\]; got 1"),
        (lambda: hughes_curve(TrunkRule(), [1], n_repeats=1), r"n_repeats must be in \[2, inf\]; got 1"),
        (lambda: hughes_curve(TrunkRule(), [1], n_test=0), r"n_test must be in \[1, inf\]; got 0"),
    ]
)


@pytest.mark.parametrize("d", [1, 2, 4])
def test_intrinsic_dimension_of_a_plane_in_many_columns(d):
    rng = np.random.default_rng(d)
    rows = rng.normal(size=(1500, d)) @ rng.normal(size=(d, 60)) + 7
    assert intrinsic_dimension(rows) == pytest.approx(d, rel=0.1)
