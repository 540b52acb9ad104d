"""Compare classifiers over several data sets: a table of scores, ranks, and significance tests.

A *table of scores* has one row for each data set and one column for each method. By default a lower score is better,
as for an error rate. Scores that agree to twelve digits of the largest count as equal.
"""

from tiws_teach.evaluation.folds import cross_validated_table, mean_scores
from tiws_teach.evaluation.pairs import hochberg, signed_rank_p, signed_ranks, wilcoxon_hochberg
from tiws_teach.evaluation.ranking import Friedman, average_ranks, friedman, ranks

__all__ = [
    "Friedman",
    "average_ranks",
    "cross_validated_table",
    "friedman",
    "hochberg",
    "mean_scores",
    "ranks",
    "signed_rank_p",
    "signed_ranks",
    "wilcoxon_hochberg",
]
