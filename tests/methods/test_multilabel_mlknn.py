"""MLkNN: by hand, the loops in exact fractions, what its neighbours may be, and bad input."""

import pickle
import re
from fractions import Fraction

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import multilabel_mlknn as oracle
from scipy import sparse

from methods.checks import peak_of, refused
from tiws_teach.multilabel import MLkNNClassifier
from tiws_teach.multilabel.mlknn import count_likelihoods, label_posteriors, label_priors, neighbor_counts

X = np.array([[0.0], [1.0], [2.0], [3.5], [10.0], [11.0]])
Y = np.array([[1, 0], [1, 0], [1, 1], [0, 1], [0, 1], [0, 0]])


def test_the_equations_by_hand():
    assert label_priors(Y).tolist() == [4 / 8, 4 / 8]
    assert label_priors(Y, smoothing=2).tolist() == [5 / 10, 5 / 10]
    # each row's nearest other row: 1, 0 (before 2), 1, 2, 5, 4
    counts = neighbor_counts(Y, np.array([[1], [0], [1], [2], [5], [4]]))
    assert counts.tolist() == [[1, 0], [1, 0], [1, 0], [1, 1], [0, 0], [0, 1]]
    likelihoods = count_likelihoods(counts, Y, k=1)
    assert likelihoods[1].tolist() == [[1 / 5, 4 / 5], [3 / 5, 2 / 5]]  # rows with the label
    assert likelihoods[0].tolist() == [[3 / 5, 2 / 5], [3 / 5, 2 / 5]]  # rows without
    posteriors = label_posteriors(label_priors(Y), likelihoods, np.array([[1, 0], [0, 1]]))
    expected = [[2 / 3, 1 / 2], [1 / 4, 1 / 2]]
    np.testing.assert_allclose(posteriors, expected, rtol=0, atol=1e-15)
    model = MLkNNClassifier(n_neighbors=1).fit(X, Y)
    np.testing.assert_allclose(
        model.predict_proba([[0.2], [10.9]]), [[2 / 3, 1 / 2], [1 / 4, 1 / 2]], rtol=0, atol=1e-12
    )
    assert model.predict([[0.2], [10.9]]).tolist() == [[1, 1], [0, 1]]  # one half is enough


def test_a_row_is_not_its_own_neighbour_but_its_twin_is():
    counts = neighbor_counts(Y, np.arange(6)[:, np.newaxis])  # the mistake: each row finds itself
    wrong = count_likelihoods(counts, Y, k=1)
    right = MLkNNClassifier(n_neighbors=1).fit(X, Y).likelihoods_
    assert wrong[1, :, 0].tolist() == [1 / 5, 1 / 5]  # a row with the label never has a neighbour without
    assert not np.allclose(wrong, right)
    twins = MLkNNClassifier(n_neighbors=1).fit(np.repeat(X, 2, axis=0), np.repeat(Y, 2, axis=0))
    assert twins.likelihoods_[1, :, 1].tolist() == [7 / 8, 7 / 8]


@settings(max_examples=40)
@given(st.integers(3, 12), st.integers(1, 4), st.integers(1, 3), st.integers(1, 3), st.integers(0, 9999))
def test_equal_to_the_loops(n, k, n_labels, s, seed):
    rng = np.random.default_rng(seed)
    rows = rng.integers(0, 4, size=(n, 2)).astype(float)  # with ties and duplicates
    labels, query = rng.integers(0, 2, size=(n, n_labels)), rng.integers(0, 4, size=(1, 2)).astype(float)
    k = min(k, n - 1)
    model = MLkNNClassifier(n_neighbors=k, smoothing=s).fit(rows, labels)
    expected = oracle.mlknn(rows.tolist(), labels.tolist(), query[0].tolist(), k, s)
    np.testing.assert_allclose(model.predict_proba(query)[0], [float(p) for p in expected], rtol=0, atol=1e-11)
    assert model.predict(query)[0].tolist() == [int(p >= Fraction(1, 2)) for p in expected]


def test_sparse_rows_and_queries_stay_sparse():
    rng = np.random.default_rng(0)
    rows, labels = sparse.csr_array(rng.random((8000, 1000)) < 0.01, dtype=float), rng.integers(0, 2, size=(8000, 2))
    model = MLkNNClassifier(3).fit(rows[:60], labels[:60])
    assert len(pickle.dumps(model)) < 60 * 1000 * 8 / 4  # the rows are stored sparse
    assert peak_of(lambda: model.predict(rows)) < 8000 * 1000 * 8 / 2  # half of what all queries would take


TOO_LARGE = r"X must hold values of size at most 1e\+140; got .*e\+16.\. Divide all"
TOO_MANY = (
    "n_neighbors must be in [1, n_samples - 1 = 5], as no row is its own neighbour (n_samples = 6); "
    "got n_neighbors = 6. Lower n_neighbors or fit on at least 7 rows."
)
BAD = [
    (lambda: MLkNNClassifier(6).fit(X, Y), re.escape(TOO_MANY)),
    (lambda: MLkNNClassifier(1).fit(X * 1e160, Y), TOO_LARGE),
    (lambda: MLkNNClassifier(1).fit(X, Y).predict(X * 1e160), TOO_LARGE),
]
test_bad_input_is_refused = refused(BAD)
