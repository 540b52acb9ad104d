"""ClassWeightedKNNClassifier: by hand, the loops, repetition, scikit-learn's neighbours, its checks, and bad input."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import resampling as longhand
from sklearn.neighbors import KNeighborsClassifier

from methods.checks import refused
from tiws_teach import ClassWeightedKNNClassifier, gathered_mass
from tiws_teach.literal import resampling as oracle

READINGS = ("votes", "mass")
LINE, ILL = [[0], [1], [2], [3], [4], [5]], [0, 0, 0, 0, 1, 1]


def imbalanced(n=400, share=0.1, shift=1.0, seed=0, p=2):
    """Two Gaussian clouds that overlap, the second with a share of the rows."""
    rng = np.random.default_rng(seed)
    y = (np.arange(n) < share * n).astype(int)
    return rng.normal(size=(n, p)) + shift * y[:, np.newaxis], y


@st.composite
def problems(draw):
    """Rows on a small grid, so that many distances are alike; their classes, whole weights, and queries."""
    p = draw(st.integers(1, 2))
    row = st.tuples(*[st.integers(-2, 2)] * p)
    X = draw(st.lists(row, min_size=1, max_size=9))
    y = draw(st.lists(st.sampled_from("abc"), min_size=len(X), max_size=len(X)))
    weights = {c: draw(st.integers(1, 4)) for c in sorted(set(y))}
    return X, y, weights, draw(st.lists(row, min_size=1, max_size=4))


def shares(expected):
    """The oracle's dicts as lines of an array."""
    return np.array([[float(share) for share in line.values()] for line in expected])


# --- by hand


def test_weighted_votes_by_hand():
    """The three nearest of 3.1 are 3, 4 and 2: one ill row of weight 4 against two that weigh 1."""
    model = ClassWeightedKNNClassifier(3, {1: 4}).fit(LINE, ILL)
    np.testing.assert_allclose(model.predict_proba([[3.1]]), [[1 / 3, 2 / 3]], atol=1e-12)
    assert model.predict([[3.1]]) == [1]
    assert ClassWeightedKNNClassifier(3, None).fit(LINE, ILL).predict([[3.1]]) == [0]


def test_gathered_mass_by_hand():
    """3 weighs 1, 4 weighs 4 and has room for 2; the row 2 is not reached."""
    model = ClassWeightedKNNClassifier(3, {1: 4}, "mass").fit(LINE, ILL)
    np.testing.assert_allclose(model.predict_proba([[3.1]]), [[1 / 3, 2 / 3]], atol=1e-12)
    np.testing.assert_allclose(model.predict_proba([[1.6]]), [[1, 0]], atol=1e-12)
    assert gathered_mass([1, 3, 1, 3], 6).tolist() == [1, 3, 1, 1]
    assert gathered_mass([[2, 2], [5, 1]], 3).tolist() == [[2, 1], [3, 0]]
    assert gathered_mass([1, 1], 9).tolist() == [1, 1]


def test_balanced_weights_by_hand():
    model = ClassWeightedKNNClassifier(5).fit(LINE, ILL)
    assert model.class_weight_ == {0: 0.75, 1: 1.5}
    np.testing.assert_allclose(model.predict_proba([[2.9]]), [[3 * 0.75 / 5.25, 2 * 1.5 / 5.25]], atol=1e-12)
    assert ClassWeightedKNNClassifier(4).fit(LINE, ILL).predict([[2.9]]) == [0]
    assert ClassWeightedKNNClassifier(4).fit(LINE, ILL).predict([[3.1]]) == [1]


def test_equal_votes_go_to_the_first_class():
    X, y = [[1], [-1]], ["b", "a"]
    for reading in READINGS:
        assert ClassWeightedKNNClassifier(2, None, reading).fit(X, y).predict([[0]]) == ["a"]
    # nine rows of weight 5/9 and one of weight 5: sums of ninths that differ in the last digit
    X, y = np.zeros((100, 1)), [1] * 10 + [0] * 90
    X[1:10], X[19:] = 9, 9
    model = ClassWeightedKNNClassifier(10).fit(X, y)
    assert model.predict_proba([[0]]).tolist() == [[0.5, 0.5]]
    assert model.predict([[0]]) == [0]


