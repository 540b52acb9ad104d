"""Label powerset, RAkEL and HOMER: by hand, the loops, what always holds, and bad input."""

from itertools import chain, pairwise
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import multilabel_powersets as oracle
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.svm import SVC

from methods.checks import features_and_labels as data
from tiws_teach.multilabel import BinaryRelevance, HOMERClassifier, LabelPowerset, RAkELClassifier, homer
from tiws_teach.multilabel._balanced import assign_balanced, balanced_k_means
from tiws_teach.multilabel._labels import label_probability
from tiws_teach.multilabel.homer import LabelNode
from tiws_teach.multilabel.label_powerset import labelset_classes, marginal_probabilities
from tiws_teach.multilabel.rakel import disjoint_labelsets, label_votes, overlapping_labelsets

LOGISTIC = LogisticRegression()

# --- label powerset


def test_a_powerset_is_one_classifier_of_labelsets():
    X, Y = data()
    model = LabelPowerset(GaussianNB()).fit(X, Y)
    words = np.array(["".join(map(str, row)) for row in Y])
    theirs = GaussianNB().fit(X, words)
    assert ["".join(map(str, row)) for row in model.predict(X)] == theirs.predict(X).tolist()
    # classes in the order of their words are labelsets in the order of their labels
    assert ["".join(map(str, row)) for row in model.labelsets_] == theirs.classes_.tolist()
    by_class = theirs.predict_proba(X[:5])
    expected = [
        [sum(p for p, word in zip(row, theirs.classes_, strict=True) if word[label] == "1") for label in range(5)]
        for row in by_class
    ]
    np.testing.assert_allclose(model.predict_proba(X[:5]), expected, rtol=0, atol=1e-12)


def test_labelsets_by_hand():
    labelsets, classes = labelset_classes(np.array([[1, 1], [0, 1], [1, 1], [0, 0]]))
    assert (labelsets.tolist(), classes.tolist()) == ([[0, 0], [0, 1], [1, 1]], [2, 1, 2, 0])
    np.testing.assert_allclose(marginal_probabilities(np.array([[0.2, 0.3, 0.5]]), labelsets), [[0.5, 0.8]])


def test_the_default_powerset_is_the_linear_svm_without_probabilities():
    X, Y = data()
    model = LabelPowerset().fit(X, Y)
    assert isinstance(model.estimator_, SVC)
    assert not hasattr(model, "predict_proba")
    assert hasattr(LabelPowerset(LOGISTIC), "predict_proba")


def test_one_labelset_is_certain():
    model = LabelPowerset(LOGISTIC).fit([[0.0], [1.0]], [[1, 0], [1, 0]])
    assert model.predict([[9.0]]).tolist() == model.predict_proba([[9.0]]).tolist() == [[1, 0]]


# --- RAkEL


@given(st.integers(1, 9), st.integers(1, 9), st.integers(0, 999))
def test_what_is_drawn(n_labels, k, seed):
    k, rng = min(k, n_labels), np.random.RandomState(seed)
    n_models = min(2 * n_labels, comb(n_labels, k))
    drawn = overlapping_labelsets(n_labels, k, n_models, rng)
    assert len({tuple(labels) for labels in drawn}) == len(drawn) == n_models
    assert all(labels == sorted(set(labels)) and len(labels) == k for labels in drawn)
    parts = disjoint_labelsets(n_labels, k, rng)
    assert sorted(label for part in parts for label in part) == list(range(n_labels))
    assert [len(part) for part in parts[:-1]] == [k] * (len(parts) - 1)


def test_votes_by_hand_and_by_loops():
    labelsets = [[0, 1], [1, 3], [0, 3]]
    votes = [np.array([[1, 0], [0, 1]]), np.array([[1, 1], [0, 0]]), np.array([[1, 1], [1, 0]])]
    shares = [0.1, 0.2, 0.3, 0.4]
    found = label_votes(votes, labelsets, np.array(shares))
    assert found.tolist() == [[1, 0.5, 0.3, 1], [0.5, 0.5, 0.3, 0]]
    for row in range(2):
        loops = oracle.rakel_shares([vote[row].tolist() for vote in votes], labelsets, shares)
        assert found[row].tolist() == [float(share) for share in loops]


def test_the_models_are_powersets_of_their_labels():
    X, Y = data()
    model = RAkELClassifier(LOGISTIC, random_state=1).fit(X, Y)
    assert (len(model.labelsets_), {len(labels) for labels in model.labelsets_}) == (10, {3})
    predictions = [LabelPowerset(LOGISTIC).fit(X, Y[:, labels]).predict(X).tolist() for labels in model.labelsets_]
    for i in range(len(X)):
        shares = oracle.rakel_shares([each[i] for each in predictions], model.labelsets_, Y.mean(axis=0).tolist())
        assert model.predict_proba(X[i : i + 1])[0].tolist() == pytest.approx([float(share) for share in shares])
        assert model.predict(X[i : i + 1])[0].tolist() == [int(share >= 0.5) for share in shares]


