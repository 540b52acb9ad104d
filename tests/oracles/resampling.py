"""Target counts, and votes of neighbours with class weights."""

from fractions import Fraction

from tiws_teach.literal.neighbors import nearest
from tiws_teach.literal.resampling import counts_of


def wanted(name, y, over):
    """Return the target number of rows of the classes named by a sampling strategy."""
    counts = counts_of(y)
    largest = smallest = None
    for c, n_c in counts.items():
        if largest is None or n_c > counts[largest]:
            largest = c
        if smallest is None or n_c < counts[smallest]:
            smallest = c
    goal = counts[largest] if over else counts[smallest]
    meant = {
        "minority": [smallest],
        "majority": [largest],
        "not minority": [c for c in counts if c != smallest],
        "not majority": [c for c in counts if c != largest],
        "all": list(counts),
    }
    meant["auto"] = meant["not majority"] if over else meant["not minority"]
    return dict.fromkeys(meant[name], goal)


def weighted_votes(X, y, query, k, weights):
    """Return each class's share of the votes of the k nearest rows, each with its class's weight."""
    votes = dict.fromkeys(sorted(set(y)), Fraction(0))
    for i in nearest(query, X, k):
        votes[y[i]] += weights[y[i]]
    total = sum(votes.values())
    return {c: vote / total for c, vote in votes.items()}


def mass_votes(X, y, query, k, weights):
    """Return each class's share when rows are collected, nearest first, up to a total weight of k."""
    votes, left = dict.fromkeys(sorted(set(y)), Fraction(0)), Fraction(k)
    for i in nearest(query, X, len(X)):
        part = min(left, Fraction(weights[y[i]]))
        votes[y[i]] += part
        left -= part
    assert left == 0
    return {c: vote / k for c, vote in votes.items()}


def corrected(probabilities, fitted_priors, priors):
    """Return the probabilities times the new over the old prior of each class, divided by their sum."""
    rows = []
    for row in probabilities:
        joint = []
        for p_c, q_c, pi_c in zip(row, fitted_priors, priors, strict=True):
            joint.append(p_c * Fraction(int(pi_c), int(q_c)))
        rows.append([p_c / sum(joint) for p_c in joint])
    return rows
