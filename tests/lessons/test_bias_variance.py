"""The room of lesson 08: tides, models and choices of k; its pictures and its explorer."""

from itertools import product

import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from sklearn.linear_model import LinearRegression
from sklearn.neighbors import KNeighborsRegressor

from lessons.drawing import axes, fresh, legend, texts
from tiws_teach.datasets import make_tide
from tiws_teach.lessons.bias_variance import plots
from tiws_teach.lessons.bias_variance.chart import errors
from tiws_teach.lessons.bias_variance.experiments import models
from tiws_teach.lessons.bias_variance.experiments import tides as explore
from tiws_teach.lessons.bias_variance.experiments.tides import many_tides
from tiws_teach.lessons.bias_variance.explorer import STEPS, BiasVarianceExplorer, ReadingsExplorer

TIDE = make_tide(random_state=0)
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
    level = KNeighborsRegressor(k).fit(tides[0].data.to_numpy(), tides[0].truth(tides[0].data.to_numpy()))
    np.testing.assert_allclose(found.expected, level.predict(explore.HOURS), atol=1e-12)
    np.testing.assert_allclose(found.truth, TIDE.truth(explore.HOURS))
    pd.testing.assert_frame_equal(found.first.frame, tides[0].frame)


@pytest.mark.parametrize("k", [1, 7, 50])
def test_the_parts_of_a_state_are_exact(k):
    tides = explore.many_tides(k)
    parts, (X, y) = tides.parts, (TIDE.data.to_numpy(), TIDE.target)
    assert tides.training == pytest.approx(((KNeighborsRegressor(k).fit(X, y).predict(X) - y) ** 2).mean())
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


def test_bars_are_stacked_from_the_noise_and_say_their_sum():
    table = pd.DataFrame({k: many_tides(k).parts for k in (1, 10, 50)}).T
    ax = plots.plot_stack(table, axes())
    tops = [bar.get_y() + bar.get_height() for bar in ax.containers[-1]]
    np.testing.assert_allclose(tops, table["error"])
    assert texts(ax.texts) == ["200", "114", "200"]
    assert legend(ax) == ["noise", "variance", "bias²"]
    assert "10 114 = noise 100 + variance 10 + bias² 4;" in plots.describe_stack(table)
    halves = pd.DataFrame({"rest": [3.25], "variance": [1.5]}, index=["a\ntree"])
    assert legend(plots.plot_stack(halves, axes(), 2)) == ["bias² + noise", "variance"]
    assert plots.describe_stack(halves, 2) == "Stacked bars. a tree 4.75 = bias² + noise 3.25 + variance 1.50."


def test_training_and_test_error_have_a_panel_for_each_model():
    runs = pd.DataFrame({"model": ["b", "b", "a", "a"], "rows": [100, 1000] * 2, "seed": 0})
    runs = runs.assign(**{"training error": [1.0, 2, 3, 4], "test error": [9.0, 8, 7, 6]})
    figure = plots.plot_errors(runs, Figure(), "rows", "error")
    assert [ax.get_title() for ax in figure.axes] == ["b", "a"]
    np.testing.assert_array_equal(figure.axes[1].lines[1].get_ydata(), [7, 6])
    assert texts(figure.axes[0].get_xticklabels()) == ["100", "1,000"]
    said = plots.describe_errors(runs, "rows")
    assert said.endswith("error. b, rows 100: 1 and 9; 1,000: 2 and 8. a, rows 100: 3 and 7; 1,000: 4 and 6.")


def test_a_concept_has_one_colour_in_all_figures():
    scale = errors(["1"], 270, True).to_dict()["layer"][1]["encoding"]["color"]["scale"]
    drawn = dict(zip(scale["domain"], scale["range"], strict=True))
    bars = plots.plot_stack(pd.DataFrame({k: many_tides(k).parts for k in (1, 10)}).T, axes()).containers
    assert {each.get_label(): to_hex(each[0].get_facecolor()) for each in bars}.items() <= drawn.items()
    assert len(set(drawn.values())) == len(drawn) == 5


# explorers ------------------------------------------------------------------------------------------------------------


def test_each_step_adds_one_part_and_the_last_all_k():
    explorer = fresh(BiasVarianceExplorer)
    shown = []
    for step in STEPS:
        explorer.set_state(step=step, k="10")
        tables = explorer.view.frame["tables"]
        parts, sets = dict.fromkeys(tables["parts"]["part"]), set(tables["curves"]["set"])
        shown.append((" ".join(parts), len(tables["sums"]["k"]), len(sets)))
    three = "noise variance bias²"
    assert shown[:2] == [("training error", 1, 1), ("noise", 1, 1)]
    assert shown[2:] == [("noise variance", 1, 20), (three, 1, 20), (three, 12, 20)]
    explorer.set_state(k="1")
    assert explorer.text.endswith("Before, with k = 10, the expected error was 114.0.")
    assert "Expected squared error 200.1 = noise 100.0 + variance 100.0 + bias² 0.1." in explorer.text


def test_another_twenty_tides_move_the_curves_and_no_bar():
    explorer = fresh(BiasVarianceExplorer)
    one, two = (explorer.tables(explorer.compute({"step": STEPS[4], "k": "3", "tides": tides})) for tides in (0, 1))
    assert [one[name] == two[name] for name in ("parts", "sums", "names", "floor")] == [True] * 4
    assert (one["curves"]["level"] != two["curves"]["level"]).mean() > 0.9
    np.testing.assert_array_equal(one["mean"]["level"], two["mean"]["level"])
    np.testing.assert_array_equal(two["readings"]["level"], make_tide(random_state=20).target.round(1))


def test_nothing_is_cut_off_by_the_axes_of_the_explorers():
    explorer = fresh(ReadingsExplorer)
    for k, readings, noise, tides in product(["1", "all"], [50, 500], [7, 14], range(4)):
        state = {"k": k, "readings": readings, "noise": noise, "tides": tides}
        tables = explorer.tables(explorer.compute(state))
        for name in ("curves", "mean", "truth", "readings"):
            assert np.abs(tables[name]["level"]).max() < explorer.level, (name, state)
        assert max(tables["sums"]["error"]) < explorer.highest
    first = fresh(BiasVarianceExplorer)
    for tides in range(4):
        tables = first.tables(first.compute({"step": STEPS[4], "k": "1", "tides": tides}))
        assert max(tables["sums"]["error"]) < first.highest
        assert max(np.abs(tables[name]["level"]).max() for name in ("curves", "readings")) < first.level


def test_the_bars_of_the_explorer_are_the_exact_parts_and_one_is_now():
    explorer = fresh(ReadingsExplorer)
    tables = explorer.tables(explorer.compute({"k": "3", "readings": 100, "noise": 7, "tides": 0}))
    table, parts = pd.DataFrame(tables["parts"]), many_tides(3, 100, 7.0).parts
    now = table[table["now"] == 1].set_index("part")["value"]
    assert now.to_dict() == pytest.approx({"bias²": parts["squared_bias"], "variance": 49 / 3, "noise": 49})
    assert dict(zip(tables["sums"]["k"], tables["sums"]["error"], strict=True))["3"] == pytest.approx(parts["error"])
    assert tables["floor"] == {"noise": [49.0], "label": ["noise 49"]}
