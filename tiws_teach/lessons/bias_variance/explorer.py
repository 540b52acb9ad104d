"""The explorer of notebook 08: twenty tides, the mean of all, and the parts of the error for every k.

What to see: drag k to the right, and twenty restless curves calm down to one that no longer reaches the tide, while the
error falls into its valley and climbs out again.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from tiws_teach.course.charts import ChartExplorer, Control, State, Tables, in_columns, steps
from tiws_teach.lessons.bias_variance.experiments.tides import ManyTides, many_tides
from tiws_teach.lessons.bias_variance.plots import PARTS

_ALL = "all"
_NEIGHBORS = ["1", "2", "3", "4", "5", "8", "10", "15", "20", "30", "40", _ALL]
_READINGS = [50, 100, 200]
_NOISES = [2, 5, 10, 14]
_ORDER = ("noise", "squared_bias", "variance")
"""Of the parts in a bar, from below: what no k can change comes first."""


class BiasVarianceExplorer(ChartExplorer):
    """Drag k; see twenty curves, the mean of all possible ones, the truth, and the parts of the error for each k."""

    title = "Twenty tides: bias, variance and noise"
    strip_states = ({"k": "1"}, {"k": "10"}, {"k": _ALL})
    drag = {"label": "the bar of k", "view": "errors", "x": "k"}  # noqa: RUF012  (read only)
    letters = 320

    def controls(self) -> dict[str, Control]:
        return {
            "k": steps("neighbours k", _NEIGHBORS, "5"),
            "readings": steps("readings n", _READINGS, 50),
            "noise": steps("noise sd (dm)", _NOISES, 10),
        }

    def page(self) -> dict[str, Iterable[Any]]:
        return {"k": _NEIGHBORS, "readings": (50, 200), "noise": (2, 10, 14)}

    def compute(self, state: State) -> dict[str, ManyTides]:
        """Return the tides of every k by its name; the chosen one is `now`."""
        n, noise = int(state["readings"]), float(state["noise"])
        every = {k: many_tides(n if k == _ALL else int(k), n, noise) for k in _NEIGHBORS}
        return every | {"now": every[state["k"]]}

    def tables(self, result: dict[str, ManyTides]) -> Tables:
        now, hours = result["now"], slice(None, None, 2)
        hour, curves = now.hours[hours], now.curves[:, hours].round(1)
        sets, place = np.indices(curves.shape)
        every = [(k, result[k]) for k in _NEIGHBORS]
        parts = [(k, PARTS[name], order, tides.parts[name], tides.parts["error"], int(tides is now))
                 for k, tides in every for order, name in enumerate(_ORDER)]  # fmt: skip
        return {
            "curves": {"set": sets.ravel() + 1, "hour": hour[place.ravel()].round(2), "level": curves.ravel()},
            "mean": {"hour": hour.round(2), "level": now.expected[hours].round(2)},
            "truth": {"hour": hour.round(2), "level": now.truth[hours].round(2)},
            "readings": {"hour": now.first.data.to_numpy()[:, 0].round(2), "level": now.first.target.round(1)},
            "parts": in_columns(("k", "part", "order", "value", "error", "now"), parts),
            "total": {"k": [k for k, tides in every if tides is now], "error": [now.parts["error"]]},
        }

    def chart(self, wide: bool) -> Any:
        from tiws_teach.lessons.bias_variance.chart import chart

        return chart(_NEIGHBORS, wide)

    def describe(self, result: dict[str, ManyTides]) -> str:
        now = result["now"]
        off, spread = np.abs(now.expected - now.truth).mean(), now.curves.std(axis=0, ddof=1).mean()
        return (
            f"k = {now.k} of {now.n_samples} readings, noise sd {now.noise:g} dm: the mean of all possible fits is "
            f"{off:.1f} dm off the tide on average, and around it the {len(now.curves)} fits vary by {spread:.1f} dm. "
            f"Expected squared error {now.parts['error']:.1f} = noise {now.parts['noise']:.1f} + "
            f"bias² {now.parts['squared_bias']:.1f} + variance {now.parts['variance']:.1f}."
        )

    def before(self, previous: dict[str, ManyTides]) -> str:
        return f"Before, the expected error was {previous['now'].parts['error']:.1f}."
