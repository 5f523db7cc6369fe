"""Game files: written, read and played again, also when somebody has spoilt them."""

from __future__ import annotations

import pytest

from tests.game.helpers import Trial, game
from wtrules.game.load import load
from wtrules.game.playthrough import (
    MAX_SEED,
    GameFault,
    History,
    Playthrough,
    parse_game,
    record,
    replay,
    result_text,
)
from wtrules.source import SourceFile

CHOICES = tuple(range(0, 30_000, 7))
HEAD = "ruleset: en-capstone\nplayers: 2\nseed: 7\n"


def text_of(players: int = 2, seed: int = 7, moves: int = 40) -> str:
    """Return a game file with so many moves."""
    return record(Trial("en-capstone", players, seed, CHOICES[:moves]).history())


def read(text: str) -> Playthrough:
    """Return the game a text holds."""
    found = parse_game(text)
    assert isinstance(found, Playthrough), found
    return found


def faults(text: str) -> tuple[GameFault, ...]:
    """Return what is wrong with a text."""
    found = parse_game(text)
    assert isinstance(found, tuple), found
    return found


# --- there and back ---


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_game_replays_exactly(players: int):
    """Rules, seed and moves are the whole game: every position comes again, to the last number."""
    history = Trial("every-spell", players, 11, CHOICES).history()
    again = replay(game("every-spell"), read(record(history)))

    assert history.state.is_over
    assert again.stop is None
    assert () == again.warnings
    assert again.agrees is True
    assert [state.data for state in history.states] == [state.data for state in again.states]
    assert again.history is not None
    assert record(history) == record(again.history)


def test_a_game_file_can_be_read_by_people():
    """The head, then the moves turn by turn, then how it ended."""
    lines = text_of(moves=6).split("\n")

    assert ["ruleset: en-capstone", f"hash: {game().hash}", "players: 2", "seed: 7"] == lines[:4]
    assert ["", "# turn 1: blue"] == lines[4:6]
    assert "result: open" == lines[-2]
    assert "# turn 2: yellow" in lines


def test_comments_blank_lines_and_blanks_do_not_matter():
    """People write notes into a game file."""
    plain = text_of(moves=12)
    noted = ["# Friday, at Anna's", *plain.replace("players: 2", "players:2 # us two").split("\n")]
    noted = [f"  {line}  # !" if line.startswith(("tower", "wizard")) else line for line in noted]
    noted.insert(-4, "")

    assert read(plain) == read("\n".join(noted))


def test_an_open_game_is_told_from_a_finished_one():
    """`open` while it goes on; the outcome and the winners' letters once it is over."""
    history = Trial("en-capstone", 2, 3, CHOICES).history()

    assert "open" == result_text(history.states[5])
    outcome, *letters = result_text(history.state).split()
    assert outcome in ("won", "stalled")
    assert set(letters) <= {"b", "y"}


def test_taking_back_leads_to_the_same_position():
    """A history goes back as far as one likes, and no further than the beginning."""
    history = Trial("en-capstone", 2, 3, CHOICES[:9]).history()
    before = history.states[4]
    history.undo(5)

    assert before is history.state
    assert 4 == len(history.moves)
    history.undo(99)
    assert [] == history.moves
    assert 1 == len(history.states)


def test_variants_and_a_path_are_kept():
    """The head names what has to be loaded, and who sat there."""
    rules = "ruleset fast { extends en-capstone variant hurry { override turn.actions = 3 } }"
    fast = load(SourceFile("fast.wtr", rules), ["hurry"])
    text = record(History.begin(fast, 2, 1), ruleset="rules/fast.wtr", seats=["human", "greedy"])
    found = read(text)

    assert ("rules/fast.wtr", ("hurry",), ("human", "greedy")) == (
        found.ruleset,
        found.variants,
        found.seats,
    )


# --- spoilt files ---


def test_an_edited_move_is_found():
    """The first move that is not legal is named: number, line, words, reason."""
    lines = text_of().split("\n")
    numbers = [i for i, line in enumerate(lines) if line.startswith("tower")]
    lines[numbers[1]] = "tower s99"
    stop = replay(game(), read("\n".join(lines))).stop

    assert stop is not None
    assert (numbers[1] + 1, "tower s99") == (stop.line, stop.text)
    assert "s99" in stop.reason


def test_a_missing_move_is_found_where_it_starts_to_matter():
    """What follows belongs to another position."""
    text = text_of()
    gone = text.replace("\ncard ", "\n# ", 1)
    stop = replay(game(), read(gone)).stop

    assert stop is not None
    assert 1 == stop.number
    assert "turn.action" == stop.rule


def test_a_move_after_the_end_is_found():
    """Nobody plays on when the game is over."""
    history = Trial("en-capstone", 2, 3, CHOICES).history()
    text = record(history).replace("\nresult:", "\npass\nresult:")
    stop = replay(game(), read(text)).stop

    assert stop is not None
    assert len(history.moves) + 1 == stop.number
    assert "the game is over" in stop.reason


@pytest.mark.parametrize("cut", range(0, 300, 7))
def test_a_truncated_file_is_never_taken_for_a_whole_one(cut: int):
    """Wherever it is cut: a fault, an illegal move, or a warning that the end is missing."""
    text = text_of(moves=30)
    found = parse_game(text[:cut])
    if isinstance(found, Playthrough):
        again = replay(game(), found)

        assert again.stop is not None or any("cut short" in each for each in again.warnings)
    else:
        assert found


