"""A real Chromium, a real JupyterLab, a real kernel: lessons are worked by keyboard and looked at."""

import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tiws_teach._workspace import for_learners, refresh_library

pytestmark = [pytest.mark.browser, pytest.mark.slow]
OVERRIDES = {
    "@jupyterlab/apputils-extension:notification": {
        "fetchNews": "false",
        "checkForUpdates": False,
        "doNotDisturbMode": True,
    },
    "@jupyterlab/docmanager-extension:plugin": {"autosave": False},
}
LESSON = (
    "from tiws_teach.course import check, predict, reveal\n"
    "from tiws_teach.lessons.start.explorer import NeighborExplorer",
    'predict("tiws.3")',
    'predict("bias_variance.4")',
    "explorer = NeighborExplorer()\nexplorer",
    'print("evidence")\nreveal("tiws.3", "Cherbourg (C)")\ndisplay(NeighborExplorer())\n"more evidence"',
    'reveal("bias_variance.4", 200.6)',
    'check("start.1", "C")',
)


@dataclass
class Lab:
    """A running JupyterLab: its address, the folder it shows, and the learner's folder."""

    address: str
    root: Path
    home: Path

    def write(self, name: str, cells: tuple[str, ...]) -> None:
        """Write a notebook without outputs into the folder."""
        nb = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in cells])
        nb.metadata["kernelspec"] = {"display_name": "Python 3", "language": "python", "name": "python3"}
        nbformat.write(nb, self.root / name)


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory, chromium: str) -> Iterator[Lab]:
    """Start JupyterLab on an empty folder, with folders of its own, as a learner has it: predictions are live."""
    folder = tmp_path_factory.mktemp("lab")
    for name in ("root", "settings", "config", "data", "runtime", "ipython", "home"):
        (folder / name).mkdir()
    (folder / "settings" / "overrides.json").write_text(json.dumps(OVERRIDES), encoding="utf-8")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    with open(folder / "log", "w", encoding="utf-8") as log:
        server = subprocess.Popen(_command(folder, port), env=_environment(folder), stdout=log, stderr=log)
        try:
            _wait_until_up(address, server, folder / "log")
            yield Lab(address, folder / "root", folder / "home")
        finally:
            server.terminate()
            server.wait(30)


def _command(folder: Path, port: int) -> list[str]:
    return [
        *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1"),
        *(f"--port={port}", "--ServerApp.port_retries=0", "--IdentityProvider.token=", "--ServerApp.password="),
        *(f"--ServerApp.root_dir={folder / 'root'}", f"--LabApp.app_settings_dir={folder / 'settings'}"),
        *("--LabApp.expose_app_in_browser=True", "--JupyterNotebookApp.expose_app_in_browser=True"),
    ]


def _environment(folder: Path) -> dict[str, str]:
    """Return an environment without a trace of pytest: its children would take predictions to be canned."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    own = {
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_DATA_DIR": "data",
        "JUPYTER_RUNTIME_DIR": "runtime",
        "IPYTHONDIR": "ipython",
        "TIWS_TEACH_HOME": "home",
    }
    kept.pop("TIWS_TEACH_CANNED", None)
    return kept | {name: str(folder / value) for name, value in own.items()}


def _wait_until_up(address: str, server: subprocess.Popen, log: Path) -> None:
    for _ in range(600):
        try:
            urllib.request.urlopen(f"{address}/api/status", timeout=2).close()
            return
        except OSError:
            if server.poll() is not None:
                break
            time.sleep(0.1)
    raise RuntimeError(f"JupyterLab did not start:\n{log.read_text(encoding='utf-8')[-2000:]}")


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Give a page; an error in the page's scripts fails the test."""
    yield from watched(browser)


def watched(browser: Browser) -> Iterator[Page]:
    """Yield a page, close it, and refuse errors in its scripts."""
    errors: list[str] = []
    opened = browser.new_page(viewport={"width": 1280, "height": 1400})
    opened.set_default_timeout(30_000)
    opened.on("pageerror", lambda error: errors.append(str(error)))
    yield opened
    opened.close()
    assert not errors, errors


def run_all(page: Page, lab: Lab, name: str, view: str = "doc/tree") -> None:
    """Open a notebook and run all its cells; wait until the kernel has answered the last."""
    page.goto(f"{lab.address}/{view}/{name}?reset", wait_until="domcontentloaded")
    page.wait_for_function("window.jupyterapp && window.jupyterapp.shell.currentWidget?.sessionContext")
    # the toolbar says "idle" before the kernel is connected; the session's own promise does not
    page.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.ready.then(() => 1)")
    idle = "window.jupyterapp.shell.currentWidget.sessionContext.session?.kernel?.status === 'idle'"
    page.wait_for_function(idle)
    page.evaluate(
        "() => { window.ran = null; const { commands } = window.jupyterapp;"
        " commands.execute('notebook:run-all-cells').then(done => { window.ran = done; }); return 1; }"
    )
    page.wait_for_function("window.ran !== null", timeout=120_000)
    page.wait_for_function(idle)
    assert page.locator("[data-mime-type='application/vnd.jupyter.error']").count() == 0


