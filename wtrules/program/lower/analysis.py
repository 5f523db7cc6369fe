"""What is known of rules before any code is written: who reacts to what, who asks, who ends a scope.

A rule *asks* if carrying it out may need a decision; such a rule becomes a procedure, all others
become functions.
"""

from __future__ import annotations

from collections.abc import Iterable

from wtrules.language.verbs import KINDS, kind_of
from wtrules.node import walk
from wtrules.program.lower.faults import cannot_ask_here
from wtrules.rules import meaning as m
from wtrules.rules.decks import CardDecks

# All spells and all cards, among the ids of rules.
_SPELLS, _CARDS = "any spell", "any card"


class _Spread:
    """Something that spreads from rules and events to the rules that perform or cause them."""

    def __init__(self) -> None:
        self._callers: dict[str, set[str]] = {}
        self._found: set[str] = set()

    def start(self, key: str) -> None:
        """Note a rule that has it of its own."""
        self._found.add(key)

    def link(self, caller: str, called: str) -> None:
        """Note that a rule gets it from another, or from an event."""
        self._callers.setdefault(called, set()).add(caller)

    def result(self) -> set[str]:
        """Return everything that has it in the end."""
        waiting = list(self._found)
        while waiting:
            new = self._callers.get(waiting.pop(), set()) - self._found
            self._found |= new
            waiting += new
        return self._found


class Analysis:
    """Facts about the rules of one meaning."""

    def __init__(self, meaning: m.Meaning, has_forks: bool = False) -> None:
        self.meaning = meaning
        self._has_forks = has_forks  # so that a move may need a decision
        rules = meaning.rules.values()
        self.uses_arrivals = any(
            isinstance(part, m.Prim) and part.op == "arrivals"
            for part in walk([rule.body for rule in rules])
        )
        self.refers_to_setup = _refers_to(meaning, "setup")
        self._reacting: dict[str, list[m.Rule]] = {}
        self._forbidding: dict[str, list[m.Rule]] = {}
        for rule in _in_order(rules):
            for reaction in rule.on:
                self._reacting.setdefault(reaction.event, []).append(rule)
            for reaction in rule.forbids:
                self._forbidding.setdefault(reaction.event, []).append(rule)
        asked, ended = _Spread(), _Spread()
        for rule in rules:
            for event in rule.on:
                asked.link(event.event, rule.id)
                ended.link(event.event, rule.id)
            self._connect(rule.id, rule.body, asked, ended)
        for id, card in meaning.cards.items() if len(meaning.decks) > 1 else ():
            self._connect(card_rule(id), card.body, asked, ended)
        # A body ends a scope if the spell or card it carries out may.
        for many, key in ((meaning.spells, _SPELLS), (meaning.cards, _CARDS)):
            for one in many.values():
                self._connect(key, one.body, _Spread(), ended)
        self.asking = asked.result()
        self.ending = ended.result()

    def _connect(self, key: str, body: m.Body, asked: _Spread, ended: _Spread) -> None:
        """Note what a body does itself, and what it calls."""
        for statement in m.statements_in(body):
            match statement:
                case m.Choose() | m.May() | m.Either() | m.Secretly():
                    asked.start(key)
                case m.Scope():
                    asked.start(key)
                    ended.start(key)
                case m.End():
                    ended.start(key)
                case m.PerformCard() if (kinds := self._carried_out(statement)) is not None:
                    for kind in kinds:
                        asked.link(key, card_rule(kind))
                        ended.link(key, card_rule(kind))
                case m.PerformSpell() | m.PerformCard():
                    asked.start(key)
                    spell = isinstance(statement, m.PerformSpell)
                    ended.link(key, _SPELLS if spell else _CARDS)
                case m.Perform():
                    asked.link(key, statement.rule)
                    ended.link(key, statement.rule)
                case m.Act():
                    if self._is_forked(statement):
                        asked.start(key)
                    for event in events_of(statement):
                        asked.link(key, event)
                        ended.link(key, event)

    def _is_forked(self, act: m.Act) -> bool:
        return self._has_forks and act.verb == "move"

    def _carried_out(self, statement: m.PerformCard) -> tuple[str, ...] | None:
        return CardDecks(self.meaning).carried_out(statement.card)

    def reacting(self, event: str) -> list[m.Rule]:
        """Return the rules that react to an event, in the order in which they do."""
        return self._reacting.get(event, [])

    def forbidding(self, event: str) -> list[m.Rule]:
        """Return the rules that may forbid an event."""
        return self._forbidding.get(event, [])

    def body_asks(self, body: m.Body) -> bool:
        """Return whether a body may need a decision."""
        return any(self._asks(statement) for statement in body)

    def _asks(self, statement: m.Statement) -> bool:
        match statement:
            case m.PerformCard() if (kinds := self._carried_out(statement)) is not None:
                return any(card_rule(kind) in self.asking for kind in kinds)
            case m.Choose() | m.May() | m.Either() | m.PerformCard() | m.PerformSpell():
                return True
            case m.Scope() | m.Secretly():
                return True
            case m.Perform():
                return statement.rule in self.asking
            case m.Act():
                return self._is_forked(statement) or self.events_ask(events_of(statement))
            case _:
                return any(self.body_asks(body) for body in m.inner_bodies(statement))

    def events_ask(self, events: Iterable[str]) -> bool:
        """Return whether a rule that reacts to one of the events may need a decision."""
        return self._asking_rule(events) is not None

    def _asking_rule(self, events: Iterable[str]) -> m.Rule | None:
        for event in events:
            for rule in self.reacting(event):
                if rule.id in self.asking:
                    return rule
        return None

    def refuse_asking(self, event: str, moment: str) -> None:
        """Raise CannotCompile if a rule reacts to an event with a decision where none is possible."""
        rule = self._asking_rule((event,))
        if rule is not None:
            moves = any(
                isinstance(part, m.Act) and self._is_forked(part)
                for part in m.statements_in(rule.body)
            )
            raise cannot_ask_here(rule, moment, forks=moves)

    def body_ends(self, body: m.Body) -> bool:
        """Return whether a body may end a scope."""
        return any(self._ends(statement) for statement in body)

    def _ends(self, statement: m.Statement) -> bool:
        match statement:
            case m.End() | m.Scope():
                return True
            case m.Perform():
                return statement.rule in self.ending
            case m.Act():
                return self.events_end(events_of(statement))
            case m.PerformCard() if (kinds := self._carried_out(statement)) is not None:
                return any(card_rule(kind) in self.ending for kind in kinds)
            case m.PerformCard():
                return _CARDS in self.ending
            case m.PerformSpell():
                return _SPELLS in self.ending
            case _:
                return any(self.body_ends(body) for body in m.inner_bodies(statement))

    def events_end(self, events: Iterable[str]) -> bool:
        """Return whether a rule that reacts to one of the events may end a scope."""
        return any(rule.id in self.ending for event in events for rule in self.reacting(event))


