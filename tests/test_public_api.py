"""Every public name is documented; every method module has its test, its literal version and its benchmark."""

import dataclasses
import importlib
import inspect
import pkgutil
import re
from pathlib import Path
from typing import Any

import pytest
from numpydoc.docscrape import get_doc_object
from numpydoc.validate import Validator, validate

import tiws_teach
from tools.bench.registry import TEACHING

ROOT = Path(__file__).resolve().parent.parent
NOT_METHODS = {"course", "datasets", "desk", "lessons", "literal", "plots", "replications"}
# numpydoc's names of what is held: no docstring, no summary, no full stop; parameters that are missing, unknown,
# in another order, without a type (where shape and unit stand); no Returns, no Yields.
FUNCTION = {"GL08", "SS01", "SS02", "SS03", "PR01", "PR02", "PR03", "PR04", "RT01", "YD01"}
CLASS = {"GL08", "SS01", "SS02", "SS03", "PR01", "PR02", "PR03", "PR04"}
# lessons and replications: one sentence; an explorer's parameters are ipywidgets' own
SENTENCE = {"GL08", "SS01", "SS02", "SS03"}
METHOD = {"GL08", "SS01", "SS03", "PR01", "PR02", "PR03", "RT01"}
SOURCE = re.compile(r"^\s*Source: .*\S", re.MULTILINE)
CLOSING = re.compile(r"\n\s*(?:Source|Equations?): .*\Z", re.DOTALL)


def public_modules() -> list[str]:
    """Return the dotted names of the modules that people import from.

    Left out are names with an underscore, the rules of the exercises, the items of a homework, which its file lists,
    and the files of a package that says in its ``__all__`` what it offers.
    """
    found = pkgutil.walk_packages(tiws_teach.__path__, "tiws_teach.")
    names = [module.name for module in found if not any(part.startswith("_") for part in module.name.split("."))]
    closed = [name for name in names if hasattr(importlib.import_module(name), "__all__")]
    names = [name for name in names if not name.endswith(".homework") or ".lessons." not in name]
    return [name for name in names if not any(name.startswith(f"{package}.") for package in closed)]


def public_objects() -> dict[str, Any]:
    """Return the public functions and classes by the name under which they are first found."""
    objects: dict[int, tuple[str, Any]] = {}
    for module_name in public_modules():
        module = importlib.import_module(module_name)
        own = [name for name, value in vars(module).items() if getattr(value, "__module__", "") == module_name]
        for name in getattr(module, "__all__", own):
            value = getattr(module, name)
            if not name.startswith("_") and (inspect.isfunction(value) or inspect.isclass(value)):
                objects.setdefault(id(value), (f"{module_name}.{name}", value))
    return dict(objects.values())


def methods() -> list[str]:
    """Return the names of the method modules: what is not one of the upper floors."""
    names = {name.split(".")[1] for name in public_modules()}
    return sorted(names - NOT_METHODS)


def by_sentence(name: str) -> bool:
    """Return whether one sentence is enough for a docstring: readers of a lesson see its names and types."""
    rooms = tuple(f"tiws_teach.{room}." for room in ("lessons", "plots", "literal", "replications"))
    return name.startswith(rooms) or name.endswith(".ChartExplorer")


OBJECTS = public_objects()
METHODS = methods()
FUNCTIONS = [name for name, value in OBJECTS.items() if inspect.isfunction(value)]
CLASSES = [name for name, value in OBJECTS.items() if inspect.isclass(value)]
OF_CLASSES = [
    f"{name}.{method}"
    for name in CLASSES
    if not by_sentence(name)
    for method, value in vars(OBJECTS[name]).items()
    if inspect.isfunction(value) and not method.startswith("_")
]
ALGORITHMS = [name for name in (*FUNCTIONS, *CLASSES) if name.split(".")[1] in METHODS]


def faults(name: str, held: set[str]) -> list[str]:
    """Return what numpydoc finds wrong, of the kinds that are held; it does not know the closing Source line."""
    validator = Validator(get_doc_object(Validator._load_obj(name)))
    whole = validator.obj.__doc__
    validator.obj.__doc__ = CLOSING.sub("", whole or "") or None
    try:
        return [f"{name}: {said} ({code})" for code, said in validate(name)["errors"] if code in held]
    finally:
        validator.obj.__doc__ = whole


def undescribed_fields(name: str) -> list[str]:
    """Return the fields of a dataclass that its docstring does not name; they may stand under Attributes."""
    value = OBJECTS[name]
    fields = [field.name for field in dataclasses.fields(value)] if dataclasses.is_dataclass(value) else []
    return [f"{name}: the field {field} is not described" for field in fields if not named(field, value.__doc__ or "")]


