"""TIWSEncoder: vectors, the loop oracle on random tables, TargetEncoder as a peer, all kinds of input, bad input."""

import pickle

import numpy as np
import pandas as pd
import pytest
import sklearn
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import tiws_encoding as oracle
from packaging.version import Version
from scipy import sparse
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import KFold, StratifiedKFold
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import TargetEncoder

from methods.checks import peak_of, refused
from methods.test_tiws_equations import T1, T2, TRAIN, Y, close
from tiws_teach.datasets import load
from tiws_teach.scale import CategoryCounts, _similarity
from tiws_teach.tiws import TIWSEncoder, _counts, _estimates, document_matrix, equations

SIMILARITIES = ("tfidf", "conditional", "hellinger")
T3 = pd.DataFrame({"color": ["pink"] * 3 + ["teal"] * 2, "size": ["S", "S", "XXL", "L", "XXL"], "shape": list("oxoxx")})


def by_name(encoder, feature):
    """The estimates of all categories that the encoder knows, by label."""
    j = list(encoder.feature_names_in_).index(feature)
    return dict(zip(encoder._counts.labels[j], encoder.estimates_[j][:, 0], strict=True))


def titanic():
    """One row for each of the 889 passengers whose port is known."""
    return load("titanic_ports").frame.rename(columns={"class": "pclass"})


@st.composite
def problems(draw, missing=True):
    """Training rows, their targets, and new rows with unseen categories in several features."""
    n_features = draw(st.integers(1, 3))
    seen, all_labels = st.sampled_from("abc"), st.sampled_from("abcdeZ")
    none = [st.none()] if missing else []
    train_row = st.tuples(*[st.one_of(seen, *none)] * n_features)
    new_row = st.tuples(*[st.one_of(all_labels, *none)] * n_features)
    train = draw(st.lists(train_row, min_size=2, max_size=12))
    first = ("b",) * n_features  # no column may be missing throughout
    train = [first, *train]
    y = draw(st.lists(st.sampled_from([0.0, 1.0, 2.5, -1.25]), min_size=len(train), max_size=len(train)))
    return train, y, draw(st.lists(new_row, max_size=8))


def frame(rows, width):
    return pd.DataFrame(rows, columns=[f"f{j}" for j in range(width)], dtype=object)


options = st.fixed_dictionaries(
    {
        "similarity": st.sampled_from(SIMILARITIES),
        "weighting": st.sampled_from(["equal", "renormalize"]),
        "sharpness": st.sampled_from([1.0, 0.8, 4.0]),
        "smooth": st.sampled_from([1.0, 0.3, 10.0]),
    }
)


def continuous(options):
    return TIWSEncoder.of_paper(**options, target_type="continuous")


def oracle_options(options):
    return {("a" if name == "smooth" else name): value for name, value in options.items()}


# --- exact vectors


@pytest.mark.parametrize(
    ("similarity", "sharpness", "expected"),
    [
        ("tfidf", 1, 0.508706),
        ("hellinger", 1, 0.516653),
        ("hellinger", 4, 0.556566),
        ("conditional", 1, 0.583882),
        ("conditional", 4, 0.624030),
    ],
)
def test_pink_of_vector_t1(similarity, sharpness, expected):
    encoder = TIWSEncoder.of_paper(similarity=similarity, sharpness=sharpness).fit(TRAIN, Y, X_unlabeled=T1)
    close(list(by_name(encoder, "color").values()), [0.5, 0.375, 0.625, expected])
    close(encoder.transform(T1)[:, 0], [expected] * 3)
    close(
        TIWSEncoder.of_paper(similarity=similarity, sharpness=sharpness).fit(TRAIN, Y).transform(T1)[:, 0],
        [expected] * 3,
    )


def test_two_features_of_vector_t3():
    encoder = TIWSEncoder.of_paper().fit(TRAIN, Y, X_unlabeled=T3)
    color, size = by_name(encoder, "color"), by_name(encoder, "size")
    close([color["pink"], color["teal"], size["XXL"]], [0.507173, 0.499378, 0.446532])


@pytest.mark.parametrize("similarity", ["tfidf", "conditional"])
def test_constant_rows_share_alike(similarity):
    train, new = pd.DataFrame({"a": list("ppqq"), "b": list("uvuv")}), pd.DataFrame({"a": list("rr"), "b": list("uv")})
    encoder = TIWSEncoder.of_paper(similarity=similarity).fit(train, [1, 0, 1, 1], X_unlabeled=new)
    table = encoder.explain("a", "r")
    assert table["similarity"].tolist() == [0.5, 0.5]
    close(encoder.transform(new)[:, 0], [0.75, 0.75], 1e-12)


