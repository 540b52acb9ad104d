"""The conditional Bernoulli mixture and the forest: by loops, slopes in numbers, all labelsets, peers, bad input."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import multilabel_mixture as oracle
from scipy import sparse
from scipy.optimize import approx_fprime
from scipy.special import expit
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import StandardScaler

from methods.checks import peak_of
from tiws_teach.multilabel import BinaryRelevance, ConditionalBernoulliMixture, RandomForestPCT, bernoulli_mixture
from tiws_teach.multilabel import _mixture as equations
from tiws_teach.multilabel.bernoulli_mixture import expect_step, maximize_step


def tiny(seed=0, n=12, d=2, k=2, n_labels=3):
    """Rows with intercept, labels, and random weights of gate and components."""
    rng = np.random.default_rng(seed)
    X = equations.prepared(rng.normal(size=(n, d)), np.zeros(d), np.ones(d))
    Y = rng.integers(0, 2, size=(n, n_labels))
    return X, Y, rng.normal(size=(d + 1, k)), rng.normal(size=(d + 1, k, n_labels))


def as_lists(gate, weights):
    """The weights as the loops want them: one list for each component (and label)."""
    k, n_labels = weights.shape[1:]
    components = [[weights[:, c, label].tolist() for label in range(n_labels)] for c in range(k)]
    return gate.T.tolist(), components


def exclusive(n=300, seed=0):
    """Two labels that are each there half of the time, and never both or neither: the features do not tell which."""
    rng = np.random.default_rng(seed)
    first = rng.integers(0, 2, size=n)
    return rng.normal(size=(n, 2)), np.column_stack([first, 1 - first])


# --- the equations


@pytest.mark.parametrize("seed", range(5))
def test_the_e_step_equals_the_loops(seed):
    X, Y, gate, weights = tiny(seed)
    gamma, log_likelihood = expect_step(X, Y, gate, weights)
    held = sum(equations.ridge(part, 0.7)[0] for part in (gate, weights))
    value, expected = oracle.em_round_value(X.tolist(), Y.tolist(), *as_lists(gate, weights), 0.7)
    np.testing.assert_allclose(gamma, expected, rtol=0, atol=1e-12)
    assert log_likelihood - held == pytest.approx(value, abs=1e-10)


@pytest.mark.parametrize("seed", range(3))
def test_the_losses_of_the_m_step_equal_the_loops_and_their_gradients(seed):
    X, Y, gate, weights = tiny(seed)
    gamma, _ = expect_step(X, Y, gate, weights)
    losses = oracle.expected_losses(X.tolist(), Y.tolist(), gamma.tolist(), *as_lists(gate, weights), 0.7)
    for loss, start, given_, expected in (
        (equations.gate_loss, gate.ravel(), (X, gamma, 0.7), losses[0]),
        (equations.component_loss, weights.ravel(), (X, Y, gamma, 0.7), losses[1]),
    ):
        value, slope = loss(start, *given_)
        assert value == pytest.approx(expected, abs=1e-10)
        numerical = approx_fprime(start, lambda w, loss=loss, given_=given_: loss(w, *given_)[0], 1e-6)
        np.testing.assert_allclose(slope, numerical, rtol=0, atol=1e-4)


def test_large_components_are_fitted_one_after_the_other(monkeypatch):
    """Each takes the place of the others' L-BFGS in memory, and comes out as if it were alone."""
    X, Y, gate, weights = tiny(k=3)
    gamma, _ = expect_step(X, Y, gate, weights)
    _, together = converged(X, Y, gamma, gate, weights)
    for block, parts in ((9, ([0], [1], [2])), (18, ([0, 1], [2])), (1, ([0], [1], [2])), (27, ([0, 1, 2],))):
        monkeypatch.setattr(bernoulli_mixture, "BLOCK", block)  # a component has 9 weights
        _, found = maximize_step(X, Y, gamma, gate, weights, penalty=1.0)
        alone = [maximize_step(X, Y, gamma[:, k], gate[:, k], weights[:, k], penalty=1.0)[1] for k in parts]
        np.testing.assert_array_equal(found, np.concatenate(alone, axis=1))
        _, settled = converged(X, Y, gamma, gate, weights)
        np.testing.assert_allclose(settled, together, rtol=0, atol=1e-3)


