"""WCTF-IDF: vector W, the loop oracle, TfidfVectorizer where both define the same thing, and bad input."""

import pickle

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.utils import get_tags

from methods.checks import refused
from tiws_teach import (
    WCTFIDFVectorizer,
    class_frequencies,
    class_quotas,
    class_vocabulary,
    smoothed_idf,
    textbook_tf_idf,
    tf_idf,
)
from tiws_teach.literal import wctf_idf as oracle
from tools.bench import _report
from tools.bench import wctf_idf as benchmark

ROWS = (
    "good good film|1   dull plot bad acting|0   bad film dull dull|0   great acting great fun|1   "
    "bad bad plot film|0   awful boring plot|0   slow plot bad film|0   bad boring film plot|0   "
    "great fun film good|1   bad acting film|0"
)
W = [row.split("|")[0] for row in ROWS.split("   ")]
Y = [int(row.split("|")[1]) for row in ROWS.split("   ")]
TOKENS = [document.split() for document in W]

NEGATIVE = {3: "bad film", 5: "bad dull film plot", 7: "acting bad dull film plot"}
NEGATIVE[10] = "acting awful bad boring dull film plot"
POSITIVE = {3: "good", 5: "good", 7: "good great", 10: "fun good great"}

words = st.sampled_from(["ab", "ba", "cc", "dd", "ea", "fo", "gg", "hu"])
corpora = st.lists(
    st.tuples(st.lists(words, min_size=1, max_size=6), st.sampled_from("xyz")), min_size=2, max_size=12
).map(lambda rows: ([tokens for tokens, _ in rows], [label for _, label in rows]))


def dense(matrix):
    return np.asarray(matrix.todense())


def counted(documents):
    """Return the counts of lists of terms as a frame."""
    terms = sorted({term for document in documents for term in document})
    return pd.DataFrame([[document.count(term) for term in terms] for document in documents], columns=terms)


# Equation 3.1 ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "whole", "rounded"), [(3, (2, 1), (2, 0)), (5, (4, 1), (3, 1)), (7, (5, 2), (4, 2))])
def test_quotas_of_vector_w(size, whole, rounded):
    assert tuple(class_quotas([7, 3], size)) == whole
    assert tuple(class_quotas([7, 3], size, "rounded")) == rounded
    assert class_quotas([7, 3], 10).tolist() == class_quotas([7, 3], 10, "rounded").tolist() == [7, 3]


def test_rounding_to_one_decimal_can_lift_a_share_to_the_next_number():
    assert class_quotas([992, 8], 500, "rounded").tolist() == [496, 4]
    assert class_quotas([9_960, 40], 100, "rounded").tolist() == [99, 0]
    assert class_quotas([9_996, 4], 100, "rounded").tolist() == [100, 0]  # 99.96 is 100.0


def test_ties_go_to_the_larger_class_then_to_the_first():
    assert class_quotas([7, 3], 5).tolist() == [4, 1]  # 3.5 and 1.5
    assert class_quotas([3, 7], 5).tolist() == [1, 4]
    assert class_quotas([1, 1, 1], 4).tolist() == [2, 1, 1]


def test_labelled_sizes_give_labelled_quotas():
    found = class_quotas(pd.Series({"negative": 7, "positive": 3}), 5)
    assert found.to_dict() == {"negative": 4, "positive": 1}


@given(st.lists(st.integers(1, 10_000), min_size=1, max_size=8), st.integers(1, 5_000))
def test_quotas_fill_the_places_and_stay_within_one_of_the_share(sizes, size):
    found = class_quotas(sizes, size)
    assert found.sum() == size
    assert (np.abs(found - size * np.array(sizes) / sum(sizes)) < 1).all()
    assert found.tolist() == oracle.quotas(sizes, size)
    assert class_quotas(sizes, size, "rounded").tolist() == oracle.quotas(sizes, size, "rounded")


# Equation 3.2 ---------------------------------------------------------------------------------------------------------


def test_frequencies_of_vector_w():
    found = class_frequencies(counted(TOKENS), Y)
    assert found.index.tolist() == [0, 1]  # the largest class first
    assert found.loc[0].sort_values(ascending=False, kind="stable").head(4).to_dict() == {
        "bad": 7, "film": 5, "plot": 5, "dull": 3
    }  # fmt: skip
    assert found.loc[1, ["acting", "film", "fun", "good", "great"]].tolist() == [1, 2, 2, 3, 3]
    as_array = class_frequencies(counted(TOKENS).to_numpy(), Y)
    np.testing.assert_array_equal(as_array, found)
    np.testing.assert_array_equal(class_frequencies(sparse.csr_array(counted(TOKENS).to_numpy()), Y).toarray(), found)


