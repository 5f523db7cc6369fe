"""What must hold in every position of every game, and games played at random to see it."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

from attrs import frozen

from wtrules.game.game import Game, State
from wtrules.game.load import load
from wtrules.game.playthrough import History, parse_game, record, replay
from wtrules.program.program import Alternative, Decision
from wtrules.source import SourceFile

EVERY_SPELL = """
ruleset every-spell {
  extends en-capstone
  override spells.laid_out = move_wizard, move_tower, headwind_wizard, headwind_tower,
                             swap_towers, move_castle, piggyback, free_wizard
}
"""
MOST = 20_000  # decisions of one game
BOARD = ("cell", "height", "shields", "castle", "home")
CARDS = ("hand", "hand_size", "pile", "pile_size", "discard", "discard_size")
PROGRESS = ("empty", "full", "spent", "home")


@cache
def game(name: str = "en-capstone") -> Game:
    """The game of a ruleset, made once."""
    if name == "every-spell":
        return load(SourceFile("every-spell.wtr", EVERY_SPELL))
    return load(name)


# --- what must hold ----------------------------------------------------------------------------


def broken(first: State, before: State, state: State) -> list[str]:
    """Return what is wrong with *state*, reached from *before* in a game that began with *first*."""
    return [
        *(_pieces(first, state) if _differ(before, state, BOARD) else ()),
        *(_cards(first, state) if _differ(before, state, CARDS) else ()),
        *(_goes_one_way(first, before, state) if _differ(before, state, PROGRESS) else ()),
        *_options(state),
        *_ending(state),
    ]


def _differ(before: State, state: State, fields: tuple[str, ...]) -> bool:
    """Return whether a position has to be checked: most moves leave most of the table as it was."""
    return before is state or any(before.numbers(x) != state.numbers(x) for x in fields)


def broken_anywhere(first: State, before: State, state: State) -> list[str]:
    """Return what is wrong with a position of any ruleset, where flasks may change hands and
    wizards be everybody's."""
    return [
        *(_pieces(state, state) if _differ(before, state, BOARD) else ()),
        *(_cards(first, state) if _differ(before, state, CARDS) else ()),
        *_counted_flasks(before, state),
    ]


def _counted_flasks(before: State, state: State) -> list[str]:
    names = ("empty", "full", "spent")
    had, have = (sum(sum(s.numbers(name)) for name in names) for s in (before, state))
    return [f"{had} flasks became {have}"] if had and had != have else []


def _pieces(first: State, state: State) -> list[str]:
    wrong = []
    program = state.program
    levels, players, bits = program.board.levels, program.players, program.board.bits
    cells, heights = state.numbers("cell"), state.numbers("height")
    castle = state.numbers("castle")[0]
    on_board = [0] * players
    for space, height in enumerate(heights):
        stack = cells[space * levels : (space + 1) * levels]
        if any(stack[height + 1 :]):
            wrong.append(f"somebody floats above s{space}")
        for packed in stack[: height + 1]:
            if packed:
                counts = unpacked(packed, players, bits)
                on_board = [a + b for a, b in zip(on_board, counts, strict=True)]
                if program.board.capacity is not None and sum(counts) > program.board.capacity:
                    wrong.append(f"{sum(counts)} wizards on one surface of s{space}")
        if space == castle and stack[height]:
            wrong.append("a wizard shares a surface with the castle")
    home, totals = state.numbers("home"), first.numbers("wizards")
    for letter, here, there, total in zip(
        program.board.letters, on_board, home, totals, strict=True
    ):
        if here + there != total:
            wrong.append(f"{letter} has {here} + {there} wizards of {total}")
    if not 0 <= castle < program.board.spaces:
        wrong.append("the castle has left the board")
    shields = sum(shield for _, shield in program.board.towers) + len(program.board.ground_shields)
    if (len(program.board.towers), shields) != _towers(state):
        wrong.append(
            f"{len(program.board.towers)} towers, {shields} shields became {_towers(state)}"
        )
    return wrong


@cache
def unpacked(packed: int, players: int, bits: int) -> tuple[int, ...]:
    """Return how many wizards of each player a surface holds."""
    return tuple(packed >> seat * bits & (1 << bits) - 1 for seat in range(players))


def _towers(state: State) -> tuple[int, int]:
    """Return how many towers there are, and how many shields, those of the ground included."""
    return sum(state.numbers("height")), sum(map(int.bit_count, state.numbers("shields")))


