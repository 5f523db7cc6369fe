"""Every reading of an open question is proven by examples beside it.

A reading that changes something has an example that is true if it is chosen and false by default,
and the default reading has an example that is false with that other reading.
"""

from __future__ import annotations

import builtins
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from attrs import frozen

from tests.rules import reading_games
from tests.rules.helpers import validate_files
from tests.sampling import drawn, sampled
from tests.scenes import play
from wtrules import resources
from wtrules.diagnostics import Diagnostic
from wtrules.game.examples import ExampleReport, run_example
from wtrules.game.game import Game
from wtrules.game.load import load
from wtrules.pipeline import load_rules
from wtrules.resolve import ledger
from wtrules.resolve.clauses import clauses_of
from wtrules.resolve.library import Library, LoadedFile
from wtrules.resolve.model import Entry, Origin
from wtrules.syntax import nodes as n

EDITIONS = tuple(path.stem for path in sorted(resources.rulesets_folder().glob("editions/*-*.wtr")))


# Readings, by the number of their block, that no example can prove, each with the reason.
GAPS = {
    "amb.end.contenders=b.1": "with the Abacus teams, the game ends at once, so there is no tie to "
    "decide; it matters only together with amb.team.end=b, and an example has one reading",
}

# Readings that say something else and change nothing in play, each with the reason.
IDLE = {"amb.spell.enables=b": "the entry by card ends the turn anyway"}


@cache
def _files() -> dict[Path, LoadedFile | None]:
    return {}


@cache
def entries() -> dict[str, n.Assumption]:
    """The ledger."""
    return ledger.open_ledger(Library(files=_files()))


@cache
def layers(edition: str) -> frozenset[str]:
    """The names of the rulesets that an edition is made of."""
    rules = load_rules(edition, library=Library(files=_files()))[0]
    assert rules is not None
    return frozenset(layer.name for layer in rules.layers)


@cache
def variants(edition: str) -> frozenset[str]:
    """The names of the variants of an edition."""
    rules = load_rules(edition, library=Library(files=_files()))[0]
    assert rules is not None
    return frozenset(rules.variants)


@cache
def game(edition: str, chosen: tuple[str, ...], *assume: tuple[str, str]) -> Game:
    """The game with readings, or with the defaults."""
    library = Library(files=_files())
    return load(edition, chosen, assume=dict(assume), library=library)


@cache
def _reports() -> dict[tuple[str, ...], ExampleReport]:
    return {}


@frozen(eq=False)
class Trial:
    """An example of a reading that is played with an edition."""

    id: str
    edition: str
    example: ledger.ReadingExample

    @property
    def default(self) -> str | None:
        """The reading that this edition is played with."""
        return ledger.default(entries()[self.id], self._layers)

    @property
    def _layers(self) -> set[str]:
        return {*layers(self.edition), *self.example.variants}

    def body(self, reading: str) -> n.ReadingBody | None:
        """Return what a reading changes here; None if it cannot be played here."""
        return ledger.body_of(ledger.readings(entries()[self.id])[reading], self._layers)

    def report(self, reading: str) -> ExampleReport:
        """Return what comes of the example with a reading."""
        node = self.example.node
        key = (self.id, self.edition, node.id.id, reading)
        if key not in _reports():
            entry = Entry("example", node.id.id, node, (Origin("", "defined", node.span),))
            # With every default it is the same game, whichever question is asked.
            assume = [(self.id, reading)] if reading != self.default else []
            rules = game(self.edition, self.example.variants, *assume)
            _reports()[key] = run_example(rules, entry)
        return _reports()[key]

    def passes(self, reading: str) -> bool:
        """Return whether the example is true with a reading."""
        return not self.report(reading).failures

    def __str__(self) -> str:
        return f"{self.example.node.id.id} with {'+'.join([self.edition, *self.example.variants])}"


def trials(id: str) -> Iterator[Trial]:
    """Yield the examples of an entry; of the editions in which the readings are the same, with one."""
    alike: dict[tuple[object, ...], list[Trial]] = {}
    for edition in EDITIONS:
        for example in ledger.reading_examples(entries()[id], layers(edition)):
            if variants(edition).issuperset(example.variants):
                trial = Trial(id, edition, example)
                changes = (builtins.id(trial.body(name)) for name in ledger.readings(entries()[id]))
                key = (example.node.id.id, example.variants, trial.default, *changes)
                alike.setdefault(key, []).append(trial)
    for group in alike.values():
        yield from drawn(group, 1)


