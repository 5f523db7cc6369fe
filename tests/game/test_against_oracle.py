"""The rule files compared with the engine written by hand: both must play the same game.

Boards come from random play, other ones in each run. A difference is shown by its position, so that it
can be looked at with `wtrules moves`.
"""

import os
import random
from collections import Counter
from functools import cache
from itertools import product

import pytest

from tests import sampling
from tests.oracle import engine as oracle
from tests.positions import short_position
from tests.sampling import sampled
from wtrules.game.game import Game, State
from wtrules.game.load import load
from wtrules.game.outcomes import Outcome, card_moves, spell_moves
from wtrules.source import SourceFile

ALL_SPELLS = """
ruleset all-spells {
  extends %s
  override spells.laid_out = move_wizard, move_tower, headwind_wizard, headwind_tower,
                             swap_towers, move_castle, piggyback, free_wizard
}
"""
PLAYERS = range(2, 7)
POSITIONS = 15  # for each number of players
WAYS = list(product(["en-capstone", "en-abacus-24", "de-abacus-30"], ["basic", "all"], PLAYERS))
GAMES = int(os.environ.get("WTRULES_GAMES", "8"))  # for each ruleset and number of players


@cache
def game(spells: str = "basic", edition: str = "en-capstone") -> Game:
    """The game with the two spells of the first game, or with all eight."""
    return load(SourceFile("all-spells.wtr", ALL_SPELLS % edition) if spells == "all" else edition)


@cache
def boards(players: int) -> list[tuple[str, str]]:
    """Boards from random play and a seat that still has a wizard on it, or any."""
    rng = random.Random(f"{sampling.seed()} {players}")
    found: dict[tuple[str, str], None] = {}
    while len(found) < POSITIONS:
        state = game("all").start(players, seed=rng.randrange(1 << 32))
        wait = rng.randrange(20, 400)
        while not state.is_over and len(found) < POSITIONS:
            state = state.play(rng.choice(state.options))
            wait -= 1
            if wait <= 0:
                found[state.board_text, rng.choice(state.program.board.letters)] = None
                wait = rng.randrange(40, 400)
    return list(found)


def outcomes(results: list) -> list[tuple[str, bool, str, bool]]:
    """Return the oracle's results in a form that can be compared."""
    return sorted((r.board, r.flask_earned, r.home or "", r.turn_ends) for r in results)


def of_wtrules(found: list[Outcome]) -> list[tuple[str, bool, str, bool]]:
    """Return the outcomes of wtrules in the same form."""
    return sorted((o.board, o.flask, o.home, o.turn_over) for o in found)


def rolls(code: str) -> list[int | None]:
    """What can be rolled for a card."""
    return list(range(1, 7)) if "d" in code else [None]


@pytest.mark.slow
@pytest.mark.parametrize("players", sampled(PLAYERS, 2))
def test_cards(players: int):
    """Every card, every roll: the same boards, flasks, entries and ends of turns."""
    assert set(oracle.DECK) == {card.code for card in game().program(players).cards}
    for board, seat in boards(players):
        for code in oracle.DECK:
            for roll in rolls(code):
                state = short_position(game(), board, seat, card=code, roll=roll, players=players)
                expected = outcomes(oracle.card_results(board, seat, code, roll))
                assert expected == of_wtrules(card_moves(state, code, roll)), (
                    board,
                    seat,
                    code,
                    roll,
                )


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("spell", [spell for spell in oracle.SPELLS if spell != "piggyback"])
def test_spells(spell: str, players: int):
    """Every spell on every target, cast before a card."""
    for board, seat in boards(players):
        state = short_position(game("all"), board, seat, spell=spell, players=players)
        expected = outcomes(oracle.spell_results(board, seat, spell))
        assert expected == of_wtrules(spell_moves(state, spell)), (board, seat, spell)


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
def test_piggyback(players: int):
    """While a wizard is moved by a card another one comes along."""
    for board, seat in boards(players):
        for code in ("w1", "w2", "w3", "w4", "w5", "t1w5", "wd2", "tdwd"):
            for roll in rolls(code):
                state = short_position(
                    game("all"), board, seat, card=code, roll=roll, spell="piggyback",
                    players=players,
                )  # fmt: skip
                expected = outcomes(oracle.piggyback_results(board, seat, code, roll))
                found = of_wtrules(spell_moves(state, "piggyback", code, roll))
                assert expected == found, (board, seat, code, roll)


# --- whole games ------------------------------------------------------------------------------


class Chance:
    """Lets the oracle roll and shuffle what our game has rolled and shuffled."""

    def __init__(self) -> None:
        self.ours: State | None = None
        self.theirs = None

    def randint(self, low: int, high: int) -> int:
        assert (1, 6) == (low, high)
        return self.ours.numbers("roll")[0]

    def shuffle(self, pile: list[str]) -> None:
        """Put the cards so that those come next that our players have drawn."""
        drawn = []
        for seat in range(self.ours.players):
            held = Counter(self.theirs.hands[seat]) if self.theirs else Counter()
            drawn += (Counter(hand(self.ours, seat)) - held).elements()
        wanted = [*draw_pile(self.ours), *reversed(drawn)]
        assert sorted(wanted) == sorted(pile)
        pile[:] = wanted


