"""Witnesses as `example` blocks: one for each side, with what is true there.

Both blocks give the same table; the first is true under side one, the second under side two. Where a
board, a card and a spell are enough, nothing else is given. A move may have another name on the other
side. Each block is run under both sides before it is written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from attrs import evolve, frozen

from wtrules.backends.reference import EndlessPlay
from wtrules.board import format_board
from wtrules.editions.differences import Difference, Report
from wtrules.editions.search.witness import Witness
from wtrules.game.examples import ExampleReport, run_example
from wtrules.game.game import Game
from wtrules.game.outcomes import Outcome, card_moves, outcomes, spell_moves
from wtrules.position.faults import BadPosition
from wtrules.resolve.model import Entry, Origin
from wtrules.sidebyside.answer import UNSEEN, Answer, compare, differing
from wtrules.sidebyside.walk import Walk, distinguishing_lines, follow, tables
from wtrules.source import SourceFile
from wtrules.syntax import nodes as n
from wtrules.syntax.parse import parse
from wtrules.texts import Texts
from wtrules.value import Value


@frozen
class Pair(Value):
    """The two blocks of one witness, as texts."""

    one: str
    two: str


def examples_text(report: Report, lang: str = "en") -> str:
    """Return the witnesses of a report as a file of examples."""
    texts = Texts(lang)
    one, two = report.one, report.two
    lines = [
        f"# {texts('report.examples.title', one=one, two=two)}",
        f"# {texts('report.examples.names', one=one, two=two)}",
        f"# {texts('report.examples.run')}",
    ]
    for difference in report.differences:
        if difference.witness is None:
            continue
        if difference.taken is not None:  # true under a reading, which an example cannot choose
            continue
        pair = example_pair(difference)
        if pair is None:
            lines += ["", f"# {_without_example(difference.address, difference.witness, texts)}"]
            continue
        for side, block in ((one, pair.one), (two, pair.two)):
            address = difference.address
            lines += ["", f"# {texts('report.examples.side', address=address, side=side)}", block]
    return "\n".join(lines) + "\n"


def _without_example(address: str, witness: Witness, texts: Texts) -> str:
    if witness.kind != "setup":
        return texts("report.examples.hidden", address=address)
    what = (
        texts(
            "report.examples.instead",
            field=name,
            a=witness.one.get(name) or "-",
            b=witness.two.get(name) or "-",
        )
        for name in differing(witness.one, witness.two)
        if name not in UNSEEN
    )
    return texts("report.examples.setup", address=address, what="; ".join(what))


def example_pair(difference: Difference) -> Pair | None:
    """Return the two examples of a witness; None where no example can say it.

    Either can be run under both rulesets: it is true on its own side and fails on the other.
    """
    witness = difference.witness
    if witness is None or witness.scene is None:
        return None
    short = _short_pair(difference, witness)
    if short is not None:
        return short
    scene = witness.scene
    for whole in (False, True):
        for table in tables(witness.sides[0], scene, whole=whole):
            pair = _table_pair(difference, witness, table)
            if pair is not None:
                return pair
    return None


def _block(difference: Difference, side: str, lines: Iterable[str]) -> str:
    witness = difference.witness
    assert witness is not None
    parts = [*difference.mode, *difference.id.split("."), side]
    return "\n".join(
        [
            f"example diff.{'.'.join(part.replace('-', '_') for part in parts)} {{",
            *([f"  with   {', '.join(witness.mode)}"] if witness.mode else []),
            *(f"  {line}" for line in lines),
            "}",
        ]
    )


# --- a board, a card and a spell -------------------------------------------------------------------


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
    games = witness.sides
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
    given = [f'given  "{board}" {scene.seat} to move{extras}', f'when   "{move}"']
    blocks = [
        _block(difference, side, [*given, *(lines or ())])
        for side, lines in zip(("one", "two"), thens, strict=True)
    ]
    pair = Pair(*blocks)
    return pair if _tells_apart(pair, witness) and _is_the_reason(pair, witness) else None


def _short_outcomes(
    game: Game, board: str, seat: str, card: str | None, spell: str | None
) -> dict[str, list[str]] | None:
    """Return what comes of each move in a short position; None where there is no such position."""
    try:
        state = game.position(board, seat, card=card, spell=spell)
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
    # Where a move only has another name, some other move leads to the same board.
    for mine, theirs in ((a, two), (b, one)):
        if mine is not None and move not in theirs:
            if mine[0] in (lines[0] for lines in theirs.values()):
                return []
    return [side if side is not None else ["then   forbidden"] for side in (a, b)]


# --- a turn that begins ----------------------------------------------------------------------------


def _table_pair(difference: Difference, witness: Witness, table: str) -> Pair | None:
    """Return the examples that begin with a turn, as far as both sides can be brought along."""
    try:
        stations = [tuple(Walk(game.position(table)) for game in witness.sides)]
    except BadPosition:
        return None
    for move in witness.line:
        walks = tuple(evolve(walk, moves=walk.moves[:]) for walk in stations[-1])
        if not follow(walks, move):
            break
        stations.append(walks)
    else:
        walks = tuple(evolve(walk, moves=walk.moves[:]) for walk in stations[-1])
        while compare(*(Answer(walk.state) for walk in walks)) is None:
            forced = [walk.settle() for walk in walks]
            if not all(forced):
                break
            stations[-1] = walks
    # The end of the line shows the rule in question; on the way others may show as well.
    at_the_end: Pair | None = None
    for walks in reversed(stations):
        given = [[f'given  "{table}"', *(f'when   "{x}"' for x in walk.moves)] for walk in walks]
        for endings in chain(
            distinguishing_lines(*walks), distinguishing_lines(*walks, strict=False)
        ):
            sides = zip(("one", "two"), given, endings, strict=True)
            pair = Pair(*(_block(difference, side, [*a, *b]) for side, a, b in sides))
            if not _tells_apart(pair, witness):
                continue
            if _is_the_reason(pair, witness):
                return pair
            if at_the_end is None and len(stations) > len(witness.line) and walks is stations[-1]:
                at_the_end = pair
    return at_the_end


# --- are they true? ---------------------------------------------------------------------------------


def _tells_apart(pair: Pair, witness: Witness) -> bool:
    """Whether each example can be played on both sides and is true on its own side only."""
    for number, text in enumerate((pair.one, pair.two)):
        held = [_played(text, game) for game in witness.sides]
        if None in held or held != [number == 0, number == 1]:
            return False
    return True


def _is_the_reason(pair: Pair, witness: Witness) -> bool:
    """Whether an example has another result if nothing but the rule in question changes."""
    return any(len({_played(x, game) for game in witness.mix()}) > 1 for x in (pair.one, pair.two))


def _played(text: str, game: Game) -> bool | None:
    """Whether an example is true under a game; None if it cannot be played there."""
    reports = list(_reports(text, game))
    if not all(report.was_played for report in reports):
        return None
    return not any(report.failures for report in reports)


def failures(text: str, game: Game) -> Iterator[str]:
    """Run an example block under a game; yield what is not true."""
    for report in _reports(text, game):
        yield from (failure.text for failure in report.failures)


def _reports(text: str, game: Game) -> Iterator[ExampleReport]:
    file, faults = parse(SourceFile("witness.wtr", text))
    assert not faults, faults[0].message
    for item in file.members:
        if isinstance(item, n.Example):
            entry = Entry("example", item.id.id, item, (Origin("", "defined", item.span),))
            yield run_example(game, entry)
