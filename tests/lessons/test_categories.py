"""Lesson 11: its experiments, its drawings, and the loops that show what scikit-learn does."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure
from scipy import stats
from sklearn.experimental import enable_iterative_imputer  # noqa: F401  (opens the import of IterativeImputer)
from sklearn.impute import IterativeImputer, KNNImputer
from sklearn.model_selection import KFold
from sklearn.preprocessing import TargetEncoder

from tiws_teach.lessons.categories import experiments, plots
from tiws_teach.literal import preprocessing as literal


@pytest.mark.parametrize("smooth", [0.0, 1.0, 7.5])
def test_the_loop_of_smoothed_means_is_that_of_scikit_learn(smooth):
    rng = np.random.default_rng(0)
    codes, y = rng.choice(list("abcdefgh"), 60), rng.normal(size=60)
    encoder = TargetEncoder(smooth=smooth, target_type="continuous").fit(codes[:, None], y)
    for category, code in zip(encoder.categories_[0], encoder.encodings_[0], strict=True):
        assert literal.smoothed_mean(codes, y, category, smooth) == pytest.approx(code, abs=1e-12)


@pytest.mark.parametrize("smooth", [0.0, 2.0])
def test_the_loop_of_cross_fitting_is_that_of_scikit_learn(smooth):
    rng = np.random.default_rng(1)
    codes, y = rng.integers(0, 25, 80).astype(str), rng.normal(size=80)
    cv, folds = KFold(4, shuffle=True, random_state=0), np.empty(80, dtype=int)
    for fold, (_, rows) in enumerate(cv.split(codes)):
        folds[rows] = fold
    encoder = TargetEncoder(smooth=smooth, target_type="continuous", cv=cv)
    found = literal.cross_fitted_means(codes, y, folds, smooth)
    np.testing.assert_allclose(found, encoder.fit_transform(codes[:, None], y)[:, 0], atol=1e-12)


def test_the_loop_of_neighbours_is_that_of_scikit_learn():
    rng = np.random.default_rng(2)
    rows = rng.normal(size=(30, 4))
    rows[rng.random(rows.shape) < 0.25] = np.nan
    imputed = KNNImputer(n_neighbors=4).fit_transform(rows)
    assert np.isnan(rows).sum() > 20
    for row, column in np.argwhere(np.isnan(rows)):
        assert literal.filled_by_neighbors(rows, row, column, 4) == pytest.approx(imputed[row, column], abs=1e-12)


def test_gaps_have_their_share_and_their_reason():
    rows = experiments.patients()
    rng = np.random.default_rng(0)
    known = {reason: ~experiments.gaps(rows, reason, 0.3, rng) for reason in experiments.REASONS}
    assert {int((~each).sum()) for each in known.values()} == {round(0.3 * 442)}
    difference = {reason: rows[~each].mean() - rows[each].mean() for reason, each in known.items()}
    sd = rows.std()
    assert (difference["at random"] / sd).abs().max() < 0.25
    assert (difference["where bp is high"] / sd).idxmax() == "bp"
    assert (difference["where bmi is high"] / sd).idxmax() == "bmi"


@pytest.mark.parametrize("method", experiments.METHODS)
def test_filling_keeps_what_is_known_and_matches_its_definition(method):
    result = experiments.filled("at random", 20, method)
    known = result.truth[~result.gaps]
    np.testing.assert_allclose(result.column[~result.gaps], known)
    values, counts = np.unique(known, return_counts=True)
    constant = {"mean": known.mean(), "median": np.median(known), "mode": values[counts.argmax()]}
    if method in constant:
        np.testing.assert_allclose(result.column[result.gaps], constant[method])
    else:
        assert result.error < experiments.filled("at random", 20, "mean").error


def test_units_do_not_choose_the_neighbours():
    result = experiments.filled("at random", 20, "neighbours")
    rows = result.rows.assign(bmi=result.rows["bmi"].mask(result.gaps), bp=result.rows["bp"] * 1000)
    error = np.sqrt(np.mean((experiments.fill(rows, "neighbours") - result.truth)[result.gaps] ** 2))
    assert error == pytest.approx(result.error, abs=0.01)


def test_a_regression_recovers_the_mean_only_if_the_gaps_depend_on_what_it_sees():
    table, truth = experiments.over_seeds(n_seeds=3), experiments.patients()["bmi"].mean()
    off = (table.pivot_table("mean", "missing", "filled by") - truth).abs()
    assert off.loc["where bp is high", "regression"] < off.loc["where bp is high", "mean"] / 4
    assert off.loc["where bmi is high", "regression"] > off.loc["where bmi is high", "mean"] * 0.7
    assert (table["sd"].drop("at random", level=0) < experiments.patients()["bmi"].std()).all()


def test_the_explorer_shows_what_the_lesson_reads_from_it():
    def means(method, n_seeds):
        return [experiments.filled("where bp is high", 40, method, seed).column.mean() for seed in range(n_seeds)]

    truth = experiments.patients()["bmi"].mean()
    assert [round(means(method, 1)[0], 1) for method in ("neighbours", "regression")] == [26.2, 26.5]
    below, near = (np.mean(means(method, 20)) for method in ("neighbours", "regression"))
    assert (round(below, 1), round(near, 1)) == (26.1, 26.4)
    assert below < truth - 0.1 < near < truth + 0.1


def test_the_pictures_show_the_numbers_that_the_words_say():
    result = experiments.filled("where bmi is high", 40, "mean")
    ax = plots.plot_filled(result, Figure().add_subplot())
    assert [len(line.get_xdata()) for line in ax.lines] == [442 - 177, 177, 177]
    assert ax.lines[2].get_ydata() == pytest.approx(result.column[result.gaps])
    ax = plots.plot_columns(result, Figure().add_subplot())
    assert [line.get_xdata()[0] for line in ax.lines] == pytest.approx([result.truth.mean(), result.column.mean()])
    assert f"Mean {result.column.mean():.1f} (truth {result.truth.mean():.1f})" in plots.describe_columns(result)
    assert f"error {result.error:.1f}" in plots.describe_filled(result)


def test_the_histogram_counts_every_numbering():
    scores = [0.55, 0.61, 0.61, 0.78]
    ax = plots.plot_numberings(scores, {"all died": 0.61, "alphabetical": 0.78}, Figure().add_subplot())
    assert sum(bar.get_height() for bar in ax.patches) == len(scores)
    assert [line.get_xdata()[0] for line in ax.lines] == [0.61, 0.78]
    assert [text.get_text() for text in ax.texts] == ["all died 0.610", "alphabetical 0.780"]
    assert plots.describe_numberings(pd.Series(scores), 0.61) == (
        "Accuracy of 4 numberings: from 0.55 to 0.78, median 0.61; 75% at or below 0.610, where everybody dies."
    )


def test_fillings_vary_as_the_posterior_of_a_regression_does():
    rng = np.random.default_rng(0)
    x = rng.normal(size=40)
    column = np.where(x > 0.5, np.nan, 2 + 3 * x + rng.normal(size=40))
    known = ~np.isnan(column)
    draws = np.array([experiments.draw_filled(column, x, rng) for _ in range(4000)])
    np.testing.assert_array_equal(draws[:, known], np.tile(column[known], (4000, 1)))
    line = stats.linregress(x[known], column[known])
    assert draws[:, ~known].mean() == pytest.approx(line.intercept + line.slope * x[~known].mean(), abs=0.05)
    freedom = known.sum() - 2
    s2 = np.sum((column - line.intercept - line.slope * x)[known] ** 2) / freedom
    leverage = 1 / known.sum() + (x[~known].mean() - x[known].mean()) ** 2 / (known.sum() * x[known].var())
    expected = s2 * (leverage + 1 / (~known).sum()) * freedom / (freedom - 2)  # of a t distribution
    assert draws[:, ~known].mean(axis=1).var() == pytest.approx(expected, rel=0.1)


def test_rubins_rule_by_hand():
    mean, error, freedom = experiments.rubins_rule(np.array([1.0, 2, 3]), np.array([2.0, 2, 2]))
    assert (mean, error) == (2, pytest.approx(np.sqrt(2 + 4 / 3)))
    assert freedom == pytest.approx(2 * (1 + 2 / (4 / 3)) ** 2)


def test_scikit_learns_posterior_draws_each_row_alone():
    rows, rng = experiments.patients(), np.random.default_rng(0)
    column = rows["bmi"].mask(experiments.gaps(rows, "where bp is high", 0.4, rng)).to_numpy()
    others = rows[["bp", "s5"]].to_numpy()
    table = np.column_stack([column, others])
    peer = [
        IterativeImputer(sample_posterior=True, max_iter=1, random_state=seed).fit_transform(table)[:, 0].mean()
        for seed in range(200)
    ]
    alone, together = (
        np.std([experiments.draw_filled(column, others, rng, shared=shared).mean() for _ in range(200)])
        for shared in (False, True)
    )
    assert np.std(peer) == pytest.approx(alone, rel=0.2)
    assert together > 2 * alone
