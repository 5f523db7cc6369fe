"""A session of `wtrules play`: bots and people decide in turn, people also type commands.

Lines are read from standard input and written to standard output until the game is over, the
input ends or a player quits.
"""

from __future__ import annotations

import contextlib
import os
import sys
from enum import Enum
from pathlib import Path

from attrs import define, field

from wtrules.cli import EXIT_CLEAN, EXIT_FINDINGS
from wtrules.cli import play_console as console
from wtrules.cli.game_files import Unusable
from wtrules.cli.play_commands import COMMANDS
from wtrules.cli.play_files import Files, IllegalGame, NotSaved, Saved, read_saved
from wtrules.cli.play_seats import HUMAN, check_bots, seated_bot, usual_seats
from wtrules.cli.play_view import (
    hand_lines,
    menu_lines,
    table_lines,
)
from wtrules.cli.terminal import use_colour
from wtrules.diagnostics import closest
from wtrules.game.bots import GreedyBot
from wtrules.game.explain import explain
from wtrules.game.moves import Move, named_move
from wtrules.game.playthrough import History, record, shown
from wtrules.game.remembered import is_secret, public_lines
from wtrules.game.trained import UnusableBot, file_of
from wtrules.game.words import Words

_MOST_BOT_DECISIONS = 20_000  # in a row
_RECAP = 20  # lines of the log for a player who was away
_LONG = 200  # characters of input beyond which no move was meant


class _Next(Enum):
    """What comes after a line of input."""

    ASK = "ask again"
    SHOW = "show the position"
    GO_ON = "go on with the game"
    QUIT = "stop"


