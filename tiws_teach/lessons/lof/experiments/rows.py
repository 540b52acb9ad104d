"""Rows of real tables, and among them some that do not belong."""

from functools import cache

import numpy as np
from sklearn.datasets import load_breast_cancer, load_digits

from tiws_teach.lof import local_outlier_factor, mean_neighbor_distance

_digits, _tumours = cache(load_digits), cache(load_breast_cancer)
"""Reading them takes longer than scoring a sample."""


def with_wrong_labels(seed: int, n_wrong: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the images of a class, those with a wrong label last, and their true digits."""
    images, digit, rng = _digits(), seed % 10, np.random.default_rng(seed)
    own = np.flatnonzero(images.target == digit)
    rows = np.concatenate([own, rng.choice(np.flatnonzero(images.target != digit), n_wrong, replace=False)])
    return images.data[rows], images.target[rows]


def with_malignant(seed: int, n_wrong: int) -> np.ndarray:
    """Return the benign tumours, and after them malignant ones drawn with the seed."""
    tumours = _tumours()
    drawn = np.random.default_rng(seed).choice(tumours.data[tumours.target == 0], n_wrong, replace=False)
    return np.vstack([tumours.data[tumours.target == 1], drawn])


def compare_lists(X: np.ndarray, n: int, ks: tuple[int, ...] = (10,)) -> tuple[int, ...]:
    """Return in how many of `2 * n` rows the lists differ, and what both scores and turns find of the last `n`."""
    both = local_outlier_factor, mean_neighbor_distance
    ranks = [np.argsort(np.argsort(-np.max([score(X, k) for k in ks], axis=0))) for score in both]
    lists = [np.argsort(rank, kind="stable")[: 2 * n] for rank in (*ranks, np.minimum(*ranks))]
    return len(set(lists[0]) - set(lists[1])), *((rows >= len(X) - n).sum() for rows in lists)
