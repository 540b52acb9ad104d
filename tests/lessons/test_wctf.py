"""The room of lesson 03: words chosen by class quotas; its pictures and its explorer."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.figure import Figure
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.feature_selection import SelectKBest, chi2
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import average_precision_score
from sklearn.pipeline import make_pipeline

from lessons.drawing import axes, texts
from tiws_teach import metrics
from tiws_teach.lessons.wctf import exercises, plots
from tiws_teach.lessons.wctf import experiments as text
from tiws_teach.lessons.wctf.explorer import VocabularyExplorer
from tiws_teach.wctf_idf import WCTFIDFVectorizer, class_frequencies

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
    choices = text.compare_choices(frequencies, [7, 3], [3, 5, 7, 10])
    assert choices["by class"].tolist() == [
        "bad film / good",
        "bad dull film plot / good",
        "acting bad dull film plot / good great",
        "acting awful bad boring dull film plot / fun good great",
    ]
    assert choices.loc[3, "most frequent"] == "bad film plot"
    quotas = text.compare_quotas([7, 3], [3, 5, 7, 10])
    assert quotas["largest remainder"].tolist() == [[2, 1], [4, 1], [5, 2], [7, 3]]
    assert quotas["rounded, as published"].tolist() == [[2, 0], [3, 1], [4, 2], [7, 3]]
    assert quotas["left empty"].tolist() == [1, 1, 1, 0]


def test_words_are_counted_as_one_would():
    ten = text.ten_reviews()
    table = text.word_table(text.count_words(ten["review"]), ten["label"])
    spoken = [line.split() for line in ten["review"]]
    assert table["total"].to_dict() == Counter(word for line in spoken for word in line)
    assert table["documents"].to_dict() == Counter(word for line in spoken for word in set(line))
    rare = Counter(word for line, label in zip(spoken, ten["label"], strict=True) if label for word in line)
    assert table["class 1"].to_dict() == {word: rare[word] for word in table.index}
    assert table.index[:7].tolist() == ["bad", "film", "plot", "acting", "dull", "good", "great"]


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


@pytest.mark.parametrize("size", [10, 60, 200])
def test_quotas_choose_as_the_vectorizer_on_the_texts(size, written):
    vectorizer = WCTFIDFVectorizer(max_features=size).fit(written, SMALL.y_train)
    chosen = SMALL.terms[text.choose_words(SMALL, "quotas", size)]
    assert list(chosen) == [word for label in (0, 1) for word in vectorizer.class_vocabulary_[label]]


@pytest.mark.parametrize("size", [10, 60])
def test_the_most_frequent_words_are_those_of_scikit_learn(size, written):
    """Ties are not defined there: every word kept is at least as frequent as any left out."""
    total = pd.Series(SMALL.train.sum(axis=0), SMALL.terms)
    theirs = TfidfVectorizer(max_features=size).fit(written).get_feature_names_out()
    ours = SMALL.terms[text.choose_words(SMALL, "frequent", size)]
    assert sorted(total[ours]) == sorted(total[theirs])
    assert list(ours) == total.sort_values(ascending=False, kind="stable").index[:size].tolist()


def test_the_rivals_choose_what_they_say():
    with np.errstate(all="ignore"):  # words that stand in test reviews only
        selected = SelectKBest(chi2, k=40).fit(SMALL.train, SMALL.y_train)
    theirs, ours = selected.get_support(indices=True), text.choose_words(SMALL, "chi2", 40)
    np.testing.assert_allclose(sorted(selected.scores_[ours]), sorted(selected.scores_[theirs]))  # ties may differ
    present = pd.DataFrame(SMALL.train.toarray() > 0, columns=SMALL.terms).groupby(SMALL.y_train).mean().max()
    kept = SMALL.terms[text.choose_words(SMALL, "per class", 40)]
    assert list(kept) == present.sort_values(ascending=False, kind="stable").index[:40].tolist()
    halves = text.choose_words(SMALL, "equal", 40)
    common = class_frequencies(SMALL.train, SMALL.y_train).toarray()
    assert set(halves[:20]) == set(np.argsort(-common[0], kind="stable")[:20])


@given(st.sampled_from(text.CHOICES), st.integers(1, 600))
def test_every_choice_gives_as_many_words_as_asked_without_repeats(how, size):
    chosen = text.choose_words(SMALL, how, size)
    assert len(set(chosen.tolist())) == len(chosen) <= min(size, len(SMALL.terms))
    if size <= 300:
        assert len(chosen) == size


def test_an_unknown_choice_is_refused():
    with pytest.raises(ValueError, match="how must be one of 'frequent', 'quotas'"):
        text.choose_words(SMALL, "alphabet", 10)
    with pytest.raises(ValueError, match="max_features must be in"):
        text.choose_words(SMALL, "frequent", 0)


# scoring ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("weight", [None, "balanced"])
def test_scores_are_those_of_the_pipeline_on_texts(weight, written):
    tests = [words_of(text.CountedReviews(SMALL.terms, SMALL.test, *[None] * 4), row) for row in range(text.TEST)]
    model = make_pipeline(WCTFIDFVectorizer(max_features=60), LogisticRegression(class_weight=weight, max_iter=300))
    model.fit(written, SMALL.y_train)
    said = model.predict(tests)
    found = text.score_words(SMALL, text.choose_words(SMALL, "quotas", 60), weight)
    for name, function in (("precision", metrics.precision), ("recall", metrics.recall), ("F1", metrics.f1)):
        np.testing.assert_allclose(found[name], function(SMALL.y_test, said), atol=0.02)
    area = average_precision_score(SMALL.y_test, model.decision_function(tests))
    assert found.loc["positive", "average precision"] == pytest.approx(area, abs=0.01)
    assert np.isnan(found.loc["negative", "average precision"])


def test_positive_words_are_counted_and_the_list_is_its_quota():
    path = text.positive_words(SMALL, [50, 100])
    known = set(SMALL.terms[SMALL.kind == "positive"])
    for size in (50, 100):
        for name, how in (("most frequent", "frequent"), ("class quotas", "quotas")):
            assert path.loc[size, name] == len(known & set(SMALL.terms[text.choose_words(SMALL, how, size)]))
    assert path["positive list"].tolist() == [8, 16]


@pytest.fixture(scope="module")
def scores():
    return text.score_recipes(["most frequent", "class quotas"], [25, 400], seeds=range(3))


def test_the_table_of_scores_has_a_row_for_each_run(scores):
    assert len(scores) == 2 * 2 * 3 * 2
    one = scores.query("recipe == 'class quotas' and max_features == 25 and seed == 2").set_index("class")
    reviews = text.counted_reviews(text.SHARE, 2)
    expected = text.score_words(reviews, text.choose_words(reviews, "quotas", 25))
    np.testing.assert_allclose(one[text.METRICS], expected)


def test_differences_are_taken_on_the_same_corpus(scores):
    differences = text.paired_differences(scores)
    rare = scores[scores["class"] == "positive"].set_index(["recipe", "max_features", "seed"])["F1"]
    expected = rare["class quotas", 25, 1] - rare["most frequent", 25, 1]
    assert differences.loc[1, 25] == pytest.approx(expected)
    assert differences.columns.name == "max_features"
    summary = text.summarize_differences(differences)
    assert summary.loc[25, "mean"] == pytest.approx(differences[25].mean())
    assert summary.loc[25, "gains"] == (differences[25] > 0).sum()
    assert (summary["seeds"] == 3).all()
    shares = text.score_recipes(["most frequent", "class quotas"], [25], [0.08, 0.5], seeds=range(2))
    assert list(text.paired_differences(shares).columns) == [0.08, 0.5]


def test_the_words_for_a_change_of_size_follow_the_means(scores):
    rare = scores[(scores["class"] == "positive") & (scores["recipe"] == "class quotas")]
    means = rare.groupby("max_features")["F1"].mean()
    said = text.compare_sizes(scores, "class quotas", 25, 400)
    assert said == ("higher" if means[400] > means[25] + 0.02 else "lower")
    assert text.compare_sizes(scores, "class quotas", 400, 25) != said
    assert text.compare_sizes(scores, "class quotas", 25, 25) == "about the same"


def test_what_the_lesson_tells_is_so():
    """Quotas gain with few words and not with all; class weights leave the order as it is and move the line."""
    found = text.score_recipes(["most frequent", "class quotas", "class weights"], [50, 400], seeds=range(3))
    f1, area = (text.paired_differences(found, metric=metric) for metric in ("F1", "average precision"))
    assert (f1[50] > 0.1).all()
    assert (f1[400].abs() < 0.03).all()
    assert (area[50] > 0.1).all()
    weights = text.paired_differences(found, "class weights", metric="average precision")
    assert (weights.abs() < 0.05).all(axis=None)
    assert (text.paired_differences(found, "class weights")[400] > 0.4).all()


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


def test_scores_of_a_state_are_those_of_the_recipes():
    result = text.vocabulary(50, weights="balanced")
    found = text.score_recipes(["class weights", "class quotas + weights"], [50], seeds=[0])
    expected = found[found["class"] == "positive"][text.METRICS]
    np.testing.assert_allclose(result.scores, expected)


# words chosen with test rows ----------------------------------------------------------------------------------------


def test_a_choice_that_saw_the_test_rows_finds_something_in_noise():
    areas = text.areas_on_noise(range(4), n_words=200)
    assert (areas["chi2", "all rows"] > areas["chi2", "training rows"] + 0.1).all()
    assert areas["chi2", "training rows"].mean() == pytest.approx(0.5, abs=0.08)
    assert areas["quotas", "training rows"].mean() == pytest.approx(0.5, abs=0.08)
    assert areas.shape == (4, 4)


def test_words_are_counted_with_their_index():
    counts = text.count_words(pd.Series(["a film film", "film"], index=[7, 8]))
    assert counts.to_dict() == {"film": {7: 2, 8: 1}}
    theirs = CountVectorizer().fit_transform(["good film", "bad film"]).toarray()
    np.testing.assert_array_equal(text.count_words(["good film", "bad film"]), theirs)


# pictures -------------------------------------------------------------------------------------------------------------


TEN = text.ten_reviews()
TABLE = text.word_table(text.count_words(TEN["review"]), TEN["label"])
SCORES = pd.DataFrame(
    {
        "positive share": 0.08,
        "max_features": [25, 25, 100, 100] * 4,
        "seed": [0, 1] * 8,
        "recipe": ["most frequent"] * 4 + ["class quotas"] * 4 + ["most frequent"] * 4 + ["class quotas"] * 4,
        "class": ["positive"] * 8 + ["negative"] * 8,
        "precision": np.linspace(0, 0.9, 16),
        "recall": np.linspace(0.9, 0, 16),
        "F1": [0.0, 0.2, 0.3, 0.5, 0.4, 0.6, 0.5, 0.5] + [0.9] * 8,
        "average precision": 0.5,
    }
)


def test_word_bars_stack_the_classes_in_order():
    ax = plots.plot_words(TABLE, axes(), max_features=3)
    assert texts(ax.get_yticklabels()) == TABLE.index.tolist()
    widths = [bar.get_width() for bar in ax.patches]
    np.testing.assert_array_equal(widths, [*TABLE["class 0"], *TABLE["class 1"]])
    starts = [bar.get_x() for bar in ax.patches[len(TABLE) :]]
    np.testing.assert_array_equal(starts, TABLE["class 0"])
    assert ax.lines[0].get_ydata()[0] == 2.5
    assert len(plots.plot_words(TABLE, axes()).lines) == 0


def test_word_bars_are_described():
    assert plots.describe_words(TABLE, 3) == (
        "Bars of word counts by class. The 3 most frequent: bad 7 (0 of class 1), film 7 (2 of class 1), "
        "plot 5 (0 of class 1). Next: acting 3 (1), dull 3 (0)."
    )


def test_positive_words_have_a_line_each_and_the_list_is_dashed():
    path = pd.DataFrame(
        {"most frequent": [0, 3], "class quotas": [2, 9], "positive list": [2, 8]},
        index=pd.Index([25, 100], name="max_features"),
    )
    ax = plots.plot_positive_words(path, axes())
    for line, name in zip(ax.lines, path, strict=True):
        np.testing.assert_array_equal(line.get_ydata(), path[name])
    assert [line.get_linestyle() for line in ax.lines] == ["-", "-", "--"]
    assert "100: most frequent 3, class quotas 9, positive list 8" in plots.describe_positive_words(path)


def test_scores_are_means_with_the_whole_range():
    ax = plots.plot_scores(SCORES, axes())
    assert [line.get_label() for line in ax.lines] == ["most frequent", "class quotas"]
    np.testing.assert_allclose(ax.lines[0].get_ydata(), [0.1, 0.4])
    np.testing.assert_allclose(ax.lines[1].get_ydata(), [0.5, 0.5])
    band = ax.collections[0].get_paths()[0].vertices
    assert (band[:, 1].min(), band[:, 1].max()) == (0, 0.5)
    np.testing.assert_allclose(plots.plot_scores(SCORES, axes(), of="negative").lines[0].get_ydata(), 0.9)
    assert plots.describe_scores(SCORES) == (
        "Mean F1 of positive reviews over 2 corpora, by max_features. "
        "most frequent: 25 0.10, 100 0.40; class quotas: 25 0.50, 100 0.50."
    )


def test_each_difference_is_a_dot_and_the_mean_a_bar():
    differences = text.paired_differences(SCORES)
    ax = plots.plot_differences(differences, axes())
    np.testing.assert_allclose(np.sort(ax.collections[0].get_offsets()[:, 1]), [0.4, 0.4])
    np.testing.assert_allclose(np.sort(ax.collections[2].get_offsets()[:, 1]), [0.0, 0.2])
    assert ax.collections[3].get_segments()[0][0, 1] == pytest.approx(0.1)
    assert texts(ax.get_xticklabels()) == ["25", "100"]
    assert "Mean 25: +0.400, 2 of 2 above 0; 100: +0.100, 1 of 2 above 0." in plots.describe_differences(differences)


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


@pytest.fixture(scope="module")
def explorer():
    return VocabularyExplorer()


def test_words_enter_and_leave_a_list(explorer):
    """Great leaves the positive list when the negative one grows: it is frequent enough to be taken there."""
    explorer.reset()
    lists = [explorer.result.lists["positive"]]
    explorer.set_state(max_features=150)
    lists.append(explorer.result.lists["positive"])
    entered, left = ([word for word in one if word not in other] for one, other in (lists[::-1], lists))
    assert left == ["great"]
    assert "great" in explorer.result.lists["negative"]
    assert explorer.text.endswith(f"The positive list: {', '.join(entered)} entered, great left.")
    explorer.set_state(max_features=100)
    assert explorer.text.endswith(f"The positive list: great entered, {', '.join(entered)} left.")


def test_a_change_of_more_than_six_words_is_counted(explorer):
    explorer.reset()
    explorer.set_state(max_features=200)
    assert "and 86 more entered" in explorer.text  # 184 places of the negative list instead of 92


def test_class_weights_move_the_line_and_not_the_lists(explorer):
    explorer.reset()
    before = explorer.result
    explorer.set_state(weights="balanced")
    assert explorer.result.lists == before.lists
    assert (explorer.result.scores["recall"] > before.scores["recall"] + 0.3).all()
    assert (explorer.result.scores["average precision"] - before.scores["average precision"]).abs().max() < 0.05
    assert "The negative list: no word entered, no word left." in explorer.text


def test_the_rarest_class_gets_no_place_in_a_small_dictionary(explorer):
    explorer.reset()
    explorer.set_state(max_features=10, share=0.04)
    assert explorer.result.lists["positive"] == []
    assert "0 for the positive" in explorer.text


# exercises ------------------------------------------------------------------------------------------------------------


def test_the_honest_colleague_is_near_a_coin_and_the_other_is_not():
    areas = exercises._test_areas()
    assert areas["Ada"] == pytest.approx(0.5, abs=0.05)
    assert areas["Bo"] > 0.7