def test_titanic_without_queenstown():
    people = titanic()
    assert len(people) == 889
    hidden = people["embarked"] == "Q"
    X, y = people.drop(columns="survived"), people["survived"]
    encoder = TIWSEncoder.of_paper().fit(X[~hidden], y[~hidden], X_unlabeled=X[hidden])
    table = encoder.explain("embarked", "Q").set_index("category")
    close(table.loc[["C", "S"], "similarity"], [0.764839, 0.133682])
    close(table.loc[["C", "S"], "weight"], [0.851219, 0.148781])
    close(table.loc[["C", "S"], "estimate"], [0.552555, 0.337026])
    close(by_name(encoder, "embarked")["Q"], 0.520488)
    assert table["rows"].to_dict() == {"C": 168, "S": 644}
    assert round(y[hidden].mean(), 2) == 0.39
    assert round(y[~hidden].mean(), 3) == 0.382
    rows = [tuple(row) for row in X.to_numpy()]
    train, new = [r for r in rows if r[0] != "Q"], [r for r in rows if r[0] == "Q"]
    found = oracle.estimates(train, list(y[~hidden]), new, 0)
    assert found["Q"] == pytest.approx(by_name(encoder, "embarked")["Q"], abs=1e-12)


# --- the loops, on random tables


def equals_the_loops(problem, options):
    train, y, new = problem
    X, width = frame(train, len(train[0])), len(train[0])
    expected = oracle.encode(train, y, new, train + new, **oracle_options(options))
    encoder = continuous(options).fit(X, y, X_unlabeled=frame(new, width))
    close(encoder.transform(frame(train + new, width)), expected, 1e-9)
    if new:  # up front or as a batch, the same
        batch = continuous(options).fit(X, y).transform(frame(new, width))
        close(batch, expected[len(train) :], 1e-9)


test_encoder_equals_the_loops = given(problems(), options)(equals_the_loops)


@given(problems(), options, st.integers(0, 99))
def test_fit_transform_equals_the_loops(problem, options, seed):
    train, y, new = problem
    folds = list(KFold(2, shuffle=True, random_state=seed).split(train))
    expected = oracle.cross_fit(train, y, new, folds, **oracle_options(options))
    encoder = continuous(options).set_params(cv=2, random_state=seed)
    width = len(train[0])
    close(encoder.fit_transform(frame(train, width), y, X_unlabeled=frame(new, width)), expected, 1e-9)
    whole = oracle.encode(train, y, new, train + new, **oracle_options(options))
    close(encoder.transform(frame(train + new, width)), whole, 1e-9)


@settings(max_examples=40)
@given(problems(), options, problems())
def test_a_batch_after_unlabeled_rows_equals_the_loops_with_both(problem, options, other):
    """New categories of the batch see all rows; what X_unlabeled brought keeps its estimate."""
    train, y, new = problem
    width = len(train[0])
    more = [tuple(f"{label}+" if label == "Z" else label for label in (row * 3)[:width]) for row in other[2]]
    if not more:
        return
    encoder = continuous(options).fit(frame(train, width), y, X_unlabeled=frame(new, width))
    found = encoder.transform(frame(more, width))
    for j in range(width):
        at_fit = oracle.estimates(train, y, new, j, **oracle_options(options))
        both = oracle.estimates(train, y, new + more, j, **oracle_options(options))
        for row, value in zip(more, found[:, j], strict=True):
            expected = np.mean(y) if row[j] is None else at_fit.get(row[j], both.get(row[j]))
            assert value == pytest.approx(expected, abs=1e-9)


# --- properties


@settings(max_examples=40)
@given(problems(), options)
def test_a_batch_with_nothing_new_equals_row_by_row(problem, options):
    train, y, new = problem
    X, U = frame(train, len(train[0])), frame(new, len(train[0]))
    encoder = continuous(options).fit(X, y, X_unlabeled=U)
    both = pd.concat([X, U])
    row_by_row = np.vstack([encoder.transform(both.iloc[[i]]) for i in range(len(both))])
    assert np.array_equal(encoder.transform(both), row_by_row)


def test_a_batch_with_something_new_depends_on_the_batch():
    encoder = TIWSEncoder.of_paper().fit(TRAIN, Y)
    assert encoder.transform(T1)[0, 0] != encoder.transform(T1.iloc[[0]])[0, 0]


def test_a_batch_leaves_the_encoder_as_it_was():
    X, new = T1.copy(), T3.copy()
    encoder = TIWSEncoder.of_paper().fit(TRAIN, Y, X_unlabeled=X)
    before = encoder.transform(X)
    encoder.transform(new)
    encoder.explain("color", "teal", new)
    encoder.diagnose(new)
    assert np.array_equal(encoder.transform(X), before)
    assert list(encoder.diagnose()["category"]) == ["pink"]
    pd.testing.assert_frame_equal(X, T1)
    pd.testing.assert_frame_equal(new, T3)