def hand(state: State, seat: int) -> list[str]:
    """The cards of a seat, sorted."""
    kinds = len(state.program.cards)
    return counted(state, state.numbers("hand")[seat * kinds : (seat + 1) * kinds])


def draw_pile(state: State) -> list[str]:
    """The draw pile, the next card last."""
    size = state.numbers("pile_size")[0]
    cards = state.program.cards
    return [cards[card].code for card in state.numbers("pile")[:size]]


def discards(state: State) -> list[str]:
    """The cards laid down, sorted."""
    return counted(state, state.numbers("discard"))


def counted(state: State, numbers: list[int]) -> list[str]:
    """Cards by how many there are of each kind, sorted."""
    cards = state.program.cards
    return sorted(cards[kind].code for kind, n in enumerate(numbers) if n for _ in range(n))


def in_oracle(state: State, text: str) -> tuple:
    """A move of wtrules in the oracle's form."""
    words = text.split()
    heights = state.numbers("height")

    def place(word: str) -> tuple[int, int]:
        space, _, level = word[1:].rstrip("byrgop").partition(".")
        return int(space), int(level or heights[int(space)])

    match words:
        case ["pass"] if state.legal_moves[0].text.startswith("tower "):
            return ("stay",)
        case ["card", code]:
            return ("play", code)
        case ["wizard", where]:
            return ("wizard", place(where)[0])
        case ["tower", where]:
            return ("tower", *place(where))
        case ["cast", "piggyback", *_]:
            return ("cast", "piggyback")
        case ["cast", "move_castle", direction]:
            return ("cast", "move_castle", 1 if direction == "clockwise" else -1)
        case ["cast", spell, "wizard", where]:
            return ("cast", spell, place(where)[0], where[-1])
        case ["cast", spell, "tower", where]:
            return ("cast", spell, *place(where))
        case ["cast", spell, "tower", one, "tower", other]:
            return ("cast", spell, *sorted((place(one)[0], place(other)[0])))
        case _:
            return (text,)


def as_seen(state: State, board: str) -> tuple:
    """All that the two engines must agree on, except the discards."""
    return (
        board,
        *(state.numbers(name) for name in ("empty", "full", "spent", "home")),
        [hand(state, seat) for seat in range(state.players)],
        draw_pile(state),
        state.numbers("discard_size"),
    )


def as_seen_by_oracle(theirs) -> tuple:
    """The same of the oracle's state."""
    return (
        oracle.board_text(theirs),
        theirs.empty,
        theirs.full,
        theirs.spent,
        theirs.home,
        [sorted(cards) for cards in theirs.hands],
        theirs.deck,
        [len(theirs.discards)],
    )


def compare_games(rules: Game, manual, players: int, games: int) -> None:
    """From set-up to the winners: the same decisions, the same pieces after each."""
    rng = random.Random(players)
    for seed in range(games):
        ours = rules.start(players, seed=seed)
        chance = Chance()
        chance.ours = ours
        spells = zip(ours.program.words.spells, ours.numbers("laid_out"), strict=True)
        laid_out = tuple(name for name, here in spells if here)
        theirs = oracle.new_game(players, laid_out, chance, manual)
        chance.theirs = theirs
        while not ours.is_over:
            offered = {in_oracle(ours, move.text): move for move in ours.legal_moves}
            assert set(theirs.moves) == set(offered), ours
            assert len(offered) == len(ours.options), ours
            assert theirs.seat == ours.active, ours
            wanted = rng.choice(list(offered))
            before, ours = ours, ours.play(offered[wanted])
            chance.ours = ours
            theirs.apply(wanted)
            seen = as_seen(ours, ours.board_text)
            assert as_seen_by_oracle(theirs) == seen, (str(before), wanted)
            if ours.numbers("discard") != before.numbers("discard"):
                assert sorted(theirs.discards) == discards(ours), (str(before), wanted)
        assert theirs.phase == oracle.OVER, ours
        assert ours.result is not None
        assert theirs.winners == ours.result.winners, ours


@pytest.mark.slow
@pytest.mark.parametrize("way", sampled(WAYS, 4), ids=lambda way: "-".join(map(str, way)))
def test_whole_games(way: tuple[str, str, int]):
    """The ordinary game of three manuals, with two spells or all."""
    edition, spells, players = way
    manual = oracle.CAPSTONE if edition == "en-capstone" else oracle.ABACUS
    games = GAMES if edition == "en-capstone" else -(-GAMES // 5)
    compare_games(game(spells, edition), manual, players, games)


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 3, 8])
def test_games_with_random_spells(number: int):
    """Whatever spells are drawn, the hand-written engine plays the same game with them."""
    rules = load("en-capstone", ["random_spells"], settings={"spells.number": number})
    for seed in range(8):
        assert number == sum(rules.start(2, seed).numbers("laid_out"))
    assert number == 8 or len({tuple(rules.start(2, x).numbers("laid_out")) for x in range(8)}) > 1
    compare_games(rules, oracle.CAPSTONE, 3, -(-GAMES // 4))
