"""What a decision offers: the first choices of each way on.

`either`, `may`, a card and a spell to be chosen are decisions over everything that can be chosen
first on any of their ways. A *lead* is one such way: what must hold, what is chosen, and the
statements that follow.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import define, field

from wtrules.program.layout import Layout
from wtrules.program.lower.context import Rest
from wtrules.rules import meaning as m
from wtrules.rules.chance import chance_in

Step = tuple[Any, ...]


@define
class Lead:
    """One way on from a decision.

    Steps, in order: `("query", q)`, `("when", term)`, `("let", name, term)`,
    `("const", name, number)`, `("face", card, kind, which)`, `("value", name, card, kind, which)`,
    `("castable", spell)`, `("can", act)`.
    """

    steps: list[Step] = field(factory=list)
    words: list[str] = field(factory=list)
    texts: tuple[tuple[str, str], ...] = ()
    rest: Rest = field(factory=list)
    chosen: dict[str, tuple[str, Rest]] = field(factory=dict)
    rule: str | None = None
    spell: str | None = None
    card: str | None = None
    passes: bool = False
    declines: bool = False

    def queries(self) -> Iterator[m.Query]:
        """Yield what is chosen."""
        return (step[1] for step in self.steps if step[0] == "query")


@define
class Leads:
    """Finds the leads of statements."""

    meaning: m.Meaning
    shape: Layout

    def of_statement(self, statement: m.Statement, rest: m.Body) -> list[Lead]:
        """Return the leads of a decision; *rest* follows a `choose` in the same body."""
        match statement:
            case m.May():
                return [
                    *self.of_body(statement.body),
                    Lead(words=["pass"], passes=True, declines=True),
                ]
            case m.Choose():
                return self.of_body((statement, *rest))
            case _:
                return self.of_body((statement,))

    def of_body(self, body: m.Body) -> list[Lead]:
        """Return the ways a body can begin."""
        steps: list[Step] = []
        words: list[str] = []
        texts: tuple[tuple[str, str], ...] = ()
        for i, statement in enumerate(body):
            rest = body[i + 1 :]
            if isinstance(statement, m.When | m.Let | m.Act) and chance_in(statement, self.meaning):
                # What chance decides is decided after the choice.
                return [Lead(steps, words or ["try"], texts, [(None, body[i:])])]
            match statement:
                case m.When():
                    steps.append(("when", statement.condition))
                case m.Let():
                    steps.append(("let", statement.name, statement.value))
                case m.Option():
                    words, texts = [statement.name], statement.texts
                case m.Choose():
                    found = self._choose(statement, rest)
                    return [self._before(lead, steps, words, texts) for lead in found]
                case m.Either():
                    branches = [lead for b in statement.branches for lead in self.of_body(b)]
                    for lead in branches:
                        lead.rest.append((None, rest))
                        lead.declines = lead.declines and not rest
                    return [self._before(lead, steps, words, texts) for lead in branches]
                case m.PerformCard() if not words:
                    found = list(self._card(statement.card, rest))
                    return [self._before(lead, steps, words, texts) for lead in found]
                case m.Perform() if not words and self._begins_with_choice(statement.rule):
                    found = list(self._rule(statement, rest))
                    return [self._before(lead, steps, words, texts) for lead in found]
                case m.Act():
                    steps.append(("can", statement))
                    words = words or [statement.verb.replace(" ", "_")]
                    return [Lead(steps, words, texts, [(None, body[i:])])]
                case m.Stop() if not rest:
                    return [Lead(steps, words, texts, [(None, body[i:])], declines=True)]
                case _:
                    return [Lead(steps, words, texts, [(None, body[i:])])]
        return [Lead(steps, words, texts, declines=True)]

    def _before(
        self, lead: Lead, steps: list[Step], words: list[str], texts: tuple[tuple[str, str], ...]
    ) -> Lead:
        lead.steps = [*steps, *lead.steps]
        lead.words = [*words, *lead.words]
        lead.texts = texts or lead.texts
        return lead

    def _choose(self, statement: m.Choose, rest: m.Body) -> list[Lead]:
        query = statement.queries[0]
        if len(statement.queries) == 1 and query.kind == "spell" and _performs(rest, query):
            return list(self._spells(query, rest))
        steps: list[Step] = [("query", query) for query in statement.queries]
        if rest and isinstance(rest[0], m.Act) and not chance_in(rest[0], self.meaning):
            steps.append(("can", rest[0]))
        return [Lead(steps, rest=[(None, rest)])]

    def _spells(self, query: m.Query, rest: m.Body) -> Iterator[Lead]:
        """A spell is chosen together with its targets."""
        for number, spell in enumerate(self.meaning.spells.values()):
            for lead in self.of_body(spell.body):
                steps: list[Step] = [("const", query.variable, number)]
                if query.where is not None:
                    steps.append(("when", query.where))
                steps.append(("castable", number))
                lead.steps = [*steps, *lead.steps]
                lead.words = ["cast", spell.id, *lead.words]
                lead.chosen[query.variable] = (spell.id, lead.rest)
                lead.rest = [(None, rest)]
                lead.rule, lead.spell, lead.declines = f"spell.{spell.id}", spell.id, False
                yield lead

    def _card(self, card: m.Term, rest: m.Body) -> Iterator[Lead]:
        """A card offers what each of its halves offers."""
        kinds = {face.kind for held in self.shape.cards for face in held.faces}
        for kind, meaning in self.meaning.cards.items():
            if kind not in kinds:
                continue
            halves = max(sum(f.kind == kind for f in held.faces) for held in self.shape.cards)
            each = [(which, lead) for which in range(halves) for lead in self.of_body(meaning.body)]
            for which, lead in each:
                steps: list[Step] = [("face", card, kind, which)]
                for name, _ in meaning.parameters[:1]:
                    steps.append(("value", name, card, kind, which))
                lead.steps = [*steps, *lead.steps]
                lead.rest = [(f"card.{kind}", body) for _, body in lead.rest]
                lead.rest.append((None, rest))
                lead.rule, lead.card, lead.declines = f"card.{kind}", kind, False
                if not any(True for _ in lead.queries()) and not lead.words:
                    lead.words = [kind]
                yield lead

    def _rule(self, statement: m.Perform, rest: m.Body) -> Iterator[Lead]:
        rule = self.meaning.rules[statement.rule]
        for lead in self.of_body(rule.body):
            given: list[Step] = [
                ("let", name, term)
                for (name, _), term in zip(rule.parameters, statement.args, strict=True)
            ]
            lead.steps = [*given, *lead.steps]
            lead.rest = [(rule.id, body) for _, body in lead.rest]
            lead.rest.append((None, rest))
            lead.declines = lead.declines and not rest
            lead.rule = rule.id
            yield lead

    def _begins_with_choice(self, id: str) -> bool:
        for statement in self.meaning.rules[id].body:
            if isinstance(statement, m.When | m.Let):
                continue
            return isinstance(statement, m.Choose | m.Either | m.PerformCard)
        return False


def _performs(body: m.Body, query: m.Query) -> bool:
    return any(
        isinstance(s, m.PerformSpell)
        and isinstance(s.spell, m.Local)
        and s.spell.name == query.variable
        for s in body
    )
