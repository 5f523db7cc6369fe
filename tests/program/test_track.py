"""Tracks that are not a plain ring: the table `track` says what follows a space."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from tests.backends.trails import Trails
from tests.positions import short_position
from wtrules.board.draw import draw
from wtrules.board.svg import svg
from wtrules.game.game import Game, State
from wtrules.game.load import load
from wtrules.meaning.track import NOWHERE, Track
from wtrules.pipeline import open_ruleset
from wtrules.source import SourceFile

# From 5 straight to 9, and the ring is cut between 15 and 0.
SHAPE = """
table track {
  space | clockwise | counterclockwise
  5     | 9         | 4
  15    | none      | 14
  0     | 1         | none
}
"""
BARE = ["K", "R", "N", "R", "N", "R", "N", "R", "N", "R", *["."] * 6]


def source(body: str, shape: str = SHAPE) -> SourceFile:
    """Return a small house rule."""
    return SourceFile("shape.wtr", f"ruleset shape {{ extends en-capstone\n{shape}\n{body}\n}}")


def game(body: str = "", shape: str = SHAPE) -> Game:
    """Return the game of a small house rule."""
    return load(source(body, shape))


def board(**changed: str) -> str:
    """Return the start without wizards, with some spaces changed: `s5="Rb"`."""
    return "/".join(changed.get(f"s{i}", text) for i, text in enumerate(BARE))


def codes(body: str, shape: str) -> list[str]:
    """Return what the checks find."""
    made = open_ruleset(source(body, shape)).compile()
    assert made is not None
    return [found.code for found in made.diagnostics]


SPELL = """
spell go {{ name en "Go" cost 0 when castable_now
  choose wizard w where own and visible
  do {} }}
