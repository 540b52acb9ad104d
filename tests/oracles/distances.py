"""Broken triangle inequalities, and neighbours compared column by column."""

import math


def largest_detour(D):
    """Return by how much the direct way from i to k exceeds the way over j at most; above 0, D is no metric."""
    worst = -math.inf
    for i in range(len(D)):
        for j in range(len(D)):
            for k in range(len(D)):
                worst = max(worst, D[i][k] - (D[i][j] + D[j][k]))
    return worst


def nearest(rows, query, k):
    """Return the numbers of the k nearest rows; the lower number first if distances are equal."""
    order = sorted(range(len(rows)), key=lambda i: (math.dist(rows[i], query), i))
    return order[:k]


def differences(rows, query, k):
    """Return neighbour minus query, in units and in standard deviations of each column, for the k nearest rows."""
    in_units, in_deviations = [], []
    for i in nearest(rows, query, k):
        apart, scaled = [], []
        for j in range(len(query)):
            column = [row[j] for row in rows]
            mean = sum(column) / len(column)
            deviation = math.sqrt(sum((value - mean) ** 2 for value in column) / len(column))
            apart.append(rows[i][j] - query[j])
            scaled.append(apart[-1] / deviation)
        in_units.append(apart)
        in_deviations.append(scaled)
    return in_units, in_deviations
