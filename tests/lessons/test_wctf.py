"""The room of lesson 03: words chosen by class quotas; its pictures and its explorer."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.figure import Figure
from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS, CountVectorizer, TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import average_precision_score
from sklearn.pipeline import make_pipeline

from lessons.drawing import fresh
from tiws_teach import metrics
from tiws_teach.lessons.wctf import experiments as text
from tiws_teach.lessons.wctf import plots
from tiws_teach.lessons.wctf.explorer import VocabularyExplorer
from tiws_teach.wctf_idf import WCTFIDFVectorizer, class_frequencies, class_quotas, class_vocabulary

SMALL = text.counted_reviews(0.16, 0)


def words_of(reviews, row):
    """Return the words of a counted training review as a text."""
    counts = reviews.train[[row]].toarray()[0]
    return " ".join(" ".join([word] * count) for word, count in zip(reviews.terms, counts, strict=True) if count)


@pytest.fixture(scope="module")
def written():
    return [words_of(SMALL, row) for row in range(SMALL.train.shape[0])]


# by hand ------------------------------------------------------------------------------------------------------------


def test_the_ten_reviews_give_the_vector_of_the_readings():
    ten = text.ten_reviews()
    frequencies = class_frequencies(text.count_words(ten["review"]), ten["label"])
    chosen = [class_vocabulary(frequencies, class_quotas([7, 3], size)).values() for size in (3, 5, 7, 10)]
    assert [" / ".join(" ".join(sorted(own)) for own in lists) for lists in chosen] == [
        "bad film / good",
        "bad dull film plot / good",
        "acting bad dull film plot / good great",
        "acting awful bad boring dull film plot / fun good great",
    ]


# choosing -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("share", [0.04, 0.08, 0.5])
def test_reviews_keep_their_share_and_no_review_is_used_twice(share):
    reviews = text.counted_reviews(share, 1)
    assert reviews.train.shape[0] == text.TRAIN
    assert reviews.y_train.sum() == round(share * text.TRAIN)
    assert reviews.y_test.sum() == round(share * text.TEST)
    _, pool, y, _ = text._pool(1)
    total = reviews.train.sum() + reviews.test.sum()
    positive, negative = (pool[np.flatnonzero(y == label)] for label in (1, 0))
    n_positive = 2 * reviews.y_train.sum()
    expected = positive[:n_positive].sum() + negative[: text.TRAIN + text.TEST - n_positive].sum()
    assert total == expected
    assert set(reviews.kind) == {"positive", "negative", "neutral"}


@pytest.mark.parametrize("size", [10, 60])
def test_the_most_frequent_words_are_those_of_scikit_learn(size, written):
    """Ties are not defined there: every word kept is at least as frequent as any left out."""
    total = pd.Series(SMALL.train.sum(axis=0), SMALL.terms)
    theirs = TfidfVectorizer(max_features=size).fit(written).get_feature_names_out()
    ours = SMALL.terms[text.most_frequent(SMALL, size)]
    assert sorted(total[ours]) == sorted(total[theirs])
    assert list(ours) == total.sort_values(ascending=False, kind="stable").index[:size].tolist()


# scoring ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("weight", [None, "balanced"])
def test_scores_are_those_of_the_pipeline_on_texts(weight, written):
    tests = [words_of(text.CountedReviews(SMALL.terms, SMALL.test, *[None] * 4), row) for row in range(text.TEST)]
    model = make_pipeline(WCTFIDFVectorizer(max_features=60), LogisticRegression(class_weight=weight, max_iter=300))
    model.fit(written, SMALL.y_train)
    said = model.predict(tests)
    found = text.vocabulary(60, 0.16, weight).scores.loc["class quotas"]
    for name, function in (("precision", metrics.precision), ("recall", metrics.recall), ("F1", metrics.f1)):
        assert found[name] == pytest.approx(function(SMALL.y_test, said)[1], abs=0.02)
    area = average_precision_score(SMALL.y_test, model.decision_function(tests))
    assert found["average precision"] == pytest.approx(area, abs=0.01)


def test_what_the_lesson_says_holds_on_other_corpora():
    """Quotas gain with few words and not with all; class weights leave the ranking and move the threshold."""
    for seed in (3, 4):
        few, many = (text.vocabulary(size, seed=seed).scores for size in (50, 400))
        gain = few.loc["class quotas"] - few.loc["most frequent"]
        assert gain["F1"] > 0.1 < gain["average precision"]
        assert (many.loc["class quotas"] - many.loc["most frequent"]).abs().drop("precision").max() < 0.03
        moved = text.vocabulary(400, weights="balanced", seed=seed).scores - many
        assert (moved["average precision"].abs() < 0.05).all()
        assert (moved["F1"] > 0.4).all()


def test_messages_are_at_23_to_2_and_keep_frequent_words_only():
    messages = text.text_messages()
    assert messages["spam"].value_counts().to_dict() == {0: 4827, 1: 420}
    words = messages["words"].str.split().explode().dropna()
    assert words.value_counts().min() >= 10
    assert not set(words) & ENGLISH_STOP_WORDS
    assert len(words) == text.message_words()[["ham", "spam"]].sum().sum()  # scikit-learn reads the words as stored


def test_message_words_are_counts_of_both_classes():
    table = text.message_words()
    assert ((table["ham"] + table["spam"]) >= 10).all()
    for name, messages in (("ham", 4827), ("spam", 420)):
        assert (table[f"{name}_messages"] <= table[name]).all()
        assert table[f"{name}_messages"].max() < messages
    assert table.loc["txt", "spam"] > table.loc["txt", "ham"]
    assert not table.index.has_duplicates


# the explorer's state -----------------------------------------------------------------------------------------------


@settings(max_examples=20)
@given(st.integers(10, 300), st.sampled_from(text.SHARES))
def test_lists_and_queues_fit_together(size, share):
    result = text.vocabulary(size, share)
    negative, positive = result.lists.values()
    assert len(negative) + len(positive) == size
    assert not set(negative) & set(positive)
    assert len(result.gained) == len(result.lost)
    assert set(result.gained) == {*negative, *positive} - set(result.frequent)
    more = text.vocabulary(size + 1, share)
    entering = [word for name in result.lists for word in more.lists[name] if word not in result.lists[name]]
    waiting = [words[0] for words in result.waiting.values()]
    assert set(entering) <= {*waiting, *result.waiting["positive"], *negative, *positive}


def test_words_are_counted_with_their_index():
    counts = text.count_words(pd.Series(["a film film", "film"], index=[7, 8]))
    assert counts.to_dict() == {"film": {7: 2, 8: 1}}
    theirs = CountVectorizer().fit_transform(["good film", "bad film"]).toarray()
    np.testing.assert_array_equal(text.count_words(["good film", "bad film"]), theirs)


# pictures -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [10, 100, 300])
def test_a_vocabulary_shows_the_last_words_in_and_the_first_that_wait(size):
    result = text.vocabulary(size)
    lists, bars = plots.plot_vocabulary(result, Figure(figsize=(10, 4.6)))
    written = {shown.get_text().split(" ")[0]: shown for shown in lists.texts}
    for name, words in result.lists.items():
        assert any(shown.get_text() == f"{name} list: {len(words)} words" for shown in lists.texts)
        line = lists.lines[0].get_ydata()[0]
        assert all(written[word].get_position()[1] < line for word in words[-6:])
        assert all(word in written for word in result.waiting[name])
    new = {shown.get_text().split(" ")[0] for shown in lists.texts if "(new)" in shown.get_text()}
    assert new <= set(result.gained)
    heights = [bar.get_height() for bar in bars.patches]
    np.testing.assert_allclose(heights, result.scores.to_numpy().ravel())


def test_a_vocabulary_is_described_with_its_exchange():
    result = text.vocabulary(50)
    said = plots.describe_vocabulary(result)
    assert "50 words, 8% of the reviews positive: 46 for the negative" in said
    assert f"4 for the positive (last in: {result.lists['positive'][-1]})" in said
    positive = sum(result.kind[word] == "positive" for word in result.gained)
    assert f"bring in {len(result.gained)} words, {positive} of them positive" in said
    assert f"class quotas: precision {result.scores.loc['class quotas', 'precision']:.2f}" in said
    assert "0 for the positive." in plots.describe_vocabulary(text.vocabulary(10, 0.04))


# explorer -------------------------------------------------------------------------------------------------------------


def test_words_enter_and_leave_a_list():
    """Great leaves the positive list when the negative one grows: it is frequent enough to be taken there."""
    explorer = fresh(VocabularyExplorer)
    lists = [explorer.result.lists["positive"]]
    explorer.set_state(max_features=150)
    lists.append(explorer.result.lists["positive"])
    entered, left = ([word for word in one if word not in other] for one, other in (lists[::-1], lists))
    assert left == ["great"]
    assert "great" in explorer.result.lists["negative"]
    moved = f"The positive list: {', '.join(entered)} entered, great left. The negative list now has great."
    assert explorer.text.endswith(moved)
    explorer.set_state(max_features=100)
    assert explorer.text.endswith(f"The positive list: great entered, {', '.join(entered)} left.")


def test_a_change_of_more_than_six_words_is_counted():
    explorer = fresh(VocabularyExplorer)
    explorer.set_state(max_features=200)
    assert "and 86 more entered" in explorer.text  # 184 places of the negative list instead of 92


def test_class_weights_move_the_line_and_not_the_lists():
    explorer = fresh(VocabularyExplorer)
    before = explorer.result
    explorer.set_state(weights="balanced")
    assert explorer.result.lists == before.lists
    assert (explorer.result.scores["recall"] > before.scores["recall"] + 0.3).all()
    assert (explorer.result.scores["average precision"] - before.scores["average precision"]).abs().max() < 0.05
    assert "The negative list: no word entered, no word left." in explorer.text


def test_the_rarest_class_gets_no_place_in_a_small_dictionary():
    explorer = fresh(VocabularyExplorer)
    explorer.set_state(max_features=10, share=0.04)
    assert explorer.result.lists["positive"] == []
    assert "0 for the positive" in explorer.text
