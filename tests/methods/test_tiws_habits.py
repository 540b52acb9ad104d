"""What users of TargetEncoder expect: smoothing, folds, weights, categories, missing values, frames, routing."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import sklearn
from sklearn.base import clone
from sklearn.compose import ColumnTransformer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import (
    GroupKFold,
    KFold,
    ShuffleSplit,
    StratifiedGroupKFold,
    StratifiedKFold,
    cross_val_score,
)
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, TargetEncoder

from methods.checks import refused
from methods.test_tiws_encoder import SIMILARITIES, by_name, small, targets
from methods.test_tiws_equations import T1, TRAIN, Y, close
from tiws_teach.jitter import JitterTreeClassifier
from tiws_teach.scale import count_categories
from tiws_teach.tiws import TIWSEncoder, TIWSEncoderCV, compare_unseen, tiws_intervals
from tiws_teach.tiws._input import MISSING_CATEGORY

KINDS = ["binary", "strings", "multiclass", "continuous"]


def table(seed, n=300):
    rng = np.random.default_rng(seed)
    return pd.DataFrame({"a": rng.choice(list("qwerty"), n), "b": rng.integers(0, 4, n)}), rng


# --- rows and their targets

X300 = table(0)[0]
Y300 = pd.Series(np.arange(300) % 2)
TURNED = Y300[::-1]
OF_ANOTHER_ORDER = [
    *(
        (lambda work=work: work(X300, TURNED), r"y must have the index of X; got 300 of 300 rows in common, in another")
        for work in (
            TIWSEncoder.of_paper().fit_transform,
            TIWSEncoder.of_paper().partial_fit,
            TIWSEncoderCV().fit_transform,
            compare_unseen,
            lambda X, y: tiws_intervals(X, y, X.assign(a="new"), "a", "new", n_resamples=2),
        )
    ),
    *(
        (lambda model=model: model.fit(X300, Y300, sample_weight=TURNED), "sample_weight must have the index of X; got")
        for model in (TIWSEncoder.of_paper(), TIWSEncoderCV(), JitterTreeClassifier())
    ),
    (lambda: count_categories(X300, None, TURNED), "target must have the index of frame"),
    (lambda: count_categories(X300, None, Y300, fold=TURNED), "fold must have the index of frame"),
    (lambda: compare_unseen(X300, [1, "a"] * 150), "y must hold labels of one type; got strings and int 1"),
    (lambda: TIWSEncoder.of_paper().partial_fit(X300, [1, "a"] * 150), "y must hold labels of one type; got strings"),
]


def with_options(**options):
    return lambda: TIWSEncoder.of_paper(**options).fit(TRAIN, Y)


def with_weights(weights):
    return lambda: TIWSEncoder.of_paper().fit(TRAIN, Y, sample_weight=weights)


LISTS = "categories must be 'auto' or have one list for each of the 3 columns; got "
BAD = [
    (
        lambda: TIWSEncoder.of_paper(cv=ShuffleSplit(3, random_state=0)).fit_transform(TRAIN, Y),
        r"cv must put each row into exactly one test fold; got row \d in \d of them",
    ),
    (with_weights([1, 2]), r"sample_weight must have one value for each of the 8 rows; got shape \(2,\)"),
    (with_weights([-1] + [1] * 7), "sample_weight must be finite, at least 0 and not zero throughout"),
    (with_weights([np.nan] + [1] * 7), "sample_weight must be finite"),
    (with_weights([0] * 8), "sample_weight must be finite, at least 0 and not zero throughout"),
    (with_options(categories=5), LISTS + "5"),
    (with_options(categories=[list("ab")]), LISTS + "1 lists"),
    (with_options(categories=["ab", "cd", "e"]), "categories must be 'auto' or a list of lists; got 'ab' in place of"),
    (with_options(categories=[3, 4, 5]), "categories must be 'auto' or a list of lists; got 3 in place of a list"),
    (with_options(categories=[["red", "red"], ["S"], ["o"]]), "categories must name each category once"),
]
test_bad_input_is_refused = refused([*OF_ANOTHER_ORDER, *BAD])


def test_one_column_may_be_given_by_its_name():
    X, rng = table(0)
    X["y"] = rng.integers(0, 2, len(X))
    assert list(TIWSEncoder.of_paper().fit(X, "y", columns="a").feature_names_in_) == ["a"]


# --- smoothing and folds


def cross_fitted(encoder, X, y, folds):
    """Return each row's encoding by the other folds; TargetEncoder itself takes no folds before scikit-learn 1.9."""
    parts = [(test, encoder.fit(X.iloc[train], y[train]).transform(X.iloc[test])) for train, test in folds]
    found = np.full((len(X), parts[0][1].shape[1]), np.nan)
    for test, part in parts:
        found[test] = part
    return found


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("smooth", ["auto", 0, 2.5])
def test_smoothing_is_target_encoders(kind, smooth):
    X, rng = table(3)
    y = targets(kind, rng, 300)
    ours, theirs = TIWSEncoder.of_paper(smooth=smooth), TargetEncoder(smooth=smooth)
    close(ours.fit(X, y).transform(X), theirs.fit(X, y).transform(X), 1e-12)
    folds = list(KFold(4, shuffle=True, random_state=0).split(X))
    close(ours.set_params(cv=folds).fit_transform(X, y), cross_fitted(theirs, X, y, folds), 1e-12)


