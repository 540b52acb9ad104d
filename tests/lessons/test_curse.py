"""The room of lesson 07: wines with more columns, rows of several kinds; its pictures and its explorers."""

import numpy as np
import pandas as pd
import pytest
from methods.checks import refused
from scipy.spatial.distance import cdist
from sklearn.datasets import load_digits, load_wine
from sklearn.feature_selection import f_classif
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from lessons.drawing import axes, fresh, texts
from tiws_teach.lessons.curse import experiments as curse
from tiws_teach.lessons.curse import judges, plots
from tiws_teach.lessons.curse.experiments import ADDED, BOTTLE, COLUMNS, DRAW, WAYS, one_wine, wide_wines
from tiws_teach.lessons.curse.explorer import ColumnExplorer, FirstColumns

PEERS = {"euclidean": "euclidean", "manhattan": "cityblock", "cosine": "cosine"}
WINES, CULTIVAR = load_wine(return_X_y=True)


def median_contrast(rows, queries, metric="euclidean"):
    apart = cdist(queries, rows, PEERS[metric])
    return np.median(apart.max(axis=1) / apart.min(axis=1) - 1)


# wines with more columns --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("columns", COLUMNS)
def test_columns_are_added_to_the_wines_and_fewer_are_the_first_of_more(columns):
    X, y = wide_wines(columns, 100, seed=1)
    assert X.shape == (178, 113)
    np.testing.assert_array_equal(X[:, :13], WINES)
    np.testing.assert_array_equal(y, CULTIVAR)
    np.testing.assert_array_equal(X[:, :43], wide_wines(columns, 30, seed=1)[0])
    assert not np.array_equal(X, wide_wines(columns, 100, seed=2)[0])


def test_each_kind_of_column_holds_what_it_says():
    useless, little, copies = (wide_wines(columns, 1000)[0][:, 13:] for columns in COLUMNS)
    noise = np.random.default_rng(DRAW).normal(size=(1000, 178)).T
    np.testing.assert_array_equal(useless, noise)
    assert np.ptp((little - noise)[CULTIVAR == 0], axis=0).max() == pytest.approx(0, abs=1e-12)
    assert (little - noise).std() == pytest.approx(0.2, rel=0.05)
    assert np.corrcoef(copies.T, WINES[:, 6])[-1, :-1].min() > 0.98
    assert 0.02 < (f_classif(useless, CULTIVAR)[1] < 0.05).mean() < 0.08
    assert (f_classif(little, CULTIVAR)[1] < 0.05).mean() > 0.4


def test_the_models_are_pipelines_of_neighbours_and_rivals():
    models = curse.everyday(StandardScaler(), best=7, components=4)
    assert [*models][:4] == [*WAYS]
    assert all(model[-1].n_neighbors == 5 for model in list(models.values())[:4])
    assert (models["ranking"][1].k, models["PCA"][1].n_components) == (7, 4)
    cosine = make_pipeline(StandardScaler(), KNeighborsClassifier(5, metric="cosine")).fit(WINES[::2], CULTIVAR[::2])
    models["cosine"].fit(WINES[::2], CULTIVAR[::2])
    np.testing.assert_array_equal(models["cosine"].predict(WINES[1::2]), cosine.predict(WINES[1::2]))


def test_accuracies_are_means_over_tables_and_folds():
    models = {"neighbours": curse.MODELS["neighbours"]}
    draws = [wide_wines("useless", 10, seed)[0] for seed in range(2)]
    folds = [StratifiedKFold(5, shuffle=True, random_state=seed) for seed in range(2)]
    alone = [cross_val_score(models["neighbours"], X, CULTIVAR, cv=cv) for X, cv in zip(draws, folds, strict=True)]
    assert curse.accuracies(models, draws, CULTIVAR)["neighbours"] == pytest.approx(np.mean(alone))
    assert curse.by_count(models, "useless", 2).loc[10, "neighbours"] == pytest.approx(np.mean(alone))
    groups = np.arange(178) // 6
    assert 0.8 < curse.accuracies(models, [WINES], CULTIVAR, groups)["neighbours"] < 1


