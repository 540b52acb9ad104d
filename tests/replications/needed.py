"""What tests of replications share: a file that is not to be had skips, with the loader's own reason."""

import pytest

from tiws_teach.datasets import DatasetError


def or_skip(call, *arguments):
    """Return what a call gives, or skip where a data file is not to be had."""
    try:
        return call(*arguments)
    except (DatasetError, OSError) as error:
        pytest.skip(str(error))
