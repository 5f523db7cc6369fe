"""What the answers of the worker have in common: the document, the place, the language."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from attrs import frozen

from wtrules.diagnostics.fix import TextEdit
from wtrules.lsp.places import Json, edit, offset_of, range_of
from wtrules.lsp.workspace import Document, Workspace, is_shipped
from wtrules.services.index import Use
from wtrules.source import Span
from wtrules.texts import TextError, Texts
from wtrules.value import Value


class Refused(TextError):
    """A request that cannot be answered, with a sentence for the user."""


@frozen
class Request(Value):
    """A request about a document."""

    workspace: Workspace
    document: Document
    given: Json
    texts: Texts
    report: Callable[[Any], None]

    @property
    def lang(self) -> str:
        """The language of the user."""
        return self.texts.language

    @property
    def offset(self) -> int:
        """The place that the request is about."""
        return offset_of(self.document.source, self.given["position"])

    @property
    def use(self) -> Use | None:
        """The name at the place, if there is one."""
        return self.document.index.at(self.offset)

    def location(self, span: Span) -> Json:
        """Return a place in any file of the ruleset."""
        path = self.document.real_path(span.source)
        return {"uri": path.as_uri(), "range": range_of(span)}

    def changes(self, edits: tuple[TextEdit, ...]) -> Json:
        """Return edits as a change of the workspace."""
        found: dict[str, list[Json]] = {}
        for one in edits:
            uri = self.document.real_path(one.span.source).as_uri()
            found.setdefault(uri, []).append(edit(one))
        return {"changes": found}

    def related(self) -> list[Document]:
        """Return the document, and the documents of the workspace that are built on it or below it."""
        own = [at for at in self.document.opened.library.files_read() if not is_shipped(at)]
        wanted = dict.fromkeys([self.document.path, *own])
        for path in own:
            wanted.update(dict.fromkeys(self.workspace.dependents(path)))
        return [self.workspace.open(Path(path)) for path in wanted]
