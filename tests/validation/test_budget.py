"""Rule files that grow out of proportion: refused with a place, or played by both back ends."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.sampling import sampled
from tests.validation.bombs import BOMBS, ruleset
from wtrules.backends.learned import Features
from wtrules.backends.native import Native
from wtrules.backends.reference import Reference
from wtrules.backends.wasm import context, loops
from wtrules.backends.wasm.context import size_of
from wtrules.backends.wasm.module import binary
from wtrules.diagnostics import Severity
from wtrules.game.load import load
from wtrules.meaning.values import table
from wtrules.pipeline import open_ruleset
from wtrules.program import program as p
from wtrules.program.estimate import is_small
from wtrules.program.limits import MOST_OPTIONS, MOST_PARTS
from wtrules.source import SourceFile
from wtrules.training.train import Course, train
from wtrules.validation import validate
from wtrules.validation.trials import _may_clash, _own_ids

SIZES = (
    "small",
    pytest.param("medium", marks=pytest.mark.long),
    pytest.param("large", marks=pytest.mark.long),
)


def errors(text: str) -> list[str]:
    """Return the codes of the errors that checking a rule file finds, each with a place."""
    _, found = validate(SourceFile("bomb.wtr", text))
    wrong = [fault for fault in found if fault.severity is Severity.ERROR]
    assert all(fault.primary is not None for fault in wrong)
    return [fault.code for fault in wrong]


def same_games(text: str) -> None:
    """Start a game and play some moves on both back ends; they agree, whatever happens."""
    game = load(SourceFile("bomb.wtr", text))
    players = min(game.players)
    one, two = Reference(game.program(players)), Native(game.program(players))
    state, options = one.start(1)
    assert (state, options) == two.start(1)
    for turn in range(10):
        if not options:
            break
        other = list(state)
        choice = options[turn * 7 % len(options)]
        options = one.play(state, choice)
        assert options == two.play(other, choice)
        assert state == other


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", sampled(BOMBS, 10))
def test_bombs(name: str, size: str) -> None:
    """What checking finds no error in can be played, on both back ends alike."""
    bomb = BOMBS[name]
    medium = min(bomb.large, max(bomb.small + 1, round((bomb.small * bomb.large) ** 0.5)))
    text = bomb.make({"small": bomb.small, "medium": medium, "large": bomb.large}[size])
    if not errors(text):
        same_games(text)


REFUSED = {
    "doubled_defines": "deep-nesting",
    "chained_performs": "deep-nesting",
    "nested_each": "deep-nesting",
    "doubled_choices": "rules-too-large",
    "spells_in_spells": "rules-too-large",
    "asking_reactions": "rules-too-large",
    "variants_that_need_others": "rules-too-large",
    "ways_by_history": "rules-too-large",
    "doubled_performs": "never-asks",
    "triple_loop": "never-asks",
    "many_numbers": "too-many-options",
    "many_picks": "too-many-options",
    "large_deck": "out-of-range",
    "many_towers": "out-of-range",
}


@pytest.mark.slow
@pytest.mark.parametrize("name", sampled(REFUSED, 7))
def test_what_is_refused(name: str) -> None:
    """Each way to be too much has its own code."""
    assert REFUSED[name] in errors(BOMBS[name].make(BOMBS[name].large))


@pytest.mark.slow
def test_the_place_is_the_rule_that_grows() -> None:
    """The error points to the rule that most of the program is written for."""
    _, found = validate(SourceFile("bomb.wtr", BOMBS["spells_in_spells"].make(25)))
    (fault,) = [one for one in found if one.code == "rules-too-large"]
    assert fault.primary is not None
    assert re.fullmatch(r"s\d+", fault.primary.span.text)


@pytest.mark.slow
def test_the_place_is_the_track_that_grows() -> None:
    """The error of a track whose ways are too long points to its table, and says what to write less of."""
    _, found = validate(SourceFile("bomb.wtr", BOMBS["ways_by_history"].make(64)))
    (fault,) = [one for one in found if one.code == "rules-too-large"]
    assert fault.primary is not None
    assert "track" == fault.primary.span.text
    assert "`coming from`" in str(fault.help)


NO_PIECES = ruleset(
    "rule s { on game begins each piece x { do put x on space 3 } }",
    "rule r { on turn begins choose piece a else { } do move a clockwise 1 }",
    "rule q { on turn ends each piece x { do take back x } each piece y { do place y on space 1 } }",
)


@pytest.mark.slow
def test_rules_for_pieces_in_a_game_without_any() -> None:
    """Rules that move, place and take back pieces do nothing in a game that has none."""
    assert [] == errors(NO_PIECES)
    same_games(NO_PIECES)


def test_a_short_name_is_not_part_of_every_word() -> None:
    """A variant of the base is tried only if it mentions a word that the house rule changes."""
    base = load(SourceFile("bomb.wtr", ruleset("rule er { on turn begins do score 1 }"))).rules
    assert all("er" in variant.node.span.text for variant in base.variants.values())
    own = _own_ids(base)
    assert {"er"} == own
    assert not any(_may_clash(base, variant, own) for variant in base.variants.values())
    removed = ruleset('override rule spell.offer { name en "X" }')
    changed = load(SourceFile("bomb.wtr", removed)).rules
    assert _may_clash(changed, changed.variants["nasty"], _own_ids(changed))


@pytest.mark.parametrize(
    ("name", "size", "seen"),
    [
        ("labelled_memories", 300, 195),
        ("memories_of_wizards", 60, 60),
        ("memories_of_wizards", 90, 64),
    ],
)
def test_a_bot_learns_a_limited_number_of_memories(name: str, size: int, seen: int) -> None:
    """What a network sees does not grow with every memory of the rules; the first ones are kept.

    At most 200 memories, five of which are the base game's, with 2,000 numbers in all: 55 of the base
    game, and 30 wizards for each memory of wizards.
    """
    program = load(SourceFile("bomb.wtr", BOMBS[name].make(size))).program(6)
    further = Features(program).further
    own = [one.field.name for one in further if one.field.name.startswith("memory.m")]
    assert [f"memory.m{i}" for i in range(seen)] == own
    assert len(further) <= 200
    assert sum(one.size for one in further) <= 2000


@pytest.mark.slow
def test_a_short_training_is_measured_with_few_games() -> None:
    """After one lesson, a few games show how good the bot is; after many, as many as usual."""
    game = load(SourceFile("bomb.wtr", ruleset("override hand.size = 2")))
    (point,) = train(Course(game, 2, games=1)).training["curve"]
    assert 4 == point["of"]
    (point,) = train(Course(game, 2, games=20)).training["curve"]
    assert 20 == point["of"]


def test_native_code_does_not_multiply() -> None:
    """Loops in loops that list options are not all written out: 16 times 16 times 16 copies."""
    game = load(SourceFile("bomb.wtr", BOMBS["many_pieces"].make(32)))
    base = load("en-capstone")
    assert len(binary(game.program(2))) < 2 * len(binary(base.program(2)))


@pytest.mark.slow
def test_code_is_measured_in_linear_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The size of a function with hundreds of loops is not counted again for each of them."""

    def measured(spells: int) -> int:
        program = load(SourceFile("bomb.wtr", BOMBS["many_spells"].make(spells))).program(2)
        asked.clear()
        binary(program)
        return len(asked)

    def counting(part: p.Statement | p.Expr | p.Body) -> int:
        asked.append(1)
        return size_of(part)

    asked: list[int] = []
    monkeypatch.setattr(context, "size_of", counting)
    monkeypatch.setattr(loops, "size_of", counting)
    assert measured(80) < 2 * measured(40)


