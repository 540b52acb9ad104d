"""The colours and the drawings that lessons share."""

from __future__ import annotations

from importlib import reload

import matplotlib as mpl
import numpy as np
import pandas as pd
from lessons.drawing import axes
from matplotlib import style

from tiws_teach import plots


def test_the_colours_are_there_with_a_matplotlib_that_has_no_name_for_them(monkeypatch):
    monkeypatch.setattr(mpl, "color_sequences", {})
    monkeypatch.setattr(style, "library", {})
    assert reload(plots).COLORS[:2] == [(87 / 255, 144 / 255, 252 / 255), (248 / 255, 156 / 255, 32 / 255)]
    assert style.library["petroff6"]["axes.prop_cycle"].by_key()["color"] == plots.COLORS


def test_lines_of_a_table():
    table = pd.DataFrame({"a": [0.1, 0.2], "b": [0.3, 0.9]}, index=pd.Index([2, 50], name="features"))
    ax = plots.plot_lines(table, axes(), "share")
    np.testing.assert_allclose(ax.lines[1].get_ydata(), [0.3, 0.9])
    assert ax.get_xlabel() == "features"
    said = plots.describe_lines(table)
    assert said == "Lines by features; at 2 and at 50: a 0.100 and 0.200; b 0.300 and 0.900."
