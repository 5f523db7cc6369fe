"""Tests of rules that forbid wizards to enter the castle."""

from __future__ import annotations

import random

import pytest

from tests.positions import short_position
from tests.program.test_loops import assert_same_on_both_back_ends, game
from wtrules.game.game import Game
from wtrules.game.load import load
from wtrules.source import SourceFile

# A blue wizard two spaces before the castle, and a yellow one beside it.
BOARD = "./by/./K/" + "/".join("." * 12)


def after_spell(rules: str, who: str) -> str:
    """Return the board after a spell tried to move the wizards of a player onto the castle."""
    made = game(
        f'spell jump {{ name en "Jump" cost 0 when castable_now\n'
        f"  each wizard w where {who} {{ do move w clockwise 2 }} }}\n"
        f"add to spells.laid_out = jump\n{rules}"
    )
    assert_same_on_both_back_ends(made)
    return short_position(made, BOARD, "b", spell="jump").play("cast jump").board_text


def offered(rules: str, board: str = BOARD) -> int:
    """Return how many wizards a spell offers to move onto the castle."""
    made = game(
        f'spell jump {{ name en "Jump" cost 0 when castable_now\n'
        f"  choose wizard w do move w clockwise 2 }}\n"
        f"add to spells.laid_out = jump\n{rules}"
    )
    state = short_position(made, board, "b", spell="jump")
    casts = [move for move in state.legal_moves if str(move).startswith("cast jump")]
    return len(casts)


def test_a_forbidden_entry_is_not_done() -> None:
    """A wizard that may not enter the castle does not land on it either."""
    assert BOARD == after_spell("rule closed { forbid wizard w enters castle }", "own")


@pytest.mark.slow
def test_only_those_it_is_about_are_kept_out() -> None:
    """The condition is about the wizard that would enter."""
    rules = "rule closed { forbid wizard w enters castle when owner of w is not active }"

    assert BOARD == after_spell(rules, "not own")
    assert "b" not in after_spell(rules, "own")  # home


def test_a_forbidden_entry_is_not_offered() -> None:
    """Only wizards that may enter can be chosen for a move onto the castle."""
    assert 2 == offered("")
    assert 1 == offered("rule closed { forbid wizard w enters castle when w is own }")


@pytest.mark.slow
def test_one_rule_may_forbid_both() -> None:
    """A rule that forbids landing as well keeps both reasons."""
    rules = "rule closed { forbid wizard w enters castle or wizard w lands on p when w is own }"

    assert BOARD == after_spell(rules, "own")


# --- rules of entry ---

CLOSED = "rule closed { forbid wizard w enters castle when w is own }"


@pytest.mark.slow
@pytest.mark.parametrize(
    "entry",
    [
        "if castle is on p { do bring w home }",
        "if castle is not on p { do score 1 } else { do bring w home }",
        "when castle is on p as owner of w { do bring w home }",
        "when castle is on place of w do bring w home",
        "let here = space of castle if space of w is here { do score 1 do bring w home }",
        "perform entry.go(p, w)",
        "if castle is on p { perform entry.in(w) }",
    ],
)
def test_however_the_rule_of_entry_is_written(entry: str) -> None:
    """What an entry follows from is found in conditions and in rules that are performed."""
    helpers = """rule entry.go(place q, wizard v) { when castle is on q perform entry.in(v) }
      rule entry.in(wizard u) { do bring u home }"""
    rules = f"override rule castle.entry {{ {entry} }}\n{helpers if 'perform' in entry else ''}"

    assert "b" not in after_spell(rules, "own")  # home
    assert BOARD == after_spell(f"{rules}\n{CLOSED}", "own")
    assert 1 == offered(f"{rules}\n{CLOSED}")


@pytest.mark.parametrize(
    ("entry", "count"),
    [
        ("when castle is on p choose player q do score 1 for q do bring w home", 1),
        # What would be chosen is not known before.
        ("when castle is on p choose player q when home of q > 9 do bring w home", 2),
    ],
)
def test_a_question_before_the_entry(entry: str, count: int) -> None:
    """An entry after a question is forbidden before the move, unless the answer decides about it."""
    assert count == offered(f"override rule castle.entry {{ {entry} }}\n{CLOSED}")


def test_an_entry_that_may_be_declined_forbids_no_landing() -> None:
    """If the player is asked, landing does not lead home; only the entry itself is left out."""
    rules = f"""override rule castle.entry {{ when castle is on p
        may {{ option enter en "enter" do bring w home }} }}\n{CLOSED}"""

    assert "./y/./bK/" in after_spell(rules, "own")


@pytest.mark.parametrize(("board", "count"), [("./by/./K", 2), ("./by/./NK", 0), ("./by/N/K", 2)])
def test_the_condition_is_about_where_the_wizard_would_be(board: str, count: int) -> None:
    """A rule that forbids the entry on a tower asks for the castle's place, not for the wizard's."""
    rules = "rule closed { forbid wizard w enters castle when level of place of w > 0 }"

    assert count == offered(rules, f"{board}/" + "/".join("." * 12))


