"""The rulebook as a value: chapters of numbered paragraphs, tables and pictures.

`write` takes rules that can be played and returns a `Book`; `wtrules.rulebook.render` prints it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import evolve, field, frozen

from wtrules.rulebook.marks import Marks
from wtrules.rulebook.paragraphs import Paragraphs
from wtrules.rulebook.parts import Block, Chapter, Line, Paragraph
from wtrules.rulebook.sections import SECTIONS, Context, Material
from wtrules.rulebook.summary import summary
from wtrules.rulebook.wording import player_counts
from wtrules.rules import chapters as plan
from wtrules.rules.in_words import name_of
from wtrules.rules.model import Rules
from wtrules.texts import Texts

_OWN_CHAPTER = "book.rules"  # no rule file can call a chapter so


@frozen
class Book:
    """A rulebook in one language."""

    language: str
    title: str
    subtitle: str
    how_to_read: str
    house: str | None
    changes: tuple[Line, ...]
    chapters: tuple[Chapter, ...]
    colophon: str
    texts: Texts = field(eq=False, repr=False)


def write(material: Material, texts: Texts) -> Book:
    """Return the rulebook."""
    rules, base, sources = material.rules, material.base, material.sources
    marks = Marks(rules, base, texts)
    chapters = tuple(_planned(rules, texts))
    paragraphs = Paragraphs(rules, marks, sources, texts)
    written = _chapters(Context(material, marks, paragraphs, chapters, texts))
    return Book(
        language=texts.language,
        title=texts.phrase({p.language: p.text for p in rules.title}) or rules.name,
        subtitle=_subtitle(material, texts),
        house=texts("rulebook.house", base=sources.ruleset_name(base)) if base else None,
        changes=summary(marks, texts),
        chapters=tuple(_numbered(chapter, i) for i, chapter in enumerate(written, 1)),
        how_to_read=" ".join([texts("rulebook.how_to_read"), *sources.about_manuals()]),
        colophon=texts(
            "rulebook.colophon",
            version=material.version,
            ruleset="+".join([rules.name, *rules.chosen]),
            hash=material.hash,
        ),
        texts=texts,
    )


def _subtitle(material: Material, texts: Texts) -> str:
    subtitle = texts("rulebook.subtitle", players=player_counts(material.counts, texts))
    variants = _chosen_names(material.rules, texts)
    return f"{subtitle}, {texts('rulebook.with', variants=variants)}" if variants else subtitle


def _chosen_names(rules: Rules, texts: Texts) -> str:
    return texts.join([name_of(rules.variants[id].node, texts) for id in rules.chosen])


def _planned(rules: Rules, texts: Texts) -> Iterator[plan.Chapter]:
    """Yield the chapters of the rule files, and one for all parts that none of them shows."""
    found = plan.chapters(rules)
    yield from found
    missing = [part for part in plan.PARTS if not any(part in each.shows for each in found)]
    if missing:
        name = {texts.language: texts("rulebook.rules")}
        yield plan.Chapter(_OWN_CHAPTER, name, {}, tuple(missing))


def _chapters(context: Context) -> list[Chapter]:
    """Return the chapters that have something to say."""
    # Open questions come last: they are those that the other chapters name.
    ordered = sorted(context.chapters, key=lambda chapter: "questions" in chapter.shows)
    written = {chapter.id: tuple(_blocks(context, chapter)) for chapter in ordered}
    return [
        Chapter(chapter.id, _heading(context, chapter), written[chapter.id])
        for chapter in context.chapters
        if written[chapter.id]
    ]


def _blocks(context: Context, chapter: plan.Chapter) -> Iterator[Block]:
    sections = [SECTIONS[part](context, chapter) for part in chapter.shows]
    entries = context.paragraphs.held_by("chapter", chapter.id)
    if any(section.hides_rules for section in sections):
        entries = []
    blocks = [block for section in sections for block in section.before]
    blocks += context.blocks([*entries, *(e for section in sections for e in section.entries)])
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


def _numbered(chapter: Chapter, number: int) -> Chapter:
    """Return a chapter with its number, and its rules numbered."""
    return evolve(
        chapter, number=str(number), blocks=tuple(_numbered_blocks(chapter.blocks, number))
    )


def _numbered_blocks(blocks: Iterable[Block], number: int) -> Iterator[Block]:
    rules = 0
    for block in blocks:
        if isinstance(block, Paragraph) and block.id:
            rules += 1
            block = evolve(block, number=f"{number}.{rules}")
        yield block


def only_changes(book: Book) -> Book:
    """Return what a house rule changes: its list of changes, and the marked parts of the chapters."""
    chapters = (
        evolve(chapter, blocks=tuple(block for block in chapter.blocks if _is_marked(block)))
        for chapter in book.chapters
    )
    return evolve(book, chapters=tuple(chapter for chapter in chapters if chapter.blocks))


def _is_marked(block: Block) -> bool:
    changed = any(value.was is not None for value in getattr(block, "values", ()))
    return changed or getattr(block, "mark", None) is not None
