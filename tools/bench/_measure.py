"""Time and memory of several ways to do one thing, taken in turns so that a busy machine strikes all alike."""

from __future__ import annotations

import gc
import multiprocessing
import os
import platform
import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from multiprocessing.connection import Connection
from typing import Any

import numpy as np
import psutil

CLOCK = time.process_time if time.get_clock_info("process_time").resolution < 1e-4 else time.perf_counter
"""Where the processor's clock ticks too seldom, the time on the wall."""

SAMPLE = 0.002
"""Seconds between two looks at the memory of a child."""


@dataclass(frozen=True)
class Times:
    """Seconds of the steps of the fastest round."""

    steps: tuple[float, ...]

    @property
    def total(self) -> float:
        return sum(self.steps)


def race(jobs: Mapping[str, Callable[[], Sequence[float]]], repeats: int, budget: float = 30.0) -> dict[str, Times]:
    """Run all jobs in turns and return the fastest round of each.

    Parameters
    ----------
    jobs : dict of str -> callable
        Each returns the seconds of its steps.
    repeats : int
        Rounds; each round begins with another job.
    budget : float
        Seconds after which a job takes part in no further round.
    """
    names, spent = list(jobs), dict.fromkeys(jobs, 0.0)
    best: dict[str, Times] = {}
    for turn in range(repeats):
        start = turn % len(names)
        gc.collect()
        for name in names[start:] + names[:start]:
            if spent[name] > budget:
                continue
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # what a peer says of its own future or convergence is not measured
                times = Times(tuple(jobs[name]()))
            spent[name] += times.total
            best[name] = min(best.get(name, times), times, key=lambda found: found.total)
    return {name: best[name] for name in names}


def seconds(step: Callable[[], Any]) -> float:
    """Return the processor time of a call: what it takes on one thread when nothing else runs."""
    start = CLOCK()
    step()
    return CLOCK() - start


def growth(sizes: Sequence[float], times: Sequence[float]) -> float:
    """Return the exponent b of time = a * size ** b, fitted to the three largest sizes."""
    return float(np.polyfit(np.log(sizes[-3:]), np.log(times[-3:]), 1)[0])


def peak_memory(prepare: Callable[..., Callable[[], Any]], *arguments: Any) -> int:
    """Return by how many bytes the resident memory of a fresh process grows while a job runs.

    Parameters
    ----------
    prepare : callable
        A function of a module; makes the data in the child, warms up, and returns the job.
    *arguments
        Passed to `prepare`.
    """
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    child = context.Process(target=_child, args=(there, prepare, arguments))
    child.start()
    try:
        here.recv()
        process = psutil.Process(child.pid)
        before = peak = process.memory_info().rss
        here.send("go")
        while not here.poll(SAMPLE):
            peak = max(peak, process.memory_info().rss)
        peak = max(peak, here.recv())
    finally:
        child.join(5)
        child.kill()
    return peak - before


def _child(pipe: Connection, prepare: Callable[..., Callable[[], Any]], arguments: tuple[Any, ...]) -> None:
    warnings.simplefilter("ignore")
    job = prepare(*arguments)
    gc.collect()
    pipe.send("ready")
    pipe.recv()
    result = job()
    pipe.send(psutil.Process().memory_info().rss)
    del result


def machine() -> str:
    """Return the class of the machine and the versions, without a name, a path or a time."""
    packages = ("numpy", "scipy", "pandas", "scikit-learn", "category_encoders")
    versions = ", ".join(f"{name} {version(name)}" for name in packages)
    memory = round(psutil.virtual_memory().total / 2**30)
    return (
        f"Measured on {platform.system()} {platform.machine()}, {os.cpu_count()} cores, {memory} GiB of memory, one "
        f"thread; Python {platform.python_version()}, {versions}."
    )
