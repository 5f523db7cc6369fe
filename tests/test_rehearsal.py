"""Playing a house rule before game night finds what its text does not show."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from tests.validation.bombs import BOMBS
from wtrules.backends.native import Native
from wtrules.diagnostics import Severity, report
from wtrules.diagnostics.manual import page
from wtrules.game.fired import fired
from wtrules.game.game import Game
from wtrules.game.load import load
from wtrules.program.from_rules import CannotCompile, program
from wtrules.program.program import Program
from wtrules.program.state import ON_TABLE
from wtrules.source import SourceFile
from wtrules.validation.idle import idle_rules
from wtrules.validation.probes import Probes
from wtrules.validation.rehearsal import play_games, rehearse
from wtrules.validation.work import games_for, work_of


def found(body: str, base: bool = True) -> list[tuple[str, Severity]]:
    """Return what a few games for two players find, without the variants on offer."""
    text = f"ruleset odd {{ extends en-capstone  players 2\n{body}\n}}"
    game = load(SourceFile("odd.wtr", text))

    def as_it_stands(variants: Sequence[str]) -> Game | None:
        return None if variants else game

    base_game = load("en-capstone") if base else None
    faults = rehearse(game.rules, as_it_stands, base_game, lambda _: None, games=30)
    return [(fault.code, fault.severity) for fault in faults]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("", []),
        ("rule r { on turn begins  do score 1 for active }", []),
        (
            "remove rule end.finish_round  remove rule end.stalled",
            [("game-without-end", Severity.ERROR)],
        ),
        ("remove rule end.winner", [("no-winner", Severity.WARNING)]),
        (
            "rule r { on turn begins  when home of active > 90  do score 1 for active }",
            [("idle-rule", Severity.WARNING)],
        ),
        (
            'spell unseen { name en "Unseen"  cost 1  when castable_now  do draw 1 cards for actor }',
            [("idle-rule", Severity.WARNING)],
        ),
        (
            "override rule game { perform setup  repeat { round { do score 1 for active } } }",
            [("never-asks", Severity.ERROR)],
        ),
    ],
)
def test_what_playing_finds(body: str, expected: list[tuple[str, Severity]]) -> None:
    """Endless games, games nobody wins and idle rules are found; a sound rule gives no report."""
    assert expected == found(body)


def why(body: str) -> list[str]:
    """Return the help of each idle rule, for two players."""
    text = f"ruleset odd {{ extends en-capstone  players 2\n{body}\n}}"
    game = load(SourceFile("odd.wtr", text))
    faults = idle_rules(game.rules, game, lambda _: None)
    return [fault.help[0] for fault in faults if fault.code == "idle-rule"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (  # four faces would be needed for a five
            "override die.faces = 4  rule r { on player p rolls die  when p is active and roll = 5"
            "  do score 1 for p }",
            r"`roll = 5` was never true in [\d,]+ evaluations in which everything before it was "
            r"true; the highest `roll` was 4",
        ),
        (  # five wizards each, so nobody has six at home
            "rule r { on turn ends  if home of active > 5 { do score 1 } }",
            r"`home of active > 5` was never true in [\d,]+ evaluations; "
            r"the highest `home of active` was [45]",
        ),
        (  # the castle is never without a space
            "rule r { on turn ends  when total home of q for player q < 0  do score 1 }",
            r".*; the lowest `total home of q for player q` was 0",
        ),
        (  # the case that `else { }` swallows: at most six stand on one surface
            "rule r { on turn ends  choose wizard w where own and number of wizards on place of w > 6"
            "  else { }  do move w clockwise 1 }",
            r"`number of wizards on place of w > 6` was never true for anything to choose "
            r"in [\d,]+ evaluations",
        ),
        (  # no tower goes onto the castle
            "rule r { on turn ends  let t = first tower  do put t on castle }",
            r"`do put t on castle` was never possible in [\d,]+ evaluations",
        ),
        (
            "rule r { on player p scores points  do score 1 for p }",
            "it was never reached: its event never happened, or no rule performed it",
        ),
        (
            'spell unseen { name en "Unseen"  cost 1  when castable_now  do draw 1 cards }',
            r"`s is laid_out` was never true in [\d,]+ evaluations",
        ),
        (  # two players have six flasks each
            'spell dear { name en "Dear"  cost 7  when castable_now  do draw 1 cards }'
            "  add to spells.laid_out = dear",
            r"`cost of s <= full_flasks of actor` was never true in [\d,]+ evaluations in which "
            r"everything before it was true; the highest `full_flasks of actor` was \d, "
            r"the lowest `cost of s` was 7",
        ),
    ],
)
def test_why_a_rule_did_nothing(body: str, expected: str) -> None:
    """The condition that was never true, how often it was evaluated, and how close it came."""
    (reason,) = why(body)
    assert re.fullmatch(expected, reason), reason


@pytest.mark.parametrize(
    "body",
    [
        "rule r { on turn ends  if home of active > 5 { do score 1 } else { do score 2 } }",
        "rule r { on turn ends  choose wizard w where own and visible  else { }  do move w clockwise 1 }",
        "rule r { on turn ends  may { choose tower t  do move t clockwise 1 } }",
        "rule r { on turn ends  perform s }  rule s { choose tower t  else { }  do move t clockwise 1 }",
        # Cards that lie elsewhere than in a hand.
        """deck omens 6 { 6 x sign }  card sign { name en "sign" }
        rule open { on setup ends  do reveal 2 cards from omens }
        rule r { on turn ends  may { choose card c from omens where revealed  do score 1 } }""",
        # Three flasks are more than random players have at once, if there are cheaper spells.
        'spell dear { name en "Dear"  cost 3  when castable_now  do draw 1 cards }'
        "  add to spells.laid_out = dear",
    ],
)
def test_what_does_something_is_not_idle(body: str) -> None:
    """A rule with an effect in some game is not reported, however rare it is."""
    assert [] == why(body)


def test_a_card_that_moves_what_it_has_named_does_something() -> None:
    """What an action returns is kept in a variable; the action has its effect all the same."""
    assert [] == why(
        """deck events 2 { 2 x storm 3 }
        card storm(number n) { name en "storm"  let t = random tower u where topmost
          do move t clockwise n }
        rule happen { on round begins  do reveal events  perform revealed of events }"""
    )


@pytest.mark.slow
def test_probes_change_nothing() -> None:
    """Rules that count play the same games."""
    body = """spell far { name en "Far"  cost 1  when castable_now  do draw 1 cards }
      rule r { on wizard w lands on p  when roll > 3  choose tower t where topmost  else { }
        do move t clockwise 1 }
      rule s { on turn ends  if home of active > 0 { do draw 1 cards } else { do score 1 } }
      add to spells.laid_out = far"""
    game = load(SourceFile("odd.wtr", f"ruleset odd {{ extends en-capstone\n{body}\n}}"))
    meaning = Probes(game.meaning).counting(
        {("rule", "r"), ("rule", "s"), ("spell", "far"), ("card", "wizard")}
    )
    plain, counting = game.program(3), program(game.rules, meaning, 3)
    (one, lengths), (two, others) = Native(plain).finals(1, 20), Native(counting).finals(1, 20)
    assert lengths == others
    for name in (field.name for field in plain.fields.values() if field.role in ON_TABLE):
        for a, b in zip(Native(plain).unpack(one), Native(counting).unpack(two), strict=True):
            assert _field(plain, a, name) == _field(counting, b, name)


def _field(program: Program, state: Sequence[int], name: str) -> Sequence[int]:
    field = program.fields[name]
    return state[field.offset : field.offset + field.size]


def test_what_is_usual_is_not_reported() -> None:
    """Random players lose the solo game; a house rule is not to blame for it."""
    solo = load("en-capstone", ["solo"])
    faults = list(rehearse(solo.rules, lambda _: solo, solo, lambda _: None, games=20))

    assert play_games(solo, 1, 20).often_unwon
    assert [] == faults


def test_large_rules_are_played_in_part(monkeypatch: pytest.MonkeyPatch) -> None:
    """When much has been played, the other numbers of players and variants are left out, with a note."""
    game = load("en-capstone")
    monkeypatch.setattr("wtrules.validation.rehearsal.MOST_WORK", 1000)
    faults = list(rehearse(game.rules, lambda _: game, None, lambda _: None, games=10))

    assert ["partly-played"] == [fault.code for fault in faults]
    assert "only 1 of " in faults[0].message
    assert faults[0].severity is Severity.NOTE


def test_rules_too_large_for_probes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is said to do nothing if too few games could be played with what is counted."""
    idle = "rule r { on turn begins  when home of active > 90  do score 1 for active }"
    monkeypatch.setattr("wtrules.validation.counted.MOST_WORK", 1000)

    assert [("partly-played", Severity.NOTE)] == found(idle)


