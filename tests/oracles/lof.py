"""The local outlier factor of all rows, and of a new point."""

from math import erf, inf, sqrt

from tiws_teach.literal.lof import density, distance, k_distance, neighborhood, reachability


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


def column_shares(X, i, k, power=2, ties="all"):
    """Return the share of each column in the reachability distances of row i, by its neighbours."""
    near = neighborhood(X, i, k, ties)
    parts = [0.0] * len(X[i])
    for j in near:
        apart = [abs(a - b) ** power for a, b in zip(X[i], X[j], strict=True)]
        for column, part in enumerate(apart):
            share = part / sum(apart) if sum(apart) else 1 / len(apart)
            parts[column] += share * reachability(X, i, j, k)
    return [part / sum(parts) for part in parts]


def standard_distance(X, i, k):
    """Return the root mean square distance of row i from its neighbours."""
    near = neighborhood(X, i, k)
    return sqrt(sum(distance(X[i], X[j]) ** 2 for j in near) / len(near))


def outlier_probabilities(X, k, extent):
    """Return the local outlier probability of each row."""
    factors = []
    for i in range(len(X)):
        near = neighborhood(X, i, k)
        own, usual = standard_distance(X, i, k), sum(standard_distance(X, j, k) for j in near) / len(near)
        factors.append(0.0 if own == usual == 0 else inf if usual == 0 else own / usual - 1)
    finite = [factor for factor in factors if factor < inf]
    scale = extent * sqrt(sum(factor**2 for factor in finite) / len(finite)) * sqrt(2)
    if scale == 0:
        return [float(factor > 0) for factor in factors]
    return [max(0.0, erf(factor / scale)) for factor in factors]
