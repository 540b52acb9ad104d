"""A picture with real alt text that is swapped only after decoding."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anywidget
import traitlets

LONGEST_READOUT = 60  # letters
# A slider's value is shown in full next to it, in a space whose width does not change with the value.
_READOUTS = "".join(
    f".tiws-explorer .tiws-readout-{letters} .widget-readout {{ min-width: {letters}ch }}\n"
    for letters in range(LONGEST_READOUT + 1)
)
_WAITING = (
    ".tiws-sign { display: none; position: absolute; left: 0; top: 0; padding: 2px 8px; background: #fff3cd;"
    " border: 1px solid #8a6d00; color: #4d3d00 }\n"
    ".tiws-waits .tiws-sign { display: block }\n"
    ".tiws-waits .tiws-picture { opacity: 0.4 }\n"
)
_CSS = ".tiws-explorer .widget-readout { max-width: none; width: auto; white-space: nowrap; text-align: left }\n"


class Picture(anywidget.AnyWidget):
    """A PNG of a fixed size with alt text that changes without flicker or jumps.

    Inside an element of the class ``tiws-explorer`` it also labels the handles of the sliders for screen readers,
    which ipywidgets does not do, and makes the element ``tiws-words`` a live region. While a control is ahead of the
    picture, it says that it waits: the page counts the changes of controls, and the kernel, which handles messages in
    their order, repeats the number after the picture.
    """

    _esm = Path(__file__).with_name("_picture.js").read_text(encoding="utf-8")
    _css = _CSS + _READOUTS + _WAITING
    png = traitlets.Bytes(b"").tag(sync=True)
    alt = traitlets.Unicode("").tag(sync=True)
    title = traitlets.Unicode("").tag(sync=True)
    width = traitlets.Int(0).tag(sync=True)
    height = traitlets.Int(0).tag(sync=True)
    asked = traitlets.Int(0).tag(sync=True)
    answered = traitlets.Int(0).tag(sync=True)

    @traitlets.observe("asked")
    def _answer(self, change: Any) -> None:
        self.answered = change["new"]

    def swap(self, png: bytes, alt: str) -> None:
        """Show another picture; send bytes and alt text to the page in one message."""
        with self.hold_sync():
            self.alt = alt
            self.png = png
