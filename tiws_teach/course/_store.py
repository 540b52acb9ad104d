"""Store a learner's predictions and solved exercises, except in canned mode.

Canned mode
-----------
Stored outputs and tests must not depend on who runs them. In canned mode nothing is read from or written to
the user's folder, and the typical guess replaces the learner's. The mode is on if

- ``TIWS_TEACH_CANNED`` is ``1`` (set by ``make notebooks`` and ``python -m tiws_teach run``), or
- ``TIWS_TEACH_CANNED`` is not set and the kernel was started by pytest, which leaves ``PYTEST_VERSION`` and
  ``PYTEST_CURRENT_TEST`` in the environment of its children (so plain ``pytest --nbval`` needs no setting).

``TIWS_TEACH_CANNED=0`` always turns it off.
"""

from __future__ import annotations

import json
import os
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import platformdirs

from tiws_teach._validation import fail

_LOCK_WAIT = 2.0  # seconds; a write takes about a millisecond
_LOCK_STALE = 10.0  # seconds after which a lock is assumed to be left over from a killed kernel


def is_canned(environ: Mapping[str, str] | None = None) -> bool:
    """Return whether canned mode is on; the module's docstring has the rule.

    Parameters
    ----------
    environ : mapping of str to str, default os.environ

    Returns
    -------
    bool
    """
    found = os.environ if environ is None else environ
    setting = found.get("TIWS_TEACH_CANNED", "").strip()
    if setting not in ("", "0", "1"):
        fail("TIWS_TEACH_CANNED", "be 0 or 1", repr(setting), "Unset it, or set it to 1 for canned guesses.")
    if setting:
        return setting == "1"
    return "PYTEST_VERSION" in found or "PYTEST_CURRENT_TEST" in found


def home() -> Path:
    """Return the folder of the learner's predictions: ``TIWS_TEACH_HOME``, or else the system's user data folder."""
    named = os.environ.get("TIWS_TEACH_HOME")
    return Path(named).expanduser() if named else Path(platformdirs.user_data_dir("tiws_teach", appauthor=False))


def predictions_file() -> Path:
    """Return the path of the JSON file with the predictions."""
    return home() / "predictions.json"


def solved_file() -> Path:
    """Return the path of the JSON file with the solved exercises."""
    return home() / "solved.json"


def read_records() -> dict[str, dict[str, Any]]:
    """Return all records: the predictions and the solved exercises, by key."""
    return {"predictions": _read(predictions_file()), "solved": _read(solved_file())}


def delete_records() -> list[Path]:
    """Delete all records and return the files that existed."""
    found = [path for path in (predictions_file(), solved_file()) if path.exists()]
    for path in found:
        path.unlink()
    return found


def read_guess(key: str, question: str) -> Any:
    """Return the recorded guess for `key`, or None; ignore a guess at another wording of the question."""
    entry = _read(predictions_file()).get(key)
    if not isinstance(entry, dict) or entry.get("question") != question:
        return None
    return entry.get("guess")


def write_guess(key: str, question: str, guess: Any) -> None:
    """Record a guess; keep the guesses of other kernels.

    Raises
    ------
    OSError
        If the folder cannot be written.
    """
    _update(predictions_file(), key, {"question": question, "guess": guess})


def write_hit(key: str, question: str, hit: bool) -> None:
    """Record whether the recorded guess at a question was the result."""
    found = _read(predictions_file()).get(key)
    if isinstance(found, dict) and found.get("question") == question and found.get("hit") is not hit:
        _update(predictions_file(), key, found | {"hit": hit})


def write_solved(key: str) -> None:
    """Record that an exercise is solved."""
    if key not in _read(solved_file()):
        _update(solved_file(), key, True)


def _update(path: Path, key: str, entry: Any) -> None:
    """Set one record of a file; keep those of other kernels."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with _locked(path.with_suffix(".lock")):
        _replace(path, _read(path) | {key: entry})


def _read(path: Path) -> dict[str, Any]:
    """Return the records; a missing, truncated or invalid file has none."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _replace(path: Path, records: dict[str, Any]) -> None:
    """Write the records to a temporary file, then replace the file, so that no reader sees half a file."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix="predictions-", suffix=".tmp")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
            json.dump(records, stream, indent=1, sort_keys=True, ensure_ascii=False)
        os.replace(name, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise


@contextmanager
def _locked(lock: Path) -> Iterator[None]:
    """Hold a lock file, so that only one kernel at a time reads, changes and writes."""
    give_up = time.monotonic() + _LOCK_WAIT
    while True:
        try:
            os.close(os.open(lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
            break
        except (FileExistsError, PermissionError):  # Windows reports a lock that is being deleted as the latter
            _drop_if_stale(lock)
            if time.monotonic() > give_up:
                raise
            time.sleep(0.02)
    try:
        yield
    finally:
        lock.unlink(missing_ok=True)


def _drop_if_stale(lock: Path) -> None:
    """Remove a lock that is too old to be in use."""
    with suppress(OSError):
        if time.time() - lock.stat().st_mtime > _LOCK_STALE:
            lock.unlink()
