"""Jitter trees: vectors, a recursive oracle, Breiman's theorem by exhaustion, invariances, peers and bad input."""

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import jitter as longhand
from sklearn.base import clone
from sklearn.ensemble import AdaBoostClassifier, BaggingClassifier
from sklearn.tree import DecisionTreeClassifier

from methods.checks import refused
from tiws_teach import JitterTreeClassifier, branch_probability, category_similarity, document_matrix
from tiws_teach.jitter import _growth
from tiws_teach.jitter._growth import category_scores, gini_gain

PINK = {"color": {"pink": {"red": 0.9, "green": 0.6, "blue": 0.3}}}
NAMES = ["a", "b", "c"]


def vector():
    """Return the rows of the worked example."""
    X = pd.DataFrame({"color": ["red"] * 4 + ["green"] * 4 + ["blue"] * 4, "size": ["S", "S", "L", "L"] * 3})
    return X, np.array([1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0])


def random_rows(seed, n=300, n_features=3, n_categories=6, classes=("no", "yes")):
    """Return a frame of random categories, a target that depends on them, and weights that leave no ties."""
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, n_categories, (n, n_features))
    effects = rng.normal(size=(len(classes), n_features, n_categories))
    scores = effects[:, np.arange(n_features), codes].sum(axis=2) + rng.gumbel(size=(len(classes), n))
    frame = pd.DataFrame(np.char.add("k", codes.astype(str)).astype(object), columns=NAMES[:n_features])
    return frame, np.array(classes)[scores.argmax(axis=0)], rng.uniform(0.5, 1.5, n)


# Vectors


@pytest.mark.parametrize(
    ("row", "expected"),
    [(("pink", "S"), 7 / 12), (("pink", "L"), 1 / 3), (("red", "S"), 1.0), (("mauve", "S"), 5 / 12)],
)
def test_worked_example(row, expected):
    X, y = vector()
    tree = JitterTreeClassifier(max_depth=2, min_samples_leaf=2, similarity=PINK).fit(X, y)
    new = pd.DataFrame([row], columns=X.columns)
    np.testing.assert_allclose(tree.predict_proba(new), [[1 - expected, expected]], atol=1e-6)
    assert tree.predict(new) == [int(expected > 0.5)]


def test_worked_example_in_words():
    X, y = vector()
    tree = JitterTreeClassifier(max_depth=2, min_samples_leaf=2, similarity=PINK).fit(X, y)
    assert (tree.depth_, tree.n_leaves_) == (2, 4)
    assert tree.rules() == "\n".join(
        [
            "color in {blue, green}: share 0.667, rows 8",
            "|   color in {blue}: share 0.500, rows 4",
            "|   |   0: 1.000, 1: 0.000",
            "|   color in {green}: share 0.500, rows 4",
            "|   |   0: 0.750, 1: 0.250",
            "color in {red}: share 0.333, rows 4",
            "|   size in {L}: share 0.500, rows 2",
            "|   |   0: 0.500, 1: 0.500",
            "|   size in {S}: share 0.500, rows 2",
            "|   |   0: 0.000, 1: 1.000",
        ]
    )


@pytest.mark.parametrize("weight", [1.0, 0.1, 1 / 3, 1e-9, 1e9])
@pytest.mark.parametrize(("columns", "first"), [(["color", "size"], "{blue}"), (["size", "color"], "{S}")])
def test_equal_gains_take_the_first_column(columns, first, weight):
    X, y = vector()
    tree = JitterTreeClassifier(max_depth=2, min_samples_leaf=2, similarity=None)
    lines = tree.fit(X[columns], y, sample_weight=np.full(12, weight)).rules().splitlines()
    assert lines[0].startswith("color in {blue, green}")
    assert f"{columns[0]} in {first}" in lines[1]


