"""kCNN and EkCNN by loops, query by query and class by class.

Source: Gweon (2017), section 3.2.
"""

import math

from tiws_teach.literal.neighbors import nearest


def distance(a, b):
    """Euclidean."""
    return math.dist(a, b)


def conditional_distance(query, rows, labels, c, w):
    """Distance to the w-th nearest row of class c; infinite if it has fewer."""
    members = [row for row, label in zip(rows, labels, strict=True) if label == c]
    if w > len(members):
        return math.inf
    return distance(query, members[nearest(query, members, w)[w - 1]])


def ball_volume(radius, p):
    """Volume of a ball in p dimensions: V_p = V_{p-2} 2 pi r^2 / p, from V_0 = 1 and V_1 = 2 r."""
    if p < 2:
        return (1.0, 2.0 * radius)[p]
    return ball_volume(radius, p - 2) * 2 * math.pi * radius**2 / p


def density(radius, k, n_c, p):
    """Return k / (N_c V_c)."""
    return k / (n_c * ball_volume(radius, p))


def posteriors(distances, p, r, epsilon):
    """(d + eps)^(-p/r), as shares."""
    powers = [0.0 if d == math.inf else (d + epsilon) ** (-p / r) for d in distances]
    return [power / sum(powers) for power in powers]


def kcnn(query, rows, labels, n_classes, k, r, epsilon):
    """Posteriors by the k-th neighbours."""
    distances = [conditional_distance(query, rows, labels, c, k) for c in range(n_classes)]
    return posteriors(distances, len(query), r, epsilon)


def ekcnn(query, rows, labels, n_classes, k, r, epsilon):
    """Mean posteriors by the 1st to the k-th neighbours."""
    members = [kcnn(query, rows, labels, n_classes, w, r, epsilon) for w in range(1, k + 1)]
    return [sum(each[c] for each in members) / k for c in range(n_classes)]