def _alternatives() -> Iterator[tuple[str, str, int]]:
    """Yield the readings that change something and are not the default, each body by its number."""
    for id, entry in entries().items():
        for name, reading in ledger.readings(entry).items():
            for number, body in enumerate(reading.bodies):
                chosen = {variant.id for variant in body.variants}
                places = [
                    {*layers(edition), *chosen}
                    for edition in EDITIONS
                    if variants(edition) >= chosen
                ]
                if body.changes and any(
                    ledger.body_of(reading, place) is body and ledger.default(entry, place) != name
                    for place in places
                ):  # fmt: skip
                    yield id, name, number


@pytest.mark.slow
def test_every_example_is_true():
    """With the reading in whose braces it is, in every edition for which it is written."""
    wrong = [
        f"{trial} is not true with {id}={trial.example.reading}:\n{report}"
        for id in entries()
        for trial in trials(id)
        if (report := trial.report(trial.example.reading)).failures
    ]
    assert not wrong, "\n".join(wrong)


def _proven(id: str, name: str, number: int) -> str:
    """Return what is missing to prove one body of a reading against the default; nothing if it is proven."""
    body = ledger.readings(entries()[id])[name].bodies[number]
    everything = list(trials(id))
    own = [t for t in everything if t.example.node in body.examples and t.default != name]
    if not own:
        return f"{id}={name} has no example of its own (block {number + 1} of the reading)"
    for trial in own:
        report = trial.report(trial.default or "")
        if not (report.failures and report.was_played):
            return f"{trial} does not tell {id}={name} from the default {trial.default}"
    usual = [t for t in everything if t.example.reading == t.default and t.body(name) is body]
    if not any(trial.passes(trial.example.reading) and not trial.passes(name) for trial in usual):
        return f"the default of {id} has no example that is false with {id}={name} (block {number + 1})"
    return ""


def rulesets_for(id: str, name: str, number: int) -> dict[str, tuple[str, tuple[str, ...]]]:
    """Return the rulesets with which one body of a reading is played, by their names in the records."""
    examples = ledger.readings(entries()[id])[name].bodies[number].examples
    own = (t for t in trials(id) if t.example.node in examples and t.default != name)
    return {
        f"{id}={name}.{number + 1} {'+'.join([t.edition, *t.example.variants])}": (
            t.edition,
            t.example.variants,
        )
        for t in own
    }


def games_with(id: str, name: str, number: int, edition: str, chosen: tuple[str, ...]) -> str:
    """Return the fingerprint of games with a reading."""
    examples = ledger.reading_examples(entries()[id], layers(edition))
    nodes = [example.node for example in examples if example.variants == chosen]
    return reading_games.played(game(edition, chosen, (id, name)), nodes)


ALTERNATIVES = list(_alternatives())


def test_only_readings_have_gaps():
    """Every gap is a reading that can be chosen, and has a reason."""
    assert GAPS.keys() <= {f"{id}={name}.{number + 1}" for id, name, number in ALTERNATIVES}
    assert all(GAPS.values())


def test_every_reading_that_can_be_chosen_changes_something():
    """A reading that changes nothing is the default somewhere, or it cannot be played."""
    idle = [
        f"{id}={name}"
        for id, entry in entries().items()
        for name, reading in ledger.readings(entry).items()
        if reading.bodies
        and not any(body.changes for body in reading.bodies)
        and name not in {clause.name.id for clause in clauses_of(entry, n.DefaultReading)}
    ]
    assert list(IDLE) == idle


@pytest.mark.slow
def test_every_example_of_a_default_rules_out_another_reading():
    """It is false with another reading wherever one can be played, and that is so somewhere."""
    wrong, proving, examples = [], set(), set()
    for id, entry in entries().items():
        for trial in trials(id):
            if trial.example.reading != trial.default:
                continue
            name = trial.example.node.id.id
            others = [r for r in ledger.readings(entry) if r != trial.default and trial.body(r)]
            examples.add(name)
            if not others:
                continue
            proving.add(name)
            if all(map(trial.passes, others)):
                wrong.append(str(trial))
    assert [] == wrong
    assert proving == examples


