"""The equations refuse what they would turn into a number without a word, and say so in one grammar."""

import re

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import KNeighborsClassifier

import tiws_teach as t
from tiws_teach._validation import check_floats, check_number

NAN = float("nan")
PAIRS = [1.0, 0.5, 2, 1], [0.4, 0.6, 0.3, 0.5], [1, 1, 0, 2], 4
TABLE = t.cross_validated_table({"1-NN": KNeighborsClassifier(1)}, {"a": (np.eye(4), [0, 1, 0, 1])}, cv=2)
GAP = pd.DataFrame({"calm": pd.array([1, None, 0], "Int64"), "sad": [0, 1, 1]})
LISTED = {
    # a missing value must not vanish in a sort, a comparison or a division by what varies
    "term_frequency": (lambda: t.term_frequency([[1, NAN], [2, 3]]), "document must be finite; got nan"),
    "inverse": (lambda: t.inverse_document_frequency([[1, np.inf]]), "document must be finite; got inf"),
    "profiles": (lambda: t.conditional_profiles([[1, NAN]], [2]), "document must be in [0, inf); got nan"),
    "negative counts": (lambda: t.hellinger_similarity([[-1, 2]], blocks=[2]), "document must be in [0, inf); got -1"),
    "weights": (lambda: t.unseen_weights([[NAN, 0.5]], 1), "similarity must be in [0, inf); got nan"),
    "permuted": (lambda: t.permutation_p_value(0.9, [0.5, NAN]), "permuted must be in [0, 1]; got nan"),
    "no permutation": (lambda: t.permutation_p_value(0.9, []), "permuted must have 1 axis and at least one value"),
    "auc": (lambda: t.permutation_p_value(NAN, [0.5]), "auc must be in [0, 1]; got nan"),
    "ranks": (lambda: t.auc_from_ranks([1, NAN], [True, False]), "ranks must be in [1, inf); got nan"),
    "missing side": (lambda: t.auc_from_ranks([1, 2], [NAN, 0]), "is_test must be in [0, 1]; got nan"),
    "unlabelled": (
        lambda: t.class_frequencies([[1, 2], [0, 1]], [0, NAN]),
        "y must have no missing label; got 1 missing",
    ),
    "flat table": (lambda: t.compare_unseen([1, 2], [0, 1]), "X must be a table of rows and columns; got shape (2,)"),
    "sides": (lambda: t.auc_from_ranks([1, 2], [True]), "is_test must have one value for each of the 2 ranks"),
    "scores": (lambda: t.permuted_aucs([1, NAN], 1, 2, np.random.default_rng(0)), "scores must be finite; got nan"),
    "rng": (lambda: t.permuted_aucs([1, 2], 1, 2, 0), "rng must be a numpy.random.Generator; got 0"),
    "Dx": (lambda: t.misclassification_model([1, NAN, 2, 1], *PAIRS[1:]), "Dx must be in [0, 1e+140]; got nan"),
    "losses": (lambda: t.nearness_model(*PAIRS[:2], [1, NAN, 0, 2], 4), "losses must be finite; got nan"),
    "huge Dy": (lambda: t.product_model(PAIRS[0], [1e200, 1, 1, 1], *PAIRS[2:]), "Dy must be in [0, 1e+140]"),
    "coefficients": (lambda: t.nearest_double_distance([[1.0]], [[1.0]], [0, NAN, 1]), "coefficients must be finite"),
    "no dict": (lambda: t.misclassification_probability([1], [1], {"b": 1}), "coefficients must hold real numbers"),
    "pairs": (lambda: t.training_pairs([[NAN]], [[0.5]], [[1]], [[0.0]], [[1]]), "Z2 must be in [-1e+140, 1e+140]"),
    "lengths": (
        lambda: t.training_pairs([[1]], [[0.5]], [[1], [0]], [[0]], [[1]]),
        "P2 and Y2 must have the 1 rows of",
    ),
    "far": (lambda: t.known_means_accuracy(3, 1e200), "separation must be in [0, 1e+140]; got 1e+200"),
    "class": (lambda: t.class_frequencies([[NAN, 1]], [0]), "counts must be in [0, inf); got nan"),
    "nearest": (lambda: t.nearest_pairs([[NAN, 1]], [[1, 2]]), "Dx must be in [0, inf); got nan"),
    "rows": (lambda: t.feature_distances([[1e200]], [[0]]), "X and training must be in [-1e+140, 1e+140]; got 1e+200"),
    "scaling": (lambda: t.feature_scaling([[NAN], [1.0]]), "X must be in [-1e+140, 1e+140]; got nan"),
    "corner": (lambda: t.label_distances([[0.5]], [[2]]), "labelsets must be in [0, 1]; got 2"),
    "half a label": (lambda: t.nearest_labelset([[0.4]], [[1]]), "predicted must hold only 0 and 1; got 0.4"),
    "labelsets": (lambda: t.seen_labelsets(np.array([[NAN]])), "Y must hold only 0 and 1; got nan"),
    "local means": (lambda: t.local_mean_distances([[1e200]], [[[[0.0]]]]), "queries must be in [-1e+140, 1e+140]"),
    "harmonic": (lambda: t.harmonic_mean_distance([[[NAN]]]), "distances must be in [0, inf); got nan"),
    "posteriors": (lambda: t.conditional_posteriors([[-1, 2]], 2), "distances must be in [0, inf); got -1"),
    "sizes": (lambda: t.bayes_posteriors([[0.1, 0.2]], [0, 3]), "class_sizes must be in [1, inf); got 0"),
    "neighbour": (lambda: t.is_neighbor([NAN], 1), "distance must be in [0, inf); got nan"),
    "starts": (lambda: t.local_reachability_density([1, 2], [0, 3]), "starts must rise from 0 to 2, the number of"),
    "coded": (lambda: t.accuracy_at_rates([], [], [1]), "coded must have 1 axis and at least one value"),
    "rates": (lambda: t.accuracy_at_rates([2], [1], [2]), "rates must be in [0, 1]; got 2"),
    "correct": (lambda: t.accuracy_bound(9, 8), "correct must be at most coded; got 1 more"),
    "level": (lambda: t.accuracy_bound(8, 9, 1), "level must be in [0.5, 1); got 1"),
    "no level": (lambda: t.average_levels([]), "by_level must have 3 axes"),
    "duplicates": (lambda: t.duplicate_probabilities([[NAN, 1]]), "counts must be in [0, inf); got nan"),
    "shared": (lambda: t.binary_cosine(1, NAN, 2), "set sizes must be in [0, inf); got nan"),
    "similarity": (lambda: t.neighbor_scores([[1]], 0.5, [1]), "similarity must have 1 axis and at least one value"),
    "M": (lambda: t.hybrid_scores([[1]], 2, [[1]]), "n_duplicates must have 1 axis"),
    "frequencies": (lambda: t.class_vocabulary([[NAN, 1]], [1]), "frequencies must be in [0, inf); got nan"),
    # too much, too little, or out of bounds
    "idf": (lambda: t.tf_idf([[1, 2]], [1, 2, 3]), "idf must have one value for each of the 2 terms; got 3"),
    "few idf": (lambda: t.tf_idf(sparse.csr_array([[1, 2]]), [1]), "idf must have one value for each of the 2 terms"),
    "half width": (lambda: t.conformal_half_width([0.1, 0.2], 2), "level must be in (0, 1); got 2"),
    "certain": (lambda: t.conformal_half_width([0.1, 0.2], 1), "level must be in (0, 1); got 1"),
    "errors": (lambda: t.conformal_half_width([], 0.9), "errors must have 1 axis and at least one value"),
    "missing error": (lambda: t.conformal_half_width([NAN], 0.9), "errors must be finite; got nan"),
    "position": (
        lambda: t.modified_cosine([[1, 2]], rows_of=[9]),
        "rows_of must hold whole numbers in [0, 0]; got [9]",
    ),
    "share": (lambda: t.hellinger_similarity([[1, 2]], [0.5], [2]), "rows_of must hold whole numbers in [0, 0]"),
    "results": (
        lambda: t.mean_scores(TABLE.drop(columns="metric")),
        "results must be a table of scores by fold; got no",
    ),
    "no result": (lambda: t.mean_scores(TABLE.iloc[:0]), "results must be a table of scores by fold; got no row"),
    "None": (lambda: t.mean_scores(None), "results must be a table of scores by fold; got no column 'data'"),
    "metrics": (
        lambda: t.cross_validated_table({"a": 1}, {"b": 1}, ["f1"]),
        "metrics must be a dict with at least one",
    ),
    "folds": (
        lambda: t.forward_selection(LogisticRegression(), np.eye(4), [0, 1, 0, 1], cv=[]),
        "cv must give at least one fold; got []",
    ),
    "text": (lambda: t.fold_letters(None), "text must be a string; got None"),
    "bytes": (lambda: t.fold_letters(b"abc"), "text must be a string; got b'abc'"),
    "words": (lambda: t.word_ngrams("abc"), "words must be a list of words; got 'abc'"),
    "code": (lambda: t.code_groups(["7131", None], 2), "codes must hold strings; got None at position 1"),
    "vectorizer": (lambda: t.count_duplicates(["a"], []), "vectorizer must be an AnswerVectorizer or None; got []"),
    "coder": (
        lambda: t.DuplicateCoder({}).fit(["a", "b"], ["1", "2"]),
        "vectorizer must be an AnswerVectorizer or None",
    ),
    "pd.NA": (lambda: t.labelsets(GAP), "Y must hold only 0 and 1; got <NA>"),
    "fit": (lambda: t.MLkNNClassifier(1).fit(np.eye(3), GAP), "Y must hold only 0 and 1; got <NA>"),
    "objects": (lambda: t.zero_one_loss(np.array([[pd.NA, 1]]), [[0, 1]]), "Y must hold only 0 and 1; got <NA>"),
}


