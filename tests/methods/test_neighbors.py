"""Nearest neighbours: exact distances, ties to the lower row or included, any metric, and no table of all pairs."""

import itertools
from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse
from sklearn.metrics import pairwise_distances
from sklearn.neighbors import NearestNeighbors

from methods.checks import peak_of, refused
from tiws_teach._neighbors import (
    candidates,
    find_repeats,
    nearest_by_class,
    nearest_rows,
    neighborhoods,
    search,
    weighted_neighborhoods,
)
from tiws_teach._neighbors.candidates import rounding
from tiws_teach.literal import neighbors as oracle

GRID = [(0, 0), (1, 0), (0, 1), (1, 1), (0, 0), (2, 0)]

grids = st.integers(1, 3).flatmap(
    lambda p: st.tuples(
        st.lists(st.tuples(*[st.integers(-2, 2)] * p), min_size=2, max_size=12),
        st.lists(st.tuples(*[st.integers(-2, 2)] * p), min_size=1, max_size=5),
    )
)


def floats(rows):
    return np.array(rows, dtype=float)


def split(found):
    """The neighbourhoods of each query as a list of (distances, rows)."""
    distances, indices, starts = found
    return [(distances[a:b].tolist(), indices[a:b].tolist()) for a, b in itertools.pairwise(starts)]


@pytest.fixture(params=["all rows at once", "products", "tree"])
def way(request, monkeypatch):
    """Each of the ways to search, however small the data are."""
    monkeypatch.setattr(search, "FEW_PAIRS", 10**9 if request.param == "all rows at once" else 0)
    monkeypatch.setattr(search, "FEW_QUERIES", 0)
    monkeypatch.setattr(search, "TREE_FEATURES", 10**9 if request.param == "tree" else 0)
    return request.param


# --- vectors


def test_neighbours_by_hand():
    distances, rows = nearest_rows(floats([(0, 0), (2, 1)]), floats(GRID), 4)
    assert rows.tolist() == [[0, 4, 1, 2], [3, 5, 1, 2]]
    assert distances.tolist() == [[0, 0, 1, 1], [1, 1, 2**0.5, 2]]


def test_a_row_is_left_out_but_not_its_duplicate():
    distances, rows = nearest_rows(floats(GRID), floats(GRID), 2, leave_out_self=True)
    assert rows.tolist() == [[4, 1], [0, 3], [0, 3], [1, 2], [0, 1], [1, 3]]
    assert distances[0].tolist() == [0, 1]


def test_a_neighbourhood_holds_all_ties_by_hand():
    found = split(neighborhoods(floats([(0, 0), (2, 1)]), floats(GRID), 1))
    assert found == [([0, 0], [0, 4]), ([1, 1], [3, 5])]
    alone = split(neighborhoods(floats(GRID), floats(GRID), 2, leave_out_self=True))
    assert alone[0] == ([0, 1, 1], [4, 1, 2])
    assert alone[1] == ([1, 1, 1, 1], [0, 3, 4, 5])


def k_smallest(distances, k):
    """Search given distances: what the search does with a table of them, and no more."""
    return nearest_rows(distances, np.empty((distances.shape[1], 1)), k, "precomputed")


@pytest.mark.parametrize("k", [1, 2, 7, 31, 32, 33, 64, 500])
@pytest.mark.parametrize("n", [500, 511, 512, 1040])
@pytest.mark.parametrize("levels", [3, 40, 10**9])
def test_k_smallest_equals_a_stable_sort(k, n, levels):
    values = np.random.default_rng(n + k).integers(0, levels, (4, n)).astype(float)
    expected = np.argsort(values, axis=1, kind="stable")[:, :k]
    found, columns = k_smallest(values, k)
    assert np.array_equal(columns, expected)
    assert np.array_equal(found, np.take_along_axis(values, expected, axis=1))


def test_no_query_has_no_neighbours():
    distances, rows = nearest_rows(np.empty((0, 2)), floats(GRID), 3)
    assert (distances.shape, rows.shape) == ((0, 3), (0, 3))
    assert [part.tolist() for part in neighborhoods(np.empty((0, 2)), floats(GRID), 3)] == [[], [], [0]]


