"""TF-IDF vectors word by word."""

from math import log, sqrt

from tiws_teach.literal.wctf_idf import idf


def tf_idf(documents, vocabulary, fitted_on=None, *, norm="l2", use_idf=True, smooth=True, sublinear=False):
    """Return one row of weights for each document, scaled to norm 1."""
    fitted_on = documents if fitted_on is None else fitted_on
    rows = []
    for document in documents:
        row = []
        for term in vocabulary:
            tf = 0
            for found in document:
                tf += found == term
            weight = (1 + log(tf) if sublinear and tf > 0 else tf) * 1.0
            if use_idf and weight:
                weight *= idf(fitted_on, term, smooth)
            row.append(weight)
        length = 1.0
        if norm == "l2":
            length = sqrt(sum(weight**2 for weight in row))
        elif norm == "l1":
            length = sum(abs(weight) for weight in row)
        rows.append([weight / length if length else 0.0 for weight in row])
    return rows
