"""From an answer to its terms: each step, the definitions of a duplicate, and bad input."""

import unicodedata

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.feature_extraction.text import CountVectorizer

from tiws_teach import AnswerVectorizer, count_duplicates, fold_letters, split_words, word_ngrams

IN_HOSPITAL = ["Verwaltungsangestellte im Krankenhaus", "Verwaltungsangestellte in einem Krankenhaus"]
VARIANTS = ["Apotheker", "apotheker ", "Apotheker!", "der Apotheker"]


def test_the_thesis_example_of_an_ngram_duplicate():
    assert count_duplicates(IN_HOSPITAL, AnswerVectorizer(stop_words="german")).tolist() == [1, 1]
    assert count_duplicates(IN_HOSPITAL).tolist() == [0, 0]


@pytest.mark.parametrize(
    ("representation", "counts"),
    [("string", [0, 0, 0, 0]), ("preprocessed", [1, 1, 0, 0]), ("words", [2, 2, 2, 0]), ("ngrams", [3, 3, 3, 3])],
)
def test_each_definition_is_more_generous_than_the_last(representation, counts):
    vectorizer = AnswerVectorizer(representation, stop_words="german")
    assert count_duplicates(VARIANTS, vectorizer).tolist() == counts


def test_the_steps_are_shown_one_by_one():
    steps = AnswerVectorizer(ngram_range=(1, 2), stop_words="german", stemmer="german").steps("Drucker im Büro")
    assert steps["step"].tolist() == [
        "as typed",
        "lower case, umlauts and accents",
        "words without punctuation",
        "no stop words",
        "stems",
        "n-grams",
    ]
    assert steps["result"].iloc[1] == "drucker im buero"
    assert steps["result"].iloc[3] == ["drucker", "buero"]
    assert steps["result"].iloc[-1][0] == "druck"
    assert len(steps["result"].iloc[-1]) == 3


def test_letters_and_words():
    assert fold_letters("GROSSE Straße, Élève, Ångström") == "grosse strasse, eleve, aangstroem"
    decomposed = unicodedata.normalize("NFD", "LÜFTUNG, Ångström, café")
    assert decomposed != "LÜFTUNG, Ångström, café"
    assert fold_letters(decomposed) == "lueftung, aangstroem, cafe"  # as some systems write them: u and a mark
    assert fold_letters("Builder (Roof)") == "builder (roof)"
    assert split_words("builder's_labourer, (ret.)") == ["builders", "labourer", "ret"]
    assert word_ngrams(["a", "b"], (2, 3)) == ["a b"]


@given(st.lists(st.lists(st.sampled_from(["ab", "cd", "ef"]), min_size=1, max_size=4), min_size=1, max_size=5))
def test_vectors_equal_those_of_scikit_learn(rows):
    texts = [" ".join(row) for row in rows]
    peer = CountVectorizer(binary=True, ngram_range=(1, 2)).fit(texts)
    own = AnswerVectorizer(ngram_range=(1, 2)).fit(texts)
    assert own.get_feature_names_out().tolist() == peer.get_feature_names_out().tolist()
    np.testing.assert_array_equal(own.transform(texts).toarray(), peer.transform(texts).toarray())


def test_the_number_of_words_is_a_column_of_its_own():
    vectorizer = AnswerVectorizer(stop_words="english", word_count=True).fit(["clerk in the office"])
    assert vectorizer.get_feature_names_out().tolist() == ["clerk", "office", "number of words"]
    assert vectorizer.transform(["the clerk", "cook"]).toarray().tolist() == [[1, 0, 2], [0, 0, 1]]


def test_stop_words_leave_occupations_alone():
    jobs = ["fire fighter", "mine manager", "bill collector", "mill hand", "system analyst"]
    kept = AnswerVectorizer(stop_words="english").terms(jobs)
    assert [len(terms) for terms in kept] == [2] * 5
    assert AnswerVectorizer(stop_words=["hand"]).terms(["mill hand"]) == [("mill",)]


def test_an_answer_without_words_has_no_terms_and_no_duplicates():
    for representation in ("string", "preprocessed", "words", "ngrams"):
        vectorizer = AnswerVectorizer(representation)
        assert vectorizer.terms(["", "  "]) == [(), ()]
        assert count_duplicates(["", ""], vectorizer).tolist() == [0, 0]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"representation": "letters"}, "representation must be one of 'string', .*; got 'letters'"),
        ({"stop_words": "french"}, "stop_words must be one of 'english', 'german'; got 'french'"),
        ({"stemmer": "klingon"}, "stemmer must be one of .*; got 'klingon'"),
        ({"ngram_range": (2, 1)}, r"ngram_range\[1\] must be in \[2, inf\]; got 1"),
        ({"ngram_range": (0, 1)}, r"ngram_range\[0\] must be in \[1, inf\]; got 0"),
    ],
)
def test_bad_settings(options, message):
    with pytest.raises(ValueError, match=message):
        AnswerVectorizer(**options).fit(["roofer"])
