"""The explorers of notebook 02: hide a category, and change its size."""

from __future__ import annotations

from typing import Any

from ipywidgets import Widget
from matplotlib.figure import Figure

from tiws_teach.course.explorer import Explorer, State, choice, slider
from tiws_teach.lessons.tiws.experiments.hidden import HiddenCategory, hide_category, hideable, queenstown_path
from tiws_teach.lessons.tiws.plots.hidden import describe_hidden, plot_hidden, plot_size_path
from tiws_teach.tiws.similarities import SIMILARITIES

_SHARPNESS = [0.5, 1, 2, 4, 8, 16]
_FACTORS = {"1/10": 0.1, "1/5": 0.2, "1/2": 0.5, "as it is": 1.0, "x 2": 2.0, "x 5": 5.0, "x 10": 10.0}
_Resized = tuple[str, float, HiddenCategory, Any]


class HideCategoryExplorer(Explorer):
    """Hide any category of three data sets; see documents, similarities, weights, estimate and truth."""

    title = "Hide a category"
    size = (10.0, 4.0)
    strip_states = (
        {"hide": "by port: embarked = Q"},
        {"hide": "by age: class = First"},
        {"hide": "codes: group = A00", "similarity": "hellinger", "sharpness": 4},
    )

    def controls(self) -> dict[str, Widget]:
        return {
            "hide": slider("hide", hideable(), "by port: embarked = Q", layout={"width": "420px"}),
            "similarity": choice("similarity", SIMILARITIES),
            "sharpness": slider("sharpness", _SHARPNESS, 1),
        }

    def compute(self, state: State) -> HiddenCategory:
        X, y, feature, category = hideable()[state["hide"]]
        return hide_category(
            X, y, feature, category, similarity=state["similarity"], sharpness=float(state["sharpness"])
        )

    def draw(self, result: HiddenCategory, figure: Figure) -> None:
        plot_hidden(result, figure)

    def describe(self, result: HiddenCategory) -> str:
        return describe_hidden(result)

    def before(self, previous: HiddenCategory) -> str:
        return f"The previous estimate: {previous.estimate:.3f}."


class SizeExplorer(Explorer):
    """Change the size of one port with the same mix of passengers; see which port is most similar to Queenstown."""

    title = "One port grows or shrinks"
    size = (7.0, 4.0)
    strip_states = ({"size": "as it is"}, {"size": "x 10"}, {"size": "x 10", "similarity": "conditional"})

    def controls(self) -> dict[str, Widget]:
        return {
            "port": choice("port that changes", ["C", "S", "Q"]),
            "size": slider("its size", _FACTORS, "as it is"),
            "similarity": choice("similarity", SIMILARITIES),
        }

    def compute(self, state: State) -> _Resized:
        port, sizes = state["port"], {state["port"]: _FACTORS[state["size"]]}
        hidden = hide_category(*hideable()["by port: embarked = Q"], similarity=state["similarity"], sizes=sizes)
        rows = hidden.rows if port == "Q" else hidden.table.loc[port, "rows"]
        return port, rows, hidden, queenstown_path(port, state["similarity"])

    def draw(self, result: _Resized, figure: Figure) -> None:
        port, rows, _, path = result
        figure.subplots_adjust(left=0.1, right=0.97, bottom=0.15, top=0.97)
        plot_size_path(path, figure.subplots(), port, rows)

    def describe(self, result: _Resized) -> str:
        port, rows, hidden, _ = result
        similar = ", ".join(f"{value:.3f} to {label}" for label, value in hidden.table["similarity"].items())
        return (
            f"{port} with {rows:.0f} rows, {hidden.similarity_name} similarity: Queenstown has {similar}; "
            f"most similar {hidden.table['similarity'].idxmax()}, estimate {hidden.estimate:.3f}."
        )

    def before(self, previous: _Resized) -> str:
        return f"The previous estimate: {previous[2].estimate:.3f}."
