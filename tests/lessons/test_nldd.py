"""The room of lesson 05: songs, digits and what is measured about NLDD; its pictures and its explorer."""

import re

import numpy as np
import pandas as pd
import pytest
from methods.checks import refused

from lessons.drawing import fresh, legend, texts
from tiws_teach import multilabel as ml
from tiws_teach.datasets import load
from tiws_teach.lessons.nldd import plots
from tiws_teach.lessons.nldd.experiments import measured as nldd_measured
from tiws_teach.lessons.nldd.experiments import songs as nldd
from tiws_teach.lessons.nldd.experiments import twins, weights
from tiws_teach.lessons.nldd.explorer import FARTHEST, WeightExplorer
from tiws_teach.replications import nldd_weights


def test_seen_before_is_the_loop():
    rng = np.random.default_rng(0)
    known, asked = rng.integers(0, 2, (6, 4)), rng.integers(0, 2, (30, 4))
    expected = [any((labelset == row).all() for row in known) for labelset in asked]
    assert nldd.seen_before(asked, pd.DataFrame(known)).tolist() == expected
    assert nldd.seen_before(np.empty((0, 4)), known).shape == (0,)


def test_the_map_of_the_songs():
    result = nldd.song_map(41)
    assert result.scores.shape == (3, 41, 41)
    assert sum(result.invented.values()) == pytest.approx((~result.seen).mean())
    assert "sad + lively" in result.invented
    known = {nldd.label_words(row, nldd.MOODS) for row in nldd.SONGS[nldd.MOODS].to_numpy()}
    assert known == {"sad + calm", "calm", "sad", "lively"}
    assert not known & set(result.invented)
    assert (result.scores[:, 0, -1] > 0).tolist() == [True, False, True]  # dark and fast
    assert not result.seen[0, -1]


def test_digits_are_split_by_their_writers_and_have_all_labelsets():
    split = nldd.digits(300, 600)
    writer = load("digit_labels").writer
    known, new = (set(writer[part.index]) for part in (split.Y, split.Y_new))
    assert (len(known), len(new), known & new) == (7, 7, set())
    assert (split.X.shape, len(split.Y.drop_duplicates())) == ((300, 64), 9)
    assert np.array_equal(nldd.digits(300, 600).X_new, split.X_new)
    assert not np.array_equal(nldd.digits(300, 600, 1).X_new, split.X_new)


# weights ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("data", weights.DATA)
def test_a_weight_copies_the_row_with_the_smallest_sum(data):
    for share in (0.0, 0.3, 1.0):
        result = weights.weigh(data, 2, share)
        sums = (1 - share) * result.Dx + share * result.Dy
        assert sums[result.chosen] == pytest.approx(sums.min())
        copied, true = result.sets["copied"], result.sets["truth"]
        assert result.wrong[result.chosen] == (copied != true).sum()
    assert weights.weigh(data, 2, 0.0).chosen == weights.weigh(data, 2, 0.0).Dx.argmin()


def test_the_rows_of_the_explorer_are_within_the_axes_and_right_at_some_weights_only():
    for data in weights.DATA:
        assert (np.max([weights.scene(data).Dx, weights.scene(data).Dy], axis=(1, 2)) <= FARTHEST).all()
        for number in range(1, weights.N_SHOWN + 1):
            found = [weights.weigh(data, number, share / 10) for share in range(11)]
            right = [result.wrong[result.chosen] == 0 for result in found]
            assert 2 <= sum(right) <= 9, (data, number)


def test_the_scene_has_the_distances_of_the_classifier():
    split = weights.flags()
    model = ml.NLDDClassifier(weights.logistic(), random_state=0).fit(split.X, split.Y)
    Dx, Dy = model.double_distances(split.X_new)
    scene = weights.scene("flags")
    rows = [split.what_new.tolist().index(name) for name in scene.new]
    np.testing.assert_allclose(scene.Dx, Dx[rows] / Dx.mean())
    np.testing.assert_allclose(scene.Dy, Dy[rows] / Dy.mean())
    np.testing.assert_array_equal(scene.relevance, model.binary_relevance_.predict(split.X_new[rows]))


