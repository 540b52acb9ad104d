"""The generators of categories and words: each one's truth against large samples."""

import itertools
import re

import numpy as np
import pandas as pd
import pytest
from sklearn.feature_extraction.text import CountVectorizer

from tiws_teach.datasets import make_codes, make_reviews, make_unseen_category
from tiws_teach.datasets.reviews import CLASSES, FILLERS, OPINIONS, SENTENCES

# make_codes: the tree, the popularity, and rates and profiles that are inherited ------------------------------------


def test_tree_and_columns_of_codes():
    simulated = make_codes(500, random_state=0)
    data, codes = simulated.data, simulated.codes
    assert data.columns.to_list() == ["chapter", "group", "code", "x_1", "x_2", "x_3"]
    assert simulated.frame.columns.to_list() == [*data.columns, "y"]
    assert len(data) == 500
    assert len(codes) == 18 * 4 * 3
    assert codes["chapter"].nunique() == 18
    assert codes["group"].nunique() == 72
    assert data["code"].str.fullmatch(r"[A-R]\d\d\.\d").all()
    assert (data["code"].str[:3] == data["group"]).all()
    assert (data["group"].str[0] == data["chapter"]).all()
    assert codes["count"].to_dict() == data["code"].value_counts().reindex(codes.index, fill_value=0).to_dict()
    assert set(simulated.target) == {0, 1}


def test_most_codes_are_rare():
    codes = make_codes(2000, random_state=1).codes
    expected = 1 / np.arange(1, len(codes) + 1)
    np.testing.assert_allclose(np.sort(codes["popularity"])[::-1], expected / expected.sum())
    assert codes["count"].median() <= 4
    assert codes["count"].max() >= 250


def test_codes_follow_the_truth():
    simulated = make_codes(120_000, n_chapters=2, n_groups=2, n_codes=2, zipf=0, random_state=2)
    found = simulated.target.groupby(simulated.data["code"]).mean()
    np.testing.assert_allclose(found, simulated.rates["code"], atol=0.02)
    for companion, profile in simulated.profiles.items():
        shares = pd.crosstab(simulated.data["code"], simulated.data[companion], normalize="index")
        np.testing.assert_allclose(shares.reindex(columns=profile.columns, fill_value=0), profile, atol=0.02)


def test_rates_of_groups_and_chapters_are_means_by_popularity():
    simulated = make_codes(50, random_state=3)
    codes = simulated.codes
    for level in ("chapter", "group"):
        for name, rows in codes.groupby(level):
            expected = np.average(rows["rate"], weights=rows["popularity"])
            assert simulated.rates[level][name] == pytest.approx(expected)
    pd.testing.assert_series_equal(simulated.rates["code"], codes["rate"])


def spread_within(simulated, level):
    logit = np.log(simulated.codes["rate"] / (1 - simulated.codes["rate"]))
    return (logit - logit.groupby(simulated.codes[level]).transform("mean")).std()


def test_codes_are_like_their_group_and_groups_like_their_chapter():
    simulated = make_codes(10, n_chapters=26, n_groups=20, n_codes=5, random_state=4)
    rates = simulated.codes["rate"]
    whole = np.log(rates / (1 - rates)).std()
    within_group, within_chapter = (spread_within(simulated, level) for level in ("group", "chapter"))
    # deviations .8, .4, .2: sqrt(.84) = .917 in all, sqrt(.2) = .447 within a chapter, .2 within a group
    assert within_group == pytest.approx(0.2 * np.sqrt(4 / 5), rel=0.06)
    assert within_chapter == pytest.approx(np.sqrt(0.2), rel=0.06)
    assert whole == pytest.approx(np.sqrt(0.84), rel=0.25)
    profile = simulated.profiles["x_1"]
    within = (profile - profile.groupby(simulated.codes["group"]).transform("mean")).to_numpy().std()
    assert within < 0.5 * profile.to_numpy().std()
    np.testing.assert_allclose(profile.sum(axis=1), 1)


def test_extreme_parameters_stay_finite():
    simulated = make_codes(100, concentration=1e-3, fidelity=1e-3, base_rate=0.999, random_state=6)
    for profile in simulated.profiles.values():
        assert np.isfinite(profile.to_numpy()).all()
        np.testing.assert_allclose(profile.sum(axis=1), 1)


# make_unseen_category: its truth and its sizes ------------------------------------------------------------------------


def test_default_sizes_and_columns():
    simulated = make_unseen_category(random_state=0)
    assert simulated.data.columns.to_list() == ["group", *(f"x_{j}" for j in range(1, 8))]
    assert simulated.data["group"].value_counts().to_dict() == {"A": 334, "B": 333, "C": 333}
    assert [simulated.data[f"x_{j}"].nunique() for j in range(1, 8)] == [2, 2, 2, 3, 3, 3, 3]
    assert simulated.is_train.equals(simulated.data["group"].ne("C").rename("is_train"))
    assert simulated.copies == {"group": {"C": "A"}}
    assert simulated.frame.columns.to_list() == [*simulated.data.columns, "y"]
    assert set(simulated.target) == {0, 1}
    several = make_unseen_category(n_unseen=5, random_state=0).data["group"]
    assert several.value_counts().sort_index().tolist() == [143] * 6 + [142]


