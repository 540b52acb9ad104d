"""LeaveOneCategoryOut, compare_unseen and TIWSEncoderCV: by hand, in scikit-learn's tools, and bad input."""

import warnings

import numpy as np
import pandas as pd
import polars as pl
import pytest
from matplotlib.figure import Figure
from sklearn.base import clone
from sklearn.compose import make_column_transformer
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.model_selection import GridSearchCV, cross_val_score, cross_validate
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, TargetEncoder
from sklearn.utils.estimator_checks import parametrize_with_checks

from methods.test_tiws_encoder import EXCEPTIONS, titanic
from methods.test_tiws_equations import TRAIN, Y, close
from tiws_teach.tiws import LeaveOneCategoryOut, TIWSEncoder, TIWSEncoderCV, compare_unseen
from tiws_teach.tiws.comparison import CANDIDATES, recommend, summarise_errors

PEOPLE = titanic()
PASSENGERS, SURVIVED = PEOPLE.drop(columns="survived"), PEOPLE["survived"]


def by_size(seed=0, n=1500, noise=0.3):
    """A table whose city says nothing beyond size and class, and whose twelve cities differ in both."""
    rng = np.random.default_rng(seed)
    city = rng.integers(0, 12, n)
    size = rng.random(n) < (city % 4) / 4 + 0.1
    kind = rng.random(n) < (city % 3) / 3 + 0.1
    y = (rng.random(n) < noise / 2 + (1 - noise) * (size & ~kind)).astype(int)
    return pd.DataFrame({"city": [f"c{c:02}" for c in city], "size": size.astype(str), "kind": kind.astype(str)}), y


# --- the splitter


def test_each_category_is_the_test_set_once_and_missing_values_never():
    X = TRAIN.assign(size=["S", "S", None, "M", "L", "L", "S", np.nan])
    splitter = LeaveOneCategoryOut("size")
    found = list(splitter.split(X))
    assert list(splitter.categories(X)) == ["L", "M", "S"]
    assert splitter.get_n_splits(X) == len(found) == 3
    assert [list(test) for _, test in found] == [[4, 5], [3], [0, 1, 6]]
    for train, test in found:
        assert sorted([*train, *test]) == list(range(8))
        assert {2, 7} <= set(train)
    assert list(LeaveOneCategoryOut("size", min_rows=2).categories(X)) == ["L", "S"]


@pytest.mark.parametrize("kind", ["frame", "array", "list", "polars", "numbered"])
def test_a_column_goes_by_name_or_by_position(kind):
    X = {
        "frame": TRAIN,
        "array": TRAIN.to_numpy(),
        "list": TRAIN.to_numpy().tolist(),
        "polars": pl.DataFrame({name: TRAIN[name].to_list() for name in TRAIN}),
        "numbered": TRAIN.set_axis([5, 6, 7], axis=1),
    }[kind]
    by_position = list(LeaveOneCategoryOut(1).split(X))
    assert [list(test) for _, test in by_position] == [[4, 5, 7], [2, 3], [0, 1, 6]]
    if kind in ("frame", "polars", "numbered"):
        by_name = list(LeaveOneCategoryOut(6 if kind == "numbered" else "size").split(X))
        assert [list(test) for _, test in by_name] == [list(test) for _, test in by_position]


@pytest.mark.parametrize(
    ("splitter", "X", "match"),
    [
        (LeaveOneCategoryOut("taste"), TRAIN, "column must be one of 'color', 'size', 'shape'; got 'taste'"),
        (LeaveOneCategoryOut(3), TRAIN.to_numpy(), "column must be one of 0, 1, 2; got 3"),
        (
            LeaveOneCategoryOut("size", min_rows=4),
            TRAIN,
            "X must have a category with 4 rows .* at most 3 rows",
        ),
        (LeaveOneCategoryOut("size"), TRAIN.assign(size="S"), "X must have a category with 1 rows .* and further rows"),
        (LeaveOneCategoryOut("size"), TRAIN.assign(size=None), "X must have a category .* its 0 categories"),
        (LeaveOneCategoryOut("size", min_rows=0), TRAIN, r"min_rows must be in \[1, inf\]; got 0"),
    ],
)
def test_splitters_refuse_what_they_cannot_split(splitter, X, match):
    with pytest.raises(ValueError, match=match):
        list(splitter.split(X))
    with pytest.raises(ValueError, match="X must be given, because the categories are counted in it"):
        splitter.get_n_splits()


