"""The rulebook as a value: chapters of numbered paragraphs, tables and pictures.

`write` takes rules that can be played and gives a `Book`; `wtrules.rulebook.render` prints it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import evolve, field, frozen

from wtrules.checks.survey import statements, walk
from wtrules.rulebook.box import Supply, box_tables, deck_table, lights_table, supply_table
from wtrules.rulebook.marks import Marks, Offer, variant_blocks
from wtrules.rulebook.parts import Block, Chapter, Heading, Line, Paragraph, Picture
from wtrules.rulebook.reach import rules_in_force
from wtrules.rulebook.rule_text import as_written, cost_words
from wtrules.rulebook.sources import Sources
from wtrules.rulebook.texts import Texts
from wtrules.rules import values
from wtrules.rules.coverage import covered, texts
from wtrules.rules.model import Entry, Rules
from wtrules.syntax import nodes as n

CHAPTERS = (
    "goal", "materials", "setup", "turn", "cards", "wizards", "castle", "towers", "spells", "end",
    "variant", "more",
)  # fmt: skip
# The first part of a rule's id, and the chapter it stands in.
_BY_PREFIX = {
    "setup": "setup",
    "game": "turn",
    "turn": "turn",
    "round": "turn",
    "action": "turn",
    "card": "cards",
    "dice": "cards",
    "hand": "cards",
    "move": "wizards",
    "wizard": "wizards",
    "castle": "castle",
    "lock": "towers",
    "tower": "towers",
    "towers": "towers",
    "spell": "spells",
    "spells": "spells",
    "end": "end",
    "nasty": "variant",
    "team": "variant",
    "solo": "variant",
    "coop": "variant",
}
# The chapters of the atlas, for rules that only tell something.
_BY_TOPIC = {
    "materials": "materials",
    "goal": "goal",
    "setup": "setup",
    "turn": "turn",
    "cards": "cards",
    "wizards": "wizards",
    "castle": "castle",
    "towers": "towers",
    "locking": "towers",
    "spells": "spells",
    "spell_list": "spells",
    "end": "end",
}
# What everybody is after, unless the end of the game has been changed.
_GOALS = ("goal.both", "goal.order_free")


@frozen
class Book:
    """A rulebook in one language."""

    language: str
    title: str
    subtitle: str
    house: str | None
    changes: tuple[Line, ...]
    chapters: tuple[Chapter, ...]
    colophon: str
    words: Texts = field(eq=False, repr=False)


@frozen
class Material:
    """All a book is made from."""

    rules: Rules
    box: Rules  # the same without variants: they change no box
    base: Rules | None  # what a house rule is built on; None for a shipped ruleset
    sources: Sources
    offers: tuple[Offer, ...]
    pictures: tuple[Picture, ...]
    supplies: tuple[Supply, ...]
    counts: tuple[int, ...]
    version: str
    hash: str


def write(material: Material, words: Texts) -> Book:
    """Return the rulebook."""
    return _Writer(material, words).book()


class _Writer:
    def __init__(self, material: Material, words: Texts) -> None:
        self.material = material
        self.rules = material.rules
        self.words = words
        self.sources = material.sources
        self.marks = Marks(material.rules, material.base, words)
        self.in_force = rules_in_force(material.rules)
        self.setup = self._word("spells.setup")
        self.by_chapter: dict[str, list[Entry]] = {name: [] for name in CHAPTERS}
        for entry in self._told():
            self.by_chapter[self._chapter(entry)].append(entry)

    def _word(self, setting: str) -> str:
        return str(next(iter(values.entries_of(self.rules, setting)), ""))

    # --- what stands where ---

    def _told(self) -> Iterator[Entry]:
        """Yield the rules that say something here, in the order of the ruleset."""
        removed = [
            entry
            for entry in (self.material.base.of_kind("rule") if self.material.base else ())
            if self.marks.of("rule", entry.id) == "removed"
        ]
        for entry in (*self.rules.of_kind("rule"), *removed):
            told = entry.id in self.in_force or self.marks.of("rule", entry.id) is not None
            if self.setup == "none" and entry.id.startswith("setup.spells"):
                continue
            if told and (texts(entry.node, n.Says) or self.marks.unworded(entry)):
                yield entry

    def _chapter(self, entry: Entry) -> str:
        prefix = entry.id.partition(".")[0]
        if prefix in _BY_PREFIX:
            return _BY_PREFIX[prefix]
        chapters = [
            _BY_TOPIC.get(self.sources.chapter(topic), "variant") for topic in covered(entry.node)
        ]
        return max(chapters, key=chapters.count) if chapters else "more"

    def _in_order(self, entries: list[Entry]) -> list[Entry]:
        """Put rules that only tell something between the others, by the order of the atlas."""
        doing = [entry for entry in entries if not entry.id.startswith("facts.")]
        for fact in (entry for entry in entries if entry.id.startswith("facts.")):
            place = self.sources.place(fact)
            later = (i for i, other in enumerate(doing) if self.sources.place(other) > place)
            doing.insert(next(later, len(doing)), fact)
        return doing

    def paragraph(self, entry: Entry) -> Paragraph:
        node = entry.node
        name = self.words.phrase(texts(node, n.NameClause))
        says = self.words.phrase(texts(node, n.Says))
        mark = self.marks.of(entry.kind, entry.id)
        unworded = self.marks.unworded(entry)
        return Paragraph(
            anchor=f"{entry.kind}-{entry.id}",
            id=f"{entry.kind} {entry.id}" if entry.kind != "rule" else entry.id,
            text=self.words("stale", old=says) if unworded and says else says,
            title=name[:1].upper() + name[1:],
            aside=self._cost(entry),
            values=self.marks.values_of(entry),
            items=self._outcomes(entry),
            notes=self.sources.notes(entry, house=mark == "added"),
            mark=mark,
            was=self.marks.old_says(entry),
            remark=self.words(f"unworded.{mark or 'changed'}") if unworded else "",
            code=as_written(unworded),
        )

    def _cost(self, entry: Entry) -> str:
        return next(
            (cost_words(c, self.words) for c in entry.clauses() if isinstance(c, n.Cost)), ""
        )

    def _outcomes(self, entry: Entry) -> tuple[str, ...]:
        """Return the ways a rule can end the game, where it knows more than two."""
        ends = [s for s in walk(*statements(entry)) if isinstance(s, n.End) and s.outcome]
        ends.sort(key=lambda end: end.span.start)
        ids = dict.fromkeys(s.outcome.id for s in ends if s.outcome is not None)
        found = [self.rules.get("outcome", id) for id in ids]
        if len(found) <= 2:
            return ()
        return tuple(self.words.phrase(texts(o.node, n.NameClause)) for o in found if o is not None)

    # --- chapters ---

    def book(self) -> Book:
        chapters = [_counted(chapter, i) for i, chapter in enumerate(self._chapters(), 1)]
        rules, words = self.rules, self.words
        chosen = [words.phrase(texts(rules.variants[v].node, n.NameClause)) for v in rules.chosen]
        subtitle = words("subtitle", players=words.players(list(self.material.counts)))
        if chosen:
            subtitle += f", {words('with', variants=words.join(chosen))}"
        base = self.material.base
        house = words("house", base=self.sources.ruleset_name(base)) if base is not None else None
        return Book(
            words.language,
            words.phrase({p.language: p.text for p in rules.title}) or rules.name,
            subtitle,
            house,
            tuple(self.marks.summary()),
            tuple(chapters),
            words(
                "colophon",
                version=self.material.version,
                ruleset="+".join([rules.name, *rules.chosen]),
                hash=self.material.hash,
            ),
            words,
        )

    def _chapters(self) -> Iterator[Chapter]:
        makers: dict[str, Callable[[str], Iterator[Block]]] = {
            "goal": self._goal,
            "materials": self._materials,
            "setup": self._setup,
            "cards": self._cards,
            "spells": self._spells,
            "variant": self._chosen,
        }
        for name in CHAPTERS:
            blocks = list(makers.get(name, self._plain)(name))
            if blocks:
                yield Chapter(name, self._heading(name), tuple(blocks))
        # Open questions of variants are told in the book of the variant.
        questions = list(self.sources.questions())
        offers = variant_blocks(self.rules, self.material.offers, self.words, self.sources)
        if offers:
            intro = Paragraph(self.words("intro.variants"))
            yield Chapter("variants", self.words("chapter.variants"), (intro, *offers))
        if questions:
            intro = Paragraph(self.words("intro.questions"))
            yield Chapter("questions", self.words("chapter.questions"), (intro, *questions))

    def _heading(self, name: str) -> str:
        if name == "variant":
            nodes = [self.rules.variants[id].node for id in self.rules.chosen]
            names = [self.words.phrase(texts(node, n.NameClause)) for node in nodes]
            return self.words("chapter.variant", variants=self.words.join(names))
        return self.words(f"chapter.{name}")

    def _plain(self, name: str) -> Iterator[Block]:
        yield from map(self.paragraph, self._in_order(self.by_chapter[name]))

    def _goal(self, name: str) -> Iterator[Block]:
        finish = self.rules.get("rule", "end.finish_round")
        finished = self.rules.get("define", "finished")
        usual = finish is not None and finished is not None
        own = self.material.base is not None
        for entry in (finish, finished):
            if entry is not None and own:
                usual = usual and self.marks.of(entry.kind, entry.id) is None
        for id in self.rules.chosen:
            node = self.rules.variants[id].node
            if finish is None:
                yield self._variant(id, node)
        if usual:
            yield from (self.sources.topic(topic) for topic in _GOALS)
        # A house rule may know another way to the end.
        for entry in self._told():
            if self.marks.of("rule", entry.id) == "added" and _ends_game(entry):
                yield evolve(self.paragraph(entry), anchor="")
        if usual:
            yield from self._plain(name)

    def _variant(self, id: str, node: n.Variant) -> Paragraph:
        return Paragraph(
            anchor=f"variant-{id}",
            id=f"variant {id}",
            text=self.words.phrase(texts(node, n.Says)),
            title=self.words.phrase(texts(node, n.NameClause)),
            notes=self.sources.notes_of(node.members, covered(node)),
        )

    def _materials(self, name: str) -> Iterator[Block]:
        yield from box_tables(self.material.box, self.words, self.marks)
        yield from self._plain(name)

    def _setup(self, name: str) -> Iterator[Block]:
        yield from self._plain(name)
        yield supply_table(self.rules, self.material.supplies, self.words, self.marks)
        lights = lights_table(self.rules, self.words, self.marks)
        if lights is not None:
            yield lights
        yield from self.material.pictures

    def _cards(self, name: str) -> Iterator[Block]:
        deck = self.rules.get("deck", "deck")
        if deck is not None and isinstance(deck.node, n.Deck):
            used = {face.kind.id for line in deck.node.lines for face in line.faces}
            for entry in self.rules.of_kind("card"):
                if entry.id in used:
                    yield self.paragraph(entry)
        yield from self._plain(name)
        if deck is not None:
            yield deck_table(self.rules, deck, self.words, self.marks)

    def _spells(self, name: str) -> Iterator[Block]:
        if self.setup == "none":
            yield Paragraph(self.words("spells.none"))
            return
        spells = {entry.id: [self.paragraph(entry)] for entry in self.rules.of_kind("spell")}
        for entry in self._in_order(self.by_chapter[name]):
            # `spell.free.one` belongs to the spell `free_wizard`.
            part = entry.id.removeprefix("spell.").partition(".")[0]
            spell = next((id for id in spells if id.partition("_")[0] == part), None)
            if spell is not None and entry.id.startswith("spell.") and part != entry.id:
                spells[spell].append(self.paragraph(entry))
            else:
                yield self.paragraph(entry)
        laid_out = [str(id) for id in values.entries_of(self.rules, "spells.laid_out")]
        number = values.number(self.rules, "spells.number")
        if self.setup == "listed":
            yield Heading(self.words("spells.listed").rstrip(":"))
            for id in laid_out:
                yield from spells.pop(id, ())
            if spells:
                yield Heading(self.words("spells.others"))
                yield Paragraph(self.words("spells.others.intro"))
        else:
            yield Heading(self.words("spells.all"))
            yield Paragraph(self.words(f"spells.{self.setup}", n=number))
        yield from (paragraph for paragraphs in spells.values() for paragraph in paragraphs)
        for entry in self.material.base.of_kind("spell") if self.material.base else ():
            if self.marks.of("spell", entry.id) == "removed":
                yield self.paragraph(entry)

    def _chosen(self, name: str) -> Iterator[Block]:
        for id in self.rules.chosen:
            if self.rules.get("rule", "end.finish_round") is not None:
                yield self._variant(id, self.rules.variants[id].node)
        if self.rules.chosen:
            yield from self._plain(name)


def _ends_game(entry: Entry) -> bool:
    return any(isinstance(s, n.End) and s.scope == "game" for s in walk(*statements(entry)))


def _counted(chapter: Chapter, number: int) -> Chapter:
    """Return a chapter with its number, and its rules counted."""
    blocks: list[Block] = []
    rules = 0
    for block in chapter.blocks:
        if isinstance(block, Paragraph) and block.id:
            rules += 1
            block = evolve(block, number=f"{number}.{rules}")
        blocks.append(block)
    return evolve(chapter, number=str(number), blocks=tuple(blocks))
