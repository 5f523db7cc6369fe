"""Binding of names: variables, memories, settings, tables, defined and built-in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from attrs import define, evolve

from wtrules.diagnostics import Advice, closest, name_fix, wording
from wtrules.diagnostics.fix import one_of, replace
from wtrules.language.constants import CONSTANTS
from wtrules.language.physical import MAIN_DECK, TABLES_READ_BY_NAME
from wtrules.language.predicates import PREDICATES, predicates
from wtrules.language.properties import PROPERTIES, properties
from wtrules.language.things import THINGS, described, is_pair, kinds_of
from wtrules.meaning import nodes as m
from wtrules.meaning.bind_worth import bind_worth
from wtrules.meaning.binding import BROKEN, BindTerm, Context, broken, coerce, coerce_to_any
from wtrules.meaning.nodes import words_in
from wtrules.meaning.pieces import PieceKind
from wtrules.meaning.references import Reference
from wtrules.meaning.values import MAX_STEPS, list_of, table_value
from wtrules.phrase import listed, names
from wtrules.resolve.model import Entry
from wtrules.source import Span
from wtrules.syntax import nodes as n

IT = "it"  # what was chosen last
# What is known by its name alone, by type, in the order in which it is looked up.
_WORDS: Mapping[str, Callable[[Context], Mapping[str, int]]] = {
    "spell": lambda ctx: ctx.spells,
    "deck": lambda ctx: ctx.decks,
    "symbol": lambda ctx: ctx.symbols,
}


@define(eq=False, repr=False)
class Names:
    """Binds single names, and properties and predicates by name."""

    ctx: Context
    term: BindTerm

    def define(self, id: str) -> m.Define | None:
        """Return a defined word; it is bound when it is first used."""
        if id in self.ctx.defines:
            return self.ctx.defines[id]
        entry = self.ctx.pending.get(id)
        if entry is None:
            return None
        node = entry.node_as(n.Define)
        if id in self.ctx.open_defines:
            ring = names([*self.ctx.open_defines[self.ctx.open_defines.index(id) :], id], " → ")
            self.ctx.report("cyclic-definition", node.id.span, id=id, ring=ring)
            return None
        made = self.ctx.defines[id] = self.bound(entry)
        return made

    def bound(self, entry: Entry) -> m.Define:
        """Bind a defined word."""
        id, node = entry.id, entry.node_as(n.Define)
        self.ctx.open_defines.append(id)
        with self.ctx.definition(entry):
            parameters = tuple(self.parameter(parameter) for parameter in node.parameters)
            things = [m.Local(p.type, p.name, span=node.span) for p in parameters]
            self.ctx.scope.subject = things[0] if things else None
            value: m.Term
            if len(self.ctx.open_defines) <= MAX_STEPS:
                value = self.term(node.value)
                for addition in node.more:
                    value = self._added(node, things, value, addition)
                steps = 1 + max((self.ctx.steps[id] for id in words_in(value)), default=0)
            else:
                steps = MAX_STEPS + 1
            bind_worth(entry, self.ctx, self.term, parameters)
        if steps > MAX_STEPS:
            steps = 0  # reported once
            value = self.ctx.report("deep-nesting.word", node.id.span, id=id, max_steps=MAX_STEPS)
        self.ctx.open_defines.pop()
        self.ctx.steps[id] = steps
        return m.Define(id, parameters, value.type, value, span=node.span)

    def parameter(self, node: n.Parameter) -> m.Parameter:
        """Bind a parameter: its name is a variable from here on."""
        local = self.ctx.bind(node.name, node.kind, node.name.span)
        return m.Parameter(local.name, local.type)

    def name(self, node: n.Name, expected: str | None) -> m.Term:
        id, span = node.id, node.span
        if expected == "deck" and (deck := self._deck(node)) is not None:
            return deck
        if expected is not None and (constant := self._word(node, expected)) is not None:
            return constant
        if id in self.ctx.scope.variables:
            return self.variable(node)
        is_own = self.ctx.is_own(id, span)
        if is_own and (named := self._named(node)) is not None:
            return named
        subject = self.ctx.scope.subject
        if subject is not None:
            predicate = self.predicate(node, subject, span)
            if predicate is not None:
                return predicate
        if is_own and id in self.ctx.pieces:
            return self.piece(node)
        if id in CONSTANTS:
            return self._constant(node, expected)
        for kind in _WORDS:
            if (constant := self._word(node, kind)) is not None:
                return constant
        if id == IT and self.ctx.scope.it is not None:
            self.ctx.references.append(
                Reference(span, "variable", id, place=self.ctx.scope.it.span)
            )
            return m.Local(self.ctx.scope.it.type, self.ctx.scope.it.name, span=span)
        return self.unknown(node, expected)

    def variable(self, node: n.Name) -> m.Local:
        """Return the variable of this name."""
        local = self.ctx.scope.variables[node.id]
        if local.type == "piece" and node.id in self.ctx.pieces:  # of the event `dragon lands on p`
            self.ctx.refer(node.span, "piece", node.id)
        elif not local.name.startswith(m.SEAT):
            self.ctx.references.append(Reference(node.span, "variable", node.id, place=local.span))
        return m.Local(local.type, local.name, span=node.span)

    def _word(self, node: n.Name, type: str) -> m.Const | None:
        """Return the spell, the deck or the word of a memory or setting with this name."""
        number = _WORDS[type](self.ctx).get(node.id) if type in _WORDS else None
        if number is None:
            return None
        self.ctx.refer(node.span, "word" if type == "symbol" else type, node.id)
        return m.Const(type, number, span=node.span)

    def _deck(self, node: n.Name) -> m.Const | None:
        """Return the deck with this name; where a deck is needed, `deck` is the main deck."""
        if node.id == MAIN_DECK:
            return m.Const("deck", 0, span=node.span)
        return self._word(node, "deck")

    def pile(self, node: n.Expr) -> m.Term | None:
        """Return a deck, the main deck too, or the pile of it that a player has; None for all else."""
        name = node.property if isinstance(node, n.PropertyOf) else node
        if not isinstance(name, n.Name):
            return None
        deck = self._deck(name)
        if deck is None:
            return self._unknown_pile(node) if isinstance(node, n.PropertyOf) else None
        if not isinstance(node, n.PropertyOf):
            return deck
        owner = self.ctx.expect(coerce(self.term(node.subject), "player"), ("player",))
        self.ctx.own_decks.add(deck.value)
        return m.Prim("deck", "own:deck", (deck, owner), span=node.span)

    def _unknown_pile(self, node: n.PropertyOf) -> m.Term | None:
        """Report `relics of p` if nothing is called `relics`; None if it is another word."""
        name = node.property
        if properties(name.id) or name.id in self.known_names():
            return None
        return self._unknown_deck(name)

    def _unknown_deck(self, name: n.Name) -> m.Term:
        return self.ctx.report(
            "unknown-name.deck",
            name.span,
            name_fix(name.span, (MAIN_DECK, *self.ctx.decks)) or _of_the_main_deck(name.id),
            id=name.id,
        )

    def _constant(self, node: n.Name, expected: str | None) -> m.Term:
        constant = CONSTANTS[node.id]
        self.ctx.refer(node.span, "constant", node.id)
        if node.id == "yes":
            return m.Const("truth", 1, span=node.span)
        if node.id == "nothing" and expected in THINGS:
            return m.Const(expected, -1, span=node.span)
        return m.Prim(constant.type, node.id, (), span=node.span)

    def _named(self, node: n.Name) -> m.Term | None:
        """Return the value of a memory, allowance, setting, column or defined word; None if it is none."""
        id, span = node.id, node.span
        if id in self.ctx.memories:
            self.ctx.refer(span, "memory", id)
            memory = self.ctx.memories[id]
            if is_pair(memory.each):
                return self.ctx.no_pair(id, span, memory)
            subject = self.ctx.scope.subject
            if memory.each is not None and subject is not None:
                held = self.remembered(memory, subject, span)
                if held is not None:
                    return held
            if memory.each == "player":
                return m.Recall("group", id, None, span=span)
            if memory.each is not None:
                return self.ctx.report(
                    "type-error.which",
                    span,
                    id=id,
                    each=memory.each,
                    letter=memory.each[0],
                    memory=memory.span,
                )
            return m.Recall(memory.type, id, None, span=span)
        if id in self.ctx.allowances:
            self.ctx.refer(span, "allowance", id)
            return m.Prim("allowance", f"allowance:{id}", (), span=span)
        setting = self.ctx.rules.get("setting", id)
        if setting is not None:
            return self.setting(setting, span)
        column = self.column(node)
        if column is not None:
            return column
        define = self.define(id)
        if define is not None and not define.parameters:
            self.ctx.refer(span, "define", id)
            return m.Meant(define.type, id, (), span=span)
        return None

    def piece(self, node: n.Name) -> m.Term:
        """Return the piece of this name; of several, a query must say which."""
        kind = self.ctx.pieces[node.id]
        self.ctx.refer(node.span, "piece", node.id)
        if kind.number == 1:
            return m.Const("piece", kind.first, span=node.span)
        return self.ctx.report(
            "type-error.which-piece", node.span, number=kind.number, id=kind.id, kind=kind.span
        )

    def of_kind(self, kind: PieceKind, piece: m.Term, span: Span) -> m.Term:
        """Return whether a piece is one of a kind."""
        return m.Among(piece, (range(kind.first, kind.first + kind.number),), span=span)

    def unknown(self, node: n.Name, expected: str | None = None) -> m.Term:
        id = node.id
        if self.ctx.scope.event_unknown:  # so its names are unknown too
            return broken(node.span)
        define = self.ctx.rules.get("define", id)
        if define is not None or predicates(id):
            self.ctx.refer(node.span, "define" if define is not None else "predicate", id)
            kinds = [p.subject for p in predicates(id)]
            if define is not None:
                given = define.node_as(n.Define).parameters
                if len(given) > 1:
                    return self._several(id, given, node.span)
                kinds = [parameter.kind for parameter in given] or kinds
            if not kinds:  # a word defined by itself, which is reported there
                return broken(node.span)
            subject = self.ctx.scope.subject
            of = (
                wording("type-error.subject.but", type=described(subject.type))
                if subject is not None
                else ""
            )
            return self.ctx.report(
                "type-error.predicate",
                node.span,
                self._of_the_only(id, kinds, node.span, expected),
                id=id,
                list=listed(map(described, kinds), "or"),
                of=of,
            )
        asked = properties(id)
        if asked or (id in self.ctx.pending):
            self.ctx.refer(node.span, "property", id)
            of = asked[0].subject if asked else "something"
            return self.ctx.report(
                "type-error.property", node.span, self._name_it(node), id=id, of=described(of)
            )
        from wtrules.diagnostics import foreign_words  # only rules with errors need this table

        later = self.ctx.later.get(id)
        hint: Advice = later() if later is not None else None
        wish = foreign_words.names().get(id)
        if hint is None and wish is not None:
            hint = wish.advice
            if wish.write:
                hint = replace(node.span, wish.write, wish.advice, wish.is_sure)
        if hint is None and expected == "number" and id in ("a", "an"):
            hint = replace(node.span, "1", is_safe=True)
        if expected == "deck":
            return self._unknown_deck(node)
        hint = hint or name_fix(node.span, self.known_names())
        return self.ctx.report(
            "unknown-name",
            node.span,
            hint or wording("unknown-name.undefined"),
            wording("unknown-name.new-piece", id=id)
            if expected in ("wizard", "piece") and wish is None
            else None,
            id=id,
        )

    def _of_the_only(self, id: str, kinds: Sequence[str], at: Span, expected: str | None) -> Advice:
        """Return how to ask a predicate about the only thing that has a name here and can be asked.

        *expected* is the type of what is before `is`, if something is.
        """
        known = self.ctx.scope.variables.items()
        named = [x for x, local in known if local.type in kinds and not x.startswith("_")]
        if len(named) == 1 and expected not in THINGS:
            return replace(at, f"{named[0]} is {id}")
        return wording("type-error.predicate.which", id=id, kinds=described(kinds[0]))

    def _name_it(self, node: n.Name) -> Advice:
        """Return how to write a property of what the query is about."""
        subject, property = self.ctx.scope.subject, node.id
        for name, local in self.ctx.scope.variables.items():
            if local is subject and not name.startswith("_"):
                return replace(node.span, f"{property} of {name}", is_safe=True)
        if subject is not None and subject.type in THINGS:
            return wording("type-error.property.name-it", type=subject.type, property=property)
        return wording("type-error.property.with-name", property=property)

    def known_names(self) -> list[str]:
        """Return all known names, for did-you-mean."""
        if not self.ctx.everywhere:
            self.ctx.everywhere = self._known_everywhere()
        return [*self.ctx.scope.variables, *self.ctx.everywhere]

    def is_new(self, word: str) -> bool:
        """Whether a word means nothing yet, and is not a known one misspelt."""
        from wtrules.diagnostics import foreign_words

        known = self._known_everywhere()
        return not (
            "." in word or word in known or word in foreign_words.names() or closest(word, known)
        )

    def _known_everywhere(self) -> list[str]:
        ctx = self.ctx
        names = [
            *ctx.pieces,
            *ctx.memories,
            *ctx.allowances,
            *ctx.pending,
            *ctx.spells,
            *ctx.symbols,
        ]
        names += ctx.decks
        names += [entry.id for entry in ctx.rules.of_kind("setting")]
        names += [*CONSTANTS, *(p.name for p in PREDICATES)]
        for entry in ctx.rules.of_kind("table"):
            names += [f"{entry.id}.{column}" for column in table_value(entry).columns]
        return names

    def setting(self, entry: Entry, span: Span) -> m.Term:
        self.ctx.refer(span, "setting", entry.id)
        value = list_of(self.ctx.rules, entry.id)
        if value is None:
            return broken(span)  # reported at the setting
        match value.entries:
            case [int(number)]:
                return m.Setting("number", number, entry.id, span=span)
            case [str(word)]:
                return m.Setting("symbol", self.ctx.symbols.get(word, 0), entry.id, span=span)
            case _:
                return m.Prim("list", f"list:{entry.id}", (), span=span)

    def column(self, node: n.Name, key: m.Term | None = None) -> m.Term | None:
        """Return a table's column, for `supply.wizards` and `grades.grade at n`."""
        id, _, column = node.id.rpartition(".")
        entry = self.ctx.rules.get("table", id) if id else None
        if entry is None:
            return None
        self.ctx.refer(node.span, "table", id)
        if id in TABLES_READ_BY_NAME:
            return self.ctx.report("type-error.track", node.span, id=id)
        table = table_value(entry)
        if column not in table.columns:
            near = closest(column, table.columns)
            return self.ctx.report(
                "unknown-column",
                node.span,
                *(
                    [
                        replace(
                            node.span,
                            f"{id}.{near}",
                            wording("unknown-column.near", id=id, near=near),
                        )
                    ]
                    if near
                    else one_of(node.span, [f"{id}.{x}" for x in table.columns])
                ),
                id=id,
                column=column,
                list=names(table.columns),
                table=entry.name_span,
            )
        if key is None and table.key != "players":
            return self.ctx.report(
                "wrong-arguments.row", node.span, id=id, key=table.key, written=node.id
            )
        place = table.columns.index(column)
        cells = [row.cells[place] for row in table.rows if place < len(row.cells)]
        words = bool(cells) and all(cell.text is not None for cell in cells)
        return m.Column("symbol" if words else "number", id, column, key, span=node.span)

    def entry_at(self, node: n.EntryAt) -> m.Term:
        key = self.ctx.expect(self.term(node.key), ("number", "space", "symbol", "player"))
        entry = self.ctx.rules.get("setting", node.table.id)
        if entry is not None:
            self.ctx.refer(node.table.span, "setting", entry.id)
            value = list_of(self.ctx.rules, entry.id)
            if value is None:
                return broken(node.span)
            words = any(isinstance(constant, str) for constant in value.entries)
            return m.ListAt("symbol" if words else "number", entry.id, key, span=node.span)
        column = self.column(node.table, key)
        if column is not None:
            return column
        names = [e.id for kind in ("setting", "table") for e in self.ctx.rules.of_kind(kind)]
        return self.ctx.report(
            "unknown-name.table",
            node.table.span,
            name_fix(node.table.span, names),
            table=node.table.id,
        )

    def property_of(self, node: n.PropertyOf) -> m.Term:
        id = node.property.id
        asked = properties(id)
        is_own = self.ctx.is_own(id, node.property.span)
        of_deck = bool(asked) and all(p.subject == "deck" for p in asked)
        of_deck = of_deck and not (is_own and id in self.ctx.memories)
        counted = all(p.result == "number" for p in asked)  # of each pile
        subject = self.term(node.subject, ("pile" if counted else "deck") if of_deck else None)
        if subject.type == BROKEN:
            self._refer_to_property(node.property, is_own)
            return subject
        self._refer_to_property(node.property, is_own)
        if is_own and id in self.ctx.memories:
            memory = self.ctx.memories[id]
            each = memory.each
            if each is None:
                return self.ctx.report(
                    "type-error.one-value",
                    node.property.span,
                    replace(node.span, id),
                    id=id,
                    memory=memory.span,
                )
            if is_pair(each):
                return self.ctx.no_pair(id, node.property.span, memory)
            subject = coerce(subject, each)
            subject = self.ctx.expect(subject, (each,), "type-error.for.each", each=each)
            return m.Recall(memory.type, id, subject, span=node.span)
        define = self.define(id) if is_own else None
        if define is not None and len(define.parameters) == 1:
            (wanted,) = define.parameters
            argument = self.ctx.expect(coerce(subject, wanted.type), (wanted.type,))
            return m.Meant(define.type, id, (argument,), span=node.span)
        if define is not None and define.parameters:
            given = self.ctx.pending[id].node_as(n.Define).parameters
            return self._several(id, given, node.span)
        subject = coerce_to_any(subject, [p.subject for p in asked])
        for p in asked:
            if p.subject == subject.type:
                if isinstance(subject, m.Prim) and subject.type == "allowance":
                    return m.Prim(
                        p.result, f"{id}:{subject.op.partition(':')[2]}", (), span=node.span
                    )
                return m.Prim(p.result, p.op, (subject,), span=node.span)
        if asked:
            types = tuple(p.subject for p in asked)
            self.ctx.expect(subject, types, "type-error.for.property", id=id)
            return broken(node.span)
        predicate = self.predicate(node.property, subject, node.span)
        if predicate is not None:
            return predicate
        names = [p.name for p in PROPERTIES] + [*self.ctx.pending, *self.ctx.memories]
        return self.ctx.report(
            "unknown-name.property",
            node.property.span,
            name_fix(node.property.span, names) or _askable(subject.type),
            type=described(subject.type),
            id=id,
        )

    def _refer_to_property(self, word: n.Name, is_own: bool) -> None:
        """Record what is asked for, whatever it is asked of."""
        if is_own and word.id in self.ctx.memories:
            self.ctx.refer(word.span, "memory", word.id)
        elif is_own and word.id in self.ctx.pending:
            self.ctx.refer(word.span, "define", word.id)
        elif properties(word.id):
            self.ctx.refer(word.span, "property", word.id)

    def applied(self, node: n.Applied) -> m.Term:
        """Bind a word that is defined for several things, `far(w, 3)`."""
        id = node.word.id
        memory = self.ctx.memories.get(id) if self.ctx.is_own(id, node.word.span) else None
        if memory is not None and memory.each is not None and is_pair(memory.each):
            self.ctx.refer(node.word.span, "memory", id)
            return self._held_for_pair(node, memory, memory.each)
        define = self.define(id)
        if define is not None:
            self.ctx.refer(node.word.span, "define", id)
        if define is None or not define.parameters:
            return self._not_defined_for_several(node)
        if len(define.parameters) != len(node.arguments):
            return self._several(id, self.ctx.pending[id].node_as(n.Define).parameters, node.span)
        args = []
        for given, wanted in zip(node.arguments, define.parameters, strict=True):
            term = coerce(self.term(given, wanted.type), wanted.type)
            args.append(self.ctx.expect(term, (wanted.type,), "type-error.for.word", id=id))
        return m.Meant(define.type, id, tuple(args), span=node.span)

    def _held_for_pair(self, node: n.Applied, memory: m.MemoryCell, each: str) -> m.Term:
        if len(node.arguments) != len(kinds_of(each)):
            return self.ctx.no_pair(memory.id, node.span, memory)
        things = self.ctx.pair(map(self.term, node.arguments), each, node.span)
        return m.Recall(memory.type, memory.id, things, span=node.span)

    def _not_defined_for_several(self, node: n.Applied) -> m.Term:
        id = node.word.id
        if id in self.ctx.open_defines:  # reported there
            return broken(node.span)
        hint: Advice = None
        if self.ctx.rules.get("rule", id) is not None:
            hint = wording("unknown-name.several.rule", text=node.span.text)
        elif id not in self.ctx.memories and not properties(id) and not self.ctx.pending.get(id):
            hint = name_fix(node.word.span, self.ctx.pending)
            hint = hint or wording("unknown-name.several.define", id=id)
        return self.ctx.report(
            "unknown-name.several", node.word.span, hint, id=id, number=len(node.arguments)
        )

    def _several(self, id: str, given: Sequence[n.Parameter], at: Span) -> m.Term:
        """Report a word that needs other things than it was given."""
        kinds = listed(described(parameter.kind) for parameter in given)
        words = ", ".join(parameter.name.id for parameter in given)
        shown = f"{id} of {words}" if len(given) == 1 else f"{id}({words})"
        return self.ctx.report("wrong-arguments.several", at, id=id, kinds=kinds, shown=shown)

    def _added(
        self, node: n.Define, things: list[m.Local], value: m.Term, addition: n.Addition
    ) -> m.Term:
        """Return the meaning of a word with what a layer adds: a sum, or another way to be true."""
        kinds = [parameter.kind for parameter in addition.parameters]
        if kinds and kinds != [thing.type for thing in things]:
            return self._several(node.id.id, node.parameters, addition.span)
        if addition.parameters:
            self.ctx.scope.variables = {}
            for given, thing in zip(addition.parameters, things, strict=True):
                self.ctx.name_variable(given.name.id, evolve(thing, span=given.name.span))
            self.ctx.scope.subject = next(iter(self.ctx.scope.variables.values()))
        if value.type not in ("number", "truth", BROKEN):
            return self.ctx.report(
                "type-error.addition",
                addition.value.span,
                id=node.id.id,
                type=described(value.type),
            )
        more = self.term(addition.value, value.type)
        if value.type == BROKEN:
            return value
        more = self.ctx.expect(more, (value.type,), "type-error.for.addition", id=node.id.id)
        if more.type == BROKEN:
            return more
        op = "+" if value.type == "number" else "or"
        return m.Calc(value.type, op, (value, more), span=addition.span)

    def remembered(self, memory: m.MemoryCell, subject: m.Term, span: Span) -> m.Term | None:
        """Return the value of a memory for a thing; None if it is not kept for such things."""
        coerced = coerce(subject, memory.each or "")
        if coerced.type != memory.each:
            return None
        return m.Recall(memory.type, memory.id, coerced, span=span)

    def is_card(self, node: n.Expr) -> bool:
        """Whether a name is that of a card, and of nothing else here."""
        return (
            isinstance(node, n.Name)
            and node.id not in self.ctx.scope.variables
            and self._is_card(node.id)
        )

    def _is_card(self, id: str) -> bool:
        return self.ctx.rules.get("card", id) is not None and id not in self.ctx.memories

    def predicate(self, word: n.Name, subject: m.Term, span: Span) -> m.Term | None:
        """Return `subject is word`; None if the word is not a predicate of the subject."""
        id = word.id
        is_own = self.ctx.is_own(id, span)
        if is_own and id in self.ctx.open_defines and self.define(id) is None:
            self.ctx.refer(word.span, "define", id)
            return broken(span)
        memory = self.ctx.memories.get(id) if is_own else None
        if memory is not None and memory.each is not None and memory.type == "truth":
            held = self.remembered(memory, subject, span)
            if held is not None:
                self.ctx.refer(word.span, "memory", id)
                return held
        define = self.define(id) if is_own else None
        if define is not None and len(define.parameters) == 1:
            (wanted,) = define.parameters
            coerced = coerce(subject, wanted.type)
            if coerced.type == wanted.type:
                self.ctx.refer(word.span, "define", id)
                return m.Meant(define.type, id, (coerced,), span=span)
        if subject.type == "piece" and is_own and id in self.ctx.pieces:
            self.ctx.refer(word.span, "piece", id)
            return self.of_kind(self.ctx.pieces[id], subject, span)
        if subject.type == "card":
            # `c is gale` or `c is gale_card`; a piece has the name of `c is tower_card`.
            kind = next((k for k in (id.removesuffix("_card"), id) if self._is_card(k)), None)
            if kind is not None:
                self.ctx.refer(word.span, "card", kind)
                return m.Prim("truth", f"face:{kind}", (subject,), span=span)
        if subject.type == "player" and id in self.ctx.colours:
            seat = m.Const("player", self.ctx.colours.index(id), span=span)
            return m.Calc("truth", "=", (subject, seat), span=span)
        known = {p.subject: p for p in predicates(id)}
        subject = coerce_to_any(subject, [*known])
        if subject.type in known:
            self.ctx.refer(word.span, "predicate", id)
            return m.Prim("truth", known[subject.type].op, (subject,), span=span)
        return None


def _of_the_main_deck(word: str) -> str | None:
    """Return how to ask for what people write behind `from`, which is asked for without it."""
    match word:
        case "hand":
            return wording("unknown-name.deck.hand")
        case "discards" | "discard_pile" | "discard":
            return wording("unknown-name.deck.discards")
        case "pile" | "draw_pile":
            return wording("unknown-name.deck.pile")
    return None


def _askable(type: str) -> str:
    known = sorted({p.name for p in PROPERTIES if p.subject == type})
    if not known:
        return wording("unknown-name.property.none", type=described(type))
    return wording("unknown-name.property.known", type=described(type), list=names(known))
