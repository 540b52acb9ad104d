"""The generators of measurements: each one's truth against loops, scipy and large samples."""

import itertools

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import multivariate_normal, norm

from tiws_teach.datasets import make_gaussian_classes, make_labelsets, make_overlapping_classes, make_tide

# make_gaussian_classes: shapes, the truth against scipy and against large samples -----------------------------------


THREE = ([[0.0, 0.0]], [[2.0, 0.0], [0.0, 2.0]], [[3.0, 3.0], [4.0, 4.0], [5.0, 5.0]])


def test_the_posterior_of_clouds_is_bayes_rule():
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


# make_overlapping_classes: counts, means, the truth against large samples and against scipy -------------------------


def test_counts_columns_and_labels():
    simulated = make_overlapping_classes(1000, ratio=9, n_features=3, random_state=0)
    assert simulated.target.value_counts().to_dict() == {0: 900, 1: 100}
    assert simulated.data.columns.to_list() == ["x_1", "x_2", "x_3"]
    assert simulated.frame.columns.to_list() == ["x_1", "x_2", "x_3", "y"]
    pd.testing.assert_series_equal(simulated.target, simulated.clean)
    assert not simulated.target.is_monotonic_increasing


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


def test_the_posterior_of_two_classes_is_bayes_rule():
    simulated = make_overlapping_classes(100, ratio=4, overlap=0.2, n_features=3, random_state=0)
    X = simulated.data.to_numpy()
    well, ill = (multivariate_normal(mean).pdf(X) for mean in simulated.means)
    np.testing.assert_allclose(simulated.posterior(simulated.data), ill / (ill + 4 * well), rtol=1e-10)


@pytest.mark.parametrize("threshold", [0.1, 0.5, 0.9])
def test_the_boundary_has_its_probability(threshold):
    simulated = make_overlapping_classes(100, ratio=9, random_state=0)
    at = np.array([[simulated.boundary(threshold), 2.0]])
    assert simulated.posterior(at)[0] == pytest.approx(threshold)


def test_exchanged_labels():
    simulated = make_overlapping_classes(1000, ratio=9, label_noise=0.1, random_state=0)
    exchanged = simulated.target != simulated.clean
    assert exchanged.sum() == 100
    assert simulated.clean.sum() == 100
    assert simulated.clean[exchanged].sum() < 30  # drawn without regard to the class: about ten of them
    same = make_overlapping_classes(1000, ratio=9, random_state=0)
    pd.testing.assert_frame_equal(simulated.data, same.data)
    pd.testing.assert_series_equal(simulated.clean, same.clean)


def test_a_boundary_needs_a_difference_and_a_threshold_inside():
    with pytest.raises(ValueError, match="the overlap must be below 1 for a boundary; got 1"):
        make_overlapping_classes(10, ratio=1, overlap=1, random_state=0).boundary()
    with pytest.raises(ValueError, match=r"threshold must be inside \(0, 1\); got 0"):
        make_overlapping_classes(10, ratio=1, random_state=0).boundary(0)


# make_labelsets: the truth against loops and large samples ----------------------------------------------------------


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


def test_the_posterior_of_labelsets_is_bayes_rule():
    simulated = make_labelsets(50, n_labels=3, correlation=0.6, share=0.3, n_noise=2, random_state=3)
    X = simulated.data.to_numpy()
    density = norm.pdf(X[:, np.newaxis, :3], simulated.signal * simulated.labelsets).prod(axis=2)
    joint = density * simulated.priors
    expected = joint / joint.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(simulated.posterior(simulated.data), expected, rtol=1e-9)
    np.testing.assert_allclose(simulated.label_probabilities(X), expected @ simulated.labelsets, rtol=1e-9)
    assert simulated.most_probable(X).tolist() == simulated.labelsets[expected.argmax(axis=1)].tolist()


# make_tide: hours, truth, noise, posterior --------------------------------------------------------------------------


def test_even_hours_are_the_same_for_every_seed():
    one, two = make_tide(6, random_state=0), make_tide(6, random_state=1)
    np.testing.assert_allclose(one.data["hour"], [1, 3, 5, 7, 9, 11])
    pd.testing.assert_frame_equal(one.data, two.data)
    assert not one.target.equals(two.target)
    assert list(one.frame.columns) == ["hour", "level"]


def test_random_hours_rise_and_differ():
    tide = make_tide(40, design="random", random_state=0)
    assert tide.data["hour"].is_monotonic_increasing
    assert tide.data["hour"].between(0, 12).all()
    assert not tide.data.equals(make_tide(40, design="random", random_state=1).data)


def test_truth_and_noise_of_the_tide():
    tide = make_tide(20_000, amplitude=8, noise=3, random_state=0)
    np.testing.assert_allclose(tide.truth([0, 3, 6, 9]), [0, 8, 0, -8], atol=1e-12)
    np.testing.assert_allclose(tide.truth(tide.data), tide.truth(tide.data["hour"]))
    residual = tide.target - tide.truth(tide.data)
    assert residual.std() == pytest.approx(3, rel=0.02)
    assert residual.mean() == pytest.approx(0, abs=0.07)
    np.testing.assert_array_equal(make_tide(9, noise=0).target, make_tide(9, noise=0).truth(make_tide(9).data))


def test_the_posterior_of_the_tide_is_the_share_of_readings_above():
    tide = make_tide(10, amplitude=8, noise=3)
    np.testing.assert_allclose(tide.posterior([1.0, 8.0], 2), norm.sf(2, tide.truth([1.0, 8.0]), 3))
    np.testing.assert_array_equal(make_tide(4, noise=0).posterior([3.0, 9.0]), [1, 0])
