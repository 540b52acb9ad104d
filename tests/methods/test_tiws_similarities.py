"""The three similarities: vectors, loops, and what sets each apart."""

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.tiws_encoding import SIMILARITIES
from scipy.stats import spearmanr

from methods.test_tiws_equations import D1, T1, TRAIN, close
from tiws_teach.tiws import (
    category_similarity,
    conditional_profiles,
    document_matrix,
    hellinger_similarity,
    size_correlation,
)

T1_ROWS = {
    "tfidf": [0.453369, 0.840258, 1, 0],
    "conditional": [0.296668, 0.077716, 1, 0],
    "hellinger": [0.878156, 0.661641, 1, 0],
}


@st.composite
def documents(draw):
    """Two or three blocks of counts of the same height; rows of zeros and constant shares are common."""
    height = draw(st.integers(2, 5))
    widths = draw(st.lists(st.integers(1, 4), min_size=1, max_size=3))
    row = {w: st.one_of(st.lists(st.integers(0, 6), min_size=w, max_size=w), st.just([1] * w)) for w in widths}
    return [draw(st.lists(row[w], min_size=height, max_size=height)) for w in widths]


@pytest.mark.parametrize("name", T1_ROWS)
def test_pink_in_vector_t1(name):
    close(category_similarity(D1, name, [3], blocks=[3, 2]), [T1_ROWS[name]])
    close(category_similarity(document_matrix(TRAIN, "color", T1), name).loc["pink"], T1_ROWS[name])


@pytest.mark.parametrize("name", T1_ROWS)
@given(blocks=documents())
def test_similarities_equal_the_loops(name, blocks):
    document, height = np.hstack(blocks), len(blocks[0])
    exact = [[[Fraction(value) for value in line] for line in block] for block in blocks]
    found = category_similarity(document, name, blocks=[len(block[0]) for block in blocks])
    close(found, SIMILARITIES[name](exact, height), 1e-9)


@pytest.mark.parametrize("name", T1_ROWS)
@settings(max_examples=30)
@given(blocks=documents())
def test_rows_of_gives_those_rows(name, blocks):
    document, widths = np.hstack(blocks), [len(block[0]) for block in blocks]
    whole = category_similarity(document, name, blocks=widths)
    close(category_similarity(document, name, [1, 0], widths), whole[[1, 0]], 1e-12)
    close(whole, whole.T, 1e-12)
    assert ((whole >= 0) & (whole <= 1)).all()
    assert not np.diag(whole).any()


def test_conditional_profiles_by_hand():
    # shares of the first feature 1/2 1/2, 1/4 3/4, 3/4 1/4; of the second 1, 1, none: constant
    profile = conditional_profiles([[1, 1, 2], [1, 3, 5], [3, 1, 0]], [2, 1])
    close(profile, [[0, 0, 0], [-1, 1, 0], [1, -1, 0]], 1e-12)


def test_a_category_without_rows_has_the_profile_zero_exactly():
    # the mean of .1, .1, .1 is not .1 in floating point: neither a z-score nor a cosine may come of that
    profile = conditional_profiles([[1, 9, 2, 3], [1, 9, 4, 1], [1, 9, 3, 7], [0, 0, 0, 0]], [2, 2])
    assert not profile[:, :2].any()
    assert not profile[3].any()
    s = category_similarity([[3, 8, 2, 3], [1, 9, 4, 1], [1, 7, 3, 7], [0, 0, 0, 0]], "conditional", [3], [2, 2])
    assert s.tolist() == [[0.5, 0.5, 0.5, 0.0]]
    # shares that differ so little that the rounding of their mean weighs
    many = [[3_333_333 + k, 6_666_667 - k] for k in (7, 26, 43, 38, 36, 2)]
    assert not conditional_profiles([*many, [0, 0]], [2])[-1].any()


def test_size_cancels_in_conditional_and_not_in_tfidf():
    document = np.array([[30, 10, 25, 15], [10, 30, 15, 25], [22, 18, 21, 19]])
    larger = document * [[1], [1], [50]]
    before, after = (category_similarity(d, "conditional", [2], [2, 2]) for d in (document, larger))
    close(before, after, 1e-12)
    before, after = (category_similarity(d, "tfidf", [2]) for d in (document, larger))
    assert np.abs(before - after).max() > 0.1


def test_hellinger_by_hand():
    # pooled shares 2/4 2/4; smoothed (1.5, .5)/2 and (.5, 1.5)/2 ... of two rows in each category
    s = hellinger_similarity([[1, 0], [0, 1], [1, 1]], blocks=[2])
    same_way = np.sqrt(0.75 * 0.25) * 2
    close(s[0, 1], same_way, 1e-12)
    close(s[0, 2], np.sqrt(0.75 * 0.5) + np.sqrt(0.25 * 0.5), 1e-12)
    twice = hellinger_similarity([[1, 0, 1, 0], [0, 1, 0, 1], [1, 1, 1, 1]], blocks=[2, 2])
    close(twice, s**2, 1e-12)


def test_frames_keep_their_labels():
    document = document_matrix(TRAIN, "color", T1)
    assert conditional_profiles(document).columns.equals(document.columns)
    for name in T1_ROWS:
        s = category_similarity(document, name, [3])
        assert (list(s.index), list(s.columns)) == (["pink"], ["blue", "green", "red", "pink"])


@pytest.mark.parametrize("function", [conditional_profiles, hellinger_similarity])
def test_blocks_must_be_known_and_must_fit(function):
    for document in (D1, pd.DataFrame(D1)):
        with pytest.raises(ValueError, match="blocks must be given for a document without feature names; got None"):
            function(document)
    with pytest.raises(ValueError, match=r"blocks must sum to the 5 columns of the document; got \[3, 1\]"):
        function(D1, blocks=[3, 1])


def test_a_wrong_name_is_refused():
    with pytest.raises(ValueError, match="similarity must be one of 'tfidf', 'conditional', 'hellinger'; got 'cosine'"):
        category_similarity(D1, "cosine")


# --- size


def test_size_correlation_by_ranks():
    similarity, sizes = np.array([0.9, 0.1, 0.5, 0.4]), np.array([90, 10, 400, 60])
    closeness = -np.abs(np.log(sizes / 100))
    assert size_correlation(similarity, sizes, 100) == pytest.approx(spearmanr(similarity, closeness).statistic)
    assert size_correlation(np.array([0.9, 0.5, 0.1]), np.array([100, 30, 10]), 100) == pytest.approx(1)
    assert size_correlation(np.array([0.1, 0.5, 0.9]), np.array([100, 30, 10]), 100) == pytest.approx(-1)


def test_size_correlation_needs_three_that_differ():
    assert np.isnan(size_correlation(np.array([0.9, 0.5]), np.array([10, 30]), 10))
    assert np.isnan(size_correlation(np.array([0.5, 0.5, 0.5]), np.array([10, 30, 50]), 10))
    assert np.isnan(size_correlation(np.array([0.1, 0.5, 0.7]), np.array([30, 30, 30]), 10))


def test_size_correlation_takes_rounding_for_no_difference():
    noise = np.array([1.0, 1.0 - 2e-16, 1.0 - 1e-16])
    assert np.isnan(size_correlation(noise, np.array([100, 30, 10]), 100))
    assert np.isnan(size_correlation(np.array([0.1, 0.5, 0.9]), np.array([10, 90, 10]), 30))  # both a factor of three


def test_size_correlation_bears_a_category_without_rows():
    assert size_correlation(np.array([0.9, 0.5, 0.1]), np.array([1, 3, 10]), 0) == pytest.approx(1)
