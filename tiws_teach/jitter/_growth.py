"""Grow a jitter tree: all nodes of a level at once, each with the best cut of its ordered categories.

In a node, the categories of each feature are ordered by the mean of the target, and only cuts of this order are
tried: for two classes the best of them is the best of all subsets (Breiman et al. 1984, Theorem 4.5). For more classes
the order is that of the first principal component of the categories' class shares (Coppersmith, Hong and Hosking 1999);
the best cut is then good but not always optimal.

A level takes a few passes over the rows: count them in cells (node, feature, category), order the cells, sum up. Time
grows as n_rows * n_features * depth, whatever the number of nodes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from tiws_teach.jitter.tree import Tree

SAME_GAIN = 1e-9
"""Gains with a relative difference below this are equal: rounding must not choose between columns."""
NO_GAIN = 1e-15
"""A gain up to this counts as rounding error."""
SLACK = 1e-9
"""Tolerance, in rows, when a sum of fractions should be a whole number of rows."""
FEW_CELLS = 1000
"""Up to this many possible cells are always counted in one table."""


@dataclass(frozen=True)
class Placed:
    """Nodes of the training rows in a level; a row with missing values may be divided between several nodes."""

    row: np.ndarray
    node: np.ndarray
    fraction: np.ndarray

    def of(self, wanted: np.ndarray) -> Placed:
        """Return the wanted rows."""
        return Placed(self.row[wanted], self.node[wanted], self.fraction[wanted])


@dataclass(frozen=True)
class Cells:
    """Categories present in the nodes of a level, by node, then feature, then category or rank.

    `segment` is node * n_features + feature; `table` has the weight of each class, `rows` the number of rows.
    """

    segment: np.ndarray
    category: np.ndarray
    table: np.ndarray
    rows: np.ndarray

    def of(self, wanted: np.ndarray) -> Cells:
        """Return the wanted cells, in that order."""
        return Cells(self.segment[wanted], self.category[wanted], self.table[wanted], self.rows[wanted])


def gini_gain(left, right):
    """Return the decrease of Gini impurity, as L R / N^2 times the squared distance of the shares: no cancellation.

    Source: Breiman et al. (1984), section 4.3.
    """
    n_left, n_right = left.sum(axis=1, keepdims=True), right.sum(axis=1, keepdims=True)
    full = (n_left > 0) & (n_right > 0)
    share_left = np.divide(left, n_left, out=np.zeros_like(left), where=full)
    share_right = np.divide(right, n_right, out=np.zeros_like(right), where=full)
    total = np.where(full, n_left + n_right, 1.0)
    balance = (n_left / total) * (n_right / total)
    return balance[:, 0] * ((share_left - share_right) ** 2).sum(axis=1)


def category_scores(table, segment):
    """Return the scores that order the categories of a feature in a node: cells with the same `segment`, ascending.

    Two classes: the share of the last. More: the score on the first principal component of the class shares, weighted
    by rows; the sign makes the largest loading positive.

    Source: Breiman et al. (1984), Theorem 4.5; Coppersmith et al. (1999), section 4.
    """
    if table.shape[1] <= 2:
        return table[:, -1] / table.sum(axis=1)
    start, group = _groups(segment)
    present = np.add.reduceat(table, start) > 0
    table = np.take_along_axis(table, np.argsort(~present, axis=1, kind="stable")[group], axis=1)
    scores, n_present = np.empty(len(table)), present.sum(axis=1)[group]
    for count in np.unique(n_present):  # a deep node has few of many classes; the others would only take time
        here = n_present == count
        scores[here] = _component_scores(table[here, :count], segment[here])
    return scores


def grow(codes, y, weight, n_classes, max_depth=None, min_samples_leaf=1, min_samples_split=2):
    """Return a tree grown on training rows."""
    placed = Placed(np.arange(len(y)), np.zeros(len(y), dtype=np.int64), np.ones(len(y)))
    levels: list[Tree] = []
    first, n_nodes = 0, 1
    while n_nodes:
        value, rows = _node_totals(placed, y, weight, n_nodes, n_classes)
        open_ = (rows >= min_samples_split - SLACK) & ((value > 0).sum(axis=1) > 1) & (len(levels) != max_depth)
        cells = _count_cells(placed.of(open_[placed.node]), codes, y, weight, n_nodes, n_classes)
        split, cells, left = _best_splits(cells, value, len(codes), min_samples_leaf)
        levels.append(_level(value, rows, len(levels), first, split, cells, left, len(codes)))
        placed = _descend(placed, codes, split, cells, left)
        first, n_nodes = first + n_nodes, 2 * len(split)
    return _joined(levels)


def _node_totals(placed, y, weight, n_nodes, n_classes):
    """Return the class weights and the number of rows of each node."""
    w = weight[placed.row] * placed.fraction
    value = np.bincount(placed.node * n_classes + y[placed.row], w, n_nodes * n_classes)
    return value.reshape(n_nodes, n_classes), np.bincount(placed.node, placed.fraction, n_nodes)


def _count_cells(placed, codes, y, weight, n_nodes, n_classes):
    """Return the cells of a level, by node, feature and category."""
    y, weight = y[placed.row], weight[placed.row] * placed.fraction
    counts = [_count_feature(placed, code[placed.row], y, weight, n_nodes, n_classes) for code in codes]
    feature = np.repeat(np.arange(len(codes)), [len(node) for node, *_ in counts])
    node, category, table, rows = (np.concatenate(parts) for parts in zip(*counts, strict=True))
    segment = node * len(codes) + feature
    return Cells(segment, category, table, rows).of(np.argsort(segment, kind="stable"))


def _count_feature(placed, code, y, weight, n_nodes, n_classes):
    """Return node, category, class weights and rows of the cells of one feature, by node and category."""
    width, known = code.max(initial=0) + 1, np.flatnonzero(code >= 0)
    key = cell = placed.node[known] * width + code[known]
    if n_nodes * width > 4 * len(key) + FEW_CELLS:  # too many possible cells to count them all
        cell, key = pd.factorize(key, sort=True)
    else:
        key = np.arange(n_nodes * width)
    table = np.bincount(cell * n_classes + y[known], weight[known], len(key) * n_classes).reshape(-1, n_classes)
    rows = np.bincount(cell, placed.fraction[known], len(key))
    full = rows > 0
    return *np.divmod(key[full], width), table[full], rows[full]


def _best_splits(cells, value, n_features, min_samples_leaf):
    """Return the split nodes, the cells of their splits, and which go left; ties go to the first column, then cut."""
    if len(cells.segment) == 0:
        return np.array([], dtype=np.int64), cells, np.array([], dtype=bool)
    scores = category_scores(cells.table, cells.segment)
    cells = cells.of(np.lexsort((np.round(scores, 12), cells.segment)))
    node = cells.segment // n_features
    gain = _cut_gains(cells, value.sum(axis=1)[node], min_samples_leaf)
    start, group = _groups(node)
    best = np.maximum.reduceat(gain, start)[group]
    good = np.flatnonzero((gain > NO_GAIN) & (gain >= best * (1 - SAME_GAIN)))
    split, first = np.unique(node[good], return_index=True)
    return split, *_cells_of_cuts(cells, good[first])


def _cut_gains(cells, node_weight, min_samples_leaf):
    """Return the gain of a cut after each cell; 0 if a branch would have too few rows.

    Rows with a missing value carry no information about a split, so its gain is scaled by the known part of the node.
    """
    start, group = _groups(cells.segment)
    left, rows_left = _sums_within(cells.table, start, group), _sums_within(cells.rows, start, group)
    right = np.maximum(np.add.reduceat(cells.table, start)[group] - left, 0)
    rows_right = np.add.reduceat(cells.rows, start)[group] - rows_left
    enough = np.minimum(rows_left, rows_right) >= min_samples_leaf - SLACK
    known = (left.sum(axis=1) + right.sum(axis=1)) / node_weight
    return np.where(enough, known * gini_gain(left, right), 0.0)


def _cells_of_cuts(cells, cut):
    """Return the cells of the cut segments, by segment and category, and whether each lies before the cut."""
    _, group = _groups(cells.segment)
    position = np.full(group[-1] + 1, -1)
    position[group[cut]] = cut
    chosen = np.flatnonzero(position[group] >= 0)
    left = chosen <= position[group[chosen]]
    order = np.lexsort((cells.category[chosen], cells.segment[chosen]))
    return cells.of(chosen[order]), left[order]


def _descend(placed, codes, split, cells, left):
    """Return the rows' nodes in the next level: child 2 i is the left one of the i-th split, 2 i + 1 the right."""
    if len(split) == 0:
        return placed.of(np.zeros(len(placed.row), dtype=bool))
    start, group = _groups(cells.segment)
    feature, weight = cells.segment[start] % len(codes), cells.table.sum(axis=1)
    share = np.add.reduceat(weight * left, start) / np.add.reduceat(weight, start)
    placed = placed.of(np.isin(placed.node, split))
    which = np.searchsorted(split, placed.node)
    code = codes[feature[which], placed.row]
    width = cells.category.max() + 1
    place = np.searchsorted(group * width + cells.category, which * width + np.maximum(code, 0))
    p = np.where(code < 0, share[which], left[np.minimum(place, len(left) - 1)])
    side = np.repeat([0, 1], len(which))
    fraction = np.concatenate([placed.fraction * p, placed.fraction * (1 - p)])
    return Placed(np.tile(placed.row, 2), 2 * np.tile(which, 2) + side, fraction).of(fraction > 0)


