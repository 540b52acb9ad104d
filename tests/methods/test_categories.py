"""Labels to codes and back: order, missing values, and every kind of column."""

import warnings

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tiws_teach._categories import (
    MANY_CATEGORIES,
    MISSING,
    columns_of,
    encode_column,
    encode_known,
    sort_labels,
    warn_of_many,
)

values = st.one_of(st.none(), st.text(max_size=2), st.integers(-3, 3), st.just(float("nan")))


def is_missing(value):
    return value is None or value != value


COLUMNS = {
    "list": (["b", None, "a", "b"], ["a", "b"]),
    "object": (np.array(["b", np.nan, "a", "b"], dtype=object), ["a", "b"]),
    "series": (pd.Series(["b", None, "a", "b"], index=[4, 3, 2, 1]), ["a", "b"]),
    "string": (pd.Series(["b", pd.NA, "a", "b"], dtype="string"), ["a", "b"]),
    "index": (pd.Index(["b", None, "a", "b"]), ["a", "b"]),
    "categorical": (pd.Categorical(["b", None, "a", "b"], categories=["c", "b", "a"]), ["a", "b"]),
    "category": (pd.Series(pd.Categorical(["b", None, "a", "b"], ["c", "b", "a"], ordered=True)), ["a", "b"]),
    "float": (np.array([2.0, np.nan, -1.5, 2.0]), [-1.5, 2.0]),
    "Int64": (pd.Series([20, None, 3, 20], dtype="Int64"), [3, 20]),
    "boolean": (pd.Series([True, None, False, True], dtype="boolean"), [False, True]),
    "datetime": (pd.to_datetime(pd.Series(["2020-01-02", None, "2020-01-01", "2020-01-02"])), None),
    "tuples": ([("b", 1), None, ("a", 2), ("b", 1)], [("a", 2), ("b", 1)]),
    "mixed missing": (np.array(["b", pd.NaT, "a", "b"], dtype=object), ["a", "b"]),
}


@pytest.mark.parametrize("kind", COLUMNS)
def test_codes_of_every_kind(kind):
    column, expected = COLUMNS[kind]
    codes, labels = encode_column(column)
    assert codes.tolist() == [1, MISSING, 0, 1]
    assert codes.dtype == np.int64
    assert labels.dtype == object
    if expected is not None:
        assert list(labels) == expected


def test_plain_strings_and_whole_numbers():
    for column, expected in ((np.array(["b", "a", "b"]), ["a", "b"]), (np.array([7, -1, 7]), [-1, 7])):
        codes, labels = encode_column(column)
        assert codes.tolist() == [1, 0, 1]
        assert list(labels) == expected


def test_numbers_are_sorted_as_numbers():
    assert list(encode_column([10, 9, 100])[1]) == [9, 10, 100]
    assert list(encode_column(["10", "9", "100"])[1]) == ["10", "100", "9"]


@given(st.lists(values, max_size=12))
def test_labels_of_the_codes_are_the_column(column):
    codes, labels = encode_column(column)
    back = [None if code == MISSING else labels[code] for code in codes]
    assert back == [None if is_missing(value) else value for value in column]
    assert len(set(labels)) == len(labels)
    assert set(codes) - {MISSING} == set(range(len(labels)))


@given(st.lists(values, max_size=12), st.lists(values, max_size=12))
def test_known_labels_keep_their_codes(first, second):
    _, known = encode_column(first)
    codes, new = encode_known(second, known)
    labels = [*known, *new]
    assert [None if code == MISSING else labels[code] for code in codes] == [
        None if is_missing(value) else value for value in second
    ]
    assert not set(known) & set(new)
    assert set(new) <= set(second)


@given(st.permutations(["b", "a", 3, 10, 2.5, True and "c", (1, 2)]))
def test_mixed_labels_have_one_order(labels):
    assert list(sort_labels(labels)) == [2.5, 3, 10, (1, 2), "a", "b", "c"]


def test_tuples_are_sorted_by_their_parts_and_what_has_no_order_is_refused():
    labels = [("b", 2), (1, "a"), (1, 2, 3), (None, 0), "c", ("b", "a")]
    expected = [(1, "a"), (1, 2, 3), (None, 0), ("b", 2), ("b", "a"), "c"]
    assert set(sort_labels(labels)) == set(labels)
    assert list(sort_labels(labels)) == list(sort_labels(labels[::-1]))
    assert list(sort_labels(labels))[-1] == expected[-1]
    with pytest.raises(TypeError, match="X must hold categories that can be sorted; got '<' not supported"):
        sort_labels([1j, 2j])


def test_empty_column():
    codes, labels = encode_column([])
    assert (codes.size, labels.size) == (0, 0)
    codes, labels = encode_column([None, np.nan])
    assert codes.tolist() == [-1, -1]
    assert labels.size == 0


def test_columns_of_frames_and_arrays():
    frame = pd.DataFrame({"a": [1, 2], "b": ["u", "v"]})
    assert [list(column) for column in columns_of(frame)] == [[1, 2], ["u", "v"]]
    assert [list(column) for column in columns_of(frame.to_numpy())] == [[1, 2], ["u", "v"]]
    twice = pd.DataFrame([[1, 2]], columns=["a", "a"])
    assert [list(column) for column in columns_of(twice)] == [[1], [2]]
    array = np.zeros((5, 2))
    assert all(np.shares_memory(column, array) for column in columns_of(array))


@pytest.mark.parametrize("dtype", ["int64", "float64", "uint16", "Int64", "Float64"])
def test_many_numbers_are_warned_of(dtype):
    column = pd.Series(np.arange(MANY_CATEGORIES), dtype=dtype)
    with pytest.warns(UserWarning, match=r"column 'income' is numeric with 1000 different values.*KBinsDiscretizer"):
        warn_of_many("income", column, MANY_CATEGORIES)


def test_few_numbers_and_many_names_are_not():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warn_of_many("n", np.arange(3 * MANY_CATEGORIES) % (MANY_CATEGORIES - 1), MANY_CATEGORIES - 1)
        warn_of_many("code", pd.Series([f"c{i}" for i in range(2000)]), 2000)
        warn_of_many("code", pd.Categorical([f"c{i}" for i in range(2000)]), 2000)
        warn_of_many("day", pd.Series(pd.date_range("2000-01-01", periods=150)), 150)


@pytest.mark.parametrize(
    ("column", "words"),
    [
        (pd.Series(np.arange(250.0)), "is numeric with 250 different values"),
        (pd.Series(pd.date_range("2026-01-01", periods=300)), "is a date with 300 different values"),
    ],
)
def test_a_value_for_every_other_row_is_told_as_a_measurement(column, words):
    with pytest.warns(UserWarning, match=words):
        warn_of_many("when", column, column.nunique())


def test_few_values_for_many_rows_are_no_measurement():
    warn_of_many("age", pd.Series(np.arange(5000) % 250), 250)


def test_a_list_in_a_cell_is_told():
    with pytest.raises(TypeError, match="X must hold one category in each cell; got unhashable type"):
        encode_column(pd.Series([[1], [2]], name="tags"))
