"""Homework of lesson 04: a posterior by hand, and the race of the classes."""

import numpy as np

from tiws_teach.course.homework import Ways, expect, item
from tiws_teach.kcnn import conditional_distances, conditional_posteriors


@item(expect.number(0, 1), within=0.0006)
def posterior(rng: np.random.Generator) -> tuple:
    distances, features = np.sort(rng.choice(np.arange(20, 60), 3, replace=False) / 10), int(rng.integers(3, 6))
    right, plain, more = (conditional_posteriors(distances, p)[0] for p in (features, 1, features + 1))
    ways = {"right": right, "no power": plain, "one more": more}
    return {"distances": distances, "features": features}, ways | {
        "turned round": distances[0] ** features / (distances**features).sum()}  # fmt: skip


@item(expect.function("d", "labels", "k"))
def race(rng: np.random.Generator) -> tuple:
    labels = np.repeat(["A", "B", "C"], [4, 5, 6])
    far = np.arange(15)
    return (
        {},
        _winners,
        [(rng.permutation(far + rng.random(15).round(3)), rng.permutation(labels), k) for k in (2, 3, 4, 2, 3)],
    )


def _winners(d: np.ndarray, labels: np.ndarray, k: int) -> Ways:
    kinds, codes = np.unique(labels, return_inverse=True)
    kth = conditional_distances([[0.0]], d[:, np.newaxis], codes, k)[0, k - 1]
    near = np.bincount(codes[np.argsort(d)[:k]])
    ways = {"right": kth.argmin(), "nearest": codes[d.argmin()], "most": near.argmax(), "farthest": kth.argmax()}
    return {name: str(kinds[place]) for name, place in ways.items()}
