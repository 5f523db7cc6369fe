"""Which tests judge a change to a rule file: those that notice such a change soonest come first."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from tests.mutation.mutant import Mutant
from tests.mutation.suite import ROOT, Step
from wtrules.source import SourceFile
from wtrules.syntax import nodes as n
from wtrules.syntax.parse import parse

_PROSE = {"page", "sentence", "stance"}  # which no game shows
_READING = (
    "tests/rules/test_atlas.py",
    "tests/rules/test_translations.py",
    "tests/rules/test_components.py",
)
_PLAYING = (
    "tests/game/test_everybody_casts.py",
    "tests/game/test_goals.py",
    "tests/game/test_perft.py",
    "tests/rules/test_own_examples.py",
    "tests/game/test_documented_examples.py",
    "tests/game/test_playthrough_cases.py",
)
# Another engine, and moments that few games come to.
_COMPARING_GAMES = (
    "tests/game/test_several_uses.py",
    "tests/game/test_dealing.py",
    "tests/game/test_invariants.py",
    "tests/game/test_against_oracle.py",
)
_READINGS = "tests/rules/test_readings.py"
_SAYING = (
    "tests/rules/test_sentences.py",
    "tests/rules/test_assumptions.py",
    "tests/cli/test_assumptions.py",
)
_PRINTING = (
    "tests/editions/test_phrasing.py",
    "tests/rulebook/test_parts.py",
    "tests/rulebook/test_book.py",
)
_COMPARING = (
    "tests/cli/test_coverage.py",
    "tests/editions/test_pairs.py",
)

JUDGING = (*_PLAYING, *_COMPARING_GAMES, _READINGS, *_READING, *_SAYING, *_PRINTING, *_COMPARING)


def steps(mutant: Mutant) -> Iterator[Step]:
    """Yield the tests that judge a mutant, those that are about such rules first.

    Another answer to an open question is played by no other tests than those of that question.
    """
    question = _question(mutant)
    if question and mutant.kind in _PROSE:
        parts = [_READING, _SAYING]
    elif question:
        alike = "test_a_reading_is_proven or every_example or test_games_with_a_reading"
        parts = [
            (_READINGS, "--long", "-k", f"{question} or not ({alike})"),
            (_READINGS, "-k", "every_example"),
            _READING,
        ]
    elif mutant.kind in _PROSE or mutant.file.startswith("rulesets/atlas/"):
        parts = [_READING, _SAYING, _PRINTING, _COMPARING]
    else:
        parts = [_PLAYING, _READING, _SAYING, _PRINTING, _COMPARING_GAMES]
    yield from map(Step, parts)


def _question(mutant: Mutant) -> str | None:
    """Return the open question to which a mutant is another answer."""
    return next(
        (id for id, start, end in _questions(mutant.file) if start <= mutant.line <= end), None
    )


@cache
def _questions(name: str) -> tuple[tuple[str, int, int], ...]:
    """Return the open questions of a file, with the lines they begin and end in."""
    text = (ROOT / name).read_text("utf-8")
    file, _ = parse(SourceFile(name, text))
    return tuple(
        (
            item.id.id,
            text.count("\n", 0, item.span.start) + 1,
            text.count("\n", 0, item.span.end) + 1,
        )
        for item in file.members
        if isinstance(item, n.Assumption)
    )
