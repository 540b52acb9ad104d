"""Metrics for each class; accuracy alone would hide the small class."""

from tiws_teach.metrics.by_class import (
    balanced_accuracy,
    confusion_table,
    cost_threshold,
    expected_cost,
    f1,
    majority_accuracy,
    precision,
    recall,
)
from tiws_teach.metrics.ranking import average_precision, precision_recall_steps

__all__ = [
    "average_precision",
    "balanced_accuracy",
    "confusion_table",
    "cost_threshold",
    "expected_cost",
    "f1",
    "majority_accuracy",
    "precision",
    "precision_recall_steps",
    "recall",
]
