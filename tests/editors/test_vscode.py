"""The extension for VS Code: its colours, its preview, its snippets, and its package."""

import importlib.util
import json
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.pages import ROOT
from wtrules.source import SourceFile
from wtrules.syntax.parse import parse
from wtrules.version import __version__

FOLDER = ROOT / "editors" / "vscode"
if not FOLDER.is_dir():
    pytest.skip("runs in a checkout only", allow_module_level=True)
needs_node = pytest.mark.skipif(
    not (FOLDER / "node_modules").is_dir() or shutil.which("npx") is None,
    reason="needs `npm ci --prefix editors/vscode`",
)


def read(name: str) -> dict:
    """Return a file of the extension."""
    return json.loads((FOLDER / name).read_text("utf-8"))


def node(*command: str) -> str:
    """Run a program of the extension's tools and return what it writes."""
    done = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True, timeout=300)
    assert 0 == done.returncode, done.stdout + done.stderr
    return done.stdout


def test_the_manifest_names_what_is_there() -> None:
    """Files exist, texts exist in both languages, and the version is that of wtrules."""
    manifest = read("package.json")
    assert __version__ == manifest["version"]
    contributes = manifest["contributes"]
    for one in (*contributes["grammars"], *contributes["snippets"]):
        assert (FOLDER / one["path"]).is_file()
    texts = set(re.findall(r'"%([^%"]+)%"', (FOLDER / "package.json").read_text("utf-8")))
    assert texts == set(read("package.nls.json")) == set(read("package.nls.de.json"))
    code = "".join(path.read_text("utf-8") for path in (FOLDER / "src").glob("*.ts"))
    assert set(re.findall(r'l10n\.t\("([^"]+)"', code)) == set(read("l10n/bundle.l10n.de.json"))
    assert (ROOT / "LICENSE").read_text() == (FOLDER / "LICENSE").read_text()


def test_the_lock_file_names_no_registry() -> None:
    """Packages come from wherever the machine gets its packages."""
    assert "resolved" not in (FOLDER / "package-lock.json").read_text("utf-8")


@pytest.mark.parametrize("name", read("snippets/wtr.json"))
def test_a_snippet_is_a_rule(name: str) -> None:
    """With its placeholders filled in, it has no syntax error."""
    text = "\n".join(read("snippets/wtr.json")[name]["body"])
    while re.search(r"\$\{\w+:[^{}$]*\}", text):
        text = re.sub(r"\$\{\w+:([^{}$]*)\}", r"\1", text)
    assert () == tuple(parse(SourceFile("snippet.wtr", text.replace("$0", "")))[1])


@needs_node
@pytest.mark.slow
def test_colours_and_preview() -> None:
    """The tests written for the grammar and the preview pass, and types fit."""
    found = node("npx", "vscode-tmgrammar-test", "tests/*.wtr")
    assert len(list((FOLDER / "tests").glob("*.wtr"))) == found.count("✓")
    node("node", "--test", "tests/board.test.mjs")
    node("npx", "tsc", "--noEmit")


@needs_node
@pytest.mark.slow
def test_the_package(tmp_path: Path) -> None:
    """`vsce package` makes a file with all that is needed, and the extension in it works.

    One test, because both need the bundle, which is built in the checkout.
    """
    made = tmp_path / "wtrules.vsix"
    command = ["npx", "vsce", "package", "--no-dependencies", "--allow-missing-repository"]
    node(*command, "-o", str(made))
    with zipfile.ZipFile(made) as package:
        names = {name.removeprefix("extension/") for name in package.namelist()}
    expected = {"dist/extension.js", "dist/licences.txt", "syntaxes/wtr.tmLanguage.json"}
    expected |= {"snippets/wtr.json", "language-configuration.json", "icon.png", "LICENSE.txt"}
    assert expected <= names
    assert not [name for name in names if name.startswith(("src/", "tests/", "node_modules/"))]
    if importlib.util.find_spec("pygls") and importlib.util.find_spec("wtrules.lsp"):
        _runs_with_the_server()


def _runs_with_the_server() -> None:
    """The preview shows the same board from a lens and under the cursor, in the language asked for."""
    wtrules = Path(sys.executable).parent / "wtrules"
    house = ROOT / "examples" / "friday.wtr"
    found = json.loads(node("node", "tests/extension.cjs", str(wtrules), str(house), "crowd.four"))
    assert [] == found["reported"]
    server = {"runExample", "showBoard", "play", "measure", "explain"}
    assert {f"wtrules.{name}" for name in server} <= set(found["commands"])
    assert "<svg" in found["fromLens"]
    assert "kein Platz" in found["fromLens"]
    assert found["fromLens"] == found["underCursor"]
    assert "markdown.showPreviewToSide" == found["executed"][-1][0]
