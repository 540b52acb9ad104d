"""Tables to measure on: categories with hidden groups of rows, so that they resemble each other, and clouds."""

import numpy as np
import pandas as pd

GROUPS = 8
KINDS = {"object strings": "object", "pandas str": "str", "category": "category"}


def make_frames(n_rows, n_features, n_categories, kind="pandas str"):
    """Return training rows, their target and new rows, in which each feature has one unseen category.

    `kind`, one of KINDS, says what the columns hold; the target is 0 or 1. There must be more rows than categories.
    """
    rng = np.random.default_rng(0)
    profiles = rng.dirichlet(np.ones(n_categories + 1), size=(n_features, GROUPS))
    seen = profiles[:, :, :-1] / profiles[:, :, :-1].sum(axis=2, keepdims=True)
    group, new_group = rng.integers(GROUPS, size=(2, n_rows))
    y = (rng.random(n_rows) < (group + 1) / (GROUPS + 1)).astype(np.int64)
    return _frame(rng, seen, group, kind), y, _frame(rng, profiles, new_group, kind)


def _frame(rng, profiles, group, kind):
    """Return one column for each feature, drawn from the profile of each row's group; no category is without a row."""
    columns = {}
    for j, profile in enumerate(profiles):
        codes = np.empty(len(group), dtype=np.int64)
        for g, share in enumerate(profile):
            rows = np.flatnonzero(group == g)
            codes[rows] = rng.choice(len(share), size=len(rows), p=share)
        codes[rng.choice(len(codes), size=profile.shape[1], replace=False)] = np.arange(profile.shape[1])
        labels = np.array([f"feature {j}: {code:05d}" for code in range(profile.shape[1])], dtype=object)
        columns[f"x{j}"] = pd.Series(labels[codes], dtype=KINDS[kind])
    return pd.DataFrame(columns)


def clouds(n, features=10, seed=0, classes=3):
    """Return n rows of Gaussian clouds, one for each class, one apart, and their classes."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, classes, n)
    return rng.normal(size=(n, features)) + y[:, np.newaxis], y
