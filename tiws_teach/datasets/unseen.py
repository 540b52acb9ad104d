"""Simulate rows with unseen categories and a known truth: the poster's simulation with adjustable sizes.

A row has one category in each grouping feature (`group`, `group_2`, ...) and values of companion features (`x_1`,
`x_2`, ...). Every category of a grouping feature has a profile: one probability vector for each companion. A and B are
seen; C, D, ... are unseen and have the profile of A, B, A, ... in turn. With several grouping features a row's
companions follow the mean of the profiles of its categories, so the copies stay exact: given C, everything else has the
same distribution as given A.
"""

import string
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from tiws_teach._docs import documented
from tiws_teach._validation import check_choice, check_count, check_number, fail
from tiws_teach.datasets._simulated import Simulated, generator

Profile = tuple[np.ndarray, ...]

_CASES = {"strong": ("strong",), "slight": ("slight",), "mix": ("strong", "slight", "none"), "random": ("none",)}
_SEEN = ("A", "B")


@dataclass(frozen=True)
class UnseenCategories(Simulated):
    """Simulated rows and the truth behind them.

    Parameters
    ----------
    data : DataFrame of shape (n_rows, n_unseen_features + n_companions)
        The features, all strings.
    target : Series of shape (n_rows,)
        `y`: 0 or 1, or a number.
    is_train : Series of bool of shape (n_rows,)
        True if no grouping feature has an unseen category.
    copies : dict of str to dict of str to str or None
        For each grouping feature: the seen category that an unseen one copies; None in the case "random".
    profiles : dict of str to dict of str to tuple of ndarray
        For each grouping feature and category: one probability vector for each companion.
    expectations : dict of str to Series
        For each grouping feature: the expectation of y given the category, over all rows.
    differences : tuple of str
        For each companion, how much A and B differ in it: "strong", "slight" or "none".

    Source: Bang and Lin, jitter trees poster, Simulated Studies.
    """

    data: pd.DataFrame
    target: pd.Series
    is_train: pd.Series
    copies: dict[str, dict[str, str | None]]
    profiles: dict[str, dict[str, Profile]]
    expectations: dict[str, pd.Series]
    differences: tuple[str, ...]


