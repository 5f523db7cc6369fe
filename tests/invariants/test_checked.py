"""Games that check themselves: nothing is wrong with them, and what is wrong is noticed."""

from __future__ import annotations

import pytest

from tests.game.helpers import Trial, game
from tests.invariants import __main__ as command
from tests.invariants.__main__ import Way, run
from tests.invariants.checked import NAMES, Broken, Checked
from tests.modes import ways_to_play
from wtrules.backends.reference import State


@pytest.mark.slow
def test_every_way_to_play_keeps_the_rules_of_matter(capsys: pytest.CaptureFixture[str]):
    """Nothing is lost or made in random games; all editions are among them."""
    ways = [Way(*way) for way in ways_to_play()[::9]]

    assert 0 == run(ways, 5 * len(ways), seed=1, every=3, jobs=1)
    assert f"{5 * len(ways):,}" in capsys.readouterr().out.splitlines()[-2]


def test_they_are_the_games_of_playouts():
    """Every decision is checked, and the first position; the games are those that others play."""
    program = game("en-capstone").program(2)
    checked = Checked(program)
    batch = checked.play(seed=3, games=20)

    assert (20, 0, None) == (batch.games, batch.endless, batch.broken)
    assert checked.native.playouts(seed=3, games=20) == batch.decisions
    assert batch.decisions + 20 == batch.checks


def position() -> State:
    """Return a position in the middle of a game."""
    return Trial("en-capstone", 2, 1, tuple(range(0, 900, 7))).history().state.data[:]


@pytest.mark.parametrize(
    ("field", "index", "by", "what"),
    [
        ("home", 0, 1, "a wizard is lost, or one too many"),
        ("home", 0, -3, "somebody has fewer wizards at home than none, or more than there are"),
        ("height", 3, 10, "a stack is higher than there are towers"),
        ("shields", 5, 64, "a shield floats above a stack"),
        ("castle", 0, 16, "the castle has left the board"),
        ("hand", 0, 1, "a hand is miscounted"),
        ("discard", 2, 1, "the discards are miscounted"),
        ("pile", 0, 99, "the pile is not a pile of cards"),
        ("full", 1, -9, "somebody has fewer flasks than none"),
        ("actor", 0, 2, "it is nobody's turn"),
        ("at", 0, 999, "a game is over without an outcome"),
    ],
)
def test_a_spoilt_position_is_noticed(field: str, index: int, by: int, what: str):
    """The checks see a wrong number wherever it is."""
    checked = Checked(game("en-capstone").program(2))
    state = position()
    assert checked.broken(state) is None
    state[checked.native.program.fields[field].offset + index] += by

    assert what == checked.broken(state)


def test_every_surface_and_tower_is_checked():
    """Wizards out of place, towers and shields that vanish."""
    checked = Checked(game("en-capstone").program(2))
    program, state = checked.native.program, position()
    fields = {name: field.offset for name, field in program.fields.items()}

    def wrong(*changes: tuple[str, int, int]) -> str | None:
        spoilt = state[:]
        for name, index, by in changes:
            spoilt[fields[name] + index] += by
        return checked.broken(spoilt)

    castle = state[fields["castle"]]
    top = castle * program.board.levels + state[fields["height"] + castle]
    bare = next(
        s for s in range(program.board.spaces) if not state[fields["height"] + s] and s != castle
    )
    ground = bare * program.board.levels

    assert NAMES[5] == wrong(("cell", top, 1))
    assert NAMES[6] == wrong(("cell", ground, 7 - state[fields["cell"] + ground]))
    assert NAMES[7] == wrong(("cell", ground + 1, 1))
    assert NAMES[9] == wrong(("height", bare, 1))
    assert NAMES[10] == wrong(
        ("height", bare, 0), ("shields", bare, 1 - 2 * state[fields["shields"] + bare])
    )


def test_a_game_with_a_fault_is_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    """With its seed, the number of decisions and the position; the other games are played too."""
    play = Checked.play

    def spoil(self: Checked, seed: int, games: int, most: int):  # type: ignore[no-untyped-def]
        batch = play(self, seed, min(games, 3), most)
        if seed != 5:
            return batch
        return type(batch)(3, 1, 1, 0, 1, Broken("a card is lost", seed + 2, 4))

    monkeypatch.setattr(Checked, "play", spoil)
    command._checked.cache_clear()

    assert 1 == run([Way("en-capstone", (), 2)], 10, seed=5, every=8, jobs=1)
    told = capsys.readouterr().out
    assert "a card is lost: en-capstone, 2 players, seed 7, after 4 decisions\n  K/" in told
    assert "          10" in told.splitlines()[-2]