def _name(alternative: tuple[str, str, int]) -> str:
    id, name, number = alternative
    return f"{id}={name}.{number + 1}"


@pytest.mark.parametrize(
    ("id", "name", "number"), ALTERNATIVES, ids=[_name(each) for each in ALTERNATIVES]
)
def test_a_reading_is_proven(id: str, name: str, number: int):
    """Its example is true with it alone, and one of the default reading is false."""
    missing = _proven(id, name, number)
    if f"{id}={name}.{number + 1}" in GAPS:
        assert missing, f"{id}={name} is proven now: remove it from the gaps"
    else:
        assert not missing, missing


@pytest.mark.parametrize("alternative", sampled(ALTERNATIVES, 40, "games"), ids=_name)
def test_games_with_a_reading(alternative: tuple[str, str, int]):
    """They are as recorded."""
    id, name, number = alternative
    rulesets = rulesets_for(id, name, number)
    records = reading_games.recorded()
    assert {key: records.get(key) for key in rulesets} == {
        key: games_with(id, name, number, *ruleset) for key, ruleset in rulesets.items()
    }


def _house(braces: str) -> dict[str, str]:
    text = f"""ruleset house {{
  extends en-capstone
  assumption crowd {{
    says    en "How many wizards fit on a tower?"
    reading a en "Six." {{ }}
    reading b en "Two." {{ override board.capacity = 2 {braces} }}
    default a
  }}
}}
"""
    return {"house.wtr": text}


CROWD = 'given "K/Rb/Nyy/R/N/R/N/R/N/R/./././././." b to move card w1 when "wizard s1b"'


@pytest.mark.parametrize(
    ("then", "codes"), [("forbidden", []), ("turn continues", ["failed-example"])]
)
def test_a_house_rule_may_prove_its_readings(tmp_path: Path, then: str, codes: list[str]):
    """`validate` plays an example in a reading with that reading."""
    faults: list[Diagnostic] = validate_files(
        _house(f"example few {{ {CROWD} then {then} }}"), tmp_path
    )
    assert codes == [fault.code for fault in faults]


def test_a_careless_example_in_a_reading(tmp_path: Path):
    """It is checked like any other example."""
    faults = validate_files(_house("example few { then turn over }"), tmp_path)
    assert "incomplete-example" in [fault.code for fault in faults]


def test_examples_change_nothing():
    """A reading with examples is the same game as one without, and the rules do not contain them."""
    for id, name in (("amb.lock.own", "b"), ("amb.lock.own", "a")):
        made = game("en-capstone", (), (id, name))
        layer = f"{id}={name}"
        added = [e for e in made.rules.of_kind("example") if e.chain[-1].layer == layer]
        assert [] == added


# --- what an example cannot show: the reading and the default have the same result ---------------


def _winners(edition: str, variants: tuple[str, ...], readings: str, line: str, *moves: str) -> str:
    """Return how a game ends if nobody wants anything else: the outcome and the winners' letters."""
    assume = dict(reading.split("=") for reading in readings.split())
    rules = load(edition, variants, assume=assume, library=Library(files=_files()))
    state = play(rules.position(line), *moves)
    while not state.is_over:
        others = [move for move in ("pass", "quiet", "discard") if move in state.legal_moves]
        state = state.play(others[0] if others else state.legal_moves[0])
    assert state.result is not None
    letters = "".join(state.program.board.letters[seat] for seat in state.result.winners)
    return f"{state.result.outcome} {letters}".strip()


def test_last_wizards_win_nothing_if_no_team_has_finished():
    """Green brings in the very last wizard, but no team has filled its flasks (amb.end.contenders=b)."""
    line = (
        "K/R/N/R/N/R/N/R/N/R/./././././g g home=4,4,4,3 flasks=1.4.0,1.4.0,0.5.0,0.5.0 "
        "hands=w4.w4.w2,w2.t1.t2,w2.w3.w3,w1.t3.t3"
    )
    won = _winners("en-capstone", ("team",), "amb.end.contenders=b", line, "card w1", "wizard s15g")
    assert "stalled" == won


