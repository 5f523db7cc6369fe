"""Whether rules perform each other recursively, as far as that can be seen without compiling."""

from __future__ import annotations

from collections.abc import Mapping

from wtrules.language.events import EVENTS
from wtrules.meaning import nodes as m
from wtrules.meaning.decks import CardDecks
from wtrules.node import walk


def is_straight(meaning: m.Meaning) -> bool:
    """Return whether no rule performs itself and none has a decision where the game cannot wait.

    False only means that compiling has to find out: the recursion may never happen in play.
    """
    steps = {f"rule {id}": _steps(rule.body, meaning) for id, rule in meaning.rules.items()}
    steps |= {f"spell {id}": _steps(spell.body, meaning) for id, spell in meaning.spells.items()}
    steps |= {f"card {id}": _steps(card.body, meaning) for id, card in meaning.cards.items()}
    if any(
        not EVENTS[reaction.event].decisions and _may_ask(rule.body)
        for rule in meaning.rules.values()
        for reaction in rule.on
    ):
        return False
    return _is_acyclic(steps)


def _is_acyclic(steps: Mapping[str, set[str]]) -> bool:
    """Return whether nothing leads back to itself: all can be taken away, the last ones first."""
    before: dict[str, list[str]] = {}
    left = {name: len(after) for name, after in steps.items()}
    for name, after in steps.items():
        for step in after:
            before.setdefault(step, []).append(name)
    ready = [name for name, count in left.items() if not count]
    ready += [name for name in before if name not in steps]
    gone = 0
    while ready:
        name = ready.pop()
        gone += name in steps
        for earlier in before.get(name, ()):
            left[earlier] -= 1
            if not left[earlier]:
                ready.append(earlier)
    return gone == len(steps)


def _steps(body: m.Body, meaning: m.Meaning) -> set[str]:
    """Return what a body performs directly."""
    found: set[str] = set()
    for part in walk(body):
        match part:
            case m.Perform():
                found.add(f"rule {part.rule}")
            case m.PerformSpell():
                found |= {f"spell {id}" for id in meaning.spells}
            case m.PerformCard():
                found |= {f"card {id}" for id in CardDecks(meaning).kinds(part.card)}
    return found


_ASKING = (m.Choose, m.May, m.Either, m.Secretly, m.Perform, m.PerformCard, m.PerformSpell)


def _may_ask(body: m.Body) -> bool:
    """Return whether a body has a decision, or performs something that may have one."""
    return any(isinstance(part, _ASKING) for part in walk(body))
