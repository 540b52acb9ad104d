"""The regression that weights NLDD's two distances: the number of wrong labels out of L, given Dx and Dy.

The losses of the pairs are binomial, out of L, and the log-odds of a wrong label are linear in the two distances. The
likelihood has a maximum unless the losses are separated; then `equal_weights` is used instead.

The sign of a slope decides whether NLDD uses its distance. Rounding must not decide it: a distance that is the same in
all pairs is left out of the regression, and a slope too small to matter is set to 0.
"""

import numpy as np
from scipy.optimize import linprog, minimize
from scipy.special import expit, logit

from tiws_teach._docs import documented
from tiws_teach._validation import LARGEST, check_count, check_floats, fail
from tiws_teach.multilabel.nldd_equations import TIE, combined_distance

STEPS = 100
SMALL_STEP = 1e-10
ROUNDING = 1e-12
"""Relative differences of likelihoods, and relative curvatures, that rounding alone can cause."""

FLAT = 1e-8
"""A slope is 0 if it changes the log-odds by less than this for each standard deviation of its distance."""


def misclassification_model(Dx, Dy, losses, n_labels) -> np.ndarray:
    """Return the maximum-likelihood b0, b1, b2 for losses out of n_labels, with log-odds b0 + b1 Dx + b2 Dy.

    If the likelihood has no maximum (`likelihood_has_maximum`; for example, no label is ever wrong), return
    `equal_weights`. A distance that is the same in all pairs (up to `TIE`) or has a negligible effect (`FLAT`) gets the
    coefficient 0.

    Parameters
    ----------
    Dx, Dy : array-like of shape (n_pairs,)
        Distances, >= 0.
    losses : array-like of int, shape (n_pairs,)
        Wrong labels, from 0 to n_labels.
    n_labels : int
        L.

    Returns
    -------
    ndarray of 3 floats
        b0, b1 (per unit of Dx) and b2 (per unit of Dy).

    Examples
    --------
    >>> Dx, Dy = [1, 0.5, 2, 1, 2, 3, 0.2], [0.4, 0.6, 0.3, 0.5, 0.2, 0.9, 0.1]
    >>> misclassification_model(Dx, Dy, [1, 1, 1, 2, 0, 3, 0], 4).round(3)
    array([-3.4  ,  0.167,  4.725])

    Source: Gweon (2017), section 2.3.3, maximum likelihood for equation (2.2).
    """
    D, losses = _pairs(Dx, Dy, losses, n_labels)
    if not likelihood_has_maximum(Dx, Dy, losses, n_labels):
        return equal_weights(Dx, Dy, losses, n_labels)
    A, varies, center, scale = _design(D)
    solution = _ascent(A, losses, n_labels)
    slopes = np.zeros(2)
    slopes[varies] = np.where(np.abs(solution[1:]) < FLAT, 0.0, solution[1:]) / scale
    return np.array([solution[0] - np.sum(slopes[varies] * center), *slopes])


def _ascent(A, losses, n_labels):
    """Return the maximum-likelihood coefficients of the columns of A, by Newton's method."""
    found = np.zeros(A.shape[1])
    found[0] = logit(losses.sum() / (n_labels * len(A)))
    for _ in range(STEPS):
        step = newton_step(A, losses, n_labels, found)
        found = found + step
        if np.abs(step).max() < SMALL_STEP:
            break
    return found


def newton_step(A, losses, n_labels, found) -> np.ndarray:
    """Return the Newton step towards the maximum of the likelihood, halved until the likelihood does not fall.

    `A` has a column of ones and a column for each distance, `found` the coefficients so far.

    Source: McCullagh and Nelder (1989), Generalized Linear Models, section 2.5, for Gweon (2017), section 2.3.3.
    """
    theta = expit(A @ found)
    gradient = A.T @ (losses - n_labels * theta)
    curvature = (A * (n_labels * theta * (1 - theta))[:, np.newaxis]).T @ A
    step = np.linalg.lstsq(curvature, gradient, rcond=ROUNDING)[0]
    here = log_likelihood(A @ found, losses, n_labels)
    least = here - ROUNDING * abs(here)
    while np.abs(step).max() >= SMALL_STEP and log_likelihood(A @ (found + step), losses, n_labels) < least:
        step = step / 2
    return step


def log_likelihood(log_odds, losses, n_labels) -> float:
    """Return the log-likelihood of the losses, without the terms that do not depend on the log-odds.

    Parameters
    ----------
    log_odds : ndarray of shape (n_pairs,)
    losses : ndarray of shape (n_pairs,)
    n_labels : int

    Returns
    -------
    float

    Source: Gweon (2017), section 2.3.3.
    Equation: 5.10.
    """
    return float(np.sum(losses * log_odds - n_labels * np.logaddexp(0, log_odds)))


@documented
def likelihood_has_maximum(Dx, Dy, losses, n_labels) -> bool:
    """Return whether the losses overlap, so that the likelihood has a finite maximum.

    The losses are separated if some line in the plane of Dx and Dy has all pairs with a wrong label on one side (or on
    it), all pairs with a right label on the other side (or on it), and not all pairs on it. A steeper slope then always
    has a higher likelihood.

    Parameters
    ----------
    {pairs_and_losses}

    Returns
    -------
    bool

    Source: Albert and Anderson (1984), Biometrika 71, separation.
    """
    D, losses = _pairs(Dx, Dy, losses, n_labels)
    A = _design(D)[0]
    mixed = A[(losses > 0) & (losses < n_labels)]
    if np.linalg.matrix_rank(mixed.T @ mixed) == np.linalg.matrix_rank(A.T @ A):
        return True  # the pairs with both wrong and right labels do not lie on a line
    sides = np.vstack([A[losses > 0], -A[losses < n_labels]])
    found = linprog(-sides.sum(axis=0), A_ub=-sides, b_ub=np.zeros(len(sides)), bounds=(-1, 1))
    return bool(-found.fun <= 1e-6 * len(sides))


