#!/usr/bin/env python3
"""Set up and run tiws_teach; only Python 3.11 or newer is needed.

An old Python must be able to parse this file and report that it is too old, so it has no f-strings, no annotations and
no starred lists.
Run `python3 bootstrap.py --help` (Windows: `py bootstrap.py --help`). Each target of the Makefile calls this file.
"""

from __future__ import print_function

import sys

OLDEST = (3, 11)


def too_old(version, executable):
    """Return a message if this Python is too old, otherwise None."""
    if tuple(version[:2]) >= OLDEST:
        return None
    return (
        "tiws_teach: Python {0}.{1} or newer is needed; this is {2}.{3} ({4}). Install a newer one and select it, "
        "for example: make lab PYTHON=python3.12, or: python3.12 bootstrap.py lab"
    ).format(OLDEST[0], OLDEST[1], version[0], version[1], executable)


if too_old(sys.version_info, sys.executable):
    sys.exit(too_old(sys.version_info, sys.executable))

import argparse
import contextlib
import errno
import hashlib
import json
import os
import re
import shutil
import subprocess
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
LOCK = ROOT / ".venv.lock"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STAMP = VENV / "tiws_teach-setup.json"
LOG = VENV / "tiws_teach-setup.log"
NO_NETWORK = re.compile(
    r"name resolution|not known|could not resolve|getaddrinfo|dns error|unreachable|no route to host|tunnel"
    r"|connection (refused|reset|timed out|broken)|connect timeout|read timed out|tcp connect|cannot connect"
    r"|proxyerror|newconnectionerror|max retries|error sending request",
    re.IGNORECASE,
)
FULL = "the disk is full; .venv takes about 1 GB. Free some space, then run the same command again."
SHOWN = ("Resolved", "Prepared", "Installed", "Downloading", "Installing", "Building")


class SetUpError(Exception):
    """Raised when a set-up step fails; the user sees only its one-line message."""


def say(line):
    """Print one line and flush."""
    print("tiws_teach: {}".format(line), flush=True)


def environment(**more):
    """Return the environment of child processes; bytecode stays enabled, since kernels start seconds faster with it."""
    env = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    env.update(more)
    return env


def reproducible():
    """Return the environment for recording and comparing stored outputs."""
    threads = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
    return environment(PYTHONHASHSEED="0", **dict.fromkeys(threads, "1"))


# ---------------------------------------------------------------------------------------------- the environment


