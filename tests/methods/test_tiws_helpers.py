"""TIWSEncoder on mixed tables and single rows: helper columns, few rows, rows that are added, options by column."""

import warnings
from contextlib import nullcontext

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.compose import ColumnTransformer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

from methods.checks import refused
from methods.test_tiws_equations import T1, TRAIN, Y
from tiws_teach.tiws import TIWSEncoder


def close(found, expected, tolerance=1e-12):
    np.testing.assert_allclose(found, expected, rtol=0, atol=tolerance)


def mixed(seed=0, n=300):
    """Rows with a number that matters, another with gaps, and two columns of words; the city "f" is to be hidden."""
    rng = np.random.default_rng(seed)
    X = pd.DataFrame(
        {
            "price": rng.normal(size=n),
            "city": rng.choice(list("abcdef"), n),
            "kind": rng.choice(["flat", "house", None], n),
            "age": rng.normal(size=n),
        }
    )
    X.loc[::9, "age"] = np.nan
    y = (X["price"] + X["city"].map(dict(zip("abcdef", range(6), strict=True))) / 4 + rng.normal(size=n) > 0.6).astype(
        int
    )
    return X, y, (X["city"] == "f").to_numpy()


@pytest.mark.parametrize("kind", ["binary", "continuous"])
def test_weights_repeat_rows_with_columns_that_help(kind):
    """Claim: edges of the fifths, scale and regression are those of the repeated rows."""
    X, y, new = mixed(2)
    y = y if kind == "binary" else y + X["price"]
    times = np.random.default_rng(0).integers(0, 4, len(X))
    train, rows = np.flatnonzero(~new), np.repeat(np.flatnonzero(~new), times[~new])
    weighted = TIWSEncoder(encode=["city"]).fit(X.iloc[train], y.iloc[train], X[new], sample_weight=times[~new])
    repeated = TIWSEncoder(encode=["city"]).fit(X.iloc[rows].reset_index(drop=True), y.to_numpy()[rows], X[new])
    for at, edges in repeated._helpers.edges.items():
        close(weighted._helpers.edges[at], edges)
    close(weighted.estimates_[0], repeated.estimates_[0], 1e-6)


def test_numbers_enter_the_regression_as_they_are_and_the_similarity_by_fifths():
    X, y, new = mixed()
    encoder = TIWSEncoder(encode=["city"], similarity=None).fit(X[~new], y[~new], X_unlabeled=X[new])
    train, codes = X[~new], ["kind", "price", "age"]
    edges = {name: np.nanquantile(train[name], [0.2, 0.4, 0.6, 0.8]) for name in ("price", "age")}
    fifths = {name: np.searchsorted(edges[name], X[name]).astype(str) for name in edges}
    gaps = X.assign(**fifths).astype(object).where(X.notna())
    words, numbers = gaps.fillna("none"), [*edges]
    one_hot = OneHotEncoder(handle_unknown="ignore").fit(words.loc[~new, codes])
    scale = StandardScaler().fit(train[numbers])

    def rows(part):
        helped = np.nan_to_num(scale.transform(X.loc[part, numbers]))
        return np.hstack([one_hot.transform(words.loc[part, codes]).toarray(), helped])

    model = LogisticRegression(max_iter=1000).fit(rows(~new), y[~new])
    close(encoder.estimates_[0][-1, 0], model.predict_proba(rows(new))[:, 1].mean(), 1e-4)
    by_hand = TIWSEncoder.of_paper(similarity="hellinger").fit(gaps[~new], y[~new], X_unlabeled=gaps[new])
    found = TIWSEncoder.of_paper(similarity="hellinger", encode=["city"]).fit(X[~new], y[~new], X_unlabeled=X[new])
    close(found.estimates_[0], by_hand.estimates_[1])


def test_only_the_encoded_columns_are_returned_in_their_order():
    X, y, _ = mixed()
    encoder = TIWSEncoder(encode=["kind", "city"]).set_output(transform="pandas").fit(X, y)
    assert list(encoder.transform(X)) == list(encoder.get_feature_names_out()) == ["kind", "city"]
    assert [len(known) for known in encoder.categories_] == [2, 6]
    assert encoder.fit_transform(X, y).shape == (300, 2)
    assert set(encoder.encoding_table()["feature"]) == {"kind", "city"}
    by_position = TIWSEncoder(encode=[2, 1]).fit(X.to_numpy(), y).transform(X.to_numpy())
    close(by_position, encoder.fit(X, y).transform(X))


