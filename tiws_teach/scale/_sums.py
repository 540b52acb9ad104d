"""Sums of the target by category, and the sum of two sets of counts whose labels differ."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy import sparse

from tiws_teach._categories import sort_labels
from tiws_teach._validation import fail


@dataclass(frozen=True)
class TargetSums:
    """Rows and target sums of each category and fold; lists have an array for each feature."""

    classes: np.ndarray | None  # sorted; a sum is the number of rows of a class. None: a numeric target with one sum
    folds: np.ndarray  # labels of the fold column; without one, a single None
    rows: list[np.ndarray]  # shape (n_folds, n_categories)
    sums: list[np.ndarray]  # shape (n_folds, n_categories, n_sums)
    all_rows: np.ndarray  # shape (n_folds,), rows with a missing category included
    all_sums: np.ndarray  # shape (n_folds, n_sums)

    def as_numbers(self) -> TargetSums:
        """Return the sums of a target whose classes are numbers."""
        if self.classes is None:
            return self
        values = self.class_values()
        return replace(self, classes=None, sums=[s @ values for s in self.sums], all_sums=self.all_sums @ values)

    def class_values(self) -> np.ndarray:
        """Return the classes as numbers, shape (n_classes, 1)."""
        assert self.classes is not None
        try:
            return self.classes.astype(float)[:, np.newaxis]
        except (TypeError, ValueError):
            rule = "be numeric if target_type='continuous'"
            return fail("y", rule, f"classes {list(self.classes[:3])}", "Keep target_type='auto'.")


def add_counts(a: Any, b: Any) -> Any:
    """Return the counts of the rows of both; labels with training rows in either come first, each part sorted."""
    if list(a.names) != list(b.names):
        fail("the counts", f"have the columns {list(a.names)}", list(b.names), "Count the same columns.")
    merged = [_merged_labels(a, b, j) for j in range(len(a.labels))]
    labels, n_seen = [known for known, _ in merged], [seen for _, seen in merged]
    return place(a, b, labels, n_seen)


def place(a: Any, b: Any, labels: list[np.ndarray], n_seen: list[int]) -> Any:
    """Return the sum of two sets of counts, with categories in the order of `labels`; only pairs that both have."""
    to_a, to_b = ([places_of(old, new) for old, new in zip(c.labels, labels, strict=True)] for c in (a, b))
    widths = [len(known) for known in labels]
    pairs = [pair for pair in a.tables if pair in b.tables]
    tables = {
        (j, k): _sum(
            _moved(a.tables[j, k], to_a[j], to_a[k], (widths[j], widths[k])),
            _moved(b.tables[j, k], to_b[j], to_b[k], (widths[j], widths[k])),
        )
        for j, k in pairs
    }
    sizes = [
        _spread(a.sizes[j], to_a[j], width) + _spread(b.sizes[j], to_b[j], width) for j, width in enumerate(widths)
    ]
    targets = _add_targets(a.targets, b.targets, to_a, to_b, widths)
    return replace(a, labels=labels, n_seen=n_seen, tables=tables, sizes=sizes, targets=targets)


def _merged_labels(a, b, j):
    """Return the labels of a feature, the seen ones first, and how many are seen."""
    seen = {*a.labels[j][: a.n_seen[j]], *b.labels[j][: b.n_seen[j]]}
    others = {*a.labels[j], *b.labels[j]} - seen
    return np.concatenate([sort_labels(seen), sort_labels(others)]), len(seen)


def places_of(old, new):
    """Return the position in `new` of each label of `old`."""
    if len(old) == len(new) and all(x is y or x == y for x, y in zip(old, new, strict=True)):
        return np.arange(len(old))
    position = {label: code for code, label in enumerate(new)}
    return np.array([position[label] for label in old], dtype=np.int64)


def _moved(table, rows, columns, shape):
    """Return a table of pair counts with its rows and columns in other places of a larger one."""
    if sparse.issparse(table):
        cells = table.tocoo()
        return sparse.coo_array((cells.data, (rows[cells.row], columns[cells.col])), shape=shape).tocsr()
    wide = np.zeros(shape, dtype=table.dtype)
    wide[np.ix_(rows, columns)] = table
    return wide


def _sum(a, b):
    """Return the sum of two tables: sparse if both are."""
    dense = not (sparse.issparse(a) and sparse.issparse(b))
    return sum(table.toarray() if dense and sparse.issparse(table) else table for table in (a, b))


def _spread(values, places, width, axis=0):
    """Return `values` in other places of a longer axis, with zeros elsewhere."""
    shape = list(values.shape)
    shape[axis] = width
    wide = np.zeros(shape, dtype=values.dtype)
    wide[(slice(None),) * axis + (places,)] = values
    return wide


def _add_targets(a, b, to_a, to_b, widths):
    """Return the target sums of both; a side without a target has none to add."""
    known = [(targets, to) for targets, to in ((a, to_a), (b, to_b)) if targets is not None]
    if not known:
        return None
    if any(targets.classes is None for targets, _ in known):
        known = [(targets.as_numbers(), to) for targets, to in known]
    first = known[0][0]
    folds = sort_labels({fold for targets, _ in known for fold in targets.folds})
    classes = first.classes
    if classes is not None:
        classes = sort_labels({label for targets, _ in known for label in targets.classes})
    parts = [_wide_targets(targets, to, widths, folds, classes) for targets, to in known]
    per_feature = zip(*(part[:2] for part in parts), strict=True)
    rows, sums = ([sum(each) for each in zip(*field, strict=True)] for field in per_feature)
    return TargetSums(classes, folds, rows, sums, sum(part[2] for part in parts), sum(part[3] for part in parts))


def _wide_targets(targets, to, widths, folds, classes):
    """Return rows, sums, all rows and all sums of one side in the places of the merged labels, folds and classes."""
    fold, n_folds = places_of(targets.folds, folds), len(folds)
    rows, sums = (
        [_spread(_spread(part, fold, n_folds), at, width, 1) for part, at, width in zip(parts, to, widths, strict=True)]
        for parts in (targets.rows, targets.sums)
    )
    all_rows, all_sums = _spread(targets.all_rows, fold, n_folds), _spread(targets.all_sums, fold, n_folds)
    if classes is not None:
        at = places_of(targets.classes, classes)
        sums = [_spread(part, at, len(classes), 2) for part in sums]
        all_sums = _spread(all_sums, at, len(classes), 1)
    return rows, sums, all_rows, all_sums
