"""Code open answers at a chosen accuracy.

Learn codes from a CSV file of coded answers, code the confident answers of another file, and list the others with
suggestions for a person. Cross-validation chooses the confidence, so that the codes reach the accuracy.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from tiws_teach._cli._tables import add_force, add_raw, check_new, escaped
from tiws_teach._validation import check_count, check_number, fail

METHODS = ("neighbors", "hybrid", "characters")
ADDED = ("code", "confidence", *(f"{name}_{n}" for n in (1, 2, 3) for name in ("suggestion", "score", "because")))
"""Columns that the outputs add to those of the answers."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("train", type=Path, help="CSV file of answers and their codes")
    parser.add_argument("answers", type=Path, help="CSV file of new answers")
    parser.add_argument("--text", required=True, metavar="COLUMN", help="column of the answers, in both files")
    parser.add_argument("--code", required=True, metavar="COLUMN", help="column of the codes in TRAIN")
    parser.add_argument("--accuracy", type=float, default=0.95, help="of the automatic codes (default: 0.95)")
    parser.add_argument("--out", type=Path, required=True, help="file for the coded answers")
    parser.add_argument("--todo", type=Path, required=True, help="file for the answers that a person must code")
    parser.add_argument("--method", choices=METHODS, default="neighbors", help="default: neighbors, the fastest")
    parser.add_argument("--level", type=int, action="append", metavar="N",
                        help="with hybrid and characters: also learn the groups of N leading characters")  # fmt: skip
    parser.add_argument("--person", metavar="COLUMN", help="column in TRAIN that says who answered; pass it if one "
                        "person answered more than once")  # fmt: skip
    parser.add_argument("--language", choices=("english", "german"), help="remove its stop words and stem words")
    parser.add_argument("--folds", type=int, default=10, help="of the cross-validation (default: 10)")
    parser.add_argument("--seed", type=int, default=0, help="of the folds (default: 0)")
    parser.add_argument("--encoding", default="utf-8", help="of all files, for example latin-1 (default: utf-8)")
    parser.add_argument("--separator", default=",", help="of the columns; \\t is a tab (default: a comma)")
    add_force(parser)
    add_raw(parser)


def run(options: argparse.Namespace) -> int:
    """Read both files, choose the threshold, write both outputs, and print a summary."""
    from tiws_teach.occupation import split_for_coding, threshold_for

    options.separator = {r"\t": "\t"}.get(options.separator, options.separator)
    if len(options.separator) != 1:
        fail("--separator", r"be one character, or \t for a tab", repr(options.separator), "Pass one character.")
    check_outputs(options)
    train = read_table(options.train, options, [options.text, options.code, *([options.person] * bool(options.person))])
    answers = read_table(options.answers, options, [options.text])
    check_columns(answers, options)
    texts, codes = train[options.text], train[options.code].str.strip()
    persons = None if options.person is None else train[options.person]
    check_numbers(codes, len(codes) if persons is None else persons.nunique(), options)
    vectorizer, coder = coder_of(options)
    how = {"cv": options.folds, "groups": persons, "random_state": options.seed}
    limit = threshold_for(coder, texts, codes, options.accuracy, progress=True, **how)
    print(f"fitting on {len(train)} answers ...", flush=True)
    coder.fit(texts, codes)
    parts = split_for_coding(coder, answers[options.text], limit, (texts, codes), vectorizer=vectorizer)
    for path, part in ((options.out, parts.coded), (options.todo, parts.todo)):
        write_table(path, answers.join(part.drop(columns="answer"), how="right"), options)
    print("\n".join(summary(limit, len(answers), len(parts.coded), options)))
    return 0


def check_outputs(options: argparse.Namespace) -> None:
    """Refuse to overwrite a file: always an input, and an output unless --force is given."""
    inputs = (options.train, options.answers)
    check_new("--out", options.out, inputs, force=options.force)
    check_new("--todo", options.todo, inputs, force=options.force)
    if options.out.resolve() == options.todo.resolve():
        fail("--todo", "differ from --out", f"{options.todo}", "Choose another name.")


