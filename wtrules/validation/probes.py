"""Whether a rule does anything, and why not: rules that count how often their conditions are true.

The meaning of rules comes in, with the rules and spells to ask about. The same rules go out, with
statements added that count: how often a place of a rule was reached, how often each condition was
true there, and the lowest and highest value of what it compares. Any back end can play them, and
they play as before, because only memories of their own change.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from attrs import define, evolve, field, frozen

from wtrules.language.verbs import KINDS
from wtrules.meaning import nodes as m
from wtrules.meaning.decks import place_asked_for
from wtrules.node import Node, walk
from wtrules.program import program as p
from wtrules.source import Span
from wtrules.value import Value

Key = tuple[str, str]  # rule, card or spell, and its name

# Statements that do nothing by themselves.
_PASSIVE = (m.When, m.If, m.Let, m.Option, m.Repeat, m.Each, m.As, m.Scope, m.Stop)
_LEADING = (m.When, m.Let, m.Option)  # may come before the first choice
_CHOSEN = (m.Setting, m.Stands, m.Column, m.ListAt, m.Among)  # what other layers may change
_COMPARED = ("=", "!=", "<", "<=", ">", ">=")


@frozen
class Side(Value):
    """One side of a comparison, and the memories of its lowest and highest value."""

    text: str
    low: str
    high: str


@frozen
class Stage(Value):
    """A condition, the memory of how often it was true, and what it compares."""

    text: str
    span: Span
    kind: str  # condition, choice or action
    true: str
    op: str = ""
    sides: tuple[Side | int, ...] = ()


@frozen
class Part(Value):
    """A statement of a rule, or one of the options that a statement offers."""

    span: Span
    path: tuple[int, ...]  # from the body of the rule: statement, body, statement, …
    leads: bool = False  # what follows it in the same body is done only if it is true or found
    is_option: bool = False
    is_chosen: bool = False  # settings, tables or variants may change whether it is done


@frozen
class Probe(Value):
    """A place in a rule: how often it was reached, and the conditions that must be true there.

    A stage counts only what was true for all stages before it.
    """

    kind: str  # rule, card or spell
    id: str  # of what is asked about
    reached: str
    stages: tuple[Stage, ...]
    acts: bool  # whether something is done here if all conditions are true
    part: Part | None = None  # the part of the rule that it is about

    @property
    def last(self) -> str:
        """The memory of how often all conditions were true."""
        return self.stages[-1].true if self.stages else self.reached


@define
class Probes:
    """Adds statements that count to rules."""

    meaning: m.Meaning
    found: list[Probe] = field(factory=list)
    _cells: dict[str, m.MemoryCell] = field(factory=dict)

    def counting(self, wanted: Collection[Key]) -> m.Meaning:
        """Return the meaning with probes for these rules, cards and spells."""
        spells = {id for kind, id in wanted if kind == "spell"}
        offered = set(self._offered())
        rules: dict[str, m.Rule] = {}
        for rule in self.meaning.rules.values():
            key, body = ("rule", rule.id), rule.body
            if key in wanted and rule.id in offered:
                body = self._after_first(key, body, rule.span)
            elif key in wanted:
                begin = self._count(key, rule.span, (), acts=False)
                body = (*begin, *self._body(key, body, ()))
            if spells:
                body = self._offering(body, spells)
            rules[rule.id] = evolve(rule, body=body) if body is not rule.body else rule
        cards = {
            card.id: evolve(card, body=self._after_first(("card", card.id), card.body, card.span))
            if ("card", card.id) in wanted
            else card
            for card in self.meaning.cards.values()
        }
        if spells:
            cast = self._casting(spells)
            rules[cast.id] = cast
        memories = {**self.meaning.memories, **self._cells}
        return evolve(self.meaning, rules=rules, cards=cards, memories=memories)

    def _offered(self) -> Iterator[str]:
        """Yield the rules whose first statement is offered together with other choices.

        Nothing may come before it: what can be chosen, and what is possible, depends on it.
        """
        meaning = self.meaning
        bodies = [rule.body for rule in meaning.rules.values()]
        bodies += [card.body for card in meaning.cards.values()]
        bodies += [spell.body for spell in meaning.spells.values()]
        for whole in bodies:
            for statement in m.statements_in(whole):
                match statement:
                    case m.Perform() if _begins_with_choice(
                        self.meaning.rules[statement.rule].body
                    ):
                        yield statement.rule
                    case m.May() | m.Either():
                        for body in m.inner_bodies(statement):
                            first = next((s for s in body if not isinstance(s, _LEADING)), None)
                            if isinstance(first, m.Perform):
                                yield first.rule

    def _after_first(self, key: Key, body: m.Body, span: Span) -> m.Body:
        """Return statements with probes behind the first one, and the action of its choice."""
        first = next((i for i, s in enumerate(body) if not isinstance(s, _LEADING)), len(body) - 1)
        if isinstance(body[first], m.Choose) and first + 1 < len(body):
            first += 1
        reached = self._count(key, span, (), acts=True)
        return (*body[: first + 1], *reached, *self._body(key, body[first + 1 :], ()))

    # --- places ---

    def _body(self, key: Key, body: m.Body, path: tuple[int, ...]) -> m.Body:
        """Return statements with a probe before each condition, choice and action."""
        made: list[m.Statement] = []
        before: m.Statement | None = None
        for i, statement in enumerate(body):
            follows = body[i + 1] if i + 1 < len(body) else None
            here = (*path, i)
            # An action right after a choice decides what can be chosen, so nothing comes between.
            if not isinstance(before, m.Choose):
                conditions = self._conditions(statement, follows)
                acts = not isinstance(statement, _PASSIVE)
                leads = isinstance(statement, m.When | m.Choose)
                part = Part(statement.span, here, leads, is_chosen=self._is_chosen(statement))
                made += self._count(key, statement.span, conditions, acts, part)
                if isinstance(statement, m.Either):
                    made += self._options(key, statement, here)
                if isinstance(statement, m.SetMemory) and self.is_compared(statement.id):
                    made += self._change(statement)
            made.append(self._inside(key, statement, here))
            before = statement
        return tuple(made)

    def _inside(self, key: Key, statement: m.Statement, path: tuple[int, ...]) -> m.Statement:
        match statement:
            case m.If():
                then = self._body(key, statement.then, (*path, 0))
                otherwise = self._body(key, statement.otherwise, (*path, 1))
                return evolve(statement, then=then, otherwise=otherwise)
            case m.Repeat() | m.Each() | m.As() | m.Scope():
                return evolve(statement, body=self._body(key, statement.body, (*path, 0)))
            case _:
                return statement

    def _options(self, key: Key, either: m.Either, path: tuple[int, ...]) -> Iterator[m.Statement]:
        """Yield probes of the options of a statement, to be put before it."""
        for number, branch in enumerate(either.branches):
            conditions = self._to_begin(branch)
            if conditions:
                chosen = any(self._is_chosen(statement) for statement in branch)
                span = Span(branch[0].span.source, branch[0].span.start, branch[-1].span.end)
                part = Part(span, (*path, number), is_option=True, is_chosen=chosen)
                yield from self._count(key, branch[0].span, conditions, False, part)

    def _to_begin(self, body: m.Body) -> list[tuple[str, str, m.Term]]:
        """Return what must be true for an option to be offered, as far as it needs no names."""
        found: list[tuple[str, str, m.Term]] = []
        for i, statement in enumerate(body):
            if isinstance(statement, m.Option):
                continue
            if isinstance(statement, m.When | m.Choose | m.Act):
                follows = body[i + 1] if i + 1 < len(body) else None
                found += self._conditions(statement, follows)
            if not isinstance(statement, m.When):
                break
        return found

    def _change(self, statement: m.SetMemory) -> list[m.Statement]:
        """Return statements that count how often a memory is set, and to something else."""
        value, span = statement.value, statement.span
        now = m.Recall(value.type, statement.id, statement.of, span=span)
        other = m.Calc("truth", "!=", (value, now), span=span)
        conditions = [("condition", _text(value), other)]
        return self._count(("memory", statement.id), span, conditions, acts=False)

    def is_compared(self, memory: str) -> bool:
        """Whether it can be counted how often a memory is set to something else."""
        cell = self.meaning.memories[memory]
        return (
            cell.type in ("number", "truth")  # these always have a value
            and not cell.secret
            and all(isinstance(write, m.SetMemory) for write in self.meaning.writes[memory])
        )

    def _is_chosen(self, statement: m.Statement) -> bool:
        """Whether variants and house rules may change if it is done, by settings or tables."""
        terms: object = ()
        match statement:
            case m.When() | m.If():
                terms = statement.condition
            case m.Each():
                terms = statement.query
            case m.Repeat():
                terms = statement.term
            case m.Choose():
                terms = statement.queries
            case m.May():
                return any(self._is_chosen(one) for one in statement.body)
            case m.Act():
                terms = statement.parts
        return any(isinstance(part, _CHOSEN) for part in self._asked(terms))

    def _asked(self, terms: object) -> Iterator[Node]:
        """Yield the parts of terms, and of the words that rules define for them."""
        for part in walk(terms):
            yield part
            if isinstance(part, m.Meant):
                yield from self._asked(self.meaning.unfold(part))

    def _offering(self, body: m.Body, spells: Collection[str]) -> m.Body:
        """Return statements with probes of spells before each decision that offers spells."""
        made: list[m.Statement] = []
        for statement in body:
            for query in _first_queries(statement):
                if query.kind == "spell":
                    for number, spell in enumerate(self.meaning.spells.values()):
                        if spell.id in spells:
                            chain = self._castable(spell, number, query)
                            made += self._count(("spell", spell.id), spell.span, chain, acts=False)
            match statement:
                case m.If():
                    then = self._offering(statement.then, spells)
                    otherwise = self._offering(statement.otherwise, spells)
                    if then is not statement.then or otherwise is not statement.otherwise:
                        statement = evolve(statement, then=then, otherwise=otherwise)
                case m.Repeat() | m.Each() | m.As() | m.Scope():
                    inner = self._offering(statement.body, spells)
                    if inner is not statement.body:
                        statement = evolve(statement, body=inner)
            made.append(statement)
        return tuple(made) if any(a is not b for a, b in zip(made, body)) else body  # noqa: B905

    # --- conditions ---

    def _conditions(
        self, statement: m.Statement, follows: m.Statement | None
    ) -> Sequence[tuple[str, str, m.Term]]:
        """Return what must be true for a statement to have an effect: kind, text and term."""
        match statement:
            case m.When() | m.If():
                if isinstance(statement, m.If) and statement.otherwise:
                    return ()
                return [("condition", _text(t), t) for t in self._parts(statement.condition)]
            case m.Choose():
                return self._choice(statement, follows)
            case m.May():
                return self._to_begin(statement.body)
            case m.Act() if not KINDS[statement.kind].always:
                possible = m.Possible(statement, span=statement.span)
                return [("action", _text(statement), possible)]
            case _:
                return ()

    def _choice(
        self, choose: m.Choose, follows: m.Statement | None
    ) -> list[tuple[str, str, m.Term]]:
        """Return the conditions of the first thing to choose, one after the other."""
        query = choose.queries[0]
        parts = list(self._parts(query.where)) if query.where is not None else []
        # Without what says where they are, cards are looked for in the hand.
        where: m.Term | None = next(filter(_says_where, parts), None)
        parts = [part for part in parts if part is not where]
        texts = [_text(part) for part in parts]
        if isinstance(follows, m.Act) and len(choose.queries) == 1:
            parts.append(m.Possible(follows, span=follows.span))
            texts.append(_text(follows))
        found: list[tuple[str, str, m.Term]] = []
        for text, part in zip(["", *texts], [None, *parts], strict=True):
            if part is not None:
                both = (where, part) if where is not None else None
                where = m.Calc("truth", "and", both, span=part.span) if both else part
            any_ = m.Search("truth", "any", evolve(query, where=where), span=query.span)
            found.append(("choice", text or f"{query.kind} to choose", any_))
        return found

    def _castable(
        self, spell: m.Spell, number: int, query: m.Query
    ) -> list[tuple[str, str, m.Term]]:
        """Return the conditions under which a spell is offered: those of the offer, and its own."""
        tile = m.Const("spell", number, span=spell.span)
        found: list[tuple[str, str, m.Term]] = []
        if query.where is not None:
            for part in self._parts(m.filled(query.where, {query.variable: tile})):
                found.append(("condition", _text(part), part))
        for i, statement in enumerate(spell.body):
            if not isinstance(statement, m.When | m.Choose):
                break
            follows = spell.body[i + 1] if i + 1 < len(spell.body) else None
            found += self._conditions(statement, follows)
            if isinstance(statement, m.Choose):
                break
        return found

    def _parts(self, term: m.Term) -> Iterator[m.Term]:
        """Yield the conditions that must all be true; words defined by them are looked into."""
        match term:
            case m.Calc(op="and"):
                for arg in term.args:
                    yield from self._parts(arg)
            case m.Meant():
                value = self.meaning.defines[term.id].value
                if not (isinstance(value, m.Calc) and value.op == "and"):
                    yield term
                    return
                yield from self._parts(self.meaning.unfold(term))
            case _:
                yield term

    # --- counting ---

    def _casting(self, spells: Collection[str]) -> m.Rule:
        """Return a rule that counts how often spells are cast."""
        name = "probe spell"
        chosen = m.Local("spell", name, span=next(iter(self.meaning.rules.values())).span)
        body: list[m.Statement] = []
        for number, spell in enumerate(self.meaning.spells.values()):
            if spell.id in spells:
                tile = m.Const("spell", number, span=spell.span)
                same = m.Calc("truth", "=", (chosen, tile), span=spell.span)
                counted = self._count(("spell", spell.id), spell.span, (), acts=True)
                body.append(m.If(same, tuple(counted), (), span=spell.span))
        on = m.Reaction("spell-cast", ("probe player", name), span=chosen.span)
        return m.Rule("probe spells", (), (on,), (), (), tuple(body), span=chosen.span)

    def _count(
        self,
        key: Key,
        span: Span,
        conditions: Sequence[tuple[str, str, m.Term]],
        acts: bool,
        part: Part | None = None,
    ) -> list[m.Statement]:
        """Return statements that count, and note them as a probe."""
        if any(self.meaning.chance_in(term) for _, _, term in conditions):
            conditions = ()
        reached = self._cell(0, span)
        stages: list[Stage] = []
        # From the inside out: a condition is evaluated only if those before it are true.
        levels: list[tuple[m.Term, Stage, list[m.Statement]]] = []
        for kind, text, term in conditions:
            op, sides, noted = self._sides(term)
            stage = Stage(text, term.span, kind, self._cell(0, span), op, sides)
            stages.append(stage)
            levels.append((term, stage, noted))
        inner: tuple[m.Statement, ...] = ()
        for term, stage, noted in reversed(levels):
            then = (self._add_one(stage.true, span), *inner)
            inner = (*noted, m.If(term, then, (), span=span))
        self.found.append(Probe(*key, reached, tuple(stages), acts, part))
        return [self._add_one(reached, span), *inner]

    def _sides(self, term: m.Term) -> tuple[str, tuple[Side | int, ...], list[m.Statement]]:
        """Return the numbers a condition compares, and statements that note how large they are."""
        if not isinstance(term, m.Calc) or term.op not in _COMPARED:
            return "", (), []
        if any(arg.type != "number" for arg in term.args):
            return "", (), []
        sides: list[Side | int] = []
        noted: list[m.Statement] = []
        for arg in term.args:
            value = m.constant(arg)
            if value is not None:
                sides.append(value)
                continue
            low, high = self._cell(p.MOST, arg.span), self._cell(-p.MOST, arg.span)
            sides.append(Side(_text(arg), low, high))
            for cell, smallest in ((low, "min"), (high, "max")):
                known = m.Recall("number", cell, None, span=arg.span)
                bound = m.Calc("number", smallest, (known, arg), span=arg.span)
                noted.append(m.SetMemory(cell, None, bound, span=arg.span))
        return term.op, tuple(sides), noted

    def _cell(self, first: int, span: Span) -> str:
        id = f"probe {len(self._cells)}"  # no memory of a rule file has a blank in its name
        initial = m.Const("number", first, span=span)
        self._cells[id] = m.MemoryCell(id, "number", initial, "game", None, span=span)
        return id

    def _add_one(self, cell: str, span: Span) -> m.Statement:
        old = m.Recall("number", cell, None, span=span)
        value = m.Calc("number", "+", (old, m.Const("number", 1, span=span)), span=span)
        return m.SetMemory(cell, None, value, span=span)


def _says_where(condition: m.Term) -> bool:
    return isinstance(condition, m.Prim) and place_asked_for(condition) is not None


def _text(node: m.Term | m.Statement) -> str:
    return node.span.flat_text


def _first_queries(statement: m.Statement) -> Iterator[m.Query]:
    """Yield what a decision offers first."""
    match statement:
        case m.Choose():
            yield from statement.queries[:1]
        case m.May():
            yield from (q for inner in statement.body[:1] for q in _first_queries(inner))
        case m.Either():
            for branch in statement.branches:
                yield from (q for inner in branch[:1] for q in _first_queries(inner))


def _begins_with_choice(body: m.Body) -> bool:
    for statement in body:
        if isinstance(statement, _LEADING):
            continue
        return isinstance(
            statement, m.Choose | m.May | m.Either | m.Perform | m.PerformCard | m.PerformSpell
        )
    return False
