"""Lesson 12: its experiments and its drawings."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.figure import Figure
from sklearn.model_selection import cross_val_score
from sklearn.neighbors import NearestCentroid
from sklearn.tree import DecisionTreeClassifier

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


def test_the_pictures_show_the_numbers_that_the_words_say():
    found = experiments.invented(60, 300, 3)
    ax = plots.plot_invented(found, Figure().add_subplot())
    assert [bar.get_height() for bar in ax.patches] == [found.outside, found.inside]
    assert all(text.get_text() in plots.describe_invented(found) for text in ax.texts)
    ax = plots.plot_best_column(found, Figure().add_subplot())
    assert sum(len(line.get_xdata()) for line in ax.lines[::2]) == 60
    assert f"{ax.lines[1].get_xdata()[0]:.2f} and {ax.lines[3].get_xdata()[0]:.2f}" in plots.describe_best_column(found)
