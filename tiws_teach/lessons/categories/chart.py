"""The chart of the explorers of lesson 11: a table with filled gaps, above or beside what it gives to two jobs."""

from typing import Any

import altair as alt

from tiws_teach.course.marks import INK, in_colour, rounded, styled

KNOWN, FILLED, PROMISED, KEPT = "#5790fc", "#e07b00", "#c4182a", "#7a21dd"
STEEPEST, SMALLEST, LARGEST = 26, 30, 100


def chart(wide: bool) -> Any:
    """Return the patients with a line through them, and a dot for each draw of the gaps for either job."""
    width, beside = (385, 235) if wide else (255, 255)
    table = patients().properties(width=width, height=300 if wide else 210)
    jobs = alt.vconcat(
        slopes().properties(width=beside, height=86), errors().properties(width=beside, height=112), spacing=6
    )
    together = (alt.hconcat if wide else alt.vconcat)(table, jobs.resolve_scale(color="independent"), spacing=14)
    return styled(together.resolve_scale(color="independent"))


def patients() -> Any:
    """Return known and filled values of bmi against the progress, with the true line and that of the filled table."""
    x = alt.X("bmi:Q", scale=alt.Scale(domain=(14, 44)), title="body mass index bmi", axis=alt.Axis(grid=False))
    y = alt.Y("progress:Q", scale=alt.Scale(domain=(0, 385)), axis=alt.Axis(grid=False, tickCount=5),
              title="progress of the disease")  # fmt: skip
    told = [rounded("bmi", "bmi"), rounded("progress", "progress", 0)]
    known = alt.Chart(alt.NamedData("known")).mark_point(filled=True, size=22, opacity=0.45, color=KNOWN)
    filled = alt.Chart(alt.NamedData("filled")).mark_point(
        filled=True, size=38, opacity=0.85, color=FILLED, shape="triangle-up", clip=True
    )
    lines = alt.Chart(alt.NamedData("lines")).mark_line(clip=True)
    whose = alt.Scale(domain=["all values", "filled table"], range=[INK, FILLED])
    dash = alt.Scale(domain=["all values", "filled table"], range=[[6, 4], [1, 0]])
    thick = alt.Scale(domain=["all values", "filled table"], range=[2, 3.5])
    return alt.layer(
        known.encode(x, y, tooltip=told),
        filled.encode(x, y, tooltip=told),
        lines.encode(
            x,
            y,
            alt.Color("line:N", scale=whose, legend=None),
            strokeDash=alt.StrokeDash("line:N", scale=dash, legend=None),
            strokeWidth=alt.StrokeWidth("line:N", scale=thick, legend=None),
        ),
        *in_colour(
            {"● known": "#2f66d0", "▲ filled in": "#b06000", "- - all values": INK}, [(6, 8), (84, 8), (178, 8)]
        ),
    )


def slopes() -> Any:
    """Return the slope in each draw of the gaps, their mean as a diamond, and the slope of all values as a rule."""
    x = alt.X("slope:Q", scale=alt.Scale(domain=(0, STEEPEST)), title="slope of progress on bmi",
              axis=alt.Axis(grid=False, tickCount=6))  # fmt: skip
    return strip("slopes", x, alt.value("#b06000"), {"to estimate: the slope": "#b06000"}, rounded("slope", "slope"))


def errors() -> Any:
    """Return the promised error of a prediction and the kept one in each draw, each with its mean as a diamond."""
    x = alt.X("error:Q", scale=alt.Scale(domain=(SMALLEST, LARGEST)), title="typical error of a prediction",
              axis=alt.Axis(grid=False, tickCount=6))  # fmt: skip
    scale = alt.Scale(domain=["promised", "kept"], range=[PROMISED, KEPT])
    color = alt.Color("which:N", scale=scale, legend=None)
    names = {"to predict: promised": PROMISED, "to predict: kept for new rows": KEPT}
    return strip("errors", x, color, names, rounded("error", "error"))


def strip(table: str, x: Any, color: Any, names: dict[str, str], told: Any) -> Any:
    """Return a lane of dots for each name under its words, the means as diamonds, and a rule for all values."""
    y = alt.Y("lane:Q", scale=alt.Scale(domain=(len(names), 0)), axis=None)
    dots = alt.Chart(alt.NamedData(table)).mark_point(filled=True, size=26, opacity=0.5, clip=True)
    means = alt.Chart(alt.NamedData(f"mean_{table}")).mark_point(
        filled=True, size=150, opacity=1, shape="diamond", stroke="black", clip=True
    )
    rule = alt.Chart(alt.NamedData(f"all_{table}")).mark_rule(color=INK, strokeDash=[6, 4], strokeWidth=2)
    step = 86 if len(names) == 1 else 56
    return alt.layer(
        *(rule.encode(x, y=alt.value(18 + step * i), y2=alt.value(step * (i + 1))) for i in range(len(names))),
        dots.encode(x, y, color=color, tooltip=[told]),
        means.encode(x, y, color=color, tooltip=[told]),
        *in_colour(names, [(4, 8 + step * i) for i in range(len(names))]),
    )
