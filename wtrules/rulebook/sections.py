"""The parts of a book that a chapter can show: one function for each word behind `shows`.

A section has blocks before and after the rules of its chapter. It can bring more rules into the
chapter, print them as steps, or leave the rules of the chapter out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from attrs import evolve, field, frozen

from wtrules.language.physical import MAIN_DECK
from wtrules.meaning import nodes as m
from wtrules.meaning import values
from wtrules.meaning.chapters import Chapter
from wtrules.meaning.decks import named_decks
from wtrules.meaning.elaborate import meaning_of
from wtrules.meaning.reach import body_of, does, ends_of, live_parts, names_in, names_read
from wtrules.resolve.clauses import covered
from wtrules.resolve.model import Entry, Rules
from wtrules.rulebook.box import Supply, box_blocks, deck_block, supply_table
from wtrules.rulebook.drawings import Drawings
from wtrules.rulebook.labels import label
from wtrules.rulebook.marks import Marks
from wtrules.rulebook.offers import Offer, variant_block, variant_paragraph
from wtrules.rulebook.paragraphs import Paragraphs
from wtrules.rulebook.parts import Block, Cards, Heading, Paragraph, Picture
from wtrules.rulebook.sources import Sources
from wtrules.syntax import nodes as n
from wtrules.texts import Texts, capitalised
from wtrules.value import Value


@frozen
class Material(Value):
    """Everything a book is made from."""

    rules: Rules
    box: Rules  # the same without variants, which change nothing in the box
    base: Rules | None  # what a house rule is built on; None for a shipped ruleset
    sources: Sources
    offers: tuple[Offer, ...]
    picture: Picture | None  # of the start
    drawings: Drawings
    supplies: tuple[Supply, ...]
    counts: tuple[int, ...]
    version: str
    hash: str
    cover: str = ""  # a picture


@frozen
class Context(Value):
    """What the sections of one book share."""

    material: Material
    marks: Marks
    paragraphs: Paragraphs
    chapters: tuple[Chapter, ...]
    texts: Texts
    hidden: set[str] = field(
        factory=set
    )  # chapters without their rules, known once they are written

    def blocks(self, entries: Iterable[Entry]) -> Iterator[Block]:
        """Yield the blocks of some entries."""
        for entry in entries:
            yield from self.paragraphs.blocks(entry)


@frozen
class Section(Value):
    """What a part adds to its chapter."""

    before: tuple[Block, ...] = ()
    after: tuple[Block, ...] = ()
    entries: tuple[Entry, ...] = ()
    hides_rules: bool = False
    is_overview: bool = False
    as_steps: bool = False


def goal(context: Context, chapter: Chapter) -> Section:
    """New ways to end the game, and the topics of this chapter that the end of the game covers."""
    other_winners = list(_other_winners(context))
    topics = list(_goal_topics(context, chapter)) if not other_winners else []
    blocks: list[Block] = []
    rules = context.material.rules
    if _goal_is_replaced(context, chapter):
        blocks += _chosen_variants(context)
    for entry in context.paragraphs.entries():
        is_new = context.marks.of(entry.kind, entry.id) == "added" and ends_of(rules, entry)
        if is_new or entry.id in other_winners:
            blocks.append(evolve(context.paragraphs.paragraph(entry), anchor=""))
    if blocks and topics:
        blocks.append(Paragraph(context.texts("rulebook.goal.also")))
    blocks += [context.material.sources.topic(topic) for topic in topics]
    return Section(before=tuple(blocks))


def _other_winners(context: Context) -> Iterator[str]:
    """Yield the rules that declare a winner, and no longer ask what they asked before the house rule."""
    base = context.marks.base
    if base is None:
        return
    for old in base.of_kind("rule"):
        new = context.material.rules.get("rule", old.id)
        declares = does(m.statements_in(body_of(base, old)), "declare")
        if new is not None and declares and context.marks.of("rule", old.id):
            lost = names_in(base, old) - names_in(context.material.rules, new)
            if any(base.get("define", id) is not None for id in lost):
                yield old.id


def _goal_topics(context: Context, chapter: Chapter) -> Iterator[str]:
    for entry in context.material.rules.of_kind("rule"):
        if entry.id in context.paragraphs.in_force and context.marks.is_as_before(entry):
            yield from _topics_of_goal(context, chapter, entry)


def _topics_of_goal(context: Context, chapter: Chapter, entry: Entry) -> list[str]:
    topics = covered(entry.node) if ends_of(context.material.rules, entry) else []
    return [topic for topic in topics if context.material.sources.chapter(topic) == chapter.id]


def _goal_is_replaced(context: Context, chapter: Chapter) -> bool:
    """Whether a chosen variant has removed a rule that gave the game its goal."""
    rules = context.material.rules
    return any(
        entry.chain[-1].layer in rules.chosen and _topics_of_goal(context, chapter, entry)
        for entry in rules.removed.values()
        if entry.kind == "rule"
    )


def overview(context: Context, chapter: Chapter) -> Section:
    """The rules of the chapter say briefly what other chapters say in more detail."""
    return Section(is_overview=True)


def box(context: Context, chapter: Chapter) -> Section:
    """What is in the box."""
    material = context.material
    lines = [(entry, context.marks.wording.says(entry.node)) for entry in context.paragraphs.in_box]
    drawings, marks, sources = material.drawings, context.marks, material.sources
    return Section(
        before=tuple(box_blocks(material.box, lines, drawings, context.texts, marks, sources))
    )


def start(context: Context, chapter: Chapter) -> Section:
    """A picture of the start, and what everybody gets."""
    material = context.material
    setup = context.paragraphs.held_by("chapter", chapter.id)
    supply = supply_table(material.rules, material.supplies, setup, context.texts, context.marks)
    pictures = (material.picture,) if material.picture is not None else ()
    return Section(before=pictures, after=(supply,) if supply is not None else ())


def steps(context: Context, chapter: Chapter) -> Section:
    """The rules of the chapter as numbered steps."""
    return Section(as_steps=True)


def cards(context: Context, chapter: Chapter) -> Section:
    """The kinds of cards in the deck, and the deck; then the decks that have a name."""
    rules = context.material.rules
    deck = rules.get("deck", MAIN_DECK)
    if deck is None:
        return Section()
    after: list[Block] = [_deck(deck, context)]
    for named in named_decks(rules):
        after.append(Heading(capitalised(label(rules, named.id, context.texts))))
        after += _kinds_of_cards(named, context)
        after.append(_deck(named, context))
    return Section(before=tuple(_kinds_of_cards(deck, context)), after=tuple(after))


def _deck(deck: Entry, context: Context) -> Block:
    material = context.material
    return deck_block(
        material.rules, deck, material.drawings, context.texts, context.marks, material.sources
    )


def _kinds_of_cards(deck: Entry, context: Context) -> Iterator[Block]:
    """Yield the kinds of cards in a deck, side by side."""
    lines = deck.node_as(n.Deck).lines
    used = {face.kind.id for line in lines for face in line.faces}
    drawings = context.material.drawings
    kinds = [entry for entry in context.paragraphs.of_kind("card") if entry.id in used]
    if kinds:
        yield Cards(
            tuple(
                context.paragraphs.card(entry, drawings.kind_of_card(entry.id)) for entry in kinds
            )
        )


def spells(context: Context, chapter: Chapter) -> Section:
    """The spells: those that are laid out by name first, each list with its heading."""
    texts = context.texts
    if not context.paragraphs.spells_are_used:
        return Section(hides_rules=True)
    waiting = {entry.id: entry for entry in context.paragraphs.of_kind("spell")}
    blocks: list[Block] = []
    lists = _spell_lists(context)
    for setting in lists:
        ids = map(str, values.entries_of(context.material.rules, setting))
        laid_out = [waiting.pop(id) for id in ids if id in waiting]
        blocks.append(Heading(label(context.material.rules, setting, texts)))
        blocks.append(_spell_cards(laid_out, context))
    if blocks and waiting:
        blocks.append(Heading(texts("rulebook.spells.others")))
        blocks.append(Paragraph(texts("rulebook.spells.others_intro")))
    elif waiting:
        blocks.append(Heading(texts("rulebook.spells.all")))
    others = [*waiting.values(), *context.marks.removed("spell")]
    if others:
        blocks.append(evolve(_spell_cards(others, context), is_spare=bool(lists)))
    return Section(after=tuple(blocks))


def _spell_cards(entries: Iterable[Entry], context: Context) -> Cards:
    return Cards(tuple(map(context.paragraphs.card, entries)))


def _spell_lists(context: Context) -> list[str]:
    """Return the settings that name the spells which a rule in force lays out."""
    rules = context.material.rules
    read: set[str] = set()
    for entry in rules.of_kind("rule"):
        live = live_parts(meaning_of(rules), body_of(rules, entry), context.material.counts)
        if entry.id in context.paragraphs.in_force and does(live, "lay out"):
            read |= names_read(rules, entry, context.material.counts)
    return [
        entry.id
        for entry in rules.of_kind("setting")
        if entry.id in read
        and (held := values.entries_of(rules, entry.id))
        and all(rules.get("spell", str(item)) is not None for item in held)
    ]


def variant(context: Context, chapter: Chapter) -> Section:
    """The chosen variants, and their rules that no other chapter holds."""
    replaced = any(_goal_is_replaced(context, each) for each in _goal_chapters(context))
    return Section(
        before=() if replaced else tuple(_introductions(context)),
        entries=tuple(context.paragraphs.of_variants()),
    )


def _goal_chapters(context: Context) -> list[Chapter]:
    return [each for each in context.chapters if "goal" in each.shows]


def _chosen_variants(context: Context) -> Iterator[Paragraph]:
    rules, sources = context.material.rules, context.material.sources
    for id in rules.chosen:
        yield variant_paragraph(rules.variants[id], context.marks.wording, context.texts, sources)


def _introductions(context: Context) -> Iterator[Paragraph]:
    """Yield the chosen variants where their rules follow, which say it in more detail."""
    return (evolve(each, is_repeated=True) for each in _chosen_variants(context))


def rest(context: Context, chapter: Chapter) -> Section:
    """The rules that no chapter holds."""
    return Section(entries=tuple(context.paragraphs.rest()))


def details(context: Context, chapter: Chapter) -> Section:
    """The rules that are marked as details, below the names of their chapters."""
    blocks: list[Block] = []
    for each in context.chapters:
        entries = context.paragraphs.details_of(each.id, each.shows)
        if entries and each.id not in context.hidden:
            blocks.append(Heading(context.texts.phrase(each.name) or each.id))
            blocks += map(context.paragraphs.paragraph, entries)
    return Section(after=tuple(blocks))


def variants(context: Context, chapter: Chapter) -> Section:
    """The variants on offer."""
    material = context.material
    return Section(
        after=tuple(
            variant_block(material.rules, offer, material.offers, context.texts, material.sources)
            for offer in material.offers
        )
    )


def questions(context: Context, chapter: Chapter) -> Section:
    """The open questions that the paragraphs before have named, also those of other chapters."""
    showing = [each.id for each in context.chapters if "questions" in each.shows]
    here = {chapter.id}
    if chapter.id == showing[0]:
        here |= {each.id for each in context.chapters} - set(showing)
    return Section(after=tuple(context.material.sources.questions(here)))


def summary(context: Context, chapter: Chapter) -> Section:
    """Nothing yet: the book on one page is made once all other chapters are written."""
    return Section(hides_rules=True)


SECTIONS: dict[str, Callable[[Context, Chapter], Section]] = {
    "cover": summary,
    "goal": goal,
    "overview": overview,
    "box": box,
    "start": start,
    "steps": steps,
    "cards": cards,
    "spells": spells,
    "variant": variant,
    "rest": rest,
    "details": details,
    "variants": variants,
    "questions": questions,
    "summary": summary,
}
