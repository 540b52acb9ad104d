"""Kernels for nbval that start in a moment: forks of a process that has imported the large libraries once.

A kernel takes two seconds of processor time to import what every notebook needs, and there are almost sixty. Only
libraries are imported beforehand that do not look for a running kernel: not the project, not pyplot, no widgets.
"""

import atexit
import json
import os
import random
import signal
import subprocess
import sys
import time
from contextlib import suppress
from importlib import import_module
from unittest import mock

LIBRARIES = "ipykernel.kernelapp scipy.stats pandas sklearn.ensemble sklearn.linear_model sklearn.model_selection"
LIBRARIES += " sklearn.neighbors sklearn.pipeline matplotlib.figure matplotlib.font_manager narwhals"


def serve() -> None:
    """Import the libraries; for each line of standard input fork a kernel and print its process id."""
    for name in LIBRARIES.split():
        import_module(name)
    sys.modules["pandas"].set_option("display.max_columns", 20)  # as in a kernel, where no terminal tells a width
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the kernels
    for line in iter(sys.stdin.readline, ""):  # not `for line in sys.stdin`, which reads ahead
        child = os.fork()
        if child == 0:
            become_kernel(**json.loads(line))
        with suppress(PermissionError, ProcessLookupError):
            os.setpgid(child, child)  # here too, since jupyter_client asks for the group at once
        print(child, flush=True)


def become_kernel(arguments: list[str], cwd: str | None, env: dict[str, str]) -> None:
    """Turn this process into a kernel that does not see what it was before."""
    os.setpgid(0, 0)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nowhere, stream)
    os.environ.clear()
    os.environ.update(env, JPY_PARENT_PID=str(os.getppid()))
    os.chdir(cwd or ".")
    random.seed()
    sys.modules["numpy"].random.seed()
    sys.argv = arguments
    sys.modules["ipykernel.kernelapp"].launch_new_instance()
    os._exit(0)


class Forked:
    """What jupyter_client asks of the process of a kernel."""

    stdin = stdout = stderr = returncode = None

    def __init__(self, pid: int) -> None:
        self.pid = pid

    def poll(self) -> int | None:
        """Return None while the kernel runs."""
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            self.returncode = 0
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it has ended."""
        while self.poll() is None:
            time.sleep(0.01)
        return 0

    def send_signal(self, number: int) -> None:
        """Send a signal."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it."""
        self.send_signal(signal.SIGKILL)


class Server:
    """The process that is forked, started with the first kernel."""

    process: subprocess.Popen | None = None

    def launch(self, cmd, *, env, cwd=None, **_others) -> Forked:
        """Start a kernel; stands in for jupyter_client's launch_kernel."""
        if self.process is None:
            command = [sys.executable, "-P", __file__]  # -P: the folder of this file is not on a kernel's path
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            atexit.register(self.stop)
        order = {"arguments": cmd[cmd.index("ipykernel_launcher") :], "cwd": cwd and str(cwd), "env": env}
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()
        return Forked(int(self.process.stdout.readline()))

    def stop(self) -> None:
        """End the process."""
        self.process.communicate()


def install() -> None:
    """Let nbval start its kernels here."""
    from jupyter_client.provisioning import local_provisioner
    from nbval import kernel

    start, launch = kernel.start_new_kernel, Server().launch

    def start_new_kernel(*arguments, **options):
        with mock.patch.object(local_provisioner, "launch_kernel", launch):
            return start(*arguments, **options)

    kernel.start_new_kernel = start_new_kernel


if __name__ == "__main__":
    serve()
