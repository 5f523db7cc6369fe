"""Open questions: complete, with known readings, and texts in both languages."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from wtrules.diagnostics import Diagnostic, report
from wtrules.phrase import names
from wtrules.resolve.clauses import clauses_of
from wtrules.resolve.ledger import CONFIDENCE, KINDS, readings
from wtrules.syntax import nodes as n


def is_ledger(file: n.File) -> bool:
    """Whether a file contains only open questions."""
    return bool(file.members) and all(isinstance(m, n.Assumption) for m in file.members)


def check_ledger(file: n.File) -> Iterator[Diagnostic]:
    """Yield what is wrong with the entries of a ledger."""
    seen: dict[str, n.Assumption] = {}
    for entry in file.members:
        if isinstance(entry, n.Assumption):
            yield from check_entry(entry, ("says", "reading", "evidence", "default", "confidence"))
            yield from _check_languages(entry)
            first = seen.setdefault(entry.id.id, entry)
            if first is not entry:
                yield report(
                    "duplicate-id.assumption", entry.id.span, id=entry.id.id, first=first.id.span
                )


_PARTS = {
    n.Says: "says",
    n.Reading: "reading",
    n.Evidence: "evidence",
    n.Confidence: "confidence",
}


def check_entry(
    entry: n.Assumption, needed: Collection[str] = ("says", "reading", "default")
) -> Iterator[Diagnostic]:
    """Yield what is wrong with an entry; it must have the parts that are *needed*."""
    known = readings(entry)
    has = {_PARTS.get(type(clause)) for clause in entry.clauses}
    has |= {"default" for c in clauses_of(entry, n.DefaultReading) if not c.rulesets}
    missing = [word for word in needed if word not in has]
    if missing:
        words = ", ".join(f"`{word}`" for word in missing)
        yield report("missing-definition.assumption", entry.id.span, id=entry.id.id, words=words)
    for usual in entry.clauses:
        if isinstance(usual, n.DefaultReading | n.LetterReading) and usual.name.id not in known:
            yield report(
                "unknown-reading",
                usual.name.span,
                id=entry.id.id,
                usual=usual.name.id,
                list=", ".join(f"`{name}`" for name in known),
            )
    for clause in clauses_of(entry, n.Confidence):
        if clause.name.id not in CONFIDENCE:
            yield report(
                "unknown-choice.confidence",
                clause.name.span,
                word=clause.name.id,
                list=names(CONFIDENCE),
            )
    for kind in clauses_of(entry, n.QuestionKind):
        if kind.name.id not in KINDS:
            yield report(
                "unknown-choice.question", kind.name.span, word=kind.name.id, list=names(KINDS)
            )


def _check_languages(entry: n.Assumption) -> Iterator[Diagnostic]:
    for clause in entry.clauses:
        texts = [getattr(clause, "phrases", ()), getattr(clause, "unplayable", ())]
        for written in filter(None, texts):
            for language, name in (("en", "English"), ("de", "German")):
                if language not in {phrase.language for phrase in written}:
                    yield report(
                        "missing-language-text.assumption",
                        written[0].span,
                        id=entry.id.id,
                        name=name,
                        language=language,
                    )
