"""`wtrules web`: who may ask, what is answered, what is written."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from wtrules.cli import main

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

RULES = 'ruleset house {\r\n  title en "House"\r\n  extends "parts/base.wtr"\r\n}\r\n'
BASE = 'ruleset base { title en "Base" extends en-capstone override hand.size = 4 }\n'


class Page:
    """A server in a process of its own, and requests to it."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.file = folder / "house.wtr"
        self.file.write_bytes(RULES.encode())
        (folder / "parts").mkdir()
        (folder / "parts" / "base.wtr").write_text(BASE, "utf-8")
        command = [sys.executable, "-m", "wtrules", "web", str(self.file), "--no-browser", *options]
        # A busy machine must not fail the tests.
        patient = {**os.environ, "WTRULES_PATIENCE": "100"}
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=patient
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().decode().strip()
        parts = urlsplit(self.address)
        assert parts.hostname == "127.0.0.1"
        self.port, self.secret = parts.port, parts.path
        self.cookie = self.exchanged()

    def exchanged(self) -> str:
        """Return the cookie that the printed address is exchanged for."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=900)
        connection.request("GET", self.secret)
        response = connection.getresponse()
        assert 303 == response.status
        assert "/" == response.headers["location"]
        found = response.headers["set-cookie"]
        assert "httponly" in found.lower()
        assert "samesite=strict" in found.lower()
        response.read()
        connection.close()
        return found.split(";")[0]

    def request(
        self, method: str, path: str, body: Any = None, **headers: str
    ) -> tuple[int, bytes]:
        """Return the status and the body of an answer."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=900)
        given = {"Cookie": self.cookie}
        given |= {name.replace("_", "-"): value for name, value in headers.items()}
        data = None if body is None else json.dumps(body)
        connection.request(method, path, data, given)
        response = connection.getresponse()
        found = response.status, response.read()
        connection.close()
        return found

    def call(self, name: str, argument: Any) -> Any:
        """Return the answer of a call."""
        status, body = self.request(
            "POST", f"/api/{name}", argument, content_type="application/json"
        )
        assert 200 == status
        lines = [json.loads(line) for line in body.splitlines()]
        return lines[-1]["value"] if "value" in lines[-1] else lines[-1]


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """A server for a file that extends another one beside it."""
    made = Page(tmp_path_factory.mktemp("house"))
    yield made
    made.process.kill()
    made.process.communicate()


def test_the_page_is_served_with_the_cookie_alone(page: Page):
    """The token is exchanged for it; another path, host or origin gets nothing."""
    name, _, key = page.cookie.partition("=")
    assert key not in page.secret  # the token is not the key
    assert 200 == page.request("GET", "/")[0]
    assert 403 == page.request("GET", "/", Cookie="")[0]
    assert 403 == page.request("GET", "/", Cookie=f"{name}=wrong")[0]
    assert 403 == page.request("GET", "/", Cookie=f"{name}={page.secret.strip('/')}")[0]
    assert 403 == page.request("GET", "/wrong/", Cookie="")[0]
    assert 403 == page.request("GET", "/", Host="evil.example")[0]
    assert 403 == page.request("GET", "/", Host=f"evil.example:{page.port}")[0]
    assert 403 == page.request("GET", "/", Origin="http://evil.example")[0]
    assert 403 == page.request("GET", "/", Origin="null")[0]
    assert 403 == page.request("GET", "/", Sec_Fetch_Site="cross-site")[0]
    assert 403 == page.request("GET", page.secret, Sec_Fetch_Site="cross-site")[0]
    origin = f"http://127.0.0.1:{page.port}"
    assert 200 == page.request("GET", "/", Origin=origin)[0]


@pytest.mark.parametrize("inside", ["../server.py", "%2e%2e/server.py", "..%2fserver.py", "x"])
def test_nothing_outside_the_page_is_served(page: Page, inside: str):
    """Only what was built."""
    assert page.request("GET", f"/{inside}")[0] in (403, 404)


def test_calls_must_be_json_and_known(page: Page):
    """A form of another site cannot be sent as JSON."""
    where = "/api/check"
    assert 415 == page.request("POST", where, {"project": "en-capstone"})[0]
    assert 404 == page.request("POST", "/api/x", {}, content_type="application/json")[0]
    assert page.request("GET", where)[0] in (404, 405)


