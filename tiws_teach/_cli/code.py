"""Code open answers at a chosen accuracy.

Learn codes from a CSV file of coded answers, code the confident answers of another file, and list the others with
suggestions for a person. Cross-validation chooses the confidence, so that the codes reach the accuracy. Cells that a
spreadsheet would run as formulas get a leading ' in both files, unless you pass --raw.
"""

import argparse
import sys
import warnings
from pathlib import Path
from typing import Any

from tiws_teach._cli._coding import FILES, check_columns, check_numbers, check_outputs, read_table, write_table
from tiws_teach._cli._tables import add_force, add_raw
from tiws_teach._validation import fail

METHODS = ("svm", "neighbors", "hybrid", "characters")

TO_DO = """\
next: write the right codes into its column {code!r} (suggestion_1 is the best guess; because_1 shows similar training
answers, and is empty if none shares a word), in all rows: these are the hard answers, and the promise does not cover a
rest of them. They train the next survey, but not with unchecked codes of {out}, whose errors would count as
right: copy only the columns of answer and code, each below its own in {train}"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    add = parser.add_argument
    add("train", type=Path, help="CSV file of answers and their codes")
    add("answers", type=Path, help="CSV file of new answers")
    add("--out", type=Path, required=True, help="file for the coded answers")
    add("--todo", type=Path, required=True, help="file for the answers that a person must code, all of them: the "
        "promise does not cover a rest of this file")  # fmt: skip
    add_learning(parser)
    add_force(parser)
    add_raw(parser)


def add_learning(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that say what is learned, from which columns of which files."""
    add = parser.add_argument
    add("--text", required=True, action="append", metavar="COLUMN", help="column of the answers, in both files; give "
        "it again for a second column that helps, such as the industry")  # fmt: skip
    add("--code", required=True, metavar="COLUMN", help="column of the codes in TRAIN")
    add("--accuracy", type=float, default=0.95, help="of the automatic codes (default: 0.95)")
    add("--method", choices=METHODS, default="svm", help="default: svm, the most accurate; neighbors is the "
        "fastest, and codes by the most similar answers")  # fmt: skip
    add("--part", type=int, action="append", metavar="N", help="code the first N characters where the whole code is "
        "not sure enough; give it again, smaller, for more. The accuracy is promised for whole codes and parts "
        "together, each right as far as it goes")  # fmt: skip
    add("--reference", type=Path, metavar="FILE", help="CSV file of official titles and codes, which train and judge "
        "nothing")  # fmt: skip
    add("--reference-text", metavar="COLUMN", help="column of the titles (default: the first --text)")
    add("--reference-code", metavar="COLUMN", help="column of the titles' codes (default: --code)")
    add("--lengths", choices=("equal", "any"), default="equal", help="any: codes may differ in length (default: equal, "
        "because short ones often lost a zero)")  # fmt: skip
    add("--level", type=int, action="append", metavar="N",
        help="with hybrid and characters: also learn the groups of N leading characters")  # fmt: skip
    add("--person", metavar="COLUMN", help="column in TRAIN that says who answered; pass it if one person answered "
        "more than once")  # fmt: skip
    add("--language", choices=("english", "german"), help="remove its stop words and stem words")
    add("--folds", type=int, default=10, help="of the cross-validation (default: 10)")
    add("--seed", type=int, default=0, help="of the folds (default: 0)")
    add("--encoding", default="utf-8", help="of all files, for example latin-1 (default: utf-8)")
    add("--separator", help=r"of the columns of all files; \t is a tab (default: that of each file's first line)")
    for name in FILES[1:]:
        add(f"--{name}-encoding", metavar="ENCODING", help=f"of {name.upper()}, where it differs")
        add(f"--{name}-separator", metavar="SEPARATOR", help=f"of {name.upper()}, where it differs")


def run(options: argparse.Namespace) -> int:
    """Read all files, choose the threshold, write both outputs, and print a summary."""
    from tiws_teach.occupation.splitting import join_texts, split_answers

    check_outputs(options)
    person = [options.person] if options.person else []
    train = with_code(read_table("train", options, [*options.text, options.code, *person]), options)
    answers = read_table("answers", options, options.text)
    check_columns(answers, options)
    persons = None if options.person is None else train[options.person]
    training, reference = (join_texts(train, options.text), train[options.code].str.strip()), read_reference(options)
    both = joined(training, reference)
    check_numbers(training[1], both[1], len(train) if persons is None else persons.nunique(), options)
    warn_of_another_source(training[0], join_texts(answers, options.text), persons, answers.get(options.person))
    limit, coder, vectorizer = learned(training, reference, persons, options)
    parts = split_answers(coder, answers, limit, both, vectorizer=vectorizer, columns=options.text)
    if options.code not in answers:
        parts.todo.insert(len(answers.columns), options.code, "")
    tables = ((options.out, parts.coded), (options.todo, parts.todo))
    n_escaped = sum(write_table(path, table, answers.attrs, raw=options.raw) for path, table in tables)
    print("\n".join(summary(limit, len(answers), len(parts.coded), n_escaped, options)))
    return 0


