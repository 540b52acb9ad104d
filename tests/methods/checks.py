"""What the tests of several methods share: calls that are refused, and the memory that a call takes."""

import tracemalloc

import pytest


def refused(cases, given=tuple):
    """Return a test that each call, with what `given` returns, is refused with its message."""

    @pytest.mark.parametrize(("call", "message"), cases)
    def test(call, message):
        with pytest.raises((ValueError, TypeError), match=message):
            call(*given())

    return test


def peak_of(work):
    """Return the most memory that a call takes at one time, in bytes."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
