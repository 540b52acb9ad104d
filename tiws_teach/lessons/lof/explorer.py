"""The explorer of notebook 06: a star that is moved between a village and some farms.

What to see: drag the star out of the village, and one step is enough for its factor to leap and its mark to turn red;
the same step between the farms changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from tiws_teach.course.charts import ChartExplorer, Control, State, Tables, buttons, place, steps
from tiws_teach.lessons.lof.experiments.maps import HIGH, WIDE, Placed, place_point
from tiws_teach.lessons.lof.plots import told_factor, words_of_placed

LARGEST = 8.0
"""Where an infinite factor is drawn; the largest finite one is 7."""
_CORNERS = np.arange(0, 2 * np.pi, np.pi / 8)


class LOFExplorer(ChartExplorer):
    """Drag a point between a village and some farms; see its neighbours, k-distances, reachability and all factors."""

    title = "One more house: is it an outlier?"
    strip_states = ({}, {"x": 6.0, "y": 4.0}, {"x": 1.75, "y": 5.0})
    drag = {"label": "the star", "view": "map", "table": "star", "x": "x", "y": "y"}  # noqa: RUF012  (read only)
    letters = 380

    def controls(self) -> dict[str, Control]:
        across, up = (np.arange(0, end + 0.1, 0.25).tolist() for end in (WIDE, HIGH))
        return {
            "x": place("east", across, 3.5),
            "y": place("north", up, 2.75),
            "k": steps("neighbours k", range(1, 13), 3),
            "ties": buttons("ties", ["all", "first"], "all"),
        }

    def page(self) -> dict[str, Iterable[Any]]:
        across = (0.0, 1.0, 1.75, 2.5, 3.5, 5.0, 6.0, 8.0, 10.0)
        return {"x": across, "y": (0.0, 1.0, 2.0, 2.75, 3.5, 4.0, 5.0, 6.0), "k": (1, 3, 5), "ties": ("all",)}

    def compute(self, state: State) -> Placed:
        return place_point(state["x"], state["y"], state["k"], state["ties"])

    def tables(self, result: Placed) -> Tables:
        x, y = result.points.T
        near, rank = result.points[result.neighbors], np.arange(1, len(result.neighbors) + 1)
        group = ["village" if row < result.n_dense else "farm" for row in range(len(x) - 1)]
        told = [told_factor(factor) for factor in result.factors]
        factor = np.minimum(result.factors, LARGEST)
        star = {"x": x[-1:], "y": y[-1:], "factor": factor[-1:], "told": told[-1:], "group": ["star"]}
        return {
            "rings": _rings(result),
            "links": {
                "x": np.full(len(near), x[-1]),
                "y": np.full(len(near), y[-1]),
                "x2": near[:, 0],
                "y2": near[:, 1],
            },
            "houses": {"x": x[:-1], "y": y[:-1], "factor": factor[:-1], "told": told[:-1], "group": group},
            "star": star | {"label": [f"LOF {told[-1]}"]},
            "distances": {"rank": rank, "distance": result.distances, "reach": result.reachability},
        }

    def chart(self, wide: bool) -> Any:
        from tiws_teach.lessons.lof.chart import chart

        return chart(wide)

    def describe(self, result: Placed) -> str:
        return words_of_placed(result)

    def before(self, previous: Placed) -> str:
        return f"Before, its LOF was {told_factor(previous.factors[-1])}."


def _rings(result: Placed) -> dict[str, Any]:
    """Return the circles of the k-distances of the star and of its neighbours, as corners."""
    rows = [len(result.points) - 1, *result.neighbors]
    corner = np.column_stack([np.cos(_CORNERS), np.sin(_CORNERS)])
    places = np.concatenate([result.points[row] + result.k_distance[row] * corner for row in rows])
    ring = np.repeat(np.arange(len(rows)), len(corner))
    whose = np.where(ring == 0, "star", "neighbour")
    x, y = places.round(2).T
    return {"ring": ring, "whose": whose, "corner": np.tile(np.arange(len(corner)), len(rows)), "x": x, "y": y}
