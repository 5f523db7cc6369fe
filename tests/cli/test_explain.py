"""`wtrules explain`: every diagnostic has a page."""

import pytest

from wtrules.cli import main

Capture = pytest.CaptureFixture[str]


def test_all_codes_with_one_line_each(capsys: Capture):
    """The list is for leafing through."""
    assert 0 == main(["explain"])
    lines = capsys.readouterr().out.rstrip("\n").split("\n")

    assert sorted(lines) == lines
    assert any(line.startswith("unknown-override ") for line in lines)
    assert all(len(line.split()) > 2 for line in lines)


@pytest.mark.parametrize("code", ["unknown-override", "error[unknown-override]:"])
def test_a_page(code: str, capsys: Capture):
    """A code may be given as it appears in a message."""
    assert 0 == main(["explain", code])
    assert "override" in capsys.readouterr().out


def test_an_unknown_code(capsys: Capture):
    """A typing mistake gets a hint: exit code 2."""
    assert 2 == main(["explain", "unknown-overide"])
    assert "did you mean `unknown-override`?" in capsys.readouterr().err


# --- moves --------------------------------------------------------------------------------------

BOARD = "K/././b/yyrrgg/N/././././././././R/."


def test_why_a_move_is_legal(capsys: Capture):
    """The rule behind it, with its source."""
    assert 0 == main(["explain", f"{BOARD} b", "wizard s3b", "--card", "w2"])
    out = capsys.readouterr().out

    assert "`wizard s3b` is legal" in out
    assert "card.wizard" in out
    assert "en-capstone" in out


def test_why_a_move_is_not_legal(capsys: Capture):
    """The rule against it: exit code 1, as for any finding."""
    assert 1 == main(["explain", BOARD, "wizard s3b", "--card", "w1", "--seat", "b"])
    assert "move.wizard.capacity" in capsys.readouterr().out


def test_a_move_in_german(capsys: Capture):
    """The words of the rule in the wanted language."""
    assert 1 == main(["explain", f"{BOARD} b", "tower s14", "-c", "t2", "--lang", "de"])
    out = capsys.readouterr().out

    assert "castle.no_tower_on_top" in out
    assert "Turm" in out


def test_a_move_in_no_position(capsys: Capture):
    """A bad position is shown with its fault: exit code 2."""
    assert 2 == main(["explain", "K/x", "wizard s3b"])
    assert "error[" in capsys.readouterr().err
