"""K conditional nearest neighbours (kCNN), their ensemble (EkCNN), and the choice of k."""

from tiws_teach.kcnn.choice import choose_n_neighbors
from tiws_teach.kcnn.classifiers import EKCNNClassifier, KCNNClassifier
from tiws_teach.kcnn.equations import (
    bayes_posteriors,
    conditional_densities,
    conditional_distances,
    conditional_posteriors,
    ensemble_posteriors,
)

__all__ = [
    "EKCNNClassifier",
    "KCNNClassifier",
    "bayes_posteriors",
    "choose_n_neighbors",
    "conditional_densities",
    "conditional_distances",
    "conditional_posteriors",
    "ensemble_posteriors",
]
