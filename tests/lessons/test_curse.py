"""The room of lesson 07: many dimensions and useless columns; its pictures and its explorer."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from methods.checks import refused
from scipy.spatial.distance import cdist
from sklearn.datasets import load_wine
from sklearn.feature_selection import f_classif
from sklearn.model_selection import StratifiedKFold
from sklearn.neighbors import KNeighborsClassifier
from sklearn.preprocessing import StandardScaler

from lessons.drawing import axes, fresh, legend, texts
from tiws_teach.lessons.curse import judges, plots
from tiws_teach.lessons.curse.experiments import distances as curse
from tiws_teach.lessons.curse.experiments import useless_columns
from tiws_teach.lessons.curse.experiments.distances import OneQuery, one_query
from tiws_teach.lessons.curse.explorer import DimensionExplorer

PEERS = {"euclidean": "euclidean", "manhattan": "cityblock", "cosine": "cosine"}


def median_contrast(rows, queries, metric="euclidean"):
    apart = cdist(queries, rows, PEERS[metric])
    return np.median(apart.max(axis=1) / apart.min(axis=1) - 1)


# clouds -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", curse.ALL_KINDS)
def test_a_cloud_has_its_shape_and_its_seed(kind):
    rows, queries = curse.cloud(kind, 7, 20, 5)
    assert (rows.shape, queries.shape) == ((20, 7), (5, 7))
    np.testing.assert_array_equal(rows, curse.cloud(kind, 7, 20, 5)[0])
    assert not np.array_equal(rows, curse.cloud(kind, 7, 20, 5, seed=1)[0])


def test_each_kind_is_what_it_says():
    uniform, latent, zipf, equal = (curse.cloud(kind, 50)[0] for kind in curse.KINDS)
    assert 0 <= uniform.min() < 0.01 < 0.99 < uniform.max() <= 1
    assert np.linalg.matrix_rank(latent) == 5
    assert set(zipf.sum(axis=1)) == set(equal.sum(axis=1)) == {100}
    means = zipf.mean(axis=0)
    assert means[0] / means[1] == pytest.approx(2, rel=0.05)
    assert means[0] / means[9] == pytest.approx(10, rel=0.1)
    np.testing.assert_allclose(equal.mean(axis=0), 2, rtol=0.1)
    np.testing.assert_allclose(curse.cloud("uniform, Zipf", 50)[0] * np.sqrt(np.arange(1, 51)), uniform, atol=1e-12)


@pytest.mark.parametrize("kind", curse.KINDS)
@pytest.mark.parametrize("metric", PEERS)
def test_one_query_is_the_one_with_the_median_contrast(kind, metric):
    one = curse.one_query(kind, 20, metric)
    rows, queries = curse.cloud(kind, 20)
    apart = cdist(queries, rows, PEERS[metric])
    contrasts = np.sort(apart.max(axis=1) / apart.min(axis=1) - 1)
    assert one.contrast == pytest.approx(contrasts[24], rel=1e-6)
    assert one.quartiles == pytest.approx((contrasts[12], contrasts[37]), rel=1e-6)
    assert one.distances.shape == (1000,)
    assert (np.diff(one.distances) >= 0).all()
    assert one.distances[-1] / one.distances[0] - 1 == pytest.approx(one.contrast)
    assert one.spread == pytest.approx(one.distances.std() / one.distances.mean())
    nearest = np.abs(np.sort(apart, axis=1)[:, 0] - one.distances[0]).min()
    assert nearest == pytest.approx(0, abs=1e-9)


def test_a_coinciding_row_gives_an_infinite_contrast():
    one = curse.one_query("words, equal", 2)
    assert one.contrast == one.quartiles[0] == np.inf
    assert one.distances[0] == 0


def test_contrasts_are_medians_over_the_queries():
    table = curse.contrast_by_metric([3, 30], n_rows=200, seed=2)
    for metric in PEERS:
        for d in (3, 30):
            expected = median_contrast(*curse.cloud("uniform", d, 200, seed=2), metric)
            assert table.loc[d, metric] == pytest.approx(expected, rel=1e-6)
    kinds = curse.contrast_by_kind([30], metric="manhattan")
    for kind in curse.KINDS:
        assert kinds.loc[30, kind] == pytest.approx(median_contrast(*curse.cloud(kind, 30), "manhattan"))


@pytest.mark.parametrize("seed", range(3))
def test_what_the_lesson_says_of_the_kinds_holds_for_other_seeds(seed):
    table = curse.contrast_by_kind([10, 1000], seed=seed)
    assert table.loc[1000, "words, equal"] < 1.5 * table.loc[1000, "uniform"] < 0.3
    assert table.loc[1000, "words, Zipf"] > 4 * table.loc[1000, "words, equal"]
    assert table.loc[1000, "five latent"] > 5
    unequal = curse.contrast_by_kind([1000], ["uniform, Zipf"], seed=seed).loc[1000, "uniform, Zipf"]
    assert 4 * table.loc[1000, "uniform"] < unequal < table.loc[1000, "words, Zipf"]
    by_metric = curse.contrast_by_metric([100, 1000], seed=seed)
    ratio = by_metric["cosine"] / by_metric["euclidean"]
    assert ((ratio > 1.8) & (ratio < 3)).all()
    assert (curse.cloud("words, equal", 1000, seed=seed)[0] == 0).mean() > 0.9


# real tables --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "shape"), [("wine", (178, 13)), ("breast cancer", (569, 30)), ("digits", (600, 49))])
def test_a_real_table_has_its_shape_and_no_column_that_hardly_changes(name, shape):
    X, y = useless_columns.real_table(name)
    assert X.shape == shape
    assert y.shape == shape[:1]
    assert max(pd.Series(column).value_counts().iloc[0] for column in X.T) <= 0.95 * len(X)


def test_neighbours_are_judged_in_folds():
    found = useless_columns.useless_columns("wine", [0, 30], n_seeds=2, ways=["neighbours", "ten chosen"])
    assert len(found) == 2 * 2 * 2
    X, y = load_wine(return_X_y=True)
    X = np.hstack([X, np.random.default_rng(1).normal(size=(30, 178)).T])
    shares = {"neighbours": [], "ten chosen": []}
    for fit, judge in StratifiedKFold(5, shuffle=True, random_state=1).split(X, y):
        scale = StandardScaler().fit(X[fit])
        best = np.argsort(-f_classif(X[fit], y[fit])[0])[:10]
        for way, columns in (("neighbours", slice(None)), ("ten chosen", best)):
            Z, Z_new = (scale.transform(X[part])[:, columns] for part in (fit, judge))
            shares[way].append(KNeighborsClassifier(5).fit(Z, y[fit]).score(Z_new, y[judge]))
    of_one = found[(found["seed"] == 1) & (found["useless"] == 30)].set_index("way")["accuracy"]
    assert of_one.to_dict() == {way: pytest.approx(np.mean(share)) for way, share in shares.items()}


def test_means_over_seeds_by_hand():
    lines = [
        (0, 0, "a", 0.5),
        (0, 0, "b", 0.25),
        (0, 1, "a", 0.5),
        (0, 1, "b", 0.5),
        (9, 0, "a", 0.0),
        (9, 0, "b", 1.0),
    ]
    results = pd.DataFrame(lines, columns=["useless", "seed", "way", "accuracy"])
    means = useless_columns.mean_by_way(results)
    assert means.to_dict("index") == {0: {"a": 0.5, "b": 0.375}, 9: {"a": 0.0, "b": 1.0}}


def test_all_ways_stand_beside_one_another():
    table = useless_columns.means_by_table(["wine"], [0, 300], n_seeds=1)
    assert list(table.columns) == list(useless_columns.WAYS)
    assert table.loc[("wine", 0)].min() > 0.9
    assert table.loc[("wine", 300), "neighbours"] < 0.8 < 0.9 < table.loc[("wine", 300), "ten chosen"]


def test_the_strongest_component_is_the_largest_eigenvalue_of_the_correlations():
    table = useless_columns.strongest_components(["wine"], added=30)
    X, y = useless_columns.real_table("wine")
    fit, _ = next(StratifiedKFold(5, shuffle=True, random_state=0).split(X, y))
    noise = np.random.default_rng(0).normal(size=(len(fit), 30))
    expected = [np.linalg.eigvalsh(np.corrcoef(columns.T))[-1] for columns in (X[fit], noise)]
    assert table.loc["wine", "rows to fit on"] == len(fit)
    assert table.loc["wine", ["of the table", "of the useless columns"]].tolist() == pytest.approx(expected)


test_bad_input_is_told = refused(
    [
        (lambda: curse.cloud("sparse", 3), "kind must be one of 'uniform', 'five latent'"),
        (lambda: curse.cloud("uniform", 0), r"d must be in \[1, inf\]"),
        (lambda: curse.one_query("uniform", 3, "hamming"), "metric must be one of"),
        (lambda: useless_columns.real_table("iris"), "name must be one of 'wine'"),
        (lambda: useless_columns.useless_columns("wine", [0], 0), r"n_seeds must be in \[1, inf\]"),
        (lambda: useless_columns.useless_columns("wine", [0], 1, ["magic"]), "ways must be one of"),
        (lambda: DimensionExplorer(only="rows"), "only must be one of"),
    ]
)


# pictures -------------------------------------------------------------------------------------------------------------


TABLE = pd.DataFrame({"a": [10.0, 0.5, 0.125], "b": [1234.0, np.nan, 2.0]}, index=pd.Index([2, 10, 1000], name="d"))
CURVE = pd.DataFrame(
    {
        "accuracy": [0.6, 0.8, 0.7],
        "standard error": [0.01, 0.02, 0.03],
        "known means": [0.7, 0.85, 0.9],
        "estimated means": [0.65, 0.8, 0.75],
    },
    index=pd.Index([1, 10, 100], name="d"),
)
ONE = OneQuery("uniform", 2, "euclidean", np.array([0.5, 1.0, 1.5, 2.0]), 3.0, (2.5, 4.0), 0.4)


def test_sides_are_bars_inside_the_whole():
    sides = pd.Series([0.1, 0.631], index=[2, 10])
    ax = plots.plot_sides(sides, axes())
    assert [bar.get_width() for bar in ax.patches] == [1, 1, 0.1, 0.631]
    assert texts(ax.texts) == ["0.100", "0.631"]
    assert plots.describe_sides(sides).endswith("by number of dimensions; 2: 0.100, 10: 0.631.")


def test_a_table_is_drawn_by_dimension():
    ax = plots.plot_by_dimension(TABLE, axes(), "contrast")
    np.testing.assert_array_equal(ax.lines[1].get_ydata(), TABLE["b"])
    np.testing.assert_array_equal(ax.lines[0].get_xdata(), [2, 10, 1000])
    said = plots.describe_by_dimension(TABLE, "contrast")
    assert said == "Lines of the contrast, at d = 2 and at d = 1000: a 10 and 0.125; b 1,234 and 2."


def test_a_table_from_0_keeps_its_0():
    table = TABLE.set_axis([0, 10, 100]).rename_axis("useless columns")
    assert plots.plot_by_dimension(table, axes(), "accuracy", log=False).get_xscale() == "symlog"
    assert "at useless columns = 0 and at useless columns = 100" in plots.describe_by_dimension(table, "accuracy")


def test_distances_are_drawn_from_0_with_nearest_and_farthest():
    ax = plots.plot_distances(ONE, axes())
    (steps,) = ax.patches
    counts, edges, _ = steps.get_data()
    assert counts.sum() == 4
    assert counts[[15, 30, 45, 59]].tolist() == [1, 1, 1, 1]
    assert (edges[0], edges[-1]) == (0, 2)
    assert [line.get_xdata()[0] for line in ax.lines] == [0.5, 2.0]
    assert plots.describe_distances(ONE) == (
        "uniform, d = 2, euclidean distance, 4 rows: the nearest row is at 0.5, the farthest at 2. The farthest row "
        "is 4 times as far as the nearest (contrast 3): the nearest row is clearly near. Half of the 50 queries have a "
        "contrast between 2.5 and 4."
    )


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (("uniform", 1000), "all rows are about equally far"),
        (("uniform", 20), "near and far still differ"),
        (("words, equal", 2), "A row coincides with the query: the contrast is infinite. The same holds for most"),
    ],
)
def test_a_contrast_is_put_in_words(state, words):
    one = one_query(*state)
    assert words in plots.describe_distances(one)
    plots.plot_distances(one, axes())


def test_a_hughes_curve_stands_between_its_yardsticks():
    ax = plots.plot_hughes({"five neighbours": CURVE, "other": CURVE * 0.9}, axes())
    np.testing.assert_array_equal(ax.lines[0].get_ydata(), CURVE["known means"])
    np.testing.assert_array_equal(ax.lines[1].get_ydata(), CURVE["estimated means"])
    bars = ax.containers[0]
    np.testing.assert_array_equal(bars[0].get_ydata(), CURVE["accuracy"])
    ends = np.array([segment[:, 1] for segment in bars[2][0].get_segments()])
    np.testing.assert_allclose(ends[:, 1] - ends[:, 0], 4 * CURVE["standard error"])
    assert plots.describe_hughes({"five neighbours": CURVE}) == (
        "Accuracy by number of features. five neighbours: best at d = 10 with 0.800, 0.700 at d = 100. With known "
        "means it rises from 0.700 to 0.900."
    )


def test_yardsticks_can_be_left_out():
    assert legend(plots.plot_hughes({"five neighbours": CURVE}, axes(), yardsticks=False)) == ["five neighbours"]
    said = plots.describe_hughes({"five neighbours": CURVE}, yardsticks=False)
    assert said == "Accuracy by number of features. five neighbours: best at d = 10 with 0.800, 0.700 at d = 100."


# explorer -------------------------------------------------------------------------------------------------------------


def test_the_contrast_falls_and_the_words_say_what_it_was_before():
    explorer = fresh(DimensionExplorer)
    before = explorer.result.contrast
    explorer.set_state(d=1000)
    assert explorer.result.contrast < 0.2 < 20 < before
    assert "all rows are about equally far" in explorer.text
    assert explorer.text.endswith(f"Before (uniform, d = 2, euclidean distance), the contrast was {before:.3g}.")
    explorer.set_state(kind="five latent")
    assert explorer.result.contrast > 5


def test_one_control_alone_can_be_shown():
    explorer = fresh(DimensionExplorer)
    alone = DimensionExplorer(only="d")
    shown = [name for name, control in alone.inputs.items() if control.layout.display != "none"]
    assert shown == ["d"]
    assert all(control.layout.display != "none" for control in explorer.inputs.values())


# exercises ------------------------------------------------------------------------------------------------------------


def test_the_copies_have_the_contrast_of_the_three_columns():
    rows, queries = judges._table("copies")
    apart, few = cdist(queries, rows), cdist(queries[:, :3], rows[:, :3])
    np.testing.assert_allclose(apart.max(axis=1) / apart.min(axis=1), few.max(axis=1) / few.min(axis=1))
