"""What goes into the calls of the page and what comes out of them: the one description of both.

The functions that answer have these types, and `python web/shapes.py` writes `web/src/shapes.ts` from
them, so neither side has a field that the other one does not know. A type is one object of JSON;
`NotRequired` fields may be missing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

from attrs import frozen

from wtrules.value import Value

Lang: TypeAlias = Literal["en", "de"]
Severity: TypeAlias = Literal["error", "warning", "note"]

# Rule files by name. `main` is one of them, or a way to play shipped rules: "en-capstone+nasty".
Project = TypedDict("Project", {"files": dict[str, str], "main": str})

# A game by value: recent positions are kept, so one more move is cheap. `position` is a whole
# line, or a board and the seat to move (`K/…/. b`); `settings` are what `choices` offers, and the
# values of a list are joined by "+".
GameRef = TypedDict(
    "GameRef",
    {
        "project": Project,
        "players": int,
        "seed": int,
        "position": NotRequired[str],
        "settings": NotRequired[dict[str, str]],
        "moves": list[str],
    },
)


# --- rules ---------------------------------------------------------------------------------------

# Places count UTF-16 units, as JavaScript does. The names of shipped files begin with rulesets/ or
# examples/; `source` has their texts.
Place = TypedDict("Place", {"file": str, "from": int, "to": int})
Edit = TypedDict("Edit", {"file": str, "from": int, "to": int, "insert": str})
Related = TypedDict("Related", {"file": str, "from": int, "to": int, "message": str})

# A rule beside a move: its name, what it says, and the places in manuals that say so.
RuleRef = TypedDict(
    "RuleRef",
    {"id": str, "title": str, "says": str, "cites": list[str], "place": NotRequired[Place]},
)

# A variant that rules offer: with which others it goes, and for which numbers of players.
Variant = TypedDict(
    "Variant",
    {
        "name": str,
        "title": str,
        "says": str,
        "needs": list[str],
        "excludes": list[str],
        "players": list[int],
    },
)
Ruleset = TypedDict(
    "Ruleset",
    {
        "name": str,
        "title": str,
        "edition": str,
        "language": str,
        "players": list[int],
        "variants": list[Variant],
    },
)

# A house rule to read and play: its text, what it adds (`tags`), and a picture. `words` are those of
# the sentences that teach it; `effect` is what was measured, in headlines.
Example = TypedDict(
    "Example",
    {
        "name": str,
        "title": str,
        "says": str,
        "text": str,
        "tags": list[str],
        "lines": int,
        "words": int,
        "effect": list[str],
        "svg": str,
    },
)
Bot = TypedDict("Bot", {"name": str, "title": str})
Wish = TypedDict("Wish", {"id": str, "title": str})

# Everything that can be offered before a rule is written. `words` are those of the language by
# class; `beforeNames` those that a name follows: at once (naming), or before `{` (header).
Catalog = TypedDict(
    "Catalog",
    {
        "version": str,
        "default": str,
        "rulesets": list[Ruleset],
        "examples": list[Example],
        "bots": list[Bot],
        "wishes": list[Wish],
        "words": dict[str, list[str]],
        "beforeNames": dict[str, list[str]],
    },
)
Text = TypedDict("Text", {"text": str})
Source = TypedDict("Source", {"file": str, "text": str})

# Edits that remove a mistake; safe if nothing else can be meant.
Fix = TypedDict("Fix", {"title": str, "safe": bool, "edits": list[Edit]})


Diagnostic = TypedDict(
    "Diagnostic",
    {
        "code": str,
        "severity": Severity,
        "message": str,
        "label": str,
        "file": str | None,  # None: the page says it itself, of no file
        "from": int,
        "to": int,
        "related": list[Related],
        "help": list[str],
        "fixes": list[Fix],
        "page": str,  # its manual, Markdown
    },
)
# What a house rule changes. `title`, `value` (old → new) and `says` are for players, each empty if the
# rules do not say it; `lost` is what an override leaves out; `before` is where the changed rules say it.
Change = TypedDict(
    "Change",
    {
        "text": str,
        "about": str,
        "what": str,
        "lost": list[str],
        "file": str,
        "from": int,
        "to": int,
        "id": str,
        "kind": str,
        "title": str,
        "value": str,
        "says": str,
        "before": Place | None,
    },
)


class Checked(TypedDict):
    """What is wrong with a project, and what it changes."""

    diagnostics: list[Diagnostic]
    changes: list[Change]
    playable: bool
    players: list[int]
    title: str
    name: str
    extends: str
    variants: list[Variant]


class Check(Checked):
    """… with the serial number of the question, and whether the examples have been played."""

    serial: int
    ms: float
    examples: Literal["waiting", "played"]


# One value of a setting; a colour has a letter.
Choice = TypedDict(
    "Choice", {"value": str, "title": str, "says": NotRequired[str], "letter": NotRequired[str]}
)
Setting = TypedDict(
    "Setting",
    {
        "id": str,
        "title": str,
        "says": str,
        "kind": Literal["number", "word", "list"],
        "value": str,
        "least": NotRequired[int],
        "most": NotRequired[int],
        "options": NotRequired[list[Choice]],
    },
)
Colours = TypedDict("Colours", {"id": str, "options": list[Choice]})
Choices = TypedDict(
    "Choices", {"players": list[int], "colours": Colours, "settings": list[Setting]}
)

# What can be written at a place; `insert` may have fields: ${1:name}.
Completion = TypedDict(
    "Completion", {"label": str, "kind": str, "detail": str, "documentation": str, "insert": str}
)


Completions = TypedDict("Completions", {"from": int, "options": list[Completion]})
# What the name at a place means.
Hover = TypedDict(
    "Hover",
    {
        "from": int,
        "to": int,
        "title": str,
        "kind": str,
        "says": str,
        "cites": list[str],
        "origin": list[str],
        "value": NotRequired[str],
        "definition": NotRequired[Place],
    },
)
NewRule = TypedDict("NewRule", {"name": str, "text": str})
Html = TypedDict("Html", {"html": str})


# --- a game --------------------------------------------------------------------------------------

# A card of a hand; `key` is its `data-key`.
Card = TypedDict("Card", {"code": str, "words": str, "key": str, "svg": str})
Flasks = TypedDict("Flasks", {"empty": int, "full": int, "spent": int})

# A player; a card that this reader does not see is null.
Player = TypedDict(
    "Player",
    {
        "letter": str,
        "name": str,
        "colour": str,
        "home": int,
        "wizards": int,
        "flasks": Flasks,
        "points": int | None,
        "hand": list[Card | None],
    },
)
Spell = TypedDict(
    "Spell", {"id": str, "name": str, "cost": str, "says": str, "key": str, "svg": str}
)

# What is to be seen of a deck; the main one has no id, and a picture of the last discard.
Deck = TypedDict(
    "Deck",
    {
        "id": str | None,
        "name": str,
        "pile": int,
        "discards": int,
        "discarded": dict[str, int],
        "top": str | None,
        "revealed": list[str],
        "face": NotRequired[str | None],
        "hands": NotRequired[list[list[str | None]]],
    },
)
FlaskPictures = TypedDict("FlaskPictures", {"empty": str, "full": str, "spent": str})

# Pictures of what is on the table beside the board and the cards.
Art = TypedDict("Art", {"flasks": FlaskPictures, "die": str | None, "back": str})
Memory = TypedDict("Memory", {"label": str, "value": str})

# A legal move; `keys` are the `data-key` attributes of what to click for it.
Option = TypedDict(
    "Option",
    {
        "move": str,
        "words": str,
        "rule": RuleRef,
        "kind": Literal["card", "piece", "spell", "answer"],
        "keys": list[str],
    },
)
# A move that was made. `then` is what happened beside what the player did, in sentences: what rules
# did by themselves, who is locked up or free again.
LogEntry = TypedDict(
    "LogEntry",
    {
        "move": str,
        "words": str,
        "then": list[str],
        "seat": int,
        "rule": RuleRef,
        "turn": int,
        "roll": NotRequired[int],
    },
)
Result = TypedDict("Result", {"winners": list[int], "goal_reached": bool | None, "text": str})


class View(TypedDict):
    """A position. `position` is the whole line, with everything that is hidden; the rest is as one seat
    sees it: that of the call, else that of the player to act. `secret`: the player to act sees something
    that others must not see. `more`: options beyond those that are listed."""

    position: str
    svg: str
    to_act: int | None
    active: int | None
    seat: int | None
    secret: bool
    players: list[Player]
    spells: list[Spell]
    decks: list[Deck]
    art: Art
    roll: int | None
    memories: list[Memory]
    question: str | None
    rule: RuleRef | None
    options: list[Option]
    more: int
    result: Result | None
    log: list[LogEntry]
    turn: int


class Played(View):
    """The position after a move, and the move."""

    event: LogEntry


Explanation = TypedDict("Explanation", {"legal": bool, "text": str, "rule": NotRequired[RuleRef]})


# Where a move takes a piece; null: off the board.
Travel = TypedDict("Travel", {"key": str, "from": int, "to": int | None})

# Where each move takes which pieces; moves that depend on chance are left out.
Previews = TypedDict("Previews", {"moves": dict[str, list[Travel]]})

# A position and the moves to make in it; without moves, any card will do.
LessonStep = TypedDict(
    "LessonStep",
    {"says": str, "position": str, "players": int, "moves": list[str], "rule": RuleRef},
)
Lesson = TypedDict("Lesson", {"steps": list[LessonStep]})

# What a bot would do; it knows only what the player to act may know.
Hint = TypedDict("Hint", {"move": str, "words": str})

# How often a move wins, with an interval.
Chance = TypedDict(
    "Chance", {"move": str, "words": str, "chance": float, "low": float, "high": float}
)

# How often each move wins if bots play on, the best first.
Chances = TypedDict("Chances", {"moves": list[Chance], "games": int})

# A decision that clearly cost chances of winning, and what a bot would have done; `at`: so many moves
# were made before it.
TurningPoint = TypedDict(
    "TurningPoint",
    {
        "at": int,
        "move": str,
        "words": str,
        "chance": float,
        "better": str,
        "betterWords": str,
        "betterChance": float,
    },
)
CoursePoint = TypedDict("CoursePoint", {"at": int, "chance": float})

# A player's chance of winning at each of `of` decisions, and the worst of them first.
Turning = TypedDict(
    "Turning", {"points": list[CoursePoint], "turns": list[TurningPoint], "of": int}
)
BoxCard = TypedDict("BoxCard", {"code": str, "words": str})
BoxSpell = TypedDict("BoxSpell", {"id": str, "name": str})

# What a position can be made of, beside the board.
Box = TypedDict("Box", {"cards": list[BoxCard], "spells": list[BoxSpell]})

# What is wrong with a position, and on which space.
Problem = TypedDict(
    "Problem", {"text": str, "code": str, "help": NotRequired[str], "space": NotRequired[int]}
)

# Whether a game can go on from a position, and everything that is in the way.
PositionCheck = TypedDict(
    "PositionCheck",
    {
        "ok": bool,
        "problems": list[Problem],
        "position": str,
        "view": NotRequired[View],
        "box": NotRequired[Box],
    },
)


# --- many games, and two rulesets ----------------------------------------------------------------

# One statistic; the difference is in the unit, with the interval it is probably in.
ReportRow = TypedDict(
    "ReportRow",
    {
        "id": str,
        "group": str,
        "label": str,
        "unit": Literal["%", ""],
        "changed": str,
        "base": str,
        "difference": NotRequired[float | None],
        "low": NotRequired[float | None],
        "high": NotRequired[float | None],
        "clear": NotRequired[bool],
    },
)
Report = TypedDict(
    "Report",
    {
        "headlines": list[str],
        "names": list[str],
        "rows": list[ReportRow],
        "games": int,
        "total": int,
    },
)
DiffSide = TypedDict("DiffSide", {"says": str, "cites": list[str]})
Phrasing = TypedDict("Phrasing", {"aspect": str, "left": str, "right": str})

# A position that shows a difference, with the answers of both sides.
Witness = TypedDict(
    "Witness",
    {
        "position": str,
        "positions": list[str],
        "moves": list[str],
        "players": int,
        "variants": list[str],
        "caption": str,
    },
)

# One difference; `about` says what the grade means.
DiffItem = TypedDict(
    "DiffItem",
    {
        "id": str,
        "title": str,
        "grade": str,
        "grade_id": str,
        "about": str,
        "summary": str,
        "left": DiffSide,
        "right": DiffSide,
        "reading": NotRequired[str],
        "phrasings": NotRequired[list[Phrasing]],
        "witness": NotRequired[Witness],
    },
)
Diff = TypedDict("Diff", {"items": list[DiffItem], "done": int, "of": int})


# --- files, errors ---------------------------------------------------------------------------------

Saved = TypedDict("Saved", {"hash": str})

# A file on the disk, and the hash of its content when it was read or written last.
OnDisk = TypedDict("OnDisk", {"file": str, "hash": str})

# Why there is no answer: a code for programs, a sentence for people. Of a position that is not
# possible: its `problems`, and `offer`, the start of the same turn if that is possible. Of a game
# with an illegal move: `at` (so many moves are legal), `move`, `reason` and `rule`. Of a file
# that has changed: its `text` and `hash`.
Failure = TypedDict(
    "Failure",
    {
        "code": str,
        "message": str,
        "problems": NotRequired[list[str]],
        "offer": NotRequired[str],
        "at": NotRequired[int],
        "move": NotRequired[str],
        "reason": NotRequired[str],
        "rule": NotRequired[RuleRef],
        "text": NotRequired[str],
        "hash": NotRequired[str],
    },
)


# --- the calls -----------------------------------------------------------------------------------


@frozen
class Signature(Value):
    """A call: the function that answers it, the fields of its argument, and its answer.

    A field whose name ends in `?` may be left out.
    """

    function: str
    argument: Mapping[str, Any]
    answer: Any


CALLS: Mapping[str, Signature] = {
    "catalog": Signature("catalogue.catalog", {"lang": Lang}, Catalog),
    "source": Signature("catalogue.source", {"file": str}, Source),
    "choices": Signature("choices.choices", {"project": Project, "lang": Lang}, Choices),
    "check": Signature("checking.check", {"project": Project, "serial": int, "lang": Lang}, Check),
    "format": Signature("checking.format_text", {"project": Project, "file": str}, Text),
    "complete": Signature(
        "writing.complete", {"project": Project, "file": str, "at": int, "lang": Lang}, Completions
    ),
    "hover": Signature(
        "writing.hover", {"project": Project, "file": str, "at": int, "lang": Lang}, Hover | None
    ),
    "newRule": Signature(
        "writing.new_rule",
        {"extends": str, "title": str, "wishes?": list[str], "lang": Lang},
        NewRule,
    ),
    "view": Signature("table.view", {"game": GameRef, "seat?": int, "lang": Lang}, View),
    "play": Signature(
        "table.play", {"game": GameRef, "move": str, "seat?": int, "lang": Lang}, Played
    ),
    "explain": Signature(
        "table.explain", {"game": GameRef, "move": str, "lang": Lang}, Explanation
    ),
    "previews": Signature("table.previews", {"game": GameRef, "lang": Lang}, Previews),
    "lesson": Signature("lesson.lesson", {"project": Project, "lang": Lang}, Lesson),
    "hint": Signature(
        "advice.hint", {"game": GameRef, "bot": str, "trained?": dict[str, str], "lang": Lang}, Hint
    ),
    "chances": Signature("advice.chances", {"game": GameRef, "budget": int, "lang": Lang}, Chances),
    "turning": Signature(
        "turning.turning",
        {"game": GameRef, "seat": int, "budget?": int, "lang": Lang},
        Turning,
    ),
    "simulate": Signature(
        "measuring.simulate",
        {
            "project": Project,
            "against?": str | Project,
            "players": int,
            "games": int,
            "bots": str,
            "trained?": dict[str, str],
            "seed": int,
            "lang": Lang,
        },
        Report,
    ),
    "diff": Signature(
        "comparing.diff", {"left": str | Project, "right": str | Project, "lang": Lang}, Diff
    ),
    "rulebook": Signature(
        "books.rulebook",
        {"project": Project, "players?": int, "only?": Literal["changes"], "lang": Lang},
        Html,
    ),
    "positionCheck": Signature(
        "positions.position_check",
        {"project": Project, "players": int, "position": str, "lang": Lang},
        PositionCheck,
    ),
}
