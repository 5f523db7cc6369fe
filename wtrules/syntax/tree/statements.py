"""Builders of statements and actions."""

from __future__ import annotations

from typing import Any

from wtrules.language.verbs import VERBS, Verb
from wtrules.syntax import nodes as n
from wtrules.syntax.tree.builder import (
    BUILDERS,
    DIRECTIONS,
    Build,
    Builder,
    Meta,
    Token,
    builds,
    list_of,
    name_of,
    named_list,
    named_parts,
    parts_of,
)

BUILDERS.update(
    block=list_of(n.Block),
    may=parts_of(n.May),
    option=named_list(n.Option),
    if_=parts_of(n.If),
    when=parts_of(n.When),
    each=parts_of(n.Each),
    as_=parts_of(n.As),
    set_=named_parts(n.Set),
    let=named_parts(n.Let),
    use=name_of(n.Use),
)


@builds
def otherwise(b: Builder, m: Meta, c: list[Any]) -> n.Block:
    block: n.Block = c[0]
    return block


@builds
def else_if(b: Builder, m: Meta, c: list[Any]) -> n.Block:
    return n.Block((c[0],), span=b.at(m))


@builds
def choose(b: Builder, m: Meta, c: list[Any]) -> n.Choose:
    return n.Choose(tuple(c[:-1]), c[-1], span=b.at(m))


@builds
def either(b: Builder, m: Meta, c: list[Any]) -> n.Either:
    return n.Either(tuple(c[:-1]), c[-1], span=b.at(m))


@builds
def repeat_forever(b: Builder, m: Meta, c: list[Any]) -> n.Repeat:
    return n.Repeat("forever", None, c[0], span=b.at(m))


@builds
def repeat_times(b: Builder, m: Meta, c: list[Any]) -> n.Repeat:
    return n.Repeat("times", c[0], c[1], span=b.at(m))


@builds
def repeat_while(b: Builder, m: Meta, c: list[Any]) -> n.Repeat:
    return n.Repeat("while", c[0], c[1], span=b.at(m))


@builds
def scope(b: Builder, m: Meta, c: list[Any]) -> n.Scope:
    return n.Scope(str(c[0]), None, c[1], span=b.at(m))


@builds
def scope_of(b: Builder, m: Meta, c: list[Any]) -> n.Scope:
    return n.Scope(str(c[0]), c[1], c[2], span=b.at(m))


@builds
def perform(b: Builder, m: Meta, c: list[Any]) -> n.Perform:
    return n.Perform(b.ident(c[0]), c[1] or (), span=b.at(m))


@builds
def arguments(b: Builder, m: Meta, c: list[Any]) -> tuple[n.Expr, ...]:
    return tuple(c)


@builds
def stop(b: Builder, m: Meta, c: list[Any]) -> n.Stop:
    return n.Stop(span=b.at(m))


@builds
def end(b: Builder, m: Meta, c: list[Any]) -> n.End:
    outcome = b.ident(c[1]) if c[1] is not None else None
    return n.End(str(c[0]), outcome, span=b.at(m))


@builds
def can(b: Builder, m: Meta, c: list[Any]) -> n.Can:
    return n.Can(do(b, m, c), span=b.at(m))


@builds
def do(b: Builder, m: Meta, c: list[Any]) -> n.Do:
    verb, parts, direction = c[0]
    return n.Do(verb, parts, direction, span=b.at(m))


def _action(verb: Verb) -> Build:
    """Return the builder of actions of a verb."""

    def build(b: Builder, m: Meta, c: list[Any]) -> Any:
        direction = None
        terms = []
        for part in c:
            if isinstance(part, Token):
                if part.type in ("NAME", "PATH"):
                    terms.append(b.ident(part))
                elif part in DIRECTIONS:
                    direction = DIRECTIONS[part]
            else:
                terms.append(part)
        parts = tuple(
            n.Part(part.label, term, span=term.span)
            for part, term in zip(verb.parts, terms, strict=True)
            if term is not None
        )
        return verb.name, parts, direction

    return build


# The alternative `act_bring_home` of the grammar builds the verb `bring home`.
BUILDERS.update({f"act_{verb.name.replace(' ', '_')}": _action(verb) for verb in VERBS.values()})