def test_no_smoothing_and_no_row_is_the_mean():
    y = np.array([0.5, 1.5, 2.5, 0.5, 1.5, 2.5, 0.5, 1.5])
    for smooth in (0, "auto"):
        found = TIWSEncoder.of_paper(smooth=smooth, similarity=None).fit(TRAIN, y).transform(T1)
        assert found[0, 0] == pytest.approx(y.mean())
        assert np.isfinite(TIWSEncoder.of_paper(smooth=smooth, cv=2, random_state=0).fit_transform(TRAIN, y)).all()


def test_cv_may_be_a_splitter_or_its_splits():
    X, rng = table(0, 90)
    y, cv = rng.integers(0, 2, 90), StratifiedKFold(3, shuffle=True, random_state=1)
    by_group = list(GroupKFold(3).split(X, y, np.repeat(np.arange(9), 10)))
    for given, splits in ((cv, list(cv.split(X, y))), (by_group, by_group)):
        expected = cross_fitted(TargetEncoder(smooth=1.0), X, y, splits)
        close(TIWSEncoder.of_paper(cv=given).fit_transform(X, y), expected, 1e-12)


@pytest.mark.parametrize("target_type", ["binary", "continuous"])
def test_groups_stay_together(target_type):
    X, rng = table(0, 90)
    y, persons = rng.integers(0, 2, 90), np.repeat(np.arange(30), 3)
    split = [*GroupKFold(3).split(X, y, persons)]
    expected = TIWSEncoder(cv=split).fit_transform(X, y)
    close(TIWSEncoder(cv=GroupKFold(3)).fit_transform(X, y, groups=persons), expected, 0)
    number = TIWSEncoder(cv=4, random_state=0, target_type=target_type)
    name = GroupKFold if target_type == "continuous" else StratifiedGroupKFold
    expected = clone(number).set_params(cv=name(4, shuffle=True, random_state=0)).fit_transform(X, y, groups=persons)
    close(number.fit_transform(X, y, groups=pd.Series(persons)), expected, 0)
    weights = np.where(persons < 5, 0, 1)
    kept = number.fit_transform(X[weights > 0], y[weights > 0], groups=persons[weights > 0])
    close(number.fit_transform(X, y, sample_weight=weights, groups=persons)[weights > 0], kept, 1e-9)
    with sklearn.config_context(enable_metadata_routing=True):
        for encoder in (number, TIWSEncoder(cv=GroupKFold(3))):
            pipe = make_pipeline(ColumnTransformer([("e", clone(encoder), list(X))]), FunctionTransformer())
            close(pipe.fit_transform(X, y, groups=persons), encoder.fit_transform(X, y, groups=persons), 0)


