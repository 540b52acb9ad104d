"""The chart of the explorers of notebook 00: a map with a query, and the rows in the order of their distance."""

from typing import Any

import altair as alt
from matplotlib.colors import to_hex

from tiws_teach.course.marks import INK, in_colour, rounded, styled
from tiws_teach.lessons.start.experiments import NAMES
from tiws_teach.plots import COLORS

CLASSES = [*NAMES, "tie"]
_RANGE = [to_hex(COLORS[0]), to_hex(COLORS[1]), "#9c9ca1"]
COLOR = alt.Color("label:N", scale=alt.Scale(domain=CLASSES, range=_RANGE), legend=None)
SHAPE = alt.Shape("label:N", scale=alt.Scale(domain=CLASSES, range=["circle", "square", "circle"]), legend=None)
WIDE, HIGH = (0, 8), (0.4, 6.6)
"""The ends of the map; a unit is as long upwards as across."""


def chart(wide: bool, has_units: bool) -> Any:
    """Return the map beside the bars of the distances, or above them on a phone."""
    width = 336 if wide else 252
    height = round(width * (HIGH[1] - HIGH[0]) / (WIDE[1] - WIDE[0]))
    place = town().properties(width=width, height=height, name="map")
    bars = distances(has_units).properties(width=285 if wide else 252, height=height - 22 if wide else 140)
    return styled((alt.hconcat if wide else alt.vconcat)(place, bars, spacing=12))


def town() -> Any:
    """Return the rows on a map, shaded by the vote at each place, with the query, its neighbours and their circle."""
    x = alt.X("x:Q", scale=alt.Scale(domain=WIDE), title="hours a day in use", axis=alt.Axis(grid=False, tickCount=8))
    y = alt.Y(
        "y:Q", scale=alt.Scale(domain=HIGH), title="vibration (drawn in mm/s)", axis=alt.Axis(grid=False, tickCount=6)
    )
    told = [alt.Tooltip("label:N", title="this pump"), rounded("x", "hours a day"), rounded("y", "mm/s")]
    field = alt.Chart(alt.NamedData("field")).mark_rect(opacity=0.32, clip=True)
    links = alt.Chart(alt.NamedData("links")).mark_rule(color=INK, strokeWidth=1.2)
    circle = alt.Chart(alt.NamedData("circle")).mark_line(color=INK, strokeDash=[5, 4], strokeWidth=1.4, clip=True)
    rows = alt.Chart(alt.NamedData("rows")).mark_point(filled=True, size=110, opacity=1, stroke="black")
    query = alt.Chart(alt.NamedData("query")).mark_point(filled=True, size=190, opacity=1, color="black", shape=CROSS)
    return alt.layer(
        field.encode(x, y, COLOR, x2="x2", y2="y2", tooltip=alt.Tooltip("label:N", title="the vote here")),
        circle.encode(x, y, order="corner:Q"),
        links.encode(x, y, x2="x2", y2="y2"),
        rows.encode(x, y, COLOR, SHAPE, tooltip=told, strokeWidth=alt.StrokeWidth("near:Q", scale=NEAR, legend=None)),
        query.encode(x, y),
        *in_colour(
            {"drag the cross": INK, "● kept running": "#2f66d0", "■ broke down": "#b06000"}, [(6, 12), (6, 29), (6, 46)]
        ),
    )


CROSS = "M-1,-0.6L-0.4,0L-1,0.6L-0.6,1L0,0.4L0.6,1L1,0.6L0.4,0L1,-0.6L0.6,-1L0,-0.4L-0.6,-1Z"
NEAR = alt.Scale(domain=(0, 1), range=(0.6, 2.6))


def distances(has_units: bool) -> Any:
    """Return a bar for each row, the nearest first; those that vote are strong. Between units, only shares compare."""
    ranks = alt.Scale(domain=list(range(1, 17)), paddingInner=0.25)
    y = alt.Y("rank:O", title="pumps, the nearest first", scale=ranks, axis=alt.Axis(values=[1, 4, 7, 10, 13, 16]))
    field, end, title = ("share", 1.0, "distance (farthest pump = 1)") if has_units else ("distance", 8.5, "distance")
    x = alt.X(f"{field}:Q", scale=alt.Scale(domain=(0, end)), title=title, axis=alt.Axis(tickCount=5))
    strength = alt.Opacity("near:Q", scale=alt.Scale(domain=(0, 1), range=(0.25, 1)), legend=None)
    told = [alt.Tooltip("label:N", title="this pump"), rounded("distance", "distance", 2)]
    bars = alt.Chart(alt.NamedData("distances")).mark_bar(stroke="black", strokeWidth=0.5)
    words = alt.Chart(alt.Data(values=[{}])).mark_text(align="left", fontSize=13, color=INK, text="strong: they vote")
    return alt.layer(
        bars.encode(x, y, COLOR, opacity=strength, tooltip=told), words.encode(x=alt.value(128), y=alt.value(10))
    )
