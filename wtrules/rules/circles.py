"""Whether rules perform each other recursively, as far as that can be seen without compiling."""

from __future__ import annotations

from wtrules.language.events import EVENTS
from wtrules.node import walk
from wtrules.rules import meaning as m


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
    done: set[str] = set()
    return all(_is_acyclic(name, steps, (), done) for name in steps)


def _is_acyclic(
    name: str, steps: dict[str, set[str]], path: tuple[str, ...], done: set[str]
) -> bool:
    if name in path:
        return False
    if name not in done:
        if not all(_is_acyclic(step, steps, (*path, name), done) for step in steps.get(name, ())):
            return False
        done.add(name)
    return True


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
                found |= {f"card {id}" for id in meaning.cards}
    return found


_ASKING = (m.Choose, m.May, m.Either, m.Perform, m.PerformCard, m.PerformSpell)


def _may_ask(body: m.Body) -> bool:
    """Return whether a body has a decision, or performs something that may have one."""
    return any(isinstance(part, _ASKING) for part in walk(body))
