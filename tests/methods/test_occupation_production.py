"""Production curves, thresholds and the to-do list: closed forms, the loop oracle, coverage, and bad input."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from every_page import EVERY_PAGE
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom, binomtest
from sklearn.base import clone
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.model_selection import GroupKFold
from sklearn.naive_bayes import BernoulliNB
from sklearn.pipeline import make_pipeline

from methods.checks import refused
from tiws_teach import (
    DuplicateCoder,
    NearestNeighborCoder,
    accuracy_at_rates,
    accuracy_bound,
    production_curve,
    split_for_coding,
    svm_classifier,
    threshold_for,
)
from tiws_teach.literal import occupation as oracle
from tiws_teach.occupation.crossing import cross_coded
from tiws_teach.occupation.promise import STARTS, STEPS, lowest_threshold

TRAIN = ["roofer", "roofer", "slate roofer", "printer", "printer", "book printer", "plumber", "roofer"]
CODES = ["7131", "7131", "7131", "8251", "8251", "8251", "7136", "7136"]

rated = st.lists(st.tuples(st.sampled_from([0.1, 0.5, 0.9]), st.booleans()), min_size=1, max_size=6)

# -------------------------------------------------------------------------------------------------------------- curve


@settings(max_examples=40)
@given(rated)
def test_the_curve_is_the_average_over_all_orders(rows):
    confidence, correct = map(list, zip(*rows, strict=True))
    curve = production_curve(confidence, correct)
    n = len(rows)
    for m in range(1, n + 1):
        wanted = oracle.accuracy_over_all_orders(confidence, correct, m)
        assert curve.accuracy_at(m / n) == pytest.approx(wanted, abs=1e-12)


def test_accuracies_between_thresholds_grow_with_the_expected_number_of_correct_codes():
    np.testing.assert_allclose(accuracy_at_rates([1, 4], [1, 2], [0.25, 0.5, 0.75, 1]), [1, 2 / 3, 5 / 9, 0.5])


def test_a_curve_by_hand():
    curve = production_curve([0.9, 0.9, 0.5, 0.2], [True, False, True, True])
    assert curve.rates.tolist() == [0.5, 0.75, 1]
    np.testing.assert_allclose(curve.accuracies, [0.5, 2 / 3, 0.75])
    np.testing.assert_allclose(curve.accuracy_at([0.25, 0.5, 0.625, 1]), [0.5, 0.5, 0.6, 0.75])
    assert [curve.rate_at(each) for each in (0.5, 0.7, 0.75, 0.8)] == [1, 1, 1, 0]
    assert [curve.threshold_at(each) for each in (0.5, 0.7, 0.75, 0.8)] == [0.2, 0.2, 0.2, np.inf]
    assert curve.to_frame([0.5, 1])["accuracy"].tolist() == [0.5, 0.75]
    falling = production_curve([0.9, 0.5, 0.2], [True, True, False])
    assert (falling.rate_at(0.9), falling.threshold_at(0.9)) == (2 / 3, 0.5)


def test_the_curve_draws_itself():
    axes = production_curve([0.9, 0.5], [True, False]).plot(label="NN-3")
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("production rate", "accuracy")
    line = axes.get_lines()[0]
    assert line.get_label() == "NN-3"
    np.testing.assert_allclose([line.get_ydata()[49], line.get_ydata()[-1]], [1, 0.5])


# ---------------------------------------------------------------------------------------------------------- threshold


@pytest.mark.parametrize(("correct", "coded"), [(0, 5), (5, 5), (96, 100), (48, 60)])
@pytest.mark.parametrize("level", [0.5, 0.9, 0.99])
def test_the_bound_equals_the_loop_and_scipy(correct, coded, level):
    found = accuracy_bound(correct, coded, level)
    assert found == pytest.approx(oracle.lower_bound(correct, coded, level), abs=1e-9)
    peer = binomtest(correct, coded, alternative="greater").proportion_ci(level).low
    assert found == pytest.approx(peer, abs=1e-9)


def test_the_bound_holds_as_often_as_it_says():
    correct = np.random.default_rng(0).binomial(400, 0.9, size=2_000)
    assert np.mean(accuracy_bound(correct, 400) <= 0.9) >= 0.9
    assert accuracy_bound(0.5, 1) == pytest.approx(accuracy_bound([0.499, 0.501], 1).mean(), abs=1e-4)


@pytest.mark.parametrize("target", [0.9, 0.95] if EVERY_PAGE else [0.9])
def test_the_chosen_threshold_keeps_its_promise(target):
    """4 standard errors of 1,000 draws are 0.038."""
    rng = np.random.default_rng(0)
    rank = np.sort(rng.random((1_000, 2_000)), axis=1)
    right = rng.random(rank.shape) < 1 - 0.2 * rank  # so the accuracy down to rank r is 1 - 0.1 r
    limits = [lowest_threshold(production_curve(-ranks, hits), target) for ranks, hits in zip(rank, right, strict=True)]
    held = [limit.coded_share == 0 or 1 + 0.1 * limit.threshold >= target for limit in limits]
    assert np.mean(held) >= 0.9 - 0.038
    assert np.mean([limit.coded_share for limit in limits]) > (1 - target) / 0.1 / 3  # a third of what is possible


def test_choosing_among_thresholds_does_not_weaken_the_bound():
    """All thresholds are a little too inaccurate."""
    rng, confidence = np.random.default_rng(0), -np.arange(1_000)
    curves = [production_curve(confidence, rng.random(1_000) < 0.895) for _ in range(1_000)]
    assert np.mean([lowest_threshold(curve, 0.9).coded_share > 0 for curve in curves]) <= 0.1


def test_halved_counts_cover_codes_that_judge_codes():
    """Pairs of duplicates judge each other, titles with one answer are not judged, and new answers have both titles."""
    rng = np.random.default_rng(0)
    single, pairs = rng.random((4_000, 300)) < 0.03, rng.random((4_000, 150, 2)) < 0.03
    correct, coded = 2 * (~pairs.any(axis=2)).sum(axis=1), 300
    accuracy = 0.97 * (~np.c_[single, pairs[:, :, 0]]).mean(axis=1)
    assert np.mean(accuracy_bound(correct, coded) <= accuracy) < 0.87
    assert np.mean(accuracy_bound(correct / 2, coded / 2) <= accuracy) >= 0.9


def searched_by_loops(right, accuracy, level):
    """Return how many of the answers, surest first, are coded: the fallback procedure with binomial tails in loops."""
    n, risk, coded = len(right), 0.0, 0
    (early, first), (late, second) = STARTS.items()
    assert early == 0
    places = sorted({int(np.ceil(step * n / STEPS - 1e-9)) for step in range(1, STEPS + 1)})

    def by_luck(m, wrong):
        return binom.cdf(wrong, m, 1 - accuracy)

    can_pass = [m for m in places if by_luck(m, 1) <= first * (1 - level) * (1 + 1e-12)]
    for m in places:
        if can_pass and m == can_pass[0]:
            risk += first * (1 - level)
        if can_pass and m == next(each for each in can_pass if each >= late * n):
            risk += second * (1 - level)
        if risk and by_luck(m, m - sum(right[:m])) <= risk:
            coded = m
        else:
            risk = 0.0
    return coded


@settings(max_examples=60)
@given(
    st.integers(0, 2**32), st.sampled_from([90, 400, 1_003]), st.sampled_from([0.8, 0.95]), st.sampled_from([0.9, 0.6])
)
def test_the_search_equals_the_loops(seed, n, accuracy, level):
    rng = np.random.default_rng(seed)
    right = rng.random(n) < rng.uniform(accuracy, 1) - rng.uniform(0, 0.2) * np.arange(n) / n
    limit = lowest_threshold(production_curve(-np.arange(n), right), accuracy, level)
    assert limit.coded_share * n == pytest.approx(searched_by_loops(right.tolist(), accuracy, level))
    assert limit.coded_share == 0 or limit.lower_bound >= accuracy


def test_early_errors_end_one_search_and_the_second_goes_on():
    right = np.r_[np.ones(110, dtype=bool), np.zeros(20, dtype=bool), np.ones(2_870, dtype=bool)]
    limit = lowest_threshold(production_curve(-np.arange(3_000), right), 0.95)
    assert limit.coded_share == 1
    assert limit.lower_bound == accuracy_bound(2_980, 3_000, 1 - 0.3 * 0.1)
    without = np.r_[right[:1_100], np.zeros(200, dtype=bool), np.ones(1_700, dtype=bool)]  # nor does the second pass
    assert lowest_threshold(production_curve(-np.arange(3_000), without), 0.95).coded_share == 0


def test_the_lowest_threshold_that_reaches_the_accuracy():
    texts, codes = ["roofer"] * 60 + ["printer"] * 60, ["7131"] * 60 + ["8251", "8252"] * 30
    limit = threshold_for(DuplicateCoder(), texts, codes, accuracy=0.9, random_state=0)
    assert (limit.threshold, limit.coded_share, limit.accuracy, limit.target) == (1, 0.5, 1, 0.9)
    assert limit.lower_bound == accuracy_bound(60, 60)  # the group of ties is the first threshold of both starts


def test_an_accuracy_that_cannot_be_reached_codes_nothing():
    limit = threshold_for(DuplicateCoder(), TRAIN, CODES, accuracy=0.99, cv=2, random_state=0)
    assert limit.threshold == np.inf
    assert limit.coded_share == 0
    assert np.isnan(limit.accuracy)
    coder = DuplicateCoder().fit(TRAIN, CODES)
    assert split_for_coding(coder, TRAIN, limit, (TRAIN, CODES)).coded.empty


def test_the_folds_of_groups_follow_the_seed():
    texts, codes = [f"{word} roofer" for word in "abcdefghijkl"] * 2, ["7131", "7136", "8251"] * 8
    persons = [i // 2 for i in range(24)]
    coder = NearestNeighborCoder()
    folds = GroupKFold(4, shuffle=True, random_state=5).split(texts, codes, persons)
    expected = np.empty(24, dtype="<U4")
    for train, test in folds:
        fitted = clone(coder).fit([texts[i] for i in train], [codes[i] for i in train])
        expected[test] = fitted.predict([texts[i] for i in test])
    found = [cross_coded(coder, texts, codes, 4, persons, random_state=seed)[0].tolist() for seed in (5, 5, 1, 2, 3)]
    assert found[0] == found[1] == expected.tolist()
    assert len(set(map(tuple, found))) > 1
    limits = [threshold_for(coder, texts, codes, cv=4, groups=persons, random_state=seed).curve for seed in (5, 5)]
    np.testing.assert_array_equal(limits[0].correct, limits[1].correct)


def test_an_answer_without_evidence_is_for_a_person_whatever_the_threshold():
    coder = NearestNeighborCoder().fit(TRAIN, CODES)
    limit = replace(threshold_for(coder, TRAIN * 20, CODES * 20, 0.5, random_state=0), threshold=0.0)
    parts = split_for_coding(coder, ["", "roofer", "astronaut", "?"], limit, (TRAIN, CODES))
    assert parts.coded["answer"].tolist() == ["roofer"]
    assert parts.todo["answer"].tolist() == ["", "astronaut", "?"]
    machine = svm_classifier().fit(TRAIN, CODES)
    parts = split_for_coding(machine, ["", "roofer", "???"], replace(limit, threshold=-1.0), (TRAIN, CODES))
    assert parts.coded["answer"].tolist() == ["roofer"]
    assert set(parts.todo["suggestion_1"]) == {""}


def test_any_classifier_of_texts_will_do():
    peer = make_pipeline(CountVectorizer(), BernoulliNB())
    texts, codes = TRAIN * 20, CODES * 20
    limit = threshold_for(peer, texts, codes, accuracy=0.9, random_state=0)
    parts = split_for_coding(peer.fit(texts, codes), ["printer", "roofer"], limit, (texts, codes))
    assert parts.coded["answer"].tolist() == ["printer"]
    assert parts.todo["answer"].tolist() == ["roofer"]


def test_the_progress_bar_is_shown_on_request(capsys):
    threshold_for(DuplicateCoder(), TRAIN, CODES, cv=2, random_state=0)
    assert capsys.readouterr().err == ""
    threshold_for(DuplicateCoder(), TRAIN, CODES, cv=2, random_state=0, progress=True)
    assert "cross-validation: 100%" in capsys.readouterr().err


# -------------------------------------------------------------------------------------------------------------- split


def fitted(coder=None):
    return (coder or NearestNeighborCoder()).fit(TRAIN, CODES)


def test_each_answer_is_in_one_table_with_its_index():
    texts = pd.Series(["printer", "zinc roofer", "astronaut", "book printer"], index=[7, 5, 3, 1])
    parts = split_for_coding(fitted(), texts, 0.9, (TRAIN, CODES))
    assert parts.coded.index.tolist() == [7, 1]
    assert parts.coded["code"].tolist() == ["8251", "8251"]
    assert parts.todo.index.tolist() == [5, 3]
    assert (parts.coded["confidence"] >= 0.9).all()
    assert (parts.todo["confidence"] < 0.9).all()


def test_an_answer_at_the_threshold_is_coded():
    confidence = fitted().confidence(["zinc roofer", "printer"])
    for threshold in (confidence[0], np.float64(confidence[0]), float(np.nextafter(confidence[0], 0))):
        parts = split_for_coding(fitted(), ["zinc roofer", "printer"], threshold, (TRAIN, CODES))
        assert parts.coded["answer"].tolist() == ["zinc roofer", "printer"]
    above = split_for_coding(fitted(), ["zinc roofer"], float(np.nextafter(confidence[0], 1)), (TRAIN, CODES))
    assert above.coded.empty


def test_suggestions_stand_beside_the_answers_behind_them():
    row, unlike = split_for_coding(fitted(), ["zinc roofer", "astronaut"], 0.9, (TRAIN, CODES)).todo.iloc
    assert unlike[["suggestion_1", "because_1"]].tolist() == ["", ""]
    assert row[["suggestion_1", "because_1"]].tolist() == ["7131", "roofer (2); slate roofer (1)"]
    assert row[["suggestion_2", "because_2"]].tolist() == ["7136", "roofer (1)"]
    assert row["score_1"] == row["confidence"] > row["score_2"] > 0
    assert row[["suggestion_3", "score_3", "because_3"]].tolist() == ["", "", ""]


def test_a_similar_answer_is_suggested_even_where_the_coder_has_no_score_for_it():
    row = split_for_coding(fitted(), ["book roofer printer"], 0.99, (TRAIN, CODES), n_suggestions=3).todo.iloc[0]
    assert row[["suggestion_1", "suggestion_2"]].tolist() == ["8251", "7131"]
    assert row["score_2"] == 0
    for_duplicates = split_for_coding(fitted(DuplicateCoder()), ["zinc roofer"], 0.9, (TRAIN, CODES)).todo.iloc[0]
    assert for_duplicates[["suggestion_1", "suggestion_2", "suggestion_3"]].tolist() == ["7131", "7136", ""]


def test_three_answers_at_most_stand_behind_a_suggestion():
    texts = [f"{word} roofer" for word in ("slate", "zinc", "tile", "copper", "thatch")]
    codes = ["7131"] * 4 + ["7136"]
    row = split_for_coding(NearestNeighborCoder().fit(texts, codes), ["roofer"], 0.99, (texts, codes)).todo.iloc[0]
    assert row["because_1"] == "slate roofer (1); zinc roofer (1); tile roofer (1)"


def test_no_answers_give_two_empty_tables():
    parts = split_for_coding(fitted(), [], 0.9, (TRAIN, CODES), n_suggestions=1)
    assert parts.coded.columns.tolist() == ["answer", "code", "confidence"]
    assert parts.todo.columns.tolist() == ["answer", "confidence", "suggestion_1", "score_1", "because_1"]
    assert len(parts.coded) == len(parts.todo) == 0


# ---------------------------------------------------------------------------------------------------------- bad input


def limit(**options):
    return lambda: threshold_for(DuplicateCoder(), TRAIN, CODES, **options)


def split(coder=None, texts=("roofer",), threshold=0.9, training=(TRAIN, CODES), **options):
    return lambda: split_for_coding(coder or fitted(), texts, threshold, training, **options)


ONE_ANSWER = production_curve([0.5], [True])
BAD = [
    (lambda: production_curve([0.5], [1]), "correct must hold True or False; got int64"),
    (lambda: production_curve([0.5, np.nan], [True, False]), "confidence must be finite; got nan"),
    (lambda: production_curve([0.5], [True, False]), r"one value for each of at least one answer; got shapes \(1,\)"),
    (lambda: production_curve([], []), r"at least one answer; got shapes \(0,\) and \(0,\)"),
    (lambda: ONE_ANSWER.accuracy_at(0), r"must be in \(0, 1\]; got 0"),
    (lambda: ONE_ANSWER.accuracy_at(1.1), r"must be in \(0, 1\]; got 1.1"),
    (lambda: ONE_ANSWER.rate_at(0), r"must be in \(0, 1\]; got 0"),
    (lambda: ONE_ANSWER.threshold_at(0), r"must be in \(0, 1\]; got 0"),
    (limit(accuracy=0), r"accuracy must be in \(0, 1\]; got 0"),
    (limit(level=1), "level must be less than 1; got 1"),
    (limit(level=0.4), r"level must be in \[0.5, 1\]; got 0.4"),
    (limit(cv=1), r"cv must be in \[2, 8\]; got 1"),
    (split(NearestNeighborCoder()), "not fitted"),
    (split(texts="roofer"), "texts must hold one text for each answer; got a single text"),
    (split(texts=["roofer", None]), "texts must hold strings; got None at position 1"),
    (split(threshold=np.nan), "threshold must be in"),
    (split(training=TRAIN), "training must be a pair of texts and codes; got list"),
    (split(n_suggestions=0), r"n_suggestions must be in \[1, inf\]; got 0"),
]
test_bad_input_is_refused = refused(BAD)
