"""Search nearest neighbours: scikit-learn finds candidates, exact distances decide, ties go to the lower row number.

Euclidean distances are summed from the differences, so a duplicate is at distance 0. Memory grows with queries times k.
"""

from tiws_teach._neighbors.candidates import squared_norms
from tiws_teach._neighbors.checks import SPARSE_NAMES, as_table, check_classes, check_measurable, check_size
from tiws_teach._neighbors.repeats import Repeats, each_alone, find_repeats
from tiws_teach._neighbors.search import nearest_by_class, nearest_rows, neighborhoods, weighted_neighborhoods

__all__ = [
    "SPARSE_NAMES",
    "Repeats",
    "as_table",
    "check_classes",
    "check_measurable",
    "check_size",
    "each_alone",
    "find_repeats",
    "nearest_by_class",
    "nearest_rows",
    "neighborhoods",
    "squared_norms",
    "weighted_neighborhoods",
]
