"""Positions that show a difference have the pieces of a game: none more, and none is lost.

Each player has as many wizards and flasks as the set-up gives them, and the cards are those of the
deck, however a position was made.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import pytest
from attrs import evolve

from tests.sampling import sampled
from wtrules.board import Board
from wtrules.editions.search.shrink import Line, shrink
from wtrules.editions.search.small import small_scenes
from wtrules.editions.search.turns import RandomTurns, all_spells
from wtrules.game.game import Game
from wtrules.game.load import load
from wtrules.position.table import Table
from wtrules.sidebyside.scene import scene_of, set_up, set_up_data
from wtrules.source import SourceFile

Pieces = tuple[dict[str, int], tuple[int, ...], Counter[str], Counter[str]]


def pieces(scene: Table, letters: str) -> Pieces:
    """Return the wizards and flasks of each player, all cards, and what else is on the board."""
    there = scene.board.wizards
    wizards = {x: there[x] + home for x, home in zip(letters, scene.home, strict=True)}
    cards = scene.deck.counts
    towers = Counter(str(tower.shield) for stack in scene.board.spaces for tower in stack.towers)
    towers.update(["castle" for stack in scene.board.spaces if stack.castle])
    return wizards, tuple(map(sum, scene.flasks)), cards, towers


@cache
def game(mode: str) -> Game:
    return load("en-capstone", [mode] if mode else [])


@cache
def turns_of(mode: str, players: int) -> RandomTurns:
    """Turns of the same random games for all tests of a process; nothing changes them."""
    return RandomTurns(game(mode), players)


# Wizards and flasks of each player in the set-up (p~3): by number of players.
SET_UP = {2: (5, 6), 3: (4, 5), 4: (4, 5), 5: (3, 4), 6: (3, 4)}
GAMES = [("", 2), ("", 3), ("nasty", 5), ("team", 4), ("team", 6)]


@pytest.mark.parametrize(("mode", "players"), GAMES)
def test_every_turn_of_the_search_has_the_pieces_of_the_set_up(mode: str, players: int):
    """Turns of random games, turns made from them and small boards; flasks passed on go back."""
    turns = turns_of(mode, players)
    program = game(mode).program(players)
    wizards, flasks = SET_UP[players]
    beginning = pieces(scene_of(game(mode).start(players)), program.board.letters)
    assert (set(beginning[0].values()), set(beginning[1])) == ({wizards}, {flasks})

    spells = all_spells(game(mode), game(mode), players)
    numbers = range(0, len(turns), len(turns) // 40)
    scenes = [
        *(turns.scene(number) for number in numbers),
        *turns.made_up(80, spells, ()),
        *small_scenes(turns.scene(0), program),
    ]
    for scene in scenes:
        assert beginning == pieces(scene, program.board.letters)
    assert any(any(scene.home) for scene in scenes)
    assert any(full + spent for scene in scenes for _, full, spent in scene.flasks)


@pytest.mark.slow
def test_a_turn_in_which_flasks_went_back_is_not_that_of_the_random_game():
    """Partners pass flasks on in random games; only a turn without that is met there as it is."""
    turns = turns_of("team", 4)
    exact = [turns.is_met(number) for number in range(len(turns))]

    assert any(exact)
    assert not all(exact)
    for number in (exact.index(True), exact.index(False)):
        state = game("team").start(4, turns.met(number).seed)
        for move in turns.met(number).moves:
            state = state.play(move)
        assert exact[number] == (scene_of(state).flasks == turns.scene(number).flasks)
    whole = turns_of("", 2)
    assert all(whole.is_met(number) for number in range(len(whole)))


@pytest.mark.parametrize("accepts", sampled([1.0, 0.7, 0.3], 1))
@pytest.mark.parametrize(("mode", "players"), GAMES)
def test_no_piece_is_lost_or_added_when_a_position_is_made_small(
    mode: str, players: int, accepts: float
):
    """Whatever is removed goes home, to the discard pile or to the other side of a flask."""
    chance = random.Random(7)
    turns = turns_of(mode, players)
    program = game(mode).program(players)
    spells = all_spells(game(mode), game(mode), players)
    tried = [turns.scene(n) for n in range(1, len(turns), len(turns) // 6)]
    changed: set[str] = set()
    for scene in (*tried, *turns.made_up(24, spells, ())):
        before = pieces(scene, program.board.letters)
        steps: list[Table] = []

        def shows(small: Table, line: Line) -> bool:
            assert before == pieces(small, program.board.letters)  # noqa: B023  called in this round
            assert small.board.wizards[small.active] or not scene.board.wizards[small.active]  # noqa: B023
            steps.append(small)  # noqa: B023
            return chance.random() < accepts

        small, _ = shrink(scene, ("discard",), shows, program, turns.scene(0))
        assert before == pieces(small, program.board.letters)
        for each in (*steps, small):
            changed |= {
                name for name in ("board", "home", "flasks", "hands", "spells")
                if getattr(each, name) != getattr(scene, name)
            }  # fmt: skip
    assert {"board", "home", "flasks", "hands", "spells"} == changed


def test_all_that_can_go_goes():
    """If anything shows the difference, one wizard, one card of the player on turn and no full flask are left."""
    turns = turns_of("", 2)
    program = game("").program(2)
    scene = next(s for s in map(turns.scene, range(5, len(turns))) if all(f[1] for f in s.flasks))

    small, line = shrink(scene, ("discard",), lambda *_: True, program, turns.scene(0))

    assert {scene.active: 1} == dict(small.board.wizards)
    assert [4, 5] == sorted(small.home)
    assert ((6, 0, 0), (6, 0, 0)) == small.flasks
    cards = dict(zip(program.board.letters, map(len, small.hands), strict=True))
    assert {"b": 0, "y": 0} | {small.active: 1} == cards
    assert () == small.spells
    assert () == line


def moved(scene: Table, letters: str, **more: int) -> Table:
    """Return a scene with so many more wizards at home or empty flasks of the first player."""
    home = (scene.home[0] + more.get("home", 0), *scene.home[1:])
    (empty, full, spent), *rest = scene.flasks
    flasks = ((empty + more.get("flasks", 0), full, spent), *rest)
    return evolve(scene, home=home, flasks=flasks)


@pytest.mark.parametrize("decision", ["", "unknown"])
def test_a_position_with_too_many_pieces_is_none_of_the_game(decision: str):
    """One wizard or flask more than the set-up gives, or a card more than the deck has."""
    capstone = game("")
    scene = RandomTurns(capstone, 2).scene(0)
    if decision:  # set up as rules begin a turn, not as a turn of a random game
        scene = evolve(scene, decision=decision)
    letters = capstone.program(2).board.letters
    assert set_up(capstone, scene) is not None

    assert set_up_data(capstone, moved(scene, letters, home=1)) is None
    assert set_up_data(capstone, moved(scene, letters, flasks=1)) is None
    stack = scene.board.spaces[9]
    board = (*scene.board.spaces[:9], stack.with_top("b"), *scene.board.spaces[10:])
    assert set_up_data(capstone, evolve(scene, board=Board(board))) is None
    # Of td3 there is one.
    for hands in ((("td3", "td3"), ("t1",)), (("td3",), ("td3",))):
        many = scene.with_deck(evolve(scene.deck, hands=hands))
        assert set_up_data(capstone, many) is None
    bare = scene.with_hands(((), ()))
    pile = list(bare.deck.draw_pile)
    pile.remove("td3")
    one = bare.with_deck(evolve(bare.deck, hands=(("td3",), ()), draw_pile=tuple(pile)))
    assert set_up_data(capstone, one) is not None


def test_rules_may_bring_more_pieces_into_play():
    """With a rule that takes flasks and places wizards, later turns have more of both."""
    rich = load(SourceFile("rich.wtr", RICH))
    turns = RandomTurns(rich, 2)
    late = next(s for s in map(turns.scene, range(len(turns))) if sum(s.flasks[0]) > 8)

    assert set_up_data(rich, late) is not None
    assert late.board.wizards["b"] + late.home[0] > 3
    # As many wizards as the box has, and no more.
    more = 5 - late.board.wizards["b"] - late.home[0]
    assert set_up_data(rich, moved(late, "by", home=more)) is not None
    assert set_up_data(rich, moved(late, "by", home=more + 1)) is None


RICH = """ruleset rich {
  extends en-capstone

  override table supply {
    players | wizards | flasks
    2       | 3       | 6
    3, 4    | 3       | 5
    5, 6    | 3       | 4
  }

  rule market {
    on   turn begins
    do   take 1 flask for active
    do   place wizard of active on top of space 12
  }
}
"""
