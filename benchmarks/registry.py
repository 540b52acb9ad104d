"""Which benchmark belongs to which method of the library; a method without one fails a test."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Benchmark:
    """The benchmark of one method: `module` of this package has ``measure(quick) -> list of blocks``."""

    title: str
    module: str


METHODS = {
    "tiws": Benchmark("TIWS", "tiws"),
    "jitter": Benchmark("Jitter trees", "jitter"),
    "resampling": Benchmark("Resampling", "resampling"),
    "metrics": Benchmark("Metrics", "metrics"),
    "wctf_idf": Benchmark("WCTF-IDF", "wctf_idf"),
}
