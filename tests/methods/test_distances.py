"""Distances from similarities and explained neighbours: by hand, the loops, known kernels, and bad input."""

import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse
from scipy.spatial.distance import cdist
from sklearn.compose import make_column_transformer
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

from methods.checks import refused
from tiws_teach import explain_neighbors, similarity_to_distance
from tiws_teach.distances import complement_distance, kernel_distance, neglog_distance, reciprocal_distance
from tiws_teach.literal import distances as oracle

MAPS = {
    "reciprocal": reciprocal_distance,
    "complement": complement_distance,
    "kernel": kernel_distance,
    "neglog": neglog_distance,
}
HOWS = tuple(MAPS)
seeds = st.integers(0, 2**31 - 1).map(np.random.default_rng)


def similarities(rng, n=6):
    """Return similarities in (0, 1] of points in the plane: exp(-r)."""
    return np.exp(-cdist(points := rng.normal(size=(n, 2)), points))


# similarities -------------------------------------------------------------------------------------------------------


def test_the_four_maps_by_hand():
    S = [[1, 0.25], [0.25, 1]]
    found = {how: similarity_to_distance(S, how)[0, 1] for how in HOWS}
    assert found == pytest.approx(
        {"reciprocal": 3, "complement": 0.75, "kernel": np.sqrt(1.5), "neglog": np.log(4)}, abs=1e-15
    )


@pytest.mark.parametrize("how", HOWS)
@given(rng=seeds)
def test_the_maps_are_their_loops_and_keep_the_order(how, rng):
    S = similarities(rng)
    D = similarity_to_distance(S, how)
    np.testing.assert_allclose(D, oracle.similarity_to_distance(S.tolist(), how), atol=1e-7)
    np.testing.assert_allclose(MAPS[how](S), oracle.similarity_to_distance(S.tolist(), how), atol=1e-7)
    assert (D == D.T).all()
    assert (np.diagonal(D) == 0).all()
    order = np.argsort(-S[0, 1:])
    assert (np.diff(D[0, 1:][order]) >= -1e-12).all()


def largest_detour(D):
    """Return by how much the direct way from i to k exceeds the way over j at most; above 0, D is no metric."""
    return (D[:, np.newaxis] - D[:, :, np.newaxis] - D).max()


@given(rng=seeds, n=st.integers(2, 7), d=st.integers(1, 3))
def test_the_kernel_map_gives_the_distance_of_the_vectors_and_a_pseudometric(rng, n, d):
    X = rng.normal(size=(n, d))
    D = similarity_to_distance(X @ X.T, "kernel")
    np.testing.assert_allclose(D, cdist(X, X), atol=1e-6)
    assert largest_detour(D) < 1e-6
    twins = np.vstack([X, X[:1]])  # two objects, one vector
    assert similarity_to_distance(twins @ twins.T, "kernel")[0, n] < 1e-6


def test_a_frame_keeps_its_names_and_the_input_stays():
    S = pd.DataFrame([[1, 0.5], [0.5, 1]], ["a", "b"], ["a", "b"])
    before = S.copy()
    D = similarity_to_distance(S, "reciprocal")
    pd.testing.assert_frame_equal(D, pd.DataFrame([[0.0, 1.0], [1.0, 0.0]], ["a", "b"], ["a", "b"]))
    pd.testing.assert_frame_equal(S, before)


def test_rounding_is_forgiven():
    S = np.array([[1 + 1e-12, 0.5], [0.5 + 1e-12, 1 - 1e-12]])
    for how in HOWS:
        assert np.isfinite(similarity_to_distance(S, how)).all()
    duplicates = np.ones((3, 3))
    assert (similarity_to_distance(duplicates, "kernel") == 0).all()


# neighbours ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def patients():
    X = pd.DataFrame({"age": [30.0, 40, 50, 60], "sugar": [5.0, 5, 9, 9]}, index=list("abcd"))
    return X, pd.Series([0, 0, 1, 1], X.index)


