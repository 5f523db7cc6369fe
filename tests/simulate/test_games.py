"""Records of native games against the same games played move by move."""

from __future__ import annotations

import threading
from functools import cache
from itertools import pairwise

import pytest
from attrs import evolve

from wtrules.backends.reference import Reference
from wtrules.game.game import Game
from wtrules.game.load import load
from wtrules.simulate.counting import counting
from wtrules.simulate.games import Arena, Stopped, Table, arena
from wtrules.simulate.plan import Chunk
from wtrules.simulate.run import Tables, play_chunk

MASK = (1 << 64) - 1


@cache
def game(ruleset: str) -> Game:
    return load(ruleset)


@cache
def random_arena(ruleset: str, players: int) -> Arena:
    return arena(game(ruleset).program(players), ["random"], game(ruleset).open_hands)


def rows(one: Arena, records: bytes) -> list[dict[str, int]]:
    """Return records as rows with names."""
    numbers = memoryview(records).cast("i").tolist()
    size = len(one.columns)
    return [
        dict(zip(one.columns, numbers[i : i + size], strict=True))
        for i in range(0, len(numbers), size)
    ]


class Chance:
    """SplitMix64, written once more."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def below(self, n: int) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
        z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
        return ((z ^ z >> 31) >> 32) * n >> 32


@pytest.mark.parametrize(
    ("ruleset", "players"),
    [
        ("en-capstone", 2),
        ("en-capstone+nasty", 3),
        ("en-capstone+coop", 2),
        ("en-capstone+solo", 1),
    ],
)
def test_a_record_tells_what_happened(ruleset: str, players: int) -> None:
    """Every count equals what somebody sees who plays the same game move by move."""
    one = random_arena(ruleset, players)
    seed = 99
    [row] = rows(one, Table(one).play(seed, 0, 1, 3000)[0])

    chance = Chance(seed ^ 0xD1B54A32D192ED03)
    state = game(ruleset).start(players, seed)
    decisions, casts, filled, homes, castles = 0, 0, 0, 0, 0
    seen = [state]
    while not state.is_over and decisions < 3000:
        move = state.move(state.options[chance.below(len(state.options))])
        casts += move.text.startswith("cast ")
        state = state.play(move)
        decisions += 1
        seen.append(state)
    for a, b in pairwise(seen):
        castles += a.numbers("castle") != b.numbers("castle")
        filled += sum(b.numbers("full") + b.numbers("spent")) - sum(
            a.numbers("full") + a.numbers("spent")
        )
        homes += sum(b.numbers("home")) - sum(a.numbers("home"))

    assert decisions == row["decisions"]
    assert casts == sum(count for name, count in row.items() if name.startswith("cast "))
    assert (filled, homes) == (row["filled"], row["entered"])
    assert castles <= row["castle"] <= castles + homes
    assert state.numbers("winner") == [row[f"winner.{seat}"] for seat in range(players)]
    assert state.numbers("outcome")[0] == row["outcome"]
    assert int(not state.is_over) == row["cut"]


@pytest.mark.slow
def test_cards_are_counted_when_they_are_played() -> None:
    """Only those that were asked for; the games are the same."""
    ruleset = "examples/swap-cards.wtr"
    plain = random_arena(ruleset, 2)
    one = arena(game(ruleset).program(2), ["random"], False, cards=("x", "w9"))
    row, *_ = found = rows(one, Table(one).play(99, 0, 4, 3000)[0])

    chance = Chance(99 ^ 0xD1B54A32D192ED03)
    state = game(ruleset).start(2, 99)
    played = 0
    while not state.is_over:
        move = state.move(state.options[chance.below(len(state.options))])
        played += move.text == "card x"
        state = state.play(move)
    assert played == row["card x"] > 0
    assert ["card x"] == [name for name in one.columns if name.startswith("card ")]
    for row in found:
        row["other"] += row.pop("card x")
    assert rows(plain, Table(plain).play(99, 0, 4, 3000)[0]) == found


def test_counting_changes_no_game() -> None:
    """A program with counters plays on like the one without, and counts turns and rounds."""
    program = game("en-capstone").program(3)
    plain, counted = Reference(program), Reference(counting(program))
    state, options = plain.start(4)
    twin, twin_options = counted.start(4)
    turns = counted.program.fields["count_turns"].offset
    active = program.fields["active"].offset
    chance = Chance(5)
    changes, last = 1, 0
    while options:
        if state[active] != last:
            changes, last = changes + 1, state[active]
        assert options == twin_options
        assert state == twin[: program.size]
        assert changes == twin[turns]
        option = options[chance.below(len(options))]
        options, twin_options = plain.play(state, option), counted.play(twin, option)
    rounds = counted.program.fields["count_rounds"].offset
    assert -(-twin[turns] // 3) == twin[rounds]


def test_a_card_that_moves_nothing_is_a_dead_end() -> None:
    """Each counted dead end is a card played after which nothing was asked about it."""
    one = random_arena("en-capstone", 2)
    found = rows(one, Table(one).play(3, 0, 20, 3000)[0])

    assert any(row["stuck"] for row in found)
    assert all(row["stuck"] <= row["decisions"] for row in found)


def test_a_game_depends_on_its_number_alone() -> None:
    """In one chunk or in several, the records are the same."""
    one = random_arena("en-capstone", 2)
    whole = Table(one).play(7, 0, 12, 3000)[0]
    parts = [Table(one).play(7, first, 4, 3000)[0] for first in (8, 0, 4)]

    assert whole == parts[1] + parts[2] + parts[0]


def test_a_game_that_takes_too_long_is_cut_off() -> None:
    """It is counted as such, and nobody has won it."""
    one = random_arena("en-capstone", 2)
    [row] = rows(one, Table(one).play(0, 0, 1, 40)[0])

    assert (1, 40, 0, 0) == (row["cut"], row["decisions"], row["winner.0"], row["winner.1"])


def test_bots_change_seats_with_every_game() -> None:
    """Two bots in three seats: greedy, random, greedy, then everybody moves on."""
    one = arena(game("en-capstone").program(3), ["greedy", "random"], False)
    found = rows(one, Table(one).play(0, 0, 3, 10)[0])

    seats = [[row[f"bot.{seat}"] for seat in range(3)] for row in found]
    assert [[1, 0, 1], [0, 1, 1], [1, 1, 0]] == seats


def test_a_ruleset_held_against_itself_never_differs() -> None:
    """The same seeds give the same games, turn by turn."""
    one = random_arena("en-capstone", 2)
    played = play_chunk((one, one), 5, 3000, Chunk(2, 0, 8))

    assert (0,) * 8 == played.partings
    assert played.records[0] == played.records[1]


def test_another_track_parts_no_game_by_itself() -> None:
    """A shield elsewhere matters once the castle comes there, which takes it more than two turns."""
    from wtrules.source import SourceFile

    text = "ruleset shield {\n  extends en-capstone\n  override board.shields = 0, 4, 8, 13\n}\n"
    shield = load(SourceFile("shield.wtr", text))
    pair = (arena(shield.program(2), ["random"], False), random_arena("en-capstone", 2))
    played = play_chunk(pair, 5, 3000, Chunk(2, 0, 8))

    assert any(played.partings)
    assert not {1, 2, 3} & set(played.partings)


@pytest.mark.slow
def test_a_worker_that_is_used_again_plays_what_it_is_asked_to() -> None:
    """Other bots with the same rules, and rules that only begin differently, are other games."""
    from wtrules.source import SourceFile

    text = "ruleset en-capstone-2 {\n  extends en-capstone\n  override board.shields = 0, 4, 8, 13\n}\n"
    begun = arena(load(SourceFile("begun.wtr", text)).program(2), ["random"], False)
    dull = random_arena("en-capstone", 2)
    clever = arena(game("en-capstone").program(2), ["greedy"], False)
    assert dull.module == clever.module
    kept = Tables()
    for one in (dull, clever, begun, dull):
        again = play_chunk((one,), 5, 300, Chunk(2, 0, 4), kept)
        assert play_chunk((one,), 5, 300, Chunk(2, 0, 4)).records == again.records


@pytest.mark.parametrize(
    "change",
    [{"initial": b"1"}, {"lineup": ("greedy",)}, {"module": b"1"}, {"addresses": {"stop": 4}}],
)
def test_what_decides_a_game_is_in_the_fingerprint(change: dict[str, object]) -> None:
    """Whatever differs between two arenas, a worker must not take one for the other."""
    one = random_arena("en-capstone", 2)

    assert one.fingerprint == evolve(one).fingerprint
    assert one.fingerprint != evolve(one, **change).fingerprint


def test_games_part_when_the_rules_first_matter() -> None:
    """With one action instead of two, games part in the second turn at the latest."""
    from wtrules.source import SourceFile

    text = "ruleset short {\n  extends en-capstone\n  override turn.actions = 1\n}\n"
    short = load(SourceFile("short.wtr", text))
    pair = (arena(short.program(2), ["random"], False), random_arena("en-capstone", 2))
    played = play_chunk(pair, 5, 3000, Chunk(2, 0, 8))

    # The first turn begins the same; after a card played in it, the second begins differently.
    assert set(played.partings) <= {2, 3, 4}


@pytest.mark.slow
def test_what_nobody_waits_for_is_broken_off() -> None:
    """A long chunk stops at once when asked to, and returns no half-played games."""
    one = arena(game("en-capstone").program(6), ["mcts"], False)
    table = Table(one)
    timer = threading.Timer(0.3, table.stop)
    timer.start()
    with pytest.raises(Stopped):
        table.play(1, 0, 1000, 20_000)


def test_the_same_word_of_two_rules_is_counted_apart() -> None:
    """In team play one accepts a roll, and one accepts a card."""
    found = random_arena("en-capstone+team", 4).columns

    assert {"option dice.rolls.accept", "option team.partner_offers.accept"} <= set(found)


@pytest.mark.slow
def test_every_bot_has_its_own_descents() -> None:
    """`mcts` makes 400 of them, whatever another bot of the line-up is allowed."""

    def final(bots: list[str]) -> list[dict[str, int]]:
        one = arena(game("en-capstone").program(2), bots, False)
        found = rows(one, Table(one).play(5, 0, 1, 3000)[0])
        return [{k: v for k, v in row.items() if not k.startswith("bot.")} for row in found]

    assert final(["mcts", "mcts:500"]) == final(["mcts:400", "mcts:500"])
    assert final(["mcts", "mcts:500"]) != final(["mcts", "mcts"])
