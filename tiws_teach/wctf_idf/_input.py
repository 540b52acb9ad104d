"""Check the input of WCTFIDFVectorizer: documents, labels, quotas of the classes, and limits within a class."""

import warnings
from numbers import Integral, Real

import numpy as np
import pandas as pd
from scipy import sparse
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import column_or_1d

from tiws_teach._validation import check_choice, check_count, check_number, check_one_type, check_same_index, fail
from tiws_teach.wctf_idf._classes import order_classes, sum_by_class
from tiws_teach.wctf_idf.equations import NORMS, QUOTAS, class_quotas


def check_settings(vectorizer):
    """Check the parameters for the choice and weights of terms; CountVectorizer checks its own."""
    if vectorizer.max_features is not None:
        check_count("max_features", vectorizer.max_features, 1)
    if not isinstance(vectorizer.quota, dict):
        check_choice("quota", vectorizer.quota, QUOTAS)
    check_choice("norm", vectorizer.norm, NORMS)
    for name in ("refill", "use_idf", "smooth_idf", "sublinear_tf"):
        if not isinstance(getattr(vectorizer, name), bool | np.bool_):
            fail(name, "be True or False", repr(getattr(vectorizer, name)), "Pass True or False.", TypeError)
    if np.dtype(vectorizer.dtype).kind != "f":
        fail("dtype", "be a type of real numbers", repr(vectorizer.dtype), "Pass, for example, numpy.float32.")
    for name in ("min_df", "max_df"):
        _limit(name, getattr(vectorizer, name), 1)


def check_documents(raw_documents):
    """Refuse a single text, which would be read letter by letter, and a frame, read by its column names."""
    advice = "Pass a list of documents, or one column such as frame['text']."
    if isinstance(raw_documents, str | bytes):
        fail("raw_documents", "hold one text for each document", "a single text", advice)
    if getattr(raw_documents, "ndim", 1) != 1:
        fail("raw_documents", "have one dimension", f"shape {raw_documents.shape}", advice)


def texts(vectorizer, raw_documents):
    """Yield the documents; refuse the first that is not a text (scikit-learn's message would not name it)."""
    any_kind = callable(vectorizer.analyzer) or vectorizer.preprocessor is not None or vectorizer.input != "content"
    for position, document in enumerate(raw_documents):
        if document is None or not (any_kind or isinstance(document, str | bytes)):
            advice = "Replace missing texts by '', or drop these rows from the documents and from y."
            fail("raw_documents", "hold texts", f"{document!r} at position {position}", advice)
        yield document


def classes_of(vectorizer, y, raw_documents):
    """Return the classes in order of choice, the position of each document's class, the class sizes and the quotas."""
    labels, codes, sizes = order_classes(check_labels(y, raw_documents))
    return labels, codes, sizes, quotas_of(vectorizer, labels, sizes)


def check_labels(y, raw_documents):
    """Return `y` as an array of labels."""
    if y is None:
        rule, advice = "have a label for each document", "Use fit(documents, y): the classes divide the vocabulary."
        fail("y", f"{rule}; requires y to be passed", None, advice)
    check_same_index(raw_documents, y, ("raw_documents", "y"))
    check_one_type("y", y)
    y = column_or_1d(y)
    if hasattr(raw_documents, "__len__") and len(raw_documents) != len(y):
        fail("y", f"have {len(raw_documents)} labels, one for each document", len(y), "Pass both whole.")
    if pd.isna(y).any():
        fail("y", "have no missing label", f"{int(pd.isna(y).sum())} missing", "Leave these documents out.")
    check_classification_targets(y)
    return y


def quotas_of(vectorizer, labels, sizes):
    """Return how many terms each class may take, in the order of `labels`; None for no limit."""
    most = vectorizer.max_features
    if isinstance(vectorizer.quota, dict):
        return _own_quotas(vectorizer.quota, labels.tolist(), most)
    if most is None:
        return None
    if most < len(labels):
        rule = f"be at least the number of classes, {len(labels)}"
        fail("max_features", rule, most, "Raise it, or set the quota of each class: quota={label: number}.")
    return class_quotas(sizes, most, vectorizer.quota)


