"""The set-up: bootstrap.py, the Makefile, the pins and what holds them to one another."""

import ast
import errno
import json
import os
import re
import runpy
import shutil
import subprocess
import sys
import time
import tomllib
from importlib.resources import files
from pathlib import Path

import numpy as np
import pandas as pd
import pinned
import pytest
import yaml
from jsonschema import Draft7Validator
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import bootstrap
from tiws_teach.course._rooms import rooms
from tiws_teach.course._series import series, with_lesson_table
from tiws_teach.datasets import make_job_answers

ROOT = Path(__file__).resolve().parent.parent
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
CONSTRAINTS = (ROOT / "constraints.txt").read_text(encoding="utf-8")
BASE = [Requirement(line) for line in PYPROJECT["project"]["dependencies"]]
EXTRAS = {
    extra: [Requirement(line) for line in lines]
    for extra, lines in PYPROJECT["project"]["optional-dependencies"].items()
}  # fmt: skip
WORKFLOW_FILE = ROOT / ".github" / "workflows" / "tests.yml"
WORKFLOW = yaml.safe_load(WORKFLOW_FILE.read_text(encoding="utf-8"))
OLD_GRAMMAR = (ast.JoinedStr, ast.AnnAssign, ast.NamedExpr, ast.AsyncFunctionDef, ast.MatMult, ast.Match)


def own_files() -> list[Path]:
    """Return the files of the project: those that git knows or would add, or all where there is no git."""
    listing = ["git", "-C", str(ROOT), "ls-files", "--cached", "--others", "--exclude-standard"]
    try:
        names = subprocess.run(listing, capture_output=True, text=True, check=True).stdout.splitlines()
        return [path for path in map(ROOT.joinpath, names) if path.is_file()]
    except (OSError, subprocess.CalledProcessError):
        hidden = re.compile(r"^(\.(?!ci|gitignore)|workspace|build|dist)|__pycache__|egg-info")
        found = (path for path in ROOT.rglob("*") if path.is_file())
        return [path for path in found if not hidden.search(path.relative_to(ROOT).as_posix())]


def pinned_version(name: str, python: str) -> str | None:
    """Return the pinned version of a package for a Python on Linux."""
    place = {"python_version": python, "python_full_version": f"{python}.9"}
    place |= {"sys_platform": "linux", "os_name": "posix"}
    for pin in pinned.pins(CONSTRAINTS):
        if canonicalize_name(pin.name) == canonicalize_name(name) and (not pin.marker or pin.marker.evaluate(place)):
            return str(pin.specifier).removeprefix("==")
    return None


# ------------------------------------------------------------------------------------------------------- the pins


def test_every_pin_is_exact_and_carries_no_address():
    assert not re.search(r"https?:|://|@|--|\bfile:", "\n".join(CONSTRAINTS.splitlines()[2:]))
    for pin in pinned.pins(CONSTRAINTS):
        assert pin.url is None
        assert [specifier.operator for specifier in pin.specifier] == ["=="], pin


def test_the_top_of_the_pins_says_how_they_were_made():
    head = [line for line in CONSTRAINTS.splitlines() if line.startswith("#")]
    assert CONSTRAINTS.startswith("#")
    assert "Written by: uv pip compile" in head[-1]
    assert {"--universal", "--all-extras", "--no-emit-index-url", "--no-emit-find-links"} <= set(head[-1].split())


@pytest.mark.parametrize("python", WORKFLOW["jobs"]["test"]["strategy"]["matrix"]["python"])
def test_every_dependency_has_a_pin_that_satisfies_it(python):
    for requirement in [*BASE, *(each for extra in EXTRAS.values() for each in extra)]:
        if requirement.name == PYPROJECT["project"]["name"]:
            continue
        version = pinned_version(requirement.name, python)
        assert version, f"{requirement.name} has no pin for Python {python}; run: python3 bootstrap.py pins"
        assert requirement.specifier.contains(version), f"{requirement} is not satisfied by its pin {version}"


