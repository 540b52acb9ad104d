"""The four measures of multi-label classification by loops, a row of labels at a time.

Source: Gweon (2017), section 2.4.2.
"""


def labels_of(row):
    """Return the labelset of a row of 0 and 1, as a set of column numbers."""
    return {label for label, there in enumerate(row) if there}


def hamming(y, z):
    """Equation 5.1: one minus the share of the labels that agree; y is the truth, z the prediction."""
    agree = 0
    for y_l, z_l in zip(y, z, strict=True):
        if y_l == z_l:
            agree += 1
    return 1 - agree / len(y)


def zero_one(y, z):
    """Equation 5.2: 0 if the two labelsets are the same, else 1."""
    return 0 if labels_of(y) == labels_of(z) else 1


def accuracy(y, z):
    """Equation 5.3: the size of the intersection over the size of the union, 1 if both are empty."""
    y, z = labels_of(y), labels_of(z)
    return len(y & z) / len(y | z) if y | z else 1


def f_measure(y, z):
    """Equation 5.4: the harmonic mean of precision and recall, 1 if both labelsets are empty and 0 if only one is."""
    y, z = labels_of(y), labels_of(z)
    if not y and not z:
        return 1
    if not y & z:
        return 0
    precision, recall = len(y & z) / len(z), len(y & z) / len(y)
    return 2 / (1 / precision + 1 / recall)
