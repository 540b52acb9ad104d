"""The floors: imports go downwards only, and methods stay small and readable."""

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "tiws_teach"
CONFIGURATION = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
LAYERS = [module.strip("() ") for layer in CONFIGURATION["contracts"][0]["layers"] for module in layer.split("|")]
METHODS = sorted(set(LAYERS[LAYERS.index("scale") : LAYERS.index("_tables")]) - {"datasets"})
LONGEST_EQUATION, LONGEST_FUNCTION, LONGEST_FILE = 15, 30, 300
LOW = [*METHODS, "datasets", "_tables", "_categories", "_neighbors", "_validation"]
DRAWING = {"matplotlib", "seaborn", "IPython", "ipywidgets", "anywidget"}


def lint_imports(folder: Path) -> tuple[int, str]:
    """Run import-linter over the package in `folder`; return (exit code, report)."""
    program = "from importlinter.cli import lint_imports_command as main; main(['--no-cache', '--no-logo'])"
    done = subprocess.run([sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def sources(*names: str) -> Iterator[tuple[str, str]]:
    """Yield (path below the project, text) of the files of modules or packages."""
    for name in names:
        place = PACKAGE / name
        for path in sorted(place.rglob("*.py")) if place.is_dir() else [place.with_suffix(".py")]:
            yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")


def code_lines(function: ast.FunctionDef, text: str) -> int:
    """Return how many lines of the body are code: no docstring, no comment, no blank line."""
    documented = ast.get_docstring(function) is not None
    body = function.body[1:] if documented else function.body
    if not body:
        return 0
    lines = text.splitlines()[body[0].lineno - 1 : function.end_lineno]
    return sum(bool(line.strip()) and not line.strip().startswith("#") for line in lines)


# ------------------------------------------------------------------------------------------ what may import what


def test_imports_go_downwards_only():
    code, report = lint_imports(ROOT)
    assert code == 0, f"an import goes up a floor, or a module stands on none (pyproject.toml):\n{report}"
    assert f"Contracts: {len(CONFIGURATION['contracts'])} kept, 0 broken." in report


WRONG = [  # file, what is added to it, and the contract that it breaks
    ("tiws/__init__.py", "import tiws_teach.lessons", "Imports go downwards only"),
    ("_validation.py", "import tiws_teach._categories", "Imports go downwards only"),
    ("tiws/__init__.py", "import tiws_teach.jitter", "Imports go downwards only"),
    ("tiws/_libraries.py", "def late():\n    import tiws_teach.scale", "Imports go downwards only"),
    ("_workspace.py", "import tiws_teach.desk._store", "Only the command line imports the desk"),
    ("desk/_store.py", "import tiws_teach.plots", "The desk draws nothing and needs occupation coding only"),
    ("unplaced.py", "", "Imports go downwards only"),
    ("datasets/__init__.py", "import tiws_teach.tiws", "Imports go downwards only"),
    ("plots.py", "import tiws_teach.datasets", "Plots never fit and never load"),
    ("tiws/__init__.py", "import tiws_teach.literal.tiws", "Only lessons and the course import literal versions"),
    ("literal/lof.py", "import tiws_teach._neighbors", "Imports go downwards only"),
    ("lessons/lof/plots.py", "import sklearn.linear_model", "Plots never fit and never load"),
    ("lessons/lof/plots.py", "import tiws_teach.lessons.curse.plots", "No lesson imports another"),
    (
        "lessons/lof/experiments/maps.py",
        "import tiws_teach.lessons.lof.explorer",
        "Within a lesson imports go downwards only",
    ),
]


@pytest.fixture(scope="module")
def report(tmp_path_factory) -> str:
    """Return what import-linter says of a copy with all wrong imports."""
    folder = tmp_path_factory.mktemp("wrong")
    shutil.copytree(PACKAGE, folder / "tiws_teach", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    for file, line, _ in WRONG:
        with (folder / "tiws_teach" / file).open("a", encoding="utf-8") as module:
            module.write(f"\n{line}\n")
    code, report = lint_imports(folder)
    assert code == 1, report
    return " ".join(report.split())


@pytest.mark.slow
@pytest.mark.parametrize(("file", "line", "broken"), WRONG)
def test_a_wrong_import_or_a_module_without_a_floor_is_found(file, line, broken, report):
    kept_or_broken, _, reasons = report.partition("Broken contracts")
    assert f"{broken} BROKEN" in kept_or_broken
    importer = f"tiws_teach.{file.removesuffix('.py').removesuffix('/__init__').replace('/', '.')}"
    imported = line.partition("import ")[2]
    imported = imported if imported.startswith("tiws_teach") else imported.partition(".")[0]
    assert f"- {importer}{imported and ' -> '}{imported}" in reasons.partition(broken)[2]


def drawing_imports(text: str) -> list[str]:
    """Return what a file imports, wherever it does, of the packages that draw or that belong to a notebook."""
    nodes = list(ast.walk(ast.parse(text)))
    names = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    return [name for name in names if name.split(".")[0] in DRAWING]


def test_methods_and_data_sets_know_no_picture_and_no_notebook():
    assert not {path: found for path, text in sources(*LOW) if (found := drawing_imports(text))}
    assert drawing_imports("def f():\n    from matplotlib import pyplot") == ["matplotlib"]


def test_only_lessons_and_the_course_may_know_the_literal_versions():
    forbidding = next(each for each in CONFIGURATION["contracts"] if each["id"] == "literal-for-readers")
    known_to = {"lessons", "course", "literal"}
    assert {f"tiws_teach.{name}" for name in set(LAYERS) - known_to} == set(forbidding["source_modules"])


# ------------------------------------------------------------------------------------------ how a method file reads


def private_sklearn(text: str) -> list[str]:
    """Return what a file takes from scikit-learn that is not public."""
    found = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "sklearn":
            parts = [*node.module.split("."), *(alias.name for alias in node.names)]
            found += [f"line {node.lineno}: {part}" for part in parts if re.match(r"_(?!_)", part)]
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names if re.match(r"sklearn(\.\w+)*\._", alias.name)]
            found += [f"line {node.lineno}: {name}" for name in names]
        if isinstance(node, ast.Attribute) and node.attr in {"_validate_data", "_check_n_features", "_get_tags"}:
            found.append(f"line {node.lineno}: {node.attr}")
    return found


def test_methods_use_scikit_learns_public_names_only():
    found = {path: names for path, text in sources(*METHODS) if (names := private_sklearn(text))}
    assert not found, "use the public name (sklearn.utils.validation.validate_data, say)"


@pytest.mark.parametrize(
    "line", ["from sklearn.utils._encode import _unique", "import sklearn.tree._tree", "self._validate_data(X)"]
)
def test_a_private_name_is_found(line):
    assert private_sklearn(line)
    assert not private_sklearn("from sklearn.utils.validation import validate_data\nimport sklearn.tree")


@pytest.mark.parametrize("method", METHODS)
def test_a_method_reads_in_one_sitting(method):
    too_long = []
    for path, text in sources(method):
        if len(text.splitlines()) > LONGEST_FILE:
            too_long.append(f"{path}: {len(text.splitlines())} lines; split it at {LONGEST_FILE}")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef):
                equation = re.search(r"^Equations?: \d", ast.get_docstring(node) or "", re.MULTILINE)
                limit = LONGEST_EQUATION if equation else LONGEST_FUNCTION
                if code_lines(node, text) > limit:
                    too_long.append(f"{path}: {node.name} has {code_lines(node, text)} lines of code; at most {limit}")
    assert not too_long


def test_lines_of_code_are_counted_without_words():
    text = 'def f():\n    """Words.\n\n    More."""\n\n    # why\n    x = [\n        1,\n    ]\n    return x\n'
    assert code_lines(ast.parse(text).body[0], text) == 4
