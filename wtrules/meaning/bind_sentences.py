"""Sentences of definitions: conditions and blanks that are known before the game starts.

Nothing goes out but diagnostics: sentences change nothing in play.
"""

from __future__ import annotations

from attrs import define, field

from wtrules.diagnostics import Fix, TextEdit, name_fix
from wtrules.diagnostics.fix import fix, replace
from wtrules.language.constants import CONSTANTS
from wtrules.meaning import nodes as m
from wtrules.meaning.bind_terms import Terms
from wtrules.meaning.binding import Context, Scope
from wtrules.meaning.blanks import GIVEN, blank_values, has_name, term_named
from wtrules.meaning.evaluate import depends_on_game
from wtrules.meaning.values import table_value
from wtrules.resolve.clauses import clauses_of
from wtrules.resolve.library import shipped_variants
from wtrules.resolve.model import Entry, VariantInfo, once
from wtrules.source import Span
from wtrules.syntax import nodes as n

# What can have sentences with conditions and blanks, besides variants.
_SPEAKING = ("rule", "card", "spell", "chapter", "outcome")
DESCRIBED = ("rule", "table", "deck")  # what sentences can be about
_VALUES = ("memory", "allowance", "setting", "define")
# What a name in a blank may be that cannot be printed.
_WITHOUT_VALUE = ("define", "table", "rule", "example", "assumption")


@define(eq=False, repr=False)
class Sentences:
    """Checks the `says` clauses of a ruleset."""

    ctx: Context
    terms: Terms
    meaning: m.Meaning
    _fine: set[tuple[str, str]] = field(factory=set)  # names in blanks, by the kind of definition

    def check(self) -> None:
        """Check all definitions, and the variants that were chosen."""
        rules = self.ctx.rules
        for entry in rules.entries.values():
            for says in _with_more(entry):
                if entry.kind in _SPEAKING:
                    self._says(says, entry.kind)
                else:
                    self._plain(says)
        for id in rules.chosen:
            # A variant that is not chosen may name what only it defines.
            for says in _with_more(rules.variants[id]) if id in rules.variants else ():
                self._says(says, "variant")

    def _says(self, says: n.Says, kind: str) -> None:
        if says.condition is not None:
            self._condition(says.condition)
        for text in says.phrases:
            for blank in text.blanks:
                if isinstance(blank, n.BrokenBlank):
                    self._broken(blank)
                else:
                    self._blank(blank.name, kind)

    def _plain(self, says: n.Says) -> None:
        """Report what is printed as it is written."""
        if says.condition is not None:
            self.ctx.report(
                "useless-clause.condition", says.condition.span, _without_condition(says)
            )
        for blank in (blank for text in says.phrases for blank in text.blanks):
            if isinstance(blank, n.Blank):
                self.ctx.report("bad-blank.plain", blank.span)

    def condition(self, node: n.Expr) -> m.Term:
        """Bind the condition of a sentence.

        A name alone can be that of a variant, or of a rule, table or deck that it is about.
        """
        match node:
            case n.Name(id=id) if (kind := self._described(id)) is not None:
                return m.Stands(kind, id, span=node.span)
            case n.Name(id=id) if self._is_of_variant(id):
                self._variant(node)
                return m.Stands("variant", id, span=node.span)
            case n.Unary(operator="not"):
                return m.Calc("truth", "not", (self.condition(node.operand),), span=node.span)
            case n.Binary(operator="and" | "or" as op):
                sides = self.condition(node.left), self.condition(node.right)
                return m.Calc("truth", op, sides, span=node.span)
            case _:
                return self.terms.truth(node)

    def _described(self, id: str) -> str | None:
        """Return whether a name is that of a rule, table or deck, and of nothing that has a value."""
        rules = self.ctx.rules
        if id in CONSTANTS or any(rules.get(kind, id) for kind in _VALUES):
            return None
        kinds = (x for x in DESCRIBED if rules.get(x, id) or (x, id) in rules.removed)
        return next(kinds, None)

    def _is_of_variant(self, id: str) -> bool:
        """Whether a name is not defined: then it is that of a variant, perhaps one not on offer."""
        has_value = id in CONSTANTS or any(self.ctx.rules.get(kind, id) for kind in _VALUES)
        return "." not in id and not has_value

    def _condition(self, condition: n.Expr) -> None:
        before = len(self.ctx.diagnostics)
        self.ctx.scope = Scope()
        term = self.condition(condition)
        part = depends_on_game(term, self.meaning.defines)
        if part is not None and len(self.ctx.diagnostics) == before:
            self._not_known(part.span)

    def _variant(self, name: n.Name) -> None:
        """Report a name in a condition that is not even the name of a variant."""
        offered = self.ctx.rules.variants
        if name.id not in offered and name.id not in shipped_variants():
            self.ctx.report(
                "unknown-name.condition",
                name.span,
                name_fix(name.span, [*offered, *self.terms.names.known_names()]),
                id=name.id,
            )

    def _blank(self, name: n.Name, kind: str) -> None:
        rules, id = self.ctx.rules, name.id
        if (kind, id) in self._fine:
            return
        if blank_values(self.meaning, id) or has_name(rules, id) or id in GIVEN.get(kind, ()):
            self._fine.add((kind, id))
            return
        term = term_named(self.meaning, id)
        if term is not None and depends_on_game(term, self.meaning.defines) is not None:
            self._not_known(name.span)
            return
        if self._has_faulty_value(id):
            return
        if any(rules.get(kind, id) is not None for kind in _WITHOUT_VALUE):
            self.ctx.report("type-error.blank", name.span, id=id)
        else:
            self.ctx.report(
                "unknown-name.blank", name.span, name_fix(name.span, self._known(kind)), id=id
            )

    def _has_faulty_value(self, id: str) -> bool:
        """Whether it is a setting or a column of a table: what is wrong with it is reported there."""
        table, _, column = id.rpartition(".")
        found = self.ctx.rules.get("table", table) if table else None
        is_column = found is not None and column in table_value(found).columns
        return is_column or self.ctx.rules.get("setting", id) is not None

    def _known(self, kind: str) -> list[str]:
        rules = self.ctx.rules
        names = [*GIVEN.get(kind, ()), "players", *rules.variants]
        for entry in rules.entries.values():
            if entry.kind == "table":
                names += [f"{entry.id}.{column}" for column in table_value(entry).columns]
            elif entry.kind in ("setting", "allowance", "define", "spell", "card", "piece", "deck"):
                names.append(entry.id)
        return names

    def _not_known(self, at: Span) -> None:
        self.ctx.report("not-a-constant", at)

    def _broken(self, blank: n.BrokenBlank) -> None:
        brace, fix = blank.span.text, None
        if brace in ("{", "}"):
            fix = replace(blank.span, 2 * brace, is_safe=brace == "}")
        self.ctx.report(f"bad-blank.{blank.fault}", blank.span, fix)


def _without_condition(says: n.Says) -> Fix:
    """Return the fix that removes the condition of a sentence."""
    source, text = says.span.source, says.span.text.removeprefix("says")
    start = says.span.end - len(text.lstrip())
    when = Span(source, start, says.phrases[0].span.start)
    return fix((TextEdit(when, ""),))


@once
def _with_more(part: Entry | VariantInfo) -> tuple[n.Says, ...]:
    """Return the sentences that are more than plain text."""
    return tuple(
        says
        for says in clauses_of(part.node, n.Says)
        if says.condition is not None or any(text.blanks for text in says.phrases)
    )
