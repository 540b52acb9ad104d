"""Check texts and codes: what would be coded wrongly without a word is refused."""

import re
from numbers import Number

import numpy as np
import pandas as pd

from tiws_teach._validation import check_same_index, fail

DECIMAL = re.compile(r"\d+[.,]0")
DAMAGED = re.compile(r"\d+[.,]\d+[eE][+-]?\d+|\d+[eE][+-]\d+|[nN]a[nN]|None|<NA>|#N/A")
"""Numbers as spreadsheets shorten them, and missing values that became text."""


class ReadsTexts:
    """Mixin of what reads a list of texts, in scikit-learn's tags."""

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()  # type: ignore[misc]  # of the estimator that it is mixed into
        tags.input_tags.string = True
        tags.input_tags.two_d_array = False
        return tags


def check_texts(texts, name="texts"):
    """Return the answers as a list of str; '' is an answer without terms, a missing value is an error.

    A single text would be read letter by letter, a frame by its column names.
    """
    advice = "Pass a list of answers, or one column such as frame['answer']."
    if isinstance(texts, str | bytes):
        fail(name, "hold one text for each answer", "a single text", advice)
    if getattr(texts, "ndim", 1) != 1:
        fail(name, "have one dimension", f"shape {texts.shape}", advice)
    answers = list(texts)
    for position, answer in enumerate(answers):
        if not isinstance(answer, str):
            remedy = "Replace missing answers by '', for example with frame['answer'].fillna('')."
            fail(name, "hold strings", f"{answer!r} at position {position}", remedy, TypeError)
    return answers


def check_codes(codes, n_texts):
    """Return the codes as an array of str: one for each answer, and at least two different ones."""
    if codes is None:
        fail("codes", "have a code for each answer; requires y to be passed", None, "Use fit(texts, codes).")
    if getattr(codes, "ndim", 1) != 1:
        fail("codes", "have one dimension", f"shape {codes.shape}", "Pass one column such as frame['code'].")
    values = [str(code) if isinstance(code, str) else code for code in codes]
    if len(values) != n_texts:
        fail("codes", f"have {n_texts} codes, one for each answer", len(values), "Pass whole columns, no frame.")
    for position, code in enumerate(values):
        _check_code(code, position)
    check_whole(values, "codes")
    if len(set(values)) < 2:
        advice = "Pass training answers of all codes that can occur."
        fail("codes", "hold at least two different codes (classes)", f"{sorted(set(values))}", advice)
    return np.array(values)


def _check_code(code, position):
    """Refuse a number, a missing code, an empty one and one with blanks around it."""
    value, advice = f"{code!r} at position {position}", "Leave answers without a code out of the training set."
    if isinstance(code, Number | np.bool_) and not pd.isna(code):
        advice = "Read the codes as text, for example with pandas.read_csv(..., dtype=str)."
        fail("codes", "hold strings, because a number loses its leading zeros", value, advice, TypeError)
    if not isinstance(code, str):
        fail("codes", "hold strings", value, advice, TypeError)
    if not code or code != code.strip():
        fail("codes", "be free of blanks at their ends, and not empty", value, f"Strip the codes. {advice}")


def check_whole(codes, name):
    """Refuse damaged codes: '9.99E4', 'nan', and '110.0' if no code has another decimal, as '110.1'.

    A column of numbers with gaps was read as floats, and turned into text later.
    """
    decimals = [code for code in codes if "." in code or "," in code]
    strange = [code for code in codes if DAMAGED.fullmatch(code)]
    if all(DECIMAL.fullmatch(code) for code in decimals):
        strange += decimals
    if strange:
        advice = "Read or save the column as text from the start, and restore leading zeros that were lost."
        rule = "be text as it was written, not numbers with a decimal or missing values"
        fail(name, rule, f"{strange[0]!r} ({len(strange)} of {len(codes)} codes)", advice)


def unequal_lengths(codes, longest=0):
    """Return which codes are shorter than others, in words, or None; the short ones often lost a leading zero."""
    sizes = np.char.str_len(np.asarray(codes, dtype=str))
    longest = max(longest, sizes.max())
    if sizes.min() == longest:
        return None
    example = str(np.asarray(codes)[sizes.argmin()])
    return f"{np.sum(sizes < longest)} of {len(codes)} shorter than {longest} characters, such as {example!r}"


def check_lengths(
    codes, advice="Restore leading zeros, for example with codes.str.zfill(4), or pass lengths='any'.", longest=0
):
    """Refuse codes of different lengths, or shorter than others are elsewhere."""
    if lengths := unequal_lengths(codes, longest):
        fail("codes", "have one length", lengths, advice)


def check_training(texts, codes):
    """Return the training answers as a list and their codes as an array."""
    check_same_index(texts, codes, ("texts", "codes"))
    answers = check_texts(texts)
    return answers, check_codes(codes, len(answers))


def check_pair(name, pair):
    """Return the texts of a pair of texts and codes as a list, and the codes as an array."""
    if not isinstance(pair, tuple | list) or len(pair) != 2:
        fail(name, "be a pair of texts and codes", f"{type(pair).__name__}", f"Pass {name}=(texts, codes).")
    check_same_index(pair[0], pair[1], (f"{name} texts", f"{name} codes"))
    texts = check_texts(pair[0], f"{name} texts")
    return texts, check_codes(pair[1], len(texts))


def check_classifier(classifier, name="classifier", also=()):
    """Refuse a classifier that gives neither probabilities nor, if `also` names another method, that."""
    known = ("predict_proba", *also)
    if not hasattr(classifier, "fit") or not any(hasattr(classifier, method) for method in known):
        advice = "Pass a text classifier, for example make_pipeline(AnswerVectorizer(), LogisticRegression())."
        fail(name, f"have fit and {' or '.join(known)}", f"{classifier!r}", advice, TypeError)
