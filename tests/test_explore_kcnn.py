"""Reach, fields and measurements of notebook 04, against scikit-learn, first principles and the vectors by hand."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.neighbors import KNeighborsClassifier

from tiws_teach.kcnn import EKCNNClassifier, KCNNClassifier
from tiws_teach.lessons.kcnn.experiments import fields as kcnn
from tiws_teach.lessons.kcnn.experiments import measured as kcnn_measured
from tiws_teach.lessons.kcnn.experiments import rules as kcnn_rules
from tiws_teach.lessons.kcnn.experiments import traps as kcnn_traps

KNOWN, FRESH = kcnn_rules.plants(120), kcnn_rules.fresh_plants(80)
FOUND = kcnn_rules.search(KNOWN.data, KNOWN.target, FRESH.data, 9)


# rules --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("k", [1, 3, 9])
def test_votes_are_those_of_scikit_learn(k):
    peer = KNeighborsClassifier(k, algorithm="brute").fit(KNOWN.data, KNOWN.target)
    np.testing.assert_allclose(FOUND.posteriors("vote", k), peer.predict_proba(FRESH.data))


@pytest.mark.parametrize("k", [1, 4, 9])
@pytest.mark.parametrize("r", [1.0, 2.0])
def test_one_search_gives_what_the_classifiers_give(k, r):
    for name, model in (("kCNN", KCNNClassifier(k, smoothing=r)), ("EkCNN", EKCNNClassifier(k, smoothing=r))):
        fitted = model.fit(KNOWN.data, KNOWN.target)
        np.testing.assert_allclose(FOUND.posteriors(name, k, r), fitted.predict_proba(FRESH.data))


def test_more_neighbours_than_rows():
    found = kcnn_rules.search([[0.0], [1.0], [5.0]], [0, 0, 1], [[0.0]], 5)
    np.testing.assert_allclose(found.posteriors("vote", 3), [[2 / 3, 1 / 3]])
    np.testing.assert_allclose(found.posteriors("EkCNN", 2), [[1.0, 0.0]], atol=1e-6)
    with pytest.raises(ValueError, match=r"k must be in \[1, 3\]; got 4"):
        found.posteriors("vote", 4)
    with pytest.raises(ValueError, match="method must be one of"):
        found.posteriors("median", 1)


def test_fresh_plants_are_others_with_the_same_truth():
    assert not np.isin(FRESH.data.to_numpy(), KNOWN.data.to_numpy()).any()
    np.testing.assert_allclose(KNOWN.posterior([[0.5, 3.0]]), [[0.5, 0.5]])
    np.testing.assert_array_equal(FRESH.posterior(FRESH.data), KNOWN.posterior(FRESH.data))


def test_errors_by_hand():
    truth = [[0.8, 0.2], [0.4, 0.6]]
    assert kcnn_rules.posterior_error([[0.5, 0.5], [0.5, 0.5]], truth) == pytest.approx((2 * 0.09 + 2 * 0.01) / 2)
    assert kcnn_rules.call_error(truth, truth) == pytest.approx((0.2 + 0.4) / 2)
    assert kcnn_rules.call_error([[1, 0], [1, 0]], truth) == pytest.approx((0.2 + 0.6) / 2)
    assert kcnn_rules.call_error([[0.5, 0.5]], [[0.3, 0.7]]) == pytest.approx(0.7)  # ties: the first class


def test_the_same_k_and_nearly_as_many_rows():
    truth = KNOWN.posterior(FRESH.data)
    table = kcnn_rules.at_the_same_k(FOUND, truth, [1, 3, 5])
    for k, line in table.iterrows():
        for name, rule in (("vote of k", ("vote", k)), ("kCNN", ("kCNN", k)), ("vote of 2k - 1", ("vote", 2 * k - 1))):
            assert line[name] == kcnn_rules.posterior_error(FOUND.posteriors(*rule), truth)
    assert table.loc[1, "vote of k"] == table.loc[1, "vote of 2k - 1"]


# the ten points -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "k", "r", "posteriors"),
    [
        ("q1", 1, 1, (0.764045, 0.191011, 0.044944)),
        ("q2", 1, 1, (0.307692, 0.615385, 0.076923)),
        ("q3", 1, 1, (0.142857, 0.571429, 0.285714)),
        ("q1", 2, 2, (0.759747, 0.240253, 0)),
        ("q3", 2, 2, (0.387426, 0.612574, 0)),
    ],
)
def test_the_reach_gives_the_vector_by_hand(query, k, r, posteriors):
    result = kcnn.reach(kcnn.QUERIES[query], k, r)
    np.testing.assert_allclose(result.posteriors, posteriors, atol=1e-6)
    for label, distance in enumerate(result.distances):
        apart = np.sort(np.hypot(*(kcnn.POINTS[label == kcnn.CLASSES] - result.query).T))
        assert distance == (apart[k - 1] if len(apart) >= k else np.inf)


def test_smoothing_draws_to_a_third():
    table = kcnn.smoothed(kcnn.QUERIES["q3"], 1, [1, 2, 1e6])
    np.testing.assert_allclose(table.iloc[0], (0.142857, 0.571429, 0.285714), atol=1e-6)
    np.testing.assert_allclose(table.iloc[2], 1 / 3, atol=1e-5)
    assert table.index.name == "r"


# fields -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", kcnn_rules.METHODS)
def test_a_field_is_the_rule_at_every_place(method):
    result = kcnn.field(kcnn.START, method, 3, 2.0)
    assert result.posterior.shape == (len(result.y), len(result.x))
    assert (result.x[-1], result.y[-1]) == kcnn.LIMITS
    models = {"vote": KNeighborsClassifier(3), "kCNN": KCNNClassifier(3, 2.0), "EkCNN": EKCNNClassifier(3, 2.0)}
    model = models[method].fit(result.points, result.classes)
    for line, column in ((0, 0), (10, 50), (48, 7)):
        place = [[result.x[column], result.y[line]]]
        assert result.posterior[line, column] == pytest.approx(model.predict_proba(place)[0, 1])


def test_what_a_field_says_of_itself():
    result = kcnn.field(kcnn.START, "vote", 3, 1.0)
    assert result.levels == 4
    assert result.share_of_one == pytest.approx((result.posterior > 0.5).mean())
    assert result.steepest == pytest.approx(2 / 3)  # where two of the three change at once
    assert kcnn.field(kcnn.START, "kCNN", 3, 1.0).steepest < 0.1


def test_smoothing_moves_no_border_of_kcnn():
    calls = [kcnn.field(kcnn.START, "kCNN", 4, r).posterior > 0.5 for r in (1.0, 8.0)]
    np.testing.assert_array_equal(*calls)


def test_a_class_that_is_too_small_is_told():
    points = (*kcnn.START[:7], (4.0, 4.0, 1))
    with pytest.raises(ValueError, match=r"k must be in \[1, 1\], the size of the smaller class; got 2"):
        kcnn.field(points, "kCNN", 2, 1.0)


def test_fields_side_by_side_with_their_truth():
    result = kcnn.fields(["vote", "kCNN"], [1, 5], n_known=80)
    assert [[(each.method, each.k) for each in line] for line in result.fields] == [
        [("vote", 1), ("vote", 5)],
        [("kCNN", 1), ("kCNN", 5)],
    ]
    assert result.errors[0][0] == result.errors[1][0]  # k = 1 is the nearest neighbour in both
    assert min(min(line) for line in result.errors) > result.bayes_error
    assert result.truth.shape == result.fields[0][0].posterior.shape


# the truth ----------------------------------------------------------------------------------------------------------


@given(st.floats(0.01, 0.99), st.floats(0.1, 4))
def test_bent_bends_the_odds(p, power):
    bent = float(kcnn.bent(p, power))
    assert bent / (1 - bent) == pytest.approx((p / (1 - p)) ** power, rel=1e-6)


def test_estimates_follow_the_bent_truth():
    result = kcnn.against_truth(4000, 80)
    middle = (result.truth > 0.15) & (result.truth < 0.85)
    for name, estimated in result.estimated.items():
        aim = kcnn.bent(result.truth[middle], result.power[name])
        assert np.abs(estimated[middle] - aim).mean() < 0.04
    assert result.power == {"r = 1": 1.0, "r = 2": 0.5}


def test_errors_by_seed_are_those_of_the_rules():
    results = kcnn_measured.posterior_errors(2, [1, 5], n_known=60, n_fresh=40)
    assert len(results) == 2 * 3 * 2
    known, fresh = kcnn_rules.plants(60, random_state=1), kcnn_rules.fresh_plants(40, random_state=1)
    model = KCNNClassifier(5, smoothing=2.0).fit(known.data, known.target)
    expected = kcnn_rules.posterior_error(model.predict_proba(fresh.data), known.posterior(fresh.data))
    line = results.query("seed == 1 and k == 5 and rule == 'kCNN, r = 2'")
    assert line["error"].item() == pytest.approx(expected)


def test_more_rows_bring_every_posterior_nearer_but_not_with_r_2():
    table = kcnn_measured.mean_table(kcnn_measured.by_rows(3, [100, 2000], n_fresh=100), "rows")
    assert (table.loc[2000, ["vote", "kCNN, r = 1"]] < 0.4 * table.loc[100, ["vote", "kCNN, r = 1"]]).all()
    assert table.loc[2000, "kCNN, r = 2"] > 3 * table.loc[2000, "kCNN, r = 1"]


def test_each_rule_gets_its_own_best_k():
    kind = {"n_fresh": 100}
    table = kcnn_measured.best_k(3, 100, [1, 9, 25], **kind)
    results = kcnn_measured.posterior_errors(3, [1, 9, 25], kcnn_measured.WITH_ENSEMBLE, n_known=100, **kind)
    for rule, line in table.iterrows():
        means = results[results["rule"] == rule].groupby("k")["error"].mean()
        assert line["best k"] == means.idxmin()
        assert line["error"] == pytest.approx(means.min())
    assert table.loc["vote", "samples below the vote"] == "-"
    by_seed = results.pivot_table(index="seed", columns=["rule", "k"], values="error")
    for rule in table.index.drop("vote"):
        lines = [by_seed[name, table.loc[name, "best k"]] for name in (rule, "vote")]
        assert table.loc[rule, "samples below the vote"] == (lines[0] < lines[1]).sum()


def test_a_vote_may_ask_more_rows_than_a_class_has():
    results = kcnn_measured.posterior_errors(1, [3], n_known=40, n_fresh=50, more_votes=[40])
    assert results.groupby("rule", sort=False)["k"].agg(list).to_dict() == {
        "vote": [3, 40],
        "kCNN, r = 1": [3],
        "kCNN, r = 2": [3],
    }
    known, fresh = kcnn_rules.plants(40), kcnn_rules.fresh_plants(50)
    share = known.target.mean()
    expected = kcnn_rules.posterior_error([[1 - share, share]], known.posterior(fresh.data))
    assert results.query("k == 40")["error"].item() == pytest.approx(expected)


def test_no_rule_is_below_the_bayes_error():
    table = kcnn_measured.mean_table(kcnn_measured.call_errors(2, [1, 5], n_known=80, n_fresh=200))
    assert (table.drop(columns="best possible").gt(table["best possible"], axis=0)).all(axis=None)
    assert table.loc[1, "vote"] == table.loc[1, "kCNN"] == table.loc[1, "EkCNN, r = 1"]


def test_with_two_classes_the_race_is_a_vote_of_2k_less_1():
    two, three = (kcnn_measured.same_calls(2, [2, 4], n, n_fresh=300) for n in (2, 3))
    assert (two["vote of 2k - 1"] == 0).all()
    assert (two["vote of k"] > 0).all()
    assert (three > 0).all(axis=None)


def test_the_five_rules_begin_as_the_nearest_neighbour():
    table = kcnn_measured.five_rules(1, [1, 7], n_known=60, n_fresh=100)
    assert table.columns.to_list() == ["kNN", "LMkNN", "MLM-kHNN", "kCNN", "EkCNN"]
    assert np.ptp(table.loc[1]) < 1e-12
    assert np.ptp(table.loc[7]) > 0.001


def test_the_wines_need_a_scale():
    X, y = kcnn_measured.wines()
    assert X.shape == (178, 13)
    assert y.value_counts().sort_index().to_list() == [59, 71, 48]
    raw, scaled = (kcnn_measured.wine_errors(scale, candidates=[5]) for scale in ("raw", "standardised"))
    assert len(raw) == 10
    assert (scaled.mean() < 0.06).all()
    assert (raw.mean() > 0.2).all()


def test_the_inner_split_chooses_among_the_candidates():
    chosen = kcnn_measured.chosen_k(3, [2, 4])
    assert set(chosen["k"]) <= {2, 4}
    assert chosen["inner accuracy"].between(0.9, 1).all()


# traps --------------------------------------------------------------------------------------------------------------


def test_copies_by_hand():
    table = kcnn_traps.copies([1, 2, 10])
    assert table.loc[1].to_list() == pytest.approx([1, 0.5, 0.5])
    assert table.loc[2, "EkCNN"] == pytest.approx(0.75, abs=1e-6)
    assert table.loc[10, "vote"] == pytest.approx(0.9)
    assert table.loc[10, "kCNN"] == pytest.approx(81 / 82)  # the tenth of class 0 lies at 1, that of class 1 at 9


def test_a_class_smaller_than_k_is_never_called():
    table = kcnn_traps.small_class(2, [4, 5])
    assert table.loc[4, "kCNN"] > 0
    assert table.loc[5, "kCNN"] == 0
    assert (table.loc[5, ["LMkNN", "MLM-kHNN"]] > 0.3).all()
    others = kcnn_traps.small_class(2, [4, 5], asked="large")
    assert others.loc[5, "kCNN"] == 0
    assert others.loc[5, ["LMkNN", "MLM-kHNN"]].between(0, 0.05).all()
    with pytest.raises(ValueError, match="asked must be one of"):
        kcnn_traps.small_class(1, [1], asked="tiny")


def test_smoothing_inflates_a_rare_class_and_calls_the_same():
    table = kcnn_traps.rare_class(3)
    assert table.loc["kCNN, r = 2", "mean posterior"] > 1.7 * table.loc["kCNN, r = 1", "mean posterior"]
    assert table.loc["kCNN, r = 1", "found"] == table.loc["kCNN, r = 2", "found"]
    assert table.loc["truth", "mean posterior"] == pytest.approx(0.1, abs=0.02)


def test_a_row_among_its_own_neighbours_has_no_error():
    table = kcnn_traps.own_neighbour(3)
    assert (table["itself included"] == 0).all()
    assert table["left out"].between(0.12, 0.35).all()
    assert len(table) == 3


@pytest.mark.parametrize(("worker", "leaks"), [("Cleo", {"mean", "scale"}), ("Dan", {"k"}), ("Eva", set())])
def test_whose_rule_depends_on_the_rows_to_judge_on(worker, leaks):
    X, y = (part.to_numpy() for part in kcnn_measured.wines())
    to_fit = np.arange(len(y)) % 3 != 0
    error, rule = kcnn_traps.report(worker, X[to_fit], y[to_fit], X[~to_fit], y[~to_fit])
    _, other = kcnn_traps.report(worker, X[to_fit], y[to_fit], 10 * X[~to_fit], np.roll(y[~to_fit], 7))
    assert {part for part in rule if not np.array_equal(rule[part], other[part])} == leaks
    assert 0 <= error < 0.15


def test_tables_are_frames_that_print():
    assert isinstance(kcnn_traps.copies(), pd.DataFrame)
    with pytest.raises(ValueError, match="worker must be one of"):
        kcnn_traps.report("Fay", [[0.0]], [0], [[0.0]], [0])
