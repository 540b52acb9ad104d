"""Rows of frames and arrays: select them, match those without a target to the training rows, fill missing values."""

from __future__ import annotations

import warnings

import numpy as np
import pandas as pd

from tiws_teach._categories import frame_columns, match_columns
from tiws_teach._validation import fail
from tiws_teach.tiws._libraries import to_pandas

MISSING_CATEGORY = "<missing>"
"""The category of missing values if ``handle_missing="category"``."""


def match_rows(X_unlabeled, X, names):
    """Return the unlabelled rows with the columns of `X`: by name if both have names, else by position."""
    if isinstance(X, pd.DataFrame):
        names = X.columns
    elif frame_columns(X_unlabeled) is not None and list(names) == [f"x{j}" for j in range(len(names))]:
        X_unlabeled = np.asarray(X_unlabeled, dtype=object)  # X has no names to match
    return match_columns(to_pandas(X_unlabeled), names, "X_unlabeled")


def unwrap_unlabeled(X_unlabeled, X):
    """Return the unlabelled rows, out of a list of one frame; warn if a cross-validation has taken a part of them.

    scikit-learn selects rows of every argument that is as long as X. A list of one frame is never as long.
    """
    if isinstance(X_unlabeled, list | tuple) and [getattr(part, "ndim", 2) for part in X_unlabeled] == [2]:
        return X_unlabeled[0] if hasattr(X_unlabeled[0], "shape") else X_unlabeled
    frames = (X, X_unlabeled)
    alike = all(hasattr(frame, "index") for frame in frames) and len(X) == len(X_unlabeled)
    if alike and not any(isinstance(frame.index, pd.RangeIndex) and frame.index.start == 0 for frame in frames):
        warnings.warn(
            f"X_unlabeled has {len(X)} rows, as many as X. If a cross-validation passed it on, it has selected "
            f"rows of it. Pass [X_unlabeled] to keep all of them.",
            stacklevel=4,
        )
    return X_unlabeled


def take(X, chosen):
    """Return the chosen rows of a frame or an array."""
    return X[chosen] if isinstance(X, pd.DataFrame | np.ndarray) else np.asarray(X, dtype=object)[chosen]


def fill_missing(X):
    """Return `X` with `MISSING_CATEGORY` in place of missing values; columns without any stay as they are."""
    if isinstance(X, pd.DataFrame):
        holes = [name for name in X.columns if X[name].isna().any()]
        return X.assign(**{name: X[name].astype(object).where(X[name].notna(), MISSING_CATEGORY) for name in holes})
    holes = pd.isna(X)
    return np.where(holes, MISSING_CATEGORY, X.astype(object)) if holes.any() else X


def as_frame(X):
    """Return a frame of any library or an array as a pandas frame; an array's columns are x0, x1, ..."""
    names = frame_columns(X)
    if isinstance(X, pd.DataFrame):
        return X.reset_index(drop=True)
    if names is not None:
        return match_columns(X, names, "X")
    X = np.asarray(X, dtype=None if hasattr(X, "dtype") else object)
    if X.ndim != 2:
        fail("X", "be a table of rows and columns", f"shape {X.shape}", "Pass a frame or a 2-D array of categories.")
    return pd.DataFrame(X, columns=[f"x{j}" for j in range(X.shape[1])])
