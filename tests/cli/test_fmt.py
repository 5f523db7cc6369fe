"""`wtrules fmt`: which files are written, how, and when not."""

import io
import os
import stat
import sys
from pathlib import Path

import pytest

from wtrules.cli import main

MESSY = "board{spaces 16}\nrule a{\nstop}\n"
TIDY = "board { spaces 16 }\n\nrule a {\n  stop\n}\n"
FAULTY = "rule a { chose card c }\n"
Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of one's own to work in, without colours."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    return tmp_path


def standard_input(monkeypatch: pytest.MonkeyPatch, data: str | bytes) -> None:
    """Let *data* come from standard input."""
    raw = data.encode() if isinstance(data, str) else data
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw), encoding="utf-8"))


def test_files_and_folders(folder: Path, capsys: Capture):
    """Files as they are named, folders with all that is below them."""
    (folder / "sub" / "deep").mkdir(parents=True)
    for name in ("a.wtr", "sub/b.wtr", "sub/deep/c.wtr"):
        (folder / name).write_text(MESSY)
    (folder / "sub/tidy.wtr").write_text(TIDY)
    (folder / "sub/other.txt").write_text(MESSY)
    (folder / "sub/.hidden").mkdir()
    (folder / "sub/.hidden/d.wtr").write_text(MESSY)

    assert 0 == main(["fmt", "a.wtr", "sub", "a.wtr"])

    shown = capsys.readouterr()
    assert ("", "3 files reformatted, 1 left unchanged\n") == (shown.out, shown.err)
    for name in ("a.wtr", "sub/b.wtr", "sub/deep/c.wtr", "sub/tidy.wtr"):
        assert TIDY == (folder / name).read_text()
    assert MESSY == (folder / "sub/other.txt").read_text()
    assert MESSY == (folder / "sub/.hidden/d.wtr").read_text()


def test_this_folder_unless_told(folder: Path):
    """No name means here."""
    (folder / "a.wtr").write_text(MESSY)

    assert 0 == main(["fmt"])
    assert TIDY == (folder / "a.wtr").read_text()


def test_check(folder: Path, capsys: Capture):
    """The names of files that would change go to standard output; nothing is written."""
    (folder / "a.wtr").write_text(MESSY)
    (folder / "b.wtr").write_text(TIDY)

    assert 1 == main(["fmt", "--check", "."])

    shown = capsys.readouterr()
    assert "a.wtr\n" == shown.out
    assert "1 file would be reformatted, 1 left unchanged\n" == shown.err
    assert MESSY == (folder / "a.wtr").read_text()
    assert 0 == main(["fmt", "--check", "b.wtr"])


def test_diff(folder: Path, capsys: Capture):
    """What would change, as a patch."""
    (folder / "a.wtr").write_text("rule a {\nstop\n}\n")

    assert 1 == main(["fmt", "--diff", "a.wtr"])
    assert (
        "--- a.wtr\n+++ a.wtr\n@@ -1,4 +1,4 @@\n rule a {\n-stop\n+  stop\n }\n \n"
    ) == capsys.readouterr().out
    assert "rule a {\nstop\n}\n" == (folder / "a.wtr").read_text()


def test_faulty_files_are_left_alone(folder: Path, capsys: Capture):
    """They are reported, and the others are formatted."""
    (folder / "a.wtr").write_text(FAULTY)
    (folder / "b.wtr").write_text(MESSY)

    assert 1 == main(["fmt", "."])

    shown = capsys.readouterr()
    assert FAULTY == (folder / "a.wtr").read_text()
    assert TIDY == (folder / "b.wtr").read_text()
    assert "error[unknown-keyword]: `chose` is not a keyword" in shown.err
    assert "1 file reformatted, 0 left unchanged, 1 with errors left alone\n" in shown.err


