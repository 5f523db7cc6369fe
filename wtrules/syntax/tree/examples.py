"""The builders of the clauses of examples: `given`, `with` and `then`."""

from __future__ import annotations

from typing import Any

from attrs import evolve, frozen

from wtrules.node import Node
from wtrules.syntax import nodes as n
from wtrules.syntax.tree.builder import Build, Builder, Meta, Token, integer, node, plain

EXAMPLES: dict[str, Build] = {
    **{f"illustrates_{kind}": node(n.Illustrates, kind) for kind in ("rule", "card", "spell")},
    "given_start": node(n.Given, None, None, None, None, None),
    "start_end": lambda b, m, c: " ".join(c),
    "start_change": lambda b, m, c: " ".join(c),
}


def _builds(function: Build) -> Build:
    """Register a function as the builder of the construct of the same name."""
    EXAMPLES[function.__name__] = function
    return function


@_builds
def given(b: Builder, m: Meta, c: list[Any]) -> n.Given:
    values = {name: value for part in c[1:] for name, value in part.items()}
    board = c[0] if isinstance(c[0], n.Text) else b.text(c[0])
    return n.Given(board, *map(values.get, _GIVEN), span=b.at(m))


@_builds
def start_board(b: Builder, m: Meta, c: list[Any]) -> n.Text:
    """Return what differs from the board after the set-up as a text, as positions are written."""
    changes = ", ".join(change for change in c if change is not None)
    return n.Text(f"start with {changes}" if changes else "start", span=b.at(m))


@_builds
def when_move(b: Builder, m: Meta, c: list[Any]) -> n.WhenMove:
    move, chance = c
    rolls = chance or ()
    return n.WhenMove(b.text(move), rolls, chance == (), span=b.at(m))


def _numbers(b: Builder, m: Meta, c: list[Any]) -> tuple[int, ...]:
    return tuple(map(integer, c))


@_builds
def example_with(b: Builder, m: Meta, c: list[Any]) -> n.ExampleWith:
    facts = _facts(b, c)
    variants = tuple(fact for fact in facts if isinstance(fact, n.Name))
    others = tuple(fact for fact in facts if not isinstance(fact, n.Name))
    return n.ExampleWith(variants, others, span=b.at(m))


@_builds
def example(b: Builder, m: Meta, c: list[Any]) -> n.Example:
    clauses: list[Any] = []
    for part in c[1:]:
        clauses += part.results if isinstance(part, _Thens) else (part,)
    return n.Example(b.name(c[0]), tuple(clauses), span=b.at(m))


@frozen
class _Thens(Node):
    """What one `then` lists."""

    results: tuple[n.Then, ...]


@_builds
def then(b: Builder, m: Meta, c: list[Any]) -> _Thens:
    """Return what `then` lists, one by one; conditions in a row stay together."""
    clauses: list[n.Then] = []
    terms: list[Any] = []
    for part in c:
        if not isinstance(part, n.Then | n.Text):
            terms.append(part)
            continue
        clauses += _true(b, terms)
        terms = []
        if isinstance(part, n.Text):
            part = n.Then("board", part.value, span=part.span)
        clauses.append(part)
    clauses += _true(b, terms)
    # The first one begins with the word `then`.
    start, stop = m[0], m[1] if len(clauses) == 1 else clauses[0].span.end
    first = evolve(clauses[0], span=b.at((start, stop)))
    return _Thens((first, *clauses[1:]), span=b.at(m))


def _true(b: Builder, terms: list[Any]) -> list[n.Then]:
    if not terms:
        return []
    span = b.at((terms[0].span.start, terms[-1].span.end))
    return [n.Then("facts", facts=_facts(b, terms), span=span)]


