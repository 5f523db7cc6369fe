"""Secrets that everybody would see, and public things done in secret.

What happens in `secretly { … }` nobody sees but the player who decides there, so it must leave no trace
but in secret memories. Outside of it, everybody sees what is chosen and what chance decides.
"""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.diagnostics import Diagnostic, report
from wtrules.language.verbs import VERBS
from wtrules.meaning import nodes as m
from wtrules.node import walk


def check(meaning: m.Meaning) -> Iterator[Diagnostic]:
    """Find each statement that would betray a secret."""
    if not meaning.has_secret_parts and not any(c.secret for c in meaning.memories.values()):
        return
    for body in meaning.bodies:
        yield from _Faults(meaning).of_open(body)


class _Faults:
    """Finds the faults of one rule, card or spell."""

    def __init__(self, meaning: m.Meaning) -> None:
        self.meaning = meaning
        self.decided: set[str] = set()  # variables that were chosen, or left to chance
        self.telling: set[str] = set()  # defined words that depend on a secret
        for word in meaning.defines.values():
            if self._recalls_secret(word.value):
                self.telling.add(word.id)

    def _is_secret(self, id: str) -> bool:
        """Whether a memory is secret; one that there is not has been reported already."""
        cell = self.meaning.memories.get(id)
        return cell is not None and cell.secret

    # --- in the open ---

    def of_open(self, body: m.Body) -> Iterator[Diagnostic]:
        """Yield the faults of statements that everybody sees."""
        for statement in body:
            match statement:
                case m.Secretly():
                    yield from self.of_secret(statement.body, in_loop=False)
                    continue
                case m.Choose():
                    self.decided |= {query.variable for query in statement.queries}
                case m.Let() if self._is_decided(statement.value):
                    self.decided.add(statement.name)
                case m.SetMemory() if self._is_secret(statement.id):
                    yield from self._set_in_the_open(statement)
            for inner in m.inner_bodies(statement):
                yield from self.of_open(inner)

    def _set_in_the_open(self, statement: m.SetMemory) -> Iterator[Diagnostic]:
        terms = [term for term in (statement.value, statement.of) if term is not None]
        told = next((term for term in terms if self._is_decided(term)), None)
        if told is None and self._recalls_secret(statement.value):
            told = statement.value
        if told is not None:
            cell = self.meaning.memories[statement.id]
            yield report(
                "secret-in-public",
                statement.span,
                statement=statement.id,
                text=told.span.text,
                cell=cell.span,
            )

    def _is_decided(self, term: m.Term) -> bool:
        """Whether a term depends on what was chosen or left to chance in the open."""
        if self.meaning.chance_in(term) is not None:
            return True
        return any(isinstance(part, m.Local) and part.name in self.decided for part in walk(term))

    def _recalls_secret(self, term: m.Term) -> bool:
        return any(
            (isinstance(part, m.Recall) and self._is_secret(part.id))
            or (isinstance(part, m.Meant) and part.id in self.telling)
            for part in walk(term)
        )

    # --- in secret ---

    def of_secret(self, body: m.Body, in_loop: bool) -> Iterator[Diagnostic]:
        """Yield what everybody would see of statements in `secretly`."""
        for statement in body:
            match statement:
                case m.SetMemory(id=id) | m.Act(verb="add", parts=((_, _), (_, m.Recall(id=id)))):
                    if id in self.meaning.memories and not self._is_secret(id):
                        yield self._public_memory(statement, id)
                case m.Act():
                    form = VERBS[statement.verb].shown
                    yield report("public-in-secret.do", statement.span, form=form)
                case m.As():
                    yield report("public-in-secret.as", statement.span)
                case m.Secretly():
                    yield report("public-in-secret.inner", statement.span)
                    continue
                case m.Perform() | m.PerformCard() | m.PerformSpell():
                    yield report("public-in-secret.perform", statement.span)
                case m.Scope() | m.Use() | m.End():
                    yield report("public-in-secret", statement.span)
                case m.Stop() if not in_loop:
                    yield report("public-in-secret.stop", statement.span)
            loops = in_loop or isinstance(statement, m.Each | m.Repeat)
            for inner in m.inner_bodies(statement):
                yield from self.of_secret(inner, loops)

    def _public_memory(self, statement: m.Statement, id: str) -> Diagnostic:
        cell = self.meaning.memories[id]
        return report("public-in-secret.memory", statement.span, id=id, cell=cell.span)
