"""Secrets that everybody would see, and public things done in secret.

What happens in `secretly { … }` nobody sees but the player who decides there, so it must leave no trace
but in secret memories. Outside of it, everybody sees what is chosen and what chance decides.
"""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.diagnostics import Diagnostic, Label, error
from wtrules.language.verbs import VERBS
from wtrules.node import walk
from wtrules.phrase import phrase
from wtrules.rules import meaning as m
from wtrules.rules.chance import chance_in

_AFTERWARDS = "do it after the block, when everybody has decided"


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
            yield error(
                "secret-in-public",
                phrase(
                    "`{statement}` is secret, but everybody sees what happens here",
                    statement=statement.id,
                ),
                statement.span,
                phrase("`{text}` is known to all", text=told.span.text),
                "put this, and what it depends on, into `secretly { … }`",
                related=(Label(cell.span, "secret"),),
            )

    def _is_decided(self, term: m.Term) -> bool:
        """Whether a term depends on what was chosen or left to chance in the open."""
        if chance_in(term, self.meaning) is not None:
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
                    yield _public(
                        statement, phrase("everybody sees `do {form}`", form=form), _AFTERWARDS
                    )
                case m.As():
                    yield _public(
                        statement,
                        "in `secretly`, only one player decides",
                        "write it the other way round: `as p { secretly { … } }`, "
                        "or `secretly each player p { … }`",
                    )
                case m.Secretly():
                    yield _public(
                        statement, "this is secret already", "remove the inner `secretly`"
                    )
                    continue
                case m.Perform() | m.PerformCard() | m.PerformSpell():
                    yield _public(
                        statement,
                        "everybody sees which rules, cards and spells are carried out",
                        "write here what is decided, and perform the rest after the block",
                    )
                case m.Scope() | m.Use() | m.End():
                    yield _public(statement, "everybody would notice this", _AFTERWARDS)
                case m.Stop() if not in_loop:
                    yield _public(
                        statement,
                        "leaving the loop would tell what was decided",
                        "remove `stop`; everybody decides, and the rules go on after the block",
                    )
            loops = in_loop or isinstance(statement, m.Each | m.Repeat)
            for inner in m.inner_bodies(statement):
                yield from self.of_secret(inner, loops)

    def _public_memory(self, statement: m.Statement, id: str) -> Diagnostic:
        cell = self.meaning.memories[id]
        return error(
            "public-in-secret",
            phrase("everybody sees `{id}`, so it cannot be changed in `secretly`", id=id),
            statement.span,
            "not secret",
            phrase("make it secret: `secret memory {id} = …`, or change it after the block", id=id),
            related=(Label(cell.span, "defined here, for everybody to see"),),
        )


def _public(statement: m.Statement, why: str, fix: str) -> Diagnostic:
    return error("public-in-secret", why, statement.span, "not possible in `secretly`", fix)
