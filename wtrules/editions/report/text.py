"""A report for the terminal and as Markdown: the same lines, with and without marks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from wtrules.board import format_board
from wtrules.board.draw import draw
from wtrules.editions.changes import (
    Change,
    CitationChanged,
    Grade,
    SaysChanged,
    StanceChanged,
    Statement,
    TellingChanged,
    Wording,
)
from wtrules.editions.differences import Difference, Report
from wtrules.editions.report.change_text import change_text
from wtrules.editions.report.choice_text import choice_lines
from wtrules.editions.report.titles import because_text
from wtrules.editions.search.answer import UNSEEN, Answer, differing
from wtrules.editions.search.remembered import remembered
from wtrules.editions.search.scene import scene_of
from wtrules.editions.search.shrink import Line
from wtrules.editions.search.witness import (
    INSEPARABLE,
    NEVER_ASKS,
    SAME_PROGRAM,
    SET_UP_ONLY,
    Witness,
)
from wtrules.junit import Case, Suite, junit
from wtrules.safe_text import Medium, code_span, fenced, safe
from wtrules.texts import Texts

_MOST_MOVES = 3
_REASONS = {
    SET_UP_ONLY: "report.reason.setup",
    NEVER_ASKS: "report.reason.never_asks",
    SAME_PROGRAM: "report.reason.same",
    INSEPARABLE: "report.reason.inseparable",
}
_CARDS = {"hands", "pile", "discard"}
# Grades whose differences are listed in one line each.
_IN_SHORT = (Grade.SILENCE, Grade.WORDING)


def text(report: Report, lang: str = "en") -> str:
    """Return a report as plain text."""
    words = Texts(lang)
    lines = list(_heading(report, words))
    for grade in Grade:
        found = report.of_grade(grade)
        if found:
            lines += [
                "",
                f"{words(f'report.grade.{grade}')} ({len(found)}): {words(f'report.about.{grade}')}",
            ]
            lines += _section(report, found, grade, words)
    lines += _tail(report, words)
    return "\n".join(safe(line).rstrip() for line in lines) + "\n"


def markdown(report: Report, lang: str = "en", level: int = 1) -> str:
    """Return a report as Markdown, with headings from a level on."""
    words = Texts(lang)
    marks = "#" * level
    heading = [safe(line, Medium.MARKDOWN) for line in _heading(report, words)]
    lines = [f"{marks} {heading[0]}", *(line for text in heading[1:] for line in ("", text))]
    for grade in Grade:
        found = report.of_grade(grade)
        if not found:
            continue
        lines += [
            "",
            f"{marks}# {words(f'report.grade.{grade}').capitalize()} ({len(found)})",
            "",
            words(f"report.about.{grade}"),
        ]
        for difference in found:
            details = (
                safe(line).removeprefix("  ").rstrip()
                for line in _details(report, difference, words)
            )
            lines += [
                "",
                f"{marks}## {code_span(difference.address)}",
                "",
                fenced("\n".join(details)),
            ]
            if difference.witness is not None:
                lines += ["", fenced(_drawing(difference.witness))]
    lines += [safe(line, Medium.MARKDOWN) for line in _tail(report, words)]
    return "\n".join(lines).strip() + "\n"


def as_junit(report: Report, failing: Sequence[Difference], lang: str = "en") -> str:
    """Return a report as JUnit XML: a test per difference, which fails if it is among *failing*."""
    words = Texts(lang)
    cases = [
        Case(
            f"{difference.address} [{difference.fingerprint}]",
            words(f"report.grade.{difference.grade}") if difference in failing else "",
            "\n".join(line.rstrip() for line in _details(report, difference, words)),
            str(difference.grade),
        )
        for difference in report.differences
    ]
    title = words("report.title", one=report.one, two=report.two)
    return junit([Suite(title, tuple(cases) or (Case(none_text(report, words)),))])


def _heading(report: Report, words: Texts) -> Iterator[str]:
    yield words("report.title", one=report.one, two=report.two)
    yield counts_text(report, words)
    compared = words("report.compared")
    if report.modes:
        compared += words(
            "report.and_with", modes=", ".join("+".join(mode) for mode in report.modes)
        )
    yield compared
    for side, only in ((report.one, report.only_one), (report.two, report.only_two)):
        if only:
            yield words("report.only_offers", side=side, variants=", ".join(only))


def counts_text(report: Report, words: Texts) -> str:
    """Return how many differences there are, by grade."""
    if not report.differences:
        return none_text(report, words)
    parts = [f"{words(f'report.grade.{grade}')} {n}" for grade, n in report.counts().items() if n]
    return f"{words('report.count', n=len(report.differences))}: {', '.join(parts)}"


def none_text(report: Report, words: Texts) -> str:
    """Return the sentence for an empty report, and why it is empty."""
    if report.below:
        return words("report.none_shown", n=report.below)
    return words("report.none_left" if report.accepted else "report.none")


def _tail(report: Report, words: Texts) -> Iterator[str]:
    if report.overall is not None:
        yield ""
        yield f"{words('report.impact.overall')}: {report.overall.text(words)}"
    if report.lost:
        yield ""
        yield words("report.lost", topics=", ".join(report.lost))
    if report.accepted:
        yield ""
        yield words("report.accepted", n=len(report.accepted))
        for difference, reason in report.accepted:
            yield f"  {difference.address} [{difference.fingerprint}] {reason}"


def _section(
    report: Report, found: tuple[Difference, ...], grade: Grade, words: Texts
) -> Iterator[str]:
    if grade not in _IN_SHORT:
        for difference in found:
            yield ""
            yield f"  {difference.address}  [{difference.fingerprint}]"
            yield from (f"  {line}" for line in _details(report, difference, words))
        return
    width = max(len(d.address) for d in found)
    for difference in found:
        line = _short(report, difference, words)
        yield f"  {difference.address:<{width}}  {line}"


def _short(report: Report, difference: Difference, words: Texts) -> str:
    """Return a difference in one line: who states what where."""
    change = difference.changes[0]
    if isinstance(change, StanceChanged):
        sides = ((report.one, difference.one), (report.two, difference.two))
        return " · ".join(f"{_stance(wording, words)}" for _, wording in sides)
    if difference.searched is not None:
        shown = (_cut(words.phrase(side.says)) for side in (difference.one, difference.two))
        return f"{' → '.join(shown)} ({searched_text(difference, words)})"
    said = [words.phrase(wording.says) for wording in (difference.one, difference.two)]
    if any(isinstance(c, SaysChanged) for c in difference.changes) and said[0] != said[1]:
        return _cut(f"“{said[0]}” → “{said[1]}”")
    return "; ".join(change_text(c, words) for c in difference.changes)


def _stance(wording: Wording, words: Texts) -> str:
    stance = words(f"report.stance.{wording.stance or 'omits'}")
    return f"{stance} {wording.cites[0]}" if wording.cites else stance


def _details(report: Report, difference: Difference, words: Texts) -> Iterator[str]:
    """Yield all there is to say about a difference, below its name."""
    wordings = ((report.one, difference.one), (report.two, difference.two))
    for name, wording in wordings if any(t.says or t.value for _, t in wordings) else ():
        yield from _wording(name, wording, words)
    for change in shown_changes(difference):
        yield f"  {words('report.changes')}: {_cut(change_text(change, words))}"
    for statement in difference.statements:
        yield from _statement(report, statement, words)
    named = [part for part in difference.parts if difference.kind == "topic"]
    if named:  # their changes are in the other formats
        addresses = ", ".join(part.address.partition(" (+")[0] for part in named)
        yield f"  {words('report.parts')}: {addresses}"
    for part in difference.parts if not named else ():
        shown = "; ".join(_cut(change_text(c, words)) for c in part.changes)
        yield f"  {words('report.with_it')}: {part.address} {shown}"
    if difference.taken is not None:
        yield f"  {literal_text(report, difference, words)}"
    if difference.choice is not None:
        yield from (f"  {line}" for line in choice_lines(report, difference.choice, words))
    if difference.witness is not None:
        yield from witness_lines(report, difference, difference.witness, words)
    elif difference.searched is not None:
        yield f"  {searched_text(difference, words)}"
    if difference.impact is not None:
        yield f"  {words('report.impact')}: {difference.impact.text(words)}"


def literal_text(report: Report, difference: Difference, words: Texts) -> str:
    """Return the readings of an open question that two manuals lead to when read literally."""
    literal, witness = difference.taken, difference.witness
    assert literal is not None
    sides = {"one": report.one, "two": report.two}
    text = words("report.taken", question=literal.question, a=literal.one, b=literal.two, **sides)
    mode = witness.mode if witness is not None else ()
    return text + (words("report.and_with", modes="+".join(mode)) if mode else "")


def shown_changes(difference: Difference) -> list[Change]:
    """Return the changes that the texts of the two sides do not show already."""
    sources = (StanceChanged, TellingChanged, SaysChanged, CitationChanged)
    shown: list[Change] = [c for c in difference.changes if not isinstance(c, sources)]
    rest: list[Change] = [c for c in difference.changes if isinstance(c, CitationChanged)]
    return shown or rest


def _wording(name: str, wording: Wording, words: Texts) -> Iterator[str]:
    says = words.phrase(wording.says) or wording.value
    yield f"  {name}: {says or words('report.absent')}"
    if wording.cites:
        stance = f"{words(f'report.stance.{wording.stance}')}: " if wording.stance else ""
        yield f"      {stance}{'; '.join(wording.cites)}"


def _statement(report: Report, statement: Statement, words: Texts) -> Iterator[str]:
    if statement.is_silent:  # one line is enough
        name, wording = next(
            (name, side)
            for name, side in ((report.one, statement.one), (report.two, statement.two))
            if side.stance != "omits"
        )
        cites = "; ".join(wording.cites)
        yield f"  {statement.topic} ({words('report.mentioned', side=name)}): {words.phrase(wording.says)}"
        yield f"      {words(f'report.stance.{wording.stance}')}: {cites}"
        return
    yield f"  {statement.topic}"
    for name, wording in ((report.one, statement.one), (report.two, statement.two)):
        yield from (f"  {line}" for line in _wording(name, wording, words))


def searched_text(difference: Difference, words: Texts) -> str:
    """Return how far the search went."""
    searched = difference.searched
    assert searched is not None
    if searched.reason is not None:
        return words(_REASONS.get(searched.reason, "report.reason.none"))
    return words(
        "report.searched",
        games=searched.games,
        players=searched.players,
        positions=words.number(searched.positions),
        boards=searched.boards,
    )


# --- witnesses -------------------------------------------------------------------------------------


def witness_lines(
    report: Report, difference: Difference, witness: Witness, words: Texts
) -> Iterator[str]:
    """Yield a position and what each side makes of it."""
    yield f"  {words('report.witness')}: {given_text(witness, words)}"
    for line in table_lines(witness, words):
        yield f"      {line}"
    names = labels(report, difference, words)
    lines = (witness.one.line, witness.two.line)
    shared, *more = _split_lines(*lines)
    if shared:
        yield f"      {words('report.after')}: {line_text(shared)}"
    for name, moves in zip(names, more, strict=True):
        if moves:
            key = "report.forced" if not all(more) else "report.after"
            yield f"      {words(key)} ({name}): {line_text(moves)}"
    sides = zip(names, (witness.one, witness.two), strict=True)
    only = (witness.only_one, witness.only_two)
    fields = visible_differences(witness)
    for (name, answer), own in zip(sides, only, strict=True):
        yield f"    {name}: {answer_text(witness, answer, own, fields, words)}"
    if not witness.alone:
        yield f"      ({words('report.not_alone')})"
    if witness.scene is not None:
        met = witness.met
        found = (
            words("report.met", seed=met.seed, n=len(met.moves))
            if met is not None
            else words("report.made_up")
        )
        yield f"      ({found})"
    if difference.because:
        yield f"      {words('report.because')}: {because_text(difference, words)}"


def labels(report: Report, difference: Difference, words: Texts) -> tuple[str, str]:
    """Return whose answers a witness has: those of the sides, of two readings, or of one rule."""
    witness, taken = difference.witness, difference.taken
    assert witness is not None
    sides = (report.one, report.two)
    if taken is not None:  # one ruleset, read in two ways
        rules = witness.one.state.game.rules.name
        one, two = (f"{rules}, {taken.question}={each}" for each in (taken.one, taken.two))
        return one, two
    if not witness.alone:
        one, two = (words("report.as_in", side=side) for side in sides)
        return one, two
    return sides


def _split_lines(one: Line, two: Line) -> tuple[Line, Line, Line]:
    """Return what two lines have in common, and how each of them continues.

    If a move has another name on the other side, they have nothing in common: each is given whole.
    """
    number = min(len(one), len(two))
    if one[:number] != two[:number]:
        return (), one, two
    return one[:number], one[number:], two[number:]


def line_text(line: tuple[str, ...]) -> str:
    """Return the moves of a line."""
    return ", ".join(f"`{move}`" for move in line)


def given_text(witness: Witness, words: Texts) -> str:
    """Return a position in short: the board and whose turn it is."""
    scene = witness.scene
    if scene is None:
        return words("report.setup", n=witness.before[0].players)
    who = (
        words("report.to_move", seat=scene.seat)
        if scene.seat == scene.active
        else words("report.deciding", seat=scene.seat, active=scene.active)
    )
    return f"{format_board(scene.board)}, {who}"


def table_lines(witness: Witness, words: Texts) -> Iterator[str]:
    """Yield what else is on the table and matters."""
    scene = witness.scene
    if scene is None:
        return
    letters = witness.before[0].program.letters
    hands = [f"{x} {' '.join(hand)}" for x, hand in zip(letters, scene.hands, strict=True) if hand]
    if hands:
        yield f"{words('report.hand')}: {', '.join(hands)}"
    full = [f"{x} {f}" for x, (_, f, _) in zip(letters, scene.flasks, strict=True) if f]
    if full:
        yield f"{words('report.flasks')}: {', '.join(full)}"
    moves = (*witness.line, *witness.only_one, *witness.only_two)
    if full or any(move.startswith("cast ") for move in moves):
        yield f"{words('report.spells')}: {', '.join(scene.spells)}"
    known = remembered(witness.before)
    if known:
        yield f"{words('report.remembered')}: {', '.join(known)}"


def _drawing(witness: Witness) -> str:
    """Return the board of a position as text, which every reader of Markdown shows."""
    state = witness.before[0]
    return draw(
        state.board,
        colour=False,
        ground_shields=state.program.ground_shields,
        track=state.program.track,
        letters=state.program.letters,
        show_hidden=True,
    )


def visible_differences(witness: Witness) -> tuple[str, ...]:
    """Return the things on the table that differ and that people can see."""
    names = differing(witness.one, witness.two)
    shown = tuple(name for name in names if name not in UNSEEN)
    if witness.kind == "setup" and not _CARDS >= set(shown):
        return tuple(name for name in shown if name not in _CARDS)  # they are shuffled anyway
    if "on turn" in shown:  # the rest follows from whose turn it is
        return tuple(name for name in shown if name in ("board", "on turn", "home", "points"))
    return shown or names


def answer_text(
    witness: Witness, answer: Answer, own: tuple[str, ...], names: tuple[str, ...], words: Texts
) -> str:
    """Return what one side makes of a position."""
    parts = []
    if answer.outcome is not None:
        parts.append(f"{words('report.ends')} ({answer.outcome})")
    elif witness.kind == "outcome":
        parts.append(words("report.goes_on"))
    if witness.kind == "setup" and set(names) <= _CARDS:
        return cards_text(witness, answer, words)
    if answer.outcome is None and witness.scene is not None and "on turn" in names:
        parts.append(_turn_text(witness.scene.active, answer, words))
        names, own = tuple(name for name in names if name in ("home", "points")), ()
    if witness.kind != "moves":
        parts += [f"{field_text(name, words)} {answer.get(name) or '-'}" for name in names]
    if witness.kind == "moves" or (own and "on turn" not in names and witness.kind == "result"):
        parts.append(
            f"{words('report.only')} {moves_text(own, words)}" if own else words("report.nothing")
        )
    return "; ".join(parts)


def _turn_text(letter: str, answer: Answer, words: Texts) -> str:
    """Return whether a turn is over, in a sentence; if not, what can be done."""
    state = answer.state
    colour = state.program.colours[state.program.letters.index(letter)]
    who = state.game.colour_name(colour, words.language).capitalize()
    if answer.get("on turn") != letter:
        return words("report.turn_over", who=who)
    return words("report.turn_goes_on", who=who, moves=moves_text(answer.moves, words))


def cards_text(witness: Witness, answer: Answer, words: Texts) -> str:
    """Return which cards only one side has; where both have the same, they are only in another order."""
    own, other = (
        _cards(each) for each in (answer, witness.two if answer is witness.one else witness.one)
    )
    more = own - other
    if own == other:
        return words("report.other_order")
    listed = ", ".join(f"{number} × {card}" for card, number in sorted(more.items()))
    return f"{words('report.only')} {listed}" if listed else words("report.no_more_cards")


def _cards(answer: Answer) -> Counter[str]:
    """Return all cards of a game, wherever they are."""
    scene = scene_of(answer.state)
    held = (card for hand in scene.hands for card in hand)
    return Counter([*held, *scene.pile]) + Counter(dict(scene.discard))


def field_text(name: str, words: Texts) -> str:
    """Return the name of a thing on the table that two answers differ in: `on turn`."""
    return words(f"report.field.{name.replace(' ', '_')}")


def moves_text(moves: tuple[str, ...], words: Texts) -> str:
    """Return some moves, not too many."""
    shown = ", ".join(f"`{move}`" for move in moves[:_MOST_MOVES])
    rest = len(moves) - _MOST_MOVES
    return f"{shown} {words('report.more', n=rest)}" if rest > 0 else shown


def _cut(line: str, most: int = 160) -> str:
    return line if len(line) <= most else line[: most - 1] + "…"
