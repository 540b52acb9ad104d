"""The room of lesson 01: remedies, their measures and the traps of resampling; its pictures and its explorer."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.figure import Figure
from methods.checks import refused
from sklearn import metrics as peers

from lessons.drawing import axes, fresh, texts
from tiws_teach.datasets import make_overlapping_classes
from tiws_teach.lessons.imbalance import plots
from tiws_teach.lessons.imbalance.experiments import remedies, smote_steps
from tiws_teach.lessons.imbalance.explorer import ImbalanceExplorer, SmoteExplorer
from tiws_teach.metrics import confusion_table

KNOWN, FRESH = remedies.patients(300), remedies.fresh_patients(400)
X, Y = KNOWN.data.to_numpy(), KNOWN.target.to_numpy()


# remedies -----------------------------------------------------------------------------------------------------------


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


# states, regions and thresholds -------------------------------------------------------------------------------------


def test_a_state_of_the_explorer_is_consistent():
    result = remedies.imbalance(9.0, 0.3, "undersample")
    (tn, fp), (fn, tp) = result.table.to_numpy()
    assert tn + fp + fn + tp == 1000
    assert fn + tp == 100
    assert result.measures["recall"] == tp / 100
    assert result.measures["accuracy"] == (tp + tn) / 1000
    assert result.silent == 0.9
    assert remedies.imbalance(9.0, 0.3, "undersample") is result  # computed once


def test_the_region_is_the_rule_on_a_grid():
    result = remedies.imbalance(4.0, 0.3, "as they are")
    at = np.linspace(-4, 4, 41)
    for row, column in ((0, 0), (20, 30), (40, 12)):
        assert result.region[row, column] == result.rule.called([[at[column], at[row]]])[0]
    assert result.region[:, -1].mean() > 0.9
    assert result.region[:, 0].mean() == 0


def test_without_a_remedy_the_ill_are_found_less_with_imbalance():
    found = [remedies.imbalance(ratio, 0.3, "as they are").measures["recall"] for ratio in (1.0, 4.0, 19.0)]
    assert found == sorted(found, reverse=True)


def test_with_true_probabilities_the_threshold_by_cost_is_best():
    fresh = remedies.fresh_patients(20_000)
    p, ill = fresh.posterior(fresh.data), fresh.target.to_numpy() == 1
    for miss in (1, 4, 9):
        cost = {t: np.where(ill, miss * (p <= t), p > t).mean() for t in np.arange(1, 100) / 100}
        assert cost[round(1 / (1 + miss), 2)] <= 1.01 * min(cost.values())


def test_the_explorer_shows_what_the_lesson_reads_from_it():
    found = [name for name in remedies.REMEDIES if name != "as they are"]
    hard = [remedies.imbalance(39.0, 0.5, name).measures for name in found]
    assert max(each["precision"] for each in hard) == pytest.approx(0.08, abs=0.005)
    assert min(each["recall"] for each in hard) > 0.6
    vote, *easy = (remedies.imbalance(9.0, 0.05, name).measures for name in remedies.REMEDIES)
    assert vote[["precision", "recall"]].round(2).tolist() == [0.94, 0.88]
    assert all(each["recall"] == 1 for each in easy)
    precision = [round(each["precision"], 2) for each in easy]
    assert (min(precision), max(precision)) == (0.67, 0.74)


# over seeds ---------------------------------------------------------------------------------------------------------


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


# SMOTE, neighbour by neighbour --------------------------------------------------------------------------------------


def test_the_point_lies_on_the_way():
    for u in (0, 0.3, 1):
        step = smote_steps.smote_step(2, 2, u)
        start, end = step.ill[2], step.ill[step.neighbors[1]]
        np.testing.assert_allclose(step.point, [a + u * (b - a) for a, b in zip(start, end, strict=True)])


def test_neighbours_are_the_nearest_other_ill_rows():
    step = smote_steps.smote_step(0, stray=True, k=6)
    distance = [float(np.hypot(*(row - step.ill[0]))) for row in step.ill]
    assert step.neighbors.tolist() == sorted(range(1, 7), key=distance.__getitem__)


def test_a_stray_row_sends_points_among_the_healthy():
    without, with_it = smote_steps.smote_step(), smote_steps.smote_step(6, 2, 0.3, stray=True)
    assert without.share_astray == 0
    assert with_it.share_astray > 0.05
    assert not with_it.nearest_is_ill
    assert len(with_it.ill) == len(without.ill) + 1
    rows = np.vstack([with_it.ill, with_it.healthy])
    assert with_it.distance == pytest.approx(min(float(np.hypot(*(row - with_it.point))) for row in rows))


# pictures -------------------------------------------------------------------------------------------------------------


TABLE = confusion_table([1, 1, 0, 0, 0, 0], [1, 0, 1, 0, 0, 0])
JUDGED = remedies.imbalance(9.0, 0.3, "SMOTE")


def test_patients_are_drawn_by_class_with_both_lines():
    classes = make_overlapping_classes(100, ratio=4, random_state=0)
    ax = plots.plot_patients(classes, axes(), np.zeros((5, 5)))
    well, ill = ax.collections[:2]
    assert (len(well.get_offsets()), len(ill.get_offsets())) == (80, 20)
    assert [line.get_xdata()[0] for line in ax.lines] == [classes.boundary(), 0]
    assert ax.images[0].get_extent() == [-5, 5, -5, 5]  # five cells of width 2 with centres from -4 to 4
    said = plots.describe_patients(classes)
    assert "100 patients, 20 of them ill" in said
    assert f"x_1 = {classes.boundary():.2f}" in said


def test_without_a_difference_there_is_no_line():
    ax = plots.plot_patients(make_overlapping_classes(20, ratio=1, overlap=1, random_state=0), axes())
    assert len(ax.lines) == 0
    assert len(ax.images) == 0


def test_a_confusion_table_shows_its_counts_and_names():
    ax = plots.plot_confusion(TABLE, axes())
    said = texts(ax.texts)
    assert said[:4] == ["3\nTN", "1\nFP", "1\nFN", "1\nTP"]
    assert said[4:] == ["is\nhealthy", "called\nhealthy", "is\nill", "called\nill"]
    np.testing.assert_allclose(ax.images[0].get_array(), [[0.75, 0.25], [0.5, 0.5]])
    assert plots.describe_confusion(TABLE) == (
        "Of 2 ill, 1 called ill (TP) and 1 called healthy (FN); "
        "of 4 healthy, 3 called healthy (TN) and 1 called ill (FP)."
    )


def test_measures_are_bars_with_their_numbers():
    ax = plots.plot_measures(JUDGED.measures, axes(), silent=0.9)
    np.testing.assert_allclose([bar.get_width() for bar in ax.patches], JUDGED.measures)
    assert texts(ax.texts) == [f"{name} {value:.2f}" for name, value in JUDGED.measures.items()]
    assert ax.collections[0].get_segments()[0][0, 0] == 0.9


def test_the_three_panels_of_a_state():
    figure = Figure(figsize=(11, 4))
    patients, table, measures = plots.plot_judged(JUDGED, figure)
    assert patients.images[0].get_array().shape == (41, 41)
    assert table.texts[0].get_text() == f"{JUDGED.table.iloc[0, 0]}\nTN"
    assert len(measures.patches) == 6
    assert texts(figure.texts)[:3] == ["training set; shaded: called ill", "test set: confusion", "test set: measures"]


def test_the_words_of_a_state_hold_its_numbers():
    said = plots.describe_judged(JUDGED)
    assert "9 healthy for each ill one, overlap 0.3, neighbours, SMOTE: fitted on 360 healthy and 360 ill rows" in said
    for name, value in JUDGED.measures.items():
        assert f"{name} {value:.3f}" in said.replace("Accuracy", "accuracy")


def test_a_step_of_smote_shows_the_way_and_the_point():
    step = smote_steps.smote_step(1, 2, 0.3, stray=True)
    ax = plots.plot_smote_step(step, axes())
    widths = [line.get_linewidth() for line in ax.lines]
    assert widths.index(max(widths)) == 1
    np.testing.assert_allclose(ax.lines[1].get_xydata(), [step.ill[1], step.ill[step.neighbors[1]]])
    np.testing.assert_allclose(ax.collections[-1].get_offsets()[0], step.point)
    assert texts(ax.texts) == ["1", "2", "3"]
    said = plots.describe_smote_step(step)
    assert f"the synthetic row is ({step.point[0]:.2f}, {step.point[1]:.2f})" in said
    assert f"{200 * step.share_astray:.0f} lie nearest to a healthy row" in said


# explorer -------------------------------------------------------------------------------------------------------------


def test_a_remedy_finds_more_and_the_words_say_what_it_was_before():
    one_in_ten = fresh(ImbalanceExplorer)
    before = one_in_ten.result.measures
    one_in_ten.set_state(remedy="threshold")
    assert one_in_ten.result.measures["recall"] > before["recall"] + 0.2
    assert one_in_ten.result.measures["accuracy"] < before["accuracy"]
    assert one_in_ten.text.endswith(f"Before: recall {before['recall']:.3f}, precision {before['precision']:.3f}.")


def test_the_stray_row_sends_points_astray():
    smote = fresh(SmoteExplorer)
    assert ", 0 lie nearest to a healthy row" in smote.text
    smote.set_state(start=7)
    assert smote.text.startswith("Row 7 is left out, so row 6 is shown. From ill row 6")
    smote.reset()
    smote.set_state(stray="included", start=7, rank=2)
    assert "From ill row 7" in smote.text
    assert "The nearest recorded row is healthy" in smote.text
    assert "Before, the synthetic row was at (5.30, 4.05)." in smote.text
