"""The pictures of notebook 01 show the numbers that they are given, and their words say the same."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure

from tiws_teach.datasets import make_overlapping_classes
from tiws_teach.lessons.imbalance.experiments.judged import cost_paths, imbalance, threshold_path
from tiws_teach.lessons.imbalance.experiments.smote_steps import smote_step
from tiws_teach.lessons.imbalance.plots import judged as plots
from tiws_teach.lessons.imbalance.plots import resampling, thresholds
from tiws_teach.metrics import confusion_table, precision_recall_steps
from tiws_teach.plots import describe_lines, plot_lines

TABLE = confusion_table([1, 1, 0, 0, 0, 0], [1, 0, 1, 0, 0, 0])
JUDGED = imbalance(9.0, 0.3, "SMOTE")
RESULTS = pd.DataFrame(
    {"seed": [0, 1, 0, 1], "remedy": ["repeat", "repeat", "class weights", "class weights"], "F1": [0.2, 0.4, 0.5, 0.7]}
)


def axes():
    return Figure(figsize=(5, 3)).subplots()


def labels(ax):
    return [text.get_text() for text in ax.get_legend().get_texts()]


def test_patients_are_drawn_by_class_with_both_lines():
    classes = make_overlapping_classes(100, ratio=4, random_state=0)
    ax = plots.plot_patients(classes, axes(), np.zeros((5, 5)))
    well, ill = ax.collections[:2]
    assert (len(well.get_offsets()), len(ill.get_offsets())) == (80, 20)
    assert [line.get_xdata()[0] for line in ax.lines] == [classes.boundary(), 0]
    assert labels(ax) == ["healthy", "ill", "fewest errors", "best balanced accuracy"]
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
    said = [text.get_text() for text in ax.texts]
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
    assert [text.get_text() for text in ax.texts] == [f"{name} {value:.2f}" for name, value in JUDGED.measures.items()]
    assert ax.collections[0].get_segments()[0][0, 0] == 0.9


def test_the_three_panels_of_a_state():
    figure = Figure(figsize=(11, 4))
    patients, table, measures = plots.plot_judged(JUDGED, figure)
    assert patients.images[0].get_array().shape == (41, 41)
    assert table.texts[0].get_text() == f"{JUDGED.table.iloc[0, 0]}\nTN"
    assert len(measures.patches) == 6
    assert [text.get_text() for text in figure.texts][:3] == [
        "known; shaded: called ill",
        "fresh: calls",
        "fresh: measures",
    ]


def test_the_words_of_a_state_hold_its_numbers():
    said = plots.describe_judged(JUDGED)
    assert "9 healthy for each ill one, overlap 0.3, neighbours, SMOTE: fitted on 360 healthy and 360 ill rows" in said
    for name, value in JUDGED.measures.items():
        assert f"{name} {value:.3f}" in said.replace("Accuracy", "accuracy")


def test_threshold_lines_and_their_summits():
    score = np.array([0.9, 0.8, 0.6, 0.4, 0.1])
    path = threshold_path([1, 0, 0, 1, 0], score, thresholds=[0.05, 0.5, 0.95])
    ax = thresholds.plot_threshold_path(path, axes(), silent=0.6)
    np.testing.assert_allclose(ax.lines[2].get_ydata(), path["recall"])
    assert ax.lines[-1].get_ydata()[0] == 0.6
    assert labels(ax) == [*path.columns, "accuracy of 'all healthy'"]
    assert "recall 1.00 at 0.05" in thresholds.describe_threshold_path(path)


def test_precision_against_recall_keeps_the_area():
    steps = precision_recall_steps([1, 0, 0, 1], [0.9, 0.8, 0.6, 0.4])
    ax = thresholds.plot_precision_recall({"a rule": steps}, axes(), share=0.5)
    x, y = ax.lines[0].get_data()
    assert np.sum(np.diff(x) * y[1:]) == pytest.approx(0.75)
    assert ax.lines[1].get_ydata()[0] == 0.5
    said = thresholds.describe_precision_recall({"a rule": 0.75}, 0.5)
    assert "a rule 0.750; the share of the ill is 0.50" in said


def test_costs_mark_their_least():
    paths = cost_paths(np.array([1, 0, 0, 1]), np.array([0.9, 0.8, 0.6, 0.4]), [9])
    ax = thresholds.plot_costs(paths, axes())
    path = paths["a miss costs 9"]
    assert ax.lines[1].get_xdata()[0] == path.idxmin()
    assert ax.lines[1].get_ydata()[0] == path.min()
    said = thresholds.describe_costs(paths)
    assert f"a miss costs 9: least {path.min():.3f} at {path.idxmin():.2f}, at one half {path.loc[0.5]:.3f}" in said


def test_a_step_of_smote_shows_the_way_and_the_point():
    step = smote_step(1, 2, 0.3, stray=True)
    ax = resampling.plot_smote_step(step, axes())
    widths = [line.get_linewidth() for line in ax.lines]
    assert widths.index(max(widths)) == 1
    np.testing.assert_allclose(ax.lines[1].get_xydata(), [step.ill[1], step.ill[step.neighbors[1]]])
    np.testing.assert_allclose(ax.collections[-1].get_offsets()[0], step.point)
    assert [text.get_text() for text in ax.texts] == ["1", "2", "3"]
    said = resampling.describe_smote_step(step)
    assert f"the new point is ({step.point[0]:.2f}, {step.point[1]:.2f})" in said
    assert f"{200 * step.share_astray:.0f} lie nearest to a healthy row" in said


def test_spread_has_a_mark_for_each_seed_and_the_mean():
    ax = resampling.plot_spread(RESULTS, "F1", axes())
    np.testing.assert_allclose(ax.collections[0].get_offsets()[:, 1], [0.2, 0.4])
    assert ax.collections[1].get_segments()[0][0, 1] == pytest.approx(0.3)
    assert [label.get_text() for label in ax.get_xticklabels()] == ["repeat", "class\nweights"]
    assert resampling.describe_spread(RESULTS, "F1") == (
        "One mark for each seed, F1, mean and range: repeat 0.300 (0.200 to 0.400); "
        "class weights 0.600 (0.500 to 0.700)."
    )


def test_lines_of_a_table():
    table = pd.DataFrame({"a": [0.1, 0.2], "b": [0.3, 0.9]}, index=pd.Index([2, 50], name="features"))
    ax = plot_lines(table, axes(), "share")
    np.testing.assert_allclose(ax.lines[1].get_ydata(), [0.3, 0.9])
    assert ax.get_xlabel() == "features"
    said = describe_lines(table)
    assert said == "Lines by features; at 2 and at 50: a 0.100 and 0.200; b 0.300 and 0.900."


def test_a_leak_is_one_line_for_each_seed():
    results = pd.DataFrame({"before": [0.8, 0.9], "inside": [0.5, 0.6]})
    ax = resampling.plot_leak(results, axes())
    assert len(ax.lines) == 2
    np.testing.assert_allclose(ax.lines[1].get_ydata(), [0.9, 0.6])
    assert resampling.describe_leak(results) == (
        "One line for each of 2 seeds; mean and range: before 0.85 (0.80 to 0.90); inside 0.55 (0.50 to 0.60)."
    )
