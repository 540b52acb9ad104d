"""Lesson 10: its experiments and its drawings."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.figure import Figure
from sklearn.linear_model import LogisticRegression

from tiws_teach.lessons.train_test_shift import experiments, plots


def test_a_turned_cloud_has_the_same_means_and_turned_axes():
    train, test = experiments.clouds(0, 90, 20_000)
    np.testing.assert_allclose(test.mean(axis=0), 0, atol=0.03)
    assert np.corrcoef(train.T)[0, 1] == pytest.approx(0.9, abs=0.01)
    assert np.corrcoef(test.T)[0, 1] == pytest.approx(-0.9, abs=0.01)
    assert experiments.clouds(1.5, 30, 20_000)[1].mean(axis=0) == pytest.approx([1.5, 0], abs=0.03)


def test_the_linear_classifier_sees_moves_and_the_quadratic_one_turns_too():
    moved, turned, none = (experiments.cloud_shift(*place, 600) for place in ((2.0, 0), (0.0, 90), (0.0, 0)))
    assert min(moved.auc.values()) > 0.9
    assert turned.auc["linear"] < 0.6 < 0.8 < turned.auc["quadratic"]
    assert not none.found
    assert none.band[0] < 0.5 < none.band[1]
    assert experiments.cloud_shift(0.0, 0, 20).band[1] > none.band[1]


def test_the_explorer_shows_what_the_lesson_reads_from_it():
    turned = [experiments.cloud_shift(0.0, angle) for angle in range(0, 91, 15)]
    assert [result.auc["quadratic"] > result.band[1] for result in turned] == [False] + 6 * [True]
    assert round(turned[1].auc["quadratic"], 2) == 0.74
    assert round(max(result.auc["linear"] for result in turned), 2) == 0.53
    assert not any(result.auc["linear"] > result.band[1] for result in turned)
    moved = [experiments.cloud_shift(move, 90).auc for move in (0.0, 0.5, 1.0, 3.0)]
    assert [round(auc["linear"], 2) for auc in moved] == [0.53, 0.68, 0.80, 0.99]
    assert [round(moved[i]["quadratic"], 2) for i in (0, -1)] == [0.95, 1.00]
    few = experiments.cloud_shift(0.0, 0, 20)
    assert (round(few.auc["quadratic"], 2), *np.round(few.band, 2)) == (0.84, 0.27, 0.73)


def test_the_class_depends_on_the_row_alone():
    X, y = experiments.curved(4000, 2, 0.5, np.random.default_rng(0))
    assert X.mean(axis=0) == pytest.approx([2, 0], abs=0.05)
    assert ((X[:, 1] > np.sin(1.5 * X[:, 0])) == y).mean() > 0.85


def test_weights_help_the_line_and_not_the_trees():
    table = experiments.remedies(4).groupby("model").mean()
    gain = table["reweight"] - table["nothing done"]
    assert gain["linear"] > 0.15
    assert gain["trees"] < 0.05
    assert (table["nothing done"] < table["as in training"]).all()
    assert table.loc["linear", "40 new rows alone"] > table.loc["linear", "collect and retrain"] + 0.1
    assert 0 < table["share answered"].iloc[0] < 1


def test_the_pictures_show_the_numbers_that_the_words_say():
    result = experiments.cloud_shift(1.0, 30)
    ax = plots.plot_aucs(result, Figure().add_subplot())
    assert [text.get_text() for text in ax.texts] == [f"{auc:.2f}" for auc in result.auc.values()]
    assert all(text.get_text() in plots.describe_aucs(result) for text in ax.texts)


def test_people_give_rows_close_to_one_another_and_belong_to_one_side():
    drawn = experiments.people(0, 90, 5, seed=1)
    assert drawn.X.shape == (450, 2)
    assert drawn.X_new.shape == (150, 2)
    assert not set(drawn.person) & set(drawn.person_new)
    of_one = drawn.X[drawn.person == 3]
    assert of_one.shape == (5, 2)
    assert of_one.std(axis=0).max() < 0.2 < drawn.X.std(axis=0).min()


def test_a_line_is_drawn_where_the_model_changes_its_mind():
    X, y = experiments.curved(300, 0, 1, np.random.default_rng(0))
    line = LogisticRegression().fit(X, y)
    ax = plots.plot_wave(X, y, X + 2, Figure().add_subplot(), {"nothing done": line})
    drawn = ax.lines[-1].get_xydata()
    np.testing.assert_allclose(line.decision_function(drawn), 0, atol=1e-9)
    slope = np.diff(drawn[[0, -1], 1]) / np.diff(drawn[[0, -1], 0])
    assert f"nothing done: slope {slope[0]:.2f}" in plots.describe_wave(X, y, X + 2, {"nothing done": line})
    assert "Lines" not in plots.describe_wave(X, y, X + 2)
    assert plots.describe_sides(X * 0, X * 0 + 1) == "Training points around (0.0, 0.0), test points around (1.0, 1.0)."


def test_the_pictures_of_the_file_are_means_of_the_rows_of_each_block():
    rng = np.random.default_rng(0)
    X, y = rng.uniform(0, 16, (400, 64)), np.tile([0, 1], 200)
    figure = plots.plot_digits_in_order(X, y, (1,), Figure())
    assert len(figure.axes) == 2
    np.testing.assert_allclose(figure.axes[1].images[0].get_array(), X[200:][y[200:] == 1].mean(axis=0).reshape(8, 8))
    X[200:] = X[:200] + 2
    assert plots.describe_digits_in_order(X, y, (0, 1)).endswith("digit 0: 2.0; digit 1: 2.0.")
