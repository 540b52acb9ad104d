"""What every multi-label method does beside the contract of all estimators: kinds of labels, edge cases, errors.

A method joins by its case in tests/contract/cases.py.
"""

from unittest.mock import patch

import numpy as np
import pandas as pd
import pytest
from contract.cases import CASES, LOGISTIC
from every_page import EVERY_PAGE
from numpydoc.validate import validate
from scipy import sparse
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.model_selection import GridSearchCV, KFold, cross_validate
from sklearn.utils.metaestimators import available_if

from tiws_teach.multilabel import BinaryRelevance, NLDDClassifier, RandomForestPCT, _input, hamming_loss, labelsets
from tiws_teach.multilabel._base import _MultilabelBase

METHODS = {name: case.estimator for name, case in CASES.items() if case.kind == "labels"} | {
    "BinaryRelevance (probabilities)": BinaryRelevance(LOGISTIC, prediction="probability"),
    "NLDDClassifier (product)": NLDDClassifier(LOGISTIC, random_state=0, combination="product"),
    "RandomForestPCT": RandomForestPCT(n_estimators=10, random_state=0),
}
WITHOUT_PROBABILITIES = ("SubsetMapping",)
"""Names of METHODS that have no predict_proba."""

pytestmark = pytest.mark.filterwarnings("ignore:NLDD (drops|cannot weigh) D:UserWarning")  # small, random data

every_class = pytest.mark.parametrize("method", dict.fromkeys(map(type, METHODS.values())))
every_method = pytest.mark.parametrize("name", METHODS)


