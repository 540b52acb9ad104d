"""Reasons for a local outlier factor, and local outlier probabilities: by hand, the loops, exactness, limits."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from oracles import lof as longhand
from scipy import sparse
from sklearn.compose import make_column_transformer
from sklearn.metrics import pairwise_distances
from sklearn.neighbors import LocalOutlierFactor as Peer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler

from methods.checks import refused
from methods.test_lof import cloud, problems
from tiws_teach import (
    LocalOutlierFactor,
    column_shares,
    explain_outlier,
    local_outlier_probability,
    outlier_probability,
    probabilistic_factor,
    standard_distance,
)

TOWN = np.array([[0, 0], [1, 0], [0, 1], [1, 1], [2, 0], [0, 2], [1, 9]])  # one house far in the north
SETTINGS = [
    {},
    {"ties": "first"},
    {"metric": "manhattan"},
    {"metric": "minkowski", "metric_params": {"p": 3}},
    {"metric": "cosine"},
]


def same_from_its_frame(model, reasons, row):
    """The frame gives density and factor by the definitions, and the estimator's own factor."""
    near = reasons.neighbors
    assert (near["reachability"] == near[["distance", "k_distance"]].max(axis=1)).all()
    with np.errstate(divide="ignore"):
        assert reasons.density == pytest.approx(1 / near["reachability"].mean(), rel=1e-12)
    finite = near[np.isfinite(near["density"])]
    np.testing.assert_allclose(finite["ratio"], finite["density"] / reasons.density, rtol=1e-12)
    for found in (near["ratio"].mean(), reasons.factor):
        np.testing.assert_allclose(found, -model.negative_outlier_factor_[row], rtol=1e-12)


# --- by hand


def test_the_house_in_the_north_by_hand():
    """Its neighbours are (0, 2), at 50^.5, and (1, 1), at 8; only the first lies in the west, by 1 of 50."""
    reasons = explain_outlier(LocalOutlierFactor(2).fit(TOWN), 6)
    assert reasons.neighbors.index.tolist() == [5, 3]
    np.testing.assert_allclose(reasons.neighbors["distance"], [50**0.5, 8])
    np.testing.assert_allclose(reasons.neighbors["k_distance"], [2**0.5, 1])
    assert reasons.columns.index.tolist() == [1, 0]  # north first
    east = 50**0.5 / 50 / (50**0.5 + 8)
    np.testing.assert_allclose(reasons.columns["share"], [1 - east, east])
    np.testing.assert_allclose(reasons.columns["part"].sum(), reasons.factor)
    assert reasons.columns.loc[1, ["value", "neighbors"]].tolist() == [9, 1.5]
    share, usual = reasons.columns["share"], reasons.columns["usual"]
    np.testing.assert_allclose(reasons.columns["unusual"], (share + 0.01) / (usual + 0.01))
    opening = "LOF 6.889, density 0.1327\n\nBy column: share of the distance to the neighbours, usual share of theirs"
    assert str(reasons).startswith(opening)


def test_shares_by_hand():
    np.testing.assert_allclose(column_shares([[3, 4], [0, 2]], [5, 4]), [1 / 5, 4 / 5])  # (5 * 9 / 25 + 4 * 0) / 9
    np.testing.assert_allclose(column_shares([[3, 4], [0, 2]], [5, 4], power=1), [15 / 63, 48 / 63])
    assert column_shares([[0, 0], [0, 5]], [5, 5]).tolist() == [0.25, 0.75]  # a copy says nothing
    assert column_shares([[0, 1]], [0]).tolist() == [0, 1]


def test_probabilities_by_hand():
    np.testing.assert_allclose(standard_distance([3, 4, 2], [0, 2, 3]), [12.5**0.5, 2])
    assert probabilistic_factor([6, 0, 2], [1, 3, 0, 0], [0, 2, 3, 4]).tolist() == [2, 0, np.inf]
    found = outlier_probability([1, -1, 0], extent=1)  # s is (2 / 3)^.5
    np.testing.assert_allclose(found, [0.779329, 0, 0], atol=1e-6)  # share of normal values within 1 / s sd
    assert outlier_probability([np.inf, 0, 0]).tolist() == [1, 0, 0]
    assert outlier_probability([np.inf]).tolist() == [1]


