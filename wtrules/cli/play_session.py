"""An evening at the table: whose decision it is, what they type, what happens then.

A game to play and who sits where come in; lines are read from standard input and written to
standard output until the game is over, the input ends or somebody has had enough.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterable, Sequence
from enum import Enum
from pathlib import Path

from attrs import define, field, frozen

from wtrules.cli import EXIT_CLEAN, EXIT_FINDINGS
from wtrules.cli.play_files import Files, NotSaved
from wtrules.cli.play_memories import has_put_aside, public_lines
from wtrules.cli.play_texts import COMMANDS, Words
from wtrules.cli.play_view import hand_lines, menu_lines, table_lines
from wtrules.cli.replay import Unusable, read_game, read_game_text, rules_of
from wtrules.cli.terminal import use_colour, write_data
from wtrules.diagnostics import closest
from wtrules.game.bots import BOTS, GreedyBot
from wtrules.game.explain import explain
from wtrules.game.game import Move
from wtrules.game.playthrough import History, record, replay, shown

HUMAN = "human"
KNOWN = (HUMAN, *BOTS)
_PATIENCE = 20_000  # decisions of bots in a row
_RECAP = 20  # lines about what happened meanwhile
_LONG = 200  # characters of input beyond which nobody meant a move


class IllegalGame(Exception):
    """A saved game that its rules do not allow; the message says where it stops."""


@frozen
class Saved:
    """A game as it was found in a file."""

    history: History
    seats: Sequence[str]
    ruleset: str
    content: bytes


def read_saved(path: Path, lang: str) -> Saved:
    """Return a saved game; raises Unusable or IllegalGame."""
    source = read_game_text(str(path))
    playthrough = read_game(source)
    done = replay(rules_of(playthrough, source.path), playthrough)
    stop = done.stop
    if stop is not None or done.history is None:
        assert stop is not None
        key = "stops" if stop.number else "cannot_begin"
        raise IllegalGame(
            Words(done.game, lang)(
                key, file=source.path, line=stop.line, number=stop.number, reason=stop.reason
            )
        )
    ruleset = playthrough.ruleset
    beside = path.parent / ruleset
    if ruleset.endswith(".wtr") and beside.is_file():
        ruleset = str(beside)
    players = done.history.state.players
    seats = playthrough.seats
    usable = len(seats) == players and all(name in KNOWN for name in seats)
    return Saved(done.history, seats if usable else (), ruleset, path.read_bytes())


def usual_seats(players: int) -> list[str]:
    """Return who plays unless somebody says otherwise: one human, the rest greedy."""
    return [HUMAN, *["greedy"] * (players - 1)]


class _Next(Enum):
    """What comes after a line of input."""

    ASK = "ask again"
    SHOW = "show the position"
    GO_ON = "go on with the game"
    QUIT = "stop"


@define
class Session:
    """The game, who plays, and where it is kept."""

    history: History
    seats: list[str]
    lang: str
    save: Path | None
    ruleset: str
    files: Files = field(factory=Files)
    kept: int = 0  # moves that are in a file
    _drawn: str = ""
    _shown_to: int | None = None
    _told: list[str] = field(factory=list)  # what was done, for those who were away
    _away_since: dict[int, int] = field(factory=dict)
    _dropping: str = ""  # what a second `load` of the same name may drop
    _complained: bool = False

    @property
    def words(self) -> Words:
        """The language of the table."""
        return Words(self.history.game, self.lang)

    def start(self) -> None:
        """Make the file that is asked for, and say what is played; raises NotSaved."""
        if self.save is not None:
            self.keep(self.save)
        if hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="replace")
        self._introduce()

    def run(self) -> int:
        """Play until the game is over, or nobody wants to go on; return the exit code."""
        try:
            return self._run()
        except KeyboardInterrupt:
            self._write("")
            self._leave()
            raise

    def keep(self, path: Path) -> None:
        """Write the game into a file; raises NotSaved."""
        ruleset = self.ruleset
        if os.path.isfile(ruleset):
            # The file of the rules is found from the file of the game.
            folder = os.path.dirname(os.path.realpath(path))
            with contextlib.suppress(ValueError):  # another drive
                ruleset = os.path.relpath(os.path.realpath(ruleset), folder).replace("\\", "/")
        self.files.write(path, record(self.history, ruleset=ruleset, seats=self.seats))
        self.kept = len(self.history.moves)

    # --- talking ---

    def _tell(self, key: str, **parts: object) -> None:
        self._write(self.words(key, **parts))

    def _write(self, text: str) -> None:
        write_data(text + "\n")

    def _lines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._write(line)

    def _who(self, seat: int) -> str:
        return self.words.player(self.history.state, seat)

    def _introduce(self) -> None:
        """Say what is played, and by whom."""
        words, state = self.words, self.history.state
        self._tell(
            "welcome",
            title=words.title,
            rules=state.game.name,
            players=state.players,
            seed=self.history.seed,
        )
        table = [
            words("seat", who=self._who(seat), how=words(f"how.{name}"))
            for seat, name in enumerate(self.seats)
        ]
        self._tell("seats", seats=", ".join(table))
        if HUMAN in self.seats:
            self._tell("try_help")

    def _draw(self, always: bool = False) -> None:
        """Draw the table, unless it was drawn already and nothing has changed."""
        state = self.history.state
        seen = [state.numbers(name) for name in ("home", "full", "points")]
        look = f"{state.board_text} {seen} {list(public_lines(state, self.words))}"
        if always or look != self._drawn:
            self._lines(table_lines(state, self.words, use_colour()))
        self._drawn = look

    def _position(self) -> None:
        """Show all that whoever decides may see, and the moves."""
        self._draw()
        self._lines(hand_lines(self.history.state, self.words))
        self._lines(menu_lines(self.history.state, self.words))

    def _ask(self, prompt: str) -> str | None:
        """Return a line of input; None at its end."""
        if sys.stdin is None:
            return None
        if sys.stdin.isatty():
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401  lets people edit what they type
            try:
                return input(prompt)
            except EOFError:
                self._write("")
                return None
        write_data(prompt)
        line = sys.stdin.readline()
        # What comes through a pipe is repeated, so that the output reads like a session.
        self._write(shown(line))
        return line or None

    # --- the course of the game ---

    def _run(self) -> int:
        patience = _PATIENCE
        while not self.history.state.is_over:
            if self.seats[self.history.state.to_act] != HUMAN:
                if not patience:
                    self._autosave()
                    self._tell("endless", number=_PATIENCE)
                    return EXIT_FINDINGS
                patience -= 1
                self._bot()
                continue
            patience = _PATIENCE
            self._autosave()
            if not self._human():
                self._leave()
                return EXIT_CLEAN
        self._autosave()
        self._announce()
        return EXIT_CLEAN

    def _leave(self) -> None:
        self._autosave()
        if self.save is not None and not self._complained:
            self._tell("resume", file=self.save)
        else:
            self._tell("bye")

    def _announce(self) -> None:
        self._draw(always=True)
        result = self.history.state.result
        assert result is not None
        names = [self._who(seat) for seat in result.winners]
        key = "won" if len(names) == 1 else "shared" if names else "no_winner"
        who = self.words("and").join([", ".join(names[:-1]), names[-1]] if names[1:] else names)
        outcome = self.words.outcome(result.outcome) if result.outcome else "-"
        self._tell(key, who=who, outcome=outcome)
        if self.save is not None and not self._complained:
            self._tell("saved", file=self.save)

    def _bot(self) -> None:
        state = self.history.state
        self._play(BOTS[self.seats[state.to_act]](self._chance()).choose(state))

    def _chance(self) -> int:
        # A bot's luck depends on the game alone, so a loaded game goes on as it would have.
        return self.history.seed * 1_000_003 + len(self.history.moves)

    def _play(self, move: Move) -> None:
        state = self.history.state
        after = self.history.play(move)
        aside = has_put_aside(state, after)
        told = self.words("aside") if aside else self.words.move(state, move, after)
        lines = [self.words("did", who=self._who(state.to_act), move=told)]
        roll = after.numbers("roll")[0]
        drawn = after.numbers("pile_size") != state.numbers("pile_size")
        if roll and not drawn and after.numbers("rng") != state.numbers("rng"):
            lines.append(self.words("die", roll=roll))
        self._lines(lines)
        self._told += lines

    def _human(self) -> bool:
        """Let somebody decide; False when the input is at its end or they have had enough."""
        seat = self.history.state.to_act
        if self.seats.count(HUMAN) > 1 and self._shown_to != seat:
            cleared = self._clear()
            reply = self._ask(self.words("handover", who=self._who(seat)))
            if reply is None or _command(reply)[0] == "quit":
                return False
            if cleared:
                self._lines(self._told[self._away_since.get(seat, 0) :][-_RECAP:])
            self._drawn = ""
        self._shown_to = seat
        self._position()
        while True:
            line = self._ask(self.words("prompt", who=self._who(seat)))
            after = _Next.QUIT if line is None else self._handle(line)
            self._away_since[seat] = len(self._told)
            match after:
                case _Next.QUIT:
                    return False
                case _Next.GO_ON:
                    return True
                case _Next.SHOW:
                    self._position()

    def _clear(self) -> bool:
        """Take the last hand off the screen, if there is a screen."""
        if not sys.stdout.isatty() or os.environ.get("TERM", "dumb") == "dumb":
            return False
        write_data("\x1b[2J\x1b[3J\x1b[H")
        return True

    # --- what people type ---

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
            self._dropping = ""
        match command:
            case "quit":
                return _Next.QUIT
            case "help":
                self._tell("help")
            case "moves":
                self._lines(menu_lines(state, self.words))
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
        return next((m for m in self.history.state.legal_moves if m.text == text), None)

    def _number(self, text: str) -> _Next:
        moves = self.history.state.legal_moves
        number = int(text) if len(text) < 6 else 0
        if 1 <= number <= len(moves):
            self._play(moves[number - 1])
            return _Next.GO_ON
        self._tell("no_number", number=shown(text), last=len(moves))
        return _Next.ASK

    def _wrong(self, text: str) -> None:
        """Say why something is no move, and what may have been meant."""
        parts = [self.words("not_legal", text=shown(text))]
        state = self.history.state
        legal = [move.text for move in state.legal_moves]
        near = closest(text, [*legal, *COMMANDS]) if len(text) <= _LONG else None
        parts.append(self.words("did_you_mean", near=near) if near else self.words("see_help"))
        self._write(" ".join(parts))
        if len(text) <= _LONG and near not in COMMANDS:
            for rule in dict.fromkeys(explain(state, text).rules):
                self._write(self.words.rule("against", rule))

    def _hint(self) -> None:
        state = self.history.state
        move = GreedyBot(self._chance()).choose(state)
        self._tell("hint", text=move.text, words=self.words.move(state, move))
        self._write(self.words.rule("allowed_by", move.rule))

    def _why(self, text: str) -> None:
        decision = self.history.state.decision
        assert decision is not None
        if not text:
            self._write(self.words.rule("asked_by", decision.rule))
        elif move := self._legal(text):
            self._write(self.words.rule("allowed_by", move.rule))
        else:
            self._wrong(text)

    def _undo(self) -> _Next:
        """Go back to the last decision that a human took."""
        states = self.history.states
        for number in range(len(states) - 2, -1, -1):
            if self.seats[states[number].to_act] == HUMAN:
                count = len(self.history.moves) - number
                self.history.undo(count)
                self.kept = min(self.kept, number)
                self._tell("undone", count=count)
                return _Next.GO_ON
        self._tell("nothing_to_undo")
        return _Next.ASK

    # --- keeping and fetching ---

    def _autosave(self) -> None:
        if self.save is None:
            return
        try:
            self.keep(self.save)
        except NotSaved as error:
            if not self._complained:
                self._not_saved(error)
            self._complained = True
        else:
            self._complained = False

    def _not_saved(self, error: NotSaved) -> None:
        self._tell("not_saved", reason=self.words(error.key, **error.parts))

    def _save(self, name: str) -> None:
        if not name:
            self._tell("needs_file", command="save")
            return
        try:
            self.keep(Path(name))
        except NotSaved as error:
            self._not_saved(error)
        else:
            self._tell("saved", file=name)

    def _load(self, name: str) -> _Next:
        if not name:
            self._tell("needs_file", command="load")
            return _Next.ASK
        if self.kept < len(self.history.moves) and self._dropping != name:
            self._tell("unsaved", file=name)
            self._dropping = name
            return _Next.ASK
        self._dropping = ""
        try:
            saved = read_saved(Path(name), self.lang)
        except (Unusable, IllegalGame, OSError) as error:
            self._write(str(error))
            self._tell("not_loaded")
            return _Next.ASK
        self._take_over(saved, Path(name))
        return _Next.GO_ON

    def _take_over(self, saved: Saved, path: Path) -> None:
        """Go on with another game, and keep that one up to date if this one was."""
        self.history, self.ruleset = saved.history, saved.ruleset
        self.kept = len(saved.history.moves)
        self.seats = list(saved.seats) or usual_seats(saved.history.state.players)
        self.files.adopt(path, saved.content)
        self._drawn, self._shown_to = "", None
        self._told, self._away_since = [], {}
        self._tell("loaded", file=path, moves=self.kept)
        if self.save is not None:
            self.save = path
            self._tell("autosave", file=path)
        self._introduce()


def _command(line: str) -> tuple[str | None, str]:
    """Return which command a line is, if any, and what stands behind it."""
    first, _, rest = line.strip().partition(" ")
    return COMMANDS.get(first.casefold()), rest.strip()
