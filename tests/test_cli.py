"""The command line: what a newcomer types, what comes out, and with which exit code."""

import errno
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

import nbformat
import pytest
from jupyter_client import BlockingKernelClient

from tiws_teach import __version__, _cli, _workspace
from tiws_teach._cli import lab
from tiws_teach._cli import run as runner


def write_notebook(path: Path, *sources: str) -> Path:
    """Write a notebook of code cells."""
    path.parent.mkdir(parents=True, exist_ok=True)
    cells = [nbformat.v4.new_code_cell(source) for source in sources]
    path.write_text(nbformat.writes(nbformat.v4.new_notebook(cells=cells)), encoding="utf-8")
    return path


# ----------------------------------------------------------------------------------------------------- help, errors


def test_without_a_command_the_help_is_shown(capsys):
    assert _cli.main([]) == 0
    shown = capsys.readouterr().out
    assert all(f"python -m tiws_teach {command}" in shown for command in ("lab", "demo", "data list", "run 02"))


@pytest.mark.parametrize("command", _cli.NAMES)
def test_every_command_explains_itself(command, capsys):
    with pytest.raises(SystemExit) as leaving:
        _cli.main([command, "--help"])
    assert leaving.value.code == 0
    assert f"usage: python -m tiws_teach {command}" in capsys.readouterr().out


def test_the_version(capsys):
    with pytest.raises(SystemExit):
        _cli.main(["--version"])
    assert capsys.readouterr().out == f"tiws_teach {__version__}\n"


@pytest.mark.parametrize(
    ("argv", "line"),
    [
        (["demo", "--feature", "deck"], "--feature must be one of 'embarked', 'class', 'sex'; got 'deck'"),
        (["demo", "--category", "Z"], "--category must be one of 'C', 'Q', 'S'; got 'Z'"),
        (["data", "describe", "titanik"], "titanik"),
        (["data", "download", "titanic_ports"], "needs no download"),
        (["run", "77"], "no notebook matches '77'"),
        (["replicate", "table9"], "name must be one of 'list', 'all'"),
        (["lab", "--port", "99999"], "a port must be in [1, 65535]; got 99999"),
        (["explore", "--port", "70000"], "a port must be in [1, 65535]; got 70000"),
        (
            ["lab", "--lessons", "notebook"],
            "or a folder; got 'notebook'. For a copy in a new folder of that name write",
        ),
    ],
)
def test_what_is_wrong_is_told_in_one_line(argv, line, capsys, monkeypatch):
    monkeypatch.setattr(lab, "is_free", lambda port: True)  # another program may use 8888
    assert _cli.main(argv) == 1
    told = capsys.readouterr()
    assert told.err.startswith("tiws_teach: ")
    assert line in told.err
    assert len(told.err.splitlines()) == 1
    assert told.out == ""


# ------------------------------------------------------------------------------------------------------------ demo


def test_demo_hides_queenstown_and_shows_estimate_weights_and_truth(capsys):
    assert _cli.main(["demo"]) == 0
    shown = capsys.readouterr().out
    assert "889 passengers: the 77 with embarked = Q are hidden" in shown
    assert re.search(r"^\s*C\s+168\s+0\.765\s+0\.851\s", shown, re.MULTILINE)
    assert re.search(r"estimated survival, tfidf\s+0\.520", shown)
    assert re.search(r"estimated survival, conditional\s+0\.486", shown)
    assert re.search(r"true survival\s+0\.390", shown)
    assert re.search(r"mean of all others\s+0\.382", shown)


