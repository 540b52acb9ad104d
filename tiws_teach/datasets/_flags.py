"""Read the flags of 194 countries: seven colours as labels, everything else about flag and country as features."""

from __future__ import annotations

import pandas as pd

from tiws_teach._validation import project_folder
from tiws_teach.datasets._bunch import Parts

_COLOURS = ["red", "green", "blue", "gold", "white", "black", "orange"]
_TELL_THE_COLOURS = ["colours", "mainhue", "topleft", "botright"]
_WORDS = {
    "landmass": ["", "North America", "South America", "Europe", "Africa", "Asia", "Oceania"],
    "zone": ["", "north-east", "south-east", "south-west", "north-west"],
    "language": [
        "", "English", "Spanish", "French", "German", "Slavic", "other Indo-European", "Chinese", "Arabic",
        "Japanese, Turkish, Finnish or Magyar", "other",
    ],
    "religion": ["Catholic", "other Christian", "Muslim", "Buddhist", "Hindu", "ethnic", "Marxist", "other"],
}  # fmt: skip


def read_flags(name: str) -> Parts:
    """Read the table; replace its codes by words, and leave out the columns that state colours."""
    rows = pd.read_csv(project_folder("datasets") / f"{name}.csv", encoding="utf-8")
    for column, words in _WORDS.items():
        rows[column] = rows[column].map(dict(enumerate(words)))
    data = rows.drop(columns=["name", *_COLOURS, *_TELL_THE_COLOURS])
    return Parts(data, rows[_COLOURS], _COLOURS, {"country": rows["name"].rename("country")})
