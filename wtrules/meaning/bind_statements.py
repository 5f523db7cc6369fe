"""Binding of statements: what a rule does."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, evolve, field

from wtrules.diagnostics import name_fix, wording
from wtrules.language.things import THINGS, described
from wtrules.meaning import nodes as m
from wtrules.meaning.bind_terms import Terms
from wtrules.meaning.binding import BROKEN, Context, coerce
from wtrules.meaning.card_holders import CardHolders
from wtrules.meaning.outcomes import outcomes_named
from wtrules.meaning.references import PERFORMS, WRITES
from wtrules.node import rewrite
from wtrules.resolve.model import Entry
from wtrules.source import Span
from wtrules.syntax import nodes as n


@define(eq=False, repr=False)
class Statements:
    """Binds statements."""

    ctx: Context
    terms: Terms
    holders: CardHolders = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.holders = CardHolders(self.ctx)

    def body(self, statements: Sequence[n.Statement], within: Span) -> m.Body:
        """Bind statements one after another; names defined here end with the body."""
        with self.ctx.inner(within):
            return tuple(part for node in statements for part in self._bound(node))

    def _bound(self, node: n.Statement) -> m.Body:
        """Bind a statement; what a loop needs to know first comes before it."""
        made = self.statement(node)
        if isinstance(made, m.Each) and isinstance(node, n.Each) and node.query.rank is not None:
            return _after_its_best(made, node.query.rank.span)
        return (made,) if made is not None else ()

    def block(self, node: n.Block | None) -> m.Body:
        return self.body(node.statements, node.span) if node is not None else ()

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
                with self.ctx.inner(span):
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
                        "wrong-arguments.turn" if who is None else "wrong-arguments.scope",
                        span,
                        word=node.word,
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
                    self.ctx.refer(node.allowance.span, "allowance", id, WRITES)
                    return m.Use(id, span=span)
                self.ctx.report(
                    "unknown-name.allowance",
                    node.allowance.span,
                    name_fix(node.allowance.span, self.ctx.allowances),
                    id=id,
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
        with self.ctx.inner(span):
            query = self.terms.query(node.query)
            if query.kind != "player":
                self.ctx.report("type-error.secretly", node.query.span, kind=described(query.kind))
            player = m.Local("player", query.variable, span=node.query.span)
            actor = m.Prim("player", "actor", (), span=node.query.span)
            # The deciding player has one name, so that it is plain whose secret is set.
            body = m.filled(self.block(node.body), {player.name: actor})
            part = m.Secretly(body, together=True, span=span)
            return m.Each(query, (m.As(player, (part,), span=span),), span=span)

    def _remember_it(self, query: m.Query) -> None:
        """Let `it` stand for what a query chooses, whether it has a name or not."""
        self.holders.note_query(query)
        nameless = m.Local(query.kind, query.variable, span=query.span)
        known = self.ctx.scope.variables.values()
        self.ctx.scope.it = next((x for x in known if x.name == query.variable), nameless)

    def end(self, node: n.End) -> m.Statement:
        outcome = node.outcome
        if outcome is None:
            return m.End(node.scope, None, span=node.span)
        if node.scope != "game":
            self.ctx.report("unknown-name.end", outcome.span, scope=node.scope)
            return m.End(node.scope, None, span=node.span)
        bound = self._entry(outcome) if isinstance(outcome, n.EntryAt) else outcome.id
        known = [entry.id for entry in self.ctx.rules.of_kind("outcome")]
        for id, at in outcomes_named(self.ctx.rules, node) if bound is not None else ():
            self.ctx.refer(at, "outcome", id)
            if id not in known:
                bound = None
                self.ctx.report(
                    "unknown-name.new-outcome",
                    at,
                    name_fix(at, known),
                    outcome=id,
                    end=node.span if at != outcome.span else None,
                )
        return m.End(node.scope, bound, span=node.span)

    def _entry(self, node: n.EntryAt) -> m.Column | None:
        """Bind the entry of a table that names an outcome; None if it names none."""
        entry = self.terms.term(node)
        if isinstance(entry, m.Column) and entry.type == "symbol":
            return evolve(entry, type="outcome")
        if entry.type != BROKEN:
            self.ctx.report("type-error.outcome", node.span, text=node.span.text)
        return None

    def perform(self, node: n.Perform) -> m.Statement | None:
        id, at = node.name, node.target.span
        if not isinstance(node.target, n.Name):
            thing = self.ctx.expect(self.terms.term(node.target), ("card", "spell"))
            return _perform_thing(thing, node) if thing.type != BROKEN else None
        local, memory = self.ctx.scope.variables.get(id), self.ctx.memories.get(id)
        if local is not None and local.type in ("card", "spell"):
            assert isinstance(node.target, n.Name)
            return _perform_thing(self.terms.names.variable(node.target), node)
        entry = self.ctx.rules.get("rule", id)
        if entry is not None:
            self.ctx.refer(at, "rule", id, PERFORMS)
            return self._perform_rule(node, entry)
        if memory is not None and memory.type in ("card", "spell"):
            self.ctx.refer(at, "memory", id)
            return _perform_thing(m.Recall(memory.type, id, None, span=at), node)
        if id in self.ctx.spells:
            self.ctx.refer(at, "spell", id, PERFORMS)
            return _perform_thing(m.Const("spell", self.ctx.spells[id], span=at), node)
        known = [entry.id for entry in self.ctx.rules.of_kind("rule")]
        if id in self.ctx.decks:
            self.ctx.report("unknown-rule.deck", at, id=id)
        elif self.ctx.rules.get("card", id) is not None:
            self.ctx.report("unknown-rule.card", at, id=id)
        else:
            self.ctx.report("unknown-rule", at, name_fix(at, known), id=id)
        return None

    def _perform_rule(self, node: n.Perform, entry: Entry) -> m.Statement | None:
        parameters = entry.node_as(n.Rule).parameters
        if len(parameters) != len(node.arguments):
            for argument in node.arguments:
                self.terms.term(argument)
            self.ctx.report(
                "wrong-arguments.performed",
                node.span,
                id=entry.id,
                many=_many(len(parameters)),
                number=len(node.arguments),
                entry=entry.name_span,
            )
            return None
        args = tuple(
            self.ctx.expect(
                coerce(self.terms.term(given, p.kind), p.kind),
                (p.kind,),
                "type-error.for.parameter",
                parameter=p.name.id,
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
                "type-error.set-setting", node.target.span, id=id, setting=setting.name_span
            )
            return None
        if self.terms.actions.is_fixed(node.target, "type-error.not-a-memory.not-set"):
            return None
        if memory is None:
            self.ctx.report(
                "unknown-name.memory",
                node.target.span,
                name_fix(node.target.span, self.ctx.memories),
                id=id,
            )
            return None
        first = len(self.ctx.references)
        of = self.terms.actions.whose(node.target, memory, node.player, "set")
        value = self.terms.term(node.value, memory.type)
        self.ctx.written(node.target, first)
        if (of is None) != (memory.each is None):
            return None
        value = self.ctx.expect(coerce(value, memory.type), (memory.type,))
        return m.SetMemory(memory.id, of, value, span=node.span)


def _after_its_best(loop: m.Each, rank: Span) -> m.Body:
    """Return a loop over those `whose N is highest` after the number, which is found before the loop.

    What the loop does to one of them must not decide whether it comes to the others.
    """
    best = m.Local("number", f"best_{loop.query.variable}", span=rank)
    lets: list[m.Let] = []

    def change(part: object) -> m.Term | None:
        if not isinstance(part, m.Best) or part.span != rank:
            return None
        lets.append(m.Let(best.name, part, span=rank))
        return best

    made: m.Each = rewrite(loop, change)
    return *lets, made


def _many(count: int) -> str:
    if count < 2:
        return wording(f"wrong-arguments.performed.{'one' if count else 'no'}")
    return wording("wrong-arguments.performed.several", count=count)


def _perform_thing(thing: m.Term, node: n.Perform) -> m.Statement:
    if thing.type == "card":
        return m.PerformCard(thing, span=node.span)
    return m.PerformSpell(thing, span=node.span)
