"""Readable reference implementations and tested lessons on difficult classification problems.

Every public function and estimator can be imported from here and from its module; a module is loaded when one of its
names is first used.
"""

import sys

if sys.argv[:1] == ["-m"] and not sys.flags.safe_path:  # python -m tiws_teach: no file of the current folder, which may
    del sys.path[0]  # be one that a student handed in, passes for a module of Python

import ast
from importlib import import_module
from pathlib import Path
from typing import Any

__version__ = "0.1.0"

_HERE = Path(__file__).parent
_UPPER = ("course", "datasets", "desk", "lessons", "literal", "plots", "replications")
"""Packages that are not methods: import these as modules."""

_TOO_GENERAL = {"aggregate", "halves", "ranks"}
"""Names that are unclear without their module: import them from there."""


def _offered(method: str) -> list[str]:
    """Return the ``__all__`` of a method's package without importing it."""
    tree = ast.parse((_HERE / method / "__init__.py").read_text(encoding="utf-8"))
    lists = [node for node in tree.body if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"]
    return ast.literal_eval(lists[0].value)


_METHODS = sorted(path.parent.name for path in _HERE.glob("[!_]*/__init__.py") if path.parent.name not in _UPPER)
_HOME = {name: method for method in _METHODS for name in _offered(method) if name not in _TOO_GENERAL}

__all__ = ["__version__", *sorted(_HOME)]


def __getattr__(name: str) -> Any:
    if name in _HOME:
        value = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    elif name in _METHODS or name in _UPPER:
        value = import_module(f"{__name__}.{name}")
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*__all__, *_METHODS, *_UPPER})
