"""Players in native code: honest, lawful, and each stronger than the one before."""

from __future__ import annotations

import random
from functools import cache

import pytest

from wtrules.backends.players import BOTS, Chooser
from wtrules.game.bots import imagine, value
from wtrules.game.game import Game, State
from wtrules.game.load import load
from wtrules.simulate.games import Table, arena
from wtrules.simulate.statistics import share

WAYS = [
    ("en-capstone", (), 2),
    ("en-capstone", ("nasty",), 3),
    ("en-capstone", ("team",), 4),
    ("en-capstone", ("coop",), 3),
    ("en-capstone", ("solo", "solo_spells"), 1),
    ("long-ring", (), 2),
]


@cache
def game(ruleset: str, variants: tuple[str, ...] = ()) -> Game:
    return load(ruleset, variants)


@cache
def chooser(ruleset: str, variants: tuple[str, ...], players: int) -> Chooser:
    one = game(ruleset, variants)
    return Chooser(one.program(players), one.open_hands)


def positions(ruleset: str, variants: tuple[str, ...], players: int) -> list[State]:
    """Positions from all over a random game, those with something to choose."""
    chance = random.Random(players)
    state = game(ruleset, variants).start(players, 17)
    found = []
    while not state.is_over and len(found) < 300:
        if len(state.options) > 1:
            found.append(state)
        state = state.play(chance.choice(state.options))
    return found[::25]


@pytest.mark.parametrize(("ruleset", "variants", "players"), WAYS)
def test_a_position_is_worth_the_same_to_both(
    ruleset: str, variants: tuple[str, ...], players: int
) -> None:
    """Native code and Python value every seat's position alike."""
    for state in positions(ruleset, variants, players):
        for seat in range(players):
            native = chooser(ruleset, variants, players).value(state.data, seat)
            assert value(state, seat) == native


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize(("ruleset", "variants", "players"), WAYS)
def test_a_bot_knows_only_what_a_player_may_know(
    ruleset: str, variants: tuple[str, ...], players: int, bot: str
) -> None:
    """Hidden cards and dice to come may be any others: the choice stays, and is legal."""
    for number, state in enumerate(positions(ruleset, variants, players)):
        twin = imagine(state, random.Random(number))
        choose = chooser(ruleset, variants, players).choose
        chosen = choose(bot, state.data, number)

        assert state.observation(state.to_act) == twin.observation(state.to_act)
        assert str(state) != str(twin)
        assert chosen == choose(bot, twin.data, number)
        assert chosen in state.options


@pytest.mark.parametrize(("ruleset", "variants", "players"), WAYS)
def test_what_is_imagined_could_be(ruleset: str, variants: tuple[str, ...], players: int) -> None:
    """The player sees the same, and no card is lost or made."""
    differs = False
    for number, state in enumerate(positions(ruleset, variants, players)):
        data = chooser(ruleset, variants, players).imagined(state.data, state.to_act, number)
        twin = State(state.game, state.engine, data, state.options)

        assert state.observation(state.to_act) == twin.observation(state.to_act)
        # Reading a line counts the cards of the deck.
        assert state.options == state.game.position(str(twin)).options
        differs = differs or state.numbers("pile") != twin.numbers("pile")
    assert differs


def test_open_hands_are_not_dealt_anew() -> None:
    """Where all see all hands, only the pile and the dice are unknown."""
    from wtrules.source import SourceFile

    text = "ruleset seen {\n  extends en-capstone\n  override hand.visibility = open\n}\n"
    seen = load(SourceFile("seen.wtr", text))
    state = seen.start(3, 5)
    data = Chooser(seen.program(3), seen.open_hands).imagined(state.data, 0, 1)
    hidden = chooser("en-capstone", (), 2)
    secret = game("en-capstone").start(2, 5)

    assert state.numbers("hand") == State(seen, state.engine, data, []).numbers("hand")
    assert secret.numbers("hand") != State(
        secret.game, secret.engine, hidden.imagined(secret.data, 0, 1), []
    ).numbers("hand")


def test_an_option_is_judged_by_the_seed_alone() -> None:
    """The same seed chooses the same, asked twice or after other questions."""
    ask = chooser("en-capstone", (), 2)
    some = positions("en-capstone", (), 2)
    for bot in BOTS:
        first = [ask.choose(bot, state.data, 3) for state in some]
        again = [ask.choose(bot, state.data, 3) for state in reversed(some)]
        assert first == again[::-1]


@pytest.mark.parametrize(
    ("better", "worse", "games"), [("greedy", "random", 40), ("mcts", "greedy", 20)]
)
def test_each_bot_beats_the_one_before(better: str, worse: str, games: int) -> None:
    """The interval of its share of wins lies above one half."""
    one = arena(game("en-capstone").program(2), [better, worse], False)
    records = memoryview(Table(one).play(1, 0, games, 5000)[0]).cast("i")
    size = len(one.columns)

    def column(name: str) -> list[int]:
        return records[one.columns.index(name) :: size].tolist()

    won = sum(
        win
        for seat in (0, 1)
        for bot, win in zip(column(f"bot.{seat}"), column(f"winner.{seat}"), strict=True)
        if bot == BOTS.index(better)
    )
    assert share(won, games).low > 0.5
