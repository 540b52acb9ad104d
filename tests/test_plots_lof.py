"""Pictures of notebook 06 show what their words say."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.patches import Circle

from tiws_teach.lessons.lof import plots
from tiws_teach.lessons.lof.experiments.maps import SEVEN, cloud_sample, place_point, two_clusters
from tiws_teach.lessons.lof.experiments.rows import Suspects
from tiws_teach.lof import k_distance, local_outlier_factor


@pytest.fixture(scope="module")
def houses():
    table = two_clusters()
    return table.assign(LOF=local_outlier_factor(table[["east", "north"]], 5))


def circles(ax):
    return [patch for patch in ax.patches if isinstance(patch, Circle)]


def test_the_map_and_the_order_hold_every_house(houses):
    figure = plots.plot_scored_groups(houses, "LOF", Figure())
    place, order = figure.axes
    assert sum(len(points.get_offsets()) for points in place.collections) == 52
    drawn = np.vstack([points.get_offsets() for points in order.collections])
    np.testing.assert_allclose(np.sort(drawn[:, 1]), np.sort(houses["LOF"]))
    np.testing.assert_array_equal(np.sort(drawn[:, 0]), np.arange(1, 53))
    by_place = drawn[np.argsort(drawn[:, 0]), 1]
    assert (np.diff(by_place) <= 0).all()
    assert {text.get_text() for text in order.texts} == {"lodge", "tower"}
    (closer,) = place.child_axes
    west, east = closer.get_xlim()
    south, north = closer.get_ylim()
    seen = houses[houses["east"].between(west, east) & houses["north"].between(south, north)]
    assert sorted(seen["group"].value_counts().to_dict().items()) == [("outside", 1), ("village", 25)]


def test_the_words_of_the_map(houses):
    said = plots.describe_scored_groups(houses, "LOF")
    assert "lodge has 3.98, rank 2" in said
    assert "tower has 5.71, rank 1" in said
    assert "the village 0.95 to 1.12; the farms 0.95 to 1.12" in said


def test_circles_have_the_k_distance_as_radius():
    radii, factors = k_distance(SEVEN, 2), local_outlier_factor(SEVEN, 2)
    ax = plots.plot_circles(SEVEN, radii, factors, Figure().subplots(), circled=["a", "g"])
    found = {tuple(circle.center): circle.radius for circle in circles(ax)}
    assert found == {(0, 0): pytest.approx(1), (4, 4): pytest.approx(np.sqrt(20))}
    told = {text.get_text() for text in ax.texts}
    assert set("abcdefg") < told
    assert "3.89" in told
    above = plots.plot_circles(SEVEN, radii, factors, Figure().subplots(), above=["d"])
    beside = {text.get_text(): text.xyann for text in above.texts if "." in text.get_text()}
    assert beside["3.89"] == (0, -17)
    assert beside["0.88"] == (0, 17)  # d, the last with this factor; that of a stands left of it
    said = plots.describe_circles(SEVEN, radii, factors, circled=["a", "g"])
    assert "g 3.89" in said
    assert "a with radius 1.00, g with radius 4.47" in said
    assert plots.describe_circles(SEVEN, radii, factors).endswith("k-distance: none.")


def test_the_star_its_neighbours_and_its_bars():
    placed = place_point(3, 6, 3)
    assert placed.rank == 1
    figure = plots.plot_placed(placed, Figure())
    place, parts = figure.axes
    radii = sorted(circle.radius for circle in circles(place))
    np.testing.assert_allclose(radii, sorted([*placed.k_distance[placed.neighbors], placed.k_distance[-1]]))
    assert len(place.lines) == len(placed.neighbors)
    widths = [bar.get_width() for bar in parts.patches]
    np.testing.assert_allclose(widths, [*placed.distances, *placed.reachability])
    assert place.get_title() == f"LOF of the star {placed.factors[-1]:.2f}"
    told = [text.get_text() for text in place.get_legend().get_texts()]
    assert told == ["house", "neighbour of the star", "the star"]
    sizes = place.collections[0].get_sizes()  # of the houses: larger for higher factors
    assert (np.diff(sizes[np.argsort(placed.factors[:-1])]) >= 0).all()


def test_the_words_of_the_star():
    said = plots.describe_placed(place_point(6, 4, 3))
    assert "Star at (6.00, 4.00), k = 3: 4 neighbours (0 in the village), k-distance 1.41" in said
    assert "4 of its reachability distances are larger than the distance" in said
    assert "LOF 1.03, rank 18 of 26; by the mean distance, 1.41, rank 10." in said
    one = plots.describe_placed(place_point(1, 2, 1))
    assert ": 1 neighbour (1 in the village)" in one
    assert "Its density is infinite" in one


def test_suspects_with_a_wrong_label_stand_in_a_frame():
    images = np.arange(128.0).reshape(2, 8, 8) % 17
    found = Suspects(digit=8, images=images, truth=np.array([3, 8]), factors=np.array([2.5, 1.25]))
    axes = plots.plot_suspects(found, Figure()).axes
    assert [ax.get_title() for ax in axes] == ["2.50", "1.25"]
    assert [ax.get_xlabel() for ax in axes] == ["is: 3", "is: 8"]
    assert axes[0].spines["top"].get_linewidth() > axes[1].spines["top"].get_linewidth()
    np.testing.assert_array_equal(axes[1].images[0].get_array(), images[1])
    assert plots.describe_suspects(found) == (
        "The 2 images with the highest factors in the class 8: 3 (2.50), 8 (1.25). Wrong labels, in a thick frame: 1."
    )


def test_clouds_show_every_point_and_name_the_groups():
    table = cloud_sample(1)
    ax = plots.plot_clouds(table, Figure().subplots())
    assert [len(points.get_offsets()) for points in ax.collections] == [100, 100, 6]
    np.testing.assert_array_equal(ax.collections[2].get_offsets(), table.loc[200:, ["x", "y"]])
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["dense cloud", "wide cloud", "odd points"]
    west = table.loc[table["group"] == "odd points", "x"].min()
    assert f"odd points: 6 points, x from {west:.1f} to" in plots.describe_clouds(table)
