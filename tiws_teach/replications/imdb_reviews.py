"""The article's own table on IMDB, for a reader who has the reviews: they are too large to be downloaded here.

23,000 negative and 2,000 positive reviews are drawn, a quarter is held out, and every method of `imbalanced_text`
chooses its vocabulary on the rest. Nothing is stored: the table is computed where the folder aclImdb is available.

Source: Pattnaik, How to correctly use TF-IDF with imbalanced data, Table 1.
"""

from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pandas as pd
from sklearn.model_selection import train_test_split

from tiws_teach._validation import fail
from tiws_teach.replications._imbalanced import STOP_WORDS, count_terms, first_step, imdb_folder, read_imdb
from tiws_teach.replications.imbalanced_text import fold, with_figures

DRAWN = (23_000, 2_000)
HELD_OUT = 0.25


def table_1(
    folder: Path | str | None = None,
    *,
    max_features: int = 300,
    seeds: Iterable[int] = range(3),
    drawn: tuple[int, int] = DRAWN,
) -> pd.DataFrame:
    """Compute precision, recall and F1 of the positive reviews by method: mean over the seeds, F1's sd (minutes)."""
    texts, y = read_imdb(folder)
    if (np.bincount(y, minlength=2) < drawn).any():
        fail("drawn", f"be at most {np.bincount(y).tolist()}, the reviews there are", drawn, "Draw fewer.")
    counts, published = count_terms(texts, STOP_WORDS)[0], first_step(texts)
    draws = [_one(counts, published, y, drawn, max_features, seed) for seed in seeds]
    rows = pd.DataFrame([row for draw in draws for row in draw])
    by_method = with_figures(rows).groupby("method", sort=False)
    return by_method[["precision", "recall", "F1"]].mean().assign(**{"F1 sd": by_method["F1"].std()})


def _one(counts, published, y: np.ndarray, drawn: tuple[int, int], max_features: int, seed: int):
    """Return the counts of right and wrong on the held-out quarter of one draw."""
    rng = np.random.default_rng(seed)
    kept = np.sort(np.concatenate([rng.permutation(np.flatnonzero(y == c))[:size] for c, size in enumerate(drawn)]))
    train, test = train_test_split(np.arange(len(kept)), test_size=HELD_OUT, random_state=seed, stratify=y[kept])
    return fold(counts[kept], y[kept], train, test, max_features, (published[0][kept], published[1]))


def is_present() -> bool:
    """Return whether the folder aclImdb is in the one that TIWS_TEACH_DATA names."""
    return imdb_folder() is not None
