"""Bias and variance as loops over training sets and classes, with exact fractions where possible.

Sources: Geman, Bienenstock and Doursat (1992), section 2.2; Domingos (2000), sections 2 and 3; Hastie, Tibshirani and
Friedman (2009), sections 7.3, 7.4 and 15.2.
"""

from fractions import Fraction


def squared_parts(predictions, truth, noise):
    """Equation 8.1: squared bias, variance and error at one point; `predictions` has a value for each training set."""
    R = len(predictions)
    mean = Fraction(sum(predictions)) / R  # g bar
    squares = errors = Fraction(0)
    for g in predictions:
        squares += (g - mean) ** 2
        errors += (g - truth) ** 2
    variance = squares / (R - 1)
    squared_bias = (mean - truth) ** 2 - variance / R  # the mean of R sets itself has variance / R
    return squared_bias, variance, errors / R + noise


def smoother_parts(weights, row_truth, truth, noise):
    """Equation 8.2: squared bias and variance at one point x; weights[i] is w_i(x), row_truth[i] f(x_i), truth f(x)."""
    mean = sum_of_squares = 0
    for w, f in zip(weights, row_truth, strict=True):
        mean += w * f
        sum_of_squares += w**2
    return (mean - truth) ** 2, noise * sum_of_squares


def optimism(weights, noise):
    """Equation 8.3: the gap between new and training error; weights[i][j] is value j's weight at training row i."""
    n = len(weights)
    own = 0
    for i in range(n):
        own += weights[i][i]  # w_i(x_i)
    return 2 * noise / n * own


def variance_of_average(variances, correlation):
    """Equation 8.4: the variance of the mean of T predictions: the sum of their covariances, pair by pair, over T^2."""
    T = len(variances)
    total = 0
    for i in range(T):
        for j in range(T):
            rho = 1 if i == j else correlation
            total += rho * (variances[i] * variances[j]) ** 0.5
    return total / T**2


def most_frequent(values, n_classes):
    """Return the class that occurs most often; ties go to the lower."""
    best = 0
    for c in range(n_classes):
        if values.count(c) > values.count(best):
            best = c
    return best


def zero_one_parts(predictions, probabilities):
    """Equation 8.5: bias, variance, noise, c2, c1 and error at one point, exactly as Domingos defines them."""
    C, R = len(probabilities), len(predictions)
    m = most_frequent(predictions, C)  # the main prediction
    q = 0  # the optimal prediction
    for c in range(C):
        if probabilities[c] > probabilities[q]:
            q = c
    bias = int(m != q)
    variance = Fraction(sum(1 for g in predictions if g != m), R)
    noise = sum(probabilities[c] for c in range(C) if c != q)

    error = Fraction(0)  # every prediction against every possible value
    for g in predictions:
        for c in range(C):
            if g != c:
                error += probabilities[c] / R
    return bias, variance, noise, variance_sign(predictions, m, q), noise_sign(predictions, probabilities, q), error


def variance_sign(predictions, m, q):
    """Return c2: 1 if the main prediction is optimal, otherwise minus the share of the others that are."""
    if m == q:
        return Fraction(1)
    others = [g for g in predictions if g != m]
    return -Fraction(others.count(q), len(others)) if others else Fraction(0)


def noise_sign(predictions, probabilities, q):
    """Return c1 for any number of classes: P(g = q) - P(g != q) P(g = y | g != q, y != q)."""
    right = Fraction(predictions.count(q), len(predictions))
    noise = sum(p for c, p in enumerate(probabilities) if c != q)
    wrong = [g for g in predictions if g != q]
    if not wrong or not noise:
        return right
    hit = sum(probabilities[g] / noise for g in wrong) / len(wrong)
    return right - (1 - right) * hit
