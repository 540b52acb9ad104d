"""Two overlapping classes: counts, means, the truth against large samples and against scipy."""

from __future__ import annotations

import dataclasses

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import multivariate_normal, norm

from tiws_teach.datasets import describe, make_overlapping_classes


def test_counts_columns_and_labels():
    simulated = make_overlapping_classes(1000, ratio=9, n_features=3, random_state=0)
    assert simulated.target.value_counts().to_dict() == {0: 900, 1: 100}
    assert simulated.data.columns.to_list() == ["x_1", "x_2", "x_3"]
    assert simulated.frame.columns.to_list() == ["x_1", "x_2", "x_3", "y"]
    pd.testing.assert_series_equal(simulated.target, simulated.clean)
    assert not simulated.target.is_monotonic_increasing
    with pytest.raises(dataclasses.FrozenInstanceError):
        simulated.target = None


@given(st.integers(20, 300), st.floats(1, 9), st.floats(0.01, 1))
def test_exact_counts_for_any_ratio(n, ratio, overlap):
    simulated = make_overlapping_classes(n, ratio=ratio, overlap=overlap, random_state=0)
    assert simulated.target.sum() == round(n / (1 + ratio))
    assert len(simulated.data) == n


@pytest.mark.parametrize("overlap", [0.05, 0.3, 0.8, 1.0])
def test_the_overlap_is_the_area_under_both_densities(overlap):
    simulated = make_overlapping_classes(10, ratio=1, overlap=overlap, random_state=0)
    x = np.linspace(-12, 12, 200_001)
    both = np.minimum(norm.pdf(x, simulated.means[0, 0]), norm.pdf(x, simulated.means[1, 0]))
    assert np.trapezoid(both, x) == pytest.approx(overlap, abs=1e-6)
    assert simulated.means[0, 0] == -simulated.means[1, 0]
    assert (simulated.means[:, 1:] == 0).all()


def test_rows_follow_their_class():
    simulated = make_overlapping_classes(40_000, ratio=1, overlap=0.3, n_features=3, random_state=1)
    for label in (0, 1):
        rows = simulated.data[simulated.target == label]
        np.testing.assert_allclose(rows.mean(), simulated.means[label], atol=0.03)
        np.testing.assert_allclose(np.cov(rows.T), np.eye(3), atol=0.04)


def test_the_posterior_is_bayes_rule():
    simulated = make_overlapping_classes(100, ratio=4, overlap=0.2, n_features=3, random_state=0)
    X = simulated.data.to_numpy()
    well, ill = (multivariate_normal(mean).pdf(X) for mean in simulated.means)
    np.testing.assert_allclose(simulated.posterior(simulated.data), ill / (ill + 4 * well), rtol=1e-10)


@pytest.mark.parametrize("threshold", [0.1, 0.5, 0.9])
def test_the_boundary_has_its_probability(threshold):
    simulated = make_overlapping_classes(100, ratio=9, random_state=0)
    at = np.array([[simulated.boundary(threshold), 2.0]])
    assert simulated.posterior(at)[0] == pytest.approx(threshold)


def test_no_line_makes_fewer_errors_than_the_boundary():
    simulated = make_overlapping_classes(200_000, ratio=4, overlap=0.4, random_state=3)
    x, y = simulated.data["x_1"].to_numpy(), simulated.target.to_numpy()
    errors = [np.mean((x > simulated.boundary() + shift) != y) for shift in (-0.3, 0, 0.3)]
    assert min(errors) == errors[1]


def test_with_equal_weights_the_best_line_is_in_the_middle():
    simulated = make_overlapping_classes(100, ratio=9, random_state=0)
    assert simulated.boundary(1 / (1 + 9)) == pytest.approx(0)


def test_exchanged_labels():
    simulated = make_overlapping_classes(1000, ratio=9, label_noise=0.1, random_state=0)
    exchanged = simulated.target != simulated.clean
    assert exchanged.sum() == 100
    assert simulated.clean.sum() == 100
    assert simulated.clean[exchanged].sum() < 30  # drawn without regard to the class: about ten of them
    same = make_overlapping_classes(1000, ratio=9, random_state=0)
    pd.testing.assert_frame_equal(simulated.data, same.data)
    pd.testing.assert_series_equal(simulated.clean, same.clean)


def test_random_state():
    first, second = (make_overlapping_classes(50, random_state=5) for _ in range(2))
    pd.testing.assert_frame_equal(first.frame, second.frame)
    rng = np.random.default_rng(5)
    third, fourth = (make_overlapping_classes(50, random_state=rng) for _ in range(2))
    pd.testing.assert_frame_equal(first.frame, third.frame)
    assert not third.frame.equals(fourth.frame)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"n_samples": 1}, ValueError, r"n_samples must be in \[2, inf\]; got 1"),
        ({"ratio": 0.5}, ValueError, "ratio must be in"),
        ({"n_samples": 10, "ratio": 99}, ValueError, "ratio must leave a row of class 1 among 10; got 99. Lower ratio"),
        ({"overlap": 0}, ValueError, r"overlap must be in \(0, 1\]; got 0"),
        ({"overlap": 1.1}, ValueError, "overlap must be in"),
        ({"n_features": 0}, ValueError, "n_features must be in"),
        ({"label_noise": 0.6}, ValueError, r"label_noise must be in \[0, 0.5\]; got 0.6"),
        ({"random_state": "seed"}, TypeError, "random_state must be a whole number"),
    ],
)
def test_bad_input(options, error, message):
    with pytest.raises(error, match=message):
        make_overlapping_classes(**options)


def test_a_boundary_needs_a_difference_and_a_threshold_inside():
    with pytest.raises(ValueError, match="the overlap must be below 1 for a boundary; got 1"):
        make_overlapping_classes(10, ratio=1, overlap=1, random_state=0).boundary()
    with pytest.raises(ValueError, match=r"threshold must be inside \(0, 1\); got 0"):
        make_overlapping_classes(10, ratio=1, random_state=0).boundary(0)


def test_it_has_its_card():
    assert "make_overlapping_classes" in str(describe("overlapping_classes"))
