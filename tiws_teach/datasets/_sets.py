"""The table of all stored data sets and their readers.

A new set needs its rows in datasets/registry.csv, a card, and a reader: an entry in datasets/tables.toml for a plain
table, otherwise one here.
"""

from collections.abc import Callable

from tiws_teach._validation import check_choice
from tiws_teach.datasets import _readers
from tiws_teach.datasets._bunch import Parts
from tiws_teach.datasets._cache import fetch
from tiws_teach.datasets._diabetes import read_diabetes130
from tiws_teach.datasets._plain_tables import PlainTable
from tiws_teach.datasets._toml import read_toml

TABLES = {name: PlainTable(**described) for name, described in read_toml("tables").items()}
_SUBSETS = {
    "all": ("segmentation.data", "segmentation.test"),
    "train": ("segmentation.data",),
    "test": ("segmentation.test",),
}


def read_segmentation(name: str, *, subset: str = "all") -> Parts:
    """Read both files of the set, or one of them."""
    check_choice("subset", subset, tuple(_SUBSETS))
    return TABLES[name].parts(path for file, path in fetch(name).items() if file in _SUBSETS[subset])


READERS: dict[str, Callable[..., Parts]] = {
    **TABLES,
    "digit_labels": _readers.read_digit_labels,
    "flags": _readers.read_flags,
    "flights": _readers.read_flights,
    "segmentation": read_segmentation,
    "diabetes130": read_diabetes130,
    "mushroom": _readers.read_mushroom,
    "titanic": _readers.read_titanic,
    "hisco_marriage": _readers.read_hisco_marriage,
    "onet27_titles": _readers.read_onet27_titles,
    "polarity_v2": _readers.read_polarity_v2,
    "sms_spam": _readers.read_sms_spam,
    **dict.fromkeys(("adult_sample", "shop_visits"), _readers.read_answers),
    **dict.fromkeys(("onet27_construction", "visa_jobs"), _readers.read_coded_titles),
    **dict.fromkeys(("adult_jobs", "titanic_ages", "titanic_ports", "titanic_voyage"), _readers.read_counts),
    **{
        f"ml_{name}": _readers.read_multilabel
        for name in ("emotions", "enron", "medical", "scene", "slashdot", "yeast")
    },
}