def _level(value, rows, depth, first, split, cells, left, n_features):
    """Return the nodes of a level as a `Tree` whose `start` has the number of cells of each node."""
    n_nodes, node = len(value), cells.segment // n_features
    feature, child = np.full((2, n_nodes), -1)
    feature[node] = cells.segment % n_features
    child[split] = first + n_nodes + 2 * np.arange(len(split))
    return Tree(
        feature=feature,
        left=child,
        right=np.where(child < 0, -1, child + 1),
        value=value / value.sum(axis=1, keepdims=True),
        rows=rows,
        depth=np.full(n_nodes, depth),
        start=np.bincount(node, minlength=n_nodes),
        category=cells.category,
        goes_left=left,
        weight=cells.table.sum(axis=1),
    )


def _joined(levels):
    """Return the levels as one tree."""
    tree = Tree(*map(np.concatenate, zip(*(vars(level).values() for level in levels), strict=True)))
    return replace(tree, start=np.concatenate([[0], np.cumsum(tree.start)]))


def _groups(keys):
    """Return the start of each run of equal ascending keys, and the number of the run for each key."""
    new = np.concatenate([[True], keys[1:] != keys[:-1]])
    return np.flatnonzero(new), np.cumsum(new) - 1


def _sums_within(values, start, group):
    """Return the running sums within each group."""
    total = np.cumsum(values, axis=0)
    return total - (total[start] - values[start])[group]


def _component_scores(table, segment):
    """Return the scores on the first principal component of the class shares in each segment."""
    start, group = _groups(segment)
    weight, n_classes = table.sum(axis=1, keepdims=True), table.shape[1]
    centred = table / weight - (np.add.reduceat(table, start) / np.add.reduceat(weight, start))[group]
    rows = [np.add.reduceat(weight * centred[:, [c]] * centred, start) for c in range(n_classes)]
    covariance = np.stack(rows, axis=1)
    # Equal variances leave the direction undefined; a tiny preference for later classes decides on every machine alike.
    tilt = 1e-6 * np.trace(covariance, axis1=1, axis2=2)
    covariance += tilt[:, np.newaxis, np.newaxis] * np.diag(np.arange(n_classes) / n_classes)
    component = np.linalg.eigh(covariance)[1][:, :, -1]
    size = np.round(np.abs(component), 6)
    largest = n_classes - 1 - size[:, ::-1].argmax(axis=1)
    sign = np.where(np.take_along_axis(component, largest[:, np.newaxis], axis=1) < 0, -1.0, 1.0)
    return (centred * (component * sign)[group]).sum(axis=1)
