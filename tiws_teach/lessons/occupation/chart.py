"""The chart of the explorers of notebook 13: accuracy by the share that is coded, who codes how many, which titles."""

from collections.abc import Sequence
from typing import Any

import altair as alt

from tiws_teach.course.marks import INK, in_colour, rounded, styled
from tiws_teach.lessons.occupation.plots import LOOKS, TARGET

FATES = {"copied": "#b9a3e3", "right": "#2e7d32", "wrong": "#e42536", "for a person": "#9c9ca1"}
DARK = {"nearest titles": "#2f66d0", "vector machine": "#b06000"}
"""For words, which need more contrast than marks."""
LOWEST, LISTED = 0.58, 10


def chart(wide: bool, coders: Sequence[str]) -> Any:
    """Return the curves beside the titles on either side of the threshold, or above them on a phone."""
    width = 330 if wide else 250
    left = curves(wide, coders).properties(width=width, height=170 if wide else 200, name="curves")
    fates = shares().properties(width=width, height=26)
    right = titles().properties(width=300 if wide else 290, height=225 if wide else 230)
    beside = alt.vconcat(left, fates, spacing=6).resolve_scale(color="independent")
    joined = alt.hconcat(beside, right, spacing=14) if wide else alt.vconcat(beside, right, spacing=8)
    return styled(joined.resolve_scale(color="independent"))


def curves(wide: bool, coders: Sequence[str]) -> Any:
    """Return the accuracy of each coder by its production rate; the point of the chosen one is dragged."""
    percent = alt.Axis(format="%", values=[0, 0.25, 0.5, 0.75, 1], grid=False)
    x = alt.X("rate:Q", scale=alt.Scale(domain=(0, 1.04)), title="others that the computer codes (drag)", axis=percent)
    ticks = alt.Axis(values=[0.6, 0.7, 0.8, 0.9, TARGET, 1], format=".2f", grid=False)
    y = alt.Y(
        "accuracy:Q", scale=alt.Scale(domain=(LOWEST, 1.03), clamp=True), title="accuracy of these codes", axis=ticks
    )
    names, looks = list(coders), [LOOKS[coder] for coder in coders]
    color = alt.Color("coder:N", scale=alt.Scale(domain=names, range=[color for color, _ in looks]), legend=None)
    dashes = alt.Scale(domain=names, range=[dash for _, dash in looks])
    dash = alt.StrokeDash("coder:N", scale=dashes, legend=None)
    strength = alt.Opacity("chosen:Q", scale=alt.Scale(domain=(0, 1), range=(0.4, 1)), legend=None)
    told = ["coder:N", rounded("rate", "coded", 2), rounded("accuracy", "accuracy", 3)]
    target = alt.Chart(alt.Data(values=[{"accuracy": TARGET}])).mark_rule(color=INK, strokeDash=[3, 3])
    lines = alt.Chart(alt.NamedData("lines")).mark_line(strokeWidth=2.5)
    now = alt.Chart(alt.NamedData("now"))
    words: dict[str, Any] = {"dx": -10, "dy": 22, "align": "right", "fontSize": 14, "fontWeight": "bold"}
    point = now.mark_point(filled=True, size=180, opacity=1, stroke=INK, strokeWidth=2)
    places = [(6, (92 if wide else 118) + 18 * i) for i in range(len(names))]
    return alt.layer(
        target.encode(y),
        lines.encode(x, y, color, dash, strength, order="rate:Q", tooltip=told),
        point.encode(x, y, color, tooltip=told),
        now.mark_text(stroke="white", strokeWidth=5, **words).encode(x, y, text="label:N"),
        now.mark_text(color=INK, **words).encode(x, y, text="label:N"),
        *in_colour({name: DARK[name] for name in names}, places),
    )


def shares() -> Any:
    """Return how many titles of the file are copied, coded right or wrong, and left for a person, as parts of a bar."""
    x = alt.X("from:Q", scale=alt.Scale(domain=(0, 1.04)), title=None, axis=None)
    color = alt.Color("fate:N", scale=alt.Scale(domain=list(FATES), range=list(FATES.values())), legend=None)
    told = ["fate:N", alt.Tooltip("titles:Q")]
    bars = alt.Chart(alt.NamedData("fates"))
    middle = alt.X("middle:Q", scale=alt.Scale(domain=(0, 1.04)))
    names = bars.mark_text(fontSize=12, fontWeight="bold", color="black").encode(x=middle, text="label:N")
    return alt.layer(bars.mark_bar(height=24, stroke="white").encode(x, color, x2="to", tooltip=told), names)


def titles() -> Any:
    """Return the last titles that are coded and the first for a person, with the code that the computer suggests."""
    y = alt.Y("row:O", scale=alt.Scale(domain=list(range(LISTED + 2))), axis=None)
    rows = alt.Chart(alt.NamedData("titles"))
    color = alt.Color(
        "fate:N", scale=alt.Scale(domain=list(FATES)[1:], range=["#1b5e20", "#b3001b", "#57606a"]), legend=None
    )
    told = [alt.Tooltip("text:N"), "suggested:N", "code:N", rounded("confidence", "confidence", 3)]
    line = rows.mark_text(align="left", fontSize=12).encode(
        y=y, x=alt.value(0), text="line:N", color=color, tooltip=told
    )
    heads = alt.Chart(alt.NamedData("heads")).mark_text(align="left", fontSize=13, fontWeight="bold", color=INK)
    return alt.layer(line, heads.encode(y=y, x=alt.value(0), text="line:N"))
