"""Signs of other languages and of mathematics are read as what they mean here."""

import pytest

from tests.syntax.helpers import parse_text
from wtrules.diagnostics.fix import apply
from wtrules.source import SourceFile

# What is written, what is meant, and whether nothing else can be meant.
SIGNS = [
    ("if x === 3", "if x = 3", True), ("if x == 3", "if x = 3", True),
    ("if x !== 3", "if x != 3", True), ("if x <> 3", "if x != 3", True),
    ("if x ≠ 3", "if x != 3", True), ("if x =< 3", "if x <= 3", True),
    ("if x => 3", "if x >= 3", False), ("if x ≤ 3", "if x <= 3", True),
    ("if x ≥ 3", "if x >= 3", True), ("if a && b", "if a and b", True),
    ("if a & b", "if a and b", True), ("if ! a", "if not a", True), ("if ¬ a", "if not a", True),
    ("if x % 2 = 0", "if x mod 2 = 0", True), ("if x × 2 = 4", "if x * 2 = 4", True),
    ("if x · 2 = 4", "if x * 2 = 4", True), ("if x ÷ 2 = 4", "if x / 2 = 4", True),
    ("if x − 2 = 4", "if x - 2 = 4", True), ("if x – 2 = 4", "if x - 2 = 4", True),
    ("if x — 2 = 4", "if x - 2 = 4", True),
]  # fmt: skip
IN_RULES = [
    (f"rule a {{\n  {wrong} {{ stop }}\n}}\n", f"rule a {{\n  {right} {{ stop }}\n}}\n", is_safe)
    for wrong, right, is_safe in SIGNS
]
OTHERS = [
    ("rule a {\n  let x := 3\n}\n", "rule a {\n  let x = 3\n}\n", True),
    ("ruleset a { players 2…4 }\n", "ruleset a { players 2..4 }\n", False),
    ("ruleset a { players 2...4 }\n", "ruleset a { players 2..4 }\n", False),
    ("hand {\n  size 3.0\n}\n", "hand {\n  size 3\n}\n", True),
    ("hand {\n  size 3.5\n}\n", "hand {\n  size 3\n}\n", False),
    ("rule a { // why\n  stop\n}\n", "rule a { # why\n  stop\n}\n", True),
    ("/* why */\nrule a { stop }\n", "# why\nrule a { stop }\n", True),
    ("/* why\n   not */\nrule a { stop }\n", "# why\n# not\nrule a { stop }\n", True),
    ("rule a { says en “Go.” stop }\n", 'rule a { says en "Go." stop }\n', True),
]


@pytest.mark.parametrize(("wrong", "right", "is_safe"), [*IN_RULES, *OTHERS])
def test_a_sign_is_read_and_fixed(wrong: str, right: str, is_safe: bool):
    """One report, the tree of what was meant, and a fix; only one that is clear is made unasked."""
    tree, faults = parse_text(wrong)
    meant, none = parse_text(right)
    assert () == none
    (fault,) = faults
    assert meant == tree
    (fix,) = fault.fixes
    assert is_safe == fix.is_safe
    assert right == apply(SourceFile("test.wtr", wrong), fix.edits).text


@pytest.mark.parametrize("wrong", [wrong for wrong, _, _ in SIGNS])
def test_a_sign_is_named_as_it_is_written(wrong: str):
    """Signs of several characters are one, not two that follow each other."""
    sign = next(part for part in wrong.split() if not part.isalnum())
    _, (fault,) = parse_text(f"rule a {{\n  {wrong} {{ stop }}\n}}\n")
    assert f"`{sign}`" in fault.message
