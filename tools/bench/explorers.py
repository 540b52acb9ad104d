"""The explorers of the lessons: what one change of a control costs, from the values to the tables for the page."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tiws_teach.course import ChartExplorer, explorers
from tiws_teach.course.charts import State
from tools.bench._measure import CLOCK
from tools.bench._report import Block, Table, figure

MOST_STATES = 40
ASKED = 100
"""Milliseconds within which 95 of 100 changes show their picture."""


def measure(quick: bool) -> Iterator[Block]:
    rows: list[tuple[str, ...]] = []
    late = []
    for name, kind in explorers().items():
        n_states, times = changes(kind(), 5 if quick else MOST_STATES)
        at_95 = float(np.percentile(times, 95))
        rows.append((name, f"{n_states:,}", str(len(times)), *map(figure, (np.median(times), at_95, max(times)))))
        late += [name] if at_95 > ASKED else []
    yield (
        "Milliseconds of processor time of one change of the controls: computed, described, and written as "
        f"tables for the page. All states of an explorer, or a seeded sample of {MOST_STATES}, each "
        "at its first visit:"
    )
    yield Table(("explorer", "states", "measured", "median", "95th percentile", "longest"), tuple(rows))
    yield f"Above {ASKED} ms at the 95th percentile: {', '.join(late) or 'none'}."


def changes(explorer: ChartExplorer, most: int) -> tuple[int, list[float]]:
    """Return the number of states of an explorer, and the milliseconds of a walk through at most `most` of them."""
    grid = {name: control.options for name, control in explorer.inputs.items()}
    sizes = [len(values) for values in grid.values()]
    n_states = int(np.prod(sizes))
    chosen = np.random.default_rng(0).choice(n_states, min(most, n_states), replace=False)
    explorer.reset()
    return n_states, [1000 * until_picture(explorer, state) for state in states(grid, chosen)]


def until_picture(explorer: ChartExplorer, state: State) -> float:
    """Return the processor time until a state's tables are handed to the page; the same only once."""
    shown: list[float] = []
    explorer.view.observe(lambda _: shown.append(CLOCK()), "frame")
    start = CLOCK()
    explorer.set_state(**state)
    end = CLOCK()
    explorer.view.unobserve_all("frame")
    return (shown or [end])[0] - start


def states(grid: dict[str, tuple[Any, ...]], numbers: np.ndarray) -> Iterator[State]:
    """Yield the states of a grid by their numbers."""
    for places in zip(*np.unravel_index(numbers, [len(values) for values in grid.values()]), strict=True):
        yield {name: values[place] for (name, values), place in zip(grid.items(), places, strict=True)}
