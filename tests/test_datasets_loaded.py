"""Every stored set, as `load` gives it, against its card and against facts read by other means."""

import csv
import io
import zipfile
from functools import cache, wraps

import numpy as np
import pandas as pd
import pytest
from scipy.io import arff as scipy_arff
from sklearn.datasets import load_digits

from tiws_teach import datasets
from tiws_teach._validation import project_folder
from tiws_teach.datasets._cache import fetch, is_present
from tiws_teach.datasets._cards import read_card
from tiws_teach.datasets._plain_tables import PlainTable
from tiws_teach.datasets._readers import expand_counts
from tiws_teach.datasets._registry import registry
from tiws_teach.datasets._sets import READERS

KEYS = {"frame", "data", "target", "feature_names", "target_names", "DESCR", "description", "licence", "citation"}
EMBEDDED = sorted(set(READERS) - set(registry()))
PLAIN_TABLES = sorted(name for name, reader in READERS.items() if isinstance(reader, PlainTable) and name != "vehicle")


def need(name):
    if name in registry() and not is_present(name):
        pytest.skip(f"the files of {name} are not on this machine: set TIWS_TEACH_DATA, or download({name!r})")


@cache
def load(name):
    return datasets.load(name)


def each(names):
    """Return the names as parameters, those that need a download with the mark `data`."""
    return [pytest.param(name, marks=[pytest.mark.data] if name in registry() else []) for name in names]


def data(name):
    """Mark a test that needs the files of a set, and skip it where they are not on this machine."""

    def mark(test):
        @wraps(test)
        def run():
            need(name)
            test()

        return pytest.mark.data(run)

    return mark


def count(bunch, key):
    """Return what a line of the card's table of counts must say."""
    word, _, rest = key.partition(" ")
    if key in ("rows", "features"):
        return bunch.data.shape[key == "features"]
    if key == "missing values":
        return int(bunch.data.isna().to_numpy().sum())
    if key == "labels":
        return bunch.target.shape[1]
    if key == "cardinality":
        return round(float(bunch.target.sum(axis=1).mean()), 3)
    if " = " in key:
        column, _, category = key.partition(" = ")
        return int((bunch.data[column] == category).sum())
    if word == "class":
        return int((bunch.target == bunch.target_names.index(rest)).sum())
    return OTHER_COUNTS[key](bunch)


OTHER_COUNTS = {
    "repeated rows": lambda bunch: bunch.frame.duplicated().sum(),
    "distinct codes": lambda bunch: bunch.target.nunique(),
    "distinct texts": lambda bunch: bunch.data["text"].nunique(),
    "rows that share their text": lambda bunch: bunch.data["text"].duplicated(keep=False).sum(),
    "texts with several codes": lambda bunch: bunch.frame.drop_duplicates()["text"].value_counts().gt(1).sum(),
    "texts that repeat an earlier one": lambda bunch: bunch.data["text"].duplicated().sum(),
    "distinct diag_1": lambda bunch: bunch.data["diag_1"].nunique(),
    "distinct diag_2": lambda bunch: bunch.data["diag_2"].nunique(),
    "distinct diag_3": lambda bunch: bunch.data["diag_3"].nunique(),
    "distinct patient_nbr": lambda _: datasets.load("diabetes130", columns=["patient_nbr"]).data.nunique().item(),
}


@pytest.mark.parametrize("name", each(sorted(READERS)))
def test_counts_are_those_of_the_card(name):
    need(name)
    bunch, counts = load(name), read_card(name).counts
    assert {"rows", "features", "missing values"} <= set(counts)
    assert {key: count(bunch, key) for key in counts} == counts


