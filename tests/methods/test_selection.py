"""Stepwise selection: by hand, the loops, scikit-learn's selector, ranking singly, noise, and bad input."""

import dataclasses

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.compose import make_column_selector, make_column_transformer
from sklearn.datasets import load_diabetes, load_wine
from sklearn.feature_selection import SequentialFeatureSelector
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.model_selection import KFold, StratifiedKFold, cross_val_score
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

from methods.checks import refused
from tiws_teach import backward_selection, forward_selection, number_of_fits, one_standard_error
from tiws_teach.literal import selection as oracle

SEARCHES = {"forward": forward_selection, "backward": backward_selection}
KNN = make_pipeline(StandardScaler(), KNeighborsClassifier(5))


class Worth(RegressorMixin, BaseEstimator):
    """A model whose score is the sum of what its columns are worth: the first value of each."""

    def fit(self, X, y):
        return self

    def score(self, X, y):
        return float(np.asarray(X)[0].sum())


def twins(n=300, seed=0):
    """Return columns 0 and 1 that are nearly the same and best alone, column 2 that adds to either, and noise."""
    rng = np.random.default_rng(seed)
    y = np.repeat([0, 1], n // 2)
    strong, other = rng.normal(size=n) + 2 * y, rng.normal(size=n) + 1.5 * y
    return np.column_stack([strong, strong + 0.05 * rng.normal(size=n), other, rng.normal(size=n)]), y


# by hand ------------------------------------------------------------------------------------------------------------


def test_the_path_by_hand():
    X = pd.DataFrame([[2.0, 5, -1]] * 6 + [[3.0, 5, 0]] * 6, columns=["a", "b", "c"])
    X.loc[[1, 7], ["a", "b", "c"]] = 9.0  # not the first row of a fold, so that no column is constant
    folds = KFold(2)
    found = forward_selection(Worth(), X, range(12), cv=folds)
    assert found.selected == ["b", "a"]
    assert found.path["column"].tolist() == ["b", "a", "c"]
    assert found.path["score"].tolist() == [5, 7.5, 7]
    assert found.path["sd"].tolist() == pytest.approx([0, np.sqrt(0.5), np.sqrt(2)])
    assert found.path["fits"].tolist() == [6, 10, 12]
    assert found.fold_scores.to_numpy().tolist() == [[5, 5], [7, 8], [6, 8]]
    back = backward_selection(Worth(), X, range(12), cv=folds)
    assert back.selected == ["a", "b"]
    assert back.path.index.tolist() == [3, 2, 1]
    assert back.path["column"].tolist()[1:] == ["c", "a"]
    assert pd.isna(back.path["column"].iloc[0])
    assert back.path["fits"].tolist() == [2, 8, 12]
    assert found.to_frame().columns.tolist()[-2:] == ["fold 0", "fold 1"]


def test_ties_take_the_column_further_left_and_are_listed():
    X = np.array([[1.0, 2, 2], [0, 0, 0]] * 4)
    found = forward_selection(Worth(), X, range(8), 2, cv=KFold(2))
    assert found.selected == [1, 2]
    assert found.path["tied"].tolist() == [(2,), ()]
    nearly = np.array([[0.3, 0.1 + 0.2, 0.3], [0, 0, 0]] * 4)  # the second is more by the last bit only
    assert forward_selection(Worth(), nearly, range(8), 1, cv=KFold(2)).selected == [0]
    assert backward_selection(Worth(), nearly, range(8), 2, cv=KFold(2)).selected == [1, 2]
    flat = np.array([[0.0, 0], [1, 1]] * 4)
    assert forward_selection(Worth(), flat, range(8), cv=KFold(2)).selected == [0]  # the smaller number of columns
    assert backward_selection(Worth(), flat, range(8), cv=KFold(2)).selected == [1]


HAND = pd.DataFrame([[0.70, 0.80, 0.80, 0.82], [0.80, 0.86, 0.86, 0.88], [0.80, 0.88, 0.88, 0.88]], index=[1, 2, 3])


def test_the_number_of_fits_by_hand():
    assert number_of_fits(10, 3, 5) == 5 * (10 + 9 + 8)
    assert number_of_fits(10, 3, 5, "backward") == 5 * (1 + 10 + 9 + 8 + 7 + 6 + 5 + 4)


def test_one_standard_error_by_hand():
    assert HAND.mean(axis=1).tolist() == pytest.approx([0.78, 0.85, 0.86])
    assert HAND.sem(axis=1)[3] == pytest.approx(0.02)
    assert one_standard_error(HAND) == 2
    assert one_standard_error(HAND[::-1]) == 2  # a backward path
    assert one_standard_error(HAND - np.array([[0], [0.02], [0]])) == 3
    assert one_standard_error(HAND - np.array([[0], [0.01], [0]])) == 2  # exactly one standard error below
    assert one_standard_error(HAND * 0) == 1
    assert one_standard_error(HAND[[0, 3]]) == 2  # two folds suffice


@given(st.lists(st.lists(st.integers(0, 40), min_size=5, max_size=5), min_size=1, max_size=8))
def test_one_standard_error_is_its_loops(wholes):
    rng = np.random.default_rng(0)
    scores = pd.DataFrame(wholes, index=range(1, len(wholes) + 1)) / 40 + 1e-6 * rng.random((len(wholes), 5))
    assert one_standard_error(scores) == oracle.one_standard_error(scores.T.to_dict("list"))


# peers --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("direction", SEARCHES)
@pytest.mark.parametrize(
    ("data", "estimator", "scoring"),
    [(load_wine, GaussianNB(), None), (load_diabetes, LinearRegression(), "neg_mean_absolute_error")],
)
def test_the_columns_are_those_of_scikit_learn(direction, data, estimator, scoring):
    X, y = data(return_X_y=True, as_frame=True)
    X = X.iloc[:, :6]
    for m in (1, 4):
        peer = SequentialFeatureSelector(estimator, n_features_to_select=m, direction=direction, cv=3, scoring=scoring)
        found = SEARCHES[direction](estimator, X, y, m, cv=3, scoring=scoring)
        assert sorted(found.selected) == sorted(peer.fit(X, y).get_feature_names_out())
        assert found.n_fits == number_of_fits(X.shape[1], m, 3, direction)
        score = cross_val_score(estimator, X[[name for name in X if name in found.selected]], y, cv=3, scoring=scoring)
        np.testing.assert_allclose(found.fold_scores.loc[m], score, atol=1e-12)
        assert found.path.loc[m, "score"] == pytest.approx(score.mean(), abs=1e-12)


@pytest.mark.parametrize("direction", SEARCHES)
@settings(max_examples=15)
@given(seed=st.integers(0, 2**31 - 1), m=st.integers(1, 4))
def test_the_search_is_its_loops(direction, seed, m):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(30, 4))
    y = X @ rng.normal(size=4) + rng.normal(size=30)

    def score(columns):
        return cross_val_score(LinearRegression(), X[:, sorted(columns)], y, cv=3).mean()

    expected = getattr(oracle, f"{direction}_selection")(score, range(4), m)
    found = SEARCHES[direction](LinearRegression(), X, y, m, cv=3)
    assert found.selected == expected
    assert found.n_fits == oracle.number_of_fits(4, m, 3, direction)