# --- the loops


@settings(max_examples=12)  # each row of each table is explained by loops, and its neighbours too
@given(problems())
def test_shares_are_those_of_the_loops(problem):
    X, k, _ = problem
    for ties in ("all", "first"):
        model = LocalOutlierFactor(k, ties).fit(X)
        for i in range(len(X)):
            reasons = explain_outlier(model, i)
            same_from_its_frame(model, reasons, i)
            if reasons.neighbors["reachability"].any():
                wanted = longhand.column_shares(X, i, k, ties=ties)
                np.testing.assert_allclose(reasons.columns["share"].sort_index(), wanted, rtol=1e-9, atol=1e-12)
            near = reasons.neighbors.index
            if reasons.neighbors["distance"].all():  # otherwise a neighbour's shares may be those of copies alone
                usual = [explain_outlier(model, j).columns["share"].sort_index() for j in near]
                np.testing.assert_allclose(reasons.columns["usual"].sort_index(), np.mean(usual, axis=0), rtol=1e-9)


@given(problems())
def test_probabilities_are_those_of_the_loops(problem):
    X, k, _ = problem
    for extent in (1, 3):
        found = local_outlier_probability(X, k, extent)
        np.testing.assert_allclose(found, longhand.outlier_probabilities(X, k, extent), rtol=1e-9, atol=1e-12)


# --- exact for the estimator's own numbers


@pytest.mark.parametrize("how", SETTINGS, ids=str)
@pytest.mark.parametrize("kind", ["numbers", "copies"])
def test_every_row_is_explained_exactly(how, kind):
    X = cloud(60)
    X = X if kind == "numbers" else np.vstack([X, X[:20], X[:20]]).round(1)
    model = LocalOutlierFactor(4, **how).fit(X)
    for i in range(0, len(X), 7):
        reasons = explain_outlier(model, i)
        same_from_its_frame(model, reasons, i)
        if "cosine" in how.values():
            assert reasons.columns is None
        else:
            assert reasons.columns["share"].sum() == pytest.approx(1, abs=1e-12)
            assert reasons.columns["part"].sum() == pytest.approx(reasons.factor, rel=1e-12)
            assert reasons.columns["value"].sort_index().tolist() == X[i].tolist()


def test_distances_that_are_given_have_neighbours_and_no_columns():
    X = cloud(40)
    model = LocalOutlierFactor(5, metric="precomputed").fit(pairwise_distances(X))
    reasons, by_columns = explain_outlier(model, 3), explain_outlier(LocalOutlierFactor(5).fit(X), 3)
    pd.testing.assert_frame_equal(reasons.neighbors, by_columns.neighbors)
    assert reasons.columns is None
    assert "value" not in str(reasons)


def test_sparse_rows_are_explained_as_dense_ones():
    X = np.where(np.abs(cloud(60)) < 0.3, 0, cloud(60))
    one, other = (explain_outlier(LocalOutlierFactor(4).fit(form(X)), 5) for form in (np.array, sparse.csr_array))
    pd.testing.assert_frame_equal(one.columns, other.columns)
    pd.testing.assert_frame_equal(one.neighbors, other.neighbors)


def test_new_rows_are_explained_exactly():
    X, new = cloud(50), cloud(5, seed=1)
    model = LocalOutlierFactor(6, novelty=True).fit(X)
    for i, score in enumerate(model.score_samples(new)):
        for form in (new[[i]], pd.DataFrame(new[[i]])):
            assert explain_outlier(model, form).factor == pytest.approx(-score, rel=1e-12)


