"""Verbs: what a rule can do with the pieces, `do fill 1 flask`."""

from __future__ import annotations

import re

from attrs import field, frozen

from wtrules.language.events import EVENTS

_CAPITALS = re.compile("[A-Z]+")


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


@frozen(eq=False, repr=False)
class Slot:
    """A term inside an action: `2` and `actor` in `fill 2 flasks of actor`.

    Four types are for parts alone: `memory`, the name of a memory that is changed, `secret`, the
    name of a secret memory, `key`, the player, space, spell or card that it is kept for, and `pile`,
    a deck or the pile of it that a player has.
    """

    label: str  # how the code names it
    shown: str  # how the reference names it
    types: tuple[str, ...] = field(converter=_words)
    optional: bool = False
    default: str | None = None  # the constant that is meant when the part is left out
    only_for: str | None = None  # the type that WHAT must have

    @property
    def is_name(self) -> bool:
        """Whether it is always just the name of a memory, a deck or a type of piece."""
        return self.types in (("memory",), ("secret",), ("deck",), ("piece",))


@frozen(eq=False, repr=False)
class Kind:
    """One kind of action: a verb, with the type of what it acts on where that matters.

    The lowering and the permission of an action are registered under its kind.
    """

    name: str  # `move wizard`, `fill`
    events: tuple[str, ...] = field(converter=_words, default="")  # in the order they happen
    always: bool = False  # always allowed: it needs nothing, and no rule can forbid it

    @property
    def forbidden_by(self) -> tuple[str, ...]:
        """The events that rules can forbid to prevent the action."""
        return tuple(event for event in self.events if EVENTS[event].forbiddable)


@frozen(eq=False, repr=False)
class Verb:
    """A word for an action: how it is written, what it causes and when it is possible.

    In the form, capital letters are the labels of parts (`DIRECTION` is one of its `directions`)
    and brackets contain what may be left out. The grammar has the same form as the alternative
    `act_` + name.
    """

    name: str
    form: str
    parts: tuple[Slot, ...]
    kinds: tuple[Kind, ...]
    doc: str
    possible: str  # when it can be done, and how much of it; the events that forbid it come on top
    of_a_deck: str | None = None  # what moves and fingerprints call it where it names a deck
    directions: tuple[str, ...] = ("clockwise", "counterclockwise")

    def part(self, label: str) -> Slot:
        """Return a part by its label."""
        return next(part for part in self.parts if part.label == label)

    @property
    def shown(self) -> str:
        """The form as the reference and messages print it: `fill N flasks [of PLAYER]`."""
        names = {part.label.upper(): part.shown for part in self.parts}
        names["DIRECTION"] = self.directions[0]
        return _CAPITALS.sub(lambda match: names[match[0]], self.form)


ENDS = ("top", "bottom", "pile")  # where a card goes that is put back into a pile

_AMOUNT = Slot("amount", "N", "number")
_PLAYER = Slot("player", "PLAYER", "player")
_ACTOR = Slot("player", "PLAYER", "player", optional=True, default="actor")
_OWNER = Slot("owner", "PLAYER", "player")
_ON = Slot("on", "P", "place space")
_GROUP = Slot("with", "GROUP", "group", optional=True, only_for="wizard")
_CARD = Slot("what", "C", "card")
_FROM = Slot("from", "DECK", "deck", optional=True)  # the main deck, if it is left out
_PILE = Slot(
    "from", "PILE", "pile deck", optional=True
)  # … or a pile that a player has: `relics of p`
_ITS_OWNER = Slot(
    "owner", "PLAYER", "player", optional=True
)  # of the pile or the discards it goes to
_SECRET = Slot("what", "MEMORY", "secret")
_KEY = Slot("of", "X", "key", optional=True)
_VIEWER = Slot("to", "PLAYER", "player")

