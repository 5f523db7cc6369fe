"""The rulebook as a value: chapters of numbered paragraphs, tables and pictures.

`write` takes rules that can be played and returns a `Book`; `wtrules.rulebook.render` prints it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from attrs import evolve, field, frozen

from wtrules.meaning import chapters as plan
from wtrules.resolve.model import Rules
from wtrules.rulebook.changed import changed_things
from wtrules.rulebook.examples import Illustrations
from wtrules.rulebook.marks import Marks
from wtrules.rulebook.numbering import SourceGroup, numbered, source_groups
from wtrules.rulebook.on_one_page import summary_of
from wtrules.rulebook.paragraphs import Paragraphs, numbered_steps
from wtrules.rulebook.parts import (
    Block,
    Card,
    Cards,
    Chapter,
    Figure,
    Line,
    Paragraph,
    Pieces,
    Summary,
    Table,
    paragraphs_of,
)
from wtrules.rulebook.sections import SECTIONS, Context, Material
from wtrules.rulebook.wording import player_counts
from wtrules.say.describe import name_of
from wtrules.texts import Texts
from wtrules.value import Value

_OWN_CHAPTER = "book.rules"  # no rule file can call a chapter so
_LAST = ("details", "questions", "summary")  # they need what the other chapters say, in this order


@frozen
class Book(Value):
    """A rulebook in one language."""

    language: str
    title: str
    subtitle: str
    on_cover: tuple[Paragraph, ...]  # rules that the subtitle has
    how_to_read: str
    house: str | None
    changes: tuple[Line, ...]
    chapters: tuple[Chapter, ...]
    summary: Summary
    sources: tuple[SourceGroup, ...]
    about_sources: str
    colophon: str
    cover: str = field(default="", repr=False)  # a picture
    texts: Texts = field(kw_only=True, eq=False, repr=False)


def write(material: Material, illustrations: Illustrations, texts: Texts) -> Book:
    """Return the rulebook."""
    rules, base, sources = material.rules, material.base, material.sources
    marks = Marks(rules, base, texts, material.counts)
    planned = tuple(_planned(material, texts))
    has_details = any("details" in chapter.shows for chapter in planned)
    paragraphs = Paragraphs(marks, sources, illustrations, texts, details=has_details)
    context = Context(material, marks, paragraphs, planned, texts)
    on_cover = tuple(_on_cover(context))
    written = _chapters(context)
    chapters = numbered([chapter for chapter in written if chapter.blocks or chapter.is_summary])
    shows = {chapter.id: chapter.shows for chapter in planned}
    summary = summary_of(chapters, shows)
    return Book(
        language=texts.language,
        title=texts.phrase({p.language: p.text for p in rules.title}) or rules.name,
        subtitle=_subtitle(material, on_cover, texts),
        on_cover=on_cover,
        how_to_read=texts("rulebook.how_to_read"),
        house=texts("rulebook.house", base=sources.ruleset_name(base)) if base else None,
        changes=changed_things(marks, illustrations, material.drawings, texts),
        chapters=tuple(
            evolve(chapter, blocks=(summary,)) if chapter.is_summary else chapter
            for chapter in chapters
        ),
        summary=summary,
        sources=source_groups(chapters, texts),
        about_sources=" ".join([texts("rulebook.about_sources"), *sources.about_manuals()]),
        colophon=texts(
            "rulebook.colophon",
            version=material.version,
            ruleset="+".join([rules.name, *rules.chosen]),
            hash=material.hash,
        ),
        cover=material.cover,
        texts=texts,
    )


def _on_cover(context: Context) -> Iterator[Paragraph]:
    """Yield the rules of chapters that are for the cover."""
    for chapter in context.chapters:
        if "cover" in chapter.shows:
            entries = context.paragraphs.held_by("chapter", chapter.id)
            yield from map(context.paragraphs.paragraph, entries)


def _subtitle(material: Material, on_cover: Iterable[Paragraph], texts: Texts) -> str:
    """Return for how many players the book is, what the rules for the cover say, and the variants.

    A variant on offer can be for more players, or fewer.
    """
    counts = sorted({*material.counts, *(n for offer in material.offers for n in offer.counts)})
    parts = [texts("rulebook.subtitle", players=player_counts(counts, texts))]
    parts += [paragraph.text.rstrip(".") for paragraph in on_cover]
    if variants := _chosen_names(material.rules, texts):
        parts.append(texts("rulebook.with", variants=variants))
    return " · ".join(parts)


def _chosen_names(rules: Rules, texts: Texts) -> str:
    return texts.join([name_of(rules.variants[id].node, texts) for id in rules.chosen])


def _planned(material: Material, texts: Texts) -> Iterator[plan.Chapter]:
    """Yield the chapters of the rule files, and one for all parts that none of them shows."""
    found = plan.chapters(material.rules, material.counts)
    yield from found
    shown = {part for chapter in found for part in chapter.shows}
    missing = [part for part in plan.NEEDED if part not in shown]
    if missing:
        name = {texts.language: texts("rulebook.rules")}
        yield plan.Chapter(_OWN_CHAPTER, name, {}, tuple(missing))


def _chapters(context: Context) -> list[Chapter]:
    """Return the chapters in the order of the book."""

    def turn(chapter: plan.Chapter) -> int:
        return max((_LAST.index(part) + 1 for part in chapter.shows if part in _LAST), default=0)

    written = {
        chapter.id: tuple(_blocks(context, chapter))
        for chapter in sorted(context.chapters, key=turn)
    }
    return [
        Chapter(
            chapter.id,
            _heading(context, chapter),
            written[chapter.id],
            is_summary="summary" in chapter.shows,
        )
        for chapter in context.chapters
    ]


def _blocks(context: Context, chapter: plan.Chapter) -> Iterator[Block]:
    sections = [SECTIONS[part](context, chapter) for part in chapter.shows]
    entries = context.paragraphs.held_by("chapter", chapter.id)
    if any(section.hides_rules for section in sections):
        entries = []
        context.hidden.add(chapter.id)
    entries += [entry for section in sections for entry in section.entries]
    rules = list(context.blocks(entries))
    if any(section.is_overview for section in sections):
        rules = [evolve(p, is_repeated=True) for block in rules for p in paragraphs_of(block)]
    if any(section.as_steps for section in sections):
        rules = list(numbered_steps(p for block in rules for p in paragraphs_of(block)))
    blocks = [block for section in sections for block in section.before]
    blocks += rules
    blocks += [block for section in sections for block in section.after]
    says = context.texts.phrase(chapter.says)
    if blocks and says:
        yield Paragraph(says)
    yield from blocks


def _heading(context: Context, chapter: plan.Chapter) -> str:
    name = context.texts.phrase(chapter.name) or chapter.id
    variants = _chosen_names(context.material.rules, context.texts)
    if "variant" in chapter.shows and variants:
        return context.texts("rulebook.heading_of", name=name, variants=variants)
    return name


def only_changes(book: Book) -> Book:
    """Return what a house rule changes: its list of changes, and the marked parts of the chapters."""
    chapters = (evolve(chapter, blocks=tuple(_marked(chapter.blocks))) for chapter in book.chapters)
    return evolve(
        book, chapters=tuple(chapter for chapter in chapters if chapter.blocks), sources=()
    )


def _marked(blocks: Iterable[Block]) -> Iterator[Block]:
    """Yield what a house rule has marked."""
    for block in blocks:
        match block:
            case Cards():
                cards = (card for card in block.cards if any(map(_is_marked, _rules_of(card))))
                if marked := tuple(cards):
                    yield evolve(block, cards=marked)
            case Pieces() if block.table.mark is not None:
                yield block.table
            case Paragraph() if _is_marked(block):
                yield block
            case Table() if block.mark is not None:
                yield block


def _rules_of(card: Card) -> tuple[Paragraph, ...]:
    return (card.paragraph, *card.rules)


def _is_marked(paragraph: Paragraph) -> bool:
    values = any(value.was is not None for value in paragraph.values)
    tables = any(table.mark is not None for table in paragraph.tables)
    return values or tables or bool(paragraph.runs) or paragraph.mark is not None


def with_figures(book: Book, found: Mapping[tuple[str, str], tuple[Figure, ...]]) -> Book:
    """Return a book with pictures for changes that have none, by kind and id of what is changed."""

    def figures(line: Line) -> tuple[Figure, ...]:
        kinds = ("setting", "allowance") if line.thing == "value" else (line.thing,)
        return line.figures or next((f for x in kinds if (f := found.get((x, line.id)))), ())

    changes = tuple(evolve(line, figures=figures(line)) for line in book.changes)
    return evolve(book, changes=changes)