@settings(max_examples=40)
@given(seed=st.integers(0, 10_000))
def test_a_relabelled_copy_of_a_column_is_never_taken(seed):
    """The copy has the same gains, summed in another order: rounding must not choose it."""
    X, y, weight = random_rows(seed, n=60, n_features=1)
    X["b"] = X["a"].map(dict(zip([f"k{i}" for i in range(6)], "fbdaec", strict=True)))
    tree = JitterTreeClassifier(similarity=None).fit(X, y, sample_weight=weight)
    assert set(tree.tree_.feature) <= {-1, 0}


def test_equal_gains_take_the_first_cut():
    X, y = pd.DataFrame({"a": ["p", "q", "r"]}), [0, 1, 0]
    tree = JitterTreeClassifier(max_depth=1, similarity=None).fit(X, y)
    assert tree.rules().splitlines()[0] == "a in {p, r}: share 0.667, rows 2"
    tree = JitterTreeClassifier(max_depth=1, similarity=None).fit(
        pd.DataFrame({"a": list("ppqqrr")}), [0, 0, 0, 1, 1, 1]
    )
    assert tree.rules().splitlines()[0] == "a in {p}: share 0.333, rows 2"  # {p} and {p, q} gain the same


def test_rounding_does_not_order_categories():
    """Both shares are 1/3, and in floating point .3 / .9 comes out above .2 / .6."""
    X = pd.DataFrame({"a": list("pppqqqrr")})
    y, weight = [1, 0, 0, 1, 0, 0, 1, 1], [0.3] * 3 + [0.2] * 3 + [1] * 2
    tree = JitterTreeClassifier(min_samples_leaf=3, similarity=None).fit(X, y, sample_weight=weight)
    assert tree.rules().splitlines()[0].startswith("a in {p}")


@pytest.mark.parametrize(
    ("a", "b", "y", "limits"),
    [
        (["p", None, "p", None, None, "q"], "mmnnnn", [0, 1, 0, 1, 0, 1], (None, 1, 4)),
        (
            ["p", None, "p", None, None] + ["p"] * 6 + ["q"] * 4,
            "mmmmmnnnnnnmmnn",
            [0, 1, 0, 1] + [0] * 7 + [1] * 4,
            (None, 4, 2),
        ),
    ],
    ids=["node", "branch"],
)
def test_fractions_of_rows_add_up_to_whole_rows(a, b, y, limits):
    """Two rows and three times 2/3 are 4 rows, and in floating point a little less."""
    assert np.cumsum([1, 2 / 3, 1, 2 / 3, 2 / 3])[-1] < 4  # the built-in sum makes up for it from Python 3.12 on
    X = pd.DataFrame({"a": a, "b": list(b)}, dtype=object)
    rows = list(zip(a, b, strict=True))
    root = longhand.grow(as_rows(rows, y, [1] * len(y)), 2, [0, 1], *limits)
    assert root["feature"] == 0
    assert root["left"]["feature"] == 1
    tree = JitterTreeClassifier(*limits, similarity=None).fit(X, y)
    expected = [longhand.predict(root, x, lambda *_: 0)[1] for x in rows]
    np.testing.assert_allclose(tree.predict_proba(X)[:, 1], expected)


# branch_probability


def test_branch_probability_of_one_and_of_several():
    left, present = [True, True, False], [4, 4, 4]
    assert branch_probability([0.3, 0.6, 0.9], left, present) == pytest.approx(0.5)
    assert branch_probability([0.3, 0.6, 0.9], left, [4, 0, 4]) == pytest.approx(0.25)
    s = [[0.3, 0.6, 0.9], [0, 0, 0], [0, 0, 1], [1, 0, 0]]
    np.testing.assert_allclose(branch_probability(s, left, [1, 3, 4]), [0.5, 0.5, 0, 1])
    assert branch_probability(None, left, [1, 3, 2]) == pytest.approx(2 / 3)
    assert branch_probability([0.0, 0.0, 0.0], left, [1, 3, 2]) == pytest.approx(2 / 3)
    assert branch_probability([1.0, 0.0, 0.0], [False, True, True], [0, 3, 2]) == 1.0


