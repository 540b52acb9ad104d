"""NLDD by loops: distances, pairs, the likelihood of their losses, and the prediction.

Source: Gweon (2017), section 2.3. Dx and Dy are tables of distances, one line for each row of T2 (or each query), one
column for each row of T1; b has beta_0, beta_1 and beta_2.
"""

from math import exp, fsum, log, sqrt

TIE = 1e-12


def standardized(rows, training):
    """Equation 5.5: each feature minus its training mean, over its sd; 0/1 features stay, constant ones become 0."""
    columns = []
    for j in range(len(training[0])):
        values = [row[j] for row in training]
        mean, sd = fsum(values) / len(values), 1.0
        if set(values) <= {0, 1}:
            mean = 0.0
        elif len(set(values)) == 1:
            mean = values[0]
        else:
            sd = sqrt(fsum((value - mean) ** 2 for value in values) / (len(values) - 1))
        columns.append([(row[j] - mean) / sd for row in rows])
    return [list(row) for row in zip(*columns, strict=True)]


def distance(a, b):
    """Equations 5.6, 5.7: the Euclidean distance: Dx of two rows of features, Dy of a point p and a labelset y."""
    squares = []
    for a_j, b_j in zip(a, b, strict=True):
        squares.append((a_j - b_j) ** 2)
    return sqrt(fsum(squares))


def first_smallest(*numbers):
    """Return the column with the smallest first number; the second number breaks ties, and so on.

    If columns are equal in all numbers, return the first.
    """
    tied = list(range(len(numbers[0])))
    for values in numbers:
        least = min(values[j] for j in tied)
        tied = [j for j in tied if values[j] <= least * (1 + TIE)]
    return tied[0]


def nearest_pairs(Dx, Dy):
    """Equation 5.8: S: for each row t of T2 the pairs (t, m_x) and (t, m_y), once if they are the same."""
    pairs = []
    for t, (in_x, in_y) in enumerate(zip(Dx, Dy, strict=True)):
        m_x, m_y = first_smallest(in_x, in_y), first_smallest(in_y, in_x)
        pairs.append((t, m_x))
        if m_y != m_x:
            pairs.append((t, m_y))
    return pairs


def misclassification(b, dx, dy):
    """Equation 5.9: theta, the probability of a wrong label: log(theta / (1 - theta)) = b0 + b1 Dx + b2 Dy."""
    return 1 / (1 + exp(-(b[0] + b[1] * dx + b[2] * dy)))


def log_likelihood(b, Dx, Dy, losses, n_labels):
    """Equation 5.10: the sum over the pairs of w log(theta) + (L - w) log(1 - theta), with w wrong labels."""
    terms = []
    for dx, dy, w in zip(Dx, Dy, losses, strict=True):
        theta = misclassification(b, dx, dy)
        terms.append(w * log(theta) + (n_labels - w) * log(1 - theta))
    return fsum(terms)


def chosen_row(z, p, training, labelsets, b):
    """Equation 5.11: the training row i with the smallest b1 Dx + b2 Dy; ties go to the smallest Dx, Dy, row number."""
    Dx = [distance(z, x) for x in training]
    Dy = [distance(p, y) for y in labelsets]
    combined = [b[1] * dx + b[2] * dy for dx, dy in zip(Dx, Dy, strict=True)]
    return first_smallest(combined, Dx, Dy)
