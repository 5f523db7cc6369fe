"""What people write before they know the language's own word for it, and what to write instead.

Other languages and everyday speech have words that rule files have not. Each table goes from such a
word to advice; what is near a word of the language by its letters is left to `suggest.py`.
"""

from wtrules.diagnostics.phrases import NUMERALS

_ROUNDS = (
    "rounds are not counted unless a rule does it: `memory rounds = 0`, and "
    "`rule rounds.count { on round begins do add 1 to rounds }`"
)
_TURNS = (
    "turns are not counted unless a rule does it: `memory turns = 0 for each player`, and "
    "`rule turns.count { on turn begins do add 1 to turns of active }`"
)
_OPPONENT = "ask for one: `choose player q where q is not active`"
_ACTOR = "the player on turn is `active`, whoever decides is `actor`"
_HAPPENING = "say when it happens with `on`: `on turn begins`"
_CHOOSING = "write `choose`: `choose wizard w where own and visible`"
_NAMING = "write `let`: `let far = space of w + 4`"

# First words of clauses: what was meant, to read on with, and the advice.
CLAUSES: dict[str, tuple[str, str]] = {
    "unless": ("when not", "write `when not …`; several conditions in brackets: `when not (a and b)`"),
    **dict.fromkeys(
        ("requires", "require", "provided", "condition", "only"),
        ("when", "write `when …`; if it does not hold, the rest of the block is skipped"),
    ),
    "while": ("repeat while", "write `repeat while … { … }`"),
    **dict.fromkeys(
        ("for", "foreach", "every", "all"), ("each", "write `each player p { … }`")
    ),
    "otherwise": ("else", "write `else { … }`"),
    **dict.fromkeys(("elif", "elseif", "elsif"), ("else if", "write `else if … { … }`")),
    **dict.fromkeys(("trigger", "upon", "whenever", "event"), ("on", _HAPPENING)),
    **dict.fromkeys(("effect", "effects", "result"), ("do", "write `do`: `do draw 1 cards for active`")),
    **dict.fromkeys(("pick", "select", "target"), ("choose", _CHOOSING)),
    **dict.fromkeys(("var", "const", "def"), ("let", _NAMING)),
    **dict.fromkeys(
        ("optional", "optionally", "maybe"), ("may", "write `may { choose … do … }`")
    ),
    **dict.fromkeys(("return", "break", "exit"), ("stop", "write `stop`, or `end turn`, `end action`")),
    **dict.fromkeys(("description", "text", "note"), ("says", 'write `says en "…"`')),
}  # fmt: skip

# Verbs after `do`.
ACTIONS: dict[str, str] = {
    **dict.fromkeys(
        ("announce", "say", "tell", "show", "print", "write", "inform"),
        'nothing is announced while playing; what players should know stands in `says en "…"`',
    ),
    **dict.fromkeys(("skip", "pass", "miss"), "write `end turn` or `end action`, without `do`"),
    **dict.fromkeys(
        ("advance", "step", "walk", "go", "push", "shift", "slide", "rotate", "turn"),
        "write `do move w clockwise 2`",
    ),
    **dict.fromkeys(
        ("teleport", "jump", "carry", "drop", "return", "send"),
        "write `do put w on p`, or `do bring w home`",
    ),
    **dict.fromkeys(
        ("kill", "remove", "eliminate", "destroy", "capture", "delete"),
        "write `do take back w` for a wizard or a tower that leaves the game, `do put w on p` for "
        "one that is set elsewhere",
    ),
    **dict.fromkeys(("free", "unlock", "rescue"), "write `do put w on p`, with a place for `p`"),
    **dict.fromkeys(
        ("exchange", "switch", "trade"),
        "write `do swap a with b` for two towers, `do hand c to q` for a card",
    ),
    **dict.fromkeys(
        ("gain", "get", "earn", "receive", "collect", "reward"),
        "write `do fill 1 flasks of active`, `do draw 1 cards for active` or `do score 1 for active`",
    ),
    **dict.fromkeys(
        ("pay", "lose"),
        "write `do spend 1 flasks of active`, or `do empty 1 flasks of active` to keep them",
    ),
    **dict.fromkeys(("steal", "rob", "transfer"), "write `do give 1 flasks of q to active`"),
    **dict.fromkeys(("shuffle", "mix"), "write `do reshuffle`"),
    **dict.fromkeys(("throw", "reroll"), "write `do roll die`"),
    **dict.fromkeys(("peek", "look", "reveal", "raise", "uncover"), "write `do lift t`"),
    **dict.fromkeys(("increase", "increment", "count"), "write `do add 1 to counter`"),
    **dict.fromkeys(("decrease", "decrement", "subtract"), "write `set counter = counter - 1`"),
    **dict.fromkeys(("win", "crown"), "write `do declare active winner`, and then `end game`"),
    "cast": "write `perform move_tower`, without `do`: it carries a spell out, unpaid",
}  # fmt: skip

# Names that stand for nothing.
NAMES: dict[str, str] = {
    **{word: f"numbers are written in digits: `{digits}`" for word, digits in NUMERALS.items()},
    **{
        kind: f"give it a name where it is asked for, `choose {kind} {kind[0]}`, and write `{kind[0]}`"
        for kind in ("wizard", "tower", "space", "place", "card", "spell")
    },
    **dict.fromkeys(("mine", "my", "owned", "ours"), "a wizard of whoever acts is `own`"),
    **dict.fromkeys(("me", "i", "self", "you", "current", "current_player", "player"), _ACTOR),
    **dict.fromkeys(("opponent", "opponents", "enemy", "other", "others", "other_player"), _OPPONENT),
    **dict.fromkeys(
        ("round", "rounds", "round_number", "round_count", "current_round"), _ROUNDS
    ),
    **dict.fromkeys(("turn", "turns", "turn_number", "turn_count", "current_turn"), _TURNS),
    **dict.fromkeys(("dice", "die", "rolled", "pips"), "what the die shows is `roll`"),
    **dict.fromkeys(("empty", "unoccupied"), "a place without wizards is `free`; a memory compares with 0"),
    **dict.fromkeys(("covered", "trapped", "locked", "imprisoned", "caught"), "a wizard under a tower is `hidden`"),
    **dict.fromkeys(("uncovered", "unlocked", "exposed"), "a wizard no tower stands on is `visible`"),
    **dict.fromkeys(("top", "highest", "uppermost_tower"), "a tower nothing stands on is `topmost`"),
    **dict.fromkeys(("raven", "shield", "has_shield"), "what bears a raven shield is `shielded`"),
    **dict.fromkeys(("flasks", "flask", "potions", "potion"), "say whose and which: `full_flasks of p`, `empty_flasks of p`"),
    **dict.fromkeys(("score", "scores"), "say whose: `points of p`"),
    **dict.fromkeys(("deck", "deck_size", "stack"), "the cards left to draw are `draw_pile`"),
    **dict.fromkeys(("true", "True"), "write `yes`"),
    **dict.fromkeys(("false", "False"), "write `not yes`"),
    **dict.fromkeys(("player_count", "number_of_players"), "how many play is `players`"),
}  # fmt: skip
