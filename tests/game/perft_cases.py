"""Positions with known counts: `tests/cases/perft/*.perft`, and a second opinion on the counts.

board    K/…              the position, or `start` for the beginning of a game
seat     b                whose turn it is
hand     w1 t1 t2         the whole hand
players  2
seed     1                of a game from the start
spell    move_tower       laid out besides the usual ones, with the flasks to pay for it
flasks   0.6.0,6.0.0      empty, full and spent ones of each player
pile     1                cards left in the draw pile, the others laid down
depth 1  4                sequences of so many decisions
"""

from pathlib import Path

from attrs import field, frozen

from tests.oracle import engine as oracle
from tests.positions import short_position
from wtrules.game.game import Game, State

FOLDER = Path(__file__).parents[1] / "cases" / "perft"


@frozen
class Case:
    """One position and its counts by depth."""

    name: str
    keys: dict[str, str] = field(factory=dict)
    counts: dict[int, int] = field(factory=dict)

    def state(self, game: Game) -> State:
        """Return the position."""
        keys = self.keys
        players = int(keys["players"])
        if keys["board"] == "start":
            return game.start(players, seed=int(keys["seed"]))
        state = short_position(
            game, keys["board"], keys["seat"], hand=keys["hand"].split(), players=players,
            spell=keys.get("spell"),
        )  # fmt: skip
        fields = state.program.fields
        if "flasks" in keys:
            for seat, three in enumerate(keys["flasks"].split(",")):
                for name, number in zip(("empty", "full", "spent"), three.split("."), strict=True):
                    state.data[fields[name].offset + seat] = int(number)
        if "pile" in keys:
            first, size = fields["pile"].offset, fields["pile_size"].offset
            for i in range(int(keys["pile"]), state.data[size]):
                state.data[fields["discard"].offset + state.data[first + i]] += 1
                state.data[fields["discard_size"].offset] += 1
                state.data[first + i] = 0
            state.data[size] = int(keys["pile"])
        return State(game, state.engine, state.data, state.engine.options(state.data))


def read_case(path: Path) -> Case:
    """Return the case of a file."""
    case = Case(path.stem)
    for line in path.read_text("utf-8").splitlines():
        words = line.partition("#")[0].split()
        if words[:1] == ["depth"]:
            case.counts[int(words[1])] = int(words[2])
        elif words:
            case.keys[words[0]] = " ".join(words[1:])
    return case


# --- the same counts by the engine written by hand ----------------------------------------------


class SplitMix:
    """The generator of the state, written a second time."""

    def __init__(self, seed: int, codes: list[str]) -> None:
        self.state = seed
        self.codes = codes

    def below(self, n: int) -> int:
        """Return a number from 0 up to *n*."""
        mask = (1 << 64) - 1
        self.state = (self.state + 0x9E3779B97F4A7C15) & mask
        z = self.state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & mask
        z = (z ^ z >> 27) * 0x94D049BB133111EB & mask
        z ^= z >> 31
        return (z >> 32) * n >> 32

    def randint(self, low: int, high: int) -> int:
        """Roll a die."""
        return low + self.below(high - low + 1)

    def shuffle(self, pile: list[str]) -> None:
        """Sort the cards, then exchange them from the top down."""
        pile.sort(key=self.codes.index)
        for i in range(len(pile) - 1, 0, -1):
            j = self.below(i + 1)
            pile[i], pile[j] = pile[j], pile[i]

    def copy(self) -> "SplitMix":
        """Return an independent one."""
        return SplitMix(self.state, self.codes)


def mirror(state: State):
    """Return the oracle's state for a position of wtrules at the beginning of a turn."""
    program = state.program
    codes = [card.code for card in program.cards]
    size = len(codes)
    flasks = zip(*(state.numbers(name) for name in ("empty", "full", "spent")), strict=True)
    theirs = oracle.from_board(
        state.board_text,
        state.active,
        players=state.players,
        home=state.numbers("home"),
        flasks=dict(enumerate(flasks)),
        spells=[
            s for s, out in zip(program.words.spells, state.numbers("laid_out"), strict=True) if out
        ],
        rng=SplitMix(state.numbers("rng")[0], codes),
    )
    hands = state.numbers("hand")
    for seat in range(state.players):
        counts = hands[seat * size : (seat + 1) * size]
        theirs.hands[seat] = [code for code, n in zip(codes, counts, strict=True) for _ in range(n)]
    theirs.deck = [codes[card] for card in state.numbers("pile")[: state.numbers("pile_size")[0]]]
    laid = zip(codes, state.numbers("discard"), strict=True)
    theirs.discards = [code for code, n in laid for _ in range(n)]
    finished = [not (a or e) for a, e in zip(theirs.away, theirs.empty, strict=True)]
    theirs.round_is_last = any(finished) or not any(theirs.away)
    theirs.settle(oracle.BEFORE)
    return theirs


def count(theirs, depth: int) -> int:
    """Return the number of sequences of *depth* decisions, by the oracle."""
    if depth == 0:
        return 1
    if depth == 1:
        return len(theirs.moves)
    total = 0
    for move in theirs.moves:
        after = theirs.copy(theirs.rng.copy())
        after.apply(move)
        total += count(after, depth - 1)
    return total


def start(game: Game, players: int, seed: int):
    """Return the oracle's game from the start, shuffled as ours."""
    codes = [card.code for card in game.program(players).cards]
    return oracle.new_game(players, oracle.BASIC_SPELLS, SplitMix(seed, codes))
