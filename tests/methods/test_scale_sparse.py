"""The sparse form of the similarities: equal to the loops and to the dense equations, in all edge cases and sizes."""

from contextlib import ExitStack
from fractions import Fraction
from unittest.mock import patch

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import tiws_encoding as oracle
from scipy import sparse

from methods.checks import peak_of
from methods.test_tiws_encoder import continuous, equals_the_loops, frame, options, problems
from methods.test_tiws_equations import TRAIN, close
from methods.test_tiws_similarities import T1_ROWS, documents
from tiws_teach.scale import CategoryCounts, _profiles, _similarity
from tiws_teach.scale._similarity import _fill_by_sums, sparse_similarity
from tiws_teach.tiws import TIWSEncoder, TIWSImputer, _estimates, category_similarity, document_matrix
from tiws_teach.tiws._estimates import UnseenRows

COSINES = ("tfidf", "conditional")


def in_sparse_form():
    """Make every document sparse, however small or full."""
    stack = ExitStack()
    stack.enter_context(patch.object(_estimates, "LARGE", -1))
    stack.enter_context(patch.multiple(_similarity, SMALL_DOCUMENT=-1, DENSER=dict.fromkeys(T1_ROWS, 0)))
    return stack


def sparse_rows(document, name, blocks, wanted=None):
    """Rows of S by the sparse form."""
    document = sparse.csr_array(np.asarray(document, dtype=float))
    return sparse_similarity(document, name, blocks).rows(np.arange(document.shape[0]) if wanted is None else wanted)


def random_document(rng, height, blocks, density):
    """Counts with an empty row, a row alike, empty blocks, a full row, and columns that are full, constant or empty."""
    document = rng.integers(1, 9, (height, sum(blocks))) * (rng.random((height, sum(blocks))) < density)
    document[0] = 0
    document[1] = document[2]
    document[3, : blocks[0]] = 0
    document[4] = rng.integers(1, 50, sum(blocks))
    document[:, -1] = rng.integers(1, 50, height)
    document[:, -2], document[:, -3] = 7, 0
    return document


# --- against the loops and the dense form


@pytest.mark.parametrize("name", T1_ROWS)
@given(blocks=documents())
def test_small_documents_equal_the_loops_and_the_dense_form(name, blocks):
    widths = [len(block[0]) for block in blocks]
    found = sparse_rows(np.hstack(blocks), name, widths)
    exact = [[[Fraction(value) for value in line] for line in block] for block in blocks]
    close(found, oracle.SIMILARITIES[name](exact, len(blocks[0])), 1e-12)
    close(found, category_similarity(np.hstack(blocks), name, blocks=widths), 1e-12)


@pytest.mark.parametrize("name", T1_ROWS)
@pytest.mark.parametrize("density", [0.01, 0.1, 0.24, 0.5, 1.0])
@pytest.mark.parametrize("seed", range(3))
def test_larger_documents_equal_the_dense_form(name, density, seed):
    rng = np.random.default_rng(seed)
    blocks = [40, 1, 25, 60]
    document = random_document(rng, 50, blocks, density)
    wanted = rng.permutation(50)[:20]
    expected = category_similarity(document, name, wanted, blocks)
    found = sparse_rows(document, name, blocks, wanted)
    close(found, expected, 1e-12)
    assert not found[np.arange(20), wanted].any()
    assert ((found >= 0) & (found <= 1)).all()


@pytest.mark.parametrize("name", T1_ROWS)
@pytest.mark.parametrize(
    ("document", "blocks"),
    [
        (np.zeros((3, 4)), [2, 2]),
        (np.ones((3, 4)), [2, 2]),
        (np.zeros((2, 0)), []),
        ([[5, 0, 1]], [2, 1]),
        ([[1, 2], [2, 4], [3, 6]], [2]),
        ([[1, 9, 2, 3], [1, 9, 4, 1], [1, 9, 3, 7], [0, 0, 0, 0]], [2, 2]),
        ([[10**8, 10**8 + 1], [10**8 + 2, 10**8], [10**8, 10**8]], [1, 1]),
    ],
    ids=["empty", "constant", "no words", "one row", "one profile", "no rows in a category", "large counts"],
)
def test_edge_cases_equal_the_dense_form(name, document, blocks):
    close(sparse_rows(document, name, blocks), category_similarity(document, name, blocks=blocks), 1e-12)


def test_full_rows_and_columns_have_no_background():
    """With a background for them, sparse part and background cancel, and twelve digits are no longer right."""
    document = [[2, 1, 10, 6, 0], [2, 1, 10, 6, 0], [1, 1, 5, 3, 0], *[[3, 1, 15, 9, 0]] * 3]
    expected = category_similarity(document, "conditional", blocks=[3, 2])
    close(sparse_rows(document, "conditional", [3, 2]), expected, 1e-14)
    with patch.object(_profiles, "FULL", 2):
        assert np.abs(sparse_rows(document, "conditional", [3, 2]) - expected).max() > 1e-12


@pytest.mark.parametrize("name", COSINES)
@pytest.mark.parametrize("seed", range(3))
def test_products_with_s_equal_those_of_its_rows(name, seed):
    rng = np.random.default_rng(seed)
    document = random_document(rng, 30, [20, 15], 0.1)
    s = sparse_similarity(sparse.csr_array(document.astype(float)), name, [20, 15])
    values, wanted = rng.normal(size=(30, 2)), rng.permutation(30)[:12]
    close(s.times(wanted, values), s.rows(wanted) @ values, 1e-12)


