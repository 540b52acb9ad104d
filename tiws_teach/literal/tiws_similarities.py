"""The two similarities from shares: a document is a list of blocks, as in `tiws`.

Sources: Bang et al. (2020), Method; Bhattacharyya (1943).
"""

from fractions import Fraction
from math import sqrt

from tiws_teach.literal.tiws import column_z_scores, cosine_similarity, pairwise, transposed


def conditional(blocks, n_rows):
    """Equation 2.9: the modified cosines of P, the z-scores of each category's shares within each other feature.

    A category without rows in a feature gets the mean shares, hence zeros.
    """
    profile = [[] for _ in range(n_rows)]
    for block in blocks:
        present = [k for k in range(n_rows) if sum(block[k]) > 0]
        shares = [[value / sum(block[k]) for value in block[k]] for k in present]
        mean = [sum(column) / len(present) for column in transposed(shares)]
        filled, place = [], 0
        for k in range(n_rows):
            if k in present:
                filled.append(shares[place])
                place += 1
            else:
                filled.append(mean if present else [Fraction(0)] * len(block[k]))
        for k, line in enumerate(column_z_scores(filled)):
            profile[k] += line
    return pairwise(cosine_similarity, profile)


def coefficient(q_u, q_k):
    """Equation 2.10b: BC, the sum of sqrt(q(u, c') q(k, c')) over the categories c' of one other feature."""
    total = 0.0
    for a, b in zip(q_u, q_k, strict=True):
        total += sqrt(a * b)
    return min(1.0, total)


def smoothed_shares(block):
    """Equation 2.10a: q: each line's shares after adding one pseudo-row with the pooled shares m."""
    total, width = sum(sum(line) for line in block), len(block[0])
    m = [sum(line[c] for line in block) / total if total else Fraction(1, width) for c in range(width)]
    return [[(line[c] + m[c]) / (sum(line) + 1) for c in range(width)] for line in block]
