"""Run a student's cells and report the values of the answers as JSON lines; a program of its own, with no trust in it.

It reads a job from its input: cells, names of answers, calls of functions, limits. A guard starts the student's
process, and ends it with all its descendants. Whatever the code does here, only data leaves; the judge is elsewhere.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
FORBIDDEN = ("os.fork", "os.exec", "os.posix_spawn", "os.spawn", "os.system", "os.startfile", "os.kill", "subprocess.",
             "_winapi.CreateProcess", "signal.pthread_kill", "socket.connect", "socket.bind", "socket.sendto",
             "pty.")  # fmt: skip
CHANGING = ("os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.link", "os.symlink", "os.chmod", "os.truncate")


def plain(value: Any, depth: int = 0) -> Any:
    """Return a value as JSON can hold it, as the types that JSON has; raise a TypeError that names what is no data."""
    if type(value).__module__.startswith(("numpy", "pandas")):
        if getattr(getattr(getattr(value, "index", None), "dtype", None), "kind", "") == "O" and value.ndim == 1:
            return plain(value.to_dict(), depth + 1)
        return plain(value.tolist() if hasattr(value, "tolist") else value.to_numpy().tolist(), depth + 1)
    if value is None or value is ...:
        return None
    if isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, dict) and depth < 9:
        return {str(key): plain(each, depth + 1) for key, each in value.items()}
    if isinstance(value, list | tuple | set | frozenset) and depth < 9:
        return [plain(each, depth + 1) for each in value]
    raise TypeError(f"a {type(value).__name__} is no plain value")


def rebuilt(argument: Any) -> Any:
    """Return an argument of a call: arrays come as {"array": lists}."""
    import numpy as np

    return np.asarray(argument["array"]) if isinstance(argument, dict) and set(argument) == {"array"} else argument


def restrict(job: dict[str, Any]) -> None:
    """Set the limits that the platform has, and an audit hook against processes, the network and files elsewhere.

    The hook is a fence, not a wall: native code can climb it. The walls are the judge's process and the sandbox.
    """
    if sys.platform != "win32":
        import resource

        limits = {"CPU": job["total"] + 5, "AS": job["memory"], "FSIZE": 10_000_000, "CORE": 0, "NOFILE": 256}
        for name, limit in (limits | ({"NPROC": 64} if job["is_sandboxed"] else {})).items():
            with suppress(ValueError, OSError):  # macOS knows the name AS, and refuses it
                resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (int(limit), int(limit)))
    here, hidden = os.path.realpath(os.getcwd()), tuple(job["hidden"])

    def watch(event: str, arguments: tuple[Any, ...], inside: Any = os.path.realpath) -> None:
        if event.startswith(FORBIDDEN):
            raise PermissionError(f"{event} is not allowed in homework.")
        is_open = event == "open" and isinstance(arguments[0], str | bytes)
        if is_open or event.startswith(CHANGING):
            path = os.fsdecode(inside(arguments[0]))
            writes = not is_open or (arguments[2] or 0) & WRITING
            elsewhere = writes and path != os.devnull and os.path.commonpath([path, here]) != here
            if elsewhere or path.startswith(hidden):
                raise PermissionError(f"{path} is out of bounds in homework.")

    sys.addaudithook(watch)


def work(job: dict[str, Any]) -> None:
    """Run the steps, first the cells and then the calls, and report after each what there is to judge."""
    report = os.fdopen(os.dup(1), "w", buffering=1, encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nothing, stream)
    from IPython.core.history import HistoryManager
    from IPython.core.interactiveshell import InteractiveShell

    setattr(HistoryManager, "enabled", False)  # noqa: B010
    shell = InteractiveShell.instance()
    restrict(job)
    told: dict[str, str] = {}

    def tell(name: str, make: Callable[[Any], Any]) -> None:
        if (value := shell.user_ns.get(name, ...)) is not ...:
            try:
                text = json.dumps({"answer": name, "value": plain(make(value))})
            except BaseException as error:
                text = json.dumps({"answer": name, "strange": f"{type(error).__name__}: {error}"[:300]})
            if told.get(name) != text:
                told[name] = text
                report.write(text + "\n")

    for number, step in enumerate([*job["cells"], *job["calls"]]):
        if number not in job["skip"]:
            report.write(json.dumps({"step": number}) + "\n")
            if isinstance(step, str):
                shell.run_cell(step)
                for name in job["names"]:
                    tell(name, lambda value: value)
            else:
                tell(step[0], lambda function: [function(*map(rebuilt, case)) for case in step[1]])  # noqa: B023
    report.write('{"end": true}\n')
    os._exit(0)


def children() -> list[int]:
    """Return the processes whose parent we are, by /proc."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        with suppress(OSError, ValueError), open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as stat:
            if int(stat.read().rpartition(")")[2].split()[1]) == os.getpid():
                found.append(int(name))
    return found


def guard(child: int) -> None:
    """Wait for the student's process, or for the judge to end it; then end all of its descendants."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    try:
        os.waitpid(child, 0)
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        with suppress(OSError):
            os.kill(child, signal.SIGKILL)
        while sys.platform == "linux":
            for pid in children():
                os.kill(pid, signal.SIGKILL)
            try:
                time.sleep(0.005 * (os.waitpid(-1, os.WNOHANG)[0] == 0))
            except ChildProcessError:
                break


def main() -> None:
    """Read the job, and run it under a guard where processes can fork."""
    job = json.loads(sys.stdin.readline())
    os.environ.clear()
    os.environ.update(job["environment"] | dict.fromkeys(("HOME", "TMPDIR", "IPYTHONDIR"), os.getcwd()))
    if sys.platform == "linux":  # orphans become our children, so that no double fork gets away
        ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)
    child = os.fork() if hasattr(os, "fork") else 0
    guard(child) if child else work(job)


if __name__ == "__main__":
    main()
