"""Fetching: the folder that is looked in first, the cache, and each way in which a download fails."""

import errno
import hashlib
import http.server
import logging
import threading
from pathlib import Path

import pooch
import pytest

from tiws_teach.datasets import (
    CutFileError,
    DatasetError,
    UnreachableError,
    UnwritableCacheError,
    WrongHashError,
    _cache,
)
from tiws_teach.datasets._registry import RegisteredFile

CONTENT = b"1,2,3\n" * 20_000


class Handler(http.server.BaseHTTPRequestHandler):
    """Answer with the whole file, another file, a file that breaks off, a short file, or an error."""

    def do_GET(self):
        self.server.requests += 1
        body = {"/other": CONTENT[::-1], "/short": CONTENT[:1000]}.get(self.path, CONTENT)
        if self.path == "/gone":
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body[:70_000] if self.path == "/broken" else body)

    def log_message(self, *arguments):
        pass


@pytest.fixture(scope="module")
def server():
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as running:
        running.requests = 0
        thread = threading.Thread(target=running.serve_forever, daemon=True)
        thread.start()
        yield running
        running.shutdown()
        thread.join()


@pytest.fixture
def cache(monkeypatch, tmp_path):
    for variable in ("TIWS_TEACH_DATA", "http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(variable, raising=False)
    folder = tmp_path / "cache"
    monkeypatch.setattr(_cache, "cache_folder", lambda: folder)
    return folder


def entry(server, path="/whole"):
    digest = hashlib.sha256(CONTENT).hexdigest()
    url = f"http://127.0.0.1:{server.server_port}{path}"
    return RegisteredFile("small", "table.csv", url, digest, len(CONTENT), "none", "nobody")


def files_in(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def test_download_once_then_from_the_cache(server, cache):
    before = server.requests
    first = _cache.fetch_file(entry(server), progress=False)
    second = _cache.fetch_file(entry(server), progress=False)
    assert first == second == cache / "small" / "table.csv"
    assert first.read_bytes() == CONTENT
    assert server.requests == before + 1
    assert files_in(cache) == ["small/table.csv"]


def test_progress_bar_on_standard_error_only_when_asked(server, cache, capsys):
    _cache.fetch_file(entry(server), progress=True)
    shown = capsys.readouterr()
    assert "table.csv: 100%" in shown.err
    assert "120k" in shown.err
    assert shown.out == ""
    (cache / "small" / "table.csv").unlink()
    _cache.fetch_file(entry(server))  # captured standard error is no terminal
    assert capsys.readouterr().err == ""


def test_log_level_of_pooch_is_left_as_it_was(server, cache):
    level = pooch.get_logger().level
    _cache.fetch_file(entry(server), progress=False)
    assert pooch.get_logger().level == level != logging.WARNING


@pytest.mark.parametrize(
    ("path", "error", "message"),
    [
        ("/other", WrongHashError, r"must have the SHA-256 \w{64}; got \w{64}\. .*TIWS_TEACH_DATA"),
        ("/broken", CutFileError, r"must have 120000 bytes; .*\. Try again"),
        ("/short", CutFileError, r"must have 120000 bytes; .*\. Try again"),
        ("/gone", UnreachableError, r"got HTTP status 404\. The source may have moved\. .*small.table\.csv"),
    ],
)
def test_a_download_that_fails_says_how_and_leaves_nothing(server, cache, path, error, message):
    with pytest.raises(error, match=message):
        _cache.fetch_file(entry(server, path), progress=False)
    assert issubclass(error, DatasetError)
    assert files_in(cache) == []


def test_no_network(server, cache):
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as closed:
        port = closed.server_port
    dead = RegisteredFile("small", "table.csv", f"http://127.0.0.1:{port}/", "0" * 64, 10, "none", "nobody")
    with pytest.raises(UnreachableError, match=r"must be reachable; got ConnectionError\. Check the network"):
        _cache.fetch_file(dead, progress=False)
    assert files_in(cache) == []


def test_cache_below_a_file(server, cache, monkeypatch, tmp_path):
    blocker = tmp_path / "blocker"
    blocker.write_bytes(b"")
    monkeypatch.setattr(_cache, "cache_folder", lambda: blocker / "cache")
    with pytest.raises(UnwritableCacheError, match=r"the cache folder .* must be writable; got: .*Free space, fix"):
        _cache.fetch_file(entry(server), progress=False)
    assert files_in(tmp_path) == ["blocker"]


@pytest.mark.parametrize(
    ("raised", "error", "message"),
    [
        (OSError(errno.EACCES, "Permission denied"), UnwritableCacheError, "be writable; got: Permission denied"),
        (OSError(errno.ENOSPC, "No space left"), UnwritableCacheError, "be writable; got: the disk is full"),
        (KeyboardInterrupt(), KeyboardInterrupt, None),
    ],
)
def test_a_download_that_breaks_off_leaves_nothing(server, cache, monkeypatch, raised, error, message):
    def refuse(self, url, output_file, pooch_object):
        Path(output_file).write_bytes(CONTENT[:500])
        raise raised

    monkeypatch.setattr(pooch.HTTPDownloader, "__call__", refuse)
    with pytest.raises(error, match=message):
        _cache.fetch_file(entry(server), progress=False)
    assert files_in(cache) == []


def test_damaged_file_in_the_cache_is_replaced(server, cache):
    path = cache / "small" / "table.csv"
    path.parent.mkdir(parents=True)
    path.write_bytes(CONTENT[:10])
    assert _cache.fetch_file(entry(server), progress=False).read_bytes() == CONTENT


@pytest.fixture
def own(monkeypatch, tmp_path, cache):
    folder = tmp_path / "own"
    (folder / "small").mkdir(parents=True)
    monkeypatch.setenv("TIWS_TEACH_DATA", str(folder))
    return folder


def test_named_folder_is_looked_in_first(server, cache, own):
    before = server.requests
    (own / "small" / "table.csv").write_bytes(CONTENT)
    assert _cache.fetch_file(entry(server)) == own / "small" / "table.csv"
    assert server.requests == before
    assert not cache.exists()


def test_named_folder_without_the_file_falls_back_to_a_download(server, cache, own):
    assert _cache.fetch_file(entry(server), progress=False) == cache / "small" / "table.csv"
    assert files_in(own) == []


@pytest.mark.parametrize(("content", "error"), [(CONTENT[:-1], CutFileError), (CONTENT[::-1], WrongHashError)])
def test_named_folder_with_a_bad_file(server, cache, own, content, error):
    (own / "small" / "table.csv").write_bytes(content)
    with pytest.raises(error, match=r"table\.csv must have .* Delete it from the folder in TIWS_TEACH_DATA"):
        _cache.fetch_file(entry(server))
    assert (own / "small" / "table.csv").read_bytes() == content, "a file of the user is never deleted"


@pytest.mark.parametrize("folder", ["own", "cache"])
def test_a_truncated_file_with_the_right_name_does_not_count_as_present(server, cache, own, folder, monkeypatch):
    monkeypatch.setattr(_cache, "registry", lambda: {"small": [entry(server)]})
    path = (own if folder == "own" else cache) / "small" / "table.csv"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(CONTENT[:-1])
    assert not _cache.is_present("small")
    path.write_bytes(CONTENT)
    assert _cache.is_present("small")


def test_named_folder_that_does_not_exist(server, monkeypatch, tmp_path, cache):
    monkeypatch.setenv("TIWS_TEACH_DATA", str(tmp_path / "nowhere"))
    with pytest.raises(FileNotFoundError, match=r"TIWS_TEACH_DATA must name a folder; got .*nowhere\. Create the"):
        _cache.fetch_file(entry(server))
