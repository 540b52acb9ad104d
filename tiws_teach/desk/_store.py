"""The desk's file: one SQLite database with the training answers, the new answers, the suggestions and all decisions.

Answers and suggestions never change once they are written, and a decision is never overwritten: the last one counts.
"""

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from tiws_teach._validation import check_choice, fail
from tiws_teach.occupation import CodedAnswers, join_texts

APPLICATION, VERSION = 0x74697773, 1
"""What marks a file as a desk, and the version of its tables."""
CODERS = ("first", "second")
SEATS = (*CODERS, "adjudicator")
ACTIONS = ("accept", "choose", "search", "skip")
LONGEST_NOTE = 2_000
TABLES = """
create table setting(name text primary key, value text not null);
create table model(id integer primary key, made text not null, how text not null);
create table training(text text, code text, survey text, person text, source text);
create table code(code text primary key, name text not null);
create table answer(id integer primary key, survey text not null, model integer references model, text text,
  shown text, code text, part text, confidence real, suggestions text, place real);
create table record(id integer primary key, answer integer references answer, cells text, person text,
  control integer not null default 0);
create table decision(id integer primary key, answer integer not null references answer, seat text not null,
  person text not null, at text not null, action text not null, code text, note text);
create index of_answer on decision(answer, seat, id);
create index of_seat on decision(seat, id);
create index copies on record(answer, control);
"""
VIEWS = """
create temp view latest as select * from decision as one where id =
  (select max(id) from decision where answer = one.answer and seat = one.seat);
create temp view listed as select * from answer where code is null
  or exists (select 1 from record where answer = answer.id and control);
create temp view final as select answer.*, a.code as first, b.code as second, c.code as adjudicator,
  a.note as note_1, b.note as note_2, c.note as note_3, a.id is not null and b.id is not null as both_seen,
  case when c.id is not null then c.code when a.code = b.code then a.code
       when a.id is null or b.id is null then answer.code end as result,
  case when c.code is not null then 'adjudicator' when c.id is null and a.code = b.code then 'two coders'
       when c.id is not null and a.code is null and b.code is null then 'not codable'
       when answer.code is not null and (a.id is null or b.id is null)
         then case when answer.model is null then 'carried over' else 'machine' end else 'open' end as by
  from answer left join latest a on a.answer = answer.id and a.seat = 'first'
  left join latest b on b.answer = answer.id and b.seat = 'second'
  left join latest c on c.answer = answer.id and c.seat = 'adjudicator';
create temp view choosable as select * from code
  where length(code) = coalesce((select max(length(code)) from training where source = 'file'), length(code))
  or exists (select 1 from setting where name = 'lengths' and value = '"any"')
  or length(code) in (select one.value from setting, json_each(setting.value) as one where setting.name = 'part');
"""


@contextmanager
def opened(path: Path, *, new: bool = False) -> Iterator[sqlite3.Connection]:
    """Open a desk, or make one; each statement is written at once, unless it is part of `at_once`."""
    if not new:
        _check_file(path)
    db = sqlite3.connect(path, timeout=60, isolation_level=None)
    try:
        db.row_factory = sqlite3.Row
        db.execute("pragma foreign_keys = on")
        db.execute("pragma synchronous = full")
        if new:
            marks = f"pragma application_id = {APPLICATION}; pragma user_version = {VERSION};"
            db.executescript(marks + "pragma journal_mode = wal;" + TABLES)
        db.executescript(VIEWS)
        yield db
    except sqlite3.Error as error:
        advice = "Close other programs that use it, or go back to a copy."
        fail(f"{path}", "be a file of SQLite that can be read and written", f"{error}", advice, OSError)
    finally:
        db.close()