def card_rule(kind: str) -> str:
    """Return what a kind of card is called among the rules."""
    return f"card.{kind}"


def kind_of_act(act: m.Act) -> str:
    """Return the kind of an action."""
    what = act.part("what")
    return kind_of(act.verb, what.type if what is not None else None)


def events_of(act: m.Act) -> tuple[str, ...]:
    """Return the events an action can cause, in the order they happen."""
    return KINDS[kind_of_act(act)].events


def _refers_to(meaning: m.Meaning, scope: str) -> bool:
    """Return whether anything reacts to a scope, ends it or is reset when it begins."""
    events = {reaction.event for rule in meaning.rules.values() for reaction in rule.on}
    scopes = {memory.scope for memory in meaning.memories.values()}
    scopes |= {allowance.scope for allowance in meaning.allowances.values()}
    bodies = [rule.body for rule in meaning.rules.values()]
    bodies += [card.body for card in meaning.cards.values()]
    bodies += [spell.body for spell in meaning.spells.values()]
    for body in bodies:
        scopes |= {part.scope for part in m.statements_in(body) if isinstance(part, m.End)}
    return scope in scopes or not events.isdisjoint((f"{scope}-begins", f"{scope}-ends"))


def _in_order(rules: Iterable[m.Rule]) -> list[m.Rule]:
    """Return rules sorted so that each comes after those its `after` names."""
    waiting = list(rules)
    ordered: list[m.Rule] = []
    while waiting:
        names = {rule.id for rule in waiting}
        ready = next((r for r in waiting if not names & set(r.after) - {r.id}), waiting[0])
        waiting.remove(ready)
        ordered.append(ready)
    return ordered
