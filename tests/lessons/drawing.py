"""What tests of pictures share."""

from __future__ import annotations

from matplotlib.figure import Figure


def axes():
    """Return empty Axes outside pyplot."""
    return Figure(figsize=(5, 3)).subplots()


def texts(artists):
    """Return the words of text artists, as a list."""
    return [artist.get_text() for artist in artists]


def legend(ax):
    """Return the entries of a legend."""
    return texts(ax.get_legend().get_texts())
