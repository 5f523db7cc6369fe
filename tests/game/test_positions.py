"""What a position line says is checked once; what passes can be played on both back ends."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import wtrules
from tests.game.broken_lines import broken
from tests.modes import EDITIONS, modes
from tests.positions import short_position
from tests.sampling import sampled
from wtrules.backends.reference import EndlessPlay
from wtrules.game.game import Game, State
from wtrules.game.load import load
from wtrules.position.faults import BadPosition
from wtrules.program.program import Program
from wtrules.source import SourceFile
from wtrules.texts.phrases import in_language

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted(path.stem for path in (ROOT / "examples").glob("*.wtr"))
WAYS_TO_PLAY = ["+".join((edition, *mode)) for edition in EDITIONS for mode in modes(edition)]
TRICKY = [  # many decisions within a turn, and many memories
    "en-capstone", "en-capstone+nasty", "en-abacus-24+nasty", "en-capstone+team",
    "en-capstone+coop+coop_spells", "en-capstone+solo+solo_spells",
]  # fmt: skip


@cache
def game(name: str) -> Game:
    return wtrules.load(name)


def random_states(name: str, seed: int, many: int) -> list[State]:
    """Positions from random games of a ruleset."""
    chance = random.Random(seed)
    found = []
    while len(found) < many:
        state = game(name).start(chance.choice(game(name).players), chance.randrange(1000))
        for _ in range(chance.randrange(120)):
            if state.is_over:
                break
            state = state.play(chance.choice(state.options))
        found.append(state)
    return found


# --- lines that are right ------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*sampled(WAYS_TO_PLAY, 6), *sampled(EXAMPLES, 4)])
def test_every_position_of_a_game_is_read_back(name: str):
    """Whatever happens in a game, its line says all of it, and nothing in it is out of range."""
    chance = random.Random(3)
    for state in random_states(name, seed=1, many=2):
        for _ in range(25):
            again = state.game.position(str(state))
            assert (state, state.options) == (again, again.options)
            if state.is_over:
                break
            state = state.play(chance.choice(state.options))


def random_board(program: Program, supply: list[int], chance: random.Random) -> str:
    """Return a board with some of the towers and wizards of a game."""
    spaces = [[""] for _ in range(program.board.spaces)]
    for _, shield in program.board.towers:
        if chance.random() < 0.8:
            spaces[chance.randrange(program.board.spaces)].append("R" if shield else "N")
    castle = chance.randrange(program.board.spaces)
    surfaces = [
        (stack, level)
        for space, stack in enumerate(spaces)
        for level in range(len(stack))
        if (space, level) != (castle, len(stack) - 1)
    ]
    for letter, number in zip(program.board.letters, supply, strict=True):
        for _ in range(chance.randint(0, number)):
            stack, level = chance.choice(surfaces)
            if len(stack[level].strip("NR")) < (program.board.capacity or 99):
                stack[level] += letter
    spaces[castle].append("K")
    return "/".join("".join(stack) or "." for stack in spaces)


@pytest.mark.parametrize("name", [*sampled(WAYS_TO_PLAY, 6), *sampled(EXAMPLES, 4)])
def test_a_board_is_its_own_full_line(name: str):
    """A board that can be played is written as a full line, which is the same position."""
    chance = random.Random(5)
    for players in game(name).players:
        start = game(name).start(players, 0)
        for _ in range(6):
            board = random_board(start.program, start.numbers("wizards"), chance)
            seat = chance.randrange(players)
            state = short_position(game(name), board, seat, players=players)
            again = game(name).position(str(state))
            assert (state, state.options) == (again, again.options)


def test_towers_may_be_missing():
    """A sketch of a board has fewer towers; its full line is read all the same."""
    board = "K/././RbrgNygRbyr/Nr/Rbg/./Rbyg/N/././Nyr/./././."
    state = short_position(game("en-capstone+nasty"), board, "y")

    assert state == game("en-capstone+nasty").position(str(state))


# --- lines that are not --------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", [*TRICKY, *sampled(EXAMPLES, 2)])
def test_a_broken_line_is_refused_or_can_be_played(name: str):
    """Whatever is changed in a line, there is an error in words, or both back ends play it alike."""
    chance = random.Random(name)
    outcomes = {True: 0, False: 0}
    for state in random_states(name, seed=9, many=8):
        for _ in range(10):
            line = broken(str(state), state.program, chance)
            try:
                read = game(name).position(line)
            except BadPosition as error:
                outcomes[False] += bool(error.faults)
            else:
                play_on_both(read, chance)
                outcomes[True] += 1
    assert all(outcomes.values())


def play_on_both(state: State, chance: random.Random) -> None:
    """Play random moves on both back ends."""
    assert state == state.game.position(str(state))
    native = state.game.native(state.players)
    data, options = state.data[:], state.options
    assert options == native.options(data)
    for _ in range(15):
        if not options:
            break
        option, twin = chance.choice(options), data[:]
        try:
            options = state.engine.play(data, option)
        except EndlessPlay:
            with pytest.raises(EndlessPlay):
                native.play(twin, option)
            break
        assert options == native.play(twin, option)
        assert data == twin
        assert str(State(state.game, state.engine, data, options))


LINE = (
    "K/R/N/Rb/N/R/N/R/N/R/./././././. b home=4,5 flasks=6.0.0,6.0.0 hands=w1.w3,w3 "
    "memory=open:7,carrier:-1,destination:-1 at=turn.action.either frame=16:1 rng=0"
)


def full_line() -> str:
    """The line of a turn with all its fields."""
    bare = LINE.replace(" memory=open:7,carrier:-1,destination:-1 at=turn.action.either", "")
    line = str(game("en-capstone").position(bare.replace(" frame=16:1", "")))
    return f"{line} roll=3"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (" b home", " home", "who decides is missing"),
        (" b home", " b y home", "who decides is given twice"),
        (" b home", " r home", "`r` is not a player here"),
        ("home=4,5", "home=5,5", "6 blue wizards on the board and at home; the box has 5"),
        ("home=4,5", "home=4,5 home=4,5", "`home=` is given twice"),
        ("home=4,5", "home=4,5,0", "wizards at home are given for 3 players, not 2"),
        (
            "flasks=6.0.0,6.0.0",
            "flasks=6.0.0",
            "`flasks=` is for 1 player, but the game is for 2, 3, 4, 5, 6",
        ),
        ("flasks=6.0.0", "flasks=6.0", "`6.0` should be `empty.full.spent`"),
        ("hands=w1.w3", "hands=w1.w1", "there are 4 cards `w1` in the deck, but 5 here"),
        ("hands=w1.w3", "hands=w1.zz", "there is no card `zz`"),
        ("roll=3", "roll=7", "`roll` of `roll=` should be a number from 0 to 6, not 7"),
        ("carrier:-1", "carrier:320", "`carrier` of `memory=` should be a number from -1 to 319"),
        ("carrier:-1", "carrier:-1,carrier:2", "`carrier` is given twice"),
        ("carrier:-1", "carier:-1", "there is no memory called `carier`"),
        ("open:7", "open:16", "`open` of `memory=` should be a number from 0 to 15, not 16"),
        ("frame=16:1", "frame=11:9", "`11` of `frame=` should be a number from 0 to 1, not 9"),
        ("frame=16:1", "frame=16:1,16:2", "`16` is given twice"),
        ("frame=16:1", "frame=999:1", "`999` should be a number of at most"),
        ("at=turn.action.either", "at=nowhere", "there is no decision called `nowhere`"),
        (" at=turn.action.either", "", "no rule is waiting for a decision: `at=` is missing"),
        ("at=turn.action.either", "at=spell.offer.may", "`spell.offer.may` has no options here"),
        ("rng=0000000000000000", "rng=1_0", "`rng=` needs up to sixteen hexadecimal digits"),
        ("K/R/N", "K/R/NN", "the game has 4 towers without a shield, this board has 5"),
        ("/Rb/", "/Rbbbbbb/", "6 blue wizards are more than the box holds"),
    ],
)
def test_what_is_wrong_is_said(old: str, new: str, words: str):
    """Each field has its own mistakes."""
    line = full_line()
    assert old in line
    with pytest.raises(BadPosition) as caught:
        game("en-capstone").position(line.replace(old, new, 1))

    assert words in str(caught.value)


def test_each_wrong_part_is_marked():
    """Two unknown spells, or two bad hands, are marked where they are."""
    start = str(game("en-capstone").start(2, 0))
    for field, parts in (("spells", ("fly", "swim")), ("hands", ("zz", "qq"))):
        line = re.sub(rf"\b{field}=\S+", f"{field}={','.join(parts)}", start)
        with pytest.raises(BadPosition) as caught:
            game("en-capstone").position(line)
        found = [line[fault.offset : fault.offset + fault.length] for fault in caught.value.faults]
        assert list(parts) == found


def test_a_bad_position_is_a_value_error():
    """Python code can wait for the usual exception."""
    with pytest.raises(ValueError, match="`flasks=` is"):
        game("en-capstone").position("")


def test_a_finished_game_without_an_outcome_is_read_back():
    """Its line is not mistaken for the beginning of a turn."""
    state = game("en-capstone").start(2, 0)
    data = state.data[:]
    for field in state.program.fields.values():
        if field.role in ("memory", "moment", "frame") or field.name in ("at", "outcome"):
            data[field.offset : field.offset + field.size] = [0] * field.size
    over = State(state.game, state.engine, data, [])

    assert over == state.game.position(str(over))
    assert state.game.position(str(over)).is_over


@pytest.mark.parametrize(
    "line",
    [
        "K/" * 30_000 + " b flasks=6.0.0,6.0.0 hands=-,-",
        "K b flasks=6.0.0,6.0.0 hands=-,- pile=" + "zz." * 90_000,
        "K b flasks=6.0.0,6.0.0 hands=-,- pile=" + "9999*w1." * 30_000,
        "K b flasks=6.0.0,6.0.0 hands=-,- memory=" + "open:7," * 30_000,
        "K b flasks=6.0.0,6.0.0 hands=-,- frame=" + "1:1," * 60_000,
        "K b flasks=6.0.0,6.0.0 hands=-,- " + "x=1 " * 60_000,
        "K b flasks=6.0.0,6.0.0 hands=-,- " * 60_000,
    ],
    ids=["board", "cards", "many cards", "memory", "frame", "fields", "lines"],
)
def test_a_very_long_line(line: str):
    """However much is wrong, the message stays short."""
    with pytest.raises(BadPosition) as caught:
        game("en-capstone").position(line)

    assert len(str(caught.value)) < 20_000


ENDLESS = """
ruleset endless {
  extends en-capstone
  memory weight = 0
  rule weigh { on turn begins  repeat full_flasks of active times { set weight = weight + 1 } }
}
"""


def test_rules_that_never_reach_a_decision():
    """A billion flasks to be counted are too many."""
    house = wtrules.load(SourceFile("endless.wtr", ENDLESS))
    line = "K/R/N/Rb/N/R/N/R/N/R/./././././. b home=4,5 flasks=0.999999999.0,6.0.0 hands=w1,w3"

    with pytest.raises(BadPosition, match="the rules never reach a decision from here"):
        house.position(line)


@pytest.mark.slow
@pytest.mark.parametrize("riders", [1_000_000_000, -7])
def test_impossible_groups(riders: int):
    """A memory of riders may hold any number; only wizards that are there ride along."""
    chance = random.Random(2)
    tried = 0
    for state in random_states("en-abacus-24+nasty", seed=4, many=60):
        if not state.is_over and "memory=" in str(state) and "riders" not in str(state):
            line = str(state).replace("memory=", f"memory=riders/*:{riders},")
            play_on_both(state.game.position(line), chance)
            tried += 1
    assert tried


FAULTY = [
    line
    for line in Path(__file__).with_name("faulty_positions.txt").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
]


def test_what_is_said_of_positions(snapshot: SnapshotAssertion):
    """Each mistake is reported with its place and what to do, in both languages."""
    game = load("en-capstone")
    rows = []
    for line in FAULTY:
        rest = ("flasks=6.0.0,6.0.0", "hands=w1,w2")
        line = " ".join([line, *(each for each in rest if each[:5] not in line)])
        rows.append(line)
        try:
            game.position(line)
        except BadPosition as error:
            for fault in error.faults:
                width = "^" * max(1, min(fault.length, 60))
                rows.append(f"{' ' * fault.offset}{width} {fault.code}: {fault.message}")
                rows.append(f"    de: {in_language(fault.message, 'de')}")
                if fault.help:
                    rows.append(f"    {fault.help} / {in_language(fault.help, 'de')}")
        else:
            rows.append("    fine")
    assert snapshot == "\n".join(rows) + "\n"
