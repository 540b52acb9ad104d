"""Have two coders and an adjudicator code open answers on pages.

FILE is one SQLite file with everything: training answers, new answers, suggestions, and who decided what and when.

  1. desk FILE new TRAIN ANSWERS ...  learns, codes the sure answers, and lists the others with suggestions
  2. desk FILE                        prints a link for each person and serves the pages until Ctrl-C
  3. desk FILE report                 agreement, drift, whether the promised accuracy is kept, and what to do
  4. desk FILE export CODED.csv       writes the answers with their codes
Later: desk FILE add ANSWERS for the next survey, desk FILE control N for a larger control sample, and
desk FILE crosswalk TABLE NEWFILE for a new version of the classification. 'desk FILE ACTION --help' explains each.

The two coders work alone: neither sees what the other said. The adjudicator gets the answers on which they differ,
with both codes and notes, as soon as both have seen them. A control sample of the automatic codes goes to the coders
without suggestions, and shows whether the promised accuracy is kept. Keys on the page: Enter accepts the first
suggestion, 1 to 9 choose, / searches a code or a name (arrows and Enter choose), s skips, n writes a note, b and f go
back and forward. Each code is saved before the next answer appears.
"""

import argparse
import contextlib
import socket
import sys
from pathlib import Path
from typing import Any

from tiws_teach._cli._coding import check_numbers, read_table, write_table
from tiws_teach._cli._tables import add_force, add_raw, check_new
from tiws_teach._cli.code import add_learning, coder_of, fitted, joined, learned, read_reference, with_code
from tiws_teach._extras import require
from tiws_teach._validation import check_count, fail

