"""The room of lesson 06: houses, clouds and real rows; its pictures and its explorer."""

from __future__ import annotations

from itertools import product

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure
from matplotlib.patches import Circle
from methods.checks import refused
from sklearn.datasets import load_digits
from sklearn.neighbors import LocalOutlierFactor as Peer
from sklearn.neighbors import NearestNeighbors

from lessons.drawing import axes, fresh, legend, texts
from tiws_teach.lessons.lof import chart, plots
from tiws_teach.lessons.lof.chart import FARTHEST
from tiws_teach.lessons.lof.experiments import maps as lof
from tiws_teach.lessons.lof.experiments import rows as lof_rows
from tiws_teach.lessons.lof.experiments.maps import place_point
from tiws_teach.lessons.lof.explorer import LARGEST, LOFExplorer
from tiws_teach.lof import k_distance, local_outlier_factor, mean_neighbor_distance

# houses -------------------------------------------------------------------------------------------------------------


def test_a_placed_point_is_judged_among_the_houses():
    placed = lof.place_point(3.5, 2.75, 3)
    assert placed.points[-1].tolist() == [3.5, 2.75]
    np.testing.assert_array_equal(placed.factors, local_outlier_factor(placed.points, 3))
    np.testing.assert_allclose(placed.distances, np.linalg.norm(placed.points[placed.neighbors] - [3.5, 2.75], axis=1))
    assert (placed.distances <= placed.k_distance[-1]).all()
    assert (placed.reachability == np.maximum(placed.distances, placed.k_distance[placed.neighbors])).all()
    assert len(placed.neighbors) == 4  # a tie
    assert len(lof.place_point(3.5, 2.75, 3, "first").neighbors) == 3
    assert (placed.points[: placed.n_dense] <= 3.5).all()


HITS = pd.DataFrame({"k": [1, 1, 1, 2], "LOF": [3, 0, 2, 1], "mean distance": [1, 1, 2, 0]})
test_bad_input_is_told = refused(
    [
        (lambda: lof.place_point(11), r"x must be in \[0, 10\]; got 11"),
        (lambda: lof.place_point(k=13), r"k must be in \[1, 12\]; got 13"),
        (lambda: lof.compare_hits(HITS, "lof", "mean distance"), "one of 'k', 'LOF', 'mean distance'; got 'lof'"),
    ]
)


def test_on_a_house_with_one_neighbour_the_density_is_infinite():
    placed = lof.place_point(*lof.TOWN[0], k=1)
    assert np.isinf(placed.density[[0, -1]]).all()
    assert placed.factors[-1] == 1
    assert np.isinf(placed.factors).any()  # the houses beside it


def test_equal_up_to_rounding_is_the_same_rank():
    assert lof._rank_of_last(np.array([1 + 1e-12, 2.0, 1.0])) == 2
    assert lof._rank_of_last(np.array([np.inf, 1.0, np.inf])) == 1


# counting -----------------------------------------------------------------------------------------------------------


def test_hits_are_the_last_rows_among_the_highest():
    X = np.array([[0.0], [1], [2], [3], [4], [50], [9]])
    order = np.argsort(-mean_neighbor_distance(X, 2))[:2]
    assert lof.hits(X, 2, 2)["mean distance"] == sum(order >= 5) == 2
    assert lof.hits(X[[0, 1, 2, 5, 3, 4]], 2, 2) == {"LOF": 0, "mean distance": 0}


def test_hits_are_compared_by_seed():
    table = lof.compare_hits(HITS, "LOF", "mean distance")
    assert table.loc[1].tolist() == [5 / 3, 4 / 3, 1, 1, 1]
    assert table.loc[2].tolist() == [1, 0, 1, 0, 0]
    assert list(table.columns[2:]) == ["LOF ahead", "equal", "mean distance ahead"]


# clouds -------------------------------------------------------------------------------------------------------------


def test_a_cloud_sample_is_what_its_words_say():
    table = lof.cloud_sample(3)
    assert table["group"].value_counts().to_dict() == {"dense cloud": 100, "wide cloud": 100, "odd points": 6}
    np.testing.assert_allclose(np.hypot(*table.loc[200:, ["x", "y"]].to_numpy().T), 1.6)
    spread = table.groupby("group")[["x", "y"]].std()
    np.testing.assert_allclose(spread.loc["dense cloud"], 0.3, rtol=0.25)
    np.testing.assert_allclose(spread.loc["wide cloud"], 3, rtol=0.25)
    assert lof.hits(table[["x", "y"]], 6, 10)["LOF"] > 2 + lof.hits(table[["x", "y"]], 6, 10)["mean distance"]


