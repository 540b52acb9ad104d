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
    "jitter": ("JitterTreeClassifier", "branch_probability"),
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
    "course",
    "datasets",
    "explore",
    "jitter",
    "metrics",
    "plots",
    "replications",
    "resampling",
    "tiws",
    "wctf_idf",
    "widgets",
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
