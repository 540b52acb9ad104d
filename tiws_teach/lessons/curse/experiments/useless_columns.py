"""Real tables, without columns that hardly change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from sklearn.datasets import load_breast_cancer, load_digits, load_wine

from tiws_teach._validation import check_choice

TABLES: dict[str, Callable[..., Any]] = {
    "wine": load_wine,
    "breast cancer": load_breast_cancer,
    "digits": load_digits,
}
_MOST = 600  # rows of digits: enough, and quick


def real_table(name: str) -> tuple[np.ndarray, np.ndarray]:
    """Return at most 600 rows of a table, without columns in which one value fills more than 95 % of the rows."""
    X, y = TABLES[check_choice("name", name, tuple(TABLES))](return_X_y=True)
    X, y = X[:_MOST], y[:_MOST]
    commonest = np.array([np.unique(column, return_counts=True)[1].max() for column in X.T])
    return X[:, commonest <= 0.95 * len(X)], y
