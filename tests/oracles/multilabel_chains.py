"""Subset mapping and classifier chains by loops.

Sources: Schapire and Singer (1999) and Read et al. (2011), as described in Gweon (2017), section 2.2.
"""


def hamming(a, b):
    """Return the number of labels that differ."""
    return sum(1 for x, z in zip(a, b, strict=True) if x != z)


def seen_labelsets(Y):
    """Return the distinct labelsets by descending frequency, ties in order of first occurrence."""
    rows = [tuple(row) for row in Y]
    return sorted(dict.fromkeys(rows), key=lambda labelset: (-rows.count(labelset), rows.index(labelset)))


def mapped(prediction, Y):
    """Return the seen labelset that is nearest to a prediction."""
    best = None
    for labelset in seen_labelsets(Y):
        if best is None or hamming(prediction, labelset) < hamming(prediction, best):
            best = labelset
    return list(best)


def chain_rows(X, Y, order, position):
    """Return the inputs of the classifier at a position of the chain: features, then the labels before it."""
    return [[*x, *(y[label] for label in order[:position])] for x, y in zip(X, Y, strict=True)]


def chain_prediction(models, x, order, n_labels):
    """Send one row through the chain; each model is a function of a list of numbers."""
    found, seen = [None] * n_labels, list(x)
    for model, label in zip(models, order, strict=True):
        found[label] = model(seen)
        seen.append(found[label])
    return found
