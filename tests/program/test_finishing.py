"""Rules are finished although a reaction to what they do has ended the turn."""

from __future__ import annotations

import pytest

from tests.positions import short_position
from tests.program.test_loops import assert_same_on_both_back_ends, game
from wtrules.game.game import Game, State

# A blue wizard two spaces before the castle; the castle moves on to a shield.
BOARD = "./by/./K/" + "/".join("." * 12)


def spell(body: str, more: str = "") -> Game:
    """Return the game of a house rule with a spell that costs nothing."""
    made = game(
        f'spell jump {{ name en "Jump" cost 0 when castable_now {body} }}\n'
        f"add to spells.laid_out = jump\nmemory mark = 0\nmemory late = 0\n{more}"
    )
    assert_same_on_both_back_ends(made)
    return made


def cast(body: str, more: str = "", board: str = BOARD) -> State:
    """Return the position after a spell was cast whose choice is the blue wizard."""
    state = short_position(spell(body, more), board, "b", spell="jump")
    move = next(m for m in state.legal_moves if str(m).startswith("cast jump"))
    return state.play(move)


def marks(state: State) -> tuple[int, int]:
    """Return the two numbers that rules of these tests set."""
    return state.numbers("memory.mark")[0], state.numbers("memory.late")[0]


GO = "choose wizard w where own do move w clockwise 2"


def test_a_spell_is_paid_for_after_its_wizard_came_home() -> None:
    """What follows the move in the same spell is done, and then the turn is over."""
    state = cast(f"{GO} do fill 1 flasks of actor do score 3 set mark = 1")

    assert 5 == state.numbers("home")[0]  # all of them
    assert [1, 0] == state.numbers("full")
    assert [3, 0] == state.numbers("points")
    assert (1, 0) == marks(state)
    assert 1 == state.active


def test_the_turn_goes_on_if_nobody_came_home() -> None:
    """Without an entry, the same spell ends nothing."""
    state = cast(f"{GO} set mark = 1", board="./by/./././K/" + "/".join("." * 10))

    assert (1, 0) == marks(state)
    assert 0 == state.active


@pytest.mark.parametrize(
    "statements",
    [
        "if home of active > 0 { set mark = 1 } else { set late = 1 }",
        "as next_player of active { do add 1 to mark }",
        "perform note",
        "each number k from 1 to 1 { do add k to mark }",
        "repeat 1 times { do add 1 to mark }",
        "let k = home of active when k > 0 set mark = k - 4",
        "do score 1 perform note do score 1",
    ],
)
def test_every_statement_is_finished(statements: str) -> None:
    """Conditions, loops, other players and performed rules are part of what is finished."""
    state = cast(f"{GO} {statements}", "rule note { do add 1 to mark }")

    assert (1, 0) == marks(state)
    assert 1 == state.active


ASKED = """rule ask { on wizard w lands on p
  either { option one en "one" do add 1 to late } or { option two en "two" do add 2 to late } }"""


@pytest.mark.parametrize("asks", [False, True])
@pytest.mark.parametrize(
    ("loop", "count"),
    [
        ("each wizard w where own { do move w clockwise 2 do add 1 to mark }", 3),
        ("each wizard w where own { do add 1 to mark do move w clockwise 2 }", 3),
        (
            "repeat 3 times { do add 1 to mark "
            "do move (first wizard w clockwise from space 0 where own) clockwise 2 }",
            3,
        ),
        (
            "each number k from 1 to 3 { do add 1 to mark "
            "do move (first wizard w clockwise from space 0 where own) clockwise 2 }",
            3,
        ),
    ],
)
def test_a_loop_goes_on_to_its_end(loop: str, count: int, asks: bool) -> None:
    """The first wizard that comes home does not keep the others from moving."""
    board = "./by/./K/./bb/" + "/".join("." * 10)
    state = cast(loop, ASKED * asks, board)
    for _ in range(3 * asks):
        assert 0 == state.active
        state = state.play("one")

    assert 3 == state.numbers("home")[0]  # two were there before
    assert "bb" == state.board_text.split("/")[7]
    assert (count, 3 * asks) == marks(state)
    assert 1 == state.active


def test_a_rule_that_asks_nothing_is_part_of_those_that_perform_it() -> None:
    """The spell is finished as well if another rule moved the wizard for it."""
    rules = "rule go(wizard w) { do move w clockwise 2 set mark = 1 }"
    state = cast("choose wizard w where own perform go(w) do score 1 set late = 1", rules)

    assert (1, 1) == marks(state)
    assert [1, 0] == state.numbers("points")
    assert 1 == state.active


@pytest.mark.parametrize(
    "go",
    [
        "choose wizard w where own do move w clockwise 2 set mark = 1",
        "perform pick",
        "do move (first wizard w clockwise from space 0 where own) clockwise 2 set mark = 1 end turn",
    ],
)
def test_what_follows_a_performed_rule_that_asks_or_ends_is_left_out(go: str) -> None:
    """Cards and spells are such rules: after them, nothing of the turn is left."""
    rules = f"""rule go {{ {go} }}
      rule pick {{ choose wizard w where own do move w clockwise 2 set mark = 1 }}"""
    state = cast("perform go set late = 1", rules)
    if not state.active:
        state = state.play(next(iter(state.legal_moves)))

    assert (1, 0) == marks(state)
    assert 1 == state.active