def test_there_are_twice_as_many_models_as_labels_unless_there_are_fewer_sets():
    for n_labels, k, expected in ((7, 3, 14), (4, 3, 4), (6, 5, 6), (3, 1, 3)):
        X, Y = data(n_labels=n_labels)
        assert len(RAkELClassifier(GaussianNB(), k=k, random_state=0).fit(X, Y).labelsets_) == expected
    assert len(RAkELClassifier(GaussianNB(), n_models=5, random_state=0).fit(*data(n_labels=7)).labelsets_) == 5


def test_models_of_all_labels_are_the_powerset_and_of_one_label_binary_relevance():
    X, Y = data()
    for k in (5, 8):
        whole = RAkELClassifier(LOGISTIC, k=k, random_state=0).fit(X, Y)
        assert whole.labelsets_ == [[0, 1, 2, 3, 4]]
        np.testing.assert_array_equal(whole.predict(X), LabelPowerset(LOGISTIC).fit(X, Y).predict(X))
    single = RAkELClassifier(LOGISTIC, k=1, random_state=0).fit(X, Y)
    np.testing.assert_array_equal(single.predict(X), BinaryRelevance(LOGISTIC).fit(X, Y).predict(X))


def test_a_label_in_no_model_has_its_share_of_the_training_rows():
    X, Y = data()
    model = RAkELClassifier(LOGISTIC, k=2, n_models=1, random_state=0).fit(X, Y)
    left_out = sorted(set(range(5)) - set(model.labelsets_[0]))
    np.testing.assert_array_equal(model.predict_proba(X)[:, left_out], np.tile(Y.mean(axis=0)[left_out], (90, 1)))


def test_seed_and_jobs():
    X, Y = data()
    tables = [RAkELClassifier(random_state=3, n_jobs=jobs).fit(X, Y).predict_proba(X) for jobs in (None, 2)]
    np.testing.assert_array_equal(*tables)
    sets = [RAkELClassifier(LOGISTIC, random_state=seed).fit(X, Y).labelsets_ for seed in (3, 4)]
    assert sets[0] != sets[1]


def test_rakel_has_no_more_models_than_sets_of_labels():
    with pytest.raises(ValueError, match="n_models must be at most the number of sets of 3 of 5 labels, 10; got 11"):
        RAkELClassifier(LOGISTIC, n_models=11).fit(*data())


# --- balanced k-means


def test_a_full_group_sends_its_farthest_label_on():
    distances = np.array([[1.0, 9.0], [2.0, 3.0], [3.0, 4.0], [0.5, 8.0]])
    # 0 and 1 fill the first group; 2 is turned away; 3 pushes 1 out
    assert assign_balanced(distances, 2) == [[3, 0], [1, 2]]
    assert assign_balanced(np.array([[1.0, 1.0]] * 4), 2) == [[0, 1], [2, 3]]


