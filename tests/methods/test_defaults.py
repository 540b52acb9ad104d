"""Every default of the methods is the one that its docstring tells."""

import ast
import importlib
import inspect
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpydoc.docscrape import NumpyDocString
from sklearn.feature_extraction.text import TfidfVectorizer

import tiws_teach
from tiws_teach.wctf_idf import WCTFIDFVectorizer

NOT_METHODS = {"course", "datasets", "lessons", "literal", "replications"}
TOLD = {"range(1, 21)": range(1, 21), "numpy.multiply": np.multiply}
"""Defaults that are not literals."""


def callables() -> dict[str, Any]:
    """Return the public functions and classes of the methods, and the classes' public methods, by name."""
    homes = [home.parent.name for home in sorted(Path(tiws_teach.__file__).parent.glob("[a-z]*/__init__.py"))]
    found = {}
    for home in (home for home in homes if home not in NOT_METHODS):
        module = importlib.import_module(f"tiws_teach.{home}")
        for name in module.__all__:
            value = getattr(module, name)
            own = vars(value).items() if inspect.isclass(value) else ()
            found |= {f"{home}.{name}": value} if callable(value) else {}
            found |= {f"{home}.{name}.{key}": f for key, f in own if inspect.isfunction(f) and key[0] != "_"}
    return found


CALLABLES = callables()


def told(docstring: str) -> dict[str, str]:
    """Return the defaults in a docstring by parameter: one for all that share a line, or one for each."""
    found = {}
    for parameter in NumpyDocString(docstring)["Parameters"]:
        names, (_, _, words) = parameter.name.split(", "), parameter.type.partition("default=")
        values = re.split(r", (?![^(]*\))", words) if len(names) > 1 else [words]
        found |= dict(zip(names, values * (len(names) if len(values) == 1 else 1), strict=True)) if words else {}
    return found


@pytest.mark.parametrize("name", CALLABLES)
def test_a_default_is_told(name):
    function = CALLABLES[name]
    defaults = {key: parameter.default for key, parameter in inspect.signature(function).parameters.items()}
    words = told(inspect.getdoc(function) or "")
    if function is WCTFIDFVectorizer:  # its docstring refers to scikit-learn for the options of a text
        theirs = TfidfVectorizer().get_params()
        shared = {key: defaults.pop(key) for key in theirs.keys() & defaults.keys() - words.keys()}
        assert shared.items() <= theirs.items()
    for key, default in defaults.items():
        if default not in (inspect.Parameter.empty, None) or key in words:
            value = TOLD[words[key]] if words[key] in TOLD else ast.literal_eval(words[key])
            assert (value, type(value)) == (default, type(default)), f"{key}={default}, told: {words[key]}"
