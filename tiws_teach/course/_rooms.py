"""The rooms of the lessons: packages register themselves by an entry point, so the course imports none by name.

A package of one's own brings lessons with two lines in its pyproject.toml::

    [project.entry-points."tiws_teach.lessons"]
    my_course = "my_course.lessons"

Each folder in ``my_course/lessons`` is then a topic: ``check("queues.1", ...)`` asks ``my_course.lessons.queues``.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import ipywidgets

from tiws_teach._validation import fail

if TYPE_CHECKING:
    from tiws_teach.course.charts import ChartExplorer

GROUP = "tiws_teach.lessons"


@cache
def rooms() -> dict[str, str]:
    """Return the package of each topic, in alphabetical order of the topics."""
    modules: dict[str, str] = {}
    for point in sorted(entry_points(group=GROUP)):
        package = point.load()
        for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            topic = module.name.rpartition(".")[2]
            if topic in modules:
                fail("a topic", "be in one package", f"{topic!r} in {modules[topic]} and {module.name}", "Rename one.")
            modules[topic] = module.name
    if not modules:
        advice = "Install the package once more: python3 bootstrap.py lab, or pip install -e . in the checkout."
        fail(f"the entry points {GROUP!r}", "name a package of lessons", "none", advice)
    return dict(sorted(modules.items()))


def package_of(key: Any) -> str:
    """Return the name of the package of the lesson that a key such as ``"start.1"`` belongs to."""
    topic = key.partition(".")[0] if isinstance(key, str) else ""
    if topic not in rooms():
        fail("key", f"name one of the topics {', '.join(rooms())}", repr(key), 'Write it like "start.1".')
    return rooms()[topic]


def explorers() -> dict[str, type[ChartExplorer]]:
    """Return the explorers of all lessons by name.

    Returns
    -------
    dict of str to type
        The subclasses of `ChartExplorer` that the lessons define.

    Source: tiws_teach, its own.
    """
    names = [f"{room}.explorer" for room in rooms().values()]
    modules = [importlib.import_module(name) for name in names if find_spec(name)]
    members = [value for module in modules for value in vars(module).values()]
    own = [kind for kind in members if isinstance(kind, type) and kind.__module__ in names]
    return {kind.__name__: kind for kind in own if issubclass(kind, ipywidgets.VBox)}