def converged(X, Y, gamma, gate, weights):
    """Repeat the M step until it changes nothing any more."""
    for _ in range(6):
        gate, weights = maximize_step(X, Y, gamma, gate, weights, penalty=1.0)
    return gate, weights


def test_memory_is_bounded_where_there_are_many_weights(monkeypatch):
    """L-BFGS on all components at once would hold more than 20 times the weights."""
    rng = np.random.default_rng(0)
    X, Y = sparse.csr_matrix(rng.random((40, 1000)) < 0.02), rng.integers(0, 2, size=(40, 10))
    monkeypatch.setattr(bernoulli_mixture, "BLOCK", 1)
    model = ConditionalBernoulliMixture(10, max_iter=1, random_state=0)
    assert 0 < peak_of(lambda: model.fit(X, Y)) < 10 * model.weights_.nbytes


def test_queries_come_in_parts_and_as_if_in_one(monkeypatch):
    X, Y = exclusive(50)
    model = ConditionalBernoulliMixture(n_components=2, max_iter=2, random_state=0).fit(X, Y)
    whole = model.predict(X), model.predict_proba(X)
    for held in (1, 28):  # one query, and seven, at a time: two components of two labels
        monkeypatch.setattr(bernoulli_mixture, "HELD", held)
        np.testing.assert_array_equal(model.predict(X), whole[0])
        np.testing.assert_allclose(model.predict_proba(X), whole[1], rtol=0, atol=1e-14)


def test_the_m_step_for_the_gate_is_multinomial_regression_on_soft_classes():
    """Each row stands once for each component, with its responsibility as its weight."""
    X, Y, gate, weights = tiny(n=60, k=3)
    gamma, _ = expect_step(X, Y, gate, weights)
    for _ in range(5):
        gate, weights = maximize_step(X, Y, gamma, gate, weights, penalty=1.0)
    classes = np.tile(np.arange(3), 60)
    theirs = LogisticRegression(C=1.0, tol=1e-8).fit(np.repeat(X[:, 1:], 3, axis=0), classes, gamma.ravel())
    np.testing.assert_allclose(np.exp(equations.log_gate(X, gate)), theirs.predict_proba(X[:, 1:]), rtol=0, atol=1e-3)


@given(st.lists(st.floats(-4, 4), min_size=1, max_size=6))
def test_labelsets_come_in_the_order_of_their_probability(scores):
    scores = np.array(scores)
    listed = list(equations.labelsets_by_probability(scores))
    assert len({tuple(labelset) for _, labelset in listed}) == len(listed) == 2 ** len(scores)
    logs = np.array([value for value, _ in listed])
    assert (np.diff(logs) <= 1e-12).all()
    direct = [equations.log_components(scores[np.newaxis, np.newaxis], y[np.newaxis])[0, 0] for _, y in listed]
    np.testing.assert_allclose(logs, direct, rtol=0, atol=1e-10)
    assert np.exp(logs).sum() == pytest.approx(1)


@given(st.integers(1, 4), st.integers(1, 6), st.integers(0, 9999))
def test_the_best_labelset_is_the_best_of_all(k, n_labels, seed):
    rng = np.random.default_rng(seed)
    pi, scores = rng.dirichlet(np.ones(k)), rng.normal(scale=1.5, size=(k, n_labels))
    found = equations.most_probable_labelset(np.log(pi), scores)
    expected, best = oracle.most_probable(pi.tolist(), expit(scores).tolist())
    reached = np.exp(equations.log_components(scores[np.newaxis], found[np.newaxis])[0]) @ pi
    assert reached == pytest.approx(best, rel=1e-12)
    if sorted(set(np.round(scores.ravel(), 6))) == sorted(np.round(scores.ravel(), 6)):  # no two labelsets tie
        assert found.tolist() == expected


