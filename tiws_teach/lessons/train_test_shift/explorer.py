"""The explorer of notebook 10: flights in the weather of their days, held out in three ways.

What to see: with flights at random every thread of one day is mottled, and the forest promises most; with whole days
its lead is gone, as it is in the months after June.
"""

from typing import Any

import numpy as np

from tiws_teach.course.charts import ChartExplorer, Control, State, Tables, buttons
from tiws_teach.lessons.train_test_shift.experiments import MODELS, MONTHS, WAYS, HeldOut, flights, held_out

_DRAWN = slice(None, None, 3)
"""Every third flight is drawn."""


class HoldOutExplorer(ChartExplorer):
    """Choose what is held out until which month; see the threads of days, what two models promise, and what came."""

    title = "What do you hold out?"
    strip_states = ({}, {"way": "whole days"}, {"way": "the last days"})
    letters = 330

    def controls(self) -> dict[str, Control]:
        return {"way": buttons("hold out", WAYS, WAYS[0]), "until": buttons("known until", list(MONTHS), "June")}

    def compute(self, state: State) -> HeldOut:
        return held_out(state["until"], state["way"])

    def tables(self, result: HeldOut) -> Tables:
        X, date = result.X[_DRAWN], flights()[2][_DRAWN]
        place = {"x": X["temperature"].to_numpy(), "y": X["pressure"].to_numpy()}
        day = date.dt.strftime("%d %B").to_list()
        kinds = [(name, kind, auc) for kind, aucs in (("promised", result.promised), ("came", result.came))
                 for name, auc in aucs.items()]  # fmt: skip
        names, kind, auc = map(list, zip(*kinds, strict=True))
        told = [f"{value:.2f}" for value in auc]
        return {
            "flights": place | {"day": day, "hour": X["hour"].to_numpy(), "side": result.side[_DRAWN].tolist()},
            "aucs": {"model": names, "kind": kind, "auc": np.round(auc, 4), "told": told},
        }

    def chart(self, wide: bool) -> Any:
        from tiws_teach.lessons.train_test_shift.chart import chart

        return chart(list(MODELS), wide)

    def describe(self, result: HeldOut) -> str:
        counts = {side: int(np.sum(result.side == side)) for side in ("training", "held out", "still to come")}
        aucs = "; ".join(f"{name} {result.promised[name]:.2f}, then {result.came[name]:.2f}" for name in MODELS)
        return (
            f"{result.way.capitalize()} held out: {counts['training']:,} flights until the "
            f"end of {result.until} train, {counts['held out']} are held out, {counts['still to come']:,} are still to "
            f"come. AUC promised, then what came: {aucs}."
        )

    def before(self, previous: HeldOut) -> str:
        return f"Before, they promised {' and '.join(f'{auc:.2f}' for auc in previous.promised.values())}."
