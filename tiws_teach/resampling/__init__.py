"""Resampling: change the rows or their weights when one class has far fewer rows than another."""

from tiws_teach.resampling.equations import class_weights, interpolate
from tiws_teach.resampling.samplers import oversample, smote, undersample
from tiws_teach.resampling.weighted_knn import ClassWeightedKNNClassifier, gathered_mass

__all__ = [
    "ClassWeightedKNNClassifier",
    "class_weights",
    "gathered_mass",
    "interpolate",
    "oversample",
    "smote",
    "undersample",
]