@pytest.mark.parametrize(
    "how", [{}, {"p": 1}, {"metric": "minkowski", "p": 3}, {"metric": "cosine"}, {"novelty": True}], ids=str
)
def test_the_estimator_of_scikit_learn_is_explained_as_ours(how):
    X, new = cloud(60), cloud(5, seed=1)
    peer = make_pipeline(StandardScaler(), Peer(6, **how)).fit(X)
    for i in (0, 7, 59):
        reasons = explain_outlier(peer, i, X)
        assert reasons.factor == pytest.approx(-peer[-1].negative_outlier_factor_[i], rel=1e-6)
        assert (reasons.columns is None) == ("cosine" in how.values())
    if how.get("novelty"):
        for row, score in zip(new, peer.score_samples(new), strict=True):
            assert explain_outlier(peer, [row], X).factor == pytest.approx(-score, rel=1e-6)
    frame = pd.DataFrame(X, columns=list("abc"[: X.shape[1]]) if X.shape[1] <= 3 else None)
    ours = explain_outlier(LocalOutlierFactor(6, "first").fit(frame), 3).columns
    pd.testing.assert_frame_equal(explain_outlier(Peer(6).fit(frame), 3, frame).columns, ours)


@pytest.mark.filterwarnings("ignore:Duplicate values are leading")
def test_beside_copies_scikit_learns_factor_is_large():
    X = [[0, 0]] * 4 + [[0, 1], [3, 0], [5, 5]]
    assert explain_outlier(Peer(3).fit(X), 4, X).factor == np.inf


def test_beside_copies_the_factor_is_infinite_and_so_is_the_part_of_the_column():
    X = [[0, 0]] * 4 + [[0, 1], [3, 0], [5, 5]]
    reasons = explain_outlier(LocalOutlierFactor(3).fit(X), 4)
    assert (reasons.factor, reasons.columns.loc[1, "part"], reasons.columns.loc[0, "part"]) == (np.inf, np.inf, 0)
    assert explain_outlier(LocalOutlierFactor(3).fit(X), 0).columns["share"].tolist() == [0.5, 0.5]
    assert local_outlier_probability(X, 3)[4] == 1


def test_the_names_are_those_of_the_last_step():
    frame = pd.DataFrame(cloud(40), columns=["age", "income", "loans"])
    frame.loc[7, "loans"] = 40
    for model, last in [
        (LocalOutlierFactor(5), "loans"),
        (make_pipeline(StandardScaler(), LocalOutlierFactor(5)), "loans"),
        (make_pipeline(make_column_transformer((StandardScaler(), ["loans"])), LocalOutlierFactor(5)),
         "standardscaler__loans"),
        (make_pipeline(FunctionTransformer(np.asarray), LocalOutlierFactor(5)), 2),
    ]:  # fmt: skip
        reasons = explain_outlier(model.fit(frame), 7)
        assert reasons.columns.index[0] == last
    novel = make_pipeline(StandardScaler(), LocalOutlierFactor(5, novelty=True)).fit(frame)
    odd = frame.loc[[0]].assign(income=9.0)
    assert explain_outlier(novel, odd).columns.index[0] == explain_outlier(novel, odd.iloc[0]).columns.index[0]
    assert explain_outlier(novel, odd).columns.index[0] == "income"


# --- what they are good for


def test_the_moved_column_comes_first():
    """Shifted by five standard deviations; beside a dense cloud by far less than the spread of the wide one."""
    first = []
    for seed in range(20):
        rng = np.random.default_rng(seed)
        wide = rng.integers(2, size=(300, 1))
        X = rng.normal(size=(300, 6)) * np.where(wide, 3, 0.3) + 10 * wide
        X[0], column = 0.3 * rng.normal(size=6), seed % 6
        X[0, column] = 2
        first.append(explain_outlier(LocalOutlierFactor(20).fit(X), 0).columns.index[0] == column)
    assert np.mean(first) == 1


def test_it_draws_itself():
    axes = explain_outlier(LocalOutlierFactor(2).fit(TOWN), 6).plot()
    assert [bar.get_width() for bar in axes.patches[2:]] == pytest.approx([0.00938, 0.99062], abs=1e-4)
    assert axes.get_title() == "LOF 6.89"
    assert [label.get_text() for label in axes.get_yticklabels()] == ["0", "1"]


