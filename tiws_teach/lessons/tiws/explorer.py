"""The explorers of notebook 02: hide a job, and take the similarity apart.

What to see: how far off the answer of each method is; and as A grows, the paper's similarity takes U for B.
"""

from dataclasses import replace
from typing import Any

import numpy as np

from tiws_teach.course.charts import ChartExplorer, Control, State, Tables, buttons, steps
from tiws_teach.lessons.tiws.experiments.hidden import ANSWERS, WORDS, HiddenJob, hide_job, jobs
from tiws_teach.lessons.tiws.experiments.three_rows import ENTRIES, ROWS_OF_B, SIZES, ThreeRows, path, three_rows
from tiws_teach.lessons.tiws.plots.hidden import words_of_hidden


class HideCategoryExplorer(ChartExplorer):
    """Hide any job; see what its rows look like, the answer of each method, and the truth."""

    title = "Hide a job that you know"
    strip_states = ({"answer": "mean of others"}, {"answer": "regression"}, {"answer": "with mix"})
    answers: tuple[str, ...] = ANSWERS
    letters = 260

    def controls(self) -> dict[str, Control]:
        hide = steps("hide the job", jobs(), "professional")
        return {"hide": hide, "answer": buttons("answer by", self.answers, self.answers[0])}

    def compute(self, state: State) -> HiddenJob:
        return hide_job(state["hide"], state["answer"])

    def tables(self, result: HiddenJob) -> Tables:
        return {"words": _words(result), **_line(result)}

    def chart(self, wide: bool) -> Any:
        from tiws_teach.lessons.tiws.chart import hidden

        return hidden(wide)

    def describe(self, result: HiddenJob) -> str:
        return words_of_hidden(result)

    def before(self, previous: HiddenJob) -> str:
        return f"Before: {previous.job}, {previous.estimate:.3f} ({previous.answer})."


class FallbackExplorer(HideCategoryExplorer):
    """The same with the fallback only, of three jobs: all thirteen would answer the first question of the lesson."""

    title = "A job that the model never saw"
    strip_states = ({"hide": "professional"}, {"hide": "craft and repair"}, {"hide": "private household"})
    answers = ANSWERS[:1]
    few = ("private household", "craft and repair", "professional")

    def controls(self) -> dict[str, Control]:
        return {"hide": buttons("hide the job", self.few, "professional")}

    def compute(self, state: State) -> HiddenJob:
        result = hide_job(state["hide"], self.answers[0])
        return replace(result, seen=result.seen[result.seen.index.isin(self.few)].assign(weight=0.0))


def _words(result: HiddenJob) -> dict[str, Any]:
    """Return the words of the other columns with their heights, a gap between two columns."""
    gaps = np.repeat(np.arange(len(WORDS)), [len(words) for words in WORDS.values()])
    heights = np.arange(len(gaps)) + 0.8 * gaps + 0.5
    shares = {name: result.shares[name].to_numpy() for name in ("hidden", "others")}
    words, start = list(result.shares.index), np.zeros(len(gaps))
    return {"word": words, "y": heights / (heights[-1] + 0.5), "start": start, **shares}


def _line(result: HiddenJob) -> dict[str, dict[str, Any]]:
    """Return the seen jobs from high to low, and on top the answer, the truth and the mean of all others.

    The answer of `both` is no weighted mean of what is drawn (its weights are those of residuals): it has no lines.
    """
    table = result.seen.sort_values("estimate", ascending=False)
    heights = (np.arange(len(table) + 1) + 0.7) / (len(table) + 1)
    heights[0] *= 0.4  # apart from the seen jobs
    same = np.full(len(table), 1.0)
    weight = table["weight"].to_numpy() * (result.answer != "both")
    seen = {"job": list(table.index), "x": table["estimate"].to_numpy(), "y": heights[1:], "start": 0 * same,
            "weight": weight, "rows": table["rows"].to_numpy(), "to": result.estimate * same,
            "top": heights[0] * same}  # fmt: skip
    answers = {"name": ["answer", "truth", "mean of others"], "x": [result.estimate, result.truth, result.overall],
               "y": heights[[0, 0, 0]], "start": [0] * 3,
               "job": [f"{result.job} (hidden)"] * 3}  # fmt: skip
    return {"seen": seen, "answers": answers}