@pytest.mark.parametrize("size", [16, 18, 29])
def test_words_that_use_words_are_shared(size: int) -> None:
    """A chain of words, each twice the one before, is a short program: 2 to the power of *size* sums."""
    game = load(SourceFile("bomb.wtr", BOMBS["doubled_defines"].make(size)))
    base = load("en-capstone").program(2)
    program = game.program(2)
    assert len(program.functions) < len(base.functions) + size + 5
    assert sum(1 for _ in program.statements()) < sum(1 for _ in base.statements()) + 3 * size + 10


def test_shared_words_count_right() -> None:
    """A shared word has the value it would have if it were written out."""
    text = ruleset(
        "define d0 of player p = home of p + 1",
        *(f"define d{i + 1} of player p = d{i} of p + d{i} of p" for i in range(12)),
        "rule r { on game begins do score d12 of active for active }",
    )
    game = load(SourceFile("bomb.wtr", text))
    assert [4096, 0] == game.start(2, 1).numbers("points")
    same_games(text)


def test_shared_words_of_nothing() -> None:
    """A shared word asked of a piece that is not there is 0, as a short one is."""
    text = ruleset(
        "define h0 of tower t = height of t + 1",
        *(f"define h{i + 1} of tower t = h{i} of t + h{i} of t" for i in range(8)),
        "rule r { on game begins",
        "do score h0 of (first tower where level of it_is > 90) for active }".replace(
            "level of it_is", "height of space of castle"
        ),
        "rule q { on game begins do score h8 of (first tower where height of space of castle > 90)",
        "for next_player of active }",
    )
    game = load(SourceFile("bomb.wtr", text))
    first, second = game.start(2, 1).numbers("points")
    assert first * 256 == second
    same_games(text)


