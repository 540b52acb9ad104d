"""Local mean classifiers: LMkNN, and MLM-kHNN with the harmonic mean of several local means."""

from tiws_teach.local_mean.classifiers import LMKNNClassifier, MLMKHNNClassifier
from tiws_teach.local_mean.equations import harmonic_mean_distance, local_mean_distances, local_means

__all__ = ["LMKNNClassifier", "MLMKHNNClassifier", "harmonic_mean_distance", "local_mean_distances", "local_means"]
