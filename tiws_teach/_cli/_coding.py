"""The files of the command `code`: what is refused, how they are read, and how they are written."""

import argparse
import codecs
import csv
import re
from pathlib import Path
from typing import Any

from tiws_teach._cli._tables import check_new, escaped
from tiws_teach._validation import check_count, check_number, fail

FILES = ("train", "answers", "reference")
SEPARATORS = ",;\t|"
UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
WORKBOOKS = (b"PK\3\4", b"\xd0\xcf\x11\xe0")
"""How files of spreadsheets begin: those of today, which are archives, and .xls."""
ADDED = ("code", "confidence", *(f"{name}_{n}" for n in (1, 2, 3) for name in ("suggestion", "score", "because")))
"""Columns that the outputs add to those of the answers."""


def check_outputs(options: argparse.Namespace) -> None:
    """Refuse to overwrite a file: always an input, and an output unless --force is given."""
    inputs = [path for path in (getattr(options, name) for name in FILES) if path is not None]
    check_new("--out", options.out, inputs, force=options.force)
    check_new("--todo", options.todo, inputs, force=options.force)
    if options.out.resolve() == options.todo.resolve():
        fail("--todo", "differ from --out", f"{options.todo}", "Choose another name.")


def check_numbers(codes: Any, all_codes: Any, n_groups: int, options: argparse.Namespace) -> None:
    """Refuse numbers that are out of range, under the names that they have here."""
    from tiws_teach.occupation._input import check_lengths, check_whole

    if len(codes) < 2:
        fail(f"{options.train}", "hold at least two answers", len(codes), "Code more answers first.")
    check_number("--accuracy", options.accuracy, 0, 1, open_low=True, open_high=True)
    check_count("--folds", options.folds, 2, max(n_groups, 2))
    check_count("--seed", options.seed, 0, 2**32 - 1)
    if options.level and options.method in ("svm", "neighbors"):
        fail("--level", "come with --method hybrid or characters", f"--method {options.method}", "Change one of them.")
    longest = int(all_codes.str.len().max())
    titles, file = getattr(options, "reference_code", None) or options.code, getattr(options, "reference", None)
    named = ((options.code, options.train, codes), (titles, file or options.train, all_codes[len(codes) :]))
    for column, path, values in named:
        check_whole(list(values), f"the column {column!r} of {path}")
    _check_characters(longest, options)
    for _, path, values in named:
        if options.lengths == "equal" and (values != "").any():
            advice = f"Restore leading zeros in {path}, drop special codes such as -1, or pass --lengths any."
            check_lengths(values[values != ""], advice, longest)


def _check_characters(longest: int, options: argparse.Namespace) -> None:
    """Refuse numbers of leading characters that no code has, or parts that do not become shorter."""
    for name, values in (("--level", options.level), ("--part", options.part)):
        for value in values or ():
            if not 1 <= value < longest:
                rule = f"be at least 1 and less than the length of the longest code, {longest}"
                fail(name, rule, value, "Choose another number, or leave it out.")
    if options.part and sorted(set(options.part), reverse=True) != options.part:
        fail("--part", "become smaller each time", options.part, "Order the numbers.")


def check_columns(answers: Any, options: argparse.Namespace) -> None:
    """Refuse answers that have a column which the outputs add, and a file without any."""
    taken = [column for column in (*ADDED, *["part"] * bool(options.part)) if column in answers]
    if {"confidence", "suggestion_1"} <= set(taken):
        advice = f"A person codes all of its rows, which then train the next survey: append them to {options.train}."
        content = f"a list for people, the hard answers, which the promise does not cover (column {taken[0]!r})"
        fail(f"{options.answers}", "be new answers", content, advice)
    if taken:
        advice = f"Drop or rename it, since the outputs add this column; coded rows belong into {options.train}."
        fail(f"{options.answers}", f"have no column {taken[0]!r}", "one", advice)
    if not len(answers):
        fail(f"{options.answers}", "hold answers", "none", "Pass a file with at least one.")


