"""Argument checks: what passes, what does not, and that each message says argument, rule, value and advice."""

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

from tiws_teach import _validation
from tiws_teach._validation import (
    check_choice,
    check_count,
    check_number,
    check_one_type,
    check_same_index,
    fail,
    project_folder,
)


def test_fail_has_one_form():
    with pytest.raises(ValueError, match=r"^k must be at most 60; got 75\. Lower k\.$"):
        fail("k", "be at most 60", 75, "Lower k.")
    with pytest.raises(TypeError, match=r"^k must be whole; got 1\.5\. Round it\.$"):
        fail("k", "be whole", 1.5, "Round it.", TypeError)


@pytest.mark.parametrize("value", ["a", 2, None])
def test_choices_pass(value):
    assert check_choice("option", value, ("a", 2, None)) == value


@pytest.mark.parametrize("value", ["b", 3, True, np.zeros(2), ["a"], np.nan])
def test_other_values_are_no_choice(value):
    with pytest.raises(ValueError, match=r"option must be one of 'a', 2, None, 1; got .*\. Choose one of the 4 names"):
        check_choice("option", value, ("a", 2, None, 1))


@pytest.mark.parametrize("value", [0, 1, 0.5, np.float32(0.25), np.int64(1), Fraction(1, 3)])
def test_numbers_pass_as_floats(value):
    found = check_number("share", value, 0, 1)
    assert type(found) is float
    assert found == pytest.approx(float(value))


@pytest.mark.parametrize(
    ("value", "options", "error", "match"),
    [
        (1.5, {}, ValueError, r"^share must be in \[0, 1\]; got 1\.5\. Pass a number in \[0, 1\]\.$"),
        (-1, {}, ValueError, r"share must be in \[0, 1\]; got -1"),
        (0, {"open_low": True}, ValueError, r"share must be in \(0, 1\]; got 0"),
        (np.nan, {}, ValueError, r"share must be in \[0, 1\]; got nan"),
        (np.inf, {"high": np.inf}, ValueError, r"share must be in \[0, inf\); got inf"),
        (True, {}, TypeError, r"share must be a number in \[0, 1\]; got True"),
        (np.True_, {}, TypeError, "share must be a number"),
        ("0.5", {}, TypeError, r"share must be a number in \[0, 1\]; got '0\.5'"),
        (None, {}, TypeError, "got None"),
        (1j, {}, TypeError, "got 1j"),
    ],
)
def test_numbers_out_of_bounds(value, options, error, match):
    with pytest.raises(error, match=match):
        check_number("share", value, 0, **({"high": 1} | options))


@pytest.mark.parametrize("value", [2, 5, np.int32(3), np.uint8(4)])
def test_counts_pass_as_ints(value):
    found = check_count("k", value, 2, 5)
    assert type(found) is int
    assert found == value


@pytest.mark.parametrize(
    ("value", "high", "error", "match"),
    [
        (1, 5, ValueError, r"^k must be in \[2, 5\]; got 1\. Pass a whole number in \[2, 5\]\.$"),
        (6, 5, ValueError, r"k must be in \[2, 5\]; got 6"),
        (1, None, ValueError, r"k must be in \[2, inf\]; got 1"),
        (3.0, 5, TypeError, r"k must be a whole number in \[2, 5\]; got 3\.0"),
        (True, 5, TypeError, "got True"),
        ("3", 5, TypeError, "got '3'"),
    ],
)
def test_counts_out_of_bounds(value, high, error, match):
    with pytest.raises(error, match=match):
        check_count("k", value, 2, high)


def test_project_folder_of_a_checkout_and_of_a_wheel(tmp_path, monkeypatch):
    assert (project_folder("datasets") / "registry.csv").is_file()
    package = tmp_path / "tiws_teach"
    monkeypatch.setattr(_validation, "_PACKAGE", package)
    with pytest.raises(FileNotFoundError, match="the folder 'notebooks' of tiws_teach is missing; reinstall"):
        project_folder("notebooks")
    (tmp_path / "notebooks").mkdir()
    assert project_folder("notebooks") == tmp_path / "notebooks"
    (package / "_files" / "notebooks").mkdir(parents=True)
    assert project_folder("notebooks") == package / "_files" / "notebooks"


@pytest.mark.parametrize("rows", [pd.DataFrame({"a": [1, 2]}, ["p", "q"]), pd.Series([1, 2], ["p", "q"]), [1, 2]])
def test_rows_of_the_same_index_or_of_none_pass(rows):
    for y in ([0, 1], np.array([0, 1]), pd.Series([0, 1], ["p", "q"]), pd.DataFrame({"y": [0, 1]}, ["p", "q"])):
        check_same_index(rows, y)


@pytest.mark.parametrize(
    ("index", "said"),
    [
        (["q", "p"], r"labels must have the index of texts; got 2 of 2 rows in common, in another order\. Pass labels"),
        (["q", "r"], r"got 1 of 2 rows in common\. Pass labels\.loc\[texts\.index\], or labels\.to_numpy\(\) to match"),
        (["p"], r"got 1 of 2 rows in common\. "),
    ],
)
def test_rows_of_another_index_are_refused(index, said):
    texts = pd.Series(["good", "bad"], ["p", "q"])
    with pytest.raises(ValueError, match=said):
        check_same_index(texts, pd.Series(range(len(index)), index), ("texts", "labels"))


@pytest.mark.parametrize(
    "labels", [["a", "b", None, np.nan], [1, 2.5, True], (1, 2), np.array(["a", 1]), pd.Series([1, 2]), "ab", None, []]
)
def test_labels_of_one_type_pass(labels):
    check_one_type("y", labels)
    if isinstance(labels, list):
        check_one_type("y", np.array(labels, dtype=object))


@pytest.mark.parametrize("labels", [["a", 1], ("a", np.int64(1)), pd.Series(["a", 1.5, np.nan]), [True, "True"]])
def test_strings_and_numbers_side_by_side_are_refused(labels):
    with pytest.raises(ValueError, match=r"^y must hold labels of one type; got strings and \w+ .*\. Convert them,"):
        check_one_type("y", labels)
