"""Scopes: stretches of the game that rules open, wait for, count by and end."""

from __future__ import annotations

from attrs import frozen


@frozen(eq=False, repr=False)
class ScopeWord:
    """A word for a scope; each has the events that it begins and that it ends."""

    word: str
    begins: str  # when its events happen
    ends: str
    opened: str | None  # how a rule opens it; the game is open from the beginning


# The larger ones come later: to end one ends those before it, too.
SCOPES = (
    ScopeWord("action", "an action begins", "an action is over", "action { … }"),
    ScopeWord("turn", "a turn begins", "a turn is over, cut short or not", "turn of p { … }"),
    ScopeWord("round", "a round begins", "a round is over", "round { … }"),
    ScopeWord(
        "setup",
        "the set-up begins",
        "the set-up is complete: wizards are placed and hands are dealt",
        "setup { … }",
    ),
    ScopeWord(
        "game",
        "the game begins, before the set-up",
        "`end game` was carried out: declare the winners here",
        None,
    ),
)
LEVEL = {scope.word: level for level, scope in enumerate(SCOPES, 1)}
