"""The tables of the parser: shipped, and made again only if the grammar has changed."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import wtrules
from wtrules import resources
from wtrules.syntax.from_grammar import SHIPPED, grammar_text, language_key
from wtrules.syntax.lark_tables import tables_text

ROOT = Path(wtrules.__file__).parent.parent


@pytest.mark.slow
def test_the_shipped_tables_are_those_of_the_grammar():
    """After a change of the grammar: `python -m wtrules.syntax`."""
    assert tables_text(grammar_text(), language_key()) == SHIPPED.read_text("utf-8")
    assert SHIPPED.stat().st_size < 300_000


_PARSE = """
import sys
from pathlib import Path
from wtrules import resources
from wtrules.syntax import from_grammar

grammar, shipped, cached = sys.argv[1:]
resources.grammar_folder = lambda: Path(grammar)
from_grammar.SHIPPED = Path(shipped)
if cached:
    from wtrules import cache
    cache.store("tables", from_grammar.language_key(), cached.encode())

from wtrules.source import SourceFile
from wtrules.syntax.parse import parse
assert not parse(SourceFile("x", "rule a { stop }"))[1]
print("lark" in sys.modules)
"""


def imports_lark(grammar: Path, shipped: Path, cached: str = "") -> bool:
    """Parse a rule in a new process and return whether that imported Lark."""
    done = subprocess.run(
        [sys.executable, "-c", _PARSE, grammar, shipped, cached],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert "" == done.stderr
    return "True" == done.stdout.strip()


@pytest.fixture
def grammar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the grammar, and an empty cache."""
    monkeypatch.setenv("WTRULES_CACHE", str(tmp_path / "cache"))
    shutil.copytree(resources.grammar_folder(), tmp_path / "grammar")
    return tmp_path / "grammar"


def test_the_shipped_tables_need_no_lark(grammar: Path):
    """Even the first run, with an empty cache, does without Lark."""
    assert not imports_lark(grammar, SHIPPED)


@pytest.mark.slow
def test_a_changed_grammar_gets_new_tables(grammar: Path):
    """Lark makes them once; the second run finds them in the cache."""
    with (grammar / "wtr.lark").open("a") as file:
        file.write("\n// changed\n")

    assert imports_lark(grammar, SHIPPED)
    assert not imports_lark(grammar, SHIPPED)


@pytest.mark.slow
@pytest.mark.parametrize("content", [None, "", "<<<<<<< HEAD", "{}"])
def test_damaged_tables_are_made_again(grammar: Path, tmp_path: Path, content: str | None):
    """A missing file, an unfinished merge."""
    shipped = tmp_path / "tables.json"
    if content is not None:
        shipped.write_text(content)

    assert imports_lark(grammar, shipped)


@pytest.mark.slow
def test_foreign_tables_in_the_cache_are_made_again(grammar: Path, tmp_path: Path):
    """An intact entry of the cache that does not hold tables."""
    assert imports_lark(grammar, tmp_path / "none", json.dumps({"symbols": 3}))
