"""The room of lesson 01: remedies and their measures, visits to a shop by their score; its pictures and explorer."""

import json

import numpy as np
import pandas as pd
import pytest
from methods.checks import refused
from sklearn import metrics as peers

from lessons.drawing import fresh
from tiws_teach._validation import project_folder
from tiws_teach.lessons.imbalance import plots
from tiws_teach.lessons.imbalance.experiments import remedies, visits
from tiws_teach.lessons.imbalance.explorer import ThresholdExplorer

KNOWN, FRESH = remedies.patients(300), remedies.fresh_patients(400)
X, Y = KNOWN.data.to_numpy(), KNOWN.target.to_numpy()


@pytest.mark.parametrize("model", remedies.MODELS)
@pytest.mark.parametrize(
    ("remedy", "rows", "threshold"),
    [
        ("as they are", (270, 30), 0.5),
        ("undersample", (30, 30), 0.5),
        ("repeat", (270, 270), 0.5),
        ("SMOTE", (270, 270), 0.5),
        ("class weights", (270, 30), 0.5),
        ("threshold", (270, 30), 0.1),
    ],
)
def test_a_remedy_changes_rows_or_threshold(remedy, rows, threshold, model):
    rule = remedies.fit_rule(remedy, X, Y, model=model)
    assert tuple(np.bincount(rule.y)) == rows
    assert rule.threshold == threshold
    np.testing.assert_array_equal(rule.called(FRESH.data), rule.score(FRESH.data) > threshold)
    assert rule.score(FRESH.data).shape == (400,)


@pytest.mark.parametrize("k", [5, 15, 21])
def test_weighted_votes_are_a_moved_threshold(k):
    weights, moved = (remedies.fit_rule(name, X, Y, n_neighbors=k) for name in ("class weights", "threshold"))
    np.testing.assert_array_equal(weights.called(FRESH.data), moved.called(FRESH.data))


def test_logistic_regression_gets_the_weights():
    plain, weighted = (remedies.fit_rule(name, X, Y, model="logistic") for name in ("as they are", "class weights"))
    assert weighted.called(FRESH.data).sum() > 2 * plain.called(FRESH.data).sum()
    assert weighted.estimator.class_weight == "balanced"


def test_measures_are_those_of_scikit_learn():
    rule = remedies.fit_rule("SMOTE", X, Y)
    score, called, truth = rule.score(FRESH.data), rule.called(FRESH.data), FRESH.target
    expected = {
        "accuracy": peers.accuracy_score(truth, called),
        "precision": peers.precision_score(truth, called),
        "recall": peers.recall_score(truth, called),
        "F1": peers.f1_score(truth, called),
        "balanced accuracy": peers.balanced_accuracy_score(truth, called),
        "average precision": peers.average_precision_score(truth, score),
    }
    assert remedies.judge(rule, FRESH).to_dict() == pytest.approx(expected)


def test_calling_nobody_is_measured_too():
    found = remedies.measure([1, 0, 0, 0], [0, 0, 0, 0], [0.1, 0.2, 0.3, 0.4])
    assert found.to_dict() == pytest.approx(
        {"accuracy": 0.75, "precision": 0, "recall": 0, "F1": 0, "balanced accuracy": 0.5, "average precision": 0.25}
    )


test_wrong_names_are_refused = refused(
    [
        (lambda: remedies.fit_rule("pray", X, Y), "remedy must be one of 'as they are'"),
        (lambda: remedies.fit_rule("repeat", X, Y, model="tree"), "one of 'neighbours', 'logistic'; got 'tree'"),
    ]
)


def test_with_true_probabilities_the_threshold_by_cost_is_best():
    fresh = remedies.fresh_patients(20_000)
    p, ill = fresh.posterior(fresh.data), fresh.target.to_numpy() == 1
    for miss in (1, 4, 9):
        cost = {t: np.where(ill, miss * (p <= t), p > t).mean() for t in np.arange(1, 100) / 100}
        assert cost[round(1 / (1 + miss), 2)] <= 1.01 * min(cost.values())


@pytest.fixture(scope="module")
def results():
    return remedies.over_seeds(6, n_train=300, n_new=400)


def test_every_remedy_meets_every_seed(results):
    assert len(results) == 6 * len(remedies.REMEDIES)
    assert all(list(part["remedy"]) == list(remedies.REMEDIES) for _, part in results.groupby("seed"))
    again = remedies.over_seeds(2, ["SMOTE"], n_train=300, n_new=400)
    expected = results.loc[(results["remedy"] == "SMOTE") & (results["seed"] < 2), "recall"]
    np.testing.assert_array_equal(again["recall"], expected)


def test_wins_are_counted(results):
    table = remedies.wins(results, "recall", "as they are")
    assert (table[["better", "equal", "worse"]].sum(axis=1) == 6).all()
    assert "as they are" not in table.index
    recall = results.pivot_table(index="seed", columns="remedy", values="recall")
    assert table.loc["SMOTE", "better"] == (recall["SMOTE"] > recall["as they are"]).sum()
    assert table.loc["SMOTE", "mean difference"] == pytest.approx((recall["SMOTE"] - recall["as they are"]).mean())