def run_cell(page: Page, number: int) -> None:
    """Run one cell again (counted from 0)."""
    page.evaluate(
        "number => { const panel = window.jupyterapp.shell.currentWidget; panel.content.activeCellIndex = number;"
        " return window.jupyterapp.commands.execute('notebook:run-cell').then(() => 1); }",
        number,
    )


def output(page: Page, number: int) -> Locator:
    """Return the output of a cell (counted from 0, also where JupyterLab has taken cells before it off the page)."""
    return page.locator(f".jp-Notebook .jp-Cell[data-windowed-list-index='{number}'] .jp-Cell-outputArea")


def press(page: Page, where: Locator, key: str) -> None:
    """Press a key on an element, as someone without a mouse does."""
    where.focus()
    page.keyboard.press(key)


def test_a_lesson_is_worked_by_keyboard(lab, page, tmp_path):
    lab.write("lesson.ipynb", LESSON)
    run_all(page, lab, "lesson.ipynb")

    # nothing is committed yet: the cell asks for a guess, and shows nothing else
    assert "Commit first." in output(page, 4).inner_text()
    assert "evidence" not in output(page, 4).inner_text()
    assert output(page, 4).locator("button, img").count() == 0
    page.screenshot(path=str(tmp_path / "withheld.png"))

    # a choice, by keyboard
    form = output(page, 1)
    press(page, form.get_by_role("button", name="Cherbourg (C)"), "Enter")
    press(page, form.get_by_role("button", name="Commit"), "Enter")
    form.get_by_text('Noted: "Cherbourg (C)".').wait_for()
    run_cell(page, 4)
    output(page, 4).get_by_text('You guessed "Cherbourg (C)", and that is the result.').wait_for()
    output(page, 4).get_by_text("more evidence").wait_for()
    output(page, 4).locator(".tiws-face[data-shown]").wait_for()

    # a number, by keyboard, with a mistake first; Enter commits, and there is room for the digits
    form = output(page, 2)
    box = form.get_by_role("textbox", name="Your guess, a number from 0 to 300 dm²:")
    assert box.bounding_box()["width"] > 100
    box.focus()
    page.keyboard.type("7777")
    page.keyboard.press("Enter")
    form.get_by_text("the answer must be in [0, 300]; got 7777.").wait_for()
    page.keyboard.press("Control+A")
    page.keyboard.type("0,4 dm²")
    page.keyboard.press("Enter")
    form.get_by_text("Noted: 0.4 dm².").wait_for()
    page.screenshot(path=str(tmp_path / "number.png"))
    run_cell(page, 5)
    output(page, 5).get_by_text("You guessed 0.4 dm²; the result is 200.6 dm² (200.2 higher).").wait_for()

    assert "Right." in output(page, 6).inner_text()
    lines = (lab.home / "records.jsonl").read_text(encoding="utf-8").splitlines()
    noted = {key: entry for kind, key, entry in map(json.loads, filter(None, lines)) if kind == "predictions"}
    assert {key: entry["guess"] for key, entry in noted.items()} == {"tiws.3": "Cherbourg (C)", "bias_variance.4": 0.4}
    assert page.locator(".jp-Notebook .jp-Cell").count() == len(LESSON)  # no key slipped through to the notebook
    page.screenshot(path=str(tmp_path / "lesson.png"))


def test_a_saved_lesson_shows_its_questions_guesses_and_stills_without_its_kernel(lab, page, tmp_path):
    lab.write("saved.ipynb", (LESSON[0], 'predict("tiws.2")', 'predict("tiws.4")', LESSON[3]))
    run_all(page, lab, "saved.ipynb")
    choice, stills = output(page, 1), output(page, 3).locator("figure[data-tiws-explorer]")
    choice.get_by_text("U has exactly A's shares").wait_for()
    expect(choice.get_by_text("Your answer: A / B")).to_be_hidden()  # the buttons say that
    output(page, 3).locator(".tiws-face[data-shown]").wait_for()
    expect(stills).to_be_hidden()
    press(page, choice.get_by_role("button", name="B", exact=True), "Enter")
    press(page, choice.get_by_role("button", name="Commit"), "Enter")
    choice.get_by_text("Noted: B.").wait_for()
    page.wait_for_function(
        "JSON.stringify(window.jupyterapp.shell.currentWidget.context.model.toJSON()).includes('Your answer: B')"
    )
    page.evaluate("() => window.jupyterapp.shell.currentWidget.context.save().then(() => 1)")
    page.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.shutdown().then(() => 1)")

    page.goto(f"{lab.address}/doc/tree/saved.ipynb?reset", wait_until="domcontentloaded")
    error = "Error displaying widget: model not found"
    page.wait_for_function("words => document.body.textContent.split(words).length === 4", arg=error)  # written,
    assert not page.get_by_text(error).filter(visible=True).count()  # but not shown
    expect(output(page, 1).get_by_text("Your answer: B")).to_be_visible()
    expect(output(page, 2).get_by_text("Your answer: a number from 0 to 1")).to_be_visible()
    expect(stills).to_be_visible()
    assert stills.locator("img").count() == 3
    page.screenshot(path=str(tmp_path / "saved.png"))


