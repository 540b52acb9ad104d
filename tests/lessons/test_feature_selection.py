"""Lesson 12: its experiments and its drawings."""

import numpy as np
import pandas as pd
import pytest
from sklearn.ensemble import RandomForestClassifier
from sklearn.feature_selection import SelectKBest
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import NearestCentroid
from sklearn.pipeline import make_pipeline

from tiws_teach import forward_selection
from tiws_teach.lessons.feature_selection import experiments, plots
from tiws_teach.lessons.feature_selection.explorer import NoiseExplorer


def test_a_selection_on_all_rows_promises_and_one_inside_the_folds_does_not():
    study = experiments.promised(60, 1000, 3)
    assert study.outside.mean() > 0.7
    assert study.inside.mean() == pytest.approx(0.5, abs=0.08) == study.new.mean()
    useful = experiments.promised(60, 1000, 3, 3)
    assert useful.outside.mean() > useful.inside.mean() + 0.1 > 0.7
    assert useful.inside.mean() == pytest.approx(useful.new.mean(), abs=0.06)


def test_the_accuracies_are_scikit_learns():
    X, y = experiments.noise(60, 20, 1)
    found = experiments._accuracies(X, y, 3, 0, np.random.default_rng(0))
    pipeline = make_pipeline(SelectKBest(k=3), NearestCentroid())
    fold = np.argsort(np.argsort(y, kind="stable")) % experiments.FOLDS
    splits = [(np.flatnonzero(fold != number), np.flatnonzero(fold == number)) for number in range(experiments.FOLDS)]
    outside = cross_val_score(NearestCentroid(), SelectKBest(k=3).fit_transform(X, y), y, cv=splits).mean()
    assert found[:2] == pytest.approx((outside, cross_val_score(pipeline, X, y, cv=splits).mean()))


def test_two_columns_help_only_together():
    X, y = experiments.together(2000)
    forest = RandomForestClassifier(100, random_state=0)
    assert cross_val_score(forest, X[:, :1], y).mean() < 0.56
    assert cross_val_score(forest, X[:, :2], y).mean() > 0.95
    assert not {0, 1} & set(forest.fit(*experiments.together(300, 1, 60)).feature_importances_.argsort()[-2:])


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


def test_what_each_rule_keeps_of_a_path():
    scores = pd.DataFrame([[0.6, 0.7], [0.74, 0.84], [0.742, 0.842], [0.76, 0.86], [0.7, 0.8]], index=range(1, 6))
    found = experiments.kept([4, 1, 3, 0, 2], scores)
    assert list(found) == ["all", "maximum", "one standard error", "before a gain below 0.005"]
    assert list(map(len, found.values())) == [5, 4, 2, 2]
    assert found["maximum"] == [4, 1, 3, 0]
    assert experiments.kept([1, 0], scores[:2])["before a gain below 0.005"] == [1, 0]


def test_the_tables_of_the_explorer_say_what_its_words_say():
    explorer = NoiseExplorer()
    tables = {name: pd.DataFrame(table) for name, table in explorer.tables(explorer.result).items()}
    means = tables["tables"].groupby("way", sort=False)["accuracy"].mean()
    assert [f"{mean:.2f}" for mean in means] == tables["means"]["said"].tolist()
    assert all(said in explorer.text for said in tables["means"]["said"])


def test_the_pictures_show_what_they_say(monkeypatch):
    shown = []
    monkeypatch.setattr(plots, "show", lambda figure, alt: shown.append((figure, alt)))
    plots.show_nested(folds=4, test=2)
    (_, alt), texts = shown[0], [text.get_text() for text in shown[0][0].axes[0].texts]
    assert (texts.count("test: locked"), texts.count("judges"), texts.count("learns")) == (1, 2, 3 + 2 * 2)
    assert alt.startswith("Nested cross-validation, outer fold 3 of 4")
    plots.show_pair(*experiments.together(50))
    assert "the same sign have 0 rows of class 0" in shown[1][1]
