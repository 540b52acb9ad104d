"""The room of lesson 08: tides, models and choices of k; its pictures and its explorer."""

from __future__ import annotations

from itertools import product

import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from sklearn.linear_model import LinearRegression
from sklearn.neighbors import KNeighborsRegressor

from lessons.drawing import axes, fresh, legend, texts
from tiws_teach.datasets import make_tide
from tiws_teach.lessons.bias_variance import plots
from tiws_teach.lessons.bias_variance.chart import ERRORS, LEVELS, errors
from tiws_teach.lessons.bias_variance.experiments import models
from tiws_teach.lessons.bias_variance.experiments import tides as explore
from tiws_teach.lessons.bias_variance.experiments.tides import many_tides
from tiws_teach.lessons.bias_variance.explorer import BiasVarianceExplorer

TIDE = make_tide()
PARTS = ["squared_bias", "variance", "noise"]


def test_no_hour_is_equally_near_to_two_readings():
    apart = np.sort(np.abs(explore.HOURS - TIDE.data.to_numpy().T), axis=1)
    assert (np.diff(apart, axis=1) > 1e-9).all()


@pytest.mark.parametrize("k", [1, 10, 50])
def test_curves_are_those_of_scikit_learn(k):
    found = explore.many_tides(k, n_sets=3)
    tides = [make_tide(random_state=seed) for seed in range(3)]
    expected = [KNeighborsRegressor(k).fit(tide.data.to_numpy(), tide.target).predict(explore.HOURS) for tide in tides]
    np.testing.assert_allclose(found.curves, expected)
    np.testing.assert_allclose(found.average, np.mean(expected, axis=0))
    level = KNeighborsRegressor(k).fit(tides[0].data.to_numpy(), tides[0].truth(tides[0].data.to_numpy()))
    np.testing.assert_allclose(found.expected, level.predict(explore.HOURS), atol=1e-12)
    np.testing.assert_allclose(found.truth, TIDE.truth(explore.HOURS))
    pd.testing.assert_frame_equal(found.first.frame, tides[0].frame)


@pytest.mark.parametrize("k", [1, 7, 50])
def test_the_parts_of_a_state_are_exact(k):
    parts = explore.many_tides(k).parts
    assert parts["variance"] == pytest.approx(100 / k)
    assert parts[PARTS].sum() == pytest.approx(parts["error"])


def test_k_out_of_bounds_is_refused():
    with pytest.raises(ValueError, match=r"k must be in \[1, 50\]; got 51"):
        explore.many_tides(51)


def test_drawn_tides_are_those_of_the_generator():
    X, y = explore.draw_tide(8, noise=2, amplitude=40, design="random")(np.random.default_rng(5))
    expected = make_tide(8, noise=2, amplitude=40, design="random", random_state=5)
    np.testing.assert_array_equal(X, expected.data)
    np.testing.assert_array_equal(y, expected.target)
    _, above = explore.draw_tide(8, noise=2, amplitude=40, design="random", level=3)(np.random.default_rng(5))
    np.testing.assert_array_equal(above, (expected.target > 3).astype(int))


def test_the_straight_line_is_least_squares():
    exact = explore.parts_of_a_line(50)["squared_bias"]
    rows = TIDE.data.to_numpy()
    line = LinearRegression().fit(rows, TIDE.truth(rows)).predict(explore.HOURS)
    assert exact == pytest.approx(((line - TIDE.truth(explore.HOURS)) ** 2).mean())


def test_predictions_for_all_k_at_once():
    X, y = TIDE.data.to_numpy(), make_tide(random_state=2).target.to_numpy()
    found = models.predictions_by_k(explore.HOURS, X, y, 12)
    for k in (1, 12):
        np.testing.assert_allclose(found[:, k - 1], KNeighborsRegressor(k).fit(X, y).predict(explore.HOURS))


def test_the_error_reported_on_the_rows_that_chose_k_is_too_low():
    table = models.choose_k(8, largest=20)
    assert table.shape == (8, 6)
    chosen, folds = table["on the test rows"], table["by folds"]
    assert (chosen["reported"] <= folds["reported"]).all()  # the smallest of all, on the same rows
    assert table.xs("k", axis=1, level=1).to_numpy().max() <= 20
    assert (table.xs("true", axis=1, level=1) > 100).all(axis=None)
    whole = models.choose_k()
    too_low = {way: (whole[way]["reported"] < whole[way]["true"]).sum() for way in whole.columns.unique(0)}
    assert too_low["on the test rows"] >= 35
    assert 18 <= too_low["by folds"] <= 32


# pictures -------------------------------------------------------------------------------------------------------------


def test_curves_mean_and_truth():
    tides = many_tides(10)
    ax = plots.plot_many_tides(tides, axes(), readings=True)
    assert len(ax.lines) == 22
    np.testing.assert_array_equal(ax.lines[3].get_ydata(), tides.curves[3])
    np.testing.assert_array_equal(ax.lines[20].get_ydata(), tides.average)
    np.testing.assert_array_equal(ax.lines[21].get_ydata(), tides.truth)
    assert len(ax.collections[0].get_offsets()) == 50
    assert legend(ax) == ["readings", "each training set", "their mean", "truth"]
    said = plots.describe_many_tides(tides)
    assert f"{np.abs(tides.average - tides.truth).mean():.1f} dm off the truth on average;" in said
    assert f"deviation of {tides.curves.std(axis=0, ddof=1).mean():.1f} dm" in said
    assert said.startswith("k = 10 of 50 readings with noise sd 10 dm, 20 training sets.")