@pytest.mark.parametrize("case", LISTED)
def test_no_wrong_number_and_no_raw_error(case):
    call, words = LISTED[case]
    with pytest.raises((ValueError, TypeError), match=re.escape(words)):
        call()


@pytest.mark.parametrize(
    ("values", "words"),
    [
        (["a"], "x must hold real numbers; got ['a']. Pass an array of numbers without gaps."),
        (["1"], "x must hold real numbers; got ['1']"),
        ([1j], "x must hold real numbers; got [1j]"),
        ([[1], [2, 3]], "x must hold real numbers; got [[1], [2, 3]]"),
        ([1, pd.NA], "x must hold real numbers; got [1, <NA>]"),
        (pd.to_datetime(["2020"]), "x must hold real numbers; got"),
        (sparse.csr_array([[1.0]]), "x must hold real numbers; got"),
        (3, "x must have 1 axis and at least one value; got shape ()"),
        ([], "x must have 1 axis and at least one value; got shape (0,)"),
        ([1, 3], "x must be in [0, 2]; got 3"),
        ([1, None], "x must be in [0, 2]; got nan"),
    ],
)
def test_numbers_are_checked(values, words):
    with pytest.raises((ValueError, TypeError), match=re.escape(words)):
        check_floats("x", values, 1, 0, 2)


def test_what_passes_the_check():
    assert check_floats("x", pd.array([1, 2], "Int64")).tolist() == [1, 2]
    assert check_floats("x", [True, 0.5], 1).dtype == float
    assert check_floats("x", [[np.inf]], 2, 0, infinite=True).tolist() == [[np.inf]]
    assert t.reachability_distance([np.inf, 1], 2).tolist() == [np.inf, 2]  # no point is its own neighbour
    assert check_floats("x", np.empty((0, 3)), 2, empty=True).shape == (0, 3)
    with pytest.raises(ValueError, match=re.escape("x must be finite; got -inf. Drop or replace such values first.")):
        check_floats("x", [-np.inf])
    assert check_number("x", 0.5, 0, 1, open_low=True, open_high=True) == 0.5
    with pytest.raises(ValueError, match=re.escape("x must be in [0, 1); got 1. Pass a number in [0, 1).")):
        check_number("x", 1, 0, 1, open_high=True)
