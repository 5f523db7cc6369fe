"""How the rules let players win: the places that declare winners, and what must be true there.

Bots derive from it what a position is worth, where the rules do not say it: a rule with `worth` is left
out. A way to win that is written in a manner this module does not follow is only missing here; nothing
depends on finding all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import evolve, field, frozen

from wtrules.meaning import nodes as m
from wtrules.node import rewrite, walk
from wtrules.value import Value

WINNER = "the winner"  # the variable that stands for the player in question

_DEEPEST = 8  # rules that perform rules


@frozen
class Way(Value):
    """A place that declares a winner, or scores points for a player, when the game ends."""

    conditions: tuple[m.Term, ...]  # of the player `WINNER`
    only: m.Term | None = None  # the only player it is about, if it is a certain one
    amount: m.Term | None = None  # of points


@frozen
class _Place(Value):
    """What is known at a place in a rule."""

    conditions: tuple[m.Term, ...] = ()
    given: Mapping[str, m.Term] = field(factory=dict)  # variables whose values are known
    actor: m.Term | None = None
    depth: int = 0

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
    return list(_ways(meaning, "declare"))


def ways_to_end(meaning: m.Meaning) -> list[Way]:
    """Return what ends the game as soon as it is true of any player."""
    found = []
    for rule in meaning.rules.values():
        for place in _ends(rule.body, _Place()) if rule.on and not is_said(rule, meaning) else ():
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
    winner = m.Local("player", WINNER, span=query.span)
    return [Way((m.filled(query.where, {query.variable: winner}),))]


def scored_at_the_end(meaning: m.Meaning) -> list[Way]:
    """Return the places that score points when the game ends."""
    return list(_ways(meaning, "score", "game-ends"))


def is_said(rule: m.Rule, meaning: m.Meaning) -> bool:
    """Whether the rules say what a rule is worth."""
    return ("rule", rule.id) in meaning.worths


def _ways(meaning: m.Meaning, verb: str, event: str | None = None) -> Iterator[Way]:
    for rule in meaning.rules.values():
        reacts = any(event in (None, reaction.event) for reaction in rule.on)
        if reacts and not is_said(rule, meaning):
            yield from _in_body(rule.body, _Place(), meaning, verb)


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
                yield from inside(statement.body, place.when(statement.query.where))
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
            case _:
                for inner in m.inner_bodies(statement):
                    yield from inside(inner, place)


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
    yield Way(
        tuple(rewrite(term, change) for term in place.conditions),
        player if not free_names(player) else None,
        rewrite(place.meant(amount), change) if amount is not None else None,
    )


def free_names(term: m.Term) -> set[str]:
    """Return the variables that a term is about, without those that it brings along itself."""
    bound = {part.variable for part in walk(term) if isinstance(part, m.Query)}
    return {part.name for part in walk(term) if isinstance(part, m.Local)} - bound


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
