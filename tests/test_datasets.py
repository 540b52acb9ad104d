"""The embedded sets, the cards, the registry, and what the catalogue says of them."""

from __future__ import annotations

import re
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest

import tiws_teach.datasets as datasets
from tiws_teach._validation import project_folder
from tiws_teach.datasets import available, describe, download, load_titanic_ports, load_titanic_voyage
from tiws_teach.datasets._cards import KINDS, card_names, read_card, read_tables
from tiws_teach.datasets._registry import registry
from tiws_teach.datasets.embedded import expand_counts

BUNCH_KEYS = {
    "frame", "data", "target", "feature_names", "target_names", "DESCR", "description", "licence", "citation"
}  # fmt: skip

# died / survived, copied from the passenger list by port, class and sex
PORTS = {
    "S": {"First": ((2, 46), (51, 28)), "Second": ((6, 61), (82, 15)), "Third": ((55, 33), (231, 34))},
    "C": {"First": ((1, 42), (25, 17)), "Second": ((0, 7), (8, 2)), "Third": ((8, 15), (33, 10))},
    "Q": {"First": ((0, 1), (1, 0)), "Second": ((0, 2), (1, 0)), "Third": ((9, 24), (36, 3))},
}


@pytest.mark.parametrize("port", PORTS)
@pytest.mark.parametrize("travel_class", ["First", "Second", "Third"])
def test_ports_cells(port, travel_class):
    frame = load_titanic_ports().frame
    for sex, expected in zip(("female", "male"), PORTS[port][travel_class], strict=True):
        at = (frame["embarked"] == port) & (frame["class"] == travel_class) & (frame["sex"] == sex)
        cell = frame.loc[at, "survived"]
        assert ((cell == 0).sum(), (cell == 1).sum()) == expected


def test_voyage_margins_of_dawson():
    frame = load_titanic_voyage().frame
    died = frame[frame["survived"] == 0]
    assert len(frame) == 2201
    assert frame["survived"].sum() == 711
    assert died.groupby("class").size().to_dict() == {"First": 122, "Second": 167, "Third": 528, "Crew": 673}
    assert died.query("age == 'child'").groupby("sex").size().to_dict() == {"male": 35, "female": 17}
    assert died.query("age == 'child'")["class"].unique().tolist() == ["Third"]


@pytest.mark.parametrize("load", [load_titanic_ports, load_titanic_voyage])
def test_embedded_bunch(load):
    bunch = load()
    assert set(bunch) >= BUNCH_KEYS
    assert list(bunch.frame.columns) == [*bunch.feature_names, "survived"]
    assert bunch.data.columns.to_list() == bunch.feature_names
    assert bunch.target.dtype == np.int64
    assert bunch.target.name == "survived"
    assert bunch.target_names == ["died", "survived"]
    assert bunch.DESCR == bunch.description == describe(load.__name__.removeprefix("load_"))
    assert all(type(value) is str for value in bunch.data.to_numpy().ravel())
    assert bunch.frame.index.equals(pd.RangeIndex(len(bunch.frame)))
    pd.testing.assert_frame_equal(bunch.frame, load().frame)


def test_two_loads_share_nothing():
    first = load_titanic_ports()
    first.frame.loc[0, "sex"] = "unknown"
    assert load_titanic_ports().frame.loc[0, "sex"] == "female"


def test_expand_counts_keeps_the_order_of_cells():
    table = pd.DataFrame({"kind": ["b", "a", "c"], "died": [1, 0, 2], "survived": [2, 1, 0]})
    rows = expand_counts(table)
    assert rows["kind"].tolist() == ["b", "b", "b", "a", "c", "c"]
    assert rows["survived"].tolist() == [0, 1, 1, 1, 0, 0]


@pytest.mark.parametrize("name", ["titanic_ports", "titanic_voyage"])
def test_embedded_counts_are_those_of_the_card(name):
    bunch, counts = getattr(datasets, f"load_{name}")(), read_card(name).counts
    for key, value in counts.items():
        column, _, category = key.partition(" = ")
        if category:
            assert (bunch.frame[column] == category).sum() == value
    assert counts["rows"] == len(bunch.frame)
    assert counts["features"] == bunch.data.shape[1]
    assert counts["missing values"] == bunch.data.isna().sum().sum()
    assert [counts["class died"], counts["class survived"]] == np.bincount(bunch.target).tolist()


