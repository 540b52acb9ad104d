"""The room of lesson 05: songs, digits and what is measured about NLDD; its pictures and its explorer."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure
from methods.checks import refused
from sklearn.linear_model import LogisticRegression

from lessons.drawing import axes, fresh, legend, texts
from tiws_teach.lessons.nldd import plots
from tiws_teach.lessons.nldd.experiments import measured as nldd_measured
from tiws_teach.lessons.nldd.experiments import songs as nldd
from tiws_teach.lessons.nldd.explorer import LabelsetExplorer
from tiws_teach.multilabel import BinaryRelevance, NLDDClassifier, zero_one_loss


def test_words_of_a_labelset():
    assert nldd.label_words([1, 1, 0], nldd.MOODS) == "sad + calm"
    assert nldd.label_words([0, 0, 0], nldd.MOODS) == "none"


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
    corner = result.scores[:, 0, -1] > 0  # dark and fast
    assert corner.tolist() == [True, False, True]
    assert not result.seen[0, -1]


def test_digits_are_split_without_overlap_and_with_all_labelsets():
    split = nldd.digits(300, 600)
    assert split.X.shape == (300, 64)
    assert not set(split.Y.index) & set(split.Y_new.index)
    assert len(split.Y.drop_duplicates()) == 9
    again = nldd.digits(300, 600)
    assert np.array_equal(split.X_new, again.X_new)


def test_the_label_classifier_suits_binary_relevance():
    losses = {}
    for C in (0.0001, 0.01, 1):
        fits = [nldd.digits(300, 600, seed) for seed in range(3)]
        models = [BinaryRelevance(LogisticRegression(C=C, solver="liblinear")).fit(split.X, split.Y) for split in fits]
        found = [
            zero_one_loss(split.Y_new, model.predict(split.X_new)) for split, model in zip(fits, models, strict=True)
        ]
        losses[C] = np.mean(found)
    assert min(losses, key=losses.get) == nldd.quick().C


def test_the_sweep_takes_the_smallest_sum():
    for number in (1, 5, 12):
        for share in (0.0, 0.3, 1.0):
            result = nldd.sweep(number, share)
            b1, b2 = result.coefficients
            sums = b1 * result.Dx + b2 * result.Dy
            assert sums[result.chosen] == pytest.approx(sums.min())
    assert nldd.sweep(3, 0.0).chosen == nldd.sweep(3, 0.0).Dx.argmin()
    alone = nldd.sweep(3, 1.0)
    assert alone.Dy[alone.chosen] == alone.Dy.min()


def test_the_fitted_sweep_is_the_classifier():
    split = nldd.digits()
    model = NLDDClassifier(nldd.quick(), random_state=0).fit(split.X, split.Y)
    for number in range(1, nldd.N_SHOWN + 1):
        result = nldd.sweep(number, 0.0, "fitted")
        image = result.image.reshape(1, -1)
        assert result.labelset.tolist() == model.predict(image)[0].tolist()
        assert result.chosen == model.nearest_labelset_row(image)[0]
        assert result.relevance.tolist() == model.binary_relevance_.predict(image)[0].tolist()
        assert result.share == pytest.approx(nldd.sweep(1).fitted_share)
        by_hand = nldd.sweep(number, result.fitted_share)
        assert by_hand.chosen == result.chosen


def test_images_are_drawn_whatever_the_methods_say_and_failures_are_counted():
    split = nldd.digits()
    drawn = np.random.default_rng(0).choice(600, nldd.N_SHOWN, replace=False)
    fitted = [nldd.sweep(number, 0.0, "fitted") for number in range(1, nldd.N_SHOWN + 1)]
    assert [result.digit for result in fitted] == split.digit_new[drawn].tolist()
    hard = [nldd.sweep(number, 0.0, "fitted", "disagreements") for number in range(1, nldd.N_SHOWN + 1)]
    model = NLDDClassifier(nldd.quick(), random_state=0).fit(split.X, split.Y)
    everywhere = round(600 * zero_one_loss(split.Y_new, model.predict(split.X_new)))
    for dozen in (fitted, hard):
        failed = sum(result.wrong[0] > 0 for result in dozen)
        assert all(result.failures == {nldd.N_SHOWN: failed, 600: everywhere} for result in dozen)


test_bad_input_is_told = refused(
    [
        (lambda: nldd.digits(300, 1600), r"n_new must be in \[1, 1497\]; got 1600"),
        (lambda: nldd_measured.texts(5, 0, "long"), "lengths must be one of"),
    ]
)


# measured ---------------------------------------------------------------------------------------------------------


def test_gains_have_the_direction_of_each_measure():
    runs = pd.DataFrame({"seed": [0, 0, 1, 1], "method": ["a", "b"] * 2, "k": [2, 2, 1, 1]})
    runs = runs.assign(**{name: [0.1, 0.2, 0.3, 0.3] for name in nldd_measured.MEASURES})
    found = nldd_measured.gains(runs, "a", "b")
    assert {name: table["a - b"].tolist() for name, table in found.items()} == {
        "Hamming loss": [0.1, 0.0], "0/1 loss": [0.1, 0.0], "accuracy": [-0.1, 0.0], "F": [-0.1, 0.0],
    }  # fmt: skip
    grouped = nldd_measured.gains(runs, "b", "a", by="k")["F"]
    assert grouped.columns.tolist() == [2, 1]
    assert (grouped.loc[0, 2], grouped.loc[1, 1]) == (0.1, 0.0)


def test_wins_and_losses_are_counted_by_seed():
    scores = pd.DataFrame({"seed": [0, 0, 1, 1], "tool": ["a", "b"] * 2, "0/1 loss": [0.5, 0.4, 0.3, 0.3]})
    table = nldd_measured.wins_and_losses(scores.assign(**{"Hamming loss": 0.1}), "a")
    assert table.loc["b", ["0/1 loss", "better", "worse"]].tolist() == pytest.approx([0.35, 1, 0])


def test_samples_and_rivals():
    X, Y, X_new, Y_new = nldd_measured.samples("simulated", 80, 100, 0)
    assert (X.shape, Y.shape, X_new.shape, Y_new.shape) == ((80, 5), (80, 5), (100, 5), (100, 5))
    assert nldd_measured.samples("digits", 30, 20, 0)[2].shape == (20, 64)
    rivals = nldd_measured.rivals(LogisticRegression(), 0)
    assert list(rivals)[:3] == ["BR", "SMBR", "NLDD"]
    assert len(rivals) == 9


# traps ------------------------------------------------------------------------------------------------------------


def test_a_fed_chain_has_the_same_first_mistakes():
    report = nldd_measured.chain_reports(1)
    own, fed = report.iloc[0], report.iloc[1]
    assert own["0/1 loss"] == fed["0/1 loss"]
    assert fed["Hamming loss"] < own["Hamming loss"]


def test_pairs_of_others_by_loop():
    rng = np.random.default_rng(0)
    Z, said, Y = rng.normal(size=(8, 2)), rng.random((8, 3)), rng.integers(0, 2, (8, 3))
    T1, T2 = np.arange(8), np.arange(2, 8)
    distances, losses = nldd_measured._pairs_of_others(Z, said[T2], Y, T1, T2)
    expected = set()
    for i in T2:
        others = [j for j in T1 if j != i]
        Dx = {j: np.linalg.norm(Z[i] - Z[j]) for j in others}
        Dy = {j: np.linalg.norm(said[i] - Y[j]) for j in others}
        for j in (min(others, key=lambda j: (Dx[j], Dy[j])), min(others, key=lambda j: (round(Dy[j], 12), Dx[j]))):
            expected.add((i, j, round(Dx[j], 9), round(Dy[j], 9), int((Y[i] != Y[j]).sum())))
    found = zip(distances.round(9).tolist(), losses.tolist(), strict=True)
    assert sorted((*pair, loss) for pair, loss in found) == sorted(line[2:] for line in expected)


def test_the_steps_are_the_classifier():
    from tiws_teach.datasets import make_labelsets
    from tiws_teach.multilabel import feature_scaling, halves, hamming_loss, standardized_features

    known, new = make_labelsets(60, random_state=0), make_labelsets(80, random_state=1)
    X, Y, X_new, Y_new = (table.to_numpy() for table in (known.data, known.target, new.data, new.target))
    model = NLDDClassifier(nldd_measured.base(), random_state=np.random.RandomState(4)).fit(X, Y)
    Z, Z_new = (standardized_features(table, *feature_scaling(X)) for table in (X, X_new))
    found = nldd_measured.step_by_step(X, Y, X_new, Y_new, Z, Z_new, *halves(60, np.random.RandomState(4)))
    assert (found["b1"], found["b2"]) == pytest.approx(model.coefficients_[1:])
    assert found["stated"] == pytest.approx(model.misclassification_probability(X_new).mean())
    assert found["found"] == pytest.approx(hamming_loss(Y_new, model.predict(X_new)))


def test_pairs_of_a_row_with_itself_make_the_regression_trust_the_features_alone():
    apart, same, others = (nldd_measured.halves_report(way, 0) for way in nldd_measured.HALVES)
    assert same["b1"] > 3 * same["b2"]
    assert apart["b2"] > apart["b1"]
    assert same["0/1 loss"] > apart["0/1 loss"]
    assert same["median Dx"] == 0
    assert others["median Dx"] > 0.5
    assert others["share on Dy"] > 0.5 > same["share on Dy"]
    two = nldd_measured.two_colleagues(0)
    assert two.loc["Ada", "0/1 loss"] == pytest.approx(same["0/1 loss"])
    assert two.loc["Ada", "median Dx"] < two.loc["Bo", "median Dx"]


def test_texts_of_words():
    X, Y = nldd_measured.word_rows(50, seed=0)
    assert set(np.unique(X)) == {0, 1}
    assert (X.shape, Y.shape) == ((50, 175), (50, 5))
    assert set(nldd_measured.texts(50, 0, "three words each")[0].sum(axis=1)) == {3}
    X, Y = nldd_measured.texts(5000, 1)
    assert X.mean() == pytest.approx(0.1, abs=0.005)
    assert Y.shape == (5000, 6)


# pictures -------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def songs():
    return nldd.song_map(31)


def test_every_song_is_drawn_and_the_regions_are_named(songs):
    ax = plots.plot_songs(songs, axes())
    drawn = np.vstack([c.get_offsets() for c in ax.collections if len(c.get_offsets()) > 1])
    expected = songs.songs[["tempo", "brightness"]].to_numpy()
    assert {tuple(row) for row in expected} <= {tuple(row) for row in drawn}
    assert set(texts(ax.texts)) == {*songs.invented, "sad", "calm", "lively"}
    entries = set(legend(ax))
    assert {"sad + calm", "boundary of sad", "boundary of lively"} <= entries
    said = plots.describe_songs(songs)
    assert "3 sad + calm, 3 calm, 2 sad, 4 lively" in said
    assert f"sad + lively in {songs.invented['sad + lively']:.1%}" in said


def test_the_arrows_point_to_the_side_that_has_the_label(songs):
    ax = plots.plot_songs(songs, axes())
    arrows = [text for text in ax.texts if getattr(text, "arrow_patch", None)]
    for number, arrow in enumerate(sorted(arrows, key=lambda text: nldd.MOODS.index(text.get_text()))):
        tip = ax.transData.inverted().transform(ax.transData.transform(arrow.xy) + np.array(arrow.xyann))
        column = np.abs(songs.tempo - tip[0]).argmin()
        row = np.abs(songs.brightness - tip[1]).argmin()
        assert songs.scores[number, row, column] > 0
    assert len(arrows) == 3


def test_the_cube_has_eight_corners_and_its_rows():
    sets = pd.DataFrame([(1, 0, 0), (1, 1, 0), (0, 0, 1)], ["song A", "song B", "song C"], nldd.MOODS)
    ax = plots.plot_cube((0.8, 0.6, 0.0), sets, axes())
    corners = {text.get_text() for text in ax.texts if text.get_text().startswith("(")}
    assert len(corners) == 8
    assert {"sad", "calm", "lively"} <= set(texts(ax.texts))
    assert len(ax.collections) == 4
    assert {"0.63", "0.45", "1.41"} <= set(texts(ax.texts))
    said = plots.describe_cube((0.8, 0.6, 0.0), sets)
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


def test_the_words_of_the_sweep():
    result = nldd.sweep(1, 0.0, images="disagreements")
    said = plots.describe_sweep(result)
    assert "Test image 1, where the methods disagree, shows the digit 8: even + above four + round loop." in said
    assert f"the chosen row shows the digit {result.chosen_digit} at Dx" in said
    assert f"{result.wrong[0]} of 5 labels wrong" in said
    assert "which no training row has: 1 wrong" in said
    assert said.endswith("fitted, the labelset is wrong for 8 of 12 and for 100 of 600 images.")


# explorer -------------------------------------------------------------------------------------------------------------


def test_the_words_say_what_was_chosen_before():
    explorer = fresh(LabelsetExplorer)
    explorer.set_state(images="disagreements", weight=0)
    before = explorer.result
    explorer.set_state(weight=100)
    assert before.chosen != explorer.result.chosen
    assert f"Before, the chosen row showed the digit {before.chosen_digit}:" in explorer.text
    explorer.set_state(weight=98)
    assert explorer.text.endswith("The chosen row is the same as before.")
    explorer.set_state(digit=2)
    assert "before" not in explorer.text.lower()
    explorer.set_state(images="random")
    assert "before" not in explorer.text.lower()


def test_the_slider_is_disabled_while_the_weights_are_fitted():
    explorer = fresh(LabelsetExplorer)
    explorer.set_state(weights="fitted")
    assert explorer.inputs["weight"].disabled
    explorer.reset()
    assert not explorer.inputs["weight"].disabled