def test_gap_and_noise_of_five_rows_by_hand():
    X, y = np.array([[0.0], [1.0], [3.0], [5.0], [6.0]]), np.array([0, 0, 1, 1, 1])
    gap = (9 + 25 + 36 + 4 + 16 + 25) / 6 - (1 + 4 + 9 + 1) / 4
    variances = [0, 0, np.var([4, 9]), np.var([4, 1]), np.var([9, 1])]
    assert curse.gap_and_noise(cdist(X, X, "sqeuclidean"), y) == pytest.approx((gap, np.mean(variances) ** 0.5))


def test_whole_images_of_others_bring_more_noise_than_their_shuffled_pixels():
    images, digit = load_digits(return_X_y=True)
    images, digit, rng = images[:400], digit[:400], np.random.default_rng(1)
    whole, shuffled = np.tile(images, 15)[rng.permutation(400)], rng.permuted(np.tile(images, 15), axis=0)
    tables = [np.hstack([images, more]) for more in (whole, shuffled)] + [images]
    ratios = [np.divide(*curse.gap_and_noise(cdist(X, X, "sqeuclidean"), digit)) for X in tables]
    assert ratios == sorted(ratios)


@pytest.mark.parametrize(("columns", "way"), [("useless", "neighbours"), ("a little each", "cosine")])
def test_one_wine_sees_its_training_rows_at_their_distance(columns, way):
    one = one_wine(columns, 100, way)
    X, y = wide_wines(columns, 100)
    parts = StratifiedKFold(5, shuffle=True, random_state=DRAW).split(X, y)
    train = next(train for train, test in parts if BOTTLE in test)
    Z = (X - X[train].mean(axis=0)) / X[train].std(axis=0)
    Z = Z / np.linalg.norm(Z, axis=1, keepdims=True) if way == "cosine" else Z
    apart = np.linalg.norm(Z[train] - Z[BOTTLE], axis=1)
    np.testing.assert_allclose(one.distance, apart / np.median(apart))
    assert set(np.flatnonzero(one.is_near)) == set(np.argsort(apart)[:5])
    votes = np.bincount(y[train][one.is_near])
    assert (one.prediction, one.truth) == (votes.argmax(), y[BOTTLE])
    assert one.accuracies[way, 100] == curse.accuracy(columns, 100, way)


def test_what_the_lesson_says_of_the_bottle_holds():
    useless, little = (one_wine(columns, 1000) for columns in COLUMNS[:2])
    assert min(useless.distance.min(), little.distance.min()) > 0.9
    assert useless.prediction != useless.truth == little.prediction
    assert useless.accuracies["neighbours", 1000] < 0.6 < 0.95 < little.accuracies["neighbours", 1000]
    assert useless.accuracies["ranking", 1000] > 0.94
    assert one_wine("copies", 1000).accuracies["ranking", 1000] < 0.85


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


def test_contrasts_are_medians_over_the_queries():
    table = curse.contrast_by_kind([30])
    medians = {kind: pytest.approx(median_contrast(*curse.cloud(kind, 30))) for kind in curse.KINDS}
    assert medians == table.loc[30].to_dict()


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
        (lambda: wide_wines("noisy", 3), "columns must be one of 'useless'"),
        (lambda: one_wine(way="forest"), "way must be one of 'neighbours'"),
        (lambda: curse.real_table("iris"), "name must be one of 'wine'"),
    ]
)


# pictures -------------------------------------------------------------------------------------------------------------


def test_ways_have_the_same_look_in_all_figures():
    table = pd.DataFrame({"cosine": [0.9, 0.6], "neighbours": [0.9, 0.5]}, index=pd.Index([0, 1000], name="columns"))
    ax = plots.plot_ways(table, axes())
    colors = {line.get_label(): line.get_color() for line in ax.lines}
    assert colors == {name: plots.COLOR[name] for name in table}
    assert [label.get_text() for label in ax.get_xticklabels()] == ["0", "1,000"]
    assert ax.get_ylim() == (0.3, 1.02)
    assert plots.describe_ways(table).endswith("neighbours 0.900 and 0.500, lowest 0.500 at 1000.")


