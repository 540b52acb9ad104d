"""All explorers on one page, with the questions of their lessons; a lesson's explorers start when it is chosen."""

import html

import ipywidgets

from tiws_teach.course import ChartExplorer, explorers
from tiws_teach.course._progress import keys_of
from tiws_teach.course._series import Lesson, series
from tiws_teach.course.questions import find


class Gallery(ipywidgets.VBox):
    """A row of `lessons`, which follows the arrow keys, and below it the chosen one's questions and explorers."""

    def __init__(self) -> None:
        self._classes = by_topic()
        self._shown: dict[str, ipywidgets.VBox] = {}
        listed = [lesson for lesson in series() if lesson.topic in self._classes]
        options = [(f"{lesson.number:02d} {lesson.name}", lesson) for lesson in listed]
        style = {"description_width": "initial"}
        self.lessons = ipywidgets.SelectionSlider(options=options, description="lesson", style=style)
        self.lessons.layout.width = "40em"
        self.lessons.observe(lambda change: self._show(change["new"]), "value")
        super().__init__()
        self._show(self.lessons.value)

    def _show(self, lesson: Lesson) -> None:
        """Show a lesson's questions and explorers, which are made once."""
        if lesson.topic not in self._shown:
            asked = "".join(f"<li>{html.escape(find(key).text)}</li>" for key in keys_of(lesson)[0])
            text = ipywidgets.HTML(f"<h2>{html.escape(lesson.name)}</h2><p>The lesson asks:</p><ul>{asked}</ul>")
            made = [kind() for kind in self._classes[lesson.topic]]
            self._shown[lesson.topic] = ipywidgets.VBox([*made, text])
        self.children = (self.lessons, self._shown[lesson.topic])


def by_topic() -> dict[str, list[type[ChartExplorer]]]:
    """Return the explorers of each lesson."""
    kinds: dict[str, list[type[ChartExplorer]]] = {}
    for kind in explorers().values():
        kinds.setdefault(kind.__module__.split(".")[-2], []).append(kind)
    return kinds
