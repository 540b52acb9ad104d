"""The room of lesson 04: reach, fields and measurements; its pictures and its explorer."""

from unittest.mock import patch

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.patches import Circle
from methods.checks import refused
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import KNeighborsClassifier

from lessons.drawing import fresh
from tiws_teach.kcnn import EKCNNClassifier, KCNNClassifier, conditional_posteriors
from tiws_teach.lessons.kcnn import plots
from tiws_teach.lessons.kcnn.experiments import fields as kcnn
from tiws_teach.lessons.kcnn.experiments import measured as kcnn_measured
from tiws_teach.lessons.kcnn.experiments import rules as kcnn_rules
from tiws_teach.lessons.kcnn.explorer import KCNNExplorer, RuleExplorer, StatedExplorer

KNOWN, FRESH = kcnn_rules.plants(120), kcnn_rules.fresh_plants(80)
FOUND = kcnn_rules.search(KNOWN.data, KNOWN.target, FRESH.data, 9)


# rules --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("k", [1, 3, 9])
def test_votes_are_those_of_scikit_learn(k):
    peer = KNeighborsClassifier(k, algorithm="brute").fit(KNOWN.data, KNOWN.target)
    np.testing.assert_allclose(FOUND.posteriors("vote", k), peer.predict_proba(FRESH.data))


@pytest.mark.parametrize("k", [1, 4, 9])
@pytest.mark.parametrize("r", [1.0, 2.0])
def test_one_search_gives_what_the_classifiers_give(k, r):
    for name, model in (("kCNN", KCNNClassifier(k, smoothing=r)), ("EkCNN", EKCNNClassifier(k, smoothing=r))):
        fitted = model.fit(KNOWN.data, KNOWN.target)
        np.testing.assert_allclose(FOUND.posteriors(name, k, r), fitted.predict_proba(FRESH.data))


def test_more_neighbours_than_rows():
    np.testing.assert_allclose(THREE.posteriors("vote", 3), [[2 / 3, 1 / 3]])
    np.testing.assert_allclose(THREE.posteriors("EkCNN", 2), [[1.0, 0.0]], atol=1e-6)


def test_fresh_plants_are_others_with_the_same_truth():
    assert not np.isin(FRESH.data.to_numpy(), KNOWN.data.to_numpy()).any()
    np.testing.assert_allclose(KNOWN.posterior([[0.5, 3.0]]), [[0.5, 0.5]])
    np.testing.assert_array_equal(FRESH.posterior(FRESH.data), KNOWN.posterior(FRESH.data))


def test_errors_by_hand():
    truth = [[0.8, 0.2], [0.4, 0.6]]
    assert kcnn_rules.posterior_error([[0.5, 0.5], [0.5, 0.5]], truth) == pytest.approx((2 * 0.09 + 2 * 0.01) / 2)
    assert kcnn_rules.expected_error(truth, truth) == pytest.approx((0.2 + 0.4) / 2)
    assert kcnn_rules.expected_error([[1, 0], [1, 0]], truth) == pytest.approx((0.2 + 0.6) / 2)
    assert kcnn_rules.expected_error([[0.5, 0.5]], [[0.3, 0.7]]) == pytest.approx(0.7)  # ties: the first class


# a robot's plants ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", [*kcnn_rules.METHODS, kcnn.RIVAL])
def test_what_a_rule_states_is_what_its_estimator_predicts(rule):
    result = kcnn.states(rule, 3, 2.0, 0.5, -1.0)
    X, y, cells = kcnn.field()
    models = {"vote": KNeighborsClassifier(3), "kCNN": KCNNClassifier(3, 2.0), "EkCNN": EKCNNClassifier(3, 2.0)}
    model = models.get(rule, LogisticRegression()).fit(X[:100], y[:100])
    for asked, stated in ((X[100:], result.stated), (cells, result.cells), ([[0.5, -1.0]], [result.now])):
        np.testing.assert_allclose(model.predict_proba(asked)[:, 1], stated, atol=1e-12)
    assert result.error == pytest.approx(2 * ((result.stated - result.truth) ** 2).mean())
    assert result.true_now == pytest.approx(1 / (1 + np.exp(1.125 - 0.75)))


def test_a_circle_holds_k_plants_of_both_species_or_of_each():
    X, y, _ = kcnn.field()
    far = np.linalg.norm(X[:100] - (0.5, -1.0), axis=1)
    (radius,) = kcnn.states("vote", 7, 1.0, 0.5, -1.0).radii
    assert (far <= radius).sum() == 7
    for species, radius in enumerate(kcnn.states("kCNN", 7, 1.0, 0.5, -1.0).radii):
        assert (far[y[:100] == species] <= radius).sum() == 7


def test_a_vote_of_three_has_four_levels_and_kcnn_decides_by_the_same_order_for_each_r():
    assert kcnn.states("vote", 3, 1.0, 0.0, 0.0).levels == 4
    plain, smooth = (kcnn.states("kCNN", 3, r, 0.0, 0.0) for r in (1.0, 4.0))
    np.testing.assert_array_equal(plain.stated > 0.5, smooth.stated > 0.5)
    odds = [np.log(each.stated / (1 - each.stated)) for each in (plain, smooth)]
    np.testing.assert_allclose(odds[0], 4 * odds[1], rtol=1e-6, atol=1e-9)


@pytest.mark.parametrize("k", [1, 3, 8])
def test_kcnn_spreads_as_a_vote_of_2k_plus_1_where_both_classes_are_equally_dense(k):
    volumes = np.random.default_rng(k).gamma(k, size=(20_000, 2))
    for p in (2, 10):
        stated = conditional_posteriors(volumes ** (1 / p), p)[:, 0]
        assert stated.std() == pytest.approx(np.sqrt(1 / (4 * (2 * k + 1))), rel=0.02)


