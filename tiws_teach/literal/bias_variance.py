"""Bias and variance by loops over training sets and classes, with exact fractions where that is possible.

Sources: Geman, Bienenstock and Doursat (1992), section 2.2; Domingos (2000), sections 2 and 3.
"""

from fractions import Fraction


def squared_parts(predictions, truth, noise):
    """Squared bias, variance and error at one point; the bias corrected for the number of training sets."""
    R = len(predictions)
    mean = Fraction(sum(predictions)) / R
    variance = sum((g - mean) ** 2 for g in predictions) / Fraction(R - 1)
    error = sum((g - truth) ** 2 for g in predictions) / Fraction(R) + noise
    return (mean - truth) ** 2 - variance / R, variance, error


def most_frequent(values, n_classes):
    """The class that occurs most often; of equals the lower."""
    best = 0
    for c in range(n_classes):
        if values.count(c) > values.count(best):
            best = c
    return best


def zero_one_parts(predictions, probabilities):
    """Bias, variance, noise and the two signs at one point, word by word as Domingos defines them."""
    C, R = len(probabilities), len(predictions)
    main = most_frequent(predictions, C)
    optimal = 0
    for c in range(C):
        if probabilities[c] > probabilities[optimal]:
            optimal = c
    bias = int(main != optimal)
    variance = Fraction(sum(1 for g in predictions if g != main), R)
    noise = sum(probabilities[c] for c in range(C) if c != optimal)

    error = Fraction(0)  # every prediction against every possible value
    for g in predictions:
        for c in range(C):
            if g != c:
                error += probabilities[c] / R

    c2 = Fraction(1)
    if bias:
        others = [g for g in predictions if g != main]
        c2 = -Fraction(sum(1 for g in others if g == optimal), len(others)) if others else Fraction(0)

    right = Fraction(predictions.count(optimal), R)
    c1 = right
    wrong = [g for g in predictions if g != optimal]
    if wrong and noise:
        hit = sum(probabilities[g] / noise for g in wrong) / len(wrong)  # P(y = t | y and t are both not the optimum)
        c1 = right - (1 - right) * hit
    return bias, variance, noise, c2, c1, error


def neighbour_average(query, hours, values, k):
    """The mean of the values of the k nearest hours; of equally near ones the lower row."""
    order = sorted(range(len(hours)), key=lambda i: (abs(hours[i] - query), i))
    return sum(values[i] for i in order[:k]) / k
