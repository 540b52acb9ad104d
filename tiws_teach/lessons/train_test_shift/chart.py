"""The chart of the explorer of notebook 10: flights in their weather, and two AUCs of each model."""

from typing import Any

import altair as alt

from tiws_teach.course.marks import INK, in_colour, rounded, styled
from tiws_teach.lessons.train_test_shift.plots import SIDE_COLORS

DARK = {"training": "#2f66d0", "held out": "#b06000", "still to come": "#5f6368"}
"""For words, which need more contrast than marks."""


def chart(models: list[str], wide: bool) -> Any:
    """Return the flights beside the AUCs, or above them on a phone."""
    width = 420 if wide else 262
    left = weather().properties(width=width, height=210 if wide else 173)
    right = aucs(models).properties(width=205 if wide else 250, height=190)
    both = alt.hconcat(left, right, spacing=14) if wide else alt.vconcat(left, right, spacing=8)
    return styled(both.resolve_scale(color="independent", shape="independent"))


def weather() -> Any:
    """Return the flights by temperature and pressure, in the colour of their side; a line joins those of one day."""
    x = alt.X("x:Q", scale=alt.Scale(domain=(-12, 40)), title="temperature (°C)", axis=alt.Axis(grid=False))
    y = alt.Y("y:Q", scale=alt.Scale(domain=(994, 1046)), title="pressure (hPa)", axis=alt.Axis(grid=False))
    shape = alt.Shape("side:N", scale=alt.Scale(domain=list(DARK), range=["circle", "triangle-up", "circle"]))
    color = alt.Color("side:N", scale=alt.Scale(domain=list(SIDE_COLORS), range=list(SIDE_COLORS.values())))
    size = alt.condition("datum.side == 'held out'", alt.value(36), alt.value(14))
    flights = alt.Chart(alt.NamedData("flights"))
    told = [alt.Tooltip("day:N"), alt.Tooltip("hour:Q"), alt.Tooltip("side:N"), rounded("x", "°C"), rounded("y", "hPa")]
    known = flights.transform_filter("datum.side != 'still to come'")
    come = flights.transform_filter("datum.side == 'still to come'")
    days = known.mark_line(strokeWidth=0.8, color="#80868b").encode(x, y, detail="day:N", order="hour:Q")
    dots = {"size": size, "color": color.legend(None), "shape": shape.legend(None), "tooltip": told}
    return alt.layer(
        come.mark_point(filled=True, opacity=0.35).encode(x, y, **dots),
        days,
        known.mark_point(filled=True, opacity=0.85).encode(x, y, **dots),
        *in_colour(DARK, [(8, 10), (80, 10), (150, 10)]),
    )


def aucs(models: list[str]) -> Any:
    """Return what each model promises on held-out flights, and what came in the rest of the year."""
    x = alt.X("auc:Q", scale=alt.Scale(domain=(0.48, 0.78)), title="AUC", axis=alt.Axis(tickCount=4, format=".1f"))
    y = alt.Y("model:N", scale=alt.Scale(domain=models), title=None, axis=alt.Axis(labels=False, ticks=False))
    kinds = alt.Scale(domain=["promised", "came"], range=["triangle-up", "circle"])
    fill = alt.Color("kind:N", scale=alt.Scale(domain=["promised", "came"], range=[SIDE_COLORS["held out"], INK]))
    marks = alt.Chart(alt.NamedData("aucs"))
    dots = marks.mark_point(filled=True, size=150, opacity=1).encode(
        x, y, alt.Shape("kind:N", scale=kinds, legend=None), fill.legend(None), tooltip=["model:N", "kind:N", "told:N"]
    )
    down = alt.YOffset("kind:N", scale=alt.Scale(domain=["promised", "came"], range=[26, 58]))
    words = marks.mark_text(dx=24, fontSize=13, color=INK).encode(x, y, text="told:N", yOffset=down)
    names = [(name, INK) for name in models]
    return alt.layer(
        dots.encode(yOffset=down),
        words,
        *in_colour(dict(names), [(4, 10), (4, 90)]),
        *in_colour({"▲ promised": DARK["held out"], "● came": INK}, [(4, 178), (100, 178)]),
    )
