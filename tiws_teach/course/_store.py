"""Store a learner's predictions and solved exercises, one line each, except in canned mode.

Canned mode
-----------
Stored outputs and tests must not depend on who runs them. In canned mode nothing is read from or written to
the user's folder, and the typical guess replaces the learner's. The mode is on if

- ``TIWS_TEACH_CANNED`` is ``1`` (set by ``make notebooks`` and ``python -m tiws_teach run``), or
- ``TIWS_TEACH_CANNED`` is not set and the kernel was started by pytest, which leaves ``PYTEST_VERSION`` and
  ``PYTEST_CURRENT_TEST`` in the environment of its children (so plain ``pytest --nbval`` needs no setting).

``TIWS_TEACH_CANNED=0`` always turns it off.
"""

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import platformdirs

from tiws_teach._validation import fail
from tiws_teach.course._renamed import of_today, solved_mark


def is_canned(environ: Mapping[str, str] | None = None) -> bool:
    """Return whether canned mode is on; the module's docstring has the rule."""
    variables = os.environ if environ is None else environ
    setting = variables.get("TIWS_TEACH_CANNED", "").strip()
    if setting not in ("", "0", "1"):
        fail("TIWS_TEACH_CANNED", "be 0 or 1", repr(setting), "Unset it, or set it to 1 for canned guesses.")
    if setting:
        return setting == "1"
    return "PYTEST_VERSION" in variables or "PYTEST_CURRENT_TEST" in variables


def home() -> Path:
    """Return the folder of the learner's predictions: ``TIWS_TEACH_HOME``, or else the system's user data folder."""
    named = os.environ.get("TIWS_TEACH_HOME")
    return Path(named).expanduser() if named else Path(platformdirs.user_data_dir("tiws_teach", appauthor=False))


def records_file() -> Path:
    """Return the path of the file with the records."""
    return home() / "records.jsonl"


def old_files() -> dict[str, Path]:
    """Return the files in which an older version kept the records."""
    return {"predictions": home() / "predictions.json", "solved": home() / "solved.json"}


def read_records() -> dict[str, dict[str, Any]]:
    """Return all records by the keys of today: predictions and solved exercises; a damaged line counts as missing."""
    records: dict[str, dict[str, Any]] = {kind: {} for kind in (*old_files(), "reviews", "concepts")}
    lines = [json.dumps([kind, *record]) for kind, path in old_files().items() for record in _read_old(path).items()]
    with suppress(OSError):
        lines += records_file().read_text(encoding="utf-8", errors="replace").splitlines()
    for line in lines:
        with suppress(ValueError, TypeError, KeyError, AttributeError):
            kind, key, entry = json.loads(line)
            key, entry = of_today(kind, key, entry)
            records[kind][key] = entry
    return records


def delete_records() -> list[Path]:
    """Delete all records and return the files that existed."""
    files = [path for path in (records_file(), *old_files().values()) if path.exists()]
    for path in files:
        path.unlink()
    return files


def read_guess(key: str, question: str) -> Any:
    """Return the recorded guess for `key`, or None; ignore a guess at another wording of the question."""
    return _prediction(key, question).get("guess")


def write_guess(key: str, question: str, guess: Any) -> None:
    """Record a guess."""
    _append("predictions", key, {"question": question, "guess": guess})


def write_result(key: str, question: str, hit: bool, answer: Any, why: str) -> None:
    """Record the result of a question, its explanation, and whether the recorded guess was right."""
    record = _prediction(key, question)
    if record and (record.get("hit"), record.get("answer"), record.get("why")) != (hit, answer, why):
        when = record.get("when", now().isoformat())
        _append("predictions", key, record | {"hit": hit, "answer": answer, "why": why, "when": when})


def write_solved(key: str) -> None:
    """Record that an exercise is solved."""
    if key not in read_records()["solved"]:
        _append("solved", key, solved_mark(key))
        write_review(f"exercise {key}", {"when": now().isoformat()})


def write_review(name: str, card: dict[str, Any]) -> None:
    """Record when a prediction or an exercise comes back, or when it was solved."""
    _append("reviews", name, card)


def write_test(questions: list[str], right: list[bool]) -> None:
    """Record for each question of a finished concept test whether it was answered right, after the earlier times."""
    earlier = read_records()["concepts"]
    for question, is_right in zip(questions, right, strict=True):
        _append("concepts", question, [*earlier.get(question, []), is_right])


def now() -> datetime:
    """Return the time of a record or a review, in whole seconds."""
    return datetime.now(UTC).replace(microsecond=0)


def _prediction(key: str, question: str) -> dict[str, Any]:
    """Return the record of a guess at this wording of a question, empty if there is none."""
    entry = read_records()["predictions"].get(key)
    return entry if isinstance(entry, dict) and entry.get("question") == question else {}


def _append(kind: str, key: str, entry: Any) -> None:
    """Add one line in one write, so that kernels need no lock and what is damaged costs its own lines only.

    It begins with a line break: half a line, left by a killed kernel, then stands alone.
    """
    records_file().parent.mkdir(parents=True, exist_ok=True)
    line = "\n" + json.dumps([kind, key, entry], ensure_ascii=True) + "\n"
    with open(records_file(), "ab", buffering=0) as stream:
        stream.write(line.encode("ascii"))


def _read_old(path: Path) -> dict[str, Any]:
    """Return the records of an older version's file; a missing or damaged one has none."""
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return record if isinstance(record, dict) else {}