def test_conda_gets_the_same_packages_in_the_pinned_versions():
    environment = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))
    assert environment["channels"] == ["conda-forge"]
    *packages, pip_section = environment["dependencies"]
    editable, *from_pypi = pip_section["pip"]
    assert editable == "-e ."
    asked = dict(re.fullmatch(r"([a-z0-9_-]+)(?:==?(.+))?", package).groups() for package in [*packages, *from_pypi])
    python = asked.pop("python")
    assert Requirement(f"python{PYPROJECT['project']['requires-python']}").specifier.contains(python)
    assert asked.pop("pip", "missing") is None
    (shared,) = (requirement for requirement in EXTRAS["lab"] if requirement.name == "tiws_teach")
    parts = [BASE, EXTRAS["lab"], *(EXTRAS[extra] for extra in shared.extras)]
    assert set(asked) == {requirement.name for part in parts for requirement in part} - {"tiws_teach"}
    for name, version in asked.items():
        pin = pinned_version(name, python)
        assert f"{pin}.".startswith(f"{version}."), f"environment.yml has {name}={version}; the pin is {pin}"


def test_a_version_that_is_not_the_pinned_one_is_seen():
    numpy = pinned.version("numpy")
    assert pinned.differences(f"numpy=={numpy}\nabsent-package==1.0\n") == []
    assert pinned.differences("numpy==0.0.1  # a comment\n") == [f"numpy {numpy} (==0.0.1)"]


def test_pictures_are_compared_only_by_the_pinned_sanitize_file():
    rules = {name: (ROOT / "tests" / f"{name}.cfg").read_text(encoding="utf-8")
             for name in ("nbval_sanitize", "nbval_sanitize_pinned")}  # fmt: skip
    png = "regex: data:image/png;base64,[A-Za-z0-9+/=]+\nreplace: PNG\n\n"
    body = {name: text[text.index("[") :] for name, text in rules.items()}
    assert body["nbval_sanitize"].replace(f"[png-in-html]\n{png}", "") == body["nbval_sanitize_pinned"]
    assert (ROOT / pinned.sanitize_file()).is_file()


def test_the_notebooks_run_with_their_outputs_compared(monkeypatch):
    monkeypatch.setattr(bootstrap, "call", lambda *command, **_: command)
    assert "--nbval" in bootstrap.pytest([])


# ------------------------------------------------------------------------------------------------------- make


MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def test_every_target_is_one_call_of_bootstrap():
    phony = re.search(r"^\.PHONY: (.+)$", MAKEFILE, re.MULTILINE)[1].split()
    rules = dict(re.findall(r"^([\w-]+): ; @\$\(PYTHON\) bootstrap\.py ([\w-]+)", MAKEFILE, re.MULTILINE))
    assert rules == {name: name for name in phony}
    assert set(rules) == {bootstrap.name_of(target) for target in bootstrap.TARGETS}
    assert all(target.__doc__ for target in bootstrap.TARGETS)


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ([], "bootstrap.py lab"),
        (["PORT=9000"], "bootstrap.py lab --port 9000"),
        (["NO_BROWSER=1", "LESSONS=notebooks"], 'bootstrap.py lab --lessons "notebooks" --no-browser'),
        (["LESSONS=/a b"], 'bootstrap.py lab --lessons "/a b"'),
        (["NO_BROWSER=0"], "bootstrap.py lab"),
    ],
)
def test_make_passes_its_variables_on(given, expected):
    environment = {key: value for key, value in os.environ.items() if key not in ("PORT", "NO_BROWSER", "LESSONS")}
    command = ["make", "-n", "-s", "lab", "PYTHON=python", *given]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    assert " ".join(done.stdout.split()) == f"python {expected}"


def test_the_ci_script_requires_the_browser_and_ends_in_make_test():
    lines = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert lines[-1] == "exec make test"
    assert "export REQUIRE_BROWSER=1" in lines
    assert os.name == "nt" or os.access(ROOT / ".ci" / "run", os.X_OK)


def schema_errors(workflow: dict) -> list[str]:
    """Return what the schema of GitHub workflows finds wrong; PyYAML reads the key "on" as true."""
    schema = files("check_jsonschema") / "builtin_schemas" / "vendor" / "github-workflows.json"
    validator = Draft7Validator(json.loads(schema.read_text(encoding="utf-8")))
    text = {"on" if key is True else key: value for key, value in workflow.items()}
    return [error.message for error in validator.iter_errors(text)]


