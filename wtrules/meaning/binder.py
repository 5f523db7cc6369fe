"""Binding of definitions: rules, cards, spells, words, memories, allowances.

A term with a mistake becomes a constant of the type `broken`, so that one mistake is reported once.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from functools import cached_property, partial

from attrs import define, evolve, field

from wtrules.diagnostics import Advice, closest, wording
from wtrules.diagnostics.fix import delete, delete_entry, insert, replace, word_before
from wtrules.language.events import EVENTS, matching_event
from wtrules.language.things import PAIRED, SINGLE_CARD, THINGS, described, is_pair, kinds_of
from wtrules.language.verbs import VERBS
from wtrules.meaning import nodes as m
from wtrules.meaning.bind_examples import Examples
from wtrules.meaning.bind_sentences import Sentences
from wtrules.meaning.bind_statements import Statements
from wtrules.meaning.bind_terms import Terms
from wtrules.meaning.bind_worth import bind_worth
from wtrules.meaning.binding import Context
from wtrules.meaning.decks import cards_by_deck, named_decks, with_origins
from wtrules.meaning.pieces import GENERAL, PieceKind, general_event, is_of_piece, piece_kinds
from wtrules.meaning.references import Reference
from wtrules.meaning.values import NotConstant, letters, setting_value, table_value
from wtrules.node import rewrite, walk
from wtrules.phrase import Verbatim, listed, names
from wtrules.resolve.clauses import clauses_of, goal_reached
from wtrules.resolve.model import Entry, Rules, once
from wtrules.source import Span
from wtrules.syntax import nodes as n


@define(eq=False, repr=False)
class Binder:
    """Binds the definitions of a ruleset, and others that could be among them."""

    ctx: Context
    terms: Terms
    statements: Statements
    examples: Examples
    _conditions: dict[n.Says, m.Term] = field(factory=dict, init=False)

    def body(self, entry: Entry) -> m.Body:
        """Return what a rule, card or spell does that is not one of the rules."""
        with self.ctx.apart():
            match entry.kind:
                case "rule":
                    return self.rule(entry).body
                case "card":
                    return self.card(entry).body
                case _:
                    return self.spell(entry).body

    def bind(self, entry: Entry) -> None:
        """Bind a definition as if it were one of the rules, for the references in it."""
        match entry.node:
            case n.Rule():
                self.rule(entry)
            case n.Card():
                self.card(entry)
            case n.Spell():
                self.spell(entry)
            case n.Define():
                self.terms.names.bound(entry)
            case n.Memory():
                self.memory_worth(entry, self.memory(entry))
            case n.Allowance():
                self.allowance(entry)
            case n.Outcome():
                self.outcome(entry)
            case n.Setting() | n.Deck():
                self.values(entry)
            case n.Example():
                self.examples.example(entry)

    def learn_names(self) -> None:
        """Learn what rules can name, before any of them is bound."""
        rules = self.ctx.rules
        self.ctx.spells = {entry.id: i for i, entry in enumerate(rules.of_kind("spell"))}
        self.ctx.decks = {entry.id: i for i, entry in enumerate(named_decks(rules), 1)}
        self.ctx.colours = tuple(letters(rules))
        self.ctx.pieces = {kind.id: kind for kind in piece_kinds(rules)}
        self._collect_symbols()
        self.ctx.pending = {entry.id: entry for entry in rules.of_kind("define")}
        for entry in rules.of_kind("memory"):
            self.ctx.memories[entry.id] = self.memory(entry)
        for entry in rules.of_kind("allowance"):
            self.ctx.allowances[entry.id] = self.allowance(entry)

    @cached_property
    def meaning(self) -> m.Meaning:
        """What all definitions mean."""
        rules = self.ctx.rules
        for id in list(self.ctx.pending):
            self.terms.names.define(id)
        for entry in rules.of_kind("outcome"):
            self.outcome(entry)
        for entry in (*rules.of_kind("setting"), *rules.of_kind("deck")):
            self.values(entry)
        for entry in rules.of_kind("memory"):
            self.memory_worth(entry, self.ctx.memories[entry.id])
        meaning = m.Meaning(
            resolved=rules,
            rules={e.id: self.rule(e) for e in rules.of_kind("rule")},
            cards={e.id: self.card(e) for e in rules.of_kind("card")},
            spells={e.id: self.spell(e) for e in rules.of_kind("spell")},
            defines=self.ctx.defines,
            memories=self.ctx.memories,
            allowances=self.ctx.allowances,
            outcomes=tuple(e.id for e in rules.of_kind("outcome")),
            goals=tuple(goal_reached(e.node) for e in rules.of_kind("outcome")),
            symbols=tuple(self.ctx.symbols),
            decks=cards_by_deck(rules),
            own_decks=frozenset(self.ctx.own_decks),
            worths=self.ctx.worths,
            references=self.ctx.parts,
            examples={e.id: self.examples.example(e) for e in rules.of_kind("example")},
        )
        Sentences(self.ctx, self.terms, meaning).check()
        return with_origins(meaning)

    def condition(self, says: n.Says) -> m.Term:
        """Return the condition of a sentence, also of a variant that is not chosen."""
        assert says.condition is not None
        if says not in self._conditions:
            sentences = Sentences(self.ctx, self.terms, self.meaning)
            with self.ctx.apart():
                made = sentences.condition(says.condition)
            self._conditions[says] = made
        return self._conditions[says]

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

    def memory(self, entry: Entry) -> m.MemoryCell:
        """Bind the first value of a memory."""
        with self.ctx.definition(entry):
            return self._memory(entry)

    def memory_worth(self, entry: Entry, cell: m.MemoryCell) -> None:
        """Bind what a memory is worth; unlike its first value, that may be about any other memory."""
        references = self.ctx.parts[entry.kind, entry.id]
        with self.ctx.definition(entry):
            bind_worth(entry, self.ctx, self.terms.term, cell)
        self.ctx.parts[entry.kind, entry.id] += references

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
                    "unknown-name.words" if len(words) > 1 else "unknown-name.word",
                    value.span,
                    replace(value.span, right) if len(words) > 1 else None,
                    text=value.span.text,
                    words=right,
                )
            case _:
                initial = self.ctx.expect(self.terms.term(value), ("number", "symbol", "truth"))
        scope = node.unit.scope if node.unit else "game"
        each = self._each(
            node.unit, ("player", "space", "spell", "card", SINGLE_CARD, "tower", "wizard", "piece")
        )
        followed = isinstance(value, n.KindValue) and value.followed
        if node.secret and (followed or each in ("tower", "wizard")):
            self.ctx.report("type-error.secret-followed", node.id.span)
        if followed and initial.type not in ("wizard", "tower", "place"):
            self.ctx.report(
                "type-error.followed-piece" if initial.type == "piece" else "type-error.followed",
                value.span,
                delete(Span(value.span.source, value.span.end - len("followed"), value.span.end)),
                type=described(initial.type),
            )
        single = each == SINGLE_CARD
        if single:
            each = "card"
        return m.MemoryCell(
            node.id.id, initial.type, initial, scope, each, followed, node.secret, single,
            span=node.span,
        )  # fmt: skip

    def allowance(self, entry: Entry) -> m.AllowanceCell:
        """Bind how often an allowance can be used."""
        node = entry.node_as(n.Allowance)
        with self.ctx.definition(entry):
            amount = self.ctx.expect(self.terms.term(node.amount), ("number",))
        each = self._each(node.unit, ("player",))
        return m.AllowanceCell(node.id.id, amount, node.unit.scope, each, span=node.span)

    def _each(self, unit: n.Unit | None, kinds: tuple[str, ...]) -> str | None:
        """Return the type after `for each`; report one that nothing can be kept for."""
        if unit is None or unit.each is None or unit.each in kinds:
            return unit.each if unit is not None else None
        if is_pair(unit.each) and "space" in kinds:
            alone = [kind for kind in kinds_of(unit.each) if kind not in PAIRED]
            if not alone:
                return unit.each
            self.ctx.report(
                "type-error.for-each-pair", unit.span, each=alone[0], list=listed(PAIRED, "or")
            )
            return None
        self.ctx.report(
            "type-error.for-each",
            unit.span,
            wording("type-error.for-each.space")
            if unit.each == "place" and "space" in kinds
            else None,
            each=unit.each,
            list=listed(kinds, "or"),
        )
        return None

    def values(self, entry: Entry) -> None:
        """Note what a setting or a deck names: settings, spells, cards …"""
        node = entry.node
        words = node.value.entries if isinstance(node, n.Setting) else node
        found = self.ctx.parts.setdefault((entry.kind, entry.id), [])
        for name in (part for part in walk(words) if isinstance(part, n.Name)):
            kinds = (kind for kind in _NAMED_IN_VALUES if self.ctx.rules.get(kind, name.id))
            found += [Reference(name.span, kind, name.id) for kind in kinds]

    def outcome(self, entry: Entry) -> None:
        """Bind what an outcome is worth."""
        with self.ctx.definition(entry):
            bind_worth(entry, self.ctx, self.terms.term)

    def rule(self, entry: Entry) -> m.Rule:
        """Bind a rule: what it reacts to, what it forbids, what it does."""
        node = entry.node_as(n.Rule)
        with self.ctx.definition(entry):
            parameters = self._parameters(node.parameters)
            bind_worth(entry, self.ctx, self.terms.term)
            on = self._reactions([e for c in clauses_of(node, n.Trigger) for e in c.events])
            forbids = self._reactions([e for c in clauses_of(node, n.Forbid) for e in c.events])
            self._report_consequences(forbids)
            after = tuple(name.id for c in clauses_of(node, n.RuleAfter) for name in c.rules)
            body = self.statements.body(entry.statements(), node.span)
            self.ctx.later = {}
        return m.Rule(entry.id, parameters, on, forbids, after, body, span=node.id.span)

    def _report_consequences(self, forbids: Sequence[m.Reaction]) -> None:
        """Report what cannot be forbidden."""
        for forbid in forbids:
            pattern = EVENTS[forbid.event]
            if not pattern.forbiddable:
                self.ctx.report(
                    "cannot-forbid", forbid.span, pattern=pattern.pattern, list=_forbiddable()
                )
            elif pattern.one_by_one and len(forbid.names) == len(pattern.types):
                self.ctx.report(
                    "cannot-forbid.one-by-one",
                    forbid.span,
                    pattern=pattern.pattern,
                    longer=pattern.longer,
                )

    def card(self, entry: Entry) -> m.Card:
        """Bind what a kind of card does."""
        node = entry.node_as(n.Card)
        for parameter in node.parameters[1:]:
            self.ctx.report("wrong-arguments.card", parameter.span, id=entry.id)
        code = next((c.name.id for c in clauses_of(node, n.Code)), entry.id)
        with self.ctx.definition(entry):
            parameters = self._parameters(node.parameters)
            bind_worth(entry, self.ctx, self.terms.term)
            body = self.statements.body(entry.statements(), node.span)
        return m.Card(entry.id, code, parameters, body, span=node.id.span)

    def spell(self, entry: Entry) -> m.Spell:
        """Bind what a spell costs, and what it does."""
        node = entry.node_as(n.Spell)
        cost: m.Term = m.Const("number", 0, span=node.id.span)
        with self.ctx.definition(entry):
            for clause in clauses_of(node, n.Cost):
                self.ctx.later = {
                    name: partial(wording, "unknown-name.later.paid-first", name=name)
                    for name in _chosen(node)
                }
                cost = self.ctx.expect(self.terms.term(clause.value), ("number",))
                self.ctx.later = {}
            body = self.statements.body(entry.statements(), node.span)
        return m.Spell(entry.id, cost, body, span=node.id.span)

    def _parameters(self, nodes: Sequence[n.Parameter]) -> tuple[m.Parameter, ...]:
        return tuple(self.terms.names.parameter(node) for node in nodes)

    def _reactions(self, events: Sequence[n.Event]) -> tuple[m.Reaction, ...]:
        found: list[m.Reaction] = []
        known: list[tuple[n.Event, str, PieceKind | None]] = []
        bound: dict[str, str] = {}
        for event in events:
            words, kind = general_event(event.words, self.ctx.pieces)
            match = matching_event(words)
            if match is None:
                self._unknown_event(event)
                self.ctx.scope.event_unknown = True
                continue
            pattern, names = match
            self.ctx.refer(event.span, "event", pattern.id)
            if words[0] == GENERAL and kind is None:
                self.ctx.refer(event.span, "thing", GENERAL)
            for name, type in zip(names, pattern.types, strict=False):
                if bound.setdefault(name, type) != type:
                    self.ctx.report(
                        "type-error.events",
                        event.span,
                        name=name,
                        bound=described(bound[name]),
                        type=described(type),
                    )
            condition = None
            if kind is not None:
                self.ctx.refer(_words_of(event)[0], "piece", kind.id)
                piece = m.Local("piece", names[0], span=event.span)
                condition = self.terms.names.of_kind(kind, piece, event.span)
            self._report_twice(event, pattern.id, kind, known)
            known.append((event, pattern.id, kind))
            found.append(m.Reaction(pattern.id, names, condition, span=event.span))
        found = _one_for_each_event(found)
        for name, type in bound.items():
            if all(name in reaction.names for reaction in found):
                local = self._event_variable(name, type, events)
                self.ctx.scope.it = self.ctx.scope.it or local
            else:  # uses are reported as unknown names
                self.ctx.later[name] = partial(wording, "unknown-name.later.one-event")
        return tuple(found)

    def _report_twice(
        self,
        event: n.Event,
        id: str,
        kind: PieceKind | None,
        known: Sequence[tuple[n.Event, str, PieceKind | None]],
    ) -> None:
        """Report an event that another one of the rule includes: the rule reacts to both at once."""
        for earlier, other, of in known:
            if other == id and (of == kind or of is None or kind is None):
                wide, narrow = (event, earlier) if kind is None and of else (earlier, event)
                self.ctx.report(
                    "duplicate-event" if of == kind else "duplicate-event.included",
                    narrow.span,
                    delete_entry(narrow.span, keyword="or") if narrow is event else None,
                    text=narrow.span.text,
                    other=wide.span.text,
                    wide=wide.span,
                )
                return

    def _event_variable(self, name: str, type: str, events: Sequence[n.Event]) -> m.Local:
        """Return a variable that events define, which all of them call by this name."""
        places = [at for event in events for at in _words_of(event) if at.text == name]
        # In the text of a mistake, the words may be others than those that are meant.
        first, *more = places or [events[0].span]
        local = m.Local(type, name, span=first)
        if name in self.ctx.pieces:
            self.ctx.scope.variables[name] = local
        else:
            self.ctx.name_variable(name, local)
            self.ctx.references += [Reference(at, "variable", name, place=first) for at in more]
        return local

    def _unknown_event(self, event: n.Event) -> None:
        # Only rules with errors need these tables.
        from wtrules.diagnostics import foreign_words
        from wtrules.diagnostics.phrases import replacements

        wish = foreign_words.impossible(event.span)
        if wish is not None and event.span.start <= wish.at.start <= event.span.end:
            at, because, nearest = wish.at, wish.because, wish.nearest
            self.ctx.report("cannot-say", at, text=at.text, because=because, nearest=nearest)
            return
        written = " ".join(event.words)
        texts = [text for event in EVENTS.values() for text in event.patterns]
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
            else wording("unknown-event.known", list=names(heads, "; ")),
            wording("unknown-event.capitals"),
        ]
        deck = next((word for word in event.words if word in self.ctx.decks), None)
        if deck is not None:
            help = [wording("unknown-event.deck", deck=deck)]
        elif said is not None:
            text = said.text.removeprefix(f"{keyword} ")
            help = [replace(event.span, text, said.advice) if said.is_whole else said.advice]
        elif _could_be_of_new_piece(event, self.ctx.pieces):
            help = [wording("unknown-event.new-piece", piece=event.words[0]), *help]
        elif known is not None:
            begun = foreign_words.clauses().get(event.words[known])
            advice = begun.advice if begun else wording("unknown-event.clause")
            if event.words[known] in _LAYER_WORDS:
                advice = wording("unknown-event.fixed")
            words = " ".join(event.words[:known])
            help = [wording("unknown-event.longer", event=words, advice=advice)]
            if event.words[known] in {verb.form.split()[0] for verb in VERBS.values()}:
                places = list(re.finditer(r"\S+", event.span.text))
                start = event.span.start + places[known].start()
                right = wording("unknown-event.do", word=event.words[known])
                help = [insert(Span(event.span.source, start, start), "do ", right, is_safe=True)]
        self.ctx.report("unknown-event", event.span, *help, written=written)


@once
def binder_of(rules: Rules) -> Binder:
    """Return the binder of a ruleset, which knows all its names."""
    context = Context(rules)
    terms = Terms(context)
    statements = Statements(context, terms)
    binder = Binder(context, terms, statements, Examples(context, terms, statements))
    binder.learn_names()
    return binder


_WORD = re.compile(r"[^\W\d][\w.-]*")


def _words_of(event: n.Event) -> list[Span]:
    """Return where the words of an event are: they have no places of their own in the tree."""
    source, start = event.span.source, event.span.start
    words = _WORD.finditer(event.span.text)
    return [Span(source, start + word.start(), start + word.end()) for word in words]


_NAMED_IN_VALUES = ("setting", "spell", "card", "piece", "deck", "define", "allowance")
_LAYER_WORDS = ("override", "remove", "add")


def _could_be_of_new_piece(event: n.Event, known: Container[str]) -> bool:
    """Whether an event could be one of a piece that is not defined, with a name that is free."""
    first = event.words[0]
    taken = {word for known in EVENTS.values() for word in " ".join(known.patterns).split()}
    singular = first.removesuffix("s")
    is_taken = first in taken or singular in taken or singular in THINGS
    return first not in known and not is_taken and is_of_piece(event.words)


def _event_fix(event: n.Event, pattern: str) -> Advice:
    """Return the fix that writes another event with the same names, if it has as many words."""
    help, words = wording("unknown-event.near", pattern=pattern), pattern.split()
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
        pairs = zip(other.names, one.names, strict=False)  # one may name more than the other
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


def _chosen(spell: n.Spell) -> Iterator[str]:
    """Yield the names that the choices of a spell define."""
    queries = (query for clause in clauses_of(spell, n.Choose) for query in clause.queries)
    return (query.variable.id for query in queries if query.variable is not None)


def _forbiddable() -> Verbatim:
    return names((e.pattern for e in EVENTS.values() if e.forbiddable), "; ")
