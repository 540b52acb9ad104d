"""The multi-label tables: the arithmetic of what is read from the results, and the printed claims."""

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure

from tiws_teach.multilabel import f_measure, hamming_loss, multilabel_accuracy
from tiws_teach.replications import nldd_claims, nldd_fraction, nldd_results, nldd_tables
from tiws_teach.replications.plots_nldd import plot_ranks

# The tables -----------------------------------------------------------------------------------------------------------


def made_up(seed=0):
    """Rows as a job gives them, with random figures."""
    rng = np.random.default_rng(seed)
    rows = []
    for key in nldd_tables.jobs():
        unseen = int(rng.integers(0, 3)) if key["data"] != "emotions" else 0
        row = {**key, "rows": 20, "unseen_rows": unseen, "seconds": rng.uniform(1, 9)}
        for part in ("", "seen_", "unseen_"):
            there = part != "unseen_" or unseen > 0
            row |= {part + name: rng.uniform() if there else np.nan for name in nldd_tables.MEASURES}
        betas = rng.normal(size=3) if key["method"].startswith("NLDD") else [np.nan] * 3
        rows.append(row | {f"beta_{i}": value for i, value in enumerate(betas)})
    return pd.DataFrame(rows)


def test_means_and_standard_errors_are_the_loops():
    results = made_up()
    means, errors = nldd_tables.table(results, "accuracy"), nldd_tables.standard_errors(results, "accuracy")
    for data in nldd_tables.SETS:
        for method in ("BR", "NLDD"):
            chosen = results[(results["data"] == data) & (results["method"] == method)]
            values = chosen["accuracy"].tolist()
            assert means.loc[data, method] == pytest.approx(sum(values) / len(values))
            assert errors.loc[data, method] == pytest.approx(np.std(values, ddof=1) / len(values) ** 0.5)
    assert list(means.columns) == list(nldd_tables.METHODS)
    assert means.loc["enron"].isna().to_dict() == {method: method == "BR, Platt" for method in nldd_tables.METHODS}


def test_parts_are_weighted_by_their_rows():
    results = made_up(1)
    found = nldd_tables.table(results, "zero_one", "unseen_")
    chosen = results[(results["data"] == "yeast") & (results["method"] == "BR") & (results["unseen_rows"] > 0)]
    by_hand = (chosen["unseen_zero_one"] * chosen["unseen_rows"]).sum() / chosen["unseen_rows"].sum()
    assert found.loc["yeast", "BR"] == pytest.approx(by_hand)
    assert np.isnan(found.loc["emotions", "BR"])


def test_beside_and_near_count_in_standard_errors():
    results = made_up(2)
    long = nldd_results.beside(results, "hamming")
    row = long.loc[("scene", "NLDD")]
    assert row["thesis"] == 0.0948
    assert row["off"] == pytest.approx((row["measured"] - 0.0948) / row["SE"])
    near = nldd_results.near(results, times=np.inf)
    assert near.loc["BR"].tolist() == [6, 6, 6, 6]
    assert near.loc["CBM", "Hamming loss"] == 5  # one figure cannot be read
    assert (nldd_results.near(results, times=0) == 0).all(axis=None)


def test_ranks_put_the_best_first_for_losses_and_for_gains():
    results = made_up(3)
    results.loc[results["method"] == "LP", ["hamming", "zero_one"]] = -1.0
    results.loc[results["method"] == "LP", ["accuracy", "f_measure"]] = 2.0
    assert nldd_results.all_ranks(results).loc["LP"].tolist() == [1, 1, 1, 1]
    results.loc[results["method"] == "NLDD", ["hamming", "zero_one"]] = -2.0
    results.loc[results["method"] == "NLDD", ["accuracy", "f_measure"]] = 3.0
    assert (nldd_results.wins(results).xs("measured", axis=1, level=1) == 6).all(axis=None)
    significance = nldd_results.significance(results)
    assert (significance.filter(like="NLDD", axis=0) == 2 / 2**6).all(axis=None)  # all are equal: no correction
    wide, rows = nldd_results.rank_table(results), nldd_results.rank_rows(results)
    assert wide.loc["NLDD", ("0/1 loss", "measured")] == 1
    assert "0/1 loss: BR" in nldd_results.rank_words(rows)
    assert f"NLDD 1.0 (thesis {wide.loc['NLDD', ('0/1 loss', 'thesis')]:.1f})" in nldd_results.rank_words(rows)


