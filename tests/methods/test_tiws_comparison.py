"""LeaveOneCategoryOut, compare_unseen and TIWSEncoderCV: by hand, in scikit-learn's tools, and bad input."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from every_page import EVERY_PAGE
from matplotlib.figure import Figure
from scipy.stats import ttest_1samp
from sklearn.base import clone
from sklearn.compose import make_column_transformer
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.model_selection import GridSearchCV, cross_val_score, cross_validate
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, TargetEncoder

from methods.checks import refused
from methods.test_tiws_encoder import titanic
from methods.test_tiws_equations import TRAIN, Y, close
from tiws_teach.tiws import LeaveOneCategoryOut, TIWSEncoder, TIWSEncoderCV, compare_unseen, tiws_intervals
from tiws_teach.tiws.comparison import CANDIDATES, FEWEST, UnseenComparison, recommend, summarise_errors
from tiws_teach.tiws.ratios import ratio_interval
from tiws_teach.tiws.recommendation import Recommendation

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


def test_the_splitter_in_scikit_learns_tools():
    X, y = by_size()
    splitter = LeaveOneCategoryOut("city")
    pipe = make_pipeline(TIWSEncoder.of_paper(random_state=0), LogisticRegression())
    scores = cross_val_score(pipe, X, y, cv=splitter, scoring="neg_brier_score", error_score="raise")
    assert len(scores) == 12
    by_hand = []
    for train, test in splitter.split(X):
        model = clone(pipe).fit(X.iloc[train], y[train])
        by_hand.append(-np.mean((model.predict_proba(X.iloc[test])[:, 1] - y[test]) ** 2))
    close(scores, by_hand, 1e-9)
    words = np.where(y == 1, "yes", "no")
    with pytest.raises(ValueError, match="pos_label"):  # scikit-learn's own scorer
        cross_val_score(pipe, X, words, cv=2, scoring="neg_brier_score", error_score="raise")
    grid = {"tiwsencoder__baseline": [None, "regression"], "tiwsencoder__similarity": ["tfidf", "hellinger"]}
    search = GridSearchCV(pipe, grid, cv=LeaveOneCategoryOut("city", min_rows=100), scoring="neg_brier_score")
    assert len(search.fit(X, y).cv_results_["params"]) == 4
    assert len(cross_validate(pipe, X, y, cv=splitter, scoring="neg_brier_score")["fit_time"]) == 12


def test_a_splitter_as_the_encoders_cv_hides_each_category_of_its_column():
    found = TIWSEncoder.of_paper(cv=LeaveOneCategoryOut("color")).fit_transform(TRAIN, Y)
    for color in ("red", "green", "blue"):
        mine = (TRAIN["color"] == color).to_numpy()
        alone = TIWSEncoder.of_paper().fit(TRAIN[~mine], Y[~mine], X_unlabeled=TRAIN[mine])
        close(found[mine, 0], alone.transform(TRAIN[mine])[:, 0], 1e-12)


# --- the comparison


def test_errors_by_hand():
    options = {"TIWS": TIWSEncoder.of_paper(), "peer": TargetEncoder(), "model": LinearRegression()}
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
    assert summary.loc["peer", ["ratio", "row_ratio"]].tolist() == pytest.approx([1, 1])
    assert summary.loc["peer", ["low", "high"]].tolist() == [0, np.inf]  # three categories bound nothing
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


def table_of(errors, base, rows=1):
    """The table of a comparison from the errors of each option, one column each, and those of the mean."""
    parts = [pd.DataFrame({"error": errors[:, j], "error_of_mean": base, "rows": rows}) for j in range(errors.shape[1])]
    return pd.concat([part.assign(option=f"option {j}") for j, part in enumerate(parts)], ignore_index=True)


@pytest.mark.parametrize("n_options", [1, 4, 7])
def test_the_bounds_of_all_options_are_where_t_has_their_share_of_five_percent(n_options):
    rng = np.random.default_rng(n_options)
    errors, base, rows = rng.uniform(0.1, 0.5, (9, n_options)), rng.uniform(0.3, 0.6, 9), rng.integers(30, 60, 9)
    summary = summarise_errors(table_of(errors, base, rows))
    for j, line in summary.iterrows():
        for bound in ("low", "high"):
            assert ttest_1samp(errors[:, j] - line[bound] * base, 0).pvalue == pytest.approx(0.05 / n_options)
            of_rows = ttest_1samp(rows * (errors[:, j] - line[f"row_{bound}"] * base), 0).pvalue
            assert of_rows == pytest.approx(0.05 / n_options)
        assert line["low"] < line["ratio"] < line["high"]


def drawn_errors(n_tables, n_categories, n_options, ratio, spread=0.0):
    """Half-normal errors of options and of the mean, with a latent correlation of .5; `spread` varies their scale."""
    rng = np.random.default_rng(n_categories + n_options)
    shape = (n_tables, n_categories, n_options + 1)
    z = np.abs(np.sqrt(0.5) * rng.standard_normal((*shape[:2], 1)) + np.sqrt(0.5) * rng.standard_normal(shape))
    z *= np.exp(spread * rng.standard_normal((*shape[:2], 1)))
    return ratio * z[:, :, :-1], z[:, :, -1]


def bounds_of(errors, base):
    """The bounds of all options in all tables, each at the level that `summarise_errors` takes for them."""
    level = 1 - 0.05 / errors.shape[2]
    found = [[ratio_interval(e[:, j], b, level) for j in range(e.shape[1])] for e, b in zip(errors, base, strict=True)]
    return np.moveaxis(np.array(found), -1, 0)


@pytest.mark.parametrize("spread", [0, 0.7])
@pytest.mark.parametrize("n_options", [4, 7] if EVERY_PAGE else [4])
@pytest.mark.parametrize("n_categories", [6, 12, 24])
def test_joint_coverage_and_the_error_rate_of_the_recommendation(n_categories, n_options, spread):
    """Claim: with options as good as the mean all intervals hold 1 in 93 % of tables, and at most 3.5 % recommend."""
    low, high = bounds_of(*drawn_errors(500, n_categories, n_options, 1, spread))
    assert ((low <= 1) & (high >= 1)).all(axis=1).mean() >= 0.93
    assert (high < 1).any(axis=1).mean() <= 0.035


def test_joint_coverage_of_better_options_and_their_chance_to_be_recommended():
    """Claim: half the mean's error is found with 24 categories, hardly ever with 6, and covered in both cases."""
    found = {}
    for n_categories in (FEWEST, 24):
        low, high = bounds_of(*drawn_errors(500, n_categories, 4, 0.5))
        assert ((low <= 0.5) & (high >= 0.5)).all(axis=1).mean() >= 0.93
        found[n_categories] = (high < 1).any(axis=1).mean()
    assert found[FEWEST] < 0.2
    assert found[24] > 0.85