def try_lock(stream):
    """Lock an open file unless another process has; return whether it worked. The lock ends with its process."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(stream.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in (errno.EACCES, errno.EAGAIN)  # anything else: this file system has no locks
    return True


@contextlib.contextmanager
def locked():
    """Wait until no other process sets up .venv, and keep others waiting."""
    with LOCK.open("w") as stream:
        if not try_lock(stream):
            say("another set-up of this folder is running; waiting for it ...")
            while not try_lock(stream):
                time.sleep(0.5)
        yield


def read_stamp():
    """Return the record of the last set-up, or an empty dict."""
    try:
        return json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}


def write_stamp(**entries):
    """Record what is installed; `state` is "installing" while packages are being changed."""
    STAMP.write_text(json.dumps(dict(entries, root=str(ROOT)), indent=1, sort_keys=True), encoding="utf-8")


def venv_version():
    """Return the version of the Python in .venv, or None if it is missing, broken or has no pip."""
    probe = "import sys, importlib.util as u; u.find_spec('pip') or sys.exit(1); print(sys.version.split()[0])"
    try:
        done = subprocess.run([str(PYTHON), "-c", probe], capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def fingerprint(version):
    """Return a hash of everything that determines which packages are installed."""
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    parts = [project["build-system"], project["project"], project["tool"]["hatch"]]
    text = json.dumps(parts, sort_keys=True) + (ROOT / "constraints.txt").read_text(encoding="utf-8") + version
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def why_anew(version):
    """Return the reason why .venv must be rebuilt, or None."""
    stamp = read_stamp()
    if version is None:
        return "it is incomplete, or its Python does not run"
    if tuple(int(part) for part in version.split(".")[:2]) < OLDEST:
        return "its Python {} is too old".format(version)
    if stamp.get("state") == "installing":
        return "the last set-up was interrupted"
    if stamp and stamp.get("root") != str(ROOT):
        return "this folder was moved or copied"
    return None


def places():
    """Return the folders of .venv that hold the packages."""
    return list(VENV.glob("lib/python*/site-packages")) + list(VENV.glob("Lib/site-packages"))


def installed():
    """Return the names of the files and folders of the packages in .venv."""
    return sorted({path.name for place in places() for path in place.iterdir()} - {"__pycache__"})


def removed(stamp):
    """Return what was in .venv after the last set-up and is missing now."""
    return sorted(set(stamp.get("packages", [])) - set(installed()))


def forget(missing):
    """Remove the records of the packages that lost files, so that the installer installs these again."""
    for record in [path for place in places() for path in place.glob("*.dist-info/RECORD")]:
        tops = {re.split("[/,]", line)[0] for line in record.read_text(encoding="utf-8").splitlines()}
        if tops & set(missing):
            shutil.rmtree(str(record.parent))


def is_ready(extras):
    """Return whether .venv has everything that is wanted."""
    version, stamp = venv_version(), read_stamp()
    if version is None or why_anew(version) or not set(extras) <= set(stamp.get("extras", [])):
        return False
    return stamp.get("key") == fingerprint(version) and not removed(stamp)


def make_venv():
    """Create .venv with the running Python."""
    say("creating .venv with Python {} ...".format(sys.version.split()[0]))
    done = subprocess.run(
        [sys.executable, "-m", "venv", str(VENV)], capture_output=True, text=True, env=environment(), check=False
    )
    if done.returncode == 0 and venv_version():
        return
    shutil.rmtree(str(VENV), ignore_errors=True)
    output = (done.stdout + done.stderr).strip()
    if "ensurepip" in output or "No module named" in output:
        raise SetUpError(
            "this Python has no venv module. On Debian or Ubuntu: sudo apt install python3-venv. Elsewhere: install "
            "Python from python.org. Then run the same command again."
        )
    last = output.splitlines()[-1] if output else "exit code {}".format(done.returncode)
    raise SetUpError(
        "could not create .venv: {}. Check the disk and the folder's permissions, then try again.".format(last)
    )


def run_logged(command, env):
    """Run `command`, show its main lines, log all of them, and return (exit code, output)."""
    lines = []
    with LOG.open("a", encoding="utf-8") as log:
        log.write("$ {}\n".format(" ".join(command)))
        child = subprocess.Popen(
            command, cwd=str(ROOT), env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8",
            errors="replace",
        )  # fmt: skip
        for line in child.stdout or ():
            lines.append(line)
            log.write(line)
            if line.strip().startswith(SHOWN):
                print("    {}".format(line.strip()[:110]), flush=True)
    return child.wait(), "".join(lines)


def fail_install(output):
    """Raise an error that names what stopped the installation."""
    if NO_NETWORK.search(output):
        raise SetUpError(
            "no network: the package index could not be reached. Connect (behind a proxy: set HTTPS_PROXY), then run "
            "the same command again. Details: {}".format(LOG.relative_to(ROOT))
        )
    if os.strerror(errno.ENOSPC).lower() in output.lower():
        raise SetUpError(FULL)
    errors = [line.strip() for line in output.splitlines() if line.strip().lower().startswith("error")]
    last = (errors or output.strip().splitlines() or ["no output"])[-1]
    raise SetUpError("the packages could not be installed: {} Details: {}".format(last, LOG.relative_to(ROOT)))


def make_ascii():
    """Escape a folder's letters in .pth files, or Python 3.11 and 3.12 read them in the locale's encoding and fail."""
    for path in [path for place in places() for path in place.glob("*.pth")]:
        lines = path.read_text(encoding="utf-8").splitlines()
        escaped = [line if line.isascii() else "import sys; sys.path.append({})".format(ascii(line)) for line in lines]
        if escaped != lines:
            path.write_text("\n".join(escaped) + "\n", encoding="utf-8")


def compile_packages():
    """Compile the installed files, so that the first lesson need not; show how far it is."""
    paths = [str(path) for place in places() for path in sorted(place.iterdir())]
    for part in range(5):
        print("    Compiling the packages, so that lessons start faster: {}%".format(20 * part), flush=True)
        call("-m", "compileall", "-qq", "-j", "0", *paths[part::5])


def install(extras):
    """Install the pinned packages and this project with uv (fast), or with pip if uv fails."""
    pip = [str(PYTHON), "-m", "pip", "install", "--disable-pip-version-check", "-c", "constraints.txt"]
    project = ["-c", "constraints.txt", "-e", ".[{}]".format(",".join(sorted(extras)))]
    env = environment()
    LOG.write_text("", encoding="utf-8")
    code, output = run_logged(pip + ["--quiet", "--retries", "1", "uv"], env)
    if code and NO_NETWORK.search(output):
        fail_install(output)
    if code == 0:
        uv = [str(PYTHON), "-m", "uv", "pip", "install", "--python", str(PYTHON)]
        code, output = run_logged(uv + project, env)
        if code == 0:
            return
        say("uv failed; trying pip, which takes longer ...")
    code, output = run_logged(pip + project[2:], env)
    if code:
        fail_install(output)


def ensure(*extras):
    """Install what pyproject.toml and constraints.txt require into .venv; do nothing if it is up to date."""
    if not is_ready(extras):
        with locked():
            if not is_ready(extras):  # another process may have finished it
                set_up(extras)


def set_up(extras):
    """Create or rebuild .venv if needed, and install the packages."""
    version = venv_version()
    reason = why_anew(version) if VENV.exists() else None
    if reason:
        if not (VENV / "pyvenv.cfg").exists() and any(VENV.iterdir()):
            raise SetUpError(
                ".venv exists but is not a virtual environment. Move it away, then run the same command again."
            )
        say("rebuilding .venv: {}.".format(reason))
        shutil.rmtree(str(VENV), ignore_errors=True)
    if not VENV.exists():
        make_venv()
        version = venv_version()
    if version is None:
        raise SetUpError(
            "you may not use or replace .venv ({}). Delete it, or clone the project into a folder of your own.".format(
                PYTHON
            )
        )
    stamp = read_stamp()
    missing = removed(stamp)
    wanted = sorted(set(extras) | set(stamp.get("extras", [])))
    if missing:
        say("repairing .venv, where files were removed: {}.".format(", ".join(missing[:5])))
        forget(missing)
    say("installing the pinned packages ({}); the first time takes a minute or two ...".format(", ".join(wanted)))
    write_stamp(state="installing", extras=wanted)
    try:
        install(wanted)
    except SetUpError:
        if stamp:
            STAMP.write_text(json.dumps(stamp), encoding="utf-8")
        else:
            STAMP.unlink()
        raise
    make_ascii()
    if "test" not in wanted:  # a learner's first cell must not wait; tests import a part of the files only
        compile_packages()
    write_stamp(state="ready", key=fingerprint(version), extras=wanted, packages=installed())
    say("the environment is ready.")


# ----------------------------------------------------------------------------------------------------- the targets


def call(*arguments, **options):
    """Run the environment's Python with `arguments` and return the exit code."""
    options.setdefault("env", environment())
    return subprocess.call([str(PYTHON)] + list(arguments), cwd=str(ROOT), **options)