def test_fit_ignores_the_state_of_an_earlier_fit():
    encoder = TIWSEncoder.of_paper().fit(TRAIN, Y, X_unlabeled=T3).fit(TRAIN[["shape", "color"]], Y + 0.5)
    fresh = TIWSEncoder.of_paper().fit(TRAIN[["shape", "color"]], Y + 0.5)
    assert set(vars(encoder)) == set(vars(fresh))
    assert not hasattr(encoder, "classes_")
    assert np.array_equal(encoder.transform(TRAIN[["shape", "color"]]), fresh.transform(TRAIN[["shape", "color"]]))


# --- TargetEncoder, the peer for seen categories


def targets(kind, rng, n):
    return {
        "binary": rng.integers(0, 2, n),
        "strings": rng.choice(["no", "yes"], n),
        "multiclass": rng.choice(["x", "y", "z"], n),
        "continuous": rng.normal(size=n).round(2),
    }[kind]


def peer(kind, cv, seed):
    """TargetEncoder with shuffled folds by that seed."""
    if Version(sklearn.__version__) < Version("1.9"):
        return TargetEncoder(smooth=1.0, cv=cv, random_state=seed)
    folds = (KFold if kind == "continuous" else StratifiedKFold)(cv, shuffle=True, random_state=seed)
    return TargetEncoder(smooth=1.0, cv=folds)


@pytest.mark.parametrize("kind", ["binary", "strings", "multiclass", "continuous"])
@pytest.mark.parametrize("seed", range(3))
def test_equals_target_encoder_where_nothing_is_unseen(kind, seed):
    rng = np.random.default_rng(seed)
    X = pd.DataFrame({"a": rng.choice(list("qwerty"), 300), "b": rng.integers(0, 4, 300), "c": rng.random(300) < 0.5})
    y = targets(kind, rng, 300)
    ours, theirs = TIWSEncoder.of_paper(smooth=1.0).fit(X, y), TargetEncoder(smooth=1.0).fit(X, y)
    close(ours.transform(X), theirs.transform(X), 1e-12)
    assert list(ours.get_feature_names_out()) == list(theirs.get_feature_names_out())
    for a, b in zip(ours.categories_, theirs.categories_, strict=True):
        assert list(a) == list(b)
    assert ours.target_type_ == theirs.target_type_
    crossed = TIWSEncoder.of_paper(cv=4, random_state=seed).fit_transform(X, y)
    close(crossed, peer(kind, 4, seed).fit_transform(X, y), 1e-12)
    assert np.abs(crossed - ours.transform(X)).max() > 1e-3


# --- cross-fitting


def test_a_category_within_one_fold_is_unseen_for_that_fold():
    rng = np.random.default_rng(0)
    X = pd.DataFrame({"a": rng.choice(list("pqr"), 40), "b": rng.choice(list("uv"), 40)})
    y = rng.normal(size=40)
    folds = list(KFold(4, shuffle=True, random_state=3).split(X))
    X.loc[X.index[folds[2][1]], "a"] = "only here"
    crossed = TIWSEncoder.of_paper(cv=4, random_state=3).fit_transform(X, y)
    expected = oracle.estimates([tuple(r) for r in X.to_numpy()], list(y), [], 0, rows=list(folds[2][0]))
    found = crossed[folds[2][1], 0]
    close(found, [expected["only here"]] * len(found), 1e-12)
    fold_mean = y[folds[2][0]].mean()
    assert abs(found[0] - fold_mean) > 1e-3  # where TargetEncoder has the overall mean
    changed = y.copy()
    changed[folds[2][1]] += 100  # its own targets do not reach it
    close(
        TIWSEncoder.of_paper(cv=4, random_state=3).fit_transform(X, changed)[folds[2][1]], crossed[folds[2][1]], 1e-12
    )


# --- kinds of input

KINDS = {
    "object": lambda x: x.astype(object),
    "str": lambda x: x.astype("str"),
    "string": lambda x: x.astype("string"),
    "category": lambda x: pd.Series(pd.Categorical(x, categories=["z", "c", "b", "a", "unused"])),
    "int": lambda x: x.map({"a": 1, "b": 2, "c": 30}),
    "Int64": lambda x: x.map({"a": 1, "b": 2, "c": 30}).astype("Int64"),
    "float": lambda x: x.map({"a": 0.5, "b": 2.0, "c": 30.0}),
    "datetime": lambda x: pd.to_datetime(x.map({"a": "2001-01-01", "b": "2002-01-01", "c": "2003-01-01"})),
    "mixed": lambda x: x.map({"a": 1, "b": "one", "c": "two"}).astype(object),
}


