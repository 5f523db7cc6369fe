"""Documented examples: each runs against the rules it stands beside.

An `example` block gives a position, names a move and says what must follow. Running one gives
the lines of a small report, and what did not come out as written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import define, field, frozen

from wtrules.game.explain import explain
from wtrules.game.game import Game, State
from wtrules.game.load import load
from wtrules.game.position import BadPosition
from wtrules.game.short import (
    Outcome,
    card_moves,
    outcomes,
    short_position,
    shown_card,
    spell_moves,
)
from wtrules.rules.library import Library
from wtrules.rules.model import Entry
from wtrules.syntax import nodes as n


@frozen
class ExampleReport:
    """What came of an example: readable lines, and what is wrong with it (nothing: it holds)."""

    id: str
    lines: tuple[str, ...]
    failures: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join(self.lines)


def run_examples(game: Game) -> Iterator[ExampleReport]:
    """Run every example of a ruleset that asks for the variants it is played with."""
    for entry in game.rules.of_kind("example"):
        node = entry.node
        assert isinstance(node, n.Example)
        wanted = [v.id for c in node.clauses if isinstance(c, n.ExampleWith) for v in c.variants]
        if set(wanted) <= set(game.rules.chosen):
            yield run_example(game, entry)


def variants_of(entry: Entry) -> tuple[str, ...]:
    """Return the variants an example is played with."""
    node = entry.node
    assert isinstance(node, n.Example)
    return tuple(v.id for c in node.clauses if isinstance(c, n.ExampleWith) for v in c.variants)


def run_example(game: Game, entry: Entry) -> ExampleReport:
    """Run one example."""
    node = entry.node
    assert isinstance(node, n.Example)
    run = _Run(game)
    for clause in node.clauses:
        match clause:
            case n.Says():
                text = next((p.text for p in clause.phrases if p.language == "en"), "")
                run.note("example", text)
            case n.Cites():
                parts = [clause.manual.id, clause.section or "", clause.page or ""]
                run.note("source", " ".join(part for part in parts if part))
            case n.Given():
                run.given(clause)
            case n.WhenMove():
                run.when(clause.move.value)
            case n.Then():
                run.then(clause)
    return ExampleReport(entry.id, tuple(run.lines), tuple(run.failures))


@define
class _Run:
    game: Game
    lines: list[str] = field(factory=list)
    failures: list[str] = field(factory=list)
    state: State | None = None
    found: list[Outcome] = field(factory=list)
    asked: State | None = None
    move: str | None = None
    after: Outcome | None = None

    def note(self, word: str, text: str) -> None:
        self.lines.append(f"{word:<9} {text}")

    def fail(self, text: str) -> None:
        self.failures.append(text)
        self.note("FAILED", text)

    def given(self, clause: n.Given) -> None:
        try:
            self._given(clause)
        except (BadPosition, ValueError) as error:
            self.fail(str(error))

    def _given(self, clause: n.Given) -> None:
        if clause.board is None:
            self.note("given", f"the start of a game for {clause.players}")
            self.state = self.game.start(players=clause.players, seed=0)
            return
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

    def when(self, text: str) -> None:
        self.move = text
        self.note("when", text)
        self.after = next((o for o in self.found if o.move.text == text), None)

    def then(self, clause: n.Then) -> None:
        value = clause.value
        match clause.what:
            case "forbidden":
                self._forbidden(str(value) if value is not None else None)
            case "moves":
                self.note("moves", str(len(self.found)))
                if len(self.found) != value:
                    texts = ", ".join(o.move.text for o in self.found) or "none"
                    self.fail(f"expected {value} moves, found {len(self.found)}: {texts}")
            case "board" if self.move is None and self.state is not None:
                self._same("becomes", str(value), self.state.board_text)
            case _:
                self._after(clause)

    def _after(self, clause: n.Then) -> None:
        if self.after is None:
            texts = ", ".join(o.move.text for o in self.found) or "none"
            self.fail(f"`{self.move}` is not allowed; allowed: {texts}")
            return
        match clause.what:
            case "board":
                self._same("becomes", str(clause.value), self.after.board)
            case "fills":
                who = self._actor() if self.after.flask else "nobody"
                self._same("fills", str(clause.value), who)
            case "home":
                self._same("home", str(clause.value), self.after.home)
            case "turn":
                over = "over" if self.after.turn_over else "continues"
                self._same("turn", str(clause.value), over)

    def _actor(self) -> str:
        assert self.state is not None
        return self.state.program.letters[self.state.to_act]

    def _same(self, word: str, expected: str, actual: str) -> None:
        self.note(word, actual)
        if expected != actual:
            self.fail(f"expected {expected}")

    def _forbidden(self, rule: str | None) -> None:
        if self.after is not None:
            self.fail(f"`{self.move}` is allowed")
            return
        assert self.asked is not None
        reasons = explain(self.asked, self.move or "")
        self.note("forbidden", ", ".join(reasons.rules) or reasons.reasons[0].text)
        if rule is not None and rule not in reasons.rules:
            self.fail(f"expected `{rule}` to forbid it; {reasons}")


def load_with_examples(ruleset: str, variants: Sequence[str] = ()) -> Game:
    """Return a game with the examples that stand in files of their own; raises RulesetError."""
    return load(ruleset, variants, library=Library(with_examples=True))
