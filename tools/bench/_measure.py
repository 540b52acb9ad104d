"""Time and memory of several ways to do one thing, taken in turns so that a busy machine strikes all alike.

A benchmark is a table: its rows, and for each row the jobs to race (`compare`) or to weigh (`memory_table`).
"""

import gc
import multiprocessing
import os
import platform
import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

import numpy as np
import psutil

from tools.bench._report import Table, figure

CLOCK = time.process_time if time.get_clock_info("process_time").resolution < 1e-4 else time.perf_counter
"""Where the processor's clock ticks too seldom, the time on the wall."""

Job = Callable[[], Sequence[float]]
Prepare = Callable[..., Callable[[], Any]]
RATIO = {"ratio": (0, 1)}
"""The heading of a ratio, and the two jobs whose seconds are divided."""


@dataclass(frozen=True)
class Times:
    """Seconds of the steps of the fastest round."""

    steps: tuple[float, ...]

    @property
    def total(self) -> float:
        return sum(self.steps)

    def columns(self, n: int) -> tuple[float, ...]:
        """Return n columns of a table: the sum alone, or the steps and, where there is room, their sum."""
        return (*self.steps, self.total)[:n] if n > 1 else (self.total,)


def race(jobs: Mapping[str, Job], repeats: int, budget: float = 30.0) -> dict[str, Times]:
    """Run all jobs in turns, each round beginning with another one, and return the fastest round of each.

    A job returns the seconds of its steps; after `budget` seconds it takes part in no further round.
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
            best[name] = min(best.get(name, times), times, key=lambda round_: round_.total)
    return {name: best[name] for name in names}


def seconds(step: Callable[[], Any]) -> float:
    """Return the processor time of a call: what it takes on one thread when nothing else runs."""
    start = CLOCK()
    step()
    return CLOCK() - start


def timed(call: Callable[..., Any], *arguments: Any, **options: Any) -> Job:
    """Return a job for `race` that makes one call."""
    return lambda: [seconds(partial(call, *arguments, **options))]


def fitted(make: Callable[[], Any], data: tuple[Any, ...], asked: Any, then: str = "predict_proba") -> Job:
    """Return a job for `race` that fits a new model, and then asks it; two steps."""

    def run():
        model = make()
        return seconds(lambda: model.fit(*data)), seconds(lambda: getattr(model, then)(asked))

    return run


def growth(sizes: Sequence[float], times: Sequence[float]) -> float:
    """Return the exponent b of time = a * size ** b, fitted to the three largest sizes."""
    return float(np.polyfit(np.log(sizes[-3:]), np.log(times[-3:]), 1)[0])


# ---------------------------------------------------------------------------------------------------- the tables


@dataclass(frozen=True)
class Compared:
    """A table of times, and the seconds in it: a row for each of its rows, a column for each job."""

    table: Table
    totals: np.ndarray

    def span(self, ours: int = 0, peer: int = 1) -> str:
        """Return the smallest and the largest ratio of two jobs."""
        ratios = self.totals[:, ours] / self.totals[:, peer]
        return f"{figure(ratios.min())} to {figure(ratios.max())}"

    def power(self, sizes: Sequence[float], job: int = 0) -> str:
        """Return the exponent with which a job's time grows; without the sizes at which it did not run."""
        ran = [(size, taken) for size, taken in zip(sizes, self.totals[:, job], strict=False) if taken > 0]
        return figure(growth(*zip(*ran, strict=True)))


def by_size(sizes: Sequence[int]) -> dict[str, tuple[int]]:
    """Return a row for each size."""
    return {f"{size:,}": (size,) for size in sizes}