LEARNING = ("text", "code", "accuracy", "method", "part", "lengths", "level", "language", "folds", "seed")
"""The options of `new` that the file keeps for `add`."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    add = parser.add_argument
    add("file", type=Path, metavar="FILE", help="the desk; the action new makes it")
    add("--first", metavar="PERSON", help="who has the first coder's link; FILE keeps this and the two below")
    add("--second", metavar="PERSON", help="who has the second coder's link")
    add("--adjudicator", metavar="PERSON", help="who decides between them")
    add("--port", type=int, metavar="N", help="port (default: 8888 or the next free one)")
    add("--host", default="127.0.0.1", metavar="ADDRESS", help="address to listen on (default: 127.0.0.1, this machine "
        "only). A network would carry answers and links unencrypted: use ssh -L, or a proxy with TLS")  # fmt: skip
    add("--name", action="append", default=[], metavar="HOST", help="name by which a proxy or a network finds the desk")
    actions = parser.add_subparsers(title="actions", metavar="[ACTION]", dest="action")
    _add_new(actions.add_parser("new", help="make FILE from coded answers and new ones"))
    _add_next(actions.add_parser("add", help="add the answers of the next survey"))
    control = actions.add_parser("control", help="have more automatic codes checked")
    control.add_argument("n", type=int, metavar="N", help="how many; a number above all puts every one on the list")
    control.add_argument("--survey", help="name of the survey (default: the last one)")
    actions.add_parser("report", help="print progress, agreement, drift, whether the promise is kept, and what to do")
    _add_export(actions.add_parser("export", help="write the coded answers as CSV"))
    _add_crosswalk(actions.add_parser("crosswalk", help="make a desk for the next version of the classification"))


def _add_new(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("train", type=Path, help="CSV file of answers and their codes")
    parser.add_argument("answers", type=Path, help="CSV file of new answers")
    parser.add_argument("--survey", metavar="COLUMN", help="column in TRAIN that names the survey of an answer: the "
                        "accuracy is measured on surveys that did not train, drift compared with theirs")  # fmt: skip
    _add_names(parser)
    _add_of_survey(parser)
    add_learning(parser)


def _add_names(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--names", type=Path, metavar="FILE", help="CSV file with the columns code and name: the codes "
                        "that a person may choose. Groups such as 71 are shown above their codes")  # fmt: skip


def _add_form(parser: argparse.ArgumentParser) -> None:
    """Add the form of the files, where `add_learning` has not."""
    parser.add_argument("--encoding", default="utf-8", help="of the files, for example latin-1 (default: utf-8)")
    parser.add_argument("--separator", help="of their columns (default: that of the first line)")


def _add_of_survey(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--title", metavar="NAME", help="name of the survey of ANSWERS (default: its file's name)")
    parser.add_argument("--control", type=int, metavar="N", help="automatic codes, drawn at random, that the coders "
                        "check without suggestions (default: as for new; there 200)")  # fmt: skip


def _add_next(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("answers", type=Path, help="CSV file of new answers, with the text columns of the first ones")
    parser.add_argument("--retrain", action="store_true", help="learn again from TRAIN and all codes that persons have "
                        "given, and choose the threshold again. Those answers are harder than most, so the new promise "
                        "is a cautious one")  # fmt: skip
    parser.add_argument("--person", metavar="COLUMN", help="column that says who answered")
    _add_form(parser)
    _add_of_survey(parser)


def _add_export(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("out", type=Path, help="file for the answers, their codes, and by whom the codes are")
    parser.add_argument("--decisions", type=Path, metavar="FILE", help="also write who decided what, when, and what "
                        "was suggested by which model with which confidence")  # fmt: skip
    parser.add_argument("--agreement", type=Path, metavar="FILE", help="also write kappa by code, with intervals")
    add_force(parser)
    add_raw(parser)


def _add_crosswalk(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Answers whose code has one new code are carried over; where it was split, the coders choose, with the new "
        "codes as suggestions. The export of NEWFILE has the persons' codes ('carried over'). Codes by machine are not "
        "carried over: add their answers again, with --retrain. Names of codes that did not change are kept."
    )
    parser.add_argument("table", type=Path, help="CSV file with the columns old and new; a split code has several rows")
    parser.add_argument("to", type=Path, metavar="NEWFILE", help="the new desk")
    _add_names(parser)
    _add_form(parser)


def run(options: argparse.Namespace) -> int:
    """Do one action, or serve the pages."""
    require("desk", "snowballstemmer", "tqdm")
    actions = {"new": new, "add": add, "control": control, "report": report, "export": export, "crosswalk": crosswalk}
    actions.get(options.action, serve)(options)
    return 0


def new(options: argparse.Namespace) -> None:
    """Learn, and make a desk with the first survey."""
    from tiws_teach.desk import _store as store

    check_new("FILE", options.file)
    table, answers = _train(options), _answers(options)
    reference, names = read_reference(options), _names(options)
    both = joined((table["text"], table["code"]), reference)
    model = _learned(table, reference, options)
    survey = _survey(options, answers, model, both)
    with store.made(options.file) as db:
        store.set_settings(db, **{name: getattr(options, name) for name in (*LEARNING, "control")})
        store.add_training(db, table, "file")
        if reference is not None:
            store.add_training(db, dict(zip(("text", "code"), reference, strict=True)), "reference")
        store.add_codes(db, *names)
        _add_survey(db, options, survey, model[0], both)


def add(options: argparse.Namespace) -> None:
    """Add a survey, by the last model or a new one; the coders can go on while it is computed."""
    from tiws_teach.desk import _store as store

    with store.opened(options.file) as db:
        vars(options).update({name: store.setting(db, name) for name in LEARNING}, train=options.file)
        answers = _answers(options, store.setting(db, "control"))
        store.check_title(db, options.title)
        table, reference = store.training_of(db, renew=options.retrain)
        if options.lengths == "equal":  # a group that persons chose, as --part allows, is no whole code
            lengths = table["code"].str.len()
            table = table[lengths == lengths[table["source"] == "file"].max()].reset_index(drop=True)
        both = joined((table["text"], table["code"]), reference)
        model = _learned(table, reference, options) if options.retrain else _stored(db, both, options)
        survey = _survey(options, answers, model, both)
        with store.at_once(db):
            if options.retrain:
                db.execute("delete from training where source = 'persons'")
                store.add_training(db, table[table["source"] == "persons"], "persons")
            _add_survey(db, options, survey, model[0], both if options.retrain else None)


def _stored(db: Any, both: Any, options: argparse.Namespace) -> tuple[Any, Any, Any]:
    """Return the threshold of the last model, and its coder, fitted again, with the vectorizer."""
    from tiws_teach.desk import _reports, _store

    limit = _reports.threshold_of(_store.last_model(db))
    vectorizer, coder = coder_of(options)
    return limit, fitted(coder, both), vectorizer


def _train(options: argparse.Namespace) -> Any:
    """Return the training answers with survey and person, None where there is no such column."""
    import pandas as pd

    from tiws_teach.occupation import join_texts

    named = {name: getattr(options, name) for name in ("survey", "person")}
    wanted = [*options.text, options.code, *filter(None, named.values())]
    train = with_code(read_table("train", options, wanted), options)
    table = pd.DataFrame({"text": join_texts(train, options.text), "code": train[options.code].str.strip()})
    return table.assign(**{name: train[column] if column else None for name, column in named.items()})


def _learned(table: Any, reference: Any, options: argparse.Namespace) -> tuple[Any, Any, Any]:
    """Return threshold, coder and vectorizer; the accuracy is measured on other surveys, or at least other persons."""
    training, groups = (table["text"], table["code"]), None
    for name in ("person", "survey"):
        groups = table[name] if table[name].notna().all() and len(table[name].unique()) > 1 else groups
    n_groups = len(table) if groups is None else groups.nunique()
    if groups is not None:
        options.folds = min(options.folds, n_groups)
    check_numbers(training[1], joined(training, reference)[1], n_groups, options)
    return learned(training, reference, groups, options)


def _answers(options: argparse.Namespace, control: int | None = 200) -> Any:
    """Return the new answers; they have none of the columns that the export adds."""
    from tiws_teach.desk._reports import ADDED

    if options.control is None:
        options.control = 200 if control is None else control
    check_count("--control", options.control, 0)
    options.title = options.title or options.answers.stem
    answers = read_table("answers", options, options.text + [options.person] * bool(options.person))
    for column in set(ADDED) & set(answers):
        fail(f"{options.answers}", f"have no column {column!r}", "one", "Rename it: the export adds this column.")
    if not len(answers):
        fail(f"{options.answers}", "hold answers", "none", "Pass a file with at least one.")
    return answers


def _names(options: argparse.Namespace) -> tuple[Any, Any]:
    """Return codes and their names; none without a file."""
    if options.names is None:
        return (), ()
    table = read_table("names", options, ["code", "name"])
    pairs = table[["code", "name"]].apply(lambda column: column.str.strip()).drop_duplicates()
    for code in pairs["code"][pairs["code"].duplicated() & (pairs["code"] != "")]:
        fail(f"{options.names}", "have one name for each code", f"two for {code}", "Remove one of its rows.")
    return pairs["code"], pairs["name"]


def _survey(options: argparse.Namespace, answers: Any, model: tuple, both: Any) -> tuple[list, list]:
    """Return the different answers with code or suggestions, and all records: what `add_answers` stores."""
    from tiws_teach.desk import _store as store
    from tiws_teach.occupation.splitting import split_answers

    (limit, coder, vectorizer), columns = model, options.text
    distinct = answers[columns].drop_duplicates()
    parts = split_answers(coder, distinct, limit, both, vectorizer=vectorizer, columns=columns)
    shown, cells = (map(store.as_json, table.to_dict("records")) for table in (answers[columns], answers))
    persons = answers.get(options.person, [None] * len(answers))
    return store.entries_of(parts, columns), list(zip(shown, cells, persons, strict=True))


def _add_survey(db: Any, options: argparse.Namespace, survey: tuple[list, list], limit: Any, both: Any) -> None:
    """Store a survey, and its model if that is new; draw the control sample, and say what there is."""
    from tiws_teach.desk import _reports
    from tiws_teach.desk import _store as store

    title, n = options.title, len(survey[1])
    how = None if both is None else _reports.described(limit, both, vars(options))
    store.add_answers(db, title, *survey, store.add_model(db, how))
    drawn, automatic = store.draw_control(db, title, options.control), store.count_automatic(db, title)
    waiting = sum(entry[2] is None for entry in survey[0])
    print(f"{title}: {automatic} of {n} answers coded ({automatic / n:.1%})\nexpected: {limit}")
    print(f"for the coders: {waiting} different answers with suggestions, {drawn} of the {automatic} codes to check")
    print(f"next: python -m tiws_teach desk {options.file} --first NAME --second NAME --adjudicator NAME")


def control(options: argparse.Namespace) -> None:
    """Put more automatic codes of a survey on the coders' list."""
    from tiws_teach.desk import _store as store

    check_count("N", options.n, 1)
    with store.opened(options.file) as db, store.at_once(db):
        known = [row[0] for row in db.execute("select survey from answer group by survey order by min(id)")]
        survey = options.survey or known[-1]
        if survey not in known:
            fail("--survey", f"be one of {', '.join(map(repr, known))}", repr(survey), "Choose one of them.")
        drawn = store.draw_control(db, survey, options.n)
        that_is_all = ", and that is all there are" * (drawn < options.n)
        print(f"{survey}: {drawn} more automatic codes for the coders to check{that_is_all}")


