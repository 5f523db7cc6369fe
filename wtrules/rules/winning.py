"""How the rules let players win: the places that declare winners, and what must be true there.

Bots derive from it what a position is worth. A way to win that is written in a manner this module does
not follow is only missing here; nothing depends on finding all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from attrs import evolve, field, frozen

from wtrules.node import rewrite, walk
from wtrules.rules import meaning as m
from wtrules.rules.decks import CardDecks
from wtrules.value import Value

WINNER = "the winner"  # the variable that stands for the player in question

_DEEPEST = 8  # rules that perform rules


@frozen
class Face(Value):
    """A card that is carried out: what it does if it is of this kind."""

    card: m.Term
    kind: str
    number: str | None  # the variable that stands for the number on the card, if it has one


@frozen
class Way(Value):
    """A place that declares a winner, or scores points for a player, when the game ends."""

    conditions: tuple[m.Term, ...]  # of the player `WINNER`
    only: m.Term | None = None  # the only player it is about, if it is a certain one
    enters: bool = False  # it happens when a wizard of the player enters the castle
    amount: m.Term | None = None  # of points
    loops: tuple[m.Query | Face, ...] = ()  # it happens for everything that these find

    @property
    def names(self) -> set[str]:
        """The variables that have a value at the place."""
        found = {WINNER}
        for loop in self.loops:
            found |= {loop.variable} if isinstance(loop, m.Query) else {loop.number or WINNER}
        return found


@frozen
class _Place(Value):
    """What is known at a place in a rule."""

    event: str
    conditions: tuple[m.Term, ...] = ()
    given: Mapping[str, m.Term] = field(factory=dict)  # variables whose values are known
    actor: m.Term | None = None
    depth: int = 0
    loops: tuple[m.Query | Face, ...] = ()

    def known(self, part: object) -> m.Term | None:
        """Return the value of a part of a term; None if it is not known."""
        if isinstance(part, m.Local):
            return self.given.get(part.name)
        is_actor = isinstance(part, m.Prim) and part.op == "actor"
        return self.actor if is_actor else None

    def meant(self, term: m.Term) -> m.Term:
        """Return a term with known values filled in."""
        made: m.Term = rewrite(term, self.known)
        return made

    def when(self, *conditions: m.Term | None) -> _Place:
        """Return the place for which these must be true, too."""
        more = tuple(self.meant(term) for term in conditions if term is not None)
        return evolve(self, conditions=self.conditions + more)


def ways_to_win(meaning: m.Meaning) -> list[Way]:
    """Return the places that declare winners."""
    return list(_found(meaning, "declare", lambda event: True))


def ways_to_end(meaning: m.Meaning) -> list[Way]:
    """Return what ends the game as soon as it is true of any player."""
    found = []
    for rule in meaning.rules.values():
        for place in _ends(rule.body, _Place("")) if rule.on else ():
            for term in place.conditions:
                if isinstance(term, m.Search) and term.word == "any":
                    found += _of_any(term.query)
    return found


def _ends(body: m.Body, place: _Place) -> Iterator[_Place]:
    for statement in body:
        match statement:
            case m.End(scope="game"):
                yield place
            case m.When():
                place = place.when(statement.condition)
            case m.If():
                yield from _ends(statement.then, place.when(statement.condition))


def _of_any(query: m.Query) -> list[Way]:
    if query.kind != "player" or query.where is None:
        return []

    def change(part: object) -> m.Term | None:
        is_it = isinstance(part, m.Local) and part.name == query.variable
        return m.Local("player", WINNER, span=query.span) if is_it else None

    return [Way((rewrite(query.where, change),))]


def scored_at_the_end(meaning: m.Meaning) -> list[Way]:
    """Return the places that score points when the game ends."""
    return list(_found(meaning, "score", lambda event: event == "game-ends"))


def _found(meaning: m.Meaning, verb: str, wanted: Callable[[str], bool]) -> Iterator[Way]:
    for rule in meaning.rules.values():
        for event in dict.fromkeys(reaction.event for reaction in rule.on):
            if wanted(event):
                yield from _in_body(rule.body, _Place(event), meaning, verb)


def _in_body(body: m.Body, place: _Place, meaning: m.Meaning, verb: str) -> Iterator[Way]:
    def inside(inner: m.Body, there: _Place) -> Iterator[Way]:
        return _in_body(inner, there, meaning, verb)

    for statement in body:
        match statement:
            case m.Act() if statement.verb == verb:
                yield from _way(statement, place)
            case m.When():
                place = place.when(statement.condition)
            case m.If():
                refused = negated(statement.condition)
                yield from inside(statement.then, place.when(statement.condition))
                yield from inside(statement.otherwise, place.when(refused))
                if any(isinstance(last, m.End) for last in statement.then):
                    place = place.when(refused)
            case m.Each():
                query: m.Query = rewrite(statement.query, place.known)
                there = evolve(place.when(statement.query.where), loops=(*place.loops, query))
                yield from inside(statement.body, there)
            case m.As():
                actor = place.meant(statement.player)
                yield from inside(statement.body, evolve(place, actor=actor))
            case m.Let():
                given = {**place.given, statement.name: place.meant(statement.value)}
                place = evolve(place, given=given)
            case m.Perform() if place.depth < _DEEPEST:
                rule = meaning.rules[statement.rule]
                args = map(place.meant, statement.args)
                names = (parameter.name for parameter in rule.parameters)
                given = {**place.given, **dict(zip(names, args, strict=True))}
                yield from inside(rule.body, evolve(place, given=given, depth=place.depth + 1))
            case m.PerformCard() if place.depth < _DEEPEST:
                for kind in CardDecks(meaning).carried_out(statement.card) or ():
                    yield from inside(
                        meaning.cards[kind].body, _face(statement, kind, place, meaning)
                    )
            case _:
                for inner in m.inner_bodies(statement):
                    yield from inside(inner, place)


def _face(statement: m.PerformCard, kind: str, place: _Place, meaning: m.Meaning) -> _Place:
    """Return the place in a card that is carried out."""
    card = meaning.cards[kind]
    number = f"the number of {kind}" if card.parameters else None
    given = {
        **place.given,
        **{
            one.name: m.Local("number", number, span=card.span)
            for one in card.parameters
            if number is not None
        },
    }
    loops = (*place.loops, Face(place.meant(statement.card), kind, number))
    return evolve(place, given=given, depth=place.depth + 1, loops=loops)


def _way(act: m.Act, place: _Place) -> Iterator[Way]:
    """Yield the way to win at an act: everything said of the player is said of `WINNER`."""
    player = act.part("player")
    if player is None:
        return
    player = place.meant(player)
    somebody = m.Local("player", WINNER, span=act.span)

    def change(part: object) -> m.Term | None:
        return somebody if part == player else None

    amount = act.part("amount")
    is_certain = not any(isinstance(part, m.Local) for part in _outer_names(player))
    yield Way(
        tuple(rewrite(term, change) for term in place.conditions),
        player if is_certain else None,
        place.event == "wizard-home" and isinstance(player, m.Prim) and player.op == "owner:wizard",
        rewrite(place.meant(amount), change) if amount is not None else None,
        tuple(
            rewrite(loop, change) if isinstance(loop, m.Query) else loop
            for loop in place.loops
            if not (isinstance(loop, m.Query) and _is_variable(player, loop.variable))
        ),
    )


def _is_variable(term: m.Term, name: str) -> bool:
    return isinstance(term, m.Local) and term.name == name


def _outer_names(term: m.Term) -> Iterator[m.Local]:
    """Yield the variables in a term that it does not bring along itself."""
    bound = {part.variable for part in walk(term) if isinstance(part, m.Query)}
    for part in walk(term):
        if isinstance(part, m.Local) and part.name not in bound:
            yield part


def free_names(term: m.Term) -> set[str]:
    """Return the variables that a term is about."""
    return {part.name for part in _outer_names(term)}


_OPPOSITE = {"<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def negated(term: m.Term) -> m.Term:
    """Return the opposite of a condition, as a comparison where that is possible."""
    match term:
        case m.Calc(op="not", args=(inner,)):
            return inner
        case m.Calc(op=op) if op in _OPPOSITE:
            return evolve(term, op=_OPPOSITE[op])
        case m.Search(word="any"):
            return evolve(term, word="no")
        case m.Search(word="no"):
            return evolve(term, word="any")
    return m.Calc("truth", "not", (term,), span=term.span)
