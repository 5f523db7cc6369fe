"""A session with an editor: its open texts, its language, and the workers that answer for it.

Nothing about rules is computed in this process, so that it can always answer. Requests while typing go
to one worker, checks to a second one, and many games to a third, which is started when it is needed.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcRequestCancelled
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method
from pygls.uris import to_fs_path

from wtrules.lanes import Lane
from wtrules.lsp.calls import SECONDS
from wtrules.source import MAX_BYTES
from wtrules.texts import LANGUAGES, Texts
from wtrules.version import __version__

_WORKER = "wtrules.lsp.worker"
_LATEST_ONLY = frozenset({"complete", "signature", "highlight", "hover"})
_GRACE = {"check": 1.0, "play": 1.0, "dependents": 1.0, "measure": 0.0}
_CHECKS = frozenset(
    {"check", "play", "dependents", "changes", "run_example", "show_board", "manual"}
)
_LOGGED = ("internal", "timeout", "worker")
_SILENT = (*_LOGGED, "too_deep", "memory")  # nothing that the user could change at the place
_REQUEST_FAILED = -32803  # a request that cannot be answered, for a reason that is not a bug

log = logging.getLogger("wtrules.lsp")


class Failed(Exception):
    """A worker could not answer; the message is for the user."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class _Utf16(LanguageServerProtocol):
    """Counts characters in UTF-16 units, whatever else the client offers: every client can do that."""

    @lsp_method(types.INITIALIZE)
    def lsp_initialize(self, params: types.InitializeParams) -> Any:
        if params.capabilities.general is not None:
            params.capabilities.general.position_encodings = None
        return (yield from super().lsp_initialize(params))


class Session(LanguageServer):
    """What the protocol and the workers share: open texts, the language, the folders."""

    def __init__(self) -> None:
        super().__init__("wtrules", __version__, protocol_cls=_Utf16)
        self.language = LANGUAGES[0]
        self.folders: list[str] = []
        self.options: dict[str, Any] = {}
        self.edit_lane = Lane(_WORKER, SECONDS, _LATEST_ONLY, _GRACE)
        self.check_lane = Lane(_WORKER, SECONDS, (), _GRACE)
        self.long_lane = Lane(_WORKER, SECONDS, (), _GRACE)

    @property
    def words(self) -> Texts:
        """The sentences in the language of the client."""
        return Texts(self.language)

    # --- documents ---

    def path_of(self, uri: str) -> Path:
        """Return where the file of a URI really is; a text that was never saved has a name only."""
        path = to_fs_path(uri) if uri.startswith("file:") else None
        if path is None:
            name = "".join(c if c.isalnum() or c in "._-" else "_" for c in uri)[-100:]
            name = name if name.endswith(".wtr") else f"{name}.wtr"
            # A folder that cannot exist: it is inside a file.
            return Path(os.path.realpath(__file__)) / "unsaved" / name
        return Path(os.path.realpath(path))

    def open_paths(self) -> dict[Path, str]:
        """Return the URI of each open document, by where it really is."""
        return {self.path_of(uri): uri for uri in self.workspace.text_documents}

    def texts(self) -> dict[str, str]:
        """Return the texts of all open documents."""
        documents = self.workspace.text_documents
        # One more than allowed is enough to say that it is too much.
        return {
            str(path): documents[uri].source[: MAX_BYTES + 1]
            for path, uri in self.open_paths().items()
        }

    # --- calls ---

    async def ask(
        self,
        name: str,
        path: Path,
        given: dict[str, Any] | None = None,
        note: Callable[[Any], None] | None = None,
    ) -> Any:
        """Return the answer of a worker about a file; raises Failed."""
        lane = self.check_lane if name in _CHECKS else self.edit_lane
        if name == "measure":
            lane = self.long_lane
            lane.start()
        argument = {
            **(given or {}),
            "path": str(path),
            "texts": self.texts(),
            "folders": self.folders,
            "lang": self.language,
        }
        async for message in lane.call(name, argument):
            if "value" not in message:
                if note is not None:
                    note(message.get("progress"))
                continue
            answer = message["value"]
            if "error" in answer:
                error = answer["error"]
                if error["code"] in _LOGGED:
                    trace = "".join(f"\n  {line}" for line in error.get("trace", ()))
                    log.error("%s: %s%s", name, error["message"], trace)
                raise Failed(error["code"], error["message"])
            return self._with_own_uris(answer["result"])
        raise Failed("worker", name)

    async def answer(self, name: str, params: Any, result: Any) -> Any:
        """Answer a request of the client, whose result has a type of the protocol."""
        given = self.protocol._converter.unstructure(params)
        path = self.path_of(given["textDocument"]["uri"])
        try:
            found = await self.ask(name, path, given)
        except Failed as error:
            if error.code == "cancelled":
                raise JsonRpcRequestCancelled() from None
            if error.code in _SILENT:
                return None
            raise JsonRpcException(str(error), _REQUEST_FAILED) from None
        return self.protocol._converter.structure(found, result)

    def _with_own_uris(self, answer: Any) -> Any:
        """Return an answer with the URIs of open documents as the client writes them."""
        other = {p.as_uri(): uri for p, uri in self.open_paths().items() if p.as_uri() != uri}
        return _renamed(answer, other) if other else answer

    # --- life ---

    def begin(self) -> None:
        """Start the workers."""
        self.edit_lane.start()
        self.check_lane.start()

    async def end(self) -> None:
        """Stop everything that this process has started."""
        await asyncio.gather(
            self.edit_lane.close(), self.check_lane.close(), self.long_lane.close()
        )

    def kill(self) -> None:
        """Stop the workers at once, without a loop to wait for them."""
        for lane in (self.edit_lane, self.check_lane, self.long_lane):
            lane.kill()


def _renamed(part: Any, uris: dict[str, str]) -> Any:
    if isinstance(part, dict):
        return {
            uris.get(key, key): uris.get(value, value)
            if key == "uri" and isinstance(value, str)
            else _renamed(value, uris)
            for key, value in part.items()
        }
    if isinstance(part, list):
        return [_renamed(one, uris) for one in part]
    return part
