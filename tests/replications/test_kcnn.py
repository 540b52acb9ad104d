"""The neighbours of chapter 3: stored results by the public estimators, and the claims."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from sklearn.model_selection import KFold
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import Pipeline

from replications.needed import or_skip
from tiws_teach.kcnn import EKCNNClassifier, KCNNClassifier, choose_n_neighbors
from tiws_teach.replications import kcnn_boundaries, kcnn_posteriors, kcnn_sonar, kcnn_table32, kcnn_votes
from tiws_teach.replications.plots_kcnn import plot_errors, plot_settings

# The shared distances give what the public estimators give ------------------------------------------------------------


@pytest.mark.data
@pytest.mark.parametrize("method", kcnn_table32.METHODS)
@pytest.mark.parametrize(
    ("data", "scaling", "fold"), [("Wine", "standardised", 3), ("Cancer", "standardised", 0), ("Ecoli", "raw", 8)]
)
def test_one_fold_by_the_public_estimators(data, scaling, fold, method):
    """k by choose_n_neighbors, errors by predict; Cancer has missing values, Ecoli classes of two rows."""
    X, y = or_skip(kcnn_table32.load, data)
    train, test = list(KFold(kcnn_table32.FOLDS, shuffle=True, random_state=1).split(X))[fold]
    chosen, wrong = kcnn_table32.one_fold(X, y, train, test, scaling, 1)
    place, before = list(kcnn_table32.METHODS).index(method), enumerate(kcnn_table32.steps(scaling))
    model = Pipeline([*((str(i), step) for i, step in before), ("model", kcnn_table32.METHODS[method])])
    search = choose_n_neighbors(model, X[train], y[train], range(1, 16), random_state=1)
    assert search.best_params_["model__n_neighbors"] == chosen[place]
    for k in (1, 2, 6, 15):
        model.set_params(model__n_neighbors=k).fit(X[train], y[train])
        assert np.sum(model.predict(X[test]) != y[test]) == wrong[place, k - 1]


@pytest.mark.data
def test_the_figures_on_sonar_are_the_public_estimators():
    X, y = or_skip(kcnn_table32.load, "Sonar")
    for r, epsilon, k in ((1.0, 1e-7, 15), (60.0, 0.1, 8)):
        wrong = 0
        for train, test in KFold(10, shuffle=True, random_state=2).split(X):
            model = EKCNNClassifier(k, smoothing=r, epsilon=epsilon).fit(X[train], y[train])
            wrong += np.sum(model.predict(X[test]) != y[test])
        rows = kcnn_sonar.REPLICATION.results().query("seed == 2 and r == @r and epsilon == @epsilon")
        assert rows.set_index("k").loc[k, "wrong"] == wrong


def test_standardisation_and_medians_see_the_training_rows_only():
    rng = np.random.default_rng(0)
    rows, queries = rng.normal(3, 5, (40, 2)), rng.normal(size=(10, 2))
    rows[3, 0] = np.nan
    far = queries + 1000
    near, moved = (kcnn_table32.prepared(rows, asked, "standardised") for asked in (queries, far))
    np.testing.assert_array_equal(near[0], moved[0])
    assert near[0].mean(axis=0) == pytest.approx([0, 0], abs=1e-12)
    assert near[0].std(axis=0) == pytest.approx([1, 1])
    assert kcnn_table32.prepared(rows, queries, "raw")[0][3, 0] == np.nanmedian(rows[:, 0])


# Table 3.2 ------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def results():
    return kcnn_table32.results()


def test_every_row_counts_all_observations(results):
    table_31 = [178, 195, 198, 208, 210, 306, 336, 748, 768, 846, 1000, 1484, 2310, 5000, 19020]
    assert results.groupby("data", sort=False)["rows"].unique().tolist() == [[n] for n in table_31]
    assert (results["wrong"] <= results["rows"]).all()
    assert results["mean_k"].between(1, 15).all()


def test_three_averages_of_the_printed_table_are_not_those_of_its_cells():
    lines, claimed = kcnn_table32.last_lines(), kcnn_table32.CLAIMED
    assert lines.loc["Ranking", "computed"].round(1).tolist() == lines.loc["Ranking", "printed"].tolist()
    off = (lines.loc["Average", "computed"] - lines.loc["Average", "printed"]).abs() > 0.0001
    assert off[off].index.tolist() == ["kNN", "kCNN", "EkCNN"]
    assert claimed.eq(claimed.min(axis=1), axis=0).sum()[["kCNN", "EkCNN"]].tolist() == [3, 8]  # as the text counts


def test_beside_holds_one_cell(results):
    table = kcnn_table32.beside(results)
    assert len(table) == 75
    row = table[(table["data"] == "Wine") & (table["method"] == "kCNN")].iloc[0]
    part = results.query("data == 'Wine' and scaling == 'raw' and method == 'kCNN'")["error"]
    assert (row["claimed"], row["error"], row["sd"]) == (0.2770, pytest.approx(part.mean()), pytest.approx(part.std()))
    assert row["inside"] == (abs(0.2770 - part.mean()) <= 2 * part.std() + 5e-5)


def test_ranks_of_one_partition(results):
    table = kcnn_table32.ranks_by_partition(results, "standardised")
    assert table.index.tolist() == list(kcnn_table32.SEEDS)
    assert table.sum(axis=1).tolist() == pytest.approx([15] * len(table))
    wide = results.query("seed == 3 and scaling == 'standardised'").pivot_table(
        index="data", columns="method", values="wrong"
    )[list(kcnn_table32.FIVE)]
    pd.testing.assert_series_equal(table.loc[3], wide.rank(axis=1).mean(), check_names=False)


def test_curves_are_the_counts(results):
    table = kcnn_table32.curves(results, "standardised")
    part = results.query("data == 'Seeds' and scaling == 'standardised' and method == 'LMkNN'")
    row = table.query("data == 'Seeds' and method == 'LMkNN' and k == 7")
    assert row["error"].item() == pytest.approx(part["wrong_7"].mean() / 210)
    words = kcnn_table32.curve_words(table)
    assert f"LMkNN {part['wrong_1'].mean() / 210:.3f} to {part['wrong_15'].mean() / 210:.3f}" in words


def test_votes_of_at_most_15_are_the_knn_of_the_table(results):
    votes, keys = kcnn_votes.results(), ["data", "scaling", "seed"]
    short = votes[votes["most"] == kcnn_table32.K].set_index(keys)["wrong"]
    pd.testing.assert_series_equal(short, results[results["method"] == "kNN"].set_index(keys)["wrong"])
    found = kcnn_votes.beside(votes, results)
    assert found.loc["Sonar", "other predictions"] == 0  # two classes and no ties
    assert found["other predictions"].notna().sum() == 8
    tests = kcnn_votes.against_votes(found)
    assert tests.loc[("kCNN", "kNN, k to 15"), "p"] == pytest.approx(0.0034, abs=5e-5)
    assert tests.loc[("kCNN", "kNN, k to 29"), "p"] > 0.05


# Posteriors and boundaries --------------------------------------------------------------------------------------------


def test_claims_of_tables_33_and_34():
    claims = kcnn_posteriors.claimed()
    assert len(claims) == 80
    cell = claims.query("table == '3.3' and s == 2 and k == 20").set_index("method")["claimed"]
    assert cell.to_dict() == {"kNN": 0.016, "kCNN": 0.113}
    cell = claims.query("table == '3.4' and p == 10 and k == 1").set_index("method")["claimed"]
    assert cell.to_dict() == {"kNN": 0.503, "kCNN": 0.007}


def test_a_replicate_by_the_public_estimators():
    rows, y, _ = kcnn_posteriors.draw(1.0, 5, 100, rng := np.random.default_rng(3))
    queries, _, truth = kcnn_posteriors.draw(1.0, 5, 1000, rng)
    found = kcnn_posteriors.replicate(1.0, 5, np.random.default_rng(3))
    models = (KNeighborsClassifier(10), KCNNClassifier(10, smoothing=5.0), KCNNClassifier(10, smoothing=1.0))
    for i, model in enumerate(models):
        posterior = model.fit(rows, y).predict_proba(queries)
        both = np.column_stack([1 - truth, truth])
        assert found[i, 2] == pytest.approx(np.mean(np.sum((posterior - both) ** 2, axis=1)))


def test_the_true_posterior_is_bayes_rule():
    rows, _, truth = kcnn_posteriors.draw(1.5, 3, 50, np.random.default_rng(0))
    mean = np.array([1.5, 0, 0])
    density = [np.exp(-np.sum((rows - m) ** 2, axis=1) / 2) for m in (np.zeros(3), mean)]
    np.testing.assert_allclose(truth, density[1] / sum(density))


def test_the_mixtures_posterior_is_the_sum_of_its_clouds():
    mixture = kcnn_boundaries.draw(0)
    point = np.array([[0.4, 0.7]])
    density = [0.0, 0.0]
    for c in (0, 1):
        for centre in mixture.centres[c]:
            density[c] += np.exp(-np.sum((point[0] - centre) ** 2) / 0.4)
    assert kcnn_boundaries.true_posterior(mixture, point)[0] == pytest.approx(density[1] / sum(density))
    assert np.bincount(mixture.y).tolist() == [100, 100]


def test_roughness_counts_neighbours():
    side = np.zeros((60, 60), dtype=bool)
    side[:, 30:] = True
    assert kcnn_boundaries.roughness(side.ravel()) == pytest.approx(60 / (2 * 60 * 59))


def test_curves_are_drawn_as_they_are(results):
    curves = kcnn_table32.curves(results)
    axes = plt.subplots(5, 3)[1]
    plot_errors(curves, axes.ravel())
    seeds = axes.ravel()[4]
    assert seeds.get_title() == "Seeds"
    assert [line.get_label() for line in seeds.lines] == list(kcnn_table32.FIVE)
    drawn = seeds.lines[1].get_ydata()
    np.testing.assert_allclose(drawn, curves.query("data == 'Seeds' and method == 'LMkNN'")["error"])
    assert max(seeds.lines, key=lambda line: line.get_linewidth()).get_label() == "EkCNN"
    ax = plot_settings(kcnn_sonar.by_smoothing(kcnn_sonar.results()), plt.subplots()[1])
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["1", "2", "5", "10", "20", "60", "100"]
    plt.close("all")


def test_no_worse_counts_the_values_of_k(results):
    curves = kcnn_table32.curves(results)
    table = kcnn_table32.no_worse(curves, "EkCNN")
    assert table.shape == (15, 4)
    wide = curves.query("data == 'Yeast' and k > 1").pivot_table(index="k", columns="method", values="error")
    assert table.loc["Yeast", "kCNN"] == (wide["EkCNN"] <= wide["kCNN"]).sum()
