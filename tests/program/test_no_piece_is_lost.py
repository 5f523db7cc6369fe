"""Whatever house rules do with places that are gone, no piece is lost and none is made."""

from __future__ import annotations

import random
from functools import cache

import pytest

from tests.backends.trails import Trails
from tests.sampling import sampled
from wtrules.game.game import Game, State
from wtrules.game.load import load
from wtrules.source import SourceFile

# The towers of s1 and s2 move away; what was on top of them is a place that no longer exists.
BOARD = "K/Rb/Nb/R/N/R/N/R/N/R/././y/././y"


@cache
def game(*rules: str) -> Game:
    """Return the game of a house rule."""
    body = "\n".join(rules)
    return load(SourceFile("lost.wtr", f"ruleset lost {{ extends en-capstone\n{body}\n}}"))


def after_tower(do: str) -> State:
    """Play tower s1 three spaces on, and then do something with the place `p` on top of it."""
    made = game(
        "piece dragon on space 13",
        "memory p = place",
        "rule noted { on player q plays c set p = top of space 1 }",
        f"rule used {{ on tower t lands on s {do} }}",
    )
    line = BOARD.replace("/y/././y", "/y/D/./y")
    state = made.position(f"{line} b home=3,3 flasks=6.0.0,6.0.0 hands=t3.w1.w1,w3.w3.w3")
    return state.play("card t3").play("tower s1")


@pytest.mark.parametrize(
    "do",
    [
        "do put (first wizard on space 12) on p",
        "do put castle on p",
        "do put dragon on p",
        "do put (first tower on space 6) on p",
        "do release wizard of active on p",
        "do take back (first wizard on space 12)  do place wizard of (next_player of active) on p",
        "do take back dragon  do place dragon on p",
        "do take back (first tower on space 6)  do place tower on p",
        "do take back (first tower on space 5)  do place shielded tower on p",
    ],
)
def test_a_place_that_is_gone(do: str) -> None:
    """Nothing is put on a place that no longer exists, and the rule can ask for that."""
    state = after_tower(do)
    if "take back" not in do:
        assert "K/./Nb/R/NRb/R/N/R/N/R/././y/D/./y" == state.board_text
    assert [] == faults(state)
    act = do.rpartition("do ")[2]
    before = do.removesuffix(f"do {act}")
    asked = after_tower(f"{before} if can {act} {{ do score 1 }} else {{ do score 2 }}")
    assert [2, 0] == asked.numbers("points")


def test_a_place_that_is_still_there() -> None:
    """A remembered place that exists is a place like any other."""
    state = after_tower("do put (first wizard on space 12) on ground of space of p")
    assert "K/y/Nb/R/NRb/R/N/R/N/R/./././D/./y" == state.board_text


def test_a_name_that_is_out_of_date() -> None:
    """A name may be out of date too, even the one of a loop."""
    rule = """rule r { on turn ends
      each place p where level of p = 1 {
        let t = first tower on space of p
        do take back t
        do put (first wizard on space 12) on p
      } }"""
    state = game(rule).position(f"{BOARD} b home=3,3 flasks=6.0.0,6.0.0 hands=t3.w1.w1,w3.w3.w3")
    while state.legal_moves and state.active == 0:
        state = state.play(state.options[0])
    assert [] == faults(state)
    assert 4 == sum(state.numbers("wizards")) - sum(state.numbers("home"))


def test_a_permission_sees_the_surface() -> None:
    """A rule that forbids landing is asked about the surface, if a space is named."""
    forbid = "rule f { forbid castle lands on p when level of p > 0 }"
    line = f"{BOARD} b home=3,3 flasks=6.0.0,6.0.0 hands=t3.w1.w1,w3.w3.w3"
    for rule, expected in ((forbid, 0), ("", 3)):
        made = game(rule, "rule r { on tower t lands on s do put castle on space 3 }")
        state = made.position(line).play("card t3").play("tower s5")
        assert expected == state.numbers("castle")[0]
    home = game(
        "rule f { forbid wizard w lands on p when level of p = 0 }",
        "rule r { on tower t lands on s do release wizard of active on space 11 }",
    )
    state = home.position(line).play("card t3").play("tower s5")
    assert 3 == state.numbers("home")[0]


# --- random games ----------------------------------------------------------------------------------

