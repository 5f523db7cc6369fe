"""What a decision offers: the first choices of its branches.

`either`, `may`, a card and a spell to be chosen are decisions over everything that can be chosen
first in any of their branches. A *first choice* is one such way on: what is required, what is
chosen, and the statements that follow.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from attrs import evolve, field, frozen

from wtrules.meaning import nodes as m
from wtrules.meaning.decks import CardDecks
from wtrules.program.lower.code import ChosenSpell, Continuation
from wtrules.program.lower.lowering import Lowering
from wtrules.program.statements import Origin
from wtrules.value import Value

# --- steps -----------------------------------------------------------------------------------


@frozen
class ChooseFrom(Value):
    """One of the things a query finds is chosen."""

    query: m.Query


@frozen
class Require(Value):
    """A condition must be true."""

    condition: m.Term


@frozen
class RequirePossible(Value):
    """An action must be possible."""

    act: m.Act


@frozen
class RequireHalf(Value):
    """A card must have more than *which* halves of a kind."""

    card: m.Term
    kind: str
    which: int


@frozen
class RequireCastable(Value):
    """No rule may forbid a spell."""

    spell: int


@frozen
class NameTerm(Value):
    """A variable gets the value of a term."""

    name: str
    value: m.Term


@frozen
class NameNumber(Value):
    """A variable gets a constant."""

    name: str
    number: int


@frozen
class NameCardValue(Value):
    """A variable gets the number on one half of a card."""

    name: str
    card: m.Term
    kind: str
    which: int


Step: TypeAlias = (
    ChooseFrom
    | Require
    | RequirePossible
    | RequireHalf
    | RequireCastable
    | NameTerm
    | NameNumber
    | NameCardValue
)

# --- first choices ---------------------------------------------------------------------------

Texts: TypeAlias = "tuple[tuple[str, str], ...]"


@frozen
class FirstChoice(Value):
    """One way on from a decision: its steps in order, and what follows when it is chosen."""

    steps: tuple[Step, ...] = ()
    words: tuple[str, ...] = ()
    texts: Texts = ()
    rest: tuple[Continuation, ...] = ()
    chosen: Mapping[str, ChosenSpell] = field(factory=dict)
    rule: str | None = None
    spell: str | None = None  # the spell it casts
    card: str | None = None  # the kind of card it carries out
    passes: bool = False  # the `pass` of a `may`
    declines: bool = False  # nothing is done
    secretly: m.Secretly | None = None  # the secret part that it begins
    verb: str | None = None  # what is done with the thing that is chosen
    leads_to: str | None = None  # the rule that an option performs

    @property
    def queries(self) -> tuple[m.Query, ...]:
        """What is chosen from."""
        return tuple(step.query for step in self.steps if isinstance(step, ChooseFrom))

    def after(self, steps: list[Step], words: tuple[str, ...], texts: Texts) -> FirstChoice:
        """Return this choice with what comes before it in its body."""
        if not steps and not words and not texts:
            return self
        return evolve(
            self,
            steps=(*steps, *self.steps),
            words=(*words, *self.words),
            texts=texts or self.texts,
        )

    def then(self, rest: m.Body) -> FirstChoice:
        """Return this choice with statements that follow the ones it has."""
        declines = self.declines and not rest
        return evolve(self, rest=(*self.rest, Continuation(rest)), declines=declines)


PASS = FirstChoice(words=("pass",), passes=True, declines=True)


@frozen
class FirstChoices(Value):
    """Finds the first choices of statements."""

    low: Lowering
    origin: Origin

    @property
    def meaning(self) -> m.Meaning:
        """What the rules mean."""
        return self.low.meaning

    def of_statement(self, statement: m.Statement, rest: m.Body) -> list[FirstChoice]:
        """Return the first choices of a decision; *rest* follows a `choose` in the same body."""
        match statement:
            case m.May():
                return [*self.of_body(statement.body), PASS]
            case m.Choose():
                return self.of_body((statement, *rest))
            case _:
                return self.of_body((statement,))

    def of_body(self, body: m.Body) -> list[FirstChoice]:
        """Return the ways a body can begin."""
        budget = self.low.budget
        budget.enter(self.origin)
        choices = self._of_body(body)
        budget.spend(len(choices), self.origin)
        budget.leave()
        return choices

    def _of_body(self, body: m.Body) -> list[FirstChoice]:
        steps: list[Step] = []
        words: tuple[str, ...] = ()
        texts: Texts = ()
        for i, statement in enumerate(body):
            rest = body[i + 1 :]
            onward = (Continuation(body[i:]),)
            if isinstance(statement, m.When | m.Let | m.Act) and self.meaning.chance_in(statement):
                # What chance decides is decided after the choice.
                return [FirstChoice(tuple(steps), words or ("try",), texts, onward)]
            choices: list[FirstChoice]
            match statement:
                case m.When():
                    steps.append(Require(statement.condition))
                    continue
                case m.Let():
                    steps.append(NameTerm(statement.name, statement.value))
                    continue
                case m.Option():
                    words, texts = (statement.name,), statement.texts
                    continue
                case m.Choose():
                    choices = self._choose(statement, rest)
                case m.Either():
                    branches = [choice for b in statement.branches for choice in self.of_body(b)]
                    choices = [choice.then(rest) for choice in branches]
                case m.Secretly():
                    choices = [
                        evolve(
                            choice,
                            rest=tuple(evolve(part, secret=True) for part in choice.rest),
                            secretly=statement,
                        ).then(rest)
                        for choice in self.of_body(statement.body)
                    ]
                case m.PerformCard() if not words:
                    choices = list(self._card(statement.card, rest))
                case m.Perform() if not words and self._begins_with_choice(statement.rule):
                    choices = list(self._rule(statement, rest))
                case m.Act():
                    steps.append(RequirePossible(statement))
                    words = words or (statement.name.replace(" ", "_"),)
                    performed = (s.rule for s in rest if isinstance(s, m.Perform))
                    leads_to = next(performed, None)
                    return [FirstChoice(tuple(steps), words, texts, onward, leads_to=leads_to)]
                case _:
                    stops = isinstance(statement, m.Stop) and not rest
                    return [FirstChoice(tuple(steps), words, texts, onward, declines=stops)]
            return [choice.after(steps, words, texts) for choice in choices]
        return [FirstChoice(tuple(steps), words, texts, declines=True)]

    def _choose(self, statement: m.Choose, rest: m.Body) -> list[FirstChoice]:
        query = statement.queries[0]
        if len(statement.queries) == 1 and query.kind == "spell" and _performs(rest, query):
            return list(self._spells(query, rest))
        steps: list[Step] = [ChooseFrom(query) for query in statement.queries]
        if rest and isinstance(rest[0], m.Act) and not self.meaning.chance_in(rest[0]):
            steps.append(RequirePossible(rest[0]))
        verb = _done_with(query, rest) if len(statement.queries) == 1 else None
        return [FirstChoice(tuple(steps), verb=verb).then(rest)]

    def _spells(self, query: m.Query, rest: m.Body) -> Iterator[FirstChoice]:
        """Yield the choices of each spell: a spell is chosen together with its targets."""
        for number, spell in enumerate(self.meaning.spells.values()):
            steps: list[Step] = [NameNumber(query.variable, number)]
            if query.where is not None:
                steps.append(Require(query.where))
            steps.append(RequireCastable(number))
            for choice in self.of_body(spell.body):
                yield evolve(
                    choice,
                    steps=(*steps, *choice.steps),
                    words=("cast", spell.id, *choice.words),
                    chosen={**choice.chosen, query.variable: ChosenSpell(spell.id, choice.rest)},
                    rest=(Continuation(rest),),
                    rule=f"spell.{spell.id}",
                    spell=spell.id,
                    declines=False,
                )

    def _card(self, card: m.Term, rest: m.Body) -> Iterator[FirstChoice]:
        """Yield the choices of each half a card can have."""
        cards = self.low.layout.all_cards
        kinds = CardDecks(self.meaning).kinds(card)
        for kind, meaning in self.meaning.cards.items():
            if kind not in kinds:
                continue
            halves = max(sum(f.kind == kind for f in held.faces) for held in cards)
            each = [(which, c) for which in range(halves) for c in self.of_body(meaning.body)]
            for which, choice in each:
                steps: list[Step] = [RequireHalf(card, kind, which)]
                for name, _ in meaning.parameters[:1]:
                    steps.append(NameCardValue(name, card, kind, which))
                rule = f"card.{kind}"
                yield evolve(
                    choice,
                    steps=(*steps, *choice.steps),
                    words=choice.words if choice.queries or choice.words else (kind,),
                    rest=_performed(choice.rest, rule),
                    rule=rule,
                    card=kind,
                    declines=False,
                ).then(rest)

    def _rule(self, statement: m.Perform, rest: m.Body) -> Iterator[FirstChoice]:
        """Yield the choices of a rule that is performed."""
        rule = self.meaning.rules[statement.rule]
        arguments = [
            NameTerm(name, term)
            for (name, _), term in zip(rule.parameters, statement.args, strict=True)
        ]
        for choice in self.of_body(rule.body):
            yield evolve(
                choice,
                steps=(*arguments, *choice.steps),
                rest=_performed(choice.rest, rule.id),
                rule=rule.id,
            ).then(rest)

    def _begins_with_choice(self, id: str) -> bool:
        for statement in self.meaning.rules[id].body:
            if isinstance(statement, m.When | m.Let):
                continue
            return isinstance(statement, m.Choose | m.Either | m.PerformCard)
        return False


def _performed(parts: tuple[Continuation, ...], rule: str) -> tuple[Continuation, ...]:
    """Return what is left of a rule or card that another one performs."""
    after = len(parts) - 1
    return tuple(
        evolve(part, rule=rule, last=part.last or i == after) for i, part in enumerate(parts)
    )


def _done_with(query: m.Query, body: m.Body) -> str | None:
    """Return the verb of the first statement that does something with what a query chooses."""
    for statement in body:
        if isinstance(statement, m.Act):
            terms = [term for _, term in statement.parts if isinstance(term, m.Local)]
            if any(term.name == query.variable for term in terms):
                return statement.name
    return None


def _performs(body: m.Body, query: m.Query) -> bool:
    """Return whether a body performs the spell that a query chooses."""
    return any(
        isinstance(s, m.PerformSpell)
        and isinstance(s.spell, m.Local)
        and s.spell.name == query.variable
        for s in body
    )