@pytest.mark.parametrize("name", each(sorted(READERS)))
def test_bunch(name):
    need(name)
    bunch = load(name)
    targets = [bunch.target.name] if bunch.target.ndim == 1 else list(bunch.target.columns)
    assert set(bunch) >= KEYS
    assert bunch.frame.columns.to_list() == [*bunch.feature_names, *targets]
    assert bunch.frame.columns.is_unique
    assert bunch.data.columns.to_list() == bunch.feature_names
    assert bunch.frame.index.equals(pd.RangeIndex(len(bunch.frame)))
    assert bunch.DESCR == bunch.description == datasets.describe(name)
    assert (bunch.licence, bunch.citation) == (read_card(name).licence, read_card(name).citation)
    assert not bunch.target.isna().to_numpy().any()
    if bunch.target.ndim == 2:
        assert bunch.target_names == targets
        assert set(np.unique(bunch.target)) == {0, 1}
    elif bunch.target.dtype == np.float64:
        assert bunch.target_names == []
    elif bunch.target.dtype == np.int64:
        assert sorted(set(bunch.target)) == list(range(len(bunch.target_names)))
    else:
        assert sorted(set(bunch.target)) == bunch.target_names
    for column in bunch.data.select_dtypes(exclude=["number", "bool", "datetime"]):
        assert {type(value) for value in bunch.data[column].dropna()} == {str}


