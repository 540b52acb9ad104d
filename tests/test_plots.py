"""The colours and the drawings that lessons share."""

from __future__ import annotations

from importlib import reload

import matplotlib as mpl
import numpy as np
import pandas as pd
from lessons.drawing import axes, texts
from matplotlib import style
from matplotlib.figure import Figure

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
    assert plots.describe_lines(table, "highest").endswith("b 0.300 and 0.900, highest 0.900 at 50.")


def test_runs_have_a_mean_and_a_band():
    runs = pd.DataFrame({"k": [10, 10, 100, 100], "rule": "a", "error": [0.1, 0.3, 0.2, 0.6]})
    ax = axes()
    plots.plot_runs(runs, ax, "k", "error", "rule", xscale="log", yscale="log")
    np.testing.assert_allclose(ax.lines[0].get_ydata(), [0.2, 0.4])
    assert sorted(set(ax.collections[0].get_paths()[0].vertices[:, 1].round(9))) == [0.1, 0.2, 0.3, 0.6]
    assert texts(ax.get_xticklabels()) == ["10", "100"]
    said = "Mean error. Lines by k; at 10 and at 100: a 0.200 and 0.400, lowest 0.200 at 10."
    assert plots.describe_runs(runs, "k", "error", "rule", "lowest") == said


def test_samples_have_a_mean_and_a_range():
    table = pd.DataFrame({"a": [0.1, 0.3], "b": [-0.5, 0.5]})
    ax = plots.plot_samples({"gain": table, "more": table + 1}, Figure()).axes[0]
    ranges = ax.collections[0].get_segments()
    np.testing.assert_allclose([line[:, 0] for line in ranges], [[0.1, 0.3], [-0.5, 0.5]])
    np.testing.assert_allclose(ax.lines[2].get_xydata(), [[0.2, 0], [0.0, 1]])
    assert [line.get_xdata().tolist() for line in ax.lines[:2]] == [[0.1, 0.3], [-0.5, 0.5]]
    said = plots.describe_samples({"gain": table, "more": table + 1})
    assert "gain: a 0.200 (0.100 to 0.300); b 0.000 (-0.500 to 0.500, above 0 in 1, below in 1)" in said
    assert "more: a 1.200 (1.100 to 1.300); b 1.000 (0.500 to 1.500)." in said
