"""The catalogue of data sets: available, describe, load, download."""

import inspect
from pathlib import Path
from typing import Any

import pandas as pd

from tiws_teach._validation import fail
from tiws_teach.datasets._bunch import make_bunch
from tiws_teach.datasets._cache import fetch_file, is_present
from tiws_teach.datasets._cards import KINDS, card_names, read_card
from tiws_teach.datasets._registry import registry
from tiws_teach.datasets._sets import READERS


def available() -> pd.DataFrame:
    """List every data set.

    Returns
    -------
    DataFrame
        One row for each set, indexed by name, embedded ones first: `kind` (embedded, generated or downloadable), `rows`
        (missing for generators, where you choose it), `megabytes` to download, `licence`, `present` (whether it can be
        loaded without the network), `title`.

    Examples
    --------
    >>> available().loc["wine", ["kind", "rows", "megabytes"]].to_dict()
    {'kind': 'downloadable', 'rows': 178, 'megabytes': 0.01}
    """
    cards = sorted((read_card(name) for name in card_names()), key=lambda card: (KINDS.index(card.kind), card.name))
    files = registry()
    table = {
        "kind": [card.kind for card in cards],
        "rows": pd.array([card.counts.get("rows") for card in cards], dtype="Int64"),
        "megabytes": [round(sum(entry.bytes for entry in files.get(card.name, ())) / 1e6, 2) for card in cards],
        "licence": [card.licence for card in cards],
        "present": [card.name not in files or is_present(card.name) for card in cards],
        "title": [card.title for card in cards],
    }
    return pd.DataFrame(table, index=pd.Index([card.name for card in cards], name="name"))


def describe(name: str) -> str:
    """Return the card of a data set: what a row is, the columns, counts, licence, quirks.

    Parameters
    ----------
    name : str
        A name listed by `available`, such as "titanic_ports".

    Returns
    -------
    str
        Markdown; print it.

    Raises
    ------
    ValueError
        If there is no such set; the message suggests the nearest name.
    """
    return read_card(name).text


def load(name: str, **options: Any) -> Any:
    """Load a data set; download it first if it is not on this machine.

    Parameters
    ----------
    name : str
        A name listed by `available` as embedded or downloadable, such as "titanic_ports".
    **options
        Only these sets have options; their cards explain them: diabetes130 (`columns`, `outcome`), hisco_marriage
        (`special`) and segmentation (`subset`).

    Returns
    -------
    sklearn.utils.Bunch
        `frame` (features and target), `data` (DataFrame of shape (n_rows, n_features)), `target` (Series
        of class codes 0, 1, ... or of strings, or a DataFrame with a column of 0 and 1 for each label),
        `feature_names`, `target_names` (the classes in the order of their codes, or the labels), `DESCR` (the card;
        also `description`), `licence`, `citation`. Some sets have more entries; see the card: print(describe(name)).

    Raises
    ------
    ValueError
        If there is no such set, or if it is generated; the message suggests the nearest name, or what to call.
    TypeError
        If the set does not have such an option.
    DatasetError
        If a file cannot be downloaded; the message says what to do.

    Examples
    --------
    >>> load("titanic_ports").data["embarked"].value_counts().to_dict()
    {'S': 644, 'C': 168, 'Q': 77}
    >>> digits = load("digit_labels")
    >>> digits.target[digits.digit == 9].iloc[0].to_dict()
    {'even': 0, 'prime': 0, 'above four': 1, 'round loop': 1, 'multiple of three': 1}

    Source: tiws_teach, its own; each set's source is its `citation`.
    """
    if read_card(name).kind == "generated":
        fail("name", "be a stored data set", repr(name), f"It is generated: call make_{name}.")
    reader = READERS[name]
    known = list(inspect.signature(reader).parameters)[1:]
    for option in options:
        if option not in known:
            fail(f"an option of {name!r}", f"be one of {known}", repr(option), "Omit it.", TypeError)
    return make_bunch(name, reader(name, **options))


def download(name: str | None = None, progress: bool = True) -> list[Path]:
    """Download the files of a set, or of all sets, into the user's cache; keep files that are already there.

    Parameters
    ----------
    name : str or None
        A downloadable set; None: all of them.
    progress : bool
        Whether to show a bar for each file on standard error.

    Returns
    -------
    list of pathlib.Path
        The checked files.

    Raises
    ------
    ValueError
        If there is nothing to download under this name.
    DatasetError
        If a file cannot be downloaded; the message says what to do.
    """
    if name is not None and read_card(name).kind != "downloadable":
        fail("name", "be a downloadable set", repr(name), "It needs no download.")
    names = list(registry()) if name is None else [name]
    return [fetch_file(entry, progress) for each in names for entry in registry()[each]]
