"""Search for a shift between training and test rows with classifiers that try to tell them apart.

Each classifier is fitted to one half of the rows and judged on the other, so that permuting the sides of the judged
rows is exact if they are exchangeable. A band around cross-validated scores would be too narrow: folds share rows.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from scipy.stats import rankdata
from sklearn.base import clone
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedShuffleSplit

from tiws_teach._tables import as_frame, labels_of
from tiws_teach._validation import check_count, check_same_index, fail
from tiws_teach.shift.encoding import as_numbers, pooled
from tiws_teach.shift.equations import auc_from_ranks, permutation_p_value, permuted_aucs
from tiws_teach.shift.result import DistributionShift

LEAST_ROWS = 4
MOST_FITTED = 20_000  # rows to which a classifier is fitted; all rows of the other half are judged
MOST_SHUFFLED = 10_000  # held-out rows on which columns are shuffled; more rows change the falls little and take long


def default_adversaries(n_rows: int) -> dict[str, Any]:
    """Return the two classifiers that search by default: one for shifted means, one for anything else.

    Parameters
    ----------
    n_rows : int
        Number of rows that each will be fitted to; small samples get smaller leaves.

    Returns
    -------
    dict of str -> classifier
        "linear", which sees shifted means and shares, and "trees", which also see shifted spread and correlation.

    Source: course notes, Train and test set differences, with two kinds of classifier instead of one.
    """
    leaf = int(np.clip(n_rows // 50, 3, 20))
    trees = HistGradientBoostingClassifier(max_iter=60, max_leaf_nodes=15, min_samples_leaf=leaf, early_stopping=False)
    return {"linear": LogisticRegression(max_iter=1000), "trees": trees.set_params(random_state=0)}


def distribution_shift(
    X_train: Any,
    X_test: Any,
    y: Any = None,
    estimators: Mapping[str, Any] | None = None,
    *,
    groups: tuple[Any, Any] | None = None,
    n_permutations: int = 999,
    random_state: int | np.random.Generator | None = None,
) -> DistributionShift:
    """Test whether training and test rows come from one distribution: adversarial validation with a p-value.

    The p-value assumes exchangeable rows: without a shift, each row is as likely on either side, whatever the
    values. Rows of one person, writer or day are not: pass `groups`, or the AUC is too high and the p-value too small.

    Parameters
    ----------
    X_train, X_test : DataFrame or array-like of shape (n_rows, n_features)
        Numbers, dates and categories, with missing values; at least 4 rows each. Frames are matched by column names.
    y : tuple (y_train, y_test) or None, default=None
        Targets, appended as a column "y", to find a shift of y given X, too. A shift in X alone is then also found:
        compare the results with and without y.
    estimators : dict of str -> classifier or None, default=None
        With predict_proba; they receive standardised numbers and indicators. None: see `default_adversaries`. One
        classifier is not enough: a linear one misses a shift in correlation.
    groups : tuple (groups_train, groups_test) or None, default=None
        The person, writer or day of each row; at least 4 on each side, and none on both. Whole groups are fitted or
        judged, and the sides of whole groups are permuted, so that few groups cannot give a small p-value: with 2
        judged test groups of 6, it is about 1/15 or more. None: each row is a group.
    n_permutations : int, default=999
        At least 19; the smallest possible p-value is 1 / (n_permutations + 1).
    random_state : int, numpy.random.Generator or None, default=None

    Returns
    -------
    DistributionShift
        `auc` by estimator, `p_value`, `columns`, rows `unlike` the other side, `weights` of the training rows; prints,
        draws and exports itself.

    Source: course notes, Train and test set differences; Lopez-Paz and Oquab (2017), Revisiting classifier two-sample
    tests, section 3.
    """
    check_count("n_permutations", n_permutations, 19)
    frame, n_train = pooled(X_train, X_test, y)
    is_test = np.arange(len(frame)) >= n_train
    for argument, count in (("X_train", n_train), ("X_test", len(frame) - n_train)):
        if count < LEAST_ROWS:
            fail(argument, f"have at least {LEAST_ROWS} rows", count, "Collect more rows.")
    rng = np.random.default_rng(random_state)
    values, origin = as_numbers(frame)
    group = np.arange(len(frame)) if groups is None else _numbered(groups, (X_train, X_test))
    parts = _halves(is_test, group, rng)
    adversaries = _checked(estimators, len(parts[0]))
    scores = {name: _crossed(model, values, is_test, parts) for name, model in adversaries.items()}
    table = pd.DataFrame({name: _judged(result[1], is_test, group, parts[1], n_permutations, rng)
                          for name, result in scores.items()}).T  # fmt: skip
    falls = {name: _falls(result[0], values, origin, is_test, parts[1], rng) for name, result in scores.items()}
    columns = pd.DataFrame(falls, index=frame.columns)
    columns = columns.iloc[np.argsort(-columns.max(axis=1).to_numpy(), kind="stable")]
    best = scores[table["auc"].idxmax()][1]
    p_value = float(min(1.0, len(table) * table["p"].min()))
    sides = zip((best[:n_train], best[n_train:]), (X_train, X_test), strict=True)
    rows = [pd.Series(result, as_frame(X).index, name="probability of test") for result, X in sides]
    return DistributionShift(table.rename_axis("estimator"), p_value, columns.rename_axis("column"), *rows)


def _checked(estimators: Mapping[str, Any] | None, n_rows: int) -> Mapping[str, Any]:
    """Return the classifiers to use."""
    if estimators is None:
        return default_adversaries(n_rows)
    if not isinstance(estimators, Mapping) or not estimators:
        rule, advice = "be a dict with at least one classifier", "Pass {name: classifier}."
        fail("estimators", rule, repr(estimators), advice, TypeError)
    for name, model in estimators.items():
        if isinstance(model, type) or not hasattr(model, "predict_proba"):
            advice = "Pass an instance such as LogisticRegression()."
            fail(f"estimators[{name!r}]", "have predict_proba", repr(model), advice, TypeError)
    return estimators


def _numbered(groups: Any, tables: tuple[Any, Any]) -> np.ndarray:
    """Return the number of each row's group, the training rows first."""
    if not isinstance(groups, tuple | list) or len(groups) != 2:
        fail("groups", "be a pair", type(groups).__name__, "Pass groups=(groups_train, groups_test).", TypeError)
    sides, counts = [], []
    for name, table, members in zip(("train", "test"), tables, groups, strict=True):
        check_same_index(table, members, (f"X_{name}", f"groups_{name}"))
        sides.append(labels_of(members, len(as_frame(table)), f"groups_{name}", f"X_{name}").astype(object))
        counts.append(sides[-1].nunique())
        if counts[-1] < LEAST_ROWS:
            fail(f"groups_{name}", f"hold at least {LEAST_ROWS} groups", counts[-1], "Collect rows of more groups.")
    codes, names = pd.factorize(pd.concat(sides))
    if len(names) < sum(counts):
        both = next(value for value in sides[0] if value in set(sides[1]))
        fail("groups", "stand on one side each", f"{both!r} on both", "Leave its rows out on one side.")
    return codes


