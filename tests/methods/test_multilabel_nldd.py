"""NLDD: the worked vectors, the loops, ties, the regression and where it has no answer, the classifier, bad input."""

import numpy as np
import pandas as pd
import pytest
from every_page import EVERY_PAGE
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import sparse
from scipy.optimize import minimize
from sklearn.calibration import CalibratedClassifierCV
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC

from methods.checks import refused
from tiws_teach import NLDDClassifier
from tiws_teach.literal import multilabel_nldd as oracle
from tiws_teach.multilabel import (
    BinaryRelevance,
    ClassifierChain,
    EnsembleClassifierChain,
    HOMERClassifier,
    LabelPowerset,
    RAkELClassifier,
    SubsetMapping,
    _search,
    combined_distance,
    equal_weights,
    feature_distances,
    feature_scaling,
    halves,
    label_distances,
    likelihood_has_maximum,
    log_likelihood,
    misclassification_model,
    misclassification_probability,
    nearest_double_distance,
    nearest_pairs,
    nearness_model,
    product_model,
    standardized_features,
    training_pairs,
)
from tiws_teach.multilabel.nldd import could_win, warn_of_dropped

LOGISTIC = LogisticRegression()
seeds = pytest.mark.parametrize("seed", range(40 if EVERY_PAGE else 10))
may_drop = pytest.mark.filterwarnings("ignore:NLDD (drops|cannot weigh) D:UserWarning")
PAIRS = {"Dx": [1, 0.5, 2, 1, 2, 3, 0.2], "Dy": [0.4, 0.6, 0.3, 0.5, 0.2, 0.9, 0.1], "losses": [1, 1, 1, 2, 0, 3, 0]}


