"""The explorers of notebook 00: the nearest neighbours of a query and their vote, and what a unit does to them.

What to see: drag the cross, and its circle swells or shrinks until it holds k rows. In another unit the circle is two
lines, and the regions are stripes.
"""

from collections.abc import Iterable
from functools import cache
from typing import Any

import numpy as np

from tiws_teach.course.charts import ChartExplorer, Control, State, Tables, buttons, in_columns, place, steps
from tiws_teach.lessons.start.experiments import NAMES, POINTS, UNITS, Neighbors, n_right, nearest, vote_runs

_CORNERS = np.linspace(0, 2 * np.pi, 61)


class NeighborExplorer(ChartExplorer):
    """Drag the query and move k; see the nearest neighbours, their vote, and the vote at every other place."""

    title = "Will this pump break down?"
    strip_states = ({"k": 1}, {"k": 5}, {"k": 15})
    drag = {"label": "the new pump", "view": "map", "table": "query", "x": "x", "y": "y"}  # noqa: RUF012  (read only)
    letters = 210

    def controls(self) -> dict[str, Control]:
        across, up = (np.round(np.arange(low, high + 0.1, 0.2), 1).tolist() for low, high in ((0, 8), (0.6, 6.4)))
        return {
            "k": steps("neighbours k", range(1, len(POINTS) + 1), 3),
            "x": place("hours a day", across, 3.8),
            "y": place("vibration", up, 3.0),
        }

    def page(self) -> dict[str, Iterable[Any]]:
        across = (0.8, 1.8, 2.8, 3.4, 3.8, 4.4, 5.2, 6.2, 7.2)
        return {"k": (1, 3, 5, 16), "x": across, "y": (0.8, 1.6, 2.4, 3.0, 4.0, 5.0, 6.0)}

    def compute(self, state: State) -> Neighbors:
        return nearest(**state)

    def tables(self, result: Neighbors) -> Tables:
        x, y = result.points.T
        near = np.isin(np.arange(len(x)), result.rows).astype(int)
        order = np.argsort(result.distance, kind="stable")
        label = np.array(NAMES)[result.classes]
        ends = result.points[result.rows]
        start = np.full_like(ends, result.query)
        round_it = np.column_stack([np.cos(_CORNERS), np.sin(_CORNERS)])
        circle = round_it * result.radius / UNITS[result.unit] + result.query
        return {
            "field": _field(result.k, result.unit),
            "circle": {"corner": np.arange(len(circle)), "x": circle[:, 0], "y": circle[:, 1]},
            "links": {"x": start[:, 0], "y": start[:, 1], "x2": ends[:, 0], "y2": ends[:, 1]},
            "rows": {"x": x, "y": y, "label": label, "near": near},
            "query": {"x": [result.query[0]], "y": [result.query[1]]},
            "distances": {"rank": np.arange(1, len(x) + 1), "distance": result.distance[order], "label": label[order],
                          "share": result.distance[order] / result.distance.max(), "near": near[order]},
        }  # fmt: skip

    def chart(self, wide: bool) -> Any:
        from tiws_teach.lessons.start.chart import chart

        return chart(wide, has_units="unit" in self.inputs)

    def describe(self, result: Neighbors) -> str:
        broken = int(result.classes[result.rows].sum())
        vote = "is a tie" if result.share == 0.5 else f"says that it {NAMES[result.share > 0.5]}"
        return (
            f"A pump with {result.query[0]:.1f} hours a day and {result.query[1]:.1f} mm/s, k = {result.k}: {broken} "
            f"of its {result.k} nearest pumps broke down, a share of {result.share:.2f}, so the vote {vote}."
        )

    def before(self, previous: Neighbors) -> str:
        return f"Before, the share was {previous.share:.2f}."


class UnitsExplorer(NeighborExplorer):
    """The same map with the vibration in another unit, or both columns as z-scores; see who is near then."""

    title = "The same pumps, the vibration in another unit"
    strip_states = ({"unit": "mm/s"}, {"unit": "µm/s"}, {"unit": "z-scores"})
    letters = 300

    def controls(self) -> dict[str, Control]:
        return {"unit": buttons("vibration in", UNITS, "mm/s")} | super().controls()

    def page(self) -> dict[str, Iterable[Any]]:
        return {"k": (1, 3, 5), "x": (0.8, 2.2, 3.8, 5.2, 7.2), "y": (0.8, 1.8, 3.0, 4.4, 6.0)}

    def describe(self, result: Neighbors) -> str:
        found = n_right(result.k, result.unit)
        judged = f"Each pump judged by the other fifteen: {found} of 16 right."
        return f"Vibration in {result.unit}. {super().describe(result)} {judged}"

    def before(self, previous: Neighbors) -> str:
        return f"Before: {n_right(previous.k, previous.unit)}."


@cache
def _field(k: int, unit: str) -> dict[str, list[Any]]:
    """Return the shaded stripes of a k as columns."""
    return in_columns(("x", "x2", "y", "y2", "label"), vote_runs(k, unit=unit))