@documented
def equal_weights(Dx, Dy, losses, n_labels) -> np.ndarray:
    """Return coefficients without a regression: each distance contributes 1 at its mean over the pairs.

    Parameters
    ----------
    {pairs_and_losses}

    Returns
    -------
    ndarray of 3 floats
        b1 = 1 / mean of Dx, b2 = 1 / mean of Dy (1 for a mean of 0), and b0 such that a pair at both means has the
        share of wrong labels of all pairs, after adding half a wrong and half a right label.

    Source: a reading of this project for Gweon (2017), section 2.3.3, where the likelihood has no maximum.
    """
    D, losses = _pairs(Dx, Dy, losses, n_labels)
    means = D.mean(axis=0)
    share = (losses.sum() + 0.5) / (len(losses) * n_labels + 1)
    return np.array([logit(share) - np.sum(means > 0), *(1 / np.where(means > 0, means, 1.0))])


@documented
def nearness_model(Dx, Dy, losses, n_labels) -> np.ndarray:
    """Return the maximum-likelihood coefficients with b1 and b2 at least 0 and not both 0, so that nearer is better.

    If `misclassification_model` finds a negative slope, use the more likely of the two regressions on one distance. If
    these have no positive slope either, use `equal_weights`.

    Parameters
    ----------
    {pairs_and_losses}

    Returns
    -------
    ndarray of 3 floats

    Source: a reading of this project for Gweon (2017), section 2.3.2, where b1 and b2 are above 0 in all nine sets.
    """
    (Dx, Dy), losses = _pairs(Dx, Dy, losses, n_labels)[0].T, np.asarray(losses)
    both = misclassification_model(Dx, Dy, losses, n_labels)
    if min(both[1:]) >= 0 and max(both[1:]) > 0:
        return both
    none = np.zeros(len(Dx))
    alone = [misclassification_model(x, y, losses, n_labels) for x, y in ((none, Dy), (Dx, none))]
    alone = [one for one in alone if max(one[1:]) > 0]  # the other slope is 0
    alone.sort(key=lambda b: -log_likelihood(b[0] + combined_distance(Dx, Dy, b), losses, n_labels))
    return alone[0] if alone else equal_weights(Dx, Dy, losses, n_labels)


@documented
def product_model(Dx, Dy, losses, n_labels) -> np.ndarray:
    """Return the maximum-likelihood b0, b1, b2 with log-odds b0 + Dx^b1 Dy^b2, where b1 and b2 are in [0, 10].

    The likelihood can have several maxima; the best of three ascents is used, from b1 = b2 = 0.1, 0.5 and 1. If both
    would be 0, or if no label (or every label) is wrong, b1 = b2 = 1.

    Parameters
    ----------
    {pairs_and_losses}

    Returns
    -------
    ndarray of 3 floats

    Source: Gweon (2017), section 2.5, the distances combined in a multiplicative way.
    """
    (Dx, Dy), losses = _pairs(Dx, Dy, losses, n_labels)[0].T, np.asarray(losses)
    share = (losses.sum() + 0.5) / (len(losses) * n_labels + 1)

    def cost(b):
        return -log_likelihood(b[0] + combined_distance(Dx, Dy, b, "product"), losses, n_labels) / len(losses)

    bounds = [(-50, 50), (0, 10), (0, 10)]
    ascents = [minimize(cost, [logit(share), b, b], bounds=bounds, method="L-BFGS-B") for b in (0.1, 0.5, 1.0)]
    best = min(ascents, key=lambda ascent: ascent.fun).x
    if 0 < losses.sum() < n_labels * len(losses) and max(best[1:]) > 1e-6:
        return best
    return np.array([logit(share) - np.mean(Dx * Dy), 1.0, 1.0])


def _pairs(Dx, Dy, losses, n_labels):
    """Return the distances of the pairs as two columns, and their losses."""
    check_count("n_labels", n_labels, 1)
    Dx, Dy = (check_floats(name, each, None, 0, LARGEST, empty=True) for name, each in (("Dx", Dx), ("Dy", Dy)))
    losses = check_floats("losses", losses, empty=True)
    shapes = {Dx.shape, Dy.shape, losses.shape}
    if len(shapes) > 1 or losses.ndim != 1 or len(losses) == 0:
        advice = "Pass one number for each pair."
        fail("losses", "have the length of Dx and Dy, at least 1", f"shapes {sorted(shapes)}", advice)
    if losses.min() < 0 or losses.max() > n_labels:
        wrong = losses[(losses < 0) | (losses > n_labels)][0]
        fail("losses", f"be in [0, n_labels = {n_labels}]", f"{wrong:g}", "Count the labels of a pair that differ.")
    return np.column_stack([Dx, Dy]), losses


def _design(D):
    """Return a column of ones and the standardised varying distances, which of them vary, their means and sds."""
    varies = D.max(axis=0) - D.min(axis=0) > TIE * D.max(axis=0)
    center, scale = D[:, varies].mean(axis=0), D[:, varies].std(axis=0)
    return np.column_stack([np.ones(len(D)), (D[:, varies] - center) / scale]), varies, center, scale