def test_each_workflow_fits_the_schema_and_a_broken_one_does_not():
    for path in WORKFLOW_FILE.parent.glob("*.yml"):
        assert schema_errors(yaml.safe_load(path.read_text(encoding="utf-8"))) == [], path.name
    broken = json.loads(json.dumps(WORKFLOW["jobs"]).replace("runs-on", "run-on"))
    assert schema_errors(WORKFLOW | {"jobs": broken})


def test_the_workflow_calls_the_projects_own_commands():
    steps = [step for job in WORKFLOW["jobs"].values() for step in job["steps"] if "run" in step]
    runs = [step["run"] for step in steps if not step["run"].startswith("sudo")]  # the sandbox of Linux
    assert "python bootstrap.py test" in runs
    for run in runs:
        program, script, target = run.split()[:3]
        assert (program, script) == ("python", "bootstrap.py")
        assert bootstrap.parse(run.split()[2:]).target == target
    systems = WORKFLOW["jobs"]["test"]["strategy"]["matrix"]["system"]
    assert [system.split("-")[0] for system in systems] == ["ubuntu", "macos", "windows"]


# ------------------------------------------------------------------------------------------------------- bootstrap


def test_an_old_python_can_read_bootstrap():
    tree = ast.parse((ROOT / "bootstrap.py").read_text(encoding="utf-8"), feature_version=(3, 7))
    assert (ROOT / "bootstrap.py").read_text(encoding="utf-8").isascii()
    for node in ast.walk(tree):
        assert not isinstance(node, OLD_GRAMMAR), f"line {node.lineno}: too new for an old Python"
        if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
            assert not any(isinstance(element, ast.Starred) for element in node.elts), f"line {node.lineno}"
        if isinstance(node, ast.Call):
            assert sum(isinstance(argument, ast.Starred) for argument in node.args) <= 1, f"line {node.lineno}"
        if isinstance(node, ast.FunctionDef):
            annotated = [argument for argument in node.args.args if argument.annotation]
            assert node.returns is None, f"line {node.lineno}"
            assert not annotated, f"line {node.lineno}"
            assert not node.args.kwonlyargs, f"line {node.lineno}"


