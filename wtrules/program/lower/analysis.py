"""What is known of rules before any code is written: who reacts to what, asks, ends a scope, moves pieces.

A rule *asks* if carrying it out may need a decision; such a rule becomes a procedure, all others
become functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from attrs import evolve

from wtrules.meaning import nodes as m
from wtrules.meaning.decks import CardDecks
from wtrules.node import rewrite, walk
from wtrules.program.lower.faults import cannot_ask_here

# All spells and all cards, among the ids of rules.
_SPELLS, _CARDS = "any spell", "any card"

# Actions that cause these take pieces from where they are.
_LEAVING = {"wizard-leaves", "wizard-home", "tower-leaves", "tower-swapped", "piece-leaves"}


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
        for rule in meaning.rules_in_order:
            for reaction in rule.on:
                self._reacting.setdefault(reaction.event, []).append(rule)
            for reaction in rule.forbids:
                self._forbidding.setdefault(reaction.event, []).append(rule)
        self._no_landings: list[m.Rule] = []
        # A wizard may not land where it would be brought home at once, if it may not enter the castle.
        for entry in self._reacting.get("wizard-lands", []):
            for ban in self._forbidding.get("wizard-home", []):
                self._no_landings += _no_landing(entry, ban, meaning)
        self._forbidding.setdefault("wizard-lands", []).extend(self._no_landings)
        asked, ended, moved = _Spread(), _Spread(), _Spread()
        questions, ends = _Spread(), _Spread()  # of rules themselves, not of reactions to them
        for rule in rules:
            for event in rule.on:
                for spread in (asked, ended, moved):
                    spread.link(event.event, rule.id)
            self._connect(rule.id, rule.body, asked, ended, moved)
            for statement in m.statements_in(rule.body):
                match statement:
                    case m.Perform():
                        questions.link(rule.id, statement.rule)
                        ends.link(rule.id, statement.rule)
                    case m.End():
                        ends.start(rule.id)
                    case _ if isinstance(statement, _QUESTIONS):
                        questions.start(rule.id)
        for id, card in meaning.cards.items() if len(meaning.decks) > 1 else ():
            self._connect(card_rule(id), card.body, asked, ended, moved)
        # A body ends a scope or moves pieces if the spell or card it carries out may.
        for many, key in ((meaning.spells, _SPELLS), (meaning.cards, _CARDS)):
            for definition in many.values():
                self._connect(key, definition.body, _Spread(), ended, moved)
        self.asking = asked.result()
        self.ending = ended.result()
        self._moving = moved.result()
        self._with_questions = questions.result()
        self._with_ends = ends.result()
        bodies = [rule.body for rule in rules]
        bodies += [spell.body for spell in meaning.spells.values()]
        bodies += [card.body for card in meaning.cards.values()]
        self.listed_kinds = {
            part.query.kind
            for part in walk(bodies)
            if isinstance(part, m.Each) and self.body_moves(part.body)
        }  # of pieces that a loop lists and that are moved in the loop

    def _connect(
        self, key: str, body: m.Body, asked: _Spread, ended: _Spread, moved: _Spread
    ) -> None:
        """Note what a body does itself, and what it calls."""
        spreads = asked, ended, moved
        for statement in m.statements_in(body):
            match statement:
                case m.Choose() | m.May() | m.Either() | m.Secretly():
                    asked.start(key)
                case m.Scope():
                    for spread in spreads:
                        spread.start(key)
                case m.End():
                    ended.start(key)
                case m.PerformCard() if (kinds := self._carried_out(statement)) is not None:
                    for kind in kinds:
                        for spread in spreads:
                            spread.link(key, card_rule(kind))
                case m.PerformSpell() | m.PerformCard():
                    asked.start(key)
                    spell = isinstance(statement, m.PerformSpell)
                    for spread in (ended, moved):
                        spread.link(key, _SPELLS if spell else _CARDS)
                        if spell:
                            spread.link(key, "spell-cast")
                case m.Perform():
                    for spread in spreads:
                        spread.link(key, statement.rule)
                case m.Act():
                    if self._is_forked(statement):
                        asked.start(key)
                    if takes_away(statement):
                        moved.start(key)
                    for event in statement.events:
                        for spread in spreads:
                            spread.link(key, event)

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

    def is_about_entry(self, rule: m.Rule) -> bool:
        """Return whether a rule forbids landing only because it forbids what follows from it."""
        return any(rule is own for own in self._no_landings)

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
                return self._is_forked(statement) or self.events_ask(statement.events)
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

    def is_question(self, statement: m.Statement) -> bool:
        """Return whether a statement asks of itself, not only in rules that react to it.

        A scope is a chain of questions.
        """
        if isinstance(statement, m.Perform):
            return statement.rule in self._with_questions
        return isinstance(statement, _QUESTIONS)

    def is_part(self, id: str) -> bool:
        """Return whether a rule is a part of those that perform it: it asks nothing and ends nothing."""
        return id in self.meaning.rules and id not in self._with_questions | self._with_ends

    def goes_on(self, bodies: tuple[m.Body, ...], more: bool = False) -> bool:
        """Return whether bodies, one after the other, go on after an action that may end a scope."""
        for i, body in enumerate(bodies):
            follows = more or any(bodies[i + 1 :])
            for j, statement in enumerate(body, 1):
                if self._goes_on(statement, follows or j < len(body)):
                    return True
        return False

    def _goes_on(self, statement: m.Statement, more: bool) -> bool:
        match statement:
            case m.Act():
                return more and self.events_end(statement.events)
            case m.Perform():
                return more and statement.rule in self.ending and self.is_part(statement.rule)
            case m.Scope():
                return False
            case m.Repeat() | m.Each():
                return self.goes_on((statement.body,), more=True)
            case _:
                return any(self.goes_on((body,), more) for body in m.inner_bodies(statement))

    def body_moves(self, body: m.Body) -> bool:
        """Return whether a body may take pieces from where they are."""
        return self._body_leads_to(body, self._moving, _is_move)

    def _body_leads_to(self, body: m.Body, leading: set[str], is_one: _IsOne) -> bool:
        return any(self._leads_to(statement, leading, is_one) for statement in body)

    def _leads_to(self, statement: m.Statement, leading: set[str], is_one: _IsOne) -> bool:
        """Return whether a statement *is one*, or carries out rules that were *found* to have one."""
        if is_one(statement):
            return True
        match statement:
            case m.Perform():
                return statement.rule in leading
            case m.Act():
                return self._is_reacting(statement.events, leading)
            case m.PerformCard() if (kinds := self._carried_out(statement)) is not None:
                return any(card_rule(kind) in leading for kind in kinds)
            case m.PerformCard():
                return _CARDS in leading
            case m.PerformSpell():
                return _SPELLS in leading or self._is_reacting(("spell-cast",), leading)
            case _:
                inner = m.inner_bodies(statement)
                return any(self._body_leads_to(body, leading, is_one) for body in inner)

    def _is_reacting(self, events: Iterable[str], ids: set[str]) -> bool:
        return any(rule.id in ids for event in events for rule in self.reacting(event))

    def events_end(self, events: Iterable[str]) -> bool:
        """Return whether a rule that reacts to one of the events may end a scope."""
        return self._is_reacting(events, self.ending)


def _no_landing(entry: m.Rule, ban: m.Rule, meaning: m.Meaning) -> Iterator[m.Rule]:
    """Yield what a rule that forbids to enter the castle says of landing where *entry* leads there."""
    landing = next(r for r in entry.on if r.event == "wizard-lands")
    banned = next(r for r in ban.forbids if r.event == "wizard-home")
    wizard = m.Local("wizard", landing.names[0], span=landing.span)
    body = _replaced(ban.body, {banned.names[0]: wizard})
    if banned.condition is not None:
        condition = _replaced(banned.condition, {banned.names[0]: wizard})
        body = (m.When(condition, span=banned.span), *body)
    for conditions in islice(_WaysHome(meaning).of_body(entry.body, wizard.name), _MOST_WAYS):
        yield evolve(ban, forbids=(landing,), body=(*conditions, *body))


_MOST_WAYS = 32  # of a rule into the castle that are looked at


class _WaysHome:
    """Finds the conditions under which statements bring a wizard home without asking anybody."""

    def __init__(self, meaning: m.Meaning) -> None:
        self._meaning = meaning
        self._of_rules: dict[tuple[str, str], list[m.Body]] = {}

    def of_body(self, body: m.Body, wizard: str) -> Iterator[m.Body]:
        """Yield the conditions of each way; *wizard* is the name of the wizard."""
        conditions: list[m.Statement] = []
        chosen: set[str] = set()  # names that mean something only after a question
        for statement in body:
            if isinstance(statement, m.Choose):
                chosen |= {query.variable for query in statement.queries}
            if isinstance(statement, m.When | m.Let):
                if any(isinstance(x, m.Local) and x.name in chosen for x in walk([statement])):
                    return
                conditions.append(statement)
            for way in self._of_statement(statement, wizard):
                yield (*conditions, *way)

    def _of_statement(self, statement: m.Statement, wizard: str) -> Iterator[m.Body]:
        match statement:
            case m.Act(verb="bring home") if _names(statement.part("what"), wizard):
                yield ()
            case m.If(condition=condition, span=span):
                no = m.Calc("truth", "not", (condition,), span=span)
                for term, body in ((condition, statement.then), (no, statement.otherwise)):
                    yield from self.of_body((m.When(term, span=span), *body), wizard)
            case m.As():
                yield from self.of_body(statement.body, wizard)
            case m.Perform():
                yield from self._of_perform(statement, wizard)

    def _of_perform(self, statement: m.Perform, wizard: str) -> Iterator[m.Body]:
        rule = self._meaning.rules[statement.rule]
        arguments = {
            name: arg for (name, _), arg in zip(rule.parameters, statement.args, strict=True)
        }
        for name in [name for name, arg in arguments.items() if _names(arg, wizard)]:
            if (rule.id, name) not in self._of_rules:
                self._of_rules[rule.id, name] = []  # of one that performs itself
                ways = islice(self.of_body(rule.body, name), _MOST_WAYS)
                self._of_rules[rule.id, name] = list(ways)
            for way in self._of_rules[rule.id, name]:
                yield _replaced(way, arguments)


def _replaced(part: Any, terms: Mapping[str, m.Term]) -> Any:
    """Return a part of a rule with other terms for some of its names."""

    def change(part: object) -> m.Term | None:
        return terms.get(part.name) if isinstance(part, m.Local) else None

    return rewrite(part, change)


def _names(term: m.Term | None, name: str) -> bool:
    return isinstance(term, m.Local) and term.name == name


_QUESTIONS = (
    m.Choose,
    m.May,
    m.Either,
    m.Secretly,
    m.PerformCard,
    m.PerformSpell,
    m.Scope,
)


_IsOne = Callable[[m.Statement], bool]


def _is_move(statement: m.Statement) -> bool:
    return isinstance(statement, m.Scope) or (
        isinstance(statement, m.Act) and takes_away(statement)
    )


def takes_away(act: m.Act) -> bool:
    """Return whether an action takes a piece from where it is."""
    return not _LEAVING.isdisjoint(act.events)


def card_rule(kind: str) -> str:
    """Return what a kind of card is called among the rules."""
    return f"card.{kind}"


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
