"""The charts of the explorers of notebook 02: a hidden category beside those that were seen, and a port that grows."""

from __future__ import annotations

from typing import Any

import altair as alt
from matplotlib.colors import to_hex

from tiws_teach.course.marks import INK, in_colour, rounded, styled
from tiws_teach.plots import COLORS

SEEN, ESTIMATE, TRUTH, MEAN = (to_hex(color) for color in COLORS[:4])
_PALE = ["#cfe0ff", "#ffe2bd", "#e4d4f2", "#d9ead3", "#f3d1d1", "#e2e2e2"]
_ROW = alt.Scale(domain=(1, 0))  # the hidden category stands on top


def hidden(wide: bool) -> Any:
    """Return the profiles of all categories beside their places on the line of the target, with the pull of each."""
    if wide:
        left, right = documents().properties(width=395, height=290), pull().properties(width=285, height=290)
        return apart(alt.hconcat(left, right, spacing=14))
    upper, lower = documents().properties(width=290, height=190), pull().properties(width=262, height=190)
    return apart(alt.vconcat(upper, lower, spacing=12))


def apart(charts: Any) -> Any:
    """Return charts side by side with colours and shapes of their own."""
    return styled(charts.resolve_scale(color="independent", shape="independent"))


def documents() -> Any:
    """Return the shares of the words of every other column, one row for each category."""
    x = alt.X("x:Q", scale=alt.Scale(domain=(-0.22, 1)), axis=None)
    y, center = alt.Y("y:Q", scale=_ROW, axis=None), alt.Y("center:Q", scale=_ROW, axis=None)
    told = [alt.Tooltip("category:N"), alt.Tooltip("word:N"), alt.Tooltip("share:Q", format=".2f")]
    fill = alt.Color("number:O", scale=alt.Scale(domain=list(range(6)), range=_PALE), legend=None)
    bars = alt.Chart(alt.NamedData("profiles")).mark_rect(stroke="white", strokeWidth=1.5)
    words = alt.Chart(alt.NamedData("profiles")).mark_text(fontSize=12, color=INK)
    names = alt.Chart(alt.NamedData("categories")).mark_text(align="right", fontSize=12, color=INK, dx=-5)
    heads = alt.Chart(alt.NamedData("columns")).mark_text(align="left", fontSize=13, fontWeight="bold", color=INK)
    return alt.layer(
        bars.encode(x, y, fill, x2="x2", y2="y2", tooltip=told),
        words.encode(alt.X("middle:Q", axis=None), center, text="shown:N", tooltip=told),
        names.encode(alt.X("start:Q", axis=None), center, text="told:N"),
        heads.encode(x, text="column:N", y=alt.value(-8)),
    )


def pull() -> Any:
    """Return the line of the target: each seen category pulls at the estimate, as strongly as its weight."""
    x = alt.X("x:Q", scale=alt.Scale(domain=(0, 1)), title="mean of the target", axis=alt.Axis(tickCount=5))
    y = alt.Y("center:Q", scale=_ROW, axis=None)
    strength = alt.StrokeWidth("weight:Q", scale=alt.Scale(domain=(0, 1), range=(0.3, 16)), legend=None)
    numbers = {"weight": "weight", "similarity": "similarity", "x": "target"}
    told = [alt.Tooltip("category:N"), *(rounded(field, title, 3) for field, title in numbers.items())]
    strings = alt.Chart(alt.NamedData("seen")).mark_rule(color=SEEN, opacity=0.45, strokeCap="round")
    dots = alt.Chart(alt.NamedData("seen")).mark_point(filled=True, opacity=1, color=SEEN, stroke="black", size=90)
    names = alt.Chart(alt.NamedData("seen")).mark_text(align="left", dx=9, dy=1, fontSize=12, color=INK)
    mean = alt.Chart(alt.NamedData("answers")).mark_rule(strokeDash=[4, 4], strokeWidth=1.5, color=MEAN)
    marks = alt.Chart(alt.NamedData("answers")).mark_point(filled=True, size=230, opacity=1, stroke="black")
    kinds = ["estimate", "truth", "mean of all others"]
    color = alt.Color("name:N", scale=alt.Scale(domain=kinds, range=[ESTIMATE, TRUTH, MEAN]), legend=None)
    forms = alt.Scale(domain=kinds, range=["diamond", "triangle-up", "cross"])
    look = {"color": color, "shape": alt.Shape("name:N", scale=forms, legend=None)}
    legend = {"◆ estimate": "#b06000", "▲ truth": "#c4182a", "┆ mean of all others": MEAN}
    places = [(0, -24), (92, -24), (0, -8)]
    answer = [alt.Tooltip("name:N", title="what"), rounded("x", "target", 3)]
    beside = marks.transform_filter("datum.name != 'mean of all others'")
    return alt.layer(
        mean.transform_filter("datum.name == 'mean of all others'").encode(x),
        strings.encode(x, y, strength, x2="to:Q", y2="top:Q", tooltip=told),
        dots.encode(x, y, tooltip=told),
        names.encode(x, y, text="told:N"),
        beside.encode(x, y, **look, tooltip=answer),
        *in_colour(legend, places),
    )


def resized(sizes: list[float], wide: bool) -> Any:
    """Return the similarity of Queenstown to each seen port by the size of one port, which is dragged."""
    width = 430 if wide else 250
    lines = similarities(sizes).properties(width=width, height=270 if wide else 190, name="sizes")
    line = pull().properties(width=225 if wide else 250, height=232 if wide else 130)
    return apart((alt.hconcat if wide else alt.vconcat)(lines, line, spacing=14))


def similarities(sizes: list[float]) -> Any:
    """Return a line for each seen port, and the present size."""
    ends = alt.Scale(type="log", domain=(sizes[0], sizes[-1]))
    marks = alt.Axis(values=sizes, format="~g", grid=False)
    x = alt.X("size:Q", scale=ends, title="size of the port, times (drag)", axis=marks)
    whole = alt.Scale(domain=(0, 1.05))
    y = alt.Y("similarity:Q", scale=whole, title="similarity to Queenstown", axis=alt.Axis(tickCount=5))
    ports = alt.Scale(domain=["C", "S"], range=[SEEN, to_hex(COLORS[5])])
    told = [alt.Tooltip("port:N"), rounded("size", "size, times", 2), rounded("similarity", "similarity", 3)]
    color = alt.Color("port:N", scale=ports, legend=None)
    shape = alt.Shape("port:N", scale=alt.Scale(domain=["C", "S"], range=["circle", "square"]), legend=None)
    path, now = alt.Chart(alt.NamedData("path")), alt.Chart(alt.NamedData("now"))
    return alt.layer(
        now.mark_rule(color=INK, strokeDash=[5, 4], strokeWidth=1.4).encode(x),
        path.mark_line(strokeWidth=2.5).encode(x, y, color, tooltip=told),
        now.mark_point(filled=True, size=140, opacity=1, stroke="black").encode(x, y, color, shape, tooltip=told),
        *in_colour({"Cherbourg (C) ●": "#2f66d0", "Southampton (S) ■": to_hex(COLORS[5])}, [(8, 10), (8, 27)]),
    )
