"""What the head of coding reads: tables to export, and a report in words with what to do."""

import hashlib
import json
import sqlite3
from importlib.metadata import version
from typing import Any

import numpy as np
import pandas as pd

from tiws_teach.desk import _store as store
from tiws_teach.desk.agreement import kappa, kappa_by_code
from tiws_teach.desk.crosswalk import carried_over
from tiws_teach.desk.promises import ALL_NEW, DIFFERENT, promise_kept, survey_differences
from tiws_teach.occupation import CodingThreshold, accuracy_bound

ADDED = ("survey", "code", "by", "part", "confidence", "first", "second", "adjudicator", "note_1", "note_2", "note_3")
"""Columns that the export adds to those of the answers."""
NUMBERS = ("threshold", "target", "accuracy", "lower_bound", "level", "coded_share")


def described(limit: CodingThreshold, both: tuple, options: dict[str, Any]) -> dict[str, Any]:
    """Return how a model was made: what it learned from, how it codes, what it promises, and the versions."""
    learned = json.dumps([list(map(str, each)) for each in both]).encode()
    settings = {name: options[name] for name in ("method", "text", "level", "lengths", "language", "folds", "seed")}
    limits = {"": limit} | {str(length): part for length, part in limit.parts.items()}
    return {
        **settings,
        "threshold": {part: {name: float(getattr(each, name)) for name in NUMBERS} for part, each in limits.items()},
        "n": len(both[0]),
        "sha256": hashlib.sha256(learned).hexdigest(),
        "versions": {name: version(name) for name in ("tiws_teach", "scikit-learn", "numpy")},
    }


def threshold_of(how: dict[str, Any]) -> CodingThreshold:
    """Return the threshold of a model, without its curve."""
    without: Any = None
    limits = {part: CodingThreshold(**numbers, curve=without) for part, numbers in how["threshold"].items()}
    whole = limits.pop("")
    whole.parts.update({int(part): limit for part, limit in limits.items()})
    return whole


def coded(db: sqlite3.Connection) -> pd.DataFrame:
    """Return all answers with their columns, their code, and by whom it is."""
    query = """select cells, survey, result as code, by, part, confidence, first, second, adjudicator, note_1, note_2,
               note_3 from record join final on final.id = record.answer order by record.id"""
    table = store.frame(db, query).astype(object)
    cells = pd.DataFrame([json.loads(row) for row in table.pop("cells")], index=table.index)
    return cells.join(table).fillna("")


def decisions(db: sqlite3.Connection) -> pd.DataFrame:
    """Return every decision: who, when, what was shown and suggested by which model, and what was chosen."""
    query = """select decision.id, at, seat, person, action, decision.code, note, answer, survey, shown,
               answer.code as automatic, confidence, suggestions, model, how as model_made
               from decision join answer on answer.id = answer left join model on model.id = model
               order by decision.id"""
    return store.frame(db, query).astype(object).fillna("")


def agreement_by_code(db: sqlite3.Connection) -> pd.DataFrame:
    """Return kappa by code with the names of the codes; empty if no answer has a code from both coders."""
    pairs = _pairs(db)
    if not len(pairs):
        return pd.DataFrame(columns=["code", "both", "only_first", "only_second", "kappa", "low", "high", "name"])
    names = dict(map(tuple, db.execute("select code, name from code")))
    table = kappa_by_code(pairs["first"], pairs["second"])
    return table.assign(name=table["code"].map(names))


def _pairs(db: sqlite3.Connection) -> pd.DataFrame:
    query = "select first, second, code is null as suggested from final where first is not null and second is not null"
    return store.frame(db, query)