def small(seed=0, n=40):
    rng = np.random.default_rng(seed)
    X = pd.DataFrame({"a": rng.choice(list("abc"), n), "b": rng.choice(list("abc"), n)})
    return X, rng.integers(0, 2, n)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("holes", [False, True])
def test_kinds_of_columns_are_all_one(kind, holes):
    X, y = small()
    expected = TIWSEncoder.of_paper().fit(X, y).transform(X)
    other = X.assign(a=KINDS[kind](X["a"]))
    if holes:
        if kind == "int":
            other["a"] = other["a"].astype(float)
        gone = [0, 7, 8]
        other.loc[gone, "a"] = None
        expected = TIWSEncoder.of_paper().fit(X.astype(object).mask(other.isna(), None), y).transform(X)
        expected[gone, 0] = y.mean()
    encoder = TIWSEncoder.of_paper().fit(other, y)
    close(encoder.transform(other), expected, 1e-12)
    assert len(encoder.categories_[0]) == 3  # no missing value, no unused category among them


@pytest.mark.parametrize("missing", [None, np.nan, pd.NA, pd.NaT], ids=repr)
def test_missing_values_are_all_alike_and_get_the_mean(missing):
    X, y = small()
    X = X.astype(object)
    holes = X.copy()
    holes.loc[[1, 5, 6], "a"] = [missing] * 3
    encoder = TIWSEncoder.of_paper().fit(holes, y)
    found = encoder.transform(holes)
    close(found[[1, 5, 6], 0], [y.mean()] * 3, 1e-15)
    kept = X.drop(index=[1, 5, 6])["a"]
    assert encoder.categories_[0].tolist() == sorted(set(kept))
    expected = [(y[kept.index[kept == c]].sum() + y.mean()) / ((kept == c).sum() + 1) for c in "abc"]
    close(encoder.estimates_[0][:, 0], expected, 1e-12)


def test_a_list_of_strings_and_numbers_keeps_both_and_its_missing_values():
    rows = [["a", 1], ["b", np.nan], ["a", 2], ["b", 1], ["nan", 2]]
    encoder = TIWSEncoder.of_paper().fit(rows, [0, 1, 0, 1, 1], X_unlabeled=[["b", 3], ["a", 1]])
    assert [list(labels) for labels in encoder.categories_] == [["a", "b", "nan"], [1, 2]]
    assert list(encoder.diagnose()["category"]) == [3]
    assert encoder.transform([["a", np.nan]])[0, 1] == 0.6


def test_frames_without_names_go_by_position():
    numbered, new = TRAIN.set_axis(range(3), axis=1), T2.set_axis(range(3), axis=1)
    expected = TIWSEncoder.of_paper().fit(TRAIN, Y, X_unlabeled=T2).transform(T2)
    encoder = TIWSEncoder.of_paper().fit(numbered, Y, X_unlabeled=new)
    close(encoder.transform(new), expected, 1e-12)
    assert encoder.explain(0, "pink").equals(encoder.explain("x0", "pink"))
    # an array has no names, and a frame of unlabelled rows is taken by position
    close(TIWSEncoder.of_paper().fit(TRAIN.to_numpy(), Y, X_unlabeled=T2).transform(T2.to_numpy()), expected, 1e-12)
    close(TIWSEncoder.of_paper().fit(TRAIN, Y, X_unlabeled=T2.to_numpy()).transform(T2), expected, 1e-12)


@pytest.mark.parametrize("similarity", SIMILARITIES)
def test_small_worlds(similarity):
    encoder = TIWSEncoder.of_paper(similarity=similarity)
    one_feature = encoder.fit(TRAIN[["color"]], Y).transform(T1[["color"]])
    close(one_feature, [[np.mean([0.5, 0.375, 0.625])]] * 3, 1e-12)  # nothing to compare by: the unweighted mean
    two = encoder.fit(TRAIN[["color", "size"]], Y).transform(T1[["color", "size"]])
    assert 0.375 < two[0, 0] < 0.625
    one_seen = pd.DataFrame({"a": ["p"] * 3, "b": list("uvw")})
    close(encoder.fit(one_seen, [1, 0, 0]).transform(pd.DataFrame({"a": ["q"], "b": ["u"]}))[0, 0], 1 / 3, 1e-12)
    one_row = encoder.fit(TRAIN.iloc[:1], [1]).transform(T1)
    close(one_row, np.ones((3, 3)), 1e-12)


# --- targets