def test_the_splitter_in_scikit_learns_tools():
    X, y = by_size()
    splitter = LeaveOneCategoryOut("city")
    pipe = make_pipeline(TIWSEncoder(random_state=0), LogisticRegression())
    scores = cross_val_score(pipe, X, y, cv=splitter, scoring="neg_brier_score", error_score="raise")
    assert len(scores) == 12
    by_hand = []
    for train, test in splitter.split(X):
        model = clone(pipe).fit(X.iloc[train], y[train])
        by_hand.append(-np.mean((model.predict_proba(X.iloc[test])[:, 1] - y[test]) ** 2))
    close(scores, by_hand, 1e-9)
    grid = {"tiwsencoder__baseline": [None, "regression"], "tiwsencoder__similarity": ["tfidf", "hellinger"]}
    search = GridSearchCV(pipe, grid, cv=LeaveOneCategoryOut("city", min_rows=100), scoring="neg_brier_score")
    assert len(search.fit(X, y).cv_results_["params"]) == 4
    assert len(cross_validate(pipe, X, y, cv=splitter, scoring="neg_brier_score")["fit_time"]) == 12


def test_a_splitter_as_the_encoders_cv_hides_each_category_of_its_column():
    found = TIWSEncoder(cv=LeaveOneCategoryOut("color")).fit_transform(TRAIN, Y)
    for color in ("red", "green", "blue"):
        mine = (TRAIN["color"] == color).to_numpy()
        alone = TIWSEncoder().fit(TRAIN[~mine], Y[~mine], X_unlabeled=TRAIN[mine])
        close(found[mine, 0], alone.transform(TRAIN[mine])[:, 0], 1e-12)


# --- the comparison


def test_errors_by_hand():
    options = {"TIWS": TIWSEncoder(), "peer": TargetEncoder(), "model": LinearRegression()}
    options["model"] = make_pipeline(make_column_transformer((OneHotEncoder(), ["sex"])), LogisticRegression())
    found = compare_unseen(PASSENGERS, SURVIVED, options, columns=["embarked"], random_state=0)
    assert list(found.table["category"].unique()) == ["C", "Q", "S"]
    row = found.table.set_index(["category", "option"]).loc["Q"]
    hidden = (PASSENGERS["embarked"] == "Q").to_numpy()
    truth, mean = SURVIVED[hidden].mean(), SURVIVED[~hidden].mean()
    assert row.loc["TIWS", "estimate"] == pytest.approx(0.520488, abs=1e-6)
    assert row.loc["peer", "estimate"] == pytest.approx(mean)
    model = clone(options["model"]).fit(PASSENGERS[~hidden], SURVIVED[~hidden])
    assert row.loc["model", "estimate"] == pytest.approx(model.predict_proba(PASSENGERS[hidden])[:, 1].mean())
    assert (row["rows"] == 77).all()
    close(row["error_of_mean"], [abs(mean - truth)] * 3, 1e-12)
    close(row["error"], (row["estimate"] - truth).abs(), 1e-12)
    summary = found.summary.set_index("option")
    assert summary.loc["peer", ["ratio", "low", "high", "row_ratio"]].tolist() == pytest.approx([1] * 4, abs=0.02)
    errors = found.table[found.table["option"] == "TIWS"]
    assert summary.loc["TIWS", "ratio"] == pytest.approx(errors["error"].sum() / errors["error_of_mean"].sum())
    weighted = errors["rows"] @ errors["error"] / (errors["rows"] @ errors["error_of_mean"])
    assert summary.loc["TIWS", "row_ratio"] == pytest.approx(weighted)


