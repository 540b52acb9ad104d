"""make_reviews: whole sentences, an exact imbalance, and words that come as often as the truth says."""

from __future__ import annotations

import itertools
import re

import numpy as np
import pandas as pd
import pytest
from sklearn.feature_extraction.text import CountVectorizer

from tiws_teach.datasets import make_reviews
from tiws_teach.datasets._review_words import FILLERS, OPINIONS, SENTENCES
from tiws_teach.datasets.reviews import CLASSES

SLOTS = re.compile(r"\{(\w+)\}")


def test_shape_and_truth():
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


def test_random_state():
    frames = [make_reviews(60, random_state=np.random.default_rng(1)).frame for _ in range(2)]
    pd.testing.assert_frame_equal(*frames)
    pd.testing.assert_frame_equal(frames[0], make_reviews(60, random_state=1).frame)
    assert not make_reviews(60).frame.equals(make_reviews(60).frame)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"n_reviews": 1}, r"n_reviews must be in \[2, inf\]; got 1"),
        ({"positive_share": 0}, r"positive_share must be in \(0, 1\); got 0"),
        ({"positive_share": 1}, r"positive_share must be in \(0, 1\); got 1"),
        ({"purity": 1.1}, r"purity must be in \[0, 1\]; got 1.1"),
        ({"shared": -0.1}, r"shared must be in \[0, 1\]; got -0.1"),
        ({"sentences": 0}, r"sentences must be in \[1, inf\]; got 0"),
        ({"zipf": -1}, "zipf must be in"),
    ],
)
def test_bad_input(options, message):
    with pytest.raises(ValueError, match=message):
        make_reviews(**options)
