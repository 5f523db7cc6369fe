"""Binding of actions: the parts of `do …` and `can …` by the record of the verb."""

from __future__ import annotations

from attrs import define

from wtrules.diagnostics import name_fix, wording
from wtrules.diagnostics.fix import delete_entry
from wtrules.language.constants import CONSTANTS, Constant
from wtrules.language.properties import Property, properties
from wtrules.language.things import THINGS, described, is_pair
from wtrules.language.verbs import VERBS, Slot, Verb
from wtrules.meaning import nodes as m
from wtrules.meaning.binding import BROKEN, BindTerm, Context, coerce, coerce_to_any
from wtrules.syntax import nodes as n


@define(eq=False, repr=False)
class Actions:
    """Binds actions."""

    ctx: Context
    term: BindTerm

    def act(self, node: n.Do) -> m.Act:
        """Bind an action: each part as its verb types it, those left out as their default."""
        verb = VERBS[node.verb]
        parts: list[m.Argument] = []
        first = len(self.ctx.references)
        self.ctx.refer(node.span, "verb", node.verb)
        for part in verb.parts:
            given = node.part(part.label)
            if "key" in part.types:  # bound with the memory that it belongs to
                continue
            if "memory" in part.types:
                assert isinstance(given, n.Name)
                term: m.Term = self._counter(given, node.part("of"))
            elif (secret := self._secret_of(given, node, part)) is not None:
                term = self._secret(*secret, verb)
            elif given is not None:
                term = self._part(given, part, verb)
            elif part.default is not None:
                constant = CONSTANTS[part.default]
                term = m.Prim(constant.type, constant.name, (), span=node.span)
            else:
                continue
            parts.append(m.Argument(part.label, term))
        for part in verb.parts:
            target = node.part(part.label)
            if "memory" in part.types and isinstance(target, n.Name):
                self.ctx.written(target, first)
        made = m.Act(node.verb, tuple(parts), node.direction, span=node.span)
        self._check_company(made, verb)
        return made

    def _part(self, given: n.Expr, part: Slot, verb: Verb) -> m.Term:
        if verb.name == "place piece" and part.label == "what" and isinstance(given, n.Name):
            kind = self.ctx.pieces.get(given.id)
            if kind is not None and given.id not in self.ctx.scope.variables:
                self.ctx.refer(given.span, "piece", given.id)
                return m.Prim("piece", f"boxed:{kind.id}", (), span=given.span)
        term = coerce_to_any(self.term(given, part.types[0]), part.types)
        return self.ctx.expect(term, part.types, "type-error.for.verb", verb=verb.shown)

    def _check_company(self, act: m.Act, verb: Verb) -> None:
        """Report a part that only another type of piece can have."""
        what = act.part("what")
        for part in verb.parts:
            given = act.part(part.label)
            if given is None or part.only_for is None or what is None:
                continue
            if what.type not in (part.only_for, BROKEN):
                self.ctx.report(
                    "type-error.company",
                    given.span,
                    delete_entry(given.span, keyword="with"),
                    type=described(what.type),
                )

    def _for_each(self, of: n.Expr | None) -> str:
        """Return what a memory is kept for, if a variable says whose it is."""
        local = self.ctx.scope.variables.get(of.id) if isinstance(of, n.Name) else None
        return f" for each {local.type}" if local is not None and local.type in THINGS else ""

    def is_fixed(self, target: n.Name, label: str) -> bool:
        """Report a property or constant in the place of a memory; return whether it is one."""
        records: list[Property | Constant] = [*properties(target.id)]
        if target.id in CONSTANTS:
            records.append(CONSTANTS[target.id])
        if target.id in self.ctx.memories or not records:
            return False
        verbs = dict.fromkeys(verb for record in records for verb in record.changed_by)
        forms = ", ".join(f"`do {VERBS[verb].shown}`" for verb in verbs)
        self.ctx.report(
            "type-error.not-a-memory",
            target.span,
            wording("type-error.not-a-memory.change", forms=forms) if forms else None,
            target=target.id,
            label=wording(label),
        )
        return True

    def _counter(self, target: n.Name, of: n.Expr | None) -> m.Recall:
        """Bind the memory of a number that an action changes."""
        memory = self.ctx.memories.get(target.id)
        key = None
        if self.is_fixed(target, "type-error.not-a-memory.not-added-to"):
            pass
        elif memory is None or memory.type != "number":
            numbers = [id for id, cell in self.ctx.memories.items() if cell.type == "number"]
            self.ctx.report(
                "unknown-name.number",
                target.span,
                name_fix(target.span, numbers),
                target=target.id,
                for_each=self._for_each(of),
            )
        else:
            key = self.whose(target, memory, of, "add … to")
        return m.Recall("number", target.id, key, span=target.span)

    def _secret_of(
        self, given: n.Expr | None, node: n.Do, part: Slot
    ) -> tuple[n.Name, n.Expr | None] | None:
        """Return the memory that is meant where a secret can be, and what it is kept for."""
        if "secret" not in part.types:
            return None
        match given:
            case n.PropertyOf(property=name) if name.id in self.ctx.memories:
                return name, given.subject
            case n.Name() if part.is_name or given.id in self.ctx.memories:
                return given, node.part("of")
        return None

    def _secret(self, target: n.Name, of: n.Expr | None, verb: Verb) -> m.Recall:
        """Bind the secret memory that an action shows or hides, or one value of it."""
        memory = self.ctx.memories.get(target.id)
        key = None
        if memory is not None:
            self.ctx.refer(target.span, "memory", target.id)
        if memory is None:
            secrets = [id for id, cell in self.ctx.memories.items() if cell.secret]
            self.ctx.report(
                "unknown-name.secret",
                target.span,
                name_fix(target.span, secrets),
                target=target.id,
                verb=verb.name,
            )
        elif not memory.secret:
            self.ctx.report(
                "not-secret", target.span, target=target.id, verb=verb.name, memory=memory.span
            )
        elif of is not None:
            key = self.whose(target, memory, of, verb.name)
        return m.Recall("secret", target.id, key, span=target.span)

    def whose(
        self, target: n.Name, memory: m.MemoryCell, of: n.Expr | None, verb: str
    ) -> m.Term | None:
        """Bind the `of` of a memory; report one that is missing or superfluous."""
        each = memory.each
        if isinstance(of, n.Pair) and each is not None and is_pair(each):
            return self.ctx.pair(map(self.term, (of.first, of.second)), each, of.span)
        if is_pair(each):
            return self.ctx.no_pair(target.id, target.span, memory)
        if isinstance(of, n.Pair) and each is not None:
            return self.ctx.report(
                "type-error.no-pair", of.span, id=target.id, each=each, memory=memory.span
            )
        if of is not None and each is not None:
            return self.ctx.expect(coerce(self.term(of), each), (each,))
        if of is not None or each is not None:
            example = f"{verb} {target.id}" + (f" of {each[0]}" if each else "")
            self.ctx.report(
                "type-error.without-of"
                if each is None
                else "type-error.whose"
                if each == "player"
                else "type-error.of-which",
                target.span,
                target=target.id,
                each=each,
                example=example,
                memory=memory.span,
            )
        return None
