"""The gate that counts what nbval compared: a notebook stripped of its outputs must not pass."""

import os
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

TESTS = Path(__file__).resolve().parent
VIEW = {"application/vnd.jupyter.widget-view+json": {"model_id": "1", "version_major": 2, "version_minor": 0}}


def cell(source: str, *outputs, count: int | None = 1):
    return nbformat.v4.new_code_cell(source, outputs=list(outputs), execution_count=count)


def text(value: str):
    return nbformat.v4.new_output("stream", name="stdout", text=value)


def shown(**data):
    return nbformat.v4.new_output("display_data", data={key.replace("_", "/"): value for key, value in data.items()})


def run(folder: Path, *arguments: str, **notebooks) -> tuple[int, str]:
    """Write notebooks and run nbval with the gate over them, warnings being errors; return (exit code, output)."""
    (folder / "pytest.ini").write_text("[pytest]\nfilterwarnings = error\n", encoding="utf-8")
    for name, cells in notebooks.items():
        content = nbformat.writes(nbformat.v4.new_notebook(cells=cells))
        (folder / f"{name}.ipynb").write_text(content, encoding="utf-8")
    plugin = (
        "import nbval_gate\n\ndef pytest_configure(config):\n    config.pluginmanager.register(nbval_gate.Gate())\n"
    )
    (folder / "plugin.py").write_text(plugin, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "plugin", "--nbval", "--nbval-current-env", "-rA", "--color=no"]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(folder), str(TESTS)])}
    command += arguments
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


WIDGET = f"from IPython.display import display; display({VIEW | {'text/plain': 'Slider'}!r}, raw=True)"
PICTURE = "from IPython.display import display; display({'image/png': ''}, raw=True)"
GOOD = [cell("print(1)", text("1\n")), cell("x = 2", count=2), cell("print(x)", text("2\n"), count=3)]
STRIPPED = [cell("print(1)", count=None), cell("print(2)", count=None)]
WEAK = [
    cell("# NBVAL_IGNORE_OUTPUT\nprint(1)", text("1\n")),
    cell(PICTURE, shown(image_png="")),
    cell("print(3)", text("3\n")),
]
BAD = [cell("1 / 0", text("1\n")), cell("# NBVAL_SKIP\nprint(1)", text("1\n")), cell("print(1)", text("2\n"))]
VIEWS = [cell(WIDGET, shown(text_plain="Slider")), cell(WIDGET, shown(text_plain="Another"))]


@pytest.fixture(scope="module")
def everything(tmp_path_factory):
    """One run over all of these notebooks, in two workers."""
    folder = tmp_path_factory.mktemp("nbval")
    notebooks = {"good": GOOD, "stripped": STRIPPED, "weak": WEAK, "bad": BAD, "views": VIEWS}
    return run(folder, "-n", "2", "--dist", "loadscope", **notebooks)


@pytest.mark.slow
@pytest.mark.parametrize(
    "line",
    [
        "nbval compared 6 of 13 cells",  # of both workers: good 2 of 3, weak 1, bad 1, views 2
        "PASSED stripped.ipynb::Cell 0",  # nbval lets a notebook without outputs pass, the gate does not
        "PASSED stripped.ipynb::Cell 1",
        "stripped.ipynb: nbval compared 0 of 2 cells; at least 60% must",
        "weak.ipynb: nbval compared 1 of 3 cells",  # ignored outputs and pictures alone are not compared
        "bad.ipynb: nbval compared 1 of 3 cells",  # nor are cells that raised or were skipped
        "PASSED views.ipynb::Cell 0",  # nbval leaves views out on both sides: the words alone are compared
        "FAILED views.ipynb::Cell 1",
        "mismatch 'text/plain'",
    ],
)
def test_what_was_compared_is_counted_and_told(line, everything):
    code, output = everything
    assert code == 1, output
    assert line in output
    assert "good.ipynb: nbval compared" not in output


@pytest.mark.slow
def test_the_gate_alone_fails_the_run(tmp_path):
    code, output = run(tmp_path, stripped=STRIPPED)
    assert code == 1, output
    assert "2 passed" in output


@pytest.mark.slow
def test_good_notebooks_pass_and_a_part_is_not_held_to_the_floor(tmp_path):
    code, output = run(tmp_path, "--deselect", "part.ipynb::Cell 1", good=GOOD, part=[GOOD[1], GOOD[0]])
    assert code == 0, output
    assert "nbval compared 2 of 4 cells" in output
