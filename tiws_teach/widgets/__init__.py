"""The explorers: controls, a picture and its words; nothing is computed here."""

from __future__ import annotations

from importlib import import_module
from typing import Any

_HOME = {
    "BiasVarianceExplorer": "bias_variance",
    "DimensionExplorer": "curse",
    "Explorer": "_explorer",
    "HideCategoryExplorer": "tiws",
    "ImbalanceExplorer": "imbalance",
    "KCNNExplorer": "kcnn",
    "LOFExplorer": "lof",
    "LabelsetExplorer": "nldd",
    "NeighborExplorer": "start",
    "Picture": "_picture",
    "SizeExplorer": "tiws",
    "SmoteExplorer": "imbalance",
    "VocabularyExplorer": "text",
}

__all__ = [
    "BiasVarianceExplorer",
    "DimensionExplorer",
    "Explorer",
    "HideCategoryExplorer",
    "ImbalanceExplorer",
    "KCNNExplorer",
    "LOFExplorer",
    "LabelsetExplorer",
    "NeighborExplorer",
    "Picture",
    "SizeExplorer",
    "SmoteExplorer",
    "VocabularyExplorer",
]


def __getattr__(name: str) -> Any:
    """Import an explorer when it is first asked for: each brings its own data."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}; it has {', '.join(__all__)}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