def test_unreadable_files(folder: Path, capsys: Capture):
    """Exit code 2, but not before the others are done."""
    (folder / "b.wtr").write_text(MESSY)
    (folder / "c.wtr").write_bytes(b"\xff\xfe\x00")

    assert 2 == main(["fmt", "missing.wtr", "c.wtr", "b.wtr"])

    shown = capsys.readouterr().err
    assert "there is no file `missing.wtr`" in shown
    assert "error[wrong-encoding]" in shown
    assert TIDY == (folder / "b.wtr").read_text()


def test_empty_folders(folder: Path, capsys: Capture):
    """Most likely the wrong folder."""
    assert 2 == main(["fmt", "."])
    assert "there are no rule files in `.`" in capsys.readouterr().err


def test_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: Capture):
    """From a pipe to a pipe."""
    standard_input(monkeypatch, MESSY)

    assert 0 == main(["fmt", "-"])
    assert (TIDY, "") == capsys.readouterr()


def test_faulty_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: Capture):
    """Nothing comes out that could overwrite something."""
    standard_input(monkeypatch, FAULTY)

    assert 1 == main(["fmt", "-", "--stdin-filename", "friday.wtr"])

    shown = capsys.readouterr()
    assert "" == shown.out
    assert "friday.wtr:1:10" in shown.err


def test_checking_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: Capture):
    """Editors ask whether there is something to do."""
    standard_input(monkeypatch, MESSY)
    assert 1 == main(["fmt", "--check", "-", "--stdin-filename", "friday.wtr"])
    assert "friday.wtr\n" == capsys.readouterr().out
    standard_input(monkeypatch, TIDY)
    assert 0 == main(["fmt", "--check", "-"])


def test_line_endings_stay(folder: Path):
    """A file from Windows stays one."""
    path = folder / "a.wtr"
    path.write_bytes(MESSY.replace("\n", "\r\n").encode())

    assert 0 == main(["fmt", "a.wtr"])
    assert TIDY.replace("\n", "\r\n").encode() == path.read_bytes()
    assert 0 == main(["fmt", "--check", "a.wtr"])


@pytest.mark.skipif(os.name == "nt", reason="Windows knows no modes")
def test_modes_stay(folder: Path):
    """The permissions of a file stay the same."""
    path = folder / "a.wtr"
    path.write_text(MESSY)
    path.chmod(0o751)

    assert 0 == main(["fmt", "a.wtr"])
    assert 0o751 == stat.S_IMODE(path.stat().st_mode)
    assert ["a.wtr"] == os.listdir(folder)


@pytest.mark.skipif(os.name == "nt", reason="needs links")
def test_links(folder: Path):
    """A link that is named stays a link; one that leads out of a folder is not followed."""
    outside = folder / "outside"
    inside = folder / "inside"
    outside.mkdir()
    inside.mkdir()
    (outside / "a.wtr").write_text(MESSY)
    (inside / "link.wtr").symlink_to(outside / "a.wtr")
    (inside / "b.wtr").write_text(MESSY)

    assert 0 == main(["fmt", "inside"])
    assert MESSY == (outside / "a.wtr").read_text()
    assert 0 == main(["fmt", "inside/link.wtr"])
    assert TIDY == (outside / "a.wtr").read_text()
    assert (inside / "link.wtr").is_symlink()


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write anywhere")
def test_protected_files(folder: Path, capsys: Capture):
    """What may not be written is left as it is."""
    path = folder / "a.wtr"
    path.write_text(MESSY)
    path.chmod(0o444)

    assert 2 == main(["fmt", "a.wtr"])
    assert "cannot write `a.wtr`: it is write-protected" in capsys.readouterr().err
    assert MESSY == path.read_text()


def test_a_fault_of_ours_spoils_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
):
    """If the new layout would not mean the same, the file stays as it is."""
    from wtrules.services import layout

    path = folder / "a.wtr"
    path.write_text(MESSY)
    monkeypatch.setattr(layout, "format_file", lambda file: "rule b { stop }\n")

    assert 101 == main(["fmt", "a.wtr"])
    assert MESSY == path.read_text()
