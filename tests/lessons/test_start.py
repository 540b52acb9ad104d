"""The room of lesson 00: the nearest rows, and the map of the series."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lessons.drawing import axes
from tiws_teach.course import series
from tiws_teach.lessons.start import experiments as neighbours
from tiws_teach.lessons.start import plots
from tiws_teach.lessons.start.experiments import CLASSES, POINTS, nearest


@given(st.integers(1, 16), st.floats(0, 8), st.floats(0, 7))
def test_nearest_against_a_loop(k, x, y):
    found = nearest(k, x, y)
    gaps = sorted((float(np.hypot(px - x, py - y)), row) for row, (px, py) in enumerate(POINTS))
    assert found.rows.tolist() == [row for _, row in gaps[:k]]
    assert found.radius == pytest.approx(gaps[k - 1][0])
    assert found.share == pytest.approx(sum(CLASSES[row] for _, row in gaps[:k]) / k)


def test_ties_go_to_the_lower_row(monkeypatch):
    monkeypatch.setattr(neighbours, "POINTS", np.array([[1.0, 1.0], [2.0, 0.0], [0.0, 0.0], [1.0, -1.0]]))
    monkeypatch.setattr(neighbours, "CLASSES", np.array([0, 1, 0, 1]))
    assert nearest(3, 1.0, 0.0).rows.tolist() == [0, 1, 2]


@pytest.mark.parametrize("k", [0, 17, 2.5])
def test_k_out_of_range_is_told(k):
    with pytest.raises((ValueError, TypeError), match=r"k must be .*\[1, 16\]"):
        nearest(k)


def test_the_plot_draws_what_the_result_says():
    found = nearest(5)
    ax = plots.plot_neighbors(found, axes())
    assert ax.patches[0].radius == found.radius
    ringed = ax.collections[2].get_offsets()
    np.testing.assert_array_equal(np.asarray(ringed), POINTS[found.rows])


def test_the_map_shows_what_is_there_and_what_is_planned():
    lessons = series()
    ax = plots.plot_series(lessons, axes())
    boxes = [text for text in ax.texts if text.get_text()]
    assert len(boxes) == len(lessons) >= 14
    there = {text.get_text()[:2] for text in boxes if text.get_bbox_patch().get_linestyle() == "-"}
    assert there == {f"{lesson.number:02d}" for lesson in lessons if lesson.is_there} >= {"00", "02"}
    places = {tuple(np.round(text.get_position(), 3)) for text in boxes}
    assert len(places) == len(lessons)
    listed, planned = plots.describe_series(lessons).removeprefix("Map of the lessons. There: ").split(". Planned: ")
    assert {text[:2] for text in listed.split("; ")} == there
    assert (planned == "none.") == all(lesson.is_there for lesson in lessons)
