"""The coding desk: two coders and an adjudicator, one file, and what the head of coding reads."""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from contextlib import closing
from multiprocessing import get_context
from pathlib import Path
from threading import Thread

import numpy as np
import pandas as pd
import pytest
from axe_playwright_python.sync_playwright import Axe
from every_page import EVERY_PAGE
from sklearn.metrics import cohen_kappa_score

from tiws_teach import _cli
from tiws_teach.datasets import make_job_answers
from tiws_teach.desk import _server as pages
from tiws_teach.desk import _store as store
from tiws_teach.desk import carried_over, kappa, kappa_by_code, promise_kept, survey_differences

NEW = ["--text", "job", "--text", "branch", "--code", "isco", "--survey", "wave", "--method", "neighbors"]
NEW += ["--accuracy", "0.85", "--control", "30", "--names", "names.csv"]
BAD = {"empty.csv": "", "header.csv": "job,branch\n", "with_code.csv": "job,branch,code\na,b,c\n"}
BAD |= {"twice.csv": "code,name\n1,a\n1,b\n", "pairs.csv": "old,new\n1,2\n"}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A folder with a desk of 300 answers, made by the command; and the table of all answers with their codes."""
    folder = tmp_path_factory.mktemp("desk")
    simulated = make_job_answers(1200, zipf=1.2, random_state=0)
    table = pd.DataFrame({"id": range(1200), "job": simulated.data["text"], "isco": simulated.target})
    table["branch"] = np.where(table["id"] % 3 == 0, "bus company", "")
    table["wave"] = np.where(table["id"] < 450, "2024", "2025")
    table.loc[1195, "job"] = "=2+2 baker"
    table[:900].to_csv(folder / "train.csv", index=False)
    for name, rows in (("y2026", table[900:]), ("y2027", table[:200])):
        rows.drop(columns=["isco", "wave"]).to_csv(folder / f"{name}.csv", index=False)
    for name, text in BAD.items():
        (folder / name).write_text(text, encoding="utf-8")
    names = [(code[:length], f"name {code[:length]}") for code in set(table["isco"]) for length in (1, 2, 3, 4)]
    pd.DataFrame(names, columns=["code", "name"]).to_csv(folder / "names.csv", index=False)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        draw = np.random.default_rng
        patch.setattr(np.random, "default_rng", lambda seed=0: draw(seed))  # the same control sample in each run
        assert _cli.main(["desk", "s.desk", "new", "train.csv", "y2026.csv", *NEW]) == 0
    return folder, table


@pytest.fixture
def desk(made, tmp_path, monkeypatch):
    """A copy of that desk, in a folder with the files it was made from."""
    for path in made[0].iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    monkeypatch.chdir(tmp_path)
    return tmp_path / "s.desk"


def code_all(path, seat, choose):
    """Let a person decide everything on the list; `choose` maps an answer to its code, None for a skip."""
    with store.opened(path) as db:
        while (number := store.next_answer(db, seat)) is not None:
            code = choose(db, number)
            store.decide(db, seat, seat, {"answer": number, "action": "search" if code else "skip", "code": code})


def truth_of(table):
    """Return a function that gives the true code of an answer of the desk."""
    known = dict(zip(table["job"] + " / " + table["branch"], table["isco"], strict=True))
    query = "select json_extract(shown, '$.job') || ' / ' || json_extract(shown, '$.branch') from answer where id = ?"
    return lambda db, number: known[db.execute(query, (number,)).fetchone()[0]]


def command(*words, file="s.desk"):
    return _cli.main(["desk", file, *map(str, words)])


def test_new_stores_codes_suggestions_with_reasons_and_the_model(desk):
    with store.opened(desk) as db:
        table, records = store.frame(db, "select * from answer"), store.frame(db, "select * from record")
        how = store.last_model(db)
    assert (len(records), records["control"].sum()) == (300, 30)
    assert table["code"].notna().sum() > 100
    assert re.search(r"\(\d+\)", json.loads(table[table["code"].isna()]["suggestions"].iloc[0])[0]["because"])
    assert how["threshold"][""]["target"] == 0.85
    assert how["folds"] == 2  # the accuracy is measured on waves that did not train


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["new", "train.csv", "y2026.csv", *NEW], "FILE must be a new file; got s.desk, which exists"),
        (["add", "y2026.csv"], "--title must be new to the desk; got 'y2026'. Give this survey another name."),
        (["add", "names.csv"], "names.csv must have the column 'job'; got the columns 'code', 'name'"),
        (["--first", "Anna", "--second", "Anna"], "--second must be another person than --first; got 'Anna'"),
        (
            ["crosswalk", "pairs.csv", "n.desk", "--names", "twice.csv"],
            "twice.csv must have one name for each code; got two for 1",
        ),
        (["control", "5", "--survey", "x"], "--survey must be one of 'y2026'; got 'x'"),
        (["control", "0"], "N must be in [1, inf]; got 0."),
        (["crosswalk", "names.csv", "n.desk"], "names.csv must have the column 'old'"),
        (["crosswalk", "names.csv", "s.desk"], "NEWFILE must not be an input"),
        (["export", "s.desk"], "OUT must not be an input"),
        (["export", "train.csv"], "OUT must be a new file; got train.csv, which exists"),
        (["--port", "0"], "a port must be in [1, 65535]"),
        (["add", "empty.csv"], "be a CSV file; got No columns to parse"),
        (["add", "header.csv"], "header.csv must hold answers; got none"),
        (["add", "with_code.csv"], "with_code.csv must have no column 'code'; got one. Rename it"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(desk, words, message, capsys):
    assert command(*words) == 1
    assert message in capsys.readouterr().err
    assert not list(Path().glob("n.desk*"))


def test_other_files_and_other_versions_are_refused(desk, capsys):
    whole = desk.read_bytes()
    desk.write_bytes(whole[:63] + b"\2" + whole[64:])  # where SQLite keeps user_version
    Path("half.desk").write_bytes(whole[:100] + bytes(5000))
    assert [command("report", file=name) for name in ("none.desk", ".", "train.csv", "s.desk", "half.desk")] == [1] * 5
    told = capsys.readouterr().err
    assert ". must be a desk; got a folder" in told
    assert "none.desk must be a desk; got no such file. Make it: python -m tiws_teach desk none.desk new --help" in told
    assert "train.csv must be a desk; got another kind of file" in told
    assert "half.desk must be a file of SQLite that can be read and written; got " in told
    assert "s.desk must have tables of version 1; got version 2. Use the version of tiws_teach that made it" in told


def test_coders_agree_or_the_adjudicator_decides_and_everything_is_exported(desk, made, capsys):
    true = truth_of(made[1])
    code_all(desk, "first", true)
    code_all(desk, "second", lambda db, number: true(db, number) if number % 10 else None if number % 20 else "1211")
    with store.opened(desk) as db:
        total, waiting = (store.progress(db, seat)["total"] for seat in ("first", "adjudicator"))
        assert waiting == sum(number % 10 == 0 for (number,) in db.execute("select id from listed"))
        row = db.execute(f"select * from final where {store.DIFFER}").fetchone()
        assert true(db, row["id"]) in [each["code"] for each in pages.options(db, "adjudicator", row)]
    code_all(desk, "adjudicator", true)
    assert command("export", "coded.csv", "--decisions", "log.csv", "--agreement", "kappa.csv") == 0
    coded = pd.read_csv("coded.csv", dtype=str, keep_default_na=False)
    log, agreement = pd.read_csv("log.csv", dtype=str), pd.read_csv("kappa.csv")
    assert coded["id"].tolist() == list(map(str, range(900, 1200)))
    right = (coded["code"] == made[1]["isco"][900:].reset_index(drop=True))[coded["by"] != "machine"]
    assert right.mean() > 0.97  # equal texts may have two codes
    assert set(coded["by"]) == {"machine", "two coders", "adjudicator"}
    assert coded["job"].iloc[-5] == "'=2+2 baker"
    assert len(log) == 2 * total + waiting
    assert {"at", "person", "suggestions", "confidence", "model_made"} <= set(log)
    assert agreement["both"].sum() > 50
    assert command("report") == 0
    told = capsys.readouterr().out
    assert re.search(rf"adjudicator +{waiting} of {waiting} coded", told)
    assert re.search(r"with suggestions: equal 0\.\d{3}; kappa 0\.\d{3} \(0\.\d{3} to 0\.\d{3}\)", told)
    assert re.search(r"y2026: (the promise|.* About \d+ more decide|.*Checking all)", told)


REFUSED = [
    ({"answer": 99_999}, "answer must be on the list of this person; got 99999"),
    ({"action": "delete"}, "action must be one of"),
    ({"code": "nonsense"}, "code must be in the list of codes"),
    ({"code": "1"}, "code must be in the list of codes and no group"),
    ({"code": ["1"]}, "code must be in the list of codes"),
    ({"action": "skip"}, "code must be in the list of codes and no group, or missing for a skip"),
    ({"note": "n" * 3000}, "note must have at most 2000 characters"),
]


def test_decisions_are_checked_and_never_overwritten(desk):
    with store.opened(desk) as db:
        given = {"answer": store.next_answer(db, "first"), "action": "search", "code": "1211"}
        for said, message in REFUSED:
            with pytest.raises(ValueError, match=re.escape(message)):
                store.decide(db, "first", "Anna", given | said)
        with pytest.raises(ValueError, match="answer must be on the list"):
            store.decide(db, "adjudicator", "Clara", given)
        for code in ("1211", "1212"):
            store.decide(db, "first", "Anna", given | {"code": code, "action": "accept"})
        assert {row[0] for row in db.execute("select action from decision")} == {"choose"}  # nothing like it was shown
        assert [row["code"] for row in db.execute("select code from decision order by id")] == ["1211", "1212"]
        assert db.execute("select code from latest").fetchone()[0] == "1212"


MANY = 10_000 if EVERY_PAGE else 2_000


def _code_many(path, seat):
    """Accept everything as fast as possible, in a process of its own."""
    with store.opened(path) as db:
        db.execute("pragma synchronous = off")  # no power is lost in this test
        for number in range(1, MANY + 1):
            store.decide(db, seat, seat, {"answer": number, "action": "accept", "code": "1"})


@pytest.mark.slow
def test_two_coders_at_once_lose_nothing(tmp_path):
    with store.made(path := tmp_path / "many.desk") as db:
        store.add_codes(db, ["1"], [""])
        entries = [(f"job {n}", json.dumps({"job": f"job {n}"}), None, None, 0.5, "[]") for n in range(MANY)]
        store.add_answers(db, "s", entries, [(entry[1], entry[1], None) for entry in entries])
    with get_context("spawn").Pool(2) as workers:
        workers.starmap(_code_many, [(path, seat) for seat in store.CODERS], chunksize=1)
    with store.opened(path) as db:
        counts = db.execute("select seat, count(distinct answer) from decision group by seat")
        assert dict(map(tuple, counts)) == {"first": MANY, "second": MANY}
        assert db.execute("select count(*) from final where by = 'two coders'").fetchone()[0] == MANY


def test_kappa_is_scikit_learns():
    rng = np.random.default_rng(0)
    first = rng.choice(list("abcde"), 300, p=[0.5, 0.3, 0.1, 0.06, 0.04])
    second = np.where(rng.random(300) < 0.8, first, rng.choice(list("abcde"), 300))
    found, table = kappa(first, second), kappa_by_code(first, second).set_index("code")
    assert found["kappa"] == pytest.approx(cohen_kappa_score(first, second))
    for code in "abcde":
        assert table["kappa"][code] == pytest.approx(cohen_kappa_score(first == code, second == code))
        assert table["low"][code] < table["kappa"][code] < table["high"][code]
    assert np.isnan(kappa(["a", "a"], ["a", "a"])["kappa"])
    with pytest.raises(ValueError, match="one code for each of at least one answer"):
        kappa(["a"], [])


def test_the_intervals_hold_as_often_as_their_docstrings_say():
    """Three codes, one of them rare, and coders who err in a tenth of the answers."""
    rng, weights, held = np.random.default_rng(1), np.array([0.6, 0.37, 0.03]), []
    coder = 0.9 * np.eye(3) + 0.1 * weights
    joint = (coder.T * weights) @ coder
    chance, both, rare = joint.sum(axis=0) @ joint.sum(axis=1), joint[2, 2], joint[2].sum()
    true, true_rare = (np.trace(joint) - chance) / (1 - chance), (both - rare**2) / (rare * (1 - rare))
    for _ in range(400):
        first, second = (codes.astype(str) for codes in np.divmod(rng.choice(9, 200, p=joint.ravel()), 3))
        found, of_rare = kappa(first, second), kappa_by_code(first, second).set_index("code").loc["2"]
        held.append((found["low"] <= true <= found["high"], of_rare["low"] <= true_rare <= of_rare["high"]))
    assert np.all(np.mean(held, axis=0) > 0.92), np.mean(held, axis=0)


def test_a_promise_that_is_just_kept_is_rarely_called_broken():
    correct = np.random.default_rng(2).binomial(200, 0.95, 2000)
    assert 0.01 < np.mean([promise_kept(int(each), 200, 0.95)["verdict"] == "broken" for each in correct]) <= 0.05
    found = [promise_kept(correct, n, 0.95)["verdict"] for correct, n in ((0, 0), (170, 200), (199, 200))]
    assert found == ["open", "broken", "kept"]


def test_drift_is_measured_for_each_survey_and_split_by_survey():
    old = pd.DataFrame({"text": ["roofer", "printer"] * 40, "survey": ["a", "b"] * 40, "person": None})
    new = pd.DataFrame({"text": ["I am a roofer", "work as printer"] * 40, "survey": ["c", "d"] * 40, "person": None})
    found = survey_differences(old, new.sort_values("survey")).set_index("survey")["auc"]
    assert found.index.tolist() == ["a", "b", "c", "d", "all new"]
    assert found["c"] == found["d"] == 1.0
    assert found["all new"] < 1.0  # what is new is different in each
    assert np.isnan(survey_differences(old, new[:5])["auc"].iloc[-1])


def test_a_broken_promise_is_told_with_what_to_do(desk, capsys):
    for seat in store.CODERS:
        code_all(desk, seat, lambda db, number: "1211")  # nobody confirms the machine
    assert command("report") == 0
    assert "y2026: the promise no longer holds. Put all automatic codes of this survey on" in capsys.readouterr().out
    assert command("control", 10**6) == 0
    assert "more automatic codes for the coders to check, and that is all there are" in capsys.readouterr().out
    with store.opened(desk) as db:
        counts = (db.execute(f"select count(*) from {name}").fetchone()[0] for name in ("listed", "answer"))
        assert len(set(counts)) == 1


def test_what_nobody_can_code_does_not_block_the_verdict(desk, made, capsys):
    true = truth_of(made[1])
    with store.opened(desk) as db:
        lost = db.execute("select answer from record where control order by id").fetchone()[0]
    for seat in store.SEATS:
        code_all(desk, seat, lambda db, number: None if number == lost else true(db, number))
    assert command("report") == 0
    told = capsys.readouterr().out
    assert re.search(r"y2026: \d+ of 30 control answers got a code by the machine, but all three persons skipped", told)
    assert re.search(r"y2026: (the promise is|the sample is too small)", told)
    with store.opened(desk) as db:
        assert {by for code, by in db.execute("select result, by from final") if code is None} == {"not codable"}


def test_the_next_survey_is_coded_by_the_stored_model_or_a_new_one(desk, made):
    for seat in store.CODERS:
        code_all(desk, seat, truth_of(made[1]))
    assert command("add", "y2027.csv", "--title", "as before") == 0
    assert command("add", "y2027.csv", "--title", "retrained", "--control", 5, "--retrain") == 0
    with store.opened(desk) as db:
        assert store.last_model(db)["n"] > 900
        pairs = dict(map(tuple, db.execute("select survey, max(model) from answer group by survey")))
        query = "select survey, sum(control) from record join answer on answer.id = answer group by survey"
        assert list(map(tuple, db.execute(query))) == [("as before", 30), ("retrained", 5), ("y2026", 30)]
    assert pairs == {"y2026": 1, "as before": 1, "retrained": 2}


def test_a_crosswalk_carries_over_and_lists_split_codes(desk, made, capsys):
    gone, split, *others = sorted(set(made[1]["isco"]))
    pairs = [(code, f"9{code[1:]}") for code in (split, *others)] + [(split, "9999")]
    pd.DataFrame(pairs, columns=["old", "new"]).to_csv("old-new.csv", index=False)
    assert command("crosswalk", "old-new.csv", "n.desk") == 0
    counts, told = made[1]["isco"][:900].value_counts(), capsys.readouterr().out
    kept = 900 - counts[split] - counts[gone]
    assert f"answers: {kept} carried over, {counts[split]} whose code was split, {counts[gone]} without" in told
    with store.opened(Path("n.desk")) as db:
        assert {len(json.loads(row[0])) for row in db.execute("select suggestions from answer")} == {0, 2}
        assert store.training_of(db)[0]["code"].str.startswith("9").all()
    assert carried_over(["7131"], pd.DataFrame({"old": [" 7131", "7131"], "new": ["1", "1"]})) == [["1"]]
    assert command("report", file="n.desk") == 0
    assert command("add", "y2026.csv", file="n.desk") == 1
    assert "the desk must have a model; got none. Pass --retrain" in capsys.readouterr().err
    assert command("add", "y2026.csv", "--retrain", file="n.desk") == 0


def test_groups_can_be_chosen_if_part_allows_their_length_and_are_not_learned(desk):
    with store.opened(desk) as db:
        store.set_settings(db, part=[2])
        assert {len(row[0]) for row in db.execute("select code from choosable")} == {2, 4}
    for seat in store.CODERS:
        code_all(desk, seat, lambda db, number: "12" if number % 2 else "1211")
    assert command("add", "y2027.csv", "--retrain") == 0


def test_a_crosswalk_keeps_the_persons_codes_with_their_ids_and_the_names_of_unchanged_codes(desk, made, capsys):
    for seat in store.CODERS:
        code_all(desk, seat, truth_of(made[1]))
    codes = sorted(set(made[1]["isco"]))
    new = dict(zip(codes, [f"9{codes[0][1:]}", *codes[1:]], strict=True))
    pd.DataFrame(new.items(), columns=["old", "new"]).to_csv("old-new.csv", index=False)
    assert command("crosswalk", "old-new.csv", "n.desk") == 0
    assert f"warning: 1 codes have no name, {new[codes[0]]} for example; pass --names" in capsys.readouterr().out
    assert [command("export", f"{name}.csv", file=name) for name in ("s.desk", "n.desk")] == [0, 0]
    old, carried = (pd.read_csv(f"{name}.csv", dtype=str, index_col="id") for name in ("s.desk", "n.desk"))
    old = old[old["by"] == "two coders"]
    assert carried["code"].to_dict() == old["code"].map(new).to_dict()
    assert set(carried["by"] + carried["survey"]) == {"carried overy2026 (crosswalk)"}
    assert command("add", "y2026.csv", "--retrain", file="n.desk") == 0
    with store.opened(Path("n.desk")) as db:
        assert store.last_model(db)["n"] == 900 + len(old)
    assert command("crosswalk", "pairs.csv", "w.desk") == 0
    assert re.search(r"warning: \d+ of the \d+ codes of this desk are missing in the table", capsys.readouterr().out)


@pytest.fixture
def served(desk):
    """The pages of a desk, in a thread: the port and the tokens."""
    shared = pages.Desk(desk, {"127.0.0.1"}, {seat: seat for seat in store.SEATS})
    with pages.Server(("127.0.0.1", 0), shared) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port, shared.tokens
        server.shutdown()


def ask(port, path, token="", body=None, **headers):
    """Return status, headers and JSON or text of a request."""
    headers |= {"Authorization": f"Bearer {token}"} if token else {}
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=20)) as connection:
        connection.request("GET" if body is None else "POST", path, body, headers)
        reply = connection.getresponse()
        content = reply.read().decode()
    return reply.status, reply.headers, json.loads(content) if "json" in reply.headers["Content-Type"] else content


def test_nobody_gets_in_without_the_token_of_a_link(served, capfd):
    port, tokens = served
    for token in ("", "x", tokens["first"][:-1], "é"):
        assert ask(port, "/api/next", token)[0] == 401
    assert ask(port, "/api/decision", "", b"{}")[0] == 401
    status, headers, page = ask(port, "/")
    assert (status, headers["Cache-Control"]) == (200, "no-store")
    assert "s.desk" not in page
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert ask(port, "/api/next", tokens["first"])[0] == 200
    assert ask(port, "/api/next", tokens["first"], Host="evil.example")[0] == 403  # DNS rebinding
    assert ask(port, "/api/next", tokens["first"], Origin="http://evil.example")[0] == 403
    assert ask(port, "/../_store.py", tokens["first"])[0] == 404
    assert capfd.readouterr() == ("", "")  # no token in a log


def test_a_seat_sees_its_own_list_only(served):
    port, tokens = served
    start, seen = (ask(port, f"/api/{what}", tokens["first"])[2] for what in ("start", "next"))
    assert start["seat"] == "first"
    assert ["1", "name 1", 0] in start["codes"]  # a group
    number = seen["answer"]["id"]
    said = json.dumps({"answer": number, "action": "search", "code": "1211", "note": "secret"}).encode()
    assert ask(port, "/api/decision", tokens["first"], said)[2]["progress"]["done"] == 1
    seen = ask(port, f"/api/answer/{number}", tokens["second"])[2]["answer"]
    assert seen["own"] is None
    assert "secret" not in json.dumps(seen)
    assert ask(port, f"/api/answer/{number}", tokens["adjudicator"])[0] == 404
    assert ask(port, "/api/decision", tokens["adjudicator"], said)[0] == 400
    for body, status in ((b"[]", 400), (b"nonsense", 400), (b"\xff", 400), (b"{}", 400), (b"1" * 70_000, 413)):
        assert ask(port, "/api/decision", tokens["first"], body)[0] == status


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="kill -9")
def test_a_killed_desk_loses_nothing_that_was_answered(desk):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    words = [sys.executable, "-m", "tiws_teach", "desk", str(desk), "--first", "Anna", "--port", str(port)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        lines = [process.stdout.readline() for _ in range(4)]
        token, done = re.search(r"Anna +http://127.0.0.1:\d+/#(\S+)", "".join(lines))[1], 0
        Thread(target=lambda: (time.sleep(1), process.send_signal(signal.SIGKILL)), daemon=True).start()
        said = json.dumps({"answer": ask(port, "/api/next", token)[2]["answer"]["id"], "action": "skip"}).encode()
        try:
            while ask(port, "/api/decision", token, said)[0] == 200:
                done += 1
        except (OSError, http.client.HTTPException):
            assert process.wait(20) == -signal.SIGKILL
    assert done > 0
    with store.opened(desk) as db:
        assert done <= db.execute("select count(*) from decision").fetchone()[0] <= done + 1


@pytest.mark.slow
@pytest.mark.browser
def test_a_coder_works_by_keyboard_alone(served, browser):
    port, tokens = served
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    page.set_default_timeout(20_000)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"http://127.0.0.1:{port}/#{tokens['first']}")
    page.locator("#answer p").first.wait_for()
    assert page.url.endswith("/")  # the token is not in the address bar any more
    seen = set()
    for step in range(1, 13):
        kind = (
            "search" if not page.locator("#options button").count() or step % 4 == 1 else ("accept", "skip")[step % 2]
        )
        seen.add(kind)
        if kind == "search":
            for keys in ("n", *"not sure", "Enter", "/", *"71", "ArrowDown"):
                page.keyboard.press(keys if keys != " " else "Space")
            results = Axe().run(page, options={"resultTypes": ["violations"]}) if step < 3 else None
            assert not results or results.violations_count == 0, results.generate_report()
            assert page.evaluate("document.documentElement.scrollHeight") <= 720
        page.keyboard.press("s" if kind == "skip" else "Enter")
        page.wait_for_function("n => Number(document.getElementById('progress').dataset.seen) === n", arg=step)
        page.get_by_text("Skipped." if kind == "skip" else "Saved: ").first.wait_for()
    assert seen == {"search", "skip", "accept"}
    list(map(page.keyboard.press, ("n", *"draft", "Escape", "b")))
    page.get_by_text(re.compile("You (chose|skipped)")).wait_for()
    page.reload()
    page.wait_for_function("() => document.getElementById('note').value === 'draft'")
    list(map(page.keyboard.press, ("/", *"name")))
    page.get_by_text(re.compile(r"… and \d+ more: type more")).wait_for()
    list(map(page.keyboard.press, ("Escape", "/", "7")))
    assert page.locator("#search").input_value() == "7"  # the old search is selected
    page.close()
    assert not errors
