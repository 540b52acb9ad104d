"""Show a figure as a small PNG with its description: as alt text, as a caption and as plain text."""

import base64
import html
import io
import warnings
from typing import Any

import numpy as np
from IPython.display import display
from matplotlib import pyplot
from matplotlib.figure import Figure
from matplotlib.text import Text
from PIL import Image, ImageChops

from tiws_teach._validation import check_count, fail

DENSITY = 2  # picture pixels per page pixel: crisp on a projector and on high-resolution screens
_COLORS = 256
_SEEN = 12  # of 255: a larger colour difference may be visible
_MOST_SEEN = 1e-3  # share of the pixels
SHORTEST_ALT = 25  # characters; "A plot." tells a listener nothing
LONGEST_CAPTION = 200  # characters; longer ones fold
_PAGE_DPI = 96  # pixels of a page to its inch, of 72 points
# place, pixels that a figure has there in a window of 1,280 (a wider one shrinks), least points of its text there
_PLACES = (("in JupyterLab", 1100, 10.0), ("on the site", 784, 8.25))


def show(figure: Any, alt: str, dpi: int = _PAGE_DPI) -> None:
    """Display a figure with its alt text, and the same text below it.

    The picture is an ``<img>`` in HTML (the only place where JupyterLab, nbconvert and GitHub keep alt text),
    with twice the pixels of its size on the page. A long description folds below it. The description is also
    plain text, so that tests compare it: they fail if the description changes, but not if only the picture does.
    The figure is closed. If its text is too small for a class, a warning is issued.

    Parameters
    ----------
    figure : Figure, Axes or seaborn grid
        What to show; for an Axes or a grid, the whole figure.
    alt : str
        What the picture shows, with its numbers, in at least 25 characters. Compute it from the plotted result.
    dpi : int, default 96
        Pixels on the page per inch of the figure. With 96, a point in the figure is a point on the page.

    Raises
    ------
    TypeError
        If `figure` has no figure, or `alt` is not a text.
    ValueError
        If `alt` is empty or too short.

    Source: jupyter display protocol, mime bundles.
    """
    drawn = figure_of(figure)
    words = check_alt(alt)
    width = round(drawn.get_figwidth() * check_count("dpi", dpi, 20, 300))
    source = png_source(small_png(drawn, dpi))
    small = small_text(drawn, width)
    pyplot.close(drawn)
    display({"text/html": picture_html(source, words, width), "text/plain": f"[figure] {words}"}, raw=True)
    if small:
        warnings.warn(small, stacklevel=2)


def figure_of(shown: Any) -> Figure:
    """Return the top-level Figure of a Figure, SubFigure, Axes or seaborn grid."""
    owner = shown
    while owner is not None and not isinstance(owner, Figure):
        owner = getattr(owner, "figure", None)
    if owner is None:
        advice = "Pass what the plot function returned."
        fail("figure", "be a matplotlib Figure or Axes, or a seaborn grid", type(shown).__name__, advice, TypeError)
    return owner


def check_alt(alt: Any) -> str:
    """Return `alt` as one line, or raise if it is too short."""
    advice = "Say what the picture shows, with its numbers."
    if not isinstance(alt, str):
        fail("alt", "be a text", type(alt).__name__, advice, TypeError)
    words = " ".join(alt.split())
    if len(words) < SHORTEST_ALT:
        fail("alt", f"have at least {SHORTEST_ALT} characters", f"{len(words)} ({words!r})", advice)
    return words


def small_text(figure: Figure, width: int) -> str | None:
    """Return what to say about the smallest text of a drawn figure, if it is too small for a class or on the site."""
    texts = [text for text in figure.findobj(Text) if text.get_visible() and text.get_text().strip()]
    size, words = min(((float(text.get_fontsize()), text.get_text()) for text in texts), default=(99.0, ""))
    for place, widest, least in _PLACES:
        points = size * min(width, widest) / _PAGE_DPI / figure.get_figwidth()
        if points <= least - 0.05:
            shown = f"The text {words!r} is shown with {points:.1f} points {place}; a class needs {least:g}."
            return f"{shown} Use a larger fontsize or a narrower figure."
    return None


def png_source(png: bytes) -> str:
    """Return a PNG as a data address for ``<img src>``."""
    return "data:image/png;base64," + base64.b64encode(png).decode("ascii")


def picture_html(source: str, words: str, width: int) -> str:
    """Return the picture as HTML, `width` pixels wide, with `words` as alt text and as a caption that folds if long."""
    alt, caption = html.escape(words, quote=True), html.escape(words, quote=False)
    image = f'<img alt="{alt}" src="{source}" style="width: {width}px; max-width: 100%; height: auto">'
    small = 'style="font-size: 85%; margin-top: 0"'
    if len(words) > LONGEST_CAPTION:
        return f"<div>{image}<details {small}><summary>The picture in words</summary><p>{caption}</p></details></div>"
    return f"<div>{image}<p {small}>{caption}</p></div>"


# Pictures as bytes, small for storage


def small_png(figure: Figure, dpi: float) -> bytes:
    """Return the figure as PNG with at most 256 colours, or all if the loss would be visible; always the same bytes."""
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=DENSITY * dpi, pil_kwargs={"compress_level": 0})  # read again at once
    image = Image.open(buffer).convert("RGB")
    few = image.quantize(_COLORS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    chosen = image if _differ(image, few.convert("RGB")) else few
    stored = io.BytesIO()  # saved again, because savefig stores the version of matplotlib
    chosen.save(stored, format="png", optimize=True)
    return stored.getvalue()


def _differ(image: Image.Image, other: Image.Image) -> bool:
    """Return whether a version of a picture with fewer colours may differ visibly."""
    off = np.asarray(ImageChops.difference(image, other)).max(axis=2)
    return bool((off > _SEEN).mean() > _MOST_SEEN)