def test_helpers_go_through_a_column_transformer_and_a_pipeline_gets_their_numbers():
    X, y, new = mixed()
    parts = [("city", TIWSEncoder(encode=["city"], random_state=0), list(X)), ("price", "passthrough", ["price"])]
    found = ColumnTransformer(parts).set_output(transform="pandas").fit(X, y).transform(X)
    close(found["city__city"], TIWSEncoder(encode=["city"]).fit(X, y).transform(X)[:, 0])
    seen = []

    class Spy(LogisticRegression):
        def fit(self, X, y, **given):
            seen.append(X.copy())
            return super().fit(X[["price"]], y, **given)

        def predict_proba(self, X):
            return super().predict_proba(X[["price"]])

    TIWSEncoder(encode=["city"], baseline=make_pipeline("passthrough", Spy())).fit(X[~new], y[~new], X_unlabeled=X[new])
    pd.testing.assert_series_equal(seen[0]["age"], X.loc[~new, "age"].reset_index(drop=True))


@settings(max_examples=20)
@given(st.permutations(["price", "kind", "age"]), st.integers(0, 20))
def test_the_order_of_the_helpers_does_not_matter(order, seed):
    X, y, new = mixed(seed, 80)
    found = [
        TIWSEncoder(encode=["city"]).fit(table[~new], y[~new], X_unlabeled=table[new]).estimates_[0]
        for table in (X, X[[*order, "city"]])
    ]
    close(found[0], found[1], 1e-4)  # the regression stops within a tolerance


def test_few_rows_are_shrunken_in_proportion():
    raw = TIWSEncoder(min_rows=1).fit(TRAIN, Y, X_unlabeled=T1)
    mean, n = Y.mean(), int((T1["color"] == "pink").sum())
    for min_rows in (n, n + 1, 20):
        encoder = TIWSEncoder(min_rows=min_rows).fit(TRAIN, Y, X_unlabeled=T1)
        expected = mean + n / min_rows * (raw.estimates_[0][-1, 0] - mean)
        close(encoder.estimates_[0][-1, 0], expected)
        close(TIWSEncoder(min_rows=min_rows).fit(TRAIN, Y).estimates_[0], raw.estimates_[0][:-1])
        table = encoder.explain("color", "pink")
        close(table["weight"] @ table["estimate"], expected)


def test_single_rows_warn_once_for_each_column_and_stay_near_the_mean():
    X, y, new = mixed()
    encoder = TIWSEncoder(encode=["city"]).fit(X[~new], y[~new])
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        singles = np.concatenate([encoder.transform(X[new].iloc[[i]]) for i in range(20)])
    assert [str(w.message)[:63] for w in told] == ["column 'city' has new categories with fewer than 20 rows, for e"]
    assert np.abs(singles - y[~new].mean()).max() < 0.05
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        encoder.fit(X[~new], y[~new]).transform(X[new])
        TIWSEncoder.of_paper().fit(X[~new][["city", "kind"]], y[~new]).transform(X[new][["city", "kind"]].iloc[[0]])


@given(st.lists(st.integers(1, 12), min_size=1, max_size=4), st.booleans(), st.booleans())
def test_added_rows_are_rows_of_the_fit(sizes, regression, helpers):
    X, y, new = mixed(1, 120)
    X = X.assign(city=np.where(np.arange(120) % 7 == 0, "g", X["city"]))
    X = X if helpers else X[["city", "kind"]]
    options = {"baseline": "regression" if regression else None, "encode": ["city"] if helpers else None}
    new = new | (X["city"] == "g").to_numpy()
    rows = X[new].iloc[: sum(sizes)]
    first = TIWSEncoder(**options).fit(X[~new], y[~new], X_unlabeled=rows.iloc[: sizes[0]])
    for start, n in zip(np.cumsum(sizes), sizes[1:], strict=False):
        first.add_unlabeled(rows.iloc[start : start + n])
    whole = TIWSEncoder(**options).fit(X[~new], y[~new], X_unlabeled=rows)
    keys = ["feature", "category"]
    found, expected = (e.encoding_table().sort_values(keys).reset_index(drop=True) for e in (first, whole))
    pd.testing.assert_frame_equal(found, expected, atol=1e-10, rtol=0)


def test_an_option_of_a_column_is_that_of_an_encoder_with_it():
    rows = {"X_unlabeled": T1}
    both = TIWSEncoder(by_column={"color": {"similarity": None, "baseline": None}}).fit(TRAIN, Y, **rows)
    mean, plain = TIWSEncoder(similarity=None, baseline=None).fit(TRAIN, Y, **rows), TIWSEncoder().fit(TRAIN, Y, **rows)
    close(both.estimates_[0], mean.estimates_[0])
    for j in range(1, TRAIN.shape[1]):
        close(both.estimates_[j], plain.estimates_[j])
    close(both.transform(T1)[:, 0], Y.mean())
    assert "color" not in set(both.diagnose()["feature"])


