"""Check a board against the numbers of a game: no castle, a crowded tower, too many pieces.

`check_board` returns every `Problem`, each pointing into the text of the board.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from attrs import frozen

from wtrules.board.boardtext import CASTLE, PLAIN, RAVEN, Problem, counted, format_board, problem
from wtrules.board.pieces import Board
from wtrules.diagnostics import wording
from wtrules.phrase import Verbatim
from wtrules.value import Value


@frozen
class _Piece(Value):
    """A tower, the castle, or the wizards of one surface, with its place in the text."""

    kind: Literal["wizards", "plain", "raven", "castle", "other"]
    text: str
    offset: int
    space: int
    level: int

    @property
    def surface(self) -> str:
        """The surface in words: the ground, or a tower counted from the ground."""
        if self.level == 0:
            return wording("crowded-surface.ground", space=self.space)
        return wording("crowded-surface.tower", level=self.level, space=self.space)


def check_board(
    board: Board,
    *,
    castle_alone: bool = True,
    capacity: int | None = None,
    towers: tuple[int, int] | None = None,
    supply: Mapping[str, int] | None = None,
    names: Mapping[str, str] | None = None,
    others: Mapping[str, int] | None = None,
) -> tuple[Problem, ...]:
    """Return everything that is wrong with *board* in a game with these numbers.

    *capacity* is the maximum number of wizards on one surface, *towers* the number of towers
    without and with a shield, *supply* the maximum number of wizards by letter; other letters are
    not in play. A value of None is not checked. With *castle_alone*, no wizard may share a surface
    with the castle. *names* are the colours in words. *others* is the number of other pieces by letter.
    The problems point into `format_board(board)`.
    """
    pieces = tuple(_pieces(board))
    problems = [
        *_castle_problems(board, pieces),
        *(_castle_company(pieces) if castle_alone else ()),
        *(_crowds(pieces, capacity) if capacity is not None else ()),
        *(_tower_problems(board, pieces, towers) if towers is not None else ()),
        *(_supply_problems(pieces, supply, names or {}) if supply is not None else ()),
        *(_other_problems(pieces, others) if others is not None else ()),
    ]
    return tuple(sorted(problems, key=lambda problem: problem.offset))


def _pieces(board: Board) -> Iterator[_Piece]:
    offset = 0
    for space, stack in enumerate(board.spaces):
        start = offset
        if stack.ground:
            yield _Piece("wizards", stack.ground, offset, space, 0)
            offset += len(stack.ground)
        if stack.ground_pieces:
            yield _Piece("other", stack.ground_pieces, offset, space, 0)
            offset += len(stack.ground_pieces)
        for level, tower in enumerate(stack.towers, start=1):
            yield _Piece("raven" if tower.shield else "plain", "", offset, space, level)
            offset += 1
            if tower.wizards:
                yield _Piece("wizards", tower.wizards, offset, space, level)
                offset += len(tower.wizards)
            if tower.pieces:
                yield _Piece("other", tower.pieces, offset, space, level)
                offset += len(tower.pieces)
        if stack.castle:
            yield _Piece("castle", CASTLE, offset, space, stack.height)
            offset += 1
        # One character for bare ground, and one for the border between two spaces.
        offset = max(offset, start + 1) + 1


def _castle_problems(board: Board, pieces: tuple[_Piece, ...]) -> Iterator[Problem]:
    castles = [piece for piece in pieces if piece.kind == "castle"]
    if not castles:
        yield problem("no-castle", 0, len(format_board(board)))
    for second in castles[1:]:
        first = castles[0].space
        yield problem("two-castles", second.offset, first=first, second=second.space)


def _castle_company(pieces: tuple[_Piece, ...]) -> Iterator[Problem]:
    castles = {(piece.space, piece.level) for piece in pieces if piece.kind == "castle"}
    for piece in pieces:
        if piece.kind == "wizards" and (piece.space, piece.level) in castles:
            number = len(piece.text)
            name = "wizards-under-castle.one" if number == 1 else "wizards-under-castle"
            yield problem(name, piece.offset, number, n=number, surface=piece.surface)


def _crowds(pieces: tuple[_Piece, ...], capacity: int) -> Iterator[Problem]:
    for piece in pieces:
        if piece.kind == "wizards" and len(piece.text) > capacity:
            yield problem(
                "crowded-surface",
                piece.offset,
                len(piece.text),
                wizards=counted(len(piece.text), "wizard"),
                surface=piece.surface,
                capacity=capacity,
            )


def _tower_problems(
    board: Board, pieces: tuple[_Piece, ...], towers: tuple[int, int]
) -> Iterator[Problem]:
    kinds: tuple[tuple[Literal["plain", "raven"], str], ...] = (("plain", PLAIN), ("raven", RAVEN))
    for (kind, letter), present, wanted in zip(kinds, board.tower_counts, towers, strict=True):
        if present > wanted:
            surplus = [piece for piece in pieces if piece.kind == kind][wanted]
            yield problem(
                f"wrong-tower-count.more-{kind}",
                surplus.offset,
                towers=counted(wanted, "tower"),
                present=present,
                letter=letter,
            )
        elif present < wanted:
            yield problem(
                f"wrong-tower-count.fewer-{kind}",
                0,
                len(format_board(board)),
                towers=counted(wanted, "tower"),
                present=present,
                missing=wanted - present,
                letter=letter,
            )


def _supply_problems(
    pieces: tuple[_Piece, ...],
    supply: Mapping[str, int],
    names: Mapping[str, str],
) -> Iterator[Problem]:
    places: dict[str, list[int]] = {}
    for piece in pieces:
        if piece.kind == "wizards":
            for at, letter in enumerate(piece.text, start=piece.offset):
                places.setdefault(letter, []).append(at)
    for letter, offsets in places.items():
        colour = Verbatim(names.get(letter, f"`{letter}`"))
        if letter not in supply:
            yield problem(
                "colour-not-in-play.one" if len(offsets) == 1 else "colour-not-in-play",
                offsets[0],
                n=len(offsets),
                colour=colour,
                list=Verbatim(", ".join(names.get(known, f"`{known}`") for known in supply)),
            )
        elif len(offsets) > supply[letter]:
            n, most = len(offsets), supply[letter]
            if most:
                yield problem("too-many-wizards", offsets[most], n=n, colour=colour, supply=most)
            else:
                name = "too-many-wizards.none-one" if n == 1 else "too-many-wizards.none"
                yield problem(name, offsets[0], n=n, colour=colour)


def _other_problems(pieces: tuple[_Piece, ...], others: Mapping[str, int]) -> Iterator[Problem]:
    left = dict(others)
    for piece in pieces:
        if piece.kind == "other":
            for at, letter in enumerate(piece.text, start=piece.offset):
                left[letter] = left.get(letter, 0) - 1
                if left[letter] == -1:
                    number = others.get(letter, 0)
                    count = counted(number, "piece")
                    yield problem("too-many-pieces", at, pieces=count, letter=letter)
