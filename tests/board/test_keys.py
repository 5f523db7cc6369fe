"""Which piece of one picture is which piece of the next."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wtrules.board.boardtext import parse_board
from wtrules.board.keys import Keys
from wtrules.board.pieces import Board, Stack, Tower


def read(text: str) -> Board:
    board = parse_board(text, "byr", None, "D")
    assert isinstance(board, Board), board
    return board


def follow(*boards: str) -> Keys:
    """Return the keys of the last board."""
    first, *others = map(read, boards)
    keys = Keys.of(first)
    for board in others:
        keys = keys.after(board)
    return keys


def test_numbers_of_a_board() -> None:
    """Towers count by kind, wizards by colour, around the ring."""
    keys = follow("K/NbbR/Ry/bD")
    assert ("tower:N0", "tower:R0", "tower:R1") == (
        keys.tower(1, 1),
        keys.tower(1, 2),
        keys.tower(2, 1),
    )
    assert ("wizard:y:0",) == keys.on(2)
    assert ("wizard:b:0", "piece:D:0") == keys.on(3)
    assert ("wizard:b:1", "wizard:b:2") == keys.on(1, 1)


def test_visible_numbers_do_not_depend_on_hidden_wizards() -> None:
    """A number says nothing about who is under a tower."""
    assert follow("K/N/b").on(2) == follow("K/bbN/b").on(2)


def test_a_wizard_walks() -> None:
    """The wizard that moved is the one that is missing from its surface, not another one."""
    keys = follow("b/b/b/./.", "b/./b/./b")
    assert ("wizard:b:0", "wizard:b:2", "wizard:b:1") == keys.on(0) + keys.on(2) + keys.on(4)


def test_a_tower_carries() -> None:
    """Two towers move together with the wizard on top, past another tower and onto a third."""
    keys = follow("K/RNRb/N/R", "K/R/N/RNRb")
    assert "tower:R0" == keys.tower(1, 1)
    assert "tower:N1" == keys.tower(2, 1)
    assert ["tower:R2", "tower:N0", "tower:R1"] == [keys.tower(3, level) for level in (1, 2, 3)]
    assert ("wizard:b:0",) == keys.on(3)


def test_covered_and_uncovered() -> None:
    """A wizard keeps its number under a tower."""
    assert ("wizard:y:1",) == follow("y/N/y/.", "y/./yN/.", "y/./y/N").on(2)


def test_home_and_back() -> None:
    """A wizard who is home leaves its number to the next one who comes."""
    assert ("wizard:b:0", "wizard:b:1") == follow("K/b/b", "K/./b", "K/b/b").on(1) + follow(
        "K/b/b", "K/./b", "K/b/b"
    ).on(2)


def test_another_ring() -> None:
    """Boards of different length have nothing in common."""
    assert Keys.of(read("K/b")) == follow("K/./b", "K/b")


towers = st.builds(Tower, st.booleans(), st.text("byr", max_size=3), st.text("D", max_size=1))
boards = st.lists(
    st.builds(Stack, st.text("byr", max_size=3), st.lists(towers, max_size=4).map(tuple)),
    min_size=4,
    max_size=4,
).map(lambda spaces: Board(tuple(spaces)))


@pytest.mark.slow
@given(boards, boards)
def test_any_boards(before: Board, now: Board) -> None:
    """Every piece has exactly one key, whatever happened; the same board changes nothing."""
    first = Keys.of(before)
    keys = first.after(now)
    found = [
        *(
            keys.tower(space, level)
            for space, stack in enumerate(now.spaces)
            for level in range(1, stack.height + 1)
        ),
        *(
            key
            for space, stack in enumerate(now.spaces)
            for level in range(stack.height + 1)
            for key in keys.on(space, level)
        ),
    ]
    assert len(found) == len(set(found))
    assert len(found) == now.wizards.total() + now.pieces.total() + sum(now.tower_counts)
    assert first == first.after(before)