# real rows ----------------------------------------------------------------------------------------------------------


def test_mislabelled_digits_against_scikit_learn():
    found = lof_rows.mislabelled_digits(2, ks=(10,))
    images = load_digits()
    for seed, row in found.iterrows():
        own = images.data[images.target == row["digit"]]
        rng = np.random.default_rng(seed)
        wrong = images.data[rng.choice(np.flatnonzero(images.target != row["digit"]), 9, replace=False)]
        X = np.vstack([own, wrong])
        factors = -Peer(n_neighbors=10).fit(X).negative_outlier_factor_
        assert row["LOF"] == (np.argsort(-factors)[:9] >= len(own)).sum()
        mean = NearestNeighbors(n_neighbors=10).fit(X).kneighbors()[0].mean(axis=1)
        assert row["mean distance"] == (np.argsort(-mean)[:9] >= len(own)).sum()


def test_the_two_areas_are_what_the_distance_hears():
    found = lof_rows.malignant_among_benign(2, ks=(20,), n_wrong=12)
    assert list(found["units"]) == ["as recorded", "two areas", "standardised"] * 2
    assert found[["LOF", "mean distance"]].max(axis=None) <= 12
    hits = found.set_index(["seed", "units"])["LOF"]
    assert abs(hits[0, "as recorded"] - hits[0, "two areas"]) <= 2


# pictures -------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def houses():
    grids = [[x, y] for x in range(5) for y in range(5)]
    points = np.vstack([grids, 10 * np.array(grids) + [100, 0], [[10, 2], [50, 100]]]).astype(float)
    names = [*range(50), "lodge", "tower"]
    table = pd.DataFrame(points, index=names, columns=["east", "north"])
    table["group"] = ["village"] * 25 + ["farms"] * 25 + ["outside"] * 2
    return table.assign(LOF=local_outlier_factor(table[["east", "north"]], 5))


SEVEN = pd.DataFrame(
    [[0, 0], [1, 0], [0, 1], [1, 1], [2, 0], [0, 2], [4, 4]], index=list("abcdefg"), columns=["east", "north"]
)


def circles(ax):
    return [patch for patch in ax.patches if isinstance(patch, Circle)]


def test_the_map_and_the_order_hold_every_house_and_the_words_the_odd_ones(houses):
    figure = plots.plot_scored_groups(houses, "LOF", Figure())
    place, order = figure.axes
    assert sum(len(points.get_offsets()) for points in place.collections) == 52
    drawn = np.vstack([points.get_offsets() for points in order.collections])
    np.testing.assert_allclose(np.sort(drawn[:, 1]), np.sort(houses["LOF"]))
    np.testing.assert_array_equal(np.sort(drawn[:, 0]), np.arange(1, 53))
    by_place = drawn[np.argsort(drawn[:, 0]), 1]
    assert (np.diff(by_place) <= 0).all()
    assert set(texts(order.texts)) == {"lodge", "tower"}
    (closer,) = place.child_axes
    west, east = closer.get_xlim()
    south, north = closer.get_ylim()
    seen = houses[houses["east"].between(west, east) & houses["north"].between(south, north)]
    assert sorted(seen["group"].value_counts().to_dict().items()) == [("outside", 1), ("village", 25)]
    said = plots.describe_scored_groups(houses, "LOF")
    assert "lodge has 3.98, rank 2" in said
    assert "tower has 5.71, rank 1" in said
    assert "the village 0.95 to 1.12; the farms 0.95 to 1.12" in said


def test_circles_have_the_k_distance_as_radius():
    radii, factors = k_distance(SEVEN, 2), local_outlier_factor(SEVEN, 2)
    ax = plots.plot_circles(SEVEN, radii, factors, axes(), circled=["a", "g"])
    found = {tuple(circle.center): circle.radius for circle in circles(ax)}
    assert found == {(0, 0): pytest.approx(1), (4, 4): pytest.approx(np.sqrt(20))}
    told = set(texts(ax.texts))
    assert set("abcdefg") < told
    assert "3.89" in told
    above = plots.plot_circles(SEVEN, radii, factors, axes(), above=["d"])
    beside = {text.get_text(): text.xyann for text in above.texts if "." in text.get_text()}
    assert beside["3.89"] == (0, -17)
    assert beside["0.88"] == (0, 17)  # d, the last with this factor; that of a stands left of it
    said = plots.describe_circles(SEVEN, radii, factors, circled=["a", "g"])
    assert "g 3.89" in said
    assert "a with radius 1.00, g with radius 4.47" in said
    assert plots.describe_circles(SEVEN, radii, factors).endswith("k-distance: none.")