def _cards(first: State, state: State) -> list[str]:
    wrong = []
    kinds = len(state.program.cards)
    hand, sizes = state.numbers("hand"), state.numbers("hand_size")
    counts = list(state.numbers("discard"))
    if sum(counts) != state.numbers("discard_size")[0]:
        wrong.append("the discards are miscounted")
    for seat, size in enumerate(sizes):
        cards = hand[seat * kinds : (seat + 1) * kinds]
        if sum(cards) != size:
            wrong.append(f"the hand of seat {seat} is miscounted")
        counts = [a + b for a, b in zip(counts, cards, strict=True)]
    for card in state.numbers("pile")[: state.numbers("pile_size")[0]]:
        counts[card] += 1
    for card, count in zip(state.program.cards, counts, strict=True):
        if count != card.copies:
            wrong.append(f"{count} of {card.copies} cards {card.code}")
    return wrong


def _goes_one_way(first: State, before: State, state: State) -> list[str]:
    wrong = []
    had = zip(before.numbers("empty"), before.numbers("spent"), before.numbers("home"), strict=True)
    have = zip(*(state.numbers(name) for name in ("empty", "full", "spent", "home")), strict=True)
    for seat, ((e0, s0, h0), (e, f, s, h)) in enumerate(zip(had, have, strict=True)):
        if e + f + s != first.numbers("empty")[seat] or min(e, f, s) < 0:
            wrong.append(f"the flasks of seat {seat} are {e}.{f}.{s}")
        if e > e0 or s < s0:
            wrong.append(f"a flask of seat {seat} was emptied or came back")
        if h < h0:
            wrong.append(f"a wizard of seat {seat} left the castle")
    return wrong


def _options(state: State) -> list[str]:
    wrong = []
    if len(set(state.options)) != len(state.options):
        wrong.append("an option is listed twice")
    decision = state.decision_point
    if state.is_over:
        return [*wrong, *(["a decision after the end"] if decision is not None else [])]
    assert decision is not None
    if not _moves_own_wizards(decision):
        return wrong
    program, seat = state.program, state.to_act
    cells, heights = state.numbers("cell"), state.numbers("height")
    for option in state.options:
        alternative, values = decision.decode(option)
        if _moves_own_wizard(alternative):
            place, owner = divmod(values[0], program.players)
            space, level = divmod(place, program.board.levels)
            here = unpacked(cells[place], program.players, program.board.bits)
            if owner != seat or level != heights[space] or not here[seat]:
                wrong.append(f"`{state.move(option)}` is no visible wizard of seat {seat}")
    return wrong


@cache
def _moves_own_wizards(decision: Decision) -> bool:
    """Return whether a decision may be about one's own wizards."""
    return any(map(_moves_own_wizard, decision.alternatives))


def _moves_own_wizard(alternative: Alternative) -> bool:
    return alternative.rule.startswith("card.") and alternative.kinds == ("wizard",)


def _ending(state: State) -> list[str]:
    result = state.result
    if result is None:
        return []
    done = [
        seat
        for seat in range(state.players)
        if not state.numbers("empty")[seat]
        and state.numbers("home")[seat] == state.numbers("wizards")[seat]
    ]
    most = max((state.numbers("full")[seat] for seat in done), default=0)
    best = tuple(seat for seat in done if state.numbers("full")[seat] == most)
    wrong = []
    if best != result.winners:
        wrong.append(f"seats {result.winners} won, not {best}")
    if result.outcome != ("won" if best else "stalled"):
        wrong.append(f"the outcome is {result.outcome} with the winners {result.winners}")
    return wrong


def broken_as_text(state: State) -> list[str]:
    """Return what gets lost when a position is written as a line and read again."""
    line = str(state)
    again = state.game.position(line)
    wrong = []
    if str(again) != line:
        wrong.append(f"the line changes when it is read:\n  {line}\n  {again}")
    if again.options != state.options or again.to_act != state.to_act:
        wrong.append("the options change when the line is read")
    elif state.options:
        option = state.options[len(line) % len(state.options)]
        if str(again.play(option)) != str(state.play(option)):
            wrong.append(f"`{state.move(option)}` does something else after the line was read")
    return wrong


# --- random games ------------------------------------------------------------------------------


