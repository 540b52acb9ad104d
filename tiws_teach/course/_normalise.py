"""Execute a notebook and write it so that a second run changes nothing.

This needs nbclient, nbformat and ipykernel, which come with ``tiws_teach[lab]``.
"""

import os
import re
import tempfile
from pathlib import Path

import nbformat
from ipykernel.kernelspec import get_kernel_dict
from jupyter_client.kernelspec import KernelSpec
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
from nbformat import NotebookNode

from tiws_teach._extras import ONE_THREAD

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
WIDGET_STATE = "application/vnd.jupyter.widget-state+json"
KERNELSPEC = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
# Outputs must not depend on the machine: not on the order of hashes, the number of threads, or a stored guess.
ENVIRONMENT = {"TIWS_TEACH_CANNED": "1", "PYTHONHASHSEED": "0", **ONE_THREAD}
_TIMES = ("execution", "ExecuteTime")
_IDENTIFIER = re.compile(r"[A-Za-z0-9_-]{1,64}")
_ANSI = re.compile(r"\x1b\[[0-9;]*m")


class NotebookRunError(RuntimeError):
    """A notebook did not run to its end; the message gives the notebook, the cell and the last line."""


class ThisPython(AsyncKernelManager):
    """Start the kernel of the running interpreter, whatever kernel specs are installed on the machine."""

    @property
    def kernel_spec(self) -> KernelSpec:
        return KernelSpec(**get_kernel_dict())


def read_notebook(path: str | Path) -> NotebookNode:
    """Return the notebook exactly as in the file."""
    text = Path(path).read_text(encoding="utf-8")
    try:
        return nbformat.v4.reads(text)
    except (ValueError, AttributeError, KeyError) as error:
        raise ValueError(
            f"{Path(path).name} is not a notebook of format 4: {error}. Save it again in JupyterLab."
        ) from None


def dumps(nb: NotebookNode) -> str:
    """Return a notebook as JSON of format 4.5, indented by one blank, with a newline at the end."""
    return nbformat.writes(nb, version=nbformat.NO_CONVERT).rstrip("\n") + "\n"


def normalise(nb: NotebookNode) -> NotebookNode:
    """Remove from a notebook, in place, everything that differs between runs or machines.

    This removes widget views and widget state, execution times and the Python version, names the kernel
    python3, and makes missing or repeated cell ids from the position. Everything else is unchanged.
    """
    nb.nbformat, nb.nbformat_minor = 4, 5
    nb.metadata.pop("widgets", None)
    nb.metadata["kernelspec"] = NotebookNode(KERNELSPEC)
    nb.metadata.get("language_info", {}).pop("version", None)
    _name_cells(nb.cells)
    for cell in nb.cells:
        for name in _TIMES:
            cell.metadata.pop(name, None)
        if cell.cell_type == "code":
            for output in cell.outputs:  # its text and still pictures stay
                for live in (WIDGET_VIEW, WIDGET_STATE):
                    output.get("data", {}).pop(live, None)
            cell.outputs = [output for output in cell.outputs if output.get("data", True)]
    return nb


def clear(nb: NotebookNode) -> NotebookNode:
    """Remove the outputs and the execution counts of a notebook, in place: a learner's copy starts empty."""
    for cell in nb.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    return normalise(nb)


def execute(path: str | Path, timeout: float = 600) -> NotebookNode:
    """Run a notebook from top to bottom in a fresh kernel, in canned mode, and return it normalised; write nothing."""
    path = Path(path)
    nb = read_notebook(path)
    normalise(nb)
    # an nbclient error identifies the cell only by its position
    position: dict[str, int] = {}
    client = NotebookClient(
        nb,
        timeout=timeout,
        kernel_manager_class=ThisPython,
        coalesce_streams=True,
        record_timing=False,
        store_widget_state=False,
        resources={"metadata": {"path": str(path.resolve().parent)}},
        on_cell_start=lambda cell, cell_index: position.update(now=cell_index),  # noqa: ARG005
    )
    with tempfile.TemporaryFile() as errors:  # the kernel's own messages; cells write to their outputs
        try:
            client.execute(env=os.environ | ENVIRONMENT, stderr=errors)
        except (CellExecutionError, CellTimeoutError, DeadKernelError) as error:
            number = position.get("now", 0)
            raise NotebookRunError(_what_failed(path, number, nb.cells[number], error)) from None
    return normalise(nb)


def _name_cells(cells: list[NotebookNode]) -> None:
    """Give each cell without a unique id one made from its position."""
    names = [name if isinstance(name := cell.get("id"), str) else "" for cell in cells]
    taken = {name for name in names if _IDENTIFIER.fullmatch(name)}
    for position, (cell, name) in enumerate(zip(cells, names, strict=True)):
        if name not in taken or name in names[:position]:
            name = f"cell-{position:03d}"
            while name in taken:
                name += "-b"
            taken.add(name)
        cell["id"] = name


def _what_failed(path: Path, number: int, cell: NotebookNode, error: Exception) -> str:
    """Return one paragraph: the notebook, the cell, the error and the line that raised it."""
    where = f"{path.name}, cell {number + 1}"
    first = next((line.strip() for line in cell.source.splitlines() if line.strip()), "(empty)")
    if isinstance(error, CellTimeoutError):
        return f"{where}: the cell took too long. Its first line: {first}"
    if isinstance(error, DeadKernelError):
        return f"{where}: the kernel died. The cell's first line: {first}"
    trace = [line for output in cell.get("outputs", []) for line in output.get("traceback", [])]
    at_fault = re.search(r"(?m)^-+> \d+ (.*)", _ANSI.sub("", "\n".join(trace)))
    name, value = getattr(error, "ename", ""), _ANSI.sub("", str(getattr(error, "evalue", error)))
    return f"{where}: {name}: {value}\n  at: {at_fault[1].strip() if at_fault else first}"
