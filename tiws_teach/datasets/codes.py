"""Simulate hierarchical codes with a known truth: many rare codes, each similar to its group and its chapter.

A code such as "B03.1" belongs to the group "B03", which belongs to the chapter "B". Chapters differ in the log-odds of
the outcome and in the profiles of companion features; a group deviates from its chapter, a code from its group.
Popularity follows Zipf's law, so most codes are rare.
"""

import string
from dataclasses import dataclass

import numpy as np
import pandas as pd

from tiws_teach._docs import documented
from tiws_teach._validation import check_count, check_number, fail
from tiws_teach.datasets._simulated import Simulated, generator, zipf_weights


@dataclass(frozen=True)
class HierarchicalCodes(Simulated):
    """Simulated rows with hierarchical codes and the truth behind them.

    Parameters
    ----------
    data : DataFrame of shape (n_samples, 3 + n_companions)
        `chapter`, `group`, `code` and the companions `x_1`, `x_2`, ..., all strings.
    target : Series of shape (n_samples,)
        `y`, 0 or 1.
    codes : DataFrame of shape (n_codes, 5), indexed by code
        `chapter` and `group` (the parents), `popularity` (probability of the code), `rate` (probability of y = 1),
        `count` (rows with the code; 0 for a code that was not drawn).
    rates : dict of str to Series
        For "chapter", "group" and "code": the probability of y = 1 in each, averaged over its codes by popularity.
    profiles : dict of str to DataFrame of shape (n_codes, n_categories)
        For each companion: the probabilities of its categories given the code.
    """

    data: pd.DataFrame
    target: pd.Series
    codes: pd.DataFrame
    rates: dict[str, pd.Series]
    profiles: dict[str, pd.DataFrame]


@documented
def make_codes(
    n_samples: int = 2000,
    *,
    n_chapters: int = 18,
    n_groups: int = 4,
    n_codes: int = 3,
    n_companions: int = 3,
    n_categories: int = 5,
    zipf: float = 1.0,
    base_rate: float = 0.3,
    spread: tuple[float, float, float] = (0.8, 0.4, 0.2),
    concentration: float = 1.0,
    fidelity: float = 30.0,
    random_state: int | np.random.Generator | None = None,
) -> HierarchicalCodes:
    """Simulate rows with ICD-like codes in three levels.

    Parameters
    ----------
    n_samples : int
    n_chapters, n_groups, n_codes : int
        Numbers of chapters, one letter each, 1 to 26; of groups in each chapter, 1 to 100; of codes in each, 1 to 10.
    n_companions, n_categories : int
        Numbers of companion features, and of categories of each of them, 2 to 26.
    zipf : float
        The code of rank r has a popularity proportional to r ** -zipf; 0 makes all equal. Ranks are drawn at random.
    base_rate : float
        In [0.001, 0.999]: the probability of y = 1 around which the chapters vary.
    spread : tuple of three float
        Standard deviations, in log-odds, of chapters around the base, groups around their chapter, and codes around
        their group.
    concentration : float
        Parameter of the symmetric Dirichlet distribution of the chapters' profiles.
    fidelity : float
        How close a group's profile is to its chapter's, and a code's to its group's: the sum of the parameters of the
        Dirichlet distribution around the parent's profile. Large values make them similar.
    {seed_and_result}
    HierarchicalCodes

    Examples
    --------
    >>> simulated = make_codes(1000, random_state=0)
    >>> simulated.data.columns.to_list()
    ['chapter', 'group', 'code', 'x_1', 'x_2', 'x_3']
    >>> len(simulated.codes)
    216

    Source: tiws_teach, its own; it replaces the ICD-10 data of Bang et al. (2020), which are not public.
    """
    check_count("n_samples", n_samples, 1)
    check_count("n_companions", n_companions, 1)
    check_count("n_categories", n_categories, 2, 26)
    check_number("zipf", zipf, 0)
    check_number("base_rate", base_rate, 0.001, 0.999)
    check_number("concentration", concentration, 0, open_low=True)
    check_number("fidelity", fidelity, 0, open_low=True)
    if np.shape(spread) != (3,):
        rule = "have three entries, for chapters, groups and codes"
        fail("spread", rule, spread, "Use, for example, (0.8, 0.4, 0.2).")
    deviations = tuple(check_number("each of spread", value, 0) for value in spread)
    rng = generator(random_state)

    codes = _tree(
        check_count("n_chapters", n_chapters, 1, 26),
        check_count("n_groups", n_groups, 1, 100),
        check_count("n_codes", n_codes, 1, 10),
    )
    levels = [pd.factorize(codes[level])[0] for level in ("chapter", "group")]
    codes["popularity"] = zipf_weights(rng.permutation(np.arange(1, len(codes) + 1)), zipf)
    codes["rate"] = _rates(rng, levels, len(codes), base_rate, deviations)
    profiles = {
        f"x_{number}": _profiles(rng, levels, codes.index, n_categories, concentration, fidelity)
        for number in range(1, n_companions + 1)
    }

    drawn = rng.choice(len(codes), size=n_samples, p=codes["popularity"].to_numpy())
    data = codes[["chapter", "group"]].iloc[drawn].reset_index()[["chapter", "group", "code"]]
    for companion, profile in profiles.items():
        steps = profile.to_numpy()[drawn].cumsum(axis=1)[:, :-1]
        data[companion] = profile.columns.to_numpy()[(rng.random(n_samples)[:, None] >= steps).sum(axis=1)]
    y = pd.Series(rng.binomial(1, codes["rate"].to_numpy()[drawn]), name="y")
    codes["count"] = np.bincount(drawn, minlength=len(codes))
    return HierarchicalCodes(data, y, codes, _level_rates(codes), profiles)


