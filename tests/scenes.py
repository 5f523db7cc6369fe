"""Short scenes worked out by hand: a position of blue's turn, a few moves, and what then holds.

They are about what an `example` block cannot say: several players cast in the same moment, a move
is prevented, and somebody has to choose again. All are played by the Capstone manual.
"""

from __future__ import annotations

from attrs import frozen

from tests.positions import short_position
from wtrules.game.game import Game, State

FIRST_CARDS = ("w1", "t1", "t2")


def position(
    game: Game,
    board: str,
    *hand: str,
    flasks: str = "",
    spells: str = "",
    players: int | None = None,
) -> State:
    """Return the beginning of blue's turn; *flasks* are `empty.full.spent` by player."""
    state = short_position(game, board, "b", hand=hand or FIRST_CARDS, players=players)
    fields = state.program.fields
    for seat, three in enumerate(flasks.split()):
        for name, number in zip(("empty", "full", "spent"), three.split("."), strict=True):
            state.data[fields[name].offset + seat] = int(number)
    if spells:
        for i, spell in enumerate(state.program.words.spells):
            state.data[fields["laid_out"].offset + i] = int(spell in spells.split())
    return State(game, state.engine, state.data, state.engine.options(state.data))


def play(state: State, *moves: str) -> State:
    """Play moves; where something else is asked, nobody wants anything."""
    for move in moves:
        while move not in state.legal_moves:
            state = state.play(idle(state))
        state = state.play(move)
    return state


def idle(state: State) -> str:
    """Return how to want nothing; there must be a way."""
    found = [text for text in ("pass", "quiet", "enough") if text in state.legal_moves]
    assert found, f"something has to be chosen: {state.legal_moves}"
    return found[0]


def offers(state: State, words: str) -> bool:
    """Whether a move that begins with these words is on offer."""
    return any(move.text.startswith(words) for move in state.legal_moves)


def letter(state: State) -> str:
    """The letter of who decides."""
    return state.program.board.letters[state.to_act]


@frozen
class Scene:
    """A position, moves, and what holds after them; what is not named does not matter."""

    name: str
    says: str
    board: str
    moves: tuple[str, ...]
    variants: tuple[str, ...] = ("nasty",)
    hand: tuple[str, ...] = FIRST_CARDS
    flasks: str = ""
    spells: str = ""
    players: int = 2
    then_board: str | None = None
    then_acts: str | None = None
    then_options: tuple[str, ...] | None = None
    then_offered: tuple[str, ...] = ()
    then_not_offered: tuple[str, ...] = ()
    then_full: tuple[int, ...] | None = None
    then_active: str | None = None
    then_result: tuple[str | None, tuple[int, ...]] | None = None

    def failures(self, game: Game) -> list[str]:
        """Return what comes out otherwise."""
        state = position(
            game, self.board, *self.hand, flasks=self.flasks, spells=self.spells,
            players=self.players,
        )  # fmt: skip
        try:
            state = play(state, *self.moves)
        except AssertionError as error:
            return [str(error)]
        letters = state.program.board.letters
        found = {
            "board": (self.then_board, state.board_text),
            "result": (
                self.then_result,
                state.result and (state.result.outcome, state.result.winners),
            ),
            "acts": (self.then_acts, letter(state)),
            "active": (self.then_active, letters[state.active]),
            "options": (self.then_options, tuple(move.text for move in state.legal_moves)),
            "full": (self.then_full, tuple(state.numbers("full"))),
        }
        wrong = [
            f"{name}: expected {expected}, found {actual}"
            for name, (expected, actual) in found.items()
            if expected is not None and expected != actual
        ]
        wrong += [f"not offered: {text}" for text in self.then_offered if not offers(state, text)]
        wrong += [f"offered: {text}" for text in self.then_not_offered if offers(state, text)]
        return wrong