def test_seconds_are_ratios_to_binary_relevance():
    results = made_up(4)
    results["seconds"] = np.where(results["method"] == "ECC", 6.0, 2.0)
    found = nldd_results.seconds(results)
    assert found.loc["ECC", ["measured", "smallest", "largest"]].tolist() == pytest.approx([3, 3, 3])
    assert found.loc["BR", "thesis"] == 1
    assert found.loc["MLkNN", "thesis"] == pytest.approx(
        np.prod([4 / 19, 112 / 37, 59 / 59, 93 / 43, 1023 / 52, 201 / 126]) ** (1 / 6)
    )


def test_homer_as_utiml_predicts_it_leaves_no_node_without_a_label():
    rng = np.random.default_rng(0)
    X, Y = rng.normal(size=(80, 4)), rng.integers(0, 2, (80, 7)) * rng.integers(0, 2, (80, 7))
    plain, filled = (nldd_tables.estimator(name, 0).fit(X, Y).predict(X) for name in ("HOMER", "HOMER, utiml"))
    assert not plain.any(axis=1).all()
    assert filled.any(axis=1).all()
    assert (filled >= plain).all()


# The claims -----------------------------------------------------------------------------------------------------------


def test_the_printed_tables_have_the_printed_ranks():
    zero_one = nldd_claims.MEASURES["zero_one"].rank(axis=1)
    assert zero_one.loc["emotions"].tolist() == [7, 5, 3, 6, 2, 4, 1, 9, 8]
    assert zero_one.loc["enron"].tolist() == [8, 4, 2, 5, 6, 7, 3, 9, 1]
    hamming = nldd_claims.MEASURES["hamming"].rank(axis=1)
    assert hamming.loc["scene"].tolist() == [7, 9, 5, 4, 2, 8, 1, 3, 6]
    assert hamming.loc["yeast"].tolist() == [5, 6, 1, 7, 4, 9, 2, 3, 8]
    assert nldd_claims.MEASURES["hamming"].isna().sum().sum() == 1


def test_accuracy_above_f_is_found_and_cannot_be():
    found = nldd_claims.impossible()
    assert set(found["data"]) == {"scene"}
    assert found["method"].tolist() == ["BR", "SMBR", "NLDD", "RAkEL", "MLkNN"]
    rng = np.random.default_rng(0)
    truth, predicted = rng.integers(0, 2, (2, 500, 6))
    assert multilabel_accuracy(truth, predicted) <= f_measure(truth, predicted)
    assert hamming_loss(truth, truth) == 0


def test_shares_are_relative_to_all_rows():
    rows = [{"data": name, "fold": 0, "fraction": share, "mismatched": 2 - share, "seconds": 4 * share}
            for name in nldd_fraction.SETS for share in nldd_fraction.FRACTIONS]  # fmt: skip
    curves = nldd_fraction.curves(pd.DataFrame(rows))
    assert curves.loc[("scene", 0.5), "mismatched / with all rows"] == pytest.approx(1.5)
    assert curves.loc[("yeast", 0.5), "seconds / with all rows"] == pytest.approx(0.5)
    assert "with 10% of the rows 1.90 times the mismatched labels and 0.10 times the time" in nldd_fraction.words(
        curves
    )
    stored = nldd_fraction.results().pivot_table("mismatched", ["data", "fold"], "fraction")
    assert (stored[0.6] > stored[1.0]).tolist() == 8 * [True]
    assert set(nldd_fraction.relative(curves)["figure"]) == {"mismatched labels", "processor time"}


