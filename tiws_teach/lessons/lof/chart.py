"""The chart of the explorer of notebook 06: a map with a star that is moved, all factors, and the star's distances."""

from __future__ import annotations

from typing import Any

import altair as alt
from matplotlib.colors import to_hex

from tiws_teach.course.marks import INK, in_colour, rounded, styled
from tiws_teach.plots import COLORS

BLUE, ORANGE = to_hex(COLORS[0]), to_hex(COLORS[1])
LARGEST, FARTHEST = 8.0, 9.0
"""The ends of the axes of factors and of distances; an infinite factor stands at the end."""
_GROUPS = ["village", "farm", "star"]
_SHAPE = alt.Shape("group:N", scale=alt.Scale(domain=_GROUPS, range=["circle", "square", "triangle-up"]), legend=None)
_FILL = alt.Scale(
    domain=(1, 2, 4), range=["#ffffff", "#fca17d", "#b2182b"], clamp=True, type="linear", interpolate="rgb"
)
_FACTOR = alt.Color("factor:Q", scale=_FILL, legend=None)
_TOLD = [
    alt.Tooltip("group:N", title="house"),
    alt.Tooltip("told:N", title="LOF"),
    rounded("x", "east", 2),
    rounded("y", "north", 2),
]


def chart(wide: bool) -> Any:
    """Return the map beside the factors of all houses and the star's distances, or above them on a phone."""
    width = 405 if wide else 262
    place = town().properties(width=width, height=round(width * 0.62), name="map")
    strip = factors().properties(width=200 if wide else 240, height=46)
    bars = distances().properties(width=200 if wide else 240, height=150)
    beside = alt.vconcat(strip, bars, spacing=8)
    return styled(alt.hconcat(place, beside, spacing=10) if wide else alt.vconcat(place, strip, bars, spacing=8))


def town() -> Any:
    """Return the houses, redder where the factor is higher, with the star, its neighbours and the k-distances."""
    x = alt.X("x:Q", scale=alt.Scale(domain=(-0.5, 10.5)), title="east", axis=alt.Axis(grid=False, tickCount=6))
    y = alt.Y("y:Q", scale=alt.Scale(domain=(-0.5, 6.32)), title="north", axis=alt.Axis(grid=False, tickCount=4))
    rings = alt.Chart(alt.NamedData("rings")).mark_line(
        clip=True, strokeWidth=1.2, strokeDash=[4, 3], interpolate="cardinal-closed", tension=-0.1
    )
    whose = alt.Scale(domain=["star", "neighbour"], range=[INK, ORANGE])
    links = alt.Chart(alt.NamedData("links")).mark_rule(color=INK, strokeWidth=1)
    dots = alt.Chart(alt.NamedData("houses")).mark_point(
        filled=True, size=75, opacity=1, stroke="black", strokeWidth=0.8
    )
    star = alt.Chart(alt.NamedData("star")).mark_point(filled=True, size=330, opacity=1, stroke="black", shape=STAR)
    words = alt.Chart(alt.NamedData("star")).mark_text(dx=0, dy=-22, fontSize=14, fontWeight="bold", color=INK)
    return alt.layer(
        rings.encode(x, y, alt.Color("whose:N", scale=whose, legend=None), detail="ring:N", order="corner:Q"),
        links.encode(x, y, x2="x2", y2="y2"),
        dots.encode(x, y, _FACTOR, _SHAPE, tooltip=_TOLD),
        star.encode(x, y, _FACTOR, tooltip=_TOLD),
        words.encode(x, y, text="label:N"),
        *in_colour({"drag the star": INK}, [(6, 12)]),
    ).resolve_scale(color="independent")


STAR = "M0,-1L0.24,-0.32L0.95,-0.31L0.38,0.12L0.59,0.81L0,0.4L-0.59,0.81L-0.38,0.12L-0.95,-0.31L-0.24,-0.32Z"


def factors() -> Any:
    """Return the factor of every house on one axis, the star's above the others."""
    scale = alt.Scale(domain=(0.7, LARGEST), type="log")
    ends = alt.Axis(values=[1, 2, 4, LARGEST], labelExpr=f"datum.value == {LARGEST} ? '∞' : datum.label", format="d")
    x = alt.X("factor:Q", scale=scale, title="LOF of every house", axis=ends)
    dots = alt.Chart(alt.NamedData("houses")).mark_point(
        filled=True, size=60, opacity=0.9, stroke="black", strokeWidth=0.8
    )
    star = alt.Chart(alt.NamedData("star")).mark_point(filled=True, size=260, opacity=1, stroke="black", shape=STAR)
    return alt.layer(
        dots.encode(x, _FACTOR, _SHAPE, y=alt.value(33), tooltip=_TOLD),
        star.encode(x, _FACTOR, y=alt.value(13), tooltip=_TOLD),
    )


def distances() -> Any:
    """Return the reachability distance of each neighbour as a wide bar, with its distance inside."""
    ranks = alt.Scale(domain=list(range(1, 17)), paddingInner=0.2)
    y = alt.Y("rank:O", scale=ranks, title="neighbours", axis=alt.Axis(values=[1, 4, 8, 12, 16]))
    far = alt.Scale(domain=(0, FARTHEST))
    told = [rounded("distance", "distance", 2), rounded("reach", "reachability distance", 2)]
    bars = alt.Chart(alt.NamedData("distances"))
    reach = bars.mark_bar(color=ORANGE, stroke="black", strokeWidth=0.4)
    inner = bars.mark_bar(color=BLUE, height=4)
    x = alt.X("reach:Q", scale=far, title="from the star to them", axis=alt.Axis(tickCount=5))
    words = {"distance": "#2f66d0", "reachability distance": "#b06000"}
    return alt.layer(
        reach.encode(x, y, tooltip=told),
        inner.encode(alt.X("distance:Q", scale=far), y, tooltip=told),
        *in_colour(words, [(45, 116), (45, 134)]),
    )
