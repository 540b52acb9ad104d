"""Store what explorers need in a browser: the JavaScript that draws, the charts, and the stills.

``python -m tools.explorers`` writes ``tiws_teach/course/built/vega.js``, and for each explorer its charts as Vega-Lite
and three stills in the folder ``built`` of its room. A second run changes nothing. Names of explorers limit it to them.
It needs vl-convert-python, which only makers of the course have. With a new version of that package, renew the licences
in ``tiws_teach/course/built/LICENSES.txt`` from the npm packages of Vega, Vega-Lite and vega-embed.
"""

import io
import sys
from functools import cache
from pathlib import Path
from typing import Any

import matplotlib
import vl_convert
from PIL import Image

from tiws_teach.course import explorers
from tiws_teach.course._built import BUNDLE, code_hash, compact, made_charts, packed, page_states, room, still_paths
from tiws_teach.course.charts import ChartExplorer

SNIPPET = "globalThis.vegaEmbed = vegaEmbed; globalThis.vega = vega;"
VERSION = "6.4"
"""Of Vega-Lite, as altair writes it."""
SCALE = 2  # pixels of a still per pixel of the page
COLORS = 255


def bundle() -> str:
    """Return Vega, Vega-Lite and vega-embed as a classic script, which works from file:// and inside a widget."""
    return f"(()=>{{{vl_convert.javascript_bundle(SNIPPET, VERSION)}}})();\n"


@cache
def register_fonts() -> None:
    """Let stills use matplotlib's fonts: those of the machine differ."""
    vl_convert.register_font_directory(str(Path(matplotlib.get_data_path()) / "fonts" / "ttf"))


def still(chart: dict[str, Any], tables: dict[str, dict[str, list[Any]]]) -> bytes:
    """Return a chart over its tables as PNG; the same chart gives the same bytes."""
    register_fonts()
    rows = {name: rows_of(columns) for name, columns in tables.items()}
    config = chart.get("config", {}) | {"font": "DejaVu Sans"}
    png = vl_convert.vegalite_to_png(chart | {"datasets": rows, "config": config}, VERSION, scale=SCALE)
    image = Image.open(io.BytesIO(png)).convert("RGB")
    stored = io.BytesIO()
    image.quantize(COLORS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(stored, "png", optimize=True)
    return stored.getvalue()


def rows_of(columns: dict[str, list[Any]]) -> list[dict[str, Any]]:
    """Return a table of columns as rows."""
    return [dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True)]


def made(kind: type[ChartExplorer]) -> dict[Path, bytes]:
    """Return the files of an explorer: its charts, and a still of each state of its strip."""
    explorer = kind()
    charts = made_charts(explorer)
    stored = compact({"code": code_hash(kind), "charts": charts}) + "\n"
    files = {room(kind) / f"{kind.__name__}.json": stored.encode()}
    for path, state in zip(still_paths(kind), kind.strip_states, strict=True):
        tables = packed(explorer.tables(explorer.compute(explorer._start | state)))
        files[path] = still(charts["narrow"], tables)
    return files


def page_script(explorer: ChartExplorer) -> str:
    """Return the script with all states of an explorer's page, which works from file://."""
    name = type(explorer).__name__
    return f"(globalThis.tiwsStored ??= {{}}).{name} = {compact(page_states(explorer))};\n"


def main(names: list[str]) -> int:
    """Write the files of the named explorers, or of all and the script."""
    files = {} if names else {BUNDLE: bundle().encode()}
    for name, kind in explorers().items():
        if not names or name in names:
            files |= made(kind)
    for path, content in files.items():
        path.parent.mkdir(exist_ok=True)
        if not path.is_file() or path.read_bytes() != content:
            path.write_bytes(content)
            print(f"{path.name}: {len(content):,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
