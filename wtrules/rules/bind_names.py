"""Binding of names: variables, memories, settings, tables, defined and built-in words."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define

from wtrules.diagnostics import Advice, Label, closest, name_fix
from wtrules.diagnostics.fix import one_of, replace
from wtrules.language.constants import CONSTANTS
from wtrules.language.physical import TABLES_READ_BY_NAME
from wtrules.language.predicates import PREDICATES, predicates
from wtrules.language.properties import PROPERTIES, properties
from wtrules.language.things import THINGS, described
from wtrules.phrase import listed, names, phrase
from wtrules.rules import meaning as m
from wtrules.rules.binding import BROKEN, BindTerm, Context, Scope, broken, coerce, coerce_to_any
from wtrules.rules.meaning import words_in
from wtrules.rules.model import Entry
from wtrules.rules.pieces import PieceKind
from wtrules.rules.values import MAX_STEPS, list_of, table_value
from wtrules.source import Span
from wtrules.syntax import nodes as n

IT = "it"  # what was chosen last


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
            self.ctx.report(
                "cyclic-definition",
                phrase("the definition of `{id}` refers to itself: {ring}", id=id, ring=ring),
                node.id.span,
                "refers back to itself",
                "define it in terms that do not refer back to it",
            )
            return None
        self.ctx.open_defines.append(id)
        outer, self.ctx.scope = self.ctx.scope, Scope()
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
        if steps > MAX_STEPS:
            steps = 0  # reported once
            value = self.ctx.report(
                "deep-nesting",
                phrase(
                    "`{id}` builds on more than {max_steps} words that build on each other",
                    id=id,
                    max_steps=MAX_STEPS,
                ),
                node.id.span,
                "part of a very long chain",
                "define it with fewer words in between",
            )
        self.ctx.scope = outer
        self.ctx.open_defines.pop()
        made = m.Define(id, parameters, value.type, value, span=node.span)
        self.ctx.defines[id] = made
        self.ctx.steps[id] = steps
        return made

    def parameter(self, node: n.Parameter) -> m.Parameter:
        """Bind a parameter: its name is a variable from here on."""
        local = self.ctx.bind(node.name, node.kind, node.name.span)
        return m.Parameter(local.name, local.type)

    def name(self, node: n.Name, expected: str | None) -> m.Term:
        id, span = node.id, node.span
        if expected == "symbol" and id in self.ctx.symbols:
            return m.Const("symbol", self.ctx.symbols[id], span=span)
        if expected == "spell" and id in self.ctx.spells:
            return m.Const("spell", self.ctx.spells[id], span=span)
        if expected == "deck" and id in self.ctx.decks:
            return m.Const("deck", self.ctx.decks[id], span=span)
        if id in self.ctx.scope.variables:
            local = self.ctx.scope.variables[id]
            return m.Local(local.type, local.name, span=span)
        is_own = self.ctx.is_own(id, span)
        if is_own and (named := self._named(node)) is not None:
            return named
        subject = self.ctx.scope.subject
        if subject is not None:
            predicate = self.predicate(id, subject, span)
            if predicate is not None:
                return predicate
        if is_own and id in self.ctx.pieces:
            return self.piece(node)
        constant = CONSTANTS.get(id)
        if constant is not None:
            if id == "yes":
                return m.Const("truth", 1, span=span)
            if id == "nothing" and expected in THINGS:
                return m.Const(expected, -1, span=span)
            return m.Prim(constant.type, id, (), span=span)
        if id in self.ctx.spells:
            return m.Const("spell", self.ctx.spells[id], span=span)
        if id in self.ctx.decks:
            return m.Const("deck", self.ctx.decks[id], span=span)
        if id in self.ctx.symbols:
            return m.Const("symbol", self.ctx.symbols[id], span=span)
        if id == IT and self.ctx.scope.it is not None:
            return m.Local(self.ctx.scope.it.type, self.ctx.scope.it.name, span=span)
        return self.unknown(node, expected)

    def _named(self, node: n.Name) -> m.Term | None:
        """Return the value of a memory, allowance, setting, column or defined word; None if it is none."""
        id, span = node.id, node.span
        if id in self.ctx.memories:
            memory = self.ctx.memories[id]
            subject = self.ctx.scope.subject
            if memory.each is not None and subject is not None:
                held = self.remembered(memory, subject, span)
                if held is not None:
                    return held
            if memory.each == "player":
                return m.Recall("group", id, None, span=span)
            if memory.each is not None:
                return self.ctx.report(
                    "type-error",
                    phrase("`{id}` has a value for each {each}", id=id, each=memory.each),
                    span,
                    "which one?",
                    phrase("write `{id} of {each}`", id=id, each=memory.each[0]),
                    related=(Label(memory.span, "defined here"),),
                )
            return m.Recall(memory.type, id, None, span=span)
        if id in self.ctx.allowances:
            return m.Prim("allowance", f"allowance:{id}", (), span=span)
        setting = self.ctx.rules.get("setting", id)
        if setting is not None:
            return self.setting(setting, span)
        column = self.column(node)
        if column is not None:
            return column
        define = self.define(id)
        if define is not None and not define.parameters:
            return m.Meant(define.type, id, (), span=span)
        return None

    def piece(self, node: n.Name) -> m.Term:
        """Return the piece of this name; of several, a query must say which."""
        kind = self.ctx.pieces[node.id]
        if kind.number == 1:
            return m.Const("piece", kind.first, span=node.span)
        return self.ctx.report(
            "type-error",
            phrase("there are {number} pieces called `{id}`", number=kind.number, id=kind.id),
            node.span,
            "which one?",
            phrase(
                "choose or look for one: `choose piece x where x is {id}`, `first piece x where x is "
                "{id}`; or all: `each piece x where x is {id} {{ … }}`",
                id=kind.id,
            ),
            related=(Label(kind.span, "defined here"),),
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
                phrase(", but this is {type}", type=described(subject.type))
                if subject is not None
                else ""
            )
            return self.ctx.report(
                "type-error",
                phrase(
                    "`{id}` is for {list}{of}",
                    id=id,
                    list=listed(map(described, kinds), "or"),
                    of=of,
                ),
                node.span,
                "of what?",
                phrase("write `x is {id}` with {kinds} for x", id=id, kinds=described(kinds[0])),
            )
        asked = properties(id)
        if asked or (id in self.ctx.pending):
            of = asked[0].subject if asked else "something"
            return self.ctx.report(
                "type-error",
                phrase("`{id}` is a property of {of}", id=id, of=described(of)),
                node.span,
                "of what?",
                self._name_it(node),
            )
        from wtrules.diagnostics import wishes  # only rules with errors need this table

        hint: Advice = self.ctx.later.get(id)
        wish = wishes.names().get(id)
        if hint is None and wish is not None:
            hint = wish.advice
            if wish.write:
                hint = replace(node.span, wish.write, wish.advice, wish.is_sure)
        if hint is None and expected == "number" and id in ("a", "an"):
            hint = replace(node.span, "1", is_safe=True)
        if expected == "deck":
            return self.ctx.report(
                "unknown-name",
                phrase("there is no deck called `{id}`", id=id),
                node.span,
                "unknown",
                name_fix(node.span, self.ctx.decks)
                or _OF_THE_MAIN_DECK.get(id)
                or phrase("define it: `deck {id} {{ 4 x … }}`", id=id),
            )
        hint = hint or name_fix(node.span, self.known_names())
        return self.ctx.report(
            "unknown-name",
            phrase("`{id}` is not defined", id=id),
            node.span,
            "unknown",
            hint or "define it, or name a setting, memory or variable",
            phrase("for a new piece: `piece {id} on space 8`", id=id)
            if expected in ("wizard", "piece") and wish is None
            else None,
        )

    def _name_it(self, node: n.Name) -> Advice:
        """Return how to write a property of what the query is about."""
        subject, property = self.ctx.scope.subject, node.id
        for name, local in self.ctx.scope.variables.items():
            if local is subject and not name.startswith("_"):
                return replace(node.span, f"{property} of {name}", is_safe=True)
        if subject is not None and subject.type in THINGS:
            return phrase(
                "name the {type}: `{type} x where {property} of x …`",
                type=subject.type,
                property=property,
            )
        return phrase(
            "write `{property} of x`, with the name of something for `x`", property=property
        )

    def known_names(self) -> list[str]:
        """Return all known names, for did-you-mean."""
        if not self.ctx.everywhere:
            self.ctx.everywhere = self._known_everywhere()
        return [*self.ctx.scope.variables, *self.ctx.everywhere]

    def is_new(self, word: str) -> bool:
        """Whether a word means nothing yet, and is not a known one misspelt."""
        from wtrules.diagnostics import wishes

        known = self._known_everywhere()
        return not ("." in word or word in known or word in wishes.names() or closest(word, known))

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
        if id in TABLES_READ_BY_NAME:
            return self.ctx.report(
                "type-error",
                phrase("table `{id}` is the shape of the track; rules do not read it", id=id),
                node.span,
                "not a value",
                "write `s + 1` for the next space clockwise, `s - 1` for the one before",
            )
        table = table_value(entry)
        if column not in table.columns:
            near = closest(column, table.columns)
            help = phrase("its columns are: {list}", list=names(table.columns))
            return self.ctx.report(
                "unknown-column",
                phrase("table `{id}` has no column `{column}`", id=id, column=column),
                node.span,
                "no such column",
                replace(
                    node.span,
                    f"{id}.{near}",
                    phrase("did you mean `{id}.{near}`?", id=id, near=near),
                )
                if near
                else help,
                *(() if near else one_of(node.span, [f"{id}.{x}" for x in table.columns], help)),
                related=(Label(entry.name_span, "the table"),),
            )
        if key is None and table.key != "players":
            return self.ctx.report(
                "wrong-arguments",
                phrase(
                    "the rows of table `{id}` are chosen by `{key}`, not by the number of players",
                    id=id,
                    key=table.key,
                ),
                node.span,
                "which row?",
                phrase("write `{id} at …`", id=node.id),
            )
        place = table.columns.index(column)
        cells = [row.cells[place] for row in table.rows if place < len(row.cells)]
        words = bool(cells) and all(cell.text is not None for cell in cells)
        return m.Column("symbol" if words else "number", id, column, key, span=node.span)

    def entry_at(self, node: n.EntryAt) -> m.Term:
        key = self.ctx.expect(self.term(node.key), ("number", "space", "symbol", "player"))
        entry = self.ctx.rules.get("setting", node.table.id)
        if entry is not None:
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
            "unknown-name",
            phrase("there is no list or table called `{table}`", table=node.table.id),
            node.table.span,
            "unknown",
            name_fix(node.table.span, names),
        )

    def property_of(self, node: n.PropertyOf) -> m.Term:
        id = node.property.id
        asked = properties(id)
        is_own = self.ctx.is_own(id, node.property.span)
        of_deck = bool(asked) and all(p.subject == "deck" for p in asked)
        of_deck = of_deck and not (is_own and id in self.ctx.memories)
        subject = self.term(node.subject, "deck" if of_deck else None)
        if subject.type == BROKEN:
            return subject
        if is_own and id in self.ctx.memories:
            memory = self.ctx.memories[id]
            each = memory.each
            if each is None:
                return self.ctx.report(
                    "type-error",
                    phrase(
                        "`{id}` has one value for the whole game, not one for each player", id=id
                    ),
                    node.property.span,
                    "one value for all",
                    replace(
                        node.span,
                        id,
                        phrase("write just `{id}`, or add `for each player` to the memory", id=id),
                    ),
                    related=(Label(memory.span, "defined here"),),
                )
            subject = coerce(subject, each)
            subject = self.ctx.expect(
                subject, (each,), phrase(" (the memory has a value for each {each})", each=each)
            )
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
            self.ctx.expect(
                subject, tuple(p.subject for p in asked), phrase(" for `{id} of`", id=id)
            )
            return broken(node.span)
        predicate = self.predicate(id, subject, node.span)
        if predicate is not None:
            return predicate
        names = [p.name for p in PROPERTIES] + [*self.ctx.pending, *self.ctx.memories]
        return self.ctx.report(
            "unknown-name",
            phrase("{type} has no property `{id}`", type=described(subject.type), id=id),
            node.property.span,
            "unknown",
            name_fix(node.property.span, names) or _askable(subject.type),
        )

    def applied(self, node: n.Applied) -> m.Term:
        """Bind a word that is defined for several things, `far(w, 3)`."""
        id = node.word.id
        define = self.define(id)
        if define is None or not define.parameters:
            return self._not_defined_for_several(node)
        if len(define.parameters) != len(node.arguments):
            return self._several(id, self.ctx.pending[id].node_as(n.Define).parameters, node.span)
        args = []
        for given, wanted in zip(node.arguments, define.parameters, strict=True):
            term = coerce(self.term(given, wanted.type), wanted.type)
            args.append(self.ctx.expect(term, (wanted.type,), phrase(" in `{id}(…)`", id=id)))
        return m.Meant(define.type, id, tuple(args), span=node.span)

    def _not_defined_for_several(self, node: n.Applied) -> m.Term:
        id = node.word.id
        if id in self.ctx.open_defines:  # reported there
            return broken(node.span)
        hint: Advice = phrase("write `{id} of x`, with one thing for x", id=id)
        if self.ctx.rules.get("rule", id) is not None:
            hint = phrase(
                "a rule has no value: write the statement `perform {text}`", text=node.span.text
            )
        elif id not in self.ctx.memories and not properties(id) and not self.ctx.pending.get(id):
            hint = name_fix(node.word.span, self.ctx.pending) or (
                phrase("define it: `define {id}(wizard w, number n) = …`", id=id)
            )
        return self.ctx.report(
            "unknown-name",
            phrase(
                "`{id}` is not a word that is defined for {number} things",
                id=id,
                number=len(node.arguments),
            ),
            node.word.span,
            "not defined for several things",
            hint,
        )

    def _several(self, id: str, given: Sequence[n.Parameter], at: Span) -> m.Term:
        """Report a word that needs other things than it was given."""
        kinds = listed(described(parameter.kind) for parameter in given)
        words = ", ".join(parameter.name.id for parameter in given)
        shown = f"{id} of {words}" if len(given) == 1 else f"{id}({words})"
        return self.ctx.report(
            "wrong-arguments",
            phrase("`{id}` is defined for {kinds}", id=id, kinds=kinds),
            at,
            "of what?",
            phrase("write `{shown}`", shown=shown),
        )

    def _added(
        self, node: n.Define, things: list[m.Local], value: m.Term, addition: n.Addition
    ) -> m.Term:
        """Return the meaning of a word with what a layer adds: a sum, or another way to be true."""
        kinds = [parameter.kind for parameter in addition.parameters]
        if kinds and kinds != [thing.type for thing in things]:
            return self._several(node.id.id, node.parameters, addition.span)
        if addition.parameters:
            names = [parameter.name.id for parameter in addition.parameters]
            self.ctx.scope.variables = dict(zip(names, things, strict=True))
        if value.type not in ("number", "truth", BROKEN):
            return self.ctx.report(
                "type-error",
                phrase(
                    "nothing can be added to `{id}`, which is {type}",
                    id=node.id.id,
                    type=described(value.type),
                ),
                addition.value.span,
                "only numbers add up, and yes/no words can be true in more cases",
                phrase("write `override define {id}` to replace it", id=node.id.id),
            )
        more = self.term(addition.value, value.type)
        if value.type == BROKEN:
            return value
        more = self.ctx.expect(
            more, (value.type,), phrase(", because `{id}` is one", id=node.id.id)
        )
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

    def predicate(self, id: str, subject: m.Term, span: Span) -> m.Term | None:
        """Return `subject is id`; None if the word is not a predicate of the subject."""
        is_own = self.ctx.is_own(id, span)
        if is_own and id in self.ctx.open_defines and self.define(id) is None:
            return broken(span)
        memory = self.ctx.memories.get(id) if is_own else None
        if memory is not None and memory.each is not None and memory.type == "truth":
            held = self.remembered(memory, subject, span)
            if held is not None:
                return held
        define = self.define(id) if is_own else None
        if define is not None and len(define.parameters) == 1:
            (wanted,) = define.parameters
            coerced = coerce(subject, wanted.type)
            if coerced.type == wanted.type:
                return m.Meant(define.type, id, (coerced,), span=span)
        if subject.type == "piece" and is_own and id in self.ctx.pieces:
            return self.of_kind(self.ctx.pieces[id], subject, span)
        if subject.type == "card":
            # `c is gale` or `c is gale_card`; a piece has the name of `c is tower_card`.
            kind = next((k for k in (id.removesuffix("_card"), id) if self._is_card(k)), None)
            if kind is not None:
                return m.Prim("truth", f"face:{kind}", (subject,), span=span)
        if subject.type == "player" and id in self.ctx.colours:
            seat = m.Const("player", self.ctx.colours.index(id), span=span)
            return m.Calc("truth", "=", (subject, seat), span=span)
        known = {p.subject: p for p in predicates(id)}
        subject = coerce_to_any(subject, [*known])
        if subject.type in known:
            return m.Prim("truth", known[subject.type].op, (subject,), span=span)
        return None


# What is asked for without `from`, by the words that people put behind it.
_OF_THE_MAIN_DECK = {
    **dict.fromkeys(
        ("hand", "deck"), "leave `from …` out: `card c` is a card of the main deck in your hand"
    ),
    **dict.fromkeys(
        ("discards", "discard_pile", "discard"), "write `card c where discarded`, without `from …`"
    ),
    **dict.fromkeys(("pile", "draw_pile"), "leave `from …` out: cards are drawn from the pile"),
}


def _askable(type: str) -> str:
    known = sorted({p.name for p in PROPERTIES if p.subject == type})
    if not known:
        return phrase("{type} has no properties", type=described(type))
    return phrase("{type} has the properties: {list}", type=described(type), list=names(known))