@pytest.mark.parametrize(
    ("case", "kinds"),
    [
        ("strong", ("strong",) * 7),
        ("slight", ("slight",) * 7),
        ("mix", ("strong", "slight", "none", "strong", "slight", "none", "strong")),
        ("random", ("none",) * 7),
    ],
)
def test_profiles_follow_the_case(case, kinds):
    simulated = make_unseen_category(case, deviation=0.25, random_state=3)
    strong = make_unseen_category("strong", random_state=3).profiles["group"]
    profiles = simulated.profiles["group"]
    assert simulated.differences == kinds
    weight = {"strong": 1.0, "slight": 0.25, "none": 0.0}
    for j, kind in enumerate(kinds):
        np.testing.assert_allclose(profiles["A"][j], strong["A"][j])
        np.testing.assert_allclose(
            profiles["B"][j], weight[kind] * strong["B"][j] + (1 - weight[kind]) * strong["A"][j]
        )
        np.testing.assert_array_equal(profiles["C"][j], profiles["A"][j])


def test_random_case_copies_nothing():
    simulated = make_unseen_category("random", n_unseen=2, expectations=(0.9, 0.3), random_state=0)
    assert simulated.copies == {"group": {"C": None, "D": None}}
    assert simulated.expectations["group"].to_dict() == pytest.approx({"A": 0.9, "B": 0.3, "C": 0.6, "D": 0.6})


def test_several_unseen_categories_copy_in_turn():
    simulated = make_unseen_category(n_unseen=3, sizes=(10, 20, 30, 40, 50), random_state=0)
    assert simulated.copies == {"group": {"C": "A", "D": "B", "E": "A"}}
    assert simulated.data["group"].value_counts().sort_index().tolist() == [10, 20, 30, 40, 50]
    assert simulated.expectations["group"].to_dict() == pytest.approx(
        {"A": 0.7, "B": 0.3, "C": 0.7, "D": 0.3, "E": 0.7}
    )
    assert simulated.is_train.sum() == 30
    profiles = simulated.profiles["group"]
    assert all(np.array_equal(d, b) for d, b in zip(profiles["D"], profiles["B"], strict=True))


def frequencies(values, categories):
    return values.value_counts(normalize=True).reindex(categories, fill_value=0).to_numpy()


def test_rows_follow_the_profiles():
    simulated = make_unseen_category(sizes=(30_000, 30_000, 30_000), random_state=1)
    for label in "ABC":
        rows = simulated.data["group"] == label
        for j, profile in enumerate(simulated.profiles["group"][label], start=1):
            found = frequencies(simulated.data.loc[rows, f"x_{j}"], list("abc"[: len(profile)]))
            np.testing.assert_allclose(found, profile, atol=0.012)  # four standard errors of a share of .5
        assert simulated.target[rows].mean() == pytest.approx(simulated.expectations["group"][label], abs=0.012)


def test_copies_stay_exact_with_several_features():
    sizes = (60_000, 20_000, 40_000, 30_000)
    simulated = make_unseen_category(n_unseen_features=2, n_unseen=2, sizes=sizes, random_state=2)
    groups = simulated.data[["group", "group_2"]]
    assert simulated.data.columns[:2].to_list() == groups.columns.to_list()
    assert simulated.is_train.equals(groups.isin(["A", "B"]).all(axis=1).rename("is_train"))
    for feature, labels in groups.items():
        expected = simulated.expectations[feature]
        for label in "ABCD":
            assert simulated.target[labels == label].mean() == pytest.approx(expected[label], abs=0.015)
        for pair in simulated.copies[feature].items():
            assert expected[pair[0]] == expected[pair[1]]
            for j in range(1, 8):
                found = [frequencies(simulated.data.loc[labels == label, f"x_{j}"], list("abc")) for label in pair]
                np.testing.assert_allclose(*found, atol=0.018)


def test_features_have_profiles_of_their_own():
    simulated = make_unseen_category(n_unseen_features=2, random_state=0)
    assert not np.allclose(simulated.profiles["group"]["A"][3], simulated.profiles["group_2"]["A"][3])


def test_numeric_outcome():
    simulated = make_unseen_category(outcome="numeric", expectations=(-5, 20), sizes=(4000,) * 3, random_state=0)
    means = simulated.target.groupby(simulated.data["group"]).agg(["mean", "std"])
    np.testing.assert_allclose(means["mean"], [-5, 20, -5], atol=0.08)
    np.testing.assert_allclose(means["std"], 1, atol=0.06)
    assert simulated.expectations["group"].tolist() == [-5, 20, -5]


# make_reviews: whole sentences, an exact imbalance, and words that come as often as the truth says ------------------


SLOTS = re.compile(r"\{(\w+)\}")


