"""The local outlier factor by loops, definition by definition.

Source: Breunig et al. (2000), Definitions 3 to 7.
"""

from math import inf, sqrt


def distance(p, o):
    """Euclidean."""
    return sqrt(sum((a - b) ** 2 for a, b in zip(p, o, strict=True)))


def others(X, i):
    """(distance, row) of all other rows, nearest first, ties by row."""
    return sorted((distance(X[i], X[j]), j) for j in range(len(X)) if j != i)


def k_distance(X, i, k):
    """Definition 3: at least k others are no further, at most k - 1 are nearer."""
    for d, _ in others(X, i):
        no_further = sum(1 for other, _ in others(X, i) if other <= d)
        nearer = sum(1 for other, _ in others(X, i) if other < d)
        if no_further >= k and nearer <= k - 1:
            return d
    raise ValueError("fewer than k others")


def neighborhood(X, i, k, ties="all"):
    """Definition 4: rows whose distance is not greater than the k-distance; or the first k of them."""
    near = [j for d, j in others(X, i) if d <= k_distance(X, i, k)]
    return near if ties == "all" else near[:k]


def reachability(X, i, j, k):
    """Definition 5: of i with respect to j."""
    return max(k_distance(X, j, k), distance(X[i], X[j]))


def density(X, i, k, ties="all"):
    """Definition 6: infinite if all reachability distances are 0."""
    near = neighborhood(X, i, k, ties)
    total = sum(reachability(X, i, j, k) for j in near)
    return inf if total == 0 else len(near) / total


def factor(X, i, k, ties="all"):
    """Definition 7; infinite over infinite is 1."""
    near = neighborhood(X, i, k, ties)
    own, total = density(X, i, k, ties), 0.0
    for j in near:
        theirs = density(X, j, k, ties)
        total += 1 if own == theirs == inf else theirs / own
    return total / len(near)


def factors(X, k, ties="all"):
    """Of all rows."""
    return [factor(X, i, k, ties) for i in range(len(X))]


def new_factor(X, query, k, ties="all"):
    """The factor of a row that is not among the others: its neighbours keep the densities that they have without it."""
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
    """Of the k nearest."""
    return sum(d for d, _ in others(X, i)[:k]) / k
