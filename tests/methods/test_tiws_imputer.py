"""TIWSImputer: the most similar seen category takes an unseen one's place."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import tiws_encoding as oracle
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder
from sklearn.tree import DecisionTreeClassifier

from methods.test_tiws_encoder import SIMILARITIES, T3, frame, problems
from methods.test_tiws_equations import T1, TRAIN, Y
from tiws_teach.tiws import TIWSEncoder, TIWSImputer


def as_rows(values):
    """Rows as tuples, missing values as None."""
    return [tuple(None if pd.isna(value) else value for value in row) for row in np.asarray(values, dtype=object)]


def test_pink_becomes_red_and_all_else_stays():
    holes = T1.copy()
    holes.loc[1, "size"] = None
    for imputer in (TIWSImputer().fit(TRAIN, X_unlabeled=holes), TIWSImputer().fit(TRAIN)):
        assert as_rows(imputer.transform(holes)) == [("red", "S", "o"), ("red", None, "x"), ("red", "M", "o")]
    assert TIWSImputer().fit(TRAIN, X_unlabeled=T3).replacements_[0] == {"pink": "red", "teal": "green"}
    assert TIWSImputer().fit(TRAIN).replacements_ == [{}, {}, {}]


@given(problems(), st.sampled_from(SIMILARITIES))
def test_imputer_equals_the_loops(problem, similarity):
    train, _, new = problem
    width = len(train[0])
    imputer = TIWSImputer(similarity).fit(frame(train, width), X_unlabeled=frame(new, width))
    expected = [
        tuple(None if c is None else oracle.replacement(train, new, j, c, similarity) for j, c in enumerate(row))
        for row in train + new
    ]
    assert as_rows(imputer.transform(frame(train + new, width))) == expected
    if new:
        batch = TIWSImputer(similarity).fit(frame(train, width)).transform(frame(new, width))
        assert as_rows(batch) == expected[len(train) :]


def test_its_choice_is_the_one_that_the_encoder_names():
    for similarity in SIMILARITIES:
        table = TIWSEncoder.of_paper(similarity=similarity).fit(TRAIN, Y, X_unlabeled=T3).diagnose()
        imputer = TIWSImputer(similarity).fit(TRAIN, X_unlabeled=T3)
        named = {**imputer.replacements_[0], **imputer.replacements_[1]}
        assert dict(zip(table["category"], table["most_similar"], strict=True)) == named


def test_numbers_stay_numbers():
    codes = TRAIN.apply(lambda column: pd.factorize(column)[0])
    new = codes.iloc[[0, 3]].astype(float)
    new.iloc[0, 0], new.iloc[1, 1] = 9, np.nan
    found = TIWSImputer().fit(codes).transform(new)
    assert found.dtype == float
    assert found[0, 0] in set(codes["color"])
    assert np.isnan(found[1, 1])
    assert found[0, 1:].tolist() == new.iloc[0, 1:].tolist()
    mixed = TIWSImputer().fit(codes.assign(color=TRAIN["color"])).transform(codes.assign(color=TRAIN["color"]))
    assert mixed.dtype == object
    flags = codes > 0
    assert TIWSImputer().fit(flags).transform(flags).dtype == object
    large = pd.DataFrame({"id": [2**53 + 1, 2**53 + 2]})  # the first of which no float holds
    assert as_rows(TIWSImputer().fit(large).transform(large)) == [(2**53 + 1,), (2**53 + 2,)]


def test_booleans_and_categoricals():
    X = pd.DataFrame({"a": [True, False, True], "b": pd.Categorical(["u", "v", "u"], categories=["w", "v", "u"])})
    found = TIWSImputer().set_output(transform="pandas").fit(X).transform(X.set_axis([7, 8, 9]))
    assert found["a"].tolist() == [True, False, True]
    assert found["b"].tolist() == ["u", "v", "u"]
    assert list(found.index) == [7, 8, 9]
    assert list(found.columns) == ["a", "b"]


@pytest.mark.parametrize("missing", [None, np.nan, pd.NA, pd.NaT], ids=repr)
def test_missing_values_come_out_as_nan(missing):
    X = TRAIN.astype(object)
    X.iloc[0, 0] = missing
    found = TIWSImputer().fit(X).transform(X)
    assert isinstance(found[0, 0], float)
    assert np.isnan(found[0, 0])
    assert as_rows(found)[1:] == as_rows(TRAIN)[1:]


def test_a_tree_meets_no_new_category():
    model = make_pipeline(TIWSImputer(), OneHotEncoder(handle_unknown="error"), DecisionTreeClassifier(random_state=0))
    model.fit(TRAIN, Y)
    red = T1.assign(color="red")
    assert model.predict_proba(T1).tolist() == model.predict_proba(red).tolist()


def test_a_measurement_is_warned_of_by_name():
    X = pd.DataFrame({"group": ["a", "b"] * 600, "income": np.arange(1200.0)})
    with pytest.warns(UserWarning, match="column 'income' is numeric with 1200 different values"):
        TIWSImputer().fit(X)


@pytest.mark.parametrize(
    ("X", "unlabeled", "match"),
    [
        (TRAIN, T1.drop(columns="size"), r"X_unlabeled must have the columns of X; got missing \['size'\]"),
        (TRAIN.assign(size=None), None, "X must have a value in column 'size'; got only missing values"),
    ],
)
def test_bad_rows(X, unlabeled, match):
    with pytest.raises(ValueError, match=match):
        TIWSImputer().fit(X, X_unlabeled=unlabeled)
