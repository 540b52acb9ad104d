"""The chart of the explorer of notebook 05: two distances of a new row, three labelsets, two losses by the weight."""

from typing import Any

import altair as alt
from matplotlib.colors import to_hex

from tiws_teach.course.marks import INK, in_colour, rounded, styled
from tiws_teach.plots import COLORS

BLUE, ORANGE, RED, PURPLE = (to_hex(color) for color in COLORS[:4])
TITLES = {"zero_one": "0/1 loss: wrong sets", "hamming": "Hamming loss: wrong labels"}
TOOLS = {"BR": ORANGE, "forests": PURPLE, "forest of sets": RED, "doing nothing": "#5b5b63"}
WORDS = {"★ copied": "#b06000", "◆ all right": "#0b3d91", "● one slip": "#4a73c4", "┆ equal sum": INK,
         "✗ wrong": INK, "▼ least loss": INK}  # fmt: skip
STAR = "M0,-1L0.24,-0.32L0.95,-0.31L0.38,0.12L0.59,0.81L0,0.4L-0.59,0.81L-0.38,0.12L-0.95,-0.31L-0.24,-0.32Z"


def chart(ends: tuple[float, float], wide: bool) -> Any:
    """Return the distances above the labelsets, beside both losses, or all below each other on a phone."""
    width = 283 if wide else 218
    chips = 160 if wide else 122
    left = alt.vconcat(
        distances(ends).properties(width=width, height=150),
        labelsets(chips).properties(width=chips, height=126),
        spacing=4,
    ).resolve_scale(color="independent")
    titles = {loss: alt.Title(title, color="#2f66d0", fontSize=13) for loss, title in TITLES.items()}
    panels = (losses(loss).properties(width=width, height=126, name=loss, title=titles[loss]) for loss in TITLES)
    right = alt.vconcat(*panels, spacing=8)
    both = alt.hconcat(left, right, spacing=16) if wide else alt.vconcat(left, right, spacing=8)
    return styled(both.resolve_scale(color="independent", shape="independent", strokeDash="independent"))


def distances(ends: tuple[float, float]) -> Any:
    """Return the training rows by both distances, the line of equal sums, and the row that it meets first."""
    across, up = (alt.Scale(domain=(0, end)) for end in ends)
    x = alt.X("x:Q", scale=across, title="Dx: distance in the features", axis=alt.Axis(tickCount=4, grid=False))
    y = alt.Y("y:Q", scale=up, title="Dy: in the labels", axis=alt.Axis(tickCount=4, grid=False))
    fills = alt.Scale(domain=[0, 1, 2, 3], range=["#0b3d91", "#8fb3f5", "#d5d5d8", "#d5d5d8"])
    sizes, told = alt.Scale(domain=[0, 1, 2, 3], range=[85, 42, 24, 24]), alt.Tooltip("wrong:O", title="labels wrong")
    shapes = alt.Scale(domain=[0, 1, 2, 3], range=["diamond", "circle", "circle", "circle"])
    dots = alt.Chart(alt.NamedData("rows")).mark_point(filled=True, opacity=0.9, stroke="#555", strokeWidth=0.4)
    line = alt.Chart(alt.NamedData("line")).mark_line(color=INK, strokeDash=[6, 4], strokeWidth=1.6, clip=True)
    star = alt.Chart(alt.NamedData("chosen")).mark_point(
        filled=True, size=330, opacity=1, color=ORANGE, stroke="black", shape=STAR
    )
    look = {
        "color": alt.Color("wrong:O", scale=fills, legend=None),
        "size": alt.Size("wrong:O", scale=sizes, legend=None),
        "shape": alt.Shape("wrong:O", scale=shapes, legend=None),
    }
    places = [rounded("x", "Dx, in means", 2), rounded("y", "Dy, in means", 2)]
    return alt.layer(
        dots.encode(x, y, **look, tooltip=[told, *places]), line.encode(x, y), star.encode(x, y, tooltip=places)
    )