def _halves(is_test: np.ndarray, group: np.ndarray, rng: np.random.Generator) -> list[np.ndarray]:
    """Return the row numbers of two random halves, in random order of their groups, each with half of either side's."""
    sides = is_test[np.unique(group, return_index=True)[1]]
    splitter = StratifiedShuffleSplit(1, test_size=0.5, random_state=int(rng.integers(2**31)))
    parts = []
    for chosen in next(splitter.split(sides, sides)):
        place = np.full(len(sides), -1)
        place[chosen] = np.arange(len(chosen))
        order = np.argsort(place[group], kind="stable")
        parts.append(order[place[group][order] >= 0])
    return parts


def _crossed(model: Any, values: np.ndarray, is_test: np.ndarray, parts: list) -> tuple[Any, np.ndarray]:
    """Return the classifier fitted to the first half, and each row's probability by a fit to the other half."""
    probabilities = np.empty(len(values))
    fitted = []
    for own, other in (parts, parts[::-1]):
        used = own[:MOST_FITTED]  # in random order
        fitted.append(clone(model).fit(values[used], is_test[used]))
        probabilities[other] = fitted[-1].predict_proba(values[other])[:, 1]
    return fitted[0], probabilities


def _judged(
    probabilities: np.ndarray,
    is_test: np.ndarray,
    group: np.ndarray,
    held: np.ndarray,
    n_permutations: int,
    rng: np.random.Generator,
) -> dict[str, float]:
    """Return the AUC on the held-out half, the band of random sides and the p-value."""
    auc = auc_from_ranks(rankdata(probabilities[held]), is_test[held])
    n_test = len(np.unique(group[held][is_test[held]]))
    permuted = permuted_aucs(probabilities[held], n_test, n_permutations, rng, group[held])
    low, high = np.quantile(permuted, [0.025, 0.975])
    return {"auc": auc, "low": float(low), "high": float(high), "p": permutation_p_value(auc, permuted)}


def _falls(
    model: Any, values: np.ndarray, origin: np.ndarray, is_test: np.ndarray, held: np.ndarray, rng: np.random.Generator
) -> list[float]:
    """Return by how much the AUC falls if each column is shuffled among the held-out rows."""
    held = rng.permutation(held)[:MOST_SHUFFLED]
    sides, rows = is_test[held], values[held]
    whole = auc_from_ranks(rankdata(model.predict_proba(rows)[:, 1]), sides)
    falls = []
    for column in range(origin.max() + 1):
        mixed, block = rows.copy(), origin == column
        mixed[:, block] = rng.permutation(rows[:, block])
        falls.append(whole - auc_from_ranks(rankdata(model.predict_proba(mixed)[:, 1]), sides))
    return falls
