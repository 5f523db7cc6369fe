"""Whether rules perform one another in a circle, as far as that shows without compiling."""

from __future__ import annotations

from wtrules.rules import meaning as m


def is_straight(meaning: m.Meaning) -> bool:
    """Return whether no rule leads back to itself and none asks where nobody can wait.

    False means only that compiling must tell: a circle may turn out never to be gone through.
    """
    steps = {f"rule {id}": _steps(rule.body, meaning) for id, rule in meaning.rules.items()}
    steps |= {f"spell {id}": _steps(spell.body, meaning) for id, spell in meaning.spells.items()}
    steps |= {f"card {id}": _steps(card.body, meaning) for id, card in meaning.cards.items()}
    if any(
        reaction.event in _NO_PAUSE and _may_ask(rule.body)
        for rule in meaning.rules.values()
        for reaction in rule.on
    ):
        return False
    done: set[str] = set()
    return all(_leads_on(name, steps, (), done) for name in steps)


_NO_PAUSE = ("deck-empty", "wizard-passes", "tower-passes")


def _leads_on(name: str, steps: dict[str, set[str]], path: tuple[str, ...], done: set[str]) -> bool:
    if name in path:
        return False
    if name not in done:
        if not all(_leads_on(step, steps, (*path, name), done) for step in steps.get(name, ())):
            return False
        done.add(name)
    return True


def _steps(body: m.Body, meaning: m.Meaning) -> set[str]:
    """Return what a body performs directly."""
    found: set[str] = set()
    for statement in body:
        match statement:
            case m.Perform():
                found.add(f"rule {statement.rule}")
            case m.PerformSpell():
                found |= {f"spell {id}" for id in meaning.spells}
            case m.PerformCard():
                found |= {f"card {id}" for id in meaning.cards}
            case _:
                for inner in m.inner_bodies(statement):
                    found |= _steps(inner, meaning)
    return found


_ASKING = (m.Choose, m.May, m.Either, m.Perform, m.PerformCard, m.PerformSpell)


def _may_ask(body: m.Body) -> bool:
    """Return whether a body asks somebody, or performs what may."""
    return any(
        isinstance(statement, _ASKING) or any(map(_may_ask, m.inner_bodies(statement)))
        for statement in body
    )
