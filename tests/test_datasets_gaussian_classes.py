"""Classes of normal clouds: shapes, the truth against scipy and against large samples, bad input."""

from __future__ import annotations

import dataclasses

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import multivariate_normal

from tiws_teach.datasets import describe, make_gaussian_classes

THREE = ([[0.0, 0.0]], [[2.0, 0.0], [0.0, 2.0]], [[3.0, 3.0], [4.0, 4.0], [5.0, 5.0]])


def test_rows_columns_and_truth_are_there():
    simulated = make_gaussian_classes(50, centers=THREE, random_state=0)
    assert simulated.data.columns.to_list() == ["x_1", "x_2"]
    assert simulated.frame.columns.to_list() == ["x_1", "x_2", "y"]
    assert simulated.data.shape == (50, 2)
    assert set(simulated.target) <= {0, 1, 2}
    assert [len(each) for each in simulated.centers] == [1, 2, 3]
    with pytest.raises(dataclasses.FrozenInstanceError):
        simulated.spread = 1.0


def test_the_posterior_is_bayes_rule():
    priors = (0.5, 0.2, 0.3)
    simulated = make_gaussian_classes(30, centers=THREE, spread=0.8, priors=priors, random_state=0)
    X = simulated.data.to_numpy()
    joint = np.column_stack(
        [
            prior * np.mean([multivariate_normal(center, 0.64 * np.eye(2)).pdf(X) for center in centers], axis=0)
            for centers, prior in zip(THREE, priors, strict=True)
        ]
    )
    np.testing.assert_allclose(simulated.posterior(simulated.data), joint / joint.sum(axis=1)[:, None], rtol=1e-9)


def test_the_posterior_is_what_a_large_sample_shows():
    simulated = make_gaussian_classes(200_000, priors=(0.7, 0.3), random_state=1)
    said = simulated.posterior(simulated.data)[:, 1]
    for low in np.arange(0, 1, 0.1):
        there = (said >= low) & (said < low + 0.1)
        assert simulated.target[there].mean() == pytest.approx(said[there].mean(), abs=0.015)
    assert simulated.target.mean() == pytest.approx(0.3, abs=0.004)


def test_centres_of_a_class_are_equally_probable():
    simulated = make_gaussian_classes(30_000, centers=THREE, spread=0.01, random_state=2)
    of_last = simulated.data[simulated.target == 2].round()
    np.testing.assert_allclose(of_last["x_1"].value_counts(normalize=True), 1 / 3, atol=0.02)


def test_far_away_the_posterior_is_still_a_probability():
    posterior = make_gaussian_classes(10, random_state=0).posterior([[1e6, -1e6], [0.0, 0.0]])
    assert np.isfinite(posterior).all()
    np.testing.assert_allclose(posterior.sum(axis=1), 1)


@given(st.integers(1, 60), st.integers(0, 5))
def test_the_same_seed_gives_the_same_rows(n, seed):
    first, second = (make_gaussian_classes(n, random_state=seed) for _ in range(2))
    pd.testing.assert_frame_equal(first.frame, second.frame)
    assert len(first.data) == n


def test_a_generator_moves_on():
    rng = np.random.default_rng(0)
    first, second = (make_gaussian_classes(20, random_state=rng) for _ in range(2))
    assert not first.data.equals(second.data)


@pytest.mark.parametrize(
    ("options", "match"),
    [
        ({"n_samples": 0}, "n_samples must be in"),
        ({"centers": [[[0, 0]]]}, "centers must have an entry for each of at least 2 classes; got 1"),
        ({"centers": [[[0, 0]], [[1]]]}, "centers must have the same number of features"),
        ({"centers": [[0, 0], [1, 1]]}, "centers must hold a table of finite numbers"),
        ({"centers": [[[0, np.nan]], [[1, 1]]]}, "centers must hold a table of finite numbers"),
        ({"spread": 0}, "spread must be in"),
        ({"priors": [0.5, 0.6]}, "priors must be 2 positive numbers that sum to 1"),
        ({"priors": [1.0, 0.0]}, "priors must be 2 positive numbers"),
        ({"priors": [1 / 3] * 3}, "priors must be 2 positive numbers"),
    ],
)
def test_bad_input_is_told_what_to_do(options, match):
    with pytest.raises(ValueError, match=match):
        make_gaussian_classes(**{"n_samples": 10} | options)


def test_there_is_a_card():
    assert "make_gaussian_classes" in str(describe("gaussian_classes"))
