"""Rules of a stranger: they reach nothing outside, and they cannot go on for ever."""

from __future__ import annotations

import re

import pytest

from wtrules.backends.native import Native
from wtrules.backends.reference import EndlessPlay, TooManyOptions
from wtrules.backends.wasm.module import wat
from wtrules.game.game import Game
from wtrules.game.load import RulesetError, load
from wtrules.source import SourceFile


def game(rules: str) -> Game:
    text = f'ruleset strange {{ title en "Strange" extends en-capstone\n{rules}\n}}\n'
    return load(SourceFile("strange.wtr", text))


def both_say_endless(strange: Game) -> None:
    for start in (lambda: strange.start(2, 1), lambda: Native(strange.program(2)).start(1)):
        with pytest.raises(EndlessPlay, match="strange: the rules never reach another decision"):
            start()


def test_a_module_imports_nothing() -> None:
    """A module asks for nothing from outside, and its memory has a limit."""
    text = wat(load("en-capstone").program(2))
    assert "(import" not in text
    (limits,) = re.findall(r"\(memory [^\d]*(\d+) (\d+)\)", text)
    assert int(limits[0]) < int(limits[1]) == 4096  # pages of 64 KiB: 256 MiB


def test_a_turn_that_never_asks() -> None:
    """Turns without a decision are noticed by both back ends."""
    both_say_endless(game("override rule turn.course { do score 1 for active }"))


def test_a_loop_that_never_ends_has_the_same_outcome() -> None:
    """A loop that asks nobody ends the game as endless, in both back ends alike."""
    strange = game("rule r { on turn begins repeat { do lift first tower } }")
    state = strange.start(2, 1)
    assert "endless" == state.result.outcome  # type: ignore[union-attr]
    assert (state.data, []) == Native(strange.program(2)).start(1)


def test_loops_in_loops() -> None:
    """Loops in loops that would take years are noticed."""
    times = "".join(f"repeat {n} times {{ " for n in (90, 91, 92, 93, 94, 95))
    both_say_endless(game(f"rule r {{ on turn begins {times} do score 1 for active {'}' * 6} }}"))


def test_rules_that_perform_others_twice() -> None:
    """Forty rules that each perform the next one twice would take years, and are noticed."""
    rules = "rule r { on turn begins perform r0 }\n"
    for i in range(40):
        rules += f"rule r{i} {{ perform r{i + 1} perform r{i + 1} }}\n"
    both_say_endless(game(rules + "rule r40 { do score 1 for active }"))


@pytest.mark.slow
def test_more_options_than_there_is_room_for() -> None:
    """A decision with too many options is refused by both back ends, and harms nothing."""
    numbers = ", ".join(f"number n{i} from 0 to 127" for i in range(3))
    strange = game(
        f"""spell many {{ says en "Many." cost 0 choose {numbers} do score n0 + n1 + n2 for active }}
        add to spells.laid_out = many"""
    )
    native = Native(strange.program(2))
    with pytest.raises(TooManyOptions, match=r"more than 16,384 options"):
        strange.start(2, 1)
    with pytest.raises(TooManyOptions, match=r"strange, 2 players: .* more than 16,384 options"):
        native.start(1)
    with pytest.raises(TooManyOptions):
        native.playouts(1, 1)


def test_numbers_that_do_not_fit() -> None:
    """Options with larger numbers than a back end has are refused before play."""
    towers = ", ".join(f"tower t{i}" for i in range(5))
    moves = " ".join(f"do move t{i} clockwise 1" for i in range(5))
    with pytest.raises(RulesetError, match="more options than can be numbered"):
        game(
            f"""spell five {{ says en "Five." cost 0 choose {towers} {moves} }}
            add to spells.laid_out = five"""
        )


def test_a_heavy_program_still_plays() -> None:
    """Rules that could be much work but are not play on, the same in both back ends."""
    loops = "".join(f"each space s{i} {{ if {i} = 0 or castle is on s{i} {{ " for i in range(6))
    strange = game(f"rule r {{ on turn begins {loops} do score 1 for active {'} }' * 6} }}")
    native = Native(strange.program(2))
    state = strange.start(2, 1)
    assert (state.data, state.options) == native.start(1)