@given(
    st.lists(st.tuples(st.floats(0, 1), st.booleans(), st.integers(0, 5)), min_size=1).filter(
        lambda cells: any(n for _, _, n in cells)
    )
)
def test_branch_probability_against_the_sums(cells):
    s, left, present = (list(part) for part in zip(*cells, strict=True))
    to_left = sum(x for x, side, n in cells if n and side)
    total = to_left + sum(x for x, side, n in cells if n and not side)
    share = sum(n for _, side, n in cells if side) / sum(present)
    p = branch_probability(s, left, present)
    assert p == pytest.approx(to_left / total if total > 0 else share, abs=1e-12)
    assert 0 <= p <= 1
    assert p + branch_probability(s, np.logical_not(left), present) == pytest.approx(1)
    if total > 0 and sum(n > 0 and not side for _, side, n in cells) == 0:
        assert p == 1.0


# The oracle


VALUES = st.sampled_from(["p", "q", "r", "s"])


@st.composite
def tables(draw, missing=True):
    """Return training rows, targets and weights, new rows with unseen categories, and the similarities."""
    n_features = draw(st.integers(1, 3))
    value = st.one_of(VALUES, st.none()) if missing else VALUES
    rows = draw(st.lists(st.tuples(*[value] * n_features), min_size=2, max_size=14))
    rows += [("p",) * n_features]  # no column is missing throughout
    y = draw(st.lists(st.integers(0, 1), min_size=len(rows), max_size=len(rows)))
    weights = draw(st.lists(st.integers(1, 3), min_size=len(rows), max_size=len(rows)))
    new = draw(st.lists(st.tuples(*[st.one_of(value, st.sampled_from(["t", "u"]))] * n_features), min_size=1))
    s = draw(st.lists(st.integers(0, 4), min_size=6 * 6, max_size=6 * 6))
    return rows, y, weights, new, np.reshape(s, (6, 6)) / 4


def as_rows(rows, y, weights):
    """Return rows as the oracle wants them."""
    return [
        {"x": x, "y": label, "weight": Fraction(weight), "fraction": Fraction(1)}
        for x, label, weight in zip(rows, y, weights, strict=True)
    ]


@given(tables(), st.sampled_from([None, 1, 2, 3]), st.integers(1, 3), st.integers(2, 5))
def test_against_the_oracle(table, max_depth, min_leaf, min_split):
    rows, y, weights, new, s = table
    labels = dict(zip("pqrstu", s, strict=True))
    frames = [pd.DataFrame(part, columns=NAMES[: len(rows[0])], dtype=object) for part in (rows, new)]
    every = {u: dict(zip("pqrstu", row, strict=True)) for u, row in labels.items()}
    tree = JitterTreeClassifier(max_depth, min_leaf, min_split, similarity=dict.fromkeys(frames[0].columns, every))
    tree.fit(frames[0], y, sample_weight=weights)
    classes = sorted(set(y))
    root = longhand.grow(as_rows(rows, y, weights), len(rows[0]), classes, max_depth, min_leaf, min_split)
    for frame, part in zip(frames, (rows, new), strict=True):
        expected = [longhand.predict(root, x, lambda _, u, k: every[u][k]) for x in part]
        np.testing.assert_allclose(tree.predict_proba(frame), pd.DataFrame(expected)[classes], atol=1e-9)


def hard_nodes(tree, codes):
    """Yield each split node with the training rows in it, feature and categories that go left."""
    waiting = [(0, np.arange(len(codes)))]
    while waiting:
        node, rows = waiting.pop()
        if tree.feature[node] < 0:
            continue
        category, goes_left, _ = tree.present(node)
        left = np.isin(codes[rows, tree.feature[node]], category[goes_left])
        yield rows, tree.feature[node], set(category[goes_left])
        waiting += [(tree.left[node], rows[left]), (tree.right[node], rows[~left])]