# --- the loops


@given(grids, st.integers(1, 12))
def test_neighbours_equal_the_loops(grid, k):
    rows, queries = grid
    k = min(k, len(rows))
    distances, found = nearest_rows(floats(queries), floats(rows), k)
    expected = [oracle.nearest(query, rows, k) for query in queries]
    assert found.tolist() == expected
    squares = [[oracle.squared_distance(q, rows[i]) for i in near] for q, near in zip(queries, expected, strict=True)]
    assert distances.tolist() == np.sqrt(floats(squares)).tolist()
    k = min(k, len(rows) - 1)
    _, found = nearest_rows(floats(rows), floats(rows), k, leave_out_self=True)
    assert found.tolist() == [oracle.nearest(row, rows, k, left_out=i) for i, row in enumerate(rows)]


@given(grids, st.integers(1, 12))
def test_neighbourhoods_equal_the_loops(grid, k):
    rows, queries = grid
    k = min(k, len(rows))
    _, found, starts = neighborhoods(floats(queries), floats(rows), k)
    expected = [oracle.neighborhood(query, rows, k) for query in queries]
    assert [found[a:b].tolist() for a, b in itertools.pairwise(starts)] == expected
    k = min(k, len(rows) - 1)
    _, found, starts = neighborhoods(floats(rows), floats(rows), k, leave_out_self=True)
    expected = [oracle.neighborhood(row, rows, k, left_out=i) for i, row in enumerate(rows)]
    assert [found[a:b].tolist() for a, b in itertools.pairwise(starts)] == expected


@given(grids, st.integers(1, 12), st.integers(1, 30), st.sampled_from(["euclidean", "manhattan", "precomputed"]))
def test_chunks_change_nothing(grid, k, n_held, metric):
    rows, queries = floats(grid[0]), floats(grid[1] * 5)
    k = min(k, len(rows))
    asked = pairwise_distances(queries, rows) if metric == "precomputed" else queries
    whole = *nearest_rows(asked, rows, k, metric), *neighborhoods(asked, rows, k, metric)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(candidates, "ROOM", n_held * 8 / 2**20)  # so many distances at a time
        patch.setattr(candidates, "LINES", 1)
        patch.setattr(search, "FEW_VALUES", n_held)
        patch.setattr(search, "FEW_PAIRS", 0 if n_held % 2 else 10**9)
        parts = *nearest_rows(asked, rows, k, metric), *neighborhoods(asked, rows, k, metric)
    for a, b in zip(whole, parts, strict=True):
        assert np.array_equal(a, b)


# --- candidates


@pytest.mark.parametrize("levels", [4, 30, None])
@pytest.mark.parametrize("p", [1, 2, 10])
@pytest.mark.parametrize("k", [1, 5, 40])
@pytest.mark.parametrize("offset", [0.0, 2.0**30])
def test_candidates_find_what_all_rows_give(levels, p, k, offset, way):
    """Few levels make many ties, at the border, too; the far offset leaves the expanded square nothing."""
    rng = np.random.default_rng(levels or 0)
    draw = (lambda n: rng.integers(0, levels, (n, p)) / 4) if levels else (lambda n: rng.normal(size=(n, p)))
    rows, queries = draw(400) + offset, draw(60) + offset
    differences = queries[:, np.newaxis] - rows
    squares = np.einsum("...j,...j", differences, differences)
    expected = np.argsort(squares, axis=1, kind="stable")[:, :k]
    distances, found = nearest_rows(queries, rows, k)
    assert np.array_equal(found, expected)
    assert np.array_equal(distances, np.sqrt(np.take_along_axis(squares, expected, axis=1)))
    near = split(neighborhoods(queries, rows, k))
    for square, (values, members) in zip(squares, near, strict=True):
        inside = np.flatnonzero(np.sqrt(square) <= np.sort(np.sqrt(square))[k - 1])
        assert sorted(members) == inside.tolist()
        assert values == sorted(np.sqrt(square[inside]).tolist())


