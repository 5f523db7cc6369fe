"""Tracks with crossings and forks: `5 coming from 4 | 6`, `5 | 6 or 13`."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from tests.backends.trails import Trails
from tests.positions import short_position
from tests.program.test_track import SPELL, board, codes, game, moves, source, with_card
from wtrules.board.draw import draw
from wtrules.board.svg import svg
from wtrules.game.explain import explain
from wtrules.game.load import RulesetError, load
from wtrules.meaning.track import Track, track
from wtrules.source import SourceFile

# 0 1 … 7 and back to 0, then 8 … 15 and back to 0: seventeen steps around.
EIGHT = """
table track {
  space                 | clockwise | counterclockwise
  7                     | 0         | 6
  8                     | 9         | 0
  0 coming from 15 or 1 | 1         | 15
  0 coming from 7 or 8  | 8         | 7
  0                     | 1 or 8    | 15 or 7
}
"""
FORK = "table track {\nspace | clockwise\n5 | 6 or 13\n}"
AROUND = [6, 7, 0, *range(8, 16), 0, 1, 2, 3, 4, 5]


def shape_of(text: str) -> Track:
    """Return the track of a table."""
    return track(game(shape=text).rules)


def test_the_walks_of_an_eight() -> None:
    """A tour of an eight has seventeen steps: the crossing is passed twice, straight on."""
    eight = shape_of(EIGHT)

    assert tuple(AROUND) == eight.path(6, 1)
    assert [*AROUND[1:], 6, 7, 0] == [eight.walk(6, steps) for steps in range(1, 20)]
    assert [8, 0, 7, 6] == [eight.walk(9, -steps) for steps in range(1, 5)]
    assert 2 == eight.routes
    assert (1, 8) == (eight.walk(0, 1, 0), eight.walk(0, 1, 1))
    assert (15, 7) == (eight.walk(0, -1, 0), eight.walk(0, -1, 1))
    assert 11 == eight.distance(7, 1)  # 0, 8 … 15, 0, 1
    assert (1, 1) == (eight.distance(0, 1), eight.distance(0, 8))


@pytest.mark.parametrize(
    ("action", "start", "end"),
    [
        ("move w clockwise 3", 6, 8),  # 7, 0, 8
        ("move w clockwise 3", 14, 1),  # 15, 0, 1
        ("move w counterclockwise 3", 9, 7),  # 8, 0, 7
        ("move w counterclockwise 3", 2, 15),  # 1, 0, 15
        ("put w on space of w + 3", 6, 8),
        ("put w on space of w - 3", 2, 15),
        ("put w on next place q clockwise from w where index of space of q > 7", 6, 8),
    ],
)
def test_a_crossing_is_passed_straight_on(action: str, start: int, end: int) -> None:
    """Where a piece comes from says where it goes on, and nobody is asked."""
    body = SPELL.format(action)
    at = {"s0": ".", "s3": "RK", f"s{start}": "b"}
    if start in (2, 6):
        at[f"s{start}"] = "Nb"
    if start == 9:
        at["s9"] = "Rb"
    state = short_position(game(body, EIGHT), board(**at), "b")

    after = state.play(f"cast go wizard s{start}b")

    assert "b" in after.board.top(end)


def test_who_begins_on_the_crossing_chooses() -> None:
    """Two steps from 0 lead to 2 or to 9."""
    state = with_card(game(shape=EIGHT), board(s0="b", s3="RK"), "w2").play("wizard s0b")

    assert ["space s2", "space s9"] == moves(state)
    assert "b" in state.play("space s2").board.top(2)
    assert "b" in state.play("space s9").board.top(9)


def test_without_a_fork_a_move_begins_on_the_ring() -> None:
    """A crossing alone asks nobody: from 0, clockwise leads to 1."""
    shape = EIGHT.replace("  0                     | 1 or 8    | 15 or 7\n", "")
    state = with_card(game(shape=shape), board(s0="b", s3="RK"), "w2")

    assert "b" in state.play("wizard s0b").board.top(2)
    assert 1 == shape_of(shape).routes


def test_a_fork_is_a_choice_in_passing_too() -> None:
    """Three steps from 4 lead to 7 or to 14; from 6 only to 9."""
    made = game(shape=FORK)
    state = with_card(made, board(s4="Nb"), "w3").play("wizard s4b")

    assert ["space s7", "space s14"] == moves(state)
    assert "b" in state.play("space s14").board.top(14)
    assert "b" in with_card(made, board(s6="Nb"), "w3").play("wizard s6b").board.top(9)


def test_a_shortcut_for_those_who_begin_there() -> None:
    """`5 coming from 4` goes on to 6; a move that begins on 5 goes to 13."""
    shape = "table track {\nspace | clockwise\n5 | 13\n5 coming from 4 | 6\n}"
    made = game(shape=shape)

    assert "b" in with_card(made, board(s4="Nb"), "w2").play("wizard s4b").board.top(6)
    assert "b" in with_card(made, board(s5="Rb"), "w2").play("wizard s5b").board.top(14)


def test_only_possible_ways_are_offered() -> None:
    """A way that a rule forbids is not offered; if one is left, nobody is asked."""
    lands = "rule r { forbid wizard w lands on p when index of space of p = 7 }"
    passes = "rule r { forbid wizard w passes s when index of s = 13 }"
    for body, end in ((lands, 14), (passes, 7)):
        state = with_card(game(body, FORK), board(s4="Nb"), "w3").play("wizard s4b")
        assert "b" in state.board.top(end)
    both = lands + passes.replace("rule r", "rule q")
    assert "wizard s4b" not in moves(with_card(game(both, FORK), board(s4="Nb"), "w3"))


def test_two_ways_to_one_space() -> None:
    """They are one choice; the first way that no rule forbids is taken."""
    shape = "table track {\nspace | clockwise\n3 | 4 or 5\n4 | 6\n}"
    count = "rule c { on wizard w passes s do score index of s for active }"
    barred = "rule f { forbid wizard w passes s when index of s = 4 }"
    for body, passed in ((count, 4), (count + barred, 5)):
        after = with_card(game(body, shape), board(s3="Rb"), "w2").play("wizard s3b")
        assert "b" in after.board.top(6)
        assert passed == after.numbers("points")[0]


def test_passing_the_crossing() -> None:
    """Four steps from 6 pass 7, 0 and 8."""
    body = "rule r { on wizard w passes s do score 1 + index of s for active }"
    state = with_card(game(body, EIGHT), board(s0=".", s6="Nb", s3="RK"), "w4")

    assert 8 + 1 + 9 == state.play("wizard s6b").numbers("points")[0]


def test_searches_come_through_each_space_once() -> None:
    """All sixteen spaces are found, in the order of the tour."""
    body = """
    spell count { name en "Count" cost 0 when castable_now
      choose wizard w where own
      do score number of spaces clockwise from w for actor
      do score 100 * index of (first space s clockwise from w where index of s > 7) for actor }
    add to spells.laid_out = count
    """
    state = short_position(game(body, EIGHT), board(s0=".", s6="Nb", s3="RK"), "b")

    assert 16 + 800 == state.play("cast count wizard s6b").numbers("points")[0]


@pytest.mark.slow
@pytest.mark.parametrize("shape", [EIGHT, FORK, EIGHT.replace("15 or 7", "none")])
@pytest.mark.parametrize("players", [2, 5])
def test_both_back_ends_agree(shape: str, players: int) -> None:
    """Random games are the same on both back ends, with reactions that move pieces as well."""
    body = """
    rule r { on wizard w passes s do score 1 for owner of w }
    rule q { on tower t lands on s
      do move (first wizard w on (s + 3)) counterclockwise 2 }
    """
    made = game(body, shape)
    assert Trails(made.engine(players), 1).first_difference(1, 200) is None


def test_no_choice_while_a_piece_is_on_its_way() -> None:
    """A move that may need a choice cannot react to passing."""
    body = "rule r { on wizard w passes s do move (first wizard v on s) clockwise 1 }"

    with pytest.raises(RulesetError, match="each `move` may ask which way to go"):
        game(body, FORK)
    game(body, FORK.replace("6 or ", ""))


def test_why_a_move_is_not_legal() -> None:
    """Forks do not hide the rule that forbids a move."""
    state = with_card(game(shape=FORK), board(s3="RK", s0="b"), "t1")

    assert ("castle.no_tower_on_top",) == explain(state, "tower s2").rules


HEAD = "space | clockwise"


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (f"{HEAD}\n5 | 6 or 16", ["off-the-ring"]),
        (f"{HEAD}\n5 coming from 16 | 6", ["off-the-ring"]),
        (f"{HEAD}\n5 | 6 or 6", ["bad-cell"]),
        (f"{HEAD}\n5 coming from 4 or 4 | 7", ["bad-cell"]),
        (f"{HEAD}\n5 coming from 4 | 7\n5 coming from 4 | 8", ["table-overlap"]),
        (f"{HEAD}\n5 coming from 12 | 13", ["useless-clause"]),
        (f"{HEAD}\n5, 6, 7, 8, 9 | 1 or 2", ["rules-too-large"]),
        (f"{HEAD}\n5, 6, 7, 8 | 1 or 2", []),
        (f"{HEAD}\n5 coming from 4 | 7\n5 | 8", []),
    ],
)
def test_mistakes_are_reported(rows: str, expected: list[str]) -> None:
    """Spaces that do not exist, ways that are named twice, rows for nobody, too many forks."""
    found = [code for code in codes("", f"table track {{\n{rows}\n}}") if code != "no-way-out"]
    assert expected == sorted(found)


def test_other_tables_have_no_ways() -> None:
    """`or` and `coming from` are about spaces."""
    table = "table pay { level | coins\n1 coming from 2 | 3 or 4 }"
    rule = "rule r { on turn begins do score pay.coins at 1 for active }"

    assert ["bad-cell", "bad-cell"] == codes(table + rule, "")


def test_coming_is_still_a_name() -> None:
    """The new word is a keyword only behind the number of a space."""
    body = """
    storm { coming 2 }
    memory coming = 0
    rule r { on turn begins set coming = storm.coming do score coming for active }
    """
    assert 2 == load(source(body, "")).start(2).numbers("points")[0]
    table = "table pay { word | coins\n going | 5\n coming | 3 }"
    assert not [code for code in codes(table, "") if code != "unused-definition"]


def test_layers_add_a_crossing() -> None:
    """A house rule can add the row of a crossing to a track."""
    inner = SourceFile(
        "shape.wtr",
        "ruleset shape { extends rope-bridge\n"
        "add to table track { 11 coming from 6 | 13 | 5\n 12 | 13 or 2 | 11 } }",
    )
    made = load(inner).program(2).board.track
    assert made is not None
    assert 13 == made.walk(5, 3)  # 6, 11, 13
    assert 12 == made.walk(11, 1)


def test_pictures_show_an_eight() -> None:
    """Two loops that cross in the middle; words and signs say how it goes on."""
    state = game(shape=EIGHT).start(2)
    track = state.program.board.track
    drawn = svg(state.board, ground_shields=(), letters="by", track=track)
    text = draw(state.board, colour=False, ground_shields=(), letters="by", track=track)

    assert "An eight of 16 spaces: two loops that cross on space 0." in drawn
    assert "Coming from space 7, the way clockwise leads from space 0 to space 8." in drawn
    assert "From space 0, the way clockwise leads to space 1 or 8." in drawn
    assert 1 == drawn.count('class="course"')
    assert "↻ s7 ↔ s0 ↔ s8" in text
    assert "↻ s0 → s1,s8" in text


def test_pictures_show_a_fork() -> None:
    """An arrow for the way that a ring does not have."""
    state = game(shape=FORK).start(2)
    drawn = ET.fromstring(
        svg(state.board, ground_shields=(), letters="by", track=state.program.board.track)
    )
    (ways,) = (
        g for g in drawn.iter("{http://www.w3.org/2000/svg}g") if "ways" in g.get("class", "")
    )

    assert 2 == len(list(ways))  # from 5 to 13, and its head


def test_rings_that_a_fork_connects_are_separate_rings() -> None:
    """An inner ring is drawn inside, with an arrow to it and one from it."""
    shape = """
    table track { space | clockwise | counterclockwise
      0  | 1        | 15
      15 | 0        | 14
      4  | 5 or 16  | 3
      16 | 17       | 19
      19 | 16 or 12 | 18 }
    """
    state = game("override board.spaces = 20", shape).start(2)
    drawn = ET.fromstring(
        svg(state.board, ground_shields=(), letters="by", track=state.program.board.track)
    )
    (ways,) = (
        g for g in drawn.iter("{http://www.w3.org/2000/svg}g") if "ways" in g.get("class", "")
    )

    assert 4 == len(list(ways))  # two arrows and their heads