@documented
def make_unseen_category(
    case: str = "strong",
    *,
    sizes: Sequence[int] | None = None,
    n_categories: Sequence[int] = (2, 2, 2, 3, 3, 3, 3),
    n_unseen: int = 1,
    n_unseen_features: int = 1,
    concentration: float = 1.0,
    deviation: float = 0.5,
    profiles: Mapping[str, Sequence[Sequence[float]]] | None = None,
    outcome: str = "binary",
    expectations: tuple[float, float] = (0.7, 0.3),
    random_state: int | np.random.Generator | None = None,
) -> UnseenCategories:
    """Simulate rows in which unseen categories copy seen ones.

    Parameters
    ----------
    case : {"strong", "slight", "mix", "random"}
        How A and B differ in the companions: "strong", independent profiles everywhere; "slight", B's profile lies
        between A's and an independent one; "mix", strong, slight and no difference in turn; "random", no difference
        anywhere, so that nothing relates an unseen category to a seen one.
    sizes : sequence of int or None
        Numbers of rows with A, B, C, ...; None: 1,000 rows in nearly equal parts: 334, 333 and 333 with one unseen
        category.
    n_categories : sequence of int
        Number of categories of each companion feature, 2 to 26.
    n_unseen : int
        Number of unseen categories in each grouping feature, 1 to 24.
    n_unseen_features : int
        Number of grouping features.
    concentration : float
        Parameter of the symmetric Dirichlet distribution of the profiles: a small value makes them differ more.
    deviation : float
        In [0, 1]: the weight of the independent profile in B's if the difference is "slight".
    profiles : mapping with "A" and "B" to sequences of probability vectors, or None
        One vector for each companion, such as `profiles["group"]` of an earlier result; `case` and `deviation` are
        then ignored. None draws new profiles in each call and for each grouping feature.
    outcome : {"binary", "numeric"}
        y is Bernoulli, or normal with standard deviation 1.
    expectations : pair of float
        The expectation of y in A and in B. An unseen category has the expectation of the category that it copies; in
        the case "random", the mean of the two. With several grouping features a row has the mean over its categories.
    {seed_and_result}
    UnseenCategories

    Raises
    ------
    ValueError
        If a parameter is outside its range, or if `sizes` or `profiles` do not match the other parameters.

    Examples
    --------
    >>> simulated = make_unseen_category("strong", random_state=0)
    >>> simulated.copies
    {'group': {'C': 'A'}}
    >>> simulated.is_train.sum()
    np.int64(667)

    Source: Bang and Lin, jitter trees poster, Simulated Studies and Table 1.
    """
    differences = _differences(case, n_categories, deviation, concentration)
    labels, counts = _labels(sizes, check_count("n_unseen", n_unseen, 1, 24))
    features = _names("group", check_count("n_unseen_features", n_unseen_features, 1))
    means = _means(outcome, expectations)
    if profiles is not None:
        pair, differences = _given_profiles(profiles, n_categories, case), ("given",) * len(n_categories)
    rng = generator(random_state)

    copies = {label: None if case == "random" else _SEEN[position % 2] for position, label in enumerate(labels[2:])}
    by_feature = {}
    for feature in features:
        if profiles is None:
            pair = _draw_profiles(rng, n_categories, differences, concentration, deviation)
        by_feature[feature] = {label: pair[_SEEN.index(copies.get(label, label) or "A")] for label in labels}
    groups = np.column_stack([rng.permutation(np.repeat(np.arange(len(labels)), counts)) for _ in features])
    companions = _draw_companions(rng, groups, [list(by_feature[feature].values()) for feature in features])
    own_means = np.array([_own_mean(label, copies, means) for label in labels])
    expected = own_means[groups].mean(axis=1)
    y = rng.binomial(1, expected) if outcome == "binary" else rng.normal(expected)

    given = pd.Series(_expectations(own_means, counts, len(features)), index=labels, name="y")
    return UnseenCategories(
        data=pd.DataFrame(np.array(labels)[groups], columns=features).join(companions),
        target=pd.Series(y, name="y"),
        is_train=pd.Series((groups < len(_SEEN)).all(axis=1), name="is_train"),
        copies={feature: dict(copies) for feature in features},
        profiles=by_feature,
        expectations={feature: given.rename_axis(feature) for feature in features},
        differences=differences,
    )


def _names(stem: str, count: int) -> list[str]:
    return [stem if number == 1 else f"{stem}_{number}" for number in range(1, count + 1)]


def _differences(case: str, n_categories: Sequence[int], deviation: float, concentration: float) -> tuple[str, ...]:
    """Check the parameters of the profiles and return how A and B differ in each companion."""
    check_choice("case", case, tuple(_CASES))
    check_number("deviation", deviation, 0, 1)
    check_number("concentration", concentration, 0, open_low=True)
    if np.ndim(n_categories) != 1 or not len(n_categories):
        fail("n_categories", "name at least one companion feature", n_categories, "Use, for example, (2, 2, 3).")
    for count in n_categories:
        check_count("each of n_categories", count, 2, 26)
    cycle = _CASES[case]
    return tuple(cycle[position % len(cycle)] for position in range(len(n_categories)))


def _labels(sizes: Sequence[int] | None, n_unseen: int) -> tuple[list[str], np.ndarray]:
    """Return the names of A, B and the unseen categories, and the number of rows of each."""
    labels = list(string.ascii_uppercase[: len(_SEEN) + n_unseen])
    if sizes is None:
        return labels, np.array([len(part) for part in np.array_split(np.arange(1000), len(labels))])
    if np.shape(sizes) != (len(labels),):
        fail("sizes", f"have 2 + n_unseen = {len(labels)} entries", sizes, "Pass one for A, B and each unseen one.")
    return labels, np.array([check_count("each of sizes", size, 1) for size in sizes])


