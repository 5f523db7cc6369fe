"""Scopes that rules refer to but no rule opens: `on setup ends` in a game without `setup { … }`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from wtrules.checks.survey import nodes_of, survey
from wtrules.diagnostics import Diagnostic, report
from wtrules.language.scopes import SCOPES
from wtrules.meaning.nodes import Meaning
from wtrules.resolve.model import Entry, VariantInfo, once
from wtrules.source import Span
from wtrules.syntax import nodes as n

_OPENING = {scope.word: scope.opened for scope in SCOPES if scope.opened is not None}


def check(meaning: Meaning) -> Iterator[Diagnostic]:
    """Find what waits for, ends or counts by a scope that never begins."""
    rules = meaning.resolved
    seen = survey(rules)
    parts = seen.parts.values()
    opened = {word for part in parts for word in _opened(part)}
    for part in parts:
        for word, at in _referred(part):
            if word in _OPENING and word not in opened and seen.is_own(at):
                yield report("never-fires.scope", at, word=word, opening=_OPENING[word])


@once
def _opened(part: Entry | VariantInfo) -> set[str]:
    return {node.word for node in nodes_of(part).of(n.Scope)}


@once
def _referred(part: Entry | VariantInfo) -> tuple[tuple[str, Span], ...]:
    nodes = nodes_of(part).of(n.Trigger, n.End, n.Unit)
    return tuple(found for node in nodes for found in _references(node))


def _references(node: Any) -> Iterator[tuple[str, Span]]:
    match node:
        case n.Trigger():
            for event in node.events:
                if len(event.words) == 2 and event.words[1] in ("begins", "ends"):
                    yield event.words[0], event.span
        case n.End() | n.Unit():
            yield node.scope, node.span