def test_a_way_to_play_that_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    """A variant or number of players with which the rules cannot be compiled is reported."""
    fault = report("rules-too-large", load("en-capstone").rules.span, most=1)

    def too_large(*_: object) -> None:
        raise CannotCompile(fault)

    monkeypatch.setattr("wtrules.validation.rehearsal.play_games", too_large)

    assert [("rules-too-large", Severity.ERROR)] == found("")


def test_slow_rules_are_played_less_often() -> None:
    """Three loops over 50 spaces are run in fewer games, and count for more."""
    text = BOMBS["triple_loop"].make(50)
    slow, fast = load(SourceFile("bomb.wtr", text)).program(2), load("en-capstone").program(2)

    assert 100 == games_for(fast, 100)
    assert 10 > games_for(slow, 100) >= 5
    assert 5 * work_of(fast, 100) < work_of(slow, 5)
    assert 3 == games_for(slow, 3)


@pytest.mark.slow
def test_bans_are_asked_only_if_wanted() -> None:
    """Rules that only forbid something are left out where nobody asks for them."""
    game = load("en-capstone")
    every, others = fired([game], 5), fired([game], 5, with_bans=False)
    bans = {ban.rule for bans in game.program(2).notes.forbids.values() for ban in bans}

    assert bans & {*every}
    assert not bans & {*others}
    assert {*every} - bans == {*others}


@pytest.mark.parametrize(
    "code",
    [
        "game-without-end",
        "idle-option",
        "idle-rule",
        "idle-statement",
        "never-asks",
        "no-winner",
        "partly-played",
        "unchanging-memory",
    ],
)
def test_pages(code: str) -> None:
    """Each finding can be looked up; an error cannot be suppressed."""
    found = page(code)
    assert found is not None
    assert found.needs_play == (code != "never-asks")  # a short game finds that, too
    assert found.can_be_suppressed == (code != "never-asks")


@pytest.mark.parametrize(("players", "expected"), [("players 4..6", False), ("", True)])
def test_variants_for_other_numbers_of_players(players: str, expected: bool):
    """A house rule that says for how many it is, is not played with variants for one player."""
    text = f"ruleset odd {{ extends en-capstone {players} override board.capacity = 5 }}"
    tried: set[str] = set()
    faults = rehearse(
        load(SourceFile("odd.wtr", text)).rules,
        lambda variants: tried.update(variants),  # none of them can be played
        load("en-capstone"),
        lambda _: None,
    )

    assert [] == list(faults)
    assert expected == ("solo" in tried)
    assert "team" in tried
