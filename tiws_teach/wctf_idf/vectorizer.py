"""WCTFIDFVectorizer: scikit-learn's TfidfVectorizer with a vocabulary divided between the classes."""

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.utils.validation import check_is_fitted

from tiws_teach._docs import documented
from tiws_teach._validation import fail
from tiws_teach.wctf_idf._input import (
    admitted_frequencies,
    check_documents,
    check_settings,
    classes_of,
    count_terms,
    texts,
    warn_of_classes_left_out,
)
from tiws_teach.wctf_idf.equations import class_vocabulary, smoothed_idf, tf_idf

OF_THE_COUNTER = (
    *("input", "encoding", "decode_error", "strip_accents", "lowercase", "preprocessor", "tokenizer", "analyzer"),
    *("stop_words", "token_pattern", "ngram_range", "binary", "dtype"),
)
"""Parameters passed to CountVectorizer unchanged; the others control the choice and weights of terms."""


@documented
class WCTFIDFVectorizer(BaseEstimator):
    """Compute TF-IDF on a vocabulary in which each class has a quota proportional to its number of documents.

    The classes choose one after the other, the one with the most documents first (ties by label). Each takes its most
    frequent terms, by occurrences in its own documents, that no earlier class has taken; ties are in alphabetical
    order. The terms of all classes form the fixed vocabulary of one TF-IDF over all documents, with scikit-learn's
    smoothed idf and length 1, not the article's tf log(N / df) (`textbook_tf_idf`).

    Fit on training documents only, because the labels determine the vocabulary: other rows would leak.

    Parameters
    ----------
    max_features : int or None, default=None
        Size of the vocabulary, at least the number of classes; None: no limit, all terms. A small class can have a
        quota of 0, which raises a warning: with 23 and 2 documents, the smaller class gets its first term at 7.
    quota : {"largest_remainder", "rounded"} or dict, default="largest_remainder"
        How quotas are rounded: see `class_quotas`; or a dict from label to number of terms. With a dict,
        `max_features` must be None or the sum of its numbers.
    refill : bool, default=False
        Whether a class that runs out of terms passes the rest of its quota to the next class (the last to the first);
        otherwise the vocabulary is shorter.
    min_df, max_df : int or float, default=1, 1.0
        Limits on the number or share of documents **within a class** that contain a term that this class may take.
    vocabulary : dict of str to int, iterable of str, or None, default=None
        A fixed vocabulary, as in TfidfVectorizer: no class chooses; `max_features`, `quota`, `refill`, `min_df` and
        `max_df` have no effect; and `y` is not needed.
    stop_words : {"english"}, list or None, default=None
        Stop words for both steps: no class takes them, and they are not counted.
    ngram_range, token_pattern, tokenizer, analyzer, binary : as in TfidfVectorizer
        Definition of a term, and whether to count it only once in a document.
    lowercase, strip_accents, preprocessor, input, encoding, decode_error : as in TfidfVectorizer
        How documents are read.
    norm, use_idf, smooth_idf, sublinear_tf, dtype : as in TfidfVectorizer
        How counts are weighted.

    Attributes
    ----------
    vocabulary_ : dict of str to int
        Term to column, in column order: alphabetical, or the order of `vocabulary`.
    fixed_vocabulary_ : bool
        Whether `vocabulary` was given.
    class_vocabulary_ : dict of label to list of str, or None
        The terms of each class, in the order of choice; None with a fixed vocabulary.
    class_quotas_ : dict of label to int, or None
        Quota of each class, the largest class first; None without a limit or with a fixed vocabulary.
    idf_ : ndarray of shape (n_terms,)
        Only with `use_idf`.

    See Also
    --------
    sklearn.feature_extraction.text.TfidfVectorizer : the same with the most frequent terms of all documents together.

    Notes
    -----
    The result is a sparse matrix, so there is no `set_output`, as in TfidfVectorizer. TfidfVectorizer's choice between
    two equally frequent terms is undefined; here it is defined.

    The published code passes the terms of one class to the next as stop words. With `ngram_range`, this also breaks
    the n-grams of the next class. Here a taken term stays in the documents and is only not taken again.

    Examples
    --------
    >>> documents = ["bad bad film", "dull film", "bad plot", "good film"]
    >>> vectorizer = WCTFIDFVectorizer(max_features=4).fit(documents, ["neg", "neg", "neg", "pos"])
    >>> vectorizer.class_vocabulary_
    {'neg': ['bad', 'film', 'dull'], 'pos': ['good']}

    Source: Pattnaik, How to correctly use TF-IDF with imbalanced data, Solution.
    """

    def __init__(
        self,
        max_features=None,
        quota="largest_remainder",
        refill=False,
        *,
        min_df=1,
        max_df=1.0,
        vocabulary=None,
        stop_words=None,
        ngram_range=(1, 1),
        token_pattern=r"(?u)\b\w\w+\b",
        tokenizer=None,
        analyzer="word",
        binary=False,
        lowercase=True,
        strip_accents=None,
        preprocessor=None,
        input="content",
        encoding="utf-8",
        decode_error="strict",
        norm="l2",
        use_idf=True,
        smooth_idf=True,
        sublinear_tf=False,
        dtype=np.float64,
    ):
        self.max_features = max_features
        self.quota = quota
        self.refill = refill
        self.min_df = min_df
        self.max_df = max_df
        self.vocabulary = vocabulary
        self.stop_words = stop_words
        self.ngram_range = ngram_range
        self.tokenizer = tokenizer
        self.analyzer = analyzer
        self.token_pattern = token_pattern
        self.lowercase = lowercase
        self.norm = norm
        self.use_idf = use_idf
        self.smooth_idf = smooth_idf
        self.sublinear_tf = sublinear_tf
        self.binary = binary
        self.preprocessor = preprocessor
        self.strip_accents = strip_accents
        self.input = input
        self.encoding = encoding
        self.decode_error = decode_error
        self.dtype = dtype

    def fit(self, raw_documents, y=None):
        """Learn the vocabulary of each class, and the idf.

        {labeled_documents}

        Returns
        -------
        self
        """
        self._fit(raw_documents, y)
        return self

    def fit_transform(self, raw_documents, y=None):
        """Fit, and return the documents' TF-IDF: the same as fit and transform, but terms are counted only once.

        {labeled_documents}

        Returns
        -------
        sparse matrix of shape (n_documents, n_terms)
        """
        return self._weigh(self._fit(raw_documents, y))

    def transform(self, raw_documents):
        """Return the documents' TF-IDF.

        Parameters
        ----------
        raw_documents : iterable of str, or of the type in `input`

        Returns
        -------
        sparse matrix of shape (n_documents, n_terms)
        """
        check_is_fitted(self)
        check_documents(raw_documents)
        return self._weigh(self._counter(self.vocabulary_).transform(texts(self, raw_documents)))

    def inverse_transform(self, X):
        """Return the terms of each document: those with nonzero entries.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_documents, n_terms)

        Returns
        -------
        list of ndarray of str, length n_documents
        """
        check_is_fitted(self)
        return self._counter(self.vocabulary_).inverse_transform(X)

    def build_analyzer(self):
        """Return the function that splits a document into terms, as in CountVectorizer.

        Returns
        -------
        callable
            document -> list of str; available before fit.
        """
        return self._counter(None).build_analyzer()

    def get_feature_names_out(self, input_features=None):  # noqa: ARG002
        """Return the terms, in the order of the columns.

        {terms_in_order}
        """
        check_is_fitted(self)
        return np.array(list(self.vocabulary_), dtype=object)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.target_tags.required = self.vocabulary is None
        tags.input_tags.string = True
        tags.input_tags.two_d_array = False
        return tags

    def _fit(self, raw_documents, y):
        """Set the learned attributes; return the counts of the chosen terms in each document."""
        check_settings(self)
        check_documents(raw_documents)
        self.fixed_vocabulary_ = self.vocabulary is not None
        classes = () if self.fixed_vocabulary_ else classes_of(self, y, raw_documents)
        counts, terms = count_terms(self._counter(self.vocabulary), texts(self, raw_documents))
        self.class_quotas_ = self.class_vocabulary_ = None
        if not self.fixed_vocabulary_:
            kept = self._share_out(counts, terms, *classes)
            counts, terms = counts[:, kept], terms[kept]
        self.vocabulary_ = {term: column for column, term in enumerate(terms.tolist())}
        counts.sort_indices()
        return self._learn_idf(counts)

    def _share_out(self, counts, terms, labels, codes, sizes, quotas):
        """Let each class choose; return the columns of all chosen terms."""
        if counts.shape[0] != len(codes):
            fail("y", f"have {counts.shape[0]} labels, one for each document", len(codes), "Pass both whole.")
        frequencies = admitted_frequencies(counts, codes, labels, sizes, self)
        places = np.full(len(labels), len(terms)) if quotas is None else quotas
        chosen = class_vocabulary(frequencies, places, self.refill)
        kept = np.sort(np.concatenate(chosen))
        if not len(kept):
            fail("vocabulary", "have a term", "none that min_df and max_df allow", "Lower min_df or raise max_df.")
        warn_of_classes_left_out(self, labels, places, frequencies, chosen)
        names = labels.tolist()
        self.class_quotas_ = None if quotas is None else dict(zip(names, quotas.tolist(), strict=True))
        self.class_vocabulary_ = {name: terms[own].tolist() for name, own in zip(names, chosen, strict=True)}
        return kept

    def _learn_idf(self, counts):
        """Set `idf_` from the counts and return them."""
        self.__dict__.pop("idf_", None)  # of an earlier fit
        if self.use_idf:
            documents = np.bincount(counts.indices, minlength=counts.shape[1]).astype(self.dtype)
            self.idf_ = smoothed_idf(documents, counts.shape[0], self.smooth_idf)
        return counts

    def _weigh(self, counts):
        return tf_idf(counts, self.idf_ if self.use_idf else None, self.norm, self.sublinear_tf)

    def _counter(self, vocabulary):
        """Return a CountVectorizer with this vocabulary and the estimator's CountVectorizer parameters."""
        return CountVectorizer(vocabulary=vocabulary, **{name: getattr(self, name) for name in OF_THE_COUNTER})
