"""From resolved rules to their meaning: names bound, types checked.

Comes in: `Rules`, whose nodes still hold names. Goes out: a `Meaning` for the compiler, and every
fault found on the way. A term with a fault becomes a harmless constant, so that one slip gives
one report.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from attrs import define, field

from wtrules.diagnostics import Diagnostic, Label, closest, name_hint
from wtrules.rules import meaning as m
from wtrules.rules import vocabulary as voc
from wtrules.rules.model import Entry, Rules
from wtrules.rules.values import NotConstant, letters, setting_value, table_value
from wtrules.source import Span
from wtrules.syntax import nodes as n

NUMBERS = 128  # numbers that can be chosen: 0 to 127
BROKEN = "broken"  # the type of a term that has been reported already

_PLURAL = {"number": "a number", "truth": "something that holds or not", "castle": "the castle"}
_ORDERED = ("number", "space", "player", "place")


def elaborate(rules: Rules) -> tuple[m.Meaning, tuple[Diagnostic, ...]]:
    """Return the meaning of *rules* and what keeps it from making sense."""
    work = _Elaborator(rules)
    return work.run(), tuple(work.diagnostics)


def a(type: str) -> str:
    """Return a type in plain words: `a wizard`."""
    return _PLURAL.get(type, f"a {type}")


@define
class _Scope:
    """The names that hold at one point of a rule."""

    variables: dict[str, m.Local] = field(factory=dict)
    subject: m.Term | None = None
    event_unknown: bool = False  # the rule's event has been reported


@define
class _Elaborator:
    rules: Rules
    diagnostics: list[Diagnostic] = field(factory=list)
    symbols: dict[str, int] = field(factory=dict)
    spells: dict[str, int] = field(factory=dict)
    colours: tuple[str, ...] = ()
    memories: dict[str, m.MemoryCell] = field(factory=dict)
    allowances: dict[str, m.AllowanceCell] = field(factory=dict)
    defines: dict[str, m.Define] = field(factory=dict)
    pending: dict[str, Entry] = field(factory=dict)
    open_defines: list[str] = field(factory=list)
    scope: _Scope = field(factory=_Scope)
    counter: int = 0
    everywhere: list[str] = field(factory=list)  # names that hold in every rule

    # --- the whole ---

    def run(self) -> m.Meaning:
        rules = self.rules
        self.spells = {entry.id: i for i, entry in enumerate(rules.of_kind("spell"))}
        self.colours = tuple(letters(rules))
        self._collect_symbols()
        self.pending = {entry.id: entry for entry in rules.of_kind("define")}
        for entry in rules.of_kind("memory"):
            self.memories[entry.id] = self._memory(entry)
        for entry in rules.of_kind("allowance"):
            self.allowances[entry.id] = self._allowance(entry)
        for id in list(self.pending):
            self._define(id)
        return m.Meaning(
            rules={e.id: self._rule(e) for e in rules.of_kind("rule")},
            cards={e.id: self._card(e) for e in rules.of_kind("card")},
            spells={e.id: self._spell(e) for e in rules.of_kind("spell")},
            defines=self.defines,
            memories=self.memories,
            allowances=self.allowances,
            outcomes=tuple(e.id for e in rules.of_kind("outcome")),
            symbols=tuple(self.symbols),
        )

    def _collect_symbols(self) -> None:
        for entry in self.rules.of_kind("memory"):
            node = entry.node
            if isinstance(node, n.Memory) and isinstance(node.value, n.OneOf):
                for name in node.value.names:
                    self.symbols.setdefault(name.id, len(self.symbols))
        for entry in self.rules.of_kind("setting"):
            node = entry.node
            assert isinstance(node, n.Setting)
            try:
                constants = setting_value(self.rules, entry).entries
            except NotConstant as error:
                self.diagnostics.append(error.fault)
                continue
            words = [*(name.id for name in node.value.choices), *constants]
            for word in words:
                if isinstance(word, str):
                    self.symbols.setdefault(word, len(self.symbols))
        for entry in self.rules.of_kind("table"):
            if entry.id == "colours":  # its letters are for positions, no words of the rules
                continue
            for row in table_value(entry).rows:
                for cell in row.cells:
                    if cell.text is not None and not cell.quoted:
                        self.symbols.setdefault(cell.text, len(self.symbols))

    # --- reports ---

    def report(self, code: str, message: str, at: Span, label: str, **more: object) -> m.Const:
        self.diagnostics.append(Diagnostic(code, message, Label(at, label), **more))  # type: ignore[arg-type]
        return m.Const(BROKEN, 0, span=at)

    def expect(self, term: m.Term, types: Sequence[str], what: str = "") -> m.Term:
        """Return *term* if it has one of the types, a harmless constant after a report if not."""
        if term.type == BROKEN or term.type in types:
            return term
        wanted = " or ".join(a(t) for t in types)
        return self.report(
            "type-error",
            f"{wanted} is needed here{what}, but `{term.span.text}` is {a(term.type)}",
            term.span,
            f"this is {a(term.type)}",
            help=self._type_help(term.type, types),
        )

    def _type_help(self, given: str, types: Sequence[str]) -> tuple[str, ...]:
        ways = [
            f"`{p.name} of …` turns {a(given)} into {a(p.result)}"
            for p in voc.PROPERTIES
            if p.subject == given and p.result in types
        ]
        return (ways[0],) if ways else ()

    # --- definitions ---

    def _memory(self, entry: Entry) -> m.MemoryCell:
        node = entry.node
        assert isinstance(node, n.Memory)
        value = node.value
        initial: m.Term
        match value:
            case n.OneOf():
                initial = m.Const("symbol", self.symbols[value.names[0].id], span=value.span)
            case n.KindValue():
                initial = m.Const(value.kind, -1, span=value.span)
            case _:
                if isinstance(value, n.Name) and value.id in self.symbols:
                    initial = m.Const("symbol", self.symbols[value.id], span=value.span)
                else:
                    initial = self.expect(self.term(value), ("number", "symbol", "truth"))
        scope = node.unit.scope if node.unit else "game"
        each = bool(node.unit and node.unit.each_player)
        return m.MemoryCell(node.id.id, initial.type, initial, scope, each, span=node.span)

    def _allowance(self, entry: Entry) -> m.AllowanceCell:
        node = entry.node
        assert isinstance(node, n.Allowance)
        amount = self.expect(self.term(node.amount), ("number",))
        return m.AllowanceCell(
            node.id.id, amount, node.unit.scope, node.unit.each_player, span=node.span
        )

    def _define(self, id: str) -> m.Define | None:
        """Return a defined word, elaborating it when it is first asked for."""
        if id in self.defines:
            return self.defines[id]
        entry = self.pending.get(id)
        if entry is None:
            return None
        node = entry.node
        assert isinstance(node, n.Define)
        if id in self.open_defines:
            ring = " → ".join([*self.open_defines[self.open_defines.index(id) :], id])
            self.report(
                "cyclic-definition",
                f"`{id}` is defined by itself: {ring}",
                node.id.span,
                "needs its own meaning to have one",
                help=("say it in words that do not come back to it",),
            )
            return None
        self.open_defines.append(id)
        outer, self.scope = self.scope, _Scope()
        parameter = None
        if node.parameter is not None:
            local = self.bind(node.parameter.name, node.parameter.kind)
            parameter = (local.name, local.type)
            self.scope.subject = local
        value = self.term(node.value)
        self.scope = outer
        self.open_defines.pop()
        made = m.Define(id, parameter, value.type, value, span=node.span)
        self.defines[id] = made
        return made

    def _rule(self, entry: Entry) -> m.Rule:
        node = entry.node
        assert isinstance(node, n.Rule)
        self.scope = _Scope()
        parameters = self._parameters(node.parameters)
        on = self._reactions([c for c in node.clauses if isinstance(c, n.Trigger)])
        forbids = self._reactions([c for c in node.clauses if isinstance(c, n.Forbid)])
        for forbid in forbids:
            pattern = next(e for e in voc.EVENTS if e.id == forbid.event)
            if not pattern.forbiddable:
                self.report(
                    "cannot-forbid",
                    f"`{' '.join(pattern.words)}` cannot be forbidden, it only follows",
                    forbid.span,
                    "forbid what leads to it",
                    help=("these can be forbidden: " + _forbiddable(),),
                )
        after = []
        for clause in node.clauses:
            if isinstance(clause, n.RuleAfter):
                after += [name.id for name in clause.rules]
        body = self.body(_statements(node.clauses))
        return m.Rule(entry.id, parameters, on, forbids, tuple(after), body, span=node.id.span)

    def _card(self, entry: Entry) -> m.Card:
        node = entry.node
        assert isinstance(node, n.Card)
        self.scope = _Scope()
        parameters = self._parameters(node.parameters)
        for parameter in node.parameters[1:]:
            self.report(
                "wrong-arguments",
                f"card `{entry.id}` has more than one number",
                parameter.span,
                "a half of a card carries one number at most",
                help=("keep one number; make two kinds of card for two different effects",),
            )
        code = next((c.name.id for c in node.clauses if isinstance(c, n.Code)), entry.id[:1])
        body = self.body(_statements(node.clauses))
        return m.Card(entry.id, code, parameters, body, span=node.id.span)

    def _spell(self, entry: Entry) -> m.Spell:
        node = entry.node
        assert isinstance(node, n.Spell)
        self.scope = _Scope()
        cost: m.Term = m.Const("number", 0, span=node.id.span)
        for clause in node.clauses:
            if isinstance(clause, n.Cost):
                cost = self.expect(self.term(clause.value), ("number",))
        body = self.body(_statements(node.clauses))
        return m.Spell(entry.id, cost, body, span=node.id.span)

    def _parameters(self, nodes: Sequence[n.Parameter]) -> tuple[tuple[str, str], ...]:
        bound = [self.bind(parameter.name, parameter.kind) for parameter in nodes]
        return tuple((local.name, local.type) for local in bound)

    # --- events ---

    def _reactions(self, clauses: Sequence[n.Trigger | n.Forbid]) -> tuple[m.Reaction, ...]:
        events = [event for clause in clauses for event in clause.events]
        found: list[m.Reaction] = []
        bound: dict[str, str] = {}
        for event in events:
            pattern, names = self._pattern(event)
            if pattern is None:
                self.scope.event_unknown = True
                continue
            for name, type in zip(names, pattern.types, strict=True):
                if bound.setdefault(name, type) != type:
                    self.report(
                        "type-error",
                        f"`{name}` is {a(bound[name])} in one event and {a(type)} in another",
                        event.span,
                        f"{a(type)} here",
                        help=("use two names, or two rules",),
                    )
            found.append(m.Reaction(pattern.id, names, span=event.span))
        for name, type in bound.items():
            missing = next((r for r in found if name not in r.names), None)
            if missing is not None and len(found) > 1:
                continue  # only usable where every event names it; uses are reported as unknown
            self.scope.variables[name] = m.Local(type, name, span=events[0].span)
        return tuple(found)

    def _pattern(self, event: n.Event) -> tuple[voc.EventPattern | None, tuple[str, ...]]:
        for pattern in voc.EVENTS:
            names = _match(pattern, event.words)
            if names is not None:
                return pattern, names
        texts = [" ".join(p.words) for p in voc.EVENTS]
        heads = [t for t in texts if t.split()[0] == event.words[0]] or texts
        near = closest(" ".join(event.words), heads)
        self.report(
            "unknown-event",
            f"nothing in the game is called `{' '.join(event.words)}`",
            event.span,
            "not an event",
            help=(
                f"did you mean `{near}`?" if near else "events are: " + "; ".join(heads),
                "capital letters stand for names of your own",
            ),
        )
        return None, ()

    # --- names and scopes ---

    def bind(self, name: n.Name | None, type: str, at: Span | None = None) -> m.Local:
        """Make a variable; each has a name of its own in the whole ruleset."""
        self.counter += 1
        span = name.span if name is not None else at
        assert span is not None
        written = name.id if name is not None else type
        local = m.Local(type, f"{written}_{self.counter}", span=span)
        if name is not None:
            self.scope.variables[written] = local
        else:
            self.scope.variables[f"_{self.counter}"] = local
        return local

    @contextmanager
    def inner(self) -> Iterator[None]:
        """Keep the names made inside from reaching outside."""
        outer = self.scope
        self.scope = _Scope(dict(outer.variables), outer.subject, outer.event_unknown)
        yield
        self.scope = outer

    # --- terms ---

    def truth(self, node: n.Expr) -> m.Term:
        """Elaborate a condition."""
        return self.expect(self.term(node), ("truth",))

    def term(self, node: n.Expr, expected: str | None = None) -> m.Term:
        """Elaborate a term; *expected* decides between a symbol and another thing of the name."""
        match node:
            case n.Number():
                return m.Const("number", node.value, span=node.span)
            case n.Text():
                return self.report(
                    "type-error",
                    "a text stands where the rules need a value",
                    node.span,
                    "a text means nothing to the game",
                    help=("texts belong to `says`, `name`, `title` and examples",),
                )
            case n.Range():
                return self.report(
                    "type-error",
                    "a range stands where one value is needed",
                    node.span,
                    "this is many numbers",
                    help=("compare with `>=` and `<=` instead",),
                )
            case n.Name():
                return self.name(node, expected)
            case n.Castle():
                return m.Prim("castle", "castle", (), span=node.span)
            case n.PropertyOf():
                return self.property_of(node)
            case n.EntryAt():
                return self.entry_at(node)
            case n.Unary(operator="not"):
                return m.Calc("truth", "not", (self.truth(node.operand),), span=node.span)
            case n.Unary():
                number = self.expect(self.term(node.operand), ("number",))
                if isinstance(number, m.Const):
                    return m.Const(number.type, -number.value, span=node.span)
                return m.Calc("number", "-", (number,), span=node.span)
            case n.Binary():
                return self.binary(node)
            case n.Relation():
                return self.implied_relation(node)
            case n.Ask():
                return self.ask(node)
            case n.Extreme():
                with self.inner():
                    query = self.query(node.query)
                    value = self.expect(self.term(node.value), ("number",))
                return m.Best(node.word, value, query, span=node.span)
            case n.Can():
                return m.Possible(self.act(node.action), span=node.span)

    def name(self, node: n.Name, expected: str | None) -> m.Term:
        id, span = node.id, node.span
        if expected == "symbol" and id in self.symbols:
            return m.Const("symbol", self.symbols[id], span=span)
        if expected == "spell" and id in self.spells:
            return m.Const("spell", self.spells[id], span=span)
        if id in self.scope.variables:
            local = self.scope.variables[id]
            return m.Local(local.type, local.name, span=span)
        if id in self.memories:
            memory = self.memories[id]
            if memory.each_player:
                return m.Recall("group", id, None, span=span)
            return m.Recall(memory.type, id, None, span=span)
        if id in self.allowances:
            return m.Prim("allowance", f"allowance:{id}", (), span=span)
        setting = self.rules.get("setting", id)
        if setting is not None:
            return self.setting(setting, span)
        column = self.column(node)
        if column is not None:
            return column
        define = self._define(id)
        if define is not None and define.parameter is None:
            return m.Meant(define.type, id, (), span=span)
        subject = self.scope.subject
        if subject is not None:
            predicate = self.predicate(id, subject, span)
            if predicate is not None:
                return predicate
        constant = voc.constant(id)
        if constant is not None:
            if id == "yes":
                return m.Const("truth", 1, span=span)
            return m.Prim(constant.type, id, (), span=span)
        if id in self.spells:
            return m.Const("spell", self.spells[id], span=span)
        if id in self.symbols:
            return m.Const("symbol", self.symbols[id], span=span)
        return self.unknown(node)

    def unknown(self, node: n.Name) -> m.Term:
        id = node.id
        if self.scope.event_unknown:  # its names cannot be known either
            return m.Const(BROKEN, 0, span=node.span)
        define = self.rules.get("define", id)
        if define is not None or voc.predicates(id):
            kinds = [p.subject for p in voc.predicates(id)]
            if define is not None and isinstance(define.node, n.Define) and define.node.parameter:
                kinds = [define.node.parameter.kind]
            if not kinds:  # a word defined by itself, reported where it is defined
                return m.Const(BROKEN, 0, span=node.span)
            subject = self.scope.subject
            of = f", and this is about {a(subject.type)}" if subject is not None else ""
            return self.report(
                "type-error",
                f"`{id}` is said of {' or '.join(a(k) for k in kinds)}{of}",
                node.span,
                "of whom?",
                help=(f"write `x is {id}` with {a(kinds[0])} for x",),
            )
        properties = voc.properties(id)
        if properties or (id in self.pending):
            of = properties[0].subject if properties else "something"
            return self.report(
                "type-error",
                f"`{id}` is asked of {a(of)}",
                node.span,
                "of whom?",
                help=(f"write `{id} of x`",),
            )
        hint = name_hint(id, self.known_names())
        return self.report(
            "unknown-name",
            f"`{id}` means nothing here",
            node.span,
            "not known",
            help=(hint,) if hint else ("define it, or name a setting, memory or variable",),
        )

    def known_names(self) -> list[str]:
        """Everything a name could have meant, for did-you-mean."""
        if not self.everywhere:
            self.everywhere = self._known_everywhere()
        return [*self.scope.variables, *self.everywhere]

    def _known_everywhere(self) -> list[str]:
        names: list[str] = []
        names += [*self.memories, *self.allowances, *self.pending, *self.spells, *self.symbols]
        names += [entry.id for entry in self.rules.of_kind("setting")]
        names += [c.name for c in voc.CONSTANTS] + [p.name for p in voc.PREDICATES]
        for entry in self.rules.of_kind("table"):
            names += [f"{entry.id}.{column}" for column in table_value(entry).columns]
        return names

    def setting(self, entry: Entry, span: Span) -> m.Term:
        try:
            value = setting_value(self.rules, entry)
        except NotConstant:
            return m.Const(BROKEN, 0, span=span)  # reported with the setting itself
        if len(value.entries) != 1:
            return m.Prim("list", f"list:{entry.id}", (), span=span)
        constant = value.entries[0]
        if isinstance(constant, int):
            return m.Const("number", constant, span=span)
        if isinstance(constant, str):
            return m.Const("symbol", self.symbols.get(constant, 0), span=span)
        return m.Prim("list", f"list:{entry.id}", (), span=span)

    def column(self, node: n.Name, key: m.Term | None = None) -> m.Term | None:
        """Return a table's column, for `supply.wizards` and `grades.grade at n`."""
        id, _, column = node.id.rpartition(".")
        entry = self.rules.get("table", id) if id else None
        if entry is None:
            return None
        table = table_value(entry)
        if column not in table.columns:
            near = closest(column, table.columns)
            return self.report(
                "unknown-column",
                f"table `{id}` has no column `{column}`",
                node.span,
                "no such column",
                related=(Label(entry.name_span, "the table"),),
                help=(
                    f"did you mean `{id}.{near}`?"
                    if near
                    else "its columns are: " + ", ".join(table.columns),
                ),
            )
        if key is None and table.key != "players":
            return self.report(
                "wrong-arguments",
                f"table `{id}` is read by `{table.key}`, not by the number of players",
                node.span,
                "which row?",
                help=(f"write `{node.id} at …`",),
            )
        texts = {
            c.text is not None
            for row in table.rows
            for c in row.cells[table.columns.index(column) : table.columns.index(column) + 1]
        }
        type = "symbol" if texts == {True} else "number"
        return m.Column(type, id, column, key, span=node.span)

    def entry_at(self, node: n.EntryAt) -> m.Term:
        key = self.expect(self.term(node.key), ("number", "space", "symbol", "player"))
        entry = self.rules.get("setting", node.table.id)
        if entry is not None:
            try:
                words = any(isinstance(c, str) for c in setting_value(self.rules, entry).entries)
            except NotConstant:
                return m.Const(BROKEN, 0, span=node.span)
            return m.ListAt("symbol" if words else "number", entry.id, key, span=node.span)
        column = self.column(node.table, key)
        if column is not None:
            return column
        hint = name_hint(
            node.table.id,
            [e.id for kind in ("setting", "table") for e in self.rules.of_kind(kind)],
        )
        return self.report(
            "unknown-name",
            f"there is no list or table called `{node.table.id}`",
            node.table.span,
            "not known",
            help=(hint,) if hint else (),
        )

    def property_of(self, node: n.PropertyOf) -> m.Term:
        id = node.property.id
        subject = self.term(node.subject)
        if subject.type == BROKEN:
            return subject
        if id in self.memories:
            memory = self.memories[id]
            player = self.expect(subject, ("player",), " (the memory is kept for each player)")
            if not memory.each_player:
                return self.report(
                    "type-error",
                    f"`{id}` is remembered once for all, not for each player",
                    node.property.span,
                    "kept for the whole table",
                    related=(Label(memory.span, "remembered here"),),
                    help=(f"write just `{id}`, or add `for each player` to the memory",),
                )
            return m.Recall(memory.type, id, player, span=node.span)
        define = self._define(id)
        if define is not None and define.parameter is not None:
            argument = self.coerce(subject, define.parameter[1])
            argument = self.expect(argument, (define.parameter[1],))
            return m.Meant(define.type, id, (argument,), span=node.span)
        properties = voc.properties(id)
        for p in properties:
            if p.subject == subject.type:
                return self.primitive(p.result, f"{id}:{p.subject}", subject, node.span)
        if properties:
            self.expect(subject, tuple(p.subject for p in properties), f" for `{id} of`")
            return m.Const(BROKEN, 0, span=node.span)
        predicate = self.predicate(id, subject, node.span)
        if predicate is not None:
            return predicate
        names = [p.name for p in voc.PROPERTIES] + [*self.pending, *self.memories]
        hint = name_hint(id, names)
        return self.report(
            "unknown-name",
            f"nothing is called `{id} of` {a(subject.type)}",
            node.property.span,
            "not known",
            help=(hint,) if hint else (self._askable(subject.type),),
        )

    def _askable(self, type: str) -> str:
        names = sorted({p.name for p in voc.PROPERTIES if p.subject == type})
        return f"of {a(type)} can be asked: " + ", ".join(names)

    def primitive(self, type: str, op: str, subject: m.Term, span: Span) -> m.Term:
        if op == "left:allowance":
            assert isinstance(subject, m.Prim)
            return m.Prim(type, f"left:{subject.op.partition(':')[2]}", (), span=span)
        return m.Prim(type, op, (subject,), span=span)

    def predicate(self, id: str, subject: m.Term, span: Span) -> m.Term | None:
        """Return `subject is id`, or None if the word is no such thing."""
        if id in self.open_defines and self._define(id) is None:
            return m.Const(BROKEN, 0, span=span)
        define = self._define(id)
        if define is not None and define.parameter is not None:
            coerced = self.coerce(subject, define.parameter[1])
            if coerced.type == define.parameter[1]:
                return m.Meant(define.type, id, (coerced,), span=span)
        if subject.type == "card" and id.endswith("_card") and self.rules.get("card", id[:-5]):
            return m.Prim("truth", f"face:{id[:-5]}", (subject,), span=span)
        if subject.type == "player" and id in self.colours:
            seat = m.Const("player", list(self.colours).index(id), span=span)
            return m.Calc("truth", "=", (subject, seat), span=span)
        for p in voc.predicates(id):
            coerced = self.coerce(subject, p.subject)
            if coerced.type == p.subject:
                return m.Prim("truth", f"{id}:{p.subject}", (coerced,), span=span)
        return None

    def coerce(self, term: m.Term, type: str) -> m.Term:
        """Return *term* as another type where only one thing can be meant."""
        if term.type == "space" and type == "place":
            return m.Prim("place", "top:space", (term,), span=term.span)
        if term.type == "castle" and type in ("place", "space"):
            return m.Prim(type, f"{type}:castle", (term,), span=term.span)
        if term.type in ("tower", "wizard", "place") and type == "space":
            return m.Prim("space", f"space:{term.type}", (term,), span=term.span)
        return term

    # --- operators ---

    def binary(self, node: n.Binary) -> m.Term:
        op = node.operator
        if op in ("and", "or"):
            return m.Calc(
                "truth", op, (self.truth(node.left), self.truth(node.right)), span=node.span
            )
        if op in ("is", "is not"):
            return self.is_(node)
        if op == "in":
            return self.in_(node)
        left = self.term(node.left)
        right = self.term(node.right, left.type)
        if left.type == "symbol" or right.type == "symbol":
            left = self.term(node.left, right.type) if left.type != right.type else left
        if BROKEN in (left.type, right.type):
            return m.Const(BROKEN, 0, span=node.span)
        if op in ("=", "!="):
            return self.equal(left, right, op, node.span)
        if op in ("<", "<=", ">", ">="):
            left = self.expect(left, _ORDERED)
            right = self.expect(right, (left.type,) if left.type != BROKEN else _ORDERED)
            return m.Calc("truth", op, (left, right), span=node.span)
        if left.type == "space" and op in ("+", "-"):
            by = self.expect(right, ("number",))
            return m.Calc("space", f"space{op}", (left, by), span=node.span)
        left, right = self.expect(left, ("number",)), self.expect(right, ("number",))
        if BROKEN in (left.type, right.type):
            return m.Const(BROKEN, 0, span=node.span)
        if op in ("/", "mod") and isinstance(right, m.Const) and right.value == 0:
            return self.report(
                "division-by-zero", "this divides by zero", right.span, "this is 0",
                help=("divide by something else",),
            )  # fmt: skip
        if isinstance(left, m.Const) and isinstance(right, m.Const):
            return m.Const("number", _fold(op, left.value, right.value), span=node.span)
        return m.Calc("number", op, (left, right), span=node.span)

    def equal(self, left: m.Term, right: m.Term, op: str, span: Span) -> m.Term:
        right = (
            self.coerce(right, left.type) if left.type != "space" else self.coerce(right, "space")
        )
        if left.type != right.type:
            left = self.coerce(left, right.type)
        if left.type != right.type or left.type in ("list", "group", "allowance"):
            return self.report(
                "type-error",
                f"{a(left.type)} and {a(right.type)} are never the same",
                span,
                "compares two different things",
                help=self._type_help(left.type, (right.type,))
                or self._type_help(right.type, (left.type,)),
            )
        return m.Calc("truth", op, (left, right), span=span)

    def is_(self, node: n.Binary) -> m.Term:
        left = self.term(node.left)
        if left.type == BROKEN:
            return left
        negated = node.operator == "is not"
        result: m.Term | None = None
        if isinstance(node.right, n.Relation):
            result = self.relation(left, node.right)
        elif isinstance(node.right, n.Name) and node.right.id not in self.scope.variables:
            if not (left.type == "symbol" and node.right.id in self.symbols):
                result = self.predicate(node.right.id, left, node.right.span)
        if result is None:
            right = self.term(node.right, left.type)
            if right.type == BROKEN:
                return right
            if left.type != right.type and right.type == "symbol":
                left = self.term(node.left, "symbol")
            result = self.equal(left, right, "=", node.span)
        if result.type not in ("truth", BROKEN):
            result = self.expect(result, ("truth",))
        return m.Calc("truth", "not", (result,), span=node.span) if negated else result

    def in_(self, node: n.Binary) -> m.Term:
        item = self.term(node.left)
        if item.type == BROKEN:
            return item
        if not isinstance(node.right, n.Name):
            return self.report(
                "type-error", "a list is needed behind `in`", node.right.span, "not a list",
                help=("name a setting that holds a list",),
            )  # fmt: skip
        entry = self.rules.get("setting", node.right.id)
        if entry is None:
            return self.unknown(node.right)
        try:
            constants = setting_value(self.rules, entry).entries
        except NotConstant:
            return m.Const(BROKEN, 0, span=node.span)
        values: list[int] = []
        for constant, written in zip(constants, _written(entry), strict=False):
            value = self.member(item.type, constant)
            if value is None:
                if written is not None:
                    self.report(
                        "type-error" if item.type != "spell" else "unknown-name",
                        f"`{constant}` in `{entry.id}` is not {a(item.type)}",
                        written,
                        f"not {a(item.type)}",
                        related=(Label(node.right.span, "used here"),),
                        help=self._member_help(item.type, constant),
                    )
            else:
                values += value
        return m.Among(item, tuple(values), span=node.span)

    def _member_help(self, type: str, constant: object) -> tuple[str, ...]:
        hint = name_hint(str(constant), list(self.spells)) if type == "spell" else None
        return (hint,) if hint else ()

    def member(self, type: str, constant: object) -> list[int] | None:
        if isinstance(constant, range):
            return list(constant)[:64] if type in ("number", "space", "player") else None
        if isinstance(constant, int):
            return [constant] if type in ("number", "space", "player") else None
        if type == "spell" and constant in self.spells:
            return [self.spells[str(constant)]]
        if type == "symbol" and constant in self.symbols:
            return [self.symbols[str(constant)]]
        return None

    # --- relations and queries ---

    def implied_relation(self, node: n.Relation) -> m.Term:
        subject = self.scope.subject
        if subject is None:
            return self.report(
                "type-error",
                f"`{node.word} …` needs somebody it is said of",
                node.span,
                "who?",
                help=(f"write `x is {node.word} …`",),
            )
        return self.relation(subject, node)

    def relation(self, subject: m.Term, node: n.Relation) -> m.Term:
        target = self.term(node.target)
        if BROKEN in (target.type, subject.type):
            return m.Const(BROKEN, 0, span=node.span)
        made = relate(node.word, subject, target, node.span)
        if made is None:
            return self.report(
                "type-error",
                f"{a(subject.type)} is never `{node.word}` {a(target.type)}",
                node.span,
                f"`{node.target.span.text}` is {a(target.type)}",
                help=(_RELATION_HELP.get(node.word, ""),),
            )
        return made

    def ask(self, node: n.Ask) -> m.Term:
        with self.inner():
            query = self.query(node.query)
        if node.word == "number of":
            return m.Search("number", node.word, query, span=node.span)
        if node.word in ("any", "no"):
            return m.Search("truth", node.word, query, span=node.span)
        if node.word == "next" and query.origin is None:
            return self.report(
                "wrong-arguments",
                "`next` needs to know from where and which way",
                node.span,
                "from where?",
                help=(f"write `next {query.kind} clockwise from castle where …`",),
            )
        return m.Search(query.kind, node.word, query, span=node.span)

    def query(self, node: n.Query) -> m.Query:
        """Elaborate a query; its variable stays bound for whoever called."""
        origin = None
        if node.course is not None:
            wanted = "player" if node.kind == "player" else "space"
            if node.kind in ("card", "spell"):
                self.report(
                    "type-error",
                    f"{node.kind}s do not lie around the ring",
                    node.course.span,
                    "has no direction",
                    help=("drop `clockwise from …`",),
                )
            else:
                origin = self.term(node.course.origin)
                origin = self.expect(self.coerce(origin, wanted), (wanted,))
        low = self.expect(self.term(node.low), ("number",)) if node.low is not None else None
        high = self.expect(self.term(node.high), ("number",)) if node.high is not None else None
        for bound in (low, high):
            if isinstance(bound, m.Const) and not 0 <= bound.value < NUMBERS:
                self.report(
                    "number-range",
                    f"{bound.value} cannot be chosen",
                    bound.span,
                    f"a number to choose lies between 0 and {NUMBERS - 1}",
                    help=("choose a smaller number and multiply it",),
                )
        targets = [(r, self.term(r.target)) for r in node.relations]
        local = self.bind(node.variable, node.kind, node.span)
        relations: list[tuple[str, m.Term]] = []
        for relation, target in targets:
            if target.type == BROKEN:
                continue
            if relate(relation.word, local, target, relation.span) is None:
                self.report(
                    "type-error",
                    f"{a(node.kind)} is never `{relation.word}` {a(target.type)}",
                    relation.span,
                    f"`{relation.target.span.text}` is {a(target.type)}",
                    help=(_RELATION_HELP.get(relation.word, ""),),
                )
                continue
            relations.append((relation.word, target))
        where = None
        if node.where is not None:
            outer = self.scope.subject
            self.scope.subject = local
            where = self.truth(node.where)
            self.scope.subject = outer
        direction = node.course.direction if node.course is not None else None
        return m.Query(
            node.kind, local.name, tuple(relations), direction, origin, where, low, high,
            span=node.span,
        )  # fmt: skip

    # --- statements ---

    def body(self, statements: Sequence[n.Statement]) -> m.Body:
        """Elaborate statements one after another; names made here end with the body."""
        with self.inner():
            return tuple(made for node in statements if (made := self.statement(node)) is not None)

    def block(self, node: n.Block | None) -> m.Body:
        return self.body(node.statements) if node is not None else ()

    def statement(self, node: n.Statement) -> m.Statement | None:
        span = node.span
        match node:
            case n.Choose():
                otherwise = self.block(node.otherwise) if node.otherwise is not None else None
                queries = tuple(self.query(query) for query in node.queries)
                return m.Choose(queries, otherwise, span=span)
            case n.May():
                otherwise = self.block(node.otherwise) if node.otherwise is not None else None
                return m.May(self.block(node.body), otherwise, span=span)
            case n.Either():
                otherwise = self.block(node.otherwise) if node.otherwise is not None else None
                branches = tuple(self.block(branch) for branch in node.branches)
                return m.Either(branches, otherwise, span=span)
            case n.Option():
                texts = tuple((p.language, p.text) for p in node.phrases)
                return m.Option(node.name.id, texts, span=span)
            case n.If():
                condition = self.truth(node.condition)
                return m.If(condition, self.block(node.then), self.block(node.otherwise), span=span)
            case n.When():
                return m.When(self.truth(node.condition), span=span)
            case n.Repeat():
                term = None
                if node.term is not None:
                    wanted = "number" if node.mode == "times" else "truth"
                    term = self.expect(self.term(node.term), (wanted,))
                return m.Repeat(node.mode, term, self.block(node.body), span=span)
            case n.Each():
                with self.inner():
                    query = self.query(node.query)
                    return m.Each(query, self.block(node.body), span=span)
            case n.As():
                player = self.expect(self.term(node.player), ("player",))
                return m.As(player, self.block(node.body), span=span)
            case n.Scope():
                who = None
                if node.player is not None:
                    who = self.expect(self.term(node.player), ("player",))
                if (node.word == "turn") != (who is not None):
                    self.report(
                        "wrong-arguments",
                        f"`{node.word}` " + ("needs a player" if who is None else "has no player"),
                        span,
                        "whose turn?" if who is None else "only a turn belongs to somebody",
                        help=("write `turn of p { … }`",),
                    )
                return m.Scope(node.word, who, self.block(node.body), span=span)
            case n.Perform():
                return self.perform(node)
            case n.Set():
                return self.set_(node)
            case n.Let():
                value = self.term(node.value)
                if value.type in ("list", "group", "allowance", "castle"):
                    value = self.expect(value, ("number", *voc.KINDS))
                local = self.bind(node.name, value.type)
                return m.Let(local.name, value, span=span)
            case n.Use():
                if node.allowance.id not in self.allowances:
                    hint = name_hint(node.allowance.id, list(self.allowances))
                    self.report(
                        "unknown-name",
                        f"there is no allowance called `{node.allowance.id}`",
                        node.allowance.span,
                        "not known",
                        help=(hint,)
                        if hint
                        else (f"define one: `allowance {node.allowance.id} = 1 per turn`",),
                    )
                    return None
                return m.Use(node.allowance.id, span=span)
            case n.Stop():
                return m.Stop(span=span)
            case n.End():
                return self.end(node)
            case n.Do():
                return self.act(node)

    def end(self, node: n.End) -> m.Statement:
        outcome = None
        if node.outcome is not None:
            outcome = node.outcome.id
            known = [entry.id for entry in self.rules.of_kind("outcome")]
            if node.scope != "game" or outcome not in known:
                hint = name_hint(outcome, known)
                self.report(
                    "unknown-name",
                    f"there is no outcome called `{outcome}`"
                    if node.scope == "game"
                    else f"only `end game` names an outcome, not `end {node.scope}`",
                    node.outcome.span,
                    "not known",
                    help=(hint,) if hint else (f"define it: `outcome {outcome} {{ name … }}`",),
                )
                outcome = None
        return m.End(node.scope, outcome, span=node.span)

    def perform(self, node: n.Perform) -> m.Statement | None:
        id = node.target.id
        local = self.scope.variables.get(id)
        if local is not None and local.type in ("card", "spell"):
            term = m.Local(local.type, local.name, span=node.target.span)
            if local.type == "card":
                return m.PerformCard(term, span=node.span)
            return m.PerformSpell(term, span=node.span)
        entry = self.rules.get("rule", id)
        if entry is None:
            if id in self.memories and self.memories[id].type in ("card", "spell"):
                recall = m.Recall(self.memories[id].type, id, None, span=node.target.span)
                if recall.type == "card":
                    return m.PerformCard(recall, span=node.span)
                return m.PerformSpell(recall, span=node.span)
            if id in self.spells:
                constant = m.Const("spell", self.spells[id], span=node.target.span)
                return m.PerformSpell(constant, span=node.span)
            hint = name_hint(id, [e.id for e in self.rules.of_kind("rule")])
            self.report(
                "unknown-rule",
                f"there is no rule called `{id}`",
                node.target.span,
                "nothing to perform",
                help=(hint,) if hint else (f"write it: `rule {id} {{ … }}`",),
            )
            return None
        rule = entry.node
        assert isinstance(rule, n.Rule)
        if len(rule.parameters) != len(node.arguments):
            self.report(
                "wrong-arguments",
                f"rule `{id}` takes {_many(len(rule.parameters))}, but {len(node.arguments)} given",
                node.span,
                "does not fit",
                related=(Label(entry.name_span, "the rule"),),
                help=("give one value for each name in the brackets of the rule",),
            )
            return None
        args = tuple(
            self.expect(
                self.coerce(self.term(given, p.kind), p.kind), (p.kind,), f" for `{p.name.id}`"
            )
            for given, p in zip(node.arguments, rule.parameters, strict=True)
        )
        return m.Perform(id, args, span=node.span)

    def set_(self, node: n.Set) -> m.Statement | None:
        memory = self.memories.get(node.target.id)
        if memory is None:
            hint = name_hint(node.target.id, list(self.memories))
            setting = self.rules.get("setting", node.target.id)
            if setting is not None:
                self.report(
                    "type-error",
                    f"`{node.target.id}` is a setting and does not change during the game",
                    node.target.span,
                    "cannot be set",
                    related=(Label(setting.name_span, "the setting"),),
                    help=("use a `memory` for what changes",),
                )
            else:
                self.report(
                    "unknown-name",
                    f"there is no memory called `{node.target.id}`",
                    node.target.span,
                    "nothing to set",
                    help=(hint,) if hint else (f"define one: `memory {node.target.id} = 0`",),
                )
            return None
        player = None
        if node.player is not None:
            player = self.expect(self.term(node.player), ("player",))
        if memory.each_player != (player is not None):
            self.whose(node.target, memory, "set")
            return None
        value = self.term(node.value, memory.type)
        value = self.expect(self.coerce(value, memory.type), (memory.type,))
        return m.SetMemory(memory.id, player, value, span=node.span)

    def act(self, node: n.Do) -> m.Act:
        verb = voc.verb(node.verb)
        types = dict(verb.parts)
        if node.verb == "add":
            return self.add(node)
        parts: list[tuple[str, m.Term]] = []
        for label, expr in node.parts:
            wanted = types[label]
            term = self.term(expr, wanted[0])
            if term.type not in wanted:
                for type in wanted:
                    coerced = self.coerce(term, type)
                    if coerced.type == type and term.type in ("space", "castle"):
                        term = coerced
                        break
            parts.append((label, self.expect(term, wanted, f" for `{verb.form}`")))
        made = m.Act(node.verb, tuple(parts), node.direction, span=node.span)
        if node.verb == "move":
            what, group = made.part("what"), made.part("with")
            if group is not None and what is not None and what.type not in ("wizard", BROKEN):
                self.report(
                    "type-error",
                    f"only wizards move along with a wizard, not with {a(what.type)}",
                    group.span,
                    "who would that be?",
                    help=("drop `with …`; what stands on a tower moves with it anyway",),
                )
        return made

    def add(self, node: n.Do) -> m.Act:
        """`do add N to MEMORY` is remembered like `set`."""
        labels = dict(node.parts)
        target = labels["to"]
        assert isinstance(target, n.Name)
        memory = self.memories.get(target.id)
        amount = self.expect(self.term(labels["what"]), ("number",))
        player = None
        if "of" in labels:
            player = self.expect(self.term(labels["of"]), ("player",))
        if memory is None or memory.type != "number":
            hint = name_hint(target.id, [i for i, c in self.memories.items() if c.type == "number"])
            self.report(
                "unknown-name",
                f"there is no number remembered as `{target.id}`",
                target.span,
                "nothing to add to",
                help=(hint,) if hint else ("define a `memory` that holds a number",),
            )
        elif memory.each_player != (player is not None):
            self.whose(target, memory, "add … to")
        recall = m.Recall("number", target.id, player, span=target.span)
        return m.Act("add", (("what", amount), ("to", recall)), None, span=node.span)

    def whose(self, target: n.Name, memory: m.MemoryCell, verb: str) -> None:
        """Report a memory that is used with a player although it is the table's, or without one."""
        each = memory.each_player
        self.report(
            "type-error",
            f"`{target.id}` is remembered " + ("for each player" if each else "once for all"),
            target.span,
            "whose?" if each else "has no `of`",
            related=(Label(memory.span, "remembered here"),),
            help=(f"write `{verb} {target.id} of p`" if each else f"write `{verb} {target.id}`",),
        )


