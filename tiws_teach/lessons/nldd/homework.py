"""Homework of lesson 05: a Hamming loss, and the best answer to it."""

from __future__ import annotations

import numpy as np

from tiws_teach import multilabel
from tiws_teach.course import expect
from tiws_teach.course.exercises import Ways
from tiws_teach.course.homework import Drawn, item


@item(expect.number(0))
def hamming_loss(rng: np.random.Generator) -> Drawn:
    """Give the Hamming loss of six predicted labelsets."""
    truth, said = rng.integers(0, 2, (2, 6, 4))
    loss = multilabel.hamming_loss(truth, said)
    ways = {"right": loss, "0/1 loss": multilabel.zero_one_loss(truth, said), "accuracy": 1 - loss}
    return Drawn({"truth": truth, "predicted": said}, ways | {"per row": 4 * loss})


@item(expect.function("sets", "chance"))
def best_for_hamming(rng: np.random.Generator) -> Drawn:
    """Judge a function that gives the labelset with the smallest expected Hamming loss."""
    every = np.array([[a, b, c] for a in (0, 1) for b in (0, 1) for c in (0, 1)])
    cases = [(rng.permutation(every)[:6], np.round(rng.dirichlet(np.full(6, 0.6)), 3)) for _ in range(6)]
    return Drawn({}, _best, [(sets, chance) for sets, chance in cases if abs(chance @ sets - 0.5).min() > 0.01])


def _best(sets: np.ndarray, chance: np.ndarray) -> Ways:
    """Return the labelset with the smallest expected Hamming loss, and what each slip gives."""
    return {
        "right": (chance @ sets > chance.sum() / 2).astype(int),
        "likeliest set": sets[chance.argmax()],
        "not weighted": (sets.mean(axis=0) > 0.5).astype(int),
        "probabilities": chance @ sets,
    }
