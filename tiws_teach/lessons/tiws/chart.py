"""The charts of the explorers of notebook 02: a hidden job on the line of the target, and three rows taken apart."""

from typing import Any

import altair as alt
from matplotlib.colors import to_hex

from tiws_teach.course.marks import INK, in_colour, rounded, styled
from tiws_teach.plots import COLORS

SEEN, ESTIMATE, TRUTH, MEAN = (to_hex(color) for color in COLORS[:4])
DARK = {"estimate": "#b06000", "truth": "#c4182a"}
_ROW = alt.Scale(domain=(1, 0))  # the hidden job stands on top


def hidden(wide: bool) -> Any:
    """Return the words of the hidden rows beside all jobs on the line of the target, with the pull of each."""
    if wide:
        left, right = words().properties(width=225, height=225), line((163, 245, 315)).properties(width=450, height=225)
        return apart(alt.hconcat(left, right, spacing=22))
    upper, lower = words().properties(width=290, height=165), line((0, 82, 150)).properties(width=290, height=250)
    return apart(alt.vconcat(upper, lower, spacing=14))


def apart(charts: Any) -> Any:
    """Return charts side by side with colours and shapes of their own."""
    return styled(charts.resolve_scale(color="independent", shape="independent"))


def words() -> Any:
    """Return the share of each word of the other columns among the hidden rows and among all others."""
    x, others, start = places("hidden others start", (-0.55, 1), "share of the rows", [0, 0.5, 1])
    y = alt.Y("y:Q", scale=_ROW, axis=None)
    told = [alt.Tooltip("word:N"), rounded("hidden", "hidden job", 2), rounded("others", "all others", 2)]
    table = alt.Chart(alt.NamedData("words"))
    legend = {"◆ hidden job": DARK["estimate"], "✚ all others": MEAN}
    return alt.layer(
        table.mark_rule(color="#c8c8cc", strokeWidth=2).encode(x, y, x2="others", tooltip=told),
        table.mark_point(filled=True, shape="cross", size=90, opacity=1, color=MEAN).encode(others, y, tooltip=told),
        table.mark_point(filled=True, shape="diamond", size=120, opacity=1, color=ESTIMATE, stroke="black").encode(
            x, y, tooltip=told
        ),
        table.mark_text(align="right", fontSize=12, color=INK, dx=-8).encode(start, y, text="word:N", tooltip=told),
        *in_colour(legend, [(0, -10), (110, -10)]),
    )


def places(fields: str, domain: tuple[float, float], title: str, values: list[float]) -> list[Any]:
    """Return places on one axis for several fields."""
    axis = alt.Axis(values=values, format="~g", grid=False, domain=False)
    return [alt.X(f"{field}:Q", scale=alt.Scale(domain=domain), title=title, axis=axis) for field in fields.split()]


def line(legend_at: tuple[int, int, int]) -> Any:
    """Return the line of the target: each seen job, its pull at the answer, and the truth."""
    marks_of_axis = [0, 0.2, 0.4, 0.6]
    x, start = places("x start", (-0.34, 0.6), "share above 50,000 dollars", marks_of_axis)
    y = alt.Y("y:Q", scale=_ROW, axis=None)
    strength = alt.StrokeWidth("weight:Q", scale=alt.Scale(domain=(0, 0.5), range=(0, 12)), legend=None)
    numbers = {"weight": "weight", "x": "share above", "rows": "rows"}
    told = [alt.Tooltip("job:N"), *(rounded(field, title, 3) for field, title in list(numbers.items())[:2])]
    told.append(alt.Tooltip("rows:Q", title="rows"))
    seen, answers = alt.Chart(alt.NamedData("seen")), alt.Chart(alt.NamedData("answers"))
    kinds = ["answer", "truth", "mean of others"]
    color = alt.Color("name:N", scale=alt.Scale(domain=kinds, range=[ESTIMATE, TRUTH, MEAN]), legend=None)
    forms = alt.Scale(domain=kinds, range=["diamond", "triangle-up", "cross"])
    look = {"color": color, "shape": alt.Shape("name:N", scale=forms, legend=None)}
    marks = answers.mark_point(filled=True, size=210, opacity=1, stroke="black")
    legend = {"◆ answer": DARK["estimate"], "▲ truth": DARK["truth"], "┆ mean of others": MEAN}
    return alt.layer(
        answers.mark_rule(strokeDash=[4, 4], strokeWidth=1.5, color=MEAN)
        .transform_filter("datum.name == 'mean of others'").encode(x),
        seen.mark_rule(color=SEEN, opacity=0.45, strokeCap="round").encode(
            x, y, strength, x2="to:Q", y2="top:Q", tooltip=told
        ),
        seen.mark_point(filled=True, opacity=1, color=SEEN, stroke="black", size=70).encode(x, y, tooltip=told),
        seen.mark_text(align="right", fontSize=12, color=INK, dx=-8).encode(start, y, text="job:N"),
        answers.mark_text(align="right", fontSize=12, fontWeight="bold", color=INK, dx=-8)
        .transform_filter("datum.name == 'truth'").encode(start, y, text="job:N"),
        marks.transform_filter("datum.name != 'mean of others'").encode(
            x, y, **look, tooltip=[alt.Tooltip("name:N", title="what"), rounded("x", "share above", 3)]
        ),
        *in_colour(legend, [(left, -10) for left in legend_at]),
    )  # fmt: skip


