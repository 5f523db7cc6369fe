"""A text with a mistake is read as what its author meant: the tree is that of the correct text."""

import pytest

from tests.syntax.helpers import parse_text

# What was written, the code of the report, and what was meant; all inside a rule.
IN_A_RULE = [
    ("if roll = 6 then stop", "syntax", "if roll = 6 { stop }"),
    ("if roll = 6 then do lift t\n  stop", "syntax", "if roll = 6 { do lift t }\n  stop"),
    ("if roll = 6 then\n  do lift t\n  stop", "syntax", "if roll = 6 {\n  do lift t }\n  stop"),
    ("if roll = 6 then stop else { end turn }", "syntax", "if roll = 6 { stop } else { end turn }"),
    ("choose the wizard w where own", "stray-word", "choose wizard w where own"),
    ("choose wizard w where own own", "stray-word", "choose wizard w where own"),
    ("choose wizard w where own, visible", "other-words", "choose wizard w where own and visible"),
    ("lift t", "missing-do", "do lift t"),
    ("if x == 3 { stop }", "wrong-operator", "if x = 3 { stop }"),
    ("stop;", "stray-punctuation", "stop"),
    ("chose wizard w", "unknown-keyword", "choose wizard w"),
    ("if x stop", "missing-brace", "if x { stop }"),
]
AS_ITEMS = [
    ("spell a {\n  cost 2 flasks\n}", "stray-word", "spell a {\n  cost 2\n}"),
    ("board {\n  shields 0, 4,\n}", "stray-punctuation", "board {\n  shields 0, 4\n}"),
    ("board {\n  shields 0 4 8\n}", "missing-comma", "board {\n  shields 0, 4, 8\n}"),
    ("board {\n  capacity = 4\n}", "stray-punctuation", "board {\n  capacity 4\n}"),
    ("override board.capacity 4", "missing-equals", "override board.capacity = 4"),
    ("table t {\n  players | wizards\n  2 5\n}", "missing-bar", "table t {\n  players | wizards\n  2 | 5\n}"),
    ("rule a\n  stop\n}", "missing-brace", "rule a {\n  stop\n}"),
    ("rule a {\n  stop\n}\n}", "surplus-brace", "rule a {\n  stop\n}"),
    ("rule a {\n  says en 'Hello'\n}", "wrong-quotes", 'rule a {\n  says en "Hello"\n}'),
]  # fmt: skip
CASES = [
    *((f"rule a {{\n  {wrong}\n}}", code, f"rule a {{\n  {right}\n}}") for wrong, code, right in IN_A_RULE),
    *AS_ITEMS,
]  # fmt: skip


@pytest.mark.parametrize(("wrong", "code", "right"), CASES, ids=[case[0] for case in CASES])
def test_what_was_meant_is_read(wrong: str, code: str, right: str):
    """One mistake is one report, and the rest of the file is checked as if it were corrected."""
    meant, faults = parse_text(right)
    assert () == faults
    tree, faults = parse_text(wrong)
    assert [code] == [fault.code for fault in faults]
    assert meant == tree
