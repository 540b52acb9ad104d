"""The gate of predictions: until the learner commits, a cell that answers shows nothing else, live in a kernel."""

import os
import re
import textwrap
from pathlib import Path

import pytest
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook
from notebook_reading import Cell, keys, notebooks

from tiws_teach.course import _gate, _predictions
from tiws_teach.course._normalise import ThisPython, normalise, read_notebook
from tools.site.notebooks import ROOT

IMPORTS = """\
import ipywidgets, warnings
import matplotlib.pyplot as plt
from IPython.display import display
from tiws_teach.course import reveal
from tiws_teach.course._predictions import _commit
from tiws_teach.course.questions import find
def commit(key): _commit(key, find(key), find(key).typical)
"""
REPLAY = """\
import functools, json, pathlib
cells_of = functools.cache(lambda path: json.loads(pathlib.Path(path).read_text(encoding="utf-8"))["cells"])
def replay(path, place):
    for output in cells_of(path)[place]["outputs"]:
        if "text" in output:
            print("".join(output["text"]), end="")
        else:
            display({name: "".join(data) for name, data in output["data"].items()}, raw=True)
"""


def reveals() -> list[tuple[Path, Cell, list[str]]]:
    """Return every cell with a reveal, its notebook, and its keys as Python reads them."""
    found = []
    for notebook in notebooks(ROOT / "notebooks"):
        told: dict[int, tuple[Cell, list[str]]] = {}
        for cell, _, key in keys(notebook, "reveal"):
            told.setdefault(cell.place, (cell, []))[1].append(key)
        found += [(notebook.path, cell, own) for cell, own in told.values()]
    return found


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Run cells live, in one kernel of a learner's own, and return their outputs."""
    monkeypatch.setenv("TIWS_TEACH_HOME", str(tmp_path))
    environ = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}

    def run(*sources: str, folder: Path = tmp_path) -> list[list]:
        nb = normalise(new_notebook(cells=[new_code_cell(source) for source in sources]))
        settings = {"allow_errors": True, "coalesce_streams": True, "kernel_manager_class": ThisPython}
        client = NotebookClient(nb, timeout=300, resources={"metadata": {"path": str(folder)}}, **settings)
        client.execute(env=environ | {"TIWS_TEACH_CANNED": "0"})
        return [normalise(nb) and cell.outputs for cell in nb.cells]

    return run


def text(output) -> str:
    """Return what an output says."""
    return output.get("text") or output.get("data", {}).get("text/plain") or output.get("evalue", "")


def request(*keys_: str) -> list[str]:
    """Return what a cell shows that waits for guesses."""
    return [_predictions.asked_first(list(keys_))["text/plain"]]


def test_the_keys_are_read_as_python_reads_them():
    found = reveals()
    assert len(found) > 60
    assert {cell.place for _, cell, own in found if _gate.revealed(cell.source) != own} == set()
    places = {(path, cell.place) for path, cell, _ in found}
    for notebook in notebooks(ROOT / "notebooks"):
        for cell in notebook.code:
            answers = any(words.startswith("[reveal") for words in cell.shown("text/plain"))
            assert answers is ((notebook.path, cell.place) in places)
    assert _gate.revealed("x = 1\nreveal(\n    'tiws.1', x)\nsource(reveal)\nreveal?") == ["tiws.1"]
    assert _gate.revealed('reveal("tiws.2", 1); reveal("tiws.1", 2); reveal("tiws.2", 3)') == ["tiws.2", "tiws.1"]


@pytest.mark.slow
def test_no_reveal_cell_of_any_lesson_shows_anything_before_the_guess_and_all_of_it_after(run):
    found = reveals()
    cells = [
        f"replay({str(path)!r}, {cell.place - 1})\nif False:\n{textwrap.indent(cell.source, '    ')}\n'the value'"
        for path, cell, _ in found
    ]
    every = sorted({key for _, _, own in found for key in own})
    outputs = run(IMPORTS + REPLAY, *cells, f"for key in {every}:\n    commit(key)", *cells)
    before, after = outputs[1 : len(cells) + 1], outputs[len(cells) + 2 :]
    for (_, cell, own), closed, opened in zip(found, before, after, strict=True):
        assert [text(output) for output in closed] == request(*own)
        assert [text(output) for output in opened] == [*map(text, cell.outputs), "'the value'"]