def become(*arguments):
    """Replace this process by the environment's Python, so that only that one receives Ctrl-C and signals."""
    command = [str(PYTHON)] + list(arguments)
    os.chdir(str(ROOT))
    if os.name == "posix":
        sys.stdout.flush()
        os.execve(command[0], command, environment())
    child = subprocess.Popen(command, env=environment())
    while True:
        try:
            return child.wait()
        except KeyboardInterrupt:
            continue  # the child received it too and decides


def lab(options):
    """Open the lessons in JupyterLab."""
    ensure("lab")
    more = ["--no-browser"] if options.no_browser else []
    more += ["--port", options.port] if options.port else []
    more += ["--lessons", options.lessons] if options.lessons else []
    return become("-m", "tiws_teach", "lab", *more)


def check_style():
    """Run the linters, the type checker and the import contracts; return the names of the failed steps."""
    importlinter = "from importlinter.cli import lint_imports_command as main; main(['--no-logo'])"
    steps = [
        ("ruff check", ["-m", "ruff", "check", "."]),
        ("ruff format", ["-m", "ruff", "format", "--check", "."]),
        ("mypy", ["-m", "mypy"]),
        ("import-linter", ["-c", importlinter]),
    ]
    failed = []
    for name, arguments in steps:
        say("{} ...".format(name))
        if call(*arguments):
            failed.append(name)
    say("failed: {}.".format(", ".join(failed)) if failed else "ruff, mypy and import-linter passed.")
    return failed


