"""The page as static files: what is written, what is refused, and that the archive is complete."""

import gzip
import io
import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from wtrules.cli import main
from wtrules.web.export import FIRST, LIST, PYODIDE, STANDARD_LIBRARY
from wtrules.web.site import archive

Capture = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def pyodide(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that looks like Pyodide."""
    folder = tmp_path_factory.mktemp("pyodide")
    for name in PYODIDE:
        (folder / name).write_text(name, "utf-8")
    return folder


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, pyodide: Path) -> Path:
    """A site that was written once."""
    folder = tmp_path_factory.mktemp("site") / "page"
    assert 0 == main(["web", "--export", str(folder), "--pyodide", str(pyodide)])
    return folder


@pytest.mark.slow
def test_the_site_has_the_page_its_engine_and_what_it_shows_first(site: Path):
    """Everything that the page fetches is there."""
    config = json.loads((site / "engine.json").read_text("utf-8"))
    assert "worker" == config["engine"]
    for name in ("index.html", "app.js", config["start"], *config["packages"]):
        assert (site / name).is_file(), name
    for name in {*PYODIDE} - {STANDARD_LIBRARY}:
        assert (site / config["pyodide"] / name).is_file(), name
    assert (site / config["library"]).is_file()
    assert config["build"] in (site / "sw.js").read_text("utf-8")
    start = json.loads((site / "start.json").read_text("utf-8"))
    assert {"en", "de"} == set(start)
    for prepared in start.values():
        assert prepared["check"]["playable"]
        assert prepared["view"]["svg"].startswith("<svg")
        assert prepared["catalog"]["rulesets"]
    assert "MIT" in (site / "licences-python.txt").read_text("utf-8")


@pytest.mark.slow
def test_the_archive_answers_calls_without_anything_else(site: Path, tmp_path: Path):
    """As in a browser: no installed packages, nothing of this checkout."""
    (program,) = json.loads((site / "engine.json").read_text("utf-8"))["packages"]
    data = gzip.decompress((site / program).read_bytes())
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        packed.extractall(tmp_path)
    names = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*")}
    assert not [name for name in names if name.startswith(("wtrules/cli", "wtrules/web/static"))]
    code = (
        "import json, sys; sys.path.insert(0, sys.argv[1])\n"
        "from wtrules.web.api import call_json, warm_up\n"
        "warm_up()\n"
        "for name, argument in json.loads(sys.argv[2]):\n"
        "    answer = json.loads(call_json(name, json.dumps(argument)))\n"
        "    assert 'error' not in answer, (name, answer)\n"
        "assert not [m for m in sys.modules if m.split('.')[0] in ('lark', 'typer', 'rich')]\n"
        "print(answer['html'][:15])\n"
    )
    game = {"project": "en-capstone", "players": 2, "seed": 1, "moves": []}
    calls = [
        ["catalog", {"lang": "de"}],
        ["check", {"project": "friday"}],
        ["view", {"game": game}],
        ["explain", {"game": game, "move": "tower s1"}],
        ["hint", {"game": game, "bot": "random"}],
        ["positionCheck", {"project": "en-capstone", "players": 2, "position": "x"}],
        ["rulebook", {"project": "en-capstone", "only": "changes"}],
    ]
    command = [sys.executable, "-I", "-S", "-c", code, str(tmp_path), json.dumps(calls)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert "" == done.stderr
    assert "<!DOCTYPE html>" == done.stdout.strip()


@pytest.mark.slow
def test_the_same_program_makes_the_same_archive():
    """Byte for byte, so that a browser can keep what it has."""
    assert archive() == archive()


@pytest.mark.slow
def test_the_next_export_replaces_the_site_and_nothing_else(site: Path, pyodide: Path):
    """Files of the old one that are gone are removed."""
    names = json.loads((site / LIST).read_text("utf-8"))
    (site / "old.js").write_text("old", "utf-8")
    (site / LIST).write_text(json.dumps([*names, "old.js"]), "utf-8")
    assert 0 == main(["web", "--export", str(site), "--pyodide", str(pyodide)])
    assert not (site / "old.js").exists()
    assert names == json.loads((site / LIST).read_text("utf-8"))


@pytest.mark.parametrize("content", [None, "[]", "{", '["../../outside"]', '"text"'])
def test_a_folder_of_somebody_else_is_refused(
    tmp_path: Path, pyodide: Path, capsys: Capture, content: str | None
):
    """Nothing is written, nothing is deleted."""
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "index.html").write_text("mine", "utf-8")
    outside = tmp_path / "outside"
    outside.write_text("mine", "utf-8")
    if content is not None:
        (folder / LIST).write_text(content, "utf-8")
    assert 2 == main(["web", "--export", str(folder), "--pyodide", str(pyodide)])
    assert "not of an earlier export" in capsys.readouterr().err
    assert "mine" == (folder / "index.html").read_text("utf-8")
    assert outside.exists()
    assert not (folder / "app.js").exists()


def test_without_pyodide_the_message_says_how_to_get_it(tmp_path: Path, capsys: Capture):
    """Nothing is written."""
    assert 2 == main(["web", "--export", str(tmp_path / "a"), "--pyodide", str(tmp_path)])
    assert "is not a folder of Pyodide" in capsys.readouterr().err
    assert not (tmp_path / "a").exists()
    assert 2 == main(["web", "x.wtr", "--export", str(tmp_path / "a")])
    assert 2 == main(["web", "--pyodide", str(tmp_path)])


def test_what_the_page_shows_first_is_its_own_first_rule():
    """The built page has the rule file of its source."""
    root = Path(__file__).parents[2]
    assert (root / "web/src/first.wtr").read_text("utf-8") == FIRST.read_text("utf-8")
