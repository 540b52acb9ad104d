"""Text at 23 to 2: the rules beside the vectoriser, what the notebook says, and IMDB's layout."""

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.model_selection import StratifiedKFold

from tiws_teach import WCTFIDFVectorizer
from tiws_teach.datasets import make_reviews
from tiws_teach.replications import _imbalanced, imbalanced_messages, imbalanced_text, imbalanced_words, imdb_reviews

# The rules, on generated reviews --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def corpus():
    reviews = make_reviews(400, random_state=0)
    counter = CountVectorizer(stop_words="english")
    counts = counter.fit_transform(reviews.data["text"])
    return reviews, counts, reviews.target.to_numpy(), counter.get_feature_names_out()


@pytest.mark.parametrize("size", [20, 60])
@pytest.mark.parametrize("rule", ["largest_remainder", "rounded", "equal"])
def test_quotas_choose_what_the_vectoriser_chooses(corpus, rule, size):
    reviews, counts, y, terms = corpus
    quota = {0: size - size // 2, 1: size // 2} if rule == "equal" else rule
    vectorizer = WCTFIDFVectorizer(size, quota=quota, stop_words="english").fit(reviews.data["text"], y)
    assert terms[_imbalanced.choose_columns(rule, counts, y, size)].tolist() == list(vectorizer.vocabulary_)


def test_min_df_per_class_is_the_vectorisers_min_df(corpus):
    reviews, counts, y, terms = corpus
    chosen = _imbalanced.choose_columns("min_df", counts, y, 60)
    least = _imbalanced.shares(counts, y).max(axis=0)[chosen].min()
    vectorizer = WCTFIDFVectorizer(min_df=least * (1 - 1e-12), stop_words="english").fit(reviews.data["text"], y)
    assert set(terms[chosen]) <= set(vectorizer.vocabulary_)  # of equally frequent ones at the edge some are left out
    above = WCTFIDFVectorizer(min_df=least * (1 + 1e-9), stop_words="english").fit(reviews.data["text"], y)
    assert set(above.vocabulary_) <= set(terms[chosen])


def test_weights_are_those_of_tfidf_vectorizer(corpus):
    reviews, counts, y, terms = corpus
    train, test = next(StratifiedKFold(5).split(y, y))
    columns = _imbalanced.choose_columns("tfidf", counts[train], y[train], 60)
    found = imbalanced_text.weighed(counts[train][:, columns], counts[test][:, columns])
    peer = TfidfVectorizer(vocabulary=terms[columns], stop_words="english").fit(reviews.data["text"].iloc[train])
    for part, rows in zip(found, (train, test), strict=True):
        expected = peer.transform(reviews.data["text"].iloc[rows])
        np.testing.assert_allclose(part.todense(), expected.todense(), atol=1e-14)


def test_tfidf_takes_the_most_frequent_and_chi2_the_words_of_a_class(corpus):
    _, counts, y, terms = corpus
    total = np.asarray(counts.sum(axis=0)).ravel()
    chosen = _imbalanced.choose_columns("tfidf", counts, y, 40)
    assert total[chosen].min() >= np.delete(total, chosen).max()
    assert {"great", "wonderful"} <= set(terms[_imbalanced.choose_columns("chi2", counts, y, 40)])


@pytest.mark.parametrize("rule", _imbalanced.VOCABULARIES)
def test_vocabularies_have_their_size_and_see_no_test_row(corpus, rule):
    _, counts, y, _ = corpus
    train, _ = next(StratifiedKFold(5).split(y, y))
    columns = _imbalanced.choose_columns(rule, counts[train], y[train], 50)
    assert len(np.unique(columns)) == len(columns) == 50 - (rule == "rounded")
    assert (np.diff(columns) > 0).all()


def test_the_published_program_leaves_columns_of_zeros_out(corpus):
    """Its two stop lists differ: words of the second that the first lacks are chosen and never used."""
    reviews, _, y, _ = corpus
    written = reviews.data["text"] + " well"
    counts, is_kept = _imbalanced.first_step(written)
    _, terms = _imbalanced.count_terms(written, sorted(_imbalanced.SHORT_LIST))
    chosen = _imbalanced.choose_columns("rounded", counts, y, 40)
    columns = _imbalanced.published_columns(counts, is_kept, y, 40)
    second = TfidfVectorizer(vocabulary=terms[chosen], stop_words="english").fit(written)
    used = np.diff(second.transform(written).tocsc().indptr) > 0
    assert terms[columns].tolist() == terms[chosen][used].tolist()
    assert set(terms[chosen]) - set(terms[columns]) == {"well"}


def test_subsample_keeps_the_frequent_class_and_draws_the_rare_one():
    y = np.repeat([0, 1], [1000, 1000])
    rows = _imbalanced.subsample(y, 0)
    assert np.bincount(y[rows]).tolist() == [1000, 87]
    assert not np.array_equal(rows, _imbalanced.subsample(y, 1))
    np.testing.assert_array_equal(rows, _imbalanced.subsample(y, 0))


def test_rare_words_are_by_share_of_documents():
    counts = np.array([[1, 0, 5], [1, 0, 0], [1, 1, 0], [1, 1, 1]])
    counts, y = sparse.csr_array(counts), np.array([0, 0, 0, 1])
    np.testing.assert_allclose(_imbalanced.shares(counts, y), [[1, 1 / 3, 1 / 3], [1, 1, 1]])
    assert _imbalanced.is_rare_word(counts, y).tolist() == [False, True, True]
    assert _imbalanced.is_rare_word(counts, y, 3.5).tolist() == [False, False, False]


# What the notebook says -----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def results():
    return imbalanced_text.results()


def test_every_row_counts_all_documents(results):
    totals = results[["tp", "fp", "fn", "tn"]].sum(axis=1).groupby(results["data"]).unique()
    assert {name: found.tolist() for name, found in totals.items()} == {
        "polarity_v2": [1087],
        "polarity_v2_reversed": [1087],
        "sms_spam": [4827 + 420],
    }
    assert (results["rare_words"] <= results["terms"]).all()
    assert (results["clear_rare_words"] <= results["rare_words"]).all()
    assert (results["terms"] <= results["max_features"]).all()
    published = results[results["method"] == "WCTF-IDF, as published"]
    assert (published["terms"] < 0.96 * published["max_features"]).all()


def test_differences_are_paired_by_draw(results):
    table = imbalanced_text.differences(results, figure="average_precision")
    part = results[(results["data"] == "sms_spam") & (results["max_features"] == 200)]
    wide = part.pivot_table(index="seed", columns="method", values="average_precision")
    gap = wide["WCTF-IDF"] - wide["TF-IDF"]
    row = table[(table["data"] == "sms_spam") & (table["max_features"] == 200)].iloc[0]
    assert row["difference"] == pytest.approx(gap.mean())
    assert row["sd"] == pytest.approx(gap.std())
    assert row["better"] == (gap > 0).sum()


def test_long_messages_bring_words_that_they_lose_at_one_length():
    words = ["alpha beta", "alpha beta", "alpha beta", "alpha", "win win win win now"]
    messages = pd.DataFrame({"spam": [0, 0, 0, 0, 1], "words": words})
    found = imbalanced_messages.clear_words_at_one_length(messages, 2, imbalanced_text.CLEAR)
    assert found.tolist() == [7 / 4, 5, 1, 0, 0]  # alpha 4, win 4; win 4 * 7/20; quotas 2 and 0
    stored = imbalanced_messages.clear_words_at_one_length(imbalanced_messages.results(), 300, imbalanced_text.CLEAR)
    assert stored["most frequent"] > stored["class quotas"] >= stored["most frequent, at ham's length"]


def test_word_lists_name_words_of_the_rare_class():
    lists = imbalanced_words.word_lists(imbalanced_words.results(), most=3)
    assert lists.loc[("sms_spam", "enters"), "of the rare class %"] == 0
    assert lists.loc[("sms_spam", "leaves"), "of the rare class %"] == 100
    assert lists.loc[("polarity_v2", "enters"), "of the rare class %"] == 100
    assert all(len(cell.split(", ")) == 3 for cell in lists["such as"])


def test_places_beside_words(results):
    table = imbalanced_text.places_beside_words(results, "polarity_v2")
    assert table.loc[300, "quota of WCTF-IDF"] == pytest.approx(300 * 87 / 1087)


def test_words_of_a_curve(results):
    words = imbalanced_text.curve_words(results, ("TF-IDF", "chi2"), "F1")
    first = imbalanced_text.by_size(results, "F1", "sms_spam").loc["chi2", 50]
    assert f"chi2 from {first:.2f} to" in words.partition("sms_spam")[2]
    assert "50 to 3,000 features" in words


def test_words_of_differences(results):
    gain = imbalanced_text.differences(results, figure="average_precision")
    row = gain[(gain["data"] == "sms_spam") & (gain["max_features"] == 200)].iloc[0]
    words = imbalanced_text.difference_words({"WCTF-IDF": gain}, "average_precision")
    assert f"200 {row['difference']:+.3f} ({row['better']})" in words.partition("WCTF-IDF, sms_spam: ")[2]


def test_claims_are_the_articles():
    imdb = imbalanced_text.CLAIMED.iloc[1]
    assert imdb["TF-IDF", "F1"] == 0.25
    assert imdb["WCTF-IDF", "F1"] == 0.31


# IMDB -----------------------------------------------------------------------------------------------------------------


@pytest.fixture
def imdb(tmp_path, monkeypatch):
    """A small aclImdb of generated reviews, in the folder that TIWS_TEACH_DATA names."""
    frame = make_reviews(300, positive_share=0.4, random_state=0).frame
    for number, (text, label) in enumerate(frame.itertuples(index=False)):
        folder = tmp_path / "aclImdb" / ("train", "test")[number % 2] / ("neg", "pos")[label]
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{number}_7.txt").write_text(text, encoding="utf-8")
    monkeypatch.setenv("TIWS_TEACH_DATA", str(tmp_path))
    return tmp_path / "aclImdb"


def test_imdb_is_read_where_it_lies(imdb):
    assert imdb_reviews.is_present()
    texts, y = _imbalanced.read_imdb()
    assert np.bincount(y).tolist() == [180, 120]
    assert (texts, y.tolist()) == (_imbalanced.read_imdb(imdb)[0], _imbalanced.read_imdb(str(imdb))[1].tolist())


def test_table_1_on_a_small_imdb(imdb):
    table = imdb_reviews.table_1(imdb, max_features=40, seeds=range(2), drawn=(160, 40))
    assert table.index.tolist() == list(imbalanced_text.METHODS)
    assert table.columns.tolist() == ["precision", "recall", "F1", "F1 sd"]
    assert table[["precision", "recall", "F1"]].to_numpy().max() <= 1
    assert table.loc["TF-IDF, balanced", "F1"] > 0.3
    pd.testing.assert_frame_equal(table, imdb_reviews.table_1(max_features=40, seeds=range(2), drawn=(160, 40)))
    with pytest.raises(ValueError, match=r"drawn must be at most \[180, 120\]"):
        imdb_reviews.table_1(imdb, drawn=(160, 121))


def test_imdb_that_is_not_there_is_told_with_its_mend(monkeypatch, tmp_path):
    monkeypatch.delenv("TIWS_TEACH_DATA", raising=False)
    assert not imdb_reviews.is_present()
    for folder in (None, tmp_path):
        with pytest.raises(FileNotFoundError, match=r"IMDB must be unpacked, with train/neg .* Large Movie Review"):
            imdb_reviews.table_1(folder)
