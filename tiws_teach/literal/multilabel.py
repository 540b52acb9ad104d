"""Multi-label by loops: the four measures, the distances and pairs of NLDD, its likelihood and its prediction.

Source: Gweon (2017), chapter 2.
"""

from math import exp, fsum, log, sqrt

TIE = 1e-12


def labels_of(row):
    """The labelset of a row of 0 and 1, as a set of column numbers."""
    return {label for label, there in enumerate(row) if there}


def hamming(y, z):
    """1 - the share of the labels that agree."""
    return 1 - sum(1 for a, b in zip(y, z, strict=True) if a == b) / len(y)


def zero_one(y, z):
    """1 - 1{y = z}."""
    return 0 if labels_of(y) == labels_of(z) else 1


def accuracy(y, z):
    """Intersection over union, 1 if both are empty."""
    y, z = labels_of(y), labels_of(z)
    return len(y & z) / len(y | z) if y | z else 1


def f_measure(y, z):
    """Harmonic mean of precision and recall, 1 if both are empty and 0 if only one is."""
    y, z = labels_of(y), labels_of(z)
    if not y and not z:
        return 1
    if not y & z:
        return 0
    precision, recall = len(y & z) / len(z), len(y & z) / len(y)
    return 2 / (1 / precision + 1 / recall)


def mean_over_rows(measure, Y, Z):
    """A measure over a test set."""
    return sum(measure(y, z) for y, z in zip(Y, Z, strict=True)) / len(Y)


def standardized(rows, training):
    """Each feature less its training mean, over its training sd; 0/1 features and features without spread apart."""
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
    """Euclidean distance."""
    return sqrt(fsum((x - z) ** 2 for x, z in zip(a, b, strict=True)))


def first_smallest(*numbers):
    """Column with the smallest first number; of equal ones the smallest second number, ...; of equal ones the first."""
    tied = list(range(len(numbers[0])))
    for values in numbers:
        least = min(values[j] for j in tied)
        tied = [j for j in tied if values[j] <= least * (1 + TIE)]
    return tied[0]


def nearest_pairs(Dx, Dy):
    """For each row of T2 its nearest row of T1 in the features and in the labels, once if it is the same."""
    pairs = []
    for i, (in_x, in_y) in enumerate(zip(Dx, Dy, strict=True)):
        m_x, m_y = first_smallest(in_x, in_y), first_smallest(in_y, in_x)
        pairs += [(i, m_x)] if m_x == m_y else [(i, m_x), (i, m_y)]
    return pairs


def log_likelihood(b, Dx, Dy, losses, n_labels):
    """Sum over the pairs of loss log(theta) + (L - loss) log(1 - theta)."""
    total = []
    for x, y, loss in zip(Dx, Dy, losses, strict=True):
        theta = 1 / (1 + exp(-(b[0] + b[1] * x + b[2] * y)))
        total.append(loss * log(theta) + (n_labels - loss) * log(1 - theta))
    return fsum(total)


def chosen_row(z, p, training, labelsets, b):
    """The training row with the smallest b1 Dx + b2 Dy; of equal ones the smallest Dx, then Dy, then the first."""
    Dx, Dy = [distance(z, x) for x in training], [distance(p, y) for y in labelsets]
    return first_smallest([b[1] * x + b[2] * y for x, y in zip(Dx, Dy, strict=True)], Dx, Dy)


def training_pairs(Z2, P2, Y2, Z1, Y1):
    """Distances and losses of the pairs of T2 and T1, from all pairs of rows."""
    Dx = [[distance(z, x) for x in Z1] for z in Z2]
    Dy = [[distance(p, y) for y in Y1] for p in P2]
    pairs = nearest_pairs(Dx, Dy)
    losses = [sum(1 for a, b in zip(Y2[i], Y1[j], strict=True) if a != b) for i, j in pairs]
    return [(Dx[i][j], Dy[i][j]) for i, j in pairs], losses