def separator_of(file: str, options: argparse.Namespace, columns: list[str], encoding: str) -> str:
    """Return the separator of a file: what an option names for it or for all, otherwise what is found.

    Of the usual separators, the one that gives the first line all columns is taken, then the one with most columns.
    """
    separator = getattr(options, f"{file}_separator", None) or options.separator
    if separator is None:
        with getattr(options, file).open(encoding=encoding, newline="") as stream:
            first = stream.readline().lstrip("\ufeff")
        headers = {mark: next(csv.reader([first], delimiter=mark), []) for mark in SEPARATORS}
        return max(headers, key=lambda mark: (set(columns) <= set(headers[mark]), len(headers[mark])))
    separator = {r"\t": "\t"}.get(separator, separator)
    if len(separator) != 1:
        fail("--separator", r"be one character, or \t for a tab", repr(separator), "Pass one character.")
    return separator


def read_table(file: str, options: argparse.Namespace, columns: list[str]) -> Any:
    """Return a file as text, with nothing converted: codes keep their zeros, and an empty cell is ''."""
    import pandas as pd

    path = getattr(options, file)
    encoding = getattr(options, f"{file}_encoding", None) or options.encoding
    option = f"--{file}-encoding" if hasattr(options, f"{file}_encoding") else "--encoding"
    start = _start(path, option, encoding)
    try:
        separator = separator_of(file, options, columns, encoding)
        rows = pd.read_csv(path, header=None, dtype=str, keep_default_na=False, encoding=encoding, sep=separator)
    except (UnicodeError, LookupError) as error:
        fail(option, f"be that of {path}", f"{error}", f"Name the encoding of the file, for example {option} latin-1.")
    except ValueError as error:
        fail(f"{path}", "be a CSV file", f"{error}".strip(), "Check its lines, its quotes and --separator.")
    table = rows[1:].reset_index(drop=True).set_axis(rows.iloc[0].tolist(), axis=1).fillna("")
    advice = f"Check the name, --encoding (now {encoding}) and --separator (now {separator!r})."
    if file == "reference":
        advice += " Other names of columns: --reference-text and --reference-code."
    _check_names(path, table, columns, advice)
    table.attrs = {"encoding": "utf-8-sig" if start.startswith(codecs.BOM_UTF8) else encoding, "sep": separator}
    return table


def _start(path: Path, option: str, encoding: str) -> bytes:
    """Return the first bytes of a file; refuse those of a workbook, and what is no text in this encoding."""
    with path.open("rb") as stream:
        start = stream.read(1024)
    if start.startswith(UTF_16) and "16" not in encoding:
        fail(option, f"be that of {path}", encoding, f"Its first bytes are those of UTF-16: pass {option} utf-16.")
    if start.startswith(codecs.BOM_UTF8) and "utf8" not in re.sub("[-_]", "", encoding.lower()):
        fail(option, f"be that of {path}", encoding, f"Its first bytes are those of UTF-8: pass {option} utf-8.")
    if start.startswith(WORKBOOKS) or (b"\0" in start and "16" not in encoding):
        what = "a workbook or an archive" if start.startswith(WORKBOOKS) else "a file that is no text"
        fail(f"{path}", "be a CSV file", what, "Save its table as CSV, best in UTF-8, and pass that file.")
    return start


def _check_names(path: Path, table: Any, columns: list[str], advice: str) -> None:
    """Refuse a table with a name twice, or without one that is needed."""
    twice = [name for name in table.columns[table.columns.duplicated()] if name]
    if twice:
        fail(f"{path}", "name each column once", f"{twice[0]!r} twice", "Rename one of them.")
    for column in columns:
        if column not in table:
            known = ", ".join(map(repr, table.columns))
            fail(f"{path}", f"have the column {column!r}", f"the columns {known}", advice)


def write_table(path: Path, table: Any, form: dict[str, str], *, raw: bool) -> int:
    """Write a table in one step, in the form of the file that it is from, and return how many cells are escaped."""
    import os

    table = table.map(lambda cell: round(cell, 4) if isinstance(cell, float) else cell)
    written = table if raw else table.rename(columns=escaped).map(escaped)
    fresh = path.with_name(path.name + ".new")
    try:
        written.to_csv(fresh, index=False, lineterminator="\n", **form)
        os.replace(fresh, path)
    finally:
        fresh.unlink(missing_ok=True)
    return int((written.to_numpy() != table.to_numpy()).sum())