def test_a_column_of_numbers_with_some_text_warns():
    X, y, _ = mixed()
    text = X.astype({"price": object})
    text.iloc[0, 0] = "n/a"
    with pytest.warns(UserWarning, match="'price' has numbers but also text, for example 'n/a'") as told:
        TIWSEncoder(encode=["city"]).fit(X.astype({"price": object}), y, X_unlabeled=[text])
    assert [w.filename for w in told] == [__file__]
    TIWSEncoder(encode=["city"]).fit(text.astype({"price": "category"}), y)


def test_a_code_of_the_encoded_column_warns_but_no_coarser_column():
    X, y, new = mixed()
    number = X["city"].map(dict(zip("abcdef", range(6), strict=True)))
    lengths = number / 3, (number / 3).astype("double[pyarrow]")
    for code in (number, X["city"].str.upper(), number // 2, *lengths, number.where(~new, 0)):  # number // 2: a region
        table, useful = X.assign(code=code), code.nunique() < 6 or code.dtype.kind == "f"
        with nullcontext() if useful else pytest.warns(UserWarning, match="each category of 'city' has a single value"):
            TIWSEncoder(encode=["city"]).fit(table[~new], y[~new], X_unlabeled=table[new])


test_bad_input = refused(
    [
        (lambda X, y: TIWSEncoder(encode="city").fit(X, y), "encode must be None or a list of columns, not empty; got"),
        (lambda X, y: TIWSEncoder(encode=[]).fit(X, y), r"encode must be None or a list .* got \[\]"),
        (lambda X, y: TIWSEncoder(encode=["town"]).fit(X, y), r"encode must name columns of X once, .* got \['town'\]"),
        (lambda X, y: TIWSEncoder(encode=["city", "city"]).fit(X, y), "encode must name columns of X once"),
        (
            lambda X, y: TIWSEncoder(encode=[7]).fit(X.to_numpy(), y),
            r"encode must name columns of X once, .* got \[7\]",
        ),
        (
            lambda X, y: TIWSEncoder(encode=["city"], categories=[["a"]]).fit(X, y),
            "categories must be 'auto' if encode",
        ),
        (
            lambda X, y: TIWSEncoder(encode=["city"]).fit(X, y).transform(X.assign(price=["1", "cheap"] * 150)),
            "X must have numbers in column 'price', as at the fit; got 'cheap'",
        ),
        (
            lambda X, y: TIWSEncoder(encode=["city"]).fit(X, y, X_unlabeled=X.assign(age="old")),
            "X must have numbers in column 'age', as at the fit; got 'old'",
        ),
        (lambda X, y: TIWSEncoder(min_rows=0).fit(X[["city"]], y), "min_rows must be .*got 0"),
        (lambda X, y: TIWSEncoder(min_rows=2.5).fit(X[["city"]], y), "min_rows must be .*got 2.5"),
        (lambda X, y: TIWSEncoder(by_column="city").fit(X[["city"]], y), "by_column must be a dict of options by"),
        (lambda X, y: TIWSEncoder(by_column={"town": {}}).fit(X[["city"]], y), r"by_column must name columns .* got"),
        (
            lambda X, y: TIWSEncoder(by_column={"city": {"cv": 3}}).fit(X[["city"]], y),
            r"by_column must name .* got \['cv'\]",
        ),
        (
            lambda X, y: TIWSEncoder(by_column={"city": {"sharpness": 0}}).fit(X[["city"]], y),
            "sharpness must be .* got 0",
        ),
        (lambda X, y: TIWSEncoder(encode=["city"]).fit(X, y).explain("kind", "flat"), "feature must be .*'city'.* got"),
        (lambda X, y: TIWSEncoder(encode=["city"]).fit(X, y).add_unlabeled(X[["city"]]), "feature names should match"),
    ],
    lambda: mixed()[:2],
)


def test_further_columns_are_ignored_in_every_frame():
    X, y, new = mixed()
    encoder = TIWSEncoder(encode=["city"]).fit(X[~new], y[~new], X_unlabeled=X[new].assign(sold=1))
    close(encoder.transform(X.assign(sold=y)[["sold", *X]]), encoder.transform(X))
    close(encoder.add_unlabeled(X[new].assign(sold=1)).transform(X[:9]).shape, (9, 1))


def test_not_fitted():
    with pytest.raises(ValueError, match="not fitted"):
        TIWSEncoder().add_unlabeled(T1)
