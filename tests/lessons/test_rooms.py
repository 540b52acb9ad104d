"""Every lesson's room alike: a picture has words of its own, and is drawn on the Axes or the Figure that is given."""

import importlib.util
import inspect
import pkgutil

import pytest

from tiws_teach import lessons
from tiws_teach.course.exercises import load

ROOMS = [room.name for room in pkgutil.iter_modules(lessons.__path__)]
PANELS = {"plot_measures"}  # the words of the whole picture say what they show


def plot_modules(topic):
    """Return the plot modules of a room: plots.py, or the files in plots/, or none."""
    if not importlib.util.find_spec(f"tiws_teach.lessons.{topic}.plots"):
        return []
    module = importlib.import_module(f"tiws_teach.lessons.{topic}.plots")
    inner = [each.name for each in pkgutil.iter_modules(getattr(module, "__path__", []))]
    return [importlib.import_module(f"{module.__name__}.{name}") for name in inner] or [module]


@pytest.mark.parametrize("topic", ROOMS)
def test_every_picture_has_words_and_a_place_to_be_drawn(topic):
    for module in plot_modules(topic):
        own = {name: value for name, value in vars(module).items() if inspect.isfunction(value)}
        own = {name: value for name, value in own.items() if value.__module__ == module.__name__}
        drawn = {name for name in own if name.startswith(("plot_", "draw_"))}
        described = {name.removeprefix("describe_") for name in own if name.startswith("describe_")}
        assert {name[5:] for name in drawn - PANELS} == described, module.__name__
        for name in drawn:
            assert {"ax", "figure"} & set(inspect.signature(own[name]).parameters), name
        assert "pyplot" not in inspect.getsource(module), module.__name__


@pytest.mark.parametrize("topic", ROOMS)
def test_a_room_has_its_parts(topic):
    importlib.import_module(f"tiws_teach.lessons.{topic}.explorer")
    load(f"tiws_teach.lessons.{topic}")
