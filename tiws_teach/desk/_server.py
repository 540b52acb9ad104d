"""The coders' pages: three links with a token each, a page without data, and a few requests in JSON.

The token stands behind the # of a link, so it is in no request line and in no log; the page sends it in a header of its
own. So another site cannot send it, and each request is checked for its host besides.
"""

from __future__ import annotations

import hmac
import json
import secrets
import sqlite3
from dataclasses import dataclass, field
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from tiws_teach.desk import _store as store

PAGE = Path(__file__).parent / "page"
FILES = {
    "/": ("index.html", "text/html"),
    "/desk.js": ("desk.js", "text/javascript"),
    "/desk.css": ("desk.css", "text/css"),
}
LARGEST = 64_000
"""Bytes of a request."""
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class Refused(Exception):
    """A request that gets a status and a sentence."""

    def __init__(self, status: HTTPStatus, message: str) -> None:
        super().__init__(message)
        self.status = status


@dataclass
class Desk:
    """What all requests share: the file, the names by which the desk is reached, and who has which token."""

    path: Path
    hosts: set[str]
    persons: dict[str, str]
    tokens: dict[str, str] = field(default_factory=lambda: {seat: secrets.token_urlsafe(32) for seat in store.SEATS})

    def seat(self, token: str) -> str:
        """Return the seat that a token is for; each is compared, in a time that does not depend on the letters."""
        given = token.encode()
        seats = [seat for seat, known in self.tokens.items() if hmac.compare_digest(known.encode(), given)]
        if not seats:
            raise Refused(HTTPStatus.UNAUTHORIZED, "Open your link again, or ask the head of coding for it: each start "
                          "of the desk makes new links.")  # fmt: skip
        return seats[0]


class Handler(BaseHTTPRequestHandler):
    """One request."""

    protocol_version = "HTTP/1.1"
    server_version, sys_version = "desk", ""
    timeout = 60
    server: Server

    def do_GET(self) -> None:
        """Send a file of the page, or what the page asks for."""
        self._answer(self._get)

    def do_POST(self) -> None:
        """Write down a decision, and send the next answer."""
        self._answer(self._post)

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing: the file has all that is decided."""

    def _answer(self, work: Any) -> None:
        """Send what a request gets, or why it gets nothing."""
        try:
            self._check_origin()
            self._send(HTTPStatus.OK, *work())
        except Refused as refused:
            self._send_json(refused.status, str(refused))
        except (ValueError, OverflowError) as error:
            self._send_json(HTTPStatus.BAD_REQUEST, str(error))
        except OSError as error:
            self._send_json(HTTPStatus.SERVICE_UNAVAILABLE, f"Nothing was saved. {error}")

    def _check_origin(self) -> None:
        """Refuse a request under another name (DNS rebinding), or from a page of another site."""
        host, origin = self.headers.get("Host", ""), self.headers.get("Origin")
        name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
        if name.lower() not in self.server.desk.hosts:
            raise Refused(HTTPStatus.FORBIDDEN, "This desk is not reached by this name; pass it as --name.")
        if origin is not None and origin not in (f"http://{host}", f"https://{host}"):
            raise Refused(HTTPStatus.FORBIDDEN, "Another site may not use this desk.")

    def _seat(self) -> str:
        scheme, _, token = self.headers.get("Authorization", "").partition(" ")
        return self.server.desk.seat(token if scheme == "Bearer" else "")

    def _get(self) -> tuple[bytes, str]:
        if self.path in FILES:
            name, kind = FILES[self.path]
            return (PAGE / name).read_bytes(), f"{kind}; charset=utf-8"
        seat, (kind, _, number) = self._seat(), self.path.removeprefix("/api/").partition("/")
        with store.opened(self.server.desk.path) as db:
            if kind == "start":
                return _json(self._start(db, seat))
            if kind == "next":
                return _json(state(db, seat, store.next_answer(db, seat)))
            if kind == "answer" and number.isascii() and number.isdigit() and len(number) < 16:
                return _json(state(db, seat, int(number)))
        raise Refused(HTTPStatus.NOT_FOUND, "There is no such page.")

    def _post(self) -> tuple[bytes, str]:
        length = self.headers.get("Content-Length", "")
        if not (length.isascii() and length.isdigit()) or int(length) > LARGEST:
            raise Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"A request has at most {LARGEST} bytes.")
        body, seat = self.rfile.read(int(length)), self._seat()
        if self.path != "/api/decision":
            raise Refused(HTTPStatus.NOT_FOUND, "There is no such page.")
        message = json.loads(body)
        if not isinstance(message, dict):
            raise Refused(HTTPStatus.BAD_REQUEST, "A decision must be an object of JSON.")
        with store.opened(self.server.desk.path) as db:
            store.decide(db, seat, self.server.desk.persons[seat], message)
            return _json(state(db, seat, store.next_answer(db, seat)))

    def _start(self, db: sqlite3.Connection, seat: str) -> dict[str, Any]:
        query = "select code, name, code in (select code from choosable) from code order by code"
        codes = [tuple(row) for row in db.execute(query)]
        survey = self.server.desk.path.stem
        return {"seat": seat, "person": self.server.desk.persons[seat], "survey": survey, "codes": codes}

    def _send_json(self, status: HTTPStatus, message: str) -> None:
        self._send(status, *_json({"error": message}))

    def _send(self, status: HTTPStatus, body: bytes, kind: str) -> None:
        self.send_response(status)
        more = {} if status == HTTPStatus.OK else {"Connection": "close"}  # what was not read is no further request
        for name, value in {**HEADERS, **more, "Content-Type": kind, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


class Server(ThreadingHTTPServer):
    """A server of one desk."""

    daemon_threads = True

    def __init__(self, address: tuple[str, int], desk: Desk) -> None:
        super().__init__(address, Handler)
        self.desk = desk

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing when a browser goes away."""