def test_a_table_is_drawn_with_its_numbers():
    table = pd.DataFrame({"neighbours": [0.5, 0.97], "ranking": [0.961, 0.968]}, index=["wines", "digits"])
    (ax,) = plots.score_table(table).axes
    assert texts(ax.texts) == ["0.50", "0.96", "0.97", "0.97"]
    assert plots.words_of_scores(table) == (
        "Cells with accuracies. wines: neighbours 0.50, ranking 0.96; digits: neighbours 0.97, ranking 0.97."
    )


def test_pairs_within_and_between_have_their_means():
    y = np.array([0, 0, 1])
    square = np.array([[0, 1, 9], [1, 0, 4], [9, 4, 0]], dtype=float)
    assert plots.words_of_pairs({"all": square}, y) == (
        "Histograms of squared distances. all: means 1 within a cultivar and 6 between two, "
        "standard deviations 0 and 2."
    )
    (ax,) = plots.pair_histograms({"all": square}, y).axes
    assert [patch.get_label() for patch in ax.patches] == ["one cultivar", "two cultivars"]


def test_images_are_square():
    figure = plots.pixel_images({"small": np.arange(4), "large": np.arange(16)})
    assert [ax.images[0].get_array().shape for ax in figure.axes] == [(2, 2), (4, 4)]


# explorers ------------------------------------------------------------------------------------------------------------


def test_a_thousand_useless_columns_mislead_the_bottle_and_ranking_brings_it_back():
    explorer = fresh(ColumnExplorer)
    assert "0.27 of the median distance, and 5 of the five nearest" in explorer.text
    explorer.set_state(added="1,000")
    assert "0.94 of the median distance" in explorer.text
    assert "(wrong: B). Accuracy over all wines: 0.53." in explorer.text
    assert explorer.text.endswith("Before, the accuracy was 0.96.")
    explorer.set_state(way="ranking")
    assert "as the bottle is (right). Accuracy over all wines: 0.96." in explorer.text


def test_the_first_explorer_gives_nothing_away_and_each_later_one_adds_a_control():
    names = [list(fresh(kind).inputs) for kind in (FirstColumns, ColumnExplorer)]
    assert names == [["added"], ["added", "columns", "way"]]
    first = fresh(FirstColumns)
    assert first.inputs["added"].options == ("0", "5", "10", "15", "20", "25", "30")
    assert set(first.tables(first.result)["lines"]["added"]) == set(first.inputs["added"].options)


def test_the_tables_hold_every_training_row_and_the_current_point():
    explorer = fresh(ColumnExplorer)
    explorer.set_state(added="100", columns="copies")
    tables = explorer.tables(explorer.result)
    assert len(tables["wines"]["distance"]) + len(tables["near"]["distance"]) == len(explorer.result.distance)
    assert len(tables["near"]["distance"]) == 5
    assert tables["now"]["added"] == ["100"]
    assert tables["now"]["accuracy"] == [explorer.result.accuracies["neighbours", 100]]
    assert len(tables["lines"]["way"]) == 5 * len(ADDED)


# exercises ------------------------------------------------------------------------------------------------------------


def test_the_copies_have_the_contrast_of_the_three_columns():
    rows, queries = judges._table("copies")
    apart, few = cdist(queries, rows), cdist(queries[:, :3], rows[:, :3])
    np.testing.assert_allclose(apart.max(axis=1) / apart.min(axis=1), few.max(axis=1) / few.min(axis=1))


def test_the_useless_columns_of_the_exercise_drown_its_gap_as_one_row_sees_it():
    rng = np.random.default_rng(0)
    rows, (one, two) = rng.normal(size=(500, 96)), rng.normal(size=(2, 2000, 96))
    own, other = ((cdist(rows, X, "sqeuclidean")) for X in (one, two))
    assert own.std(axis=1).mean() == pytest.approx(24, rel=0.02)
    assert (other + 24 < own).mean() == pytest.approx(0.24, abs=0.01)
