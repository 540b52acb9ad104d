"""Withhold what a cell shows while one of its predictions is open: the cell runs and asks the learner to commit."""

import re
from contextlib import ExitStack
from typing import Any

from IPython.core.getipython import get_ipython
from IPython.display import display
from IPython.utils.capture import capture_output

from tiws_teach.course._predictions import asked_first, is_open

_REVEAL = re.compile(r"""\breveal\(\s*["']([\w.]+)["']""")


class Gate:
    """Two hooks of an IPython kernel, run before and after each cell.

    They withhold prints, figures, widgets and the value of the last expression. Errors and warnings are shown, and
    variables keep their values.
    """

    def __init__(self, shell: Any) -> None:
        self.shell = shell
        self._cell: Any = None  # the cell whose output is withheld
        self._keys: list[str] = []
        self._restore = ExitStack()

    def before(self, info: Any) -> None:
        """Withhold what the cell shows if it reveals the answer to an open prediction."""
        keys = [key for key in revealed(info.raw_cell) if is_open(key)]
        if keys and self._cell is None:
            self._cell, self._keys = info, keys
            self._restore.enter_context(capture_output(stderr=False))
            self._restore.callback(setattr, self.shell, "ast_node_interactivity", self.shell.ast_node_interactivity)
            self.shell.ast_node_interactivity = "none"  # of the last expression

    def after(self, result: Any) -> None:
        """Ask the learner to commit if this cell's output was withheld; an interrupted cell has no result."""
        if self._cell is None or (result is not None and result.info is not self._cell):  # a cell run by this one
            return
        self._cell = None
        self._restore.close()
        display(asked_first(self._keys), raw=True)


def revealed(source: str) -> list[str]:
    """Return the keys of the predictions whose answers a cell reveals, each once."""
    return list(dict.fromkeys(_REVEAL.findall(source)))


def watch() -> None:
    """Withhold open answers in this kernel; elsewhere `reveal` alone withholds its answer."""
    shell = get_ipython()
    if shell is not None and hasattr(shell, "kernel"):  # in a terminal errors are printed and would be withheld, too
        gate = Gate(shell)
        shell.events.register("pre_run_cell", gate.before)
        shell.events.register("post_run_cell", gate.after)