def test_the_doctors_table_by_hand(patients):
    X, y = patients
    model = KNeighborsClassifier(3).fit(X, y)
    found = explain_neighbors(model, X, y, {"sugar": 8.0, "age": 50})
    assert found.neighbors.index.tolist() == ["c", "d", "b"]
    assert found.neighbors["label"].tolist() == [1, 1, 0]
    assert found.differences.to_numpy().tolist() == [[0, 1], [10, 1], [-10, -3]]
    assert found.standardized["sugar"].tolist() == [0.5, 0.5, -1.5]
    assert found.standardized["age"].tolist() == pytest.approx([0, 10 / 125**0.5, -10 / 125**0.5])
    assert found.prediction == 1
    table = found.to_frame()
    assert len(table) == 6
    assert table.columns.tolist()[:5] == ["rank", "row", "distance", "label", "column"]
    assert table.loc[1].tolist() == [1, "c", 1.0, 1, "sugar", 8.0, 9.0, 1.0, 0.5]
    assert table.loc[5, ["difference", "standardized"]].tolist() == [-3, -1.5]
    lines = str(found).splitlines()
    assert lines[1].split() == ["query", "-", "1", "50.0", "8.0"]
    assert lines[2].split() == ["c", "1.0", "1", "50.0", "9.0"]


@given(rng=seeds)
def test_the_table_is_its_loops(rng):
    X, query = rng.normal(size=(9, 3)), rng.normal(size=3)
    model = KNeighborsRegressor(2).fit(X, X[:, 0])
    found = explain_neighbors(model, X, X[:, 0], query, n_neighbors=4)
    near = sorted(range(9), key=lambda i: (math.dist(X[i], query), i))[:4]
    assert found.neighbors.index.tolist() == near
    np.testing.assert_allclose(found.differences, X[near] - query)
    np.testing.assert_allclose(found.standardized, (X[near] - query) / X.std(axis=0))
    assert found.prediction == model.predict([query])[0]


def test_a_pipeline_searches_scaled_columns_and_shows_units(patients):
    X, y = patients
    model = make_pipeline(StandardScaler(), KNeighborsClassifier(1)).fit(X, y)
    found = explain_neighbors(model, X, y, X.loc[["b"]] + [0.0, 3.0])
    assert found.neighbors.index.tolist() == ["c"]  # unscaled, b is nearer
    assert found.neighbors["distance"].iloc[0] == pytest.approx(np.hypot(10 / 125**0.5, 0.5))
    assert found.differences.iloc[0].tolist() == [10, 1]


def test_categories_and_missing_values_have_no_difference(patients):
    X, y = patients
    X = X.assign(port=["S", "S", "Q", "C"], same=1.0)
    steps = make_column_transformer(
        (OneHotEncoder(handle_unknown="ignore"), ["port"]), ("passthrough", ["age", "same"])
    )
    model = make_pipeline(steps, KNeighborsClassifier(2)).fit(X, y)
    found = explain_neighbors(model, X, y, X.loc["b"])
    assert found.neighbors["port"].tolist() == ["S", "S"]
    assert found.differences["port"].isna().all()
    assert found.standardized["same"].tolist() == [0, 0]
    unlike = explain_neighbors(model, X, y, {"age": 30, "sugar": None, "port": "X", "same": 2.0})
    assert unlike.differences["sugar"].isna().all()
    assert unlike.standardized["same"].isna().all()  # a constant column has no standard deviation


def test_the_picture_has_a_marker_for_each_neighbour(patients):
    X, y = patients
    axes = explain_neighbors(KNeighborsClassifier(3).fit(X, y), X, y, X.iloc[0]).plot()
    assert [label.get_text() for label in axes.get_xticklabels()] == ["age", "sugar"]
    assert [line.get_label() for line in axes.lines[:3]] == ["1: 0", "2: 0", "3: 1"]
    assert [line.get_color() for line in axes.lines[:3]] == ["C0", "C0", "C1"]
    assert axes.lines[2].get_ydata()[1] == pytest.approx(2)
    assert explain_neighbors(KNeighborsClassifier(1).fit(X, y), X, y, X.iloc[0]).plot(axes) is axes


# bad input ----------------------------------------------------------------------------------------------------------


X2, y2 = np.arange(8.0).reshape(4, 2), [0, 0, 1, 1]
KNN = KNeighborsClassifier(1).fit(X2, y2)
GIVEN = KNeighborsClassifier(1, metric="precomputed").fit(cdist(X2, X2), y2)
FRAME = pd.DataFrame(X2, columns=["a", "b"])


