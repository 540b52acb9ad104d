"""Open the lessons in JupyterLab.

Open your own copy of the lessons in JupyterLab. Your edits are never overwritten: a newer version of a lesson that
you edited is saved next to it. To start a lesson again, delete your copy.
"""

import argparse
import os
import socket
import tempfile
from pathlib import Path

from tiws_teach import _workspace
from tiws_teach._extras import ONE_THREAD, require
from tiws_teach._validation import fail, project_folder

FIRST = "00_start_here.ipynb"
DEFAULT_PORT = 8888
SETTINGS = Path(__file__).resolve().parent / "lab_settings"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("--port", type=int, metavar="N", help=f"port (default: {DEFAULT_PORT} or the next free one)")
    parser.add_argument("--no-browser", action="store_true", help="print the address and open no browser")
    parser.add_argument("--lessons", default="workspace", metavar="FOLDER",
                        help="'workspace' (your copy), 'notebooks' (the originals) or another folder")  # fmt: skip
    parser.add_argument(
        "--no-solutions", action="store_true", help="copy no solutions, as for the computers of a class"
    )


def is_free(port: int) -> bool:
    """Return whether we can listen on `port` of this machine's loopback address."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        if os.name == "posix":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except (OSError, OverflowError):
            return False
    return True


def choose_port(wanted: int | None) -> int:
    """Return the port to listen on; raise an error with a remedy if the wanted one is in use."""
    if wanted is not None:
        if not 1 <= wanted <= 65535:
            raise ValueError(f"a port must be in [1, 65535]; got {wanted}. Choose another, for example PORT=9000.")
        other = wanted % 65535 + 1
        if not is_free(wanted):
            raise OSError(
                f"port {wanted} is in use or not allowed. Choose another, for example PORT={other} with make "
                f"(--port {other} without), or stop the program that uses it."
            )
        return wanted
    port = next((port for port in range(DEFAULT_PORT, DEFAULT_PORT + 50) if is_free(port)), None)
    if port is None:
        raise OSError(
            f"ports {DEFAULT_PORT} to {DEFAULT_PORT + 49} are all in use. Choose a free one: make lab PORT=9999"
        )
    if port != DEFAULT_PORT:
        print(f"tiws_teach: port {DEFAULT_PORT} is in use; using {port}.")
    return port


def kernel_transport() -> str:
    """Return "ipc" if a Unix socket can be created in Jupyter's runtime folder, otherwise "tcp".

    With ipc the kernel opens no port. The path of a socket is limited to about 100 characters, and some mounted
    folders do not support sockets. To detect both, we bind a socket whose name is as long as a kernel's.
    """
    from jupyter_core.paths import jupyter_runtime_dir

    if os.name != "posix" or not hasattr(socket, "AF_UNIX"):
        return "tcp"
    try:
        folder = Path(jupyter_runtime_dir())
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.TemporaryDirectory(dir=folder, prefix="p") as inside, socket.socket(socket.AF_UNIX) as probe:
            probe.bind(os.path.join(inside, "k" * 44)[: len(str(folder)) + 54])
    except OSError:
        return "tcp"
    return "ipc"


def arguments(root: Path, port: int, browser: bool) -> list[str]:
    """Return JupyterLab's command line, which leaves the user's own settings and layouts unchanged."""
    first = f"/tree/{FIRST}" if (root / FIRST).exists() else ""
    return [
        "--ServerApp.ip=127.0.0.1",
        f"--ServerApp.port={port}",
        "--ServerApp.port_retries=0",
        f"--ServerApp.root_dir={root}",
        f"--ServerApp.open_browser={browser}",
        f"--LabApp.default_url=/lab/workspaces/tiws_teach{first}",
        f"--LabApp.app_settings_dir={SETTINGS}",
        "--LabApp.extension_manager=readonly",
        "--log-level=ERROR",
        f"--KernelManager.transport={kernel_transport()}",
        *(["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []),
    ]


def prepare(lessons: str, *, solutions: bool = True) -> Path:
    """Return the folder to open; bring it up to date if it is a learner's copy."""
    if lessons == "notebooks" and not solutions:
        fail("--lessons", "be a copy with --no-solutions", repr(lessons), "The originals have the solutions.")
    if lessons == "notebooks":
        return project_folder("notebooks")
    if lessons != "workspace" and Path(lessons).name == lessons and not Path(lessons).is_dir():
        raise ValueError(
            f"the lessons must be 'workspace' (your copy), 'notebooks' (the originals) or a folder; got {lessons!r}. "
            f"For a copy in a new folder of that name write ./{lessons}"
        )
    root = _workspace.default_workspace() if lessons == "workspace" else Path(lessons).expanduser().resolve()
    try:
        changes = _workspace.fill(root, solutions=solutions)
        kept = _workspace.refresh_library(root)
    except OSError as error:
        raise OSError(
            f"could not write your copy of the lessons to {root}: {error.strerror}. Free some space, or choose a "
            "folder of your own: make lab LESSONS=~/lessons (--lessons ~/lessons without make)."
        ) from error
    if kept:
        print(f"tiws_teach: {kept}")
    new = [change for change in changes if change.action == "new"]
    if new:
        print(f"tiws_teach: {len(new)} new file{'s' * (len(new) > 1)} copied to {root}")
    for change in changes:
        if change.action != "new":
            print(f"tiws_teach: {_workspace.describe(change)}")
    return root


def run(options: argparse.Namespace) -> int:
    """Open JupyterLab and wait until it ends."""
    require("lab", "jupyterlab")
    from jupyterlab.labapp import LabApp

    for name, one in ONE_THREAD.items():  # threads that wait for each other are slow where others compute, too
        os.environ.setdefault(name, one)
    port = choose_port(options.port)
    root = prepare(options.lessons, solutions=not options.no_solutions)
    if options.no_solutions and (root / "solutions").exists():
        print(f"tiws_teach: an earlier start has copied the solutions. Delete {root / 'solutions'}")
    print(f"tiws_teach: starting JupyterLab on port {port}, for this machine only. Stop it with Ctrl-C.", flush=True)
    try:
        server = LabApp.initialize_server(argv=arguments(root, port, not options.no_browser))
    except OSError as error:
        if error.filename is None:
            raise
        raise OSError(
            f"Jupyter keeps files of its own in your home folder and could not write {error.filename}: "
            f"{error.strerror}. Name another home, for example: HOME=$(mktemp -d) make lab"
        ) from error
    if not server.identity_provider.auth_enabled:
        raise ValueError(
            "your Jupyter configuration disables the token. Remove the empty IdentityProvider.token from it."
        )
    server.start()
    return 0