def test_lists_far_from_zero() -> None:
    """A list that begins at a million has three entries, and is 0 before and after them."""
    parts = [f"lists.far at (999999 + {i})" for i in range(5)]
    sums = [f"({term}) * {10**i}" for i, term in enumerate(parts)]
    constant = f"rule r {{ on game begins do score {' + '.join(sums)} }}"
    asked = (
        "rule q { on game begins each number k from 0 to 4 { do score lists.far at (999999 + k) } }"
    )
    text = ruleset("lists { far from 1000000: 3, 5, 7 }", constant, asked)
    game = load(SourceFile("bomb.wtr", text))
    assert 7530 + 15 == game.start(2, 1).numbers("points")[0]
    assert all(len(values) < 100 for values in game.program(2).tables.values())
    same_games(text)


@pytest.mark.slow
def test_rows_far_apart() -> None:
    """A table with rows for a million numbers is searched, not listed."""
    text = ruleset(
        "table far {\n n | v\n <2 | 0\n 2..4 | 1\n 5..499999 | 0\n 500000..700000 | 20",
        "700001..900000 | 0\n >900000 | 300\n}",
        "rule r { on game begins let k = home of active do score",
        " + ".join(f"(far.v at ({n} + k))" for n in (0, 2, 3, 4, 5, 499999, 500000, 700000)),
        " + (far.v at (700001 + k)) + (far.v at (900000 + k)) + (far.v at (900001 + k)) }",
    )
    game = load(SourceFile("bomb.wtr", text))
    assert 1 + 1 + 1 + 20 + 20 + 300 == game.start(2, 1).numbers("points")[0]
    assert all(len(values) < 100 for values in game.program(2).tables.values())
    same_games(text)


def test_runs_of_a_table() -> None:
    """The runs of a table say the same as looking up every number."""
    text = ruleset("table t {\n n | v\n 7 | 1\n <3 | 2\n 2..9 | 3\n 5, 12 | 4\n >20 | 5\n}")
    made = open_ruleset(SourceFile("bomb.wtr", text)).compile()
    assert made is not None
    found = table(made.rules, "t")
    assert found is not None
    runs = found.runs()
    for number in range(40):
        row = next(row for start, row in reversed(runs) if start <= number)
        assert found.row(number) is row


def test_wide_ranges_are_whole() -> None:
    """A number is in a range of a thousand numbers, not only in the first of them."""
    text = ruleset(
        "lists { wide 5..1000, 2000..3000 }",
        "rule r { on game begins let k = home of active",
        *(
            f"if {n} + k in lists.wide {{ do score {10**i} }}"
            for i, n in enumerate((5, 999, 1001, 3000))
        ),
        "if 4 + k in lists.wide { do score 50000 } }",
    )
    game = load(SourceFile("bomb.wtr", text))
    assert 1011 == game.start(2, 1).numbers("points")[0]
    same_games(text)


@pytest.mark.slow
def test_both_back_ends_refuse_the_same_number_of_options() -> None:
    """A decision with 16,384 options is listed, one with more is refused, by both back ends."""
    rule = "rule r {{ on game begins choose number a from 1 to 127, number b from 1 to {} else {{ }} do score a + b }}"
    assert MOST_OPTIONS < 127 * 127 + 300
    assert [] == errors(ruleset(rule.format(127)))
    same_games(ruleset(rule.format(127)))
    three = rule.replace("number b", "number c from 0 to 1, number b")
    assert ["too-many-options"] == errors(ruleset(three.format(127)))


@pytest.mark.slow
def test_what_is_shipped_is_far_below_the_limits() -> None:
    """The games and examples have less than a tenth of the parts; a short rule is known to be small."""
    for path in (*sorted(Path("examples").glob("*.wtr")), "en-capstone", "en-abacus-30+nasty"):
        opened = open_ruleset(path)
        made = opened.compile(opened.chosen)
        assert made is not None
        assert is_small(made.rules) or path not in ("en-capstone", Path("examples/friday.wtr"))
        program = made.program(max(made.rules.players))
        assert 10 * sum(1 for _ in program.statements()) < MOST_PARTS
