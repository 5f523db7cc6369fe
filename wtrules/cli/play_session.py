"""A session of `wtrules play`: bots and people decide in turn, people also type commands.

Lines are read from standard input and written to standard output until the game is over, the
input ends or a player quits.
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
from collections.abc import Iterable
from enum import Enum
from pathlib import Path

from attrs import define, field

from wtrules.cli import EXIT_CLEAN, EXIT_FINDINGS
from wtrules.cli import play_answers as answers
from wtrules.cli import play_console as console
from wtrules.cli.play_commands import YES, command_of, numbered_moves
from wtrules.cli.play_files import Files, NotSaved, Saved, read_saved
from wtrules.cli.play_log import Log
from wtrules.cli.play_seats import HUMAN, Seats, check_bots, seated_bot, usual_seats
from wtrules.cli.play_view import View
from wtrules.cli.terminal import use_colour
from wtrules.game.happened import ending
from wtrules.game.moves import Move, named_move
from wtrules.game.playthrough import History, record
from wtrules.game.remembered import public_lines
from wtrules.say.voice import Voice
from wtrules.texts import UserError

_MOST_BOT_DECISIONS = 20_000  # in a row
_AROUND = 3  # lines for what comes before a position, and for the prompt
_RECAP = 20  # lines of the log for a player who was away
_NUMBER = re.compile(r"#?(\d{1,9})[.)]?", re.ASCII)


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
    _log: Log = field(factory=Log)
    _away_since: dict[int, int] = field(factory=dict)  # moves that a player has seen
    _discarding: str = ""  # the file that a second `load` may discard unsaved moves for
    _save_failed: bool = False
    _was_asked: bool = False

    @property
    def words(self) -> Voice:
        """The game in words of the chosen language."""
        return Voice(self.history.game.rules, self.lang, self.history.state.players)

    @property
    def _table(self) -> Seats:
        return Seats(tuple(self.seats))

    @property
    def _view(self) -> View:
        return View(self.history.state, self.words, self._table)

    def start(self) -> None:
        """Create the file to save to, and introduce the game; raises NotSaved."""
        if self.save is not None:
            self.save_to(self.save)
        if hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="replace")
        self._remember()
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
        console.write_text(self.words(key, **parts))

    def _tell_all(self, lines: Iterable[str], hang: int = 0) -> None:
        for line in lines:
            console.write_text(line, hang)

    def _who(self, seat: int) -> str:
        return self._table.who(self.history.state, self.words, seat)

    def _introduce(self) -> None:
        """Show what is played, and by whom."""
        words, state = self.words, self.history.state
        rules = state.game.rules
        modes = [words.variant_name(id) for id in rules.chosen]
        if not modes and rules.layers[-1].shipped:
            modes = [words("play.basic")]
        self._tell(
            "play.welcome",
            title=", ".join([f"{words.title} ({rules.name})", *modes]),
            n=state.players,
        )
        seed = words("play.seed", seed=self.history.seed)
        console.write_text(" ".join([*self._table.introduction(state, words), seed]))

    def _draw(self, always: bool = False) -> list[str]:
        """Return the lines of the table; none if nothing has changed since it was drawn."""
        state = self.history.state
        seen = [state.numbers(name) for name in ("home", "full", "points")]
        look = f"{state.board_text} {seen} {list(public_lines(state, self.words))}"
        is_new = always or look != self._drawn
        self._drawn = look
        return "\n".join(self._view.table(use_colour())).split("\n") if is_new else []

    def _position(self) -> None:
        """Show what the deciding player may see, and the moves."""
        lines = [*self._draw(), *self._view.hand(), *self._view.question()]
        console.write_lines(lines)
        # Above them is the introduction, or what happened; below them, the prompt.
        console.write_lines(self._view.menu(room=console.height() - len(lines) - _AROUND))

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
            console.write_line(self.words("play.resume", file=self.save))  # a command to copy
        else:
            self._tell("play.bye")

    def _announce(self) -> None:
        console.write_lines(self._draw(always=True))
        ended, you = ending(self.history.state), self._table.you
        assert ended is not None
        mine = ended.letters[you] if you is not None else None
        console.write_text(self.words.ending(ended, mine))
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
        self._tell_all(self._log.add(state, move, after, self.words, self._table), hang=2)

    def _remember(self) -> None:
        """Make the log of the moves that were made before this session."""
        self._log = Log.of(self.history, self.words, self._table)

    def _human(self) -> bool:
        """Let a person decide; False at the end of the input or if they quit."""
        seat = self.history.state.to_act
        if len(self._table.people) > 1 and self._shown_to != seat:
            cleared = console.clear_screen()
            reply = console.ask(self.words("play.handover", who=self._who(seat)))
            if reply is None or command_of(reply)[0] == "quit":
                return not self._may_leave(reply)
            if cleared:
                away_since = self._away_since.get(seat, 0)
                self._tell_all(self._log.since(away_since)[-_RECAP:], hang=2)
            self._drawn = ""
        self._shown_to = seat
        self._position()
        while True:
            after = self._next(self._prompt(seat))
            self._away_since[seat] = len(self._log)
            match after:
                case _Next.QUIT:
                    return False
                case _Next.GO_ON:
                    return True
                case _Next.SHOW:
                    self._position()

    def _prompt(self, seat: int) -> str:
        """Return the prompt; the first one says what can be typed."""
        key = "play.prompt" if self._was_asked else "play.first_prompt"
        self._was_asked = True
        return self.words(key, who=self._who(seat))

    def _next(self, prompt: str) -> _Next:
        """Read a line and do what it says; Ctrl-C and Ctrl-D ask to quit."""
        try:
            line = console.ask(prompt)
        except KeyboardInterrupt:
            if not console.is_interactive():
                raise
            console.write_line("")
            line = None
        if line is not None:
            return self._handle(line)
        return _Next.QUIT if self._may_leave(line) else _Next.ASK

    def _may_leave(self, line: str | None) -> bool:
        """Ask whether to quit if moves would be lost; at the end of piped input nobody can answer."""
        is_kept = self.save is not None and not self._save_failed
        is_over = line is None and not console.is_interactive()
        if is_over or is_kept or self.saved == len(self.history.moves):
            return True
        reply = console.ask(self.words("play.really_quit"))
        if reply is None:
            return True
        command, rest = command_of(reply)
        if command == "save":
            self._save(rest)
            return self.saved == len(self.history.moves)
        return command == "quit" or reply.strip().casefold() in YES

    # --- input ---

    def _handle(self, line: str) -> _Next:
        state = self.history.state
        text = " ".join(line.split())
        if not text:
            return _Next.ASK
        if move := self._legal(text):
            self._play(move)
            return _Next.GO_ON
        if number := _NUMBER.fullmatch(text):
            return self._number(int(number[1]))
        command, rest = command_of(line)
        rest = " ".join(rest.split()) if command not in ("save", "load") else rest
        if command != "load":
            self._discarding = ""
        match command:
            case "quit":
                return _Next.QUIT if self._may_leave(line) else _Next.ASK
            case "help":
                console.write_lines(self._view.help())
            case "moves":
                console.write_lines(self._view.menu(notation=True))
            case "board":
                self._drawn = ""
                return _Next.SHOW
            case "hint":
                self._hint()
            case "why":
                self._why(rest)
            case "spells":
                self._tell_all(answers.spell_lines(state, self.words), hang=2)
            case "rules":
                self._tell_all(answers.rule_lines(state, self.words, rest), hang=2)
            case "log":
                self._tell_all(self._log.since(0) or [self.words("play.no_log")], hang=2)
            case "undo":
                return self._undo()
            case "save":
                self._save(rest)
            case "load":
                return self._load(rest)
            case _:
                self._tell_all(answers.why_not(state, self.words, text))
        return _Next.ASK

    def _legal(self, text: str) -> Move | None:
        return named_move(text, self.history.state.legal_moves)

    def _numbered(self, number: int) -> Move | None:
        """Return a move of the menu; None, with a message, if it has no such number."""
        moves = numbered_moves(self.history.state)
        if number not in moves:
            self._tell("play.no_number", number=number, first=min(moves), last=max(moves))
        return moves.get(number)

    def _number(self, number: int) -> _Next:
        move = self._numbered(number)
        if move is None:
            return _Next.ASK
        self._play(move)
        return _Next.GO_ON

    def _hint(self) -> None:
        """Ask the strongest bot; Ctrl-C stops it."""
        try:
            hint = answers.hint(self.history.state, self.words, self.seats, self._chance())
        except KeyboardInterrupt:
            if not console.is_interactive():
                raise
        else:
            console.write_text(hint)

    def _why(self, text: str) -> None:
        state, words = self.history.state, self.words
        if not text:
            console.write_text(answers.why_asked(state, words))
            return
        number = _NUMBER.fullmatch(text)
        move = self._legal(text)
        if move is None and number is not None:
            move = self._numbered(int(number[1]))
        if move is not None:
            self._tell_all(answers.why_legal(state, words, move))
        elif number is None:
            self._tell_all(answers.why_not(state, words, text))

    def _undo(self) -> _Next:
        """Go back to the last decision that a person made."""
        states = self.history.states
        for number in range(len(states) - 2, -1, -1):
            if self.seats[states[number].to_act] == HUMAN:
                count = len(self.history.moves) - number
                self.history.undo(count)
                self._log.back_to(number)
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
        self._tell("play.not_saved", reason=error.text(self.lang))

    def _save(self, name: str) -> None:
        if not name or name == "-":
            self._tell("play.save_needs_file")
            return
        try:
            self.save_to(Path(name))
        except NotSaved as error:
            self._not_saved(error)
        else:
            self._tell("play.saved", file=name)

    def _load(self, name: str) -> _Next:
        if not name or name == "-":  # standard input is for moves
            self._tell("play.load_needs_file")
            return _Next.ASK
        if self.saved < len(self.history.moves) and self._discarding != name:
            self._tell("play.unsaved", file=name)
            self._discarding = name
            return _Next.ASK
        self._discarding = ""
        try:
            saved = read_saved(Path(name), named=(self.ruleset,))
            check_bots(saved.seats, saved.history.state.program)
        except UserError as error:
            console.write_text(error.written(self.lang))
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
        self._away_since = {}
        self._remember()
        self._tell("play.loaded", file=path, n=self.saved)
        if self.save is not None:
            self.save = path
            self._tell("play.autosave", file=path)
        self._introduce()
