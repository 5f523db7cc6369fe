"""The language server: which requests of the protocol are answered, and by which function of a worker."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcRequestCancelled

from wtrules.lsp.calls import MODIFIERS, TYPES
from wtrules.lsp.checker import Checker
from wtrules.lsp.commands import COMMANDS, Commands
from wtrules.lsp.session import Failed, Session
from wtrules.texts import LANGUAGES


class Server(Session):
    """A session with what it does by itself: checks after changes, and commands."""

    def __init__(self) -> None:
        super().__init__()
        self.checker = Checker(self)
        self.commands = Commands(self)

    async def end(self) -> None:
        """Stop everything that this process has started."""
        self.checker.stop()
        await self.commands.close()
        await super().end()

    def kill(self) -> None:
        """Stop everything at once, without a loop to wait for it."""
        super().kill()
        self.commands.kill()


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
        types.CompletionOptions(trigger_characters=[" ", ".", '"']),
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
