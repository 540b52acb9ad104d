"""TIWS: estimates for categories never seen in training, from their TF-IDF-like similarity to the seen ones."""

from tiws_teach.tiws.baseline import category_residuals, estimates_with_baseline
from tiws_teach.tiws.comparison import UnseenComparison, compare_unseen
from tiws_teach.tiws.conformal import conformal_half_width
from tiws_teach.tiws.encoder import TIWSEncoder
from tiws_teach.tiws.encoder_cv import TIWSEncoderCV
from tiws_teach.tiws.equations import (
    aggregate,
    document_matrix,
    inverse_document_frequency,
    modified_cosine,
    smoothed_means,
    target_estimates,
    term_frequency,
    unseen_estimates,
    unseen_weights,
)
from tiws_teach.tiws.imputer import TIWSImputer
from tiws_teach.tiws.intervals import TIWSInterval, tiws_intervals
from tiws_teach.tiws.similarities import (
    category_similarity,
    conditional_profiles,
    hellinger_similarity,
    size_correlation,
)
from tiws_teach.tiws.smoothing import empirical_bayes_smoothing
from tiws_teach.tiws.splitter import LeaveOneCategoryOut

__all__ = [
    "LeaveOneCategoryOut",
    "TIWSEncoder",
    "TIWSEncoderCV",
    "TIWSImputer",
    "TIWSInterval",
    "UnseenComparison",
    "aggregate",
    "category_residuals",
    "category_similarity",
    "compare_unseen",
    "conditional_profiles",
    "conformal_half_width",
    "document_matrix",
    "empirical_bayes_smoothing",
    "estimates_with_baseline",
    "hellinger_similarity",
    "inverse_document_frequency",
    "modified_cosine",
    "size_correlation",
    "smoothed_means",
    "target_estimates",
    "term_frequency",
    "tiws_intervals",
    "unseen_estimates",
    "unseen_weights",
]
