"""Playing finds the parts of rules that do nothing, although their rules do something."""

from __future__ import annotations

import pytest

from wtrules.diagnostics import Diagnostic
from wtrules.game.load import load
from wtrules.source import SourceFile
from wtrules.validation.idle import idle_rules

FLASKS = "(empty_flasks of active) + (full_flasks of active)"  # never more than six


def faults(body: str) -> list[Diagnostic]:
    """Return what games for two players find."""
    text = f"ruleset odd {{ extends en-capstone  players 2\n{body}\n}}"
    game = load(SourceFile("odd.wtr", text))
    return list(idle_rules(game.rules, game, lambda _: None))


def found(body: str) -> list[tuple[str, str]]:
    """Return the codes, each with the first words at its place."""
    places = [(f.code, f.primary.span.flat_text if f.primary else "") for f in faults(body)]
    return [(code, " ".join(text.split()[:3])) for code, text in places]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("statements", "expected"),
    [
        (
            f"do score 1  if {FLASKS} > 6 {{ do score 2 }}",
            ("idle-statement", "if (empty_flasks of"),
        ),
        (
            f"if {FLASKS} < 7 {{ do score 1 }} else {{ do score 22  do score 3 }}",
            ("idle-statement", "do score 22"),
        ),
        # What follows from it is not reported again.
        (
            f"do score 1  when {FLASKS} > 6  do score 2  if home of active > 1 {{ do score 3 }}",
            ("idle-statement", "when (empty_flasks of"),
        ),
        (
            f"do score 1  each player q where {FLASKS.replace('active', 'q')} > 6 {{ do score 22 }}",
            ("idle-statement", "do score 22"),
        ),
        (
            f"either {{ option a  when {FLASKS} > 6  do score 1 }}"
            " or { option b  do score 2 } or { option c  do score 3 }",
            ("idle-option", "option a when"),
        ),
        (
            f"set owned = {FLASKS} + (spent_flasks of active)  if owned > 5 {{ do score 1 }}",
            ("unchanging-memory", "memory owned ="),
        ),
    ],
)
def test_what_does_nothing(statements: str, expected: tuple[str, str]) -> None:
    """A part of a rule that never does anything is found, and only the first of several in a row."""
    memory = "memory owned = 6" if "owned" in statements else ""
    assert [expected] == found(f"{memory}\nrule r {{ on turn begins\n{statements}\n}}")


@pytest.mark.slow
@pytest.mark.parametrize(
    "body",
    [
        # Another house rule, or a variant, may change a setting.
        "rule r { on turn begins  do score 1  if board.capacity < 4 { do score 2 } }",
        # The conditions are met in few games, or there is hardly any occasion for them.
        "rule r { on turn begins  do score 1  if home of active = 4 { do score 2 } }",
        "memory n = 0  rule r { on turn begins  set n = n + 1"
        f"  if n = 90 {{ if {FLASKS} > 6 {{ do score 1 }} }} }}",
        # It has the same value at the end of each turn, and another one in between.
        "memory n = 0  rule r { on turn begins  set n = 1  do score n  set n = 0 }",
        "memory n = 0  rule r { on turn begins  do add 1 to n  set n = n  do score n }",
        # It is set to something else where that cannot be counted.
        "memory n = 0  rule r { on turn begins  do score n  if n = 0 { set n = 0 }"
        "  if home of active > 2 { may { choose tower t  do move t clockwise 1  set n = 1 } } }",
        "memory last = player  rule r { on turn begins  if last is known { do score 1 }  set last = active }",
        "rule r { on turn begins  either { choose tower t  do move t clockwise 1 } or { option b  do score 1 } }",
    ],
)
def test_what_does_something(body: str) -> None:
    """A part that may do something under other rules, or is only rare, is not reported."""
    assert [] == found(body)


@pytest.mark.slow
def test_a_rule_that_offers_spells() -> None:
    """What counts when a spell is offered is no part of the rule that offers it."""
    assert [("idle-statement", "if (empty_flasks of")] == found(
        'spell one { name en "One"  cost 1  when castable_now  do draw 1 cards }'
        "  add to spells.laid_out = one"
        f"  rule r {{ on turn begins  do score 1  if {FLASKS} > 6 {{ do score 2 }}"
        "  may { choose spell s where castable  do score 1 } }"
    )


@pytest.mark.slow
def test_what_happens_only_with_a_variant() -> None:
    """A part of a rule that does something with a variant on offer is not reported."""
    text = """ruleset odd { extends en-capstone  players 2
      memory strict = not yes
      rule r { on turn begins  do score 1  if strict { do score 2 } }
      variant stiff { rule s { on turn begins  set strict = yes } }
    }"""
    game = load(SourceFile("odd.wtr", text))
    assert ["idle-statement"] == [x.code for x in idle_rules(game.rules, game, lambda _: None)]
    stiff = load(SourceFile("odd.wtr", text), variants=["stiff"])
    assert [] == list(idle_rules(game.rules, game, lambda _: None, [stiff]))


@pytest.mark.slow
def test_parts_that_do_not_follow_from_each_other() -> None:
    """Two parts of a rule that do nothing, each for a reason of its own, are both reported."""
    first = f"if {FLASKS} > 6 {{ do score 1 }}"
    second = f"if {FLASKS} < 7 {{ do score 2 }} else {{ do score 33 }}"
    expected = [("idle-statement", "if (empty_flasks of"), ("idle-statement", "do score 33")]
    assert expected == found(f"rule r {{ on turn begins\n{first}\n{second}\n}}")


@pytest.mark.slow
def test_the_help_has_the_evidence() -> None:
    """The help says how close a condition came, and how often something might have been reached."""
    close = faults(f"rule r {{ on turn begins  do score 1  if {FLASKS} > 6 {{ do score 2 }} }}")
    assert "was 6" in close[0].help[0]
    never = faults(
        f"rule r {{ on turn begins  if {FLASKS} < 7 {{ do score 1 }} else {{ do score 2 }} }}"
    )
    assert "never reached, although" in never[0].help[0]