def test_shape_and_truth_of_reviews():
    reviews = make_reviews(500, random_state=0)
    assert reviews.data.columns.to_list() == ["text"]
    assert reviews.frame.columns.to_list() == ["text", "positive"]
    assert len(reviews.frame) == 500
    assert reviews.target.sum() == 40
    assert reviews.target_names == CLASSES == ("negative", "positive")
    assert set(reviews.class_words) == set(CLASSES)
    assert all(len(own) > 80 for own in reviews.class_words.values())
    np.testing.assert_allclose(reviews.mixture.sum(axis=1), 1)
    np.testing.assert_allclose(reviews.mixture, [[0.63, 0.07, 0.3], [0.07, 0.63, 0.3]])


def test_each_kind_of_slot_has_probabilities_that_sum_to_one():
    words = make_reviews(2, random_state=0).words
    sums = words.groupby("slot")[list(CLASSES)].sum()
    np.testing.assert_allclose(sums, 1)
    assert words.index.is_unique
    assert words["belongs"].value_counts().to_dict() == {
        name: sum(len(lists[name]) for lists in OPINIONS.values()) for name in (*CLASSES, "shared")
    }


@pytest.mark.parametrize("share", [0.5, 0.08, 0.001, 0.999])
def test_any_imbalance_and_never_an_empty_class(share):
    target = make_reviews(200, positive_share=share, random_state=1).target
    assert target.sum() == min(max(round(200 * share), 1), 199)


def test_reviews_are_sentences():
    texts = make_reviews(300, random_state=2).data["text"]
    assert texts.str.fullmatch(r"([A-Z][\w, ]+\. ?)+").all()
    assert not texts.str.contains(r"[{}]|  ").any()
    assert not texts.str.contains(r"\b[Aa] [aeiou]|\b[Aa]n [^aeiou]").any()
    assert (texts.str.count(r"\.") <= 11).all()
    assert texts.str.count(r"\.").mean() == pytest.approx(6, abs=0.6)
    assert (make_reviews(50, sentences=1, random_state=0).data["text"].str.count(r"\.") == 1).all()


def test_every_slot_has_words_and_every_list_a_slot():
    named = {slot for sentence in SENTENCES for slot in SLOTS.findall(sentence)}
    assert named == {*OPINIONS, *FILLERS}


def test_no_word_is_in_two_lists():
    opinions = [word for lists in OPINIONS.values() for own in lists.values() for word in own]
    fillers = [word.lower() for own in FILLERS.values() for phrase in own for word in phrase.split()]
    frames = [word.lower() for sentence in SENTENCES for word in re.findall(r"\w+", SLOTS.sub("", sentence))]
    assert len(opinions) == len(set(opinions))
    assert set(opinions).isdisjoint(fillers)
    assert set(opinions).isdisjoint(frames)
    for own in itertools.chain(FILLERS.values(), *(lists.values() for lists in OPINIONS.values())):
        assert len(own) == len(set(own))


def test_words_come_as_often_as_the_truth_says():
    reviews = make_reviews(6_000, positive_share=0.5, random_state=3)
    counter = CountVectorizer(vocabulary=reviews.words.index)
    counts = counter.fit_transform(reviews.data["text"])
    for label, name in enumerate(CLASSES):
        total = np.asarray(counts[reviews.target.to_numpy() == label].sum(axis=0)).ravel()
        found = pd.Series(total, index=reviews.words.index)
        shares = found / found.groupby(reviews.words["slot"]).transform("sum")
        np.testing.assert_allclose(shares, reviews.words[name], atol=0.02)
        by_list = found.groupby(reviews.words["belongs"]).sum() / found.sum()
        np.testing.assert_allclose(by_list[[*CLASSES, "shared"]], reviews.mixture.loc[name], atol=0.02)


def test_purity_and_shared_at_their_ends():
    def counts(**options):
        reviews = make_reviews(400, positive_share=0.5, random_state=4, **options)
        table = CountVectorizer(vocabulary=reviews.words.index).fit_transform(reviews.data["text"])
        own = [np.asarray(table[reviews.target.to_numpy() == label].sum(axis=0)).ravel() for label in (0, 1)]
        return [pd.Series(row).groupby(reviews.words["belongs"].to_numpy()).sum().to_dict() for row in own]

    negative, positive = counts(purity=1)
    assert negative["positive"] == positive["negative"] == 0
    negative, positive = counts(shared=1)
    assert negative["negative"] == negative["positive"] == positive["negative"] == positive["positive"] == 0
    negative, positive = counts(shared=0, purity=0)
    assert negative["shared"] == positive["shared"] == negative["negative"] == positive["positive"] == 0


def test_zipf_zero_makes_all_words_of_a_list_alike():
    words = make_reviews(2, zipf=0, random_state=0).words
    assert words.groupby(["slot", "belongs"])["negative"].nunique().max() == 1
    first = make_reviews(2, random_state=0).words.loc[["bad", "boring"], "negative"]
    assert first["bad"] == pytest.approx(2 * first["boring"])