def learned(training: Any, reference: Any, persons: Any, options: argparse.Namespace) -> tuple[Any, Any, Any]:
    """Return the threshold for the accuracy, a coder that is fitted to all answers and titles, and its vectorizer."""
    from tiws_teach.occupation import threshold_for

    vectorizer, coder = coder_of(options)
    how = {"cv": options.folds, "groups": persons, "random_state": options.seed, "lengths": options.lengths}
    how |= {"reference": reference, "parts": tuple(options.part or ())}
    with warnings.catch_warnings(record=True) as noticed:
        warnings.simplefilter("always", UserWarning)
        limit = threshold_for(coder, training[0], training[1], options.accuracy, progress=True, **how)
    print("\n".join(f"warning: {each.message}" for each in noticed), end="\n" * bool(noticed), file=sys.stderr)
    return limit, fitted(coder, joined(training, reference)), vectorizer


def fitted(coder: Any, both: Any) -> Any:
    """Return a coder that is fitted to texts and codes, and say that this may take some time."""
    from tiws_teach.occupation.crossing import few_answers_for_each_code

    print(f"fitting on {len(both[0])} answers ...", flush=True)
    with few_answers_for_each_code():
        return coder.fit(*both)


def with_code(train: Any, options: argparse.Namespace) -> Any:
    """Return the rows of the training file that have a code, and say how many have none."""
    blank = train[options.code].str.strip() == ""
    if blank.any():
        print(f"{blank.sum()} of {len(train)} rows of {options.train} have no code and do not train", flush=True)
    train = train[~blank].reset_index(drop=True)
    if empty := int((train[options.text].agg("".join, axis=1).str.strip() == "").sum()) if len(train) else 0:
        print(f"{empty} of {len(train)} rows of {options.train} have a code and no answer, and train too", flush=True)
    return train


def read_reference(options: argparse.Namespace) -> Any:
    """Return the official titles and their codes, or None."""
    if options.reference is None:
        for option in ("--reference-text", "--reference-code"):
            if getattr(options, option[2:].replace("-", "_")):
                fail(option, "come with --reference", "no --reference", "Pass the file of titles, or leave it out.")
        return None
    text, code = options.reference_text or options.text[0], options.reference_code or options.code
    table = read_table("reference", options, [text, code])
    return table[text], table[code].str.strip()


def joined(training: Any, reference: Any) -> Any:
    """Return the texts and the codes of the answers and the titles together."""
    import pandas as pd

    if reference is None:
        return training
    return tuple(pd.concat(pair, ignore_index=True) for pair in zip(training, reference, strict=True))


def warn_of_another_source(texts: Any, new: Any, persons: Any = None, new_persons: Any = None) -> None:
    """Say on the error stream that the files are the same, or that the promise may not hold as they differ."""
    from tiws_teach.occupation.sources import other_source

    if sorted(texts) == sorted(new):
        print("warning: the answers are those of the training file, so their codes say nothing about the accuracy on "
              "others. The expected accuracy below does.", file=sys.stderr)  # fmt: skip
    if message := other_source(texts, new, persons, new_persons):
        print(f"warning: {message}", file=sys.stderr)


def coder_of(options: argparse.Namespace) -> tuple[Any, Any]:
    """Return the vectorizer and the coder of a method."""
    from tiws_teach.occupation import (
        AnswerVectorizer,
        HierarchicalCoder,
        HybridCoder,
        NearestNeighborCoder,
        character_classifier,
        svm_classifier,
        word_classifier,
    )

    vectorizer = AnswerVectorizer(stop_words=options.language, stemmer=options.language)
    if options.method == "neighbors":
        return vectorizer, NearestNeighborCoder(vectorizer=vectorizer)
    if options.method == "svm":
        return vectorizer, svm_classifier()
    grouped = {"levels": tuple(options.level or ()), "lengths": options.lengths}
    if options.method == "characters":
        return vectorizer, HierarchicalCoder(character_classifier(), **grouped)
    return vectorizer, HybridCoder(HierarchicalCoder(word_classifier(vectorizer), **grouped), vectorizer)


def summary(limit: Any, n: int, n_coded: int, n_escaped: int, options: argparse.Namespace) -> list[str]:
    """Return what was done, what to expect and what to do next, in lines."""
    advice = ""
    if not n_coded and limit.coded_share:
        advice = "None of the answers is as sure as the training answers were: look at their column and encoding."
    elif not n_coded:
        advice = "Lower --accuracy, pass --part, or add training answers."
    return [
        f"coded {n_coded} of {n} answers ({n_coded / n:.1%}): {options.out}",
        f"expected: {limit}",
        *[advice] * bool(advice),
        f"for people: {n - n_coded} answers with suggestions: {options.todo}",
        *[TO_DO.format(**vars(options))] * (n_coded < n),
        *[f"a ' was put before {n_escaped} cells that a spreadsheet would run as formulas (--raw: not)"]
        * bool(n_escaped),
    ]
