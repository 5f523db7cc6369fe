"""The words the language knows before any rule is read: the physics of the game.

Pieces and places, what can be asked of them, what can happen to them, what can be done with them.
Everything else a rule file speaks of, it or a file below it has defined. The language reference
and the did-you-mean hints are made from these tables too.

Types are plain words: `number truth player wizard tower space place card spell symbol`.
A *space* is one of the ring; a *place* is a surface of it: bare ground or the top of a tower.
"""

from __future__ import annotations

from attrs import frozen

KINDS = ("player", "wizard", "tower", "space", "place", "card", "spell")


@frozen
class Property:
    """`NAME of X`: what it is asked of, what it answers, and the operation that answers it."""

    name: str
    subject: str
    result: str
    doc: str


@frozen
class Predicate:
    """A word that holds or does not hold of a thing: `w is visible`, `where visible`."""

    name: str
    subject: str
    doc: str


@frozen
class Constant:
    """A word that stands for something of the moment: `active`, `players`."""

    name: str
    type: str
    doc: str


@frozen
class EventPattern:
    """`wizard W lands on P`: capital letters are variables, typed by what they name."""

    id: str
    words: tuple[str, ...]
    types: tuple[str, ...]
    forbiddable: bool
    doc: str


@frozen
class Verb:
    """What can be done: its parts and their types, and which events it can cause."""

    name: str
    form: str
    parts: tuple[tuple[str, tuple[str, ...]], ...]
    events: tuple[str, ...]
    doc: str


# What can be looked for and not be there.
THINGS = ("wizard", "tower", "space", "place", "player", "card", "spell")

PROPERTIES = (
    Property("owner", "wizard", "player", "whose wizard it is"),
    Property("space", "wizard", "space", "the space it stands in"),
    Property("space", "tower", "space", "the space it stands in"),
    Property("space", "place", "space", "the space the surface belongs to"),
    Property("space", "castle", "space", "the space the castle stands in"),
    Property("place", "wizard", "place", "the surface it stands on"),
    Property("place", "tower", "place", "the tower's own upper surface"),
    Property("place", "castle", "place", "the surface the castle stands on"),
    Property("floor", "tower", "place", "the surface the tower stands on"),
    Property("top", "space", "place", "the uppermost surface of a space"),
    Property("ground", "space", "place", "the ground of a space, covered or not"),
    Property("height", "space", "number", "how many towers stand in a space"),
    Property("height", "tower", "number", "this tower and those on it, counted"),
    Property("level", "place", "number", "how many towers are beneath this surface"),
    Property("level", "tower", "number", "1 for the lowest tower of its space"),
    Property("level", "wizard", "number", "how many towers are beneath it"),
    Property("index", "space", "number", "the number of a space, 0 where the castle starts"),
    Property("seat", "player", "number", "0 for the first player, then clockwise"),
    Property("next_player", "player", "player", "the neighbour clockwise"),
    Property("previous_player", "player", "player", "the neighbour counterclockwise"),
    Property("opposite", "player", "player", "the player across the table"),
    Property("wizards", "player", "number", "all wizards of a player, home or not"),
    Property("home", "player", "number", "wizards of a player in the castle"),
    Property("empty_flasks", "player", "number", "flasks still to be filled"),
    Property("full_flasks", "player", "number", "flasks filled and not spent"),
    Property("spent_flasks", "player", "number", "flasks given up for spells"),
    Property("hand_size", "player", "number", "cards in hand"),
    Property("points", "player", "number", "what `do score` has given a player"),
    Property("cost", "spell", "number", "full flasks the spell costs"),
    Property("rolls", "card", "number", "dice on the card: how often it may be rolled for"),
    Property("value", "card", "number", "the number on its first half, or the roll"),
    Property("left", "allowance", "number", "how often the allowance can still be used"),
)

PREDICATES = (
    Predicate("visible", "wizard", "no tower stands on it"),
    Predicate("hidden", "wizard", "a tower stands on it"),
    Predicate("topmost", "tower", "no tower stands on it"),
    Predicate("shielded", "place", "bears a raven shield: a ground shield or the tower's"),
    Predicate("shielded", "tower", "bears a raven shield"),
    Predicate("uppermost", "place", "nothing but wizards or the castle stands on it"),
    Predicate("laid_out", "spell", "lies face up beside the track"),
    Predicate("discarded", "card", "lies among the discards"),
    Predicate("winner", "player", "has been declared winner"),
    Predicate("known", "wizard", "the memory holds a wizard"),
    Predicate("known", "tower", "the memory holds a tower"),
    Predicate("known", "place", "the memory holds a place"),
    Predicate("known", "space", "the memory holds a space"),
    Predicate("known", "player", "the memory holds a player"),
    Predicate("known", "card", "the memory holds a card"),
    Predicate("known", "spell", "the memory holds a spell"),
)

