"""The contract of every public estimator: each property once, for the cases in cases.py."""

import inspect
import pickle
import re

import numpy as np
import pandas as pd
import pytest
from joblib import parallel_config
from scipy import sparse
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer
from sklearn.utils.estimator_checks import check_dataframe_column_names_consistency

from contract.cases import ASKED, CASES, expected, fit, fitted, plain, public_estimators, results, rows, zero_one

pytestmark = [
    pytest.mark.filterwarnings("ignore:NLDD (drops|cannot weigh) D:UserWarning"),  # small, random rows
    pytest.mark.filterwarnings("ignore:class .* takes no term"),
    pytest.mark.filterwarnings("ignore:The least populated class"),
]
MESSAGE = re.compile(r"must .*; got .*\. [A-Z].*\.$", re.DOTALL)  # what is wrong, the value, what to do
ON_SCIKIT_LEARN = {
    "random_state",  # check_random_state
    "n_jobs",  # joblib
}
"""Options whose values scikit-learn refuses, in its own words."""
UNCHECKED = {
    "AnswerVectorizer": {"ngram_range", "stop_words", "word_count"},
    "ClassWeightedKNNClassifier": {"metric"},
    "HierarchicalCoder": {"levels"},
    "RandomForestPCT": {"n_estimators", "max_features", "min_samples_leaf"},  # by its forest
    "WCTFIDFVectorizer": {"dtype", "encoding"},  # by numpy, and by the first bytes that are read
    "TIWSEncoder": {"cv", "categories"},  # cv may be an iterable of splits, which fit_transform asks
}
"""Options whose values of another type are not refused in the project's words by fit."""
WRONG = {int: [2.5, "3"], float: ["much"], str: ["nonsense"], bool: ["yes", 1]}
"""Values of another type by the type of the default."""
AT_LEAST_ONE = ("k", "max_depth", "max_iter", "max_steps", "min_samples_leaf", "n_components", "n_estimators")
BOUNDS = {
    option: [0]
    for option in (*AT_LEAST_ONE, "n_iter", "n_models", "n_neighbors", "C", "epsilon", "sharpness", "max_features")
}
BOUNDS |= {option: [-1] for option in ("dimension", "constant", "smooth")}
BOUNDS |= {option: [0, 1.5] for option in ("max_samples", "threshold", "train_fraction")}
BOUNDS |= {"contamination": [0, 0.6], "min_samples_split": [1], "smoothing": [0, np.nan]}
"""Values just out of bounds."""


def which(condition=lambda case: True):
    """Return the cases with a property as parameters of a test."""
    return pytest.mark.parametrize("name", [name for name, case in CASES.items() if condition(case)])


every = which()
tables = which(lambda case: case.is_table)
supervised = which(lambda case: case.takes_y)


def same(found, wanted, atol=0.0):
    assert found.keys() == wanted.keys()
    for key, table in wanted.items():
        if table.dtype.kind == "f":
            np.testing.assert_allclose(found[key], table, rtol=0, atol=atol, err_msg=key)
        else:
            np.testing.assert_array_equal(found[key], table, err_msg=key)


def framed(table, start=100):
    """Return an array as a frame or a series, with an index that starts anywhere."""
    index = range(start, start + len(table))
    if isinstance(table, pd.DataFrame):
        return table.set_axis(index)
    return pd.Series(table, index) if table.ndim == 1 else pd.DataFrame(table, index, list("pqrs"[: table.shape[1]]))


def given(name):
    """Return what fit is given: rows, and the target where it takes one."""
    X, y, _ = rows(CASES[name].kind)
    return (X, y) if CASES[name].takes_y else (X,)


def checked(name):
    """Return the options, with their values, that the project refuses in its own words."""
    options = CASES[name].estimator.get_params(deep=False)
    return {key: value for key, value in options.items() if key not in ON_SCIKIT_LEARN | UNCHECKED.get(name, set())}


def test_no_public_estimator_is_forgotten():
    assert public_estimators() == set(CASES)


@every
def test_every_option_has_a_case(name):
    case = CASES[name]
    listed = [*case.options, *case.alike, *case.elsewhere]
    assert sorted(listed) == sorted(inspect.signature(type(case.estimator)).parameters)


@every
def test_the_options_are_kept_by_fit_and_clone(name):
    case = CASES[name]
    X, y, _ = rows(case.kind)
    model = clone(case.estimator)
    before = repr(sorted(model.get_params().items()))
    assert (model.fit(X, y) if case.takes_y else model.fit(X)) is model
    assert repr(sorted(model.get_params().items())) == before == repr(sorted(clone(model).get_params().items()))
    for option, value in (case.options | case.alike).items():
        assert clone(model).set_params(**{option: value}).get_params(deep=False)[option] is value
    with pytest.raises(ValueError, match="Invalid parameter 'unknown'"):
        model.set_params(unknown=1)


