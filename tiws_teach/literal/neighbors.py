"""Nearest neighbours by loops, ordered by exact squared distance and then by row."""

from fractions import Fraction


def squared_distance(a, b):
    """Return the sum of (a_j - b_j)^2, exactly."""
    total = Fraction(0)
    for a_j, b_j in zip(a, b, strict=True):
        total += (Fraction(a_j) - Fraction(b_j)) ** 2
    return total


def by_distance(query, rows, left_out=None):
    """Return (squared distance, row number) of all rows except the one left out, nearest first, ties by row."""
    return sorted((squared_distance(query, x), i) for i, x in enumerate(rows) if i != left_out)


def nearest(query, rows, k, left_out=None):
    """Return the row numbers of the k nearest rows; ties are ordered by row number."""
    return [i for _, i in by_distance(query, rows, left_out)[:k]]


def neighborhood(query, rows, k, left_out=None):
    """Return the numbers of the rows no farther away than the k-th nearest row, nearest first."""
    order = by_distance(query, rows, left_out)
    farthest = order[k - 1][0]
    return [i for square, i in order if square <= farthest]