test_groups_are_checked = refused(
    [
        (lambda: TIWSEncoder().fit_transform(TRAIN, Y, groups=[1, 2]), "inconsistent numbers of samples"),
        (
            lambda: TIWSEncoder().fit_transform(TRAIN, Y, groups=pd.Series(0, [*range(1, len(TRAIN) + 1)])),
            "groups must have the index of X",
        ),
        (lambda: TIWSEncoder().fit_transform(pl.LazyFrame({"a": [1]}), "a", groups=[1]), "groups must be None for a"),
        (lambda: TIWSEncoder().fit_transform(TRAIN, Y, groups="who"), "groups must have one value for each row; got"),
        (lambda: compare_unseen(pl.LazyFrame({"a": [1]}), "a"), "X must be in memory; got LazyFrame"),
        (lambda: TIWSEncoder(cv="five").fit(TRAIN, Y), "cv must be a whole number"),
    ]
)


# --- weights


@pytest.mark.parametrize("similarity", [*SIMILARITIES, None])
@pytest.mark.parametrize("options", [{}, {"smooth": "auto"}, {"baseline": "regression"}], ids=str)
def test_weights_are_repeated_rows(similarity, options):
    X, rng = table(1, 80)
    y, weights = rng.integers(0, 2, 80), rng.integers(0, 4, 80)
    new, repeated = X.head(7).assign(a="new"), np.repeat(np.arange(80), weights)
    encoder = TIWSEncoder.of_paper(similarity=similarity, **options)
    weighted = encoder.fit(X, y, [new], sample_weight=weights).transform(new)
    again = encoder.fit(X.iloc[repeated].reset_index(drop=True), y[repeated], [new]).transform(new)
    close(weighted, again, 1e-6 if options.get("baseline") else 1e-12)  # the regression stops within a tolerance


def test_cross_fitting_takes_weights_and_gives_rows_of_weight_0_their_code():
    X, rng = table(2, 60)
    y = rng.integers(0, 2, 60)
    weights = np.ones(60)
    weights[:5] = 0
    found = TIWSEncoder.of_paper(random_state=0).fit_transform(X, y, sample_weight=weights)
    rest = TIWSEncoder.of_paper(random_state=0).fit(X[5:], y[5:])
    close(found[:5], rest.transform(X[:5]), 1e-12)
    close(found[5:], TIWSEncoder.of_paper(random_state=0).fit_transform(X[5:], y[5:]), 1e-12)
    doubled = TIWSEncoder.of_paper(random_state=0, smooth=0).fit_transform(X, y, sample_weight=np.full(60, 2.0))
    close(doubled, TIWSEncoder.of_paper(random_state=0, smooth=0).fit_transform(X, y), 1e-12)


# --- categories and missing values


def test_given_categories_in_their_order_beside_missing_values():
    holes = TRAIN.assign(color=TRAIN["color"].mask(TRAIN.index % 4 == 1))
    lists = [sorted(holes[name].dropna().unique())[::-1] for name in holes]
    encoder = TIWSEncoder.of_paper(categories=lists).fit(holes, Y)
    assert [list(found) for found in encoder.categories_] == lists
    close(encoder.transform(holes), TIWSEncoder.of_paper().fit(holes, Y).transform(holes), 1e-12)


def test_a_category_that_is_not_given_is_unseen_and_so_is_one_without_rows():
    lists = [["green", "red", "teal"], ["L", "M", "S"], ["o", "x"]]
    encoder = TIWSEncoder.of_paper(categories=lists, similarity="hellinger").fit(TRAIN, Y)
    assert list(encoder.categories_[0]) == ["green", "red"]
    table = encoder.explain("color", "blue")
    assert list(table["category"].sort_values()) == ["green", "red"]
    assert by_name(encoder, "color")["blue"] == pytest.approx(table["weight"] @ table["estimate"])
    assert "teal" in by_name(encoder, "color")
    changed = np.where(TRAIN["color"] == "blue", 1 - Y, Y)  # its targets count only in the mean of all
    other = TIWSEncoder.of_paper(categories=lists, similarity="hellinger", smooth=0).fit(TRAIN, changed)
    same = TIWSEncoder.of_paper(categories=lists, similarity="hellinger", smooth=0).fit(TRAIN, Y)
    assert by_name(other, "color") == by_name(same, "color")


