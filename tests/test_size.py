"""The project does not grow unseen: lines, and the functions that an estimator passes through."""

import tomllib
from pathlib import Path

import pytest

from tools import size

LIMITS = tomllib.loads(Path(size.__file__).with_suffix(".toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("room", LIMITS["lines"])
def test_lines_stay_below_their_limits(room):
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in size.totals()[room])
    assert 0 < lines <= LIMITS["lines"][room]


@pytest.mark.parametrize("name", LIMITS["functions"])
def test_a_call_enters_no_more_functions_than_its_limit(name):
    entered = size.passed_through(size.calls()[name])
    assert 1 < len(entered) <= LIMITS["functions"][name], entered


def test_lines_of_code_and_docstrings_are_told_apart():
    text = (
        '"""One\ntwo."""\n\nNAME = 1  # a comment\n"""What it is."""\n\n# a comment\n'
        'def f():\n    """Do."""\n    return """a\nb"""\n'
    )
    assert size.docstring_lines(text) == {1, 2, 5, 9}
    assert size.code_lines(text) == {4, 8, 10, 11}
