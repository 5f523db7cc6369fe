"""Run the `example` blocks of a ruleset against its rules.

An `example` block gives a position and a move, and says what the result must be. Running one
returns a short report and every difference from the expected result, with its place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import define, field, frozen

from wtrules.backends.reference import EndlessPlay
from wtrules.board import Board, Problem, canonical, format_board, parse_board
from wtrules.diagnostics import Diagnostic, Label
from wtrules.game.explain import explain
from wtrules.game.game import Game, State
from wtrules.game.load import load
from wtrules.game.outcomes import Outcome, card_moves, outcomes, shown_card, spell_moves
from wtrules.game.position import BadPosition
from wtrules.game.short import short_position
from wtrules.program.from_rules import CannotCompile
from wtrules.rules.library import Library
from wtrules.rules.model import Entry
from wtrules.source import Span
from wtrules.syntax import nodes as n

_SHOWN = 8  # moves listed where another one was expected


@frozen
class Failure:
    """A difference from the expected result: the actual result, the place in the file, and help."""

    text: str
    span: Span = field(eq=False, repr=False)
    help: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "; ".join([self.text, *self.help])


@frozen
class ExampleReport:
    """The result of an example as readable lines, and its failures; without any, it passed."""

    id: str
    lines: tuple[str, ...]
    failures: tuple[Failure, ...]
    was_played: bool = True  # its position can be set up

    def __str__(self) -> str:
        return "\n".join(self.lines)


def failed_example(game: Game, entry: Entry) -> Diagnostic | None:
    """Return the diagnostic of an example that fails; None if it passes."""
    report = run_example(game, entry)
    if not report.failures:
        return None
    first, *others = report.failures
    fault = "has a different result" if report.was_played else "cannot be set up"
    cure = "correct the example if it is wrong, or the rules if they should do what it says"
    return Diagnostic(
        "failed-example",
        f"example `{entry.id}` {fault}",
        Label(first.span, first.text),
        tuple(Label(failure.span, failure.text) for failure in others),
        (
            *(line for failure in report.failures for line in failure.help),
            *([cure] if report.was_played else []),
        ),
    )


def unplayable_example(entry: Entry, fault: Diagnostic) -> Diagnostic:
    """Return the diagnostic of an example whose variants cannot be played, with the reason."""
    node = entry.node
    assert isinstance(node, n.Example)
    chosen = next((c for c in node.clauses if isinstance(c, n.ExampleWith)), node.id)
    return Diagnostic(
        "failed-example",
        f"example `{entry.id}` cannot be played",
        Label(chosen.span, "not with these rules"),
        (fault.primary,) if fault.primary is not None else (),
        (fault.message, "choose other variants, or none"),
    )


def variants_of(entry: Entry) -> tuple[str, ...]:
    """Return the variants an example is played with."""
    node = entry.node
    assert isinstance(node, n.Example)
    return tuple(v.id for c in node.clauses if isinstance(c, n.ExampleWith) for v in c.variants)


def run_example(game: Game, entry: Entry) -> ExampleReport:
    """Run one example."""
    node = entry.node
    assert isinstance(node, n.Example)
    run = _Run(game, node.id.span)
    try:
        for clause in node.clauses:
            run.clause(clause)
    except _Stopped:
        pass
    except EndlessPlay as error:
        run.fail(str(error))
    return ExampleReport(entry.id, tuple(run.lines), tuple(run.failures), run.asked is not None)


class _Stopped(Exception):
    """The rest of an example cannot be run; a failure says why."""


@define
class _Run:
    game: Game
    at: Span  # the current clause
    lines: list[str] = field(factory=list)
    failures: list[Failure] = field(factory=list)
    state: State | None = None
    found: list[Outcome] = field(factory=list)
    asked: State | None = None
    move: str | None = None
    moved_at: Span | None = None
    after: Outcome | None = None
    refused: bool = False  # the example expects the move to be forbidden, so it has no outcome
    given_board: n.Text | None = None

    def clause(self, clause: n.ExampleClause) -> None:
        self.at = clause.span
        if isinstance(clause, n.WhenMove | n.Then) and self.asked is None:
            self.fail("there is no position before this", "write `given` first")
            raise _Stopped
        match clause:
            case n.Says():
                text = next((p.text for p in clause.phrases if p.language == "en"), "")
                self.note("example", text)
            case n.Cites():
                parts = [clause.manual.id, clause.section or "", clause.page or ""]
                self.note("source", " ".join(part for part in parts if part))
            case n.Given():
                self.given(clause)
            case n.WhenMove():
                self.when(clause)
            case n.Then():
                self.then(clause)

    def note(self, word: str, text: str) -> None:
        self.lines.append(f"{word:<9} {text}")

    def fail(self, text: str, *help: str, at: Span | None = None) -> None:
        failure = Failure(text, at or self.at, help)
        self.failures.append(failure)
        self.note("FAILED", str(failure))

    def given(self, clause: n.Given) -> None:
        try:
            self._given(clause)
        except BadPosition as error:
            for fault in error.faults:
                self.fail(fault.message, *filter(None, [fault.help]), at=self._in_board(fault))
            raise _Stopped from None
        except CannotCompile as error:
            self.fail(f"the rules cannot be played: {error}")
            raise _Stopped from None
        except ValueError as error:  # the rules do not support this number of players
            self.fail(str(error))
            raise _Stopped from None

    def _given(self, clause: n.Given) -> None:
        if clause.board is None:
            self.note("given", f"the start of a game for {clause.players}")
            self.state = self.asked = self.game.start(players=clause.players, seed=0)
            self.found = outcomes(self.state)
            return
        self.given_board = clause.board
        board = clause.board.value
        extras = [
            f"{word} {value}"
            for word, value in (
                ("card", clause.card),
                ("roll", clause.roll),
                ("spell", clause.spell),
            )
            if value is not None
        ]
        who = f", {clause.seat} to move" if clause.seat else ""
        self.note("given", board + who + "".join(f", {x}" for x in extras))
        if " " in board:
            self.state = self.asked = self.game.position(board)
            self.found = outcomes(self.state)
            return
        self.state = short_position(
            self.game, board, clause.seat or 0, card=clause.card, roll=clause.roll,
            spell=clause.spell,
        )  # fmt: skip
        self.asked = self.state
        if clause.spell is not None:
            self.found = spell_moves(self.state, clause.spell, clause.card, clause.roll)
        elif clause.card is not None:
            self.found = card_moves(self.state, clause.card, clause.roll)
            self.asked = shown_card(self.state, clause.card, clause.roll)
        else:
            self.found = outcomes(self.state)

    def when(self, clause: n.WhenMove) -> None:
        if self.move is not None and not self.refused:  # a second move goes on from the first
            self.state = self.asked = self._outcome().state_after
            self.found = outcomes(self.state)
        self.refused = False
        self.move = " ".join(clause.move.value.split())
        self.moved_at = clause.move.span
        self.note("when", self.move)
        self.after = next((o for o in self.found if o.move.text == self.move), None)

    def then(self, clause: n.Then) -> None:
        value = clause.value
        match clause.what:
            case "forbidden":
                self._forbidden(str(value) if value is not None else None)
            case "moves":
                self.note("moves", str(len(self.found)))
                if len(self.found) != value:
                    count = len(self.found)
                    self.fail(
                        f"{count} {'move is' if count == 1 else 'moves are'} allowed",
                        *self._allowed(),
                    )
            case "board" if self.move is None and self.state is not None:
                self._same_board(str(value), self.state.board_text)
            case _:
                self._after(clause)

    def _after(self, clause: n.Then) -> None:
        after = self._outcome()
        match clause.what:
            case "board":
                self._same_board(str(clause.value), after.board)
            case "fills":
                who = "".join(dict.fromkeys(after.filled)) or "nobody"
                self._same("fills", str(clause.value), who, f"{who} fills a flask")
            case "home":
                came = f"`{after.home}` came home" if after.home else "nobody came home"
                self._same("home", str(clause.value), after.home, came)
            case "turn":
                over = "over" if after.turn_over else "continues"
                shown = "the turn is over" if after.turn_over else "the turn continues"
                self._same("turn", str(clause.value), over, shown)

    def _outcome(self) -> Outcome:
        """Return the outcome of the move; if it is illegal, report that and stop."""
        if self.after is not None:
            return self.after
        if self.move is None:
            self.fail("there is no move before this", "write `when` first")
            raise _Stopped
        assert self.asked is not None
        because = (
            f"{reason.text} ({reason.ground.rule}, {reason.ground.place})"
            for reason in explain(self.asked, self.move).reasons
            if reason.ground is not None
        )
        self.fail(
            f"`{self.move}` is not allowed here", *because, *self._allowed(), at=self.moved_at
        )
        raise _Stopped

    def _allowed(self) -> Iterator[str]:
        texts = [f"`{outcome.move.text}`" for outcome in self.found]
        more = f" and {len(texts) - _SHOWN} more" if len(texts) > _SHOWN else ""
        yield f"allowed: {', '.join(texts[:_SHOWN])}{more}" if texts else "no move is allowed"

    def _same(self, word: str, expected: str, actual: str, shown: str) -> None:
        self.note(word, actual)
        if expected != actual:
            self.fail(f"expected `{expected}`, but {shown}")

    def _same_board(self, expected: str, actual: str) -> None:
        """Compare two boards, ignoring the order of the wizards on a surface."""
        self.note("becomes", actual)
        assert self.state is not None
        program = self.state.program
        wanted = parse_board(expected, program.letters, program.spaces)
        if not isinstance(wanted, Board):
            self.fail(wanted[0].message, *filter(None, [wanted[0].help]))
            return
        spaces = zip(
            format_board(canonical(wanted, program.letters)).split("/"),
            actual.split("/"),
            strict=True,
        )
        other = [
            f"s{i} should be `{there}` and is `{here}`"
            for i, (there, here) in enumerate(spaces)
            if there != here
        ]
        if other:
            self.fail(f'it becomes "{actual}"', "; ".join(other))

    def _forbidden(self, rule: str | None) -> None:
        if self.move is None:
            self.fail("there is no move before this", "write `when` first")
            return
        if self.after is not None:
            self.fail(f"`{self.move}` is allowed by `{self.after.rule}`")
            return
        self.refused = True
        assert self.asked is not None
        reasons = explain(self.asked, self.move)
        self.note("forbidden", ", ".join(reasons.rules) or reasons.reasons[0].text)
        if rule is not None and rule not in reasons.rules:
            others = ", ".join(f"`{other}`" for other in reasons.rules)
            shown = f"{others} forbids it" if others else reasons.reasons[0].text
            self.fail(f"`{rule}` does not forbid it", shown)

    def _in_board(self, fault: Problem) -> Span:
        """Return the place of a fault in the text of the board."""
        given = self.given_board
        if given is None or not fault.length or given.span.text != f'"{given.value}"':
            return self.at
        start = given.span.start + 1 + fault.offset
        end = min(start + fault.length, given.span.end - 1)
        return Span(given.span.source, start, max(end, start + 1))


def load_with_examples(ruleset: str, variants: Sequence[str] = ()) -> Game:
    """Return a game including the examples that are in separate files; raises RulesetError."""
    return load(ruleset, variants, library=Library(with_examples=True))
