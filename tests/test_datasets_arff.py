"""The ARFF reader, dense and sparse, against hand-made files and SciPy; a file of one's own and its labels."""

import gzip
import io

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.io import arff as scipy_arff

from tiws_teach.datasets import load_arff
from tiws_teach.datasets.arff import Attribute, parse_attribute, read_arff

HEADER = (
    "@relation 'r: -C 2' %50\n% a comment\n@ATTRIBUTE x numeric\n@attribute y {0,1}\n@attribute z {red,green}\n@Data\n"
)


def read(text):
    return read_arff(io.StringIO(text))


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("@attribute x numeric", Attribute("x", None)),
        ("@ATTRIBUTE\tx\tREAL", Attribute("x", None)),
        ("@attribute 1-1/2-year {0,1}", Attribute("1-1/2-year", ("0", "1"))),
        ("@attribute 'two words' { 'light red' , blue }", Attribute("two words", ("light red", "blue"))),
        ('@attribute "it\'s" integer', Attribute("it's", None)),
        (r"@attribute 'it\'s' {a}", Attribute("it's", ("a",))),
        ("@attribute 0; {0,1}", Attribute("0;", ("0", "1"))),
    ],
)
def test_parse_attribute(line, expected):
    assert parse_attribute(line) == expected


@pytest.mark.parametrize(
    ("rows", "x", "y", "z"),
    [
        ("1.5, 0, red\n\n% between\n-2e3,1,green\n", [1.5, -2000.0], [0, 1], ["red", "green"]),
        # a sparse row leaves out zeros and the first declared value
        ("{0 1.5,2 green}\n{}\n{1 1}\n{ 2 red , 0 7 }\n", [1.5, 0, 0, 7], [0, 0, 1, 0], ["green"] + ["red"] * 3),
    ],
)
def test_dense_and_sparse_rows(rows, x, y, z):
    table = read(HEADER + rows)
    assert table.to_dict("list") == {"x": x, "y": y, "z": z}
    assert table["y"].dtype == np.int64


def test_sparse_default_is_not_always_zero():
    table = read("@relation r\n@attribute a {1,0}\n@data\n{}\n{0 0}\n")
    assert table["a"].tolist() == [1, 0]


def test_missing_values_are_missing_in_both_forms():
    dense = read(HEADER + "?,?,?\n1,1,red\n")
    sparse = read(HEADER + "{0 ?,1 ?,2 ?}\n{0 1,1 1,2 red}\n")
    pd.testing.assert_frame_equal(dense, sparse)
    assert dense.iloc[0].isna().all()
    assert dense.iloc[1].notna().all()


TWICE = "@relation r\n@attribute x numeric\n@attribute x numeric\n@data\n1,2\n"
NO_HEADER = "must have @attribute lines and a @data line"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (HEADER + "1,0\n", r"line 7 of the ARFF file is invalid: it must have 3 values; got 2\."),
        (HEADER + "1,0,blue\n", r"line 7 .*'blue'.*Correct it, or download the original file again\."),
        (HEADER + "1,0,red\nx,0,red\n", "line 8 .*could not convert"),
        (HEADER + "{3 1}\n", r"line 7 .*must be distinct and in \[0, 2\]; got 3"),
        (HEADER + "{0 1, 0 2}\n", "line 7 .*must be distinct and in .*; got 0"),
        (HEADER + "{0 1\n", "line 7 .*must end with a brace"),
        ("", NO_HEADER),
        ("@relation r\n@attribute x numeric\n", NO_HEADER),
        ("@data\n1\n", NO_HEADER),
        (TWICE, r"must have unique names; got \['x'\] more than once\. Rename them"),
        *(
            (f"@attribute x {kind}\n", "the attribute 'x' must be numeric or nominal; got the type")
            for kind in ("string", "date 'yyyy'", "relational")
        ),
        ("@attribute x\n", "must have a name and a type"),
    ],
)
def test_a_broken_file_is_told_with_its_line(text, message):
    with pytest.raises(ValueError, match=message):
        read(text)


rows_strategy = st.lists(
    st.tuples(st.floats(-1e6, 1e6, allow_nan=False), st.integers(0, 1), st.sampled_from(["red", "green"])),
    min_size=1,
    max_size=12,
)