def _own_quotas(quota, labels, max_features):
    """Return the numbers of a dict in the order of `labels`."""
    for label in quota:
        if label not in labels:
            fail("quota", "name classes that y has", f"{label!r}, a class without documents", "Leave it out.")
    for label in labels:
        if label not in quota:
            fail("quota", "have a number for each class", f"none for {label!r}", "Use 0 for a class without terms.")
    quotas = [check_count(f"quota of {label!r}", quota[label], 0) for label in labels]
    if max_features is not None and max_features != sum(quotas):
        fail("max_features", f"be None or {sum(quotas)}, the sum of quota", max_features, "Omit it.")
    return np.array(quotas, dtype=np.int64)


def count_terms(counter, raw_documents):
    """Return the counts of all terms in all documents, and the terms in alphabetical order."""
    try:
        counts = counter.fit_transform(raw_documents)
    except ValueError as error:
        if "empty vocabulary" not in str(error):
            raise
        fail("raw_documents", "hold a term (empty vocabulary)", "none", "Check stop_words, token_pattern and analyzer.")
    return counts, counter.get_feature_names_out()


def admitted_frequencies(counts, codes, labels, sizes, vectorizer):
    """Return the occurrences of terms in each class, 0 if min_df or max_df excludes the term for the class."""
    frequencies = sum_by_class(counts, codes, len(labels))
    silent = labels[np.diff(frequencies.indptr) == 0].tolist()
    if silent:
        advice = "Drop the class, or check stop_words and token_pattern."
        fail("raw_documents", "hold a term in each class", f"none in those of class {silent[0]!r}", advice)
    low = np.array([_limit("min_df", vectorizer.min_df, size) for size in sizes.tolist()])
    high = np.array([_limit("max_df", vectorizer.max_df, size) for size in sizes.tolist()])
    for label, least, most in zip(labels.tolist(), low.tolist(), high.tolist(), strict=True):
        if most < least:
            rule = f"allow at least as many documents of class {label!r} as min_df requires, {least:g}"
            fail("max_df", rule, f"{most:g}", "Lower min_df, or pass it as a share.")
    if (low > 1).any() or (high < sizes).any():
        once = sparse.csr_array((np.ones(counts.nnz, dtype=np.int8), counts.indices, counts.indptr), counts.shape)
        documents = sum_by_class(once, codes, len(labels))
        row = np.repeat(np.arange(len(labels)), np.diff(documents.indptr))
        frequencies.data[(documents.data < low[row]) | (documents.data > high[row])] = 0
    return frequencies


def warn_of_classes_left_out(vectorizer, labels, quotas, frequencies, chosen):
    """Warn of each class that takes no term because its quota is 0 or its limits exclude all its terms."""
    barred = frequencies.sum(axis=1) == 0
    for c, label in enumerate(labels.tolist()):
        if len(chosen[c]) or (quotas[c] == 0 and isinstance(vectorizer.quota, dict)):
            continue  # a 0 in a dict is intended
        if quotas[c] == 0:
            reason = f"its quota is 0 of max_features={vectorizer.max_features}"
            advice = "Raise max_features, or set the quota of each class: quota={label: number}."
        elif barred[c]:
            reason = f"its quota is {quotas[c]}, but min_df={vectorizer.min_df} and max_df={vectorizer.max_df} bar all"
            advice = "Lower min_df, raise max_df, or pass them as shares of the class."
        else:
            continue  # larger classes have already taken all its terms
        warnings.warn(f"class {label!r} takes no term into the vocabulary: {reason}. {advice}", stacklevel=5)


def _limit(name, value, n_documents):
    """Return a limit in documents: an int unchanged, a float as a share of `n_documents`."""
    if isinstance(value, Integral):
        return check_count(name, value, 1)
    if not isinstance(value, Real):
        fail(
            name, "be a number of documents or a share in [0, 1]", repr(value), "Pass 2 or .01, for example.", TypeError
        )
    return check_number(name, value, 0, 1) * n_documents
