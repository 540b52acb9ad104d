"""Nearest neighbours by loops, ordered by exact squared distance and then by row."""

from fractions import Fraction


def squared_distance(a, b):
    """Sum of (a_j - b_j)^2, exactly."""
    return sum((Fraction(x) - Fraction(z)) ** 2 for x, z in zip(a, b, strict=True))


def nearest(query, rows, k, left_out=None):
    """Row numbers of the k nearest rows; of equally near ones the lower row; `left_out` is no candidate."""
    order = sorted((squared_distance(query, row), i) for i, row in enumerate(rows) if i != left_out)
    return [i for _, i in order[:k]]


def neighborhood(query, rows, k, left_out=None):
    """Row numbers no farther than the k-th nearest row, nearest first; of equally near ones the lower row first."""
    order = sorted((squared_distance(query, row), i) for i, row in enumerate(rows) if i != left_out)
    return [i for square, i in order if square <= order[k - 1][0]]
