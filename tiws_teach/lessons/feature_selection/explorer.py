"""The explorer of lesson 12: what cross-validation promises for chosen columns, and what the model keeps.

What to see: without a useful column the promise rises with the number of columns, and the model stays at one half.
"""

import numpy as np

from tiws_teach.course.charts import ChartExplorer, Control, State, Tables, buttons, steps
from tiws_teach.lessons.feature_selection.experiments import TABLES, Promised, promised

WAYS = ("chosen on all rows", "chosen inside the folds", "on new rows")


class NoiseExplorer(ChartExplorer):
    """Choose how many columns there are and how many are kept; see what is promised and what is kept."""

    title = "How good are the best columns?"
    strip_states = ({"columns": 10}, {"columns": 1000}, {"columns": 1000, "useful": 3})
    letters = 330

    def controls(self) -> dict[str, Control]:
        return {
            "columns": steps("columns", (10, 30, 100, 300, 1000), 1000),
            "rows": steps("rows", (20, 60, 200), 60),
            "useful": buttons("useful columns", (0, 3), 0),
        }

    def compute(self, state: State) -> Promised:
        return promised(state["rows"], state["columns"], 3, state["useful"])

    def tables(self, result: Promised) -> Tables:
        every = (result.outside, result.inside, result.new)
        means = [each.mean() for each in every]
        lift = np.tile(np.linspace(-1, 1, TABLES), 3)
        return {
            "tables": {"way": np.repeat(WAYS, TABLES), "accuracy": np.concatenate(every), "lift": lift},
            "means": {"way": WAYS, "accuracy": means, "said": [f"{mean:.2f}" for mean in means]},
        }

    def describe(self, result: Promised) -> str:
        outside, inside, new = (each.mean() for each in (result.outside, result.inside, result.new))
        useful = f"{result.useful} of them useful" if result.useful else "none of them useful"
        return (
            f"{result.rows} rows, {result.columns:,} columns, {useful}; the best {result.kept} are kept. Chosen on all "
            f"rows, cross-validation promises {outside:.2f}; chosen inside the folds, {inside:.2f}. On new rows the "
            f"model is right for {new:.2f}."
        )

    def before(self, previous: Promised) -> str:
        return f"Before: {previous.outside.mean():.2f}, {previous.inside.mean():.2f} and {previous.new.mean():.2f}."
