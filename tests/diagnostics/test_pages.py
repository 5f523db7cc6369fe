"""The manual pages of all codes: their samples are the test cases of the codes.

Adding a code is adding a page, `wtrules/diagnostics/pages/<code>.md`, with its texts, a faulty file
and the fixed one. Further faulty files for the same code go into `tests/cases/bad/`.
"""

import ast
import re
import shlex
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import wtrules
from tests.diagnostics.fixes import check_fixes
from tests.diagnostics.german import without_german
from tests.diagnostics.samples import read_page, samples
from tests.rules.helpers import codes, report, validate_files
from tests.syntax.helpers import codes as codes_of_text
from wtrules.cli import main
from wtrules.diagnostics.manual import all_codes, is_syntax, page
from wtrules.source import SourceFile
from wtrules.syntax.format import format_file
from wtrules.syntax.parse import parse

PACKAGE = Path(wtrules.__file__).parent
# The functions and classes that take a code as their first argument.
MAKERS = {
    "Diagnostic", "Problem", "SourceError", "report", "_report", "error", "warning", "note",
    "problem", "refused", "_BadLine", "_beyond", "finding", "repair",
}  # fmt: skip


def files(code: str, heading: str) -> dict[str, str]:
    """Return the rule files of a page below a heading, texts by name."""
    return {one.name: one.text for one in samples(code, heading, "wtr")}


def commands(code: str, heading: str) -> list[list[str]]:
    """Return the arguments of the `wtrules moves` commands on a page."""
    lines = [one.text.strip() for one in samples(code, heading, "sh")]
    return [shlex.split(line)[1:] for line in lines if line.startswith("wtrules moves ")]


WITH_FILES = [code for code in all_codes() if samples(code, "Faulty", "wtr")]
WITH_COMMANDS = [code for code in all_codes() if commands(code, "Faulty")]


@pytest.mark.parametrize("code", WITH_FILES)
def test_faulty_sample(code: str, snapshot: SnapshotAssertion, tmp_path: Path):
    """The faulty file of a page gives exactly its code, with the severity the page states; fixes work."""
    faults = validate_files(files(code, "Faulty"), tmp_path)

    assert [code] == codes(faults)
    assert {read_page(code).severity} == {fault.severity.value for fault in faults}
    assert snapshot == report(faults)
    assert [] == without_german(faults)
    check_fixes(tmp_path / next(iter(files(code, "Faulty"))), faults)


@pytest.mark.parametrize("code", WITH_FILES)
def test_fixed_sample(code: str, tmp_path: Path):
    """The fixed file of a page has no faults at all."""
    fixed = files(code, "Fixed")

    if is_syntax(code):  # these show only the lines in question, not a whole ruleset
        assert [] == codes_of_text(next(iter(fixed.values())))
    else:
        assert [] == validate_files(fixed, tmp_path)


@pytest.mark.parametrize("code", WITH_FILES)
def test_layout_of_samples(code: str):
    """The rule files of a page are laid out as `wtrules fmt` does it, as far as they can be read."""
    for heading in ("Faulty", "Fixed"):
        for name, text in files(code, heading).items():
            file, faults = parse(SourceFile(name, text))
            if not faults:
                assert format_file(file) == text


@pytest.mark.parametrize("code", WITH_COMMANDS)
def test_commands(code: str, capsys: pytest.CaptureFixture[str]):
    """The faulty command of a page gives exactly its code, and the fixed one works."""
    for command in commands(code, "Faulty"):
        assert 2 == main(command)
        assert [code] == re.findall(r"error\[(.+?)\]", capsys.readouterr().err)
    for command in commands(code, "Fixed"):
        assert 0 == main(command)


@pytest.mark.parametrize("code", all_codes())
def test_form_of_a_page(code: str):
    """A page has a title, a severity, a summary of one sentence, and the reason for the code."""
    shown = read_page(code)
    prose = shown.text.split("\n## ")[0].rstrip("\n").split("\n\n")

    assert f"# {code}" == prose[0]
    assert re.match("error|warning|note", shown.severity)
    assert re.fullmatch(r"[A-Z`][^\n]{10,99}\.", prose[2])
    assert len(prose) > 3
    assert bool(samples(code, "Faulty")) == bool(samples(code, "Fixed"))


def _constants(node: ast.AST) -> set[str]:
    """Return the texts below a node that look like codes, or the names of their wordings."""
    texts = {str(one.value) for one in ast.walk(node) if isinstance(one, ast.Constant)}
    codes = {text.partition(".")[0] for text in texts if text.isprintable()}
    return {code for code in codes if re.fullmatch(r"[a-z]+(-[a-z]+)*", code)}


def _trees() -> list[ast.Module]:
    return [ast.parse(path.read_text("utf-8")) for path in PACKAGE.rglob("*.py")]


@pytest.mark.slow
def test_every_code_in_the_source_has_a_page():
    """Every code that is reported can be looked up."""
    found: set[str] = set()
    for tree in _trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and node.args:
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                if name in MAKERS:
                    found |= {code for code in _constants(node.args[0]) if "-" in code}

    assert {"unknown-seat", "layer-conflict", "bad-json", "two-castles"} <= found
    assert set() == found - set(all_codes())


@pytest.mark.slow
def test_every_page_has_a_code_in_the_source():
    """No page describes a code that nothing reports."""
    found = set().union(*map(_constants, _trees()))

    assert set() == set(all_codes()) - found


def test_explain_prints_the_page(capsys: pytest.CaptureFixture[str]):
    """`wtrules explain` shows a page as it is written."""
    assert 0 == main(["explain", "bad-roll"])
    assert read_page("bad-roll").text == capsys.readouterr().out


@pytest.mark.parametrize("code", all_codes())
def test_german_pages(code: str):
    """Each page says the same in German: with the same code in backticks, and the same files."""
    english, german = read_page(code), page(code, "de")
    assert german is not None
    text = german.body.partition("\n## ")[0]
    words = " ".join(english.text.split())

    assert text
    assert text not in english.text
    assert [] == [
        part for part in re.findall("`([^`]+)`", " ".join(text.split())) if part not in words
    ]
    assert not re.search("^#|```", text, re.M)
    assert english.text.split("```")[1::2] == german.text.split("```")[1::2]
    assert german.severity.split(",")[0] in ("Fehler", "Warnung", "Hinweis")
    assert not re.search("^## (Faulty|Fixed|Deutsch)", german.text, re.M)
