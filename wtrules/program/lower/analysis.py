"""What is known of rules before any code is written: who reacts to what, asks, ends a scope, moves pieces.

A rule *asks* if carrying it out may need a decision; such a rule becomes a procedure, all others
become functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice

from attrs import evolve

from wtrules.meaning import nodes as m
from wtrules.meaning.decks import CardDecks
from wtrules.node import walk
from wtrules.program.lower.faults import cannot_ask_here

# All spells and all cards, among the ids of rules.
_SPELLS, _CARDS = "any spell", "any card"

# Actions that cause these take pieces from where they are.
_LEAVING = {"wizard-leaves", "wizard-home", "tower-leaves", "tower-swapped", "piece-leaves"}


class _Fact:
    """Something true of some statements, and so of all that leads to such a statement.

    A key is the id of a rule, or an event, which leads to the rules that react to it.
    """

    def __init__(
        self,
        bodies: Iterable[tuple[str, m.Body]],
        reactions: Mapping[str, list[m.Rule]],
        is_one: Callable[[m.Statement], bool],
        carries_out: Callable[[m.Statement], Iterable[str]],
    ) -> None:
        self._is_one = is_one
        self._carries_out = carries_out
        leading: dict[str, list[str]] = {}
        waiting: list[str] = []
        for event, rules in reactions.items():
            for rule in rules:
                leading.setdefault(rule.id, []).append(event)
        for key, body in bodies:
            for statement in m.statements_in(body):
                if is_one(statement):
                    waiting.append(key)
                for called in carries_out(statement):
                    leading.setdefault(called, []).append(key)
        self.keys: set[str] = set()
        while waiting:
            key = waiting.pop()
            if key not in self.keys:
                self.keys.add(key)
                waiting += leading.get(key, ())

    def of(self, body: m.Body) -> bool:
        """Return whether a body has or leads to such a statement."""
        return any(
            self._is_one(statement) or not self.keys.isdisjoint(self._carries_out(statement))
            for statement in m.statements_in(body)
        )


class Analysis:
    """Facts about the rules of one meaning."""

    def __init__(self, meaning: m.Meaning, has_forks: bool = False) -> None:
        self.meaning = meaning
        self._has_forks = has_forks  # so that a move may need a decision
        self._decks = CardDecks(meaning)
        rules = meaning.rules.values()
        self.uses_arrivals = any(
            isinstance(part, m.Prim) and part.op == "arrivals"
            for part in walk([rule.body for rule in rules])
        )
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
        bodies = [(rule.id, rule.body) for rule in rules]
        bodies += [(_SPELLS, spell.body) for spell in meaning.spells.values()]
        for id, card in meaning.cards.items():
            bodies += [(_CARDS, card.body), (card_rule(id), card.body)]
        self.refers_to_setup = _refers_to(meaning, bodies, "setup")
        asked, ended, moved = (
            _Fact(bodies, self._reacting, is_one, self._carries_out)
            for is_one in (self._asks, _ends, _moves)
        )
        # Of rules themselves, not of reactions to them.
        questions, ends = (
            _Fact(bodies, {}, is_one, _performs)
            for is_one in (lambda s: isinstance(s, _QUESTIONS), lambda s: isinstance(s, m.End))
        )
        self.asking, self.ending = asked.keys, ended.keys
        self.body_asks, self.body_moves = asked.of, moved.of
        self._with_questions, self._with_ends = questions.keys, ends.keys
        self.listed_kinds = {
            part.query.kind
            for part in walk([body for _, body in bodies])
            if isinstance(part, m.Each) and self.body_moves(part.body)
        }  # of pieces that a loop lists and that are moved in the loop

    def _asks(self, statement: m.Statement) -> bool:
        """Return whether a statement may need a decision, whatever it leads to."""
        match statement:
            case m.PerformCard():
                return self._decks.carried_out(statement.card) is None
            case m.Act():
                return self._is_forked(statement)
        return isinstance(statement, _QUESTIONS)

    def _carries_out(self, statement: m.Statement) -> Iterable[str]:
        """Return the rules that a statement carries out, and the events that it causes."""
        match statement:
            case m.PerformCard():
                kinds = self._decks.carried_out(statement.card)
                return (_CARDS,) if kinds is None else map(card_rule, kinds)
            case m.PerformSpell():
                return _SPELLS, "spell-cast"
            case m.Act():
                return statement.events
        return _performs(statement)

    def _is_forked(self, act: m.Act) -> bool:
        return self._has_forks and act.verb == "move"

    def reacting(self, event: str) -> list[m.Rule]:
        """Return the rules that react to an event, in the order in which they do."""
        return self._reacting.get(event, [])

    def forbidding(self, event: str) -> list[m.Rule]:
        """Return the rules that may forbid an event."""
        return self._forbidding.get(event, [])

    def is_about_entry(self, rule: m.Rule) -> bool:
        """Return whether a rule forbids landing only because it forbids what follows from it."""
        return any(rule is own for own in self._no_landings)

    def events_ask(self, events: Iterable[str]) -> bool:
        """Return whether a rule that reacts to one of the events may need a decision."""
        return not self.asking.isdisjoint(events)

    def events_end(self, events: Iterable[str]) -> bool:
        """Return whether a rule that reacts to one of the events may end a scope."""
        return not self.ending.isdisjoint(events)

    def refuse_asking(self, event: str, moment: str) -> None:
        """Raise CannotCompile if a rule reacts to an event with a decision where none is possible."""
        rule = next((rule for rule in self.reacting(event) if rule.id in self.asking), None)
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


def _no_landing(entry: m.Rule, ban: m.Rule, meaning: m.Meaning) -> Iterator[m.Rule]:
    """Yield what a rule that forbids to enter the castle says of landing where *entry* leads there."""
    landing = next(r for r in entry.on if r.event == "wizard-lands")
    banned = next(r for r in ban.forbids if r.event == "wizard-home")
    wizard = m.Local("wizard", landing.names[0], span=landing.span)
    body = m.filled(ban.body, {banned.names[0]: wizard})
    if banned.condition is not None:
        condition = m.filled(banned.condition, {banned.names[0]: wizard})
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
                yield m.filled(way, arguments)


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


def _ends(statement: m.Statement) -> bool:
    return isinstance(statement, m.Scope | m.End)


def _moves(statement: m.Statement) -> bool:
    return isinstance(statement, m.Scope) or (
        isinstance(statement, m.Act) and takes_away(statement)
    )


def _performs(statement: m.Statement) -> tuple[str, ...]:
    return (statement.rule,) if isinstance(statement, m.Perform) else ()


def takes_away(act: m.Act) -> bool:
    """Return whether an action takes a piece from where it is."""
    return not _LEAVING.isdisjoint(act.events)


def card_rule(kind: str) -> str:
    """Return what a kind of card is called among the rules."""
    return f"card.{kind}"


def _refers_to(meaning: m.Meaning, bodies: Iterable[tuple[str, m.Body]], scope: str) -> bool:
    """Return whether anything reacts to a scope, ends it or is reset when it begins."""
    events = {reaction.event for rule in meaning.rules.values() for reaction in rule.on}
    scopes = {memory.scope for memory in meaning.memories.values()}
    scopes |= {allowance.scope for allowance in meaning.allowances.values()}
    for _, body in bodies:
        scopes |= {part.scope for part in m.statements_in(body) if isinstance(part, m.End)}
    return scope in scopes or not events.isdisjoint((f"{scope}-begins", f"{scope}-ends"))
