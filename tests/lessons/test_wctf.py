"""The room of lesson 03: messages split by campaign, words chosen by rules, filters at thresholds; its figures."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.figure import Figure
from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS, CountVectorizer, TfidfVectorizer
from sklearn.feature_selection import SelectKBest, chi2
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import average_precision_score, confusion_matrix, f1_score
from sklearn.model_selection import StratifiedGroupKFold, StratifiedKFold
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import make_pipeline

from lessons.drawing import fresh, texts
from tiws_teach._validation import project_folder
from tiws_teach.lessons.wctf import experiments as text
from tiws_teach.lessons.wctf import plots
from tiws_teach.lessons.wctf.explorer import VocabularyExplorer
from tiws_teach.wctf_idf import WCTFIDFVectorizer, class_frequencies, class_quotas, class_vocabulary


def split():
    """Return the texts and labels of the lesson's training and test messages."""
    messages = text.text_messages()
    folds = StratifiedGroupKFold(3, shuffle=True, random_state=0)
    train, test = next(folds.split(messages, messages["spam"], messages["campaign"]))
    return [(messages["words"][rows], messages["spam"][rows].to_numpy()) for rows in (train, test)]


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


def test_words_are_counted_with_their_index():
    counts = text.count_words(pd.Series(["a film film", "film"], index=[7, 8]))
    assert counts.to_dict() == {"film": {7: 2, 8: 1}}
    theirs = CountVectorizer().fit_transform(["good film", "bad film"]).toarray()
    np.testing.assert_array_equal(text.count_words(["good film", "bad film"]), theirs)


# messages -----------------------------------------------------------------------------------------------------------


def test_no_message_is_there_twice_and_none_has_a_stop_word():
    messages = text.text_messages()
    assert messages["spam"].value_counts().to_dict() == {0: 4446, 1: 627}
    assert not messages["words"].duplicated().any()
    assert not set(messages["words"].str.split().explode()) & ENGLISH_STOP_WORDS


def test_no_campaign_is_on_both_sides_of_the_split():
    messages, data = text.text_messages(), text.counted()
    (learn, y_train), (ask, y_test) = split()
    assert not set(messages["campaign"][learn.index]) & set(messages["campaign"][ask.index])
    assert (data.y_train == y_train).all()
    assert (data.y_test == y_test).all()
    new, old = (rows[y == 1].str.findall(r"\d{5,}").explode() for rows, y in ((ask, y_test), (learn, y_train)))
    assert 0.15 < new.isin(old.dropna()).groupby(level=0).any().mean() < 0.27  # one in five shares a number
    known = learn.str.split().explode().isin(data.terms)  # words of one letter were never stored
    assert known.sum() == data.train.sum()


def test_a_random_split_lets_half_of_the_spam_know_its_campaign():
    messages = text.text_messages()
    shares = []
    for seed in range(5):
        folds = StratifiedKFold(3, shuffle=True, random_state=seed)
        train, test = next(folds.split(messages, messages["spam"]))
        spam = test[messages["spam"][test] == 1]
        shares.append(messages["campaign"][spam].isin(messages["campaign"][train]).mean())
    assert 0.4 < min(shares) <= max(shares) < 0.6


def test_spam_that_was_shortened_is_as_short_as_ham():
    messages = text.text_messages()
    short = text.shorten_spam(messages)
    is_ham = messages["spam"] == 0
    assert (short[is_ham] == messages["words"][is_ham]).all()
    length = short.str.split().str.len().groupby(messages["spam"]).mean()
    assert length[1] == pytest.approx(length[0], rel=0.03)
    for before, after in zip(messages["words"][~is_ham][:50], short[~is_ham][:50], strict=True):
        words = iter(before.split())
        assert all(word in words for word in after.split())  # the same words in their order, some left out


# choosing and filtering ---------------------------------------------------------------------------------------------


