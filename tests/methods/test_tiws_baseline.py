"""Baselines, smoothing from the data and conformal widths: the loops, the models by hand, and their properties."""

import pickle

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.tiws_encoding import SIMILARITIES
from sklearn.ensemble import HistGradientBoostingRegressor, RandomForestClassifier
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder

from methods.test_tiws_encoder import titanic
from methods.test_tiws_equations import T1, TRAIN, Y, close
from tiws_teach.literal import tiws as loops
from tiws_teach.literal import tiws_baseline as oracle
from tiws_teach.tiws import (
    TIWSEncoder,
    category_residuals,
    empirical_bayes_smoothing,
    estimates_with_baseline,
    unseen_weights,
)
from tiws_teach.tiws.conformal import conformal_half_width

NUMBERS = st.lists(st.sampled_from([0.0, 1.0, 2.5, -1.25]), min_size=1, max_size=12)


@given(NUMBERS, st.data())
def test_the_equations_are_their_loops(y, data):
    n = len(y)
    codes = np.array(data.draw(st.lists(st.integers(-1, 2), min_size=n, max_size=n)))
    predicted = data.draw(st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=n, max_size=n))
    rows, targets = [(code,) for code in codes], np.array(y)[:, np.newaxis]
    found = empirical_bayes_smoothing(codes, targets, 3)[:, 0]
    expected = [oracle.smoothing(rows, y, 0, k) if len(set(y)) > 1 else 0.0 for k in range(3)]
    close(np.where(np.ptp(y) > 0, found, 0.0), expected, 1e-9)
    for a in (0, 1.0, 2.5):
        residuals = category_residuals(codes, targets, np.array(predicted)[:, np.newaxis], 3, a)[:, 0]
        close(residuals, [oracle.residual(rows, y, predicted, 0, k, a) for k in range(3)], 1e-12)
    w = [0.5, 0.25, 0.25]
    close(
        estimates_with_baseline([np.mean(predicted)], [w], residuals), [oracle.estimate(predicted, w, residuals)], 1e-12
    )


@given(NUMBERS, st.sampled_from([0.5, 0.6, 0.8, 0.9, 0.95, 0.99]))
def test_conformal_width_is_its_loop(errors, level):
    assert conformal_half_width(errors, level) == oracle.half_width(errors, level)


# --- the whole by hand


def by_hand(X, y, new, feature, category, model, similarity, smooth=1.0):
    """Predict with the other columns, average, and add the weighted residuals, in plain steps."""
    one_hot = OneHotEncoder(handle_unknown="ignore")
    others = one_hot.fit_transform(X.drop(columns=feature))
    model.fit(others, y)

    def predict(rows):
        return model.predict_proba(rows)[:, 1] if hasattr(model, "predict_proba") else model.predict(rows)

    j, rows = list(X.columns).index(feature), [tuple(row) for row in X.to_numpy()]
    mine = (new[feature] == category).to_numpy()
    mean = predict(one_hot.transform(new[mine].drop(columns=feature)))
    if similarity is None:
        return mean.mean()
    labels = loops.all_categories(rows, [tuple(row) for row in new.to_numpy()], j)
    seen = loops.seen_categories(rows, j)
    s = SIMILARITIES[similarity](loops.document(rows, [tuple(row) for row in new.to_numpy()], j), len(labels))
    w = loops.weights(s[labels.index(category)], range(len(seen)), "equal", 1.0)
    residuals = [oracle.residual(rows, y, predict(others), j, k, smooth) for k in seen]
    return oracle.estimate(list(mean), w, residuals)


@pytest.mark.parametrize("similarity", [None, "tfidf", "conditional", "hellinger"])
@pytest.mark.parametrize("kind", ["binary", "continuous"])
def test_regression_equals_the_steps_by_hand(similarity, kind):
    y, model = (Y, LogisticRegression(max_iter=1000)) if kind == "binary" else (Y + np.arange(8) / 7, Ridge())
    encoder = TIWSEncoder.of_paper(similarity=similarity, baseline="regression")
    expected = by_hand(TRAIN, y, T1, "color", "pink", model, similarity)
    at_fit = encoder.fit(TRAIN, y, X_unlabeled=T1)
    assert at_fit.transform(T1)[0, 0] == pytest.approx(expected, abs=1e-9)
    of_batch = TIWSEncoder.of_paper(similarity=similarity, baseline="regression").fit(TRAIN, y)
    assert of_batch.transform(T1)[0, 0] == pytest.approx(expected, abs=1e-9)
    again = pickle.loads(pickle.dumps(of_batch))
    assert again.transform(T1)[0, 0] == pytest.approx(expected, abs=1e-9)


