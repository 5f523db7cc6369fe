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
    """A code is taken as it stands in a message."""
    assert 0 == main(["explain", code])
    assert "override" in capsys.readouterr().out


def test_an_unknown_code(capsys: Capture):
    """A slip of the finger gets a hint: exit code 2."""
    assert 2 == main(["explain", "unknown-overide"])
    assert "did you mean `unknown-override`?" in capsys.readouterr().err