def test_equal_frequencies_go_by_the_alphabet_and_terms_of_none_are_not_taken():
    table = pd.DataFrame({"a": [1, 0], "b": [2, 0], "c": [2, 3], "d": [0, 3]}, index=["x", "y"])
    assert class_vocabulary(table, [3, 5]) == {"x": ["b", "c", "a"], "y": ["d"]}
    assert [found.tolist() for found in class_vocabulary(table.to_numpy(), [2, 1])] == [[1, 2], [3]]


def test_refill_passes_places_on_and_round():
    table = pd.DataFrame({"a": [5, 0, 0], "b": [4, 0, 0], "c": [3, 2, 0], "d": [0, 0, 1]}, index=["x", "y", "z"])
    assert class_vocabulary(table, [1, 2, 1]) == {"x": ["a"], "y": ["c"], "z": ["d"]}
    assert class_vocabulary(table, [1, 2, 1], refill=True) == {"x": ["a", "b"], "y": ["c"], "z": ["d"]}
    short = pd.DataFrame({"a": [1, 1], "b": [0, 5], "c": [0, 4]}, index=["x", "y"])
    assert class_vocabulary(short, [2, 1], refill=True) == {"x": ["a"], "y": ["b", "c"]}


# Equations 3.3 and 3.4, and the weights -------------------------------------------------------------------------------


def test_idf_is_scikit_learns():
    table = sparse.csr_array(counted(TOKENS).to_numpy())
    documents = (counted(TOKENS) > 0).sum()
    for smooth in (True, False):
        peer = TfidfVectorizer(smooth_idf=smooth).fit(W)
        found = smoothed_idf(documents, table.shape[0], smooth)
        assert found.index.tolist() == peer.get_feature_names_out().tolist()
        np.testing.assert_array_equal(found, peer.idf_)
    assert smoothed_idf([0, 4], 4, smooth=False).tolist() == [np.inf, 1.0]


def test_textbook_weights_are_the_articles():
    documents = [["good", "film"], ["bad", "film", "bad"], ["film"]]
    found = textbook_tf_idf(counted(documents))
    np.testing.assert_allclose(found["bad"], [0, 2 * np.log(3), 0])
    assert (found["film"] == 0).all()  # in all documents: log 1
    np.testing.assert_allclose(found, oracle.textbook(documents, ["bad", "film", "good"]))
    as_sparse = textbook_tf_idf(sparse.csr_array(counted(documents).to_numpy()))
    np.testing.assert_array_equal(as_sparse.toarray(), found)
    np.testing.assert_array_equal(textbook_tf_idf(counted(documents).to_numpy()), found)


def test_a_document_without_terms_is_a_row_of_zeros():
    assert tf_idf(np.array([[0, 0], [3, 4]])).tolist() == [[0, 0], [0.6, 0.8]]
    assert tf_idf(np.array([[0, 0], [1, 3]]), norm="l1").tolist() == [[0, 0], [0.25, 0.75]]
    assert tf_idf(np.array([[0, 2]]), [1, 5], norm=None).tolist() == [[0, 10]]


def test_weights_leave_the_counts_as_they_are():
    for counts in (
        counted(TOKENS),
        counted(TOKENS).to_numpy(),
        sparse.csr_array(counted(TOKENS).to_numpy(dtype=float)),
    ):
        before = counts.copy()
        tf_idf(counts, np.ones(counts.shape[1]), sublinear_tf=True)
        assert abs(counts - before).sum().sum() == 0


# The vectoriser -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [3, 5, 7, 10])
def test_vectoriser_on_vector_w(size):
    vectorizer = WCTFIDFVectorizer(max_features=size).fit(W, Y)
    found = class_vocabulary(class_frequencies(counted(TOKENS), Y), class_quotas([7, 3], size))
    assert {label: sorted(terms) for label, terms in found.items()} == {
        0: NEGATIVE[size].split(),
        1: POSITIVE[size].split(),
    }
    assert vectorizer.class_quotas_ == {0: len(NEGATIVE[size].split()), 1: len(POSITIVE[size].split())}
    assert sorted(vectorizer.class_vocabulary_[0]) == NEGATIVE[size].split()
    assert sorted(vectorizer.class_vocabulary_[1]) == POSITIVE[size].split()
    assert list(vectorizer.vocabulary_) == sorted(f"{NEGATIVE[size]} {POSITIVE[size]}".split())
    assert vectorizer.get_feature_names_out().tolist() == list(vectorizer.vocabulary_)
    assert list(vectorizer.vocabulary_.values()) == list(range(size))


OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "refill": st.booleans(),
        "quota": st.sampled_from(["largest_remainder", "rounded"]),
        "min_df": st.sampled_from([1, 0.3, 0.5]),
        "max_df": st.sampled_from([1.0, 0.8]),
        "norm": st.sampled_from(["l2", "l1", None]),
        "use_idf": st.booleans(),
        "smooth_idf": st.booleans(),
        "sublinear_tf": st.booleans(),
    },
)


@pytest.mark.filterwarnings("ignore:class .* takes no term")
@given(corpora, st.integers(3, 9), OPTIONS, st.lists(st.lists(words, max_size=4), min_size=1, max_size=3))
def test_vectoriser_is_the_loop_oracle(corpus, size, options, new):
    tokens, y = corpus
    classes = oracle.ordered_classes(y)
    places = oracle.quotas([n for _, n in classes], size, options.get("quota", "largest_remainder"))
    limits = {name: options[name] for name in ("refill", "min_df", "max_df") if name in options}
    expected = oracle.class_vocabularies(tokens, y, places, **limits)
    vectorizer = WCTFIDFVectorizer(max_features=size, **options)
    shut = options.get("min_df", 1) == 1 and options.get("max_df", 1.0) < 1 == min(n for _, n in classes)
    if shut or not any(expected.values()):
        with pytest.raises(ValueError, match="max_df must allow" if shut else "vocabulary must have a term"):
            vectorizer.fit([" ".join(document) for document in tokens], y)
        return
    found = vectorizer.fit_transform([" ".join(document) for document in tokens], y)
    assert vectorizer.class_vocabulary_ == expected
    vocabulary = sorted(term for terms in expected.values() for term in terms)
    weights = {name: options[name] for name in ("norm", "use_idf", "smooth_idf", "sublinear_tf") if name in options}
    peer = TfidfVectorizer(analyzer=list, vocabulary=vocabulary, **weights).fit(tokens)
    np.testing.assert_allclose(dense(found), dense(peer.transform(tokens)), atol=1e-12)
    asked = dense(vectorizer.transform([" ".join(document) for document in new]))
    np.testing.assert_allclose(asked, dense(peer.transform(new)), atol=1e-12)


SETTINGS = [
    {},
    {"stop_words": ["film", "plot"]},
    {"ngram_range": (1, 2)},
    {"analyzer": "char_wb", "ngram_range": (2, 3)},
    {"analyzer": str.split},
    {"tokenizer": str.split, "token_pattern": None},
    {"token_pattern": r"\b\w{4,}\b"},
    {"lowercase": False, "preprocessor": str.upper},
    {"strip_accents": "unicode", "binary": True},
    {"norm": "l1", "use_idf": False},
    {"norm": None, "smooth_idf": False, "sublinear_tf": True},
    {"dtype": np.float32},
]


@pytest.mark.parametrize("options", SETTINGS, ids=[",".join(options) or "defaults" for options in SETTINGS])
def test_weights_are_those_of_tfidf_vectorizer_with_the_same_vocabulary(options):
    vectorizer = WCTFIDFVectorizer(max_features=6, **options)
    found = vectorizer.fit_transform(W, Y)
    peer = TfidfVectorizer(vocabulary=vectorizer.vocabulary_, **options)
    expected = peer.fit_transform(W)
    assert type(found) is type(expected)
    assert found.dtype == expected.dtype == options.get("dtype", np.float64)
    if options.get("use_idf", True):
        assert vectorizer.idf_.dtype == peer.idf_.dtype
        np.testing.assert_array_equal(vectorizer.idf_, peer.idf_)
    np.testing.assert_array_equal(dense(found), dense(expected))
    new = ["bad film, good film; bad plot", "Great acting", "nothing known"]
    np.testing.assert_array_equal(dense(vectorizer.transform(new)), dense(peer.transform(new)))
    np.testing.assert_array_equal(dense(vectorizer.transform(W)), dense(found))


