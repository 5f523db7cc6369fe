"""Verbs: what a rule can do with the pieces, `do fill 1 flask`."""

from __future__ import annotations

import re

from attrs import field, frozen

from wtrules.language.events import EVENTS

_CAPITALS = re.compile("[A-Z]+")


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


@frozen(eq=False, repr=False)
class Part:
    """A term inside an action: `2` and `actor` in `fill 2 flasks of actor`.

    Three types are for parts alone: `memory`, the name of a memory that is changed, `secret`, the
    name of a secret memory, and `key`, the player, space, spell or card that it is kept for.
    """

    label: str  # how the code names it
    shown: str  # how the reference names it
    types: tuple[str, ...] = field(converter=_words)
    optional: bool = False
    default: str | None = None  # the constant that is meant when the part is left out
    only_for: str | None = None  # the type that WHAT must have

    @property
    def is_name(self) -> bool:
        """Whether it is always just the name of a memory or a deck."""
        return self.types in (("memory",), ("secret",), ("deck",))


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

    In the form, capital letters are the labels of parts (`DIRECTION` is a way around the ring)
    and brackets contain what may be left out. The grammar has the same form as the alternative
    `act_` + name.
    """

    name: str
    form: str
    parts: tuple[Part, ...]
    kinds: tuple[Kind, ...]
    doc: str
    possible: str  # when it can be done, and how much of it; the events that forbid it come on top

    def part(self, label: str) -> Part:
        """Return a part by its label."""
        return next(part for part in self.parts if part.label == label)

    @property
    def shown(self) -> str:
        """The form as the reference and messages print it: `fill N flasks [of PLAYER]`."""
        names = {part.label.upper(): part.shown for part in self.parts}
        names["DIRECTION"] = "clockwise"
        return _CAPITALS.sub(lambda found: names[found[0]], self.form)


_AMOUNT = Part("amount", "N", "number")
_PLAYER = Part("player", "PLAYER", "player")
_ACTOR = Part("player", "PLAYER", "player", optional=True, default="actor")
_OWNER = Part("owner", "PLAYER", "player")
_ON = Part("on", "P", "place space")
_GROUP = Part("with", "GROUP", "group", optional=True, only_for="wizard")
_CARD = Part("what", "C", "card")
_FROM = Part("from", "DECK", "deck")
_SECRET = Part("what", "MEMORY", "secret")
_KEY = Part("of", "X", "key", optional=True)
_VIEWER = Part("to", "PLAYER", "player")

VERBS: dict[str, Verb] = {
    verb.name: verb
    for verb in (
        Verb(
            "move",
            "move WHAT [with WITH] DIRECTION BY",
            (Part("what", "X", "wizard tower castle piece"), _GROUP, Part("by", "N", "number")),
            (
                Kind("move wizard", "wizard-leaves wizard-passes wizard-lands"),
                Kind(
                    "move tower",
                    "tower-leaves tower-reveals tower-passes tower-lands tower-hides",
                ),
                Kind("move castle", "castle-leaves castle-lands"),
                Kind("move piece", "piece-leaves piece-passes piece-lands"),
            ),
            doc="move a wizard, a tower with everything above it, the castle or another piece "
            "along the track",
            possible="X is on the board",
        ),
        Verb(
            "put",
            "put WHAT on ON",
            (Part("what", "X", "wizard tower castle piece"), _ON),
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
            (Part("what", "X", "piece"), _ON),
            (Kind("place piece"),),
            doc="bring a piece from the box into play; of a kind with several, one that is in the box",
            possible="X is in the box and P exists",
        ),
        Verb(
            "swap",
            "swap WHAT with WITH",
            (Part("what", "A", "tower"), Part("with", "B", "tower")),
            (Kind("swap", "tower-swapped"),),
            doc="let two towers change places, with the wizards on them; towers above stay",
            possible="they are in different spaces",
        ),
        Verb(
            "bring home",
            "bring WHAT [with WITH] home",
            (Part("what", "W", "wizard"), _GROUP),
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
            (Part("what", "T", "tower"), Part("for", "PLAYER", "player", optional=True)),
            (Kind("lift", always=True),),
            doc="look under a tower: everybody, or one player, sees which wizards are directly under it; "
            "this matters if `covered.wizards` are `forgotten`",
            possible="always",
        ),
        Verb(
            "add",
            "add WHAT to TO [of OF]",
            (
                Part("what", "N", "number"),
                Part("to", "MEMORY", "memory"),
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
            (_AMOUNT, _PLAYER, Part("to", "PLAYER", "player")),
            (Kind("give flasks", "flask-received"),),
            doc="hand over full flasks",
            possible="the first PLAYER has N full ones; `do` gives as many as there are",
        ),
        Verb(
            "draw",
            "draw AMOUNT cards [for PLAYER]",
            (_AMOUNT, _ACTOR),
            (Kind("draw", "deck-empty card-drawn"),),
            doc="draw cards of the main deck, one by one",
            possible="there are cards in the pile or the discards; draws as many as there are",
        ),
        Verb(
            "draw from",
            "draw AMOUNT cards from FROM [for PLAYER]",
            (_AMOUNT, _FROM, _ACTOR),
            (Kind("draw from"),),
            doc="draw cards of a named deck into a hand; an empty pile is made anew from the discards",
            possible="there are cards in its pile or discards; draws as many as there are",
        ),
        Verb(
            "reveal",
            "reveal WHAT",
            (Part("what", "X", "deck secret"),),
            (Kind("reveal deck", "card-revealed"), Kind("reveal secret", always=True)),
            doc="let everybody see a secret memory, or one value of it, until it is set again; of a named deck, "
            "discard the face-up cards and turn the top card of its pile face up (an empty pile is made "
            "anew from the discards)",
            possible="a secret always; a deck if there are cards that are not in a hand",
        ),
        Verb(
            "reveal cards",
            "reveal AMOUNT cards from FROM",
            (_AMOUNT, _FROM),
            (Kind("reveal cards", "card-revealed"),),
            doc="turn cards of a named deck face up, beside those that are",
            possible="there are cards in its pile or discards; turns up as many as there are",
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
            "discard WHAT",
            (_CARD,),
            (Kind("discard", "card-discarded"),),
            doc="put a card of the actor, or a face-up one, on the discards of its deck unused",
            possible="the actor has it in hand, or it is `revealed`",
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
            (_CARD, Part("to", "PLAYER", "player")),
            (Kind("hand over", "card-received"),),
            doc="give a card of the actor to another player",
            possible="the actor has it in hand",
        ),
        Verb(
            "take card",
            "take WHAT for PLAYER",
            (_CARD, _PLAYER),
            (Kind("take card", "card-received"),),
            doc="take a face-up card, or else one from the discards, into a hand",
            possible="it is `revealed` or `discarded`: `choose card c where discarded`",
        ),
        Verb(
            "reshuffle",
            "reshuffle",
            (),
            (Kind("reshuffle", always=True),),
            doc="shuffle all cards of the main deck that are not in a hand into a new pile",
            possible="always",
        ),
        Verb(
            "reshuffle deck",
            "reshuffle WHAT",
            (Part("what", "DECK", "deck"),),
            (Kind("reshuffle deck", always=True),),
            doc="shuffle all cards of a named deck that are not in a hand into a new pile",
            possible="always",
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
            (Part("what", "S", "spell"),),
            (Kind("lay out", always=True),),
            doc="put a spell face up beside the track",
            possible="always",
        ),
        Verb(
            "take back",
            "take back WHAT",
            (Part("what", "X", "wizard tower spell piece"),),
            (
                Kind("take back wizard", "wizard-leaves"),
                Kind("take back tower", "tower-leaves tower-reveals"),
                Kind("take back spell", always=True),
                Kind("take back piece", "piece-leaves"),
            ),
            doc="put a wizard, a single tower, a spell or another piece back into the box; "
            "what is on the tower comes down",
            possible="X is on the board; a spell always",
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
            "show hand of PLAYER to TO",
            (_PLAYER, _VIEWER),
            (Kind("show hand", always=True),),
            doc="let a player see a hand; its cards stay known until they leave the hand",
            possible="always",
        ),
        Verb(
            "show hand from",
            "show hand of PLAYER from FROM to TO",
            (_PLAYER, _FROM, _VIEWER),
            (Kind("show hand from", always=True),),
            doc="the same for the cards of a named deck in a hand",
            possible="always",
        ),
        Verb(
            "reveal hand from",
            "reveal hand of PLAYER from FROM",
            (_PLAYER, _FROM),
            (Kind("reveal hand from", always=True),),
            doc="let everybody see the cards of a named deck in a hand",
            possible="always",
        ),
        Verb(
            "reveal hand",
            "reveal hand of PLAYER",
            (_PLAYER,),
            (Kind("reveal hand", always=True),),
            doc="let everybody see a hand; its cards stay known until they leave the hand",
            possible="always",
        ),
        Verb(
            "show top",
            "show top AMOUNT cards to TO",
            (_AMOUNT, _VIEWER),
            (Kind("show top", always=True),),
            doc="let a player see the next cards of the draw pile, as many as there are; "
            "they stay known until the pile is shuffled",
            possible="always",
        ),
        Verb(
            "show top from",
            "show top AMOUNT cards from FROM to TO",
            (_AMOUNT, _FROM, _VIEWER),
            (Kind("show top from", always=True),),
            doc="the same for the pile of a named deck",
            possible="always",
        ),
    )
}

KINDS: dict[str, Kind] = {kind.name: kind for verb in VERBS.values() for kind in verb.kinds}


def kind_of(verb: str, type_of_what: str | None) -> str:
    """Return the kind of an action by its verb and the type of what it acts on."""
    return verb if verb in KINDS else f"{verb} {type_of_what}"
