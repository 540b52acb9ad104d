"""Nearest neighbours: exact distances, ties to the lower row, any metric, and no table of all pairs."""

import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import neighbors as oracle
from sklearn.neighbors import NearestNeighbors

from tiws_teach import _neighbors
from tiws_teach._neighbors import k_smallest, nearest_rows

GRID = [(0, 0), (1, 0), (0, 1), (1, 1), (0, 0), (2, 0)]

grids = st.integers(1, 3).flatmap(
    lambda p: st.tuples(
        st.lists(st.tuples(*[st.integers(-2, 2)] * p), min_size=2, max_size=12),
        st.lists(st.tuples(*[st.integers(-2, 2)] * p), min_size=1, max_size=5),
    )
)


def floats(rows):
    return np.array(rows, dtype=float)


# --- vectors


def test_neighbours_by_hand():
    distances, rows = nearest_rows(floats([(0, 0), (2, 1)]), floats(GRID), 4)
    assert rows.tolist() == [[0, 4, 1, 2], [3, 5, 1, 2]]
    assert distances.tolist() == [[0, 0, 1, 1], [1, 1, 2**0.5, 2]]


def test_a_row_is_left_out_but_not_its_duplicate():
    distances, rows = nearest_rows(floats(GRID), floats(GRID), 2, leave_out_self=True)
    assert rows.tolist() == [[4, 1], [0, 3], [0, 3], [1, 2], [0, 1], [1, 3]]
    assert distances[0].tolist() == [0, 1]


def test_k_smallest_takes_the_lower_column_at_the_last_place():
    values, columns = k_smallest(floats([[3, 1, 2, 2, 2], [1, 1, 1, 1, 1]]), 2)
    assert values.tolist() == [[1, 2], [1, 1]]
    assert columns.tolist() == [[1, 2], [0, 1]]


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


# --- the loops


@settings(deadline=None, derandomize=True, max_examples=150)
@given(grids, st.integers(1, 12))
def test_neighbours_equal_the_loops(grid, k):
    rows, queries = grid
    k = min(k, len(rows))
    distances, found = nearest_rows(floats(queries), floats(rows), k)
    expected = [oracle.nearest(query, rows, k) for query in queries]
    assert found.tolist() == expected
    squares = [[oracle.squared_distance(q, rows[i]) for i in near] for q, near in zip(queries, expected, strict=True)]
    assert distances.tolist() == np.sqrt(floats(squares)).tolist()


@settings(deadline=None, derandomize=True, max_examples=100)
@given(grids, st.integers(1, 11))
def test_neighbours_without_the_row_itself_equal_the_loops(grid, k):
    rows, k = grid[0], min(k, len(grid[0]) - 1)
    _, found = nearest_rows(floats(rows), floats(rows), k, leave_out_self=True)
    assert found.tolist() == [oracle.nearest(row, rows, k, left_out=i) for i, row in enumerate(rows)]


@settings(deadline=None, derandomize=True, max_examples=60)
@given(grids, st.integers(1, 12), st.integers(1, 30))
def test_chunks_change_nothing(grid, k, n_held):
    rows, queries = floats(grid[0]), floats(grid[1] * 5)
    k = min(k, len(rows))
    whole = nearest_rows(queries, rows, k)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_neighbors, "CHUNK", n_held * 8 / 2**20)  # so many distances at a time
        parts = nearest_rows(queries, rows, k)
    for a, b in zip(whole, parts, strict=True):
        assert np.array_equal(a, b)


# --- exactness


@pytest.mark.parametrize("offset", [0.0, 1e6, -1e9])
def test_a_duplicate_is_at_distance_zero_far_from_the_origin(offset):
    X = np.random.default_rng(0).integers(0, 1000, (60, 4)) / 1024 + offset  # exact in floating point
    X[30:] = X[:30]
    distances, rows = nearest_rows(X, X, 1, leave_out_self=True)
    assert (distances == 0).all()
    assert rows[:, 0].tolist() == [*range(30, 60), *range(30)]


def test_tiny_distances_far_from_the_origin_are_kept():
    X = 1e6 + np.array([[0.0, 0], [0.001, 0.0015], [0.004, 0]])
    distances, rows = nearest_rows(X[:1], X, 2)
    assert rows.tolist() == [[0, 1]]
    assert distances[0, 1] == pytest.approx(0.0018, abs=1e-5)
    expanded = NearestNeighbors(algorithm="brute").fit(X).kneighbors(X[:1], 2)[0]
    assert abs(expanded[0, 1] - 0.0018) > 1e-3  # why the square is not expanded


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


# --- memory


def test_memory_does_not_grow_with_the_pairs():
    X = np.random.default_rng(1).random((6000, 2))
    tracemalloc.start()
    nearest_rows(X, X, 3, leave_out_self=True)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 8 * len(X) ** 2 / 3


# --- bad input


@pytest.mark.parametrize(
    ("k", "options", "error", "match"),
    [
        (0, {}, ValueError, r"k must be in \[1, 6\]; got 0"),
        (7, {}, ValueError, r"k must be in \[1, 6\]; got 7\. Pass a whole number"),
        (6, {"leave_out_self": True}, ValueError, r"k must be in \[1, 5\]; got 6"),
        (1.5, {}, TypeError, r"k must be a whole number in \[1, 6\]; got 1\.5"),
    ],
)
def test_k_out_of_bounds(k, options, error, match):
    with pytest.raises(error, match=match):
        nearest_rows(floats(GRID), floats(GRID), k, **options)


def test_only_the_rows_themselves_can_be_left_out():
    with pytest.raises(ValueError, match=r"queries must be the 6 rows themselves; got 5 queries"):
        nearest_rows(floats(GRID[:5]), floats(GRID), 1, leave_out_self=True)
