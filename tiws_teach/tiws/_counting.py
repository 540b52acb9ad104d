"""Which categories occur together, and how often: the counts f(c_jk, c_j'k') behind every document matrix."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np
from scipy import sparse

from tiws_teach._categories import columns_of, encode_column, encode_known, positions
from tiws_teach._validation import fail
from tiws_teach.tiws._pair_tables import SummedTables, count_pairs, narrowed, restored, widened
from tiws_teach.tiws._sums import TargetSums, add_counts

LARGEST_DOCUMENT = 400_000_000
"""Most cells of a document matrix (3.2 GB of floats) before `CategoryCounts.document` refuses to build it."""


@dataclass(frozen=True)
class CategoryCounts:
    """Labels of every feature and pair counts of every two features; further rows can be added.

    Attributes
    ----------
    labels : list of ndarray of object
        One for each feature, in the order of the codes: the seen labels sorted, then the new labels of later rows.
    n_seen : list of int
        Number of labels of each feature in the training rows.
    tables : mapping of (int, int) -> ndarray or scipy.sparse.csr_array
        Pair counts of features j < j'.
    sizes : list of ndarray of int64
        Number of rows of each category.
    names : list
        Feature names.
    targets : TargetSums or None
        Rows and sums of the target by category, if they were counted.

    Examples
    --------
    >>> import pandas as pd
    >>> monday = pd.DataFrame({"color": ["red", "blue"], "size": ["S", "M"], "bought": [1, 0]})
    >>> friday = pd.DataFrame({"color": ["red", "pink"], "size": ["S", "S"], "bought": [1, 1]})
    >>> counts = CategoryCounts.of_batches([monday, friday], ["color", "size"], "bought")
    >>> dict(zip(counts.labels[0], counts.sizes[0].tolist()))
    {'blue': 1, 'pink': 1, 'red': 2}

    Source: Bang et al. (2020), Method, the sum f.
    """

    labels: list[np.ndarray]
    n_seen: list[int]
    tables: Mapping[tuple[int, int], Any]
    sizes: list[np.ndarray]
    names: list[Any]
    targets: TargetSums | None = None

    @classmethod
    def of_training(cls, X: Any, names: Any = None, needed: Any = None) -> tuple[list[np.ndarray], CategoryCounts]:
        """Return the codes of the training rows, one array for each feature, and their counts.

        With `needed`, only the pairs with a needed feature are counted.
        """
        pairs = [encode_column(column) for column in columns_of(X)]
        codes, labels = [codes for codes, _ in pairs], [labels for _, labels in pairs]
        names = list(range(len(labels)) if names is None else names)
        return codes, cls.of_codes(codes, labels, [len(found) for found in labels], names, needed=needed)

    @classmethod
    def of_codes(cls, codes, labels, n_seen, names, weights=None, needed=None) -> CategoryCounts:
        """Return the counts of rows given by their codes; with weights, a weight of 2 counts a row twice."""
        tables, sizes = _count(codes, labels, needed, weights)
        return cls(labels, n_seen, tables, sizes, names)

    def with_rows(self, X: Any) -> tuple[list[np.ndarray], CategoryCounts]:
        """Return the codes of further rows and the updated counts.

        The counts change only for features in which the rows have a new label. A table is added up when it is asked
        for, so that a batch never holds a second copy of all counts.

        Parameters
        ----------
        X : DataFrame or array-like of shape (n_rows, n_features)

        Returns
        -------
        codes : list of ndarray of int64, shape (n_rows,)
        counts : CategoryCounts
        """
        codes, new = self._encode(X)
        needed = {j for j, added in enumerate(new) if len(added)}
        return codes, self._plus(codes, new, needed) if needed else self

    def with_unlabeled(self, X: Any) -> CategoryCounts:
        """Return the counts of the rows so far and all rows of `X`, whatever their labels.

        Parameters
        ----------
        X : DataFrame or array-like of shape (n_rows, n_features)

        Returns
        -------
        CategoryCounts
        """
        codes, new = self._encode(X)
        more = self._plus(codes, new, set(range(len(codes))))
        return replace(more, tables=dict(more.tables))

    def _encode(self, X: Any) -> tuple[list[np.ndarray], list[np.ndarray]]:
        """Return the codes of further rows and their new labels, one array for each feature."""
        columns = zip(columns_of(X), self.labels, self._positions, strict=True)
        pairs = [encode_known(column, known, position) for column, known, position in columns]
        return [codes for codes, _ in pairs], [new for _, new in pairs]

    @cached_property
    def _positions(self) -> list[dict[Any, int]]:
        """The position of each label of each feature: what makes the encoding of one row quick."""
        return [positions(labels) for labels in self.labels]

    def __getstate__(self) -> dict[str, Any]:
        """Return what a pickle holds: the counts in their narrowest type, and no positions of the labels."""
        state = {name: value for name, value in vars(self).items() if name != "_positions"}
        return {**state, "tables": {pair: narrowed(table) for pair, table in self.tables.items()}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        tables = {pair: restored(table) for pair, table in state["tables"].items()}
        vars(self).update(state, tables=tables)

    def _plus(self, codes: list[np.ndarray], new: list[np.ndarray], needed: Container[int]) -> CategoryCounts:
        labels = [np.concatenate([known, added]) for known, added in zip(self.labels, new, strict=True)]
        pairs = [(j, k) for j, k in combinations(range(len(codes)), 2) if j in needed or k in needed]
        sizes = [
            widened(before, size.shape) + size for size, before in zip(_sizes(codes, labels), self.sizes, strict=True)
        ]
        return CategoryCounts(labels, self.n_seen, SummedTables(self.tables, codes, labels, pairs), sizes, self.names)

    @classmethod
    def of_batches(cls, batches: Iterable[Any], columns: Any = None, target: Any = None, **options: Any) -> Any:
        """Return the sum of the counts of batches, of which one is in memory at a time.

        Parameters
        ----------
        batches : iterable of DataFrame, Table or RecordBatch
            pandas, Polars or PyArrow; for example ``pyarrow.dataset.dataset(path).to_batches()``.
        columns : list of str, optional
            The features; by default all columns but the target.
        target : str, optional
            Name of the target's column.
        **options
            As in `count_categories`: fold and target_type.

        Returns
        -------
        CategoryCounts
        """
        from tiws_teach.tiws.counts import count_batches  # which imports this class

        return count_batches(batches, columns, target, **options)

    def __add__(self, other: Any) -> CategoryCounts:
        """Return the counts of the rows of both."""
        return add_counts(self, other) if isinstance(other, CategoryCounts) else NotImplemented

    def seen(self, feature: int) -> np.ndarray:
        """Return which categories of a feature have training rows, as booleans.

        Parameters
        ----------
        feature : int
            Position of the feature.

        Returns
        -------
        ndarray of bool, shape (n_categories,)
        """
        return np.arange(len(self.labels[feature])) < self.n_seen[feature]

    def others(self, feature: int) -> list[int]:
        """Return the positions of the other features, in order.

        Parameters
        ----------
        feature : int
            Position of the feature.

        Returns
        -------
        list of int
        """
        return [k for k in range(len(self.labels)) if k != feature]

    def blocks(self, feature: int) -> list[int]:
        """Return the number of categories of each other feature: the widths of the document's blocks.

        Parameters
        ----------
        feature : int
            Position of the feature.

        Returns
        -------
        list of int
        """
        return [len(self.labels[k]) for k in self.others(feature)]

    def document(self, feature: int) -> np.ndarray:
        """Return the dense document matrix of a feature: one column for each category of each other feature.

        Parameters
        ----------
        feature : int
            Position of the feature.

        Returns
        -------
        ndarray of int64, shape (n_categories, n_words)

        Raises
        ------
        ValueError
            If it would not fit in memory.
        """
        height, width = len(self.labels[feature]), sum(self.blocks(feature))
        if height * width > LARGEST_DOCUMENT:
            rule = f"produce document matrices of at most {LARGEST_DOCUMENT:.0e} cells"
            advice = "Leave out the columns with the most categories (identifiers, free text) or merge rare ones."
            fail("X", rule, f"{height} x {width} cells for column {self.names[feature]!r}", advice)
        parts = [table.toarray() if sparse.issparse(table) else table for table in self._tables(feature)]
        return np.hstack(parts) if parts else np.zeros((height, 0), dtype=np.int64)

    def sparse_document(self, feature: int) -> sparse.csr_array:
        """Return the document matrix of a feature as a sparse one of floats, of any size.

        Parameters
        ----------
        feature : int
            Position of the feature.

        Returns
        -------
        scipy.sparse.csr_array of float, shape (n_categories, n_words)
        """
        shape = len(self.labels[feature]), sum(self.blocks(feature))
        parts = [sparse.csc_array(table) for table in self._tables(feature)]
        if not parts:
            return sparse.csr_array(shape)
        counts = np.concatenate([part.data for part in parts], dtype=float)
        rows = np.concatenate([part.indices for part in parts])
        sizes = np.concatenate([np.diff(part.indptr) for part in parts])
        del parts  # the largest of all, next to the result
        starts = np.concatenate([[0], np.cumsum(sizes)]).astype(rows.dtype if len(rows) < 2**31 else np.int64)
        return sparse.csc_array((counts, rows, starts), shape=shape).tocsr()

    def _tables(self, feature: int) -> list[Any]:
        """Return the blocks of a document, one for each other feature, dense or sparse."""
        others = self.others(feature)
        return [self.tables[feature, k] if feature < k else self.tables[k, feature].T for k in others]


def _count(codes, labels, needed=None, weights=None):
    """Return the pair tables (only of pairs with a needed feature, if given) and the sizes of all categories."""
    widths = [len(found) for found in labels]
    tables = {
        (j, k): count_pairs(codes[j], codes[k], widths[j], widths[k], weights)
        for j, k in combinations(range(len(codes)), 2)
        if needed is None or j in needed or k in needed
    }
    return tables, _sizes(codes, labels, weights)


def _sizes(codes, labels, weights=None):
    """Return the number of rows of each category of each feature."""
    widths = [len(found) + 1 for found in labels]
    return [np.bincount(code + 1, weights, width)[1:] for code, width in zip(codes, widths, strict=True)]
