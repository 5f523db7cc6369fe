"""Open questions: complete, with known readings, and texts in both languages."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from wtrules.diagnostics import Diagnostic, Label, error
from wtrules.phrase import names, phrase
from wtrules.rules.clauses import clauses_of
from wtrules.rules.ledger import CONFIDENCE, KINDS, readings
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
                yield error(
                    "duplicate-id",
                    phrase("assumption `{id}` is defined twice", id=entry.id.id),
                    entry.id.span,
                    "defined again here",
                    "give one of them another name, or remove it",
                    related=(Label(first.id.span, "first defined here"),),
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
        yield error(
            "missing-definition",
            phrase("assumption `{id}` lacks {words}", id=entry.id.id, words=words),
            entry.id.span,
            "incomplete",
            "an open question needs a text, readings and a default",
        )
    for usual in entry.clauses:
        if isinstance(usual, n.DefaultReading | n.LetterReading) and usual.name.id not in known:
            yield error(
                "unknown-reading",
                phrase("`{id}` has no reading `{usual}`", id=entry.id.id, usual=usual.name.id),
                usual.name.span,
                "no such reading",
                phrase("the readings are: {list}", list=", ".join(f"`{name}`" for name in known)),
            )
    for clause in clauses_of(entry, n.Confidence):
        if clause.name.id not in CONFIDENCE:
            message = phrase("`{word}` is not a degree of confidence", word=clause.name.id)
            yield _unknown_word(clause, message, CONFIDENCE)
    for kind in clauses_of(entry, n.QuestionKind):
        if kind.name.id not in KINDS:
            message = phrase("`{word}` is not a kind of question", word=kind.name.id)
            yield _unknown_word(kind, message, KINDS)


def _unknown_word(
    clause: n.Confidence | n.QuestionKind, message: str, known: tuple[str, ...]
) -> Diagnostic:
    return error(
        "unknown-choice",
        message,
        clause.name.span,
        "not one of its values",
        phrase("write one of: {list}", list=names(known)),
    )


def _check_languages(entry: n.Assumption) -> Iterator[Diagnostic]:
    for clause in entry.clauses:
        texts = [getattr(clause, "phrases", ()), getattr(clause, "unplayable", ())]
        for written in filter(None, texts):
            for language, name in (("en", "English"), ("de", "German")):
                if language not in {phrase.language for phrase in written}:
                    yield error(
                        "missing-language-text",
                        phrase(
                            "assumption `{id}` has no {name} text in some places",
                            id=entry.id.id,
                            name=name,
                        ),
                        written[0].span,
                        phrase("no `{language}` text here", language=language),
                        phrase('add `{language} "…"`', language=language),
                    )
