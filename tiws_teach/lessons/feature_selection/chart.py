"""The chart of the explorer of lesson 12: what is promised for chosen columns, and what the model keeps."""

from typing import Any

import altair as alt

from tiws_teach.course.marks import INK, rounded, styled

WAYS = {"chosen on all rows": "#e42536", "chosen inside the folds": "#7a21dd", "on new rows": INK}


def chart(wide: bool) -> Any:
    """Return a dot for each of twenty tables and a diamond for the mean, three times; the line is a tossed coin."""
    width, height = (660, 225) if wide else (270, 225)
    x = alt.X("accuracy:Q", scale=alt.Scale(domain=(0.2, 1)), axis=alt.Axis(values=[0.2, 0.4, 0.6, 0.8, 1], grid=False))
    y = alt.Y("way:N", scale=alt.Scale(domain=list(WAYS)), title=None, axis=None)
    lift = alt.YOffset("lift:Q", scale=alt.Scale(domain=(-3, 3)))
    color = alt.Color("way:N", scale=alt.Scale(domain=list(WAYS), range=list(WAYS.values())), legend=None)
    told = [alt.Tooltip("way:N", title="columns"), rounded("accuracy", "accuracy", 2)]
    dots = alt.Chart(alt.NamedData("tables")).mark_point(filled=True, size=32, opacity=0.45)
    means = alt.Chart(alt.NamedData("means"))
    coin = alt.Chart(alt.Data(values=[{"accuracy": 0.5, "said": "a tossed coin"}])).encode(x)
    bold: dict[str, Any] = {"fontWeight": "bold", "align": "left"}
    marks = means.mark_point(shape="diamond", size=170, filled=True, opacity=1, stroke="black")
    coin_name = coin.mark_text(align="left", dx=4, fontSize=12, color="#5f6368")
    layers = (
        coin.mark_rule(strokeDash=[4, 4], color="#5f6368"),
        coin_name.encode(text="said:N", y=alt.value(height - 7)),
        dots.encode(x, y, color, yOffset=lift, tooltip=told),
        marks.encode(x, y, color, tooltip=told),
        means.mark_text(dx=-14, dy=-17, fontSize=14, **bold).encode(x, y, color, text="said:N"),
        means.mark_text(dy=-33, fontSize=13, **bold).encode(y=y, color=color, text="way:N", x=alt.value(2)),
    )
    return styled(alt.layer(*layers).properties(width=width, height=height))