def test_the_best_option_is_recommended_where_it_is_surely_better():
    X, y = by_size(noise=0.1, n=4000)
    found = compare_unseen(X, y, columns=["city"], random_state=0)
    assert list(found.summary["option"]) == list(CANDIDATES)
    assert found.recommendation.startswith("regression")
    again = compare_unseen(X, y, columns=["city"], random_state=0)
    pd.testing.assert_frame_equal(found.summary, again.summary)


def test_on_noise_the_mean_is_recommended():
    """Claim: of ten tables of noise, at most one gets a recommendation; nothing is there to be found."""
    wrong = 0
    for seed in range(10):
        rng = np.random.default_rng(seed)
        X = pd.DataFrame({name: rng.choice(list("abcde"), 600) for name in "pqr"})
        wrong += compare_unseen(X, rng.integers(0, 2, 600), random_state=0).recommendation != "mean"
    assert wrong <= 1


def test_few_categories_are_no_ground_for_a_recommendation():
    found = compare_unseen(PASSENGERS, SURVIVED, columns=["embarked"], random_state=0)
    assert found.recommendation == "mean"
    better = pd.DataFrame({"option": ["a", "b"], "ratio": [0.5, 0.4], "high": [0.9, 0.8], "categories": [6, 5]})
    assert recommend(better) == "a"
    assert recommend(better.assign(high=1.0)) == "mean"


def test_summary_of_a_perfect_and_of_a_useless_option():
    base = pd.DataFrame({"rows": [10, 20, 30], "error_of_mean": [0.1, 0.2, 0.3]})
    table = pd.concat([base.assign(option="right", error=0.0), base.assign(option="mean", error=base["error_of_mean"])])
    found = summarise_errors(table, np.random.RandomState(0)).set_index("option")
    names = ["ratio", "low", "high", "row_ratio", "row_low", "row_high"]
    assert found.loc["right", names].tolist() == [0] * 6
    assert found.loc["mean", names].tolist() == pytest.approx([1] * 6)
    assert found["closer"].tolist() == [1, 0]


def test_arrays_polars_continuous_targets_and_classes():
    X, y = by_size(n=600)
    plain = compare_unseen(X, y, columns=["city"], random_state=0).summary
    of_array = compare_unseen(X.to_numpy(), y, columns=["x0"], random_state=0).summary
    of_polars = compare_unseen(pl.DataFrame(X.to_dict("list")), y, columns=["city"], random_state=0).summary
    pd.testing.assert_frame_equal(plain, of_array)
    pd.testing.assert_frame_equal(plain, of_polars)
    scaled = compare_unseen(X, 10 * y + 0.5, {"TIWS": TIWSEncoder()}, columns=["city"], random_state=0)
    binary = compare_unseen(X, y, {"TIWS": TIWSEncoder()}, columns=["city"], random_state=0)
    close(scaled.table["error"], 10 * binary.table["error"], 1e-9)
    words = np.where(y == 1, "yes", np.where(X["size"] == "True", "no", "maybe"))
    options = {
        "TIWS": TIWSEncoder(),
        "peer": TargetEncoder(),
        "model": make_pipeline(OneHotEncoder(), LogisticRegression()),
    }
    options["model"].set_params(onehotencoder__handle_unknown="ignore")
    classes = compare_unseen(X, words, options, columns=["city"], random_state=0)
    assert "truth" not in classes.table
    assert classes.table["error"].between(0, 1).all()
    assert classes.summary.set_index("option").loc["peer", "ratio"] == pytest.approx(1, abs=1e-9)
    assert classes.summary.set_index("option").loc["model", "ratio"] < 1


