"""Lesson 11: its experiments, its drawings, and the loops that show what scikit-learn does."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from sklearn.impute import KNNImputer
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import KFold
from sklearn.preprocessing import TargetEncoder

from tiws_teach.lessons.categories import experiments, plots
from tiws_teach.literal import preprocessing as literal


@pytest.fixture
def shown(monkeypatch):
    """Return the list of figures, with their words, that a test shows."""
    found = []
    monkeypatch.setattr(plots, "show", lambda figure, words: found.append((figure, words)))
    return found


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
    difference = {reason: (rows[~each].mean() - rows[each].mean()) / rows.std() for reason, each in known.items()}
    assert difference["completely at random"].abs().max() < 0.25
    assert difference["where the disease progressed"].idxmax() == "progress"
    assert difference["where bmi is high"].idxmax() == "bmi"


def half_known():
    """Return a column with gaps, two helpers, and an answer."""
    rng = np.random.default_rng(0)
    x = rng.normal(size=(60, 2))
    column = 1 + x @ [2.0, -1.0] + rng.normal(size=60)
    return np.where(x[:, 0] > 0.5, np.nan, column), x, column + rng.normal(size=60)


@pytest.mark.parametrize("filling", experiments.FILLINGS[1:4])
def test_a_best_guess_keeps_what_is_known_and_matches_its_definition(filling):
    column, others, y = half_known()
    known = ~np.isnan(column)
    helpers = others if filling == experiments.REGRESSION else np.column_stack([others, y])
    expected = LinearRegression().fit(helpers[known], column[known]).predict(helpers)
    expected = np.full(60, column[known].mean()) if filling == experiments.MEAN else expected
    filled = experiments.fill(column, others, y, filling, np.random.default_rng(0))
    np.testing.assert_allclose(filled[:, 0], np.where(known, column, expected))


def test_the_lines_are_those_of_scipy():
    column, others, y = half_known()
    for columns in (column[:, np.newaxis], experiments.draw_filled(column, others, 3, np.random.default_rng(0))):
        for i, found in enumerate(zip(*experiments.lines(columns, y), strict=True)):
            known = ~np.isnan(columns[:, i])
            line = stats.linregress(columns[known, i], y[known])
            assert found == pytest.approx((line.intercept, line.slope, line.stderr**2))


def test_an_interval_is_the_usual_one_or_by_rubins_rules():
    column, others, y = half_known()
    known = ~np.isnan(column)
    line = stats.linregress(column[known], y[known])
    half = stats.t.ppf(0.975, known.sum() - 2) * line.stderr
    assert experiments.interval(column[:, np.newaxis], y) == pytest.approx((line.slope - half, line.slope + half))
    draws = experiments.draw_filled(column, others, 5, np.random.default_rng(0))
    slope, error, freedom = experiments.rubins_rules(*experiments.lines(draws, y)[1:])
    low, high = experiments.interval(draws, y)
    assert ((low + high) / 2, (high - low) / 2) == pytest.approx((slope, stats.t.ppf(0.975, freedom) * error))


def test_the_explorer_shows_what_the_lesson_reads_from_it():
    jobs = {name: experiments.two_jobs("completely at random", 40, name) for name in experiments.FILLINGS}
    slope, promised, kept = (
        {name: getattr(job, part).mean() for name, job in jobs.items()} for part in ("slopes", "promised", "kept")
    )
    assert min(kept, key=kept.get) == experiments.REGRESSION
    assert promised[experiments.WITH_TARGET] < 62.7 < kept[experiments.WITH_TARGET]
    assert slope[experiments.LEFT_OUT] == pytest.approx(slope[experiments.MEAN])
    assert abs(slope[experiments.DRAWS] - 10.23) < 0.3 < slope[experiments.REGRESSION] - 10.23 - 1
    assert promised[experiments.REGRESSION] == pytest.approx(kept[experiments.REGRESSION], abs=0.1)


def test_the_pictures_show_the_numbers_that_the_words_say(shown):
    code, y = np.array([0.1, 0.2, 0.6, 0.9]), np.array([0, 1, 0, 1])
    plots.show_codes({"training": (code, y)})
    table = pd.DataFrame({"missing": "at random", "way": ["a", "a", "b", "b"], "covers": [True, False, True, True]})
    plots.show_coverage(table)
    (codes, told), (coverage, covered) = shown
    assert codes.axes[0].get_title() == "training: AUC 0.75"
    assert told == "Mean code of the rows. training: on time 0.35, late 0.55, AUC 0.75."
    assert coverage.axes[0].containers[0].lines[0].get_xdata() == pytest.approx([0.5, 1])
    assert covered == "Share of 95 % intervals that cover. missing at random: a 0.50, b 1.00."


def test_fillings_vary_as_the_posterior_of_a_regression_does():
    rng = np.random.default_rng(0)
    x = rng.normal(size=40)
    column = np.where(x > 0.5, np.nan, 2 + 3 * x + rng.normal(size=40))
    known = ~np.isnan(column)
    draws = experiments.draw_filled(column, x, 4000, rng).T
    np.testing.assert_array_equal(draws[:, known], np.tile(column[known], (4000, 1)))
    line = stats.linregress(x[known], column[known])
    assert draws[:, ~known].mean() == pytest.approx(line.intercept + line.slope * x[~known].mean(), abs=0.05)
    freedom = known.sum() - 2
    s2 = np.sum((column - line.intercept - line.slope * x)[known] ** 2) / freedom
    leverage = 1 / known.sum() + (x[~known].mean() - x[known].mean()) ** 2 / (known.sum() * x[known].var())
    expected = s2 * (leverage + 1 / (~known).sum()) * freedom / (freedom - 2)  # of a t distribution
    assert draws[:, ~known].mean(axis=1).var() == pytest.approx(expected, rel=0.1)


def test_rubins_rules_by_hand():
    mean, error, freedom = experiments.rubins_rules(np.array([1.0, 2, 3]), np.array([2.0, 2, 2]))
    assert (mean, error) == (2, pytest.approx(np.sqrt(2 + 4 / 3)))
    assert freedom == pytest.approx(2 * (1 + 2 / (4 / 3)) ** 2)
