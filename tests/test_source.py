"""What `source` shows, and which calls of the tests count."""

import ast
import functools
import re
from pathlib import Path

import numpy as np
import pytest
import sklearn.cluster

import tiws_teach
from tiws_teach import KCNNClassifier, LocalOutlierFactor, modified_cosine, term_frequency
from tiws_teach._paths import LIBRARY, MANIFEST
from tiws_teach.course import _source, source
from tiws_teach.course._source import find, link
from tiws_teach.lessons.lof.experiments import maps
from tiws_teach.literal import lof
from tiws_teach.lof import Neighborhoods
from tools import equations as tool

ROOT = Path(tiws_teach.__file__).resolve().parents[1]
OWN = [value for value in vars(maps).values() if getattr(value, "__module__", "") == maps.__name__ and callable(value)]


@pytest.fixture
def shown(monkeypatch):
    """Return a function that gives what source displays, by kind."""

    def show(*functions, **options) -> dict[str, str]:
        outputs: list[dict[str, str]] = []
        monkeypatch.setattr(_source, "display", lambda data, raw: outputs.append(data))
        source(*functions, **options)
        (output,) = outputs
        return output

    return show


# what is shown ------------------------------------------------------------------------------------------------------


def test_an_equation_is_shown_with_file_arguments_and_code_and_without_docstring(shown):
    text = shown(modified_cosine)["text/plain"]
    assert text.startswith(
        "[source] tiws_teach/tiws/equations.py\n"
        "  rows : array-like of shape (n_categories, n_words)\n"
        "  rows_of : sequence of int, optional\n"
        "def modified_cosine(rows, rows_of=None):\n"
        '    values = check_floats("rows", rows, 2, -LARGEST, LARGEST, empty=True)\n'
    )
    assert text.endswith("return s")
    assert '"""' not in text


def test_folded_code_has_its_name_on_the_fold_and_the_same_words(shown):
    plain, folded = shown(modified_cosine), shown(modified_cosine, fold=True)
    assert folded["text/plain"] == plain["text/plain"]
    summary = "<summary>The code of modified_cosine</summary>"
    assert folded["text/html"] == f"<details>{summary}{plain['text/html']}</details>"


@pytest.mark.parametrize(
    "function",
    [term_frequency, KCNNClassifier.predict_proba, LocalOutlierFactor.fit, lof.density, KCNNClassifier, *OWN],
    ids=lambda function: function.__qualname__,
)
def test_the_code_is_the_functions_own(function):
    found = find(function)
    body = ast.parse(found.code).body
    assert [node.name for node in body] == [function.__name__]
    line = (ROOT / found.path).read_text(encoding="utf-8").splitlines()[found.line - 1]
    assert re.match(rf"\s*(def|class) {function.__name__}\b", line)
    assert not any(ast.get_docstring(node) for node in ast.walk(body[0]) if isinstance(node, _source.Definition))


def test_several_functions_stand_one_after_the_other(shown):
    text = shown(lof.density, lof.factor)["text/plain"]
    assert re.findall(r"^def (\w+)", text, re.MULTILINE) == ["density", "factor"]
    assert text.count("[source] tiws_teach/literal/lof.py") == 2


def test_properties_partials_wrappers_and_bound_methods_lead_to_their_function():
    assert find(Neighborhoods.sizes).code.startswith("@property\ndef sizes(self)")
    assert find(functools.partial(lof.density, k=3)) == find(functools.lru_cache(lof.density)) == find(lof.density)
    assert find(KCNNClassifier().fit) == find(KCNNClassifier.fit)


def test_a_later_line_changes_the_link_alone(tmp_path):
    """What is stored in a notebook must not change when a line is added above the function."""
    file = tmp_path / "one.py"
    words = '    """Return 2 x.\n\n    Parameters\n    ----------\n    x : float\n    """\n'
    code = f"def double(x):\n{words}    return 2 * x\n"
    found = []
    for head in ("", "import math\n\n\n"):
        file.write_text(head + code, encoding="utf-8")
        found.append(_source.listing(file, "double", tmp_path))
    assert [each.line for each in found] == [1, 4]
    assert found[0].text() == found[1].text()
    assert found[0].text().splitlines()[1:] == ["  x : float", "def double(x):", "    return 2 * x"]


