"""The explorer of notebook 05: one new row, its two distances from each training row, and the weight between them.

What to see: drag the weight, and the line of equal sums swings round until it meets another row first, whose labels are
then copied. Two losses are drawn as far as the weight was dragged. The least of each is marked where it is met, or when
the whole curve is seen.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np

from tiws_teach.course.charts import ChartExplorer, Control, State, Tables, buttons, in_columns, steps
from tiws_teach.lessons.nldd.experiments.songs import label_words
from tiws_teach.lessons.nldd.experiments.weights import DATA, LOSSES, N_SHOWN, Weighed, curves, ends, least, weigh

FARTHEST = (3.0, 2.0)
"""The ends of the axes of Dx and Dy, which are divided by their means."""
COLOUR_OF = {"red": "#d62839", "green": "#1f8a3b", "blue": "#2f66d0", "gold": "#f2c200", "white": "#ffffff",
             "black": "#1f2328", "orange": "#f08020"}  # fmt: skip
"""Labels that are colours are drawn in them."""
OTHER = "#5790fc"
NAMES_AT = {"BR": 40, "forests": 2, "forest of sets": 58, "doing nothing": 12}
"""Where the name of a tool begins, by the weight."""


class WeightExplorer(ChartExplorer):
    """Drag the weight between two distances; see whose labels are copied, and both losses."""

    title = "Whose labels are copied? New rows for which the weight matters"
    strip_states = ({"weight": 0}, {"weight": 30}, {"weight": 70})
    drag = {"label": "the weight", "view": "zero_one", "x": "weight"}  # noqa: RUF012  (read only)
    letters = 460

    def controls(self) -> dict[str, Control]:
        return {
            "data": buttons("data", DATA, "flags"),
            "row": steps("row", range(1, N_SHOWN + 1), 1),
            "weight": steps("% on Dy", range(0, 101, 5), 0),
        }

    def page(self) -> dict[str, Iterable[Any]]:
        return {"row": (1, 2, 3, 4), "weight": range(0, 101, 10)}

    def compute(self, state: State) -> Weighed:
        return weigh(state["data"], state["row"], state["weight"] / 100)

    def tables(self, result: Weighed) -> Tables:
        at, weights = round(100 * result.share), 100 * result.losses.index.to_numpy()
        now = {"weight": [at]} | {loss: [result.losses[loss].iloc[at // 5]] for loss in LOSSES}
        curve = {"weight": weights, "seen": (weights <= at + 0.5).astype(int)}
        best = {f"{loss}_weight": [100 * result.losses[loss].idxmin()] for loss in LOSSES}
        best |= {f"{loss}_found": [int(_is_found(result, loss))] for loss in LOSSES}
        return {
            "rows": {"x": result.Dx, "y": result.Dy, "wrong": np.minimum(result.wrong, 3)},
            "line": _equal_sums(result),
            "chosen": {"x": result.Dx[[result.chosen]], "y": result.Dy[[result.chosen]]},
            "labels": _chips(result),
            "curve": curve | {loss: result.losses[loss].to_numpy() for loss in LOSSES},
            "now": now,
            "best": best | {loss: [result.losses[loss].min()] for loss in LOSSES},
            "tools": _tools(result),
        }

    def chart(self, wide: bool) -> Any:
        from tiws_teach.lessons.nldd.chart import chart

        return chart(FARTHEST, wide)

    def describe(self, result: Weighed) -> str:
        true, copied, alone = (label_words(each, result.names) for each in result.sets.values())
        told = []
        for words, loss in zip(("0/1", "Hamming"), LOSSES, strict=True):
            curve, single = result.losses[loss], ends(least(curves(DATA[result.data]), loss))
            best = f" (least {curve.min():.3f} at {curve.idxmin():.0%}, single splits {single})"
            told.append(f"{words} loss {curve[result.share]:.3f}" + best * _is_found(result, loss))
        known = "" if result.is_known else ", which no training row has"
        return (
            f"{result.told[0][:1].upper()}{result.told[0][1:]} has {true}. With {result.share:.0%} of the weight on "
            f"Dy, {result.told[1]} is copied: {copied}; "
            f"{(result.sets['copied'] != result.sets['truth']).sum()} of {len(result.names)} wrong. "
            f"BR, label by label: {alone}{known}. Over {result.n_splits} splits: {' and '.join(told)}."
        )

    def before(self, previous: Weighed) -> str:
        return f"Before, the labels were those of {previous.told[1]}."


def _is_found(result: Weighed, loss: str) -> bool:
    """Return whether the weight has met the least loss, or the whole curve is seen."""
    return result.share in (result.losses[loss].idxmin(), 1)


def _tools(result: Weighed) -> dict[str, Any]:
    """Return the losses of the tools and their names; a loss far above the curve is drawn near it, with its value."""
    columns: dict[str, Any] = {"tool": result.tools.index.to_list()}
    for loss in LOSSES:
        true = result.tools[loss]
        top = 1.15 * max(result.losses[loss].max(), true.iloc[:-1].max())
        columns |= {loss: true.clip(upper=top).to_numpy(), f"{loss}_told": true.to_numpy()}
        columns |= {f"{loss}_x": [*NAMES_AT.values()], f"{loss}_dy": _sides(columns[loss], result.losses[loss])}
        columns[f"{loss}_name"] = [name + f" {value:.2f} ↑" * bool(value > top) for name, value in true.items()]
    return columns


def _sides(lines: np.ndarray, curve: Any) -> list[int]:
    """Return how far below its line each name is, in pixels: where the next line, or the curve, is farther."""
    gaps = [np.append(lines, curve[x / 100 : x / 100 + 0.2]) - y for x, y in zip(NAMES_AT.values(), lines, strict=True)]
    gaps = [gap[abs(gap) > 0.02 * np.ptp(lines)] for gap in gaps]  # without lines that look like one
    return [-7 if gap[gap > 0].min(initial=9) > -gap[gap < 0].max(initial=-9) else 9 for gap in gaps]


def _equal_sums(result: Weighed) -> dict[str, Any]:
    """Return the ends of the line of equal weighted sums through the chosen row, within the axes."""
    x, y, on_y = result.Dx[result.chosen], result.Dy[result.chosen], result.share
    along = np.array([on_y, on_y - 1])  # a step that leaves the sum as it is
    place = np.array([x, y])
    with np.errstate(divide="ignore", invalid="ignore"):
        steps_to_edges = np.array([(np.multiply(edge, FARTHEST) - place) / along for edge in (0, 1)]).ravel()
    far = steps_to_edges[np.isfinite(steps_to_edges)]
    ends = [place + along * far[far <= 0].max(initial=-9), place + along * far[far >= 0].min(initial=9)]
    return {"x": [end[0] for end in ends], "y": [end[1] for end in ends]}


def _chips(result: Weighed) -> dict[str, Any]:
    """Return a chip for each label of the truth, the copied set and binary relevance, with its mark."""
    chips = []
    for whose, labelset in result.sets.items():
        for label, there, true in zip(result.names, labelset, result.sets["truth"], strict=True):
            mark = ("" if there else "–") if there == true else "✗"
            chips.append((whose, label, COLOUR_OF.get(label, OTHER), mark, "yes" if there else "no", int(there)))
    return in_columns(("whose", "label", "fill", "mark", "there", "seen"), chips)