def test_the_losses_of_the_explorer_are_those_of_the_replication():
    losses, tools, n_splits = weights.mean_losses("flags")
    stored = nldd_weights.results().query("data == 'flags'")
    assert n_splits == nldd_weights.SPLITS["flags"] == stored["split"].nunique()
    np.testing.assert_allclose(losses.index, nldd_weights.SHARES)
    assert losses["zero_one"][0.5] == pytest.approx(stored[stored["way"] == "at 0.50"]["zero_one"].mean())
    nothing = stored.groupby("way")[list(weights.LOSSES)].mean()
    assert tools.loc["doing nothing", "zero_one"] == nothing.loc["most frequent set", "zero_one"]
    assert tools.loc["doing nothing", "hamming"] == nothing.loc["majority of each label", "hamming"]
    assert tools.loc["forest of sets", "hamming"] == pytest.approx(
        stored[stored["way"] == "LP, forest"]["hamming"].mean()
    )


LEVEL_OR_NOT = """
flags hamming: forests < LP, forest 27 3, SVM < LP, SVM 25 5, NLDD, validated for hamming < NLDD 7 18
songs hamming: forests < LP, forest 15 4, SVM < LP, SVM 13 5, NLDD, validated for hamming < SVM 6 14
yeast hamming: forests < LP, forest 10 0, SVM < LP, SVM 10 0
digits by writer hamming: LP, forest < forests 20 0, LP, SVM < SVM 19 1, at 0.10 < NLDD 20 0
digits by writer hamming: NLDD, validated for hamming < NLDD 19 1, LP, SVM < NLDD, validated for hamming 11 9
scene hamming: at 0.15 < NLDD 10 0, LP, forest < forests 8 1, SVM < LP, SVM 4 6
flags by continent hamming: at 0.50 < at 0.90 4 2, SVM < NLDD, validated for hamming 4 2
digits by writer zero_one: LP, SVM < SVM 20 0, NLDD, validated for zero_one < LP, SVM 9 10
digits by writer zero_one: LP, forest < forests 20 0, NLDD, validated for zero_one < NLDD 20 0, at 0.00 < NLDD 20 0
songs zero_one: LP, forest < forests 13 5, LP, SVM < SVM 15 3
scene zero_one: LP, forest < forests 10 0, LP, SVM < SVM 10 0, NLDD, validated for zero_one < NLDD 10 0
yeast zero_one: LP, forest < forests 10 0, LP, SVM < SVM 10 0, at 0.00 < NLDD 0 10
flags by continent zero_one: at 0.50 < at 0.90 3 0, LP, SVM < most frequent set 3 1
flags zero_one: BR < most frequent set 8 18, LP, forest < forests 18 9
simulated 0 zero_one: SVM < LP, SVM 20 0, forests < LP, forest 20 0"""


def test_what_the_lesson_says_of_the_tools_holds_split_by_split():
    for data, loss, pairs in re.findall(r"(.+) (\w+): (.+)", LEVEL_OR_NOT):
        table = nldd_weights.results().query("data == @data").pivot_table(loss, "split", "way").round(9)
        for first, second, *counts in re.findall(r"(.+?) < (.+?) (\d+) (\d+)(?:, |$)", pairs):
            found = (table[first] < table[second]).sum(), (table[first] > table[second]).sum()
            assert found == tuple(map(int, counts)), (data, loss, first, second)


def test_the_first_split_of_the_lesson_is_that_of_the_replication():
    split = weights.flags(3)
    X, Y, train, test = nldd_weights.rows("flags", 3)
    np.testing.assert_array_equal(split.X, X[train])
    np.testing.assert_array_equal(split.Y_new, Y[test])


test_bad_input_is_told = refused(
    [
        (lambda: nldd.digits(300, 1600), r"n_new must be in \[1, "),
        (lambda: nldd_measured.texts(5, 0, "long"), "lengths must be one of"),
    ]
)


# traps ------------------------------------------------------------------------------------------------------------


def test_pairs_of_a_row_with_itself_make_the_regression_trust_the_features_alone():
    (near, b), (apart, fair) = twins.ada(), twins.bo()
    assert near == 0 < apart
    assert (b[1] - b[2]) * (fair[1] - fair[2]) < 0 < b[1] - b[2]


# pictures ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def songs():
    return nldd.song_map(31)


