"""Conditions that mean the same, however they are written, and conditions that only look alike."""

import pytest

from wtrules.meaning.normal_form import implies, normal_form
from wtrules.source import SourceFile
from wtrules.syntax import nodes as n
from wtrules.syntax.parse import parse


def statements(text: str) -> tuple[n.Clause, ...]:
    file, diagnostics = parse(SourceFile("t.wtr", f"rule r {{ {text} }}"))
    assert () == tuple(diagnostics), text
    (rule,) = file.members
    assert isinstance(rule, n.Rule)
    return rule.clauses


def condition(text: str) -> n.Expr:
    (when,) = statements(f"when {text}")
    assert isinstance(when, n.When)
    return when.condition


SAME = [
    ("castle is on s", "not (castle is not on s)"),
    ("castle is on s", "not not castle is on s"),
    ("castle is on s", "castle is on s and castle is on s"),
    ("castle is on s", "castle is on s and 1 < 2"),
    ("castle is on s", "castle is on s or 2 + 2 = 5"),
    ("castle is on s", "castle is on s and yes"),
    ("a and b", "b and a"),
    ("a and b", "not (not a or not b)"),
    ("a or b", "not (not b and not a)"),
    ("not (a or b)", "not b and not a"),
    ("a and (b and c)", "(c and a) and b"),
    ("a or (b or c)", "(c or a) or b"),
    ("a and (b or c)", "not (not a or not c and not b)"),
    ("n of p > m of q", "m of q < n of p"),
    ("n of p >= m of q", "m of q <= n of p"),
    ("n of p >= m of q", "not (n of p < m of q)"),
    ("n of p <= m of q", "not (n of p > m of q)"),
    ("n of p > 2", "n of p >= 3"),
    ("n of p > 2", "not (n of p <= 2)"),
    ("n of p > 2", "2 < n of p"),
    ("n of p > 2", "n of p > 1 + 1"),
    ("n of p > 2", "n of p > 5 / 2"),
    ("n of p > 2", "n of p > 8 mod 3"),
    ("n of p < -1", "n of p <= 1 - 3"),
    ("n of p < 2", "not (n of p > 1)"),
    ("n of p = 2", "2 = n of p"),
    ("n of p = 2", "n of p is 2"),
    ("n of p != 2", "not (n of p = 2)"),
    ("n of p is not 2", "2 != n of p"),
    ("n of p + m of p > 2", "m of p + n of p > 2"),
    ("n of p * m of p > 2", "m of p * n of p > 2"),
    ("no wizard on s", "not any wizard on s"),
    ("any wizard on s", "not no wizard on s"),
    ("any wizard on s where own and visible", "any wizard on s where visible and own"),
    ("(2 when a else 1) > m", "(1 when not a else 2) > m"),
    ("(2 when a and b else 1) > m", "(1 when not a or not b else 2) > m"),
]
OTHER = [
    ("castle is on s", "castle is not on s"),
    ("castle is on s", "not (castle is on s)"),
    ("castle is on s", "castle is on p"),
    ("castle is on s", "castle is on s and a"),
    ("castle is on s", "castle is on s and 2 < 1"),
    ("a and b", "a or b"),
    ("a and b", "not (not a and not b)"),
    ("not (a or b)", "not a or not b"),
    ("a and (b or c)", "a and b or c"),
    ("n of p > m of q", "m of q > n of p"),
    ("n of p > m of q", "n of p >= m of q"),
    ("n of p > m of q", "not (n of p < m of q)"),
    ("n of p > 2", "n of p >= 2"),
    ("n of p > 2", "n of p < 2"),
    ("n of p > 2", "2 > n of p"),
    ("n of p > 2", "n of p > 3 / 2"),
    ("n of p > 2", "n of q > 2"),
    ("n of p - m of p > 2", "m of p - n of p > 2"),
    ("n of p / m of p > 2", "m of p / n of p > 2"),
    ("no wizard on s", "any wizard on s"),
    ("any wizard on s where own", "any wizard on s where not own"),
    ("(2 when a else 1) > m", "(2 when not a else 1) > m"),
    ("n of p = 2", "n of p != 2"),
]


@pytest.mark.parametrize(("one", "two"), SAME)
def test_what_means_the_same(one: str, two: str):
    """Another way to write a condition has the same normal form."""
    assert normal_form(condition(one)) == normal_form(condition(two))


@pytest.mark.parametrize(("one", "two"), OTHER)
def test_what_only_looks_alike(one: str, two: str):
    """A condition that is true in other positions has another normal form."""
    assert normal_form(condition(one)) != normal_form(condition(two))


@pytest.mark.parametrize("text", [text for pair in SAME for text in pair])
def test_a_normal_form_is_its_own(text: str):
    """The normal form of a normal form is the same."""
    made = normal_form(condition(text))

    assert made == normal_form(made)


@pytest.mark.parametrize(
    ("one", "two", "same"),
    [
        ("when a when b end turn", "when b and a end turn", True),
        ("when a and 1 = 1 end turn", "when a end turn", True),
        ("when 1 = 1 end turn", "end turn", True),
        ("if a { end turn } else { end game }", "if not a { end game } else { end turn }", True),
        ("if a { when b when c end turn }", "if a { when c and b end turn }", True),
        ("if a { end turn } else { end game }", "if not a { end turn } else { end game }", False),
        ("when a end turn when b", "when a and b end turn", False),
        ("when a end turn", "when a end game", False),
    ],
)
def test_statements(one: str, two: str, same: bool):
    """Conditions one after the other are one; what is done, and in which order, matters."""
    assert same == (normal_form(statements(one)) == normal_form(statements(two)))


@pytest.mark.parametrize(
    ("one", "two", "expected"),
    [
        ("a and b", "a", True),
        ("a", "a and b", False),
        ("a", "a or b", True),
        ("a or b", "a", False),
        ("a and b", "b or c", True),
        ("a or b", "b or c or a", True),
        ("a", "not a", False),
        ("n of p > 2", "n of p > 1", True),
        ("n of p > 1", "n of p > 2", False),
        ("n of p > 2", "n of p > 2", True),
        ("n of p < 2", "n of p < 3", True),
        ("n of p < 3", "n of p < 2", False),
        ("n of p = 2", "n of p > 1", True),
        ("n of p = 2", "n of p > 2", False),
        ("n of p = 2", "n of p != 3", True),
        ("n of p > 2", "n of p != 2", True),
        ("n of p > 1", "n of p != 2", False),
        ("n of p != 2", "n of p > 1", False),
        ("n of p > 2", "n of q > 1", False),
    ],
)
def test_what_one_condition_asks_for(one: str, two: str, expected: bool):
    """Asking for more than two of something asks for more than one."""
    assert expected == implies(normal_form(condition(one)), normal_form(condition(two)))


def test_what_is_left_to_chance_stays_in_its_order():
    """Two draws by chance are not made in another order."""
    drawn = "random wizard where own is w", "random tower is t"

    assert normal_form(condition(" and ".join(f"({x})" for x in drawn))) != normal_form(
        condition(" and ".join(f"({x})" for x in reversed(drawn)))
    )
