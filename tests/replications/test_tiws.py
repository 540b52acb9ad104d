"""The TIWS poster and paper: what the stored results say, the jobs beside the encoder, and the plots."""

import re
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure

from replications.needed import or_skip
from tiws_teach import TIWSEncoder, target_estimates
from tiws_teach._validation import project_folder
from tiws_teach.datasets import load
from tiws_teach.plots import COLORS
from tiws_teach.replications import (
    _hidden,
    hidden_at_work,
    leave_one_category_out,
    noise_features,
    poster_table1,
    titanic_choice,
    titanic_table2,
    unseen_intervals,
    unseen_options,
)
from tiws_teach.replications.plots import plot_intervals, plot_lines
from tiws_teach.tiws import document_matrix
from tiws_teach.tiws.comparison import CANDIDATES
from tiws_teach.tiws.ratios import ratio_interval

# Poster, Table 1 ------------------------------------------------------------------------------------------------------


def test_the_weight_is_that_of_the_copied_category():
    stored = poster_table1.results()
    copies_b = stored[stored["copies"] == "B"]
    assert len(copies_b) > 0
    assert np.allclose(copies_b["weight"], 1 - copies_b["weight_a"])
    assert (copies_b["chosen"] == (copies_b["weight"] > 0.5)).all()


# Titanic --------------------------------------------------------------------------------------------------------------


def test_the_counts_behind_the_folds_are_twice_those_of_the_77():
    folds = titanic_table2.fold_table()
    sums = folds.groupby("method")[["TP", "FP", "FN", "TN"]].sum()
    for method, counts in titanic_table2.CLAIMED.items():
        assert tuple(sums.loc[method]) == tuple(2 * count for count in counts)


def test_the_poster_averages_the_folds():
    found = titanic_table2.averages().loc["kNN"]
    assert found.loc["mean of the folds", ["precision", "recall"]].tolist() == pytest.approx([68.47, 36.53], abs=0.005)
    assert found.loc["all 77 rows", ["precision", "recall"]].tolist() == pytest.approx([68.75, 36.67], abs=0.005)


def test_figures_that_fit_no_counts_are_refused():
    with pytest.raises(ValueError, match="fit 0 sets of counts"):
        titanic_table2._counts_behind(51, 99.9, 50.0, 50.0)


@pytest.mark.data
def test_shrinking_keeps_all_rows_of_the_other_ports():
    port = or_skip(titanic_choice.passengers)[0]["embarked"].to_numpy()
    kept = port[titanic_choice._shrunk(port, 77, seed=1)]
    assert {name: int((kept == name).sum()) for name in "SCQ"} == {"S": 77, "C": 168, "Q": 77}
    assert not np.array_equal(titanic_choice._shrunk(port, 77, seed=1), titanic_choice._shrunk(port, 77, seed=2))


@pytest.mark.data
def test_random_passengers_of_s_as_a_new_port_get_c():
    rows, is_q = or_skip(titanic_choice.passengers)
    table = rows.loc[~is_q, ["embarked", *titanic_choice.FEATURES]].reset_index(drop=True)
    for seed in range(50):
        is_new = table.index.isin(table.query("embarked == 'S'").sample(77, random_state=seed).index)
        document = document_matrix(table[~is_new], "embarked", table[is_new].assign(embarked="Q"))
        assert titanic_choice._weight_of_c(document, "tfidf") > 0.9


def test_port_rates_are_the_embedded_counts():
    rates = titanic_choice.port_rates().set_index(["passengers", "port"])["survived"]
    frame = load("titanic_ports").frame
    assert rates["all", "Q"] == pytest.approx(frame.query("embarked == 'Q'")["survived"].mean())
    third = frame.query("embarked == 'S' and sex == 'female' and `class` == 'Third'")
    assert rates["women, third class", "S"] == pytest.approx(third["survived"].mean())


# Leave one category out -----------------------------------------------------------------------------------------------


def test_chapters_of_icd9_codes():
    codes = pd.Series(["8", "139", "140", "250.83", "428", "V57", "E909", np.nan, "999", "780"], dtype=object)
    assert _hidden.icd9_chapter(codes).fillna("?").tolist() == [
        *("infections", "infections", "neoplasms", "endocrine", "circulatory"),
        *("other contacts", "external causes", "?", "injury", "symptoms"),
    ]


