"""Subset mapping by loops.

Source: Schapire and Singer (1999), as described in Gweon (2017), section 2.2.
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
