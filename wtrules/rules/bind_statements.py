"""Binding of statements: what a rule does."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, evolve, field

from wtrules.diagnostics import Advice, Label, name_fix
from wtrules.language.things import THINGS, described
from wtrules.node import rewrite
from wtrules.phrase import phrase
from wtrules.rules import meaning as m
from wtrules.rules.bind_terms import Terms
from wtrules.rules.binding import BROKEN, Context, coerce
from wtrules.rules.card_holders import CardHolders
from wtrules.rules.model import Entry
from wtrules.rules.outcomes import outcomes_named
from wtrules.syntax import nodes as n


@define(eq=False, repr=False)
class Statements:
    """Binds statements."""

    ctx: Context
    terms: Terms
    holders: CardHolders = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.holders = CardHolders(self.ctx)

    def body(self, statements: Sequence[n.Statement]) -> m.Body:
        """Bind statements one after another; names defined here end with the body."""
        with self.ctx.inner():
            return tuple(made for node in statements if (made := self.statement(node)) is not None)

    def block(self, node: n.Block | None) -> m.Body:
        return self.body(node.statements) if node is not None else ()

    def _else(self, node: n.Block | None) -> m.Body | None:
        """Bind what follows `else`; None says that there is none, which differs from an empty one."""
        return self.block(node) if node is not None else None

    def statement(self, node: n.Statement) -> m.Statement | None:
        span = node.span
        match node:
            case n.Choose():
                otherwise = self._else(node.otherwise)
                queries = tuple(self.terms.query(query) for query in node.queries)
                for query in queries:
                    self._remember_it(query)
                return m.Choose(queries, otherwise, span=span)
            case n.May():
                otherwise = self._else(node.otherwise)
                return m.May(self.block(node.body), otherwise, span=span)
            case n.Either():
                otherwise = self._else(node.otherwise)
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
                    self._remember_it(query)
                    return m.Each(query, self.block(node.body), span=span)
            case n.As():
                player = self.ctx.expect(self.terms.term(node.player), ("player",))
                self.holders.outside.append(None)
                return self.holders.around(m.As(player, self.block(node.body), span=span))
            case n.Secretly():
                return self.secretly(node)
            case n.Scope():
                who = None
                if node.player is not None:
                    who = self.ctx.expect(self.terms.term(node.player), ("player",))
                if (node.word == "turn") != (who is not None):
                    self.ctx.report(
                        "wrong-arguments",
                        phrase(
                            "`{word}` needs a player"
                            if who is None
                            else "`{word}` takes no player",
                            word=node.word,
                        ),
                        span,
                        "whose turn?" if who is None else "only a turn has a player",
                        "write `turn of p { … }`",
                    )
                return m.Scope(node.word, who, self.block(node.body), span=span)
            case n.Perform():
                return self.perform(node)
            case n.Set():
                return self.set_(node)
            case n.Let():
                value = self.terms.term(node.value)
                if value.type in ("list", "group", "allowance", "castle", "deck"):
                    value = self.ctx.expect(value, ("number", *THINGS))
                local = self.ctx.bind(node.name, value.type, node.name.span)
                self.holders.note_let(local.name, value)
                return m.Let(local.name, value, span=span)
            case n.Use():
                id = node.allowance.id
                if id in self.ctx.allowances:
                    return m.Use(id, span=span)
                self.ctx.report(
                    "unknown-name",
                    phrase("there is no allowance called `{id}`", id=id),
                    node.allowance.span,
                    "unknown",
                    name_fix(node.allowance.span, self.ctx.allowances)
                    or phrase("define one: `allowance {id} = 1 per turn`", id=id),
                )
                return None
            case n.Stop():
                return m.Stop(span=span)
            case n.End():
                return self.end(node)
            case n.Do():
                return self.holders.act(self.terms.actions.act(node))

    def secretly(self, node: n.Secretly) -> m.Statement:
        """Bind `secretly`; `secretly each player q` is short for `each player q { as q { secretly`."""
        span = node.span
        if node.query is None:
            return m.Secretly(self.block(node.body), span=span)
        with self.ctx.inner():
            query = self.terms.query(node.query)
            if query.kind != "player":
                self.ctx.report(
                    "type-error",
                    phrase("only players decide in secret, not {kind}", kind=described(query.kind)),
                    node.query.span,
                    "expected `player`",
                    "write `secretly each player q { … }`",
                )
            player = m.Local("player", query.variable, span=node.query.span)
            actor = m.Prim("player", "actor", (), span=node.query.span)

            def change(part: object) -> m.Term | None:
                return actor if isinstance(part, m.Local) and part.name == player.name else None

            # The deciding player has one name, so that it is plain whose secret is set.
            body: m.Body = rewrite(self.block(node.body), change)
            part = m.Secretly(body, together=True, span=span)
            return m.Each(query, (m.As(player, (part,), span=span),), span=span)

    def _remember_it(self, query: m.Query) -> None:
        """Let `it` stand for what a query chooses, whether it has a name or not."""
        self.holders.note_query(query)
        self.ctx.scope.it = m.Local(query.kind, query.variable, span=query.span)

    def end(self, node: n.End) -> m.Statement:
        outcome = node.outcome
        if outcome is None:
            return m.End(node.scope, None, span=node.span)
        if node.scope != "game":
            self.ctx.report(
                "unknown-name",
                phrase("only `end game` takes an outcome, not `end {scope}`", scope=node.scope),
                outcome.span,
                "unknown",
                phrase("write `end {scope}`", scope=node.scope),
            )
            return m.End(node.scope, None, span=node.span)
        bound = self._entry(outcome) if isinstance(outcome, n.EntryAt) else outcome.id
        known = [entry.id for entry in self.ctx.rules.of_kind("outcome")]
        for id, at in outcomes_named(self.ctx.rules, node) if bound is not None else ():
            if id not in known:
                bound = None
                self.ctx.report(
                    "unknown-name",
                    phrase("there is no outcome called `{outcome}`", outcome=id),
                    at,
                    "unknown",
                    name_fix(at, known)
                    or phrase("define it: `outcome {outcome} {{ name … }}`", outcome=id),
                    related=[Label(node.span, "the game ends with it")][: at != outcome.span],
                )
        return m.End(node.scope, bound, span=node.span)

    def _entry(self, node: n.EntryAt) -> m.Column | None:
        """Bind the entry of a table that names an outcome; None if it names none."""
        entry = self.terms.term(node)
        if isinstance(entry, m.Column) and entry.type == "symbol":
            return evolve(entry, type="outcome")
        if entry.type != BROKEN:
            self.ctx.report(
                "type-error",
                phrase("expected an outcome, but `{text}` is not one", text=node.span.text),
                node.span,
                "not an outcome",
                "write the names of outcomes into a column of a table, and `end game table.column at …`",
            )
        return None

    def perform(self, node: n.Perform) -> m.Statement | None:
        id, at = node.name, node.target.span
        if not isinstance(node.target, n.Name):
            thing = self.ctx.expect(self.terms.term(node.target), ("card", "spell"))
            return _perform_thing(thing, node) if thing.type != BROKEN else None
        local, memory = self.ctx.scope.variables.get(id), self.ctx.memories.get(id)
        if local is not None and local.type in ("card", "spell"):
            return _perform_thing(m.Local(local.type, local.name, span=at), node)
        entry = self.ctx.rules.get("rule", id)
        if entry is not None:
            return self._perform_rule(node, entry)
        if memory is not None and memory.type in ("card", "spell"):
            return _perform_thing(m.Recall(memory.type, id, None, span=at), node)
        if id in self.ctx.spells:
            return _perform_thing(m.Const("spell", self.ctx.spells[id], span=at), node)
        known = [entry.id for entry in self.ctx.rules.of_kind("rule")]
        hint: Advice = name_fix(at, known) or phrase("write it: `rule {id} {{ … }}`", id=id)
        label = "nothing to perform"
        if id in self.ctx.decks:
            label = "a deck, not a rule"
            hint = phrase("write `do reveal {id}` and then `perform revealed of {id}`", id=id)
        elif self.ctx.rules.get("card", id) is not None:
            label = "a card, not a rule"
            hint = "name the card that was chosen or revealed: `perform c`, `perform revealed of …`"
        self.ctx.report(
            "unknown-rule", phrase("there is no rule called `{id}`", id=id), at, label, hint
        )
        return None

    def _perform_rule(self, node: n.Perform, entry: Entry) -> m.Statement | None:
        parameters = entry.node_as(n.Rule).parameters
        if len(parameters) != len(node.arguments):
            self.ctx.report(
                "wrong-arguments",
                phrase(
                    "rule `{id}` takes {many}, but gets {number}",
                    id=entry.id,
                    many=_many(len(parameters)),
                    number=len(node.arguments),
                ),
                node.span,
                "wrong number of arguments",
                "give one value for each parameter of the rule",
                related=(Label(entry.name_span, "the rule"),),
            )
            return None
        args = tuple(
            self.ctx.expect(
                coerce(self.terms.term(given, p.kind), p.kind),
                (p.kind,),
                phrase(" for `{parameter}`", parameter=p.name.id),
            )
            for given, p in zip(node.arguments, parameters, strict=True)
        )
        return m.Perform(entry.id, args, span=node.span)

    def set_(self, node: n.Set) -> m.Statement | None:
        id = node.target.id
        memory = self.ctx.memories.get(id)
        setting = self.ctx.rules.get("setting", id)
        if memory is None and setting is not None:
            self.ctx.report(
                "type-error",
                phrase("`{id}` is a setting, which cannot change during the game", id=id),
                node.target.span,
                "cannot be set",
                "define a `memory` for what changes",
                related=(Label(setting.name_span, "the setting"),),
            )
            return None
        if self.terms.actions.is_fixed(node.target, "cannot be set"):
            return None
        if memory is None:
            self.ctx.report(
                "unknown-name",
                phrase("there is no memory called `{id}`", id=id),
                node.target.span,
                "nothing to set",
                name_fix(node.target.span, self.ctx.memories)
                or phrase("define one: `memory {id} = 0`", id=id),
            )
            return None
        of = self.terms.actions.whose(node.target, memory, node.player, "set")
        if (of is None) != (memory.each is None):
            return None
        value = self.terms.term(node.value, memory.type)
        value = self.ctx.expect(coerce(value, memory.type), (memory.type,))
        return m.SetMemory(memory.id, of, value, span=node.span)


def _many(count: int) -> str:
    return {0: "no arguments", 1: "one argument"}.get(
        count, phrase("{count} arguments", count=count)
    )


def _perform_thing(thing: m.Term, node: n.Perform) -> m.Statement:
    if thing.type == "card":
        return m.PerformCard(thing, span=node.span)
    return m.PerformSpell(thing, span=node.span)
