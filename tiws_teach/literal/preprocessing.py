"""What encoders and imputers of scikit-learn do, as loops."""

import math
from collections.abc import Sequence


def smoothed_mean(values: Sequence, y: Sequence, category: object, smooth: float) -> float:
    """Equation 11.1: the mean target of a category, drawn towards the overall mean as if by `smooth` more rows."""
    total, n = smooth * sum(y) / len(y), smooth
    for value, target in zip(values, y, strict=True):
        if value == category:
            total, n = total + target, n + 1
    return total / n if n > 0 else sum(y) / len(y)


def cross_fitted_means(values: Sequence, y: Sequence, folds: Sequence, smooth: float) -> list[float]:
    """Return for each row the smoothed mean of its category over the rows of all other folds."""
    codes = []
    for value, fold in zip(values, folds, strict=True):
        others = [i for i in range(len(y)) if folds[i] != fold]
        codes.append(smoothed_mean([values[i] for i in others], [y[i] for i in others], value, smooth))
    return codes


def gap_distance(a: Sequence[float], b: Sequence[float]) -> float:
    """Return the Euclidean distance over the columns that both rows have, scaled up to all columns."""
    squares = []
    for one, other in zip(a, b, strict=True):
        if not math.isnan(one) and not math.isnan(other):
            squares.append((one - other) ** 2)
    return math.sqrt(len(a) / len(squares) * sum(squares)) if squares else math.inf


def filled_by_neighbors(rows: Sequence[Sequence[float]], row: int, column: int, k: int) -> float:
    """Return the mean of a column over the k nearest rows that have a value there."""
    donors = [i for i in range(len(rows)) if not math.isnan(rows[i][column])]
    donors.sort(key=lambda i: gap_distance(rows[row], rows[i]))
    return sum(rows[i][column] for i in donors[:k]) / len(donors[:k])