@pytest.mark.parametrize("p", [2, 6, 20])
def test_near_ties_are_decided_by_exact_distances(p, way):
    """Sixty rows around each query are as far away up to rounding: the candidates come in a wrong order."""
    rng = np.random.default_rng(p)
    queries = rng.normal(size=(40, p)) * 100 + 1 / 3
    steps = rng.normal(size=(40, 60, p))
    rows = (queries[:, np.newaxis] + steps / np.linalg.norm(steps, axis=-1, keepdims=True)).reshape(-1, p)
    differences = queries[:, np.newaxis] - rows
    exact = np.sqrt(np.einsum("...j,...j", differences, differences))
    expected = np.argsort(exact, axis=1, kind="stable")[:, :3]
    assert np.ptp(np.sort(exact, axis=1)[:, :60], axis=1).max() < 1e-10
    assert np.array_equal(nearest_rows(queries, rows, 3)[1], expected)


def test_each_row_leaves_itself_out_among_candidates(way):
    X = np.random.default_rng(3).integers(0, 5, (300, 3)).astype(float)
    squares = np.square(X[:, np.newaxis] - X).sum(axis=-1)
    np.fill_diagonal(squares, np.inf)
    expected = np.argsort(squares, axis=1, kind="stable")[:, :6]
    assert np.array_equal(nearest_rows(X, X, 6, leave_out_self=True)[1], expected)
    near = split(neighborhoods(X, X, 6, leave_out_self=True))
    inside = [np.flatnonzero(line <= np.sort(line)[5]).tolist() for line in squares]
    assert [sorted(members) for _, members in near] == inside


def test_the_product_searches_again_only_where_the_tree_ends_with_a_tie(monkeypatch):
    asked, by_products = [], candidates.by_products
    monkeypatch.setattr(candidates, "by_products", lambda *a: (asked.append(len(a[0])), by_products(*a))[1])
    rng = np.random.default_rng(0)
    rows, queries = rng.normal(size=(2000, 4)), rng.normal(size=(500, 4))
    nearest_rows(queries, rows, 5)
    nearest_rows(queries, np.repeat(rows, 50, axis=0), 6)  # of 50 copies seven are searched
    tied = np.vstack([np.eye(4), -np.eye(4), rows + 9]) / 2
    nearest_rows(np.vstack([np.zeros((20, 4)), queries[:480] + 9]), tied, 3)  # eight corners, as near as the third
    assert asked[0] == 0
    assert asked[2] >= 20
    assert asked[2] < 40


def test_a_row_far_away_adds_no_candidates(monkeypatch):
    """It moves the mean, and its own rounding error is large; that of the others is not."""
    rng = np.random.default_rng(0)
    rows, queries = rng.normal(size=(2000, 10)), rng.normal(size=(500, 10))
    pairs, distances = [], candidates.Expanded.distances
    monkeypatch.setattr(candidates.Expanded, "distances", lambda *a: (pairs.append(len(a[1])), distances(*a))[1])
    nearest_rows(queries, np.vstack([rows, np.full((1, 10), 1e7)]), 5)
    assert 500 * 5 <= sum(pairs) < 500 * 6


@pytest.mark.parametrize("p", [1, 10, 300])
@pytest.mark.parametrize("offset", [0.0, 10.0, 1e4])
def test_the_expanded_square_is_never_more_wrong_than_the_bound(p, offset):
    rng = np.random.default_rng(p)
    rows, queries = rng.normal(size=(500, p)) + offset, rng.normal(size=(100, p)) + offset
    approximate, indices = NearestNeighbors(n_neighbors=500, algorithm="brute").fit(rows).kneighbors(queries)
    exact = np.square((rows[indices] - queries[:, np.newaxis]).astype(np.longdouble)).sum(axis=-1)
    wrong = np.abs(approximate.astype(np.longdouble) ** 2 - exact).max(axis=1)
    norms = np.sqrt(np.square(queries).sum(axis=1))
    bound = rounding(norms, np.sqrt(np.square(rows).sum(axis=1)).max(), approximate[:, -1], p)
    assert (wrong <= bound).all()
    assert wrong.max() > bound.max() / 1e4  # and the bound is not idle


