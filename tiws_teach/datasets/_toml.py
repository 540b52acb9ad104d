"""Read the files in datasets/ that hold lists of words and descriptions of tables."""

import tomllib
from typing import Any

from tiws_teach._validation import project_folder


def read_toml(name: str) -> dict[str, Any]:
    """Return the content of datasets/<name>.toml."""
    return tomllib.loads((project_folder("datasets") / f"{name}.toml").read_text(encoding="utf-8"))


def phrases(text: str) -> list[str]:
    """Return what stands between the commas of a text that may run over several lines."""
    return " ".join(text.split()).split(", ")