def test_every_song_is_drawn_and_the_regions_are_named(songs):
    ax = plots.plot_songs(songs).axes[0]
    drawn = np.vstack([c.get_offsets() for c in ax.collections if len(c.get_offsets()) > 1])
    expected = songs.songs[["tempo", "brightness"]].to_numpy()
    assert {tuple(row) for row in expected} <= {tuple(row) for row in drawn}
    assert set(texts(ax.texts)) == {*songs.invented, "sad", "calm", "lively"}
    assert {"sad + calm", "boundary of sad", "boundary of lively"} <= set(legend(ax))
    said = plots.describe_songs(songs)
    assert "3 sad + calm, 3 calm, 2 sad, 4 lively" in said
    assert f"sad + lively in {songs.invented['sad + lively']:.1%}" in said


def test_the_arrows_point_to_the_side_that_has_the_label(songs):
    ax = plots.plot_songs(songs).axes[0]
    arrows = [text for text in ax.texts if getattr(text, "arrow_patch", None)]
    for number, arrow in enumerate(sorted(arrows, key=lambda text: nldd.MOODS.index(text.get_text()))):
        tip = ax.transData.inverted().transform(ax.transData.transform(arrow.xy) + np.array(arrow.xyann))
        row, column = np.abs(songs.brightness - tip[1]).argmin(), np.abs(songs.tempo - tip[0]).argmin()
        assert songs.scores[number, row, column] > 0
    assert len(arrows) == 3


def test_the_cube_has_eight_corners_and_its_rows():
    sets = pd.DataFrame([(1, 0, 0), (1, 1, 0), (0, 0, 1)], ["song A", "song B", "song C"], nldd.MOODS)
    ax = plots.plot_cube((0.8, 0.6, 0.0), sets).axes[0]
    assert len({text.get_text() for text in ax.texts if text.get_text().startswith("(")}) == 8
    assert {"sad", "calm", "lively", "0.63", "0.45", "1.41"} <= set(texts(ax.texts))
    assert len(ax.collections) == 4
    assert "song B at (1, 1, 0) is 0.45 away" in plots.describe_cube((0.8, 0.6, 0.0), sets)


def test_the_best_answer_of_each_loss_is_marked():
    losses = pd.DataFrame({"Hamming loss": [0.4, 0.3], "0/1 loss": [0.6, 1.0]}, index=["sad", "none"])
    left, right = plots.plot_expected(losses).axes
    assert texts(left.texts) == ["0.40", "0.30 ◀ best"]
    assert texts(right.texts) == ["0.60 ◀ best", "1.00"]
    assert "Expected Hamming loss, least for none: sad 0.40, none 0.30" in plots.describe_expected(losses)


def test_pairs_and_lines_of_equal_expected_errors():
    distances, wrong = nldd.SEVEN_PAIRS[["Dx", "Dy"]].to_numpy(), nldd.SEVEN_PAIRS["wrong"].to_numpy()
    b = np.array([-3.4, 0.17, 4.72])
    ax = plots.plot_pairs(distances, wrong, b, 4).axes[0]
    np.testing.assert_allclose(ax.collections[0].get_offsets(), distances)
    lines = ax.collections[1]
    for level, path in zip(lines.levels, lines.get_paths(), strict=True):
        if len(path.vertices):
            x, y = path.vertices.T
            np.testing.assert_allclose(4 / (1 + np.exp(-(b[0] + b[1] * x + b[2] * y))), level, atol=0.02)
    near = wrong[(distances @ b[1:]).argsort()[:4]].mean()
    assert f"smaller weighted sum {near:.2f} of 4 labels" in plots.describe_pairs(distances, wrong, b, 4)


def test_curves_mark_the_least_loss():
    runs = pd.DataFrame({"share": [0.0, 0.5, 1.0] * 2, "zero_one": [3, 1, 2, 5, 3, 3], "hamming": [3, 2, 1, 3, 2, 1]})
    runs["split"] = [0, 0, 0, 1, 1, 1]
    tools = pd.DataFrame({"zero_one": [6.0], "hamming": [5.0]}, index=["doing nothing"])
    figure = plots.plot_curves(runs, tools)
    assert [legend(ax)[1] for ax in figure.axes] == ["least: 50% on $D_y$", "least: 100% on $D_y$"]
    np.testing.assert_allclose([bar.get_height() for bar in figure.axes[0].patches], [0.15, 0.075])
    np.testing.assert_allclose(figure.axes[0].lines[0].get_ydata(), [4, 2, 2.5])
    assert [texts(ax.texts) for ax in figure.axes] == [["doing nothing"]] * 2
    said = plots.describe_curves(runs, tools)
    assert said.endswith("at 100% on Dy, in single splits at 100–100%; doing nothing 5.000.")
    assert "with Dx alone, 2.500 with Dy alone, least 2.000 at 50% on Dy, in single splits at 50–100%" in said