@settings(max_examples=40)
@given(tables(missing=False))
def test_no_subset_is_better_than_the_ordered_cut(table):
    """Breiman's theorem: for two classes the best cut of the ordered categories is the best of all subsets."""
    rows, y, weights, _, _ = table
    codes = np.array([["pqrs".index(value) for value in row] for row in rows])
    tree = JitterTreeClassifier(similarity=None).fit(codes, y, sample_weight=weights)
    all_rows = as_rows([tuple(row) for row in codes.tolist()], y, weights)
    classes, position = sorted(set(y)), [{c: i for i, c in enumerate(labels)} for labels in tree.categories_]
    coded = np.array([[position[j][value] for j, value in enumerate(row)] for row in codes])
    for node_rows, feature, left in hard_nodes(tree.tree_, coded):
        here = [all_rows[i] for i in node_rows]
        left_labels = {tree.categories_[feature][code] for code in left}
        gain = longhand.gain_of(here, here, feature, left_labels, classes)
        assert gain == longhand.best_gain(here, codes.shape[1], classes)


@given(st.lists(st.tuples(*[st.integers(0, 6)] * 6), min_size=1, max_size=8))
def test_gini_gain_is_the_decrease_of_impurity(tables_):
    values = np.array(tables_, dtype=float)
    left, right = values[:, :3], values[:, 3:]
    for row, gain in enumerate(gini_gain(left, right)):
        sides = [dict(enumerate(map(Fraction, side[row].astype(int).tolist()))) for side in (left, right)]
        sizes = [sum(side.values()) for side in sides]
        if 0 in sizes:
            assert gain == 0
            continue
        both = {c: sides[0][c] + sides[1][c] for c in range(3)}
        after = sum(n / sum(sizes) * longhand.impurity(side) for n, side in zip(sizes, sides, strict=True))
        assert gain == pytest.approx(float(longhand.impurity(both) - after), abs=1e-12)


# More than two classes


@pytest.mark.parametrize("seed", range(5))
def test_scores_are_those_of_the_first_principal_component(seed):
    rng = np.random.default_rng(seed)
    table = rng.integers(1, 20, (13, 4)).astype(float)
    segment = np.repeat([2, 3, 7], [5, 1, 7])
    table[:5, seed % 4] = 0  # a class that the first node lacks
    scores = category_scores(table, segment)
    for name in (2, 3, 7):
        part = table[segment == name]
        weight = part.sum(axis=1)
        centred = part / weight[:, np.newaxis] - part.sum(axis=0) / part.sum()
        component = np.linalg.svd(np.sqrt(weight)[:, np.newaxis] * centred)[2][0]
        component *= np.sign(component[np.abs(component).argmax()])
        np.testing.assert_allclose(scores[segment == name], centred @ component, atol=1e-4)


def test_equal_variances_leave_no_direction_open():
    """Three pure categories of one size: every direction explains as much, and rounding must not choose one."""
    table, none = 5 * np.eye(3), np.zeros(3, dtype=int)
    scores = category_scores(table, none)
    assert list(np.argsort(scores)) in ([0, 1, 2], [1, 0, 2])
    for seed in range(5):
        noise = 1e-14 * np.random.default_rng(seed).normal(size=(3, 3))
        np.testing.assert_allclose(category_scores(table + noise, none), scores, atol=1e-6)


def test_three_classes_of_which_a_node_has_two_are_cut_at_the_best_subset():
    codes = [0, 0, 1, 1, 1, 2, 2, 3, 3, 3]
    table = np.array([[1, 1, 0], [1, 2, 0], [2, 0, 0], [0, 3, 0]], dtype=float)
    order = np.argsort(category_scores(table, np.zeros(4, dtype=int)))
    shares = table[:, 1] / table.sum(axis=1)
    assert (np.diff(shares[order]) > 0).all() or (np.diff(shares[order]) < 0).all()
    X = pd.DataFrame({"a": ["z", *map(str, codes)], "b": ["n"] + ["m"] * 10})
    y = [2] * 1 + [0, 1, 0, 1, 1, 0, 0, 1, 1, 1]
    tree = JitterTreeClassifier(similarity=None).fit(X, y)
    np.testing.assert_allclose(tree.predict_proba(X.iloc[[1]]), [[0.5, 0.5, 0]])


