"""Memories for each wizard: wizards of one colour can differ."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from tests.backends.trails import Trails
from tests.rules.helpers import validate_files
from wtrules.game.game import Game, State
from wtrules.game.load import load
from wtrules.game.moves import IllegalMove
from wtrules.position.faults import BadPosition
from wtrules.source import SourceFile

RANK = "memory rank = one of novice, master for each wizard"
# Blue: b1 and b2 on the tower of s1, b3 and b4 on the ground of s12; b5 is at home.
BOARD = "K/Rbb/N/R/N/R/N/R/N/R/././bb/././y"
LINE = BOARD + " b home=1,4 flasks={flasks},6.0.0 hands={card}.t1.t1,w1.w1.w1 spells={spells}"


def game(*rules: str) -> Game:
    """Return the game of a small house rule."""
    body = "\n".join(rules)
    return load(SourceFile("wizards.wtr", f"ruleset wizards {{ extends en-capstone\n{body}\n}}"))


def begin(*rules: str, card: str = "w1", spells: str = "", flasks: str = "4.2.0") -> State:
    """Return the beginning of blue's turn; a rule that reacts to it says who is a master."""
    line = LINE.format(card=card, flasks=flasks, spells=spells)
    return game(RANK, *rules).position(line.replace(" spells= ", " ").removesuffix(" spells="))


def masters(*names: str) -> str:
    """Return a rule that makes wizards masters when a turn begins: `2 on 1` is the second on s1."""
    lines = []
    for name in names:
        number, _, space = name.partition(" on ")
        skip = "".join(f" and w is not x{i}" for i in range(1, int(number)))
        lets = "".join(f"let x{i} = first wizard on space {space} " for i in range(1, int(number)))
        lines.append(
            f"{lets} set rank of (first wizard w on space {space} where own{skip}) = master"
        )
    return "rule crowned { on turn begins when home of active = 1 " + " ".join(lines) + " }"


def texts(state: State) -> list[str]:
    """Return the moves as texts."""
    return [move.text for move in state.legal_moves]


def ranks(state: State) -> list[str]:
    """Return where blue's masters are, by the names of moves; `home` and `box` for the others."""
    program = state.program
    found = []
    for slot, place in enumerate(state.numbers("wizard_at")[: program.slots]):
        if state.memories["rank"][f"b{slot + 1}"] == "master":
            number = program.wizard_number(place, 0, slot)
            away = {-1: "box", -2: "home"}
            found.append(away.get(place) or state.name("wizard", number).partition(":")[0])
    return found


def test_equal_wizards_are_offered_once() -> None:
    """As long as no memory tells them apart, the moves are those of the shipped game."""
    plain = load("en-capstone").position(LINE.format(card="w1", flasks="4.2.0", spells="piggyback"))
    state = begin("rule r { on turn begins when rank of (first wizard) is master do score 1 }",
                  spells="piggyback")  # fmt: skip
    assert ["wizard s1b", "wizard s12b"] == texts(state.play("card w1"))
    assert texts(plain.play("card w1")) == texts(state.play("card w1"))


def test_different_wizards_are_offered_apart() -> None:
    """A novice and a master on one tower are two options, each with its own name."""
    state = begin(masters("1 on 1")).play("card w1")
    assert ["wizard s1b:master", "wizard s1b", "wizard s12b"] == texts(state)
    master, novice = state.play("wizard s1b:master"), state.play("wizard s1b")
    assert master.board_text == novice.board_text
    assert (["s2b"], ["s1b"]) == (ranks(master), ranks(novice))


def test_the_name_may_be_short() -> None:
    """What is remembered may be left out where it is clear; otherwise the plain wizard is meant."""
    state = begin(masters("1 on 1", "1 on 12")).play("card w1")
    assert ["s2b", "s12b"] == ranks(state.play("wizard s1b:master"))
    alone = begin(masters("1 on 12", "2 on 12")).play("card w1")
    assert ["wizard s1b", "wizard s12b:master"] == texts(alone)
    assert ["s13b", "s12b"] == ranks(alone.play("wizard s12b"))
    with pytest.raises(IllegalMove):
        alone.play("wizard s1b:master")


def test_questions_count_each() -> None:
    """`number of`, `any`, `first`, `total` and `each` see every wizard with its own values."""
    rule = """memory hits = 0 for each wizard  memory sum = 0
      rule r { on turn begins when home of active = 1
        each wizard w where own { do add index of space of w + 1 to hits of w }
        set hits of (first wizard on space 1) = 7
        set sum = (number of wizards w where rank of w is master)
               + 10 * (number of wizards w on space 12 where rank of w is novice)
               + 100 * (total hits of w for wizard w)
               + 10000 * (highest hits of w for wizard w on space 1) }"""
    state = begin(masters("1 on 1", "1 on 12"), rule)
    # Masters: 2. Novices on s12: 1. Hits: 7 + 2 + 13 + 13 = 35, the highest on s1 is 7.
    assert 2 + 10 + 3500 + 70000 == state.memories["sum"]


def test_towers_carry_them() -> None:
    """The values go along with a tower, a swap, and what comes down."""
    state = begin(masters("2 on 1"), card="t3")
    assert ["s4b"] == ranks(state.play("card t3").play("tower s1"))
    swap = begin(masters("1 on 1"), "override spell swap_towers { cost 0 }", spells="swap_towers")
    assert ["s7b"] == ranks(swap.play("cast swap_towers tower s1 tower s7"))
    sink = (
        """spell sink { name en "Sink" cost 0 when castable_now choose tower t do take back t }"""
    )
    sunk = begin(masters("2 on 1"), sink, spells="sink").play("cast sink tower s1")
    assert ["s1b"] == ranks(sunk)
    assert "bb" == sunk.board_text.split("/")[1]


