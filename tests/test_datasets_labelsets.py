"""Labelsets with a chosen correlation: the truth against loops and large samples."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import norm

from tiws_teach.datasets import make_labelsets


def prior(labelset, correlation, share):
    """The probability of a labelset, label by label."""
    found = share if labelset[0] else 1 - share
    for before, label in itertools.pairwise(labelset):
        anew = share if label else 1 - share
        found *= correlation * (label == before) + (1 - correlation) * anew
    return found


@settings(deadline=None, derandomize=True)
@given(st.integers(1, 6), st.floats(0, 1), st.floats(0, 1))
def test_the_priors_are_the_loops(n_labels, correlation, share):
    simulated = make_labelsets(3, n_labels=n_labels, correlation=correlation, share=share, random_state=0)
    assert simulated.labelsets.tolist() == [list(each) for each in itertools.product((0, 1), repeat=n_labels)]
    expected = [prior(each, correlation, share) for each in simulated.labelsets]
    np.testing.assert_allclose(simulated.priors, expected, rtol=1e-12, atol=1e-15)
    assert simulated.priors.sum() == pytest.approx(1)


@pytest.mark.parametrize(("correlation", "share"), [(0.0, 0.3), (0.8, 0.4), (0.5, 0.5)])
def test_correlation_and_share_come_out_in_a_large_sample(correlation, share):
    Y = make_labelsets(60_000, n_labels=4, correlation=correlation, share=share, random_state=1).target
    np.testing.assert_allclose(Y.mean(), share, atol=0.01)
    apart = np.abs(np.subtract.outer(np.arange(4), np.arange(4)))
    np.testing.assert_allclose(Y.corr(), np.where(apart == 0, 1, correlation**apart), atol=0.02)


def test_a_label_moves_its_own_feature():
    simulated = make_labelsets(60_000, n_labels=2, correlation=0.5, signal=2, n_noise=1, random_state=2)
    assert simulated.data.columns.tolist() == ["x_1", "x_2", "x_3"]
    assert simulated.frame.columns.tolist() == ["x_1", "x_2", "x_3", "label_1", "label_2"]
    by_set = simulated.data.groupby([simulated.target[name] for name in simulated.target])
    for labelset, rows in by_set:
        np.testing.assert_allclose(rows.mean(), [2 * labelset[0], 2 * labelset[1], 0], atol=0.05)
        np.testing.assert_allclose(rows.std(), 1, atol=0.05)


def test_the_posterior_is_bayes_rule():
    simulated = make_labelsets(50, n_labels=3, correlation=0.6, share=0.3, n_noise=2, random_state=3)
    X = simulated.data.to_numpy()
    density = norm.pdf(X[:, np.newaxis, :3], simulated.signal * simulated.labelsets).prod(axis=2)
    joint = density * simulated.priors
    expected = joint / joint.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(simulated.posterior(simulated.data), expected, rtol=1e-9)
    np.testing.assert_allclose(simulated.label_probabilities(X), expected @ simulated.labelsets, rtol=1e-9)
    assert simulated.most_probable(X).tolist() == simulated.labelsets[expected.argmax(axis=1)].tolist()


def test_no_rule_beats_the_most_probable_labelset():
    simulated = make_labelsets(40_000, n_labels=3, correlation=0.9, random_state=4)
    X, Y = simulated.data, simulated.target.to_numpy()
    whole = (simulated.most_probable(X) == Y).all(axis=1).mean()
    each = ((simulated.label_probabilities(X) > 0.5) == Y).all(axis=1).mean()
    assert whole == pytest.approx(simulated.posterior(X).max(axis=1).mean(), abs=0.01)
    assert whole > each


def test_the_edges():
    same = make_labelsets(200, n_labels=4, correlation=1, random_state=0).target
    assert (same.nunique(axis=1) == 1).all()
    assert make_labelsets(50, share=0, random_state=0).target.to_numpy().sum() == 0
    assert make_labelsets(50, share=1, random_state=0).posterior(np.zeros((1, 5))).tolist()[0] == [0.0] * 31 + [1.0]
    one, two = (make_labelsets(20, random_state=5) for _ in range(2))
    assert one.frame.equals(two.frame)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"n_labels": 13}, r"n_labels must be in \[1, 12\]; got 13"),
        ({"correlation": -0.1}, r"correlation must be in \[0, 1\]; got -0\.1"),
        ({"share": 1.5}, r"share must be in \[0, 1\]; got 1\.5"),
        ({"signal": -1}, r"signal must be in \[0, inf\); got -1"),
        ({"n_noise": -1}, r"n_noise must be in \[0, inf\]; got -1"),
        ({"n_samples": 0}, r"n_samples must be in \[1, inf\]; got 0"),
    ],
)
def test_bad_arguments(arguments, said):
    with pytest.raises(ValueError, match=said):
        make_labelsets(**arguments)