# --- relations -------------------------------------------------------------------------------

_RELATION_HELP = {
    "on": "a wizard is on a place, space or tower; a tower on a space; the castle on any of them",
    "beneath": "wizards and towers are beneath a tower",
    "above": "wizards and towers are above a tower",
}


def relate(word: str, subject: m.Term, target: m.Term, span: Span) -> m.Term | None:
    """Return `subject is word target` as a question to the physics, None if it makes no sense."""

    def prim(type: str, op: str, term: m.Term) -> m.Term:
        return m.Prim(type, op, (term,), span=span)

    def same(left: m.Term, right: m.Term) -> m.Term:
        return m.Calc("truth", "=", (left, right), span=span)

    def space(term: m.Term) -> m.Term:
        return term if term.type == "space" else prim("space", f"space:{term.type}", term)

    pair = (subject.type, target.type)
    match word, pair:
        case "on", ("castle", "place" | "space" | "tower" | "wizard"):
            return same(space(subject), space(target))
        case "on", ("wizard", "place"):
            return same(prim("place", "place:wizard", subject), target)
        case "on", ("wizard", "tower"):
            return same(
                prim("place", "place:wizard", subject), prim("place", "place:tower", target)
            )
        case "on", ("wizard" | "tower" | "place", "space"):
            return same(space(subject), target)
        case "on", ("wizard" | "place" | "tower", "castle"):
            return same(space(subject), space(target))
        case "on", ("tower", "place"):
            return same(prim("place", "floor:tower", subject), target)
        case "on", ("tower", "tower"):
            return same(prim("place", "floor:tower", subject), prim("place", "place:tower", target))
        case "beneath", ("wizard", "tower"):
            return same(
                prim("place", "place:wizard", subject), prim("place", "floor:tower", target)
            )
        case (("beneath" | "above"), ("tower", "tower")):
            op = "<" if word == "beneath" else ">"
            level = m.Calc(
                "truth",
                op,
                (prim("number", "level:tower", subject), prim("number", "level:tower", target)),
                span=span,
            )
            return m.Calc("truth", "and", (same(space(subject), space(target)), level), span=span)
        case "above", ("wizard", "tower"):
            level = m.Calc(
                "truth",
                ">=",
                (prim("number", "level:wizard", subject), prim("number", "level:tower", target)),
                span=span,
            )
            return m.Calc("truth", "and", (same(space(subject), space(target)), level), span=span)
        case _:
            return None


