"""Numbers of cards with a die that are asked for before the die is rolled.

The number of such a card is the last roll. It is rolled for after it was played, so when it is drawn,
chosen, handed over or played, the last roll is one of another card.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from wtrules.checks.survey import Nodes, Survey, survey
from wtrules.diagnostics import Diagnostic, report, wording
from wtrules.language.events import matching_event
from wtrules.meaning.nodes import Meaning
from wtrules.node import walk
from wtrules.resolve.clauses import clauses_of
from wtrules.resolve.model import Rules
from wtrules.syntax import nodes as n

_NUMBER, _ROLLS, _PLAYED, _REVEALED = "value", "rolls", "card-played", "card-revealed"


def check(meaning: Meaning) -> Iterator[Diagnostic]:
    """Find rules that ask for the number of a card that is not rolled for yet."""
    rules = meaning.resolved
    decks = [entry.node_as(n.Deck) for entry in rules.of_kind("deck")]
    dice = [deck for deck in decks if any(face.die for line in deck.lines for face in line.faces)]
    if not dice:
        return
    named = any(deck.id is not None for deck in dice)
    seen = survey(rules)
    asking = _asking(rules, seen)
    for kind in ("rule", "card", "spell", "define"):
        for entry in rules.of_kind(kind):
            nodes = seen.nodes[kind, entry.id]
            for event, card in _events(entry.node, named) if not _rolls(nodes) else ():
                for node in _uses(entry.node, card, asking):
                    if seen.is_own(node.span):
                        yield _too_early(node, card, event, any(nodes.of(n.Forbid)))
            for query in nodes.of(n.Query):
                if query.kind == "card" and query.variable is not None:
                    for node in _uses(query.where, query.variable.id, asking):
                        if seen.is_own(node.span):
                            yield _too_early(node, query.variable.id, None, False)


def _too_early(node: Any, card: str, event: n.Event | None, forbids: bool) -> Diagnostic:
    condition = f"{_ROLLS} of {card} = 0 and …"
    help: list[str] = [wording("too-early.die.alone", condition=condition)]
    if event is not None and _id_of(event) == _PLAYED and not forbids:
        help.insert(0, wording("too-early.die.react"))
    return report(
        "too-early.die",
        node.span,
        *help,
        event=None if event is None else event.span,
    )


def _id_of(event: n.Event) -> str | None:
    found = matching_event(event.words)
    return found[0].id if found is not None else None


def _rolls(nodes: Nodes) -> bool:
    return any(do.verb == "roll" for do in nodes.of(n.Do))


def _events(node: Any, named: bool) -> Iterator[tuple[n.Event, str]]:
    """Yield the events that a rule reacts to or forbids, with their cards.

    *named*: there are dice in decks with a name; only those have cards that are turned face up.
    """
    events = [event for clause in clauses_of(node, n.Trigger) for event in clause.events]
    events += [event for clause in clauses_of(node, n.Forbid) for event in clause.events]
    for event in events:
        found = matching_event(event.words)
        if found is not None and (named or found[0].id != _REVEALED):
            for type, name in zip(found[0].types, found[1], strict=True):
                if type == "card":
                    yield event, name


def _asking(rules: Rules, seen: Survey) -> set[tuple[str, int]]:
    """Return the words and rules that ask for the number of a card, with which of their parameters."""
    asking = {(_NUMBER, 0)}
    entries = [*rules.of_kind("define"), *rules.of_kind("rule")]
    while True:
        found = {
            (entry.id, i)
            for entry in entries
            if not _rolls(seen.nodes[entry.kind, entry.id])
            for i, parameter in enumerate(getattr(entry.node, "parameters", ()))
            if parameter.kind == "card" and any(_uses(entry.node, parameter.name.id, asking))
        }
        if found <= asking:
            return asking
        asking |= found


def _uses(node: Any, card: str, asking: set[tuple[str, int]]) -> list[Any]:
    """Return where the number of a card is asked for.

    There is none if the rule asks how often the card is rolled for: then it knows of the die.
    """
    found: list[Any] = []
    for part in walk(node):
        match part:
            case n.PropertyOf(property=n.Name(id=word), subject=n.Name(id=id)) if id == card:
                if word == _ROLLS:
                    return []
                if (word, 0) in asking:
                    found.append(part)
            case n.Applied(word=n.Name(id=word), arguments=arguments):
                found += _given(part, word, arguments, card, asking)
            case n.Perform(target=n.Name(id=word), arguments=arguments):
                found += _given(part, word, arguments, card, asking)
            case _:
                pass
    return found


def _given(
    part: Any, word: str, arguments: tuple[Any, ...], card: str, asking: set[tuple[str, int]]
) -> Iterator[Any]:
    for i, argument in enumerate(arguments):
        if isinstance(argument, n.Name) and argument.id == card and (word, i) in asking:
            yield part
