"""Check what a release needs: versions, licences, addresses, complete distributions, a clean installation, all pages.

Run ``python tests/release.py``. It prints one line for each check and ends with 1 if one of them fails.
"""

import csv
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from pathlib import Path
from urllib.parse import urlsplit

import yaml

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LESSON = "00_start_here.ipynb"


def wrong_versions(root: Path) -> list[str]:
    """Return where the version of pyproject.toml is not: CITATION.cff, and a heading of CHANGELOG.md with a date."""
    version = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    cited = yaml.safe_load((root / "CITATION.cff").read_text(encoding="utf-8"))
    changes = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    heading = re.search(rf"^## \[{re.escape(version)}\] - (\d{{4}}-\d\d-\d\d)$", changes, re.MULTILINE)
    found = []
    if str(cited["version"]) != version:
        found.append(f"CITATION.cff has version {cited['version']}, pyproject.toml {version}")
    if heading is None:
        found.append(f"CHANGELOG.md has no heading '## [{version}] - YYYY-MM-DD'")
    elif heading[1] != str(cited["date-released"]):
        found.append(f"CHANGELOG.md dates {version} {heading[1]}, CITATION.cff {cited['date-released']}")
    return found


def unlicensed(folder: Path) -> list[str]:
    """Return the tables in datasets/ whose card is missing or grants nothing, and files that must be downloaded."""
    with (folder / "registry.csv").open(encoding="utf-8", newline="") as table:
        downloads = {row["file"] for row in csv.DictReader(table)}
    found = []
    for path in sorted(folder.iterdir()):
        if path.suffix == ".md" or path.name in ("registry.csv", "tables.toml"):
            continue
        card = path.with_suffix(".md")
        text = card.read_text(encoding="utf-8") if card.is_file() else ""
        licence = re.search(r"^\| licence \| (.+) \|$", text, re.MULTILINE)
        if licence is None or re.search(r"\bno\b.*licen[cs]e|not stated|unknown", licence[1]):
            found.append(f"{path.name} is embedded, and {card.name} states no licence that allows it")
        if path.name in downloads:
            found.append(f"{path.name} is embedded, but registry.csv says that it is downloaded")
    return found


def incomplete(sdist: Path, wheel: Path) -> list[str]:
    """Return what the distributions lack: the sdist every kept file, the wheel the licences."""
    kept = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n")
    with tarfile.open(sdist) as archive:
        there = {name.partition("/")[2] for name in archive.getnames()}
    lacking = [name for name in kept if name and name not in there and not name.startswith((".ci/", ".git"))]
    names = zipfile.ZipFile(wheel).namelist()
    licences = ("licenses/LICENSE", "licenses/LICENSE-content")
    unnamed = [name for name in licences if not any(each.endswith(name) for each in names)]
    return [f"the sdist lacks {name}" for name in lacking] + [f"the wheel lacks {name}" for name in unnamed]


def unready(root: Path) -> list[str]:
    """Return what a person must fill in or finish before others can find, cite and trust the release."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    cited = yaml.safe_load((root / "CITATION.cff").read_text(encoding="utf-8"))
    stored = json.loads((root / ".zenodo.json").read_text(encoding="utf-8"))
    changes = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    unreleased = re.search(r"(?s)^## \[Unreleased\]\n(.*?)(?=^## )", changes, re.MULTILINE)
    urls, found = project.get("urls", {}), []
    if not {"Homepage", "Repository", "Issues"} <= set(urls):
        found.append("pyproject.toml lacks [project.urls] with Homepage, Repository and Issues; a person fills them in")
    found += [f"[project.urls] {name} is no public address: {url}" for name, url in urls.items() if not is_public(url)]
    if not is_public(cited.get("repository-code", "")):
        found.append("CITATION.cff lacks repository-code, the address of the repository")
    if stored["title"] != cited["title"] or stored["keywords"] != cited["keywords"]:
        found.append(".zenodo.json and CITATION.cff differ in title or keywords")
    if unreleased is None or unreleased[1].strip():
        found.append("CHANGELOG.md has changes under 'Unreleased'; move them under the version")
    for name in ("paper.md", "paper.bib"):
        count = (root / "tools" / "paper" / name).read_text(encoding="utf-8").count("TO FILL")
        found += [f"tools/paper/{name} has {count} places marked TO FILL"] if count else []
    return found


def is_public(url: str) -> bool:
    """Return whether an address may be one on the public web: no placeholder and no machine of one's own."""
    host = urlsplit(url).hostname or ""
    return url.startswith("https://") and "." in host and not re.search(r"example|localhost|placeholder|your", url)


