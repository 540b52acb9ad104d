"""What tests of pictures and explorers share."""

from functools import cache

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


@cache
def made(kind):
    """Return the explorer of a kind, made once."""
    return kind()


def fresh(kind):
    """Return the explorer of a kind as it is at first."""
    explorer = made(kind)
    explorer.reset()
    return explorer
