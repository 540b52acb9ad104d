"""Comparisons over data sets: Demsar's example, the loops, scipy's tests, equal scores, folds, and bad input."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import evaluation as oracle
from scipy import sparse, stats
from sklearn.datasets import load_iris, make_multilabel_classification
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import accuracy_score, f1_score, hamming_loss
from sklearn.model_selection import KFold, StratifiedKFold, cross_val_score
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MultiLabelBinarizer, StandardScaler
from sklearn.tree import DecisionTreeClassifier

from methods.checks import refused
from tiws_teach import BinaryRelevance
from tiws_teach.evaluation import (
    average_ranks,
    cross_validated_table,
    friedman,
    hochberg,
    mean_scores,
    pairs,
    ranking,
    ranks,
    signed_rank_p,
    signed_ranks,
    wilcoxon_hochberg,
)

# AUC of four versions of C4.5 on 14 data sets: Demsar (2006), Table 6. The third one on "voting" is printed as .975
# and ranked before the fourth.
DEMSAR = pd.DataFrame(
    {
        "adult": (0.763, 0.768, 0.771, 0.798),
        "breast cancer": (0.599, 0.591, 0.590, 0.569),
        "wisconsin": (0.954, 0.971, 0.968, 0.967),
        "cmc": (0.628, 0.661, 0.654, 0.657),
        "ionosphere": (0.882, 0.888, 0.886, 0.898),
        "iris": (0.936, 0.931, 0.916, 0.931),
        "liver": (0.661, 0.668, 0.609, 0.685),
        "lung": (0.583, 0.583, 0.563, 0.625),
        "lymphography": (0.775, 0.838, 0.866, 0.875),
        "mushroom": (1.0, 1.0, 1.0, 1.0),
        "tumor": (0.940, 0.962, 0.965, 0.962),
        "rheum": (0.619, 0.666, 0.614, 0.669),
        "voting": (0.972, 0.981, 0.9751, 0.975),
        "wine": (0.957, 0.978, 0.946, 0.970),
    },
    index=["C4.5", "+m", "+cf", "+m+cf"],
).T

whole = st.integers(-6, 6)
tables = st.integers(3, 5).flatmap(
    lambda k: st.lists(st.lists(st.integers(0, 5), min_size=k, max_size=k), min_size=6, max_size=9)
)


# --- by hand


def test_demsars_ranks_and_friedman():
    found = average_ranks(DEMSAR, higher_is_better=True)
    np.testing.assert_allclose(found, [3.143, 2.0, 2.893, 1.964], atol=5e-4)
    assert found.index.tolist() == DEMSAR.columns.tolist()
    chi2, f = oracle.friedman((-DEMSAR).to_numpy().tolist())
    assert float(chi2) == pytest.approx(9.28, abs=0.006)  # the paper leaves equal ranks uncorrected
    assert float(f) == pytest.approx(3.69, abs=0.006)
    ours = friedman(DEMSAR)
    equal = 3 * (2**3 - 2) + (4**3 - 4)  # three pairs of equal ranks, and all four on mushroom
    assert ours.statistic == pytest.approx(float(chi2) / (1 - equal / (14 * (4**3 - 4))))
    assert ours.p_value == pytest.approx(stats.chi2.sf(ours.statistic, 3))
    assert ours.iman_davenport == pytest.approx(13 * ours.statistic / (42 - ours.statistic))
    assert ours.iman_davenport_p == pytest.approx(stats.f.sf(ours.iman_davenport, 3, 39))


def test_demsars_signed_ranks():
    """R+ = 93, R- = 12 with two zeros shared and two equal differences; .05 asks for 21 or less."""
    row = wilcoxon_hochberg(DEMSAR[["C4.5", "+m"]], "+m", higher_is_better=True).loc["C4.5"]
    assert (row["rank_sum_for"], row["rank_sum_against"]) == (93, 12)
    assert (row["wins"], row["ties"], row["losses"]) == (10, 2, 2)
    assert row["gain"] == pytest.approx((DEMSAR["+m"] - DEMSAR["C4.5"]).mean())
    assert row["p"] == row["p_hochberg"] < 0.05


def test_six_data_sets_all_won():
    scores = pd.DataFrame({"a": range(6), "b": range(1, 7), "c": range(2, 8)})
    found = wilcoxon_hochberg(scores, "a")
    assert found["p"].tolist() == [2 / 64, 2 / 64]
    assert wilcoxon_hochberg(scores, "a", alternative="better")["p"].tolist() == [1 / 64, 1 / 64]
    assert wilcoxon_hochberg(scores, "c", alternative="better")["p"].tolist() == [1, 1]
    assert friedman(scores).statistic == 12
    assert (friedman(scores).iman_davenport, friedman(scores).iman_davenport_p) == (np.inf, 0)


def test_zeros_by_hand():
    signed, shared = signed_ranks([0, 0, 0, 2, -1])  # one zero goes; the others have ranks 1 and 2
    assert (signed.tolist(), shared) == ([4, -3], 1.5)
    assert signed_ranks([0, 3])[0].tolist() == [1]
    assert signed_ranks([0, 0])[1] == 1.5
    assert signed_rank_p(np.array([4.0, -3.0])) == (0.5, 0.75)


def test_nothing_differs():
    same = np.ones((6, 3))
    assert friedman(same) == ranking.Friedman(0, 1, 0, 1)
    found = wilcoxon_hochberg(same, 0)
    assert found["p"].tolist() == found["p_hochberg"].tolist() == [1, 1]
    assert found["rank_sum_for"].tolist() == [10.5, 10.5]
    assert average_ranks(same).tolist() == [2, 2, 2]


def test_hochberg_by_hand():
    np.testing.assert_allclose(hochberg([0.04, 0.01, 0.03, 0.02]), [0.04, 0.04, 0.04, 0.04])
    np.testing.assert_allclose(hochberg([0.001, 0.5, 0.02]), [0.003, 0.5, 0.04])
    assert hochberg([0.3]) == [0.3]
    assert hochberg([]).tolist() == []


def test_arithmetic_makes_no_difference():
    """.3 - .2 and .2 - .1 differ in the last digit, and so do .1 + .2 and .3."""
    low = np.array([0.1, 0.2, 0.3, 0.4, 0.5, 0.6])
    signed, _ = signed_ranks((low + 0.1) - low)
    assert signed.tolist() == [3.5] * 6
    scores = pd.DataFrame({"a": [0.1 + 0.2] * 6, "b": [0.3] * 6})
    assert average_ranks(scores).tolist() == [1.5, 1.5]
    assert wilcoxon_hochberg(scores, "a")["ties"].tolist() == [6]


# --- the loops and scipy


@given(tables, st.booleans())
def test_ranks_are_the_loops(rows, higher):
    found = ranks(rows, higher_is_better=higher)
    np.testing.assert_array_equal(found, [[float(r) for r in oracle.rank_row(row, higher)] for row in rows])
    expected = [float(mean) for mean in oracle.average_ranks(rows, higher)]
    np.testing.assert_allclose(average_ranks(rows, higher_is_better=higher), expected)


@given(tables)
def test_friedman_is_the_formula_with_ties(rows):
    ours, chi2 = friedman(rows), float(oracle.friedman_with_ties(rows))
    n, k = len(rows), len(rows[0])
    assert (ours.statistic, ours.p_value) == pytest.approx((chi2, stats.chi2.sf(chi2, k - 1)), abs=1e-12)
    rest = n * (k - 1) - chi2
    if rest > 1e-6:
        f = (n - 1) * chi2 / rest
        assert ours.iman_davenport == pytest.approx(f, rel=1e-9)
        assert ours.iman_davenport_p == pytest.approx(stats.f.sf(f, k - 1, (k - 1) * (n - 1)), rel=1e-9, abs=1e-12)


@given(st.lists(st.permutations(range(4)), min_size=6, max_size=12))
def test_friedman_without_ties_is_the_papers(rows):
    chi2, f = oracle.friedman(rows)
    ours = friedman(rows)
    assert ours.statistic == pytest.approx(float(chi2), abs=1e-9)
    assert ours.iman_davenport == (np.inf if f is None else pytest.approx(float(f), abs=1e-9))


@settings(max_examples=40)
@given(st.lists(whole, min_size=1, max_size=9))
def test_signed_ranks_and_their_p_are_the_loops(differences):
    signed, shared = signed_ranks(differences)
    sums = signed[signed > 0].sum() + shared, -signed[signed < 0].sum() + shared
    assert sums == tuple(map(float, oracle.signed_rank_sums(differences)))
    assert signed_rank_p(signed) == pytest.approx(tuple(map(float, oracle.signed_rank_p(differences))))


@pytest.mark.parametrize("n", [6, 13, 40])
@pytest.mark.parametrize(("ours", "theirs"), [("two-sided", "two-sided"), ("better", "greater")])
def test_p_values_are_scipys_exact_ones(n, ours, theirs):
    rng = np.random.default_rng(n)
    scores = pd.DataFrame({"ref": rng.normal(size=n), "other": rng.normal(0.3, size=n)})
    expected = stats.wilcoxon(scores["other"], scores["ref"], alternative=theirs, method="exact")
    found = wilcoxon_hochberg(scores, "ref", alternative=ours).loc["other"]
    assert found["p"] == pytest.approx(expected.pvalue)
    if ours == "two-sided":
        assert min(found["rank_sum_for"], found["rank_sum_against"]) == expected.statistic


def test_p_values_are_exact_where_differences_are_equal_and_scipys_are_not():
    differences = [1, 1, 2, 2, 3, -1]
    small, _ = signed_rank_p(signed_ranks(differences)[0])
    assert small == oracle.signed_rank_p(differences)[0] == 4 / 64
    assert stats.wilcoxon(differences, alternative="greater", method="exact").pvalue == 3 / 64


def test_many_data_sets_have_the_normal_distribution(monkeypatch):
    rng = np.random.default_rng(1)
    differences = rng.normal(0.1, size=150)
    signed, _ = signed_ranks(differences)
    small, large = signed_rank_p(signed)
    theirs = stats.wilcoxon(differences, alternative="greater")  # the normal distribution from 51 on
    assert (small, large) == pytest.approx((theirs.pvalue, 1 - theirs.pvalue))
    monkeypatch.setattr(pairs, "LARGEST_EXACT", 150)
    assert signed_rank_p(signed) == pytest.approx((small, large), abs=2e-3)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=7), st.floats(0.001, 0.3))
def test_hochberg_rejects_what_the_procedure_rejects(p_values, level):
    near = any(abs(p * step - level) < 1e-9 for p in p_values for step in range(1, 8))
    corrected = hochberg(p_values)
    assert (corrected >= np.array(p_values)).all()
    assert (corrected <= 1).all()
    if not near:
        assert set(np.flatnonzero(corrected <= level)) == oracle.hochberg_rejects(p_values, level)


@settings(max_examples=30)  # each is two tests for all pairs
@given(tables, st.data())
def test_order_and_direction_change_nothing(rows, data):
    """Turned scores with the other direction, methods or data sets in another order: the same answers."""
    table = pd.DataFrame(rows)
    found = wilcoxon_hochberg(table, 0)
    pd.testing.assert_frame_equal(found, wilcoxon_hochberg(-table, 0, higher_is_better=True))
    order = data.draw(st.permutations(range(len(table))))
    methods = data.draw(st.permutations(list(table.columns)))
    again = wilcoxon_hochberg(table.iloc[order][methods], 0)
    pd.testing.assert_frame_equal(found, again.loc[found.index], check_exact=False)
    assert average_ranks(table).sum() == pytest.approx(sum(range(1, table.shape[1] + 1)))
    assert friedman(table).statistic == pytest.approx(friedman(-table).statistic, abs=1e-9)


# --- the table


METHODS = {"nearest": KNeighborsClassifier(1), "tree": DecisionTreeClassifier(random_state=0)}


def test_cross_validated_table_is_tidy_and_scikit_learns():
    X, y = load_iris(return_X_y=True)
    found = cross_validated_table(METHODS, {"iris": (X, y), "half": lambda: (X[::2], y[::2])}, cv=5, random_state=3)
    assert found.columns.tolist() == ["data", "method", "fold", "metric", "score"]
    assert len(found) == 2 * 2 * 5
    expected = cross_val_score(METHODS["tree"], X, y, cv=KFold(5, shuffle=True, random_state=3))
    part = found.query("data == 'iris' and method == 'tree'")
    np.testing.assert_allclose(part["score"], 1 - expected)
    assert part["fold"].tolist() == [0, 1, 2, 3, 4]
    table = mean_scores(found)
    assert table.index.tolist() == ["iris", "half"]
    assert table.columns.tolist() == ["nearest", "tree"]
    assert table.loc["iris", "tree"] == pytest.approx(1 - expected.mean())


def test_all_methods_see_the_same_folds_and_each_is_fitted_anew():
    X, y = load_iris(return_X_y=True)
    twins = {"one": KNeighborsClassifier(5), "two": KNeighborsClassifier(5)}
    found = cross_validated_table(twins, {"iris": (X, y)}).pivot_table(index="fold", columns="method", values="score")
    assert found["one"].equals(found["two"])
    assert not hasattr(twins["one"], "classes_")
    other = cross_validated_table(twins, {"iris": (X, y)}, random_state=1)
    assert not np.array_equal(other.query("method == 'one'")["score"], found["one"])


def test_metrics_splitters_frames_pipelines_and_strings():
    frame = load_iris(as_frame=True)
    names = frame.target.map({0: "setosa", 1: "versicolor", 2: "virginica"})
    names.index = frame.data.index = [f"flower {i}" for i in range(150)]
    scaled = make_pipeline(StandardScaler(), KNeighborsClassifier(3))
    asked = {"accuracy": accuracy_score, "log loss": "neg_log_loss"}
    found = cross_validated_table({"scaled": scaled}, {"iris": (frame.data, names)}, asked, cv=StratifiedKFold(3))
    wide = found.pivot_table(index="fold", columns="metric", values="score")
    expected = cross_val_score(scaled, frame.data, names, cv=StratifiedKFold(3))
    np.testing.assert_allclose(wide["accuracy"], expected)
    assert (wide["log loss"] < 0).all()
    assert mean_scores(found, "accuracy").iloc[0, 0] == pytest.approx(expected.mean())


def test_many_labels_and_sparse_rows():
    X, Y = make_multilabel_classification(60, random_state=0)
    metric = {"F1": lambda true, predicted: f1_score(true, predicted, average="samples", zero_division=1)}
    tree = {"tree": METHODS["tree"]}
    found = cross_validated_table(tree, {"dense": (X, Y), "sparse": (sparse.csr_array(X), Y)}, metric, cv=3)
    dense, thin = (found[found["data"] == name]["score"].to_numpy() for name in ("dense", "sparse"))
    np.testing.assert_allclose(dense, thin)
    assert (dense > 0.3).all()


LABELSETS = [*([{"sad"}, {"sad", "loud"}, {"loud"}, {"calm"}, set(), {"sad", "calm"}] * 4)[:-1], {"rare"}]
GIVEN = {
    "sets": LABELSETS,
    "lists": [sorted(row) for row in LABELSETS],
    "series": pd.Series(LABELSETS),
    "objects": np.array(LABELSETS, dtype=object),
}


@pytest.mark.parametrize("kind", GIVEN)
@pytest.mark.parametrize("method", [KNeighborsClassifier(1), BinaryRelevance(LogisticRegression())])
def test_label_sets_are_indicators_of_all_labels_in_every_fold(kind, method):
    """No fold but the last knows "rare": numbered fold by fold, its column would be called by another label's name."""
    X = np.random.default_rng(0).normal(size=(24, 2))
    data = {"sets": (X, GIVEN[kind]), "indicators": (X, MultiLabelBinarizer().fit_transform(LABELSETS))}
    asked = {"subset": accuracy_score, "wrong": hamming_loss, "width": lambda _, predicted: predicted.shape[1]}
    found = cross_validated_table({"method": method}, data, asked, cv=KFold(8))
    of_sets, of_indicators = (part["score"].tolist() for _, part in found.groupby("data", sort=False))
    assert of_sets == of_indicators
    assert found.query("metric == 'width'")["score"].eq(4).all()


