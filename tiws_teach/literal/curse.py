"""The curse of dimensionality as loops: counted points, cut cubes, single distances, drawn balls.

Sources: course notes, Curse of dimensionality; Beyer et al. (1999); Levina and Bickel (2004); Trunk (1979).
"""

import itertools
import math
from statistics import NormalDist


def points_to_cover(d, levels):
    """Equation 7.1: list every combination of m levels in d features and count them."""
    count = 0
    for _ in itertools.product(range(levels), repeat=d):
        count += 1
    return count


def side_for_share(share, d):
    """Equation 7.2: halve the interval of possible sides a until a cube with d such sides holds the share v."""
    low, high = 0.0, 1.0
    for _ in range(200):
        middle = (low + high) / 2
        if math.prod([middle] * d) < share:
            low = middle
        else:
            high = middle
    return high


def shell_share(depth, d):
    """Equation 7.3: one minus the product of the d inner sides, each 1 - 2h long."""
    inner = 1.0
    for _ in range(d):
        inner *= 1 - 2 * depth
    return 1 - inner


def ball_share(d):
    """Equation 7.4: the unit ball's volume by V(d) = 2 pi / d V(d - 2), over that of the cube of side 2."""
    volume = {0: 1.0, 1: 2.0}
    for i in range(2, d + 1):
        volume[i] = 2 * math.pi / i * volume[i - 2]
    return volume[d] / 2**d


def distance(a, b, metric):
    """Return one distance, feature by feature."""
    if metric == "euclidean":
        return math.sqrt(sum((x - z) ** 2 for x, z in zip(a, b, strict=True)))
    if metric == "manhattan":
        return sum(abs(x - z) for x, z in zip(a, b, strict=True))
    sizes = math.sqrt(sum(x * x for x in a)) * math.sqrt(sum(z * z for z in b))
    return 1 - sum(x * z for x, z in zip(a, b, strict=True)) / sizes if sizes else 1.0


def distance_contrast(rows, queries, metric):
    """Equation 7.5: (r_max - r_min) / r_min for each query."""
    contrasts = []
    for query in queries:
        nearest, farthest = math.inf, 0.0
        for row in rows:
            r = distance(query, row, metric)
            nearest, farthest = min(nearest, r), max(farthest, r)
        if nearest == farthest:
            contrasts.append(0.0)
        else:
            contrasts.append((farthest - nearest) / nearest if nearest > 0 else math.inf)
    return contrasts


def relative_spread(distances):
    """Equation 7.6: the standard deviation of the distances r over their mean."""
    mean = sum(distances) / len(distances)
    squares = 0.0
    for r in distances:
        squares += (r - mean) ** 2
    return math.sqrt(squares / len(distances)) / mean


def intrinsic_dimension(rows, k):
    """Equation 7.7: one over the mean of log(T_k / T_j), over all rows and all j below k."""
    terms = []
    for i, row in enumerate(rows):
        T = sorted(distance(row, other, "euclidean") for j, other in enumerate(rows) if j != i)
        for j in range(k - 1):
            terms.append(math.log(T[k - 1] / T[j]))
    return len(terms) / sum(terms)


def squared_separation(d, separation):
    """Return M_d, the sum of separation^2 / i over the d features."""
    total = 0.0
    for i in range(1, d + 1):
        total += separation**2 / i
    return total


def known_means_accuracy(d, separation):
    """Equation 7.8: Phi of the root of M_d, the distance of a class mean from the midpoint."""
    return NormalDist().cdf(math.sqrt(squared_separation(d, separation)))


def estimated_means_accuracy(d, n, separation):
    """Equation 7.9: Trunk's accuracy with means estimated from n rows."""
    m = squared_separation(d, separation)
    return NormalDist().cdf(m / math.sqrt((1 + 1 / n) * m + d / n))
