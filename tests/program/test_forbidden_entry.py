"""Tests of rules that forbid wizards to enter the castle."""

from __future__ import annotations

from tests.program.test_loops import assert_same_on_both_back_ends, game
from wtrules.game.short import short_position

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


def offered(rules: str) -> int:
    """Return how many wizards a spell offers to move onto the castle."""
    made = game(
        f'spell jump {{ name en "Jump" cost 0 when castable_now\n'
        f"  choose wizard w do move w clockwise 2 }}\n"
        f"add to spells.laid_out = jump\n{rules}"
    )
    state = short_position(made, BOARD, "b", spell="jump")
    return len(state.options) - 1  # one option is to cast nothing


def test_a_forbidden_entry_is_not_done() -> None:
    """A wizard that may not enter the castle does not land on it either."""
    assert BOARD == after_spell("rule closed { forbid wizard w enters castle }", "own")


def test_only_those_it_is_about_are_kept_out() -> None:
    """The condition is about the wizard that would enter."""
    rules = "rule closed { forbid wizard w enters castle when owner of w is not active }"

    assert BOARD == after_spell(rules, "not own")
    assert "b" not in after_spell(rules, "own")  # home


def test_a_forbidden_entry_is_not_offered() -> None:
    """Only wizards that may enter can be chosen for a move onto the castle."""
    assert 2 == offered("")
    assert 1 == offered("rule closed { forbid wizard w enters castle when w is own }")


def test_one_rule_may_forbid_both() -> None:
    """A rule that forbids landing as well keeps both reasons."""
    rules = "rule closed { forbid wizard w enters castle or wizard w lands on p when w is own }"

    assert BOARD == after_spell(rules, "own")