# --- estimates


@given(problems(), options)
def test_encoder_in_the_sparse_form_equals_the_loops(problem, options):
    with in_sparse_form():
        equals_the_loops(problem, options)


@given(problems(), options, st.integers(0, 99))
def test_both_forms_cross_fit_alike(problem, options, seed):
    train, y, new = problem
    X, U = frame(train, len(train[0])), frame(new, len(train[0]))
    encoder = continuous(options).set_params(cv=2, random_state=seed)
    dense = encoder.fit_transform(X, y, X_unlabeled=U)
    with in_sparse_form():
        close(encoder.fit_transform(X, y, X_unlabeled=U), dense, 1e-9)


@settings(max_examples=40)
@given(problems(), st.sampled_from(list(T1_ROWS)))
def test_both_forms_impute_and_diagnose_alike(problem, similarity):
    train, y, new = problem
    X, U = frame(train, len(train[0])), frame(new, len(train[0]))
    replaced = TIWSImputer(similarity).fit(X, X_unlabeled=U).replacements_
    table = TIWSEncoder.of_paper(similarity=similarity, target_type="continuous").fit(X, y, X_unlabeled=U).diagnose()
    with in_sparse_form():
        assert TIWSImputer(similarity).fit(X, X_unlabeled=U).replacements_ == replaced
        encoder = TIWSEncoder.of_paper(similarity=similarity, target_type="continuous").fit(X, y, X_unlabeled=U)
        pd.testing.assert_frame_equal(encoder.diagnose(), table, atol=1e-9)


@pytest.mark.parametrize("weighting", ["equal", "renormalize"])
@pytest.mark.parametrize("name", COSINES)
def test_sums_and_rows_of_s_give_the_same_estimates(monkeypatch, weighting, name):
    rng = np.random.default_rng(1)
    X = pd.DataFrame({f"f{j}": rng.integers(0, 400, 1500).astype(str) for j in range(3)})
    y = rng.normal(size=1500)
    encoder = TIWSEncoder.of_paper(similarity=name, weighting=weighting, random_state=0)
    with in_sparse_form():
        by_sums = encoder.fit_transform(X, y)
        monkeypatch.setattr(_similarity, "_fill_by_sums", lambda similarity, table, weighting: table.rows)
        by_rows = encoder.fit_transform(X, y)
    assert len(np.unique(by_sums[:, 0])) > 400
    close(by_sums, by_rows, 1e-12)


def test_estimates_with_hardly_any_similarity_come_from_rows_of_s():
    """All seen categories are the opposite of the last one: each similarity is 0 and weighs alike."""
    s = sparse_similarity(sparse.csr_array([[4.0, 0], [4, 0], [0, 4]]), "conditional", [2])
    means, seen = np.array([[1.0], [4.0], [0.0]]), np.array([True, True, False])
    for weighting in ("equal", "renormalize"):
        assert _fill_by_sums(s, UnseenRows(means, np.array([2]), seen), weighting).tolist() == [2]
        assert means[2] == 0
    train = pd.DataFrame({"c": list("aabb"), "d": list("uuuu")})
    with in_sparse_form():
        encoder = TIWSEncoder.of_paper(similarity="conditional", smooth=1e-9).fit(train, [1.0, 2.0, 3.5, 4.0])
        close(encoder.transform(pd.DataFrame({"c": ["z"], "d": ["v"]})), [[2.625, 2.625]], 1e-6)


# --- the choice, and sizes


@pytest.mark.parametrize("name", T1_ROWS)
def test_a_document_is_sparse_where_few_cells_have_counts(name):
    rng = np.random.default_rng(0)
    wide = pd.DataFrame({f"f{j}": rng.integers(0, 900, 2000).astype(str) for j in range(3)})
    full = pd.DataFrame({f"f{j}": rng.integers(0, 300, 200_000) for j in range(3)})
    for X, form, is_sparse in (
        (wide, None, 1),
        (full, None, 0),
        (wide, "dense", 0),
        (full, "sparse", 1),
        (TRAIN, None, 0),
    ):
        _, counts = CategoryCounts.of_training(X)
        found = _similarity.find_similarity(counts, 0, name, form)
        assert isinstance(found, _similarity.DenseSimilarity) != is_sparse
        assert found.cells == (np.count_nonzero(counts.document(0)) if (form, is_sparse) == (None, 1) else found.cells)
        blocks, wanted = counts.blocks(0), np.array([1])
        close(found.rows(wanted), category_similarity(counts.document(0), name, wanted, blocks), 1e-12)


@pytest.mark.parametrize("name", T1_ROWS)
def test_categories_beyond_the_largest_dense_document(name):
    """15,000 x 30,000 cells would be 3.6 GB."""
    rng = np.random.default_rng(0)
    X = pd.DataFrame({f"f{j}": np.r_[np.arange(15_000), rng.integers(0, 15_000, 5000)].astype(str) for j in range(3)})
    y = rng.integers(0, 2, len(X))
    encoder = TIWSEncoder.of_paper(similarity=name).fit(X, y)
    assert peak_of(lambda: encoder.transform(X.iloc[:1].assign(f0="new"))) < 20e6
    found = encoder.explain("f0", "new", X.iloc[:1].assign(f0="new"))
    assert found["category"][0] == "0"
    with pytest.raises(ValueError, match="document matrices of at most 4e\\+08 cells; got 15000 x 30000 cells"):
        document_matrix(X, "f0")
