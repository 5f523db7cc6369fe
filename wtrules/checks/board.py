"""The settings that the physics reads, and those that the rules use as amounts and lists."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import frozen

from wtrules.checks.setting_uses import SettingUses, setting_uses
from wtrules.checks.survey import survey
from wtrules.checks.words import plural
from wtrules.diagnostics import Advice, Diagnostic, Fix, Label, error, name_fix
from wtrules.diagnostics.fix import delete_entry, insert, replace
from wtrules.language.physical import TOWERS
from wtrules.phrase import phrase
from wtrules.rules.meaning import Meaning
from wtrules.rules.model import Entry, Rules
from wtrules.rules.values import MAX_NUMBER, Constant, entries_of, list_of, number
from wtrules.source import Span
from wtrules.syntax import nodes as n
from wtrules.value import Value


@frozen
class Limit(Value):
    """The minimum and maximum of a number, and what it counts."""

    low: int
    high: int
    what: str


MOST_SPACES = 64
MOST_TOWERS = 30  # all of them and the ground must fit on one space, a bit for the shield of each

LIMITS = {
    "board.spaces": Limit(4, MOST_SPACES, "spaces on the ring"),
    "board.capacity": Limit(1, 64, "wizards on one surface"),
    "die.faces": Limit(2, 100, "faces on the die"),
}

# Limits of a setting that is the amount of an action; the first verb that uses it decides.
AMOUNTS = {
    "refill": Limit(0, 100, "cards in hand"),
    "draw": Limit(0, 100, "cards to draw"),
    **dict.fromkeys(
        ("take", "fill", "empty", "spend", "recover", "give flasks"), Limit(0, 100, "flasks")
    ),
}
ACTIONS = Limit(1, 100, "actions in a turn")


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


def limits(used: SettingUses) -> dict[str, Limit]:
    """Return the limits of settings and table columns by their names."""
    found = dict(LIMITS)
    for verb, limit in AMOUNTS.items():
        for path in sorted(used.amounts.get(verb, ())):
            found.setdefault(path, limit)
    for path in sorted(used.actions):
        found.setdefault(path, ACTIONS)
    return found


def _value(entry: Entry) -> n.Value:
    return entry.node_as(n.Setting).value


def _terms(rules: Rules, path: str) -> list[tuple[Constant, Span]]:
    """Return the entries of a setting with their spans; nothing if the setting has an error."""
    entry, value = rules.get("setting", path), list_of(rules, path)
    if entry is None or value is None:
        return []
    return [(c, t.span) for c, t in zip(value.entries, _value(entry).entries, strict=True)]


def _one_number(rules: Rules, entry: Entry, limit: Limit | None) -> Iterator[Diagnostic]:
    terms = _terms(rules, entry.id)
    if not terms:
        return
    value, at = terms[0]
    if len(terms) > 1 or not isinstance(value, int):
        yield error(
            "wrong-setting",
            phrase("`{id}` must be a single number", id=entry.id),
            _value(entry).span,
            phrase("{number} values", number=len(terms)) if len(terms) > 1 else "not a number",
            replace(_value(entry).span, str(value), "write one number")
            if isinstance(value, int)
            else "write one number",
        )
    elif abs(value) > MAX_NUMBER:
        return  # reported by the check of numbers
    elif limit is not None and not limit.low <= value <= limit.high:
        yield out_of_range(entry.id, value, at, limit)


def out_of_range(id: str, value: int, at: Span, limit: Limit) -> Diagnostic:
    """Return the diagnostic for a number outside its limits."""
    side, near = ("few", limit.low) if value < limit.low else ("many", limit.high)
    help = phrase("write a number from {low} to {high}", low=limit.low, high=limit.high)
    return error(
        "out-of-range",
        phrase(
            "`{id}` is {value}: too {side} {what}", id=id, value=value, side=side, what=limit.what
        ),
        at,
        phrase("allowed: {low} to {high}", low=limit.low, high=limit.high),
        replace(at, str(near), help) if at.text.lstrip("- ").isdigit() else help,
    )


def _against_ring(
    rules: Rules, spaces: int, code: str, message: str, here: Label, help: Advice
) -> Diagnostic:
    """Return the diagnostic for something that does not fit the number of spaces."""
    entry = rules.get("setting", "board.spaces")
    assert entry is not None
    ring = Label(
        _value(entry).span,
        phrase("the ring has {spaces} spaces, 0 to {last}", spaces=spaces, last=spaces - 1),
    )
    return survey(rules).between(code, message, here, ring, help)


def _on_ring(rules: Rules, path: str, spaces: int) -> Iterator[Diagnostic]:
    for value, at in _terms(rules, path):
        ends = (value.start, value.stop - 1) if isinstance(value, range) else (value, value)
        if isinstance(value, str):
            if path != "board.castle":
                yield error(
                    "wrong-setting",
                    phrase("`{path}` must be a list of spaces", path=path),
                    at,
                    "not a number",
                    "write the numbers of the spaces, counted from 0 at the castle's start",
                )
        elif any(isinstance(end, int) and not 0 <= end < spaces for end in ends):
            yield _against_ring(
                rules,
                spaces,
                "off-the-ring",
                phrase("there is no space {text}", text=at.text),
                Label(at, "off the ring"),
                replace(at, str(spaces - 1), phrase("the last space is {last}", last=spaces - 1)),
            )


def _along_ring(rules: Rules, path: str, spaces: int) -> Iterator[Diagnostic]:
    """Check a list with one entry for each space, starting `from` a space."""
    value, terms = list_of(rules, path), _terms(rules, path)
    if value is not None and value.first + len(terms) > spaces:
        surplus = terms[max(spaces - value.first, 0) :]
        beyond = value.first + len(terms) - len(surplus)
        yield _against_ring(
            rules,
            spaces,
            "off-the-ring",
            phrase(
                "`{path}` extends to space {first}", path=path, first=value.first + len(terms) - 1
            ),
            Label(surplus[0][1], phrase("this would be space {beyond}", beyond=beyond)),
            delete_entry(
                surplus[0][1].join(surplus[-1][1]),
                phrase(
                    "remove {number} {what}",
                    number=len(surplus),
                    what="entry" if len(surplus) == 1 else "entries",
                ),
            ),
        )


def _towers(rules: Rules, spaces: int) -> Iterator[Diagnostic]:
    value, terms = list_of(rules, "board.towers"), _terms(rules, "board.towers")
    entry = rules.get("setting", "board.towers")
    if value is None or entry is None:
        return
    for word, at in terms:
        if word not in TOWERS:
            yield error(
                "unknown-tower",
                phrase("`{text}` is not a kind of tower", text=at.text),
                at,
                "`raven` or `plain`",
                name_fix(at, TOWERS) or "write `raven` or `plain`",
            )
    if len(terms) >= spaces:
        yield _against_ring(
            rules,
            spaces,
            "too-many-towers",
            phrase(
                "{number} towers and the castle do not fit on {spaces} spaces",
                number=len(terms),
                spaces=spaces,
            ),
            Label(_value(entry).span, plural(len(terms), "tower")),
            delete_entry(
                terms[spaces - 1][1].join(terms[-1][1]),
                phrase("use at most {towers}, or more spaces", towers=plural(spaces - 1, "tower")),
            ),
        )
        return
    if len(terms) > MOST_TOWERS:
        at, limit = _value(entry).span, Limit(0, MOST_TOWERS, "towers")
        yield out_of_range("board.towers", len(terms), at, limit)
    yield from _along_ring(rules, "board.towers", spaces)
    castle = number(rules, "board.castle")
    if castle is not None and value.first <= castle < value.first + len(terms):
        other = rules.get("setting", "board.castle")
        assert other is not None
        yield survey(rules).between(
            "tower-on-castle",
            phrase("a tower starts on the castle's space, {castle}", castle=castle),
            Label(_value(other).span, "the castle starts here"),
            Label(
                terms[castle - value.first][1], phrase("a tower on space {castle}", castle=castle)
            ),
            _start_after(_value(entry).span, castle + 1),
        )


def _start_after(towers: Span, space: int) -> Fix:
    """Return the fix that lets the towers start on another space."""
    help = phrase("start the towers after the castle: `towers from {space}: …`", space=space)
    start = re.match(r"from\s+\d+", towers.text)
    if start is None:
        return insert(towers, f"from {space}: ", help)
    at = Span(towers.source, towers.start, towers.start + start.end())
    return replace(at, f"from {space}", help)


def _rooms(rules: Rules, path: str) -> Iterator[Diagnostic]:
    """Check a list of how many wizards are placed on each space."""
    for value, at in _terms(rules, path):
        if not isinstance(value, int):
            yield error(
                "wrong-setting",
                phrase("`{path}` must be a list of numbers", path=path),
                at,
                "not a number",
                "write how many wizards start on each tower",
            )
        elif value < 0:
            yield out_of_range(path, value, at, Limit(0, 64, "lights on a tower"))


def _twice(rules: Rules, path: str) -> Iterator[Diagnostic]:
    seen: dict[Constant, Span] = {}
    for value, at in _terms(rules, path):
        if value in seen:
            yield error(
                "duplicate-entry",
                phrase("`{path}` names `{text}` twice", path=path, text=at.text),
                at,
                "named again",
                delete_entry(at, "remove one of the two", True, r"add\s+to\s+\S+\s*="),
                related=(Label(seen[value], "named first"),),
            )
        seen.setdefault(value, at)
