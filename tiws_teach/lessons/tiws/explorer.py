"""The explorers of notebook 02: hide a category, and change its size."""

from __future__ import annotations

from typing import Any

import ipywidgets
from matplotlib.figure import Figure

from tiws_teach.course.explorer import Explorer, State
from tiws_teach.lessons.tiws.experiments.hidden import HiddenCategory, hide_category, hideable, queenstown_path
from tiws_teach.lessons.tiws.plots.hidden import describe_hidden, plot_hidden, plot_size_path
from tiws_teach.tiws.similarities import SIMILARITIES

_SHARPNESS = [0.5, 1, 2, 4, 8, 16]
_FACTORS = {"1/10": 0.1, "1/5": 0.2, "1/2": 0.5, "as it is": 1.0, "x 2": 2.0, "x 5": 5.0, "x 10": 10.0}


class HideCategoryExplorer(Explorer):
    """Hide any category of three data sets; see documents, similarities, weights, estimate and truth."""

    title = "Hide a category"
    size = (10.0, 4.0)

    def controls(self) -> dict[str, ipywidgets.Widget]:
        """Return what to hide, how to compare, and how sharply."""
        names = list(hideable())
        return {
            "hide": ipywidgets.SelectionSlider(
                options=names, value="by port: embarked = Q", description="hide", layout={"width": "420px"}
            ),
            "similarity": ipywidgets.ToggleButtons(
                options=list(SIMILARITIES), description="similarity", style={"button_width": "auto"}
            ),
            "sharpness": ipywidgets.SelectionSlider(options=_SHARPNESS, value=1, description="sharpness"),
        }

    def compute(self, state: State) -> HiddenCategory:
        """Hide the category and estimate its target."""
        X, y, feature, category = hideable()[state["hide"]]
        return hide_category(
            X, y, feature, category, similarity=state["similarity"], sharpness=float(state["sharpness"])
        )

    def draw(self, result: HiddenCategory, figure: Figure) -> None:
        """Draw documents, weights and estimates."""
        plot_hidden(result, figure)

    def words(self, result: HiddenCategory, previous: Any) -> str:
        """Return the weights, the estimate, the truth and the previous estimate in words."""
        said = describe_hidden(result)
        return said if previous is None else f"{said} The previous estimate: {previous.estimate:.3f}."

    def strip_states(self) -> list[State]:
        """Return one category for each of the three data sets."""
        return [
            {"hide": "by port: embarked = Q"},
            {"hide": "by age: class = First"},
            {"hide": "codes: group = A00", "similarity": "hellinger", "sharpness": 4},
        ]


class SizeExplorer(Explorer):
    """Change the size of one port with the same mix of passengers; see which port is most similar to Queenstown."""

    title = "One port grows or shrinks"
    size = (7.0, 4.0)

    def controls(self) -> dict[str, ipywidgets.Widget]:
        """Return which port changes its size, by how much, and the similarity."""
        buttons = {"button_width": "auto"}
        return {
            "port": ipywidgets.ToggleButtons(options=["C", "S", "Q"], description="port that changes", style=buttons),
            "size": ipywidgets.SelectionSlider(options=list(_FACTORS), value="as it is", description="its size"),
            "similarity": ipywidgets.ToggleButtons(options=list(SIMILARITIES), description="similarity", style=buttons),
        }

    def compute(self, state: State) -> tuple[str, float, HiddenCategory, Any]:
        """Return the resized port and its rows, Queenstown hidden, and the path over all sizes."""
        port, sizes = state["port"], {state["port"]: _FACTORS[state["size"]]}
        hidden = hide_category(*hideable()["by port: embarked = Q"], similarity=state["similarity"], sizes=sizes)
        rows = hidden.rows if port == "Q" else hidden.table.loc[port, "rows"]
        return port, rows, hidden, queenstown_path(port, state["similarity"])

    def draw(self, result: tuple[str, float, HiddenCategory, Any], figure: Figure) -> None:
        """Draw the path, and mark the port's size."""
        port, rows, _, path = result
        figure.subplots_adjust(left=0.1, right=0.97, bottom=0.15, top=0.97)
        plot_size_path(path, figure.subplots(), port, rows)

    def words(self, result: tuple[str, float, HiddenCategory, Any], previous: Any) -> str:
        """Return the similarities, the estimate and the previous estimate in words."""
        port, rows, hidden, _ = result
        similar = ", ".join(f"{value:.3f} to {label}" for label, value in hidden.table["similarity"].items())
        said = (
            f"{port} with {rows:.0f} rows, {hidden.similarity_name} similarity: Queenstown has {similar}; "
            f"most similar {hidden.table['similarity'].idxmax()}, estimate {hidden.estimate:.3f}."
        )
        return said if previous is None else f"{said} The previous estimate: {previous[2].estimate:.3f}."

    def strip_states(self) -> list[State]:
        """Return Cherbourg at its own size and at ten times it, then ten times with `conditional`."""
        return [{"size": "as it is"}, {"size": "x 10"}, {"size": "x 10", "similarity": "conditional"}]
