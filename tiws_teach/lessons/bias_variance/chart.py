"""The chart of the explorer of notebook 08: twenty tides, and under them the parts of the error for every k."""

from __future__ import annotations

from typing import Any

import altair as alt
from matplotlib.colors import to_hex

from tiws_teach.course.marks import INK, in_colour, rounded, styled
from tiws_teach.lessons.bias_variance.plots import PART_COLORS

HEX = {name: to_hex(color) for name, color in PART_COLORS.items()}
DARK = {"variance": "#2f66d0", "bias": "#b06000", "noise": "#c4182a"}
"""For words, which need more contrast than marks."""
LEVELS, ERRORS = (-60, 60), (0, 420)
"""The ends of the axes, the same in all states: nothing is cut off."""
NAMES = {
    "20 fits": DARK["variance"],
    "mean of all": DARK["bias"],
    "the true tide": "black",
    "one set's readings": DARK["noise"],
}
SUM = {"noise +": DARK["noise"], "bias² +": DARK["bias"], "variance = error": DARK["variance"]}
_HOUR = alt.X("hour:Q", scale=alt.Scale(domain=(0, 12)), title="hour", axis=alt.Axis(tickCount=5, grid=False))
_LEVEL = alt.Y("level:Q", scale=alt.Scale(domain=LEVELS), title="level (dm)", axis=alt.Axis(tickCount=5))


def chart(ks: list[str], wide: bool) -> Any:
    """Return the curves above the errors of all k; the bar of the current k is dragged."""
    width = 660 if wide else 255
    curves = tides(wide).properties(width=width, height=230 if wide else 210)
    below = errors(ks, wide).properties(width=width, height=105 if wide else 100, name="errors")
    return styled(alt.vconcat(curves, below, spacing=10))


def tides(wide: bool) -> Any:
    """Return the curves of all training sets, the mean of all possible ones, the truth, and the readings of one set."""
    at = {"x": _HOUR, "y": _LEVEL}
    dots = alt.Chart(alt.NamedData("readings")).mark_point(size=16, color=HEX["noise"], opacity=0.7, filled=True)
    thin = alt.Chart(alt.NamedData("curves")).mark_line(strokeWidth=0.8, opacity=0.6, color=HEX["variance"])
    mean = alt.Chart(alt.NamedData("mean")).mark_line(strokeWidth=3, color=HEX["squared_bias"])
    truth = alt.Chart(alt.NamedData("truth")).mark_line(strokeWidth=2, color="black", strokeDash=[6, 4])
    told = [rounded("hour", "hour"), rounded("level", "level (dm)")]
    return alt.layer(
        dots.encode(**at, tooltip=[rounded("hour", "hour"), rounded("level", "reading (dm)")]),
        thin.encode(**at, detail="set:N", tooltip=[alt.Tooltip("set:N", title="training set"), *told]),
        mean.encode(**at, tooltip=told),
        truth.encode(**at, tooltip=told),
        *in_colour(
            NAMES, [(8, 10), (70, 10), (168, 10), (270, 10)] if wide else [(4, 10), (62, 10), (160, 10), (62, 27)]
        ),
    )


def errors(ks: list[str], wide: bool) -> Any:
    """Return the stacked parts of the error for each k; the current k is strong, and carries its total."""
    x = alt.X("k:O", sort=ks, scale=alt.Scale(domain=ks), title="neighbours k (drag)", axis=alt.Axis(labelAngle=0))
    y = alt.Y("value:Q", scale=alt.Scale(domain=ERRORS), title="error (dm²)", axis=alt.Axis(tickCount=4))
    names, start = ["noise", "bias²", "variance"], 420 if wide else 16
    colors = [HEX["noise"], HEX["squared_bias"], HEX["variance"]]
    color = alt.Color("part:N", scale=alt.Scale(domain=names, range=colors), legend=None)
    told = ["k:N", "part:N", rounded("value", "dm²"), rounded("error", "sum")]
    strength = alt.Opacity("now:Q", scale=alt.Scale(domain=(0, 1), range=(0.35, 1)), legend=None)
    bars = alt.Chart(alt.NamedData("parts")).mark_bar(stroke="white", strokeWidth=0.5)
    total = alt.Chart(alt.NamedData("total")).mark_text(dy=-8, fontSize=13, fontWeight="bold", color=INK)
    return alt.layer(
        bars.encode(x, y, color, strength, order=alt.Order("order:O"), tooltip=told),
        total.encode(x, y=alt.Y("error:Q"), text=alt.Text("error:Q", format=".0f")),
        *in_colour(SUM, [(start + x, 6) for x in (0, 62, 119)]),
    )
