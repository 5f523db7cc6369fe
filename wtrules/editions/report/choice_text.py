"""What only one side lets you choose before the game, in words."""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.editions.differences import Report
from wtrules.editions.search.choices import Choice
from wtrules.game.game import State
from wtrules.texts import Texts


def choice_lines(report: Report, choice: Choice, words: Texts) -> Iterator[str]:
    """Yield what can be chosen, and what each side makes of it."""
    yield f"{words('report.choice')}: {chosen_text(choice, words)}"
    for name, state in ((report.one, choice.one), (report.two, choice.two)):
        yield f"  {name}: {set_up_text(choice, state, words)}"


def chosen_text(choice: Choice, words: Texts) -> str:
    """Return what can be chosen on one side only: `orange and purple play (2, 3 or 4 players)`."""
    counts = words("report.choice.players", n=choice.players[-1], players=_either(choice, words))
    if choice.rows:
        state = choice.one or choice.two
        assert state is not None
        named = [state.game.colour_name(row, words.language) for row in choice.rows]
        rows = f"{', '.join(named[:-1])}{words('report.choice.and')}{named[-1]}"
        return words(
            "report.choice.rows", rows=rows.removeprefix(words("report.choice.and")), counts=counts
        )
    if choice.mode:
        return words("report.choice.variant", variants=" + ".join(choice.mode), counts=counts)
    return counts


def set_up_text(choice: Choice, state: State | None, words: Texts) -> str:
    """Return what one side makes of a choice: the set-up, or that it cannot be chosen."""
    if state is None:
        return words(
            "report.choice.too_few" if choice.is_of_the_box else "report.choice.not_offered"
        )
    spells = [
        spell
        for spell, out in zip(state.program.spells, state.numbers("laid_out"), strict=False)
        if out
    ]
    shown = words("report.choice.set_up", n=state.players, board=state.board_text)
    return f"{shown}; {words('report.spells')}: {', '.join(spells)}" if spells else shown


def _either(choice: Choice, words: Texts) -> str:
    *more, last = map(str, choice.players)
    return f"{', '.join(more)}{words('report.choice.or')}{last}" if more else last
