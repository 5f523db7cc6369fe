"""Names that work, but that readers may take for something else."""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.checks.survey import survey, variables
from wtrules.diagnostics import Diagnostic, report, wording
from wtrules.language.promise import RESERVED
from wtrules.meaning.nodes import Meaning
from wtrules.meaning.values import letters
from wtrules.resolve.own_words import KINDS, own_words
from wtrules.source import Span

_IT = "it"  # what was chosen last
# What rules name in the middle of a line, where keywords can be as well.
_AMONG_KEYWORDS = ("memory", "define", "allowance", "outcome", "deck", "piece")
_WITHOUT_OWNER = ("memory", "define", "allowance")


def check(meaning: Meaning) -> Iterator[Diagnostic]:
    """Report each name where it is defined, with what else it could be taken for."""
    rules = meaning.resolved
    seen = survey(rules)
    for id, at, reason in _found(meaning):
        if seen.is_own(at):
            yield report("confusing-name", at, id=id, label=wording(f"confusing-name.{reason}"))


def _found(meaning: Meaning) -> Iterator[tuple[str, Span, str]]:
    rules = meaning.resolved
    for entry, _ in own_words(rules).values():
        yield entry.id, entry.name_span, "own-word"
    for kind in KINDS:
        if (it := rules.get(kind, _IT)) is not None:
            yield _IT, it.name_span, "it"
    yield from ((_IT, at, "it") for name, at in variables(meaning) if name == _IT)
    players = {name for pair in letters(rules).items() for name in pair}
    for kind in _WITHOUT_OWNER:
        for entry in rules.of_kind(kind):
            if entry.id in players:
                yield entry.id, entry.name_span, "player"
    for kind in _AMONG_KEYWORDS:
        for entry in rules.of_kind(kind):
            at = entry.name_span
            if entry.id == at.text and entry.id not in RESERVED and survey(rules).is_own(at):
                if _begins_clause(entry.id):
                    yield entry.id, at, "keyword"


def _begins_clause(word: str) -> bool:
    """Whether a clause can begin with a word; the tables of words are read only for keywords."""
    if not (word.isascii() and word.islower() and word.isalpha()):
        return False
    from wtrules.syntax.from_grammar import tables

    if word not in tables().terminal_of:
        return False
    from wtrules.syntax.vocabulary import HOMES, OPENERS

    return word in HOMES or word in OPENERS