def test_pipelines_with_categories_and_missing_values():
    rng = np.random.default_rng(0)
    port = rng.choice(list("SQC"), 120)
    X = pd.DataFrame({"noise": rng.normal(size=120), "port": port, "gap": rng.normal(size=120)})
    X.loc[::5, "gap"] = None
    y = np.where(port == "S", "yes", "no")
    steps = make_column_transformer(
        (OneHotEncoder(), make_column_selector(dtype_exclude="number")),
        (SimpleImputer(), make_column_selector(dtype_include="number")),
    )
    found = forward_selection(make_pipeline(steps, LogisticRegression()), X, y)
    assert found.selected == ["port"]
    assert found.path.loc[1, "score"] == 1


def test_the_result_prints_and_draws_itself():
    X, y = twins()
    found = forward_selection(KNN, X, y)
    assert str(found).startswith(f"forward selection of {found.selected}, 50 fits\n")
    exact = dataclasses.replace(found, path=found.path.assign(score=1 / 7, sd=2 / 7))
    assert {tuple(line.split()[2:4]) for line in str(exact).splitlines()[3:]} == {("0.1429", "0.2857")}
    axes = found.plot()
    assert axes.lines[0].get_ydata().tolist() == found.path["score"].tolist()
    assert axes.get_title() == "forward selection, 50 fits"
    assert all(place == round(place) for place in axes.get_xticks())
    assert found.plot(axes) is axes


