"""Training pairs for NLDD's weights: each has a row of one half of the training data and a row of the other."""

import numpy as np
from scipy import sparse

from tiws_teach._validation import LARGEST, check_floats, fail
from tiws_teach.multilabel._input import zeros_and_ones
from tiws_teach.multilabel._search import labelset_index, nearest_of_labelsets
from tiws_teach.multilabel.nldd_equations import TIE, nearest_pairs


def halves(n, rng) -> tuple[np.ndarray, np.ndarray]:
    """Return two halves of n rows, drawn at random: T1, and T2 with one more if n is odd.

    Parameters
    ----------
    n : int
        Number of rows, at least 2.
    rng : RandomState or Generator

    Returns
    -------
    T1, T2 : ndarray of int
        Row numbers, ascending.

    Source: Gweon (2017), section 2.3.3.
    """
    order = rng.permutation(n)
    return np.sort(order[: n // 2]), np.sort(order[n // 2 :])


def training_pairs(Z2, P2, Y2, Z1, Y1) -> tuple[np.ndarray, np.ndarray]:
    """Return the distances and losses of the pairs of T2 and T1 for the regression.

    Parameters
    ----------
    Z2, P2, Y2 : ndarray of shape (n_T2, n_features), (n_T2, n_labels) and (n_T2, n_labels)
        Standardised features of T2, dense or sparse; probabilities of its labels, from classifiers fitted to T1; its
        labels, 0 or 1.
    Z1, Y1 : ndarray of shape (n_T1, n_features) and (n_T1, n_labels)
        Features and labels of T1.

    Returns
    -------
    distances : ndarray of shape (n_pairs, 2)
        Dx and Dy.
    losses : ndarray of int, shape (n_pairs,)
        Labels in which the two rows of a pair differ.

    Source: Gweon (2017), Algorithm 1.
    """
    Z2, Z1 = (
        Z if sparse.issparse(Z) else check_floats(name, Z, 2, -LARGEST, LARGEST) for name, Z in (("Z2", Z2), ("Z1", Z1))
    )
    P2 = check_floats("P2", P2, 2, 0, 1)
    Y2, Y1 = zeros_and_ones(np.asarray(Y2), "Y2"), zeros_and_ones(np.asarray(Y1), "Y1")
    for half, Z, rows in (("P2 and Y2", Z2, (P2, Y2)), ("Y1", Z1, (Y1,))):
        if {len(each) for each in rows} != {Z.shape[0]}:
            lengths = " and ".join(str(len(each)) for each in rows)
            fail(half, f"have the {Z.shape[0]} rows of Z{half[-1]}", lengths, "Pass the same rows.")
    distances, losses = [], []
    for chunk in nearest_of_labelsets(labelset_index(Z1, Y1), Z2, P2, could_pair):
        i, j = nearest_pairs(chunk.Dx, chunk.Dy, chunk.rows).T
        distances.append(np.column_stack([chunk.Dx[i, j], chunk.Dy[i, j]]))
        losses.append(np.sum(Y2[chunk.lines][i] != Y1[chunk.rows[i, j]], axis=1))
    return np.concatenate(distances), np.concatenate(losses)


def could_pair(Dx, Dy, error) -> np.ndarray:
    """Return which labelsets can include a nearest row in the features, within the error of Dx, or in the labels."""
    in_x = Dx - error <= (Dx + error).min(axis=1, keepdims=True) * (1 + TIE)
    return in_x | (Dy <= Dy.min(axis=1, keepdims=True) * (1 + TIE))
