"""Stepwise selection as loops: `score` is any function from a list of columns to a number.

Source: course notes, Feature importance and forward feature selection.
"""

from math import sqrt


def forward_selection(score, columns, n_selected):
    """Equation 12.1: add the column that gives the highest score, until there are enough."""
    chosen = []
    while len(chosen) < n_selected:
        best, best_score = None, None
        for column in columns:
            if column in chosen:
                continue
            value = score([*chosen, column])
            if best is None or value > best_score:
                best, best_score = column, value
        chosen.append(best)
    return chosen


def backward_selection(score, columns, n_selected):
    """Equation 12.3: remove the column without which the score is highest, until few enough are left."""
    left = list(columns)
    while len(left) > n_selected:
        worst, best_score = None, None
        for column in left:
            value = score([other for other in left if other != column])
            if worst is None or value > best_score:
                worst, best_score = column, value
        left.remove(worst)
    return left


def ranked_singly(score, columns, n_selected):
    """Score each column alone and take the best ones: what the notes warn against."""
    return sorted(columns, key=lambda column: -score([column]))[:n_selected]


def one_standard_error(scores):
    """Equation 12.4: take the smallest number of columns whose mean is at least the best mean less its standard error.

    `scores` is a dict from a number of columns to the scores of the folds.
    """
    means = {m: sum(values) / len(values) for m, values in scores.items()}
    best = max(sorted(means), key=lambda m: means[m])
    squares = sum((score - means[best]) ** 2 for score in scores[best])
    folds = len(scores[best])
    error = sqrt(squares / (folds - 1)) / sqrt(folds)
    return min(m for m in means if means[m] >= means[best] - error)


def number_of_fits(n_columns, n_selected, n_folds, direction):
    """Equation 12.2: count the fits of a search one by one."""
    fits = 0
    if direction == "forward":
        for size in range(n_selected):
            fits += n_folds * (n_columns - size)
    else:
        fits += n_folds
        for size in range(n_columns, n_selected, -1):
            fits += n_folds * size
    return fits