def data(n=120, seed=0):
    """Three features, four labels that hang together, all labelsets seen more than once."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 3))
    Y = np.column_stack([X[:, 0] > 0, X[:, 0] + X[:, 1] > 0, X[:, 1] > 0.3, X[:, 2] < 0]).astype(int)
    return X, Y


def fitted(name, X, Y):
    return clone(METHODS[name]).fit(X, Y)


def outputs(name, X, Y, queries):
    """Return the predictions and, where there are, the probabilities."""
    model = fitted(name, X, Y)
    return [model.predict(queries)] + ([] if name in WITHOUT_PROBABILITIES else [model.predict_proba(queries)])


def same(ours, theirs, atol=0.0):
    for a, b in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(a, b, rtol=0, atol=atol)


@every_method
def test_what_comes_out(name):
    X, Y = data()
    model = fitted(name, X, Y)
    with patch.object(_input, "validate_data", wraps=_input.validate_data) as check:
        Y_pred = model.predict(X)
    assert (Y_pred.dtype.kind, {*Y_pred.flat}, [*model.labels_], check.call_count) == ("i", {0, 1}, [0, 1, 2, 3], 1)
    assert model.score(X, Y) == np.mean((Y_pred == Y).all(axis=1))
    assert hamming_loss(Y, Y_pred) < 0.15
    assert hasattr(model, "predict_proba") == (name not in WITHOUT_PROBABILITIES)
    if hasattr(model, "predict_proba"):
        P = model.predict_proba(X)
        assert 0 <= P.min() <= P.max() <= 1
        assert np.mean((P > 0.5) == Y) > 0.85


@every_class
def test_sparse_features_may_have_wide_indices(method):
    """The default classifier too takes indices of 64 bits, which libsvm does not; and the caller keeps them."""
    X, Y = data(40)
    X[np.abs(X) < 0.4] = 0
    expected = seeded(method).fit(sparse.csr_matrix(X), Y).predict(sparse.csr_matrix(X))
    for kind in (sparse.csr_matrix, sparse.csr_array):
        wide = kind(X)
        wide.indices, wide.indptr = wide.indices.astype(np.int64), wide.indptr.astype(np.int64)
        np.testing.assert_array_equal(seeded(method).fit(wide, Y).predict(wide), expected)
        assert wide.indices.dtype == wide.indptr.dtype == np.int64


def seeded(method):
    """Return an instance with all defaults but the seed."""
    return method(**{"random_state": 0} if "random_state" in method().get_params() else {})


@pytest.mark.parametrize(("largest", "expected"), [(4, np.int32), (3, np.int64)])
def test_indices_are_made_small_only_where_they_fit(monkeypatch, largest, expected):
    monkeypatch.setattr(_input, "LARGEST_INDEX", largest)
    wide = sparse.csr_array(np.eye(4, 2) + np.eye(4, 2, -2))
    wide.indices, wide.indptr = wide.indices.astype(np.int64), wide.indptr.astype(np.int64)
    X, _ = _input.check_training(BinaryRelevance(), wide, np.ones((4, 1)))
    assert X.indices.dtype == X.indptr.dtype == expected
    np.testing.assert_array_equal(X.toarray(), wide.toarray())


@every_method
def test_every_kind_of_labels(name):
    X, Y = data()
    expected = outputs(name, X, Y, X[:20])
    kinds = [sparse.csr_matrix, np.ndarray.tolist, sparse.csc_array, lambda Y: Y > 0, lambda Y: Y.astype(float)]
    for kind in kinds if EVERY_PAGE or name == "BinaryRelevance" else kinds[:1]:  # all read them by one function
        same(outputs(name, X, kind(Y), X[:20]), expected)
    words = ["calm", "loud", "quiet", "sad"]
    frame = pd.DataFrame(Y, columns=words, index=range(7, 127))
    same(outputs(name, X, frame, X[:20]), expected)
    assert fitted(name, X, frame).labels_.tolist() == words
    sets_of = [pd.Series(labelsets(Y, words)), labelsets(Y, words), [set(row) for row in labelsets(Y, words)]]
    for sets in sets_of if EVERY_PAGE or name == "BinaryRelevance" else sets_of[:1]:
        same(outputs(name, X, sets, X[:20]), expected)
        assert fitted(name, X, sets).labels_.tolist() == words


@every_method
def test_a_label_that_is_always_or_never_there_stays_so(name):
    X, Y = data()
    Y[:, 1], Y[:, 3] = 1, 0
    found = outputs(name, X, Y, np.vstack([X, X * 50]))
    for table in found:
        assert (table[:, 1] > 0.5).all()
        assert (table[:, 3] < 0.5).all()
    assert hamming_loss(Y, found[0][:120]) < 0.15


@every_method
def test_one_labelset_one_label_rows_without_any_and_a_rare_label_are_no_obstacle(name):
    X, Y = data()
    assert (fitted(name, X, np.tile([1, 0, 1], (120, 1))).predict(X * 3) == [1, 0, 1]).all()
    assert hamming_loss(Y[:, :1], fitted(name, X, Y[:, :1]).predict(X)) < 0.15
    some = np.where(np.arange(120)[:, np.newaxis] % 2, Y, 0)
    for labels in (some, np.column_stack([Y, np.arange(120) == 7])):
        assert fitted(name, X, labels).predict(X).shape == labels.shape


@every_method
@pytest.mark.parametrize(
    ("Y", "said"),
    [
        (np.full((120, 2), 2), r"Y must hold only 0 and 1; got 2\. Pass an array of shape"),
        (np.full((120, 2), -1), r"Y must hold only 0 and 1; got -1"),
        (np.full((120, 2), np.nan), r"Y must hold only 0 and 1; got nan"),
        (np.full((120, 2), "sad"), r"Y must hold only 0 and 1; got 'sad'"),
        (np.zeros(120), r"Y must have two dimensions, rows and labels, with at least 1 of each; got shape \(120,\)"),
        (np.zeros((120, 0)), r"Y must have two dimensions, .* got shape \(120, 0\)"),
        ([set()] * 120, r"Y must have two dimensions, .* got shape \(120, 0\)"),
        (np.zeros((119, 2)), r"Y must have one row for each of the 120 rows of X; got 119 rows\."),
        ([{"sad"}] * 119, r"Y must have one row for each of the 120 rows of X; got 119 rows\."),
        ([{"sad"}, "calm"] * 60, r"Y must hold a set of labels for each row; got 'calm'\. Write \{'sad'\}"),
    ],
)
def test_labels_that_are_none_are_refused(name, Y, said):
    with pytest.raises(ValueError, match=said):
        fitted(name, data()[0], Y)


WORDS = ["calm", "loud", "quiet", "sad"]
on_base = pytest.mark.parametrize(
    "name", [name for name, model in METHODS.items() if isinstance(model, _MultilabelBase)]
)


@on_base
def test_the_score_of_label_sets_is_that_of_their_indicators(name):
    X, Y = data()
    expected = fitted(name, X[:60], Y[:60]).score(X[60:], Y[60:])
    frame, named = pd.DataFrame(Y, columns=WORDS), labelsets(Y, WORDS)
    sets = [set(row) for row in named]
    assert 0 < expected < 1
    for labels in (frame, named, sets, pd.Series(sets)):
        model = fitted(name, X[:60], labels[:60])
        scores = [model.score(X[60:], each[60:]) for each in (labels, sets, named, Y, sparse.csr_array(Y))]
        assert scores == [expected] * 5
    weights = np.arange(60)
    right = (model.predict(X[60:]) == Y[60:]).all(axis=1)
    assert model.score(X[60:], sets[60:], sample_weight=weights) == pytest.approx(right @ weights / weights.sum())


def test_folds_of_label_sets_are_scored_by_name():
    """Each fold lacks a label that another one has; two of them have as many labels, but not the same ones."""
    X, Y = data(60)
    Y = np.column_stack([Y, np.arange(60) == 7, np.arange(60) == 50])
    sets = [set(row) for row in labelsets(Y, [*WORDS, "x", "y"])]
    model, folds = BinaryRelevance(LOGISTIC), KFold(2)
    expected = cross_validate(model, X, Y, cv=folds, error_score="raise")["test_score"]
    found = cross_validate(model, X, sets, cv=folds, error_score="raise")["test_score"]
    assert found.tolist() == expected.tolist()
    search = GridSearchCV(model, {"estimator__C": [0.1, 1.0]}, cv=folds, error_score="raise")
    assert search.fit(X, sets).best_score_ == search.fit(X, Y).best_score_
    part = model.fit(X[:30], sets[:30])
    assert part.labels_.tolist() == [*WORDS, "x"]
    assert part.score(X[[50]], [set(part.labels_[part.predict(X[[50]])[0] == 1])]) == 1
    assert part.score(X[[50]], [{*part.labels_[part.predict(X[[50]])[0] == 1], "y"}]) == 0
    assert part.score([[-9.0, -9.0, 9.0]], [set()]) == 1  # no label at all is a labelset too


@pytest.mark.parametrize(
    ("trained", "Y", "said"),
    [
        (
            list("ab"),
            pd.DataFrame([[1, 0]] * 4, columns=list("ba")),
            r"Y must have the 2 labels of training; got \['b', 'a'\]",
        ),
        (list("ab"), np.ones((4, 3)), r"Y must have the 2 labels of training; got \[0, 1, 2\]\. Pass the columns"),
        (list("ab"), [{"a"}] * 3, r"Y must have one row for each of the 4 rows of X; got 3 rows"),
        (list("ab"), [{"a"}, "a", {"b"}, {"a"}], r"Y must hold a set of labels for each row; got 'a'"),
        (None, [{"a"}] * 4, r"Y must hold labels of training, which are column numbers; got 'a'\. Pass Y as an array"),
    ],
)
def test_labels_that_cannot_be_compared_are_not_scored(trained, Y, said):
    X = np.arange(4.0)[:, np.newaxis]
    model = BinaryRelevance(LOGISTIC).fit(X, pd.DataFrame([[0, 1], [0, 1], [1, 0], [1, 0]], columns=trained))
    with pytest.raises(ValueError, match=said):
        model.score(X, Y)


@on_base
def test_predictions_come_with_names_where_they_are_asked_for(name):
    X, Y = data()
    frame = pd.DataFrame(X, columns=["a", "b", "c"], index=range(7, 127))
    labels = pd.DataFrame(Y, columns=WORDS, index=frame.index)
    model = fitted(name, frame, labels)
    assert isinstance(model.predict(frame), np.ndarray)
    for method in ("predict", "predict_proba", "decision_function"):
        if hasattr(model, method):
            found = model.predict_frame(frame[:20], method)
            assert (found.columns.tolist(), found.index.tolist()) == (WORDS, list(range(7, 27)))
            np.testing.assert_array_equal(found.to_numpy(), getattr(model, method)(frame[:20]))
        else:
            with pytest.raises(ValueError, match=r"method must be one of 'predict'.*got '" + method):
                model.predict_frame(frame, method)
    assert hamming_loss(labels, model.predict_frame(frame)) < 0.15
    unnamed = fitted(name, X, Y).predict_frame(X[:5])
    assert (unnamed.columns.tolist(), unnamed.index.tolist()) == ([0, 1, 2, 3], [0, 1, 2, 3, 4])


def test_the_base_is_documented():
    for name in ("score", "predict_frame"):
        errors = validate(f"tiws_teach.multilabel._base._MultilabelBase.{name}")["errors"]
        assert not {code for code, _ in errors} & {"GL08", "SS01", "SS03", "PR01", "PR02", "PR03", "PR04", "RT01"}


# --- where the decision is exactly at its border


class Told(ClassifierMixin, BaseEstimator):
    """A classifier whose score, or without one whose probability, is the feature itself."""

    def __init__(self, scored=True):
        self.scored = scored

    def fit(self, X, y):
        self.classes_ = np.array([0, 1])
        return self

    @available_if(lambda self: self.scored)
    def decision_function(self, X):
        return X[:, 0]

    def predict_proba(self, X):
        return np.column_stack([1 - X[:, 0], X[:, 0]])


@pytest.mark.parametrize(
    ("scored", "prediction", "border"),
    [(True, "score", 0.0), (False, "score", 0.5), (True, "probability", 0.5), (False, "probability", 0.5)],
)
def test_binary_relevance_predicts_a_label_above_the_border_and_not_at_it(scored, prediction, border):
    queries = np.array([[np.nextafter(border, -1)], [border], [np.nextafter(border, 1)]])
    model = BinaryRelevance(Told(scored), prediction=prediction).fit([[0.0], [1.0]], [[0], [1]])
    assert model.predict(queries).tolist() == [[0], [0], [1]]
