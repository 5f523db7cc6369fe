"""The language server: the protocol on one side, the answers of the workers on the other.

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
from wtrules.lsp.checker import Checker
from wtrules.lsp.commands import COMMANDS, Commands
from wtrules.lsp.tokens import MODIFIERS, TYPES
from wtrules.source import MAX_BYTES
from wtrules.texts import LANGUAGES, Texts
from wtrules.version import __version__

_WORKER = "wtrules.lsp.worker"
_LATEST_ONLY = frozenset({"complete", "signature", "highlight", "hover"})
_GRACE = {"check": 1.0, "play": 1.0, "dependents": 1.0, "measure": 0.0}
_CHECKS = frozenset(
    {"check", "play", "dependents", "changes", "run_example", "show_board", "manual"}
)
_REQUEST_FAILED = -32803  # a request that cannot be answered, for a reason that is no bug

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


class Server(LanguageServer):
    """What the protocol and the workers share: open texts, the language, the folders."""

    def __init__(self) -> None:
        super().__init__("wtrules", __version__, protocol_cls=_Utf16)
        self.language = LANGUAGES[0]
        self.folders: list[str] = []
        self.options: dict[str, Any] = {}
        self.edit_lane = Lane(_WORKER, SECONDS, _LATEST_ONLY, _GRACE)
        self.check_lane = Lane(_WORKER, SECONDS, (), _GRACE)
        self.long_lane = Lane(_WORKER, SECONDS, (), _GRACE)
        self.checker = Checker(self)
        self.commands = Commands(self)

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

    def uri_of(self, path: Path) -> str:
        """Return the URI of a file as the client writes it."""
        return self.open_paths().get(path) or path.as_uri()

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
                if error["code"] in ("internal", "timeout", "worker"):
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
            if error.code == "refused":
                raise JsonRpcException(str(error), _REQUEST_FAILED) from None
            return None  # logged
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
        self.checker.stop()
        await self.commands.close()
        await asyncio.gather(
            self.edit_lane.close(), self.check_lane.close(), self.long_lane.close()
        )

    def kill(self) -> None:
        """Stop the workers at once, without a loop to wait for them."""
        for lane in (self.edit_lane, self.check_lane, self.long_lane):
            lane.kill()
        self.commands.kill()


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


# --- requests that a worker answers as they are ---

_LOCATIONS = list[types.Location]
_REQUESTS: tuple[tuple[str, str, Any, Any], ...] = (
    (types.TEXT_DOCUMENT_HOVER, "hover", types.Hover | None, None),
    (types.TEXT_DOCUMENT_DEFINITION, "definition", _LOCATIONS, None),
    (types.TEXT_DOCUMENT_IMPLEMENTATION, "implementation", _LOCATIONS, None),
    (types.TEXT_DOCUMENT_REFERENCES, "references", _LOCATIONS, None),
    (types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, "highlight", list[types.DocumentHighlight], None),
    (types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, "symbols", list[types.DocumentSymbol], None),
    (types.TEXT_DOCUMENT_FOLDING_RANGE, "folding", list[types.FoldingRange], None),
    (
        types.TEXT_DOCUMENT_SIGNATURE_HELP,
        "signature",
        types.SignatureHelp | None,
        types.SignatureHelpOptions(trigger_characters=[" "]),
    ),
    (types.TEXT_DOCUMENT_INLAY_HINT, "hints", list[types.InlayHint], None),
    (
        types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL,
        "tokens",
        types.SemanticTokens,
        types.SemanticTokensLegend(token_types=list(TYPES), token_modifiers=list(MODIFIERS)),
    ),
    (types.TEXT_DOCUMENT_FORMATTING, "format_all", list[types.TextEdit] | None, None),
    (types.TEXT_DOCUMENT_RANGE_FORMATTING, "format_range", list[types.TextEdit] | None, None),
    (types.TEXT_DOCUMENT_PREPARE_RENAME, "prepare_rename", types.PrepareRenamePlaceholder, None),
    (
        types.TEXT_DOCUMENT_RENAME,
        "rename",
        types.WorkspaceEdit,
        types.RenameOptions(prepare_provider=True),
    ),
    (
        types.TEXT_DOCUMENT_CODE_ACTION,
        "actions",
        list[types.CodeAction],
        types.CodeActionOptions(
            code_action_kinds=[types.CodeActionKind.QuickFix, types.CodeActionKind.SourceFixAll]
        ),
    ),
)


def create() -> Server:
    """Return the server, ready to be started."""
    server = Server()
    for method, name, result, options in _REQUESTS:
        server.feature(method, options)(_request(name, result))
    for name in COMMANDS:
        server.command(name)(_command(name))
    _add_documents(server)
    _add_others(server)
    return server


def _request(name: str, result: Any) -> Any:
    async def request(server: Server, params: Any) -> Any:
        return await server.answer(name, params, result)

    return request


def _command(name: str) -> Any:
    async def command(server: Server, *arguments: Any) -> Any:
        return await server.commands.run(name, list(arguments))

    return command


def _add_documents(server: Server) -> None:
    """What the client says about itself and its documents."""

    @server.feature(types.INITIALIZE)
    def initialize(server: Server, params: types.InitializeParams) -> None:
        given = params.initialization_options
        server.options = given if isinstance(given, dict) else {}
        locale = str(server.options.get("language") or params.locale or "")
        language = locale.replace("_", "-").split("-")[0].lower()
        server.language = language if language in LANGUAGES else LANGUAGES[0]
        uris = [folder.uri for folder in params.workspace_folders or ()]
        uris = uris or [uri for uri in (params.root_uri,) if uri]
        server.folders = [str(server.path_of(uri)) for uri in uris if uri.startswith("file:")]
        server.begin()

    @server.feature(types.INITIALIZED)
    async def initialized(server: Server, params: types.InitializedParams) -> None:
        await server.checker.watch()

    @server.feature(types.SHUTDOWN)
    async def shutdown(server: Server, params: None) -> None:
        await server.end()

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(server: Server, params: types.DidOpenTextDocumentParams) -> None:
        server.checker.changed(server.path_of(params.text_document.uri))

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(server: Server, params: types.DidChangeTextDocumentParams) -> None:
        server.checker.changed(server.path_of(params.text_document.uri))

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(server: Server, params: types.DidCloseTextDocumentParams) -> None:
        server.checker.closed(server.path_of(params.text_document.uri), params.text_document.uri)

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def watched(server: Server, params: types.DidChangeWatchedFilesParams) -> None:
        server.checker.on_disk([server.path_of(change.uri) for change in params.changes])

    @server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    def folders(server: Server, params: types.DidChangeWorkspaceFoldersParams) -> None:
        removed = {str(server.path_of(one.uri)) for one in params.event.removed}
        added = [str(server.path_of(one.uri)) for one in params.event.added]
        server.folders = [one for one in server.folders if one not in removed] + added


def _add_others(server: Server) -> None:
    """Requests that need more than the answer of a worker."""

    @server.feature(
        types.TEXT_DOCUMENT_COMPLETION,
        types.CompletionOptions(trigger_characters=[" ", "."]),
    )
    async def completion(server: Server, params: types.CompletionParams) -> Any:
        document = server.client_capabilities.text_document
        item = document.completion.completion_item if document and document.completion else None
        path = server.path_of(params.text_document.uri)
        at = {"line": params.position.line, "character": params.position.character}
        given = {"position": at, "snippets": bool(item and item.snippet_support)}
        try:
            found = await server.ask("complete", path, given)
        except Failed as error:
            if error.code == "cancelled":
                raise JsonRpcRequestCancelled() from None
            return None
        return server.protocol._converter.structure(found, types.CompletionList)

    @server.feature(types.WORKSPACE_SYMBOL)
    async def symbols(server: Server, params: types.WorkspaceSymbolParams) -> Any:
        paths = list(server.open_paths())
        folders = [Path(folder) / "none.wtr" for folder in server.folders]
        if not paths and not folders:
            return []
        try:
            path = (paths + folders)[0]
            found = await server.ask("workspace_symbols", path, {"query": params.query})
        except Failed:
            return []
        return server.protocol._converter.structure(found, list[types.WorkspaceSymbol])

    @server.feature(types.TEXT_DOCUMENT_CODE_LENS, types.CodeLensOptions())
    async def lenses(server: Server, params: types.CodeLensParams) -> Any:
        path = server.path_of(params.text_document.uri)
        try:
            places = await server.ask("lenses", path)
        except Failed:
            return []
        lenses = server.checker.lenses(path, params.text_document.uri, places)
        return server.protocol._converter.structure(lenses, list[types.CodeLens])
