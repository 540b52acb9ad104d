"""The chart of the explorers of lesson 04: a map with a plant that is dragged, beside stated and true probabilities."""

from typing import Any

import altair as alt
from matplotlib.colors import to_hex

from tiws_teach.course.marks import INK, in_colour, rounded, styled
from tiws_teach.lessons.kcnn.experiments.fields import ACROSS, THRESHOLD, UP
from tiws_teach.lessons.kcnn.plots import SPECIES
from tiws_teach.plots import COLORS

BLUE, ORANGE, RED = (to_hex(color) for color in COLORS[:3])
DARK = {"● crop": "#2f66d0", "■ weed": "#b06000"}
"""For words, which need more contrast than marks."""
CROSS = "M-1,-0.6L-0.4,0L-1,0.6L-0.6,1L0,0.4L0.6,1L1,0.6L0.4,0L1,-0.6L0.6,-1L0,-0.4L-0.6,-1Z"
_SPECIES = alt.Scale(domain=[*SPECIES, "both"], range=[BLUE, ORANGE, INK])


def chart(wide: bool) -> Any:
    """Return the map beside the probabilities, or above them on a phone."""
    width, height = (312, 200) if wide else (252, 198)
    land = town().properties(width=width, height=height, name="map")
    beside = probabilities(wide).properties(width=width - 20 if wide else width, height=height)
    return styled((alt.hconcat if wide else alt.vconcat)(land, beside, spacing=12))


def town() -> Any:
    """Return the known plants on what the rule states at each place, with the plant that is dragged and its circles."""
    length = "length of the leaf (mean of the crop: 0)"
    x = alt.X("x:Q", scale=alt.Scale(domain=ACROSS), title=length, axis=alt.Axis(grid=False))
    y = alt.Y("y:Q", scale=alt.Scale(domain=UP), title="width (mean: 0)", axis=alt.Axis(grid=False, tickCount=6))
    shade = alt.Scale(domain=(0, 0.5, 1), range=[BLUE, "#ffffff", ORANGE], interpolate="rgb")
    cells = alt.Chart(alt.NamedData("cells")).mark_rect(opacity=0.55, strokeWidth=0)
    rings = alt.Chart(alt.NamedData("rings")).mark_line(clip=True, strokeWidth=2.4)
    known = alt.Chart(alt.NamedData("known")).mark_point(
        filled=True, size=42, opacity=1, stroke="black", strokeWidth=0.7
    )
    query = alt.Chart(alt.NamedData("query")).mark_point(filled=True, size=170, opacity=1, color="black", shape=CROSS)
    color = alt.Color("species:N", scale=_SPECIES, legend=None)
    shape = alt.Shape("species:N", scale=alt.Scale(domain=list(SPECIES), range=["circle", "square"]), legend=None)
    ring = {
        "color": alt.Color("whose:N", scale=_SPECIES, legend=None),
        "strokeDash": alt.StrokeDash(
            "whose:N", scale=alt.Scale(domain=[*SPECIES, "both"], range=[[6, 3], [1, 0], [1, 0]]), legend=None
        ),
    }
    return alt.layer(
        cells.encode(
            x, y, alt.Color("p:Q", scale=shade, legend=None), x2="x2", y2="y2", tooltip=rounded("p", "stated", 2)
        ),
        known.encode(x, y, color, shape, tooltip="species:N"),
        rings.encode(x, y, detail="whose:N", order="corner:Q", **ring),
        query.encode(x, y),
        *in_colour({"drag the cross": INK, **DARK}, [(6, 12), (6, 29), (6, 46)]),
    ).resolve_scale(color="independent", strokeDash="independent")


def probabilities(wide: bool) -> Any:
    """Return new plants by what the rule states and the truth; on the diagonal both agree."""
    fifths = alt.Axis(values=[0, 0.2, 0.4, 0.6, 0.8, 1], grid=False)
    x = alt.X(
        "stated:Q",
        scale=alt.Scale(domain=(-0.02, 1.02), nice=False),
        title="probability that the rule states",
        axis=fifths,
    )
    y = alt.Y(
        "truth:Q", scale=alt.Scale(domain=(-0.02, 1.02), nice=False), title="true probability of a weed", axis=fifths
    )
    told = [rounded("stated", "stated", 2), rounded("truth", "true", 2)]
    line = alt.Chart(alt.Data(values=[{"stated": 0, "truth": 0}, {"stated": 1, "truth": 1}]))
    cut = alt.Chart(alt.Data(values=[{"at": THRESHOLD}])).mark_rule(color="#57606a", strokeDash=[4, 4])
    dots = alt.Chart(alt.NamedData("new")).mark_point(filled=True, size=26, color="#57606a", opacity=0.5)
    now = alt.Chart(alt.NamedData("now"))
    red = now.mark_point(filled=True, size=190, opacity=1, color=RED, stroke="black")
    words: dict[str, Any] = {"fontSize": 13, "fontWeight": "bold", "color": INK, "align": "right"}
    return alt.layer(
        cut.encode(x=alt.X("at:Q")),
        cut.encode(y=alt.Y("at:Q")),
        line.mark_line(color=INK, strokeWidth=1.5).encode(x, y),
        dots.encode(x, y, tooltip=told),
        red.encode(x, y, tooltip=told),
        now.mark_text(**words).encode(
            x=alt.value(286 if wide else 246), y=alt.value(193 if wide else 190), text="label:N"
        ),
        *in_colour({"pulled": "#57606a"}, [(64 if wide else 56, 10)]),
    )