def report(options: argparse.Namespace) -> None:
    """Print how things stand, and what to do."""
    from tiws_teach.desk import _reports as reports
    from tiws_teach.desk import _store as store

    with store.opened(options.file) as db:
        print("\n".join(reports.lines(db)))


def export(options: argparse.Namespace) -> None:
    """Write the codes, and if asked for the decisions and the agreement by code."""
    from tiws_teach.desk import _reports as reports
    from tiws_teach.desk import _store as store

    written = {"OUT": options.out, "--decisions": options.decisions, "--agreement": options.agreement}
    makers = (reports.coded, reports.decisions, reports.agreement_by_code)
    wanted = [(option, path, make) for (option, path), make in zip(written.items(), makers, strict=True) if path]
    for option, path, _ in wanted:
        check_new(option, path, [options.file], force=options.force)
    with store.opened(options.file) as db:
        for _, path, make in wanted:
            table = make(db)
            write_table(path, table, {}, raw=options.raw)
            print(f"{len(table)} rows: {path}")


def crosswalk(options: argparse.Namespace) -> None:
    """Make a desk in the next version of the classification."""
    from tiws_teach.desk import _reports as reports
    from tiws_teach.desk import _store as store

    check_new("NEWFILE", options.to, [options.file])
    table, names = read_table("table", options, ["old", "new"]), _names(options)
    with store.opened(options.file) as old, store.made(options.to) as db:
        store.set_settings(db, **{name: store.setting(old, name) for name in (*LEARNING, "control")})
        print("\n".join([*reports.carry(old, db, table), *_carry_names(old, db, table, names)]))
    print(f"next: python -m tiws_teach desk {options.to}, and then desk {options.to} add ANSWERS --retrain")


