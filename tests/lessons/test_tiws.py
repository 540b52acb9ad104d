"""The room of lesson 02: a category hidden, one by one; its pictures and its explorer."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from methods.checks import refused

from lessons.drawing import axes, fresh, legend
from tiws_teach.datasets import load
from tiws_teach.lessons.tiws.experiments import hidden as tiws
from tiws_teach.lessons.tiws.experiments.hidden import hide_category, queenstown_path
from tiws_teach.lessons.tiws.explorer import HideCategoryExplorer, SizeExplorer
from tiws_teach.lessons.tiws.plots import hidden as plots
from tiws_teach.tiws import TIWSEncoder, document_matrix

PORTS = load("titanic_ports")
X, Y = PORTS.data, PORTS.target


@pytest.mark.parametrize("similarity", ["tfidf", "conditional", "hellinger"])
@pytest.mark.parametrize(("feature", "category"), [("embarked", "Q"), ("class", "First"), ("sex", "male")])
def test_a_hidden_category_is_what_the_encoder_makes_of_it(similarity, feature, category):
    hidden = X[feature] == category
    encoder = TIWSEncoder.of_paper(similarity=similarity, sharpness=2).fit(
        X[~hidden], Y[~hidden], X_unlabeled=X[hidden]
    )
    explained = encoder.explain(feature, category).set_index("category")
    result = tiws.hide_category(X, Y, feature, category, similarity=similarity, sharpness=2)
    table = result.table.loc[explained.index]
    np.testing.assert_allclose(table[["similarity", "weight", "estimate"]], explained.drop(columns="rows"), rtol=1e-12)
    assert table["rows"].tolist() == explained["rows"].tolist()
    assert result.estimate == pytest.approx((explained["weight"] * explained["estimate"]).sum())
    assert result.truth == Y[hidden].mean()
    assert result.overall == Y[~hidden].mean()
    assert result.document.index[-1] == category


def test_queenstown_is_as_the_paper_has_it():
    result = tiws.hide_category(X, Y, "embarked", "Q")
    assert result.table["weight"].round(3).to_dict() == {"C": 0.851, "S": 0.149}
    assert (round(result.estimate, 2), round(result.truth, 2), round(result.overall, 3)) == (0.52, 0.39, 0.382)


@pytest.mark.parametrize("resized", ["S", "Q"])
def test_a_factor_repeats_the_rows(resized):
    again = X["embarked"] == resized
    tripled = pd.concat([X, X[again], X[again]])
    outcomes = pd.concat([Y, Y[again], Y[again]])
    expected = tiws.hide_category(tripled, outcomes, "embarked", "Q")
    found = tiws.hide_category(X, Y, "embarked", "Q", sizes={resized: 3})
    np.testing.assert_allclose(found.document, expected.document)
    np.testing.assert_allclose(found.table[["rows", "similarity"]], expected.table[["rows", "similarity"]])
    assert found.rows == expected.rows


ONLY = X[X["embarked"] == "Q"]
test_a_category_that_does_not_occur_is_refused = refused(
    [
        (lambda: tiws.hide_category(X, Y, "embarked", "X"), "occur in 'embarked' next to others; got 'X'"),
        (lambda: tiws.hide_category(ONLY, Y[ONLY.index], "embarked", "Q"), "category must occur"),
    ]
)


def test_size_moves_the_papers_similarity_and_no_other():
    by_counts, by_shares = (tiws.queenstown_path("C", name) for name in ("tfidf", "conditional"))
    assert np.ptp(by_counts["C"]) > 0.4
    assert by_counts.idxmax(axis=1).nunique() == 2
    assert np.ptp(by_shares.to_numpy(), axis=0).max() < 1e-12
    smoothed = tiws.queenstown_path("C", "hellinger")  # one pooled row is added, whose shares follow the sizes a little
    assert np.ptp(smoothed.to_numpy(), axis=0).max() < 0.02
    assert by_counts.index[10] == pytest.approx(168)


def test_a_path_of_the_hidden_category_runs_over_its_own_rows():
    path = tiws.size_path(X, Y, "embarked", "Q", "Q", factors=[0.5, 1, 2])
    np.testing.assert_allclose(path.index, [38.5, 77, 154])


def test_every_category_of_the_controls_can_be_hidden():
    for name, case in tiws.hideable().items():
        result = tiws.hide_category(*case)
        assert result.table["weight"].sum() == pytest.approx(1), name
        assert 0 <= result.estimate <= 1


# pictures -------------------------------------------------------------------------------------------------------------


DOCUMENT = document_matrix(PORTS.data, "embarked")
HIDDEN = hide_category(PORTS.data, PORTS.target, "embarked", "Q")


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


def test_the_tables_of_a_hidden_category():
    tables = {name: pd.DataFrame(table) for name, table in fresh(HideCategoryExplorer).tables(HIDDEN).items()}
    assert tables["categories"]["told"].tolist() == ["C", "S", "Q (hidden)"]
    assert tables["categories"]["center"].round(3).tolist() == [0.5, 0.833, 0.167]  # the hidden one on top
    assert tables["columns"]["column"].tolist() == ["class", "sex"]
    profiles = tables["profiles"]
    np.testing.assert_allclose(profiles.groupby(["category", "y"])["share"].sum(), 2)  # two columns of shares
    np.testing.assert_allclose(profiles["x2"] - profiles["x"], 0.96 * profiles["share"] / 2)
    assert set(profiles["shown"]) == {"First", "Third", "female", "male", ""}  # where there is room
    seen, answers = tables["seen"], tables["answers"].set_index("name")["x"]
    for column in ("similarity", "weight"):
        np.testing.assert_allclose(seen[column], HIDDEN.table[column])
    assert (seen["x"] * seen["weight"]).sum() == pytest.approx(answers["estimate"])
    assert answers.round(2).to_dict() == {"estimate": 0.52, "truth": 0.39, "mean of all others": 0.38}


def test_the_size_of_a_port_stands_on_its_path():
    explorer = fresh(SizeExplorer)
    for port in explorer.inputs["port"].options:
        explorer.set_state(port=port, size=0.5)
        tables = explorer.tables(explorer.result)
        path, now = pd.DataFrame(tables["path"]), pd.DataFrame(tables["now"])
        assert (path["size"].min(), path["size"].max()) == (pytest.approx(0.1), pytest.approx(10))
        for name, part in path.groupby("port"):
            at = np.interp(np.log(0.5), np.log(part["size"]), part["similarity"])
            assert now.set_index("port")["similarity"][name] == pytest.approx(at, abs=0.02)


@pytest.mark.parametrize(
    ("feature", "category", "words"),
    [("embarked", "Q", "farther from the truth"), ("class", "First", "nearer to the truth")],
)
def test_the_words_of_a_hidden_category_say_which_is_nearer(feature, category, words):
    result = hide_category(PORTS.data, PORTS.target, feature, category)
    said = plots.words_of_hidden(result)
    assert words in said
    assert f"Estimate {result.estimate:.3f}, truth {result.truth:.3f}" in said


def test_many_categories_are_summed_up():
    many = PORTS.data.assign(embarked=(np.arange(889) % 9).astype(str))
    said = plots.words_of_hidden(hide_category(many, PORTS.target, "embarked", "3"))
    assert "and 5 more" in said


def test_a_size_path_draws_each_line_and_the_place():
    path = queenstown_path("C", "tfidf")
    ax = plots.plot_size_path(path, axes(), "C", rows=168)
    np.testing.assert_allclose(ax.lines[0].get_ydata(), path["C"])
    assert ax.lines[2].get_xdata()[0] == 168
    assert legend(ax) == ["to C", "to S"]
    said = plots.describe_size_path(path, "Q", "C")
    assert "with 17 rows C" in said
    assert "with 1680 rows S" in said


# explorer -------------------------------------------------------------------------------------------------------------


def test_sharpness_moves_the_weight_to_the_nearest():
    hide = fresh(HideCategoryExplorer)
    weights = []
    for sharpness in hide.inputs["sharpness"].options:
        hide.set_state(sharpness=sharpness)
        weights.append(hide.result.table["weight"].max())
    assert weights == sorted(weights)
    assert weights[-1] > 0.999


def test_hide_starts_with_queenstown_and_says_what_changed():
    hide = fresh(HideCategoryExplorer)
    assert "weights C 0.851, S 0.149" in hide.text
    hide.set_state(hide="by port: class = First")
    assert hide.text.endswith("The previous estimate: 0.520.")


def test_a_large_cherbourg_loses_queenstown():
    size = fresh(SizeExplorer)
    assert "most similar C" in size.text
    size.set_state(port="C", size=10)
    assert "most similar S" in size.text
    size.set_state(similarity="conditional")
    assert "most similar C" in size.text
