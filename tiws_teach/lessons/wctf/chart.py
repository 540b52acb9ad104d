"""The chart of the explorer of lesson 03: the words, the ranking with the filter's place on it, and the threshold."""

from typing import Any

import altair as alt
import numpy as np
from matplotlib.colors import to_hex

from tiws_teach.course.marks import INK, in_colour, rounded, styled
from tiws_teach.lessons.wctf.plots import BAYES, HAM, LEFT_OUT, SPAM

BLUE, ORANGE = to_hex(HAM), to_hex(SPAM)
DARK = {"ham": "#2f66d0", "spam": "#8a4b00"}
"""For words, which need more contrast than marks."""
_COUNTS = alt.Scale(type="log", domain=(0.4, 400))
_TICKS = alt.Axis(values=[0.5, 1, 10, 100], labelExpr="datum.value == 0.5 ? '0' : datum.label", format="d", grid=False)
_SHARE, _FIFTHS = alt.Scale(domain=(0, 1.02)), alt.Axis(values=[0, 0.2, 0.4, 0.6, 0.8, 1], grid=False)


def chart(wide: bool) -> Any:
    """Return the words beside the ranking and the probabilities, or above them on a phone."""
    width = 300 if wide else 235
    words = vocabulary().properties(width=width, height=316 if wide else 230)
    curves = ranking(wide).properties(width=width, height=194 if wide else 170)
    strip = probabilities(wide).properties(width=width, height=72, name="strip")
    beside = alt.vconcat(curves, strip, spacing=4)
    return styled(alt.hconcat(words, beside, spacing=8) if wide else alt.vconcat(words, curves, strip, spacing=6))


def vocabulary() -> Any:
    """Return every frequent word by its occurrences in ham and in spam; those of the vocabulary are filled."""
    x = alt.X("x:Q", scale=_COUNTS, title="occurrences in honest messages (ham)", axis=_TICKS)
    y = alt.Y("y:Q", scale=_COUNTS, title="occurrences in spam", axis=_TICKS)
    told = [alt.Tooltip("word:N"), alt.Tooltip("ham:Q"), alt.Tooltip("spam:Q")]
    rows = alt.Chart(alt.NamedData("words"))
    color = alt.condition("datum.clear", alt.value(ORANGE), alt.value(BLUE))
    shape = alt.Shape("clear:N", scale=alt.Scale(domain=[False, True], range=["circle", "square"]), legend=None)
    out = rows.transform_filter("!datum.kept").mark_point(size=14, filled=True, color=LEFT_OUT, opacity=0.8)
    kept = rows.transform_filter("datum.kept").mark_point(
        size=42, filled=True, opacity=0.95, stroke="black", strokeWidth=0.6
    )
    names = alt.Chart(alt.NamedData("named")).mark_text(align="left", dx=5, dy=-6, fontSize=12, color=INK)
    legend = {"■ clear spam word": DARK["spam"], "● other word": DARK["ham"], "• left out": "#6b7077"}
    return alt.layer(
        out.encode(x, y, tooltip=told),
        kept.encode(x, y, shape, color=color, tooltip=told),
        names.encode(x, y, text="word:N"),
        *in_colour(legend, [(6, 10), (6, 27), (6, 44)]),
    )


def ranking(wide: bool) -> Any:
    """Return precision by recall at all thresholds, for the filter and naive Bayes, with the filter's present place."""
    x = alt.X("recall:Q", scale=alt.Scale(domain=(0, 1.15)), title="recall of spam", axis=_FIFTHS)
    y = alt.Y("precision:Q", scale=_SHARE, title="precision", axis=alt.Axis(tickCount=5, grid=False))
    told = [rounded("recall", "recall", 2), rounded("precision", "precision", 2)]
    rival = alt.Chart(alt.NamedData("rival")).mark_line(strokeWidth=2, color=BAYES, strokeDash=[7, 3])
    own = alt.Chart(alt.NamedData("curve")).mark_line(strokeWidth=2.8, color=INK)
    now, low = alt.Chart(alt.NamedData("now")), "datum.recall < 0.25 ? "
    label: dict[str, Any] = {"dx": {"expr": low + "72 : -9"}, "dy": {"expr": low + "-4 : 14"}, "align": "right"}
    bayes = alt.Chart(alt.NamedData("bayes")).mark_point(
        shape="diamond", size=90, filled=True, opacity=1, color=BAYES, stroke="black"
    )
    names = {"this filter": INK, "◆ naive Bayes, all words": BAYES}
    return alt.layer(
        equal_f1(x, y),
        rival.encode(x, y, order="recall:Q", tooltip=told),
        own.encode(x, y, order="recall:Q", tooltip=told),
        bayes.encode(x, y, tooltip=told),
        now.mark_point(size=170, filled=True, opacity=1, color="#e42536", stroke="black").encode(x, y, tooltip=told),
        now.mark_text(**label, fontSize=14, fontWeight="bold", color=INK).encode(x, y, text="label:N"),
        *in_colour(names, [(8, y) for y in ((167, 184) if wide else (141, 158))]),
    )


def equal_f1(x: Any, y: Any) -> Any:
    """Return thin lines along which F1 is the same, and their names."""
    rows = []
    for f1 in (0.5, 0.7, 0.9):
        for recall in np.linspace(f1 / (2 - f1), 1, 30).round(4).tolist():
            rows.append({"f1": f1, "recall": recall, "precision": f1 * recall / (2 * recall - f1), "told": ""})
        rows[-1]["told"] = f"F1 {f1}"
    lines = alt.Chart(alt.Data(values=rows)).encode(x, y)
    names = lines.mark_text(align="left", dx=3, fontSize=11, color="#6b7077").encode(text="told:N")
    return alt.layer(lines.mark_line(color="#c9ccd1", strokeWidth=1).encode(detail="f1:N"), names)


def probabilities(wide: bool) -> Any:
    """Return how many messages have which probability, and the threshold, which is dragged."""
    x = alt.X(
        "low:Q", scale=alt.Scale(domain=(0, 1)), title="probability of spam (drag the threshold)",
        axis=alt.Axis(tickCount=5, grid=False),
    )  # fmt: skip
    y = alt.Y("messages:Q", stack=None, scale=alt.Scale(type="sqrt", domain=(0, 1400)), title="messages",
              axis=alt.Axis(values=[10, 100, 1000], grid=False))  # fmt: skip
    color = alt.Color("kind:N", scale=alt.Scale(domain=["ham", "spam"], range=[BLUE, ORANGE]), legend=None)
    bars = alt.Chart(alt.NamedData("bins")).mark_bar(opacity=0.75, stroke="white", strokeWidth=0.5)
    told = [alt.Tooltip("kind:N"), alt.Tooltip("messages:Q"), rounded("low", "from", 2), rounded("high", "to", 2)]
    line = alt.Chart(alt.NamedData("line")).mark_rule(strokeWidth=3, color="#e42536")
    return alt.layer(
        bars.encode(x, y, color, x2="high", y2=alt.datum(0), tooltip=told),
        line.encode(x=alt.X("threshold:Q")),
        *in_colour({"ham": DARK["ham"], "spam": DARK["spam"]}, [(20, 12), (248 if wide else 180, 12)]),
    )