@every
def test_a_pickle_gives_the_same_and_is_small(name):
    X, y, queries = rows(CASES[name].kind)
    kept = pickle.dumps(fitted(name))
    same(results(pickle.loads(kept), queries), expected(name))
    assert len(kept) < 25_000 + 2 * len(pickle.dumps((X, y)))  # a table of all pairs would have 65,000 bytes


@every
def test_what_is_given_stays_and_may_change_afterwards(name):
    case = CASES[name]
    mine = [table.copy() for table in rows(case.kind)]
    model = fit(case, *mine[:2])
    results(model, mine[2])
    for table, before in zip(mine, rows(case.kind), strict=True):
        pd.testing.assert_frame_equal(pd.DataFrame(table), pd.DataFrame(before))
    for table in mine[:2]:
        table[:] = np.asarray(table)[0]
    same(results(model, mine[2]), expected(name))


@every
def test_a_second_fit_forgets_the_first(name):
    """Of other rows, or by another option, which may leave an attribute out."""
    case = CASES[name]
    X, y, queries = rows(case.kind)
    for options in ({}, *({option: value} for option, value in case.options.items())):
        part = slice(None) if options else slice(len(X) // 2)
        model, fresh = fit(case, X, y).set_params(**options), fit(case, X[part], y[part], **options)
        model = model.fit(X[part], y[part]) if case.takes_y else model.fit(X[part])
        assert vars(model).keys() == vars(fresh).keys(), options
        if not options:
            same(results(model, queries), results(fresh, queries))


@every
def test_frames_and_lists_are_read_as_arrays(name):
    case = CASES[name]
    X, y, queries = rows(case.kind)
    same(results(fit(case, framed(X), framed(y)), framed(queries, 7)), expected(name), atol=1e-12)
    X, y, queries = (np.asarray(table).tolist() for table in (X, y, queries))
    same(results(fit(case, X, y), queries), expected(name), atol=1e-12)


@tables
def test_columns_are_matched_by_name(name):
    model = CASES[name].estimator  # the check brings one label as numbers
    check_dataframe_column_names_consistency(name, zero_one(model) if CASES[name].kind == "labels" else clone(model))
    X, y, queries = rows(CASES[name].kind)
    model = fit(CASES[name], framed(X), y)
    asked = framed(queries)
    assert model.feature_names_in_.tolist() == list(asked)
    assert model.n_features_in_ == 3
    for method in (method for method in ASKED[:5] if hasattr(model, method)):
        with pytest.raises(ValueError, match="feature names should match"):
            getattr(model, method)(asked[list(asked)[::-1]])


@which(lambda case: case.is_sparse)
@pytest.mark.parametrize("form", [sparse.csr_matrix, sparse.csc_array])
def test_sparse_rows_give_what_dense_rows_give(name, form):
    case = CASES[name]
    X, y, queries = rows(case.kind)
    model = fit(case, form(X), y)
    same(results(model, form(queries)), expected(name), atol=1e-4 if case.kind == "labels" else 0)
    kept = vars(getattr(model, "estimator_", model)).values()
    assert case.kind == "labels" or any(map(sparse.issparse, kept))  # as they are


@every
def test_it_works_in_pipelines_and_searches(name):
    case = CASES[name]
    option, value = next(iter(case.options.items()))
    grid = {f"{name.lower()}__{option}": [case.estimator.get_params()[option], value]}
    pipeline = make_pipeline(FunctionTransformer(), case.estimator)
    search = GridSearchCV(pipeline, grid, cv=2, scoring=lambda *_: 1.0, error_score="raise").fit(*given(name))
    found = results(search.best_estimator_, rows(case.kind)[2])  # with the first of equally good values
    assert found
    same(found, {method: expected(name)[method] for method in found})


@which(lambda case: not case.draws_rows)
def test_permuted_rows_give_the_same(name):
    """Up to rounding; where no two distances are equal, because the lower row comes first."""
    case = CASES[name]
    X, y, queries = rows(case.kind)
    rng = np.random.default_rng(0)
    X = X if case.kind in ("texts", "categories") else X + rng.normal(scale=0.01, size=X.shape)
    order = rng.permutation(len(X))
    shuffled = X.iloc[order] if hasattr(X, "iloc") else X[order]
    same(results(fit(case, shuffled, y[order]), queries), results(fit(case, X, y), queries), atol=1e-9)


@supervised
def test_rows_of_another_index_are_refused(name):
    case = CASES[name]
    X, y, _ = rows(case.kind)
    X, y = pd.Series(X) if case.kind == "texts" else pd.DataFrame(X), framed(y, 0)
    for other, found in (
        (y[::-1], f"{len(X)} of {len(X)} rows in common, in another order"),
        (y.set_axis(range(500, 500 + len(X))), f"0 of {len(X)} rows in common"),
    ):
        with pytest.raises(ValueError, match=rf"must have the index of .*; got {found}\. Pass .*\.loc\["):
            fit(case, X, other)


@supervised
def test_labels_of_two_types_are_refused(name):
    case = CASES[name]
    X, y, _ = rows(case.kind)
    mixed = [1, *y[1:].tolist()] if y.ndim == 1 else [{"sad", 1}] * len(X)
    with pytest.raises((ValueError, TypeError), match=r"must hold (labels of one type|strings).*; got"):
        fit(case, X, mixed)


@supervised
def test_a_target_that_is_missing_or_too_short_is_refused(name):
    case = CASES[name]
    X, y, _ = rows(case.kind)
    with pytest.raises(ValueError, match=r"requires y to be passed|y must have a label for each document"):
        fit(case, X, None)
    with pytest.raises(ValueError, match=rf"\b{len(X) - 1}\b"):
        fit(case, X, y[1:])


@every
def test_rows_that_it_cannot_read_are_refused(name):
    case = CASES[name]
    X, y, queries = rows(case.kind)
    if case.kind == "texts":
        bad = [
            ("a text", "must hold one text for each"),
            ([*X[1:], None], "must hold (texts|strings); got None at pos"),
        ]
    elif case.kind == "categories":
        bad = [(X[[]], "0 feature"), (X["a"], "2-dimensional|2D array"), (X[:0], "0 sample")]
    else:
        bad = [(np.where(X > 2, np.nan, X), "NaN"), (np.where(X > 2, np.inf, X), "infinity"), (X[:, 0], "2D array")]
    if case.kind == "numbers":  # squares of differences are finite
        bad += [(X * 1e300, r"must hold values of size at most 1e\+140; got .*\. Divide")]
    for table, match in bad:
        with pytest.raises((ValueError, TypeError), match=match):
            fit(case, table, y)
        if not hasattr(X, "iloc"):
            for method in expected(name):
                with pytest.raises((ValueError, TypeError), match=match):
                    getattr(fitted(name), method)(table)
    if case.is_table:
        for method in expected(name):
            with pytest.raises(ValueError, match=r"2 features|feature names should match"):
                getattr(fitted(name), method)(queries[["a", "b"]] if hasattr(queries, "iloc") else queries[:, :2])


@every
def test_before_fit_it_says_that_it_is_not_fitted(name):
    case = CASES[name]
    for method in expected(name):
        with pytest.raises(NotFittedError):
            getattr(clone(case.estimator), method)(rows(case.kind)[2])


@which(lambda case: case.is_table and hasattr(case.estimator, "set_output"))
def test_frames_come_out_on_demand(name):
    queries = rows(CASES[name].kind)[2]
    model = clone(CASES[name].estimator).set_output(transform="pandas").fit(*given(name))
    found = model.transform(framed(queries))
    assert found.columns.tolist() == model.get_feature_names_out().tolist() == ["a", "b", "c"]
    assert found.index.tolist() == list(range(100, 100 + len(queries)))
    same({"transform": plain(found)}, {"transform": expected(name)["transform"]})


@every
def test_every_option_takes_effect(name):
    case = CASES[name]
    X, y, queries = rows(case.kind)

    def all_results(**options):
        model = fit(case, X, y, **options)
        cross = (
            {"fit_transform": plain(clone(model).fit_transform(*given(name)))}
            if hasattr(model, "fit_transform")
            else {}
        )
        return results(model, queries) | cross

    base = all_results()
    with parallel_config("threading"):
        for option, value in case.alike.items():
            same(all_results(**{option: value}), base)
    for option, value in case.options.items():
        found = all_results(**{option: value})
        assert not all(np.array_equal(found.get(key), table) for key, table in base.items()), option


@every
def test_a_value_of_another_type_is_refused_by_name(name):
    case = CASES[name]
    X, y, _ = rows(case.kind)
    for option, default in checked(name).items():
        for value in [object(), *WRONG.get(type(default), [])]:
            with pytest.raises((TypeError, ValueError), match=option) as refused:
                fit(case, X, y, **{option: value})
            theirs = "InvalidParameterError" in repr(refused)
            assert theirs or MESSAGE.search(str(refused.value)), refused.value


@every
def test_a_value_out_of_bounds_is_refused(name):
    case = CASES[name]
    X, y, _ = rows(case.kind)
    for option in checked(name).keys() & BOUNDS.keys():
        for value in BOUNDS[option]:
            with pytest.raises(ValueError, match=rf"^{option} must be .*; got {re.escape(str(value))}\. [A-Z].*\.$"):
                fit(case, X, y, **{option: value})