def compare(
    label: str,
    rows: Mapping[str, tuple[Any, ...]],
    jobs_of: Callable[..., Mapping[str, Job]],
    repeats: int,
    *,
    ratios: Mapping[str, tuple[int, int]] = RATIO,
    steps: Sequence[str] = ("",),
    scale: float = 1,
    budget: float = 20.0,
    exponent_of: Sequence[float] = (),
    also: Callable[..., Mapping[str, str]] = lambda *_: {},
) -> Compared:
    """Race the jobs of each row, and return the table: their times, ratios of them, and further cells.

    `rows` has the arguments of `jobs_of` and `also` for each row; a job of the first row that another row lacks has a
    dash there. `steps` names the columns of a job: its steps, and after them their sum. `exponent_of`, the sizes of
    the rows, adds a last row with the exponents.
    """
    raced, further = [], []
    for given in rows.values():
        raced.append(race(jobs_of(*given), repeats, budget))
        further.append(also(*given))
    jobs = list(raced[0])
    totals = np.array([[times[job].total if job in times else np.nan for job in jobs] for times in raced])
    lines = []
    for name, times, total, extra in zip(rows, raced, totals, further, strict=True):
        parts = [times[job].columns(len(steps)) if job in times else [np.nan] * len(steps) for job in jobs]
        shown = [scale * part for columns in parts for part in columns]
        shown += [total[a] / total[b] for a, b in ratios.values()]
        lines.append((name, *(figure(None if np.isnan(value) else value) for value in shown), *extra.values()))
    header = (label, *(f"{job} {step}".strip() for job in jobs for step in steps), *ratios, *further[0])
    compared = Compared(Table(header, tuple(lines)), totals)
    if not exponent_of:
        return compared
    powers = [cell for j in range(len(jobs)) for cell in (compared.power(exponent_of, j), *[""] * (len(steps) - 1))]
    last = ("exponent", *powers, *[""] * (len(header) - 1 - len(powers)))
    return Compared(Table(header, (*lines, last)), totals)


def memory_table(label: str, rows: Mapping[str, Mapping[str, Any]]) -> Table:
    """Return a table of mebibytes: peaks, given as arguments of `peak_memory`, next to sizes, given in bytes."""
    lines = [(name, *(figure(mebibytes(what)) for what in columns.values())) for name, columns in rows.items()]
    return Table((label, *next(iter(rows.values()))), tuple(lines))


def mebibytes(what: tuple[Any, ...] | float) -> float:
    """Return the peak of a job, given as arguments of `peak_memory`, or a number of bytes, in MiB."""
    return (peak_memory(*what) if isinstance(what, tuple) else what) / 2**20


# ---------------------------------------------------------------------------------------------------- the memory


class Cost(NamedTuple):
    """What a job costs: seconds on the clock, seconds of all processors, and bytes of memory at most."""

    clock: float
    processors: float
    memory: int


def peak_memory(prepare: Prepare, *arguments: Any) -> int:
    """Return by how many bytes the resident memory of a fresh process grows at most while a job runs."""
    return cost(prepare, *arguments, children=False, sample=0.002).memory


def cost(prepare: Prepare, *arguments: Any, children: bool = True, sample: float = 0.02) -> Cost:
    """Run a job in a fresh process and return what it, with its children if asked, costs beyond what it held before.

    `prepare`, a function of a module, makes the data in the child, warms up, and returns the job; `sample` is the
    number of seconds between two looks.
    """
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    child = context.Process(target=_child, args=(there, prepare, arguments))
    child.start()
    try:
        here.recv()
        process = psutil.Process(child.pid)
        looks = [_held(process, children)]
        here.send("go")
        while not here.poll(sample):
            looks.append(_held(process, children))
        clock = here.recv()
        looks.append(_held(process, children))
        here.send("end")
    finally:
        child.join(5)
        child.kill()
    memory, processors = np.max(looks, axis=0) - looks[0]
    return Cost(clock, float(processors), int(memory))


def _held(process: psutil.Process, children: bool) -> tuple[float, float]:
    """Return resident bytes and processor seconds of a process, with its children if asked."""
    memory = processors = 0.0
    for each in [process, *(process.children(recursive=True) if children else [])]:
        with suppress(psutil.Error):  # it has ended
            memory, times = memory + each.memory_info().rss, each.cpu_times()
            processors += times.user + times.system
    return memory, processors


def _child(pipe: Connection, prepare: Prepare, arguments: tuple[Any, ...]) -> None:
    warnings.simplefilter("ignore")
    job = prepare(*arguments)
    gc.collect()
    pipe.send("ready")
    pipe.recv()
    start = time.perf_counter()
    result = job()
    pipe.send(time.perf_counter() - start)
    pipe.recv()  # the last look is taken while the result is held
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
