"""Executing and normalising notebooks, and the table of equations."""

import importlib
import os
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from tiws_teach.course import _equations, _normalise, _store
from tiws_teach.course.questions import find
from tools import equations as tool
from tools.notebooks import execute_and_normalise

SANITIZE = Path(__file__).with_name("nbval_sanitize.cfg")


def write(path: Path, *sources: str) -> Path:
    nb = new_notebook(cells=[new_code_cell(source) for source in sources])
    path.write_text(_normalise.dumps(nb), encoding="utf-8", newline="\n")
    return path


def is_normalised(path: Path) -> bool:
    return _normalise.dumps(_normalise.normalise(_normalise.read_notebook(path))).encode("utf-8") == path.read_bytes()


def cell_with(*outputs):
    return new_notebook(cells=[new_code_cell("1", execution_count=1, outputs=list(outputs))])


def test_widgets_times_and_the_version_of_python_go():
    view = {_normalise.WIDGET_VIEW: {"model_id": "ab12"}, "text/plain": "[explorer]", "text/html": "<p>strip</p>"}
    nb = cell_with(new_output("display_data", view), new_output("display_data", {_normalise.WIDGET_VIEW: {}}))
    nb.metadata = nbformat.from_dict(
        {
            "widgets": {"state": {}},
            "language_info": {"name": "python", "version": "3.11.9"},
            "kernelspec": {"name": "mine", "display_name": "Mine"},
        }
    )
    nb.cells[0].metadata = nbformat.from_dict({"execution": {"iopub.busy": "now"}, "tags": ["exercise"]})
    _normalise.normalise(nb)
    assert nb.metadata == {"language_info": {"name": "python"}, "kernelspec": _normalise.KERNELSPEC}
    assert nb.cells[0].metadata == {"tags": ["exercise"]}
    assert [out.data for out in nb.cells[0].outputs] == [{"text/plain": "[explorer]", "text/html": "<p>strip</p>"}]


def test_ids_are_kept_and_missing_or_repeated_ones_come_from_the_position():
    nb = new_notebook(cells=[new_markdown_cell(str(number)) for number in range(6)])
    for cell, name in zip(nb.cells, ["first", None, "cell-003", "", "first", "no blanks"], strict=True):
        cell.pop("id") if name is None else cell.update(id=name)
    _normalise.normalise(nb)
    assert [cell.id for cell in nb.cells] == ["first", "cell-001", "cell-003", "cell-003-b", "cell-004", "cell-005"]
    nbformat.validate(nb)


def test_normalising_twice_changes_nothing(tmp_path):
    nb = cell_with(new_output("stream", name="stdout", text="ä\n"), new_output("stream", name="stdout", text="b"))
    once = _normalise.dumps(_normalise.normalise(nb))
    path = tmp_path / "a.ipynb"
    path.write_text(once, encoding="utf-8", newline="\n")
    assert is_normalised(path)
    assert once.endswith("}\n")
    assert not once.endswith("\n\n")
    assert '\n "cells": [\n' in once
    assert "ä" in once
    path.write_text(once + "\n", encoding="utf-8", newline="\n")
    assert not is_normalised(path)


def test_clear_empties_a_learners_copy():
    nb = cell_with(new_output("stream", name="stdout", text="a\n"))
    nb.cells.append(new_markdown_cell("text"))
    _normalise.clear(nb)
    assert nb.cells[0].outputs == []
    assert nb.cells[0].execution_count is None
    assert nb.cells[1].source == "text"


@pytest.mark.parametrize("text", ["", "{", "[]", '{"nbformat": 4}'])
def test_what_is_no_notebook_is_told(text, tmp_path):
    path = tmp_path / "bad.ipynb"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"bad\.ipynb is not a notebook of format 4"):
        _normalise.read_notebook(path)


@pytest.mark.slow
def test_executing_twice_leaves_no_difference(tmp_path):
    path = write(
        tmp_path / "a.ipynb",
        "import os, sys\nprint(os.environ['TIWS_TEACH_CANNED'], hash('a'), sys.executable)",
        "import ipywidgets\nipywidgets.IntSlider()",
        "from pathlib import Path\nprint(Path('a.ipynb').exists(), flush=True)\nprint('one stream')",
    )
    assert execute_and_normalise(path) is True
    first = path.read_bytes()
    assert execute_and_normalise(path) is False
    assert path.read_bytes() == first
    assert is_normalised(path)
    nb = _normalise.read_notebook(path)
    assert [cell.execution_count for cell in nb.cells] == [1, 2, 3]
    assert nb.cells[0].outputs[0].text.startswith("1 ")
    assert nb.cells[0].outputs[0].text.endswith(f"{sys.executable}\n")
    assert [output.text for output in nb.cells[2].outputs] == ["True\none stream\n"]
    assert [path.name for path in tmp_path.iterdir() if path.suffix != ".ipynb_checkpoints"] == ["a.ipynb"]


@pytest.mark.slow
def test_a_cell_that_fails_is_named_and_the_file_stays(tmp_path):
    path = write(tmp_path / "a.ipynb", "x = 1", "y = 2\nz = y / 0\nprint(z)", "1")
    before = path.read_bytes()
    with pytest.raises(_normalise.NotebookRunError) as told:
        execute_and_normalise(path)
    assert str(told.value) == "a.ipynb, cell 2: ZeroDivisionError: division by zero\n  at: z = y / 0"
    assert path.read_bytes() == before


