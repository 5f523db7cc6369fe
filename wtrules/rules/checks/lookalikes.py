"""Two different names look the same on the screen.

A letter of another alphabet, or another way to write the same letter, makes a second name that no
reader can tell from the first: `tоp` with a Cyrillic `о` beside `top`. What is said of the one
does not hold for the other.

Faulty:

```wtr
ruleset friday {
  extends en-capstone
  rule gust {
    on     turn begins
    let    top = first tower t where topmost
    let    tоp = first tower t where shielded
    do     move top clockwise 1
    do     move tоp clockwise 1
  }
}
```

Mended:

```wtr
ruleset friday {
  extends en-capstone
  rule gust {
    on     turn begins
    let    top = first tower t where topmost
    let    raven = first tower t where shielded
    do     move top clockwise 1
    do     move raven clockwise 1
  }
}
```
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from wtrules.diagnostics import Diagnostic, Label, looks_like, name_hint
from wtrules.rules.checks.report import error
from wtrules.rules.checks.survey import survey
from wtrules.rules.model import Rules
from wtrules.rules.vocabulary import CONSTANTS, PREDICATES, PROPERTIES
from wtrules.source import Span
from wtrules.syntax import nodes as n

CODES = ("lookalike-name",)


def check(rules: Rules) -> Iterator[Diagnostic]:
    """Compare every name with a letter beyond ASCII with all names of the same length."""
    names = dict(_names(rules))
    strange = [name for name in names if not name.isascii()]
    if not strange:
        return
    alike: dict[int, list[str]] = {}
    known: dict[str, Span | None] = dict.fromkeys(
        word.name for words in (CONSTANTS, PREDICATES, PROPERTIES) for word in words
    )
    known.update(names)
    for name in known:
        alike.setdefault(_length(name), []).append(name)
    reported: set[frozenset[str]] = set()
    for name in strange:
        for other in alike[_length(name)]:
            pair = frozenset((name, other))
            if pair in reported or not looks_like(name, other):
                continue
            reported.add(pair)
            yield _fault(name, other, names[name], known[other])


def _fault(name: str, other: str, at: Span, there: Span | None) -> Diagnostic:
    hint = name_hint(name, [other]) or "write both in the same way"
    if there is None:
        return error(
            "lookalike-name",
            f"`{name}` only looks like the word `{other}` that the game knows",
            at,
            "another name",
            hint,
        )
    return error(
        "lookalike-name",
        f"two names look the same: `{name}` and `{other}`",
        at,
        "looks like the other, but is another name",
        hint,
        related=(Label(there, "the other one"),),
    )


def _length(name: str) -> int:
    """Return how many letters a reader sees: equal for names that look the same."""
    if name.isascii():
        return len(name)
    plain = unicodedata.normalize("NFKC", name)
    return sum(unicodedata.category(c) not in ("Cf", "Cc") for c in plain)


def _names(rules: Rules) -> Iterator[tuple[str, Span]]:
    for entry in rules.entries.values():
        yield entry.id, entry.name_span
    for variant in rules.variants.values():
        yield variant.id, variant.node.id.span
    for nodes in survey(rules).nodes.values():
        for node in nodes:
            kind = type(node)
            if kind is n.Query:
                if node.variable is not None:
                    yield node.variable.id, node.variable.span
            elif kind is n.Let or kind is n.Parameter:
                yield node.name.id, node.name.span
