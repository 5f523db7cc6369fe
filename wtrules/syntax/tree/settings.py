"""Builders of settings, tables, the deck, memories and allowances."""

from __future__ import annotations

from typing import Any

from wtrules.syntax import nodes as n
from wtrules.syntax.tree.builder import (
    BUILDERS,
    Builder,
    Meta,
    builds,
    integer,
    named_list,
    named_parts,
    names_of,
    singular,
    unquote,
)

BUILDERS.update(
    group=named_list(n.Group),
    table=named_list(n.Table),
    one_of=names_of(n.OneOf),
    allowance=named_parts(n.Allowance),
    outcome=named_list(n.Outcome),
)


@builds
def setting(b: Builder, m: Meta, c: list[Any]) -> n.Setting:
    return n.Setting(b.ident(c[0]), c[1], tuple(c[2:]), span=b.at(m))


@builds
def cell_range(b: Builder, m: Meta, c: list[Any]) -> n.Cell:
    return n.Cell(integer(c[0]), integer(c[1]), span=b.at(m))


@builds
def cell_negative(b: Builder, m: Meta, c: list[Any]) -> n.Cell:
    return n.Cell(-integer(c[0]), -integer(c[0]), span=b.at(m))


@builds
def cell_number(b: Builder, m: Meta, c: list[Any]) -> n.Cell:
    return n.Cell(integer(c[0]), integer(c[0]), span=b.at(m))


@builds
def cell_above(b: Builder, m: Meta, c: list[Any]) -> n.Cell:
    return n.Cell(integer(c[0]) + 1, None, span=b.at(m))


@builds
def cell_below(b: Builder, m: Meta, c: list[Any]) -> n.Cell:
    return n.Cell(None, integer(c[0]) - 1, span=b.at(m))


@builds
def cell_name(b: Builder, m: Meta, c: list[Any]) -> n.Cell:
    return n.Cell(None, None, str(c[0]), span=b.at(m))


@builds
def cell_text(b: Builder, m: Meta, c: list[Any]) -> n.Cell:
    return n.Cell(None, None, unquote(c[0]), quoted=True, span=b.at(m))


@builds
def row_key(b: Builder, m: Meta, c: list[Any]) -> tuple[n.Cell, ...]:
    return tuple(c)


@builds
def row(b: Builder, m: Meta, c: list[Any]) -> n.Row:
    return n.Row(c[0], tuple(c[1:]), span=b.at(m))


@builds
def face(b: Builder, m: Meta, c: list[Any]) -> n.Face:
    kind, value = c
    die = value is not None and value.type == "DIE"
    amount = None if die or value is None else integer(value)
    return n.Face(b.ident(kind), amount, die, span=b.at(m))


@builds
def deck_line(b: Builder, m: Meta, c: list[Any]) -> n.DeckLine:
    copies, *faces, rolls = c
    return n.DeckLine(
        integer(copies.rstrip("x \t")),
        tuple(faces),
        integer(rolls) if rolls is not None else None,
        span=b.at(m),
    )


@builds
def deck(b: Builder, m: Meta, c: list[Any]) -> n.Deck:
    return n.Deck(integer(c[0]), tuple(c[1:]), span=b.at(m))


@builds
def memory_of_kind(b: Builder, m: Meta, c: list[Any]) -> n.KindValue:
    return n.KindValue(singular(c[0]), c[1] is not None, span=b.at(m))


@builds
def memory_value(b: Builder, m: Meta, c: list[Any]) -> n.Expr:
    value: n.Expr = c[0]
    return value


@builds
def memory(b: Builder, m: Meta, c: list[Any]) -> n.Memory:
    name, value, scope, each = c
    unit = None
    if scope is not None:
        unit = n.Unit(str(scope), each, span=b.at_token(scope))
    elif each is not None:
        unit = n.Unit("game", each, span=b.at(m))
    return n.Memory(b.ident(name), value, unit, span=b.at(m))
