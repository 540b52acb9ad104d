"""Measure how large the project is, and how many of its functions an estimator passes through.

python tools/size.py            lines by room, and the functions and files of fixed calls
python tools/size.py --calls    also the functions by name, in the order in which they are met

`tools/size.toml` holds the limits; a test compares. Lower a limit when you have made something smaller.
"""

import argparse
import ast
import io
import sys
import tokenize
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LAYOUT = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
AROUND = ("tools",)


def docstring_lines(text: str) -> set[int]:
    """Return the numbers of the lines of docstrings, those of attributes included."""
    lines: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        for statement in getattr(node, "body", []) if isinstance(node, DOCUMENTED) else []:
            value = getattr(statement, "value", None)
            if isinstance(statement, ast.Expr) and isinstance(value, ast.Constant) and isinstance(value.value, str):
                lines.update(range(statement.lineno, (statement.end_lineno or statement.lineno) + 1))
    return lines


def code_lines(text: str) -> set[int]:
    """Return the numbers of the lines that hold code: not blank, not only a comment, not a docstring."""
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in LAYOUT:
            lines.update(range(token.start[0], token.end[0] + 1))
    return lines - docstring_lines(text)


@cache
def of_file(path: Path) -> tuple[int, int, int]:
    """Return all lines of a file, and those of code and of docstrings if it is a Python file."""
    text = path.read_text(encoding="utf-8")
    in_python = (len(code_lines(text)), len(docstring_lines(text))) if path.suffix == ".py" else (0, 0)
    return len(text.splitlines()), *in_python


def measured(files: Iterator[Path]) -> tuple[int, int, int]:
    """Return the same for several files together."""
    total, code, documented = (sum(each) for each in zip(*map(of_file, files), strict=True))
    return total, code, documented


def files(*folders: str, endings: tuple[str, ...] = (".py",)) -> Iterator[Path]:
    """Yield the files below some folders of the project."""
    for folder in folders:
        yield from (path for path in sorted((ROOT / folder).rglob("*")) if path.suffix in endings and path.is_file())


def totals() -> dict[str, list[Path]]:
    """Return the files of the totals that have limits."""
    around = [*files("tiws_teach", *AROUND, endings=(".py", ".toml", ".js")), ROOT / "bootstrap.py"]
    named = {"tiws_teach": files("tiws_teach"), "all but tests and notebooks": around, "tests": files("tests")}
    return {name: list(paths) for name, paths in named.items()}


def rooms() -> dict[str, tuple[int, int, int]]:
    """Return lines, code and docstrings by room, with the totals that have limits at the end."""
    package = ROOT / "tiws_teach"
    table = {}
    for room in sorted(path for path in package.iterdir() if path.is_dir() and path.name != "__pycache__"):
        table[f"tiws_teach/{room.name}"] = measured(files(f"tiws_teach/{room.name}"))
    table["tiws_teach/*.py"] = measured(iter(sorted(package.glob("*.py"))))
    return table | {name: measured(iter(paths)) for name, paths in totals().items()}


def passed_through(call: Callable[[], object]) -> list[tuple[str, str]]:
    """Return the files and functions of the package that a call enters, each once, in order."""
    package, entered = str(ROOT / "tiws_teach"), dict[tuple[str, str], None]()

    def note(frame, event, _argument):
        name = frame.f_code.co_name
        if event == "call" and frame.f_code.co_filename.startswith(package) and not name.startswith("<"):
            entered.setdefault((frame.f_code.co_filename[len(package) + 1 :], frame.f_code.co_qualname))

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        call()
    finally:
        sys.setprofile(before)
    return list(entered)


def calls() -> dict[str, Callable[[], object]]:
    """Return the fixed calls: a small table each, run once before so that imports are not counted."""
    import numpy as np
    import pandas as pd
    from sklearn.naive_bayes import BernoulliNB

    from tiws_teach import EKCNNClassifier, LocalOutlierFactor, NLDDClassifier, TIWSEncoder

    X = pd.DataFrame({"color": list("rrggbb"), "size": list("SMSMSM"), "shape": list("oxxoxo")})
    new, y = pd.DataFrame({"color": ["p"], "size": ["S"], "shape": ["o"]}), [1, 0, 0, 1, 1, 0]
    points, classes = np.arange(12.0).reshape(6, 2) ** 1.5, [0, 1, 0, 1, 0, 1]
    paper = {"similarity": "tfidf", "sharpness": 1, "baseline": None, "min_rows": 1}
    encoder = TIWSEncoder(**paper).fit(X, y, X_unlabeled=new)
    model = EKCNNClassifier(n_neighbors=2).fit(points, classes)
    rows = np.random.default_rng(1).normal(size=(12, 2))
    labels = (rows[:, :1] + [0, 0.5, -0.5] > 0).astype(int)
    nldd = NLDDClassifier(BernoulliNB(), random_state=0).fit(rows, labels)
    every = {
        "TIWSEncoder.fit": lambda: TIWSEncoder(**paper).fit(X, y, X_unlabeled=new),
        "TIWSEncoder.fit, by default": lambda: TIWSEncoder().fit(X, y, X_unlabeled=new),
        "TIWSEncoder.transform": lambda: encoder.transform(new),
        "EKCNNClassifier.fit": lambda: EKCNNClassifier(n_neighbors=2).fit(points, classes),
        "EKCNNClassifier.predict_proba": lambda: model.predict_proba(points[:5] + 0.1),
        "LocalOutlierFactor.fit": lambda: LocalOutlierFactor(n_neighbors=2).fit(points),
        "NLDDClassifier.fit": lambda: nldd.fit(rows, labels),
        "NLDDClassifier.predict": lambda: nldd.predict(rows),
    }
    for call in every.values():
        call()
    return every


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--calls", action="store_true", help="list the functions of each fixed call")
    options = parser.parse_args()
    print(f"{'room':32}{'lines':>8}{'code':>8}{'docstrings':>12}")
    for room, numbers in rooms().items():
        print(f"{room:32}{numbers[0]:8}{numbers[1]:8}{numbers[2]:12}")
    print(f"\n{'call':32}{'functions':>12}{'files':>8}")
    for name, call in calls().items():
        entered = passed_through(call)
        print(f"{name:32}{len(entered):12}{len({file for file, _ in entered}):8}")
        for file, function in entered if options.calls else ():
            print(f"    {file}: {function}")


if __name__ == "__main__":
    main()
