"""Tables of estimates, one for each feature: of the training rows, of further rows, and cross-fitted by folds."""

from __future__ import annotations

import numpy as np
from sklearn.model_selection import KFold, StratifiedKFold

from tiws_teach.tiws._unseen import fill_unseen
from tiws_teach.tiws.equations import smoothed_means


def feature_estimates(counts, feature, codes, targets, prior, options):
    """Return the estimates of all categories of a feature; those without a row in `codes` count as unseen.

    Parameters
    ----------
    counts : CategoryCounts
    feature : int
    codes : ndarray of int64, shape (n_rows,)
    targets : ndarray of float, shape (n_rows, n_targets)
    prior : ndarray of float, shape (n_targets,)
    options : TIWSEncoder

    Returns
    -------
    ndarray of float, shape (n_categories, n_targets)
    """
    estimates, rows = smoothed_means(codes, targets, len(counts.labels[feature]), options.smooth, prior)
    if rows.any():
        fill_unseen(estimates, counts, feature, np.flatnonzero(rows == 0), rows > 0, options)
    return estimates


def with_new_categories(known, counts, feature, options):
    """Return the `known` estimates of a feature, followed by those of the categories that only a batch has.

    Parameters
    ----------
    known : ndarray of float, shape (n_known, n_targets)
    counts : CategoryCounts
        Of the training rows, the unlabelled rows and the batch.
    feature : int
    options : TIWSEncoder

    Returns
    -------
    ndarray of float, shape (n_categories, n_targets)
    """
    n_new = len(counts.labels[feature]) - len(known)
    estimates = np.concatenate([known, np.zeros((n_new, known.shape[1]))])
    fill_unseen(estimates, counts, feature, np.arange(len(known), len(estimates)), counts.seen(feature), options)
    return estimates


def encode(codes, tables, missing):
    """Return the estimate of each cell: its category's row of the table, or `missing` for code -1.

    Parameters
    ----------
    codes : list of ndarray of int64, shape (n_rows,)
    tables : list of ndarray of float, shape (n_categories, n_targets)
    missing : ndarray of float, shape (n_targets,)

    Returns
    -------
    ndarray of float, shape (n_rows, n_features, n_targets)
    """
    out = np.empty((len(codes[0]), len(codes), len(missing)))
    for j, (code, table) in enumerate(zip(codes, tables, strict=True)):
        out[:, j] = np.concatenate([table, missing[np.newaxis]])[code]
    return out


def cross_fitted(counts, codes, targets, options):
    """Return each row encoded from the targets of the other folds: ndarray (n_rows, n_features, n_targets).

    Parameters
    ----------
    counts : CategoryCounts
    codes : list of ndarray of int64, shape (n_rows,)
    targets : ndarray of float, shape (n_rows, n_targets)
    options : TIWSEncoder
    """
    out = np.empty((len(targets), len(codes), targets.shape[1]))
    for train, held_out in folds(targets, options):
        prior = targets[train].mean(axis=0)
        tables = [
            feature_estimates(counts, j, code[train], targets[train], prior, options) for j, code in enumerate(codes)
        ]
        out[held_out] = encode([code[held_out] for code in codes], tables, prior)
    return out


def folds(targets, options):
    """Return the folds of `fit_transform`: shuffled, and stratified for classes, as in TargetEncoder."""
    if options.target_type_ == "continuous":
        return KFold(options.cv, shuffle=True, random_state=options.random_state).split(targets)
    classes = targets[:, 0] if options.target_type_ == "binary" else targets.argmax(axis=1)
    stratified = StratifiedKFold(options.cv, shuffle=True, random_state=options.random_state)
    return stratified.split(np.zeros(len(targets)), classes)
