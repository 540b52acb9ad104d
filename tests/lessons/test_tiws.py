"""The room of lesson 02: a job hidden, three rows taken apart; their pictures and explorers."""

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LogisticRegression

from lessons.drawing import fresh
from tiws_teach.datasets import load, make_codes
from tiws_teach.lessons.tiws.experiments.hidden import OTHERS, adults, hide_job, jobs
from tiws_teach.lessons.tiws.experiments.three_rows import ENTRIES, ROWS_OF_B, SIZES, path, three_rows
from tiws_teach.lessons.tiws.explorer import DissectExplorer, FallbackExplorer, HideCategoryExplorer
from tiws_teach.lessons.tiws.plots import hidden as plots
from tiws_teach.plots import decision_chart
from tiws_teach.replications import hidden_at_work
from tiws_teach.tiws import TIWSEncoder, category_similarity

ENCODERS = {
    "mean of others": {"similarity": None, "baseline": None},
    "regression": {"similarity": None},
    "similar (counts)": {"similarity": "tfidf", "sharpness": 1, "baseline": None},
    "similar (sharp)": {"similarity": "conditional", "sharpness": 8, "baseline": None},
    "both": {},
}


@pytest.mark.parametrize("job", ["sales", "private household"])
@pytest.mark.parametrize("answer", ENCODERS)
def test_an_answer_is_the_encoders(job, answer):
    X, y = adults()
    hide = X["job"] == job
    encoder = TIWSEncoder(encode=["job"], **ENCODERS[answer]).fit(X[~hide], y[~hide], X_unlabeled=X[hide])
    result = hide_job(job, answer)
    assert result.estimate == pytest.approx(encoder.transform(X[hide])[0, 0], abs=1e-5)
    assert (result.truth, result.overall) == (pytest.approx(y[hide].mean()), pytest.approx(y[~hide].mean()))
    assert result.rows == hide.sum()
    if answer.startswith("similar"):
        explained = encoder.explain("job", job).set_index("category")
        np.testing.assert_allclose(
            result.seen.loc[explained.index, "weight"], explained["weight"], rtol=1e-9, atol=1e-12
        )
        np.testing.assert_allclose(result.seen.loc[explained.index, "estimate"], explained["estimate"])
    for column in ("education", "marital", "sex"):
        shares = X.loc[hide, column].value_counts(normalize=True)
        np.testing.assert_allclose(result.shares["hidden"][shares.index], shares)


def test_the_mean_is_a_weighted_mean_of_jobs():
    result = hide_job("professional", "mean of others")
    means = load("adult_jobs").frame.groupby("job")["higher"].mean().drop("professional")
    assert (result.seen["weight"] * means).sum() == pytest.approx(result.estimate)
    assert result.seen["weight"].sum() == pytest.approx(1)
    assert (hide_job("professional", "regression").seen["weight"] == 0).all()


def test_a_regression_with_the_mix_of_the_job_counts_every_row():
    X, y = adults()
    narrow = pd.get_dummies(X[OTHERS], dtype=float)
    wide, hide = np.hstack([narrow, narrow.groupby(X["job"]).transform("mean")]), X["job"] == "sales"
    fitted = LogisticRegression(solver="newton-cholesky").fit(wide[~hide], y[~hide])
    predicted = fitted.predict_proba(wide[hide])[:, 1].mean()
    assert hide_job("sales", "with mix").estimate == pytest.approx(predicted, abs=1e-4)


def test_jobs_with_few_rows_are_not_hidden():
    assert (len(jobs()), "armed forces" in jobs()) == (13, False)


@pytest.mark.parametrize("seed", range(1, 7))
def test_similarity_beats_the_mix_where_tables_are_made_to_suit_it(seed):
    made = make_codes(3000, n_chapters=6, n_groups=3, n_codes=2, zipf=0.5, random_state=seed)
    X, y = made.data[["group", "x_1", "x_2", "x_3"]], made.target
    words = pd.get_dummies(X.drop(columns="group"), dtype=float)
    wide = np.hstack([words, words.groupby(X["group"]).transform("mean")])
    off = {"both": 0.0, "shares": 0.0}
    for group in X["group"].unique():
        hide = (X["group"] == group).to_numpy()
        fitted = LogisticRegression(solver="newton-cholesky").fit(wide[~hide], y[~hide])
        encoder = TIWSEncoder(encode=["group"]).fit(X[~hide], y[~hide], X_unlabeled=X[hide])
        off["shares"] += abs(fitted.predict_proba(wide[hide])[:, 1].mean() - y[hide].mean())
        off["both"] += abs(encoder.transform(X[hide])[0, 0] - y[hide].mean())
    assert off["both"] < off["shares"]


# three rows -----------------------------------------------------------------------------------------------------------


