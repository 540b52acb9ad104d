"""The pictures of notebook 03 show the numbers that they are given, and their words say the same."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure

from tiws_teach.lessons.wctf import experiments as text
from tiws_teach.lessons.wctf import plots

TEN = text.ten_reviews()
TABLE = text.word_table(text.count_words(TEN["review"]), TEN["label"])
SCORES = pd.DataFrame(
    {
        "positive share": 0.08,
        "max_features": [25, 25, 100, 100] * 4,
        "seed": [0, 1] * 8,
        "recipe": ["most frequent"] * 4 + ["class quotas"] * 4 + ["most frequent"] * 4 + ["class quotas"] * 4,
        "class": ["positive"] * 8 + ["negative"] * 8,
        "precision": np.linspace(0, 0.9, 16),
        "recall": np.linspace(0.9, 0, 16),
        "F1": [0.0, 0.2, 0.3, 0.5, 0.4, 0.6, 0.5, 0.5] + [0.9] * 8,
        "average precision": 0.5,
    }
)


def axes():
    return Figure(figsize=(5, 3)).subplots()


def test_word_bars_stack_the_classes_in_order():
    ax = plots.plot_words(TABLE, axes(), max_features=3)
    assert [label.get_text() for label in ax.get_yticklabels()] == TABLE.index.tolist()
    widths = [bar.get_width() for bar in ax.patches]
    np.testing.assert_array_equal(widths, [*TABLE["class 0"], *TABLE["class 1"]])
    starts = [bar.get_x() for bar in ax.patches[len(TABLE) :]]
    np.testing.assert_array_equal(starts, TABLE["class 0"])
    assert ax.lines[0].get_ydata()[0] == 2.5
    assert len(plots.plot_words(TABLE, axes()).lines) == 0


def test_word_bars_are_described():
    assert plots.describe_words(TABLE, 3) == (
        "Bars of word counts by class. The 3 most frequent: bad 7 (0 of class 1), film 7 (2 of class 1), "
        "plot 5 (0 of class 1). Next: acting 3 (1), dull 3 (0)."
    )


def test_positive_words_have_a_line_each_and_the_list_is_dashed():
    path = pd.DataFrame(
        {"most frequent": [0, 3], "class quotas": [2, 9], "positive list": [2, 8]},
        index=pd.Index([25, 100], name="max_features"),
    )
    ax = plots.plot_positive_words(path, axes())
    for line, name in zip(ax.lines, path, strict=True):
        np.testing.assert_array_equal(line.get_ydata(), path[name])
    assert [line.get_linestyle() for line in ax.lines] == ["-", "-", "--"]
    assert "100: most frequent 3, class quotas 9, positive list 8" in plots.describe_positive_words(path)


def test_scores_are_means_with_the_whole_range():
    ax = plots.plot_scores(SCORES, axes())
    assert [line.get_label() for line in ax.lines] == ["most frequent", "class quotas"]
    np.testing.assert_allclose(ax.lines[0].get_ydata(), [0.1, 0.4])
    np.testing.assert_allclose(ax.lines[1].get_ydata(), [0.5, 0.5])
    band = ax.collections[0].get_paths()[0].vertices
    assert (band[:, 1].min(), band[:, 1].max()) == (0, 0.5)
    np.testing.assert_allclose(plots.plot_scores(SCORES, axes(), of="negative").lines[0].get_ydata(), 0.9)
    assert plots.describe_scores(SCORES) == (
        "Mean F1 of positive reviews over 2 corpora, by max_features. "
        "most frequent: 25 0.10, 100 0.40; class quotas: 25 0.50, 100 0.50."
    )


def test_each_difference_is_a_dot_and_the_mean_a_bar():
    differences = text.paired_differences(SCORES)
    ax = plots.plot_differences(differences, axes())
    np.testing.assert_allclose(np.sort(ax.collections[0].get_offsets()[:, 1]), [0.4, 0.4])
    np.testing.assert_allclose(np.sort(ax.collections[2].get_offsets()[:, 1]), [0.0, 0.2])
    assert ax.collections[3].get_segments()[0][0, 1] == pytest.approx(0.1)
    assert [label.get_text() for label in ax.get_xticklabels()] == ["25", "100"]
    assert "Mean 25: +0.400, 2 of 2 above 0; 100: +0.100, 1 of 2 above 0." in plots.describe_differences(differences)


@pytest.mark.parametrize("size", [10, 100, 300])
def test_a_vocabulary_shows_the_last_words_in_and_the_first_that_wait(size):
    result = text.vocabulary(size)
    lists, bars = plots.plot_vocabulary(result, Figure(figsize=(10, 4.6)))
    written = {shown.get_text().split(" ")[0]: shown for shown in lists.texts}
    for name, words in result.lists.items():
        assert any(shown.get_text() == f"{name} list: {len(words)} words" for shown in lists.texts)
        line = lists.lines[0].get_ydata()[0]
        assert all(written[word].get_position()[1] < line for word in words[-6:])
        assert all(word in written for word in result.waiting[name])
    new = {shown.get_text().split(" ")[0] for shown in lists.texts if "(new)" in shown.get_text()}
    assert new <= set(result.gained)
    heights = [bar.get_height() for bar in bars.patches]
    np.testing.assert_allclose(heights, result.scores.to_numpy().ravel())


def test_a_vocabulary_is_described_with_its_exchange():
    result = text.vocabulary(50)
    said = plots.describe_vocabulary(result)
    assert "50 words, 8% of the reviews positive: 46 for the negative" in said
    assert f"4 for the positive (last in: {result.lists['positive'][-1]})" in said
    positive = sum(result.kind[word] == "positive" for word in result.gained)
    assert f"bring in {len(result.gained)} words, {positive} of them positive" in said
    assert f"class quotas: precision {result.scores.loc['class quotas', 'precision']:.2f}" in said
    assert "0 for the positive." in plots.describe_vocabulary(text.vocabulary(10, 0.04))
