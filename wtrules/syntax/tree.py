"""From the parser's constructs to syntax nodes.

One method per grammar rule, named like it; each gets the place of the construct and its parts,
which are nodes, tokens, or None for an optional part that was left out.
"""

from __future__ import annotations

import re
from typing import Any, TypeAlias

from wtrules.language.verbs import VERBS, Verb
from wtrules.source import SourceFile, Span
from wtrules.syntax import nodes as n

# The offsets where a construct starts and ends.
Meta: TypeAlias = tuple[int, int]

_ESCAPE = re.compile(r"\\(.)")
_ESCAPES = {"n": "\n", "t": "\t"}


def unquote(text: str) -> str:
    """Return the text between the quotes, escapes replaced."""
    return _ESCAPE.sub(lambda match: _ESCAPES.get(match[1], match[1]), text[1:-1])


def number(token: str) -> int:
    """Return a whole number; absurdly long ones stop at a value every range check refuses."""
    return int(token) if len(token) < 12 else 10**12


class Token(str):
    """A word as the grammar sees it: its text, the terminal it stands for, its place."""

    __slots__ = ("end_pos", "start_pos", "type")

    def __new__(cls, type: str, text: str, start: int, end: int) -> Token:
        token = super().__new__(cls, text)
        token.type = type
        token.start_pos = start
        token.end_pos = end
        return token

    type: str
    start_pos: int
    end_pos: int


