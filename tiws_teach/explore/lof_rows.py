"""Rows of real tables that do not belong to their class: who finds them, in which units."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
from sklearn.datasets import load_breast_cancer, load_digits, load_wine
from sklearn.preprocessing import StandardScaler

from tiws_teach._validation import check_count
from tiws_teach.explore.lof import hits, two_clusters
from tiws_teach.lof import local_outlier_factor, mean_neighbor_distance


@dataclass(frozen=True)
class Suspects:
    """The images with the highest factors in the class of one digit.

    Attributes
    ----------
    digit : int
        The label of the class.
    images : ndarray of shape (n_images, 8, 8)
        Highest factor first; ink from 0 to 16.
    truth : ndarray of int, shape (n_images,)
        Which digit each image is.
    factors : ndarray of shape (n_images,)
    """

    digit: int
    images: np.ndarray
    truth: np.ndarray
    factors: np.ndarray


def suspects(seed: int = 8, k: int = 20, n_wrong: int = 9) -> Suspects:
    """Return the images with the highest factors in one of the samples of `mislabelled_digits`.

    Parameters
    ----------
    seed : int, default=8
        The class is the digit seed modulo 10.
    k : int, default=20
    n_wrong : int, default=9
        Images with a wrong label, and images that are returned.

    Returns
    -------
    Suspects
    """
    X, truth = _with_wrong_labels(seed, n_wrong)
    factors = local_outlier_factor(X, k)
    highest = np.argsort(-factors, kind="stable")[:n_wrong]
    return Suspects(seed % 10, X[highest].reshape(-1, 8, 8), truth[highest], factors[highest])


def _with_wrong_labels(seed: int, n_wrong: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the images of a class, those with a wrong label last, and which digits they are."""
    images, digit, rng = load_digits(), seed % 10, np.random.default_rng(seed)
    own = np.flatnonzero(images.target == digit)
    rows = np.concatenate([own, rng.choice(np.flatnonzero(images.target != digit), n_wrong, replace=False)])
    return images.data[rows], images.target[rows]


def mislabelled_digits(n_seeds: int = 50, ks=(5, 10, 20, 40), n_wrong: int = 9) -> pd.DataFrame:
    """Put images of other digits among those of one digit, and count how many stand among the highest scores.

    Seed s takes the digit s modulo 10; its class has 174 to 183 images of 8 by 8 pixels with values from 0 to 16.

    Parameters
    ----------
    n_seeds : int, default=50
    ks : sequence of int
    n_wrong : int, default=9
        Images with a wrong label.

    Returns
    -------
    DataFrame
        Columns seed, digit, k, LOF and mean distance (hits, of `n_wrong`).
    """
    rows = []
    for seed in range(check_count("n_seeds", n_seeds, 1)):
        X, _ = _with_wrong_labels(seed, n_wrong)
        rows += [{"seed": seed, "digit": seed % 10, "k": k, **hits(X, n_wrong, k)} for k in ks]
    return pd.DataFrame(rows)


def malignant_among_benign(n_seeds: int = 50, ks=(10, 20, 40), n_wrong: int = 18) -> pd.DataFrame:
    """Put malignant tumours among the 357 benign ones, and count how many stand among the highest scores.

    Parameters
    ----------
    n_seeds : int, default=50
    ks : sequence of int
    n_wrong : int, default=18
        Malignant tumours, drawn anew for each seed.

    Returns
    -------
    DataFrame
        Columns seed, k, units, LOF and mean distance (hits, of `n_wrong`). The units are "as recorded", "two areas"
        (only the features that make up nearly all of the variance) and "standardised".
    """
    tumours = load_breast_cancer()
    benign = tumours.data[tumours.target == 1]
    areas = [list(tumours.feature_names).index(name) for name in share_of_variance().index[:2]]
    rows = []
    for seed in range(check_count("n_seeds", n_seeds, 1)):
        rng = np.random.default_rng(seed)
        X = np.vstack([benign, rng.choice(tumours.data[tumours.target == 0], n_wrong, replace=False)])
        tables = {"as recorded": X, "two areas": X[:, areas], "standardised": StandardScaler().fit_transform(X)}
        rows += [{"seed": seed, "k": k, "units": name, **hits(Z, n_wrong, k)} for k in ks for name, Z in tables.items()]
    return pd.DataFrame(rows)


def share_of_variance() -> pd.Series:
    """Return each feature's share of the sum of variances of the benign tumours, largest first.

    Returns
    -------
    Series of shape (30,)
    """
    tumours = load_breast_cancer(as_frame=True)
    variance = tumours.data[tumours.target == 1].var()
    return (variance / variance.sum()).sort_values(ascending=False)


def spread_of_distances(k: int = 10) -> pd.Series:
    """Return how unevenly rows lie: the 90 % quantile of the mean neighbour distance divided by the 10 % quantile.

    Parameters
    ----------
    k : int, default=10

    Returns
    -------
    Series of shape (3,)
        For the houses of `two_clusters`, the images of one digit (median over the ten digits), the benign tumours.
    """
    images, tumours = load_digits(), load_breast_cancer()
    digits = [_spread(images.data[images.target == digit], k) for digit in range(10)]
    return pd.Series(
        {
            "houses": _spread(two_clusters()[["east", "north"]], k),
            "one digit": float(np.median(digits)),
            "benign tumours": _spread(tumours.data[tumours.target == 1], k),
        }
    )


def _spread(X, k: int) -> float:
    """Return the 90 % quantile of the mean neighbour distance divided by the 10 % quantile."""
    low, high = np.quantile(mean_neighbor_distance(X, k), [0.1, 0.9])
    return float(high / low)


def wine_units(k: int = 10, n_highest: int = 10) -> pd.DataFrame:
    """Write the proline of 71 wines of one kind in other units and see whom the factor then names.

    Parameters
    ----------
    k : int, default=10
    n_highest : int, default=10
        How many of the highest factors are compared.

    Returns
    -------
    DataFrame
        Index units of proline; columns "as recorded" and "standardised": how many of the `n_highest` wines are the same
        as with the units recorded, mg/l.
    """
    wines = load_wine(as_frame=True)
    kind = wines.data[wines.target == 1]
    table = {}
    for name, factor in {"mg/l": 1, "g/l": 1e-3, "ug/l": 1e3}.items():
        X = kind.assign(proline=kind["proline"] * factor)
        table[name] = [_highest(X, k, n_highest), _highest(StandardScaler().fit_transform(X), k, n_highest)]
    first = table["mg/l"]
    same = {name: [len(a & b) for a, b in zip(sets, first, strict=True)] for name, sets in table.items()}
    return pd.DataFrame(same, index=["as recorded", "standardised"]).T.rename_axis("proline in")


def _highest(X, k: int, n_highest: int) -> set[int]:
    """Return the rows with the highest factors."""
    return set(np.argsort(-local_outlier_factor(X, k), kind="stable")[:n_highest].tolist())
