"""Rules, cards and spells as paragraphs, and the chapter each of them belongs to."""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.rulebook.box import list_table
from wtrules.rulebook.marks import Marks
from wtrules.rulebook.parts import Block, Paragraph
from wtrules.rulebook.reach import lays_out, live_nodes, rules_in_force
from wtrules.rulebook.sources import Sources
from wtrules.rulebook.wording import as_written, capitalised, price, says_of
from wtrules.rules.chapters import Places
from wtrules.rules.clauses import texts as phrases_of
from wtrules.rules.in_words import name_of
from wtrules.rules.model import Entry, Rules
from wtrules.rules.uses import walk_uses
from wtrules.syntax import nodes as n
from wtrules.texts import Texts


class Paragraphs:
    """The paragraphs of one book, by the chapter, spell or card they belong to."""

    def __init__(self, rules: Rules, marks: Marks, sources: Sources, texts: Texts) -> None:
        self.rules = rules
        self.marks = marks
        self.sources = sources
        self.texts = texts
        self.in_force = rules_in_force(rules)
        self.spells_are_used = self._spells_are_used()
        self._places = Places(rules)
        self._held: dict[tuple[str, str], list[Entry]] = {}
        self._loose: list[Entry] = []
        for entry in self.entries():
            self._held_by(entry).append(entry)

    def entries(self) -> Iterator[Entry]:
        """Yield the rules that have a paragraph, in the order of the ruleset."""
        for entry in (*self.rules.of_kind("rule"), *self.marks.removed("rule")):
            counts = entry.id in self.in_force or self.marks.of("rule", entry.id) is not None
            if not self.spells_are_used and lays_out(walk_uses(*entry.statements())):
                continue
            if counts and (phrases_of(entry.node, n.Says) or self.marks.unworded(entry)):
                yield entry
        for kind in ("card", "spell"):
            yield from (e for e in self.rules.of_kind(kind) if self._places.holder(e) is not None)

    def held_by(self, kind: str, id: str) -> list[Entry]:
        """Return what a chapter, spell or card holds; rules that only say something by topic."""
        return self._in_order(self._held.get((kind, id), []))

    def of_variants(self) -> list[Entry]:
        """Return the rules of the chosen variants that no chapter holds."""
        return self._in_order([e for e in self._loose if e.layer in self.rules.chosen])

    def rest(self) -> list[Entry]:
        """Return the other rules that no chapter holds."""
        return self._in_order([e for e in self._loose if e.layer not in self.rules.chosen])

    def of_kind(self, kind: str) -> list[Entry]:
        """Return the cards or spells that are not in a chapter of their own choice."""
        return [entry for entry in self.rules.of_kind(kind) if self._places.holder(entry) is None]

    def blocks(self, entry: Entry) -> Iterator[Block]:
        """Yield the paragraph of an entry, its lists as tables, and the rules it holds."""
        settings = self.marks.settings_of(entry)
        tables = [list_table(self.rules, each, self.texts, self.marks) for each in settings]
        plain = [each for each, table in zip(settings, tables, strict=True) if table is None]
        yield self.paragraph(entry, plain)
        yield from (table for table in tables if table is not None)
        if entry.kind in ("card", "spell"):
            for held in self.held_by(entry.kind, entry.id):
                yield from self.blocks(held)

    def paragraph(self, entry: Entry, settings: list[Entry]) -> Paragraph:
        """Return an entry in words, with some settings below it."""
        node = entry.node
        texts = self.texts
        says = says_of(node, texts)
        mark = self.marks.of(entry.kind, entry.id)
        unworded = self.marks.unworded(entry)
        costs = [price(c, texts) for c in entry.clauses() if isinstance(c, n.Cost)]
        return Paragraph(
            anchor=f"{entry.kind}-{entry.id}",
            id=f"{entry.kind} {entry.id}" if entry.kind != "rule" else entry.id,
            text=texts("rulebook.stale", old=says) if unworded and says else says,
            title=capitalised(name_of(node, texts)),
            aside=costs[0] if costs else "",
            values=tuple(map(self.marks.value_of, settings)),
            items=self._outcomes(entry),
            notes=self.sources.notes(entry, house=mark == "added"),
            mark=mark,
            was=self.marks.old_says(entry),
            remark=texts(f"rulebook.unworded.{mark or 'changed'}") if unworded else "",
            code=as_written(unworded),
        )

    def _held_by(self, entry: Entry) -> list[Entry]:
        holder = self._places.holder(entry)
        if holder is None:
            return self._loose
        return self._held.setdefault((holder.kind, holder.id), [])

    def _in_order(self, entries: list[Entry]) -> list[Entry]:
        """Put rules that do nothing but say something between the others, by their topics."""
        ordered = [entry for entry in entries if _acts(entry)]
        for fact in (entry for entry in entries if not _acts(entry)):
            place = self.sources.place(fact)
            later = (i for i, other in enumerate(ordered) if self.sources.place(other) > place)
            ordered.insert(next(later, len(ordered)), fact)
        return ordered

    def _spells_are_used(self) -> bool:
        """Whether a spell can be laid out; rules that never ask for it need no spell laid out."""
        rules = [entry for entry in self.rules.of_kind("rule") if entry.id in self.in_force]
        if any(lays_out(live_nodes(self.rules, entry)) for entry in rules):
            return True
        nodes = walk_uses(*(entry.node for entry in (*rules, *self.rules.of_kind("define"))))
        return not any(isinstance(node, n.Name) and node.id == "laid_out" for node in nodes)

    def _outcomes(self, entry: Entry) -> tuple[str, ...]:
        """Return the ways a rule can end the game, if there are more than two."""
        ends = [s for s in walk_uses(*entry.statements()) if isinstance(s, n.End) and s.outcome]
        ends.sort(key=lambda end: end.span.start)
        ids = dict.fromkeys(s.outcome.id for s in ends if s.outcome is not None)
        found = [self.rules.get("outcome", id) for id in ids]
        if len(found) <= 2:
            return ()
        return tuple(name_of(each.node, self.texts) for each in found if each is not None)


def _acts(entry: Entry) -> bool:
    return any(not isinstance(clause, n.DESCRIPTIONS) for clause in entry.clauses())
