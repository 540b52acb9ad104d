"""Readable reference implementations and tested lessons on classification in awkward situations.

Every public function and estimator can be imported from here and from its module; a module is loaded when one of its
names is first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

_NAMES = {
    "tiws": (
        "TIWSEncoder",
        "TIWSImputer",
        "TIWSInterval",
        "aggregate",
        "category_similarity",
        "conditional_profiles",
        "document_matrix",
        "hellinger_similarity",
        "inverse_document_frequency",
        "modified_cosine",
        "size_correlation",
        "target_estimates",
        "term_frequency",
        "tiws_intervals",
        "unseen_estimates",
        "unseen_weights",
    ),
    "bias_variance": (
        "BiasVariance",
        "bias_variance_decomposition",
        "draw_from",
        "neighbor_weights",
        "optimism",
        "smoother_parts",
        "squared_loss_parts",
        "variance_of_average",
        "zero_one_parts",
    ),
    "curse": (
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
    ),
    "evaluation": (
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
    ),
    "jitter": ("JitterTreeClassifier", "branch_probability"),
    "lof": (
        "LocalOutlierFactor",
        "Neighborhoods",
        "density_ratio",
        "k_distance",
        "local_outlier_factor",
        "local_reachability_density",
        "mean_neighbor_distance",
        "neighborhood",
        "reachability_distance",
    ),
    "kcnn": (
        "EKCNNClassifier",
        "KCNNClassifier",
        "bayes_posteriors",
        "choose_n_neighbors",
        "conditional_densities",
        "conditional_distances",
        "conditional_posteriors",
        "ensemble_posteriors",
    ),
    "local_mean": (
        "LMKNNClassifier",
        "MLMKHNNClassifier",
        "harmonic_mean_distance",
        "local_mean_distances",
        "local_means",
    ),
    "metrics": (
        "average_precision",
        "balanced_accuracy",
        "confusion_table",
        "expected_cost",
        "f1",
        "majority_accuracy",
        "precision",
        "precision_recall_steps",
        "recall",
    ),
    "multilabel": (
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
    ),
    "resampling": (
        "ClassWeightedKNNClassifier",
        "class_weights",
        "gathered_mass",
        "interpolate",
        "oversample",
        "smote",
        "undersample",
    ),
    "wctf_idf": (
        "WCTFIDFVectorizer",
        "class_frequencies",
        "class_quotas",
        "class_vocabulary",
        "smoothed_idf",
        "textbook_tf_idf",
        "tf_idf",
    ),
}
_MODULES = (
    "bias_variance",
    "course",
    "curse",
    "datasets",
    "evaluation",
    "jitter",
    "kcnn",
    "lessons",
    "local_mean",
    "lof",
    "metrics",
    "multilabel",
    "plots",
    "replications",
    "resampling",
    "tiws",
    "wctf_idf",
)
_HOME = {name: module for module, names in _NAMES.items() for name in names}

__all__ = ["__version__", *sorted(_HOME)]


def __getattr__(name: str) -> Any:
    if name in _HOME:
        value = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    elif name in _MODULES:
        value = import_module(f"{__name__}.{name}")
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*__all__, *_MODULES})
