"""Read the lessons of the series from ``notebooks/series.toml``: titles, prerequisites, and which exist."""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

from tiws_teach._validation import project_folder

_TABLE = re.compile(r"(?<=<!-- lessons -->\n).*?(?=<!-- end of lessons -->)", re.DOTALL)


@dataclass(frozen=True)
class Lesson:
    """One lesson of ``series.toml``: numbers and titles; an empty topic and notebook if it is only planned.

    `problem` is what somebody has who goes there, in a few words.
    """

    number: int
    name: str
    title: str
    builds_on: tuple[int, ...]
    topic: str = ""
    notebook: str = ""
    about: str = ""
    problem: str = ""

    @property
    def is_there(self) -> bool:
        """Whether the notebook exists."""
        return bool(self.notebook) and (project_folder("notebooks") / f"{self.notebook}.ipynb").exists()

    @property
    def more(self) -> list[Path]:
        """The notebooks that answer one further question each: those of its number in ``notebooks/more``."""
        return sorted((project_folder("notebooks") / "more").glob(f"{self.number:02d}_*.ipynb"))


def series() -> list[Lesson]:
    """Return the lessons of the series, both existing and planned.

    Returns
    -------
    list of Lesson
        In series order.

    Source: notebooks/series.toml.
    """
    listed = tomllib.loads((project_folder("notebooks") / "series.toml").read_text(encoding="utf-8"))["lesson"]
    return [Lesson(**{**entry, "builds_on": tuple(entry["builds_on"])}) for entry in listed]


def with_lesson_table(readme: str) -> str:
    """Return the README with an updated table of lessons."""
    rows = [
        f"| [{lesson.number:02d} {lesson.name}](notebooks/{lesson.notebook}.ipynb) | {lesson.about} |\n"
        for lesson in series()
        if lesson.is_there
    ]
    return _TABLE.sub("".join(["| lesson | |\n", "|---|---|\n", *rows]), readme)
