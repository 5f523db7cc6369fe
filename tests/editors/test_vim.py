"""The files for Vim and Neovim, in an editor without a screen."""

import importlib.util
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.editors.test_words import NAMES
from tests.pages import ROOT
from wtrules.syntax.words import words

FOLDER = ROOT / "editors" / "vim"
COMMAND = Path(sys.executable).parent / "wtrules"
EDITORS = [name for name in ("nvim", "vim") if shutil.which(name)]
if not FOLDER.is_dir():
    pytest.skip("runs in a checkout only", allow_module_level=True)
if not EDITORS:
    pytest.skip("needs nvim or vim", allow_module_level=True)

RULES = """\
# comment rule
ruleset friday {
title en "x } { \\" rule"
rule castle.no_tower_on_top {
cites en-capstone "T" p~5
do draw 2 cards for rule-of-thumb
}
variant quick for 2..4 players {
}
}
"""
# What is written where -> its colour.
COLOURS = {
    "comment": "Comment",
    "ruleset": "Opener",
    "friday": "Definition",
    "castle.no": "Definition",
    "en-capstone": "Name",
    "x }": "String",
    "p~5": "Page",
    "draw": "Verb",
    "2 cards": "Number",
    "rule-of-thumb": "Name",
    "quick": "Definition",
    "..4": "Operator",
    "4 players": "Number",
}


def run(editor: str, script: str, folder: Path) -> list[str]:
    """Run commands in an editor with our files; return the lines that they add to `g:lines`."""
    out = folder / "out.txt"
    path = folder / "script.vim"
    path.write_text(
        f"let &runtimepath = '{FOLDER},' .. &runtimepath\nsyntax on\nfiletype plugin indent on\n"
        f"let g:lines = []\n{script}\ncall writefile(g:lines, '{out}')\nqa!\n"
    )
    quiet = {"nvim": ["--headless", "-u", "NONE"], "vim": ["-N", "-u", "NONE", "-es"]}[editor]
    command = [editor, *quiet, "-i", "NONE", "-n", "-S", str(path)]
    done = subprocess.run(
        command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60
    )
    assert out.is_file(), done.stdout + done.stderr
    return out.read_text("utf-8").splitlines()


@pytest.mark.parametrize("editor", EDITORS)
def test_every_word_has_its_colour(editor: str, tmp_path: Path) -> None:
    """Each word of the language is in the group of its class; a name that contains it is a name."""
    expected = {word: kind for kind, some in words().items() for word in some}
    (tmp_path / "words.wtr").write_text("".join(f"{word} x.{word}\n" for word in expected))
    found = run(
        editor,
        "edit words.wtr\nfor n in range(1, line('$'))\n"
        "call add(g:lines, synIDattr(synID(n, 1, 1), 'name') .. ' '"
        " .. synIDattr(synID(n, col([n, '$']) - 1, 1), 'name'))\nendfor",
        tmp_path,
    )
    assert [f"wtr{kind.capitalize()} wtrName" for kind in expected.values()] == found


@pytest.mark.parametrize("editor", EDITORS)
def test_a_name_is_no_keyword(editor: str, tmp_path: Path) -> None:
    """Where only a name can be, a keyword has the colour of a name."""
    (tmp_path / "names.wtr").write_text("".join(f"{text}\n" for text in NAMES))
    spots = [(n, text.rindex(name) + 1) for n, (text, name) in enumerate(NAMES.items(), start=1)]
    found = run(
        editor,
        f"edit names.wtr\nfor [n, c] in {json.dumps(spots)}\n"
        "call add(g:lines, synIDattr(synID(n, c, 1), 'name'))\nendfor",
        tmp_path,
    )
    assert {"wtrDefinition", "wtrName", "wtrEnding"} == set(found)


@pytest.mark.parametrize("editor", EDITORS)
def test_colours_indentation_and_formatting(editor: str, tmp_path: Path) -> None:
    """Names, texts, pages; `=` indents by braces; `gq` formats, and leaves faulty text alone."""
    (tmp_path / "friday.wtr").write_text(RULES)
    spots = [place(text) for text in COLOURS]
    found = run(
        editor,
        f"let g:wtrules_command = '{COMMAND}'\nedit friday.wtr\n"
        f"for [n, c] in {json.dumps(spots)}\n"
        "call add(g:lines, synIDattr(synID(n, c, 1), 'name'))\nendfor\n"
        "normal gg=G\ncall add(g:lines, join(map(range(1, line('$')), 'indent(v:val)'), ' '))\n"
        "normal gggqG\ncall add(g:lines, getline(3))\n"
        "call setline(1, 'ruleset {')\nlet before = getline(1, '$')\nsilent! normal gggqG\n"
        "call add(g:lines, before == getline(1, '$'))\ncall add(g:lines, &commentstring)",
        tmp_path,
    )
    assert [f"wtr{kind}" for kind in COLOURS.values()] == found[: len(spots)]
    indents, title, unchanged, comment = found[len(spots) :]
    assert "0 0 2 2 4 4 2 2 2 0" == indents
    assert '  title    en "x } { \\" rule"' == title
    assert ["1", "# %s"] == [unchanged, comment]


@pytest.mark.slow
def test_make_and_the_board(tmp_path: Path) -> None:
    """`:make` fills the quickfix list, and `:WtrBoard` draws the example under the cursor."""
    (tmp_path / "bad.wtr").write_text("ruleset bad {\n  override board.capacty = 4\n}\n")
    shutil.copy(ROOT / "examples" / "friday.wtr", tmp_path / "friday.wtr")
    found = run(
        EDITORS[0],
        f"let g:wtrules_command = '{COMMAND}'\nedit bad.wtr\nsilent! make\n"
        "for one in getqflist()\nif one.valid\n"
        "call add(g:lines, join([one.lnum, one.col, one.type]))\nendif\nendfor\n"
        "edit! friday.wtr\ncall search('given')\nWtrBoard\n"
        "call add(g:lines, getbufline('wtrules://board', 1)[0])",
        tmp_path,
    )
    assert "2 12 e" in found
    assert found[-1].startswith("┌ s0")


@pytest.mark.slow
@pytest.mark.skipif("nvim" not in EDITORS, reason="needs Neovim")
@pytest.mark.skipif(
    not (importlib.util.find_spec("pygls") and importlib.util.find_spec("wtrules.lsp")),
    reason="needs the language server",
)
def test_the_language_server_in_neovim(tmp_path: Path) -> None:
    """`setup` starts it for a rule file, and its mistakes are shown."""
    (tmp_path / "bad.wtr").write_text("ruleset bad {\n  override board.capacty = 4\n}\n")
    found = run(
        "nvim",
        f"let g:wtrules_command = '{COMMAND}'\nlua require('wtrules').setup{{ language = 'de' }}\n"
        "edit bad.wtr\nlua vim.wait(30000, function() return #vim.diagnostic.get(0) > 0 end, 50)\n"
        "let g:lines = luaeval('vim.tbl_map(function(d) return d.code end, vim.diagnostic.get(0))')",
        tmp_path,
    )
    assert "unknown-override" in found


def place(text: str) -> tuple[int, int]:
    """Return the line and column of a text in the rules."""
    start = RULES.index(text)
    line = RULES.count("\n", 0, start)
    return line + 1, start - RULES.rfind("\n", 0, start)
