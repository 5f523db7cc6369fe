"""The commands behind the lenses: what a server can do by itself, and show with what the protocol has.

Each returns plain values, which a client with views of its own can show in its own way.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
import tempfile
import uuid
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress
from pathlib import Path
from typing import Any

from lsprotocol import types

from wtrules.lsp.session import Failed, Session

COMMANDS = (
    "wtrules.runExample",  # uri, id
    "wtrules.showBoard",  # uri, id
    "wtrules.showChanges",  # uri
    "wtrules.play",  # uri
    "wtrules.measure",  # uri, and how many games if it should not be the usual number
    "wtrules.explain",  # the code of a diagnostic
)
GAMES = 500
MOST_GAMES = 20_000
_STARTING = 30.0  # seconds until the page is there


class Commands:
    """Runs commands; what it starts, it ends with the server."""

    def __init__(self, server: Session) -> None:
        self._server = server
        self._pages: dict[Path, tuple[Process, str]] = {}
        self._folder: str | None = None

    async def run(self, name: str, given: list[Any]) -> Any:
        """Run a command; what cannot be done is a message to the user, and None."""
        server = self._server
        texts = [one for one in given if isinstance(one, str)]
        uri, id = (*texts, "", "")[:2]
        try:
            match name:
                case "wtrules.runExample":
                    return await self._example(uri, id)
                case "wtrules.showBoard":
                    return await self._board(uri, id)
                case "wtrules.showChanges":
                    return await self._changes(uri)
                case "wtrules.play":
                    return await self._play(uri)
                case "wtrules.measure":
                    games = [one for one in given if isinstance(one, int)]
                    return await self._measure(
                        uri, min(max(games[0], 1), MOST_GAMES) if games else GAMES
                    )
                case _:
                    found = await server.ask("manual", server.path_of(""), {"code": uri})
                    await self._show("explain.md", found["text"])
                    return found
        except Failed as error:
            if error.code != "cancelled":
                self._say(str(error), types.MessageType.Error)
            return None

    async def _example(self, uri: str, id: str) -> Any:
        server = self._server
        found = await server.ask("run_example", server.path_of(uri), {"id": id})
        if found["passes"]:
            self._say(server.words("editor.example_passes", name=id))
        else:
            why = "; ".join(found["failures"])
            self._say(
                server.words("editor.example_fails", name=id, why=why), types.MessageType.Warning
            )
        return found

    async def _board(self, uri: str, id: str) -> Any:
        server = self._server
        found = await server.ask("show_board", server.path_of(uri), {"id": id})
        lines = [
            f"{id}: {found['says']}",
            "",
            found["text"].rstrip("\n"),
            "",
            found["position"],
            "",
        ]
        await self._show("board.txt", "\n".join(lines))
        return found

    async def _changes(self, uri: str) -> Any:
        server = self._server
        found = await server.ask("changes", server.path_of(uri))
        lines = [one["text"] for one in found["changes"]]
        self._say("\n".join(lines) or server.words("editor.no_changes"))
        return found

    async def _measure(self, uri: str, games: int) -> Any:
        server = self._server
        token = f"wtrules-{uuid.uuid4()}"
        window = server.client_capabilities.window
        has_bar = window is not None and bool(window.work_done_progress)
        path = server.path_of(uri)
        if has_bar:
            with suppress(Exception):
                await server.work_done_progress.create_async(token)
            title = server.words("editor.measuring", name=path.name)
            server.work_done_progress.begin(
                token, types.WorkDoneProgressBegin(title=title, percentage=0, cancellable=True)
            )

        def note(part: Any) -> None:
            if has_bar and part:
                share = min(100, 100 * part["games"] // max(1, part["of"]))
                message = server.words("editor.games_of", games=part["games"], of=part["of"])
                server.work_done_progress.report(
                    token, types.WorkDoneProgressReport(message=message, percentage=share)
                )

        asking = asyncio.ensure_future(server.ask("measure", path, {"games": games}, note))
        if has_bar:
            future = server.work_done_progress.tokens.get(token)
            if future is not None:
                future.add_done_callback(lambda _: asking.cancel())
        try:
            found = await asking
        except asyncio.CancelledError:
            return None
        finally:
            if has_bar:
                with suppress(Exception):
                    server.work_done_progress.end(token, types.WorkDoneProgressEnd())
        names = " / ".join(found["names"])
        about = {"n": found["games"], "players": found["players"], "names": names}
        self._say(server.words("editor.measured", **about, headline=found["headline"]))
        return found

    async def _play(self, uri: str) -> Any:
        """Open the web page with the file, as `wtrules web` does."""
        server = self._server
        path = server.path_of(uri)
        document = server.workspace.text_documents.get(uri)
        if not path.is_file() or (document and path.read_text("utf-8") != document.source):
            self._say(server.words("editor.unsaved", name=path.name), types.MessageType.Warning)
            return None
        known = self._pages.get(path)
        if known is not None and known[0].returncode is None:
            address = known[1]
        else:
            address = await self._page(path)
        if not address.startswith("http"):
            self._say(server.words("editor.no_page", why=address), types.MessageType.Error)
            return None
        if not await self._open(address):
            self._say(server.words("editor.playing_at", name=path.name, address=address))
        return {"address": address}

    async def _page(self, path: Path) -> str:
        """Start the page; return its address, or why there is none."""
        language = self._server.language
        # -P: a folder called `wtrules` where the user happens to be is not the program.
        command = ("-P", "-m", "wtrules", "web", str(path), "--no-browser", "--lang", language)
        process = await asyncio.create_subprocess_exec(
            sys.executable, *command, stdin=DEVNULL, stdout=PIPE, stderr=PIPE
        )
        assert process.stdout is not None
        assert process.stderr is not None
        with suppress(TimeoutError):
            line = await asyncio.wait_for(process.stdout.readline(), _STARTING)
            if line:
                address = line.decode().strip()
                self._pages[path] = process, address
                return address
        with suppress(ProcessLookupError):
            process.kill()
        return (await process.stderr.read()).decode("utf-8", "replace").strip()

    # --- showing ---

    def _say(self, text: str, kind: types.MessageType = types.MessageType.Info) -> None:
        self._server.window_show_message(types.ShowMessageParams(type=kind, message=text))

    def _can_show(self) -> bool:
        window = self._server.client_capabilities.window
        return (
            window is not None
            and window.show_document is not None
            and bool(window.show_document.support)
        )

    async def _open(self, address: str) -> bool:
        """Open an address in the user's browser, if the client can."""
        if not self._can_show():
            return False
        with suppress(Exception):
            shown = await self._server.window_show_document_async(
                types.ShowDocumentParams(uri=address, external=True)
            )
            return bool(shown.success)
        return False

    async def _show(self, name: str, text: str) -> None:
        """Show a text beside the editor, or as a message; clients with a view of their own say so."""
        if self._server.options.get("ownViews"):
            return
        if not self._can_show():
            self._say(text)
            return
        if self._folder is None:
            self._folder = tempfile.mkdtemp(prefix="wtrules-")
        path = Path(self._folder) / name
        path.write_text(text, "utf-8")
        with suppress(Exception):
            await self._server.window_show_document_async(
                types.ShowDocumentParams(uri=path.as_uri(), take_focus=False)
            )

    # --- the end ---

    async def close(self) -> None:
        """End the pages that were started, and delete what was shown."""
        self.kill()
        for process, _ in self._pages.values():
            await process.wait()

    def kill(self) -> None:
        """The same without waiting."""
        for process, _ in self._pages.values():
            if process.returncode is None:
                with suppress(ProcessLookupError, RuntimeError):
                    os.kill(process.pid, 15)
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None
