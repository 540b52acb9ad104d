"""Which benchmark belongs to which method, and those of the lessons; a method without one fails a test."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Benchmark:
    """A benchmark: `module` of this package has ``measure(quick) -> list of blocks``."""

    title: str
    module: str


METHODS = {
    "tiws": Benchmark("TIWS", "tiws"),
    "jitter": Benchmark("Jitter trees", "jitter"),
    "resampling": Benchmark("Resampling", "resampling"),
    "evaluation": Benchmark("Evaluation", "evaluation"),
    "metrics": Benchmark("Metrics", "metrics"),
    "wctf_idf": Benchmark("WCTF-IDF", "wctf_idf"),
    "kcnn": Benchmark("Conditional nearest neighbours", "kcnn"),
    "local_mean": Benchmark("Local means", "local_mean"),
    "lof": Benchmark("Local outlier factor", "lof"),
    "curse": Benchmark("Curse of dimensionality", "curse"),
    "bias_variance": Benchmark("Bias and variance", "bias_variance"),
    "distances": Benchmark("Neighbours in practice", "distances"),
    "shift": Benchmark("Training and test rows", "shift"),
    "selection": Benchmark("Selection of columns", "selection"),
    "multilabel": Benchmark("Multi-label classification", "multilabel"),
    "occupation": Benchmark("Occupation coding", "occupation"),
}
OTHERS = {
    "engines": Benchmark("TIWS on engines", "engines"),
    "explorers": Benchmark("Explorers of the lessons", "explorers"),
}
"""What is measured beside the methods."""
ALL = METHODS | OTHERS
