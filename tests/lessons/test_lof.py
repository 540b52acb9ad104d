"""The room of lesson 06: a lodge among houses, clouds, rows that do not belong, and its explorer."""

from itertools import product

import numpy as np
import pandas as pd
from methods.checks import refused
from sklearn.datasets import load_breast_cancer, load_digits

from lessons.drawing import fresh
from tiws_teach.course.homework import items
from tiws_teach.lessons.lof import chart, plots
from tiws_teach.lessons.lof.chart import FARTHEST
from tiws_teach.lessons.lof.experiments import maps as lof
from tiws_teach.lessons.lof.experiments import rows
from tiws_teach.lessons.lof.explorer import LARGEST, VIEWS, LOFExplorer
from tiws_teach.lof import k_distance, local_outlier_factor, mean_neighbor_distance

# homework -----------------------------------------------------------------------------------------------------------


def test_the_homework_reads_from_and_to_as_the_lesson_does():
    reach, _ = items("lof")
    assert "distance from the third house to the fourth?" in reach.words["text"]
    assert "k-distance of the third house. It is that of the fourth" in reach.words["own k-distance"]
    drawn = reach.draw("secret", "ann")
    road = drawn.given["road"][:, np.newaxis]
    printed = np.maximum(abs(road - road.T), k_distance(road, 2))  # the lesson's "from b to a": reach[1, 0]
    assert reach.judge(drawn, printed[2, 3]).right
    assert reach.judge(drawn, printed[3, 2]).misconception == "own k-distance"


# houses -------------------------------------------------------------------------------------------------------------


def test_a_placed_lodge_is_judged_among_the_houses():
    placed = lof.place_lodge(3.5, 2.75, 3)
    assert placed.points[-1].tolist() == [3.5, 2.75]
    np.testing.assert_array_equal(placed.factors, local_outlier_factor(placed.points, 3))
    np.testing.assert_array_equal(placed.mean_distances, mean_neighbor_distance(placed.points, 3))
    np.testing.assert_allclose(placed.distances, np.linalg.norm(placed.points[placed.neighbors] - [3.5, 2.75], axis=1))
    assert (placed.distances <= placed.k_distance[-1]).all()
    assert (placed.reachability == np.maximum(placed.distances, placed.k_distance[placed.neighbors])).all()
    assert len(placed.neighbors) == 4  # a tie
    assert (placed.points[: lof.N_DENSE] <= 3.5).all()


def test_companions_hide_the_lodge_until_k_is_larger_than_their_number():
    alone, masked, seen = lof.place_lodge(1.75, 5), lof.place_lodge(1.75, 5, 3, True), lof.place_lodge(1.75, 5, 8, True)
    assert len(masked.points) == len(alone.points) + 3
    assert masked.points[-4:].tolist() == [[2, 5.25], [2, 5], [1.75, 5.25], [1.75, 5]]
    assert alone.rank(alone.factors) == 1
    assert masked.factors[-1] < 1.01
    assert seen.factors[-1] > 1.5
    assert (lof.place_lodge(1.75, 5, 4, True).factors[-4:] > 1.3).all()  # the lesson's question


test_bad_input_is_told = refused(
    [
        (lambda: lof.place_lodge(11), r"x must be in \[0, 10\]; got 11"),
        (lambda: lof.place_lodge(k=13), r"k must be in \[1, 12\]; got 13"),
    ]
)


def test_on_a_house_with_one_neighbour_the_density_is_infinite():
    placed = lof.place_lodge(*lof.TOWN[0], k=1)
    assert np.isinf(placed.density[[0, -1]]).all()
    assert placed.factors[-1] == 1
    assert np.isinf(placed.factors).any()  # the houses beside it


def test_equal_up_to_rounding_is_the_same_rank():
    placed = lof.place_lodge()
    assert placed.rank(np.array([1 + 1e-12, 2.0, 1.0])) == 2
    assert placed.rank(np.array([np.inf, 1.0, np.inf])) == 1


# clouds and real rows -----------------------------------------------------------------------------------------------


def test_a_cloud_sample_is_what_its_words_say():
    table = lof.cloud_sample(3)
    assert table["group"].value_counts().to_dict() == {"dense cloud": 100, "wide cloud": 100, "odd points": 6}
    np.testing.assert_allclose(np.hypot(*table.loc[200:, ["x", "y"]].to_numpy().T), 1.6)
    spread = table.groupby("group")[["x", "y"]].std()
    np.testing.assert_allclose(spread.loc["dense cloud"], 0.3, rtol=0.25)
    np.testing.assert_allclose(spread.loc["wide cloud"], 3, rtol=0.25)
    np.testing.assert_allclose(np.hypot(*(lof.cloud_sample(3, 10, "wide").iloc[200:, :2] - [40, 0]).to_numpy().T), 16)


