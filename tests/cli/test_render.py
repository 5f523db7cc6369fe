"""`wtrules render`: positions as pictures."""

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from wtrules.cli import main

Capture = pytest.CaptureFixture[str]

BOARD = "K/Rbby/bNyy/Rbby/Ny/R/N/R/N/R/./././././."


def test_a_drawing(capsys: Capture):
    """In the terminal, without who is under the towers."""
    assert 0 == main(["render", BOARD])
    hidden = capsys.readouterr().out
    assert 0 == main(["render", BOARD, "--show-hidden"])
    shown = capsys.readouterr().out

    assert "s15" in hidden
    assert hidden != shown


def test_the_start_of_a_game(capsys: Capture):
    """Without a position: the set-up for so many players."""
    assert 0 == main(["render", "--players", "6"])
    assert "purple" in capsys.readouterr().out


def test_svg_to_a_file(tmp_path: Path, capsys: Capture):
    """A picture that other programs can read; the talk goes to standard error."""
    file = tmp_path / "board.svg"
    assert 0 == main(["render", f"{BOARD} b", "-o", str(file)])
    output = capsys.readouterr()

    assert ET.fromstring(file.read_text("utf-8")).tag.endswith("svg")
    assert "" == output.out
    assert "board.svg" in output.err


def test_svg_to_standard_output(capsys: Capture):
    """For a pipe."""
    assert 0 == main(["render", BOARD, "-o", "-"])
    assert capsys.readouterr().out.startswith("<svg ")


def test_text_to_a_file(tmp_path: Path):
    """The drawing without colours."""
    file = tmp_path / "board.txt"
    assert 0 == main(["render", BOARD, "-o", str(file)])

    assert "\x1b" not in file.read_text("utf-8")


def test_nothing_is_overwritten(tmp_path: Path, capsys: Capture):
    """A file that exists stays unless it is said."""
    file = tmp_path / "board.svg"
    file.write_text("mine", encoding="utf-8")
    assert 2 == main(["render", BOARD, "-o", str(file)])
    assert "--force" in capsys.readouterr().err
    assert "mine" == file.read_text("utf-8")
    assert 0 == main(["render", BOARD, "-o", str(file), "--force"])
    assert "mine" != file.read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([BOARD, "-o", "board.png"], "must end in .svg"),
        ([BOARD, "-o", "no/such/folder/board.svg"], "cannot write"),
        (["K/x"], "error[unknown-board-letter]"),
        ([BOARD, "-r", "nowhere"], "error[unknown-ruleset]"),
    ],
)
def test_bad_questions(arguments: list[str], words: str, capsys: Capture):
    """Exit code 2 and plain words."""
    assert 2 == main(["render", *arguments])
    assert words in capsys.readouterr().err


def test_an_example(tmp_path: Path, capsys: Capture):
    """An example is drawn with its caption, before and after."""
    file = tmp_path / "entry.svg"
    assert 0 == main(["render", "--example", "castle.entry", "-o", str(file), "--lang", "de"])

    root = ET.fromstring(file.read_text("utf-8"))
    assert "Burg" in (root.findtext("{http://www.w3.org/2000/svg}title") or "")


def test_an_example_in_words(capsys: Capture):
    """In the terminal, an example is described in words; the ruleset is given where a position would be."""
    assert 0 == main(["render", "--example", "weather.fog", "examples/weather.wtr"])

    assert "Blue moves the tower from space 2 to space 3." in capsys.readouterr().out


def test_an_example_of_a_variant(capsys: Capture):
    """An example is played with the variants it names."""
    assert 0 == main(["render", "--example", "nasty.chosen_tower_gone"])

    assert "Yellow casts" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (
            ["castle.entri"],
            "`en-capstone` has no example `castle.entri`; did you mean `castle.entry`?",
        ),
        (["xyzzy"], "`en-capstone` has no example `xyzzy`; there are setup.two, "),
        (["castle.entri", "--lang", "de"], "meinst du `castle.entry`?"),
        (["castle.entry", "--players", "3"], "--example has its own position"),
        (["castle.entry", "-o", "nowhere/a.svg"], "there is no folder `nowhere`"),
        (["castle.entry", BOARD, "-r", "en-capstone"], "--example has its own position"),
    ],
)
def test_an_example_that_is_not_there(arguments: list[str], expected: str, capsys: Capture):
    """An unknown example is reported with one that is similar; so is what cannot be done with it."""
    assert 2 == main(["render", "--example", *arguments])

    assert expected in capsys.readouterr().err
