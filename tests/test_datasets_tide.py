"""The tide: hours, truth, noise, posterior and bad input."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy.stats import norm

from tiws_teach.datasets import describe, make_tide


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


def test_truth_and_noise():
    tide = make_tide(20_000, amplitude=8, noise=3, random_state=0)
    np.testing.assert_allclose(tide.truth([0, 3, 6, 9]), [0, 8, 0, -8], atol=1e-12)
    np.testing.assert_allclose(tide.truth(tide.data), tide.truth(tide.data["hour"]))
    residual = tide.target - tide.truth(tide.data)
    assert residual.std() == pytest.approx(3, rel=0.02)
    assert residual.mean() == pytest.approx(0, abs=0.07)
    np.testing.assert_array_equal(make_tide(9, noise=0).target, make_tide(9, noise=0).truth(make_tide(9).data))


def test_posterior_is_the_share_of_readings_above():
    tide = make_tide(10, amplitude=8, noise=3)
    np.testing.assert_allclose(tide.posterior([1.0, 8.0], 2), norm.sf(2, tide.truth([1.0, 8.0]), 3))
    np.testing.assert_array_equal(make_tide(4, noise=0).posterior([3.0, 9.0]), [1, 0])


def test_random_state_and_card():
    rng = np.random.default_rng(3)
    first, second = make_tide(5, random_state=rng), make_tide(5, random_state=rng)
    assert not first.target.equals(second.target)
    pd.testing.assert_series_equal(first.target, make_tide(5, random_state=3).target)
    assert "decimetres" in describe("tide")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"n_samples": 0}, r"n_samples must be in \[1, inf\]; got 0"),
        ({"amplitude": -1}, "amplitude must be in"),
        ({"noise": -1}, "noise must be in"),
        ({"design": "odd"}, "design must be one of 'even', 'random'; got 'odd'"),
    ],
)
def test_bad_input(options, message):
    with pytest.raises(ValueError, match=message):
        make_tide(**options)