@pytest.mark.slow
def test_everything_that_a_cell_can_show_is_withheld_but_errors_and_warnings(run):
    shows = (
        'print("before")\nreveal("tiws.3", "Cherbourg (C)")\nx = 3\ndisplay(ipywidgets.IntSlider())\n'
        'plt.plot([1, 2])\nplt.show()\nplt.plot([2, 1])\n!echo shell\nget_ipython().run_cell("print(5)")\n'
        'await __import__("asyncio").sleep(0.01)\nprint("after")\nx'
    )
    outputs = run(
        f"%matplotlib inline\n%config InlineBackend.close_figures = True\n{IMPORTS}",
        shows,
        "x",
        '%%time\nreveal("tiws.3", "Cherbourg (C)")\nprint(x)',
        'warnings.warn("careful")\nprint(x)\nreveal("tiws.3", "Cherbourg (C)")\n1 / 0',
        'print(x)\nreveal("tiws.3", "Cherbourg (C)"',
        'reveal("tiws.3", "Queenstown")',
        'commit("bias_variance.4")',
        'reveal("tiws.3", "Cherbourg (C)"); reveal("bias_variance.4", 2)\nx',
        'print(x)\nreveal("nothing.1", 2)',
        'commit("tiws.3")',
        shows,
    )
    told = [[text(output) for output in cell] for cell in outputs]
    assert [told[1], told[2], told[3]] == [request("tiws.3"), ["3"], request("tiws.3")]
    assert "UserWarning: careful" in told[4][0]
    assert told[4][1:] == ["division by zero", *request("tiws.3")]
    assert told[5][1:] == told[6][1:] == request("tiws.3")
    assert "was never closed" in told[5][0] or "incomplete input" in told[5][0]
    assert "the answer must be one of" in told[6][0]
    assert told[8] == request("tiws.3")
    assert told[9][0] == "3\n"
    assert "key must name one of the topics" in told[9][1]
    assert told[11][0].split() == ["before", "shell", "5", "after"]
    assert [words.split()[0] for words in told[11][1:]] == ["[reveal", "IntSlider(value=0)", "<Figure", "<Figure", "3"]


@pytest.mark.slow
def test_a_lesson_run_live_asks_for_each_guess_and_shows_its_results_after_it(run):
    path, *_ = reveals()[0]
    code = [cell for cell in read_notebook(path).cells if cell.cell_type == "code"]
    asked = [cell for cell in code if _gate.revealed(cell.source)]
    own = [_gate.revealed(cell.source) for cell in asked]
    cells = [cell.source for cell in code[: code.index(asked[-1]) + 1]]
    commit = f"{IMPORTS}for key in {[key for keys_ in own for key in keys_]}:\n    commit(key)"
    outputs = run(*cells, commit, *(cell.source for cell in asked), folder=path.parent)
    assert [[*map(text, outputs[code.index(cell)])] for cell in asked] == [request(*keys_) for keys_ in own]
    for cell, opened in zip(asked, outputs[-len(asked) :], strict=True):
        words = [re.sub("You guessed|Your guess was", "A plausible guess is", text(output)) for output in opened]
        assert words == [*map(text, cell.outputs)]


def test_outside_a_kernel_nothing_is_watched(monkeypatch):
    for shell in (None, object()):
        monkeypatch.setattr(_gate, "get_ipython", lambda shell=shell: shell)
        _gate.watch()


def test_in_canned_mode_nothing_is_open(monkeypatch, tmp_path):
    assert not _predictions.is_open("tiws.3")
    monkeypatch.setenv("TIWS_TEACH_CANNED", "0")
    monkeypatch.setenv("TIWS_TEACH_HOME", str(tmp_path))
    assert _predictions.is_open("tiws.3")
    assert not _predictions.is_open("nothing.1")
