"""Run the cells of a submission in a kernel of its own, within a limit of time, whatever they do."""

from __future__ import annotations

import os
import tempfile
import time
from typing import Any

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellTimeoutError, DeadKernelError

from tiws_teach.course._normalise import ENVIRONMENT, ThisPython

LATE = {"ename": "CellTimeout", "evalue": "it took too long.", "traceback": []}
Replies = dict[int, tuple[str, str]]


class _Client(NotebookClient):
    """A client that keeps no outputs: an endless loop that prints would fill the memory."""

    def output(self, *_: Any, **__: Any) -> None:
        """Drop an output."""


def run_cells(cells: list[str], timeout: float, total: float, messages: list[str]) -> Replies:
    """Run code cells in a new kernel and return the status and the words of each that was reached."""
    replies: Replies = {}
    end = time.monotonic() + total

    def limit(_: Any) -> float:
        left = end - time.monotonic()
        if left <= 0:
            raise TimeoutError
        return min(timeout, left)

    def answered(cell: Any, cell_index: int, execute_reply: dict[str, Any]) -> None:  # noqa: ARG001
        content = execute_reply["content"]
        replies[cell_index] = (content["status"], content.get("evalue", ""))
        if content.get("ename") == LATE["ename"]:
            messages.append(f"Code cell {cell_index + 1} took longer than {timeout:g} s.")

    try:
        _execute(cells, limit, answered)
    except DeadKernelError:
        messages.append(f"The kernel died in code cell {len(replies) + 1}.")
    except (TimeoutError, CellTimeoutError):
        messages.append(f"The submission took longer than {total:g} s.")
    except Exception as error:  # one submission must not stop the others
        messages.append(f"The submission could not be run: {type(error).__name__}: {error}.")
    return replies


def _execute(cells: list[str], limit: Any, answered: Any) -> None:
    """Run the cells in an empty folder of their own; go on after errors, interrupt what takes too long."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in cells])
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, tempfile.TemporaryFile() as errors:
        client = _Client(
            notebook,
            kernel_manager_class=ThisPython,
            timeout_func=limit,
            interrupt_on_timeout=True,
            error_on_timeout=LATE,
            allow_errors=True,
            record_timing=False,
            store_widget_state=False,
            shutdown_kernel="immediate",
            on_cell_executed=answered,
            resources={"metadata": {"path": folder}},
        )
        client.execute(env=os.environ | ENVIRONMENT, stderr=errors, stdout=errors)
