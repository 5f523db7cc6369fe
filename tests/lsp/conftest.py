"""An editor for the tests: a client of `wtrules lsp` that is driven step by step.

The client runs in a thread of its own, because the driver of the browser, in other tests, keeps a loop
running in this one. One server serves all tests of a process; each test has a folder of its own.
"""

from __future__ import annotations

import asyncio
import itertools
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pygls", reason="needs wtrules[lsp]")
pytest_lsp = pytest.importorskip("pytest_lsp", reason="needs pytest-lsp")

from lsprotocol import types as t  # noqa: E402

WAIT = 120.0  # a busy machine must not fail the tests
_NUMBERS = itertools.count(1)


class Editor:
    """A client with one server."""

    def __init__(self, locale: str = "en", client: str = "visual_studio_code") -> None:
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.messages: list[str] = []
        self.shown: list[t.ShowDocumentParams] = []
        self.versions: dict[str, int] = {}
        self.told = threading.Condition()
        self.diagnostics: dict[str, list[tuple[int | None, list[t.Diagnostic]]]] = {}
        self.unplayed: set[str] = set()  # published since the server last finished all its work
        self.result: t.InitializeResult = self.run(self._start(locale, client))

    async def _start(self, locale: str, client: str) -> t.InitializeResult:
        self.client = pytest_lsp.make_test_lsp_client()
        command = [sys.executable, "-P", "-m", "wtrules", "lsp"]
        # pytest-lsp keeps only the newest diagnostics, without the version that they are for.
        for own in (
            t.WINDOW_SHOW_MESSAGE,
            t.WINDOW_SHOW_DOCUMENT,
            t.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS,
            t.WORKSPACE_CODE_LENS_REFRESH,
        ):
            self.client.protocol.fm.features.pop(own, None)

        @self.client.feature(t.WINDOW_SHOW_MESSAGE)
        def message(params: t.ShowMessageParams) -> None:
            self.messages.append(params.message)

        @self.client.feature(t.WINDOW_SHOW_DOCUMENT)
        def document(params: t.ShowDocumentParams) -> t.ShowDocumentResult:
            self.shown.append(params)
            return t.ShowDocumentResult(success=True)

        @self.client.feature(t.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def published(params: t.PublishDiagnosticsParams) -> None:
            with self.told:
                found = (params.version, list(params.diagnostics))
                self.diagnostics.setdefault(params.uri, []).append(found)
                self.unplayed.add(params.uri)
                self.told.notify_all()

        @self.client.feature(t.WORKSPACE_CODE_LENS_REFRESH)
        def finished(*_: object) -> None:
            with self.told:
                self.unplayed.clear()
                self.told.notify_all()

        await self.client.start_io(*command)
        capabilities = pytest_lsp.client_capabilities(client)
        return await self.client.initialize_session(
            t.InitializeParams(capabilities=capabilities, locale=locale)
        )

    def run(self, work: Any) -> Any:
        """Return what a coroutine returns."""
        future: Future[Any] = asyncio.run_coroutine_threadsafe(work, self.loop)
        return future.result(WAIT)

    def ask(self, name: str, params: Any) -> Any:
        """Return the answer of a request, by the name of the client's method."""
        return self.run(getattr(self.client, f"{name}_async")(params))

    def tell(self, name: str, params: Any) -> None:
        """Send a notification."""

        async def send() -> None:
            getattr(self.client, name)(params)

        self.run(send())

    def close(self) -> None:
        """End the server."""
        self.run(self.client.shutdown_session())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(WAIT)

    # --- documents ---

    def open(self, path: Path, text: str) -> Document:
        """Open a document, whether there is such a file or not."""
        uri = path.as_uri()
        self.versions[uri] = 1
        item = t.TextDocumentItem(uri=uri, language_id="wtr", version=1, text=text)
        self.tell("text_document_did_open", t.DidOpenTextDocumentParams(text_document=item))
        return Document(self, uri, text)

    def faults(
        self, uri: str, wanted: Callable[[list[t.Diagnostic]], bool] = lambda found: True
    ) -> list[t.Diagnostic]:
        """Return the newest diagnostics of the newest text, as soon as they are as wanted."""

        def newest() -> list[t.Diagnostic] | None:
            for version, found in reversed(self.diagnostics.get(uri, [])):
                if version in (None, self.versions.get(uri)):
                    return found if wanted(found) else None
            return None

        with self.told:
            there = self.told.wait_for(lambda: newest() is not None, WAIT)
            assert there, f"not published for {uri}: {self.diagnostics.get(uri)}"
            found = newest()
            assert found is not None
            return found

    def wait_until_idle(self, uri: str) -> None:
        """Wait until a document is checked and its examples are played, and nothing is left to do."""
        with self.told:
            is_idle = self.told.wait_for(
                lambda: uri in self.diagnostics and uri not in self.unplayed, WAIT
            )
            assert is_idle, f"the server still works on {uri}"


class Document:
    """An open document."""

    def __init__(self, editor: Editor, uri: str, text: str) -> None:
        self.editor = editor
        self.uri = uri
        self.text = text
        self.id = t.TextDocumentIdentifier(uri=uri)

    def change(self, text: str) -> None:
        """Replace the text."""
        self.text = text
        self.editor.versions[self.uri] += 1
        version = self.editor.versions[self.uri]
        self.editor.tell(
            "text_document_did_change",
            t.DidChangeTextDocumentParams(
                text_document=t.VersionedTextDocumentIdentifier(uri=self.uri, version=version),
                content_changes=[t.TextDocumentContentChangeWholeDocument(text=text)],
            ),
        )

    def close(self) -> None:
        """Close it."""
        params = t.DidCloseTextDocumentParams(text_document=self.id)
        self.editor.tell("text_document_did_close", params)

    def codes(self, *codes: str) -> list[t.Diagnostic]:
        """Return the diagnostics, which have exactly these codes."""
        return self.editor.faults(
            self.uri, lambda found: sorted(codes) == sorted(str(one.code) for one in found)
        )

    def at(self, words: str, inside: int = 0) -> t.Position:
        """Return the place of some words, counted in UTF-16 units as the protocol does."""
        offset = self.text.index(words) + inside
        line = self.text.count("\n", 0, offset)
        before = self.text[self.text.rfind("\n", 0, offset) + 1 : offset]
        return t.Position(line=line, character=len(before.encode("utf-16-le")) // 2)

    def whole(self) -> t.Range:
        """Return the range of the text."""
        end = t.Position(line=self.text.count("\n") + 1, character=0)
        return t.Range(start=t.Position(line=0, character=0), end=end)

    def ask(self, name: str, words: str | None = None, inside: int = 0, **more: Any) -> Any:
        """Return the answer of a request about the document, or a place in it."""
        other = {"references": "reference", "semantic_tokens_full": "semantic_tokens"}
        words_of_kind = other.get(name, name).split("_")
        kind = getattr(t, "".join(part.title() for part in words_of_kind) + "Params")
        if words is not None:
            more["position"] = self.at(words, inside)
        return self.editor.ask(f"text_document_{name}", kind(text_document=self.id, **more))

    def after(self, edits: list[t.TextEdit]) -> str:
        """Return the text with edits applied."""
        text = self.text.encode("utf-16-le")
        lines = [0]
        while (end := text.find("\n".encode("utf-16-le"), lines[-1])) >= 0:
            lines.append(end + 2)

        def offset(at: t.Position) -> int:
            return len(text) if at.line >= len(lines) else lines[at.line] + 2 * at.character

        for edit in sorted(edits, key=lambda one: offset(one.range.start), reverse=True):
            start, end = offset(edit.range.start), offset(edit.range.end)
            text = text[:start] + edit.new_text.encode("utf-16-le") + text[end:]
        return text.decode("utf-16-le")

    def textual(self, place: t.Range) -> str:
        """Return the text of a range."""
        line = self.text.split("\n")[place.start.line].encode("utf-16-le")
        return line[2 * place.start.character : 2 * place.end.character].decode("utf-16-le")


@pytest.fixture(scope="session")
def editor() -> Iterator[Editor]:
    """An editor in English."""
    made = Editor()
    yield made
    made.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder whose path has no links in it."""
    return tmp_path.resolve()


@pytest.fixture
def write(editor: Editor, folder: Path) -> Iterator[Callable[..., Document]]:
    """Open documents in a folder of the test, and close them after it."""
    opened: list[Document] = []

    def make(text: str, name: str = "house.wtr", saved: bool = False) -> Document:
        if saved:
            (folder / name).write_text(text, "utf-8")
        opened.append(editor.open(folder / name, text))
        return opened[-1]

    yield make
    for one in opened:
        one.close()