def named(field: str, docstring: str) -> bool:
    """Tell whether a docstring lists a field, alone or among others: ``low, high : float``."""
    return bool(re.search(rf"(?m)^ *(?:\w+, )*{field}(?:, \w+)* : ", docstring))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_public_function_is_documented(name):
    assert not faults(name, SENTENCE if by_sentence(name) else FUNCTION)


@pytest.mark.filterwarnings("ignore:Widget:DeprecationWarning")  # numpydoc asks ipywidgets for all its properties
@pytest.mark.parametrize("name", CLASSES)
def test_a_public_class_is_documented(name):
    held = SENTENCE if by_sentence(name) else CLASS
    held = held - {"PR01"} if dataclasses.is_dataclass(OBJECTS[name]) else held
    assert not faults(name, held) + ([] if by_sentence(name) else undescribed_fields(name))


@pytest.mark.parametrize("name", OF_CLASSES)
def test_a_public_method_is_documented(name):
    assert not faults(name, METHOD)


@pytest.mark.parametrize("name", ALGORITHMS)
def test_an_algorithm_names_its_source(name):
    assert SOURCE.search(OBJECTS[name].__doc__ or ""), (
        f"{name}: end the docstring with 'Source: <paper (year)>, <place>.'"
    )


def lacking(method: str, root: Path) -> list[str]:
    """Return what a method module lacks of test, literal version and benchmark."""
    tests, literal, results = root / "tests", root / "tiws_teach" / "literal", root / "tools" / "bench" / "RESULTS.md"
    table = results.read_text(encoding="utf-8") if results.exists() else ""
    estimators = [name.rpartition(".")[2] for name in CLASSES if name.split(".")[1] == method]
    lines = []
    if not [*(tests / "methods").glob(f"test_{method}.py"), *(tests / "methods").glob(f"test_{method}_*.py")]:
        lines.append(f"{method}: no tests/methods/test_{method}.py; write it")
    by_loops = [file for folder in (literal, tests / "oracles") for file in folder.glob(f"{method}*.py")]
    if not any(re.fullmatch(rf"{method}(_.*)?\.py", file.name) for file in by_loops):
        lines.append(f"{method}: no tiws_teach/literal/{method}.py; write the formulas down, loop by loop")
    if method not in TEACHING and not any(re.search(rf"\b{name}\b", table) for name in [method, *estimators]):
        lines.append(f"{method}: no row in tools/bench/RESULTS.md; add it to the benchmark and run: make bench")
    return lines


@pytest.mark.parametrize("method", sorted(set(METHODS) - {"scale"}))  # whose equations are those of the method
def test_a_method_has_its_test_literal_version_and_benchmark(method):
    assert not lacking(method, ROOT)


def test_there_are_methods_to_hold():
    assert {"jitter", "tiws"} <= set(METHODS)
    assert len(FUNCTIONS) > 20
    assert OF_CLASSES


# the rules fail where they are broken -------------------------------------------------------------------------------


def badly_documented(x, y):
    """Does something

    Parameters
    ----------
    x
        A number.
    """
    return x + y


def test_a_bad_docstring_is_told(monkeypatch):
    found = " ".join(faults(f"{__name__}.badly_documented", FUNCTION))
    for code in ("SS03", "PR01", "PR04", "RT01"):
        assert f"({code})" in found


def test_a_method_without_anything_is_told(tmp_path):
    (tmp_path / "tests" / "methods").mkdir(parents=True)
    (tmp_path / "tiws_teach" / "literal").mkdir(parents=True)
    assert len(lacking("tiws", tmp_path)) == 3
    (tmp_path / "tests" / "methods" / "test_tiws_encoder.py").touch()
    (tmp_path / "tiws_teach" / "literal" / "tiws.py").touch()
    (tmp_path / "tools" / "bench").mkdir(parents=True)
    (tmp_path / "tools" / "bench" / "RESULTS.md").write_text("| TIWSEncoderLike | 1 s |", encoding="utf-8")
    assert lacking("tiws", tmp_path) == [
        "tiws: no row in tools/bench/RESULTS.md; add it to the benchmark and run: make bench"
    ]
    (tmp_path / "tools" / "bench" / "RESULTS.md").write_text("| TIWSEncoder | 1 s |", encoding="utf-8")
    assert lacking("tiws", tmp_path) == []
