"""What the tests of several methods share: refused calls, tables of labels, and the memory of a call."""

import tracemalloc

import numpy as np
import pytest


def refused(cases, given=tuple):
    """Return a test that each call, with what `given` returns, is refused with its message."""

    @pytest.mark.parametrize(("call", "message"), cases)
    def test(call, message):
        with pytest.raises((ValueError, TypeError), match=message):
            call(*given())

    return test


def features_and_labels(n=90, n_labels=5, seed=0):
    """Labels that follow features and one another; some rows have none."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 3))
    hidden = X @ rng.normal(size=(3, n_labels)) + rng.normal(scale=0.5, size=(n, n_labels)) - 0.3
    hidden[:, 1:] += hidden[:, :-1]
    return X, (hidden > 0).astype(int)


def peak_of(work):
    """Return the most memory that a call takes at one time, in bytes."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
