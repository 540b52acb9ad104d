"""A shift between two sides: by hand, the loops, scipy and scikit-learn, known AUCs, false alarms, and bad input."""

from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from sklearn.datasets import load_wine
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import LinearSVC

from methods.checks import refused
from tiws_teach import (
    auc_from_ranks,
    default_adversaries,
    distribution_shift,
    importance_weights,
    permutation_p_value,
    permuted_aucs,
)
from tiws_teach.literal import shift as oracle
from tiws_teach.shift import adversary, encoding

LINEAR = {"linear": LogisticRegression()}
scores = st.lists(st.integers(0, 5), min_size=1, max_size=7)


def clouds(n, mean=0.0, correlation=0.0, seed=0):
    """Return training and test points of two dimensions; the test cloud is moved to the right or tilted."""
    rng = np.random.default_rng(seed)
    tilt = np.linalg.cholesky([[1, correlation], [correlation, 1]])
    return rng.normal(size=(n, 2)), rng.normal(size=(n, 2)) @ tilt.T + [mean, 0]


# equations ----------------------------------------------------------------------------------------------------------


def test_auc_and_p_by_hand():
    assert auc_from_ranks([1, 2, 3, 4, 5], [0, 0, 1, 0, 1]) == pytest.approx(5 / 6)
    assert auc_from_ranks([1.5, 1.5], [0, 1]) == 0.5
    assert permutation_p_value(0.8, [0.5, 0.8, 0.9]) == 3 / 4
    assert importance_weights([0.2, 0.8], 10, 10).tolist() == pytest.approx([0.25, 4])


@given(train=scores, test=scores)
def test_auc_is_the_share_of_pairs_and_scikit_learns(train, test):
    side = np.repeat([False, True], [len(train), len(test)])
    found = auc_from_ranks(stats.rankdata(train + test), side)
    assert found == pytest.approx(oracle.auc(train, test), abs=1e-12)
    assert found == pytest.approx(roc_auc_score(side, train + test), abs=1e-12)


def test_permutations_follow_the_distribution_of_all_assignments():
    train, test = [0.1, 0.4, 0.4, 0.3], [0.9, 0.4, 0.6]
    permuted = permuted_aucs([*train, *test], 3, 20_000, np.random.default_rng(0))
    pooled = np.array([*train, *test])
    every = [oracle.auc(np.delete(pooled, chosen), pooled[[*chosen]]) for chosen in combinations(range(7), 3)]
    assert set(permuted.round(9)) == set(np.round(every, 9))
    for value in set(every):
        assert np.mean(np.abs(permuted - value) < 1e-9) == pytest.approx(every.count(value) / len(every), abs=0.012)
    found = oracle.auc(train, test)
    p = permutation_p_value(found, permuted)
    assert p == oracle.permutation_p_value(found, permuted.tolist())
    assert p == pytest.approx(np.mean(np.array(every) >= found - 1e-12), abs=0.01)


def test_permutations_without_ties_are_mann_whitneys(monkeypatch):
    monkeypatch.setattr("tiws_teach.shift.equations.CHUNK", 100)  # several blocks
    rng = np.random.default_rng(1)
    train, test = rng.normal(size=30), rng.normal(0.6, 1, 20)
    permuted = permuted_aucs([*train, *test], 20, 9_999, rng)
    assert len(permuted) == 9_999
    peer = stats.mannwhitneyu(test, train, alternative="greater")
    assert oracle.auc(train, test) == pytest.approx(peer.statistic / 600)
    assert permutation_p_value(oracle.auc(train, test), permuted) == pytest.approx(peer.pvalue, abs=0.005)


@given(q=st.lists(st.floats(0, 0.99), min_size=1, max_size=5), n=st.integers(1, 50), m=st.integers(1, 50))
def test_weights_are_their_loops(q, n, m):
    np.testing.assert_allclose(importance_weights(q, n, m), oracle.importance_weights(q, n, m), rtol=1e-9)


