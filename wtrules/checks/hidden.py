"""Characters that readers cannot see."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from itertools import islice

from wtrules.checks.survey import survey
from wtrules.diagnostics import Diagnostic, TextEdit, report, wording
from wtrules.diagnostics.fix import fix
from wtrules.meaning.nodes import Meaning
from wtrules.phrase import Verbatim
from wtrules.resolve.model import Rules
from wtrules.safe_text import HIDDEN
from wtrules.source import SourceFile, Span

_MOST = 20  # reported per file
_RUN = re.compile(f"(?:(?![\\n\\t]){HIDDEN.pattern})+")


def check(meaning: Meaning) -> Iterator[Diagnostic]:
    """Search the texts, names and comments of all files that are not shipped."""
    rules = meaning.resolved
    for source in _own_sources(rules):
        for match in islice(_RUN.finditer(source.text), _MOST):
            span = Span(source, match.start(), match.end())
            yield report(
                "hidden-character",
                span,
                fix((TextEdit(span),), is_safe=True),
                character=_described(match[0]),
            )


def _described(characters: str) -> str:
    name = unicodedata.name(characters[0], "").lower()
    what = Verbatim(f" ({name})" if name else "")
    first = wording("hidden-character.one", ord=ord(characters[0]), what=what)
    more = len(characters) - 1
    return wording("hidden-character.more", first=first, more=more) if more else first


def _own_sources(rules: Rules) -> list[SourceFile]:
    chains = (entry.chain for entry in (*rules.entries.values(), *rules.removed.values()))
    spans = [
        rules.span,
        *(layer.span for layer in rules.layers),
        *(origin.span for chain in chains for origin in chain),
    ]
    sources = {span.source.path: span.source for span in spans if survey(rules).is_own(span)}
    return list(sources.values())
