"""Two rulesets brought along the same moves, one decision at a time.

A move comes in, as one of them calls it; both take it. What is forced, and what is passed by on the
way, is written down too, so that the moves can be made again from the position alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import define, field

from wtrules.board import format_board
from wtrules.editions.search.answer import Answer, compare, own_moves, seen
from wtrules.editions.search.scene import Scene, settle
from wtrules.game.game import Game, State
from wtrules.game.position import BadPosition

_ON_THE_WAY = 12  # decisions that are forced or passed by


@define
class Walk:
    """Where one ruleset has come to, by which moves, and what came of the last one."""

    state: State
    moves: list[str] = field(factory=list)
    before: State | None = None  # the last move

    def take(self, text: str) -> bool:
        """Make a move if it is allowed, now or after what is forced or changes nothing."""
        for state, made in self.onward():
            if any(move.text == text for move in state.legal_moves):
                self._make([*made, text])
                return True
        return False

    def take_like(self, other: State) -> bool:
        """Make the move after which the table is as in *other*, whatever it is called here."""
        wanted = Answer(settle(other))
        for state, made in self.onward():
            for move in state.legal_moves:
                if compare(Answer(settle(state.play(move))), wanted) in (None, "moves"):
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
        """Yield where a turn can be brought without doing anything: by passing, or by force."""
        waiting: list[tuple[State, list[str]]] = [(self.state, [])]
        for state, made in waiting:
            yield state, made
            if len(waiting) > _ON_THE_WAY:
                return
            for move in state.legal_moves:
                after = state.play(move)
                idle = " " not in move.text and _lies(after) == _lies(state)
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
                self.state.program.letters,
                self.state.numbers("home"),
                self.before.numbers("home"),
                strict=True,
            )
        )
        actor = self.before.to_act
        filled = self.state.numbers("empty")[actor] < self.before.numbers("empty")[actor]
        who = self.state.program.letters[actor] if filled else "nobody"
        return [
            f'then   "{self.state.board_text}"',
            f"then   turn {'over' if turn else 'continues'}",
            f"then   {who} fills flask",
            *([f"then   {came} home"] if came else []),
        ]


def begin(games: Sequence[Game], scene: Scene) -> list[Walk] | None:
    """Return the beginning of a turn in several games; None where it is no beginning in one."""
    for table in tables(games[0], scene, whole=True):
        try:
            return [Walk(game.position(table)) for game in games]
        except BadPosition:
            continue
    return None


def tables(game: Game, scene: Scene, *, whole: bool) -> Iterator[str]:
    """Yield a scene as lines that any ruleset can read, by who may be asked first.

    *whole* also says how the cards lie.
    """
    letters = game.program(scene.players).letters
    for seat in dict.fromkeys((scene.active, scene.seat, *letters)):
        yield _table(scene, seat, whole)


def _table(scene: Scene, seat: str, whole: bool) -> str:
    flasks = (".".join(map(str, three)) for three in scene.flasks)
    hands = (".".join(hand) or "-" for hand in scene.hands)
    parts = [format_board(scene.board), seat]
    if scene.active != seat:
        parts.append(f"active={scene.active}")
    if any(scene.home):
        parts.append("home=" + ",".join(map(str, scene.home)))
    parts += ["flasks=" + ",".join(flasks), "hands=" + ",".join(hands)]
    if whole:
        parts.append("pile=" + (".".join(scene.pile) or "-"))
    if scene.spells:
        parts.append("spells=" + ",".join(scene.spells))
    if any(scene.points):
        parts.append("points=" + ",".join(map(str, scene.points)))
    if whole:
        parts.append(f"rng={scene.rng:016x}")
    return " ".join(parts)


def follow(walks: Sequence[Walk], text: str) -> bool:
    """Make a move in both; where one knows it by another name, by what comes of it."""
    one, two = walks
    if one.take(text):
        return two.take(text) or two.take_like(one.state)
    return two.take(text) and one.take_like(two.state)


Telling = tuple[list[str], list[str]]  # what an example says on each side


def distinguishing_lines(one: Walk, two: Walk, *, strict: bool = True) -> Iterator[Telling]:
    """Yield what is true on one side and not on the other, where they have come to.

    *strict*: only what the other side cannot bring about either by a move of another name, or when
    it is asked in another order.
    """
    a, b = Answer(one.state), Answer(two.state)
    if compare(a, b) is None:
        return
    told = [walk.facts() for walk in (one, two)]
    if told[0] != told[1]:
        # Of flasks there is only talk where they make the difference.
        plain = [[line for line in x if "flask" not in line] for x in told]
        yield (plain[0], plain[1]) if plain[0] != plain[1] else (told[0], told[1])
    for mover, other, swapped in ((a, b, False), (b, a, True)):
        reached: set[tuple[object, ...]] | None = None if strict else set()
        for move in own_moves(mover, other)[0]:
            if move in other.moves:
                continue
            if reached is None:
                reached = set(_reached(other.state))
            after = mover.state.play(move)
            if _lies(after) in reached:
                continue
            allowed = [f'when   "{move}"', f'then   "{after.board_text}"']
            refused = [f'when   "{move}"', "then   forbidden"]
            yield (refused, allowed) if swapped else (allowed, refused)
            break


def _reached(state: State) -> Iterator[tuple[object, ...]]:
    """Yield the tables that one move leads to, whatever is passed by before and after it."""
    for where, _ in Walk(state).onward():
        for move in where.legal_moves:
            after = where.play(move)
            yield _lies(after)
            for more in after.legal_moves:
                if " " not in more.text and after.active == where.active:
                    yield _lies(after.play(more))


def _lies(state: State) -> tuple[object, ...]:
    """Return what lies on the table, whoever is asked."""
    shape, _, *parts = seen(state)
    return shape, *parts
