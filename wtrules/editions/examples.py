"""Positions that were found, as `example` blocks: one for each side, with what holds there.

Both blocks give the same scene and the same moves; the first holds under side one, the second under
side two. Where a board, a card and a spell say enough, both can be run under both; else the whole
position is given, as either ruleset writes it. Each is run before it is written.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from wtrules.backends.reference import EndlessPlay
from wtrules.board import format_board
from wtrules.editions.answer import Answer
from wtrules.editions.changes import Difference, Report
from wtrules.editions.witness import Witness
from wtrules.game.examples import run_example
from wtrules.game.game import Game, State
from wtrules.game.position import BadPosition
from wtrules.game.short import Outcome, card_moves, outcomes, short_position, spell_moves
from wtrules.rules.model import Entry, Origin
from wtrules.source import SourceFile
from wtrules.syntax import nodes as n
from wtrules.syntax.parse import parse


@frozen
class Pair:
    """The two blocks of one witness, as texts."""

    one: str
    two: str


def examples_text(report: Report) -> str:
    """Return the witnesses of a report as a file of examples."""
    lines = [f"# Positions in which {report.one} and {report.two} answer differently."]
    for difference in report.differences:
        if difference.witness is None:
            continue
        if difference.taken is not None:  # holds under a reading, which an example cannot choose
            continue
        pair = example_pair(difference)
        if pair is None:
            lines += ["", f"# {difference.address}: shows in the set-up, not in a single move."]
            continue
        lines += ["", f"# {difference.address}: as in {report.one}", pair.one]
        lines += ["", f"# {difference.address}: as in {report.two}", pair.two]
    return "\n".join(lines) + "\n"


def example_pair(difference: Difference) -> Pair | None:
    """Return the two examples of a witness; None where no example can say it."""
    witness = difference.witness
    if witness is None or witness.scene is None:
        return None
    short = _short_pair(difference, witness)
    if short is not None:
        return short
    sides = (witness.one, witness.two)
    thens = _thens(witness)
    if thens is None:
        return None
    blocks = []
    for i, side in enumerate(("one", "two")):
        moves = _written(witness.before[i], witness.line, sides[i].state)
        lines = [
            f"example diff.{_id(difference)}.{side} {{",
            *([f"  with   {', '.join(witness.mode)}"] if witness.mode else []),
            f'  given  "{witness.before[i]}"',
            *(f'  when   "{move}"' for move in moves),
            *(f"  {line}" for line in thens[i]),
            "}",
        ]
        blocks.append("\n".join(lines))
    pair = Pair(*blocks)
    return pair if _holds(pair, witness) else None


def _short_pair(difference: Difference, witness: Witness) -> Pair | None:
    """Return the examples with nothing but a board, a card and a spell, if that shows it as well."""
    scene = witness.scene
    assert scene is not None
    if scene.seat != scene.active:
        return None
    own = (witness.only_one or witness.only_two)[:1] if witness.kind == "moves" else ()
    moves = [*witness.line, *own]
    move = next((m for m in reversed(moves) if not m.startswith("card ")), None)
    if move is None:
        return None
    card = next((m.removeprefix("card ") for m in witness.line if m.startswith("card ")), None)
    spell = move.split()[1] if move.startswith("cast ") else None
    board = format_board(scene.board)
    games = [state.game for state in witness.before]
    thens: list[list[str] | None] = []
    shown = card
    for shown in (None, card) if spell is not None else (card,):
        found = [_short_outcomes(game, board, scene.seat, shown, spell) for game in games]
        thens = _compared(found, move)
        if thens:
            break
    if not thens:
        return None
    extras = (f" card {shown}" if shown else "") + (f" spell {spell}" if spell else "")
    blocks = []
    for side, lines in zip(("one", "two"), thens, strict=True):
        assert lines is not None
        blocks.append(
            "\n".join(
                [
                    f"example diff.{_id(difference)}.{side} {{",
                    *([f"  with   {', '.join(witness.mode)}"] if witness.mode else []),
                    f'  given  "{board}" {scene.seat} to move{extras}',
                    f'  when   "{move}"',
                    *(f"  {line}" for line in lines),
                    "}",
                ]
            )
        )
    pair = Pair(*blocks)
    return pair if _holds(pair, witness) else None


def _short_outcomes(
    game: Game, board: str, seat: str, card: str | None, spell: str | None
) -> dict[str, list[str]] | None:
    """Return what comes of each move in a short position; None where there is no such position."""
    try:
        state = short_position(game, board, seat, card=card, spell=spell)
        if spell is not None:
            found = spell_moves(state, spell, card)
        elif card is not None:
            found = card_moves(state, card)
        else:
            found = outcomes(state)
    except (BadPosition, ValueError, EndlessPlay):
        return None
    return {outcome.move.text: _outcome_lines(outcome) for outcome in found}


def _outcome_lines(outcome: Outcome) -> list[str]:
    turn = "over" if outcome.turn_over else "continues"
    lines = [f'then   "{outcome.board}"', f"then   turn {turn}"]
    return [*lines, f"then   {outcome.home} home"] if outcome.home else lines


def _compared(found: list[dict[str, list[str]] | None], move: str) -> list[list[str] | None]:
    """Return what must be true after a move on each side; nothing if both would do the same."""
    one, two = found
    if not one or not two:
        return []
    a, b = one.get(move), two.get(move)
    if a == b:
        return []
    # Where a move is only called otherwise, something else leads to the same.
    if (a is None and b in one.values()) or (b is None and a in two.values()):
        return []
    return [side if side is not None else ["then   forbidden"] for side in (a, b)]


def _id(difference: Difference) -> str:
    parts = [*difference.mode, *difference.id.split(".")]
    return ".".join(part.replace("-", "_") for part in parts)


def _written(start: State, line: tuple[str, ...], end: State) -> list[str]:
    """Return all moves of a line, those that were forced as well."""
    moves: list[str] = []
    state = start
    for text in line:
        while len(state.options) == 1 and state.legal_moves[0].text != text:
            moves.append(state.legal_moves[0].text)
            state = state.play(state.options[0])
        moves.append(text)
        state = state.play(text)
    active = state.active
    while len(state.options) == 1 and state.data != end.data and state.active == active:
        moves.append(state.legal_moves[0].text)
        state = state.play(state.options[0])
    return moves


def _thens(witness: Witness) -> tuple[list[str], list[str]] | None:
    """Return what must be true on each side: a board, an end of turn, or a move that is not allowed."""
    one, two = witness.one, witness.two
    if witness.kind != "moves" and witness.line:
        found = [_after(answer, witness) for answer in (one, two)]
        if found[0] != found[1]:
            return found[0], found[1]
    if one.get("to act") != two.get("to act"):
        return None
    for mover, other, own, order in (
        (one, two, witness.only_one, 1),
        (two, one, witness.only_two, -1),
    ):
        move = next((m for m in own if m not in other.moves), None)
        if move is not None:
            allowed = [f'when   "{move}"', f'then   "{mover.state.play(move).board_text}"']
            refused = [f'when   "{move}"', "then   forbidden"]
            return (allowed, refused) if order > 0 else (refused, allowed)
    return None


def _after(answer: Answer, witness: Witness) -> list[str]:
    turn = answer.state.is_over or answer.state.active != witness.before[0].active
    return [
        f'then   "{answer.get("board")}"',
        f"then   turn {'over' if turn else 'continues'}",
    ]


def _holds(pair: Pair, witness: Witness) -> bool:
    """Whether each example holds under its own side."""
    texts = (pair.one, pair.two)
    return not any(
        list(failures(text, state.game)) for text, state in zip(texts, witness.before, strict=True)
    )


def failures(text: str, game: Game) -> Iterator[str]:
    """Run an example block under a game; yield what does not hold."""
    file, faults = parse(SourceFile("witness.wtr", text))
    if faults:
        yield faults[0].message
        return
    for item in file.members:
        if isinstance(item, n.Example):
            entry = Entry("example", item.id.id, item, (Origin("", "defined", item.span),))
            yield from (failure.text for failure in run_example(game, entry).failures)
