"""The chart of the explorer of lesson 12: the best column in both classes, and what is promised and kept."""

from __future__ import annotations

from typing import Any

import altair as alt
from matplotlib.colors import to_hex

from tiws_teach.course.marks import INK, in_colour, rounded, styled
from tiws_teach.plots import COLORS

CLASSES = ["class 0", "class 1"]
WAYS = {"chosen on all rows": "#e42536", "chosen inside the folds": "#7a21dd", "on new rows": INK}

_COLORS = alt.Scale(domain=[*CLASSES, *WAYS], range=[*map(to_hex, COLORS[:2]), *WAYS.values()])


def chart(wide: bool) -> Any:
    """Return the best column beside the accuracies, or above them on a phone."""
    left = best_column().properties(width=240 if wide else 235, height=250 if wide else 150)
    height = 250 if wide else 190
    right = accuracies(height).properties(width=395 if wide else 235, height=height)
    return styled((alt.hconcat if wide else alt.vconcat)(left, right, spacing=14))


def best_column() -> Any:
    """Return the values of the best column of one table in both classes, with the class means."""
    x = alt.X("value:Q", scale=alt.Scale(domain=(-3.7, 4.7)), title="the best column of one table")
    y = alt.Y("label:N", scale=alt.Scale(domain=CLASSES), title=None, axis=alt.Axis(labelAngle=-90, ticks=False))
    lift = alt.YOffset("lift:Q", scale=alt.Scale(domain=(-3, 3)))
    color = alt.Color("label:N", scale=_COLORS, legend=None)
    shape = alt.Shape("label:N", scale=alt.Scale(domain=CLASSES, range=["circle", "square"]), legend=None)
    rows = alt.Chart(alt.NamedData("best")).mark_point(
        filled=True, size=38, opacity=0.8, stroke="black", strokeWidth=0.4
    )
    means = alt.Chart(alt.NamedData("centres")).mark_tick(thickness=3, size=46, color=INK)
    told = [rounded("value", "value", 2)]
    return alt.layer(
        rows.encode(x, y, color, shape, yOffset=lift, tooltip=told),
        means.encode(x, y, tooltip=told),
        *in_colour({"| class mean": INK}, [(4, 12)]),
    )


def accuracies(height: int) -> Any:
    """Return a dot for each of twenty tables and a diamond for the mean, three times; the line is a tossed coin."""
    x = alt.X(
        "accuracy:Q",
        scale=alt.Scale(domain=(0.2, 1)),
        title="accuracy",
        axis=alt.Axis(values=[0.2, 0.4, 0.6, 0.8, 1], grid=False),
    )
    y = alt.Y("way:N", scale=alt.Scale(domain=list(WAYS)), title=None, axis=None)
    lift = alt.YOffset("lift:Q", scale=alt.Scale(domain=(-3, 3)))
    color = alt.Color("way:N", scale=_COLORS, legend=None)
    told = [alt.Tooltip("way:N", title="columns"), rounded("accuracy", "accuracy", 2)]
    dots = alt.Chart(alt.NamedData("tables")).mark_point(filled=True, size=30, opacity=0.45)
    means = alt.Chart(alt.NamedData("means"))
    coin = alt.Chart(alt.Data(values=[{"accuracy": 0.5, "said": "a tossed coin"}])).encode(x)
    line = coin.mark_rule(strokeDash=[4, 4], color="#5f6368")
    told_coin = coin.mark_text(align="left", dx=4, fontSize=12, color="#5f6368").encode(
        text="said:N", y=alt.value(height - 7)
    )
    marks = means.mark_point(shape="diamond", size=170, filled=True, opacity=1, stroke="black")
    numbers = means.mark_text(dy=-17, fontSize=14, fontWeight="bold").encode(x, y, color, text="said:N")
    names = alt.Chart(alt.NamedData("means")).mark_text(align="left", dy=-34, fontSize=13, fontWeight="bold")
    return alt.layer(
        line,
        told_coin,
        dots.encode(x, y, color, yOffset=lift, tooltip=told),
        marks.encode(x, y, color, tooltip=told),
        numbers,
        names.encode(y=y, color=color, text="way:N", x=alt.value(2)),
    )
