"""TIWS in full by loops: estimates of a column's categories, encoded rows, cross-fitting, imputation.

Source: Bang et al. (2020), Method.
"""

from math import prod

from tiws_teach.literal.tiws import (
    all_categories,
    document,
    pairwise,
    seen_categories,
    target_estimate,
    tfidf,
    unseen_estimate,
    weights,
)
from tiws_teach.literal.tiws_similarities import coefficient, conditional, smoothed_shares


def hellinger(blocks, n_rows):
    """Return the product over the other features of the Bhattacharyya coefficients."""
    smoothed = [smoothed_shares(block) for block in blocks]
    return pairwise(lambda u, k: prod(coefficient(q[u], q[k]) for q in smoothed), list(range(n_rows)))


SIMILARITIES = {"tfidf": tfidf, "conditional": conditional, "hellinger": hellinger}


def estimates(train, y, new, j, *, a=1.0, p=None, similarity="tfidf", weighting="equal", sharpness=1.0, rows=None):
    """Return the estimates of all categories of feature j, as a dict.

    `rows` are the training rows whose targets count (cross-fitting). A category without any of them is unseen; the
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
        found[label] = unseen_estimate(w, [found[labels[k]] for k in seen])
    return found


def encode(train, y, new, rows, **options):
    """Return the rows encoded by `estimates`; a missing value gets the mean target."""
    p = sum(y) / len(y)
    tables = [estimates(train, y, new, j, **options) for j in range(len(train[0]))]
    return [[p if row[j] is None else tables[j][row[j]] for j in range(len(row))] for row in rows]


def cross_fit(train, y, new, folds, **options):
    """Return each held-out row, encoded from the targets of its fold's training rows."""
    out = [None] * len(train)
    for kept, held_out in folds:
        p = sum(y[i] for i in kept) / len(kept)
        tables = [estimates(train, y, new, j, rows=list(kept), **options) for j in range(len(train[0]))]
        for i in held_out:
            out[i] = [p if train[i][j] is None else tables[j][train[i][j]] for j in range(len(train[i]))]
    return out


def replacement(train, new, j, category, similarity="tfidf"):
    """Return the most similar seen category; ties (within 1e-12) go to the first in sorted order."""
    labels = all_categories(train, new, j)
    n_seen = len(seen_categories(train, j))
    if labels.index(category) < n_seen:
        return category
    s = SIMILARITIES[similarity](document(train, new, j), len(labels))[labels.index(category)][:n_seen]
    for k in range(n_seen):
        if s[k] >= max(s) - 1e-12:
            return labels[k]
    return None
