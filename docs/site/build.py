"""Build the documentation as a site.

    pip install -e '.[docs]'
    python docs/site/build.py                # into build/site
    python docs/site/build.py serve          # on this machine, to look at it

The pages are written for reading in the repository, so their links lead from file to file. This
copies them into `build/pages`, with a few files from outside `docs/`, and changes each link into a
link between pages; a link to any other file becomes plain text. Then MkDocs makes the site, by
`mkdocs.yml`; Zensical, its successor, reads the same file.
"""

from __future__ import annotations

import os
import posixpath
import re
import shutil
import subprocess
import sys
from collections.abc import Collection
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = ROOT / "build" / "pages"
OUTSIDE = (
    "CHANGELOG.md",
    "examples/*.md",
    "examples/agents/*.md",
    "examples/*.wtr",
    "examples/notebooks/*.ipynb",
)
_LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)\s:#]+)(#[^)]*)?\)")
_FENCE = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)


def page_name(path: str) -> str:
    """Return the page of the site that a file becomes."""
    path = path.removeprefix("docs/")
    return path[:-4] + ".md" if path.endswith(".wtr") else path


def linked(text: str, here: str, files: Collection[str]) -> str:
    """Return the text of the file *here* with links to the pages of *files*."""

    def replace(found: re.Match[str]) -> str:
        path = posixpath.normpath(posixpath.join(posixpath.dirname(here), found[2]))
        if path not in files:
            return found[1]
        link = posixpath.relpath(page_name(path), posixpath.dirname(page_name(here)) or ".")
        return f"[{found[1]}]({link}{found[3] or ''})"

    parts = _FENCE.split(text)
    return "".join(part if i % 2 else _LINK.sub(replace, part) for i, part in enumerate(parts))


def write_pages(folder: Path) -> None:
    """Write the pages of the site into an empty folder."""
    files = sorted(path for pattern in ("docs/**/*.md", *OUTSIDE) for path in ROOT.glob(pattern))
    names = {path.relative_to(ROOT).as_posix(): path for path in files}
    for name, path in names.items():
        text = path.read_text("utf-8")
        if path.suffix == ".wtr":
            text = f"# {path.name}\n\n```wtr\n{text}```\n"
        else:
            text = linked(text, name, names)
        target = folder / page_name(name)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, "utf-8")
    pictures = (path for kind in ("svg", "png") for path in ROOT.glob(f"docs/**/*.{kind}"))
    for path in (ROOT / "docs" / "site" / "extra.css", *pictures):
        target = folder / path.relative_to(ROOT / "docs")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)


def main(arguments: list[str]) -> int:
    """Write the pages and run MkDocs on them."""
    shutil.rmtree(PAGES, ignore_errors=True)
    PAGES.mkdir(parents=True)
    write_pages(PAGES)
    return subprocess.run(
        [sys.executable, "-m", "mkdocs", *(arguments or ["build", "--strict", "--quiet"])],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        check=False,
    ).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