@pytest.mark.parametrize("options", [*SETTINGS, {"min_df": 2}, {"min_df": 0.15, "max_df": 0.6}, {"max_df": 5}])
def test_one_class_without_a_limit_is_tfidf_vectorizer(options):
    vectorizer = WCTFIDFVectorizer(**options)
    found = vectorizer.fit_transform(W, np.zeros(len(W)))
    peer = TfidfVectorizer(**options)
    np.testing.assert_allclose(dense(found), dense(peer.fit_transform(W)), rtol=1e-6 if "dtype" in options else 1e-14)
    assert vectorizer.vocabulary_ == peer.vocabulary_
    assert vectorizer.class_quotas_ is None


@pytest.mark.parametrize("size", [1, 2, 4, 8])
def test_one_class_with_a_limit_is_tfidf_vectorizer(size):
    documents = [" ".join(f"w{k}" for k in range(n)) for n in range(1, 11)]  # no two words equally frequent
    found = WCTFIDFVectorizer(size).fit(documents, ["one"] * 10)
    assert found.vocabulary_ == TfidfVectorizer(max_features=size).fit(documents).vocabulary_


def test_the_published_recipe_chooses_the_same_terms():
    documents, y = benchmark.make_documents(400)
    recipe = benchmark.published_recipe(documents, y, 60)
    vectorizer = WCTFIDFVectorizer(60, quota="rounded")
    found = vectorizer.fit_transform(documents, y)
    assert found.shape == recipe.shape
    shared = [term for term in recipe if term in vectorizer.vocabulary_]
    assert len(shared) >= len(recipe.columns) - 2  # of equally frequent terms at the edge either may be chosen
    own = WCTFIDFVectorizer(60, quota="rounded", norm=None).fit_transform(documents, y)
    peer = TfidfVectorizer(vocabulary=list(recipe), norm=None).fit_transform(documents)
    ours = dense(own)[:, [vectorizer.vocabulary_[term] for term in shared]]
    np.testing.assert_allclose(ours, dense(peer)[:, [list(recipe).index(term) for term in shared]], rtol=1e-12)


def test_own_quotas():
    vectorizer = WCTFIDFVectorizer(quota={1: 4, 0: 2}).fit(W, Y)
    assert vectorizer.class_quotas_ == {0: 2, 1: 4}
    assert vectorizer.class_vocabulary_ == {0: ["bad", "film"], 1: ["good", "great", "fun", "acting"]}
    assert WCTFIDFVectorizer(2, quota={0: 2, 1: 0}).fit(W, Y).class_vocabulary_ == {0: ["bad", "film"], 1: []}


def test_refill_in_the_vectoriser():
    kept = WCTFIDFVectorizer(quota={0: 2, 1: 9}).fit(W, Y)
    assert len(kept.vocabulary_) == 6
    filled = WCTFIDFVectorizer(quota={0: 2, 1: 9}, refill=True).fit(W, Y)
    assert len(filled.vocabulary_) == 11 == len(TfidfVectorizer().fit(W).vocabulary_)
    assert filled.class_quotas_ == {0: 2, 1: 9}


def test_stop_words_serve_both_steps():
    vectorizer = WCTFIDFVectorizer(max_features=5, stop_words=["bad", "good"])
    found = vectorizer.fit_transform(W, Y)
    assert {"bad", "good"}.isdisjoint(vectorizer.vocabulary_)
    assert (found.getnnz(axis=0) > 0).all()  # no dead column


def test_ngrams_of_taken_terms_stay():
    vectorizer = WCTFIDFVectorizer(quota={0: 1, 1: 9}, ngram_range=(1, 2)).fit(["bad bad", "bad", "not bad"], [0, 0, 1])
    assert vectorizer.class_vocabulary_ == {0: ["bad"], 1: ["not", "not bad"]}


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"max_features": 3, "quota": "rounded"}, r"class 1 takes no term into the vocabulary: its quota is 0 of"),
        ({"max_features": 7, "min_df": 3}, r"class 1 .*: its quota is 2, but min_df=3 and max_df=1\.0 bar all\. Lower"),
    ],
)
def test_a_class_without_a_place_is_told(options, said):
    with pytest.warns(UserWarning, match=said) as told:
        WCTFIDFVectorizer(**options).fit(W, Y)
    assert [warning.filename for warning in told] == [__file__]


