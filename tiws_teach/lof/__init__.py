"""Local outlier factor: how much lower the density is around a point than around its neighbours."""

from tiws_teach.lof.equations import (
    density_ratio,
    is_neighbor,
    local_outlier_factor,
    local_reachability_density,
    reachability_distance,
)
from tiws_teach.lof.estimator import LocalOutlierFactor
from tiws_teach.lof.explanation import OutlierExplanation, column_shares, explain_outlier
from tiws_teach.lof.neighborhoods import Neighborhoods, k_distance, mean_neighbor_distance, neighborhood
from tiws_teach.lof.probability import (
    local_outlier_probability,
    outlier_probability,
    probabilistic_factor,
    standard_distance,
)

__all__ = [
    "LocalOutlierFactor",
    "Neighborhoods",
    "OutlierExplanation",
    "column_shares",
    "density_ratio",
    "explain_outlier",
    "is_neighbor",
    "k_distance",
    "local_outlier_factor",
    "local_outlier_probability",
    "local_reachability_density",
    "mean_neighbor_distance",
    "neighborhood",
    "outlier_probability",
    "probabilistic_factor",
    "reachability_distance",
    "standard_distance",
]
