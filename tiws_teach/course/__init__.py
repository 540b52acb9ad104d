"""Tools for lessons: figures with alt text, predictions before results, exercises with immediate feedback."""

from tiws_teach._extras import require

require("lab", "IPython", "ipywidgets", "anywidget", "matplotlib", "pygments", "platformdirs")

from tiws_teach.course import _gate
from tiws_teach.course._faded import faded
from tiws_teach.course._figures import show
from tiws_teach.course._pairs import paired_wins
from tiws_teach.course._predictions import predict, reveal
from tiws_teach.course._progress import progress
from tiws_teach.course._rooms import explorers
from tiws_teach.course._series import series
from tiws_teach.course._source import source
from tiws_teach.course.charts import ChartExplorer
from tiws_teach.course.exercises import check, hint

_gate.watch()

__all__ = [
    "ChartExplorer",
    "check",
    "explorers",
    "faded",
    "hint",
    "paired_wins",
    "predict",
    "progress",
    "reveal",
    "series",
    "show",
    "source",
]