def test_categories_may_be_tuples_of_mixed_types():
    labels = [(1, "a"), ("b", 2), (None, 3.5)]
    X = pd.DataFrame({"c": labels * 4, "d": list("uv") * 6})
    new = pd.DataFrame({"c": [("z", 0)] * 2, "d": list("uv")})
    numbered = [
        frame.assign(c=frame["c"].map(dict(zip([*labels, ("z", 0)], "kmnz", strict=True)))) for frame in (X, new)
    ]
    y = np.arange(12) % 5 % 2
    found = TIWSEncoder.of_paper().fit(X, y, new)
    assert sorted(map(repr, found.categories_[0])) == sorted(map(repr, labels))
    for given in ("auto", [labels[:2], list("uv")]):
        listed = TIWSEncoder.of_paper(categories=given).fit(X, y, new)
        plain = TIWSEncoder.of_paper(categories="auto" if given == "auto" else [list("km"), list("uv")])
        plain.fit(numbered[0], y, numbered[1])
        for frame, as_letters in zip((X, new), numbered, strict=True):
            close(listed.transform(frame), plain.transform(as_letters), 1e-12)


@pytest.mark.parametrize("kind", ["object", "float", "category", "array"])
def test_missing_values_may_be_a_category(kind):
    X, rng = table(4, 200)
    X = X.assign(b=X["b"].astype(float)) if kind == "float" else X.astype(object)
    X = X.astype({"a": "category"}) if kind == "category" else X
    X.iloc[::3, 0], X.iloc[::4, 1] = np.nan, np.nan
    y = rng.integers(0, 2, 200)
    rows = X.to_numpy(dtype=object) if kind == "array" else X
    encoder = TIWSEncoder.of_paper(handle_missing="category").fit(rows, y)
    filled = X.astype(object).where(X.notna(), MISSING_CATEGORY)
    close(encoder.transform(rows), TIWSEncoder.of_paper().fit(filled, y).transform(filled), 1e-12)
    close(
        encoder.transform(rows),
        TargetEncoder(smooth=1.0).fit(filled.astype(str), y).transform(filled.astype(str)),
        1e-12,
    )
    mean = TIWSEncoder.of_paper().fit(rows, y).transform(rows)
    assert mean[0, 0] == pytest.approx(y.mean())
    assert abs(encoder.transform(rows)[0, 0] - y.mean()) > 1e-3


def test_missing_values_that_first_occur_later_are_an_unseen_category():
    encoder = TIWSEncoder.of_paper(handle_missing="category").fit(TRAIN, Y)
    found = encoder.transform(T1.assign(color=None))[:, 0]
    close(found, encoder.transform(T1)[:, 0], 1e-12)  # as for any other new label


def test_an_empty_column_is_encoded_as_the_mean_with_a_warning():
    X = TRAIN.assign(size=None)
    with pytest.warns(UserWarning, match="column 'size' has only missing values; all its estimates are the mean"):
        encoder = TIWSEncoder.of_paper(random_state=0).fit(X, Y)
    close(encoder.transform(TRAIN)[:, 1], np.full(8, Y.mean()), 1e-12)
    with pytest.warns(UserWarning, match="only missing values"):
        found = cross_val_score(
            make_pipeline(TIWSEncoder.of_paper(cv=2), LogisticRegression()), X, Y, cv=2, error_score="raise"
        )
    assert np.isfinite(found).all()


# --- unlabelled rows


