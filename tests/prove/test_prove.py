"""What is proved of two programs, and that the prover does what the reference back end does."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest
from attrs import evolve

from wtrules.backends.reference import Reference
from wtrules.cli import main
from wtrules.game.load import load
from wtrules.program import program as p
from wtrules.program.program import Program
from wtrules.prove.result import ProverError
from wtrules.prove.same import same_program
from wtrules.source import SourceFile

pytest.importorskip("z3")

from wtrules.prove import solver, symbolic
from wtrules.prove.solver import prove

SMALL = (Path(__file__).parents[1] / "fuzz" / "small.wtr").read_text("utf-8")
ROOM = "when   castle is not on p and number of wizards on p + 1 > board.capacity"


@cache
def small(old: str = "", new: str = "", players: int = 2) -> Program:
    """Return the small game with one place changed."""
    assert old in SMALL
    text = SMALL.replace(old, new, 1) if old else SMALL
    return load(SourceFile("small.wtr", text)).program(players)


def listed(program: Program, state: list[int], decision: int) -> list[int]:
    """Return the options that the prover lists in one state."""
    values = {
        about.name: [
            symbolic.constant(n) if abs(n) < 1000 else symbolic.constant(0)
            for n in state[about.offset : about.offset + about.size]
        ]
        for about in program.fields.values()
    }
    execution = symbolic.Execution(program, values)
    execution.call(program.decisions[decision].options, ())
    assert not any(each is not False for each in execution.obligations)
    return [value.least for is_listed, value in execution.options if is_listed is True]


def symbolically(program: Program, state: list[int], decision: int) -> list[int]:
    """Return the options that the solver says are listed if all numbers are terms of that value."""
    import z3

    name = program.decisions[decision].options
    values, known = {}, []
    for field in sorted(solver._read(program, name)):
        about = program.fields[field]
        least, most = solver._spans(about, about)
        made = []
        for i in range(about.size):
            term = z3.BitVec(f"{field}[{i}]", symbolic.WIDTH)
            made.append(symbolic.number(least, most, term))
            known.append((term, z3.BitVecVal(state[about.offset + i], symbolic.WIDTH)))
        values[field] = made
    execution = symbolic.Execution(program, values)
    execution.call(name, ())

    def number(term: object) -> object:
        return z3.simplify(z3.substitute(term, *known))

    return [
        number(value.bits).as_signed_long()
        for guard, value in execution.options
        if guard is True or (guard is not False and z3.is_true(number(guard)))
    ]


def positions(program: Program, count: int, seed: int = 0):
    """Yield positions of random games."""
    engine, chance = Reference(program), random.Random(seed)
    while count:
        seed += 1
        state, options = engine.start(seed)
        while options and count:
            if chance.random() < 0.2:
                count -= 1
                yield list(state), list(options)
            options = engine.play(state, chance.choice(options))


def agree(count: int) -> None:
    """Compare the prover with the reference back end."""
    program = small()
    at = program.fields["at"].offset
    for state, options in positions(program, count):
        assert options == symbolically(program, state, state[at] - 1)


def test_the_prover_lists_what_the_reference_lists():
    """In positions of random games, terms have the values that are played with."""
    agree(12)


@pytest.mark.long
def test_the_prover_lists_what_the_reference_lists_in_thousands_of_positions():
    """The same in many more positions, and in the shipped game with numbers that are known."""
    agree(2000)
    program = load("en-capstone+nasty").program(3)
    at = program.fields["at"].offset
    for state, options in positions(program, 3000):
        assert options == listed(program, state, state[at] - 1)


@pytest.mark.parametrize(
    "condition",
    [
        f"{ROOM} and home of active < 1000",
        f"{ROOM} and number of wizards on p > board.capacity - 1",
        "when   not (castle is on p or board.capacity > number of wizards on p)",
    ],
)
def test_what_is_the_same_in_every_position(condition: str):
    """A condition that says in more words when a place is full makes no difference."""
    assert not same_program(small(), small(ROOM, condition))
    found = prove(small(), small(ROOM, condition))

    assert not found.unsettled
    assert found.is_whole


@pytest.mark.parametrize(
    "condition",
    [
        f"{ROOM} and home of active < 2",
        "when   castle is not on p and number of wizards on p > board.capacity",
        f"{ROOM} or castle is on p",
        "when   number of wizards on p + 1 > board.capacity",
    ],
)
def test_what_differs_is_refuted(condition: str):
    """A state in which the options differ is found, and both engines say so."""
    found = prove(small(), small(ROOM, condition))

    assert found.counterexample is not None
    assert not found.is_whole
    assert any(found.counterexample.only)


def test_what_follows_an_option_is_not_proved_by_the_options():
    """Two flasks instead of one leave all options as they are, and it is another game."""
    found = prove(small(), small("do     fill 1 flask of actor", "do     fill 2 flasks of actor"))

    assert not found.unsettled
    assert not found.is_whole


def test_a_wrong_prover_is_caught(monkeypatch: pytest.MonkeyPatch):
    """If terms compare `<` as `<=`, its lists are not those of the reference back end."""
    right = symbolic._compare

    def wrong(name: str, a: symbolic.Number, b: symbolic.Number) -> object:
        return right("<=" if name == ">" else name, *((b, a) if name == ">" else (a, b)))

    monkeypatch.setattr(symbolic, "_compare", wrong)
    with pytest.raises(AssertionError):
        agree(40)


def test_a_counterexample_that_does_not_replay_is_a_bug(monkeypatch: pytest.MonkeyPatch):
    """The engine is asked again before anything is called a difference."""
    monkeypatch.setattr(Reference, "options", lambda *_: [])
    with pytest.raises(ProverError):
        prove(small(), small(ROOM, f"{ROOM} or castle is on p"))


def test_nothing_is_cut_off():
    """What is too large for a term is not proved."""
    with pytest.raises(symbolic.Unsupported):
        symbolic.number(0, 1 << symbolic.WIDTH, None)


def test_an_index_outside_of_its_array_is_an_obligation():
    """Reading beyond an array is noted, unless a condition keeps it from happening."""
    program = small()
    read = p.Load("height", p.Load("roll", 0))
    spaces = program.fields["height"].size
    inside = p.Op("<", (p.Load("roll", 0), spaces))
    for condition, bad in ((inside, False), (p.Op("<", (p.Load("roll", 0), spaces + 1)), True)):
        body = (p.If(condition, (p.Emit(read),)), p.Return(p.Emitted()))
        listing = evolve(program.functions[program.decisions[0].options], body=body)
        changed = evolve(program, functions={**program.functions, listing.name: listing})
        rolled = evolve(program.fields["roll"], most=20)
        changed = evolve(changed, fields={**program.fields, "roll": rolled})
        task = solver._Task.of(changed, changed, (listing.name, listing.name), {})
        claims = [each for side in task.sides for each in side.obligations]
        assert bad is (task._true_of(claims) is not None)


@pytest.mark.slow
def test_diff_says_what_is_proved(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """An unsettled difference becomes a matter of wording once it is proved."""
    (tmp_path / "one.wtr").write_text(SMALL, "utf-8")
    changed = SMALL.replace(ROOM, f"{ROOM} and home of active < 1000").replace("small {", "two {")
    (tmp_path / "two.wtr").write_text(changed, "utf-8")
    paths = [str(tmp_path / "one.wtr"), str(tmp_path / "two.wtr")]

    assert 0 == main(["diff", *paths, "--prove", "--fail-on", "behaviour", "--jobs", "1"])
    assert "proved" in capsys.readouterr().out


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3])
def test_a_condition_of_the_shipped_game(players: int):
    """No player has more than a hundred wizards at home, whatever asks for it."""
    rule = "override rule castle.no_tower_on_top { forbid tower t lands on s when %s }"
    text = f"ruleset h {{ extends en-capstone {rule} }}"
    base = load("en-capstone").program(players)
    for condition, is_same in (
        ("castle is on s or home of active > 100", True),
        ("castle is on s or home of active > 2", False),
    ):
        found = prove(base, load(SourceFile("h.wtr", text % condition)).program(players))
        assert is_same is found.is_whole
        assert is_same is (found.counterexample is None)