def test_a_docstring_that_is_all_there_is_stays(tmp_path):
    (tmp_path / "one.py").write_text('def todo():\n    """Do nothing."""\n', encoding="utf-8")
    assert _source.listing(tmp_path / "one.py", "todo", tmp_path).code == 'def todo():\n    """Do nothing."""'


def test_the_page_is_highlighted_and_names_no_machine(monkeypatch, shown):
    monkeypatch.chdir(ROOT / "notebooks")
    data = shown(modified_cosine)
    assert '<a href="../tiws_teach/tiws/equations.py">tiws_teach/tiws/equations.py</a>' in data["text/html"]
    assert '<span style="color: #008000; font-weight: bold">def</span>' in data["text/html"]
    assert "class=" not in data["text/html"].replace('class="tiws-source"', "").replace('class="highlight"', "")
    for text in data.values():
        assert str(ROOT) not in text


# where the link leads -----------------------------------------------------------------------------------------------


def test_in_a_working_copy_the_link_opens_the_librarys_file_at_the_line(tmp_path):
    place = tmp_path / LIBRARY / "tiws" / "equations.py"
    place.parent.mkdir(parents=True)
    place.touch()
    (tmp_path / "solutions").mkdir()
    assert link("tiws_teach/tiws/equations.py", 12, tmp_path) is None  # somebody's folder, not a working copy
    (tmp_path / MANIFEST).touch()
    assert link("tiws_teach/tiws/equations.py", 12, tmp_path) == "library/tiws/equations.py#line=11"
    assert link("tiws_teach/tiws/equations.py", 1, tmp_path / "solutions") == "../library/tiws/equations.py#line=0"
    assert link("tiws_teach/plots/none.py", 1, tmp_path) is None


def test_in_a_checkout_the_link_opens_the_file_itself():
    assert link("tiws_teach/lof/equations.py", 12, ROOT / "notebooks" / "replications") == (
        "../../tiws_teach/lof/equations.py"
    )


# wrong arguments ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "error", "words"),
    [
        ("aggregate", TypeError, "got 'aggregate'. Pass the function itself, without quotation marks."),
        (lof.distance([0], [1]), TypeError, r"got 1.0. Pass the function itself, not what it returns: source\(f\)"),
        (len, TypeError, "It is not written in Python"),
        (np.add, TypeError, "It is not written in Python"),
        (lof, TypeError, "Pass one of the module's functions."),
        (KCNNClassifier(), TypeError, "Pass the class or one of its methods: KCNNClassifier."),
        (
            sklearn.cluster.KMeans,
            ValueError,
            r"must be defined in tiws_teach; got sklearn\..*Read its code with KMeans",
        ),
        (lambda: 1, ValueError, r"must be defined in tiws_teach; got test_source.<lambda>"),
    ],
)
def test_what_has_no_code_here_is_told_with_the_mend(value, error, words):
    with pytest.raises(error, match=words):
        source(value)


def test_source_wants_a_function():
    with pytest.raises(TypeError, match="source must be given at least one function; got none"):
        source()


def test_a_function_of_a_function_is_told(monkeypatch):
    def made():
        return 1

    monkeypatch.setattr(made, "__module__", lof.__name__)
    with pytest.raises(ValueError, match=r"must be defined in its file under its own name; got tiws_teach\.literal"):
        source(made)


# which calls count --------------------------------------------------------------------------------------------------

USES = """
import tiws_teach.tiws as t
from tiws_teach import modified_cosine as cosine, term_frequency, unseen_weights, target_estimates, K
from tiws_teach.literal import tiws as oracle
words = "tiws_teach.aggregate, aggregate(1)"
TABLE = {"T": term_frequency}

@pytest.mark.parametrize("f", [target_estimates])
def test(f):
    from tiws_teach.tiws.equations import unseen_estimates
    cosine(oracle.document())
    assert t.aggregate(1) is unseen_weights
    f(map(unseen_estimates, ()))
    K().fit(1)
"""


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        ("modified_cosine", True),  # under another name
        ("aggregate", True),  # through its module
        ("term_frequency", True),  # in a table
        ("target_estimates", True),  # in a decorator
        ("unseen_estimates", True),  # handed on, imported inside
        ("unseen_weights", False),  # named, not called
        ("document", False),  # the literal one
        ("smoothed_means", False),
        ("K.fit", True),
        ("K.predict", False),
    ],
)
def test_calls_count_and_words_do_not(function, expected):
    names = tool.called(ast.parse(USES))
    assert tool.credits(names, "tiws_teach.tiws.equations", function) is expected
