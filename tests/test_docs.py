"""Shared parts of docstrings: written once, read everywhere."""

import ast
import importlib
import inspect
import re
from collections import Counter
from collections.abc import Iterator
from operator import attrgetter
from pathlib import Path

import pytest
from sklearn.base import BaseEstimator, TransformerMixin

import tiws_teach
from tiws_teach import EKCNNClassifier
from tiws_teach._docs import BLOCKS, documented, filled
from tiws_teach.course._source import find

PACKAGE = Path(tiws_teach.__file__).parent
MARKER = re.compile(r"^ *\{(\w+)\}$", re.MULTILINE)


def marked() -> Iterator[tuple[str, str, list[str]]]:
    """Yield (module, qualified name, blocks) of each docstring that names shared blocks."""
    for path in sorted(PACKAGE.rglob("*.py")):
        module = ".".join(["tiws_teach", *path.relative_to(PACKAGE).with_suffix("").parts])
        for outer in ast.parse(path.read_text(encoding="utf-8")).body:
            inner = outer.body if isinstance(outer, ast.ClassDef) else []
            for node, name in [(outer, ""), *((each, f"{outer.name}.") for each in inner)]:
                text = ast.get_docstring(node) if isinstance(node, ast.FunctionDef | ast.ClassDef) else None
                if blocks := MARKER.findall(text or ""):
                    yield module.removesuffix(".__init__"), name + node.name, blocks


MARKED = list(marked())


@pytest.mark.parametrize(("module", "name", "blocks"), MARKED, ids=[f"{module}.{name}" for module, name, _ in MARKED])
def test_help_shows_the_blocks_in_place_of_their_names(module, name, blocks):
    text = inspect.getdoc(attrgetter(name)(importlib.import_module(module)))
    assert not MARKER.search(text), "decorate the function or its class with documented"
    for block in blocks:
        assert filled(BLOCKS[block]).strip() in text


def test_a_block_is_shared():
    uses = Counter(block for _, _, blocks in MARKED for block in blocks)
    uses.update(block for text in BLOCKS.values() for block in MARKER.findall(text))
    assert {name: uses[name] for name in BLOCKS if uses[name] < 2} == {}


def test_blocks_stand_at_the_indentation_of_their_names_and_other_braces_stay():
    def f(n_jobs, reading):
        """Do it.

        {n_jobs}
            More about it.
        reading : {"votes", "mass"}
        """

    assert inspect.getdoc(documented(f)) == (
        f'Do it.\n\n{BLOCKS["n_jobs"].strip()}\n    More about it.\nreading : {{"votes", "mass"}}'
    )


def test_methods_too_even_those_that_scikit_learn_wraps():
    @documented
    class Halver(TransformerMixin, BaseEstimator):
        """Halve.

        {classes_}
        """

        def transform(self, X):
            """Halve.

            {queries}
            """
            return X / 2

    block = BLOCKS["queries"]
    assert "sorted order" in Halver.__doc__
    assert block in Halver.transform.__doc__
    assert block in inspect.unwrap(Halver.transform).__doc__


def test_an_unknown_block_is_refused_where_it_is_used():
    with pytest.raises(KeyError, match="metrik"):
        filled("{metrik}")


def test_source_lists_the_arguments_of_the_blocks_and_hides_the_decorator():
    shown = find(EKCNNClassifier)
    assert "n_jobs : int, default=None" in shown.arguments
    assert shown.code.startswith("class EKCNNClassifier(")
    assert find(EKCNNClassifier.predict).arguments == (BLOCKS["queries"],)