SCENES = (
    Scene(
        "another wizard must move",
        "The chosen wizard is blown away: another own visible wizard that can move has to.",
        "K/bR/b/byyyyy/Nb/R/N/R/N/R/b/N/R/././.",
        ("card w1", "wizard s10b", "cast move_wizard wizard s10b"),
        flasks="6.0.0 4.2.0",
        spells="move_wizard",
        then_board="K/bR/b/byyyyy/Nb/R/N/R/N/R/./Nb/R/././.",
        then_acts="b",
        then_options=("wizard s3b", "wizard s4b", "wizard s11b"),
    ),
    Scene(
        "the other wizard moves",
        "The wizard chosen instead moves by the same card.",
        "K/bR/b/byyyyy/N/R/N/R/N/R/b/N/R/././.",
        ("card w1", "wizard s10b", "cast move_wizard wizard s10b", "wizard s11b"),
        flasks="6.0.0 4.2.0",
        spells="move_wizard",
        then_board="K/bR/b/byyyyy/N/R/N/R/N/R/./N/Rb/././.",
        then_options=("card t1", "card t2"),
    ),
    Scene(
        "no room any more",
        "The chosen wizard stands where it stood, but its destination has become full.",
        "K/./by/byyyy/N/R/N/R/N/R/b/R/N/R/./.",
        ("card w1", "wizard s2b", "cast move_wizard wizard s2y"),
        flasks="6.0.0 4.2.0",
        spells="move_wizard",
        then_board="K/./b/byyyyy/N/R/N/R/N/R/b/R/N/R/./.",
        then_acts="b",
        then_options=("wizard s3b", "wizard s10b"),
    ),
    Scene(
        "covered before it moves",
        "A tower put on the chosen wizard: it cannot move any more, and the caster fills a flask.",
        "K/R/N/R/N/R/N/R/N/./b/./b/R/./.",
        ("card w1", "wizard s10b", "cast move_tower tower s8"),
        flasks="6.0.0 5.1.0",
        spells="move_tower",
        then_board="K/R/N/R/N/R/N/R/././bN/./b/R/./.",
        # The flask just filled was not held at the first cast: no second one.
        then_acts="b",
        then_options=("wizard s12b",),
        then_full=(0, 1),
    ),
    Scene(
        "the covered wizard stays",
        "Only the other wizard is left to choose.",
        "K/R/N/R/N/R/N/R/N/./b/./b/R/./b",
        ("card w2", "wizard s10b", "cast move_tower tower s8", "wizard s12b"),
        hand=("w2", "t1", "t2"),
        flasks="6.0.0 0.1.5",
        spells="move_tower",
        then_board="K/R/N/R/N/R/N/R/././bN/././R/b/b",
        then_options=("card t1", "card t2"),
    ),
    Scene(
        "another tower must move",
        "The chosen tower is gone: another one has to move, if it does not land on the castle.",
        "K/R/N/R/N/R/N/R/N/././././b/y/R",
        ("card t1", "tower s5", "cast move_tower tower s5"),
        flasks="6.0.0 5.1.0",
        spells="move_tower",
        then_board="K/R/N/R/N/./N/RR/N/././././b/y/R",
        then_acts="b",
        then_options=(
            "tower s1", "tower s2", "tower s3", "tower s4", "tower s6", "tower s7.1", "tower s7.2",
            "tower s8",
        ),
    ),
    Scene(
        "the other tower moves",
        "The tower chosen instead moves by the same card.",
        "K/R/N/R/N/R/N/R/N/././././b/y/R",
        ("card t1", "tower s5", "cast move_tower tower s5", "tower s8"),
        flasks="6.0.0 5.1.0",
        spells="move_tower",
        then_board="K/R/N/R/N/./N/RR/./N/./././b/y/R",
        then_options=("card w1", "card t2"),
    ),
    Scene(
        "a rider stays behind",
        "There is no room for the rider any more; the wizard that carries it moves alone.",
        "K/R/bby/bbyy/N/R/N/R/N/R/N/R/./././.",
        (
            "card w1", "wizard s2b", "cast piggyback wizard s2b",
            "cast move_wizard wizard s2y",
        ),
        flasks="5.1.0 4.2.0",
        spells="piggyback move_wizard",
        then_board="K/R/b/bbbyyy/N/R/N/R/N/R/N/R/./././.",
        then_options=("card t1", "card t2"),
    ),
    Scene(
        "the last rider stays behind",
        "Of two riders the one of the player later in turn order loses the place.",
        "K/R/bbyr/yrr/N/R/N/R/N/R/N/R/./././.",
        (
            "card w1", "wizard s2b", "cast piggyback wizard s2b", "cast piggyback wizard s2y",
            "cast move_wizard wizard s2r",
        ),
        flasks="4.1.0 4.1.0 3.2.0",
        spells="piggyback move_wizard",
        players=3,
        then_board="K/R/y/bbyrrr/N/R/N/R/N/R/N/R/./././.",
    ),
    Scene(
        "a wizard comes home on somebody else's turn",
        "The active player's turn goes on; the castle still moves on.",
        "K/R/N/R/N/R/N/R/N/R/b/././././y",
        ("card w1", "wizard s10b", "cast move_wizard wizard s15y"),
        flasks="6.0.0 4.2.0",
        spells="move_wizard",
        then_board="./RK/N/R/N/R/N/R/N/R/./b/./././.",
        then_active="b",
        then_options=("card t1", "card t2"),
    ),
    Scene(
        "not between card and choice",
        "When the card is shown, only the active player may cast.",
        "K/R/N/R/N/R/N/R/N/R/b/././././y",
        ("card w1",),
        flasks="6.0.0 4.2.0",
        spells="move_wizard",
        then_acts="b",
        then_options=("wizard s10b",),
    ),
    Scene(
        "before the first card",
        "The others may cast before a card of the second action.",
        "K/R/N/R/N/R/N/R/N/R/b/././././y",
        ("card w1", "wizard s10b", "pass", "pass"),
        flasks="6.0.0 4.2.0",
        spells="move_wizard",
        then_acts="y",
        then_active="b",
        then_offered=("cast move_wizard",),
    ),
    Scene(
        "a spell makes a move possible",
        "A card without a legal move opens the window too; what has become possible must be done.",
        "K/bR/N/R/N/R/N/R/N/R/y/././././.",
        ("card w1", "cast move_tower tower s1"),
        flasks="6.0.0 5.1.0",
        spells="move_tower",
        then_board="K/b/N/RR/N/R/N/R/N/R/y/././././.",
        then_acts="b",
        then_options=("wizard s1b",),
    ),
    Scene(
        "one spell in a turn",
        "In the ordinary game a second spell has to wait for the next turn.",
        "K/R/N/R/N/R/N/R/N/R/b/././././y",
        ("card t1", "cast move_tower tower s1", "tower s5"),
        variants=(),
        flasks="2.4.0 6.0.0",
        spells="move_tower move_wizard",
        then_acts="b",
        then_options=("card w1", "card t2"),
    ),
    Scene(
        "too dear",
        "Who has one full flask cannot cast what costs two.",
        "K/R/N/R/N/R/N/R/N/R/b/././././y",
        ("card t1",),
        variants=(),
        flasks="5.1.0 6.0.0",
        spells="move_wizard headwind_wizard swap_towers move_castle move_tower",
        then_offered=("cast move_tower",),
        then_not_offered=(
            "cast move_wizard", "cast headwind_wizard", "cast swap_towers", "cast move_castle",
        ),
    ),
    Scene(
        "nobody can finish",
        "All wizards are home, and nobody has filled the flasks: the game ends after the round.",
        "K/R/N/R/N/R/N/R/N/R/./././././b",
        ("card w1", "wizard s15b", "discard", "tower s3"),
        variants=(),
        then_result=("stalled", ()),
    ),
    Scene(
        "the round is played to its end",
        "Blue is done; yellow still has a turn.",
        "K/R/N/R/N/R/N/R/N/R/././y/././b",
        ("card w1", "wizard s15b"),
        variants=(),
        flasks="0.6.0 6.0.0",
        then_active="y",
        then_offered=("card", "discard"),
    ),
    Scene(
        "then it is over",
        "After yellow's turn the game is decided.",
        "K/R/N/R/N/R/N/R/N/R/././y/././b",
        ("card w1", "wizard s15b", "discard", "tower s3"),
        variants=(),
        flasks="0.6.0 6.0.0",
        then_result=("won", (0,)),
    ),
    Scene(
        "clockwise from the player on turn",
        "Of two who could cast the next in turn order is asked first.",
        "K/R/N/R/N/R/N/R/N/R/b/./y/./r/.",
        ("card w1", "wizard s10b"),
        flasks="5.0.0 3.2.0 3.2.0",
        spells="move_wizard",
        players=3,
        then_board="K/R/N/R/N/R/N/R/N/R/b/./y/./r/.",
        then_acts="y",
    ),
    Scene(
        "then the next one",
        "Who passes leaves the word to the next player.",
        "K/R/N/R/N/R/N/R/N/R/b/./y/./r/.",
        ("card w1", "wizard s10b", "pass"),
        flasks="5.0.0 3.2.0 3.2.0",
        spells="move_wizard",
        players=3,
        then_board="K/R/N/R/N/R/N/R/N/R/b/./y/./r/.",
        then_acts="r",
    ),
    Scene(
        "no spell in the middle of a move",
        "In the ordinary game spells wait until the chosen wizard has moved.",
        "K/R/N/R/N/R/N/R/N/R/b/././y/./.",
        ("card w1", "wizard s10b"),
        variants=(),
        flasks="0.6.0 6.0.0",
        spells="move_wizard move_tower headwind_wizard headwind_tower swap_towers move_castle free_wizard",
        then_board="K/R/N/R/N/R/N/R/N/R/./b/./y/./.",
        then_acts="b",
        then_offered=(
            "cast move_wizard", "cast move_tower", "cast headwind_wizard", "cast headwind_tower",
            "cast swap_towers", "cast move_castle", "cast free_wizard",
        ),
    ),
    Scene(
        "riders of the player on turn only",
        "In the ordinary game, only a wizard of the active player rides along.",
        "K/R/N/R/N/bby/R/N/R/N/R/././././.",
        ("card w1", "wizard s5b"),
        variants=(),
        flasks="5.1.0 5.1.0",
        spells="piggyback",
        then_options=("cast piggyback wizard s5b", "pass"),
    ),
    Scene(
        "nobody left to ride",
        "The wizard that moves cannot ride on itself, so nobody is asked.",
        "K/R/N/R/N/by/R/N/R/N/R/././././.",
        ("card w1", "wizard s5b"),
        variants=(),
        flasks="5.1.0 6.0.0",
        spells="piggyback",
        then_board="K/R/N/R/N/y/Rb/N/R/N/R/././././.",
    ),
    Scene(
        "no room to ride",
        "Where only one more finds room nobody rides along.",
        "K/R/N/R/N/bb/Rbyyyy/N/R/N/R/././././.",
        ("card w1", "wizard s5b"),
        variants=(),
        flasks="5.1.0 6.0.0",
        spells="piggyback",
        then_board="K/R/N/R/N/b/Rbbyyyy/N/R/N/R/././././.",
    ),
    Scene(
        "room for two",
        "Where two more find room one may ride along.",
        "K/R/N/R/N/bb/Ryyyy/N/R/N/R/././././.",
        ("card w1", "wizard s5b", "cast piggyback wizard s5b"),
        variants=(),
        flasks="5.1.0 6.0.0",
        spells="piggyback",
        then_board="K/R/N/R/N/./Rbbyyyy/N/R/N/R/././././.",
    ),
    Scene(
        "red is carried by blue",
        "On blue's turn red rides along on blue's wizard.",
        "K/R/N/R/N/br/R/N/R/N/R/././y/./.",
        ("card w1", "wizard s5b", "cast piggyback wizard s5r"),
        flasks="5.0.0 5.0.0 4.1.0",
        spells="piggyback",
        players=3,
        then_board="K/R/N/R/N/./Rbr/N/R/N/R/././y/./.",
    ),
    Scene(
        "nobody rides twice",
        "With one rider beside the carrier the spell cannot be cast again.",
        "K/R/N/R/N/bb/R/N/R/N/R/././y/./.",
        ("card w1", "wizard s5b", "cast piggyback wizard s5b"),
        flasks="4.2.0 6.0.0",
        spells="piggyback",
        then_not_offered=("cast piggyback",),
    ),
    Scene(
        "too late to ride",
        "Once the wizard has moved nobody can ride along any more.",
        "K/R/N/R/N/bbb/R/N/R/N/R/././y/./.",
        ("card w1", "wizard s5b", "pass"),
        variants=(),
        flasks="5.1.0 6.0.0",
        spells="piggyback",
        then_board="K/R/N/R/N/bb/Rb/N/R/N/R/././y/./.",
        then_options=("card t1", "card t2"),
    ),
    Scene(
        "no ride on a tower",
        "When a tower moves nobody is asked to ride along.",
        "K/R/N/R/N/bby/R/N/R/N/R/././y/./.",
        ("card t1", "tower s1"),
        flasks="5.1.0 5.1.0",
        spells="piggyback",
        then_board="K/./NR/R/N/bby/R/N/R/N/R/././y/./.",
        then_options=("card w1", "card t2"),
    ),
    Scene(
        "one of two riders stays behind",
        "There is room for one of two riders.",
        "K/R/bbby/byy/N/R/N/R/N/R/N/R/./././.",
        (
            "card w1", "wizard s2b", "cast piggyback wizard s2b", "cast piggyback wizard s2b",
            "cast move_wizard wizard s2y",
        ),
        flasks="4.2.0 4.2.0",
        spells="piggyback move_wizard",
        then_board="K/R/b/bbbyyy/N/R/N/R/N/R/N/R/./././.",
    ),
    Scene(
        "room for one rider",
        "A second rider would make seven, so nobody else is asked.",
        "K/R/N/R/N/byr/Rbbrr/N/R/N/R/././././.",
        ("card w1", "wizard s5b", "cast piggyback wizard s5y"),
        flasks="5.0.0 4.1.0 4.1.0",
        spells="piggyback",
        players=3,
        then_board="K/R/N/R/N/r/Rbbbyrr/N/R/N/R/././././.",
    ),
    Scene(
        "frees one's own",
        "The caster frees a wizard of their own colour, not the first one under the tower.",
        "K/R/byN/R/N/R/N/R/N/R/b/././././.",
        ("card w1", "wizard s10b", "cast free_wizard tower s2"),
        flasks="6.0.0 5.1.0",
        spells="free_wizard",
        then_board="K/R/bNy/R/N/R/N/R/N/R/./b/./././.",
    ),
    Scene(
        "discarding moves a tower, not onto the castle",
        "The tower right behind the castle cannot take the step.",
        "K/R/N/R/N/R/N/R/N/./b/././././R",
        ("discard",),
        variants=(),
        then_options=(
            "tower s1", "tower s2", "tower s3", "tower s4", "tower s5", "tower s6", "tower s7",
            "tower s8",
        ),
    ),
    Scene(
        "one space is enough for the step",
        "No tower could move; the castle moves on by one, and all of them can, by one space, not two.",
        "RNRNRNRNR/K/./y/./././././././././b/./.",
        ("discard", "cast move_castle clockwise"),
        flasks="6.0.0 4.2.0",
        spells="move_castle",
        then_board="RNRNRNRNR/./K/y/./././././././././b/./.",
        then_options=tuple(f"tower s0.{level}" for level in range(1, 10)),
    ),
    Scene(
        "no discarding when alone",
        "The solo game has no discard option.",
        "K/R/N/R/N/R/N/R/N/R/b/././././.",
        (),
        variants=("solo",),
        players=1,
        then_options=("card w1", "card t1", "card t2"),
    ),
)  # fmt: skip