def _means(outcome: str, expectations: tuple[float, float]) -> tuple[float, float]:
    """Check the outcome and return the expectations of A and B."""
    check_choice("outcome", outcome, ("binary", "numeric"))
    low, high = (0.0, 1.0) if outcome == "binary" else (-1e12, 1e12)
    if np.shape(expectations) != (len(_SEEN),):
        fail("expectations", "have two entries", expectations, "Pass the expectation of y in A and in B.")
    return tuple(check_number("each of expectations", value, low, high) for value in expectations)  # type: ignore[return-value]


def _given_profiles(
    profiles: Mapping[str, Sequence[Sequence[float]]], n_categories: Sequence[int], case: str
) -> tuple[Profile, Profile]:
    """Return the caller's profiles of A and B as arrays after checking their shapes and sums."""
    if case == "random":
        fail("profiles", 'be None in the case "random"', "profiles", "Omit it: all categories share one drawn profile.")
    missing = [label for label in _SEEN if label not in profiles]
    if missing:
        fail("profiles", "have the keys 'A' and 'B'", f"the keys {list(profiles)}", "Pass the profile of each.")
    pair = [[np.asarray(vector, dtype=float) for vector in profiles[label]] for label in _SEEN]
    shapes = [[vector.shape for vector in profile] for profile in pair]
    if shapes != [[(count,) for count in n_categories]] * 2:
        rule = f"be two lists of vectors of lengths {tuple(n_categories)}"
        fail("profiles", rule, f"shapes {shapes}", "Set n_categories to match.")
    for vector in [*pair[0], *pair[1]]:
        if (vector < 0).any() or abs(vector.sum() - 1) > 1e-9:
            fail("profiles", "hold probabilities that sum to 1", vector, "Divide each vector by its sum.")
    return tuple(pair[0]), tuple(pair[1])


def _draw_profiles(
    rng: np.random.Generator,
    n_categories: Sequence[int],
    differences: Sequence[str],
    concentration: float,
    deviation: float,
) -> tuple[Profile, Profile]:
    """Draw the profiles of A and B, which differ as given by `differences`."""
    weight = {"strong": 1.0, "slight": deviation, "none": 0.0}
    first = tuple(rng.dirichlet(np.full(count, concentration)) for count in n_categories)
    fresh = tuple(rng.dirichlet(np.full(count, concentration)) for count in n_categories)
    parts = zip(differences, fresh, first, strict=True)
    return first, tuple(weight[kind] * new + (1 - weight[kind]) * old for kind, new, old in parts)


def _own_mean(label: str, copies: dict[str, str | None], means: tuple[float, float]) -> float:
    origin = copies.get(label, label)
    return sum(means) / len(means) if origin is None else means[_SEEN.index(origin)]


def _expectations(own_means: np.ndarray, counts: np.ndarray, n_features: int) -> np.ndarray:
    """Return E(y | category of one feature), weighting the other features' categories by their shares of the rows."""
    overall = counts @ own_means / counts.sum()
    return (own_means + (n_features - 1) * overall) / n_features


def _draw_companions(rng: np.random.Generator, groups: np.ndarray, profiles: list[list[Profile]]) -> pd.DataFrame:
    """Draw each companion from the mean of the profiles of a row's categories (inverse transform sampling)."""
    columns = {}
    for position in range(len(profiles[0][0])):
        tables = [np.array([profile[position] for profile in by_label]) for by_label in profiles]
        chances = np.mean([table[groups[:, k]] for k, table in enumerate(tables)], axis=0)
        steps = chances.cumsum(axis=1)[:, :-1]
        drawn = (rng.random(len(groups))[:, None] >= steps).sum(axis=1)
        columns[f"x_{position + 1}"] = np.array(list(string.ascii_lowercase))[drawn]
    return pd.DataFrame(columns)
