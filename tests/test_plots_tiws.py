"""The pictures of notebook 02 show the numbers that they are given, and their words say the same."""

from __future__ import annotations

from importlib import reload

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest
from matplotlib import style
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

from tiws_teach import plots as shared
from tiws_teach.course import series
from tiws_teach.datasets import load
from tiws_teach.lessons.start import plots as series_plots
from tiws_teach.lessons.tiws.experiments.hidden import category_tree, hide_category, queenstown_path
from tiws_teach.lessons.tiws.plots import hidden as plots
from tiws_teach.lessons.tiws.plots import matrices
from tiws_teach.tiws import document_matrix

PORTS = load("titanic_ports")
DOCUMENT = document_matrix(PORTS.data, "embarked")
HIDDEN = hide_category(PORTS.data, PORTS.target, "embarked", "Q")


def axes():
    return Figure(figsize=(5, 3)).subplots()


def test_the_colours_are_there_with_a_matplotlib_that_has_no_name_for_them(monkeypatch):
    monkeypatch.setattr(mpl, "color_sequences", {})
    monkeypatch.setattr(style, "library", {})
    assert reload(shared).COLORS[:2] == [(87 / 255, 144 / 255, 252 / 255), (248 / 255, 156 / 255, 32 / 255)]
    assert style.library["petroff6"]["axes.prop_cycle"].by_key()["color"] == shared.COLORS


def test_a_matrix_shows_its_numbers_in_the_cells():
    ax = matrices.plot_matrix(DOCUMENT, axes(), "D")
    assert [text.get_text() for text in ax.texts][:3] == [str(value) for value in DOCUMENT.iloc[0, :3]]
    assert ax.get_title() == "D"
    assert ax.get_xticklabels()[0].get_text() == "class\nFirst"
    large = pd.DataFrame(np.arange(200.0).reshape(10, 20))
    assert len(matrices.plot_matrix(large, axes()).texts) == 0


def test_a_matrix_is_described_by_its_extremes():
    assert matrices.describe_matrix(DOCUMENT, "D") == (
        "Heat map of D: 3 rows, 5 columns; least 2 at Q / class First, greatest 441 at S / sex male."
    )
    small = pd.DataFrame([[0.04, -0.04]], index=["a"], columns=["x", "y"])
    assert "least 0.0 at a / y, greatest 0.0 at a / x" in matrices.describe_matrix(small, "H", 1)


def test_profiles_are_shares_within_each_feature():
    shares = plots.profile_shares(DOCUMENT)
    np.testing.assert_allclose(shares.T.groupby(level=0).sum(), 1)
    assert shares.loc["Q", ("class", "Third")] == pytest.approx(72 / 77)
    assert "Q: Third 0.94, male 0.53" in plots.describe_profiles(DOCUMENT)
    empty = DOCUMENT.copy()
    empty.loc["Q"] = 0
    assert (plots.profile_shares(empty).loc["Q"] == 0).all()


def test_profile_bars_stack_to_one():
    ax = plots.plot_profiles(DOCUMENT, axes())
    tops = {}
    for bar in ax.patches:
        place = round(bar.get_x() + bar.get_width() / 2, 6)
        tops[place] = max(tops.get(place, 0), bar.get_y() + bar.get_height())
    assert len(tops) == 6
    np.testing.assert_allclose(list(tops.values()), 1)


def test_the_three_panels_of_a_hidden_category():
    document, weights, estimates = plots.plot_hidden(HIDDEN, Figure(figsize=(10, 4)))
    assert [label.get_text() for label in document.get_yticklabels()] == ["C", "S", "Q (hidden)"]
    widths = [bar.get_width() for bar in weights.patches]
    np.testing.assert_allclose(widths, [*HIDDEN.table["similarity"], *HIDDEN.table["weight"]])
    said = [text.get_text() for text in estimates.texts]
    assert said == ["C", "S", "0.52\nestimate", "0.39\ntruth", "0.38\noverall\nmean"]


@pytest.mark.parametrize(
    ("feature", "category", "words"),
    [("embarked", "Q", "farther from the truth"), ("class", "First", "nearer to the truth")],
)
def test_the_words_of_a_hidden_category_say_which_is_nearer(feature, category, words):
    result = hide_category(PORTS.data, PORTS.target, feature, category)
    said = plots.describe_hidden(result)
    assert words in said
    assert f"Estimate {result.estimate:.3f}, truth {result.truth:.3f}" in said


def test_many_categories_are_summed_up():
    many = PORTS.data.assign(embarked=(np.arange(889) % 9).astype(str))
    said = plots.describe_hidden(hide_category(many, PORTS.target, "embarked", "3"))
    assert "and 5 more" in said


def test_a_size_path_draws_each_line_and_the_place():
    path = queenstown_path("C", "tfidf")
    ax = plots.plot_size_path(path, axes(), "C", rows=168)
    np.testing.assert_allclose(ax.lines[0].get_ydata(), path["C"])
    assert ax.lines[2].get_xdata()[0] == 168
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["to C", "to S"]
    said = plots.describe_size_path(path, "Q", "C")
    assert "with 17 rows C" in said
    assert "with 1680 rows S" in said


def test_clusters_keep_their_order_and_their_groups():
    block = pd.DataFrame(np.kron(np.eye(2), [[0, 0.9], [0.9, 0]]), list("abcd"), list("abcd"))
    groups = pd.Series(list("xyxy"), list("abcd"))
    grid = matrices.plot_clusters(block, category_tree(block), groups)
    assert sorted(grid.dendrogram_row.reordered_ind[:2]) in ([0, 1], [2, 3])
    assert len({to_hex(color) for color in grid.row_colors}) == 2
    grid.figure.clear()


def test_the_map_shows_what_is_there_and_what_is_planned():
    lessons = series()
    ax = series_plots.plot_series(lessons, axes())
    boxes = [text for text in ax.texts if text.get_text()]
    assert len(boxes) == len(lessons) == 14
    there = {text.get_text()[:2] for text in boxes if text.get_bbox_patch().get_linestyle() == "-"}
    assert there == {f"{lesson.number:02d}" for lesson in lessons if lesson.is_there} >= {"00", "02"}
    places = {tuple(np.round(text.get_position(), 3)) for text in boxes}
    assert len(places) == len(lessons)
    said = series_plots.describe_series(lessons)
    assert "There: 00 start here; 02 unseen categories (TIWS) (after 00)" in said or "01 imbalance" in said