def lint(_options):
    """Run ruff, mypy and import-linter."""
    ensure("lab", "test")
    return 1 if check_style() else 0


def pytest(arguments):
    """Run pytest with nbval and as many workers as two processors bear (some tests only wait)."""
    sanitize = subprocess.check_output([str(PYTHON), "tests/pinned.py"], cwd=str(ROOT), text=True).strip()
    say("pytest with -n 3 ({}) ...".format(sanitize))
    nbval = ["--nbval", "--nbval-current-env", "--nbval-cell-timeout=300", "--nbval-sanitize-with=" + sanitize]
    workers = ["-n", "3", "--dist", "loadscope", "--no-loadscope-reorder", "--durations=40", "--durations-min=3"]
    return call(*(["-m", "pytest"] + nbval + workers + arguments), env=reproducible())


def further():
    """Return the lessons' appendices, the solutions of their exercises, and the replications' notebooks."""
    named = ["notebooks/solutions/" + path.name for path in sorted(ROOT.glob("notebooks/more/*.ipynb"))]
    return ["notebooks/more", "notebooks/replications"] + [each for each in named if (ROOT / each).is_file()]


def test(options):
    """Run all tests but those of appendices and replications' notebooks, and beside them the linters."""
    ensure("lab", "test")
    linters = subprocess.Popen(
        [str(PYTHON), str(ROOT / "bootstrap.py"), "lint"], stdout=subprocess.PIPE, encoding="utf-8", errors="replace"
    )
    where = ["tests", "tiws_teach", "notebooks"] + ["--ignore=" + each for each in further()]
    if not (ROOT / "tests" / "__pycache__").is_dir():  # compile once, not in each worker; the other core runs linters
        call("-m", "pytest", "--collect-only", "--quiet", *where, stdout=subprocess.DEVNULL, env=reproducible())
    code = pytest(where + options.more)
    print(linters.communicate()[0], end="", flush=True)
    return code or linters.returncode


def test_more(options):
    """Compare appendices, their solutions and the replications' notebooks with their stored outputs."""
    ensure("lab", "test")
    return pytest(further() + options.more)


def wheel(_options):
    """Build the wheel in dist/ (SOLUTIONS=0 make wheel: the one for students, without solutions and homework)."""
    ensure("lab", "test")
    for folder in (ROOT / "notebooks").rglob(".ipynb_checkpoints"):
        shutil.rmtree(str(folder))
    code = call("-m", "build", "--wheel", "--no-isolation", "--outdir", "dist")
    if code or os.environ.get("SOLUTIONS") not in ("0", "no", "false"):
        return code
    newest = max((ROOT / "dist").glob("tiws_teach-*.whl"), key=lambda path: path.stat().st_mtime)
    return call("-m", "tools.students", str(newest))


def replicate(options):
    """Compute the results of the replications (takes minutes; resumes where it stopped)."""
    ensure("lab")
    return call("-m", "tiws_teach", "replicate", *(options.more or ["all"]), env=reproducible())


