"""Run a submission in a process of its own: stripped, limited, inside bubblewrap or a container where there is one."""

import json
import os
import queue
import shutil
import signal
import site
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, NamedTuple

from tiws_teach._extras import ONE_THREAD
from tiws_teach._validation import fail, project_folder

WORKER = Path(__file__).with_name("_worker.py")
PACKAGE = WORKER.parents[1]
LARGEST, LONGEST = 200_000, 10_000
"""Most bytes that are read from one process, and from one line of it: the judge needs many times as much to read it."""
FILES = 20_000
"""Most files in the memory of a sandbox; each takes a kilobyte that no limit of a process counts."""
SYSTEM = ("/usr", "/lib", "/lib64", "/lib32", "/bin", "/nix", "/etc/ld.so.cache", "/etc/alternatives")
ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "MPLBACKEND": "agg", "PYTHONHASHSEED": "0",
               **ONE_THREAD,
               **{name: os.environ[name] for name in ("SYSTEMROOT",) if name in os.environ}}  # fmt: skip


class Limits(NamedTuple):
    """What a submission may use: seconds for each step and for the whole, and bytes of memory."""

    timeout: float
    total: float
    memory: int


@dataclass
class Recorded:
    """What a student's code left: for each answer the last that was recorded, and what went wrong on the way."""

    answers: dict[str, dict[str, Any]] = field(default_factory=dict)
    messages: list[str] = field(default_factory=list)


def solutions() -> list[Path]:
    """Return the files and folders of all installations here from which a solution could be read."""
    places = (*sys.path, *site.getsitepackages([sys.prefix, sys.base_prefix]), str(PACKAGE.parent))
    names = ("notebooks/solutions", "tiws_teach/_files/notebooks/solutions", "tiws_teach/lessons/*/homework.*",
             "tiws_teach/lessons/*/__pycache__/homework.*")  # fmt: skip
    return [path for place in {Path(each) for each in places} for name in names for path in place.glob(name)]


def bubblewrap(hidden: Sequence[Path] = ()) -> tuple[list[str], str]:
    """Return the start of the command that runs a program inside bubblewrap, or why there is none."""
    program = shutil.which("bwrap") if sys.platform == "linux" else None
    if not program:
        return [], "bubblewrap is not installed (Debian and Ubuntu: apt install bubblewrap)"
    prefixes = [folder for place in (sys.base_prefix, sys.prefix) for folder in (place, os.path.realpath(place))]
    command = [program, "--unshare-all", "--die-with-parent", "--new-session", "--clearenv", "--uid", "65534",
               "--gid", "65534", "--proc", "/proc", "--ro-bind", "/proc/sys", "/proc/sys", "--dev", "/dev",
               "--size", "20000000", "--tmpfs", "/dev/shm", "--size", "50000000", "--tmpfs", "/tmp"]  # fmt: skip
    shown = dict.fromkeys([*SYSTEM, *prefixes, str(PACKAGE), str(project_folder("datasets"))])
    for folder in shown:
        command += ["--ro-bind-try", folder, folder]
    masked = list[str]()
    for real in sorted({os.path.realpath(path) for path in (*solutions(), *hidden)}):
        for folder in shown:  # at each name that its place has inside
            base, path = os.path.realpath(folder), os.path.join(folder, os.path.relpath(real, os.path.realpath(folder)))
            if real == base:
                fail("the folders of the class", "be none of Python's own", real, "Move them elsewhere.")
            if Path(real).is_relative_to(base) and not any(Path(path).is_relative_to(each) for each in masked):
                masked.append(path)
                empty = ["--size", "4096", "--tmpfs", path, "--remount-ro", path]
                command += empty if os.path.isdir(real) else ["--ro-bind", os.devnull, path]
    command += ["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/tmp"]
    tried = subprocess.run([*command, sys.executable, "-I", "-c", ""], capture_output=True, text=True, check=False)
    return ([], f"bubblewrap does not run here: {tried.stderr.strip()}") if tried.returncode else (command, "")


def container(image: str) -> list[str]:
    """Return the start of the command that runs Python in a container of an image, without network and rights."""
    return ["docker", "run", "--rm", "--interactive", "--network", "none", "--read-only", "--tmpfs", "/tmp:size=100m",
            "--workdir", "/tmp", "--user", "65534:65534", "--cap-drop", "ALL", "--security-opt", "no-new-privileges",
            "--pids-limit", "64", "--memory", "2g", "--memory-swap", "2g", image]  # fmt: skip