# --- ways into the castle ---

BARRED = "rule closed { forbid wizard w enters castle }"


@pytest.mark.parametrize(
    ("statements", "board"),
    [
        ("each wizard w { do put w on space 3 }", BOARD),
        ("each wizard w { do put w on top of space 3 }", BOARD),
        ("each wizard w { do bring w home }", BOARD),
        ("let w = first wizard v where own do move w with others clockwise 2", BOARD),
        ("each wizard w { do move w counterclockwise 14 }", BOARD),
        ("do release wizard of active on space 3", BOARD),
        ("each wizard w { do put w on top of space of w }", "./brNK/" + "/".join("." * 14)),
    ],
)
def test_no_way_leads_into_a_closed_castle(statements: str, board: str) -> None:
    """Nothing that moves a wizard brings it home, or onto the castle, where that is forbidden."""
    memory = "memory others = 0 for each player\n" if "others" in statements else ""
    made = game(
        f'spell jump {{ name en "Jump" cost 0 when castable_now {statements} }}\n'
        f"add to spells.laid_out = jump\n{memory}{BARRED}"
    )
    assert_same_on_both_back_ends(made)
    before = short_position(made, board, "b", spell="jump")
    after = before.play("cast jump") if "cast jump" in map(str, before.legal_moves) else before

    assert board == after.board_text
    assert before.numbers("home") == after.numbers("home")
    assert before.active == after.active


def test_a_freed_wizard_stays_beneath_the_castle() -> None:
    """The spell that frees a wizard does not bring it home either."""
    made = game(f"override spells.laid_out = free_wizard\n{BARRED}")
    board = "./bNK/" + "/".join("." * 14)
    state = short_position(made, board, "b", spell="free_wizard")
    for move in state.legal_moves:
        if str(move).startswith("cast"):
            assert board == state.play(move).board_text


@pytest.mark.parametrize(
    ("ruleset", "players"),
    [
        ("en-capstone", 2),
        ("de-abacus-24+nasty", 3),
        ("en-capstone+team", 4),
        ("en-capstone+solo", 1),
    ],
)
def test_a_closed_castle_stays_empty(ruleset: str, players: int) -> None:
    """In random games nobody comes home, and nobody is on the castle."""
    base, _, variants = ruleset.partition("+")
    chosen = f" with {variants}" if variants else ""
    text = f"ruleset closed {{ extends {base}{chosen}\n{BARRED}\n}}"
    made = load(SourceFile("closed.wtr", text))
    chance = random.Random(players)
    state = made.start(players, seed=players)
    for _ in range(150):
        if state.is_over:
            break
        state = state.play(chance.choice(state.options))
        assert [0] * players == state.numbers("home")
        castle = next(space for space in state.board_text.split("/") if "K" in space)
        assert castle.partition("K")[0][-1:] in ("", "N", "R", ".")


def test_only_the_first_wizard_of_each_player_comes_home() -> None:
    """A condition that becomes true during the game closes the castle from then on."""
    made = game("rule closed { forbid wizard w enters castle when home of owner of w > 0 }")
    chance = random.Random(1)
    most = 0
    for seed in range(3):
        state = made.start(2, seed)
        for _ in range(400):
            if state.is_over:
                break
            state = state.play(chance.choice(state.options))
            most = max(most, *state.numbers("home"))
    assert 1 == most


# --- other things that rules forbid ---


@pytest.mark.parametrize(
    ("rule", "statement", "board"),
    [
        ("forbid wizard w leaves p when w is own", "each wizard w where own { do move w clockwise 1 }", BOARD),
        ("forbid wizard w lands on p when w is own", "each wizard w where own { do put w on space 9 }", BOARD),
        ("forbid wizard w passes s when w is own", "each wizard w where own { do move w clockwise 4 }", BOARD),
        ("forbid tower t leaves s", "each tower t { do move t counterclockwise 1 }", "./Nb/K/" + "/".join("." * 13)),
        ("forbid tower t lands on s", "each tower t { do put t on space 9 }", "./Nb/K/" + "/".join("." * 13)),
        ("forbid castle lands on p", "do put castle on space 9", BOARD),
        ("forbid castle leaves p", "do move castle clockwise 1", BOARD),
    ],
)  # fmt: skip
def test_what_else_is_forbidden_is_not_done(rule: str, statement: str, board: str) -> None:
    """Every other `forbid` keeps the pieces where they are, too."""
    spell = f'spell jump {{ name en "Jump" cost 0 when castable_now {statement} do score 1 }}'
    laid_out = "add to spells.laid_out = jump"
    free, barred = game(f"{spell}\n{laid_out}"), game(f"{spell}\n{laid_out}\nrule no {{ {rule} }}")

    def played(made: Game) -> str:
        state = short_position(made, board, "b", spell="jump")
        cast = [move for move in state.legal_moves if str(move).startswith("cast jump")]
        return state.play(cast[0]).board_text if cast else state.board_text

    assert board != played(free)
    assert board == played(barred)