CONSTANTS = (
    Constant("players", "number", "how many play"),
    Constant("active", "player", "whose turn it is"),
    Constant("actor", "player", "who decides now: the player on turn, or somebody casting"),
    Constant("draw_pile", "number", "cards left to draw"),
    Constant("discard_pile", "number", "cards laid down"),
    Constant("roll", "number", "what the die shows"),
    Constant("group", "number", "how many wizards arrive together, in `forbid … lands on`"),
    Constant("arrivals", "group", "the wizards that moved along with the one that landed"),
    Constant("yes", "truth", "always"),
    Constant("nobody", "group", "no wizards"),
    Constant("nothing", "thing", "no piece, place, player, card or spell: `set marked = nothing`"),
)


def _event(id: str, pattern: str, types: str, forbiddable: bool, doc: str) -> EventPattern:
    return EventPattern(id, tuple(pattern.split()), tuple(types.split()), forbiddable, doc)


EVENTS = (
    _event("wizard-lands", "wizard W lands on P", "wizard place", True,
           "a wizard's move ends on a surface"),
    _event("wizard-released", "wizard W leaves castle", "wizard", False,
           "a wizard is brought out of the castle again"),
    _event("wizard-leaves", "wizard W leaves P", "wizard place", True,
           "a wizard moves away from a surface"),
    _event("wizard-passes", "wizard W passes S", "wizard space", True,
           "a space between start and end of a wizard's move"),
    _event("wizard-home", "wizard W enters castle", "wizard", True,
           "a wizard is brought home, alone or with others"),
    _event("tower-lands", "tower T lands on S", "tower space", True,
           "a tower, with all above it, is set down in a space"),
    _event("tower-leaves", "tower T leaves S", "tower space", True,
           "a tower, with all above it, is lifted from a space"),
    _event("tower-passes", "tower T passes S", "tower space", True,
           "a space between start and end of a tower's move"),
    _event("tower-hides", "tower T hides P", "tower place", False,
           "a surface disappears under a tower"),
    _event("tower-reveals", "tower T reveals P", "tower place", False,
           "a surface comes to light because a tower leaves"),
    _event("tower-swapped", "tower T swaps into S", "tower space", True,
           "a tower comes where another one stood; told for both"),
    _event("castle-lands", "castle lands on P", "place", True, "the castle is put on a surface"),
    _event("castle-leaves", "castle leaves P", "place", True, "the castle leaves a surface"),
    _event("flask-filled", "player P fills flask", "player", True, "an empty flask is filled"),
    _event("flask-spent", "player P spends flask", "player", True, "full flasks are spent"),
    _event("flask-emptied", "player P empties flask", "player", False,
           "full flasks are turned back to their empty side"),
    _event("flask-recovered", "player P recovers flask", "player", False,
           "spent flasks are taken back"),
    _event("flask-received", "player P receives flask", "player", False,
           "full flasks are handed to a player"),
    _event("card-played", "player P plays C", "player card", True, "a card is laid down"),
    _event("hand-discarded", "player P discards hand", "player", True, "a whole hand is laid down"),
    _event("card-discarded", "player P discards C", "player card", True,
           "a single card is laid down unused"),
    _event("card-drawn", "player P draws card", "player", True,
           "cards have been drawn, one or several at once"),
    _event("card-received", "player P receives C", "player card", True,
           "a card is handed to a player"),
    _event("points-scored", "player P scores points", "player", False, "points are given"),
    _event("spell-cast", "player P casts S", "player spell", True, "a spell is carried out"),
    _event("die-rolled", "player P rolls die", "player", False, "the die has been rolled"),
    _event("deck-empty", "deck empty", "", False, "the last card of the draw pile was drawn"),
    _event("game-begins", "game begins", "", False, "the first thing of all"),
    _event("game-ends", "game ends", "", False, "after `end game`: time to name the winner"),
    _event("round-begins", "round begins", "", False, "a round begins"),
    _event("round-ends", "round ends", "", False, "a round is over"),
    _event("turn-begins", "turn begins", "", False, "a turn begins"),
    _event("turn-ends", "turn ends", "", False, "a turn is over, cut short or not"),
    _event("action-begins", "action begins", "", False, "an action begins"),
    _event("action-ends", "action ends", "", False, "an action is over"),
)  # fmt: skip

_PIECE = ("wizard", "tower", "castle")


def _verb(name: str, form: str, events: str, doc: str, **parts: str) -> Verb:
    typed = tuple((label.rstrip("_"), tuple(types.split())) for label, types in parts.items())
    return Verb(name, form, typed, tuple(events.split()), doc)


