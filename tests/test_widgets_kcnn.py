"""The explorer of notebook 04: its controls swept, its points moved by slider, by button and on the sheet."""

from __future__ import annotations

import pytest

from tiws_teach.course._points import PointEditor
from tiws_teach.lessons.kcnn.experiments.fields import LIMITS, START
from tiws_teach.lessons.kcnn.explorer import KCNNExplorer


@pytest.fixture(scope="module")
def held():
    return KCNNExplorer()


@pytest.fixture
def explorer(held):
    held.reset()
    return held


@pytest.fixture
def editor():
    return PointEditor(START[:3] + START[-2:], LIMITS, most=6)


def test_every_state_of_the_controls_has_a_result_and_words(explorer):
    said = set()
    for k in range(1, 8):
        for r in explorer.inputs["r"].options:
            for method in explorer.inputs["method"].options:
                result = explorer.compute(explorer.state | {"k": k, "r": r, "method": method})
                said.add(explorer.words(result, None))
                assert (result.posterior.min() >= 0) & (result.posterior.max() <= 1)
    assert len(said) == 7 * (1 + 5 + 5)  # a vote has no r


@pytest.mark.parametrize("method", ["vote", "kCNN", "EkCNN"])
def test_every_k_is_drawn(explorer, method):
    pictures = set()
    for k in range(1, 8):
        explorer.set_state(method=method, k=k)
        assert explorer.error is None, (k, explorer.error)
        assert f"k = {k}, 7 points" in explorer.picture.alt
        pictures.add(bytes(explorer.picture.png))
    assert len(pictures) == 7


def test_smoothing_leaves_the_border_of_kcnn(explorer):
    before = explorer.result
    explorer.set_state(r=8)
    assert explorer.result.share_of_one == before.share_of_one
    assert explorer.result.posterior.max() < before.posterior.max()
    assert explorer.text.endswith(f"Before, class 1 was called in {before.share_of_one:.1%}.")


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
    ax = explorer._figure.axes[0].get_window_extent()
    tall = explorer._picture.height
    assert (left, width) == pytest.approx((ax.x0, ax.width), abs=0.5)
    assert (top, height) == pytest.approx((tall - ax.y1, ax.height), abs=0.5)


def test_a_class_that_is_too_small_for_k_is_said_in_the_widget(explorer):
    points = explorer.inputs["points"]
    explorer.set_state(k=7)
    points.remove()
    assert "k must be in [1, 6], the size of the smaller class; got 7" in str(explorer.error)
    assert "This setting failed" in explorer._error.value
    explorer.set_state(k=6)
    assert explorer.error is None


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


def test_the_strip_has_three_pictures_with_words(explorer):
    page = explorer._repr_mimebundle_()["text/html"]
    assert page.count("<img alt=") == 3
    assert [page.count(f'alt="{rule}') for rule in ("vote, k", "kCNN, r = 1", "EkCNN, r = 2")] == [1, 1, 1]
