"""The runner that all replications share: small jobs, resumable, and a file that is the same every time.

A `Replication` has a list of jobs (a job is a dict of plain parameters, its key) and a pure function from a key to
rows. While it runs, each finished job is one line in a part file next to the results, so that an interrupted run goes
on where it stopped and a line that was cut off is recognised. At the end the rows are written in the order of the jobs,
with eight significant digits, and the part file is deleted.
"""

import errno
import hashlib
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from tiws_teach._extras import progress_bar
from tiws_teach._validation import project_folder
from tiws_teach.datasets import DatasetError

Key = dict[str, Any]
Row = dict[str, Any]
PACKAGES = ("tiws_teach", "numpy", "scipy", "pandas", "scikit-learn")
DIGITS = 8


@dataclass(frozen=True)
class Replication:
    """A protocol: its jobs, what a job computes, and where its results are stored."""

    about: str
    jobs: Callable[[], list[Key]]
    job: Callable[[Key], list[Row]]
    seeds: str
    unit: str
    text: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name of the command's argument and of the file."""
        return self.job.__module__.rpartition(".")[2]

    def run(self, out: Path | str | None = None, *, progress: bool = True, resume: bool = True) -> Path:
        """Compute all jobs and write ``<out>/<name>.csv``."""
        folder = results_folder() if out is None else Path(out)
        folder.mkdir(parents=True, exist_ok=True)
        path, part = folder / f"{self.name}.csv", folder / f".{self.name}.part"
        with _alone(folder / f".{self.name}.lock", self.name):
            try:
                rows = _compute(self, part, progress=progress, resume=resume)
            except DatasetError as error:
                raise FileNotFoundError(f"{self.name} cannot run without its data. {error}") from error
            _write(path, self, rows)
            part.unlink()
        return path

    def results(self, folder: Path | str | None = None) -> pd.DataFrame:
        """Return the stored rows; the lines of the file's head are in ``frame.attrs["head"]``."""
        path = (results_folder() if folder is None else Path(folder)) / f"{self.name}.csv"
        if not path.is_file():
            command = f"python -m tiws_teach replicate {self.name}"
            raise FileNotFoundError(f"the results of {self.name} are missing. Compute them: {command}")
        types: Any = dict.fromkeys(self.text, str)
        frame = pd.read_csv(path, comment="#", dtype=types, keep_default_na=False, na_values=[""], encoding="utf-8")
        with path.open(encoding="utf-8") as stream:
            frame.attrs["head"] = [line[1:].strip() for line in stream if line.startswith("#")]
        return frame

    def results_with_error(self) -> pd.DataFrame:
        """Return the stored rows with the error rate."""
        return self.results().assign(error=lambda rows: rows["wrong"] / rows["rows"])


def results_folder() -> Path:
    """Return the folder of the stored results, in a checkout or in an installed wheel."""
    return project_folder("notebooks") / "replications" / "results"


def printed(name: str) -> pd.DataFrame:
    """Return a table of numbers as its source prints it, with the first column as the index."""
    path = results_folder() / "printed" / f"{name}.csv"
    return pd.read_csv(path, comment="#", index_col=0, encoding="utf-8").rename_axis(None)


def in_words(table: pd.DataFrame, by: str, row: str, joined: str = ", ") -> str:
    """Return a table for a description: for each group its name and its rows, each by the format `row`."""
    parts = {name: part.to_dict("records") for name, part in table.groupby(by, sort=False)}
    return "; ".join(f"{name}: {joined.join(map(row.format_map, rows))}" for name, rows in parts.items())


def ends(wide: pd.DataFrame) -> pd.DataFrame:
    """Return the first and the last value of each line of a wide table, for `in_words`."""
    return wide.iloc[:, [0, -1]].set_axis(["first", "last"], axis=1).reset_index()


@contextmanager
def _alone(lock: Path, name: str) -> Iterator[None]:
    """Refuse a second process that would write the same part file; the lock of a killed process ends with it."""
    with lock.open("w") as stream:
        try:
            if sys.platform == "win32":
                import msvcrt

                msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)
            else:
                import fcntl

                fcntl.flock(stream.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno in (errno.EACCES, errno.EAGAIN):  # anything else: this file system has no locks
                raise RuntimeError(f"another process is computing {name} in {lock.parent}. Wait for it.") from None
        yield
    lock.unlink(missing_ok=True)


def read_part(path: Path, mark: str) -> dict[str, list[Row]]:
    """Return the rows of the complete jobs of a part file; none if another version of the protocol wrote it."""
    if not path.is_file():
        return {}
    lines = path.read_bytes().split(b"\n")[:-1]  # what follows the last line end was cut off
    if not lines or lines[0].decode("utf-8", "replace") != mark:
        return {}
    done = {}
    for line in lines[1:]:
        with suppress(ValueError):  # a line that was damaged
            record = json.loads(line.decode("utf-8"))
            done[_name(record["key"])] = record["rows"]
    return done


def _compute(replication: Replication, part: Path, *, progress: bool, resume: bool) -> list[Row]:
    """Return the rows of all jobs, in their order; what is computed now is noted in the part file at once."""
    jobs, mark = replication.jobs(), _mark(replication)
    done = read_part(part, mark) if resume else {}
    with part.open("a" if done else "w", encoding="utf-8", newline="\n") as stream:
        stream.write("\n" if done else f"{mark}\n")  # a line that was cut off ends here
        for key in progress_bar(jobs, progress, desc=replication.name, unit=replication.unit):
            if _name(key) not in done:
                done[_name(key)] = [_plain(row) for row in replication.job(key)]
                stream.write(json.dumps({"key": key, "rows": done[_name(key)]}) + "\n")
                stream.flush()
    return [{**key, **row} for key in jobs for row in done[_name(key)]]


def _plain(row: Row) -> Row:
    """Return a row with Python's own numbers in the place of NumPy's."""
    return {name: value.item() if isinstance(value, np.generic) else value for name, value in row.items()}


def _name(key: Key) -> str:
    return json.dumps(key, sort_keys=True)


def _versions() -> str:
    return ", ".join(f"{package} {version(package)}" for package in PACKAGES)


def _mark(replication: Replication) -> str:
    """Return the first line of a part file: a digest of the protocols' source and of the versions."""
    folder = Path(__file__).resolve().parent
    source = [_versions(), *(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.py")))]
    return f"{replication.name} {hashlib.sha256(''.join(source).encode('utf-8')).hexdigest()}"


def _write(path: Path, replication: Replication, rows: list[Row]) -> None:
    """Write the rows with their head, in one step: a reader sees either the old file or the new one."""
    head = (
        f"# computed by: python -m tiws_teach replicate {replication.name}\n"
        f"# versions: {_versions()}\n"
        f"# seeds: {replication.seeds}\n"
    )
    table = pd.DataFrame(rows).to_csv(index=False, float_format=f"%.{DIGITS}g", lineterminator="\n")
    fresh = path.with_name(f".{path.name}.new")
    fresh.write_text(head + table, encoding="utf-8", newline="\n")
    os.replace(fresh, path)
