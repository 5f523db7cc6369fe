"""Links from a report to other pages: both rulebooks, and the web page with a position set up.

The fragment of such a link holds everything: `web/src/share.ts` says how. Nothing is sent anywhere.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterable
from pathlib import PurePath

from attrs import frozen

from wtrules.game.game import State
from wtrules.resolve.model import Rules
from wtrules.source import SourceFile
from wtrules.value import Value

_VERSION = "1"  # of the links that the page reads
_PERSON = "person"  # who plays a seat, if not a bot


@frozen
class Book(Value):
    """A rulebook beside the report: its address, and the places in it."""

    address: str
    anchors: frozenset[str]

    def link(self, places: Iterable[str]) -> str:
        """Return a link to the first of these places that the book has; nothing if it has none."""
        found = next((place for place in places if place in self.anchors), None)
        return f"{self.address}#{found}" if found is not None else ""


@frozen
class Links(Value):
    """Where a report can link to: nowhere by default."""

    books: tuple[Book | None, Book | None] = (None, None)
    page: str = ""  # the address of the web page

    def book(self, side: int, places: Iterable[str]) -> str:
        """Return a link into the rulebook of a side."""
        book = self.books[side]
        return book.link(places) if book is not None else ""

    def board(self, state: State, moves: Iterable[str], name: str | None = None) -> str:
        """Return a link to the page with a position set up and moves played; nothing without a page."""
        if not self.page:
            return ""
        files = own_files(state.game.rules)
        main = "+".join([name or main_name(state.game.rules, files), *state.game.rules.chosen])
        shared = {
            "files": files,
            "main": main,
            "players": state.players,
            "seed": 0,
            "position": str(state),
            "moves": list(moves),
            "seats": [_PERSON] * state.players,  # no bot moves on before the reader has looked
        }
        return f"{self.page.split('#')[0]}#{packed(shared)}"


def packed(shared: object) -> str:
    """Return what a link to the page holds, as a fragment."""
    text = json.dumps(shared, ensure_ascii=False, separators=(",", ":"))
    squeezed = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = squeezed.compress(text.encode()) + squeezed.flush()
    return _VERSION + base64.urlsafe_b64encode(data).decode().rstrip("=")


def own_files(rules: Rules) -> dict[str, str]:
    """Return the files of rules that are not shipped, by name."""
    shipped = {layer.name for layer in rules.layers if layer.shipped}
    sources: dict[str, SourceFile] = {}
    for layer in rules.layers:
        if not layer.shipped:
            sources[layer.span.source.path] = layer.span.source
    for entry in rules.entries.values():
        for origin in entry.chain:
            if origin.layer not in shipped:
                sources[origin.span.source.path] = origin.span.source
    return {PurePath(path).name: source.text for path, source in sources.items()}


def main_name(rules: Rules, files: dict[str, str]) -> str:
    """Return the name of the file that is played, or of shipped rules."""
    own = PurePath(rules.span.source.path).name
    return own if own in files else rules.name
