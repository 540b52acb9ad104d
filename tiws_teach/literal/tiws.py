"""TIWS by loops, in exact fractions up to the first square root.

A table is a list of rows, a row a tuple of labels, None a missing value. Source: Bang et al. (2020), Method.
"""

from fractions import Fraction
from math import sqrt


def seen_categories(rows, j):
    """Return the categories that occur in column j, sorted."""
    return sorted({row[j] for row in rows if row[j] is not None})


def all_categories(train, new, j):
    """Return the seen categories, sorted, then those that occur only in the new rows, sorted."""
    seen = seen_categories(train, j)
    return seen + [c for c in seen_categories(new, j) if c not in seen]


def target_estimate(rows, y, j, category, a, p):
    """Equation 2.1: (sum of y over the rows of the category + a p) / (their number + a)."""
    total = count = 0
    for row, y_i in zip(rows, y, strict=True):
        if row[j] == category:
            total += y_i
            count += 1
    return (total + a * p) / (count + a)


def document(train, new, j):
    """Equation 2.2: D_j in blocks, one for each other feature: block[k][c] counts rows with category k of j and c."""
    rows = list(train) + list(new)
    blocks = []
    for other in range(len(train[0])):
        if other == j:
            continue
        words = all_categories(train, new, other)
        blocks.append([[frequency(rows, j, c, other, word) for word in words] for c in all_categories(train, new, j)])
    return blocks


def frequency(rows, j, category, other, word):
    """Equation 2.2: f: the number of rows with the category in column j and the word in the other column."""
    f = 0
    for row in rows:
        if row[j] == category and row[other] == word:
            f += 1
    return Fraction(f)


def joined(blocks, n_rows):
    """Return the blocks side by side."""
    return [[value for block in blocks for value in block[k]] for k in range(n_rows)]


def z_scores(values, ddof=1):
    """Return (f - mu) / sigma of each value; zeros if all are equal."""
    if not values or max(values) == min(values):
        return [0.0] * len(values)
    mu = sum(values) / len(values)
    variance = sum((f - mu) ** 2 for f in values) / (len(values) - ddof)
    return [float(f - mu) / sqrt(variance) for f in values]


def transposed(table):
    """Return the transposed table."""
    return [[line[c] for line in table] for c in range(len(table[0]))] if table else []


def row_z_scores(table, ddof=1):
    """Equation 2.3: T: the z-scores within each line."""
    return [z_scores(line, ddof) for line in table]


def column_z_scores(table, ddof=1):
    """Equation 2.4: I: the z-scores within each column, which are those of the lines of the transposed table."""
    columns = row_z_scores(transposed(table), ddof)
    return transposed(columns) if columns else [[] for _ in table]


def aggregate(term, inverse):
    """Equation 2.5: H: the entrywise product of T and I."""
    return [[t * i for t, i in zip(T_k, I_k, strict=True)] for T_k, I_k in zip(term, inverse, strict=True)]


def cosine_similarity(a, b):
    """Equation 2.6: s = 1/2 + cos/2 of two rows of H; a row of zeros has cosine 0."""
    product = sum(x * y for x, y in zip(a, b, strict=True))
    length_a = sqrt(sum(x * x for x in a))
    length_b = sqrt(sum(y * y for y in b))
    cosine = 0.0 if length_a == 0 or length_b == 0 else product / (length_a * length_b)
    return min(1.0, max(0.0, 0.5 + cosine / 2))


def pairwise(similarity, things):
    """Return the similarities of all pairs, with 0 on the diagonal."""
    n = len(things)
    return [[0.0 if u == k else similarity(things[u], things[k]) for k in range(n)] for u in range(n)]


def tfidf(blocks, n_rows, ddof_t=1, ddof_i=1):
    """Return S of the paper: the modified cosine of all rows of H."""
    counts = joined(blocks, n_rows)
    return pairwise(cosine_similarity, aggregate(row_z_scores(counts, ddof_t), column_z_scores(counts, ddof_i)))


def weights(s_of_u, seen, weighting, sharpness):
    """Equation 2.7: w_k of the seen categories (positions) for one unseen category u; s_of_u is u's row of S."""
    power = [s**sharpness for s in s_of_u]
    among_seen = sum(power[k] for k in seen)
    Z = sum(power) if weighting == "equal" else among_seen
    if Z == 0:
        return [1 / len(seen) for _ in seen]
    r = 1 - among_seen / Z  # share of the other unseen categories
    return [power[k] / Z + r / len(seen) for k in seen]


def unseen_estimate(w, estimates):
    """Equation 2.8: the sum of w_k times the estimate of seen category k."""
    return sum(w_k * y_k for w_k, y_k in zip(w, estimates, strict=True))