@pytest.mark.data
@pytest.mark.parametrize(("name", "feature", "category"), [("titanic", "embarked", "Q"), ("mushroom", "habitat", "d")])
def test_estimates_are_those_of_the_encoder(name, feature, category):
    data, y = or_skip(_hidden.load_set, name)
    hidden = (data[feature] == category).to_numpy()
    train = data[feature].notna().to_numpy() & ~hidden
    row = leave_one_category_out.job({"data": name, "feature": feature, "category": category})[0]
    for similarity in ("tfidf", "conditional", "hellinger"):
        for sharpness in (1, 4):
            encoder = TIWSEncoder.of_paper(similarity=similarity, sharpness=sharpness)
            encoder.fit(data[train], y[train], X_unlabeled=data[hidden])
            table = encoder.explain(feature, category)
            assert row[f"{similarity}_{sharpness}"] == pytest.approx(table["weight"] @ table["estimate"], rel=1e-9)
            nearest = table.sort_values("similarity", ascending=False, kind="stable")["estimate"].iloc[0]
            assert row[f"nearest_{similarity}"] == pytest.approx(nearest)
    assert row["truth"] == pytest.approx(y[hidden].mean())
    assert row["mean_of_seen"] == pytest.approx(target_estimates(data.loc[train, feature], y[train]).mean())


@pytest.mark.data
def test_stays_are_first_stays_of_patients_who_went_home():
    data, y = or_skip(_hidden.load_set, "diabetes130")
    assert len(data) == len(y) == 69_973  # Strack et al. (2014) have 69,984 by nearly the same rule
    assert not data["discharge_disposition_id"].isin(_hidden._DIED_OR_HOSPICE).any()
    chapters, _ = _hidden.load_set("diabetes130_chapters")
    assert chapters["diag_1"].nunique() < 20 < data["diag_1"].nunique()


def test_nearest_rows_against_a_loop_with_ties_to_the_lower_row():
    rng = np.random.default_rng(0)
    rows = pd.DataFrame(rng.integers(3, size=(40, 4)).astype(str))
    queries = pd.DataFrame(rng.integers(3, size=(7, 4)).astype(str))
    found = leave_one_category_out.nearest_rows(queries, rows, 6)
    for query, near in zip(queries.to_numpy(), found, strict=True):
        distance = [sum(a != b for a, b in zip(query, row, strict=True)) for row in rows.to_numpy()]
        assert sorted(near) == sorted(sorted(range(40), key=lambda row: (distance[row], row))[:6])


def test_error_ratios_of_a_perfect_and_of_a_useless_method():
    table = pd.DataFrame(
        {"data": "toy", "truth": [0.1, 0.5, 0.9], "overall": [0.6, 0.4, 0.3], "rows": 10, "feature": list("ffg")}
    ).assign(tfidf_1=lambda t: t["truth"], mean_of_seen=lambda t: t["overall"], regression=[0.35, 0.45, 0.6])
    found = leave_one_category_out.error_ratios(table, methods=["tfidf_1", "mean_of_seen", "regression"])
    assert found["ratio"].tolist() == pytest.approx([0, 1, 0.5])
    assert found[["features", "categories"]].to_numpy().tolist() == [[2, 3]] * 3
    floor = leave_one_category_out.noise_floor(table)["toy"]
    chance = [np.sqrt(2 / np.pi * p * (1 - p) / 10) for p in (0.1, 0.5, 0.9)]
    assert floor == pytest.approx(sum(chance) / 1.2)


def test_intervals_are_over_features_and_not_over_their_categories():
    rng = np.random.default_rng(0)
    table = pd.DataFrame({"data": "toy", "feature": list("fghijk"), "truth": 0.0, "overall": rng.uniform(0.4, 0.6, 6)})
    table["tfidf_1"] = rng.uniform(0.2, 0.6, 6)
    once = leave_one_category_out.error_ratios(table, methods=["tfidf_1"])
    repeated = leave_one_category_out.error_ratios(pd.concat([table] * 9), methods=["tfidf_1"])
    columns = ["ratio", "low", "high", "features"]
    assert repeated[columns].to_numpy() == pytest.approx(once[columns].to_numpy())  # nine copies are no new evidence
    expected = ratio_interval(table["tfidf_1"], table["overall"])
    assert once.loc[0, ["low", "high"]].tolist() == pytest.approx(expected)


def test_noise_that_changes_nothing_moves_by_zero_percent():
    names = ["tfidf", "conditional", "hellinger"]
    base = pd.DataFrame({"data": "toy", "feature": "f", "category": list("ab"), "overall": 0.9, "truth": 0.4})
    plain = base.assign(seed=0, added=0, levels=0, **dict.fromkeys(names, 0.7))
    noisy = base.assign(seed=0, added=5, levels=2, tfidf=0.7, conditional=0.6, hellinger=0.5)
    found = noise_features.moved(pd.concat([plain, noisy, noisy.assign(seed=1)]), base.assign(mean_of_seen=0.5))
    assert found.loc[("toy", 5, 2)].tolist() == pytest.approx([0, 50, 100])


