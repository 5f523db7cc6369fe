"""The commands shown in the documentation, and what they print.

`python tests/pages.py` runs them all and writes what they print now into the pages. It also lays
out the rules in the pages as `wtrules fmt` does.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path

# The program beside this file, not an installed one, however this is started.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from wtrules.cli import main
from wtrules.simulate.columns import table
from wtrules.source import SourceFile
from wtrules.syntax.format import format_file
from wtrules.syntax.parse import parse

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted(
    str(path.relative_to(ROOT))
    for path in (
        *ROOT.glob("*.md"),
        *ROOT.glob("docs/**/*.md"),
        *(ROOT / name / "README.md" for name in ("grammar", "wtrules", "examples", "tests")),
    )
    if path.is_file() and "```console" in path.read_text("utf-8")
)
BLOCK = re.compile(r"^```(console|wtr)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
RULES = re.compile(
    r"(?P<before>(?P<faulty><!-- faulty -->\n)?^```wtr\n)(?P<rules>.*?)(?=^```$)",
    re.MULTILINE | re.DOTALL,
)
_COLUMNS = re.compile(r"(<!-- columns -->\n\n).*?(\n\n<!-- end of columns -->)", re.DOTALL)
_BEHIND = re.compile(r"\S +# ")  # a comment behind something
_FOR_A_SHELL = re.compile(r"^(?!wtrules )|[|<>;&$*]")
FILE = re.compile(r"# (\S+\.wtr)(, continued)?\n")


# Pictures in the pages.
PICTURES = {
    "docs/board.svg": ("K/R/N/R/N/R/N/R/N/R/y/././././b",),
    "docs/example.svg": ("--example", "castle.entry"),
}


def picture(arguments: tuple[str, ...]) -> str:
    """Return what `wtrules render` draws."""
    code = "import sys; from wtrules.cli import main; sys.exit(main())"
    return subprocess.run(
        [sys.executable, "-c", code, "render", *arguments, "-o", "-"],
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=True,
    ).stdout


def formatted(page: str) -> str:
    """Return the text of a page with the rules in it as `wtrules fmt` lays them out.

    The table of the columns of saved games is that of their schema. What cannot be read as a file of its own (statements, terms, faulty files) stays as it is, and
    so do explained pieces: a column of comments is easier to read.
    """

    def replace(found: re.Match[str]) -> str:
        file, faults = parse(SourceFile("page.wtr", found["rules"]))
        if found["faulty"] or faults or _BEHIND.search(found["rules"]):
            return found[0]
        return found["before"] + format_file(file)

    page = _COLUMNS.sub(lambda found: f"{found[1]}{table()}{found[2]}", page)
    return RULES.sub(replace, page)


def commands(block: str) -> list[tuple[str, str]]:
    """Return the commands of a console block, each with the output below it."""
    parts = re.split(r"^\$ (.*)\n", block, flags=re.MULTILINE)
    return list(zip(parts[1::2], parts[2::2], strict=True))


def prepare(folder: Path) -> None:
    """Copy what the pages speak of into *folder*, and make a command `wtrules` for it."""
    for name in ("examples", "rulesets", "grammar"):
        shutil.copytree(ROOT / name, folder / "checkout" / name)
    (folder / "bin").mkdir()
    command = folder / "bin" / "wtrules"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m wtrules "$@"\n')
    command.chmod(0o755)


def run_page(page: str, folder: Path, check: Callable[[str, str, str], None]) -> None:
    """Run the console blocks of a page in order; *check* gets command, shown and printed output.

    A block of rules that begins with its file name, `# friday.wtr`, is saved under that name;
    `# friday.wtr, continued` is added at the end of that file.
    """
    settings = {
        **os.environ,
        "NO_COLOR": "1",
        "COLUMNS": "80",
        "LINES": "24",
        "PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "PYTHONUTF8": "1",
    }
    checkout = folder / "checkout"
    for language, block in BLOCK.findall((ROOT / page).read_text("utf-8")):
        if language == "wtr":
            if named := FILE.match(block):
                with (checkout / named[1]).open("a" if named[2] else "w", encoding="utf-8") as file:
                    file.write(f"\n{block}" if named[2] else block)
            continue
        for command, shown in commands(block):
            run = _run_in_shell if _FOR_A_SHELL.search(command) else _run_here
            check(command, shown, run(command, checkout, settings))


def _run_in_shell(command: str, folder: Path, settings: dict[str, str]) -> str:
    """Return what a command writes."""
    return subprocess.run(
        command,
        shell=True,
        cwd=folder,
        env=settings,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    ).stdout


def _run_here(command: str, folder: Path, settings: dict[str, str]) -> str:
    """Return what a command of wtrules writes, run in this process, which has read the rules."""
    name, *arguments = shlex.split(command)
    assert "wtrules" == name
    written = io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True)
    before = dict(os.environ)
    os.environ.update(settings)
    try:
        with chdir(folder), redirect_stdout(written), redirect_stderr(written):
            main(arguments)
    finally:
        os.environ.clear()
        os.environ.update(before)
    return written.buffer.getvalue().decode()  # type: ignore[attr-defined]


def update(page: str) -> None:
    """Write what the commands of a page print now into the page."""
    text = formatted((ROOT / page).read_text("utf-8"))
    (ROOT / page).write_text(text, "utf-8")
    done = 0

    def replace(command: str, shown: str, printed: str) -> None:
        nonlocal text, done
        start = text.index(f"$ {command}\n{shown}", done) + len(f"$ {command}\n")
        text = text[:start] + printed + text[start + len(shown) :]
        done = start + len(printed)

    with tempfile.TemporaryDirectory() as folder:
        prepare(Path(folder))
        run_page(page, Path(folder), replace)
    (ROOT / page).write_text(text, "utf-8")


if __name__ == "__main__":
    for name, arguments in PICTURES.items():
        (ROOT / name).write_text(picture(arguments), "utf-8")
    for path in [] if sys.argv[1:] else sorted((ROOT / "docs").rglob("*.md")):
        path.write_text(formatted(path.read_text("utf-8")), "utf-8")
    for name in sys.argv[1:] or PAGES:
        print(name)
        update(name)
