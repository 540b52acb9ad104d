"""The wheel: built, installed without extras in a clean environment outside the checkout, and used there."""

import os
import re
import shutil
import subprocess
import sys
import venv
import zipfile
from importlib.metadata import PathDistribution, distribution, files
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tools.students import for_students

ROOT = Path(__file__).resolve().parent.parent
pytestmark = pytest.mark.slow
USE = """
import sys
from pathlib import Path
import tiws_teach
from tiws_teach import TIWSEncoder
from tiws_teach._validation import project_folder
from tiws_teach.datasets import load

titanic = load("titanic_ports")
unseen = titanic.data["embarked"] == "Q"
encoder = TIWSEncoder.of_paper().fit(titanic.data[~unseen], titanic.target[~unseen], X_unlabeled=titanic.data[unseen])
encoded = encoder.transform(titanic.data[unseen])
print(Path(tiws_teach.__file__).resolve().is_relative_to(Path(sys.prefix).resolve()))
print(project_folder("notebooks").resolve().is_relative_to(Path(sys.prefix).resolve()))
print(encoded.shape, round(float(encoded[0, 0] if hasattr(encoded, "dtype") else encoded.iloc[0, 0]), 3))
"""


def run(*command: object, **options) -> subprocess.CompletedProcess:
    """Run a command and show what it printed where it fails."""
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    """The wheel, built from the checkout without a network."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def python(wheel, tmp_path_factory) -> Path:
    """The Python of a clean environment that holds the wheel and its dependencies, and no extra.

    Where the packages cannot be fetched, the running environment lends each of them, and only the wheel is new.
    """
    home = tmp_path_factory.mktemp("clean") / "env"
    venv.create(home, with_pip=False)
    program = home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    uv = [sys.executable, "-m", "uv", "pip", "install", "--python", program, wheel]
    pins = ["-c", ROOT / "constraints.txt"]
    fetched = subprocess.run([*map(str, uv), *map(str, pins)], capture_output=True, text=True, check=False)
    if fetched.returncode != 0:
        run(*uv, "--no-deps", "--no-index")
        packages = run(program, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").stdout.strip()
        for name in dependencies("tiws_teach"):
            for top in {Path(file).parts[0] for file in files(name) or ()} - {"..", "__pycache__"}:
                (Path(packages) / top).symlink_to(distribution(name).locate_file(top))
    return program


def dependencies(name: str) -> set[str]:
    """Return the names of the packages that a package needs without extras, and that those need."""
    wanted = map(Requirement, distribution(name).requires or ())
    direct = {each.name for each in wanted if each.marker is None or each.marker.evaluate({"extra": ""})}
    return direct.union(*map(dependencies, direct))


@pytest.fixture
def clean() -> dict[str, str]:
    """The environment of a stranger: nothing of this checkout is on the path."""
    return {
        key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "VIRTUAL_ENV", "PYTEST_VERSION")
    }


def test_the_wheel_holds_lessons_data_licences_and_nothing_else(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    kept = [path for path in ROOT.glob("notebooks/**/*.ipynb") if ".ipynb_checkpoints" not in path.parts]
    assert kept
    for path in [*kept, *ROOT.glob("datasets/*")]:
        assert f"tiws_teach/_files/{path.relative_to(ROOT).as_posix()}" in names
    built = [*ROOT.glob("tiws_teach/course/built/*"), *ROOT.glob("tiws_teach/lessons/*/built/*")]
    assert {"vega.js", "LICENSES.txt", "NeighborExplorer.json"} <= {path.name for path in built}
    assert {path.relative_to(ROOT).as_posix() for path in built} <= set(names)  # what explorers draw with
    for licence in ("LICENSE", "LICENSE-content"):
        assert any(name.endswith(f".dist-info/licenses/{licence}") for name in names)
    assert {name.split("/")[0] for name in names if ".dist-info/" not in name} == {"tiws_teach"}
    assert not [name for name in names if re.search(r"__pycache__|[.]pyc$|/workspace/|(^|/)tests/", name)]


def test_the_wheel_for_students_has_another_name_and_neither_solutions_nor_homework(wheel, tmp_path):
    made = for_students(Path(shutil.copy(wheel, tmp_path)))
    assert [path.name for path in tmp_path.iterdir()] == [made.name]
    assert made.name.startswith("tiws_teach_students-")
    full, names = (set(zipfile.ZipFile(path).namelist()) for path in (wheel, made))
    gone = {name for name in full - names if ".dist-info/" not in name}
    assert len([name for name in gone if name.endswith("homework.py")]) == 14
    assert all("/notebooks/solutions/" in name or re.search(r"/lessons/\w+/homework\.", name) for name in gone)
    run(
        sys.executable, "-m", "uv", "pip", "install", "--no-deps", "--no-index", "--target", tmp_path / "packages", made
    )
    found = PathDistribution(next((tmp_path / "packages").glob("*.dist-info")))
    assert found.metadata["Name"] == "tiws_teach_students"
    assert all(file.locate().exists() for file in found.files)
    assert not [need for need in found.requires if need.startswith("tiws_teach[")]


def test_an_embedded_table_is_loaded_and_encoded_outside_the_checkout(python, clean, tmp_path):
    lines = run(python, "-c", USE, cwd=tmp_path, env=clean).stdout.splitlines()
    assert lines == ["True", "True", "(77, 3) 0.52"]


def test_the_demo_runs_from_the_wheel(python, clean, tmp_path):
    shown = run(python, "-m", "tiws_teach", "demo", cwd=tmp_path, env=clean).stdout
    assert re.search(r"estimated survival, tfidf\s+0[.]520", shown)
    script = python.parent / ("tiws-teach.exe" if os.name == "nt" else "tiws-teach")
    assert run(script, "--version", cwd=tmp_path, env=clean).stdout.startswith("tiws_teach ")


CORE = """
import sys
from importlib.metadata import distributions
import numpy as np
import tiws_teach
from tiws_teach import KCNNClassifier, LocalOutlierFactor, TIWSEncoder
from tiws_teach.datasets import available, load
from tiws_teach.evaluation import cross_validated_table

