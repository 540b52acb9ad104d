"""The explorer of notebook 10: move and turn the test cloud; see which classifier notices."""

from __future__ import annotations

import ipywidgets
from matplotlib.figure import Figure

from tiws_teach.course.explorer import Explorer, State, slider
from tiws_teach.lessons.train_test_shift.experiments import CloudShift, cloud_shift
from tiws_teach.lessons.train_test_shift.plots import describe_aucs, plot_aucs, plot_sides


class ShiftExplorer(Explorer):
    """Move and turn the test cloud; see two AUCs and the band that chance allows."""

    title = "Which classifier notices the shift?"
    size = (7.6, 3.6)
    strip_states = ({"move": 0.0}, {"move": 1.0}, {"move": 3.0})

    def controls(self) -> dict[str, ipywidgets.Widget]:
        return {
            "move": ipywidgets.FloatSlider(0.0, min=0.0, max=3.0, step=0.25, description="move, in sd"),
            "turn": ipywidgets.IntSlider(0, 0, 90, 15, description="turn, degrees"),
            "n": slider("rows a side", (20, 60, 200, 600), 200),
        }

    def compute(self, state: State) -> CloudShift:
        return cloud_shift(state["move"], state["turn"], state["n"])

    def draw(self, result: CloudShift, figure: Figure) -> None:
        figure.subplots_adjust(left=0.09, right=0.98, bottom=0.16, top=0.96, wspace=0.28)
        left, right = figure.subplots(1, 2, width_ratios=(3, 2))
        plot_sides(result.train, result.test, left)
        plot_aucs(result, right)

    def describe(self, result: CloudShift) -> str:
        points = f"{result.n} training and {result.n} test points"
        place = f"the test cloud is moved by {result.move:g} and turned by {result.turn} degrees"
        return f"{points}; {place}. {describe_aucs(result)}"

    def before(self, previous: CloudShift) -> str:
        return f"Before: {', '.join(f'{name} {auc:.2f}' for name, auc in previous.auc.items())}."
