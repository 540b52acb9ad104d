"""The pictures of notebook 04 show the numbers that they are given, and their words say the same."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure
from matplotlib.patches import Circle

from tiws_teach.lessons.kcnn import plots
from tiws_teach.lessons.kcnn.experiments import fields as kcnn

REACH = kcnn.reach(kcnn.QUERIES["q1"], 2)
FIELD = kcnn.field(kcnn.START, "kCNN", 3, 2.0)
RESULTS = pd.DataFrame(
    {
        "seed": [0, 1, 0, 1, 0, 1, 0, 1],
        "rule": ["vote"] * 4 + ["kCNN"] * 4,
        "rows": [100, 100, 1000, 1000] * 2,
        "error": [0.3, 0.5, 0.1, 0.2, 0.2, 0.2, 0.01, 0.03],
    }
)


def axes():
    return Figure(figsize=(5, 4)).subplots()


def labels(ax):
    return [text.get_text() for text in ax.get_legend().get_texts()]


def test_the_reach_is_a_circle_for_every_class_that_has_k_points():
    ax = plots.plot_reach(REACH, axes())
    circles = [patch for patch in ax.patches if isinstance(patch, Circle)]
    assert [circle.radius for circle in circles] == pytest.approx([1, np.sqrt(10)])
    assert all(circle.center == (2.0, 1.0) for circle in circles)
    assert labels(ax) == [
        "class 0",
        "2 of class 0: radius 1.00",
        "class 1",
        "2 of class 1: radius 3.16",
        "class 2",
        "query",
    ]
    assert [len(points.get_offsets()) for points in ax.collections] == [5, 4, 1, 1]


def test_the_words_of_a_reach():
    assert plots.describe_reach(REACH) == (
        "Query at (2, 1), k = 2. Circles to the k-th nearest point of: class 0 at distance 1.00; "
        "class 1 at distance 3.16; class 2 none, it has fewer than 2 points."
    )


def test_a_field_has_points_contours_and_a_ring():
    ax = axes()
    filled = plots.plot_field(replace(FIELD, chosen=2), ax)
    assert filled.get_clim() == (0, 1)
    ring = ax.collections[-1].get_offsets()
    np.testing.assert_allclose(ring, [kcnn.START[2][:2]])
    assert [len(points.get_offsets()) for points in ax.collections[-3:-1]] == [7, 7]
    assert ax.get_xlim() == (0, kcnn.LIMITS[0])


def test_the_border_is_drawn_where_the_posterior_is_one_half():
    ax = axes()
    plots.fill_field(FIELD, ax)
    border = ax.collections[-1]
    assert border.levels.tolist() == [0.5]
    x, y = max(border.get_paths(), key=len).vertices.T
    column, line = np.searchsorted(FIELD.x, x[1:-1]), np.searchsorted(FIELD.y, y[1:-1])
    near = FIELD.posterior[line.clip(0, 48), column.clip(0, 60)]
    assert np.abs(near - 0.5).max() < FIELD.steepest


def test_a_field_of_one_class_has_no_border():
    one = replace(FIELD, posterior=np.full_like(FIELD.posterior, 0.2))
    ax = axes()
    plots.fill_field(one, ax)
    assert all(0.5 not in each.levels or len(each.levels) > 1 for each in ax.collections)


def test_the_words_of_a_field_hold_its_numbers():
    said = plots.describe_field(FIELD)
    assert said.startswith("kCNN, r = 2, k = 3, 7 points of class 0 and 7 of class 1")
    assert f"called in {FIELD.share_of_one:.1%} of the picture; {FIELD.levels} different posteriors" in said
    vote = plots.describe_field(kcnn.field(kcnn.START, "vote", 3, 2.0))
    assert vote.startswith("vote, k = 3,")
    assert "; 4 different posteriors, from 0.00 to 1.00; " in vote
    assert vote.endswith("the greatest jump between two neighbouring places is 0.67.")


def test_fields_stand_in_a_table_of_pictures():
    result = kcnn.fields(["vote", "kCNN"], [1, 5], n_known=60)
    figure = plots.plot_fields(result, Figure(figsize=(8, 6), layout="constrained"))
    titles = [ax.get_title() for ax in figure.axes[:4]]
    assert titles[0] == f"vote, k = 1: error {result.errors[0][0]:.3f}"
    assert titles[3] == f"kCNN, k = 5: error {result.errors[1][1]:.3f}"
    assert figure.axes[-1].get_ylabel() == "estimated probability of class 1"
    assert [text.get_text() for text in figure.legends[0].get_texts()] == [
        "class 0",
        "class 1",
        "border at one half",
        "best possible border",
        "0.1, 0.25, 0.75, 0.9",
    ]
    said = plots.describe_fields(result)
    assert f"its error is {result.bayes_error:.3f}" in said
    assert f"vote k = 1: 2 different posteriors, error {result.errors[0][0]:.3f}" in said


def test_estimates_stand_against_the_truth():
    result = kcnn.Against(np.array([0.2, 0.9, 0.91]), {"r = 1": np.array([0.3, 0.8, 0.9])}, {"r = 1": 1.0})
    ax = plots.plot_against_truth(result, axes(), {"the truth": ([0, 1], [0, 1])})
    np.testing.assert_allclose(ax.collections[0].get_offsets(), [(0.2, 0.3), (0.9, 0.8), (0.91, 0.9)])
    assert labels(ax) == ["r = 1", "the truth"]
    assert "lies within 0.02 of 0.9 (2 rows) the estimate is with r = 1 on average 0.85" in (
        plots.describe_against_truth(result)
    )


@pytest.mark.parametrize("log", [True, False])
def test_errors_have_their_mean_and_the_range_of_the_seeds(log):
    ax = plots.plot_errors(RESULTS, axes(), "rows", "error", log=log)
    np.testing.assert_allclose(ax.lines[0].get_ydata(), [0.4, 0.15])
    band = ax.collections[0].get_paths()[0].vertices[:, 1]
    assert (band.min(), band.max()) == (0.1, 0.5)
    assert ax.get_xscale() == ("log" if log else "linear")
    assert labels(ax) == ["vote", "kCNN"]
    assert plots.describe_errors(RESULTS, "rows") == (
        "Mean error by rows: vote 0.400 at 100, 0.150 at 1,000, least 0.150 at 1,000; "
        "kCNN 0.200 at 100, 0.020 at 1,000, least 0.020 at 1,000."
    )


def test_bands_are_drawn_only_for_the_rules_that_are_named():
    ax = plots.plot_errors(RESULTS, axes(), "rows", bands=["kCNN"])
    (band,) = ax.collections
    heights = band.get_paths()[0].vertices[:, 1]
    assert (heights.min(), heights.max()) == (0.01, 0.2)
    assert not plots.plot_errors(RESULTS, axes(), "rows", bands=[]).collections