def labelsets(width: int) -> Any:
    """Return each label of the truth, the copied row and binary relevance as a chip; a cross where it is wrong."""
    order = ["truth", "copied", "BR"]
    top = alt.Axis(orient="top", labelAngle=0, ticks=False, domain=False, labelOverlap=False)
    x = alt.X("whose:N", sort=order, title=None, axis=top)
    y = alt.Y("label:N", sort=None, title=None, axis=alt.Axis(ticks=False, domain=False, minExtent=108))
    chips = alt.Chart(alt.NamedData("labels"))
    told = [alt.Tooltip("label:N"), alt.Tooltip("whose:N"), alt.Tooltip("there:N", title="present")]
    boxes = chips.mark_rect(stroke="black", strokeWidth=1.2, cornerRadius=3)
    marks = chips.mark_text(fontSize=14, fontWeight="bold", color="black", stroke="white", strokeWidth=0.4)
    shown = alt.Opacity("seen:Q", scale=alt.Scale(domain=(0, 1), range=(0.06, 1)), legend=None)
    return alt.layer(
        boxes.encode(x, y, alt.Color("fill:N", scale=None), shown, tooltip=told),
        marks.encode(x, y, text="mark:N"),
        *in_colour(WORDS, [(width + 12, 12 + 19 * line) for line in range(len(WORDS))]),
    )


def losses(loss: str) -> Any:
    """Return one loss by the weight as far as it is seen, its least value once found, and the tools as lines."""
    x = alt.X("weight:Q", scale=alt.Scale(domain=(0, 100)), axis=alt.Axis(grid=False, values=[0, 25, 50, 75, 100]),
              title="% of the weight on Dy (drag)" if loss == "hamming" else None)  # fmt: skip
    spread = alt.Scale(zero=False, padding=12)
    y = alt.Y(f"{loss}:Q", scale=spread, title=None, axis=alt.Axis(tickCount=4, format=".2f"))
    told = [alt.Tooltip("weight:Q", title="% on Dy"), rounded(loss, TITLES[loss], 3)]
    of_tools = alt.Chart(alt.NamedData("tools"))
    color = alt.Color("tool:N", scale=alt.Scale(domain=list(TOOLS), range=list(TOOLS.values())), legend=None)
    dashes = alt.Scale(domain=list(TOOLS), range=[[8, 4], [2, 3], [6, 2, 1, 2], [1, 2]])
    dash = alt.StrokeDash("tool:N", scale=dashes, legend=None)
    names = of_tools.mark_text(align="left", dy=alt.expr(f"datum.{loss}_dy"), fontSize=11, fontWeight="bold")
    now, best, curve = (alt.Chart(alt.NamedData(name)) for name in ("now", "best", "curve"))
    return alt.layer(
        of_tools.mark_rule(strokeWidth=1.6).encode(
            y, color, dash, tooltip=[alt.Tooltip("tool:N"), alt.Tooltip(f"{loss}_told:Q", title="loss", format=".3f")]
        ),
        names.encode(alt.X(f"{loss}_x:Q"), y, color, alt.Text(f"{loss}_name:N")),
        now.mark_rule(color=INK, strokeDash=[3, 3]).encode(x),
        curve.mark_point(opacity=0).encode(x, y),  # unseen: the scale does not move with the weight
        curve.mark_line(strokeWidth=2.5, color=BLUE).encode(x, y, tooltip=told).transform_filter("datum.seen"),
        best.mark_point(filled=True, size=90, shape="triangle-down", color="black", opacity=1, yOffset=-8)
        .encode(alt.X(f"{loss}_weight:Q"), y)
        .transform_filter(f"datum.{loss}_found"),
        now.mark_point(filled=True, size=150, opacity=1, color=BLUE, stroke="black").encode(x, y, tooltip=told),
    )
