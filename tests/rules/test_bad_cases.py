"""Faulty rule files, each with the report it gets.

Adding a case is adding a file: `tests/cases/bad/NAME.wtr`, or a folder with `main.wtr` when it
takes several files. Its first line says which codes it gives: `# expect: code, code`.
"""

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.rules.helpers import BAD, codes, report, sections, validate_file, validate_files
from wtrules.checks import CHECK_MODULES
from wtrules.checks.pages import all_codes, can_be_suppressed, page
from wtrules.diagnostics import Severity
from wtrules.syntax.mistakes import SYNTAX_MISTAKES

CASES = {
    **{path.stem: path for path in sorted(BAD.glob("*.wtr"))},
    **{path.parent.name: path for path in sorted(BAD.glob("*/main.wtr"))},
}
# Faults of the file itself rather than of its text, and sheer size; a page cannot show them.
UNSHOWABLE = {code for code in all_codes() if "```wtr" not in (page(code) or "")}


def expected(path: Path) -> list[str]:
    """Return the codes a faulty file says it gives."""
    first = path.read_bytes().split(b"\n")[0].decode()
    assert first.startswith("# expect: ")
    return sorted(first.removeprefix("# expect: ").split(", "))


@pytest.mark.parametrize("name", CASES)
def test_faulty_file(name: str, snapshot: SnapshotAssertion):
    """A faulty file gets the report somebody has read, and no other."""
    path = CASES[name]
    faults = validate_file(path)

    assert expected(path) == codes(faults)
    assert snapshot == report(faults)


def test_every_code_has_a_faulty_file():
    """Whatever can be reported is shown once."""
    shown = {code for path in CASES.values() for code in expected(path)}

    assert set() == set(all_codes()) - shown - UNSHOWABLE


def test_every_reported_code_has_a_page():
    """Whatever the faulty files give can be looked up."""
    shown = {code for path in CASES.values() for code in expected(path)}

    assert set() == shown - set(all_codes())


@pytest.mark.parametrize("code", sorted(set(all_codes()) - UNSHOWABLE))
def test_page(code: str, tmp_path: Path):
    """A page's faulty example has the fault it speaks of, the mended one has it no longer."""
    text = page(code)
    assert text is not None
    files = sections(text)
    for heading in ("Faulty", "Mended"):
        (tmp_path / heading).mkdir()
    found = validate_files(files["Faulty"], tmp_path / "Faulty")
    left = validate_files(files["Mended"], tmp_path / "Mended")

    assert code in codes(found)
    assert code not in codes(left)
    if code not in SYNTAX_MISTAKES:  # these show no more than the lines they are about
        assert [] == left


@pytest.mark.parametrize("code", sorted(all_codes()))
def test_page_begins_with_what_it_finds(code: str):
    """The first line of a page stands alone in the list of all codes."""
    first = (page(code) or "").split("\n")[0]

    assert first.endswith((".", ",")) or first.count(" ") > 5
    assert first[0].isupper() or first[0] == "`"


def test_each_code_belongs_to_one_check():
    """No two checks share a code, and every code has a page where it is found."""
    owners = [code for module in CHECK_MODULES for code in module.CODES]

    assert len(owners) == len(set(owners))
    assert set(owners) <= set(all_codes())
    assert set() == set(owners) & set(SYNTAX_MISTAKES)


@pytest.mark.parametrize("name", CASES)
def test_only_warnings_can_be_suppressed(name: str):
    """What is declared a warning is never reported as an error."""
    errors = {f.code for f in validate_file(CASES[name]) if f.severity is Severity.ERROR}

    assert set() == {code for code in errors if can_be_suppressed(code)}
