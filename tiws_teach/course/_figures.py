"""Show a figure together with its words: as alt text, as a caption and as plain text."""

from __future__ import annotations

import base64
import html
import io
from typing import Any

from IPython.display import display
from matplotlib import pyplot
from matplotlib.figure import Figure

from tiws_teach._validation import check_count, fail

SHORTEST_ALT = 25  # characters; "A plot." tells a listener nothing


def show(figure: Any, alt: str, dpi: int = 80) -> None:
    """Display a figure with its alt text, and the same words below it.

    The picture is an ``<img>`` in HTML (JupyterLab, nbconvert and GitHub keep its alt text there and
    nowhere else). The words are also plain text, so that a run of the tests compares them: a picture
    that changed without its words passes, words that changed do not. The figure is closed.

    Parameters
    ----------
    figure : Figure, Axes or seaborn grid
        What to show; of an Axes or a grid the whole figure is shown.
    alt : str
        What the picture shows, with its numbers, in at least 25 characters. Compute it from the plotted result.
    dpi : int, default 80
        Resolution of the PNG in dots per inch.

    Raises
    ------
    TypeError
        If `figure` holds no figure, or `alt` is no text.
    ValueError
        If `alt` is empty or too short.

    Source: jupyter display protocol, mime bundles.
    """
    drawn = figure_of(figure)
    words = check_alt(alt)
    source = png_source(png_bytes(drawn, check_count("dpi", dpi, 20, 300)))
    pyplot.close(drawn)
    display({"text/html": picture_html(source, words), "text/plain": f"[figure] {words}"}, raw=True)


def figure_of(shown: Any) -> Figure:
    """Return the top-level Figure of a Figure, SubFigure, Axes or seaborn grid."""
    found = shown
    while found is not None and not isinstance(found, Figure):
        found = getattr(found, "figure", None)
    if found is None:
        mend = "Pass what the plot function returned."
        fail("figure", "be a matplotlib Figure or Axes, or a seaborn grid", type(shown).__name__, mend, TypeError)
    return found


def check_alt(alt: Any) -> str:
    """Return `alt` as one line, or raise if it says too little."""
    mend = "Say what the picture shows, with its numbers."
    if not isinstance(alt, str):
        fail("alt", "be a text", type(alt).__name__, mend, TypeError)
    words = " ".join(alt.split())
    if len(words) < SHORTEST_ALT:
        fail("alt", f"have at least {SHORTEST_ALT} characters", f"{len(words)} ({words!r})", mend)
    return words


def png_bytes(figure: Figure, dpi: float) -> bytes:
    """Return the figure as PNG; the same figure gives the same bytes."""
    buffer = io.BytesIO()
    # "Software" would name the version of matplotlib in every picture
    figure.savefig(buffer, format="png", dpi=dpi, metadata={"Software": None})
    return buffer.getvalue()


def png_source(png: bytes) -> str:
    """Return a PNG as a data address for ``<img src>``."""
    return "data:image/png;base64," + base64.b64encode(png).decode("ascii")


def picture_html(source: str, words: str) -> str:
    """Return the picture as HTML, with `words` as alt text and as a caption."""
    alt = html.escape(words, quote=True)
    return (
        f'<div><img alt="{alt}" src="{source}" style="max-width: 100%; height: auto">'
        f'<p style="font-size: 85%; margin-top: 0">{html.escape(words, quote=False)}</p></div>'
    )