@pytest.mark.parametrize(("rider", "there"), [(":master", "s13b"), ("", "s12b")])
def test_the_rider_that_was_chosen_comes_along(rider: str, there: str) -> None:
    """Piggyback takes the chosen wizard, not just one of that colour."""
    three = BOARD.replace("Rbb", "Rb").replace("/bb/", "/bbb/")
    line = LINE.replace(BOARD, three).format(card="w1", flasks="4.2.0", spells="piggyback")
    state = game(RANK, masters("1 on 12")).position(line).play("card w1").play("wizard s12b")
    assert {"cast piggyback wizard s12b:master", "cast piggyback wizard s12b", "pass"} == set(
        texts(state)
    )
    after = state.play(f"cast piggyback wizard s12b{rider}")
    assert ["b", "bb"] == after.board_text.split("/")[12:14]
    assert [there] == ranks(after)


@pytest.mark.parametrize(("times", "there"), [(0, "home"), (1, "home"), (2, "s7b")])
def test_into_the_castle_and_out_again(times: int, there: str) -> None:
    """A master that comes home is a master when it comes out. b3, b4 and b5 leave in this order."""
    inn = f"""spell inn {{ name en "Inn" cost 0 when castable_now
      each wizard w on space 12 {{ do bring w home }}
      repeat {times} times {{ do release wizard of actor on space 7 }} }}
      override rule castle.entry.ends_turn {{ if yes {{ }} }}"""
    state = begin(masters("1 on 1", "2 on 12"), inn, spells="inn").play("cast inn")
    assert ["s1b", there] == ranks(state)
    assert 3 - times == state.numbers("home")[0]


def test_new_wizards_are_novices() -> None:
    """A wizard that goes into the box comes back with the initial values."""
    rule = """spell renew { name en "Renew" cost 0 when castable_now
      choose wizard w where own and rank of w is master
      do take back w
      do place wizard of actor on space 3 }"""
    state = begin(masters("1 on 1"), rule, spells="renew").play("cast renew wizard s1b")
    assert [] == ranks(state)
    assert ["Rb", "Rb"] == state.board_text.split("/")[1:4:2]


@pytest.mark.slow
def test_lines_say_which_is_which() -> None:
    """A position says where each wizard is, unless they are counted around the ring."""
    rules = game(RANK, masters("1 on 1"))
    state = begin(masters("1 on 1"), card="w5").play("card w5").play("wizard s1b:master")
    assert "wizard_at/b1:" in str(state)
    again = state.game.position(str(state))
    assert state.data == again.data
    with pytest.raises(BadPosition, match="puts blue wizards where the board has none"):
        rules.position(re.sub(r"wizard_at/b1:\d+", "wizard_at/b1:3", str(state)))


@pytest.mark.slow
def test_random_games() -> None:
    """Lines can be read back, no two moves have the same text, and nobody is lost."""
    rules = game(
        RANK,
        "memory hits = 0 per round for each wizard",
        "rule one { on wizard w lands on p do add 1 to hits of w  when hits of w > 1 "
        "set rank of w = master }",
        "rule two { on tower t hides p when height of space of t > 3 do take back t }",
        "override spell free_wizard { cost 0 } override spell piggyback { cost 0 }",
        "add to spells.laid_out = piggyback, free_wizard, swap_towers",
    )
    for seed in range(6):
        choose = random.Random(seed)
        state = rules.start(3, seed)
        for step in range(150):
            if state.is_over:
                break
            moves = texts(state)
            assert len(moves) == len(set(moves))
            state = state.play(choose.choice(moves))
            if step % 5 == 0:  # reading a line checks where each wizard is
                assert state.data == rules.position(str(state)).data
    trails = Trails(rules.engine(3))
    assert [None] * 4 == [trails.first_difference(seed, 300) for seed in range(4)]


def test_forgotten_wizards_are_drawn_again() -> None:
    """If players forget who is under a tower, an observation does not say which wizard it is."""
    rules = game(RANK, "covered { wizards forgotten }",
                 "rule r { on tower t hides p each wizard w on p { set rank of w = master } }")  # fmt: skip
    choose = random.Random(3)
    state = rules.start(2, 3)
    found = 0
    for _ in range(60):
        state = state.play(choose.choice(list(state.legal_moves)))
        seen = state.observation(1 - state.to_act)
        found += "wizard_at/b" in str(seen) and ":?" in str(seen)
        world = seen.determinize(random.Random(7))
        assert world.data == rules.position(str(world)).data
    assert found


def test_of_another_thing(tmp_path: Path) -> None:
    """The message says of what the memory is."""
    text = f"""ruleset house {{ extends en-capstone
      {RANK}
      rule r {{ on wizard w lands on p set rank of p = master when rank is master do score 1 }}
      }}"""
    messages = [fault.message for fault in validate_files({"house.wtr": text}, tmp_path)]
    assert [
        "`rank` has a value for each wizard",
        "expected a wizard, but `p` is a place",
    ] == sorted(messages)


def test_wizards_that_remember_each_other_have_short_names() -> None:
    """The name of a wizard does not go on with what the remembered wizard remembers."""
    friends = (
        "memory friend = wizard for each wizard",
        "rule r { on turn begins set friend of (first wizard on space 1) = first wizard on space 1 }",
    )

    state = begin(*friends).play("card w1")

    assert "wizard s1b:friend=s1b" in texts(state)
