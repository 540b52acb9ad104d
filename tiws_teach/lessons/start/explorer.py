"""The explorer of notebook 00: the number of neighbours and their vote.

What to see: drag the cross, and its circle swells or shrinks until it holds k rows; raise k, and the coast between the
two shaded regions loses its bays.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

import numpy as np

from tiws_teach.course.charts import ChartExplorer, Control, State, Tables, in_columns, place, steps
from tiws_teach.lessons.start.experiments import POINTS, Neighbors, nearest, vote_runs

_CORNERS = np.linspace(0, 2 * np.pi, 61)


class NeighborExplorer(ChartExplorer):
    """Drag the query and move k; see the nearest neighbours, their vote, and the vote at every other place."""

    title = "Nearest neighbours of a query"
    strip_states = ({"k": 1}, {"k": 5}, {"k": 15})
    drag = {"label": "the query", "view": "map", "table": "query", "x": "x", "y": "y"}  # noqa: RUF012  (read only)
    letters = 190

    def controls(self) -> dict[str, Control]:
        across, up = (np.round(np.arange(low, high + 0.1, 0.2), 1).tolist() for low, high in ((0, 8), (0.6, 6.4)))
        return {
            "k": steps("neighbours k", range(1, len(POINTS) + 1), 3),
            "x": place("feature 1", across, 3.8),
            "y": place("feature 2", up, 3.0),
        }

    def page(self) -> dict[str, Iterable[Any]]:
        across = (0.8, 1.8, 2.8, 3.4, 3.8, 4.4, 5.2, 6.2, 7.2)
        return {"k": (1, 3, 5, 16), "x": across, "y": (0.8, 1.6, 2.4, 3.0, 3.6, 4.4, 5.2, 6.0)}

    def compute(self, state: State) -> Neighbors:
        return nearest(state["k"], state["x"], state["y"])

    def tables(self, result: Neighbors) -> Tables:
        x, y = result.points.T
        near = np.isin(np.arange(len(x)), result.rows).astype(int)
        distance = np.hypot(*(result.points - result.query).T)
        order = np.argsort(distance, kind="stable")
        label = np.array(["class 0", "class 1"])[result.classes]
        ends = result.points[result.rows]
        start = np.full_like(ends, result.query)
        circle = np.column_stack([np.cos(_CORNERS), np.sin(_CORNERS)]) * result.radius + result.query
        return {
            "field": _field(result.k),
            "circle": {"corner": np.arange(len(circle)), "x": circle[:, 0], "y": circle[:, 1]},
            "links": {"x": start[:, 0], "y": start[:, 1], "x2": ends[:, 0], "y2": ends[:, 1]},
            "rows": {"x": x, "y": y, "label": label, "near": near},
            "query": {"x": [result.query[0]], "y": [result.query[1]]},
            "distances": {"rank": np.arange(1, len(x) + 1), "distance": distance[order], "label": label[order],
                          "near": near[order]},
        }  # fmt: skip

    def chart(self, wide: bool) -> Any:
        from tiws_teach.lessons.start.chart import chart

        return chart(wide)

    def describe(self, result: Neighbors) -> str:
        of_one = int(result.classes[result.rows].sum())
        vote = "a tie" if result.share == 0.5 else f"class {int(result.share > 0.5)}"
        return (
            f"k = {result.k}, query at ({result.query[0]:.1f}, {result.query[1]:.1f}): class 1 has {of_one} of the "
            f"{result.k} nearest rows, a share of {result.share:.2f}, so the vote is {vote}; the farthest of them is "
            f"{result.radius:.2f} away."
        )

    def before(self, previous: Neighbors) -> str:
        return f"Before, the share was {previous.share:.2f}."


@cache
def _field(k: int) -> dict[str, list[Any]]:
    """Return the shaded stripes of a k as columns."""
    return in_columns(("x", "x2", "y", "y2", "label"), vote_runs(k))
