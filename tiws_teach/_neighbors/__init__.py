"""Nearest neighbours in one place: exact distances, one tie rule, and never a table of all pairs.

Of equally near rows the lower row number comes first, also at the last place. Euclidean distances are summed from the
differences, so that a duplicate is at distance 0 wherever it lies. What is the same takes several ways to be fast:

- `nearest`: what can be asked, and which way is taken.
- `inputs`: what is checked first.
- `repeats`: rows that are repeated often are searched once and counted.
- `tree`: many dense rows with few features; scikit-learn's tree, and the exact distances of the few that it finds.
- `scan`: everything else, and the queries that the tree leaves open, against all rows, a block at a time. `measures`
  has the tables: a matrix product that is exact for whole numbers, or bounded in its rounding; or any other metric.

Memory grows with the number of queries times k.
"""

from __future__ import annotations

from tiws_teach._neighbors.inputs import (
    SPARSE_NAMES,
    Metric,
    as_table,
    check_measurable,
    prepared,
)
from tiws_teach._neighbors.nearest import counted, nearest_by_class, nearest_rows, neighborhoods
from tiws_teach._neighbors.repeats import Counted, Repeats, each_alone, find_repeats

__all__ = [
    "SPARSE_NAMES",
    "Counted",
    "Metric",
    "Repeats",
    "as_table",
    "check_measurable",
    "counted",
    "each_alone",
    "find_repeats",
    "nearest_by_class",
    "nearest_rows",
    "neighborhoods",
    "prepared",
]
