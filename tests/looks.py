"""What people look at and a snapshot would not show: a digest of the last one that somebody has seen."""

from __future__ import annotations

import hashlib
from pathlib import Path


def digest(text: str, file: Path) -> str:
    """Return a digest of a picture, to compare with a snapshot; write it to a file to look at.

    If it differs, look at the file before you accept it with `--snapshot-update`.
    """
    file.write_text(text, "utf-8")
    return f"{file.name} {hashlib.sha256(text.encode()).hexdigest()[:16]}\n"
