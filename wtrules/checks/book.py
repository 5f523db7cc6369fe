"""What rule files tell the rulebook: every chapter, setting and label they name exists."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wtrules.checks.survey import survey
from wtrules.diagnostics import Diagnostic, name_fix, report, wording
from wtrules.meaning import chapters, values
from wtrules.meaning.nodes import Meaning
from wtrules.phrase import listed, names
from wtrules.resolve.model import Entry, Rules
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
            yield from _known(rules, entry.id, chapters.LABELLED, entry.name_span)


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
                    parts = list(chapters.PARTS)
                    yield report(
                        "nothing-to-show.part",
                        name.span,
                        name_fix(name.span, parts),
                        name=name.id,
                        list=names(parts),
                    )
        case n.Shows():
            for name in clause.ids:
                if entry.kind == "rule" and name.id == chapters.BOX:
                    continue
                yield from _known(rules, name.id, _SHOWABLE, name.span)
        case n.Word():
            yield from _word(rules, entry.id, clause.name)


def _chapter(rules: Rules, name: n.Name) -> Iterator[Diagnostic]:
    if rules.get("chapter", name.id) is None:
        known = [entry.id for entry in rules.of_kind("chapter")]
        yield report(
            "unknown-chapter",
            name.span,
            name_fix(name.span, known),
            name=name.id,
            list=_listed(known),
        )


def _known(rules: Rules, id: str, kinds: Sequence[str], at: Span) -> Iterator[Diagnostic]:
    if any(rules.get(kind, id) is not None for kind in kinds):
        return
    known = [entry.id for kind in kinds for entry in rules.of_kind(kind)]
    yield report(
        "nothing-to-show",
        at,
        name_fix(at, known),
        kinds=listed(kinds, "or"),
        id=id,
        label=None if kinds is _SHOWABLE else wording("nothing-to-show.to-label"),
    )


def _word(rules: Rules, id: str, name: n.Name) -> Iterator[Diagnostic]:
    known = _words_of(rules, id)
    if known is None:
        return
    if name.id not in known:
        yield report(
            "nothing-to-show.value",
            name.span,
            name_fix(name.span, known),
            name=name.id,
            id=id,
            list=_listed(known),
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


def _listed(known: Sequence[str]) -> str:
    return names(known) if known else wording("nothing-to-show.none")
