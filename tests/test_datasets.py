"""The cards, the registry, the table of readers, and what the catalogue says of them."""

import inspect
import re
import subprocess
import sys

import pandas as pd
import pytest

import tiws_teach.datasets as datasets
from tiws_teach.datasets import available, describe, download, load
from tiws_teach.datasets._cards import KINDS, card_names, read_card, read_tables
from tiws_teach.datasets._registry import registry
from tiws_teach.datasets._sets import READERS


def test_every_set_has_a_card_and_a_reader_or_a_generator():
    cards = {name: read_card(name) for name in card_names()}
    assert {name for name, card in cards.items() if card.kind == "downloadable"} == set(registry())
    assert {name for name, card in cards.items() if card.kind != "generated"} == set(READERS)
    generators = {name for name in datasets.__all__ if name.startswith("make_")}
    assert {f"make_{name}" for name, card in cards.items() if card.kind == "generated"} == generators
    assert {card.kind for card in cards.values()} == set(KINDS)
    assert {name for name in datasets.__all__ if name.startswith("load")} == {"load", "load_arff"}


@pytest.mark.parametrize("name", READERS)
def test_the_card_explains_every_option(name):
    options = list(inspect.signature(READERS[name]).parameters)[1:]
    assert ("## Options" in describe(name)) == bool(options)
    for option in options:
        assert f"`{option}`" in describe(name).partition("## Options")[2]
        assert f"{name} (" in " ".join(load.__doc__.split())
        assert f"`{option}`" in load.__doc__


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


def test_read_tables_takes_tables_of_two_columns_only():
    two, three = "|---|---|\n", "| x | y | z |\n|---|---|---|\n"
    text = f"# T\n\n| fact | value |\n{two}| a | 1 |\n\n{three}\n| count | value |\n{two}| b | 2 |\n"
    assert read_tables(text) == {"fact": {"a": "1"}, "count": {"b": "2"}}


def test_available_lists_every_set(monkeypatch, tmp_path):
    monkeypatch.delenv("TIWS_TEACH_DATA", raising=False)
    monkeypatch.setattr("tiws_teach.datasets._cache.cache_folder", lambda: tmp_path / "cache")
    table = available()
    assert sorted(table.index) == card_names()
    assert table["kind"].value_counts().to_dict() == {"downloadable": 37, "embedded": 11, "generated": 8}
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


@pytest.mark.parametrize("function", [describe, download, load])
@pytest.mark.parametrize(
    ("name", "nearest"),
    [("titanik", "titanic"), ("Sonar", "sonar"), ("load_wine", "wine"), ("ml-yeast", "ml_yeast"), (3, ""), ([], "")],
)
def test_an_unknown_name_is_told_the_nearest(function, name, nearest):
    said = rf"name must be the name of a data set; got {re.escape(repr(name))}\. The nearest name is '{nearest}"
    with pytest.raises(ValueError, match=rf"{said}.* all names are: .*titanic_ports"):
        function(name)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: download("titanic_ports"), "be a downloadable set; got 'titanic_ports'. It needs no download"),
        (lambda: load("codes"), r"be a stored data set; got 'codes'\. .*: call make_codes\."),
    ],
)
def test_what_is_not_downloaded_or_not_loaded_is_told(call, message):
    with pytest.raises(ValueError, match=f"name must {message}"):
        call()


@pytest.mark.parametrize(
    ("name", "known"), [("wine", r"\[\]"), ("titanic_ports", r"\[\]"), ("diabetes130", r"\['columns', 'outcome'\]")]
)
def test_an_option_that_a_set_does_not_have(name, known):
    with pytest.raises(TypeError, match=rf"an option of '{name}' must be one of {known}; got 'subset'\. Omit it"):
        load(name, subset="train")


def test_import_is_cheap():
    heavy = ["pooch", "tqdm", "requests", "sklearn", "scipy"]
    code = f"import sys, tiws_teach.datasets; print(*(m for m in {heavy} if m in sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
