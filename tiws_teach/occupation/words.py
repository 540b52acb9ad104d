"""From a text to words, from words to n-grams, and from n-grams to indicator variables."""

import re
import unicodedata

import numpy as np
from scipy import sparse

from tiws_teach._validation import fail

_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "ø": "oe", "å": "aa"})
_APOSTROPHES = re.compile(r"(?<=\w)['’´`](?=\w)")
_OTHER = re.compile(r"[\W_]+")


def fold_letters(text):
    """Return a lower-case text with umlauts written out and accents removed.

    Parameters
    ----------
    text : str

    Returns
    -------
    str

    Examples
    --------
    >>> fold_letters("Lüftungsbauer, café")
    'lueftungsbauer, cafe'

    Source: Gweon (2017), Section 4.2.2; umlauts as in Schierholz (2014).
    """
    if not isinstance(text, str):
        fail("text", "be a string", repr(text), "Replace missing answers by ''.", TypeError)
    if text.isascii():  # nothing to fold
        return text.lower()
    lower = unicodedata.normalize("NFC", text).lower().translate(_UMLAUTS)
    return "".join(each for each in unicodedata.normalize("NFKD", lower) if not unicodedata.combining(each))


def split_words(text):
    """Return the words of a text: punctuation separates words, except an apostrophe inside a word, which is dropped.

    Parameters
    ----------
    text : str

    Returns
    -------
    list of str

    Examples
    --------
    >>> split_words("builder's labourer (retired)")
    ['builders', 'labourer', 'retired']

    Source: Gweon (2017), Section 4.4.1.
    """
    return _OTHER.sub(" ", _APOSTROPHES.sub("", text)).split()


def word_ngrams(words, ngram_range=(1, 1)):
    """Return the n-grams of a list of words: each run of n neighbouring words, for all n in a range.

    Parameters
    ----------
    words : list of str
    ngram_range : tuple of int, default=(1, 1)
        Smallest and largest n, in words.

    Returns
    -------
    list of str

    Examples
    --------
    >>> word_ngrams(["retired", "coal", "miner"], (1, 2))
    ['retired', 'coal', 'miner', 'retired coal', 'coal miner']

    Source: Gweon (2017), Section 4.2.4.
    """
    if isinstance(words, str):
        fail("words", "be a list of words", repr(words), "Pass split_words(text).", TypeError)
    low, high = ngram_range
    return [" ".join(words[i : i + n]) for n in range(low, high + 1) for i in range(len(words) - n + 1)]


def indicators(terms, vocabulary):
    """Return a matrix with 1 where an answer has a term; terms outside the vocabulary have no column."""
    rows = [[vocabulary[term] for term in each if term in vocabulary] for each in terms]
    starts = np.cumsum([0, *map(len, rows)], dtype=np.int32)  # scikit-learn reads 32-bit indices only
    columns = np.array([column for row in rows for column in row], dtype=np.int32)
    vectors = sparse.csr_array((np.ones(len(columns)), columns, starts), shape=(len(rows), len(vocabulary)))
    vectors.sort_indices()
    return vectors
