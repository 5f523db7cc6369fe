"""Two rulesets in lockstep: both back ends, and in how many games a reading comes up."""

from __future__ import annotations

import pytest

from wtrules.game.game import Game
from wtrules.game.load import load
from wtrules.sidebyside import lockstep
from wtrules.sidebyside.batches import _OneByOne, batches
from wtrules.sidebyside.compared import partings
from wtrules.sidebyside.lockstep import Lockstep
from wtrules.simulate.readings import greedy_lines

Lines = tuple[tuple[int, ...], ...]


@pytest.fixture(scope="module")
def base() -> Game:
    """The default ruleset."""
    return load("en-capstone")


@pytest.fixture(scope="module")
def lines(base: Game) -> Lines:
    """What greedy players choose in four games for two."""
    return greedy_lines(base, 2, 0, 4)


def parted(base: Game, lines: Lines, id: str, reading: str) -> set[int]:
    """The games in which a reading comes up."""
    other = load("en-capstone", assume={id: reading})
    return Lockstep((base, other), 2).parted(0, lines)


def test_both_back_ends_play_the_same_games():
    """The same turns, and after the first option of each the same positions and options."""
    game = load("en-capstone", ["nasty"])
    (native,) = batches([game], 2)
    reference = _OneByOne(game.engine(2))

    starts = native.turns(5, 1)
    others = reference.turns(5, 1)
    states = [native.unpack(start.state) for start in starts]
    assert [(s.game, s.decisions) for s in starts] == [(s.game, s.decisions) for s in others]
    assert states == [reference.unpack(start.state) for start in others]

    firsts = [options[0] for options in native.listed(native.pack(states)).options if options]
    one = native.play(native.pack(states), firsts)
    two = reference.play(reference.pack(states), firsts)
    assert [list(x or ()) for x in one.options] == [list(x or ()) for x in two.options]
    last = len(states) - 1
    assert native.unpack(one.states, last) == reference.unpack(two.states, last)


def test_lines_are_games_from_beginning_to_end(base: Game, lines: Lines):
    """Played again, with all forced moves, they end a game, and none of its decisions is forced."""
    for seed, line in enumerate(lines):
        state = base.start(2, seed)
        for choice in line:
            while len(state.options) == 1:
                state = state.play(state.options[0])
            assert len(state.options) > 1
            state = state.play(choice)
        while len(state.options) == 1:
            state = state.play(state.options[0])
        assert state.is_over


def test_the_same_rules_never_part(base: Game, lines: Lines):
    """A reading that changes nothing comes up in no game."""
    assert set() == parted(base, lines, "amb.lock.own", "a")
    assert set() == Lockstep((base, base), 2).parted(0, lines)


@pytest.mark.slow
def test_memories_are_not_on_the_table(base: Game, lines: Lines):
    """A reading that only remembers more is not another game until it acts on it."""
    assert set() == parted(base, lines, "amb.lock.dead_end", "b")
    assert set() == parted(base, lines, "amb.castle.free_entry", "b")


def test_what_is_asked_in_every_game(base: Game, lines: Lines):
    """If catching wizards is a choice, every game has a decision more; other spells are seen at once."""
    every = {0, 1, 2, 3}
    assert every == parted(base, lines, "amb.lock.optional", "b")
    assert every == parted(base, lines, "amb.setup.base_choice", "c")


def test_what_nobody_chooses_counts(base: Game):
    """Own wizards could be caught in some game, and nobody does it: the game is the same to its end."""
    lines = greedy_lines(base, 2, 0, 12)
    other = load("en-capstone", assume={"amb.lock.own": "b"})
    same = {i for i, line in enumerate(lines) if boards(base, i, line) == boards(other, i, line)}

    found = Lockstep((base, other), 2).parted(0, lines)
    assert found & same
    assert set(range(12)) - same <= found


def boards(game: Game, seed: int, line: tuple[int, ...]) -> list[str]:
    """Return the boards that a line comes to, up to a move that is not legal."""
    state = game.start(2, seed)
    found = []
    for choice in line:
        while len(state.options) == 1:
            state = state.play(state.options[0])
        if choice not in state.options:
            return [*found, "illegal"]
        state = state.play(choice)
        found.append(state.board_text)
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    "reading",
    [
        "amb.capacity.tower_english b",  # a rule that forbids
        "amb.castle.covered_ground b",  # where the castle goes
        "amb.spell.window b",  # what is offered
        "fact.cost.move_tower b",
        "amb.discard.draw_first a",  # other blocks
        "amb.end.round b",  # another memory
    ],
)
def test_both_back_ends_find_the_same(
    reading: str, base: Game, lines: Lines, monkeypatch: pytest.MonkeyPatch
):
    """Played one by one in Python, the same games part."""
    found = parted(base, lines, *reading.split())
    monkeypatch.setattr(
        lockstep, "batches", lambda games, players: [_OneByOne(g.engine(players)) for g in games]
    )
    assert found == parted(base, lines, *reading.split())


def test_room_makes_no_difference(base: Game, lines: Lines, monkeypatch: pytest.MonkeyPatch):
    """If only one position fits at a time, the same games part."""
    found = parted(base, lines, "amb.castle.covered_ground", "b")
    monkeypatch.setattr(lockstep, "LARGEST", 1)
    assert found == parted(base, lines, "amb.castle.covered_ground", "b")


def test_where_pairs_of_games_part():
    """The first turn with another number counts; games that only one side has are left out."""
    one = bytes([1, 0, 0, 0, 2, 0, 0, 0]) * 3
    other = bytes([1, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 9, 0, 0, 0])
    assert (0, 1) == partings(one, other, 8)
    assert () == partings(b"", b"", 8)
