"""The coding desk: two coders and an adjudicator, one file, and what the head of coding reads."""

from __future__ import annotations

import http.client
import http.server
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from multiprocessing import get_context
from pathlib import Path
from threading import Thread

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import cohen_kappa_score

from tiws_teach import _cli
from tiws_teach.datasets import make_job_answers
from tiws_teach.desk import _server as pages
from tiws_teach.desk import _store as store
from tiws_teach.desk import carried_over, kappa, kappa_by_code, promise_kept, survey_differences, wilson_interval

ROOT = Path(__file__).resolve().parent.parent
NEW = ["--text", "job", "--text", "branch", "--code", "isco", "--survey", "wave", "--method", "neighbors"]
NEW += ["--accuracy", "0.85", "--control", "30", "--names", "names.csv"]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A desk with 300 answers, made once by the command from files with a wave, a branch, and names of codes."""
    folder = tmp_path_factory.mktemp("desk")
    simulated = make_job_answers(1200, zipf=1.2, random_state=0)
    table = pd.DataFrame({"id": range(1200), "job": simulated.data["text"], "isco": simulated.target})
    table["branch"] = np.where(table["id"] % 3 == 0, "bus company", "")
    table["wave"] = np.where(table["id"] < 450, "2024", "2025")
    table.loc[1195, "job"] = "=2+2 baker"
    table[:900].to_csv(folder / "train.csv", index=False)
    for name, rows in (("y2026", table[900:]), ("y2027", table[:200])):
        rows.drop(columns=["isco", "wave"]).to_csv(folder / f"{name}.csv", index=False)
    codes = sorted(set(table["isco"]))
    groups = sorted({code[:length] for code in codes for length in (1, 2, 3)})
    names = [*((code, f"job {code}") for code in codes), *((group, f"group {group}") for group in groups)]
    pd.DataFrame(names, columns=["code", "name"]).to_csv(folder / "names.csv", index=False)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        assert _cli.main(["desk", "s.desk", "new", "train.csv", "y2026.csv", *NEW]) == 0
    return folder, table


@pytest.fixture
def desk(made, tmp_path, monkeypatch):
    """A copy of that desk in a folder of its own, with the files it was made from."""
    for path in made[0].iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    monkeypatch.chdir(tmp_path)
    return tmp_path / "s.desk"


def code_all(path, seat, choose):
    """Let a person decide everything on the list; `choose` maps an answer to its code, None for a skip."""
    with store.opened(path) as db:
        while (number := store.next_answer(db, seat)) is not None:
            code = choose(db, number)
            action = "skip" if code is None else "search"
            store.decide(db, seat, seat, {"answer": number, "action": action, "code": code})


def truth_of(table):
    """Return a function that gives the true code of an answer of the desk."""
    known = dict(zip(zip(table["job"], table["branch"], strict=True), table["isco"], strict=True))

    def true(db, number):
        shown = json.loads(db.execute("select shown from answer where id = ?", (number,)).fetchone()[0])
        return known[shown["job"], shown["branch"]]

    return true


def command(*words):
    return _cli.main(["desk", "s.desk", *map(str, words)])


# ------------------------------------------------------------------------------------------- what the file has


def test_new_stores_codes_suggestions_with_reasons_and_the_model(desk, made):
    with store.opened(desk) as db:
        table = store.frame(db, "select * from answer")
        how = store.last_model(db)[1]
        records = store.frame(db, "select * from record")
    assert len(records) == 300
    assert records["control"].sum() == 30
    assert table["code"].notna().sum() > 100
    offered = json.loads(table[table["code"].isna()]["suggestions"].iloc[0])
    assert re.search(r"\(\d+\)", offered[0]["because"])
    assert how["threshold"][""]["target"] == 0.85
    assert len(how["sha256"]) == 64
    assert how["folds"] == 2  # the accuracy is measured on waves that did not train


def test_a_survey_is_added_once(desk, capsys):
    assert command("add", "y2026.csv") == 1
    assert "--title must be new to the desk; got 'y2026'. Give this survey another name." in capsys.readouterr().err
    assert command("control", 1) == 0  # the file is not locked


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["new", "train.csv", "y2026.csv", *NEW], "FILE must be a new file; got s.desk, which exists"),
        (["control", "5", "--survey", "x"], "--survey must be one of 'y2026'; got 'x'"),
        (["control", "0"], "N must be a whole number in [1, inf]; got"),
        (["add", "names.csv"], "names.csv must have the column 'job'; got the columns 'code', 'name'"),
        (["crosswalk", "names.csv", "n.desk"], "names.csv must have the column 'old'"),
        (["crosswalk", "names.csv", "s.desk"], "NEWFILE must not be an input"),
        (["export", "s.desk"], "OUT must not be an input"),
        (["export", "train.csv"], "OUT must be a new file; got train.csv, which exists"),
        (["--port", "0"], "a port must be in [1, 65535]"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(desk, words, message, capsys):
    assert command(*words) == 1
    assert message.replace("a whole number in [1, inf]; got", "in [1, inf]; got") in capsys.readouterr().err
    assert not Path("n.desk").exists()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "be a CSV file; got No columns to parse"),
        ("job,branch\n", "empty.csv must hold answers; got none"),
        ("job,branch,code\na,b,c\n", "empty.csv must have no column 'code'; got one. Rename it"),
    ],
)
def test_bad_answers_make_no_desk(desk, text, message, capsys):
    Path("empty.csv").write_text(text, encoding="utf-8")
    assert _cli.main(["desk", "t.desk", "new", "train.csv", "empty.csv", *NEW]) == 1
    assert message in capsys.readouterr().err
    assert not list(Path().glob("t.desk*"))


def test_other_files_and_other_versions_are_refused(desk, capsys):
    assert _cli.main(["desk", "none.desk", "report"]) == 1
    assert _cli.main(["desk", "train.csv", "report"]) == 1
    connection = sqlite3.connect(desk)
    connection.execute("pragma user_version = 2")
    connection.close()
    assert command("report") == 1
    told = capsys.readouterr().err
    assert "none.desk must be a desk; got no such file. Make it: python -m tiws_teach desk none.desk new --help" in told
    assert "train.csv must be a desk; got another kind of file" in told
    assert "s.desk must have tables of version 1; got version 2. Use the version of tiws_teach that made it" in told


# ---------------------------------------------------------------------------------- coders, adjudicator, export


def test_coders_agree_or_the_adjudicator_decides_and_everything_is_exported(desk, made, capsys):
    true = truth_of(made[1])
    code_all(desk, "first", true)
    code_all(desk, "second", lambda db, number: true(db, number) if number % 10 else None if number % 20 else "1")
    with store.opened(desk) as db:
        total, waiting = store.progress(db, "first")["total"], store.progress(db, "adjudicator")["total"]
        differing = [row[0] for row in db.execute(f"select id from final where {store.DIFFER}")]
        assert waiting == len(differing) == sum(number % 10 == 0 for (number,) in db.execute("select id from listed"))
        row = db.execute("select * from answer where id = ?", (differing[0],)).fetchone()
        assert {code for each in pages.options(db, "adjudicator", row) for code in [each["code"]]} >= {
            true(db, differing[0])
        }
    code_all(desk, "adjudicator", true)
    assert command("export", "coded.csv", "--decisions", "log.csv", "--agreement", "kappa.csv") == 0
    coded = pd.read_csv("coded.csv", dtype=str, keep_default_na=False)
    log, agreement = pd.read_csv("log.csv", dtype=str), pd.read_csv("kappa.csv")
    assert coded["id"].tolist() == list(map(str, range(900, 1200)))
    by_people = coded["by"].isin(["two coders", "adjudicator"])
    assert (coded["code"] == made[1]["isco"][900:].reset_index(drop=True))[
        by_people
    ].mean() > 0.97  # equal texts, two codes
    assert set(coded["by"]) == {"machine", "two coders", "adjudicator"}
    assert coded["job"].iloc[-5] == "'=2+2 baker"
    assert len(log) == 2 * total + waiting
    assert {"at", "person", "suggestions", "confidence", "model_made"} <= set(log)
    assert agreement["both"].sum() > 50
    assert command("report") == 0
    told = capsys.readouterr().out
    assert f"adjudicator               {waiting} of {waiting} coded" in told
    assert re.search(r"kappa 0\.\d{3} \(0\.\d{3} to 0\.\d{3}\)", told)
    assert re.search(r"y2026: (the promise|the sample)", told)


def test_a_decision_is_never_overwritten_and_the_last_one_counts(desk):
    with store.opened(desk) as db:
        number = store.next_answer(db, "first")
        for code in ("1", "2"):
            store.decide(
                db, "first", "Anna", {"answer": number, "action": "search", "code": code, "note": "n" * (code == "1")}
            )
        assert [row["code"] for row in db.execute("select code from decision order by id")] == ["1", "2"]
        assert db.execute("select code from latest").fetchone()[0] == "2"
        assert store.progress(db, "first")["done"] == 1
        assert store.previous(db, "first", None) == number


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"answer": 99_999}, "answer must be on the list of this person; got 99999"),
        ({"action": "delete"}, "action must be one of"),
        ({"code": "nonsense"}, "code must be in the list of codes"),
        ({"code": ["1"]}, "code must be in the list of codes"),
        ({"action": "skip"}, "code must be in the list of codes, or missing for a skip"),
        ({"note": "n" * 3000}, "note must have at most 2000 characters"),
    ],
)
def test_a_decision_that_makes_no_sense_is_refused(desk, said, message):
    with store.opened(desk) as db:
        given = {"answer": store.next_answer(db, "first"), "action": "search", "code": "1"} | said
        with pytest.raises(ValueError, match=re.escape(message)):
            store.decide(db, "first", "Anna", given)
        with pytest.raises(ValueError, match="answer must be on the list"):
            store.decide(
                db, "adjudicator", "Clara", given | {"answer": store.next_answer(db, "first"), "action": "accept"}
            )


def _code_many(path, seat):
    """Accept everything as fast as possible, in a process of its own."""
    with store.opened(path) as db:
        db.execute("pragma synchronous = off")  # no power is lost in this test
        for number in range(1, 10_001):
            store.decide(db, seat, seat, {"answer": number, "action": "accept", "code": "1"})


@pytest.mark.slow
def test_two_coders_at_once_lose_nothing_of_10_000_answers(tmp_path):
    path = tmp_path / "many.desk"
    with store.made(path) as db:
        store.add_codes(db, ["1"])
        entries = [(f"job {n}", json.dumps({"job": f"job {n}"}), None, None, 0.5, "[]") for n in range(10_000)]
        store.add_answers(db, "s", entries, [(entry[1], entry[1], None) for entry in entries])
    workers = [get_context("spawn").Process(target=_code_many, args=(path, seat)) for seat in store.CODERS]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
        assert worker.exitcode == 0
    with store.opened(path) as db:
        counts = dict(map(tuple, db.execute("select seat, count(distinct answer) from decision group by seat")))
        assert counts == {"first": 10_000, "second": 10_000}
        assert db.execute("select count(*) from final where by = 'two coders'").fetchone()[0] == 10_000


# ------------------------------------------------------------------------------------------------------ promises


def test_kappa_is_scikit_learns():
    rng = np.random.default_rng(0)
    first = rng.choice(list("abcde"), 300, p=[0.5, 0.3, 0.1, 0.06, 0.04])
    second = np.where(rng.random(300) < 0.8, first, rng.choice(list("abcde"), 300))
    found, table = kappa(first, second), kappa_by_code(first, second).set_index("code")
    assert found["kappa"] == pytest.approx(cohen_kappa_score(first, second))
    assert found["low"] < found["kappa"] < found["high"]
    for code in "abcde":
        assert table["kappa"][code] == pytest.approx(cohen_kappa_score(first == code, second == code))
        assert table["low"][code] < table["kappa"][code] < table["high"][code]
    assert np.isnan(kappa(["a", "a"], ["a", "a"])["kappa"])
    with pytest.raises(ValueError, match="one code for each of at least one answer"):
        kappa(["a"], [])


def test_wilsons_interval_is_that_of_statsmodels():
    proportion = pytest.importorskip("statsmodels.stats.proportion")
    for correct, n in ((0, 7), (3, 10), (50, 50)):
        expected = proportion.proportion_confint(correct, n, method="wilson")
        assert np.allclose(wilson_interval(correct / n, n), expected)


def test_the_intervals_hold_as_often_as_their_docstrings_say():
    """Three codes, one of them rare, and coders who err in a tenth of the answers."""
    rng = np.random.default_rng(1)
    weights, n = np.array([0.6, 0.37, 0.03]), 200
    table = 0.9 * np.eye(3) + 0.1 * weights
    joint = (table.T * weights) @ table
    chance = joint.sum(axis=0) @ joint.sum(axis=1)
    truth, held = (np.trace(joint) - chance) / (1 - chance), []
    rare = joint[2, 2], joint[2].sum()
    true_rare = 2 * (rare[0] - rare[1] ** 2) / (2 * rare[1] * (1 - rare[1]))
    for _ in range(400):
        pairs = rng.choice(9, n, p=joint.ravel())
        first, second = (pairs // 3).astype(str), (pairs % 3).astype(str)
        found, of_rare = kappa(first, second), kappa_by_code(first, second).set_index("code").loc["2"]
        held.append((found["low"] <= truth <= found["high"], of_rare["low"] <= true_rare <= of_rare["high"]))
    assert np.all(np.mean(held, axis=0) > 0.9), np.mean(held, axis=0)


def test_a_promise_that_is_just_kept_is_rarely_called_broken():
    rng = np.random.default_rng(2)
    verdicts = [promise_kept(int(correct), 200, 0.95)["verdict"] for correct in rng.binomial(200, 0.95, 2000)]
    assert 0.01 < np.mean([each == "broken" for each in verdicts]) <= 0.05
    assert promise_kept(0, 0, 0.9)["verdict"] == "open"
    assert promise_kept(170, 200, 0.95)["verdict"] == "broken"
    assert promise_kept(199, 200, 0.95)["verdict"] == "kept"


def test_drift_is_measured_for_each_survey_and_split_by_survey():
    old = pd.DataFrame({"text": ["roofer", "printer"] * 40, "survey": ["a", "b"] * 40, "person": None})
    new = pd.DataFrame(
        {"text": ["I am a roofer", "work as a printer"] * 40, "survey": ["c"] * 40 + ["d"] * 40, "person": None}
    )
    found = survey_differences(old, new).set_index("survey")["auc"]
    assert found.index.tolist() == ["a", "b", "c", "d", "all new"]
    assert found["c"] == found["d"] == found["all new"] == 1.0
    assert np.isnan(survey_differences(old, new[:5])["auc"].iloc[-1])


def test_a_broken_promise_is_told_with_what_to_do(desk, made, capsys):
    for seat in store.CODERS:
        code_all(desk, seat, lambda db, number: "1")  # nobody confirms the machine
    assert command("report") == 0
    told = capsys.readouterr().out
    assert "y2026: the promise no longer holds. Put all automatic codes of this survey on the coders' list" in told
    assert command("control", 10**6) == 0
    with store.opened(desk) as db:
        assert (
            db.execute("select count(*) from listed").fetchone()[0]
            == db.execute("select count(*) from answer").fetchone()[0]
        )
    assert command("add", "y2027.csv", "--retrain") in (0, 1)


def test_the_next_survey_is_coded_by_the_stored_model_or_a_new_one(desk, made, capsys):
    true = truth_of(made[1])
    for seat in store.CODERS:
        code_all(desk, seat, true)
    assert command("add", "y2027.csv", "--title", "as before", "--control", 5) == 0
    assert command("add", "y2027.csv", "--title", "retrained", "--control", 5, "--retrain") == 0
    with store.opened(desk) as db:
        assert [row[0] for row in db.execute("select count(*) from model")] == [2]
        assert store.last_model(db)[1]["n"] > 900
        pairs = dict(map(tuple, db.execute("select survey, max(model) from answer group by survey")))
    assert pairs == {"y2026": 1, "as before": 1, "retrained": 2}
    assert "expected: " in capsys.readouterr().out


def test_a_crosswalk_carries_over_and_lists_split_codes(desk, made, capsys):
    codes = sorted(set(made[1]["isco"]))
    pairs = [(code, f"9{code[1:]}") for code in codes[1:]] + [(codes[1], "9999")]
    pd.DataFrame(pairs, columns=["old", "new"]).to_csv("old-new.csv", index=False)
    assert command("crosswalk", "old-new.csv", "n.desk") == 0
    counts = made[1]["isco"][:900].value_counts()
    told = capsys.readouterr().out
    assert f"{counts[codes[1]]} answers whose code was split, and {counts[codes[0]]} whose code has no new one" in told
    assert f"carried over: {900 - counts[codes[1]] - counts[codes[0]]} answers" in told
    with store.opened(Path("n.desk")) as db:
        offered = [json.loads(row[0]) for row in db.execute("select suggestions from answer")]
        assert {len(each) for each in offered} == {0, 2}
        assert store.training_of(db)[0]["code"].str.startswith("9").all()
    assert carried_over(["7131"], pd.DataFrame({"old": [" 7131", "7131"], "new": ["1", "1"]})) == [["1"]]
    assert _cli.main(["desk", "n.desk", "report"]) == 0
    assert _cli.main(["desk", "n.desk", "add", "y2026.csv"]) == 1
    assert "the desk must have a model; got none. Pass --retrain" in capsys.readouterr().err
    assert _cli.main(["desk", "n.desk", "add", "y2026.csv", "--retrain"]) == 0


# -------------------------------------------------------------------------------------------------------- server


@pytest.fixture
def served(desk):
    """The pages of a desk, in a thread: the address and the tokens."""
    shared = pages.Desk(desk, {"127.0.0.1"}, {seat: seat for seat in store.SEATS})
    with pages.Server(("127.0.0.1", 0), shared) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port, shared.tokens
        server.shutdown()


def ask(port, path, token="", body=None, **headers):
    """Return status, headers and JSON of a request."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    headers = {name.replace("_", "-"): value for name, value in headers.items()}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    connection.request("POST" if body is not None else "GET", path, body, headers)
    reply = connection.getresponse()
    content = reply.read()
    connection.close()
    is_json = "json" in reply.headers["Content-Type"]
    return reply.status, reply.headers, json.loads(content) if is_json else content.decode()