def test_seen_categories_keep_their_estimates():
    plain = TIWSEncoder.of_paper().fit(TRAIN, Y).transform(TRAIN)
    assert np.array_equal(TIWSEncoder.of_paper(baseline="regression").fit(TRAIN, Y).transform(TRAIN), plain)


@pytest.mark.parametrize(
    "baseline",
    [
        LinearRegression(),
        RandomForestClassifier(5, random_state=0),
        HistGradientBoostingRegressor(max_iter=5),  # takes no sparse rows
        make_pipeline(OneHotEncoder(handle_unknown="ignore"), LogisticRegression()),
    ],
    ids=lambda model: type(model).__name__,
)
def test_any_model_may_be_the_baseline(baseline):
    people = titanic()
    hidden = people["embarked"] == "Q"
    X, y = people.drop(columns="survived"), people["survived"]
    encoder = TIWSEncoder.of_paper(similarity=None, baseline=baseline, random_state=0)
    found = encoder.fit(X[~hidden], y[~hidden]).transform(X[hidden])[0, 0]
    assert found == pytest.approx(0.36, abs=0.06)  # mostly third class; the mean of the others is .38, its own .39
    assert not hasattr(baseline, "n_features_in_")  # cloned
    crossed = encoder.fit_transform(X[~hidden], y[~hidden])
    assert np.isfinite(crossed).all()


def test_a_pipeline_equals_the_built_in_regression():
    pipe = make_pipeline(OneHotEncoder(handle_unknown="ignore"), LogisticRegression(max_iter=1000))
    options = {"similarity": "hellinger"}
    ours = TIWSEncoder.of_paper(baseline="regression", **options).fit(TRAIN, Y, X_unlabeled=T1).transform(T1)
    close(TIWSEncoder.of_paper(baseline=pipe, **options).fit(TRAIN, Y, X_unlabeled=T1).transform(T1), ours, 1e-9)


def test_a_pipeline_gets_the_other_columns_as_a_frame():
    seen = []

    class Spy(LogisticRegression):
        def fit(self, X, y, sample_weight=None):
            return super().fit(X, y, sample_weight)

    class Look(OneHotEncoder):
        def fit(self, X, y=None):
            seen.append(X)
            return super().fit(X, y)

    X = TRAIN.assign(size=[1, 1, 2, 2, None, 3, 1, 3])
    new = T1.assign(size=[1.0, 1.0, 2.0])
    TIWSEncoder.of_paper(baseline=make_pipeline(Look(handle_unknown="ignore"), Spy())).fit(X, Y, X_unlabeled=new)
    assert list(seen[0].columns) == ["size", "shape"]
    assert seen[0]["size"].dtype == float
    assert seen[0]["size"].isna().sum() == 1


def test_multiclass_shares_sum_to_one():
    y = np.array(list("abcabcab"))
    for baseline in ("regression", LinearRegression()):
        found = TIWSEncoder.of_paper(baseline=baseline).fit(TRAIN, y, X_unlabeled=T1).transform(T1)[:, :3]
        close(found.sum(axis=1), np.ones(3), 1e-9)


def test_a_fold_or_a_table_of_one_class_has_a_constant_baseline():
    found = TIWSEncoder.of_paper(baseline="regression").fit(TRAIN, np.ones(8), X_unlabeled=T1).transform(T1)
    close(found[:, 0], np.ones(3), 1e-12)
    alone = TIWSEncoder.of_paper(baseline="regression").fit(TRAIN[["color"]], Y, X_unlabeled=T1[["color"]])
    assert alone.transform(T1[["color"]])[0, 0] == pytest.approx(
        TIWSEncoder.of_paper().fit(TRAIN[["color"]], Y).transform(T1[["color"]])[0, 0]
    )


def test_models_are_fitted_only_where_a_category_is_unseen():
    encoder = TIWSEncoder.of_paper(baseline="regression").fit(TRAIN, Y, X_unlabeled=T1)
    assert list(encoder._rows.fitted) == [0]
    encoder.transform(T1.assign(size="XXL"))
    assert sorted(encoder._rows.fitted) == [0, 1]
    assert TIWSEncoder.of_paper().fit(TRAIN, Y)._rows is None  # nothing is kept without a baseline


