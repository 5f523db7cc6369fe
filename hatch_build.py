"""What the wheel has that a checkout does not: a hash of the build, the trees of the shipped rules, and the man page.

With the hash, results that depend on the program can be kept without looking at its files. With the
trees, nothing that is shipped has to be parsed; in a browser that takes longest.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_PARTS = ("wtrules", "grammar", "rulesets")


class WheelHook(BuildHookInterface):  # type: ignore[type-arg]
    """Adds files to the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the files; an editable installation uses the checkout, which changes."""
        if version == "editable":
            return
        root = Path(self.root)
        build = _hash(root)
        self._made = tempfile.TemporaryDirectory()
        folder = Path(self._made.name)
        (folder / "_build.txt").write_text(build, "ascii")
        build_data["force_include"][str(folder / "_build.txt")] = "wtrules/_build.txt"
        os.environ["WTRULES_CACHE"] = "off"
        sys.dont_write_bytecode = True  # the checkout stays as it is
        sys.path.insert(0, self.root)
        from wtrules.cli.manual import man_page
        from wtrules.source import read_source
        from wtrules.syntax.parse import parse
        from wtrules.syntax.tree_cache import pack

        (folder / "_trees").mkdir()
        for path in sorted((root / "rulesets").rglob("*.wtr")):
            file, faults = parse(read_source(path))
            if faults:
                raise ValueError(f"{path} has mistakes: {faults[0].message}")
            name, data = pack(file, build)
            (folder / "_trees" / name).write_bytes(data)
        build_data["force_include"][str(folder / "_trees")] = "wtrules/_trees"
        (folder / "wtrules.1").write_text(man_page(), "utf-8")
        build_data["shared_data"][str(folder / "wtrules.1")] = "share/man/man1/wtrules.1"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the files."""
        if version != "editable":
            self._made.cleanup()


def _hash(root: Path) -> str:
    """Return a hash of the names and contents of all files of the program."""
    found = hashlib.sha256()
    for part in _PARTS:
        for path in sorted((root / part).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                data = path.read_bytes()
                found.update(f"{path.relative_to(root).as_posix()}\0{len(data)}\0".encode() + data)
    return found.hexdigest()