def test_a_class_that_wants_no_place_is_not_told():
    """A 0 that was asked for, and a class all of whose terms a larger class took before it."""
    WCTFIDFVectorizer(quota={0: 2, 1: 0}).fit(W, Y)
    assert WCTFIDFVectorizer().fit(["ab", "ab", "ab"], ["x", "x", "y"]).class_vocabulary_ == {"x": ["ab"], "y": []}


def test_files_are_read_as_tfidf_vectorizer_reads_them(tmp_path):
    paths = []
    for number, document in enumerate(W):
        paths.append(tmp_path / f"{number}.txt")
        paths[-1].write_text(document, encoding="utf-8")
    found = WCTFIDFVectorizer(5, input="filename").fit_transform(paths, Y)
    np.testing.assert_array_equal(dense(found), dense(WCTFIDFVectorizer(5).fit_transform(W, Y)))


# In scikit-learn ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("vocabulary", [["plot", "bad", "good"], {"good": 1, "bad": 0}, {"bad", "new", "good"}])
def test_a_fixed_vocabulary_is_that_of_tfidf_vectorizer(vocabulary):
    ours, peer = (kind(vocabulary=vocabulary, min_df=5) for kind in (WCTFIDFVectorizer, TfidfVectorizer))
    np.testing.assert_array_equal(dense(ours.fit_transform(W)), dense(peer.fit_transform(W)))
    np.testing.assert_array_equal(dense(ours.transform(["new bad"])), dense(peer.transform(["new bad"])))
    assert (ours.vocabulary_, ours.fixed_vocabulary_) == (peer.vocabulary_, True)
    assert ours.get_feature_names_out().tolist() == peer.get_feature_names_out().tolist()
    assert (ours.class_vocabulary_, ours.class_quotas_) == (None, None)
    assert not get_tags(ours).target_tags.required
    assert not ours.set_params(vocabulary=None, min_df=1).fit(W, Y).fixed_vocabulary_


def test_terms_come_back():
    ours = WCTFIDFVectorizer(5)
    found = ours.fit_transform(W, Y)
    peer = TfidfVectorizer(vocabulary=ours.vocabulary_).fit(W)
    for back, expected in zip(ours.inverse_transform(found), peer.inverse_transform(found), strict=True):
        assert back.tolist() == expected.tolist()
    assert ours.inverse_transform(dense(found))[0].tolist() == ["film", "good"]


def test_a_pickle_holds_the_vocabulary_and_no_other_term():
    assert len(pickle.dumps(WCTFIDFVectorizer(5).fit([*W, " ".join(f"w{n}" for n in range(9_999))], [*Y, 0]))) < 3_000


# Bad input ------------------------------------------------------------------------------------------------------------


def fitting(documents=W, y=Y, **options):
    return lambda: WCTFIDFVectorizer(**options).fit(list(documents), y)


