"""LMkNN and MLM-kHNN by loops, query by query and class by class.

Sources: Mitani and Hamamoto (2006); Pan, Wang and Ku (2017).
"""

import math

from tiws_teach.literal.neighbors import nearest


def local_mean(query, rows, labels, c, w):
    """Return m_{w,c}, the mean of the w nearest rows of class c, feature by feature.

    Equation: 4.5, literally.
    """
    members = [row for row, label in zip(rows, labels, strict=True) if label == c]
    mean = []
    for j in range(len(query)):
        total = 0.0
        for v in nearest(query, members, w):
            total += members[v][j]
        mean.append(total / w)
    return mean


def size(labels, c):
    """Return the number of rows of class c."""
    return sum(1 for label in labels if label == c)


def lmknn(query, rows, labels, c, k):
    """Return ``|x - m_{k,c}|``, the distance to the local mean of class c; a smaller class uses all its rows.

    Equation: 4.5, literally.
    """
    return math.dist(query, local_mean(query, rows, labels, c, min(k, size(labels, c))))


def mlmkhnn(query, rows, labels, c, k):
    """Return HMD_c, the harmonic mean of the distances to the local means of class c.

    Equation: 4.6, literally.
    """
    k = min(k, size(labels, c))
    total = 0.0
    for w in range(1, k + 1):
        d = math.dist(query, local_mean(query, rows, labels, c, w))
        if d == 0:
            return 0.0
        total += 1 / d
    return k / total