ABACUS = [edition for edition in EDITIONS if "abacus" in layers(edition)]


@pytest.mark.parametrize("edition", ABACUS)
def test_last_wizards_take_part_if_teams_finish_the_round(edition: str):
    """Blue and red have reached both goals, but yellow and green have more full flasks."""
    line = (
        "K/R/N/R/N/R/N/R/N/R/./././././g g home=4,4,4,3 flasks=0.2.3,1.4.0,0.2.3,0.5.0 "
        "hands=w4.w4.w2,w2.t1.t2,w2.w3.w3,w1.t3.t3"
    )
    moves = ("card w1", "wizard s15g")
    both = "amb.team.end=b amb.end.contenders=b"
    assert "won br" == _winners(edition, ("team",), "amb.team.end=b", line, *moves)
    assert "won yg" == _winners(edition, ("team",), both, line, *moves)


@pytest.mark.parametrize("edition", ABACUS)
def test_the_first_team_wins_if_the_game_ends_at_once(edition: str):
    """Yellow's last wizard comes home, then red's; only blue and red have reached both goals."""
    line = (
        "K/R/N/R/N/R/N/R/N/R/././././r/y y home=4,3,3,4 flasks=0.2.3,0.5.0,0.2.3,1.4.0 "
        "hands=w4.w4.w2,w1.t1.t2,w2.w3.w3,w2.t3.t3"
    )
    moves = ("card w1", "wizard s15y", "card w3", "wizard s14r")
    assert "won br" == _winners(edition, ("team",), "amb.end.contenders=b", line, *moves)


@pytest.mark.parametrize("edition", EDITIONS)
def test_everybody_else_has_one_more_turn_in_an_empty_ring(edition: str):
    """Yellow, the last of the round, finishes with the last wizard; blue has one more turn (amb.end.round=b)."""
    line = "K/R/N/R/N/R/N/R/N/R/./././././y y home=5,4 flasks=1.5.0,0.6.0 hands=w1.w1.w2,w1.t1.t2"
    state = play(game(edition, (), ("amb.end.round", "b")).position(line), "card w1", "wizard s15y")
    assert (False, 0) == (state.is_over, state.active)
    assert "won y" == _winners(edition, (), "amb.end.round=b", line, "card w1", "wizard s15y")


@pytest.mark.parametrize("home", [3, 4])
@pytest.mark.parametrize("edition", EDITIONS)
def test_wizards_of_other_teams_enter_as_usual(edition: str, home: int):
    """Blue's spell brings in a yellow one: the castle moves on, and Capstone ends the turn."""
    own = "b" if home == 3 else "."
    line = (
        f"K/R/N/R/N/R/N/R/N/R/{own}/g/r/././y b home={home},3,3,3 spells=move_wizard "
        "flasks=3.2.0,5.0.0,5.0.0,5.0.0 hands=w4.w4.w2,w2.t1.t2,w2.w3.w3,w1.t3.t3"
    )
    state = game(edition, ("team",), ("amb.team.home_entry", "b")).position(line)
    state = play(state, "cast move_wizard wizard s15y")

    assert f"./RK/N/R/N/R/N/R/N/R/{own}/g/r/././." == state.board_text
    assert ("b" if edition in ABACUS else "y") == state.program.board.letters[state.active]


