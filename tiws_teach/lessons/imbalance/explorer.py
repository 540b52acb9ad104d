"""The explorers of notebook 01: imbalance and remedies, and SMOTE one row at a time."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import ipywidgets
from matplotlib.figure import Figure

from tiws_teach.course.explorer import Explorer, State
from tiws_teach.lessons.imbalance.experiments.judged import Judged, imbalance
from tiws_teach.lessons.imbalance.experiments.remedies import MODELS, REMEDIES
from tiws_teach.lessons.imbalance.experiments.smote_steps import ILL, SmoteStep, smote_step
from tiws_teach.lessons.imbalance.plots.judged import describe_judged, plot_judged
from tiws_teach.lessons.imbalance.plots.resampling import describe_smote_step, plot_smote_step

_RATIOS = {"1 : 1": 1.0, "2 : 1": 2.0, "4 : 1": 4.0, "9 : 1": 9.0, "19 : 1": 19.0, "39 : 1": 39.0}
_OVERLAPS = [0.05, 0.1, 0.2, 0.3, 0.5, 0.7]
_NEIGHBORS = 3


class ImbalanceExplorer(Explorer):
    """Change imbalance, overlap, remedy and classifier; see decision region, confusion matrix and measures."""

    title = "Imbalance, overlap and remedies"
    size = (10.4, 4.2)

    def controls(self) -> dict[str, ipywidgets.Widget]:
        """Return imbalance, overlap, remedy and classifier."""
        buttons = {"button_width": "auto"}
        return {
            "ratio": ipywidgets.SelectionSlider(options=list(_RATIOS), value="9 : 1", description="healthy : ill"),
            "overlap": ipywidgets.SelectionSlider(options=_OVERLAPS, value=0.3, description="overlap"),
            "remedy": ipywidgets.ToggleButtons(options=list(REMEDIES), description="remedy", style=buttons),
            "model": ipywidgets.ToggleButtons(options=list(MODELS), description="classifier", style=buttons),
        }

    def compute(self, state: State) -> Judged:
        """Fit the rule, test it on fresh patients and compute its decision region."""
        return imbalance(_RATIOS[state["ratio"]], float(state["overlap"]), state["remedy"], state["model"])

    def draw(self, result: Judged, figure: Figure) -> None:
        """Draw patients, confusion matrix and measures."""
        plot_judged(result, figure)

    def words(self, result: Judged, previous: Any) -> str:
        """State the counts and the measures, and recall and precision before the change."""
        said = describe_judged(result)
        if previous is None:
            return said
        return (
            f"{said} Before: recall {previous.measures['recall']:.3f}, precision {previous.measures['precision']:.3f}."
        )

    def strip_states(self) -> list[State]:
        """Return no remedy, SMOTE, and a moved threshold."""
        return [{"remedy": "as they are"}, {"remedy": "SMOTE"}, {"remedy": "threshold"}]


class SmoteExplorer(Explorer):
    """Choose an ill row, one of its ill neighbours and u; see where the synthetic row lies."""

    title = "SMOTE, one synthetic row at a time"
    size = (7.6, 4.4)

    def controls(self) -> dict[str, ipywidgets.Widget]:
        """Return the row to start from, the neighbour, the step, and whether the stray row is included."""
        buttons = {"button_width": "auto"}
        return {
            "start": ipywidgets.IntSlider(1, 1, len(ILL), description="start at ill row"),
            "rank": ipywidgets.IntSlider(1, 1, _NEIGHBORS, description="towards neighbour"),
            "u": ipywidgets.FloatSlider(0.5, min=0.0, max=1.0, step=0.1, description="step u", readout_format=".1f"),
            "stray": ipywidgets.ToggleButtons(
                options=["left out", "included"], description="stray ill row (7)", style=buttons
            ),
        }

    def compute(self, state: State) -> SmoteStep:
        """Return the synthetic row; row 7 exists only if the stray row is included, and row 6 stands in for it."""
        stray = state["stray"] == "included"
        start = min(state["start"], len(ILL) if stray else len(ILL) - 1) - 1
        step = smote_step(start, state["rank"], round(float(state["u"]), 1), stray=stray, k=_NEIGHBORS)
        return replace(step, asked=state["start"] - 1)

    def draw(self, result: SmoteStep, figure: Figure) -> None:
        """Draw the rows, the neighbours and the synthetic row."""
        figure.subplots_adjust(left=0.08, right=0.7, bottom=0.13, top=0.97)
        plot_smote_step(result, figure.subplots())

    def words(self, result: SmoteStep, previous: Any) -> str:
        """Say where the synthetic row lies and what it is near to, and where it was before."""
        said = describe_smote_step(result)
        if previous is None:
            return said
        return f"{said} Before, the synthetic row was at ({previous.point[0]:.2f}, {previous.point[1]:.2f})."

    def strip_states(self) -> list[State]:
        """Return a row among the ill, the same with the stray row included, and a row on the way to it."""
        return [{"u": 0.5}, {"stray": "included"}, {"start": 7, "rank": 2, "stray": "included"}]
