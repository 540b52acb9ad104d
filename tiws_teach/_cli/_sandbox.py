"""Run a submission in a process of its own: stripped, limited, inside bubblewrap or a container where there is one."""

from __future__ import annotations

import json
import os
import queue
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import IO, Any, NamedTuple

from tiws_teach._validation import fail, project_folder

WORKER = Path(__file__).with_name("_worker.py")
PACKAGE = WORKER.parents[1]
LARGEST = 2_000_000
"""Most bytes that are read from one process."""
SYSTEM = ("/usr", "/lib", "/lib64", "/lib32", "/bin", "/nix", "/etc/ld.so.cache", "/etc/alternatives")
ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "MPLBACKEND": "agg", "PYTHONHASHSEED": "0",
               **dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1"),
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
    """Return the files and folders of this installation from which a solution could be read."""
    return [project_folder("notebooks") / "solutions", *PACKAGE.glob("lessons/*/homework.*"),
            *PACKAGE.glob("lessons/*/__pycache__/homework.*")]  # fmt: skip


@cache
def bubblewrap() -> tuple[list[str], str]:
    """Return the start of the command that runs a program inside bubblewrap, or why there is none."""
    program = shutil.which("bwrap") if sys.platform == "linux" else None
    if not program:
        return [], "bubblewrap is not installed (Debian and Ubuntu: apt install bubblewrap)"
    prefixes = [folder for place in (sys.base_prefix, sys.prefix) for folder in (place, os.path.realpath(place))]
    for size in (["--size", "100000000"], []):  # before version 0.7 its folders in memory have no limit of their own
        command = [program, "--unshare-all", "--die-with-parent", "--new-session", "--clearenv", "--uid", "65534",
                   "--gid", "65534", "--proc", "/proc", "--ro-bind", "/proc/sys", "/proc/sys", "--dev", "/dev",
                   *size, "--tmpfs", "/tmp"]  # fmt: skip
        for folder in dict.fromkeys([*SYSTEM, *prefixes, str(PACKAGE), str(project_folder("datasets"))]):
            command += ["--ro-bind-try", folder, folder]
        for path in filter(Path.exists, solutions()):
            command += ["--tmpfs", str(path)] if path.is_dir() else ["--ro-bind", os.devnull, str(path)]
        command += ["--chdir", "/tmp"]
        tried = subprocess.run([*command, sys.executable, "-I", "-c", ""], capture_output=True, text=True, check=False)
        if tried.returncode == 0:
            return command, ""
    return [], f"bubblewrap does not run here: {tried.stderr.strip()}"


def container(image: str) -> list[str]:
    """Return the start of the command that runs Python in a container of an image, without network and rights."""
    return ["docker", "run", "--rm", "--interactive", "--network", "none", "--read-only", "--tmpfs", "/tmp:size=100m",
            "--workdir", "/tmp", "--user", "65534:65534", "--cap-drop", "ALL", "--security-opt", "no-new-privileges",
            "--pids-limit", "64", "--memory", "2g", image]  # fmt: skip


def chosen(wanted: str) -> tuple[list[str], str]:
    """Return the start of the command for a mode (auto, bwrap, none, or an image), and the mode in words."""
    if wanted not in ("auto", "bwrap", "none"):
        return container(wanted), f"in a container of {wanted}"
    inside, why = ([], "switched off") if wanted == "none" else bubblewrap()
    if inside:
        return inside, "inside bubblewrap"
    if wanted == "bwrap":
        fail("--sandbox", "be possible here", wanted, f"{why}. Install it, or name the image of a container.")
    memory = "" if sys.platform == "linux" else "; this platform has no limit of memory"
    return [], f"WITHOUT a sandbox ({why}): it can use the network, and read and write what you can{memory}"


def run_submission(cells: list[str], names: Sequence[str], calls: Mapping[str, Any], limits: Limits, inside: list[str],
                   hidden: Sequence[Path] = ()) -> Recorded:  # fmt: skip
    """Run a submission and return its answers; a step that ends the process is left out the next time."""
    found, skip, end = Recorded(), list[int](), time.monotonic() + limits.total
    job = {"cells": cells, "names": list(names), "calls": list(calls.items()), "skip": skip, "total": limits.total,
           "memory": limits.memory, "environment": ENVIRONMENT, "is_sandboxed": bool(inside),
           "hidden": [os.path.realpath(path) for path in (*solutions(), *hidden)]}  # fmt: skip
    places = [*(f"Code cell {number}" for number in range(1, len(cells) + 1)), *calls]
    why = "?"
    while why and time.monotonic() < end:
        step, why = _run_once(job, inside, end, limits.timeout, found.answers)
        is_known = 0 <= step < len(places) and step not in skip
        if why:
            found.messages.append(f"{places[step] if is_known else 'The submission'} {why}.")
        if not is_known:
            break
        skip.append(step)
    return found


def _run_once(
    job: dict[str, Any], inside: list[str], end: float, timeout: float, answers: dict[str, Any]
) -> tuple[int, str]:
    """Run the steps once and keep the answers; return the last step and what ended it, or an empty text."""
    python = "python" if "docker" in inside else sys.executable
    lines: queue.Queue[bytes] = queue.Queue()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        process = subprocess.Popen(
            [*inside, python, "-I", "-c", WORKER.read_text(encoding="utf-8")],
            cwd=folder, env=None if "docker" in inside else ENVIRONMENT, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, start_new_session=os.name == "posix",
        )  # fmt: skip
        threading.Thread(target=_read, args=(process.stdout, lines), daemon=True).start()
        try:
            with suppress(OSError), process.stdin as stream:  # type: ignore[union-attr]
                stream.write(json.dumps(job).encode() + b"\n")
            return _follow(lines, end, timeout, answers)
        finally:
            process.terminate()  # its guard then ends all that it has started
            with suppress(subprocess.TimeoutExpired):
                process.wait(3)
            if sys.platform != "win32":
                with suppress(OSError):
                    os.killpg(process.pid, signal.SIGKILL)
            process.kill()
            process.wait()


def _read(stream: IO[bytes], lines: queue.Queue[bytes]) -> None:
    """Pass on the lines of a process, up to a limit; an empty one at the end."""
    left = LARGEST
    with stream:
        while left > 0 and (line := stream.readline(left)):
            left -= len(line)
            lines.put(line)
        lines.put(b"")


def _follow(lines: queue.Queue[bytes], end: float, timeout: float, answers: dict[str, Any]) -> tuple[int, str]:
    """Take what a process reports until it has finished, ends, or takes too long."""
    step, due = -1, min(end, time.monotonic() + 30)  # to start
    while True:
        try:
            line = lines.get(timeout=max(due - time.monotonic(), 0))
            event = dict(json.loads(line or '{"end": false}'))
        except queue.Empty:
            return step, f"took longer than {timeout:g} s" if due < end else "was not finished when the time was over"
        except (ValueError, TypeError, RecursionError):  # a student's code may write here what it likes
            continue
        if "end" in event:
            return step, "" if event["end"] else "ended the process, or reported too much"
        if isinstance(event.get("step"), int) and event["step"] > step:
            step, due = event["step"], min(end, time.monotonic() + timeout)
        elif isinstance(event.get("answer"), str):
            answers[event["answer"]] = event