@pytest.mark.parametrize("n_classes", [3, 5])
def test_pure_categories_of_many_classes_are_told_apart(n_classes):
    """All orders have the same variance here: the tree must still separate the classes."""
    X = pd.DataFrame({"a": [f"k{i}" for i in range(n_classes)] * 4})
    y = np.array([f"class {i}" for i in range(n_classes)] * 4)
    tree = JitterTreeClassifier().fit(X, y)
    np.testing.assert_array_equal(tree.predict(X), y)
    np.testing.assert_allclose(tree.predict_proba(X).max(axis=1), 1)
    assert tree.n_leaves_ == n_classes


def test_binary_features_give_the_tree_of_scikit_learn():
    X, y, weight = random_rows(6, n=200, n_categories=2)
    codes = (X == "k1").astype(int).to_numpy()
    peer = DecisionTreeClassifier(min_samples_leaf=5, random_state=0).fit(codes, y, weight)
    ours = JitterTreeClassifier(min_samples_leaf=5).fit(codes, y, sample_weight=weight)
    np.testing.assert_allclose(ours.predict_proba(codes), peer.predict_proba(codes), atol=1e-12)
    assert ours.n_leaves_ == peer.get_n_leaves()


# Similarities


@pytest.mark.parametrize("similarity", ["tfidf", "conditional", "hellinger"])
@pytest.mark.parametrize("sharpness", [1.0, 4.0])
def test_similarities_are_those_of_tiws(similarity, sharpness):
    X, y, _ = random_rows(7)
    new = X[:40].copy()
    new["a"] = ["new", "newer"] * 20
    tree = JitterTreeClassifier(1, similarity=similarity, sharpness=sharpness)
    # Only a splits at the root: otherwise the new categories would not be asked for.
    tree.fit(X, np.where(X["a"].isin(["k1", "k4"]), 1, 0), X_unlabeled=new)
    document = document_matrix(X, "a", new)
    s = category_similarity(document, similarity).loc[["new", "newer"], [f"k{i}" for i in range(6)]] ** sharpness
    category, goes_left, weight = tree.tree_.present(0)
    assert list(category) == list(range(6))
    expected = 1 - branch_probability(s, goes_left, weight)
    np.testing.assert_allclose(tree.predict_proba(new)[:2, 1], expected, atol=1e-12)
    batch = clone(tree).fit(X, np.where(X["a"].isin(["k1", "k4"]), 1, 0))
    np.testing.assert_allclose(batch.predict_proba(new), tree.predict_proba(new), atol=1e-12)
    assert len(y) == len(X)


def test_a_seen_category_that_a_node_lacks_goes_by_similarity_to_those_present():
    X = pd.DataFrame({"a": list("ppqqrrrpppqqq"), "b": list("mmmmmmmnnnnnn")})
    y = [0] * 7 + [1, 1, 1, 1, 0, 1]
    new = pd.DataFrame({"a": ["r"], "b": ["n"]})
    given_ = {"a": {"r": {"p": 3.0, "q": 1.0, "r": 9.0}}}
    found = JitterTreeClassifier(similarity=given_).fit(X, y).predict_proba(new)[0, 1]
    assert found == pytest.approx(3 / 4 * 1 + 1 / 4 * 2 / 3)
    root = longhand.grow(as_rows(list(X.itertuples(index=False, name=None)), y, [1] * 13), 2, [0, 1])
    expected = longhand.predict(root, ("r", "n"), lambda j, u, k: given_["a"][u][k])
    assert found == pytest.approx(expected[1])
    without = JitterTreeClassifier(similarity=None).fit(X, y).predict_proba(new)[0, 1]
    assert without == pytest.approx(1 / 2 * 1 + 1 / 2 * 2 / 3)


def test_missing_values_follow_the_training_share():
    X = pd.DataFrame({"a": ["p", "p", "p", "q", None]})
    tree = JitterTreeClassifier(similarity=None).fit(X, [1, 1, 1, 0, 0])
    # The fifth row is divided 1/4 to {q}, 3/4 to {p}: leaves 0/1.25 and 3/3.75.
    np.testing.assert_allclose(tree.predict_proba(pd.DataFrame({"a": ["q", "p"]}))[:, 1], [0, 0.8])
    for value in (None, np.nan, pd.NA):
        found = tree.predict_proba(pd.DataFrame({"a": [value]}, dtype=object))
        np.testing.assert_allclose(found[0, 1], 0.75 * 0.8)
    assert "rows 1.25" in tree.rules()