@pytest.mark.parametrize(("n_categories", "most"), [(6, 0.05), (12, 0.03), (24, 0.02)])
def test_the_error_rate_where_profiles_say_nothing(n_categories, most):
    """Claim: 4, 2 and 1 % wrong recommendations if means and profiles are independent; hidden errors are not."""
    rng, wrong = np.random.default_rng(n_categories), 0
    for _ in range(600):
        means, profiles = rng.uniform(0.1, 0.9, n_categories), rng.normal(size=(n_categories, 3))
        unit = profiles / np.linalg.norm(profiles, axis=1, keepdims=True)
        cosine = np.where(np.eye(n_categories), 0, (1 + unit @ unit.T) / 2)  # nothing for the category itself
        powers = np.stack([cosine**sharpness for sharpness in (1e-9, 1, 4, 16, 64)])
        powers[:, np.arange(n_categories), np.arange(n_categories)] = 0
        of_mean, *errors = np.abs(means - (powers / powers.sum(axis=2, keepdims=True)) @ means)
        level = 1 - 0.05 / len(errors)
        wrong += any(ratio_interval(error, of_mean, level)[1] < 1 for error in errors)
    assert wrong / 600 <= most


def test_a_ratio_without_information_has_no_bounds():
    assert ratio_interval([0.1], [0.4]) == (0, np.inf)
    assert ratio_interval([0.1, 0.2, 0.3], [0, 0, 0]) == (0, np.inf)
    assert ratio_interval([0.1, 0.2, 0.3], [0.01, 0.5, 0.02]) == (0, np.inf)
    assert ratio_interval([0, 0, 0, 0], [0.4, 0.5, 0.4, 0.5]) == (0, 0)