def _facts(b: Builder, terms: list[Any]) -> tuple[n.Fact, ...]:
    """Return terms as facts; the names after `spells = …` belong to that list."""
    facts: list[n.Fact] = []
    for term in terms:
        match term:
            case n.Binary(operator="=" | "is", right=n.Name() as names) if _is_list(term.left):
                entries = () if names.id == "nothing" else _split(b, names)
                facts.append(n.Listing(term.left, entries, span=term.span))
            case n.Name() if facts and isinstance(facts[-1], n.Listing) and facts[-1].entries:
                before = facts.pop()
                assert isinstance(before, n.Listing)
                span = b.at((before.span.start, term.span.end))
                facts.append(n.Listing(before.target, before.entries + _split(b, term), span=span))
            case _:
                facts.append(term)
    return tuple(facts)


def _is_list(target: n.Expr) -> bool:
    match target:
        case n.Name(id=id) | n.PropertyOf(property=n.Name(id=id)):
            return id in n.LISTED
    return False


def _split(b: Builder, names: n.Name) -> tuple[n.Name, ...]:
    """Return `w1.t2` as two names."""
    found = []
    start = names.span.start
    for id in names.id.split("."):
        found.append(n.Name(id, span=b.at((start, start + len(id)))))
        start += len(id) + 1
    return tuple(found)


def _then(what: str, value: str | None = None, sign: int = 1) -> Build:
    """Return the builder of a `then` with at most a name and a number."""

    def build(b: Builder, m: Meta, c: list[Any]) -> n.Then:
        parts = [plain(b, part) for part in c]
        name = next((part for part in parts if isinstance(part, str)), value)
        count = next((part for part in parts if isinstance(part, int)), None)
        return n.Then(what, name, count and sign * count, span=b.at(m))

    return build


EXAMPLES.update(
    {
        "then_forbidden": _then("forbidden"),
        "then_moves": _then("moves"),
        "then_fills": _then("fills"),
        "then_scores": _then("scores"),
        "then_loses": _then("scores", sign=-1),
        "then_home": _then("home"),
        "then_acts": _then("acts"),
        "then_has_turn": _then("has_turn"),
        "then_wins": _then("wins"),
        "then_only_wins": _then("only_wins"),
        "then_over": _then("turn", "over"),
        "then_continues": _then("turn", "continues"),
        "then_game_over": _then("game_over"),
    }
)


def _given_part(name: str) -> Build:
    return lambda b, m, c: {name: plain(b, c[0])}


EXAMPLES.update({"when_rolls": _numbers, "when_chance": _numbers})
_GIVEN = ("seat", "card", "roll", "spell")  # in the order of the fields
EXAMPLES.update({f"given_{name}": _given_part(name) for name in _GIVEN})


def _known(verb: str, *labels: str) -> Build:
    """Return the builder of something that a player can know: the action that shows it."""

    def build(b: Builder, m: Meta, c: list[Any]) -> n.Do:
        terms = [
            b.name(part) if isinstance(part, Token) else part
            for part in c
            if not isinstance(part, Token) or part.type in ("NAME", "PATH")
        ]
        given = [
            (label, term) for label, term in zip(labels, terms, strict=False) if term is not None
        ]
        parts = tuple(n.Part(label, term, span=term.span) for label, term in given)
        return n.Do(verb, parts, span=b.at(m))

    return build


def _knows(is_so: bool) -> Build:
    """Return the builder of what a player knows or does not know."""

    def build(b: Builder, m: Meta, c: list[Any]) -> n.Knows:
        who, shown = b.name(c[0]), c[-1]
        label = "for" if shown.verb == "lift" else "to"
        parts = (*shown.parts, n.Part(label, who, span=who.span))
        return n.Knows(who, is_so, evolve(shown, parts=parts), span=b.at(m))

    return build


EXAMPLES.update(
    {
        "known_hand": _known("show hand", "player", "from"),
        "known_top": _known("show top", "amount", "from"),
        "known_beneath": _known("lift", "what"),
        "known_secret": _known("show", "what", "of"),
        "knows": _knows(True),
        "knows_not": _knows(False),
    }
)
