"""Compare training and test rows: a classifier that can tell the sides from each other shows a shift."""

from tiws_teach.shift.adversary import default_adversaries, distribution_shift
from tiws_teach.shift.equations import auc_from_ranks, importance_weights, permutation_p_value, permuted_aucs
from tiws_teach.shift.result import DistributionShift

__all__ = [
    "DistributionShift",
    "auc_from_ranks",
    "default_adversaries",
    "distribution_shift",
    "importance_weights",
    "permutation_p_value",
    "permuted_aucs",
]
