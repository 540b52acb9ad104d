"""Homework of lesson 05: a Hamming loss, and the best answer to it."""

import numpy as np

from tiws_teach import multilabel
from tiws_teach.course.homework import Ways, expect, item


@item(expect.number(0), within=0.0006)
def hamming_loss(rng: np.random.Generator) -> tuple:
    rows, labels = rng.integers(7, 12), rng.integers(4, 8)
    truth = rng.integers(0, 2, (rows, labels))
    said = truth ^ rng.binomial(1, rng.uniform(0.1, 0.7), (rows, labels))
    loss = float(multilabel.hamming_loss(truth, said))
    ways = {
        "right": loss,
        "0/1 loss": multilabel.zero_one_loss(truth, said),
        "accuracy": 1 - loss,
        "per row": labels * loss,
    }
    return {"truth": truth, "predicted": said}, ways


@item(expect.function("sets", "chance"))
def best_for_hamming(rng: np.random.Generator) -> tuple:
    sets = np.array([[a, b, c] for a in (0, 1) for b in (0, 1) for c in (0, 1)])
    cases = [(rng.permutation(sets)[:6], rng.dirichlet(np.full(6, 0.6)).round(3)) for _ in range(6)]
    return {}, _best, [(sets, chance) for sets, chance in cases if abs(chance @ sets - 0.5).min() > 0.01]


def _best(sets: np.ndarray, chance: np.ndarray) -> Ways:
    ways = {"right": (chance @ sets > chance.sum() / 2).astype(int), "likeliest set": sets[chance.argmax()]}
    return ways | {"not weighted": (sets.mean(axis=0) > 0.5).astype(int), "probabilities": chance @ sets}
