"""A grown jitter tree as text."""

import numpy as np


def write_rules(tree, names, categories, classes, decimals, max_categories):
    """Return one line for each branch and each leaf, indented by depth, the left branch first."""
    lines, waiting = [], [(0, "")]
    while waiting:
        node, branch = waiting.pop()
        indent = "|   " * tree.depth[node]
        if branch:
            lines.append(indent[4:] + branch)
        if tree.feature[node] < 0:
            shares = (f"{label}: {share:.{decimals}f}" for label, share in zip(classes, tree.value[node], strict=True))
            lines.append(indent + ", ".join(shares))
            continue
        left, right = _branches(tree, node, names, categories, decimals, max_categories)
        waiting += [(tree.right[node], right), (tree.left[node], left)]
    return "\n".join(lines)


def _branches(tree, node, names, categories, decimals, max_categories):
    """Return the text of the two branches of a split node."""
    feature, (category, goes_left, weight) = tree.feature[node], tree.present(node)
    words = []
    for side, child in ((goes_left, tree.left[node]), (~goes_left, tree.right[node])):
        labels = [str(label) for label in categories[feature][category[side]]]
        more = [f"{len(labels) - max_categories} more"] if len(labels) > max_categories else []
        share, rows = weight[side].sum() / weight.sum(), np.round(tree.rows[child], decimals)
        listed = ", ".join(labels[:max_categories] + more)
        words.append(f"{names[feature]} in {{{listed}}}: share {share:.{decimals}f}, rows {rows:g}")
    return words
