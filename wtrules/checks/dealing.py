"""Dealing cards of a named deck to all players: are there enough of them?"""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.checks.survey import own_bodies, survey
from wtrules.checks.words import plural
from wtrules.diagnostics import Diagnostic, report
from wtrules.meaning import nodes as m
from wtrules.meaning.decks import named_decks
from wtrules.meaning.evaluate import Evaluator
from wtrules.syntax import nodes as n


def check(meaning: m.Meaning) -> Iterator[Diagnostic]:
    """Check every loop over all players in which each draws from a named deck."""
    is_own, values = survey(meaning.resolved).is_own, Evaluator(meaning)
    decks = named_decks(meaning.resolved)
    most = max(meaning.resolved.players, default=0)
    loops = (
        statement
        for _, body in (own_bodies(meaning) if decks else ())
        for statement in body
        if isinstance(statement, m.Each) and _is_for_all(statement.query)
    )
    for act in (act for loop in loops if is_own(loop.span) for act in _draws(loop.body)):
        deck, amount = act.part("from"), act.part("amount")
        number = values.possible(amount) if amount is not None else None
        if not isinstance(deck, m.Const) or deck.type != "deck":
            continue
        if number is None or number.low is None:
            continue
        found = decks[deck.value - 1]  # number 0 is the main deck
        copies, needed = found.node_as(n.Deck).copies, number.low * most
        if copies < needed:
            yield report(
                "too-few-cards",
                act.span,
                deck=found.id,
                cards=plural(copies, "card"),
                most=most,
                needed=needed,
                players=copies // max(number.low, 1),
                size=found.name_span,
            )


def _is_for_all(query: m.Query) -> bool:
    """Whether a loop is over all players, none left out."""
    return query.kind == "player" and query.where is None


def _draws(body: m.Body) -> Iterator[m.Act]:
    """Yield what a body certainly draws from named decks, one by one."""
    for statement in body:
        match statement:
            case m.When() | m.Choose():
                return
            case m.Act(verb="draw") if statement.part("from") is not None:
                yield statement
            case m.As():
                yield from _draws(statement.body)
