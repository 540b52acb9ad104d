"""The chart of the explorer of lesson 01: visits by their score with the threshold, and precision by recall."""

from typing import Any

import altair as alt
from matplotlib.colors import to_hex

from tiws_teach.course.marks import INK, in_colour, rounded, styled
from tiws_teach.plots import COLORS

BUYERS, OTHERS, NOW = to_hex(COLORS[1]), to_hex(COLORS[0]), "#e42536"
DARK = {"buyers": "#b06000", "others": "#2f66d0"}
"""For words, which need more contrast than marks."""
_HEIGHTS = alt.Scale(domain=(-28, 18))
_MODELS = {"logistic": [6, 3], "forest": [1, 0], "naive Bayes": [2, 2]}


def chart(wide: bool) -> Any:
    """Return the scores beside precision and recall, or above them on a phone."""
    width, height = (310, 185) if wide else (240, 250)
    left = scores(width, height).properties(width=width, height=height, name="strip")
    right = ranking(width).properties(width=width, height=height)
    return styled(alt.hconcat(left, right, spacing=12) if wide else alt.vconcat(left, right, spacing=6))


def scores(width: int, height: int) -> Any:
    """Return how many of 1,000 visits have which score, buyers upwards; those beyond the threshold are called."""
    axis = alt.Axis(values=[-20, -10, 0, 10], labelExpr="datum.value * datum.value", grid=False)
    x = alt.X("low:Q", scale=alt.Scale(domain=(0, 1)), title="score (drag the threshold)",
              axis=alt.Axis(tickCount=5, grid=False))  # fmt: skip
    y = alt.Y("y:Q", scale=_HEIGHTS, title="of 1,000 visits (root scale)", axis=axis)
    color = alt.Color("kind:N", scale=alt.Scale(domain=["buyers", "others"], range=[BUYERS, OTHERS]), legend=None)
    seen = alt.condition("datum.called == 1", alt.value(1), alt.value(0.35))
    told = [alt.Tooltip("kind:N"), rounded("visits", "visits"), rounded("low", "from", 3), rounded("high", "to", 3)]
    bars = alt.Chart(alt.NamedData("bins")).mark_bar(stroke="white", strokeWidth=0.5)
    line = alt.Chart(alt.NamedData("line")).mark_rule(strokeWidth=3, color=NOW)
    counts = alt.Chart(alt.NamedData("counts"))
    places = {"missed": (4, 10, "buyers"), "found": (width, 10, "buyers"),
              "left": (4, height - 10, "others"), "false": (width, height - 10, "others")}  # fmt: skip
    words = [
        counts.mark_text(fontSize=13, fontWeight="bold", color=DARK[kind], align="left" if left == 4 else "right")
        .encode(x=alt.value(left), y=alt.value(down), text=f"{name}:N")
        for name, (left, down, kind) in places.items()
    ]  # fmt: skip
    return alt.layer(
        bars.encode(x, y, color, opacity=seen, x2="high", y2=alt.datum(0), tooltip=told),
        line.encode(x=alt.X("threshold:Q"), y=alt.value(22), y2=alt.value(height - 22)),
        *words,
    )


def ranking(width: int) -> Any:
    """Return precision by recall at all thresholds, the same for the three rankings as they are, and the place now."""
    y_scale, ticks = alt.Scale(domain=(0, 1.32)), [0, 0.2, 0.4, 0.6, 0.8, 1]
    x = alt.X("recall:Q", scale=alt.Scale(domain=(0, 1.02)), title="recall", axis=alt.Axis(tickCount=5, grid=False))
    y = alt.Y("precision:Q", scale=y_scale, title="precision", axis=alt.Axis(values=ticks, grid=False))
    told = [rounded("recall", "recall", 2), rounded("precision", "precision", 2)]
    dash = alt.StrokeDash("model:N", scale=alt.Scale(domain=list(_MODELS), range=list(_MODELS.values())), legend=None)
    models = alt.Chart(alt.NamedData("models")).mark_line(strokeWidth=1.8, color="#8d9299")
    own = alt.Chart(alt.NamedData("curve")).mark_line(strokeWidth=2.8, color=INK)
    base = alt.Chart(alt.NamedData("base")).mark_rule(strokeDash=[1, 4], color="#6b7077")
    now = alt.Chart(alt.NamedData("now"))
    label = alt.Chart(alt.NamedData("label")).mark_text(fontSize=14, fontWeight="bold", color=INK, align="left")
    names = {"━ this fit": INK, "- - logistic": "#5f6368", "─ forest": "#5f6368", "··· naive Bayes": "#5f6368"}
    places = [(8, 30), (84, 30), (160, 30), (222, 30)] if width > 300 else [(8, 30), (120, 30), (8, 47), (120, 47)]
    return alt.layer(
        base.encode(y=alt.Y("precision:Q", scale=y_scale)),
        models.encode(x, y, dash, order="recall:Q", tooltip=["model:N", *told]),
        own.encode(x, y, order="recall:Q", tooltip=told),
        now.mark_point(size=170, filled=True, opacity=1, color=NOW, stroke="black").encode(x, y, tooltip=told),
        label.encode(x=alt.value(8), y=alt.value(10), text="words:N"),
        *in_colour(names, places),
    )