@frozen
class Trial:
    """A game to play: any list of numbers is one, each choosing among the options there are."""

    ruleset: str
    players: int
    seed: int
    choices: tuple[int, ...]

    def __str__(self) -> str:
        return record(self.history())

    def history(self) -> History:
        """Play it."""
        history = History.begin(game(self.ruleset), self.players, self.seed)
        for choice in self.choices:
            state = history.state
            if state.is_over:
                break
            history.play(state.move(state.options[choice % len(state.options)]))
        return history


Check = Callable[[State, State, State], list[str]]


def faults(trial: Trial, check: Check = broken) -> tuple[int, list[str]]:
    """Return how many moves it takes until something is wrong, and what; nothing if all is well."""
    states = trial.history().states
    for number, state in enumerate(states):
        if wrong := check(states[0], states[max(0, number - 1)], state):
            return number, wrong
    return len(states), []


def shrink(trial: Trial, check: Check = broken, tries: int = 400) -> Trial:
    """Return a shorter game in which something is wrong too."""
    number, wrong = faults(trial, check)
    if not wrong:
        return trial
    best = Trial(trial.ruleset, trial.players, trial.seed, trial.choices[:number])
    step = max(1, len(best.choices) // 2)
    while step and tries > 0:
        start = 0
        while start < len(best.choices) and tries > 0:
            kept = best.choices[:start] + best.choices[start + step :]
            shorter = Trial(best.ruleset, best.players, best.seed, kept)
            number, wrong = faults(shorter, check)
            tries -= 1
            if wrong:
                best = Trial(best.ruleset, best.players, best.seed, kept[:number])
            else:
                start += step
        step //= 2
    return best


def choose(state: State, rng: random.Random) -> int:
    """Return a choice at random; spells are mostly passed up, so that dear ones get their turn."""
    decision = state.decision_point
    if decision is not None and decision.kind == "may" and rng.random() < 0.9:
        return len(state.options) - 1
    return rng.randrange(1 << 30)


def random_trial(ruleset: str, players: int, seed: int) -> Trial:
    """Return a whole game played at random."""
    rng = random.Random(f"{ruleset} {players} {seed}")
    state = game(ruleset).start(players, seed)
    choices: list[int] = []
    while not state.is_over and len(choices) < MOST:
        choices.append(choose(state, rng))
        state = state.play(state.options[choices[-1] % len(state.options)])
    return Trial(ruleset, players, seed, tuple(choices))


def play_and_check(
    ruleset: str, players: int, seed: int, text_every: int, again: bool = True
) -> int:
    """Play a random game, check every position, and return how many decisions there were.

    Every so many positions are written as a line, and the whole game as a file that is played
    *again*. A game in which something is wrong is made short and shown.
    """
    rng = random.Random(f"{ruleset} {players} {seed}")
    first = state = game(ruleset).start(players, seed)
    choices: list[int] = []
    check: Check | None = broken
    wrong = broken(first, first, first)
    while not wrong and not state.is_over and len(choices) < MOST:
        before = state
        choices.append(choose(before, rng))
        state = before.play(before.options[choices[-1] % len(before.options)])
        check, wrong = broken, broken(first, before, state)
        if not wrong and len(choices) % text_every == 0:
            check, wrong = _text_check, broken_as_text(state)
    trial = Trial(ruleset, players, seed, tuple(choices))
    if not wrong:
        check = None
        if not state.is_over:
            wrong = [f"the game is not over after {MOST} decisions"]
        elif again:
            wrong = _broken_as_game(trial.history())
    if wrong:
        short = trial if check is None else shrink(trial, check)
        what = "\n".join(f"- {each}" for each in wrong)
        raise AssertionError(f"{what}\n\n{short}\nends at: {short.history().state}")
    return len(choices)


def _text_check(first: State, before: State, state: State) -> list[str]:
    return broken_as_text(state)


def _broken_as_game(history: History) -> list[str]:
    """Return what gets lost when the game is written down and played again."""
    read = parse_game(record(history))
    if isinstance(read, tuple):
        return [fault.message for fault in read]
    again = replay(history.game, read)
    if again.stop is not None:
        return [f"move {again.stop.number} of the record is not legal: {again.stop.reason}"]
    if [state.data for state in again.states] != [state.data for state in history.states]:
        return ["the record is another game"]
    return [] if again.agrees else ["the record ends otherwise"]
