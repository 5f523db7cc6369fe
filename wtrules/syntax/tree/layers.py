"""Builders of files, rulesets, variants and what they change."""

from __future__ import annotations

from typing import Any

from wtrules.syntax import nodes as n
from wtrules.syntax.tree.builder import (
    BUILDERS,
    Builder,
    Meta,
    Token,
    builds,
    list_of,
    named_list,
    named_parts,
    names_of,
    parts_of,
    texts_of,
    unquote,
)

BUILDERS.update(
    new_value=named_parts(n.NewValue),
    override=parts_of(n.Override),
    needs=names_of(n.Needs),
    excludes=names_of(n.Excludes),
    layer_after=names_of(n.LayerAfter),
    title=list_of(n.Title),
    includes=texts_of(n.Includes),
    examples=texts_of(n.Examples),
    players=list_of(n.Players),
    ruleset=named_list(n.Ruleset),
)


@builds
def remove(b: Builder, m: Meta, c: list[Any]) -> n.Remove:
    return n.Remove(str(c[0]), b.ident(c[1]), span=b.at(m))


@builds
def add_cards(b: Builder, m: Meta, c: list[Any]) -> n.Add:
    return n.Add("deck", None, tuple(c), span=b.at(m))


@builds
def add_rows(b: Builder, m: Meta, c: list[Any]) -> n.Add:
    return n.Add("table", b.ident(c[0]), tuple(c[1:]), span=b.at(m))


@builds
def add_clauses(b: Builder, m: Meta, c: list[Any]) -> n.Add:
    return n.Add(str(c[0]), b.ident(c[1]), tuple(c[2:]), span=b.at(m))


@builds
def add_values(b: Builder, m: Meta, c: list[Any]) -> n.Add:
    return n.Add("setting", b.ident(c[0]), (), c[1], span=b.at(m))


@builds
def variant_players(b: Builder, m: Meta, c: list[Any]) -> tuple[n.Range, ...]:
    return tuple(part for part in c if isinstance(part, n.Range))


@builds
def variant(b: Builder, m: Meta, c: list[Any]) -> n.Variant:
    return n.Variant(b.ident(c[0]), c[1] or (), tuple(c[2:]), span=b.at(m))


@builds
def edition_language(b: Builder, m: Meta, c: list[Any]) -> n.EditionLanguage:
    return n.EditionLanguage(str(c[0]), span=b.at(m))


@builds
def reference(b: Builder, m: Meta, c: list[Any]) -> n.Reference:
    is_path = c[0].type == "STRING"
    return n.Reference(unquote(c[0]) if is_path else str(c[0]), is_path, span=b.at(m))


@builds
def extends(b: Builder, m: Meta, c: list[Any]) -> n.Extends:
    bases = tuple(part for part in c if isinstance(part, n.Reference))
    variants = b.idents([part for part in c if isinstance(part, Token)])
    return n.Extends(bases, variants, span=b.at(m))


@builds
def start(b: Builder, m: Meta, c: list[Any]) -> n.File:
    return n.File(tuple(c), span=b.at((0, len(b.source.text))))