# --- exactness


def test_squares_below_the_range_end_without_a_warning(way):
    """Squares of 1e-170 are 0: all rows are tied then, and the lower ones come first."""
    X = np.random.default_rng(0).normal(size=(200, 3)) * 1e-170
    distances, rows = nearest_rows(X[50:60], X, 3)
    assert set(distances.ravel()) == {0.0}
    assert rows.tolist()[0] == [0, 1, 2]


def test_the_largest_values_are_measured_exactly(way):
    X = np.random.default_rng(0).integers(-9, 9, (200, 3)) * 1.0
    distances, rows = nearest_rows(X[50:60], X, 3)
    far, same = nearest_rows(X[50:60] * 2.0**461, X * 2.0**461, 3)
    np.testing.assert_array_equal(rows, same)
    np.testing.assert_allclose(far, distances * 2.0**461, rtol=1e-12)


# --- peers


@pytest.mark.parametrize("metric", ["euclidean", "l2", "manhattan", "chebyshev", "cosine", "canberra"])
@pytest.mark.parametrize("p", [1, 3, 40])
def test_equals_scikit_learn_without_ties(metric, p):
    rng = np.random.default_rng(p)
    rows, queries = rng.normal(size=(300, p)), rng.normal(size=(50, p))
    if metric == "cosine":
        rows, queries = np.column_stack([rows, rows[:, 0] ** 2]), np.column_stack([queries, queries[:, 0] ** 2])
    expected = NearestNeighbors(n_neighbors=7, algorithm="brute", metric=metric).fit(rows).kneighbors(queries)
    distances, found = nearest_rows(queries, rows, 7, metric)
    np.testing.assert_array_equal(found, expected[1])
    np.testing.assert_allclose(distances, expected[0], rtol=0, atol=1e-8)


def test_a_function_can_be_the_metric():
    def last_feature(a, b):
        return abs(a[-1] - b[-1])

    _, rows = nearest_rows(floats([(9, 1)]), floats(GRID), 2, last_feature)
    assert rows.tolist() == [[2, 3]]


@pytest.mark.parametrize("metric", ["euclidean", "manhattan", "cosine"])
def test_precomputed_distances_give_the_same(metric):
    rng = np.random.default_rng(2)
    rows, queries = rng.normal(size=(80, 3)), rng.normal(size=(30, 3))
    table = pairwise_distances(queries, rows, metric="minkowski" if metric == "euclidean" else metric)
    before = table.copy()
    for function in (nearest_rows, neighborhoods):
        for a, b in zip(function(table, rows, 6, "precomputed"), function(queries, rows, 6, metric), strict=True):
            np.testing.assert_allclose(a, b, rtol=0, atol=1e-12)
    square = pairwise_distances(rows)
    alone = nearest_rows(square, rows, 6, "precomputed", leave_out_self=True)[1]
    np.testing.assert_array_equal(alone, nearest_rows(rows, rows, 6, leave_out_self=True)[1])
    assert np.array_equal(table, before)
    assert (square.diagonal() == 0).all()  # what is left out is not written into the caller's table


# --- whole numbers, repeated rows, sparse rows, threads