@contextmanager
def made(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a new desk, which appears under its name when all is in it."""
    fresh = path.with_name(path.name + ".new")
    try:
        fresh.unlink(missing_ok=True)
        with opened(fresh, new=True) as db, at_once(db):
            yield db
        os.replace(fresh, path)
    finally:
        for ending in ("", "-wal", "-shm"):
            fresh.with_name(fresh.name + ending).unlink(missing_ok=True)


@contextmanager
def at_once(db: sqlite3.Connection) -> Iterator[None]:
    """Write all that happens inside, or nothing."""
    db.execute("begin immediate")
    try:
        yield
    except BaseException:
        db.execute("rollback")
        raise
    db.execute("commit")


def _check_file(path: Path) -> None:
    """Refuse a file that is missing, that is no desk, or whose tables are those of another version."""
    if not path.is_file():
        problem = "a folder" if path.is_dir() else "no such file"
        fail(f"{path}", "be a desk", problem, f"Make it: python -m tiws_teach desk {path} new --help")
    with path.open("rb") as stream:
        head = stream.read(100)
    mark, version = int.from_bytes(head[68:72], "big"), int.from_bytes(head[60:64], "big")
    if head[:15] != b"SQLite format 3" or mark != APPLICATION:
        fail(f"{path}", "be a desk", "another kind of file", "Pass the file that the action new has made.")
    if version != VERSION:
        advice = "Use the version of tiws_teach that made it, or export its codes there and make a desk from them here."
        fail(f"{path}", f"have tables of version {VERSION}", f"version {version}", advice)


def now() -> str:
    """Return the time in UTC."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def set_settings(db: sqlite3.Connection, **values: Any) -> None:
    """Store settings."""
    rows = [(name, json.dumps(value)) for name, value in values.items()]
    db.executemany("insert or replace into setting values (?, ?)", rows)


def setting(db: sqlite3.Connection, name: str) -> Any:
    """Return a setting, or None."""
    row = db.execute("select value from setting where name = ?", (name,)).fetchone()
    return row and json.loads(row["value"])


def frame(db: sqlite3.Connection, query: str, values: Iterable[Any] = ()) -> pd.DataFrame:
    """Return the rows of a query as a table."""
    rows = db.execute(query, tuple(values))
    return pd.DataFrame([tuple(row) for row in rows], columns=[each[0] for each in rows.description])


def add_training(db: sqlite3.Connection, table: Any, source: str) -> None:
    """Store answers to train with and their codes; the source is "file", "persons" or "reference" (official titles)."""
    n = len(table["text"])
    columns = [table[name] if name in table else [None] * n for name in ("text", "code", "survey", "person")]
    rows = zip(*columns, [source] * n, strict=True)
    db.executemany("insert into training values (?, ?, ?, ?, ?)", rows)
    db.executemany("insert or ignore into code values (?, '')", [(code,) for code in set(table["code"])])


def add_codes(db: sqlite3.Connection, codes: Iterable[str], names: Iterable[str]) -> None:
    """Store codes with names, which replace what was there."""
    rows = [(code.strip(), name.strip()) for code, name in zip(codes, names, strict=True) if code.strip()]
    db.executemany("insert or replace into code values (?, ?)", rows)


def by_persons(db: sqlite3.Connection) -> pd.DataFrame:
    """Return the records that persons have coded, as training answers."""
    query = """select text, result as code, survey, person, 'persons' as source, cells from record join final
               on final.id = answer where by in ('two coders', 'adjudicator', 'carried over') order by record.id"""
    return frame(db, query)


def training_of(db: sqlite3.Connection, *, renew: bool = False) -> tuple[pd.DataFrame, Any]:
    """Return the answers to train with, newly coded ones too if it is renewed, and the titles and codes or None."""
    table = frame(db, "select * from training order by rowid")
    titles = table[table["source"] == "reference"].reset_index(drop=True)
    table = table[table["source"] != "reference"]
    if renew:
        table = pd.concat([table[table["source"] == "file"], by_persons(db)])
    return table.reset_index(drop=True), (titles["text"], titles["code"]) if len(titles) else None


def add_model(db: sqlite3.Connection, how: dict[str, Any] | None) -> int:
    """Store how a model was made, None for the last one again, and return its number."""
    if how is None:
        return db.execute("select max(id) from model").fetchone()[0]
    return db.execute("insert into model(made, how) values (?, ?)", (now(), json.dumps(how))).lastrowid or 0


def last_model(db: sqlite3.Connection) -> dict[str, Any]:
    """Return how the last model was made."""
    row = db.execute("select how from model order by id desc limit 1").fetchone()
    if row is None:
        fail("the desk", "have a model", "none", "Pass --retrain, which makes one.")
    return json.loads(row["how"])


def check_title(db: sqlite3.Connection, survey: str) -> None:
    """Refuse the name of a survey that is there already."""
    if db.execute("select 1 from answer where survey = ?", (survey,)).fetchone():
        fail("--title", "be new to the desk", repr(survey), "Give this survey another name.")


def add_answers(
    db: sqlite3.Connection, survey: str, entries: list[tuple], records: Iterable[tuple], model: int | None = None
) -> None:
    """Store a survey: each entry of `entries_of` once, in an order by chance, and the records that have its answer.

    A record is what it has of the entry (what is shown), all its cells, and who answered.
    """
    known, places = {}, np.random.default_rng(len(entries)).random(len(entries))
    query = "insert into answer values (null, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    for entry, place in zip(entries, places, strict=True):
        known[entry[1]] = db.execute(query, (survey, model, *entry, place)).lastrowid
    rows = [(known[shown], cells, person) for shown, cells, person in records]
    db.executemany("insert into record(answer, cells, person) values (?, ?, ?)", rows)


def as_json(value: Any) -> str:
    """Return a value as JSON, with its letters."""
    return json.dumps(value, ensure_ascii=False)


def entries_of(parts: CodedAnswers, columns: list[str]) -> list[tuple]:
    """Return text, what is shown, code, part, confidence and suggestions of each answer in both tables."""
    entries = []
    for table in (parts.coded, parts.todo):
        texts = join_texts(table, columns)
        for text, row in zip(texts, table.to_dict("records"), strict=True):
            names = [(f"suggestion_{n}", f"score_{n}", f"because_{n}") for n in (1, 2, 3) if row.get(f"suggestion_{n}")]
            offered = [dict(zip(("code", "score", "because"), map(row.get, each), strict=True)) for each in names]
            shown = as_json({name: row[name] for name in columns})
            how = (row.get("code"), row.get("part"), row["confidence"])
            entries.append((text, shown, *how, as_json(offered)))
    return entries


AUTOMATIC = "from record join answer on answer.id = answer where survey = ? and code is not null and model is not null"


def count_automatic(db: sqlite3.Connection, survey: str) -> int:
    """Return how many records of a survey have an automatic code."""
    return db.execute(f"select count(*) {AUTOMATIC}", (survey,)).fetchone()[0]


def draw_control(db: sqlite3.Connection, survey: str, n: int) -> int:
    """Put up to n more records with an automatic code on the coders' list, drawn at random; return how many."""
    free = [row[0] for row in db.execute(f"select record.id {AUTOMATIC} and not control order by record.id", (survey,))]
    drawn = np.random.default_rng().permutation(free)[:n]  # nobody can know which
    db.executemany("update record set control = 1 where id = ?", [(int(number),) for number in drawn])
    return len(drawn)


def decide(db: sqlite3.Connection, seat: str, person: str, decision: dict[str, Any]) -> None:
    """Write down one decision of a person; nothing that was decided before is lost."""
    answer, action, code, note = (decision.get(name) for name in ("answer", "action", "code", "note"))
    check_choice("seat", seat, SEATS)
    check_choice("action", action, ACTIONS)
    if not isinstance(answer, int) or not is_listed(db, seat, answer):
        fail("answer", "be on the list of this person", repr(answer), "Load the page again.")
    known = isinstance(code, str) and db.execute("select 1 from choosable where code = ?", (code,)).fetchone()
    if not (code is None if action == "skip" else known):
        rule = "be in the list of codes and no group, or missing for a skip"
        fail("code", rule, repr(code), "Choose one by the search.")
    if note is not None and (not isinstance(note, str) or len(note) > LONGEST_NOTE):
        fail("note", f"have at most {LONGEST_NOTE} characters", "a longer one", "Shorten it.")
    offered = json.loads(db.execute("select suggestions from answer where id = ?", (answer,)).fetchone()[0])
    action = "choose" if action == "accept" and code not in [each["code"] for each in offered] else action
    values = (answer, seat, person, now(), action, code, note or None)
    fields = "answer, seat, person, at, action, code, note"
    db.execute(f"insert into decision({fields}) values (?, ?, ?, ?, ?, ?, ?)", values)


DIFFER = "both_seen and (first is null or second is null or first <> second)"
"""The answers for the adjudicator: both coders have seen them, and they disagree or have no code."""


def is_listed(db: sqlite3.Connection, seat: str, answer: int) -> bool:
    """Return whether an answer is for a person."""
    source = "listed where true" if seat in CODERS else f"final where {DIFFER}"
    return db.execute(f"select 1 from {source} and id = ?", (answer,)).fetchone() is not None


def next_answer(db: sqlite3.Connection, seat: str) -> int | None:
    """Return the first answer that a person has not seen yet."""
    unseen = "not exists (select 1 from decision where answer = one.id and seat = ?)"
    source = "listed as one where true" if seat in CODERS else f"final as one where {DIFFER}"
    row = db.execute(f"select id from {source} and {unseen} order by place limit 1", (seat,)).fetchone()
    return row and row["id"]


def progress(db: sqlite3.Connection, seat: str) -> dict[str, Any]:
    """Return how many answers there are for a person, how many are done, and which are skipped."""
    source = "listed" if seat in CODERS else f"final where {DIFFER}"
    total = db.execute(f"select count(*) from {source}").fetchone()[0]
    query = "from latest where seat = ? and code is"
    done = db.execute(f"select count(*) {query} not null", (seat,)).fetchone()[0]
    query = f"select answer, (select text from answer where id = answer) {query} null order by id"
    skipped = [tuple(row) for row in db.execute(query, (seat,))]
    return {"total": total, "done": done, "n_skipped": len(skipped), "skipped": skipped[:12]}


def previous(db: sqlite3.Connection, seat: str, answer: int | None) -> int | None:
    """Return the answer that a person decided before this one."""
    before = "(select max(id) from decision where seat = :seat and answer = :answer)"
    query = f"select answer from decision where seat = :seat and id < coalesce({before}, 9e18) order by id desc limit 1"
    row = db.execute(query, {"seat": seat, "answer": answer}).fetchone()
    return row and row["answer"]