THREE = kcnn_rules.search([[0.0], [1.0], [5.0]], [0, 0, 1], [[0.0]], 5)
test_bad_input_is_told = refused(
    [
        (lambda: THREE.posteriors("vote", 4), r"k must be in \[1, 3\]; got 4"),
        (lambda: THREE.posteriors("median", 1), "method must be one of"),
    ]
)


# the truth ----------------------------------------------------------------------------------------------------------


@given(st.floats(0.01, 0.99), st.floats(0.1, 4))
def test_bent_bends_the_odds(p, power):
    bent = float(kcnn.bent(p, power))
    assert bent / (1 - bent) == pytest.approx((p / (1 - p)) ** power, rel=1e-6)


def test_errors_by_seed_are_those_of_the_rules():
    results = kcnn_measured.posterior_errors(2, [1, 5], n_known=60, n_fresh=40).query("seed == 1")
    known, fresh = kcnn_rules.plants(60, random_state=1), kcnn_rules.fresh_plants(40, random_state=1)
    models = {"kCNN, r = 2": KCNNClassifier(5, smoothing=2.0), "vote": KNeighborsClassifier(5)}
    for rule, model in models.items():
        stated = model.fit(known.data, known.target).predict_proba(fresh.data)
        expected = kcnn_rules.posterior_error(stated, known.posterior(fresh.data))
        assert results.set_index(["rule", "k"])["error"][rule, 5] == pytest.approx(expected)


def test_a_vote_may_ask_more_rows_than_a_class_has():
    results = kcnn_measured.posterior_errors(1, [3], n_known=40, n_fresh=50, more_votes=[40])
    assert results.groupby("rule", sort=False)["k"].agg(list).to_dict() == {
        "vote": [3, 40],
        "kCNN, r = 1": [3],
        "kCNN, r = 2": [3],
    }
    known, fresh = kcnn_rules.plants(40), kcnn_rules.fresh_plants(50)
    share = known.target.mean()
    expected = kcnn_rules.posterior_error([[1 - share, share]], known.posterior(fresh.data))
    assert results.query("k == 40")["error"].item() == pytest.approx(expected)


# traps --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("worker", "leaks"), [("Cleo", {"mean", "scale"}), ("Dan", {"k"}), ("Eva", set())])
def test_whose_rule_depends_on_the_rows_to_judge_on(worker, leaks):
    X, y = (part.to_numpy() for part in kcnn_measured.wines())
    to_fit = np.arange(len(y)) % 3 != 0
    error, rule = kcnn_measured.report(worker, X[to_fit], y[to_fit], X[~to_fit], y[~to_fit])
    _, other = kcnn_measured.report(worker, X[to_fit], y[to_fit], 10 * X[~to_fit], np.roll(y[~to_fit], 7))
    assert {part for part in rule if not np.array_equal(rule[part], other[part])} == leaks
    assert 0 <= error < 0.15


# pictures -------------------------------------------------------------------------------------------------------------


TRUTH = np.array([0.2, 0.6])
ERRORS = {"k": [1, 1, 3, 3], "rule": "kCNN", "truth": [0.2, 0.6, 0.3, 0.95], "error": [0.1, 0.3, 0.5, 0.7]}


@pytest.mark.parametrize(
    ("show", "given", "said"),
    [
        (plots.show_reach, ((2, 1), 2), "class 0 at distance 1.00; class 1 at distance 3.16; class 2 none"),
        (plots.show_stated, ({"half": 0 * TRUTH + 0.5, "own": TRUTH}, TRUTH), "squared error 0.100"),
        (plots.show_spread, ({"a": TRUTH, "b": TRUTH},), "Standard deviations: a 0.200; b 0.200."),
        (plots.show_errors, (pd.DataFrame(ERRORS),), "kCNN 0.200 and 0.500, lowest 0.200 at 1"),
    ],
)
def test_the_words_of_a_figure_hold_its_numbers(show, given, said):
    shown = []
    with patch.object(plots, "show", lambda figure, alt: shown.append((figure, alt))):
        show(*given)
    (figure, alt) = shown[0]
    assert said in alt
    assert all(ax.get_xlabel() or figure.get_supxlabel() for ax in figure.axes)


def test_a_circle_is_drawn_for_every_class_that_has_k_points():
    shown = []
    with patch.object(plots, "show", lambda figure, alt: shown.append(figure)):
        plots.show_reach((2, 1), 2)
    circles = [patch for patch in shown[0].axes[0].patches if isinstance(patch, Circle)]
    assert [circle.radius for circle in circles] == pytest.approx([1, np.sqrt(10)])


# explorer -------------------------------------------------------------------------------------------------------------


def test_the_explorers_add_rules_and_smoothing():
    kinds = [fresh(kind) for kind in (StatedExplorer, KCNNExplorer, RuleExplorer)]
    assert [list(each.inputs) for each in kinds] == [
        ["k", "x", "y"], ["rule", "k", "x", "y"], ["rule", "k", "r", "x", "y"]]  # fmt: skip
    rule = kinds[-1]
    rule.set_state(rule="kCNN", r=2)
    drawn = rule.tables(rule.result)
    assert {name: len(next(iter(table.values()))) for name, table in drawn.items()} == {
        "cells": 28 * 22, "rings": 2 * 49, "known": 100, "query": 1, "new": 250, "now": 1}  # fmt: skip
    assert "kCNN with k = 3, r = 2" in rule.text
    assert rule.text.endswith("squared error 0.062.")
    rule.set_state(rule=kcnn.RIVAL)
    assert rule.text.startswith("Logistic regression, 100 known plants.")
