"""The one layout: it changes no meaning, loses no comment, and has nothing to add to itself."""

import random
import textwrap
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.syntax import strategies
from tests.syntax.helpers import FILES, GOOD, SHIPPED, parse_text, read
from wtrules.syntax.format import format_file
from wtrules.syntax.lines import WIDTH
from wtrules.syntax.nodes import File
from wtrules.syntax.parse import parse
from wtrules.syntax.scan import scan

_THOROUGH = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))


def formatted(text: str) -> str:
    """Return a text in the canonical layout; it has no faults."""
    file, faults = parse_text(textwrap.dedent(text))
    assert () == faults
    return format_file(file)


def check(file: File, text: str) -> None:
    """Assert that *text* is a layout of *file*, and the only one."""
    again, faults = parse_text(text)

    assert () == faults, text
    assert file == again, text
    assert sorted(c.text.rstrip() for c in file.comments) == sorted(
        c.text for c in again.comments
    ), text
    assert text == format_file(again)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_files_keep_their_meaning(path: Path):
    """Parse, format, parse: the same tree, the same comments."""
    file, _ = parse(read(path))

    check(file, format_file(file))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_shipped_files_are_laid_out(path: Path):
    """The shipped rules have the layout that `wtrules fmt` gives them, so copies have it too."""
    source = read(path)

    assert source.text == format_file(parse(source)[0])


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_layout(path: Path, snapshot):  # type: ignore[no-untyped-def]
    """The good cases as they are written here."""
    assert snapshot == format_file(parse(read(path))[0])


@pytest.mark.slow
@_THOROUGH
@given(strategies.files)
def test_any_tree_can_be_written(file: File):
    """Parentheses stand where the tree needs them, whatever it is."""
    check(file, format_file(file))


@pytest.mark.slow
@_THOROUGH
@given(strategies.terms)
def test_any_term_can_be_written(term):  # type: ignore[no-untyped-def]
    """Terms alone, as there are most ways to get them wrong."""
    name = strategies.n.Name("x", span=strategies.NOWHERE)
    define = strategies.n.Define(name, (), term, span=strategies.NOWHERE)
    file = File((define,), span=strategies.NOWHERE)

    check(file, format_file(file))


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.sampled_from(FILES), st.integers(0, 2**32), st.sampled_from([0, 0.02, 0.1]))
def test_any_layout_leads_to_the_same_tree(path: Path, seed: int, comments: float):
    """Line breaks, blank lines and comments may stand anywhere."""
    chance = random.Random(seed)
    parts = []
    for word in scan(read(path).text).words:
        parts.append(word.text)
        if chance.random() < comments:
            parts.append(f"{chance.choice(['', '  '])}# {len(parts)}\n{chance.choice(['', '  '])}")
        parts.append(chance.choice([" ", " ", " ", "\n", "\n\n\n", "\n   "]))
    file, faults = parse_text("".join(parts))

    assert () == faults
    check(file, format_file(file))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_lines_are_short(path: Path):
    """Only a text in quotes, a comment or a single word may be longer than a line."""
    for line in format_file(parse(read(path))[0]).split("\n"):
        assert len(line) <= WIDTH or '"' in line or "#" in line
        assert line == line.rstrip()


def test_rule():
    """First words in a column, languages below each other, lists wrapped."""
    assert (
        "rule castle.entry {\n"
        '  says   en "A wizard enters."\n'
        '         de "Ein Magier zieht ein."\n'
        "  assumed amb.one\n"
        "  on     wizard w lands on p\n"
        "  do     bring w home\n"
        "}\n"
    ) == formatted("""
        rule castle.entry { says en "A wizard enters." de "Ein Magier zieht ein."
        assumed amb.one on wizard w lands on p
        do bring w home }
        """)


def test_blocks_on_one_line():
    """A simple block stays on its line, and such blocks line up; others are opened."""
    assert (
        'outcome won     { name en "decided" }\n'
        'outcome stalled { name en "nobody" }\n'
        "\n"
        "rule a {\n"
        "  if x { stop }\n"
        "}\n"
    ) == formatted("""
        outcome won { name en "decided" }
        outcome stalled { name en "nobody" }
        rule a { if x { stop } }
        """)


def test_blank_lines():
    """One at most between clauses, none at the ends of a block, one around tall items."""
    assert ("board {\n  a 1\n\n  b 2\n}\n\nrule r {\n  stop\n}\n") == formatted(
        "board {\n\n\na 1\n\n\n\nb 2\n\n}\nrule r {\nstop\n}\n\n\n"
    )


