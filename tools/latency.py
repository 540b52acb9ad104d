"""Measure from a key press to the painted picture: ``python -m tools.latency [EXPLORER ...] [--times 40]``.

Each explorer is worked through the first of its sliders with the arrow keys, in JupyterLab and, if the browser draws
it, on a page without a kernel. The clock is the browser's: from the event of the key to the first frame in which the
picture of the new state is there. Movements between two states are off, as for readers who ask for less motion.
Compare figures of one run only: they depend on the machine and on what else it does.
"""

import argparse
import contextlib
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import nbformat
import numpy as np
from playwright.sync_api import Locator, Page, sync_playwright

from tiws_teach.course import explorers
from tools.site.chromium import FLAGS, find_chromium
from tools.site.explorers import copy_scripts, embedded, scripts

PRESSED = "addEventListener('keydown', () => { window.pressed = performance.now(); }, true);"
SHOWN = "node => (node.querySelector('.tiws-face') || node).dataset.shown"
PAINTED = f"""async ([node, before]) => {{
  const shown = {SHOWN};
  for (let frame = 0; frame < 1200; frame++) {{
    await new Promise(requestAnimationFrame);
    if (shown(node) !== before) return performance.now() - window.pressed;
  }}
  throw new Error("no picture came");
}}"""


@contextlib.contextmanager
def jupyterlab(root: Path) -> Iterator[str]:
    """Serve a folder with JupyterLab and yield its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    options = [f"--port={port}", f"--ServerApp.root_dir={root}", "--IdentityProvider.token=", "--ServerApp.password="]
    options += ["--no-browser", "--allow-root", "--ip=127.0.0.1", "--LabApp.expose_app_in_browser=True"]
    own = {name: str(root / ".jupyter") for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR")}
    command = [sys.executable, "-m", "jupyterlab", *options]
    server = subprocess.Popen(command, env=os.environ | own, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(600):
            with contextlib.suppress(OSError):
                urllib.request.urlopen(f"http://127.0.0.1:{port}/api/status", timeout=2).close()
                break
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(30)


def live(page: Page, address: str, root: Path, name: str) -> Locator:
    """Run a notebook with an explorer and return it when it is drawn."""
    nb = nbformat.v4.new_notebook(metadata={"kernelspec": {"name": "python3", "display_name": "Python 3"}})
    nb.cells = [nbformat.v4.new_code_cell(f"from tiws_teach.course import explorers\nexplorers()[{name!r}]()")]
    nbformat.write(nb, root / f"{name}.ipynb")
    page.goto(f"{address}/doc/tree/{name}.ipynb?reset", wait_until="domcontentloaded")
    page.wait_for_function("window.jupyterapp?.shell.currentWidget?.sessionContext")
    page.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.ready.then(() => 1)")
    page.evaluate("() => window.jupyterapp.commands.execute('notebook:run-all-cells').then(() => 1)")
    drawn = page.locator(".tiws-explorer:has(.tiws-face[data-shown])")
    drawn.first.wait_for()
    return drawn.first


def stored(page: Page, root: Path, name: str) -> Locator:
    """Open an explorer on a page without a kernel and return it when it is drawn."""
    copy_scripts(root / "scripts", [name])
    place = root / f"{name}.html"
    body = f"{embedded(name)}{scripts([name], 'scripts/')}"
    place.write_text(f"<!doctype html><meta charset=utf-8>{body}", encoding="utf-8")
    page.goto(place.as_uri())
    drawn = page.locator("figure:has(.tiws-face[data-shown])")
    drawn.wait_for()
    return drawn


def milliseconds(page: Page, explorer: Locator, times: int) -> np.ndarray:
    """Press the arrow keys on the first slider; return the times to the frame with the picture, in milliseconds."""
    slider = explorer.get_by_role("slider").first
    slider.focus()
    node, times_taken, key = explorer.element_handle(), [], "ArrowRight"
    for number in range(times + 3):
        value = slider.get_attribute("aria-valuetext")
        before = page.evaluate(SHOWN, node)
        page.keyboard.press(key)
        if slider.get_attribute("aria-valuetext") == value:  # at the end of the slider
            key = "ArrowLeft" if key == "ArrowRight" else "ArrowRight"
            page.keyboard.press(key)
        times_taken.append(page.evaluate(PAINTED, [node, before]))
        page.wait_for_timeout(60)
        if number < 3:
            times_taken.clear()  # the first compile what the others use
    return np.array(times_taken)


def main(arguments: list[str]) -> int:
    """Print a table with a line for each explorer and place."""
    parser = argparse.ArgumentParser(prog="python -m tools.latency", description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", choices=[[], *explorers()], metavar="EXPLORER")
    parser.add_argument("--times", type=int, default=40)
    options = parser.parse_args(arguments)
    names = options.names or list(explorers())
    print(f"{'explorer':24}{'where':12}{'median ms':>10}{'p95 ms':>8}", flush=True)
    with tempfile.TemporaryDirectory() as folder, jupyterlab(Path(folder)) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(FLAGS))
        for name in names:
            for where in ["JupyterLab", "page"]:
                page = browser.new_page(viewport={"width": 1280, "height": 720}, reduced_motion="reduce")
                page.add_init_script(PRESSED)
                root = Path(folder)
                drawn = live(page, address, root, name) if where == "JupyterLab" else stored(page, root, name)
                taken = milliseconds(page, drawn, options.times)
                print(f"{name:24}{where:12}{np.median(taken):10.0f}{np.percentile(taken, 95):8.0f}", flush=True)
                page.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
