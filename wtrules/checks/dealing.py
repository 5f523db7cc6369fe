"""Dealing cards of a named deck to all players: are there enough of them?"""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.checks.survey import own_bodies, survey
from wtrules.checks.words import plural
from wtrules.diagnostics import Diagnostic, Label, warning
from wtrules.phrase import phrase
from wtrules.rules import meaning as m
from wtrules.rules.decks import named_decks
from wtrules.rules.evaluate import Evaluator
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
            yield warning(
                "too-few-cards",
                phrase(
                    "deck `{found}` has {cards}, but {most} players draw {needed}",
                    found=found.id,
                    cards=plural(copies, "card"),
                    most=most,
                    needed=needed,
                ),
                act.span,
                "the last players get fewer",
                phrase(
                    "add cards to the deck, or write `players` with at most {copies} in the ruleset",
                    copies=copies // max(number.low, 1),
                ),
                related=(Label(found.name_span, plural(copies, "card")),),
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
            case m.Act(verb="draw from"):
                yield statement
            case m.As():
                yield from _draws(statement.body)