def test_rows_that_do_not_belong_come_last():
    images, tumours = load_digits(), load_breast_cancer()
    X, digits = rows.with_wrong_labels(13, 9)
    assert (digits[:-9] == 3).all()
    assert (digits[-9:] != 3).all()
    assert len(X) == (images.target == 3).sum() + 9
    table = rows.with_malignant(2, 5)
    np.testing.assert_array_equal(table[:-5], tumours.data[tumours.target == 1])
    malignant = tumours.data[tumours.target == 0]
    assert all((malignant == row).all(axis=1).any() for row in table[-5:])


def test_lists_differ_by_what_one_score_can_find_more():
    X = lof.cloud_sample(0, 10)[["x", "y"]].to_numpy()
    differ, by_lof, by_mean, in_turn = rows.compare_lists(X, 6)
    assert 0 < by_lof - by_mean <= differ <= 12
    assert in_turn >= by_lof / 2
    assert by_lof == (np.argsort(local_outlier_factor(X, 10))[-12:] >= 200).sum()


# explorer -----------------------------------------------------------------------------------------------------------


def tables_of(*state, show=VIEWS[0]):
    placed = lof.place_lodge(*state, companions=show == VIEWS[2])
    return placed, {name: pd.DataFrame(table) for name, table in fresh(LOFExplorer).tables((placed, show)).items()}


def test_the_lodge_its_neighbours_and_both_scores():
    placed, tables = tables_of(3, 6, 3)
    star, houses = tables["star"].iloc[0], tables["houses"]
    assert (star["x"], star["y"], star["label"]) == (3, 6, f"LOF {placed.factors[-1]:.2f}")
    np.testing.assert_allclose(houses["factor"], placed.factors[:-1])
    np.testing.assert_allclose(houses["mean"], placed.mean_distances[:-1])
    assert houses["group"].tolist() == ["village"] * lof.N_DENSE + ["farm"] * 9
    np.testing.assert_array_equal(tables["links"][["x2", "y2"]], placed.points[placed.neighbors])
    assert tables["rings"].empty
    assert (tables["distances"]["reach"] == 0).all()
    assert tables_of(3, 6, 3, show=VIEWS[2])[1]["houses"]["group"].tolist()[-3:] == ["lodge"] * 3


def test_the_circles_have_the_k_distances_and_the_bars_the_reachability():
    placed, tables = tables_of(3, 6, 3, show=VIEWS[1])
    rings = tables["rings"]
    np.testing.assert_allclose(tables["distances"]["reach"], placed.reachability)
    assert (tables["distances"]["reach"] >= tables["distances"]["distance"] - 1e-9).all()
    radii = rings.groupby("ring")["x"].agg(np.ptp) / 2
    np.testing.assert_allclose(radii, placed.k_distance[[len(placed.points) - 1, *placed.neighbors]], atol=0.011)
    assert rings.groupby("ring")["whose"].first().tolist() == ["lodge"] + ["neighbour"] * len(placed.neighbors)


def test_no_score_and_no_distance_leaves_the_axes_of_the_explorer():
    for x, y, k, more in product((0.0, 1.0, 3.5, 9.0, 10.0), (0.0, 2.0, 4.75, 6.0), (1, 3, 12), (False, True)):
        placed = lof.place_lodge(x, y, k, more)
        finite = placed.factors[np.isfinite(placed.factors)]
        assert finite.min() > 0.7
        assert finite.max() < LARGEST == chart.LARGEST
        assert placed.reachability.max() < FARTHEST
        assert placed.mean_distances.max() < 6
        assert len(placed.neighbors) <= 16


def test_the_words_of_the_lodge():
    said = plots.words_of_placed(lof.place_lodge(6, 4, 3), VIEWS[1])
    assert said.startswith("Lodge at (6.00, 4.00), k = 3: its mean distance of 1.41 has rank 10 of 26, its LOF of 1.03")
    assert "4 neighbours (0 in the village) and k-distance 1.41; 4 of its reachability distances are larger" in said
    assert "k-distance" not in plots.words_of_placed(lof.place_lodge(6, 4, 3), VIEWS[0])
    one = plots.words_of_placed(lof.place_lodge(1, 2, 1), VIEWS[1])
    assert "1 neighbour (1 in the village)" in one
    assert "Its density is infinite" in one
    assert "The factor of 2 other houses is infinite (∞): two coincide." in one
    assert plots.words_of_placed(lof.place_lodge(6, 4, 3, True), VIEWS[2]).startswith("Lodge with three companions at")
    tables = tables_of(1, 2, 1)[1]
    assert list(tables["houses"]["told"]).count("infinite") == 2
    assert tables["star"]["label"].tolist() == ["LOF 1.00"]
    assert max(tables["houses"]["factor"]) == LARGEST


def test_moving_the_lodge_says_what_its_factor_was():
    explorer = fresh(LOFExplorer)
    beside_the_village = explorer.result[0].factors[-1]
    explorer.set_state(x=6.0, y=4.0)
    assert explorer.result[0].factors[-1] < beside_the_village - 1
    assert explorer.text.endswith(f"Before, its LOF was {beside_the_village:.2f}.")
