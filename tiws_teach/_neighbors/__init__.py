"""Search nearest neighbours: exact distances, one tie rule, and never a table of all pairs.

Ties in distance go to the lower row number, including ties at the k-th place. Euclidean distances are summed from the
differences, so a duplicate is at distance 0 wherever it lies. Several search methods give the same result:

- `nearest`: the public searches and the choice of method.
- `inputs`: the checks.
- `repeats`: rows that are repeated often are searched once and counted.
- `tree`: many dense rows with few features; scikit-learn's tree finds candidates, and exact distances decide.
- `scan`: everything else, and the queries that the tree cannot decide, against all rows, a block at a time. `measures`
  has the tables: a matrix product that is exact for whole numbers or has bounded rounding, or any other metric.

Memory grows with the number of queries times k.
"""

from __future__ import annotations

from tiws_teach._neighbors.inputs import (
    SPARSE_NAMES,
    Metric,
    as_table,
    check_measurable,
    check_size,
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
    "check_size",
    "counted",
    "each_alone",
    "find_repeats",
    "nearest_by_class",
    "nearest_rows",
    "neighborhoods",
    "prepared",
]