names = sorted(each.metadata["Name"] for each in distributions())
assert len(names) <= 12, names
assert "matplotlib" not in names, names
for name in tiws_teach.__all__:
    getattr(tiws_teach, name)
listed = available()
for name in listed.index[listed["kind"] == "embedded"]:
    load(name)
ports = load("titanic_ports")
TIWSEncoder.of_paper().fit(ports.data, ports.target)
X = np.random.default_rng(0).normal(size=(60, 2))
y = (X[:, 0] > 0).astype(int)
assert KCNNClassifier(3).fit(X, y).score(X, y) > 0.9
assert LocalOutlierFactor(n_neighbors=5).fit(X).negative_outlier_factor_.shape == (60,)
assert cross_validated_table({"kCNN": KCNNClassifier(3)}, {"plane": (X, y)}, cv=2).shape == (2, 5)
drawn = {"matplotlib", "IPython", "ipywidgets", "pooch", "tqdm"} & set(sys.modules)
assert not drawn, drawn
print("fine")
"""
LACKING = {
    "import tiws_teach.plots": "lab",
    "import tiws_teach.course": "lab",
    "import tiws_teach.lessons.lof.plots": "lab",
    "from tiws_teach.replications import REPLICATIONS": "lab",
    "from tiws_teach import datasets; datasets.download('sonar')": "data",
    "from tiws_teach import datasets; datasets.load('sonar')": "data",
    "from tiws_teach._extras import progress_bar; progress_bar([], True)": "data",
    "from tiws_teach import AnswerVectorizer; AnswerVectorizer(stemmer='german').fit(['Koch'])": "occupation",
}


def test_the_core_works_without_extras_and_draws_nothing(python, clean, tmp_path):
    assert run(python, "-W", "error", "-c", CORE, cwd=tmp_path, env=clean).stdout == "fine\n"


USES = f"""
for use in {list(LACKING)!r}:
    try:
        exec(use)
    except ImportError as error:
        print(error)
"""


def test_what_an_extra_lacks_is_named_with_the_command_that_installs_it(python, clean, tmp_path):
    clean.pop("TIWS_TEACH_DATA", None)
    told = run(python, "-c", USES, cwd=tmp_path, env=clean).stdout.splitlines()
    for message, (use, extra) in zip(told, LACKING.items(), strict=True):
        assert re.search(r"the package \w+, which is not installed[.]", message), use
        assert message.endswith(f'Install it with: pip install "tiws_teach[{extra}]"'), use


def test_a_command_without_its_packages_names_the_extra(python, clean, tmp_path):
    for command in ("lab", "explore", "progress", "run"):
        program = [str(python), "-m", "tiws_teach", command]
        done = subprocess.run(program, cwd=tmp_path, env=clean, capture_output=True, text=True, check=False)
        assert done.returncode == 1, command
        assert re.search(r'pip install "tiws_teach\[(lab|app)\]"$', done.stderr.strip()), (command, done.stderr)
