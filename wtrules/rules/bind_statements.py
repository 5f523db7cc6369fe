"""Binding of statements: what a rule does."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define

from wtrules.diagnostics import Label, name_hint
from wtrules.language.things import THINGS
from wtrules.rules import meaning as m
from wtrules.rules.bind_terms import Terms
from wtrules.rules.binding import Context, coerce
from wtrules.syntax import nodes as n


@define(eq=False)
class Statements:
    """Binds statements."""

    ctx: Context
    terms: Terms

    def body(self, statements: Sequence[n.Statement]) -> m.Body:
        """Bind statements one after another; names defined here end with the body."""
        with self.ctx.inner():
            return tuple(made for node in statements if (made := self.statement(node)) is not None)

    def block(self, node: n.Block | None) -> m.Body:
        return self.body(node.statements) if node is not None else ()

    def statement(self, node: n.Statement) -> m.Statement | None:
        span = node.span
        match node:
            case n.Choose():
                otherwise = self.block(node.otherwise) if node.otherwise is not None else None
                queries = tuple(self.terms.query(query) for query in node.queries)
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
                condition = self.terms.truth(node.condition)
                return m.If(condition, self.block(node.then), self.block(node.otherwise), span=span)
            case n.When():
                return m.When(self.terms.truth(node.condition), span=span)
            case n.Repeat():
                term = None
                if node.term is not None:
                    wanted = "number" if node.mode == "times" else "truth"
                    term = self.ctx.expect(self.terms.term(node.term), (wanted,))
                return m.Repeat(node.mode, term, self.block(node.body), span=span)
            case n.Each():
                with self.ctx.inner():
                    query = self.terms.query(node.query)
                    return m.Each(query, self.block(node.body), span=span)
            case n.As():
                player = self.ctx.expect(self.terms.term(node.player), ("player",))
                return m.As(player, self.block(node.body), span=span)
            case n.Scope():
                who = None
                if node.player is not None:
                    who = self.ctx.expect(self.terms.term(node.player), ("player",))
                if (node.word == "turn") != (who is not None):
                    self.ctx.report(
                        "wrong-arguments",
                        f"`{node.word}` "
                        + ("needs a player" if who is None else "takes no player"),
                        span,
                        "whose turn?" if who is None else "only a turn has a player",
                        help=("write `turn of p { … }`",),
                    )
                return m.Scope(node.word, who, self.block(node.body), span=span)
            case n.Perform():
                return self.perform(node)
            case n.Set():
                return self.set_(node)
            case n.Let():
                value = self.terms.term(node.value)
                if value.type in ("list", "group", "allowance", "castle"):
                    value = self.ctx.expect(value, ("number", *THINGS))
                local = self.ctx.bind(node.name, value.type)
                return m.Let(local.name, value, span=span)
            case n.Use():
                if node.allowance.id not in self.ctx.allowances:
                    hint = name_hint(node.allowance.id, list(self.ctx.allowances))
                    self.ctx.report(
                        "unknown-name",
                        f"there is no allowance called `{node.allowance.id}`",
                        node.allowance.span,
                        "unknown",
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
                return self.terms.actions.act(node)

    def end(self, node: n.End) -> m.Statement:
        outcome = None
        if node.outcome is not None:
            outcome = node.outcome.id
            known = [entry.id for entry in self.ctx.rules.of_kind("outcome")]
            if node.scope != "game" or outcome not in known:
                hint = name_hint(outcome, known)
                self.ctx.report(
                    "unknown-name",
                    f"there is no outcome called `{outcome}`"
                    if node.scope == "game"
                    else f"only `end game` takes an outcome, not `end {node.scope}`",
                    node.outcome.span,
                    "unknown",
                    help=(hint,) if hint else (f"define it: `outcome {outcome} {{ name … }}`",),
                )
                outcome = None
        return m.End(node.scope, outcome, span=node.span)

    def perform(self, node: n.Perform) -> m.Statement | None:
        id = node.target.id
        local = self.ctx.scope.variables.get(id)
        if local is not None and local.type in ("card", "spell"):
            term = m.Local(local.type, local.name, span=node.target.span)
            if local.type == "card":
                return m.PerformCard(term, span=node.span)
            return m.PerformSpell(term, span=node.span)
        entry = self.ctx.rules.get("rule", id)
        if entry is None:
            if id in self.ctx.memories and self.ctx.memories[id].type in ("card", "spell"):
                recall = m.Recall(self.ctx.memories[id].type, id, None, span=node.target.span)
                if recall.type == "card":
                    return m.PerformCard(recall, span=node.span)
                return m.PerformSpell(recall, span=node.span)
            if id in self.ctx.spells:
                constant = m.Const("spell", self.ctx.spells[id], span=node.target.span)
                return m.PerformSpell(constant, span=node.span)
            hint = name_hint(id, [e.id for e in self.ctx.rules.of_kind("rule")])
            self.ctx.report(
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
            self.ctx.report(
                "wrong-arguments",
                f"rule `{id}` takes {_many(len(rule.parameters))}, but gets {len(node.arguments)}",
                node.span,
                "wrong number of arguments",
                related=(Label(entry.name_span, "the rule"),),
                help=("give one value for each parameter of the rule",),
            )
            return None
        args = tuple(
            self.ctx.expect(
                coerce(self.terms.term(given, p.kind), p.kind), (p.kind,), f" for `{p.name.id}`"
            )
            for given, p in zip(node.arguments, rule.parameters, strict=True)
        )
        return m.Perform(id, args, span=node.span)

    def set_(self, node: n.Set) -> m.Statement | None:
        memory = self.ctx.memories.get(node.target.id)
        if memory is None:
            hint = name_hint(node.target.id, list(self.ctx.memories))
            setting = self.ctx.rules.get("setting", node.target.id)
            if setting is not None:
                self.ctx.report(
                    "type-error",
                    f"`{node.target.id}` is a setting, which cannot change during the game",
                    node.target.span,
                    "cannot be set",
                    related=(Label(setting.name_span, "the setting"),),
                    help=("define a `memory` for what changes",),
                )
            else:
                self.ctx.report(
                    "unknown-name",
                    f"there is no memory called `{node.target.id}`",
                    node.target.span,
                    "nothing to set",
                    help=(hint,) if hint else (f"define one: `memory {node.target.id} = 0`",),
                )
            return None
        of = self.terms.actions.whose(node.target, memory, node.player, "set")
        if (of is None) != (memory.each is None):
            return None
        value = self.terms.term(node.value, memory.type)
        value = self.ctx.expect(coerce(value, memory.type), (memory.type,))
        return m.SetMemory(memory.id, of, value, span=node.span)


def _many(count: int) -> str:
    return {0: "no arguments", 1: "one argument"}.get(count, f"{count} arguments")