def list_parts(home: Path, to: Path) -> None:
    """Write what a clean installation of the wheel consists of, as a list of parts in CycloneDX."""
    project = ["--pyproject", ROOT / "pyproject.toml", "--output-reproducible", "--output-file", to]
    tool = [sys.executable, "-m", "uv", "tool", "run", "--quiet", "--from", "cyclonedx-bom>=7", "cyclonedx-py"]
    run(*tool, "environment", *project, home)
    parts = {part["name"] for part in json.loads(to.read_text(encoding="utf-8"))["components"]}
    if not {"numpy", "scikit-learn"} <= parts:
        raise RuntimeError(f"{to.name} lacks numpy or scikit-learn; it has {len(parts)} parts")


def build(folder: Path) -> tuple[Path, Path]:
    """Build the sdist, and the wheel from the sdist, and return both."""
    shutil.rmtree(folder, ignore_errors=True)
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT)
    return next(folder.glob("*.tar.gz")), next(folder.glob("*.whl"))


def run(*command: object, cwd: Path = ROOT) -> str:
    """Run a command as someone who has nothing of this checkout on the path, and return what it prints."""
    env = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "VIRTUAL_ENV")}
    done = subprocess.run(list(map(str, command)), cwd=cwd, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(map(str, command[1:]))}\n{done.stdout}{done.stderr}")
    return done.stdout


def clean_run(wheel: Path, home: Path) -> None:
    """Install the wheel in a new environment, and run the demonstration and one lesson outside the checkout."""
    uv = [sys.executable, "-m", "uv"]
    run(*uv, "venv", "--quiet", "--clear", home)
    run(*uv, "pip", "install", "--quiet", "--python", home, "-c", ROOT / "constraints.txt", f"{wheel}[lab]")
    python = home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    with tempfile.TemporaryDirectory() as folder:
        where = "import tiws_teach; print(tiws_teach.__version__, tiws_teach.__file__)"
        version, _, file = run(python, "-c", where, cwd=Path(folder)).strip().partition(" ")
        if version != PROJECT["version"] or not Path(file).resolve().is_relative_to(home.resolve()):
            raise RuntimeError(f"the clean environment has version {version} in {file}")
        if "estimated survival" not in run(python, "-m", "tiws_teach", "demo", cwd=Path(folder)):
            raise RuntimeError("the demonstration prints no estimate")
        lesson = Path(file).parent / "_files" / "notebooks" / LESSON
        shutil.copy(lesson, folder)
        run(python, "-m", "nbclient.cli", LESSON, cwd=Path(folder))


def check_whole() -> None:
    """Look at every page, slide and explorer, and test the methods on more tables; the usual tests look at a sample."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "tests/methods",
        "tests/contract",
        "tests/test_desk.py",
        "tests/test_site.py",
        "tests/test_browser.py",
        "tests/test_browser_explorers.py",
        "tests/lessons/test_explorers.py",
        "tests/lessons/test_nldd.py",
        "tests/replications/test_protocols.py",
    ]
    env = {**os.environ, "EVERY_PAGE": "1", "REQUIRE_BROWSER": "1"}
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stdout[-3000:])


def main() -> int:
    """Run all checks and print their results."""
    folder, failed = ROOT / "build" / "release", False
    found = {"versions": wrong_versions(ROOT), "licences": unlicensed(ROOT / "datasets")}
    found["what a person must fill in"] = unready(ROOT)
    try:
        sdist, wheel = build(folder)
        found["distributions"] = incomplete(sdist, wheel)
        clean_run(wheel, folder / "clean")
        list_parts(folder / "clean", folder / "sbom.json")
        found[f"clean installation, demo, {LESSON}"] = []
        run(sys.executable, "bootstrap.py", "lite", cwd=ROOT)
        found["browser edition is built"] = []
        run(sys.executable, "bootstrap.py", "test-more", cwd=ROOT)
        found["every appendix and replication"] = []
        check_whole()
        found["every page, slide and explorer, more tables"] = []
    except RuntimeError as error:
        found["build, clean installation, appendices or pages"] = [str(error)]
    for name, faults in found.items():
        print(f"{name}: {'ok' if not faults else '; '.join(faults)}")
        failed = failed or bool(faults)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
