"""Boards by what differs from the set-up: `start with b on 15, tower 3 on 5`.

Such a text goes in, an ordinary board (`K/R/…`) comes out. All changes are made at once: each takes
something from where it is after the set-up. Wizards are taken from space 0 on, clockwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from attrs import frozen

from wtrules.backends.reference import Reference
from wtrules.board.boardtext import BARE, BORDER, CASTLE, PLAIN, RAVEN, Problem, problem
from wtrules.meaning import values
from wtrules.position.faults import BadPosition
from wtrules.position.pieces import board_text
from wtrules.resolve.model import Rules
from wtrules.value import Value

_START = re.compile(r"start\b\s*(?:with\b\s*)?")
_CHANGE = re.compile(
    r"\s*(?:(?P<count>\d+)\s+)?(?P<what>[^\W\d][\w-]*)(?:\s+wizards?)?(?:\s+(?P<of>\d+))?"
    r"\s+(?:on\s+(?:space\s+)?s?(?P<to>\d+)|(?P<home>home))\s*"
)
_SEAT = re.compile(r"\s(\w)$")
_TOWER, _CASTLE = "tower", "castle"


@frozen
class _Change(Value):
    """Something that is elsewhere than after the set-up."""

    what: str  # a wizard's letter, `tower`, `castle` or the name of a piece
    count: int
    start: int | None  # the space of a tower
    to: int | None  # None: in the castle
    at: int  # its place in the text
    length: int


def is_from_start(text: str) -> bool:
    """Whether a text says what differs from the set-up."""
    return _START.match(text) is not None


def split_seat(text: str) -> tuple[str, list[str]]:
    """Return a board, and the words behind it: `K/…/. b`, `start with b on 15 b`."""
    if not is_from_start(text):
        board, *rest = text.split() or [text]
        return board, rest
    seat = _SEAT.search(text.rstrip())
    if seat is None or seat[1].isdecimal():
        return text.strip(), []
    return text[: seat.start()].strip(), [seat[1]]


def wizards_in(rules: Rules, text: str) -> str:
    """Return the letters of the wizards that a board names."""
    if not is_from_start(text):
        return text
    letters = values.letters(rules)
    words = re.findall(r"[^\W\d][\w-]*", text)
    return "".join(
        letters.get(word, word) for word in words if word in {*letters, *letters.values()}
    )


def board_from_start(rules: Rules, engine: Reference, text: str) -> str:
    """Return the board that a text describes; raises BadPosition."""
    if not is_from_start(text):
        return text
    changes = tuple(_changes(rules, text))
    first, _ = engine.start(0)
    board = board_text(engine.program, first)
    spaces = [list(field.replace(BARE, "")) for field in board.split(BORDER)]
    pieces = {kind.id: kind.letter for kind in engine.program.board.pieces}

    def rank(change: _Change) -> int:
        """Towers come first: wizards stand on what else is put there, the castle above all."""
        return [_TOWER, *pieces, None, _CASTLE].index(
            change.what if change.what in (_TOWER, _CASTLE, *pieces) else None
        )

    put: list[tuple[_Change, list[str]]] = []
    for change in sorted(changes, key=rank, reverse=True):  # wizards leave a tower before it moves
        if any(x is not None and x >= len(spaces) for x in (change.start, change.to)):
            raise BadPosition((_fault("bad-start.space", change, text),))
        if change.what == _TOWER:
            taken = _tower(spaces[change.start or 0])
        else:
            letter = CASTLE if change.what == _CASTLE else pieces.get(change.what, change.what)
            taken = _take(spaces, letter, change.count)
        if change.what in pieces:  # from the board, or from the box
            taken = [pieces[change.what]] * change.count
        if len(taken) < change.count:
            raise BadPosition((_fault("bad-start.gone", change, text),))
        put.append((change, taken))
    for change, taken in reversed(put):
        if change.to is not None:
            spaces[change.to] += taken
    return BORDER.join("".join(space) or BARE for space in spaces)


def _changes(rules: Rules, text: str) -> Iterator[_Change]:
    """Yield the changes that a text lists; raises BadPosition for the first that is none."""
    letters = values.letters(rules)
    known = {_TOWER, _CASTLE, *letters.values(), *(e.id for e in rules.of_kind("piece"))}
    start = _START.match(text)
    assert start is not None
    at = start.end()
    for part in text[at:].split(",") if text[at:].strip() else ():
        match = _CHANGE.fullmatch(part)
        stripped = part.strip()
        offset = at + len(part) - len(part.lstrip())
        at += len(part) + 1
        what = match["what"] if match is not None else ""
        what = letters.get(what, what)
        if match is None or (what == _TOWER) != (match["of"] is not None):
            raise BadPosition((problem("bad-start", offset, len(stripped), text=stripped),))
        if what not in known:
            raise BadPosition((problem("bad-start.what", offset, len(stripped), what=what),))
        to = None if match["home"] else int(match["to"])
        if to is None and what not in letters.values():
            raise BadPosition((problem("bad-start", offset, len(stripped), text=stripped),))
        of = int(match["of"]) if match["of"] is not None else None
        yield _Change(what, int(match["count"] or 1), of, to, offset, len(stripped))


def _fault(name: str, change: _Change, text: str) -> Problem:
    said = text[change.at : change.at + change.length]
    return problem(name, change.at, change.length, text=said)


def _tower(space: list[str]) -> list[str]:
    """Take the lowest tower of a space that has not been put there, with everything above it."""
    first = next((i for i, piece in enumerate(space) if piece in (PLAIN, RAVEN)), len(space))
    taken, space[first:] = space[first:], []
    return taken


def _take(spaces: Iterable[list[str]], piece: str, count: int) -> list[str]:
    """Take pieces from where they are after the set-up, at most *count*."""
    taken: list[str] = []
    for space in spaces:
        while piece in space and len(taken) < count:
            space.remove(piece)
            taken.append(piece)
    return taken