def test_a_wrong_result_is_noticed():
    """The file says who won; the game knows better."""
    history = Trial("en-capstone", 2, 3, CHOICES).history()
    right = result_text(history.state)
    text = record(history).replace(f"result: {right}", "result: won b, y, q")
    again = replay(game(), read(text))

    assert again.stop is None
    assert again.agrees is False
    assert right == again.result


# --- other rules ---


def test_other_rules_are_named_and_played_as_far_as_they_go():
    """A differing hash is a warning, not an end: the first illegal move is the end."""
    crowded = "ruleset tight { extends en-capstone override board.capacity = 3 }"
    tight = load(SourceFile("tight.wtr", crowded))
    again = replay(tight, read(text_of(players=6, seed=5, moves=400)))

    assert [w for w in again.warnings if game().hash in w and tight.hash in w]
    assert again.stop is not None
    assert again.stop.number > 1
    assert "move.wizard.capacity" == again.stop.rule
    assert again.stop.number == len(again.states)


def test_rules_that_differ_elsewhere_play_the_same_game():
    """What a game never touches does not stop it."""
    renamed = load(
        SourceFile("same.wtr", "ruleset same { extends en-capstone remove spell piggyback }")
    )
    again = replay(renamed, read(text_of()))

    assert again.stop is None
    assert 1 == len(again.warnings)


@pytest.mark.parametrize("players", [0, 1, 7, 64])
def test_an_unsupported_player_count_stops_before_the_first_move(players: int):
    """The line that asks for it is named."""
    again = replay(game(), read(HEAD.replace("players: 2", f"players: {players}")))

    assert again.stop is not None
    assert (0, 2) == (again.stop.number, again.stop.line)
    assert f"2, 3, 4, 5, 6 players, not {players}" in again.stop.reason
    assert () == again.states
    assert again.result is None


# --- what is no game file ---


def test_the_largest_seed_is_a_seed():
    """Seeds have 64 bits, and all of them are written down."""
    again = replay(game(), read(HEAD.replace("seed: 7", f"seed: {MAX_SEED}")))

    assert again.stop is None
    assert 1 == len(again.states)
    assert again.history is not None
    assert f"seed: {MAX_SEED}\n" in record(again.history)


@pytest.mark.parametrize("seed", [MAX_SEED + 1, -1, "1.5", "seven", "²", "0x10", "1" * 5000])
def test_a_seed_out_of_range_is_refused(seed: object):
    """The message gives the line and the column of the number."""
    (fault,) = faults(HEAD.replace("seed: 7", f"seed: {seed}"))

    assert (3, 7) == (fault.line, fault.column)
    assert f"from 0 to {MAX_SEED}" in fault.message
    assert len(fault.message) < 200


def test_all_faults_are_told_at_once():
    """Each with its place."""
    found = faults("rulest: en-capstone\nplayers: two\nseed:\nseed: 4\nhello\n\nhash: 3\npass\n")
    places = [(fault.line, fault.column, fault.message) for fault in found]

    assert [
        (1, 1, "a game file has no line `rulest:`"),
        (1, 1, "the line `ruleset: …` is missing"),
        (2, 10, "`two` is not a number of players"),
        (3, 1, "`seed:` has no value"),
        (4, 1, "`seed:` is already given in line 3"),
        (5, 1, "`hello` should be `name: value`"),
        (7, 1, "`hash:` belongs at the top, before the blank line"),
    ] == sorted(places)
    assert "did you mean `ruleset:`?" in [fault.help for fault in found]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n\n",
        "# nothing\n",
        "hello",
        "ruleset core { }",
        "\x00\x01\x02",
        "PK\x03\x04 \x1b[31m",
    ],
)
def test_a_text_that_is_no_game(text: str):
    """One or two clear lines, nothing that would upset a terminal."""
    found = faults(text)

    assert 1 <= len(found) <= 2
    assert all(fault.message.isprintable() for fault in found)


def test_moves_behind_the_result_are_no_game():
    """The result is the last word."""
    (fault,) = faults(HEAD + "\npass\nresult: open\npass\n")

    assert 7 == fault.line
    assert "after the result" in fault.message


def test_a_very_long_move_is_answered_shortly():
    """Nobody wants to read it twice."""
    stop = replay(game(), read(HEAD + f"\n{'wizard ' * 2000}\n")).stop

    assert stop is not None
    assert len(stop.reason) < 200


# --- games that begin with a position ---

FINISHING = "K/R/N/R/N/R/N/R/N/R/./././././b b home=4,0 flasks=6.0.0,6.0.0 hands=w1,t2"


def test_a_game_begins_with_a_position():
    """A position takes the place of players and seed; the file says so and replays."""
    history = History.begin_at(load("en-capstone"), FINISHING)
    for _ in range(2):
        history.play(history.state.legal_moves[0])
    text = record(history)

    assert f"position: {FINISHING}\n" in text
    assert "seed:" not in text
    again = replay(load("en-capstone"), read(text))
    assert again.stop is None
    assert history.state.data == again.states[-1].data


def test_a_position_that_does_not_fit_the_rules():
    """The game cannot be started, and the line of the position is named."""
    again = replay(load("en-capstone"), read("ruleset: en-capstone\nposition: K/q b\n\ncard w1\n"))

    assert again.stop is not None
    assert (0, 2) == (again.stop.number, again.stop.line)
