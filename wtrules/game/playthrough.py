"""Read and write whole games as text.

A game file names the rules, the number of players and the seed, followed by every move. This is
enough to replay the game, because cards and dice come from the seed.

    ruleset: en-capstone
    hash: 1:37ab52ba5b4fcdfc
    players: 2
    seed: 7

    # turn 1: blue
    card t4
    tower s2
    …

    result: won b

| line | holds |
| --- | --- |
| `ruleset:` | the ruleset, by name or path; a file is in the folder of the game file or below |
| `variants:` | the variants it is played with, if any |
| `assume:` | other readings of open questions, as in `amb.lock.own=b`, if any |
| `hash:` | the fingerprint of the rules when the game was recorded, with its version |
| `players:`, `seed:` | as given to `Game.start` |
| `position:` | the position it begins with, instead of players and seed |
| `seats:` | the players, `human` or a bot, in turn order; only `wtrules play` uses it |
| (blank) | ends the header |
| a move | one decision, in order; `card td roll=3` if the roll was set and not taken from the seed |
| `result:` | how the game ended: outcome and winners, or `open` if it is not over |

`#` starts a comment. `record` writes such a text, `parse_game` reads it, and `replay` plays it with
any rules up to the first illegal move.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field, frozen

from wtrules import resources
from wtrules.canonical import is_of_other_form
from wtrules.diagnostics import closest
from wtrules.game.explain import explain
from wtrules.game.game import Game, State
from wtrules.game.moves import IllegalMove, IllegalRoll, Move, rolls_of, split_rolls, with_rolls
from wtrules.safe_text import guarded, safe
from wtrules.value import Value

OPEN = "open"
MAX_SEED = (1 << 64) - 1

_HEAD = ("ruleset", "variants", "assume", "hash", "players", "seed", "position", "seats")
_NEEDED = ("ruleset", "players", "seed")
_SHOWN = 60  # characters of a text repeated in a message
_LONGEST = 200  # characters of a move


@define
class History:
    """A game in progress: every position so far, and the moves between them."""

    seed: int
    states: list[State]
    moves: list[Move] = field(factory=list)
    rolls: list[tuple[int, ...]] = field(factory=list)  # set for each move
    position: str | None = None  # where it began, if not with the set-up

    @classmethod
    def begin_at(cls, game: Game, position: str) -> History:
        """Start with a position; raises BadPosition, a ValueError, if it is not one of this game."""
        return cls(0, [game.position(position)], position=position)

    @classmethod
    def begin(cls, game: Game, players: int, seed: int) -> History:
        """Start a game; raises ValueError if the number of players or the seed is invalid."""
        return cls(seed, [game.start(players, seed)])

    @property
    def game(self) -> Game:
        """The rules of the game."""
        return self.states[0].game

    @property
    def state(self) -> State:
        """The current position."""
        return self.states[-1]

    @property
    def texts(self) -> list[str]:
        """Every move as in a game file: with the roll if that was set."""
        return [with_rolls(x.text, rolls) for x, rolls in zip(self.moves, self.rolls, strict=True)]

    def play(self, move: Move | str, roll: int | Sequence[int] | None = None) -> State:
        """Play a move and return the new position; raises IllegalMove without changing anything.

        *roll* sets the die, as in `State.play`; it becomes part of the recorded game.
        """
        rolls = rolls_of(roll)
        if isinstance(move, str):
            text, written = split_rolls(move)
            move, rolls = self.state.find(text), rolls or written
        self.states.append(self.state.play(move, rolls or None))
        self.moves.append(move)
        self.rolls.append(rolls)
        return self.state

    def undo(self, number: int = 1) -> None:
        """Take back the last moves."""
        keep = max(0, len(self.moves) - number)
        del self.moves[keep:]
        del self.rolls[keep:]
        del self.states[keep + 1 :]


@frozen
class GameFault(Value):
    """A mistake in the text of a game and its place; lines and columns count from 1."""

    message: str
    line: int
    column: int = 1
    length: int = 1
    help: str | None = None


@frozen
class Playthrough(Value):
    """The content of a game file, with the line of each part."""

    ruleset: str
    players: int
    seed: int
    moves: tuple[str, ...]
    variants: tuple[str, ...] = ()
    hash: str | None = None
    seats: tuple[str, ...] = ()
    result: str | None = None
    assume: tuple[tuple[str, str], ...] = ()
    position: str | None = None
    move_lines: tuple[int, ...] = field(default=(), eq=False, repr=False)
    # Line of each header, and of the result.
    lines: dict[str, int] = field(factory=dict, eq=False, repr=False)


@frozen
class Stop(Value):
    """The first illegal move of a game file, and the rule that forbids it.

    `number` counts moves from 1; 0 means that the game cannot be started.
    """

    number: int
    line: int
    text: str
    reason: str
    rule: str | None


@frozen
class Replay(Value):
    """A game file played again, as far as the rules allow."""

    playthrough: Playthrough
    game: Game
    history: History | None
    stop: Stop | None
    warnings: tuple[str, ...]

    @property
    def states(self) -> tuple[State, ...]:
        """Every position, including the first one; empty if the game could not be started."""
        return tuple(self.history.states) if self.history is not None else ()

    @property
    def result(self) -> str | None:
        """How it ended, as in a `result:` line; None if it could not be started."""
        return result_text(self.history.state) if self.history is not None else None

    @property
    def agrees(self) -> bool | None:
        """Whether it ended as the file says; None if the file does not say."""
        if self.playthrough.result is None:
            return None
        return self.result is not None and self.playthrough.result.split() == self.result.split()


# --- writing -----------------------------------------------------------------------------------


def record(history: History, *, ruleset: str | None = None, seats: Sequence[str] = ()) -> str:
    """Return a game as the text of a game file.

    *ruleset* is the name or path by which the rules can be found, by default their name. Moves are
    grouped by turn. If another player makes a move, a comment beside it names that player.
    """
    game, state = history.game, history.states[0]
    head = [("ruleset", ruleset or game.rules.name), ("hash", game.hash)]
    if game.rules.chosen:
        head.append(("variants", ", ".join(game.rules.chosen)))
    if game.rules.assumed:
        readings = ", ".join(f"{id}={reading}" for id, reading in game.rules.assumed)
        head.append(("assume", readings))
    if history.position is not None:
        head.append(("position", history.position))
    else:
        head += [("players", str(state.players)), ("seed", str(history.seed))]
    if seats:
        head.append(("seats", ", ".join(seats)))
    lines = [f"{key}: {safe(value)}" for key, value in head]
    turn, active = 0, -1
    colours = [safe(colour) for colour in state.program.board.colours]
    for before, text in zip(history.states, history.texts, strict=False):
        if before.active != active:
            turn, active = turn + 1, before.active
            lines += ["", f"# turn {turn}: {colours[active]}"]
        aside = f"  # {colours[before.to_act]}" if before.to_act != active else ""
        lines.append(text + aside)
    return guarded("\n".join([*lines, "", f"result: {result_text(history.state)}"]) + "\n")


def result_text(state: State) -> str:
    """Return how a game ended, for a `result:` line: `won b`, `won b y`, `stalled`, `open`."""
    result = state.result
    if result is None:
        return OPEN
    letters = [state.program.board.letters[seat] for seat in result.winners]
    return " ".join([result.outcome or "over", *letters])


# --- reading -----------------------------------------------------------------------------------


def parse_game(text: str) -> Playthrough | tuple[GameFault, ...]:
    """Return the game a text holds, or everything that is wrong with the text."""
    reader = _Reader()
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        reader.read(number, line)
    # The empty text after the final newline does not count as a line.
    last = len(lines) - (len(lines) > 1 and not lines[-1])
    return reader.finish(last, lines[last - 1])


@define
class _Reader:
    head: dict[str, str] = field(factory=dict)
    lines: dict[str, int] = field(factory=dict)
    columns: dict[str, int] = field(factory=dict)
    moves: list[str] = field(factory=list)
    move_lines: list[int] = field(factory=list)
    in_head: bool = True
    faults: list[GameFault] = field(factory=list)

    def fail(
        self, message: str, line: int, column: int = 1, length: int = 1, help: str | None = None
    ) -> None:
        self.faults.append(GameFault(message, line, column, max(1, length), help))

    def read(self, number: int, line: str) -> None:
        content = line.partition("#")[0]
        text = content.strip()
        if not text:
            # Only a blank line ends the header; a line with a comment does not.
            if not line.strip() and self.head:
                self.in_head = False
            return
        column = len(content) - len(content.lstrip()) + 1
        key, colon, value = text.partition(":")
        key = key.rstrip()
        if colon and (self.in_head or key in (*_HEAD, "result")):
            self.read_head(number, column, key, value)
        elif self.in_head:
            self.fail(
                f"`{shown(text)}` should be `name: value`",
                number,
                column,
                len(text),
                "the moves come after a blank line" if self.head else _about(),
            )
            if not self.head:
                self.in_head = False  # not a game file: one fault is enough
        elif "result" in self.lines:
            self.fail("there is a move after the result", number, column, len(text))
        elif self.head:
            self.moves.append(" ".join(text.split()))
            self.move_lines.append(number)

    def read_head(self, number: int, column: int, key: str, value: str) -> None:
        if key != "result" and key not in _HEAD:
            near = closest(key, [*_HEAD, "result"])
            known = ", ".join(f"`{name}:`" for name in (*_HEAD, "result"))
            help = f"did you mean `{near}:`?" if near else f"the lines are {known}"
            self.fail(f"a game file has no line `{shown(key)}:`", number, column, len(key), help)
            self.head.setdefault("", "")
        elif key in self.lines:
            there = self.lines[key]
            self.fail(f"`{key}:` is already given in line {there}", number, column, len(key))
        elif key != "result" and not self.in_head:
            self.fail(
                f"`{key}:` belongs at the top, before the blank line", number, column, len(key)
            )
            self.lines[key] = number
        elif not value.strip():
            self.fail(f"`{key}:` has no value", number, column, len(key) + 1)
            self.lines[key] = number
            self.head.setdefault("", "")
        else:
            self.lines[key] = number
            self.columns[key] = column + len(key) + 1 + len(value) - len(value.lstrip())
            self.head[key] = value.strip()

    def whole_number(self, key: str, most: int, what: str) -> int:
        text = self.head.get(key)
        if text is None:
            return 0
        if text.isascii() and text.isdigit() and len(text) <= 40 and int(text) <= most:
            return int(text)
        self.fail(f"`{shown(text)}` is not {what}", self.lines[key], self.columns[key], len(text))
        return 0

    def names(self, key: str) -> tuple[str, ...]:
        return tuple(part for part in self.head.get(key, "").replace(",", " ").split() if part)

    def finish(self, last: int, ending: str) -> Playthrough | tuple[GameFault, ...]:
        if not self.head and not self.faults:
            self.fail("this is not a game file", 1, help=_about())
        elif self.head:
            for key in _NEEDED[:1] if "position" in self.lines else _NEEDED:
                if key not in self.lines:
                    help = _MISSING[key].format(resources.default_ruleset())
                    self.fail(f"the line `{key}: …` is missing", 1, help=help)
        players = self.whole_number("players", 64, "a number of players")
        seed = self.whole_number("seed", MAX_SEED, f"a seed: a whole number from 0 to {MAX_SEED}")
        assume = [text.partition("=") for text in self.names("assume")]
        if not all(id and reading for id, _, reading in assume):
            where = self.lines["assume"], self.columns["assume"], len(self.head["assume"])
            self.fail("a reading is written like this: `assume: amb.lock.own=b`", *where)
        if self.faults:
            return tuple(sorted(self.faults, key=lambda fault: (fault.line, fault.column)))
        result = self.head.get("result")
        return Playthrough(
            self.head["ruleset"],
            players,
            seed,
            tuple(self.moves),
            self.names("variants"),
            self.head.get("hash"),
            self.names("seats"),
            " ".join(result.replace(",", " ").split()) if result is not None else None,
            tuple((id, reading) for id, _, reading in assume),
            self.head.get("position"),
            tuple(self.move_lines),
            self.lines,
        )


def _about() -> str:
    ruleset = f"`ruleset: {resources.default_ruleset()}`"
    return f"a game file begins with lines such as {ruleset}, `players: 2`, `seed: 7`"


_MISSING = {
    "ruleset": "it names the rules, as in `ruleset: {}`",
    "players": "it gives the number of players, as in `players: 2`",
    "seed": "cards and dice come from it, as in `seed: 7`",
}


def shown(text: str) -> str:
    """Return a text from a file, shortened to one line that fits into a message."""
    text = " ".join(safe(text.strip()).split())
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


# --- replaying ---------------------------------------------------------------------------------


def replay(game: Game, playthrough: Playthrough) -> Replay:
    """Play a game file with the rules of *game*, up to the first illegal move."""
    warnings = []
    if playthrough.hash is None:
        warnings.append("the file has no `hash:`, so its rules may have been different")
    elif is_of_other_form(playthrough.hash):
        warnings.append(
            f"recorded by another version of wtrules: its hash, {shown(playthrough.hash)}, cannot be "
            f"compared with that of {game.name}, {game.hash}, so the rules may have been different"
        )
    elif playthrough.hash != game.hash:
        warnings.append(
            f"recorded with other rules: the file says hash {shown(playthrough.hash)}, "
            f"{game.name} has {game.hash}"
        )
    if playthrough.result is None:
        warnings.append("the file has no `result:` line; it may have been cut short")
    begun = "players" if playthrough.position is None else "position"
    try:
        if playthrough.position is None:
            history = History.begin(game, playthrough.players, playthrough.seed)
        else:
            history = History.begin_at(game, playthrough.position)
    except ValueError as error:
        line = playthrough.lines.get(begun, 1)
        given = shown(str(getattr(playthrough, begun)))
        stop = Stop(0, line, f"{begun}: {given}", str(error), None)
        return Replay(playthrough, game, None, stop, tuple(warnings))
    for number, text in enumerate(playthrough.moves, 1):
        try:
            history.play(text)
        except IllegalMove as error:
            line = playthrough.move_lines[number - 1] if playthrough.move_lines else number
            is_roll = isinstance(error, IllegalRoll)
            why = (str(error), None) if is_roll else _why(history.state, split_rolls(text)[0])
            stop = Stop(number, line, text, *why)
            return Replay(playthrough, game, history, stop, tuple(warnings))
    return Replay(playthrough, game, history, None, tuple(warnings))


def _why(state: State, text: str) -> tuple[str, str | None]:
    """Return why a move is illegal, and the rule that forbids it."""
    if len(text) > _LONGEST:
        return f"`{shown(text)}` is too long for a move", None
    explanation = explain(state, text)
    reasons = [
        f"{reason.text} {reason.ground.rule}"
        if reason.names_rule and reason.ground is not None
        else reason.text
        for reason in explanation.reasons
    ]
    rules = explanation.rules
    return f"`{shown(text)}`: {'; '.join(reasons)}", rules[0] if rules else None
