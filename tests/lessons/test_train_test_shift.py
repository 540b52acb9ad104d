"""Lesson 10: its experiments and its drawings."""

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import LeaveOneGroupOut, cross_val_predict

from tiws_teach.lessons.train_test_shift import experiments, plots


def test_a_turned_cloud_has_the_same_means_and_turned_axes():
    train, test = experiments.clouds(0, 90, 20_000)
    np.testing.assert_allclose(test.mean(axis=0), 0, atol=0.03)
    assert np.corrcoef(train.T)[0, 1] == pytest.approx(0.9, abs=0.01)
    assert np.corrcoef(test.T)[0, 1] == pytest.approx(-0.9, abs=0.01)
    assert experiments.clouds(1.5, 30, 20_000)[1].mean(axis=0) == pytest.approx([1.5, 0], abs=0.03)


def test_people_give_rows_close_to_one_another_and_belong_to_one_side():
    drawn = experiments.people(0, 90, 5, seed=1)
    assert (drawn.X.shape, drawn.X_new.shape) == ((450, 2), (150, 2))
    assert not set(drawn.person) & set(drawn.person_new)
    of_one = drawn.X[drawn.person == 3]
    assert of_one.shape == (5, 2)
    assert of_one.std(axis=0).max() < 0.2 < drawn.X.std(axis=0).min()


@pytest.mark.parametrize("way", experiments.WAYS)
@pytest.mark.parametrize("until", experiments.MONTHS)
def test_known_flights_are_held_out_and_only_at_random_the_forest_leads(way, until):
    result, (_, _, date) = experiments.held_out(until, way), experiments.flights()
    known = (date.dt.month <= experiments.MONTHS[until]).to_numpy()
    held = result.side == "held out"
    assert ((result.side == "still to come") == ~known).all()
    assert held.sum() == pytest.approx(known.sum() / 4, abs=40)
    assert set(date[held]).isdisjoint(date[result.side == "training"]) == (way != "flights at random")
    if way == "the last days":
        assert date[held].min() > date[result.side == "training"].max()
    lead, later = (each["random forest"] - each["logistic regression"] for each in (result.promised, result.came))
    given, stored = (*result.promised.values(), *result.came.values()), experiments.AUCS[until]
    np.testing.assert_allclose(given, stored[way] + stored[experiments.LATER])
    if until != "March" and way != "whole days":
        assert (later < -0.03, lead > 0.03) == (True, way == "flights at random")


@pytest.mark.parametrize(("until", "way"), [(until, way) for until, ways in experiments.AUCS.items() for way in ways])
def test_the_stored_aucs_are_those_of_the_fits(until, way):
    np.testing.assert_allclose(experiments.judged(until, way), experiments.AUCS[until][way], atol=6e-5)


def test_a_yearly_wave_is_taken_out_of_the_weather_and_of_nothing_else():
    X, _, date = experiments.flights()
    turn = 2 * np.pi * date.dt.day_of_year / 365
    table = X.assign(**{column: X[column] + 3 * np.cos(turn) - np.sin(turn) for column in experiments.WEATHER})
    left, other = (experiments.season_out(each, date) for each in (table, X))
    pd.testing.assert_frame_equal(left, other, atol=1e-6)
    pd.testing.assert_frame_equal(left.drop(columns=experiments.WEATHER), X.drop(columns=experiments.WEATHER))
    np.testing.assert_allclose([left["rain"] @ wave for wave in (turn**0, np.cos(turn), np.sin(turn))], 0, atol=1e-6)


@pytest.fixture(scope="module")
def promised():
    X, late, date = experiments.flights()
    known = date.dt.month <= 6
    model, month = experiments.MODELS["logistic regression"], date[known].dt.month
    given = {"groups": month, "cv": LeaveOneGroupOut(), "method": "predict_proba"}
    held = cross_val_predict(model, X[known], late[known], **given)[:, 1]
    later = model.fit(X[known], late[known]).predict_proba(X[~known])[:, 1]
    return pd.Series(np.append(held, later))


def test_december_misses_its_promise_most_and_june_comes_next(promised):
    _, late, date = experiments.flights()
    shares = pd.DataFrame({"promised": promised, "came": late}).groupby(date.dt.month).mean()
    misses = (shares["came"] - shares["promised"]).abs()
    assert misses.sort_values().index[-2:].to_list() == [6, 12]
    lines = plots.plot_shares(shares).axes[0].lines
    assert [line.get_ydata().tolist() for line in lines] == [shares[name].to_list() for name in shares]
    assert plots.describe_shares(shares).endswith("Dec 0.24 and 0.42.")


def test_the_best_auc_of_the_year_is_that_of_september(promised):
    _, late, date = experiments.flights()
    aucs = promised.groupby(date.dt.month).apply(lambda q: roc_auc_score(late[q.index], q))
    assert aucs.idxmax() == 9
    assert aucs[7:].min() > aucs[:6].min()


def test_the_class_depends_on_the_row_alone_and_a_line_on_the_wave_is_right():
    X, y = experiments.curved(4000, 2, 0.5, np.random.default_rng(0))
    assert X.mean(axis=0) == pytest.approx([2, 0], abs=0.05)
    assert ((X[:, 1] > np.sin(1.5 * X[:, 0])) == y).mean() > 0.85


def test_a_line_is_drawn_where_the_model_changes_its_mind():
    X, y, X_new, _ = experiments.curved_pair(0, 300)
    line = LogisticRegression().fit(X, y)
    drawn = plots.plot_wave(X, y, X_new, {"nothing done": line}).axes[0].lines[-1].get_xydata()
    np.testing.assert_allclose(line.decision_function(drawn), 0, atol=1e-9)
    slope = np.diff(drawn[[0, -1], 1]) / np.diff(drawn[[0, -1], 0])
    assert f"Slopes: nothing done {slope[0]:.2f}." in plots.describe_wave(X, y, X_new, {"nothing done": line})


def test_the_pictures_show_what_the_words_say():
    world = np.array([0.0, 1, 2]), np.array([0, 1, 1])
    assert len(plots.plot_worlds({"old": world, "same": world, "other": world}).axes) == 2
    assert plots.describe_worlds({"old": world}) == "old: mean of x 1.0, class 1 0.67."
    months = pd.DataFrame({"adversary": [0.9, 0.8], "model": [0.7, 0.6]}, index=[7, 8])
    assert plots.plot_months(months).axes[0].lines[-1].get_ydata().tolist() == [0.7, 0.6]
    assert plots.describe_months(months).endswith("Jul 0.90 and 0.70; Aug 0.80 and 0.60.")
    assert len(plots.plot_changes({"p": months, "q": months}).axes) == 2