def test_groups_change_sides_as_a_whole():
    scores, persons = np.array([0.1, 0.2, 0.9, 0.8, 0.7, 0.4, 0.3]), list("aabbbcd")
    permuted = permuted_aucs(scores, 2, 400, np.random.default_rng(0), persons)
    sides = [np.isin(persons, list(pair)) for pair in ("ab", "ac", "ad", "bc", "bd", "cd")]
    every = {round(oracle.auc(scores[~side], scores[side]), 9) for side in sides}
    assert set(permuted.round(9)) == every


# known shifts -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mean", [0, 0.5, 1, 2])
def test_a_moved_mean_gives_the_auc_of_theory(mean):
    found = distribution_shift(*clouds(4000, mean), estimators=LINEAR, n_permutations=99, random_state=0)
    assert found.auc["linear"] == pytest.approx(stats.norm.cdf(mean / np.sqrt(2)), abs=0.02)
    assert (found.p_value == 0.01) == (mean > 0)


def test_a_linear_classifier_misses_a_shift_in_correlation():
    found = distribution_shift(*clouds(500, correlation=0.9), random_state=0)
    assert found.auc["linear"] < 0.55
    assert found.table.loc["linear", "p"] > 0.05
    assert found.auc["trees"] > 0.7
    assert found.p_value == pytest.approx(2 * found.table.loc["trees", "p"]) == 0.002
    neighbours = {"neighbours": KNeighborsClassifier(15)}
    assert distribution_shift(*clouds(500, correlation=0.9), estimators=neighbours, random_state=0).auc.item() > 0.7


def test_false_alarms_are_as_rare_as_promised():
    bayes = {"bayes": GaussianNB(), "linear": LogisticRegression()}
    p = [distribution_shift(*clouds(30, seed=s), estimators=bayes, n_permutations=99, random_state=s).p_value
         for s in range(200)]  # fmt: skip
    assert np.mean(np.array(p) <= 0.05) <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / 200)


def test_a_shift_of_y_given_x_shows_only_with_y():
    X, X_new = clouds(600)
    y, y_new = X[:, 0] > 0, X_new[:, 0] < 0
    without = distribution_shift(X, X_new, random_state=0)
    with_y = distribution_shift(X, X_new, (y, y_new), random_state=0)
    assert without.p_value > 0.05 > with_y.p_value
    assert with_y.auc["trees"] > 0.9
    assert set(with_y.columns.index[:2]) == {0, "y"}
    labels = [np.where(side, "yes", "no").tolist() for side in (y, y_new)]
    assert distribution_shift(X, X_new, labels, random_state=0).auc["trees"] > 0.9


def by_person(n_persons, seed):
    """Return rows and their persons: 20 rows each, close to one another, from one distribution of persons."""
    rng, person = np.random.default_rng(seed), np.repeat(np.arange(n_persons), 20)
    return rng.normal(size=(n_persons, 2))[person] + 0.1 * rng.normal(size=(len(person), 2)), person


def test_rows_of_one_person_raise_false_alarms_unless_persons_are_kept_together():
    neighbours, p = {"neighbours": KNeighborsClassifier(5)}, {"rows": [], "persons": []}
    for seed in range(60):
        X, person = by_person(24, seed)
        sides, groups = (X[:280], X[280:]), (person[:280], person[280:])
        for kept, together in (("rows", None), ("persons", groups)):
            options = {"groups": together, "n_permutations": 99, "random_state": seed}
            p[kept].append(distribution_shift(*sides, None, neighbours, **options).p_value)
    alarms = {kept: np.mean(np.array(values) <= 0.05) for kept, values in p.items()}
    assert alarms["rows"] > 0.95
    assert alarms["persons"] <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / 60)
    assert len(set(p["persons"])) > 30  # and not always 1


