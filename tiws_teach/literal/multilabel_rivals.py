"""The multi-label rivals by loops: subset mapping, chains, powersets, RAkEL, HOMER, MLkNN and Bernoulli mixtures.

Sources: the methods' papers as named in the modules; Gweon (2017), section 2.2.
"""

from fractions import Fraction
from itertools import product
from math import exp, log

from tiws_teach.literal.neighbors import nearest

# --- subset mapping


def hamming(a, b):
    """Number of labels that differ."""
    return sum(1 for x, z in zip(a, b, strict=True) if x != z)


def seen_labelsets(Y):
    """Different labelsets, the most frequent first, of equally frequent ones the first seen."""
    rows = [tuple(row) for row in Y]
    return sorted(dict.fromkeys(rows), key=lambda labelset: (-rows.count(labelset), rows.index(labelset)))


def mapped(prediction, Y):
    """The seen labelset nearest to a prediction."""
    best = None
    for labelset in seen_labelsets(Y):
        if best is None or hamming(prediction, labelset) < hamming(prediction, best):
            best = labelset
    return list(best)


# --- chains


def chain_rows(X, Y, order, position):
    """Rows that the classifier at a position of the chain sees: features, then the labels before it."""
    return [[*x, *(y[label] for label in order[:position])] for x, y in zip(X, Y, strict=True)]


def chain_prediction(models, x, order, n_labels):
    """One row goes through the chain; each model is a function of a list of numbers."""
    found, seen = [None] * n_labels, list(x)
    for model, label in zip(models, order, strict=True):
        found[label] = model(seen)
        seen.append(found[label])
    return found


# --- RAkEL


def rakel_shares(votes, labelsets, shares):
    """Each label's share of the votes of its models; `votes[m]` is a row of 0 and 1 for the labels of model m."""
    result = []
    for label, share in enumerate(shares):
        given = [vote[s.index(label)] for vote, s in zip(votes, labelsets, strict=True) if label in s]
        result.append(Fraction(sum(given), len(given)) if given else share)
    return result


# --- HOMER


def assign_balanced(distances, capacity):
    """Sort each label into its nearest group; a group that is too full sends its farthest label on."""
    k = len(distances[0])
    groups, closed = [[] for _ in range(k)], set()
    waiting = list(range(len(distances)))
    while waiting:
        label = waiting.pop(0)
        choice = None
        for group in range(k):
            if (label, group) in closed:
                continue
            if choice is None or distances[label][group] < distances[label][choice]:
                choice = group
        groups[choice].append(label)
        if len(groups[choice]) > capacity:
            farthest = max(groups[choice], key=lambda each: (distances[each][choice], each))
            groups[choice].remove(farthest)
            closed.add((farthest, choice))
            waiting.insert(0, farthest)
    return groups


def walk(node, ask, n_labels):
    """Labels of one row: below each child to which `ask(model)` says yes."""
    found = [0] * n_labels
    for child, model in zip(node.children, node.models, strict=True):
        if ask(model):
            if child.children:
                found = [max(a, b) for a, b in zip(found, walk(child, ask, n_labels), strict=True)]
            else:
                for label in child.labels:
                    found[label] = 1
    return found


# --- MLkNN


def mlknn(X, Y, query, k, s):
    """Posterior of each label, exactly; a training row is never its own neighbour."""
    n, neighbours = len(X), [nearest(x, X, k, left_out=i) for i, x in enumerate(X)]
    asked = nearest(query, X, k)
    posteriors = []
    for label in range(len(Y[0])):
        prior = Fraction(s + sum(y[label] for y in Y), 2 * s + n)
        with_label, without = [0] * (k + 1), [0] * (k + 1)
        for i in range(n):
            j = sum(Y[a][label] for a in neighbours[i])
            if Y[i][label]:
                with_label[j] += 1
            else:
                without[j] += 1
        j = sum(Y[a][label] for a in asked)
        yes = prior * Fraction(s + with_label[j], s * (k + 1) + sum(with_label))
        no = (1 - prior) * Fraction(s + without[j], s * (k + 1) + sum(without))
        posteriors.append(yes / (yes + no))
    return posteriors


# --- conditional Bernoulli mixture


def dot(x, w):
    """Return the sum of the products."""
    return sum(a * b for a, b in zip(x, w, strict=True))


def gate(x, columns):
    """pi_k(x) of each component; `columns[k]` are its weights."""
    powers = [exp(dot(x, w)) for w in columns]
    return [power / sum(powers) for power in powers]


def bernoulli(x, y, columns):
    """Product over labels of b^y (1 - b)^(1 - y) in one component; `columns[l]` are the weights of label l."""
    result = 1.0
    for value, w in zip(y, columns, strict=True):
        b = 1 / (1 + exp(-dot(x, w)))
        result *= b if value else 1 - b
    return result


def mixture(x, y, gates, components):
    """p(y | x), and each component's part of it."""
    parts = [pi * bernoulli(x, y, columns) for pi, columns in zip(gate(x, gates), components, strict=True)]
    return sum(parts), parts


def em_round_value(X, Y, gates, components, penalty):
    """Log-likelihood less ridge, and the responsibilities of each row."""
    value, gamma = 0.0, []
    for x, y in zip(X, Y, strict=True):
        total, parts = mixture(x, y, gates, components)
        value += log(total)
        gamma.append([part / total for part in parts])
    held = sum(w[j] ** 2 for w in gates for j in range(1, len(w)))
    held += sum(w[j] ** 2 for columns in components for w in columns for j in range(1, len(w)))
    return value - penalty / 2 * held, gamma


def expected_losses(X, Y, gamma, gates, components, penalty):
    """What the two halves of the M step lower: for the gate, and for the labels."""
    for_gate = for_labels = 0.0
    for x, y, shares in zip(X, Y, gamma, strict=True):
        for share, pi, columns in zip(shares, gate(x, gates), components, strict=True):
            for_gate -= share * log(pi)
            for_labels -= share * log(bernoulli(x, y, columns))
    for_gate += penalty / 2 * sum(w[j] ** 2 for w in gates for j in range(1, len(w)))
    for_labels += penalty / 2 * sum(w[j] ** 2 for columns in components for w in columns for j in range(1, len(w)))
    return for_gate, for_labels


def most_probable(probabilities, b):
    """Of all 2^L labelsets the one with the highest probability; `b[k][l]` are the labels' in each component."""
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