@settings(max_examples=40, deadline=None)
@given(rows_strategy)
def test_dense_equals_sparse_equals_scipy(rows):
    dense = HEADER.replace(" %50", "") + "".join(f"{x!r},{y},{z}\n" for x, y, z in rows)
    sparse = HEADER + "".join(f"{{0 {x!r},1 {y},2 {z}}}\n" for x, y, z in rows)
    table = read(dense)
    pd.testing.assert_frame_equal(table, read(sparse))
    peer = pd.DataFrame(scipy_arff.loadarff(io.StringIO(dense))[0])
    assert table["x"].tolist() == peer["x"].tolist()
    assert table["z"].tolist() == [word.decode() for word in peer["z"]]


# load_arff ---------------------------------------------------------------------------------------------------------

DENSE = HEADER + "1.5,0,red\n0,1,green\n"
SPARSE = HEADER + "{0 1.5}\n{1 1,2 green}\n"
XML = '<labels xmlns="http://mulan.sourceforge.net/labels"><label name="z"/><label name="y"></label></labels>'


@pytest.fixture
def written(tmp_path):
    def write(name, content):
        raw = content.encode("utf-8") if isinstance(content, str) else content
        (tmp_path / name).write_bytes(gzip.compress(raw) if name.endswith(".gz") else raw)
        return tmp_path / name

    return write


@pytest.mark.parametrize("name", ["dense.arff", "sparse.arff", "sparse.arff.gz"])
@pytest.mark.parametrize(
    ("labels", "features", "target"),
    [
        (0, ["x", "y", "z"], []),
        (1, ["y", "z"], ["x"]),
        (-2, ["x"], ["y", "z"]),
        (np.int64(-1), ["x", "y"], ["z"]),
        (["y"], ["x", "z"], ["y"]),
        ("labels.xml", ["x"], ["z", "y"]),
    ],
)
def test_labels_by_number_by_name_and_by_xml(written, name, labels, features, target):
    path = written(name, DENSE if name.startswith("dense") else SPARSE)
    labels = str(written(labels, XML)) if isinstance(labels, str) else labels
    bunch = load_arff(path, labels)
    assert (bunch.feature_names, bunch.target_names) == (features, target)
    assert bunch.frame.columns.to_list() == [*features, *target]
    pd.testing.assert_frame_equal(bunch.data.join(bunch.target)[["x", "y", "z"]], read(DENSE))
    assert bunch.target.shape == (2, len(target))


def test_paths_may_be_words_or_paths_and_other_encodings_can_be_named(written):
    path = written("latin.arff", (HEADER + "1,0,red\n% caf\u00e9\n").encode("latin-1"))
    with pytest.raises(ValueError, match=r"encoding must be that of latin\.arff; got 'utf-8'.* Try encoding='latin-1'"):
        load_arff(path)
    assert len(load_arff(str(path), written("labels.xml", XML), encoding="latin-1").data) == 1


@pytest.mark.parametrize(
    ("labels", "error", "message"),
    [
        (4, ValueError, r"labels must be in \[-3, 3\]; got 4"),
        (-4, ValueError, r"labels must be in \[-3, 3\]; got -4"),
        (["y", "w"], ValueError, r"labels must be distinct attributes of the ARFF file; got \['w'\]"),
        (["y", "y"], ValueError, r"labels must be distinct attributes of the ARFF file; got \['y'\]"),
        ("last", TypeError, "labels must be a whole number, the name of a file that ends in .xml, or .*; got 'last'"),
        (True, TypeError, "labels must be a whole number.*; got True"),
        (1.5, TypeError, "labels must be a whole number.*; got 1.5"),
        ("nowhere.xml", FileNotFoundError, r"labels must be a file that exists; got 'nowhere\.xml'"),
        (XML[:-5], ValueError, r"labels\.xml must be an XML file of labels; got "),
        ("<labels/>", ValueError, "labels.xml must list labels as <label name=.*; got none"),
        ("<labels><label/></labels>", ValueError, "labels.xml must be an XML file of labels; got 'name'"),
        (XML.replace('"y"', '"w"'), ValueError, r"labels must be distinct attributes of the ARFF file; got \['w'\]"),
    ],
)
def test_labels_that_do_not_fit(written, labels, error, message):
    given = written("labels.xml", labels) if str(labels).startswith("<") else labels
    with pytest.raises(error, match=message):
        load_arff(written("small.arff", DENSE), given)


def test_a_file_that_is_not_there_or_is_no_arff(written):
    with pytest.raises(FileNotFoundError, match=r"path must be a file that exists; got .*none\.arff"):
        load_arff("none.arff")
    with pytest.raises(ValueError, match="must have @attribute lines"):
        load_arff(written("table.csv", "x,y\n1,2\n"))