@pytest.mark.parametrize(
    "question",
    [
        'may { option more en "more" set late = 2 }',
        'either { option more en "more" set late = 2 } or { option less en "less" set late = 3 }',
        "choose tower t set late = 4",
        "perform ask",
        'repeat 2 times { may { option more en "more" set late = 2 } }',
        "turn of next_player of active { do add 1 to late }",
        "perform move_tower",
    ],
)
def test_nobody_is_asked_after_the_end(question: str) -> None:
    """A rule is finished up to its first question; what follows it is not done."""
    rules = 'rule ask { may { option more en "more" set late = 2 } }'
    board = "./by/./K/N/" + "/".join("." * 11)
    state = cast(f"{GO} set mark = 1 {question} set late = 5", rules, board)

    assert (1, 0) == marks(state)
    assert 1 == state.active


def test_a_loop_asks_nobody_after_the_end() -> None:
    """In a loop with a question before the move, the next question is not asked."""
    state = cast(f"repeat 3 times {{ {GO} do add 1 to mark }} set late = 1")
    state = state.play(next(iter(state.legal_moves)))

    assert (1, 0) == marks(state)
    assert 1 == state.active


def test_reactions_may_ask_while_a_rule_is_finished() -> None:
    """What is still done is done completely, with the questions of rules that react to it."""
    rules = """rule bonus { on player p scores points
      either { option one en "one" set mark = 1 } or { option two en "two" set mark = 2 } }"""
    state = cast(f"{GO} do score 1 do score 1", rules)

    assert 0 == state.active
    state = state.play("two")
    assert (2, 0) == marks(state)
    state = state.play("one")
    assert (1, 0) == marks(state)
    assert [2, 0] == state.numbers("points")
    assert 1 == state.active


@pytest.mark.parametrize("asks", [False, True])
@pytest.mark.parametrize(("castle", "home"), [(3, 5), (9, 4)])
def test_all_events_of_a_move_come(castle: int, home: int, asks: bool) -> None:
    """A rule that ends the turn when a wizard leaves does not keep it from landing."""
    rules = """rule tired { on wizard w leaves p when level of p = 0 end turn }
      rule count { on wizard w lands on p do add 1 to mark }"""
    spaces = [".", "by", *"." * 14]
    spaces[castle] = "K"
    state = cast(GO, rules + ASKED * asks, "/".join(spaces))
    if asks:
        assert 0 == state.active
        state = state.play("two")

    assert home == state.numbers("home")[0]
    assert (1, 2 * asks) == marks(state)
    assert 1 == state.active


def test_the_largest_end_counts() -> None:
    """If the round has been ended, an `end turn` that follows does not make it a turn."""
    rules = """rule rest { on wizard w enters castle end round }
      rule bell { on round ends do add 1 to mark }"""
    state = cast(f"{GO} if home of active > 0 {{ end turn }} set late = 1", rules)

    assert (1, 0) == marks(state)
    assert 0 == state.active  # of the next round


def test_after_the_end_of_the_game_nothing_is_done() -> None:
    """The end of the game is at once; only rules for `game ends` react to it."""
    rules = "rule race { on wizard w enters castle end game won }"
    state = cast(f"{GO} set mark = 1 do score 2", rules)

    assert state.is_over
    assert (0, 0) == marks(state)
    assert [0, 0] == state.numbers("points")


def test_a_rule_that_reacts_is_finished() -> None:
    """A rule that moves a wizard home in reaction to something sets its mark."""
    rules = """rule hut { on wizard w lands on p when space of p is space 2
      do move w clockwise 1 set mark = 1 }"""
    state = cast("choose wizard w where own do move w clockwise 1 set late = 1", rules)

    assert 5 == state.numbers("home")[0]  # all of them
    assert (1, 1) == marks(state)
    assert 1 == state.active


def test_what_is_added_to_the_rule_of_entry_is_done() -> None:
    """Statements that a house rule adds after the entry are carried out."""
    state = cast(GO, "add to rule castle.entry { do fill 2 flasks of owner of w }")

    assert [2, 0] == state.numbers("full")
    assert 1 == state.active


def test_a_rolled_die_still_ends_the_turn_at_once() -> None:
    """A card is not carried out after a rule has ended the turn when the die was rolled."""
    made = game("rule blank { on player p rolls die end turn }\nmemory mark = 0")
    assert_same_on_both_back_ends(made)
    state = short_position(made, BOARD, "b", hand=("td2", "w1", "t1"))
    state = state.play(next(m for m in state.legal_moves if "td2" in str(m)))

    assert 1 == state.active
    assert 4 == state.numbers("home")[0]


def test_both_towers_of_a_swap_are_reported() -> None:
    """If a rule ends the turn for the first tower of a swap, all rules react to the second as well."""
    rules = """rule count { on tower t swaps into s perform over do add 1 to mark }
      rule over { when points of active > 0 end turn }
      rule first { on tower t swaps into s when mark = 1 end turn }"""
    board = "./by/N/K/R/" + "/".join("." * 11)
    state = cast(
        "do swap (first tower t clockwise from space 0) with "
        "(first tower t counterclockwise from space 15) set late = 1",
        rules,
        board,
    )

    assert (2, 1) == marks(state)
    assert 1 == state.active
