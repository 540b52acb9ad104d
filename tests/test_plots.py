"""The colours and the drawings that lessons share."""

from importlib import reload

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest
from lessons.drawing import axes, texts
from matplotlib import style
from matplotlib.figure import Figure

from tiws_teach import plots


def test_the_colours_are_there_with_a_matplotlib_that_has_no_name_for_them(monkeypatch):
    monkeypatch.setattr(mpl, "color_sequences", {})
    monkeypatch.setattr(style, "library", {})
    assert reload(plots).COLORS[:2] == [(87 / 255, 144 / 255, 252 / 255), (248 / 255, 156 / 255, 32 / 255)]
    assert style.library["petroff6"]["axes.prop_cycle"].by_key()["color"] == plots.COLORS


def test_lines_of_a_table():
    table = pd.DataFrame({"a": [0.1, 0.2], "b": [0.3, 0.9]}, index=pd.Index([2, 50], name="features"))
    ax = plots.plot_lines(table, axes(), "share")
    np.testing.assert_allclose(ax.lines[1].get_ydata(), [0.3, 0.9])
    assert ax.get_xlabel() == "features"
    said = plots.describe_lines(table)
    assert said == "Lines by features; at 2 and at 50: a 0.100 and 0.200; b 0.300 and 0.900."
    assert plots.describe_lines(table, "highest").endswith("b 0.300 and 0.900, highest 0.900 at 50.")


def test_runs_have_a_mean_and_a_band():
    runs = pd.DataFrame({"k": [10, 10, 100, 100], "rule": "a", "error": [0.1, 0.3, 0.2, 0.6]})
    ax = axes()
    plots.plot_runs(runs, ax, "k", "error", "rule", xscale="log", yscale="log")
    np.testing.assert_allclose(ax.lines[0].get_ydata(), [0.2, 0.4])
    assert sorted(set(ax.collections[0].get_paths()[0].vertices[:, 1].round(9))) == [0.1, 0.2, 0.3, 0.6]
    assert texts(ax.get_xticklabels()) == ["10", "100"]
    said = "Mean error. Lines by k; at 10 and at 100: a 0.200 and 0.400, lowest 0.200 at 10."
    assert plots.describe_runs(runs, "k", "error", "rule", "lowest") == said


def test_samples_have_a_mean_and_a_range():
    table = pd.DataFrame({"a": [0.1, 0.3], "b": [-0.5, 0.5]})
    ax, _ = plots.plot_samples({"gain": table, "more": table + 1}, Figure()).axes
    ranges = ax.collections[0].get_segments()
    np.testing.assert_allclose([line[:, 0] for line in ranges], [[0.1, 0.3], [-0.5, 0.5]])
    np.testing.assert_allclose(ax.lines[2].get_xydata(), [[0.2, 0], [0.0, 1]])
    assert [line.get_xdata().tolist() for line in ax.lines[:2]] == [[0.1, 0.3], [-0.5, 0.5]]
    said = plots.describe_samples({"gain": table, "more": table + 1}).partition("gain: ")[2]
    assert said.startswith("a 0.200 (0.100 to 0.300); b 0.000 (-0.500 to 0.500, above 0 in 1, below in 1). more: a 1.2")


@pytest.mark.parametrize("other", [["b", "a"], ["b"]])
def test_each_panel_of_samples_names_its_own_lines(other):
    table = pd.DataFrame({"a": [0.1, 0.3], "b": [-0.5, 0.5]})
    left, right = plots.plot_samples({"all": table, "other": table[other]}, Figure()).axes
    assert [texts(ax.get_yticklabels()) for ax in (left, right)] == [["a", "b"], other]
    assert all(ax.yaxis_inverted() for ax in (left, right))


STEPS = {
    "Has it rows of its own?": {"many": "Use its mean.", "few": "Is it like another one?", "none": "Do others tell?"},
    "Is it like another one?": {"yes": "Mix the two.", "no": "Draw it towards the mean of all."},
    "Do others tell?": {"yes": "Take the regression on them, and check it on categories that you hide.", "no": "Stop."},
}


def test_a_decision_chart_has_each_box_once_below_or_right_of_what_leads_to_it():
    figure = plots.decision_chart(STEPS)
    figure.canvas.draw()
    (ax,) = figure.axes
    boxes = [patch.get_window_extent() for patch in ax.patches if patch.get_linewidth() == 2]
    key, *said = [" ".join(text.split()) for text in texts(ax.texts)]
    assert key == "In bold what to try first, below it what happened in this lesson."
    advice = [to for answers in STEPS.values() for to in answers.values() if to not in STEPS]
    assert sorted(filter(None, said)) == sorted([*STEPS, *advice, *(x for answers in STEPS.values() for x in answers)])
    assert not any(a.overlaps(b) for i, a in enumerate(boxes) for b in boxes[:i])
    inside = dict(zip([words for words in said if words in {*STEPS, *advice}], boxes, strict=True))
    for text in (text for text in ax.texts if " ".join(text.get_text().split()) in inside):
        words, box = text.get_window_extent(), inside[" ".join(text.get_text().split())]
        assert box.x0 < words.x0 < words.x1 < box.x1
        assert box.y0 < words.y0 < words.y1 < box.y1
    first, few, none = (inside[question] for question in STEPS)
    assert (first.x1 < few.x0, first.x0 == none.x0, first.y0 > none.y1) == (True, True, True)
    assert all(text.get_fontsize() >= 11 for text in ax.texts if text.get_text())


def test_a_decision_chart_in_words_and_with_its_advice_in_bold():
    steps = {"Is it new?": {"yes": "Ask. Six of ten did.", "no": "Is it rare?"}, "Is it rare?": {"no": "Go on."}}
    said = plots.describe_decisions(steps)
    assert said.partition(". ")[2] == "Is it new? yes: Ask. Six of ten did; no: Is it rare? Is it rare? no: Go on."
    figure = plots.decision_chart(steps)
    figure.canvas.draw()
    bold, plain = (text for text in figure.axes[0].texts if text.get_text() in ("Ask.", "Six of ten did."))
    assert (bold.get_weight(), plain.get_weight()) == ("bold", "normal")
    assert bold.get_window_extent().y0 > plain.get_window_extent().y1, "the advice stands above what was measured"


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        (STEPS | {"Is it like another one?": dict.fromkeys("abcde", "Go.")}, "at most 9 boxes"),
        ({"A?": {"yes": "B?", "no": "B?"}, "B?": {"yes": "Go.", "no": "Stop."}}, "to each question once"),
        ({"A?": {"yes": "A?", "no": "Go."}}, "to each question once"),
        ({"A?": {"yes": "Go.", "no": "Stop."}, "B?": {"yes": "Go."}}, "to each question once"),
    ],
)
def test_a_decision_chart_that_cannot_be_read_is_refused(steps, said):
    with pytest.raises(ValueError, match=said):
        plots.decision_chart(steps)
