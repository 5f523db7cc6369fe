"""Builders of rules, cards and spells, and of what they say about themselves."""

from __future__ import annotations

from typing import Any

from wtrules.syntax import nodes as n
from wtrules.syntax.tree.builder import (
    BUILDERS,
    Builder,
    Meta,
    builds,
    list_of,
    name_of,
    named_list,
    names_of,
    parts_of,
    singular,
    unquote,
)

BUILDERS.update(
    name_clause=list_of(n.NameClause),
    says=list_of(n.Says),
    assumed=names_of(n.Assumed),
    covers=names_of(n.Covers),
    spell=named_list(n.Spell),
    trigger=list_of(n.Trigger),
    forbid=list_of(n.Forbid),
    rule_after=names_of(n.RuleAfter),
    cost=parts_of(n.Cost),
    code=name_of(n.Code),
)


@builds
def phrase(b: Builder, m: Meta, c: list[Any]) -> n.Phrase:
    return n.Phrase(str(c[0]), unquote(c[1]), span=b.at(m))


@builds
def cites(b: Builder, m: Meta, c: list[Any]) -> n.Cites:
    manual, section, page, stance = c
    return n.Cites(
        b.ident(manual),
        unquote(section) if section is not None else None,
        str(page) if page is not None else None,
        str(stance) if stance is not None else None,
        span=b.at(m),
    )


@builds
def suppress(b: Builder, m: Meta, c: list[Any]) -> n.Suppress:
    return n.Suppress(b.ident(c[0]), unquote(c[1]), span=b.at(m))


@builds
def parameter(b: Builder, m: Meta, c: list[Any]) -> n.Parameter:
    return n.Parameter(singular(c[0]), b.ident(c[1]), span=b.at(m))


@builds
def parameters(b: Builder, m: Meta, c: list[Any]) -> tuple[n.Parameter, ...]:
    return tuple(c)


@builds
def rule(b: Builder, m: Meta, c: list[Any]) -> n.Rule:
    return n.Rule(b.ident(c[0]), c[1] or (), tuple(c[2:]), span=b.at(m))


@builds
def card(b: Builder, m: Meta, c: list[Any]) -> n.Card:
    return n.Card(b.ident(c[0]), c[1] or (), tuple(c[2:]), span=b.at(m))


@builds
def define(b: Builder, m: Meta, c: list[Any]) -> n.Define:
    name, kind, variable, value = c
    parameter = None
    if kind is not None:
        span = b.at_token(kind).join(b.at_token(variable))
        parameter = n.Parameter(singular(kind), b.ident(variable), span=span)
    return n.Define(b.ident(name), parameter, value, span=b.at(m))


@builds
def event(b: Builder, m: Meta, c: list[Any]) -> n.Event:
    words = [word for part in c for word in (part if isinstance(part, tuple) else (part,))]
    return n.Event(tuple(str(word) for word in words), span=b.at(m))


@builds
def event_on(b: Builder, m: Meta, c: list[Any]) -> tuple[str, str]:
    return "on", str(c[0])


def _first_part(b: Builder, m: Meta, c: list[Any]) -> Any:
    return c[0]


# Rules of the grammar that stand for one of several words.
_WORDS = (
    "kind scope_word direction extreme_word stance language item_kind number_kind label_word"
    " event_head event_word"
)
BUILDERS.update(dict.fromkeys(_WORDS.split(), _first_part))