def frames_of(frame):
    columns = {name: frame[name].to_list() for name in frame}
    return {"polars": pl.DataFrame(columns), "pyarrow": pa.table(columns), "pandas": frame}


@pytest.mark.parametrize("kind", ["polars", "pyarrow", "pandas"])
def test_unlabeled_frames_go_by_name_and_further_columns_are_ignored(kind):
    expected = TIWSEncoder.of_paper().fit(TRAIN, Y, X_unlabeled=T1).transform(T1)
    shuffled = frames_of(T1[["shape", "color", "size"]].assign(taste="sour"))[kind]
    close(TIWSEncoder.of_paper().fit(TRAIN, Y, X_unlabeled=shuffled).transform(T1), expected, 1e-12)
    of_polars = TIWSEncoder.of_paper().fit(frames_of(TRAIN)["polars"], Y, X_unlabeled=shuffled)
    close(of_polars.transform(frames_of(T1)["polars"]), expected, 1e-12)
    listed = TIWSEncoder.of_paper().fit(TRAIN, Y, X_unlabeled=[shuffled])
    close(listed.transform(T1), expected, 1e-12)
    with pytest.raises(ValueError, match=r"X_unlabeled must have the columns of X; got missing \['size'\]"):
        TIWSEncoder.of_paper().fit(TRAIN, Y, X_unlabeled=frames_of(T1.drop(columns="size"))[kind])


@pytest.fixture
def routing():
    with sklearn.config_context(enable_metadata_routing=True):
        yield


def test_routing_through_a_column_transformer(routing):
    X, y = small(1, 60)
    X["n"] = np.arange(60.0)
    new = pd.DataFrame({"n": [1.0], "b": ["z"], "a": ["d"]})  # all columns, of which the step takes its own
    encoder = TIWSEncoder.of_paper(random_state=0).set_fit_request(X_unlabeled=True, sample_weight=False)
    columns = ColumnTransformer([("codes", encoder, ["a", "b"]), ("rest", "passthrough", ["n"])])
    pipe = make_pipeline(columns, LogisticRegression(max_iter=1000)).fit(X, y, X_unlabeled=new)
    assert list(pipe[0].named_transformers_["codes"].diagnose()["category"]) == ["d", "z"]


def test_cross_validation_selects_rows_of_a_frame_as_long_as_x_but_not_of_a_list(routing):
    X, y = small(1, 60)
    new = X.assign(a=["d", "e"] * 30)
    sizes = []

    class Spy(TIWSEncoder):
        def fit_transform(self, X, y, X_unlabeled=None, sample_weight=None):
            out = super().fit_transform(X, y, X_unlabeled, sample_weight)
            sizes.append(int(self.diagnose()["rows"].sum()))
            return out

    spy = Spy(random_state=0).set_fit_request(X_unlabeled=True, sample_weight=False)
    pipe = make_pipeline(spy, LogisticRegression())
    cross_val_score(
        pipe, X, y, cv=KFold(3, shuffle=True, random_state=0), params={"X_unlabeled": [new]}, error_score="raise"
    )
    assert sizes == [60] * 3
    with pytest.warns(UserWarning, match=r"X_unlabeled has 40 rows, as many as X\. .* Pass \[X_unlabeled\] to keep"):
        cross_val_score(pipe, X, y, cv=KFold(3, shuffle=True, random_state=0), params={"X_unlabeled": new})
    assert sizes[3:] == [40] * 3


# --- columns of unseen values


def test_numbers_against_words_are_warned_of():
    X = pd.DataFrame({"a": [1, 2, 3, 1], "b": list("uvuv")})
    encoder = TIWSEncoder.of_paper().fit(X, [0, 1, 1, 0])
    match = (
        r"every value of column 'a' is unseen, for example '1'; the training rows have 1 \(int in training, str here\)"
    )
    with pytest.warns(UserWarning, match=match):
        encoder.transform(X.astype({"a": str}))
    with pytest.warns(UserWarning, match=match):
        TIWSEncoder.of_paper().fit(X, [0, 1, 1, 0], X_unlabeled=X.head(1).astype({"a": str}))


