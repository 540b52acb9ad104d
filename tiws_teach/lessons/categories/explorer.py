"""The explorers of lesson 11: gaps in a table of patients, what fills them, and two jobs for the filled table.

What to see: a regression gives the best predictions and a wrong slope; with the target's help it promises too much;
random draws give the slope. If the sickest have the gaps, leaving out rows fails; if bmi is high there, the draws do.
"""

from functools import cache
from typing import ClassVar

import numpy as np

from tiws_teach.course.charts import ChartExplorer, Control, State, Tables, buttons, steps
from tiws_teach.lessons.categories.experiments import FILLINGS, MEAN, REASONS, Jobs, two_jobs

EDGES = np.array([14.0, 44.0])


@cache
def all_values() -> tuple[float, float, float]:
    """Return intercept, slope and typical error of new predictions from the table without gaps."""
    whole = two_jobs("completely at random", 0, MEAN, 1)
    return *whole.line, float(whole.kept[0])


class TwoJobs(ChartExplorer):
    """Choose how many values are missing and what fills them; see the slope, and the error of predictions."""

    title = "One table with gaps, two jobs"
    strip_states: ClassVar[tuple[State, ...]] = ({}, {"filling": FILLINGS[2]}, {"filling": FILLINGS[4]})
    letters = 330

    def controls(self) -> dict[str, Control]:
        return {
            "filling": buttons("filled by", FILLINGS, MEAN),
            "percent": steps("missing, %", (10, 20, 30, 40, 50), 40),
        }

    def compute(self, state: State) -> Jobs:
        return two_jobs(state.get("reason", "completely at random"), state["percent"], state["filling"])

    def tables(self, result: Jobs) -> Tables:
        intercept, slope, error = all_values()
        known, shown = ~result.gaps, result.gaps & ~np.isnan(result.bmi)
        x, lines = np.tile(EDGES, 2), np.repeat([(intercept, slope), result.line], 2, axis=0).T
        lift, which = np.linspace(0.35, 0.85, len(result.slopes)), ["promised", "kept"]
        pair, lanes = np.array([result.promised, result.kept]), np.add.outer([0, 1], lift)
        names = np.repeat(["all values", "filled table"], 2)
        return {
            "known": {"bmi": result.bmi[known], "progress": result.progress[known]},
            "filled": {"bmi": result.bmi[shown], "progress": result.progress[shown]},
            "lines": {"line": names, "bmi": x, "progress": lines[0] + lines[1] * x},
            "slopes": {"slope": result.slopes, "lane": lift},
            "mean_slopes": {"slope": [result.slopes.mean()], "lane": [0.6]},
            "all_slopes": {"slope": [slope]},
            "errors": {"error": pair.ravel(), "lane": lanes.ravel(), "which": np.repeat(which, len(lift))},
            "mean_errors": {"error": pair.mean(axis=1), "lane": [0.6, 1.6], "which": which},
            "all_errors": {"error": [error]},
        }

    def describe(self, result: Jobs) -> str:
        slope, error = all_values()[1:]
        return (
            f"{result.percent}% of bmi missing {result.reason}; {result.filling}. Over {len(result.slopes)} draws of "
            f"the gaps the slope is {result.slopes.mean():.1f} on average (all values: {slope:.1f}). The table "
            f"promises a typical error of {result.promised.mean():.1f}; new patients get {result.kept.mean():.1f} "
            f"(all values: {error:.1f})."
        )

    def before(self, previous: Jobs) -> str:
        means = (each.mean() for each in (previous.slopes, previous.promised, previous.kept))
        return "Before: {:.1f}, {:.1f} and {:.1f}.".format(*means)


class WhyMissing(TwoJobs):
    """Choose also why the values are missing: completely at random, among the sickest, or where bmi itself is high."""

    title = "The same, and a reason for the gaps"
    strip_states: ClassVar[tuple[State, ...]] = tuple({"reason": reason, "filling": FILLINGS[4]} for reason in REASONS)

    def controls(self) -> dict[str, Control]:
        return {"reason": buttons("missing", REASONS, "completely at random")} | super().controls()
