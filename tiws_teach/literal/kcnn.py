"""kCNN and EkCNN by loops, query by query and class by class.

Source: Gweon (2017), section 3.2.
"""

import math

from tiws_teach.literal.neighbors import nearest


def conditional_distance(query, rows, labels, c, w):
    """Return the distance to the w-th nearest row of class c; infinite if it has fewer."""
    members = [row for row, label in zip(rows, labels, strict=True) if label == c]
    if w > len(members):
        return math.inf
    return math.dist(query, members[nearest(query, members, w)[w - 1]])


def ball_volume(radius, p):
    """Return the volume of a ball in p dimensions: V_p = V_{p-2} 2 pi r^2 / p, from V_0 = 1 and V_1 = 2 r."""
    if p == 0:
        return 1.0
    if p == 1:
        return 2.0 * radius
    return ball_volume(radius, p - 2) * 2 * math.pi * radius**2 / p


def density(radius, k, n_c, p):
    """Equation 4.1: k / (N_c V_c), the density of class c whose k-th neighbour lies at distance `radius`."""
    return k / (n_c * ball_volume(radius, p))


def bayes(densities, class_sizes):
    """Equation 4.2: the posteriors by Bayes' rule: prior times density, over the sum of these products."""
    N = sum(class_sizes)
    joint = []
    for f_c, n_c in zip(densities, class_sizes, strict=True):
        joint.append(n_c / N * f_c)
    return [each / sum(joint) for each in joint]


def posteriors(distances, p, r, epsilon):
    """Equation 4.3: (d_c + eps)^(-p/r), normalised over the classes."""
    powers = []
    for d in distances:
        powers.append(0.0 if d == math.inf else (d + epsilon) ** (-p / r))
    return [power / sum(powers) for power in powers]


def kcnn(query, rows, labels, n_classes, k, r, epsilon):
    """Return the posteriors by the k-th neighbours."""
    distances = [conditional_distance(query, rows, labels, c, k) for c in range(n_classes)]
    return posteriors(distances, len(query), r, epsilon)


def ekcnn(query, rows, labels, n_classes, k, r, epsilon):
    """Equation 4.4: the mean of the posteriors by the 1st, 2nd, ..., k-th neighbours."""
    total = [0.0] * n_classes
    for w in range(1, k + 1):
        P_w = kcnn(query, rows, labels, n_classes, w, r, epsilon)
        for c in range(n_classes):
            total[c] += P_w[c]
    return [each / k for each in total]