@pytest.mark.parametrize("share", [0.02, 0.5])
def test_another_share_is_another_mixture_of_the_same_visits(share):
    """Precision and average precision by weights are those of a table with so many copies of each buyer."""
    found = visits.ranked()
    buyers = found.truth.sum()
    copies = round(share * 1e6 / buyers), round((1 - share) * 1e6 / (len(found.truth) - buyers))
    repeats = np.where(found.truth == 1, *copies)
    truth, score = np.repeat(found.truth, repeats), np.repeat(found.score, repeats)
    expected = peers.average_precision_score(truth, score)
    assert found.average_precision(share) == pytest.approx(expected, abs=0.003)
    curve = found.curve(share)
    for t in (0.1, 0.2):
        recall, alarms = found.rates(t)
        precision = peers.precision_score(truth, score > t)
        assert precision == pytest.approx(share * recall / (share * recall + (1 - share) * alarms), abs=0.005)
        assert np.interp(recall, curve["recall"][::-1], curve["precision"][::-1]) == pytest.approx(precision, abs=0.02)


def test_a_remedy_and_a_threshold_call_the_same_visits():
    plain, smote = visits.ranked(), visits.ranked(fit="SMOTE")
    assert (plain.score > 0.5).sum() == 0
    assert np.mean((plain.score > 0.12) == (smote.score > 0.5)) > 0.97
    assert peers.roc_auc_score(plain.truth, smote.score) == pytest.approx(
        peers.roc_auc_score(plain.truth, plain.score), abs=0.01
    )


def test_the_explorer_counts_a_thousand_visits_and_says_so_when_nobody_is_called():
    explorer = fresh(ThresholdExplorer)
    assert explorer.result.counts == {"found": 0, "missed": 123, "false": 0, "left": 877}
    tables = explorer.tables(explorer.result)
    assert tables["now"]["precision"] == []
    assert tables["label"]["words"] == ["nobody is called: no precision"]
    explorer.set_state(share="50 %", threshold=0.2)
    assert sum(explorer.result.counts.values()) == 1000
    bins = pd.DataFrame(explorer.tables(explorer.result)["bins"])
    assert bins.groupby("kind")["visits"].sum().to_dict() == pytest.approx({"buyers": 500, "others": 500}, abs=1)
    called = bins[bins["called"] == 1].groupby("kind")["visits"].sum()
    assert called["buyers"] == pytest.approx(explorer.result.counts["found"], abs=1)
    assert called["others"] == pytest.approx(explorer.result.counts["false"], abs=1)
    assert "Before: 0 found, 0 in vain, average precision 0.23." in explorer.text
    assert "recall 0.39" in str(explorer.tables(explorer.compute(explorer._start | {"share": "2 %", "threshold": 0.2})))


def test_the_lesson_and_its_explorer_tell_the_same_numbers():
    """The last section speaks of the test visits of the first screen, and cuts them as the page does."""
    notebook = json.loads((project_folder("notebooks") / "01_imbalance_and_resampling.ipynb").read_text("utf-8"))
    text = "\n".join("".join(cell["source"]) for cell in notebook["cells"])
    assert str(visits.COLUMNS).replace("'", '"') in text
    explorer = ThresholdExplorer()
    states = ({}, {"fit": "SMOTE"}, {"threshold": 0.2}, {"model": "forest", "threshold": 0.2})
    counts = [explorer.compute(explorer._start | state).counts for state in states]
    nobody, smote, regression, forest = (
        (each["found"], each["false"], 4 * each["missed"] + each["false"]) for each in counts
    )
    assert nobody[0] == 0
    assert f"Calling nobody costs {nobody[2]}." in text
    assert "SMOTE at one half finds {} of 123 buyers and calls {} in vain: {}.".format(*smote) in text
    assert "finds {} and calls {} in vain: {}. The forest".format(*regression) in text
    assert "The forest finds {} and calls {} in vain: {}.".format(*forest) in text


def test_figures_say_the_places_they_mark(monkeypatch):
    shown = []
    monkeypatch.setattr(plots, "show", lambda figure, alt: shown.append((figure.axes[0], alt)))
    curve = np.array([0.0, 0.5, 1.0])
    plots.show_curves({"a": (curve, 1 - curve, {0.1: (0.8, 0.3), 0.2: (0.4, 0.6)})}, 0.1)
    cost = pd.Series([0.3, 0.1, 0.4], [0.1, 0.2, 0.3])
    plots.show_costs({1: (cost, 0.3), 4: (cost, 0.2), 9: (cost, 0.15)})
    (curves, curve_words), (costs, cost_words) = shown
    assert [line.get_xydata()[0].tolist() for line in curves.lines[1:3]] == [[0.8, 0.3], [0.4, 0.6]]
    assert "a, threshold 0.2: recall 0.40, precision 0.60" in curve_words
    assert costs.lines[1].get_xydata().tolist() == [[0.2, 0.1]]
    assert "a miss costs 9: least 0.100 at 0.20, by cost 0.200 at 0.15, calling nobody 0.400" in cost_words
