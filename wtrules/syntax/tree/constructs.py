"""The builder of each construct, by its name in the grammar; those of examples are in `examples.py`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from wtrules.language.physical import MAIN_DECK
from wtrules.language.verbs import ENDS, VERBS, Verb
from wtrules.node import Node
from wtrules.source import Span
from wtrules.syntax import nodes as n
from wtrules.syntax.blanks import blanks_in
from wtrules.syntax.tree.builder import (
    CHARACTER,
    Build,
    Builder,
    Meta,
    Token,
    integer,
    node,
    singular,
    unquote,
)
from wtrules.syntax.tree.examples import EXAMPLES


def _first(b: Builder, m: Meta, c: list[Any]) -> Any:
    return c[0]


def _all(b: Builder, m: Meta, c: list[Any]) -> tuple[Any, ...]:
    return tuple(c)


def _constructs_named_like_nodes() -> dict[str, Build]:
    """Return builders for all classes of nodes: `name_clause` of the grammar builds a `NameClause`."""
    kinds = [kind for kind in vars(n).values() if isinstance(kind, type) and issubclass(kind, Node)]
    return {re.sub(r"\B(?=[A-Z])", "_", kind.__name__).lower(): node(kind) for kind in kinds}


BUILDERS: dict[str, Build] = {
    **_constructs_named_like_nodes(),
    # Names that Python has for something else.
    "if_": node(n.If),
    "as_": node(n.As),
    "set_": node(n.Set),
    # One of several words or constructs.
    **dict.fromkeys(
        (
            "kind",
            "number_kind",
            "item_kind",
            "scope_word",
            "extreme_word",
            "asked_kind",
            "rank_word",
            "except_",
            "label_word",
            "event_head",
            "event_word",
            "stance",
            "goal_word",
            "spoken_aspect",
            "fixed_aspect",
            "language",
            "direction",
            "pile_end",
            "for_each",
            "define_of",
            "memory_value",
            "otherwise",
        ),
        _first,
    ),
    # Lists inside other constructs.
    **dict.fromkeys(
        (
            "parameters",
            "arguments",
            "row_key",
            "differs",
            "phrased",
            "unplayable",
            "variant_players",
        ),
        _all,
    ),
    "else_if": node(n.Block),
    "for_each_single": lambda b, m, c: f"single {c[0]}",
    "for_each_pair": lambda b, m, c: f"{singular(c[0])} and {singular(c[1])}",
    "deck_name": lambda b, m, c: b.name(c[0]),
    "pile_name": lambda b, m, c: (
        n.PropertyOf(b.name(c[0]), c[1], span=b.at(m)) if c[1:] else b.name(c[0])
    ),
    # Constructs that differ in a word from others of the same class.
    "either_holds": node(n.Binary, "or"),
    "both_hold": node(n.Binary, "and"),
    "in_": node(n.Binary, "in"),
    "is_": node(n.Binary, "is"),
    "is_not": node(n.Binary, "is not"),
    "plus": node(n.Binary, "+"),
    "minus": node(n.Binary, "-"),
    "times": node(n.Binary, "*"),
    "divided_by": node(n.Binary, "/"),
    "modulo": node(n.Binary, "mod"),
    "negation": node(n.Unary, "not"),
    "negative": node(n.Unary, "-"),
    "count": node(n.Ask, "number of"),
    "exists": node(n.Ask, "any"),
    "none_exists": node(n.Ask, "no"),
    "first": node(n.Ask, "first"),
    "next_": node(n.Ask, "next"),
    "random_": node(n.Ask, "random"),
    "repeat_forever": node(n.Repeat, "forever", None),
    "repeat_times": node(n.Repeat, "times"),
    "repeat_while": node(n.Repeat, "while"),
    "scope_of": node(n.Scope),
    "from_deck": node(n.Relation),
    "secretly": node(n.Secretly, None),
    "secretly_each": node(n.Secretly),
    "piece_block": node(n.Piece),
    "memory_of_kind": node(n.KindValue),
    "add_cards": node(n.Add, "deck"),
    "add_rows": node(n.Add, "table"),
    "add_clauses": node(n.Add),
}


def _builds(function: Build) -> Build:
    """Register a function as the builder of the construct of the same name."""
    BUILDERS[function.__name__] = function
    return function


# --- files and layers ------------------------------------------------------------------------------


@_builds
def start(b: Builder, m: Meta, c: list[Any]) -> n.File:
    return n.File(tuple(c), span=b.at((0, len(b.source.text))))


@_builds
def extends(b: Builder, m: Meta, c: list[Any]) -> n.Extends:
    bases = tuple(part for part in c if isinstance(part, n.Reference))
    variants = b.names([part for part in c if isinstance(part, Token)])
    return n.Extends(bases, variants, span=b.at(m))


@_builds
def reference(b: Builder, m: Meta, c: list[Any]) -> n.Reference:
    is_path = c[0].type == "STRING"
    return n.Reference(unquote(c[0]) if is_path else str(c[0]), is_path, span=b.at(m))


@_builds
def add_values(b: Builder, m: Meta, c: list[Any]) -> n.Add:
    return n.Add("setting", b.name(c[0]), value=c[1], span=b.at(m))


@_builds
def add_meaning(b: Builder, m: Meta, c: list[Any]) -> n.Add:
    kind, name, parameters, value = c
    added = n.Addition(_parameters(parameters), value, span=b.at(m))
    return n.Add(str(kind), b.name(name), meaning=added, span=b.at(m))


# --- texts -----------------------------------------------------------------------------------------


@_builds
def sentence(b: Builder, m: Meta, c: list[Any]) -> n.Phrase:
    language, text = c
    return n.Phrase(str(language), unquote(text), _blanks(b, text), span=b.at(m))


def _blanks(b: Builder, text: Token) -> tuple[n.Blank | n.BrokenBlank, ...]:
    """Return the blanks of a text; no other part of a text has a place of its own."""
    if "{" not in text and "}" not in text:
        return ()
    # Escapes are two characters in the file, one in the text; a repaired text may be longer than it.
    places = [text.start_pos + match.start() for match in CHARACTER.finditer(text)]
    places = [min(place, text.end_pos) for place in (*places[1:], text.end_pos)]

    def at(start: int, end: int) -> Span:
        return b.at((places[start], places[end]))

    return blanks_in(unquote(text), at)


# --- rules, settings and the deck ------------------------------------------------------------------


@_builds
def define(b: Builder, m: Meta, c: list[Any]) -> n.Define:
    name, parameters, value, worth = c
    return n.Define(b.name(name), _parameters(parameters), value, worth, span=b.at(m))


def _parameters(written: Any) -> tuple[n.Parameter, ...]:
    """Return the parameters of a defined word: `of wizard w` has one."""
    if written is None:
        return ()
    return (written,) if isinstance(written, n.Parameter) else written


@_builds
def applied(b: Builder, m: Meta, c: list[Any]) -> n.Applied | n.PropertyOf:
    word, arguments = b.name(c[0]), c[1]
    if len(arguments) == 1:  # `doubled(3)` is `doubled of 3`
        return n.PropertyOf(word, arguments[0], span=b.at(m))
    return n.Applied(word, arguments, span=b.at(m))


@_builds
def event(b: Builder, m: Meta, c: list[Any]) -> n.Event:
    words = [word for part in c for word in (part if isinstance(part, tuple) else (part,))]
    return n.Event(tuple(map(str, words)), span=b.at(m))


@_builds
def event_on(b: Builder, m: Meta, c: list[Any]) -> tuple[str, str]:
    return "on", c[0]


def _cell(ends: Callable[..., tuple[int | None, int | None]]) -> Build:
    """Return the builder of a cell of numbers; *ends* returns the smallest and the largest one."""
    return lambda b, m, c: n.Cell(*ends(*map(integer, c)), span=b.at(m))


BUILDERS.update(
    {
        "cell_range": _cell(lambda low, high: (low, high)),
        "cell_number": _cell(lambda number: (number, number)),
        "cell_negative": _cell(lambda number: (-number, -number)),
        "cell_above": _cell(lambda number: (number + 1, None)),
        "cell_below": _cell(lambda number: (None, number - 1)),
    }
)


@_builds
def cell_name(b: Builder, m: Meta, c: list[Any]) -> n.Cell:
    return n.Cell(None, None, str(c[0]), span=b.at(m))


@_builds
def cell_ways(b: Builder, m: Meta, c: list[Any]) -> n.Cell:
    ways = tuple(map(integer, c))
    return n.Cell(ways[0], ways[0], ways=ways, span=b.at(m))


@_builds
def cell_coming(b: Builder, m: Meta, c: list[Any]) -> n.Cell:
    space, *before = map(integer, c)
    return n.Cell(space, space, coming_from=tuple(before), span=b.at(m))


@_builds
def cell_text(b: Builder, m: Meta, c: list[Any]) -> n.Cell:
    return n.Cell(None, None, unquote(c[0]), quoted=True, span=b.at(m))


@_builds
def face(b: Builder, m: Meta, c: list[Any]) -> n.Face:
    kind, value = c
    is_number = value is not None and value.type == "INT"
    amount = integer(value) if is_number else None
    return n.Face(b.name(kind), amount, value is not None and not is_number, span=b.at(m))


@_builds
def deck(b: Builder, m: Meta, c: list[Any]) -> n.Deck:
    name, size, *lines = c
    total = integer(size) if size is not None else None
    named = b.name(name) if name is not None and name != MAIN_DECK else None
    return n.Deck(total, tuple(lines), named, span=b.at(m))


@_builds
def perform_of(b: Builder, m: Meta, c: list[Any]) -> n.Perform:
    property, subject = c
    name = b.name(property)
    target = n.PropertyOf(name, subject, span=name.span.join(subject.span))
    return n.Perform(target, (), span=b.at(m))


@_builds
def memory(b: Builder, m: Meta, c: list[Any]) -> n.Memory:
    secret, name, value, scope, each, worth = c
    unit = None
    if scope is not None:
        unit = n.Unit(str(scope), each and singular(each), span=b.at_token(scope))
    elif each is not None:
        unit = n.Unit("game", singular(each), span=b.at(m))
    return n.Memory(b.name(name), value, unit, secret is not None, worth, span=b.at(m))


@_builds
def value(b: Builder, m: Meta, c: list[Any]) -> n.Value:
    return n.Value(tuple(c[1:]), c[0], span=b.at(m))


@_builds
def value_from(b: Builder, m: Meta, c: list[Any]) -> int:
    return integer(c[0])


@_builds
def value_one_of(b: Builder, m: Meta, c: list[Any]) -> n.Value:
    names = b.names(c)
    return n.Value(names[:1], None, names, span=b.at(m))


# --- open questions --------------------------------------------------------------------------------


class _Scope(NamedTuple):
    """The rulesets and variants that a reading is about; none means all."""

    rulesets: tuple[n.Name, ...] = ()
    variants: tuple[n.Name, ...] = ()


@_builds
def reading_scope(b: Builder, m: Meta, c: list[Any]) -> _Scope:
    return _Scope(b.names(c[:-1]), c[-1] or ())


@_builds
def reading_with(b: Builder, m: Meta, c: list[Any]) -> tuple[n.Name, ...]:
    return b.names(c)


@_builds
def reading_body(b: Builder, m: Meta, c: list[Any]) -> n.ReadingBody:
    scope: _Scope = c[0] or _Scope()
    return n.ReadingBody(scope.rulesets, scope.variants, tuple(c[1:]), span=b.at(m))


@_builds
def default_reading(b: Builder, m: Meta, c: list[Any]) -> n.DefaultReading:
    return n.DefaultReading(b.name(c[0]), *(c[1] or _Scope()), span=b.at(m))


@_builds
def letter_reading(b: Builder, m: Meta, c: list[Any]) -> n.LetterReading:
    return n.LetterReading(b.name(c[0]), *c[1], span=b.at(m))


@_builds
def reading(b: Builder, m: Meta, c: list[Any]) -> n.Reading:
    phrases = tuple(part for part in c[1:] if isinstance(part, n.Phrase))
    bodies = tuple(part for part in c[1:] if isinstance(part, n.ReadingBody))
    why = next((part for part in c[1:] if isinstance(part, tuple)), ())
    return n.Reading(b.name(c[0]), phrases, bodies, why, span=b.at(m))


@_builds
def aspect_spoken(b: Builder, m: Meta, c: list[Any]) -> n.Aspect:
    return n.Aspect(str(c[0]), None, tuple(c[1:]), span=b.at(m))


@_builds
def aspect_fixed(b: Builder, m: Meta, c: list[Any]) -> n.Aspect:
    return n.Aspect(str(c[0]), b.name(c[1]), (), span=b.at(m))


def _with_example(word: str) -> Build:
    return lambda b, m, c: n.Aspect("example", n.Name(word, span=b.at(m)), (), span=b.at(m))


BUILDERS.update(
    {"has_example": _with_example("yes"), "has_no_example": _with_example("no"), **EXAMPLES}
)


# --- terms -----------------------------------------------------------------------------------------


@_builds
def compare(b: Builder, m: Meta, c: list[Any]) -> n.Binary:
    return n.Binary(str(c[1]), c[0], c[2], span=b.at(m))


@_builds
def related(b: Builder, m: Meta, c: list[Any]) -> n.Binary:
    """`castle on s`: the same as `castle is on s`."""
    subject, word, target = c
    relation = n.Relation(str(word), target, span=b.at((word.start_pos, m[1])))
    return n.Binary("is", subject, relation, span=b.at(m))


@_builds
def space_of(b: Builder, m: Meta, c: list[Any]) -> n.PropertyOf:
    return n.PropertyOf(b.name(c[0]), c[2], span=b.at(m))


@_builds
def query(b: Builder, m: Meta, c: list[Any]) -> n.Query:
    kind, name, *parts, course, where, rank = c
    relations = tuple(part for part in parts if isinstance(part, n.Relation))
    excluded = tuple(part for part in parts if not isinstance(part, n.Relation))
    opponents = str(kind) in _OPPONENTS
    return n.Query(
        "player" if opponents else singular(kind), name and b.name(name), relations, course,
        where, excluded=excluded, rank=rank, opponents=opponents, span=b.at(m),
    )  # fmt: skip


_OPPONENTS = ("opponent", "opponents")


@_builds
def query_numbers(b: Builder, m: Meta, c: list[Any]) -> n.Query:
    variable, low, high, where = c
    return n.Query("number", b.name(variable), (), None, where, low, high, span=b.at(m))


@_builds
def course(b: Builder, m: Meta, c: list[Any]) -> n.Course:
    return n.Course(_DIRECTIONS[c[0]], c[1], span=b.at(m))


@_builds
def range(b: Builder, m: Meta, c: list[Any]) -> n.Range:
    return n.Range(integer(c[0]), integer(c[-1]), span=b.at(m))


BUILDERS["span_of_numbers"] = range


# --- statements and actions ------------------------------------------------------------------------


@_builds
def scope(b: Builder, m: Meta, c: list[Any]) -> n.Scope:
    return n.Scope(str(c[0]), None, c[1], span=b.at(m))


@_builds
def do(b: Builder, m: Meta, c: list[Any]) -> n.Do:
    action: n.Do = c[0]
    return n.Do(action.verb, action.parts, action.direction, span=b.at(m))


@_builds
def can(b: Builder, m: Meta, c: list[Any]) -> n.Can:
    return n.Can(do(b, m, c), span=b.at(m))


# Directions as they are written, and as nodes have them.
_DIRECTIONS = {
    "forward": "clockwise",
    "clockwise": "clockwise",
    "backward": "counterclockwise",
    "counterclockwise": "counterclockwise",
    **{end: end for end in ENDS},
}


def _action(verb: Verb) -> Build:
    """Return the builder of actions of a verb."""

    def build(b: Builder, m: Meta, c: list[Any]) -> n.Do:
        direction = None
        terms = []
        for part in c:
            if not isinstance(part, Token):
                terms.append(part)
            elif part.type in ("NAME", "PATH"):
                terms.append(b.name(part))
            elif part in _DIRECTIONS:
                direction = _DIRECTIONS[part]
        parts = tuple(
            n.Part(part.label, term, span=term.span)
            for part, term in zip(verb.parts, terms, strict=True)
            if term is not None
        )
        return n.Do(verb.name, parts, direction, span=b.at(m))

    return build


# The alternative `act_bring_home` of the grammar builds the verb `bring home`.
BUILDERS.update({f"act_{verb.name.replace(' ', '_')}": _action(verb) for verb in VERBS.values()})
