"""The local outlier factor by loops, definition by definition.

Source: Breunig et al. (2000), Definitions 3 to 7.
"""

from math import inf, sqrt


def distance(p, o):
    """Return the Euclidean distance."""
    return sqrt(sum((a - b) ** 2 for a, b in zip(p, o, strict=True)))


def others(X, i):
    """Return (distance, row) of all other rows, nearest first, ties by row."""
    return sorted((distance(X[i], X[j]), j) for j in range(len(X)) if j != i)


def k_distance(X, i, k):
    """Equation 6.1: the k-th smallest distance of row i to the others, equal ones counted one by one (Definition 3)."""
    distances = [d for d, _ in others(X, i)]
    if k > len(distances):
        raise ValueError(f"k must be at most {len(distances)}, the number of other rows; got {k}. Use a smaller k.")
    return distances[k - 1]


def neighborhood(X, i, k, ties="all"):
    """Equation 6.2: N_k(p): the rows no farther than the k-distance, or the first k of them (Definition 4)."""
    near = []
    for d, j in others(X, i):
        if d <= k_distance(X, i, k):
            near.append(j)
    return near if ties == "all" else near[:k]


def reachability(X, i, j, k):
    """Equation 6.3: the reachability distance of row i (p) with respect to row j (o) (Definition 5)."""
    return max(k_distance(X, j, k), distance(X[i], X[j]))


def density(X, i, k, ties="all"):
    """Equation 6.4: lrd(p), one over the mean reachability distance; infinite if all of them are 0 (Definition 6)."""
    near = neighborhood(X, i, k, ties)
    total = 0.0
    for j in near:
        total += reachability(X, i, j, k)
    return inf if total == 0 else len(near) / total


def factor(X, i, k, ties="all"):
    """Equation 6.5: LOF(p), the mean of lrd(o) / lrd(p); infinite over infinite is 1 (Definition 7)."""
    near = neighborhood(X, i, k, ties)
    own, total = density(X, i, k, ties), 0.0
    for j in near:
        theirs = density(X, j, k, ties)
        total += 1 if own == theirs == inf else theirs / own
    return total / len(near)
