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
from wtrules.source import SourceFile

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


ASIDE = """ruleset aside {
  extends en-capstone
  secret memory kept = card for each player
  rule aside {
    on turn begins
    secretly each player p clockwise from active {
      choose card c
      set kept of p = c
    }
  }
  rule price {
    says en "A player who walks while the next player keeps the same card fills a flask."
    on   wizard w leaves s
    when kept of active is kept of next_player of active
    do   fill 1 flask of active
  }
}
"""


@pytest.mark.parametrize("bot", BOTS)
def test_a_card_put_aside_is_known_to_its_owner_alone(bot: str) -> None:
    """A card that another player keeps secret may be any card: the choice stays the same."""
    house = load(SourceFile("aside.wtr", ASIDE))
    choose = Chooser(house.program(2)).choose
    state = house.start(2, 3)
    chance = random.Random(1)
    asked = changed = 0
    while asked < 12:
        other = 1 - state.to_act
        if len(state.options) > 1 and state.numbers("kept")[other] >= 0:
            asked += 1
            twin = imagine(state, random.Random(asked))
            changed += state.numbers("kept") != twin.numbers("kept")
            assert state.observation(state.to_act) == twin.observation(state.to_act)
            assert choose(bot, state.data, asked) == choose(bot, twin.data, asked)
        state = state.play(chance.choice(state.options))
    assert changed


def test_partners_are_those_who_win_together() -> None:
    """Opposite each other in teams, whatever the rules call them; nobody else has any."""

    def partners(ruleset: str, variants: tuple[str, ...], players: int) -> list[list[int]]:
        state = game(ruleset, variants).start(players, 1)
        ask = chooser(ruleset, variants, players).partners
        return [ask(state.data, seat) for seat in range(players)]

    assert [[2], [3], [0], [1]] == partners("en-capstone", ("team",), 4)
    assert [[3], [4], [5], [0], [1], [2]] == partners("en-capstone", ("team",), 6)
    assert [[], [], [], []] == partners("en-capstone", (), 4)
    assert [[], [], []] == partners("en-capstone", ("nasty",), 3)
    assert [[], []] == partners("en-capstone", (), 2)


def test_a_partner_at_home_is_a_gain() -> None:
    """What the partner achieves counts for a team; in other games it counts against all others."""

    def gain(variants: tuple[str, ...], seat: int) -> int:
        state = game("en-capstone", variants).start(4, 1)
        data = state.data[:]
        data[state.program.fields["home"].offset + 2] += 1
        ask = chooser("en-capstone", variants, 4).standing
        return ask(data, seat) - ask(state.data, seat)

    # Blue and green share the 100, and the others fall back by 10 each.
    assert 50 + 10 == gain(("team",), 0)
    # For yellow and purple it is 10 off each, and (100 - 10) / 2 for the others.
    assert -10 - 45 == gain(("team",), 1)
    # Alone it is 10 off for blue, and the three others have (100 - 10 - 10) / 3 more.
    assert gain((), 0) in (-10 - 26, -10 - 27)


def test_open_hands_are_not_dealt_anew() -> None:
    """Where all see all hands, only the pile and the dice are unknown."""
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
