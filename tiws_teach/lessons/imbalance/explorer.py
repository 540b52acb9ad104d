"""The explorers of notebook 01: imbalance and remedies, and SMOTE one row at a time."""

from __future__ import annotations

from dataclasses import replace

import ipywidgets
from matplotlib.figure import Figure

from tiws_teach.course.explorer import Explorer, State, choice, slider
from tiws_teach.lessons.imbalance.experiments.remedies import MODELS, REMEDIES, Judged, imbalance
from tiws_teach.lessons.imbalance.experiments.smote_steps import ILL, SmoteStep, smote_step
from tiws_teach.lessons.imbalance.plots import describe_judged, describe_smote_step, plot_judged, plot_smote_step

_RATIOS = {"1 : 1": 1.0, "2 : 1": 2.0, "4 : 1": 4.0, "9 : 1": 9.0, "19 : 1": 19.0, "39 : 1": 39.0}
_OVERLAPS = [0.05, 0.1, 0.2, 0.3, 0.5, 0.7]
_NEIGHBORS = 3


class ImbalanceExplorer(Explorer):
    """Change imbalance, overlap, remedy and classifier; see decision region, confusion matrix and measures."""

    title = "Imbalance, overlap and remedies"
    size = (10.4, 4.2)
    strip_states = ({"remedy": "as they are"}, {"remedy": "SMOTE"}, {"remedy": "threshold"})

    def controls(self) -> dict[str, ipywidgets.Widget]:
        return {
            "ratio": slider("healthy : ill", _RATIOS, "9 : 1"),
            "overlap": slider("overlap", _OVERLAPS, 0.3),
            "remedy": choice("remedy", REMEDIES),
            "model": choice("classifier", MODELS),
        }

    def compute(self, state: State) -> Judged:
        return imbalance(_RATIOS[state["ratio"]], float(state["overlap"]), state["remedy"], state["model"])

    def draw(self, result: Judged, figure: Figure) -> None:
        plot_judged(result, figure)

    def describe(self, result: Judged) -> str:
        return describe_judged(result)

    def before(self, previous: Judged) -> str:
        return f"Before: recall {previous.measures['recall']:.3f}, precision {previous.measures['precision']:.3f}."


class SmoteExplorer(Explorer):
    """Choose an ill row, one of its ill neighbours and u; see where the synthetic row lies."""

    title = "SMOTE, one synthetic row at a time"
    size = (7.6, 4.4)
    strip_states = ({"u": 0.5}, {"stray": "included"}, {"start": 7, "rank": 2, "stray": "included"})

    def controls(self) -> dict[str, ipywidgets.Widget]:
        return {
            "start": ipywidgets.IntSlider(1, 1, len(ILL), description="start at ill row"),
            "rank": ipywidgets.IntSlider(1, 1, _NEIGHBORS, description="towards neighbour"),
            "u": ipywidgets.FloatSlider(0.5, min=0.0, max=1.0, step=0.1, description="step u", readout_format=".1f"),
            "stray": choice("stray ill row (7)", ["left out", "included"]),
        }

    def compute(self, state: State) -> SmoteStep:
        stray = state["stray"] == "included"
        start = min(state["start"], len(ILL) if stray else len(ILL) - 1) - 1
        step = smote_step(start, state["rank"], round(float(state["u"]), 1), stray=stray, k=_NEIGHBORS)
        return replace(step, asked=state["start"] - 1)

    def draw(self, result: SmoteStep, figure: Figure) -> None:
        figure.subplots_adjust(left=0.08, right=0.7, bottom=0.13, top=0.97)
        plot_smote_step(result, figure.subplots())

    def describe(self, result: SmoteStep) -> str:
        return describe_smote_step(result)

    def before(self, previous: SmoteStep) -> str:
        return f"Before, the synthetic row was at ({previous.point[0]:.2f}, {previous.point[1]:.2f})."