def test_the_star_its_neighbours_and_its_bars():
    placed, explorer = place_point(3, 6, 3), fresh(LOFExplorer)
    assert placed.rank == 1
    tables = {name: pd.DataFrame(table) for name, table in explorer.tables(placed).items()}
    star, houses, rings = tables["star"].iloc[0], tables["houses"], tables["rings"]
    assert (star["x"], star["y"], star["label"]) == (3, 6, f"LOF {placed.factors[-1]:.2f}")
    np.testing.assert_allclose(houses["factor"], placed.factors[:-1])
    assert houses["group"].tolist() == ["village"] * placed.n_dense + ["farm"] * 9
    np.testing.assert_allclose(tables["distances"]["reach"], placed.reachability)
    assert (tables["distances"]["reach"] >= tables["distances"]["distance"] - 1e-9).all()
    np.testing.assert_array_equal(tables["links"][["x2", "y2"]], placed.points[placed.neighbors])
    radii = rings.groupby("ring")["x"].agg(np.ptp) / 2
    rows = [len(placed.points) - 1, *placed.neighbors]
    np.testing.assert_allclose(radii, placed.k_distance[rows], atol=0.011)
    assert rings.groupby("ring")["whose"].first().tolist() == ["star"] + ["neighbour"] * len(placed.neighbors)


def test_no_factor_and_no_distance_leaves_the_axes_of_the_explorer():
    for x, y, k in product((0.0, 1.0, 3.5, 9.0, 10.0), (0.0, 2.0, 4.75, 6.0), (1, 3, 12)):
        placed = place_point(x, y, k)
        finite = placed.factors[np.isfinite(placed.factors)]
        assert finite.min() > 0.7
        assert finite.max() < LARGEST
        assert placed.reachability.max() < FARTHEST
        assert len(placed.neighbors) <= 16


def test_the_words_of_the_star():
    said = plots.words_of_placed(place_point(6, 4, 3))
    assert "Star at (6.00, 4.00), k = 3: 4 neighbours (0 in the village), k-distance 1.41" in said
    assert "4 of its reachability distances are larger than the distance" in said
    assert "LOF 1.03, rank 18 of 26; by the mean distance, 1.41, rank 10." in said
    one = plots.words_of_placed(place_point(1, 2, 1))
    assert ": 1 neighbour (1 in the village)" in one
    assert "Its density is infinite" in one
    assert one.endswith("2 other houses have an infinite factor (∞): two points coincide.")
    tables = fresh(LOFExplorer).tables(place_point(1, 2, 1))
    assert list(tables["houses"]["told"]).count("infinite") == 2
    assert tables["star"]["label"] == ["LOF 1.00"]
    assert max(tables["houses"]["factor"]) == LARGEST == chart.LARGEST


def test_clouds_show_every_point_and_name_the_groups():
    table = lof.cloud_sample(1)
    whole, closer = plots.plot_clouds(table, Figure()).axes
    assert [len(line.get_xdata()) for line in whole.lines] == [100, 100, 6]
    assert legend(whole) == ["dense cloud", "wide cloud", "odd points"]
    assert (np.abs(table.loc[200:, ["x", "y"]]) < closer.get_xlim()[1]).all(axis=None)
    west = table.loc[table["group"] == "odd points", "x"].min()
    assert f"odd points: 6 points, x from {west:.1f} to" in plots.describe_clouds(table)


# explorer -------------------------------------------------------------------------------------------------------------


def test_moving_the_star_away_makes_it_odd_and_the_words_say_what_it_was():
    explorer = fresh(LOFExplorer)
    explorer.set_state(x=6.0, y=4.0)
    among_farms = explorer.result.factors[-1]
    explorer.set_state(x=1.75, y=5.0)
    assert explorer.result.factors[-1] > among_farms + 1
    assert explorer.text.endswith(f"Before, its LOF was {among_farms:.2f}.")
    assert explorer.result.mean_distances[-1] < 2


def test_an_infinite_factor_has_a_word():
    explorer = fresh(LOFExplorer)
    explorer.set_state(x=1.0, y=2.0, k=1)
    explorer.set_state(x=1.0, y=2.25)
    assert "inf." not in explorer.text
    assert np.isfinite(explorer.result.factors[-1])
    assert "Its density is infinite" in explorer.words(explorer.compute(explorer.state | {"y": 2.0}), None)