def test_every_set_has_a_card_and_a_function():
    files, cards = set(registry()), {name: read_card(name) for name in card_names()}
    assert {name for name, card in cards.items() if card.kind == "downloadable"} == files
    for name, card in cards.items():
        function = f"make_{name}" if card.kind == "generated" else f"load_{name}"
        assert function in datasets.__all__
        assert card.kind in KINDS
    functions = {name for name in datasets.__all__ if name.startswith(("load_", "make_"))} - {"load_arff"}
    assert len(functions) == len(cards)


@pytest.mark.parametrize("name", sorted(registry()))
def test_card_and_registry_agree(name):
    card, entries = read_card(name), registry()[name]
    assert {(entry.licence, entry.citation) for entry in entries} == {(card.licence, card.citation)}
    assert read_tables(card.text)["fact"]["files"] == ", ".join(entry.file for entry in entries)
    for heading in ("## What a row is", "## Columns", "## Target", "## Known quirks", "## Used for", "## Licence in"):
        assert heading in card.text
    for entry in entries:
        assert re.fullmatch(r"[0-9a-f]{64}", entry.sha256)
        assert re.fullmatch(r"https://\S+/[0-9a-f]{40}/\S+", entry.url), "the source must be pinned to a commit"


def test_no_downloaded_file_lies_beside_the_cards():
    allowed = {"registry.csv", "titanic_ports.csv", "titanic_voyage.csv"} | {f"{name}.md" for name in card_names()}
    assert {path.name for path in project_folder("datasets").iterdir()} <= allowed | {"README.md"}


def test_read_tables_takes_tables_of_two_columns_only():
    two, three = "|---|---|\n", "| x | y | z |\n|---|---|---|\n"
    text = f"# T\n\n| fact | value |\n{two}| a | 1 |\n\n{three}\n| count | value |\n{two}| b | 2 |\n"
    assert read_tables(text) == {"fact": {"a": "1"}, "count": {"b": "2"}}


def test_available_lists_every_set(monkeypatch, tmp_path):
    monkeypatch.delenv("TIWS_TEACH_DATA", raising=False)
    monkeypatch.setattr("tiws_teach.datasets._cache.cache_folder", lambda: tmp_path / "cache")
    table = available()
    assert sorted(table.index) == card_names()
    assert table["kind"].value_counts().to_dict() == {"downloadable": 28, "embedded": 3, "generated": 7}
    assert table.loc["titanic_ports", ["rows", "present"]].to_list() == [889, True]
    assert pd.isna(table.loc["codes", "rows"])
    assert not table.loc[table["kind"] == "downloadable", "present"].any()
    assert table.loc["diabetes130", "megabytes"] == 3.35


def test_available_sees_files_in_the_named_folder(monkeypatch, tmp_path):
    entry = registry()["wine"][0]
    (tmp_path / "wine").mkdir()
    (tmp_path / "wine" / entry.file).write_bytes(b"x" * entry.bytes)
    monkeypatch.setenv("TIWS_TEACH_DATA", str(tmp_path))
    monkeypatch.setattr("tiws_teach.datasets._cache.cache_folder", lambda: tmp_path / "cache")
    present = available()["present"]
    assert present["wine"]
    assert not present["sonar"]


def test_describe_unknown_name():
    with pytest.raises(ValueError, match=r"name must be the name of a data set; got 'titanik'\. The .*titanic_ports"):
        describe("titanik")


def test_download_of_what_needs_none():
    with pytest.raises(
        ValueError, match=r"name must be a downloadable set; got 'titanic_ports'\. It needs no download"
    ):
        download("titanic_ports")
    with pytest.raises(ValueError, match="name must be the name of a data set; got 'titanik'"):
        download("titanik")


def test_import_is_cheap():
    heavy = ["pooch", "tqdm", "requests", "sklearn", "scipy"]
    code = f"import sys, tiws_teach.datasets; print(*(m for m in {heavy} if m in sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
