"""LMkNN and MLM-kHNN next to scikit-learn's nearest neighbours."""

from collections.abc import Iterator
from functools import partial

from tiws_teach.local_mean import LMKNNClassifier, MLMKHNNClassifier
from tools.bench._frames import clouds
from tools.bench._measure import compare
from tools.bench._report import Block
from tools.bench.kcnn import CLASSES, NEIGHBOURS, PEERS, QUERIES, jobs, memory

MODELS = {
    "LMKNNClassifier": partial(LMKNNClassifier, NEIGHBOURS),
    "MLMKHNNClassifier": partial(MLMKHNNClassifier, NEIGHBOURS),
    **PEERS,
}


def measure(quick: bool) -> Iterator[Block]:
    small, repeats = (20, 1) if quick else (1, 5)
    sizes, queries = [n // small for n in (2_000, 20_000, 200_000)], QUERIES // small
    compared = compare(
        "features, training rows",
        {f"{features}, {n:,}": (n, features) for features in (10, 2) for n in sizes},
        lambda n, features: jobs(clouds(n, features), clouds(queries, features, seed=1)[0], MODELS, "predict"),
        repeats,
        ratios={"LMkNN / brute": (0, 2), "MLM-kHNN / brute": (1, 2)},
    )
    yield (
        f"Seconds to fit and to predict {queries:,} rows, {NEIGHBOURS} neighbours, {CLASSES} classes, next to "
        "scikit-learn's plain neighbours:"
    )
    yield compared.table
    yield (
        f"With ten features the time of LMkNN grows as rows to the {compared.power(sizes)}. The means cost almost "
        "nothing compared with the search."
    )
    yield from memory(MODELS, "predict", sizes[-1:], queries)