@pytest.mark.parametrize("name", each(PLAIN_TABLES))
def test_tables_keep_every_value_of_the_file(name):
    need(name)
    bunch, table = load(name), READERS[name]
    (path,) = fetch(name).values()
    with path.open(encoding="utf-8", newline="") as stream:
        blank = table.separator == r"\s+"
        reader = map(str.split, stream) if blank else csv.reader(stream, delimiter=table.separator)
        lines = [[word.strip() for word in line] for line in reader][table.headers.get(path.name, 0) :]
    header, rows = (table.columns.split(), lines) if table.columns else (lines[0], lines[1:])
    rows = [row for row in rows if row]
    assert len(bunch.data) == len(rows)
    assert set(header) == {*bunch.feature_names, table.target, *table.left_out.split()}
    for position in (0, len(rows) // 2, len(rows) - 1):
        for column, word in zip(header, rows[position], strict=True):
            value = bunch.frame[column].iloc[position] if column in bunch.frame else None
            if column == table.target and table.classes:
                assert list(table.classes)[value] == word
            elif value is not None:
                assert pd.isna(value) if word == table.missing else value == word or value == float(word)


@data("vehicle")
def test_vehicle_reads_nine_files_in_order():
    data = load("vehicle").data
    assert data.iloc[0].tolist() == [95, 48, 83, 178, 72, 10, 162, 42, 20, 159, 176, 379, 184, 70, 6, 16, 187, 197]
    assert data.iloc[-1, :5].tolist() == [85, 36, 66, 123, 55]


@data("segmentation")
def test_segmentation_subsets():
    train, test = (datasets.load("segmentation", subset=subset) for subset in ("train", "test"))
    assert (len(train.data), len(test.data)) == (210, 2100)
    both = pd.concat([train.frame, test.frame], ignore_index=True)
    pd.testing.assert_frame_equal(load("segmentation").frame, both)
    assert (load("segmentation").data["region_pixel_count"] == 9).all()


@pytest.mark.parametrize("name", each(["ml_emotions", "ml_yeast"]))
def test_dense_arff_against_scipy(name):
    need(name)
    path = next(path for file, path in fetch(name).items() if file.endswith(".arff"))
    peer = pd.DataFrame(scipy_arff.loadarff(io.StringIO(path.read_text(encoding="utf-8")))[0])
    bunch = load(name)
    np.testing.assert_array_equal(bunch.data.to_numpy(), peer[bunch.feature_names].to_numpy())
    np.testing.assert_array_equal(bunch.target.to_numpy(), peer[bunch.target_names].astype(int).to_numpy())


@pytest.mark.parametrize("name", each(["ml_medical", "ml_enron", "ml_slashdot"]))
def test_sparse_arff_cell_by_cell(name):
    need(name)
    path = next(path for file, path in fetch(name).items() if file.endswith(".arff"))
    lines = path.read_text(encoding="utf-8").splitlines()
    names = [line.split()[1] for line in lines if line.startswith("@attribute")]
    rows = [line for line in lines if line.startswith("{")]
    frame = load(name).frame
    ones = {(row, names[int(cell.split()[0])]) for row, line in enumerate(rows) for cell in line[1:-1].split(",")}
    found = frame.to_numpy()
    assert len(frame) == len(rows)
    assert {(int(row), frame.columns[column]) for row, column in zip(*np.nonzero(found), strict=True)} == ones
    assert found.max() == 1


@data("titanic")
def test_the_embedded_tables_of_titanic_are_its_rows():
    """The counts by port, and the ages in whole years."""
    rows = load("titanic").frame
    assert "alive" not in rows
    rows = rows.assign(age=np.floor(rows["age"]))
    for name in ("titanic_ports", "titanic_ages"):
        embedded = load(name).frame
        known = rows.dropna(subset="embarked") if name == "titanic_ports" else rows
        counts = [table[list(embedded)].value_counts(dropna=False).sort_index() for table in (known, embedded)]
        pd.testing.assert_series_equal(*counts, check_index_type=False)


@data("onet27_titles")
def test_the_embedded_job_titles_are_those_of_one_major_group():
    every, embedded = load("onet27_titles"), load("onet27_construction")
    rows = every.frame[every.target.str.startswith("47-")].reset_index(drop=True)
    pd.testing.assert_frame_equal(rows, embedded.frame)
    assert embedded.code_titles.to_dict() == every.code_titles[embedded.code_titles.index].to_dict()


@data("diabetes130")
def test_diabetes_equals_the_csv_module():
    with zipfile.ZipFile(fetch("diabetes130")["dataset_diabetes.zip"]) as archive:
        text = archive.read("dataset_diabetes/diabetic_data.csv").decode("utf-8")
    rows = list(csv.DictReader(io.StringIO(text)))
    frame = load("diabetes130").frame
    for position in (0, 4321, len(rows) - 1):
        expected = {key: value for key, value in rows[position].items() if key in frame and key != "readmitted"}
        found = {key: "?" if pd.isna(value) else str(value) for key, value in frame.iloc[position].items()}
        assert found | {"readmitted": ""} == expected | {"readmitted": ""}
        assert frame["readmitted"].iloc[position] == (rows[position]["readmitted"] == "<30")


@data("diabetes130")
def test_diabetes_options():
    three = datasets.load("diabetes130", columns=["diag_1", "patient_nbr", "age"], outcome="three")
    assert three.feature_names == ["diag_1", "patient_nbr", "age"]
    assert three.target.value_counts().to_dict() == {0: 54864, 1: 35545, 2: 11357}
    assert datasets.load("diabetes130", columns=["race"], outcome="any").target.sum() == 35545 + 11357
    names = load("diabetes130").code_names
    sizes = {"admission_type_id": 8, "discharge_disposition_id": 30, "admission_source_id": 25}
    assert {key: len(value) for key, value in names.items()} == sizes
    assert names["admission_type_id"]["1"] == "Emergency"
    assert names["discharge_disposition_id"]["19"] == "Expired at home. Medicaid only, hospice."
    assert names["admission_source_id"]["7"] == "Emergency Room"


@pytest.mark.parametrize(
    ("name", "options", "error", "message"),
    [
        ("diabetes130", {"columns": ["icd"]}, ValueError, r"columns must be .* of the file; got \['icd'\]\. .* diag_1"),
        ("diabetes130", {"columns": "age"}, ValueError, "columns must be a list of distinct columns .*; got 'age'"),
        ("diabetes130", {"columns": []}, ValueError, "columns must be a list of distinct columns"),
        ("diabetes130", {"columns": ["age", "age"]}, ValueError, "columns must be a list of distinct columns"),
        ("diabetes130", {"outcome": "late"}, ValueError, "outcome must be one of 'early', 'any', 'three'; got 'late'"),
        ("hisco_marriage", {"special": "no"}, TypeError, "special must be True or False; got 'no'"),
        ("segmentation", {"subset": "valid"}, ValueError, "subset must be one of 'all', 'train', 'test'; got 'valid'"),
    ],
)
@pytest.mark.data
def test_options_with_a_value_that_does_not_exist(name, options, error, message):
    need(name)
    with pytest.raises(error, match=message):
        datasets.load(name, **options)


@data("sms_spam")
def test_sms_keeps_quotation_marks_and_signs():
    text = load("sms_spam").data["text"]
    raw = fetch("sms_spam")["SMSSpamCollection"].read_bytes().decode("utf-8").split("\n")
    assert text.tolist() == [line.partition("\t")[2] for line in raw if line]


@data("polarity_v2")
def test_polarity_folds_and_order():
    bunch = load("polarity_v2")
    assert bunch.target.tolist() == [0] * 1000 + [1] * 1000
    assert bunch.fold.value_counts().to_dict() == dict.fromkeys(range(10), 200)
    assert bunch.file.iloc[0] == "cv000_29416.txt"
    first = "plot : two teen couples go to a church party , drink and then drive . \n"
    assert bunch.data["text"].iloc[0].startswith(first)


@data("hisco_marriage")
def test_hisco_codes():
    bunch = load("hisco_marriage")
    assert bunch.target.str.fullmatch(r"\d{5}|-1").all()
    assert bunch.target.str.startswith("0").sum() == 435
    assert (bunch.target == "-1").sum() == 5
    assert set(bunch.target) <= set(bunch.code_titles.index)
    assert bunch.code_titles["01110"] == "Chemist, General"
    assert bunch.code_titles["-1"] == "Missing, no title"
    assert bunch.code_titles.index.is_unique
    assert "labourer, royal arsenal" in set(bunch.data["text"])
    without = datasets.load("hisco_marriage", special=False)
    assert (len(without.frame), without.target.nunique()) == (9995, 295)
    assert without.frame.index.equals(pd.RangeIndex(9995))


@data("onet27_titles")
def test_onet_codes():
    bunch = load("onet27_titles")
    assert bunch.target.str.fullmatch(r"\d\d-\d{4}\.\d\d").all()
    assert bunch.target.str[:7].nunique() == 867
    assert set(bunch.target) == set(bunch.code_titles.index) == set(bunch.code_descriptions.index)
    assert bunch.code_titles["11-1011.00"] == "Chief Executives"
    assert bunch.data["text"].iloc[0] == "Aeronautics Commission Director"


# the embedded sets ----------------------------------------------------------------------------------------------------

# died / survived, copied from the passenger list by port, class and sex
PORTS = {
    "S": {"First": ((2, 46), (51, 28)), "Second": ((6, 61), (82, 15)), "Third": ((55, 33), (231, 34))},
    "C": {"First": ((1, 42), (25, 17)), "Second": ((0, 7), (8, 2)), "Third": ((8, 15), (33, 10))},
    "Q": {"First": ((0, 1), (1, 0)), "Second": ((0, 2), (1, 0)), "Third": ((9, 24), (36, 3))},
}


@pytest.mark.parametrize("port", PORTS)
@pytest.mark.parametrize("travel_class", ["First", "Second", "Third"])
def test_ports_cells(port, travel_class):
    frame = load("titanic_ports").frame
    for sex, expected in zip(("female", "male"), PORTS[port][travel_class], strict=True):
        at = (frame["embarked"] == port) & (frame["class"] == travel_class) & (frame["sex"] == sex)
        cell = frame.loc[at, "survived"]
        assert ((cell == 0).sum(), (cell == 1).sum()) == expected


def test_voyage_margins_of_dawson():
    frame = load("titanic_voyage").frame
    died = frame[frame["survived"] == 0]
    assert len(frame) == 2201
    assert frame["survived"].sum() == 711
    assert died.groupby("class").size().to_dict() == {"First": 122, "Second": 167, "Third": 528, "Crew": 673}
    assert died.query("age == 'child'").groupby("sex").size().to_dict() == {"male": 35, "female": 17}
    assert died.query("age == 'child'")["class"].unique().tolist() == ["Third"]


@pytest.mark.parametrize("name", EMBEDDED)
def test_two_loads_are_equal_and_share_nothing(name):
    first, second = datasets.load(name), datasets.load(name)
    pd.testing.assert_frame_equal(first.frame, second.frame)
    others = {"adult_sample": -1, "digit_labels": -1.0, "flights": pd.Timestamp(0)}  # of the column's type
    first.frame.iloc[0, 0] = others.get(name, "unknown")
    first.data.iloc[0, 0] = first.frame.iloc[0, 0]
    pd.testing.assert_frame_equal(datasets.load(name).frame, second.frame)


def test_flights_are_forty_of_each_third_day_of_a_year():
    flights = load("flights").frame
    days = flights["date"].drop_duplicates()
    assert flights.groupby("date").size().unique().tolist() == [40]
    assert (days.dt.day_of_year % 3).unique().tolist() == [0]
    assert (len(days), days.dt.year.unique().tolist(), days.is_monotonic_increasing) == (121, [2013], True)
    weather = flights.groupby(["date", "hour"])[["temperature", "pressure"]].nunique()
    assert weather.to_numpy().max() == 1, "flights of one hour share its weather"


def test_flags_have_their_colours_as_labels_and_no_column_tells_them():
    bunch = load("flags")
    by_country = bunch.frame.set_index(bunch.country)
    for country, colours in (("France", "red blue white"), ("Brazil", "green blue gold white"), ("Libya", "green")):
        assert {c for c in bunch.target_names if by_country.loc[country, c]} == set(colours.split())
    assert by_country.loc["France", ["landmass", "language", "bars"]].tolist() == ["Europe", "French", 3]
    assert not {"colours", "mainhue", "topleft", "botright"} & set(bunch.feature_names)
    assert bunch.target.isin([0, 1]).all(axis=None)
    assert len(bunch.target.drop_duplicates()) == 54
    raw = pd.read_csv(project_folder("datasets") / "flags.csv")
    for place in ("mainhue", "topleft", "botright"):  # a colour that is seen is marked
        seen = raw[place].replace("brown", "orange")
        assert all(raw.loc[row, colour] == 1 for row, colour in seen.items())


def test_expand_counts_keeps_the_order_of_cells():
    table = pd.DataFrame({"kind": ["b", "a", "c"], "died": [1, 0, 2], "survived": [2, 1, 0]})
    rows = expand_counts(table)
    assert rows["kind"].tolist() == ["b", "b", "b", "a", "c", "c"]
    assert rows["survived"].tolist() == [0, 1, 1, 1, 0, 0]


def test_digits_have_the_labels_of_their_digit():
    bunch, images = load("digit_labels"), load_digits()
    assert np.array_equal(bunch.data, images.data)
    assert bunch.digit.tolist() == images.target.tolist()
    by_digit = bunch.target.groupby(bunch.digit)
    assert (by_digit.min() == by_digit.max()).all(axis=None)
    first = by_digit.first()
    assert {label: first.index[first[label] == 1].tolist() for label in first} == {
        "even": [0, 2, 4, 6, 8],
        "multiple of three": [0, 3, 6, 9],
        "prime": [2, 3, 5, 7],
        "above four": [5, 6, 7, 8, 9],
        "round loop": [0, 6, 8, 9],
    }
    assert len(bunch.target.drop_duplicates()) == 9
    assert bunch.frame.shape == (1797, 69)
    assert bunch.writer.is_monotonic_increasing
    assert bunch.writer.value_counts(sort=False).tolist() == [
        130, 126, 130, 130, 130, 130, 139, 114, 128, 130, 128, 130, 122, 130,
    ]  # fmt: skip
