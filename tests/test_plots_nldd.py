"""Pictures of notebook 05 show what their words say."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure

from tiws_teach.lessons.nldd import plots
from tiws_teach.lessons.nldd.experiments import songs as nldd


@pytest.fixture(scope="module")
def songs():
    return nldd.song_map(31)


def test_every_song_is_drawn_and_the_regions_are_named(songs):
    ax = plots.plot_songs(songs, Figure().subplots())
    drawn = np.vstack([c.get_offsets() for c in ax.collections if len(c.get_offsets()) > 1])
    expected = songs.songs[["tempo", "brightness"]].to_numpy()
    assert {tuple(row) for row in expected} <= {tuple(row) for row in drawn}
    assert {text.get_text() for text in ax.texts} == {*songs.invented, "sad", "calm", "lively"}
    entries = {text.get_text() for text in ax.get_legend().get_texts()}
    assert {"sad + calm", "border of sad", "border of lively"} <= entries
    plain = plots.plot_songs(songs, Figure().subplots(), borders=False)
    assert not plain.texts


def test_the_arrows_point_to_the_side_that_has_the_label(songs):
    ax = plots.plot_songs(songs, Figure(figsize=(7.4, 4)).subplots())
    arrows = [text for text in ax.texts if getattr(text, "arrow_patch", None)]
    for number, arrow in enumerate(sorted(arrows, key=lambda text: nldd.MOODS.index(text.get_text()))):
        tip = ax.transData.inverted().transform(ax.transData.transform(arrow.xy) + np.array(arrow.xyann))
        column = np.abs(songs.tempo - tip[0]).argmin()
        row = np.abs(songs.brightness - tip[1]).argmin()
        assert songs.scores[number, row, column] > 0
    assert len(arrows) == 3


def test_the_words_of_the_songs(songs):
    said = plots.describe_songs(songs)
    assert "3 sad + calm, 3 calm, 2 sad, 4 lively" in said
    assert f"sad + lively in {songs.invented['sad + lively']:.1%}" in said
    assert "hatched" not in plots.describe_songs(songs, borders=False)


def test_the_cube_has_eight_corners_and_its_rows():
    sets = nldd.HAND[nldd.MOODS]
    ax = plots.plot_cube(nldd.SAID, sets, Figure().subplots())
    corners = {text.get_text() for text in ax.texts if text.get_text().startswith("(")}
    assert len(corners) == 8
    assert {"sad", "calm", "lively"} <= {text.get_text() for text in ax.texts}
    assert len(ax.collections) == 4
    assert {"0.63", "0.45", "1.41"} <= {text.get_text() for text in ax.texts}
    said = plots.describe_cube(nldd.SAID, sets)
    assert "song B at (1, 1, 0) is 0.45 away" in said
    assert "song A at (1, 0, 0) is 0.63 away" in said


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_the_sweep_draws_all_rows_and_no_row_below_the_line(share):
    result = nldd.sweep(2, share)
    figure = plots.plot_sweep(result, Figure(figsize=(10.4, 4)))
    ax = figure.axes[0]
    np.testing.assert_allclose(ax.collections[0].get_offsets(), np.column_stack([result.Dx, result.Dy]))
    b1, b2 = result.coefficients
    x, y = (np.asarray(data, dtype=float) for data in ax.lines[0].get_data())
    if b2 > 0:
        np.testing.assert_allclose(b1 * x + b2 * y, (b1 * result.Dx + b2 * result.Dy).min())
    else:
        np.testing.assert_allclose(x, result.Dx.min())
    marks = [text.get_text() for text in figure.axes[-1].texts]
    assert sum("wrong" in mark for mark in marks) == sum(result.wrong)
    assert set(result.names) <= set(marks)
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["training rows", "equal sums", "chosen row"]


def test_the_words_of_the_sweep():
    result = nldd.sweep(1, 0.0)
    said = plots.describe_sweep(result)
    assert "Test image 1 shows the digit 8: even + above four + round loop." in said
    assert f"the chosen row shows the digit {result.chosen_digit} at Dx" in said
    assert f"{result.wrong[0]} of 5 labels wrong" in said
    assert "which no training row has: 1 wrong" in said


def test_weights_are_drawn_with_the_fitted_marks():
    table = pd.DataFrame(
        {"seed": 0, "share": [0.0, 0.5, 1.0, 0.7], "0/1 loss": [0.4, 0.2, 0.3, 0.25], "fitted": [False] * 3 + [True]}
    )
    figure = plots.plot_by_weight({"one": table, "two": table.assign(**{"0/1 loss": table["0/1 loss"] * 2})}, Figure())
    assert [ax.get_title() for ax in figure.axes] == ["one", "two"]
    low, high = figure.axes[0].get_ylim()
    assert figure.axes[1].get_ylim() == (low, high)
    assert low == 0
    assert high > 0.8
    np.testing.assert_allclose(figure.axes[0].lines[0].get_ydata(), [0.4, 0.2, 0.3])
    np.testing.assert_allclose(figure.axes[1].collections[1].get_offsets(), [[0.7, 0.5]])
    said = plots.describe_by_weight({"one": table})
    assert "least 0.200 at 50% on Dy" in said
    assert "70% to 70% on Dy, mean loss 0.250" in said


def test_refused_rows():
    table = pd.DataFrame({"by theta": [0.2, 0.1], "at random": [0.2, 0.19]}, index=[0.0, 0.5])
    ax = plots.plot_refused(table, Figure().subplots())
    np.testing.assert_allclose(ax.lines[0].get_ydata(), [0.2, 0.1])
    assert "by theta: 0.200 with 0% refused, 0.100 with 50% refused" in plots.describe_refused(table)