MEMORIES = """
  piece dragon on space 10
  piece coin 2
  memory spot = place
  memory stone = tower
  memory hero = wizard
  memory golden = tower followed
  memory nest = place followed
  memory star = wizard followed
"""
NOTES = (
    "rule note.card { on player p plays c set spot = random place set stone = random tower }",
    "rule note.hides { on tower t hides p set spot = p set hero = random wizard }",
    "rule note.leaves { on tower t leaves s set stone = t set golden = random tower }",
    "rule note.wizard { on wizard w leaves p set spot = p set hero = w set star = w }",
    "rule note.turn { on turn begins set nest = random place set spot = top of space 3 }",
)
DEEDS = (
    "do put (random wizard) on spot",
    "do put hero on spot",
    "do put star on nest",
    "do put castle on spot",
    "do put dragon on spot",
    "do put stone on spot",
    "do put golden on nest",
    "do release wizard of active on spot",
    "do take back hero",
    "do take back stone",
    "do place tower on spot",
    "do place shielded tower on nest",
    "do place wizard of active on spot",
    "do place coin on spot",
    "do take back (first piece x where x is coin)",
    "do swap stone with golden",
    "do move stone clockwise 16",
    "do move hero counterclockwise 16",
    "do move castle clockwise 1",
    "do bring star home",
    "each wizard w on spot { do put w on nest }",
    "each tower t { if level of t = 2 { do take back t } do put t on spot }",
    "each place p where level of p = 1 { do take back (first tower on space of p) do put hero on p }",
    "may { option deed  do put hero on spot do put star on spot }",
    "choose wizard w where visible else { } do put w on spot",
)
EVENTS = ("turn ends", "tower t lands on s", "wizard w lands on p", "action ends")


def made_up(seed: int, *more: str) -> Game:
    """Return a game with a few rules that use places, towers and wizards they remember."""
    choose = random.Random(seed)
    rules = list(choose.sample(NOTES, 3))
    for number, deed in enumerate(choose.sample(DEEDS, 5)):
        event = choose.choice(EVENTS)
        rules.append(f"rule deed.d{number} {{ on {event} {deed.replace(' w ', ' w2 ')} }}")
    return game(MEMORIES, *more, *rules)


def faults(state: State) -> list[str]:
    """Return what is wrong with the numbers of pieces and where they are."""
    program = state.program
    levels, players, bits = program.board.levels, program.players, program.board.bits
    heights, cells, shields = (state.numbers(name) for name in ("height", "cell", "shields"))
    found = []
    standing = [0] * players
    for surface, cell in enumerate(cells):
        space, level = divmod(surface, levels)
        if cell and level > heights[space]:
            found.append(f"wizards above the towers of space {space}")
        for player in range(players):
            standing[player] += cell >> player * bits & (1 << bits) - 1
    home, total = state.numbers("home"), state.numbers("wizards")
    if [a + b for a, b in zip(standing, home, strict=True)] != list(total):
        found.append(f"{standing} on the board, {home} at home, {total} in play")
    if not all(0 <= n <= box for n, box in zip(total, program.board.box, strict=True)):
        found.append(f"{total} wizards in play")
    if not 0 <= sum(heights) <= len(program.board.towers):
        found.append(f"{sum(heights)} towers")
    if any(bits >> height + 1 for bits, height in zip(shields, heights, strict=True)):
        found.append("a shield above all towers")
    most = sum(shield for _, shield in program.board.towers) + len(program.board.ground_shields)
    if sum(bits.bit_count() for bits in shields) > most:
        found.append("too many shields")
    for place in state.numbers("piece") if "piece" in program.fields else ():
        if place >= 0 and place % levels > heights[place // levels]:
            found.append(f"a piece is on surface {place}, which does not exist")
    if "wizard_at" in program.fields:
        there = [0] * len(cells)
        for figure, place in enumerate(state.numbers("wizard_at")):
            if place >= 0:
                there[place] += 1 << figure // program.slots * bits
        if there != list(cells):
            found.append("wizards are not where they are")
    return found


@pytest.mark.parametrize("seed", sampled(range(60), 12))
def test_random_games(seed: int) -> None:
    """In games of rules that use places that may be gone, all pieces are kept."""
    more = ("memory rank = one of novice, master for each wizard",) if seed % 3 == 0 else ()
    made = made_up(seed, *more)
    choose = random.Random(seed)
    state = made.start(2 + seed % 3, seed)
    taken = any(word in str(made.meaning.rules) for word in ("take back", "place tower"))
    for _ in range(150):
        assert [] == faults(state), str(state)
        assert taken or 9 == sum(state.numbers("height"))
        if state.is_over:
            break
        state = state.play(choose.choice(state.options))


@pytest.mark.parametrize("seed", range(4))
def test_back_ends(seed: int) -> None:
    """Both back ends play these games alike."""
    assert Trails(made_up(seed).engine(3)).first_difference(seed, 200) is None
