"""`wtrules diff`: what differs between two rulesets, graded and shown."""

from __future__ import annotations

from contextlib import ExitStack
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wtrules.cli import EXIT_CLEAN, EXIT_FINDINGS
from wtrules.cli.common import is_typed
from wtrules.cli.completion import complete_rulesets
from wtrules.cli.diff_output import LINKED, write_books, write_report
from wtrules.cli.files import expect_writable, write_file, write_output
from wtrules.cli.options import (
    AGAINST,
    ALL,
    BOTS,
    FAIL_ON,
    GAMES,
    OUTPUT,
    OUTPUT_FORMAT,
    PAGE,
    SEED,
    WITH,
    ForceOption,
    JobsOption,
    Language,
    LanguageOption,
    read_variants,
)
from wtrules.cli.simulate_options import read_names
from wtrules.cli.terminal import show_progress, use_colour
from wtrules.cli.usage import UsageError, complain
from wtrules.safe_text import Medium
from wtrules.texts import Texts

if TYPE_CHECKING:
    from wtrules.editions.differences import Difference, Report
    from wtrules.editions.judge.judge import Step
    from wtrules.editions.sides import Side


class ReportFormat(StrEnum):
    """How a report is written."""

    TEXT = "text"
    MARKDOWN = "markdown"
    JSON = "json"
    HTML = "html"
    JUNIT = "junit"


class GradeName(StrEnum):
    """How much a difference matters, the highest grade first."""

    BEHAVIOUR = "behaviour"
    UNSETTLED = "unsettled"
    LETTER = "letter"
    SILENCE = "silence"
    WORDING = "wording"
    PHRASING = "phrasing"
    COMPONENTS = "components"


_ENDINGS = {
    ".html": "html",
    ".htm": "html",
    ".md": "markdown",
    ".json": "json",
    ".txt": "text",
    ".xml": "junit",
}


