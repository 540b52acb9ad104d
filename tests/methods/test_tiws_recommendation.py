"""The choice for each column: by hand, as an encoder, in TIWSEncoderCV, and what is refused."""

import pickle

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import t
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline

from methods.checks import refused
from methods.test_tiws_comparison import by_size
from methods.test_tiws_helpers import mixed
from tiws_teach.tiws import TIWSEncoder, TIWSEncoderCV, compare_unseen
from tiws_teach.tiws.comparison import CANDIDATES
from tiws_teach.tiws.recommendation import LEVEL, Recommendation, choose_by_column, starting_choice


def errors(**columns):
    """Return a table of errors over the mean's error 1, from option -> errors by column."""
    lines = [
        {"column": column, "category": k, "option": option, "error": error, "error_of_mean": 1.0}
        for column, options in columns.items()
        for option, each in options.items()
        for k, error in enumerate(each)
    ]
    return pd.DataFrame(lines)


def test_the_start_is_left_for_what_is_better_by_a_standard_error():
    """Gains of b over a in x: .1 and .5, mean .3, standard error .2, t = 1.5, p = .187 with one degree of freedom."""
    two = errors(x={"a": [0.6, 0.9], "b": [0.5, 0.4]})
    assert choose_by_column(two, "a") == ({"x": "a"}, "a")
    assert choose_by_column(errors(x={"a": [0.6, 0.9] * 2, "b": [0.5, 0.4] * 2}), "a") == ({"x": "b"}, "b")  # t = 2.6
    assert choose_by_column(errors(x={"a": [0.6], "b": [0.1]}), "a") == ({"x": "a"}, "a")  # one alone tells nothing
    assert choose_by_column(errors(x={"a": [0.9] * 3, "b": [0.8] * 3}), "a") == ({"x": "b"}, "b")  # equal gains
    assert choose_by_column(errors(x={"a": [1.2, 1.3, 1.2]}), "a") == ({"x": "mean"}, "mean")
    assert choose_by_column(errors(x={"a": [0.1] * 9}), "mean") == ({"x": "a"}, "a")


def test_a_column_may_leave_the_choice_of_the_table():
    table = errors(x={"a": [0.4, 0.5] * 5, "b": [0.7, 0.6] * 5}, y={"a": [1.2, 1.3] * 5, "b": [0.7] * 10})
    assert choose_by_column(table, "a") == ({"x": "a", "y": "b"}, "b")
    few = errors(x={"a": [0.4, 0.6], "b": [0.7, 0.65]}, y={"a": [1.2, 1.3] * 5, "b": [0.7] * 10})
    assert choose_by_column(few, "a") == ({"x": "b", "y": "b"}, "b")  # two categories of its own do not decide


@given(st.lists(st.tuples(st.floats(0.01, 3), st.floats(0.01, 3)), min_size=2, max_size=30))
def test_the_choice_is_that_of_a_loop(pairs):
    """Claim: of the start, the other option and the mean, that with the lowest sum among those whose t is large."""
    table = errors(x={"a": [a for a, _ in pairs], "b": [b for _, b in pairs]})
    sums = {"a": sum(a for a, _ in pairs)}
    for name, others in (("b", [b for _, b in pairs]), ("mean", [1.0] * len(pairs))):
        gains = [a - other for (a, _), other in zip(pairs, others, strict=True)]
        spread = np.std(gains, ddof=1) / np.sqrt(len(gains))
        if np.mean(gains) > 0 and (spread < 1e-9 or t.sf(np.mean(gains) / spread, len(gains) - 1) < LEVEL):
            sums[name] = sum(others)
    columns, others = choose_by_column(table, "a")
    assert columns["x"] == others or len(pairs) < 3
    assert others in [name for name in sums if sums[name] <= min(sums.values()) + 1e-9]


@pytest.mark.parametrize(
    ("options", "start"),
    [(CANDIDATES, "regression + TIWS"), ({"mine": {}}, "mine"), ({"paper": CANDIDATES["TIWS tfidf"]}, "mean")],
    ids=["all", "default", "without the default"],
)
def test_the_start_is_the_default_if_it_is_among_the_options(options, start):
    options = {name: TIWSEncoder(smooth=3, **chosen) for name, chosen in options.items()}
    assert starting_choice({"other": LogisticRegression(), **options}) == start


def test_the_recommendation_is_a_name_and_makes_an_encoder_of_its_columns():
    X, y = by_size(n=900)
    found = compare_unseen(X, y, min_rows=20, random_state=0)
    choice = found.recommendation
    assert isinstance(choice, str)
    assert set(choice.columns) == set(found.table["column"])
    encoder = choice.as_encoder().fit(X, y)
    options = dict(zip(X, encoder._options, strict=True))
    for column, name in choice.columns.items():
        assert {k: getattr(options[column], k) for k in choice._options_of(name)} == choice._options_of(name), column
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
    paper = {"paper": CANDIDATES["TIWS tfidf"]}
    chosen = TIWSEncoderCV(TIWSEncoder(encode=["city"]), paper, min_rows=900)
    chosen.fit(X[~new], y[~new], X_unlabeled=X[new])
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
