"""Lesson 11: its experiments and its drawings."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.figure import Figure

from tiws_teach.lessons.categories import experiments, plots


def test_the_spread_of_the_means_goes_with_the_root_of_n():
    spreads = [experiments.sample_means(n, n_samples=4000).spread for n in (1, 4, 16)]
    assert spreads == pytest.approx([1, 1 / 2, 1 / 4], rel=0.05)


def test_the_first_mean_is_that_of_the_first_sample():
    drawn = np.random.default_rng(3).exponential(1.0, size=(2, 5))
    np.testing.assert_allclose(experiments.sample_means(5, n_samples=2, seed=3).means, drawn.mean(axis=1))


def test_the_histogram_counts_every_sample_and_the_words_say_the_spread():
    result = experiments.sample_means(9)
    ax = plots.plot_means(result, Figure().add_subplot())
    assert sum(bar.get_height() for bar in ax.patches) == 500
    assert f"{result.spread:.3f}" in plots.describe_means(result)
