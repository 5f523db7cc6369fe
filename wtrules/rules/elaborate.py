"""From resolved rules to their meaning: names bound, types checked.

`Rules`, whose nodes still contain names, become a `Meaning` for the lowering, with a diagnostic for
every mistake found on the way. A term with a mistake becomes a constant of the type `broken`, so
that one mistake is reported once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import define

from wtrules.diagnostics import Diagnostic, closest
from wtrules.language.events import EVENTS, Event
from wtrules.language.things import described
from wtrules.rules import meaning as m
from wtrules.rules.bind_statements import Statements
from wtrules.rules.bind_terms import Terms
from wtrules.rules.binding import Context, Scope
from wtrules.rules.model import Entry, Rules
from wtrules.rules.values import NotConstant, letters, setting_value, table_value
from wtrules.syntax import nodes as n


def elaborate(rules: Rules) -> tuple[m.Meaning, tuple[Diagnostic, ...]]:
    """Return the meaning of *rules*, and what is wrong with them."""
    context = Context(rules)
    terms = Terms(context)
    work = _Elaborator(context, terms, Statements(context, terms))
    return work.run(), tuple(context.diagnostics)


@define(eq=False)
class _Elaborator:
    """Binds the definitions of a ruleset."""

    ctx: Context
    terms: Terms
    statements: Statements

    def run(self) -> m.Meaning:
        rules = self.ctx.rules
        self.ctx.spells = {entry.id: i for i, entry in enumerate(rules.of_kind("spell"))}
        self.ctx.colours = tuple(letters(rules))
        self._collect_symbols()
        self.ctx.pending = {entry.id: entry for entry in rules.of_kind("define")}
        for entry in rules.of_kind("memory"):
            self.ctx.memories[entry.id] = self._memory(entry)
        for entry in rules.of_kind("allowance"):
            self.ctx.allowances[entry.id] = self._allowance(entry)
        for id in list(self.ctx.pending):
            self.terms.names.define(id)
        return m.Meaning(
            rules={e.id: self._rule(e) for e in rules.of_kind("rule")},
            cards={e.id: self._card(e) for e in rules.of_kind("card")},
            spells={e.id: self._spell(e) for e in rules.of_kind("spell")},
            defines=self.ctx.defines,
            memories=self.ctx.memories,
            allowances=self.ctx.allowances,
            outcomes=tuple(e.id for e in rules.of_kind("outcome")),
            symbols=tuple(self.ctx.symbols),
        )

    def _collect_symbols(self) -> None:
        for entry in self.ctx.rules.of_kind("memory"):
            node = entry.node
            if isinstance(node, n.Memory) and isinstance(node.value, n.OneOf):
                for name in node.value.names:
                    self.ctx.symbols.setdefault(name.id, len(self.ctx.symbols))
        for entry in self.ctx.rules.of_kind("setting"):
            node = entry.node
            assert isinstance(node, n.Setting)
            try:
                constants = setting_value(self.ctx.rules, entry).entries
            except NotConstant as error:
                self.ctx.diagnostics.append(error.fault)
                continue
            words = [*(name.id for name in node.value.choices), *constants]
            for word in words:
                if isinstance(word, str):
                    self.ctx.symbols.setdefault(word, len(self.ctx.symbols))
        for entry in self.ctx.rules.of_kind("table"):
            if entry.id == "colours":  # its letters are for positions, not for rules
                continue
            for row in table_value(entry).rows:
                for cell in row.cells:
                    if cell.text is not None and not cell.quoted:
                        self.ctx.symbols.setdefault(cell.text, len(self.ctx.symbols))

    def _memory(self, entry: Entry) -> m.MemoryCell:
        node = entry.node
        assert isinstance(node, n.Memory)
        value = node.value
        initial: m.Term
        match value:
            case n.OneOf():
                initial = m.Const("symbol", self.ctx.symbols[value.names[0].id], span=value.span)
            case n.KindValue():
                initial = m.Const(value.kind, -1, span=value.span)
            case _:
                if isinstance(value, n.Name) and value.id in self.ctx.symbols:
                    initial = m.Const("symbol", self.ctx.symbols[value.id], span=value.span)
                else:
                    initial = self.ctx.expect(self.terms.term(value), ("number", "symbol", "truth"))
        scope = node.unit.scope if node.unit else "game"
        each = self._each(node.unit, ("player", "space", "spell", "card"))
        followed = isinstance(value, n.KindValue) and value.followed
        if followed and initial.type not in ("wizard", "tower", "place"):
            self.ctx.report(
                "type-error",
                f"{described(initial.type)} does not move, so it cannot be `followed`",
                value.span,
                "never moves",
                help=("remove `followed`; only towers, wizards and places can be followed",),
            )
        return m.MemoryCell(
            node.id.id, initial.type, initial, scope, each, followed, span=node.span
        )

    def _allowance(self, entry: Entry) -> m.AllowanceCell:
        node = entry.node
        assert isinstance(node, n.Allowance)
        amount = self.ctx.expect(self.terms.term(node.amount), ("number",))
        each = self._each(node.unit, ("player",))
        return m.AllowanceCell(node.id.id, amount, node.unit.scope, each, span=node.span)

    def _each(self, unit: n.Unit | None, kinds: tuple[str, ...]) -> str | None:
        """Return the type after `for each`; report one that nothing can be kept for."""
        if unit is None or unit.each is None or unit.each in kinds:
            return unit.each if unit is not None else None
        self.ctx.report(
            "type-error",
            f"there is no `for each {unit.each}`, only for each {' or '.join(kinds)}",
            unit.span,
            f"for each {unit.each}",
            help=(
                "use `for each space`, and move the value when the piece moves"
                if unit.each in ("tower", "wizard", "place") and "space" in kinds
                else "write `for each player`",
            ),
        )
        return None

    def _rule(self, entry: Entry) -> m.Rule:
        node = entry.node
        assert isinstance(node, n.Rule)
        self.ctx.scope, self.ctx.later = Scope(), {}
        parameters = self._parameters(node.parameters)
        on = self._reactions([c for c in node.clauses if isinstance(c, n.Trigger)])
        forbids = self._reactions([c for c in node.clauses if isinstance(c, n.Forbid)])
        for forbid in forbids:
            pattern = EVENTS[forbid.event]
            if not pattern.forbiddable:
                self.ctx.report(
                    "cannot-forbid",
                    f"`{pattern.pattern}` cannot be forbidden: it is a consequence",
                    forbid.span,
                    "forbid its cause",
                    help=("you can forbid: " + _forbiddable(),),
                )
        after = []
        for clause in node.clauses:
            if isinstance(clause, n.RuleAfter):
                after += [name.id for name in clause.rules]
        body = self.statements.body(entry.statements())
        self.ctx.later = {}
        return m.Rule(entry.id, parameters, on, forbids, tuple(after), body, span=node.id.span)

    def _card(self, entry: Entry) -> m.Card:
        node = entry.node
        assert isinstance(node, n.Card)
        self.ctx.scope = Scope()
        parameters = self._parameters(node.parameters)
        for parameter in node.parameters[1:]:
            self.ctx.report(
                "wrong-arguments",
                f"card `{entry.id}` has more than one number",
                parameter.span,
                "half a card has at most one number",
                help=("keep one number, or write two cards",),
            )
        code = next((c.name.id for c in node.clauses if isinstance(c, n.Code)), entry.id[:1])
        body = self.statements.body(entry.statements())
        return m.Card(entry.id, code, parameters, body, span=node.id.span)

    def _spell(self, entry: Entry) -> m.Spell:
        node = entry.node
        assert isinstance(node, n.Spell)
        self.ctx.scope = Scope()
        cost: m.Term = m.Const("number", 0, span=node.id.span)
        for clause in node.clauses:
            if isinstance(clause, n.Cost):
                self.ctx.later = {name: _PAID_FIRST.format(name) for name in _chosen(node.clauses)}
                cost = self.ctx.expect(self.terms.term(clause.value), ("number",))
                self.ctx.later = {}
        body = self.statements.body(entry.statements())
        return m.Spell(entry.id, cost, body, span=node.id.span)

    def _parameters(self, nodes: Sequence[n.Parameter]) -> tuple[m.Parameter, ...]:
        bound = [self.ctx.bind(parameter.name, parameter.kind) for parameter in nodes]
        return tuple(m.Parameter(local.name, local.type) for local in bound)

    def _reactions(self, clauses: Sequence[n.Trigger | n.Forbid]) -> tuple[m.Reaction, ...]:
        events = [event for clause in clauses for event in clause.events]
        found: list[m.Reaction] = []
        bound: dict[str, str] = {}
        for event in events:
            pattern, names = self._pattern(event)
            if pattern is None:
                self.ctx.scope.event_unknown = True
                continue
            for name, type in zip(names, pattern.types, strict=True):
                if bound.setdefault(name, type) != type:
                    self.ctx.report(
                        "type-error",
                        f"`{name}` is {described(bound[name])} in one event and {described(type)} in another",
                        event.span,
                        f"{described(type)} here",
                        help=("write one rule per event",),
                    )
            found.append(m.Reaction(pattern.id, names, span=event.span))
        for name, type in bound.items():
            missing = next((r for r in found if name not in r.names), None)
            if missing is not None and len(found) > 1:
                # Only usable if every event names it; uses are reported as unknown names.
                self.ctx.later[name] = (
                    "only one of the events defines it: use two rules, one for each event"
                )
                continue
            self.ctx.scope.variables[name] = m.Local(type, name, span=events[0].span)
        return tuple(found)

    def _pattern(self, event: n.Event) -> tuple[Event | None, tuple[str, ...]]:
        for pattern in EVENTS.values():
            names = _match(pattern, event.words)
            if names is not None:
                return pattern, names
        # Only rules with errors need these tables.
        from wtrules.diagnostics import wishes
        from wtrules.diagnostics.phrases import replacements

        texts = [p.pattern for p in EVENTS.values()]
        heads = [t for t in texts if t.split()[0] == event.words[0]] or texts
        near = closest(" ".join(event.words), heads)
        said = next(replacements(f"on {' '.join(event.words)}"), None)
        help: tuple[str, ...] = (
            f"did you mean `{near}`?" if near else "events are: " + "; ".join(heads),
            "capital letters stand for names that you choose",
        )
        for length in range(len(event.words) - 1, 0, -1):
            # `on turn begins unless …`: an event, and then a word that begins no clause.
            first, word = event.words[:length], event.words[length]
            if any(_match(pattern, first) is not None for pattern in EVENTS.values()):
                advice = (
                    wishes.clauses()[word].advice
                    if word in wishes.clauses()
                    else "a clause such as `when` or `do` must follow"
                )
                help = (f"the event is `{' '.join(first)}`; after it: {advice}",)
                break
        if said is not None:
            help = (said.advice,)
        self.ctx.report(
            "unknown-event",
            f"there is no event `{' '.join(event.words)}`",
            event.span,
            "not an event",
            help=help,
        )
        return None, ()


_PAID_FIRST = (
    "the cost of a spell must be known before anything is chosen: write `cost 0`, and after the choice "
    "`do spend {} flasks of actor`"
)


def _chosen(clauses: Sequence[n.Clause]) -> Iterator[str]:
    """Yield the names that the choices of a spell define."""
    for clause in clauses:
        if isinstance(clause, n.Choose):
            yield from (q.variable.id for q in clause.queries if q.variable is not None)


def _match(pattern: Event, words: tuple[str, ...]) -> tuple[str, ...] | None:
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
    return "; ".join(e.pattern for e in EVENTS.values() if e.forbiddable)
