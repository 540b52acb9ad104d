"""Change one place of a method's code at a time, and see whether the tests of that method notice.

Run ``python tools/mutants.py`` for a random sample of each file, ``--each 0`` for every place, and with names of
packages for these alone. cosmic-ray makes the changes. Each one lives in a forked process that imports the changed
module, so no file is ever written. The tests that import from the module come first, then the others of its package.
"""

import argparse
import ast
import contextlib
import functools
import importlib
import importlib.util
import os
import random
import re
import signal
import sys
import time
import tomllib
from collections import Counter
from dataclasses import dataclass
from importlib.machinery import SourceFileLoader
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE, TESTS = ROOT / "tiws_teach", ROOT / "tests" / "methods"
REPORT = ROOT / "tools" / "MUTANTS.md"
OTHERS = {"_cli", "course", "datasets", "desk", "lessons", "literal", "replications"}
PLAUSIBLE = re.compile(
    r"ReplaceBinaryOperator_(Add_Sub|Sub_Add|Mul_Div|Div_Mul|Pow_Mul|FloorDiv_Div|BitAnd_BitOr|BitOr_BitAnd)"
    r"|ReplaceComparisonOperator_(Lt_LtE|LtE_Lt|Gt_GtE|GtE_Gt|Eq_NotEq|NotEq_Eq|Is_IsNot|IsNot_Is|In_NotIn|NotIn_In)"
    r"|ReplaceUnaryOperator_\w+|AddNot|ReplaceTrueWithFalse|ReplaceFalseWithTrue|ReplaceAndWithOr|ReplaceOrWithAnd"
    r"|ReplaceBreakWithContinue|ReplaceContinueWithBreak|NumberReplacer|ZeroIterationForLoop"
)
"""The operators of cosmic-ray that make slips a person could make; any test notices, say, a shift in place of a sum."""
QUICK = ["-x", "-q", "-n0", "-p", "no:cacheprovider", "--no-header", "--tb=no", "-m", "not slow"]
QUICK += ["-k", "not scikit_learn_checks and not scikit_learns_checks and not estimator_check"]
"""Without scikit-learn's checks of estimators, which take most of the time and know no equation."""


@dataclass(frozen=True)
class Mutant:
    """One change: the file, the line, the operator and which of its places, the line before and after, the new text."""

    path: Path
    line: int
    operator: str
    occurrence: int
    before: str
    after: str
    text: str

    @property
    def name(self) -> str:
        return self.path.relative_to(ROOT).as_posix()


# ----------------------------------------------------------------------------------------------------- the changes


def method_files(packages: list[str]) -> list[Path]:
    """Return the files of the methods, in the order of their names."""
    homes = [home for home in sorted(PACKAGE.iterdir()) if home.is_dir() and home.name not in OTHERS]
    chosen = [home for home in homes if not packages or home.name in packages]
    return [path for home in chosen for path in sorted(home.rglob("*.py")) if path.name != "__init__.py"]


def spared(text: str) -> set[tuple[int, int]]:
    """Return the (line, column) of everything in annotations, which run nowhere."""
    places = set()
    for node in ast.walk(ast.parse(text)):
        for annotation in (getattr(node, "annotation", None), getattr(node, "returns", None)):
            if isinstance(annotation, ast.expr):
                last = annotation.end_lineno or annotation.lineno
                places |= {(annotation.lineno, column) for column in range(annotation.col_offset, 200)
                           if last > annotation.lineno or column < (annotation.end_col_offset or 0)}  # fmt: skip
    return places


def places(path: Path) -> list[tuple[tuple[int, int], str, int]]:
    """Return (line and column, operator, occurrence) of everything that can be changed in a file."""
    from cosmic_ray.ast import ast_nodes, get_ast
    from cosmic_ray.operators.provider import OperatorProvider

    text, mutants, provider = path.read_text(encoding="utf-8"), [], OperatorProvider()
    tree, idle = get_ast(text), spared(text)
    for name in filter(PLAUSIBLE.fullmatch, provider):
        operator = provider[name]()
        positions = [start for node in ast_nodes(tree) for start, _ in operator.mutation_positions(node)]
        mutants += [(start, name, k) for k, start in enumerate(positions) if start not in idle]
    return sorted(mutants)


def mutate(path: Path, operator: str, occurrence: int) -> Mutant | None:
    """Return the changed text of a file, or None where the change is none."""
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.operators.provider import OperatorProvider

    text = path.read_text(encoding="utf-8")
    changed = mutate_code(text, OperatorProvider()[operator](), occurrence)
    if changed is None or ast.dump(ast.parse(changed)) == ast.dump(ast.parse(text)):
        return None
    pairs = zip(text.splitlines(), changed.splitlines(), strict=False)
    line, before, after = next((k, a, b) for k, (a, b) in enumerate(pairs, 1) if a != b)
    if re.search(r"[(,] ?/,", after):
        return None  # the star of a signature, which cosmic-ray takes for a product
    return Mutant(path, line, operator, occurrence, before.strip(), after.strip(), changed)


