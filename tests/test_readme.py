"""What the pages show is what the program prints."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import wtrules
from wtrules.cli import main

ROOT = Path(wtrules.__file__).parent.parent
PAGES = [
    page
    for page in ("README.md", "grammar/README.md", "wtrules/README.md", "examples/README.md")
    if (ROOT / page).is_file()
]
_BLOCK = re.compile(r"^```(console|wtr)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"# (\S+\.wtr)\n")
README = (ROOT / "README.md").read_text("utf-8")
_SECONDS = re.compile(r"\d+(\.\d+)? s\b")


def commands(block: str) -> list[tuple[str, str]]:
    """Return the commands of a console block, each with the output below it."""
    parts = re.split(r"^\$ (.*)\n", block, flags=re.MULTILINE)
    return list(zip(parts[1::2], parts[2::2], strict=True))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of what the pages speak of, and the command `wtrules` for it."""
    for name in ("examples", "rulesets", "grammar"):
        shutil.copytree(ROOT / name, tmp_path / "checkout" / name)
    (tmp_path / "bin").mkdir()
    command = tmp_path / "bin" / "wtrules"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m wtrules "$@"\n')
    command.chmod(0o755)
    return tmp_path


@pytest.mark.skipif(sys.platform == "win32", reason="the pages speak to a POSIX shell")
@pytest.mark.parametrize("page", PAGES)
def test_the_page_shows_what_the_program_prints(page: str, folder: Path):
    """Every console block is run, in the order of the page, and compared to the letter.

    A block of rules that begins with its file name, `# friday.wtr`, is saved under that name.
    """
    settings = {
        **os.environ,
        "NO_COLOR": "1",
        "COLUMNS": "80",
        "PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "PYTHONUTF8": "1",
    }
    checkout = folder / "checkout"
    for language, block in _BLOCK.findall((ROOT / page).read_text("utf-8")):
        if language == "wtr":
            if named := _FILE.match(block):
                (checkout / named[1]).write_text(block, "utf-8")
            continue
        for command, expected in commands(block):
            result = subprocess.run(
                command,
                shell=True,
                cwd=checkout,
                env=settings,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                encoding="utf-8",
                check=False,
            )
            assert _SECONDS.sub("… s", expected) == _SECONDS.sub("… s", result.stdout), command


def test_rules_quoted_in_the_readme_are_the_shipped_ones():
    """A block of rules without a file name stands in one of the rulesets, to the letter."""
    shipped = [path.read_text("utf-8") for path in (ROOT / "rulesets").rglob("*.wtr")]
    blocks = _BLOCK.findall((ROOT / "README.md").read_text("utf-8"))
    quoted = [block for language, block in blocks if language == "wtr" and not _FILE.match(block)]

    assert quoted
    assert [] == [block for block in quoted if not any(block in text for text in shipped)]


def test_the_python_of_the_readme_prints_what_it_says(capsys: pytest.CaptureFixture[str]):
    """The code is run, ends, and prints what stands behind each `print`."""
    (code,) = re.findall(r"^```python\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    expected = re.findall(r"^print\(.*\)  # (.*)$", code, re.MULTILINE)

    exec(compile(code, "README.md", "exec"), {})

    assert code.count("print(") == len(expected)
    assert expected == capsys.readouterr().out.splitlines()


def test_the_files_of_the_readme_are_laid_out_as_fmt_does(tmp_path: Path):
    """Whoever copies a file from the page and runs `wtrules fmt --check` finds nothing to do."""
    files = [block for _, block in _BLOCK.findall(README) if _FILE.match(block)]
    for number, block in enumerate(files):
        (tmp_path / f"{number}.wtr").write_text(block, "utf-8")

    assert files
    assert 0 == main(["fmt", "--check", str(tmp_path)])


def test_every_example_has_a_line_in_the_list():
    """Whoever looks for a house rule finds them all on one page."""
    page = (ROOT / "examples" / "README.md").read_text("utf-8")

    assert [] == [
        path.name
        for path in sorted((ROOT / "examples").glob("*.wtr"))
        if f"[{path.name}]({path.name})" not in page
    ]


def test_the_readme_has_blocks_to_run():
    """An edit of the README cannot silently switch this test off."""
    found = _BLOCK.findall((ROOT / "README.md").read_text("utf-8"))

    assert 3 <= sum(language == "console" for language, _ in found)


def test_the_first_commands_are_those_that_are_tested():
    """The line that runs the tests is the one the project's own test run uses."""
    script = ROOT / ".ci" / "run"
    if not script.is_file():
        pytest.skip("runs in a checkout only")
    line = script.read_text("utf-8").strip().split("\n")[-1]

    assert line in (ROOT / "README.md").read_text("utf-8")
