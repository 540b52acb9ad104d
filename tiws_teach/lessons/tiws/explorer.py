"""The explorers of notebook 02: hide a category, and change its size.

What to see: hide a category, and each seen one pulls at the estimate along the line of the target, as strongly as it is
similar. And: let Cherbourg grow tenfold with the same passengers, and Queenstown looks like another port.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from tiws_teach.course.charts import ChartExplorer, Control, State, Tables, buttons, steps
from tiws_teach.lessons.tiws.experiments.hidden import HiddenCategory, hide_category, hideable, queenstown_path
from tiws_teach.lessons.tiws.plots.hidden import profile_shares, words_of_hidden
from tiws_teach.tiws.similarities import SIMILARITIES

_SHARPNESS = [0.5, 1, 2, 4, 8, 16]
_SIZES = [0.1, 0.2, 0.5, 1, 2, 5, 10]
_LETTER = 0.032
"""Width of a letter, of that of the rows: a word is written where it has room."""
_FEW = 8
"""With more categories, their weights are shown on hover only."""


class HideCategoryExplorer(ChartExplorer):
    """Hide any category of three data sets; see documents, weights, estimate and truth."""

    title = "Hide a category"
    strip_states = (
        {"hide": "by port: embarked = Q"},
        {"hide": "by age: class = First"},
        {"hide": "codes: group = A00", "similarity": "hellinger", "sharpness": 4},
    )
    letters = 270

    def controls(self) -> dict[str, Control]:
        return {
            "hide": buttons("hide", hideable(), "by port: embarked = Q"),
            "similarity": buttons("similarity", SIMILARITIES, SIMILARITIES[0]),
            "sharpness": steps("sharpness", _SHARPNESS, 1),
        }

    def page(self) -> dict[str, Iterable[Any]]:
        return {"hide": [name for name in hideable() if not name.startswith("codes")]}

    def compute(self, state: State) -> HiddenCategory:
        X, y, feature, category = hideable()[state["hide"]]
        sharpness = float(state["sharpness"])
        return hide_category(X, y, feature, category, similarity=state["similarity"], sharpness=sharpness)

    def tables(self, result: HiddenCategory) -> Tables:
        labels = [str(label) for label in result.document.index]
        told = [f"{label} (hidden)" if label == str(result.category) else label for label in labels]
        features = list(dict.fromkeys(result.document.columns.get_level_values(0)))
        heads = {"column": features, "x": np.arange(len(features)) / len(features)}
        names = {"told": told, "center": _rows(result), "start": np.zeros(len(told))}
        return {"profiles": _profiles(result), "categories": names, "columns": heads} | _pull(result)

    def chart(self, wide: bool) -> Any:
        from tiws_teach.lessons.tiws.chart import hidden

        return hidden(wide)

    def describe(self, result: HiddenCategory) -> str:
        return words_of_hidden(result)

    def before(self, previous: HiddenCategory) -> str:
        return f"The previous estimate: {previous.estimate:.3f}."


def _rows(result: HiddenCategory) -> np.ndarray:
    """Return the heights of the categories' rows between 0 and 1: the hidden category, which is the last, on top."""
    n = len(result.document)
    return (np.r_[1:n, 0] + 0.5) / n


def _profiles(result: HiddenCategory) -> dict[str, Any]:
    """Return the boxes of the words' shares, side by side within each column of the data."""
    shares, center = profile_shares(result.document), _rows(result)
    columns = shares.columns.get_level_values(0)
    n, half = columns.nunique(), min(0.4 / len(shares), 0.12)
    boxes = []
    for at, feature in enumerate(dict.fromkeys(columns)):
        part = shares.loc[:, columns == feature]
        ends = 0.96 * part.cumsum(axis=1).to_numpy()
        for (row, number), share in np.ndenumerate(part.to_numpy()):
            right, left, word = ends[row, number], ends[row, number] - 0.96 * share, str(part.columns[number][1])
            x, x2 = (at + left) / n, (at + right) / n
            legible = len(word) * _LETTER < x2 - x
            boxes.append((str(shares.index[row]), word, number % 6, share, x, x2, (x + x2) / 2, center[row] - half,
                          center[row] + half, center[row], word if legible else ""))  # fmt: skip
    names = ("category", "word", "number", "share", "x", "x2", "middle", "y", "y2", "center", "shown")
    return dict(zip(names, map(list, zip(*boxes, strict=True)), strict=True))


