"""Local outlier factor: how much lower the density is around a point than around its neighbours."""

from tiws_teach.lof.equations import (
    density_ratio,
    is_neighbor,
    local_outlier_factor,
    local_reachability_density,
    reachability_distance,
)
from tiws_teach.lof.estimator import LocalOutlierFactor
from tiws_teach.lof.neighborhoods import Neighborhoods, k_distance, mean_neighbor_distance, neighborhood

__all__ = [
    "LocalOutlierFactor",
    "Neighborhoods",
    "density_ratio",
    "is_neighbor",
    "k_distance",
    "local_outlier_factor",
    "local_reachability_density",
    "mean_neighbor_distance",
    "neighborhood",
    "reachability_distance",
]
