"""Take the similarity apart with three rows: A has the mix of U, B another; only the size of A changes."""

from dataclasses import dataclass
from functools import cache

import numpy as np
import pandas as pd

from tiws_teach.tiws import aggregate, inverse_document_frequency, modified_cosine, term_frequency

SIZES = (0.25, 0.5, 1, 2, 4, 8)
ROWS_OF_B = {"(3, 1, 1, 3)": (3, 1, 1, 3), "(3, 1, 2, 2)": (3, 1, 2, 2)}
ENTRIES = ("counts", "shares")
MIX = (1, 3, 2, 2)
WORDS = ("degree", "none", "female", "male")


@dataclass(frozen=True)
class ThreeRows:
    """The four tables of three rows, and the similarities of U."""

    size: float
    tables: dict[str, pd.DataFrame]  # D, T, I and H
    similarity: pd.Series  # of U to A and B
    path: pd.DataFrame  # the same by the size of A


def three_rows(size: float, b: str, entries: str = "counts") -> ThreeRows:
    """Return the tables for a size of A, a row of B, and counts as they are or divided by their row's sum."""
    tables = _tables(size, b, entries)
    return ThreeRows(size, tables, _similarity(tables["H"]), path(b, entries))


@cache
def path(b: str, entries: str) -> pd.DataFrame:
    """Return the similarities of U by the size of A."""
    sizes = np.geomspace(SIZES[0], SIZES[-1], 41)
    return pd.DataFrame([_similarity(_tables(size, b, entries)["H"]) for size in sizes], pd.Index(sizes, name="size"))


def _tables(size: float, b: str, entries: str) -> dict[str, pd.DataFrame]:
    """Return D, T, I and H."""
    counts = np.array([np.multiply(MIX, size), ROWS_OF_B[b], MIX], dtype=float)
    if entries == "shares":
        counts = counts / counts.sum(axis=1, keepdims=True)
    D = pd.DataFrame(counts, list("ABU"), list(WORDS))
    T, I = term_frequency(D), inverse_document_frequency(D)  # noqa: E741  (the paper's names)
    return {"D": D, "T": T, "I": I, "H": aggregate(T, I)}


def _similarity(H: pd.DataFrame) -> pd.Series:
    """Return the similarity of U to the others."""
    return modified_cosine(H).loc["U", ["A", "B"]]