VERBS: dict[str, Verb] = {
    verb.name: verb
    for verb in (
        Verb(
            "move",
            "move WHAT [with WITH] DIRECTION BY",
            (Slot("what", "X", "wizard tower castle piece"), _GROUP, Slot("by", "N", "number")),
            (
                Kind(
                    "move wizard",
                    "wizard-leaves wizard-passes wizard-steps wizard-moves wizard-lands",
                ),
                Kind(
                    "move tower",
                    "tower-leaves tower-reveals tower-passes tower-steps tower-moves tower-lands "
                    "tower-hides",
                ),
                Kind("move castle", "castle-leaves castle-lands"),
                Kind("move piece", "piece-leaves piece-passes piece-steps piece-moves piece-lands"),
            ),
            doc="move a wizard, a tower with everything above it, the castle or another piece "
            "along the track",
            possible="X is on the board",
        ),
        Verb(
            "put",
            "put WHAT on ON",
            (Slot("what", "X", "wizard tower castle piece"), _ON),
            (
                Kind("put wizard", "wizard-leaves wizard-lands"),
                Kind("put tower", "tower-leaves tower-reveals tower-lands tower-hides"),
                Kind("put castle", "castle-leaves castle-lands"),
                Kind("put piece", "piece-leaves piece-lands"),
            ),
            doc="put a wizard, a tower, the castle or another piece directly on a place; "
            "a tower goes on top of the space of P",
            possible="X is on the board and P exists",
        ),
        Verb(
            "place",
            "place wizard of OWNER on ON",
            (_OWNER, _ON),
            (Kind("place"),),
            doc="bring a new wizard from the box into play",
            possible="the box (table `colours`) has another one and P exists",
        ),
        Verb(
            "place tower",
            "place tower on ON",
            (_ON,),
            (Kind("place tower"),),
            doc="bring a tower back from the box, one without a shield if there is one; "
            "it goes on top of the space of P",
            possible="a tower is in the box and P exists",
        ),
        Verb(
            "place shielded tower",
            "place shielded tower on ON",
            (_ON,),
            (Kind("place shielded tower"),),
            doc="bring a tower with a shield back from the box",
            possible="a tower with a shield is in the box and P exists",
        ),
        Verb(
            "place piece",
            "place WHAT on ON",
            (Slot("what", "X", "piece"), _ON),
            (Kind("place piece"),),
            doc="bring a piece from the box into play; of a kind with several, one that is in the box",
            possible="X is in the box and P exists",
        ),
        Verb(
            "swap",
            "swap WHAT with WITH",
            (Slot("what", "A", "tower"), Slot("with", "B", "tower")),
            (Kind("swap", "tower-swapped"),),
            doc="let two towers change places, with the wizards on them; towers above stay",
            possible="they are in different spaces",
        ),
        Verb(
            "bring home",
            "bring WHAT [with WITH] home",
            (Slot("what", "W", "wizard"), _GROUP),
            (Kind("bring home", "wizard-home"),),
            doc="put a wizard into the castle",
            possible="W is on the board",
        ),
        Verb(
            "release",
            "release wizard of OWNER on ON",
            (_OWNER, _ON),
            (Kind("release", "wizard-released wizard-lands"),),
            doc="bring a wizard out of the castle again",
            possible="PLAYER has a wizard in the castle and P exists",
        ),
        Verb(
            "lift",
            "lift WHAT [for FOR]",
            (Slot("what", "T", "tower"), Slot("for", "PLAYER", "player", optional=True)),
            (Kind("lift", always=True),),
            doc="look under a tower: everybody, or one player, sees which wizards are directly under it; "
            "this matters if `covered.wizards` are `forgotten`",
            possible="always",
        ),
        Verb(
            "add",
            "add WHAT to TO [of OF]",
            (
                Slot("what", "N", "number"),
                Slot("to", "MEMORY", "memory"),
                _KEY,
            ),
            (Kind("add", always=True),),
            doc="add to the number in a memory; `of X` for one kept `for each` X",
            possible="always",
        ),
        Verb(
            "take",
            "take AMOUNT flasks [for PLAYER]",
            (_AMOUNT, _ACTOR),
            (Kind("take", always=True),),
            doc="take empty flasks from the box, which has enough",
            possible="always",
        ),
        Verb(
            "fill",
            "fill AMOUNT flasks [of PLAYER]",
            (_AMOUNT, _ACTOR),
            (Kind("fill", "flask-filled"),),
            doc="turn empty flasks to their full side",
            possible="PLAYER has an empty one; fills as many of N as there are",
        ),
        Verb(
            "empty",
            "empty AMOUNT flasks [of PLAYER]",
            (_AMOUNT, _ACTOR),
            (Kind("empty", "flask-emptied"),),
            doc="turn full flasks back to their empty side",
            possible="PLAYER has N full ones; `do` turns as many as there are",
        ),
        Verb(
            "spend",
            "spend AMOUNT flasks [of PLAYER]",
            (_AMOUNT, _ACTOR),
            (Kind("spend", "flask-spent"),),
            doc="give up full flasks for good",
            possible="PLAYER has N full ones; otherwise nothing is spent",
        ),
        Verb(
            "recover",
            "recover AMOUNT flasks [of PLAYER]",
            (_AMOUNT, _ACTOR),
            (Kind("recover", "flask-recovered"),),
            doc="take spent flasks back, empty",
            possible="PLAYER has a spent one; takes back as many of N as there are",
        ),
        Verb(
            "give flasks",
            "give AMOUNT flasks of PLAYER to TO",
            (_AMOUNT, _PLAYER, Slot("to", "PLAYER", "player")),
            (Kind("give flasks", "flask-received"),),
            doc="hand over full flasks",
            possible="the first PLAYER has N full ones; `do` gives as many as there are",
        ),
        Verb(
            "draw",
            "draw AMOUNT cards [from FROM] [for PLAYER]",
            (_AMOUNT, _PILE, _ACTOR),
            (Kind("draw", "deck-empty card-drawn"),),
            doc="draw cards of the main deck into a hand, one by one, or of a named deck: its pile, if "
            "empty, is made anew from the discards",
            possible="there are cards in the pile or the discards; draws as many as there are",
            of_a_deck="draw from",
        ),
        Verb(
            "reveal",
            "reveal WHAT",
            (Slot("what", "X", "deck secret card"),),
            (
                Kind("reveal deck", "card-revealed"),
                Kind("reveal secret", always=True),
                Kind("reveal card", "card-revealed"),
            ),
            doc="let everybody see a secret memory, or one value of it, until it is set again; of a named deck, "
            "discard the face-up cards and turn the top card of its pile face up (an empty pile is made "
            "anew from the discards); put a card face up beside the pile of its deck",
            possible="a secret always; a deck if there are cards that are not in a hand; a card if it is where "
            "it was chosen",
        ),
        Verb(
            "reveal cards",
            "reveal AMOUNT cards [from FROM]",
            (_AMOUNT, _FROM),
            (Kind("reveal cards", "deck-empty card-revealed"),),
            doc="turn cards of the main deck, or of a named one, face up, beside those that are",
            possible="there are cards in the pile or the discards; turns up as many as there are",
        ),
        Verb(
            "refill",
            "refill hand of PLAYER to AMOUNT",
            (_PLAYER, _AMOUNT),
            (Kind("refill", "deck-empty card-drawn"),),
            doc="draw cards until the hand has N",
            possible="as for `draw`",
        ),
        Verb(
            "play",
            "play WHAT",
            (_CARD,),
            (Kind("play", "card-played"),),
            doc="put a card of the actor face up on the discards of its deck; "
            "`perform` carries out what it does",
            possible="the actor has it in hand",
        ),
        Verb(
            "discard",
            "discard WHAT [for OWNER]",
            (_CARD, _ITS_OWNER),
            (Kind("discard", "card-discarded"),),
            doc="put a card, of the actor unless it was chosen elsewhere, on the discards of its deck unused; "
            "with `for`, on those that PLAYER has",
            possible="it is where it was chosen",
        ),
        Verb(
            "discard hand",
            "discard hand of PLAYER",
            (_PLAYER,),
            (Kind("discard hand", "hand-discarded"),),
            doc="put all cards of the main deck in a hand on the discards",
            possible="no rule forbids it",
        ),
        Verb(
            "hand over",
            "hand WHAT to TO",
            (_CARD, Slot("to", "PLAYER", "player")),
            (Kind("hand over", "card-received"),),
            doc="give a card of the actor to another player",
            possible="the actor has it in hand",
        ),
        Verb(
            "take card",
            "take WHAT for PLAYER",
            (_CARD, _PLAYER),
            (Kind("take card", "card-received"),),
            doc="take a card that is in no hand into one: a face-up card, one from the discards, the box or, if the "
            "actor has been shown it, the pile",
            possible="it is where it was chosen: `choose card c where discarded`",
        ),
        Verb(
            "return",
            "return WHAT to DIRECTION [for OWNER]",
            (_CARD, _ITS_OWNER),
            (Kind("return"),),
            doc="put a card, of the actor unless it was chosen elsewhere, back into the pile of its deck: to the `top`, "
            "to the `bottom`, or `to pile` to shuffle it in; with `for`, into the pile that PLAYER has",
            possible="it is where it was chosen",
            directions=ENDS,
        ),
        Verb(
            "return card",
            "return card AMOUNT [from FROM] to DIRECTION",
            (_AMOUNT, _PILE),
            (Kind("return card"),),
            doc="the same for the card of the pile that is drawn as number N; nobody sees it",
            possible="the pile of the main deck, or of the named one, has N cards",
            directions=ENDS,
        ),
        Verb(
            "reshuffle",
            "reshuffle [WHAT]",
            (Slot("what", "PILE", "pile deck", optional=True),),
            (Kind("reshuffle", always=True),),
            doc="shuffle the pile, the discards and the face-up cards of the main deck, or of a named one, "
            "into a new pile; the pile and the discards that a player has: only these",
            possible="always",
            of_a_deck="reshuffle deck",
        ),
        Verb(
            "roll",
            "roll die",
            (),
            (Kind("roll", "die-rolled", always=True),),
            doc="roll the die",
            possible="always",
        ),
        Verb(
            "change die",
            "change die to AMOUNT",
            (_AMOUNT,),
            (Kind("change die"),),
            doc="turn the die to another face: `roll` is then N",
            possible="the die has a face N: 1 to `die.faces`",
        ),
        Verb(
            "lay out",
            "lay out WHAT",
            (Slot("what", "S", "spell"),),
            (Kind("lay out", always=True),),
            doc="put a spell face up beside the track",
            possible="always",
        ),
        Verb(
            "take back",
            "take back WHAT",
            (Slot("what", "X", "wizard tower spell piece card"),),
            (
                Kind("take back wizard", "wizard-leaves"),
                Kind("take back tower", "tower-leaves tower-reveals"),
                Kind("take back spell", always=True),
                Kind("take back piece", "piece-leaves"),
                Kind("take back card"),
            ),
            doc="put a wizard, a single tower, a spell, another piece or a card back into the box; "
            "what is on the tower comes down",
            possible="X is on the board; a spell always; a card if it is where it was chosen",
        ),
        Verb(
            "declare",
            "declare PLAYER winner",
            (_PLAYER,),
            (Kind("declare", always=True),),
            doc="declare a winner; several may share the victory",
            possible="always",
        ),
        Verb(
            "score",
            "score AMOUNT [for PLAYER]",
            (_AMOUNT, _ACTOR),
            (Kind("score", "points-scored", always=True),),
            doc="add to a player's points; N may be below 0",
            possible="always",
        ),
        Verb(
            "hide",
            "hide WHAT [of OF]",
            (_SECRET, _KEY),
            (Kind("hide", always=True),),
            doc="hide a secret memory again from everybody but the player X it is kept for",
            possible="always",
        ),
        Verb(
            "show",
            "show WHAT [of OF] to TO",
            (_SECRET, _KEY, _VIEWER),
            (Kind("show", always=True),),
            doc="let one player see a secret memory, until it is set again",
            possible="always",
        ),
        Verb(
            "show hand",
            "show hand of PLAYER [from FROM] to TO",
            (_PLAYER, _FROM, _VIEWER),
            (Kind("show hand", always=True),),
            doc="let a player see the cards of the main deck, or of a named one, in a hand; "
            "they stay known until they leave the hand",
            possible="always",
            of_a_deck="show hand from",
        ),
        Verb(
            "reveal hand",
            "reveal hand of PLAYER [from FROM]",
            (_PLAYER, _FROM),
            (Kind("reveal hand", always=True),),
            doc="the same for everybody",
            possible="always",
            of_a_deck="reveal hand from",
        ),
        Verb(
            "show top",
            "show top AMOUNT cards [from FROM] to TO",
            (_AMOUNT, _PILE, _VIEWER),
            (Kind("show top", always=True),),
            doc="let a player see the next cards of the draw pile of the main deck, or of a named one, "
            "as many as there are; they stay known until the pile is shuffled",
            possible="always",
            of_a_deck="show top from",
        ),
    )
}

KINDS: dict[str, Kind] = {kind.name: kind for verb in VERBS.values() for kind in verb.kinds}


def kind_of(verb: str, type_of_what: str | None) -> str:
    """Return the kind of an action by its verb and the type of what it acts on."""
    return verb if verb in KINDS else f"{verb} {type_of_what}"


def events_of(kind: str, *, of_a_deck: bool) -> tuple[str, ...]:
    """Return the events that an action can cause, in the order they happen.

    *of_a_deck*: it names a deck. Some events are about the main deck alone.
    """
    events = KINDS[kind].events
    return tuple(event for event in events if not (of_a_deck and EVENTS[event].main_deck))
