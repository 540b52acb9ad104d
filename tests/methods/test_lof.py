"""The local outlier factor: by hand, the loops, scikit-learn's, duplicates, what leaves it alone, and bad input."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import lof as longhand
from scipy import sparse
from sklearn.metrics import pairwise_distances, roc_auc_score
from sklearn.neighbors import LocalOutlierFactor as Peer

from methods.checks import peak_of, refused
from tiws_teach import (
    LocalOutlierFactor,
    density_ratio,
    k_distance,
    local_outlier_factor,
    local_reachability_density,
    mean_neighbor_distance,
    neighborhood,
    reachability_distance,
)
from tiws_teach.literal import lof as oracle

SEVEN = np.array([[0, 0], [1, 0], [0, 1], [1, 1], [2, 0], [0, 2], [4, 4]])
TIES = ("all", "first")


def grid(step, across):
    """Five by five points, the first at (across, 0)."""
    return np.array([[across + step * i, step * j] for i in range(5) for j in range(5)])


# tenths, so that ties are ties: a dense cluster, a sparse one, x1 beside the dense one, x2 far from both
CLUSTERS = np.vstack([grid(1, 0), grid(10, 100), [[10, 2], [50, 100]]])
DENSE, SPARSE, X1, X2 = slice(25), slice(25, 50), 50, 51


def cloud(n=300, p=3, seed=0):
    return np.random.default_rng(seed).normal(size=(n, p))


@st.composite
def problems(draw):
    """Rows on a small grid, so that ties and duplicates are many; k; new rows."""
    p = draw(st.integers(1, 2))
    row = st.tuples(*[st.integers(-2, 2)] * p)
    X = draw(st.lists(row, min_size=2, max_size=10))
    return X, draw(st.integers(1, len(X) - 1)), draw(st.lists(row, min_size=1, max_size=4))


# --- by hand


@pytest.mark.parametrize(
    ("k", "ties", "expected"),
    [
        (2, "all", [0.878680, 1.072984, 1.072984, 0.878680, 1.133883, 1.133883, 3.892856]),
        (3, "all", [0.727235, 1.197816, 1.197816, 1.032226, 1.066464, 1.066464, 2.979694]),
        (2, "first", [1, 1, 1, 1, 1.207107, 1.207107, 3.983583]),
    ],
)
def test_seven_points(k, ties, expected):
    np.testing.assert_allclose(local_outlier_factor(SEVEN, k, ties), expected, atol=5e-7)
    model = LocalOutlierFactor(k, ties).fit(SEVEN)
    np.testing.assert_allclose(-model.negative_outlier_factor_, expected, atol=5e-7)


def test_two_clusters():
    """The mean distance ranks x1 behind all of the sparse cluster; the factor finds x1 and x2 and nobody else."""
    mean = mean_neighbor_distance(CLUSTERS, 5) / 10
    assert mean[X1] == pytest.approx(0.6163, abs=5e-5)
    assert mean[SPARSE].min() == pytest.approx(1.0828, abs=5e-5)
    assert (mean > mean[X1]).sum() + 1 == 27
    factor = local_outlier_factor(CLUSTERS, 5)
    np.testing.assert_allclose(factor[[X1, X2]], [3.9767, 5.7067], atol=5e-5)
    assert factor[:X1].max() == pytest.approx(1.1185, abs=5e-5)


def test_the_steps_by_hand():
    """Of (4, 4): (1, 1) is nearest, at 3 sqrt 2; then (2, 0) and (0, 2), both at 2 sqrt 5."""
    far, diagonal = np.sqrt(20), np.sqrt(18)
    np.testing.assert_allclose(k_distance(SEVEN, 2), [1, 1, 1, 1, np.sqrt(2), np.sqrt(2), far])
    near = neighborhood(SEVEN, 2)
    assert [near.of(i).tolist() for i in range(7)] == [[1, 2], [0, 3, 4], [0, 3, 5], [1, 2], [1, 3], [2, 3], [3, 4, 5]]
    assert near.sizes.tolist() == [2, 3, 3, 2, 2, 2, 3]
    np.testing.assert_array_equal(near.k_distance, k_distance(SEVEN, 2))
    reach = reachability_distance(near.distances, near.k_distance[near.rows])
    np.testing.assert_allclose(reach[-3:], [diagonal, far, far])
    assert reach[:2].tolist() == [1, 1]
    density = local_reachability_density(reach, near.starts)
    assert density[0] == 1
    assert density[-1] == pytest.approx(3 / (diagonal + 2 * far))
    first = neighborhood(SEVEN, 2, "first")
    assert first.of(1).tolist() == [0, 3]
    assert first.sizes.tolist() == [2] * 7


def test_a_neighbour_is_nearer_to_me_than_i_to_it():
    """The reachability distance takes the k-distance of the neighbour, not of the point."""
    line = [[0], [1], [2], [9]]
    near = neighborhood(line, 1)
    assert near.of(3).tolist() == [2]
    reach = reachability_distance(near.distances, near.k_distance[near.rows])
    np.testing.assert_allclose(local_reachability_density(reach, near.starts), [1, 1, 1, 1 / 7])
    np.testing.assert_allclose(local_outlier_factor(line, 1), [1, 1, 1, 7])


def test_new_rows_have_neighbours_among_the_known():
    near = neighborhood([[0], [2], [4]], 1, queries=[[1], [4]])
    assert [near.of(i).tolist() for i in range(2)] == [[0, 1], [2]]
    assert k_distance([[0], [2], [4]], 1, queries=[[1], [4]]).tolist() == [1, 0]


# --- the loops


@given(problems())
def test_the_k_th_smallest_distance_is_that_of_definition_3(problem):
    X, k, _ = problem
    for i in range(len(X)):
        found, distances = oracle.k_distance(X, i, k), [d for d, _ in oracle.others(X, i)]
        assert sum(d <= found for d in distances) >= k > sum(d < found for d in distances)


@given(problems(), st.sampled_from(TIES))
def test_all_steps_equal_the_loops(problem, ties):
    X, k, _ = problem
    rows = range(len(X))
    near = neighborhood(X, k, ties)
    assert [near.of(i).tolist() for i in rows] == [oracle.neighborhood(X, i, k, ties) for i in rows]
    np.testing.assert_allclose(k_distance(X, k), [oracle.k_distance(X, i, k) for i in rows], rtol=1e-12)
    reach = reachability_distance(near.distances, near.k_distance[near.rows])
    expected = [oracle.reachability(X, i, j, k) for i in rows for j in near.of(i)]
    np.testing.assert_allclose(reach, expected, rtol=1e-12)
    density = local_reachability_density(reach, near.starts)
    np.testing.assert_allclose(density, [oracle.density(X, i, k, ties) for i in rows], rtol=1e-12)
    ratio = density_ratio(density, density[near.rows], near.starts)
    np.testing.assert_allclose(ratio, [oracle.factor(X, i, k, ties) for i in rows], rtol=1e-12)
    np.testing.assert_array_equal(local_outlier_factor(X, k, ties), ratio)
    means = [sum(d for d, _ in oracle.others(X, i)[:k]) / k for i in rows]
    np.testing.assert_allclose(mean_neighbor_distance(X, k), means, rtol=1e-12)


@given(problems(), st.sampled_from(TIES))
def test_new_rows_equal_the_loops(problem, ties):
    X, k, queries = problem
    model = LocalOutlierFactor(k, ties, novelty=True).fit(X)
    expected = [-longhand.new_factor(X, query, k, ties) for query in queries]
    np.testing.assert_allclose(model.exact_score_samples(queries), expected, rtol=1e-12)
    np.testing.assert_array_equal(model.score_samples(queries), np.maximum(model.exact_score_samples(queries), -1e300))


@given(problems(), st.sampled_from(TIES), st.sampled_from(["euclidean", "manhattan"]))
def test_counted_rows_have_the_factors_of_the_equations(problem, ties, metric):
    """The grid repeats rows; sparse rows and threads change nothing."""
    X, k, queries = problem
    expected = local_outlier_factor(X, k, ties, metric)
    model = LocalOutlierFactor(k, ties, novelty=True, metric=metric).fit(X)
    np.testing.assert_allclose(-model.negative_outlier_factor_, expected, rtol=1e-12)
    rows = sparse.csr_matrix(np.array(X, dtype=float))
    other = LocalOutlierFactor(k, ties, novelty=True, metric=metric, n_jobs=2).fit(rows)
    np.testing.assert_array_equal(other.negative_outlier_factor_, model.negative_outlier_factor_)
    asked = sparse.csr_array(np.array(queries, dtype=float))
    np.testing.assert_array_equal(other.score_samples(asked), model.score_samples(queries))


# --- scikit-learn


@pytest.mark.parametrize(("metric", "rtol"), [("euclidean", 1e-8), ("manhattan", 1e-8), ("cosine", 1e-5)])
@pytest.mark.parametrize("k", [1, 5, 40])
@pytest.mark.parametrize("ties", TIES)
def test_without_ties_the_factors_are_scikit_learns(ties, k, metric, rtol):
    """But for the 1e-10 that it adds, which shows where the distances are tiny."""
    X, new = cloud(), cloud(100, seed=1) * 2
    peer = Peer(n_neighbors=k, metric=metric, novelty=True).fit(X)
    model = LocalOutlierFactor(k, ties, novelty=True, metric=metric).fit(X)
    np.testing.assert_allclose(model.negative_outlier_factor_, peer.negative_outlier_factor_, rtol=rtol)
    np.testing.assert_allclose(model.score_samples(new), peer.score_samples(new), rtol=rtol)
    np.testing.assert_allclose(model.decision_function(new), peer.decision_function(new), rtol=rtol, atol=1e-8)
    np.testing.assert_array_equal(model.predict(new), peer.predict(new))
    assert model.offset_ == peer.offset_ == -1.5
    np.testing.assert_allclose(local_outlier_factor(X, k, ties, metric), -peer.negative_outlier_factor_, rtol=rtol)


@pytest.mark.parametrize("contamination", ["auto", 0.01, 0.1, 0.5])
def test_the_border_is_scikit_learns(contamination):
    X = np.vstack([cloud(), cloud(10, seed=1) * 4])
    peer = Peer(n_neighbors=10, contamination=contamination)
    model = LocalOutlierFactor(10, contamination=contamination)
    np.testing.assert_array_equal(model.fit_predict(X), peer.fit_predict(X))
    assert model.offset_ == pytest.approx(peer.offset_, rel=1e-8)


def test_precomputed_distances_give_the_same():
    X, new = cloud(60), cloud(20, seed=1)
    plain = LocalOutlierFactor(5, novelty=True).fit(X)
    model = LocalOutlierFactor(5, novelty=True, metric="precomputed").fit(pairwise_distances(X))
    np.testing.assert_allclose(model.negative_outlier_factor_, plain.negative_outlier_factor_, rtol=1e-8)
    np.testing.assert_allclose(model.score_samples(pairwise_distances(new, X)), plain.score_samples(new), rtol=1e-8)


def test_what_is_judged_depends_on_novelty():
    known, new = LocalOutlierFactor(), LocalOutlierFactor(novelty=True)
    assert hasattr(known, "fit_predict")
    assert hasattr(new, "predict")
    for model, name, match in (
        (known, "predict", "'LocalOutlierFactor' has no attribute 'predict'"),
        (known, "score_samples", "has no attribute 'score_samples'"),
        (known, "decision_function", "has no attribute 'decision_function'"),
        (new, "fit_predict", "has no attribute 'fit_predict'"),
    ):
        with pytest.raises(AttributeError, match=match) as raised:
            getattr(model, name)
        assert "novelty=" in str(raised.value.__cause__)


# --- duplicates


@pytest.mark.parametrize("ties", TIES)
def test_more_than_k_duplicates_are_infinitely_dense(ties):
    X = [[0], [0], [0], [1], [5], [6], [7], [8]]
    factor = local_outlier_factor(X, 2, ties)
    assert factor[:3].tolist() == [1, 1, 1]
    assert factor[3] == np.inf
    assert np.isfinite(factor[5:]).all()
    assert np.isfinite(local_outlier_factor(X, 3, ties)).all()  # three are not more than three
    model = LocalOutlierFactor(2, ties, novelty=True).fit(X)
    assert model.exact_score_samples([[0], [0.5], [7]])[:2].tolist() == [-1, -np.inf]
    assert model.score_samples([[0], [0.5]]).tolist() == [-1, -1e300]
    assert np.isfinite(model.decision_function([[0], [0.5]])).all()
    assert model.predict([[0], [0.5]]).tolist() == [1, -1]


def test_many_duplicates_are_no_table_of_pairs():
    """Of 4,000 rows 1,500 are equal: written out, they would have 2.2 million neighbours."""
    X = cloud(4000)
    X[500:2000] = X[0]
    model = LocalOutlierFactor(novelty=True)
    assert peak_of(lambda: model.fit(X).score_samples(X[:2000])) < 8 * 1500**2
    assert (model.negative_outlier_factor_[500:2000] == -1).all()


def test_infinite_factors_can_be_ranked():
    X = [[0], [0], [0], [1], [20], [21], [22], [24]]
    model = LocalOutlierFactor(2).fit(X)
    assert np.isinf(model.negative_outlier_factor_[3])
    assert model.scores_.tolist() == np.maximum(model.negative_outlier_factor_, -1e300).tolist()
    assert roc_auc_score(np.arange(8) == 3, -model.scores_) == 1


@pytest.mark.parametrize("contamination", [0.25, 0.5])
def test_a_row_at_the_border_is_an_inlier(contamination):
    """Seven points (k = 2, exact neighbours): five factors are below the quantile, one or two are the quantile."""
    X = np.vstack([SEVEN, [[0.5, 0.5], [9, 9]]])
    model = LocalOutlierFactor(2, contamination=contamination)
    called, score = model.fit_predict(X), model.negative_outlier_factor_
    assert model.offset_ == np.percentile(score, 100 * contamination)
    assert (score == model.offset_).any()
    np.testing.assert_array_equal(called, np.where(score < model.offset_, -1, 1))
    assert (called[score == model.offset_] == 1).all()


def test_a_new_row_at_the_border_is_an_inlier():
    """The density at 4.5 is 1 / 1.5 and that of its neighbour 1: the factor is 1.5 to the last bit."""
    model = LocalOutlierFactor(1, novelty=True).fit([[0.0], [1], [2], [3]])
    assert model.score_samples([[4.5], [4.75]]).tolist() == [-1.5, -1.75]
    assert model.decision_function([[4.5]]).tolist() == [0]
    assert model.predict([[4.5], [4.75]]).tolist() == [1, -1]
    assert LocalOutlierFactor(1).fit_predict([[0.0], [1], [2], [3], [4.5]]).tolist() == [1] * 5
    assert LocalOutlierFactor(1).fit_predict([[0.0], [1], [2], [3], [4.75]]).tolist() == [1, 1, 1, 1, -1]


@pytest.mark.parametrize("metric", ["euclidean", "precomputed"])
def test_neighbours_are_those_of_scikit_learn(metric):
    X, new = cloud(60), cloud(20, seed=1)
    rows, asked = (pairwise_distances(X), pairwise_distances(new, X)) if metric == "precomputed" else (X, new)
    model = LocalOutlierFactor(5, metric=metric).fit(rows)
    peer = Peer(5, metric=metric).fit(rows)
    for options in ({}, {"n_neighbors": 3}, {"X": asked}, {"X": asked, "n_neighbors": 60}):
        for found, expected in zip(model.kneighbors(**options), peer.kneighbors(**options), strict=True):
            np.testing.assert_allclose(found, expected, rtol=1e-9)
        np.testing.assert_array_equal(
            model.kneighbors(**options, return_distance=False), model.kneighbors(**options)[1]
        )


def test_all_rows_alike_are_no_outliers():
    assert local_outlier_factor(np.ones((6, 2)), 3).tolist() == [1] * 6
    assert LocalOutlierFactor(3).fit_predict(np.ones((6, 2))).tolist() == [1] * 6


@pytest.mark.parametrize("contamination", ["auto", 0.05, 0.125, 0.2])
def test_infinite_factors_are_outliers_at_any_share(contamination):
    X = [[0], [0], [0], [1], [-1], [20], [21], [22], [23], [24]]
    model = LocalOutlierFactor(2, contamination=contamination)
    called = model.fit_predict(X)
    assert np.isinf(model.negative_outlier_factor_[[3, 4]]).all()
    assert called[[3, 4]].tolist() == [-1, -1]
    assert np.isfinite(model.offset_)
    assert (called[[0, 1, 2]] == 1).all()
    judge = LocalOutlierFactor(2, contamination=contamination, novelty=True).fit(X)
    assert judge.predict([[0], [0.5]]).tolist() == [1, -1]


# --- bad input


def fit(X, **options):
    return lambda: LocalOutlierFactor(**{"n_neighbors": 2, **options}).fit(X)


TABLE = pairwise_distances(SEVEN)
LARGE = r"must hold values of size at most 1e\+140; got 4e\+300"
BAD = [
    (fit(SEVEN, n_neighbors=7), r"n_neighbors must be in \[1, n_samples - 1 = 6\]; got n_neighbors = 7\. Lower"),
    (fit(SEVEN, metric="minkowski", metric_params={"q": 3}), r"metric and metric_params must match .*'q'"),
    (fit(SEVEN, metric_params=[3]), r"metric_params must be a dict or None; got \[3\]"),
    (fit(SEVEN, metric_params={"p": 3}), r"metric_params must be None if metric='euclidean'; got {'p': 3}"),
    (fit(SEVEN, n_jobs=0), r"n_jobs must be a whole number other than 0, or None; got 0\. Pass None"),
    (fit(TABLE[:, :-1], metric="precomputed"), r"X must be square if metric='precomputed'; got shape \(7, 6\)"),
    (fit(-TABLE, metric="precomputed"), r"precomputed distances must be >= 0; got -"),
    (lambda: fit(TABLE, novelty=True, metric="precomputed")().predict(-TABLE), r"precomputed distances must be >= 0;"),
    (fit(sparse.csr_array(TABLE), metric="precomputed"), r"metric must be one of cityblock, .* if X is sparse; got '"),
    (fit(SEVEN * 1e300), "X " + LARGE + r"\. Divide"),
    (fit(sparse.csr_array(SEVEN * -1e300)), "X " + LARGE + r"\. Divide"),
    (fit(SEVEN[:1], n_neighbors=1), "1 sample"),
    (lambda: fit(SEVEN)().kneighbors(n_neighbors=7), r"n_neighbors must be in \[1, 6\]; got 7"),
    (lambda: LocalOutlierFactor().scores_, "not fitted"),
    (lambda: neighborhood(SEVEN, 8, queries=SEVEN), r"k must be in \[1, n_samples = 7\]; got k = 8"),
    (lambda: local_outlier_factor(SEVEN * 1e300, 2), "queries and rows " + LARGE),
    (lambda: k_distance(SEVEN, 2, queries=SEVEN * 1e300), "queries and rows " + LARGE),
    (lambda: neighborhood(SEVEN, 2, "none"), r"ties must be one of 'all', 'first'; got 'none'"),
]
BAD += [
    (lambda function=function, arguments=arguments: function(*arguments), match)
    for function in (k_distance, neighborhood, local_outlier_factor, mean_neighbor_distance)
    for arguments, match in (
        ((SEVEN, 7), r"k must be in \[1, n_samples - 1 = 6\]; got k = 7\. .* at least 8 rows"),
        ((SEVEN, 0), r"k must be in \[1, inf\]; got 0"),
        ((SEVEN[:, 0], 2), "X must have two dimensions, rows and features; got 1"),
    )
]
test_bad_input_is_refused = refused(BAD)