def test_given_similarities_as_a_frame_and_by_position():
    X, y = vector()
    new = pd.DataFrame({"color": ["pink", "mauve"], "size": ["S", "S"]})
    frame = pd.DataFrame(PINK["color"]).T
    by_name = JitterTreeClassifier(2, 2, similarity={"color": frame}).fit(X, y)
    by_position = JitterTreeClassifier(2, 2, similarity={0: PINK["color"]}).fit(X.to_numpy(), y)
    np.testing.assert_allclose(by_name.predict_proba(new)[:, 1], [7 / 12, 5 / 12])
    np.testing.assert_allclose(by_position.predict_proba(new.to_numpy())[:, 1], [7 / 12, 5 / 12])


@pytest.mark.parametrize("s", [(0.1, 0.3, 0.1), (0.2, 0.6, 0.2), (0.3, 0.2, 0.3)])
def test_equally_probable_classes_give_the_first(s):
    """Both are 1/2 on paper, and in floating point the second is a little more."""
    X, given_ = pd.DataFrame({"a": list("ppqqrr")}), {"a": {"t": dict(zip("pqr", s, strict=True))}}
    tree = JitterTreeClassifier(similarity=given_).fit(X, list("xxxyyy"))
    new = pd.DataFrame({"a": ["t"]})
    assert tree.predict_proba(new)[0, 1] > tree.predict_proba(new)[0, 0]
    assert tree.predict(new) == ["x"]


# Rows and batches


def test_without_new_categories_a_batch_is_predicted_row_by_row():
    X, y, _ = random_rows(8)
    new = X.sample(frac=1, random_state=0)[:30]
    new.iloc[::7, 0] = "unseen"
    new.iloc[::5, 1] = None
    tree = JitterTreeClassifier().fit(X, y, X_unlabeled=new)
    rows = np.concatenate([tree.predict_proba(new[i : i + 1]) for i in range(len(new))])
    np.testing.assert_allclose(tree.predict_proba(new), rows, atol=1e-12)
    np.testing.assert_allclose(rows.sum(axis=1), 1)


def test_a_new_category_leaves_the_other_rows_as_they_are():
    X, y, _ = random_rows(9, n=60)
    tree = JitterTreeClassifier().fit(X, y)
    before = tree.predict_proba(X)
    with_new = pd.concat([X, X.assign(a="unseen", b="too")], ignore_index=True)
    np.testing.assert_array_equal(tree.predict_proba(with_new)[: len(X)], before)


def test_tiny_weights_do_no_harm():
    X, y, weight = random_rows(12, n=200)
    weight[::3] *= 1e-13
    tree = JitterTreeClassifier().fit(X, y, sample_weight=weight / weight.sum())
    found = tree.predict_proba(X)
    assert np.isfinite(found).all()
    np.testing.assert_allclose(found.sum(axis=1), 1)


def test_sparse_cells_are_counted_as_dense_ones(monkeypatch):
    """Where there are many possible cells and few rows, they are counted another way."""
    X, y, weight = random_rows(17, classes=("x", "y", "z"))
    X = X.mask(np.random.default_rng(17).random(X.shape) < 0.1)
    dense = JitterTreeClassifier().fit(X, y, sample_weight=weight)
    monkeypatch.setattr(_growth, "FEW_CELLS", -(10**9))
    sparse = JitterTreeClassifier().fit(X, y, sample_weight=weight)
    for name, values in vars(dense.tree_).items():
        np.testing.assert_array_equal(getattr(sparse.tree_, name), values)


# Sampled paths


