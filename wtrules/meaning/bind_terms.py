"""Binding of terms: operators, relations and questions about many things."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from attrs import define, evolve, field

from wtrules.diagnostics import Fix, TextEdit, name_fix, wording
from wtrules.diagnostics.fix import delete, fix, replace
from wtrules.language.predicates import predicates
from wtrules.language.properties import properties
from wtrules.language.things import THINGS, described
from wtrules.meaning import nodes as m
from wtrules.meaning.bind_actions import Actions
from wtrules.meaning.bind_names import Names
from wtrules.meaning.binding import BROKEN, NUMBERS, ON_PLACES, Context, broken, coerce
from wtrules.meaning.decks import is_in_hand, owner_in
from wtrules.meaning.relations import relate
from wtrules.meaning.values import ARITHMETIC, list_of, number
from wtrules.phrase import listed, names
from wtrules.source import Span
from wtrules.syntax import nodes as n

_ORDERED = ("number", "space", "player", "place")


@define(eq=False, repr=False)
class Terms:
    """Binds terms and queries."""

    ctx: Context
    names: Names = field(init=False)
    actions: Actions = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.names = Names(self.ctx, self.term)
        self.actions = Actions(self.ctx, self.term)

    def truth(self, node: n.Expr) -> m.Term:
        """Bind a condition."""
        return self.ctx.expect(self.term(node), ("truth",))

    def term(self, node: n.Expr, expected: str | None = None) -> m.Term:
        """Bind a term; *expected* decides between things of different types with the same name."""
        if expected == "pile":
            pile = self.names.pile(node)
            if pile is not None:
                return pile
            expected = "deck"
        match node:
            case n.Number():
                return m.Const("number", node.value, span=node.span)
            case n.Text():
                return self.ctx.report("type-error.text", node.span)
            case n.Range():
                return self.ctx.report("type-error.range", node.span)
            case n.Name():
                return self.names.name(node, expected)
            case n.Castle():
                return m.Prim("castle", "castle", (), span=node.span)
            case n.PropertyOf():
                return self.names.property_of(node)
            case n.Pair():  # bound with the memory before it
                return broken(node.span)
            case n.EntryAt():
                return self.names.entry_at(node)
            case n.Applied():
                return self.names.applied(node)
            case n.Unary(operator="not"):
                return m.Calc("truth", "not", (self.truth(node.operand),), span=node.span)
            case n.Unary():
                operand = self.ctx.expect(self.term(node.operand), ("number",))
                if type(operand) is m.Const:
                    return m.Const(operand.type, -operand.value, span=node.span)
                return m.Calc("number", "-", (operand,), span=node.span)
            case n.Binary():
                return self.binary(node)
            case n.Relation():
                return self.implied_relation(node)
            case n.Ask():
                return self.ask(node)
            case n.Extreme():
                with self.ctx.inner(node.span):
                    query = self.query(node.query)
                    value = self.ctx.expect(self.term(node.value), ("number",))
                return m.Best(node.word, value, query, span=node.span)
            case n.NumberedSpace():
                return self._numbered_space(node)
            case n.Conditional():
                return self.conditional(node, expected)
            case n.Can():
                return m.Possible(self.actions.act(node.action), span=node.span)

    def _numbered_space(self, node: n.NumberedSpace) -> m.Term:
        """Bind a space by its number; one that is worked out in the game is counted around the ring."""
        spaces = number(self.ctx.rules, "board.spaces")
        index = self.term(node.number)
        if index.type == "space":  # `space s`
            return index
        if index.type in ("wizard", "tower", "place", "castle"):
            written = node.number.span.text
            return self.ctx.report(
                "type-error.space-number",
                node.number.span,
                written=written,
                type=described(index.type),
            )
        index = self.ctx.expect(index, ("number",))
        if index.type == BROKEN:
            return broken(node.span)
        value = m.constant(index)
        if value is None:
            return m.Calc("space", "space", (index,), span=node.span)
        # A check reports a ring without a number of spaces.
        if spaces is None or 0 <= value < spaces:
            return m.Const("space", value, span=node.span)
        return self.ctx.report(
            "off-the-ring", node.span, index=value, spaces=spaces, last=spaces - 1
        )

    def conditional(self, node: n.Conditional, expected: str | None) -> m.Term:
        condition = self.truth(node.condition)
        value = self.term(node.value, expected)
        otherwise: m.Term
        if value.type == "truth":
            return self.ctx.report(
                "type-error.when-condition", node.span, text=node.value.span.text
            )
        if node.otherwise is not None:
            otherwise = self.term(node.otherwise, value.type)
            otherwise = self.ctx.expect(coerce(otherwise, value.type), (value.type,))
        elif value.type in (*THINGS, "number"):
            otherwise = m.Const(value.type, -1 if value.type in THINGS else 0, span=node.span)
        else:
            otherwise = self.ctx.report(
                "type-error.without-else", node.span, type=described(value.type)
            )
        return m.Conditional(value.type, value, condition, otherwise, span=node.span)

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
        if op in ("+", "-") and (near := _too_near(node.left)) is not None:
            return self._on_took_too_little(node, near)
        left = self.term(node.left)
        if op in ("=", "!=") and left.type == "card" and self.names.is_card(node.right):
            return self.is_(evolve(node, operator="is" if op == "=" else "is not"))
        right = self.term(node.right, left.type)
        if left.type == "symbol" or right.type == "symbol":
            left = self.term(node.left, right.type) if left.type != right.type else left
        if BROKEN in (left.type, right.type):
            return broken(node.span)
        if self.ctx.questions and {left.type, right.type} == {"truth", "number"}:
            return self._where_took_too_much(node)
        if op in ("=", "!="):
            return self.equal(left, right, op, node.span)
        if op in ("<", "<=", ">", ">="):
            left = self.ctx.expect(left, _ORDERED)
            right = self.ctx.expect(right, (left.type,) if left.type != BROKEN else _ORDERED)
            return m.Calc("truth", op, (left, right), span=node.span)
        if op in ("+", "-") and left.type in (*ON_PLACES, "place"):  # so far from where it is
            left = coerce(left, "space")
        if left.type == "space" and op in ("+", "-"):
            by = self.ctx.expect(right, ("number",))
            return m.Calc("space", f"space{op}", (left, by), span=node.span)
        left, right = self.ctx.expect(left, ("number",)), self.ctx.expect(right, ("number",))
        if BROKEN in (left.type, right.type):
            return broken(node.span)
        if op in ("/", "mod") and m.constant(right) == 0:
            return self.ctx.report("division-by-zero", right.span)
        if type(left) is m.Const and type(right) is m.Const:
            result = ARITHMETIC[op](left.value, right.value)
            return m.Const("number", result, span=node.span)
        return m.Calc("number", op, (left, right), span=node.span)

    def _on_took_too_little(self, node: n.Binary, near: n.Relation) -> m.Term:
        """Report `castle is on s + 1`: the sum was meant as the place."""
        source = node.span.source
        meant = Span(source, near.target.span.start, node.span.end)
        return self.ctx.report(
            "type-error.parentheses",
            meant,
            replace(meant, f"({meant.text})", is_safe=True),
            word=near.word,
            text=near.target.span.text,
            meant=meant.text,
        )

    def _where_took_too_much(self, node: n.Binary) -> m.Term:
        """Report `number of wizards where own > 2`: the comparison was meant for the number."""
        question = self.ctx.questions[-1].span
        asked = question.source.text[question.start : node.left.span.end]
        return self.ctx.report(
            "type-error.where",
            node.span,
            fix(
                (
                    TextEdit(Span(question.source, question.start, question.start), "("),
                    TextEdit(Span(question.source, node.left.span.end, node.left.span.end), ")"),
                )
            ),
            text=node.left.span.text,
            asked=asked,
            operator=node.operator,
        )

    def equal(self, left: m.Term, right: m.Term, op: str, span: Span) -> m.Term:
        kinds = {left.type, right.type}
        # `p is w` is more likely a mistake for `w is on p`.
        if "place" not in kinds or not kinds & {"wizard", "tower"}:
            right = coerce(right, left.type)
            if left.type != right.type:
                left = coerce(left, right.type)
        if left.type != right.type or left.type in ("list", "group", "allowance"):
            return self.ctx.report(
                "type-error.equal",
                span,
                _with_space(left, right, span)
                or self._remembered_word(left, right)
                or self.ctx.type_help(left.type, (right.type,))
                or self.ctx.type_help(right.type, (left.type,)),
                type=described(left.type),
                other=described(right.type),
            )
        return m.Calc("truth", op, (left, right), span=span)

    def _not_asked(self, left: m.Term, word: n.Name) -> m.Term:
        """Report a predicate that nothing can be asked with about a word, for `role of q is known`."""
        entry = self.ctx.rules.get("memory", left.id) if isinstance(left, m.Recall) else None
        first = entry.node_as(n.Memory).value if entry is not None else None
        can_be = [name.id for name in first.names] if isinstance(first, n.OneOf) else []
        return self.ctx.report(
            "type-error.subject",
            left.span,
            wording("type-error.subject.values", list=names(can_be)) if can_be else None,
            id=word.id,
            list=listed((described(p.subject) for p in predicates(word.id)), "or"),
            of=wording("type-error.subject.but", type=described(left.type)),
            type=described(left.type),
        )

    def _other_subject(self, node: n.Expr, left: m.Term, word: n.Expr) -> m.Term:
        """Report a word for what a `where` asks about, said of another thing: `it is copper`."""
        subject = self.ctx.scope.subject
        kind = subject.type if subject is not None else left.type
        return self.ctx.report(
            "type-error.subject",
            node.span,
            self.ctx.not_it(left, (kind,)),
            id=word.span.text,
            list=described(kind),
            of=wording("type-error.subject.but", type=described(left.type)),
            type=described(left.type),
        )

    def _remembered_word(self, left: m.Term, right: m.Term) -> str | None:
        """Return how to ask whether a memory has a word for a thing, for `w is master`."""
        if right.type != "symbol":
            return None
        for memory in self.ctx.memories.values():
            if memory.each == left.type and memory.type == "symbol":
                return wording(
                    "type-error.equal.remembered",
                    memory=memory.id,
                    of=left.span.text,
                    word=right.span.text,
                )
        return None

    def is_(self, node: n.Binary) -> m.Term:
        left = self.term(node.left)
        if left.type == BROKEN:
            return left
        negated = node.operator == "is not"
        result: m.Term | None = None
        if isinstance(node.right, n.Name) and node.right.id == "nothing":
            known = self.names.predicate(evolve(node.right, id="known"), left, node.right.span)
            if known is not None:
                known = evolve(known, span=node.span)
                result = m.Calc("truth", "not", (known,), span=node.span)
        elif isinstance(node.right, n.Relation):
            result = self.relation(left, node.right)
        elif isinstance(node.right, n.Name) and node.right.id not in self.ctx.scope.variables:
            if not (left.type == "symbol" and node.right.id in self.ctx.symbols):
                result = self.names.predicate(node.right, left, node.right.span)
                if result is None and left.type == "symbol" and predicates(node.right.id):
                    return self._not_asked(left, node.right)
        if result is None:
            right = self.term(node.right, left.type)
            if right.type == BROKEN:
                return right
            if (
                right.type == "truth"
                and left.type in THINGS
                and isinstance(right, m.Prim | m.Meant)
            ):
                return self._other_subject(node.left, left, node.right)
            if left.type != right.type and right.type == "symbol":
                left = self.term(node.left, "symbol")
            result = self.equal(left, right, "=", node.span)
        if result.type not in ("truth", BROKEN):
            result = self.ctx.expect(result, ("truth",))
        if result.type != BROKEN:
            result = evolve(result, span=node.span)
        return m.Calc("truth", "not", (result,), span=node.span) if negated else result

    def in_(self, node: n.Binary) -> m.Term:
        item = self.term(node.left)
        if item.type == BROKEN:
            return item
        if not isinstance(node.right, n.Name):
            return self.ctx.report("type-error.in", node.right.span)
        entry = self.ctx.rules.get("setting", node.right.id)
        if entry is None:
            return self.names.unknown(node.right)
        self.ctx.refer(node.right.span, "setting", entry.id)
        value = list_of(self.ctx.rules, entry.id)
        if value is None:
            return broken(node.span)
        members: list[range] = []
        spells = self.ctx.spells if item.type == "spell" else ()
        for constant, term in zip(
            value.entries, entry.node_as(n.Setting).value.entries, strict=True
        ):
            found = self.member(item.type, constant)
            if found is None:
                self.ctx.report(
                    "unknown-name.member" if item.type == "spell" else "type-error.member",
                    term.span,
                    name_fix(term.span, spells),
                    constant=constant,
                    id=entry.id,
                    type=described(item.type),
                    used=node.right.span,
                )
            if found is not None:
                members.append(found)
        return m.Among(item, tuple(members), entry.id, span=node.span)

    def member(self, type: str, constant: object) -> range | None:
        if isinstance(constant, range):
            return constant if type in ("number", "space", "player") else None
        if isinstance(constant, int):
            return _one(constant) if type in ("number", "space", "player") else None
        if type == "spell" and constant in self.ctx.spells:
            return _one(self.ctx.spells[str(constant)])
        if type == "symbol" and constant in self.ctx.symbols:
            return _one(self.ctx.symbols[str(constant)])
        return None

    def implied_relation(self, node: n.Relation) -> m.Term:
        subject = self.ctx.scope.subject
        if subject is None:
            return self.ctx.report("type-error.no-subject", node.span, word=node.word)
        return self.relation(subject, node)

    def relation(self, subject: m.Term, node: n.Relation) -> m.Term:
        return self._related(subject, node, self._target(node))

    def _target(self, node: n.Relation) -> m.Term:
        return self.term(node.target, "pile" if node.word == "from" else None)

    def _related(self, subject: m.Term, node: n.Relation, target: m.Term) -> m.Term:
        if BROKEN in (target.type, subject.type):
            return broken(node.span)
        return relate(node.word, subject, target, node.span) or self.ctx.report(
            "type-error.relation",
            node.span,
            wording("type-error.relation.owner", text=node.span.text, player=subject.span.text)
            if subject.type == "player"
            else wording(f"type-error.relation.{node.word}"),
            type=described(subject.type),
            word=node.word,
            other=described(target.type),
            text=node.target.span.text,
        )

    def ask(self, node: n.Ask) -> m.Term:
        self.ctx.questions.append(node)
        with self.ctx.inner(node.span):
            query = self.query(node.query)
        self.ctx.questions.pop()
        if query.where is not None and query.where.type == BROKEN:
            return broken(node.span)
        if node.word == "number of":
            return m.Search("number", node.word, query, span=node.span)
        if node.word in ("any", "no"):
            return m.Search("truth", node.word, query, span=node.span)
        if node.word == "next" and query.origin is None:
            return self.ctx.report("wrong-arguments.next", node.span, kind=query.kind)
        return m.Search(query.kind, node.word, query, span=node.span)

    def query(self, node: n.Query) -> m.Query:
        """Bind a query; its variable stays in the current scope."""
        self.ctx.refer(node.span, "thing", node.kind)
        outer_later = self.ctx.later
        if node.variable is not None:
            self.ctx.later = {**outer_later, **_taken_along(node)}
        origin = None
        if node.course is not None:
            wanted = "player" if node.kind == "player" else "space"
            if node.kind in ("card", "spell"):
                self.ctx.report(
                    "type-error.course", node.course.span, delete(node.course.span), kind=node.kind
                )
            else:
                origin = self.term(node.course.origin)
                origin = self.ctx.expect(coerce(origin, wanted), (wanted,))
        low, high = self._bound(node.low), self._bound(node.high)
        targets = [(r, self._target(r)) for r in node.relations]
        excluded = [self.term(part, node.kind) for part in node.excluded]
        self.ctx.later = outer_later
        local = self.ctx.bind(node.variable, node.kind, (node.variable or node).span)
        relations = tuple(
            m.Relation(relation.word, target)
            for relation, target in targets
            if self._related(local, relation, target).type != BROKEN
        )
        where = None
        if node.where is not None:
            outer = self.ctx.scope.subject
            self.ctx.scope.subject = local
            where = self.truth(node.where)
            self.ctx.scope.subject = outer
        where = self._among(node, local, excluded, where)
        if node.rank is not None:
            where = self._ranked(node.rank, node, local, relations, where)
        direction = node.course.direction if node.course is not None else None
        made = m.Query(
            node.kind, local.name, relations, direction, origin, where, low, high,
            span=node.span,
        )  # fmt: skip
        if owner_in(made) is not None and is_in_hand(made):
            pile = next(r.target.span for r in node.relations if r.word == "from")
            self.ctx.report("type-error.own-pile", pile, pile=pile.text)
        return made

    def _among(
        self, node: n.Query, local: m.Local, excluded: list[m.Term], where: m.Term | None
    ) -> m.Term | None:
        """Return the condition of a query with `opponent` and `except`."""
        conditions = [] if where is None else [where]
        if node.opponents:
            word = n.Name("opponent", span=node.span)
            is_one = self.names.predicate(word, local, node.span)
            assert is_one is not None
            conditions.insert(0, is_one)
        for part in excluded:
            other = self.ctx.expect(coerce(part, node.kind), (node.kind,))
            if other.type != BROKEN:
                same = m.Calc("truth", "=", (local, other), span=other.span)
                conditions.insert(0, m.Calc("truth", "not", (same,), span=other.span))
        return _all(conditions)

    def _ranked(
        self, rank: n.Rank, node: n.Query, local: m.Local,
        relations: tuple[m.Relation, ...], where: m.Term | None,
    ) -> m.Term | None:  # fmt: skip
        """Return the condition of a query with `whose N is highest`: no other one has more."""
        outer = self.ctx.scope.subject
        self.ctx.scope.subject = local
        value = self._own_property(rank.value, local) or self.term(rank.value)
        value = self.ctx.expect(value, ("number",))
        self.ctx.scope.subject = outer
        if value.type == BROKEN:
            return value
        self.ctx.counter += 1
        other = evolve(local, name=f"{local.name}_{self.ctx.counter}")
        names = {local.name: other}
        others = m.Query(
            node.kind, other.name, relations, None, None, m.filled(where, names), None, None,
            span=rank.span,
        )  # fmt: skip
        best = m.Best(rank.word, m.filled(value, names), others, span=rank.span)
        is_best = m.Calc("truth", "=", (value, best), span=rank.span)
        return _all([is_best] if where is None else [where, is_best])

    def _own_property(self, word: n.Expr, local: m.Local) -> m.Term | None:
        """Return what `whose points` means, where nothing else is called `points`."""
        if not isinstance(word, n.Name) or word.id in self.ctx.memories | self.ctx.pending:
            return None
        asked = next((p for p in properties(word.id) if p.subject == local.type), None)
        if asked is None or word.id in self.ctx.scope.variables:
            return None
        self.ctx.refer(word.span, "property", word.id)
        return m.Prim(asked.result, asked.op, (local,), span=word.span)

    def _bound(self, node: n.Expr | None) -> m.Term | None:
        """Bind the smallest or largest number that can be chosen."""
        if node is None:
            return None
        bound = self.ctx.expect(self.term(node), ("number",))
        value = m.constant(bound) if bound.type != BROKEN else None
        if value is not None and not 0 <= value < NUMBERS:
            self.ctx.report("number-range", bound.span, bound=value, numbers=NUMBERS - 1)
        return bound


def _all(conditions: list[m.Term]) -> m.Term | None:
    """Return that several conditions are true; None without any."""
    if any(condition.type == BROKEN for condition in conditions):
        return broken(conditions[0].span)
    found: m.Term | None = None
    for condition in conditions:
        span = condition.span
        found = (
            condition if found is None else m.Calc("truth", "and", (found, condition), span=span)
        )
    return found


def _taken_along(node: n.Query) -> dict[str, Callable[[], str]]:
    """Return what to do if a query inside another one has taken the `where` of the outer one.

    `each player p clockwise from first player where p …` means the first player where `p` …
    """
    assert node.variable is not None
    starts = [node.course.origin] if node.course is not None else []
    starts += node.excluded
    for inner in (*starts, *(relation.target for relation in node.relations)):
        taken = (inner.query.where or inner.query.rank) if isinstance(inner, n.Ask) else None
        if taken is not None:
            asked = inner.span.source.text[inner.span.start : taken.span.start]
            asked = asked.strip().removesuffix("where").strip()
            return {node.variable.id: partial(wording, "unknown-name.later.where", asked=asked)}
    return {}


def _one(number: int) -> range:
    """Return the range of a single number."""
    return range(number, number + 1)


def _with_space(left: m.Term, right: m.Term, span: Span) -> Fix | None:
    """Return the fix for `space of p = 8`: `space 8` is a space, 8 is a number."""
    other, number = (right, left) if left.type == "number" else (left, right)
    if not isinstance(number, m.Const) or number.type != "number":
        return None
    space = number.span.text
    if other.type == "place":
        negated = "not " if re.search(r"!=|\bis not\b", span.text) else ""
        text = f"{other.span.text} is {negated}on space {number.span.text}"
        help = wording("type-error.equal.space", number=space, text=text)
        return replace(span, text, help, is_safe=True)
    if other.type == "space":
        start = number.span.start - span.start
        text = f"{span.text[:start]}space {span.text[start:]}"
        help = wording("type-error.equal.space", number=space, text=text)
        return replace(span, text, help, is_safe=True)
    return None


def _too_near(term: n.Expr) -> n.Relation | None:
    """Return the `on s` of `on s + 1` or `any wizard on s + 1`, to which nothing can be added."""
    if isinstance(term, n.Ask) and term.word in ("any", "no") and term.query.where is None:
        return term.query.relations[-1] if term.query.relations else None
    return term if isinstance(term, n.Relation) else None
