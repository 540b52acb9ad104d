"""The pictures of notebook 08 show the numbers that they are given, and their words say the same."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure

from tiws_teach.lessons.bias_variance import plots
from tiws_teach.lessons.bias_variance.experiments.models import choose_k, zero_one_points
from tiws_teach.lessons.bias_variance.experiments.tides import every_k, many_tides


def axes():
    return Figure(figsize=(5, 3)).subplots()


def labels(ax):
    return [text.get_text() for text in ax.get_legend().get_texts()]


def test_curves_mean_and_truth():
    tides = many_tides(10)
    ax = plots.plot_many_tides(tides, axes(), readings=True)
    assert len(ax.lines) == 22
    np.testing.assert_array_equal(ax.lines[3].get_ydata(), tides.curves[3])
    np.testing.assert_array_equal(ax.lines[20].get_ydata(), tides.average)
    np.testing.assert_array_equal(ax.lines[21].get_ydata(), tides.truth)
    assert len(ax.collections[0].get_offsets()) == 50
    assert labels(ax) == ["readings", "each training set", "their mean", "truth"]
    said = plots.describe_many_tides(tides)
    assert f"at most {np.abs(tides.average - tides.truth).max():.1f} dm off" in said
    assert f"deviation of {tides.curves.std(axis=0, ddof=1).mean():.1f} dm" in said
    assert said.startswith("k = 10 of 50 readings with noise sd 10 dm, 20 training sets.")


def test_one_training_set_has_no_mean():
    tides = many_tides(1, n_sets=1)
    ax = plots.plot_many_tides(tides, axes())
    assert labels(ax) == ["one training set", "truth"]
    said = plots.describe_many_tides(tides)
    assert said.endswith(f"at most {np.abs(tides.curves[0] - tides.truth).max():.1f} dm off the truth.")


@pytest.mark.parametrize("k", [1, 10])
@pytest.mark.parametrize("noise", [0.0, 5.0, 10.0, 20.0])
def test_all_curves_are_inside_the_picture(k, noise):
    tides = many_tides(k, noise=noise)
    low, high = plots.plot_many_tides(tides, axes()).get_ylim()
    assert low < min(tides.curves.min(), tides.truth.min())
    assert high > max(tides.curves.max(), tides.truth.max())


def test_several_k_side_by_side():
    figure, many = Figure(), [many_tides(1), many_tides(50)]
    plots.plot_side_by_side(many, figure)
    assert [ax.get_title() for ax in figure.axes] == ["k = 1", "k = 50"]
    assert plots.describe_side_by_side(many) == " ".join(plots.describe_many_tides(tides) for tides in many)


def test_a_state_has_its_bars_and_numbers():
    tides, figure = many_tides(10), Figure()
    plots.draw_state(tides, figure)
    bars = figure.axes[1].patches
    np.testing.assert_allclose([bar.get_height() for bar in bars], tides.parts[["squared_bias", "variance", "noise"]])
    assert [text.get_text() for text in figure.axes[1].texts] == ["4.0", "10.0", "100.0"]
    said = plots.describe_state(tides)
    assert "Expected squared error 114.0 = bias² 4.0 + variance 10.0 + noise 100.0" in said
    assert figure.axes[1].get_title() == "sum 114.0"


def test_parts_are_lines_with_their_lowest_value_in_words():
    table = every_k()
    ax = plots.plot_parts(table, axes())
    for line, name in zip(ax.lines, table.columns, strict=True):
        np.testing.assert_array_equal(line.get_ydata(), table[name])
    assert labels(ax) == ["error", "train error", "noise", "bias²", "variance"]  # as the lines end
    assert ax.get_xscale() == "log"
    assert [tick.get_text() for tick in ax.get_xticklabels()] == ["1", "2", "5", "10", "20", "50"]
    said = plots.describe_parts(table)
    assert "Lines by k; at 1 and at 50: bias² 0.1 and 98.0" in said
    assert "error 200.1 and 200.0, lowest 114.0 at 10" in said
    few = plots.plot_parts(pd.DataFrame({"error": [3.0, 1.0]}, index=pd.Index([20, 2000], name="readings")), axes())
    assert few.lines[0].get_marker() == "o"
    assert [tick.get_text() for tick in few.get_xticklabels()][-1] == "2,000"


def test_zero_one_by_the_hour():
    points = zero_one_points(35)
    ax = plots.plot_zero_one(points, axes())
    np.testing.assert_array_equal(ax.lines[2].get_ydata(), points["net_variance"])
    shown = sum(ax.lines[number].get_ydata() for number in (1, 2))
    np.testing.assert_allclose(ax.lines[0].get_ydata(), points["bias"] + shown)  # the picture adds up
    assert labels(ax) == ["bias 1", "error", "net noise", "net variance"]
    said = plots.describe_zero_one(points)
    assert f"The bias is 1 at {int(points['bias'].sum())} of 100 hours" in said
    biased = points["bias"] == 1
    assert f"takes away {-points.loc[biased, 'net_variance'].sum() / 100:.3f} there" in said
    assert f"there {(1 - points.loc[biased, 'variance'].mean()):.0%}".replace("%", " %") in said
    mean = points.mean()
    assert f"Error {mean['error']:.3f} = bias {mean['bias']:.3f} {mean['net_variance']:+.3f} net variance" in said
    without = plots.describe_zero_one(zero_one_points(3))
    assert "The bias is 1 at 0 of 100 hours; averaged" in without


def test_promises_are_counted():
    table = choose_k(10)
    ax = plots.plot_promises(table, axes())
    marks = ax.collections[0].get_offsets()
    np.testing.assert_allclose(marks, table["on the test rows"][["comes true", "promised"]])
    said = plots.describe_promises(table)
    good = (table["by folds"]["promised"] < table["by folds"]["comes true"]).sum()
    assert f"too good in {good} of 10 seeds." in said


def test_every_promise_is_inside_the_picture():
    table = choose_k()
    ax = plots.plot_promises(table, axes())
    true, promised = (table.xs(name, axis=1, level=1).to_numpy() for name in ("comes true", "promised"))
    for values, (low, high) in ((true, ax.get_xlim()), (promised, ax.get_ylim())):
        assert low < values.min()
        assert values.max() < high