def _pull(result: HiddenCategory) -> dict[str, dict[str, Any]]:
    """Return the seen categories with their weights, and the estimate, the truth and the mean of all others."""
    table, center = result.table, _rows(result)
    few = len(table) <= _FEW
    told = [f"{label}, weight {weight:.2f}" if few else "" for label, weight in table["weight"].items()]
    top = center[-1]
    seen = {"category": [str(label) for label in table.index], "told": told, "center": center[:-1],
            "x": table["estimate"].to_numpy(), "weight": table["weight"].to_numpy(), "top": np.full(len(table), top),
            "similarity": table["similarity"].to_numpy(), "to": np.full(len(table), result.estimate)}  # fmt: skip
    names = ["estimate", "truth", "mean of all others"]
    answers = {"name": names, "x": [result.estimate, result.truth, result.overall], "center": [top] * 3}
    return {"seen": seen, "answers": answers}


@dataclass(frozen=True)
class Resized:
    """Queenstown hidden while one port has another size."""

    port: str
    size: float
    rows: float
    hidden: HiddenCategory
    path: pd.DataFrame


class SizeExplorer(ChartExplorer):
    """Change the size of one port with the same mix of passengers; see which port is most similar to Queenstown."""

    title = "One port grows or shrinks"
    strip_states = ({"size": 1}, {"size": 10}, {"size": 10, "similarity": "conditional"})
    drag = {"label": "the size", "view": "sizes", "x": "size"}  # noqa: RUF012  (read only)
    letters = 150

    def controls(self) -> dict[str, Control]:
        return {
            "port": buttons("port that changes", ["C", "S", "Q"], "C"),
            "size": steps("its size, times", _SIZES, 1),
            "similarity": buttons("similarity", SIMILARITIES, SIMILARITIES[0]),
        }

    def compute(self, state: State) -> Resized:
        port, similarity, size = state["port"], state["similarity"], float(state["size"])
        queenstown = hideable()["by port: embarked = Q"]
        hidden = hide_category(*queenstown, similarity=similarity, sizes={port: size})
        rows = hidden.rows if port == "Q" else hidden.table.loc[port, "rows"]
        return Resized(port, size, rows, hidden, queenstown_path(port, similarity))

    def tables(self, result: Resized) -> Tables:
        sizes = result.path.index.to_numpy() / (result.rows / result.size)
        path = {
            "size": np.tile(sizes, result.path.shape[1]),
            "port": np.repeat(result.path.columns.to_numpy(), len(sizes)),
            "similarity": result.path.to_numpy().T.ravel(),
        }
        similar = result.hidden.table["similarity"]
        now = {"size": [result.size] * len(similar), "port": list(similar.index), "similarity": similar.to_numpy()}
        return {"path": path, "now": now} | _pull(result.hidden)

    def chart(self, wide: bool) -> Any:
        from tiws_teach.lessons.tiws.chart import resized

        return resized(_SIZES, wide)

    def describe(self, result: Resized) -> str:
        table = result.hidden.table
        similar = ", ".join(f"{value:.3f} to {label}" for label, value in table["similarity"].items())
        return (
            f"{result.port} with {result.rows:.0f} rows, {result.hidden.similarity_name} similarity: Queenstown has "
            f"{similar}; most similar {table['similarity'].idxmax()}, estimate {result.hidden.estimate:.3f}."
        )

    def before(self, previous: Resized) -> str:
        return f"The previous estimate: {previous.hidden.estimate:.3f}."
