"""The chart of the explorers of notebook 07: all wines as one of them sees them, above the accuracy by columns."""

from collections.abc import Sequence
from typing import Any

import altair as alt
from matplotlib.colors import to_hex

from tiws_teach.course.marks import INK, in_colour, rounded, styled
from tiws_teach.lessons.curse.experiments import SHOWN
from tiws_teach.lessons.curse.plots import COLOR, CULTIVARS, OTHER, OWN

DARK = dict(zip(SHOWN, ("#2f66d0", "#b06000", "#c4182a", "#964a8b", "#1f2328"), strict=True))
"""For words, which need more contrast than marks."""
FARTHEST = 2.2


def chart(stops: Sequence[int], ways: Sequence[str], wide: bool) -> Any:
    """Return the distances from one wine above the accuracies; the point of the current number is dragged."""
    width = 640 if wide else 250
    above = wines().properties(width=width, height=92 if wide else 130)
    below = accuracies(stops, ways, wide).properties(width=width, height=92 if wide else 150, name="accuracies")
    return styled(alt.vconcat(above, below, spacing=8).resolve_scale(color="independent"))


def wines() -> Any:
    """Return the other wines in a lane for each cultivar, by their distance; the five nearest are large."""
    x = alt.X("distance:Q", scale=alt.Scale(domain=(0, FARTHEST)), axis=alt.Axis(grid=False, tickCount=5),
              title="distance from one bottle of C (median = 1)")  # fmt: skip
    names = f"['{CULTIVARS[0]}', '{CULTIVARS[1]}', '{CULTIVARS[2]}'][2 - floor(datum.value)]"
    lanes = alt.Axis(values=[0.5, 1.5, 2.5], labelExpr=names, grid=False, ticks=False)
    y = alt.Y("lane:Q", scale=alt.Scale(domain=(0, 3.6)), axis=lanes, title="cultivar")
    told = [alt.Tooltip("cultivar:N", title="cultivar"), rounded("distance", "distance", 2)]
    colors = alt.Scale(domain=list(CULTIVARS), range=[OTHER, OTHER, OWN])
    color = alt.Color("cultivar:N", scale=colors, legend=None)
    shape = alt.Shape("cultivar:N", scale=alt.Scale(domain=list(CULTIVARS), range=["circle", "square", "triangle-up"]),
                      legend=None)  # fmt: skip
    dots = alt.Chart(alt.NamedData("wines")).mark_point(filled=True, size=30, opacity=0.55)
    near = alt.Chart(alt.NamedData("near")).mark_point(filled=True, size=130, opacity=1, stroke=INK, strokeWidth=2)
    rule = alt.Chart(alt.Data(values=[{"distance": 1}])).mark_rule(color="#57606a", strokeDash=[3, 3])
    return alt.layer(
        rule.encode(x),
        dots.encode(x, y, color, shape, tooltip=told),
        near.encode(x, y, color, shape, tooltip=told),
        *in_colour({"large: the five nearest": INK}, [(4, 8)]),
    )


def accuracies(stops: Sequence[int], ways: Sequence[str], wide: bool) -> Any:
    """Return a line for each way over the numbers of columns; that of the current way is strong."""
    order = [f"{stop:,}" for stop in stops]
    x = alt.X("added:O", sort=order, scale=alt.Scale(domain=order), title="columns added to the 13 (drag)",
              axis=alt.Axis(labelAngle=0))  # fmt: skip
    low, values = (0.2, [0.4, 0.6, 0.8, 1]) if stops[-1] > 100 else (0.7, [0.8, 0.9, 1])
    high = 1 + (1 - low) / 8
    y = alt.Y("accuracy:Q", scale=alt.Scale(domain=(low, high)), title="accuracy", axis=alt.Axis(values=values))
    color = alt.Color("way:N", scale=alt.Scale(domain=list(ways), range=[to_hex(COLOR[way]) for way in ways]),
                      legend=None)  # fmt: skip
    told = ["way:N", alt.Tooltip("added:N", title="columns added"), rounded("accuracy", "accuracy", 2)]
    strength = alt.Opacity("now:Q", scale=alt.Scale(domain=(0, 1), range=(0.35, 1)), legend=None)
    lines = alt.Chart(alt.NamedData("lines")).mark_line(strokeWidth=2.5)
    dots = alt.Chart(alt.NamedData("lines")).mark_point(filled=True, size=45)
    now = alt.Chart(alt.NamedData("now"))
    size: dict[str, Any] = {"fontSize": 13, "fontWeight": "bold", "color": INK}
    starts = [6 + sum(9 * len(way) + 14 for way in ways[:i]) for i in range(len(ways))]
    places = [(start if wide else 6, 58 if wide else 110 - 15 * i) for i, start in enumerate(starts)]
    return alt.layer(
        lines.encode(x, y, color, strength, detail="way:N"),
        dots.encode(x, y, color, strength, tooltip=told),
        now.mark_point(filled=True, size=170, stroke=INK, strokeWidth=2, opacity=1).encode(x, y, color, tooltip=told),
        now.mark_text(dy=-18, stroke="white", strokeWidth=4, **size).encode(
            x, y, text=alt.Text("accuracy:Q", format=".2f")
        ),
        now.mark_text(dy=-18, **size).encode(x, y, text=alt.Text("accuracy:Q", format=".2f")),
        *in_colour({way: DARK[way] for way in ways}, places),
    )
