"""Resampling by loops: class weights, and points between rows.

Sources: course notes, Imbalanced vs balanced data set; Chawla et al. (2002), section 4.2.
"""

from fractions import Fraction


def counts_of(y):
    """Return the number of rows n_c of each class, in sorted order."""
    return {c: sum(1 for label in y if label == c) for c in sorted(set(y))}


def class_weights(y):
    """Equation 1.1: w_c = n / (C n_c) of each class."""
    counts = counts_of(y)
    weights = {}
    for c, n_c in counts.items():
        weights[c] = Fraction(len(y), len(counts) * n_c)
    return weights


def interpolate(x, neighbour, u):
    """Equation 1.2: x + u (x' - x), feature by feature."""
    new = []
    for x_j, other_j in zip(x, neighbour, strict=True):
        new.append(x_j + u * (other_j - x_j))
    return new
