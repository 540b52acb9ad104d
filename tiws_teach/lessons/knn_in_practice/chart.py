"""The chart of the explorers of notebook 09: a map of people, what each column adds to a distance, the nearest five."""

from typing import Any

import altair as alt
from matplotlib.colors import to_hex

from tiws_teach.course.marks import INK, in_colour, rounded, styled
from tiws_teach.lessons.knn_in_practice.experiments import NUMBERS, WORDS
from tiws_teach.lessons.knn_in_practice.plots import ANSWERS
from tiws_teach.plots import COLORS

COLOR = alt.Color(
    "answer:N", scale=alt.Scale(domain=ANSWERS, range=[to_hex(color) for color in COLORS[:2]]), legend=None
)
SHAPE = alt.Shape("answer:N", scale=alt.Scale(domain=ANSWERS, range=["circle", "square"]), legend=None)
CROSS = "M-1,-0.6L-0.4,0L-1,0.6L-0.6,1L0,0.4L0.6,1L1,0.6L0.4,0L1,-0.6L0.6,-1L0,-0.4L-0.6,-1Z"
_TOLD = [
    *(alt.Tooltip(f"{name}:N", title=name) for name in ("answer", "age", "hours", "gain", "stands_for", *WORDS)),
    alt.Tooltip("rank:Q", title="rank (0: not near)"),
]


def chart(wide: bool) -> Any:
    """Return the map beside the columns' shares and the nearest five, or above them on a phone."""
    width, beside = (380, 240) if wide else (250, 200)
    place = people(wide).properties(width=width, height=205 if wide else 200, name="map")
    parts = [shares().properties(width=beside, height=112), nearest().properties(width=beside, height=72)]
    if wide:
        return styled(alt.hconcat(place, alt.vconcat(*parts, spacing=6), spacing=10))
    return styled(alt.vconcat(place, *parts, spacing=8))


def people(wide: bool) -> Any:
    """Return the people by age and hours, the person who is asked about, and lines to the neighbours."""
    across, up = alt.Scale(domain=(15, 91), nice=False, zero=False), alt.Scale(domain=(0, 112), nice=False)
    x = alt.X("age:Q", scale=across, title="age", axis=alt.Axis(grid=False, tickCount=8))
    y = alt.Y("hours:Q", scale=up, title="hours of work a week", axis=alt.Axis(grid=False))
    here = {"x": alt.X("x:Q", scale=across), "y": alt.Y("y:Q", scale=up)}
    strong = alt.Opacity("near:Q", scale=alt.Scale(domain=(0, 1), range=(0.35, 1)), legend=None)
    edge = alt.StrokeWidth("near:Q", scale=alt.Scale(domain=(0, 1), range=(0.4, 2.2)), legend=None)
    size = alt.Size("near:Q", scale=alt.Scale(domain=(0, 1), range=(40, 120)), legend=None)
    dots = alt.Chart(alt.NamedData("people")).mark_point(filled=True, stroke="black")
    links = alt.Chart(alt.NamedData("links")).mark_rule(color=INK, strokeWidth=1.2)
    cross = alt.Chart(alt.NamedData("person")).mark_point(filled=True, size=190, opacity=1, color="black", shape=CROSS)
    words = {"drag the cross": INK, "● at most 50,000": "#2f66d0", "■ more than 50,000": "#b06000"}
    return alt.layer(
        links.encode(**here, x2="x2", y2="y2"),
        dots.encode(x, y, COLOR, SHAPE, edge, size, strong, order="near:Q", tooltip=_TOLD),
        cross.encode(**here),
        *in_colour(words, [(6, 9), (120, 9), (248, 9)] if wide else [(140, 9), (6, 9), (6, 25)]),
    )


def shares() -> Any:
    """Return the part of the squared distance that each column makes, on average over pairs of people."""
    y = alt.Y("column:N", scale=alt.Scale(domain=[*NUMBERS, *WORDS]), title=None, axis=alt.Axis(ticks=False))
    x = alt.X(
        "share:Q",
        scale=alt.Scale(domain=(0, 125), nice=False),
        title="% of the squared distance",
        axis=alt.Axis(values=[0, 50, 100]),
    )
    bars = alt.Chart(alt.NamedData("shares"))
    return alt.layer(
        bars.mark_bar(color="#7b5ea7").encode(
            x, y, tooltip=["column:N", rounded("share", "% of the squared distance")]
        ),
        bars.mark_text(align="left", dx=3, fontSize=12, color=INK).encode(x, y, text="label:N"),
    )


def nearest() -> Any:
    """Return the nearest five as lines of words, with the mark of their answer."""
    y = alt.Y("line:O", scale=alt.Scale(domain=list(range(5))), axis=None)
    lines = alt.Chart(alt.NamedData("list"))
    marks = lines.mark_point(filled=True, size=70, opacity=1, stroke="black", strokeWidth=0.8)
    return alt.layer(
        marks.encode(y, COLOR, SHAPE, x=alt.value(-22)),
        lines.mark_text(align="left", fontSize=12, color=INK).encode(y, text="text:N", x=alt.value(-12)),
    )