def test_the_expectation_is_the_mean_of_drawn_paths():
    """Each draw is in [0, 1] and independent: by Hoeffding's bound a miss by .02 has probability 2 exp(-16)."""
    X, y = vector()
    new = pd.DataFrame({"color": ["pink"] * 20_000 + ["mauve"] * 20_000, "size": [None] * 40_000}, dtype=object)
    tree = JitterTreeClassifier(similarity=PINK).fit(X, y)
    expected = tree.predict_proba(new.iloc[[0, -1]])[:, 1]
    drawn = tree.set_params(method="sample", random_state=0).predict_proba(new)
    leaves = np.unique(tree.tree_.value[tree.tree_.feature < 0], axis=0)
    assert (np.abs(drawn[:, np.newaxis] - leaves).max(axis=2).min(axis=1) == 0).all()
    means = drawn[:, 1].reshape(2, -1).mean(axis=1)
    np.testing.assert_allclose(means, expected, atol=0.02)
    assert drawn[:, 1].std() > 0


def test_draws_follow_random_state():
    X, y = vector()
    new = pd.DataFrame({"color": ["pink"] * 200, "size": ["S"] * 200})
    tree = JitterTreeClassifier(similarity=PINK, method="sample", random_state=3).fit(X, y)
    np.testing.assert_array_equal(tree.predict_proba(new), tree.predict_proba(new))
    np.testing.assert_array_equal(tree.predict(new), tree.predict_proba(new).argmax(axis=1))
    other = clone(tree).set_params(random_state=4).fit(X, y)
    assert (other.predict_proba(new) != tree.predict_proba(new)).any()
    going = clone(tree).set_params(random_state=np.random.RandomState(3)).fit(X, y)
    assert (going.predict_proba(new) != going.predict_proba(new)).any()
    seen = JitterTreeClassifier(similarity=PINK).fit(X, y)
    np.testing.assert_array_equal(tree.predict_proba(X), seen.predict_proba(X))


# In scikit-learn


def codes_of(frame):
    """Return the digits of the labels: the categories as whole numbers."""
    return frame.apply(lambda column: column.str[1:].astype(int)).to_numpy()


@pytest.mark.parametrize(
    "form",
    [
        lambda frame: frame,
        lambda frame: frame.astype("category"),
        lambda frame: frame.to_numpy(dtype=object),
        lambda frame: frame.to_numpy().astype(str),
        codes_of,
        lambda frame: codes_of(frame).astype(float),
    ],
    ids=["frame", "categorical", "objects", "strings", "integers", "floats"],
)
def test_every_form_of_categories_and_its_ensembles(form):
    X, y, _ = random_rows(13)
    new = X.assign(a="k9")
    base = JitterTreeClassifier(min_samples_leaf=5)
    expected = base.fit(X, y).predict_proba(new)
    np.testing.assert_allclose(clone(base).fit(form(X), y).predict_proba(form(new)), expected)
    bagged = BaggingClassifier(base, n_estimators=5, random_state=0)
    plain = clone(bagged).fit(X.to_numpy(dtype=object), y).predict_proba(X.assign(a="k9").to_numpy(dtype=object))
    np.testing.assert_allclose(bagged.fit(form(X), y).predict_proba(form(new)), plain)
    assert not np.allclose(plain, expected)
    np.testing.assert_allclose(plain.sum(axis=1), 1)
    boosted = AdaBoostClassifier(JitterTreeClassifier(max_depth=2), n_estimators=5, random_state=0)
    assert boosted.fit(form(X), y).score(form(X), y) > np.mean(y == "yes")


def test_bagged_samples_that_lack_a_category():
    X = pd.DataFrame({"a": [f"k{i}" for i in range(30)], "b": ["p", "q", "r"] * 10})
    y = [0, 1, 1] * 10
    bagged = BaggingClassifier(JitterTreeClassifier(), n_estimators=10, random_state=0).fit(X, y)
    np.testing.assert_allclose(bagged.predict_proba(X).sum(axis=1), 1)


