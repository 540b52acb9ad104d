"""The chart of the explorers of notebook 08: twenty tides, and under them the parts of the error by k."""

from typing import Any

import altair as alt
from matplotlib.colors import to_hex

from tiws_teach.course.marks import INK, rounded, styled
from tiws_teach.lessons.bias_variance.plots import PART_COLORS, PARTS

HEX = {name: to_hex(color) for name, color in PART_COLORS.items()}
DARK = {"variance": "#2f66d0", "bias": "#b06000", "noise": "#c4182a", "training": "#57606a"}
"""For words, which need more contrast than marks."""
_HOUR = alt.X("hour:Q", scale=alt.Scale(domain=(0, 12)), title=None,
              axis=alt.Axis(tickCount=5, grid=False, labelExpr="datum.value ? datum.label + ' h' : 'hour 0'"),
              )  # fmt: skip


def chart(ks: list[str], highest: int, level: int, wide: bool) -> Any:
    """Return the curves above the errors by k, both axes the same in all states; the mark of k is dragged."""
    width = 612 if wide else 235
    curves = tides(level, wide).properties(width=width, height=114 if wide else 170)
    below = errors(ks, highest, wide).properties(width=width, height=92 if wide else 105, name="errors")
    return styled(alt.vconcat(curves, below, spacing=4))


def named(places: dict[str, tuple[str, int, int]]) -> list[Any]:
    """Return words in the colour of what they name, each at its place if the table of names has it."""
    return [
        alt.Chart(alt.NamedData("names")).transform_filter(f"datum.name == '{name}'")
        .mark_text(align="left", fontSize=13, fontWeight="bold", color=color, text=name)
        .encode(x=alt.value(x), y=alt.value(y))
        for name, (color, x, y) in places.items()
    ]  # fmt: skip


def tides(level: int, wide: bool) -> Any:
    """Return the curves of all training sets, the mean of all possible ones, the truth, and the readings of one set."""
    scale = alt.Scale(domain=(-level, level + 12), nice=False)  # words stand in the 12
    at = {"x": _HOUR, "y": alt.Y("level:Q", scale=scale, title="level (dm)", axis=alt.Axis(tickCount=5))}
    dots = alt.Chart(alt.NamedData("readings")).mark_point(size=18, color=HEX["noise"], opacity=0.7, filled=True)
    thin = alt.Chart(alt.NamedData("curves")).mark_line(opacity=0.6, color=HEX["variance"])
    mean = alt.Chart(alt.NamedData("mean")).mark_line(strokeWidth=2, color=HEX["squared_bias"])
    truth = alt.Chart(alt.NamedData("truth")).mark_line(strokeWidth=2, color="black", strokeDash=[6, 4])
    told = [rounded("hour", "hour"), rounded("level", "level (dm)")]
    low = 27 if not wide else 10
    places = {
        "readings": (DARK["noise"], 6, 10),
        "one fit": (DARK["variance"], 82, 10),
        "twenty fits": (DARK["variance"], 82, 10),
        "true tide": ("black", 176, 10),
        "mean of all fits": (DARK["bias"], 252 if wide else 6, low),
    }
    return alt.layer(
        dots.encode(**at, tooltip=[rounded("hour", "hour"), rounded("level", "reading (dm)")]),
        thin.encode(**at, detail="set:N", strokeWidth=alt.StrokeWidth("width:Q", scale=None),
                    tooltip=[alt.Tooltip("set:N", title="training set"), *told]),
        mean.encode(**at, tooltip=told),
        truth.encode(**at, tooltip=told),
        *named(places),
    )  # fmt: skip


def errors(ks: list[str], highest: int, wide: bool) -> Any:
    """Return the stacked parts of the error by k with their sums, and the mark that runs along the sums."""
    axis = alt.Axis(labelAngle=0, titlePadding=24)
    x = alt.X("k:O", sort=ks, scale=alt.Scale(domain=ks), title="neighbours k (drag)", axis=axis)
    scale = alt.Scale(domain=(0, highest))
    colors = {PARTS[name]: HEX[name] for name in PARTS} | {"training error": HEX["training error"]}
    color = alt.Color("part:N", scale=alt.Scale(domain=list(colors), range=list(colors.values())), legend=None)
    strength = alt.Opacity("now:Q", scale=alt.Scale(domain=(0, 1), range=(0.45, 1)), legend=None)
    bars = alt.Chart(alt.NamedData("parts")).mark_bar(stroke="white", strokeWidth=0.5)
    y = alt.Y("value:Q", scale=scale, title="error (dm²)", axis=alt.Axis(tickCount=4))
    sums = alt.Chart(alt.NamedData("sums"))
    at = {"x": x, "y": alt.Y("error:Q", scale=scale)}
    line = sums.mark_line(color=HEX["error"], strokeWidth=2)
    mark = sums.transform_filter("datum.now == 1").mark_point(
        size=110, filled=True, color=HEX["error"], stroke="white", strokeWidth=1.5, opacity=1
    )
    floor = alt.Chart(alt.NamedData("floor"))
    level, right = alt.Y("noise:Q", scale=scale), 618 if wide else 238
    start, among = (190, sums) if wide else (45, sums.transform_filter("datum.now > 0"))
    text = among.mark_text(dy=-13, fontSize=12, color=INK)
    colored = {"noise": DARK["noise"], "variance": DARK["variance"], "bias²": DARK["bias"]}
    places = {name: (ink, start + x, 3) for (name, ink), x in zip(colored.items(), (0, 52, 124), strict=True)}
    room = alt.Chart(alt.Data(values=[{}])).mark_text(align="left", fontSize=12, color="white", text="noise 000")
    return alt.layer(
        room.encode(x=alt.value(right), y=alt.value(0)),
        bars.encode(x, y, color, strength, order=alt.Order("order:O"),
                    tooltip=["k:N", "part:N", rounded("value", "dm²")]),
        floor.mark_rule(color=HEX["noise"], strokeDash=[4, 3]).encode(y=level),
        floor.mark_text(align="left", fontSize=12, color=DARK["noise"]).encode(
            x=alt.value(right), y=level, text="label:N"
        ),
        line.encode(**at),
        mark.encode(**at),
        text.encode(**at, text=alt.Text("error:Q", format=".0f")),
        *named(places | {"training error": (DARK["training"], start, 3)}),
    )  # fmt: skip
