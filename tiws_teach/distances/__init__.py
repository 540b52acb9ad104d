"""Neighbours in practice: distances from similarities, and why a query has the neighbours that it has."""

from tiws_teach.distances.explanation import NeighborExplanation, explain_neighbors
from tiws_teach.distances.similarity import (
    complement_distance,
    kernel_distance,
    neglog_distance,
    reciprocal_distance,
    similarity_to_distance,
)

__all__ = [
    "NeighborExplanation",
    "complement_distance",
    "explain_neighbors",
    "kernel_distance",
    "neglog_distance",
    "reciprocal_distance",
    "similarity_to_distance",
]
