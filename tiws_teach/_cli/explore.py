"""Open all explorers on one page, without code.

Open a page with the explorers of all lessons and the questions that the lessons ask. The page is served on this
machine only. It needs the extra 'app': pip install 'tiws_teach[app]'.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tiws_teach._cli.lab import choose_port
from tiws_teach._extras import ONE_THREAD, require

OWN = "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob: ws:"
"""What the page may load: nothing from other machines."""
CODE = "from tiws_teach._cli._gallery import Gallery\n\nGallery()"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("--port", type=int, metavar="N", help="port (default: 8888 or the next free one)")
    parser.add_argument("--no-browser", action="store_true", help="print the address and open no browser")


def command(notebook: Path, port: int, *, browser: bool) -> list[str]:
    """Return the command that serves the page."""
    options = [f"--port={port}", "--Voila.ip=127.0.0.1", "--theme=light", "--show_tracebacks=True"]
    options.append("--preheat_kernel=True")  # the next page is ready before it is asked for
    options.append(f"--Voila.tornado_settings={{'headers': {{'Content-Security-Policy': {OWN!r}}}}}")
    return [sys.executable, "-m", "voila", str(notebook), *options, *([] if browser else ["--no-browser"])]


def run(options: argparse.Namespace) -> int:
    """Serve the page until it is interrupted."""
    require("app", "voila", "nbformat")
    import nbformat

    port = choose_port(options.port)
    with tempfile.TemporaryDirectory(prefix="tiws_teach-") as folder:
        notebook = Path(folder) / "explorers.ipynb"
        kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
        nbformat.write(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(CODE)], metadata=kernel), notebook)
        print(f"tiws_teach: http://127.0.0.1:{port}/ (stop with Ctrl+C)", flush=True)
        package = str(Path(__file__).resolve().parents[2])
        paths = os.pathsep.join(filter(None, [package, os.environ.get("PYTHONPATH")]))
        environment = ONE_THREAD | os.environ | {"PYTHONPATH": paths}
        return subprocess.call(command(notebook, port, browser=not options.no_browser), env=environment)
