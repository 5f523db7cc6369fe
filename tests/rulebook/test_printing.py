"""PDF files: printed by a browser, within a time, without leaving anything behind."""

from __future__ import annotations

import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile
from itertools import product
from pathlib import Path

import pytest

from tests.sampling import covering
from wtrules.cli import main
from wtrules.rulebook import printing

Capture = pytest.CaptureFixture[str]
posix = pytest.mark.skipif(
    sys.platform == "win32", reason="the simulated browser is a shell script"
)

PAGE = "<!DOCTYPE html><html><body><h1>Towers</h1></body></html>"


def has_browser() -> bool:
    """Whether this machine has a browser that prints."""
    try:
        printing.find_browser()
    except printing.NoBrowser:
        return False
    return True


@pytest.fixture
def browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Return a function that makes a script the browser, and the folder for what is temporary."""
    folder = tmp_path / "tmp"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))

    def make(script: str) -> Path:
        path = tmp_path / "browser"
        path.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        monkeypatch.setenv(printing.VARIABLE, str(path))
        return folder

    return make


# Writes what it got as options to the file it should print to.
ECHO = 'for o in "$@"; do case "$o" in --print-to-pdf=*) f="${o#*=}";; esac; done; echo "$@" > "$f"'


@posix
def test_a_page_is_printed_without_a_network(browser):
    """The browser gets a profile of its own, no names of other machines, and an outline to write."""
    folder = browser(ECHO)
    options = printing.pdf(PAGE).decode()

    assert "--host-resolver-rules=MAP * ~NOTFOUND" in options
    assert "--generate-pdf-document-outline" in options
    assert f"--user-data-dir={folder}" in options
    assert "--no-sandbox" not in options
    assert [] == list(folder.iterdir())


@posix
def test_without_a_sandbox_only_where_there_is_none(browser):
    """A browser that refuses to start as it is, as root, is started once more."""
    folder = browser(
        f'case "$*" in *--no-sandbox*) {ECHO};; *) echo "needs --no-sandbox" >&2; exit 1;; esac'
    )

    assert b"--no-sandbox" in printing.pdf(PAGE)
    assert [] == list(folder.iterdir())


@posix
def test_a_browser_that_fails_says_why(browser):
    """The last line it wrote is the reason; nothing temporary stays."""
    folder = browser("echo first >&2; echo 'out of paper' >&2; exit 1")

    with pytest.raises(printing.CannotPrint) as caught:
        printing.pdf(PAGE)
    assert "out of paper" == caught.value.parts["reason"]
    assert [] == list(folder.iterdir())


@posix
def test_a_browser_that_hangs_is_stopped(browser, tmp_path: Path):
    """After its time it is killed, with the processes it has started."""
    folder = browser(f"sleep 600 & echo $! > {tmp_path / 'child'}; wait")

    with pytest.raises(printing.CannotPrint) as caught:
        printing.pdf(PAGE, seconds=1)
    assert "1 s" == caught.value.parts["reason"]
    assert [] == list(folder.iterdir())
    child = int((tmp_path / "child").read_text())
    assert not is_running(child)


def is_running(process: int) -> bool:
    """Whether a process still does something."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{process}/stat")
    return not state.is_file() or state.read_text().rsplit(")", 1)[1].split()[0] != "Z"


def test_no_browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture):
    """Without a browser there is one line that says what to do, and no file."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.delenv(printing.VARIABLE, raising=False)

    assert 2 == main(["rulebook", "-o", "book.pdf"])
    (line,) = capsys.readouterr().err.splitlines()
    assert "none was found; install one or name it with the environment variable" in line
    monkeypatch.setenv(printing.VARIABLE, "nobody")
    assert 2 == main(["rulebook", "-o", "buch.pdf", "--lang", "de"])
    (line,) = capsys.readouterr().err.splitlines()
    assert "`nobody` aus der Umgebungsvariablen WTRULES_BROWSER" in line
    assert [] == list(tmp_path.iterdir())


@pytest.mark.slow
@posix
def test_the_command_reports_a_browser_that_fails(browser, tmp_path: Path, capsys: Capture):
    """The reason is shown, and no file is written."""
    browser("echo 'out of paper' >&2; exit 1")
    target = tmp_path / "book.pdf"

    assert 2 == main(["rulebook", "--no-pictures", "-o", str(target)])
    assert "did not print the page: out of paper" in capsys.readouterr().err
    assert not target.exists()


@pytest.mark.slow
@pytest.mark.skipif(not has_browser(), reason="needs a browser")
@pytest.mark.skipif(shutil.which("pdfinfo") is None, reason="needs pdfinfo")
@pytest.mark.parametrize(("paper", "size"), [("a4", "594.96 x 841.92"), ("letter", "612 x 792")])
def test_a_real_book(paper: str, size: str, tmp_path: Path):
    """It has the paper, an outline with the chapters, and page numbers from the second page on."""
    target = tmp_path / "book.pdf"
    assert 0 == main(["rulebook", "--paper", paper, "-o", str(target)])

    about = subprocess.run(["pdfinfo", target], capture_output=True, text=True, check=True).stdout
    assert re.search(rf"Page size: +{re.escape(size)}", about)
    assert b"/Outlines" in target.read_bytes()
    pages = subprocess.run(
        ["pdftotext", "-layout", target, "-"], capture_output=True, text=True, check=True
    ).stdout.split("\f")
    last_lines = [page.strip().splitlines()[-1].strip() for page in pages if page.strip()]
    assert "1" != last_lines[0]
    assert ["2", "3", "4"] == last_lines[1:4]


@pytest.mark.slow
@pytest.mark.skipif(not has_browser(), reason="needs a browser")
@pytest.mark.skipif(shutil.which("pdfinfo") is None, reason="needs pdfinfo")
@pytest.mark.parametrize(
    "sheet",
    covering(product(["en-capstone", "de-abacus-24+nasty", "en-capstone+coop"], ["a4", "letter"])),
    ids=" ".join,
)
def test_the_summary_is_one_page(sheet: tuple[str, str], tmp_path: Path):
    """Whatever the rules are, they are on one page."""
    ruleset, paper = sheet
    target = tmp_path / "summary.pdf"
    options = ["--sheet", "summary", "--paper", paper, "-o", str(target)]
    assert 0 == main(["rulebook", ruleset, *options])

    about = subprocess.run(["pdfinfo", target], capture_output=True, text=True, check=True).stdout
    assert re.search(r"Pages: +1\n", about)