# --- small helpers ---------------------------------------------------------------------------


def _statements(clauses: Sequence[n.Clause]) -> list[n.Statement]:
    """Return the statements among a rule's clauses, in order."""
    about = (
        n.NameClause, n.Says, n.Cites, n.Assumed, n.Covers, n.Trigger, n.Forbid, n.RuleAfter,
        n.Cost, n.Code, n.Suppress,
    )  # fmt: skip
    return [clause for clause in clauses if not isinstance(clause, about)]


def _match(pattern: voc.EventPattern, words: tuple[str, ...]) -> tuple[str, ...] | None:
    if len(words) != len(pattern.words):
        return None
    names: list[str] = []
    for wanted, given in zip(pattern.words, words, strict=True):
        if wanted.isupper():
            names.append(given)
        elif wanted != given:
            return None
    return tuple(names)


def _forbiddable() -> str:
    return "; ".join(" ".join(e.words) for e in voc.EVENTS if e.forbiddable)


def _written(entry: Entry) -> list[Span | None]:
    node = entry.node
    assert isinstance(node, n.Setting)
    return [term.span for term in node.value.entries]


def _many(count: int) -> str:
    return {0: "nothing", 1: "one value"}.get(count, f"{count} values")


def _fold(op: str, left: int, right: int) -> int:
    if op == "+":
        return left + right
    if op == "-":
        return left - right
    if op == "*":
        return left * right
    return left // right if op == "/" else left % right