@pytest.mark.slow
def test_a_kernel_that_dies_and_a_cell_that_hangs_are_named(tmp_path):
    path = write(tmp_path / "a.ipynb", "import os\nos._exit(1)")
    with pytest.raises(_normalise.NotebookRunError, match=r"a\.ipynb, cell 1: the kernel died.*import os"):
        _normalise.execute(path)
    path = write(tmp_path / "b.ipynb", "import time\ntime.sleep(60)")
    with pytest.raises(_normalise.NotebookRunError, match=r"b\.ipynb, cell 1: the cell took too long.*import time"):
        _normalise.execute(path, timeout=1)


LESSON = (
    "from tiws_teach.course import check, predict, reveal\n"
    "from tiws_teach.lessons.start.explorer import NeighborExplorer",
    'predict("tiws.3")',
    "NeighborExplorer()",
    'reveal("tiws.3", "Cherbourg (C)")',
    'check("start.1", ...)',
)


def nbval(path: Path, home: Path) -> subprocess.CompletedProcess:
    """Run plain ``pytest --nbval`` as a course's CI does, on a machine with predictions on record."""
    hidden = ("PYTEST", "TIWS_TEACH")
    environ = {name: value for name, value in os.environ.items() if not name.startswith(hidden)}
    command = [sys.executable, "-m", "pytest", "--nbval", "--nbval-current-env", "-q", "--color=no"]
    command += ["-p", "no:cacheprovider", "-c", os.devnull, f"--rootdir={path.parent}"]
    return subprocess.run(
        [*command, f"--nbval-sanitize-with={SANITIZE}", str(path)],
        env=environ | {"TIWS_TEACH_HOME": str(home)},
        capture_output=True,
        text=True,
        timeout=300,
    )


@pytest.mark.slow
def test_plain_nbval_agrees_with_stored_outputs_on_a_learners_own_machine(tmp_path, monkeypatch):
    path = write(tmp_path / "a.ipynb", *LESSON)
    execute_and_normalise(path)
    assert _normalise.WIDGET_VIEW not in path.read_text(encoding="utf-8")
    monkeypatch.setenv("TIWS_TEACH_HOME", str(tmp_path / "home"))
    _store.write_guess("tiws.3", find("tiws.3").text, "Cherbourg (C)")
    agreed = nbval(path, tmp_path / "home")
    assert agreed.returncode == 0, agreed.stdout[-3000:]
    assert "5 passed" in agreed.stdout
    path.write_text(path.read_text(encoding="utf-8").replace("[explorer] ", "[explorer] No "), encoding="utf-8")
    assert "mismatch 'text/plain'" in nbval(path, tmp_path / "home").stdout


# the table of equations ---------------------------------------------------------------------------------------------

MODULE = '''
def late(x):
    """Return x.

    Source: Someone (2001), page 3; the
    second line.
    Equation: 2.10.
    """

def early(x):
    """Return x.

    Source: Someone (2001), (4) | (5).
    Equation: 2.9, 2.9b.
    """

class Fitted:
    """Fit."""

    def predict(self):
        """Predict.

        Equation: 3.1.
        """

def slow(x):
    """Equations 2.9, 3.1: x."""

def _hidden():
    """Equation: 9.9."""

def plain():
    """Has no Equation: 7.7 at the start of a line."""
'''


def project(folder: Path) -> dict[str, Path]:
    package, tests, notebooks = folder / "pack", folder / "tests", folder / "notebooks"
    for made in (package, tests, notebooks):
        made.mkdir()
    (package / "__init__.py").write_text("", encoding="utf-8")
    (package / "one.py").write_text(MODULE, encoding="utf-8")
    (package / "_private.py").write_text(MODULE, encoding="utf-8")
    (tests / "rooms").mkdir()
    (tests / "rooms" / "test_one.py").write_text(
        "from pack.one import early as first\nfrom pack.one import late\nfirst(1); assert late; 'late'",
        encoding="utf-8",
    )
    nb = new_notebook(
        cells=[new_markdown_cell(r"$$a \tag{2.9}$$ and $$b \tag{(2.10)}$$"), new_code_cell(r"'\tag{3.1}'")]
    )
    nbformat.write(nb, notebooks / "02_one.ipynb")
    return {"notebooks": notebooks, "tests": tests, "package": package}


def test_the_table_is_made_from_docstrings(tmp_path):
    lines = tool.equation_table(**project(tmp_path)).splitlines()
    rows = [line for line in lines if line.startswith(("| 2.", "| 3."))]
    assert [line for line in lines if line.startswith("## ")] == ["## Lesson 02", "## Lesson 03"]
    early, slow = "[`early`](../pack/one.py#L10)", "[`slow`](../pack/one.py#L26)"
    place = r"Someone (2001), (4) \| (5)"
    assert rows == [
        f"| 2.9 | {early} | `pack.one` | {slow} | {place} | `rooms/test_one.py` | [02_one](02_one.ipynb) |",
        f"| 2.9b | {early} | `pack.one` | - | {place} | `rooms/test_one.py` | - |",
        "| 2.10 | [`late`](../pack/one.py#L2) | `pack.one` | - | Someone (2001), page 3; the second line | - "
        "| [02_one](02_one.ipynb) |",
        f"| 3.1 | [`Fitted.predict`](../pack/one.py#L20) | `pack.one` | {slow} | - | - | - |",
    ]


def test_the_projects_own_equations_can_be_called():
    found = _equations.equations()
    assert found
    for equation in found:
        value = importlib.import_module(equation.module)
        for part in equation.function.split("."):
            value = getattr(value, part)
        assert callable(value)
        assert equation.source != "-", equation