# Options, peers, intervals --------------------------------------------------------------------------------------------


def toy_tables():
    rng, n = np.random.default_rng(0), 60
    X = pd.DataFrame({"a": rng.choice(list("pqrs"), n), "b": rng.choice(list("uv"), n)})
    return X, rng.integers(0, 2, n).astype(float), pd.DataFrame({"a": ["new"] * 3, "b": list("uvv")})


@pytest.mark.parametrize("name", ["TIWS tfidf", "regression + TIWS"])
def test_codes_of_one_column_are_the_encoders(name):
    X, y, new = toy_tables()
    options = unseen_options.CANDIDATES[name]
    found, found_new = unseen_options.codes_of(name, X, y, new, "a", 3)
    encoder = TIWSEncoder.of_paper(random_state=3, target_type="binary", **options)
    codes = encoder.fit_transform(X, y, X_unlabeled=new)[:, 0]
    assert found[:, 0] == pytest.approx((codes - codes.mean()) / codes.std())
    assert found_new[:, 0] == pytest.approx((encoder.transform(new)[:, 0] - codes.mean()) / codes.std())


@pytest.mark.parametrize("name", ["drop", "onehot", "target", "catboost"])
def test_codes_of_peers_know_nothing_of_an_unseen_category(name):
    X, y, new = toy_tables()
    found, found_new = unseen_options.codes_of(name, X, y, new, "a", 3)
    assert (found.shape[0], *found_new.shape) == (60, 3, found.shape[1])
    assert np.ptp(found_new.toarray() if name == "onehot" else found_new, axis=0).sum() == 0


def test_ratios_and_what_is_recommended():
    base = pd.DataFrame({"data": "toy", "truth": np.linspace(0, 1, 6), "overall": 0.5, "brier_drop": 0.2})
    table = base.assign(**dict.fromkeys(unseen_options.CANDIDATES, 0.5))
    table["regression"] = (table["truth"] + 0.5) / 2
    table = table.assign(**{f"brier_{name}": 0.2 for name in unseen_options.CODES} | {"brier_string": np.nan})
    found = unseen_options.estimate_ratios(table).set_index("option")
    expected = dict.fromkeys(unseen_options.CANDIDATES, 1.0) | {"regression": 0.5}
    assert found["ratio"].to_dict() == pytest.approx(expected)
    assert unseen_options.recommended(found.reset_index())["toy"] == "regression"
    models = unseen_options.model_ratios(table)
    assert "StringEncoder" not in set(models["option"])
    assert unseen_options.recommended(models)["toy"] == "none"
    assert "regression 0.50" in unseen_options.ratio_words(found.reset_index(), "Error")


def test_coverage_counts_what_lies_inside():
    methods = unseen_intervals.N_RESAMPLES
    bounds = {f"low_{method}": 0.2 for method in methods} | {f"high_{method}": 0.4 for method in methods}
    table = pd.DataFrame({"data": "toy", "truth": [0.1, 0.2, 0.3, 0.4], **bounds})
    found = unseen_intervals.coverage(table)
    assert found["coverage"].tolist() == [0.75, 0.75]
    assert found["half_width"].tolist() == pytest.approx([0.1, 0.1])
    assert ((found["low"] < 0.75) & (found["high"] > 0.75)).all()


# The plots ------------------------------------------------------------------------------------------------------------


def test_lines_are_drawn_in_the_order_of_x():
    ax = Figure().subplots()
    table = pd.DataFrame({"x": [3, 1, 2, 1], "y": [30, 10, 20, 5], "g": ["a", "a", "a", "b"]})
    plot_lines(table, ax, x="x", y="y", by="g", labels={"a": "first"})
    assert [line.get_label() for line in ax.lines] == ["first", "b"]
    assert ax.lines[0].get_xydata().tolist() == [[1, 10], [2, 20], [3, 30]]
    assert ax.lines[0].get_marker() != ax.lines[1].get_marker()
    assert ax.lines[0].get_color() == COLORS[0]


def test_intervals_stand_in_their_rows_with_the_claim_on_them():
    table = pd.DataFrame({"row": list("rrss"), "g": list("abab"), "value": [0.5, 0.6, 0.7, 0.8]})
    table = table.assign(low=[0.4, 0.5, 0.7, 0.7], high=[0.6, 0.9, 0.75, 0.9], claim=[0.55, np.nan, 0.65, np.nan])
    ax = Figure().subplots()
    plot_intervals(table, ax, value="value", row="row", by="g", claim="claim")
    assert [label.get_text() for label in ax.get_yticklabels()] == ["r", "s"]
    assert [container.get_label() for container in ax.containers] == ["a", "b"]
    stars = next(line for line in ax.lines if line.get_marker() == "*")
    points = ax.containers[0].lines[0]
    assert stars.get_xdata().tolist() == [0.55, 0.65]
    assert stars.get_ydata().tolist() == points.get_ydata().tolist()
    first = ax.containers[1].lines[2][0].get_segments()[0]
    assert first[:, 0].tolist() == pytest.approx([0.5, 0.9])


