"""Subset mapping and classifier chains, alone and many: by hand, the loops, scikit-learn's chain, and bad input."""

from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import multilabel_chains as oracle
from scipy import sparse
from sklearn.linear_model import LogisticRegression
from sklearn.multioutput import ClassifierChain as TheirChain
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

from methods.checks import features_and_labels, refused
from tiws_teach.multilabel import BinaryRelevance, ClassifierChain, EnsembleClassifierChain, SubsetMapping
from tiws_teach.multilabel.classifier_chain import with_labels
from tiws_teach.multilabel.ensemble_chains import draw_chain
from tiws_teach.multilabel.subset_mapping import nearest_labelset, seen_labelsets

LOGISTIC = LogisticRegression()
data = partial(features_and_labels, n_labels=4)
matrices = st.integers(1, 5).flatmap(
    lambda n_labels: st.lists(st.lists(st.integers(0, 1), min_size=n_labels, max_size=n_labels), min_size=1, max_size=9)
)

# --- subset mapping


def test_ties_go_to_the_frequent_labelset_and_then_to_the_first():
    Y = np.array([[0, 1, 1], [1, 1, 0], [0, 0, 0], [1, 1, 0]])
    assert seen_labelsets(Y).tolist() == [[1, 1, 0], [0, 1, 1], [0, 0, 0]]
    found = nearest_labelset(np.array([[0, 1, 0], [0, 0, 1], [1, 1, 1], [0, 1, 1]]), seen_labelsets(Y))
    # 010 is one label from all three; 001 from 011 and 000, which are equally frequent; 111 from 110 and 011
    assert found.tolist() == [[1, 1, 0], [0, 1, 1], [1, 1, 0], [0, 1, 1]]


@given(matrices, st.randoms(use_true_random=False))
def test_subset_mapping_equals_the_loops(Y, random):
    predictions = [[random.randint(0, 1) for _ in Y[0]] for _ in range(5)]
    labelsets = seen_labelsets(np.array(Y))
    assert [tuple(each) for each in labelsets.tolist()] == oracle.seen_labelsets(Y)
    assert nearest_labelset(np.array(predictions), labelsets).tolist() == [oracle.mapped(p, Y) for p in predictions]


def test_subset_mapping_moves_what_binary_relevance_predicts():
    X, Y = data(seed=9)
    queries = np.random.default_rng(5).normal(size=(60, 3))
    expected = BinaryRelevance(LOGISTIC).fit(X[:20], Y[:20]).predict(queries)
    model = SubsetMapping(LOGISTIC).fit(X[:20], Y[:20])
    found = model.predict(queries)
    seen = {tuple(row) for row in Y[:20].tolist()}
    invented = [tuple(row) not in seen for row in expected.tolist()]
    assert 0 < sum(invented) < 60
    assert {tuple(row) for row in found.tolist()} <= seen
    np.testing.assert_array_equal(found[~np.array(invented)], expected[~np.array(invented)])


# --- one chain


@pytest.mark.parametrize("order", [None, [2, 0, 3, 1], (3, 2, 1, 0)])
@pytest.mark.parametrize("base", [LOGISTIC, DecisionTreeClassifier(max_depth=3, random_state=0)])
def test_a_chain_equals_scikit_learns(order, base):
    X, Y = data()
    ours = ClassifierChain(base, order=order).fit(X[:60], Y[:60])
    theirs = TheirChain(base, order=order if order is None else list(order)).fit(X[:60], Y[:60])
    np.testing.assert_array_equal(ours.predict(X), theirs.predict(X))
    np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), rtol=0, atol=1e-12)


def test_the_default_is_the_linear_svm_and_decides_by_its_score():
    X, Y = data()
    ours, theirs = ClassifierChain().fit(X, Y), TheirChain(SVC(kernel="linear", C=1.0)).fit(X, Y)
    np.testing.assert_array_equal(ours.predict(X), theirs.predict(X))
    P = ours.predict_proba(X)
    assert 0 < P.min() < P.max() < 1