def pins(_options):
    """Update the pins in constraints.txt to the newest versions."""
    ensure("lab", "test")
    path = ROOT / "constraints.txt"
    comments = [line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("#")]
    command = comments[-1].split("Written by: uv ")[1].split()
    done = subprocess.run(
        [str(PYTHON), "-m", "uv"] + command, cwd=str(ROOT), capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SetUpError("uv could not resolve the versions: {}".format(done.stderr.strip()))
    path.write_text("\n".join(comments) + "\n" + done.stdout, encoding="utf-8", newline="\n")
    say("constraints.txt is updated. Run make test, and make notebooks if outputs changed.")
    return 0


def clean(_options):
    """Remove everything that the targets created, except workspace/."""
    caches = (".mypy_cache", ".ruff_cache", ".pytest_cache", ".import_linter_cache", ".hypothesis", "__pycache__")
    with locked():
        for name in (".venv", "build", "dist") + caches:
            shutil.rmtree(str(ROOT / name), ignore_errors=True)
    for folder in ("tiws_teach", "tests", "tools"):
        for cache in list((ROOT / folder).rglob("__pycache__")):
            shutil.rmtree(str(cache), ignore_errors=True)
    LOCK.unlink()
    say("clean; workspace/ was kept.")
    return 0


def program(name, extras, command, about):
    """Return a target that installs some extras and runs one program of the project."""

    def run(options):
        ensure(*extras.split())
        return call(*command.split() + ([options.lesson] if options.lesson else []) + options.more, env=reproducible())

    run.__name__, run.__doc__ = name, about
    return run


TARGETS = [
    lab,
    test,
    test_more,
    program("test-floors", "lab test", "tests/versions.py", "Run the unit tests at the oldest versions that "
            "pyproject.toml allows (-- --newest, --python 3.13: others)."),
    program("test-scale", "lab test spark", "-m pytest tests/scale/spark.py", "Run the tests on PySpark, which needs "
            "Java 17 or newer."),
    program("mutants", "lab test mutants", "tools/mutants.py", "Change the methods' code in random places, count what "
            "the tests notice, and write tools/MUTANTS.md."),
    lint,
    program("notebooks", "lab test", "-m tools.notebooks", "Execute all notebooks and store their normalised outputs."),
    program("site", "lab site", "-m tools.site site", "Build the web site of the course in dist/site."),
    program("slides", "lab site", "-m tools.site slides", "Make the slides of a lesson (--lesson 02) in dist/slides."),
    program("handout", "lab site", "-m tools.site handout", "Print a lesson (--lesson 02) and, apart, its answers to "
            "dist/handouts; needs Chromium."),
    program("lecture", "lab site", "-m tools.site lecture", "Print the page that prepares a lecture (--lesson 02) to "
            "dist/lectures; needs Chromium."),
    program("lite", "lab site", "-m tools.site lite", "Build the browser edition, whose kernel runs in the page, in "
            "dist/lite; not run yet."),
    program("bench", "lab test bench", "-m tools.bench", "Run the benchmarks and write tools/bench/RESULTS.md."),
    wheel,
    program("release-check", "lab test", "tests/release.py", "Build the distributions and check what a release needs: "
            "licences, versions, a clean installation that runs."),
    replicate,
    pins,
    clean,
]  # fmt: skip


def name_of(target):
    """Return the name of a target on the command line: test-scale for test_scale."""
    return target.__name__.replace("_", "-")


def parse(argv):
    """Return the options of the command line."""
    about = ["{:<13} {}".format(name_of(target), target.__doc__) for target in TARGETS]
    parser = argparse.ArgumentParser(
        prog="bootstrap.py",
        description="Set up and run tiws_teach. The environment is in .venv and is created when it is needed.",
        epilog="targets:\n  " + "\n  ".join(about),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("target", choices=[name_of(target) for target in TARGETS], metavar="target")
    parser.add_argument("--port", metavar="N", help="lab: port to listen on (default: 8888 or the next free one)")
    parser.add_argument("--no-browser", action="store_true", help="lab: print the address and open no browser")
    parser.add_argument("--lessons", metavar="FOLDER", help="lab: 'notebooks' opens the originals")
    parser.add_argument("--lesson", metavar="NN", help="slides, handout, lecture: the number of the lesson")
    parser.add_argument("more", nargs="*", help="most targets: further arguments (after --)")
    return parser.parse_args(argv)


def main(argv=None):
    """Run one target and return the exit code."""
    options = parse(argv)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a terminal that lacks a letter must not end a command
            stream.reconfigure(errors="backslashreplace")
    try:
        return {name_of(target): target for target in TARGETS}[options.target](options)
    except SetUpError as error:
        say(error)
        return 1
    except OSError as error:
        fault = "could not write or run {}: {}. Fix this, then run the same command again."
        say(FULL if error.errno == errno.ENOSPC else fault.format(error.filename or ROOT, error.strerror))
        return 1
    except KeyboardInterrupt:
        say("stopped. Run the same command to continue.")
        return 130


if __name__ == "__main__":
    sys.exit(main())