def diff(
    context: typer.Context,
    one: Annotated[
        str | None,
        typer.Argument(
            metavar="[A]",
            help="A ruleset by name or path, optionally with variants: `en-capstone+nasty`.",
            autocompletion=complete_rulesets,
        ),
    ] = None,
    two: Annotated[
        str | None,
        typer.Argument(
            metavar="[B]",
            help="The other ruleset. If omitted, A is compared with the ruleset it extends.",
            autocompletion=complete_rulesets,
        ),
    ] = None,
    against: Annotated[
        str | None,
        AGAINST.option("An older version of A, from git: git:HEAD, git:v1.", metavar="git:REF"),
    ] = None,
    variants: Annotated[list[str] | None, WITH.option("They apply to both sides.")] = None,
    min_grade: Annotated[
        GradeName | None,
        typer.Option(
            "--min-grade",
            help="Show this grade and higher ones. By default all, and in the terminal behaviour.",
        ),
    ] = None,
    everything: Annotated[
        bool,
        ALL.option(
            "Without it, a text for the terminal has what plays differently, in short. Files and "
            "other formats are always complete."
        ),
    ] = False,
    fail_on: Annotated[
        GradeName | None,
        FAIL_ON.option(),
    ] = None,
    accept: Annotated[
        Path | None,
        typer.Option(
            "--accept", metavar="FILE", help="A file of accepted differences with reasons."
        ),
    ] = None,
    write_accept: Annotated[
        Path | None,
        typer.Option(
            "--write-accept",
            metavar="FILE",
            help="Write a file that accepts all differences, with --min-grade those of this grade "
            "and higher ones.",
        ),
    ] = None,
    reason: Annotated[
        str,
        typer.Option("--reason", metavar="TEXT", help="The reason written with --write-accept."),
    ] = "not judged yet",
    impact: Annotated[
        bool,
        typer.Option(
            "--impact", help="Play pairs of games to measure the effect of each difference."
        ),
    ] = False,
    prove: Annotated[
        bool,
        typer.Option(
            "--prove", help="Try to prove that unsettled differences make none (needs z3-solver)."
        ),
    ] = False,
    games: Annotated[
        int,
        GAMES.option(
            "With --impact: pairs of games; mcts plays a tenth of them.", min=10, max=100_000
        ),
    ] = 300,
    bots: Annotated[
        str,
        BOTS.option("With --impact: each of them plays all seats, one after the other."),
    ] = "greedy,mcts",
    write_examples: Annotated[
        Path | None,
        typer.Option(
            "--write-examples", metavar="FILE", help="Write every position found as example blocks."
        ),
    ] = None,
    matrix: Annotated[
        bool, typer.Option("--matrix", help="Compare all manuals with one another, on one page.")
    ] = False,
    texts: Annotated[
        Path | None,
        typer.Option(
            "--texts",
            metavar="FOLDER",
            help="A folder with the texts of the manuals, such as en-capstone.txt: the report shows "
            "the passages beside each other.",
        ),
    ] = None,
    output_format: Annotated[
        ReportFormat | None,
        OUTPUT_FORMAT.option("By default chosen by the ending of --output, else text."),
    ] = None,
    rulebooks: Annotated[
        bool,
        typer.Option(
            "--rulebooks", help="Also write the rulebooks of both sides, and link to their rules."
        ),
    ] = False,
    page: Annotated[
        str | None,
        PAGE.option("The report links to it with every position set up."),
    ] = None,
    lang: LanguageOption = Language.EN,
    output: Annotated[str | None, OUTPUT.option("If omitted, write to standard output.")] = None,
    # Games count up from the seed, so there is room above it.
    seed: Annotated[int, SEED.option(max=2**63)] = 0,
    jobs: JobsOption = None,
    force: ForceOption = False,
) -> int:
    """Compare two rulesets rule by rule, and show where they play differently.

    Differences have a grade: behaviour (a position, the set-up or a choice before the game differs,
    and is shown), unsettled (the rules differ, but no position was found; counts as behaviour for
    --fail-on and --min-grade), letter (the words differ, but the default readings play the same),
    silence (only one of them mentions it), wording, phrasing (both say the same in other words),
    components.

    Examples:
      wtrules diff de-abacus-24 en-abacus-24
      wtrules diff en-abacus-30 en-capstone --all
      wtrules diff en-capstone+nasty en-abacus-30+nasty --min-grade behaviour
      wtrules diff friday.wtr
      wtrules diff friday.wtr --against git:HEAD --fail-on behaviour
      wtrules diff friday.wtr --against git:main --output-format markdown
      wtrules diff en-abacus-30 en-capstone --impact --lang de -o vergleich.html
      wtrules diff en-abacus-30 en-capstone --rulebooks -o report.html
      wtrules diff de-abacus-24 en-abacus-24 --texts my-manuals
      wtrules diff friday.wtr --prove
      wtrules diff --matrix
      wtrules diff --matrix -o matrix.html
    """
    if not is_typed(context, "output_format") and (output is not None or matrix):
        output_format = None  # the ending of a file says more than a default
    to = None if output is None or output == "-" else Path(output)
    kind = _format(output_format, to)
    for path in (to, write_accept, write_examples):
        if path is not None:
            expect_writable(path, force)
    if matrix:
        if one or two or against:
            raise UsageError("usage.matrix_rulesets")
        alone = (variants, fail_on, accept, write_accept, impact, write_examples)
        if any((*alone, rulebooks, page, texts, prove)):
            raise UsageError("usage.matrix_options")
        is_short = output is None and not everything
        return _matrix(kind, lang, to, force, seed, jobs, is_short=is_short)
    if one is None:
        raise UsageError("usage.diff_needs_a_ruleset")
    needs = {"reason": ("--write-accept", write_accept), "games": ("--impact", impact)}
    needs["bots"] = needs["games"]
    for option, (other, is_there) in needs.items():
        if is_typed(context, option) and not is_there:
            raise UsageError("usage.needs_option", option=f"--{option}", other=other)
    if (rulebooks or page) and kind not in LINKED:
        raise UsageError("usage.links_format")
    if rulebooks and to is None:
        raise UsageError("usage.rulebooks_output")
    if page is not None and not page.startswith(("http://", "https://")):
        raise UsageError("usage.page_address", address=page)
    if prove and find_spec("z3") is None:
        raise UsageError("usage.needs_extra", module="z3-solver", extra="prove")
    players = read_names(bots)
    if texts is not None and not texts.is_dir():
        raise UsageError("usage.texts_folder", folder=texts)
    if against is not None and two is not None:
        raise UsageError("usage.against_or_second")
    if against is not None and not (against.startswith("git:") and len(against) > 4):
        raise UsageError("usage.bad_revision", text=against)

    from attrs import evolve

    from wtrules.canonical import is_of_other_form
    from wtrules.editions.accept import accept as accepting
    from wtrules.editions.accept import read_accepted, write_accepted
    from wtrules.editions.changes import Grade
    from wtrules.editions.compare import at_least, compare, quoting
    from wtrules.editions.report.links import Links

    known = read_accepted(accept) if accept is not None else ()
    extra = "".join(f"+{name}" for name in dict.fromkeys(read_variants(variants)))
    with ExitStack() as stack:
        sides = _sides(one + extra, two + extra if two else None, against, stack)
        played = games if impact else 0
        words = Texts(lang)

        def note(step: Step) -> None:
            show_progress(words("report.progress", done=step.done, total=step.of))

        try:
            report = compare(
                *sides, seed=seed, games=played, bots=players, jobs=jobs, prove=prove, note=note
            )
        finally:
            show_progress("")
        report, unused = accepting(report, known)
        for entry in unused:
            about = f"{entry.fingerprint} ({entry.rule})" if entry.rule else entry.fingerprint
            is_old = is_of_other_form(entry.fingerprint)
            key = "usage.accepted_other_version" if is_old else "usage.accepted_not_found"
            complain(key, lang, difference=about)
        grades = [d.grade for d in report.differences]
        report = at_least(report, Grade(min_grade or GradeName.COMPONENTS))
        if texts is not None:
            report = quoting(report, texts, *sides)
        failing = _failing(report, fail_on) if kind == "junit" else ()
        links = Links(page=page or "")
        if rulebooks and to is not None:
            opened = (None if against else sides[0].opened, sides[1].opened)
            books = write_books(report.rules, opened, to, lang, force)
            links = evolve(links, books=books)
        least = None if everything or to is not None else Grade(min_grade or GradeName.BEHAVIOUR)
        write_report(report, kind, to, lang, failing, links=links, least=least, force=force)
        if write_accept is not None:
            write_file(write_accept, write_accepted(report, reason), force, lang)
        if write_examples is not None:
            from wtrules.editions.report.examples import examples_text

            write_file(write_examples, examples_text(report, lang), force, lang)
    if fail_on is None:
        return EXIT_CLEAN
    # Differences that are not shown count too.
    failed = any(grade.reaches(Grade(fail_on)) for grade in grades)
    return EXIT_FINDINGS if failed else EXIT_CLEAN