def test_labels_go_behind_the_features_dense_or_sparse():
    X, labels = np.array([[1.5, 0.0], [0.0, 2.0]]), np.array([[1], [0]], dtype=np.int8)
    assert with_labels(X, labels).tolist() == [[1.5, 0, 1], [0, 2, 0]]
    for kind in (sparse.csr_matrix, sparse.csr_array):
        joined = with_labels(kind(X), labels)
        assert (joined.format, joined.dtype) == ("csr", float)
        assert joined.toarray().tolist() == [[1.5, 0, 1], [0, 2, 0]]
        assert with_labels(kind(X), labels[:, :0]).shape == (2, 2)


# --- many chains


def test_what_a_chain_draws():
    rng = np.random.RandomState(0)
    rows, columns, order = draw_chain((10, 7), 5, rng)
    assert (len(rows), len(set(rows)) < 10, columns.tolist()) == (10, True, list(range(7)))
    assert sorted(order) == list(range(5))
    rows, columns, _ = draw_chain((10, 7), 5, rng, max_samples=0.75, max_features=0.5, bootstrap=False)
    assert (len(rows), len(set(rows)), len(columns), columns.tolist()) == (8, 8, 4, sorted({*columns}))


def test_votes_are_those_of_the_chains():
    X, Y = data()
    model = EnsembleClassifierChain(LOGISTIC, n_estimators=5, max_features=0.6, random_state=3).fit(X, Y)
    rng = np.random.RandomState(3)
    votes = np.zeros(Y.shape)
    for chain, columns in zip(model.estimators_, model.columns_, strict=True):
        rows, drawn, order = draw_chain(X.shape, 4, rng, 1.0, 0.6, True)
        np.testing.assert_array_equal(columns, drawn)
        np.testing.assert_array_equal(chain.order_, order)
        again = TheirChain(LOGISTIC, order=order.tolist()).fit(X[rows][:, drawn], Y[rows])
        np.testing.assert_array_equal(chain.predict(X[:, drawn]), again.predict(X[:, drawn]))
        votes += again.predict(X[:, drawn])
    np.testing.assert_allclose(model.predict_proba(X), votes / 5, rtol=0, atol=1e-15)
    np.testing.assert_array_equal(model.predict(X), votes >= 2.5)


def test_the_threshold_is_reached_by_half_of_the_votes():
    X, Y = data()
    shares = EnsembleClassifierChain(LOGISTIC, n_estimators=4, random_state=0).fit(X, Y)
    P = shares.predict_proba(X)
    assert (P == 0.5).any()
    np.testing.assert_array_equal(shares.predict(X), P >= 0.5)
    strict = EnsembleClassifierChain(LOGISTIC, n_estimators=4, threshold=0.51, random_state=0).fit(X, Y)
    np.testing.assert_array_equal(strict.predict(X), P > 0.5)


# --- bad input

LINEAR = SVC(kernel="linear")
NO_PROBABILITY = r"estimator must have predict_proba; got SVC"
NO_ORDER = r"order must be None, 'random' or name each of the columns .* 3 once; got"
ORDERS = [[0, 1, 2], [0, 1, 2, 2], [1, 2, 3, 4], "sorted", [[0, 1, 2, 3]], [0.5, 1, 2, 3]]
BAD = [
    (lambda X, Y: SubsetMapping(LINEAR, prediction="probability").fit(X, Y), NO_PROBABILITY),
    (lambda X, Y: ClassifierChain(LINEAR).fit(X, Y).predict_proba(X), NO_PROBABILITY),
    *((lambda X, Y, order=order: ClassifierChain(LOGISTIC, order=order).fit(X, Y), NO_ORDER) for order in ORDERS),
]
test_bad_input_is_refused = refused(BAD, data)