def test_valleys_and_tools_are_drawn_where_they_are():
    best = pd.DataFrame({"least 0/1 loss": [0.5, 0.1], "least Hamming loss": [0.9, 0.1]}, index=["flags", "digits"])
    single = dict.fromkeys(best, pd.Series([0.2, 0.6, 0.1], pd.Index(["flags", "flags", "digits"], name="data")))
    ax = plots.plot_valleys(best, single).axes[0]
    assert [line.get_xdata().tolist() for line in ax.lines] == [[0.5, 0.1], [0.9, 0.1]]
    np.testing.assert_allclose(ax.collections[1].get_offsets(), [[0.2, 0], [0.6, 0], [0.1, 1]])
    assert "flags: least 0/1 loss 50% (20–60%), least Ham" in plots.describe_valleys(best, single)
    table = pd.DataFrame({"RF-PCT": [0.9], "NLDD, learned": [1.1], "doing nothing": [2.6]}, index=["flags"])
    ratios = {"0/1 loss": table, "Hamming loss": table / 2}
    ax = plots.plot_tools(ratios).axes[0]
    assert [line.get_xdata()[0] for line in ax.lines if line.get_label() in table] == [0.9, 1.1, 1.3]
    assert texts(ax.texts) == ["2.6 →"]
    assert "0/1 loss: flags: RF-PCT 0.90, NLDD, learned 1.10, doing nothing 2.60" in plots.describe_tools(ratios)


# explorer ---------------------------------------------------------------------------------------------------------


def test_the_line_of_equal_sums_has_no_row_below_it_and_ends_at_the_edges():
    explorer = fresh(WeightExplorer)
    for weight in (0, 35, 100):
        explorer.set_state(weight=weight)
        result, line = explorer.result, explorer.tables(explorer.result)["line"]
        share = weight / 100
        sums = (1 - share) * np.array(line["x"]) + share * np.array(line["y"])
        np.testing.assert_allclose(sums, ((1 - share) * result.Dx + share * result.Dy).min())
        assert (abs(np.array([line["x"], line["y"]]).T - np.divide(FARTHEST, 2)) <= np.divide(FARTHEST, 2) + 1e-9).all()


def test_the_least_loss_is_hidden_until_it_is_met_or_the_curve_is_seen():
    explorer, found = fresh(WeightExplorer), []
    for weight in (0, 50, 60, 90, 100):
        explorer.set_state(weight=weight)
        tables = explorer.tables(explorer.result)
        assert sum(tables["curve"]["seen"]) == weight // 5 + 1
        marks = [tables["best"][f"{loss}_found"][0] for loss in weights.LOSSES]
        assert explorer.text.count("(least ") == sum(marks)
        found.append(marks)
    assert found == [[0, 0], [1, 0], [0, 0], [0, 1], [1, 1]]


def test_a_tool_far_above_the_curve_is_drawn_near_it_with_its_loss():
    explorer = fresh(WeightExplorer)
    for data, near, name in (("flags", True, "doing nothing"), ("digits", False, "doing nothing 0.80 ↑")):
        explorer.set_state(data=data)
        tools = pd.DataFrame(explorer.tables(explorer.result)["tools"]).iloc[-1]
        assert (tools["zero_one"] == tools["zero_one_told"], tools["zero_one_name"]) == (near, name)


def test_chips_mark_what_is_wrong_and_the_words_say_it():
    explorer = fresh(WeightExplorer)
    for weight in (0, 100):
        explorer.set_state(data="digits", row=2, weight=weight)
        chips = pd.DataFrame(explorer.tables(explorer.result)["labels"])
        wrong = chips[chips["whose"] == "copied"]["mark"].eq("✗").sum()
        assert f"{wrong} of 5 wrong" in explorer.text
        assert not chips[chips["whose"] == "truth"]["mark"].eq("✗").any()
    explorer.set_state(data="flags")
    fills = pd.DataFrame(explorer.tables(explorer.result)["labels"]).set_index("label")["fill"]
    assert set(fills["red"]).isdisjoint(fills["blue"])
