"""Rules, cards and spells as paragraphs, and the chapter each of them belongs to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from attrs import evolve

from wtrules.board import table
from wtrules.meaning import nodes as m
from wtrules.meaning.chapters import BOX, Places, is_detail, shown
from wtrules.meaning.elaborate import meaning_of
from wtrules.meaning.outcomes import outcomes_of
from wtrules.meaning.reach import body_of, does, ends_of, live_parts, rules_in_force
from wtrules.node import walk
from wtrules.resolve.model import Entry, Rules
from wtrules.rulebook.box import list_table
from wtrules.rulebook.examples import Illustrations
from wtrules.rulebook.marks import Marks
from wtrules.rulebook.parts import Block, Card, Paragraph
from wtrules.rulebook.sources import Sources
from wtrules.rulebook.wording import as_written, price
from wtrules.say.describe import name_of
from wtrules.syntax import nodes as n
from wtrules.texts import Texts, capitalised


class Paragraphs:
    """The paragraphs of one book, by the chapter, spell or card they belong to.

    With *details*, rules marked so are kept apart.
    """

    def __init__(
        self,
        marks: Marks,
        sources: Sources,
        illustrations: Illustrations,
        texts: Texts,
        *,
        details: bool,
    ) -> None:
        self.rules = marks.rules
        self.marks = marks
        self.wording = marks.wording
        self.sources = sources
        self.illustrations = illustrations
        self.texts = texts
        self.in_force = rules_in_force(self.rules, marks.wording.counts)
        self.spells_are_used = self._spells_are_used()
        self._places = Places(self.rules)
        self._held: dict[tuple[str, str], list[Entry]] = {}
        self._loose: list[Entry] = []
        self.in_box: list[Entry] = []  # rules that are a line in the list of what is in the box
        self._details = details
        for entry in self.entries():
            self._held_by(entry).append(entry)

    def entries(self) -> Iterator[Entry]:
        """Yield the rules that have a paragraph, in the order of the ruleset."""
        for entry in (*self.rules.of_kind("rule"), *self.marks.removed("rule")):
            counts = entry.id in self.in_force or self.marks.of("rule", entry.id) is not None
            lays_out = does(m.statements_in(body_of(self.rules, entry)), "lay out")
            if lays_out and not self.spells_are_used:
                continue
            if self.marks.is_outdated(entry):
                continue
            if counts and (self._says(entry) or self.marks.unworded(entry)):
                yield entry
        for kind in ("card", "spell"):
            yield from (e for e in self.rules.of_kind(kind) if self._places.holder(e) is not None)

    def held_by(self, kind: str, id: str) -> list[Entry]:
        """Return what a chapter, spell or card holds; rules that only say something by topic."""
        return self._in_order(self._main(self._held.get((kind, id), [])))

    def of_variants(self) -> list[Entry]:
        """Return the rules of the chosen variants that no chapter holds."""
        return self._in_order(self._main(self._of_variants()))

    def rest(self) -> list[Entry]:
        """Return the other rules that no chapter holds."""
        return self._in_order(self._main(self._rest()))

    def of_kind(self, kind: str) -> list[Entry]:
        """Return the cards or spells that are not in a chapter of their own choice."""
        return [entry for entry in self.rules.of_kind(kind) if self._places.holder(entry) is None]

    def details_of(self, chapter: str, shows: Sequence[str]) -> list[Entry]:
        """Return the details of a chapter, with those of the cards or spells it shows."""
        found = list(self._held.get(("chapter", chapter), []))
        for kind, part in (("card", "cards"), ("spell", "spells")):
            if part in shows:
                holders = (key for key in self._held if key[0] == kind)
                found += [entry for key in holders for entry in self._held[key]]
        found += self._of_variants() if "variant" in shows else []
        found += self._rest() if "rest" in shows else []
        return self._in_order([entry for entry in found if self._is_detail(entry)])

    def blocks(self, entry: Entry) -> Iterator[Block]:
        """Yield the paragraph of an entry, and those of the rules it holds."""
        yield self.paragraph(entry)
        if entry.kind in ("card", "spell"):
            for held in self.held_by(entry.kind, entry.id):
                yield from self.blocks(held)

    def card(self, entry: Entry, svg: str = "") -> Card:
        """Return a card or spell with its picture and the rules it holds."""
        costs = [c.value for c in entry.clauses() if isinstance(c, n.Cost)]
        number = next((cost.value for cost in costs if isinstance(cost, n.Number)), None)
        return Card(
            self.paragraph(entry),
            number,
            table.flask("full"),
            svg,
            tuple(self.paragraph(held) for held in self.held_by(entry.kind, entry.id)),
        )

    def paragraph(self, entry: Entry) -> Paragraph:
        """Return an entry in words, with its settings, lists and examples."""
        texts = self.texts
        settings = self.marks.settings_of(entry)
        tables = [list_table(self.rules, each, texts, self.marks) for each in settings]
        plain = [each for each, listed in zip(settings, tables, strict=True) if listed is None]
        says = self._says(entry)
        mark = self.marks.of(entry.kind, entry.id)
        unworded = self.marks.unworded(entry)
        costs = [price(c, texts) for c in entry.clauses() if isinstance(c, n.Cost)]
        runs = () if unworded else self.marks.runs(entry)
        return Paragraph(
            anchor=f"{entry.kind}-{entry.id}",
            id=f"{entry.kind} {entry.id}" if entry.kind != "rule" else entry.id,
            text=texts("rulebook.stale", old=says) if unworded and says else says,
            title=capitalised(name_of(entry.node, texts)),
            aside=costs[0] if costs else "",
            runs=runs,
            values=tuple(map(self.marks.value_of, plain)),
            items=outcomes(self.rules, entry, texts),
            tables=tuple(listed for listed in tables if listed is not None),
            figures=self.illustrations.of(entry.kind, entry.id) if mark != "removed" else (),
            notes=self.sources.notes(entry, mark, own_cost=self.marks.sets_cost(entry)),
            mark=mark or ("changed" if runs else None),
            was=self.marks.old_says(entry),
            remark=texts(f"rulebook.unworded.{mark or 'changed'}") if unworded else "",
            code=as_written(unworded),
        )

    def _says(self, entry: Entry) -> str:
        removed = self.marks.of(entry.kind, entry.id) == "removed"
        wording = self.marks.old_wording if removed else self.wording
        return wording.says(entry.node) if wording is not None else ""

    def _held_by(self, entry: Entry) -> list[Entry]:
        if BOX in shown(entry):
            return self.in_box
        holder = self._places.holder(entry)
        if holder is None:
            return self._loose
        return self._held.setdefault((holder.kind, holder.id), [])

    def _of_variants(self) -> list[Entry]:
        return [entry for entry in self._loose if entry.layer in self.rules.chosen]

    def _rest(self) -> list[Entry]:
        return [entry for entry in self._loose if entry.layer not in self.rules.chosen]

    def _main(self, entries: Iterable[Entry]) -> list[Entry]:
        return [entry for entry in entries if not self._is_detail(entry)]

    def _is_detail(self, entry: Entry) -> bool:
        # What a house rule changes is in the main text, whatever it is.
        is_own = self.marks.of(entry.kind, entry.id) is not None
        return self._details and not is_own and is_detail(entry)

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
        meaning, counts = meaning_of(self.rules), self.wording.counts
        bodies = [rule.body for rule in meaning.rules.values() if rule.id in self.in_force]
        if any(does(live_parts(meaning, body, counts), "lay out") for body in bodies):
            return True
        parts = walk(*bodies, *meaning.defines.values())
        return not any(isinstance(part, m.Prim) and part.op == "laid_out:spell" for part in parts)


def outcomes(rules: Rules, entry: Entry, texts: Texts) -> tuple[str, ...]:
    """Return the grades with which a rule can end the game; without a table, the ways to end it.

    Nothing for two ways or fewer, which its sentences say.
    """
    ends = ends_of(rules, entry)
    ends.sort(key=lambda end: (not isinstance(end.outcome, m.Column), end.span.start))
    if ends and isinstance(ends[0].outcome, m.Column):
        ends = ends[:1]
    ids = dict.fromkeys(id for end in ends for id in outcomes_of(rules, end))
    found = [rules.get("outcome", id) for id in ids]
    if len(found) <= 2:
        return ()
    return tuple(name_of(each.node, texts) for each in found if each is not None)


def numbered_steps(paragraphs: Iterable[Paragraph]) -> Iterator[Paragraph]:
    """Yield rules as steps, counted from one."""
    for step, paragraph in enumerate(paragraphs, 1):
        yield evolve(paragraph, step=step)


def _acts(entry: Entry) -> bool:
    return any(not isinstance(clause, n.DESCRIPTIONS) for clause in entry.clauses())
