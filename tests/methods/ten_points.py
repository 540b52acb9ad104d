"""Ten points by hand, and points drawn at random, for the tests of kCNN and of the local means."""

import numpy as np
from hypothesis import strategies as st

ROWS = np.array([(0, 0), (1, 0), (0, 2), (3, 1), (2, 2), (4, 4), (5, 3), (4, 1), (3, 4), (6, 0)], dtype=float)
LABELS = np.array([0] * 5 + [1] * 4 + [2])
QUERIES = np.array([(2, 1), (4, 2), (5, 1)], dtype=float)  # a, b, c

points = st.integers(1, 3).flatmap(
    lambda p: st.tuples(
        st.lists(st.tuples(st.integers(0, 2), *[st.integers(-3, 3)] * p), min_size=3, max_size=14),
        st.lists(st.tuples(*[st.integers(-3, 3)] * p), min_size=1, max_size=4),
    )
)


def parts(drawn):
    """Rows, labels and queries as lists of tuples."""
    data, queries = drawn
    return [row[1:] for row in data], [row[0] for row in data], queries


def clouds(n=150, p=3, classes=3, seed=0):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, classes, n)
    return rng.normal(size=(n, p)) + y[:, np.newaxis], y
