"""What rule files tell the rulebook: every chapter, setting and label they name exists."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wtrules.checks.survey import survey
from wtrules.diagnostics import Diagnostic, error, name_fix
from wtrules.phrase import listed, names, phrase
from wtrules.rules import chapters, values
from wtrules.rules.meaning import Meaning
from wtrules.rules.model import Entry, Rules
from wtrules.source import Span
from wtrules.syntax import nodes as n

_SHOWABLE = ("setting", "allowance")


def check(meaning: Meaning) -> Iterator[Diagnostic]:
    """Look at the clauses for the rulebook in files of the ruleset itself."""
    rules = meaning.resolved
    is_own = survey(rules).is_own
    for entry in rules.entries.values():
        for clause in entry.clauses():
            if is_own(clause.span):
                yield from _clause(rules, entry, clause)
        if entry.kind == "label" and is_own(entry.span):
            yield from _known(rules, entry.id, chapters.LABELLED, entry.name_span, "to label")


def _clause(rules: Rules, entry: Entry, clause: object) -> Iterator[Diagnostic]:
    match clause:
        case n.InChapter() if entry.kind != "topic":
            yield from _chapter(rules, clause.name)
        case n.RuleAfter() if entry.kind == "chapter":
            for name in clause.rules:
                yield from _chapter(rules, name)
        case n.Shows() if entry.kind == "chapter":
            for name in clause.ids:
                if name.id not in chapters.PARTS:
                    yield _nothing(
                        name, phrase("there is no part of a book called `{name}`", name=name.id)
                    )
        case n.Shows():
            for name in clause.ids:
                if entry.kind == "rule" and name.id == chapters.BOX:
                    continue
                yield from _known(rules, name.id, _SHOWABLE, name.span, "to show")
        case n.Word():
            yield from _word(rules, entry.id, clause.name)


def _chapter(rules: Rules, name: n.Name) -> Iterator[Diagnostic]:
    if rules.get("chapter", name.id) is None:
        known = [entry.id for entry in rules.of_kind("chapter")]
        yield error(
            "unknown-chapter",
            phrase("there is no chapter called `{name}`", name=name.id),
            name.span,
            "not a chapter of the rulebook",
            name_fix(name.span, known) or _listed("the chapters are", known),
        )


def _known(
    rules: Rules, id: str, kinds: Sequence[str], at: Span, purpose: str
) -> Iterator[Diagnostic]:
    if any(rules.get(kind, id) is not None for kind in kinds):
        return
    known = [entry.id for kind in kinds for entry in rules.of_kind(kind)]
    yield error(
        "nothing-to-show",
        phrase(
            "there is no {kinds} called `{id}`",
            kinds=listed(kinds, "or"),
            id=id,
        ),
        at,
        phrase("nothing {purpose}", purpose=purpose),
        name_fix(at, known) or "`wtrules show` lists what the ruleset has",
    )


def _word(rules: Rules, id: str, name: n.Name) -> Iterator[Diagnostic]:
    known = _words_of(rules, id)
    if known is None:
        return
    if name.id not in known:
        yield error(
            "nothing-to-show",
            phrase("`{name}` is not a value of `{id}`", name=name.id, id=id),
            name.span,
            "nothing to label",
            name_fix(name.span, known) or _listed("its values are", known),
        )


def _words_of(rules: Rules, id: str) -> list[str] | None:
    """Return the words that a setting or a memory can hold; None if there is neither."""
    setting, memory = rules.get("setting", id), rules.get("memory", id)
    if setting is not None and isinstance(setting.node, n.Setting):
        choices = [choice.id for choice in setting.node.value.choices]
        return choices or [str(item) for item in values.entries_of(rules, id)]
    if memory is not None and isinstance(memory.node, n.Memory):
        value = memory.node.value
        return [name.id for name in value.names] if isinstance(value, n.OneOf) else []
    return None


def _nothing(name: n.Name, message: str) -> Diagnostic:
    parts = list(chapters.PARTS)
    return error(
        "nothing-to-show",
        message,
        name.span,
        "nothing to show",
        name_fix(name.span, parts) or _listed("the parts are", parts),
    )


def _listed(start: str, known: Sequence[str]) -> str:
    return (
        phrase("{start}: {list}", start=start, list=names(known))
        if known
        else phrase("{start}: none", start=start)
    )