class DissectExplorer(ChartExplorer):
    """Let A grow with the mix of U; see which entries of T, I and H change, and what U is taken for."""

    title = "Three rows: take the similarity apart"
    strip_states = ({"size": 2}, {"size": 8}, {"b": "(3, 1, 2, 2)", "entries": "shares"})
    drag = {"label": "the size of A", "view": "sizes", "x": "size"}  # noqa: RUF012  (read only)
    letters = 210

    def controls(self) -> dict[str, Control]:
        return {
            "size": steps("size of A, times U", SIZES, 2),
            "b": buttons("row of B", ROWS_OF_B, "(3, 1, 1, 3)"),
            "entries": buttons("entries of D", ENTRIES, "counts"),
        }

    def compute(self, state: State) -> tuple[State, ThreeRows]:
        return state, three_rows(float(state["size"]), state["b"], state["entries"])

    def tables(self, result: tuple[State, ThreeRows]) -> Tables:
        state, found = result
        lines = path(state["b"], state["entries"])
        whole = {"size": np.tile(lines.index, 2), "row": np.repeat(["A", "B"], len(lines)),
                 "similarity": lines.to_numpy().T.ravel()}  # fmt: skip
        now = {"size": [found.size] * 2, "row": ["A", "B"], "similarity": found.similarity.to_numpy()}
        return {"path": whole, "now": now, **_cells(found)}

    def chart(self, wide: bool) -> Any:
        from tiws_teach.lessons.tiws.chart import three_rows

        return three_rows(SIZES, wide)

    def describe(self, result: tuple[State, ThreeRows]) -> str:
        state, found = result
        a, b = found.similarity
        verdict = "as much like B as like A" if np.isclose(a, b) else f"more like {'A' if a > b else 'B'}"
        return (
            f"D holds {state['entries']}; A is {state['size']:g} times U, B is {state['b']}. The similarity of U to A "
            f"is {a:.3f}, to B {b:.3f}: U is {verdict}."
        )

    def before(self, previous: tuple[State, ThreeRows]) -> str:
        return "Before: {:.3f} and {:.3f}.".format(*previous[1].similarity)


TITLES = {"D": "D", "T": "T, along rows", "I": "I, down columns", "H": "H = T · I"}


def _cells(found: ThreeRows) -> dict[str, dict[str, Any]]:
    """Return the boxes of the four tables, two by two, with their heads and the names of rows and columns."""
    cells: dict[str, list[Any]] = {n: [] for n in ("x", "x2", "middle", "y", "y2", "center", "value", "shown")}
    names: dict[str, list[Any]] = {n: [] for n in ("x", "y", "name")}
    heads: dict[str, list[Any]] = {n: [] for n in ("x", "y", "title")}
    for number, (name, table) in enumerate(found.tables.items()):
        left, top = 1.08 * (number % 2) + 0.06, 1.05 * (number // 2) + 0.05
        _append(heads, left - 0.06, top, TITLES[name])
        for j, word in enumerate(table.columns):
            _append(names, left + 0.23 * (j + 0.5), top + 0.13, word)
        for (i, j), value in np.ndenumerate(table.to_numpy()):
            x, y = left + 0.23 * j, top + 0.22 + 0.22 * i
            colour = 0.0 if name == "D" else value
            _append(cells, x, x + 0.23, x + 0.115, y, y + 0.22, y + 0.11, colour, _short(value, name))
        for i, row in enumerate(table.index):
            _append(names, left - 0.04, top + 0.33 + 0.22 * i, row)
    return {"cells": cells, "heads": heads, "names": names}


def _append(columns: dict[str, list[Any]], *values: Any) -> None:
    """Append a row to a table of columns."""
    for column, value in zip(columns.values(), values, strict=True):
        column.append(value)


def _short(value: float, name: str) -> str:
    """Return an entry as it is written in its box."""
    return f"{value:.2g}" if name == "D" else f"{value + 0.0:.2f}".replace("-0.00", "0.00")
