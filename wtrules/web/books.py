"""The rulebook of a project, as a page."""

from __future__ import annotations

from wtrules.rulebook import html, rulebook_of
from wtrules.rulebook.book import only_changes
from wtrules.web import shapes
from wtrules.web.arguments import Arguments
from wtrules.web.calls import Call
from wtrules.web.limits import MOST_PLAYERS


def rulebook(argument: Arguments, call: Call) -> shapes.Html:
    """Return the rulebook, or only what the project changes in it."""
    opened = call.projects.open(argument.project()).opened
    players = argument.number("players", 1, MOST_PLAYERS) if "players" in argument else None
    is_part = argument.text("only", "") == "changes"  # beside the text, while it is written
    book = rulebook_of(opened, (), call.language, players, pictures=not is_part)
    if is_part:
        book = only_changes(book)
    return {"html": html(book)}