def test_a_shift_of_persons_is_found_and_each_row_as_a_group_changes_nothing():
    X, person = by_person(60, 0)
    side, names = person >= 30, np.array([f"person {i}" for i in person])
    pair = (X[~side], X[side] + 3)
    found = distribution_shift(*pair, None, LINEAR, groups=(names[~side], names[side]), random_state=0)
    assert found.p_value == 0.001
    rows = tuple(np.split(np.arange(len(X)), [side.argmax()]))
    alone, none = (distribution_shift(*pair, None, LINEAR, groups=each, random_state=0) for each in (rows, None))
    pd.testing.assert_frame_equal(alone.to_frame(), none.to_frame())


def test_few_groups_cannot_give_a_small_p_value():
    X, person = by_person(8, 0)
    side = person >= 4
    found = distribution_shift(
        X[~side], X[side] + 9, None, LINEAR, groups=(person[~side], person[side]), random_state=0
    )
    assert found.auc.item() == 1
    assert found.p_value == pytest.approx(1 / 6, abs=0.04)  # 2 of the 4 judged persons: 6 assignments


def test_weights_allow_for_sides_of_unequal_size():
    X, X_new = clouds(900)
    found = distribution_shift(X, X_new[:300], estimators=LINEAR, random_state=0)
    odds = found.train_scores / (1 - found.train_scores)
    np.testing.assert_allclose(found.weights, odds * 900 / 300)
    assert found.weights.mean() == pytest.approx(1, abs=0.1)  # no shift: a row counts as one row


def test_columns_rows_and_weights_point_to_the_shift():
    X, X_new = (pd.DataFrame(side, columns=["moved", "same"]) for side in clouds(400, 1.5))
    X_new.loc[7, "moved"] = 9.0
    X_new.index = [f"new {i}" for i in X_new.index]
    found = distribution_shift(X, X_new, random_state=0)
    assert found.columns.index.tolist() == ["moved", "same"]
    assert found.columns.loc["moved"].min() > 10 * found.columns.loc["same"].abs().max()
    assert found.unlike(n=1).index.tolist() == ["new 7"]
    assert X.loc[found.unlike("train", 10).index, "moved"].max() < -0.5
    assert found.weights.index.equals(X.index)
    reweighted = np.average(X["moved"], weights=found.weights)
    assert X["moved"].mean() + 0.7 < reweighted < 2  # the test mean is 1.5


def test_half_of_the_fitted_rows_are_never_judged_by_their_own_fit():
    """A classifier that remembers its rows finds nothing where there is nothing."""
    memory = {"nearest": KNeighborsClassifier(1)}
    assert distribution_shift(*clouds(300), estimators=memory, random_state=0).auc.item() == pytest.approx(0.5, abs=0.1)


# frames -------------------------------------------------------------------------------------------------------------


def test_categories_dates_and_missing_values():
    rng = np.random.default_rng(3)
    n = 300
    day = pd.Timestamp("2020-01-01") + pd.to_timedelta(rng.integers(0, 90, n), "D")
    X = pd.DataFrame(
        {"port": rng.choice(["S", "Q"], n), "day": day, "size": rng.normal(size=n), "ok": rng.random(n) < 0.5}
    )
    X["port"] = X["port"].astype("category")
    X_new = X.sample(frac=1, random_state=0, ignore_index=True)
    X_new["port"] = X_new["port"].cat.add_categories("new").where(rng.random(n) < 0.6, "new")
    new_category = distribution_shift(X, X_new, random_state=0)
    assert new_category.columns.index[0] == "port"
    gone = X_new.assign(port=X["port"], size=X["size"].mask(rng.random(n) < 0.4))
    assert distribution_shift(X, gone, random_state=0).columns.index[0] == "size"
    later = X.assign(day=X["day"] + pd.Timedelta(60, "D"))
    assert distribution_shift(X, later, random_state=0).columns.index[0] == "day"
    assert distribution_shift(X, X_new[["ok", "size", "day", "port"]], random_state=0).auc.equals(new_category.auc)