@settings(max_examples=15)
@given(st.integers(1, 400), st.sampled_from(text.RULES), st.sampled_from(text.LENGTHS))
def test_a_rule_takes_as_many_words_as_there_are_places(size, rule, length):
    columns = text.chosen_words(rule, size, length)
    assert len(set(columns)) == size
    table = text.word_counts(length)
    total = (table["ham"] + table["spam"]).to_numpy()
    if rule == "most frequent":
        assert total[columns].min() >= np.delete(total, columns).max()
    if rule == "equal quotas" and size % 2 == 0:
        first = set(np.argsort(-table["ham"].to_numpy(), kind="stable")[: size // 2])
        assert first <= set(columns)


PIPELINES = {
    ("class quotas", 50): lambda: make_pipeline(WCTFIDFVectorizer(max_features=50), LogisticRegression()),
    ("equal quotas", 50): lambda: make_pipeline(WCTFIDFVectorizer(quota={0: 25, 1: 25}), LogisticRegression()),
    ("most frequent", text.ALL): lambda: make_pipeline(TfidfVectorizer(), LogisticRegression()),
    ("chi2", 50): lambda: make_pipeline(
        CountVectorizer(), SelectKBest(chi2, k=50), text.TfidfTransformer(), LogisticRegression()
    ),
}


@pytest.mark.parametrize("choice", PIPELINES, ids=str)
def test_a_filter_is_the_pipeline_of_the_lesson(choice):
    (learn, y_train), (ask, y_test) = split()
    p = PIPELINES[choice]().fit(learn, y_train).predict_proba(ask)[:, 1]
    found = text.spam_filter(*choice)
    np.testing.assert_allclose(found.probability, p, atol=2e-3)
    assert found.scores(0.5)[2] == pytest.approx(f1_score(y_test, p > 0.5), abs=0.01)
    assert found.average_precision == pytest.approx(average_precision_score(y_test, p), abs=0.01)


def test_naive_bayes_counts_all_words():
    (learn, y_train), (ask, _) = split()
    model = make_pipeline(CountVectorizer(), MultinomialNB()).fit(learn, y_train)
    np.testing.assert_allclose(text.naive_bayes().probability, model.predict_proba(ask)[:, 1])


def test_a_clear_spam_word_is_in_more_messages_of_spam():
    (learn, y), _ = split()
    table = text.word_counts()
    for word in ("free", "love", "claim", "txt"):
        has = learn.str.split().map(set).map(lambda words, word=word: word in words).to_numpy()
        assert table["clear"][word] == (has[y == 1].sum() > has[y == 0].sum())
        assert table["ham"][word] == learn[y == 0].str.split().explode().eq(word).sum()


def test_length_and_not_repetition_makes_the_quota_needless():
    """What the lesson says of nine splits holds with other words lost, on the explorer's split."""
    gain = {}
    for length in text.LENGTHS:
        plain, quota = (text.spam_filter(rule, 50, length).scores(0.5)[2] for rule in text.RULES[:2])
        gain[length] = quota - plain
    assert abs(gain["as sent"]) < 0.03
    assert gain[text.LENGTHS[1]] > 0.1


def test_all_words_lose_at_one_half_and_win_with_their_own_threshold():
    every, good = text.spam_filter(size=text.ALL), text.spam_filter("chi2", 50)
    at = np.arange(0.02, 1, 0.02)
    assert every.scores(0.5)[2] < good.scores(0.5)[2]
    assert max(every.scores(t)[2] for t in at) > max(good.scores(t)[2] for t in at) + 0.03
    assert text.naive_bayes().scores(0.5)[2] > max(every.scores(t)[2] for t in at)


def test_a_curve_begins_and_ends_where_scikit_learn_says():
    found = text.spam_filter()
    table = text.curve(found, 40)
    assert len(table) <= 40
    assert table["recall"].is_monotonic_increasing
    assert table["recall"].iloc[-1] == 1
    assert table["precision"].iloc[-1] == pytest.approx(found.truth.mean(), abs=0.02)


# figures ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def shown(monkeypatch):
    found = []
    monkeypatch.setattr(plots, "show", lambda figure, alt: found.append((figure, alt)))
    return found


def test_the_words_of_two_vocabularies_are_drawn_and_counted(shown):
    words = text.word_counts()
    kept = {rule: text.spam_filter(rule, 50).words.query("kept").index for rule in text.RULES[:2]}
    plots.show_words(words, kept)
    figure, alt = shown[0]
    assert isinstance(figure, Figure)
    assert [ax.get_title() for ax in figure.axes] == ["50 words, most frequent", "50 words, class quotas"]
    assert "most frequent: 50 of 555 words are in, 7 clear spam words" in alt
    out, other, clear = figure.axes[0].lines
    assert [len(line.get_xdata()) for line in (out, other, clear)] == [505, 43, 7]
    assert set(plots.NAMED) == set(texts(figure.axes[0].texts))


def test_a_ranking_marks_the_place_at_one_half(shown):
    found = text.spam_filter()
    plots.show_ranking({"most frequent": found.probability}, pd.Series(found.truth))
    figure, alt = shown[0]
    precision, recall, _ = found.scores(0.5)
    (mark,) = (line for line in figure.axes[0].lines if line.get_label() == "most frequent")
    np.testing.assert_allclose([mark.get_xdata()[0], mark.get_ydata()[0]], [recall, precision])
    assert f"most frequent {precision:.2f} and {recall:.2f}" in alt


def test_a_crossing_draws_means_and_names_that_do_not_overlap(shown):
    names = [*text.RULES, "all words", "naive Bayes"]
    rows = [(name, at, 0.6 + 0.001 * i) for at in ("one half", "tuned") for name in names for i in (0, 2)]
    plots.show_crossing(pd.DataFrame(rows, columns=["words", "threshold", "F1"]))
    figure, alt = shown[0]
    heights = sorted(label.get_position()[1] for label in figure.axes[0].texts)
    assert min(np.diff(heights)) > 0.02
    assert "chi2 0.601, 0.601" in alt


# explorer -----------------------------------------------------------------------------------------------------------


def test_the_words_and_the_threshold_are_said_with_what_they_bring():
    explorer = fresh(VocabularyExplorer)
    found = explorer.result.filter
    hits = int(((found.probability > 0.5) & (found.truth == 1)).sum())
    assert f"finds {hits} of {found.truth.sum()} messages of spam" in explorer.text
    explorer.set_state(threshold=0.2)
    assert explorer.result.filter is found  # the threshold does not touch the words
    assert f"Before: F1 {found.scores(0.5)[2]:.2f}." in explorer.text


def test_the_bins_hold_every_test_message_once():
    explorer = fresh(VocabularyExplorer)
    bins = pd.DataFrame(explorer.tables(explorer.result)["bins"])
    counted = bins.groupby("kind")["messages"].sum()
    assert counted.to_dict() == {"ham": 1482, "spam": 209}


def test_the_lesson_and_its_explorer_tell_the_same_numbers():
    """The first screen and the first sections speak of one split."""
    notebook = (project_folder("notebooks") / "03_wctf_idf.ipynb").read_text(encoding="utf-8")
    filters = (
        text.spam_filter(),
        text.spam_filter("class quotas"),
        text.spam_filter(size=text.ALL),
        text.naive_bayes(),
    )
    for each in filters:
        assert str(confusion_matrix(each.truth, each.probability > 0.5).ravel()) in notebook