VERBS = (
    _verb("move", "move X [with GROUP] clockwise N",
          "wizard-leaves wizard-passes wizard-lands tower-leaves tower-reveals tower-passes "
          "tower-lands tower-hides castle-leaves castle-lands",
          "move a wizard, a tower with all above it, or the castle along the ring",
          what="wizard tower castle", with_="group", by="number"),
    _verb("put", "put X on P",
          "wizard-leaves wizard-lands tower-leaves tower-reveals tower-lands tower-hides "
          "castle-leaves castle-lands",
          "put a wizard, a tower or the castle straight onto a place",
          what="wizard tower castle", on="place space"),
    _verb("place", "place wizard of PLAYER on P", "", "bring a new wizard from the box into play",
          owner="player", on="place space"),
    _verb("place tower", "place tower on P", "", "bring a tower back from the box", on="place space"),
    _verb("swap", "swap A with B", "tower-swapped", "two single towers change places with the wizards on them; towers above stay",
          what="tower", with_="tower"),
    _verb("bring home", "bring W [with GROUP] home", "wizard-home", "put a wizard into the castle",
          what="wizard", with_="group"),
    _verb("release", "release wizard of PLAYER on P", "wizard-released wizard-lands",
          "bring a wizard out of the castle again", owner="player", on="place space"),
    _verb("lift", "lift T", "", "look under a tower", what="tower"),
    _verb("add", "add N to MEMORY", "", "count up a memory", what="number", to="memory"),
    _verb("take", "take N flasks for PLAYER", "", "take empty flasks from the box",
          amount="number", player="player"),
    _verb("fill", "fill N flasks of PLAYER", "flask-filled", "turn empty flasks to their full side",
          amount="number", player="player"),
    _verb("empty", "empty N flasks of PLAYER", "flask-emptied", "turn full flasks back to their empty side",
          amount="number", player="player"),
    _verb("spend", "spend N flasks of PLAYER", "flask-spent", "give up full flasks for good",
          amount="number", player="player"),
    _verb("recover", "recover N flasks of PLAYER", "flask-recovered", "take spent flasks back, empty",
          amount="number", player="player"),
    _verb("give flasks", "give N flasks of PLAYER to PLAYER", "flask-received", "hand over full flasks",
          amount="number", player="player", to="player"),
    _verb("draw", "draw N cards for PLAYER", "deck-empty card-drawn", "draw cards from the pile",
          amount="number", player="player"),
    _verb("refill", "refill hand of PLAYER to N", "deck-empty card-drawn", "draw until the hand has N cards",
          player="player", amount="number"),
    _verb("play", "play C", "card-played", "lay a card of the actor face up on the discard pile",
          what="card"),
    _verb("discard", "discard C", "card-discarded", "lay a card of the actor on the discard pile unused",
          what="card"),
    _verb("discard hand", "discard hand of PLAYER", "hand-discarded", "lay down a whole hand",
          player="player"),
    _verb("hand over", "hand C to PLAYER", "card-received", "give a card of the actor to another player",
          what="card", to="player"),
    _verb("take card", "take C for PLAYER", "card-received", "take a card from the discards into a hand",
          what="card", player="player"),
    _verb("reshuffle", "reshuffle", "", "shuffle all cards that are not in a hand into a new pile"),
    _verb("roll", "roll die", "die-rolled", "roll the die"),
    _verb("lay out", "lay out S", "", "lay a spell face up beside the track", what="spell"),
    _verb("take back", "take back X", "wizard-leaves tower-leaves tower-reveals",
          "put a wizard, a tower or a spell back into the box", what="wizard tower spell"),
    _verb("declare", "declare PLAYER winner", "", "a winner; several may share the victory",
          player="player"),
    _verb("score", "score N for PLAYER", "points-scored", "add to a player's points", amount="number",
          player="player"),
)  # fmt: skip

# Settings and tables the physics reads by name; a ruleset must have them.
PHYSICAL = {
    "setting": ("board.spaces", "board.shields", "board.castle", "board.towers", "die.faces"),
    "table": ("colours",),
    "deck": ("deck",),
    "rule": ("game",),
}


# Settings that are read by name outside the rules, if a ruleset has them.
READ_BY_NAME = ("board.capacity", "hand.visibility")


def properties(name: str) -> tuple[Property, ...]:
    """Return what a property name can be asked of."""
    return tuple(p for p in PROPERTIES if p.name == name)


def predicates(name: str) -> tuple[Predicate, ...]:
    """Return what a predicate can be said of."""
    return tuple(p for p in PREDICATES if p.name == name)


def constant(name: str) -> Constant | None:
    """Return a built-in word of the moment."""
    return next((c for c in CONSTANTS if c.name == name), None)


def verb(name: str) -> Verb:
    """Return a verb by name."""
    return next(v for v in VERBS if v.name == name)