def test_sizes_are_respected():
    X, y, weight = random_rows(16)
    for leaf, split, depth in ((10, 2, None), (1, 60, None), (1, 2, 3)):
        tree = JitterTreeClassifier(depth, leaf, split).fit(X, y, sample_weight=weight)
        grown = tree.tree_
        assert grown.rows[grown.feature < 0].min() >= leaf
        assert grown.rows[grown.feature >= 0].min() >= split
        assert tree.depth_ == (3 if depth else tree.depth_)
        assert grown.rows[grown.feature < 0].sum() == pytest.approx(len(X))


def test_a_single_class_is_one_leaf():
    X, *_ = random_rows(15)
    one = JitterTreeClassifier().fit(X, ["only"] * len(X))
    assert (one.depth_, one.n_leaves_, one.rules()) == (0, 1, "only: 1.000")


def test_rules_shorten_long_lists():
    X = pd.DataFrame({"a": [f"k{i:02d}" for i in range(30)]})
    tree = JitterTreeClassifier(1).fit(X, [0] * 20 + [1] * 10)
    assert tree.rules(decimals=1, max_categories=2).splitlines() == [
        "a in {k00, k01, 18 more}: share 0.7, rows 20",
        "|   0: 1.0, 1: 0.0",
        "a in {k20, k21, 8 more}: share 0.3, rows 10",
        "|   0: 0.0, 1: 1.0",
    ]


# Bad input


def of_branch(*arguments):
    return lambda tree, X, y: branch_probability(*arguments)


def with_similarity(table):
    return lambda tree, X, y: tree.set_params(similarity={"color": table}).fit(X, y)


def with_weights(weights):
    return lambda tree, X, y: tree.fit(X, y, sample_weight=weights)


BAD = [
    (of_branch([0.5, -0.1], [True, False], [1, 1]), r"similarity must be 0 or more; got -0\.1\. Clip"),
    (of_branch([0.5, np.nan], [True, False], [1, 1]), "similarity must be 0 or more; got nan"),
    (of_branch([0.5], [True, False], [1, 1]), "similarity must have one column for each of the 2 categories"),
    (of_branch(0.5, [True], [1]), "similarity must have one column"),
    (of_branch(None, [True, False], [1]), "present must have one value for each of the categories of left"),
    (of_branch(None, [True, False], [0, 0]), "present must be counts of rows, at least one above 0"),
    (of_branch(None, [True, False], [2, -1]), "present must be counts of rows"),
    (
        lambda tree, X, y: tree.set_params(similarity={"colour": {}}).fit(X, y),
        "feature must be one of 'color', 'size'; got 'colour'",
    ),
    (with_similarity({"pink": 1}), r"similarity\['color'\] must be a dict of dicts or a frame"),
    (with_similarity([1]), r"similarity\['color'\] must be .* got list"),
    (with_similarity({"pink": {"red": -1}}), r"similarity\['color'\]\['pink'\]\['red'\] must"),
    (with_weights([1, 2]), "sample_weight must have one value for each of the 12 rows"),
    (with_weights([-1] + [1] * 11), "sample_weight must be finite, at least 0 and not zero throughout"),
    (with_weights([np.nan] + [1] * 11), "sample_weight must be finite"),
    (with_weights([0] * 12), "sample_weight must be finite, at least 0 and not zero throughout"),
    (lambda tree, X, y: tree.rules(), "not fitted"),
    (lambda tree, X, y: tree.fit(X, y + 0.5), "Unknown label type: continuous"),
    (lambda tree, X, y: tree.fit(X, np.where(y == 1, np.inf, 0)), "y must be class labels; got infinite values"),
    (lambda tree, X, y: tree.fit(X, [None, *y[1:]]), "have no missing value"),
    (lambda tree, X, y: tree.fit(X.assign(size=None), y), "column 'size'"),
    (lambda tree, X, y: tree.fit(X, y, X_unlabeled=X[["color"]]), r"X_unlabeled must have the columns of X; got"),
    (lambda tree, X, y: tree.fit(X, y).rules(max_categories=0), r"max_categories must be in \[1, inf\]; got 0"),
]
test_bad_input_is_refused = refused(BAD, lambda: (JitterTreeClassifier(), *vector()))
