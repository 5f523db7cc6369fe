"""Clauses and items with blocks: the header and the contents of each block."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import field, frozen

from wtrules.syntax import nodes as n
from wtrules.syntax.clauses import WIDTHS, phrases_of, piece_header, range_of
from wtrules.syntax.wording import (
    ATOM,
    Pieces,
    commas,
    listed,
    query,
    term,
    unbroken,
)
from wtrules.value import Value


@frozen
class Section(Value):
    """A block of a clause: its header, its contents, and how far a second line is indented."""

    header: Pieces = field(converter=unbroken)
    children: tuple[Any, ...]
    hang: int = 4


def parts_of(node: Any) -> list[Section]:
    """Return the blocks of a clause or item, in order, each with its header."""
    match node:
        case n.Ruleset():
            return [Section(f"ruleset {node.id.id}", node.members)]
        case n.Variant():
            ranges = ", ".join(map(range_of, node.players))
            people = "player" if ranges == "1" else "players"
            players = f" for {ranges} {people}" if node.players else ""
            return [Section(f"variant {node.id.id}{players}", node.members)]
        case n.Rule() | n.Card():
            parameters = _parameters(node.parameters)
            return [Section(f"{_word(node)} {node.id.id}{parameters}", node.clauses)]
        case (
            n.Spell()
            | n.Outcome()
            | n.Example()
            | n.Assumption()
            | n.Topic()
            | n.Chapter()
            | n.Label()
        ):
            return [Section(f"{_word(node)} {node.id.id}", node.clauses)]
        case n.Piece():
            return [Section(f"piece {piece_header(node)}", node.clauses)]
        case n.Manual():
            return [Section(f"manual {node.id.id}", node.lines)]
        case n.Group():
            return [Section(node.id.id, node.settings)]
        case n.Table():
            return [Section(f"table {node.id.id}", node.rows)]
        case n.Deck():
            named = f" {node.id.id}" if node.id is not None else ""
            size = f" {node.size}" if node.size is not None else ""
            return [Section(f"deck{named}{size}", node.lines)]
        case n.Override():
            first, *rest = parts_of(node.item)
            return [Section(unbroken("override", first.header), first.children), *rest]
        case n.Add():
            name = f" {node.id.id}" if node.id else ""
            return [Section(f"add to {node.kind}{name}", node.members)]
        case n.Reading():
            named = f"{'reading':<{WIDTHS[n.Assumption]}} {node.name.id}"
            header = unbroken(named, phrases_of(node.phrases))
            parts = [Section(_scope(body), body.items) for body in node.bodies]
            if len(parts) == 1 and not parts[0].header:
                return [Section(header, parts[0].children, len(named) + 1)]
            return [Section(header, (), len(named) + 1), *parts]
        case _:
            return _statement_parts(node)


def _statement_parts(node: Any) -> list[Section]:
    match node:
        case n.Choose():
            queries = commas([query(each) for each in node.queries])
            parts = [Section(unbroken("choose", queries), (), len("choose "))]
        case n.May():
            parts = [Section("may", node.body.statements)]
        case n.Either():
            first, *rest = node.branches
            parts = [Section("either", first.statements)]
            parts += [Section("or", branch.statements) for branch in rest]
        case n.If():
            parts = [Section(unbroken("if", term(node.condition)), node.then.statements)]
        case n.Repeat():
            how = "while" if node.mode == "while" else ""
            often = term(node.term) if node.term is not None else []
            header = unbroken("repeat", how, often, "times" if node.mode == "times" else "")
            parts = [Section(header, node.body.statements)]
        case n.Each():
            parts = [Section(unbroken("each", query(node.query)), node.body.statements)]
        case n.As():
            parts = [Section(unbroken("as", term(node.player)), node.body.statements)]
        case n.Secretly():
            asked = unbroken("each", query(node.query)) if node.query is not None else []
            parts = [Section(unbroken("secretly", asked), node.body.statements)]
        case n.Scope():
            player = unbroken("of", term(node.player, ATOM)) if node.player is not None else []
            parts = [Section(unbroken(node.word, player), node.body.statements)]
        case _:
            raise TypeError(f"no layout for {type(node).__name__}")
    otherwise: n.Block | None = getattr(node, "otherwise", None)
    if otherwise is not None:
        parts.append(Section("else", otherwise.statements))
    return parts


def _scope(body: n.ReadingBody) -> Pieces:
    rulesets = unbroken("for", listed(body.rulesets)) if body.rulesets else []
    variants = unbroken("with", listed(body.variants)) if body.variants else []
    return unbroken(rulesets, variants)


def _word(node: object) -> str:
    """Return the word that begins an item: its class has the same name."""
    return type(node).__name__.lower()


def _parameters(parameters: tuple[n.Parameter, ...]) -> str:
    if not parameters:
        return ""
    return "(" + ", ".join(f"{each.kind} {each.name.id}" for each in parameters) + ")"


def blocks_of(node: Any) -> Sequence[n.Block | n.ReadingBody]:
    """Return the blocks of a clause that may have several, in the order they are written."""
    blocks: list[n.Block]
    match node:
        case n.Either():
            blocks = list(node.branches)
        case n.If():
            blocks = [node.then]
        case n.Choose():
            blocks = []
        case n.Reading():
            return list(node.bodies)
        case _:
            body = getattr(node, "body", None)
            blocks = [body] if isinstance(body, n.Block) else []
    otherwise = getattr(node, "otherwise", None)
    return [*blocks, otherwise] if otherwise is not None else blocks


def header_end(node: n.Choose | n.Reading) -> int:
    parts = node.queries if isinstance(node, n.Choose) else node.phrases
    return parts[-1].span.end


def item_class(node: Any) -> type[Any]:
    """Return the class of an item, or of the item that it overrides."""
    return type(node.item if isinstance(node, n.Override) else node)


def is_item(node: Any) -> bool:
    """Whether a node is allowed at the top of a file; others are clauses of such a node."""
    return isinstance(node, n.Ruleset | n.Item) and not isinstance(node, n.Suppress)
