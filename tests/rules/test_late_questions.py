"""Questions that are not asked after the end of a turn."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules.helpers import validate_file

MAY = 'may { option more en "more" do score 1 }'
GO = "choose wizard w where own do move w clockwise 1"


@pytest.mark.parametrize(
    ("rules", "count"),
    [
        (f"spell x {{ cost 1 {GO} {MAY} }}", 1),
        (f"spell x {{ cost 1 {GO} do score 2 choose tower t do move t clockwise 1 }}", 1),
        (f"spell x {{ cost 1 {GO} either {{ {MAY} }} or {{ do score 2 }} }}", 1),
        (f"spell x {{ cost 1 {GO} if home of active > 2 {{ {MAY} }} }}", 1),
        (f"spell x {{ cost 1 {GO} {MAY} {MAY} }}", 1),  # the rule is left at the first one
        (f"spell x {{ cost 1 {GO} do score 1 }}", 0),
        (f"spell x {{ cost 1 {MAY} {GO} }}", 0),
        (f"spell x {{ cost 1 choose tower t do move t clockwise 1 {MAY} }}", 0),
        # A rule of one's own that ends the turn, the action or the game when a tower lands.
        (
            f"spell x {{ cost 1 choose tower t do move t clockwise 1 {MAY} }}\n"
            "rule over { on tower t lands on s perform enough } rule enough { end action }",
            1,
        ),
        (
            f"spell x {{ cost 1 choose tower t do move t clockwise 1 {MAY} }}\n"
            "rule over { on tower t lands on s when height of s > 5 end game won }",
            0,
        ),
        # Coming home ends nothing.
        (f"spell x {{ cost 1 {GO} {MAY} }}\nremove rule castle.entry.ends_turn", 0),
        # The questions of shipped rules are no mistake of this file.
        ("rule over { on player p plays c when rolls of c > 2 end turn }", 0),
    ],
)
def test_questions_after_a_move(rules: str, count: int, tmp_path: Path) -> None:
    """A question is reported if what comes before it in the same rule may end the turn."""
    path = tmp_path / "part.wtr"
    path.write_text(f"ruleset part {{ extends en-capstone\n{rules}\n}}\n")

    codes = [fault.code for fault in validate_file(path)]
    assert count == codes.count("asked-too-late")