def table(kind, n, p=12, seed=0):
    """Rows with many ties and repeats, with some, or with none."""
    rng = np.random.default_rng(seed)
    if kind == "words":
        return (rng.random((n, p)) < 0.3).astype(float)
    if kind == "repeats":
        return np.round(rng.normal(size=(n // 20, p)), 2)[rng.integers(0, n // 20, n)]
    return rng.normal(size=(n, p)) * (rng.random((n, p)) < 0.4)


@pytest.mark.parametrize("leave_out_self", [False, True])
@pytest.mark.parametrize("kind", ["words", "repeats", "numbers"])
@pytest.mark.parametrize("p", [3, 12])
def test_sparse_rows_and_threads_change_nothing(kind, p, leave_out_self, monkeypatch):
    """Against the sums of all differences: the same neighbours, and the same distances to the last bit."""
    monkeypatch.setattr(candidates, "ROOM", 0.05)  # several blocks
    rows = table(kind, 300, p)
    queries = rows if leave_out_self else table(kind, 120, p, seed=1)
    differences = queries[:, np.newaxis] - rows
    squares = np.einsum("...j,...j", differences, differences)
    if leave_out_self:
        np.fill_diagonal(squares, np.inf)
    order = np.argsort(squares, axis=1, kind="stable")[:, :7]
    expected = np.sqrt(np.take_along_axis(squares, order, axis=1))
    members = [np.flatnonzero(np.sqrt(line) <= last) for line, last in zip(squares, expected[:, -1], strict=True)]
    for one, other in ((queries, rows), (sparse.csr_array(queries), sparse.csr_matrix(rows))):
        for n_jobs in (None, 2):
            how = {"leave_out_self": leave_out_self, "n_jobs": n_jobs}
            distances, found = nearest_rows(one, other, 7, **how)
            np.testing.assert_array_equal(found, order)
            np.testing.assert_array_equal(distances, expected)
            near = split(neighborhoods(one, other, 7, **how))
            assert [sorted(inside) for _, inside in near] == [inside.tolist() for inside in members]


def test_whole_numbers_need_no_differences(monkeypatch):
    """One product is exact for them: nothing is computed again."""
    monkeypatch.setattr(candidates.Expanded, "distances", None)
    X = table("words", 300)
    assert nearest_rows(X, X, 3)[0].max() < 3
    with pytest.raises(TypeError):
        nearest_rows(X / 3, X / 3, 3)
    with pytest.raises(TypeError):
        nearest_rows(X + 2.0**27, X + 2.0**27, 3)  # whole, too, and too large for exact squares


@given(grids, st.integers(1, 11), st.booleans())
def test_weighted_neighbours_are_the_neighbours_counted(grid, k, leave_out_self):
    """Each distinct row stands for its copies: the same distances, as often."""
    rows = floats(grid[0])
    queries, k = (rows, min(k, len(rows) - 1)) if leave_out_self else (floats(grid[1]), min(k, len(rows)))
    expected, _, ends = neighborhoods(queries, rows, k, leave_out_self=leave_out_self)
    among = find_repeats(rows)
    asked = rows[among.first] if leave_out_self else queries
    searched = asked, rows[among.first], among.counts, k, "euclidean"
    distances, places, starts, weights = weighted_neighborhoods(*searched, leave_out_self=leave_out_self)
    for query in range(len(queries)):
        place = among.member[query] if leave_out_self else query
        part = slice(starts[place], starts[place + 1])
        assert np.repeat(distances[part], weights[part]).tolist() == expected[ends[query] : ends[query + 1]].tolist()
        assert (np.diff(places[part][np.argsort(distances[part], kind="stable")]) != 0).all()


@pytest.mark.parametrize("metric", ["manhattan", "cosine"])
def test_other_metrics_of_sparse_rows(metric):
    rows, queries = table("numbers", 200), table("numbers", 60, seed=1)
    expected = nearest_rows(queries, rows, 4, metric)
    found = nearest_rows(sparse.csr_array(queries), sparse.csr_array(rows), 4, metric, n_jobs=2)
    np.testing.assert_array_equal(found[1], expected[1])
    np.testing.assert_allclose(found[0], expected[0], rtol=0, atol=1e-12)


def test_sparse_rows_in_any_order_of_their_places():
    X = table("repeats", 60, 5)
    turned = sparse.csr_array(X)
    turned.indices, turned.data = turned.indices.copy(), turned.data.copy()
    for a, b in itertools.pairwise(turned.indptr):
        turned.indices[a:b], turned.data[a:b] = turned.indices[a:b][::-1], turned.data[a:b][::-1]
    turned.has_sorted_indices = turned.has_canonical_format = False
    np.testing.assert_array_equal(nearest_rows(turned, turned, 4)[0], nearest_rows(X, X, 4)[0])


@pytest.mark.parametrize("kind", ["words", "repeats", "numbers"])
def test_repeats_are_found(kind):
    X = table(kind, 300, 6)
    X[0] = -0.0
    for rows in (X, sparse.csr_array(X)):
        found = find_repeats(rows)
        np.testing.assert_array_equal(found.first, np.sort(np.unique(X + 0.0, axis=0, return_index=True)[1]))
        np.testing.assert_array_equal(X[found.first][found.member], X)
        assert found.counts.tolist() == np.bincount(found.member).tolist()


def test_repeats_of_one_hash_are_compared():
    """With weights (w1, w2) the rows (w2, 0) and (0, w1) have the same hash."""
    first, second = np.random.default_rng(0).random(2)
    X = np.array([[second, 0.0], [0.0, first], [second, 0.0]])
    found = find_repeats(X)
    assert (found.first.tolist(), found.member.tolist(), found.counts.tolist()) == ([0, 1], [0, 1, 0], [2, 1])


def test_parameters_of_the_metric():
    rows, queries = table("numbers", 100), table("numbers", 30, seed=1)
    expected = pairwise_distances(queries, rows, metric="minkowski", p=3)
    found = nearest_rows(queries, rows, 2, "minkowski", metric_params={"p": 3})
    np.testing.assert_array_equal(found[1], expected.argsort(axis=1)[:, :2])


def test_presence_of_words_has_its_metrics():
    """No warning of scikit-learn that 0 and 1 became False and True."""
    X = table("words", 50)
    expected = pairwise_distances(X.astype(bool), metric="jaccard")
    np.testing.assert_array_equal(nearest_rows(X, X, 3, "jaccard")[0], np.sort(expected, axis=1)[:, :3])


def test_a_negative_value_is_present_too():
    """Presence is to differ from 0, whatever the sign: |-1 0 2| shares two of three with |3 1 -4|."""
    rows = floats([(-1, 0, 2), (0, 5, 0), (3, 1, -4)])
    distances, found = nearest_rows(rows[:1], rows, 3, "jaccard")
    assert found.tolist() == [[0, 2, 1]]
    assert distances[0].tolist() == pytest.approx([0, 1 / 3, 1], abs=1e-12)


# --- by class


def test_each_class_has_its_nearest_rows():
    rows, labels = floats([(0,), (1,), (4,), (6,), (9,)]), np.array([0, 0, 2, 2, 2])
    distances, indices = nearest_by_class(floats([(2,), (7,)]), rows, labels, 2, 3)
    assert distances[:, :, 0].tolist() == [[1, 2], [6, 7]]
    assert distances[:, :, 2].tolist() == [[2, 4], [1, 2]]
    assert np.isinf(distances[:, :, 1]).all()
    assert indices[:, :, 0].tolist() == [[1, 0], [1, 0]]
    assert indices[:, :, 2].tolist() == [[2, 3], [3, 4]]
    assert (indices[:, :, 1] == -1).all()
    wider = nearest_by_class(floats([(2,)]), rows, labels, 4, 5)
    assert wider[0].shape == (1, 4, 5)
    assert wider[1][0, :, 2].tolist() == [2, 3, 4, -1]


@pytest.mark.parametrize("metric", ["euclidean", "manhattan", "precomputed"])
def test_the_classes_together_are_all_rows(metric):
    rng = np.random.default_rng(4)
    rows, queries, labels = rng.normal(size=(60, 3)), rng.normal(size=(20, 3)), rng.integers(0, 4, 60)
    asked = pairwise_distances(queries, rows, metric="minkowski") if metric == "precomputed" else queries
    by_class = nearest_by_class(asked, rows, labels, 5, 4, metric)
    of_all = nearest_rows(asked, rows, 5, metric)
    order = by_class[0].reshape(20, -1).argsort(axis=1)[:, :5]
    for found, expected in zip(by_class, of_all, strict=True):
        np.testing.assert_array_equal(np.take_along_axis(found.reshape(20, -1), order, axis=1), expected)


# --- memory


def test_memory_does_not_grow_with_the_ties(monkeypatch):
    """Each of 1,500 equal rows is as near as the others: only k of them are searched."""
    monkeypatch.setattr(candidates, "ROOM", 0.5)
    X = np.ones((1500, 20))
    assert peak_of(lambda: nearest_rows(X, X, 3)) < 8 * len(X) ** 2
    assert (nearest_rows(X, X, 3)[1] == [0, 1, 2]).all()


def test_memory_does_not_grow_with_the_pairs():
    X = np.random.default_rng(1).random((6000, 2))
    assert peak_of(lambda: nearest_rows(X, X, 3, leave_out_self=True)) < 8 * len(X) ** 2 / 3


# --- bad input


def test_one_row_is_enough():
    distances, rows = nearest_rows(floats([[3], [5]]), floats([[1]]), 1)
    assert (distances.tolist(), rows.tolist()) == ([[2], [4]], [[0], [0]])


POINTS = floats(GRID)
WRONG = pairwise_distances(POINTS) - np.eye(6)


def asked(*arguments, function=nearest_rows, **options):
    return function(*arguments, **options)


def by_class(queries, rows, k, metric="euclidean"):
    return nearest_by_class(queries, rows, np.zeros(rows.shape[0], int), k, 1, metric)


BAD = [
    ((POINTS, POINTS, 0), {}, r"k must be in \[1, 6\]; got 0"),
    ((POINTS, POINTS, 7), {}, r"k must be in \[1, 6\]; got 7\. Pass a whole number"),
    ((POINTS, POINTS, 6), {"leave_out_self": True}, r"k must be in \[1, 5\]; got 6"),
    ((POINTS[:1], POINTS[:1], 1), {"leave_out_self": True}, r"k must be in \[1, 0\]; got 1"),
    ((POINTS, POINTS, 1.5), {}, r"k must be a whole number in \[1, 6\]; got 1\.5"),
    ((POINTS[:5], POINTS, 1), {"leave_out_self": True}, r"queries must be the 6 rows themselves; got 5 queries"),
    (
        (POINTS, POINTS, 2),
        {"metric_params": {"p": 3}},
        r"metric_params must be None if metric='euclidean'; got {'p': 3",
    ),
]
BAD_TABLES = [
    ((np.ones((2, 0)), np.ones((3, 0)), 1), r"must have the same features, at least one; got shapes \(2, 0"),
    ((np.ones((2, 1)), np.ones((3, 2)), 1, "manhattan"), r"the same features, .* got shapes \(2, 1\) and \(3, 2"),
    ((np.ones(2), np.ones((3, 2)), 1), r"must be tables with two axes; got shapes \(2,\) and \(3, 2\)"),
    ((np.ones((2, 2)), np.ones(3), 1), r"must be tables with two axes; got shapes \(2, 2\) and \(3,\)"),
    ((np.ones((2, 4)), np.ones((3, 2)), 1, "precomputed"), r"queries must have 3 columns if metric='precomputed'; got"),
    ((np.ones((2, 2)), np.ones((0, 2)), 1), r"k must be in \[1, 0\]; got 1"),
    ((np.full((2, 2), np.nan), np.ones((3, 2)), 1), r"contains NaN"),
    ((WRONG, POINTS, 2, "precomputed"), r"precomputed distances must be >= 0; got -1\. Pass distances, not"),
    ((WRONG * np.nan, POINTS, 2, "precomputed"), r"precomputed distances must be >= 0; got nan\. Pass distances, not"),
    *(
        ((POINTS, POINTS, 2, lambda *_, value=value: value), "metric must (return distances|be defined for all pairs)")
        for value in (-1.0, np.nan)
    ),
]
INFINITE = [  # beyond 1e154 all distances would be infinite, and every row as near as the others
    ((form([[1, value]]), form(POINTS), 1), rf"queries and rows must hold values of size at most 1e\+140; got {found}")
    for form in (np.array, sparse.csr_array)
    for value, found in ((-1e141, r"1e\+141\."), (np.inf, r"inf\. Rep"))
]
BAD += [(case, {"function": f}, match) for f in (nearest_rows, neighborhoods) for case, match in BAD_TABLES]
BAD += [(case, {"function": f}, match) for f in (nearest_rows, neighborhoods, by_class) for case, match in INFINITE]
test_bad_input_is_refused = refused([(partial(asked, *case, **options), match) for case, options, match in BAD])