@given(st.integers(1, 9), st.integers(1, 4), st.integers(0, 9999))
def test_groups_are_balanced_and_equal_the_loops(n_labels, k, seed):
    rng = np.random.default_rng(seed)
    distances = rng.integers(0, 6, size=(n_labels, k)).astype(float)  # with ties
    capacity = -(-n_labels // k)
    found = assign_balanced(distances, capacity)
    assert sorted(chain(*found)) == list(range(n_labels))
    assert max(map(len, found)) <= capacity
    loops = oracle.assign_balanced(distances.tolist(), capacity)
    assert [sorted(group) for group in found] == [sorted(group) for group in loops]


@settings(max_examples=40)
@given(st.integers(2, 12), st.integers(2, 4), st.integers(0, 9999))
def test_balanced_k_means_keeps_its_promises(n_points, k, seed):
    rng = np.random.RandomState(seed)
    points = rng.randint(0, 2, size=(n_points, 6))
    groups = balanced_k_means(points, min(k, n_points), rng)
    assert sorted(chain(*groups)) == list(range(n_points))
    assert all(group and group == sorted(group) for group in groups)
    assert max(map(len, groups)) <= -(-n_points // min(k, n_points))


@pytest.mark.parametrize("n_iter", [1, 2, 3, 4])
def test_balanced_k_means_goes_as_many_rounds_as_it_is_told(n_iter):
    """Written out round by round on points whose groups change in each of the first four."""
    points = np.random.default_rng(7).normal(size=(18, 4))
    centres, by_round = points[:3], []
    for _ in range(4):
        distances = [[float(np.linalg.norm(point - centre)) for centre in centres] for point in points]
        by_round.append([sorted(group) for group in oracle.assign_balanced(distances, 6)])
        centres = [points[group].mean(axis=0) for group in by_round[-1]]
    assert all(before != after for before, after in pairwise(by_round))
    assert balanced_k_means(points, 3, Fixed(), n_iter) == by_round[n_iter - 1]


@pytest.mark.parametrize("settings", [{}, {"n_iter": 1}, {"n_iter": 4}])
def test_homer_passes_its_rounds_on_to_every_node(monkeypatch, settings):
    asked = []

    def counted(points, k, rng, n_iter=None):
        asked.append(n_iter)
        return balanced_k_means(points, k, rng, n_iter)

    monkeypatch.setattr(homer, "balanced_k_means", counted)
    HOMERClassifier(LOGISTIC, k=2, random_state=0, **settings).fit(*data(n_labels=6))
    assert len(asked) > 1  # the root and nodes below it
    assert set(asked) == {settings.get("n_iter", 10)}


class Fixed:
    """A generator whose permutation leaves everything where it is."""

    def permutation(self, n):
        return np.arange(n)


# --- HOMER


def leaves(node):
    return [node.labels] if not node.children else [label for child in node.children for label in leaves(child)]


def test_the_hierarchy_holds_each_label_once():
    X, Y = data(n_labels=8)
    model = HOMERClassifier(LOGISTIC, k=2, random_state=0).fit(X, Y)
    assert sorted(leaves(model.root_)) == [(label,) for label in range(8)]
    pending = [model.root_]
    while pending:
        node = pending.pop()
        assert len(node.children) == len(node.models) <= 2
        if node.children:
            assert sorted(sum((child.labels for child in node.children), ())) == list(node.labels)
        pending += node.children


def test_prediction_and_probability_equal_the_walk():
    X, Y = data(n_labels=7)
    model = HOMERClassifier(LOGISTIC, k=2, random_state=1).fit(X, Y)
    found, P = model.predict(X), model.predict_proba(X)
    for i, x in enumerate(X[:40]):
        assert found[i].tolist() == oracle.walk(model.root_, lambda each, x=x: each.predict([x])[0] == 1, 7)
        assert P[i].tolist() == pytest.approx([product_on_the_way(model.root_, x, label) for label in range(7)])


def product_on_the_way(node, x, label):
    if not node.children:
        return 1.0
    child, model = next(pair for pair in zip(node.children, node.models, strict=True) if label in pair[0].labels)
    return float(label_probability(model, x[np.newaxis])[0]) * product_on_the_way(child, x, label)


def test_a_node_learns_from_rows_with_a_label_of_it():
    X, Y = data(n_labels=6)
    root = HOMERClassifier(LOGISTIC, k=2, random_state=0).fit(X, Y).root_
    child = root.children[0]
    rows = Y[:, list(child.labels)].any(axis=1)
    assert 0 < rows.sum() < len(X)
    np.testing.assert_allclose(root.models[0].coef_, LogisticRegression().fit(X, rows).coef_, rtol=0, atol=1e-10)
    for grandchild, fitted in zip(child.children, child.models, strict=True):
        any_label = Y[rows][:, list(grandchild.labels)].any(axis=1)
        expected = LogisticRegression().fit(X[rows], any_label)
        np.testing.assert_allclose(fitted.coef_, expected.coef_, rtol=0, atol=1e-10)


def test_few_labels_are_binary_relevance():
    X, Y = data(n_labels=3)
    ours, theirs = HOMERClassifier(LOGISTIC).fit(X, Y), BinaryRelevance(LOGISTIC).fit(X, Y)
    np.testing.assert_array_equal(ours.predict(X), theirs.predict(X))
    np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), rtol=0, atol=1e-15)


def test_a_group_of_labels_that_no_row_has_is_not_split():
    X, Y = data(n_labels=2)
    Y = np.column_stack([Y, np.zeros((90, 3), dtype=int)])
    model = HOMERClassifier(LOGISTIC, k=2, random_state=0).fit(X, Y)
    assert sorted(sum(leaves(model.root_), ())) == [0, 1, 2, 3, 4]
    assert not model.predict(X)[:, 2:].any()
    assert not model.predict_proba(X)[:, 2:].any()
    never = HOMERClassifier(LOGISTIC, k=2, random_state=0).fit(X, np.zeros((90, 5), dtype=int))
    assert all(isinstance(child, LabelNode) and not child.children for child in never.root_.children)
    assert not never.predict(X).any()


def test_the_default_is_the_linear_svm_with_probabilities():
    X, Y = data()
    model = HOMERClassifier(random_state=0).fit(X, Y)
    plain = HOMERClassifier(SVC(kernel="linear"), random_state=0).fit(X, Y)
    np.testing.assert_array_equal(model.predict(X), plain.predict(X))
    assert 0 < model.predict_proba(X).min() < model.predict_proba(X).max() < 1
    with pytest.raises(TypeError, match=r"estimator must have predict_proba; got SVC"):
        plain.predict_proba(X)