def test_the_probability_is_not_calibrated_and_the_comparison_with_held_out_rows_is():
    """Without any outlier, 25 of 500 rows exceed one half; the rate of false alarms holds for the other rule."""
    above, rates = [], []
    for seed in range(20):
        rng = np.random.default_rng(seed)
        above.append((local_outlier_probability(rng.normal(size=(500, 2))) > 0.5).sum())
        known, held, ordinary = (rng.normal(size=(n, 2)) for n in (300, 200, 500))
        model = LocalOutlierFactor(20, novelty=True).fit(known)
        s, new = model.score_samples(held)[:, np.newaxis], model.score_samples(ordinary)
        rates.append(((1 + (s <= new).sum(axis=0)) / (1 + len(s)) <= 0.05).mean())
    assert 20 < np.mean(above) < 30
    assert np.mean(rates) < 0.05 + 2 * np.std(rates) / 20**0.5


FITTED = LocalOutlierFactor(2).fit(TOWN)
NOVEL = LocalOutlierFactor(2, novelty=True).fit(TOWN)
test_bad_input_is_refused = refused(
    [
        (lambda: explain_outlier(Peer(2).fit(TOWN), 0), "X must be given for scikit-learn's LocalOutlierFactor; got"),
        (lambda: explain_outlier(Peer(2).fit(TOWN), 0, TOWN[:-1]), "X must be the 7 rows that the estimator was fit"),
        (lambda: explain_outlier(Peer(2).fit(TOWN), 0, cloud(7)), "X must be the rows that the estimator was fitted"),
        (lambda: explain_outlier(Peer(2).fit(TOWN), 9, TOWN), r"row must be in \[0, 6\]; got 9"),
        (lambda: explain_outlier(Peer(2), 0, TOWN), "not fitted yet"),
        (lambda: explain_outlier(StandardScaler().fit(TOWN), 0), "estimator must be a LocalOutlierFactor, or a pipe"),
        (lambda: explain_outlier(LocalOutlierFactor(), 0), "not fitted yet"),
        (lambda: explain_outlier(FITTED, 7), r"row must be in \[0, 6\]; got 7"),
        (lambda: explain_outlier(FITTED, True), "row must be a whole number"),
        (
            lambda: explain_outlier(FITTED, [[1, 2]]),
            r"row must be the number of a row of fit; got \[\[1, 2\]\]. Use no",
        ),
        (lambda: explain_outlier(NOVEL, TOWN), "row must be a single row; got 7 rows. Explain one row at a time"),
        (lambda: explain_outlier(NOVEL, [[1, 2, 3]]), "3 features"),
        (lambda: explain_outlier(NOVEL, [1, 2]), "2D array"),
        (lambda: column_shares([[1, 2]], [1, 2]), "reachability must have 1 values, one a neighbour; got 2"),
        (lambda: column_shares([1, 2], [1]), "differences must have 2 axes"),
        (lambda: column_shares([[1, 2]], [-1]), r"reachability must be in \[0, inf\); got -1"),
        (lambda: column_shares([[1, np.nan]], [1]), "differences must be finite; got nan"),
        (lambda: column_shares([[1, 2]], [1], 0), r"power must be in \(0, inf\); got 0"),
        (lambda: standard_distance([1, np.nan], [0, 2]), r"distances must be in \[0, inf\); got nan"),
        (lambda: standard_distance([1, 2], [0, 3]), "starts must rise from 0 to 2"),
        (lambda: probabilistic_factor([-1], [1], [0, 1]), r"sigma must be in \[0, inf\); got -1"),
        (lambda: probabilistic_factor([1, 2], [1], [0, 1]), "sigma must have 1 values; got 2"),
        (lambda: outlier_probability([-2]), r"factors must be in \[-1, inf\); got -2"),
        (lambda: outlier_probability([]), "factors must have 1 axis and at least one value"),
        (lambda: outlier_probability([1], 0), r"extent must be in \(0, inf\); got 0"),
        (lambda: local_outlier_probability(TOWN, 7), r"k must be in \[1, n_samples - 1 = 6\]; got k = 7"),
        (lambda: local_outlier_probability(TOWN, 2, "far"), "extent must be a number"),
        (
            lambda: explain_outlier(LocalOutlierFactor(2, metric="cosine").fit(TOWN + 1), 0).plot(),
            "metric must be a sum",
        ),
    ]
)