def test_a_class_of_hidden_rows_only_has_the_estimate_0():
    X = pd.DataFrame({"a": np.repeat(list("uvw"), 30), "b": np.tile(list("pq"), 45)})
    y = np.repeat(["first", "second", "third"], 30)
    model = make_pipeline(OneHotEncoder(handle_unknown="ignore"), LogisticRegression())
    found = compare_unseen(X, y, {"TIWS": TIWSEncoder(), "peer": TargetEncoder(), "model": model}, random_state=0)
    close(found.table["error"], np.ones(9), 1e-12)  # all of the hidden rows' share is missed


def test_rows_and_categories_may_be_drawn():
    X, y = by_size()
    few = compare_unseen(X, y, {"TIWS": TIWSEncoder()}, ["city"], max_categories=7, random_state=0)
    assert len(few.table) == few.table["category"].nunique() == 7
    small = compare_unseen(X, y, {"TIWS": TIWSEncoder()}, ["city"], max_rows=900, random_state=0)
    assert small.table["rows"].sum() <= 900
    with pytest.raises(ValueError, match="X must have a column with at least three categories, one of them with 500"):
        compare_unseen(X, y, columns=["city"], min_rows=500)
    with pytest.raises(ValueError, match="columns must be one of 'city', 'size', 'kind'; got 'town'"):
        compare_unseen(X, y, columns=["town"])


def test_an_encoder_with_several_columns_wants_a_pipeline():
    one_hot = OneHotEncoder(handle_unknown="ignore", sparse_output=False)
    with pytest.raises(ValueError, match=r"encoders must return one code for each of the 3 columns; got .* a pipeline"):
        compare_unseen(*by_size(n=600), {"one-hot": one_hot}, columns=["city"])


def test_the_plot_has_a_bar_for_each_option_and_the_mean_as_a_line():
    found = compare_unseen(*by_size(n=900), columns=["city"], random_state=0)
    ax = found.plot(ax=Figure().subplots())
    assert [label.get_text() for label in ax.get_yticklabels()] == list(CANDIDATES)[::-1]
    close([bar.get_width() for bar in ax.patches], found.summary["ratio"][::-1], 1e-9)
    assert 1 in [line.get_xdata()[0] for line in ax.lines]


# --- the encoder that chooses


def test_the_choice_is_that_of_the_comparison():
    X, y = by_size(noise=0.1, n=4000)
    chosen = TIWSEncoderCV(encoder=TIWSEncoder(random_state=0, smooth=3), random_state=0).fit(X, y)
    assert chosen.best_params_ == CANDIDATES[chosen.comparison_.recommendation]
    assert chosen.encoder_.smooth == 3
    by_hand = TIWSEncoder(random_state=0, smooth=3, **chosen.best_params_)
    new = X.head(40).assign(city="new")
    close(chosen.transform(new), by_hand.fit(X, y).transform(new), 1e-12)
    crossed = clone(chosen).fit_transform(X, y)
    close(crossed, by_hand.fit_transform(X, y), 1e-12)
    assert list(chosen.get_feature_names_out()) == list(X.columns)


def test_the_choice_falls_back_to_the_mean():
    for X, y in (
        (TRAIN, Y),
        (PASSENGERS[["embarked", "sex"]], SURVIVED),
    ):  # no category has enough rows; too few categories
        chosen = TIWSEncoderCV(random_state=0).fit(X, y)
        assert chosen.best_params_ == {"similarity": None, "baseline": None}
        assert chosen.transform(X.head(1).assign(**{X.columns[0]: "new"}))[0, 0] == pytest.approx(np.mean(y))
    assert TIWSEncoderCV().fit(TRAIN, Y).comparison_ is None


def test_own_candidates():
    X, y = by_size(noise=0.1, n=4000)
    own = {"sharp": {"similarity": "hellinger", "sharpness": 16}}
    assert TIWSEncoderCV(candidates=own, random_state=0).fit(X, y).best_params_ in (
        own["sharp"],
        {"similarity": None, "baseline": None},
    )


@parametrize_with_checks([TIWSEncoderCV(random_state=0)], expected_failed_checks=lambda _: EXCEPTIONS)
def test_scikit_learns_checks(estimator, check):
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="column .* is numeric with", category=UserWarning)
        check(estimator)
