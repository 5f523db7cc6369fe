"""Manual pages of what can be wrong with a position or a question about one.

`wtrules explain CODE` shows them: what it finds, a command with the fault and one without.
"""

from __future__ import annotations

from attrs import frozen

_BOARD = "K/Ry/N/Ry/N/R/N/R/N/R/./././././b"  # two players, five raven towers and four others


@frozen
class PositionPage:
    """What is wrong, why it matters, and the rest of a `wtrules moves` line that shows it.

    What is too long for a page, or takes more than one line, is only told.
    """

    about: str
    faulty: str = ""
    mended: str = ""

    @property
    def page(self) -> str:
        """The text of the manual page."""
        if not self.faulty:
            return f"{self.about}\n"
        return (
            f"{self.about}\n\n"
            f"Faulty:\n\n```sh\nwtrules moves {self.faulty}\n```\n\n"
            f"Mended:\n\n```sh\nwtrules moves {self.mended}\n```\n"
        )


def _board(about: str, old: str, new: str) -> PositionPage:
    """Return the page of a fault that shows when a part of an ordinary board is changed."""
    assert old in _BOARD
    card = "--seat b --card w1"
    return PositionPage(about, f'"{_BOARD.replace(old, new, 1)}" {card}', f'"{_BOARD}" {card}')


def _option(about: str, faulty: str, mended: str) -> PositionPage:
    return PositionPage(about, f'"{_BOARD}" {faulty}', f'"{_BOARD}" {mended}')


BOARD_PAGES = {
    "empty-board": PositionPage(
        "A position without a board.\n\nA board has a field for each space of the ring, with `/` "
        "between them and `.` for bare ground.",
        '"" --seat b --card w1',
        f'"{_BOARD}" --seat b --card w1',
    ),
    "board-too-long": PositionPage(
        "A text that is too long for a board.\n\nNo ring is so large and so crowded: this is some "
        "other text. Give the board field alone, on one line."
    ),
    "too-many-spaces": PositionPage(
        "A board with more spaces than any ring has.\n\nA ring has up to 64 spaces, and the board "
        "as many fields as the rules say; `/` stands only between two of them."
    ),
    "wrong-space-count": _board(
        "A board with more or fewer spaces than the rules have.\n\nEvery space is written, `.` for "
        "bare ground; how many there are is `board.spaces` in the rules.",
        "/.", "",
    ),
    "empty-space": _board(
        "Nothing is written for a space.\n\nBare ground is written `.`, so that no space is "
        "forgotten by accident.",
        "/./", "//",
    ),
    "unknown-board-letter": _board(
        "A letter on the board that is no piece.\n\nSmall letters are wizards, by the table "
        "`colours`; `N` is a tower, `R` one with a raven shield, `K` the castle, `.` bare ground.",
        "Ry", "Rx",
    ),
    "bare-ground-with-pieces": _board(
        "`.` is written together with pieces.\n\n`.` says that nothing stands on a space, so it "
        "stands alone.",
        "/./", "/.N/",
    ),
    "tower-on-castle": _board(
        "A tower is written on top of the castle.\n\nA space is written from the bottom to the top, "
        "and nothing is ever put on the castle: `K` comes last.",
        "K/Ry/N", "KN/Ry/.",
    ),
    "wizard-on-castle": _board(
        "A wizard is written on top of the castle.\n\nA wizard that reaches the castle is home, and "
        "off the board: leave the letter out.",
        "K", "Ky",
    ),
    "castle-on-castle": _board(
        "Two castles on one space.\n\nThere is one castle in the game.",
        "K", "KK",
    ),
    "no-castle": _board(
        "A board without the castle.\n\nThe castle always stands on some space: write `K` at the end "
        "of its field.",
        "K", ".",
    ),
    "two-castles": _board(
        "A board with a second castle.\n\nThere is one castle in the game.",
        "/./", "/K/",
    ),
    "wizards-under-castle": _board(
        "Wizards stand where the castle is.\n\nThe castle has its surface to itself: whoever comes "
        "there is home. Under a tower that the castle stands on there may be wizards.",
        "K", "yK",
    ),
    "crowded-surface": _board(
        "More wizards on one surface than the rules allow.\n\nHow many there is room for is "
        "`board.capacity` in the rules.",
        "Ry", "Rbbbbyyy",
    ),
    "wrong-tower-count": _board(
        "Another number of towers than the game has.\n\nHow many there are, with and without a "
        "shield, is `board.towers` in the rules. A short position may leave some out, but has no "
        "more of them.",
        "/./", "/N/",
    ),
    "too-many-wizards": _board(
        "More wizards of one colour than the game has.\n\nHow many there are for each player is the "
        "table `supply`; those that are not on the board are home. With more players each has "
        "fewer wizards.",
        "Ry/N", "Ryyy/Nyyy",
    ),
    "colour-not-in-play": PositionPage(
        "A wizard of a colour that nobody plays.\n\nThe seats use the colours in the order of the "
        "table `colours`; in a game of two these are the first two."
    ),
}  # fmt: skip

LINE_PAGES = {
    "bad-position": PositionPage(
        "A line that is no whole position.\n\nA whole position is the board, the letter of the "
        "player who decides, and fields such as `flasks=` and `hands=`, as `wtrules play` saves "
        "them and `wtrules replay` shows them. A short position is a board and a letter.",
        f'"{_BOARD} b b"',
        f'"{_BOARD} b"',
    ),
    "bad-player-count": _option(
        "A number of players that the rules are not for.\n\n`wtrules show` says how many can play; "
        "a variant may be for fewer.",
        "--seat b --players 9",
        "--seat b --players 3",
    ),
    "unknown-seat": _option(
        "It is not said whose turn it is, or nobody plays that colour.\n\nA seat is the letter of a "
        "colour or a number from 0.",
        "--seat z --card w1",
        "--seat b --card w1",
    ),
    "unknown-card": _option(
        "A card that is not in the deck.\n\nCards are written by their halves: `w3`, `t5`, `t5w1` "
        "(either), `td2` (a die, up to two rolls). The message lists those of the deck.",
        "--seat b --card w9",
        "--seat b --card w3",
    ),
    "bad-roll": _option(
        "A roll that does not go with the card.\n\nA card with a die needs to know what the die "
        "shows, a card without one is not rolled for, and a die has only so many faces.",
        "--seat b --card tdwd",
        "--seat b --card tdwd --roll 3",
    ),
    "card-not-in-hand": PositionPage(
        "A card cannot be played in a whole position.\n\nThe player to act does not hold it, or "
        "something else is being decided. A short position, a board and a letter, puts the card "
        "into the hand."
    ),
    "too-many-cards": PositionPage(
        "More copies of a card in a hand than the deck has.\n\nHow many there are is said in `deck`."
    ),
    "bad-json": PositionPage(
        "A line for `wtrules moves -` that is no JSON.\n\nEach line is one question, a JSON object: "
        '`{"board": "K/…", "seat": "b", "card": "w3"}`.'
    ),
    "bad-question": PositionPage(
        "A question for `wtrules moves -` that has no answer.\n\nIt needs a `board` with a `seat`, "
        "or a `position`; further keys are `card`, `roll`, `spell`, `players` and `ruleset`."
    ),
}

POSITION_PAGES = {**BOARD_PAGES, **LINE_PAGES}
PAGES = {code: shown.page for code, shown in POSITION_PAGES.items()}
