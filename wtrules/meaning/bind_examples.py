"""Binding of examples: what `with` sets and what `then` expects, in the terms of the rules.

An example comes in; a `meaning.Example` goes out, with its own diagnostics. They are kept apart from
those of the rules, because an example may need variants that are not chosen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from string import ascii_lowercase

from attrs import define, evolve

from wtrules.diagnostics import name_hint, wording
from wtrules.meaning import nodes as m
from wtrules.meaning.bind_statements import Statements
from wtrules.meaning.bind_terms import Terms
from wtrules.meaning.binding import BROKEN, Context
from wtrules.meaning.values import MAX_NUMBER, letters
from wtrules.node import walk
from wtrules.phrase import names
from wtrules.resolve.clauses import clauses_of
from wtrules.resolve.model import Entry
from wtrules.source import Span
from wtrules.syntax import nodes as n


@define(eq=False, repr=False)
class Examples:
    """Binds the examples of a ruleset, after its rules."""

    ctx: Context
    terms: Terms
    statements: Statements

    def example(self, entry: Entry) -> m.Example:
        """Bind what an example says."""
        node = entry.node_as(n.Example)
        outer, self.ctx.diagnostics = self.ctx.diagnostics, []
        with self.ctx.definition(entry), self._players(node.id.span):
            said = [fact for clause in clauses_of(node, n.ExampleWith) for fact in clause.facts]
            self._report_twice(said)
            self._report_large(said, *(clause.facts for clause in clauses_of(node, n.Then)))
            given = [found for fact in said if (found := self._given(fact)) is not None]
            self._report_on_board(node, given)
            given = [one for one in given if not self._is_chance(one, "with")]
            facts = tuple(tuple(self._facts(c.facts)) for c in clauses_of(node, n.Then))
        faults, self.ctx.diagnostics = tuple(self.ctx.diagnostics), outer
        return m.Example(tuple(given), facts, faults)

    @contextmanager
    def _players(self, at: Span) -> Iterator[None]:
        """Make the letters and the colours of the players variables."""
        named = letters(self.ctx.rules)
        scope = self.ctx.scope
        for seat, (colour, letter) in enumerate(named.items()):
            for name in (letter, colour):
                scope.variables[name] = m.Local("player", f"{m.SEAT}{seat}", span=at)
        known = ", ".join(f"`{letter}`" for letter in named.values())
        self.ctx.later = {
            letter: partial(wording, "unknown-name.later.players", known=known)
            for letter in ascii_lowercase
            if letter not in scope.variables
        }
        yield
        self.ctx.later = {}

    # --- what is given ---

    def _given(self, fact: n.Fact) -> m.Given | None:
        """Bind what a position has."""
        match fact:
            case n.Binary(left=n.Applied() as held):
                fact = evolve(fact, left=_of_pair(held))
            case n.Unary(operand=n.Applied() as held):
                fact = evolve(fact, operand=_of_pair(held))
            case n.Applied():
                fact = _of_pair(fact)
        match fact:
            case n.Listing():
                return self._listing(fact)
            case n.Knows():
                return self._given_knowledge(fact)
            case n.Binary(operator="=" | "is", left=left, right=n.Name() as word) if (
                self._is_truth(word) and fact.operator == "is"
            ):
                return self._set(word, left, _yes(fact.span), fact)
            case n.Binary(operator="is not", left=left, right=n.Name() as word) if self._is_truth(
                word
            ):
                return self._set(word, left, _no(fact.span), fact)
            case n.PropertyOf(property=word, subject=of) if self._is_truth(word):
                return self._set(word, of, _yes(fact.span), fact)
            case n.Unary(operator="not", operand=n.PropertyOf(property=word, subject=of)) if (
                self._is_truth(word)
            ):
                return self._set(word, of, _no(fact.span), fact)
            case n.Unary(operator="not", operand=n.Name() as word) if self._is_truth(word):
                return self._set(word, None, _no(fact.span), fact)
            case n.Binary(operator="=" | "is", left=n.Name() as name) if self._is_kept(name):
                return self._set(name, None, fact.right, fact)
            case n.Binary(operator="=" | "is", left=n.PropertyOf(property=name)) if self._is_kept(
                name
            ):
                assert isinstance(fact.left, n.PropertyOf)
                return self._set(name, fact.left.subject, fact.right, fact)
            case n.Binary(left=n.PropertyOf(property=n.Name(id="hand"))):
                self._no_cards(fact)
                return None
            case n.Binary(
                operator="=" | "is",
                left=n.PropertyOf(property=n.Name(id="revealed") as word, subject=of),
                right=n.Name() as cards,
            ):
                self.ctx.refer(word.span, "property", word.id)
                return self._face_up(fact.left, of, cards)
            case n.Binary(
                operator="=" | "is", left=n.Name(id="revealed") as target, right=n.Name() as cards
            ):
                return self._face_up(target, None, cards)
            case n.Binary(operator="is", right=n.Relation()):
                self.ctx.report("wrong-arguments.given-place", fact.span)
                return None
            case n.Binary(operator="=" | "is"):
                return self._assigned(fact)
        self.ctx.report("wrong-arguments.given", fact.span)
        return None

    def _report_twice(self, facts: list[n.Fact]) -> None:
        """Report what is set twice."""
        first: dict[str, n.Fact] = {}
        for fact in facts:
            target = fact.target if isinstance(fact, n.Listing) else fact
            if isinstance(target, n.Binary):
                target = target.left if target.operator == "=" else target
            earlier = first.setdefault(target.span.flat_text, fact)
            if earlier is not fact:
                self.ctx.report(
                    "duplicate-entry.given", fact.span, text=target.span.text, earlier=earlier.span
                )

    def _report_large(self, *facts: Sequence[n.Fact]) -> None:
        """Report numbers that are larger than rules may have."""
        for part in walk(facts):
            if isinstance(part, n.Number) and part.value > MAX_NUMBER:
                self.ctx.report("number-too-large.given", part.span, text=part.span.text)

    def _report_on_board(self, node: n.Example, given: Sequence[m.Given]) -> None:
        """Report pieces that the board shows and `with` puts somewhere too."""
        if all(clause.board is None for clause in clauses_of(node, n.Given)):
            return
        for one in given:
            if isinstance(one, m.Assigned) and isinstance(one.target, m.Prim):
                where, _, piece = one.target.op.partition(":")
                if where in ("space", "place") and piece in ("castle", "piece"):
                    self.ctx.report("wrong-arguments.on-board", one.span)

    def _is_chance(self, part: m.Given | m.Term, word: str) -> bool:
        """Report what an example leaves to chance."""
        found = next(
            (x for x in walk(part) if isinstance(x, m.Search) and x.word == "random"), None
        )
        if found is not None:
            self.ctx.report("chance-while-looking.example", found.span, word=word)
        return found is not None

    def _is_kept(self, name: n.Name) -> bool:
        """Whether a name is a memory, or a setting, which `set` refuses with a reason."""
        return name.id in self.ctx.memories or self.ctx.rules.get("setting", name.id) is not None

    def _is_truth(self, name: n.Name) -> bool:
        memory = self.ctx.memories.get(name.id)
        return memory is not None and memory.type == "truth"

    def _set(
        self, name: n.Name, of: n.Expr | None, value: n.Expr, fact: n.Expr
    ) -> m.SetMemory | None:
        if of is None and self._needs_owner(name, value):
            return None
        made = self.statements.set_(n.Set(name, of, value, span=fact.span))
        assert made is None or isinstance(made, m.SetMemory)
        return made

    def _assigned(self, fact: n.Binary) -> m.Assigned | None:
        """Bind a value of something on the table."""
        if fact.operator == "is" and isinstance(fact.right, n.Name):
            term = self.terms.term(fact)
            if isinstance(term, m.Prim):  # `move_castle is laid_out`
                return m.Assigned(term, m.Const("truth", 1, span=fact.span), span=fact.span)
            if term.type == BROKEN:
                return None
        target = self.terms.term(fact.left)
        value = self.terms.term(fact.right, target.type)
        if BROKEN in (target.type, value.type):
            return None
        equal = self.terms.equal(target, value, "=", fact.span)
        if not isinstance(equal, m.Calc):
            return None
        return m.Assigned(*equal.args, span=fact.span)

    # --- what is expected ---

    def _facts(self, facts: tuple[n.Fact, ...]) -> Iterator[m.Fact]:
        for fact in facts:
            found: m.Fact | None
            match fact:
                case n.Listing():
                    found = self._listing(fact)
                case n.Knows():
                    found = self._knows(fact)
                case _:
                    found = self._true(fact)
            if found is not None:
                yield found

    def _true(self, fact: n.Expr) -> m.Term | None:
        """Bind a condition that must be true."""
        match fact:
            case n.Name() as word if self._is_verdict(word, "yes"):
                return self.ctx.report("wrong-arguments.result", word.span, word=word.id)
            case n.Unary(operator="not", operand=n.Name() as word) | (n.Name() as word) if (
                self._is_verdict(word, "no" if word is fact else "yes")
            ):
                return self.ctx.report("wrong-arguments.then", fact.span, text=fact.span.text)
            case n.Binary(left=n.Name() as name) if self._needs_owner(name, fact.right):
                return None
            case n.Binary(left=n.PropertyOf(property=n.Name(id="hand") as name)) if (
                not self._is_kept(name)
            ):
                return self._no_cards(fact)
        with self.ctx.inner(fact.span):
            term = self.terms.truth(fact)
        return term if term.type != BROKEN and not self._is_chance(term, "then") else None

    def _is_verdict(self, word: n.Name, verdict: str) -> bool:
        """Whether a word is about the move, not a memory or a defined word."""
        names = (self.ctx.memories, self.ctx.pending, self.ctx.scope.variables)
        if any(word.id in known for known in names):
            return False
        from wtrules.diagnostics import foreign_words  # only rules with errors need this table

        return word.id in foreign_words.verdicts(verdict)

    # --- both ---

    def _given_knowledge(self, fact: n.Knows) -> m.Knows | None:
        if fact.is_so:
            return self._knows(fact)
        self.ctx.report("wrong-arguments.forgetting", fact.span)
        return None

    def _knows(self, fact: n.Knows) -> m.Knows | None:
        """Bind what a player knows, as the action that would show it."""
        faults = len(self.ctx.diagnostics)
        who = self.ctx.expect(self.terms.term(fact.who), ("player",))
        shown = self.terms.actions.act(fact.shown)
        if len(self.ctx.diagnostics) > faults:
            return None
        return m.Knows(who, fact.is_so, shown, span=fact.span)

    def _needs_owner(self, name: n.Name, value: n.Expr) -> bool:
        """Report a memory for each player, space … without saying whose."""
        memory = self.ctx.memories.get(name.id)
        if memory is None or memory.each is None or name.id in self.ctx.scope.variables:
            return False
        samples = {
            "player": next(iter(letters(self.ctx.rules).values()), "b"),
            "space": "(space 3)",
        }
        of = samples.get(memory.each, f"a {memory.each}")
        self.ctx.report(
            "type-error.whose-of" if memory.each == "player" else "type-error.which-of",
            name.span,
            name=name.id,
            each=memory.each,
            of=of,
            what="…" if value.span.start < name.span.end else value.span.text,
            memory=memory.span,
        )
        return True

    def _no_cards(self, fact: n.Binary) -> m.Term:
        """Report a hand that is compared with something else than cards."""
        return self.ctx.report("wrong-arguments.hand", fact.right.span, text=fact.left.span.text)

    def _face_up(self, target: n.Expr, of: n.Expr | None, cards: n.Name) -> m.Listing | None:
        """Bind `revealed of weather = gale`, or `= gale.lull` for two; of the main deck `revealed = w1`."""
        deck: m.Term = m.Const("deck", 0, span=target.span)
        if of is not None:
            deck = self.ctx.expect(self.terms.term(of, "deck"), ("deck",))
        if deck.type == BROKEN:
            return None
        entries = tuple(m.Entry(card, cards.span) for card in cards.id.split("."))
        return m.Listing("revealed", target.span.text, deck, entries, span=cards.span)

    def _listing(self, fact: n.Listing) -> m.Listing | None:
        """Bind a list of cards or spells; cards are looked up in the deck when they are dealt."""
        of: m.Term | None = None
        match fact.target:
            case n.PropertyOf(property=n.Name(id="hand")) as hand:
                of = self.ctx.expect(self.terms.term(hand.subject), ("player",))
                what = "hand"
            case n.Name(id="spells" | "next_cards" as what):
                pass
            case n.PropertyOf(property=n.Name(id="next_cards" as what)) as pile:
                of = self.ctx.expect(self.terms.term(pile.subject, "deck"), ("deck",))
            case target:
                self.ctx.report(
                    "wrong-arguments.list",
                    target.span,
                    label=wording("wrong-arguments.list.whose-hand")
                    if target.span.text == "hand"
                    else None,
                )
                return None
        for entry in fact.entries if what == "spells" else ():
            if entry.id not in self.ctx.spells:
                self.ctx.report(
                    "unknown-spell.listed",
                    entry.span,
                    name_hint(entry.id, self.ctx.spells),
                    id=entry.id,
                    list=names(self.ctx.spells),
                )
                return None
        if of is not None and of.type == BROKEN:
            return None
        entries = tuple(m.Entry(entry.id, entry.span) for entry in fact.entries)
        return m.Listing(what, fact.target.span.text, of, entries, span=fact.span)


def _of_pair(held: n.Applied) -> n.Expr:
    """Return `visits(b, space 3)` as what it means in a memory: the value of two things."""
    if len(held.arguments) != 2:
        return held
    pair = n.Pair(*held.arguments, span=held.span)
    return n.PropertyOf(held.word, pair, span=held.span)


def _yes(at: Span) -> n.Expr:
    return n.Name("yes", span=at)


def _no(at: Span) -> n.Expr:
    return n.Unary("not", _yes(at), span=at)
