"""The settings that the physics reads, and those that the rules use as amounts and lists."""

from __future__ import annotations

import re
from collections.abc import Iterator

from wtrules.checks.limits import MOST_SPACES, MOST_TOWERS, Limit, limits, out_of_range
from wtrules.checks.setting_uses import setting_uses
from wtrules.checks.words import plural
from wtrules.diagnostics import Diagnostic, Fix, name_fix, report, wording
from wtrules.diagnostics.fix import delete_entry, insert, replace
from wtrules.language.physical import TOWERS
from wtrules.meaning.nodes import Meaning
from wtrules.meaning.values import MAX_NUMBER, Constant, entries_of, list_of, number
from wtrules.resolve.model import Entry, Rules
from wtrules.source import Span
from wtrules.syntax import nodes as n


def check(meaning: Meaning) -> Iterator[Diagnostic]:
    """Check settings against their limits and each other."""
    rules = meaning.resolved
    used = setting_uses(rules)
    for path, limit in limits(used).items():
        entry = rules.get("setting", path)
        if entry is not None:
            yield from _one_number(rules, entry, limit)
    spaces = number(rules, "board.spaces")
    castle = rules.get("setting", "board.castle")
    if castle is not None:
        yield from _one_number(rules, castle, None)
    if spaces is not None and 4 <= spaces <= MOST_SPACES:
        yield from _on_ring(rules, "board.castle", spaces)
        yield from _on_ring(rules, "board.shields", spaces)
        for path in sorted(used.by_space - {"board.towers"}):
            yield from _along_ring(rules, path, spaces)
        yield from _towers(rules, spaces)
    for path in sorted(used.rooms):
        yield from _rooms(rules, path)
    yield from _twice(rules, "board.shields")
    for path in sorted(used.members):
        if any(
            rules.get("spell", word) for word in entries_of(rules, path) if isinstance(word, str)
        ):
            yield from _twice(rules, path)


def _terms(rules: Rules, path: str) -> list[tuple[Constant, Span]]:
    """Return the entries of a setting with their spans; nothing if the setting has an error."""
    entry, value = rules.get("setting", path), list_of(rules, path)
    if entry is None or value is None:
        return []
    return [
        (c, t.span)
        for c, t in zip(value.entries, entry.node_as(n.Setting).value.entries, strict=True)
    ]


def _one_number(rules: Rules, entry: Entry, limit: Limit | None) -> Iterator[Diagnostic]:
    terms = _terms(rules, entry.id)
    if not terms:
        return
    value, at = terms[0]
    if len(terms) > 1 or not isinstance(value, int):
        yield report(
            "wrong-setting.number",
            entry.value_span,
            replace(entry.value_span, str(value)) if isinstance(value, int) else None,
            id=entry.id,
            label=wording("wrong-setting.number.several", number=len(terms))
            if len(terms) > 1
            else None,
        )
    elif abs(value) > MAX_NUMBER:
        return  # reported by the check of numbers
    elif limit is not None and not limit.low <= value <= limit.high:
        yield out_of_range(entry.id, value, at, limit)


def _on_ring(rules: Rules, path: str, spaces: int) -> Iterator[Diagnostic]:
    for value, at in _terms(rules, path):
        ends = (value.start, value.stop - 1) if isinstance(value, range) else (value, value)
        if isinstance(value, str):
            if path != "board.castle":
                yield report("wrong-setting.spaces", at, path=path)
        elif any(isinstance(end, int) and not 0 <= end < spaces for end in ends):
            yield report(
                "off-the-ring.setting",
                at,
                replace(at, str(spaces - 1)),
                text=at.text,
                spaces=spaces,
                last=spaces - 1,
                ring=rules.entries["setting", "board.spaces"].value_span,
            )


def _along_ring(rules: Rules, path: str, spaces: int) -> Iterator[Diagnostic]:
    """Check a list with one entry for each space, starting `from` a space."""
    value, terms = list_of(rules, path), _terms(rules, path)
    if value is not None and value.first + len(terms) > spaces:
        surplus = terms[max(spaces - value.first, 0) :]
        beyond = value.first + len(terms) - len(surplus)
        yield report(
            "off-the-ring.list",
            surplus[0][1],
            delete_entry(surplus[0][1].join(surplus[-1][1])),
            path=path,
            to=value.first + len(terms) - 1,
            beyond=beyond,
            spaces=spaces,
            last=spaces - 1,
            number=len(surplus),
            what="entry" if len(surplus) == 1 else "entries",
            ring=rules.entries["setting", "board.spaces"].value_span,
        )


def _towers(rules: Rules, spaces: int) -> Iterator[Diagnostic]:
    value, terms = list_of(rules, "board.towers"), _terms(rules, "board.towers")
    entry = rules.get("setting", "board.towers")
    if value is None or entry is None:
        return
    for word, at in terms:
        if word not in TOWERS:
            yield report("unknown-tower", at, name_fix(at, TOWERS), text=at.text)
    if len(terms) >= spaces:
        yield report(
            "too-many-towers",
            entry.value_span,
            delete_entry(terms[spaces - 1][1].join(terms[-1][1])),
            number=len(terms),
            towers=plural(len(terms), "tower"),
            most=plural(spaces - 1, "tower"),
            spaces=spaces,
            last=spaces - 1,
            ring=rules.entries["setting", "board.spaces"].value_span,
        )
        return
    if len(terms) > MOST_TOWERS:
        at, limit = entry.value_span, Limit(0, MOST_TOWERS, "towers")
        yield out_of_range("board.towers", len(terms), at, limit)
    yield from _along_ring(rules, "board.towers", spaces)
    castle = number(rules, "board.castle")
    if castle is not None and value.first <= castle < value.first + len(terms):
        yield report(
            "tower-on-castle",
            rules.entries["setting", "board.castle"].value_span,
            _start_after(entry.value_span, castle + 1),
            castle=castle,
            next=castle + 1,
            tower=terms[castle - value.first][1],
        )


def _start_after(towers: Span, space: int) -> Fix:
    """Return the fix that lets the towers start on another space."""
    start = re.match(r"from\s+\d+", towers.text)
    if start is None:
        return insert(towers, f"from {space}: ")
    at = Span(towers.source, towers.start, towers.start + start.end())
    return replace(at, f"from {space}")


def _rooms(rules: Rules, path: str) -> Iterator[Diagnostic]:
    """Check a list of how many wizards are placed on each space."""
    for value, at in _terms(rules, path):
        if not isinstance(value, int):
            yield report("wrong-setting.numbers", at, path=path)
        elif value < 0:
            yield out_of_range(path, value, at, Limit(0, 64, "lights on a tower"))


def _twice(rules: Rules, path: str) -> Iterator[Diagnostic]:
    seen: dict[Constant, Span] = {}
    for value, at in _terms(rules, path):
        if value in seen:
            yield report(
                "duplicate-entry",
                at,
                delete_entry(at, is_safe=True, keyword="add\\s+to\\s+\\S+\\s*="),
                path=path,
                text=at.text,
                first=seen[value],
            )
        seen.setdefault(value, at)
