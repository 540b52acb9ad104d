"""compare_unseen: hide known categories of your own table, and see which estimate comes nearest to their means."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from joblib import Parallel, delayed
from sklearn.utils import check_random_state

from tiws_teach._categories import encode_column
from tiws_teach._docs import documented
from tiws_teach._extras import progress_bar
from tiws_teach._validation import check_choice, check_count, check_same_index, fail
from tiws_teach.tiws._columns import named_target
from tiws_teach.tiws._hidden import estimate_hidden
from tiws_teach.tiws._input import TARGET_TYPES, as_frame, check_targets, warn_of_many_classes, warn_of_numbers
from tiws_teach.tiws.encoder import TIWSEncoder
from tiws_teach.tiws.ratios import ratio_interval, ratio_of_sums
from tiws_teach.tiws.recommendation import MEAN, Recommendation, choose_by_column, starting_choice

FEWEST = 6  # hidden categories from which on anything but the mean is recommended
CANDIDATES: dict[str, dict[str, Any]] = {
    "TIWS tfidf": {"similarity": "tfidf", "sharpness": 1, "baseline": None},
    "TIWS hellinger": {"similarity": "hellinger", "sharpness": 4, "baseline": None},
    "nearest": {"similarity": "hellinger", "sharpness": 1000, "baseline": None},
    "regression": {"similarity": None, "baseline": "regression"},
    "regression + TIWS": {"similarity": "hellinger", "sharpness": 4, "baseline": "regression"},
}
"""Options of TIWSEncoder that are compared by default; "nearest" gives all weight to the most similar category."""


class NothingToHide(ValueError):
    """No category has enough rows to be hidden."""


@documented
@dataclass(frozen=True, repr=False)
class UnseenComparison:
    """How far each option's estimates are from the means of hidden categories.

    Attributes
    ----------
    table : DataFrame
        One row for each hidden category and option: column, category, option, rows, error (absolute, in units of the
        target) and error_of_mean. Unless the target has more than two classes also truth, mean and estimate.
    summary : DataFrame
        One row for each option: ratio, the summed error divided by that of the mean, with an interval over categories
        (low, high) as of `ratio_interval`; row_ratio, row_low and row_high, the same with categories weighted by their
        rows; closer, the share of categories for which it is closer than the mean; categories. The intervals of all
        options hold at once with 95 % (Bonferroni). With few categories they may be as wide as [0, inf).
    recommendation : Recommendation, a str
        The option with the lowest ratio among those whose interval is below 1; "mean" if there is none (so in 95 % to
        98 % of simulated tables where no option is better), or if fewer than six categories were hidden.
        "mean" does not say that the mean is the best guess; that is in `columns`: see `choose_by_column`.
        ``recommendation.as_encoder()`` is the encoder with these choices.

    Source: this project.
    """

    table: pd.DataFrame
    summary: pd.DataFrame
    recommendation: Recommendation

    def __repr__(self):
        """Return the summary as a table, and its two answers in words."""
        shown = self.summary[["option", "ratio", "low", "high", "closer", "categories"]].round(2).to_string(index=False)
        better = ", ".join(shown_better(self.summary)["option"]) or "none"
        guess = ", ".join(f"{name} for {column}" for column, name in self.recommendation.columns.items())
        return f"{shown}\nShown to be better than the mean: {better}. Best guess: {guess}."

    def plot(self, ax=None):
        """Draw the ratio of each option with its interval; left of the line at 1 an option beats the mean.

        {axes}
        """
        shown = self.summary.set_index("option").iloc[::-1]
        edge = 1.1 * shown[["ratio", "high"]].replace(np.inf, np.nan).max(axis=None, skipna=True)
        edge = max(edge, 2.0)  # an interval without an upper bound runs out of the picture
        beyond = np.array([shown["ratio"] - shown["low"], shown["high"].clip(upper=2 * edge) - shown["ratio"]])
        ax = shown["ratio"].plot.barh(xerr=beyond, ax=ax, color="0.75", capsize=3)
        ax.axvline(1, color="black", linestyle="--")
        ax.set_xlim(0, edge)
        ax.set(xlabel="error / error of the mean (95 % interval)", ylabel="", title="Hidden categories")
        return ax


@documented
def compare_unseen(
    X,
    y,
    encoders=None,
    columns=None,
    *,
    target_type="auto",
    min_rows=30,
    max_categories=50,
    max_rows=20_000,
    random_state=None,
    n_jobs=None,
    progress=False,
):
    """Hide categories in turn and compare the estimates of their mean targets by several options.

    Each option estimates the mean target of a hidden category from its other columns, and its error is compared with
    the error of the mean target of all other rows.

    Parameters
    ----------
    X : DataFrame or array-like of shape (n_rows, n_features)
        Categories.
    y : array-like of shape (n_rows,), or str
        The target, or the name of its column in a frame. A series must have the index of the frame X.
    encoders : dict of str -> estimator, optional
        Options by name. A TIWSEncoder gets the hidden rows as X_unlabeled. Of any other transformer the code of the
        column is taken, and of a classifier or regressor (such as a pipeline that drops the column) the mean
        prediction for the hidden rows. By default TIWS with two similarities, the most similar category, a regression
        on the other columns, and the regression corrected by TIWS.
    columns : list or str, optional
        Columns whose categories are hidden; by default all with at least three categories. If they are given, the
        default options encode only these, and the other columns help: see ``TIWSEncoder(encode=...)``.
    target_type : {"auto", "binary", "multiclass", "continuous"}, default="auto"
        As in TIWSEncoder, for all options. Whole numbers count as classes unless it is "continuous".
    min_rows : int, default=30
        Categories with fewer rows are not hidden, because their own mean is too uncertain.
    max_categories : int, default=50
        Most categories that are hidden in a column, drawn at random.
    max_rows : int, default=20000
        Most rows that are used, drawn at random.
    random_state : int, RandomState instance or None, default=None
        Draws rows and categories.
    {n_jobs_of_models}
    progress : bool, default=False
        Show a progress bar over the hidden categories.

    Returns
    -------
    UnseenComparison

    Raises
    ------
    ValueError
        If no column has a category to hide.

    See Also
    --------
    LeaveOneCategoryOut : the same splits for `cross_val_score` and `GridSearchCV`.
    TIWSEncoderCV : an encoder that chooses its options by this comparison.

    Source: this project; the protocol of its replication "leave one category out".
    """
    X, y = named_target(X, y)
    check_same_index(X, y)
    X, columns = as_frame(X), [columns] if isinstance(columns, str | int) else columns
    encode = None if columns is None or encoders is not None else list(columns)
    defaults = {name: TIWSEncoder(encode=encode, **chosen) for name, chosen in CANDIDATES.items()}
    options = defaults if encoders is None else encoders
    check_options("encoders", options, estimators=True)
    check_choice("target_type", target_type, TARGET_TYPES)
    targets, kind, classes = check_targets(X, y, target_type)
    warn_of_many_classes(target_type, classes)
    warn_of_numbers(X, options.values())
    sizes = {"min_rows": min_rows, "max_categories": max_categories, "max_rows": max_rows}
    return compare_checked(X, targets, kind, options, columns, sizes, random_state, n_jobs, progress)


def compare_checked(X, targets, kind, options, columns, sizes, random_state, n_jobs=None, progress=False):
    """Return the comparison of `compare_unseen`, whose other arguments are checked; `sizes` has the three limits."""
    for name, value in sizes.items():
        check_count(name, value, 1)
    if not isinstance(progress, bool):
        fail("progress", "be True or False", repr(progress), "Pass progress=True to see a bar.")
    rng = check_random_state(random_state)
    if len(X) > sizes["max_rows"]:
        kept = np.sort(rng.choice(len(X), sizes["max_rows"], replace=False))
        X, targets = X.iloc[kept].reset_index(drop=True), targets[kept]
    hidden = _hidden_categories(X, columns, sizes["min_rows"], sizes["max_categories"], rng)
    shown = progress_bar(hidden, progress, desc="hidden categories")
    lines = Parallel(n_jobs)(delayed(_lines)(X, targets, kind, *pair, options) for pair in shown)
    table = pd.DataFrame([line for of_category in lines for line in of_category])
    summary = summarise_errors(table)
    encode = next((option.encode for option in options.values() if isinstance(option, TIWSEncoder)), None)
    best = recommend(summary)
    by_column, others = choose_by_column(table, starting_choice(options))
    return UnseenComparison(table, summary, Recommendation.of(best, by_column, others, options, encode))


def summarise_errors(table):
    """Return `UnseenComparison.summary` from its table: by category and by row, with intervals."""
    lines, level = [], 1 - 0.05 / table["option"].nunique()
    for name, part in table.groupby("option", sort=False):
        error, base, rows = (part[column].to_numpy(dtype=float) for column in ("error", "error_of_mean", "rows"))
        cells = {"option": name}
        for prefix, weight in (("", np.ones(len(part))), ("row_", rows)):
            cells[f"{prefix}ratio"] = ratio_of_sums(weight * error, weight * base)
            cells[f"{prefix}low"], cells[f"{prefix}high"] = ratio_interval(weight * error, weight * base, level)
        lines.append(cells | {"closer": (error < base).mean(), "categories": len(part)})
    return pd.DataFrame(lines)


def recommend(summary):
    """Return the option with the lowest ratio among those whose interval is below 1, or "mean"."""
    return next(iter(shown_better(summary)["option"].astype(str)), MEAN)


def shown_better(summary):
    """Return the options whose interval is below 1, the lowest ratio first."""
    return summary[(summary["high"] < 1) & (summary["categories"] >= FEWEST)].sort_values("ratio", kind="stable")


def check_options(argument, options, *, estimators):
    """Check a dict of estimators by name, or of dicts of their options."""
    what, example = ("estimators", "TIWSEncoder()") if estimators else ("options", "{'similarity': 'tfidf'}")
    if not isinstance(options, Mapping) or not options:
        fail(argument, f"be a dict of {what} by name, not empty", repr(options), f"Pass {{'TIWS': {example}}}.")
    for name, option in options.items():
        fits = hasattr(option, "fit") and (hasattr(option, "transform") or hasattr(option, "predict"))
        if not (fits and not isinstance(option, type) if estimators else isinstance(option, Mapping)):
            rule = "be an estimator with fit and transform or predict" if estimators else "be a dict of options"
            fail(f"{argument}[{name!r}]", rule, repr(option), f"Pass, for example, {example}.", TypeError)


def _hidden_categories(X, columns, min_rows, max_categories, rng):
    """Return (column, category) for the categories that are hidden, in the order of the columns."""
    chosen = []
    if columns is not None and not np.iterable(columns):
        fail("columns", "be None or a list of names", repr(columns), 'Pass, for example, ["city"].')
    for column in X.columns if columns is None else columns:
        codes, labels = encode_column(X[check_choice("columns", column, list(X.columns))])
        large = np.flatnonzero(np.bincount(codes + 1, minlength=len(labels) + 1)[1:] >= min_rows)
        if len(labels) < 3:
            continue
        if len(large) > max_categories:
            large = np.sort(rng.choice(large, max_categories, replace=False))
        chosen += [(column, label) for label in labels[large]]
    if not chosen:
        rule = f"have a column with at least three categories, one of them with {min_rows} rows or more"
        problem = f"columns {list(X.columns if columns is None else columns)}"
        fail("X", rule, problem, "Lower min_rows.", NothingToHide)
    return chosen


def _lines(X, targets, target_type, column, category, options):
    """Return one dict for each option: the error of its estimate of one hidden category."""
    hidden = (X[column] == category).to_numpy()
    truth, mean = targets[hidden].mean(axis=0), targets[~hidden].mean(axis=0)
    common = {"column": column, "category": category, "rows": int(hidden.sum())}
    cache: dict[Any, Any] = {}
    lines = []
    for name, option in options.items():
        estimate = estimate_hidden(option, X, targets, target_type, hidden, column, cache)
        cells = {"error": _distance(estimate, truth), "error_of_mean": _distance(mean, truth)}
        if len(truth) == 1:
            cells |= {"truth": truth[0], "mean": mean[0], "estimate": estimate[0]}
        lines.append(common | {"option": name} | cells)
    return lines


def _distance(a, b):
    """Return the absolute difference, or half the summed difference of the shares of three or more classes."""
    return float(np.abs(a - b).sum() / (1 if len(a) == 1 else 2))