def _json(value: Any) -> tuple[bytes, str]:
    return json.dumps(value, ensure_ascii=False).encode(), "application/json; charset=utf-8"


def state(db: sqlite3.Connection, seat: str, number: int | None) -> dict[str, Any]:
    """Return an answer with what a person is offered and has said about it, and how far the person is."""
    before = store.previous(db, seat, number)
    reply = {"progress": store.progress(db, seat), "previous": before, "answer": None}
    if number is None:
        return reply
    row = db.execute("select * from answer where id = ?", (number,)).fetchone()
    if row is None or not store.is_listed(db, seat, number):
        raise Refused(HTTPStatus.NOT_FOUND, "This answer is not on your list.")
    own = db.execute("select code, note, action from latest where answer = ? and seat = ?", (number, seat)).fetchone()
    answer = {
        "id": number,
        "shown": json.loads(row["shown"]),
        "own": own and dict(own),
        "is_control": row["code"] is not None,
    }
    return reply | {"answer": answer | {"options": options(db, seat, row)}}


def options(db: sqlite3.Connection, seat: str, row: sqlite3.Row) -> list[dict[str, Any]]:
    """Return the codes that a person is offered: those of both coders for the adjudicator, then the suggestions."""
    offered = [] if row["code"] is not None else json.loads(row["suggestions"])
    if seat in store.CODERS:
        return offered
    by_code: dict[str, dict[str, Any]] = {}
    query = "select code, note, seat from latest where answer = ? and seat in ('first', 'second') order by seat"
    for row_of in db.execute(query, (row["id"],)):
        each = by_code.setdefault(row_of["code"] or "", {"code": row_of["code"], "from": []})
        each["from"].append(f"{row_of['seat']} coder" + (f": {row_of['note']}" if row_of["note"] else ""))
    for suggestion in offered[:2]:
        by_code[suggestion["code"]] = by_code.get(suggestion["code"], {}) | suggestion
    return sorted(by_code.values(), key=lambda each: each["code"] is None)