# Hidden categories at work --------------------------------------------------------------------------------------------


@pytest.fixture
def shop(monkeypatch):
    """A table that is always there: the price follows the size, towns have sizes of their own, letters say nothing."""
    rng = np.random.default_rng(0)
    towns = np.repeat(list("abcdef"), 60)
    size = np.char.add("size ", (np.repeat([0, 1, 2, 0, 1, 2], 60) + rng.integers(2, size=360)).astype(str))
    data = pd.DataFrame({"town": towns, "size": size, "letter": rng.choice(list("pqrst"), 360)})
    y = pd.Series(10.0 * pd.Series(size).str[-1].astype(int) + rng.normal(size=360))
    monkeypatch.setattr(hidden_at_work, "table", lambda name: (data, y, "continuous"))
    monkeypatch.setattr(hidden_at_work, "load", lambda name: SimpleNamespace(data=data))
    hidden_at_work.hidden_categories.cache_clear()
    yield data, y
    hidden_at_work.hidden_categories.cache_clear()


def test_a_job_hides_a_category_and_chooses_on_the_others(shop):
    data, y = shop
    assert {column for column, _ in hidden_at_work.hidden_categories("shop")} == {"town", "size", "letter"}
    (row,) = hidden_at_work.job({"data": "shop", "column": "town", "category": "a"})
    hidden = data["town"] == "a"
    assert row["rows"] == 60
    assert row["truth"] == pytest.approx(y[hidden].mean())
    assert row["mean"] == pytest.approx(y[~hidden].mean())
    encoder = TIWSEncoder.of_paper(similarity="hellinger", sharpness=4, target_type="continuous")
    encoder.fit(data[~hidden], y[~hidden], X_unlabeled=data[hidden])
    assert row["TIWS hellinger"] == pytest.approx(encoder.estimates_[0][-1, 0])
    assert abs(row["regression"] - row["truth"]) < 0.1 * abs(row["mean"] - row["truth"])
    assert row["chosen_column"] in ("regression", "regression + TIWS")


def test_a_choice_has_the_error_of_what_it_chose():
    row = {"data": "taxis", "truth": 1.0, "mean": 3.0, "chosen_table": "mean", "chosen_column": "nearest"}
    estimates = dict(zip(CANDIDATES, (1.5, 2.0, 0.0, 4.0, 1.2), strict=True))
    other = {"data": "adult", "chosen_column": "mean", "mean": 0.0}  # an error of 1 instead of 2
    table = pd.DataFrame([row | estimates, row | estimates | other])
    found = hidden_at_work.ratios(table)
    assert found.index.tolist() == [("adult", "aside"), ("taxis", "open")]
    assert found.loc[("taxis", "open")].tolist() == pytest.approx([0.25, 0.5, 0.5, 1.5, 0.1, 1.0, 0.5])
    assert hidden_at_work.summary(table).loc[("all", "TIWS tfidf")].tolist() == pytest.approx([0.125**0.5, 0.5, 2, 2])


def test_the_readme_and_the_encoder_give_the_stored_figures():
    found = hidden_at_work.summary(hidden_at_work.results()).loc["all"]
    names = ("regression + TIWS", "regression", "TIWS hellinger", "TIWS tfidf", "chosen for each column")
    both, alone, similar, paper, chosen = (found.loc[name] for name in names)
    readme = (project_folder("notebooks").parent / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"(?m)^\| .* \| (\S+) \| (\S+) \| (\d) of 9 \|$", readme)
    assert [tuple(map(float, row)) for row in rows] == [
        (*each.iloc[:2].round(2), each["better than the mean"]) for each in (both, alone, similar, paper, chosen)
    ]
    ratios, doc = hidden_at_work.ratios(hidden_at_work.results()), " ".join((TIWSEncoder.__doc__ or "").split())
    for name, option in (("regression + TIWS", both), ("TIWS tfidf", paper)):
        low, high = ratios[name].min(), ratios[name].max()
        assert f"{low:.2f} to {high:.2f}".replace("0.", ".") in doc
        assert f"{option['geometric mean']:.2f}".removeprefix("0") in doc
