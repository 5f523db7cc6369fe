"""The meaning of a whole ruleset."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from attrs import field, frozen

from wtrules.node import walk
from wtrules.rules.meaning.definitions import (
    AllowanceCell,
    Card,
    Define,
    Definition,
    Halves,
    MemoryCell,
    Rule,
    Spell,
)
from wtrules.rules.meaning.examples import Example
from wtrules.rules.meaning.statements import Body, Secretly, SetMemory, Statement, statements_in
from wtrules.rules.meaning.terms import Act, Meant, Recall, Search
from wtrules.rules.model import Rules
from wtrules.value import Value

# Actions that let single players see cards.
_SHOWING = (
    "show hand", "reveal hand", "show hand from", "reveal hand from", "show top", "show top from",
)  # fmt: skip


@frozen
class Meaning(Value):
    """A whole ruleset, bound and typed."""

    resolved: Rules = field(eq=False, repr=False)  # the definitions that it is the meaning of
    rules: Mapping[str, Rule]
    cards: Mapping[str, Card]
    spells: Mapping[str, Spell]
    defines: Mapping[str, Define]  # each after those that it uses
    memories: Mapping[str, MemoryCell]
    allowances: Mapping[str, AllowanceCell]
    outcomes: tuple[str, ...]
    goals: tuple[bool | None, ...]  # whether each outcome reaches the goal, where it says so
    symbols: tuple[str, ...]
    decks: Mapping[str, tuple[Halves, ...]]  # the cards in each, the main deck first
    examples: Mapping[str, Example]
    # The decks that cards come from: by the name of a variable, or of a memory with a dot before it.
    card_origins: Mapping[str, frozenset[str]] = {}
    card_places: Mapping[str, str] = {}  # by variable: chosen where `revealed` or `discarded`

    @cached_property
    def acting_rules(self) -> tuple[Rule, ...]:
        """The rules that do or forbid anything; the others only say something."""
        return tuple(rule for rule in self.rules.values() if rule.body or rule.forbids)

    @cached_property
    def rules_in_order(self) -> tuple[Rule, ...]:
        """The rules in the order in which they react: each after those that its `after` names."""
        waiting = list(self.rules.values())
        ordered: list[Rule] = []
        while waiting:
            names = {rule.id for rule in waiting}
            ready = next((r for r in waiting if not names & set(r.after) - {r.id}), waiting[0])
            waiting.remove(ready)
            ordered.append(ready)
        return tuple(ordered)

    @cached_property
    def chances(self) -> Mapping[str, Search]:
        """The defined words that are left to chance, each with a `random` search in it."""
        found: dict[str, Search] = {}
        for define in self.defines.values():
            for part in walk(define.value):
                if isinstance(part, Search) and part.word == "random":
                    found[define.id] = part
                elif isinstance(part, Meant) and part.id in found:
                    found[define.id] = found[part.id]
                else:
                    continue
                break
        return found

    @property
    def definitions(self) -> Iterator[tuple[str, Definition]]:
        """What rules, cards, spells, words, memories and allowances mean, each with its kind."""
        yield from (("rule", one) for one in self.rules.values())
        yield from (("card", one) for one in self.cards.values())
        yield from (("spell", one) for one in self.spells.values())
        yield from (("define", one) for one in self.defines.values())
        yield from (("memory", one) for one in self.memories.values())
        yield from (("allowance", one) for one in self.allowances.values())

    @property
    def bodies(self) -> Iterator[Body]:
        """What all rules, cards and spells do."""
        for many in (self.rules, self.cards, self.spells):
            for one in many.values():
                yield one.body

    @property
    def statements(self) -> Iterator[Statement]:
        """All statements of rules, cards and spells."""
        return (statement for body in self.bodies for statement in statements_in(body))

    @cached_property
    def writes(self) -> Mapping[str, tuple[SetMemory | Act, ...]]:
        """The statements that set each memory, or add to it."""
        found: dict[str, tuple[SetMemory | Act, ...]] = {}
        for statement in self.statements:
            match statement:
                case SetMemory():
                    found[statement.id] = (*found.get(statement.id, ()), statement)
                case Act(verb="add") if isinstance(to := statement.part("to"), Recall):
                    found[to.id] = (*found.get(to.id, ()), statement)
        return found

    @cached_property
    def shows_cards(self) -> bool:
        """Whether hands or the draw pile are shown to single players."""
        return any(
            isinstance(statement, Act) and statement.verb in _SHOWING
            for statement in self.statements
        )

    @cached_property
    def has_secret_parts(self) -> bool:
        """Whether anything is done `secretly`."""
        return any(isinstance(statement, Secretly) for statement in self.statements)

    @cached_property
    def sizes(self) -> Mapping[str, int]:
        """How many terms each defined word means, with all defined words in it written out."""
        found: dict[str, int] = {}
        for define in self.defines.values():
            parts = walk(define.value)
            found[define.id] = sum(
                found[part.id] if isinstance(part, Meant) else 1 for part in parts
            )
        return found


def words_in(part: object) -> Iterator[str]:
    """Yield the defined words that occur in terms or statements."""
    return (inner.id for inner in walk(part) if isinstance(inner, Meant))
