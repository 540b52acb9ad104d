"""WCTF-IDF by loops: documents are lists of terms, a vocabulary is a sorted list, a weight is one number at a time.

Source: Pattnaik, How to correctly use TF-IDF with imbalanced data, Solution; scikit-learn's TfidfVectorizer for the
weights.
"""

from fractions import Fraction
from math import log


def ordered_classes(y):
    """Return the classes with their number of documents, the largest first, ties by label."""
    sizes = {}
    for label in y:
        sizes[label] = sizes.get(label, 0) + 1
    return sorted(sizes.items(), key=lambda pair: (-pair[1], pair[0]))


def quotas(sizes, max_features, quota="largest_remainder"):
    """Equation 3.1: f_c, the quota of each class, for classes in the order of choice."""
    n = sum(sizes)
    if quota == "rounded":
        return [int(round(max_features * size / n, 1)) for size in sizes]
    shares = [Fraction(max_features * size, n) for size in sizes]
    wholes = [int(share) for share in shares]
    remainders = [share - whole for share, whole in zip(shares, wholes, strict=True)]
    while sum(wholes) < max_features:
        best = 0
        for c in range(len(sizes)):
            if (remainders[c], sizes[c]) > (remainders[best], sizes[best]):
                best = c
        wholes[best] += 1
        remainders[best] = Fraction(-1)
    return wholes


def frequencies(documents):
    """Return how often each term occurs in the documents."""
    counts = {}
    for document in documents:
        for term in document:
            counts[term] = counts.get(term, 0) + 1
    return counts


def document_frequency(documents, term):
    """Return the number of documents with the term."""
    count = 0
    for document in documents:
        if term in document:
            count += 1
    return count


def class_vocabularies(documents, y, places, refill=False, min_df=1, max_df=1.0):
    """Equation 3.2: V_c, each class's terms in the order of choice; places[c] is the quota of the c-th class."""
    classes = ordered_classes(y)
    chosen, taken, left = {}, set(), 0
    for (label, _), q in zip(classes, places, strict=True):
        own = [document for document, own_label in zip(documents, y, strict=True) if own_label == label]
        wanted = q + (left if refill else 0)  # refill: the next class gets the places that a class did not fill
        chosen[label] = first_free(ranked(own, min_df, max_df), taken, wanted)
        left = wanted - len(chosen[label])
    for label, _ in classes if refill else []:  # a second round for the remaining places
        own = [document for document, own_label in zip(documents, y, strict=True) if own_label == label]
        more = first_free(ranked(own, min_df, max_df), taken, left)
        chosen[label] += more
        left -= len(more)
    return chosen


def ranked(own, min_df=1, max_df=1.0):
    """Return the terms of one class's documents, the most frequent first, ties in alphabetical order."""
    low = min_df if isinstance(min_df, int) else min_df * len(own)
    high = max_df if isinstance(max_df, int) else max_df * len(own)
    counts = frequencies(own)
    admitted = [term for term in counts if low <= document_frequency(own, term) <= high]
    return sorted(admitted, key=lambda term: (-counts[term], term))


def first_free(terms, taken, number):
    """Return the first `number` terms that no class has taken, and mark them as taken."""
    free = []
    for term in terms:
        if len(free) < number and term not in taken:
            free.append(term)
            taken.add(term)
    return free


def idf(documents, term, smooth=True):
    """Equation 3.3: ln((1 + N) / (1 + df)) + 1, or without the two ones in the fraction."""
    one = 1 if smooth else 0
    return log((one + len(documents)) / (one + document_frequency(documents, term))) + 1


def textbook(documents, vocabulary):
    """Equation 3.4: tf ln(N / df) of each term in each document; a term in no document has 0."""
    rows = []
    for document in documents:
        row = []
        for term in vocabulary:
            df = document_frequency(documents, term)
            row.append(document.count(term) * log(len(documents) / df) if df else 0.0)
        rows.append(row)
    return rows
