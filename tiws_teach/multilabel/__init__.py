"""Multi-label classification: rows with several labels at once, the measures, NLDD and its competitors."""

from tiws_teach.multilabel._input import labelsets
from tiws_teach.multilabel.bernoulli_mixture import ConditionalBernoulliMixture
from tiws_teach.multilabel.binary_relevance import BinaryRelevance
from tiws_teach.multilabel.classifier_chain import ClassifierChain
from tiws_teach.multilabel.ensemble_chains import EnsembleClassifierChain
from tiws_teach.multilabel.homer import HOMERClassifier
from tiws_teach.multilabel.label_powerset import LabelPowerset
from tiws_teach.multilabel.measures import f_measure, hamming_loss, multilabel_accuracy, zero_one_loss
from tiws_teach.multilabel.misclassification import (
    equal_weights,
    likelihood_has_maximum,
    log_likelihood,
    misclassification_model,
    nearness_model,
    product_model,
)
from tiws_teach.multilabel.mlknn import MLkNNClassifier
from tiws_teach.multilabel.nldd import NLDDClassifier
from tiws_teach.multilabel.nldd_equations import (
    combined_distance,
    feature_distances,
    feature_scaling,
    label_distances,
    misclassification_probability,
    nearest_double_distance,
    nearest_pairs,
    standardized_features,
)
from tiws_teach.multilabel.nldd_pairs import halves, training_pairs
from tiws_teach.multilabel.rakel import RAkELClassifier
from tiws_teach.multilabel.random_forest_pct import RandomForestPCT
from tiws_teach.multilabel.subset_mapping import SubsetMapping, nearest_labelset, seen_labelsets

__all__ = [
    "BinaryRelevance",
    "ClassifierChain",
    "ConditionalBernoulliMixture",
    "EnsembleClassifierChain",
    "HOMERClassifier",
    "LabelPowerset",
    "MLkNNClassifier",
    "NLDDClassifier",
    "RAkELClassifier",
    "RandomForestPCT",
    "SubsetMapping",
    "combined_distance",
    "equal_weights",
    "f_measure",
    "feature_distances",
    "feature_scaling",
    "halves",
    "hamming_loss",
    "label_distances",
    "labelsets",
    "likelihood_has_maximum",
    "log_likelihood",
    "misclassification_model",
    "misclassification_probability",
    "multilabel_accuracy",
    "nearest_double_distance",
    "nearest_labelset",
    "nearest_pairs",
    "nearness_model",
    "product_model",
    "seen_labelsets",
    "standardized_features",
    "training_pairs",
    "zero_one_loss",
]
