"""A position in which two readings of an open question differ, as lines of text."""

from __future__ import annotations

from wtrules.backends.reference import EndlessPlay
from wtrules.editions.changes import Grade, Wording
from wtrules.editions.differences import Difference, Report
from wtrules.editions.judge.effects import differing_keys, differs_for, spells_in
from wtrules.editions.judge.mixtures import Mixtures
from wtrules.editions.report.text import witness_lines
from wtrules.editions.report.view import View
from wtrules.editions.search.turns import RandomTurns
from wtrules.editions.search.witness import SearchTask, search, witness
from wtrules.game.game import Game
from wtrules.texts import Texts


def position_lines(
    question: str, readings: tuple[str, str], games: tuple[Game, Game], lang: str
) -> list[str]:
    """Return a position and what each reading makes of it; nothing if none was found soon."""
    one, two = games
    mixtures = Mixtures(one, two, tuple(differing_keys(one.rules, two.rules)))
    players = differs_for(one, two, mixtures.players[:1])
    if players is None:
        return []
    spells = tuple(spells_in(mixtures, frozenset(mixtures.keys)))
    task = SearchTask(one, two, one, two, players, 0, spells)
    try:
        clue, _ = search(task, RandomTurns(one, players, 0))
        found = witness(clue, games, (), players, 0) if clue is not None else None
    except EndlessPlay:
        return []
    if found is None:
        return []
    none = Wording()
    shown = Difference("assumption", question, (), Grade.BEHAVIOUR, none, none, witness=found)
    report = Report(*readings, (shown,), rules=(one.rules, two.rules))
    return list(witness_lines(View(report, Texts(lang)), shown))
