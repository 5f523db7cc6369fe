"""Numbers of cards with a die that are asked for before the die is rolled.

The number of such a card is the last roll. It is rolled for after it was played, so when it is drawn,
chosen, handed over or played, the last roll is one of another card.
"""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.checks.survey import survey
from wtrules.diagnostics import Diagnostic, report, wording
from wtrules.language.events import EVENTS
from wtrules.meaning import nodes as m
from wtrules.node import walk
from wtrules.syntax import nodes as n

_PLAYED, _REVEALED = "card-played", "card-revealed"
# The words and rules that ask for the number of a card, with which of their parameters.
Asking = set[tuple[type, str, int]]


def check(meaning: m.Meaning) -> Iterator[Diagnostic]:
    """Find rules that ask for the number of a card that is not rolled for yet."""
    decks = [entry.node_as(n.Deck) for entry in meaning.resolved.of_kind("deck")]
    dice = [deck for deck in decks if any(face.die for line in deck.lines for face in line.faces)]
    if not dice:
        return
    is_own, asking = survey(meaning.resolved).is_own, _asking(meaning)
    # Only cards of decks with a name are turned face up.
    never = () if any(deck.id is not None for deck in dice) else (_REVEALED,)
    for _, definition in meaning.definitions:
        if isinstance(definition, m.Rule) and not _rolls(definition):
            for event, card in _cards(definition, never):
                for use in _uses(definition.body, card, asking):
                    if is_own(use.span):
                        yield _too_early(use, card, event, bool(definition.forbids))
        for query in walk(definition):
            if isinstance(query, m.Query) and query.kind == "card":
                for use in _uses(query.where, query.variable, asking):
                    if is_own(use.span):
                        yield _too_early(use, query.variable)


Use = m.Prim | m.Meant | m.Perform


def _too_early(
    use: Use, card: str, event: m.Reaction | None = None, forbids: bool = False
) -> Diagnostic:
    written = next(x.span.text for x in walk(use.args) if isinstance(x, m.Local) and x.name == card)
    help = [wording("too-early.die.alone", condition=f"rolls of {written} = 0 and …")]
    if event is not None and event.event == _PLAYED and not forbids:
        help.insert(0, wording("too-early.die.react"))
    return report("too-early.die", use.span, *help, event=None if event is None else event.span)


def _rolls(part: object) -> bool:
    return any(isinstance(act, m.Act) and act.verb == "roll" for act in walk(part))


def _cards(rule: m.Rule, never: tuple[str, ...]) -> Iterator[tuple[m.Reaction, str]]:
    """Yield the events that a rule reacts to or forbids, with their cards."""
    for event in (*rule.on, *rule.forbids):
        for type, name in zip(EVENTS[event.event].types, event.names, strict=False):
            if type == "card" and event.event not in never:
                yield event, name


def _asking(meaning: m.Meaning) -> Asking:
    """Return the words and rules that ask for the number of one of their parameters."""
    asking: Asking = set()
    words = [(m.Meant, word.id, word.parameters, word.value) for word in meaning.defines.values()]
    rules = [(m.Perform, rule.id, rule.parameters, rule.body) for rule in meaning.rules.values()]
    while True:
        found = {
            (kind, id, i)
            for kind, id, parameters, part in (*words, *rules)
            for i, parameter in enumerate(parameters)
            if parameter.type == "card" and not _rolls(part) and _uses(part, parameter.name, asking)
        }
        if found <= asking:
            return asking
        asking |= found


def _uses(whole: object, card: str, asking: Asking) -> list[Use]:
    """Return where the number of a card is asked for.

    There is none if the rule asks how often the card is rolled for: then it knows of the die.
    """
    found: list[Use] = []
    for part in walk(whole):
        match part:
            case m.Prim(op="value:card" | "rolls:card" as op, args=(m.Local(name=name),)):
                if name == card and op == "rolls:card":
                    return []
                if name == card:
                    found.append(part)
            case m.Meant(id=id, args=args) | m.Perform(rule=id, args=args):
                places = (
                    i for i, x in enumerate(args) if isinstance(x, m.Local) and x.name == card
                )
                found += [part for i in places if (type(part), id, i) in asking]
    return found
