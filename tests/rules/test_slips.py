"""One file with many slips: each gets its message, its place and its help.

`cases/slips/` has them by what they are about; `cases/bad/` has the whole reports for others.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.rules.helpers import validate_file
from wtrules.diagnostics import Diagnostic
from wtrules.diagnostics.fix import apply

SLIPS = sorted((Path(__file__).parents[1] / "cases" / "slips").glob("*.wtr"))


def said(fault: Diagnostic) -> str:
    """Return a fault in a few lines: where it is, what is wrong, what to do."""
    assert fault.primary is not None
    span = fault.primary.span
    rows = [f"{span.line}:{span.column} `{span.text}` {fault.primary.message}".rstrip()]
    rows.append(f"  {fault.severity.name.lower()}[{fault.code}]: {fault.message}")
    rows += [
        f"  related: `{each.span.text.splitlines()[0]}` {each.message}" for each in fault.related
    ]
    rows += [f"  help: {help}" for help in fault.help]
    for fix in fault.fixes:
        before, after = span.source.text.splitlines(), apply(span.source, fix.edits).text
        changed = [row for row in after.splitlines() if row not in before]
        way = "fixed" if fix.is_safe else "perhaps"
        rows.append(f"  {way}: {' / '.join(changed).strip() or 'deleted'}")
    return "\n".join(rows)


@pytest.mark.parametrize("path", SLIPS, ids=[path.stem for path in SLIPS])
def test_what_is_said_of_slips(path: Path, snapshot: SnapshotAssertion):
    """Every slip is reported in one run, and none of them twice."""
    faults = validate_file(path)
    assert len(faults) == len(set(faults))
    assert snapshot == "\n".join(map(said, faults)) + "\n"