def sample(path: Path, each: int, seed: int) -> list[Mutant]:
    """Return `each` changes of a file at random (0: all), every place in the code being as likely as any other."""
    own = places(path)
    generator = random.Random(f"{seed} {path.relative_to(ROOT).as_posix()}")
    generator.shuffle(own)
    if each:
        seen: Counter[tuple[int, int]] = Counter()
        own = [place for place in own if not seen[place[0]] and not seen.update([place[0]])]
    mutants = filter(None, (mutate(path, *place[1:]) for place in own))
    return [mutant for mutant, _ in zip(mutants, range(each or len(own)), strict=False)]


# ------------------------------------------------------------------------------------------------------- the tests


@functools.cache
def imported(test: Path) -> set[str]:
    """Return the names that a test file imports from the project."""
    nodes = ast.walk(ast.parse(test.read_text(encoding="utf-8")))
    ours = (node for node in nodes if isinstance(node, ast.ImportFrom) and str(node.module).startswith("tiws_teach"))
    return {alias.name for node in ours for alias in node.names}


@functools.cache
def defined(path: Path) -> set[str]:
    """Return the names of the functions and classes of a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}


def tests_of(path: Path) -> tuple[list[Path], list[Path]]:
    """Return the tests that use a module or are named for it, those of defaults with them, and its package's others."""
    package, stem = path.relative_to(PACKAGE).parts[0], path.stem.strip("_")
    public = set().union(*map(defined, (PACKAGE / package).rglob("*.py")))
    named = [test for test in sorted(TESTS.glob("test_*.py")) if test.name.startswith(f"test_{package.strip('_')}")]
    users = [test for test in sorted(TESTS.glob("test_*.py")) if public & imported(test) and test not in named]
    near = [test for test in named + users if stem in test.stem or defined(path) & imported(test)]
    near = [*sorted(near, key=lambda test: (stem not in test.stem, test.stat().st_size)), TESTS / "test_defaults.py"]
    return near, [test for test in named or users if test not in near]


class Changed(SourceFileLoader):
    """Loads one module from a changed text."""

    text = ""

    def get_code(self, fullname):
        return compile(self.text, self.path, "exec", dont_inherit=True)


class Finder:
    """Hands out the changed module; all others are found as ever."""

    def __init__(self, mutant: Mutant):
        self.mutant = mutant
        self.name = ".".join(mutant.path.relative_to(ROOT).with_suffix("").parts)

    def find_spec(self, name, path=None, target=None):
        if name != self.name:
            return None
        loader = Changed(name, str(self.mutant.path))
        loader.text = self.mutant.text
        return importlib.util.spec_from_file_location(name, self.mutant.path, loader=loader)


class NoShrinking:
    """Takes time from hypothesis: any failing example will do, and the same ones are drawn each time."""

    def pytest_sessionstart(self):
        from hypothesis import Phase, settings

        phases = [Phase.explicit, Phase.generate]
        settings.register_profile("mutants", deadline=None, database=None, derandomize=True, phases=phases)
        settings.load_profile("mutants")


def in_child(mutant: Mutant | None, arguments: list[str]) -> None:
    """Run pytest with the changed module in this forked process, in silence, and leave with its exit code."""
    os.setsid()
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    code = 3
    with contextlib.suppress(BaseException):
        if mutant:
            sys.meta_path.insert(0, Finder(mutant))
        import pytest

        code = int(pytest.main(arguments, plugins=[NoShrinking()]))
    os._exit(code)


def run(mutant: Mutant | None, tests: list[Path], limit: float) -> tuple[str, float]:
    """Return "passed", "failed" or "too slow", and the seconds."""
    began = time.monotonic()
    child = os.fork()
    if child == 0:
        in_child(mutant, [*QUICK, *map(str, tests)])
    while time.monotonic() - began < limit:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            code = os.waitstatus_to_exitcode(status)
            return ("passed" if code in (0, 5) else "failed"), time.monotonic() - began
        time.sleep(0.05)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return "too slow", time.monotonic() - began


@functools.cache
def limit_of(tests: tuple[Path, ...]) -> float:
    """Return the seconds after which a change counts as an endless loop: five times those without a change."""
    outcome, seconds = run(None, list(tests), 1800)
    if outcome != "passed":
        sys.exit(f"without any change these tests are {outcome}: {' '.join(test.name for test in tests)}")
    return 20 + 5 * seconds


def fate(mutant: Mutant) -> str:
    """Return "killed", "too slow" or "survived"."""
    for tests in filter(None, tests_of(mutant.path)):
        outcome = run(mutant, tests, limit_of(tuple(tests)))[0]
        if outcome != "passed":
            return "killed" if outcome == "failed" else outcome
    return "survived"