@pytest.mark.parametrize(
    "y",
    [
        Y.tolist(),
        Y.astype(bool),
        pd.Series(Y),
        pd.Series(Y, dtype="Int64"),
        np.where(Y, "yes", "no"),
        pd.Series(np.where(Y, "yes", "no"), dtype="string"),
        pd.Series(pd.Categorical(np.where(Y, "yes", "no"))),
        np.where(Y, 1, -1),
        np.where(Y, 7.0, 3.0),
    ],
    ids=lambda y: f"{type(y).__name__}-{getattr(y, 'dtype', '')}",
)
def test_binary_targets_are_all_one(y):
    encoder = TIWSEncoder.of_paper().fit(TRAIN, y)
    close(encoder.transform(T1), TIWSEncoder.of_paper().fit(TRAIN, Y).transform(T1), 1e-12)
    assert encoder.target_type_ == "binary"
    assert list(encoder.classes_) == sorted(set(np.asarray(y).tolist()))


def test_a_column_of_targets_is_taken_with_a_warning():
    with pytest.warns(sklearn.exceptions.DataConversionWarning, match="A column-vector y was passed"):
        encoder = TIWSEncoder.of_paper().fit(TRAIN, Y[:, np.newaxis])
    assert np.array_equal(encoder.transform(T1), TIWSEncoder.of_paper().fit(TRAIN, Y).transform(T1))


@pytest.mark.parametrize(("y", "expected"), [(["a"] * 8, 1), ([1] * 8, 1), ([0] * 8, 0), ([3] * 8, 1)])
def test_a_single_class(y, expected):
    found = TIWSEncoder.of_paper().fit(TRAIN, y).transform(T1)
    close(found, np.full((3, 3), expected), 1e-12)  # of the last class, as classes_ says; 0 and 1 are themselves


def test_multiclass_columns_are_one_binary_problem_each():
    y = np.array(["u", "v", "w", "v", "u", "w", "v", "v"])
    encoder = TIWSEncoder.of_paper().fit(TRAIN, y, X_unlabeled=T3)
    found = pd.DataFrame(encoder.transform(T3), columns=encoder.get_feature_names_out())
    assert list(found)[:4] == ["color_u", "color_v", "color_w", "size_u"]
    for label in "uvw":
        one = TIWSEncoder.of_paper().fit(TRAIN, y == label, X_unlabeled=T3).transform(T3)
        close(found[[f"{feature}_{label}" for feature in TRAIN]], one, 1e-12)
    close(found[["color_u", "color_v", "color_w"]].sum(axis=1), np.ones(5), 1e-12)
    assert [f"estimate_{c}" for c in "uvw"] == list(encoder.explain("color", "pink").columns[4:])


# --- scikit-learn's manners


def test_pipeline_takes_unlabeled_rows_by_its_fit_parameter():
    X, y = small(1, 60)
    new = pd.DataFrame({"a": list("dde"), "b": list("abz")})
    pipe = Pipeline([("encode", TIWSEncoder.of_paper(random_state=0)), ("model", LogisticRegression())])
    pipe.fit(X, y, encode__X_unlabeled=new)
    assert list(pipe["encode"].diagnose()["category"]) == ["d", "e", "z"]
    by_hand = TIWSEncoder.of_paper(random_state=0)
    model = LogisticRegression().fit(by_hand.fit_transform(X, y, X_unlabeled=new), y)
    close(pipe.predict_proba(new), model.predict_proba(by_hand.transform(new)), 1e-12)
    without = pipe.fit(X, y).predict_proba(new.iloc[[0]])
    assert np.isfinite(without).all()


# --- explain and diagnose


def test_explain_adds_up_to_the_estimate():
    encoder = TIWSEncoder.of_paper().fit(TRAIN, Y, X_unlabeled=T2)
    table = encoder.explain("color", "pink")
    assert list(table.columns) == ["category", "rows", "similarity", "weight", "estimate"]
    assert list(table["category"]) == ["red", "green", "blue"]
    assert list(table["rows"]) == [3, 3, 2]
    assert list(table.index) == [0, 1, 2]
    close(table["weight"], [0.413457, 0.347308, 0.239235])
    close(table["similarity"], [1, 0.791337, 0.450431])
    close(table["weight"] @ table["estimate"], encoder.transform(T2)[0, 0], 1e-12)


def test_explain_agrees_with_transform_wherever_the_counts_come_from():
    """A batch changes nothing for a category that X_unlabeled brought, not even where it brings others."""
    encoder = TIWSEncoder.of_paper().fit(TRAIN, Y, X_unlabeled=T1)
    for feature, category in (("color", "pink"), ("color", "teal"), ("size", "XXL")):
        table = encoder.explain(feature, category, T3)
        j = list(TRAIN).index(feature)
        row = list(T3[feature]).index(category)
        close(table["weight"] @ table["estimate"], encoder.transform(T3)[row, j], 1e-12)
    only_size = pd.DataFrame({"color": ["red"], "size": ["XXL"], "shape": ["o"]})
    pd.testing.assert_frame_equal(encoder.explain("color", "pink", only_size), encoder.explain("color", "pink"))
    pd.testing.assert_frame_equal(encoder.diagnose(only_size).iloc[:1], encoder.diagnose())


