"""Builders of terms."""

from __future__ import annotations

from typing import Any

from wtrules.syntax import nodes as n
from wtrules.syntax.tree.builder import (
    BUILDERS,
    DIRECTIONS,
    Build,
    Builder,
    Meta,
    builds,
    integer,
    named_parts,
    parts_of,
    singular,
)


def _binary(operator: str) -> Build:
    return lambda b, m, c: n.Binary(operator, c[0], c[1], span=b.at(m))


def _ask(word: str) -> Build:
    return lambda b, m, c: n.Ask(word, c[0], span=b.at(m))


BUILDERS.update(
    either_holds=_binary("or"),
    both_hold=_binary("and"),
    in_=_binary("in"),
    is_=_binary("is"),
    is_not=_binary("is not"),
    plus=_binary("+"),
    minus=_binary("-"),
    times=_binary("*"),
    divided_by=_binary("/"),
    modulo=_binary("mod"),
    count=_ask("number of"),
    exists=_ask("any"),
    none_exists=_ask("no"),
    first=_ask("first"),
    next_=_ask("next"),
    random_=_ask("random"),
    property_of=named_parts(n.PropertyOf),
    entry_at=named_parts(n.EntryAt),
    conditional=parts_of(n.Conditional),
)


@builds
def number(b: Builder, m: Meta, c: list[Any]) -> n.Number:
    return n.Number(integer(c[0]), span=b.at(m))


@builds
def text(b: Builder, m: Meta, c: list[Any]) -> n.Text:
    return b.string(c[0])


@builds
def name(b: Builder, m: Meta, c: list[Any]) -> n.Name:
    return b.ident(c[0])


@builds
def castle(b: Builder, m: Meta, c: list[Any]) -> n.Castle:
    return n.Castle(span=b.at(m))


@builds
def compare(b: Builder, m: Meta, c: list[Any]) -> n.Binary:
    return n.Binary(str(c[1]), c[0], c[2], span=b.at(m))


@builds
def negation(b: Builder, m: Meta, c: list[Any]) -> n.Unary:
    return n.Unary("not", c[0], span=b.at(m))


@builds
def negative(b: Builder, m: Meta, c: list[Any]) -> n.Unary:
    return n.Unary("-", c[0], span=b.at(m))


@builds
def relation(b: Builder, m: Meta, c: list[Any]) -> n.Relation:
    return n.Relation(str(c[0]), c[1], span=b.at(m))


@builds
def course(b: Builder, m: Meta, c: list[Any]) -> n.Course:
    return n.Course(DIRECTIONS[c[0]], c[1], span=b.at(m))


@builds
def query(b: Builder, m: Meta, c: list[Any]) -> n.Query:
    kind, variable, *rest = c
    where = rest.pop()
    course = rest.pop()
    return n.Query(
        singular(kind),
        b.ident(variable) if variable is not None else None,
        tuple(rest),
        course,
        where,
        span=b.at(m),
    )


@builds
def query_numbers(b: Builder, m: Meta, c: list[Any]) -> n.Query:
    variable, low, high, where = c
    name = b.ident(variable)
    return n.Query("number", name, (), None, where, low, high, span=b.at(m))


@builds
def numbered_space(b: Builder, m: Meta, c: list[Any]) -> n.NumberedSpace:
    return n.NumberedSpace(integer(c[0]), span=b.at(m))


@builds
def extreme(b: Builder, m: Meta, c: list[Any]) -> n.Extreme:
    return n.Extreme(str(c[0]), c[1], c[2], span=b.at(m))


@builds
def range(b: Builder, m: Meta, c: list[Any]) -> n.Range:
    low = integer(c[0])
    return n.Range(low, integer(c[1]) if len(c) > 1 else low, span=b.at(m))


BUILDERS["span_of_numbers"] = range


@builds
def value(b: Builder, m: Meta, c: list[Any]) -> n.Value:
    return n.Value(tuple(c[1:]), c[0], span=b.at(m))


@builds
def value_one_of(b: Builder, m: Meta, c: list[Any]) -> n.Value:
    names = b.idents(c)
    return n.Value(names[:1], None, names, span=b.at(m))


@builds
def value_from(b: Builder, m: Meta, c: list[Any]) -> int:
    return integer(c[0])


@builds
def unit(b: Builder, m: Meta, c: list[Any]) -> n.Unit:
    return n.Unit(str(c[0]), c[1], span=b.at(m))


@builds
def for_each(b: Builder, m: Meta, c: list[Any]) -> str:
    return singular(c[0])


@builds
def space_of(b: Builder, m: Meta, c: list[Any]) -> n.PropertyOf:
    return n.PropertyOf(b.ident(c[0]), c[2], span=b.at(m))
