"""The checks before a release, the runs with other versions, and the mutants: what each would say about a fault."""

import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest
import release
import versions
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from release import PROJECT

import tiws_teach
from tools import mutants
from tools.package_readme import for_the_index

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def copy(tmp_path) -> Path:
    """A copy of the files that hold a version."""
    for name in ("pyproject.toml", "CITATION.cff", "CHANGELOG.md"):
        shutil.copy(ROOT / name, tmp_path)
    return tmp_path


def change(path: Path, old: str, new: str) -> None:
    """Replace the first occurrence of a text that must be there."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_the_versions_agree_and_a_difference_is_named(copy):
    assert release.wrong_versions(copy) == []
    version = release.PROJECT["version"]
    assert tiws_teach.__version__ == version
    change(copy / "CITATION.cff", f"version: {version}", "version: 99.0")
    change(copy / "CHANGELOG.md", f"## [{version}] - ", "## [98.0] - ")
    assert release.wrong_versions(copy) == [
        f"CITATION.cff has version 99.0, pyproject.toml {version}",
        f"CHANGELOG.md has no heading '## [{version}] - YYYY-MM-DD'",
    ]


def test_another_date_of_the_release_is_named(copy):
    change(copy / "CITATION.cff", "date-released: 2", "date-released: 3")
    (fault,) = release.wrong_versions(copy)
    assert "CITATION.cff 3" in fault


def test_what_a_person_must_fill_in_is_named(copy):
    shutil.copy(ROOT / ".zenodo.json", copy)
    shutil.copytree(ROOT / "tools" / "paper", copy / "tools" / "paper")
    change(copy / "CHANGELOG.md", "## [Unreleased]\n", "## [Unreleased]\n\n- A change.\n")
    change(
        copy / "pyproject.toml", "[project.optional", '[project.urls]\nHome = "https://example.org"\n[project.optional'
    )
    told = " | ".join(release.unready(copy))
    for words in ("lacks [project.urls]", "Home is no public address", "repository-code", "Unreleased", "TO FILL"):
        assert words in told
    assert ".zenodo.json" not in told
    change(copy / ".zenodo.json", "tiws_teach:", "other:")
    assert ".zenodo.json and CITATION.cff differ" in " | ".join(release.unready(copy))
    (copy / "CHANGELOG.md").write_text("## [Unreleased]\n\n## [0.1.0]\n", encoding="utf-8")
    assert "Unreleased" not in " | ".join(release.unready(copy))


def test_the_paper_counts_lessons_questions_and_replications_rightly():
    text = " ".join((ROOT / "tools" / "paper" / "paper.md").read_text(encoding="utf-8").split())
    counts = [len(list((ROOT / "notebooks").glob(f"{each}*.ipynb"))) for each in ("", "more/", "replications/")]
    assert "{} lessons in Jupyter notebooks, with {} further questions and {} replications".format(*counts) in text


def test_the_readme_of_the_package_index_has_no_link_or_picture_of_the_checkout():
    text = for_the_index((ROOT / "README.md").read_text(encoding="utf-8"))
    assert not re.search(r"\]\((?!https?:|#)|<img|<!--", text)
    assert text.startswith("# tiws_teach\n\nLessons and readable")
    assert "| 02 TIWS | a category" in text


def test_the_floors_are_at_or_below_what_the_browser_edition_has():
    """The versions are those of Pyodide's lock; imbalanced-learn, seaborn and others come as pure Python."""
    lock = tomllib.loads((ROOT / "tools" / "site" / "pyodide.toml").read_text(encoding="utf-8"))
    assert SpecifierSet(PROJECT["requires-python"]).contains(lock["python"])
    extras = PROJECT["optional-dependencies"]
    for requirement in map(Requirement, [*PROJECT["dependencies"], *extras["lab"], *extras["data"], *extras["scale"]]):
        version = lock["packages"].get(requirement.name)
        assert not version or requirement.specifier.contains(version), f"{requirement}, but Pyodide has {version}"