def test_diagnose_tells_where_the_counts_come_from():
    encoder = TIWSEncoder.of_paper().fit(TRAIN, Y, X_unlabeled=T1)
    table = encoder.diagnose(T3)
    assert list(table.columns) == [
        "feature",
        "category",
        "rows",
        "n_seen",
        "counts_from",
        "most_similar",
        "similarity",
        "size_correlation",
        "size_drives",
    ]
    assert table[["feature", "category", "rows", "n_seen", "counts_from"]].to_numpy().tolist() == [
        ["color", "pink", 3, 3, "fit"],
        ["color", "teal", 2, 3, "batch"],
        ["size", "XXL", 2, 3, "batch"],
    ]
    assert table["most_similar"][0] == "red"
    assert encoder.diagnose().shape == (1, 9)
    assert TIWSEncoder.of_paper().fit(TRAIN, Y).diagnose(TRAIN).shape == (0, 9)


def test_diagnose_does_not_say_no_where_it_cannot_tell():
    seen = TRAIN[TRAIN.columns[0]] != TRAIN.iloc[0, 0]
    table = TIWSEncoder.of_paper().fit(TRAIN[seen], np.asarray(Y)[seen.to_numpy()], X_unlabeled=TRAIN).diagnose()
    assert table["size_correlation"].isna().equals(table["size_drives"].isna())
    assert table["size_drives"].dtype == "boolean"


def test_diagnose_finds_that_size_drives_the_papers_similarity():
    """Eight categories of one profile each, of growing size: tfidf follows size, the shares do not."""
    rng = np.random.default_rng(5)
    parts = []
    for k, size in enumerate([20, 40, 80, 160, 320, 640, 1280, 300]):
        profile = rng.dirichlet(np.ones(4), size=3)
        parts.append(pd.DataFrame({f"w{j}": rng.choice(list("abcd"), size, p=profile[j]) for j in range(3)}))
        parts[-1].insert(0, "c", f"c{k}")
    rows = pd.concat(parts, ignore_index=True)
    hidden = rows["c"] == "c7"
    y = rng.integers(0, 2, (~hidden).sum())

    def correlation(similarity):
        table = TIWSEncoder.of_paper(similarity=similarity).fit(rows[~hidden], y, X_unlabeled=rows[hidden]).diagnose()
        return table.loc[0, "size_correlation"], table.loc[0, "size_drives"]

    assert correlation("tfidf")[0] > correlation("conditional")[0]
    assert correlation("tfidf") == (pytest.approx(correlation("tfidf")[0]), correlation("tfidf")[0] >= 0.6)
    assert not correlation("conditional")[1]


def test_equal_similarities_go_to_the_first_in_sorted_order():
    """Documents that are the same on paper differ by rounding after the matrix products."""
    for seed in range(21):
        rng = np.random.default_rng(seed)
        words = rng.choice(list("abcdefgh"), (12, 3))
        twins = [pd.DataFrame(words, columns=["u", "v", "w"]).assign(c=name) for name in ("t2", "t1", "t3")]
        rest = pd.DataFrame(rng.choice(list("abcdefgh"), (30, 3)), columns=["u", "v", "w"])
        rest["c"] = rng.choice(["s1", "s2", "s3"], 30)
        train = pd.concat([*twins, rest])
        new = pd.DataFrame(words, columns=["u", "v", "w"]).assign(c="new")
        for similarity in SIMILARITIES:
            encoder = TIWSEncoder.of_paper(similarity=similarity).fit(train, np.arange(len(train)) % 2, X_unlabeled=new)
            assert encoder.diagnose()["most_similar"][0] == "t1"
            assert list(encoder.explain("c", "new")["category"][:3]) == ["t1", "t2", "t3"]


# --- bad input


def fitted(**options):
    return TIWSEncoder.of_paper(**options).fit(TRAIN, Y, X_unlabeled=T1)


def with_targets(y, **options):
    return lambda: TIWSEncoder.of_paper(**options).fit(TRAIN, y)