def test_a_baseline_is_kept_small():
    rng = np.random.default_rng(0)
    X = pd.DataFrame({name: rng.choice(list("abcdefgh"), 20_000) for name in "pqrs"})
    y = rng.integers(0, 2, 20_000)
    encoder = TIWSEncoder.of_paper(baseline="regression").fit(X, y, X_unlabeled=X.head(3).assign(p="new"))
    assert len(pickle.dumps(encoder)) < 20_000 * (4 + 8) + 50_000  # a byte for each code, and the targets


def test_explain_adds_up_with_a_baseline():
    encoder = TIWSEncoder.of_paper(similarity="hellinger", baseline="regression").fit(TRAIN, Y)
    table = encoder.explain("color", "pink", T1)
    assert table["weight"].sum() == pytest.approx(1)
    assert table["weight"] @ table["estimate"] == pytest.approx(encoder.transform(T1)[0, 0], abs=1e-12)
    at_fit = TIWSEncoder.of_paper(similarity="hellinger", baseline="regression").fit(TRAIN, Y, X_unlabeled=T1)
    pd.testing.assert_frame_equal(at_fit.explain("color", "pink"), table)
    close(table["weight"].to_numpy(), np.sort(unseen_weights(table[["similarity"]].to_numpy().T, 3)[0])[::-1], 1e-12)


def test_without_a_similarity_there_is_nothing_to_diagnose():
    encoder = TIWSEncoder.of_paper(similarity=None, baseline="regression").fit(TRAIN, Y, X_unlabeled=T1)
    with pytest.raises(ValueError, match="similarity must compare categories to explain estimates by them; got None"):
        encoder.diagnose()


@pytest.mark.parametrize("baseline", [None, "regression"])
def test_without_a_similarity_each_line_of_an_explanation_has_the_estimate(baseline):
    encoder = TIWSEncoder.of_paper(similarity=None, baseline=baseline).fit(TRAIN, Y, X_unlabeled=T1)
    table = encoder.explain("color", "pink").set_index("category")
    close(table["estimate"], np.full(3, encoder.estimates_[0][-1, 0]), 1e-12)
    close(table["weight"], (TRAIN["color"].value_counts() / len(TRAIN))[table.index], 1e-12)
    assert table["similarity"].isna().all()


def test_a_classifier_is_refused_for_a_continuous_target():
    with pytest.raises(ValueError, match="baseline must be a regressor for a continuous target; got LogisticReg"):
        TIWSEncoder.of_paper(baseline=LogisticRegression()).fit(TRAIN, Y + 0.5, X_unlabeled=T1)


def test_weights_count_with_unlabelled_rows_and_a_category_of_one_fold():
    """The code of a category that a fold has not seen: the mean prediction over its rows, of which unlabelled ones
    count once."""
    rng = np.random.default_rng(0)
    X = pd.DataFrame({"c": rng.choice(list("pq"), 40), "d": rng.choice(list("uvw"), 40)})
    X.loc[:5, "c"] = "only"  # all in the first fold
    more = pd.DataFrame({"c": ["only"] * 3 + ["new"] * 2, "d": list("uwwvu")})
    y, weights = rng.normal(size=40), rng.integers(1, 5, 40)
    test = np.arange(40) < 20
    options = {"similarity": None, "baseline": LinearRegression()}
    encoder = TIWSEncoder.of_paper(
        cv=[(np.flatnonzero(~part), np.flatnonzero(part)) for part in (test, ~test)], **options
    )
    found = encoder.fit_transform(X, y, X_unlabeled=more, sample_weight=weights)[:6, 0]
    words = pd.get_dummies(pd.concat([X["d"], more["d"]]), dtype=float).to_numpy()
    model = LinearRegression().fit(words[:40][~test], y[~test], weights[~test])
    rows = np.r_[0:6, 40:43]  # of "only": six with a target, three without
    predicted = np.average(model.predict(words[rows]), weights=np.r_[weights[:6], 1, 1, 1])
    close(found, [predicted] * 6, 1e-9)
    repeated = np.repeat(np.arange(40), weights)
    parts = [(np.flatnonzero(~part[repeated]), np.flatnonzero(part[repeated])) for part in (test, ~test)]
    for similarity in (None, "hellinger"):
        option = TIWSEncoder.of_paper(similarity=similarity, baseline=LinearRegression())
        weighted = option.set_params(cv=encoder.cv).fit_transform(X, y, X_unlabeled=more, sample_weight=weights)
        as_rows = option.set_params(cv=parts).fit_transform(X.iloc[repeated], y[repeated], X_unlabeled=more)
        close(as_rows, weighted[repeated], 1e-9)