def test_each_embedded_table_has_a_licence_and_a_fault_is_named(tmp_path):
    assert release.unlicensed(ROOT / "datasets") == []
    folder = shutil.copytree(ROOT / "datasets", tmp_path / "datasets")
    (folder / "stray.csv").write_text("a\n", encoding="utf-8")
    (folder / "ecoli.data").write_text("a\n", encoding="utf-8")
    shutil.copy(folder / "ml_yeast.md", folder / "titanic_ages.md")
    assert release.unlicensed(folder) == [
        "ecoli.data is embedded, but registry.csv says that it is downloaded",
        "stray.csv is embedded, and stray.md states no licence that allows it",
        "titanic_ages.csv is embedded, and titanic_ages.md states no licence that allows it",
    ]


def test_what_a_distribution_lacks_is_named(tmp_path, monkeypatch):
    listing = subprocess.CompletedProcess([], 0, stdout="README.md\nLICENSE\n.ci/run\n", stderr="")
    monkeypatch.setattr(release.subprocess, "run", lambda *_, **__: listing)
    sdist, wheel = tmp_path / "x.tar.gz", tmp_path / "x.whl"
    with tarfile.open(sdist, "w:gz") as archive:
        archive.add(ROOT / "README.md", "x-0.1/README.md")
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("x-0.1.dist-info/licenses/LICENSE", "text")
    assert release.incomplete(sdist, wheel) == ["the sdist lacks LICENSE", "the wheel lacks licenses/LICENSE-content"]


def test_a_command_that_fails_shows_what_it_printed():
    with pytest.raises(RuntimeError, match="no such thing"):
        release.run(sys.executable, "-c", "raise SystemExit('no such thing')")


def test_the_unit_tests_of_other_versions_exist():
    assert all(list((ROOT / "tests").glob(name)) for name in versions.UNITS)


# --------------------------------------------------------------------------------------------------------- mutants


def test_every_method_file_has_tests_that_could_kill_its_mutants():
    files = mutants.method_files([])
    assert len({path.parent for path in files}) >= 17
    assert not [path for path in files if not any(mutants.tests_of(path))]
    near, _ = mutants.tests_of(ROOT / "tiws_teach" / "multilabel" / "nldd.py")
    assert near[0].name == "test_multilabel_nldd.py"


def test_annotations_are_not_changed():
    places = mutants.spared("def f(a: int | None = 1 | 2) -> int | str: return a | 1\n")
    assert (1, 13) in places  # the bar of the first annotation
    assert not {(1, column) for column in (24, 25, 26, 50, 51)} & places


def test_a_changed_module_is_imported_in_place_of_the_file(monkeypatch):
    path = ROOT / "tiws_teach" / "metrics" / "_input.py"
    mutant = mutants.Mutant(path, 1, "", 0, "", "", "changed = True\n")
    name = "tiws_teach.metrics._input"
    spec = mutants.Finder(mutant).find_spec(name)
    module = mutants.importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.changed
    assert mutants.Finder(mutant).find_spec("tiws_teach.metrics") is None


def test_the_report_counts_apart_what_changes_nothing(monkeypatch):
    path = ROOT / "tiws_teach" / "lof" / "equations.py"
    one, two, three = (mutants.Mutant(path, k, "", 0, "a < b", f"a <= {k}", "") for k in range(3))
    monkeypatch.setattr(mutants, "explained", lambda: {(one.name, one.after): "a is never b"})
    monkeypatch.setattr(mutants, "version", lambda _: "8")
    arguments = mutants.argparse.Namespace(each=1, seed=0, packages=["lof"])
    fates = {one: "survived", two: "survived", three: "killed"}
    assert "all files but 2 (the time ended) of lof" in mutants.report(fates, arguments, 2)
    text = mutants.report(fates, arguments, 0)
    assert "all files of lof" in text
    assert "| lof | 3 | 1 | 0 | 1 | 1 | 50% |" in text
    assert "| lof/equations.py:0 | `a < b` | `a <= 0` | a is never b |" in text
    assert "| lof/equations.py:1 | `a < b` | `a <= 1` | open: no test notices |" in text