BAD = [
    (lambda: fitted(smooth=np.nan), r"smooth must be in \[0, inf\); got nan"),
    (lambda: fitted(cv=1), r"cv must be in \[2, inf\]; got 1"),
    (lambda: fitted(cv=2.5), r"cv must be a whole number in \[2, inf\]; got 2\.5"),
    (with_targets(None), "y must be given: fit requires y to be passed, but the target y is None. Pass the target"),
    (with_targets([0, 1, np.nan, 0, 1, 0, 1, np.nan]), r"y must have no missing value \(NaN\); got 2 of them\. Move"),
    (with_targets(["a", None] * 4), "y must have no missing value .*; got 4 of them"),
    (with_targets(pd.Series([1, pd.NA] * 4, dtype="Int64")), "y must have no missing value .*; got 4 of them"),
    (with_targets(np.eye(8, 2)), r"y should be a 1d array, got an array of shape \(8, 2\)"),
    (with_targets([np.inf, 0.5] * 4), "y must be finite; got 4 infinite values. Drop those rows."),
    (with_targets([np.inf, 1] * 4, target_type="continuous"), "y must be finite; got 4 infinite values"),
    (with_targets(list("abababab"), target_type="continuous"), "y must be numeric if target_type='continuous'; got"),
    (with_targets(list("abcabcab"), target_type="binary"), "y must have two classes if target_type='binary'; got 3"),
    (lambda: fitted().transform(T1.iloc[:0]), r"X must have rows and columns; got 0 sample\(s\)"),
    (lambda: fitted().explain("colour", "pink"), "feature must be one of 'color', 'size', 'shape'; got 'colour'"),
    (lambda: fitted().explain(0, "pink"), "feature must be one of 'color', 'size', 'shape'; got 0"),
    (lambda: fitted().explain("color", "red"), r"category must be unseen in training .column 'color' has 3 rows of it"),
    *(
        (lambda unknown=unknown: fitted().explain("color", unknown), r"category must occur in column 'color'; got")
        for unknown in ("teal", None, np.nan, pd.NA)
    ),
    (lambda: TIWSEncoder.of_paper().fit(TRAIN.to_numpy(), Y).explain(3, "pink"), "feature must be one of 0, 1, 2; got"),
    (lambda: TIWSEncoder.of_paper().diagnose(TRAIN), "not fitted"),
    (lambda: TIWSEncoder.of_paper().get_feature_names_out(), "not fitted"),
    (lambda: TIWSEncoder.of_paper().explain("color", "pink"), "not fitted"),
]
test_bad_input_is_refused = refused(BAD)


@pytest.mark.parametrize("method", ["fit", "fit_transform"])
@pytest.mark.parametrize(
    ("unlabeled", "match"),
    [
        (T1.drop(columns="size"), r"X_unlabeled must have the columns of X; got missing \['size'\]\. Select"),
        (T1.to_numpy()[:, :2], r"X_unlabeled must have 3 columns; got shape \(3, 2\)"),
        (["red", "S", "o"], r"X_unlabeled must have 3 columns; got shape \(3,\)"),
    ],
)
def test_bad_unlabeled_rows(method, unlabeled, match):
    with pytest.raises(ValueError, match=match):
        getattr(TIWSEncoder.of_paper(cv=2), method)(TRAIN, Y, X_unlabeled=unlabeled)


def test_a_dense_document_out_of_bounds_names_the_column(monkeypatch):
    monkeypatch.setattr(equations, "LARGEST_DOCUMENT", 19)
    with pytest.raises(ValueError, match=r"got 4 x 5 cells for column 'color'\. Leave out the columns with the most"):
        document_matrix(TRAIN, "color", T1)


def test_a_measurement_is_warned_of_by_name():
    rng = np.random.default_rng(0)
    X = pd.DataFrame({"group": rng.choice(list("ab"), 1500), "income": rng.normal(size=1500)})
    y = rng.integers(0, 2, 1500)
    with pytest.warns(UserWarning, match=r"column 'income' is numeric with 1500 different values.*pandas") as found:
        TIWSEncoder.of_paper().fit(X, y)
    assert len(found) == 1
    TIWSEncoder.of_paper().fit(X.assign(income=X["income"].round(1)), y)  # few values: no warning
    TIWSEncoder.of_paper().fit(X.assign(income=X["income"].astype(str)), y)  # codes: no warning


# --- size


def test_parts_of_s_give_what_the_whole_gives(monkeypatch):
    rng = np.random.default_rng(0)
    X = pd.DataFrame({"id": [f"i{k}" for k in range(60)], "a": rng.choice(list("abc"), 60)})
    new = pd.DataFrame({"id": [f"n{k}" for k in range(90)], "a": rng.choice(list("abc"), 90)})
    y = rng.normal(size=60)
    whole = TIWSEncoder.of_paper().fit(X, y, X_unlabeled=new)
    monkeypatch.setattr(_estimates, "LARGE", 10)
    monkeypatch.setattr(_similarity, "CHUNK", 10)
    calls = []
    plain = _similarity.DenseSimilarity.rows
    monkeypatch.setattr(_similarity.DenseSimilarity, "rows", lambda s, rows: calls.append(len(rows)) or plain(s, rows))
    parts = TIWSEncoder.of_paper().fit(X, y, X_unlabeled=new)
    assert len(calls) > 3
    assert sum(calls) == 90
    close(parts.estimates_[0], whole.estimates_[0], 1e-12)
    pd.testing.assert_frame_equal(parts.diagnose(), whole.diagnose())