add to spells.laid_out = go
"""


@pytest.mark.parametrize(
    ("action", "start", "end"),
    [
        ("move w clockwise 1", 5, 9),
        ("move w clockwise 3", 4, 10),  # 5, 9, 10
        ("move w clockwise 2", 6, 8),  # the spaces beside the shortcut go on as before
        ("move w counterclockwise 2", 9, 7),  # the shortcut is one-way
        ("move w counterclockwise 3", 3, 0),
        ("put w on space of w + 2", 5, 10),
        ("put w on space of w - 2", 10, 8),
        ("put w on next place clockwise from w where not shielded", 5, 10),
    ],
)
def test_steps_follow_the_track(action: str, start: int, end: int) -> None:
    """Moves, `s + 2` and searches go the way of the table."""
    body = SPELL.format(action)
    before = {f"s{start}": (BARE[start] + "b").replace(".", "").replace("K", "")}
    castle = {"s1": "RK"} if start == 0 or end == 0 else {"s0": "K"}
    if castle == {"s1": "RK"}:
        before.setdefault("s0", ".")
    state = short_position(game(body), board(**{**castle, **before}), "b")

    after = state.play(f"cast go wizard s{start}b")

    assert "b" in after.board.top(end)


def test_nothing_moves_beyond_a_dead_end() -> None:
    """From 14 there is one step to the end of the track: a 1 is offered, a 2 is not."""
    rules = game()
    at = board(s14="b")

    assert "wizard s14b" in moves(with_card(rules, at, "w1"))
    assert "wizard s14b" not in moves(with_card(rules, at, "w2"))
    # Towers stop there as well: the one on 9 can go five steps, to 14, and with a die six, to 15.
    assert "tower s9" in moves(with_card(rules, at, "t5"))
    assert "tower s9" in moves(with_card(rules, at, "tdwd", roll=6))
    cut = game(shape=SHAPE.replace("15    | none      | 14", "13    | none      | 12"))
    assert "tower s9" not in moves(with_card(cut, at, "t5"))


def with_card(made: Game, at: str, card: str, roll: int | None = None) -> State:
    """Return the choice of what a card moves."""
    return short_position(made, at, "b", card=card, roll=roll).play(f"card {card}")


def moves(state: State) -> list[str]:
    """Return the moves of a position as text."""
    return [move.text for move in state.legal_moves]


def test_a_space_beyond_the_end_is_nothing() -> None:
    """`s + 2` at the end of the track is no space, and questions about it are answered with no."""
    body = """
    rule r { on wizard w lands on p
      if (space of p + 2) is known { do score 1 for active }
      if any wizard v on (space of p + 2) { do score 10 for active }
      if height of (space of p + 2) = 0 { do score 100 for active } }
    """
    points = {}
    for start in (12, 13):  # with a 1: to 13, two before the end, and to 14, one before it
        state = with_card(game(body), board(**{f"s{start}": "b", "s15": "y"}), "w1")
        points[start] = state.play(f"wizard s{start}b").numbers("points")[0]

    assert {12: 111, 13: 100} == points


def test_passing() -> None:
    """Three steps from 4 pass 5 and 9, and land on 10."""
    body = """
    rule r { on wizard w passes s do score 1 for active when index of s = 9 do score 10 for active }
    """
    state = with_card(game(body), board(s4="Nb"), "w3")

    assert 12 == state.play("wizard s4b").numbers("points")[0]


def test_no_way_past() -> None:
    """A rule that forbids passing a space is asked about the spaces of the track."""
    body = "rule r { forbid wizard w passes s when index of s = 7 }"
    state = with_card(game(body), board(s4="Nb", s6="Nb"), "w3")

    assert "wizard s4b" in moves(state)  # by way of 5 and 9
    assert "wizard s6b" not in moves(state)


def test_a_search_comes_through_each_space_once() -> None:
    """Clockwise from 4 there are 4, 5, 9 … 15; counterclockwise from 4 there are 4, 3, 2, 1, 0."""
    body = """
    spell count { name en "Count" cost 0 when castable_now
      choose wizard w where own
      do score number of spaces clockwise from w for actor
      each space s counterclockwise from w { do score 100 for actor } }
    add to spells.laid_out = count
    """
    state = short_position(game(body), board(s4="Nb"), "b")

    assert 9 + 500 == state.play("cast count wizard s4b").numbers("points")[0]


@pytest.mark.slow
def test_asking_along_the_track() -> None:
    """A loop with a decision in it goes the way of the track as well."""
    body = """
    spell ask { name en "Ask" cost 0 when castable_now
      choose wizard w where own
      each space s clockwise from w where index of s > 4 {
        either { option yes en "yes" do score index of s for actor } or { option no en "no" }
      } }
    add to spells.laid_out = ask
    """
    state = short_position(game(body), board(s4="Nb"), "b").play("cast ask wizard s4b")
    for _ in range(8):  # 5, 9, 10, 11, 12, 13, 14, 15
        state = state.play("yes")

    assert 89 == state.numbers("points")[0]
    assert "yes" not in moves(state)


def test_the_walks_of_a_track() -> None:
    """A loop with a tail: 0 1 2 3 4 and back to 2; counterclockwise a ring of all."""
    track = Track((1, 2, 3, 4, 2), (4, 0, 1, 2, 3))

    assert (0, 1, 2, 3, 4) == track.path(0, 1)
    assert 3 == track.lap(0, 1)
    assert [0, 1, 2, 3, 4, 2, 3, 4, 2] == [track.walk(0, steps) for steps in range(9)]
    assert 2 == track.walk(0, 2 + 3 * 1_000_000)
    assert 4 == track.walk(0, -1)
    assert 1 == track.distance(4, 2)
    assert 6 == track.distance(4, 0)  # there is no way

    end = Track((1, NOWHERE, 0), (NOWHERE, 0, 1))
    assert NOWHERE == end.walk(0, 2)
    assert NOWHERE == end.walk(0, -1)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 6])
def test_both_back_ends_agree(players: int) -> None:
    """Random games are the same on both back ends, also with a dead end."""
    body = """
    rule r { on wizard w passes s do score 1 for owner of w }
    rule q { on tower t lands on s
      do move (first wizard w on (s + 3)) counterclockwise 2 }
    """
    for shape in (SHAPE, SHAPE.replace("none ", "0    ").replace("none", "15")):
        made = game(body, shape)
        assert not made.program(players).board.track.is_ring
        assert Trails(made.engine(players), 1).first_difference(1, 300) is None


def test_a_plain_ring_costs_nothing() -> None:
    """Without the table there are no tables and functions of a track in the program."""
    program = load("en-capstone").program(2)

    assert program.board.track.is_ring
    assert not [name for name in (*program.tables, *program.functions) if "track" in name]


HEAD = "space | clockwise | counterclockwise"


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (f"{HEAD}\n5 | 16 | 4", ["off-the-ring"]),
        (f"{HEAD}\n16 | 5 | 4", ["off-the-ring"]),
        (f"{HEAD}\n5 | left | 4", ["bad-cell"]),
        (f"{HEAD}\n5 | 6..9 | 4", ["bad-cell"]),
        (f"{HEAD}\nfive | 6 | 4", ["bad-cell"]),
        (f"{HEAD}\n5 | 9", ["ragged-table"]),
        ("from | to\n5 | 9", ["unknown-column", "unknown-column"]),
        ("space | clokwise\n5 | 9", ["unknown-column"]),
        (f"{HEAD}\n5 | 9 | 4\n5 | 8 | 4", ["table-overlap"]),
        (f"{HEAD}\n5 | 6 | 4", ["useless-clause"]),
        ("space | clockwise\n5 | 9", []),
        ("space | counterclockwise\n9 | none", []),
        (f"{HEAD}\n1..3 | 0 | none", []),
    ],
)
def test_mistakes_are_reported(rows: str, expected: list[str]) -> None:
    """Spaces that do not exist, unknown columns, two rows for a space, and a table for nothing."""
    assert expected == codes("", f"table track {{\n{rows}\n}}")


TWO_RINGS = "0 | 1 | 15\n15 | 0 | 14\n16 | 17 | 19\n19 | 16 | 18"
MORE = "override board.spaces = 20"
PUT = "rule r { on wizard w lands on p when space of p = space 4 do put w on space 16 }"


@pytest.mark.parametrize(
    ("body", "rows", "expected"),
    [
        ("", "5 | 5 | 4", ["no-way-out"]),
        ("", "5 | 9 | 5", ["no-way-out"]),
        ("", "9 | 5 | 8", ["no-way-out"]),  # into 5 to 9 from 4, and never out
        ("", "9 | none | 8", []),  # a declared dead end
        ("", "6 | 11 | 5", []),
        ("", "5 | 6 or 13 | 4", []),
        ("", "5 | 6 or 5 | 4", ["no-way-out"]),
        (MORE, TWO_RINGS, ["unreachable-space"]),
        (MORE + PUT, TWO_RINGS, []),
        (MORE + PUT, TWO_RINGS.replace("15 | 0 | 14\n", ""), ["no-way-out"]),
        (MORE, TWO_RINGS + "\n4 | 5 or 16 | 3", ["no-way-out"]),
        (MORE, "4 | 5 or 16 | 3\n15 | 0 | 14\n0 | 1 | 15\n19 | 8 | 18\n16 | 17 | 4", []),
    ],
)
def test_tracks_that_strand_pieces(body: str, rows: str, expected: list[str]) -> None:
    """Spaces that lead to themselves, ways in without a way out, spaces that nobody comes to."""
    assert expected == codes(body, f"table track {{\n{HEAD}\n{rows}\n}}")


def test_rules_do_not_read_the_table() -> None:
    """The way on is `s + 1`, which also knows the spaces that the table does not list."""
    body = "rule r { on turn begins do score track.clockwise at 5 for active }"

    assert ["type-error"] == codes(body, SHAPE)


def test_layers_change_the_track() -> None:
    """A house rule can add rows to a track, and remove it."""
    inner = SourceFile(
        "shape.wtr",
        "ruleset shape { extends rope-bridge\nadd to table track { 13 | 2 | 12 } }",
    )
    track = load(inner).program(2).board.track
    assert ((6, 11), (13, 2)) == track.links

    plain = SourceFile("plain.wtr", "ruleset plain { extends rope-bridge\nremove table track }")
    assert load(plain).program(2).board.track.is_ring


def test_pictures_show_the_ways() -> None:
    """An arrow for the shortcut, a bar for the cut, and words for both."""
    state = game().start(2)
    track = state.program.board.track
    drawn = ET.fromstring(svg(state.board, ground_shields=(), letters="by", track=track))
    (ways,) = (
        g for g in drawn.iter("{http://www.w3.org/2000/svg}g") if "ways" in g.get("class", "")
    )
    text = draw(state.board, colour=False, ground_shields=(), letters="by", track=track)

    assert 2 + 1 == len(list(ways))  # an arrow and its head, and one bar between 15 and 0
    assert "From space 5, the way clockwise leads to space 9." in ET.tostring(drawn, "unicode")
    assert "Space 15 is a dead end clockwise." in ET.tostring(drawn, "unicode")
    assert "↻ s5 → s9" in text
    assert "↻ s15 → ✕" in text


def test_separate_tracks_are_separate_rings() -> None:
    """A second track is drawn inside the first, with nothing to say about how either closes."""
    state = load("tunnels").start(2)
    drawn = svg(state.board, ground_shields=(), letters="by", track=state.program.board.track)

    assert 'class="ways' not in drawn
