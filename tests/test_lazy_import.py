"""`import tiws_teach` loads nothing; each public name loads its module when it is asked for."""

import subprocess
import sys
from importlib import import_module

import pytest

import tiws_teach

HEAVY = ("numpy", "scipy", "pandas", "sklearn", "matplotlib", "seaborn", "ipywidgets", "anywidget", "IPython", "pooch")


def run(code):
    """Run code in a fresh interpreter and return what it prints."""
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, encoding="utf-8")
    return found.stdout.split()


def loaded_by(code):
    return run(f"{code}\nimport sys\nprint(*sys.modules)")


def test_importing_the_package_loads_nothing_heavy():
    modules = loaded_by("import tiws_teach; dir(tiws_teach); tiws_teach.__version__")
    assert not set(HEAVY) & {name.split(".")[0] for name in modules}
    assert [name for name in modules if name.startswith("tiws_teach.")] == []


def test_the_algorithms_load_no_pictures_and_no_widgets():
    modules = loaded_by("from tiws_teach import TIWSEncoder, tiws_intervals")
    assert "tiws_teach.tiws" in modules
    drawing = {"matplotlib", "seaborn", "ipywidgets", "anywidget", "IPython", "pooch"}
    assert not drawing & {name.split(".")[0] for name in modules}
    floors = {"course", "datasets", "lessons", "plots", "replications"}
    assert not {f"tiws_teach.{name}" for name in floors} & set(modules)


@pytest.mark.parametrize("name", sorted(tiws_teach._HOME))
def test_every_public_name_is_its_modules(name):
    module = import_module(f"tiws_teach.{tiws_teach._HOME[name]}")
    assert getattr(tiws_teach, name) is getattr(module, name)
    assert name in module.__all__
    assert name in tiws_teach.__all__
    assert name in dir(tiws_teach)


@pytest.mark.parametrize("method", tiws_teach._METHODS)
def test_every_public_name_of_a_method_is_public_above(method):
    module = import_module(f"tiws_teach.{method}")
    assert tiws_teach._offered(method) == module.__all__
    assert set(module.__all__) - set(tiws_teach.__all__) <= {"aggregate", "halves", "ranks"}


def test_modules_are_found_as_attributes():
    assert run("import tiws_teach; print(tiws_teach.tiws.__name__)") == ["tiws_teach.tiws"]


def test_a_name_is_looked_up_once():
    assert run(
        "import tiws_teach as t; t.TIWSEncoder; print('TIWSEncoder' in vars(t), 'tiws_intervals' in vars(t))"
    ) == ["True", "False"]


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="module 'tiws_teach' has no attribute 'TIWSEncode'"):
        tiws_teach.TIWSEncode  # noqa: B018
    with pytest.raises(ImportError, match="cannot import name 'nothing'"):
        from tiws_teach import nothing  # noqa: F401
