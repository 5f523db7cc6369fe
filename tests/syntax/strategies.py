"""Random syntax trees: every construct of the language, nested at random.

The trees have no text behind them; all their spans are empty.
"""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from wtrules.language.verbs import VERBS
from wtrules.source import SourceFile, Span
from wtrules.syntax import nodes as n
from wtrules.syntax.blanks import blanks_in

NOWHERE = Span(SourceFile("nowhere.wtr", ""), 0, 0)

# No words of the language, and none that could be taken for a page (`p3`) or for copies (`4 x`).
_WORDS = ("ab", "own", "free", "w", "t", "q7", "Größe", "top_of", "left-over", "visible")
_DOTTED = ("board.capacity", "spell.moment", "castle.entry.ends-turn", "a.b.c")
_KINDS = ("wizard", "tower", "space", "place", "player", "card", "spell")
_LABELS = ("board", "hand", "spells", "turn", "castle", "die", "towers")
_SCOPES = ("game", "round", "turn", "action")
_DIRECTIONS = ("clockwise", "counterclockwise")


def _short(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Return the same strategy with a short name: Hypothesis writes all of it out otherwise."""
    return st.deferred(lambda: strategy)


def _node(kind: type[Any], *parts: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return _short(st.builds(lambda *given: kind(*given, span=NOWHERE), *parts))


def _some(parts: st.SearchStrategy[Any], least: int = 0, most: int = 3) -> st.SearchStrategy[Any]:
    return _short(st.lists(parts, min_size=least, max_size=most).map(tuple))


def _maybe(part: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return _short(st.none() | part)


words = st.sampled_from(_WORDS)
simple_names = _node(n.Name, words)
names = _node(n.Name, st.sampled_from(_WORDS + _DOTTED))
labels = _node(n.Name, st.sampled_from(_WORDS + _LABELS))
numbers = st.integers(0, 99)
kinds = st.sampled_from(_KINDS)
texts = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=12) | (
    st.sampled_from(
        ['say "hi"', "a\\b", "tab\there", "a\\nb", "\u202eb", "# no comment", "{ } ' “”"]
    )
)

# --- terms ---

_leaves = st.one_of(
    _node(n.Number, numbers), _node(n.Text, texts), names, st.just(n.Castle(span=NOWHERE))
)


def _queries(terms: st.SearchStrategy[Any]) -> st.SearchStrategy[n.Query]:
    relations = _node(n.Relation, st.sampled_from(("on", "beneath", "above", "from")), terms)
    courses = _node(n.Course, st.sampled_from(_DIRECTIONS), terms)
    of_pieces = st.builds(
        lambda kind, variable, on, course, where: n.Query(
            kind, variable, on, course, where, span=NOWHERE
        ),
        kinds,
        _maybe(simple_names),
        _some(relations, most=2),
        _maybe(courses),
        _maybe(terms),
    )
    of_numbers = st.builds(
        lambda variable, where, low, high: n.Query(
            "number", variable, (), None, where, low, high, span=NOWHERE
        ),
        simple_names,
        _maybe(terms),
        terms,
        terms,
    )
    return of_pieces | of_numbers


def _actions(terms: st.SearchStrategy[Any]) -> st.SearchStrategy[n.Do]:
    @st.composite
    def build(draw: st.DrawFn) -> n.Do:
        verb = draw(st.sampled_from([*VERBS.values()]))
        parts = tuple(
            n.Part(
                part.label,
                draw(names if part.is_name else terms),
                span=NOWHERE,
            )
            for part in verb.parts
            if not part.optional or draw(st.booleans())
        )
        direction = draw(st.sampled_from(verb.directions)) if "DIRECTION" in verb.form else None
        return n.Do(verb.name, parts, direction, span=NOWHERE)

    return build()


def _larger(terms: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    operators = st.sampled_from(
        (
            "or",
            "and",
            "=",
            "!=",
            "<",
            "<=",
            ">",
            ">=",
            "in",
            "is",
            "is not",
            "+",
            "-",
            "*",
            "/",
            "mod",
        )
    )
    asks = st.sampled_from(("number of", "any", "no", "first", "next", "random"))
    return st.one_of(
        _node(n.PropertyOf, names, terms),
        _node(n.EntryAt, names, terms),
        _node(n.Applied, names, _some(terms, least=2, most=3)),
        _node(n.Unary, st.sampled_from(("not", "-")), terms),
        _node(n.Binary, operators, terms, terms),
        _node(n.Relation, st.sampled_from(("on", "beneath", "above")), terms),
        _node(n.Ask, asks, _queries(terms)),
        _node(n.Extreme, st.sampled_from(("highest", "lowest", "total")), terms, _queries(terms)),
        _node(n.NumberedSpace, terms),
        _node(n.Conditional, terms, terms, st.none() | terms),
        _node(n.Can, _actions(terms)),
    )


terms = _short(st.recursive(_leaves, _larger, max_leaves=12))
queries = _queries(terms)
ranges = st.builds(lambda low, more: n.Range(low, low + more, span=NOWHERE), numbers, numbers)
values = st.one_of(
    st.builds(
        lambda entries, first: n.Value(entries, first, span=NOWHERE),
        _some(terms | ranges, least=1),
        _maybe(numbers),
    ),
    _some(simple_names, least=1).map(lambda found: n.Value(found[:1], None, found, span=NOWHERE)),
)
units = _node(n.Unit, st.sampled_from(_SCOPES), st.sampled_from((None, "player", "space", "spell")))

# --- clauses ---

phrases = _some(_node(n.Phrase, st.sampled_from(("en", "de")), texts), least=1, most=2)
_names = _some(names, least=1)
_simple = _some(simple_names, least=1)
_pages = st.sampled_from(("p3", "p~12"))
_stances = st.sampled_from(("states", "implies", "omits", "lost"))
name_clauses = _node(n.NameClause, phrases)
_blanks = st.sampled_from(("{hand.size}", "{a.b|flask|flasks}", '"{x}" \\ {{ }} {', "{a|b} {} {1}"))
sentences = st.builds(
    lambda language, text: n.Phrase(
        language, text, blanks_in(text, lambda start, end: NOWHERE), span=NOWHERE
    ),
    st.sampled_from(("en", "de")),
    texts | _blanks,
)
says = _node(n.Says, _maybe(terms), _some(sentences, least=1, most=2))
cites = _node(n.Cites, simple_names, _maybe(texts), _maybe(_pages), _maybe(_stances))
assumed = _node(n.Assumed, _names)
covers = _node(n.Covers, _names)
grounds = cites | assumed | covers
suppress = _node(n.Suppress, simple_names, texts)
holds = _node(n.Holds, _names)
shows = _node(n.Shows, _names)

_flat_statements = st.one_of(
    _node(n.Choose, _some(queries, least=1, most=2), st.none()),
    _node(n.Option, simple_names, _some(_node(n.Phrase, st.just("en"), texts), most=1)),
    _node(n.When, terms),
    _node(n.Perform, names, _some(terms, most=2)),
    _node(n.Perform, _node(n.PropertyOf, names, terms), st.just(())),
    _node(n.Set, names, _maybe(terms), terms),
    _node(n.Let, simple_names, terms),
    _node(n.Use, names),
    st.just(n.Stop(span=NOWHERE)),
    _node(n.End, st.sampled_from(_SCOPES), _maybe(simple_names)),
    _node(n.End, st.sampled_from(_SCOPES), _node(n.EntryAt, names, terms)),
    _actions(terms),
)


def _compound(statements: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    blocks = _node(n.Block, _some(statements))
    others = _maybe(blocks)
    return st.one_of(
        _node(n.Choose, _some(queries, least=1, most=2), others),
        _node(n.May, blocks, others),
        _node(n.Either, _some(blocks, least=1), others),
        _node(n.If, terms, blocks, others),
        st.builds(lambda body: n.Repeat("forever", None, body, span=NOWHERE), blocks),
        _node(n.Repeat, st.sampled_from(("times", "while")), terms, blocks),
        _node(n.Each, queries, blocks),
        _node(n.As, terms, blocks),
        _node(n.Secretly, _maybe(queries), blocks),
        _node(n.Scope, st.sampled_from(_SCOPES), _maybe(terms), blocks),
    )


statements = _short(st.recursive(_flat_statements, _compound, max_leaves=6))

_event_heads = st.sampled_from(("wizard", "castle", "turn", "deck", "w"))
_event_words = st.sampled_from(("wizard", "w", "lands", "castle", "ends", "empty", "home"))
events = st.builds(
    lambda head, rest, place: n.Event((head, *rest, *place), span=NOWHERE),
    _event_heads,
    _some(_event_words, least=1),
    st.just(()) | _event_words.map(lambda word: ("on", word)),
)
clauses = st.one_of(
    name_clauses,
    says,
    st.just(n.Detail(span=NOWHERE)),
    grounds,
    suppress,
    holds,
    shows,
    _node(n.InChapter, simple_names),
    _node(n.Trigger, _some(events, least=1, most=2)),
    _node(n.Forbid, _some(events, least=1, most=2)),
    _node(n.RuleAfter, _names),
    _node(n.Cost, terms),
    _node(n.Code, simple_names),
    statements,
)

# --- items ---


def _may_follow(before: Any, after: Any) -> bool:
    """Whether two clauses can be written below each other at all.

    `choose wizard w` takes a following `on …` in, as no question can be put in parentheses there;
    an event takes `on` for one of its own words.
    """
    if isinstance(before, n.Choose):
        return not isinstance(after, n.Trigger)
    if isinstance(before, n.Trigger | n.Forbid):
        return not isinstance(after, n.Trigger)
    return True


def _separable(members: tuple[Any, ...]) -> bool:
    return all(map(_may_follow, members, members[1:]))


_bodies = _some(clauses).filter(_separable)
parameters = _some(_node(n.Parameter, st.sampled_from((*_KINDS, "number")), simple_names))
rules = _node(n.Rule, names, parameters, _bodies)
cards = _node(n.Card, labels, parameters, _bodies)
spells = _node(n.Spell, simple_names, _bodies)
outcomes = _node(n.Outcome, simple_names, _some(name_clauses | says | grounds))
defines = _node(n.Define, simple_names, parameters, terms)
settings = _node(n.Setting, labels, values, _some(grounds))
groups = _node(n.Group, labels, _some(settings))


def _cell(low: int | None, high: int | None) -> n.Cell:
    return n.Cell(low, high, span=NOWHERE)


cells = st.one_of(
    st.integers(-9, 99).map(lambda number: _cell(number, number)),
    st.tuples(numbers, numbers).map(lambda pair: _cell(*pair)),
    numbers.map(lambda number: _cell(number + 1, None)),
    numbers.map(lambda number: _cell(None, number - 1)),
    st.sampled_from(_WORDS + _LABELS).map(lambda word: n.Cell(None, None, word, span=NOWHERE)),
    texts.map(lambda text: n.Cell(None, None, text, True, span=NOWHERE)),
)
rows = _node(n.Row, _some(cells, least=1, most=2), _some(cells, least=1))
tables = _node(n.Table, labels, _some(rows))
faces = st.one_of(
    _node(n.Face, labels, _maybe(numbers)),
    labels.map(lambda label: n.Face(label, None, True, span=NOWHERE)),
)
deck_lines = _node(n.DeckLine, numbers, _some(faces, least=1, most=2), _maybe(numbers))
decks = _node(n.Deck, _maybe(numbers), _some(deck_lines), _maybe(simple_names))
memories = _node(
    n.Memory,
    names,
    terms | _node(n.OneOf, _simple) | _node(n.KindValue, kinds, st.booleans()),
    _maybe(units),
    st.booleans(),
)
allowances = _node(n.Allowance, names, terms, units)
new_values = _node(n.NewValue, names, values, _maybe(units))
overrides = _node(
    n.Override,
    st.one_of(rules, cards, spells, tables, decks, defines, memories, outcomes, new_values),
)
_item_kinds = st.sampled_from(
    ("rule", "spell", "card", "define", "memory", "allowance", "outcome", "setting", "variant")
)
removals = _node(n.Remove, _item_kinds, labels | names)
additions = st.one_of(
    st.builds(
        lambda name, lines: n.Add("deck", name, lines, span=NOWHERE),
        _maybe(simple_names),
        _some(deck_lines),
    ),
    st.builds(lambda name, found: n.Add("table", name, found, span=NOWHERE), labels, _some(rows)),
    st.builds(
        lambda kind, name, body: n.Add(kind, name, body, span=NOWHERE),
        st.sampled_from(("rule", "spell", "card")),
        labels | names,
        _bodies,
    ),
    st.builds(lambda name, held: n.Add("setting", name, (), held, span=NOWHERE), names, values),
    st.builds(
        lambda name, more: n.Add("define", name, meaning=more, span=NOWHERE),
        labels | names,
        _node(n.Addition, parameters, terms),
    ),
)
_facts = st.one_of(
    _node(n.Binary, st.sampled_from(("<", "!=")), terms, terms),
    _node(n.Listing, _node(n.Name, st.sampled_from(("spells", "next_cards"))), _some(simple_names)),
    _node(
        n.Listing,
        _node(n.PropertyOf, st.just(n.Name("hand", span=NOWHERE)), simple_names),
        _some(simple_names),
    ),
)
_then = st.one_of(
    _node(n.Then, st.just("board"), texts),
    _node(n.Then, st.just("forbidden"), _maybe(st.sampled_from(_WORDS + _DOTTED))),
    _node(n.Then, st.just("moves"), st.none(), numbers),
    _node(n.Then, st.just("fills"), words, _maybe(numbers)),
    _node(n.Then, st.just("scores"), words, numbers),
    _node(n.Then, st.sampled_from(("home", "acts", "has_turn", "wins", "only_wins")), words),
    _node(n.Then, st.just("turn"), st.sampled_from(("over", "continues"))),
    _node(n.Then, st.just("game_over"), _maybe(words)),
    _node(n.Then, st.just("facts"), st.none(), st.none(), _some(_facts, least=1)),
)
examples = _node(
    n.Example,
    names,
    _some(
        st.one_of(
            says,
            cites,
            covers,
            _node(n.Illustrates, st.just("rule"), names),
            _node(n.Illustrates, st.just("card"), labels),
            _node(n.Illustrates, st.just("spell"), simple_names),
            _node(n.ExampleWith, _simple, _some(_facts)),
            _node(n.ExampleWith, st.just(()), _some(_facts, least=1)),
            _node(
                n.Given,
                _node(n.Text, texts),
                _maybe(words),
                _maybe(words),
                _maybe(numbers),
                _maybe(words),
            ),
            numbers.map(
                lambda players: n.Given(None, None, None, None, None, players, span=NOWHERE)
            ),
            _node(n.WhenMove, _node(n.Text, texts)),
            _then,
        )
    ),
)
topics = _node(n.Topic, names, _some(says | _node(n.InChapter, simple_names)))
manual_lines = _node(
    n.ManualLine, _stances, names, _maybe(texts), _maybe(_pages), st.just(()) | phrases
)
manuals = _node(n.Manual, simple_names, _some(manual_lines))
chapters = _node(
    n.Chapter,
    simple_names,
    _some(st.one_of(name_clauses, says, holds, shows, _node(n.RuleAfter, _names))),
)
_titles = _node(n.ColumnTitles, st.sampled_from(("en", "de")), _some(texts, least=1, most=3))
labels_in_book = _node(
    n.Label,
    names,
    _some(
        st.one_of(
            name_clauses,
            says,
            _node(n.Word, simple_names, phrases),
            _node(n.Columns, _some(_titles, least=1, most=2)),
        )
    ),
)


def _layers(items: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    bodies = st.one_of(
        _node(n.ReadingBody, st.just(()), st.just(()), _some(items, most=2)),
        _node(n.ReadingBody, _simple, _some(simple_names, most=2), _some(items, most=2)),
    )
    readings = st.one_of(
        _node(n.Reading, simple_names, phrases, _some(bodies, least=1, most=2)),
        _node(n.Reading, simple_names, phrases, st.just(()), phrases),
    )
    assumptions = _node(
        n.Assumption,
        names,
        _some(
            st.one_of(
                says,
                _node(n.Evidence, phrases),
                readings,
                _node(n.DefaultReading, simple_names, _some(simple_names, most=2), st.just(())),
                _node(n.LetterReading, simple_names, _some(simple_names, least=1), st.just(())),
                _node(n.Affects, _names),
                _node(n.Confidence, simple_names),
                _node(n.QuestionKind, simple_names),
            )
        ),
    )
    variants = _node(
        n.Variant,
        simple_names,
        _some(ranges, most=2),
        _some(
            st.one_of(
                name_clauses,
                says,
                grounds,
                _node(n.Needs, _simple),
                _node(n.Excludes, _simple),
                _node(n.LayerAfter, _simple),
                items,
            )
        ),
    )
    return assumptions | variants


_flat_items = st.one_of(
    groups,
    tables,
    decks,
    cards,
    spells,
    rules,
    defines,
    memories,
    allowances,
    outcomes,
    overrides,
    removals,
    additions,
    examples,
    suppress,
    topics,
    manuals,
    chapters,
    labels_in_book,
)
items = _short(st.recursive(_flat_items, _layers, max_leaves=4))
references = st.one_of(
    _node(n.Reference, words, st.just(False)), _node(n.Reference, texts, st.just(True))
)
rulesets = _node(
    n.Ruleset,
    simple_names,
    _some(
        st.one_of(
            _node(n.Title, phrases),
            _node(n.EditionLanguage, st.sampled_from(("en", "de"))),
            _node(n.Extends, _some(references, least=1), _some(simple_names)),
            _node(n.Includes, _some(_node(n.Text, texts), least=1)),
            _node(n.Examples, _some(_node(n.Text, texts), least=1)),
            _node(n.Players, _some(ranges, least=1)),
            _node(n.LayerAfter, _simple),
            items,
        )
    ),
)
files = _some(rulesets | items, most=4).map(lambda members: n.File(members, span=NOWHERE))
