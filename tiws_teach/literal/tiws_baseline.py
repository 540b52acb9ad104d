"""What goes beyond the paper, by loops: smoothing from the data, a baseline with residuals, a conformal interval.

Sources: Micci-Barreca (2001); Bang et al. (2020); Lei et al. (2018).
"""

from math import ceil


def smoothing(rows, y, j, category):
    """Equation 2.12: a_k: the variance of y within the category divided by its variance over all rows."""
    own = [y_i for row, y_i in zip(rows, y, strict=True) if row[j] == category]
    total = variance(y)
    if not own:
        return 1.0
    return variance(own) / total if total > 0 else 0.0


def variance(values):
    """Return the mean squared deviation from the mean."""
    mean = sum(values) / len(values)
    return sum((value - mean) ** 2 for value in values) / len(values)


def residual(rows, y, predicted, j, category, a):
    """Equation 2.13: e: the sum of y - m over the rows of the category, divided by their number + a."""
    total = count = 0
    for row, y_i, m_i in zip(rows, y, predicted, strict=True):
        if row[j] == category:
            total += y_i - m_i
            count += 1
    return total / (count + a) if count else 0.0


def estimate(predicted, w, residuals):
    """Equation 2.14: the mean of the predictions for the rows of an unseen category plus the sum of w_k e_k."""
    mean = sum(predicted) / len(predicted)
    for w_k, e_k in zip(w, residuals, strict=True):
        mean += w_k * e_k
    return mean


def half_width(errors, level):
    """Equation 2.15: the smallest error that ceil((m + 1) level) of the m do not exceed, or the largest."""
    needed = ceil(round((len(errors) + 1) * level, 9))
    sizes = [abs(error) for error in errors]
    for size in sorted(sizes):
        if sum(other <= size for other in sizes) >= needed:
            return size
    return max(sizes)
