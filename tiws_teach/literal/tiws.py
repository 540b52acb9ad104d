"""TIWS by loops, in exact fractions up to the first square root.

A table is a list of rows, a row a tuple of labels, None a missing value. Source: Bang et al. (2020), Method.
"""

from fractions import Fraction
from math import sqrt


def seen_categories(rows, j):
    """The categories that column j shows, sorted."""
    return sorted({row[j] for row in rows if row[j] is not None})


def all_categories(train, new, j):
    """The seen categories, sorted, then those that only the new rows show, sorted."""
    seen = seen_categories(train, j)
    return seen + [c for c in seen_categories(new, j) if c not in seen]


def target_estimate(rows, y, j, category, a, p):
    """(sum of y over the rows of the category + a p) / (their number + a)."""
    total = count = 0
    for row, target in zip(rows, y, strict=True):
        if row[j] == category:
            total += target
            count += 1
    return (total + a * p) / (count + a)


def document(train, new, j):
    """Blocks of counts, one for each other feature: block[k][c] is the number of rows with category k of j and c."""
    blocks = []
    for other in range(len(train[0])):
        if other == j:
            continue
        block = []
        for category in all_categories(train, new, j):
            line = []
            for word in all_categories(train, new, other):
                f = 0
                for row in list(train) + list(new):
                    if row[j] == category and row[other] == word:
                        f += 1
                line.append(Fraction(f))
            block.append(line)
        blocks.append(block)
    return blocks


def joined(blocks, n_rows):
    """The blocks side by side."""
    return [[value for block in blocks for value in block[k]] for k in range(n_rows)]


def z_scores(values, ddof=1):
    """(value - mean) / standard deviation; zeros where all are the same."""
    if not values or max(values) == min(values):
        return [0.0] * len(values)
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - ddof)
    return [float(value - mean) / sqrt(variance) for value in values]


def transposed(table):
    """Return the columns as lines."""
    return [[line[c] for line in table] for c in range(len(table[0]))] if table else []


def column_z_scores(table, ddof=1):
    """Return each column's z-scores."""
    columns = [z_scores(column, ddof) for column in transposed(table)]
    return transposed(columns) if columns else [[] for _ in table]


def row_z_scores(table, ddof=1):
    """Return each line's z-scores."""
    return [z_scores(line, ddof) for line in table]


def cosine_similarity(a, b):
    """1/2 + cos/2; a row of zeros has cosine 0."""
    product = sum(x * y for x, y in zip(a, b, strict=True))
    length_a = sqrt(sum(x * x for x in a))
    length_b = sqrt(sum(y * y for y in b))
    cosine = 0.0 if length_a == 0 or length_b == 0 else product / (length_a * length_b)
    return min(1.0, max(0.0, 0.5 + cosine / 2))


def tfidf(blocks, n_rows, ddof_t=1, ddof_i=1):
    """S of the paper: cosine of the rows of H = T * I."""
    counts = joined(blocks, n_rows)
    term, inverse = row_z_scores(counts, ddof_t), column_z_scores(counts, ddof_i)
    h = [[t * i for t, i in zip(term[k], inverse[k], strict=True)] for k in range(n_rows)]
    return pairwise(cosine_similarity, h)


def conditional(blocks, n_rows):
    """Cosine of the shares' z-scores; a category without rows in a feature has the mean shares, hence zeros."""
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


def hellinger(blocks, n_rows):
    """Product over the features of the sum of sqrt(q q'), q smoothed by one row with the pooled shares."""
    smoothed = []
    for block in blocks:
        total = sum(sum(line) for line in block)
        width = len(block[0])
        pooled = [sum(line[c] for line in block) / total if total else Fraction(1, width) for c in range(width)]
        smoothed.append([[(line[c] + pooled[c]) / (sum(line) + 1) for c in range(width)] for line in block])

    def similarity(u, k):
        product = 1.0
        for q in smoothed:
            product *= min(1.0, sum(sqrt(q[u][c] * q[k][c]) for c in range(len(q[u]))))
        return product

    return pairwise(similarity, list(range(n_rows)))


def pairwise(similarity, things):
    """All pairs, with 0 on the diagonal."""
    n = len(things)
    return [[0.0 if u == k else similarity(things[u], things[k]) for k in range(n)] for u in range(n)]


SIMILARITIES = {"tfidf": tfidf, "conditional": conditional, "hellinger": hellinger}


def weights(s_of_u, seen, weighting, sharpness):
    """Weights of the seen categories (a list of positions) for one unseen category; s_of_u is its row of S."""
    power = [s**sharpness for s in s_of_u]
    among_seen = sum(power[k] for k in seen)
    total = sum(power) if weighting == "equal" else among_seen
    if total == 0:
        return [1 / len(seen) for _ in seen]
    left = 1 - among_seen / total
    return [power[k] / total + left / len(seen) for k in seen]


def estimates(train, y, new, j, *, a=1.0, p=None, similarity="tfidf", weighting="equal", sharpness=1.0, rows=None):
    """Estimates of all categories of feature j, as a dict.

    `rows` are the training rows whose targets count (cross-fitting); a category without one of them is unseen, and the
    document matrix still counts all rows.
    """
    rows = range(len(train)) if rows is None else rows
    table, targets = [train[i] for i in rows], [y[i] for i in rows]
    p = sum(targets) / len(targets) if p is None else p
    labels = all_categories(train, new, j)
    has_rows = seen_categories(table, j)
    seen = [k for k, label in enumerate(labels) if label in has_rows]
    found = {labels[k]: target_estimate(table, targets, j, labels[k], a, p) for k in seen}
    s = SIMILARITIES[similarity](document(train, new, j), len(labels))
    for u, label in enumerate(labels):
        if u in seen:
            continue
        if not seen:
            found[label] = p
            continue
        w = weights(s[u], seen, weighting, sharpness)
        found[label] = sum(weight * found[labels[k]] for weight, k in zip(w, seen, strict=True))
    return found


def encode(train, y, new, rows, **options):
    """Rows encoded by `estimates`; a missing value has the mean target."""
    p = sum(y) / len(y)
    tables = [estimates(train, y, new, j, **options) for j in range(len(train[0]))]
    return [[p if row[j] is None else tables[j][row[j]] for j in range(len(row))] for row in rows]


def cross_fit(train, y, new, folds, **options):
    """Each held-out row encoded by the targets of its fold's training rows."""
    out = [None] * len(train)
    for kept, held_out in folds:
        p = sum(y[i] for i in kept) / len(kept)
        tables = [estimates(train, y, new, j, rows=list(kept), **options) for j in range(len(train[0]))]
        for i in held_out:
            out[i] = [p if train[i][j] is None else tables[j][train[i][j]] for j in range(len(train[i]))]
    return out


def replacement(train, new, j, category, similarity="tfidf"):
    """The most similar seen category, the first in sorted order among equals (to 1e-12)."""
    labels = all_categories(train, new, j)
    n_seen = len(seen_categories(train, j))
    if labels.index(category) < n_seen:
        return category
    s = SIMILARITIES[similarity](document(train, new, j), len(labels))[labels.index(category)][:n_seen]
    for k in range(n_seen):
        if s[k] >= max(s) - 1e-12:
            return labels[k]
    return None
