"""Clauses and items with blocks: the header and the contents of each block."""

from __future__ import annotations

from typing import Any

from attrs import evolve, field, frozen

from wtrules.source import Span
from wtrules.syntax import nodes as n
from wtrules.syntax.clauses import WIDTHS, by_form, phrases_of, piece_header, range_of
from wtrules.syntax.wording import Pieces, listed, unbroken
from wtrules.value import Value


@frozen
class Section(Value):
    """A block of a clause: its header, its contents, where it is, how far a second line is indented."""

    header: Pieces = field(converter=unbroken)
    children: tuple[Any, ...] | None  # None: a header on lines of its own, before the blocks
    span: Span
    hang: int = 4


# What an item can contain.
_CONTENTS = ("members", "clauses", "lines", "settings", "rows")


def parts_of(node: Any) -> list[Section]:
    """Return the blocks of a clause or item, in order, each with its header."""
    match node:
        case n.Override():
            first, *rest = parts_of(node.item)
            return [evolve(first, header=unbroken("override", first.header)), *rest]
        case n.Reading():
            named = f"{'reading':<{WIDTHS[n.Assumption]}} {node.name.id}"
            header, hang = unbroken(named, phrases_of(node.phrases)), len(named) + 1
            parts = [Section(_scope(body), body.items, body.span) for body in node.bodies]
            if len(parts) == 1 and not parts[0].header:
                return [evolve(parts[0], header=header, hang=hang)]
            return [Section(header, None, node.phrases[-1].span, hang), *parts]
    contents = next((getattr(node, name) for name in _CONTENTS if hasattr(node, name)), None)
    if contents is not None:
        return [Section(_header(node), contents, node.span)]
    return _statement_parts(node)


def _statement_parts(node: Any) -> list[Section]:
    written = by_form(node)
    if written is None:
        raise TypeError(f"no layout for {type(node).__name__}")
    header, (first, *more) = unbroken(*written), n.inner_blocks(node)
    if isinstance(node, n.Choose):
        parts, more = [Section(header, None, node.queries[-1].span, len("choose "))], [first]
    else:
        parts = [Section(header, first.statements, first.span)]
    otherwise: n.Block | None = getattr(node, "otherwise", None)
    words = ("else" if block is otherwise else "or" for block in more)
    return parts + [
        Section(word, block.statements, block.span) for word, block in zip(words, more, strict=True)
    ]


def _scope(body: n.ReadingBody) -> Pieces:
    rulesets = unbroken("for", listed(body.rulesets)) if body.rulesets else []
    variants = unbroken("with", listed(body.variants)) if body.variants else []
    return unbroken(rulesets, variants)


def _header(item: Any) -> str:
    word = type(item).__name__.lower()  # an item begins with the name of its class
    match item:
        case n.Group():
            return str(item.id.id)
        case n.Variant(players=(_, *_)):
            ranges = ", ".join(map(range_of, item.players))
            return f"variant {item.id.id} for {ranges} {'player' if ranges == '1' else 'players'}"
        case n.Rule(parameters=(_, *_)) | n.Card(parameters=(_, *_)):
            given = ", ".join(f"{each.kind} {each.name.id}" for each in item.parameters)
            return f"{word} {item.id.id}({given})"
        case n.Piece():
            return f"piece {piece_header(item)}"
        case n.Add():
            return f"add to {item.kind} {item.id.id}" if item.id else f"add to {item.kind}"
        case n.Deck():
            named = f"deck {item.id.id}" if item.id is not None else "deck"
            return f"{named} {item.size}" if item.size is not None else named
    return f"{word} {item.id.id}"


def item_class(node: Any) -> type[Any]:
    """Return the class of an item, or of the item that it overrides."""
    return type(node.item if isinstance(node, n.Override) else node)


def is_item(node: Any) -> bool:
    """Whether a node is allowed at the top of a file; others are clauses of such a node."""
    return isinstance(node, n.Ruleset | n.Item) and not isinstance(node, n.Suppress)