def test_few_categories_are_no_ground_for_a_recommendation():
    found = compare_unseen(PASSENGERS, SURVIVED, columns=["embarked"], random_state=0)
    assert found.recommendation == "mean"
    better = pd.DataFrame({"option": ["a", "b"], "ratio": [0.5, 0.4], "high": [0.9, 0.8], "categories": [6, 5]})
    assert recommend(better) == "a"
    assert recommend(better.assign(high=1.0)) == "mean"
    of_six = better.assign(categories=6, low=0.1, closer=1.0)
    printed = str(UnseenComparison(of_six, of_six, Recommendation.of("b", {}, "mean", {}, None)))
    assert "better than the mean: b, a." in printed  # all of them, the lowest ratio first


def test_arrays_polars_continuous_targets_and_classes():
    X, y = by_size(n=600)
    plain = compare_unseen(X, y, columns=["city"], random_state=0).summary
    of_array = compare_unseen(X.to_numpy(), y, columns=["x0"], random_state=0).summary
    of_polars = compare_unseen(pl.DataFrame(X.to_dict("list")), y, columns=["city"], random_state=0).summary
    pd.testing.assert_frame_equal(plain, of_array)
    pd.testing.assert_frame_equal(plain, of_polars)
    scaled = compare_unseen(X, 10 * y + 0.5, {"TIWS": TIWSEncoder.of_paper()}, columns=["city"], random_state=0)
    binary = compare_unseen(X, y, {"TIWS": TIWSEncoder.of_paper()}, columns=["city"], random_state=0)
    close(scaled.table["error"], 10 * binary.table["error"], 1e-9)
    words = np.where(y == 1, "yes", np.where(X["size"] == "True", "no", "maybe"))
    options = {
        "TIWS": TIWSEncoder.of_paper(),
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
    found = compare_unseen(
        X, y, {"TIWS": TIWSEncoder.of_paper(), "peer": TargetEncoder(), "model": model}, random_state=0
    )
    close(found.table["error"], np.ones(9), 1e-12)  # all of the hidden rows' share is missed


def test_whole_numbers_are_amounts_if_the_target_type_says_so():
    X, y = by_size(n=900)
    prices = 100 + 30 * y + np.arange(900) % 9  # 18 whole numbers
    options = {"TIWS": TIWSEncoder.of_paper(), "peer": TargetEncoder(smooth=1.0), "model": LinearRegression()}
    options["model"] = make_pipeline(OneHotEncoder(handle_unknown="ignore"), LinearRegression())
    amounts = compare_unseen(X, prices, options, "city", target_type="continuous")
    of_floats = compare_unseen(X, prices + 1e-9 * y, options, "city")
    without_ties = [found.summary.drop(columns="closer") for found in (amounts, of_floats)]
    pd.testing.assert_frame_equal(*without_ties, rtol=1e-6)
    classes = compare_unseen(X, prices, {"TIWS": TIWSEncoder.of_paper()}, "city")
    assert "truth" in amounts.table
    assert "truth" not in classes.table
    chosen = TIWSEncoderCV(min_rows=60, target_type="continuous", random_state=0).fit(X, prices)
    by_encoder = TIWSEncoderCV(TIWSEncoder.of_paper(target_type="continuous"), min_rows=60, random_state=0).fit(
        X, prices
    )
    assert chosen.encoder_.target_type_ == by_encoder.encoder_.target_type_ == "continuous"
    pd.testing.assert_frame_equal(chosen.comparison_.summary, by_encoder.comparison_.summary)


MANY = r"y has 27 different whole numbers, which count as classes\. Pass target_type='continuous' if they are amounts"


@pytest.mark.parametrize(
    "work",
    [
        lambda X, y, kind: compare_unseen(X, y, {"TIWS": TIWSEncoder.of_paper()}, "city", target_type=kind),
        lambda X, y, kind: TIWSEncoderCV(target_type=kind).fit(X, y),
        lambda X, y, kind: TIWSEncoder.of_paper(target_type=kind).fit(X, y),
        lambda X, y, kind: TIWSEncoder.of_paper(target_type=kind).fit_transform(X, y),
        lambda X, y, kind: TIWSEncoder.of_paper(target_type=kind).partial_fit(X, y),
    ],
)
def test_many_whole_numbers_as_classes_are_warned_of_once(work):
    X, _ = by_size(n=540)
    y = np.arange(540) % 27
    with pytest.warns(UserWarning, match=MANY) as found:
        work(X, y, "auto")
    assert len(found) == 1
    work(X, y, "multiclass")  # no warning
    work(X, y, "continuous")
    work(X, y // 2, "auto")  # 14 classes
    work(X, [f"c{code}" for code in y], "auto")


def test_a_numeric_column_is_warned_of_once_in_a_comparison_and_not_if_a_pipeline_gets_its_numbers():
    X, y = by_size(n=600)
    X["income"] = np.random.default_rng(0).random(600)
    for work in (
        lambda: compare_unseen(X, y, {"TIWS": TIWSEncoder()}, columns=["city"]),
        lambda: TIWSEncoderCV(min_rows=45).fit(X, y),
        lambda: tiws_intervals(X, y, X.assign(city="new"), "city", "new", n_resamples=3),
    ):
        with pytest.warns(UserWarning, match="column 'income' is numeric with 600 different values") as found:
            work()
        assert len(found) == 1
    numbers = make_pipeline(make_column_transformer(("passthrough", ["income"])), LogisticRegression())
    option = TIWSEncoder.of_paper(similarity=None, baseline=numbers)
    compare_unseen(X, y, {"numbers": option}, columns=["city"])
    compare_unseen(X, y, columns=["city"])  # the default options take the income as a number that helps
    option.fit(X, y)


def test_rows_and_categories_may_be_drawn():
    X, y = by_size()
    few = compare_unseen(X, y, {"TIWS": TIWSEncoder.of_paper()}, ["city"], max_categories=7, random_state=0)
    assert len(few.table) == few.table["category"].nunique() == 7
    small = compare_unseen(X, y, {"TIWS": TIWSEncoder.of_paper()}, ["city"], max_rows=900, random_state=0)
    assert small.table["rows"].sum() <= 900


def test_the_plot_has_a_bar_for_each_option_and_the_mean_as_a_line():
    found = compare_unseen(*by_size(n=900), columns=["city"], random_state=0)
    ax = found.plot(ax=Figure().subplots())
    assert [label.get_text() for label in ax.get_yticklabels()] == list(CANDIDATES)[::-1]
    close([bar.get_width() for bar in ax.patches], found.summary["ratio"][::-1], 1e-9)
    assert 1 in [line.get_xdata()[0] for line in ax.lines]
    few = compare_unseen(PASSENGERS, SURVIVED, columns="embarked", random_state=0)
    assert np.isinf(few.summary["high"]).all()
    few.plot(ax=Figure().subplots()).figure.canvas.draw()  # intervals without an upper bound


# --- the encoder that chooses


def test_the_choice_is_that_of_the_comparison():
    X, y = by_size(noise=0.1, n=4000)
    chosen = TIWSEncoderCV(encoder=TIWSEncoder.of_paper(random_state=0, smooth=3), random_state=0).fit(X, y)
    assert chosen.best_params_ == CANDIDATES[chosen.comparison_.recommendation]
    assert chosen.encoder_.smooth == 3
    by_hand = TIWSEncoder.of_paper(random_state=0, smooth=3, **chosen.best_params_)
    new = X.head(40).assign(city="new")
    close(chosen.transform(new), by_hand.fit(X, y).transform(new), 1e-12)
    crossed = clone(chosen).fit_transform(X, y)
    close(crossed, by_hand.fit_transform(X, y), 1e-12)
    assert list(chosen.get_feature_names_out()) == list(X.columns)


@pytest.mark.parametrize("table", [(TRAIN, Y), (PASSENGERS[["embarked", "sex"]], SURVIVED)], ids=["small", "ports"])
def test_without_evidence_the_choice_is_the_default_or_else_the_mean(table):
    """No category has enough rows, or too few have."""
    X, y = table
    chosen = TIWSEncoderCV(random_state=0).fit(X, y)
    assert chosen.best_params_ == CANDIDATES["regression + TIWS"]
    other = TIWSEncoderCV(candidates={"paper": CANDIDATES["TIWS tfidf"]}, random_state=0).fit(X, y)
    assert other.best_params_ == {"similarity": None, "baseline": None}
    assert other.transform(X.head(1).assign(**{X.columns[0]: "new"}))[0, 0] == pytest.approx(np.mean(y))
    assert (chosen.comparison_ is None) == (X is TRAIN)


# --- bad input


def split(X, *arguments):
    return lambda: list(LeaveOneCategoryOut(*arguments).split(X))


def compared(encoders=None, **options):
    return lambda: compare_unseen(*by_size(n=300), encoders, **options)


def choosing(**options):
    return lambda: TIWSEncoderCV(**options).fit(*by_size(n=300))


OF_A = r"encoders\['a'\] must be an estimator "
BAD = [
    (split(TRAIN, "taste"), "column must be one of 'color', 'size', 'shape'; got 'taste'"),
    (split(TRAIN.to_numpy(), 3), "column must be one of 0, 1, 2; got 3"),
    (split(TRAIN, "size", 4), "X must have a category with 4 rows .* at most 3 rows"),
    (split(TRAIN.assign(size="S"), "size"), "X must have a category with 1 rows .* and further rows"),
    (split(TRAIN.assign(size=None), "size"), "X must have a category .* its 0 categories"),
    (split(TRAIN, "size", 0), r"min_rows must be in \[1, inf\]; got 0"),
    (LeaveOneCategoryOut("size").get_n_splits, "X must be given, because the categories are counted in it"),
    (compared({}), "encoders must be a dict of estimators by name, not empty; got {}"),
    (compared([TIWSEncoder.of_paper()]), "encoders must be a dict of estimators by name, not empty; got .T"),
    (compared({"a": None}), OF_A + "with fit and transform or predic"),
    (compared({"a": TIWSEncoder}), OF_A + ".*; got <class"),
    (compared({"a": {"smooth": 1}}), OF_A + ".*; got {'smooth': 1}"),
    (compared(columns=5), "columns must be one of 'city', 'size', 'kind'; got 5"),
    (compared(columns=["town"]), "columns must be one of 'city', 'size', 'kind'; got 'town'"),
    (compared(columns=[]), r"X must have a column with at least three categories.*got columns \[\]"),
    (compared(min_rows=500), "X must have a column with at least three categories, one of them with 500"),
    (compared(target_type="amount"), "target_type must be one of 'auto', .*; got 'amount'"),
    (compared(min_rows=0), r"min_rows must be in \[1, inf\]; got 0"),
    (compared({"a": OneHotEncoder(handle_unknown="ignore", sparse_output=False)}, min_rows=1), "one code .* pipeline"),
    (choosing(candidates={}), "candidates must be a dict of options by name, not empty; got {}"),
    (choosing(candidates="tfidf"), "candidates must be a dict of options by name, not empty; got 'tfidf'"),
    (choosing(candidates={"a": TIWSEncoder.of_paper()}), r"candidates\['a'\] must be a dict of options; got TIWSE"),
    (choosing(encoder=TargetEncoder()), r"encoder must be a TIWSEncoder; got TargetEncoder\(\)"),
]
test_bad_input_is_refused = refused(BAD)