def test_memory_grows_with_the_codes_and_not_with_rows_times_categories():
    """200,000 rows, four features of 40 categories: a dense one-hot would be 40 times the codes."""
    n, p, width = 200_000, 4, 40
    rng = np.random.default_rng(0)
    labels = np.array([f"c{k:02d}" for k in range(width)], dtype=object)
    X = pd.DataFrame({f"f{j}": labels[rng.integers(0, width, n)] for j in range(p)})
    new = X.iloc[:1000].copy()
    new.iloc[:3] = "unseen"
    y = rng.integers(0, 2, n)
    codes = n * p * 8
    peak = peak_of(lambda: TIWSEncoder.of_paper().fit(X, y, X_unlabeled=new).transform(X))
    assert peak < 6 * codes
    assert peak < n * p * width * 8 / 5


@pytest.mark.parametrize("at_fit", [True, False])
@pytest.mark.parametrize("at_transform", [True, False])
def test_sparse_and_dense_tables_of_counts_agree(monkeypatch, at_fit, at_transform):
    X, y = small(4, 60)
    X["c"], X.loc[3:5, "a"] = list("uvwx" * 15), None
    new = pd.DataFrame({"a": ["d", "a", None, "d"], "b": ["a", "e", "e", "b"], "c": list("uyyz")})
    further = pd.DataFrame({"a": ["d", "f"], "b": ["g", "e"], "c": ["u", "h"]})
    plain = TIWSEncoder.of_paper().fit(X, y, X_unlabeled=new)
    expected = plain.transform(further)
    none, all_of_them = 10**9, -(10**9)
    monkeypatch.setattr(_counts, "SMALL_TABLE", all_of_them if at_fit else none)
    encoder = TIWSEncoder.of_paper().fit(X, y, X_unlabeled=new)
    assert all(sparse.issparse(table) == at_fit for table in encoder._counts.tables.values())
    for found, wanted in zip(encoder.estimates_, plain.estimates_, strict=True):
        close(found, wanted, 1e-12)
    monkeypatch.setattr(_counts, "SMALL_TABLE", all_of_them if at_transform else none)
    close(encoder.transform(further), expected, 1e-12)


@pytest.mark.parametrize("at_fit", [-(10**9), 10**9], ids=["sparse", "dense"])
def test_a_sparse_document_holds_the_counts_of_the_dense_one(monkeypatch, at_fit):
    monkeypatch.setattr(_counts, "SMALL_TABLE", at_fit)
    _, counts = CategoryCounts.of_training(TRAIN)
    batch = counts.with_rows(T3)[1]
    for found in (counts, batch):
        for feature in range(2):
            assert np.array_equal(found.sparse_document(feature).toarray(), found.document(feature))


@pytest.mark.parametrize("small_table", [-(10**9), 10**9], ids=["sparse", "dense"])
def test_a_batch_copies_no_table_of_counts_before_it_is_asked_for(monkeypatch, small_table):
    monkeypatch.setattr(_counts, "SMALL_TABLE", small_table)
    _, counts = CategoryCounts.of_training(TRAIN)
    added, plain = [], _counts.widened
    monkeypatch.setattr(_counts, "widened", lambda table, shape: added.append(shape) or plain(table, shape))
    batch = counts.with_rows(T3)[1]
    assert all(len(shape) == 1 for shape in added)  # sizes, no tables
    added.clear()
    for _ in range(2):
        batch.document(0)
    assert added == [(5, 4), (5, 2)] * (2 if small_table < 0 else 1)  # small tables are kept


def test_a_pickle_is_smaller_than_the_counts():
    rng = np.random.default_rng(0)
    X = pd.DataFrame({f"f{j}": rng.integers(0, 2000, 20_000).astype(str) for j in range(4)})
    encoder = TIWSEncoder.of_paper().fit(X, rng.integers(0, 2, 20_000), X_unlabeled=X.iloc[:1])
    tables = encoder._counts.tables
    size = sum(part.nbytes for table in tables.values() for part in (table.data, table.indices, table.indptr))
    before = pickle.dumps(encoder)
    encoder.transform(X.iloc[:1])  # keeps what makes the next one quick
    assert len(pickle.dumps(encoder)) == len(before) < size
    for pair, table in pickle.loads(before)._counts.tables.items():
        assert table.dtype == np.int64
        assert (table != tables[pair]).nnz == 0
