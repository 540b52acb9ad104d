"""Homework of lesson 04: a posterior by hand, and the race of the classes."""

from __future__ import annotations

import numpy as np

from tiws_teach.course import expect
from tiws_teach.course.homework import Drawn, item
from tiws_teach.kcnn import conditional_distances, conditional_posteriors


@item(expect.number(0, 1))
def posterior(rng: np.random.Generator) -> Drawn:
    """Give the posterior of the nearest class."""
    distances, features = np.sort(rng.choice(np.arange(2, 12), 3, replace=False) / 2), int(rng.integers(3, 6))
    right, plain, other = (conditional_posteriors(distances, p)[0] for p in (features, 1, features + 1))
    away = distances**features
    ways = {"right": right, "no power": plain, "k counted": other, "turned round": away[0] / away.sum()}
    return Drawn({"distances": distances, "features": features}, ways)


@item(expect.function("d", "labels", "k"))
def race(rng: np.random.Generator) -> Drawn:
    """Judge a function that names the class whose k-th row is nearest."""
    cases = []
    for k in (2, 3, 2, 3):
        labels = rng.permutation(np.repeat(["A", "B", "C"], [4, 5, 6]))
        cases.append((np.round(rng.permutation(np.arange(15) + rng.random(15)), 3), labels, k))
    return Drawn({}, _winners, cases)


def _winners(d: np.ndarray, labels: np.ndarray, k: int) -> dict[str, str]:
    """Return the class that kCNN predicts, and that of each slip."""
    kinds, codes = np.unique(labels, return_inverse=True)
    kth = conditional_distances([[0.0]], d[:, np.newaxis], codes, k)[0]
    near = np.bincount(codes[np.argsort(d)[:k]], minlength=len(kinds))
    return {
        "right": str(kinds[kth[:, k - 1].argmin()]),
        "nearest": str(labels[d.argmin()]),
        "most": str(kinds[near.argmax()]),
        "farthest": str(kinds[kth[:, k - 1].argmax()]),
    }