def test_a_call_is_answered_in_lines(page: Page):
    """Progress first, the value last."""
    body = page.request(
        "POST",
        "/api/check",
        {"project": "en-capstone"},
        content_type="application/json",
    )[1]
    first, last = (json.loads(line) for line in body.splitlines())
    assert "waiting" == first["progress"]["examples"]
    assert last["value"]["playable"]


def test_the_file_is_opened_and_saved_only_if_it_is_unchanged(page: Page):
    """Its line endings stay, and a change made by somebody else stays too."""
    opened = json.loads(page.request("GET", "/engine.json")[1])["opened"]
    assert "house.wtr" == opened["project"]["main"]
    assert {"house.wtr", "parts/base.wtr"} == set(opened["project"]["files"])
    assert page.call("check", {"project": opened["project"]})["playable"]
    text, hash = opened["project"]["files"]["house.wtr"], opened["saved"]["hash"]
    assert "\r" not in text

    saved = page.call("save", {"text": text.replace("House", "Home"), "hash": hash})
    assert RULES.replace("House", "Home").encode() == page.file.read_bytes()
    assert saved["hash"] != hash

    error = page.call("save", {"text": "lost", "hash": hash, "lang": "de"})["error"]
    assert "conflict" == error["code"]
    assert saved["hash"] == error["hash"]
    assert b"lost" not in page.file.read_bytes()

    page.file.write_bytes(b"# changed in another editor\n")
    error = page.call("save", {"text": "lost", "hash": saved["hash"]})["error"]
    assert ("conflict", "# changed in another editor\n") == (error["code"], error["text"])
    assert b"# changed in another editor\n" == page.file.read_bytes()
    page.file.write_bytes(RULES.encode())


def test_a_wrong_save_changes_nothing(page: Page):
    """Whatever is missing."""
    for argument in ({}, {"text": "x"}, {"hash": "x"}, [], {"text": "x", "hash": "y"}):
        assert "error" in page.call("save", argument)
    assert RULES.encode() == page.file.read_bytes()


@pytest.mark.slow
def test_ctrl_c_stops_the_server_and_its_workers(tmp_path: Path):
    """Nothing is left behind, and the exit code is that of a clean end."""
    page = Page(tmp_path)
    assert page.call("check", {"project": "en-capstone"})["playable"]
    page.process.send_signal(signal.SIGINT)
    _, said = page.process.communicate(timeout=900)
    assert page.process.returncode in (0, 130)
    assert b"Traceback" not in said
    left = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(page.process.pid)], capture_output=True, text=True
    )
    assert "" == left.stdout.strip()


def test_a_port_that_is_taken_is_reported(capsys: pytest.CaptureFixture[str]):
    """If it was asked for; otherwise another one is used."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert 2 == main(["web", "--no-browser", "--port", str(port)])
    assert f"port {port} cannot be used" in capsys.readouterr().err


def test_a_file_that_cannot_be_read_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """Before anything is served."""
    assert 2 == main(["web", str(tmp_path / "none.wtr")])
    assert "there is no file" in capsys.readouterr().err
    assert 2 == main(["web", str(tmp_path)])
    assert "is a folder" in capsys.readouterr().err


def test_without_the_extra_one_line_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    """And nothing else happens."""
    monkeypatch.setattr("wtrules.cli.web.find_spec", lambda name: None)
    assert 2 == main(["web"])
    assert "pip install 'wtrules[web]'" in capsys.readouterr().err


def test_the_page_opens_in_the_language_asked_for(tmp_path: Path) -> None:
    """`--lang de` is for the page, too; otherwise the browser's language decides."""
    german = Page(tmp_path, "--lang", "de")
    german.process.kill()
    german.process.communicate()

    assert german.address.endswith("/?lang=de")


@pytest.mark.parametrize("body", ["{", "", "[" * 100_000])
def test_what_is_not_json_is_refused(page: Page, body: str):
    """With one line that says so."""
    connection = HTTPConnection("127.0.0.1", page.port, timeout=900)
    headers = {"content-type": "application/json", "cookie": page.cookie}
    connection.request("POST", "/api/check", body, headers)
    response = connection.getresponse()
    assert (400, b"400: not JSON") == (response.status, response.read())
    connection.close()
