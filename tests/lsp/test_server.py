"""The server itself: hostile files, languages, what clients differ in, and how it starts and ends."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import textwrap
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from lsprotocol import types as t
from pygls.workspace import Workspace

from tests.lsp.conftest import WAIT, Document, Editor
from wtrules.lsp.calls import CALLS, SECONDS
from wtrules.lsp.server import Server, create

Write = Callable[..., Document]
HEAD = 'ruleset house {\n  title   en "House" de "Haus"\n  extends en-capstone\n'

HOSTILE = {
    "brackets": HEAD + "  define x = " + "(" * 5000 + "\n}\n",
    "no text": HEAD + "  \x00\x1b[31m\n}\n",
    "a long line": HEAD + "  # " + "x" * 30_000 + "\n}\n",
    "too large": HEAD + "# much\n" * 200_000 + "}\n",
    "itself": "ruleset house {\n  extends house\n}\n",
    "outside": 'ruleset house {\n  extends "../../../../etc/passwd"\n}\n',
    "nothing": "",
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_file_does_no_harm(write: Write, what: str) -> None:
    """It gets diagnostics, every request is answered, and the server goes on."""
    text = HOSTILE[what]
    bad = write(text, "house.wtr")
    bad.editor.faults(bad.uri, lambda found: bool(found))
    place = {"words": "e"} if "e" in text else {"position": t.Position(line=0, character=0)}
    for request in ("hover", "definition", "document_highlight"):
        bad.ask(request, **place)
    for request in ("folding_range", "semantic_tokens_full", "document_symbol", "code_lens"):
        bad.ask(request)
    good = write(HEAD.replace("house", "good") + "  override board.capacty = 4\n}\n", "good.wtr")
    (fault,) = good.codes("unknown-override")
    assert "board.capacty" in fault.message


def test_a_bomb_is_reported_and_does_not_delay_other_files(write: Write) -> None:
    """Loops in loops, which take too long to play."""
    loops = "".join(f"{'  ' * i}each player p{i} {{\n" for i in range(14))
    rule = f"  rule bomb {{\n    on turn ends\n{loops}do draw 1 card\n{'}' * 14}\n  }}\n"
    bomb = write(HEAD + rule + "}\n", "house.wtr")
    assert bomb.ask("hover", "en-capstone", 2) is not None
    bomb.editor.faults(bomb.uri, lambda found: bool(found))


def test_every_request_has_a_time_limit() -> None:
    """And a function."""
    assert set(CALLS) == set(SECONDS)
    assert all(0 < seconds <= 300 for seconds in SECONDS.values())


def test_a_worker_that_dies_is_replaced(editor: Editor, write: Write) -> None:
    """As if the system had run out of memory; the request after it is answered."""
    house = write(HEAD + "}\n")
    assert house.ask("hover", "en-capstone", 2) is not None
    server = editor.client._server.pid
    children = Path(f"/proc/{server}/task/{server}/children")
    if not children.exists():
        pytest.skip("needs /proc to find the workers")
    for child in children.read_text().split():
        os.kill(int(child), 9)
    house.change(HEAD + "# x\n}\n")
    for _ in range(3):  # the one that was sent to the dead worker may be lost
        found = house.ask("hover", "en-capstone", 2)
        if found is not None:
            break
    assert found is not None


@pytest.mark.slow
def test_a_check_that_takes_too_long_is_stopped_and_the_next_one_is_done(folder: Path) -> None:
    """The user hears of it, and a newer text is checked by a new worker."""
    path = folder / "house.wtr"
    path.write_text(HEAD + "  override board.capacty = 4\n}\n", "utf-8")
    sent: list[t.PublishDiagnosticsParams] = []

    async def published(checks: Server, seconds: float) -> list[t.Diagnostic]:
        checks.check_lane._seconds = {**SECONDS, "check": seconds}
        count = len(sent)
        checks.checker.changed(path)
        while len(sent) == count:
            await asyncio.sleep(0.02)
        return list(sent[-1].diagnostics)

    async def work() -> None:
        checks = create()
        checks.protocol._workspace = Workspace(None)
        checks.protocol.client_capabilities = t.ClientCapabilities()
        checks.text_document_publish_diagnostics = sent.append  # type: ignore[method-assign]
        checks.begin()
        try:
            (stopped,) = await published(checks, 0.001)
            assert "could not be checked" in stopped.message
            (fault,) = await published(checks, WAIT)
            assert "unknown-override" == fault.code
        finally:
            await checks.end()

    # In a thread of its own: the driver of the browser keeps a loop running in this one.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, asyncio.wait_for(work(), 2 * WAIT)).result()


def test_an_unsaved_text_without_a_file_is_checked(editor: Editor) -> None:
    """Editors call it `untitled:`."""
    item = t.TextDocumentItem(
        uri="untitled:Untitled-1", language_id="wtr", version=1, text=HEAD + "  over board\n}\n"
    )
    editor.versions[item.uri] = 1
    editor.tell("text_document_did_open", t.DidOpenTextDocumentParams(text_document=item))
    assert editor.faults("untitled:Untitled-1", lambda found: bool(found))
    gone = t.DidCloseTextDocumentParams(text_document=t.TextDocumentIdentifier(uri=item.uri))
    editor.tell("text_document_did_close", gone)


def test_a_file_behind_a_link_keeps_the_name_that_the_editor_uses(
    editor: Editor, folder: Path
) -> None:
    """Its diagnostics and edits are for the URI that was opened."""
    (folder / "real").mkdir()
    (folder / "link").symlink_to("real")
    text = HEAD + "  spell x {\n    cost 1\n    do draw 1 card\n  }\n}\n"
    house = editor.open(folder / "link" / "house.wtr", text)
    editor.faults(house.uri)
    assert [house.uri] == list(house.ask("rename", "x {", 0, new_name="y").changes)
    house.close()


@pytest.mark.slow
def test_german() -> None:
    """The language of the client decides."""
    editor = Editor("de-AT", "neovim@v0.7.0")
    try:
        house = editor.open(Path("/nowhere/house.wtr"), HEAD + "  override board.capacity = 4\n}\n")
        (hint,) = house.ask("inlay_hint", range=house.whole())
        assert "vorher 6" == hint.label
        assert "utf-16" == editor.result.capabilities.position_encoding
        house.change(house.text.replace("capacity", "capacty"))
        (fault,) = house.codes("unknown-override")
        assert fault.message.startswith("`setting board.capacty` gibt es in `core` nicht")
        context = t.CodeActionContext(diagnostics=[])
        first, *_ = house.ask("code_action", range=house.whole(), context=context)
        assert "`board.capacty` durch `board.capacity` ersetzen" == first.title
    finally:
        editor.close()


def test_without_the_extra_it_says_how_to_install_it() -> None:
    """In one line, with exit code 2."""
    code = """
        import sys
        sys.modules["pygls"] = None
        from wtrules.cli import main
        sys.exit(main(["lsp"]))
    """
    found = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, check=False
    )
    assert 2 == found.returncode
    assert "pip install 'wtrules[lsp]'" in found.stderr
    assert 1 == len(found.stderr.splitlines())


@pytest.mark.slow
def test_it_ends_with_its_input() -> None:
    """An editor that crashes leaves nothing behind."""
    found = subprocess.run(
        [sys.executable, "-m", "wtrules", "lsp"],
        input=b"",
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert (b"", 0) == (found.stdout, found.returncode)


def message(method: str, params: object, **more: object) -> bytes:
    """Return a message of the protocol, with its header."""
    body = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **more}).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


@pytest.mark.slow
def test_no_traceback_reaches_the_log_of_an_editor(tmp_path: Path) -> None:
    """Requests that are cancelled, malformed or unknown, and an editor that leaves at once: lines at most."""
    document = {"uri": (tmp_path / "a.wtr").as_uri()}
    text = "ruleset a {\n  extends en-capstone\n}\n"
    opened = {**document, "languageId": "wtr", "version": 1, "text": text}
    place = {"textDocument": document, "position": {"line": 1, "character": 10}}
    messages = [
        message("initialize", {"capabilities": {}, "processId": None, "rootUri": None}, id=1),
        message("initialized", {}),
        message("textDocument/didOpen", {"textDocument": opened}),
        message("textDocument/completion", place, id=2),
        message("$/cancelRequest", {"id": 2}),
        message("textDocument/completion", {"textDocument": document}, id=3),
        message("nonsense", {}, id=4),
        message("textDocument/completion", place, id=5),
        message("exit", None),
    ]
    found = subprocess.run(
        [sys.executable, "-m", "wtrules", "lsp"],
        input=b"".join(messages),
        capture_output=True,
        timeout=120,
        check=False,
    )
    said = found.stderr.decode()
    assert "Traceback" not in said
    assert 'File "' not in said
    assert "nonsense" in said  # what is wrong with a request is still reported
    assert len(said.splitlines()) < 12
