"""What a state shows of the memories of rules: its numbers, its line, what a seat may know."""

from __future__ import annotations

import pytest

from wtrules.game.game import Game, State
from wtrules.game.load import load
from wtrules.position.faults import BadPosition
from wtrules.source import SourceFile

TRAPS = """
  memory trapper = player for each space
  memory trapped = not yes for each space
  rule traps.first {
    on game begins
    set trapper of s3 = second_seat
    set trapper of s5 = first player
    set trapped of s5 = yes
  }
  define second_seat = next_player of first player
  define s3 = first space s where number of spaces t where t < s = 3
  define s5 = first space s where number of spaces t where t < s = 5
"""
ASIDE = """
  secret memory kept = card for each player
  rule aside {
    on turn begins
    secretly each player p clockwise from active {
      choose card c
      set kept of p = c
    }
  }
"""


def game(body: str) -> Game:
    """Return the game of a small house rule."""
    return load(SourceFile("odd.wtr", f"ruleset odd {{ extends en-capstone\n{body}\n}}"))


def memory(line: str) -> list[str]:
    """Return what a line says of memories, but for those of the shipped rules and who knows them."""
    (part,) = [part for part in line.split(" ") if part.startswith("memory=")]
    shipped = ("open:", "carrier:", "destination:", "hidden.")
    return [m for m in part.removeprefix("memory=").split(",") if not m.startswith(shipped)]


@pytest.fixture(scope="module")
def traps() -> State:
    """A game with a trap of yellow on s3 and one of blue, the first seat, on s5."""
    return game(TRAPS).start(2, seed=1)


def test_a_memory_is_read_by_its_name(traps: State):
    """Seat 1 has a trap on s3, seat 0 on s5, and nobody elsewhere."""
    expected = [-1, -1, -1, 1, -1, 0, *[-1] * 10]

    assert expected == traps.numbers("memory.trapper")
    assert expected == traps.numbers("trapper")
    assert [0] * 5 + [1] + [0] * 10 == traps.numbers("trapped")


@pytest.mark.parametrize("name", ["traper", "memory.traper"])
def test_an_unknown_name_is_answered_with_near_ones(traps: State, name: str):
    """The message for a mistyped name lists the names that exist."""
    with pytest.raises(
        ValueError, match=rf"no field called `{name}`; similar names: .*\btrapper\b"
    ):
        traps.numbers(name)


def test_a_name_like_no_other_is_answered_with_all(traps: State):
    """The names of the box and of the memories; not the places of the machinery."""
    with pytest.raises(ValueError, match=r"there are: height, .*full, .*trapper, trapped") as error:
        traps.numbers("qqqqqqqq")
    assert "turn.course" not in str(error.value)


def test_what_most_spaces_share_is_written_once(traps: State):
    """Fourteen spaces without a trap need no fourteen words."""
    expected = ["trapper/*:-1", "trapper/s3:1", "trapper/s5:0", "trapped/s5:1"]

    assert expected == memory(str(traps))
    assert traps == traps.game.position(str(traps))


def test_a_line_that_names_every_space_is_read_as_before(traps: State):
    """Lines of older games name what is not 0, space by space."""
    spelled = [f"trapper/s{i}:{v}" for i, v in enumerate(traps.numbers("trapper")) if v]
    line = str(traps).replace("trapper/*:-1,trapper/s3:1,trapper/s5:0", ",".join(spelled))

    assert len(line) > len(str(traps))
    assert traps == traps.game.position(line)


def test_a_card_put_aside_is_known_to_its_owner_alone():
    """Both have put a card aside: each sees their own, of the other only that there is one."""
    state = game(ASIDE).start(2, seed=1)
    before = {seat: state.observation(seat) for seat in (0, 1)}
    first = state.play(state.legal_moves[0])
    other = state.play(state.legal_moves[1])

    # Blue has chosen; yellow cannot tell what.
    assert first != other
    assert 1 == first.to_act == other.to_act
    assert first.observation(1) == other.observation(1)
    assert first.observation(0) != other.observation(0)
    assert before[1] != first.observation(1)

    both = first.play(first.legal_moves[0])
    mine, theirs = both.numbers("kept")
    assert [f"kept/b:{mine}", "kept/y:?"] == memory(str(both.observation(0)))
    assert ["kept/b:?", f"kept/y:{theirs}"] == memory(str(both.observation(1)))


def test_an_offered_card_is_unseen():
    """Whichever card the partner offers, nobody else can tell it from what they see."""
    state = load("en-capstone", ["team"]).start(4, seed=1).play("quiet")
    offers = [move.text for move in state.legal_moves if move.text.startswith("card ")]
    offered = [state.play(offer) for offer in offers]
    seen = [len({after.observation(seat) for after in offered}) for seat in range(4)]

    assert 2 == state.to_act
    assert len(offers) > 1
    assert [1, 1, len(offers), 1] == seen


def test_a_card_given_in_return_is_unseen():
    """Whichever card goes back, only the two partners can tell; what comes next is the same for all."""
    state = load("en-capstone", ["team"]).start(4, seed=1).play("ask")
    state = state.play(state.legal_moves[0])
    returned = [state.play(move) for move in state.legal_moves]
    seen = [len({after.observation(seat) for after in returned}) for seat in range(4)]

    assert 0 == state.to_act
    assert "team.give_back.choose" == state.decision.name
    assert len(returned) > 1
    assert [len(returned), 1, len(returned), 1] == seen


def test_what_rules_make_of_a_board_is_read_back():
    """Without `castle.entry` wizards stand beside the castle, and nothing limits how many."""
    text = "ruleset camp {\n  extends en-capstone\n  remove rule castle.entry\n  remove rule move.wizard.capacity\n}\n"
    game = load(SourceFile("camp.wtr", text))
    state = game.start(2, seed=1)
    board, rest = str(state).split(" ", 1)
    assert "K/Rbby/Nbyy/Rbby/Ny/R/N/R/N/R/./././././." == board
    crowded = f"bbyyyyyK/Rb/Nb/Rb/N/R/N/R/N/R/./././././. {rest}"

    assert crowded == str(game.position(crowded))


def test_more_wizards_than_the_box_holds_are_refused():
    """Where towers are taken back surfaces may be over-full, but eight blue wizards there never were."""
    text = "ruleset sinking {\n  extends en-capstone\n  rule sink { on round ends  do take back (first tower) }\n}\n"
    game = load(SourceFile("sinking.wtr", text))
    _, rest = str(game.start(2, seed=1)).split(" ", 1)

    with pytest.raises(BadPosition, match="8 blue wizards are more than the box holds"):
        game.position(f"K/R/Nyyyyy/R/N/R/N/R/N/R/bbbbbbbb/././././. {rest}")