def test_the_search_can_be_cut_short():
    rng = np.random.default_rng(1)
    pi, scores = np.full(5, 0.2), rng.normal(scale=0.1, size=(5, 12))
    first = equations.most_probable_labelset(np.log(pi), scores, max_steps=1)
    assert first.tolist() in (scores > 0).astype(int).tolist()


def test_seeds_are_different_labelsets_as_long_as_there_are_enough():
    Y = np.array([[1, 0]] * 5 + [[0, 1]] * 3 + [[1, 1]])
    gamma = equations.first_responsibilities(Y, 3, np.random.RandomState(0))
    np.testing.assert_allclose(gamma.sum(axis=1), 1, rtol=0, atol=1e-12)
    assert len(set(gamma.argmax(axis=1)[[0, 5, 8]])) == 3
    many = equations.first_responsibilities(Y, 12, np.random.RandomState(0))  # more components than rows
    assert many.shape == (9, 12)
    assert len(np.unique(many, axis=1).T) == 12


# --- the estimator


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_matrix])
def test_the_objective_never_falls(seed, kind):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(80, 4)) * [1, 10, 0.1, 3]
    Y = (X @ rng.normal(size=(4, 5)) + rng.normal(size=(80, 5)) > 0).astype(int)
    model = ConditionalBernoulliMixture(n_components=3, max_iter=8, random_state=seed).fit(kind(X), Y)
    assert len(model.objective_) == 8
    assert (np.diff(model.objective_) >= -1e-8 * np.abs(model.objective_[:-1])).all()
    assert model.objective_[-1] > model.objective_[0]


def test_what_is_predicted_equals_the_loops():
    rng = np.random.default_rng(3)
    X = rng.normal(size=(60, 3))
    Y = (X @ rng.normal(size=(3, 4)) + rng.normal(size=(60, 4)) > 0).astype(int)
    model = ConditionalBernoulliMixture(n_components=3, standardize=False, random_state=0).fit(X, Y)
    gates, components = as_lists(model.gate_, model.weights_)
    found, P = model.predict(X), model.predict_proba(X)
    for i, x in enumerate([1.0, *row] for row in X[:30].tolist()):
        pi = oracle.gate(x, gates)
        b = [[oracle.bernoulli(x, [1], [w]) for w in columns] for columns in components]
        assert found[i].tolist() == oracle.most_probable(pi, b)[0]
        marginal = [sum(p * row[label] for p, row in zip(pi, b, strict=True)) for label in range(4)]
        assert P[i].tolist() == pytest.approx(marginal, abs=1e-12)


def test_it_learns_that_labels_exclude_each_other():
    X, Y = exclusive()
    alone = BinaryRelevance(LogisticRegression()).fit(X, Y).predict_proba(X)
    both = np.mean(alone[:, 0] * alone[:, 1])
    assert both == pytest.approx(0.25, abs=0.03)  # independent labels: both at once a quarter of the time
    model = ConditionalBernoulliMixture(n_components=2, random_state=0).fit(X, Y)
    assert (model.predict(X).sum(axis=1) == 1).all()
    assert np.mean(np.abs(model.predict_proba(X) - 0.5)) < 0.15


def test_one_component_is_binary_relevance_of_logistic_regressions():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(100, 3)) * [1, 5, 0.2]
    Y = (X @ rng.normal(size=(3, 3)) + rng.normal(size=(100, 3)) > 0).astype(int)
    ours = ConditionalBernoulliMixture(n_components=1, C=1.0, random_state=0).fit(X, Y)
    Z = StandardScaler().fit_transform(X)
    theirs = BinaryRelevance(LogisticRegression()).fit(Z, Y)
    np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(Z), rtol=0, atol=1e-3)


