"""Give the package index a README without links that lead nowhere there: hatchling calls this at each build."""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

PICTURE = re.compile(r"<img [^>]*>\n*")
LINK = re.compile(r"!?\[([^\]]+)\]\((?!https?:|#)[^)]*\)")


def for_the_index(readme: str) -> str:
    """Return the README without pictures, comments and links to files of the checkout; their texts stay."""
    return LINK.sub(r"\1", PICTURE.sub("", re.sub(r"<!--.*?-->\n?", "", readme)))


class ReadmeHook(MetadataHookInterface):
    """Set the field `readme` of the metadata."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Read the README of the checkout."""
        text = for_the_index((Path(self.root) / "README.md").read_text(encoding="utf-8"))
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
