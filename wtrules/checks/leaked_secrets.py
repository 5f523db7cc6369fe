"""Secrets of others that a player can tell from what they are offered or asked.

What a player may choose must not depend on what the player must not know. Nor must whether somebody
who decides in secret is asked: there even a question tells something.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, evolve, field

from wtrules.diagnostics import Diagnostic, report, wording
from wtrules.meaning import nodes as m
from wtrules.node import walk
from wtrules.source import Span

_SHOWING = ("reveal", "show")


def check(meaning: m.Meaning) -> Iterator[Diagnostic]:
    """Find every choice that tells a secret of others."""
    if not any(memory.secret for memory in meaning.memories.values()):
        return
    bodies = [(rule.body, bool(rule.forbids)) for rule in meaning.rules.values()]
    bodies += [(card.body, False) for card in meaning.cards.values()]
    bodies += [(spell.body, False) for spell in meaning.spells.values()]
    shown = {id for body, _ in bodies for id in _shown_in(body)}
    for body, forbids in bodies:
        yield from _Reader(meaning, shown, forbids).of(body)


def _shown_in(body: m.Body) -> Iterator[str]:
    """Yield the secret memories that statements reveal or show."""
    for statement in m.statements_in(body):
        if isinstance(statement, m.Act) and statement.verb in _SHOWING:
            what = statement.part("what")
            if isinstance(what, m.Recall):
                yield what.id


@define(eq=False, repr=False)
class _Reader:
    """Reads the statements of one rule, card or spell."""

    meaning: m.Meaning
    shown: set[str]  # memories that some rule shows; what players then know, is not followed
    forbids: bool  # its conditions decide what may be chosen
    acting: tuple[m.Term, ...] = ()  # the player who acts, beside `actor` and `active`
    secretly: m.Secretly | None = None
    found: set[str] = field(factory=set)  # variables that stand for things a query has found
    telling: dict[str, m.Recall] = field(factory=dict)  # variables that tell a secret

    def of(self, body: m.Body) -> Iterator[Diagnostic]:
        """Yield the faults of statements."""
        for statement in body:
            match statement:
                case m.Choose():
                    for query in statement.queries:
                        yield from self._faults(query, "offered")
                        self.found.add(query.variable)
                case m.Let():
                    for told, _ in self._foreign(statement.value):
                        self.telling.setdefault(statement.name, told)
                case m.When() if self.forbids or self.secretly:
                    what = "what-is-allowed" if self.forbids else "asked"
                    yield from self._faults(statement.condition, what)
                case m.If() if self.secretly:
                    yield from self._faults(statement.condition, "asked")
                case m.Repeat() if self.secretly and statement.term is not None:
                    yield from self._faults(statement.term, "how-often")
                case m.SetMemory() if self.secretly:
                    yield from self._faults(statement.value, "set")
                case m.Each():
                    if self.secretly:
                        yield from self._faults(statement.query, "how-often")
                    self.found.add(statement.query.variable)
            inner = self
            match statement:
                case m.As():
                    inner = evolve(self, acting=(statement.player,))
                case m.Secretly() if _asks(statement):
                    inner = evolve(self, secretly=statement)
            for part in m.inner_bodies(statement):
                yield from inner.of(part)

    def _faults(self, part: m.Term | m.Query, what: str) -> Iterator[Diagnostic]:
        told, at = next(self._foreign(part), (None, part.span))
        if told is None:
            return
        memory = self.meaning.memories[told.id]
        others = "of-others" if memory.each == "player" else "unknown"
        yield report(
            "secret-in-options",
            at,
            what=wording(f"secret-in-options.what.{what}"),
            told=told.id,
            others=wording(f"secret-in-options.whose.{others}"),
            whose=" of q" if memory.each else "",
            memory=memory.span,
        )

    def _foreign(
        self, part: m.Term | m.Query, outside: frozenset[str] = frozenset()
    ) -> Iterator[tuple[m.Recall, Span]]:
        """Yield the secrets that the player who acts may not know, and the places that depend on them.

        *Outside* are the variables of the queries around the part.
        """
        inside = outside | {node.variable for node in walk(part) if isinstance(node, m.Query)}
        for node in walk(part):
            match node:
                case m.Local() if node.name in self.telling:
                    yield self.telling[node.name], node.span
                case m.Recall() if self._is_told(node, inside):
                    yield node, node.span
                case m.Meant():
                    for told, _ in self._foreign(self.meaning.unfold(node), inside):
                        yield told, node.span

    def _is_told(self, recall: m.Recall, inside: frozenset[str]) -> bool:
        memory = self.meaning.memories.get(recall.id)
        if memory is None or not memory.secret:
            return False
        set_here = [of for id, of in _set_in(self.secretly) if id == recall.id]
        if memory.each == "player" and self._is_own(recall.of, inside):
            # While all decide, others may change what is one's own.
            return any(not _is_prim(of, "actor") for of in set_here)
        return bool(set_here) or recall.id not in self.shown

    def _is_own(self, of: m.Term | None, inside: frozenset[str]) -> bool:
        """Return whether a term is the player who acts, or may well be: who caused an event."""
        match of:
            case m.Prim(op="actor" | "active"):
                return True
            case m.Prim() if of.op.startswith("owner:"):
                return self._is_own(of.args[0], inside)
            case m.Local():
                return of in self.acting or of.name not in self.found | inside
        return of in self.acting


def _asks(part: m.Secretly) -> bool:
    asking = (m.Choose, m.May, m.Either)
    return any(isinstance(statement, asking) for statement in m.statements_in(part.body))


def _set_in(part: m.Secretly | None) -> Iterator[tuple[str, m.Term | None]]:
    """Yield the memories that a secret part sets, and for whom."""
    for statement in m.statements_in(part.body if part is not None else ()):
        match statement:
            case m.SetMemory():
                yield statement.id, statement.of
            case m.Act(verb="add"):
                memory = statement.part("to")
                if isinstance(memory, m.Recall):
                    yield memory.id, memory.of


def _is_prim(term: m.Term | None, name: str) -> bool:
    return isinstance(term, m.Prim) and term.op == name
