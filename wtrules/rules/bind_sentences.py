"""Sentences of definitions: conditions and blanks that are known before the game starts.

Nothing goes out but diagnostics: sentences change nothing in play.
"""

from __future__ import annotations

from attrs import define, field

from wtrules.diagnostics import Advice, name_fix
from wtrules.diagnostics.fix import Fix, TextEdit, fix, replace
from wtrules.language.constants import CONSTANTS
from wtrules.node import rewrite
from wtrules.phrase import phrase
from wtrules.rules.bind_terms import Terms
from wtrules.rules.binding import Context, Scope
from wtrules.rules.clauses import clauses_of
from wtrules.rules.decide import definitions_in, depends_on_game, variants_in
from wtrules.rules.library import shipped_variants
from wtrules.rules.model import Entry, VariantInfo
from wtrules.rules.sentences import GIVEN, blank_values, has_name
from wtrules.rules.values import table_value
from wtrules.source import Span
from wtrules.syntax import nodes as n

# What can have sentences with conditions and blanks, besides variants.
_SPEAKING = ("rule", "card", "spell", "chapter", "outcome")
_ONLY = "only rules, cards, spells, chapters, outcomes and variants have conditions and blanks"
# What a name in a blank may be that cannot be printed.
_WITHOUT_VALUE = ("define", "table", "rule", "example", "assumption")


@define(eq=False, repr=False)
class Sentences:
    """Checks the `says` clauses of a ruleset."""

    ctx: Context
    terms: Terms
    _fine: set[tuple[str, str]] = field(factory=set)  # names in blanks, by the kind of definition

    def run(self) -> None:
        """Check all definitions, and the variants that were chosen."""
        rules = self.ctx.rules
        for entry in rules.entries.values():
            for says in entry.once(_with_more):
                if entry.kind in _SPEAKING:
                    self._says(says, entry.kind)
                else:
                    self._plain(says)
        for id in rules.chosen:
            # A variant that is not chosen may name what only it defines.
            for says in rules.variants[id].once(_with_more) if id in rules.variants else ():
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
                "useless-clause",
                "this text cannot have a condition",
                says.condition.span,
                "has no effect",
                _without_condition(says, _ONLY),
            )
        for blank in (blank for text in says.phrases for blank in text.blanks):
            if isinstance(blank, n.Blank):
                self.ctx.report(
                    "bad-blank",
                    "this text cannot have blanks",
                    blank.span,
                    "printed as it is",
                    _ONLY,
                )

    def _condition(self, condition: n.Expr) -> None:
        before = len(self.ctx.diagnostics)
        variants = variants_in(self.ctx.rules, condition)
        for name in variants:
            self._variant(name)
        known = [*variants, *definitions_in(self.ctx.rules, condition)]

        def change(part: object) -> n.Name | None:
            """Put a word that is always known in the place of a name without one."""
            is_one = isinstance(part, n.Name) and any(part is name for name in known)
            return n.Name("yes", span=part.span) if is_one else None  # type: ignore[attr-defined]

        self.ctx.scope = Scope()
        self.terms.truth(rewrite(condition, change))
        part = depends_on_game(self.ctx.rules, condition)
        if part is not None and len(self.ctx.diagnostics) == before:
            self._not_known(part.span)

    def _variant(self, name: n.Name) -> None:
        """Report a name in a condition that is not even the name of a variant."""
        offered = self.ctx.rules.variants
        if name.id not in offered and name.id not in shipped_variants():
            self.ctx.report(
                "unknown-name",
                phrase("`{id}` is not defined", id=name.id),
                name.span,
                "unknown",
                name_fix(name.span, [*offered, *self.terms.names.known_names()])
                or "name a setting, a column of a table, a variant or a rule",
            )

    def _blank(self, name: n.Name, kind: str) -> None:
        rules, id = self.ctx.rules, name.id
        if (kind, id) in self._fine:
            return
        if blank_values(rules, id) or has_name(rules, id) or id in GIVEN.get(kind, ()):
            self._fine.add((kind, id))
            return
        if id in CONSTANTS or depends_on_game(rules, name) is not None:
            self._not_known(name.span)
            return
        if self._has_faulty_value(id):
            return
        if any(rules.get(kind, id) is not None for kind in _WITHOUT_VALUE):
            self.ctx.report(
                "type-error",
                phrase("`{id}` is not something to print", id=id),
                name.span,
                "no number, word or name",
                "name a number, a word, a list, or something that has a name",
            )
        else:
            self.ctx.report(
                "unknown-name",
                phrase("`{id}` is not defined", id=id),
                name.span,
                "unknown",
                name_fix(name.span, self._known(kind))
                or "name a setting, a column of a table, or something that has a name",
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
        self.ctx.report(
            "not-a-constant",
            "a sentence must be known before the game starts",
            at,
            "this depends on the game in progress",
            "name a setting, a column of a table by the number of players, or `players`",
        )

    def _broken(self, blank: n.BrokenBlank) -> None:
        message, label, help = _BROKEN[blank.fault]
        brace = blank.span.text
        advice: Advice = help
        if brace in ("{", "}"):
            advice = replace(blank.span, 2 * brace, help, is_safe=brace == "}")
        self.ctx.report("bad-blank", message, blank.span, label, advice)


_BROKEN = {
    "unclosed": (
        "this blank has no `}`",
        "begins here",
        "write `}` after the name, or `{{` for a brace in the text",
    ),
    "unopened": (
        "there is no blank that this `}` could end",
        "nothing begins before it",
        "write `}}` for a brace in the text",
    ),
    "empty": (
        "this blank is empty",
        "no name",
        "name the value that is printed here: `{hand.size}`",
    ),
    "not_a_name": (
        "a blank contains a name",
        "not a name",
        "write only a name, such as `{hand.size}`; a `define` can calculate with it",
    ),
    "forms": (
        "a blank has no words after its name, or two: for one and for several",
        "not two words",
        "write both: `{turn.actions|action|actions}`",
    ),
}


def _without_condition(says: n.Says, help: str) -> Fix:
    """Return the fix that removes the condition of a sentence."""
    source, text = says.span.source, says.span.text.removeprefix("says")
    start = says.span.end - len(text.lstrip())
    when = Span(source, start, says.phrases[0].span.start)
    return fix((TextEdit(when, ""),), help)


def _with_more(part: Entry | VariantInfo) -> tuple[n.Says, ...]:
    """Return the sentences that are more than plain text."""
    return tuple(
        says
        for says in clauses_of(part.node, n.Says)
        if says.condition is not None or any(text.blanks for text in says.phrases)
    )
