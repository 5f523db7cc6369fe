"""From resolved rules to their meaning: names bound, types checked.

`Rules`, whose nodes still contain names, become a `Meaning` for the lowering, with a diagnostic for
every mistake found on the way. A term with a mistake becomes a constant of the type `broken`, so
that one mistake is reported once.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence

from attrs import define, evolve

from wtrules.diagnostics import Advice, Diagnostic, closest
from wtrules.diagnostics.fix import delete, insert, replace, word_before
from wtrules.language.events import EVENTS, matching_event
from wtrules.language.things import THINGS, described
from wtrules.language.verbs import VERBS
from wtrules.node import rewrite
from wtrules.phrase import Verbatim, listed, names, phrase
from wtrules.rules import meaning as m
from wtrules.rules.bind_examples import Examples
from wtrules.rules.bind_sentences import Sentences
from wtrules.rules.bind_statements import Statements
from wtrules.rules.bind_terms import Terms
from wtrules.rules.binding import Context, Scope
from wtrules.rules.clauses import clauses_of, goal_reached
from wtrules.rules.decks import cards_by_deck, named_decks, with_origins
from wtrules.rules.model import Entry, Rules
from wtrules.rules.pieces import GENERAL, general_event, is_of_piece, piece_kinds
from wtrules.rules.values import NotConstant, letters, setting_value, table_value
from wtrules.source import Span
from wtrules.syntax import nodes as n


def elaborate(rules: Rules) -> tuple[m.Meaning, tuple[Diagnostic, ...]]:
    """Return the meaning of *rules*, and what is wrong with them."""
    work = _elaborator(rules)
    return with_origins(work.run()), tuple(work.ctx.diagnostics)


def elaborate_example(rules: Rules, entry: Entry) -> m.Example:
    """Return the meaning of an example that is not among *rules*, but is played with them."""
    work = _elaborator(rules)
    if any(
        c.facts for c in entry.node_as(n.Example).clauses if isinstance(c, n.ExampleWith | n.Then)
    ):
        work.run()  # its words
    return work.examples.example(entry)


def _elaborator(rules: Rules) -> _Elaborator:
    context = Context(rules)
    terms = Terms(context)
    statements = Statements(context, terms)
    return _Elaborator(context, terms, statements, Examples(context, terms, statements))


@define(eq=False, repr=False)
class _Elaborator:
    """Binds the definitions of a ruleset."""

    ctx: Context
    terms: Terms
    statements: Statements
    examples: Examples

    def run(self) -> m.Meaning:
        rules = self.ctx.rules
        self.ctx.spells = {entry.id: i for i, entry in enumerate(rules.of_kind("spell"))}
        self.ctx.decks = {entry.id: i for i, entry in enumerate(named_decks(rules), 1)}
        self.ctx.colours = tuple(letters(rules))
        self.ctx.pieces = {kind.id: kind for kind in piece_kinds(rules)}
        self._collect_symbols()
        self.ctx.pending = {entry.id: entry for entry in rules.of_kind("define")}
        for entry in rules.of_kind("memory"):
            self.ctx.memories[entry.id] = self._memory(entry)
        for entry in rules.of_kind("allowance"):
            self.ctx.allowances[entry.id] = self._allowance(entry)
        for id in list(self.ctx.pending):
            self.terms.names.define(id)
        meaning = m.Meaning(
            resolved=rules,
            rules={e.id: self._rule(e) for e in rules.of_kind("rule")},
            cards={e.id: self._card(e) for e in rules.of_kind("card")},
            spells={e.id: self._spell(e) for e in rules.of_kind("spell")},
            defines=self.ctx.defines,
            memories=self.ctx.memories,
            allowances=self.ctx.allowances,
            outcomes=tuple(e.id for e in rules.of_kind("outcome")),
            goals=tuple(goal_reached(e.node) for e in rules.of_kind("outcome")),
            symbols=tuple(self.ctx.symbols),
            decks=cards_by_deck(rules),
            examples={e.id: self.examples.example(e) for e in rules.of_kind("example")},
        )
        Sentences(self.ctx, self.terms).run()
        return meaning

    def _collect_symbols(self) -> None:
        """Number the words that memories, settings and tables hold, in the order of the rules."""
        words: list[object] = []
        for entry in self.ctx.rules.of_kind("memory"):
            first = entry.node_as(n.Memory).value
            if isinstance(first, n.OneOf):
                words += [name.id for name in first.names]
        for entry in self.ctx.rules.of_kind("setting"):
            try:
                constants = setting_value(self.ctx.rules, entry).entries
            except NotConstant as error:
                self.ctx.diagnostics.append(error.fault)
                continue
            words += [name.id for name in entry.node_as(n.Setting).value.choices]
            words += constants
        for entry in self.ctx.rules.of_kind("table"):
            if entry.id != "colours":  # its letters are for positions, not for rules
                cells = [cell for row in table_value(entry).rows for cell in row.cells]
                words += [cell.text for cell in cells if not cell.quoted]
        for word in words:
            if isinstance(word, str):
                self.ctx.symbols.setdefault(word, len(self.ctx.symbols))

    def _unlisted(self, value: n.Expr) -> list[str] | None:
        """Return the words of `memory role = loyal or traitor`, if nothing else can be meant."""
        match value:
            case n.Binary(operator="or"):
                left, right = self._unlisted(value.left), self._unlisted(value.right)
                return [*left, *right] if left and right else None
            case n.Name() if self.terms.names.is_new(value.id):
                return [value.id]
            case _:
                return None

    def _memory(self, entry: Entry) -> m.MemoryCell:
        node = entry.node_as(n.Memory)
        value = node.value
        initial: m.Term
        match value:
            case n.OneOf():
                initial = m.Const("symbol", self.ctx.symbols[value.names[0].id], span=value.span)
            case n.KindValue():
                initial = m.Const(value.kind, -1, span=value.span)
            case n.Name() if value.id in self.ctx.symbols:
                initial = m.Const("symbol", self.ctx.symbols[value.id], span=value.span)
            case _ if (words := self._unlisted(value)) is not None:
                right = f"one of {', '.join(words)}"
                for word in words:  # so that their uses are not reported again
                    self.ctx.symbols.setdefault(word, len(self.ctx.symbols))
                # One of these words, nobody knows which.
                initial = m.Local("symbol", words[0], span=value.span)
                self.ctx.report(
                    "unknown-name",
                    phrase(
                        "`{text}`: a memory that holds a word lists all its words",
                        text=value.span.text,
                    ),
                    value.span,
                    "unknown",
                    replace(value.span, right)
                    if len(words) > 1
                    else phrase("write `one of {words}, …`, the first word first", words=words[0]),
                )
            case _:
                initial = self.ctx.expect(self.terms.term(value), ("number", "symbol", "truth"))
        scope = node.unit.scope if node.unit else "game"
        each = self._each(
            node.unit, ("player", "space", "spell", "card", "tower", "wizard", "piece")
        )
        followed = isinstance(value, n.KindValue) and value.followed
        if node.secret and (followed or each in ("tower", "wizard")):
            self.ctx.report(
                "type-error",
                "what moves with a piece cannot be secret",
                node.id.span,
                "everybody sees the piece",
                "keep it `for each player` or `for each space`, or remove `secret`",
            )
        if followed and initial.type not in ("wizard", "tower", "place"):
            self.ctx.report(
                "type-error",
                phrase(
                    "{type} does not move, so it cannot be `followed`", type=described(initial.type)
                ),
                value.span,
                "never moves",
                delete(
                    Span(value.span.source, value.span.end - len("followed"), value.span.end),
                    "remove `followed`: a piece is known by its name, wherever it is"
                    if initial.type == "piece"
                    else "remove `followed`; only towers, wizards and places can be followed",
                ),
            )
        return m.MemoryCell(
            node.id.id, initial.type, initial, scope, each, followed, node.secret, span=node.span
        )

    def _allowance(self, entry: Entry) -> m.AllowanceCell:
        node = entry.node_as(n.Allowance)
        amount = self.ctx.expect(self.terms.term(node.amount), ("number",))
        each = self._each(node.unit, ("player",))
        return m.AllowanceCell(node.id.id, amount, node.unit.scope, each, span=node.span)

    def _each(self, unit: n.Unit | None, kinds: tuple[str, ...]) -> str | None:
        """Return the type after `for each`; report one that nothing can be kept for."""
        if unit is None or unit.each is None or unit.each in kinds:
            return unit.each if unit is not None else None
        self.ctx.report(
            "type-error",
            phrase(
                "there is no `for each {each}`, only for each {list}",
                each=unit.each,
                list=listed(kinds, "or"),
            ),
            unit.span,
            phrase("for each {each}", each=unit.each),
            "write `for each space`, or `for each tower` if the value goes along with the tower"
            if unit.each == "place" and "space" in kinds
            else "write `for each player`",
        )
        return None

    def _rule(self, entry: Entry) -> m.Rule:
        node = entry.node_as(n.Rule)
        self.ctx.scope, self.ctx.later = Scope(), {}
        parameters = self._parameters(node.parameters)
        on = self._reactions([e for c in clauses_of(node, n.Trigger) for e in c.events])
        forbids = self._reactions([e for c in clauses_of(node, n.Forbid) for e in c.events])
        for forbid in forbids:
            pattern = EVENTS[forbid.event]
            if not pattern.forbiddable:
                self.ctx.report(
                    "cannot-forbid",
                    phrase(
                        "`{pattern}` cannot be forbidden: it is a consequence",
                        pattern=pattern.pattern,
                    ),
                    forbid.span,
                    "forbid its cause",
                    phrase("you can forbid: {list}", list=_forbiddable()),
                )
        after = tuple(name.id for c in clauses_of(node, n.RuleAfter) for name in c.rules)
        body = self.statements.body(entry.statements())
        self.ctx.later = {}
        return m.Rule(entry.id, parameters, on, forbids, after, body, span=node.id.span)

    def _card(self, entry: Entry) -> m.Card:
        node = entry.node_as(n.Card)
        self.ctx.scope = Scope()
        parameters = self._parameters(node.parameters)
        for parameter in node.parameters[1:]:
            self.ctx.report(
                "wrong-arguments",
                phrase("card `{id}` has more than one number", id=entry.id),
                parameter.span,
                "half a card has at most one number",
                "keep one number, or write two cards",
            )
        code = next((c.name.id for c in clauses_of(node, n.Code)), entry.id)
        body = self.statements.body(entry.statements())
        return m.Card(entry.id, code, parameters, body, span=node.id.span)

    def _spell(self, entry: Entry) -> m.Spell:
        node = entry.node_as(n.Spell)
        self.ctx.scope = Scope()
        cost: m.Term = m.Const("number", 0, span=node.id.span)
        for clause in clauses_of(node, n.Cost):
            self.ctx.later = {name: phrase(_PAID_FIRST, name=name) for name in _chosen(node)}
            cost = self.ctx.expect(self.terms.term(clause.value), ("number",))
            self.ctx.later = {}
        body = self.statements.body(entry.statements())
        return m.Spell(entry.id, cost, body, span=node.id.span)

    def _parameters(self, nodes: Sequence[n.Parameter]) -> tuple[m.Parameter, ...]:
        return tuple(self.terms.names.parameter(node) for node in nodes)

    def _reactions(self, events: Sequence[n.Event]) -> tuple[m.Reaction, ...]:
        found: list[m.Reaction] = []
        bound: dict[str, str] = {}
        for event in events:
            words, kind = general_event(event.words, self.ctx.pieces)
            match = matching_event(words)
            if match is None:
                self._unknown_event(event)
                self.ctx.scope.event_unknown = True
                continue
            pattern, names = match
            for name, type in zip(names, pattern.types, strict=True):
                if bound.setdefault(name, type) != type:
                    self.ctx.report(
                        "type-error",
                        phrase(
                            "`{name}` is {bound} in one event and {type} in another",
                            name=name,
                            bound=described(bound[name]),
                            type=described(type),
                        ),
                        event.span,
                        phrase("{type} here", type=described(type)),
                        "write one rule per event",
                    )
            condition = None
            if kind is not None:
                piece = m.Local("piece", names[0], span=event.span)
                condition = self.terms.names.of_kind(kind, piece, event.span)
            found.append(m.Reaction(pattern.id, names, condition, span=event.span))
        found = _one_for_each_event(found)
        for name, type in bound.items():
            if all(name in reaction.names for reaction in found):
                local = m.Local(type, name, span=events[0].span)
                self.ctx.scope.variables[name] = local
                self.ctx.scope.it = self.ctx.scope.it or local
            else:  # uses are reported as unknown names
                self.ctx.later[name] = (
                    "only one of the events defines it: use two rules, one for each event"
                )
        return tuple(found)

    def _unknown_event(self, event: n.Event) -> None:
        # Only rules with errors need these tables.
        from wtrules.diagnostics import wishes
        from wtrules.diagnostics.phrases import replacements

        wish = wishes.impossible(event.span)
        if wish is not None and event.span.start <= wish.at.start <= event.span.end:
            self.ctx.report("cannot-say", wish.message, wish.at, "", wish.nearest)
            return
        written = " ".join(event.words)
        texts = [p.pattern for p in EVENTS.values()]
        if event.words[0] in self.ctx.pieces:
            general = [t for t in texts if t.startswith(f"{GENERAL} ")]
            texts = [t.replace("piece X", event.words[0]) for t in general]
        heads = [t for t in texts if t.split()[0] == event.words[0]] or texts
        near = closest(written, heads)
        keyword = "forbid" if word_before(event.span).text == "forbid" else "on"
        said = next(replacements(f"{keyword} {written}"), None)
        # `on turn begins unless …`: an event, and then a word that begins no clause.
        lengths = range(len(event.words) - 1, 0, -1)
        known = next((length for length in lengths if matching_event(event.words[:length])), None)
        help: list[Advice] = [
            _event_fix(event, near)
            if near
            else phrase("events are: {list}", list=names(heads, "; ")),
            "capital letters stand for names that you choose",
        ]
        deck = next((word for word in event.words if word in self.ctx.decks), None)
        if deck is not None:
            help = [
                phrase(
                    "named decks have one event, `card C revealed`; test `when c is from {deck}`, or "
                    "`when draw_pile of {deck} = 0` when a turn or round ends",
                    deck=deck,
                )
            ]
        elif said is not None:
            text = said.text.removeprefix(f"{keyword} ")
            help = [replace(event.span, text, said.advice) if said.is_whole else said.advice]
        elif _could_be_of_new_piece(event, self.ctx.pieces):
            piece = event.words[0]
            help = [
                phrase("for a new piece, define it first: `piece {piece} on space 8`", piece=piece),
                *help,
            ]
        elif known is not None:
            begun = wishes.clauses().get(event.words[known])
            advice = begun.advice if begun else "a clause such as `when` or `do` must follow"
            if event.words[known] in _LAYER_WORDS:
                advice = (
                    "rules and settings are fixed before the game starts; keep what changes in a "
                    "memory: `memory room = 6`, `set room = 3`"
                )
            help = [
                phrase(
                    "the event is `{event}`; after it: {advice}",
                    event=" ".join(event.words[:known]),
                    advice=advice,
                )
            ]
            if event.words[known] in {verb.form.split()[0] for verb in VERBS.values()}:
                words = list(re.finditer(r"\S+", event.span.text))
                start = event.span.start + words[known].start()
                right = phrase("write `do {words} …` after the event", words=event.words[known])
                help = [insert(Span(event.span.source, start, start), "do ", right, is_safe=True)]
        self.ctx.report(
            "unknown-event",
            phrase("there is no event `{written}`", written=written),
            event.span,
            "not an event",
            *help,
        )


_LAYER_WORDS = ("override", "remove", "add")


def _could_be_of_new_piece(event: n.Event, known: Container[str]) -> bool:
    """Whether an event could be one of a piece that is not defined, with a name that is free."""
    first = event.words[0]
    taken = {word for pattern in EVENTS.values() for word in pattern.pattern.split()}
    singular = first.removesuffix("s")
    is_taken = first in taken or singular in taken or singular in THINGS
    return first not in known and not is_taken and is_of_piece(event.words)


def _event_fix(event: n.Event, pattern: str) -> Advice:
    """Return the fix that writes another event with the same names, if it has as many words."""
    help, words = phrase("did you mean `{pattern}`?", pattern=pattern), pattern.split()
    if len(words) != len(event.words):
        return help
    pairs = zip(words, event.words, strict=True)
    text = " ".join(given if word.isupper() else word for word, given in pairs)
    return replace(event.span, text, help)


def _one_for_each_event(reactions: list[m.Reaction]) -> list[m.Reaction]:
    """Combine reactions to one event: `on dragon lands on p or boulder lands on p`."""
    found: dict[str, m.Reaction] = {}
    for one in reactions:
        other = found.setdefault(one.event, one)
        if other is one:
            continue
        # What they call differently, the rule cannot use.
        pairs = zip(other.names, one.names, strict=True)
        names = tuple(a if a == b else f"{a}_or_{b}" for a, b in pairs)
        condition = None
        if one.condition is not None and other.condition is not None:
            conditions = (_renamed(other, names), _renamed(one, names))
            condition = m.Calc("truth", "or", conditions, span=one.span)
        found[one.event] = m.Reaction(one.event, names, condition, span=other.span)
    return list(found.values())


def _renamed(reaction: m.Reaction, names: tuple[str, ...]) -> m.Term:
    """Return the condition of a reaction with other names for its variables."""
    new = dict(zip(reaction.names, names, strict=True))

    def change(part: object) -> m.Term | None:
        if isinstance(part, m.Local) and part.name in new:
            return evolve(part, name=new[part.name])
        return None

    made: m.Term = rewrite(reaction.condition, change)
    return made


_PAID_FIRST = (
    "the cost of a spell must be known before anything is chosen: write `cost 0`, and after the choice "
    "`do spend {name} flasks of actor`"
)


def _chosen(spell: n.Spell) -> Iterator[str]:
    """Yield the names that the choices of a spell define."""
    queries = (query for clause in clauses_of(spell, n.Choose) for query in clause.queries)
    return (query.variable.id for query in queries if query.variable is not None)


def _forbiddable() -> Verbatim:
    return names((e.pattern for e in EVENTS.values() if e.forbiddable), "; ")