def test_three_rows_are_those_of_the_lesson():
    found = three_rows(2, "(3, 1, 1, 3)")
    assert found.tables["D"].to_numpy().tolist() == [[2, 6, 4, 4], [3, 1, 1, 3], [1, 3, 2, 2]]
    assert found.similarity.round(3).to_dict() == {"A": 0.434, "B": 0.769}
    whole = category_similarity(found.tables["D"], "tfidf")
    np.testing.assert_allclose(found.similarity, whole.loc["U", ["A", "B"]])
    np.testing.assert_allclose(found.tables["H"], found.tables["T"] * found.tables["I"])


@pytest.mark.parametrize("b", ROWS_OF_B)
def test_size_moves_counts_and_no_shares(b):
    counts, shares = path(b, "counts"), path(b, "shares")
    assert np.ptp(counts["A"]) > 0.9
    assert np.ptp(shares.to_numpy(), axis=0).max() < 1e-12
    assert (shares["A"] > 1 - 1e-12).all()
    for size in SIZES:
        np.testing.assert_allclose(three_rows(size, b).tables["T"].loc["A"], three_rows(1, b).tables["T"].loc["U"])


def test_the_opposite_of_the_same_size_has_similarity_one():
    for entries in ENTRIES:
        found = three_rows(1, "(3, 1, 2, 2)", entries)
        np.testing.assert_allclose(found.similarity, 1)
        np.testing.assert_allclose(np.corrcoef(found.tables["I"].loc[["B", "U"]]), [[1, -1], [-1, 1]])


# pictures -------------------------------------------------------------------------------------------------------------

FOUND = pd.DataFrame({"truth": [0.1, 0.5], "mean": [0.3, 0.2], "other": [0.2, 0.5]}, ["low", "high"])


def test_hidden_jobs_are_drawn_with_their_errors():
    figure, told = plots.hidden_figure(FOUND, "mean", "other")
    left, right = figure.axes
    assert (left.get_title(), right.get_title()) == ("the mean of all others", "other: 0.20 of the mean's error")
    (errors,) = [each.get_segments() for each in right.collections if hasattr(each, "get_segments")]
    np.testing.assert_allclose([line[:, 0] for line in errors], [[0.2, 0.1], [0.5, 0.5]])
    assert "low +0.10, high +0.00" in told
    assert plots.ratio(FOUND, "mean") == 1


def test_tables_are_drawn_with_the_figures_of_the_replication():
    figure, told = plots.tables_figure(hidden_at_work.ratios(hidden_at_work.results()))
    summary = hidden_at_work.summary(hidden_at_work.results()).loc["all"]
    for name in ("TIWS tfidf", "regression"):
        assert f"{summary.loc[name, 'geometric mean']:.2f} (" in told
    assert [len(each.get_offsets()) for each in figure.axes[0].collections] == [9] * 4


def test_the_chart_of_decisions_has_at_most_nine_boxes():
    assert len(decision_chart(plots.DECISIONS).axes[0].patches) <= 9


# explorers ------------------------------------------------------------------------------------------------------------


def test_the_tables_of_a_hidden_job():
    explorer = fresh(HideCategoryExplorer)
    explorer.set_state(answer="similar (counts)")
    tables = {name: pd.DataFrame(table) for name, table in explorer.tables(explorer.result).items()}
    seen, answers = tables["seen"], tables["answers"].set_index("name")
    assert (len(seen), seen["x"].is_monotonic_decreasing) == (13, True)
    assert (seen["x"] * seen["weight"]).sum() == pytest.approx(answers.loc["answer", "x"])
    assert answers["x"].round(3).tolist() == [0.202, 0.449, 0.218]
    assert tables["words"]["word"].tolist()[:2] == ["no diploma", "high school"]
    assert tables["words"]["y"].between(0, 1).all()
    assert tables["words"]["hidden"].sum() == pytest.approx(3)


def test_the_fallback_comes_first_and_says_what_changed():
    first = fresh(FallbackExplorer)
    assert list(first.inputs) == ["hide"]
    assert "Answer (mean of others): 0.218; truth 0.449, off by 0.231" in first.text
    first.set_state(hide="craft and repair")
    assert first.text.endswith("Before: professional, 0.218 (mean of others).")


def test_a_larger_a_loses_u():
    explorer = fresh(DissectExplorer)
    assert "U is more like B" in explorer.text
    explorer.set_state(size=1)
    assert "U is more like A" in explorer.text
    explorer.set_state(b="(3, 1, 2, 2)")
    assert "U is as much like B as like A" in explorer.text
    tables = explorer.tables(explorer.result)
    assert (len(tables["cells"]["x"]), tables["cells"]["shown"][:4]) == (4 * 3 * 4, ["1", "3", "2", "2"])
    np.testing.assert_allclose(tables["now"]["similarity"], 1)
