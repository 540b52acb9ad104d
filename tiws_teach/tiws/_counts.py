"""Which categories occur together, and how often: the counts f(c_jk, c_j'k') behind every document matrix."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np
from scipy import sparse

from tiws_teach._categories import columns_of, encode_known

SMALL_TABLE = 100_000
"""Cells that a table of pair counts may have, beyond two for each row, before it is stored as a sparse one."""


@dataclass(frozen=True)
class PairCounts:
    """Labels of every feature and pair counts of every two features; further rows can be added.

    `labels` has the seen labels of each feature sorted, then the new ones of later rows; `n_seen` of them are seen.
    `tables` has the pair counts of features j < j', `sizes` the number of rows of each category, `names` the features.
    """

    labels: list[np.ndarray]
    n_seen: list[int]
    tables: Mapping[tuple[int, int], Any]
    sizes: list[np.ndarray]
    names: list[Any]

    @classmethod
    def of_codes(cls, codes, labels, n_seen, names, weights=None, needed=None):
        """Return the counts of rows given by their codes; with `needed`, only of pairs with a needed feature."""
        widths = [len(known) for known in labels]
        tables = {
            (j, k): count_pairs(codes[j], codes[k], widths[j], widths[k], weights)
            for j, k in combinations(range(len(codes)), 2)
            if needed is None or j in needed or k in needed
        }
        sizes = [np.bincount(code + 1, weights, n + 1)[1:] for code, n in zip(codes, widths, strict=True)]
        return cls(labels, n_seen, tables, sizes, list(names))

    def with_rows(self, X: Any, also: Iterable[int] = ()) -> tuple[list[np.ndarray], PairCounts]:
        """Return the codes of further rows and the updated counts.

        The counts change only for features in which the rows have a new label, and for those in `also`. A table is
        added up when it is asked for, so that a batch never holds a second copy of all counts.
        """
        columns = zip(columns_of(X), self.labels, self._positions, strict=True)
        codes, new = zip(*(encode_known(column, known, at) for column, known, at in columns), strict=True)
        needed = {j for j, added in enumerate(new) if len(added)} | set(also)
        return list(codes), self._plus(codes, new, needed) if needed else self

    @cached_property
    def _positions(self) -> list[dict[Any, int]]:
        """The position of each label of each feature: what makes the encoding of one row quick."""
        return [{label: code for code, label in enumerate(labels)} for labels in self.labels]

    def _plus(self, codes, new, needed: Container[int]):
        """Return the counts with further rows, given by their codes and new labels."""
        labels = [np.concatenate(both) for both in zip(self.labels, new, strict=True)]
        pairs = [(j, k) for j, k in self.tables if j in needed or k in needed]
        sizes = [
            widened(before, (len(known),)) + np.bincount(code + 1, minlength=len(known) + 1)[1:]
            for before, code, known in zip(self.sizes, codes, labels, strict=True)
        ]
        return type(self)(labels, self.n_seen, SummedTables(self.tables, codes, labels, pairs), sizes, self.names)

    def __getstate__(self) -> dict[str, Any]:
        """Return what a pickle holds: the counts in their narrowest type, and no positions of the labels."""
        state = {name: value for name, value in vars(self).items() if name != "_positions"}
        return {**state, "tables": {pair: narrowed(table) for pair, table in self.tables.items()}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        restored = {pair: t.astype(np.int64) if t.dtype.kind == "u" else t for pair, t in state["tables"].items()}
        vars(self).update(state, tables=restored)

    def seen(self, feature: int) -> np.ndarray:
        """Return which categories of a feature have training rows, as booleans."""
        return np.arange(len(self.labels[feature])) < self.n_seen[feature]

    def others(self, feature: int) -> list[int]:
        """Return the positions of the other features, in order."""
        return [k for k in range(len(self.labels)) if k != feature]

    def blocks(self, feature: int) -> list[int]:
        """Return the number of categories of each other feature: the widths of the document's blocks."""
        return [len(self.labels[k]) for k in self.others(feature)]


def count_pairs(codes, other_codes, n_categories, n_other, weights=None):
    """Return how often category k of one feature and category k' of another occur in the same row.

    A code of -1 marks a missing value, which is not counted; a weight of 2 counts a row twice. The table is sparse if
    its cells far outnumber the rows, so that most of them must be zeros.

    Source: Bang et al. (2020), Method, the sum f.
    """
    shape = (n_categories + 1, n_other + 1)  # row and column 0 hold the missing values and are cut off below
    if shape[0] * shape[1] <= 2 * codes.size + SMALL_TABLE:
        pair = codes * shape[1] + other_codes + (shape[1] + 1)  # (code + 1) * width + (other code + 1)
        return np.bincount(pair, weights, minlength=shape[0] * shape[1]).reshape(shape)[1:, 1:]
    both = (codes >= 0) & (other_codes >= 0)
    pairs = codes[both].astype(np.int32), other_codes[both].astype(np.int32)  # else the table has indices of int64
    ones = np.ones(pairs[0].size, dtype=np.int64) if weights is None else weights[both]
    return sparse.coo_array((ones, pairs), shape=(n_categories, n_other)).tocsr()


class SummedTables(Mapping):
    """The tables of some counts plus those of further rows, which are counted when they are asked for.

    Counts of further rows are kept if they are dense, hence small, and counted again if they are sparse.
    """

    def __init__(self, tables, codes, labels, pairs):
        self.tables, self.codes, self.labels, self.pairs = tables, codes, labels, pairs
        self.counted: dict[tuple[int, int], Any] = {}

    def __getitem__(self, pair: tuple[int, int]) -> Any:
        if pair in self.counted:
            return self.counted[pair]
        (j, k), widths = pair, [len(self.labels[feature]) for feature in pair]
        more = count_pairs(self.codes[j], self.codes[k], *widths)
        table = widened(self.tables[pair], more.shape) + more
        if not sparse.issparse(table):
            self.counted[pair] = table
        return table

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return iter(self.pairs)

    def __len__(self) -> int:
        return len(self.pairs)


def narrowed(table: Any) -> Any:
    """Return a table of whole counts in the narrowest type that holds them."""
    values = table.data if sparse.issparse(table) else table
    return table.astype(np.min_scalar_type(values.max(initial=0))) if table.dtype.kind == "i" else table


def widened(table: Any, shape: tuple[int, ...]) -> Any:
    """Return a table padded with zero rows and columns for labels that it does not have."""
    if sparse.issparse(table):  # a view: only the starts of the rows are copied
        starts = np.pad(table.indptr, (0, shape[0] - table.shape[0]), mode="edge")
        return sparse.csr_array((table.data, table.indices, starts), shape=shape)
    return np.pad(table, [(0, wide - length) for wide, length in zip(shape, table.shape, strict=True)])