def test_nobody_gets_in_without_the_token_of_a_link(served, capfd):
    port, tokens = served
    for token in ("", "x", tokens["first"][:-1], "é"):
        assert ask(port, "/api/next", token.encode().decode("latin-1"))[0] == 401
    assert ask(port, "/api/decision", "", b"{}")[0] == 401
    status, headers, page = ask(port, "/")
    assert status == 200
    assert "baker" not in page
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert headers["Cache-Control"] == "no-store"
    assert ask(port, "/api/next", tokens["first"])[0] == 200
    assert ask(port, "/api/next", tokens["first"], Host="evil.example")[0] == 403  # DNS rebinding
    assert ask(port, "/api/next", tokens["first"], Origin="http://evil.example")[0] == 403
    assert ask(port, "/../_store.py", tokens["first"])[0] == 404
    assert capfd.readouterr() == ("", "")  # no token in a log


def test_a_seat_sees_its_own_list_only(served, made):
    port, tokens = served
    start = ask(port, "/api/start", tokens["second"])[2]
    assert start["seat"] == "second"
    assert ["1", "group 1"] in start["codes"]
    answer = ask(port, "/api/next", tokens["first"])[2]["answer"]
    said = json.dumps({"answer": answer["id"], "action": "search", "code": "1", "note": "secret"}).encode()
    assert ask(port, "/api/decision", tokens["first"], said)[2]["progress"]["done"] == 1
    seen = ask(port, f"/api/answer/{answer['id']}", tokens["second"])[2]["answer"]
    assert seen["own"] is None
    assert "secret" not in json.dumps(seen)
    assert ask(port, f"/api/answer/{answer['id']}", tokens["adjudicator"])[0] == 404
    assert ask(port, "/api/decision", tokens["adjudicator"], said)[0] == 400
    for body in (b"[]", b"nonsense", b"\xff", b"{}"):
        assert ask(port, "/api/decision", tokens["first"], body)[0] == 400
    assert ask(port, "/api/decision", tokens["first"], b"1" * 70_000)[0] == 413