def test_lists_may_be_given():
    rows = [["a", "b"][i % 2] for i in range(20)]
    found = cross_validated_table({"dummy": DummyClassifier()}, {"words": (rows, rows)}, cv=2)
    assert found["score"].between(0.4, 0.6).all()


def test_progress_is_shown_on_demand(capsys):
    X, y = load_iris(return_X_y=True)
    cross_validated_table(METHODS, {"iris": (X, y)}, cv=2)
    assert capsys.readouterr().err == ""
    cross_validated_table(METHODS, {"iris": (X, y)}, cv=2, progress=True)
    assert "iris: 100%" in capsys.readouterr().err


# --- bad input


def test_ranks_have_no_such_limit():
    assert average_ranks([[1, 2]]).tolist() == [1, 2]


def test_a_single_metric_needs_no_name():
    X, y = load_iris(return_X_y=True)
    results = cross_validated_table(METHODS, {"iris": (X, y)}, {"a": "accuracy"}, cv=2)
    pd.testing.assert_frame_equal(mean_scores(results), mean_scores(results, "a"))


def table_of(*data, **options):
    return lambda: cross_validated_table(METHODS, {"data": data}, cv=2, **options)


FLOWERS = load_iris(as_frame=True, return_X_y=True)
SIX = np.arange(12).reshape(6, 2)
TWO_METRICS = pd.DataFrame({"data": "iris", "method": "tree", "fold": 0, "metric": ["a", "b"], "score": 0.5})
BAD_SCORES = [
    ([[1.0], [2.0]], r"at least two columns; got \(2, 1\)"),
    ([], "have a row for each data set"),
    ([[1.0, np.nan]] * 6, "missing or infinite ones on 0"),
    ([[1.0, np.inf]] * 6, "must be finite"),
    ([["a", "b"]] * 6, "must be numbers"),
    (pd.DataFrame(np.ones((6, 2)), columns=["a", "a"]), r"name each method once; got \['a', 'a'\]"),
]
TOO_FEW = np.arange(15).reshape(5, 3), r"at least 6 data sets; got 5\. .*2 / 2\*\*5 = \.0625.*average_ranks"
DIFFERENCES = r"differences must be a 1-D list of finite numbers; got .* Drop data sets"
BAD = [
    *((lambda scores=scores: average_ranks(scores), said) for scores, said in BAD_SCORES),
    *((lambda scores=scores: friedman(scores), said) for scores, said in [*BAD_SCORES, TOO_FEW]),
    *((lambda scores=scores: wilcoxon_hochberg(scores, 0), said) for scores, said in [*BAD_SCORES, TOO_FEW]),
    (lambda: friedman(SIX), r"at least three methods; got 2\. Compare two methods with wilcoxon_hochberg"),
    (lambda: wilcoxon_hochberg(SIX, "kNN"), "reference must be one of 0, 1; got 'kNN'"),
    (lambda: wilcoxon_hochberg(SIX, 0, alternative="less"), "alternative must be one of 'two-sided', 'better'; got 'l"),
    *((lambda wrong=wrong: signed_ranks(wrong), DIFFERENCES) for wrong in ([0.1, np.nan], [np.inf], [[0.1]])),
    *(
        (lambda wrong=wrong: hochberg(wrong), r"p_values must be a 1-D list of numbers in \[0, 1\]")
        for wrong in ([0.5, 1.1], [-0.1], [np.nan], [[0.1]])
    ),
    (
        lambda: cross_validated_table({}, {"iris": FLOWERS}),
        r"estimators must be a dict with at least one entry; got \{",
    ),
    (lambda: cross_validated_table(METHODS, FLOWERS), "data_sets must be a dict"),
    (lambda: cross_validated_table(METHODS, {"iris": FLOWERS}, cv=151), r"cv must be in \[2, 150\]; got 151"),
    (table_of(np.eye(2), ["sad", {"sad", "loud"}]), r"y must hold a set of labels for each row; got 'sad'\. Write \{'"),
    (table_of(FLOWERS[0], FLOWERS[1][::-1]), r"y must have the index of X; got 150 of 150 rows in common, in another"),
    (lambda: mean_scores(TWO_METRICS), r"metric must be named if there are several; got None\. Choose one of a, b"),
    (lambda: mean_scores(TWO_METRICS, "c"), "metric must be one of 'a', 'b'; got 'c'"),
]
test_bad_input_is_refused = refused(BAD)
