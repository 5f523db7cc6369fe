"""Jumps that lead nowhere else are shortened, and blocks with one way in are joined to it."""

from __future__ import annotations

import pytest

from wtrules.program import program as p
from wtrules.program.optimise.blocks import shorten

ONE, TWO, THREE = (p.Assign("x", number) for number in (1, 2, 3))
CALL = p.Call("f", ())


def go(block: int) -> p.Goto:
    return p.Goto(block)


def fork(then: int, condition: p.Expr = p.Var("x")) -> p.If:  # noqa: B008
    return p.If(condition, (p.Goto(then),))


def ask(decision: int, otherwise: int) -> p.Decide:
    return p.Decide(decision, otherwise)


def decision(resume: int) -> p.Decision:
    return p.Decision("d", "rule", "options", resume, ())


def shortened(*bodies: tuple[p.Statement, ...], fixed: int = 2) -> list[tuple[str, p.Body]]:
    """Return the blocks that are left, called by the numbers they had."""
    blocks = [p.Block(str(number), body) for number, body in enumerate(bodies)]
    made, _, _, _ = shorten(blocks, [], {}, fixed, [])
    return [(block.name, block.body) for block in made]


END = (ONE, go(0))  # block 0: the game is over


@pytest.mark.parametrize(
    ("bodies", "expected"),
    [
        # What only one block leads to is part of it, and so on.
        ([(ONE, go(2)), (TWO, go(3)), (THREE, go(0))], [("1", (ONE, TWO, THREE, go(0)))]),
        # What two lead to stays a block of its own, with another number.
        (
            [(fork(3), go(2)), (TWO, go(3)), (THREE, go(0))],
            [("1", (fork(2), TWO, go(2))), ("3", (THREE, go(0)))],
        ),
        # A jump to a jump goes on to its end; what nobody leads to is left out.
        ([(fork(2), ONE, go(3)), (go(4),), (TWO, go(4)), (THREE, go(0))],
         [("1", (fork(2), ONE, TWO, go(2))), ("4", (THREE, go(0)))]),
        # Both ways lead to the same place: there is no fork …
        ([(ONE, fork(2), go(2)), (TWO, go(0))], [("1", (ONE, TWO, go(0)))]),
        # … also where that shows only when jumps are shortened; a jump that goes still counts as a way …
        (
            [(ONE, fork(2), go(3)), (go(3),), (TWO, go(0))],
            [("1", (ONE, go(2))), ("3", (TWO, go(0)))],
        ),
        # … but a condition that does something is kept.
        (
            [(ONE, fork(2, CALL), go(2)), (TWO, go(0))],
            [("1", (ONE, fork(2, CALL), go(2))), ("2", (TWO, go(0)))],
        ),
        # What comes after a jump is never reached.
        ([(ONE, go(2), TWO), (THREE, go(0))], [("1", (ONE, THREE, go(0)))]),
        # Jumps in a circle stay a circle.
        ([(ONE, go(2)), (go(3),), (go(2),)], [("1", (ONE, go(2))), ("3", (go(2),))]),
    ],
)  # fmt: skip
def test_blocks_are_joined(
    bodies: list[tuple[p.Statement, ...]], expected: list[tuple[str, p.Body]]
):
    """The first two blocks keep their numbers."""
    assert [("0", END), *expected] == shortened(END, *bodies)


def test_fixed_blocks_are_joined_to_none():
    """They are run from the outside, by their numbers."""
    bodies = [(TWO, go(2)), (THREE, go(0))]
    assert [("0", END), ("1", (TWO, THREE, go(0)))] == shortened(END, *bodies, fixed=2)
    expected = [("0", END), ("1", (TWO, go(2))), ("2", (THREE, go(0)))]
    assert expected == shortened(END, *bodies, fixed=3)


def way_back(array: str) -> tuple[p.Statement, ...]:
    """The end of a procedure: its way back is read, cleared and taken."""
    return (p.Assign("way", p.Load(array, 0)), p.Store(array, 0, 0), p.Goto(p.Var("way")))


def test_a_procedure_with_one_caller_goes_straight_back():
    """It needs no way back; one with two callers does."""
    once = [(p.Store("back", 0, p.At(3)), go(2)), (TWO, *way_back("back")), (THREE, go(0))]
    assert [("0", END), ("1", (TWO, THREE, go(0)))] == shortened(END, *once)

    call = p.Store("back", 0, p.At(3)), p.Store("back", 0, p.At(4))
    twice = [
        (p.If(p.Var("x"), (call[0], go(2))), call[1], go(2)),
        (TWO, *way_back("back")),
        (THREE, go(0)),
        (ONE, go(0)),
    ]
    assert [("0", END), *((str(n), body) for n, body in enumerate(twice, 1))] == shortened(
        END, *twice
    )


def test_decisions_turns_and_entries_get_the_new_numbers():
    """Block 2 is only a jump to block 3; blocks 4 to 6 are resumed, begun or entered."""
    bodies = [
        END, (ONE, ask(0, 2)), (go(3),), (TWO, go(0)), (THREE, go(3)), (ONE, go(3)), (TWO, go(3)),
    ]  # fmt: skip
    blocks = [p.Block(str(number), body) for number, body in enumerate(bodies)]
    made, decisions, turns, entries = shorten(blocks, [decision(4)], {1: 5}, 2, [6])

    assert ["0", "1", "3", "4", "5", "6"] == [block.name for block in made]
    assert (ONE, ask(0, 2)) == made[1].body
    assert [3] == [each.resume for each in decisions]
    assert {1: 4} == turns
    assert [5] == entries
    assert (THREE, go(2)) == made[3].body


def test_a_decision_that_is_never_asked_leads_nowhere():
    """Nor does a turn begin that nothing leads to."""
    blocks = [p.Block(str(number), body) for number, body in enumerate([END, END, (TWO, go(0))])]
    made, decisions, turns, entries = shorten(blocks, [decision(2)], {2: 2}, 2, [])

    assert ["0", "1"] == [block.name for block in made]
    assert [p.OVER] == [each.resume for each in decisions]
    assert ({}, []) == (turns, entries)
