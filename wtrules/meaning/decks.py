"""The decks of a ruleset: the main deck, and those that have a name.

The cards of a named deck are not those that players play: a rule has to ask for them, with
`from weather`. `CardDecks` knows which decks the card in a term can come from.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from attrs import evolve, frozen

from wtrules.language.events import EVENTS
from wtrules.language.physical import MAIN_DECK
from wtrules.meaning import nodes as m
from wtrules.node import Node, parts_in, walk
from wtrules.resolve.model import Entry, Rules, VariantInfo, once
from wtrules.syntax import nodes as n
from wtrules.value import Value


def named_decks(rules: Rules) -> tuple[Entry, ...]:
    """Return the decks that have a name, in the order of the rules."""
    return tuple(entry for entry in rules.of_kind("deck") if entry.id != MAIN_DECK)


def cards_by_deck(rules: Rules) -> dict[str, tuple[m.Halves, ...]]:
    """Return the cards in each deck, the main deck first: the kinds of their halves."""
    decks: dict[str, tuple[m.Halves, ...]] = {MAIN_DECK: ()}
    for entry in rules.of_kind("deck"):
        lines = entry.node_as(n.Deck).lines
        decks[entry.id] = tuple(tuple(face.kind.id for face in line.faces) for line in lines)
    return decks


@once
def only_in_named_decks(rules: Rules) -> set[str]:
    """Return the cards that are only in decks with a name, also in decks of variants."""
    named: set[str] = set()
    unnamed: set[str] = set()
    parts: list[Entry | VariantInfo] = [*rules.of_kind("deck"), *rules.variants.values()]
    for part in parts:
        with_name, without = _cards_in(part)
        named |= with_name
        unnamed |= without
    return named - unnamed


@once
def _cards_in(part: Entry | VariantInfo) -> tuple[set[str], set[str]]:
    """Return the cards of a deck, or of the decks in a variant: with a name and without."""
    cards: dict[bool, set[str]] = {True: set(), False: set()}
    for deck in walk(part.node, inside=_outside_rules):
        if isinstance(deck, n.Deck | n.Add):
            cards[deck.id is not None] |= {x.kind.id for x in walk(deck) if isinstance(x, n.Face)}
    return cards[True], cards[False]


def _outside_rules(node: Node) -> Sequence[object]:
    """Return what is inside a node and may have decks in it."""
    return () if isinstance(node, n.Rule | n.Spell | n.Card) else parts_in(node)


@frozen
class CardDecks(Value):
    """The decks that the cards in terms can come from."""

    meaning: m.Meaning

    @property
    def in_order(self) -> list[str]:
        """The decks by their numbers, the main deck first."""
        return list(self.meaning.decks)

    def of(self, card: m.Term) -> frozenset[str]:
        """Return the names of the decks that a card can come from."""
        decks, origins = self.meaning.decks, self.meaning.card_origins
        match card:
            case _ if len(decks) == 1:
                return frozenset(decks)
            case m.Const():
                return frozenset()  # nothing
            case m.Local():
                return origins.get(card.name, frozenset(decks))
            case m.Recall():
                return origins.get(f".{card.id}", frozenset())
            case m.Search():
                return frozenset((self.of_query(card.query),))
            case m.Conditional():
                return self.of(card.value) | self.of(card.otherwise)
            case m.Prim(op="revealed:deck", args=(m.Const(value=number),)):
                return frozenset((self.in_order[number],))
            case m.Meant():
                return self.of(self.meaning.defines[card.id].value)
            case _:
                return frozenset(decks)

    def of_query(self, query: m.Query) -> str:
        """Return the deck whose cards a query finds: the main deck, unless it names another."""
        for word, target in query.relations:
            deck = deck_of(target)
            if word == "from" and deck is not None:
                return self.in_order[deck]
        return MAIN_DECK

    def numbers(self, card: m.Term) -> frozenset[int]:
        """Return the numbers of the decks that a card can come from."""
        return frozenset(self.in_order.index(name) for name in self.of(card))

    def place(self, card: m.Term) -> str | None:
        """Return where a card was chosen, one of CARD_PLACES; None if that is not known."""
        return self.meaning.card_places.get(card.name) if isinstance(card, m.Local) else None

    def place_after_event(self, card: m.Term) -> str | None:
        """Return where the card of an event is when rules react to it; None for all others."""
        return (
            self.meaning.card_places.get(f"on {card.name}") if isinstance(card, m.Local) else None
        )

    def kinds(self, card: m.Term) -> tuple[str, ...]:
        """Return the kinds of cards that a term can be, each once."""
        return tuple(dict.fromkeys(kind for halves in self._cards(card) for kind in halves))

    def carried_out(self, card: m.Term) -> tuple[str, ...] | None:
        """Return the kinds of cards that a term can be, if they are carried out like rules.

        So are cards of named decks, unless a player has to choose between two halves; None for all
        others: to carry them out is a decision.
        """
        if MAIN_DECK in self.of(card) or any(len(halves) > 1 for halves in self._cards(card)):
            return None
        return self.kinds(card)

    def _cards(self, card: m.Term) -> Iterator[m.Halves]:
        decks = self.of(card)
        return (
            halves
            for name, cards in self.meaning.decks.items()
            if name in decks
            for halves in cards
        )


def with_origins(meaning: m.Meaning) -> m.Meaning:
    """Return a meaning that knows which decks cards come from.

    The value of a variable, a parameter or a memory comes from wherever a rule sets it; the card of
    an event may be from any deck. It is not asked where there is nothing to know.
    """
    moves = meaning.moves_cards or meaning.shows_cards or meaning.has_rows
    if len(meaning.decks) == 1 and not moves:
        return meaning
    asks_seen = False
    owners: dict[str, m.Term] = {}
    laid: list[m.Term] = []  # cards that go to the pile or the discards of a player
    origins: dict[str, frozenset[str]] = {}
    places: dict[str, str] = {}
    given: list[tuple[str, m.Term]] = []
    decks = CardDecks(evolve(meaning, card_origins=origins, card_places=places))
    for part in walk(*parts_with_cards(meaning)):
        match part:
            case m.Query(kind="card"):
                origins[part.variable] = frozenset((decks.of_query(part),))
                places.update(_places(part))
                if (owner := owner_in(part)) is not None:
                    owners[part.variable] = owner
            case m.Prim(op="seen:card"):
                asks_seen = True
            case m.Let() if part.value.type == "card":
                given.append((part.name, part.value))
            case m.SetMemory() if part.value.type == "card":
                given.append((f".{part.id}", part.value))
            case m.Act() if part.part("owner") is not None and (what := part.part("what")):
                laid.append(what)
            case m.Perform():
                given += _cards_given(meaning.rules[part.rule].parameters, part.args)
            case m.Meant():
                given += _cards_given(meaning.defines[part.id].parameters, part.args)
    for name, _ in given:
        origins.setdefault(name, frozenset())
    for rule in meaning.rules.values():
        for reaction in (*rule.on, *rule.forbids):
            origins.update(dict.fromkeys(reaction.names, frozenset(meaning.decks)))
        for reaction in rule.on:
            if (place := EVENTS[reaction.event].card_goes) is not None:
                places.update({f"on {name}": place for name in reaction.names})
    before = None
    while before != origins:
        before = dict(origins)
        for name, value in given:
            origins[name] |= decks.of(value)
    own = meaning.own_decks.union(*map(decks.numbers, laid))
    return evolve(decks.meaning, asks_seen=asks_seen, card_owners=owners, own_decks=own)


# Where a condition can say that cards are; without one they are in the hand of the player who acts. In
# the order in which `moving.program` numbers them.
CARD_PLACES = ("revealed", "discarded", "in_box", "seen")


def place_asked_for(condition: m.Prim) -> str | None:
    """Return the place that a condition says a card is in."""
    name, _, type = condition.op.partition(":")
    return name if type == "card" and name in CARD_PLACES else None


def deck_of(pile: m.Term) -> int | None:
    """Return the number of the deck that a pile is of: a deck, or `relics of p`."""
    match pile:
        case m.Const(type="deck", value=number):
            return number
        case m.Prim(op="own:deck", args=(m.Const(value=number), _)):
            return number
    return None


def owner_in(query: m.Query) -> m.Term | None:
    """Return the player among whose cards beside the hand a query looks; None for the common ones."""
    for word, target in query.relations:
        if word == "from" and isinstance(target, m.Prim) and target.op == "own:deck":
            return target.args[1]
    return None


def is_in_hand(query: m.Query) -> bool:
    """Return whether a query looks for cards in the hand of the player who acts."""
    return _place(query) is None


def is_private(query: m.Query) -> bool:
    """Return whether a query looks for cards that others need not know."""
    return _place(query) in (None, "seen")


def _place(query: m.Query) -> str | None:
    """Return where a query looks for cards; None is the hand of the player who acts."""
    return next((place for name, place in _places(query) if name == query.variable), None)


def _places(query: m.Query) -> Iterator[tuple[str, str]]:
    """Yield the variable of a query with the place that its condition names."""
    waiting = [query.where]
    while waiting:
        match waiting.pop():
            case m.Calc(op="and", args=args):
                waiting += args
            case m.Prim(args=(m.Local(name=name),)) as asked if name == query.variable:
                if (place := place_asked_for(asked)) is not None:
                    yield name, place


def _cards_given(
    parameters: Iterable[m.Parameter], args: Iterable[m.Term]
) -> Iterator[tuple[str, m.Term]]:
    for parameter, value in zip(parameters, args, strict=True):
        if parameter.type == "card":
            yield parameter.name, value


def parts_with_cards(meaning: m.Meaning) -> Iterator[object]:
    """Yield everything that can name cards: what definitions do, and what words mean."""
    yield from meaning.bodies
    yield from (define.value for define in meaning.defines.values())
