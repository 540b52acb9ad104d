"""What explorers have beside their code: stored charts and stills, tables as JSON, and all states of a page."""

from __future__ import annotations

import hashlib
import inspect
import json
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tiws_teach._validation import fail
from tiws_teach.course._figures import check_alt

if TYPE_CHECKING:
    from tiws_teach.course.charts import ChartExplorer, Tables

BUNDLE = Path(__file__).parent / "built" / "vega.js"
"""Vega, Vega-Lite and vega-embed, for all explorers; `python -m tools.explorers` makes it."""
MOST_STATES = 300
"""Of a page; more would make it heavy."""
_DECIMALS = 4


def room(kind: type[ChartExplorer]) -> Path:
    """Return the folder of what is built for an explorer."""
    return Path(inspect.getfile(kind)).parent / "built"


def still_paths(kind: type[ChartExplorer]) -> list[Path]:
    """Return the files of an explorer's stills."""
    return [room(kind) / f"{kind.__name__}-{number}.png" for number in range(1, len(kind.strip_states) + 1)]


def made_charts(explorer: ChartExplorer) -> dict[str, Any]:
    """Return the charts as Vega-Lite by altair, which takes a second or two to import."""
    return {"wide": explorer.chart(True).to_dict(), "narrow": explorer.chart(False).to_dict()}


def charts(kind: type[ChartExplorer]) -> dict[str, Any]:
    """Return the stored charts, or an empty dict where there are none or the code has changed since."""
    path = room(kind) / f"{kind.__name__}.json"
    stored = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return stored["charts"] if stored.get("code") == code_hash(kind) else {}


def code_hash(kind: type[ChartExplorer]) -> str:
    """Return a hash of the code that makes an explorer's charts: its module, and the chart.py beside it."""
    folder = Path(inspect.getfile(kind)).parent
    files = [path for path in (folder / "chart.py", folder / "explorer.py") if path.is_file()]
    return hashlib.sha256(b"".join(path.read_bytes().replace(b"\r\n", b"\n") for path in files)).hexdigest()[:16]


# The states of a page -------------------------------------------------------------------------------------------------


def page_states(explorer: ChartExplorer) -> dict[str, Any]:
    """Return every state of a page: its tables, alt text and what the next one says about it; each column once."""
    limits = explorer.page()
    inputs = {name: control.limited(limits.get(name, control.options)) for name, control in explorer.inputs.items()}
    every = list(product(*(control.options for control in inputs.values())))
    if len(every) > MOST_STATES:
        fail("page()", f"have at most {MOST_STATES} states", str(len(every)), "Leave out values of a control.")
    columns: dict[str, int] = {}  # as JSON -> its number
    states = []
    for values in every:
        result = explorer.compute(dict(zip(inputs, values, strict=True)))
        tables = packed(explorer.tables(result))
        numbers = {name: _numbers(table, columns) for name, table in tables.items()}
        states.append([numbers, check_alt(explorer.describe(result)), explorer.before(result)])
    return {"face": explorer.face(inputs), "states": states, "columns": [json.loads(each) for each in columns]}


def _numbers(table: dict[str, list[Any]], columns: dict[str, int]) -> dict[str, int]:
    """Return the number of each column of a table among all columns; a new one is added."""
    return {key: columns.setdefault(compact(column), len(columns)) for key, column in table.items()}


def packed(tables: Tables) -> dict[str, dict[str, list[Any]]]:
    """Return tables as lists for JSON: numbers with four decimals, and None for one that is missing or infinite."""
    return {name: {key: _listed(values) for key, values in table.items()} for name, table in tables.items()}


def _listed(values: Any) -> list[Any]:
    """Return a column as a list of plain numbers or texts."""
    column = np.asarray(values)
    if column.dtype.kind != "f":
        return column.tolist()
    return [round(value, _DECIMALS) + 0.0 if np.isfinite(value) else None for value in column.tolist()]


def compact(value: Any) -> str:
    """Return a value as JSON without blanks."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
