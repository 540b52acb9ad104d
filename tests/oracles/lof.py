"""The local outlier factor of all rows, and of a new point."""

from math import inf

from tiws_teach.literal.lof import density, distance, factor, k_distance, others


def factors(X, k, ties="all"):
    """Return the factor of each row."""
    return [factor(X, i, k, ties) for i in range(len(X))]


def new_factor(X, query, k, ties="all"):
    """Return the factor of a new point; its neighbours keep their densities without it."""
    near = sorted((distance(query, X[j]), j) for j in range(len(X)))
    last = near[k - 1][0]
    near = [(d, j) for d, j in near if d <= last][: None if ties == "all" else k]
    reach = [max(k_distance(X, j, k), d) for d, j in near]
    own = inf if sum(reach) == 0 else len(reach) / sum(reach)
    total = 0.0
    for _, j in near:
        theirs = density(X, j, k, ties)
        total += 1 if own == theirs == inf else theirs / own
    return total / len(near)


def mean_distance(X, i, k):
    """Return the mean distance from the k nearest others."""
    return sum(d for d, _ in others(X, i)[:k]) / k