def test_equally_near_rows_count_in_the_order_of_training():
    X, y = [[1], [-1], [1], [-1]], [1, 0, 0, 0]
    assert ClassWeightedKNNClassifier(1, None).fit(X, y).predict([[0]]) == [1]
    assert ClassWeightedKNNClassifier(1, None).fit(X[::-1], y[::-1]).predict([[0]]) == [0]


# --- the loops


@given(problems(), st.integers(1, 30), st.booleans())
def test_both_readings_equal_the_loops(problem, k, is_balanced):
    X, y, weights, queries = problem
    weights, given = (oracle.class_weights(y), "balanced") if is_balanced else (weights, weights)
    most = {"votes": len(X), "mass": int(sum(weights[c] for c in y) + 1e-9)}
    for reading, votes in zip(READINGS, (longhand.weighted_votes, longhand.mass_votes), strict=True):
        few = min(k, most[reading])
        expected = shares(votes(X, y, query, few, weights) for query in queries)
        model = ClassWeightedKNNClassifier(few, given, reading).fit(X, y)
        np.testing.assert_allclose(model.predict_proba(queries), expected, rtol=0, atol=1e-11)


# --- repetition


@given(problems(), st.integers(1, 30))
def test_gathering_by_mass_is_repetition(problem, k):
    """Plain nearest neighbours where each row stands as often as its weight says, ties and all."""
    X, y, weights, queries = problem
    k = min(k, sum(weights[c] for c in y))
    times = [weights[c] for c in y]
    rows, labels = np.repeat(X, times, axis=0), np.repeat(y, times)
    plain = ClassWeightedKNNClassifier(k, None).fit(rows, labels)
    model = ClassWeightedKNNClassifier(k, weights, "mass").fit(X, y)
    np.testing.assert_allclose(model.predict_proba(queries), plain.predict_proba(queries), rtol=0, atol=1e-11)
    assert model.predict(queries).tolist() == plain.predict(queries).tolist()


# --- scikit-learn


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("metric", ["euclidean", "manhattan"])
@pytest.mark.parametrize("k", [1, 5, 30])
def test_without_weights_both_readings_are_scikit_learns(reading, metric, k):
    rng = np.random.default_rng(k)
    X, y, queries = rng.normal(size=(200, 3)), rng.choice(["x", "y", "z"], 200), rng.normal(size=(100, 3))
    peer = KNeighborsClassifier(k, metric=metric).fit(X, y)
    model = ClassWeightedKNNClassifier(k, None, reading, metric).fit(X, y)
    np.testing.assert_allclose(model.predict_proba(queries), peer.predict_proba(queries), rtol=0, atol=1e-11)
    np.testing.assert_array_equal(model.predict(queries), peer.predict(queries))
    assert model.n_gathered_ == k


def test_only_as_many_rows_are_looked_at_as_can_be_needed():
    X, y = imbalanced(100, 0.1)
    assert ClassWeightedKNNClassifier(10, reading="mass").fit(X, y).n_gathered_ == 18  # at 5/9 each
    assert ClassWeightedKNNClassifier(10, {0: 2, 1: 9}, "mass").fit(X, y).n_gathered_ == 5
    assert ClassWeightedKNNClassifier(100, reading="mass").fit(X, y).n_gathered_ == 100


# --- bad input


def fit(y=ILL, **options):
    return lambda: ClassWeightedKNNClassifier(**options).fit(LINE, y).predict(LINE)


BAD = [
    (fit(n_neighbors=7), r"n_neighbors must be in \[1, n_samples = 6\]; got n_neighbors = 7\. Lower"),
    (fit(class_weight=[1, 2]), r"class_weight must be 'balanced', None or a dict .*; got \[1, 2\]"),
    (fit(class_weight={2: 5}), r"class_weight must name classes of y; got 2\. The classes of y are"),
    (fit(class_weight={1: 0}), r"class_weight\[1\] must be in \(0, inf\]?\)?; got 0"),
    (fit(class_weight={1: "9"}), r"class_weight\[1\] must be a number .*; got '9'"),
    (fit(class_weight={1: 0.5}, reading="mass", n_neighbors=6), r"n_neighbors must be at most the weight of all rows,"),
    (fit(y=[0.5, 1, 2, 3, 4, 5]), "Unknown label type: continuous"),
    (fit(metric="nearness"), "metric"),
]
test_bad_input_is_refused = refused(BAD)