def test_labels_without_variation_are_certain():
    X, Y = exclusive(60)
    Y = np.column_stack([np.ones(60, int), Y, np.zeros(60, int)])
    model = ConditionalBernoulliMixture(n_components=2, random_state=0).fit(X, Y)
    assert model.weights_.shape == (3, 2, 2)
    for table in (model.predict(X * 1e6), model.predict_proba(X * 1e6)):
        assert (table[:, [0, 3]] == [1, 0]).all()
    whole = ConditionalBernoulliMixture(random_state=0).fit(X, Y[:, [0, 3]])
    assert whole.objective_ == []
    assert (whole.predict(X) == [1, 0]).all()


def test_features_are_shifted_without_being_held_dense():
    X = np.array([[2.0, 0.0], [0.0, 3.0], [4.0, 0.0]])
    center, scale, weights = np.array([1.0, 2.0]), np.array([4.0, 0.5]), np.array([[1.0], [2.0], [3.0]])
    table = equations.prepared(X, center, scale)
    assert table.tolist() == [[1, 0.25, -4], [1, -0.25, 2], [1, 0.75, -4]]
    for kind in (sparse.csr_matrix, sparse.csr_array):
        operator = equations.prepared(kind(X), center, scale)
        assert operator.shape == (3, 3)
        assert not isinstance(operator, np.ndarray)
        np.testing.assert_allclose(operator @ weights, table @ weights, rtol=0, atol=1e-12)
        np.testing.assert_allclose(operator.T @ weights, table.T @ weights, rtol=0, atol=1e-12)


def test_sparse_queries_may_follow_dense_rows_and_dense_ones_sparse_rows():
    X, Y = exclusive(60)
    for first, then in ((np.asarray, sparse.csr_matrix), (sparse.csr_matrix, np.asarray)):
        model = ConditionalBernoulliMixture(n_components=2, random_state=0).fit(first(X), Y)
        np.testing.assert_allclose(model.predict_proba(then(X)), model.predict_proba(first(X)), rtol=0, atol=1e-12)


def test_large_features_do_no_harm():
    X, Y = exclusive(60)
    model = ConditionalBernoulliMixture(n_components=2, random_state=0).fit(X * 1e8, Y)
    assert np.isfinite(model.objective_).all()
    P = model.predict_proba(np.array([[1e300, -1e300], [0.0, 0.0]]))
    assert np.isfinite(P).all()


# --- the forest


def test_the_forest_is_scikit_learns():
    X, Y = exclusive(80)
    Y = np.column_stack([Y, X[:, 0] > 0])
    ours = RandomForestPCT(n_estimators=8, min_samples_leaf=2, random_state=0).fit(X, Y)
    theirs = RandomForestClassifier(n_estimators=8, min_samples_leaf=2, random_state=0).fit(X, Y)
    expected = np.column_stack([share[:, 1] for share in theirs.predict_proba(X)])
    np.testing.assert_allclose(ours.predict_proba(X), expected, rtol=0, atol=1e-12)
    np.testing.assert_array_equal(ours.predict(X), theirs.predict(X))


def test_a_forest_of_one_label_and_of_labels_without_variation():
    X, Y = exclusive(80)
    one = RandomForestPCT(n_estimators=5, random_state=0).fit(X, Y[:, :1])
    theirs = RandomForestClassifier(n_estimators=5, random_state=0).fit(X, Y[:, 0])
    np.testing.assert_allclose(one.predict_proba(X)[:, 0], theirs.predict_proba(X)[:, 1], rtol=0, atol=1e-12)
    constant = RandomForestPCT(n_estimators=5, random_state=0).fit(X, np.tile([1, 0], (80, 1)))
    assert (constant.predict_proba(X) == [1, 0]).all()
