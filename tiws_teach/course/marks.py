"""What the charts of explorers share: their look, words in the colour of what they name, values on hover."""

from typing import Any

import altair as alt

INK = "#1f2328"


def styled(chart: Any) -> Any:
    """Return a chart with legible words, no frame, and an axis that does not move with its numbers."""
    words = {
        "labelFontSize": 12,
        "titleFontSize": 12,
        "titleFontWeight": "normal",
        "labelColor": INK,
        "titleColor": INK,
    }
    axes = chart.configure_axis(**words).configure_axisY(minExtent=30).configure_view(stroke=None)
    return axes.configure_title(fontSize=13, color=INK, anchor="start").configure_header(labelFontSize=12)


def in_colour(names: dict[str, str], places: list[tuple[int, int]]) -> list[Any]:
    """Return words at places of the picture, in pixels: a legend beside what it names, in the same colour."""
    return [
        alt.Chart(alt.Data(values=[{}]))
        .mark_text(align="left", fontSize=13, fontWeight="bold", color=color, text=words)
        .encode(x=alt.value(x), y=alt.value(y))
        for (words, color), (x, y) in zip(names.items(), places, strict=True)
    ]


def rounded(field: str, title: str, digits: int = 1) -> Any:
    """Return a value that is shown on hover, with few decimals."""
    return alt.Tooltip(f"{field}:Q", format=f".{digits}f", title=title)