def _tree(n_chapters: int, n_groups: int, n_codes: int) -> pd.DataFrame:
    """Return all codes with their chapter and their group."""
    rows = [
        (f"{letter}{group:02d}.{leaf}", letter, f"{letter}{group:02d}")
        for letter in string.ascii_uppercase[:n_chapters]
        for group in range(n_groups)
        for leaf in range(n_codes)
    ]
    return pd.DataFrame(rows, columns=["code", "chapter", "group"]).set_index("code")


def _rates(
    rng: np.random.Generator, levels: list[np.ndarray], n_codes: int, base_rate: float, deviations: tuple[float, ...]
) -> np.ndarray:
    """Return the rate of each code: the base plus the effects of its chapter, its group and itself in log-odds."""
    added = np.full(n_codes, np.log(base_rate / (1 - base_rate)))
    for level, deviation in zip([*levels, np.arange(n_codes)], deviations, strict=True):
        added += rng.normal(0, deviation, level.max() + 1)[level]
    return 1 / (1 + np.exp(-added))


def _profiles(
    rng: np.random.Generator,
    levels: list[np.ndarray],
    index: pd.Index,
    n_categories: int,
    concentration: float,
    fidelity: float,
) -> pd.DataFrame:
    """Return one companion's profile for each code, inherited from chapter to group to code."""
    chapter, group = levels
    parent_of_group = pd.Series(chapter).groupby(group).first().to_numpy()
    of_chapters = rng.dirichlet(np.full(n_categories, concentration), chapter.max() + 1)
    of_groups = _inherit(rng, of_chapters[parent_of_group], fidelity)
    of_codes = _inherit(rng, of_groups[group], fidelity)
    return pd.DataFrame(of_codes, index=index, columns=list(string.ascii_lowercase[:n_categories]))


def _inherit(rng: np.random.Generator, parents: np.ndarray, fidelity: float) -> np.ndarray:
    """Draw a child's profile around each parent's; the small constant keeps every category possible."""
    return np.array([rng.dirichlet(fidelity * parent + 1e-3) for parent in parents])


def _level_rates(codes: pd.DataFrame) -> dict[str, pd.Series]:
    """Return the rate of each chapter, group and code, averaged over codes by popularity."""
    sums = codes.assign(rate=codes["popularity"] * codes["rate"])[["rate", "popularity"]]
    rates = {"code": codes["rate"].copy()}
    for level in ("chapter", "group"):
        of_level = sums.groupby(codes[level]).sum()
        rates[level] = of_level["rate"].div(of_level["popularity"]).rename("rate")
    return rates
