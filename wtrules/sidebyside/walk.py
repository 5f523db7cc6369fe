"""Two rulesets that follow the same moves, one decision at a time.

Forced moves and passes on the way are recorded too, so that the moves can be replayed from the
position alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import define, field

from wtrules.game.game import Game, State
from wtrules.game.outcomes import outcomes
from wtrules.position.faults import BadPosition
from wtrules.position.table import Table
from wtrules.sidebyside.answer import (
    Answer,
    compare,
    observable,
    own_moves,
    stored_alike,
)
from wtrules.sidebyside.scene import scene_line, settle

_ON_THE_WAY = 12  # forced moves and passes


@define
class Walk:
    """A position reached in one ruleset, the moves that led there, and the state before the last one."""

    state: State
    moves: list[str] = field(factory=list)
    before: State | None = None  # the last move

    def take(self, text: str) -> bool:
        """Make a move if it is legal, now or after moves that are forced or change nothing."""
        for state, made in self.onward():
            if any(move.text == text for move in state.legal_moves):
                self._make([*made, text])
                return True
        return False

    def take_like(self, other: State) -> bool:
        """Make the move that leads to the same table as *other*, whatever its name is here."""
        wanted, settled = Answer(other), Answer(settle(other))
        for state, made in self.onward():
            for move in state.legal_moves:
                after = state.play(move)
                # The forced moves afterwards may be where the two differ.
                if _is_like(after, wanted) or _is_like(settle(after), settled):
                    self._make([*made, move.text])
                    return True
        return False

    def settle(self) -> bool:
        """Make one forced move, as long as the turn lasts; False if there is none."""
        if self.state.is_over or len(self.state.options) != 1:
            return False
        active = self.state.active
        if self.before is not None and self.before.active != active:
            return False
        self._make([self.state.legal_moves[0].text])
        return True

    def _make(self, moves: Sequence[str]) -> None:
        for text in moves:
            self.before = self.state
            self.state = self.state.play(text)
            self.moves.append(text)

    def onward(self) -> Iterator[tuple[State, list[str]]]:
        """Yield the positions of this turn that passes and forced moves lead to."""
        waiting: list[tuple[State, list[str]]] = [(self.state, [])]
        for state, made in waiting:
            yield state, made
            if len(waiting) > _ON_THE_WAY:
                return
            for move in state.legal_moves:
                after = state.play(move)
                idle = " " not in move.text and _on_table(after) == _on_table(state)
                if after.active == state.active and (idle or len(state.options) == 1):
                    waiting.append((after, [*made, move.text]))

    def facts(self) -> list[str]:
        """Return what an example can say about the last move."""
        if self.before is None:
            return []
        turn = self.state.is_over or self.state.active != self.before.active
        came = "".join(
            letter * (now - then)
            for letter, now, then in zip(
                self.state.program.board.letters,
                self.state.numbers("home"),
                self.before.numbers("home"),
                strict=True,
            )
        )
        actor = self.before.to_act
        filled = self.state.numbers("empty")[actor] < self.before.numbers("empty")[actor]
        who = self.state.program.board.letters[actor] if filled else "nobody"
        return [
            f'then   "{self.state.board_text}"',
            f"then   turn {'over' if turn else 'continues'}",
            f"then   {who} fills flask",
            *([f"then   {came} home"] if came else []),
        ]


def _is_like(state: State, wanted: Answer) -> bool:
    return compare(Answer(state), wanted) in (None, "moves")


def begin(games: Sequence[Game], scene: Table) -> list[Walk] | None:
    """Return the beginning of a turn in several games; None if it is not one in all of them."""
    for table in tables(games[0], scene, whole=True):
        try:
            return [Walk(game.position(table)) for game in games]
        except BadPosition:
            continue
    return None


def tables(game: Game, scene: Table, *, whole: bool) -> Iterator[str]:
    """Yield a scene as lines that any ruleset can read, by who may be asked first.

    *whole* also says how the cards lie.
    """
    letters = game.program(scene.players).board.letters
    for seat in dict.fromkeys((scene.active, scene.seat, *letters)):
        yield scene_line(scene, seat, whole=whole)


def follow(walks: Sequence[Walk], text: str) -> bool:
    """Make a move in both; where it has another name in one, the move with the same result."""
    one, two = walks
    if one.take(text):
        return two.take(text) or two.take_like(one.state)
    return two.take(text) and one.take_like(two.state)


ExampleLines = tuple[list[str], list[str]]  # the lines of an example on each side


def distinguishing_lines(one: Walk, two: Walk, *, strict: bool = True) -> Iterator[ExampleLines]:
    """Yield example lines that are true on one side only, in the positions reached.

    *strict*: leave out what the other side can reach as well, by a move with another name or by
    decisions in another order.
    """
    a, b = Answer(one.state), Answer(two.state)
    if compare(a, b) is None:
        return
    # States that are stored differently are compared by what they look like.
    common = None
    if not stored_alike(a, b):
        common = frozenset(a.state.program.words.spells) & frozenset(b.state.program.words.spells)
    facts = [walk.facts() for walk in (one, two)]
    if facts[0] != facts[1]:
        # Flasks are mentioned only where they make the difference.
        plain = [[line for line in x if "flask" not in line] for x in facts]
        yield (plain[0], plain[1]) if plain[0] != plain[1] else (facts[0], facts[1])
    for mover, other, swapped in ((a, b, False), (b, a, True)):
        reached: set[tuple[object, ...]] | None = None if strict else set()
        for move in own_moves(mover, other)[0]:
            if move in other.moves:
                continue
            if reached is None:
                reached = set(_reached(other.state, common))
            after = mover.state.play(move)
            if _on_table(after, common) in reached:
                continue
            allowed = [f'when   "{move}"', f'then   "{after.board_text}"']
            refused = [f'when   "{move}"', "then   forbidden"]
            yield (refused, allowed) if swapped else (allowed, refused)
            break
    if not strict:  # a move that the other side cannot even write: how many there are
        counts = [len(outcomes(walk.state)) for walk in (one, two)]
        if counts[0] != counts[1]:
            yield [f"then   moves {counts[0]}"], [f"then   moves {counts[1]}"]


def _reached(state: State, common: frozenset[str] | None) -> Iterator[tuple[object, ...]]:
    """Yield the tables that one move leads to, with any passes before and after it."""
    for where, _ in Walk(state).onward():
        for move in where.legal_moves:
            after = where.play(move)
            yield _on_table(after, common)
            for more in after.legal_moves:
                if " " not in more.text and after.active == where.active:
                    yield _on_table(after.play(more), common)


def _on_table(state: State, common: frozenset[str] | None = None) -> tuple[object, ...]:
    """Return what is on the table, without the player to act; with *common* spells as texts."""
    if common is not None:
        table = Answer(state).table
        laid = tuple(spell for spell in table.pop("spells", "").split(",") if spell in common)
        return laid, *((name, text) for name, text in table.items() if name != "to act")
    shape, _, *parts = observable(state)
    return shape, *parts