def data(n=150, d=4, seed=0):
    """Features of different scales, the last one 0 or 1; three labels that hang together."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d)) * np.logspace(-1, 2, d)
    X[:, -1] = rng.integers(0, 2, n)
    S = X[:, :1] * 10 + rng.normal(size=(n, 3)) * 0.5
    return X, (S + [0, 0.5, -0.5] + X[:, -1:] > 0).astype(int)


def sparse_rows(seed, n=300):
    """Few 0/1 words a row; labels that depend on them and on noise. More words: farther from all rows."""
    rng = np.random.default_rng(seed)
    X = (rng.random((n, 30)) < 0.1).astype(float)
    S = X @ rng.normal(size=(30, 6)) + rng.normal(size=(n, 6))
    return X, (S > 0.5).astype(int)


def random_pairs(n=400, b=(-2, 0.3, 1.0), n_labels=6, seed=0):
    rng = np.random.default_rng(seed)
    Dx, Dy = rng.gamma(4, size=n), rng.uniform(0, 2, size=n)
    return Dx, Dy, rng.binomial(n_labels, misclassification_probability(Dx, Dy, b)), n_labels


# --- equations 5.5 to 5.7


def test_numbers_are_standardised_and_zero_one_features_are_not():
    X = np.array([[1.0, 0, 7, 0, 3], [2, 1, 7, 0, 5], [6, 1, 7, 0, 5]])
    center, scale = feature_scaling(X)
    np.testing.assert_allclose(center, [3, 0, 7, 0, 13 / 3])
    np.testing.assert_allclose(scale, [np.sqrt(7), 1, 1, 1, np.sqrt(4 / 3)])
    Z = standardized_features(X, center, scale)
    np.testing.assert_allclose(Z[:, 0], np.array([-2, -1, 3]) / np.sqrt(7))
    np.testing.assert_array_equal(Z[:, 1:4], [[0, 0, 0], [1, 0, 0], [1, 0, 0]])
    np.testing.assert_allclose(Z, oracle.standardized(X.tolist(), X.tolist()), atol=1e-15)


def test_a_sparse_table_is_scaled_alike_and_stays_sparse():
    X, _ = data()
    X[np.abs(X) < 0.3] = 0
    center, scale = feature_scaling(X)
    for kind in (sparse.csr_array, sparse.csc_matrix, sparse.csr_matrix):
        found = feature_scaling(kind(X))
        np.testing.assert_allclose(found, (center, scale), atol=1e-12)
        Z = standardized_features(kind(X), *found)
        assert sparse.issparse(Z)
        expected = standardized_features(X, center, scale)
        np.testing.assert_allclose(Z.toarray() - Z.toarray()[0], expected - expected[0], atol=1e-12)


@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_array])
def test_a_column_that_hardly_changes_or_not_at_all_has_scale_one(kind):
    X = np.array([[0.1, 5e-324], [0.1, 0], [0.1, 0]])  # rounding gives the first a variance, and takes the second's
    assert X.var(axis=0)[0] > 0 == X.var(axis=0)[1]
    center, scale = feature_scaling(kind(X))
    assert (center[0], *scale) == (0.1, 1.0, 1.0)


def test_a_stored_zero_in_a_sparse_table_is_a_zero():
    X = sparse.csr_array((np.array([0.0, 1.0, 1.0]), ([0, 1, 2], [0, 0, 0])), shape=(4, 1))
    assert [part.tolist() for part in feature_scaling(X)] == [[0], [1]]


def test_distances_by_hand():
    np.testing.assert_allclose(feature_distances([[0, 0], [3, 4]], [[0, 0], [3, 0]]), [[0, 3], [5, 4]])
    corners = np.array([[0, 0, 1], [1, 1, 0]])
    np.testing.assert_allclose(label_distances([[0.5, 0.5, 0.5], [0, 0, 1]], corners) ** 2, [[0.75, 0.75], [0, 3]])


# --- equation 5.8


def test_the_worked_pairs():
    Dx, Dy = (
        [[1, 1, 2, 3], [2, 0.5, 0.5, 4], [3, 2, 1, 1]],
        [[0.9, 0.4, 0.4, 0.8], [0.3, 0.7, 0.6, 0.3], [0.2, 0.2, 0.5, 0.9]],
    )
    assert nearest_pairs(Dx, Dy).tolist() == [[0, 1], [1, 2], [1, 0], [2, 2], [2, 1]]
    assert oracle.nearest_pairs(Dx, Dy) == [(0, 1), (1, 2), (1, 0), (2, 2), (2, 1)]


@st.composite
def distance_tables(draw):
    n, m = draw(st.integers(1, 5)), draw(st.integers(1, 6))
    table = st.lists(st.lists(st.sampled_from([0, 0.1, 0.5, 1, 2]), min_size=m, max_size=m), min_size=n, max_size=n)
    return draw(table), draw(table)


@given(distance_tables())
def test_pairs_equal_the_loops(tables):
    assert [tuple(pair) for pair in nearest_pairs(*tables).tolist()] == oracle.nearest_pairs(*tables)


def test_ties_are_found_in_spite_of_rounding():
    third = [0.1 + 0.2, 0.3]  # differ in the last bit
    assert nearest_pairs([third], [[2, 1]]).tolist() == [[0, 1]]
    assert nearest_pairs([[0.3, 0.3 * (1 + 1e-9)]], [[2, 1]]).tolist() == [[0, 0], [0, 1]]
    assert nearest_pairs([[1, 1]], [[1, 1]], rows=[[5, 3]]).tolist() == [[0, 1]]


def test_ties_go_to_the_other_distance_and_then_to_the_lower_row():
    assert nearest_pairs([[1, 1, 2]], [[0.9, 0.4, 0.1]]).tolist() == [[0, 1], [0, 2]]  # equal Dx: the smaller Dy
    assert nearest_pairs([[3, 2, 1]], [[0.2, 0.2, 0.7]]).tolist() == [[0, 2], [0, 1]]  # equal Dy: the smaller Dx
    assert nearest_pairs([[1, 1, 2]], [[0.4, 0.4, 0.5]]).tolist() == [[0, 0]]  # both equal: the lower row
    assert nearest_double_distance([[2, 1, 1]], [[0, 1, 1]], (0, 1, 1)).tolist() == [1]  # equal sums: the smaller Dx


# --- equations 5.9 and 5.10


def test_the_worked_regression():
    found = misclassification_model(**PAIRS, n_labels=4)
    np.testing.assert_allclose(found, [-3.399547, 0.166962, 4.724964], atol=5e-7)


def test_probabilities_by_hand():
    assert misclassification_probability(0, 0, [-3.5023, 0.0134, 1.8269]) == pytest.approx(0.0292, abs=5e-5)
    assert misclassification_probability(2, 3, [-1, 0.5, 0.0]) == pytest.approx(0.5)
    assert misclassification_probability(4, 9, [-6, 0.5, 0.5], "product") == pytest.approx(0.5)
    assert combined_distance([4, 0], [9, 1], [0, 0.5, 1.0], "product").tolist() == [18, 0]


@pytest.mark.parametrize("seed", range(4))
def test_the_regression_equals_an_unpenalised_logistic_one_on_single_labels(seed):
    Dx, Dy, losses, n_labels = random_pairs(seed=seed)
    D, weights = np.column_stack([Dx, Dy]), np.concatenate([losses, n_labels - losses])
    peer = LogisticRegression(C=1e12, tol=1e-12, max_iter=1000, solver="newton-cholesky")
    peer.fit(np.vstack([D, D]), np.repeat([1, 0], len(D)), sample_weight=weights)
    found = misclassification_model(Dx, Dy, losses, n_labels)
    np.testing.assert_allclose(found, [*peer.intercept_, *peer.coef_[0]], atol=1e-6)
    assert likelihood_has_maximum(Dx, Dy, losses, n_labels)


@given(st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8), st.integers(0, 3)), min_size=1, max_size=12))
def test_no_other_coefficients_are_likelier(rows):
    Dx, Dy, losses = (np.array(column) for column in zip(*rows, strict=True))
    Dx, Dy = Dx / 4, Dy / 8
    assume(likelihood_has_maximum(Dx, Dy, losses, 3))
    b = misclassification_model(Dx, Dy, losses, 3)
    best = oracle.log_likelihood(b, Dx, Dy, losses, 3)
    assert log_likelihood(b[0] + b[1] * Dx + b[2] * Dy, losses, 3) == pytest.approx(best)
    for j in range(3):
        for step in (-1e-3, 1e-3):
            moved = b.copy()
            moved[j] += step
            assert oracle.log_likelihood(moved, Dx, Dy, losses, 3) <= best + 1e-9


@seeds
def test_a_distance_that_never_changes_gets_no_weight(seed):
    slopes = np.random.default_rng(seed).normal(size=2) * (0.3, 1)
    Dx, Dy, losses, n_labels = random_pairs(60, b=(-1, *slopes), seed=seed)
    for same in (0.0, 3.0, np.sqrt(2) * (1 + 1e-15 * np.arange(60))):
        first = misclassification_model(np.zeros(60) + same, Dy, losses, n_labels)
        second = misclassification_model(Dx, np.zeros(60) + same, losses, n_labels)
        assert (first[1], second[2]) == (0, 0)
        alone = [misclassification_model(d, 0 * d, losses, n_labels)[:2] for d in (Dy, Dx)]
        np.testing.assert_allclose((first[[0, 2]], second[:2]), alone, rtol=1e-9)
        kept = nearness_model(np.zeros(60) + same, Dy, losses, n_labels)
        expected = first if first[2] > 0 else equal_weights(np.zeros(60) + same, Dy, losses, n_labels)
        np.testing.assert_array_equal(kept, expected)


@seeds
def test_order_and_units_of_the_pairs_do_not_matter(seed):
    rng = np.random.default_rng(seed)
    Dx, Dy, losses, n_labels = random_pairs(60, b=(-1, *rng.normal(size=2)), seed=seed)
    if seed % 3 == 0:
        Dx = np.sqrt(np.round(Dx))  # many ties, as of 0/1 features
    order, units = rng.permutation(60), np.array([1, 0.37, 7.1])
    for model in (misclassification_model, nearness_model):
        b = model(Dx, Dy, losses, n_labels)
        moved = model(Dx[order] * units[1], Dy[order] * units[2], losses[order], n_labels)
        np.testing.assert_allclose(moved * units, b, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize(
    ("losses", "there_is"),
    [
        ([0, 0, 0, 0], False),
        ([4, 4, 4, 4], False),
        ([0, 0, 4, 4], False),  # a line between them
        ([0, 0, 1, 4], False),  # a line through the third
        ([0, 4, 0, 4], True),
        ([1, 2, 2, 3], True),
        ([1, 0, 0, 0], False),
    ],
)
def test_whether_the_likelihood_has_a_maximum(losses, there_is):
    Dx, Dy = [1.0, 2, 3, 4], [1.0, 1, 1, 1]
    assert likelihood_has_maximum(Dx, Dy, losses, 4) is there_is
    b, fallback = misclassification_model(Dx, Dy, losses, 4), equal_weights(Dx, Dy, losses, 4)
    assert np.isfinite(b).all()
    assert np.array_equal(b, fallback) is not there_is


def test_equal_weights_by_hand():
    b = equal_weights([1, 3], [0.5, 1.5], [0, 0], 4)
    np.testing.assert_allclose(b[1:], [0.5, 1])
    assert misclassification_probability(2, 1, b) == pytest.approx(0.5 / 9)
    assert equal_weights([0, 0], [1, 1], [0, 0], 4)[1] == 1


@seeds
def test_near_is_never_worse(seed):
    slopes = np.random.default_rng(seed).normal(size=2) * (0.3, 1)
    Dx, Dy, losses, n_labels = random_pairs(b=(-1, *slopes), seed=seed)
    Dx = Dx + Dy * (seed % 3)  # together, so that each alone can have a positive slope
    free, kept = (fit(Dx, Dy, losses, n_labels) for fit in (misclassification_model, nearness_model))
    signs = [(None, None), (0, None), (0, None)]
    start = [free[0], *np.maximum(free[1:], 0)]
    best = minimize(
        lambda b: -oracle.log_likelihood(b, Dx, Dy, losses, n_labels), start, bounds=signs, method="L-BFGS-B", tol=1e-13
    ).x
    if free[1:].min() >= 0:
        np.testing.assert_array_equal(kept, free)
    elif best[1:].max() < 1e-6:
        np.testing.assert_array_equal(kept, equal_weights(Dx, Dy, losses, n_labels))
    else:
        assert kept[1:].min() == 0
        np.testing.assert_allclose(kept, best, atol=2e-3)


@pytest.mark.parametrize("seed", range(10))
def test_distances_that_do_not_matter_count_alike(seed):
    Dx, Dy, *_ = random_pairs(50, seed=seed)
    ones, same, two = np.ones(50, dtype=int), np.full(50, 2.0), np.arange(50) % 2
    for case in ((Dx, Dy, ones, 3), (same, same, two, 2)):  # both slopes are 0 but for rounding
        assert misclassification_model(*case)[1:].tolist() == [0, 0]
        np.testing.assert_array_equal(nearness_model(*case), equal_weights(*case))


def test_the_product_finds_its_own_coefficients_again():
    Dx, Dy = random_pairs(20_000)[:2]
    losses = np.random.default_rng(1).binomial(10, misclassification_probability(Dx, Dy, [-3, 0.5, 0.8], "product"))
    np.testing.assert_allclose(product_model(Dx, Dy, losses, 10), [-3, 0.5, 0.8], atol=0.1)
    assert product_model(Dx, Dy, 0 * losses, 10)[1:].tolist() == [1, 1]
    assert product_model(0 * Dx, 0 * Dy, losses, 10)[1:].min() >= 0
    assert product_model(*random_pairs(b=(2, -0.2, -1.5)))[1:].tolist() == [1, 1]  # both slopes would be negative


@pytest.mark.parametrize(("truth", "found"), [(14.0, 10.0), (-1.0, 0.0)])
def test_the_exponents_of_the_product_have_bounds(truth, found):
    rng = np.random.default_rng(0)
    D, same = rng.uniform(0.5, 1.2, 4000), np.ones(4000)
    for i in range(2):
        pair = (D, same) if i == 0 else (same, D)
        losses = rng.binomial(6, misclassification_probability(D, same, [-2, truth, 0], "product"))
        b = product_model(*pair, losses, 6)
        assert b[1 + i] == pytest.approx(found, abs=1e-3) or (found == 0 and b[1:].tolist() == [1, 1])


def test_the_highest_of_several_peaks_is_taken():
    rng = np.random.default_rng(220)
    Dx, Dy, losses = rng.gamma(2, size=12), rng.uniform(0, 2, 12), rng.integers(0, 4, 12)
    b = product_model(Dx, Dy, losses, 3)
    found = log_likelihood(b[0] + combined_distance(Dx, Dy, b, "product"), losses, 3) / 12
    assert found == pytest.approx(-1.876, abs=1e-3)  # two of the three ascents end at -1.981


# --- equation 5.11 and the search


def test_the_choice_by_hand():
    Dx, Dy = [[1.0, 2.0, 4.0], [1.0, 1.0, 1.0]], [[0.9, 0.2, 0.1], [0.5, 0.5, 0.5]]
    assert nearest_double_distance(Dx, Dy, [-3, 0.1, 2.0]).tolist() == [1, 0]
    assert nearest_double_distance(Dx, Dy, [-3, 1.0, 0.0]).tolist() == [0, 0]
    assert nearest_double_distance(Dx, Dy, [-3, 0.0, 1.0]).tolist() == [2, 0]
    assert nearest_double_distance(Dx, Dy, [-3, 1.0, 1.0], "product").tolist() == [1, 0]  # .9 .4 .4: the nearer
    assert nearest_double_distance(Dx, Dy, [0, 0.1, 2.0], rows=[[2, 1, 0], [2, 1, 0]]).tolist() == [1, 2]
    assert nearest_double_distance([[2.0, 1.0]], [[1.0, 1.0]], [0, 0.0, 1.0]).tolist() == [1]
    assert nearest_double_distance([[0.0, 0.0]], [[1.0, 0.5]], [0, 1.0, 1.0], "product").tolist() == [1]


@st.composite
def small_problems(draw):
    """Training rows and queries on a small grid, so that ties are many; probabilities; coefficients."""
    n, m, d, n_labels = (
        draw(st.integers(2, 9)),
        draw(st.integers(1, 5)),
        draw(st.integers(1, 3)),
        draw(st.integers(1, 3)),
    )
    cells = lambda rows, columns, values: st.lists(  # noqa: E731
        st.lists(st.sampled_from(values), min_size=columns, max_size=columns), min_size=rows, max_size=rows
    )
    grid = draw(st.sampled_from([(0.0, 1.0), (0.0, 1.0, 2.0, 5.0)]))
    X, Z = draw(cells(n, d, grid)), draw(cells(m, d, grid))
    Y, P = draw(cells(n, n_labels, (0, 1))), draw(cells(m, n_labels, (0.0, 0.25, 0.5, 1.0)))
    return X, Y, Z, P, [-1.0, draw(st.sampled_from([0.0, 0.3, 1.0])), draw(st.sampled_from([0.5, 2.0]))]


def search(Z, X, P, Y, b):
    """Return what the classifier chooses."""
    found = []
    index = _search.labelset_index(X, np.asarray(Y))
    for chunk in _search.nearest_of_labelsets(index, Z, np.asarray(P), lambda *parts: could_win(*parts, b, "sum")):
        chosen = nearest_double_distance(chunk.Dx, chunk.Dy, b, rows=chunk.rows)
        found += chunk.rows[np.arange(len(chosen)), chosen].tolist()
    return found


@given(small_problems())
def test_the_search_equals_the_loops(problem):
    X, Y, Z, P, b = problem
    z, x = oracle.standardized(Z, X), oracle.standardized(X, X)
    expected = [oracle.chosen_row(row, p, x, Y, b) for row, p in zip(z, P, strict=True)]
    scaling = feature_scaling(np.array(X))
    for kind in (np.array, sparse.csr_array):
        assert search(*(standardized_features(kind(table), *scaling) for table in (Z, X)), P, Y, b) == expected
    labelset = [Y[0]] * len(z)
    distances, losses = training_pairs(*map(np.array, (z, P, labelset, x, Y)))
    Dx = [[oracle.distance(a, b) for b in x] for a in z]
    Dy = [[oracle.distance(p, y) for y in Y] for p in P]
    pairs = oracle.nearest_pairs(Dx, Dy)
    np.testing.assert_allclose(distances, [(Dx[i][j], Dy[i][j]) for i, j in pairs], atol=1e-12)
    assert losses.tolist() == [np.not_equal(labelset[i], Y[j]).sum() for i, j in pairs]


@pytest.mark.parametrize("chunk", [1, 50, 4_000_000])
def test_chunks_do_not_matter(monkeypatch, chunk):
    X, Y = data(300)
    model = NLDDClassifier(LOGISTIC, random_state=0).fit(X[:200], Y[:200])
    expected = model.nearest_labelset_row(X[200:])
    Dx, Dy = model.double_distances(X[200:])
    np.testing.assert_array_equal(nearest_double_distance(Dx, Dy, model.coefficients_), expected)
    monkeypatch.setattr(_search, "CHUNK", chunk)
    monkeypatch.setattr(_search, "DIFFERENCES", max(1, chunk // 10))
    np.testing.assert_array_equal(model.nearest_labelset_row(X[200:]), expected)
    refit = NLDDClassifier(LOGISTIC, random_state=0).fit(X[:200], Y[:200])
    np.testing.assert_allclose(refit.coefficients_, model.coefficients_, rtol=1e-12)


@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_array])
@pytest.mark.parametrize("offset", [0.0, 1e6])
def test_duplicates_far_from_the_origin_are_at_distance_0(kind, offset):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(40, 30)) * 0.001 + offset
    X = np.vstack([X, X[::-1]])  # row i and row 79 - i are one
    Y = rng.integers(0, 2, (80, 2))
    P = rng.uniform(size=(80, 2))
    index = _search.labelset_index(kind(X), Y)
    for chunk in _search.nearest_of_labelsets(
        index, kind(X), P, lambda Dx, Dy, error: Dx <= Dx.min(axis=1)[:, None] + 2 * error
    ):
        found = np.where(chunk.rows < 80, chunk.Dx, np.inf)
        assert (found.min(axis=1) == 0).all()
        rows = np.where(found == 0, chunk.rows, 80).min(axis=1)
        np.testing.assert_array_equal(rows, np.minimum(np.arange(80), 79 - np.arange(80)))


@pytest.mark.parametrize("far", [1e6, 1e18])
def test_a_stray_row_or_query_does_not_blur_the_others(far):
    rng = np.random.default_rng(0)
    X, Y, P = rng.normal(size=(60, 5)), rng.integers(0, 2, (60, 3)), rng.uniform(size=(60, 3))
    X[7], Z = far, rng.normal(size=(60, 5))
    Z[3] = -far
    b = [-1.0, 0.1, 1.0]
    Dx, Dy = feature_distances(Z, X), label_distances(P, Y)
    for rows, queries in ((X, Z), (X[8:], Z), (X, Z[4:])):
        i, j = len(X) - len(rows), len(Z) - len(queries)
        expected = nearest_double_distance(Dx[j:, i:], Dy[j:, i:], b)
        assert search(queries, rows, P[j:], Y[i:], b) == expected.tolist()


# --- the classifier


def test_the_parts_make_the_classifier():
    X, Y = data()
    model = NLDDClassifier(LOGISTIC, random_state=3).fit(X[:120], Y[:120])
    T1, T2 = halves(120, np.random.RandomState(3))
    half = BinaryRelevance(LOGISTIC).fit(X[T1], Y[T1])
    center, scale = feature_scaling(X[:120])
    Z = standardized_features(X, center, scale)
    Dx, Dy = feature_distances(Z[T2], Z[T1]), label_distances(half.predict_proba(X[T2]), Y[T1])
    i, j = nearest_pairs(Dx, Dy).T
    losses = (Y[T2][i] != Y[T1][j]).sum(axis=1)
    np.testing.assert_allclose(model.pair_distances_, np.column_stack([Dx[i, j], Dy[i, j]]), atol=1e-12)
    np.testing.assert_array_equal(model.pair_losses_, losses)
    b = misclassification_model(Dx[i, j], Dy[i, j], losses, 3)
    np.testing.assert_allclose(model.coefficients_, b, rtol=1e-9)
    P = BinaryRelevance(LOGISTIC).fit(X[:120], Y[:120]).predict_proba(X[120:])
    z, x = Z[120:].tolist(), Z[:120].tolist()
    rows = [oracle.chosen_row(row, p, x, Y[:120].tolist(), b) for row, p in zip(z, P.tolist(), strict=True)]
    assert model.nearest_labelset_row(X[120:]).tolist() == rows
    np.testing.assert_array_equal(model.predict(X[120:]), Y[rows])
    Dx, Dy = model.double_distances(X[120:])
    lines = np.arange(30)
    theta = misclassification_probability(Dx[lines, rows], Dy[lines, rows], b)
    np.testing.assert_allclose(model.misclassification_probability(X[120:]), theta, rtol=1e-9)


def test_a_dropped_distance_is_named():
    X, Y = sparse_rows(10)
    with pytest.warns(UserWarning, match=r"NLDD drops Dx \(slope -0\.0\d+\): .* Dy alone decides\. Compare"):
        model = NLDDClassifier(LOGISTIC, random_state=0).fit(X, Y)
    assert (model.coefficients_[1], np.sign(model.unconstrained_coefficients_[1])) == (0, -1)
    expected = misclassification_model(*model.pair_distances_.T, model.pair_losses_, 6)
    np.testing.assert_array_equal(model.unconstrained_coefficients_, expected)
    for slopes, kept, said in (
        ((0.2, -3), (0.1, 0), r"NLDD drops Dy \(slope -3\): .* Dx alone decides"),
        ((0, 1), (0, 1), r"NLDD drops Dx \(slope 0\)"),
        ((-1, -2), (0.5, 0.5), r"NLDD cannot weigh Dx \(slope -1\) and Dy \(slope -2\): .* Both weigh the same"),
        ((0, -2), (0.5, 0.5), r"NLDD cannot weigh Dx \(slope 0\) and Dy \(slope -2\)"),
        ((-1, -2), (0.5, 0), r"NLDD drops Dy \(slope -2\)"),
    ):
        with pytest.warns(UserWarning, match=said):
            warn_of_dropped(slopes, kept)
    warn_of_dropped((0.1, 2), (0.1, 2))


@may_drop
def test_probabilities_are_those_of_the_labels_classifiers():
    X, Y = data()
    P = NLDDClassifier(LOGISTIC, random_state=0).fit(X, Y).predict_proba(X)
    np.testing.assert_array_equal(P, BinaryRelevance(LOGISTIC).fit(X, Y).predict_proba(X))


def test_halves_are_halves():
    for n in (2, 7, 50):
        T1, T2 = halves(n, np.random.default_rng(0))
        assert (len(T1), len(T2)) == (n // 2, n - n // 2)
        assert sorted([*T1, *T2]) == list(range(n))


def test_the_linear_svm_is_the_default():
    X, Y = data(80)
    X[:, -2] /= 100
    svm = CalibratedClassifierCV(SVC(kernel="linear"), ensemble=False)
    model, named = (NLDDClassifier(e, random_state=0).fit(X, Y) for e in (None, svm))
    np.testing.assert_array_equal(model.predict(X), named.predict(X))
    np.testing.assert_allclose(model.coefficients_, named.coefficients_)
    np.testing.assert_array_equal(model.binary_relevance_.predict(X), BinaryRelevance().fit(X, Y).predict(X))


@may_drop
@pytest.mark.parametrize("outer", [NLDDClassifier(LOGISTIC, random_state=0), SubsetMapping(LOGISTIC)])
def test_the_inner_model_takes_the_frames_of_the_outer_one(outer):
    """It is fitted to an array; a warning about missing names would be an error here."""
    X, Y = data()
    frame, labels = pd.DataFrame(X, columns=list("abcd")), pd.DataFrame(Y, columns=["sad", "calm", "loud"])
    inner = outer.fit(frame, labels).binary_relevance_
    named = BinaryRelevance(LOGISTIC).fit(frame, labels)
    np.testing.assert_array_equal(inner.predict(frame), named.predict(frame))
    np.testing.assert_allclose(inner.predict_proba(frame), named.predict_proba(frame))
    assert inner.predict_frame(frame[:5]).columns.tolist() == ["sad", "calm", "loud"]
    with pytest.raises(ValueError, match="feature names"):
        inner.predict(frame[list("bacd")])
    assert not hasattr(outer.fit(X, Y).binary_relevance_, "feature_names_in_")
    outer.predict(X)


@pytest.mark.parametrize(
    ("n", "share", "used"), [(15, 0.5, 8), (10, 0.25, 2), (21, 0.5, 10), (30, 0.99, 30), (9, 0.3, 3)]
)
def test_a_fraction_is_rounded(n, share, used):
    rows = NLDDClassifier(train_fraction=share)._draw(n, np.random.RandomState(0))
    assert (len(rows), len(set(rows.tolist()))) == (used, used)


@may_drop
def test_a_fraction_of_the_rows():
    X, Y = data(200)
    model = NLDDClassifier(LOGISTIC, train_fraction=0.3, random_state=0).fit(X, Y)
    assert len(set(model.rows_)) == 60
    assert (np.diff(model.rows_) > 0).all()
    rows = model.nearest_labelset_row(X)
    assert set(rows) <= set(model.rows_)
    np.testing.assert_array_equal(model.predict(X), Y[rows])
    alone = NLDDClassifier(LOGISTIC, random_state=0).fit(X[model.rows_], Y[model.rows_])
    np.testing.assert_allclose(model.center_, alone.center_)
    assert model.double_distances(X[:2])[0].shape == (2, 60)


def test_the_product_chooses_by_the_product():
    X, Y = data(200)
    model = NLDDClassifier(LOGISTIC, random_state=0, combination="product").fit(X[:150], Y[:150])
    Dx, Dy = model.double_distances(X[150:])
    chosen = nearest_double_distance(Dx, Dy, model.coefficients_, "product")
    np.testing.assert_array_equal(model.nearest_labelset_row(X[150:]), chosen)
    np.testing.assert_allclose(model.coefficients_, product_model(*model.pair_distances_.T, model.pair_losses_, 3))


@may_drop
def test_a_rare_label_with_the_default_classifier():
    X, Y = data(60)
    X[:, -2] /= 100
    for rare in (1, 2, 3, 6):
        labels = np.column_stack([Y, np.arange(60) < rare])
        model = BinaryRelevance().fit(X, labels)
        assert model.predict(X).shape == (60, 4)
        P = model.predict_proba(X)[:, 3]
        assert (P >= 0).all()
        if rare == 1:
            np.testing.assert_allclose(P, 1 / 60)
        assert NLDDClassifier(random_state=0).fit(X, labels).predict(X).shape == (60, 4)


def test_scores_of_classifiers_with_and_without():
    X, Y = data()
    for estimator in (SVC(kernel="linear"), KNeighborsClassifier(3), CalibratedClassifierCV(GaussianNB())):
        model = BinaryRelevance(estimator).fit(X, Y)
        np.testing.assert_array_equal(model.predict(X), model.decision_function(X) > 0)
        single = estimator.fit(X, Y[:, 0])
        if not isinstance(estimator, CalibratedClassifierCV):
            np.testing.assert_array_equal(model.predict(X)[:, 0], single.predict(X))


# --- bad input

NO_PROBABILITY = r"estimator must have predict_proba; got SVC\(\)"
BAD = [
    (lambda X, Y: nearest_pairs([[1, 2]], [[1]]), r"Dy must have the shape of Dx, \(1, 2\), with at least 1 column;"),
    (lambda X, Y: nearest_pairs(np.empty((2, 0)), np.empty((2, 0))), "at least 1 column"),
    (lambda X, Y: combined_distance(1, 1, [0, 1, 1], "ratio"), "combination must be one of 'sum', 'product'; got 'rat"),
    (lambda X, Y: NLDDClassifier(LOGISTIC, train_fraction=0.005).fit(X, Y), r"X must have at least 2 rows in use, at"),
    (lambda X, Y: NLDDClassifier(SVC()).fit(X, Y), NO_PROBABILITY + r"\. Wrap it: CalibratedClassifierCV\(SVC\(\), "),
    (lambda X, Y: NLDDClassifier(LOGISTIC).fit([[1.0]], [[1]]), r"n_samples = 1, of which 1 in use\. Pass more rows; "),
    (lambda X, Y: NLDDClassifier(LOGISTIC).fit(X * 1e160, Y), r"X must hold values of size at most 1e\+140; got .*e"),
    (
        lambda X, Y: NLDDClassifier(LOGISTIC).fit(X, Y).predict(X * 1e160),
        r"size at most 1e\+140; .*e\+16.\. Divide all",
    ),
    (lambda X, Y: BinaryRelevance(SVC(), prediction="probability").fit(X, Y), NO_PROBABILITY),
    (lambda X, Y: BinaryRelevance(SVC()).fit(X, Y).predict_proba(X), NO_PROBABILITY),
]
OUT_OF_BOUNDS = r"losses must be in \[0, n_labels = 4\]; got "
BAD_PAIRS = [
    (([1, 2], [1, 2], [0, 5], 4), OUT_OF_BOUNDS + r"5\. Count the labels"),
    (([1, 2], [1, 2], [0, -1], 4), OUT_OF_BOUNDS + "-1"),
    (([1, 2], [1, 2], [0], 4), r"losses must have the length of Dx and Dy, at least 1; got shapes"),
    (([], [], [], 4), r"losses must have the length of Dx and Dy, at least 1"),
    (([1, 2], [1, 2], [0, 1], 0), r"n_labels must be in \[1, inf\]; got 0"),
]
BAD += [
    (lambda X, Y, model=model, pairs=pairs: model(*pairs), message)
    for model in (misclassification_model, nearness_model, product_model, equal_weights)
    for pairs, message in BAD_PAIRS
]
test_bad_input_is_refused = may_drop(refused(BAD, data))


# --- base classifiers by name

NAMED = [BinaryRelevance, ClassifierChain, HOMERClassifier, LabelPowerset, NLDDClassifier, SubsetMapping]
NAMED += [RAkELClassifier, EnsembleClassifierChain]


@may_drop
@pytest.mark.parametrize("method", NAMED)
def test_base_classifiers_go_by_names(method):
    X, Y = data(60)
    X[:, -2] /= 100
    options = {"random_state": 0} if "random_state" in method().get_params() else {}
    for name, meant in (("svm", None), ("logistic", LogisticRegression(max_iter=1000))):
        named, given = (method(estimator, **options).fit(X, Y) for estimator in (name, meant))
        np.testing.assert_array_equal(named.predict(X), given.predict(X))
        assert hasattr(named, "predict_proba") == hasattr(given, "predict_proba")
        if hasattr(named, "predict_proba"):
            np.testing.assert_allclose(named.predict_proba(X), given.predict_proba(X))
    for wrong, error in (("linear", ValueError), (SVC, TypeError), (3, TypeError)):
        with pytest.raises(error, match=r"estimator must be 'svm', 'logistic', None or a classifier; got"):
            method(wrong).fit(X, Y)
