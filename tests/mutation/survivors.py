"""The changes that make no difference, with the reason for each."""

from __future__ import annotations

from pathlib import Path

SURVIVORS = Path(__file__).with_name("survivors.txt")


def accepted() -> dict[str, str]:
    """Return the survivors that are no worry, with the reason."""
    found = {}
    for row in SURVIVORS.read_text("utf-8").splitlines():
        if row and not row.startswith("#"):
            id, _, reason = row.partition(" -- ")
            found[id.strip()] = reason.strip()
    return found
