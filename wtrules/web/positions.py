"""Positions that somebody puts together: what is wrong with them, and how they look."""

from __future__ import annotations

from wtrules.board import Problem
from wtrules.board.boardtext import BORDER
from wtrules.position.faults import BadPosition
from wtrules.texts.phrases import in_language
from wtrules.web import shapes
from wtrules.web.arguments import Arguments
from wtrules.web.calls import Call
from wtrules.web.games import GameReference, Node, set_up
from wtrules.web.limits import MOST_POSITION
from wtrules.web.table import Table


def position_check(argument: Arguments, call: Call) -> shapes.PositionCheck:
    """Return whether a game can go on from a position, and everything that is in the way."""
    text = " ".join(argument.text("position", most=MOST_POSITION).split())
    players = argument.players()
    wanted = GameReference(argument.project(), players, argument.seed(), text, (), ())
    game = call.projects.open(wanted.project).game()
    try:
        state = set_up(game, text, players, wanted.seed)
    except BadPosition as error:
        problems = [_problem(fault, text, call.language) for fault in error.faults]
        return {"ok": False, "problems": problems, "position": text}
    table = Table(Node(state), None, call.language)
    return {
        "ok": True,
        "problems": [],
        "position": str(state),
        "view": table.view(),
        "box": _box(table),
    }


def _box(table: Table) -> shapes.Box:
    """Return what a hand can hold and which spells can be laid out."""
    state, words = table.state, table.words
    cards = state.program.cards
    return {
        "cards": [{"code": card.code, "words": words.card(card)} for card in cards],
        "spells": [
            {"id": spell.id, "name": words.spell(spell.id)}
            for spell in state.rules.of_kind("spell")
        ],
    }


def _problem(fault: Problem, text: str, language: str) -> shapes.Problem:
    """Return a mistake with the space it is in, if it is in one."""
    found: shapes.Problem = {
        "text": in_language(fault.message, language),
        "code": fault.code,
    }
    if fault.help:
        found["help"] = in_language(fault.help, language)
    board = text.split(" ")[0]
    is_whole = fault.length >= len(board)
    if fault.length and fault.offset < len(board) and not is_whole:
        found["space"] = board[: fault.offset].count(BORDER)
    return found
