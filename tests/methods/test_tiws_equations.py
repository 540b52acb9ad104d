"""The equations of TIWS: exact vectors, the loop oracle, and the properties that the readings name."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from methods.checks import refused
from tiws_teach.literal import tiws as oracle
from tiws_teach.tiws import (
    aggregate,
    category_similarity,
    document_matrix,
    inverse_document_frequency,
    modified_cosine,
    smoothed_means,
    target_estimates,
    term_frequency,
    unseen_estimates,
    unseen_weights,
)

TRAIN = pd.DataFrame(
    {"color": ["red"] * 3 + ["green"] * 3 + ["blue"] * 2, "size": list("SSMMLLSL"), "shape": list("ooxxxxox")}
)
Y = np.array([1, 1, 0, 0, 0, 1, 1, 0])
T1 = pd.DataFrame({"color": ["pink"] * 3, "size": list("SSM"), "shape": list("oxo")})
T2 = pd.DataFrame({"color": ["pink"] * 3 + ["teal"] * 2, "size": list("SSMLL"), "shape": list("oxoxx")})
D1 = [[1, 0, 1, 1, 1], [2, 1, 0, 0, 3], [0, 1, 2, 2, 1], [0, 1, 2, 2, 1]]
ESTIMATES = [0.5, 0.375, 0.625]

counts = st.integers(0, 9)
tables = st.integers(2, 6).flatmap(
    lambda width: st.lists(st.lists(counts, min_size=width, max_size=width), min_size=2, max_size=6)
)


def close(actual, expected, tolerance=1e-6):
    np.testing.assert_allclose(np.asarray(actual, dtype=float), expected, rtol=0, atol=tolerance)


def paper_similarity(D):
    return modified_cosine(aggregate(term_frequency(D), inverse_document_frequency(D)))


# --- equation 2.1


def test_target_estimates_of_vector_t():
    found = target_estimates(TRAIN["color"], Y, smooth=1, prior=0.5)
    assert list(found.index) == ["blue", "green", "red"]
    close(found, ESTIMATES, 1e-12)
    assert found.index.name == "color"


def test_smoothed_means_of_several_targets_at_once():
    codes, targets = np.array([0, 0, 1, -1]), np.array([[1.0, 2.0], [1.0, 4.0], [0.0, 6.0], [9.0, 9.0]])
    found, counts = smoothed_means(codes, targets, 3, 1.0, np.array([0.5, 4.0]))
    close(found, [[5 / 6, 10 / 3], [0.25, 5.0], [0.5, 4.0]], 1e-12)
    assert counts.tolist() == [2, 1, 0]


def test_target_estimates_smooth_towards_the_given_prior_else_the_mean():
    close(target_estimates(["a", "a", "b"], [1, 0, 1], smooth=2), [(1 + 2 * 2 / 3) / 4, (1 + 2 * 2 / 3) / 3], 1e-12)
    close(target_estimates(["a", "a", "b"], [1, 0, 1], smooth=3, prior=10), [31 / 5, 31 / 4], 1e-12)


def test_target_estimates_leave_missing_values_out():
    found = target_estimates(["a", None, np.nan, "b"], [1, 5, 5, 0], prior=0)
    assert found.to_dict() == {"a": 0.5, "b": 0.0}


# --- equation 2.2


def test_document_matrix_of_vector_t1():
    document = document_matrix(TRAIN, "color", T1)
    assert list(document.index) == ["blue", "green", "red", "pink"]
    assert list(document.columns) == [("size", "L"), ("size", "M"), ("size", "S"), ("shape", "o"), ("shape", "x")]
    assert document.columns.names == ["feature", "category"]
    assert document.to_numpy().tolist() == D1


def test_document_matrix_sets_unseen_words_behind_the_seen_ones():
    new = pd.DataFrame({"color": ["aqua", "red"], "size": ["A", None], "shape": ["o", "a"]})
    document = document_matrix(TRAIN, "color", new)
    assert list(document.index) == ["blue", "green", "red", "aqua"]
    assert [word for _, word in document.columns] == ["L", "M", "S", "A", "o", "x", "a"]
    assert document.loc["aqua"].tolist() == [0, 0, 0, 1, 1, 0, 0]
    assert document.loc["red", ("shape", "a")] == 1


def test_document_matrix_of_a_single_feature_has_no_words():
    document = document_matrix(TRAIN[["color"]], "color")
    assert document.shape == (3, 0)
    for name in ("tfidf", "conditional", "hellinger"):
        s = category_similarity(document, name).to_numpy()
        assert len(set(s[~np.eye(3, dtype=bool)])) == 1  # nothing to tell the categories by


# --- equations 2.3 to 2.6


def test_term_and_inverse_frequency_of_vector_t1():
    close(term_frequency(D1)[0], [0.447214, -1.788854, 0.447214, 0.447214, 0.447214])
    close(inverse_document_frequency(D1)[0], [0.261116, -1.5, -0.261116, -0.261116, -0.5])


def test_constant_rows_and_columns_are_zero():
    table = [[3, 3, 3], [1, 3, 5]]
    assert term_frequency(table)[0].tolist() == [0, 0, 0]
    assert inverse_document_frequency(table)[:, 1].tolist() == [0, 0]
    assert (term_frequency([[0.1] * 3]) == 0).all()  # whose mean is not .1 in floating point


def test_aggregate_takes_another_g():
    close(aggregate([[1, 2]], [[3, 4]]), [[3, 8]], 0)
    close(aggregate([[1, 2]], [[3, 4]], np.add), [[4, 6]], 0)


def test_modified_cosine_by_hand():
    s = modified_cosine([[1, 0], [0, 2], [-3, 0], [0, 0]])
    close(s, [[0, 0.5, 0, 0.5], [0.5, 0, 0.5, 0.5], [0, 0.5, 0, 0.5], [0.5, 0.5, 0.5, 0]], 1e-15)


def test_similarities_of_vector_t1_and_t2():
    close(paper_similarity(D1)[3, :3], [0.453369, 0.840258, 1])
    s = paper_similarity(document_matrix(TRAIN, "color", T2))
    close(s.loc["pink"], [0.450431, 0.791337, 1, 0, 0.912654])
    close(s.loc["teal"], [0.702000, 0.823827, 0.912654, 0.912654, 0])


def test_raw_counts_can_lose_every_difference():
    s = paper_similarity([[30, 10, 25, 15], [10, 30, 15, 25], [30, 10, 25, 15]])
    close(s, 1 - np.eye(3), 1e-12)


def test_frames_in_frames_out():
    document = document_matrix(TRAIN, "color", T1)
    for found in (term_frequency(document), inverse_document_frequency(document), aggregate(document, document)):
        assert found.index.equals(document.index)
        assert found.columns.equals(document.columns)
    s = modified_cosine(document, [3])
    assert (list(s.index), list(s.columns)) == (["pink"], ["blue", "green", "red", "pink"])
    weights = unseen_weights(s, 3)
    assert (list(weights.index), list(weights.columns)) == (["pink"], ["blue", "green", "red"])
    assert list(unseen_estimates(weights, ESTIMATES).index) == ["pink"]


@given(tables)
def test_equations_equal_the_loops(table):
    close(term_frequency(table), oracle.row_z_scores(table), 1e-12)
    close(inverse_document_frequency(table), oracle.column_z_scores(table), 1e-12)
    close(paper_similarity(table), oracle.tfidf([table], len(table)), 1e-12)


@given(tables, st.integers(2, 5), st.randoms(use_true_random=False))
def test_similarity_ignores_ddof_row_sigma_and_repetition(table, m, random):
    expected = paper_similarity(table)
    close(expected, oracle.tfidf([table], len(table), ddof_t=0, ddof_i=0), 1e-12)
    close(expected, oracle.tfidf([table], len(table), ddof_t=0, ddof_i=1), 1e-12)
    sigma = np.array([[random.uniform(0.1, 9)] for _ in table])
    close(modified_cosine(aggregate(term_frequency(table) * sigma, inverse_document_frequency(table))), expected, 1e-12)
    close(paper_similarity(np.array(table) * m), expected, 1e-12)


# --- equations 2.7 and 2.8


def test_weights_and_estimate_of_vector_t1():
    w = unseen_weights([[0.453369, 0.840258, 1, 0]], 3)
    close(w, [[0.197665, 0.366345, 0.435991]])
    close(unseen_estimates(w, ESTIMATES), [0.508706])


def test_weightings_of_vector_t2():
    s = paper_similarity(document_matrix(TRAIN, "color", T2)).loc[["pink", "teal"]]
    equal, renormalized = unseen_weights(s, 3), unseen_weights(s, 3, "renormalize")
    close(equal.loc["pink"], [0.239235, 0.347308, 0.413457])
    close(unseen_estimates(equal, ESTIMATES), [0.508269, 0.503313])
    close(unseen_estimates(renormalized, ESTIMATES), [0.511635, 0.504553])


similarity_rows = st.lists(st.floats(0, 1).map(lambda s: round(s, 3)), min_size=2, max_size=7)


@given(similarity_rows, st.integers(1, 6), st.sampled_from(["equal", "renormalize"]), st.sampled_from([0.5, 1.0, 3.0]))
def test_weights_equal_the_loops_and_sum_to_one(s, n_seen, weighting, sharpness):
    n_seen = min(n_seen, len(s) - 1)
    s[-1] = 0.0  # the category itself
    w = unseen_weights([s], n_seen, weighting, sharpness)[0]
    close(w, oracle.weights(s, range(n_seen), weighting, sharpness), 1e-12)
    assert w.sum() == pytest.approx(1, abs=1e-12)
    assert (w >= -1e-12).all()


def test_sharpness_goes_from_all_alike_to_the_nearest_alone():
    s = [[0.2, 0.4, 0.3, 0.0]]
    close(unseen_weights(s, 3, sharpness=1e-9), [[1 / 3] * 3], 1e-6)
    close(unseen_weights(s, 3, sharpness=2), [[4 / 29, 16 / 29, 9 / 29]], 1e-12)
    close(unseen_weights(s, 3, sharpness=5000), [[0, 1, 0]], 1e-12)  # where .4 ** 5000 is 0 in floating point
    close(unseen_weights([[0.2, 0.4, 0.9]], 2, "renormalize", sharpness=5000), [[0, 1]], 1e-12)


def test_no_similarity_at_all_gives_equal_weights():
    close(unseen_weights([[0, 0, 0, 0]], 3), [[1 / 3] * 3], 1e-15)
    close(unseen_weights([[0, 0, 0.7, 0]], 2, "renormalize"), [[0.5, 0.5]], 1e-15)


# --- bad input


def weights(n_seen=2, *arguments, **options):
    return lambda: unseen_weights([[0.2, 0.4, 0.0]], n_seen, *arguments, **options)


BAD = [
    (lambda: target_estimates(["a", "b"], [0, 1], smooth=-1), r"smooth must be in \[0, inf\); got .* Pass a number"),
    (
        lambda: target_estimates(["a", "b"], [0, 1], smooth=np.inf),
        r"smooth must be in \[0, inf\); got .* Pass a number",
    ),
    (lambda: target_estimates(["a", "b"], [0, 1, 1]), r"y must have one value for each of the 2 rows of x; got shape"),
    (lambda: document_matrix(TRAIN, "colour"), r"feature must be a column of X, one of \['color', 'size', 'shape'\];"),
    (lambda: document_matrix(TRAIN, "color", T1[["color", "size"]]), r"X_unlabeled must have the columns of X; got"),
    (lambda: document_matrix(TRAIN.set_axis(["a", "a", "b"], axis=1), "a"), "X must have unique column names"),
    (lambda: document_matrix(TRAIN.to_numpy(), 0), r"X must be a pandas frame; got ndarray\. Pass pd\.DataFrame\(X,"),
    (lambda: document_matrix(TRAIN["color"], "color"), "X must be a pandas frame; got Series"),
    (weights(weighting="equals"), r"weighting must be one of 'equal', 'renormalize'; got 'equals'"),
    (weights(sharpness=0), r"sharpness must be in \(0, inf\); got 0"),
    (weights(sharpness="1"), r"sharpness must be a number in \(0, inf\); got '1'"),
    (weights(0), r"n_seen must be in \[1, 3\]; got 0"),
    (weights(4), r"n_seen must be in \[1, 3\]; got 4"),
]
test_bad_input_is_refused = refused(BAD)
