"""How large and small numbers of rules may be, and what is reported of others."""

from __future__ import annotations

from attrs import frozen

from wtrules.checks.setting_uses import SettingUses
from wtrules.diagnostics import Diagnostic, report
from wtrules.diagnostics.fix import replace
from wtrules.source import Span
from wtrules.value import Value


@frozen
class Limit(Value):
    """The minimum and maximum of a number, and what it counts."""

    low: int
    high: int
    what: str


MOST_SPACES = 64
MOST_TOWERS = 30  # all of them and the ground must fit on one space, a bit for the shield of each

_LIMITS = {
    "board.spaces": Limit(4, MOST_SPACES, "spaces on the ring"),
    "board.capacity": Limit(1, 64, "wizards on one surface"),
    "die.faces": Limit(2, 100, "faces on the die"),
}

# Limits of a setting that is the amount of an action; the first verb that uses it decides.
_AMOUNTS = {
    "refill": Limit(0, 100, "cards in hand"),
    "draw": Limit(0, 100, "cards to draw"),
    **dict.fromkeys(
        ("take", "fill", "empty", "spend", "recover", "give flasks"), Limit(0, 100, "flasks")
    ),
}
_ACTIONS = Limit(1, 100, "actions in a turn")


def limits(used: SettingUses) -> dict[str, Limit]:
    """Return the limits of settings and table columns by their names."""
    found = dict(_LIMITS)
    for verb, limit in _AMOUNTS.items():
        for path in sorted(used.amounts.get(verb, ())):
            found.setdefault(path, limit)
    for path in sorted(used.actions):
        found.setdefault(path, _ACTIONS)
    return found


def out_of_range(id: str, value: int, at: Span, limit: Limit) -> Diagnostic:
    """Return the diagnostic for a number outside its limits."""
    side, near = ("few", limit.low) if value < limit.low else ("many", limit.high)
    return report(
        "out-of-range.setting",
        at,
        replace(at, str(near)) if at.text.lstrip("- ").isdigit() else None,
        id=id,
        value=value,
        side=side,
        what=limit.what,
        low=limit.low,
        high=limit.high,
    )
