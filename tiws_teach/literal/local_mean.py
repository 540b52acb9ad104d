"""LMkNN and MLM-kHNN by loops, query by query and class by class.

Sources: Mitani and Hamamoto (2006); Pan, Wang and Ku (2017).
"""

import math

from tiws_teach.literal.neighbors import nearest


def local_mean(query, rows, labels, c, w):
    """Equation 4.5: m_{w,c}, the mean of the w nearest rows of class c, feature by feature."""
    members = [row for row, label in zip(rows, labels, strict=True) if label == c]
    mean = []
    for j in range(len(query)):
        total = 0.0
        for v in nearest(query, members, w):
            total += members[v][j]
        mean.append(total / w)
    return mean


def lmknn(query, rows, labels, c, k):
    """Equation 4.5: ``|x - m_{k,c}|``, the distance to the local mean of class c; a smaller class uses all its rows."""
    return math.dist(query, local_mean(query, rows, labels, c, min(k, labels.count(c))))


def mlmkhnn(query, rows, labels, c, k):
    """Equation 4.6: HMD_c, the harmonic mean of the distances to the local means of class c."""
    k = min(k, labels.count(c))
    total = 0.0
    for w in range(1, k + 1):
        d = math.dist(query, local_mean(query, rows, labels, c, w))
        if d == 0:
            return 0.0
        total += 1 / d
    return k / total
