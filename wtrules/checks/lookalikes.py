"""Two different names look the same on the screen."""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.checks.survey import variables
from wtrules.diagnostics import Diagnostic, name_hint, report
from wtrules.diagnostics.suggest import skeleton
from wtrules.language.constants import CONSTANTS
from wtrules.language.predicates import PREDICATES
from wtrules.language.properties import PROPERTIES
from wtrules.meaning.nodes import Meaning
from wtrules.resolve.model import Rules
from wtrules.source import Span


def check(meaning: Meaning) -> Iterator[Diagnostic]:
    """Compare all names by how they look."""
    rules = meaning.resolved
    names = dict(_names(rules)) | dict(variables(meaning))
    if all(name.isascii() for name in names):
        return
    known: dict[str, Span | None] = dict.fromkeys(
        word.name for words in (CONSTANTS.values(), PREDICATES, PROPERTIES) for word in words
    )
    known.update(names)
    seen: dict[str, str] = {}
    # ASCII names first, so that the other one is reported.
    for name in sorted(known, key=lambda name: not name.isascii()):
        other = seen.setdefault(skeleton(name), name)
        at = known[name]
        if other != name and at is not None:
            yield _fault(name, other, at, known[other])


def _fault(name: str, other: str, at: Span, there: Span | None) -> Diagnostic:
    hint = name_hint(name, [other])
    if there is None:
        return report("lookalike-name.built-in", at, hint, name=name, other=other)
    return report("lookalike-name", at, hint, name=name, other=other, there=there)


def _names(rules: Rules) -> Iterator[tuple[str, Span]]:
    for entry in rules.entries.values():
        yield entry.id, entry.name_span
    for variant in rules.variants.values():
        yield variant.id, variant.node.id.span