@define
class Session:
    """A game in progress, who plays it, and where it is saved."""

    history: History
    seats: list[str]
    lang: str
    save: Path | None
    ruleset: str
    files: Files = field(factory=Files)
    saved: int = 0  # moves that are in a file
    _drawn: str = ""
    _shown_to: int | None = None
    _log: list[str] = field(factory=list)  # what was done, for players who were away
    _away_since: dict[int, int] = field(factory=dict)
    _discarding: str = ""  # the file that a second `load` may discard unsaved moves for
    _save_failed: bool = False

    @property
    def words(self) -> Words:
        """The game in words of the chosen language."""
        return Words(self.history.game, self.lang)

    def start(self) -> None:
        """Create the file to save to, and introduce the game; raises NotSaved."""
        if self.save is not None:
            self.save_to(self.save)
        if hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="replace")
        self._introduce()

    def run(self) -> int:
        """Play until the game is over or a player quits; return the exit code."""
        try:
            return self._run()
        except KeyboardInterrupt:
            console.write_line("")
            self._leave()
            raise

    def save_to(self, path: Path) -> None:
        """Save the game to a file; raises NotSaved."""
        ruleset = self.ruleset
        if os.path.isfile(ruleset):
            # The path of the rules is relative to the game file.
            folder = os.path.dirname(os.path.realpath(path))
            with contextlib.suppress(ValueError):  # another drive
                ruleset = os.path.relpath(os.path.realpath(ruleset), folder).replace("\\", "/")
        self.files.write(path, record(self.history, ruleset=ruleset, seats=self.seats))
        self.saved = len(self.history.moves)

    # --- output ---

    def _tell(self, key: str, **parts: object) -> None:
        console.write_line(self.words(key, **parts))

    def _who(self, seat: int) -> str:
        return self.words.player(self.history.state, seat)

    def _introduce(self) -> None:
        """Show what is played, and by whom."""
        words, state = self.words, self.history.state
        self._tell(
            "play.welcome",
            title=words.title,
            rules=state.game.name,
            players=state.players,
            seed=self.history.seed,
        )
        table = [
            words("play.seat", who=self._who(seat), how=self._how(name))
            for seat, name in enumerate(self.seats)
        ]
        self._tell("play.seats", seats=", ".join(table))
        if HUMAN in self.seats:
            self._tell("play.try_help")

    def _how(self, name: str) -> str:
        """Return in words who plays: a person, or which bot."""
        if file_of(name) is not None:
            return self.words("play.how.trained", file=name)
        return self.words(f"play.how.{name.partition(':')[0]}")  # mcts:800

    def _draw(self, always: bool = False) -> None:
        """Draw the table, unless nothing has changed since it was drawn."""
        state = self.history.state
        seen = [state.numbers(name) for name in ("home", "full", "points")]
        look = f"{state.board_text} {seen} {list(public_lines(state, self.words))}"
        if always or look != self._drawn:
            console.write_lines(table_lines(state, self.words, use_colour()))
        self._drawn = look

    def _position(self) -> None:
        """Show what the deciding player may see, and the moves."""
        self._draw()
        console.write_lines(hand_lines(self.history.state, self.words))
        console.write_lines(menu_lines(self.history.state, self.words))

    # --- the course of the game ---

    def _run(self) -> int:
        left = _MOST_BOT_DECISIONS
        while not self.history.state.is_over:
            if self.seats[self.history.state.to_act] != HUMAN:
                if not left:
                    self._autosave()
                    self._tell("play.endless", number=_MOST_BOT_DECISIONS)
                    return EXIT_FINDINGS
                left -= 1
                self._bot()
                continue
            left = _MOST_BOT_DECISIONS
            self._autosave()
            if not self._human():
                self._leave()
                return EXIT_CLEAN
        self._autosave()
        self._announce()
        return EXIT_CLEAN

    def _leave(self) -> None:
        self._autosave()
        if self.save is not None and not self._save_failed:
            self._tell("play.resume", file=self.save)
        else:
            self._tell("play.bye")

    def _announce(self) -> None:
        self._draw(always=True)
        result = self.history.state.result
        assert result is not None
        names = [self._who(seat) for seat in result.winners]
        outcome = self.words.outcome(result.outcome) if result.outcome else "-"
        if not names:
            self._tell("play.no_winner", outcome=outcome)
        else:
            key = "play.won" if len(names) == 1 else "play.shared"
            self._tell(key, who=self.words.texts.join(names), outcome=outcome)
        if self.save is not None and not self._save_failed:
            self._tell("play.saved", file=self.save)

    def _bot(self) -> None:
        state = self.history.state
        self._play(seated_bot(self.seats[state.to_act], self._chance()).choose(state))

    def _chance(self) -> int:
        # A bot's seed depends on the game alone, so a loaded game continues as it would have.
        return self.history.seed * 1_000_003 + len(self.history.moves)

    def _play(self, move: Move) -> None:
        state = self.history.state
        after = self.history.play(move)
        secret = is_secret(state, move)
        described = self.words("play.secretly") if secret else self.words.move(state, move, after)
        lines = [self.words("play.did", who=self._who(state.to_act), move=described)]
        roll = after.numbers("roll")[0]
        drawn = after.numbers("pile_size") != state.numbers("pile_size")
        if secret and self._log[-1:] == lines:
            return  # how often somebody decides is a secret too
        if roll and not secret and not drawn and after.numbers("rng") != state.numbers("rng"):
            lines.append(self.words("play.die", roll=roll))
        console.write_lines(lines)
        self._log += lines

    def _human(self) -> bool:
        """Let a person decide; False at the end of the input or if they quit."""
        seat = self.history.state.to_act
        if self.seats.count(HUMAN) > 1 and self._shown_to != seat:
            cleared = console.clear_screen()
            reply = console.ask(self.words("play.handover", who=self._who(seat)))
            if reply is None or _command(reply)[0] == "quit":
                return False
            if cleared:
                console.write_lines(self._log[self._away_since.get(seat, 0) :][-_RECAP:])
            self._drawn = ""
        self._shown_to = seat
        self._position()
        while True:
            line = console.ask(self.words("play.prompt", who=self._who(seat)))
            after = _Next.QUIT if line is None else self._handle(line)
            self._away_since[seat] = len(self._log)
            match after:
                case _Next.QUIT:
                    return False
                case _Next.GO_ON:
                    return True
                case _Next.SHOW:
                    self._position()

    # --- input ---

    def _handle(self, line: str) -> _Next:
        state = self.history.state
        text = " ".join(line.split())
        if not text:
            return _Next.ASK
        if move := self._legal(text):
            self._play(move)
            return _Next.GO_ON
        if text.isascii() and text.isdigit():
            return self._number(text)
        command, rest = _command(line)
        if command != "load":
            self._discarding = ""
        match command:
            case "quit":
                return _Next.QUIT
            case "help":
                self._tell("play.help")
            case "moves":
                console.write_lines(menu_lines(state, self.words))
            case "board":
                self._drawn = ""
                return _Next.SHOW
            case "hint":
                self._hint()
            case "why":
                self._why(" ".join(rest.split()))
            case "undo":
                return self._undo()
            case "save":
                self._save(rest)
            case "load":
                return self._load(rest)
            case _:
                self._wrong(text)
        return _Next.ASK

    def _legal(self, text: str) -> Move | None:
        return named_move(text, self.history.state.legal_moves)

    def _number(self, text: str) -> _Next:
        moves = self.history.state.legal_moves
        number = int(text) if len(text) < 6 else 0
        if 1 <= number <= len(moves):
            self._play(moves[number - 1])
            return _Next.GO_ON
        self._tell("play.no_number", number=shown(text), last=len(moves))
        return _Next.ASK

    def _wrong(self, text: str) -> None:
        """Explain why a text is not a legal move, and suggest what was meant."""
        parts = [self.words("play.not_legal", text=shown(text))]
        state = self.history.state
        legal = [move.text for move in state.legal_moves]
        near = closest(text, [*legal, *COMMANDS]) if len(text) <= _LONG else None
        parts.append(
            self.words("play.did_you_mean", near=near) if near else self.words("play.see_help")
        )
        console.write_line(" ".join(parts))
        if len(text) <= _LONG and near not in COMMANDS:
            for rule in dict.fromkeys(explain(state, text).rules):
                console.write_line(self.words.rule("play.against", rule))

    def _hint(self) -> None:
        state = self.history.state
        move = GreedyBot(self._chance()).choose(state)
        self._tell("play.hint", text=move.text, words=self.words.move(state, move))
        console.write_line(self.words.rule("play.allowed_by", move.rule))

    def _why(self, text: str) -> None:
        decision = self.history.state.decision
        assert decision is not None
        if not text:
            console.write_line(self.words.rule("play.asked_by", decision.rule))
        elif move := self._legal(text):
            console.write_line(self.words.rule("play.allowed_by", move.rule))
        else:
            self._wrong(text)

    def _undo(self) -> _Next:
        """Go back to the last decision that a person made."""
        states = self.history.states
        for number in range(len(states) - 2, -1, -1):
            if self.seats[states[number].to_act] == HUMAN:
                count = len(self.history.moves) - number
                self.history.undo(count)
                self.saved = min(self.saved, number)
                self._tell("play.undone", n=count)
                return _Next.GO_ON
        self._tell("play.nothing_to_undo")
        return _Next.ASK

    # --- saving and loading ---

    def _autosave(self) -> None:
        if self.save is None:
            return
        try:
            self.save_to(self.save)
        except NotSaved as error:
            if not self._save_failed:
                self._not_saved(error)
            self._save_failed = True
        else:
            self._save_failed = False

    def _not_saved(self, error: NotSaved) -> None:
        self._tell("play.not_saved", reason=self.words(error.key, **error.parts))

    def _save(self, name: str) -> None:
        if not name:
            self._tell("play.needs_file", command="save")
            return
        try:
            self.save_to(Path(name))
        except NotSaved as error:
            self._not_saved(error)
        else:
            self._tell("play.saved", file=name)

    def _load(self, name: str) -> _Next:
        if not name:
            self._tell("play.needs_file", command="load")
            return _Next.ASK
        if self.saved < len(self.history.moves) and self._discarding != name:
            self._tell("play.unsaved", file=name)
            self._discarding = name
            return _Next.ASK
        self._discarding = ""
        try:
            saved = read_saved(Path(name), self.lang, named=(self.ruleset,))
            check_bots(saved.seats, saved.history.state.program)
        except (Unusable, IllegalGame, UnusableBot, OSError) as error:
            console.write_line(str(error))
            self._tell("play.not_loaded")
            return _Next.ASK
        self._take_over(saved, Path(name))
        return _Next.GO_ON

    def _take_over(self, saved: Saved, path: Path) -> None:
        """Continue another game, and autosave that one if this one was autosaved."""
        self.history, self.ruleset = saved.history, saved.ruleset
        self.saved = len(saved.history.moves)
        self.seats = list(saved.seats) or usual_seats(saved.history.state.players)
        self.files.adopt(path, saved.content)
        self._drawn, self._shown_to = "", None
        self._log, self._away_since = [], {}
        self._tell("play.loaded", file=path, n=self.saved)
        if self.save is not None:
            self.save = path
            self._tell("play.autosave", file=path)
        self._introduce()


def _command(line: str) -> tuple[str | None, str]:
    """Return the command of a line, if any, and the rest of the line."""
    first, _, rest = line.strip().partition(" ")
    return COMMANDS.get(first.casefold()), rest.strip()
