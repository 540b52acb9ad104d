"""A grown jitter tree: where a split sends a category without rows, and how rows are pushed down to the leaves.

Source: Bang and Lin (poster), Case Studies: jitter trees. A new category follows a path with a probability given by its
similarities.

Symbols
    P        categories with training rows in a node ("present")
    L, R     the parts of P that a split sends left and right
    s        similarity of a category to those in P
    p        probability of going to the left                             `branch_probability`

Three kinds of value have no side in a node: an unseen category, a seen category without rows in this node (both go by
similarity to P), and a missing value (it goes by the training share).
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from tiws_teach._validation import fail


@dataclass(frozen=True)
class Tree:
    """A grown tree as arrays with one entry for each node: the root first, each level from left to right."""

    feature: np.ndarray  # position of the column that splits the node; -1 in a leaf
    left: np.ndarray  # positions of the two children; -1 in a leaf
    right: np.ndarray
    value: np.ndarray  # class shares of the training rows in the node, shape (n_nodes, n_classes)
    rows: np.ndarray  # training rows in the node; one with a missing value is divided between the branches
    depth: np.ndarray
    start: np.ndarray  # split node i has the entries start[i] to start[i + 1] of the three below: categories in it
    category: np.ndarray  # codes, ascending in each node
    goes_left: np.ndarray
    weight: np.ndarray  # training weight of the category; the number of rows if there are no sample weights

    def present(self, node: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return the codes of the categories present in a split node, whether they go left, and their weights."""
        cells = slice(self.start[node], self.start[node + 1])
        return self.category[cells], self.goes_left[cells], self.weight[cells]


def branch_probability(similarity, left, present):
    """Return the probability that a category without rows in a node goes to the left.

    It is the sum of s over L divided by the sum of s over L and R. Without similarities, or if all of them are 0, it is
    the share of the training rows that go left.

    Parameters
    ----------
    similarity : array-like of shape (n_categories,) or (n_unseen, n_categories), or None
        s >= 0 between one or several categories and those of the feature.
    left : array-like of bool, shape (n_categories,)
        Whether a category goes to the left.
    present : array-like of shape (n_categories,)
        Training rows of each category in the node; categories with 0 rows are left out of both sums.

    Returns
    -------
    float or ndarray of shape (n_unseen,), in [0, 1].

    Raises
    ------
    ValueError
        If the lengths differ, if no category is present, or if a similarity is negative or missing.

    Examples
    --------
    >>> round(branch_probability([0.3, 0.6, 0.9], left=[True, True, False], present=[4, 4, 4]), 4)
    0.5
    >>> round(branch_probability(None, left=[True, True, False], present=[4, 4, 4]), 4)
    0.6667

    Source: Bang and Lin (poster), Case Studies: jitter trees.
    Equation: 2.11.
    """
    left, present = np.asarray(left, dtype=bool), np.asarray(present, dtype=float)
    _check_node(left, present)
    share = present[left].sum() / present.sum()
    if similarity is None:
        return float(share)
    s = np.where(present > 0, _check_similarity(similarity, len(left)), 0.0)
    to_left, to_right = s[..., left].sum(axis=-1), s[..., ~left].sum(axis=-1)
    total = to_left + to_right
    p = np.divide(to_left, total, out=np.full(total.shape, share), where=total > 0)
    return float(p) if p.ndim == 0 else p


def left_probabilities(tree, node, codes, similarity_of):
    """Return the probability of going left in one split node for each row, given by its codes of the node's feature.

    It is 1 or 0 for a present category, `branch_probability` for another, the training share for a missing value (-1).
    `similarity_of` maps a feature to an array of shape (n_categories, n_seen), and is called only if needed.
    """
    category, goes_left, weight = tree.present(node)
    last = max(codes.max(), category.max()) + 1  # the entry after the last category is for a missing value
    table = np.full(last + 1, branch_probability(None, goes_left, weight))
    table[category] = goes_left
    absent = np.bincount(codes + 1, minlength=last + 1)[1:] > 0
    absent[category] = False
    if absent.any():
        similarity = similarity_of(tree.feature[node])[np.flatnonzero(absent)][:, category]
        table[np.flatnonzero(absent)] = branch_probability(similarity, goes_left, weight)
    return table[codes]


def push_down(tree, codes, similarity_of, draw: Callable[[int], np.ndarray] | None = None):
    """Return the class probabilities of rows: each row starts at the root with weight 1, and each split divides it.

    `codes` has one array for each feature. `draw` maps n to n uniform numbers in [0, 1); with it, each row follows one
    drawn path instead of both branches.
    """
    n_rows = len(codes[0])
    out = np.zeros((n_rows, tree.value.shape[1]))
    waiting = [(0, np.arange(n_rows), np.ones(n_rows))]
    while waiting:
        node, rows, weight = waiting.pop()
        feature = tree.feature[node]
        if feature < 0:
            out[rows] += weight[:, np.newaxis] * tree.value[node]
            continue
        p = left_probabilities(tree, node, codes[feature][rows], similarity_of)
        p = p if draw is None else (draw(len(p)) < p).astype(float)
        for child, share in ((tree.right[node], 1 - p), (tree.left[node], p)):
            if (share > 0).any():
                waiting.append((child, rows[share > 0], (weight * share)[share > 0]))
    return out


def _check_node(left, present):
    if left.ndim != 1 or left.shape != present.shape:
        rule, value = "have one value for each of the categories of left", f"shapes {left.shape}, {present.shape}"
        fail("present", rule, value, "Pass both in the order of the similarities.")
    if not (present >= 0).all() or not present.sum() > 0:
        fail("present", "be counts of rows, at least one above 0", present, "Pass the row counts of the node.")


def _check_similarity(similarity, n_categories):
    s = np.asarray(similarity, dtype=float)
    if s.ndim not in (1, 2) or s.shape[-1] != n_categories:
        rule = f"have one column for each of the {n_categories} categories of left"
        fail("similarity", rule, f"shape {s.shape}", "Pass s for each category, 0 if unknown.")
    if not (s >= 0).all():
        fail("similarity", "be 0 or more", s[~(s >= 0)][0], "Clip it, or rescale it, for example (1 + cosine) / 2.")
    return s