# bad input ----------------------------------------------------------------------------------------------------------

X4 = pd.DataFrame(np.random.default_rng(0).normal(size=(12, 3)), columns=list("abc"))
Y4 = [0, 1] * 6


def undefined(model, X, y):
    """A score that is NaN for column "b" alone, where `numpy.argmax` would find its largest value."""
    return np.nan if X.columns.tolist() == ["b"] else 0.5


test_bad_input_is_told = refused(
    [
        (lambda: forward_selection(KNN, X4, Y4[:5]), "y must have one value for each of the 12 rows of X; got 5"),
        (lambda: forward_selection(KNN, X4, [None, *Y4[1:]]), "y must have no missing values; got 1 missing"),
        (lambda: forward_selection(KNN, X4.assign(b=1), Y4), r"X must hold .* column 'b'; got a single value. Drop it"),
        (lambda: forward_selection(KNN, X4.assign(b=np.nan), Y4), "X must hold .* column 'b'; got only missing values"),
        (
            lambda: forward_selection(KNN, [[1, 2], [3]], [0, 1]),
            r"X must have rows of one length; got lengths \[1, 2\]",
        ),
        (lambda: forward_selection(KNN, X4, Y4, 4), r"n_features must be in \[1, 3\]; got 4"),
        (lambda: backward_selection(KNN, X4, Y4, 0), r"n_features must be in \[1, 3\]; got 0"),
        (lambda: forward_selection(KNN, X4, [0] * 6 + [1] * 6, cv=KFold(2)), "two classes .*; got 1 alone in fold 0"),
        (lambda: forward_selection(KNN, X4, [0] * 12), "y must have two classes .*; got 0 alone in fold 0"),
        (lambda: forward_selection(KNN, X4, pd.Series(Y4, range(1, 13))), "y must have the index of X"),
        (lambda: forward_selection(KNeighborsClassifier, X4, Y4), "estimator must be a classifier or regressor with"),
        (lambda: backward_selection("knn", X4, Y4), "Pass an instance such as"),
        (lambda: forward_selection(KNN, X4, Y4, scoring="nonsense"), "nonsense"),
        (lambda: forward_selection(KNN, X4, Y4, scoring=undefined), "scoring must give a finite score in each fold"),
        (lambda: backward_selection(KNN, X4, Y4, scoring=undefined), "got nan. Use another scoring, or folds in which"),
        (lambda: one_standard_error([[0.5, 0.6]]), "fold_scores must be a DataFrame; got list"),
        (lambda: one_standard_error(HAND[[0]]), r"fold_scores must have a row and two folds; got shape \(3, 1\)"),
        (lambda: one_standard_error(HAND.assign(x=np.nan)), "fold_scores must be finite; got a missing"),
        (lambda: number_of_fits(3, 4, 5), r"n_selected must be in \[1, 3\]; got 4"),
        (lambda: number_of_fits(3, 2, 1), r"n_folds must be in \[2, inf\]; got 1"),
        (lambda: number_of_fits(3, 2, 5, "sideways"), "direction must be one of 'forward', 'backward'"),
    ]
)


def test_twins_are_ranked_first_and_selected_once():
    X, y = twins()
    model = LogisticRegression()

    def score(columns):
        return cross_val_score(model, X[:, sorted(columns)], y, cv=5).mean()

    ranked = oracle.ranked_singly(score, range(4), 2)
    found = forward_selection(model, X, y, 2)
    assert set(ranked) == {0, 1}
    assert 2 in found.selected
    assert score(found.selected) > score(ranked) + 0.02
    assert backward_selection(model, X, y, 2).path.loc[2, "score"] > score(ranked) + 0.02


def test_a_selection_on_all_rows_invents_accuracy_from_noise():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(60, 30)), np.repeat([0, 1], 30)
    inside = forward_selection(GaussianNB(), X, y, 5, cv=StratifiedKFold(5, shuffle=True, random_state=0))
    X_new, y_new = rng.normal(size=(2000, 30)), np.repeat([0, 1], 1000)
    honest = GaussianNB().fit(X[:, inside.selected], y).score(X_new[:, inside.selected], y_new)
    assert inside.path["score"].iloc[-1] > 0.7
    assert honest == pytest.approx(0.5, abs=0.05)
