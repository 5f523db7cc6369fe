"""When which file is checked: what has changed at once, what is built on it next, and when nobody types
any more, the examples. A newer change stops an older check.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from lsprotocol import types

from wtrules.lsp.session import Failed, Session

_PAUSE = 0.2  # seconds without a change, before examples are played

log = logging.getLogger("wtrules.lsp")


class Checker:
    """Checks rulesets, and publishes what is wrong with them."""

    def __init__(self, server: Session) -> None:
        self._server = server
        self._reports: dict[Path, dict[str, Any]] = {}  # of each ruleset
        self._published: dict[Path, list[Any]] = {}
        self._waiting: dict[Path, None] = {}
        self._dependents: dict[Path, None] = {}
        self._unplayed: dict[Path, None] = {}
        self._task: asyncio.Task[None] | None = None

    # --- what has happened ---

    def changed(self, path: Path) -> None:
        """A text has changed."""
        self._waiting.pop(path, None)
        self._waiting[path] = None
        self.stop()
        self._task = asyncio.get_running_loop().create_task(self._run())

    def closed(self, path: Path, uri: str) -> None:
        """A text is no longer open: what is on the disk counts again."""
        self._reports.pop(path, None)
        self._published.pop(path, None)
        for one in (self._waiting, self._dependents, self._unplayed):
            one.pop(path, None)
        self._send(uri, None, [])
        self.on_disk([path])

    def on_disk(self, paths: Iterable[Path]) -> None:
        """Files on the disk have changed: those that are open are checked again."""
        opened = self._server.open_paths()
        for path in opened:
            files = self._reports.get(path, {}).get("files", {})
            if not files or any(str(one) in files or one not in opened for one in paths):
                self.changed(path)

    def stop(self) -> None:
        """Stop the check that is running."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def watch(self) -> None:
        """Ask the client to report changes of rule files on the disk, if it can."""
        about = self._server.client_capabilities.workspace
        watched = about.did_change_watched_files if about is not None else None
        if watched is None or not watched.dynamic_registration:
            return
        watchers = [types.FileSystemWatcher(glob_pattern="**/*.wtr")]
        registration = types.Registration(
            id="wtrules-files",
            method=types.WORKSPACE_DID_CHANGE_WATCHED_FILES,
            register_options=types.DidChangeWatchedFilesRegistrationOptions(watchers=watchers),
        )
        with suppress(Exception):  # a client that cannot do what it offers
            await self._server.client_register_capability_async(
                types.RegistrationParams(registrations=[registration])
            )

    # --- checking ---

    async def _run(self) -> None:
        try:
            while self._waiting:
                path = next(reversed(self._waiting))  # the newest first
                await self._check(path, "check")
                others = await self._ask("dependents", path) or []
                self._waiting.pop(path, None)
                self._dependents.update(dict.fromkeys(map(Path, others)))
            while self._dependents:
                path = next(iter(self._dependents))
                await self._check(path, "check")
                self._dependents.pop(path, None)
            await asyncio.sleep(_PAUSE)
            while self._unplayed:
                path = next(iter(self._unplayed))
                await self._check(path, "play")
                self._unplayed.pop(path, None)
            self._refresh()
        except (asyncio.CancelledError, BrokenPipeError):  # superseded, or the editor has gone
            raise
        except Exception as error:  # an internal error must not end the checks
            log.exception("checking failed: %s", type(error).__name__)

    async def _ask(self, name: str, path: Path) -> Any:
        try:
            return await self._server.ask(name, path)
        except Failed as error:
            if error.code == "cancelled":
                return None
            return {"stopped": str(error)}

    async def _check(self, path: Path, name: str) -> None:
        report = await self._ask(name, path)
        if report is None:
            return
        if "stopped" in report:
            message = self._server.words("editor.stopped", why=report["stopped"])
            start = {"line": 0, "character": 0}
            fault = {
                "range": {"start": start, "end": start},
                "severity": 2,
                "source": "wtrules",
                "message": message,
            }
            report = {"files": {str(path): [fault]}, "playable": False}
        elif name == "check":
            self._unplayed[path] = None
        before = self._reports.get(path, {"files": {}})
        for part in ("examples", "changes"):
            if report.get(part) is None and report["playable"]:
                report[part] = before.get(part)  # the last result, until it is known
        self._reports[path] = report
        self._publish({*map(Path, before["files"]), *map(Path, report["files"])})

    def _publish(self, paths: Iterable[Path]) -> None:
        opened = self._server.open_paths()
        for path in paths:
            found: list[Any] = []
            for report in self._reports.values():
                found += [one for one in report["files"].get(str(path), ()) if one not in found]
            if path not in opened and not found and not self._published.get(path):
                continue
            self._published[path] = found
            uri = opened.get(path) or path.as_uri()
            version = None
            if path in opened:
                version = self._server.workspace.text_documents[opened[path]].version
            self._send(uri, version, found)

    def _send(self, uri: str, version: int | None, found: list[Any]) -> None:
        structure = self._server.protocol._converter.structure
        self._server.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(
                uri=uri, version=version, diagnostics=structure(found, list[types.Diagnostic])
            )
        )

    def _refresh(self) -> None:
        """Let the client ask again for lenses, which say whether examples pass."""
        about = self._server.client_capabilities.workspace
        if about is not None and about.code_lens is not None and about.code_lens.refresh_support:
            self._server.workspace_code_lens_refresh(None)

    # --- lenses ---

    def lenses(self, path: Path, uri: str, places: dict[str, Any]) -> list[dict[str, Any]]:
        """Return the lenses of a file: what is known about its examples and rulesets, and what to do."""
        words = self._server.words
        root = next((at for at, one in self._reports.items() if str(path) in one["files"]), path)
        report = self._reports.get(path) or self._reports.get(root) or {}
        found: list[dict[str, Any]] = []

        def add(place: Any, title: str, command: str, *arguments: Any) -> None:
            does = {"title": title, "command": command, "arguments": list(arguments)}
            found.append({"range": place["range"], "command": does})

        results = report.get("examples") or {}
        for one in places["examples"]:
            if one["id"] in results:
                key = "editor.passes" if results[one["id"]] else "editor.fails"
                add(one, words(key), "wtrules.runExample", uri, one["id"])
            add(one, words("editor.run"), "wtrules.runExample", uri, one["id"])
            add(one, words("editor.show_board"), "wtrules.showBoard", uri, one["id"])
        for one in places["rulesets"]:
            changes = report.get("changes")
            if changes is not None:
                title = (
                    words("editor.changes", n=changes) if changes else words("editor.no_changes")
                )
                add(one, title, "wtrules.showChanges", uri)
                add(one, words("editor.play"), "wtrules.play", uri)
                add(one, words("editor.measure"), "wtrules.measure", uri)
        return found
