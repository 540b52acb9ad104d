"""The chart of the explorer of notebook 06: a map with a lodge that is moved, both scores, its distances."""

from typing import Any

import altair as alt
from matplotlib.colors import to_hex

from tiws_teach.course.marks import INK, in_colour, rounded, styled
from tiws_teach.plots import COLORS

BLUE, ORANGE = to_hex(COLORS[0]), to_hex(COLORS[1])
LARGEST, FARTHEST = 8.0, 9.0
"""The ends of the axes of factors and of distances; an infinite factor stands at the end."""
_SHAPES = alt.Scale(domain=["village", "farm", "lodge"], range=["circle", "square", "triangle-up"])
_SHAPE = alt.Shape("group:N", scale=_SHAPES, legend=None)
_FILL = alt.Scale(domain=(1, 2, 4), range=["#ffffff", "#fca17d", "#b2182b"], clamp=True, interpolate="rgb")
_FACTOR = alt.Color("factor:Q", scale=_FILL, legend=None)
_TOLD = [
    alt.Tooltip("group:N", title="house"),
    rounded("mean", "mean distance", 2),
    alt.Tooltip("told:N", title="LOF"),
    rounded("x", "east", 2),
    rounded("y", "north", 2),
]
STAR = "M0,-1L0.24,-0.32L0.95,-0.31L0.38,0.12L0.59,0.81L0,0.4L-0.59,0.81L-0.38,0.12L-0.95,-0.31L-0.24,-0.32Z"


def chart(wide: bool) -> Any:
    """Return the map beside the two scores of all houses and the lodge's distances, or above them on a phone."""
    width, beside = (405, 200) if wide else (262, 240)
    ends = alt.Axis(values=[1, 2, 4, LARGEST], labelExpr=f"datum.value == {LARGEST} ? '∞' : datum.label", format="d")
    strips = [
        scores("mean", "mean distance of every house", alt.Scale(domain=(0, 6)), alt.Axis(tickCount=6)),
        scores("factor", "LOF of every house", alt.Scale(domain=(0.7, LARGEST), type="log"), ends),
    ]
    parts = [*(strip.properties(width=beside, height=34) for strip in strips), distances().properties(width=beside)]
    place = town().properties(width=width, height=round(width * 0.56), name="map")
    return styled(
        alt.hconcat(place, alt.vconcat(*parts, spacing=4), spacing=10)
        if wide
        else alt.vconcat(place, *parts, spacing=8)
    )


def dots(table: str, size: int, shape: Any = alt.Undefined) -> Any:
    """Return houses as marks with a black edge."""
    look: dict[str, Any] = {"filled": True, "opacity": 1, "stroke": "black", "strokeWidth": 0.8, "size": size}
    return alt.Chart(alt.NamedData(table)).mark_point(shape=shape, **look)


def town() -> Any:
    """Return the houses, redder where the factor is higher, with the lodge, its neighbours and the k-distances."""
    x = alt.X("x:Q", scale=alt.Scale(domain=(-0.5, 10.5)), title="east", axis=alt.Axis(grid=False, tickCount=6))
    y = alt.Y("y:Q", scale=alt.Scale(domain=(-0.5, 6.5)), title="north", axis=alt.Axis(grid=False, tickCount=4))
    rings = alt.Chart(alt.NamedData("rings")).mark_line(
        clip=True, strokeWidth=1.2, strokeDash=[4, 3], interpolate="cardinal-closed", tension=-0.1
    )
    whose = alt.Scale(domain=["lodge", "neighbour"], range=[INK, ORANGE])
    links = alt.Chart(alt.NamedData("links")).mark_rule(color=INK, strokeWidth=1)
    words = alt.Chart(alt.NamedData("star")).mark_text(dx=0, dy=-20, fontSize=14, fontWeight="bold", color=INK)
    hint = alt.Chart(alt.Data(values=[{}])).mark_text(
        align="left", fontSize=13, fontWeight="bold", text="drag the lodge"
    )
    return alt.layer(
        rings.encode(x, y, alt.Color("whose:N", scale=whose, legend=None), detail="ring:N", order="corner:Q"),
        links.encode(x, y, x2="x2", y2="y2"),
        dots("houses", 75).encode(x, y, _FACTOR, _SHAPE, tooltip=_TOLD),
        dots("star", 330, STAR).encode(x, y, _FACTOR, tooltip=_TOLD),
        words.encode(x, y, text="label:N"),
        hint.encode(x=alt.datum(-0.3), y=alt.datum(0.2)),
    ).resolve_scale(color="independent")


def scores(field: str, title: str, scale: Any, axis: Any) -> Any:
    """Return a score of every house on one axis, the lodge's above the others."""
    x = alt.X(f"{field}:Q", scale=scale, title=title, axis=axis)
    return alt.layer(
        dots("houses", 60).encode(x, _FACTOR, _SHAPE, y=alt.value(25), tooltip=_TOLD),
        dots("star", 230, STAR).encode(x, _FACTOR, y=alt.value(9), tooltip=_TOLD),
    )


def distances() -> Any:
    """Return the distance of each neighbour as a bar; beside circles, with the reachability distance behind it."""
    ranks = alt.Scale(domain=list(range(1, 17)), paddingInner=0.2)
    y = alt.Y("rank:O", scale=ranks, title="neighbours", axis=alt.Axis(values=[1, 4, 8, 12, 16]))
    far = alt.Scale(domain=(0, FARTHEST))
    told = [rounded("distance", "distance", 2), rounded("reach", "reachability distance", 2)]
    bars = alt.Chart(alt.NamedData("distances"))
    near, reach = in_colour({"distance": "#2f66d0", "reachability distance": "#b06000"}, [(45, 48), (45, 66)])
    x = alt.X("reach:Q", scale=far, title="from the lodge to them", axis=alt.Axis(tickCount=5))
    return alt.layer(
        bars.mark_bar(color=ORANGE, stroke="black", strokeWidth=0.4).encode(x, y, tooltip=told),
        bars.mark_bar(color=BLUE, height=4).encode(alt.X("distance:Q", scale=far), y, tooltip=told[:1]),
        near,
        reach.properties(data=bars.data).transform_filter("datum.rank == 1 && datum.reach > 0"),
    ).properties(height=76)