def test_ranks_are_drawn_where_they_are():
    rows = nldd_results.rank_rows(made_up(5))
    axes = Figure().subplots(1, 4)
    plot_ranks(rows, axes)
    for ax, (name, part) in zip(axes, rows.groupby("measure", sort=False), strict=True):
        thesis, measured = (points.get_offsets() for points in ax.collections[1:])
        assert ax.get_title() == name
        assert thesis[:, 0].tolist() == part["thesis"].tolist()
        assert measured[:, 0].tolist() == part["measured"].tolist()
        assert [tick.get_text() for tick in ax.get_yticklabels()] == part["method"].tolist()
        assert ax.get_ylim()[0] > ax.get_ylim()[1]  # the first method is at the top


def test_few_unseen_rows_have_no_measures():
    results = made_up(6)
    counts = results[results["method"] == "BR"].groupby("data")["unseen_rows"].sum()
    assert counts.min() < nldd_results.FEWEST
    results["unseen_rows"] *= np.where(results["data"] == "yeast", 10, 1)
    found = nldd_results.seen_and_unseen(results)
    assert found.loc["yeast", ("unseen", "rows", "")] == 10 * counts["yeast"] >= nldd_results.FEWEST
    assert found.loc["yeast", ("accuracy", "unseen", "NLDD")] == pytest.approx(
        nldd_tables.table(results, "accuracy", "unseen_").loc["yeast", "NLDD"]
    )
    assert np.isnan(found.loc["emotions", ("accuracy", "unseen", "BR")])


def test_sign_and_platt_are_compared_fold_by_fold():
    results = made_up(7)
    found = nldd_results.sign_or_platt(results).loc[("accuracy", "scene")]
    wide = results[results["data"] == "scene"].pivot_table(index="fold", columns="method", values="accuracy")
    gaps = (wide["BR, Platt"] - wide["BR"]).tolist()
    assert found["difference"] == pytest.approx(sum(gaps) / 10)
    assert found["SE"] == pytest.approx(np.std(gaps, ddof=1) / 10**0.5)
    assert found["Platt"] - found["sign"] == pytest.approx(found["difference"])


def test_a_set_can_be_left_out_of_the_ranks():
    results = made_up(8)
    whole, part = nldd_results.rank_table(results), nldd_results.rank_table(results, without=("enron",))
    ours = nldd_tables.table(results, "zero_one")[list(nldd_claims.METHODS)]
    expected = ours.drop(index="enron").rank(axis=1).mean()
    assert part["0/1 loss", "measured"].to_dict() == pytest.approx(expected.to_dict())
    assert not whole.equals(part)
    printed_ranks = np.mean([[2, 4], [5, 7], [1, 5], [4.5, 3], [4, 5], [5, 9]], axis=0)
    assert whole.loc[["NLDD", "BR"], ("Hamming loss", "thesis")].tolist() == pytest.approx(printed_ranks.tolist())


def test_coefficients_have_their_least_over_the_folds():
    results = made_up(9)
    chosen = results[(results["method"] == "NLDD") & (results["data"] == "medical")]["beta_1"]
    row = nldd_results.coefficients(results).loc["medical", "beta_1"]
    assert row["thesis"] == 0.1089
    assert [row["measured"], row["sd"], row["least"]] == pytest.approx([chosen.mean(), chosen.std(), chosen.min()])


def test_libsvms_probabilities_take_nldds_place():
    results = made_up(10)
    changed = nldd_results.with_libsvm(results)
    assert set(changed["method"]) == set(results["method"]) - {"NLDD, libsvm"}
    before = results.loc[results["method"] == "NLDD, libsvm", "hamming"].tolist()
    assert changed.loc[changed["method"] == "NLDD", "hamming"].tolist() == before
