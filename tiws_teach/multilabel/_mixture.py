"""Equations of the conditional Bernoulli mixture: its parts, its EM steps, and the search for the best labelset.

x         features, preceded by a 1 for the intercepts
K, L      components, labels
gate      one column of weights for each component: pi_k(x), softmax of x' gate
weights   shape (features + 1, K, L): b_kl(x), the logistic function of x' weights[:, k, l]
gamma     responsibilities: the share of component k in row i

A ridge penalty applies to all weights except the intercepts.

Source: Li et al. (2016), section 3, and its prediction of the most probable labelset.
"""

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import Any

import numpy as np
from scipy import sparse
from scipy.sparse.linalg import LinearOperator
from scipy.special import expit, log_softmax, logsumexp


def prepared(X, center, scale) -> Any:
    """Return (X - center) / scale after a column of ones; sparse features stay sparse and are shifted in products."""
    ones = np.ones((X.shape[0], 1))
    if not sparse.issparse(X):
        return np.hstack([ones, (X - center) / scale])
    joined = sparse.hstack([sparse.csr_matrix(ones), X @ sparse.diags(1 / scale)], format="csr")
    return ShiftedRows(joined, np.concatenate([[0.0], center / scale]))


class ShiftedRows(LinearOperator):
    """Sparse rows minus a constant row, as products only: the difference itself is never stored."""

    def __init__(self, rows, shift):
        super().__init__(rows.dtype, rows.shape)
        self.rows, self.shift = rows, shift

    def _matmat(self, X):
        product = self.rows @ X
        product -= self.shift @ X
        return product

    def _rmatvec(self, x):
        return self._rmatmat(x.reshape(-1, 1))  # scipy 1.15 does not derive it

    def _rmatmat(self, X):
        product = self.rows.T @ X
        product -= np.outer(self.shift, X.sum(axis=0))
        return product


def log_gate(X, gate) -> np.ndarray:
    """Return log pi_k(x), shape (n_rows, K): multinomial logistic regression."""
    return log_softmax(X @ gate, axis=1)


def label_scores(X, weights) -> np.ndarray:
    """Return the score (log odds) of each label in each component, shape (n_rows, K, L)."""
    n_columns, k, n_labels = weights.shape
    return (X @ weights.reshape(n_columns, k * n_labels)).reshape(X.shape[0], k, n_labels)


def log_components(scores, Y) -> np.ndarray:
    """Return log of the product over labels of b^y (1 - b)^(1 - y), shape (n_rows, K)."""
    log_odds_plus_one = np.maximum(scores, 0) + np.log1p(np.exp(-np.abs(scores)))  # half the time of logaddexp
    return np.sum(Y[:, np.newaxis] * scores - log_odds_plus_one, axis=2)


def responsibilities(log_pi, log_b) -> tuple[np.ndarray, np.ndarray]:
    """Return gamma, shape (n_rows, K), and the log-likelihood of each row: the E step."""
    joint = log_pi + log_b
    log_likelihood = logsumexp(joint, axis=1)
    return np.exp(joint - log_likelihood[:, np.newaxis]), log_likelihood


def ridge(weights, penalty) -> tuple[float, np.ndarray]:
    """Return penalty / 2 times the squared weights, and the gradient; the intercepts in row 0 are not penalised."""
    slope = penalty * weights
    slope[0] = 0
    return 0.5 * np.vdot(slope, weights), slope


def gate_loss(flat, X, gamma, penalty) -> tuple[float, np.ndarray]:
    """Return the gate's loss in the M step, cross entropy with soft classes plus ridge, and its gradient."""
    gate = flat.reshape(X.shape[1], -1)
    log_pi = log_gate(X, gate)
    held, slope = ridge(gate, penalty)
    return held - np.sum(gamma * log_pi), (slope + X.T @ (np.exp(log_pi) - gamma)).ravel()


def component_loss(flat, X, Y, gamma, penalty) -> tuple[float, np.ndarray]:
    """Return the labels' loss in the M step, weighted logistic losses plus ridge, and its gradient."""
    weights = flat.reshape(X.shape[1], gamma.shape[1], Y.shape[1])
    loss, slope = ridge(weights, penalty)
    for k in range(gamma.shape[1]):  # one by one: storing the scores of all components at once is much slower
        share, scores = gamma[:, [k]], label_scores(X, weights[:, [k]])
        loss -= np.sum(share * log_components(scores, Y))
        slope[:, k] += X.T @ (share * (expit(scores[:, 0]) - Y))
    return loss, slope.ravel()


def first_responsibilities(Y, k, rng) -> np.ndarray:
    """Return the initial gamma, shape (n_rows, K): high if a row's labels are close to those of a component's seed row.

    Seeds are rows with different labelsets if there are enough of them; a random factor separates equal ones.
    """
    _, first = np.unique(Y, axis=0, return_index=True)
    others = np.setdiff1d(np.arange(len(Y)), first)
    candidates = np.concatenate([rng.permutation(first), rng.permutation(others)])
    seeds = Y[np.resize(candidates, k)].astype(float)
    hamming = Y @ (1 - seeds).T + (1 - Y) @ seeds.T
    gamma = np.exp(-hamming) * rng.uniform(0.5, 1.5, size=(len(Y), k))
    return gamma / gamma.sum(axis=1, keepdims=True)


def labelsets_by_probability(scores) -> Iterator[tuple[float, np.ndarray]]:
    """Yield the labelsets of one component and their log-probabilities, most probable first.

    The best labelset has the labels with a score above 0. Every other labelset differs from it in a set of labels and
    costs the sum of their |score|. A heap returns the sets in order of cost. Each set is reached once: from the set
    without its costliest label, or with the next cheaper label in place of that one.
    """
    best, cost = (scores > 0).astype(np.int64), np.abs(scores)
    order, top = np.argsort(cost, kind="stable"), -float(np.sum(np.logaddexp(0, -cost)))
    heap: list[tuple[float, tuple[int, ...]]] = [(0.0, ())]
    while heap:
        spent, flips = heappop(heap)
        labelset = best.copy()
        labelset[order[list(flips)]] ^= 1
        yield top - spent, labelset
        last = flips[-1] if flips else -1
        if last + 1 < len(cost):
            dearer = spent + float(cost[order[last + 1]])
            heappush(heap, (dearer, (*flips, last + 1)))
            if flips:
                heappush(heap, (dearer - float(cost[order[last]]), (*flips[:-1], last + 1)))


def most_probable_labelset(log_pi, scores, max_steps=1000) -> np.ndarray:
    """Return the labelset of highest probability under the mixture, for one row.

    Each component yields its labelsets, most probable first. A labelset that no component has yielded yet has at most
    the sum of their next probabilities. The search ends once the best labelset found reaches this bound.
    """
    nothing = (-np.inf, np.zeros(scores.shape[1], dtype=np.int64))
    offers = [labelsets_by_probability(each) for each in scores]
    heads = [next(offer) for offer in offers]
    best, chosen = -np.inf, heads[0][1]
    for _ in range(max_steps):
        next_ones = log_pi + [head[0] for head in heads]
        k = int(np.argmax(next_ones))
        if best >= logsumexp(next_ones):
            break
        labelset = heads[k][1]
        reached = float(logsumexp(log_pi + log_components(scores[np.newaxis], labelset[np.newaxis])[0]))
        if reached > best:
            best, chosen = reached, labelset
        heads[k] = next(offers[k], nothing)
    return chosen
