"""LMkNN and MLM-kHNN by loops, query by query and class by class.

Sources: Mitani and Hamamoto (2006); Pan, Wang and Ku (2017).
"""

import math

from tiws_teach.literal.neighbors import nearest


def local_mean(query, rows, labels, c, w):
    """Mean of the w nearest rows of class c, feature by feature."""
    members = [row for row, label in zip(rows, labels, strict=True) if label == c]
    near = [members[i] for i in nearest(query, members, w)]
    return [sum(row[j] for row in near) / w for j in range(len(query))]


def size(labels, c):
    """Number of rows of class c."""
    return sum(1 for label in labels if label == c)


def lmknn(query, rows, labels, c, k):
    """Distance to the local mean of class c; a smaller class takes part with all its rows."""
    return math.dist(query, local_mean(query, rows, labels, c, min(k, size(labels, c))))


def mlmkhnn(query, rows, labels, c, k):
    """Harmonic mean of the distances to the local means of class c."""
    k = min(k, size(labels, c))
    distances = [math.dist(query, local_mean(query, rows, labels, c, w)) for w in range(1, k + 1)]
    if 0 in distances:
        return 0.0
    return k / sum(1 / d for d in distances)
