"""Jitter trees from their definition: rational numbers, one row at a time, recursion; no arrays, no shortcuts."""

from fractions import Fraction
from itertools import combinations

from tiws_teach.literal.jitter import left_probability


def impurity(weights):
    """Return Gini's impurity, 1 - sum of squared class shares, of a dict class -> weight."""
    total = sum(weights.values())
    return 1 - sum((w / total) ** 2 for w in weights.values())


def class_weights(rows, classes):
    """Return the total weight of the rows of each class."""
    weights = dict.fromkeys(classes, Fraction(0))
    for row in rows:
        weights[row["y"]] += row["weight"] * row["fraction"]
    return weights


def gain_of(known, rows, feature, left, classes):
    """Return the impurity of the known rows minus the mean of both branches, times the known part of the node."""
    sides = [[row for row in known if (row["x"][feature] in left) == side] for side in (True, False)]
    weights = [sum(class_weights(side, classes).values()) for side in sides]
    after = sum(
        w / sum(weights) * impurity(class_weights(side, classes)) for w, side in zip(weights, sides, strict=True)
    )
    gain = impurity(class_weights(known, classes)) - after
    return gain * sum(weights) / sum(class_weights(rows, classes).values())


def size(rows):
    """Return the number of rows, parts of rows counted as parts."""
    return sum(row["fraction"] for row in rows)


def ordered_cuts(known, feature, classes):
    """Return the sets of categories below each cut, categories by their share of the last class, then by label."""
    present = sorted({row["x"][feature] for row in known})
    share = {}
    for category in present:
        weights = class_weights([row for row in known if row["x"][feature] == category], classes)
        share[category] = weights[classes[-1]] / sum(weights.values())
    order = sorted(present, key=lambda category: (share[category], category))
    return [frozenset(order[:cut]) for cut in range(1, len(order))]


def all_cuts(known, feature):
    """Return every set of present categories that is neither empty nor full."""
    present = sorted({row["x"][feature] for row in known})
    return [frozenset(some) for count in range(1, len(present)) for some in combinations(present, count)]


def best_gain(rows, n_features, classes):
    """Return the largest gain over all features and all sets of categories; 0 if nothing can be split."""
    gains = [Fraction(0)]
    for feature in range(n_features):
        known = [row for row in rows if row["x"][feature] is not None]
        gains += [gain_of(known, rows, feature, left, classes) for left in all_cuts(known, feature)]
    return max(gains)


def grow(rows, n_features, classes, max_depth=None, min_leaf=1, min_split=2, depth=0):
    """Return a leaf {"shares"} or a split {"feature", "left_set", "present", "left", "right"} of rows.

    A row is {"x": tuple, "y": class, "weight": Fraction, "fraction": Fraction}; None in x is a missing value. Binary.
    """
    weights = class_weights(rows, classes)
    leaf = {"shares": {c: w / sum(weights.values()) for c, w in weights.items()}}
    if depth == max_depth or size(rows) < min_split:
        return leaf
    feature, left = best_cut(rows, n_features, classes, min_leaf)
    if left is None:
        return leaf
    present = {}
    for row in rows:
        category = row["x"][feature]
        if category is not None:
            present[category] = present.get(category, 0) + row["weight"] * row["fraction"]
    share = sum(w for category, w in present.items() if category in left) / sum(present.values())
    children = [
        grow(branch, n_features, classes, max_depth, min_leaf, min_split, depth + 1)
        for branch in branches(rows, feature, left, share)
    ]
    return {"feature": feature, "left_set": left, "present": present, "left": children[0], "right": children[1]}


def best_cut(rows, n_features, classes, min_leaf):
    """Return the feature and the left set of the cut with the largest gain, (None, None) if no cut has a gain."""
    best, chosen = Fraction(0), (None, None)
    for feature in range(n_features):
        known = [row for row in rows if row["x"][feature] is not None]
        for left in ordered_cuts(known, feature, classes):
            rows_left = size([row for row in known if row["x"][feature] in left])
            if min(rows_left, size(known) - rows_left) < min_leaf:
                continue
            gain = gain_of(known, rows, feature, left, classes)
            if gain > best:
                best, chosen = gain, (feature, left)
    return chosen


def branches(rows, feature, left, share):
    """Return the rows of both sides; a row with a missing value is divided between them."""
    sides = ([], [])
    for row in rows:
        category = row["x"][feature]
        to_left = share if category is None else Fraction(category in left)
        for side, part in zip(sides, (to_left, 1 - to_left), strict=True):
            if part > 0:
                side.append({**row, "fraction": row["fraction"] * part})
    return sides


def predict(node, x, similarity):
    """Return the expectation over both branches for one row x, as a dict class -> probability."""
    if "shares" in node:
        return {c: float(share) for c, share in node["shares"].items()}
    p = left_probability(node, x[node["feature"]], similarity)
    left, right = (predict(node[side], x, similarity) for side in ("left", "right"))
    return {c: p * left[c] + (1 - p) * right[c] for c in left}
