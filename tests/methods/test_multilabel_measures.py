"""The four measures: by hand, the loops, scikit-learn, all kinds of input, and bad input."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse
from sklearn import metrics as peer

from tiws_teach.literal import multilabel_measures as oracle
from tiws_teach.multilabel import f_measure, hamming_loss, labelsets, multilabel_accuracy, zero_one_loss

MEASURES = {
    hamming_loss: oracle.hamming,
    zero_one_loss: oracle.zero_one,
    multilabel_accuracy: oracle.accuracy,
    f_measure: oracle.f_measure,
}
PEERS = {
    hamming_loss: peer.hamming_loss,
    zero_one_loss: peer.zero_one_loss,
    multilabel_accuracy: lambda Y, Z: peer.jaccard_score(Y, Z, average="samples", zero_division=1),
    f_measure: lambda Y, Z: peer.f1_score(Y, Z, average="samples", zero_division=1),
}
every_measure = pytest.mark.parametrize("measure", MEASURES)


@st.composite
def two_tables(draw):
    """Two tables of 0 and 1 of one shape."""
    n, n_labels = draw(st.integers(1, 8)), draw(st.integers(1, 5))
    table = st.lists(st.lists(st.integers(0, 1), min_size=n_labels, max_size=n_labels), min_size=n, max_size=n)
    return draw(table), draw(table)


def test_by_hand():
    Y, Z = [[1, 1, 0, 0], [1, 0, 0, 0], [0, 0, 0, 0], [0, 1, 1, 0]], [[1, 0, 1, 1], [0, 0, 0, 0], [0] * 4, [0, 1, 1, 0]]
    assert hamming_loss(Y, Z, per_row=True).tolist() == [0.75, 0.25, 0, 0]
    assert zero_one_loss(Y, Z, per_row=True).tolist() == [1, 1, 0, 0]
    assert multilabel_accuracy(Y, Z, per_row=True).tolist() == [0.25, 0, 1, 1]
    assert f_measure(Y, Z, per_row=True).tolist() == [0.4, 0, 1, 1]
    assert [measure(Y, Z) for measure in MEASURES] == pytest.approx([0.25, 0.5, 2.25 / 4, 2.4 / 4])


@given(two_tables())
def test_the_loops_and_scikit_learn_agree(tables):
    Y, Z = tables
    for measure, loop in MEASURES.items():
        found = measure(Y, Z)
        assert isinstance(found, float)
        by_row = [loop(y, z) for y, z in zip(Y, Z, strict=True)]
        assert found == pytest.approx(np.mean(by_row), abs=1e-12)
        assert measure(Y, Z, per_row=True) == pytest.approx(by_row, abs=1e-12)
        if len(Y[0]) > 1:  # a single column is no multi-label table to scikit-learn
            assert found == pytest.approx(PEERS[measure](np.array(Y), np.array(Z)), abs=1e-12)


@given(two_tables())
def test_accuracy_is_at_most_f_and_f_at_most_twice_it(tables):
    accuracy, f = (measure(*tables, per_row=True) for measure in (multilabel_accuracy, f_measure))
    assert (accuracy <= f + 1e-12).all()
    np.testing.assert_allclose(f, 2 * accuracy / (1 + accuracy))  # so that a table with accuracy > F is misprinted


@every_measure
def test_every_kind_of_input(measure):
    rng = np.random.default_rng(0)
    Y, Z = rng.integers(0, 2, (2, 30, 4))
    expected = measure(Y, Z)
    frames = [pd.DataFrame(table, columns=list("abcd"), index=range(3, 33)) for table in (Y, Z)]
    assert measure(*frames) == expected
    assert measure(frames[0], Z) == expected
    for kind in (sparse.csr_matrix, sparse.csc_array, np.ndarray.tolist, lambda Y: Y > 0, lambda Y: Y.astype(float)):
        assert measure(kind(Y), kind(Z)) == expected


@every_measure
@pytest.mark.parametrize(
    ("Z", "said"),
    [
        (np.zeros((3, 2)), r"Y_pred must have the shape of Y_true, \(3, 3\); got shape \(3, 2\)\. Pass the same rows"),
        (np.zeros((2, 3)), r"Y_pred must have the shape of Y_true, \(3, 3\); got shape \(2, 3\)"),
        (np.full((3, 3), 0.5), r"Y must hold only 0 and 1; got 0\.5\. Pass an array of shape"),
        (np.zeros(3), r"Y must have two dimensions"),
        (pd.DataFrame(np.zeros((3, 3)), columns=list("acb")), "Y_pred must have the labels of Y_true in the same"),
    ],
)
def test_bad_input(measure, Z, said):
    with pytest.raises(ValueError, match=said):
        measure(pd.DataFrame(np.eye(3, dtype=int), columns=list("abc")), Z)


def test_labelsets_by_name():
    Y = np.array([[1, 0, 1], [0, 0, 0]])
    assert labelsets(Y) == [(0, 2), ()]
    assert labelsets(pd.DataFrame(Y, columns=["sad", "loud", "calm"])) == [("sad", "calm"), ()]
    assert labelsets(sparse.csr_array(Y), ["sad", "loud", "calm"]) == [("sad", "calm"), ()]
    with pytest.raises(ValueError, match=r"labels must name each of the 3 columns of Y; got 2 names\. Pass labels_\."):
        labelsets(Y, ["sad", "loud"])
