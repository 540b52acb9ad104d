"""LMkNN and MLM-kHNN: the vectors, the loops, what theory says of them, their peers, and bad input."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.exceptions import NotFittedError
from sklearn.neighbors import NearestCentroid

from methods.ten_points import LABELS, QUERIES, ROWS, clouds, parts, points
from tiws_teach import LMKNNClassifier, MLMKHNNClassifier
from tiws_teach.literal import local_mean as oracle
from tiws_teach.local_mean import classifiers, harmonic_mean_distance, local_mean_distances, local_means

BOTH = [LMKNNClassifier, MLMKHNNClassifier]


# --- vectors


@pytest.mark.parametrize(
    ("model", "expected", "predicted"),
    [
        (
            LMKNNClassifier(3),
            [(0, 2.603417, 4.123106), (2.236068, 0.745356, 2.828427), (3, 1.795055, 1.414214)],
            [0, 1, 2],
        ),
        (
            MLMKHNNClassifier(3),
            [(0, 2.213181, 4.123106), (1.679002, 0.690983, 2.828427), (2.447849, 1.223734, 1.414214)],
            [0, 1, 1],
        ),
    ],
)
def test_nine_points_and_one_by_hand(model, expected, predicted):
    found = model.fit(ROWS, LABELS).class_distances(QUERIES)
    np.testing.assert_array_equal(found.round(6), expected)
    assert model.predict(QUERIES).tolist() == predicted
    shares = model.predict_proba(QUERIES)
    np.testing.assert_allclose(shares.sum(axis=1), 1, rtol=1e-14)
    np.testing.assert_allclose(shares[1] * (np.array(expected[1]) + 1e-7), shares[1, 0] * expected[1][0], rtol=1e-5)


def test_means_by_hand():
    """Query (2, 1): its nearest of class 0 are (3, 1), then (2, 2), then (1, 0)."""
    found = local_means(QUERIES, ROWS, LABELS, 3)
    assert found.shape == (3, 3, 3, 2)
    assert found[0, :, 0].tolist() == [[3, 1], [2.5, 1.5], [2, 1]]
    assert found[0, 0, 2].tolist() == [6, 0]
    assert np.isnan(found[0, 1:, 2]).all()
    distances = local_mean_distances(QUERIES, found)
    assert distances[0, :, 0].tolist() == [1, np.sqrt(0.5), 0]
    assert distances[0, :, 2].tolist() == [np.sqrt(17), np.inf, np.inf]


def test_harmonic_mean_by_hand():
    found = harmonic_mean_distance([[[1.0, 3, 2], [2, np.inf, 0], [4, np.inf, 5]]])
    np.testing.assert_allclose(found, [[3 / (1 + 1 / 2 + 1 / 4), 3, 0]], rtol=1e-15)


# --- the loops


@given(points, st.integers(1, 6))
def test_both_equal_the_loops(drawn, k):
    rows, labels, queries = parts(drawn)
    classes = sorted(set(labels))
    for estimator, literal in ((LMKNNClassifier, oracle.lmknn), (MLMKHNNClassifier, oracle.mlmkhnn)):
        found = estimator(k).fit(rows, labels).class_distances(queries)
        expected = [[literal(q, rows, labels, c, k) for c in classes] for q in queries]
        np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-12)


@given(points, st.integers(1, 5))
def test_means_equal_the_loops(drawn, k):
    rows, labels, queries = parts(drawn)
    found = local_means(queries, rows, labels, k, n_classes=3)
    for c in range(3):
        for w in range(1, k + 1):
            if w > labels.count(c):
                assert np.isnan(found[:, w - 1, c]).all()
            else:
                expected = [oracle.local_mean(q, rows, labels, c, w) for q in queries]
                np.testing.assert_allclose(found[:, w - 1, c], expected, rtol=1e-12, atol=1e-12)


# --- what theory says


def test_with_all_rows_the_local_mean_is_the_centroid():
    X, y = clouds()
    queries = clouds(seed=1)[0]
    found = LMKNNClassifier(1000).fit(X, y).predict(queries)
    np.testing.assert_array_equal(found, NearestCentroid().fit(X, y).predict(queries))


@pytest.mark.parametrize("estimator", BOTH)
def test_batches_change_nothing(estimator, monkeypatch):
    X, y = clouds()
    model = estimator(4).fit(X, y)
    whole = model.class_distances(X + 0.1)
    monkeypatch.setattr(classifiers, "BATCH", 4 * 3 * 3 * 7)  # seven queries at a time
    np.testing.assert_array_equal(model.class_distances(X + 0.1), whole)


# --- bad input


def test_the_distances_ask_for_fit():
    with pytest.raises(NotFittedError):
        LMKNNClassifier().class_distances(ROWS)