def test_long_conditions_break_at_their_loosest_place():
    """Before `or` rather than before `+`, between questions rather than within one."""
    assert (
        "rule a {\n"
        "  choose tower first_tower where topmost and castle is not on first_tower,\n"
        "         tower other_tower where topmost and space of first_tower < space of other_tower\n"
        "}\n"
    ) == formatted("""
        rule a {
        choose tower first_tower where topmost and castle is not on first_tower, tower other_tower
          where topmost and space of first_tower < space of other_tower }
        """)


def test_else_if():
    """`else { if … }` is written as people say it."""
    assert (
        "rule r {\n  if a {\n    stop\n  } else if b {\n    stop\n  } else {\n    end turn\n  }\n}\n"
    ) == formatted("rule r {\nif a {\nstop } else { if b { stop } else { end turn } } }")


@pytest.mark.parametrize(
    ("term", "expected"),
    [
        ("((1))", "1"),
        ("a and b or c", "(a and b) or c"),
        ("a and (b or c)", "a and (b or c)"),
        ("1 - (2 - 3)", "1 - (2 - 3)"),
        ("(1 - 2) - 3", "1 - 2 - 3"),
        ("(number of wizards where own) + 1", "(number of wizards where own) + 1"),
        ("number of wizards where (own + 1)", "number of wizards where own + 1"),
        ("1 + (number of wizards where own)", "1 + number of wizards where own"),
        ("(not a) and b", "not a and b"),
        ("not (a and b)", "not (a and b)"),
        ("(a = b) = c", "(a = b) = c"),
        ("a is (not b)", "a is (not b)"),
        ("(can move w forward 1) and b", "can move w clockwise 1 and b"),
        ("(can move w forward 1) + 1", "(can move w clockwise 1) + 1"),
    ],
)
def test_parentheses(term: str, expected: str):
    """Only where they are needed, and around an `and` inside an `or`."""
    assert f"define x = {expected}\n" == formatted(f"define x = {term}")


def test_lines_inside_parentheses_stand_behind_them():
    """What belongs together is seen together, and a comparison breaks before its sign."""
    text = """
    rule a {
      when any_very_long_condition_of_the_game and (another_condition_of_the_game or number of wizards on destination + the_number_of_riders <= board.capacity)
    }
    """

    assert [
        "rule a {",
        "  when   any_very_long_condition_of_the_game",
        "         and (another_condition_of_the_game",
        "              or number of wizards on destination + the_number_of_riders <= board.capacity)",
        "}",
    ] == formatted(text).splitlines()


def test_outcomes_stand_in_columns():
    """A list of endings is a table, however long its texts are."""
    text = f"""
    outcome won {{ name en "won" de "gewonnen" }}
    outcome lost_in_the_dark {{ name en "{"lost " * 12}" de "{"verloren " * 3}" }}
    """
    first, second = formatted(text).splitlines()

    assert first.index(" de ") == second.index(" de ")
    assert first.index("{") == second.index("{")


def test_a_question_in_the_middle_of_an_action():
    """Its end is shown, though nobody could mistake it."""
    assert "rule a { do move (first tower t where topmost) clockwise 1 }\n" == formatted(
        "rule a { do move first tower t where topmost clockwise 1 }"
    )


@pytest.mark.parametrize("clause", ["may { end turn }", "either { option x }"])
def test_an_if_in_the_else_block_of_another_clause_keeps_its_braces(clause: str):
    """Only after an `if` can `else { if … }` be written as `else if …`."""
    text = f"rule a {{ {clause} else {{ if b {{ }} }} if c {{ }} else {{ if d {{ }} }} }}"
    file, faults = parse_text(text)

    assert () == faults
    check(file, format_file(file))
    assert 1 == format_file(file).count("else if")


def test_outcomes_and_their_overrides():
    """An outcome beside the override of another one is written on one line, too."""
    text = """
        ruleset a {
          outcome stalled { name en "nobody can finish" de "niemand kann fertig werden" }
          override outcome won { name en "decided" de "entschieden" }
        }
    """
    file, faults = parse_text(textwrap.dedent(text))

    assert () == faults
    check(file, format_file(file))


@pytest.mark.parametrize(
    "value", ["(place of carrier) per turn", "(space of castle + 1)", "(players >= 2)", "space 5"]
)
def test_a_memory_that_begins_with_the_name_of_a_type(value: str):
    """A first value such as `(place of carrier)` keeps its parentheses: `place` is a type, too."""
    text = f"memory spot = {value}\n"

    assert text == formatted(text)


def test_a_word_that_compares_is_no_setting():
    """What follows a comparison does not become a setting called `is`, which nobody means."""
    _, faults = parse_text("house {\n  limit a = b is 2\n}\n")

    assert ["`is` cannot follow another comparison"] == [fault.message for fault in faults]