def test_the_table_of_numbers_by_hand():
    frame = pd.DataFrame({"a": [1.0, 3, None], "b": ["x", None, "x"]}, dtype=object)
    values, origin = encoding.as_numbers(frame)
    np.testing.assert_allclose(values, [[-1.2247448714, 0, 1, 0], [1.2247448714, 0, 0, 1], [0, 1, 1, 0]], atol=1e-9)
    assert origin.tolist() == [0, 0, 1, 1]


def test_a_gap_is_filled_with_the_median_and_not_the_mean():
    values, _ = encoding.as_numbers(pd.DataFrame({"a": [0.0, 1, 2, 97, None]}, dtype=object))
    filled = np.array([0, 1, 2, 97, 1.5])
    np.testing.assert_allclose(values[:, 0], (filled - filled.mean()) / filled.std())


def test_rare_categories_share_a_column(monkeypatch):
    monkeypatch.setattr(encoding, "MOST_CATEGORIES", 1)
    values, _ = encoding.as_numbers(pd.DataFrame({"b": list("xxyz")}))
    assert values.tolist() == [[1, 0], [1, 0], [0, 1], [0, 1]]


def test_permuted_columns_and_arrays_give_the_same_aucs():
    X = load_wine(as_frame=True).data
    found = distribution_shift(X[::2], X[1::2], random_state=0)
    assert found.p_value > 0.05
    array = distribution_shift(X[::2].to_numpy(), X[1::2].to_numpy(), random_state=0)
    pd.testing.assert_series_equal(found.auc, array.auc)
    reordered = distribution_shift(X[::2], X[1::2].iloc[:, ::-1], random_state=0)
    pd.testing.assert_frame_equal(found.table, reordered.table)


def test_the_same_seed_gives_the_same_result_and_many_rows_are_capped(monkeypatch):
    monkeypatch.setattr(adversary, "MOST_FITTED", 150)
    monkeypatch.setattr(adversary, "MOST_SHUFFLED", 100)
    first, second = (distribution_shift(*clouds(400, 1), estimators=LINEAR, random_state=5) for _ in range(2))
    pd.testing.assert_frame_equal(first.to_frame(), second.to_frame())
    assert first.auc.item() > 0.7
    other = distribution_shift(*clouds(400, 1), estimators=LINEAR, random_state=np.random.default_rng(6))
    assert other.auc.item() != first.auc.item()


# the result ---------------------------------------------------------------------------------------------------------


def test_the_result_prints_draws_and_exports_itself(tmp_path):
    found = distribution_shift(*clouds(200, 2), random_state=0)
    lines = str(found).splitlines()
    assert lines[0] == "200 training and 200 test rows: a shift, p = 0.002"
    assert "linear" in str(found)
    assert "fall of the AUC if the column is shuffled" in lines
    assert "no shift found" in str(distribution_shift(*clouds(60), random_state=0))
    axes = found.plot()
    assert axes.get_xlim() == (-0.5, len(found.auc) - 0.5)
    assert axes.lines[0].get_ydata().tolist() == found.auc.tolist()
    assert [label.get_text() for label in axes.get_xticklabels()] == ["linear", "trees"]
    assert [bar.get_y() for bar in axes.patches] == found.table["low"].tolist()
    assert found.plot(axes) is axes
    found.to_frame().to_csv(tmp_path / "shift.csv", index=False)
    back = pd.read_csv(tmp_path / "shift.csv").set_index(["estimator", "quantity"])["value"]
    assert back["linear", "auc"] == pytest.approx(found.auc["linear"])
    assert back["trees", "fall if shuffled: 0"] == pytest.approx(found.columns.loc[0, "trees"])


def test_the_default_leaves_fit_the_number_of_rows():
    assert default_adversaries(100)["trees"].min_samples_leaf == 3
    assert default_adversaries(5000)["trees"].min_samples_leaf == 20


# bad input ----------------------------------------------------------------------------------------------------------

A = pd.DataFrame({"a": range(8), "b": list("xyxyxyxy")})
N = np.arange(16.0).reshape(8, 2)


