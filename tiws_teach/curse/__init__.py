"""The curse of dimensionality: growing, empty volumes; similar distances; harmful features."""

from tiws_teach.curse.contrast import distance_contrast, intrinsic_dimension, relative_spread
from tiws_teach.curse.hughes import estimated_means_accuracy, hughes_curve, known_means_accuracy, trunk_example
from tiws_teach.curse.volumes import ball_share, points_to_cover, shell_share, side_for_share

__all__ = [
    "ball_share",
    "distance_contrast",
    "estimated_means_accuracy",
    "hughes_curve",
    "intrinsic_dimension",
    "known_means_accuracy",
    "points_to_cover",
    "relative_spread",
    "shell_share",
    "side_for_share",
    "trunk_example",
]