# ------------------------------------------------------------------------------------------------------ the report


def explained() -> dict[tuple[str, str], str]:
    """Return the reasons why some changes change nothing, by file and changed line."""
    entries = tomllib.loads((ROOT / "tools" / "mutants.toml").read_text(encoding="utf-8"))["equivalent"]
    return {(entry["file"], entry["after"]): entry["reason"] for entry in entries}


def report(fates: dict[Mutant, str], arguments: argparse.Namespace, unreached: int) -> str:
    """Return the report: a row for each package, then each survivor; a run that time ended says how far it came."""
    reasons = explained()
    rows: dict[str, Counter[str]] = {}
    for mutant, outcome in fates.items():
        known = outcome == "survived" and (mutant.name, mutant.after) in reasons
        rows.setdefault(mutant.name.split("/")[1], Counter())[("equivalent" if known else outcome)] += 1
    rows["**all**"] = sum(rows.values(), Counter())
    noun = "place" if arguments.each == 1 else "places"
    size = f"a random sample of {arguments.each} {noun} in each file (seed {arguments.seed})"
    reached = f"all files but {unreached} (the time ended)" if unreached else "all files"
    reached += f" of {', '.join(arguments.packages) or 'the methods'}"
    python = ".".join(map(str, sys.version_info[:2]))
    lines = [
        "# Mutants", "",
        f"Written by `make mutants`: {size if arguments.each else 'all places'}, {reached}, Python {python}, "
        f"cosmic-ray {version('cosmic-ray')}. Each mutant is one change in one line of a method. It is killed when a "
        "test of its package fails (scikit-learn's checks of estimators are not run), and too slow when the tests take "
        "more than five times as long. Equivalent mutants change no result; the reason is given.", "",
        "| package | mutants | killed | too slow | equivalent | survived | killed of the others |",
        "|---|---|---|---|---|---|---|",
    ]  # fmt: skip
    for package, count in rows.items():
        dead, rest = count["killed"] + count["too slow"], count.total() - count["equivalent"]
        share = f"{dead / rest:.0%}" if rest else ""
        counts = [count[kind] for kind in ("killed", "too slow", "equivalent", "survived")]
        lines.append(f"| {package} | {count.total()} | {' | '.join(map(str, counts))} | {share} |")
    lines += ["", "## Survivors", "", "| place | line | changed to | why |", "|---|---|---|---|"]
    for mutant, outcome in fates.items():
        if outcome == "survived":
            cells = [f"`{code.replace('|', chr(92) + '|')}`" for code in (mutant.before, mutant.after)]
            why = reasons.get((mutant.name, mutant.after), "open: no test notices")
            place = f"{mutant.name.removeprefix('tiws_teach/')}:{mutant.line}"
            lines.append(f"| {place} | {' | '.join(cells)} | {why} |")
    return "\n".join(lines) + "\n"


def prepare() -> None:
    """Import what the tests need and no module of the project, so that a forked process starts at once."""
    threads = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
    os.environ |= dict.fromkeys((*threads, "SCIPY_ARRAY_API"), "1")
    os.chdir(ROOT)
    sys.path[:0] = [str(ROOT), str(ROOT / "tests")]
    for name in ("numpy", "pandas", "scipy.stats", "sklearn.ensemble", "sklearn.utils.estimator_checks"):
        importlib.import_module(name)


def main() -> int:
    """Run the mutants file by file, in an order that reaches every package early, and write the report."""
    parser = argparse.ArgumentParser(description="Mutation tests of the methods.")
    parser.add_argument("packages", nargs="*", help="packages, such as lof; default: all methods")
    parser.add_argument("--each", type=int, default=4, help="changes in each file (0: all; default 4)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=float("inf"), help="stop after this time and report")
    parser.add_argument("--out", type=Path, help="file of the report; default for all methods: tools/MUTANTS.md")
    arguments = parser.parse_args()
    if not hasattr(os, "fork"):
        sys.exit("make mutants needs Linux or macOS: each change runs in a forked process.")
    prepare()
    files = method_files(arguments.packages)
    random.Random(arguments.seed).shuffle(files)
    until, fates, unreached = time.monotonic() + 60 * arguments.minutes, {}, 0
    for mutant in (mutant for path in files for mutant in sample(path, arguments.each, arguments.seed)):
        if time.monotonic() > until:
            unreached = len(files) - files.index(mutant.path)
            break
        fates[mutant] = fate(mutant)
        print(f"{fates[mutant]:<9} {mutant.name}:{mutant.line}  {mutant.before}  ->  {mutant.after}", flush=True)
    ordered = dict(sorted(fates.items(), key=lambda item: (item[0].name, item[0].line, item[0].after)))
    text = report(ordered, arguments, unreached)
    print(text)
    if arguments.out or not arguments.packages:
        (arguments.out or REPORT).write_text(text, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
