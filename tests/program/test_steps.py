"""How far and which way cards move: words of the shipped rules that house rules change."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.backends.trails import Trails
from tests.positions import short_position
from tests.rules.helpers import validate_files
from wtrules.game.game import Game, State
from wtrules.game.load import load
from wtrules.source import SourceFile

FURTHER = "add to define wizard_steps = 1"
DOUBLED = "add to define wizard_steps(wizard v, number m) = (m when level of v = 0)"
BACK = "override define walks_back of wizard w = yes"
RIDE = "add to spells.laid_out = piggyback"
# Blue has two wizards on the ground of s12, and one on the tower of s1.
BOARD = "K/Rb/N/R/N/R/N/R/N/R/././bb/././y"


def game(*rules: str) -> Game:
    """Return the game of a small house rule."""
    body = "\n".join(rules)
    return load(SourceFile("steps.wtr", f"ruleset steps {{ extends en-capstone\n{body}\n}}"))


def texts(state: State) -> list[str]:
    """Return the moves as texts."""
    return [move.text for move in state.legal_moves]


def chosen(rules: Game, card: str, flasks: str = "6.0.0") -> State:
    """Return the decision about what to move with a card."""
    line = f"{BOARD} b flasks={flasks},6.0.0 hands={card}.t1.t1,w1.w1.w1 spells=piggyback"
    return rules.position(line).play(f"card {card}")


@pytest.mark.parametrize(
    ("rules", "move", "space"),
    [
        ((), "wizard s12b", 14),
        ((FURTHER,), "wizard s12b", 15),
        ((FURTHER, DOUBLED), "wizard s12b", 1),  # 2 + 1 + 2
        ((FURTHER, DOUBLED), "wizard s1b", 4),  # 2 + 1
        ((BACK,), "backward wizard s12b", 10),
        ((BACK, FURTHER), "backward wizard s12b", 11),  # -2 + 1
        ((BACK, DOUBLED), "backward wizard s12b", 8),  # -2 - 2
        (("override define wizard_steps = -n",), "wizard s12b", 10),
    ],
    ids=["shipped", "further", "two house rules", "on a tower", "back", "back in the wind",
         "back, doubled", "the other way"],
)  # fmt: skip
def test_where_a_wizard_goes(rules: tuple[str, ...], move: str, space: int) -> None:
    """What house rules add is added up; below 0 is counterclockwise."""
    after = chosen(game(*rules), "w2").play(move)
    assert "b" in after.board_text.split("/")[space]
    start = 12 if "s12" in move else 1
    assert after.board_text.split("/")[start].count("b") == (1 if start == 12 else 0)


def test_only_those_that_can() -> None:
    """Each wizard is offered with its own number of steps, and each way only if it can be done."""
    full = "rule full { forbid wizard w lands on p  when space of p = space 15 }"
    assert ["wizard s1b", "wizard s12b"] == texts(chosen(game(), "w2"))
    assert ["wizard s1b"] == texts(chosen(game(FURTHER, full), "w2"))
    # Back from s1, two steps lead to s15 too.
    both = game(BACK, "add to define wizard_steps = (1 when n > 0)", full)
    assert ["wizard s1b", "backward wizard s12b"] == texts(chosen(both, "w2"))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "move", "space"),
    [
        ((FURTHER, DOUBLED), "wizard s12b", 1),
        ((BACK,), "backward wizard s12b", 10),
    ],
)
def test_riders_come_along(rules: tuple[str, ...], move: str, space: int) -> None:
    """A wizard that rides along goes as far as the one that carries it, in either direction."""
    state = chosen(game(RIDE, *rules), "w2", "5.1.0").play(move)
    state = state.play("cast piggyback wizard s12b")
    spaces = state.board_text.split("/")
    assert "." == spaces[12]
    assert 3 == (spaces[space] + spaces[1] * (space != 1)).count("b")


def test_towers() -> None:
    """Towers have the same two words."""
    rules = game(
        "add to define tower_steps(tower t, number n) = (1 when t is shielded)",
        "override define pushed_back of tower t = t is not shielded",
    )
    state = chosen(rules, "t1")
    assert {"backward tower s2", "backward tower s4"} < set(texts(state))
    assert "backward tower s3" not in texts(state)
    assert "N" == state.play("tower s3").board_text.split("/")[4]
    assert "RR" == state.play("tower s3").board_text.split("/")[5]
    assert "RbN" == state.play("backward tower s2").board_text.split("/")[1]


def test_towers_if_everybody_casts() -> None:
    """The way back goes through the same rules: others may cast before the tower moves."""
    source = SourceFile("steps.wtr", "ruleset steps { extends en-capstone with nasty\n"
                        "override define pushed_back of tower t = yes }")  # fmt: skip
    state = short_position(load(source), BOARD, "b", card="t1").play("card t1")
    after = state.play("backward tower s5")
    assert "NR" == after.board_text.split("/")[4]


def test_a_way_back_that_is_blocked() -> None:
    """What forbids passing a space is asked about every space on the way, whichever way it is."""
    wall = "rule wall { forbid wizard w passes s  when s = space 11 or s = space 13 }"
    assert ["wizard s1b", "backward wizard s1b"] == texts(chosen(game(BACK, wall), "w2"))
    assert 4 == len(texts(chosen(game(BACK, wall), "w1")))


def test_back_ends_agree() -> None:
    """Reference and native play the same games."""
    rules = game(FURTHER, DOUBLED, BACK, RIDE, "override define pushed_back of tower t = yes",
                 "add to define tower_steps = -1")  # fmt: skip
    trails = Trails(rules.engine(3))
    assert [None] * 3 == [trails.first_difference(seed, 300) for seed in range(3)]


def test_independent_house_rules_add_up(tmp_path: Path) -> None:
    """Two rulesets may add to one word without knowing each other; overriding it is a conflict."""
    files = {
        "house.wtr": 'ruleset house { extends a, b title en "both" }',
        "a.wtr": f"ruleset a {{ extends en-capstone {FURTHER} }}",
        "b.wtr": f"ruleset b {{ extends en-capstone {DOUBLED} }}",
        "c.wtr": "ruleset c { extends en-capstone override define wizard_steps = n + 2 }",
    }
    assert [] == [fault.code for fault in validate_files(files, tmp_path)]
    for others in ("a, c", "c, a"):
        files["house.wtr"] = f"ruleset house {{ extends {others} }}"
        assert ["layer-conflict"] == [fault.code for fault in validate_files(files, tmp_path)]


def test_yes_no_words_are_true_in_more_cases() -> None:
    """What is added to a yes/no word is another way for it to be true."""
    state = chosen(game("add to define walks_back = level of w > 0"), "w2")
    assert ["wizard s1b", "wizard s12b", "backward wizard s1b"] == texts(state)


SLOW = "add to define wizard_steps = -1\nadd to define tower_steps = -1"
COUNTED = """
rule wizard.counted { on wizard w lands on p do score 1 }
rule wizard.left { on wizard w leaves p do score 10 }
rule tower.counted { on tower t lands on s or tower t leaves s do score 100 }
rule tower.covers { on tower t hides p do score 1000 }
"""


@pytest.mark.parametrize(
    ("card", "move", "points"), [("w1", "wizard s12b", 11), ("t1", "tower s1", 0)]
)
def test_no_steps_at_all(card: str, move: str, points: int) -> None:
    """A wizard that stays leaves its surface and lands on it again; a tower that stays has not moved."""
    rules = game(SLOW, COUNTED)
    after = rules.position(f"{BOARD} b flasks=6.0.0,6.0.0 hands={card}.t1.t1,w1.w1.w1")
    after = after.play(f"card {card}").play(move)

    assert BOARD == after.board_text
    assert points == after.points[0]


def test_one_step_always_remains() -> None:
    """How a house rule that slows down keeps wizards from standing still."""
    rules = game("add to define wizard_steps = (-1 when n > 1)")
    for card, space in (("w1", 13), ("w2", 13), ("w3", 14)):
        assert "b" in chosen(rules, card).play("wizard s12b").board_text.split("/")[space]
