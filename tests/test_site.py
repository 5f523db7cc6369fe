"""The documentation as a site: its pages link to one another, and MkDocs builds them."""

from __future__ import annotations

import importlib.util
import os
import posixpath
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.pages import ROOT
from wtrules.syntax.highlight import RuleFiles

BUILD = ROOT / "docs" / "site" / "build.py"
if not BUILD.is_file():
    pytest.skip("runs in a checkout only", allow_module_level=True)

_specification = importlib.util.spec_from_file_location("site_build", BUILD)
assert _specification is not None
assert _specification.loader is not None
site_build = importlib.util.module_from_spec(_specification)
_specification.loader.exec_module(site_build)


def test_every_link_leads_to_a_page(tmp_path: Path):
    """Links between files have become links between pages, and every page is written."""
    site_build.write_pages(tmp_path)
    files = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.*")}
    pages = {name for name in files if name.endswith(".md")}
    for name in pages:
        text = site_build._FENCE.sub("", (tmp_path / name).read_text("utf-8"))
        links = re.findall(r"\]\(([^)#:]+)[)#]", text)
        targets = {posixpath.normpath(posixpath.join(posixpath.dirname(name), x)) for x in links}
        assert set() == targets - files, name

    assert {"README.md", "tutorial.md", "reference/actions.md", "examples/friday.md"} <= pages


def test_a_link_to_another_file_becomes_text():
    """Files that are no page of the site are named, not linked; code stays as it is."""
    text = "[here](../a.md) and [there](b.md#x)\n```text\n[a](../a.md)\n```\n"

    assert "here and [there](b.md#x)\n```text\n[a](../a.md)\n```\n" == site_build.linked(
        text, "docs/a.md", {"docs/a.md", "docs/b.md", "b.md"}
    )


def test_every_page_is_in_the_menu():
    """`mkdocs.yml` lists all pages of `docs/`."""
    menu = (ROOT / "mkdocs.yml").read_text("utf-8")
    pages = [path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")]

    assert [] == [page for page in pages if not re.search(rf" {re.escape(page)}$", menu, re.M)]


@pytest.mark.slow
@pytest.mark.skipif(
    not all(importlib.util.find_spec(name) for name in ("mkdocs", "material")),
    reason="needs the extra `docs`",
)
def test_the_site_builds(tmp_path: Path):
    """MkDocs finds nothing to warn of: no missing page, no missing heading."""
    shutil.copy(ROOT / "mkdocs.yml", tmp_path)
    site_build.write_pages(tmp_path / "build" / "pages")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet"],
        cwd=tmp_path,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )

    assert (0, "", "") == (done.returncode, done.stdout, done.stderr)
    page = (tmp_path / "build" / "site" / "reference" / "actions.html").read_text("utf-8")
    assert "https://" not in page  # nothing is loaded from elsewhere


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.wtr")), ids=lambda p: p.stem)
def test_colours_leave_the_text_alone(path: Path):
    """The lexer finds a word for every character, and none of them is lost."""
    text = path.read_text("utf-8")

    assert text == "".join(value for _, value in RuleFiles().get_tokens(text))


def test_colours_know_the_words_of_the_language():
    """Keywords, names, texts, numbers and comments have different colours."""
    found = [(str(kind), text) for kind, text in RuleFiles().get_tokens('do fill 1 flasks # "x"\n')]

    assert [
        ("Token.Keyword", "do"),
        ("Token.Name.Builtin", "fill"),
        ("Token.Literal.Number", "1"),
        ("Token.Keyword.Type", "flasks"),
        ("Token.Comment", '# "x"'),
    ] == [(kind, text) for kind, text in found if text.strip()]
