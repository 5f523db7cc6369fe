"""What is different: the marks of a house rule, the numbers below a rule, what a variant changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from wtrules.checks.survey import statements, walk
from wtrules.checks.wording import effects, stale_says
from wtrules.rulebook.parts import Line, Paragraph, Value, Variant
from wtrules.rulebook.reach import rules_in_force
from wtrules.rulebook.sources import Sources
from wtrules.rulebook.texts import Texts
from wtrules.rules import values
from wtrules.rules.changes import (
    Added,
    CellChanged,
    Change,
    ClauseChanged,
    Removed,
    ValueChanged,
    amount_text,
    card_text,
    cell_text,
    changes,
    number_list,
    value_text,
)
from wtrules.rules.coverage import covered, texts
from wtrules.rules.model import Entry, Rules, VariantInfo
from wtrules.syntax import nodes as n

# Settings that are told in a sentence, a table or a picture of their own.
_TOLD_ELSEWHERE = {
    "board.spaces", "board.lights", "board.towers", "board.shields", "spells.setup",
    "spells.number", "free.timing",
}  # fmt: skip
# Settings that several rules ask, and the one they are told at, even as they usually stand.
_TOLD_AT = {"spells.casters": "spell.window", "spells.laid_out": "setup.spells.base_pair"}
_FEW = 4  # changes of a table or the deck that can be told in a line


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

    def unworded(self, entry: Entry) -> tuple[n.Clause, ...]:
        """Return what a house rule makes an entry do without saying so, nothing if it does say it."""
        if not texts(entry.node, n.Says):
            own = self.base is not None and self.of(entry.kind, entry.id) in ("added", "changed")
            return effects(entry) if own else ()
        stale = stale_says(self.rules, entry)
        return stale.clauses if stale is not None else ()

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

    # --- the list of changes ---

    def summary(self) -> Iterator[Line]:
        """Yield the changes of a house rule, one line for each thing that is different."""
        by_thing: dict[tuple[str, str], list[Change]] = {}
        for change in self.changes:
            if isinstance(change, ValueChanged):
                by_thing["value", change.path] = [change]
            else:
                by_thing.setdefault((change.kind, change.id), []).append(change)
        for (kind, id), found in by_thing.items():
            text = self._change(kind, id, found)
            if text:
                yield Line(text, f"{kind}-{id}", self._marks.get((kind, id), "changed"))

    def _change(self, kind: str, id: str, found: Sequence[Change]) -> str:
        """Return what has become of one thing, nothing if no reader can see it."""
        words = self.words
        mark = self._marks.get((kind, id))
        match kind:
            case "value":
                return self._changed_value(found[0])
            case "deck":
                return f"{words('value.deck')}: {self._deck_change(found)}"
            case "table":
                name = words.get(f"value.{id}") or words("kind.table", name=self._quoted(id))
                detail = self._table_change(id, found) if mark != "removed" else ""
                return f"{name}: {detail}" if detail else name
            case "define" if isinstance(found[0], ClauseChanged):
                name = words("kind.define", name=self._quoted(id))
                return words("means", name=name, term=found[0].new)
            case "variant":
                node = self._node(kind, id)
                name = words.phrase(texts(node, n.NameClause)) if node is not None else ""
                return words("kind.variant", name=self._quoted(name or id))
            case "setting" | "allowance":
                rules, entry = self._entry(kind, id)
                return f"{label(id, words)}: {value_words(rules, entry, words)}" if entry else ""
            case "rule" | "spell" | "card":
                return self._thing_change(kind, id, mark, found)
        return ""

    def _entry(self, kind: str, id: str) -> tuple[Rules, Entry | None]:
        """Return an entry as it is now, or as it was before it was removed."""
        now = self.rules.get(kind, id)
        if now is not None or self.base is None:
            return self.rules, now
        return self.base, self.base.get(kind, id)

    def _node(self, kind: str, id: str) -> n.Variant | None:
        for rules in (self.rules, self.base):
            if rules is not None and id in rules.variants:
                return rules.variants[id].node
        return None

    def _quoted(self, text: str) -> str:
        return self.words("quoted", text=text)

    def _changed_value(self, change: Change) -> str:
        assert isinstance(change, ValueChanged)
        if change.path == "players":
            return f"{self.words('value.players')}: {change.old} → {change.new}"
        kind = "setting" if self.rules.get("setting", change.path) else "allowance"
        now = self.rules.get(kind, change.path)
        before = self.base.get(kind, change.path) if self.base is not None else None
        if now is None or before is None or self.base is None:
            return ""
        old = value_words(self.base, before, self.words)
        return (
            f"{label(change.path, self.words)}: {old} → {value_words(self.rules, now, self.words)}"
        )

    def _thing_change(self, kind: str, id: str, mark: str | None, found: Sequence[Change]) -> str:
        """Return what a rule, spell or card does now, or that nobody has put it into words."""
        _, entry = self._entry(kind, id)
        if entry is None:
            return ""
        words = self.words
        name = words.phrase(texts(entry.node, n.NameClause))
        title = words(f"kind.{kind}", name=self._quoted(name or id))
        says = words.phrase(texts(entry.node, n.Says))
        if mark != "removed" and self.unworded(entry):
            return f"{title}: {words('unworded')}"
        if kind == "rule":
            return says  # a rule that neither says nor does anything is nobody's concern
        what = {change.what: change for change in found if isinstance(change, ClauseChanged)}
        details = [says] if mark == "added" or {"says", "body", "when"} & set(what) else []
        if (cost := what.get("cost")) is not None:
            details.append(words("new_cost", old=cost.old, new=cost.new))
        details = [detail for detail in details if detail]
        return f"{title}: {'; '.join(details)}" if details else title

    def _deck_change(self, found: Sequence[Change]) -> str:
        sizes = [c for c in found if isinstance(c, ClauseChanged) and c.what == "size"]
        cards = [c for c in found if isinstance(c, ClauseChanged) and c.what != "size"]
        total = f"{sizes[0].old} → {sizes[0].new}" if sizes else ""
        names = self._card_names()
        if len(cards) > _FEW:
            detail = self.words("another_mix")
        else:
            numbers = ((c, c.what.removesuffix(":")) for c in cards)
            detail = "; ".join(f"{names.get(card, card)}: {c.old} → {c.new}" for c, card in numbers)
        return f"{total} ({detail})" if total and detail else total or detail

    def _card_names(self) -> dict[str, str]:
        """Return what the cards of both decks are called, by what is printed on them."""
        found = {}
        for rules in (self.base, self.rules):
            deck = rules.get("deck", "deck") if rules is not None else None
            if rules is None or deck is None or not isinstance(deck.node, n.Deck):
                continue
            for line in deck.node.lines:
                faces = []
                for face in line.faces:
                    card = rules.get("card", face.kind.id)
                    name = self.words.phrase(texts(card.node, n.NameClause)) if card else ""
                    number = self.words.dice(line.rolls or 1) if face.die else face.value
                    faces.append(
                        f"{name or face.kind.id} {'' if number is None else number}".strip()
                    )
                found[card_text(line)] = f" {self.words('or')} ".join(faces)
        return found

    def _table_change(self, id: str, found: Sequence[Change]) -> str:
        table = values.table(self.rules, id)
        if table is None:
            return ""
        if id == "supply":
            return supply_words(self.rules, sorted(self.rules.players), self.words)
        if isinstance(found[0], Added) and len(table.rows) <= 2 * _FEW:
            rows = (
                (", ".join(map(cell_text, row.keys)), ", ".join(map(cell_text, row.cells)))
                for row in table.rows
            )
            return "; ".join(f"{key}: {cells}" for key, cells in rows)
        cells = [change for change in found if isinstance(change, CellChanged)]
        if len(cells) == len(found) <= _FEW:
            told = ((c, ", ".join(c.keys)) for c in cells)
            return "; ".join(f"{c.column} ({keys}): {c.old} → {c.new}" for c, keys in told)
        return self.words("another_table") if not isinstance(found[0], Added) else ""


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
    there = {*rules.chosen, *(offer.variant.id for offer in offers)}
    return [_variant(rules, offer, there, words, sources) for offer in offers]


def _variant(
    rules: Rules, offer: Offer, there: set[str], words: Texts, sources: Sources
) -> Variant:
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
    # What a setting of the variant brings to bear is not new to the files, but to the reader.
    listed = {paragraph.id for paragraph in told}
    fresh = in_force - rules_in_force(offer.without) - listed
    told += [_told(e, words, sources) for e in offer.rules.of_kind("rule") if e.id in fresh]
    if supply:
        told_supply = supply_words(offer.rules, offer.counts, words)
        found.insert(0, Value(words("value.supply"), told_supply))
    names = {
        id: words.phrase(texts(v.node, n.NameClause)) or id for id, v in rules.variants.items()
    }
    remarks = []
    for key, kind in (("needs", n.Needs), ("excludes", n.Excludes)):
        # Nobody has to be warned of a variant that is not there.
        known = there if key == "excludes" else set(names)
        others = [names[name.id] for name in offer.variant.names(kind) if name.id in known]
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


def supply_words(rules: Rules, counts: Sequence[int], words: Texts) -> str:
    """Return the supply in words, equal player counts together."""
    table = values.table(rules, "supply")
    groups: dict[str, list[int]] = {}
    for count in counts if table is not None else ():
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
    return "; ".join(f"{number_list(those)}: {text}" for text, those in groups.items())
