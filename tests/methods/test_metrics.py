"""The metrics: by hand, the loops, scikit-learn's, all kinds of classes, and bad input."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn import metrics as peer
from sklearn.dummy import DummyClassifier

from methods.checks import refused
from tiws_teach.literal import metrics as oracle
from tiws_teach.metrics import (
    average_precision,
    balanced_accuracy,
    confusion_table,
    cost_threshold,
    expected_cost,
    f1,
    majority_accuracy,
    precision,
    precision_recall_steps,
    recall,
)

# ten patients, three of them ill: two found, one missed, one false alarm
TRUE, PREDICTED = [1, 1, 1, 0, 0, 0, 0, 0, 0, 0], [1, 1, 0, 1, 0, 0, 0, 0, 0, 0]
SCORES = [0.9, 0.8, 0.3, 0.8, 0.2, 0.1, 0.1, 0.1, 0.1, 0.1]

pairs = st.sampled_from(["abc", [0, 1], [True, False], [-1, 3, 7]]).flatmap(
    lambda names: st.lists(st.tuples(st.sampled_from(names), st.sampled_from(names)), min_size=1, max_size=25)
)
ranked = st.lists(st.tuples(st.booleans(), st.integers(0, 5)), min_size=1, max_size=20).filter(
    lambda rows: any(positive for positive, _ in rows)
)


def columns(rows):
    return [true for true, _ in rows], [predicted for _, predicted in rows]


# --- by hand


def test_ten_patients():
    table = confusion_table(TRUE, PREDICTED)
    assert table.to_numpy().tolist() == [[6, 1], [1, 2]]
    assert (table.index.name, table.columns.name) == ("true", "predicted")
    assert (table.index.tolist(), table.columns.tolist()) == ([0, 1], [0, 1])
    assert precision(TRUE, PREDICTED, 1) == pytest.approx(2 / 3)
    assert recall(TRUE, PREDICTED).to_dict() == pytest.approx({0: 6 / 7, 1: 2 / 3})
    assert f1(TRUE, PREDICTED, 0) == pytest.approx(12 / 14)
    assert balanced_accuracy(TRUE, PREDICTED) == pytest.approx((6 / 7 + 2 / 3) / 2)
    assert majority_accuracy(TRUE) == 0.7
    # thresholds .9 (1 of 1), .8 (2 of 3), .3 (3 of 4)
    assert average_precision(TRUE, SCORES) == pytest.approx((1 + 2 / 3 + 3 / 4) / 3)
    assert expected_cost(table, [[0, 1], [50, 0]]) == pytest.approx(5.1)


def test_steps_by_hand():
    steps = precision_recall_steps(TRUE, SCORES)
    assert steps["threshold"].tolist() == [0.9, 0.8, 0.3, 0.2, 0.1]
    np.testing.assert_allclose(steps["precision"], [1, 2 / 3, 3 / 4, 3 / 5, 3 / 10])
    np.testing.assert_allclose(steps["recall"], [1 / 3, 2 / 3, 1, 1, 1])


def test_series_are_named():
    for function in (precision, recall, f1):
        found = function(list("aab"), list("aba"))
        assert (found.name, found.index.name, found.index.tolist()) == (function.__name__, "class", ["a", "b"])


# --- where nothing is to be divided


# --- the loops


@pytest.mark.filterwarnings("ignore:A single label was found")
@given(pairs)
def test_metrics_of_classes_equal_the_loops_and_scikit_learns(rows):
    true, predicted = columns(rows)
    names = sorted({*true, *predicted})
    table = confusion_table(true, predicted)
    assert table.index.tolist() == names
    np.testing.assert_array_equal(table, peer.confusion_matrix(true, predicted, labels=names))
    theirs = peer.precision_recall_fscore_support(true, predicted, average=None, zero_division=0)
    for function, values in zip((precision, recall, f1), theirs[:3], strict=True):
        np.testing.assert_allclose(function(true, predicted), values, rtol=0, atol=1e-12)
        assert function(true, predicted, names[0]) == pytest.approx(values[0])
    assert balanced_accuracy(true, predicted) == pytest.approx(float(oracle.balanced_accuracy(true, predicted)))
    for known in (true, predicted):
        silent = DummyClassifier(strategy="most_frequent").fit(np.zeros((len(rows), 1)), known)
        assert majority_accuracy(true, known) == pytest.approx(silent.score(np.zeros((len(rows), 1)), true))
    assert majority_accuracy(true) == majority_accuracy(true, true)


@given(ranked)
def test_average_precision_equals_the_loops(rows):
    positive, scores = columns(rows)
    expected = float(oracle.average_precision(positive, scores))
    assert average_precision(positive, scores, pos_label=True) == pytest.approx(expected, abs=1e-12)
    order = np.random.default_rng(0).permutation(len(rows))
    assert average_precision(np.array(positive)[order], np.array(scores)[order], True) == pytest.approx(expected)
    monotone = np.exp(np.array(scores) / 3.0)
    assert average_precision(positive, monotone, True) == pytest.approx(expected)


@given(pairs, st.lists(st.integers(-3, 9), min_size=9, max_size=9))
def test_expected_cost_equals_the_loops_and_is_the_error_rate_for_unit_costs(rows, cells):
    true, predicted = columns(rows)
    table = confusion_table(true, predicted)
    names, n = table.index, len(table)
    costs = pd.DataFrame(np.reshape(cells, (3, 3))[:n, :n], names, names)
    of_rows = costs.to_numpy()[names.get_indexer(true), names.get_indexer(predicted)]
    for asked in ((table, costs), (table, costs.iloc[::-1, ::-1]), (table.to_numpy(), costs.to_numpy().tolist())):
        assert expected_cost(*asked) == pytest.approx(of_rows.mean(), abs=1e-12)
    error = np.mean([t != p for t, p in rows])
    assert expected_cost(table, 1 - np.eye(n)) == pytest.approx(error)


@pytest.mark.parametrize(("a", "m", "t"), [(1, 1, 0.5), (1, 4, 0.2), (30, 570, 0.05), (0, 2, 0.0)])
def test_the_threshold_by_cost_by_hand_and_by_the_loop(a, m, t):
    assert cost_threshold(a, m) == pytest.approx(t, abs=1e-15)
    assert cost_threshold(a, m) == pytest.approx(float(oracle.cost_threshold(a, m)), abs=1e-15)


@settings(max_examples=40)
@given(st.floats(0.01, 100), st.floats(0.01, 100), st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_no_threshold_costs_less_for_patients_with_known_probabilities(a, m, probabilities):
    p = np.array(probabilities)
    cost = {t: np.where(p > t, (1 - p) * a, p * m).mean() for t in (cost_threshold(a, m), 0.0, 0.1, 0.5, 0.9, 1.0)}
    assert cost[cost_threshold(a, m)] <= min(cost.values()) + 1e-12


# --- scikit-learn


def test_costs_with_further_classes_take_those_that_are_there():
    table = confusion_table(list("ab"), list("bb"))
    costs = pd.DataFrame([[0, 1, 2], [3, 0, 4], [5, 6, 0]], list("cab"), list("cab"))
    assert expected_cost(table, costs) == 2


@pytest.mark.parametrize("zero_division", [0.0, 1.0, np.nan])
def test_zero_division_equals_scikit_learns(zero_division):
    true, predicted = list("aabbd"), list("aaacd")
    theirs = peer.precision_recall_fscore_support(
        true, predicted, labels=list("abcde"), average=None, zero_division=zero_division
    )
    for function, expected in zip((precision, recall, f1), theirs[:3], strict=True):
        found = function(true, predicted, labels="abcde", zero_division=zero_division)
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-15, equal_nan=True)


@pytest.mark.parametrize("digits", [1, 2, 15])
@pytest.mark.parametrize("seed", range(3))
def test_average_precision_equals_scikit_learns(digits, seed):
    rng = np.random.default_rng(seed)
    true = rng.random(300) < 0.2
    scores = (rng.normal(size=300) + true).round(digits)
    assert average_precision(true, scores) == pytest.approx(peer.average_precision_score(true, scores), abs=1e-12)
    flipped = peer.average_precision_score(true, -scores, pos_label=False)
    assert average_precision(true, -scores, pos_label=False) == pytest.approx(flipped, abs=1e-12)
    names = np.where(true, "ill", "well")
    assert average_precision(names, scores, "ill") == average_precision(true, scores)
    steps = precision_recall_steps(true, scores)
    theirs = peer.precision_recall_curve(true, scores)  # thresholds rising, one more point at recall 0
    for name, expected in zip(("precision", "recall", "threshold"), theirs, strict=True):
        expected = expected[:-1] if name != "threshold" else expected
        np.testing.assert_allclose(steps[name].iloc[::-1], expected, rtol=0, atol=1e-15)


# --- kinds of classes


@pytest.mark.parametrize(
    ("true", "predicted"),
    [
        ([True, False, False], [1, 0, 1]),
        (pd.Series([1, 0, 0], dtype="Int64"), np.array([1.0, 0.0, 1.0])),
        (pd.Series([1, 0, 0], index=[7, 8, 9]), pd.Series([1, 0, 1], index=[3, 2, 1])),
        (pd.Categorical(["y", "n", "n"]), ["y", "n", "y"]),
        (pd.Series(["y", "n", "n"], dtype="string"), np.array(["y", "n", "y"])),
    ],
)
def test_classes_of_every_kind_are_matched_by_value_and_place(true, predicted):
    assert confusion_table(true, predicted).to_numpy().tolist() == [[1, 1], [0, 1]]
    assert balanced_accuracy(true, predicted) == 0.75


def test_labels_set_the_order():
    table = confusion_table(list("ab"), list("bb"), labels=list("cba"))
    assert table.index.tolist() == table.columns.tolist() == list("cba")
    assert table.to_numpy().tolist() == [[0, 0, 0], [0, 1, 0], [0, 1, 0]]
    assert recall(list("ab"), list("bb"), labels=["b", "a"]).index.tolist() == ["b", "a"]


# --- bad input


def test_continuous_predictions_are_refused_as_by_scikit_learn():
    for metric in (balanced_accuracy, precision, recall, f1, majority_accuracy):
        with pytest.raises(ValueError, match="must hold classes; got the continuous value"):
            metric([0.5, 1.0], [0, 1]) if metric is majority_accuracy else metric([0, 1], [0.2, 0.9])
    with pytest.raises(ValueError, match="mix of binary and continuous"):
        peer.balanced_accuracy_score([0, 1], [0.2, 0.9])
    assert balanced_accuracy([0, 1], [0.0, 1.0]) == 1  # whole numbers as floats are classes


def classes(*arguments):
    return lambda: confusion_table(*arguments)


def scored(*arguments):
    return lambda: average_precision(*arguments)


TABLE = confusion_table(list("ab"), list("bb"))
WITHOUT_B = pd.DataFrame(np.eye(2), list("ac"), list("ac"))
BAD = [
    (classes([], []), r"y_true must have one value for each row; got shape \(0,\)"),
    (classes([[0, 1]], [0]), r"y_true must have one value for each row; got shape \(1, 2\)\. Pass a 1-D array"),
    (classes([0, 1], [0]), r"y_pred must have one class for each of the 2 rows of y_true; got 1"),
    (classes([0, 1], [0, np.nan]), r"y_pred must have no missing values; got 1 of them\. Drop these rows"),
    (classes(["a", None], ["a", "b"]), r"y_true must have no missing values; got 1"),
    (classes([0, 1], ["0", "1"]), r"y_true and y_pred must hold classes of one type; got int and str\. Convert"),
    (classes([0, 1], [0, "1"]), r"y_pred must hold labels of one type; got strings and int 0\. Convert them, for exam"),
    (classes([0, 1], [0.2, 0.9]), r"y_pred must hold classes; got the continuous value 0\.2\. Pass classes, for exam"),
    (classes([0.5, 1], [0, 1]), r"y_true must hold classes; got the continuous value 0\.5"),
    (classes([0, 1], [0, 1], [0]), r"labels must name every class that occurs; got no 1\. Add it"),
    (classes([0, 1], [0, 1], [0, 1, 0]), r"labels must name each class once; got 0 twice"),
    (
        lambda: precision([0, 1], [1, 1], "ill"),
        r"pos_label must be one of the classes \[0, 1\]; got 'ill'\. Name it as",
    ),
    (lambda: majority_accuracy([0, 1], ["0", "1"]), r"y_true and y_train must hold classes of one type; got int and s"),
    (scored([0, 1], [0.5]), r"scores must have one value for each of the 2 rows of y_true; got 1"),
    (scored([0, 1], [[0.5, 0.5]] * 2), r"scores must have one value for each row; got shape \(2, 2\)\. Pass"),
    (scored([0, 1], [0.5, np.nan]), r"scores must have no missing values; got 1"),
    (scored([0, 1], ["a", "b"]), r"scores must be numbers; got dtype <U1\. Pass, for example, predict_proba"),
    (scored([0, 1, 2], [1, 2, 3]), r"y_true must have two classes; got 3 of them\. Pass y_true == label"),
    (
        scored(["ill", "well"], [1, 2]),
        r"pos_label must be given for strings or a single class; got classes \['ill', 'w",
    ),
    (scored([0, 0], [1, 2]), r"pos_label must be given for strings or a single class; got classes \[0\]"),
    (scored([0, 0], [1, 2], 1), r"y_true must hold a row of the positive class 1; got classes \[0\]\. Check pos_label"),
    (lambda: expected_cost(TABLE, np.eye(3)), r"costs must have the shape of confusion, \(2, 2\); got \(3, 3\)"),
    (
        lambda: expected_cost(TABLE, WITHOUT_B),
        r"costs must have a line and a column for each class .*; got none for 'b'",
    ),
    (lambda: expected_cost(TABLE * 0, np.eye(2)), r"confusion must count at least one row; got 0"),
    (lambda: cost_threshold(-1, 1), "false_alarm must be .* got -1"),
    (lambda: cost_threshold(1, 0), "miss must be .* got 0"),
]
test_bad_input_is_refused = refused(BAD)