test_bad_input_is_told = refused(
    [
        (lambda: distribution_shift(A, A[["a"]]), r"X_test must have the columns of X_train; got missing \['b'\]"),
        (lambda: distribution_shift(A, A.assign(c=1)), r"X_test must have the columns of X_train; got unknown \['c'\]"),
        (lambda: distribution_shift(N, N[:, :1]), "X_test must have 2 columns as X_train; got 1"),
        (lambda: distribution_shift(A, A.assign(a="z")), "X_test must hold numbers in column 'a', as X_train d"),
        (lambda: distribution_shift(A.assign(b=1), A.assign(b=1)), r"in column 'b'; got a single value. Drop it: drop"),
        (lambda: distribution_shift(A.assign(b=None), A.assign(b=None)), "in column 'b'; got only missing values"),
        (lambda: distribution_shift(A[:3], A), "X_train must have at least 4 rows; got 3"),
        (lambda: distribution_shift(A, A[:2]), "X_test must have at least 4 rows; got 2"),
        (lambda: distribution_shift([[1, 2], [3]], N), "X_train must have rows of one length"),
        (lambda: distribution_shift(A, A, ([0, 1], [0] * 8)), "y_train must have one value for each of the 8 rows"),
        (lambda: distribution_shift(A, A, ([0] * 8, [0] * 7)), "y_test must have one value for each of the 8 rows"),
        (lambda: distribution_shift(A, A, np.zeros(8)), "y must be a pair of targets; got ndarray"),
        (
            lambda: distribution_shift(A.rename(columns={"b": "y"}), A.rename(columns={"b": "y"}), (A["a"], A["a"])),
            "X_train must have no column 'y' if y is given",
        ),
        (lambda: distribution_shift(A, A, (A["a"], A["a"][::-1])), "y_test must have the index of X_test"),
        (lambda: distribution_shift(A, A, estimators=[]), "estimators must be a dict with at least one classifier"),
        (lambda: distribution_shift(A, A, estimators={"svm": LinearSVC()}), "must have predict_proba; got LinearSVC"),
        (lambda: distribution_shift(A, A, estimators={"l": LogisticRegression}), "Pass an instance such as"),
        (lambda: distribution_shift(A, A, groups=range(16)), "groups must be a pair; got range"),
        (lambda: distribution_shift(A, A, groups=(range(8), range(9))), "groups_test must have one value for each of"),
        (lambda: distribution_shift(A, A, groups=(range(8), A["a"][::-1])), "groups_test must have the index of X_t"),
        (
            lambda: distribution_shift(A, A, groups=([1, 2] * 4, range(8))),
            "groups_train must hold at least 4 groups; g",
        ),
        (lambda: distribution_shift(A, A, groups=(range(8), range(7, 15))), "stand on one side each; got 7 on both"),
        (lambda: distribution_shift(A, A, n_permutations=10), r"n_permutations must be in \[19, inf\]; got 10"),
        (lambda: auc_from_ranks([1, 2], [True, True]), "is_test must hold rows of both sides; got 2 of 2"),
        (lambda: permuted_aucs([1, 2], 2, 9, np.random.default_rng(0)), r"n_test must be in \[1, 1\]; got 2"),
        (lambda: permuted_aucs([1, 2], 1, 9, np.random.default_rng(0), [1]), "for each of the 2 scores; got 1"),
        (lambda: permuted_aucs([1, 2], 1, 0, np.random.default_rng(0)), r"n_permutations must be in \[1, inf\]; got 0"),
        (lambda: importance_weights([0.5, 1], 1, 1), r"probabilities must be in \[0, 1\); got 0.5 to 1"),
        (lambda: importance_weights([0.5], 0, 1), r"n_train must be in \[1, inf\]; got 0"),
        (lambda: distribution_shift(N, N[::-1] + 1).unlike("left"), "side must be one of 'test', 'train'; got 'left'"),
    ]
)