@pytest.mark.parametrize("version", [(2, 7, 18), (3, 9, 18), (3, 10, 13)])
def test_an_old_python_gets_one_line(version, monkeypatch):
    monkeypatch.setattr(sys, "version_info", version)
    with pytest.raises(
        SystemExit, match=f"Python 3.11 or newer is needed; this is {version[0]}.{version[1]} .*make lab"
    ):
        runpy.run_path(str(ROOT / "bootstrap.py"), run_name="__main__")
    for new in ((3, 11, 0), (4, 0, 0)):
        assert bootstrap.too_old(new, "python") is None


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """A copy of what decides the environment, with a .venv that looks whole; no package is installed."""
    for name in ("pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, tmp_path)
    venv = tmp_path / ".venv"
    venv.mkdir()
    (venv / "pyvenv.cfg").write_text("", encoding="utf-8")
    paths = {"ROOT": tmp_path, "VENV": venv, "STAMP": venv / bootstrap.STAMP.name, "LOG": venv / bootstrap.LOG.name}
    paths["LOCK"] = tmp_path / bootstrap.LOCK.name
    for name, path in paths.items():
        monkeypatch.setattr(bootstrap, name, path)
    monkeypatch.setattr(bootstrap, "venv_version", lambda: "3.11.7" if venv.exists() else None)
    return tmp_path


@pytest.fixture
def installed(monkeypatch):
    """The extras of each installation that bootstrap asked for."""
    calls: list[list[str]] = []
    monkeypatch.setattr(bootstrap, "install", calls.append)
    return calls


def test_a_second_run_and_a_change_of_the_linters_configuration_install_nothing(checkout, installed):
    bootstrap.ensure("lab")
    bootstrap.ensure("lab")
    with (checkout / "pyproject.toml").open("a", encoding="utf-8") as pyproject:
        pyproject.write("\n[tool.something]\nline = 1\n")
    bootstrap.ensure("lab")
    assert installed == [["lab"]]


def test_a_lab_run_after_a_test_run_keeps_the_test_packages(checkout, installed):
    bootstrap.ensure("lab", "test")
    bootstrap.ensure("lab")
    assert installed == [["lab", "test"]]
    (checkout / "constraints.txt").write_text("numpy==2.0.0\n", encoding="utf-8")
    bootstrap.ensure("lab")
    assert installed[1:] == [["lab", "test"]]


def test_an_interrupted_installation_is_made_anew(checkout, monkeypatch, capsys):
    def interrupt(_extras):
        raise KeyboardInterrupt

    def make():
        bootstrap.VENV.mkdir()
        made.append((bootstrap.VENV / "pyvenv.cfg").write_text("", encoding="utf-8"))

    made: list[int] = []
    monkeypatch.setattr(bootstrap, "install", interrupt)
    monkeypatch.setattr(bootstrap, "make_venv", make)
    assert bootstrap.main(["clean"]) == 0
    for _ in range(2):
        assert bootstrap.main(["lab"]) == 130
    assert len(made) == 2
    assert "rebuilding .venv: the last set-up was interrupted." in capsys.readouterr().out


def test_a_moved_folder_is_made_anew(checkout, installed, monkeypatch):
    bootstrap.ensure("lab")
    stamp = json.loads(bootstrap.STAMP.read_text(encoding="utf-8"))
    bootstrap.STAMP.write_text(json.dumps(stamp | {"root": "elsewhere"}), encoding="utf-8")
    assert bootstrap.why_anew("3.11.7") == "this folder was moved or copied"
    assert bootstrap.why_anew("3.10.2") == "its Python 3.10.2 is too old"


def test_a_folder_that_is_no_environment_is_never_deleted(checkout, monkeypatch, capsys):
    monkeypatch.setattr(bootstrap, "venv_version", lambda: None)
    (bootstrap.VENV / "pyvenv.cfg").rename(bootstrap.VENV / "thesis.txt")
    assert bootstrap.main(["lab"]) == 1
    assert (bootstrap.VENV / "thesis.txt").exists()
    assert "Move it away" in capsys.readouterr().out


def test_a_python_without_venv_gets_one_line(checkout, monkeypatch, capsys):
    shutil.rmtree(bootstrap.VENV)
    says = "The virtual environment was not created successfully because ensurepip is not available."
    answer = subprocess.CompletedProcess([], 1, stdout=says, stderr="")
    monkeypatch.setattr(bootstrap.subprocess, "run", lambda *_, **__: answer)
    assert bootstrap.main(["lab"]) == 1
    assert "sudo apt install python3-venv" in capsys.readouterr().out


def test_a_failed_installation_names_its_error(checkout, monkeypatch, capsys):
    output = "Collecting numpy\nERROR: No matching distribution found for numpy==99\n"
    monkeypatch.setattr(bootstrap, "run_logged", lambda *_: (1, output))
    assert bootstrap.main(["lab"]) == 1
    assert "could not be installed: ERROR: No matching distribution found for numpy==99" in capsys.readouterr().out
    assert not bootstrap.STAMP.exists()


def fill_the_disk(*_):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("culprit", ["our own log", "the installer"])
def test_a_full_disk_gets_one_line_and_the_next_run_heals(culprit, checkout, monkeypatch, capsys):
    says = "error: failed to copy file\n  Caused by: No space left on device (os error 28)\n"
    with monkeypatch.context() as full:
        full.setattr(bootstrap, "run_logged", fill_the_disk if culprit == "our own log" else lambda *_: (2, says))
        assert bootstrap.main(["lint"]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == f"tiws_teach: {bootstrap.FULL}"
    monkeypatch.setattr(bootstrap, "make_venv", lambda: bootstrap.VENV.mkdir())
    monkeypatch.setattr(bootstrap, "run_logged", lambda *_: (0, ""))
    bootstrap.ensure("lab")
    assert bootstrap.read_stamp()["state"] == "ready"


def places(checkout: Path) -> str:
    """Return the lines that give a bootstrap in another process the places of a copy."""
    return f"""import bootstrap as b, pathlib, time
b.ROOT, b.venv_version = pathlib.Path({str(checkout)!r}), lambda: "3.11.7"
b.VENV, b.LOCK = b.ROOT / ".venv", b.ROOT / b.LOCK.name
b.STAMP = b.VENV / b.STAMP.name"""


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="Windows has no signal that cannot be caught")
def test_a_killed_installation_is_made_again(checkout):
    kill = "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"
    code = f"{places(checkout)}\ndef die(extras):\n    {kill}\nb.install = die; b.ensure('lab')"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == -9
    assert bootstrap.why_anew("3.11.7") == "the last set-up was interrupted"
    with bootstrap.LOCK.open("w") as stream:
        assert bootstrap.try_lock(stream)  # the lock ended with its process


def test_a_second_set_up_waits_for_the_first(checkout, tmp_path):
    log = tmp_path / "log"
    code = f"""{places(checkout)}
def install(extras):
    with open({str(log)!r}, "a") as log:
        log.write("begin ")
        log.flush()
        time.sleep(1.5)
        log.write("end ")
b.install = install
b.ensure(*b.sys.argv[1:])"""

    def start(*extras):
        return subprocess.Popen([sys.executable, "-c", code, *extras], cwd=ROOT, stdout=subprocess.PIPE, text=True)

    first = start("lab")
    while not log.exists() or not log.read_text():
        time.sleep(0.05)
    others = [start("lab"), start("test")]
    said = [child.communicate()[0] for child in (first, *others)]
    assert log.read_text() == "begin end begin end "  # "lab" was there when its turn came, "test" was not
    assert ["waiting for it" in words for words in said] == [False, True, True]
    assert bootstrap.read_stamp()["extras"] == ["lab", "test"]


def test_what_was_removed_is_installed_again(checkout, installed, capsys):
    site = bootstrap.VENV / "lib/python3.11/site-packages"
    for name, record in {"numpy": "numpy/core.py,sha256=1,1", "six": "six.py,,\nsix/x.py,,"}.items():
        (site / name).mkdir(parents=True)
        (site / f"{name}-2.0.dist-info").mkdir()
        (site / f"{name}-2.0.dist-info" / "RECORD").write_text(f"{record}\n", encoding="utf-8")
    (site / "__pycache__").mkdir()
    bootstrap.ensure("lab")
    (site / "__pycache__").rmdir()
    bootstrap.ensure("lab")
    assert installed == [["lab"]]
    (site / "numpy").rmdir()
    bootstrap.ensure("lab")
    assert installed == [["lab"], ["lab"]]
    assert bootstrap.installed() == ["six", "six-2.0.dist-info"]  # so an installer sees that numpy is missing
    assert "repairing .venv, where files were removed: numpy." in capsys.readouterr().out


def test_a_folder_with_other_letters_is_on_the_path_in_every_locale(checkout, installed):
    site = bootstrap.VENV / "lib/python3.11/site-packages"
    site.mkdir(parents=True)
    folder = checkout / "Übung mit 'Häkchen'"
    folder.mkdir()
    (site / "_own.pth").write_text(f"{folder}\n", encoding="utf-8")
    (site / "other.pth").write_text("import os", encoding="utf-8")
    bootstrap.ensure("test")
    code = f"import site, sys; site.addsitedir({str(site)!r}); print(ascii(sys.path[-1]))"
    env = os.environ | {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert (done.stdout.strip(), done.stderr) == (ascii(str(folder)), "")
    assert (site / "other.pth").read_text(encoding="utf-8") == "import os"


def test_packages_are_compiled_in_steps_that_are_shown(checkout, monkeypatch, capsys):
    names = [f"package{number:02d}" for number in range(12)]
    for name in names:
        (bootstrap.VENV / "lib/python3.11/site-packages" / name).mkdir(parents=True)
    compiled = []
    monkeypatch.setattr(bootstrap, "call", lambda *arguments: compiled.extend(arguments[5:]))
    bootstrap.compile_packages()
    assert sorted(Path(path).name for path in compiled) == names
    assert re.findall(r"\d+%", capsys.readouterr().out) == ["0%", "20%", "40%", "60%", "80%"]


@pytest.mark.slow
def test_a_half_made_environment_and_no_network(tmp_path):
    for name in ("bootstrap.py", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv" / "pyvenv.cfg").write_text("", encoding="utf-8")
    nowhere = "http://127.0.0.1:9"
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("PIP_", "UV_"))}
    environment |= {"PIP_CONFIG_FILE": os.devnull, "PIP_INDEX_URL": f"{nowhere}/simple", "PIP_NO_CACHE_DIR": "1"}
    command = [sys.executable, "bootstrap.py", "lab"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "rebuilding .venv: it is incomplete" in done.stdout
    assert "no network: the package index could not be reached" in done.stdout.splitlines()[-1]
    assert "Traceback" not in done.stdout + done.stderr


# ------------------------------------------------------------------------------------------------------- the files


def test_no_file_names_a_machine_or_a_package_index():
    words = ["/" + "root/", "/" + "work/", "/" + "home/", "pypi" + ".org", "pythonhosted" + ".org", "anaconda" + ".org"]
    found = []
    for path in own_files():
        text = path.read_bytes().decode("utf-8", errors="replace")
        found += [f"{path.relative_to(ROOT)}: {word}" for word in words if word in text]
    assert not found


def test_every_link_of_the_texts_leads_somewhere():
    for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md"):
        for target in re.findall(r"\]\(([^)#]+)\)", (ROOT / name).read_text(encoding="utf-8")):
            if not target.startswith("https://"):
                assert (ROOT / target).exists(), f"{name} links to {target}, which does not exist"


def test_the_readmes_table_of_lessons_is_the_series():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert with_lesson_table(readme) == readme, "notebooks/series.toml has changed: run make notebooks"
    assert "[02 TIWS](notebooks/02_tiws_derivation.ipynb)" in readme
    rows = with_lesson_table("<!-- lessons -->\nold\n<!-- end of lessons -->").count("](notebooks/")
    assert rows == sum(lesson.is_there for lesson in series())  # planned ones are not listed


def test_every_lesson_of_the_series_has_its_notebook_and_its_room():
    there = [lesson for lesson in series() if lesson.is_there]
    assert [f"{lesson.number:02d}" for lesson in there] == [lesson.notebook[:2] for lesson in there]
    assert sorted(lesson.notebook for lesson in there) == sorted(p.stem for p in (ROOT / "notebooks").glob("*.ipynb"))
    assert sorted(lesson.topic for lesson in there) == list(rooms())


def test_the_readmes_python_runs(capsys, tmp_path, monkeypatch):
    simulated = make_job_answers(600, zipf=1.3, random_state=0)
    table = simulated.data[["text"]].set_axis(["job"], axis=1).assign(code=simulated.target)
    table[:500].to_csv(tmp_path / "done.csv", index=False)
    table[["job"]][500:].to_csv(tmp_path / "answers.csv", index=False)
    blocks = re.findall(r"^```python\n(.*?)^```", (ROOT / "README.md").read_text(encoding="utf-8"), re.M | re.S)
    assert len(blocks) == 5
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(0)
    words = {"city": rng.choice(list("ABCD"), 240), "kind": rng.choice(["flat", "house"], 240)}
    sales = pd.DataFrame(words | {"price": rng.normal(size=240), "rooms": rng.integers(1, 6, 240)})
    sales.assign(sold=rng.integers(0, 2, 240)).to_csv("train.csv", index=False)
    sales[:30].assign(city="Q").to_csv("new.csv", index=False)
    new = pd.DataFrame({"color": ["red", "red", "blue", "pink"], "size": ["S", "M", "M", "S"]})
    for name, frame in (("train", new[:3].assign(bought=[1, 0, 1])), ("new", new)):
        Path(name).mkdir()
        frame.to_parquet(f"{name}/0.parquet")
    names: dict = {}  # each block goes on from those before it
    for block in blocks:
        exec(compile(block, "README.md", "exec"), names)
    printed = capsys.readouterr().out
    assert "similarity" in printed
    assert "Shown to be better than the mean: " in printed
    encoded = pd.read_parquet("encoded.parquet")
    assert encoded.notna().all(axis=None)
    assert list(encoded) == list(new)
    assert {"coded.csv", "todo.csv"} <= {path.name for path in tmp_path.iterdir()}