def _failing(report: Report, fail_on: GradeName | None) -> tuple[Difference, ...]:
    """Return the differences that make the comparison fail."""
    from wtrules.editions.changes import Grade

    if fail_on is None:
        return ()
    return tuple(one for one in report.differences if one.grade.reaches(Grade(fail_on)))


def _sides(one: str, two: str | None, against: str | None, stack: ExitStack) -> tuple[Side, Side]:
    from wtrules.editions.revisions import at_revision
    from wtrules.editions.sides import open_side

    if against is not None:
        now = open_side(one)
        return stack.enter_context(at_revision(one, against.removeprefix("git:"))), now
    if two is None:
        house = open_side(one)
        return house.base(), house
    return open_side(one), open_side(two)


def _format(wanted: ReportFormat | None, output: Path | None) -> str:
    if wanted is not None:
        return wanted.value
    if output is None:
        return "text"
    found = _ENDINGS.get(output.suffix.lower())
    if found is None:
        raise UsageError("usage.ending_or_format", file=output, endings=", ".join(_ENDINGS))
    return found


def _matrix(
    kind: str,
    lang: str,
    output: Path | None,
    force: bool,
    seed: int,
    jobs: int | None,
    *,
    is_short: bool,
) -> int:
    if kind not in ("html", "text"):
        raise UsageError("usage.matrix_format")
    from wtrules.editions.compare import matrix

    found = matrix(seed=seed, jobs=jobs)
    if kind == "html":
        from wtrules.editions.report.html import matrix_html

        write_output(output, matrix_html(found, lang), Medium.HTML, force, lang)
    else:
        from wtrules.editions.report.matrix_text import matrix_text

        colour = output is None and use_colour()
        made = matrix_text(found, lang, is_short=is_short, colour=colour)
        write_output(output, made, Medium.TERMINAL, force, lang)
    return EXIT_CLEAN
