"""kCNN and EkCNN: the vectors, the loops, what theory says of them, their peers, and bad input."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.datasets import load_wine
from sklearn.metrics import pairwise_distances
from sklearn.model_selection import ShuffleSplit, StratifiedKFold, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from methods.checks import refused
from methods.ten_points import LABELS, QUERIES, ROWS, clouds, parts, points
from tiws_teach import EKCNNClassifier, KCNNClassifier, LMKNNClassifier, MLMKHNNClassifier, choose_n_neighbors
from tiws_teach.kcnn import (
    bayes_posteriors,
    conditional_densities,
    conditional_distances,
    conditional_posteriors,
    ensemble_posteriors,
)
from tiws_teach.literal import kcnn as oracle
from tiws_teach.local_mean import local_means

BOTH, LOCAL = [KCNNClassifier, EKCNNClassifier], [LMKNNClassifier, MLMKHNNClassifier]


# --- vectors


@pytest.mark.parametrize(
    ("model", "expected"),
    [
        (
            KCNNClassifier(1),
            [(0.764045, 0.191011, 0.044944), (0.307692, 0.615385, 0.076923), (0.142857, 0.571429, 0.285714)],
        ),
        (KCNNClassifier(2, smoothing=2), [(0.759747, 0.240253, 0), (0.414214, 0.585786, 0), (0.387426, 0.612574, 0)]),
        (
            EKCNNClassifier(3, smoothing=2),
            [(0.683965, 0.269640, 0.046395), (0.371383, 0.571426, 0.057191), (0.349342, 0.543866, 0.106792)],
        ),
        (
            EKCNNClassifier(3, smoothing=1),
            [(0.846601, 0.138418, 0.014981), (0.292107, 0.682252, 0.025641), (0.266314, 0.638448, 0.095238)],
        ),
    ],
)
def test_nine_points_and_one_by_hand(model, expected):
    found = model.fit(ROWS, LABELS).predict_proba(QUERIES)
    np.testing.assert_array_equal(found.round(6), expected)
    np.testing.assert_array_equal(model.predict(QUERIES), np.argmax(expected, axis=1))


def test_the_ensemble_takes_p_by_itself():
    by_name = EKCNNClassifier(3, smoothing=2).fit(ROWS, LABELS).predict_proba(QUERIES)
    np.testing.assert_array_equal(EKCNNClassifier(3).fit(ROWS, LABELS).predict_proba(QUERIES), by_name)


def test_distances_by_hand():
    found = conditional_distances(QUERIES, ROWS, LABELS, 2)
    assert found.shape == (3, 2, 3)
    assert np.round(found[0] ** 2, 12).tolist() == [[1, 4, 17], [1, 10, np.inf]]
    assert np.round(found[2] ** 2, 12).tolist() == [[4, 1, 2], [10, 4, np.inf]]


def test_density_and_bayes_rule_by_hand():
    """In the plane the ball of radius 2 has area 4 pi: three of six rows in it are 3 / (6 * 4 pi)."""
    found = conditional_densities([[2.0, 1.0, 0.0, np.inf]], 3, [6, 4, 4, 4], 2)
    np.testing.assert_allclose(found, [[1 / (8 * np.pi), 3 / (4 * np.pi), np.inf, 0]], rtol=1e-14)
    np.testing.assert_allclose(bayes_posteriors([[0.5, 0.25]], [2, 6]), [[0.4, 0.6]], rtol=1e-15)


def test_extreme_distances():
    d = [0, 2e-6, np.inf]
    np.testing.assert_array_equal(conditional_posteriors(d, 60, 60).round(6), [0.954545, 0.045455, 0])
    np.testing.assert_array_equal(conditional_posteriors(d, 60, 1).round(6), [1, 0, 0])
    np.testing.assert_array_equal(conditional_posteriors([1e300, 1e308, 1.5e308], 1000), [1, 0, 0])
    np.testing.assert_array_equal(conditional_posteriors([0, 0, 1], 3, epsilon=0), [0.5, 0.5, 0])
    np.testing.assert_allclose(conditional_posteriors([5.0, 1e-300, 9], 2, smoothing=1e9), [1 / 3] * 3, atol=1e-6)


def test_a_class_smaller_than_k_has_posterior_zero():
    model = KCNNClassifier(4).fit(ROWS, LABELS)
    assert (model.predict_proba(QUERIES)[:, 2] == 0).all()
    assert (model.predict_proba(QUERIES)[:, :2] > 0).all()
    alone = KCNNClassifier(5).fit(ROWS, LABELS).predict_proba(QUERIES)
    np.testing.assert_array_equal(alone, [[1, 0, 0]] * 3)
    assert model.class_sizes_.tolist() == [5, 4, 1]


# --- the loops


@given(points, st.integers(1, 6), st.sampled_from([0.5, 1, 2, 7]), st.sampled_from([1e-7, 0.1]))
def test_both_equal_the_loops(drawn, k, r, epsilon):
    rows, labels, queries = parts(drawn)
    k = min(k, max(np.bincount(labels)))
    rows_, queries_ = np.array(rows, dtype=float), np.array(queries, dtype=float)
    distances = conditional_distances(queries_, rows_, labels, k, n_classes=3)
    literal = [
        [[oracle.conditional_distance(q, rows, labels, c, w) for c in range(3)] for w in range(1, k + 1)]
        for q in queries
    ]
    np.testing.assert_allclose(distances, literal, rtol=1e-14)
    single = conditional_posteriors(distances[:, -1], rows_.shape[1], r, epsilon)
    expected = [oracle.kcnn(q, rows, labels, 3, k, r, epsilon) for q in queries]
    np.testing.assert_allclose(single, expected, rtol=1e-9, atol=1e-15)
    mean = ensemble_posteriors(distances, rows_.shape[1], r, epsilon)
    expected = [oracle.ekcnn(q, rows, labels, 3, k, r, epsilon) for q in queries]
    np.testing.assert_allclose(mean, expected, rtol=1e-9, atol=1e-15)


@pytest.mark.parametrize("p", [1, 2, 3, 6])
def test_densities_equal_the_loops(p):
    d = np.random.default_rng(p).random((4, 3)) + 0.1
    sizes = [7, 3, 9]
    expected = [[oracle.density(x, 2, n, p) for x, n in zip(line, sizes, strict=True)] for line in d]
    np.testing.assert_allclose(conditional_densities(d, 2, sizes, p), expected, rtol=1e-13)


# --- what theory says


@given(
    st.lists(st.lists(st.floats(1e-3, 1e3), min_size=3, max_size=3), min_size=1, max_size=5),
    st.integers(1, 12),
    st.integers(1, 9),
    st.lists(st.integers(1, 50), min_size=3, max_size=3),
)
def test_bayes_rule_on_densities_is_the_posterior_with_r_1(d, p, k, sizes):
    """From (3.5) to (3.7): the number of neighbours, the sizes of the classes and the unit ball cancel."""
    found = bayes_posteriors(conditional_densities(d, k, sizes, p), sizes)
    np.testing.assert_allclose(found, conditional_posteriors(d, p, 1, epsilon=0), rtol=1e-8, atol=1e-14)


@given(points, st.integers(1, 4))
def test_with_growing_smoothing_the_smallest_geometric_mean_wins(drawn, k):
    rows, labels, queries = parts(drawn)
    full = [c for c in range(3) if labels.count(c) >= k]
    assume(len(full) == 3)
    distances = conditional_distances(np.array(queries, float), np.array(rows, float), labels, k)
    geometric = np.exp(np.log(distances + 1e-7).mean(axis=1))
    best = np.sort(geometric, axis=1)
    clear = best[:, 1] > best[:, 0] * (1 + 1e-3)
    posteriors = ensemble_posteriors(distances, 1, smoothing=1e5)
    assert (posteriors.argmax(axis=1) == geometric.argmin(axis=1))[clear].all()
    np.testing.assert_allclose(posteriors, 1 / 3, atol=1e-3)


# --- peers


@pytest.mark.parametrize(
    "estimator", [KCNNClassifier(4, dimension=3), EKCNNClassifier(4), EKCNNClassifier(4, 2, dimension=3)]
)
def test_precomputed_distances_give_the_same(estimator):
    X, y = clouds()
    queries = X[:30] + 0.1
    given = clone(estimator).set_params(metric="precomputed").fit(pairwise_distances(X), y)
    direct = clone(estimator).set_params(metric="minkowski").fit(X, y)
    np.testing.assert_allclose(
        given.predict_proba(pairwise_distances(queries, X)), direct.predict_proba(queries), rtol=1e-6
    )
    by_fold = cross_val_predict(given, pairwise_distances(X), y, cv=3)  # splits take rows and columns
    np.testing.assert_array_equal(by_fold, cross_val_predict(direct, X, y, cv=3))


@pytest.mark.parametrize("estimator", BOTH)
def test_the_neighbours_of_each_class(estimator):
    model = estimator(2).fit(ROWS, LABELS)
    distances, rows = model.kneighbors(QUERIES[:1])
    assert rows.tolist() == [[[3, 7, 9], [4, 8, -1]]]
    np.testing.assert_array_equal(distances, conditional_distances(QUERIES[:1], ROWS, LABELS, 2))
    assert model.kneighbors(QUERIES, 3, return_distance=False).shape == (3, 3, 3)


@pytest.mark.parametrize("model", [*(each(1) for each in BOTH), *(each(2) for each in LOCAL)])
def test_of_equal_posteriors_the_first_class_in_sorted_order_wins(model):
    """Whichever class is named first, and however many rows it has."""
    for labels in (["b", "a", "c", "c"], ["a", "c", "b", "b"]):
        model = clone(model).fit([[-1.0], [1], [9], [9]], labels)
        shares = model.predict_proba([[0.0]])[0]
        assert sorted(shares)[1] == sorted(shares)[2]
        assert model.predict([[0.0]]).tolist() == ["a"]


def test_parameters_of_the_metric():
    X, y = clouds()
    direct = KCNNClassifier(3, metric="manhattan").fit(X, y).predict_proba(X + 0.1)
    by_power = KCNNClassifier(3, metric="minkowski", metric_params={"p": 1}).fit(X, y).predict_proba(X + 0.1)
    np.testing.assert_allclose(by_power, direct, rtol=1e-9)


# --- the choice of k


def test_k_is_chosen_on_a_third_of_the_rows():
    X, y = clouds()
    search = choose_n_neighbors(EKCNNClassifier(), X, y, candidates=[1, 3, 9], random_state=4)
    learn, judge = next(ShuffleSplit(1, test_size=1 / 3, random_state=4).split(X))
    assert len(judge) == 50
    scores = [EKCNNClassifier(k).fit(X[learn], y[learn]).score(X[judge], y[judge]) for k in (1, 3, 9)]
    np.testing.assert_array_equal(search.cv_results_["mean_test_score"], scores)
    assert search.best_params_ == {"n_neighbors": (1, 3, 9)[int(np.argmax(scores))]}
    assert search.best_estimator_.class_sizes_.sum() == 150  # fitted anew on all rows


def test_k_is_chosen_inside_a_pipeline():
    X, y = clouds()
    pipeline = make_pipeline(StandardScaler(), "passthrough", KCNNClassifier())
    search = choose_n_neighbors(pipeline, X, y, [2, 4], 0)
    assert set(search.best_params_) == {"kcnnclassifier__n_neighbors"}
    assert len(choose_n_neighbors(KCNNClassifier(), X, y, random_state=0).cv_results_["params"]) == 20


# --- bad input


TABLE = pairwise_distances(ROWS)
NO_DIMENSION = r"dimension must be given if metric='precomputed'; got None\. Pass the number of features"
BAD_OPTIONS = [
    ({"n_neighbors": 6}, r"n_neighbors must be in \[1, 5\], the size of the largest class .*= 10\); got .* = 6\. L"),
    ({"metric_params": {"p": 3}}, r"metric_params must be None if metric='euclidean'; got {'p': 3}"),
    ({"n_jobs": 0}, r"n_jobs must be a whole number other than 0, or None; got 0"),
    ({"metric": "precomputed", "smoothing": 1}, r"X must be square if metric='precomputed'; got shape"),
]
BAD_LABELS = [
    (([0, 1, 2], 2), {}, r"labels must be whole numbers, one for each of the 10 rows; got int64 of shape \(3,\)"),
    ((["a"] * 10, 2), {}, r"labels must be whole numbers, .*; got <U1 of shape \(10,\)\. Encode the classes"),
    (([-1] + [0] * 9, 2), {}, r"labels must be in \[0, 0\]; got -1 to 0\. Number the classes from 0"),
    (([3] + [0] * 9, 2), {"n_classes": 3}, r"labels must be in \[0, 2\]; got 0 to 3"),
    ((LABELS, 0), {}, r"k must be in \[1, inf\]; got 0"),
]
NEGATIVE = r"precomputed distances must be >= 0; got -1"
given_distances = {"metric": "precomputed", "dimension": 2}
BAD = [
    *((lambda e=e, o=o: e(**o).fit(ROWS, LABELS), match) for e in BOTH for o, match in BAD_OPTIONS),
    *((lambda e=e: e(2, **given_distances).fit(TABLE - 1, LABELS), NEGATIVE) for e in BOTH),
    *((lambda e=e: e(2, **given_distances).fit(TABLE, LABELS).predict(TABLE - 1), NEGATIVE) for e in BOTH),
    *((lambda e=e: e(2).fit(ROWS, LABELS).kneighbors(QUERIES, 0), r"n_neighbors must be in \[1, inf\]") for e in BOTH),
    *((lambda e=e: e(smoothing=1, metric="precomputed").fit(TABLE, LABELS), NO_DIMENSION) for e in BOTH),
    (lambda: KCNNClassifier(metric="precomputed").fit(TABLE, LABELS), NO_DIMENSION),
    *(
        (lambda f=function, rest=rest, how=how: f(QUERIES, ROWS, *rest, **how), match)
        for function in (conditional_distances, local_means)
        for rest, how, match in BAD_LABELS
    ),
    (lambda: conditional_posteriors([[1.0, 2.0], [np.inf, np.inf]], 2), r"distances must be finite for one class of"),
    (lambda: bayes_posteriors([[1.0, np.inf]], [1, 1]), r"densities must be finite, and above 0 for one class .* Use"),
    (lambda: bayes_posteriors([[0.0, 0.0]], [1, 1]), r"densities must be finite, and above 0 for one class"),
    (lambda: conditional_densities([[1.0]], 1, [1], 0), r"n_features must be in \(0, inf\); got 0"),
    (lambda: conditional_posteriors([[1.0]], 1, 0), r"smoothing must be in \(0, inf\); got 0"),
]
test_bad_input_is_refused = refused(BAD)


def test_the_ensemble_needs_no_dimension():
    assert EKCNNClassifier(metric="precomputed").fit(TABLE, LABELS).predict_proba(TABLE).shape == (10, 3)


def test_posteriors_of_two_gaussians_come_near_to_bayes():
    """With r = 1, the mean squared error falls as N grows; with r = p it stays where it is."""
    rng = np.random.default_rng(0)
    queries = rng.normal(size=(400, 2)) + np.outer(rng.integers(0, 2, 400), [1, 0])
    true = 1 / (1 + np.exp(queries[:, 0] - 0.5))
    errors = {}
    for n, k in ((100, 5), (20_000, 150)):
        y = rng.integers(0, 2, n)
        X = rng.normal(size=(n, 2)) + np.outer(y, [1, 0])
        for r in (1, 2):
            found = KCNNClassifier(k, smoothing=r).fit(X, y).predict_proba(queries)[:, 0]
            errors[n, r] = np.mean((found - true) ** 2)
    assert errors[20_000, 1] < errors[100, 1] / 10
    assert errors[20_000, 1] < 0.003
    assert errors[20_000, 2] > 0.005


# --- probabilities


def test_the_ensembles_brier_scores_are_those_of_its_docstring():
    """On the wines: the class shares, r = p, r = 1, and r = p calibrated."""
    X, y = load_wine(return_X_y=True)
    Y, found = np.eye(3)[y], [np.mean((np.bincount(y) / len(y) - np.eye(3)[y]) ** 2) * 3]
    ranks = EKCNNClassifier(15)
    for model in (ranks, EKCNNClassifier(15, smoothing=1.0), CalibratedClassifierCV(ranks, method="isotonic")):
        scores = []
        for seed in (0, 1):
            folds = StratifiedKFold(5, shuffle=True, random_state=seed)
            pipeline = make_pipeline(StandardScaler(), model)
            p = cross_val_predict(pipeline, X, y, cv=folds, method="predict_proba")
            scores.append(((p - Y) ** 2).sum(axis=1).mean())
        found.append(np.mean(scores))
    np.testing.assert_allclose(found, [0.658, 0.432, 0.051, 0.032], atol=0.0006)
    assert "wine\n    .658, .432, .051, .032" in EKCNNClassifier.__doc__