def _carry_names(old: Any, new: Any, table: Any, names: tuple) -> list[str]:
    """Store the new codes, with the names given or those of codes that did not change; return warnings."""
    from tiws_teach.desk import _store as store
    from tiws_teach.desk import carried_over

    known, origins = dict(map(tuple, old.execute("select code, name from code"))), table["new"].str.strip()
    codes, n_origins = sorted({*origins} - {""}), origins.value_counts()
    same = [
        became == [code] and n_origins[code] == 1
        for code, became in zip(codes, carried_over(codes, table), strict=True)
    ]
    store.add_codes(new, codes, [known.get(code, "") if each else "" for code, each in zip(codes, same, strict=True)])
    store.add_codes(new, *names)
    unnamed = [row[0] for row in new.execute("select code from code where name = '' order by code")]
    used = sorted(set(store.training_of(old, renew=True)[0]["code"]))
    missing = [code for code, became in zip(used, carried_over(used, table), strict=True) if not became]
    lines = []
    if unnamed and any(known.values()):
        lines.append(f"warning: {len(unnamed)} codes have no name, {unnamed[0]} for example; pass --names")
    if 2 * len(missing) > len(used):
        lines.append(f"warning: {len(missing)} of the {len(used)} codes of this desk are missing in the table, for "
                    f"example {missing[0]}; is it the right table, and has it all leading zeros?")  # fmt: skip
    return lines


def serve(options: argparse.Namespace) -> None:
    """Print the links, and serve the pages until the command is stopped."""
    from tiws_teach._cli.lab import choose_port
    from tiws_teach.desk import _server, _store

    given = {seat: getattr(options, seat) for seat in _store.SEATS if getattr(options, seat)}
    with _store.opened(options.file) as db:
        persons = {seat: seat for seat in _store.SEATS} | (_store.setting(db, "persons") or {}) | given
        if persons["first"] == persons["second"]:
            fail("--second", "be another person than --first", repr(persons["second"]), "The two coders work alone.")
        _store.set_settings(db, persons=persons)
    own = socket.gethostname() if options.host == "0.0.0.0" else options.host
    desk = _server.Desk(options.file, {"127.0.0.1", "localhost", "[::1]", own.lower(), *options.name}, persons)
    with _server.Server((options.host, choose_port(options.port)), desk) as server:
        place = f"http://{[own, *options.name][-1]}:{server.server_port}"
        links = (f"  {seat:12} {persons[seat]:12} {place}/#{token}" for seat, token in desk.tokens.items())
        print("tiws_teach: a link for each person, valid until you press Ctrl-C here:", *links, sep="\n", flush=True)
        with contextlib.suppress(KeyboardInterrupt):
            server.serve_forever()
    print(f"tiws_teach: closed; everything is in {options.file}.", file=sys.stderr)
