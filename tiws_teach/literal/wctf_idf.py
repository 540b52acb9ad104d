"""WCTF-IDF by loops: documents are lists of terms, a vocabulary is a sorted list, a weight is one number at a time.

Source: Pattnaik, How to correctly use TF-IDF with imbalanced data, Solution; scikit-learn's TfidfVectorizer for the
weights.
"""

from fractions import Fraction
from math import log, sqrt


def ordered_classes(y):
    """The classes with their number of documents, the largest first, equal ones by label."""
    sizes = {}
    for label in y:
        sizes[label] = sizes.get(label, 0) + 1
    return sorted(sizes.items(), key=lambda pair: (-pair[1], pair[0]))


def quotas(sizes, max_features, quota="largest_remainder"):
    """f_c for classes in the order of choice."""
    n = sum(sizes)
    if quota == "rounded":
        return [int(round(max_features * size / n, 1)) for size in sizes]
    shares = [Fraction(max_features * size, n) for size in sizes]
    found = [int(share) for share in shares]
    remainders = [share - whole for share, whole in zip(shares, found, strict=True)]
    while sum(found) < max_features:
        best = 0
        for c in range(len(sizes)):
            if (remainders[c], sizes[c]) > (remainders[best], sizes[best]):
                best = c
        found[best] += 1
        remainders[best] = Fraction(-1)
    return found


def frequencies(documents):
    """How often each term stands in the documents."""
    found = {}
    for document in documents:
        for term in document:
            found[term] = found.get(term, 0) + 1
    return found


def document_frequency(documents, term):
    """Return the number of documents with the term."""
    count = 0
    for document in documents:
        if term in document:
            count += 1
    return count


def class_vocabularies(documents, y, places, refill=False, min_df=1, max_df=1.0):
    """The terms of each class, in the order of choice; places[c] is for the c-th class of `ordered_classes`."""
    classes = ordered_classes(y)
    rankings = []
    for label, size in classes:
        own = [document for document, found in zip(documents, y, strict=True) if found == label]
        low = min_df if isinstance(min_df, int) else min_df * size
        high = max_df if isinstance(max_df, int) else max_df * size
        counts = frequencies(own)
        admitted = [term for term in counts if low <= document_frequency(own, term) <= high]
        rankings.append(sorted(admitted, key=lambda term: (-counts[term], term)))
    chosen = [[] for _ in classes]
    taken = set()

    def choose(c, number):
        for term in rankings[c]:
            if number == 0:
                break
            if term not in taken:
                chosen[c].append(term)
                taken.add(term)
                number -= 1
        return number

    left = 0
    for c in range(len(classes)):
        left = choose(c, places[c] + (left if refill else 0))
    if refill:
        for c in range(len(classes)):
            left = choose(c, left)
    return {label: terms for (label, _), terms in zip(classes, chosen, strict=True)}


def idf(documents, term, smooth=True):
    """ln((1 + n) / (1 + df)) + 1, or without the two ones in the fraction."""
    one = 1 if smooth else 0
    return log((one + len(documents)) / (one + document_frequency(documents, term))) + 1


def tf_idf(documents, vocabulary, fitted_on=None, *, norm="l2", use_idf=True, smooth=True, sublinear=False):
    """One row of weights for each document."""
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


def textbook(documents, vocabulary):
    """Return tf log(N / df); a term in no document has 0."""
    rows = []
    for document in documents:
        row = []
        for term in vocabulary:
            df = document_frequency(documents, term)
            row.append(document.count(term) * log(len(documents) / df) if df else 0.0)
        rows.append(row)
    return rows
