"""Players in native code: honest, lawful, and each stronger than the one before."""

from __future__ import annotations

import random
from functools import cache

import pytest

from wtrules.backends.players import BOTS, BotName, Chooser, Search, read_bot
from wtrules.game.bots import imagine
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


def gain(ruleset: str, variants: tuple[str, ...], players: int, **more: int) -> list[int]:
    """What a change of the start position is worth to each seat; a number is for the first seat."""
    state = game(ruleset, variants).start(players, 0)
    data = state.data[:]
    for name, number in more.items():
        data[state.program.fields[name].offset] += number
    ask = chooser(ruleset, variants, players).value
    return [ask(data, seat) - ask(state.data, seat) for seat in range(players)]


@pytest.mark.slow
def test_what_counts_follows_from_the_rules() -> None:
    """Wizards home and filled flasks where the rules ask for both; points where points win."""
    # Five wizards are worth 500 in all, six flasks a quarter of it; a rival counts 40 parts of 128,
    # rounded down: 31 or 32 of 100, 6 or 7 of 20.
    mine, theirs = gain("en-capstone", (), 2, home=1)
    assert (100, True) == (mine, theirs in (-31, -32))
    mine, theirs = gain("en-capstone", (), 2, empty=-1)
    assert (20, True) == (mine, theirs in (-6, -7))
    assert [0, 0] == gain("en-capstone", (), 2, points=1)
    # Seven points win as well, 500 // 7 each, of which 22 or 23 count for the rival.
    mine, theirs = gain("king-of-the-hill", (), 2, points=1)
    assert (71, True) == (mine, theirs in (-22, -23))
    # What a team lacks, both partners lack; each of three others counts 13 parts of 128, a tenth, and
    # two of them are rivals.
    mine, theirs, *others = gain("en-capstone", ("team",), 4, home=1)
    assert (100, True, [mine, theirs]) == (mine, -22 <= theirs <= -20, others)
    mine, theirs, *others = gain("en-capstone", ("team",), 4, empty=-1)
    assert (20, True, [mine, theirs]) == (mine, -6 <= theirs <= -4, others)
    # Everybody plays for all wizards, which belong to the first player.
    assert 1 == len({*gain("en-capstone", ("coop",), 3, home=1)})
    assert gain("en-capstone", ("coop",), 3, home=1)[2] > 0


def test_the_way_of_rivals_counts() -> None:
    """To lock up a rival is worth something: the rival loses 40 points instead of 9 for the way."""
    at = "K/Rb/N/R/N/R/N/R/N/{}/./././{}/./. b home=4,4 flasks=0.6.0,0.6.0 hands=w1,w2"
    boards = (("R", "y"), (".", "yR"))
    free, locked = (game("en-capstone").position(at.format(*board)) for board in boards)
    ask = chooser("en-capstone", (), 2).value

    # A rival counts 40 parts of 128: 9 or 10 of 31.
    assert ask(locked.data, 0) - ask(free.data, 0) in (9, 10)


def test_a_goal_counts_at_the_end() -> None:
    """Of two ends that are won, the one that reaches the goal is worth more."""
    at = "K/R/N/R/N/R/N/R/N/R/./././././b b flasks=0.0.0 home=11 hands=w1.t1.t1 discard={}"
    solo, ask = game("en-capstone", ("solo",)), chooser("en-capstone", ("solo",), 1).value
    few, many = "4*w5.4*w4.4*w3.4*w2.4*t5.4*t4.4*t3.1*t2", "4*w5.4*w4.4*w3.4*w2.4*t5.4*t4.4*t3.2*t2"
    reached, missed = (
        solo.position(at.format(cards)).play("card w1").play("wizard s15b") for cards in (few, many)
    )

    assert 400 == ask(reached.data, 0) - ask(missed.data, 0)


@pytest.mark.slow
def test_cards_that_score_at_the_end_count() -> None:
    """Three points for each wizard at home are three times one point for each full flask."""
    at = "K/Ry/N/R/N/R/N/R/N/R/./././././b b home=4,4 flasks=2.4.0,2.4.0 hands=w1,w2 hands.objectives={},hermit"
    house = game("objectives")
    ask = chooser("objectives", (), 2).value
    four, twelve = (house.position(at.format(card)) for card in ("collector", "homecomer3"))

    assert ask(twelve.data, 0) > ask(four.data, 0)


def test_greedy_keeps_the_objective_that_brings_more() -> None:
    """Wizards come home in every game, but hardly anybody has full flasks left at its end."""
    at = "K/Rbbbyy/Nbbyyy/R/N/R/N/R/N/R/./././././. b flasks=6.0.0,6.0.0 hands=w1,w2 hands.objectives={},hermit"
    house = game("objectives")
    ask = chooser("objectives", (), 2).value
    flasks, homes = (house.position(at.format(card)) for card in ("collector", "homecomer3"))

    assert ask(homes.data, 0) > ask(flasks.data, 0)


NAMED = """ruleset named {
  extends en-capstone
  memory coins = 0 for each player
  outcome rich { name en "rich" de "reich" }
  rule named.rich {
    on   turn ends
    each player p where coins of p >= 20 {
      do declare p winner
    }
    when any player q where coins of q >= 20
    end  game rich
  }
  rule named.income {
    on   wizard w leaves s
    do   add 1 to coins of owner of w
  }
}
"""


def test_a_memory_that_decides_the_game_counts() -> None:
    """A bot that needs coins likes coins: 500 // 20 for each of them, whatever they are called."""
    house = load(SourceFile("named.wtr", NAMED))
    state = house.start(2, 0)
    ask = Chooser(house.program(2)).value
    data = state.data[:]
    data[state.program.fields["memory.coins"].offset] += 1

    assert 25 == ask(data, 0) - ask(state.data, 0)


def test_greedy_casts_a_new_spell() -> None:
    """Cards in hand are worth something, so a spell that draws two is cast."""
    one = arena(game("friday").program(2), ["greedy"], False)
    records = memoryview(Table(one).play(1, 0, 10, 5000)[0]).cast("i")
    casts = records[one.columns.index("cast second_wind") :: len(one.columns)].tolist()

    assert sum(casts) > 0


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


@pytest.mark.slow
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


def test_a_search_takes_the_time_it_is_given() -> None:
    """More descents fit into more time; the option is one of those there are."""
    state = game("en-capstone").start(2, 1)
    ask = Chooser(game("en-capstone").program(2), False, Search(iterations=200))

    assert ask.think(state.data, 1, 1) in state.options
    assert ask.think(state.data, 1, 60_000) in state.options  # stops after its descents


def test_a_search_that_is_decided_may_stop() -> None:
    """It chooses what it would have chosen after all its descents."""
    state = game("en-capstone").start(2, 1)
    ask = Chooser(game("en-capstone").program(2), False, Search(iterations=200))
    chance = random.Random(1)

    for seed in range(20):
        assert ask.choose("mcts", state.data, seed) == ask.think(state.data, seed, 60_000)
        for _ in range(3):
            state = state.play(chance.choice(state.options))


def test_names_of_bots() -> None:
    """Descents or milliseconds after a colon, for mcts alone."""
    assert BotName("mcts", 800) == read_bot("mcts:800")
    assert BotName("mcts", 0, 50) == read_bot("mcts:50ms")
    assert [None] * 5 == [
        read_bot(name) for name in ("greedy:5", "mcts:", "mcts:0", "mcts:99999", "mcts:5s")
    ]


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


@pytest.mark.slow
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
