"""The pages of the documentation show what the program prints."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.pages import BLOCK, FILE, PAGES, PICTURES, ROOT, formatted, picture, prepare, run_page
from wtrules.position.reader import KEYS

README = (ROOT / "README.md").read_text("utf-8")
PYTHON = re.compile(r"^```(python|text)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_SECONDS = re.compile(r"\d+(\.\d+)? s\b")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="the pages are written for a POSIX shell")
@pytest.mark.parametrize("page", PAGES)
def test_the_page_shows_what_the_program_prints(page: str, tmp_path: Path):
    """Every console block is run, in the order of the page, and compared character by character."""

    def check(command: str, shown: str, printed: str) -> None:
        assert _SECONDS.sub("… s", shown) == _SECONDS.sub("… s", printed), command

    prepare(tmp_path)
    run_page(page, tmp_path, check)


@pytest.mark.parametrize(
    "page", [*ROOT.glob("*.md"), *ROOT.glob("*/*.md"), *ROOT.glob("docs/*/*.md")], ids=str
)
def test_links_lead_somewhere(page: Path):
    """A link to a file of the project names one that exists, and a heading that is there."""
    for link, heading in re.findall(r"\]\(([^)#:]*)(?:#([^)]*))?\)", page.read_text("utf-8")):
        target = page.parent / link if link else page
        assert target.exists(), link
        assert not heading or heading in headings(target), f"{link}#{heading}"


def headings(page: Path) -> set[str]:
    """Return the names that links can use for the headings of a page."""
    found = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading).strip().replace(" ", "-").lower() for heading in found}


def test_rules_quoted_in_the_readme_are_the_shipped_ones():
    """A block of rules without a file name is an exact quotation from one of the rulesets."""
    shipped = [path.read_text("utf-8") for path in (ROOT / "rulesets").rglob("*.wtr")]
    blocks = BLOCK.findall((ROOT / "README.md").read_text("utf-8"))
    quoted = [block for language, block in blocks if language == "wtr" and not FILE.match(block)]

    assert quoted
    assert [] == [block for block in quoted if not any(block in text for text in shipped)]


@pytest.mark.slow
@pytest.mark.parametrize(
    "page", ["README.md", "docs/agents.md", "docs/positions.md", "docs/python.md"]
)
def test_the_python_of_a_page_prints_what_it_says(page: str, tmp_path: Path):
    """The code of a page is run as one program; behind or below each `print` is what it prints."""
    blocks = PYTHON.findall((ROOT / page).read_text("utf-8"))
    expected = []
    for language, code in blocks:
        if language == "text":
            expected += code.splitlines()
        else:
            expected += re.findall(r"^ *print\(.*\)  # (.*)$", code, re.MULTILINE)
    program = tmp_path / "page.py"
    program.write_text(
        "\n".join(code for language, code in blocks if language == "python"), "utf-8"
    )
    result = subprocess.run(
        [sys.executable, str(program)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )

    assert "" == result.stderr
    assert expected == result.stdout.splitlines()
    assert expected


def test_every_field_of_a_position_has_a_line_in_its_page():
    """The page about positions names what a line can hold."""
    page = (ROOT / "docs" / "positions.md").read_text("utf-8")
    fields = page.partition("## All fields")[2].partition("\n## ")[0]
    listed = re.findall(r"^\| `(\w+)=` \|", fields, re.MULTILINE)

    assert sorted(KEYS) == sorted(listed)


@pytest.mark.parametrize("page", [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")], ids=str)
def test_rules_are_laid_out_as_fmt_does(page: Path):
    """The rules on a page have the canonical layout; `python tests/pages.py` makes it so."""
    text = page.read_text("utf-8")

    assert formatted(text) == text


@pytest.mark.slow
@pytest.mark.parametrize("name", PICTURES)
def test_pictures_are_current(name: str):
    """A picture of a board is what `wtrules render` draws; `python tests/pages.py` draws it again."""
    assert picture(PICTURES[name]) == (ROOT / name).read_text("utf-8")


def test_every_example_has_a_line_in_the_list():
    """One page lists all house rules."""
    page = (ROOT / "examples" / "README.md").read_text("utf-8")

    assert [] == [
        path.name
        for path in sorted((ROOT / "examples").glob("*.wtr"))
        if f"[{path.name}]({path.name})" not in page
    ]


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.wtr")), ids=lambda p: p.stem)
def test_an_example_proves_itself(path: Path):
    """A house rule has a title, texts in English and German, and an example."""
    text = path.read_text("utf-8")
    both = r'en "(?:\\.|[^"])*"\s+de "'

    assert re.search(rf"^ +title +{both}", text, re.MULTILINE)
    assert len(re.findall(rf"\bsays\s+{both}", text)) == len(re.findall(r"\bsays\s+en", text))
    assert re.search(r"^ *example ", text, re.MULTILINE)


def test_the_effects_are_those_of_existing_examples():
    """`python benchmarks/house_rules.py` has measured them; a removed example leaves no row."""
    page = (ROOT / "examples" / "README.md").read_text("utf-8")
    table = page.partition("<!-- table: effects -->")[2].partition("<!-- end of table -->")[0]
    rows = re.findall(r"^\| \[([\w-]+)\]", table, re.MULTILINE)

    assert rows == sorted(set(rows))
    effects = json.loads((ROOT / "examples" / "effects.json").read_text("utf-8"))
    assert rows == list(effects)
    assert all(len(lines["en"]) == len(lines["de"]) for lines in effects.values() if lines)
    assert [] == [name for name in rows if not (ROOT / "examples" / f"{name}.wtr").is_file()]


def test_the_readme_has_blocks_to_run():
    """An edit of the README cannot silently switch this test off."""
    found = BLOCK.findall((ROOT / "README.md").read_text("utf-8"))

    assert 3 <= sum(language == "console" for language, _ in found)


def test_the_first_commands_are_those_that_are_tested():
    """The line that runs the tests is the one the project's own test run uses."""
    script = ROOT / ".ci" / "run"
    if not script.is_file():
        pytest.skip("runs in a checkout only")
    line = script.read_text("utf-8").strip().split("\n")[-1]

    assert line in (ROOT / "README.md").read_text("utf-8")