@pytest.mark.parametrize("edition", sampled(ABACUS, 1))
def test_an_own_wizard_enters_by_spell_as_usual(edition: str):
    """Blue's spell brings in the last blue wizard: the castle moves on, and the turn is over."""
    line = (
        "K/R/N/R/N/R/N/R/N/R/y/g/r/././b b home=3,3,3,3 spells=move_wizard "
        "flasks=3.2.0,5.0.0,5.0.0,5.0.0 hands=w4.w4.w2,w2.t1.t2,w2.w3.w3,w1.t3.t3"
    )
    state = game(edition, ("team",), ("amb.team.home_entry", "b")).position(line)
    state = play(state, "cast move_wizard wizard s15b")

    assert ("./RK/N/R/N/R/N/R/N/R/y/g/r/././.", 1) == (state.board_text, state.active)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_wizard_of_the_partner_that_is_freed_enters(edition: str):
    """Blue, with no wizard left, frees a red one into the castle; blue's turn goes on, and it stays."""
    line = (
        "./rRK/N/R/N/R/N/R/N/R/y/g/./././. b home=4,3,3,3 spells=free_wizard "
        "flasks=4.1.0,5.0.0,5.0.0,5.0.0 hands=w4.w4.w2,w2.t1.t2,w2.w3.w3,w1.t3.t3"
    )
    state = game(edition, ("team",), ("amb.team.home_entry", "b")).position(line)
    state = play(state, "cast free_wizard tower s1", "wizard s1.0r")

    assert "./RK/N/R/N/R/N/R/N/R/y/g/./././." == state.board_text
    assert 0 == state.active


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_freed_wizard_ends_the_turn_as_long_as_it_is_not_the_partners_alone(edition: str):
    """As long as blue has wizards of its own outside, freeing a red one ends the turn as usual."""
    line = (
        "./rRK/N/R/N/R/N/R/N/R/y/g/b/././. b home=3,3,3,3 spells=free_wizard "
        "flasks=4.1.0,5.0.0,5.0.0,5.0.0 hands=w4.w4.w2,w2.t1.t2,w2.w3.w3,w1.t3.t3"
    )
    state = game(edition, ("team",), ("amb.team.home_entry", "b")).position(line)
    state = play(state, "cast free_wizard tower s1", "wizard s1.0r")

    assert ("./R/N/RK/N/R/N/R/N/R/y/g/b/././.", 1) == (state.board_text, state.active)


@pytest.mark.parametrize(
    ("way", "space"),
    [
        ("clockwise_ground", 12),  # s10 is occupied, so s11, then s12
        ("clockwise_tower", 2),
        ("counterclockwise_ground", 13),  # s15 is occupied, so s14, then s13
        ("counterclockwise_tower", 8),
    ],
)
@pytest.mark.parametrize("edition", sampled(ABACUS, 1))
def test_the_castle_goes_twice_the_same_way(edition: str, way: str, space: int):
    """A wizard master who pays twice moves it to the second ground or tower (amb.castle.nudge_first=b)."""
    line = "./R/R/N/N/R/N/N/R/R/b/././././y"
    state = game(edition, ("nasty",), ("amb.castle.nudge_first", "b")).position(
        f"K{line[1:]} b home=4,4 flasks=0.6.0,6.0.0 hands=w1.w1.w2,w4.t1.t2 spells=move_castle"
    )
    state = play(state, f"cast move_castle {way} number 2")

    spaces = line.split("/")
    spaces[space] = f"{spaces[space]}K".lstrip(".")
    assert "/".join(spaces) == state.board_text
    assert 2 == state.numbers("full")[0]  # of six flasks, two were paid for each time


@pytest.mark.parametrize(
    ("line", "ways"),
    [
        ("K/RNRNRNRNRb/./././././././././././././y", "ground"),  # a wizard stands on all towers
        ("K/R/N/R/N/R/N/R/N/R/b/b/b/y/y/y", "tower"),  # and here on all spaces without one
    ],
)
@pytest.mark.parametrize("edition", sampled(ABACUS, 1))
def test_the_castle_goes_only_where_something_is_free(edition: str, line: str, ways: str):
    """A wizard master may pay once or twice out of four flasks, for ways that have a free place."""
    state = game(edition, ("nasty",), ("amb.castle.nudge_first", "b")).position(
        f"{line} b home=2,2 flasks=2.4.0,6.0.0 hands=w1.w1.w2,w4.t1.t2 spells=move_castle"
    )
    casts = {move.text for move in state.legal_moves if move.text.startswith("cast ")}

    directions = (f"clockwise_{ways}", f"counterclockwise_{ways}")
    assert casts == {f"cast move_castle {way} number {k}" for way in directions for k in (1, 2)}