def test_a_python_without_the_packages_is_told_which_one_has_them():
    bare = (
        "import runpy, sys; sys.modules['tiws_teach._cli'] = None; runpy.run_module('tiws_teach', run_name='__main__')"
    )
    done = subprocess.run([sys.executable, "-c", bare], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("tiws_teach: this Python has no package 'tiws_teach._cli'.")
    assert len(done.stderr.splitlines()) == 1


def test_demo_takes_another_feature_and_similarity(capsys):
    assert _cli.main(["demo", "--feature", "class", "--category", "Second", "--similarity", "hellinger"]) == 0
    shown = capsys.readouterr().out
    assert "class = Second" in shown
    estimate = float(re.search(r"estimated survival, hellinger\s+(\d\.\d{3})", shown)[1])
    truth = float(re.search(r"true survival\s+(\d\.\d{3})", shown)[1])
    assert truth == pytest.approx((61 + 15 + 7 + 2 + 2) / 184, abs=5e-4)
    assert 0 < estimate < 1


# ------------------------------------------------------------------------------------------------------------ data


def test_data_lists_every_set_a_line_each(capsys):
    from tiws_teach import datasets

    assert _cli.main(["data", "list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 1 + len(datasets.available())
    assert lines[0].split() == ["name", "kind", "rows", "megabytes", "present", "title"]
    assert "<NA>" not in "".join(lines)


def test_data_describes_a_set(capsys):
    assert _cli.main(["data", "describe", "titanic_ports"]) == 0
    assert "889" in capsys.readouterr().out


# ------------------------------------------------------------------------------------------------------------- run


def test_run_selects_by_number_name_or_path(tmp_path):
    folder = tmp_path / "notebooks"
    for name in ("00_start", "02_tiws", "solutions/02_tiws", "replications/poster"):
        write_notebook(folder / f"{name}.ipynb")
    own = write_notebook(tmp_path / "own.ipynb")

    def chosen(*which):
        return [path.relative_to(tmp_path).as_posix() for path in runner.select(folder, list(which))]

    assert chosen("02") == ["notebooks/02_tiws.ipynb", "notebooks/solutions/02_tiws.ipynb"]
    assert chosen("solutions/02", "02")[0] == "notebooks/solutions/02_tiws.ipynb"
    assert chosen("poster") == ["notebooks/replications/poster.ipynb"]
    assert chosen(str(own)) == ["own.ipynb"]
    assert len(chosen()) == 4
    with pytest.raises(ValueError, match=r"no notebook matches '07' in .* Choose one of: 00_start, 02_tiws, "):
        chosen("07")


def test_run_prints_a_line_each_and_its_exit_code_tells(tmp_path, capsys):
    good = write_notebook(
        tmp_path / "good.ipynb", "1 + 1", "import os; os.environ['TIWS_TEACH_CANNED'] == '1' or 1 / 0"
    )
    bad = write_notebook(tmp_path / "bad.ipynb", "x = 1", "x / 0")
    before = good.read_bytes()
    assert _cli.main(["run", str(good)]) == 0
    assert re.fullmatch(r"good\s+\d+\.\d s  ok\n1 of 1 notebooks ran without an error\.\n", capsys.readouterr().out)
    assert good.read_bytes() == before
    assert _cli.main(["run", str(bad)]) == 1
    told = capsys.readouterr().out.splitlines()
    assert len(told) == 2
    assert re.match(r"bad\s+\d+\.\d s  FAILED  .*cell 2: ZeroDivisionError: division by zero at: x / 0", told[0])
    assert told[1] == "0 of 1 notebooks ran without an error."


# ------------------------------------------------------------------------------------------------------- notebooks


def test_equations_are_printed_or_written(tmp_path, capsys):
    assert _cli.main(["equations"]) == 0
    printed = capsys.readouterr().out
    assert _cli.main(["equations", "--out", str(tmp_path / "table.md")]) == 0
    assert (tmp_path / "table.md").read_text(encoding="utf-8").strip() == printed.strip()
    assert re.search(r"^\| 2\.\d+ \| \[`\w+`\]\(\S+#L\d+\) \| `tiws_teach\.", printed, re.MULTILINE)


def test_one_equation_is_printed_with_formula_code_and_literal_version(capsys):
    assert _cli.main(["equations", "2.6"]) == 0
    printed = capsys.readouterr().out
    formula, code, literal = (printed.index(each) for each in (r"\tag{2.6}$$", "def modified_cosine(", "def cosine_"))
    assert formula < code < literal
    assert re.search(r"\[source\] tiws_teach/tiws/equations\.py:\d+\n  rows : array-like", printed)
    assert '"""' not in printed


@pytest.mark.parametrize(
    ("number", "nearest"), [("2.60", "2.1, 2.2, .*2.14, 2.15"), ("26", "2.6"), ("x", "1.1, 2.1, 3.1, .*12.1, 13.1")]
)
def test_an_unknown_equation_is_told_with_the_nearest(number, nearest, capsys):
    assert _cli.main(["equations", number]) == 1
    told = capsys.readouterr().err
    assert re.search(rf"must have a number in the table; got '{number}'. Nearest: {nearest}\. All: ", told)


def test_replicate_lists_what_there_is(capsys):
    from tiws_teach.replications import REPLICATIONS

    assert _cli.main(["replicate"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == list(REPLICATIONS)


# ------------------------------------------------------------------------------------------------------------- lab


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def test_a_busy_port_is_reported_with_the_remedy(capsys):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert _cli.main(["lab", "--no-browser", "--port", str(port)]) == 1
    assert (
        f"port {port} is in use or not allowed. Choose another, for example PORT={port + 1}" in capsys.readouterr().err
    )


def test_the_next_free_port_is_taken_where_none_is_named(monkeypatch, capsys):
    monkeypatch.setattr(lab, "is_free", lambda port: port > 8889)
    assert lab.choose_port(None) == 8890
    assert "port 8888 is in use; using 8890" in capsys.readouterr().out
    monkeypatch.setattr(lab, "is_free", lambda port: False)
    with pytest.raises(OSError, match="Choose a free one"):
        lab.choose_port(None)


def test_a_kernel_falls_back_to_tcp_where_sockets_have_no_room(monkeypatch, tmp_path):
    long = tmp_path / ("x" * 90)
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(long))
    assert lab.kernel_transport() == "tcp"
    with tempfile.TemporaryDirectory(prefix="t") as short:
        monkeypatch.setenv("JUPYTER_RUNTIME_DIR", short)
        assert lab.kernel_transport() == ("ipc" if os.name == "posix" else "tcp")


def test_the_workspace_is_opened_or_the_originals(tmp_path, capsys):
    from tiws_teach._validation import project_folder

    assert lab.prepare("notebooks") == project_folder("notebooks")
    assert capsys.readouterr().out == ""
    assert lab.prepare(str(tmp_path / "mine")) == tmp_path / "mine"
    assert re.match(r"tiws_teach: \d+ new files? copied to .*mine", capsys.readouterr().out)
    assert lab.prepare(str(tmp_path / "mine")) == tmp_path / "mine"
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("code", [errno.EROFS, errno.ENOSPC])
def test_a_copy_that_cannot_be_written_is_reported_with_the_remedy(code, tmp_path, monkeypatch, capsys):
    def refuse(path, content):
        raise OSError(code, os.strerror(code), str(path))

    assert lab.prepare(str(tmp_path / "mine")) == tmp_path / "mine"
    monkeypatch.setattr(_workspace, "_write", refuse)
    assert lab.prepare(str(tmp_path / "mine")) == tmp_path / "mine"  # complete: nothing is written
    assert _cli.main(["lab", "--port", str(free_port()), "--lessons", str(tmp_path / "new")]) == 1
    message = capsys.readouterr().err
    assert f"to {tmp_path / 'new'}: {os.strerror(code)}. Free some space, or choose a folder" in message
    assert "LESSONS=~/lessons" in message


def test_a_home_that_cannot_be_written_is_reported_with_the_remedy(tmp_path, monkeypatch, capsys):
    from jupyterlab.labapp import LabApp

    def refuse(argv):
        raise OSError(errno.EROFS, os.strerror(errno.EROFS), "/nowhere/.local")

    monkeypatch.setattr(LabApp, "initialize_server", refuse)
    monkeypatch.setenv("OMP_NUM_THREADS", "3")
    monkeypatch.delenv("OPENBLAS_NUM_THREADS")
    assert _cli.main(["lab", "--port", str(free_port()), "--lessons", str(tmp_path / "mine")]) == 1
    assert (os.environ["OMP_NUM_THREADS"], os.environ["OPENBLAS_NUM_THREADS"]) == ("3", "1"), "as its user says, or one"
    told = f"home folder and could not write /nowhere/.local: {os.strerror(errno.EROFS)}. Name another home"
    assert told in capsys.readouterr().err


def test_a_terminal_that_lacks_a_letter_ends_no_command(tmp_path):
    command = [sys.executable, "-m", "tiws_teach", "progress", "--export", str(tmp_path / "Übung.json")]
    env = os.environ | {"PYTHONIOENCODING": "ascii:strict"}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("\\xdcbung.json.\n")


def ask(port: int, path: str, token: str = "", data: bytes | None = None):
    """Ask the server; return (status, JSON)."""
    headers = {"Authorization": f"token {token}"} if token else {}
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", data=data, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.status, json.loads(answer.read() or b"null")
    except urllib.error.HTTPError as error:
        error.close()
        return error.code, None


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """JupyterLab as ``lab`` starts it, on a free port: (port, token)."""
    runtime = tempfile.mkdtemp(prefix="tt")  # short: a Unix socket's path has no room for more
    log = tmp_path_factory.mktemp("lab") / "log"
    command = [sys.executable, "-m", "tiws_teach", "lab", "--no-browser", "--port", str(port := free_port())]
    with log.open("w", encoding="utf-8") as output:
        child = subprocess.Popen(
            [*command, "--lessons", str(tmp_path_factory.mktemp("Übung mit Leerzeichen"))],
            env=os.environ | {"JUPYTER_RUNTIME_DIR": runtime},
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        try:
            for _ in range(600):
                found = re.search(rf"http://127\.0\.0\.1:{port}\S+token=(\w+)", log.read_text(encoding="utf-8"))
                if found or child.poll() is not None:
                    break
                time.sleep(0.1)
            assert found, log.read_text(encoding="utf-8")
            yield port, found[1], Path(runtime)
        finally:
            child.terminate()
            child.wait(30)


@pytest.mark.slow
def test_lab_answers_with_its_token_only(server):
    port, token, _ = server
    assert ask(port, "/api/contents")[0] == 403
    assert ask(port, "/api/contents", token)[0] == 200


@pytest.mark.slow
def test_a_second_lab_takes_another_port(server, monkeypatch):
    monkeypatch.setattr(lab, "DEFAULT_PORT", server[0])
    assert lab.choose_port(None) > server[0]


@pytest.mark.slow
def test_lab_shows_no_news_and_asks_for_no_updates(server):
    port, token, _ = server
    _, settings = ask(port, "/lab/api/settings/@jupyterlab/apputils-extension:notification", token)
    defaults = settings["schema"]["properties"]
    assert (defaults["fetchNews"]["default"], defaults["checkForUpdates"]["default"]) == ("false", False)


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="Windows has no ipc transport")
def test_a_kernel_opens_no_port(server):
    port, token, runtime = server
    _, kernel = ask(port, "/api/kernels", token, data=b"{}")
    client = BlockingKernelClient(connection_file=str(runtime / f"kernel-{kernel['id']}.json"))
    client.load_connection_file()
    assert client.transport == "ipc"
    client.hb_channel.time_to_dead = 60  # on a busy machine a kernel needs more than a second for its first heartbeat
    client.start_channels()
    try:
        client.wait_for_ready(timeout=60)
        assert client.execute("1 + 1", reply=True, timeout=30)["content"]["status"] == "ok"
    finally:
        client.stop_channels()
