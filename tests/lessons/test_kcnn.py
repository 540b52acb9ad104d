"""The room of lesson 04: reach, fields and measurements; its pictures and its explorer."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.figure import Figure
from matplotlib.patches import Circle
from methods.checks import refused
from sklearn.neighbors import KNeighborsClassifier

from lessons.drawing import axes, fresh
from tiws_teach.course.points import PointEditor
from tiws_teach.kcnn import EKCNNClassifier, KCNNClassifier
from tiws_teach.lessons.kcnn import plots
from tiws_teach.lessons.kcnn.experiments import fields as kcnn
from tiws_teach.lessons.kcnn.experiments import measured as kcnn_measured
from tiws_teach.lessons.kcnn.experiments import rules as kcnn_rules
from tiws_teach.lessons.kcnn.experiments.fields import LIMITS, START
from tiws_teach.lessons.kcnn.explorer import KCNNExplorer

KNOWN, FRESH = kcnn_rules.plants(120), kcnn_rules.fresh_plants(80)
FOUND = kcnn_rules.search(KNOWN.data, KNOWN.target, FRESH.data, 9)


# rules --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("k", [1, 3, 9])
def test_votes_are_those_of_scikit_learn(k):
    peer = KNeighborsClassifier(k, algorithm="brute").fit(KNOWN.data, KNOWN.target)
    np.testing.assert_allclose(FOUND.posteriors("vote", k), peer.predict_proba(FRESH.data))


@pytest.mark.parametrize("k", [1, 4, 9])
@pytest.mark.parametrize("r", [1.0, 2.0])
def test_one_search_gives_what_the_classifiers_give(k, r):
    for name, model in (("kCNN", KCNNClassifier(k, smoothing=r)), ("EkCNN", EKCNNClassifier(k, smoothing=r))):
        fitted = model.fit(KNOWN.data, KNOWN.target)
        np.testing.assert_allclose(FOUND.posteriors(name, k, r), fitted.predict_proba(FRESH.data))


def test_more_neighbours_than_rows():
    np.testing.assert_allclose(THREE.posteriors("vote", 3), [[2 / 3, 1 / 3]])
    np.testing.assert_allclose(THREE.posteriors("EkCNN", 2), [[1.0, 0.0]], atol=1e-6)


def test_fresh_plants_are_others_with_the_same_truth():
    assert not np.isin(FRESH.data.to_numpy(), KNOWN.data.to_numpy()).any()
    np.testing.assert_allclose(KNOWN.posterior([[0.5, 3.0]]), [[0.5, 0.5]])
    np.testing.assert_array_equal(FRESH.posterior(FRESH.data), KNOWN.posterior(FRESH.data))


def test_errors_by_hand():
    truth = [[0.8, 0.2], [0.4, 0.6]]
    assert kcnn_rules.posterior_error([[0.5, 0.5], [0.5, 0.5]], truth) == pytest.approx((2 * 0.09 + 2 * 0.01) / 2)
    assert kcnn_rules.expected_error(truth, truth) == pytest.approx((0.2 + 0.4) / 2)
    assert kcnn_rules.expected_error([[1, 0], [1, 0]], truth) == pytest.approx((0.2 + 0.6) / 2)
    assert kcnn_rules.expected_error([[0.5, 0.5]], [[0.3, 0.7]]) == pytest.approx(0.7)  # ties: the first class


# the ten points -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "k", "r", "posteriors"),
    [
        ("q1", 1, 1, (0.764045, 0.191011, 0.044944)),
        ("q2", 1, 1, (0.307692, 0.615385, 0.076923)),
        ("q3", 1, 1, (0.142857, 0.571429, 0.285714)),
        ("q1", 2, 2, (0.759747, 0.240253, 0)),
        ("q3", 2, 2, (0.387426, 0.612574, 0)),
    ],
)
def test_the_reach_gives_the_vector_by_hand(query, k, r, posteriors):
    result = kcnn.reach(kcnn.QUERIES[query], k, r)
    np.testing.assert_allclose(result.posteriors, posteriors, atol=1e-6)
    for label, distance in enumerate(result.distances):
        apart = np.sort(np.hypot(*(kcnn.POINTS[label == kcnn.CLASSES] - result.query).T))
        assert distance == (apart[k - 1] if len(apart) >= k else np.inf)


# fields -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", kcnn_rules.METHODS)
def test_a_field_is_the_rule_at_every_place(method):
    result = kcnn.field(kcnn.START, method, 3, 2.0)
    assert result.posterior.shape == (len(result.y), len(result.x))
    assert (result.x[-1], result.y[-1]) == kcnn.LIMITS
    models = {"vote": KNeighborsClassifier(3), "kCNN": KCNNClassifier(3, 2.0), "EkCNN": EKCNNClassifier(3, 2.0)}
    model = models[method].fit(result.points, result.classes)
    for line, column in ((0, 0), (10, 50), (48, 7)):
        place = [[result.x[column], result.y[line]]]
        assert result.posterior[line, column] == pytest.approx(model.predict_proba(place)[0, 1])


def test_what_a_field_says_of_itself():
    result = kcnn.field(kcnn.START, "vote", 3, 1.0)
    assert result.levels == 4
    assert result.share_of_one == pytest.approx((result.posterior > 0.5).mean())
    assert result.steepest == pytest.approx(2 / 3)  # where two of the three change at once
    assert kcnn.field(kcnn.START, "kCNN", 3, 1.0).steepest < 0.1


def test_smoothing_moves_no_border_of_kcnn():
    calls = [kcnn.field(kcnn.START, "kCNN", 4, r).posterior > 0.5 for r in (1.0, 8.0)]
    np.testing.assert_array_equal(*calls)


def test_the_island_of_the_lessons_task_outlives_k_1_only_in_the_ensemble():
    points = (*START[:13], (1.6, 2.4, 1))
    for method, k, expected in (("kCNN", 1, 1), ("kCNN", 2, 0.16), ("EkCNN", 2, 0.58), ("EkCNN", 3, 0.44)):
        found = kcnn.field(points, method, k, 1.0)
        assert (found.x[12], found.y[18]) == pytest.approx((1.6, 2.4))
        assert found.posterior[18, 12] == pytest.approx(expected, abs=0.005)


FEW = (*kcnn.START[:7], (4.0, 4.0, 1))
THREE = kcnn_rules.search([[0.0], [1.0], [5.0]], [0, 0, 1], [[0.0]], 5)
test_bad_input_is_told = refused(
    [
        (lambda: THREE.posteriors("vote", 4), r"k must be in \[1, 3\]; got 4"),
        (lambda: THREE.posteriors("median", 1), "method must be one of"),
        (lambda: kcnn.field(FEW, "kCNN", 8, 1.0), r"k must be in \[1, 7\], the size of the larger class; got 8"),
    ]
)


def test_a_class_with_fewer_than_k_points_has_posterior_0():
    assert (kcnn.field(FEW, "kCNN", 2, 1.0).posterior == 0).all()
    ensemble = kcnn.field(FEW, "EkCNN", 2, 1.0)
    assert 0 < ensemble.posterior.max() <= 0.5
    assert ensemble.too_small == [1]
    assert kcnn.field(FEW, "vote", 8, 1.0).share_of_one == 0


def test_fields_side_by_side_with_their_truth():
    result = kcnn.fields(["vote", "kCNN"], [1, 5], n_known=80)
    assert [[(each.method, each.k) for each in line] for line in result.fields] == [
        [("vote", 1), ("vote", 5)],
        [("kCNN", 1), ("kCNN", 5)],
    ]
    assert result.errors[0][0] == result.errors[1][0]  # k = 1 is the nearest neighbour in both
    assert min(min(line) for line in result.errors) > result.bayes_error
    assert result.truth.shape == result.fields[0][0].posterior.shape


# the truth ----------------------------------------------------------------------------------------------------------


@given(st.floats(0.01, 0.99), st.floats(0.1, 4))
def test_bent_bends_the_odds(p, power):
    bent = float(kcnn.bent(p, power))
    assert bent / (1 - bent) == pytest.approx((p / (1 - p)) ** power, rel=1e-6)


def test_errors_by_seed_are_those_of_the_rules():
    results = kcnn_measured.posterior_errors(2, [1, 5], n_known=60, n_fresh=40)
    assert len(results) == 2 * 3 * 2
    known, fresh = kcnn_rules.plants(60, random_state=1), kcnn_rules.fresh_plants(40, random_state=1)
    model = KCNNClassifier(5, smoothing=2.0).fit(known.data, known.target)
    expected = kcnn_rules.posterior_error(model.predict_proba(fresh.data), known.posterior(fresh.data))
    line = results.query("seed == 1 and k == 5 and rule == 'kCNN, r = 2'")
    assert line["error"].item() == pytest.approx(expected)


def test_a_vote_may_ask_more_rows_than_a_class_has():
    results = kcnn_measured.posterior_errors(1, [3], n_known=40, n_fresh=50, more_votes=[40])
    assert results.groupby("rule", sort=False)["k"].agg(list).to_dict() == {
        "vote": [3, 40],
        "kCNN, r = 1": [3],
        "kCNN, r = 2": [3],
    }
    known, fresh = kcnn_rules.plants(40), kcnn_rules.fresh_plants(50)
    share = known.target.mean()
    expected = kcnn_rules.posterior_error([[1 - share, share]], known.posterior(fresh.data))
    assert results.query("k == 40")["error"].item() == pytest.approx(expected)


# traps --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("worker", "leaks"), [("Cleo", {"mean", "scale"}), ("Dan", {"k"}), ("Eva", set())])
def test_whose_rule_depends_on_the_rows_to_judge_on(worker, leaks):
    X, y = (part.to_numpy() for part in kcnn_measured.wines())
    to_fit = np.arange(len(y)) % 3 != 0
    error, rule = kcnn_measured.report(worker, X[to_fit], y[to_fit], X[~to_fit], y[~to_fit])
    _, other = kcnn_measured.report(worker, X[to_fit], y[to_fit], 10 * X[~to_fit], np.roll(y[~to_fit], 7))
    assert {part for part in rule if not np.array_equal(rule[part], other[part])} == leaks
    assert 0 <= error < 0.15


# pictures -------------------------------------------------------------------------------------------------------------


REACH = kcnn.reach(kcnn.QUERIES["q1"], 2)
FIELD = kcnn.field(kcnn.START, "kCNN", 3, 2.0)


def test_the_reach_is_a_circle_for_every_class_that_has_k_points():
    ax = plots.plot_reach(REACH, axes())
    circles = [patch for patch in ax.patches if isinstance(patch, Circle)]
    assert [circle.radius for circle in circles] == pytest.approx([1, np.sqrt(10)])
    assert all(circle.center == (2.0, 1.0) for circle in circles)
    assert [len(points.get_offsets()) for points in ax.collections] == [5, 4, 1, 1]
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


@pytest.mark.parametrize(("r", "lines"), [(1.0, plots._LINES[0]), (8.0, plots._LINES[1]), (16.0, plots._LINES[2])])
def test_thin_lines_stay_readable_when_r_is_large(r, lines):
    posterior = kcnn.field(kcnn.START, "kCNN", 3, r).posterior
    assert plots.contour_lines(posterior) == lines
    assert posterior.min() < lines[1] or posterior.max() > lines[2]


def test_the_words_of_a_field_hold_its_numbers():
    said = plots.describe_field(FIELD)
    assert said.startswith("kCNN, r = 2, k = 3, 7 points of class 0 and 7 of class 1")
    assert f"predicted in {FIELD.share_of_one:.1%} of the picture; {FIELD.levels} different posteriors" in said
    vote = plots.describe_field(kcnn.field(kcnn.START, "vote", 3, 2.0))
    assert vote.startswith("vote, k = 3,")
    assert "; 4 different posteriors, from 0.00 to 1.00; " in vote
    assert vote.endswith("the largest jump between two neighbouring places is 0.67.")


def test_fields_stand_in_a_table_of_pictures():
    result = kcnn.fields(["vote", "kCNN"], [1, 5], n_known=60)
    figure = plots.plot_fields(result, Figure(figsize=(8, 6), layout="constrained"))
    titles = [ax.get_title() for ax in figure.axes[:4]]
    assert titles[0] == f"vote, k = 1: error {result.errors[0][0]:.3f}"
    assert titles[3] == f"kCNN, k = 5: error {result.errors[1][1]:.3f}"
    said = plots.describe_fields(result)
    assert f"its error is {result.bayes_error:.3f}" in said
    assert f"vote k = 1: 2 different posteriors, error {result.errors[0][0]:.3f}" in said


# explorer -------------------------------------------------------------------------------------------------------------


@pytest.fixture
def explorer():
    return fresh(KCNNExplorer)


@pytest.fixture
def editor():
    return PointEditor(START[:3] + START[-2:], LIMITS, most=6)


def test_smoothing_leaves_the_border_of_kcnn(explorer):
    before = explorer.result
    explorer.set_state(r=8)
    assert explorer.result.share_of_one == before.share_of_one
    assert explorer.result.posterior.max() < before.posterior.max()
    assert explorer.text.endswith(f"Before, class 1 was predicted in {before.share_of_one:.1%}.")


def test_a_point_is_moved_by_slider(explorer):
    points = explorer.inputs["points"]
    _, x, y = points.children[0].children
    points.children[0].children[0].value = 4
    assert (x.value, y.value) == START[3][:2]
    x.value = 6.5
    assert points.value == ((*START[:3], (6.5, START[3][1], 0), *START[4:]), 3)
    assert explorer.error is None
    assert "Ringed: point 4, of class 0, at (6.5, 4.6)" in explorer.text
    assert explorer._sheet.places[3] == [6.5, 4.6, 0]
    explorer.reset()
    assert points.value == (START, 0)
    assert "Ringed: point 1" in explorer.text


def test_a_point_changes_its_class(explorer):
    points = explorer.inputs["points"]
    points.children[1].children[0].value = 1
    assert points.value[0][0] == (*START[0][:2], 1)
    assert "6 points of class 0 and 8 of class 1" in explorer.text


def test_a_point_is_dragged_and_added_on_the_sheet(explorer):
    explorer._sheet.done = {"kind": "move", "index": 5, "x": 7.04, "y": 9.0, "number": 1}
    points = explorer.inputs["points"]
    assert points.value == ((*START[:5], (7.0, 6.4, 0), *START[6:]), 5)  # on the sliders' grid, inside the picture
    explorer._sheet.done = {"kind": "add", "index": -1, "x": 2.0, "y": 2.0, "number": 2}
    assert points.value[0][-1] == (2.0, 2.0, 0)
    assert points.value[1] == len(START)
    assert "Ringed: point 15, of class 0, at (2.0, 2.0)" in explorer.text
    explorer._sheet.done = {"kind": "move", "index": 40, "x": 1.0, "y": 1.0, "number": 3}  # a point that is gone
    assert len(points.value[0]) == 15


def test_the_sheet_lies_on_the_axes(explorer):
    left, top, width, height = explorer._sheet.box
    page = explorer._picture  # its size on the page; the figure has more pixels
    ax = explorer._figure.axes[0].get_position()
    assert (left, width) == pytest.approx((page.width * ax.x0, page.width * ax.width), abs=0.5)
    assert (top, height) == pytest.approx((page.height * (1 - ax.y1), page.height * ax.height), abs=0.5)


def test_a_class_with_fewer_than_k_points_is_said_in_the_words(explorer):
    explorer.set_state(k=7)
    explorer.inputs["points"].remove()
    assert explorer.error is None
    assert "Class 0 has only 6 points: its posterior is 0." in explorer.text
    explorer.set_state(method="EkCNN")
    assert "Class 0 has only 6 points: its posterior is 0 in the members with a larger k." in explorer.text
    explorer.set_state(method="vote")
    assert "has only" not in explorer.text


def test_a_double_click_on_the_legend_adds_no_point(explorer):
    before = explorer.inputs["points"].value
    for x, y in ((9.5, 5.0), (-0.2, 1.0), (2.0, 6.6), (2.0, -0.3)):
        explorer._sheet.done = {"kind": "add", "index": -1, "x": x, "y": y, "number": x + y}
    assert explorer.inputs["points"].value == before


def test_points_are_added_up_to_the_most(editor):
    editor.add_button.click()
    assert editor.value[0][-1] == (START[0][0] + 0.5, START[0][1], 0)
    assert editor.value[1] == 5
    assert editor.add_button.disabled
    editor.add(1.0, 1.0)
    assert len(editor.value[0]) == 6


def test_the_last_point_of_a_class_stays(editor):
    editor.move(3, 4.0, 4.0)
    editor.remove_button.click()
    assert [point[2] for point in editor.value[0]] == [0, 0, 0, 1]
    editor.move(3, 4.0, 4.0)
    assert editor.remove_button.disabled
    editor.remove()
    assert len(editor.value[0]) == 4
