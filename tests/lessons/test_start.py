"""The room of lesson 00: the nearest rows, and the map of the series."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.model_selection import LeaveOneOut, cross_val_score
from sklearn.neighbors import KNeighborsClassifier
from sklearn.preprocessing import StandardScaler

from lessons.drawing import axes
from tiws_teach.course import series
from tiws_teach.lessons.start import experiments as neighbours
from tiws_teach.lessons.start import plots
from tiws_teach.lessons.start.experiments import CLASSES, NAMES, POINTS, n_right, nearest, vote_runs
from tiws_teach.lessons.start.explorer import NeighborExplorer


@given(st.integers(1, 16), st.floats(0, 8), st.floats(0, 7))
def test_nearest_against_a_loop(k, x, y):
    found = nearest(k, x, y)
    gaps = sorted((float(np.hypot(px - x, py - y)), row) for row, (px, py) in enumerate(POINTS))
    assert found.rows.tolist() == [row for _, row in gaps[:k]]
    assert found.radius == pytest.approx(gaps[k - 1][0])
    assert found.share == pytest.approx(sum(CLASSES[row] for _, row in gaps[:k]) / k)


@pytest.mark.parametrize(("unit", "right"), [("mm/s", 15), ("µm/s", 6), ("z-scores", 16)])
def test_who_is_near_in_which_unit_against_scikit_learn(unit, right):
    table = StandardScaler().fit_transform(POINTS) if unit == "z-scores" else POINTS * [1, {"µm/s": 1000}.get(unit, 1)]
    model = KNeighborsClassifier(3)
    assert n_right(3, unit) == 16 * cross_val_score(model, table, CLASSES, cv=LeaveOneOut()).mean() == right
    query = table[4] if unit != "mm/s" else POINTS[4]
    far = np.sort(np.hypot(*(table - query).T))[2]
    assert nearest(3, *POINTS[4], unit).radius / far == pytest.approx(np.sqrt(15 / 16) if unit == "z-scores" else 1)


def test_ties_go_to_the_lower_row(monkeypatch):
    monkeypatch.setattr(neighbours, "POINTS", np.array([[1.0, 1.0], [2.0, 0.0], [0.0, 0.0], [1.0, -1.0]]))
    monkeypatch.setattr(neighbours, "CLASSES", np.array([0, 1, 0, 1]))
    assert nearest(3, 1.0, 0.0).rows.tolist() == [0, 1, 2]


@pytest.mark.parametrize("k", [0, 17, 2.5])
def test_k_out_of_range_is_told(k):
    with pytest.raises((ValueError, TypeError), match=r"k must be .*\[1, 16\]"):
        nearest(k)


def test_the_tables_say_what_the_result_says():
    found, explorer = nearest(5), NeighborExplorer()
    tables = {name: pd.DataFrame(table) for name, table in explorer.tables(found).items()}
    circle = tables["circle"][["x", "y"]] - np.array(found.query)
    np.testing.assert_allclose(np.hypot(circle["x"], circle["y"]), found.radius)
    np.testing.assert_array_equal(tables["links"][["x2", "y2"]], POINTS[found.rows])
    np.testing.assert_array_equal(tables["rows"][tables["rows"]["near"] == 1][["x", "y"]], POINTS[sorted(found.rows)])
    assert tables["distances"]["near"].tolist() == [1] * 5 + [0] * 11
    assert tables["distances"]["distance"].iloc[4] == pytest.approx(found.radius)
    farthest = max(np.hypot(*(POINTS - [x, y]).T).max() for x in (0, 8) for y in (0.6, 6.4))
    assert farthest < 8.5  # the end of the axis


@pytest.mark.parametrize("k", [1, 4, 9, 16])
def test_the_shading_is_the_vote_of_scikit_learn_wherever_there_is_no_tie(k):
    runs = vote_runs(k, step=0.5)
    model = KNeighborsClassifier(k).fit(POINTS, CLASSES)
    for left, right, bottom, top, label in runs:
        for x in np.arange(left + 0.25, right, 0.5):
            share = model.predict_proba([[x, (bottom + top) / 2]])[0, 1]
            assert label == ("tie" if share == 0.5 else NAMES[int(share > 0.5)])
    assert sum((right - left) * (top - bottom) for left, right, bottom, top, _ in runs) == pytest.approx(8 * 6.5)


def test_the_map_shows_what_is_there_and_what_is_planned():
    lessons = series()
    ax = plots.plot_series(lessons, axes())
    boxes = [text for text in ax.texts if text.get_text()]
    assert len(boxes) == len(lessons) >= 14
    there = {text.get_text()[:2] for text in boxes if text.get_bbox_patch().get_linestyle() == "-"}
    assert there == {f"{lesson.number:02d}" for lesson in lessons if lesson.is_there} >= {"00", "02"}
    places = {tuple(np.round(text.get_position(), 3)) for text in boxes}
    assert len(places) == len(lessons)
    words = plots.describe_series(lessons).removeprefix("Map of the lessons by problem. There: ")
    listed, planned = words.split(". Planned: ")
    assert {text[:2] for text in listed.split("; ")} == there
    assert (planned == "none.") == all(lesson.is_there for lesson in lessons)