def test_one_training_set_has_no_mean():
    tides = many_tides(1, n_sets=1)
    ax = plots.plot_many_tides(tides, axes())
    assert legend(ax) == ["one training set", "truth"]
    said = plots.describe_many_tides(tides)
    assert said.endswith(f" {np.abs(tides.curves[0] - tides.truth).mean():.1f} dm off the truth on average.")


@pytest.mark.parametrize("k", [1, 10])
@pytest.mark.parametrize("noise", [0.0, 5.0, 10.0])
def test_all_curves_are_inside_the_picture(k, noise):
    tides = many_tides(k, noise=noise)
    low, high = plots.plot_many_tides(tides, axes()).get_ylim()
    assert low < min(tides.curves.min(), tides.truth.min())
    assert high > max(tides.curves.max(), tides.truth.max())


def test_several_k_side_by_side():
    figure, many = Figure(), [many_tides(1), many_tides(50)]
    plots.plot_side_by_side(many, figure)
    assert plots.describe_side_by_side(many) == " ".join(plots.describe_many_tides(tides) for tides in many)


def colors(ax):
    """Return the colours of the lines and bars by their labels, without numbers."""
    handles, labels = ax.get_legend_handles_labels()
    drawn = {
        label: handle[0] if isinstance(handle, tuple) else handle for handle, label in zip(handles, labels, strict=True)
    }
    return {
        label.rstrip("0123456789. "): to_rgb(
            each.get_facecolor()[:3] if hasattr(each, "get_facecolor") else each.get_color()
        )
        for label, each in drawn.items()
    }


def test_a_concept_has_one_colour_in_all_figures():
    curves = colors(plots.plot_many_tides(many_tides(10), axes()))
    scale = errors(["1"], True).to_dict()["layer"][0]["encoding"]["color"]["scale"]
    parts = {part: to_rgb(code) for part, code in zip(scale["domain"], scale["range"], strict=True)}
    table = pd.DataFrame({k: many_tides(k).parts for k in (1, 10)}).T.rename_axis("k")
    lines = colors(plots.plot_parts(table, axes()))
    both = table[["error", "noise"]].set_axis(["test error", "training error"], axis=1)
    measured = colors(plots.plot_parts(both, axes()))
    assert curves["their mean"] == parts["bias²"] == lines["bias²"]
    assert curves["each training set"] == parts["variance"] == lines["variance"]
    assert parts["noise"] == lines["noise"]
    assert lines["error"] == measured["test error"]
    assert len({*lines.values(), measured["training error"]}) == 5


def test_parts_are_lines_with_their_lowest_value_in_words():
    table = pd.DataFrame({k: many_tides(k).parts for k in range(1, 51)}).T.rename_axis("k")
    ax = plots.plot_parts(table, axes())
    for line, name in zip(ax.lines, table.columns, strict=True):
        np.testing.assert_array_equal(line.get_ydata(), table[name])
    assert legend(ax) == ["error", "noise", "bias²", "variance"]  # as the lines end
    said = plots.describe_parts(table)
    assert "Lines by k; at 1 and at 50: bias² 0.1 and 98.0" in said
    assert "error 200.1 and 200.0, lowest 114.0 at 10" in said
    few = plots.plot_parts(pd.DataFrame({"error": [3.0, 1.0]}, index=pd.Index([20, 2000], name="readings")), axes())
    assert few.lines[0].get_marker() == "o"
    assert texts(few.get_xticklabels())[-1] == "2,000"


# explorer -------------------------------------------------------------------------------------------------------------


def test_the_words_say_what_it_was_before():
    explorer = fresh(BiasVarianceExplorer)
    explorer.set_state(k="10")
    assert explorer.text.endswith("Before, the expected error was 120.7.")
    assert "Expected squared error 114.0" in explorer.text


def test_nothing_is_cut_off_by_the_axes_of_the_explorer():
    explorer = fresh(BiasVarianceExplorer)
    for k, readings, noise in product(["1", "all"], [50, 200], [2, 14]):
        tables = explorer.tables(explorer.compute({"k": k, "readings": readings, "noise": noise}))
        for name in ("curves", "mean", "truth", "readings"):
            assert np.abs(tables[name]["level"]).max() < LEVELS[1], (name, k)
        assert max(tables["parts"]["error"]) < ERRORS[1]


def test_the_bars_of_the_explorer_are_the_exact_parts_and_one_is_now():
    explorer = fresh(BiasVarianceExplorer)
    table = pd.DataFrame(explorer.tables(explorer.compute({"k": "3", "readings": 100, "noise": 5}))["parts"])
    parts = many_tides(3, 100, 5.0).parts
    now = table[table["now"] == 1].set_index("part")["value"]
    assert now.to_dict() == pytest.approx({"bias²": parts["squared_bias"], "variance": 25 / 3, "noise": 25})
    assert (table.groupby("k")["value"].sum() - table.groupby("k")["error"].first()).abs().max() < 1e-9
    assert list(table["k"].unique()) == list(explorer.inputs["k"].options)


def test_the_best_k_moves_with_the_noise():
    explorer = fresh(BiasVarianceExplorer)
    best = {}
    for noise in (2, 5, 10, 14):
        found = explorer.compute({"k": "1", "readings": 50, "noise": noise})
        best[noise] = min(explorer.inputs["k"].options, key=lambda k: found[k].parts["error"])
    assert (int(best[2]), int(best[10]), int(best[14])) == (4, 10, 15)  # as the lesson says
    assert int(best[2]) < int(best[5]) < int(best[10])
