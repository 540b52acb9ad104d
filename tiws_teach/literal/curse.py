"""The curse of dimensionality by loops: counting points, cutting cubes, distances one by one, drawn balls.

Sources: course notes, Curse of dimensionality; Beyer et al. (1999); Levina and Bickel (2004); Trunk (1979).
"""

import itertools
import math


def points_to_cover(d, levels):
    """Write down every combination and count."""
    return sum(1 for _ in itertools.product(range(levels), repeat=d))


def side_for_share(share, d):
    """Halve the interval of possible sides until the small cube holds the share."""
    low, high = 0.0, 1.0
    for _ in range(200):
        middle = (low + high) / 2
        if math.prod([middle] * d) < share:
            low = middle
        else:
            high = middle
    return high


def shell_share(depth, d):
    """One minus the product of the inner sides."""
    inner = 1.0
    for _ in range(d):
        inner *= 1 - 2 * depth
    return 1 - inner


def ball_share(d):
    """The unit ball's volume by its recursion V(d) = 2 pi / d V(d - 2), over that of the cube of side 2."""
    volume = {0: 1.0, 1: 2.0}
    for i in range(2, d + 1):
        volume[i] = 2 * math.pi / i * volume[i - 2]
    return volume[d] / 2**d


def distance(a, b, metric):
    """One distance, feature by feature."""
    if metric == "euclidean":
        return math.sqrt(sum((x - z) ** 2 for x, z in zip(a, b, strict=True)))
    if metric == "manhattan":
        return sum(abs(x - z) for x, z in zip(a, b, strict=True))
    sizes = math.sqrt(sum(x * x for x in a)) * math.sqrt(sum(z * z for z in b))
    return 1 - sum(x * z for x, z in zip(a, b, strict=True)) / sizes if sizes else 1.0


def distance_contrast(rows, queries, metric):
    """(max - min) / min for each query."""
    contrasts = []
    for query in queries:
        nearest, farthest = math.inf, 0.0
        for row in rows:
            found = distance(query, row, metric)
            nearest, farthest = min(nearest, found), max(farthest, found)
        if nearest == farthest:
            contrasts.append(0.0)
        else:
            contrasts.append((farthest - nearest) / nearest if nearest > 0 else math.inf)
    return contrasts


def relative_spread(distances):
    """Standard deviation over mean."""
    mean = sum(distances) / len(distances)
    return math.sqrt(sum((x - mean) ** 2 for x in distances) / len(distances)) / mean


def intrinsic_dimension(rows, k):
    """The inverse of the mean of log(T_k / T_j) over rows and j below k."""
    terms = []
    for i, row in enumerate(rows):
        near = sorted(distance(row, other, "euclidean") for j, other in enumerate(rows) if j != i)[:k]
        for j in range(k - 1):
            terms.append(math.log(near[k - 1] / near[j]))
    return len(terms) / sum(terms)


def normal_cdf(z):
    """Phi by the error function."""
    return (1 + math.erf(z / math.sqrt(2))) / 2


def known_means_accuracy(d, separation):
    """Phi of the distance of a mean from the middle."""
    return normal_cdf(math.sqrt(sum(separation**2 / i for i in range(1, d + 1))))


def estimated_means_accuracy(d, n, separation):
    """Trunk's second formula, sums written out."""
    m = sum(separation**2 / i for i in range(1, d + 1))
    return normal_cdf(m / math.sqrt((1 + 1 / n) * m + d / n))


def trunk_rule(rows, labels, query):
    """The class on whose side of the plane through 0 a query lies; the normal is the mean of the signed rows."""
    normal = [
        sum((1 if label else -1) * row[i] for row, label in zip(rows, labels, strict=True)) / len(rows)
        for i in range(len(query))
    ]
    return int(sum(a * b for a, b in zip(normal, query, strict=True)) > 0)