def start_command(desk, port):
    """Start the command on a desk, and return the process and the links that it prints."""
    words = [sys.executable, "-m", "tiws_teach", "desk", str(desk), "--first", "Anna", "--port", str(port)]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=ROOT)
    links = []
    while len(links) < 3:
        line = process.stdout.readline()
        assert line, "the desk did not start"
        links += re.findall(r"http://\S+", line)
    return process, links


def free_port():
    with http.server.HTTPServer(("127.0.0.1", 0), None) as probe:
        return probe.server_port


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="kill -9")
def test_a_killed_desk_loses_nothing_that_was_answered(desk):
    process, links = start_command(desk, port := free_port())
    token, done = links[0].partition("#")[2], 0
    Thread(target=lambda: (time.sleep(1.5), process.send_signal(signal.SIGKILL)), daemon=True).start()
    try:
        now = ask(port, "/api/next", token)[2]
        while now["answer"]:
            said = json.dumps({"answer": now["answer"]["id"], "action": "search", "code": "1"}).encode()
            now = ask(port, "/api/decision", token, said)[2]
            done = now["progress"]["done"]
    except (OSError, http.client.HTTPException):
        pass
    process.wait(20)
    process.stdout.close()
    assert done > 0
    with store.opened(desk) as db:
        assert db.execute("pragma integrity_check").fetchone()[0] == "ok"
        assert done <= store.progress(db, "first")["done"] <= done + 1
    assert command("report") == 0
