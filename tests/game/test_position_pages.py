"""Manual pages of positions: every code has one, and what it shows is true."""

import ast
import re
import shlex
from pathlib import Path

import pytest

import wtrules
from wtrules.board.boardtext import PROBLEM_CODES
from wtrules.checks.pages import all_codes
from wtrules.cli import main
from wtrules.game.position_pages import BOARD_PAGES, POSITION_PAGES

PACKAGE = Path(wtrules.__file__).parent
# What makes a fault, with its code in front.
MAKERS = {
    "Diagnostic", "Fault", "Problem", "SourceError", "report", "_report", "error", "warning", "note",
    "between", "_refused", "_BadLine", "_beyond",
}  # fmt: skip
SHOWN = [code for code, page in POSITION_PAGES.items() if page.faulty]


def written_codes() -> set[str]:
    """Return every code in the source that a fault is made with."""
    found = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and node.args:
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                # A code may be chosen between two: `"a" if x else "b"`.
                words = ast.walk(node.args[0]) if name in MAKERS else ()
                texts = [word.value for word in words if isinstance(word, ast.Constant)]
                found |= {x for x in texts if re.fullmatch(r"[a-z]+(-[a-z]+)+", str(x))}
    return found


def test_every_code_that_can_be_printed_has_a_page():
    """Whatever stands in brackets in a message can be looked up."""
    codes = written_codes() | set(PROBLEM_CODES)

    assert {"unknown-seat", "layer-conflict", "bad-json", "two-castles"} <= codes
    assert set() == codes - set(all_codes())


def test_the_pages_of_boards_are_those_of_boards():
    """No page speaks of a fault that no longer exists."""
    assert set(PROBLEM_CODES) == set(BOARD_PAGES)


@pytest.mark.parametrize("code", SHOWN)
def test_page_shows_its_fault(code: str, capsys: pytest.CaptureFixture[str]):
    """The faulty command has the fault and no other, the mended one has an answer."""
    page = POSITION_PAGES[code]

    assert 2 == main(["moves", *shlex.split(page.faulty)])
    assert [code] == re.findall(r"error\[(.+?)\]", capsys.readouterr().err)
    assert 0 == main(["moves", *shlex.split(page.mended)])


def test_a_page_of_a_position(capsys: pytest.CaptureFixture[str]):
    """`explain` finds it like any other."""
    assert 0 == main(["explain", "bad-roll"])
    assert "wtrules moves" in capsys.readouterr().out
