"""The room of lesson 07: many dimensions and useless columns; its pictures and its explorer."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from methods.checks import refused
from scipy.spatial.distance import cdist

from lessons.drawing import axes, fresh
from tiws_teach.lessons.curse import experiments as curse
from tiws_teach.lessons.curse import judges, plots
from tiws_teach.lessons.curse.experiments import OneQuery, one_query
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
    nearest = np.abs(np.sort(apart, axis=1)[:, 0] - one.distances[0]).min()
    assert nearest == pytest.approx(0, abs=1e-9)


def test_a_coinciding_row_gives_an_infinite_contrast():
    one = curse.one_query("words, equal", 2)
    assert one.contrast == one.quartiles[0] == np.inf
    assert one.distances[0] == 0


def test_contrasts_are_medians_over_the_queries():
    table = curse.contrast_by_kind([30])
    assert {kind: pytest.approx(median_contrast(*curse.cloud(kind, 30))) for kind in curse.KINDS} == table.loc[
        30
    ].to_dict()


@pytest.mark.parametrize("seed", range(3))
def test_what_the_lesson_says_of_the_kinds_holds_for_other_seeds(seed):
    found = {kind: median_contrast(*curse.cloud(kind, 1000, seed=seed)) for kind in curse.ALL_KINDS}
    assert found["words, equal"] < 1.5 * found["uniform"] < 0.3
    assert found["words, Zipf"] > 4 * found["words, equal"]
    assert found["five latent"] > 5
    assert 4 * found["uniform"] < found["uniform, Zipf"] < found["words, Zipf"]
    cosine = median_contrast(*curse.cloud("uniform", 1000, seed=seed), "cosine")
    assert 1.8 < cosine / found["uniform"] < 3
    assert (curse.cloud("words, equal", 1000, seed=seed)[0] == 0).mean() > 0.9


# real tables --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "shape"), [("wine", (178, 13)), ("breast cancer", (569, 30)), ("digits", (600, 49))])
def test_a_real_table_has_its_shape_and_no_column_that_hardly_changes(name, shape):
    X, y = curse.real_table(name)
    assert X.shape == shape
    assert y.shape == shape[:1]
    assert max(pd.Series(column).value_counts().iloc[0] for column in X.T) <= 0.95 * len(X)


test_bad_input_is_told = refused(
    [
        (lambda: curse.cloud("sparse", 3), "kind must be one of 'uniform', 'five latent'"),
        (lambda: curse.cloud("uniform", 0), r"d must be in \[1, inf\]"),
        (lambda: curse.one_query("uniform", 3, "hamming"), "metric must be one of"),
        (lambda: curse.real_table("iris"), "name must be one of 'wine'"),
        (lambda: DimensionExplorer(only="rows"), "only must be one of"),
    ]
)


# pictures -------------------------------------------------------------------------------------------------------------


ONE = OneQuery("uniform", 2, "euclidean", np.array([0.5, 1.0, 1.5, 2.0]), 3.0, (2.5, 4.0))


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