def three_rows(sizes: tuple[float, ...], wide: bool) -> Any:
    """Return D, T, I and H of three rows beside the similarities of U by the size of A, which is dragged."""
    left = tables(12 if wide else 10).properties(width=420 if wide else 290, height=255 if wide else 250)
    right = similarities(sizes).properties(width=250 if wide else 240, height=215 if wide else 180, name="sizes")
    return apart((alt.hconcat if wide else alt.vconcat)(left, right, spacing=16))


def tables(size: int) -> Any:
    """Return four tables with their numbers: red above zero, blue below."""
    x = alt.X("x:Q", scale=alt.Scale(domain=(-0.05, 2.1)), axis=None)
    y = alt.Y("y:Q", scale=alt.Scale(domain=(2.05, -0.02)), axis=None)
    colors = alt.Scale(domain=(-1.5, 0, 1.5), range=["#8fb2ff", "#ffffff", "#ff9c93"], interpolate="rgb")
    fill = alt.Color("value:Q", scale=colors, legend=None)
    boxes = alt.Chart(alt.NamedData("cells")).mark_rect(stroke="#8a8a8f", strokeWidth=0.8)
    numbers = alt.Chart(alt.NamedData("cells")).mark_text(fontSize=size, color=INK)
    narrow = size < 12  # words of columns are turned, so that they do not touch
    looks: dict[str, Any] = {"align": "left", "fontSize": 13, "fontWeight": "bold", "color": INK}
    heads = alt.Chart(alt.NamedData("heads")).mark_text(dy=-6 if narrow else 0, **looks)
    names = alt.Chart(alt.NamedData("names"))
    words = names.transform_filter("length(datum.name) > 1").mark_text(
        fontSize=size, color=INK, angle=340 if narrow else 0
    )
    rows = names.transform_filter("length(datum.name) == 1").mark_text(fontSize=size, color=INK)
    return alt.layer(
        boxes.encode(x, y, fill, x2="x2", y2="y2"),
        numbers.encode(alt.X("middle:Q", axis=None), alt.Y("center:Q", axis=None), text="shown:N"),
        heads.encode(x, y, text="title:N"),
        words.encode(x, y, text="name:N"),
        rows.encode(x, y, text="name:N"),
    )


def similarities(sizes: tuple[float, ...]) -> Any:
    """Return a line for A and for B, and the present size."""
    x = alt.X("size:Q", scale=alt.Scale(type="log", domain=(sizes[0], sizes[-1])), title="size of A, times U (drag)",
              axis=alt.Axis(values=list(sizes), format="~g", grid=False))  # fmt: skip
    y = alt.Y("similarity:Q", scale=alt.Scale(domain=(0, 1.05)), title="similarity to U", axis=alt.Axis(tickCount=5))
    rows = ["A", "B"]
    color = alt.Color("row:N", scale=alt.Scale(domain=rows, range=[SEEN, to_hex(COLORS[5])]), legend=None)
    shape = alt.Shape("row:N", scale=alt.Scale(domain=rows, range=["circle", "square"]), legend=None)
    large = alt.Size("row:N", scale=alt.Scale(domain=rows, range=[300, 100]), legend=None)  # both are seen at one place
    dash = alt.StrokeDash("row:N", scale=alt.Scale(domain=rows, range=[[1, 0], [7, 5]]), legend=None)
    told = [alt.Tooltip("row:N"), rounded("size", "size, times", 2), rounded("similarity", "similarity", 3)]
    path, now = alt.Chart(alt.NamedData("path")), alt.Chart(alt.NamedData("now"))
    return alt.layer(
        now.mark_rule(color=INK, strokeDash=[5, 4], strokeWidth=1.4).encode(x),
        path.mark_line(strokeWidth=2.5).encode(x, y, color, dash, tooltip=told),
        now.mark_point(filled=True, opacity=1, stroke="black").encode(x, y, color, shape, large, tooltip=told),
        *in_colour({"● A, same mix as U": "#2f66d0", "■ B, another mix": to_hex(COLORS[5])}, [(4, -22), (4, -6)]),
    )