def check_numbers(codes: Any, n_groups: int, options: argparse.Namespace) -> None:
    """Refuse numbers that are out of range, under the names that they have here."""
    if len(codes) < 2:
        fail(f"{options.train}", "hold at least two answers", len(codes), "Code more answers first.")
    check_number("--accuracy", options.accuracy, 0, 1, open_low=True)
    check_count("--folds", options.folds, 2, max(n_groups, 2))
    check_count("--seed", options.seed, 0, 2**32 - 1)
    if options.level and options.method == "neighbors":
        fail("--level", "come with --method hybrid or characters", "--method neighbors", "Change one of them.")
    longest = int(codes.str.len().max())
    for level in options.level or ():
        if not 1 <= level < longest:
            rule = f"be at least 1 and less than the length of the longest code, {longest}"
            fail("--level", rule, level, "Choose another number, or leave it out.")


def check_columns(answers: Any, options: argparse.Namespace) -> None:
    """Refuse answers that have a column which the outputs add."""
    taken = [column for column in ADDED if column in answers]
    if taken:
        fail(f"{options.answers}", f"have no column {taken[0]!r}", "one", "Rename it: the outputs add this column.")


def read_table(path: Path, options: argparse.Namespace, columns: list[str]) -> Any:
    """Return a file as text, with nothing converted: codes keep their zeros, and an empty cell is ''."""
    import pandas as pd

    how = {"encoding": options.encoding, "sep": options.separator}
    try:
        rows = pd.read_csv(path, header=None, dtype=str, keep_default_na=False, **how)
    except (UnicodeError, LookupError) as error:
        advice = "Name the encoding of the file, for example --encoding latin-1."
        fail("--encoding", f"be that of {path}", f"{options.encoding} ({error})", advice)
    except ValueError as error:
        fail(f"{path}", "be a CSV file", f"{error}".strip(), "Check its lines, its quotes and --separator.")
    table = rows[1:].reset_index(drop=True).set_axis(rows.iloc[0].tolist(), axis=1).fillna("")
    twice = [name for name in table.columns[table.columns.duplicated()] if name]
    if twice:
        fail(f"{path}", "name each column once", f"{twice[0]!r} twice", "Rename one of them.")
    for column in columns:
        if column not in table:
            known = ", ".join(map(repr, table.columns))
            fail(f"{path}", f"have the column {column!r}", f"the columns {known}", "Check the name and --separator.")
    return table


def write_table(path: Path, table: Any, options: argparse.Namespace) -> None:
    """Write a table in one step, so that an interrupted run leaves no half file."""
    import os

    if not options.raw:
        table = table.rename(columns=escaped).map(escaped)
    fresh = path.with_name(path.name + ".new")
    try:
        table.to_csv(fresh, index=False, encoding=options.encoding, sep=options.separator, lineterminator="\n")
        os.replace(fresh, path)
    finally:
        fresh.unlink(missing_ok=True)


def coder_of(options: argparse.Namespace) -> tuple[Any, Any]:
    """Return the vectorizer and the coder of a method."""
    from tiws_teach.occupation import (
        AnswerVectorizer,
        HierarchicalCoder,
        HybridCoder,
        NearestNeighborCoder,
        character_classifier,
        word_classifier,
    )

    vectorizer = AnswerVectorizer(stop_words=options.language, stemmer=options.language)
    if options.method == "neighbors":
        return vectorizer, NearestNeighborCoder(vectorizer=vectorizer)
    levels = tuple(options.level or ())
    if options.method == "characters":
        return vectorizer, HierarchicalCoder(character_classifier(), levels)
    return vectorizer, HybridCoder(HierarchicalCoder(word_classifier(vectorizer), levels), vectorizer)


def summary(limit: Any, n: int, n_coded: int, options: argparse.Namespace) -> list[str]:
    """Return what was done and what to expect, in lines."""
    share = n_coded / n if n else 0.0
    lines = [f"coded {n_coded} of {n} answers ({share:.1%}): {options.out}"]
    if limit.coded_share:
        lines.append(f"expected accuracy {limit.accuracy:.3f}, with {limit.level:.0%} confidence at least "
                     f"{limit.lower_bound:.3f}; threshold {limit.threshold:.4f}")  # fmt: skip
    else:
        lines.append(f"no threshold reaches an accuracy of {limit.target:g}: lower --accuracy or add training answers")
    return [*lines, f"for people: {n - n_coded} answers with suggestions: {options.todo}"]