@pytest.mark.parametrize(
    ("flasks", "moves", "full"),
    [
        ("1.4.0,1.4.0,0.5.0,1.4.0", {"fill_flask", "no_flask"}, [5, 4, 5, 4]),
        (
            "0.5.0,1.4.0,1.4.0,1.4.0",
            {"fill_flask", "no_flask"},
            [5, 4, 5, 4],
        ),  # red's, the partner's
        ("0.5.0,1.4.0,0.5.0,1.4.0", set(), [5, 4, 5, 4]),
    ],
)
def test_nobody_is_asked_to_fill_a_flask_without_an_empty_one(
    flasks: str, moves: set[str], full: list[int]
):
    """Blue covers a wizard, and may fill a flask of its own or, without one, of red (amb.lock.optional=b)."""
    state = game("en-capstone", ("team",), ("amb.lock.optional", "b")).position(
        f"K/R/y/N/R/N/R/N/R/N/R/././b/r/g b home=3,3,3,3 flasks={flasks} "
        "hands=t1.w1.w2,t1.t1.t2,w3.w3.w3,t3.t3.t3"
    )
    state = play(state, "card t1", "tower s1")
    offered = {move.text for move in state.legal_moves}

    assert moves == offered & {"fill_flask", "no_flask"}
    assert full == (state.play("fill_flask") if moves else state).numbers("full")


@pytest.mark.parametrize("edition", sampled(ABACUS, 1))
def test_wizards_that_came_home_earlier_do_not_count_in_the_last_round(edition: str):
    """Red brings in the last wizard; those of yellow and green were home before (amb.end.contenders=b)."""
    line = (
        "K/R/N/R/N/R/N/R/N/R/./././././r r home=4,4,3,4 flasks=0.2.3,1.4.0,0.2.3,0.5.0 "
        "hands=w4.w4.w2,w2.t1.t2,w1.w3.w3,w2.t3.t3"
    )
    both = "amb.team.end=b amb.end.contenders=b"
    assert "won br" == _winners(edition, ("team",), both, line, "card w1", "wizard s15r")


@pytest.mark.parametrize("edition", sampled(ABACUS, 1))
def test_only_own_wizards_ride_along_as_the_seventh(edition: str):
    """Blue moves one of two own wizards, and yellow's beside them stays (amb.capacity.piggyback=c)."""
    state = game(edition, ("nasty",), ("amb.capacity.piggyback", "c")).position(
        "K/R/N/R/N/bby/R/Nbyyy/R/N/R/././././. b home=2,1 flasks=2.4.0,6.0.0 "
        "hands=w2.w1.w2,w4.t1.t2 spells=piggyback"
    )
    state = play(state, "card w2", "wizard s5b")
    casts = {move.text for move in state.legal_moves if move.text.startswith("cast ")}

    assert {"cast piggyback wizard s5b number 1"} == casts


@pytest.mark.parametrize(
    ("board", "after"), [("bN/yNbR", "bN/NbRy"), ("yN/bNyR", "yN/bNRy"), ("yN/yNbR", "yN/NbRy")]
)
def test_only_own_wizards_of_that_space_are_freed_from_all_levels(board: str, after: str):
    """Nobody else's wizard comes out, and none of another space, however low it is (amb.free.level=b)."""
    rest = "R/N/R/N/R/R/./././././b/y"
    home = ",".join(str(4 - board.count(letter)) for letter in "by")
    line = f"K/{board}/{rest} y home={home} flasks=6.0.0,5.1.0 hands=w1.w1.w2,w1.t1.t2 spells=free_wizard"
    state = game("en-capstone", (), ("amb.free.level", "b")).position(line)
    freed = play(state, "cast free_wizard tower s2.2").board_text

    assert f"K/{after}/{rest}" == freed


@pytest.mark.parametrize("id", ["amb.free.level", "amb.castle.free_entry"])
def test_a_wizard_freed_into_the_castle_off_turn_does_not_end_the_turn(id: str):
    """Yellow frees its wizard in blue's turn, in teams with spells for everybody; blue plays a card."""
    line = (
        "./N/yRK/R/N/R/N/R/N/R/./b/./r/g/. b home=3,3,3,3 flasks=5.0.0,4.1.0,5.0.0,5.0.0 "
        "hands=w4.w4.w2,w2.t1.t2,w2.w3.w3,w1.t3.t3 spells=free_wizard"
    )
    state = game("en-capstone", ("team", "nasty"), (id, "b")).position(line)
    state = play(state, "cast free_wizard tower s2", "wizard s2.0y")

    assert [3, 4, 3, 3] == list(state.numbers("home"))
    assert 0 == state.active
    assert 0 == play(state, "card w4").active
