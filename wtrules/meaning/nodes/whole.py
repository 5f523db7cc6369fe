"""The meaning of a whole ruleset."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from attrs import field, frozen

from wtrules.meaning.nodes.definitions import (
    AllowanceCell,
    Card,
    Define,
    Definition,
    Halves,
    MemoryCell,
    Rule,
    Spell,
)
from wtrules.meaning.nodes.examples import Example
from wtrules.meaning.nodes.statements import Body, Secretly, SetMemory, Statement, statements_in
from wtrules.meaning.nodes.terms import Act, Meant, Recall, Search, Term, filled
from wtrules.meaning.references import Reference
from wtrules.node import walk
from wtrules.resolve.model import Rules
from wtrules.value import Value

Key = tuple[str, str]  # the kind and the id of a definition

# Actions after which some players know more of hidden cards than others.
_SHOWING = frozenset({"show hand", "reveal hand", "show top", "return"})
# Actions for which cards go from any place to any other.
_MOVING = frozenset({"return", "return card", "take card", "take back card", "reveal card"})
# Actions that turn cards up beside their pile.
_REVEALING = frozenset({"reveal deck", "reveal cards", "reveal card"})


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
    # The points that bots count for rules, cards …, by kind and name.
    worths: Mapping[tuple[str, str], Term]
    # What the names in each definition mean, by its kind and id.
    references: Mapping[Key, Sequence[Reference]] = field(eq=False, repr=False)
    # What the names in variants and readings mean that are not chosen: those in whose text an id is.
    elsewhere: Callable[[str], Iterable[tuple[Key, Reference]]] = field(
        default=lambda id: (), eq=False, repr=False
    )
    # The decks that cards come from: by the name of a variable, or of a memory with a dot before it.
    card_origins: Mapping[str, frozenset[str]] = {}
    # By variable: chosen where `revealed`, `discarded` …; by `on` and a variable: the card of an event.
    card_places: Mapping[str, str] = {}
    # By variable: of whose pile or discards the card was chosen.
    card_owners: Mapping[str, Term] = {}
    own_decks: frozenset[int] = frozenset()  # of which each player has a pile and discards
    asks_seen: bool = False  # rules look for cards in the pile that a player has seen

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
            if (search := _chance_in(define.value, found)) is not None:
                found[define.id] = search
        return found

    def chance_in(self, part: object) -> Search | None:
        """Return a `random` search in terms or statements, or behind defined words in them."""
        return _chance_in(part, self.chances)

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
            if isinstance(statement, SetMemory | Act) and (id := memory_changed(statement)):
                found[id] = (*found.get(id, ()), statement)
        return found

    @cached_property
    def kinds_done(self) -> frozenset[str]:
        """The kinds of the actions that rules do."""
        return frozenset(part.kind for part in self.statements if isinstance(part, Act))

    @property
    def shows_cards(self) -> bool:
        """Whether some players know more of hands and the draw piles than others."""
        return not self.kinds_done.isdisjoint(_SHOWING)

    @cached_property
    def moves_cards(self) -> bool:
        """Whether cards go from any place to any other, or are found where players have seen them."""
        if self.asks_seen or self.own_decks or not self.kinds_done.isdisjoint(_MOVING):
            return True
        acts = (part for part in self.statements if isinstance(part, Act))
        return any(act.part("owner") is not None for act in acts)

    @property
    def has_rows(self) -> bool:
        """Whether cards can be face up beside their pile; decks have names for that."""
        return len(self.decks) > 1 or not self.kinds_done.isdisjoint(_REVEALING)

    @property
    def has_boxed_cards(self) -> bool:
        """Whether cards can go out of the game."""
        return "take back card" in self.kinds_done

    @cached_property
    def has_secret_parts(self) -> bool:
        """Whether anything is done `secretly`."""
        return any(isinstance(statement, Secretly) for statement in self.statements)

    def unfold(self, word: Meant) -> Term:
        """Return the definition of a defined word, with the things it is asked of filled in."""
        define = self.defines[word.id]
        names = (parameter.name for parameter in define.parameters)
        return filled(define.value, dict(zip(names, word.args, strict=True)))

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


def _chance_in(part: object, words: Mapping[str, Search]) -> Search | None:
    for inner in walk(part):
        if isinstance(inner, Search) and inner.word == "random":
            return inner
        if isinstance(inner, Meant) and inner.id in words:
            return words[inner.id]
    return None


def memory_changed(statement: Statement) -> str | None:
    """Return the memory that a statement sets or adds to; None if it changes none."""
    match statement:
        case SetMemory(id=id):
            return id
        case Act(verb="add") if isinstance(to := statement.part("to"), Recall):
            return to.id
        case _:
            return None


def words_in(part: object) -> Iterator[str]:
    """Yield the defined words that occur in terms or statements."""
    return (inner.id for inner in walk(part) if isinstance(inner, Meant))
