"""What is different: the marks of a house rule, the numbers below a rule, what a variant changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from wtrules.rulebook.parts import Line, Paragraph, Value, Variant
from wtrules.rulebook.reach import rules_in_force
from wtrules.rulebook.sources import Sources
from wtrules.rulebook.texts import Texts
from wtrules.rules import values
from wtrules.rules.changes import (
    Added,
    Change,
    ClauseChanged,
    Removed,
    ValueChanged,
    amount_text,
    changes,
    number_list,
    value_text,
)
from wtrules.rules.checks.survey import statements, walk
from wtrules.rules.coverage import covered, texts
from wtrules.rules.model import Entry, Rules, VariantInfo
from wtrules.syntax import nodes as n

# Settings that are told in a sentence, a table or a picture of their own.
_TOLD_ELSEWHERE = {
    "board.spaces", "board.lights", "board.towers", "board.shields", "spells.setup",
    "spells.number",
}  # fmt: skip
# Settings that several rules ask, and the one they are told at, even as they usually stand.
_TOLD_AT = {"spells.casters": "spell.window", "spells.laid_out": "setup.spells.base_pair"}
# Kinds whose changes a reader can see.
_SEEN = ("setting", "table", "deck", "card", "spell", "rule", "allowance", "variant")


@frozen
class Offer:
    """A variant on offer: the rules with it, and without it."""

    variant: VariantInfo
    rules: Rules
    without: Rules
    counts: tuple[int, ...]


class Marks:
    """Answers what a house rule changes; of a shipped ruleset, nothing is marked."""

    def __init__(self, rules: Rules, base: Rules | None, words: Texts) -> None:
        self.rules = rules
        self.base = base
        self.words = words
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

    def of(self, kind: str, id: str) -> str | None:
        """Return `added`, `changed`, `removed` or None."""
        return self._marks.get((kind, id))

    def old_says(self, entry: Entry) -> str | None:
        """Return what a changed rule said before, if it said something else."""
        if self.base is None or self.of(entry.kind, entry.id) != "changed":
            return None
        before = self.base.get(entry.kind, entry.id)
        old = self.words.phrase(texts(before.node, n.Says)) if before is not None else ""
        return old if old != self.words.phrase(texts(entry.node, n.Says)) and old else None

    def values_of(self, entry: Entry) -> tuple[Value, ...]:
        """Return the numbers a rule speaks of, each with its name."""
        names = (node.id for node in walk(*statements(entry)) if isinstance(node, n.Name))
        found = []
        for id in sorted(set(names) - _TOLD_ELSEWHERE):
            for kind in ("setting", "allowance"):
                there = self.rules.get(kind, id)
                if there is not None and self._is_told(there, entry.id):
                    before = self.base.get(kind, id) if self.base is not None else None
                    found.append(self._value(there, before))
        return tuple(found)

    def _is_told(self, entry: Entry, rule: str) -> bool:
        """Whether a setting is told with a rule; a switch that stands as usual is not."""
        if entry.id == "spells.laid_out" and values.entries_of(self.rules, "spells.setup") != (
            "listed",
        ):
            return False
        if entry.id in _TOLD_AT:
            return _TOLD_AT[entry.id] == rule
        node = entry.node
        if not isinstance(node, n.Setting) or not node.value.choices:
            return True
        held = values.entries_of(self.rules, entry.id)
        changed = self.of(entry.kind, entry.id) is not None
        return changed or held != (node.value.choices[0].id,)

    def _value(self, entry: Entry, before: Entry | None) -> Value:
        now = value_words(self.rules, entry, self.words)
        old = None
        if self.base is not None and self.of(entry.kind, entry.id) == "changed" and before:
            old = value_words(self.base, before, self.words)
        return Value(label(entry.id, self.words), now, old)

    def summary(self) -> Iterator[Line]:
        """Yield the changes of a house rule, each with the place in the book where it shows."""
        seen = set()
        for change in self.changes:
            line = self._line(change)
            if line is not None and line.text not in seen:
                seen.add(line.text)
                yield line

    def _line(self, change: Change) -> Line | None:
        words = self.words
        match change:
            case ValueChanged(path="players"):
                return Line(f"{words('value.players')}: {change.old} → {change.new}", "", "changed")
            case ValueChanged():
                kind = "setting" if self.rules.get("setting", change.path) else "allowance"
                now = self.rules.get(kind, change.path)
                before = self.base.get(kind, change.path) if self.base is not None else None
                if now is None or before is None or self.base is None:
                    return None
                old = value_words(self.base, before, words)
                new = value_words(self.rules, now, words)
                return Line(f"{label(change.path, words)}: {old} → {new}", "", "changed")
            case ClauseChanged(kind="deck"):
                if change.what != "size":
                    return Line(words("value.deck"), "deck", "changed")
                text = f"{words('value.deck')}: {change.old} → {change.new}"
                return Line(text, "deck", "changed")
            case ClauseChanged(kind="table"):
                name = words.get(f"value.{change.id}") or change.id
                return Line(name, f"table-{change.id}", "changed")
        if change.kind not in _SEEN:
            return None
        mark = self._marks[change.kind, change.id]
        return Line(self._name(change.kind, change.id), f"{change.kind}-{change.id}", mark)

    def _name(self, kind: str, id: str) -> str:
        """Return what a changed thing is called: its name, else what it says, else its id."""
        for rules in (self.rules, self.base):
            if rules is None:
                continue
            if kind == "variant" and id in rules.variants:
                return self.words.phrase(texts(rules.variants[id].node, n.NameClause)) or id
            entry = rules.get(kind, id)
            if entry is None:
                continue
            if kind in ("setting", "allowance"):
                return f"{label(id, self.words)}: {value_words(rules, entry, self.words)}"
            name = self.words.phrase(texts(entry.node, n.NameClause))
            says = self.words.phrase(texts(entry.node, n.Says))
            quoted = self.words("quoted", text=name) if name else ""
            return f"{self.words('spell')} {quoted}" if kind == "spell" and name else says or id
        return id


# --- numbers in words --------------------------------------------------------------------------


def label(id: str, words: Texts) -> str:
    """Return what a setting or allowance is called at the table; its id if nobody named it."""
    return words.get(f"value.{id}") or id


def value_words(rules: Rules, entry: Entry, words: Texts) -> str:
    """Return a setting or an allowance in words."""
    node = entry.node
    if isinstance(node, n.Allowance):
        if not isinstance(node.amount, n.Number):
            return amount_text(node)
        amount = words(f"per.{node.unit.scope or 'game'}", n=node.amount.value)
        return words("per.each", amount=amount) if node.unit.each else amount
    if not isinstance(node, n.Setting):
        return ""
    held = values.entries_of(rules, entry.id)
    if not held:
        return value_text(node.value)
    return ", ".join(_word(rules, item, words) for item in held)


def _word(rules: Rules, item: values.Constant, words: Texts) -> str:
    if not isinstance(item, str):
        return str(item)
    spell = rules.get("spell", item)
    if spell is not None:
        return words.phrase(texts(spell.node, n.NameClause)) or item
    return words.get(f"word.{item}") or item


# --- variants ----------------------------------------------------------------------------------


def variant_blocks(
    rules: Rules, offers: Sequence[Offer], words: Texts, sources: Sources
) -> list[Variant]:
    """Return the variants on offer, each with what it changes."""
    return [_variant(rules, offer, words, sources) for offer in offers]


def _variant(rules: Rules, offer: Offer, words: Texts, sources: Sources) -> Variant:
    node = offer.variant.node
    in_force = rules_in_force(offer.rules)
    found: list[Value] = []
    told: list[Paragraph] = []
    dropped: list[Paragraph] = []
    supply = False
    for change in changes(offer.rules, offer.without):
        match change:
            case ValueChanged():
                found += _changed_value(change, offer, words)
            case ClauseChanged(kind="table", id="supply"):
                supply = True
            case ClauseChanged(kind="rule" | "card", what="says") | Added(kind="rule" | "card"):
                entry = offer.rules.get(change.kind, change.id)
                if entry is not None and (change.kind == "card" or change.id in in_force):
                    told.append(_told(entry, words, sources))
            case ClauseChanged(kind="spell", what="says" | "cost") | Added(kind="spell"):
                entry = offer.rules.get("spell", change.id)
                told += [_told(entry, words, sources)] if entry is not None else []
            case Removed(kind="rule" | "spell" | "card"):
                entry = offer.without.get(change.kind, change.id)
                dropped += [_told(entry, words, sources)] if entry is not None else []
    if supply:
        found.insert(0, Value(words("value.supply"), _supply(offer, words)))
    names = {
        id: words.phrase(texts(v.node, n.NameClause)) or id for id, v in rules.variants.items()
    }
    remarks = []
    for key, kind in (("needs", n.Needs), ("excludes", n.Excludes)):
        others = [names[name.id] for name in offer.variant.names(kind) if name.id in names]
        if others:
            remarks.append(words(key, names=words.join(others)))
    return Variant(
        Paragraph(
            words.phrase(texts(node, n.Says)),
            id=f"variant {offer.variant.id}",
            anchor=f"variant-{offer.variant.id}",
            title=names.get(offer.variant.id, offer.variant.id),
            notes=sources.notes_of(node.members, covered(node)),
        ),
        words.players(list(offer.counts)),
        tuple(remarks),
        tuple(found),
        tuple(p for p in told if p.text),
        tuple(p for p in dropped if p.text),
    )


def _changed_value(change: ValueChanged, offer: Offer, words: Texts) -> list[Value]:
    for kind in ("setting", "allowance"):
        now = offer.rules.get(kind, change.path)
        before = offer.without.get(kind, change.path)
        if now is not None and before is not None:
            old = value_words(offer.without, before, words)
            new = value_words(offer.rules, now, words)
            return [Value(label(change.path, words), new, old)]
    return []


def _told(entry: Entry, words: Texts, sources: Sources) -> Paragraph:
    name = words.phrase(texts(entry.node, n.NameClause))
    return Paragraph(
        words.phrase(texts(entry.node, n.Says)),
        id=entry.id,
        title=name[:1].upper() + name[1:],
        notes=sources.notes(entry),
    )


def _supply(offer: Offer, words: Texts) -> str:
    """Return the supply in words, equal player counts together."""
    table = values.table(offer.rules, "supply")
    groups: dict[str, list[int]] = {}
    for count in offer.counts if table is not None else ():
        assert table is not None
        amounts = [(column, table.cell(count, column)) for column in ("wizards", "flasks")]
        parts = [
            f"{amount or words('no')} {words(f'amount.{column}')}"
            for column, amount in amounts
            if amount is not None
        ]
        groups.setdefault(words.join(parts), []).append(count)
    if len(groups) == 1:
        return next(iter(groups))
    return "; ".join(f"{number_list(counts)}: {text}" for text, counts in groups.items())
