"""Whole positions as one line of text. This module writes them, `position_reader.py` reads them.

A full line has the board first, then the player to act, then `key=value` fields. A field with its
default value is omitted:

    K/Rbby/…/. b flasks=6.0.0,6.0.0 hands=t1.w3.w3,t2.t4w2.td2 pile=… at=turn.action.either rng=…

`docs/positions.md` describes all fields.
"""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.game.position import State, board_text
from wtrules.program.program import Field, FieldRole, Program

ENDLESS = "endless"  # the outcome of a game whose rules never stop
NO_OUTCOME = "-"  # of a finished game


def outcome_name(program: Program, number: int) -> str | None:
    """Return the name of an outcome by its number in the state."""
    if number < 0:
        return ENDLESS
    return program.outcomes[number - 1] if number else None


def format_state(
    program: Program, state: State, seen_by: int | None = None, open_hands: bool = False
) -> str:
    """Return a state as one line.

    For a player, *seen_by*, it omits the random generator and hides all cards that this player
    cannot see: a `?` for one card, `5*?` for five.
    """
    f = program.fields

    def numbers(name: str) -> list[int]:
        return state[f[name].offset : f[name].offset + f[name].size]

    letters = program.letters
    codes = [card.code for card in program.cards]
    actor, active = numbers("actor")[0], numbers("active")[0]
    home, points, at = numbers("home"), numbers("points"), numbers("at")[0]
    flasks = zip(numbers("empty"), numbers("full"), numbers("spent"), strict=True)
    hands = []
    for seat, start in enumerate(range(0, f["hand"].size, len(codes))):
        counts = numbers("hand")[start : start + len(codes)]
        held = [i for i, count in enumerate(counts) for _ in range(count)]
        is_hidden = seen_by not in (None, seat) and not open_hands
        hands.append(_cards(codes, held, is_hidden))
    pile = numbers("pile")[: numbers("pile_size")[0]]
    fields = {
        "active": letters[active] if active != actor else "",
        "home": ",".join(map(str, home)) if any(home) else "",
        "flasks": ",".join(f"{empty}.{full}.{spent}" for empty, full, spent in flasks),
        "hands": ",".join(hands),
        "pile": _cards(codes, pile, seen_by is not None),
        "discard": ".".join(
            f"{n}*{code}" for n, code in zip(numbers("discard"), codes, strict=True) if n
        ),
        "spells": ",".join(
            spell for spell, out in zip(program.spells, numbers("laid_out"), strict=False) if out
        ),
        "roll": str(numbers("roll")[0] or ""),
        "points": ",".join(map(str, points)) if any(points) else "",
        "winner": ",".join(x for x, won in zip(letters, numbers("winner"), strict=True) if won),
        "outcome": outcome_name(program, numbers("outcome")[0]),
        "memory": ",".join(_remembered(program, state, seen_by)),
        "at": program.decisions[at - 1].name if at else "",
        "frame": ",".join(_frame(program, state, seen_by)),
        "rng": f"{numbers('rng')[0]:016x}" if seen_by is None else "",
    }
    if not any(fields[key] for key in ("outcome", "memory", "at", "frame")):
        fields["outcome"] = NO_OUTCOME  # otherwise it would be the beginning of a turn
    # An empty field is omitted, so that early positions are short.
    shown = [f"{key}={value}" for key, value in fields.items() if value]
    return " ".join([board_text(program, state), letters[actor], *shown])


def _cards(codes: list[str], cards: list[int], is_hidden: bool) -> str:
    if is_hidden:
        return f"{len(cards)}*?"
    return ".".join(codes[card] for card in cards) or "-"


def _remembered(program: Program, state: State, seen_by: int | None) -> Iterator[str]:
    for field in program.fields.values():
        if field.role in (FieldRole.MEMORY, FieldRole.MOMENT):
            name = field.name.removeprefix("memory.")
            held = state[field.offset : field.offset + field.size]
            secret = field.is_secret and seen_by is not None
            usual = 0 if secret else _usual(held)
            if usual:
                yield f"{name}/*:{usual}"
            for i, which in enumerate(parts_of(program, field)):
                # Everybody may see that there is no card.
                is_hidden = secret and i != seen_by and held[i] >= 0
                value = "?" if is_hidden else held[i]
                if value != usual:
                    yield f"{name}/{which}:{value}" if which else f"{name}:{value}"


def _usual(held: list[int]) -> int:
    """Return the number to write once for most of a memory, as `name/*:value`; 0 for none."""
    commonest = max(held, key=held.count)
    return commonest if held.count(commonest) > max(len(held) // 2, 3) else 0


def _secrets(program: Program, state: State, seen_by: int) -> dict[int, set[int]]:
    """Return the places where secret cards may still be visible, and the cards to hide there."""
    found: dict[int, set[int]] = {}
    for name, slots in program.secrets().items():
        start, others = program.fields[name].offset, range(program.players)
        kept = {state[start + q] for q in others if q != seen_by and state[start + q] >= 0}
        for slot in slots:
            found.setdefault(program.fields[slot].offset, set()).update(kept)
    return found


def parts_of(program: Program, field: Field) -> list[str]:
    """Return the name of each number of a memory in a position."""
    match field.each:
        case "player":
            return list(program.letters[: field.size])
        case "space":
            return [f"s{i}" for i in range(field.size)]
        case "spell":
            return list(program.spells) or [""]
        case "card":
            return [card.code for card in program.cards]
    return [""]


def frame_slots(program: Program) -> list[int]:
    """Return the place of each number of the frame."""
    return [
        field.offset + i
        for field in program.fields.values()
        if field.role is FieldRole.FRAME
        for i in range(field.size)
    ]


def _frame(program: Program, state: State, seen_by: int | None) -> Iterator[str]:
    secrets = _secrets(program, state, seen_by) if seen_by is not None else {}
    for i, offset in enumerate(frame_slots(program)):
        value = state[offset]
        if value in secrets.get(offset, ()):
            yield f"{i}:?"
        elif value:
            yield f"{i}:{value}"