SLOW = """import time
from pathlib import Path
quick = explorer.compute
def compute(state):
    while Path("hold").exists():
        time.sleep(0.05)
    return quick(state)
explorer.compute = compute"""


def test_a_slider_that_is_ahead_of_its_picture_shows_that_it_waits(lab, page, tmp_path):
    lab.write("waiting.ipynb", (LESSON[0], LESSON[3], SLOW))
    run_all(page, lab, "waiting.ipynb")
    explorer, sign = output(page, 1).locator(".tiws-face[data-shown]"), output(page, 1).locator(".tiws-sign")
    explorer.wait_for()
    picture, slider = explorer.locator(".tiws-chart"), explorer.get_by_role("slider", name="neighbours k")
    expect(sign).to_be_hidden()

    hold = lab.root / "hold"
    hold.touch()  # nothing is computed until this file is gone
    press(page, slider, "ArrowRight")
    press(page, slider, "ArrowRight")
    expect(sign).to_have_text("waiting for the kernel …")
    expect(sign).to_be_visible()
    expect(explorer).to_have_attribute("aria-busy", "true")
    assert picture.get_attribute("aria-label").startswith("A pump with 3.8 hours a day and 3.0 mm/s, k = 3")
    page.screenshot(path=str(tmp_path / "waiting.png"))

    hold.unlink()
    expect(sign).to_be_hidden(timeout=30_000)
    assert picture.get_attribute("aria-label").startswith("A pump with 3.8 hours a day and 3.0 mm/s, k = 5")
    expect(explorer).to_have_attribute("aria-busy", "false")
    press(page, explorer.get_by_role("button", name="Reset"), "Enter")
    expect(picture).to_have_attribute("aria-label", re.compile("k = 3:"), timeout=30_000)
    press(page, explorer.get_by_role("button", name="Reset"), "Enter")  # nothing changes, and nothing waits
    page.wait_for_timeout(1000)
    expect(sign).to_be_hidden()


def opened(page: Page, file: str) -> str:
    """Wait until a file is the current tab and a link has moved its cursor; return the line of the cursor."""
    here = f"window.jupyterapp.shell.currentWidget?.context?.path === {json.dumps(file)}"
    page.wait_for_function(
        f"{here} && window.jupyterapp.shell.currentWidget.content.editor?.getCursorPosition().line > 0"
    )
    return page.evaluate(
        "() => { const editor = window.jupyterapp.shell.currentWidget.content.editor;"
        " return editor.getLine(editor.getCursorPosition().line); }"
    )


def test_a_link_to_the_code_opens_it_at_the_function(lab, page, tmp_path):
    refresh_library(lab.root)
    (lab.root / ".tiws_teach.json").write_text("{}", encoding="utf-8")
    table = Path(__file__).parents[1] / "notebooks" / "EQUATIONS.md"
    (lab.root / table.name).write_bytes(for_learners(Path(table.name), table.read_bytes()))
    (lab.root / "solutions").mkdir()
    code = "from tiws_teach import modified_cosine\nfrom tiws_teach.course import source\nsource(modified_cosine)"
    lab.write("solutions/code.ipynb", (code,))  # from a folder below, which is harder than from beside
    run_all(page, lab, "solutions/code.ipynb", view="lab/tree")
    output(page, 0).get_by_role("link", name="tiws_teach/tiws/equations.py").click()
    assert opened(page, "library/tiws/equations.py") == "    return s"
    page.locator(".cm-line").get_by_text("def modified_cosine(").wait_for()  # the whole function is in sight
    page.screenshot(path=str(tmp_path / "code.png"))

    page.evaluate(
        "() => window.jupyterapp.commands.execute('docmanager:open',"
        " { path: 'EQUATIONS.md', factory: 'Markdown Preview' }).then(() => 1)"
    )
    page.locator(".jp-MarkdownViewer").get_by_role("link", name="cosine_similarity").click()
    assert opened(page, "library/literal/tiws.py").startswith("def cosine_similarity(")
