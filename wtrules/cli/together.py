"""`wtrules together`: whether house rules go together, two by two."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wtrules.cli import EXIT_CLEAN, EXIT_FINDINGS
from wtrules.cli.completion import complete_rulesets
from wtrules.cli.options import ALL, OUTPUT_FORMAT, DataFormat, JobsOption, Language, LanguageOption
from wtrules.cli.terminal import detail, write_data
from wtrules.cli.usage import UsageError
from wtrules.safe_text import Medium, json_text, safe
from wtrules.texts import Texts
from wtrules.texts.phrases import in_language

if TYPE_CHECKING:
    from wtrules.editions.together import Disagreement, Meeting


def together(
    rulesets: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="RULESET...",
            help="Two or more house rules, by name or path.",
            autocompletion=complete_rulesets,
        ),
    ] = None,
    all: Annotated[bool, ALL.option("Without it, the pairs with a finding.")] = False,
    output_format: Annotated[DataFormat, OUTPUT_FORMAT.option()] = DataFormat.TEXT,
    lang: LanguageOption = Language.EN,
    jobs: JobsOption = None,
) -> int:
    """Show whether house rules go together, whether their order matters, and whether one undoes another.

    Each two of them are put into one game, in both orders. Exits with 1 if two of them change the
    same thing, if their order makes a difference, or if one has no effect beside the other.

    Examples:
      wtrules together friday.wtr hot-potato
      wtrules together friday hot-potato low-towers --all
      wtrules together friday low-towers --output-format json
    """
    from wtrules.editions.together import together as meet

    names = rulesets or []
    if len(names) < 2:
        raise UsageError("together.needs_two")
    words, total, done = Texts(lang), len(names) * (len(names) - 1) // 2, 0

    def note(meeting: Meeting) -> None:
        nonlocal done
        done += 1
        detail(words("together.step", n=done, total=total))

    meetings = meet(names, jobs, note)
    if output_format is DataFormat.JSON:
        write_data(json_text({"pairs": list(map(_as_data, meetings))}), Medium.JSON)
    else:
        write_data("\n".join(_lines(meetings, all, words)) + "\n")
    return EXIT_CLEAN if {True} == {each.is_clean for each in meetings} else EXIT_FINDINGS


def _lines(meetings: Sequence[Meeting], all: bool, words: Texts) -> Iterator[str]:
    """Yield what is to be read of the pairs: those with a finding, or all; of two rules, always."""
    from wtrules.editions.together import GAMES

    shown = [each for each in meetings if all or len(meetings) == 1 or not each.is_clean]
    for meeting in shown:
        one, two = map(safe, meeting.names)
        yield words(f"together.{meeting.fit}", one=one, two=two, games=GAMES)
        for conflict in meeting.conflicts:
            yield "  " + safe(in_language(conflict.message, words.language))
        for name in meeting.idle:
            other = next(each for each in meeting.names if each != name)
            yield "  " + words("together.idle", name=safe(name), other=safe(other))
        if meeting.disagreement is not None:
            yield from _shown(meeting.disagreement, one, two, words)
    more = len(meetings) - len(shown)
    if more:
        yield words("together.more", n=more)
    yield words("together.evidence")


def _shown(parting: Disagreement, one: str, two: str, words: Texts) -> Iterator[str]:
    if parting.move:
        yield "  " + words("together.after", move=f"`{parting.move}`")
    else:
        yield "  " + words("together.at_setup")
    yield f"    {parting.position}"
    for thing, *values in parting.what:
        first, second = (each or words("together.nothing") for each in values)
        what = words(f"together.thing.{thing.replace(' ', '_')}")
        parts = {"thing": what, "first": first, "second": second, "one": one, "two": two}
        yield "    " + words("together.differs", **parts)


def _as_data(meeting: Meeting) -> dict[str, Any]:
    return {
        "rulesets": list(meeting.names),
        "fit": meeting.fit.value,
        "conflicts": [
            {"code": each.code, "message": str(each.message)} for each in meeting.conflicts
        ],
        "without_effect": list(meeting.idle),
        "disagreement": _parting_as_data(meeting.disagreement),
        "players": list(meeting.players),
    }


def _parting_as_data(parting: Disagreement | None) -> dict[str, Any] | None:
    if parting is None:
        return None
    return {
        "players": parting.players,
        "position": parting.position,
        "move": parting.move or None,
        "differs": {thing: [first, second] for thing, first, second in parting.what},
    }
