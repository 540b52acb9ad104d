"""Resampling: by hand, the loops, imbalanced-learn draw for draw, all kinds of input, and bad input."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from imblearn.over_sampling import SMOTE, RandomOverSampler
from imblearn.under_sampling import RandomUnderSampler
from oracles import resampling as longhand
from scipy import sparse
from sklearn.utils.class_weight import compute_class_weight

from methods.checks import refused
from tiws_teach.literal import resampling as oracle
from tiws_teach.literal.neighbors import nearest
from tiws_teach.resampling import class_weights, interpolate, oversample, smote, undersample

STRATEGIES = {
    "under": ("auto", "majority", "not minority", "not majority", "all", {"b": 4, "c": 1}, {"a": 5}),
    "over": ("auto", "minority", "not minority", "not majority", "all", {"b": 14, "c": 9}, {"c": 3}),
}

labels = st.lists(st.sampled_from("abcd"), min_size=2, max_size=30).filter(lambda y: len(set(y)) > 1)
seeds = st.integers(0, 2**31 - 1)


def three_classes(p=3, seed=0):
    """Twelve rows a, seven b and three c, mixed; no two distances are alike."""
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.array(list("a" * 12 + "b" * 7 + "c" * 3)))
    return rng.normal(size=(22, p)), y


def two_classes(n=60, share=0.2, p=2, seed=0):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, p)), (np.arange(n) < share * n).astype(int)


def counts(y):
    return pd.Series(y).value_counts().to_dict()


def same(ours, theirs):
    for a, b in zip(ours, theirs, strict=True):
        np.testing.assert_array_equal(a, b)


# --- equation 1.1


def test_class_weights_by_hand():
    assert class_weights(["healthy"] * 9 + ["ill"]) == {"healthy": 10 / 18, "ill": 5.0}
    assert class_weights([3, 1, 3, 3, 2, 3]) == {1: 2.0, 2: 2.0, 3: 0.5}
    assert list(class_weights([3, 1, 2])) == [1, 2, 3]
    assert class_weights(["only"] * 4) == {"only": 1.0}


@given(st.lists(st.sampled_from("abcd"), min_size=1, max_size=40))
def test_class_weights_equal_the_loops_and_make_all_classes_weigh_alike(y):
    found, expected = class_weights(y), oracle.class_weights(y)
    peer = compute_class_weight("balanced", classes=np.unique(y), y=np.array(y))
    np.testing.assert_allclose(list(found.values()), peer, rtol=0, atol=1e-12)
    assert found == {c: pytest.approx(float(w), abs=1e-12) for c, w in expected.items()}
    assert [found[c] * y.count(c) for c in found] == pytest.approx([len(y) / len(found)] * len(found))


@pytest.mark.parametrize(
    "y",
    [
        np.array([True, False, False]),
        pd.Series([True, False, False]),
        pd.Series([1, 0, 0], dtype="Int64"),
        pd.Series(["b", "a", "a"], dtype="category"),
        pd.Series(["b", "a", "a"], dtype="string"),
        pd.Categorical(["b", "a", "a"]),
        [1.0, 0.0, 0.0],
        ("b", "a", "a"),
    ],
)
def test_class_weights_of_every_kind_of_column(y):
    assert list(class_weights(y).values()) == [0.75, 1.5]


# --- equation 1.2


def test_interpolate_by_hand():
    assert interpolate([0, 0], [4, 2], 0.25).tolist() == [1, 0.5]
    assert interpolate([[0, 0], [1, 1]], [[4, 2], [1, 3]], [0, 1]).tolist() == [[0, 0], [1, 3]]
    assert interpolate([0, 0], [4, 2], [0.25, 0.5]).tolist() == [[1, 0.5], [2, 1]]
    assert interpolate([[5, -1]], [[5, -1]], 0.7).tolist() == [[5, -1]]


@given(st.lists(st.tuples(*[st.floats(-1e6, 1e6)] * 4, st.floats(0, 1, exclude_max=True)), min_size=1, max_size=6))
def test_interpolate_equals_the_loops_and_stays_between(cells):
    x, neighbour, u = [c[:2] for c in cells], [c[2:4] for c in cells], [c[4] for c in cells]
    found = interpolate(x, neighbour, u)
    expected = [oracle.interpolate(a, b, step) for a, b, step in zip(x, neighbour, u, strict=True)]
    np.testing.assert_array_equal(found, expected)
    room = 1e-9 * (1 + np.abs(x) + np.abs(neighbour))
    assert (found >= np.minimum(x, neighbour) - room).all()
    assert (found <= np.maximum(x, neighbour) + room).all()


# --- how many rows


@given(labels, st.sampled_from(["auto", "minority", "majority", "not minority", "not majority", "all"]))
def test_named_strategies_equal_the_loops(y, name):
    X = np.zeros((len(y), 1))
    before = oracle.counts_of(y)
    if name != "minority":
        assert counts(undersample(X, y, name)[1]) == before | longhand.wanted(name, y, over=False)
    if name != "majority":
        assert counts(oversample(X, y, name)[1]) == before | longhand.wanted(name, y, over=True)


@pytest.mark.parametrize("ratio", [0.27, 0.3, 0.29, 0.7, 1, np.float64(0.5)])
def test_a_ratio_is_rounded_down_as_the_peer_does(ratio):
    X, y = two_classes(100, 0.2)
    for ours, theirs in ((undersample, RandomUnderSampler), (oversample, RandomOverSampler), (smote, SMOTE)):
        found = counts(ours(X, y, ratio, random_state=0)[1])
        assert found == counts(theirs(sampling_strategy=float(ratio)).fit_resample(X, y)[1])
    assert counts(oversample(X, y, 0.5)[1]) == {0: 80, 1: 40}
    assert counts(undersample(X, y, 0.5)[1]) == {0: 40, 1: 20}


def test_of_equal_classes_the_first_stays():
    X, y = np.zeros((6, 1)), list("aabbcc")
    assert oversample(X, y, {"b": 5})[1].tolist() == list("aabbcc") + ["b"] * 3
    assert counts(undersample(X[:4], y[:4], 1.0)[1]) == {"a": 2, "b": 2}


def test_a_function_of_y_gives_the_counts():
    X, y = three_classes()
    half = lambda y: {c: int(np.sum(y == c)) // 2 for c in ("a", "b")}  # noqa: E731
    assert counts(undersample(X, pd.Series(y), half)[1]) == {"a": 6, "b": 3, "c": 3}


# --- under- and oversampling


def test_undersampling_by_hand():
    X, y = [[1], [2], [3], [4], [5]], list("mmfmm")
    X_new, y_new, indices = undersample(X, y, random_state=0, return_indices=True)
    assert sorted(y_new) == ["f", "m"]
    assert X_new.ravel().tolist() == (indices + 1).tolist()
    assert indices[0] == 2


@given(labels, seeds)
def test_undersampling_repeats_no_row_and_oversampling_loses_none(y, seed):
    X = np.arange(len(y)).reshape(-1, 1)
    for replacement in (False, True):
        X_new, y_new, indices = undersample(X, y, "all", seed, replacement, return_indices=True)
        assert X_new.ravel().tolist() == indices.tolist()
        assert y_new.tolist() == [y[i] for i in indices]
        assert len(set(indices)) == len(indices) or replacement
        assert list(y_new) == sorted(y_new)
    X_new, y_new, indices = oversample(X, y, "all", seed, return_indices=True)
    assert X_new.ravel().tolist() == indices.tolist()
    assert indices[: len(y)].tolist() == list(range(len(y)))
    assert y_new.tolist() == [y[i] for i in indices]


PEERS = [
    *((undersample, RandomUnderSampler, each, {}) for each in STRATEGIES["under"]),
    *((undersample, RandomUnderSampler, each, {"replacement": True}) for each in STRATEGIES["under"]),
    *((oversample, RandomOverSampler, each, {}) for each in STRATEGIES["over"]),
]


@pytest.mark.parametrize(("ours", "theirs", "strategy", "options"), PEERS)
@pytest.mark.parametrize("seed", [0, 1, 42])
def test_sampling_equals_imbalanced_learn_draw_for_draw(ours, theirs, strategy, options, seed):
    X, y = three_classes()
    peer = theirs(sampling_strategy=strategy, random_state=seed, **options)
    expected = peer.fit_resample(X, y)
    same(ours(X, y, strategy, seed, **options, return_indices=True), (*expected, peer.sample_indices_))


@pytest.mark.parametrize("function", [undersample, oversample, smote])
def test_random_states_of_every_kind(function):
    X, y = two_classes()
    first = function(X, y, random_state=7)
    same(first, function(X, y, random_state=np.random.RandomState(7)))
    same(
        function(X, y, random_state=np.random.default_rng(7)),
        function(X, y, random_state=np.random.Generator(np.random.PCG64(7))),
    )
    assert not np.array_equal(first[0], function(X, y, random_state=8)[0])
    rng = np.random.default_rng(7)
    assert not np.array_equal(function(X, y, random_state=rng)[0], function(X, y, random_state=rng)[0])
    np.random.seed(3)  # noqa: NPY002 - None is numpy's own state, as in scikit-learn
    one = function(X, y)
    np.random.seed(3)  # noqa: NPY002
    same(one, function(X, y))


@pytest.mark.parametrize("function", [undersample, oversample, smote])
def test_the_input_is_left_as_it_was(function):
    X, y = three_classes()
    X_before, y_before = X.copy(), y.copy()
    X_new, y_new = function(X, y, k_neighbors=2) if function is smote else function(X, y)
    X_new[:], y_new[:] = -1, "z"
    same((X, y), (X_before, y_before))


# --- SMOTE


def test_smote_by_hand():
    """Class 1 at 10, 11 and 20: the nearest of 10 is 11, of 11 is 10, of 20 is 11."""
    X, y = [[float(v)] for v in (0, 1, 2, 3, 4, 10, 11, 20)], [0] * 5 + [1] * 3
    X_new, y_new, parents = smote(X, y, {1: 203}, k_neighbors=1, random_state=0, return_indices=True)
    assert y_new.tolist() == y + [1] * 200
    assert parents[:8].tolist() == [[i, i] for i in range(8)]
    assert {tuple(pair) for pair in parents[8:]} == {(5, 6), (6, 5), (7, 6)}
    assert (X_new[parents[:, 0] == 7, 0] > 11).all()


@st.composite
def small_tables(draw):
    p = draw(st.integers(1, 3))
    sizes = draw(st.tuples(st.integers(3, 6), st.integers(2, 5)))
    row = st.tuples(*[st.integers(-3, 3)] * p)
    X = draw(st.lists(row, min_size=sum(sizes), max_size=sum(sizes)))
    y = draw(st.permutations([0] * sizes[0] + [1] * sizes[1]))
    return X, list(y), draw(st.integers(1, min(sizes) - 1))


@given(small_tables(), seeds)
def test_synthetic_points_lie_between_a_row_and_a_neighbour_of_its_class(table, seed):
    X, y, k = table
    rng = np.random.default_rng(seed)
    X_new, y_new, parents = smote(X, y, {0: 20, 1: 20}, k, rng, return_indices=True)
    assert np.array_equal(X_new[: len(X)], X)
    allowed = set()
    for c in (0, 1):
        rows = [i for i, label in enumerate(y) if label == c]
        for place, i in enumerate(rows):
            near = nearest([X[i]][0], [X[j] for j in rows], k, left_out=place)
            allowed |= {(i, rows[j]) for j in near}
    for new, label, (i, j) in zip(X_new[len(X) :], y_new[len(X) :], parents[len(X) :].tolist(), strict=True):
        assert (i, j) in allowed
        assert y[i] == y[j] == label
        step = [(a - x) / (b - x) for a, x, b in zip(new, X[i], X[j], strict=True) if b != x]
        assert np.ptp(step) <= 1e-9 if step else np.array_equal(new, X[i])
        assert all(-1e-12 <= u < 1 for u in step)


def test_a_row_is_never_its_own_neighbour_even_among_duplicates():
    X, y = np.zeros((9, 2)), np.array([0] * 5 + [1] * 4)
    parents = smote(X, y, {1: 204}, k_neighbors=3, random_state=0, return_indices=True)[2][9:]
    assert (parents[:, 0] != parents[:, 1]).all()
    assert len({tuple(pair) for pair in parents}) == 12


@pytest.mark.parametrize("seed", [0, 1, 42])
@pytest.mark.parametrize("k", [1, 3, 5])
@pytest.mark.parametrize("p", [1, 2, 20])
def test_smote_equals_imbalanced_learn_draw_for_draw_in_one_class(seed, k, p):
    X, y = two_classes(p=p, seed=seed)
    expected = SMOTE(random_state=seed, k_neighbors=k).fit_resample(X, y)
    found = smote(X, y, k_neighbors=k, random_state=seed)
    np.testing.assert_allclose(found[0], expected[0], rtol=0, atol=1e-12)
    np.testing.assert_array_equal(found[1], expected[1])


@pytest.mark.parametrize("strategy", STRATEGIES["over"], ids=str)
def test_smote_equals_imbalanced_learn_draw_for_draw_with_one_generator(strategy):
    """A RandomState is not begun anew for each class, so the peer too draws all classes from one stream."""
    X, y = three_classes()
    expected = SMOTE(sampling_strategy=strategy, random_state=np.random.RandomState(5), k_neighbors=2).fit_resample(
        X, y
    )
    found = smote(X, y, strategy, 2, np.random.RandomState(5))
    np.testing.assert_allclose(found[0], expected[0], rtol=0, atol=1e-12)
    np.testing.assert_array_equal(found[1], expected[1])


def test_two_classes_do_not_get_the_same_draws():
    """What a generator that is begun anew for each class does: the same pairs and the same steps in both."""
    rng = np.random.default_rng(0)
    few = rng.normal(size=(10, 1))
    X = np.concatenate([rng.normal(size=(40, 1)), few + 50, few + 100])
    y = np.repeat([0, 1, 2], [40, 10, 10])
    peer = SMOTE(random_state=0).fit_resample(X, y)[0]
    np.testing.assert_allclose(peer[60:90] + 50, peer[90:], rtol=0, atol=1e-9)
    ours = smote(X, y, random_state=0)[0]
    assert np.abs(np.sort(ours[60:90] + 50, axis=0) - np.sort(ours[90:], axis=0)).max() > 0.01
    np.testing.assert_allclose(ours[60:90], peer[60:90], rtol=0, atol=1e-12)  # the first class


def test_the_metric_takes_effect():
    X = np.array([[0, 0], [3, 3], [0, 5], [90, 90], [91, 91], [92, 92], [93, 93.0]])
    y = [1, 1, 1, 0, 0, 0, 0]
    near = {}
    for metric in ("euclidean", "chebyshev", "manhattan"):
        parents = smote(X, y, {1: 103}, 1, 0, metric, return_indices=True)[2][7:]
        near[metric] = set(parents[parents[:, 0] == 0, 1].tolist())
    assert near == {"euclidean": {1}, "chebyshev": {1}, "manhattan": {2}}


# --- kinds of tables


def frame():
    X = pd.DataFrame(
        {
            "age": [30, 40, 50, 60, 70, 80],
            "dose": np.array([0.5, 1, 1.5, 2, 2.5, 3], dtype=np.float32),
            "visits": pd.array([1, 2, 3, 4, 5, 6], dtype="Int64"),
        },
        index=list("uvwxyz"),
    )
    return X, pd.Series([0, 0, 0, 0, 1, 1], index=X.index, name="ill")


def test_frames_keep_their_labels_and_columns():
    X, y = frame()
    X["ward"] = pd.Categorical(list("aabbab"))
    for function in (undersample, oversample):
        X_new, y_new, indices = function(X, y, random_state=0, return_indices=True)
        labels = X.index[indices] if function is undersample else pd.RangeIndex(8)
        pd.testing.assert_frame_equal(X_new, X.iloc[indices].set_axis(labels))
        pd.testing.assert_series_equal(y_new, y.iloc[indices].set_axis(labels))


def test_no_label_occurs_twice():
    """A repeated label selects two rows at once, so `X_new.loc[...]` and joins with y would be wrong."""
    X, y = frame()
    samples = [undersample(X, y), undersample(X, y, replacement=True, random_state=0), oversample(X, y)]
    for X_new, y_new in [*samples, smote(X, y, k_neighbors=1)]:
        assert X_new.index.is_unique
        assert y_new.index.equals(X_new.index)
    assert list(samples[1][0].index) == [0, 1, 2, 3]
    X = X.astype(float)
    peers = RandomUnderSampler(random_state=0), RandomOverSampler(random_state=0), SMOTE(k_neighbors=1)
    own = undersample, oversample, lambda *Xy, **_: smote(*Xy, k_neighbors=1)
    for peer, function in zip(peers, own, strict=True):
        assert function(X, y, random_state=0)[0].index.equals(peer.fit_resample(X, y)[0].index)


def test_smote_of_a_frame():
    X, y = frame()
    X_new, y_new = smote(X, y, k_neighbors=1, random_state=0)
    assert X_new.columns.tolist() == X.columns.tolist()
    assert [str(kind) for kind in X_new.dtypes] == ["float64", "float32", "float64"]
    assert X_new.index.tolist() == list(range(8))
    assert y_new.index.equals(X_new.index)
    assert (y_new.name, y_new.dtype) == ("ill", y.dtype)
    np.testing.assert_array_equal(X_new.iloc[:6].to_numpy(dtype=float), X.to_numpy(dtype=float))
    same_as_array = smote(X.to_numpy(dtype=float), y.to_numpy(), k_neighbors=1, random_state=0)[0]
    np.testing.assert_allclose(X_new.to_numpy(dtype=float), same_as_array, atol=1e-6)
    assert (X_new["age"].iloc[6:] % 1 != 0).all()  # the peer cuts whole numbers off


def test_columns_of_one_name_and_rows_of_one_label_are_taken_by_position():
    X, y = frame()
    X = X[["age", "dose"]].set_axis(["a", "a"], axis=1).set_axis([1] * 6)
    X_new, y_new = smote(X, y.to_numpy(), k_neighbors=1, random_state=0)
    assert X_new.shape == (8, 2)
    assert isinstance(y_new, np.ndarray)
    assert oversample(X, y.set_axis([1] * 6))[0].shape == (8, 2)


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int64, np.uint8])
def test_arrays_of_numbers(dtype):
    X = np.array([[1], [2], [3], [8], [250]], dtype=dtype)
    X_new = smote(X, [0, 0, 0, 1, 1], k_neighbors=1, random_state=0)[0]
    assert X_new.dtype == (dtype if np.dtype(dtype).kind == "f" else np.float64)
    assert 8 < X_new[5, 0] < 250
    assert oversample(X, [0, 0, 0, 1, 1])[0].dtype == dtype


def test_anything_can_be_drawn():
    X = np.array([["a", None], ["b", np.nan], ["c", 1]], dtype=object)
    assert oversample(X, [0, 0, 1])[0].tolist()[-1] == ["c", 1]
    table = sparse.coo_array(np.eye(3))
    for function, n in ((oversample, 4), (undersample, 2)):
        X_new, y_new, indices = function(table, [0, 0, 1], return_indices=True)
        assert sparse.issparse(X_new)
        assert (X_new.toarray() == np.eye(3)[indices]).all()
        assert len(y_new) == n
    assert smote(X[:, 1:][[2, 2, 2, 2, 2]], [0, 0, 0, 1, 1], k_neighbors=1)[0].tolist() == [[1.0]] * 6


# --- bad input


@pytest.mark.parametrize("function", [undersample, oversample, smote])
@pytest.mark.parametrize(
    ("y", "match"),
    [
        ([0, 0, 0, 0], r"y must have at least two classes; got only 0\. Pass rows of another class"),
        ([0, 1, 1], r"y must have one class for each of the 4 rows of X; got 3"),
        ([0, 1, 1, np.nan], r"y must have no missing values; got 1 of them\. Drop these rows"),
        (["a", "b", "b", None], r"y must have no missing values; got 1 of them"),
        ([0.5, 1.5, 2.5, 0.1], r"y must hold classes; got a target of type 'continuous'"),
        ([[0], [1], [1], [1]], r"y must have one class for each row; got shape \(4, 1\)"),
        (pd.Series([1, 0, 0, 0], dtype=object), r"y must hold classes; got a target of type 'unknown'\. Pass strings,"),
        (pd.Series(["a", 1, 1, 1], dtype=object), r"y must hold labels of one type; got strings and int 1\. Convert"),
        (["a", "a", 1.0, 1.0], r"y must hold labels of one type; got strings and float 1\.0"),
        (pd.Series(["a", (1,), (1,), (1,)]), r"y must hold classes; got a target of type 'mixed'"),
    ],
)
def test_bad_classes(function, y, match):
    with pytest.raises(ValueError, match=match):
        function([[1.0], [2.0], [3.0], [4.0]], y)


def over(strategy):
    return lambda: oversample(*three_classes(), strategy)


def under(strategy):
    return lambda: undersample(*three_classes(), strategy)


def ratio(function, strategy):
    return lambda: function(*two_classes(100, 0.2), strategy)


def ward(column):
    X, y = frame()
    return lambda: smote(X.assign(ward=column), y, k_neighbors=1)


def smote_of(X):
    return lambda: smote(X, [0, 0, 1, 1], {0: 3}, k_neighbors=1)


def neighbours(k):
    return lambda: smote(*three_classes(), k_neighbors=k)


OF_C = r"sampling_strategy\['c'\] must be "
BAD = [
    *(
        (lambda function=function: function(frame()[0][["age"]], frame()[1][::-1]), r"y must have the index of X; got")
        for function in (undersample, oversample, smote)
    ),
    (
        lambda: smote([[1.0], [2.0], [1e150], [-1e150], [3.0]], [0, 0, 0, 1, 1], k_neighbors=1),
        r"X must hold values of size at most 1e\+140; got 1e\+150\. Divide",
    ),
    (lambda: class_weights([]), r"y must have one class for each row; got shape \(0,\)"),
    (lambda: oversample([1, 2, 3, 4], [0, 0, 0, 1]), r"X must be a table of rows and columns; got shape \(4,\)\. Pass"),
    (lambda: oversample(*two_classes(), random_state="seven"), "cannot be used to seed"),
    (over("biggest"), r"sampling_strategy must be one of 'auto', .*; got 'biggest'"),
    (over("majority"), r"must not add rows to the majority; got 'majority'\. Choose 'auto'"),
    (under("minority"), r"must not remove rows from the minority; got 'minority'\. Choose"),
    (over(0.5), r"must be a ratio only if y has two classes; got 0\.5 for 3\. Pass a dict"),
    (over(0), r"sampling_strategy must be in \(0, 1\]; got 0"),
    (under(1.2), r"sampling_strategy must be in \(0, 1\]; got 1\.2"),
    (over({"d": 5}), r"must name classes of y; got 'd'\. The classes of y are \['a', 'b', 'c'\]"),
    (over({"a": 11}), r"sampling_strategy\['a'\] must be in \[12, inf\]; got 11"),
    (over(lambda y: {"a": 1}), r"sampling_strategy\['a'\] must be in \[12, inf\]; got 1"),
    (under({"c": 4}), OF_C + r"in \[0, 3\]; got 4"),
    (under({"c": -1}), OF_C + r"in \[0, 3\]; got -1"),
    (under({"c": 1.5}), OF_C + r"a whole number in \[0, 3\]; got 1\.5"),
    (over(["a"]), r"sampling_strategy must be a ratio, a name, a dict .*; got \['a'\]"),
    (over(None), r"sampling_strategy must be a ratio, .*; got None\. Pass 'auto'"),
    (over(True), r"sampling_strategy must be a number in \(0, 1\]; got True"),
    (ratio(undersample, 0.2), r"must be at least 0\.25 to remove rows; got 0\.2\. Pass a higher ratio"),
    (ratio(oversample, 0.25), r"must be at least 0\.263 to add a row; got 0\.25"),
    (ratio(oversample, 0.26), r"must be at least 0\.263 to add a row; got 0\.26"),
    (lambda: oversample(np.zeros((4, 1)), list("aabb"), 1.0), r"must be at least 1\.5 to add a row; got 1\."),
    (ward(pd.Categorical(list("aabbab"))), r"X must hold numbers in column 'ward' .*; got categories\. Encode the"),
    (ward(pd.Categorical([1, 2, 1, 2, 1, 2])), r"column 'ward' .* got categories"),
    (ward(list("aabbab")), r"column 'ward' .* got dtype (str|object)"),
    (ward([True, False] * 3), r"column 'ward' .* got dtype bool\. .* or repeat rows with oversample"),
    (ward(pd.array([True, None] * 3, dtype="boolean")), r"column 'ward' .* got dtype boolean"),
    (ward(pd.date_range("2000-01-01", periods=6)), r"column 'ward' .* got dtype datetime64"),
    (ward([1, "a"] * 3), r"column 'ward' .* got dtype object"),
    (ward([1j] * 6), r"column 'ward' .* got dtype complex128"),
    (ward([1, 2, np.nan, 3, 4, 5]), r"X must have finite numbers in column 'ward'; got 1 missing or infinite\. Impute"),
    (ward([1, 2, np.inf, 3, np.inf, 5]), r"finite numbers in column 'ward'; got 2 missing or infinite"),
    (ward(pd.array([1, None, 3, 4, 5, 6], dtype="Int64")), r"finite numbers in column 'ward'; got 1 missing"),
    (ward([1, 2, None, 3, 4, 5]), r"finite numbers in column 'ward'; got 1 missing"),
    (smote_of([["a", 1]] * 4), r"X must hold numbers in column 0 to be interpolated; got dtype <U"),
    (smote_of(np.array([[1, "x"]] * 4, dtype=object)), r"X must hold numbers in column 1 .*; got dtype object"),
    (smote_of(np.eye(4, dtype=bool)), r"X must hold numbers in column 0 .* got dtype bool"),
    (smote_of(sparse.csr_array(np.eye(4))), r"X must be dense; got a sparse array\. Pass X\.toarray\(\)"),
    (smote_of(np.empty((4, 0))), r"X must have a column; got shape \(4, 0\)"),
    (lambda: smote([[1.0], [2.0], [3.0]], [0, 0, 1], k_neighbors=1), r"than the 1 rows of class 1; got 1\. Repeat the"),
    (neighbours(3), r"k_neighbors must be less than the 3 rows of class 'c'; got 3\. Lower k_neighbors, or"),
    (neighbours(0), r"k_neighbors must be in \[1, inf\]; got 0"),
    (neighbours(2.0), r"k_neighbors must be a whole number in \[1, inf\]; got 2\.0"),
]
test_bad_input_is_refused = refused(BAD)


def test_what_needs_no_distance_and_no_neighbour_is_not_refused():
    assert len(oversample([[1.0], [2.0], [1e150], [-1e150], [3.0]], [0, 0, 0, 1, 1])[0]) == 6
    assert counts(smote(*three_classes(), {"b": 9}, k_neighbors=3)[1]) == {"a": 12, "b": 9, "c": 3}  # c needs none
