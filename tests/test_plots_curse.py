"""The pictures of notebook 07 show the numbers that they are given, and their words say the same."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure

from tiws_teach.lessons.curse import plots
from tiws_teach.lessons.curse.experiments.distances import OneQuery, one_query

TABLE = pd.DataFrame({"a": [10.0, 0.5, 0.125], "b": [1234.0, np.nan, 2.0]}, index=pd.Index([2, 10, 1000], name="d"))
CURVE = pd.DataFrame(
    {
        "accuracy": [0.6, 0.8, 0.7],
        "standard error": [0.01, 0.02, 0.03],
        "known means": [0.7, 0.85, 0.9],
        "estimated means": [0.65, 0.8, 0.75],
    },
    index=pd.Index([1, 10, 100], name="d"),
)
ONE = OneQuery("uniform", 2, "euclidean", np.array([0.5, 1.0, 1.5, 2.0]), 3.0, (2.5, 4.0), 0.4)


def axes():
    return Figure(figsize=(5, 3)).subplots()


def labels(ax):
    return [text.get_text() for text in ax.get_legend().get_texts()]


def test_sides_are_bars_inside_the_whole():
    sides = pd.Series([0.1, 0.631], index=[2, 10])
    ax = plots.plot_sides(sides, axes())
    assert [bar.get_width() for bar in ax.patches] == [1, 1, 0.1, 0.631]
    assert [text.get_text() for text in ax.texts] == ["0.100", "0.631"]
    assert [tick.get_text() for tick in ax.get_yticklabels()] == ["2", "10"]
    assert ax.yaxis_inverted()
    assert plots.describe_sides(sides).endswith("by number of dimensions; 2: 0.100, 10: 0.631.")


def test_a_table_is_drawn_by_dimension():
    ax = plots.plot_by_dimension(TABLE, axes(), "contrast")
    np.testing.assert_array_equal(ax.lines[1].get_ydata(), TABLE["b"])
    np.testing.assert_array_equal(ax.lines[0].get_xdata(), [2, 10, 1000])
    assert (ax.get_xscale(), ax.get_yscale()) == ("log", "log")
    assert labels(ax) == ["a", "b"]
    assert [tick.get_text() for tick in ax.get_xticklabels()] == ["2", "10", "1,000"]
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("dimensions d", "contrast")
    assert ax.yaxis.get_major_formatter()(10_000, 0) == "10,000"
    said = plots.describe_by_dimension(TABLE, "contrast")
    assert said == "Lines of the contrast, at d = 2 and at d = 1000: a 10 and 0.125; b 1,234 and 2."


def test_a_table_from_0_keeps_its_0():
    table = TABLE.set_axis([0, 10, 100]).rename_axis("useless columns")
    ax = plots.plot_by_dimension(table, axes(), "accuracy", log=False)
    assert (ax.get_xscale(), ax.get_yscale()) == ("symlog", "linear")
    assert [tick.get_text() for tick in ax.get_xticklabels()] == ["0", "10", "100"]
    assert ax.get_xlabel() == "useless columns"
    assert "at useless columns = 0 and at useless columns = 100" in plots.describe_by_dimension(table, "accuracy")


def test_distances_are_drawn_from_0_with_nearest_and_farthest():
    ax = plots.plot_distances(ONE, axes())
    (steps,) = ax.patches
    counts, edges, _ = steps.get_data()
    assert counts.sum() == 4
    assert counts[[15, 30, 45, 59]].tolist() == [1, 1, 1, 1]
    assert (edges[0], edges[-1]) == (0, 2)
    assert [line.get_xdata()[0] for line in ax.lines] == [0.5, 2.0]
    assert labels(ax) == ["nearest row, at 0.5", "farthest row, at 2"]
    assert ax.get_title() == "uniform, d = 2: contrast 3"
    assert plots.describe_distances(ONE) == (
        "uniform, d = 2, euclidean distance, 4 rows: the nearest row is at 0.5, the farthest at 2. The farthest row "
        "is 4 times as far as the nearest (contrast 3): the nearest row is really near. Half of the 50 queries have a "
        "contrast between 2.5 and 4."
    )


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (("uniform", 1000), "all rows are about equally far"),
        (("uniform", 20), "near and far still differ"),
        (("words, equal", 2), "A row coincides with the query: the contrast is infinite. So it is for most"),
    ],
)
def test_a_contrast_is_put_in_words(state, words):
    one = one_query(*state)
    assert words in plots.describe_distances(one)
    plots.plot_distances(one, axes())


def test_a_hughes_curve_stands_between_its_yardsticks():
    ax = plots.plot_hughes({"five neighbours": CURVE, "other": CURVE * 0.9}, axes())
    assert labels(ax) == ["known means (7.8)", "estimated means (7.9)", "five neighbours", "other"]
    np.testing.assert_array_equal(ax.lines[0].get_ydata(), CURVE["known means"])
    np.testing.assert_array_equal(ax.lines[1].get_ydata(), CURVE["estimated means"])
    bars = ax.containers[0]
    np.testing.assert_array_equal(bars[0].get_ydata(), CURVE["accuracy"])
    ends = np.array([segment[:, 1] for segment in bars[2][0].get_segments()])
    np.testing.assert_allclose(ends[:, 1] - ends[:, 0], 4 * CURVE["standard error"])
    assert plots.describe_hughes({"five neighbours": CURVE}) == (
        "Accuracy by number of features. five neighbours: best at d = 10 with 0.800, 0.700 at d = 100. With known "
        "means it rises from 0.700 to 0.900."
    )


def test_yardsticks_can_be_left_out():
    ax = plots.plot_hughes({"five neighbours": CURVE}, axes(), yardsticks=False)
    assert labels(ax) == ["five neighbours"]
    said = plots.describe_hughes({"five neighbours": CURVE}, yardsticks=False)
    assert said == "Accuracy by number of features. five neighbours: best at d = 10 with 0.800, 0.700 at d = 100."
