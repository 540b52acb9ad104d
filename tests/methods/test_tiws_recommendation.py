"""The choice for each column: by hand, as an encoder, in TIWSEncoderCV, and what is refused."""

import pickle

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline

from methods.checks import refused
from methods.test_tiws_comparison import by_size
from methods.test_tiws_helpers import mixed
from tiws_teach.tiws import TIWSEncoder, TIWSEncoderCV, compare_unseen
from tiws_teach.tiws.recommendation import Recommendation, choose_by_column


def errors(**columns):
    """Return a table of errors over the mean's error 1, from option -> errors by column."""
    lines = [
        {"column": column, "category": k, "option": option, "error": error, "error_of_mean": 1.0}
        for column, options in columns.items()
        for option, each in options.items()
        for k, error in enumerate(each)
    ]
    return pd.DataFrame(lines)


def test_a_column_is_drawn_to_the_table_by_twelve_categories():
    """Whole table: a .8, b .7. Of ten own categories, a .4 and b .7: (4 + 9.6) / 22 = .62 against (7 + 8.4) / 22."""
    table = errors(x={"a": [0.4] * 10, "b": [0.7] * 10}, y={"a": [1.2] * 10, "b": [0.7] * 10})
    assert choose_by_column(table, "mean") == ({"x": "a", "y": "b"}, "b")
    few = errors(x={"a": [0.4] * 2, "b": [0.7] * 2}, y={"a": [1.2] * 8, "b": [0.7] * 8})
    assert choose_by_column(few, "mean") == ({"x": "b", "y": "b"}, "b")  # two categories of its own do not decide
    assert choose_by_column(errors(x={"a": [0.1] * 9}), "mean") == ({"x": "mean"}, "mean")  # fewer than ten in all
    assert choose_by_column(errors(x={"a": [0.1] * 10}), "mean") == ({"x": "a"}, "a")
    assert choose_by_column(errors(x={"a": [1.0] * 10}), "mean") == ({"x": "mean"}, "mean")


@given(st.lists(st.floats(0.01, 3), min_size=10, max_size=30), st.floats(0.01, 3))
def test_with_one_column_the_lowest_ratio_is_chosen(own, other):
    table = errors(x={"a": own, "b": [other] * len(own)})
    ratios = {"a": float(np.mean(own)), "b": other, "mean": 1.0}
    columns, others = choose_by_column(table, "mean")
    assert columns["x"] == others
    assert ratios[others] <= min(ratios.values()) + 1e-9


def test_the_recommendation_is_a_name_and_makes_an_encoder_of_its_columns():
    X, y = by_size(n=900)
    found = compare_unseen(X, y, min_rows=20, random_state=0)
    choice = found.recommendation
    assert isinstance(choice, str)
    assert set(choice.columns) == set(found.table["column"])
    encoder = choice.as_encoder().fit(X, y)
    options = dict(zip(X, encoder._options, strict=True))
    for column, name in choice.columns.items():
        assert {k: getattr(options[column], k) for k in choice.options_of(name)} == choice.options_of(name), column
    again = pickle.loads(pickle.dumps(choice))
    assert (again, again.columns, again.others) == (choice, choice.columns, choice.others)
    chosen = TIWSEncoderCV(min_rows=20, random_state=0).fit(X, y)
    assert chosen.comparison_.recommendation.columns == choice.columns
    np.testing.assert_allclose(chosen.transform(X), encoder.transform(X), atol=1e-12)


def test_columns_help_and_neither_jobs_nor_a_bar_change_the_result(capfd):
    X, y, _ = mixed(0, 400)
    plain = compare_unseen(X, y, columns="city", random_state=0)
    two = compare_unseen(X, y, columns=["city"], random_state=0, n_jobs=2, progress=True)
    assert "hidden categories" in capfd.readouterr().err
    pd.testing.assert_frame_equal(plain.table, two.table)
    assert plain.recommendation.as_encoder().encode == ["city"]
    chosen = TIWSEncoderCV(TIWSEncoder(encode=["city"]), random_state=0, n_jobs=2).fit(X, y)
    pd.testing.assert_frame_equal(chosen.comparison_.table, plain.table)
    assert chosen.transform(X).shape == (400, 1)


def test_after_a_choice_of_the_mean_explain_shows_the_mean():
    X, y, new = mixed()
    chosen = TIWSEncoderCV(TIWSEncoder(encode=["city"])).fit(X[~new], y[~new], X_unlabeled=X[new])
    assert chosen.best_params_ == {"similarity": None, "baseline": None}
    assert chosen.encoder_.explain("city", "f")["estimate"].tolist() == pytest.approx([y[~new].mean()] * 5)


def test_the_target_may_be_a_name():
    X, y, _ = mixed(0, 300)
    named = compare_unseen(X.assign(sold=y), "sold", columns=["city"], random_state=0)
    pd.testing.assert_frame_equal(named.table, compare_unseen(X, y, columns=["city"], random_state=0).table)
    encoder = TIWSEncoderCV(TIWSEncoder(encode=["city"], random_state=0))
    np.testing.assert_array_equal(encoder.fit_transform(X.assign(sold=y), "sold"), encoder.fit_transform(X, y))


MODEL = make_pipeline(TIWSEncoder(), LogisticRegression())
test_bad_input = refused(
    [
        (
            lambda: Recommendation.of("m", {"city": "m"}, "m", {"m": MODEL}, None).as_encoder(),
            "the choice must be TIWSEncoder for each column; got .*city",
        ),
        (lambda: compare_unseen(*mixed()[:2], columns=["town"]), "columns must be .*got 'town'"),
        (lambda: TIWSEncoderCV(columns=["town"]).fit(*mixed()[:2]), "columns must be .*got 'town'"),
    ]
)
