"""Pieces beside wizards, towers and the castle: a dragon, boulders."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ET

import pytest

from tests.backends.trails import Trails
from tests.positions import short_position
from wtrules.board.draw import draw
from wtrules.board.svg import svg
from wtrules.game.fired import fired
from wtrules.game.game import Game, State
from wtrules.game.load import load
from wtrules.meaning.changes import changes
from wtrules.pipeline import open_ruleset
from wtrules.position.faults import BadPosition
from wtrules.say.changes import change_text, title_of
from wtrules.source import SourceFile
from wtrules.texts import Texts

PIECES = "piece dragon on space 10\npiece boulder 3 on spaces 3, 12\n"
BARE = ["K", "R", "N", "R", "N", "R", "N", "R", "N", "R", *["."] * 6]


def source(body: str, pieces: str = PIECES) -> SourceFile:
    """Return a small house rule."""
    return SourceFile("box.wtr", f"ruleset box {{ extends en-capstone\n{pieces}\n{body}\n}}")


def game(body: str = "", pieces: str = PIECES) -> Game:
    """Return the game of a small house rule."""
    return load(source(body, pieces))


def board(**changed: str) -> str:
    """Return the start without wizards, with some spaces changed: `s5="Rb"`."""
    return "/".join(changed.get(f"s{i}", text) for i, text in enumerate(BARE))


def spell(text: str) -> str:
    """Return a spell that costs nothing."""
    return (
        f'spell go {{ name en "Go" cost 0 when castable_now {text} }} add to spells.laid_out = go'
    )


def points(body: str, at: str, move: str) -> int:
    """Return the points of blue after a move."""
    return short_position(game(body), at, "b").play(move).numbers("points")[0]


def test_they_start_where_they_are_put() -> None:
    """On top of the tower of space 3, on the ground of 10 and 12; the third boulder is in the box."""
    state = game().start(2)

    assert {
        "dragon": "s10",
        "boulder.1": "s3",
        "boulder.2": "s12",
        "boulder.3": None,
    } == state.pieces
    fields = state.board_text.split("/")
    assert fields[3].startswith("R")
    assert fields[3].endswith("B")
    assert ("D", "B") == (fields[10], fields[12])


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        ("do move dragon clockwise 3", "s13"),
        ("do move dragon counterclockwise 1", "s9"),  # on top of the tower
        ("do put dragon on space 1", "s1"),
        ("do put dragon on ground of space 1", "s1.0"),
        ("do take back dragon", None),
        ("do take back dragon do place dragon on space 4", "s4"),
        ("do score 1 do place dragon on space 4", "s10"),  # it is not in the box
        ("do move dragon clockwise 2 do take back (first piece x on space 12 where dragon)", None),
    ],
)
def test_what_rules_do_with_a_piece(action: str, expected: str | None) -> None:
    """The same verbs as for wizards and towers."""
    body = spell(f"choose wizard w where own {action}")
    state = short_position(game(body), board(s1="Rb", s10="D"), "b").play("cast go wizard s1b")

    assert expected == state.pieces["dragon"]


def test_one_of_several_comes_from_the_box() -> None:
    """`place boulder` takes the first that is not on the board, and none if all are."""
    body = spell("choose wizard w where own do score 1 do place boulder on space of w")
    state = short_position(game(body), board(s1="Rb", s3="RB", s12="B"), "b")

    state = state.play("cast go wizard s1b")
    assert "s1" == state.pieces["boulder.3"]
    full = short_position(game(body), board(s1="RbB", s3="RB", s12="B"), "b")
    assert full.play("cast go wizard s1b").board_text == full.board_text


@pytest.mark.slow
def test_towers_carry_what_is_on_them() -> None:
    """A piece on a tower moves along, one beneath it stays; swapped towers keep theirs."""
    state = short_position(game(), board(s1="DRBb", s2="N"), "b", card="t1").play("card t1")
    state = state.play("tower s1")
    assert ["D", "NRbB"] == [state.board_text.split("/")[at].replace("Bb", "bB") for at in (1, 2)]

    body = spell("choose tower t on space 1, tower u on space 2 do swap t with u")
    state = short_position(game(body), board(s1="DRb", s2="NB"), "b")
    state = state.play("cast go tower s1 tower s2")
    assert ["DNB", "Rb"] == state.board_text.split("/")[1:3]


def test_a_piece_comes_down_when_its_tower_is_taken_back() -> None:
    """It is on the surface below then."""
    body = spell("choose tower t on space 1 do take back t")
    state = short_position(game(body), board(s1="bRD"), "b").play("cast go tower s1")

    assert "bD" == state.board_text.split("/")[1]


EVENTS = """
rule lands { on dragon lands on p do score 1 for active when level of p = 1 do score 1 for active }
rule leaves { on dragon leaves p do score 10 for active }
rule passes { on dragon passes s do score 100 for active }
rule any { on piece x lands on p when x is boulder do score 1000 for active }
"""


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        ("move dragon clockwise 3", 211),  # past 11 and 12, onto the ground of 13
        ("move dragon counterclockwise 1", 12),  # onto the tower of 9
        ("put dragon on space 14", 11),
        ("take back dragon", 10),
        ("move (first piece x where boulder) clockwise 1", 1000),
        ("place boulder on space 5", 0),  # as with wizards, nothing moves
    ],
)
def test_events(action: str, expected: int) -> None:
    """Landing, leaving and passing, for one piece by its name or for any."""
    body = EVENTS + spell(f"choose wizard w where own do {action}")

    assert expected == points(body, board(s1="Rb", s10="D", s3="RB"), "cast go wizard s1b")


def test_one_rule_for_two_pieces() -> None:
    """`or` combines events of several pieces; others do not count."""
    body = """
    piece goat on space 14
    rule r { on dragon lands on p or goat g lands on p do score 1 + level of p for active }
    """
    body += spell(
        "choose wizard w where own do move dragon clockwise 1 do move goat clockwise 1 "
        "do move (first piece x where boulder) clockwise 1"
    )

    assert 2 == points(body, board(s1="Rb", s10="D", s12="B", s14="G"), "cast go wizard s1b")


def test_the_piece_of_an_event_has_a_name() -> None:
    """Its own, or that of its kind: `boulder lands on p` is about `boulder`."""
    body = "rule r { on boulder lands on p do take back boulder }"
    body += "rule q { on piece x leaves p when x is boulder do score 1 for active }"
    body += spell("choose piece x where boulder do move x clockwise 1")
    state = short_position(game(body), board(s1="Rb", s12="B"), "b").play("cast go piece boulder.1")

    assert state.pieces["boulder.1"] is None
    assert 2 == state.numbers("points")[0]  # it left twice: its space, and the board


def test_forbidding() -> None:
    """What may not land, leave or pass is not offered."""
    body = """
    rule a { forbid dragon lands on p when castle is on p }
    rule b { forbid boulder x passes s when index of s = 13 }
    rule c { forbid boulder x leaves p when level of p > 0 }
    """
    body += spell("choose piece x do move x clockwise 6")
    state = short_position(game(body), board(s1="Rb", s10="D", s12="B", s3="RB"), "b")
    offered = [m.text for m in state.legal_moves if m.text.startswith("cast go")]

    assert [] == offered  # 10 + 6 is the castle; 12 would pass 13; the other is on a tower


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("dragon is on space 12", True),
        ("dragon is on (first tower on space 2)", False),
        ("space of dragon = space 12", True),
        ("any wizard on dragon", True),
        ("castle is on dragon", False),
        ("number of pieces on space 12 = 2", True),
        ("(number of pieces where boulder) = 2", True),
        ("any piece x on (first tower on space 2) where boulder", True),
        ("any piece beneath (first tower on space 3)", False),
        ("level of (first piece x on space 2) = 1", True),
        ("(first piece x where hidden) is known", False),
        ("dragon is visible and dragon is in_play", True),
        ("ghost is in_play", False),
        ("space of ghost is known", False),
        ("ghost is on space 0", False),
        ("level of ghost = 0", True),
        ("dragon is ghost", False),
        ("(next piece clockwise from space 3) is dragon", True),
        ("(highest strength of x for piece x) = 7", True),
    ],
)
def test_questions(condition: str, expected: bool) -> None:
    """Where a piece is, how many there are, and what each remembers."""
    body = "piece ghost memory strength = 2 for each piece "
    body += spell(
        "choose wizard w where own set strength of dragon = 7 "
        f"if {condition} {{ do score 1 for actor }}"
    )

    assert int(expected) == points(body, board(s2="NB", s12="bDB"), "cast go wizard s12b")


def test_each_piece_once() -> None:
    """Pieces that move while they are listed do not come up twice."""
    body = spell("choose wizard w where own each piece x { do move x clockwise 1 }")
    state = short_position(game(body), board(s1="Rb", s2="NB", s3="RB", s10="D"), "b")

    state = state.play("cast go wizard s1b")
    assert ["s11", "s3", "s4"] == [
        state.pieces[name] for name in ("dragon", "boulder.1", "boulder.2")
    ]


def test_positions_tell_equal_pieces_apart() -> None:
    """A line says which boulder is where if their order is not that of the board."""
    body = spell("choose piece x do move x clockwise 5")
    state = short_position(game(body), board(s1="Rb", s3="RB", s5="RB"), "b")
    state = state.play("cast go piece boulder.1")

    assert ("s8", "s5") == (state.pieces["boulder.1"], state.pieces["boulder.2"])
    assert " pieces=boulder:2.1 " in str(state)
    assert state == state.game.position(str(state))
    with pytest.raises(BadPosition, match="pieces="):
        state.game.position(str(state).replace("boulder:2.1", "boulder:1"))
    with pytest.raises(BadPosition, match="not a piece"):
        state.game.position(str(state).replace("boulder:2.1", "rock:1"))
    with pytest.raises(BadPosition, match="more"):
        state.game.position(str(state).replace("/RB/", "/RBDD/"))


@pytest.mark.parametrize("players", [2, 6])
def test_both_back_ends_agree(players: int) -> None:
    """Random games are the same on both back ends, and every position can be written and read."""
    body = (
        EVENTS
        + "memory prey = piece\nmemory anger = 0 for each piece\n"
        + "rule t { on tower t lands on s do place boulder on s set prey = first piece on s "
        + "do add 1 to anger of first piece on s }"
        + "rule u { on turn begins choose piece x where visible else { } do move x clockwise 2 }"
    )
    made = game(body)
    assert Trails(made.engine(players), 1).first_difference(1, 200) is None

    chance, state = random.Random(1), made.start(players, seed=1)
    for _ in range(60):
        state = state.play(chance.choice(state.options))
        assert state == made.position(str(state))


def test_pictures_show_them() -> None:
    """Letters in the text board and in the picture, with a key."""
    state: State = game().start(2)
    names = {"D": "dragon", "B": "boulder"}
    text = draw(state.board, colour=False, ground_shields=(), letters="by", pieces=names)
    root = ET.fromstring(svg(state.board, ground_shields=(), letters="by", pieces=names))
    tokens = [
        g for g in root.iter("{http://www.w3.org/2000/svg}g") if g.get("data-kind") == "piece"
    ]

    assert "D dragon   B boulder" in text
    assert 3 == len(tokens)
    assert "Space 10: dragon." in ET.tostring(root, "unicode")


def codes(pieces: str, body: str = "") -> list[str]:
    """Return what the checks find."""
    made = open_ruleset(source(body, pieces)).compile()
    assert made is not None
    return [found.code for found in made.diagnostics]


USE = "rule r { on turn begins each piece x { do move x clockwise 1 } }"


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        ("piece dragon on space 16", ["off-the-ring"]),
        ("piece dragon 2 on spaces 1..3", ["out-of-range"]),
        ("piece dragon 33", ["out-of-range"]),
        ("piece dragon 0", ["out-of-range"]),
        ("piece dragon { code d }", ["bad-code"]),
        ("piece dragon { code K }", ["bad-code"]),
        ("piece dragon { code X } piece goat { code X }", ["clashing-codes"]),
        ("piece dragon { on space 1 on space 2 }", ["duplicate-clause"]),
        ("piece own", ["already-defined"]),
        ("piece castle", ["already-defined"]),
        ("memory goat = 0 piece goat", ["already-defined", "unused-definition"]),
        ("piece keep piece ketchup", []),  # letters are found for them: E and T
    ],
)
def test_mistakes_in_definitions(pieces: str, expected: list[str]) -> None:
    """Spaces, numbers, letters and names are checked."""
    assert sorted(expected) == sorted(codes(pieces, USE))


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("", ["unused-definition", "unused-definition"]),
        (USE + "rule q { on turn begins do move boulder clockwise 1 }", ["type-error"]),
        (USE + "rule q { on goat lands on p do score 1 for active }", ["unknown-event"]),
        (USE + "rule q { on dragon sits on p do score 1 for active }", ["unknown-event"]),
        (USE + "rule q { on turn begins do move goat clockwise 1 }", ["unknown-name"]),
        (
            USE + "memory m = piece followed rule q { on turn begins set m = dragon }",
            ["type-error"],
        ),
    ],
)
def test_mistakes_in_rules(body: str, expected: list[str]) -> None:
    """A piece that is unknown, one of several, or never used."""
    found = [code for code in codes(PIECES, body) if code != "unused-definition" or not body]

    assert expected == found


def test_layers_change_pieces() -> None:
    """A house rule moves the start of a piece, gives it another letter, or takes it away."""

    def made(body: str) -> Game:
        text = f"ruleset late {{ extends dragon\n{body}\n}}"
        return load(SourceFile("late.wtr", text))

    assert {"dragon": "s4"} == made("override piece dragon on space 4").start(2).pieces
    rules = open_ruleset(
        SourceFile("late.wtr", "ruleset late { extends dragon\nremove piece dragon }")
    )
    compiled = rules.compile()
    assert compiled is not None
    assert "unknown-name" in [found.code for found in compiled.diagnostics]


def test_changes_are_listed() -> None:
    """`validate` says where a piece starts."""
    compiled = open_ruleset(source(USE)).compile()
    base = open_ruleset("en-capstone").compile()
    assert compiled is not None
    assert base is not None
    found = {
        title_of(change): change_text(change, Texts("en"))
        for change in changes(compiled.rules, base.rules)
    }

    assert "added: 3 on spaces 3, 12" == found["piece boulder"]


def test_a_ban_on_a_piece_is_seen_to_take_effect() -> None:
    """Playing a ruleset to check it finds that a rule stops the dragon."""
    body = "rule ban { forbid dragon lands on p when castle is on p }"
    body += "rule r { on turn begins do move dragon clockwise 1 }"

    assert "ban" in fired([game(body)], 1, 1)


def test_a_memory_for_each_piece_needs_no_piece():
    """Without pieces such a memory has no values, and both back ends play."""
    counting = game(
        "memory anger = 0 for each piece\n"
        "rule d { on turn begins each piece x { do add 1 to anger of x } }\n",
        pieces="",
    )

    assert 0 < counting.native(2).playouts(seed=1, games=3)
