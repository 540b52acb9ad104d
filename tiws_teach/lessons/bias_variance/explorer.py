"""The explorers of notebook 08: twenty tides, the mean of all, and the parts of the error for every k.

What to see: walk the five steps, and an error is put together from its parts; then drag k, and twenty restless curves
calm down to one that no longer reaches the tide, while the mark runs down into the valley of the error and out again.
"""

from collections.abc import Iterable
from typing import Any, ClassVar, NamedTuple

import numpy as np

from tiws_teach.course.charts import ChartExplorer, Control, State, Tables, again, buttons, in_columns, steps
from tiws_teach.lessons.bias_variance.experiments.tides import ManyTides, many_tides
from tiws_teach.lessons.bias_variance.plots import PARTS

_ALL = "all"
NEIGHBORS = ["1", "2", "3", "4", "5", "8", "10", "15", "20", "30", "40", _ALL]
STEPS = ["1 one fit", "2 the truth", "3 twenty fits", "4 their mean", "5 every k"]
_SAID = (
    "On its own readings the fit has a mean squared error of {tides.training:.1f}: the training error.",
    "Readings scatter around the true tide with a variance of {noise:.1f}: the noise, which no k avoids.",
    "Another tide, another fit: the twenty differ by a standard deviation of {spread:.1f} dm. Variance over all "
    "possible tides: {variance:.1f}.",
    "The mean of all possible fits is {off:.1f} dm off the true tide on average. Bias²: {squared_bias:.1f}.",
    "Expected squared error {error:.1f} = noise {noise:.1f} + variance {variance:.1f} + bias² {squared_bias:.1f}.",
)


class Seen(NamedTuple):
    """The step of the story from 1 to 5, the tides of the chosen k, and those of every k by its name."""

    step: int
    now: ManyTides
    every: dict[str, ManyTides]


class BiasVarianceExplorer(ChartExplorer):
    """Walk five steps from one fit to the error of every k; drag k, and draw another twenty tides."""

    title = "Where does the error come from?"
    strip_states = ({"k": "1"}, {"k": "1", "step": STEPS[3]}, {"k": "10", "step": STEPS[4]})
    drag = {"label": "the mark of k", "view": "errors", "x": "k", "below": "28"}  # noqa: RUF012  (read only)
    letters = 290
    highest: ClassVar[int] = 270  # ends of the axes of errors and of levels: nothing is cut off
    level: ClassVar[int] = 50

    def controls(self) -> dict[str, Control]:
        story, tides = buttons("step", STEPS, STEPS[0]), again("another twenty tides", range(4))
        return {"step": story, "k": steps("neighbours k", NEIGHBORS, "1"), "tides": tides}

    def compute(self, state: State) -> Seen:
        n, noise, first = state.get("readings", 50), float(state.get("noise", 10)), 20 * state.get("tides", 0)
        every = {k: many_tides(n if k == _ALL else int(k), n, noise, first_seed=first) for k in NEIGHBORS}
        return Seen(int(state.get("step", STEPS[-1])[0]), every[state["k"]], every)

    def tables(self, result: Seen) -> Tables:
        step, now, hours = result.step, result.now, slice(None, None, 1 + (result.step > 2))
        hour, curves = now.hours[hours].round(2), now.curves[: 20 if step > 2 else 1, hours].round(1)
        sets, place = np.indices(curves.shape)
        known = {"noise": step > 1, "variance": step > 2, "squared_bias": step > 3}
        names = [name for name, is_known in known.items() if is_known]
        shown = [(k, tides) for k, tides in result.every.items() if step == 5 or tides is now]
        parts = [(k, PARTS[name], order, tides.parts[name], int(tides is now))
                 for k, tides in shown for order, name in enumerate(names)]  # fmt: skip
        if step == 1:
            parts = [(k, "training error", 0, tides.training, 1) for k, tides in shown]
        mark = 2 if step == 1 else 1  # of the current k; the training error has no mark
        sums = [(k, sum(part[3] for part in parts if part[0] == k), mark * (tides is now)) for k, tides in shown]
        width = np.full(curves.size, 1.0 if step > 2 else 2.5)
        legend = ["readings", "one fit" if step < 3 else "twenty fits", "true tide", "mean of all fits"]
        legend = legend[: (2, 3, 3, 4, 4)[step - 1]] + [PARTS[name] for name in names]
        mean = slice(None) if step > 3 else slice(0)
        truth = slice(None) if step > 1 else slice(0)
        return {
            "curves": {"set": sets.ravel() + 1, "hour": hour[place.ravel()], "level": curves.ravel(), "width": width},
            "mean": {"hour": hour[mean], "level": now.expected[hours][mean].round(2)},
            "truth": {"hour": hour[truth], "level": now.truth[hours][truth].round(2)},
            "readings": {"hour": now.first.data.to_numpy()[:, 0].round(2), "level": now.first.target.round(1)},
            "parts": in_columns(("k", "part", "order", "value", "now"), parts),
            "sums": in_columns(("k", "error", "now"), sums),
            "names": {"name": legend + ["training error"] * (step == 1)},
            "floor": {"noise": [now.noise**2] * (step > 1), "label": [f"noise {now.noise**2:g}"] * (step > 1)},
        }

    def chart(self, wide: bool) -> Any:
        from tiws_teach.lessons.bias_variance.chart import chart

        return chart(NEIGHBORS, self.highest, self.level, wide)

    def describe(self, result: Seen) -> str:
        tides = result.now
        off, spread = np.abs(tides.expected - tides.truth).mean(), tides.curves.std(axis=0, ddof=1).mean()
        said = _SAID[result.step - 1].format(tides=tides, off=off, spread=spread, **tides.parts)
        return f"k = {tides.k} of {tides.n_samples} readings, noise sd {tides.noise:g} dm. {said}"

    def before(self, previous: Seen) -> str:
        if previous.step == 5:
            return f"Before, with k = {previous.now.k}, the expected error was {previous.now.parts['error']:.1f}."
        return f"Before, at step {STEPS[previous.step - 1]}, k was {previous.now.k}."


class ReadingsExplorer(BiasVarianceExplorer):
    """The last step with more readings, and with calmer or rougher water."""

    title = "What do more readings lower?"
    strip_states = ({"k": "1", "readings": 500}, {"k": "all", "readings": 500}, {"k": "15", "noise": 14})
    highest, level = 460, 70

    def controls(self) -> dict[str, Control]:
        added = {
            "readings": steps("readings n", [50, 100, 200, 500], 50),
            "noise": steps("noise sd (dm)", [7, 10, 14], 10),
        }
        return {
            name: control for name, control in (super().controls() | added).items() if name not in ("step", "tides")
        }

    def page(self) -> dict[str, Iterable[Any]]:
        return {"k": ("1", "2", "5", "10", "15", "30", _ALL), "readings": (50, 500)}
