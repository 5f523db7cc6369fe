"""Run the `example` blocks of a ruleset against its rules.

An `example` block gives a position and a move, and says what the result must be. Running one
returns a short report and every difference from the expected result, with its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from wtrules.backends.reference import EndlessPlay
from wtrules.board import Board, Problem, canonical, format_board, parse_board
from wtrules.diagnostics import Diagnostic, Label, report, wording
from wtrules.game.facts import BadFact, Facts, seats
from wtrules.game.game import Game, State
from wtrules.game.moves import IllegalRoll, named_move, split_rolls
from wtrules.game.outcomes import (
    Outcome,
    asked_of_card,
    by_chance,
    card_moves,
    declining,
    outcomes,
    rolled,
    spell_moves,
)
from wtrules.meaning import nodes as m
from wtrules.meaning import values
from wtrules.meaning.elaborate import elaborate_example
from wtrules.phrase import Phrase, Verbatim, commas, listed, numbered, phrase
from wtrules.position.faults import BadPosition
from wtrules.position.given import players_in_line, players_of
from wtrules.position.start_board import is_from_start
from wtrules.position.turns import Prepare, starts_turn
from wtrules.program.from_rules import CannotCompile
from wtrules.resolve.citations import citation
from wtrules.resolve.model import Entry
from wtrules.source import Span
from wtrules.syntax import nodes as n
from wtrules.texts import LANGUAGES, Texts
from wtrules.value import Value

if TYPE_CHECKING:
    from wtrules.game.explain import Explanation, Reason

_DECLINED = 3  # offers that are declined before a move, at most
_SHOWN = 8  # moves listed where another one was expected
_CHANCES = 500  # futures of a move, until one brings what is expected


@frozen
class Failure(Value):
    """A difference from the expected result: the actual result, the place in the file, and help."""

    text: str
    span: Span = field(eq=False, repr=False)
    help: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "; ".join([self.text, *self.help])


@frozen
class ExampleReport(Value):
    """The result of an example as readable lines, and its failures; without any, it passed."""

    id: str
    lines: tuple[str, ...]
    failures: tuple[Failure, ...]
    was_played: bool = True  # its position can be set up

    def __str__(self) -> str:
        return "\n".join(self.lines)


def failed_example(game: Game, entry: Entry) -> Diagnostic | None:
    """Return the diagnostic of an example that fails; None if it passes."""
    found = run_example(game, entry)
    if not found.failures:
        return None
    first, *others = found.failures
    return report(
        "failed-example" if found.was_played else "failed-example.not-set-up",
        first.span,
        *(line for failure in found.failures for line in failure.help),
        wording("failed-example.help") if found.was_played else None,
        label=first.text,
        related=[Label(failure.span, failure.text) for failure in others],
        id=entry.id,
    )


def unplayable_example(entry: Entry, fault: Diagnostic) -> Diagnostic:
    """Return the diagnostic of an example whose variants cannot be played, with the reason."""
    node = entry.node
    assert isinstance(node, n.Example)
    chosen = next((c for c in node.clauses if isinstance(c, n.ExampleWith)), node.id)
    return report(
        "failed-example.not-played",
        chosen.span,
        fault.message,
        wording("failed-example.not-played.help"),
        related=[fault.primary] if fault.primary is not None else (),
        id=entry.id,
    )


def run_example(game: Game, entry: Entry) -> ExampleReport:
    """Run one example."""
    node = entry.node
    assert isinstance(node, n.Example)
    run = _Run(game, meaning_of(game, entry), node.id.span)
    try:
        for fault in run.example.faults:
            at = fault.primary.span if fault.primary is not None else None
            run.fail(fault.message, *fault.help, at=at)
        for _ in run.clauses(node.clauses) if not run.failures else ():
            pass
    except _Stopped:
        pass
    except BadFact as error:
        run.fail(error.text, *error.help, at=error.span)
    except EndlessPlay as error:
        run.fail(str(error))
    return ExampleReport(entry.id, tuple(run.lines), tuple(run.failures), run.asked is not None)


def given_state(game: Game, entry: Entry) -> State | None:
    """Return the position of an example; None if it has none, or one that cannot be set up."""
    node = entry.node
    assert isinstance(node, n.Example)
    run = _Run(game, meaning_of(game, entry), node.id.span)
    try:
        for clause in node.clauses:
            if isinstance(clause, n.Given):
                run.clause(clause)
    except (_Stopped, BadFact, EndlessPlay):
        pass
    return run.state


@frozen(eq=False, repr=False)
class ExampleMove:
    """A move of an example, what else was possible, and its outcome; None if it is forbidden."""

    text: str
    asked: State
    possible: tuple[Outcome, ...]
    outcome: Outcome | None


@frozen(eq=False, repr=False)
class PlayedExample:
    """The position of an example, the clause that gives it, what can be done there, and the moves."""

    given: n.Given
    start: State
    possible: tuple[Outcome, ...]
    moves: tuple[ExampleMove, ...]


def play_example(game: Game, entry: Entry) -> PlayedExample | None:
    """Return an example as it is played; None if its position cannot be set up.

    What comes after a move that should be possible and is not is left out.
    """
    node = entry.node
    assert isinstance(node, n.Example)
    run = _Run(game, meaning_of(game, entry), node.id.span)
    start: tuple[n.Given, State, tuple[Outcome, ...]] | None = None
    moves: list[ExampleMove] = []
    try:
        for clause in run.clauses(node.clauses):
            if isinstance(clause, n.Given) and run.state is not None:
                start = clause, run.state, tuple(run.found)
            elif isinstance(clause, n.WhenMove):
                assert run.move is not None
                assert run.asked is not None
                moves.append(ExampleMove(run.move, run.asked, tuple(run.found), run.after))
    except (_Stopped, BadFact, EndlessPlay):
        pass
    return PlayedExample(*start, tuple(moves)) if start is not None else None


def meaning_of(game: Game, entry: Entry) -> m.Example:
    """Return the meaning of an example, which may come from another file than the rules."""
    known = game.rules.get("example", entry.id)
    if known is not None and known.node is entry.node:
        return game.meaning.examples[entry.id]
    return elaborate_example(game.rules, entry)


class _Stopped(Exception):
    """The rest of an example cannot be run; a failure says why."""


@define(eq=False, repr=False)
class _Run:
    game: Game
    example: m.Example
    at: Span  # the current clause
    lines: list[str] = field(factory=list)
    failures: list[Failure] = field(factory=list)
    state: State | None = None
    found: list[Outcome] = field(factory=list)
    asked: State | None = None
    move: str | None = None
    moved_at: Span | None = None
    after: Outcome | None = None
    cast_first: str | None = None  # the spell of `given`, which the first move casts
    refused: bool = False  # the example expects the move to be forbidden, so it has no outcome
    given_board: n.Text | None = None
    thens: int = 0  # so far
    facts: Facts | None = None  # None: the example sets and asks nothing

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
                self.note("source", str(citation(clause)))
            case n.Given():
                self.given(clause)
            case n.WhenMove():
                self.when(clause)
            case n.Then():
                self.then(clause)
                self.thens += 1

    def clauses(self, clauses: Sequence[n.ExampleClause]) -> Iterator[n.ExampleClause]:
        """Run clauses one after another, and yield each; chance may bring what one expects."""
        for number, clause in enumerate(clauses):
            self.clause(clause)
            if isinstance(clause, n.WhenMove) and clause.by_chance and self.after is not None:
                rest = clauses[number + 1 :]
                expected = list(takewhile(lambda x: not isinstance(x, n.WhenMove), rest))
                self._try_often(self.after, expected)
                yield clause
                yield from self.clauses(rest[len(expected) :])
                return
            yield clause

    def _try_often(self, move: Outcome, expected: Sequence[n.ExampleClause]) -> None:
        """Play a move with one future after another until everything that is expected comes about."""
        kept, failures, thens = len(self.lines), len(self.failures), self.thens
        for seed in range(_CHANCES):
            del self.lines[kept:], self.failures[failures:]
            self.after, self.thens = by_chance(move, seed), thens
            for clause in expected:
                self.clause(clause)
            if len(self.failures) == failures:
                return
        self.fail(
            phrase("chance has not brought this in {number} tries", number=_CHANCES),
            "the result shown is that of the last one",
            at=self.moved_at,
        )

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
            self.fail(phrase("the rules cannot be played: {error}", error=error))
            raise _Stopped from None
        except ValueError as error:  # the rules do not support this number of players
            self.fail(str(error))
            raise _Stopped from None

    def _given(self, clause: n.Given) -> None:
        if clause.board is None:
            self.note("given", f"the start of a game for {clause.players}")
            state = self.game.start(players=clause.players, seed=0)
            prepare = self._prepare(state.players)
            if prepare is not None:
                data = state.data[:]
                prepare(data)
                state = State(self.game, state.engine, data, state.engine.options(data))
            self._at(state)
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
        if " " in board and not is_from_start(board):
            prepare = self._prepare(players_in_line(self.game, board))
            if self.facts is not None:
                self.facts.is_whole = not starts_turn(board)
            self._at(self.game.position(board, prepare=prepare))
            return
        letters = "".join(values.letters(self.game.rules).values())
        others = "".join(letters[seat] for seat in seats(self.example))
        players = players_of(self.game, board, clause.seat or 0, others=others)
        state = self.game.position(
            board, clause.seat or 0, card=clause.card, roll=clause.roll,
            spell=clause.spell, players=players, prepare=self._prepare(players),
        )  # fmt: skip
        if clause.card is not None and clause.card not in state.hands[state.active]:
            self.fail(
                phrase(
                    "the hand of `{letters}` has no card `{card}`",
                    letters=state.program.board.letters[state.active],
                    card=clause.card,
                )
            )
            raise _Stopped
        self.state = self.asked = state
        if clause.spell is not None:
            self.found = spell_moves(state, clause.spell, clause.card, clause.roll)
            self.cast_first = clause.spell
        elif clause.card is not None:
            self.found = card_moves(state, clause.card, clause.roll)
            self.asked = asked_of_card(state, clause.card, clause.roll)
        else:
            self._at(state)

    def _at(self, state: State) -> None:
        self.state = self.asked = state
        self.found = outcomes(state)

    def _prepare(self, players: int) -> Prepare | None:
        """Return what sets what the example says of a position for so many players."""
        absent = [seat for seat in seats(self.example) if seat >= players]
        if absent:
            letter = [*values.letters(self.game.rules).values()][absent[0]]
            self.fail(
                phrase(
                    "`{letter}` does not play: this is a game for {players}",
                    letter=letter,
                    players=players,
                )
            )
            raise _Stopped
        if self.example.given or any(self.example.facts):
            self.facts = Facts(self.game, players, self.example)
        return self.facts.prepare if self.facts is not None and self.example.given else None

    def when(self, clause: n.WhenMove) -> None:
        if self.move is not None and not self.refused:  # a second move goes on from the first
            self.state = self.asked = self._outcome().state_after
            self.found = outcomes(self.state)
            self.cast_first = None
        self.refused = False
        self.move = " ".join(clause.move.value.split())
        self.moved_at = clause.move.span
        self.note("when", self.move)
        text, rolls = split_rolls(self.move)
        if rolls:
            self.fail(
                "the die is set behind the text",
                phrase(
                    'write `when "{text}" roll {rolls}`', text=text, rolls=commas(map(str, rolls))
                ),
                at=self.moved_at,
            )
            raise _Stopped
        move = named_move(self.move, (outcome.move for outcome in self.found))
        self.after = next((outcome for outcome in self.found if outcome.move == move), None)
        if clause.rolls and self.after is not None:
            try:
                self.after = rolled(self.after, clause.rolls)
            except IllegalRoll as error:
                self.fail(str(error))
                raise _Stopped from None

    def then(self, clause: n.Then) -> None:
        match clause.what:
            case "forbidden":
                self._forbidden(clause.value)
            case "moves":
                # After a move, those that follow it; a move that is forbidden changes nothing.
                played = self.move is not None and not self.refused
                possible = outcomes(self._reached()) if played else self.found
                count = len(possible)
                self.note("moves", str(count))
                if count != clause.count:
                    after = phrase(" after `{move}`", move=self.move) if played else ""
                    self.fail(
                        numbered(count, "{n} move is allowed", "{n} moves are allowed") + after,
                        *_allowed(possible),
                    )
            case "facts":
                self._true()
            case "board" if self.move is None and self.state is not None:
                self._same_board(str(clause.value), self.state.board_text)
            case "acts" | "has_turn" | "wins" | "only_wins" | "game_over":
                self._stands(clause)
            case _:
                self._after(clause)

    def _reached(self) -> State:
        """Return the position after the move, or the given one if there is none."""
        if self.move is not None:
            return self._outcome().state_after
        assert self.state is not None
        return self.state

    def _true(self) -> None:
        """Test what must be true."""
        state = self._reached()
        assert self.facts is not None
        for fact in self.example.facts[self.thens]:
            self.note("then", fact.span.text)
            wrong = self.facts.wrong(fact, state)
            if wrong is not None:
                self.fail(wrong, *self._in_the_box(self.at.text), at=fact.span)

    def _in_the_box(self, text: str) -> Iterator[str]:
        """Yield which pieces that a text names are not on the board of the example."""
        if self.state is None or self.given_board is None:
            return
        board = self.given_board.value.split(" ")[0]
        for kind in self.state.program.board.pieces:
            if kind.id in re.findall(r"[\w.-]+", text) and kind.letter not in board:
                yield phrase(
                    "`{id}` is in the box: write `{letter}` on the board where it is",
                    id=kind.id,
                    letter=kind.letter,
                )

    def _after(self, clause: n.Then) -> None:
        after = self._outcome()
        state, who = after.state_after, clause.value or ""
        letters = state.program.board.letters
        match clause.what:
            case "board":
                self._same_board(who, after.board)
            case "fills" if clause.count is not None:
                count = after.filled.count(who)
                self._same(
                    "fills",
                    clause.count,
                    count,
                    phrase("{who} fills {count}", who=Verbatim(who), count=count),
                )
            case "fills":
                filler = "".join(dict.fromkeys(after.filled)) or "nobody"
                self._same("fills", who, filler, _who("{who} fills a flask", filler))
            case "scores":
                count = dict(zip(letters, after.scored, strict=True)).get(who, 0)
                self._same(
                    "scores",
                    clause.count,
                    count,
                    phrase("{who} scores {count}", who=Verbatim(who), count=count),
                )
            case "home":
                came = (
                    phrase("`{home}` came home", home=after.home)
                    if after.home
                    else "nobody came home"
                )
                self._same("home", who, after.home, came)
            case "turn":
                over = "over" if after.turn_over else "continues"
                shown = "the turn is over" if after.turn_over else "the turn continues"
                self._same("turn", who, over, shown)

    def _stands(self, clause: n.Then) -> None:
        """Test who decides next, whose turn it is, who has won."""
        state, who = self._reached(), clause.value or ""
        letters = state.program.board.letters
        winners = [letters[seat] for seat in state.result.winners] if state.result else []
        match clause.what:
            case "acts" | "has_turn":
                seat = state.to_act if clause.what == "acts" else state.active
                said = "{who} decides next" if clause.what == "acts" else "{who} has the turn"
                is_so = not state.is_over and who == letters[seat]
                shown = "the game is over" if state.is_over else _who(said, letters[seat])
            case "wins" | "only_wins":
                is_so = who in winners or (who == "nobody" and state.is_over and not winners)
                is_so = is_so and (clause.what == "wins" or len(winners) <= 1)
                shown = _winners(winners) if state.is_over else "the game goes on"
            case _:
                outcome = state.result.outcome if state.result is not None else None
                is_so = state.is_over and clause.value in (None, outcome)
                shown = "the game goes on"
                if outcome is not None:
                    shown = phrase("the outcome is `{outcome}`", outcome=outcome)
                elif state.is_over:
                    shown = "the game ends without an outcome"
        said = " ".join(clause.span.text.removeprefix("then").split())
        self.note("then", said)
        if not is_so:
            self.fail(phrase("expected `{said}`, but {shown}", said=said, shown=shown))

    def _outcome(self) -> Outcome:
        """Return the outcome of the move; if it is illegal, report that and stop."""
        if self.after is not None:
            return self.after
        if self.move is None:
            self.fail("there is no move before this", "write `when` first")
            raise _Stopped
        assert self.asked is not None
        if self.cast_first is not None and not self.move.startswith("cast "):
            self.fail(
                phrase("`{move}` is not allowed here", move=self.move),
                phrase(
                    "after `spell {cast_first}` in `given`, the first move casts that spell; leave out "
                    "`spell {cast_first}` to play the card first",
                    cast_first=self.cast_first,
                ),
                *(_allowed(self.found) if self.found else ()),
                at=self.moved_at,
            )
            raise _Stopped
        because = (
            phrase(
                "{reason} ({rule}, {place})",
                reason=_said(reason),
                rule=Verbatim(reason.ground.rule),
                place=Verbatim(reason.ground.place),
            )
            for reason in _explained(self.asked, self.move).reasons
            if reason.ground is not None
        )
        self.fail(
            phrase("`{move}` is not allowed here", move=self.move),
            *(self._declined_first() or because),
            *_allowed(self.found),
            at=self.moved_at,
        )
        raise _Stopped

    def _declined_first(self) -> tuple[str, ...]:
        """Return what must be declined before the move, if that is why it is not allowed."""
        state, said = self.asked, list[str]()
        while state is not None and len(said) < _DECLINED:
            option = declining(state)
            move = next((move for move in state.legal_moves if move.option == option), None)
            if move is None:
                break
            said.append(f'`when "{move.text}"`')
            state = state.play(move)
            if named_move(self.move or "", state.legal_moves) is not None:
                return (
                    phrase(
                        "write {list} first: `{rule}` offers something else before this",
                        list=listed(said),
                        rule=move.rule,
                    ),
                )
        return ()

    def _same(self, word: str, expected: object, actual: object, shown: str) -> None:
        self.note(word, str(actual))
        if expected != actual:
            self.fail(phrase("expected `{expected}`, but {shown}", expected=expected, shown=shown))

    def _same_board(self, expected: str, actual: str) -> None:
        """Compare two boards, ignoring the order of the wizards on a surface."""
        self.note("becomes", actual)
        assert self.state is not None
        program = self.state.program
        wanted = parse_board(
            expected, program.board.letters, program.board.spaces, program.board.piece_letters
        )
        if not isinstance(wanted, Board):
            self.fail(wanted[0].message, *filter(None, [wanted[0].help]))
            return
        spaces = zip(
            format_board(canonical(wanted, program.board.letters)).split("/"),
            actual.split("/"),
            strict=True,
        )
        other = [
            phrase("s{i} should be `{there}` and is `{here}`", i=i, there=there, here=here)
            for i, (there, here) in enumerate(spaces)
            if there != here
        ]
        if other:
            self.fail(phrase('it becomes "{actual}"', actual=actual), commas(other, "; "))

    def _forbidden(self, rule: str | None) -> None:
        if self.move is None:
            self.fail("there is no move before this", "write `when` first")
            return
        if self.after is not None:
            self.fail(
                phrase("`{move}` is allowed by `{rule}`", move=self.move, rule=self.after.rule)
            )
            return
        self.refused = True
        assert self.asked is not None
        reasons = _explained(self.asked, self.move)
        misnamed = next((reason for reason in reasons.reasons if reason.misnamed), None)
        if misnamed is not None:  # anything else would be forbidden too: this proves nothing
            self.fail(_said(misnamed), at=self.moved_at)
            return
        self.note("forbidden", ", ".join(reasons.rules) or reasons.reasons[0].text)
        if rule is not None and rule not in reasons.rules:
            others = ", ".join(f"`{other}`" for other in reasons.rules)
            shown = (
                phrase("{others} forbids it", others=others)
                if others
                else _said(reasons.reasons[0])
            )
            self.fail(phrase("`{rule}` does not forbid it", rule=rule), shown)

    def _in_board(self, fault: Problem) -> Span:
        """Return the place of a fault in the text of the board."""
        given = self.given_board
        if given is None or not fault.length or given.span.text != f'"{given.value}"':
            return self.at
        start = given.span.start + 1 + fault.offset
        end = min(start + fault.length, given.span.end - 1)
        return Span(given.span.source, start, max(end, start + 1))


def _explained(state: State, move: str) -> Explanation:
    """Return why a move is not allowed; most examples do not ask."""
    from wtrules.game.explain import explain

    return explain(state, move)


def _said(reason: Reason) -> Verbatim:
    """Return a reason in all languages."""
    return Verbatim(reason.text, {lang: reason.in_language(Texts(lang)) for lang in LANGUAGES})


def _who(template: str, letters: str) -> Phrase:
    """Return what the players with these letters do, or nobody."""
    return phrase(template, who=letters if letters == "nobody" else Verbatim(letters))


def _winners(letters: list[str]) -> Phrase:
    if not letters:
        return phrase("{who} wins", who="nobody")
    who = listed(map(Verbatim, letters))
    return phrase("{who} win" if len(letters) > 1 else "{who} wins", who=who)


def _allowed(found: list[Outcome]) -> Iterator[str]:
    """Yield the moves that are allowed, as a help line."""
    # What needs no target first: after ten targets of a spell, nobody would read `pass`.
    moves = sorted((outcome.move for outcome in found), key=lambda move: " " in move.text)
    texts = [f"`{move.text}`" for move in moves]
    more = phrase(" and {number} more", number=len(texts) - _SHOWN) if len(texts) > _SHOWN else ""
    yield (
        phrase("allowed: {list}{more}", list=", ".join(texts[:_SHOWN]), more=more)
        if texts
        else "no move is allowed"
    )
