"""When two programs are the same but for names and ways to write it, and when they only look alike."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from attrs import evolve

from wtrules.backends.reference import Reference
from wtrules.cli import main
from wtrules.editions.changes import EvidenceKind, Grade
from wtrules.editions.compare import compare
from wtrules.editions.differences import Report
from wtrules.editions.report.text import text
from wtrules.editions.sides import open_side
from wtrules.game.load import load
from wtrules.program import program as p
from wtrules.program.program import Program
from wtrules.prove.normal_form import NormalForm
from wtrules.prove.same import same_options, same_program
from wtrules.source import SourceFile

TOWER = "override rule castle.no_tower_on_top { forbid tower t lands on s when %s }"


def house(changes: str, players: int = 2) -> Program:
    """Return the program of the Capstone game with some changes."""
    return load(SourceFile("h.wtr", f"ruleset h {{ extends en-capstone {changes} }}")).program(
        players
    )


def base(players: int = 2) -> Program:
    return load("en-capstone").program(players)


@pytest.mark.parametrize(
    "condition",
    [
        "castle is on s or (castle is on s and players > 1)",
        "castle is on s and (castle is on s or any wizard on top of s)",
        "not (castle is not on s)",
        "not (castle is not on s and castle is not on s)",
        "(castle is on s and home of active > 1) or castle is on s",
        "castle is on s and not (1 > 2)",
    ],
)
def test_a_condition_in_other_words(condition: str):
    """The castle is on a space, however long it takes to say so."""
    assert same_program(base(), house(TOWER % condition))


@pytest.mark.parametrize(
    "condition",
    [
        "castle is on s or (castle is on s and any wizard on top of s) or home of active > 2",
        "castle is on s and (castle is on s or any wizard on top of s) and home of active > 0",
        "castle is not on s",
        "castle is on s and home of active < 3",
        "castle is on s or home of active > 100 or home of active < 0",
    ],
)
def test_a_condition_that_asks_for_something_else(condition: str):
    """What is only true as long as numbers stay in their bounds is not the same program either."""
    assert not same_program(base(), house(TOWER % condition))


def test_conditions_in_another_order():
    """It is one to the table which of two reasons is named first."""
    one, two = "castle is on s or home of active > 2", "home of active > 2 or castle is on s"

    assert same_program(house(TOWER % one), house(TOWER % two))


def test_other_bounds_of_the_same_number():
    """More than two wizards are three or more."""
    one, two = "home of active > 2", "not (3 > home of active)"

    assert same_program(house(TOWER % one), house(TOWER % two))


def test_a_definition_of_its_own():
    """A condition that has a name is the condition."""
    named = "define taken of space s = castle is on s and home of active > 1"
    one = house(TOWER % "castle is on s and home of active > 1")
    two = house(f"{named} {TOWER % 'taken of s'}")

    assert same_program(one, two)


def test_a_memory_with_another_name():
    """What a rule remembers is the same by any name; how much of it is not."""
    rules = """memory %s = %s
      rule extra { on turn begins when home of active > 0 set %s = 1 do draw %s cards }"""
    one, two = (house(rules % (name, 0, name, name)) for name in ("luck", "fortune"))

    assert same_program(one, two)
    assert not same_program(one, house(rules % ("luck", 2, "luck", "luck")))


def test_decisions_that_cannot_differ():
    """Where the castle may stop changes which towers may move, and no card or roll."""
    one, two = base(), house(TOWER % "castle is not on s")
    names = {decision.name: number for number, decision in enumerate(two.decisions)}
    alike = {
        decision.name: same_options(one, two, number, names[decision.name])
        for number, decision in enumerate(one.decisions)
    }

    assert alike == {
        "spell.offer.may": False,
        "turn.action.either": True,  # a card, before it is known what moves
        "dice.rolls.either": True,
        "turn.action.either#2": False,
        "card.wizard.move.choose": True,
        "turn.discard.step.choose": False,
    }


def binary(expr: p.Expr) -> p.Expr | None:
    """Return conditions as back ends take them: two at a time, and a list that is there or not."""
    match expr:
        case p.Op(op="!=", args=(p.Emitted(), 0)):
            return p.Emitted()
        case p.Op(op="==", args=(p.Emitted(), 0)):
            return p.Op("not", (p.Emitted(),))
    if isinstance(expr, p.Op) and expr.op in ("and", "or") and len(expr.args) > 2:
        args = [p.rewrite_expr(arg, binary) for arg in expr.args]
        return p.chain(expr.op, args)
    return None


def normal(program: Program) -> Program:
    """Return a program with every body in its normal form."""
    form = NormalForm(program)
    functions = {
        name: evolve(function, body=p.rewrite_exprs(form.function(name), binary))
        for name, function in program.functions.items()
    }
    blocks = tuple(
        evolve(block, body=p.rewrite_exprs(form.body(block.body), binary))
        for block in program.blocks
    )
    return evolve(program, functions=functions, blocks=blocks)


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("name", ["en-capstone+nasty", "de-abacus-30", "worn-cards"])
def test_a_normal_form_plays_the_same_games(name: str, players: int):
    """Move by move, the program in its normal form offers what the program itself offers."""
    program = load(name).program(players)
    engines = Reference(program), Reference(normal(program))
    chance = random.Random(7)
    for seed in range(3):
        (one, options), (two, same) = (engine.start(seed) for engine in engines)
        while options:
            assert (one, options) == (two, same)
            option = chance.choice(options)
            options, same = engines[0].play(one, option), engines[1].play(two, option)
        assert (one, options) == (two, same)


SMALL = (Path(__file__).parents[1] / "fuzz" / "small.wtr").read_text("utf-8")


def small_report(old: str, new: str) -> Report:
    """Return the comparison of a small game with a house rule."""
    assert old in SMALL
    texts = SMALL, SMALL.replace(old, new)
    return compare(*(open_side(SourceFile("s.wtr", text), "s") for text in texts), jobs=1)


def test_the_same_game_needs_no_search():
    """A report says that two rulesets play the same game if every program of them is the same."""
    report = small_report("last_mover", "whose_wizard")

    assert report.is_same_game
    known = {(d.grade, d.evidence) for d in report.differences}
    assert known == {(Grade.WORDING, EvidenceKind.SAME_PROGRAM)}
    assert "play the same game" in text(report)


def test_what_differs_is_not_called_the_same_game():
    """Two flasks instead of one are another game, and a position shows it."""
    report = small_report("do     fill 1 flask of actor", "do     fill 2 flasks of actor")

    assert not report.is_same_game
    assert {EvidenceKind.WITNESS: 1} == {k: n for k, n in report.evidence().items() if n}
    assert "play the same game" not in text(report)


def test_a_missing_extra_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    """Without the solver, `--prove` says how to install it, and nothing is compared."""
    monkeypatch.setattr("wtrules.cli.diff.find_spec", lambda name: None)

    assert 2 == main(["diff", "en-capstone", "de-abacus-24", "--prove"])
    assert "pip install 'wtrules[prove]'" in capsys.readouterr().err