def chosen(wanted: str, hidden: Sequence[Path] = ()) -> tuple[list[str], str]:
    """Return the start of the command for a mode (auto, bwrap, none, or an image), and the mode in words."""
    if wanted not in ("auto", "bwrap", "none"):
        return container(wanted), f"in a container of {wanted}"
    inside, why = ([], "") if wanted == "none" else bubblewrap(hidden)
    if why:
        advice = "Install it (0.7 or newer), name the image of a container, or say 'none' if you trust this class with"
        fail("--sandbox", "be possible here", f"{wanted}: {why}", f"{advice} all that you may read and write yourself.")
    if not inside:
        return [], "WITHOUT a sandbox: it can use the network, and read and write what you can"
    subprocess.run([sys.executable, "-I", "-c", "import IPython.core.interactiveshell, numpy"], check=False)  # compiled
    return inside, "inside bubblewrap"


def run_submission(cells: list[str], names: Sequence[str], calls: Mapping[str, Any], limits: Limits, inside: list[str]
                   ) -> Recorded:  # fmt: skip
    """Run a submission and return its answers; a step that ends the process is left out the next time."""
    record, skip, end = Recorded(), list[int](), time.monotonic() + limits.total
    job = {"cells": cells, "names": list(names), "calls": list(calls.items()), "skip": skip, "total": limits.total,
           "memory": limits.memory, "environment": ENVIRONMENT, "is_sandboxed": bool(inside), "longest": LONGEST - 99,
           }  # fmt: skip
    places = [*(f"Code cell {number}" for number in range(1, len(cells) + 1)), *calls]
    why = "?"
    while why and time.monotonic() < end:
        step, why = _run_once(job, len(places), inside, end, limits.timeout, record.answers)
        is_known = step >= 0 and step not in skip
        if why:
            record.messages.append(f"{places[step] if is_known else 'The submission'} {why}.")
        if not is_known:
            break
        skip.append(step)
    return record


def _run_once(
    job: dict[str, Any], n_steps: int, inside: list[str], end: float, timeout: float, answers: dict[str, Any]
) -> tuple[int, str]:
    """Run the steps once and keep the answers; return the last step and what ended it, or an empty text."""
    is_docker, folder = "docker" in inside, tempfile.mkdtemp()
    name = ["--name", os.path.basename(folder)] if is_docker else []
    python = "python" if is_docker else sys.executable
    lines: queue.Queue[bytes] = queue.Queue()
    process = subprocess.Popen(
        [*inside[:2], *name, *inside[2:], python, "-I", "-c", WORKER.read_text(encoding="utf-8")],
        cwd=folder, env=None if is_docker else ENVIRONMENT, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, start_new_session=os.name == "posix",
    )  # fmt: skip
    threading.Thread(target=_read, args=(process.stdout, lines), daemon=True).start()
    try:
        with suppress(OSError), process.stdin as stream:  # type: ignore[union-attr]
            stream.write(json.dumps(job).encode() + b"\n")
        return _follow(lines, process.pid, n_steps, end, timeout, answers)
    finally:
        if is_docker:  # the client ends, not what it has started
            subprocess.run(["docker", "kill", name[1]], capture_output=True, check=False)
        if sys.platform != "win32":
            with suppress(OSError):
                os.killpg(process.pid, signal.SIGKILL)
        process.kill()
        process.wait()
        with suppress(RecursionError):  # a deep folder
            shutil.rmtree(folder, ignore_errors=True)


def _read(stream: IO[bytes], lines: queue.Queue[bytes]) -> None:
    """Pass on the lines of a process, up to a limit; an empty one at the end."""
    left = LARGEST
    with stream:
        while left > 0 and (line := stream.readline(LONGEST)):
            left -= len(line)
            lines.put(line)
        lines.put(b"")


def _follow(
    lines: queue.Queue[bytes], pid: int, n_steps: int, end: float, timeout: float, answers: dict[str, Any]
) -> tuple[int, str]:
    """Take what a process reports until it has finished, ends, or takes too long."""
    step, due = -1, min(end, time.monotonic() + 30)  # to start
    while True:
        if step >= 0 and _files(pid) > FILES:  # from the first step on, its folders are its own
            return step, f"made more than {FILES} files"
        try:
            line = lines.get(timeout=min(max(due - time.monotonic(), 0), 1))
            event = dict(json.loads(line or '{"end": false}'))
        except queue.Empty:
            if time.monotonic() < due:
                continue
            return step, f"took longer than {timeout:g} s" if due < end else "was not finished when the time was over"
        except (ValueError, TypeError, RecursionError):  # a student's code may write here what it likes
            continue
        if "end" in event:
            return step, "" if event["end"] else "ended the process, or reported too much"
        if isinstance(event.get("step"), int) and step < event["step"] < n_steps:
            step, due = event["step"], min(end, time.monotonic() + timeout)
        elif isinstance(event.get("answer"), str):
            answers[event["answer"]] = event


def _files(pid: int) -> int:
    """Return how many files are in the folders that a sandbox keeps in memory; outside of bubblewrap none."""
    try:
        child = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8").split()[0]
        places = [os.statvfs(Path("/proc", str(child), "root", name)) for name in ("tmp", "dev/shm")]
    except (OSError, IndexError):
        return 0
    return sum(place.f_files - place.f_ffree for place in places)
