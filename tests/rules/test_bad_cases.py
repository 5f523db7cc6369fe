"""Faulty rule files, each with the report it gets.

One faulty file for each code is on the manual page of the code. More are here: adding a case is
adding a file, `tests/cases/bad/NAME.wtr`, or a folder with `main.wtr` when it takes several files.
Its first line lists the codes it gives: `# expect: code, code`.
"""

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.diagnostics.fixes import check_fixes
from tests.diagnostics.german import without_german
from tests.diagnostics.samples import read_page
from tests.rules.helpers import BAD, codes, report, validate_file
from wtrules.diagnostics import Severity
from wtrules.diagnostics.manual import all_codes

CASES = {
    **{path.stem: path for path in sorted(BAD.glob("*.wtr"))},
    **{path.parent.name: path for path in sorted(BAD.glob("*/main.wtr"))},
}


def expected(path: Path) -> list[str]:
    """Return the codes a faulty file says it gives."""
    first = path.read_bytes().split(b"\n")[0].decode()
    assert first.startswith("# expect: ")
    return sorted(first.removeprefix("# expect: ").split(", "))


@pytest.mark.parametrize("name", CASES)
def test_faulty_file(name: str, snapshot: SnapshotAssertion, tmp_path: Path):
    """A faulty file gets the report somebody has read, and no other; fixes that are offered work."""
    path = tmp_path / CASES[name].name
    for file in [CASES[name]] if path.name != "main.wtr" else CASES[name].parent.glob("*.wtr"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    faults = validate_file(path)
    errors = {fault.code for fault in faults if fault.severity is Severity.ERROR}

    assert expected(path) == codes(faults)
    assert set() == {code for code in errors if read_page(code).can_be_suppressed}
    assert snapshot == report(faults)
    assert [] == without_german(faults)
    check_fixes(path, faults)


def test_every_reported_code_has_a_page():
    """Whatever the faulty files give can be looked up."""
    shown = {code for path in CASES.values() for code in expected(path)}

    assert set() == shown - set(all_codes())