def lines(db: sqlite3.Connection) -> list[str]:
    """Return the report in lines."""
    persons, report = store.setting(db, "persons") or {}, ["Progress"]
    for seat in store.SEATS:
        state = store.progress(db, seat)
        skipped = f", {state['n_skipped']} skipped" if state["n_skipped"] else ""
        report.append(f"  {seat:12} {persons.get(seat, ''):12} {state['done']} of {state['total']} coded{skipped}")
    surveys = survey_table(db)
    counts = surveys.columns[4:9]  # a survey of the training file has none
    shown = surveys.assign(**{name: surveys[name].map("{:.0f}".format, na_action="ignore") for name in counts})
    table = shown.to_string(index=False, na_rep="-", float_format="%.3f").splitlines()
    report += ["", "Agreement of the two coders on different answers, with 95 % intervals", *_agreement(db), ""]
    report += ["Surveys: an AUC of 0.5 says that a classifier cannot tell the answers from the training answers"]
    return [*report, *(f"  {row}" for row in table), "", "What to do", *(f"  - {row}" for row in advice(surveys))]


def _agreement(db: sqlite3.Connection) -> list[str]:
    """Return kappa of all codes, and the table of those that the coders differ on most."""
    pairs, table = _pairs(db), agreement_by_code(db)
    kinds = {"with suggestions": pairs[pairs["suggested"] == 1], "without": pairs[pairs["suggested"] == 0]}
    report = [f"  {len(part)} answers {kind}: {_in_words(part)}" for kind, part in kinds.items() if len(part)]
    differ = (table["only_first"] + table["only_second"]).sort_values(ascending=False, kind="stable")
    worst = table.loc[differ[differ > 0].index[:8], ["code", "name", *table.columns[1:-1]]]
    if len(worst):
        rows = worst.to_string(index=False, float_format="%.2f").splitlines()
        report += ["  The codes on which they differ most:", *(f"  {row}" for row in rows)]
    return report or ["  No answer has a code from both coders yet."]


def _in_words(pairs: pd.DataFrame) -> str:
    result = kappa(pairs["first"], pairs["second"])
    if pd.isna(result["kappa"]):
        return "both coders gave one and the same code to all"
    return "equal {agreement:.3f}; kappa {kappa:.3f} ({low:.3f} to {high:.3f})".format(**result)


def survey_table(db: sqlite3.Connection) -> pd.DataFrame:
    """Return for each survey how much is coded automatically, how much it differs, and whether the promise is kept."""
    training, _ = store.training_of(db)
    query = "select text, survey, person from record join answer on answer.id = answer where model is not null"
    table = survey_differences(training[training["source"] == "file"], store.frame(db, query + " order by record.id"))
    return table.join(pd.DataFrame([_control(db, row) for row in table.to_dict("records")], index=table.index))


def _control(db: sqlite3.Connection, row: dict[str, Any]) -> dict[str, Any]:
    """Return the control sample of a survey: its verdict waits until persons have decided all of it."""
    if row["kind"] != "new" or row["survey"] == ALL_NEW:
        return {}
    query = """select final.code as automatic, result, by, how from record join final on final.id = record.answer
               join model on model.id = model where control and survey = ?"""
    sample = store.frame(db, query, [row["survey"]])
    decided = sample[sample["by"].isin(["two coders", "adjudicator"])]
    pairs = zip(decided["result"], decided["automatic"], strict=True)
    confirmed = sum((result or "").startswith(code) for result, code in pairs)
    counts: dict[str, Any] = {"automatic": store.count_automatic(db, row["survey"]), "control": len(sample)}
    uncodable = int((sample["by"] == "not codable").sum())
    counts |= {"decided": len(decided), "confirmed": confirmed, "not codable": uncodable}
    if not len(sample):
        return counts | {"verdict": "no sample"}
    counts["target"] = json.loads(sample["how"][0])["threshold"][""]["target"]
    if len(decided) + uncodable < len(sample):
        return counts | {"verdict": "not decided"}
    return counts | promise_kept(confirmed, len(decided), counts["target"])


ADVICE = {
    "kept": "the promise is kept; nothing to do.",
    "broken": "the promise no longer holds. Put all automatic codes of this survey on the coders' list (control "
    "1000000), and add the next survey with --retrain, or make a desk with a higher --accuracy.",
    "open": "the sample is too small to say whether the promise is kept.",
    "not decided": "have the coders and the adjudicator finish the control sample.",
    "no sample": "no automatic code is checked, so nothing shows whether the promise is kept (control N).",
}


