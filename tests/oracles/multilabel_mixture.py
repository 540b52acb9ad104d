"""The conditional Bernoulli mixture by loops: gate, components, one round of EM, and the most probable labelset.

Source: Li et al. (2016), Conditional Bernoulli mixtures for multi-label classification.
"""

from itertools import product
from math import exp, log


def dot(x, w):
    """Return the sum of the products."""
    return sum(a * b for a, b in zip(x, w, strict=True))


def gate(x, columns):
    """Return pi_k(x) of each component; columns[k] are its weights."""
    powers = [exp(dot(x, w)) for w in columns]
    return [power / sum(powers) for power in powers]


def bernoulli(x, y, columns):
    """Return the product over labels of b^y (1 - b)^(1 - y) in one component; columns[l] are the weights of label l."""
    result = 1.0
    for value, w in zip(y, columns, strict=True):
        b = 1 / (1 + exp(-dot(x, w)))
        result *= b if value else 1 - b
    return result


def mixture(x, y, gates, components):
    """Return p(y | x) and each component's part of it."""
    parts = [pi * bernoulli(x, y, columns) for pi, columns in zip(gate(x, gates), components, strict=True)]
    return sum(parts), parts


def em_round_value(X, Y, gates, components, penalty):
    """Return the log-likelihood minus the ridge penalty, and the responsibilities of each row."""
    value, gamma = 0.0, []
    for x, y in zip(X, Y, strict=True):
        total, parts = mixture(x, y, gates, components)
        value += log(total)
        gamma.append([part / total for part in parts])
    held = sum(w[j] ** 2 for w in gates for j in range(1, len(w)))
    held += sum(w[j] ** 2 for columns in components for w in columns for j in range(1, len(w)))
    return value - penalty / 2 * held, gamma


def expected_losses(X, Y, gamma, gates, components, penalty):
    """Return the losses that the M step minimises: for the gate and for the labels."""
    for_gate = for_labels = 0.0
    for x, y, shares in zip(X, Y, gamma, strict=True):
        for share, pi, columns in zip(shares, gate(x, gates), components, strict=True):
            for_gate -= share * log(pi)
            for_labels -= share * log(bernoulli(x, y, columns))
    for_gate += penalty / 2 * sum(w[j] ** 2 for w in gates for j in range(1, len(w)))
    for_labels += penalty / 2 * sum(w[j] ** 2 for columns in components for w in columns for j in range(1, len(w)))
    return for_gate, for_labels


def most_probable(probabilities, b):
    """Return the most probable of all 2^L labelsets, and its probability; b[k][l] are the labels' in component k."""
    best, found = -1.0, None
    for y in product((0, 1), repeat=len(b[0])):
        p = 0.0
        for pi, row in zip(probabilities, b, strict=True):
            part = pi
            for value, share in zip(y, row, strict=True):
                part *= share if value else 1 - share
            p += part
        if p > best:
            best, found = p, y
    return list(found), best
