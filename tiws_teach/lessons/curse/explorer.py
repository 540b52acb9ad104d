"""The explorers of notebook 07: add columns to the wines, choose what they hold, and what the neighbours do.

What to see: add a thousand useless columns, and all wines are about equally far, and the vote is right for half of
them; let each say a little, and all are still about equally far, but the nearest are of the right cultivar again.
"""

from typing import Any, ClassVar

import numpy as np

from tiws_teach.course.charts import ChartExplorer, Control, State, Tables, buttons, steps
from tiws_teach.lessons.curse.experiments import ADDED, COLUMNS, RIVAL, WAYS, OneWine, one_wine
from tiws_teach.lessons.curse.plots import CULTIVARS, words_of_wine


class FirstColumns(ChartExplorer):
    """Add up to thirty useless columns to the wines; see the five nearest of one bottle, and the accuracy."""

    title = "Who is near this bottle?"
    stops: ClassVar[tuple[int, ...]] = tuple(range(0, 31, 5))
    ways: ClassVar[tuple[str, ...]] = (WAYS[0], RIVAL)
    strip_states: ClassVar = ({"added": "0"}, {"added": "10"}, {"added": "30"})
    drag = {"label": "the number of columns", "view": "accuracies", "x": "added"}  # noqa: RUF012  (read only)
    letters = 300

    def controls(self) -> dict[str, Control]:
        return {"added": steps("columns added", [f"{stop:,}" for stop in self.stops], "0")}

    def compute(self, state: State) -> OneWine:
        added = int(str(state["added"]).replace(",", ""))
        columns, way = state.get("columns", COLUMNS[0]), state.get("way", WAYS[0])
        return one_wine(columns, added, way, self.stops, self.ways)

    def tables(self, result: OneWine) -> Tables:
        jitter = (np.arange(len(result.distance)) * 0.618) % 1
        cultivar = np.array(list(CULTIVARS))[result.cultivar]
        lane = 2 - result.cultivar + 0.12 + 0.76 * jitter
        wines = {"distance": result.distance, "lane": lane, "cultivar": cultivar}
        near = {name: values[result.is_near] for name, values in wines.items()}
        shown = [(way, f"{m:,}", x) for (way, m), x in result.accuracies.items()]
        way, added, accuracy = (list(values) for values in zip(*shown, strict=True))
        now = [int(each == result.way) for each in way]
        at = way.index(result.way) + list(self.stops).index(result.added)
        return {
            "wines": {name: values[~result.is_near] for name, values in wines.items()},
            "near": near,
            "lines": {"way": way, "added": added, "accuracy": accuracy, "now": now},
            "now": {"way": [way[at]], "added": [added[at]], "accuracy": [accuracy[at]]},
        }

    def chart(self, wide: bool) -> Any:
        from tiws_teach.lessons.curse.chart import chart

        return chart(self.stops, self.ways, wide)

    def describe(self, result: OneWine) -> str:
        return words_of_wine(result)

    def before(self, previous: OneWine) -> str:
        return f"Before, the accuracy was {previous.accuracies[previous.way, previous.added]:.2f}."


class ColumnExplorer(FirstColumns):
    """Add up to a thousand columns, and choose what they hold and what the neighbours do about them."""

    title = "What do the columns hold, and what helps?"
    stops = ADDED
    ways = (*WAYS, RIVAL)
    strip_states = ({"added": "1,000"}, {"added": "1,000", "way": WAYS[2]}, {"added": "1,000", "columns": COLUMNS[1]})

    def controls(self) -> dict[str, Control]:
        kinds, models = buttons("they hold", COLUMNS, COLUMNS[0]), buttons("the model", WAYS, WAYS[0])
        return super().controls() | {"columns": kinds, "way": models}
