"""Builders of examples and assumptions."""

from __future__ import annotations

from typing import Any

from wtrules.syntax import nodes as n
from wtrules.syntax.tree.builder import (
    BUILDERS,
    Builder,
    Meta,
    builds,
    integer,
    list_of,
    name_of,
    named_list,
    names_of,
    unquote,
)

BUILDERS.update(
    example_with=names_of(n.ExampleWith),
    example=named_list(n.Example),
    evidence=list_of(n.Evidence),
    affects=names_of(n.Affects),
    confidence=name_of(n.Confidence),
    assumption=named_list(n.Assumption),
)


@builds
def given_seat(b: Builder, m: Meta, c: list[Any]) -> tuple[str, str]:
    return "seat", str(c[0])


@builds
def given_card(b: Builder, m: Meta, c: list[Any]) -> tuple[str, str]:
    return "card", str(c[0])


@builds
def given_roll(b: Builder, m: Meta, c: list[Any]) -> tuple[str, int]:
    return "roll", integer(c[0])


@builds
def given_spell(b: Builder, m: Meta, c: list[Any]) -> tuple[str, str]:
    return "spell", str(c[0])


@builds
def given(b: Builder, m: Meta, c: list[Any]) -> n.Given:
    parts: dict[str, Any] = dict(c[1:])
    return n.Given(
        b.string(c[0]),
        parts.get("seat"),
        parts.get("card"),
        parts.get("roll"),
        parts.get("spell"),
        span=b.at(m),
    )


@builds
def given_start(b: Builder, m: Meta, c: list[Any]) -> n.Given:
    return n.Given(None, None, None, None, None, integer(c[0]), span=b.at(m))


@builds
def then_over(b: Builder, m: Meta, c: list[Any]) -> n.Then:
    return n.Then("turn", "over", span=b.at(m))


@builds
def then_continues(b: Builder, m: Meta, c: list[Any]) -> n.Then:
    return n.Then("turn", "continues", span=b.at(m))


@builds
def when_move(b: Builder, m: Meta, c: list[Any]) -> n.WhenMove:
    return n.WhenMove(b.string(c[0]), span=b.at(m))


@builds
def then_board(b: Builder, m: Meta, c: list[Any]) -> n.Then:
    return n.Then("board", unquote(c[0]), span=b.at(m))


@builds
def then_forbidden(b: Builder, m: Meta, c: list[Any]) -> n.Then:
    return n.Then("forbidden", str(c[0]) if c else None, span=b.at(m))


@builds
def then_moves(b: Builder, m: Meta, c: list[Any]) -> n.Then:
    return n.Then("moves", integer(c[0]), span=b.at(m))


@builds
def then_fills(b: Builder, m: Meta, c: list[Any]) -> n.Then:
    return n.Then("fills", str(c[0]), span=b.at(m))


@builds
def then_home(b: Builder, m: Meta, c: list[Any]) -> n.Then:
    return n.Then("home", str(c[0]), span=b.at(m))


@builds
def reading(b: Builder, m: Meta, c: list[Any]) -> n.Reading:
    phrases = tuple(part for part in c[1:] if isinstance(part, n.Phrase))
    bodies = tuple(part for part in c[1:] if isinstance(part, n.ReadingBody))
    why = next((part for part in c[1:] if isinstance(part, tuple)), ())
    return n.Reading(b.ident(c[0]), phrases, bodies, why, span=b.at(m))


@builds
def reading_body(b: Builder, m: Meta, c: list[Any]) -> n.ReadingBody:
    rulesets, variants = c[0] or ((), ())
    return n.ReadingBody(rulesets, variants, tuple(c[1:]), span=b.at(m))


@builds
def reading_scope(
    b: Builder, m: Meta, c: list[Any]
) -> tuple[tuple[n.Name, ...], tuple[n.Name, ...]]:
    return b.idents(c[:-1]), c[-1] or ()


@builds
def reading_with(b: Builder, m: Meta, c: list[Any]) -> tuple[n.Name, ...]:
    return b.idents(c)


@builds
def unplayable(b: Builder, m: Meta, c: list[Any]) -> tuple[n.Phrase, ...]:
    return tuple(c)


@builds
def default_reading(b: Builder, m: Meta, c: list[Any]) -> n.DefaultReading:
    rulesets, variants = c[1] or ((), ())
    return n.DefaultReading(b.ident(c[0]), rulesets, variants, span=b.at(m))


@builds
def letter_reading(b: Builder, m: Meta, c: list[Any]) -> n.LetterReading:
    rulesets, variants = c[1]
    return n.LetterReading(b.ident(c[0]), rulesets, variants, span=b.at(m))
