"""The list of what a house rule changes, one line for each thing that is different."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from attrs import evolve

from wtrules.checks.stale_says import effects
from wtrules.language.physical import MAIN_DECK
from wtrules.meaning import values
from wtrules.meaning.changes import (
    Added,
    CellChanged,
    Change,
    ClauseChanged,
    ValueChanged,
    card_text,
    cell_text,
)
from wtrules.meaning.chapters import label_of
from wtrules.meaning.reach import names_read
from wtrules.program.program import CardFace, CardKind
from wtrules.resolve.model import Entry, Rules
from wtrules.rulebook.drawings import Drawings
from wtrules.rulebook.examples import Illustrations
from wtrules.rulebook.labels import amounts_by_players, changed_value, label
from wtrules.rulebook.marks import Marks
from wtrules.rulebook.parts import Figure, Line, Piece
from wtrules.say.describe import name_of, value_words
from wtrules.say.voice import Voice
from wtrules.syntax import nodes as n
from wtrules.texts import Texts, capitalised

_FEW = 4  # changes of a table or the deck that fit on a line


def changed_things(
    marks: Marks, illustrations: Illustrations, drawings: Drawings, texts: Texts
) -> tuple[Line, ...]:
    """Return the changes of a house rule, with its own examples; nothing for a shipped ruleset."""
    own = list(illustrations.own())
    return tuple(
        evolve(
            line,
            figures=tuple(_examples(line, own, marks)),
            pieces=tuple(_pieces(line, marks, drawings, texts)),
        )
        for line in _Changed(marks, texts).lines()
    )


def _pieces(line: Line, marks: Marks, drawings: Drawings, texts: Texts) -> Iterator[Piece]:
    """Yield the cards or spells that a change is about, with pictures."""
    now, before = marks.rules, marks.base
    if line.thing == "deck":
        counts = [_copies(rules, line.id) for rules in (before, now)]
        lines = {card_text(each): each for rules in (before, now) for each in _deck(rules, line.id)}
        for card, each in lines.items():
            old, new = (count.get(card, 0) for count in counts)
            svg = drawings.card(line.id, each) if old != new else ""
            if svg:
                number = f"{old} → {new}" if line.mark == "changed" else f"{new}×"
                yield Piece(number, "", svg)
    elif line.thing == "spell" and line.mark == "added":
        entry = now.get("spell", line.id)
        if entry is not None and (svg := drawings.spell(entry)):
            yield Piece("", "", svg)
    elif line.thing == "value" and before is not None:
        old_list, new_list = (values.entries_of(rules, line.id) for rules in (before, now))
        for id in dict.fromkeys((*old_list, *new_list)):
            entry = now.get("spell", str(id)) or before.get("spell", str(id))
            svg = drawings.spell(entry) if entry is not None else ""
            if svg:
                fresh = "added" if id not in old_list else "removed" if id not in new_list else ""
                yield Piece("", texts(f"rulebook.mark.{fresh}") if fresh else "", svg)


def _deck(rules: Rules | None, id: str) -> tuple[n.DeckLine, ...]:
    entry = rules.get("deck", id) if rules is not None else None
    return entry.node_as(n.Deck).lines if entry is not None else ()


def _copies(rules: Rules | None, id: str) -> dict[str, int]:
    """Return how many copies of each card there are in a deck."""
    found: dict[str, int] = {}
    for line in _deck(rules, id):
        found[card_text(line)] = found.get(card_text(line), 0) + line.copies
    return found


def _examples(line: Line, own: Iterable[tuple[str, str, Figure]], marks: Marks) -> Iterator[Figure]:
    """Yield the examples of a house rule that show one of its changes."""
    for kind, id, figure in own:
        entry = marks.rules.get(kind, id)
        if (kind, id) == (line.thing, line.id):
            yield figure
        elif line.thing == "value" and entry is not None:
            read = names_read(marks.rules, entry, marks.wording.counts) | marks.wording.blanks(
                entry.node
            )
            if line.id in read:
                yield figure


class _Changed:
    def __init__(self, marks: Marks, texts: Texts) -> None:
        self.marks = marks
        self.rules = marks.rules
        self.base = marks.base
        self.texts = texts

    def lines(self) -> Iterator[Line]:
        by_thing: dict[tuple[str, str], list[Change]] = {}
        for change in self.marks.changes:
            if isinstance(change, ValueChanged):
                by_thing["value", change.path] = [change]
            else:
                by_thing.setdefault((change.kind, change.id), []).append(change)
        for (kind, id), found in by_thing.items():
            text = self._change(kind, id, found)
            if text:
                yield Line(text, self.marks.of(kind, id) or "changed", kind, id)

    def _change(self, kind: str, id: str, found: Sequence[Change]) -> str:
        """Return what has become of one thing; nothing if no reader can see it."""
        texts = self.texts
        mark = self.marks.of(kind, id)
        match kind:
            case "value":
                return self._changed_value(found[0])
            case "deck":
                if id == MAIN_DECK:
                    return f"{texts('rulebook.movement_cards')}: {self._deck_change(found)}"
                name = label(self._entry(kind, id)[0], id, texts)
                title = capitalised(texts("rulebook.named_cards", name=name))
                detail = self._deck_change(found) if mark == "changed" else ""
                return f"{title}: {detail}" if detail else title
            case "table":
                name = texts.phrase(label_of(self.rules, id).name)
                if not name and mark == "added" and self._explains:
                    return ""
                name = name or texts("rulebook.kind.table", name=self._quoted(id))
                detail = self._table_change(id, found) if mark != "removed" else ""
                return f"{name}: {detail}" if detail else name
            case "define" if isinstance(found[0], ClauseChanged) and not self._is_only_ours(id):
                name = texts("rulebook.kind.define", name=self._quoted(id))
                return texts("rulebook.means", name=name, term=found[0].new)
            case "variant":
                name = self._variant_name(id)
                return texts("rulebook.kind.variant", name=self._quoted(name or id))
            case "setting" | "allowance":
                rules, entry = self._entry(kind, id)
                if entry is None or self._is_stated(id):
                    return ""
                return f"{label(rules, id, texts)}: {value_words(rules, entry, texts)}"
            case "rule" | "spell" | "card":
                return self._definition_change(kind, id, mark, found)
        return ""

    def _is_stated(self, id: str) -> bool:
        """Whether a setting without a name for people is new, and a rule that reads it says its value."""
        if label_of(self.rules, id).name:
            return False
        reading = (
            entry
            for entry in self.rules.of_kind("rule")
            if id in names_read(self.rules, entry, self.marks.wording.counts)
        )
        return any(self.marks.tells(entry, id) for entry in reading)

    def _is_only_ours(self, id: str) -> bool:
        """Whether a changed word is in no sentence, and the house rule says in others what it does."""
        word = id.replace("_", " ")
        says = (self.marks.wording.says(entry.node) for entry in self.rules.of_kind("rule"))
        return self._explains and not any(word in text for text in says)

    @property
    def _explains(self) -> bool:
        """Whether the house rule has rules that only explain what its other parts mean."""
        rules = self.rules.of_kind("rule")
        new = (entry for entry in rules if self.marks.of("rule", entry.id) == "added")
        return any(not effects(entry) and self.marks.wording.says(entry.node) for entry in new)

    def _entry(self, kind: str, id: str) -> tuple[Rules, Entry | None]:
        """Return an entry as it is now, or as it was before it was removed."""
        now = self.rules.get(kind, id)
        if now is not None or self.base is None:
            return self.rules, now
        return self.base, self.base.get(kind, id)

    def _variant_name(self, id: str) -> str:
        for rules in (self.rules, self.base):
            if rules is not None and id in rules.variants:
                return name_of(rules.variants[id].node, self.texts)
        return ""

    def _quoted(self, text: str) -> str:
        return self.texts("say.quoted", text=text)

    def _changed_value(self, change: Change) -> str:
        assert isinstance(change, ValueChanged)
        if change.path == "players":
            values = f"{change.old} → {change.new}".replace("..", "–")
            return f"{self.texts('rulebook.players')}: {values}"
        assert self.base is not None  # without one nothing is changed
        value = changed_value(change.path, self.base, self.rules, self.texts)
        return f"{value.label}: {value.was} → {value.value}" if value is not None else ""

    def _definition_change(
        self, kind: str, id: str, mark: str | None, found: Sequence[Change]
    ) -> str:
        """Return what a rule, spell or card does now, or that it is not put into words."""
        rules, entry = self._entry(kind, id)
        if entry is None:
            return ""
        texts = self.texts
        name = name_of(entry.node, texts)
        title = texts(f"rulebook.kind.{kind}", name=self._quoted(name or id))
        wording = self.marks.old_wording if rules is self.base else self.marks.wording
        says = wording.says(entry.node) if wording is not None else ""
        if mark != "removed" and self.marks.unworded(entry):
            return f"{title}: {texts('rulebook.not_in_words')}"
        if kind == "rule":
            return says  # a rule that says and does nothing concerns nobody
        what = {change.what: change for change in found if isinstance(change, ClauseChanged)}
        details = [says] if mark == "added" or {"says", "body", "when"} & set(what) else []
        if (cost := what.get("cost")) is not None:
            details.append(texts("rulebook.new_cost", old=cost.old, new=cost.new))
        details = [detail for detail in details if detail]
        return f"{title}: {'; '.join(details)}" if details else title

    def _deck_change(self, found: Sequence[Change]) -> str:
        sizes = [c for c in found if isinstance(c, ClauseChanged) and c.what == "size"]
        cards = [c for c in found if isinstance(c, ClauseChanged) and c.what != "size"]
        total = f"{sizes[0].old} → {sizes[0].new}" if sizes else ""
        names = self._card_names()
        if len(cards) > _FEW:
            detail = self.texts("rulebook.another_mix")
        else:
            numbers = ((c, c.what.removesuffix(":")) for c in cards)
            detail = "; ".join(f"{names.get(card, card)}: {c.old} → {c.new}" for c, card in numbers)
        return f"{total} ({detail})" if total and detail else total or detail

    def _card_names(self) -> dict[str, str]:
        """Return what the cards are called, before and now, by what is printed on them."""
        found = {}
        for rules in (self.base, self.rules):
            if rules is None:
                continue
            voice = Voice(rules, self.texts.language)
            decks = [entry.node_as(n.Deck) for entry in rules.of_kind("deck")]
            for line in (line for deck in decks for line in deck.lines):
                faces = [CardFace(x.kind.id, -1 if x.die else x.value or 0) for x in line.faces]
                card = CardKind("", tuple(faces), line.rolls or 1, line.copies)
                found[card_text(line)] = voice.card(card)
        return found

    def _table_change(self, id: str, found: Sequence[Change]) -> str:
        table = values.table(self.rules, id)
        if table is None:
            return ""
        amounts = amounts_by_players(self.rules, id, sorted(self.rules.players), self.texts)
        if amounts is not None:
            return amounts
        if isinstance(found[0], Added) and len(table.rows) <= 2 * _FEW:
            rows = (
                (", ".join(map(cell_text, row.keys)), ", ".join(map(cell_text, row.cells)))
                for row in table.rows
            )
            return "; ".join(f"{key}: {cells}" for key, cells in rows)
        cells = [change for change in found if isinstance(change, CellChanged)]
        if len(cells) == len(found) <= _FEW:
            changed = ((c, ", ".join(c.keys)) for c in cells)
            return "; ".join(f"{c.column} ({keys}): {c.old} → {c.new}" for c, keys in changed)
        return self.texts("rulebook.another_table") if not isinstance(found[0], Added) else ""
