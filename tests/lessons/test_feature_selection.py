"""Lesson 12: its experiments and its drawings."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import NearestCentroid
from sklearn.tree import DecisionTreeClassifier

from tiws_teach import forward_selection
from tiws_teach.lessons.feature_selection import experiments, plots


def test_a_selection_on_all_rows_invents_and_one_inside_the_folds_does_not():
    found = experiments.invented(60, 1000, 10, n_seeds=10)
    assert found.outside > 0.85
    assert found.inside == pytest.approx(0.5, abs=0.08)
    assert experiments.invented(600, 10, 1, n_seeds=10).outside < 0.56


def test_with_all_columns_kept_both_ways_are_one():
    found = experiments.invented(40, 10, 10)
    assert found.outside == found.inside


def test_the_rule_of_class_means_is_scikit_learns():
    X, y = experiments.noise(60, 5, 0)
    X[y == 1] += 0.5
    train = np.arange(60) < 40
    right = NearestCentroid().fit(X[train][:, :3], y[train]).score(X[~train][:, :3], y[~train])
    assert experiments._right(X, y, train, np.arange(3)) == right


def test_the_separations_by_hand():
    X, y = np.array([[0.0, 1], [0, 3], [2, 1], [2, 3]]), np.array([0, 0, 1, 1])
    assert experiments.separations(X, y).tolist() == [2, 0]


def test_two_columns_help_only_together():
    X, y = experiments.together(2000)
    tree = DecisionTreeClassifier(max_leaf_nodes=40, random_state=0)
    assert cross_val_score(tree, X[:, :1], y).mean() < 0.56
    assert cross_val_score(tree, X[:, :2], y).mean() > 0.95


@pytest.mark.parametrize("cv", [5, StratifiedKFold(4, shuffle=True, random_state=1)])
def test_the_quick_search_is_the_search(cv):
    for seed in range(3):
        X, y = experiments.noise(60, 8, seed)
        X[:, :2] += y[:, np.newaxis]
        order, scores = experiments.bayes_path(X, y, cv=cv)
        path = forward_selection(GaussianNB(), X, y, 8, cv=cv)
        assert order == path.selected
        np.testing.assert_allclose(scores, path.fold_scores, atol=1e-12)
        few, first = experiments.bayes_path(X, y, 3, cv)
        assert (few, first.shape) == (order[:3], (3, len(scores.columns)))


def test_the_pictures_show_the_numbers_that_the_words_say():
    found = experiments.invented(60, 300, 3)
    ax = plots.plot_invented(found, Figure().add_subplot())
    assert [bar.get_height() for bar in ax.patches] == [found.outside, found.inside]
    assert all(text.get_text() in plots.describe_invented(found) for text in ax.texts)
    ax = plots.plot_best_column(found, Figure().add_subplot())
    assert sum(len(line.get_xdata()) for line in ax.lines[::2]) == 60
    assert f"{ax.lines[1].get_xdata()[0]:.2f} and {ax.lines[3].get_xdata()[0]:.2f}" in plots.describe_best_column(found)


SCORES = pd.DataFrame([[0.6, 0.7], [0.74, 0.84], [0.745, 0.845], [0.76, 0.86], [0.7, 0.8]], index=range(1, 6))


def test_what_each_rule_keeps_of_a_path():
    found = experiments.kept([4, 1, 3, 0, 2], SCORES)
    assert {rule: len(columns) for rule, columns in found.items()} == {
        "all": 5,
        "maximum": 4,
        "one standard error": 2,
        "before a gain below 0.01": 2,
    }
    assert found["maximum"] == [4, 1, 3, 0]
    assert experiments.kept([1, 0], SCORES[:2])["before a gain below 0.01"] == [1, 0]


def test_the_picture_of_the_rules_shows_where_they_stop():
    new = [0.6, 0.72, 0.71, 0.7, 0.69]
    ax = plots.plot_rules(SCORES, new, Figure().add_subplot())
    lines = {line.get_label(): set(line.get_xdata()) for line in ax.lines}
    assert lines["maximum: 4 columns"] == {4}
    assert lines["one standard error: 2 columns"] == {2}
    assert any(list(line.get_ydata()) == new for line in ax.lines)
    assert plots.describe_rules(SCORES, new) == (
        "Highest score: 4 columns, 0.81, on new rows 0.70; one standard error: 2 columns, 0.79, on new rows 0.72."
    )
