"""Occupation coding: Table 4.2, the loop oracle, properties, peers, and the coders as scikit-learn classifiers."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics.pairwise import cosine_similarity
from sklearn.pipeline import make_pipeline

from tiws_teach import (
    AnswerVectorizer,
    DuplicateCoder,
    HierarchicalCoder,
    HybridCoder,
    NearestNeighborCoder,
    average_levels,
    binary_cosine,
    code_groups,
    duplicate_probabilities,
    hybrid_scores,
    neighbor_scores,
)
from tiws_teach.literal import occupation as oracle
from tiws_teach.occupation import _nearest

CODERS = [DuplicateCoder(), HierarchicalCoder(), HybridCoder(), NearestNeighborCoder()]
NAMES = [type(coder).__name__ for coder in CODERS]
GERMAN = AnswerVectorizer(stop_words="german", stemmer="german")
JOBS = (
    "roofer|7131   slate roofer|7131   roofer|7131   plumber|7136   pipe fitter|7136   heating plumber|7136   "
    "printer|8251   book printer|8251   printer|8251   poster printer|8251   roofer|7136   machine printer|8252"
)
TEXTS = [row.split("|")[0] for row in JOBS.split("   ")]
CODES = [row.split("|")[1] for row in JOBS.split("   ")]

answers = st.lists(st.sampled_from("abcdef"), max_size=4).map(" ".join)
training_sets = st.lists(st.tuples(answers, st.sampled_from(["11", "12", "21"])), min_size=2, max_size=12).filter(
    lambda rows: len({code for _, code in rows}) > 1 and any(text for text, _ in rows)
)


def as_sets(rows):
    return [(frozenset(text.split()), code) for text, code in rows]


# ------------------------------------------------------------------------------------------------------- vectors


def test_table_4_2_is_exact():
    coder = NearestNeighborCoder(vectorizer=GERMAN)
    coder.fit(["Drucker", "Drucker", "Drucker", "Lüftungsbauer"], ["8251", "8251", "8251", "7136"])
    query = ["Heizungs und Lüftungsbauer, Drucker"]
    similarity, counts = coder.neighborhoods(query)
    np.testing.assert_allclose(similarity, [0.577350], atol=5e-7)
    np.testing.assert_array_equal(counts, [[1, 3]])
    assert pytest.approx(0.975610, abs=5e-7) == 4 / 4.1
    np.testing.assert_allclose(coder.code_scores(query), [[0.140817, 0.422451]], atol=5e-7)
    np.testing.assert_allclose(coder.confidence(["Drucker"]), [0.967742], atol=5e-7)
    assert coder.predict(query).tolist() == ["8251"]
    np.testing.assert_array_equal(coder.predict_proba(query), [[0.25, 0.75]])


def test_the_thesis_multiplier():
    one, most, many = neighbor_scores([[1.0], [21 / 23], [1.0]], [1, 1, 1], [1, 23, 10_000])[:, 0]
    assert one == most == pytest.approx(0.91, abs=5e-3)  # 1 / 1.1 and 21 / 23.1 are tied on a curve
    assert many == pytest.approx(1, abs=2e-5)


def test_a_near_tie_is_decided_by_the_group():
    code = np.array([[0.30, 0.05, 0.32]])  # 7131, 7136, 8251
    group = np.array([[0.60, 0.60, 0.40]])
    assert average_levels([group, code]).argmax() == 0
    assert code.argmax() == 2


def test_the_learner_has_the_weight_of_one_duplicate():
    assert hybrid_scores([[1.0, 0.0]], [1], [[0.2, 0.8]]).tolist() == [[0.6, 0.4]]
    assert hybrid_scores([[0.5, 0.5]], [0], [[0.2, 0.8]]).tolist() == [[0.2, 0.8]]


# ------------------------------------------------------------------------------------------------- loops, properties


@given(training_sets, st.lists(answers, min_size=1, max_size=5))
def test_coders_equal_the_loops(rows, queries):
    texts, codes = zip(*rows, strict=True)
    training, order = as_sets(rows), sorted(set(codes))
    duplicate = DuplicateCoder().fit(texts, codes).predict_proba(queries)
    for scoring in ("nn1", "nn2", "nn3"):
        found = NearestNeighborCoder(scoring).fit(texts, codes).code_scores(queries)
        wanted = [[oracle.neighbor_score(frozenset(q.split()), training, c, scoring) for c in order] for q in queries]
        np.testing.assert_allclose(found, wanted, atol=1e-12)
    wanted = [[oracle.duplicate_probability(frozenset(q.split()), training, c) for c in order] for q in queries]
    np.testing.assert_allclose(duplicate, wanted, atol=1e-12)


@settings(max_examples=25)
@given(training_sets, st.lists(answers, min_size=1, max_size=5))
def test_the_hybrid_and_the_levels_equal_the_loops(rows, queries):
    texts, codes = zip(*rows, strict=True)
    training, order = as_sets(rows), sorted(set(codes))
    base = NearestNeighborCoder("nn1")
    found = HybridCoder(base).fit(texts, codes).code_scores(queries)
    plain = base.fit(texts, codes).code_scores(queries)
    wanted = [
        [oracle.hybrid_score(frozenset(q.split()), training, c, plain[i, j]) for j, c in enumerate(order)]
        for i, q in enumerate(queries)
    ]
    np.testing.assert_allclose(found, wanted, atol=1e-12)
    groups = [(terms, code[:1]) for terms, code in training]
    if len({code for _, code in groups}) < 2:
        return
    found = HierarchicalCoder(base, levels=(1,)).fit(texts, codes).code_scores(queries)
    for i, query in enumerate(queries):
        own = {c: plain[i, j] for j, c in enumerate(order)}
        coarse = {c: oracle.neighbor_score(frozenset(query.split()), groups, c, "nn1") for c in {c[:1] for c in order}}
        wanted = [oracle.levels_averaged(c, own, coarse, 1) for c in order]
        np.testing.assert_allclose(found[i], wanted, atol=1e-12)


@given(st.frozensets(st.sampled_from("abcdef")), st.frozensets(st.sampled_from("abcdef")))
def test_the_cosine_equals_the_loop(x, other):
    assert binary_cosine(len(x & other), len(x), len(other)) == pytest.approx(oracle.cosine(x, other), abs=1e-12)


def test_small_blocks_give_the_same(monkeypatch):
    coder = NearestNeighborCoder().fit(TEXTS, CODES)
    queries = [*TEXTS, "astronaut", "", "roofer and plumber and printer"]
    whole = coder.code_scores(queries)
    monkeypatch.setattr(_nearest, "ENTRIES", 1)
    np.testing.assert_array_equal(coder.code_scores(queries), whole)


# ------------------------------------------------------------------------------------------------------------- peers


def test_neighbours_equal_scikit_learns_cosine():
    vectors = CountVectorizer(binary=True).fit(TEXTS)
    table = cosine_similarity(vectors.transform(TEXTS), vectors.transform(TEXTS))
    similarity, counts = NearestNeighborCoder().fit(TEXTS, CODES).neighborhoods(TEXTS)
    near = np.abs(table - table.max(axis=1, keepdims=True)) < 1e-12
    np.testing.assert_allclose(similarity, table.max(axis=1))
    np.testing.assert_array_equal(counts, near @ pd.get_dummies(pd.Series(CODES)).to_numpy(int))


def test_the_hierarchy_without_levels_is_its_classifier():
    peer = make_pipeline(CountVectorizer(binary=True), LogisticRegression(C=10, tol=1e-3, max_iter=1000)).fit(
        TEXTS, CODES
    )
    coder = HierarchicalCoder(levels=()).fit(TEXTS, CODES)
    np.testing.assert_allclose(coder.code_scores(TEXTS), peer.predict_proba(TEXTS), atol=1e-5)
    assert coder.predict(TEXTS).tolist() == peer.predict(TEXTS).tolist()


def test_the_levels_are_those_of_two_classifiers():
    classifier = make_pipeline(TfidfVectorizer(), LogisticRegression())
    coder = HierarchicalCoder(classifier, levels=(3,)).fit(TEXTS, CODES)
    fine = clone(classifier).fit(TEXTS, CODES).predict_proba(TEXTS)
    coarse = clone(classifier).fit(TEXTS, code_groups(CODES, 3)).predict_proba(TEXTS)
    np.testing.assert_allclose(coder.code_scores(TEXTS), (fine + coarse[:, [0, 0, 1, 1]]) / 2)
    np.testing.assert_allclose(coder.predict_proba(TEXTS).sum(axis=1), 1)


# --------------------------------------------------------------------------------------------------------- bad input


@pytest.mark.parametrize("coder", CODERS, ids=NAMES)
@pytest.mark.parametrize(
    ("texts", "codes", "error", "message"),
    [
        (TEXTS, [7131] * 12, TypeError, r"codes must hold strings, because a number loses its leading zeros; got 7131"),
        (TEXTS, [None, *CODES[1:]], TypeError, "codes must hold strings; got None at position 0. Leave"),
        (TEXTS, [float("nan"), *CODES[1:]], TypeError, "codes must hold strings; got nan at position 0"),
        (TEXTS, [" 7131", *CODES[1:]], ValueError, "codes must be free of blanks .*; got ' 7131' at position 0"),
        (TEXTS, ["", *CODES[1:]], ValueError, "codes must be free of blanks at their ends, and not empty; got ''"),
        (TEXTS, ["7131"] * 12, ValueError, r"codes must hold at least two different codes .*; got \['7131'\]"),
        ([1.5, *TEXTS[1:]], CODES, TypeError, "texts must hold strings; got 1.5 at position 0. Replace missing"),
        (["  ", "", *[","] * 10], CODES, ValueError, "texts must hold an answer with a term; got none"),
        (pd.DataFrame({"text": TEXTS}), CODES, ValueError, r"texts must have one dimension; got shape \(12, 1\)"),
    ],
)
def test_bad_training_sets(coder, texts, codes, error, message):
    with pytest.raises(error, match=message):
        clone(coder).fit(texts, codes)


def test_codes_of_different_lengths():
    codes = ["2305" if code == "7131" else f"1{code}" for code in CODES]
    with pytest.raises(ValueError, match=r"codes must have one length; got 3 of 12 shorter than 5 .* such as '2305'"):
        HierarchicalCoder().fit(TEXTS, codes)
    coder = HierarchicalCoder(lengths="any", levels=(4,)).fit(TEXTS, codes)
    assert coder.predict(["slate roofer"]).tolist() == ["2305"]
    assert NearestNeighborCoder().fit(TEXTS, codes).predict(["slate roofer"]).tolist() == ["2305"]


def test_a_level_with_one_group_changes_nothing():
    codes = ["1" + code for code in CODES]
    coder = HierarchicalCoder(levels=(1,)).fit(TEXTS, codes)
    alone = HierarchicalCoder(levels=()).fit(TEXTS, codes)
    np.testing.assert_allclose(coder.code_scores(TEXTS), (1 + alone.code_scores(TEXTS)) / 2)


def test_empty_and_unknown_answers_have_documented_results():
    coder = DuplicateCoder().fit([*TEXTS, ""], [*CODES, "9999"])
    np.testing.assert_array_equal(coder.predict_proba(["", "astronaut"]), np.full((2, 5), 0.2))
    with pytest.raises(TypeError, match="texts must hold strings; got None at position 1"):
        coder.predict(["roofer", None])
    assert NearestNeighborCoder().fit([*TEXTS, ""], [*CODES, "9999"]).confidence([""]).tolist() == [0]


def test_counts_of_no_duplicate_are_equal_shares():
    np.testing.assert_array_equal(duplicate_probabilities(np.zeros((1, 4))), [[0.25] * 4])
