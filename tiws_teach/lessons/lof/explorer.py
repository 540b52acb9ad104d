"""The explorer of notebook 06: a lodge that is moved between a village and some farms.

What to see: by the mean distance the farms come before the lodge, by LOF they do not; drag the lodge among the farms,
and the same distances are usual there; give it three companions, and with k = 3 nobody looks odd any more.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np

from tiws_teach.course.charts import ChartExplorer, Control, State, Tables, buttons, place, steps
from tiws_teach.lessons.lof.experiments.maps import HIGH, N_DENSE, TOWN, WIDE, Placed, place_lodge
from tiws_teach.lessons.lof.plots import told_factor, words_of_placed

LARGEST = 8.0
"""Where an infinite factor is drawn; the largest finite one is below."""
VIEWS = ["the lodge", "its circles", "four lodges"]
_CORNERS = np.arange(0, 2 * np.pi, np.pi / 8)
Shown = tuple[Placed, str]


class LOFExplorer(ChartExplorer):
    """Drag a lodge between a village and some farms; see both scores of all houses, and how LOF comes about."""

    title = "Which house lies apart?"
    strip_states = ({}, {"x": 6.0, "y": 4.0, "show": "its circles"}, {"show": "four lodges"})
    drag = {"label": "the lodge", "view": "map", "table": "star", "x": "x", "y": "y"}  # noqa: RUF012  (read only)
    letters = 360

    def controls(self) -> dict[str, Control]:
        across, up = (np.arange(0, end + 0.1, 0.25).tolist() for end in (WIDE, HIGH))
        return {
            "x": place("east", across, 1.75),
            "y": place("north", up, 5.0),
            "k": steps("neighbours k", range(1, 13), 3),
            "show": buttons("show", VIEWS, VIEWS[0]),
        }

    def page(self) -> dict[str, Iterable[Any]]:
        return {"x": (0.0, 1.75, 3.5, 5.0, 6.0, 8.0, 10.0), "y": (0.0, 1.0, 2.75, 4.0, 5.0, 6.0), "k": (3, 5)}

    def compute(self, state: State) -> Shown:
        show = state["show"]
        return place_lodge(state["x"], state["y"], state["k"], companions=show == VIEWS[2]), show

    def tables(self, result: Shown) -> Tables:
        placed, show = result
        x, y = placed.points.T
        groups = ["village"] * N_DENSE + ["farm"] * (len(TOWN) - N_DENSE) + ["lodge"] * (len(x) - len(TOWN))
        told = [told_factor(factor) for factor in placed.factors]
        houses = {"x": x, "y": y, "mean": placed.mean_distances, "factor": np.minimum(placed.factors, LARGEST)}
        houses |= {"told": np.array(told), "group": np.array(groups)}
        near, rank = placed.points[placed.neighbors], np.arange(1, len(placed.neighbors) + 1)
        ends = {"x": np.full(len(near), x[-1]), "y": np.full(len(near), y[-1]), "x2": near[:, 0], "y2": near[:, 1]}
        is_explained = show == VIEWS[1]
        reach = placed.reachability if is_explained else np.zeros(len(near))
        return {
            "rings": _rings(placed if is_explained else None),
            "links": ends,
            "houses": {name: values[:-1] for name, values in houses.items()},
            "star": {name: values[-1:] for name, values in houses.items()} | {"label": [f"LOF {told[-1]}"]},
            "distances": {"rank": rank, "distance": placed.distances, "reach": reach},
        }

    def describe(self, result: Shown) -> str:
        return words_of_placed(*result)

    def before(self, previous: Shown) -> str:
        return f"Before, its LOF was {told_factor(previous[0].factors[-1])}."


def _rings(placed: Placed | None) -> dict[str, Any]:
    """Return the circles of the k-distances of the lodge and of its neighbours, as corners; no circles for None."""
    rows = [] if placed is None else [len(placed.points) - 1, *placed.neighbors]
    corner = np.column_stack([np.cos(_CORNERS), np.sin(_CORNERS)])
    places = [placed.points[row] + placed.k_distance[row] * corner for row in rows] if placed else [np.empty((0, 2))]
    ring = np.repeat(np.arange(len(rows)), len(corner))
    whose = np.where(ring == 0, "lodge", "neighbour")
    x, y = np.concatenate(places).round(2).T
    return {"ring": ring, "whose": whose, "corner": np.tile(np.arange(len(corner)), len(rows)), "x": x, "y": y}
