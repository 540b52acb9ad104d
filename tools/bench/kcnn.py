"""kCNN and EkCNN next to scikit-learn's nearest neighbours."""

from collections.abc import Iterator
from functools import partial

import numpy as np
from scipy import sparse
from sklearn.neighbors import KNeighborsClassifier

from tiws_teach.kcnn import EKCNNClassifier, KCNNClassifier
from tools.bench._frames import clouds
from tools.bench._measure import by_size, compare, fitted, memory_table
from tools.bench._report import Block, Table

CLASSES, NEIGHBOURS, QUERIES = 3, 5, 2_000
PEERS = {
    "KNeighborsClassifier (brute)": partial(KNeighborsClassifier, NEIGHBOURS, algorithm="brute"),
    "KNeighborsClassifier (auto)": partial(KNeighborsClassifier, NEIGHBOURS),
}
MODELS = {
    "KCNNClassifier": partial(KCNNClassifier, NEIGHBOURS),
    "EKCNNClassifier": partial(EKCNNClassifier, NEIGHBOURS),
    **PEERS,
}
RATIOS = {"kCNN / brute": (0, 2), "EkCNN / brute": (1, 2), "kCNN / auto": (0, 3), "EkCNN / auto": (1, 3)}


def measure(quick: bool) -> Iterator[Block]:
    small, repeats = (20, 1) if quick else (1, 5)
    sizes, queries = [n // small for n in (2_000, 20_000, 200_000)], QUERIES // small
    for features in (10, 2):
        asked = clouds(queries, features, seed=1)[0]
        compared = compare(
            "training rows", by_size(sizes), lambda n, asked=asked: jobs(clouds(n, asked.shape[1]), asked), repeats,
            ratios=RATIOS,
        )  # fmt: skip
        yield f"### {features} features"
        yield (
            f"Seconds to fit and to predict the probabilities of {queries:,} rows, {NEIGHBOURS} neighbours, {CLASSES} "
            f"classes, {features} features, and how many times as long as scikit-learn that is:"
        )
        yield compared.table
        yield f"The time of kCNN grows as rows to the {compared.power(sizes)}."
    yield (
        "With two features a tree is faster than any search through all rows. kCNN takes a tree there, too, but "
        "one for each class, and looks for a few candidates more, whose distances it computes exactly; with few rows "
        "what is done once for each class is most of the time. With ten features it takes one matrix product for each "
        "class and a block of queries, and computes the few smallest distances exactly."
    )
    n = sizes[-2]
    yield "### By features"
    yield f"The same seconds for {n:,} training rows, by the number of features:"
    wide = {str(p): (clouds(n, p), clouds(queries, p, seed=1)[0]) for p in (1, 4, 5, 20, 100)}
    yield against("features", wide, repeats, "kCNN / brute", "kCNN / auto")
    yield "### Ties"
    yield (
        f"The same seconds for {n:,} training rows of ten features with 2, 4 or 10 whole-numbered values, where "
        "distances are tied. kCNN searches rows that are repeated often once, and whole numbers by a product without "
        "rounding, so that the rule for ties costs no second search:"
    )
    yield against("values", dict(on_a_grid(n, queries)), repeats, "kCNN / brute", "kCNN / auto")
    yield (
        f"The same seconds for {n:,} training rows of zeros and ones, a share of them ones, and for rows of ten "
        "numbers, each repeated 20 times:"
    )
    yield against("rows", dict(presence(n, queries)), repeats, "kCNN / brute", "EkCNN / brute")
    yield from memory(MODELS, "predict_proba", sizes, queries)


def jobs(data, asked, models=MODELS, then="predict_proba"):
    """Return jobs that fit each model, and ask it."""
    return {name: fitted(make, data, asked, then) for name, make in models.items()}


def against(label: str, rows: dict[str, tuple], repeats: int, *ratios: str) -> Table:
    """Return a table of the models' times and some of the ratios."""
    return compare(label, rows, jobs, repeats, ratios={name: RATIOS[name] for name in ratios}).table


def on_a_grid(n: int, queries: int) -> Iterator[tuple[str, tuple]]:
    """Yield rows and queries whose distances are often tied."""
    for levels in (2, 4, 10):
        rng = np.random.default_rng(0)
        X, y = rng.integers(0, levels, (n, 10)).astype(float), rng.integers(0, CLASSES, n)
        yield str(levels), ((X, y), rng.integers(0, levels, (queries, 10)).astype(float))


def presence(n: int, queries: int) -> Iterator[tuple[str, tuple]]:
    """Yield rows and queries of zeros and ones, dense and sparse, and repeated rows."""
    y = np.random.default_rng(0).integers(0, CLASSES, n)
    for features, share in ((30, 0.5), (100, 0.3), (500, 0.05)):
        X, asked = ((np.random.default_rng(i).random((m, features)) < share) * 1.0 for i, m in enumerate((n, queries)))
        yield f"{features} features, {share:.0%} ones", ((X, y), asked)
    yield f"{features} features, {share:.0%} ones, sparse", ((sparse.csr_array(X), y), sparse.csr_array(asked))
    yield "each row 20 times", ((np.repeat(clouds(n // 20)[0], 20, axis=0), y), clouds(queries, seed=1)[0])


def memory(models, then: str, sizes: list[int], queries: int) -> list[Block]:
    """Compare peaks of the resident memory with a table of all pairs."""
    rows = {
        f"{n:,}": {name: (prepare, make, then, n, queries) for name, make in models.items()}
        | {"all pairs": n * queries * 8}
        for n in sizes
    }
    return [
        "### Memory",
        f"MiB by which predicting {queries:,} rows raises the resident memory of a fresh process at most, ten "
        "features, next to the distances of all pairs, which are never held:",
        memory_table("training rows", rows),
    ]


def prepare(make, then: str, n: int, queries: int):
    """Return the job of a child process: one prediction, after a small one that loads what is loaded late."""
    model, asked = make(), clouds(queries, seed=1)[0]
    getattr(model.fit(*clouds(300)), then)(asked)
    return partial(getattr(model.fit(*clouds(n)), then), asked)