def advice(surveys: pd.DataFrame) -> list[str]:
    """Return what to do about each survey, in sentences."""
    tips, usual = [], surveys[surveys["kind"] == "training"]["auc"].max()
    for row in surveys[surveys["kind"] == "new"].to_dict("records"):
        if row["auc"] >= DIFFERENT and not row["auc"] <= usual:
            tips.append(f"{row['survey']}: its answers differ from the training answers (AUC {row['auc']:.2f}); only "
                        "the control sample counts. 'add --retrain' learns from what the coders said.")  # fmt: skip
        if row["verdict"] in ADVICE:
            more = _more_needed(row) if row["verdict"] == "open" and row["decided"] else ""
            tips.append(f"{row['survey']}: {ADVICE[row['verdict']]}{more}")
        if row["not codable"] > 0:
            tips.append(f"{row['survey']}: {row['not codable']:.0f} of {row['control']:.0f} control answers got a code "
                        "by the machine, but all three persons skipped them; the verdict leaves them out.")  # fmt: skip
    return tips or ["Nothing yet."]


def _more_needed(row: dict[str, Any]) -> str:
    """Say how many more control answers would decide if the accuracy stays as it is."""
    sizes = np.arange(row["decided"], 10 * row["decided"] + 1)
    low = accuracy_bound(row["accuracy"] * sizes, sizes, 0.95)
    high = 1 - accuracy_bound((1 - row["accuracy"]) * sizes, sizes, 0.95)
    enough = sizes[(low >= row["target"]) | (high < row["target"])] - row["decided"]
    if not len(enough) or enough[0] > row["automatic"] - row["control"]:
        return " Checking all automatic codes (control 1000000) would."
    return f" About {enough[0]:.0f} more decide if the accuracy stays as it is (control {enough[0]:.0f}, once)."


def carry(old: sqlite3.Connection, new: sqlite3.Connection, table: pd.DataFrame) -> list[str]:
    """Carry training answers, titles and the persons' codes over to a new desk; list what has not one new code."""
    rows, titles = store.training_of(old, renew=True)
    report = []
    for source, part in (("file", rows), ("reference", pd.DataFrame(titles, index=["text", "code"]).T)):
        part = part.assign(new=carried_over(part["code"], table), cells=part.get("cells"))
        n_new, by_person = part["new"].map(len), part["cells"].notna()
        one = part[(n_new == 1) & ~by_person]
        store.add_training(new, one.assign(code=[codes[0] for codes in one["new"]]), source)
        what = f"{'answers' if source == 'file' else 'official titles'}: {sum(n_new == 1)} carried over"
        report.append(f"{what}, {sum(n_new > 1)} whose code was split, {sum(n_new == 0)} without a new code")
        if source == "file":
            _list_cases(old, new, part[(n_new != 1) & ~by_person], "crosswalk")
            for survey, cases in part[by_person].groupby("survey", sort=False):
                _list_cases(old, new, cases, f"{survey} (crosswalk)")
    return [*report, "the coders choose for the answers that are not carried over; such titles are left out"]


def _list_cases(old: sqlite3.Connection, new: sqlite3.Connection, cases: pd.DataFrame, title: str) -> None:
    """Store answers with their only new code, or for the coders with the new codes of the old one as suggestions."""
    names = dict(map(tuple, old.execute("select code, name from code")))
    entries, records = {}, []
    for row in cases.to_dict("records"):
        old_code = f"{row['code']} {names.get(row['code'], '')}".strip()
        shown = store.as_json({"answer": row["text"], "old code": old_code})
        offered = store.as_json([{"code": code, "because": f"the crosswalk from {row['code']}"} for code in row["new"]])
        code = row["new"][0] if len(row["new"]) == 1 else None
        entries[shown] = (row["text"], shown, code, None, None, offered)
        records.append((shown, shown if pd.isna(row["cells"]) else row["cells"], row["person"]))
    store.add_answers(new, title, list(entries.values()), records)