def test_a_column_of_unseen_values_is_warned_of_if_it_may_be_a_mistake():
    encoder = TIWSEncoder.of_paper().fit(TRAIN, Y)
    for changed in (lambda color: color + " ", str.upper):
        with pytest.warns(UserWarning, match="every value of column 'color' is unseen, for example '(blue |BLUE)'"):
            encoder.transform(TRAIN.assign(color=TRAIN["color"].map(changed)))
    codes = pd.concat([TRAIN] * 5).assign(color=[f"c{row % 5}" for row in range(40)])
    with pytest.warns(UserWarning, match="every value of column 'color' is unseen, for example 'c0'"):
        encoder.transform(codes)  # warnings are errors: a few hidden categories are the normal use
    encoder.transform(codes.assign(color=[f"c{row % 4}" for row in range(40)]))
    encoder.transform(pd.concat([T1] * 10))
    encoder.transform(T1.assign(color=["teal", "pink", "teal"]))


# --- targets, intervals


def test_whole_numbers_in_an_object_column_are_targets():
    for y, kind in (([1, 0, 2, 1, 0, 2, 1, 0], "multiclass"), ([1, 0] * 4, "binary"), ([0.5, 1.0] * 4, "continuous")):
        found = TIWSEncoder.of_paper().fit(TRAIN, np.array(y, dtype=object))
        assert found.target_type_ == kind
        close(found.transform(TRAIN), TIWSEncoder.of_paper().fit(TRAIN, y).transform(TRAIN), 1e-12)


@pytest.mark.parametrize("method", ["bootstrap", "jackknife"])
def test_intervals_of_arrays(method):
    arrays = TRAIN.to_numpy(), Y, T1.to_numpy()
    options = {"method": method, "n_resamples": 5, "random_state": 0}
    found = tiws_intervals(*arrays, 0, "pink", **options)
    assert found == tiws_intervals(TRAIN, Y, T1, "color", "pink", **options)
    assert found == tiws_intervals(TRAIN, Y, T1, 0, "pink", **options)
    assert found.covers == "sampling error only"


def test_conformal_intervals_by_hand():
    rng = np.random.default_rng(0)
    city = np.repeat([f"c{i:02}" for i in range(24)], 30)
    X = pd.DataFrame({"city": city, "size": rng.choice(list("SML"), 720)})
    y = (rng.random(720) < np.repeat(rng.uniform(0.2, 0.8, 24), 30)).astype(int)
    hidden = city == "c00"
    X, y, new = X[~hidden], y[~hidden], X[hidden]
    encoder = TIWSEncoder.of_paper(similarity="hellinger")
    found = tiws_intervals(X, y, new, "city", "c00", encoder=encoder, method="conformal", level=0.9)
    errors = []
    for label in np.unique(X["city"]):
        mine = (X["city"] == label).to_numpy()
        fitted = TIWSEncoder.of_paper(similarity="hellinger").fit(X[~mine], y[~mine], [pd.concat([new, X[mine]])])
        errors.append(abs(by_name(fitted, "city")[label] - y[mine].mean()))
    width = np.sort(errors)[21]  # ceil(24 * .9) = 22 of 23
    assert found.high - found.estimate == pytest.approx(width, abs=1e-12)
    assert found.estimate - found.low == pytest.approx(width, abs=1e-12)
    assert found.standard_error == pytest.approx(np.sqrt(np.mean(np.square(errors))))
    assert (found.n_used, found.covers) == (23, "the category's own mean")
    few = tiws_intervals(X, y, new, "city", "c00", encoder=encoder, method="conformal", level=0.99)
    assert few.n_used == 23 + 3  # those of size too
    assert 0 <= few.low <= found.low < found.high <= few.high <= 1
    with pytest.raises(ValueError, match="X must have a column with two seen categories, one of them with ten rows"):
        tiws_intervals(TRAIN, Y, T1, "color", "pink", method="conformal")
