"""Resampling: change the rows or their weights when one class has far fewer rows than another."""

from tiws_teach.resampling.equations import class_weights, interpolate
from tiws_teach.resampling.priors import PriorCorrectedClassifier, correct_priors
from tiws_teach.resampling.sampler import Resampler
from tiws_teach.resampling.samplers import oversample, smote, undersample
from tiws_teach.resampling.weighted_knn import ClassWeightedKNNClassifier, gathered_mass

__all__ = [
    "ClassWeightedKNNClassifier",
    "PriorCorrectedClassifier",
    "Resampler",
    "class_weights",
    "correct_priors",
    "gathered_mass",
    "interpolate",
    "oversample",
    "smote",
    "undersample",
]
