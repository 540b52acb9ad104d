"""Lesson 09: its experiments and its drawings."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.figure import Figure
from sklearn.datasets import load_breast_cancer, load_wine
from sklearn.model_selection import (
    LeaveOneOut,
    RepeatedStratifiedKFold,
    StratifiedKFold,
    cross_val_predict,
    cross_val_score,
)
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

from tiws_teach.course.questions import find
from tiws_teach.lessons.knn_in_practice import experiments, plots


@pytest.mark.parametrize(("unit", "standardised"), [(1, False), (100, False), (100, True)])
def test_the_map_is_what_scikit_learn_predicts(unit, standardised):
    found = experiments.wine_map(5, unit, standardised)
    X = found.X / [1, unit]
    knn = KNeighborsClassifier(5)
    model = make_pipeline(StandardScaler(), knn) if standardised else knn
    assert found.accuracy == pytest.approx(cross_val_score(model, X, found.y, cv=LeaveOneOut()).mean(), abs=0.012)
    predicted = model.fit(X, found.y).predict(experiments.grid() / [1, unit])
    assert (predicted == found.field.ravel()).mean() > 0.99  # equal distances may be ordered otherwise


def test_the_unit_decides_only_if_the_columns_are_not_standardised():
    measured = [experiments.wine_map(5, unit, False).accuracy for unit in (1, 100, 1000)]
    scaled = [experiments.wine_map(5, unit, True) for unit in (1, 100, 1000)]
    assert len(set(measured)) > 1
    assert len({each.accuracy for each in scaled}) == 1
    assert all(np.array_equal(each.field, scaled[0].field) for each in scaled)


def test_the_explorer_shows_what_the_lesson_reads_from_it():
    states = [(1, False), (10, False), (100, False), (1000, False), (1, True)]
    few, many = ([experiments.wine_map(k, *state) for state in states] for k in (5, 135))
    assert [round(each.accuracy, 2) for each in few] == [0.70, 0.79, 0.90, 0.86, 0.89]
    assert [round(many[i].accuracy, 2) for i in (0, 3, 4)] == [0.66, 0.40, 0.54]
    smallest, *_, largest = np.argsort(np.bincount(many[0].y))
    assert set(many[0].field.ravel()) == {0, 1, 2} - {smallest}
    assert set(many[3].field.ravel()) == {largest}


def test_the_spread_of_the_others_is_the_one_without_the_row():
    X = np.random.default_rng(0).normal(5, 2, size=(12, 3))
    expected = [np.delete(X, i, axis=0).std(axis=0) for i in range(12)]
    np.testing.assert_allclose(experiments._spread_of_the_others(X), expected, atol=1e-12)


def test_labels_are_flipped_at_the_share_asked():
    y = np.repeat([0, 1], 5000)
    assert (experiments.flipped(y, 0.1, 0) != y).mean() == pytest.approx(0.1, abs=0.01)
    assert np.array_equal(experiments.flipped(y, 0, 0), y)


def test_votes_by_counting_are_those_of_scikit_learn():
    rng = np.random.default_rng(0)
    A, B = rng.normal(size=(40, 3)), rng.normal(size=(15, 3))
    a, b = rng.integers(0, 2, 40), rng.integers(0, 2, 15)
    found = experiments.right_votes(A, a, B, b, range(1, 12)).mean(axis=0)
    model = [make_pipeline(StandardScaler(), KNeighborsClassifier(k)).fit(A, a).score(B, b) for k in range(1, 12)]
    np.testing.assert_allclose(found, model, atol=1e-12)


def test_a_row_is_right_in_the_share_of_the_shuffles_in_which_scikit_learn_labels_it_right():
    X, y = load_breast_cancer(return_X_y=True)
    X, y = X[:80], y[:80]
    found = experiments.right_by_row(X, y, [1, 5], RepeatedStratifiedKFold(n_splits=4, n_repeats=3, random_state=0))
    expected = np.zeros((80, 2))
    for train, test in RepeatedStratifiedKFold(n_splits=4, n_repeats=3, random_state=0).split(X, y):
        for column, k in enumerate((1, 5)):
            model = make_pipeline(StandardScaler(), KNeighborsClassifier(k)).fit(X[train], y[train])
            expected[test, column] += (model.predict(X[test]) == y[test]) / 3
    assert found.columns.tolist() == [1, 5]
    np.testing.assert_allclose(found, expected, atol=1e-12)


def test_the_reveal_counts_the_wines_on_which_only_one_method_is_right():
    X, y = load_wine(return_X_y=True)
    folds = StratifiedKFold(5, shuffle=True, random_state=0)
    models = make_pipeline(StandardScaler(), KNeighborsClassifier(5)), DecisionTreeClassifier(random_state=0)
    knn, tree = (cross_val_predict(model, X, y, cv=folds) == y for model in models)
    assert f"neighbours are right on {(knn & ~tree).sum()} wines, only the tree on {(tree & ~knn).sum()}:" in (
        find("knn_in_practice.2").why
    )


def test_each_drug_has_one_class_and_each_class_seven_drugs():
    kinds = experiments.drugs()
    assert kinds.index.is_unique
    assert set(kinds.value_counts()) == {7}


def test_the_pictures_show_the_numbers_that_the_words_say():
    result = experiments.wine_map(1, 10, False)
    ax = plots.plot_wine_map(result, Figure().add_subplot())
    assert sum(len(line.get_xdata()) for line in ax.lines) == 178
    assert np.array_equal(ax.images[0].get_array(), result.field)
    assert plots.describe_wine_map(result).startswith("1 neighbour, proline in units of 10 mg, columns as measured")
    assert f"{result.accuracy:.2f}" in plots.describe_wine_map(result)