class TreeBuilder:
    """Turns the constructs of one source file into nodes."""

    def __init__(self, source: SourceFile) -> None:
        self.source = source

    # --- places ---

    def at(self, meta: Meta) -> Span:
        return Span(self.source, meta[0], meta[1])

    def at_token(self, token: Token) -> Span:
        return Span(self.source, token.start_pos, token.end_pos)

    def ident(self, token: Token) -> n.Name:
        return n.Name(str(token), span=self.at_token(token))

    def idents(self, tokens: list[Token]) -> tuple[n.Name, ...]:
        return tuple(self.ident(token) for token in tokens)

    def string(self, token: Token) -> n.Text:
        return n.Text(unquote(token), span=self.at_token(token))

    # --- terms ---

    def number(self, m: Meta, c: list[Any]) -> n.Number:
        return n.Number(number(c[0]), span=self.at(m))

    def text(self, m: Meta, c: list[Any]) -> n.Text:
        return self.string(c[0])

    def name(self, m: Meta, c: list[Any]) -> n.Name:
        return self.ident(c[0])

    def castle(self, m: Meta, c: list[Any]) -> n.Castle:
        return n.Castle(span=self.at(m))

    def _binary(operator: str) -> Any:  # type: ignore[misc]  # makes a method
        def build(self: TreeBuilder, m: Meta, c: list[Any]) -> n.Binary:
            return n.Binary(operator, c[0], c[1], span=self.at(m))

        return build

    either_holds = _binary("or")
    both_hold = _binary("and")
    in_ = _binary("in")
    is_ = _binary("is")
    is_not = _binary("is not")
    plus = _binary("+")
    minus = _binary("-")
    times = _binary("*")
    divided_by = _binary("/")
    modulo = _binary("mod")

    def compare(self, m: Meta, c: list[Any]) -> n.Binary:
        return n.Binary(str(c[1]), c[0], c[2], span=self.at(m))

    def negation(self, m: Meta, c: list[Any]) -> n.Unary:
        return n.Unary("not", c[0], span=self.at(m))

    def negative(self, m: Meta, c: list[Any]) -> n.Unary:
        return n.Unary("-", c[0], span=self.at(m))

    def property_of(self, m: Meta, c: list[Any]) -> n.PropertyOf:
        return n.PropertyOf(self.ident(c[0]), c[1], span=self.at(m))

    def entry_at(self, m: Meta, c: list[Any]) -> n.EntryAt:
        return n.EntryAt(self.ident(c[0]), c[1], span=self.at(m))

    def relation(self, m: Meta, c: list[Any]) -> n.Relation:
        return n.Relation(str(c[0]), c[1], span=self.at(m))

    def course(self, m: Meta, c: list[Any]) -> n.Course:
        return n.Course(_direction(c[0]), c[1], span=self.at(m))

    def query(self, m: Meta, c: list[Any]) -> n.Query:
        kind, variable, *rest = c
        where = rest.pop()
        course = rest.pop()
        return n.Query(
            _singular(kind),
            self.ident(variable) if variable is not None else None,
            tuple(rest),
            course,
            where,
            span=self.at(m),
        )

    def query_numbers(self, m: Meta, c: list[Any]) -> n.Query:
        variable, low, high, where = c
        name = self.ident(variable)
        return n.Query("number", name, (), None, where, low, high, span=self.at(m))

    def _ask(word: str) -> Any:  # type: ignore[misc]  # makes a method
        def build(self: TreeBuilder, m: Meta, c: list[Any]) -> n.Ask:
            return n.Ask(word, c[0], span=self.at(m))

        return build

    count = _ask("number of")
    exists = _ask("any")
    none_exists = _ask("no")
    first = _ask("first")
    next_ = _ask("next")
    random_ = _ask("random")

    def space_of(self, m: Meta, c: list[Any]) -> n.PropertyOf:
        return n.PropertyOf(self.ident(c[0]), c[2], span=self.at(m))

    def numbered_space(self, m: Meta, c: list[Any]) -> n.NumberedSpace:
        return n.NumberedSpace(number(c[0]), span=self.at(m))

    def conditional(self, m: Meta, c: list[Any]) -> n.Conditional:
        return n.Conditional(c[0], c[1], c[2], span=self.at(m))

    def extreme(self, m: Meta, c: list[Any]) -> n.Extreme:
        return n.Extreme(str(c[0]), c[1], c[2], span=self.at(m))

    def range(self, m: Meta, c: list[Any]) -> n.Range:
        low = number(c[0])
        return n.Range(low, number(c[1]) if len(c) > 1 else low, span=self.at(m))

    span_of_numbers = range

    def value(self, m: Meta, c: list[Any]) -> n.Value:
        return n.Value(tuple(c[1:]), c[0], span=self.at(m))

    def value_one_of(self, m: Meta, c: list[Any]) -> n.Value:
        names = self.idents(c)
        return n.Value(names[:1], None, names, span=self.at(m))

    def value_from(self, m: Meta, c: list[Any]) -> int:
        return number(c[0])

    def unit(self, m: Meta, c: list[Any]) -> n.Unit:
        return n.Unit(str(c[0]), c[1], span=self.at(m))

    def for_each(self, m: Meta, c: list[Any]) -> str:
        return _singular(c[0])

    # --- what a rule is about ---

    def phrase(self, m: Meta, c: list[Any]) -> n.Phrase:
        return n.Phrase(str(c[0]), unquote(c[1]), span=self.at(m))

    def name_clause(self, m: Meta, c: list[Any]) -> n.NameClause:
        return n.NameClause(tuple(c), span=self.at(m))

    def says(self, m: Meta, c: list[Any]) -> n.Says:
        return n.Says(tuple(c), span=self.at(m))

    def cites(self, m: Meta, c: list[Any]) -> n.Cites:
        manual, section, page, stance = c
        return n.Cites(
            self.ident(manual),
            unquote(section) if section is not None else None,
            str(page) if page is not None else None,
            str(stance) if stance is not None else None,
            span=self.at(m),
        )

    def assumed(self, m: Meta, c: list[Any]) -> n.Assumed:
        return n.Assumed(self.idents(c), span=self.at(m))

    def covers(self, m: Meta, c: list[Any]) -> n.Covers:
        return n.Covers(self.idents(c), span=self.at(m))

    def suppress(self, m: Meta, c: list[Any]) -> n.Suppress:
        return n.Suppress(self.ident(c[0]), unquote(c[1]), span=self.at(m))

    # --- statements ---

    def block(self, m: Meta, c: list[Any]) -> n.Block:
        return n.Block(tuple(c), span=self.at(m))

    def otherwise(self, m: Meta, c: list[Any]) -> n.Block:
        block: n.Block = c[0]
        return block

    def else_if(self, m: Meta, c: list[Any]) -> n.Block:
        return n.Block((c[0],), span=self.at(m))

    def choose(self, m: Meta, c: list[Any]) -> n.Choose:
        return n.Choose(tuple(c[:-1]), c[-1], span=self.at(m))

    def may(self, m: Meta, c: list[Any]) -> n.May:
        return n.May(c[0], c[1], span=self.at(m))

    def either(self, m: Meta, c: list[Any]) -> n.Either:
        return n.Either(tuple(c[:-1]), c[-1], span=self.at(m))

    def option(self, m: Meta, c: list[Any]) -> n.Option:
        return n.Option(self.ident(c[0]), tuple(c[1:]), span=self.at(m))

    def if_(self, m: Meta, c: list[Any]) -> n.If:
        return n.If(c[0], c[1], c[2], span=self.at(m))

    def when(self, m: Meta, c: list[Any]) -> n.When:
        return n.When(c[0], span=self.at(m))

    def repeat_forever(self, m: Meta, c: list[Any]) -> n.Repeat:
        return n.Repeat("forever", None, c[0], span=self.at(m))

    def repeat_times(self, m: Meta, c: list[Any]) -> n.Repeat:
        return n.Repeat("times", c[0], c[1], span=self.at(m))

    def repeat_while(self, m: Meta, c: list[Any]) -> n.Repeat:
        return n.Repeat("while", c[0], c[1], span=self.at(m))

    def each(self, m: Meta, c: list[Any]) -> n.Each:
        return n.Each(c[0], c[1], span=self.at(m))

    def as_(self, m: Meta, c: list[Any]) -> n.As:
        return n.As(c[0], c[1], span=self.at(m))

    def scope(self, m: Meta, c: list[Any]) -> n.Scope:
        return n.Scope(str(c[0]), None, c[1], span=self.at(m))

    def scope_of(self, m: Meta, c: list[Any]) -> n.Scope:
        return n.Scope(str(c[0]), c[1], c[2], span=self.at(m))

    def perform(self, m: Meta, c: list[Any]) -> n.Perform:
        return n.Perform(self.ident(c[0]), c[1] or (), span=self.at(m))

    def arguments(self, m: Meta, c: list[Any]) -> tuple[n.Expr, ...]:
        return tuple(c)

    def set_(self, m: Meta, c: list[Any]) -> n.Set:
        return n.Set(self.ident(c[0]), c[1], c[2], span=self.at(m))

    def let(self, m: Meta, c: list[Any]) -> n.Let:
        return n.Let(self.ident(c[0]), c[1], span=self.at(m))

    def use(self, m: Meta, c: list[Any]) -> n.Use:
        return n.Use(self.ident(c[0]), span=self.at(m))

    def stop(self, m: Meta, c: list[Any]) -> n.Stop:
        return n.Stop(span=self.at(m))

    def end(self, m: Meta, c: list[Any]) -> n.End:
        outcome = self.ident(c[1]) if c[1] is not None else None
        return n.End(str(c[0]), outcome, span=self.at(m))

    def can(self, m: Meta, c: list[Any]) -> n.Can:
        return n.Can(self.do(m, c), span=self.at(m))

    def do(self, m: Meta, c: list[Any]) -> n.Do:
        verb, parts, direction = c[0]
        return n.Do(verb, parts, direction, span=self.at(m))

    # --- rules, cards, spells ---

    def parameter(self, m: Meta, c: list[Any]) -> n.Parameter:
        return n.Parameter(_singular(c[0]), self.ident(c[1]), span=self.at(m))

    def parameters(self, m: Meta, c: list[Any]) -> tuple[n.Parameter, ...]:
        return tuple(c)

    def rule(self, m: Meta, c: list[Any]) -> n.Rule:
        return n.Rule(self.ident(c[0]), c[1] or (), tuple(c[2:]), span=self.at(m))

    def card(self, m: Meta, c: list[Any]) -> n.Card:
        return n.Card(self.ident(c[0]), c[1] or (), tuple(c[2:]), span=self.at(m))

    def spell(self, m: Meta, c: list[Any]) -> n.Spell:
        return n.Spell(self.ident(c[0]), tuple(c[1:]), span=self.at(m))

    def define(self, m: Meta, c: list[Any]) -> n.Define:
        name, kind, variable, value = c
        parameter = None
        if kind is not None:
            span = self.at_token(kind).join(self.at_token(variable))
            parameter = n.Parameter(_singular(kind), self.ident(variable), span=span)
        return n.Define(self.ident(name), parameter, value, span=self.at(m))

    def event(self, m: Meta, c: list[Any]) -> n.Event:
        words = [word for part in c for word in (part if isinstance(part, tuple) else (part,))]
        return n.Event(tuple(str(word) for word in words), span=self.at(m))

    def event_on(self, m: Meta, c: list[Any]) -> tuple[str, str]:
        return "on", str(c[0])

    def _word(self, m: Meta, c: list[Any]) -> Any:
        return c[0]

    kind = scope_word = direction = extreme_word = stance = language = item_kind = _word
    number_kind = label_word = event_head = event_word = _word

    def trigger(self, m: Meta, c: list[Any]) -> n.Trigger:
        return n.Trigger(tuple(c), span=self.at(m))

    def forbid(self, m: Meta, c: list[Any]) -> n.Forbid:
        return n.Forbid(tuple(c), span=self.at(m))

    def rule_after(self, m: Meta, c: list[Any]) -> n.RuleAfter:
        return n.RuleAfter(self.idents(c), span=self.at(m))

    def cost(self, m: Meta, c: list[Any]) -> n.Cost:
        return n.Cost(c[0], span=self.at(m))

    def code(self, m: Meta, c: list[Any]) -> n.Code:
        return n.Code(self.ident(c[0]), span=self.at(m))

    # --- set-up ---

    def setting(self, m: Meta, c: list[Any]) -> n.Setting:
        return n.Setting(self.ident(c[0]), c[1], tuple(c[2:]), span=self.at(m))

    def group(self, m: Meta, c: list[Any]) -> n.Group:
        return n.Group(self.ident(c[0]), tuple(c[1:]), span=self.at(m))

    def cell_range(self, m: Meta, c: list[Any]) -> n.Cell:
        return n.Cell(number(c[0]), number(c[1]), span=self.at(m))

    def cell_negative(self, m: Meta, c: list[Any]) -> n.Cell:
        return n.Cell(-number(c[0]), -number(c[0]), span=self.at(m))

    def cell_number(self, m: Meta, c: list[Any]) -> n.Cell:
        return n.Cell(number(c[0]), number(c[0]), span=self.at(m))

    def cell_above(self, m: Meta, c: list[Any]) -> n.Cell:
        return n.Cell(number(c[0]) + 1, None, span=self.at(m))

    def cell_below(self, m: Meta, c: list[Any]) -> n.Cell:
        return n.Cell(None, number(c[0]) - 1, span=self.at(m))

    def cell_name(self, m: Meta, c: list[Any]) -> n.Cell:
        return n.Cell(None, None, str(c[0]), span=self.at(m))

    def cell_text(self, m: Meta, c: list[Any]) -> n.Cell:
        return n.Cell(None, None, unquote(c[0]), quoted=True, span=self.at(m))

    def row_key(self, m: Meta, c: list[Any]) -> tuple[n.Cell, ...]:
        return tuple(c)

    def row(self, m: Meta, c: list[Any]) -> n.Row:
        return n.Row(c[0], tuple(c[1:]), span=self.at(m))

    def table(self, m: Meta, c: list[Any]) -> n.Table:
        return n.Table(self.ident(c[0]), tuple(c[1:]), span=self.at(m))

    def face(self, m: Meta, c: list[Any]) -> n.Face:
        kind, value = c
        die = value is not None and value.type == "DIE"
        amount = None if die or value is None else number(value)
        return n.Face(self.ident(kind), amount, die, span=self.at(m))

    def deck_line(self, m: Meta, c: list[Any]) -> n.DeckLine:
        copies, *faces, rolls = c
        return n.DeckLine(
            number(copies.rstrip("x \t")),
            tuple(faces),
            number(rolls) if rolls is not None else None,
            span=self.at(m),
        )

    def deck(self, m: Meta, c: list[Any]) -> n.Deck:
        return n.Deck(number(c[0]), tuple(c[1:]), span=self.at(m))

    def one_of(self, m: Meta, c: list[Any]) -> n.OneOf:
        return n.OneOf(self.idents(c), span=self.at(m))

    def memory_of_kind(self, m: Meta, c: list[Any]) -> n.KindValue:
        return n.KindValue(_singular(c[0]), c[1] is not None, span=self.at(m))

    def memory_value(self, m: Meta, c: list[Any]) -> n.Expr:
        value: n.Expr = c[0]
        return value

    def memory(self, m: Meta, c: list[Any]) -> n.Memory:
        name, value, scope, each = c
        unit = None
        if scope is not None:
            unit = n.Unit(str(scope), each, span=self.at_token(scope))
        elif each is not None:
            unit = n.Unit("game", each, span=self.at(m))
        return n.Memory(self.ident(name), value, unit, span=self.at(m))

    def allowance(self, m: Meta, c: list[Any]) -> n.Allowance:
        return n.Allowance(self.ident(c[0]), c[1], c[2], span=self.at(m))

    def outcome(self, m: Meta, c: list[Any]) -> n.Outcome:
        return n.Outcome(self.ident(c[0]), tuple(c[1:]), span=self.at(m))

    # --- layers ---

    def new_value(self, m: Meta, c: list[Any]) -> n.NewValue:
        return n.NewValue(self.ident(c[0]), c[1], c[2], span=self.at(m))

    def override(self, m: Meta, c: list[Any]) -> n.Override:
        return n.Override(c[0], span=self.at(m))

    def remove(self, m: Meta, c: list[Any]) -> n.Remove:
        return n.Remove(str(c[0]), self.ident(c[1]), span=self.at(m))

    def add_cards(self, m: Meta, c: list[Any]) -> n.Add:
        return n.Add("deck", None, tuple(c), span=self.at(m))

    def add_rows(self, m: Meta, c: list[Any]) -> n.Add:
        return n.Add("table", self.ident(c[0]), tuple(c[1:]), span=self.at(m))

    def add_clauses(self, m: Meta, c: list[Any]) -> n.Add:
        return n.Add(str(c[0]), self.ident(c[1]), tuple(c[2:]), span=self.at(m))

    def add_values(self, m: Meta, c: list[Any]) -> n.Add:
        return n.Add("setting", self.ident(c[0]), (), c[1], span=self.at(m))

    def variant_players(self, m: Meta, c: list[Any]) -> tuple[n.Range, ...]:
        return tuple(part for part in c if isinstance(part, n.Range))

    def variant(self, m: Meta, c: list[Any]) -> n.Variant:
        return n.Variant(self.ident(c[0]), c[1] or (), tuple(c[2:]), span=self.at(m))

    def needs(self, m: Meta, c: list[Any]) -> n.Needs:
        return n.Needs(self.idents(c), span=self.at(m))

    def excludes(self, m: Meta, c: list[Any]) -> n.Excludes:
        return n.Excludes(self.idents(c), span=self.at(m))

    def layer_after(self, m: Meta, c: list[Any]) -> n.LayerAfter:
        return n.LayerAfter(self.idents(c), span=self.at(m))

    # --- examples and open questions ---

    def given_seat(self, m: Meta, c: list[Any]) -> tuple[str, str]:
        return "seat", str(c[0])

    def given_card(self, m: Meta, c: list[Any]) -> tuple[str, str]:
        return "card", str(c[0])

    def given_roll(self, m: Meta, c: list[Any]) -> tuple[str, int]:
        return "roll", number(c[0])

    def given_spell(self, m: Meta, c: list[Any]) -> tuple[str, str]:
        return "spell", str(c[0])

    def given(self, m: Meta, c: list[Any]) -> n.Given:
        parts: dict[str, Any] = dict(c[1:])
        return n.Given(
            self.string(c[0]),
            parts.get("seat"),
            parts.get("card"),
            parts.get("roll"),
            parts.get("spell"),
            span=self.at(m),
        )

    def given_start(self, m: Meta, c: list[Any]) -> n.Given:
        return n.Given(None, None, None, None, None, number(c[0]), span=self.at(m))

    def then_over(self, m: Meta, c: list[Any]) -> n.Then:
        return n.Then("turn", "over", span=self.at(m))

    def then_continues(self, m: Meta, c: list[Any]) -> n.Then:
        return n.Then("turn", "continues", span=self.at(m))

    def when_move(self, m: Meta, c: list[Any]) -> n.WhenMove:
        return n.WhenMove(self.string(c[0]), span=self.at(m))

    def then_board(self, m: Meta, c: list[Any]) -> n.Then:
        return n.Then("board", unquote(c[0]), span=self.at(m))

    def then_forbidden(self, m: Meta, c: list[Any]) -> n.Then:
        return n.Then("forbidden", str(c[0]) if c else None, span=self.at(m))

    def then_moves(self, m: Meta, c: list[Any]) -> n.Then:
        return n.Then("moves", number(c[0]), span=self.at(m))

    def then_fills(self, m: Meta, c: list[Any]) -> n.Then:
        return n.Then("fills", str(c[0]), span=self.at(m))

    def then_home(self, m: Meta, c: list[Any]) -> n.Then:
        return n.Then("home", str(c[0]), span=self.at(m))

    def example_with(self, m: Meta, c: list[Any]) -> n.ExampleWith:
        return n.ExampleWith(self.idents(c), span=self.at(m))

    def example(self, m: Meta, c: list[Any]) -> n.Example:
        return n.Example(self.ident(c[0]), tuple(c[1:]), span=self.at(m))

    def evidence(self, m: Meta, c: list[Any]) -> n.Evidence:
        return n.Evidence(tuple(c), span=self.at(m))

    def reading(self, m: Meta, c: list[Any]) -> n.Reading:
        phrases = tuple(part for part in c[1:] if isinstance(part, n.Phrase))
        bodies = tuple(part for part in c[1:] if isinstance(part, n.ReadingBody))
        why = next((part for part in c[1:] if isinstance(part, tuple)), ())
        return n.Reading(self.ident(c[0]), phrases, bodies, why, span=self.at(m))

    def reading_body(self, m: Meta, c: list[Any]) -> n.ReadingBody:
        rulesets, variants = c[0] or ((), ())
        return n.ReadingBody(rulesets, variants, tuple(c[1:]), span=self.at(m))

    def reading_scope(self, m: Meta, c: list[Any]) -> tuple[tuple[n.Name, ...], tuple[n.Name, ...]]:
        return self.idents(c[:-1]), c[-1] or ()

    def reading_with(self, m: Meta, c: list[Any]) -> tuple[n.Name, ...]:
        return self.idents(c)

    def unplayable(self, m: Meta, c: list[Any]) -> tuple[n.Phrase, ...]:
        return tuple(c)

    def default_reading(self, m: Meta, c: list[Any]) -> n.DefaultReading:
        rulesets, variants = c[1] or ((), ())
        return n.DefaultReading(self.ident(c[0]), rulesets, variants, span=self.at(m))

    def letter_reading(self, m: Meta, c: list[Any]) -> n.LetterReading:
        rulesets, variants = c[1]
        return n.LetterReading(self.ident(c[0]), rulesets, variants, span=self.at(m))

    def affects(self, m: Meta, c: list[Any]) -> n.Affects:
        return n.Affects(self.idents(c), span=self.at(m))

    def confidence(self, m: Meta, c: list[Any]) -> n.Confidence:
        return n.Confidence(self.ident(c[0]), span=self.at(m))

    def assumption(self, m: Meta, c: list[Any]) -> n.Assumption:
        return n.Assumption(self.ident(c[0]), tuple(c[1:]), span=self.at(m))

    # --- the atlas ---

    def topic(self, m: Meta, c: list[Any]) -> n.Topic:
        return n.Topic(self.ident(c[0]), tuple(c[1:]), span=self.at(m))

    def differs(self, m: Meta, c: list[Any]) -> tuple[n.Phrase, ...]:
        return tuple(c)

    def manual_line(self, m: Meta, c: list[Any]) -> n.ManualLine:
        stance, topic, section, page, differs = c
        return n.ManualLine(
            str(stance),
            self.ident(topic),
            unquote(section) if section is not None else None,
            str(page) if page is not None else None,
            differs or (),
            span=self.at(m),
        )

    def manual(self, m: Meta, c: list[Any]) -> n.Manual:
        return n.Manual(self.ident(c[0]), tuple(c[1:]), span=self.at(m))

    # --- the rulebook ---

    def chapter(self, m: Meta, c: list[Any]) -> n.Chapter:
        return n.Chapter(self.ident(c[0]), tuple(c[1:]), span=self.at(m))

    def in_chapter(self, m: Meta, c: list[Any]) -> n.InChapter:
        return n.InChapter(self.ident(c[0]), span=self.at(m))

    def holds(self, m: Meta, c: list[Any]) -> n.Holds:
        return n.Holds(self.idents(c), span=self.at(m))

    def shows(self, m: Meta, c: list[Any]) -> n.Shows:
        return n.Shows(self.idents(c), span=self.at(m))

    def label(self, m: Meta, c: list[Any]) -> n.Label:
        return n.Label(self.ident(c[0]), tuple(c[1:]), span=self.at(m))

    def word(self, m: Meta, c: list[Any]) -> n.Word:
        return n.Word(self.ident(c[0]), tuple(c[1:]), span=self.at(m))

    def columns(self, m: Meta, c: list[Any]) -> n.Columns:
        return n.Columns(tuple(c), span=self.at(m))

    def column_titles(self, m: Meta, c: list[Any]) -> n.ColumnTitles:
        return n.ColumnTitles(str(c[0]), tuple(map(unquote, c[1:])), span=self.at(m))

    # --- files ---

    def title(self, m: Meta, c: list[Any]) -> n.Title:
        return n.Title(tuple(c), span=self.at(m))

    def edition_language(self, m: Meta, c: list[Any]) -> n.EditionLanguage:
        return n.EditionLanguage(str(c[0]), span=self.at(m))

    def reference(self, m: Meta, c: list[Any]) -> n.Reference:
        is_path = c[0].type == "STRING"
        return n.Reference(unquote(c[0]) if is_path else str(c[0]), is_path, span=self.at(m))

    def extends(self, m: Meta, c: list[Any]) -> n.Extends:
        bases = tuple(part for part in c if isinstance(part, n.Reference))
        variants = self.idents([part for part in c if isinstance(part, Token)])
        return n.Extends(bases, variants, span=self.at(m))

    def includes(self, m: Meta, c: list[Any]) -> n.Includes:
        return n.Includes(tuple(self.string(token) for token in c), span=self.at(m))

    def examples(self, m: Meta, c: list[Any]) -> n.Examples:
        return n.Examples(tuple(self.string(token) for token in c), span=self.at(m))

    def players(self, m: Meta, c: list[Any]) -> n.Players:
        return n.Players(tuple(c), span=self.at(m))

    def ruleset(self, m: Meta, c: list[Any]) -> n.Ruleset:
        return n.Ruleset(self.ident(c[0]), tuple(c[1:]), span=self.at(m))

    def start(self, m: Meta, c: list[Any]) -> n.File:
        return n.File(tuple(c), span=Span(self.source, 0, len(self.source.text)))


def _action(verb: Verb) -> Any:
    """Return the method that builds actions of a verb."""

    def build(self: TreeBuilder, m: Meta, c: list[Any]) -> Any:
        direction = None
        terms = []
        for part in c:
            if isinstance(part, Token):
                if part.type in ("NAME", "PATH"):
                    terms.append(self.ident(part))
                elif part in _DIRECTIONS:
                    direction = _direction(part)
            else:
                terms.append(part)
        parts = tuple(
            n.Part(part.label, term)
            for part, term in zip(verb.parts, terms, strict=True)
            if term is not None
        )
        return verb.name, parts, direction

    return build


# The alternative `act_bring_home` of the grammar builds the verb `bring home`.
for _verb in VERBS.values():
    setattr(TreeBuilder, f"act_{_verb.name.replace(' ', '_')}", _action(_verb))


def _singular(word: str) -> str:
    return word.rstrip("s")


_DIRECTIONS = {
    "forward": "clockwise",
    "clockwise": "clockwise",
    "backward": "counterclockwise",
    "counterclockwise": "counterclockwise",
}


def _direction(word: str) -> str:
    return _DIRECTIONS[word]
