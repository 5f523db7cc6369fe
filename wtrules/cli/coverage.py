"""`wtrules coverage`: what manuals, rules, examples and games cover of the rule atlas."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wtrules.cli import EXIT_CLEAN, EXIT_FINDINGS
from wtrules.cli.common import is_typed
from wtrules.cli.configuration import default_ruleset
from wtrules.cli.files import write_output
from wtrules.cli.options import (
    ALL,
    GAMES,
    OUTPUT,
    OUTPUT_FORMAT,
    ForceOption,
    Language,
    LanguageOption,
    RulesetArgument,
    SeedOption,
)
from wtrules.cli.terminal import say
from wtrules.cli.usage import UsageError
from wtrules.safe_text import Medium, json_text
from wtrules.texts import Texts

if TYPE_CHECKING:
    from wtrules.pipeline import OpenedRuleset
    from wtrules.resolve.coverage import BookCoverage, Clause, Coverage, Reading
    from wtrules.resolve.model import Rules

_SHORT = 10  # names of a list, unless all are wanted
_SIGNS = {"states": "●", "implies": "◐", "omits": "–", "lost": "×"}


class CoverageFormat(StrEnum):
    """How the coverage is written."""

    TEXT = "text"
    JSON = "json"
    HTML = "html"


def coverage(
    context: typer.Context,
    ruleset: RulesetArgument = None,
    games: Annotated[int, GAMES.option("They show which rules never take effect.", min=0)] = 0,
    book: Annotated[
        bool,
        typer.Option(
            "--book",
            help="List what the edition's manual says and the rulebook does not; exit with 1 if "
            "the manual states it.",
        ),
    ] = False,
    everything: Annotated[
        bool,
        ALL.option(
            "Without it, a text for the terminal has the numbers, and the beginnings of the lists "
            "of what is not covered. Files and other formats are always complete."
        ),
    ] = False,
    output_format: Annotated[CoverageFormat, OUTPUT_FORMAT.option()] = CoverageFormat.TEXT,
    output: Annotated[
        str | None, OUTPUT.option("An ending of .html or .json sets the format.")
    ] = None,
    lang: LanguageOption = Language.EN,
    seed: SeedOption = 0,
    force: ForceOption = False,
) -> int:
    """Show how manuals, rules and examples cover each topic of the rule atlas.

    All variants of the ruleset are included. With --games, also list the rules that never take
    effect; the games are spread over the variants and numbers of players. With --book, check that
    the rulebook, or that of a variant, has a sentence about every topic of the edition's manual.

    Examples:
      wtrules coverage
      wtrules coverage --all
      wtrules coverage de-abacus-24 --lang de -o abdeckung.html
      wtrules coverage en-capstone --games 200
      wtrules coverage friday.wtr --output-format json
      wtrules coverage --book de-abacus-24
    """
    from wtrules.pipeline import open_ruleset
    from wtrules.resolve.library import Library

    suffix = Path(output).suffix.lower() if output else ""
    is_given = output_format is not CoverageFormat.TEXT and is_typed(context, "output_format")
    if suffix in (".html", ".json") and not is_given:
        output_format = CoverageFormat(suffix[1:])
    if book and (games or output_format is CoverageFormat.HTML):
        raise UsageError("coverage.book.only")
    library = Library(with_examples=not book)  # a book is about rules alone
    opened = open_ruleset(ruleset or default_ruleset(), library)
    found = survey(opened, games, seed)
    gaps = unprinted(found, opened) if book else None
    if found.left_out:
        variants = ", ".join(f"`{id}`" for id in found.left_out)
        say(f"wtrules: {Texts(lang)('coverage.left_out', variants=variants)}")
    if book and gaps is None:
        raise UsageError("coverage.book.no_manual", ruleset=found.ruleset)
    match output_format:
        case CoverageFormat.JSON:
            text, medium = json_text((gaps or found).to_json()), Medium.JSON
        case CoverageFormat.HTML:
            text, medium = page(found, lang), Medium.HTML
        case CoverageFormat.TEXT:
            is_short = output is None and not everything
            shown = _lines(found, lang, is_short=is_short)
            lines = shown if gaps is None else _book_lines(gaps, lang)
            text, medium = "\n".join(lines) + "\n", Medium.TERMINAL
    write_output(output, text, medium, force, lang)
    return EXIT_FINDINGS if gaps is not None and gaps.stated.missing else EXIT_CLEAN


def survey(opened: OpenedRuleset, games: int = 0, seed: int = 0) -> Coverage:
    """Return the coverage of a ruleset and all its playable variants; raises RulesetError."""
    from attrs import evolve

    from wtrules.checks.variants import too_many
    from wtrules.game.fired import fired
    from wtrules.game.game import Game
    from wtrules.game.load import RulesetError, errors_of, load_atlas, load_opened
    from wtrules.resolve.coverage import coverage as cover
    from wtrules.validation.trials import MOST_WORK, work_of

    base = load_opened(opened)
    rules, played, unplayable = [base.rules], [base], []
    work = 0
    for id, variant in base.rules.variants.items():
        if id in base.rules.chosen:
            continue
        if work > MOST_WORK:
            raise RulesetError([too_many(variant)])
        made = opened.compile((*opened.chosen, *_needed(base.rules, id)))
        work += work_of(made)
        if made is None or errors_of(made):  # a house rule may make a variant impossible
            unplayable.append(id)
            continue
        rules.append(made.rules)
        if games:
            played.append(Game(made))
    found = cover(load_atlas(), rules)
    variants = tuple(id for id in found.variants if id not in unplayable)
    found = evolve(found, variants=variants, left_out=tuple(unplayable))
    if games:
        found = found.with_games(games, fired(played, games, seed))
    return found


def _needed(rules: Rules, id: str) -> tuple[str, ...]:
    """Return a variant with all that it needs, in the order it is chosen."""
    from wtrules.syntax import nodes as n

    names = [name.id for name in rules.variants[id].names(n.Needs)]
    return (*(name for name in names if name not in rules.chosen), id)


def unprinted(found: Coverage, opened: OpenedRuleset) -> BookCoverage | None:
    """Return what the rulebook says of the topics of its manual, None if there is no manual.

    A topic may be in the book of the ruleset itself or in that of a variant. Raises RulesetError.
    """
    from wtrules.game.load import RulesetError, load_opened
    from wtrules.rulebook import printed

    if found.manual is None:
        return None
    base = load_opened(opened).rules
    topics = printed(opened)
    for id in found.variants:
        if id in base.chosen:
            continue
        try:
            topics |= printed(opened, _needed(base, id))
        except RulesetError:  # an example of a house rule may not go with a variant
            continue
    return found.in_book(found.manual, topics)


# --- text ---------------------------------------------------------------------------------------


def _lines(found: Coverage, lang: str, *, is_short: bool) -> Iterator[str]:
    """Yield the coverage; a short one without the lines of single topics."""
    from wtrules.editions.report.names import topic_name
    from wtrules.game.load import load_atlas
    from wtrules.meaning.chapters import label_of

    t = Texts(lang)
    total = t("coverage.total", n=len(found.topics))
    totals = [f"  {t(f'coverage.stance.{word}')}" for word in (*_SIGNS, "differs")]
    ids = [] if is_short else [topic.id for topic in found.topics]
    width = max(map(len, [*ids, total, *totals])) + 2
    column = max(len(manual) for manual in found.manuals) + 2
    if is_short:
        called = (t.phrase(label_of(load_atlas(), id).name) or id for id in found.manuals)
        yield from (f"{number} {name}" for number, name in enumerate(called, 1))
        column = 6
    else:
        yield from _manual_lines(found, width, column, t)
    yield ""
    heads = "".join(f"{number:<{column}}" for number in range(1, len(found.manuals) + 1))
    yield f"{total:<{width}}{heads if is_short else ''}".rstrip()
    for word, name in zip((*_SIGNS, "differs"), totals, strict=True):
        counts = "".join(f"{found.totals(manual)[word]:<{column}}" for manual in found.manuals)
        yield f"{name:<{width}}{counts}".rstrip()
    yield ""
    covered = len(found.topics) - len(found.uncovered)
    yield t(
        "coverage.covered",
        ruleset=found.ruleset,
        variants=", ".join(found.variants) or t("coverage.none"),
        covered=covered,
        topics=len(found.topics),
    )
    for topic in () if is_short else found.topics:
        yield f"  {topic.id:<{width}}{', '.join(topic.covered_by) or t('coverage.no_cover')}"

    def called_topic(id: str) -> str:
        return (topic_name(id, lang) if is_short else "") or id

    lists: list[tuple[str, Iterable[str]]] = [
        (t("coverage.uncovered"), map(called_topic, found.uncovered)),
        (t("coverage.bare"), map(called_topic, found.without_example)),
        (t("coverage.bare_rules"), _named(found.bare_clauses, t)),
    ]
    if found.games:
        lists.append((t("coverage.unfired", games=found.games), _named(found.never_fired, t)))
    for heading, listed in lists:
        listed = list(listed)
        shown = listed[:_SHORT] if is_short else listed
        yield ""
        yield f"{heading}: {len(listed) or t('coverage.none')}"
        yield from (f"  {name}" for name in shown)
        if len(listed) > len(shown):
            yield f"  {t('coverage.more', n=len(listed) - len(shown))}"
    if is_short:
        yield from ("", t("coverage.all"))


def _manual_lines(found: Coverage, width: int, column: int, t: Texts) -> Iterator[str]:
    """Yield what each manual says about each topic."""
    own = _own_manual(found)
    yield t("coverage.legend")
    chapter = ""
    for topic in found.topics:
        if topic.chapter != chapter:
            chapter = topic.chapter
            heads = "".join(f"{manual:<{column}}" for manual in found.manuals)
            yield ""
            yield f"{chapter:<{width}}{heads}{t('coverage.section', manual=own)}"
        cells = "".join(f"{_cell(topic.readings[m]):<{column}}" for m in found.manuals)
        yield f"{topic.id:<{width}}{cells}{topic.readings[own].section or ''}".rstrip()


def _book_lines(gaps: BookCoverage, lang: str) -> Iterator[str]:
    """Yield the topics without a sentence: those the manual states, then those it implies."""
    t = Texts(lang)
    for stance, part in (("states", gaps.stated), ("implies", gaps.implied)):
        yield t(
            f"coverage.book.{stance}",
            ruleset=gaps.ruleset,
            manual=gaps.manual,
            there=len(part.there),
            topics=len(part.there) + len(part.missing),
        )
        for topic in part.missing:
            reading = topic.readings[gaps.manual]
            place = ", ".join(filter(None, (reading.section, reading.page)))
            yield f"  {topic.id}: {t.phrase(reading.differs or topic.says)} ({place})"


def _cell(reading: Reading) -> str:
    page = f" {reading.page}" if reading.page else ""
    return f"{_SIGNS[reading.stance]}{page}{' *' if reading.differs else ''}"


def _named(clauses: Sequence[Clause], t: Texts) -> list[str]:
    return [
        f"{clause.kind} {clause.id}"
        + (
            f" ({t('coverage.with', variants=', '.join(clause.variants))})"
            if clause.variants
            else ""
        )
        for clause in clauses
    ]


def _own_manual(found: Coverage) -> str:
    return found.ruleset if found.ruleset in found.manuals else found.manuals[-1]


# --- a page -------------------------------------------------------------------------------------


def page(found: Coverage, lang: str) -> str:
    """Return the coverage as one page for the browser, with a filter; it loads nothing."""
    from wtrules.templates import render_template

    t = Texts(lang)
    return render_template(
        Path(__file__).with_name("coverage.html.jinja"),
        found=found,
        lang=lang,
        t=t,
        signs=_SIGNS,
        words=(*_SIGNS, "differs"),
        chapters=list(dict.fromkeys(topic.chapter for topic in found.topics)),
        lists=[
            (t("coverage.bare_rules"), _named(found.bare_clauses, t)),
            *(
                [(t("coverage.unfired", games=found.games), _named(found.never_fired, t))]
                if found.games
                else []
            ),
        ],
    )