NUMBERS = pd.Series([*W[:9], np.nan])
FRAME = pd.DataFrame({"text": W})
BAD = [
    (lambda: class_quotas([80, 0], 10), r"each of class_sizes must be in \[1, inf\]; got 0"),
    (lambda: class_quotas([[1]], 10), r"class_sizes must have one number for each class; got shape \(1, 1\)"),
    (lambda: class_quotas([], 10), "class_sizes must have one number"),
    (lambda: class_quotas([80, 20], 0), r"max_features must be in \[1, inf\]; got 0"),
    (lambda: class_quotas([80, 20], 10, "fair"), r"quota must be one of 'largest_remainder', 'rounded'; got 'fair'"),
    (lambda: class_vocabulary([[1, 2], [3, 4]], [1]), "quotas must have one number for each of the 2 rows of frequenc"),
    (lambda: class_vocabulary([[1, 2], [3, 4]], [1, -1]), r"each of quotas must be in \[0, inf\]; got -1"),
    (lambda: tf_idf([[1]], norm="max"), "norm must be one of 'l1', 'l2', None; got 'max'"),
    (lambda: WCTFIDFVectorizer().get_feature_names_out(), "not fitted"),
    (lambda: WCTFIDFVectorizer().inverse_transform([[1]]), "not fitted"),
    (fitting(y=None), r"y must have a label for each document; .*; got None\. Use fit\(documents, y\)"),
    (fitting(y=Y[:9]), r"y must have 10 labels, one for each document; got 9"),
    (fitting(y=[np.nan, *Y[1:]]), "y must have no missing label; got 1 missing"),
    (fitting(y=np.array([*Y[:9], "0"], dtype=object)), r"y must hold labels of one type; .*example \[str\(label\)"),
    (lambda: WCTFIDFVectorizer().fit(NUMBERS, Y), "raw_documents must hold texts; got nan at position 9"),
    (fitting([*W[:9], None], analyzer=str.split), "raw_documents must hold texts; got None at position 9"),
    (fitting(y=np.linspace(0, 1, 10)), "Unknown label type: continuous"),
    (fitting(y=np.ones((10, 2))), "y should be a 1d array"),
    (lambda: WCTFIDFVectorizer().fit(FRAME, Y), r"must have one dimension; got shape \(10, 1\)\. .*frame\['text"),
    (fitting(max_features=1), "max_features must be at least the number of classes, 2; got 1"),
    (fitting(max_features=0), r"max_features must be in \[1, inf\]; got 0"),
    (fitting(quota={0: 2, 2: 1}), "quota must name classes that y has; got 2, a class without documents"),
    (fitting(quota={0: 2}), "quota must have a number for each class; got none for 1"),
    (fitting(quota={0: 2, 1: -1}), r"quota of 1 must be in \[0, inf\]; got -1"),
    (fitting(quota={0: 2, 1: 1}, max_features=4), "max_features must be None or 3, the sum of quota; got 4"),
    (fitting(quota={0: 0, 1: 0}), "vocabulary must have a term"),
    (fitting(stop_words=sorted({t for ts in TOKENS for t in ts})), r"hold a term \(empty vocabulary\); got none"),
    (fitting([], []), "raw_documents must hold a term"),
    (fitting(["good", "bad", "!"], [0, 0, 1]), "must hold a term in each class; got none in those of class 1"),
    (fitting(min_df=4), r"max_df must allow at least as many documents of class 1 as min_df requires, 4; got 3"),
    (fitting(min_df=1.5), r"min_df must be in \[0, 1\]; got 1.5"),
    (fitting(min_df=0), r"min_df must be in \[1, inf\]; got 0"),
    (fitting(min_df=1.0), "vocabulary must have a term; got none that min_df and max_df allow"),
    (fitting(dtype=int), "dtype must be a type of real numbers"),
    (fitting(stop_words="german"), "stop_words"),
    (fitting(ngram_range=(2, 1)), "ngram_range"),
]
test_bad_input_is_refused = refused(BAD)


def test_documents_need_not_be_texts_where_the_analyzer_reads_them():
    found = WCTFIDFVectorizer(5, analyzer=list).fit_transform(TOKENS, Y)
    np.testing.assert_array_equal(dense(found), dense(WCTFIDFVectorizer(5).fit_transform(W, Y)))


# Documentation and benchmark ------------------------------------------------------------------------------------------


def test_documents_are_counted_once(monkeypatch):
    read = []
    documents = (read.append(number) or document for number, document in enumerate(W))
    calls = []
    original = CountVectorizer.fit_transform
    monkeypatch.setattr(CountVectorizer, "fit_transform", lambda *a, **k: calls.append(1) or original(*a, **k))
    WCTFIDFVectorizer(5).fit_transform(documents, Y)
    assert read == list(range(10))
    assert calls == [1]


def test_the_ratios_of_the_results_are_those_of_their_seconds():
    sections = _report.parse(_report.RESULTS.read_text(encoding="utf-8"))
    blocks = next(section for section in sections if section.title == "WCTF-IDF").blocks
    assert "### 25,000 documents" in blocks
    rows = next(block for block in blocks if isinstance(block, _report.Table)).rows
    found = {row[0]: [float(cell) for cell in row[1:]] for row in rows}
    for size in ("300", "3,000"):
        ours, tfidf, _ = (found[f"{size}: {name}"] for name in benchmark.RUNS)
        assert ours[1] == pytest.approx(ours[0] / tfidf[0], rel=0.02)


def test_the_blocks_of_the_benchmark_survive_writing(monkeypatch):
    monkeypatch.setattr(
        benchmark, "mebibytes", lambda job: 2.0 if job[0](*job[1:])().shape[0] == 60 else 0.0
    )  # no child
    blocks = benchmark.headline(60, (20,), 1)
    blocks.append(benchmark.grown("documents", [60, 80, 100], benchmark.make_documents, 1))
    assert _report.parse(_report.render([_report.Section("T", tuple(blocks))]))[0].blocks == tuple(blocks)
    assert [len(block.rows) for block in blocks if isinstance(block, _report.Table)] == [3, 4]