test_bad_input_is_told = refused(
    [
        (
            lambda: similarity_to_distance([[1, 0.5], [0.4, 1]]),
            r"S must be symmetric; got S\[0, 1\] = 0.5, S\[1, 0\] = 0.4",
        ),
        (lambda: similarity_to_distance([[1, -0.2], [-0.2, 1]]), r"S must be 0 or more; .* -0.2.*correlations"),
        (lambda: similarity_to_distance([[1, 2], [2, 1]]), "S must be at most 1; .*Divide by the largest"),
        (lambda: similarity_to_distance([[1, 0], [0, 1]], "reciprocal"), 'S must be above 0 if how="reciprocal"'),
        (lambda: similarity_to_distance([[1, 0], [0, 1]], "neglog"), 'must be above 0 .*Use how="complement"'),
        (lambda: similarity_to_distance([[0.5, 0], [0, 1]]), r"1 for each object and itself; got S\[0, 0\] = 0.5"),
        (lambda: similarity_to_distance([[1, 2], [2, 1]], "kernel"), "positive semidefinite .* an eigenvalue of -1"),
        (lambda: similarity_to_distance([[-1]], "kernel"), "an eigenvalue of -1"),
        (lambda: similarity_to_distance([[1, np.nan], [np.nan, 1]]), "S must be finite; .*Fill the missing"),
        (lambda: similarity_to_distance([[1, 0.5]]), r"S must be square; got shape \(1, 2\)"),
        (lambda: similarity_to_distance(np.empty((0, 0))), "S must be square"),
        (lambda: similarity_to_distance(sparse.eye_array(2)), "S must be dense; got a sparse array"),
        (
            lambda: similarity_to_distance(pd.DataFrame(np.eye(2), list("ab"), list("ba"))),
            "name rows and columns alike",
        ),
        (lambda: similarity_to_distance(np.eye(2), "inverse"), "how must be one of 'reciprocal', 'complement'"),
        (lambda: explain_neighbors(LogisticRegression(), X2, y2, X2[0]), "estimator must list neighbours"),
        (lambda: explain_neighbors(KNeighborsClassifier(), X2, y2, X2[0]), "is not fitted yet"),
        (lambda: explain_neighbors(GIVEN, X2, y2, X2[0]), 'got metric="precomputed"'),
        (lambda: explain_neighbors(KNN, X2[:3], y2[:3], X2[0]), "X_train must be the 4 rows that the estimator was"),
        (lambda: explain_neighbors(KNN, X2, y2[:3], X2[0]), "y_train must have one value for each of the 4 rows"),
        (lambda: explain_neighbors(KNN, X2, [0, 0, 1, None], X2[0]), "y_train must have no missing values; got 1"),
        (lambda: explain_neighbors(KNN, X2, y2, X2[:2]), "query must be a single row; got 2 rows"),
        (lambda: explain_neighbors(KNN, X2, y2, [1, 2, 3]), "query must have 2 columns as X_train; got 3"),
        (lambda: explain_neighbors(KNN, FRAME, y2, {"a": 1}), r"query must have the columns of X_train; got missing"),
        (lambda: explain_neighbors(KNN, FRAME, y2, {"a": 1, "b": 2, "c": 3}), r"got unknown \['c'\]"),
        (lambda: explain_neighbors(KNN, X2, y2, X2[0], n_neighbors=5), r"n_neighbors must be in \[1, 4\]; got 5"),
        (lambda: explain_neighbors(KNN, [[1, 2], [3]], [0, 1], [1, 2]), r"X_train must have rows of one length; got"),
        (lambda: explain_neighbors(KNN, sparse.csr_array(X2), y2, X2[0]), "X_train must be dense"),
        (lambda: explain_neighbors(KNN, X2[:, 0], y2, X2[0]), "X_train must be a table of rows and columns"),
        (lambda: explain_neighbors(KNN, X2[:0], [], X2[0]), r"X_train must have rows and columns; got shape \(0, 2\)"),
        (lambda: explain_neighbors(KNN, FRAME[["a", "a"]], y2, X2[0]), "X_train must name each column once; got 'a'"),
        (lambda: explain_neighbors(KNN, FRAME, pd.Series(y2, range(4, 8)), X2[0]), "y_train must have the index of"),
    ]
)
