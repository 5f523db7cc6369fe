"""What a house rule changes, entry by entry, and the settings that are printed with a rule."""

from __future__ import annotations

import re
from collections.abc import Sequence

from wtrules.checks.stale_says import effects, stale_says
from wtrules.meaning import values
from wtrules.meaning.changes import Added, Change, ClauseChanged, Removed, ValueChanged, changes
from wtrules.meaning.chapters import label_of, shown
from wtrules.meaning.reach import names_in, names_read, rules_in_force
from wtrules.resolve.clauses import clauses_of, covered
from wtrules.resolve.model import Entry, Rules
from wtrules.rulebook.labels import label
from wtrules.rulebook.parts import LabelledValue, Run
from wtrules.rulebook.wording import Wording
from wtrules.say.describe import value_words
from wtrules.syntax import nodes as n
from wtrules.texts import Texts

# Settings of the physics that every picture of the start shows.
_IN_PICTURES = {"board.spaces", "board.shields", "board.towers"}


class Marks:
    """What a house rule changes; in a shipped ruleset nothing is marked."""

    def __init__(
        self, rules: Rules, base: Rules | None, texts: Texts, counts: Sequence[int]
    ) -> None:
        self.rules = rules
        self.base = base
        self.texts = texts
        self.wording = Wording(rules, texts, counts)
        self.old_wording = Wording(base, texts, counts) if base is not None else None
        self.changes: tuple[Change, ...] = changes(rules, base) if base is not None else ()
        self._marks: dict[tuple[str, str], str] = {}
        for change in self.changes:
            match change:
                case Added():
                    self._marks[change.kind, change.id] = "added"
                case Removed():
                    self._marks[change.kind, change.id] = "removed"
                case ClauseChanged():
                    self._marks.setdefault((change.kind, change.id), "changed")
                case ValueChanged():
                    kind = "setting" if rules.get("setting", change.path) else "allowance"
                    self._marks[kind, change.path] = "changed"
        # Printed only with the rule that shows them or puts them into words, or in a picture.
        self._shown_elsewhere = set(_IN_PICTURES)
        in_force = rules_in_force(rules, counts)
        for kind in ("rule", "card", "spell"):
            for entry in rules.of_kind(kind):
                self._shown_elsewhere.update(shown(entry))
                if kind != "rule" or entry.id in in_force:
                    self._shown_elsewhere |= self.wording.blanks(entry.node)

    def of(self, kind: str, id: str) -> str | None:
        """Return `added`, `changed`, `removed` or None."""
        return self._marks.get((kind, id))

    def sets_cost(self, entry: Entry) -> bool:
        """Whether the house rule says what a spell costs."""
        return any(
            isinstance(change, ClauseChanged)
            and (change.kind, change.id, change.what) == (entry.kind, entry.id, "cost")
            for change in self.changes
        )

    def removed(self, kind: str) -> list[Entry]:
        """Return the entries of a kind that the house rule removes."""
        there = self.base.of_kind(kind) if self.base is not None else ()
        return [entry for entry in there if self.of(kind, entry.id) == "removed"]

    def is_as_before(self, entry: Entry) -> bool:
        """Whether neither a rule nor a definition it reads is changed by the house rule."""
        marks = [self.of("define", id) for id in names_in(self.rules, entry)]
        return not any([self.of(entry.kind, entry.id), *marks])

    def old_says(self, entry: Entry) -> str | None:
        """Return what a changed rule said before, if it said something else."""
        if self.old_wording is None or self.of(entry.kind, entry.id) != "changed":
            return None
        before = self.old_wording.rules.get(entry.kind, entry.id)
        old = self.old_wording.says(before.node) if before is not None else ""
        return old if old != self.wording.says(entry.node) and old else None

    def runs(self, entry: Entry) -> tuple[Run, ...]:
        """Return what an entry says with the values that the house rule changes; nothing without any."""
        return self.wording.runs(entry.node, self.base) if self.base is not None else ()

    def unworded(self, entry: Entry) -> tuple[n.Clause, ...]:
        """Return what a house rule makes an entry do without saying so."""
        if not any(clauses_of(entry.node, n.Says)):
            own = self.base is not None and self.of(entry.kind, entry.id) in ("added", "changed")
            return effects(entry) if own else ()
        stale = stale_says(self.rules, entry)
        return stale.clauses if stale is not None else ()

    def is_outdated(self, entry: Entry) -> bool:
        """Whether an entry only describes something else, and a house rule has changed that.

        That is a setting about the same topics, which its sentences do not have as a blank.
        """
        if self.base is None or self.of(entry.kind, entry.id) is not None or effects(entry):
            return False
        topics = set(covered(entry.node))
        return any(
            topics & set(covered(setting.node))
            for setting in self.base.of_kind("setting")
            if self.of("setting", setting.id) == "changed"
            and setting.id not in self.wording.blanks(entry.node)
        )

    def settings_of(self, entry: Entry) -> list[Entry]:
        """Return the settings and allowances that are printed with a rule, card or spell.

        What its sentences name as a blank is not printed again.
        """
        read = names_read(self.rules, entry, self.wording.counts)
        always = set(shown(entry)) - (names_in(self.rules, entry) - read)
        stated = self.wording.blanks(entry.node)
        return [
            there
            for id in sorted((always | (read - self._shown_elsewhere)) - stated)
            for kind in ("setting", "allowance")
            if (there := self.rules.get(kind, id)) is not None
            and (id in always or not (self._is_usual(there) or self._is_stated(entry, id)))
        ]

    def tells(self, entry: Entry, id: str) -> bool:
        """Whether a rule says the number that a setting has, in figures or in words."""
        number = values.number(self.rules, id)
        if number is None:
            return False
        key = f"common.number.{number}"
        words = {str(number), self.texts(key) if key in self.texts else str(number)}
        said = re.split(r"\W+", self.wording.says(entry.node).lower())
        return not words.isdisjoint(said)

    def value_of(self, entry: Entry) -> LabelledValue:
        """Return a setting or allowance with its name, and its value before the house rule."""
        before = self.base.get(entry.kind, entry.id) if self.base is not None else None
        old = None
        if self.base is not None and before and self.of(entry.kind, entry.id) == "changed":
            old = value_words(self.base, before, self.texts)
        return LabelledValue(
            label(self.rules, entry.id, self.texts),
            value_words(self.rules, entry, self.texts),
            old,
        )

    def _is_stated(self, entry: Entry, id: str) -> bool:
        """Whether a setting has no name for people, and the rule says its value anyway."""
        return not label_of(self.rules, id).name and self.tells(entry, id)

    def _is_usual(self, entry: Entry) -> bool:
        """Whether a setting is a switch that has its first value, as it had before."""
        node = entry.node
        if not isinstance(node, n.Setting) or not node.value.choices:
            return False
        held = values.entries_of(self.rules, entry.id)
        return held == (node.value.choices[0].id,) and self.of(entry.kind, entry.id) is None
